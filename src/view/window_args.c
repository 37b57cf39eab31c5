/*-------------------------------------------------------------------------
 *
 * window_args.c
 *	  What the arguments of a window call say, and what is wrong with them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "view/window_args.h"

static const char *read_months(const Interval *interval, const char *what,
							   CvSpan *span, const char **hint);
static const char *refuse_zone(const char *what, const char **hint);
static const char *hop_wrong(const CvWindowSpec *window, const char **hint);
static const char *cumulate_wrong(const CvWindowSpec *window,
								  const char **hint);
static bool are_multiples(const CvSpan *size, const CvSpan *step);
static bool is_shorter(const CvSpan *a, const CvSpan *b);
static bool is_too_many(const CvSpan *size, const CvSpan *step);
static int64 in_its_unit(const CvSpan *span);
static bool have_one_unit(const CvSpan *a, const CvSpan *b);
static bool holds_a_window(const CvWindowSpec *window);

const char *
cv_span_read(const Interval *interval, bool has_zone, const char *what,
			 CvSpan *span, const char **hint)
{
	int64		days_us;

	memset(span, 0, sizeof(CvSpan));
	*hint = NULL;
	if (INTERVAL_NOT_FINITE(interval))
		return psprintf("window %s must be finite", what);
	if (interval->month != 0)
		return read_months(interval, what, span, hint);
	if (has_zone && interval->day != 0)
	{
		if (interval->time != 0)
			return refuse_zone(what, hint);
		span->days = interval->day;
	}
	else if (pg_mul_s64_overflow(interval->day, USECS_PER_DAY, &days_us) ||
			 pg_add_s64_overflow(interval->time, days_us, &span->us))
		return psprintf("window %s is out of range", what);
	if (span->days < 0 || span->us < 0 || (span->days == 0 && span->us == 0))
		return psprintf("window %s must be greater than zero", what);
	return NULL;
}

static const char *
read_months(const Interval *interval, const char *what, CvSpan *span,
			const char **hint)
{
	if (strcmp(what, "gap") == 0)
	{
		*hint = "Give the gap in days, hours or smaller units.";
		return "window gap must not have months or years";
	}
	if (interval->day != 0 || interval->time != 0)
	{
		*hint = "Months and years differ in length.";
		return psprintf("window %s must not mix months or years with smaller units",
						what);
	}
	if (interval->month < 0)
		return psprintf("window %s must be greater than zero", what);
	span->months = interval->month;
	return NULL;
}

static const char *
refuse_zone(const char *what, const char **hint)
{
	*hint = "Without timezone, days are 24 hours.";
	return psprintf("window %s must be in whole days or months if timezone is given",
					what);
}

const char *
cv_zone_read(const char *name, pg_tz **zone, const char **hint)
{
	*hint = NULL;
	*zone = pg_tzset(name);
	if (*zone == NULL)
	{
		*hint = "Names are in the view pg_timezone_names.";
		return psprintf("time zone \"%s\" not recognized", name);
	}
	if (!pg_tz_acceptable(*zone))
		return psprintf("time zone \"%s\" appears to use leap seconds", name);
	return NULL;
}

int64
cv_window_origin_default(const CvWindowSpec *window)
{
	int64		origin = 0;
	int			day = window->grid.step.months != 0 ? 1 : 3;

	(void) cv_midnight(2000, 1, day, window->grid.zone, &origin);
	return origin;
}

const char *
cv_window_spec_wrong(const CvWindowSpec *window, const char **hint)
{
	const char *wrong = NULL;

	*hint = NULL;
	if (window->kind != CV_WINDOW_SESSION)
	{
		if (!IS_VALID_TIMESTAMP(window->grid.origin))
			return "window origin must be finite";
		if (window->grid.zone != NULL && window->size.us != 0)
			return refuse_zone("size", hint);
		if (window->grid.zone != NULL && window->grid.step.us != 0)
			return refuse_zone("slide", hint);
	}
	if (window->kind == CV_WINDOW_HOP)
		wrong = hop_wrong(window, hint);
	if (window->kind == CV_WINDOW_CUMULATE)
		wrong = cumulate_wrong(window, hint);
	if (wrong == NULL && !holds_a_window(window))
		wrong = "window size is larger than the range of time";
	return wrong;
}

static const char *
hop_wrong(const CvWindowSpec *window, const char **hint)
{
	if (is_shorter(&window->size, &window->grid.step))
	{
		*hint = "hop(ts, slide, size)";
		return "size of hop must not be less than its slide";
	}
	/* 30 January 12:00 and 31 January 8:00: a month on, the later is first */
	if (window->size.months != 0 && window->grid.step.us % USECS_PER_DAY != 0)
		return "slide of hop must be in whole days or months if its size is in months";
	if (is_too_many(&window->size, &window->grid.step))
		return psprintf("size of hop must not be more than %d times its slide",
						CV_MAX_WINDOWS_OF_A_ROW);
	return NULL;
}

