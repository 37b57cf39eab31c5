/*-------------------------------------------------------------------------
 *
 * view_generations.h
 *	  The order of a view's aggregates, once OR REPLACE has added some.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_GENERATIONS_H
#define CV_VIEW_GENERATIONS_H

#include "view/view_catalog.h"

/* Refuse the reserved name, as one of the query's columns, or alone. */
extern void cv_generations_check_names(Query *query);
extern void cv_generations_check_name(const char *name);

/*
 * cv_generations_add -- write down the aggregates of old, generation by
 * generation, and as the newest one those added, if there are any.
 *
 * place: of the column in the hidden view; 0: it has none so far.
 */
extern void cv_generations_add(Query *query, const CvViewSpec *old,
							   List *added, int place);

/*
 * cv_generations_take -- take the column out of spec->query again.
 *
 * Sets spec->aggs and spec->generations by it; false if there is none.
 */
extern bool cv_generations_take(CvViewSpec *spec);

/* Its number in the hidden view; 0 if there is none. */
extern AttrNumber cv_generations_place(const CvViewRow *row);

#endif							/* CV_VIEW_GENERATIONS_H */
