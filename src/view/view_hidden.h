/*-------------------------------------------------------------------------
 *
 * view_hidden.h
 *	  Columns of the hidden view that say what users do not select.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_HIDDEN_H
#define CV_VIEW_HIDDEN_H

#include "view/view_catalog.h"

/* As the place-th column of the hidden view, or as the last one if that is 0. */
extern void cv_hidden_column_add(Query *query, const char *name, Expr *expr,
								 int place);

/* NULL if there is none */
extern TargetEntry *cv_hidden_column_find(Query *query, const char *name);

/* The query is then what the user has written. */
extern void cv_hidden_column_remove(Query *query, TargetEntry *tle);

/*
 * Those that are count(column of the input).
 *
 * input_rti gives 0 for a query that will be refused; input_column errors out
 * if the table has no such column.
 */
extern Index cv_hidden_input_rti(Query *query);
extern AttrNumber cv_hidden_input_column(Query *query, Index rti,
										 const char *name,
										 const char *option);
extern void cv_hidden_count_add(Query *query, const char *name, Index rti,
								AttrNumber attnum, const char *option,
								int place);

/* The column, or NULL if tle is NULL or no count of a column. */
extern Var *cv_hidden_counted(TargetEntry *tle);

/*
 * cv_hidden_counted_name -- what the column that name counts is called now;
 * NULL if the view or its hidden view has none.
 */
extern char *cv_hidden_counted_name(const CvViewRow *row, const char *name);

#endif							/* CV_VIEW_HIDDEN_H */
