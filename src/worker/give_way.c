/*-------------------------------------------------------------------------
 *
 * give_way.c
 *	  A long batch ends early if somebody waits for its locks, or has paused
 *	  the view.
 *
 * A batch is short, unless the owner's functions are slow.  Then a command on
 * the input must not wait for it: as autovacuum does, the batch gives up, and
 * begins anew when the locks are free again.  A timer asks the reader to look
 * around, and it does so between two pages.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/memutils.h"
#include "utils/timeout.h"

#include "input/heap_reader.h"
#include "worker/give_way.h"
#include "worker/status.h"

#define CV_LOOK_MS	1000

static TimeoutId look_timeout_id;
static Oid	busy_view = InvalidOid;

static void time_to_look(void);
static void look_around(void);
static bool are_locks_wanted(void);
static bool conflicts_with_ours(const LockData *data,
								const LockInstanceData *waiter);

void
cv_give_way_init(void)
{
	look_timeout_id = RegisterTimeout(USER_TIMEOUT, time_to_look);
	cv_reader_look_around = look_around;
}

void
cv_give_way_begin(Oid view)
{
	busy_view = view;
	cv_reader_must_look = false;
	enable_timeout_after(look_timeout_id, CV_LOOK_MS);
}

void
cv_give_way_end(void)
{
	disable_timeout(look_timeout_id, false);
	cv_reader_must_look = false;
}

static void
time_to_look(void)
{
	cv_reader_must_look = true;
}

static void
look_around(void)
{
	CvStatus	status;

	cv_reader_must_look = false;
	enable_timeout_after(look_timeout_id, CV_LOOK_MS);
	if (are_locks_wanted())
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("batch gives way to a command that waits for its locks")));
	cv_status_load(busy_view, &status);
	if (status.is_paused)
		ereport(ERROR,
				(errcode(ERRCODE_QUERY_CANCELED),
				 errmsg("batch ends because its view was paused")));
}

/* are_locks_wanted -- does anybody wait for something that we have? */
static bool
are_locks_wanted(void)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous view locks",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	LockData   *data = GetLockStatusData();
	bool		result = false;

	for (int i = 0; i < data->nelements && !result; i++)
		result = data->locks[i].waitLockMode != NoLock &&
			conflicts_with_ours(data, &data->locks[i]);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
	return result;
}

static bool
conflicts_with_ours(const LockData *data, const LockInstanceData *waiter)
{
	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData *lock = &data->locks[i];

		if (lock->pid != MyProcPid ||
			memcmp(&lock->locktag, &waiter->locktag, sizeof(LOCKTAG)) != 0)
			continue;
		for (LOCKMODE mode = AccessShareLock; mode <= MaxLockMode; mode++)
			if ((lock->holdMask & LOCKBIT_ON(mode)) != 0 &&
				DoLockModesConflict(waiter->waitLockMode, mode))
				return true;
	}
	return false;
}
