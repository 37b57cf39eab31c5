/*-------------------------------------------------------------------------
 *
 * window.c
 *	  Which window a time is in.
 *
 * Windows are known here by the number of the grid's edge that they start at
 * (base/calendar.h), and of CUMULATE by their slice.  TUMBLE is taken as HOP
 * whose size is its slide.  Windows of a fixed length, far from the ends of
 * time, have quick ways; what is called per row or per window has them.
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
static bool fixed_first_start(const CvWindowSpec *window, int64 time,
							  int64 *start);
static int64 fixed_since_start(const CvWindowSpec *window, int64 time);
static bool last_bounds(const CvWindowSpec *window, int64 time,
						CvBounds *result);
static bool first_bounds(const CvWindowSpec *window, int64 time,
						 CvBounds *result);
static bool set_first_bounds(const CvWindowSpec *window, int64 n,
							 CvBounds *result);
static int64 ending_number(const CvWindowSpec *window, int64 time);
static int64 guess_ending(const CvWindowSpec *window, int64 time);
static int64 window_end(const CvWindowSpec *window, int64 n);
static bool set_bounds(const CvWindowSpec *window, int64 n, CvBounds *result);
static int64 one_number(const CvWindowSpec *window, int64 n);

/* are starts and ends a fixed time apart?  Of TUMBLE and HOP. */
static inline bool
is_fixed(const CvWindowSpec *window)
{
	return window->grid.step.us != 0 && window->size.us != 0;
}

