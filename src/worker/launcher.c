/*-------------------------------------------------------------------------
 *
 * launcher.c
 *	  The process that starts workers in each database with views.
 *
 * Which databases have views is written only inside of them.  So at start the
 * launcher sends a worker to each, one at a time, and it leaves at once where
 * there is nothing to do; later a database gets its slot from the backend that
 * creates the first view there.  The first worker says how many inputs there
 * are, and so how many more workers are wanted.
 *
 * None runs on a standby: the postmaster starts the launcher when recovery has
 * ended.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_database.h"
#include "commands/dbcommands.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/settings.h"
#include "base/shared_memory.h"
#include "base/wait_event.h"
#include "state/state_table.h"
#include "view/ddl_hook.h"
#include "worker/batch_guard.h"
#include "worker/crash_mark.h"
#include "worker/give_way.h"
#include "worker/launcher.h"

#define CV_LAUNCHER_POLL_MS		60000
#define CV_SCOUT_TIMEOUT_MS		60000
#define CV_NO_WORKER_RETRY_MS	5000
#define CV_LEAVE_TIMEOUT_MS		30000
#define CV_MAX_COMPLAINT_MS		(10 * 60 * 1000)

/* this backend's transaction keeps workers out of this database */
static Oid	left_database = InvalidOid;
static Oid	new_database = InvalidOid;

static int	failures = 0;		/* of the launcher, in a row */
static TimestampTz complain_at = 0;	/* that there is no worker: not before */
static int	complaints = 0;		/* so far */

static void leave(int code, Datum arg);
static long look_after_databases(bool *has_scouted);
static void send_scouts(void);
static List *list_databases(void);
static bool add_database(Oid database);
static void wait_for_scout(Oid database);
static long start_workers(void);
static long start_if_due(CvDatabaseSlot *slot, int number);
static void send_workers_away(void);
static bool start_worker(Oid database, int number);
static bool register_worker(Oid database, int number);
static void free_process(void);
static void complain(Oid database);
static bool database_exists(Oid database);
static void forget_database(Oid database);
static void keep_workers_out(const char *dbname);
static void note_new_database(const char *dbname);
static void let_workers_in(XactEvent event, void *arg);
static void wait_until_left(Oid database);

void
cv_launcher_init(void)
{
	BackgroundWorker worker;

	/* static workers do start in pg_upgrade, where nothing may be written */
	if (IsBinaryUpgrade)
		return;
	memset(&worker, 0, sizeof(worker));
	worker.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION;
	worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
	worker.bgw_restart_time = 5;
	strlcpy(worker.bgw_library_name, "pg_continuous", BGW_MAXLEN);
	strlcpy(worker.bgw_function_name, "cv_launcher_main", BGW_MAXLEN);
	strlcpy(worker.bgw_name, "pg_continuous launcher", BGW_MAXLEN);
	strlcpy(worker.bgw_type, "pg_continuous launcher", BGW_MAXLEN);
	RegisterBackgroundWorker(&worker);

	cv_database_leave_hook = keep_workers_out;
	cv_database_new_hook = note_new_database;
	RegisterXactCallback(let_workers_in, NULL);
}

void
cv_launcher_main(Datum arg)
{
	bool		has_scouted = false;

	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, die);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnection(NULL, NULL, 0);
	pgstat_report_appname("pg_continuous launcher");
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	cv_shared->launcher_pgprocno = MyProcNumber;
	cv_shared->launcher_pid = MyProcPid;
	LWLockRelease(cv_shared->lock);
	before_shmem_exit(leave, 0);

	for (;;)
	{
		long		timeout_ms = CV_LAUNCHER_POLL_MS;

		CHECK_FOR_INTERRUPTS();
		cv_give_way_look();
		if (ConfigReloadPending)
		{
			ConfigReloadPending = false;
			ProcessConfigFile(PGC_SIGHUP);
		}
		if (cv_enabled)
			timeout_ms = look_after_databases(&has_scouted);
		else
			send_workers_away();
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 timeout_ms,
						 cv_wait_event(CV_WAIT_LAUNCHER_MAIN));
		ResetLatch(MyLatch);
	}
}

