/*-------------------------------------------------------------------------
 *
 * calendar.c
 *	  Durations that windows are made of, and the grids that they make.
 *
 * Edges are found by number: a number is guessed from the calendar, then put
 * right by comparing with its neighbours.  So all that has to be known of
 * zones is how to find the moment of one local time.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "utils/datetime.h"

#include "base/calendar.h"
#include "base/time_math.h"

#define UNIX_EPOCH_SECS \
	((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * SECS_PER_DAY)

/* no zone is further from UTC (POSIX rules can say 167 hours) */
#define MAX_OFFSET_SECS		(8 * SECS_PER_DAY)

/* what is reckoned with, wide enough for local times; dates are days since
 * 2000-01-01, months since the year 0 */
#define FIRST_DATE		(-(int64) POSTGRES_EPOCH_JDATE - 400)
#define END_DATE		(END_TIMESTAMP / USECS_PER_DAY + 400)
#define FIRST_MONTH		((int64) -4714 * 12)
#define END_MONTH		((int64) 294278 * 12)

/*
 * A place on the calendar, by its date or by month and day.  The day may be
 * one that the month lacks: then its last is meant.
 */
typedef struct Place
{
	bool		is_by_month;
	int64		date;
	int64		month;
	int			day;			/* 1..31 */
	int64		into_day;		/* microseconds */
} Place;

/* The edges start + n * step. */
typedef struct Course
{
	CvSpan		step;
	pg_tz	   *zone;
	int64		start;			/* if the step has a fixed length */
	Place		place;			/* if not; by month if the step is */
} Course;

static Course grid_course(const CvGrid *grid);
static Course beyond_course(const CvGrid *grid, int64 n, const CvSpan *span);
static int64 course_edge(const Course *course, int64 n);
static int64 course_number(const Course *course, int64 time, int64 *edge,
						   int64 *next);
static int64 guess_number(const Course *course, int64 time);
static int64 fixed_edge(int64 start, int64 step, int64 n);
static int64 fixed_number(int64 start, int64 step, int64 time);
static Place place_of(int64 time, pg_tz *zone, bool is_by_month);
static void turn_place(Place *place, bool is_by_month);
static void move_place(Place *place, const CvSpan *step, int64 n);
static int64 out_of_reckoning(const Place *place);
static int64 place_date(const Place *place);
static int64 moment_of(const Place *place, pg_tz *zone);
static int64 moment_of_local(int64 local, pg_tz *zone);
static int64 offset_us(int64 time, pg_tz *zone);
static int64 saturate(int64 time);
static int64 span_us(const CvSpan *span, int64 days, int64 hour_off);

bool
cv_grid_floor(const CvGrid *grid, int64 time, int64 *edge)
{
	if (TIMESTAMP_NOT_FINITE(time) || !IS_VALID_TIMESTAMP(time))
		return false;
	*edge = cv_grid_edge(grid, cv_grid_number(grid, time));
	return !TIMESTAMP_NOT_FINITE(*edge);
}

bool
cv_grid_step(const CvGrid *grid, int64 edge, int64 n, int64 *result)
{
	int64		number;

	/* if two edges fall together, count from the far one */
	if (n < 0)
	{
		number = cv_grid_number(grid, edge - 1);
		n++;
	}
	else
		number = cv_grid_number(grid, edge);
	if (pg_add_s64_overflow(number, n, &number))
		return false;
	*result = cv_grid_edge(grid, number);
	return !TIMESTAMP_NOT_FINITE(*result);
}

int64
cv_grid_number(const CvGrid *grid, int64 time)
{
	Course		course = grid_course(grid);

	return course_number(&course, time, NULL, NULL);
}

void
cv_grid_around(const CvGrid *grid, int64 time, int64 *edge, int64 *next)
{
	Course		course = grid_course(grid);

	(void) course_number(&course, time, edge, next);
}

int64
cv_grid_edge(const CvGrid *grid, int64 n)
{
	Course		course = grid_course(grid);

	return course_edge(&course, n);
}

int64
cv_grid_beyond(const CvGrid *grid, int64 n, const CvSpan *span, int64 k)
{
	Course		course = beyond_course(grid, n, span);

	return course_edge(&course, k);
}

int64
cv_grid_beyond_number(const CvGrid *grid, int64 n, const CvSpan *span,
					  int64 time)
{
	Course		course = beyond_course(grid, n, span);

	return course_number(&course, time, NULL, NULL);
}

bool
cv_span_add(int64 time, const CvSpan *span, int64 n, pg_tz *zone,
			int64 *result)
{
	Course		course = {.step = *span, .zone = zone, .start = time};

	if (span->us == 0)
		course.place = place_of(time, zone, span->months != 0);
	*result = course_edge(&course, n);
	return !TIMESTAMP_NOT_FINITE(*result);
}

bool
cv_midnight(int year, int month, int day, pg_tz *zone, int64 *result)
{
	Place		place = {.is_by_month = true, .month = year * 12 + month - 1,
	.day = day};

	*result = moment_of(&place, zone);
	return !TIMESTAMP_NOT_FINITE(*result);
}

