/*-------------------------------------------------------------------------
 *
 * watermark.c
 *	  Decides when a window is closed, and when it is too late for it.
 *
 * A watermark never moves back; see cv_watermark_advance().  All arithmetic
 * saturates: a huge delay or lateness means "never", not an error.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "datatype/timestamp.h"

#include "window/watermark.h"

static int64 add_saturating(int64 a, int64 b);

/*
 * cv_watermark_advance -- a transaction is done whose greatest event time is
 * newest: W = newest - delay, if that is further.
 */
void
cv_watermark_advance(CvWatermark *w, int64 newest)
{
	int64		value;

	if (!w->has_newest || newest > w->newest)
	{
		w->has_newest = true;
		w->newest = newest;
	}

	value = add_saturating(newest, -w->delay_us);
	/* before all time: an infinite time is one that can be shown */
	if (value < MIN_TIMESTAMP)
		value = DT_NOBEGIN;
	if (!w->is_set || value > w->value)
	{
		w->is_set = true;
		w->value = value;
	}
}

bool
cv_watermark_is_closed(const CvWatermark *w, int64 window_end)
{
	return w->is_set && w->value >= window_end;
}

bool
cv_watermark_is_too_late(const CvWatermark *w, int64 window_end)
{
	return w->is_set && w->value >= add_saturating(window_end, w->lateness_us);
}

static int64
add_saturating(int64 a, int64 b)
{
	int64		result;

	if (pg_add_s64_overflow(a, b, &result))
		return b > 0 ? PG_INT64_MAX : PG_INT64_MIN;
	return result;
}
