/*-------------------------------------------------------------------------
 *
 * clock.h
 *	  The wall clock, as far as it decides something about results.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CLOCK_H
#define CV_CLOCK_H

#include "datatype/timestamp.h"
#include "utils/guc.h"

/*
 * cv_now -- the time, or what continuous.test_now says instead.
 *
 * For whatever decides about results: idle_timeout, watermark_by, retention,
 * the cut of a scan.  Time-outs, naps and what is only shown go by the real
 * clock.
 */
extern TimestampTz cv_now(void);

/* continuous.test_now, or 0: while it holds the clock, no timer moves it */
extern TimestampTz cv_held_clock(void);

/*
 * cv_clock_local -- what clocks show at time in a zone, by its name in the
 * TimeZone setting (NULL: the session's); false out of range.
 */
extern bool cv_clock_local(TimestampTz time, const char *zone,
						   Timestamp *local);

/* hooks of continuous.test_now */
extern bool cv_clock_check_test_now(char **newval, void **extra,
									GucSource source);
extern void cv_clock_assign_test_now(const char *newval, void *extra);

#endif							/* CV_CLOCK_H */