static const char *
cumulate_wrong(const CvWindowSpec *window, const char **hint)
{
	if (!are_multiples(&window->size, &window->step))
	{
		*hint = "cumulate(ts, step, size)";
		return "size of cumulate must be a multiple of its step";
	}
	if (is_too_many(&window->size, &window->step))
		return psprintf("size of cumulate must not be more than %d times its step",
						CV_MAX_WINDOWS_OF_A_ROW);
	return NULL;
}

/*
 * are_multiples -- do steps fill the size?
 *
 * Months and local days are of no fixed length.  There the last step may be a
 * shorter one; those of hours must go into a day, so that days end with one.
 */
static bool
are_multiples(const CvSpan *size, const CvSpan *step)
{
	if (have_one_unit(size, step))
		return in_its_unit(size) % in_its_unit(step) == 0;
	if (size->us != 0 || step->months != 0 || is_shorter(size, step))
		return false;
	return step->us == 0 ||
		USECS_PER_DAY % step->us == 0 || step->us % USECS_PER_DAY == 0;
}

/* could a be shorter than b?  One day is as long as another here. */
static bool
is_shorter(const CvSpan *a, const CvSpan *b)
{
	int64		shortest = cv_span_min_us(a);
	int64		longest = cv_span_max_us(b);

	if (have_one_unit(a, b))
		return in_its_unit(a) < in_its_unit(b);
	if (a->us == 0)
		shortest = Min(shortest, PG_INT64_MAX - USECS_PER_HOUR) +
			USECS_PER_HOUR;
	if (b->us == 0)
		longest -= USECS_PER_HOUR;
	return shortest < longest;
}

static bool
is_too_many(const CvSpan *size, const CvSpan *step)
{
	bool		in_one_unit = have_one_unit(size, step);
	int64		limit = in_one_unit ? in_its_unit(step) :
		cv_span_min_us(step);

	return !pg_mul_s64_overflow(limit, CV_MAX_WINDOWS_OF_A_ROW, &limit) &&
		limit < (in_one_unit ? in_its_unit(size) : cv_span_max_us(size));
}

static int64
in_its_unit(const CvSpan *span)
{
	return span->us != 0 ? span->us : span->days + span->months;
}

static bool
have_one_unit(const CvSpan *a, const CvSpan *b)
{
	return (a->us != 0) == (b->us != 0) && (a->days != 0) == (b->days != 0);
}

/* does the first window that begins in the range of time end in it? */
static bool
holds_a_window(const CvWindowSpec *window)
{
	const CvGrid *grid = &window->grid;
	int64		n;

	/* a gap of fixed length cannot be longer */
	if (window->kind == CV_WINDOW_SESSION)
		return true;
	n = cv_grid_number(grid, MIN_TIMESTAMP);
	if (cv_grid_edge(grid, n) == DT_NOBEGIN)
		n++;
	return !TIMESTAMP_NOT_FINITE(cv_grid_beyond(grid, n, &window->size, 1));
}
