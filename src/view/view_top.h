/*-------------------------------------------------------------------------
 *
 * view_top.h
 *	  The view on top: what stands over the groups, over the result table.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_TOP_H
#define CV_VIEW_TOP_H

#include "view/view_spec.h"

/* Names of the result table's columns for keys and aggregates, in order. */
extern List *cv_top_column_names(const CvViewSpec *spec);

/* ... and of one more for agg, in a table that has the columns taken already. */
extern char *cv_top_added_name(const CvViewSpec *spec, Node *agg,
							   List *taken);

/*
 * cv_top_query_build -- the query of the view on top.
 *
 * The user's, with keys, aggregates and bounds of the window replaced by
 * columns of the result table, and HAVING by WHERE.
 */
extern Query *cv_top_query_build(const CvViewSpec *spec, Oid results);

/* A column of the input that stands outside of keys and aggregates, or NULL. */
extern Var *cv_top_ungrouped_column(const CvViewSpec *spec);

#endif							/* CV_VIEW_TOP_H */
