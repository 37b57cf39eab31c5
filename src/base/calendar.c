/*-------------------------------------------------------------------------
 *
 * calendar.c
 *	  Durations that windows are made of, and the grids that they make.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"

#include "base/calendar.h"

#define DAYS_PER_SHORT_MONTH	28
#define DAYS_PER_LONG_MONTH		31

static int64 span_us(const CvSpan *span, int days_per_month,
					 int64 hours_per_day);

int64
cv_span_min_us(const CvSpan *span)
{
	return span_us(span, DAYS_PER_SHORT_MONTH, 23);
}

int64
cv_span_max_us(const CvSpan *span)
{
	return span_us(span, DAYS_PER_LONG_MONTH, 25);
}

bool
cv_span_equal(const CvSpan *a, const CvSpan *b)
{
	return a->months == b->months && a->days == b->days && a->us == b->us;
}

/* one day of a span may be as short, or as long, as the zone makes it */
static int64
span_us(const CvSpan *span, int days_per_month, int64 hours_per_day)
{
	int64		days = span->days + (int64) span->months * days_per_month;
	int64		result;

	if (days == 0)
		return span->us;
	if (pg_mul_s64_overflow(days, USECS_PER_DAY, &result) ||
		pg_add_s64_overflow(result, (hours_per_day - 24) * USECS_PER_HOUR,
							&result))
		return PG_INT64_MAX;
	return result;
}
