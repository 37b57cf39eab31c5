/*-------------------------------------------------------------------------
 *
 * time_math.h
 *	  Arithmetic of fixed-size windows, shared by the SQL functions and by
 *	  what the worker does per row.
 *
 * Times are microseconds since 2000-01-01, as in TimestampTz and Timestamp.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_TIME_MATH_H
#define CV_TIME_MATH_H

#include "common/int.h"
#include "datatype/timestamp.h"

/* a + b, or what is nearest to it */
static inline int64
cv_add_saturating(int64 a, int64 b)
{
	int64		result;

	if (pg_add_s64_overflow(a, b, &result))
		return b > 0 ? PG_INT64_MAX : PG_INT64_MIN;
	return result;
}

/* a modulo b, never negative */
static inline int64
cv_floor_mod(int64 a, int64 b)
{
	int64		r = a % b;

	return r < 0 ? r + b : r;
}

/* a / b, rounded down */
static inline int64
cv_floor_div(int64 a, int64 b)
{
	return a / b - (a % b < 0 ? 1 : 0);
}

/*
 * cv_tumble_bounds -- the window [*start, *end) of size_us (> 0) that time is
 * in, counted from origin in both directions.
 *
 * False if there is none: time is infinite or no valid timestamp, or one of
 * the bounds would not be one.
 */
static inline bool
cv_tumble_bounds(int64 time, int64 origin, int64 size_us,
				 int64 *start, int64 *end)
{
	int64		into;

	if (TIMESTAMP_NOT_FINITE(time) || !IS_VALID_TIMESTAMP(time))
		return false;

	/* time - origin could overflow; the difference of the remainders cannot */
	into = cv_floor_mod(time, size_us) - cv_floor_mod(origin, size_us);
	if (into < 0)
		into += size_us;

	if (pg_sub_s64_overflow(time, into, start) ||
		pg_add_s64_overflow(*start, size_us, end))
		return false;

	/* END_TIMESTAMP itself is no valid timestamp: it could not be dumped */
	return IS_VALID_TIMESTAMP(*start) && IS_VALID_TIMESTAMP(*end);
}

#endif							/* CV_TIME_MATH_H */
