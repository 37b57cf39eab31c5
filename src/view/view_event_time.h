/*-------------------------------------------------------------------------
 *
 * view_event_time.h
 *	  The event time of a view without a window, in its query.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_EVENT_TIME_H
#define CV_VIEW_EVENT_TIME_H

#include "view/view_catalog.h"

/*
 * cv_event_time_add -- add count(column) to what the query selects.
 *
 * Only if the query has no window, and dials say that it needs none.
 * existing: what is to be replaced, or NULL.  A query that is not over one
 * table is left alone: it will be refused.
 */
extern void cv_event_time_add(Query *query, const CvDials *dials,
							  const CvViewRow *existing);

/*
 * cv_event_time_take -- take it out of spec->query again, and set the time and
 * the window.
 */
extern void cv_event_time_take(CvViewSpec *spec);

/* Its number in the hidden view; 0 if there is none. */
extern AttrNumber cv_event_time_place(const CvViewRow *row);

#endif							/* CV_VIEW_EVENT_TIME_H */
