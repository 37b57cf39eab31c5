/*-------------------------------------------------------------------------
 *
 * window.c
 *	  Which window a time is in.
 *
 * Windows are known here by the number of the grid's edge that they start at
 * (base/calendar.h), and of CUMULATE by their slice.  TUMBLE is taken as HOP
 * whose size is its slide; only cv_window_slice(), which is called per row,
 * has quick ways for windows of a fixed length.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "base/time_math.h"
#include "window/window.h"

static bool fixed_hop_slice(const CvWindowSpec *window, int64 time,
							CvBounds *slice);
static bool fixed_cumulate_slice(const CvWindowSpec *window, int64 time,
								 CvBounds *slice);
static bool hop_slice(const CvWindowSpec *window, int64 time,
					  CvBounds *slice);
static bool cumulate_slice(const CvWindowSpec *window, int64 time,
						   CvBounds *slice);
static int64 last_number(const CvWindowSpec *window, int64 time);
static int64 first_number(const CvWindowSpec *window, int64 time);
static int64 ending_number(const CvWindowSpec *window, int64 time);
static int64 window_end(const CvWindowSpec *window, int64 n);
static bool set_bounds(const CvWindowSpec *window, int64 n, CvBounds *result);
static int64 one_number(const CvWindowSpec *window, int64 n);

bool
cv_window_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	bool		is_fixed = window->grid.step.us != 0;

	Assert(window->kind != CV_WINDOW_SESSION);
	if (TIMESTAMP_NOT_FINITE(time) || !IS_VALID_TIMESTAMP(time))
		return false;

	switch (window->kind)
	{
		case CV_WINDOW_TUMBLE:
			if (is_fixed)
				return cv_tumble_bounds(time, window->grid.origin,
										window->grid.step.us,
										&slice->start, &slice->end);
			return set_bounds(window, cv_grid_number(&window->grid, time),
							  slice);
		case CV_WINDOW_HOP:
			if (is_fixed && window->size.us != 0)
				return fixed_hop_slice(window, time, slice);
			return hop_slice(window, time, slice);
		case CV_WINDOW_CUMULATE:
			if (is_fixed && window->step.us != 0)
				return fixed_cumulate_slice(window, time, slice);
			return cumulate_slice(window, time, slice);
		case CV_WINDOW_SESSION:
			break;
	}
	return false;
}

void
cv_window_first(const CvWindowSpec *window, const CvBounds *slice,
				CvBounds *result)
{
	bool		exists = true;

	if (window->kind == CV_WINDOW_TUMBLE)
		*result = *slice;
	else if (window->kind == CV_WINDOW_HOP)
		exists = set_bounds(window, first_number(window, slice->start),
							result);
	else
	{
		result->start = cv_grid_edge(&window->grid,
									 cv_grid_number(&window->grid,
													slice->start));
		result->end = slice->end;
	}
	Assert(exists);
	(void) exists;
}

void
cv_window_last(const CvWindowSpec *window, const CvBounds *slice,
			   CvBounds *result)
{
	int64		n;
	bool		exists = true;

	if (window->kind == CV_WINDOW_TUMBLE)
		*result = *slice;
	else if (window->kind == CV_WINDOW_HOP)
		exists = set_bounds(window, last_number(window, slice->start),
							result);
	else
	{
		n = cv_grid_number(&window->grid, slice->start);
		result->start = cv_grid_edge(&window->grid, n);
		result->end = cv_grid_edge(&window->grid, n + 1);
		if (result->end == DT_NOEND)
			result->end =
				cv_grid_beyond(&window->grid, n, &window->step,
							   cv_grid_beyond_number(&window->grid, n,
													 &window->step,
													 END_TIMESTAMP - 1));
	}
	Assert(exists);
	(void) exists;
}

int
cv_window_count(const CvWindowSpec *window, const CvBounds *slice)
{
	CvBounds	bounds;
	CvBounds	last;
	int			count = 1;

	if (window->kind == CV_WINDOW_TUMBLE)
		return 1;
	if (window->kind == CV_WINDOW_HOP && window->grid.zone == NULL)
		return (int) (last_number(window, slice->start) -
					  first_number(window, slice->start)) + 1;

	/* where a zone left out a day there is one less; seldom asked for */
	cv_window_first(window, slice, &bounds);
	cv_window_last(window, slice, &last);
	if (window->kind == CV_WINDOW_CUMULATE &&
		window->grid.step.us != 0 && window->step.us != 0)
		return (int) ((last.end - slice->end) / window->step.us) + 1;
	while ((bounds.start != last.start || bounds.end != last.end) &&
		   cv_window_next(window, &bounds))
		count++;
	return count;
}

bool
cv_window_next(const CvWindowSpec *window, CvBounds *bounds)
{
	int64		n;
	CvBounds	slice;

	/* of CUMULATE: the first over the slice behind it */
	if (window->kind == CV_WINDOW_CUMULATE)
	{
		if (!cv_window_slice(window, bounds->end, &slice))
			return false;
		cv_window_first(window, &slice, bounds);
		return true;
	}
	n = cv_grid_number(&window->grid, bounds->start);
	return set_bounds(window, one_number(window, n + 1), bounds);
}

