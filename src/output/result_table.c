/*-------------------------------------------------------------------------
 *
 * result_table.c
 *	  Rows of the result table: found by tid or key, written by a row writer.
 *
 * What is seen.  Rows are found under a snapshot of the table's own, taken at
 * open, so of other transactions' work everything committed by then.  Of our
 * own, everything written: moving the snapshot on to the newest command costs
 * a CommandCounterIncrement, so it is done only when the row at hand shows
 * that it matters: it is missing, or it was changed by this transaction.
 * Scans have a snapshot to themselves, fixed for their duration, so they do
 * not meet the rows that are written meanwhile.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_am.h"
#include "catalog/pg_index.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "storage/bufmgr.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "output/moved_columns.h"
#include "output/result_table.h"
#include "view/view_ddl.h"
#include "output/row_writer.h"
#include "view/result_columns.h"
#include "view/view_spec.h"

struct CvResultTable
{
	Relation	rel;
	MemoryContext context;
	int			natts;			/* ours; generated ones may follow */
	AttrNumber	att_cv_key;		/* as the table has it */
	CvMovedColumns *moved;		/* NULL: ours are in front, in order */

	CvRowWriter *writer;
	Relation	pk;				/* one of the writer's indexes */
	Relation	by_key;			/* (cv_key, window_start); NULL: not there */
	Relation	by_end;			/* (window_end) */

	/* reading */
	Snapshot	snapshot;
	bool		is_dirty;		/* written since snapshot's command */
	BlockNumber nblocks;		/* at least this many */
	BlockNumber pruned_block;	/* the last one that fetch looked after */
	TupleTableSlot *row;		/* of fetch and lookup */
	IndexScanDesc lookup_scan;
	ScanKeyData lookup_keys[2];
	IndexScanDesc scan;
	Snapshot	scan_snapshot;
	TupleTableSlot *scan_row;
	IndexScanDesc walk;			/* by by_key or pk */
	TupleTableSlot *walk_row;
};

static TupleTableSlot *show(CvResultTable *table, TupleTableSlot *row);
static void find_primary_key(CvResultTable *table);
static Relation find_index(CvResultTable *table, int natts,
						   AttrNumber first, AttrNumber second);
static Relation end_index(CvResultTable *table);
static void queue_index(CvResultTable *table, Relation index, int natts);
static void begin_scan(CvResultTable *table, Relation index, ScanKey keys,
					   int nkeys);
static void init_key(CvResultTable *table, ScanKey key, AttrNumber att,
					 int strategy, int64 time);
static void see_own_writes(CvResultTable *table);
static bool is_changed_by_us(TupleTableSlot *row);
static void prune(CvResultTable *table, BlockNumber block);
static bool fetch_once(CvResultTable *table, ItemPointer tid,
					   int64 window_start, int64 cv_key);
static bool lookup_once(CvResultTable *table);
static bool outermost_window(CvResultTable *table, ScanDirection direction,
							 int64 *window_start);
static Bitmapset *updated_columns(const CvResultTable *table);

