/*-------------------------------------------------------------------------
 *
 * result_table.c
 *	  Rows of the result table, written through the executor's own routines.
 *
 * What ModifyTable would do for INSERT, UPDATE and DELETE is done here row by
 * row: statement triggers, generated columns, constraints, the heap, indexes,
 * AFTER ROW triggers with transition tables.  Left out on purpose: row
 * security and column defaults (every row is complete, and ours), and BEFORE
 * ROW triggers, which could change values that are the state of aggregates:
 * with one of them the table is not opened at all.
 *
 * Inserts are buffered and go in by table_multi_insert, as COPY does it.
 *
 * What is seen.  Rows are found under a snapshot of the table's own, taken at
 * open, so of other transactions' work everything committed by then.  Of our
 * own, everything written: moving the snapshot on to the newest command costs
 * a CommandCounterIncrement, so it is done only when the row at hand shows
 * that it matters: it is missing, or it was changed by this transaction.
 * Scans have a snapshot to themselves, fixed for their duration, so they do
 * not meet the rows that are written meanwhile.
 *
 * Triggers fire at close.  Between the first write and close the caller must
 * not end a query that was begun before the first write.
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
#include "catalog/pg_index.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "executor/nodeModifyTable.h"
#include "nodes/makefuncs.h"
#include "parser/parse_relation.h"
#include "storage/bufmgr.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "output/result_table.h"
#include "view/view_spec.h"

/* limits of the insert buffer, as those of COPY */
#define MAX_BUFFERED_ROWS	1000
#define MAX_BUFFERED_BYTES	65536

typedef enum WriteKind
{
	WRITE_INSERT,
	WRITE_UPDATE,
	WRITE_DELETE,
	WRITE_KINDS
} WriteKind;

struct CvResultTable
{
	Relation	rel;
	MemoryContext context;
	int			natts;			/* ours; generated ones may follow */
	AttrNumber	att_cv_key;

	EState	   *estate;
	ResultRelInfo *rri;			/* for UPDATE and DELETE */
	ResultRelInfo *insert_rri;	/* often the same */
	Relation	pk;				/* one of rri's indexes */

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

	/* writing */
	bool		in_query;		/* AfterTriggerBeginQuery was called */
	bool		has_begun[WRITE_KINDS];
	TransitionCaptureState *capture[WRITE_KINDS];
	TupleTableSlot *new_row;	/* of update */

	TupleTableSlot **buffer;
	ItemPointer *buffer_tids;
	int			nbuffered;
	int			nbuffer_slots;	/* made so far */
	Size		buffered_bytes;
};

static void check_triggers(Relation rel);
static void init_executor(CvResultTable *table);
static ResultRelInfo *make_result_rel(CvResultTable *table);
static void find_primary_key(CvResultTable *table);
static void init_key(CvResultTable *table, ScanKey key, int strategy,
					 int64 window_start);
static void see_own_writes(CvResultTable *table);
static bool is_changed_by_us(TupleTableSlot *row);
static void prune(CvResultTable *table, BlockNumber block);
static bool fetch_once(CvResultTable *table, ItemPointer tid,
					   int64 window_start, int64 cv_key);
static bool lookup_once(CvResultTable *table);
static CommandId begin_write(CvResultTable *table, WriteKind kind);
static void end_writes(CvResultTable *table);
static TupleTableSlot *next_buffer_slot(CvResultTable *table);
static void fill_slot(CvResultTable *table, TupleTableSlot *slot,
					  const Datum *values, const bool *isnull,
					  TupleTableSlot *old);
static void complete_row(CvResultTable *table, ResultRelInfo *rri,
						 TupleTableSlot *slot, CmdType command);
static void check_written(CvResultTable *table, TM_Result result);

