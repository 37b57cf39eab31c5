/*-------------------------------------------------------------------------
 *
 * window_functions.c
 *	  tumble(), hop() and session() as ordinary SQL functions.
 *
 * A continuous view calls none of them per row; they are what its query says
 * outside of it, and what one_shot() gives.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/time_math.h"
#include "view/window_call.h"

#define ARG_TIME		0
#define ARG_SIZE		1
#define ARG_ORIGIN		2
#define ARG_TIMEZONE	3

PG_FUNCTION_INFO_V1(cv_tumble_timestamptz);
PG_FUNCTION_INFO_V1(cv_tumble_timestamp);
PG_FUNCTION_INFO_V1(cv_tumble_date);
PG_FUNCTION_INFO_V1(cv_hop);
PG_FUNCTION_INFO_V1(cv_window_marker);

static Datum tumble(FunctionCallInfo fcinfo, int64 time, Oid range_type);

Datum
cv_tumble_timestamptz(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(ARG_TIME) || PG_ARGISNULL(ARG_SIZE))
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(ARG_TIMEZONE))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("tumble() with a timezone is not supported yet")));
	return tumble(fcinfo, PG_GETARG_TIMESTAMPTZ(ARG_TIME), TSTZRANGEOID);
}

Datum
cv_tumble_timestamp(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(ARG_TIME) || PG_ARGISNULL(ARG_SIZE))
		PG_RETURN_NULL();
	return tumble(fcinfo, PG_GETARG_TIMESTAMP(ARG_TIME), TSRANGEOID);
}

Datum
cv_tumble_date(PG_FUNCTION_ARGS)
{
	Timestamp	midnight;
	int			overflow;

	if (PG_ARGISNULL(ARG_TIME) || PG_ARGISNULL(ARG_SIZE))
		PG_RETURN_NULL();
	/* dates go on for longer than timestamps: infinity then */
	midnight = date2timestamp_opt_overflow(PG_GETARG_DATEADT(ARG_TIME),
										   &overflow);
	return tumble(fcinfo, midnight, TSRANGEOID);
}

/* NULL if the time is in no window, as for a row that belongs to none */
static Datum
tumble(FunctionCallInfo fcinfo, int64 time, Oid range_type)
{
	int64		size_us;
	int64		origin = CV_DEFAULT_ORIGIN;
	RangeBound	lower = {0};
	RangeBound	upper = {0};
	int64		start;
	int64		end;
	const char *hint = NULL;
	const char *wrong;

	wrong = cv_window_size_get(PG_GETARG_INTERVAL_P(ARG_SIZE), &size_us,
							   &hint);
	if (wrong != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s", wrong), hint ? errhint("%s", hint) : 0));
	if (!PG_ARGISNULL(ARG_ORIGIN))
		origin = PG_GETARG_INT64(ARG_ORIGIN);
	if (TIMESTAMP_NOT_FINITE(origin))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("window origin must be finite")));
	if (!cv_tumble_bounds(time, origin, size_us, &start, &end))
		PG_RETURN_NULL();

	lower.val = Int64GetDatum(start);
	lower.inclusive = true;
	lower.lower = true;
	upper.val = Int64GetDatum(end);
	PG_RETURN_RANGE_P(cv_make_range(range_get_typcache(fcinfo, range_type),
									&lower, &upper));
}

Datum
cv_hop(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("hop() is not supported yet")));
	PG_RETURN_NULL();
}

/* stands for windows in the query of a view, which never runs as it is */
Datum
cv_window_marker(PG_FUNCTION_ARGS)
{
	const CvWindowFunction *function = cv_window_function(fcinfo->flinfo->fn_oid);

	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s() works only in a continuous view",
					function ? function->written : "session")));
	PG_RETURN_NULL();
}
