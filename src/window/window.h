/*-------------------------------------------------------------------------
 *
 * window.h
 *	  Which window a time is in.  Pure functions of int64: no catalog, no
 *	  locks, no allocation.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WINDOW_H
#define CV_WINDOW_H

#include "view/view_spec.h"

/* A window, or a slice: [start, end). */
typedef struct CvBounds
{
	int64		start;
	int64		end;
} CvBounds;

/*
 * Windows of a view have one order: by start, then end; ends never descend in
 * it.  Those whose bounds would leave the range of the type do not exist.
 * All of the following is for TUMBLE, HOP and CUMULATE.
 *
 * A slice is what no start and no end of a window cuts, so that a window is
 * made of whole slices.  Of TUMBLE it is the window itself.
 */

/*
 * cv_window_slice -- the slice that time is in.
 *
 * False if time is in no window: it is infinite, or every window that would
 * cover it would leave the range.
 */
extern bool cv_window_slice(const CvWindowSpec *window, int64 time,
							CvBounds *slice);

/* The first and the last window that cover the slice; there is one. */
extern void cv_window_first(const CvWindowSpec *window, const CvBounds *slice,
							CvBounds *result);
extern void cv_window_last(const CvWindowSpec *window, const CvBounds *slice,
						   CvBounds *result);

/* How many windows cover the slice? */
extern int	cv_window_count(const CvWindowSpec *window,
							const CvBounds *slice);

/* The window behind bounds, in order; false if there is none. */
extern bool cv_window_next(const CvWindowSpec *window, CvBounds *bounds);

/* The first window, in order, that ends after time; false if there is none. */
extern bool cv_window_ending_after(const CvWindowSpec *window, int64 time,
								   CvBounds *result);

/*
 * Where the row of slices that windows slide over is turned (see
 * aggregate/agg_queue.h): slices before and behind it are merged apart.
 */
typedef struct CvTurn
{
	int64		at;
	int64		until;			/* windows that start before have this one */
} CvTurn;

/*
 * cv_window_turn -- that of a window of HOP or CUMULATE, by its start alone.
 *
 * Of HOP: the end of every n-th window, n such that it shares no slice with the
 * n-th behind it.  Windows of CUMULATE share all slices from their start on:
 * that is it.
 */
extern void cv_window_turn(const CvWindowSpec *window, int64 start,
						   CvTurn *turn);

#endif							/* CV_WINDOW_H */
