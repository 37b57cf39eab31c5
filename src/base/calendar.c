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

/* years between which dates are reckoned; timestamps are well inside */
#define MIN_YEAR		(-4790)
#define MAX_YEAR		294400
#define FIRST_MONTH		((int64) MIN_YEAR * 12)
#define END_MONTH		((int64) MAX_YEAR * 12)

/*
 * A place on the calendar.  The day may be one that the month lacks: then its
 * last is meant.
 */
typedef struct Place
{
	int64		month;			/* 12 * year + 0..11 */
	int			day;			/* 1..31 */
	int64		into_day;		/* microseconds */
} Place;

/* The edges start + n * step. */
typedef struct Course
{
	CvSpan		step;
	pg_tz	   *zone;
	int64		start;			/* if the step has a fixed length */
	Place		place;			/* if not */
} Course;

static Course grid_course(const CvGrid *grid);
static Course beyond_course(const CvGrid *grid, int64 n, const CvSpan *span);
static int64 course_edge(const Course *course, int64 n);
static int64 course_number(const Course *course, int64 time);
static int64 guess_number(const Course *course, int64 time);
static int64 fixed_edge(int64 start, int64 step, int64 n);
static int64 fixed_number(int64 start, int64 step, int64 time);
static void move_place(Place *place, const CvSpan *step, int64 n);
static int64 place_date(const Place *place);
static Place place_of(int64 time, pg_tz *zone);
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

	return course_number(&course, time);
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

	return course_number(&course, time);
}

bool
cv_span_add(int64 time, const CvSpan *span, int64 n, pg_tz *zone,
			int64 *result)
{
	Course		course = {.step = *span, .zone = zone, .start = time};

	if (span->us == 0)
		course.place = place_of(time, zone);
	*result = course_edge(&course, n);
	return !TIMESTAMP_NOT_FINITE(*result);
}

bool
cv_midnight(int year, int month, int day, pg_tz *zone, int64 *result)
{
	Place		place = {.month = year * 12 + month - 1, .day = day};

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
		course.place = place_of(grid->origin, grid->zone);
	return course;
}

static Course
beyond_course(const CvGrid *grid, int64 n, const CvSpan *span)
{
	Course		edges = grid_course(grid);
	Course		course = {.step = *span, .zone = grid->zone};

	if (span->us != 0 || grid->step.us != 0)
		course.start = course_edge(&edges, n);
	if (span->us != 0)
		return course;

	/* what is out of range has no place, and nothing is beyond it */
	if (grid->step.us != 0 && TIMESTAMP_NOT_FINITE(course.start))
		course.step = edges.step;
	else if (grid->step.us != 0)
		course.place = place_of(course.start, grid->zone);
	else
	{
		course.place = edges.place;
		move_place(&course.place, &grid->step, n);
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

static int64
course_number(const Course *course, int64 time)
{
	int64		n;

	if (course->step.us != 0)
		return fixed_number(course->start, course->step.us, time);

	/* what is outside of the range is all one */
	time = Max(time, MIN_TIMESTAMP - 1);
	time = Min(time, END_TIMESTAMP);
	n = guess_number(course, time);
	while (course_edge(course, n) > time)
		n--;
	while (course_edge(course, n + 1) <= time)
		n++;
	return n;
}

/* right, but for short months and for where clocks are set */
static int64
guess_number(const Course *course, int64 time)
{
	Place		place = place_of(time, course->zone);
	int64		days;

	if (course->step.months != 0)
		return cv_floor_div(place.month - course->place.month,
							course->step.months);
	days = place_date(&place) - place_date(&course->place);
	if (place.into_day < course->place.into_day)
		days--;
	return cv_floor_div(days, course->step.days);
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

/* n steps on; the day of the month is kept, even if the month lacks it */
static void
move_place(Place *place, const CvSpan *step, int64 n)
{
	int64		by;
	int64		to;
	int			year;
	int			month;

	if (step->months != 0)
	{
		if (pg_mul_s64_overflow(n, step->months, &by) ||
			pg_add_s64_overflow(place->month, by, &to))
			to = n < 0 ? PG_INT64_MIN : PG_INT64_MAX;
		place->month = Min(Max(to, FIRST_MONTH - 1), END_MONTH);
		return;
	}
	if (pg_mul_s64_overflow(n, step->days, &by) ||
		pg_add_s64_overflow(place_date(place), by, &to))
		to = n < 0 ? PG_INT64_MIN : PG_INT64_MAX;
	to = Max(to, date2j(MIN_YEAR, 1, 1) - POSTGRES_EPOCH_JDATE - 1);
	to = Min(to, date2j(MAX_YEAR, 1, 1) - POSTGRES_EPOCH_JDATE);
	j2date((int) to + POSTGRES_EPOCH_JDATE, &year, &month, &place->day);
	place->month = (int64) year * 12 + month - 1;
}

/* days since 2000-01-01 */
static int64
place_date(const Place *place)
{
	int			year = (int) cv_floor_div(place->month, 12);
	int			month = (int) cv_floor_mod(place->month, 12);
	int			last = day_tab[isleap(year)][month];

	return date2j(year, month + 1, Min(place->day, last)) -
		POSTGRES_EPOCH_JDATE;
}

static Place
place_of(int64 time, pg_tz *zone)
{
	Place		place;
	int64		local;
	int			year;
	int			month;

	time = Max(time, MIN_TIMESTAMP - 1);
	time = Min(time, END_TIMESTAMP);
	local = time + offset_us(time, zone);
	place.into_day = cv_floor_mod(local, USECS_PER_DAY);
	j2date((int) cv_floor_div(local, USECS_PER_DAY) + POSTGRES_EPOCH_JDATE,
		   &year, &month, &place.day);
	place.month = (int64) year * 12 + month - 1;
	return place;
}

static int64
moment_of(const Place *place, pg_tz *zone)
{
	int64		local;

	if (place->month < FIRST_MONTH)
		return DT_NOBEGIN;
	if (place->month >= END_MONTH)
		return DT_NOEND;
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
