/*-------------------------------------------------------------------------
 *
 * view_clock.h
 *	  The column that watermark_by names, in the query of a view.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_CLOCK_H
#define CV_VIEW_CLOCK_H

#include "view/view_catalog.h"

/*
 * cv_clock_column_add -- add count(column) to what the query selects.
 *
 * As the place-th column of the hidden view, or as the last one if place is 0.
 * A query that is not over one table is left alone: it will be refused.
 */
extern void cv_clock_column_add(Query *query, const char *column, int place);

/* Take it out of spec->query again, and set spec->clock_expr. */
extern void cv_clock_column_take(CvViewSpec *spec);

/* Its number in the hidden view; 0 if there is none. */
extern AttrNumber cv_clock_column_place(const CvViewRow *row);

#endif							/* CV_VIEW_CLOCK_H */
