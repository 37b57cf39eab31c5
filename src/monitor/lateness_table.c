/*-------------------------------------------------------------------------
 *
 * lateness_table.c
 *	  How late the rows of a table come, from the WAL that is on disk.
 *
 * For a table that no continuous view reads yet.  The WAL tells which
 * transactions have inserted into it, when they committed, and in which blocks
 * to look; the rows are those that the caller's snapshot sees there.  So rows
 * that are gone, or were updated, are not counted, nor those that came before
 * the table's present file.  (If it was ALTER TABLE that has written that file,
 * it looks like one transaction that has inserted them all.)
 *
 * Reads with a tail of its own, in steps, so that neither the WAL's length nor
 * the table's size decides about memory.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/xlog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/rls.h"
#include "utils/snapmgr.h"

#include "base/settings.h"
#include "input/row_visit.h"
#include "input/wal_disk.h"
#include "input/wal_tail.h"
#include "monitor/lateness.h"

/* read so much WAL, then the rows that it tells of */
#define STEP_BYTES		(4 * 1024 * 1024)
/* of as many transactions and blocks at a time */
#define STEP_XACTS		5000
#define STEP_BLOCKS		4096

/* the WAL is removed while we read it: begin where it begins now */
#define MAX_LOSSES		10

typedef struct Reading
{
	int			nleaves;
	CvBatchLeaf *leaves;
	AttrNumber *columns;		/* of the time, in each leaf */
	Oid			type;			/* of the time */
	Snapshot	snapshot;
	CvTail	   *tail;
	MemoryContext step_context;

	/* the transactions whose rows are read now */
	int			nxacts;
	const CvXact *xacts[STEP_XACTS];
	uint64		nblocks;
	int			xact;			/* whose rows were the last ones; -1: none */

	bool		has_newest;		/* event time so far */
	int64		newest;
	bool		xact_has_newest;
	int64		xact_newest;	/* of its rows */
	CvArrivals	arrivals;
} Reading;

static Relation open_table(Oid relid);
static AttrNumber find_column(Relation table, const char *name, Oid *type);
static void check_access(Relation table, AttrNumber column);
static void open_leaves(Reading *reading, Oid relid, const char *column);
static void close_leaves(Reading *reading);
static void read_wal(Reading *reading);
static bool open_tail(Reading *reading);
static bool read_tail(Reading *reading, XLogRecPtr upto);
static void read_queue(Reading *reading);
static void read_rows(Reading *reading);
static void visit_row(int xact, int leaf, HeapTuple tuple, void *arg);
static void enter_xact(Reading *reading, int xact);
static void leave_xact(Reading *reading);
static bool event_time(const Reading *reading, Datum value, int64 *time);

void
cv_lateness_of_table(Oid relid, const char *time_column, CvDelays *delays)
{
	Reading    *reading = palloc0(sizeof(Reading));
	Relation	table = open_table(relid);

	check_access(table, find_column(table, time_column, &reading->type));
	open_leaves(reading, relid, time_column);
	reading->snapshot = GetActiveSnapshot();
	reading->step_context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous lateness",
												  ALLOCSET_DEFAULT_SIZES);
	cv_delays_clear(delays, 0);
	cv_delays_clear(&reading->arrivals.delays, 0);
	cv_arrivals_begin(&reading->arrivals);
	PG_TRY();
	{
		read_wal(reading);
	}
	PG_FINALLY();
	{
		if (reading->tail != NULL)
			cv_tail_close(reading->tail);
	}
	PG_END_TRY();
	delays->since = reading->arrivals.delays.since;
	cv_delays_move(delays, &reading->arrivals.delays);
	if (delays->arrival.count == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the WAL on disk tells of no row of table \"%s\"",
						RelationGetRelationName(table)),
				 errhint("Call this again after rows have been inserted, or create a continuous view: its rows are counted from then on.")));
	close_leaves(reading);
	relation_close(table, NoLock);
}

static Relation
open_table(Oid relid)
{
	Relation	table;

	PreventCommandDuringRecovery("continuous.lateness() of a table");
	table = relation_open(relid, AccessShareLock);
	if (table->rd_rel->relkind != RELKIND_RELATION &&
		table->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is neither a continuous view nor a table",
						RelationGetRelationName(table))));
	if (table->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot tell how late the rows of \"%s\" come",
						RelationGetRelationName(table)),
				 errdetail("Its rows are not in the WAL.")));
	return table;
}

