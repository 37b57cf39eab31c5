/*-------------------------------------------------------------------------
 *
 * sessionize.c
 *	  continuous.sessionize(): the session that a row is in, as a window
 *	  function.
 *
 *	  sessionize(ts, gap) OVER (PARTITION BY keys ORDER BY ts)
 *
 * It is what session() of a continuous view says in ordinary SQL.  The first
 * row of a session looks ahead to the last; the others have the answer at
 * hand, so that each row is looked at twice, however long sessions are.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/date.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "windowapi.h"

#include "base/compat.h"
#include "view/window_args.h"

#define ARG_TIME	0
#define ARG_GAP		1

/* The session at hand, in the memory of the partition (zeroed at first). */
typedef struct Session
{
	int64		end_row;		/* the row of the partition behind it */
	int64		first;
	int64		last;
	int64		gap_us;
	bool		has_begun;		/* the fields above are set */
} Session;

PG_FUNCTION_INFO_V1(cv_sessionize_timestamptz);
PG_FUNCTION_INFO_V1(cv_sessionize_timestamp);
PG_FUNCTION_INFO_V1(cv_sessionize_date);

static Datum sessionize(FunctionCallInfo fcinfo, Oid time_type);
static void begin_session(WindowObject window, int64 time, int64 gap_us,
						  Oid time_type, Session *session);
static int64 read_gap(const Interval *gap);
static bool get_time(WindowObject window, int rows, Oid time_type,
					 int64 gap_us, int64 *time);
static void refuse_order(void);
static Datum make_session_range(FunctionCallInfo fcinfo,
								const Session *session, Oid time_type);

Datum
cv_sessionize_timestamptz(PG_FUNCTION_ARGS)
{
	return sessionize(fcinfo, TIMESTAMPTZOID);
}

Datum
cv_sessionize_timestamp(PG_FUNCTION_ARGS)
{
	return sessionize(fcinfo, TIMESTAMPOID);
}

Datum
cv_sessionize_date(PG_FUNCTION_ARGS)
{
	return sessionize(fcinfo, DATEOID);
}

static Datum
sessionize(FunctionCallInfo fcinfo, Oid time_type)
{
	WindowObject window = PG_WINDOW_OBJECT();
	Session    *session = WinGetPartitionLocalMemory(window, sizeof(Session));
	int64		row = WinGetCurrentPosition(window);
	int64		time;
	int64		gap_us;
	Datum		gap;
	bool		is_null;

	WinSetMarkPosition(window, row);
	if (session->has_begun && row < session->end_row)
		return make_session_range(fcinfo, session, time_type);

	gap = WinGetFuncArgCurrent(window, ARG_GAP, &is_null);
	if (is_null)
		PG_RETURN_NULL();
	gap_us = read_gap(DatumGetIntervalP(gap));
	if (!get_time(window, 0, time_type, gap_us, &time))
		PG_RETURN_NULL();

	/* rows without a time come first or last; between others, they hide some */
	if (session->has_begun && time < session->last + session->gap_us)
		refuse_order();
	begin_session(window, time, gap_us, time_type, session);
	session->end_row += row;
	return make_session_range(fcinfo, session, time_type);
}

/* look for its last row */
static void
begin_session(WindowObject window, int64 time, int64 gap_us, Oid time_type,
			  Session *session)
{
	int			rows = 1;
	int64		next;

	session->has_begun = true;
	session->gap_us = gap_us;
	session->first = session->last = time;
	while (get_time(window, rows, time_type, gap_us, &next) &&
		   next < session->last + gap_us)
	{
		CHECK_FOR_INTERRUPTS();
		if (next < session->last)
			refuse_order();
		session->last = next;
		rows++;
	}
	session->end_row = rows;
}

static int64
read_gap(const Interval *gap)
{
	CvSpan		span;
	const char *hint;
	const char *wrong = cv_span_read(gap, false, "gap", &span, &hint);

	if (wrong != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s", wrong), hint ? errhint("%s", hint) : 0));
	return span.us;
}

/*
 * get_time -- the time of the row so many rows on, if it can be in a session.
 *
 * False if it is NULL or infinite, or a session that ends with it would leave
 * the range of time, as well as behind the last row of the partition.
 */
static bool
get_time(WindowObject window, int rows, Oid time_type, int64 gap_us,
		 int64 *time)
{
	bool		is_null;
	bool		is_out;
	Datum		value;
	int64		end;
	int			overflow;

	value = WinGetFuncArgInPartition(window, ARG_TIME, rows,
									 WINDOW_SEEK_CURRENT, false, &is_null,
									 &is_out);
	if (is_out || is_null)
		return false;
	/* dates go on for longer than timestamps: infinity then */
	*time = time_type == DATEOID ?
		date2timestamp_opt_overflow(DatumGetDateADT(value), &overflow) :
		DatumGetInt64(value);
	return !TIMESTAMP_NOT_FINITE(*time) &&
		!pg_add_s64_overflow(*time, gap_us, &end) && IS_VALID_TIMESTAMP(end);
}

static void
refuse_order(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("rows of sessionize() are not in the order of their times"),
			 errhint("sessionize(ts, gap) OVER (PARTITION BY keys ORDER BY ts)")));
}

static Datum
make_session_range(FunctionCallInfo fcinfo, const Session *session,
				   Oid time_type)
{
	Oid			range_type = time_type == TIMESTAMPTZOID ?
		TSTZRANGEOID : TSRANGEOID;
	RangeBound	lower = {0};
	RangeBound	upper = {0};

	lower.val = Int64GetDatum(session->first);
	lower.inclusive = true;
	lower.lower = true;
	upper.val = Int64GetDatum(session->last + session->gap_us);
	return RangeTypePGetDatum(cv_make_range(range_get_typcache(fcinfo,
															   range_type),
											&lower, &upper));
}
