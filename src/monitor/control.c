/*-------------------------------------------------------------------------
 *
 * control.c
 *	  pause(), resume(), rebuild(), advance_watermark() and reset_stats().
 *
 * All are transactional: they write a row that the worker looks at after the
 * commit.  rebuild() takes the view from the worker by a new generation;
 * reset_stats() is none of its business.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/latch.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "input/counter_reset.h"
#include "input/position.h"
#include "input/wal_tail.h"
#include "monitor/access.h"
#include "output/clock_rows.h"
#include "view/added_columns.h"
#include "view/owner_code.h"
#include "view/view_check.h"
#include "view/view_ddl.h"
#include "worker/rebuild.h"
#include "worker/status.h"

PG_FUNCTION_INFO_V1(cv_pause);
PG_FUNCTION_INFO_V1(cv_resume);
PG_FUNCTION_INFO_V1(cv_rebuild);
PG_FUNCTION_INFO_V1(cv_advance_watermark);
PG_FUNCTION_INFO_V1(cv_reset_stats);

static Oid view_owner(Oid view);
static void add_advance(CvStatus *status, const CvPosition *position,
						int64 to);
static void adopt_restored(CvViewRow *row);
static bool may_reset(Oid view);
static void reset_counters(Oid view);

/*
 * cv_pause -- stop consuming; results stay as they are.  SQL: pause(view).
 */
Datum
cv_pause(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvStatus	status;

	PreventCommandIfReadOnly("continuous.pause()");
	(void) cv_access_as_owner(view);
	cv_status_load_to_change(view, &status);
	status.is_paused = true;
	cv_status_save(view, &status);
	cv_view_interrupt_at_commit(view);
	PG_RETURN_VOID();
}

/*
 * cv_resume -- go on after pause() or an error.  SQL: resume(view).
 *
 * A view that came from a dump begins with the rows that are committed from
 * now on: those that are there count as consumed.
 */
Datum
cv_resume(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row;
	CvStatus	status;

	PreventCommandIfReadOnly("continuous.resume()");
	row = cv_access_as_owner(view);
	if (cv_position_load(view) == NULL)
		adopt_restored(row);
	cv_status_load_to_change(view, &status);
	status.is_paused = false;
	status.has_error = false;
	cv_status_save(view, &status);
	cv_view_interrupt_at_commit(view);
	PG_RETURN_VOID();
}

static void
adopt_restored(CvViewRow *row)
{
	CvDials		dials;

	cv_view_adopt(row);
	cv_dials_parse(row->options, &dials);
	dials.backfill = false;
	cv_view_created_hook(row, &dials);
}

/*
 * cv_rebuild -- forget all results and counters, and begin with the rows that
 * are in the input now.  SQL: rebuild(view).
 */
Datum
cv_rebuild(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row;
	CvPosition *position;
	CvStatus	status = {0};
	CvOwnerCode own;

	PreventCommandIfReadOnly("continuous.rebuild()");
	(void) cv_access_as_owner(view);
	cv_counters_lock(view);
	row = cv_access_as_owner(view);
	position = cv_position_lock_wait(view, true);
	cv_refuse_changed_results(row, "rebuild");
	if (position == NULL)
	{
		/* before triggers run, which must not find it unguarded */
		cv_view_adopt(row);
		position = palloc0(sizeof(CvPosition));
		position->view = view;
		cv_reset_position(position);
		cv_position_add(position);
	}
	else
	{
		cv_reset_position(position);
		position->generation++;
		cv_position_save(position);
	}
	CommandCounterIncrement();
	cv_owner_code_begin(view_owner(view), &own);
	cv_wipe_results(row->results, row->state, row->collected, row->late);
	cv_clock_rows_remove(view);
	cv_owner_code_end(&own);

	cv_generation_rows_rebuilt(view);
	cv_status_save(view, &status);
	cv_view_interrupt_at_commit(view);
	PG_RETURN_VOID();
}

static Oid
view_owner(Oid view)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(view));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", view);
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

/*
 * cv_advance_watermark -- say that no earlier events are to be expected.
 *
 * SQL: advance_watermark(view, timestamptz).  The watermark moves forward only;
 * for a view over timestamp or date the time is taken in the session's zone.
 */
Datum
cv_advance_watermark(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	TimestampTz to = PG_GETARG_TIMESTAMPTZ(1);
	CvViewRow  *row;
	CvStatus	status;

	PreventCommandIfReadOnly("continuous.advance_watermark()");
	row = cv_access_as_owner(view);
	if (TIMESTAMP_NOT_FINITE(to))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("watermark cannot be infinite")));
	if (get_atttype(row->results, CV_ATT_WINDOW_START) == TIMESTAMPOID)
		to = DatumGetTimestamp(DirectFunctionCall1(timestamptz_timestamp,
												   TimestampTzGetDatum(to)));
	cv_status_load_to_change(view, &status);
	add_advance(&status, cv_position_load(view), to);
	cv_status_save(view, &status);
	cv_worker_wake_at_commit();
	PG_RETURN_VOID();
}

/*
 * add_advance -- what was asked for before is kept until it has come true.
 *
 * The view may be far behind: rows that were committed before this call must
 * not be judged by it, so its place in the WAL goes with it.
 */
static void
add_advance(CvStatus *status, const CvPosition *position, int64 to)
{
	CvAdvance  *advances = palloc(sizeof(CvAdvance) * (status->nadvances + 1));
	int64		reached = PG_INT64_MIN;
	int			n = 0;

	if (position != NULL && position->has_watermark)
		reached = position->watermark;
	for (int i = 0; i < status->nadvances; i++)
		if (status->advances[i].to > reached)
			advances[n++] = status->advances[i];
	if (to > reached && (n == 0 || advances[n - 1].to < to))
	{
		advances[n].at = cv_wal_insert_lsn();
		advances[n++].to = to;
	}
	status->advances = advances;
	status->nadvances = n;
}

/*
 * cv_reset_stats -- the counters of continuous.stats begin anew.
 *
 * SQL: reset_stats(view); of all views that the caller owns, if it is NULL.
 */
Datum
cv_reset_stats(PG_FUNCTION_ARGS)
{
	ListCell   *lc;

	PreventCommandIfReadOnly("continuous.reset_stats()");
	if (!PG_ARGISNULL(0))
	{
		Oid			view = PG_GETARG_OID(0);

		(void) cv_access_as_owner(view);
		cv_counters_lock(view);
		(void) cv_access_as_owner(view);
		reset_counters(view);
		PG_RETURN_VOID();
	}
	cv_refuse_in_owner_code("a command about a continuous view");
	foreach(lc, cv_view_catalog_list())
	{
		Oid			view = ((CvViewRow *) lfirst(lc))->view;

		if (!may_reset(view))
			continue;
		cv_counters_lock(view);
		if (may_reset(view))
			reset_counters(view);
	}
	PG_RETURN_VOID();
}

static bool
may_reset(Oid view)
{
	return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(view)) &&
		cv_class_ownercheck(view, GetUserId());
}

/* reset_counters -- all that is counted of the view, wherever. */
static void
reset_counters(Oid view)
{
	cv_counter_reset_add(view);
	cv_view_reset_delays_at_commit(view);
}