bool
cv_span_equal(const CvSpan *a, const CvSpan *b)
{
	return a->months == b->months && a->days == b->days && a->us == b->us;
}

int64
cv_span_min_us(const CvSpan *span)
{
	static const int days[12] = {0, 28, 59, 89, 120, 150, 181, 212, 242, 273,
	303, 334};
	int64		years = span->months / 12;

	/* up to two of the leap years may be none, at the turn of a century */
	return span_us(span, span->days + days[span->months % 12] + years * 365 +
				   Max(0, years / 4 - years / 100 - 1), -1);
}

int64
cv_span_max_us(const CvSpan *span)
{
	static const int days[12] = {0, 31, 62, 92, 123, 153, 184, 215, 245, 276,
	306, 337};
	int64		years = span->months / 12;

	return span_us(span, span->days + days[span->months % 12] + years * 365 +
				   (years + 3) / 4, 1);
}

/* a day of it may be an hour shorter or longer */
static int64
span_us(const CvSpan *span, int64 days, int64 hour_off)
{
	int64		result;

	if (days == 0)
		return span->us;
	if (pg_mul_s64_overflow(days, USECS_PER_DAY, &result) ||
		pg_add_s64_overflow(result, hour_off * USECS_PER_HOUR, &result))
		return PG_INT64_MAX;
	return result;
}

static Course
grid_course(const CvGrid *grid)
{
	Course		course = {.step = grid->step, .zone = grid->zone};

	/*
	 * The edge next to 0 stands for the origin, so that numbers do not
	 * overflow.
	 */
	if (grid->step.us != 0)
		course.start = cv_floor_mod(grid->origin, grid->step.us);
	else
		course.place = place_of(grid->origin, grid->zone,
								grid->step.months != 0);
	return course;
}

static Course
beyond_course(const CvGrid *grid, int64 n, const CvSpan *span)
{
	Course		edges = grid_course(grid);
	Course		course = {.step = *span, .zone = grid->zone};
	int64		out = 0;

	if (span->us != 0)
	{
		course.start = course_edge(&edges, n);
		return course;
	}
	if (grid->step.us != 0)
	{
		int64		edge = course_edge(&edges, n);

		if (TIMESTAMP_NOT_FINITE(edge))
			out = edge;
		else
			course.place = place_of(edge, grid->zone, span->months != 0);
	}
	else
	{
		course.place = edges.place;
		move_place(&course.place, &grid->step, n);
		out = out_of_reckoning(&course.place);
		turn_place(&course.place, span->months != 0);
	}

	/* nothing is beyond the ends of time */
	if (out != 0)
	{
		course.step = (CvSpan) {.us = 1};
		course.start = out;
	}
	return course;
}

static int64
course_edge(const Course *course, int64 n)
{
	Place		place = course->place;

	if (course->step.us != 0)
		return fixed_edge(course->start, course->step.us, n);
	move_place(&place, &course->step, n);
	return moment_of(&place, course->zone);
}

/* and, if asked for, the edge of that number and the one behind it */
static int64
course_number(const Course *course, int64 time, int64 *edge, int64 *next)
{
	int64		n;
	int64		at;
	int64		behind;

	if (course->step.us != 0)
	{
		n = fixed_number(course->start, course->step.us, time);
		if (edge != NULL)
		{
			*edge = course_edge(course, n);
			*next = course_edge(course, n + 1);
		}
		return n;
	}

	/* what is outside of the range is all one */
	time = Max(time, MIN_TIMESTAMP - 1);
	time = Min(time, END_TIMESTAMP);
	n = guess_number(course, time);
	at = course_edge(course, n);
	while (at > time)
		at = course_edge(course, --n);
	while ((behind = course_edge(course, n + 1)) <= time)
	{
		at = behind;
		n++;
	}
	if (edge != NULL)
	{
		*edge = at;
		*next = behind;
	}
	return n;
}

/* right, but for short months and for where clocks are set */
static int64
guess_number(const Course *course, int64 time)
{
	const Place *start = &course->place;
	Place		place = place_of(time, course->zone, start->is_by_month);

	if (start->is_by_month)
		return cv_floor_div(place.month - start->month, course->step.months);
	return cv_floor_div(place.date - start->date -
						(place.into_day < start->into_day ? 1 : 0),
						course->step.days);
}

static int64
fixed_edge(int64 start, int64 step, int64 n)
{
	int64		edge;

	if (TIMESTAMP_NOT_FINITE(start))
		return start;
	if (pg_mul_s64_overflow(n, step, &edge) ||
		pg_add_s64_overflow(edge, start, &edge))
		return n < 0 ? DT_NOBEGIN : DT_NOEND;
	return saturate(edge);
}

static int64
fixed_number(int64 start, int64 step, int64 time)
{
	int64		since;

	if (!pg_sub_s64_overflow(time, start, &since))
		return cv_floor_div(since, step);

	/* only the difference of the quotients may fit */
	return cv_floor_div(time, step) - cv_floor_div(start, step) -
		(cv_floor_mod(time, step) < cv_floor_mod(start, step) ? 1 : 0);
}

