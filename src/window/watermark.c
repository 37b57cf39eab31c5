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

#include "datatype/timestamp.h"

#include "base/time_math.h"
#include "window/watermark.h"

/*
 * cv_watermark_advance -- a transaction is done whose greatest event time is
 * newest: W = the greatest so far - delay, if that is further.
 */
void
cv_watermark_advance(CvWatermark *w, int64 newest)
{
	cv_watermark_see(w, newest);
	cv_watermark_move(w, cv_watermark_target(w, w->newest));
}

void
cv_watermark_see(CvWatermark *w, int64 newest)
{
	if (w->has_newest && newest <= w->newest)
		return;
	w->has_newest = true;
	w->newest = newest;
}

int64
cv_watermark_target(const CvWatermark *w, int64 newest)
{
	int64		target = cv_add_saturating(newest, -w->delay_us);

	/* before all time: an infinite time is one that can be shown */
	return target < MIN_TIMESTAMP ? DT_NOBEGIN : target;
}

bool
cv_watermark_is_behind(const CvWatermark *w, int64 newest)
{
	return w->is_set && cv_watermark_target(w, newest) < w->value;
}

void
cv_watermark_move(CvWatermark *w, int64 to)
{
	if (w->is_set && to <= w->value)
		return;
	w->is_set = true;
	w->value = to;
	cv_watermark_seal(w);
}

void
cv_watermark_seal(CvWatermark *w)
{
	if (w->is_set)
		cv_watermark_seal_upto(w, cv_add_saturating(w->value, -w->lateness_us));
}

void
cv_watermark_seal_upto(CvWatermark *w, int64 window_end)
{
	if (w->has_sealed && w->sealed >= window_end)
		return;
	w->has_sealed = true;
	w->sealed = window_end;
}

bool
cv_watermark_is_closed(const CvWatermark *w, int64 window_end)
{
	return w->is_set && w->value >= window_end;
}

bool
cv_watermark_is_too_late(const CvWatermark *w, int64 window_end)
{
	return w->has_sealed && w->sealed >= window_end;
}
