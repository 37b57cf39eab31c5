/*-------------------------------------------------------------------------
 *
 * counter_reset.c
 *	  Where the counters of continuous.stats begin: reset_stats().
 *
 * The counters of a position are the worker's, and only grow: shared memory is
 * told by them whether it goes with the tables.  So a reset writes down where
 * they stand, in the table continuous.counter_reset, and continuous.stats
 * shows what has come since.  Who sets the counters of a position to zero
 * removes the row in the same transaction.
 *
 * Whoever does either has locked the view's counters, until the commit.  So
 * resets, rebuild() and DROP take turns; a worker that is to begin anew does
 * not wait, but sits out the round, as for its other locks.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "storage/lmgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "input/counter_reset.h"
#include "input/leaves.h"
#include "view/position_columns.h"
#include "view/view_catalog.h"

#define ATT_VIEW		1
#define ATT_RESET_AT	2
#define ATT_FIRST		3		/* rows_read ... flushes, as in the position */
#define NCOUNTERS		(CV_POSITION_FLUSHES - CV_POSITION_ROWS_READ + 1)
#define RESET_NATTS		(ATT_FIRST + NCOUNTERS - 1)

static bool read_counters(Oid view, Datum *values);
static HeapTuple find_position(Relation table, Oid view);
static int64 generation_of(Relation table, HeapTuple tuple);

/* A lock of the view that no batch takes otherwise; whoever drops it has more. */
void
cv_counters_lock(Oid view)
{
	LockRelationOid(view, ShareUpdateExclusiveLock);
}

bool
cv_counters_lock_if_free(Oid view)
{
	return cv_lock_if_free(view, ShareUpdateExclusiveLock);
}

/*
 * cv_counter_reset_add -- the counters are locked.
 *
 * A view that was restored and does not run has none yet.
 */
void
cv_counter_reset_add(Oid view)
{
	Relation	table = table_open(cv_catalog_table("counter_reset", false),
								   RowExclusiveLock);
	Datum		values[RESET_NATTS];
	bool		isnull[RESET_NATTS] = {false};
	HeapTuple	before;
	HeapTuple	tuple;

	cv_check_layout(RelationGetDescr(table), RESET_NATTS);
	values[ATT_VIEW - 1] = ObjectIdGetDatum(view);
	values[ATT_RESET_AT - 1] =
		TimestampTzGetDatum(GetCurrentStatementStartTimestamp());
	if (read_counters(view, &values[ATT_FIRST - 1]))
	{
		tuple = heap_form_tuple(RelationGetDescr(table), values, isnull);
		before = cv_catalog_find(table, ATT_VIEW, view, NULL);
		if (HeapTupleIsValid(before))
			CatalogTupleUpdate(table, &before->t_self, tuple);
		else
			CatalogTupleInsert(table, tuple);
		/* it may be written once more by the same statement */
		CommandCounterIncrement();
	}
	table_close(table, NoLock);
}

static bool
read_counters(Oid view, Datum *values)
{
	Relation	table = table_open(cv_catalog_table("position", false),
								   AccessShareLock);
	HeapTuple	tuple = find_position(table, view);
	bool		isnull;

	for (int i = 0; HeapTupleIsValid(tuple) && i < NCOUNTERS; i++)
		values[i] = heap_getattr(tuple, CV_POSITION_ROWS_READ + i,
								 RelationGetDescr(table), &isnull);
	table_close(table, AccessShareLock);
	return HeapTupleIsValid(tuple);
}

/*
 * find_position -- as the caller's snapshot shows it, so that no counter is
 * below zero for him, or as it is now if they were set to zero since then.
 */
static HeapTuple
find_position(Relation table, Oid view)
{
	HeapTuple	now = cv_catalog_find(table, CV_POSITION_VIEW, view, NULL);
	HeapTuple	seen = cv_catalog_find(table, CV_POSITION_VIEW, view,
								GetActiveSnapshot());

	return HeapTupleIsValid(now) && HeapTupleIsValid(seen) &&
		generation_of(table, now) == generation_of(table, seen) ? seen : now;
}

static int64
generation_of(Relation table, HeapTuple tuple)
{
	bool		isnull;

	return DatumGetInt64(heap_getattr(tuple, CV_POSITION_GENERATION,
									  RelationGetDescr(table), &isnull));
}

void
cv_counter_reset_remove(Oid view)
{
	Oid			relid = cv_catalog_table("counter_reset", true);
	Relation	table;
	HeapTuple	tuple;

	/* version 0.1 has none */
	if (!OidIsValid(relid))
		return;
	table = table_open(relid, RowExclusiveLock);
	tuple = cv_catalog_find(table, ATT_VIEW, view, NULL);
	if (HeapTupleIsValid(tuple))
	{
		CatalogTupleDelete(table, &tuple->t_self);
		CommandCounterIncrement();
	}
	table_close(table, NoLock);
}