bool
cv_window_slice(const CvWindowSpec *window, int64 time, CvBounds *slice)
{
	Assert(window->kind != CV_WINDOW_SESSION);
	if (TIMESTAMP_NOT_FINITE(time) || !IS_VALID_TIMESTAMP(time))
		return false;

	switch (window->kind)
	{
		case CV_WINDOW_TUMBLE:
			if (is_fixed(window))
				return cv_tumble_bounds(time, window->grid.origin,
										window->grid.step.us,
										&slice->start, &slice->end);
			cv_grid_around(&window->grid, time, &slice->start, &slice->end);
			return !TIMESTAMP_NOT_FINITE(slice->start) &&
				!TIMESTAMP_NOT_FINITE(slice->end);
		case CV_WINDOW_HOP:
			if (is_fixed(window))
				return fixed_hop_slice(window, time, slice);
			return hop_slice(window, time, slice);
		case CV_WINDOW_CUMULATE:
			if (window->grid.step.us != 0 && window->step.us != 0)
				return fixed_cumulate_slice(window, time, slice);
			return cumulate_slice(window, time, slice);
		case CV_WINDOW_SESSION:
		case CV_WINDOW_NONE:
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
		exists = first_bounds(window, slice->start, result);
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
		exists = last_bounds(window, slice->start, result);
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

	cv_window_first(window, slice, &bounds);
	cv_window_last(window, slice, &last);
	if (window->kind == CV_WINDOW_HOP && is_fixed(window))
		return (int) ((last.start - bounds.start) / window->grid.step.us) + 1;
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
		if (window->grid.step.us != 0 && window->step.us != 0)
		{
			if (bounds->end >= END_TIMESTAMP - window->step.us)
				return false;
			if (bounds->end - bounds->start == window->grid.step.us)
				bounds->start = bounds->end;
			bounds->end += window->step.us;
			return true;
		}
		if (!cv_window_slice(window, bounds->end, &slice))
			return false;
		cv_window_first(window, &slice, bounds);
		return true;
	}
	if (is_fixed(window))
	{
		/* they ascend until an end is out of range */
		if (bounds->end >= END_TIMESTAMP - window->grid.step.us)
			return false;
		bounds->start += window->grid.step.us;
		bounds->end += window->grid.step.us;
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
		return first_bounds(window, time, result);

	n = cv_grid_number(&window->grid, time);
	if (cv_grid_edge(&window->grid, n) == DT_NOBEGIN)
		time = cv_grid_edge(&window->grid, n + 1);
	if (!cv_window_slice(window, time, &slice))
		return false;
	cv_window_first(window, &slice, result);
	return true;
}

void
cv_window_turn(const CvWindowSpec *window, int64 start, CvTurn *turn)
{
	const CvGrid *grid = &window->grid;
	int64		number = cv_grid_number(grid, start);
	int64		apart;

	if (window->kind == CV_WINDOW_CUMULATE)
	{
		turn->at = start;
		turn->until = cv_grid_edge(grid, number + 1);
		return;
	}
	if (is_fixed(window))
		apart = (window->size.us - 1) / grid->step.us + 1;
	else
		/* a day more, as a zone may have one twice */
		apart = (cv_span_max_us(&window->size) + USECS_PER_DAY) /
			cv_span_min_us(&grid->step) + 1;
	number = cv_floor_div(number, apart) * apart;
	turn->at = window_end(window, number);
	turn->until = cv_grid_edge(grid, number + apart);
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

	since_start = fixed_since_start(window, time);
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
	int64		ending = ending_number(window, time);
	CvBounds	first;

	if (!set_first_bounds(window, ending, &first) || first.start > time)
		return false;
	cv_grid_around(&window->grid, time, &slice->start, &slice->end);
	slice->start = Max(slice->start, window_end(window, ending - 1));
	slice->end = Min(slice->end, window_end(window, ending));
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

/* where the first window that ends after time starts; false: nobody knows */
static bool
fixed_first_start(const CvWindowSpec *window, int64 time, int64 *start)
{
	int64		slide = window->grid.step.us;
	int64		size = window->size.us;
	int64		since_start = fixed_since_start(window, time);

	return !pg_sub_s64_overflow(time, since_start, start) &&
		!pg_sub_s64_overflow(*start, (size - 1 - since_start) / slide * slide,
							 start) &&
		*start >= MIN_TIMESTAMP && *start < END_TIMESTAMP - size;
}

/* how long is the last start ago? */
static int64
fixed_since_start(const CvWindowSpec *window, int64 time)
{
	int64		slide = window->grid.step.us;
	int64		since = cv_floor_mod(time, slide) -
		cv_floor_mod(window->grid.origin, slide);

	return since < 0 ? since + slide : since;
}

/* the last window that starts at or before time, which is in one */
static bool
last_bounds(const CvWindowSpec *window, int64 time, CvBounds *result)
{
	int64		n;

	if (is_fixed(window))
	{
		result->start = time - fixed_since_start(window, time);
		if (result->start < END_TIMESTAMP - window->size.us)
		{
			result->end = result->start + window->size.us;
			return true;
		}
	}
	n = cv_grid_number(&window->grid, time);
	/* at the end of all time only */
	while (window_end(window, n) == DT_NOEND)
		n = cv_grid_number(&window->grid,
						   cv_grid_edge(&window->grid, n) - 1);
	return set_bounds(window, n, result);
}

/* the first window that ends after time */
static bool
first_bounds(const CvWindowSpec *window, int64 time, CvBounds *result)
{
	if (is_fixed(window) && fixed_first_start(window, time, &result->start))
	{
		result->end = result->start + window->size.us;
		return true;
	}
	return set_first_bounds(window, ending_number(window, time), result);
}

/* the window of the number, or the first of all */
static bool
set_first_bounds(const CvWindowSpec *window, int64 n, CvBounds *result)
{
	n = one_number(window, n);
	if (set_bounds(window, n, result))
		return true;
	/* at the ends of all time only */
	if (cv_grid_edge(&window->grid, n) != DT_NOBEGIN)
		return false;
	n = cv_grid_number(&window->grid, MIN_TIMESTAMP - 1) + 1;
	return set_bounds(window, one_number(window, n), result);
}

/* the first number of which window_end() is after time */
static int64
ending_number(const CvWindowSpec *window, int64 time)
{
	int64		n;

	if (window->kind == CV_WINDOW_TUMBLE)
		return cv_grid_number(&window->grid, time);
	n = guess_ending(window, time);
	while (window_end(window, n - 1) > time)
		n--;
	while (window_end(window, n) <= time)
		n++;
	return n;
}

/* it may be wrong by as many as months differ in length */
static int64
guess_ending(const CvWindowSpec *window, int64 time)
{
	const CvGrid *grid = &window->grid;
	const CvSpan *size = &window->size;
	int64		before;

	if (grid->step.us == 0 && (grid->step.days == 0) == (size->days == 0))
		return cv_grid_number(grid, time) + 1 -
			(size->days + size->months) / (grid->step.days + grid->step.months);
	if (!cv_span_add(time, size, -1, grid->zone, &before))
		before = MIN_TIMESTAMP;
	return cv_grid_number(grid, before) + 1;
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
	while (!TIMESTAMP_NOT_FINITE(edge) &&
		   cv_grid_edge(&window->grid, n + 1) == edge)
		n++;
	return n;
}
