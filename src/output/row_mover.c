/*-------------------------------------------------------------------------
 *
 * row_mover.c
 *	  Rows from the result table to the state table, or back.
 *
 * Both have the same columns, but OR REPLACE may have added them in other
 * places; users' generated columns come by themselves.  As a batch does it,
 * not by a query: row security has no part in it, and the owner's triggers and
 * index expressions never run with a right to write the tables themselves.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "output/moved_columns.h"
#include "output/row_mover.h"
#include "output/row_writer.h"
#include "view/view_ddl.h"

typedef struct Target
{
	Relation	rel;
	CvRowWriter *writer;
	CvMovedColumns *columns;
} Target;

static void move_rows(const CvViewSpec *spec, Oid from, Oid to,
					  const int64 *after);
static bool ends_after(TupleTableSlot *row, void *arg);
static Target open_table(Oid relid, const CvViewSpec *spec);
static void close_table(Target *table);

void
cv_row_mover_init(void)
{
	cv_view_move_rows_hook = move_rows;
}

static void
move_rows(const CvViewSpec *spec, Oid from, Oid to, const int64 *after)
{
	Target		source;
	Target		target;
	Snapshot	snapshot;
	TupleTableSlot *row;
	TableScanDesc scan;

	if (!OidIsValid(to))
	{
		cv_rows_delete(from, ends_after, unconstify(int64 *, after));
		return;
	}
	source = open_table(from, spec);
	target = open_table(to, spec);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	row = table_slot_create(source.rel, NULL);
	scan = table_beginscan(source.rel, snapshot, 0, NULL);
	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		TupleTableSlot *shown;
		const Datum *values;
		const bool *isnull;

		CHECK_FOR_INTERRUPTS();
		if (!ends_after(row, unconstify(int64 *, after)))
			continue;
		shown = cv_moved_columns_show(source.columns, row);
		values = shown->tts_values;
		isnull = shown->tts_isnull;
		cv_moved_columns_spread(target.columns, NULL, &values, &isnull);
		cv_row_writer_insert(target.writer, values, isnull, NULL);
		cv_row_writer_delete(source.writer, row, snapshot);
	}
	table_endscan(scan);
	close_table(&target);
	cv_moved_columns_free(source.columns);
	ExecDropSingleTupleTableSlot(row);
	cv_row_writer_close(source.writer);
	table_close(source.rel, NoLock);
	UnregisterSnapshot(snapshot);
	CommandCounterIncrement();
}

/* of *arg, the watermark, or all rows */
static bool
ends_after(TupleTableSlot *row, void *arg)
{
	bool		isnull;

	return arg == NULL ||
		DatumGetInt64(slot_getattr(row, CV_ATT_WINDOW_END, &isnull)) >
		*(int64 *) arg;
}

static Target
open_table(Oid relid, const CvViewSpec *spec)
{
	Target		table;

	table.rel = table_open(relid, RowExclusiveLock);
	table.columns = cv_moved_columns_create(table.rel, spec);
	table.writer = cv_row_writer_open(table.rel,
									  RelationGetNumberOfAttributes(table.rel),
									  NULL);
	return table;
}

static void
close_table(Target *table)
{
	cv_moved_columns_free(table->columns);
	cv_row_writer_close(table->writer);
	table_close(table->rel, NoLock);
}
