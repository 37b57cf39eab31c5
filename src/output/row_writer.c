/*-------------------------------------------------------------------------
 *
 * row_writer.c
 *	  INSERT, UPDATE and DELETE of rows that are complete, without a plan.
 *
 * What ModifyTable would do is done here row by row: statement triggers,
 * generated columns, constraints, the heap, indexes, AFTER ROW triggers with
 * transition tables.  Left out on purpose: row security and column defaults
 * (every row is complete, and ours), and BEFORE ROW triggers, which could
 * change values that are the state of aggregates: a table with one of them is
 * not opened at all.
 *
 * Inserts are buffered and go in by table_multi_insert, as COPY does it.
 *
 * Triggers are queued in a query level of their own, one for all writers that
 * are open together: with a level each, closing them in another order than
 * that of their first writes would free transition tables still in use.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_trigger.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "executor/nodeModifyTable.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_relation.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "output/index_queue.h"
#include "output/row_writer.h"
#include "view/view_ddl.h"

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

struct CvRowWriter
{
	Relation	rel;
	MemoryContext context;
	int			natts;			/* the caller's; generated ones may follow */

	EState	   *estate;
	ResultRelInfo *rri;			/* for UPDATE and DELETE */
	ResultRelInfo *insert_rri;	/* often the same */

	Bitmapset  *updated;
	List	   *queues;			/* of CvIndexQueue * */

	bool		in_query;		/* counted in writers_in_query */
	bool		has_begun[WRITE_KINDS];
	TransitionCaptureState *capture[WRITE_KINDS];
	TupleTableSlot *new_row;	/* of update */

	TupleTableSlot **buffer;
	ItemPointer *buffer_tids;	/* where to note tids, or NULL */
	int64	   *buffer_keys;	/* CV_QUEUED_KEYS for each queue */
	int			nbuffered;
	int			nbuffer_slots;	/* made so far */
	Size		buffered_bytes;
};

/* stays set after an error: see header */
bool		cv_row_writer_is_busy = false;

/* writers whose triggers are queued in the common query level */
static int	writers_in_query = 0;
static SubTransactionId query_subxact;	/* that of the query level */

static void check_table(Relation rel);
static void check_triggers(Relation rel);
static void begin_query(CvRowWriter *writer);
static void forget_query(XactEvent event, void *arg);
static void forget_subxact_query(SubXactEvent event, SubTransactionId id,
								 SubTransactionId parent, void *arg);
static void init_executor(CvRowWriter *writer, Bitmapset *updated);
static ResultRelInfo *make_result_rel(CvRowWriter *writer);
static CommandId begin_write(CvRowWriter *writer, WriteKind kind);
static void end_writes(CvRowWriter *writer);
static TupleTableSlot *next_buffer_slot(CvRowWriter *writer);
static void hide_index(ResultRelInfo *rri, Relation index);
static void read_keys(const CvRowWriter *writer, TupleTableSlot *slot,
					  int64 *keys);
static void queue_entries(CvRowWriter *writer, const int64 *keys,
						  ItemPointer tid, bool is_update);
static void queue_update(CvRowWriter *writer, TupleTableSlot *slot);
static void flush_full_queues(CvRowWriter *writer);
static void fill_slot(CvRowWriter *writer, TupleTableSlot *slot,
					  const Datum *values, const bool *isnull,
					  TupleTableSlot *old);
static void complete_row(CvRowWriter *writer, ResultRelInfo *rri,
						 TupleTableSlot *slot, CmdType command);
static void check_written(CvRowWriter *writer, TM_Result result);

