/*-------------------------------------------------------------------------
 *
 * batch_guard.h
 *	  A batch whose errors are noted, and which can be cancelled.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_GUARD_H
#define CV_BATCH_GUARD_H

#include "worker/batch.h"

/* after a failure: the wait doubles from the first to the longest */
#define CV_BUSY_RETRY_MS		50	/* somebody holds a lock */
#define CV_FIRST_RETRY_MS		1000
#define CV_MAX_RETRY_MS			60000

/* the n-th in a row */
static inline long
cv_retry_delay_ms(int n)
{
	return Min((long) CV_FIRST_RETRY_MS << Min(n - 1, 6), CV_MAX_RETRY_MS);
}

/* once, at the worker's start */
extern void cv_batch_guard_init(CvDatabaseSlot *database, int number);

/* CV_BATCH_FAILED: the error is in the log, and its view waits or is stopped */
extern CvBatchResult cv_batch_guard_run(CvFollower *follower);

/* signal handler */
extern void cv_batch_guard_cancel(SIGNAL_ARGS);

/*
 * cv_batch_guard_tell_statistics -- of what batches have written, also of the
 * last ones, as it may have to be vacuumed.  False: call again in a second.
 */
#define CV_STATISTICS_MS	1000
extern bool cv_batch_guard_tell_statistics(void);

#endif							/* CV_BATCH_GUARD_H */
