/*-------------------------------------------------------------------------
 *
 * batch_notify.h
 *	  The dial notify: a NOTIFY for each window that closes.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_NOTIFY_H
#define CV_BATCH_NOTIFY_H

#include "worker/batch.h"

/* before rows are read */
extern void cv_batch_notify_begin(CvBatch *batch);

/*
 * cv_batch_notify_must_end -- is the batch to end before the transaction that
 * comes?  See cv_batch_end_before().
 */
extern bool cv_batch_notify_must_end(const CvBatch *batch);

/* when all rows are written: for windows that W has come to in this batch */
extern void cv_batch_notify(CvBatch *batch);

/*
 * cv_batch_notify_limit -- the watermark to go to in this batch, on the way
 * to target: no further than CV_NOTIFY_WINDOWS windows that close.
 */
extern int64 cv_batch_notify_limit(CvBatch *batch, int64 target);

#endif							/* CV_BATCH_NOTIFY_H */
