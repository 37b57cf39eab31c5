/*-------------------------------------------------------------------------
 *
 * kept_view.h
 *	  What a worker keeps of a view's definition from one batch to the next.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_KEPT_VIEW_H
#define CV_KEPT_VIEW_H

#include "worker/batch.h"

/*
 * cv_kept_view_know -- lock the view's members, as far as they are free, and
 * set batch->spec.
 *
 * It lives as long as nothing else is kept of the view.
 */
extern CvBatchResult cv_kept_view_know(CvBatch *batch);

/* the settings of the view that the worker has to set */
extern List *cv_kept_view_settings(const CvFollower *follower);
extern void cv_kept_view_note_reload(void);

/*
 * cv_kept_view_plan -- the plan of the batch's input query, and the aggregates
 * over it: planned anew if it is not kept.
 */
extern PlannedStmt *cv_kept_view_plan(CvBatch *batch, List **outer_aggs);

#endif							/* CV_KEPT_VIEW_H */
