/*-------------------------------------------------------------------------
 *
 * batch_collected.h
 *	  Aggregates that need all their inputs: where those rest, and what it
 *	  costs to finish them.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_COLLECTED_H
#define CV_BATCH_COLLECTED_H

#include "worker/batch.h"

extern void cv_batch_open_chunks(CvBatch *batch);
extern void cv_batch_close_chunks(CvBatch *batch);

/*
 * cv_batch_unload -- cv_agg_unload() of a group [start, end), before it is
 * saved.  Of one that may end later some day, that is called again then.
 */
extern void cv_batch_unload(CvBatch *batch, void *state, int64 start,
							int64 end);

/* chunks of groups that are sealed */
extern void cv_batch_remove_chunks(CvBatch *batch);

/* after the commit */
extern void cv_batch_remember_chunks(CvBatch *batch);

#endif							/* CV_BATCH_COLLECTED_H */
