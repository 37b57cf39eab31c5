/*-------------------------------------------------------------------------
 *
 * window.c
 *	  Which window a time is in.
 *
 * Pure functions; see base/time_math.h for the arithmetic.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "base/time_math.h"
#include "window/window.h"

bool
cv_window_tumble(const CvWindowSpec *window, int64 time,
				 int64 *start, int64 *end)
{
	Assert(window->kind == CV_WINDOW_TUMBLE);

	return cv_tumble_bounds(time, window->origin, window->size_us, start, end);
}
