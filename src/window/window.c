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
cv_window_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	Assert(window->kind == CV_WINDOW_TUMBLE);

	return cv_tumble_bounds(time, window->grid.origin, window->grid.step.us,
							&slice->start, &slice->end);
}