CvResultTable *
cv_result_table_open(Oid relid, const CvViewSpec *spec)
{
	int			nkeys = list_length(spec->keys);
	int			naggs = list_length(spec->aggs);
	MemoryContext context;
	MemoryContext old;
	CvResultTable *table;

	context = AllocSetContextCreate(CurrentMemoryContext,
									"continuous view result table",
									ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	table = palloc0(sizeof(CvResultTable));
	table->context = context;
	table->rel = table_open(relid, NoLock);
	table->natts = CV_RESULT_NATTS(nkeys, naggs);
	table->att_cv_key = CV_ATT_KEY(nkeys, cv_first_aggs(spec));
	if (RelationGetNumberOfAttributes(table->rel) < table->natts)
		elog(ERROR, "result table \"%s\" has %d columns, expected %d",
			 RelationGetRelationName(table->rel),
			 RelationGetNumberOfAttributes(table->rel), table->natts);

	if (cv_result_columns_moved(spec))
	{
		table->moved = cv_moved_columns_create(table->rel, spec);
		table->natts = RelationGetNumberOfAttributes(table->rel);
	}
	table->writer = cv_row_writer_open(table->rel, table->natts,
									   updated_columns(table));
	find_primary_key(table);
	queue_index(table, table->pk, 2);
	table->snapshot = RegisterSnapshot(GetLatestSnapshot());
	table->snapshot->curcid = GetCurrentCommandId(false);
	table->nblocks = RelationGetNumberOfBlocks(table->rel);
	table->pruned_block = InvalidBlockNumber;
	table->row = table_slot_create(table->rel, NULL);
	table->scan_row = table_slot_create(table->rel, NULL);
	MemoryContextSwitchTo(old);
	return table;
}

/* All of ours but what identifies the row: for UPDATE OF triggers. */
static Bitmapset *
updated_columns(const CvResultTable *table)
{
	Bitmapset  *updated = NULL;

	for (AttrNumber att = CV_ATT_WINDOW_END; att <= table->natts; att++)
	{
		Form_pg_attribute form = TupleDescAttr(RelationGetDescr(table->rel),
											   att - 1);

		if (att != table->att_cv_key && !form->attisdropped &&
			form->attgenerated == '\0')
			updated = bms_add_member(updated,
									 att - FirstLowInvalidHeapAttributeNumber);
	}
	return updated;
}

/* as everybody else sees the row */
static TupleTableSlot *
show(CvResultTable *table, TupleTableSlot *row)
{
	return table->moved ? cv_moved_columns_show(table->moved, row) : row;
}

static void
find_primary_key(CvResultTable *table)
{
	const ResultRelInfo *rri = cv_row_writer_result_rel(table->writer);

	for (int i = 0; i < rri->ri_NumIndices; i++)
	{
		Relation	index = rri->ri_IndexRelationDescs[i];
		Form_pg_index form = index->rd_index;

		if (form->indisprimary && form->indisvalid &&
			form->indnkeyatts == 2 &&
			form->indkey.values[0] == CV_ATT_WINDOW_START &&
			form->indkey.values[1] == table->att_cv_key)
			table->pk = index;
	}
	if (table->pk == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("result table \"%s\" has no primary key (window_start, cv_key)",
						RelationGetRelationName(table->rel))));
}

/* One that begins with these columns, ascending, and has all rows. */
static Relation
find_index(CvResultTable *table, int natts, AttrNumber first,
		   AttrNumber second)
{
	const ResultRelInfo *rri = cv_row_writer_result_rel(table->writer);

	for (int i = 0; i < rri->ri_NumIndices; i++)
	{
		Relation	index = rri->ri_IndexRelationDescs[i];
		Form_pg_index form = index->rd_index;

		if (index->rd_rel->relam == BTREE_AM_OID && form->indisvalid &&
			form->indnkeyatts >= natts &&
			!cv_index_is_partial(index) &&
			form->indkey.values[0] == first && index->rd_indoption[0] == 0 &&
			(natts == 1 || (form->indkey.values[1] == second &&
							index->rd_indoption[1] == 0)))
			return index;
	}
	return NULL;
}

static Relation
end_index(CvResultTable *table)
{
	if (table->by_end == NULL)
		table->by_end = find_index(table, 1, CV_ATT_WINDOW_END, 0);
	if (table->by_end == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("table \"%s\" has no index on window_end",
						RelationGetRelationName(table->rel)),
				 errhint("Create one again.")));
	return table->by_end;
}

void
cv_result_table_queue_indexes(CvResultTable *table)
{
	table->by_key = find_index(table, 2, table->att_cv_key,
							   CV_ATT_WINDOW_START);
	if (table->by_key != NULL)
		queue_index(table, table->by_key, 2);
	table->by_end = find_index(table, 1, CV_ATT_WINDOW_END, 0);
	if (table->by_end != NULL)
		queue_index(table, table->by_end, 1);
}

void
cv_result_table_make_key_index(CvResultTable *table)
{
	Oid			index;

	if (table->by_key != NULL)
		return;
	cv_result_table_flush(table);
	index = cv_member_make_key_index(table->rel, table->att_cv_key);
	if (!OidIsValid(index))
		return;
	table->by_key = index_open(index, RowExclusiveLock);
	cv_row_writer_add_index(table->writer, table->by_key);
	table->is_dirty = true;		/* it is seen by the next command */
}

