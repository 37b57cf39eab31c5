/*-------------------------------------------------------------------------
 *
 * added_columns.c
 *	  Aggregates that OR REPLACE adds to a view: their columns and values.
 *
 * The values are computed by the worker's code, from all rows that are still
 * in the input.  Those that were deleted are missing in them, while they are
 * in the values of older aggregates: continuous.generation says from which
 * window on a generation of aggregates has all rows.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/debug_point.h"
#include "view/added_columns.h"
#include "view/agg_info.h"
#include "view/owner_code.h"
#include "view/position_columns.h"

/* of continuous.generation */
#define ATT_VIEW			1
#define ATT_NUMBER			2
#define ATT_ADDED_AT		3
#define ATT_COMPLETE_FROM	4
#define NATTS				4

static void add_columns(Oid relid, const CvViewSpec *spec, int first);
static Oid	make_collected(Oid view, const CvViewSpec *spec);
static bool is_complete(const CvViewRow *row, const CvRecomputed *computed);
static bool has_window_before(Oid relid, const CvRecomputed *computed);
static int64 complete_from(const CvViewSpec *spec,
						   const CvRecomputed *computed);
static int64 newest_time(Oid view);
static void add_row(Oid view, int number, int64 complete_from);
static SysScanDesc begin_scan(Relation rel, const Oid *view);

void
cv_added_columns_make(CvViewRow *row, const CvViewSpec *spec, int first)
{
	if (!cv_view_is_adopted(row->view))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot add aggregates to continuous view \"%s\", which was restored from a dump and does not know its position",
						get_rel_name(row->view)),
				 errhint("Call continuous.rebuild() or continuous.resume() first.")));
	/* what was consumed since the transaction's snapshot would be missing */
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("aggregates can be added to a continuous view in a READ COMMITTED transaction only")));
	add_columns(row->results, spec, first);
	if (OidIsValid(row->state))
		add_columns(row->state, spec, first);
	if (cv_view_collects(spec) && !OidIsValid(row->collected))
	{
		row->collected = make_collected(row->view, spec);
		cv_view_catalog_update(row);
		CommandCounterIncrement();
	}
}

/* a column of a domain's type makes PostgreSQL call what the domain checks */
static void
add_columns(Oid relid, const CvViewSpec *spec, int first)
{
	CvOwnerCode own;

	cv_owner_code_begin(spec->owner, &own);
	cv_member_add_columns(relid, spec, first);
	cv_owner_code_end(&own);
}

/* whoever replaces the view, the table is its owner's */
static Oid
make_collected(Oid view, const CvViewSpec *spec)
{
	CvOwnerCode own;
	Oid			collected;

	cv_owner_code_begin_ddl(spec->owner, &own);
	collected = cv_member_make_collected(get_rel_namespace(view),
										 get_rel_name(view), spec);
	cv_owner_code_end(&own);
	return collected;
}

void
cv_added_columns_compute(const CvViewRow *row, int first)
{
	CvViewSpec *spec = cv_view_load(row->view);
	CvRecomputed computed = {0};
	int64		from = PG_INT64_MIN;

	if (cv_view_recompute_hook)
		cv_view_recompute_hook(row->view, first, &computed);
	CommandCounterIncrement();
	if (!is_complete(row, &computed))
		from = complete_from(spec, &computed);
	add_row(row->view, list_length(spec->generations) - 1, from);
	CommandCounterIncrement();
	CV_DEBUG_POINT("replace_computed");
}

/*
 * is_complete -- are all rows that were ever read still there?
 *
 * A view that was restored has not read the rows that its windows had before:
 * so none of these may be over before the oldest row that is there.
 */
static bool
is_complete(const CvViewRow *row, const CvRecomputed *computed)
{
	return computed->rows_read == computed->rows_before &&
		!has_window_before(row->results, computed) &&
		!(OidIsValid(row->state) && has_window_before(row->state, computed));
}

static bool
has_window_before(Oid relid, const CvRecomputed *computed)
{
	Relation	rel = table_open(relid, AccessShareLock);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);
	bool		found = false;

	while (!found && table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		bool		isnull;

		CHECK_FOR_INTERRUPTS();
		found = !computed->has_oldest ||
			DatumGetInt64(slot_getattr(slot, CV_ATT_WINDOW_END,
									   &isnull)) <= computed->oldest;
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	UnregisterSnapshot(snapshot);
	table_close(rel, NoLock);
	return found;
}