static void
leave(int code, Datum arg)
{
	cv_shared->launcher_pid = 0;
}

/*
 * look_after_databases -- what goes wrong here is tried again later and later.
 *
 * Returns when to look again, in milliseconds.
 */
static long
look_after_databases(bool *has_scouted)
{
	volatile long timeout_ms = CV_LAUNCHER_POLL_MS;

	PG_TRY();
	{
		if (!*has_scouted)
			send_scouts();
		*has_scouted = true;
		timeout_ms = start_workers();
		failures = 0;
	}
	PG_CATCH();
	{
		HOLD_INTERRUPTS();
		MemoryContextSwitchTo(TopMemoryContext);
		EmitErrorReport();
		AbortCurrentTransaction();
		FlushErrorState();
		timeout_ms = cv_retry_delay_ms(++failures);
		RESUME_INTERRUPTS();
	}
	PG_END_TRY();
	return timeout_ms;
}

/*
 * send_scouts -- one database after the other, so that a cluster with many of
 * them does not run out of worker slots.
 */
static void
send_scouts(void)
{
	List	   *databases = list_databases();
	ListCell   *lc;

	foreach(lc, databases)
	{
		Oid			database = lfirst_oid(lc);

		CHECK_FOR_INTERRUPTS();
		if (!add_database(database))
			break;
		if (start_worker(database, 0))
			wait_for_scout(database);
	}
	list_free(databases);
}

static List *
list_databases(void)
{
	List	   *result = NIL;
	Relation	rel;
	TableScanDesc scan;
	HeapTuple	tuple;

	StartTransactionCommand();
	(void) GetTransactionSnapshot();
	rel = table_open(DatabaseRelationId, AccessShareLock);
	scan = table_beginscan_catalog(rel, 0, NULL);
	while ((tuple = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		Form_pg_database database = (Form_pg_database) GETSTRUCT(tuple);
		MemoryContext old;

		if (!database->datallowconn)
			continue;
		old = MemoryContextSwitchTo(TopMemoryContext);
		result = lappend_oid(result, database->oid);
		MemoryContextSwitchTo(old);
	}
	table_endscan(scan);
	table_close(rel, AccessShareLock);
	CommitTransactionCommand();
	return result;
}

static bool
add_database(Oid database)
{
	CvDatabaseSlot *slot;

	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	slot = cv_database_slot_add(database);
	LWLockRelease(cv_shared->lock);
	if (slot == NULL)
		ereport(LOG,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("too many databases have continuous views"),
				 errhint("You might need to increase continuous.max_databases.")));
	return slot != NULL;
}

/* wait_for_scout -- until it has left, or has found views and stays. */
static void
wait_for_scout(Oid database)
{
	TimestampTz give_up_at =
		TimestampTzPlusMilliseconds(GetCurrentTimestamp(), CV_SCOUT_TIMEOUT_MS);

	while (GetCurrentTimestamp() < give_up_at)
	{
		CvDatabaseSlot *slot;
		bool		is_done;

		LWLockAcquire(cv_shared->lock, LW_SHARED);
		slot = cv_database_slot_lookup(database);
		is_done = slot == NULL || slot->has_looked ||
			slot->workers[0].failures > 0;
		LWLockRelease(cv_shared->lock);
		if (is_done)
			return;
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 100L, cv_wait_event(CV_WAIT_LAUNCHER_SCOUT));
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
	}
}

/*
 * start_workers -- those that databases should have and do not: first one for
 * each, then a second where it is wanted, and so on.
 *
 * Returns when to look again, in milliseconds.
 */
static long
start_workers(void)
{
	long		timeout_ms = CV_LAUNCHER_POLL_MS;

	for (int k = 0; k < CV_MAX_WORKERS; k++)
		for (int i = 0; i < cv_shared->ndatabases; i++)
		{
			CvDatabaseSlot *slot = &cv_shared->databases[i];
			long		wait_ms = 0;

			if (k < cv_workers_wanted(slot))
				wait_ms = start_if_due(slot, k);
			if (wait_ms > 0)
				timeout_ms = Min(timeout_ms, wait_ms);
		}
	return timeout_ms;
}

