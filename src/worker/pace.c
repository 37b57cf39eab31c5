/*-------------------------------------------------------------------------
 *
 * pace.c
 *	  How much a batch takes, and for how long it may run, so that no view
 *	  waits for long for another.
 *
 * The views of a worker take turns, and a batch is not interrupted for
 * another view.  So where a row is dear, a batch takes fewer transactions, or
 * a shorter stretch of a scan: as many as it should read in a second, by the
 * last batch.  If fewer of them are no faster, it is the batch that is dear,
 * by what it costs however small it is: then it is given more time again.
 *
 * What cannot be split, a single transaction or a function that never ends, is
 * ended after ten seconds if there are other views, and then has to wait as
 * long as it ran; with each time it may take twice as long, up to
 * continuous.batch_timeout.  So other views have half of the time at least,
 * and what can be done in that time is done.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "worker/pace.h"

#define CV_PACE_US			INT64CONST(1000000)
#define CV_MAX_PACE_US		INT64CONST(60000000)
#define CV_PACE_NO_LIMIT	1000000
#define CV_TIMEOUT_PART		8
#define CV_FIRST_PATIENCE_MS	10000

int64
cv_pace_limit(const CvPace *pace, int64 max)
{
	return pace->limit > 0 ? Min(pace->limit, max) : max;
}

void
cv_pace_note(CvPace *pace, int64 us)
{
	int64		target_us = Max(pace->target_us, CV_PACE_US);
	double		rate = (double) pace->taken / Max(us, 1);

	/* fewer at a time, and each one dearer for it */
	if (pace->limit > 0 && us > CV_PACE_US / 2 && rate < pace->rate / 2)
		pace->target_us = target_us = Min(target_us * 4, CV_MAX_PACE_US);
	if (us > target_us && pace->taken > 1)
	{
		pace->rate = rate;
		pace->limit = Max((int64) (rate * target_us), 1);
	}
	else if (pace->limit > 0 && pace->taken >= pace->limit &&
			 us < target_us / 2)
		pace->limit *= 2;
	if (pace->limit > CV_PACE_NO_LIMIT)
		memset(pace, 0, sizeof(CvPace));
}

void
cv_pace_note_timeout(CvPace *pace)
{
	if (pace->taken > 1)
		pace->limit = Max(pace->taken / CV_TIMEOUT_PART, 1);
}

int
cv_patience_limit(const CvPatience *patience, int max_ms)
{
	int			limit_ms = Max(patience->limit_ms, CV_FIRST_PATIENCE_MS);

	return max_ms > 0 ? Min(limit_ms, max_ms) : limit_ms;
}

void
cv_patience_note(CvPatience *patience, int64 took_ms)
{
	patience->limit_ms = (int) Min(took_ms * 4, PG_INT32_MAX);
}

void
cv_patience_note_timeout(CvPatience *patience, int64 took_ms)
{
	patience->limit_ms = (int) Min(took_ms * 2, PG_INT32_MAX);
}
