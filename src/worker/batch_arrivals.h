/*-------------------------------------------------------------------------
 *
 * batch_arrivals.h
 *	  How late the rows of a batch come, counted for continuous.lateness().
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_ARRIVALS_H
#define CV_BATCH_ARRIVALS_H

#include "worker/batch.h"

/* before rows are read, also once more */
extern void cv_batch_arrivals_begin(CvBatch *batch);

/* rows are of batch->xact now / of it no more, and the watermark has moved */
extern void cv_batch_arrivals_enter_xact(CvBatch *batch);
extern void cv_batch_arrivals_leave_xact(CvBatch *batch);

/* the batch is committed: what it has counted counts */
extern void cv_batch_arrivals_remember(CvBatch *batch);

#endif							/* CV_BATCH_ARRIVALS_H */