/* start_if_due -- returns how long to wait for it, or 0: it is seen to. */
static long
start_if_due(CvDatabaseSlot *slot, int number)
{
	CvWorkerSlot *worker = &slot->workers[number];
	TimestampTz now = GetCurrentTimestamp();
	Oid			database = InvalidOid;
	long		wait_ms = 0;

	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	if (slot->in_use && worker->pid == 0)
	{
		/* whoever asked for it may have died */
		if (slot->stay_away && kill(slot->stay_away_for, 0) != 0)
			slot->stay_away = false;
		if (slot->stay_away)
			wait_ms = CV_NO_WORKER_RETRY_MS;
		/* further ahead: the server's clock was set back */
		else if (worker->restart_at > now &&
				 !TimestampDifferenceExceeds(now, worker->restart_at,
											 CV_MAX_RETRY_MS + 1))
			wait_ms = TimestampDifferenceMilliseconds(now, worker->restart_at);
		else
			database = slot->database;
	}
	LWLockRelease(cv_shared->lock);

	if (OidIsValid(database) && !start_worker(database, number))
		wait_ms = CV_NO_WORKER_RETRY_MS;
	return wait_ms;
}

/* send_workers_away -- a worker that is busy has not seen the reload. */
static void
send_workers_away(void)
{
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	for (int i = 0; i < cv_shared->ndatabases; i++)
	{
		CvDatabaseSlot *slot = &cv_shared->databases[i];

		for (int k = 0; slot->in_use && k < slot->nworkers; k++)
			if (slot->workers[k].pid != 0)
				(void) kill(slot->workers[k].pid, SIGTERM);
	}
	LWLockRelease(cv_shared->lock);
}

/* start_worker -- false if it could not be started now. */
static bool
start_worker(Oid database, int number)
{
	CvDatabaseSlot *slot;
	bool		is_started;

	if (!database_exists(database))
	{
		forget_database(database);
		return true;
	}
	is_started = register_worker(database, number);
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	slot = cv_database_slot_lookup(database);
	/* one that is there since we have looked does not need another */
	if (slot != NULL)
		slot->workers[number].cannot_start = !is_started &&
			slot->workers[number].pid == 0;
	LWLockRelease(cv_shared->lock);
	if (is_started)
		complain_at = complaints = 0;
	else
	{
		complain(database);
		if (number == 0)
			free_process();
	}
	return is_started;
}

/*
 * free_process -- no database has two workers where another one has none.
 *
 * We are told when it has left.  What it followed goes to its neighbours.
 */
static void
free_process(void)
{
	CvWorkerSlot *last = NULL;

	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	for (int k = 1; k < CV_MAX_WORKERS; k++)
		for (int i = 0; i < cv_shared->ndatabases; i++)
		{
			CvWorkerSlot *worker = &cv_shared->databases[i].workers[k];

			if (cv_shared->databases[i].in_use && worker->pid != 0 &&
				!worker->cannot_start)
				last = worker;
		}
	if (last != NULL)
	{
		last->cannot_start = true;
		(void) kill(last->pid, SIGTERM);
	}
	LWLockRelease(cv_shared->lock);
}

static bool
register_worker(Oid database, int number)
{
	BackgroundWorker worker;
	BackgroundWorkerHandle *handle;
	pid_t		pid;

	memset(&worker, 0, sizeof(worker));
	worker.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION;
	worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
	worker.bgw_restart_time = BGW_NEVER_RESTART;
	strlcpy(worker.bgw_library_name, "pg_continuous", BGW_MAXLEN);
	strlcpy(worker.bgw_function_name, "cv_worker_main", BGW_MAXLEN);
	if (number == 0)
		snprintf(worker.bgw_name, BGW_MAXLEN,
				 "pg_continuous worker for database %u", database);
	else
		snprintf(worker.bgw_name, BGW_MAXLEN,
				 "pg_continuous worker %d for database %u", number + 1,
				 database);
	strlcpy(worker.bgw_type, "pg_continuous worker", BGW_MAXLEN);
	worker.bgw_main_arg = ObjectIdGetDatum(database);
	memcpy(worker.bgw_extra, &number, sizeof(number));
	worker.bgw_notify_pid = MyProcPid;
	return RegisterDynamicBackgroundWorker(&worker, &handle) &&
		WaitForBackgroundWorkerStartup(handle, &pid) != BGWH_POSTMASTER_DIED;
}