CvResultTable *
cv_result_table_open(Oid relid, int nkeys, int naggs)
{
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
	table->att_cv_key = CV_ATT_KEY(nkeys, naggs);
	if (RelationGetNumberOfAttributes(table->rel) < table->natts)
		elog(ERROR, "result table \"%s\" has %d columns, expected %d",
			 RelationGetRelationName(table->rel),
			 RelationGetNumberOfAttributes(table->rel), table->natts);
	check_triggers(table->rel);

	init_executor(table);
	find_primary_key(table);
	table->snapshot = RegisterSnapshot(GetLatestSnapshot());
	table->snapshot->curcid = GetCurrentCommandId(false);
	table->nblocks = RelationGetNumberOfBlocks(table->rel);
	table->pruned_block = InvalidBlockNumber;
	table->row = table_slot_create(table->rel, NULL);
	table->scan_row = table_slot_create(table->rel, NULL);
	table->new_row = MakeSingleTupleTableSlot(RelationGetDescr(table->rel),
											  &TTSOpsVirtual);
	MemoryContextSwitchTo(old);
	return table;
}

static void
check_triggers(Relation rel)
{
	TriggerDesc *desc = rel->trigdesc;

	for (int i = 0; desc != NULL && i < desc->numtriggers; i++)
	{
		Trigger    *trigger = &desc->triggers[i];

		if (trigger->tgenabled != TRIGGER_DISABLED &&
			TRIGGER_FOR_BEFORE(trigger->tgtype) &&
			TRIGGER_FOR_ROW(trigger->tgtype))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot write to result table \"%s\" because it has the BEFORE ROW trigger \"%s\"",
							RelationGetRelationName(rel), trigger->tgname),
					 errhint("Drop or disable the trigger.")));
	}
}

static void
init_executor(CvResultTable *table)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	Bitmapset  *updated = NULL;
	TupleDesc	desc = RelationGetDescr(table->rel);

	/* for UPDATE OF triggers: all of ours but what identifies the row */
	for (AttrNumber att = CV_ATT_WINDOW_END; att <= table->natts; att++)
	{
		if (att != table->att_cv_key)
			updated = bms_add_member(updated,
									 att - FirstLowInvalidHeapAttributeNumber);
	}
	rte->rtekind = RTE_RELATION;
	rte->relid = RelationGetRelid(table->rel);
	rte->relkind = table->rel->rd_rel->relkind;
	rte->rellockmode = RowExclusiveLock;
	table->estate = CreateExecutorState();
	cv_init_range_table(table->estate, rte, updated);

	/*
	 * PostgreSQL 15 keeps in one place which generated columns to compute for
	 * INSERT (all) and for UPDATE (those affected).
	 */
	table->rri = make_result_rel(table);
	table->insert_rri = table->rri;
	if (desc->constr != NULL && desc->constr->has_generated_stored)
		table->insert_rri = make_result_rel(table);
}

static ResultRelInfo *
make_result_rel(CvResultTable *table)
{
	ResultRelInfo *rri = makeNode(ResultRelInfo);

	InitResultRelInfo(rri, table->rel, 1, NULL, 0);
	ExecOpenIndices(rri, false);
	table->estate->es_opened_result_relations =
		lappend(table->estate->es_opened_result_relations, rri);
	return rri;
}