/* ... unless users have made it another one, or deferred it. */
static void
queue_index(CvResultTable *table, Relation index, int natts)
{
	if (index->rd_index->indnatts == natts && index->rd_index->indimmediate)
		cv_row_writer_queue_index(table->writer, index);
}

void
cv_result_table_close(CvResultTable *table)
{
	if (table->scan != NULL)
		cv_result_table_scan_end(table);
	if (table->lookup_scan != NULL)
		index_endscan(table->lookup_scan);
	if (table->walk != NULL)
	{
		index_endscan(table->walk);
		ExecDropSingleTupleTableSlot(table->walk_row);
	}
	if (table->moved != NULL)
		cv_moved_columns_free(table->moved);
	ExecDropSingleTupleTableSlot(table->row);
	ExecDropSingleTupleTableSlot(table->scan_row);
	UnregisterSnapshot(table->snapshot);
	cv_row_writer_close(table->writer);
	table_close(table->rel, NoLock);
	MemoryContextDelete(table->context);
}

TupleTableSlot *
cv_result_table_fetch(CvResultTable *table, ItemPointer tid,
					  int64 window_start, int64 cv_key)
{
	BlockNumber block = ItemPointerGetBlockNumberNoCheck(tid);

	ExecClearTuple(table->row);
	if (!ItemPointerIsValid(tid))
		return NULL;

	/* a remembered block may have been truncated away */
	if (block >= table->nblocks)
	{
		table->nblocks = RelationGetNumberOfBlocks(table->rel);
		if (block >= table->nblocks)
			return NULL;
	}
	if (block != table->pruned_block)
		prune(table, block);
	if (fetch_once(table, tid, window_start, cv_key) &&
		!is_changed_by_us(table->row))
		return show(table, table->row);
	if (table->is_dirty)
	{
		see_own_writes(table);
		if (fetch_once(table, tid, window_start, cv_key))
			return show(table, table->row);
	}
	ExecClearTuple(table->row);
	return NULL;
}

/*
 * prune -- make room for HOT updates.
 *
 * Only scans do it by themselves.  Without it rows that are fetched by tid
 * move to another page at every second update.  Nothing of the page may be
 * pinned by a slot of ours, as tuples move.
 */
static void
prune(CvResultTable *table, BlockNumber block)
{
	Buffer		buffer = ReadBuffer(table->rel, block);

	heap_page_prune_opt(table->rel, buffer);
	ReleaseBuffer(buffer);
	table->pruned_block = block;
}

static bool
fetch_once(CvResultTable *table, ItemPointer tid, int64 window_start,
		   int64 cv_key)
{
	bool		isnull;

	if (!table_tuple_fetch_row_version(table->rel, tid, table->snapshot,
									   table->row))
		return false;

	/* a line pointer can be taken again by any row */
	return DatumGetInt64(slot_getattr(table->row, CV_ATT_WINDOW_START,
									  &isnull)) == window_start &&
		DatumGetInt64(slot_getattr(table->row, table->att_cv_key,
								   &isnull)) == cv_key;
}

TupleTableSlot *
cv_result_table_lookup(CvResultTable *table, int64 window_start, int64 cv_key)
{
	if (table->lookup_scan == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(table->context);

		table->lookup_scan = cv_index_beginscan(table->rel, table->pk,
												table->snapshot, 2);
		MemoryContextSwitchTo(old);
	}
	cv_row_writer_flush_indexes(table->writer);
	init_key(table, &table->lookup_keys[0], 1, BTEqualStrategyNumber,
			 window_start);
	ScanKeyInit(&table->lookup_keys[1], 2, BTEqualStrategyNumber, F_INT8EQ,
				Int64GetDatum(cv_key));

	if (lookup_once(table) && !is_changed_by_us(table->row))
		return show(table, table->row);
	if (table->is_dirty)
	{
		see_own_writes(table);
		if (lookup_once(table))
			return show(table, table->row);
	}
	ExecClearTuple(table->row);
	return NULL;
}

/* In our context: btree allocates what it keeps when it needs it. */
static bool
lookup_once(CvResultTable *table)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	bool		found;

	index_rescan(table->lookup_scan, table->lookup_keys, 2, NULL, 0);
	found = index_getnext_slot(table->lookup_scan, ForwardScanDirection,
							   table->row);
	MemoryContextSwitchTo(old);
	return found;
}

