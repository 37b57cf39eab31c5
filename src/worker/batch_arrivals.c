/*-------------------------------------------------------------------------
 *
 * batch_arrivals.c
 *	  How late the rows of a batch come, counted for continuous.lateness().
 *
 * Of transactions that the WAL has told of: when the rows that a scan reads
 * were committed nobody knows.  Counted in this process while rows are read,
 * and added to what shared memory has when the batch is committed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "base/time_math.h"
#include "worker/batch_arrivals.h"
#include "worker/batch_rows.h"

static CvArrivals arrivals;

static bool newest_time(const CvBatch *batch, int64 *time);

void
cv_batch_arrivals_begin(CvBatch *batch)
{
	cv_arrivals_begin(&arrivals);
	batch->arrivals = &arrivals;
}

void
cv_batch_arrivals_enter_xact(CvBatch *batch)
{
	int64		newest = 0;
	bool		has_newest;

	/* when those of a settled one were committed is not known, either */
	if (batch->input.is_scan || batch->input.xacts[batch->xact]->is_settled)
	{
		cv_arrivals_pass_xact(&arrivals);
		return;
	}
	has_newest = newest_time(batch, &newest);
	cv_arrivals_begin_xact(&arrivals, cv_batch_xact_time(batch), has_newest,
						   newest);
}

void
cv_batch_arrivals_leave_xact(CvBatch *batch)
{
	int64		newest = 0;
	bool		has_newest = newest_time(batch, &newest);

	cv_arrivals_end_xact(&arrivals, has_newest, newest);
}

/*
 * newest_time -- what rows are late against, once watermark_delay is taken off.
 *
 * With watermark_by that is the slowest clock.
 */
static bool
newest_time(const CvBatch *batch, int64 *time)
{
	const CvWatermark *w = &batch->watermark;

	if (batch->clocks == NULL)
	{
		*time = w->newest;
		return w->has_newest;
	}
	*time = cv_add_saturating(w->value, w->delay_us);
	return w->is_set && !TIMESTAMP_NOT_FINITE(w->value);
}

void
cv_batch_arrivals_remember(CvBatch *batch)
{
	if (batch->arrivals == NULL || arrivals.delays.arrival.count == 0)
		return;
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	cv_delays_move(cv_view_slot_delays(batch->follower->slot),
				   &arrivals.delays);
	LWLockRelease(cv_shared->lock);
}