CvRowWriter *
cv_row_writer_open(Relation rel, int natts, Bitmapset *updated)
{
	MemoryContext context;
	MemoryContext old;
	CvRowWriter *writer;

	check_table(rel);
	check_triggers(rel);
	context = AllocSetContextCreate(CurrentMemoryContext,
									"continuous view row writer",
									ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	writer = palloc0(sizeof(CvRowWriter));
	writer->context = context;
	writer->rel = rel;
	writer->natts = natts;
	writer->updated = updated;
	init_executor(writer, updated);
	writer->new_row = MakeSingleTupleTableSlot(RelationGetDescr(rel),
											   &TTSOpsVirtual);
	MemoryContextSwitchTo(old);
	return writer;
}

const ResultRelInfo *
cv_row_writer_result_rel(const CvRowWriter *writer)
{
	return writer->rri;
}

void
cv_row_writer_close(CvRowWriter *writer)
{
	ListCell   *lc;

	cv_row_writer_flush(writer);
	cv_row_writer_flush_indexes(writer);
	cv_row_writer_is_busy = true;
	if (writer->in_query)
		end_writes(writer);
	cv_row_writer_is_busy = false;

	ExecDropSingleTupleTableSlot(writer->new_row);
	for (int i = 0; i < writer->nbuffer_slots; i++)
		ExecDropSingleTupleTableSlot(writer->buffer[i]);
	ExecResetTupleTable(writer->estate->es_tupleTable, false);
	ExecCloseResultRelations(writer->estate);
	foreach(lc, writer->queues)
		index_close(cv_index_queue_index(lfirst(lc)), NoLock);
	FreeExecutorState(writer->estate);
	MemoryContextDelete(writer->context);
}

void
cv_row_writer_queue_index(CvRowWriter *writer, Relation index)
{
	/* of two references the queue keeps one */
	hide_index(writer->rri, index);
	if (writer->insert_rri != writer->rri)
	{
		hide_index(writer->insert_rri, index);
		index_close(index, NoLock);
	}
	cv_row_writer_add_index(writer, index);
}

void
cv_row_writer_add_index(CvRowWriter *writer, Relation index)
{
	MemoryContext old = MemoryContextSwitchTo(writer->context);

	/* there is room for the keys of more indexes in the next buffer */
	Assert(writer->nbuffered == 0);
	writer->buffer_keys = NULL;
	writer->queues = lappend(writer->queues,
							 cv_index_queue_create(writer->rel, index,
												   writer->updated));
	MemoryContextSwitchTo(old);
}

/* The executor of 17 and later does not pass over NULL when it closes them. */
static void
hide_index(ResultRelInfo *rri, Relation index)
{
	int			n = 0;

	for (int i = 0; i < rri->ri_NumIndices; i++)
	{
		if (rri->ri_IndexRelationDescs[i] == index)
			continue;
		rri->ri_IndexRelationDescs[n] = rri->ri_IndexRelationDescs[i];
		rri->ri_IndexRelationInfo[n] = rri->ri_IndexRelationInfo[i];
		n++;
	}
	rri->ri_NumIndices = n;
}

static inline int64 *
buffered_keys(const CvRowWriter *writer, int row)
{
	return writer->buffer_keys +
		row * list_length(writer->queues) * CV_QUEUED_KEYS;
}

/* While the row is at hand as values: to take it apart again would cost more. */
static void
read_keys(const CvRowWriter *writer, TupleTableSlot *slot, int64 *keys)
{
	ListCell   *lc;

	foreach(lc, writer->queues)
	{
		cv_index_queue_read(lfirst(lc), slot, keys);
		keys += CV_QUEUED_KEYS;
	}
}

static void
queue_entries(CvRowWriter *writer, const int64 *keys, ItemPointer tid,
			  bool is_update)
{
	ListCell   *lc;

	foreach(lc, writer->queues)
	{
		cv_index_queue_add(lfirst(lc), keys, tid, is_update);
		keys += CV_QUEUED_KEYS;
	}
}

static void
queue_update(CvRowWriter *writer, TupleTableSlot *slot)
{
	int64	   *keys = palloc(list_length(writer->queues) * CV_QUEUED_KEYS *
							  sizeof(int64));

	read_keys(writer, slot, keys);
	queue_entries(writer, keys, &slot->tts_tid, true);
	flush_full_queues(writer);
}

static void
flush_full_queues(CvRowWriter *writer)
{
	ListCell   *lc;

	foreach(lc, writer->queues)
		cv_index_queue_flush_full(lfirst(lc));
}

void
cv_row_writer_flush_indexes(CvRowWriter *writer)
{
	ListCell   *lc;

	cv_row_writer_is_busy = true;
	foreach(lc, writer->queues)
		cv_index_queue_flush(lfirst(lc));
	cv_row_writer_is_busy = false;
}

/* A crash must not leave a position without what has been written for it. */
static void
check_table(Relation rel)
{
	if (!RelationIsPermanent(rel))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot write to table \"%s\" because it is not logged",
						RelationGetRelationName(rel)),
				 errhint("Use ALTER TABLE ... SET LOGGED.")));
}

