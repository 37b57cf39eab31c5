/*-------------------------------------------------------------------------
 *
 * view_hidden.h
 *	  Columns of the hidden view that say what users do not select.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_HIDDEN_H
#define CV_VIEW_HIDDEN_H

#include "nodes/parsenodes.h"

/* As the place-th column of the hidden view, or as the last one if that is 0. */
extern void cv_hidden_column_add(Query *query, const char *name, Expr *expr,
								 int place);

/* NULL if there is none */
extern TargetEntry *cv_hidden_column_find(Query *query, const char *name);

/* The query is then what the user has written. */
extern void cv_hidden_column_remove(Query *query, TargetEntry *tle);

#endif							/* CV_VIEW_HIDDEN_H */
