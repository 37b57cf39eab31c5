/*-------------------------------------------------------------------------
 *
 * position.c
 *	  How far a view has come: the row of continuous.position.
 *
 * The table is an ordinary one, but it is read and written by direct heap
 * calls, like a system catalog: the worker may act as the view's owner, who
 * has no privileges on it.
 *
 * The row is its own lock: whoever moves a view locks it without waiting and
 * compares the generation.  So of two workers, or a worker and a rebuild,
 * only one can go on.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/skey.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/indexing.h"
#include "catalog/pg_type.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/fmgroids.h"
#include "utils/pg_lsn.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/damage.h"
#include "input/position.h"
#include "input/position_detail.h"
#include "view/position_columns.h"
#include "view/view_catalog.h"

static Relation open_table(LOCKMODE lockmode);
static SysScanDesc begin_scan(Relation rel, Oid view, Snapshot snapshot);
static HeapTuple build_tuple(Relation rel, const CvPosition *position);
static void set_counters(const CvCounters *counters, Datum *values);
static CvPosition *load(Oid view, bool for_rebuild, Snapshot snapshot);
static CvPosition *read_tuple(Relation rel, HeapTuple tuple, bool for_rebuild);
static void read_counters(CvCounters *counters, const Datum *values);
static bool is_at_tid(Relation rel, CvPosition *position, TupleTableSlot *slot);
static bool prune(Relation rel, BlockNumber block);
static CvLockPosition lock_tuple(Relation rel, const CvPosition *position,
								 TupleTableSlot *slot);
static void find_tuple(Relation rel, CvPosition *position);
static bool lock_tuple_wait(Relation rel, ItemPointer tid);
static char phase_letter(CvPhase phase);
static CvPhase phase_from_letter(char letter);
static void copy_scan(CvPosition *copy, const CvScan *scan);
static void copy_pending(CvPosition *copy, const List *pending);

CvPosition *
cv_position_load(Oid view)
{
	return load(view, false, NULL);
}

CvPosition *
cv_position_load_at(Oid view, Snapshot snapshot)
{
	return load(view, false, snapshot);
}

CvPosition *
cv_position_load_sound(Oid view, bool *is_damaged)
{
	Relation	rel = open_table(AccessShareLock);
	SysScanDesc scan = begin_scan(rel, view, NULL);
	HeapTuple	tuple = systable_getnext(scan);
	MemoryContext old = CurrentMemoryContext;
	CvPosition *volatile position = NULL;

	*is_damaged = cv_damage_found = false;
	PG_TRY();
	{
		if (HeapTupleIsValid(tuple))
			position = read_tuple(rel, tuple, false);
	}
	PG_CATCH();
	{
		/* before this error only memory was used */
		if (!cv_damage_found)
			PG_RE_THROW();
		MemoryContextSwitchTo(old);
		FlushErrorState();
		*is_damaged = true;
	}
	PG_END_TRY();
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return position;
}

static CvPosition *
load(Oid view, bool for_rebuild, Snapshot snapshot)
{
	Relation	rel = open_table(AccessShareLock);
	SysScanDesc scan = begin_scan(rel, view, snapshot);
	HeapTuple	tuple = systable_getnext(scan);
	CvPosition *position = NULL;

	if (HeapTupleIsValid(tuple))
		position = read_tuple(rel, tuple, for_rebuild);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return position;
}

void
cv_position_add(const CvPosition *position)
{
	Relation	rel = open_table(RowExclusiveLock);

	CatalogTupleInsert(rel, build_tuple(rel, position));
	table_close(rel, RowExclusiveLock);
	CommandCounterIncrement();
}

void
cv_position_remove(Oid view)
{
	Relation	rel = open_table(RowExclusiveLock);
	SysScanDesc scan = begin_scan(rel, view, NULL);
	HeapTuple	tuple = systable_getnext(scan);

	if (HeapTupleIsValid(tuple))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
	CommandCounterIncrement();
}