/* complain -- a server that lacks workers for long has its log for others. */
static void
complain(Oid database)
{
	TimestampTz now = GetCurrentTimestamp();

	if (now < complain_at &&
		!TimestampDifferenceExceeds(now, complain_at, CV_MAX_COMPLAINT_MS))
		return;
	ereport(LOG,
			(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
			 errmsg("could not start worker for database with OID %u",
					database),
			 errhint("You might need to increase max_worker_processes.")));
	complain_at =
		TimestampTzPlusMilliseconds(now,
									Min((int64) CV_NO_WORKER_RETRY_MS << Min(complaints, 10),
										CV_MAX_COMPLAINT_MS));
	complaints++;
}

static bool
database_exists(Oid database)
{
	bool		result;

	StartTransactionCommand();
	result = SearchSysCacheExists1(DATABASEOID, ObjectIdGetDatum(database));
	CommitTransactionCommand();
	return result;
}

static void
forget_database(Oid database)
{
	CvDatabaseSlot *slot;

	cv_state_table_drop_others(database, NIL);
	cv_crash_mark_forget_database(database);
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	slot = cv_database_slot_lookup(database);
	if (slot != NULL)
		slot->in_use = false;
	LWLockRelease(cv_shared->lock);
}

/*
 * keep_workers_out -- DROP DATABASE and its kin need a database to themselves.
 *
 * Until the end of this transaction no worker is started there.
 */
static void
keep_workers_out(const char *dbname)
{
	Oid			database = get_database_oid(dbname, true);
	CvDatabaseSlot *slot;

	if (!cv_is_preloaded() || !OidIsValid(database) ||
		database == MyDatabaseId)
		return;
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	slot = cv_database_slot_lookup(database);
	if (slot != NULL)
	{
		slot->stay_away = true;
		slot->stay_away_for = MyProcPid;
		left_database = database;
	}
	LWLockRelease(cv_shared->lock);
	if (slot != NULL)
		wait_until_left(database);
}

static void
wait_until_left(Oid database)
{
	TimestampTz give_up_at =
		TimestampTzPlusMilliseconds(GetCurrentTimestamp(), CV_LEAVE_TIMEOUT_MS);

	for (;;)
	{
		CvDatabaseSlot *slot;
		bool		is_empty = true;

		LWLockAcquire(cv_shared->lock, LW_SHARED);
		slot = cv_database_slot_lookup(database);
		for (int k = 0; slot != NULL && k < slot->nworkers; k++)
		{
			if (slot->workers[k].pid == 0)
				continue;
			is_empty = false;
			(void) kill(slot->workers[k].pid, SIGTERM);
		}
		LWLockRelease(cv_shared->lock);
		/* if one will not go, PostgreSQL's own error tells who is there */
		if (is_empty || GetCurrentTimestamp() > give_up_at)
			return;
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 20L, cv_wait_event(CV_WAIT_WORKERS_LEAVE));
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
	}
}

/* note_new_database -- its template may have had views: have a look. */
static void
note_new_database(const char *dbname)
{
	if (cv_is_preloaded())
		new_database = get_database_oid(dbname, true);
}

static void
let_workers_in(XactEvent event, void *arg)
{
	if (event != XACT_EVENT_COMMIT && event != XACT_EVENT_ABORT)
		return;
	if (OidIsValid(new_database) && event == XACT_EVENT_COMMIT)
	{
		LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
		(void) cv_database_slot_add(new_database);
		LWLockRelease(cv_shared->lock);
		cv_launcher_wake();
	}
	new_database = InvalidOid;
	if (!OidIsValid(left_database))
		return;
	for (int i = 0; i < cv_shared->ndatabases; i++)
	{
		CvDatabaseSlot *slot = &cv_shared->databases[i];

		if (slot->database == left_database &&
			slot->stay_away_for == MyProcPid)
			slot->stay_away = false;
	}
	left_database = InvalidOid;
	cv_launcher_wake();
}