bool
cv_window_ending_after(const CvWindowSpec *window, int64 time,
					   CvBounds *result)
{
	int64		n;
	CvBounds	slice;

	time = Max(time, MIN_TIMESTAMP);
	if (!IS_VALID_TIMESTAMP(time))
		return false;
	if (window->kind != CV_WINDOW_CUMULATE)
		return set_bounds(window, first_number(window, time), result);

	n = cv_grid_number(&window->grid, time);
	if (cv_grid_edge(&window->grid, n) == DT_NOBEGIN)
		time = cv_grid_edge(&window->grid, n + 1);
	if (!cv_window_slice(window, time, &slice))
		return false;
	cv_window_first(window, &slice, result);
	return true;
}

/* cuts at starts and at ends, each a slide apart */
static bool
fixed_hop_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	int64		slide = window->grid.step.us;
	int64		size = window->size.us;
	int64		since_start;
	int64		since_end;
	int64		first;

	since_start = cv_floor_mod(time, slide) -
		cv_floor_mod(window->grid.origin, slide);
	if (since_start < 0)
		since_start += slide;
	since_end = since_start - size % slide;
	if (since_end < 0)
		since_end += slide;

	/* only far from the ends of time are all cuts those of windows */
	if (pg_sub_s64_overflow(time, since_start, &slice->start) ||
		pg_sub_s64_overflow(slice->start,
							(size - 1 - since_start) / slide * slide,
							&first) ||
		first < MIN_TIMESTAMP + slide ||
		slice->start >= END_TIMESTAMP - size)
		return hop_slice(window, time, slice);

	slice->start = time - Min(since_start, since_end);
	slice->end = time + (slide - Max(since_start, since_end));
	return true;
}

static bool
fixed_cumulate_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	int64		step = window->step.us;
	int64		size = window->grid.step.us;
	int64		since_start;
	int64		start;

	since_start = cv_floor_mod(time, size) -
		cv_floor_mod(window->grid.origin, size);
	if (since_start < 0)
		since_start += size;
	if (pg_sub_s64_overflow(time, since_start, &start) ||
		start < MIN_TIMESTAMP)
		return false;

	/* a size is a multiple of its step */
	slice->start = time - since_start % step;
	return !pg_add_s64_overflow(slice->start, step, &slice->end) &&
		IS_VALID_TIMESTAMP(slice->end);
}

static bool
hop_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	const CvGrid *grid = &window->grid;
	int64		begun = cv_grid_number(grid, time);
	int64		ending = ending_number(window, time);
	CvBounds	first;

	if (!set_bounds(window, first_number(window, time), &first) ||
		first.start > time)
		return false;
	slice->start = Max(cv_grid_edge(grid, begun),
					   window_end(window, ending - 1));
	slice->end = Min(cv_grid_edge(grid, begun + 1),
					 window_end(window, ending));
	return true;
}

static bool
cumulate_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	const CvGrid *grid = &window->grid;
	int64		n = cv_grid_number(grid, time);
	int64		k = cv_grid_beyond_number(grid, n, &window->step, time);
	int64		end = cv_grid_beyond(grid, n, &window->step, k + 1);

	/* the last one ends with the size, also where that cuts the step */
	slice->start = cv_grid_beyond(grid, n, &window->step, k);
	slice->end = Min(end, cv_grid_edge(grid, n + 1));
	return cv_grid_edge(grid, n) != DT_NOBEGIN && slice->end != DT_NOEND;
}

/* the last window that starts at or before time, which is in one */
static int64
last_number(const CvWindowSpec *window, int64 time)
{
	int64		n = cv_grid_number(&window->grid, time);

	/* at the end of all time only */
	while (window_end(window, n) == DT_NOEND)
		n = cv_grid_number(&window->grid,
						   cv_grid_edge(&window->grid, n) - 1);
	return n;
}

/* the first window that ends after time, if its end is in range */
static int64
first_number(const CvWindowSpec *window, int64 time)
{
	int64		n = ending_number(window, time);

	/* at the beginning of all time only */
	if (cv_grid_edge(&window->grid, n) == DT_NOBEGIN)
		n = cv_grid_number(&window->grid, MIN_TIMESTAMP - 1) + 1;
	return one_number(window, n);
}

/* the first number of which window_end() is after time */
static int64
ending_number(const CvWindowSpec *window, int64 time)
{
	const CvGrid *grid = &window->grid;
	int64		before;
	int64		n;

	if (window->kind == CV_WINDOW_TUMBLE)
		return cv_grid_number(grid, time);

	if (!cv_span_add(time, &window->size, -1, grid->zone, &before))
		before = MIN_TIMESTAMP;
	n = cv_grid_number(grid, before) + 1;

	/* a month is not always as long as another */
	while (window_end(window, n - 1) > time)
		n--;
	while (window_end(window, n) <= time)
		n++;
	return n;
}

static int64
window_end(const CvWindowSpec *window, int64 n)
{
	return window->kind == CV_WINDOW_TUMBLE ?
		cv_grid_edge(&window->grid, n + 1) :
		cv_grid_beyond(&window->grid, n, &window->size, 1);
}

static bool
set_bounds(const CvWindowSpec *window, int64 n, CvBounds *result)
{
	int64		start = cv_grid_edge(&window->grid, n);
	int64		end = window_end(window, n);

	if (TIMESTAMP_NOT_FINITE(start) || TIMESTAMP_NOT_FINITE(end))
		return false;
	result->start = start;
	result->end = end;
	return true;
}

/* of several edges that fall together, the last stands for all */
static int64
one_number(const CvWindowSpec *window, int64 n)
{
	int64		edge;

	if (window->grid.zone == NULL)
		return n;
	edge = cv_grid_edge(&window->grid, n);
	return TIMESTAMP_NOT_FINITE(edge) ? n :
		cv_grid_number(&window->grid, edge);
}