static void
check_triggers(Relation rel)
{
	TriggerDesc *desc = rel->trigdesc;

	for (int i = 0; desc != NULL && i < desc->numtriggers; i++)
	{
		Trigger    *trigger = &desc->triggers[i];

		/* that of a view that reads this one: there are no updates then */
		if (trigger->tgenabled != TRIGGER_DISABLED &&
			TRIGGER_FOR_BEFORE(trigger->tgtype) &&
			TRIGGER_FOR_ROW(trigger->tgtype) &&
			!cv_is_input_trigger(trigger->tgfoid))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot write to table \"%s\" because it has the BEFORE ROW trigger \"%s\"",
							RelationGetRelationName(rel), trigger->tgname),
					 errhint("Drop or disable the trigger.")));
	}
}

static void
init_executor(CvRowWriter *writer, Bitmapset *updated)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	TupleDesc	desc = RelationGetDescr(writer->rel);

	rte->rtekind = RTE_RELATION;
	rte->relid = RelationGetRelid(writer->rel);
	rte->relkind = writer->rel->rd_rel->relkind;
	rte->rellockmode = RowExclusiveLock;
	writer->estate = CreateExecutorState();
	cv_init_range_table(writer->estate, rte, updated);

	/*
	 * PostgreSQL 15 keeps in one place which generated columns to compute for
	 * INSERT (all) and for UPDATE (those affected).
	 */
	writer->rri = make_result_rel(writer);
	writer->insert_rri = writer->rri;
	if (desc->constr != NULL && desc->constr->has_generated_stored)
		writer->insert_rri = make_result_rel(writer);
}

static ResultRelInfo *
make_result_rel(CvRowWriter *writer)
{
	ResultRelInfo *rri = makeNode(ResultRelInfo);

	InitResultRelInfo(rri, writer->rel, 1, NULL, 0);
	ExecOpenIndices(rri, false);
	writer->estate->es_opened_result_relations =
		lappend(writer->estate->es_opened_result_relations, rri);
	return rri;
}

/* AFTER STATEMENT triggers, then everything that was queued. */
static void
end_writes(CvRowWriter *writer)
{
	if (writer->has_begun[WRITE_INSERT])
		ExecASInsertTriggers(writer->estate, writer->insert_rri,
							 writer->capture[WRITE_INSERT]);
	if (writer->has_begun[WRITE_UPDATE])
		ExecASUpdateTriggers(writer->estate, writer->rri,
							 writer->capture[WRITE_UPDATE]);
	if (writer->has_begun[WRITE_DELETE])
		ExecASDeleteTriggers(writer->estate, writer->rri,
							 writer->capture[WRITE_DELETE]);
	writer->in_query = false;
	if (--writers_in_query == 0)
		AfterTriggerEndQuery(writer->estate);
}

static void
begin_query(CvRowWriter *writer)
{
	static bool is_registered = false;

	if (!is_registered)
	{
		RegisterXactCallback(forget_query, NULL);
		RegisterSubXactCallback(forget_subxact_query, NULL);
		is_registered = true;
	}
	if (writers_in_query++ == 0)
	{
		AfterTriggerBeginQuery();
		query_subxact = GetCurrentSubTransactionId();
	}
	writer->in_query = true;
}

/* An error leaves no writer open: they end where they were begun. */
static void
forget_query(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_ABORT)
		writers_in_query = 0;
}

/* Functions that are called meanwhile may have subtransactions of their own. */
static void
forget_subxact_query(SubXactEvent event, SubTransactionId id,
					 SubTransactionId parent, void *arg)
{
	if (event == SUBXACT_EVENT_ABORT_SUB && id == query_subxact)
		writers_in_query = 0;
}

/* What comes before a row is written. Gives the command to write it by. */
static CommandId
begin_write(CvRowWriter *writer, WriteKind kind)
{
	static const CmdType commands[] = {CMD_INSERT, CMD_UPDATE, CMD_DELETE};
	MemoryContext old;

	cv_row_writer_is_busy = true;
	if (likely(writer->has_begun[kind]))
	{
		ResetPerTupleExprContext(writer->estate);
		return GetCurrentCommandId(true);
	}

	writer->has_begun[kind] = true;
	old = MemoryContextSwitchTo(writer->context);
	CheckCmdReplicaIdentity(writer->rel, commands[kind]);
	if (writer->rel->trigdesc != NULL && !writer->in_query)
		begin_query(writer);
	if (writer->in_query)
	{
		writer->capture[kind] =
			MakeTransitionCaptureState(writer->rel->trigdesc,
									   RelationGetRelid(writer->rel),
									   commands[kind]);
		if (kind == WRITE_INSERT)
			ExecBSInsertTriggers(writer->estate, writer->insert_rri);
		else if (kind == WRITE_UPDATE)
			ExecBSUpdateTriggers(writer->estate, writer->rri);
		else
			ExecBSDeleteTriggers(writer->estate, writer->rri);
	}
	MemoryContextSwitchTo(old);
	return GetCurrentCommandId(true);
}

