/*-------------------------------------------------------------------------
 *
 * recompute_view.c
 *	  recompute(): windows computed anew, see worker/recompute.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "base/shared_memory.h"
#include "monitor/access.h"
#include "monitor/saved.h"
#include "worker/recompute.h"

PG_FUNCTION_INFO_V1(cv_recompute_view);
PG_FUNCTION_INFO_V1(cv_recompute_view_timestamp);

static Datum recompute(FunctionCallInfo fcinfo, Oid given);
static void notice_missing(Oid view, const CvRecomputed *result);

/* SQL: recompute(view, from_time timestamptz, to_time timestamptz) */
Datum
cv_recompute_view(PG_FUNCTION_ARGS)
{
	return recompute(fcinfo, TIMESTAMPTZOID);
}

/* SQL: recompute(view, from_time timestamp, to_time timestamp) */
Datum
cv_recompute_view_timestamp(PG_FUNCTION_ARGS)
{
	return recompute(fcinfo, TIMESTAMPOID);
}

static Datum
recompute(FunctionCallInfo fcinfo, Oid given)
{
	Oid			view;
	CvRecomputeRange range = {0};
	CvRecomputed result;
	CvViewRow  *row;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PreventCommandIfReadOnly("continuous.recompute()");
	view = PG_GETARG_OID(0);
	row = cv_access_as_owner(view);
	range.from = cv_saved_bound(fcinfo->args[1], given, row->results,
								PG_INT64_MIN);
	range.to = cv_saved_bound(fcinfo->args[2], given, row->results,
							  PG_INT64_MAX);
	cv_recompute(view, &range, &result);
	if (range.from == PG_INT64_MIN && range.to == PG_INT64_MAX)
		notice_missing(view, &result);
	cv_worker_wake_at_commit();
	PG_RETURN_INT64(result.rows_counted);
}

/* notice_missing -- what was deleted is in no result any more. */
static void
notice_missing(Oid view, const CvRecomputed *result)
{
	if (result->rows_read >= result->rows_before)
		return;
	ereport(NOTICE,
			(errmsg(INT64_FORMAT " rows that continuous view \"%s\" has read are not in its input any more",
					result->rows_before - result->rows_read,
					get_rel_name(view)),
			 errdetail("They are in none of its windows now.")));
}
