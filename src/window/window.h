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

/*
 * cv_window_tumble -- the window [*start, *end) that time is in.
 *
 * False if there is none: time is infinite, or the window would leave the
 * range of the type (its start before the first timestamp, or its end after
 * the last one).
 */
extern bool cv_window_tumble(const CvWindowSpec *window, int64 time,
							 int64 *start, int64 *end);

#endif							/* CV_WINDOW_H */