void
cv_row_writer_insert(CvRowWriter *writer, const Datum *values,
					 const bool *isnull, ItemPointer tid)
{
	TupleTableSlot *slot = next_buffer_slot(writer);
	HeapTuple	tuple;

	begin_write(writer, WRITE_INSERT);
	fill_slot(writer, slot, values, isnull, NULL);
	complete_row(writer, writer->insert_rri, slot, CMD_INSERT);
	read_keys(writer, slot, buffered_keys(writer, writer->nbuffered));
	ExecMaterializeSlot(slot);
	tuple = ExecFetchSlotHeapTuple(slot, true, NULL);

	writer->buffer_tids[writer->nbuffered++] = tid;
	writer->buffered_bytes += tuple->t_len;
	cv_row_writer_is_busy = false;
	if (writer->nbuffered == MAX_BUFFERED_ROWS ||
		writer->buffered_bytes >= MAX_BUFFERED_BYTES)
		cv_row_writer_flush(writer);
}

static TupleTableSlot *
next_buffer_slot(CvRowWriter *writer)
{
	if (writer->buffer_keys == NULL)
		writer->buffer_keys =
			MemoryContextAlloc(writer->context, MAX_BUFFERED_ROWS *
							   list_length(writer->queues) *
							   CV_QUEUED_KEYS * sizeof(int64));
	if (writer->nbuffered == writer->nbuffer_slots)
	{
		MemoryContext old = MemoryContextSwitchTo(writer->context);
		TupleDesc	desc = RelationGetDescr(writer->rel);

		if (writer->buffer == NULL)
		{
			writer->buffer =
				palloc(MAX_BUFFERED_ROWS * sizeof(TupleTableSlot *));
			writer->buffer_tids =
				palloc(MAX_BUFFERED_ROWS * sizeof(ItemPointer));
		}

		/*
		 * With a descriptor of its own: many pins of one by the resource
		 * owner are slow to give back.
		 */
		writer->buffer[writer->nbuffer_slots++] =
			MakeSingleTupleTableSlot(CreateTupleDescCopyConstr(desc),
									 table_slot_callbacks(writer->rel));
		MemoryContextSwitchTo(old);
	}
	return writer->buffer[writer->nbuffered];
}

bool
cv_row_writer_flush(CvRowWriter *writer)
{
	ResultRelInfo *rri = writer->insert_rri;
	int			n = writer->nbuffered;
	MemoryContext old;
	CommandId	cid;

	if (n == 0)
		return false;
	cid = begin_write(writer, WRITE_INSERT);
	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(writer->estate));
	table_multi_insert(writer->rel, writer->buffer, n, cid, 0, NULL);

	for (int i = 0; i < n; i++)
	{
		TupleTableSlot *slot = writer->buffer[i];
		List	   *recheck;

		if (writer->buffer_tids[i] != NULL)
			*writer->buffer_tids[i] = slot->tts_tid;
		slot->tts_tableOid = RelationGetRelid(writer->rel);
		recheck = rri->ri_NumIndices == 0 ? NIL :
			cv_insert_index_entries(rri, slot, writer->estate, false, false);
		queue_entries(writer, buffered_keys(writer, i), &slot->tts_tid, false);
		ExecARInsertTriggers(writer->estate, rri, slot, recheck,
							 writer->capture[WRITE_INSERT]);
		ExecClearTuple(slot);
		ResetPerTupleExprContext(writer->estate);
	}
	MemoryContextSwitchTo(old);
	flush_full_queues(writer);
	writer->nbuffered = 0;
	writer->buffered_bytes = 0;
	cv_row_writer_is_busy = false;
	return true;
}