CvLockPosition
cv_position_lock(CvPosition *position)
{
	Relation	rel = open_table(RowExclusiveLock);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	CvLockPosition result = CV_POSITION_FENCED;

	if (is_at_tid(rel, position, slot))
		result = lock_tuple(rel, position, slot);
	if (result == CV_POSITION_FENCED)
	{
		SysScanDesc scan = begin_scan(rel, position->view, NULL);
		HeapTuple	tuple = systable_getnext(scan);

		if (HeapTupleIsValid(tuple))
		{
			position->tid = tuple->t_self;
			result = lock_tuple(rel, position, slot);
		}
		systable_endscan(scan);
	}
	ExecDropSingleTupleTableSlot(slot);
	table_close(rel, NoLock);
	return result;
}

/*
 * is_at_tid -- is it where we have left it?
 *
 * Then the slot pins its page, so the place cannot be another row's before it
 * is locked.
 */
static bool
is_at_tid(Relation rel, CvPosition *position, TupleTableSlot *slot)
{
	bool		isnull;

	return ItemPointerIsValid(&position->tid) &&
		prune(rel, ItemPointerGetBlockNumber(&position->tid)) &&
		table_tuple_fetch_row_version(rel, &position->tid, GetActiveSnapshot(),
									  slot) &&
		DatumGetObjectId(slot_getattr(slot, CV_POSITION_VIEW, &isnull)) ==
		position->view;
}

/*
 * prune -- make room for HOT updates, as a scan would; false: no such page, the
 * table was written anew meanwhile.
 */
static bool
prune(Relation rel, BlockNumber block)
{
	Buffer		buffer;

	if (block >= RelationGetNumberOfBlocks(rel))
		return false;
	buffer = ReadBuffer(rel, block);
	heap_page_prune_opt(rel, buffer);
	ReleaseBuffer(buffer);
	return true;
}

/* An ordinary wait for a row: deadlocks are found. */
CvPosition *
cv_position_lock_wait(Oid view, bool for_rebuild)
{
	bool		is_done = false;

	while (!is_done)
	{
		Relation	rel = open_table(RowExclusiveLock);
		SysScanDesc scan = begin_scan(rel, view, NULL);
		HeapTuple	tuple = systable_getnext(scan);

		CHECK_FOR_INTERRUPTS();
		is_done = !HeapTupleIsValid(tuple) || lock_tuple_wait(rel, &tuple->t_self);
		systable_endscan(scan);
		table_close(rel, NoLock);
	}
	return load(view, for_rebuild, NULL);
}

/*
 * cv_position_save -- write the row that cv_position_lock() has locked.
 */
void
cv_position_save(CvPosition *position)
{
	Relation	rel = open_table(RowExclusiveLock);
	HeapTuple	tuple = build_tuple(rel, position);

	if (!ItemPointerIsValid(&position->tid))
		find_tuple(rel, position);
	CatalogTupleUpdate(rel, &position->tid, tuple);
	position->tid = tuple->t_self;
	table_close(rel, RowExclusiveLock);
	CommandCounterIncrement();
}

static void
find_tuple(Relation rel, CvPosition *position)
{
	SysScanDesc scan = begin_scan(rel, position->view, NULL);
	HeapTuple	tuple = systable_getnext(scan);

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "continuous view %u has no position", position->view);
	position->tid = tuple->t_self;
	systable_endscan(scan);
}

CvPosition *
cv_position_copy(const CvPosition *position)
{
	CvPosition *copy = palloc(sizeof(CvPosition));
	int			i;

	memcpy(copy, position, sizeof(CvPosition));
	cv_xid_set_copy(&copy->consumed, &position->consumed);
	cv_xid_set_copy(&copy->not_counted, &position->not_counted);
	copy->leaves = palloc(Max(position->nleaves, 1) * sizeof(CvLeaf));
	for (i = 0; i < position->nleaves; i++)
	{
		copy->leaves[i] = position->leaves[i];
		cv_xid_set_init(&copy->leaves[i].consumed);
		if (position->leaves[i].has_own_set)
			cv_xid_set_copy(&copy->leaves[i].consumed,
							&position->leaves[i].consumed);
	}
	copy_pending(copy, position->pending);
	copy_scan(copy, position->scan);
	return copy;
}

const CvXidSet *
cv_position_leaf_set(const CvPosition *position, const CvLeaf *leaf)
{
	return leaf->has_own_set ? &leaf->consumed : &position->consumed;
}

