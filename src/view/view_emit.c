/*-------------------------------------------------------------------------
 *
 * view_emit.c
 *	  Change of the dial emit of a view that has results already.
 *
 *						update -> final				final -> update
 *	TUMBLE, SESSION		rows of windows that are	all rows of the state table
 *						not closed go to the state	are published
 *						table
 *	HOP, CUMULATE		they are deleted: their		the next batch writes them
 *						slices have all				from the slices
 *
 * Of TUMBLE the state table comes and goes with emit.  Both tables have the
 * same columns.  The worker holds a lock on the result
 * table during each batch, so that with ours nothing is under way; raising the
 * generation makes it forget what it remembers of rows and their places.
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
#include "executor/tuptable.h"
#include "nodes/makefuncs.h"
#include "storage/lmgr.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "view/owner_code.h"
#include "view/position_columns.h"
#include "view/view_ddl.h"
#include "view/view_emit.h"

static Oid	make_state_table(const CvViewRow *row, const CvViewSpec *spec);
static bool raise_generation(Oid view, bool rewrites_windows,
							 int64 *watermark);
static bool lock_position(Relation rel, Oid view, TupleTableSlot *slot);
static void move_rows(const CvViewSpec *spec, Oid from, Oid to,
					  const int64 *watermark);
static void drop_table(Oid relid);

void
cv_view_change_emit(CvViewRow *row, const CvViewSpec *spec, CvEmit emit)
{
	bool		is_sliced = cv_window_is_sliced(&spec->window);
	int64		value;
	int64	   *watermark;

	/* the rows to be moved are the newest ones, not those of a snapshot */
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("option \"emit\" can be changed in a READ COMMITTED transaction only")));
	LockRelationOid(row->results, ExclusiveLock);
	if (OidIsValid(row->state))
		LockRelationOid(row->state, AccessExclusiveLock);
	watermark = raise_generation(row->view,
								 is_sliced && emit == CV_EMIT_UPDATE,
								 &value) ? &value : NULL;

	if (is_sliced)
	{
		if (emit == CV_EMIT_FINAL)
			move_rows(spec, row->results, InvalidOid, watermark);
	}
	else if (emit == CV_EMIT_FINAL)
	{
		if (!OidIsValid(row->state))
			row->state = make_state_table(row, spec);
		move_rows(spec, row->results, row->state, watermark);
	}
	else if (OidIsValid(row->state))
	{
		move_rows(spec, row->state, row->results, NULL);
		if (spec->window.kind == CV_WINDOW_TUMBLE)
		{
			drop_table(row->state);
			row->state = InvalidOid;
		}
	}
}

/* whoever alters the view, its tables are the owner's */
static Oid
make_state_table(const CvViewRow *row, const CvViewSpec *spec)
{
	CvOwnerCode own;
	Oid			state;

	cv_owner_code_begin_ddl(spec->owner, &own);
	state = cv_member_make_state(get_rel_namespace(row->view),
								 get_rel_name(row->view), spec);
	cv_owner_code_end(&own);
	return state;
}

/* false if the view has no watermark yet */
static bool
raise_generation(Oid view, bool rewrites_windows, int64 *watermark)
{
	Relation	rel = table_open(cv_catalog_table("position", false),
								 RowExclusiveLock);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	bool		has_watermark = false;

	if (lock_position(rel, view, slot))
	{
		HeapTuple	tuple = ExecFetchSlotHeapTuple(slot, true, NULL);
		Datum		values[CV_POSITION_NATTS] = {0};
		bool		isnull[CV_POSITION_NATTS] = {0};
		bool		replace[CV_POSITION_NATTS] = {0};

		cv_check_layout(RelationGetDescr(rel), CV_POSITION_NATTS);
		slot_getallattrs(slot);
		has_watermark = !slot->tts_isnull[CV_POSITION_WATERMARK - 1];
		*watermark = DatumGetInt64(slot->tts_values[CV_POSITION_WATERMARK - 1]);
		values[CV_POSITION_GENERATION - 1] =
			Int64GetDatum(DatumGetInt64(slot->tts_values[CV_POSITION_GENERATION - 1]) +
						  1);
		replace[CV_POSITION_GENERATION - 1] = true;
		values[CV_POSITION_REWRITES_WINDOWS - 1] = BoolGetDatum(rewrites_windows);
		replace[CV_POSITION_REWRITES_WINDOWS - 1] = true;
		tuple = heap_modify_tuple(tuple, RelationGetDescr(rel), values,
								  isnull, replace);
		CatalogTupleUpdate(rel, &slot->tts_tid, tuple);
	}
	ExecDropSingleTupleTableSlot(slot);
	table_close(rel, NoLock);
	CommandCounterIncrement();
	return has_watermark;
}

/* the newest version: the worker may be just saving it */
static bool
lock_position(Relation rel, Oid view, TupleTableSlot *slot)
{
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	TM_FailureData failure;
	bool		is_locked = false;

	ScanKeyInit(&key, CV_POSITION_VIEW, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	scan = systable_beginscan(rel, InvalidOid, false, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		is_locked = table_tuple_lock(rel, &tuple->t_self, GetLatestSnapshot(),
									 slot, GetCurrentCommandId(true),
									 LockTupleNoKeyExclusive, LockWaitBlock,
									 TUPLE_LOCK_FLAG_FIND_LAST_VERSION,
									 &failure) == TM_Ok;
	systable_endscan(scan);
	return is_locked;
}

/* all rows, or those of windows that the watermark has not closed */
static void
move_rows(const CvViewSpec *spec, Oid from, Oid to, const int64 *watermark)
{
	CvOwnerCode own;

	cv_owner_code_begin(spec->owner, &own);
	cv_view_move_rows_hook(spec, from, to, watermark);
	cv_owner_code_end(&own);
}

static void
drop_table(Oid relid)
{
	DropStmt   *stmt = makeNode(DropStmt);

	stmt->removeType = OBJECT_TABLE;
	stmt->behavior = DROP_RESTRICT;
	stmt->objects = list_make1(list_make2(makeString(get_namespace_name(get_rel_namespace(relid))),
										  makeString(get_rel_name(relid))));
	cv_run_subcommand((Node *) stmt, "ALTER VIEW");
}