void
cv_row_writer_update(CvRowWriter *writer, TupleTableSlot *old_row,
					 Snapshot snapshot, const Datum *values,
					 const bool *isnull, ItemPointer tid)
{
	CommandId	cid = begin_write(writer, WRITE_UPDATE);
	TupleTableSlot *slot = writer->new_row;
	List	   *recheck = NIL;
	MemoryContext old;
	TM_Result	result;
	TM_FailureData failure;
	LockTupleMode lock_mode;
	CvUpdateIndexes which;

	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(writer->estate));
	fill_slot(writer, slot, values, isnull, old_row);
	complete_row(writer, writer->rri, slot, CMD_UPDATE);

	result = table_tuple_update(writer->rel, &old_row->tts_tid, slot, cid,
								snapshot, InvalidSnapshot, true,
								&failure, &lock_mode, &which);
	check_written(writer, result);
	if (cv_update_needs_indexes(which))
		recheck = cv_insert_index_entries(writer->rri, slot, writer->estate,
										  true, which);
	if (writer->queues != NIL && cv_update_needs_btrees(which))
		queue_update(writer, slot);
	ExecARUpdateTriggers(writer->estate, writer->rri, NULL, NULL,
						 &old_row->tts_tid, NULL, slot, recheck,
						 writer->capture[WRITE_UPDATE], false);
	*tid = slot->tts_tid;
	ExecClearTuple(slot);
	MemoryContextSwitchTo(old);
	cv_row_writer_is_busy = false;
}

void
cv_row_writer_delete(CvRowWriter *writer, TupleTableSlot *old_row,
					 Snapshot snapshot)
{
	CommandId	cid = begin_write(writer, WRITE_DELETE);
	MemoryContext old;
	TM_Result	result;
	TM_FailureData failure;

	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(writer->estate));
	result = table_tuple_delete(writer->rel, &old_row->tts_tid, cid,
								snapshot, InvalidSnapshot, true,
								&failure, false);
	check_written(writer, result);
	ExecARDeleteTriggers(writer->estate, writer->rri, &old_row->tts_tid, NULL,
						 writer->capture[WRITE_DELETE], false);
	MemoryContextSwitchTo(old);
	cv_row_writer_is_busy = false;
}

/* Nobody but the view's worker should write here. */
static void
check_written(CvRowWriter *writer, TM_Result result)
{
	if (result == TM_Ok)
		return;
	if (result != TM_Updated && result != TM_Deleted)
		elog(ERROR, "unexpected outcome %d of writing to table \"%s\"",
			 (int) result, RelationGetRelationName(writer->rel));
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("a row of table \"%s\" was changed concurrently",
					RelationGetRelationName(writer->rel))));
}

/* A virtual row: our columns, and old's generated ones. */
static void
fill_slot(CvRowWriter *writer, TupleTableSlot *slot, const Datum *values,
		  const bool *isnull, TupleTableSlot *old)
{
	int			natts = slot->tts_tupleDescriptor->natts;

	ExecClearTuple(slot);
	memcpy(slot->tts_values, values, writer->natts * sizeof(Datum));
	memcpy(slot->tts_isnull, isnull, writer->natts * sizeof(bool));
	if (natts > writer->natts && old != NULL)
		slot_getallattrs(old);
	for (int i = writer->natts; i < natts; i++)
	{
		slot->tts_values[i] = old != NULL ? old->tts_values[i] : (Datum) 0;
		slot->tts_isnull[i] = old != NULL ? old->tts_isnull[i] : true;
	}
	ExecStoreVirtualTuple(slot);
	slot->tts_tableOid = RelationGetRelid(writer->rel);
}

static void
complete_row(CvRowWriter *writer, ResultRelInfo *rri, TupleTableSlot *slot,
			 CmdType command)
{
	TupleConstr *constr = RelationGetDescr(writer->rel)->constr;

	if (constr == NULL)
		return;
	if (constr->has_generated_stored)
		ExecComputeStoredGenerated(rri, writer->estate, slot, command);
	ExecConstraints(rri, slot, writer->estate);
}

void
cv_rows_delete(Oid relid, CvRowFilter is_meant, void *arg)
{
	Relation	rel = table_open(relid, RowExclusiveLock);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	CvRowWriter *writer =
		cv_row_writer_open(rel, RelationGetNumberOfAttributes(rel), NULL);
	TupleTableSlot *row = table_slot_create(rel, NULL);
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);

	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		CHECK_FOR_INTERRUPTS();
		if (is_meant == NULL || is_meant(row, arg))
			cv_row_writer_delete(writer, row, snapshot);
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	cv_row_writer_close(writer);
	UnregisterSnapshot(snapshot);
	table_close(rel, NoLock);
	CommandCounterIncrement();
}
