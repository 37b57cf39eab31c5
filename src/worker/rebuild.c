/*-------------------------------------------------------------------------
 *
 * rebuild.c
 *	  Forget all results of a view, so that it begins anew.
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

#include "input/position.h"
#include "output/row_writer.h"
#include "worker/rebuild.h"

static void delete_all_rows(Oid relid);

void
cv_wipe_results(Oid results, Oid state, Oid collected, Oid late)
{
	delete_all_rows(results);
	delete_all_rows(state);
	delete_all_rows(collected);
	delete_all_rows(late);
}

/*
 * delete_all_rows -- not by TRUNCATE, which would need a lock that readers
 * wait for, nor by a query, which row security would bend.
 */
static void
delete_all_rows(Oid relid)
{
	Relation	rel;
	Snapshot	snapshot;
	CvRowWriter *writer;
	TupleTableSlot *row;
	TableScanDesc scan;

	if (!OidIsValid(relid))
		return;
	rel = table_open(relid, RowExclusiveLock);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	writer = cv_row_writer_open(rel, RelationGetNumberOfAttributes(rel), NULL);
	row = table_slot_create(rel, NULL);
	scan = table_beginscan(rel, snapshot, 0, NULL);
	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		CHECK_FOR_INTERRUPTS();
		cv_row_writer_delete(writer, row, snapshot);
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	cv_row_writer_close(writer);
	UnregisterSnapshot(snapshot);
	table_close(rel, NoLock);
	CommandCounterIncrement();
}

void
cv_reset_position(CvPosition *position)
{
	position->phase = CV_PHASE_NEW;
	position->restart_lsn = position->consumed_lsn = InvalidXLogRecPtr;
	cv_xid_set_init(&position->consumed);
	cv_xid_set_init(&position->not_counted);
	position->nleaves = 0;
	position->leaves = NULL;
	position->pending = NIL;
	position->needs_scan = false;
	position->scan = NULL;
	position->has_watermark = position->has_newest = false;
	position->has_sealed = false;
	position->rewrites_windows = false;
	position->watermark = position->newest = position->sealed = 0;
	/* numbers go on, so that none ever means two things */
	position->collections.bytes = 0;
	memset(&position->counters, 0, sizeof(CvCounters));
	memset(&position->sessions, 0, sizeof(CvSessionFacts));
	position->system_identifier = cv_system_identifier();
	position->database = MyDatabaseId;
}