static AttrNumber
find_column(Relation table, const char *name, Oid *type)
{
	const char *table_name = RelationGetRelationName(table);
	AttrNumber	column;

	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the time column of table \"%s\" is not given",
						table_name),
				 errhint("Name it, as in continuous.lateness('%s', 'ts').",
						 table_name)));
	column = get_attnum(RelationGetRelid(table), name);
	if (column <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						name, table_name)));
	*type = getBaseType(get_atttype(RelationGetRelid(table), column));
	if (*type != TIMESTAMPTZOID && *type != TIMESTAMPOID && *type != DATEOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" is no event time",
						name, table_name),
				 errdetail("Its type is %s; an event time is a timestamptz, timestamp or date.",
						   format_type_be(*type))));
	return column;
}

/* check_access -- rows are read without a query, hence without its checks. */
static void
check_access(Relation table, AttrNumber column)
{
	Oid			relid = RelationGetRelid(table);

	if (pg_class_aclcheck(relid, GetUserId(), ACL_SELECT) != ACLCHECK_OK &&
		pg_attribute_aclcheck(relid, column, GetUserId(),
							  ACL_SELECT) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_TABLE,
					   RelationGetRelationName(table));
	if (check_enable_rls(relid, InvalidOid, true) == RLS_ENABLED)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("row security of table \"%s\" applies to you",
						RelationGetRelationName(table)),
				 errhint("Ask somebody who may see all rows.")));
}

/* open_leaves -- those whose rows are in the WAL. */
static void
open_leaves(Reading *reading, Oid relid, const char *column)
{
	List	   *relids = find_all_inheritors(relid, AccessShareLock, NULL);
	ListCell   *lc;

	reading->leaves = palloc0(sizeof(CvBatchLeaf) * list_length(relids));
	reading->columns = palloc0(sizeof(AttrNumber) * list_length(relids));
	foreach(lc, relids)
	{
		Relation	rel = relation_open(lfirst_oid(lc), NoLock);
		CvBatchLeaf *leaf = &reading->leaves[reading->nleaves];

		if (rel->rd_rel->relkind != RELKIND_RELATION ||
			rel->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT)
		{
			relation_close(rel, NoLock);
			continue;
		}
		leaf->relid = RelationGetRelid(rel);
		leaf->rel = rel;
		leaf->locator = rel->rd_locator;
		reading->columns[reading->nleaves++] = get_attnum(leaf->relid, column);
	}
}

static void
close_leaves(Reading *reading)
{
	for (int i = 0; i < reading->nleaves; i++)
		relation_close(reading->leaves[i].rel, NoLock);
}

/* read_wal -- as far as it is written now. */
static void
read_wal(Reading *reading)
{
	XLogRecPtr	upto = GetFlushRecPtr(NULL);

	for (int i = 0; i < MAX_LOSSES; i++)
		if (open_tail(reading) && read_tail(reading, upto))
			return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("WAL is removed faster than it can be read"),
			 errhint("You might need to increase wal_keep_size.")));
}

/* open_tail -- false: what it was to begin with has just been removed. */
static bool
open_tail(Reading *reading)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());
	XLogRecPtr	start = cv_wal_first_record();
	CvXidSet	none;

	if (start == InvalidXLogRecPtr)
		return false;
	if (reading->tail != NULL)
		cv_tail_close(reading->tail);
	/* all transactions of the WAL may be of interest; none can be older */
	cv_xid_set_init(&none);
	none.next = next > PG_INT32_MAX ? next - PG_INT32_MAX :
		FirstNormalTransactionId;
	reading->tail = cv_tail_open(start, &none);
	for (int i = 0; i < reading->nleaves; i++)
		cv_tail_track(reading->tail, reading->leaves[i].locator);
	return true;
}

