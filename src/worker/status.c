/*-------------------------------------------------------------------------
 *
 * status.c
 *	  What users and errors say of a view: the table continuous.status.
 *
 * Apart from the position, as pause() and resume() are to work while a batch
 * runs.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "view/view_catalog.h"
#include "worker/status.h"

#define ATT_VIEW		1
#define ATT_IS_PAUSED	2
#define ATT_ERROR		3
#define ATT_SQLSTATE	4
#define ATT_FAILED_AT	5
#define ATT_ADVANCE_TO	6
#define STATUS_NATTS	6

static HeapTuple find_status(Relation table, Oid view);
static char *get_text(HeapTuple tuple, int att, TupleDesc desc);

void
cv_status_load(Oid view, CvStatus *status)
{
	Relation	table = table_open(cv_catalog_table("status", false),
								   AccessShareLock);
	TupleDesc	desc = RelationGetDescr(table);
	HeapTuple	tuple = find_status(table, view);
	bool		isnull;

	memset(status, 0, sizeof(CvStatus));
	if (HeapTupleIsValid(tuple))
	{
		status->is_paused = DatumGetBool(heap_getattr(tuple, ATT_IS_PAUSED,
													  desc, &isnull));
		status->error = get_text(tuple, ATT_ERROR, desc);
		status->has_error = status->error != NULL;
		status->sqlstate = get_text(tuple, ATT_SQLSTATE, desc);
		status->failed_at =
			DatumGetTimestampTz(heap_getattr(tuple, ATT_FAILED_AT, desc,
											 &isnull));
		status->advance_to = DatumGetInt64(heap_getattr(tuple, ATT_ADVANCE_TO,
														desc, &isnull));
		status->has_advance = !isnull;
		heap_freetuple(tuple);
	}
	table_close(table, AccessShareLock);
}

static char *
get_text(HeapTuple tuple, int att, TupleDesc desc)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, att, desc, &isnull);

	return isnull ? NULL : TextDatumGetCString(value);
}

/* find_status -- a copy of the view's row, or NULL. */
static HeapTuple
find_status(Relation table, Oid view)
{
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, ATT_VIEW, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	scan = systable_beginscan(table, InvalidOid, false, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	return tuple;
}

void
cv_status_save(Oid view, const CvStatus *status)
{
	/* writers take turns, so that an update never meets a newer row */
	Relation	table = table_open(cv_catalog_table("status", false),
								   ShareRowExclusiveLock);
	HeapTuple	before = find_status(table, view);
	HeapTuple	tuple;
	Datum		values[STATUS_NATTS] = {0};
	bool		isnull[STATUS_NATTS] = {false};

	values[ATT_VIEW - 1] = ObjectIdGetDatum(view);
	values[ATT_IS_PAUSED - 1] = BoolGetDatum(status->is_paused);
	isnull[ATT_ERROR - 1] = !status->has_error;
	isnull[ATT_SQLSTATE - 1] = !status->has_error;
	isnull[ATT_FAILED_AT - 1] = !status->has_error;
	isnull[ATT_ADVANCE_TO - 1] = !status->has_advance;
	if (status->has_error)
	{
		values[ATT_ERROR - 1] = CStringGetTextDatum(status->error);
		values[ATT_SQLSTATE - 1] = CStringGetTextDatum(status->sqlstate);
		values[ATT_FAILED_AT - 1] = TimestampTzGetDatum(status->failed_at);
	}
	values[ATT_ADVANCE_TO - 1] = Int64GetDatum(status->advance_to);

	tuple = heap_form_tuple(RelationGetDescr(table), values, isnull);
	if (HeapTupleIsValid(before))
		CatalogTupleUpdate(table, &before->t_self, tuple);
	else
		CatalogTupleInsert(table, tuple);
	table_close(table, NoLock);
}

void
cv_status_remove(Oid view)
{
	Relation	table = table_open(cv_catalog_table("status", false),
								   ShareRowExclusiveLock);
	HeapTuple	tuple = find_status(table, view);

	if (HeapTupleIsValid(tuple))
		CatalogTupleDelete(table, &tuple->t_self);
	table_close(table, NoLock);
}