CvLeaf *
cv_position_lookup_leaf(CvPosition *position, Oid relid)
{
	int			i;

	for (i = 0; i < position->nleaves; i++)
	{
		if (position->leaves[i].relid == relid)
			return &position->leaves[i];
	}
	return NULL;
}

uint64
cv_system_identifier(void)
{
	return GetSystemIdentifier();
}

static Relation
open_table(LOCKMODE lockmode)
{
	return table_open(cv_catalog_table("position", false), lockmode);
}

/*
 * The row of a view under a snapshot taken now: also one that was committed
 * after the transaction's snapshot.
 */
static SysScanDesc
begin_scan(Relation rel, Oid view, Snapshot snapshot)
{
	ScanKeyData key;

	ScanKeyInit(&key, CV_POSITION_VIEW, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	return systable_beginscan(rel, cv_primary_key_index(rel), true,
							  snapshot, 1, &key);
}

static HeapTuple
build_tuple(Relation rel, const CvPosition *position)
{
	Datum		values[CV_POSITION_NATTS];
	bool		nulls[CV_POSITION_NATTS] = {0};

	cv_check_layout(RelationGetDescr(rel), CV_POSITION_NATTS);
	values[CV_POSITION_VIEW - 1] = ObjectIdGetDatum(position->view);
	values[CV_POSITION_GENERATION - 1] = Int64GetDatum(position->generation);
	values[CV_POSITION_PHASE - 1] = CharGetDatum(phase_letter(position->phase));
	values[CV_POSITION_RESTART_LSN - 1] = LSNGetDatum(position->restart_lsn);
	values[CV_POSITION_CONSUMED_LSN - 1] = LSNGetDatum(position->consumed_lsn);
	values[CV_POSITION_WATERMARK - 1] = Int64GetDatum(position->watermark);
	nulls[CV_POSITION_WATERMARK - 1] = !position->has_watermark;
	values[CV_POSITION_NEWEST - 1] = Int64GetDatum(position->newest);
	nulls[CV_POSITION_NEWEST - 1] = !position->has_newest;
	values[CV_POSITION_SEALED - 1] = Int64GetDatum(position->sealed);
	nulls[CV_POSITION_SEALED - 1] = !position->has_sealed;
	values[CV_POSITION_KEPT - 1] = Int64GetDatum(position->anchor.kept);
	nulls[CV_POSITION_KEPT - 1] = !position->anchor.has_kept;
	values[CV_POSITION_REWRITES_WINDOWS - 1] =
		BoolGetDatum(position->rewrites_windows);
	set_counters(&position->counters, values);
	values[CV_POSITION_LAST_FLUSH_AT - 1] =
		TimestampTzGetDatum(position->last_flush_at);
	nulls[CV_POSITION_LAST_FLUSH_AT - 1] = position->last_flush_at == 0;
	values[CV_POSITION_NEXT_COLLECTION - 1] = Int64GetDatum(position->collections.next);
	values[CV_POSITION_COLLECTED_BYTES - 1] =
		Int64GetDatum(position->collections.bytes);
	values[CV_POSITION_PLATFORM - 1] = Int32GetDatum(position->platform);
	values[CV_POSITION_DETAIL - 1] =
		PointerGetDatum(cv_position_detail_write(position));
	return heap_form_tuple(RelationGetDescr(rel), values, nulls);
}

static void
set_counters(const CvCounters *counters, Datum *values)
{
	values[CV_POSITION_ROWS_READ - 1] = Int64GetDatum(counters->rows_read);
	values[CV_POSITION_ROWS_COUNTED - 1] = Int64GetDatum(counters->rows_counted);
	values[CV_POSITION_ROWS_FILTERED - 1] = Int64GetDatum(counters->rows_filtered);
	values[CV_POSITION_ROWS_NO_WINDOW - 1] = Int64GetDatum(counters->rows_no_window);
	values[CV_POSITION_ROWS_TOO_LATE - 1] = Int64GetDatum(counters->rows_too_late);
	values[CV_POSITION_ROWS_FAILED - 1] = Int64GetDatum(counters->rows_failed);
	values[CV_POSITION_LATE_WINDOWS - 1] = Int64GetDatum(counters->late_windows);
	values[CV_POSITION_FUTURE_ROWS - 1] = Int64GetDatum(counters->future_rows);
	values[CV_POSITION_CORRECTIONS - 1] = Int64GetDatum(counters->corrections);
	values[CV_POSITION_FLUSHES - 1] = Int64GetDatum(counters->flushes);
}

/* read_tuple -- what rebuild() forgets may be damaged, so it is not looked at */
static CvPosition *
read_tuple(Relation rel, HeapTuple tuple, bool for_rebuild)
{
	CvPosition *position = palloc0(sizeof(CvPosition));
	Datum		values[CV_POSITION_NATTS];
	bool		nulls[CV_POSITION_NATTS];

	cv_check_layout(RelationGetDescr(rel), CV_POSITION_NATTS);
	heap_deform_tuple(tuple, RelationGetDescr(rel), values, nulls);
	position->view = DatumGetObjectId(values[CV_POSITION_VIEW - 1]);
	position->generation = DatumGetInt64(values[CV_POSITION_GENERATION - 1]);
	position->restart_lsn = DatumGetLSN(values[CV_POSITION_RESTART_LSN - 1]);
	position->consumed_lsn = DatumGetLSN(values[CV_POSITION_CONSUMED_LSN - 1]);
	position->has_watermark = !nulls[CV_POSITION_WATERMARK - 1];
	if (position->has_watermark)
		position->watermark = DatumGetInt64(values[CV_POSITION_WATERMARK - 1]);
	position->has_newest = !nulls[CV_POSITION_NEWEST - 1];
	if (position->has_newest)
		position->newest = DatumGetInt64(values[CV_POSITION_NEWEST - 1]);
	position->has_sealed = !nulls[CV_POSITION_SEALED - 1];
	if (position->has_sealed)
		position->sealed = DatumGetInt64(values[CV_POSITION_SEALED - 1]);
	position->anchor.has_kept = !nulls[CV_POSITION_KEPT - 1];
	if (position->anchor.has_kept)
		position->anchor.kept = DatumGetInt64(values[CV_POSITION_KEPT - 1]);
	position->rewrites_windows =
		DatumGetBool(values[CV_POSITION_REWRITES_WINDOWS - 1]);
	read_counters(&position->counters, values);
	if (!nulls[CV_POSITION_LAST_FLUSH_AT - 1])
		position->last_flush_at =
			DatumGetTimestampTz(values[CV_POSITION_LAST_FLUSH_AT - 1]);
	position->collections.next =
		DatumGetInt64(values[CV_POSITION_NEXT_COLLECTION - 1]);
	position->collections.bytes =
		DatumGetInt64(values[CV_POSITION_COLLECTED_BYTES - 1]);
	position->platform = DatumGetInt32(values[CV_POSITION_PLATFORM - 1]);
	if (for_rebuild)
		return position;
	position->phase = phase_from_letter(DatumGetChar(values[CV_POSITION_PHASE - 1]));
	cv_position_detail_read(position,
							DatumGetByteaPP(values[CV_POSITION_DETAIL - 1]));
	return position;
}

static void
read_counters(CvCounters *counters, const Datum *values)
{
	counters->rows_read = DatumGetInt64(values[CV_POSITION_ROWS_READ - 1]);
	counters->rows_counted = DatumGetInt64(values[CV_POSITION_ROWS_COUNTED - 1]);
	counters->rows_filtered = DatumGetInt64(values[CV_POSITION_ROWS_FILTERED - 1]);
	counters->rows_no_window = DatumGetInt64(values[CV_POSITION_ROWS_NO_WINDOW - 1]);
	counters->rows_too_late = DatumGetInt64(values[CV_POSITION_ROWS_TOO_LATE - 1]);
	counters->rows_failed = DatumGetInt64(values[CV_POSITION_ROWS_FAILED - 1]);
	counters->late_windows = DatumGetInt64(values[CV_POSITION_LATE_WINDOWS - 1]);
	counters->future_rows = DatumGetInt64(values[CV_POSITION_FUTURE_ROWS - 1]);
	counters->corrections = DatumGetInt64(values[CV_POSITION_CORRECTIONS - 1]);
	counters->flushes = DatumGetInt64(values[CV_POSITION_FLUSHES - 1]);
}

/*
 * Lock a version of the row that was current a moment ago.  If it is not any
 * more, somebody else has moved the view.
 */
static CvLockPosition
lock_tuple(Relation rel, const CvPosition *position, TupleTableSlot *slot)
{
	ItemPointerData tid = position->tid;
	TM_FailureData failure;
	TM_Result	result;
	bool		isnull;

	result = table_tuple_lock(rel, &tid, GetActiveSnapshot(), slot,
							  GetCurrentCommandId(true),
							  LockTupleNoKeyExclusive, LockWaitSkip, 0,
							  &failure);
	if (result == TM_WouldBlock)
		return CV_POSITION_BUSY;
	return result == TM_Ok &&
		DatumGetInt64(slot_getattr(slot, CV_POSITION_GENERATION,
								   &isnull)) == position->generation ?
		CV_POSITION_LOCKED : CV_POSITION_FENCED;
}

/* lock_tuple_wait -- false if it has been replaced, or removed, meanwhile. */
static bool
lock_tuple_wait(Relation rel, ItemPointer tid)
{
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	ItemPointerData locked = *tid;
	TM_FailureData failure;
	TM_Result	result;

	result = table_tuple_lock(rel, &locked, GetLatestSnapshot(), slot,
							  GetCurrentCommandId(true),
							  LockTupleNoKeyExclusive, LockWaitBlock, 0,
							  &failure);
	ExecDropSingleTupleTableSlot(slot);
	if (result != TM_Ok && result != TM_Updated && result != TM_Deleted)
		elog(ERROR, "could not lock the position of a continuous view: %d",
			 (int) result);
	return result == TM_Ok;
}

static char
phase_letter(CvPhase phase)
{
	switch (phase)
	{
		case CV_PHASE_NEW:
			return 'n';
		case CV_PHASE_SCAN:
			return 's';
		case CV_PHASE_FOLLOW:
			return 'f';
	}
	elog(ERROR, "unknown phase %d", (int) phase);
	return '\0';				/* keep the compiler quiet */
}

static CvPhase
phase_from_letter(char letter)
{
	switch (letter)
	{
		case 'n':
			return CV_PHASE_NEW;
		case 's':
			return CV_PHASE_SCAN;
		case 'f':
			return CV_PHASE_FOLLOW;
	}
	cv_damage_report("position", psprintf("Its phase is \"%c\".", letter));
}

static void
copy_pending(CvPosition *copy, const List *pending)
{
	ListCell   *lc;

	copy->pending = NIL;
	foreach(lc, pending)
	{
		const CvPendingBlocks *from = lfirst(lc);
		CvPendingBlocks *to = palloc(sizeof(CvPendingBlocks));

		to->xid = from->xid;
		to->end_xid = from->end_xid;
		to->relid = from->relid;
		cv_block_set_init(&to->blocks);
		cv_block_set_add_all(&to->blocks, &from->blocks,
							 CurrentMemoryContext);
		copy->pending = lappend(copy->pending, to);
	}
}

static void
copy_scan(CvPosition *copy, const CvScan *scan)
{
	int			i;

	copy->scan = NULL;
	if (scan == NULL)
		return;
	copy->scan = palloc(sizeof(CvScan));
	memcpy(copy->scan, scan, sizeof(CvScan));
	copy->scan->leaves = palloc(Max(scan->nleaves, 1) * sizeof(Oid));
	if (scan->nleaves > 0)
		memcpy(copy->scan->leaves, scan->leaves, scan->nleaves * sizeof(Oid));
	copy->scan->old = palloc(Max(scan->nleaves, 1) * sizeof(CvXidSet));
	for (i = 0; i < scan->nleaves; i++)
		cv_xid_set_copy(&copy->scan->old[i], &scan->old[i]);
	copy->scan->frozen_before = palloc(Max(scan->nleaves, 1) *
									   sizeof(XLogRecPtr));
	if (scan->nleaves > 0)
		memcpy(copy->scan->frozen_before, scan->frozen_before,
			   scan->nleaves * sizeof(XLogRecPtr));
	cv_xid_set_copy(&copy->scan->cut, &scan->cut);
}
