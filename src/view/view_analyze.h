/*-------------------------------------------------------------------------
 *
 * view_analyze.h
 *	  From a statement to a CvViewSpec, and from the spec to the queries of
 *	  the hidden view and of the view on top.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_ANALYZE_H
#define CV_VIEW_ANALYZE_H

#include "view/view_spec.h"

/*
 * cv_view_analyze -- fill the second half of spec from an analysed Query.
 *
 * spec->dials are those of the view: they say if the query has a column for
 * watermark_by.
 *
 * The query is that of the hidden view, or, at CREATE, the one that is about
 * to become it.  Only errors out on what cannot happen once view_check has
 * passed the query.
 */
extern void cv_view_analyze(CvViewSpec *spec, Query *query);

#endif							/* CV_VIEW_ANALYZE_H */
