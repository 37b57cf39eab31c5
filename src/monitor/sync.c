/*-------------------------------------------------------------------------
 *
 * sync.c
 *	  sync(): wait until all that is committed is in the view.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "catalog/pg_control.h"
#include "catalog/pg_inherits.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/settings.h"
#include "base/shared_memory.h"
#include "base/wait_event.h"
#include "input/position.h"
#include "input/wal_tail.h"
#include "monitor/access.h"
#include "view/owner_code.h"
#include "view/restore_session.h"
#include "view/view_ddl.h"
#include "worker/status.h"

/* looks again this often, whatever happens */
#define CV_SYNC_POLL_MS	200

PG_FUNCTION_INFO_V1(cv_sync);

static List *views_before(CvViewRow *row);
static void wait_for_view(Oid view, TimestampTz give_up_at);
static bool has_unseen(Oid view);
static XLogRecPtr write_record(void);
static void check_can_return(const CvViewRow *row);
static bool has_written(const char *catalog, Oid view);
static void check_own_locks(const CvViewRow *row);
static bool holds_lock(Oid relid, LOCKMODE weakest);
static void check_is_running(Oid view, const char *name);
static bool is_consumed(Oid view, int64 generation, XLogRecPtr target,
						XLogRecPtr *flushed, CvViewSlot **slot);
static int64 get_generation(Oid view);
static bool get_retry_error(Oid view, char *error);
static void wait_for_change(CvViewSlot *slot, long timeout_ms);

/*
 * cv_sync -- SQL: sync(view, timeout).
 *
 * What had committed before the call is in the view for the next statement (in
 * READ COMMITTED), and a crash does not take it away.  NULL or zero timeout:
 * wait for ever.  Errors at once where it could never return.
 */
Datum
cv_sync(PG_FUNCTION_ARGS)
{
	CvViewRow  *row;
	List	   *rows;
	TimestampTz give_up_at = DT_NOEND;
	ListCell   *lc;

	if (PG_ARGISNULL(0))
		PG_RETURN_VOID();
	row = cv_access_to_read(PG_GETARG_OID(0));
	cv_check_preloaded();
	PreventCommandDuringRecovery("continuous.sync()");
	rows = views_before(row);
	foreach(lc, rows)
	{
		Oid			view = ((CvViewRow *) lfirst(lc))->view;

		check_can_return(lfirst(lc));
		/* also if it has all by chance: the answer must not depend on timing */
		check_is_running(view, get_rel_name(view));
	}
	if (!PG_ARGISNULL(1))
	{
		Interval   *timeout = PG_GETARG_INTERVAL_P(1);
		TimestampTz now = GetCurrentTimestamp();

		if (timeout->time != 0 || timeout->day != 0 || timeout->month != 0)
			give_up_at = DatumGetTimestampTz(DirectFunctionCall2(timestamptz_pl_interval,
																 TimestampTzGetDatum(now),
																 IntervalPGetDatum(timeout)));
	}
	foreach(lc, rows)
		wait_for_view(((CvViewRow *) lfirst(lc))->view, give_up_at);
	PG_RETURN_VOID();
}

/* the view, and before it those whose results are its input */
static List *
views_before(CvViewRow *row)
{
	List	   *rows = list_make1(row);
	Oid			view;

	while (cv_member_role(row->input, &view) == CV_ROLE_RESULTS &&
		   (row = cv_view_catalog_lookup(view)) != NULL)
		rows = lcons(row, rows);
	return rows;
}

static void
wait_for_view(Oid view, TimestampTz give_up_at)
{
	char	   *name = get_rel_name(view);
	XLogRecPtr	target = has_unseen(view) ? write_record() :
		cv_wal_insert_lsn();
	int64		generation = get_generation(view);
	XLogRecPtr	flushed;
	CvViewSlot *slot;
	char		error[CV_SLOT_ERROR_SIZE];

	XLogFlush(target);
	while (!is_consumed(view, generation, target, &flushed, &slot))
	{
		TimestampTz now = GetCurrentTimestamp();

		CHECK_FOR_INTERRUPTS();
		check_is_running(view, name);
		if (now >= give_up_at)
			ereport(ERROR,
					(errcode(ERRCODE_QUERY_CANCELED),
					 errmsg("timeout while waiting for continuous view \"%s\"",
							name),
					 get_retry_error(view, error) ?
					 errdetail("It is tried again after an error: %s", error) : 0,
					 errhint("See its state in continuous.stats.")));
		cv_worker_call(MyDatabaseId);
		wait_for_change(slot,
						Min(TimestampDifferenceMilliseconds(now, give_up_at),
							CV_SYNC_POLL_MS));
	}
	ConditionVariableCancelSleep();
	XLogFlush(flushed);
}

/*
 * has_unseen -- could something be visible to us that its commit record does
 * not date?
 *
 * The record may be before the place where the worker's tail began, while the
 * transaction waited for a standby.
 */
static bool
has_unseen(Oid view)
{
	CvViewSlot *slot;
	bool		result = true;

	LWLockAcquire(cv_shared->lock, LW_SHARED);
	slot = cv_view_slot_lookup(MyDatabaseId, view);
	if (slot != NULL)
	{
		SpinLockAcquire(&slot->mutex);
		result = slot->has_unseen;
		SpinLockRelease(&slot->mutex);
	}
	LWLockRelease(cv_shared->lock);
	return result;
}

