/*-------------------------------------------------------------------------
 *
 * shared_memory.c
 *	  What backends, launcher and workers share.
 *
 * LAYOUT			CvShared, then the database slots, the view slots, and what
 *					is counted for each of these; the state pool is a piece of
 *					its own.
 * CONCURRENCY		cv_shared->lock guards which slots are in use and by whom;
 *					each view slot's mutex guards what the slot says.  A view's
 *					slot is given up only by the worker that has it, that of a
 *					database by its last worker, or by the launcher.
 * LOCK ORDER		cv_shared->lock, state pool lock, state table lock, slot
 *					mutex.  Under a mutex: plain stores only.
 * CRASH			everything is rebuilt from the catalogs.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "storage/shmem.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "base/delays_file.h"
#include "base/settings.h"
#include "base/shared_memory.h"

#define CV_TRANCHE "pg_continuous"

CvShared   *cv_shared = NULL;

static shmem_request_hook_type prev_shmem_request_hook = NULL;
static shmem_startup_hook_type prev_shmem_startup_hook = NULL;
static Size (*state_pool_size) (void) = NULL;
static void (*state_pool_init) (void *area, bool found) = NULL;

/* this transaction's commit is of interest to the worker */
static bool wrote_wal = false;
static bool changed_views = false;
static List *interrupted_views = NIL;	/* in TopTransactionContext */
static List *reset_views = NIL; /* there, too */

static void request_shared_memory(void);
static void attach_shared_memory(void);
static void init_slots(void);
static CvViewSlot *choose_slot(Oid database, Oid view);
static void init_worker(CvWorkerSlot *worker);
static void reset_worker(CvWorkerSlot *worker);
static Size slots_size(void);
static void note_commit(XactEvent event, void *arg);
static void announce_changed_views(void);
static void interrupt_views(void);
static void reset_delays(void);
static void wake(Oid database, uint32 call);
static void wake_worker(CvWorkerSlot *worker, uint32 call);
static void note_called_upto(CvWorkerSlot *worker, XLogRecPtr lsn);

void
cv_shared_memory_init(void)
{
	prev_shmem_request_hook = shmem_request_hook;
	shmem_request_hook = request_shared_memory;
	prev_shmem_startup_hook = shmem_startup_hook;
	shmem_startup_hook = attach_shared_memory;
}

void
cv_shared_memory_add_state_pool(Size (*size) (void),
								void (*init) (void *area, bool found))
{
	state_pool_size = size;
	state_pool_init = init;
}

static void
request_shared_memory(void)
{
	if (prev_shmem_request_hook)
		prev_shmem_request_hook();
	RequestAddinShmemSpace(slots_size());
	RequestNamedLWLockTranche(CV_TRANCHE, 1);
	if (state_pool_size)
		RequestAddinShmemSpace(state_pool_size());
}

static Size
slots_size(void)
{
	Size		size = MAXALIGN(sizeof(CvShared));

	size = add_size(size, mul_size(MAXALIGN(sizeof(CvDatabaseSlot)),
								   cv_max_databases));
	size = add_size(size, mul_size(MAXALIGN(sizeof(CvViewSlot)),
								   cv_max_views));
	return add_size(size, mul_size(sizeof(CvDelays), cv_max_views));
}

static void
attach_shared_memory(void)
{
	bool		found;

	if (prev_shmem_startup_hook)
		prev_shmem_startup_hook();

	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	cv_shared = ShmemInitStruct("pg_continuous slots", slots_size(), &found);
	if (!found)
		init_slots();
	if (!IsUnderPostmaster)
	{
		cv_delays_file_load();
		on_shmem_exit(cv_delays_file_save, (Datum) 0);
	}
	if (state_pool_init)
	{
		void	   *area = ShmemInitStruct("pg_continuous state",
										   state_pool_size(), &found);

		cv_shared->state_pool = area;
		state_pool_init(area, found);
	}
	LWLockRelease(AddinShmemInitLock);
}

static void
init_slots(void)
{
	char	   *area = (char *) cv_shared;

	/* delays are cleared as slots are taken: most of them never are */
	memset(area, 0, slots_size() - sizeof(CvDelays) * cv_max_views);
	cv_shared->lock = &(GetNamedLWLockTranche(CV_TRANCHE))[0].lock;
	cv_shared->ndatabases = cv_max_databases;
	cv_shared->nviews = cv_max_views;

	area += MAXALIGN(sizeof(CvShared));
	cv_shared->databases = (CvDatabaseSlot *) area;
	for (int i = 0; i < cv_max_databases; i++)
	{
		pg_atomic_init_u32(&cv_shared->databases[i].catalog_changes, 0);
		for (int k = 0; k < CV_MAX_WORKERS; k++)
			init_worker(&cv_shared->databases[i].workers[k]);
	}

	area += MAXALIGN(sizeof(CvDatabaseSlot)) * cv_max_databases;
	cv_shared->views = (CvViewSlot *) area;
	for (int i = 0; i < cv_max_views; i++)
	{
		SpinLockInit(&cv_shared->views[i].mutex);
		ConditionVariableInit(&cv_shared->views[i].changed);
	}

	area += MAXALIGN(sizeof(CvViewSlot)) * cv_max_views;
	cv_shared->delays = (CvDelays *) area;
}

