/*-------------------------------------------------------------------------
 *
 * calendar.h
 *	  Durations that windows are made of, and the grids that they make.
 *
 * Times are microseconds since 2000-01-01, as in TimestampTz and Timestamp.
 * Pure functions: no catalog, no locks, no allocation, no errors.
 *
 * Where clocks are set, a local time may come twice or not at all.  An edge is
 * the first moment at which the clock shows the edge's time or a later one, so
 * that a day holds what has its date, and edges never descend.  Only where a
 * zone left out a whole day do two edges fall together; they are then one.
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

/*
 * The same by numbers.  They mean nothing but their order, and that steps are
 * one apart.  What is no valid timestamp is DT_NOBEGIN or DT_NOEND.
 *
 *	cv_grid_number			the last edge at or before time
 *	cv_grid_around			that edge, and the next
 *	cv_grid_edge			the n-th edge
 *	cv_grid_beyond			k spans beyond where the n-th edge should be (it is
 *							elsewhere if clocks are set then, or the month is
 *							too short)
 *	cv_grid_beyond_number	the last k for which that is at or before time
 */
extern int64 cv_grid_number(const CvGrid *grid, int64 time);
extern void cv_grid_around(const CvGrid *grid, int64 time, int64 *edge,
						   int64 *next);
extern int64 cv_grid_edge(const CvGrid *grid, int64 n);
extern int64 cv_grid_beyond(const CvGrid *grid, int64 n, const CvSpan *span,
							int64 k);
extern int64 cv_grid_beyond_number(const CvGrid *grid, int64 n,
								   const CvSpan *span, int64 time);

/* time + n spans on the calendar of zone; false out of range */
extern bool cv_span_add(int64 time, const CvSpan *span, int64 n, pg_tz *zone,
						int64 *result);

/*
 * The local midnight of a date of zone.  False if it is out of range.
 */
extern bool cv_midnight(int year, int month, int day, pg_tz *zone,
						int64 *result);

/*
 * The shortest and the longest that a span can be, microseconds; saturates.
 * (But where a zone left out a day, or had one twice.)
 */
extern int64 cv_span_min_us(const CvSpan *span);
extern int64 cv_span_max_us(const CvSpan *span);

extern bool cv_span_equal(const CvSpan *a, const CvSpan *b);

#endif							/* CV_CALENDAR_H */