/* write_record -- whatever the worker has read before, this is behind it. */
static XLogRecPtr
write_record(void)
{
	char		nothing = 0;

	XLogBeginInsert();
	XLogRegisterData(&nothing, sizeof(nothing));
	return XLogInsert(RM_XLOG_ID, XLOG_NOOP);
}

static void
check_can_return(const CvViewRow *row)
{
	HeapTuple	tuple;
	bool		is_own;

	cv_refuse_in_owner_code("sync()");
	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(row->view));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", row->view);
	is_own = TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tuple->t_data));
	ReleaseSysCache(tuple);
	if (is_own || has_written("position", row->view) ||
		has_written("status", row->view))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("sync() cannot wait for a view that this transaction has created, altered, resumed, rebuilt or recomputed"),
				 errhint("Commit first.")));
	check_own_locks(row);
}

/* Is the view's row in a table of the catalog of our own making? */
static bool
has_written(const char *catalog, Oid view)
{
	Relation	table = table_open(cv_catalog_table(catalog, false),
								   AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		result = false;

	/* the view is the first column of each */
	ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	scan = systable_beginscan(table, InvalidOid, false, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		result |= TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tuple->t_data));
	systable_endscan(scan);
	table_close(table, AccessShareLock);
	return result;
}

/* The worker cannot get past a lock that we hold ourselves. */
static void
check_own_locks(const CvViewRow *row)
{
	List	   *inputs = find_all_inheritors(row->input, NoLock, NULL);
	Oid			held = InvalidOid;
	ListCell   *lc;

	foreach(lc, inputs)
		if (holds_lock(lfirst_oid(lc), AccessExclusiveLock))
			held = lfirst_oid(lc);
	if (holds_lock(row->view, AccessExclusiveLock))
		held = row->view;
	if (holds_lock(row->results, ShareLock))
		held = row->results;
	if (OidIsValid(held))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("sync() cannot wait while this transaction holds a lock on \"%s\"",
						get_rel_name(held)),
				 errdetail("The worker needs that relation to go on."),
				 errhint("Commit first.")));
}

static bool
holds_lock(Oid relid, LOCKMODE weakest)
{
	LOCKTAG		tag;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	for (LOCKMODE mode = weakest; mode <= AccessExclusiveLock; mode++)
		if (cv_lock_held(&tag, mode))
			return true;
	return false;
}

/* By the tables: shared memory may not know yet what was just committed. */
static void
check_is_running(Oid view, const char *name)
{
	CvStatus	status;

	cv_status_load(view, &status);
	if (status.has_error)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("continuous view \"%s\" is stopped by an error", name),
				 cv_access_to_data(view) ?
				 errdetail("It stopped with: %s", status.error) : 0,
				 errhint("See the error in continuous.stats, mend its cause, and call continuous.resume().")));
	if (status.is_paused)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("continuous view \"%s\" is paused", name),
				 errhint("Call continuous.resume().")));
	/* else it goes on by itself */
	if ((cv_on_restore == CV_RESTORE_WAIT || cv_restore_session_is_own()) &&
		cv_position_load(view) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("continuous view \"%s\" was restored from a dump and does not know its position",
						name),
				 cv_on_restore == CV_RESTORE_WAIT ?
				 errhint("Call continuous.rebuild(), or continuous.resume() to go on from now.") :
				 errhint("It goes on by itself when this session, which has loaded it, is over.")));
}

static bool
is_consumed(Oid view, int64 generation, XLogRecPtr target,
			XLogRecPtr *flushed, CvViewSlot **slot)
{
	bool		result = false;

	LWLockAcquire(cv_shared->lock, LW_SHARED);
	*slot = cv_view_slot_lookup(MyDatabaseId, view);
	if (*slot != NULL)
	{
		SpinLockAcquire(&(*slot)->mutex);
		if ((*slot)->sync_lsn < target)
			(*slot)->sync_lsn = target;
		result = (*slot)->generation >= generation &&
			(*slot)->consumed_lsn >= target;
		*flushed = (*slot)->flushed_lsn;
		SpinLockRelease(&(*slot)->mutex);
	}
	LWLockRelease(cv_shared->lock);
	return result;
}

/* Of the committed position: what a rebuild() left behind does not count. */
static int64
get_generation(Oid view)
{
	CvPosition *position = cv_position_load(view);

	return position ? position->generation : 0;
}

/* get_retry_error -- false if there is none, or it is not for the caller. */
static bool
get_retry_error(Oid view, char *error)
{
	CvViewSlot *slot;

	error[0] = '\0';
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	slot = cv_view_slot_lookup(MyDatabaseId, view);
	if (slot != NULL)
	{
		SpinLockAcquire(&slot->mutex);
		memcpy(error, slot->error, CV_SLOT_ERROR_SIZE);
		SpinLockRelease(&slot->mutex);
	}
	LWLockRelease(cv_shared->lock);
	return error[0] != '\0' && cv_access_to_data(view);
}

/* wait_for_change -- a slot that is given up meanwhile costs one timeout. */
static void
wait_for_change(CvViewSlot *slot, long timeout_ms)
{
	if (slot != NULL)
	{
		(void) ConditionVariableTimedSleep(&slot->changed, timeout_ms,
										   cv_wait_event(CV_WAIT_SYNC));
		return;
	}
	(void) WaitLatch(MyLatch,
					 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
					 Min(timeout_ms, 20), cv_wait_event(CV_WAIT_SYNC));
	ResetLatch(MyLatch);
}