static void
find_primary_key(CvResultTable *table)
{
	for (int i = 0; i < table->rri->ri_NumIndices; i++)
	{
		Relation	index = table->rri->ri_IndexRelationDescs[i];
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

void
cv_result_table_close(CvResultTable *table)
{
	cv_result_table_flush(table);
	if (table->scan != NULL)
		cv_result_table_scan_end(table);
	if (table->lookup_scan != NULL)
		index_endscan(table->lookup_scan);
	if (table->in_query)
		end_writes(table);
	UnregisterSnapshot(table->snapshot);

	ExecDropSingleTupleTableSlot(table->row);
	ExecDropSingleTupleTableSlot(table->scan_row);
	ExecDropSingleTupleTableSlot(table->new_row);
	for (int i = 0; i < table->nbuffer_slots; i++)
		ExecDropSingleTupleTableSlot(table->buffer[i]);

	ExecResetTupleTable(table->estate->es_tupleTable, false);
	ExecCloseResultRelations(table->estate);
	FreeExecutorState(table->estate);
	table_close(table->rel, NoLock);
	MemoryContextDelete(table->context);
}

/* AFTER STATEMENT triggers, then everything that was queued. */
static void
end_writes(CvResultTable *table)
{
	if (table->has_begun[WRITE_INSERT])
		ExecASInsertTriggers(table->estate, table->insert_rri,
							 table->capture[WRITE_INSERT]);
	if (table->has_begun[WRITE_UPDATE])
		ExecASUpdateTriggers(table->estate, table->rri,
							 table->capture[WRITE_UPDATE]);
	if (table->has_begun[WRITE_DELETE])
		ExecASDeleteTriggers(table->estate, table->rri,
							 table->capture[WRITE_DELETE]);
	AfterTriggerEndQuery(table->estate);
	table->in_query = false;
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
		return table->row;
	if (table->is_dirty)
	{
		see_own_writes(table);
		if (fetch_once(table, tid, window_start, cv_key))
			return table->row;
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
	init_key(table, &table->lookup_keys[0], BTEqualStrategyNumber,
			 window_start);
	ScanKeyInit(&table->lookup_keys[1], 2, BTEqualStrategyNumber, F_INT8EQ,
				Int64GetDatum(cv_key));

	if (lookup_once(table) && !is_changed_by_us(table->row))
		return table->row;
	if (table->is_dirty)
	{
		see_own_writes(table);
		if (lookup_once(table))
			return table->row;
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

static void
init_key(CvResultTable *table, ScanKey key, int strategy, int64 window_start)
{
	Oid			type = TupleDescAttr(RelationGetDescr(table->rel),
									 CV_ATT_WINDOW_START - 1)->atttypid;
	bool		with_zone = type == TIMESTAMPTZOID;
	RegProcedure function;

	if (strategy == BTLessStrategyNumber)
		function = with_zone ? F_TIMESTAMPTZ_LT : F_TIMESTAMP_LT;
	else if (strategy == BTGreaterEqualStrategyNumber)
		function = with_zone ? F_TIMESTAMPTZ_GE : F_TIMESTAMP_GE;
	else
		function = with_zone ? F_TIMESTAMPTZ_EQ : F_TIMESTAMP_EQ;
	ScanKeyInit(key, 1, strategy, function, Int64GetDatum(window_start));
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

	Assert(TTS_IS_BUFFERTUPLE(row));
	header = ((HeapTupleTableSlot *) row)->tuple->t_data;
	if ((header->t_infomask & HEAP_XMAX_INVALID) ||
		HEAP_XMAX_IS_LOCKED_ONLY(header->t_infomask))
		return false;
	return TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetUpdateXid(header));
}

void
cv_result_table_scan_begin(CvResultTable *table, int64 lo, int64 hi)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	ScanKeyData keys[2];

	Assert(table->scan == NULL);
	cv_result_table_flush(table);
	if (table->is_dirty)
		see_own_writes(table);
	table->scan_snapshot = RegisterSnapshot(GetLatestSnapshot());
	table->scan_snapshot->curcid = GetCurrentCommandId(false);

	init_key(table, &keys[0], BTGreaterEqualStrategyNumber, lo);
	init_key(table, &keys[1], BTLessStrategyNumber, hi);
	table->scan = cv_index_beginscan(table->rel, table->pk,
									 table->scan_snapshot, 2);
	index_rescan(table->scan, keys, 2, NULL, 0);
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
	return found ? table->scan_row : NULL;
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

bool
cv_result_table_last_window(CvResultTable *table, int64 *window_start)
{
	MemoryContext old;
	IndexScanDesc scan;
	bool		found;
	bool		isnull;

	cv_result_table_flush(table);
	if (table->is_dirty)
		see_own_writes(table);
	old = MemoryContextSwitchTo(table->context);
	scan = cv_index_beginscan(table->rel, table->pk, table->snapshot, 0);
	index_rescan(scan, NULL, 0, NULL, 0);
	found = index_getnext_slot(scan, BackwardScanDirection, table->row);
	if (found)
		*window_start = DatumGetInt64(slot_getattr(table->row,
												   CV_ATT_WINDOW_START,
												   &isnull));
	ExecClearTuple(table->row);
	index_endscan(scan);
	MemoryContextSwitchTo(old);
	return found;
}

/* What comes before a row is written. Gives the command to write it by. */
static CommandId
begin_write(CvResultTable *table, WriteKind kind)
{
	static const CmdType commands[] = {CMD_INSERT, CMD_UPDATE, CMD_DELETE};
	MemoryContext old;

	table->is_dirty = true;
	if (likely(table->has_begun[kind]))
	{
		ResetPerTupleExprContext(table->estate);
		return GetCurrentCommandId(true);
	}

	table->has_begun[kind] = true;
	old = MemoryContextSwitchTo(table->context);
	CheckCmdReplicaIdentity(table->rel, commands[kind]);
	if (table->rel->trigdesc != NULL && !table->in_query)
	{
		AfterTriggerBeginQuery();
		table->in_query = true;
	}
	if (table->in_query)
	{
		table->capture[kind] =
			MakeTransitionCaptureState(table->rel->trigdesc,
									   RelationGetRelid(table->rel),
									   commands[kind]);
		if (kind == WRITE_INSERT)
			ExecBSInsertTriggers(table->estate, table->insert_rri);
		else if (kind == WRITE_UPDATE)
			ExecBSUpdateTriggers(table->estate, table->rri);
		else
			ExecBSDeleteTriggers(table->estate, table->rri);
	}
	MemoryContextSwitchTo(old);
	return GetCurrentCommandId(true);
}

void
cv_result_table_insert(CvResultTable *table, const Datum *values,
					   const bool *isnull, ItemPointer tid)
{
	TupleTableSlot *slot = next_buffer_slot(table);
	HeapTuple	tuple;

	begin_write(table, WRITE_INSERT);
	fill_slot(table, slot, values, isnull, NULL);
	complete_row(table, table->insert_rri, slot, CMD_INSERT);
	ExecMaterializeSlot(slot);
	tuple = ExecFetchSlotHeapTuple(slot, true, NULL);

	table->buffer_tids[table->nbuffered++] = tid;
	table->buffered_bytes += tuple->t_len;
	if (table->nbuffered == MAX_BUFFERED_ROWS ||
		table->buffered_bytes >= MAX_BUFFERED_BYTES)
		cv_result_table_flush(table);
}

static TupleTableSlot *
next_buffer_slot(CvResultTable *table)
{
	if (table->nbuffered == table->nbuffer_slots)
	{
		MemoryContext old = MemoryContextSwitchTo(table->context);
		TupleDesc	desc = RelationGetDescr(table->rel);

		if (table->buffer == NULL)
		{
			table->buffer = palloc(MAX_BUFFERED_ROWS * sizeof(TupleTableSlot *));
			table->buffer_tids = palloc(MAX_BUFFERED_ROWS * sizeof(ItemPointer));
		}

		/*
		 * With a descriptor of its own: many pins of one by the resource
		 * owner are slow to give back.
		 */
		table->buffer[table->nbuffer_slots++] =
			MakeSingleTupleTableSlot(CreateTupleDescCopyConstr(desc),
									 table_slot_callbacks(table->rel));
		MemoryContextSwitchTo(old);
	}
	return table->buffer[table->nbuffered];
}

void
cv_result_table_flush(CvResultTable *table)
{
	ResultRelInfo *rri = table->insert_rri;
	int			n = table->nbuffered;
	MemoryContext old;
	CommandId	cid;

	if (n == 0)
		return;
	cid = begin_write(table, WRITE_INSERT);
	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(table->estate));
	table_multi_insert(table->rel, table->buffer, n, cid, 0, NULL);

	for (int i = 0; i < n; i++)
	{
		TupleTableSlot *slot = table->buffer[i];
		List	   *recheck = NIL;

		*table->buffer_tids[i] = slot->tts_tid;
		slot->tts_tableOid = RelationGetRelid(table->rel);
		recheck = cv_insert_index_entries(rri, slot, table->estate, false,
										  false);
		ExecARInsertTriggers(table->estate, rri, slot, recheck,
							 table->capture[WRITE_INSERT]);
		ExecClearTuple(slot);
		ResetPerTupleExprContext(table->estate);
	}
	MemoryContextSwitchTo(old);
	table->nbuffered = 0;
	table->buffered_bytes = 0;
}

void
cv_result_table_update(CvResultTable *table, TupleTableSlot *old_row,
					   const Datum *values, const bool *isnull,
					   ItemPointer tid)
{
	CommandId	cid = begin_write(table, WRITE_UPDATE);
	TupleTableSlot *slot = table->new_row;
	List	   *recheck = NIL;
	MemoryContext old;
	TM_Result	result;
	TM_FailureData failure;
	LockTupleMode lock_mode;
	CvUpdateIndexes which;

	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(table->estate));
	fill_slot(table, slot, values, isnull, old_row);
	complete_row(table, table->rri, slot, CMD_UPDATE);

	result = table_tuple_update(table->rel, &old_row->tts_tid, slot, cid,
								table->snapshot, InvalidSnapshot, true,
								&failure, &lock_mode, &which);
	check_written(table, result);
	if (cv_update_needs_indexes(which))
		recheck = cv_insert_index_entries(table->rri, slot, table->estate,
										  true, which);
	ExecARUpdateTriggers(table->estate, table->rri, NULL, NULL,
						 &old_row->tts_tid, NULL, slot, recheck,
						 table->capture[WRITE_UPDATE], false);
	*tid = slot->tts_tid;
	ExecClearTuple(slot);
	MemoryContextSwitchTo(old);
}

void
cv_result_table_delete(CvResultTable *table, TupleTableSlot *old_row)
{
	CommandId	cid = begin_write(table, WRITE_DELETE);
	MemoryContext old;
	TM_Result	result;
	TM_FailureData failure;

	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(table->estate));
	result = table_tuple_delete(table->rel, &old_row->tts_tid, cid,
								table->snapshot, InvalidSnapshot, true,
								&failure, false);
	check_written(table, result);
	ExecARDeleteTriggers(table->estate, table->rri, &old_row->tts_tid, NULL,
						 table->capture[WRITE_DELETE], false);
	MemoryContextSwitchTo(old);
}

/* Nobody but the view's worker should write here. */
static void
check_written(CvResultTable *table, TM_Result result)
{
	if (result == TM_Ok)
		return;
	if (result != TM_Updated && result != TM_Deleted)
		elog(ERROR, "unexpected outcome %d of writing to result table \"%s\"",
			 (int) result, RelationGetRelationName(table->rel));
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("a row of result table \"%s\" was changed concurrently",
					RelationGetRelationName(table->rel))));
}