/* The first window that starts when rows that are there do, or later. */
static int64
complete_from(const CvViewSpec *spec, const CvRecomputed *computed)
{
	int64		time = computed->has_oldest ? computed->oldest :
		newest_time(spec->view);
	int64		edge;

	if (spec->window.kind == CV_WINDOW_NONE)
		return PG_INT64_MAX;
	if (spec->window.kind == CV_WINDOW_SESSION)
		return time;
	if (!cv_grid_floor(&spec->window.grid, time, &edge))
		return PG_INT64_MAX;
	if (edge == time && computed->has_oldest)
		return edge;
	return cv_grid_step(&spec->window.grid, edge, 1, &edge) ? edge :
		PG_INT64_MAX;
}

/* of all rows that were read; they are all gone */
static int64
newest_time(Oid view)
{
	Relation	rel = table_open(cv_catalog_table("position", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, &view);
	HeapTuple	tuple = systable_getnext(scan);
	bool		isnull = true;
	Datum		newest = (Datum) 0;

	if (HeapTupleIsValid(tuple))
		newest = heap_getattr(tuple, CV_POSITION_NEWEST,
							  RelationGetDescr(rel), &isnull);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return isnull ? PG_INT64_MIN : DatumGetInt64(newest);
}

static void
add_row(Oid view, int number, int64 complete_from)
{
	Relation	rel = table_open(cv_catalog_table("generation", false),
								 RowExclusiveLock);
	Datum		values[NATTS];
	bool		isnull[NATTS] = {false};

	cv_check_layout(RelationGetDescr(rel), NATTS);
	values[ATT_VIEW - 1] = ObjectIdGetDatum(view);
	values[ATT_NUMBER - 1] = Int32GetDatum(number);
	values[ATT_ADDED_AT - 1] =
		TimestampTzGetDatum(GetCurrentTransactionStartTimestamp());
	values[ATT_COMPLETE_FROM - 1] = Int64GetDatum(complete_from);
	CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values,
											isnull));
	table_close(rel, NoLock);
}

bool
cv_generation_row_lookup(Oid view, int number, CvGenerationRow *row)
{
	Relation	rel = table_open(cv_catalog_table("generation", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, &view);
	TupleDesc	desc = RelationGetDescr(rel);
	bool		found = false;
	HeapTuple	tuple;

	cv_check_layout(desc, NATTS);
	while (!found && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		bool		isnull;

		found = DatumGetInt32(heap_getattr(tuple, ATT_NUMBER, desc,
										   &isnull)) == number;
		if (!found)
			continue;
		row->added_at = DatumGetTimestampTz(heap_getattr(tuple, ATT_ADDED_AT,
														 desc, &isnull));
		row->complete_from = DatumGetInt64(heap_getattr(tuple,
														ATT_COMPLETE_FROM,
														desc, &isnull));
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

/* in DROP EXTENSION the table may be gone before the view */
void
cv_generation_rows_remove(Oid view)
{
	Oid			table = cv_catalog_table("generation", true);
	Relation	rel;
	SysScanDesc scan;
	HeapTuple	tuple;

	if (!OidIsValid(table))
		return;
	rel = table_open(table, RowExclusiveLock);
	scan = begin_scan(rel, &view);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, NoLock);
}

void
cv_generation_rows_rebuilt(Oid view)
{
	Relation	rel = table_open(cv_catalog_table("generation", false),
								 RowExclusiveLock);
	SysScanDesc scan = begin_scan(rel, &view);
	HeapTuple	tuple;

	cv_check_layout(RelationGetDescr(rel), NATTS);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Datum		values[NATTS] = {0};
		bool		isnull[NATTS] = {false};
		bool		replace[NATTS] = {false};

		values[ATT_COMPLETE_FROM - 1] = Int64GetDatum(PG_INT64_MIN);
		replace[ATT_COMPLETE_FROM - 1] = true;
		CatalogTupleUpdate(rel, &tuple->t_self,
						   heap_modify_tuple(tuple, RelationGetDescr(rel),
											 values, isnull, replace));
	}
	systable_endscan(scan);
	table_close(rel, NoLock);
}

/* view is the first column of both tables */
static SysScanDesc
begin_scan(Relation rel, const Oid *view)
{
	ScanKeyData key;

	StaticAssertStmt(ATT_VIEW == CV_POSITION_VIEW, "one key serves both");
	ScanKeyInit(&key, ATT_VIEW, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(*view));
	return systable_beginscan(rel, InvalidOid, false, NULL, 1, &key);
}
