/*-------------------------------------------------------------------------
 *
 * clock.c
 *	  The wall clock, as far as it decides something about results.
 *
 * continuous.test_now holds it for tests, so that they need not wait.  The
 * setting is read where no transaction is, and in the postmaster, so nothing
 * here throws.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <string.h>

#include "pgtime.h"
#include "utils/datetime.h"
#include "utils/timestamp.h"

#include "base/clock.h"
#include "base/compat.h"

static bool is_held = false;
static TimestampTz held_at;

static bool parse_time(const char *text, TimestampTz *time);

TimestampTz
cv_now(void)
{
	return is_held ? held_at : GetCurrentTimestamp();
}

TimestampTz
cv_held_clock(void)
{
	return is_held ? held_at : 0;
}

bool
cv_clock_local(TimestampTz time, const char *zone, Timestamp *local)
{
	pg_tz	   *tz = zone == NULL ? session_timezone : pg_tzset(zone);
	struct pg_tm tm;
	fsec_t		fsec;
	int			offset;

	return tz != NULL &&
		timestamp2tm(time, &offset, &tm, &fsec, NULL, tz) == 0 &&
		tm2timestamp(&tm, fsec, NULL, local) == 0;
}

bool
cv_clock_check_test_now(char **newval, void **extra, GucSource source)
{
	TimestampTz time;

	if (**newval == '\0')
		return true;
	if (!parse_time(*newval, &time))
	{
		GUC_check_errdetail("It must be empty, or a time such as \"2024-05-01 12:00:00+00\".");
		return false;
	}
	*extra = cv_guc_malloc(sizeof(TimestampTz));
	if (*extra == NULL)
		return false;
	memcpy(*extra, &time, sizeof(TimestampTz));
	return true;
}

void
cv_clock_assign_test_now(const char *newval, void *extra)
{
	is_held = extra != NULL;
	if (is_held)
		memcpy(&held_at, extra, sizeof(TimestampTz));
}

/* parse_time -- a time that means the same whenever it is read. */
static bool
parse_time(const char *text, TimestampTz *time)
{
	static const char *const moving[] = {"now", "today", "tomorrow", "yesterday"};
	char		buffer[MAXDATELEN + MAXDATEFIELDS];
	char	   *field[MAXDATEFIELDS];
	int			type[MAXDATEFIELDS];
	int			nfields;
	int			kind;
	int			offset;
	struct pg_tm tm;
	fsec_t		fsec;

	if (ParseDateTime(text, buffer, sizeof(buffer), field, type,
					  MAXDATEFIELDS, &nfields) != 0)
		return false;
	for (int i = 0; i < nfields; i++)
		for (int j = 0; j < lengthof(moving); j++)
			if (strcmp(field[i], moving[j]) == 0)
				return false;
	return cv_decode_datetime(field, type, nfields, &kind, &tm, &fsec,
							  &offset) == 0 &&
		kind == DTK_DATE &&
		tm2timestamp(&tm, fsec, &offset, time) == 0;
}