static Place
place_of(int64 time, pg_tz *zone, bool is_by_month)
{
	Place		place = {0};
	int64		local;

	time = Max(time, MIN_TIMESTAMP - 1);
	time = Min(time, END_TIMESTAMP);
	local = time + offset_us(time, zone);
	place.date = cv_floor_div(local, USECS_PER_DAY);
	place.into_day = local - place.date * USECS_PER_DAY;
	turn_place(&place, is_by_month);
	return place;
}

static void
turn_place(Place *place, bool is_by_month)
{
	int			year;
	int			month;

	if (place->is_by_month == is_by_month)
		return;
	if (is_by_month)
	{
		j2date((int) place->date + POSTGRES_EPOCH_JDATE,
			   &year, &month, &place->day);
		place->month = (int64) year * 12 + month - 1;
	}
	else
		place->date = place_date(place);
	place->is_by_month = is_by_month;
}

/* n steps on; the day of the month is kept, even if the month lacks it */
static void
move_place(Place *place, const CvSpan *step, int64 n)
{
	int64		by;
	int64		to;

	if (pg_mul_s64_overflow(n, place->is_by_month ? step->months : step->days,
							&by) ||
		pg_add_s64_overflow(place->is_by_month ? place->month : place->date,
							by, &to))
		to = n < 0 ? PG_INT64_MIN : PG_INT64_MAX;
	if (place->is_by_month)
		place->month = Min(Max(to, FIRST_MONTH - 1), END_MONTH);
	else
		place->date = Min(Max(to, FIRST_DATE - 1), END_DATE);
}

/* DT_NOBEGIN or DT_NOEND if the place is far from all timestamps, else 0 */
static int64
out_of_reckoning(const Place *place)
{
	if (place->is_by_month ? place->month < FIRST_MONTH :
		place->date < FIRST_DATE)
		return DT_NOBEGIN;
	if (place->is_by_month ? place->month >= END_MONTH :
		place->date >= END_DATE)
		return DT_NOEND;
	return 0;
}

static int64
place_date(const Place *place)
{
	int			year;
	int			month;

	if (!place->is_by_month)
		return place->date;
	year = (int) cv_floor_div(place->month, 12);
	month = (int) cv_floor_mod(place->month, 12);
	return date2j(year, month + 1,
				  Min(place->day, day_tab[isleap(year)][month])) -
		POSTGRES_EPOCH_JDATE;
}

static int64
moment_of(const Place *place, pg_tz *zone)
{
	int64		out = out_of_reckoning(place);
	int64		local;

	if (out != 0)
		return out;
	if (pg_mul_s64_overflow(place_date(place), USECS_PER_DAY, &local) ||
		pg_add_s64_overflow(local, place->into_day, &local))
		return DT_NOEND;
	return moment_of_local(local, zone);
}

/*
 * moment_of_local -- the first moment at which the clocks of zone show local
 * or later.
 *
 * PostgreSQL's own choice differs in the hour that comes twice: it takes the
 * second.  A day that begins in it would then lose an hour to the day before.
 */
static int64
moment_of_local(int64 local, pg_tz *zone)
{
	pg_time_t	from;
	int64		moment;

	if (zone == NULL)
		return saturate(local);

	from = cv_floor_div(local, USECS_PER_SEC) + UNIX_EPOCH_SECS -
		MAX_OFFSET_SECS;
	for (;;)
	{
		long int	before = 0;
		long int	after;
		int			before_is_dst;
		int			after_is_dst;
		pg_time_t	until;
		bool		is_last;

		is_last = pg_next_dst_boundary(&from, &before, &before_is_dst, &until,
									   &after, &after_is_dst, zone) != 1;
		if (pg_sub_s64_overflow(local, before * USECS_PER_SEC, &moment))
			return DT_NOEND;
		moment = Max(moment, (from - UNIX_EPOCH_SECS) * USECS_PER_SEC);
		if (is_last ||
			cv_floor_div(moment, USECS_PER_SEC) + UNIX_EPOCH_SECS < until)
			return saturate(moment);
		from = until;
	}
}

/* what the clocks of zone are ahead of UTC */
static int64
offset_us(int64 time, pg_tz *zone)
{
	pg_time_t	at;
	long int	before;
	long int	after;
	int			before_is_dst;
	int			after_is_dst;
	pg_time_t	until;

	if (zone == NULL)
		return 0;
	at = cv_floor_div(time, USECS_PER_SEC) + UNIX_EPOCH_SECS;
	(void) pg_next_dst_boundary(&at, &before, &before_is_dst, &until, &after,
								&after_is_dst, zone);
	return before * USECS_PER_SEC;
}

static int64
saturate(int64 time)
{
	if (time < MIN_TIMESTAMP)
		return DT_NOBEGIN;
	if (time >= END_TIMESTAMP)
		return DT_NOEND;
	return time;
}
