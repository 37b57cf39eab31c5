/*-------------------------------------------------------------------------
 *
 * give_way.c
 *	  A long batch ends early if somebody waits for its locks, if its view was
 *	  paused or resumed, or if its time is over.
 *
 * A batch is short, unless the owner's functions are slow, or never end.  Then
 * users must not wait for it: as autovacuum does, the batch gives up, and
 * begins anew when the locks are free again.
 *
 * What the owner's code does meanwhile is not known, so only an interrupt can
 * end it, and who waits for locks cannot be asked in a signal handler.  So a
 * timer ticks while a batch runs: it tells the launcher that the batch is
 * long, the launcher looks at the locks and leaves its answer in shared
 * memory, and the next tick reads that.  A batch of under two ticks is never
 * ended.
 *
 * Code that catches the interrupt gets the next one; if that goes on for long
 * the worker ends, and the one after it finds the view in shared memory, and
 * stops it (see batch_guard.c).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>

#include "miscadmin.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "utils/memutils.h"
#include "utils/timeout.h"
#include "utils/timestamp.h"

#include "worker/give_way.h"

#define CV_TICK_MS		500
#define CV_MAX_IGNORED	10		/* ticks after which nothing else helps */

static TimeoutId tick_id;
static CvWorkerSlot *my_slot = NULL;
static CvViewSlot *busy_view = NULL;
static uint32 batch_number = 0;
static TimestampTz time_is_over_at = DT_NOEND;
static int	limit_of_batch_ms = 0;
static volatile sig_atomic_t reason = CV_GIVE_WAY_NOT;
static volatile sig_atomic_t nignored = 0;

static void tick(void);
static void look_at(CvWorkerSlot *worker);
static bool are_locks_wanted(pid_t pid);
static bool conflicts_with(pid_t pid, const LockData *data,
						   const LockInstanceData *waiter);

void
cv_give_way_init(CvWorkerSlot *worker)
{
	my_slot = worker;
	tick_id = RegisterTimeout(USER_TIMEOUT, tick);
}

void
cv_give_way_begin(CvViewSlot *view, int limit_ms)
{
	TimestampTz now = GetCurrentTimestamp();
	int			tick_ms = CV_TICK_MS;

	/* what was said before, the batch sees by itself */
	view->ends_batch = false;
	reason = CV_GIVE_WAY_NOT;
	nignored = 0;
	busy_view = view;
	limit_of_batch_ms = limit_ms;
	time_is_over_at = DT_NOEND;
	if (limit_ms > 0)
	{
		time_is_over_at = TimestampTzPlusMilliseconds(now, limit_ms);
		tick_ms = Min(tick_ms, limit_ms);
	}
	if (++batch_number == 0)
		batch_number = 1;
	enable_timeout_every(tick_id, TimestampTzPlusMilliseconds(now, tick_ms),
						 tick_ms);
}

void
cv_give_way_end(void)
{
	disable_timeout(tick_id, false);
	busy_view = NULL;
	pg_atomic_write_u32(&my_slot->long_batch, 0);
}

/* tick -- in a signal handler: nothing but memory, flags and latches. */
static void
tick(void)
{
	if (busy_view == NULL)
		return;
	if (busy_view->ends_batch)
		reason = CV_GIVE_WAY_TO_COMMAND;
	else if (pg_atomic_read_u32(&my_slot->batch_in_the_way) == batch_number)
		reason = CV_GIVE_WAY_TO_LOCK;
	else if (GetCurrentTimestamp() >= time_is_over_at)
		reason = CV_GIVE_WAY_TO_TIME;
	if (reason == CV_GIVE_WAY_NOT)
	{
		pg_atomic_write_u32(&my_slot->long_batch, batch_number);
		cv_launcher_wake();
		return;
	}
	if (++nignored > CV_MAX_IGNORED)
	{
		my_slot->stuck_view = busy_view->view;
		ProcDiePending = true;
	}
	QueryCancelPending = true;
	InterruptPending = true;
	SetLatch(MyLatch);
}

CvGiveWay
cv_give_way_explain(ErrorData *error)
{
	if (error->sqlerrcode != ERRCODE_QUERY_CANCELED)
		return CV_GIVE_WAY_NOT;
	switch (reason)
	{
		case CV_GIVE_WAY_TO_LOCK:
			error->sqlerrcode = ERRCODE_LOCK_NOT_AVAILABLE;
			error->message =
				pstrdup("batch gives way to a command that waits for its locks");
			break;
		case CV_GIVE_WAY_TO_COMMAND:
			error->message =
				pstrdup("batch ends because its view was paused, resumed or rebuilt");
			break;
		case CV_GIVE_WAY_TO_TIME:
			error->message = psprintf("batch has taken longer than %d ms",
									  limit_of_batch_ms);
			break;
		default:
			break;
	}
	return reason;
}

void
cv_give_way_look(void)
{
	for (int i = 0; i < cv_shared->ndatabases; i++)
	{
		CvDatabaseSlot *slot = &cv_shared->databases[i];

		for (int k = 0; k < slot->nworkers; k++)
			look_at(&slot->workers[k]);
	}
}

static void
look_at(CvWorkerSlot *worker)
{
	uint32		batch = pg_atomic_read_u32(&worker->long_batch);
	pid_t		pid = worker->pid;

	if (batch != 0 && pid != 0 && are_locks_wanted(pid))
		pg_atomic_write_u32(&worker->batch_in_the_way, batch);
}

/* are_locks_wanted -- does anybody wait for something that it has? */
static bool
are_locks_wanted(pid_t pid)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous view locks",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	LockData   *data = GetLockStatusData();
	bool		result = false;

	for (int i = 0; i < data->nelements && !result; i++)
		result = data->locks[i].waitLockMode != NoLock &&
			conflicts_with(pid, data, &data->locks[i]);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
	return result;
}

static bool
conflicts_with(pid_t pid, const LockData *data,
			   const LockInstanceData *waiter)
{
	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData *lock = &data->locks[i];

		if (lock->pid != pid ||
			memcmp(&lock->locktag, &waiter->locktag, sizeof(LOCKTAG)) != 0)
			continue;
		for (LOCKMODE mode = AccessShareLock; mode <= MaxLockMode; mode++)
			if ((lock->holdMask & LOCKBIT_ON(mode)) != 0 &&
				DoLockModesConflict(waiter->waitLockMode, mode))
				return true;
	}
	return false;
}
