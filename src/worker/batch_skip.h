/*-------------------------------------------------------------------------
 *
 * batch_skip.h
 *	  on_error = skip: go on without the rows whose expressions fail.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_SKIP_H
#define CV_BATCH_SKIP_H

#include "worker/batch.h"

/*
 * cv_batch_run_skipping -- call consume(batch) in a subtransaction, again
 * without the failing rows if some fail.
 */
extern void cv_batch_run_skipping(CvBatch *batch,
								  void (*consume) (CvBatch *batch));

/* count the rows that were left out, and put them, with their errors, into the
 * late table */
extern void cv_batch_keep_failed_rows(CvBatch *batch);

/* only look for them, before it is consumed */
extern void cv_batch_find_failing_rows(CvBatch *batch);

#endif							/* CV_BATCH_SKIP_H */