static void
init_worker(CvWorkerSlot *worker)
{
	pg_atomic_init_u32(&worker->call, CV_NOT_CALLED);
	pg_atomic_init_u64(&worker->called_upto, InvalidXLogRecPtr);
	pg_atomic_init_u32(&worker->is_sleeping, 0);
	pg_atomic_init_u32(&worker->long_batch, 0);
	pg_atomic_init_u32(&worker->batch_in_the_way, 0);
	for (int kind = 0; kind < CV_MEMORY_KINDS; kind++)
		pg_atomic_init_u64(&worker->memory[kind], 0);
}

/*
 * cv_view_slot_lookup -- the slot of a view, or NULL.
 *
 * Caller holds cv_shared->lock.
 */
CvViewSlot *
cv_view_slot_lookup(Oid database, Oid view)
{
	Assert(LWLockHeldByMe(cv_shared->lock));
	for (int i = 0; i < cv_shared->nviews; i++)
	{
		CvViewSlot *slot = &cv_shared->views[i];

		if (slot->in_use && slot->view == view && slot->database == database)
			return slot;
	}
	return NULL;
}

/*
 * cv_view_slot_add -- the slot of a view, made if missing; NULL if all are
 * taken.
 *
 * Caller holds cv_shared->lock in exclusive mode.
 */
CvViewSlot *
cv_view_slot_add(Oid database, Oid view, Oid input, int worker)
{
	CvViewSlot *slot = cv_view_slot_lookup(database, view);

	Assert(LWLockHeldByMeInMode(cv_shared->lock, LW_EXCLUSIVE));
	if (slot != NULL)
		return slot;
	slot = choose_slot(database, view);
	if (slot != NULL)
	{
		if (slot->view != view || slot->database != database)
			cv_delays_clear(cv_view_slot_delays(slot), GetCurrentTimestamp());
		SpinLockAcquire(&slot->mutex);
		slot->state = CV_VIEW_STARTING;
		slot->generation = 0;
		slot->consumed_lsn = slot->flushed_lsn = InvalidXLogRecPtr;
		slot->sync_lsn = InvalidXLogRecPtr;
		slot->has_unseen = true;
		slot->lag_rows = 0;
		slot->oldest_waiting = 0;
		slot->state_bytes = slot->windows_open = slot->flushes = 0;
		slot->retry_at = slot->silent_since = 0;
		slot->error[0] = '\0';
		slot->scan_phase = CV_SCAN_NONE;
		slot->scan_started_at = 0;
		slot->scan_done = slot->scan_total = 0;
		SpinLockRelease(&slot->mutex);
		slot->database = database;
		slot->view = view;
		slot->input = input;
		slot->worker = worker;
		slot->in_use = true;
	}
	return slot;
}

/*
 * choose_slot -- a free one: what the view had before, else one that is nobody's,
 * so that others find theirs when a worker starts again.
 */
static CvViewSlot *
choose_slot(Oid database, Oid view)
{
	CvViewSlot *result = NULL;

	for (int i = 0; i < cv_shared->nviews; i++)
	{
		CvViewSlot *slot = &cv_shared->views[i];

		if (slot->in_use)
			continue;
		if (slot->view == view && slot->database == database)
			return slot;
		if (result == NULL ||
			(OidIsValid(result->view) && !OidIsValid(slot->view)))
			result = slot;
	}
	return result;
}

/*
 * cv_view_slot_remove -- give a slot up, and tell those who wait on it.
 *
 * Caller holds cv_shared->lock in exclusive mode.
 */
void
cv_view_slot_remove(CvViewSlot *slot)
{
	Assert(LWLockHeldByMeInMode(cv_shared->lock, LW_EXCLUSIVE));
	slot->in_use = false;
	ConditionVariableBroadcast(&slot->changed);
}

CvDelays *
cv_view_slot_delays(const CvViewSlot *slot)
{
	return &cv_shared->delays[slot - cv_shared->views];
}

void
cv_view_slot_forget(CvViewSlot *slot)
{
	Assert(LWLockHeldByMeInMode(cv_shared->lock, LW_EXCLUSIVE));
	slot->view = slot->database = InvalidOid;
}

