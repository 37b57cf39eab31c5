/*-------------------------------------------------------------------------
 *
 * batch_anchor.h
 *	  A restored view finds its place in its input.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_ANCHOR_H
#define CV_BATCH_ANCHOR_H

#include "worker/batch.h"

/* the rows of the batch tell how far the input goes back, and are not counted */
static inline bool
cv_anchor_is_measuring(const CvBatch *batch)
{
	return batch->position->anchor.step == CV_ANCHOR_MEASURE;
}

/* rows are counted, but for those that results which are kept have already */
static inline bool
cv_anchor_is_counting(const CvBatch *batch)
{
	return batch->position->anchor.step == CV_ANCHOR_COUNT;
}

/* the cut has just been made: rows written since the restore are not in it */
extern void cv_anchor_bound_cut(CvBatch *batch);

/* before a stretch is chosen: what was measured, or from the beginning */
extern void cv_anchor_begin_stretch(CvBatch *batch);

/* the rows of a stretch */
extern void cv_anchor_measure(CvBatch *batch);

/* the batch is committed: what it has measured counts */
extern void cv_anchor_remember(CvBatch *batch);

/* all are measured: what is kept, and what is counted from here on? */
extern void cv_anchor_decide(CvBatch *batch);

/* the scan has to begin anew, as a file was replaced */
extern void cv_anchor_restart(CvBatch *batch);

/* the scan that counts is over */
extern void cv_anchor_finish(CvBatch *batch);

#endif							/* CV_BATCH_ANCHOR_H */
