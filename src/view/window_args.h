/*-------------------------------------------------------------------------
 *
 * window_args.h
 *	  What the arguments of a window call say, and what is wrong with them.
 *
 * CREATE and the SQL functions judge by the same rules.  A function here gives
 * NULL if all is well, else the message, and with it a hint or NULL.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WINDOW_ARGS_H
#define CV_WINDOW_ARGS_H

#include "pgtime.h"
#include "view/view_spec.h"

/* size / slide, or size / step, is refused above it */
#define CV_MAX_WINDOWS_OF_A_ROW		1000

/*
 * cv_span_read -- an interval as a span.
 *
 * what names the argument: "size", "slide", "step", "gap".
 */
extern const char *cv_span_read(const Interval *interval, bool has_zone,
								const char *what, CvSpan *span,
								const char **hint);

/* cv_zone_read -- a time zone by its name; it lives as long as the process. */
extern const char *cv_zone_read(const char *name, pg_tz **zone,
								const char **hint);

/*
 * cv_window_origin_default -- where a window without an origin begins to
 * count: Monday 2000-01-03, with months 2000-01-01, at midnight of grid.zone.
 *
 * Of a window whose grid.step and grid.zone are filled.
 */
extern int64 cv_window_origin_default(const CvWindowSpec *window);

/*
 * cv_window_spec_wrong -- what is wrong with the whole of it?
 *
 * Of a window whose kind, grid, size and step are filled.
 */
extern const char *cv_window_spec_wrong(const CvWindowSpec *window,
										const char **hint);

#endif							/* CV_WINDOW_ARGS_H */