/* att: its place in the index */
static void
init_key(CvResultTable *table, ScanKey key, AttrNumber att, int strategy,
		 int64 time)
{
	Oid			type = TupleDescAttr(RelationGetDescr(table->rel),
									 CV_ATT_WINDOW_START - 1)->atttypid;
	bool		with_zone = type == TIMESTAMPTZOID;
	RegProcedure function;

	if (strategy == BTLessStrategyNumber)
		function = with_zone ? F_TIMESTAMPTZ_LT : F_TIMESTAMP_LT;
	else if (strategy == BTLessEqualStrategyNumber)
		function = with_zone ? F_TIMESTAMPTZ_LE : F_TIMESTAMP_LE;
	else if (strategy == BTGreaterStrategyNumber)
		function = with_zone ? F_TIMESTAMPTZ_GT : F_TIMESTAMP_GT;
	else if (strategy == BTGreaterEqualStrategyNumber)
		function = with_zone ? F_TIMESTAMPTZ_GE : F_TIMESTAMP_GE;
	else
		function = with_zone ? F_TIMESTAMPTZ_EQ : F_TIMESTAMP_EQ;
	ScanKeyInit(key, att, strategy, function, Int64GetDatum(time));
}

static void
see_own_writes(CvResultTable *table)
{
	CommandCounterIncrement();
	table->snapshot->curcid = GetCurrentCommandId(false);
	table->is_dirty = false;
}

/* Was this version superseded or deleted by this very transaction? */
static bool
is_changed_by_us(TupleTableSlot *row)
{
	HeapTupleHeader header;
	TransactionId xmax;

	Assert(TTS_IS_BUFFERTUPLE(row));
	header = ((HeapTupleTableSlot *) row)->tuple->t_data;
	if ((header->t_infomask & HEAP_XMAX_INVALID) ||
		HEAP_XMAX_IS_LOCKED_ONLY(header->t_infomask))
		return false;
	xmax = HeapTupleHeaderGetUpdateXid(header);
	return TransactionIdIsCurrentTransactionId(xmax);
}

void
cv_result_table_scan_begin(CvResultTable *table, int64 lo, int64 hi)
{
	ScanKeyData keys[2];

	init_key(table, &keys[0], 1, BTGreaterEqualStrategyNumber, lo);
	init_key(table, &keys[1], 1, BTLessStrategyNumber, hi);
	begin_scan(table, table->pk, keys, 2);
}

void
cv_result_table_scan_ended_begin(CvResultTable *table, int64 lo, int64 hi)
{
	ScanKeyData keys[2];

	init_key(table, &keys[0], 1, BTGreaterStrategyNumber, lo);
	init_key(table, &keys[1], 1, BTLessEqualStrategyNumber, hi);
	begin_scan(table, end_index(table), keys, 2);
}

static void
begin_scan(CvResultTable *table, Relation index, ScanKey keys, int nkeys)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);

	Assert(table->scan == NULL);
	cv_result_table_flush(table);
	cv_row_writer_flush_indexes(table->writer);
	if (table->is_dirty)
		see_own_writes(table);
	table->scan_snapshot = RegisterSnapshot(GetLatestSnapshot());
	table->scan_snapshot->curcid = GetCurrentCommandId(false);
	table->scan = cv_index_beginscan(table->rel, index, table->scan_snapshot,
									 nkeys);
	index_rescan(table->scan, keys, nkeys, NULL, 0);
	MemoryContextSwitchTo(old);
}

TupleTableSlot *
cv_result_table_scan_next(CvResultTable *table)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	bool		found;

	Assert(table->scan != NULL);
	found = index_getnext_slot(table->scan, ForwardScanDirection,
							   table->scan_row);
	MemoryContextSwitchTo(old);
	return found ? show(table, table->scan_row) : NULL;
}

void
cv_result_table_scan_end(CvResultTable *table)
{
	Assert(table->scan != NULL);
	ExecClearTuple(table->scan_row);
	index_endscan(table->scan);
	UnregisterSnapshot(table->scan_snapshot);
	table->scan = NULL;
}

