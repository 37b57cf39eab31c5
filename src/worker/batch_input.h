/*-------------------------------------------------------------------------
 *
 * batch_input.h
 *	  What a batch reads: the next transactions of the queue, or the next
 *	  stretch of a scan.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_INPUT_H
#define CV_BATCH_INPUT_H

#include "worker/batch.h"

/* cheap, outside of a transaction: could there be something to do? */
extern bool cv_batch_has_work(CvFollower *follower, const CvTail *tail);

/*
 * cv_batch_choose_input -- open the leaves, and choose.
 *
 * DONE: batch->input, or only batch->position and batch->seq, are set.
 * Anything else: end the transaction, there is nothing to do now.
 */
extern CvBatchResult cv_batch_choose_input(CvBatch *batch);

#endif							/* CV_BATCH_INPUT_H */