void
cv_view_slot_report(CvViewSlot *slot, CvViewState state,
					TimestampTz retry_at, const char *error)
{
	int			length = pg_mbcliplen(error, strlen(error),
									  CV_SLOT_ERROR_SIZE - 1);

	SpinLockAcquire(&slot->mutex);
	slot->state = state;
	slot->retry_at = retry_at;
	memcpy(slot->error, error, length);
	slot->error[length] = '\0';
	SpinLockRelease(&slot->mutex);
}

CvDatabaseSlot *
cv_database_slot_lookup(Oid database)
{
	Assert(LWLockHeldByMe(cv_shared->lock));
	for (int i = 0; i < cv_shared->ndatabases; i++)
	{
		CvDatabaseSlot *slot = &cv_shared->databases[i];

		if (slot->in_use && slot->database == database)
			return slot;
	}
	return NULL;
}

CvDatabaseSlot *
cv_database_slot_add(Oid database)
{
	CvDatabaseSlot *slot = cv_database_slot_lookup(database);

	Assert(LWLockHeldByMeInMode(cv_shared->lock, LW_EXCLUSIVE));
	for (int i = 0; slot == NULL && i < cv_shared->ndatabases; i++)
	{
		CvDatabaseSlot *candidate = &cv_shared->databases[i];

		if (candidate->in_use)
			continue;
		slot = candidate;
		slot->stay_away = false;
		slot->stay_away_for = 0;
		slot->has_looked = slot->knows_crashes = false;
		slot->ninputs = slot->nworkers = 0;
		memset(slot->crashed, 0, sizeof(slot->crashed));
		for (int k = 0; k < CV_MAX_WORKERS; k++)
			reset_worker(&slot->workers[k]);
		slot->database = database;
		/* in_use last: cv_worker_wake() reads without the lock */
		pg_write_barrier();
		slot->in_use = true;
	}
	return slot;
}

static void
reset_worker(CvWorkerSlot *worker)
{
	worker->pid = 0;
	worker->cannot_start = false;
	worker->restart_at = 0;
	worker->failures = 0;
	worker->stuck_view = InvalidOid;
	pg_atomic_write_u32(&worker->call, CV_NOT_CALLED);
	pg_atomic_write_u32(&worker->is_sleeping, 0);
}

int
cv_workers_wanted(const CvDatabaseSlot *slot)
{
	return Max(Min(cv_workers_per_database, slot->ninputs), 1);
}

bool
cv_worker_slot_is_last(const CvDatabaseSlot *slot, int number)
{
	Assert(LWLockHeldByMe(cv_shared->lock));
	for (int k = 0; k < slot->nworkers; k++)
		if (k != number && slot->workers[k].pid != 0)
			return false;
	return true;
}

void
cv_worker_slot_set(CvDatabaseSlot *slot, int number, pid_t pid)
{
	int			n = CV_MAX_WORKERS;

	Assert(LWLockHeldByMeInMode(cv_shared->lock, LW_EXCLUSIVE));
	slot->workers[number].pid = pid;
	if (pid != 0)
		slot->workers[number].cannot_start = false;
	while (n > 0 && slot->workers[n - 1].pid == 0)
		n--;
	slot->nworkers = n;
}

void
cv_worker_wake(Oid database)
{
	wake(database, CV_CALLED_BY_COMMIT);
}

void
cv_worker_call(Oid database)
{
	wake(database, CV_CALLED_AT_ONCE);
}

/*
 * wake -- set the latches of the database's workers.
 *
 * A worker's own commits do not call it: it looks for what views read of its
 * results in a while, see run_round().
 *
 * Reads without the lock: a slot that is just being made or given up costs at
 * worst a needless wake-up, or one that the worker's own timeout makes good.
 */
static void
wake(Oid database, uint32 call)
{
	if (!cv_is_preloaded())
		return;
	for (int i = 0; i < cv_shared->ndatabases; i++)
	{
		CvDatabaseSlot *slot = &cv_shared->databases[i];

		if (!slot->in_use || slot->database != database)
			continue;
		for (int k = 0; k < slot->nworkers; k++)
			if (slot->workers[k].pid != 0 &&
				(slot->workers[k].pid != MyProcPid ||
				 call == CV_CALLED_AT_ONCE))
				wake_worker(&slot->workers[k], call);
		return;
	}
}

static void
wake_worker(CvWorkerSlot *worker, uint32 call)
{
	uint32		none = CV_NOT_CALLED;

	/* the commit comes before the call, and that before is_sleeping */
	note_called_upto(worker, XactLastCommitEnd);
	pg_memory_barrier();
	if (call == CV_CALLED_AT_ONCE)
		pg_atomic_write_u32(&worker->call, call);
	else if (pg_atomic_read_u32(&worker->call) == none)
		pg_atomic_compare_exchange_u32(&worker->call, &none, call);
	if (pg_atomic_exchange_u32(&worker->is_sleeping, 0) != 0 ||
		call == CV_CALLED_AT_ONCE)
		SetLatch(&ProcGlobal->allProcs[worker->pgprocno].procLatch);
}