void
cv_result_table_walk_begin(CvResultTable *table, int64 cv_key, int64 lo,
						   int64 hi)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	ScanKeyData keys[3];
	bool		is_by_key;

	cv_result_table_flush(table);
	cv_result_table_make_key_index(table);
	cv_row_writer_flush_indexes(table->writer);
	if (table->is_dirty)
		see_own_writes(table);
	if (table->walk == NULL)
	{
		Relation	index = table->by_key ? table->by_key : table->pk;

		table->walk = cv_index_beginscan(table->rel, index, table->snapshot,
										 lengthof(keys));
		table->walk_row = table_slot_create(table->rel, NULL);
	}

	/* keys are in the order of the index's columns */
	is_by_key = table->walk->indexRelation != table->pk;
	ScanKeyInit(&keys[is_by_key ? 0 : 2], is_by_key ? 1 : 2,
				BTEqualStrategyNumber, F_INT8EQ, Int64GetDatum(cv_key));
	init_key(table, &keys[is_by_key ? 1 : 0], is_by_key ? 2 : 1,
			 BTGreaterStrategyNumber, lo);
	init_key(table, &keys[is_by_key ? 2 : 1], is_by_key ? 2 : 1,
			 BTLessStrategyNumber, hi);
	index_rescan(table->walk, keys, lengthof(keys), NULL, 0);
	MemoryContextSwitchTo(old);
}

TupleTableSlot *
cv_result_table_walk_next(CvResultTable *table)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	bool		found = index_getnext_slot(table->walk, BackwardScanDirection,
										   table->walk_row);

	MemoryContextSwitchTo(old);
	return found ? show(table, table->walk_row) : NULL;
}

/* Lets go of its pages: a pin would keep them from being pruned. */
void
cv_result_table_walk_end(CvResultTable *table)
{
	ExecClearTuple(table->walk_row);
	index_rescan(table->walk, NULL, 0, NULL, 0);
}

bool
cv_result_table_first_window(CvResultTable *table, int64 *window_start)
{
	return outermost_window(table, ForwardScanDirection, window_start);
}

bool
cv_result_table_last_window(CvResultTable *table, int64 *window_start)
{
	return outermost_window(table, BackwardScanDirection, window_start);
}

static bool
outermost_window(CvResultTable *table, ScanDirection direction,
				 int64 *window_start)
{
	MemoryContext old;
	IndexScanDesc scan;
	bool		found;
	bool		isnull;

	cv_result_table_flush(table);
	cv_row_writer_flush_indexes(table->writer);
	if (table->is_dirty)
		see_own_writes(table);
	old = MemoryContextSwitchTo(table->context);
	scan = cv_index_beginscan(table->rel, table->pk, table->snapshot, 0);
	index_rescan(scan, NULL, 0, NULL, 0);
	found = index_getnext_slot(scan, direction, table->row);
	if (found)
		*window_start = DatumGetInt64(slot_getattr(table->row,
												   CV_ATT_WINDOW_START,
												   &isnull));
	ExecClearTuple(table->row);
	index_endscan(scan);
	MemoryContextSwitchTo(old);
	return found;
}

void
cv_result_table_insert(CvResultTable *table, const Datum *values,
					   const bool *isnull, ItemPointer tid)
{
	if (table->moved != NULL)
		cv_moved_columns_spread(table->moved, NULL, &values, &isnull);
	cv_row_writer_insert(table->writer, values, isnull, tid);
	table->is_dirty = true;
}

void
cv_result_table_update(CvResultTable *table, TupleTableSlot *old,
					   const Datum *values, const bool *isnull,
					   ItemPointer tid)
{
	if (table->moved != NULL)
	{
		old = cv_moved_columns_row(table->moved, old);
		cv_moved_columns_spread(table->moved, old, &values, &isnull);
	}
	cv_row_writer_update(table->writer, old, table->snapshot, values, isnull,
						 tid);
	table->is_dirty = true;
}

void
cv_result_table_delete(CvResultTable *table, TupleTableSlot *old)
{
	if (table->moved != NULL)
		old = cv_moved_columns_row(table->moved, old);
	cv_row_writer_delete(table->writer, old, table->snapshot);
	table->is_dirty = true;
}

void
cv_result_table_flush(CvResultTable *table)
{
	if (cv_row_writer_flush(table->writer))
		table->is_dirty = true;
}