/* A virtual row: our columns, and old's generated ones. */
static void
fill_slot(CvResultTable *table, TupleTableSlot *slot, const Datum *values,
		  const bool *isnull, TupleTableSlot *old)
{
	int			natts = slot->tts_tupleDescriptor->natts;

	ExecClearTuple(slot);
	memcpy(slot->tts_values, values, table->natts * sizeof(Datum));
	memcpy(slot->tts_isnull, isnull, table->natts * sizeof(bool));
	if (natts > table->natts && old != NULL)
		slot_getallattrs(old);
	for (int i = table->natts; i < natts; i++)
	{
		slot->tts_values[i] = old != NULL ? old->tts_values[i] : (Datum) 0;
		slot->tts_isnull[i] = old != NULL ? old->tts_isnull[i] : true;
	}
	ExecStoreVirtualTuple(slot);
	slot->tts_tableOid = RelationGetRelid(table->rel);
}

static void
complete_row(CvResultTable *table, ResultRelInfo *rri, TupleTableSlot *slot,
			 CmdType command)
{
	TupleConstr *constr = RelationGetDescr(table->rel)->constr;

	if (constr == NULL)
		return;
	if (constr->has_generated_stored)
		ExecComputeStoredGenerated(rri, table->estate, slot, command);
	ExecConstraints(rri, slot, table->estate);
}

Oid
cv_result_table_file(const CvResultTable *table)
{
	return table->rel->rd_rel->relfilenode;
}