/* read_tail -- false: the WAL is gone. */
static bool
read_tail(Reading *reading, XLogRecPtr upto)
{
	Size		limit = (Size) cv_queue_memory_kb * 1024;
	CvTailStatus status = CV_TAIL_MORE;

	while (status == CV_TAIL_MORE && cv_tail_lsn(reading->tail) < upto)
	{
		status = cv_tail_pump(reading->tail, STEP_BYTES);
		read_queue(reading);
		cv_tail_release(reading->tail, cv_tail_last_seq(reading->tail));
		if (cv_tail_memory(reading->tail) >= limit)
			(void) cv_tail_widen(reading->tail, limit / 2);
	}
	return status != CV_TAIL_LOST;
}

/* read_queue -- the rows of all transactions in it, in steps. */
static void
read_queue(Reading *reading)
{
	const CvXact *xact;
	uint64		seq = 0;

	while ((xact = cv_tail_next(reading->tail, seq)) != NULL)
	{
		uint64		nblocks = 0;

		seq = xact->seq;
		for (int i = 0; i < xact->nfiles; i++)
			nblocks += cv_block_set_count(&xact->files[i].blocks);
		if (nblocks == 0 ||
			XidInMVCCSnapshot((TransactionId) xact->xid, reading->snapshot))
			continue;
		if (reading->nxacts == STEP_XACTS ||
			reading->nblocks + nblocks > STEP_BLOCKS)
			read_rows(reading);
		reading->xacts[reading->nxacts++] = xact;
		reading->nblocks += nblocks;
	}
	read_rows(reading);
}

static void
read_rows(Reading *reading)
{
	CvInputBatch batch = {0};
	MemoryContext old;

	if (reading->nxacts == 0)
		return;
	batch.nleaves = reading->nleaves;
	batch.leaves = reading->leaves;
	batch.near_xid = cv_tail_next_xid(reading->tail);
	batch.nxacts = reading->nxacts;
	batch.xacts = reading->xacts;
	batch.passes_updated = true;
	reading->xact = -1;
	old = MemoryContextSwitchTo(reading->step_context);
	cv_rows_visit(&batch, reading->snapshot, visit_row, reading);
	leave_xact(reading);
	MemoryContextSwitchTo(old);
	MemoryContextReset(reading->step_context);
	reading->nxacts = 0;
	reading->nblocks = 0;
}

static void
visit_row(int xact, int leaf, HeapTuple tuple, void *arg)
{
	Reading    *reading = arg;
	TupleDesc	desc = RelationGetDescr(reading->leaves[leaf].rel);
	Datum		value;
	bool		isnull;
	int64		time;

	value = heap_getattr(tuple, reading->columns[leaf], desc, &isnull);
	if (isnull || !event_time(reading, value, &time))
		return;
	if (xact != reading->xact)
	{
		leave_xact(reading);
		enter_xact(reading, xact);
	}
	cv_arrivals_note(&reading->arrivals, time);
	if (!reading->xact_has_newest || time > reading->xact_newest)
		reading->xact_newest = time;
	reading->xact_has_newest = true;
}

/* event_time -- false if it is infinite */
static bool
event_time(const Reading *reading, Datum value, int64 *time)
{
	if (reading->type == DATEOID)
	{
		DateADT		date = DatumGetDateADT(value);

		if (DATE_NOT_FINITE(date) ||
			date >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
			return false;
		*time = date * USECS_PER_DAY;
		return true;
	}
	*time = DatumGetInt64(value);
	return !TIMESTAMP_NOT_FINITE(*time);
}

static void
enter_xact(Reading *reading, int xact)
{
	TimestampTz committed_at = reading->xacts[xact]->commit_time;
	int64		time = committed_at;

	if (reading->arrivals.delays.since == 0)
		reading->arrivals.delays.since = committed_at;
	if (reading->type != TIMESTAMPTZOID)
		time = DatumGetTimestamp(DirectFunctionCall1(timestamptz_timestamp,
													 TimestampTzGetDatum(committed_at)));
	cv_arrivals_begin_xact(&reading->arrivals, time, reading->has_newest,
						   reading->newest);
	reading->xact = xact;
	reading->xact_has_newest = false;
}

static void
leave_xact(Reading *reading)
{
	if (reading->xact < 0)
		return;
	if (!reading->has_newest || reading->xact_newest > reading->newest)
		reading->newest = reading->xact_newest;
	reading->has_newest = true;
	cv_arrivals_end_xact(&reading->arrivals, true, reading->newest);
}
