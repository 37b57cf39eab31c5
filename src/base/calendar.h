/*-------------------------------------------------------------------------
 *
 * calendar.h
 *	  Durations that windows are made of, and the grids that they make.
 *
 * Times are microseconds since 2000-01-01, as in TimestampTz and Timestamp.
 * Pure functions: no catalog, no locks, no allocation, no errors.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CALENDAR_H
#define CV_CALENDAR_H

#include "datatype/timestamp.h"
#include "pgtime.h"

/*
 * A duration, in exactly one unit: the others are 0.  months and days follow
 * the calendar (of the grid's zone, or of UTC); days without a zone are 24
 * hours and given in us.
 */
typedef struct CvSpan
{
	int32		months;
	int32		days;
	int64		us;
} CvSpan;

/* Edges origin + n * step, n any integer; clipped to a month's last day. */
typedef struct CvGrid
{
	CvSpan		step;
	int64		origin;
	pg_tz	   *zone;			/* NULL: times as they are written, or UTC */
} CvGrid;

/*
 * cv_grid_floor -- the last edge at or before time.
 *
 * False if there is none: time is infinite or no valid timestamp, or the edge
 * would not be one.  Edges strictly ascend, whatever clocks are set to.
 */
extern bool cv_grid_floor(const CvGrid *grid, int64 time, int64 *edge);

/* The n-th edge after edge (n < 0: before), by its number, not by adding up. */
extern bool cv_grid_step(const CvGrid *grid, int64 edge, int64 n,
						 int64 *result);

/* time + n spans on the calendar of zone; false out of range */
extern bool cv_span_add(int64 time, const CvSpan *span, int64 n, pg_tz *zone,
						int64 *result);

/* the shortest and the longest that a span can be, microseconds; saturates */
extern int64 cv_span_min_us(const CvSpan *span);
extern int64 cv_span_max_us(const CvSpan *span);

extern bool cv_span_equal(const CvSpan *a, const CvSpan *b);

#endif							/* CV_CALENDAR_H */