static void
note_called_upto(CvWorkerSlot *worker, XLogRecPtr lsn)
{
	uint64		before = pg_atomic_read_u64(&worker->called_upto);

	while (before < lsn &&
		   !pg_atomic_compare_exchange_u64(&worker->called_upto, &before, lsn))
		 /* another one has moved it */ ;
}

/*
 * cv_worker_wake_at_commit -- see header.
 *
 * The database gets its slot now, as nothing may fail after the commit.  After
 * a rollback the launcher finds a slot without views, and gives it up.
 */
void
cv_worker_wake_at_commit(void)
{
	CvDatabaseSlot *slot;

	if (!cv_is_preloaded())
		return;
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	slot = cv_database_slot_add(MyDatabaseId);
	LWLockRelease(cv_shared->lock);
	if (slot == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("too many databases have continuous views"),
				 errhint("You might need to increase continuous.max_databases.")));
	changed_views = true;
}

void
cv_view_interrupt_at_commit(Oid view)
{
	MemoryContext old = MemoryContextSwitchTo(TopTransactionContext);

	cv_worker_wake_at_commit();
	interrupted_views = lappend_oid(interrupted_views, view);
	MemoryContextSwitchTo(old);
}

void
cv_view_reset_delays_at_commit(Oid view)
{
	MemoryContext old;

	if (!cv_is_preloaded())
		return;
	old = MemoryContextSwitchTo(TopTransactionContext);
	reset_views = lappend_oid(reset_views, view);
	MemoryContextSwitchTo(old);
}

void
cv_worker_wake_to_look(void)
{
	announce_changed_views();
	cv_worker_wake(MyDatabaseId);
}

void
cv_wakeup_init(void)
{
	RegisterXactCallback(note_commit, NULL);
}

/*
 * note_commit -- tell the workers of this database that there is something.
 *
 * What was written is known only before the commit (it is reset with it); the
 * wake-up must come after.  Nothing here throws or allocates.
 */
static void
note_commit(XactEvent event, void *arg)
{
	switch (event)
	{
		case XACT_EVENT_PRE_COMMIT:
		case XACT_EVENT_PRE_PREPARE:
			wrote_wal = XactLastRecEnd != InvalidXLogRecPtr ||
				TransactionIdIsValid(GetTopTransactionIdIfAny());
			break;
		case XACT_EVENT_COMMIT:
		case XACT_EVENT_PREPARE:
			if (!cv_is_preloaded())
				break;
			if (changed_views)
				announce_changed_views();
			if (reset_views != NIL)
				reset_delays();
			if (wrote_wal || changed_views)
				cv_worker_wake(MyDatabaseId);
			wrote_wal = changed_views = false;
			interrupted_views = reset_views = NIL;
			break;
		case XACT_EVENT_ABORT:
			/* its rows are not waited for any more: silence may begin */
			if (cv_is_preloaded() &&
				TransactionIdIsValid(GetTopTransactionIdIfAny()))
				cv_worker_wake(MyDatabaseId);
			wrote_wal = changed_views = false;
			interrupted_views = reset_views = NIL;
			break;
		default:
			break;
	}
}

/*
 * announce_changed_views -- what this transaction did to views can be seen.
 *
 * The last worker may have found no views just before, and given up the slot.
 */
static void
announce_changed_views(void)
{
	CvDatabaseSlot *slot;

	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	slot = cv_database_slot_add(MyDatabaseId);
	if (slot != NULL)
		pg_atomic_fetch_add_u32(&slot->catalog_changes, 1);
	interrupt_views();
	LWLockRelease(cv_shared->lock);
	cv_launcher_wake();
}

static void
interrupt_views(void)
{
	ListCell   *lc;

	foreach(lc, interrupted_views)
	{
		CvViewSlot *slot = cv_view_slot_lookup(MyDatabaseId, lfirst_oid(lc));

		if (slot != NULL)
			slot->ends_batch = true;
	}
}

static void
reset_delays(void)
{
	TimestampTz now = GetCurrentTimestamp();
	ListCell   *lc;

	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	foreach(lc, reset_views)
	{
		CvViewSlot *slot = cv_view_slot_lookup(MyDatabaseId, lfirst_oid(lc));

		if (slot != NULL)
			cv_delays_clear(cv_view_slot_delays(slot), now);
	}
	LWLockRelease(cv_shared->lock);
}

void
cv_launcher_wake(void)
{
	pg_memory_barrier();
	if (cv_shared->launcher_pid != 0)
		SetLatch(&ProcGlobal->allProcs[cv_shared->launcher_pgprocno].procLatch);
}
