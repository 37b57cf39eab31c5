/*-------------------------------------------------------------------------
 *
 * saved.c
 *	  What the saved position of a view says, under the caller's snapshot.
 *
 * Never shared memory: so it goes with the view's rows in one statement.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "monitor/access.h"
#include "monitor/saved.h"
#include "view/position_columns.h"

PG_FUNCTION_INFO_V1(cv_position_time);
PG_FUNCTION_INFO_V1(cv_saved_watermark);
PG_FUNCTION_INFO_V1(cv_is_final);
PG_FUNCTION_INFO_V1(cv_is_final_timestamp);

static bool is_without_zone(Oid results);
static bool saved_time(Oid view, AttrNumber att, int64 *us);

Datum
cv_saved_time(int64 us, Oid results)
{
	if (is_without_zone(results))
		return DirectFunctionCall1(timestamp_timestamptz,
								   TimestampGetDatum(us));
	return TimestampTzGetDatum(us);
}

int64
cv_saved_bound(NullableDatum arg, Oid given, Oid results, int64 none)
{
	bool		is_local = is_without_zone(results);

	if (arg.isnull)
		return none;
	if (is_local == (given == TIMESTAMPOID) ||
		TIMESTAMP_NOT_FINITE(DatumGetInt64(arg.value)))
		return DatumGetInt64(arg.value);
	return DatumGetInt64(DirectFunctionCall1(is_local ? timestamptz_timestamp :
											 timestamp_timestamptz,
											 arg.value));
}

static bool
is_without_zone(Oid results)
{
	return get_atttype(results, CV_ATT_WINDOW_START) == TIMESTAMPOID;
}

bool
cv_saved_watermark_us(Oid view, int64 *watermark)
{
	return saved_time(view, CV_POSITION_WATERMARK, watermark);
}

/*
 * cv_position_time -- microseconds of a position as a time.
 *
 * SQL: position_time(us bigint, results regclass).
 */
Datum
cv_position_time(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(cv_saved_time(PG_GETARG_INT64(0), PG_GETARG_OID(1)));
}

/*
 * cv_saved_watermark -- SQL: watermark(view); NULL before the first row.
 *
 * Under the caller's snapshot, as the view's rows are: a row with window_end
 * <= watermark(view) in the same statement belongs to a closed window.
 */
Datum
cv_saved_watermark(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_access_to_read(view);
	int64		watermark;

	if (!cv_saved_watermark_us(view, &watermark))
		PG_RETURN_NULL();
	PG_RETURN_DATUM(cv_saved_time(watermark, row->results));
}

/*
 * cv_is_final -- SQL: is_final(view, window_end timestamptz).
 *
 * Under the caller's snapshot: no row that comes later is added to a window
 * of the view that ends by then.  For a view over timestamp or date the time
 * is taken in the session's zone.
 */
Datum
cv_is_final(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	Datum		window_end = PG_GETARG_DATUM(1);
	CvViewRow  *row = cv_access_to_read(view);
	int64		sealed;

	if (is_without_zone(row->results))
		window_end = DirectFunctionCall1(timestamptz_timestamp, window_end);
	PG_RETURN_BOOL(saved_time(view, CV_POSITION_SEALED, &sealed) &&
				   DatumGetInt64(window_end) <= sealed);
}

/* cv_is_final_timestamp -- SQL: is_final(view, window_end timestamp). */
Datum
cv_is_final_timestamp(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	Datum		window_end = PG_GETARG_DATUM(1);
	CvViewRow  *row = cv_access_to_read(view);
	int64		sealed;

	if (!is_without_zone(row->results))
		window_end = DirectFunctionCall1(timestamp_timestamptz, window_end);
	PG_RETURN_BOOL(saved_time(view, CV_POSITION_SEALED, &sealed) &&
				   DatumGetInt64(window_end) <= sealed);
}

/* saved_time -- of the view's position; false if there is none yet. */
static bool
saved_time(Oid view, AttrNumber att, int64 *us)
{
	Relation	rel = table_open(cv_catalog_table("position", false),
								 AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		isnull = true;

	ScanKeyInit(&key, CV_POSITION_VIEW, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	scan = systable_beginscan(rel, InvalidOid, false, GetActiveSnapshot(), 1,
							  &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		*us = DatumGetInt64(heap_getattr(tuple, att, RelationGetDescr(rel),
										 &isnull));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return !isnull;
}
