/*-------------------------------------------------------------------------
 *
 * with_clause.h
 *	  The WITH queries of a view, of which one side of it needs a part.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WITH_CLAUSE_H
#define CV_WITH_CLAUSE_H

#include "nodes/parsenodes.h"

/*
 * cv_with_trim -- drop the WITH queries that nothing in query reads any more,
 * and count the references to those that are left, as the planner needs it.
 */
extern void cv_with_trim(Query *query);

#endif							/* CV_WITH_CLAUSE_H */
