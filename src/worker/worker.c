/*-------------------------------------------------------------------------
 *
 * worker.c
 *	  A background worker of one database.
 *
 * Each follows some of the views there, see worker_share.c.  A round: read the
 * WAL, run a batch of every view that is due, let consumed transactions go.
 * Then sleep until a commit wakes us, or a flush interval or a retry is due.
 * Views are consumed one by one in transactions of their own; what goes wrong
 * with one is noted, and the others go on.
 *
 * The worker never waits for a user's lock, holds no snapshot between batches,
 * and leaves when its database is to be dropped or has no views for it any
 * more.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "common/int.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/condition_variable.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/timestamp.h"

#include "base/clock.h"
#include "base/compat.h"
#include "base/settings.h"
#include "base/shared_memory.h"
#include "base/wait_event.h"
#include "worker/activity.h"
#include "worker/batch.h"
#include "worker/batch_guard.h"
#include "worker/batch_input.h"
#include "worker/crash_mark.h"
#include "worker/identity.h"
#include "worker/idle.h"
#include "worker/kept_view.h"
#include "worker/memory_use.h"
#include "worker/worker.h"
#include "worker/worker_views.h"

#define CV_NOT_VISIBLE_RETRY_MS 5	/* between commit record and visibility */
#define CV_IDLE_POLL_MS			10000	/* wake-ups that got lost, ... */
#define CV_BUSY_POLL_MS			50	/* ... and WAL of other databases */
#define CV_BUSY_BYTES			(1024 * 1024)
#define CV_SHORT_QUEUE			5000	/* transactions */
#define CV_MAX_NAP_MS			100	/* at most, when there is something to do */
#define CV_MAX_STRETCHED_US		(10 * USECS_PER_SEC)
#define CV_SHARE_RETRY_MS		1000	/* until others take what falls to them */

static CvDatabaseSlot *my_database = NULL;
static CvWorkerSlot *my_slot = NULL;
static int	my_number;			/* among the workers of the database */
static TimestampTz look_at = 0; /* at what is there to follow, if nobody calls */
static uint32 seen_catalog_changes;
static TimestampTz started_at;
static TimestampTz round_started_at = 0;
static XLogRecPtr read_upto = InvalidXLogRecPtr;	/* flush pointer that the
													 * tail has reached */
static long flush_poll_ms = CV_MAX_NAP_MS;
static long poll_ms = CV_BUSY_POLL_MS;
static bool has_statistics = false; /* that are not told yet */

static void reload_settings(void);
static void request_shutdown(SIGNAL_ARGS);
static bool must_look(void);
static bool look_for_views(void);
static void hand_over(List *surplus);
static void call_others(void);
static void save_positions(List *followers);
static void start(Oid database);
static void claim_slot(Oid database);
static void give_up_slot(int code, Datum arg);
static void note_end(int code);
static bool run_round(void);
static void forgive_clock(void);
static bool has_queued_enough(void);
static void flush_wal_if_idle(void);
static void load_positions(void);
static void run_due_batches(bool *is_busy);
static bool is_due(CvFollower *follower, TimestampTz now);
static TimestampTz next_flush_at(const CvFollower *follower);
static int64 flush_interval(const CvFollower *follower);
static long shortest_interval_ms(void);
static void handle_result(CvFollower *follower, CvBatchResult result);
static void wait_for_restore(CvFollower *follower, TimestampTz now);
static void publish_progress(CvFollower *follower, XLogRecPtr flushed);
static long time_to_sleep(void);
static void nap(void);
static bool must_go_on(uint32 call);
static void sleep_for(long timeout_ms, CvWaitEvent event);

void
cv_worker_main(Datum database)
{
	start(DatumGetObjectId(database));
	while (!ShutdownRequestPending && cv_enabled)
	{
		CHECK_FOR_INTERRUPTS();
		if (ConfigReloadPending)
			reload_settings();
		if (my_database->stay_away || !cv_enabled)
			break;
		if (must_look() && !look_for_views())
			break;
		if (!run_round())
			nap();
	}
	save_positions(cv_worker_views());
	proc_exit(0);
}

static bool
must_look(void)
{
	return ConfigReloadPending || look_at <= GetCurrentTimestamp() ||
		pg_atomic_read_u32(&my_database->catalog_changes) !=
		seen_catalog_changes;
}

/*
 * look_for_views -- what the catalog says, and what of it is this worker's.
 *
 * False: nothing.
 */
static bool
look_for_views(void)
{
	List	   *surplus;
	bool		is_settled;
	uint32		changes = pg_atomic_read_u32(&my_database->catalog_changes);
	bool		has_changed = changes != seen_catalog_changes;

	seen_catalog_changes = changes;
	if (!cv_worker_views_load(my_database, my_number, has_changed, &surplus,
							  &is_settled))
		return false;
	look_at = is_settled ? DT_NOEND :
		TimestampTzPlusMilliseconds(GetCurrentTimestamp(), CV_SHARE_RETRY_MS);
	if (surplus != NIL)
		hand_over(surplus);
	my_database->has_looked = true;
	cv_launcher_wake();
	return true;
}

/* hand_over -- views that others are to follow. */
static void
hand_over(List *surplus)
{
	ListCell   *lc;

	save_positions(surplus);
	foreach(lc, surplus)
		cv_worker_views_let_go(lfirst(lc));
	list_free(surplus);
	call_others();
}

/* call_others -- there is something to share anew. */
static void
call_others(void)
{
	pg_atomic_fetch_add_u32(&my_database->catalog_changes, 1);
	cv_worker_call(my_database->database);
}

/*
 * reload_settings -- there may be more workers now, or fewer; another clock
 * decides anew what is due; restored views may be waiting for another
 * on_restore.
 */
static void
reload_settings(void)
{
	TimestampTz before = cv_held_clock();
	int			on_restore = cv_on_restore;
	ListCell   *lc;

	ConfigReloadPending = false;
	ProcessConfigFile(PGC_SIGHUP);
	cv_memory_use_keep();
	cv_kept_view_note_reload();
	look_at = 0;
	foreach(lc, cv_worker_views())
	{
		CvFollower *follower = lfirst(lc);

		if (cv_on_restore == on_restore || follower->position != NULL)
			continue;
		follower->checks_status = true;
		follower->retry_at = 0;
	}
	if (cv_held_clock() == before)
		return;
	foreach(lc, cv_worker_views())
	{
		CvFollower *follower = lfirst(lc);

		follower->has_expired |= follower->has_retention;
	}
}

/* request_shutdown -- SIGTERM: end the batch, leave in good order. */
static void
request_shutdown(SIGNAL_ARGS)
{
	ShutdownRequestPending = true;
	cv_batch_guard_cancel(postgres_signal_arg);
}

/*
 * save_positions -- so that a restart reads no more WAL than it must, and the
 * WAL may be recycled meanwhile.
 *
 * Only of views that have consumed what there is: a batch may take long, and
 * somebody waits for us to leave.
 */
static void
save_positions(List *followers)
{
	List	   *views = list_copy(followers);
	ListCell   *lc;

	QueryCancelPending = false;
	foreach(lc, views)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->position == NULL || follower->is_paused ||
			follower->is_stopped || follower->retry_at != 0 ||
			cv_batch_has_work(follower, cv_worker_tail()))
			continue;
		follower->saves_position = true;
		(void) cv_batch_guard_run(follower);
	}
	list_free(views);
}

static void
start(Oid database)
{
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, request_shutdown);
	pqsignal(SIGINT, cv_batch_guard_cancel);
	BackgroundWorkerUnblockSignals();
	memcpy(&my_number, MyBgworkerEntry->bgw_extra, sizeof(my_number));
	claim_slot(database);
	cv_crash_mark_open(my_database, my_number);
	BackgroundWorkerInitializeConnectionByOid(database, InvalidOid, 0);
	cv_batch_guard_init(my_database, my_number);
	cv_identity_init();
	cv_memory_use_keep();
	pgstat_report_appname(my_number == 0 ? "pg_continuous worker" :
						  psprintf("pg_continuous worker %d", my_number + 1));
}

static void
claim_slot(Oid database)
{
	bool		is_alone;

	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	my_database = cv_database_slot_lookup(database);
	if (my_database == NULL || my_database->workers[my_number].pid != 0)
	{
		LWLockRelease(cv_shared->lock);
		proc_exit(0);
	}
	my_slot = &my_database->workers[my_number];
	started_at = GetCurrentTimestamp();
	my_slot->pgprocno = MyProcNumber;
	cv_worker_slot_set(my_database, my_number, MyProcPid);
	is_alone = cv_worker_slot_is_last(my_database, my_number);
	LWLockRelease(cv_shared->lock);
	before_shmem_exit(give_up_slot, 0);
	/* they may have more than their share */
	if (!is_alone)
		call_others();
}

static void
give_up_slot(int code, Datum arg)
{
	bool		is_last;

	/* outside of a transaction nobody else lets go of what a scan keeps */
	LockReleaseAll(DEFAULT_LOCKMETHOD, true);
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	is_last = cv_worker_slot_is_last(my_database, my_number);
	cv_worker_slot_set(my_database, my_number, 0);
	cv_crash_mark_close(is_last);
	note_end(code);
	cv_memory_use_clear(my_slot);
	for (int i = 0; i < cv_shared->nviews; i++)
	{
		CvViewSlot *slot = &cv_shared->views[i];

		if (slot->in_use && slot->database == my_database->database &&
			slot->worker == my_number)
			cv_view_slot_remove(slot);
	}
	/* no views: the launcher need not think of this database any more */
	if (code == 0 && is_last && cv_worker_views() == NIL &&
		pg_atomic_read_u32(&my_database->catalog_changes) ==
		seen_catalog_changes)
		my_database->in_use = false;
	LWLockRelease(cv_shared->lock);
	if (!is_last)
		call_others();
}

/* note_end -- after an error: the next worker begins later and later. */
static void
note_end(int code)
{
	TimestampTz now = GetCurrentTimestamp();

	if (code == 0)
	{
		my_slot->failures = 0;
		return;
	}
	/* it was good for a while: that is another error */
	if (TimestampDifferenceExceeds(started_at, now, CV_MAX_RETRY_MS))
		my_slot->failures = 0;
	my_slot->failures++;
	my_slot->restart_at =
		TimestampTzPlusMilliseconds(now, cv_retry_delay_ms(my_slot->failures));
}

/*
 * cv_worker_is_leaving -- a signal ends the batch that runs, and no other begins.
 */
bool
cv_worker_is_leaving(void)
{
	return ShutdownRequestPending || my_database->stay_away;
}

/*
 * run_round -- false if all is done that can be done now.
 *
 * True if there is more, but something else to be looked at before.
 */
static bool
run_round(void)
{
	bool		is_busy = true;
	XLogRecPtr	before = read_upto;
	XLogRecPtr	written_upto = XactLastCommitEnd;

	forgive_clock();
	if (pg_atomic_exchange_u32(&my_slot->call, CV_NOT_CALLED) != CV_NOT_CALLED)
		flush_poll_ms = shortest_interval_ms();
	while (is_busy && !cv_worker_is_leaving())
	{
		XLogRecPtr	flushed;
		bool		has_more;
		ListCell   *lc;

		load_positions();
		flush_wal_if_idle();
		flushed = GetFlushRecPtr(NULL);
		has_more = has_queued_enough() || cv_worker_read_wal();
		if (has_more)
			cv_activity_show(CV_ACTIVITY_WAL, NULL);
		foreach(lc, cv_worker_views())
			cv_idle_look(lfirst(lc), cv_worker_tail(), !has_more);

		CHECK_FOR_INTERRUPTS();
		is_busy = has_more;
		if (!has_more)
			read_upto = flushed;
		run_due_batches(&is_busy);
		foreach(lc, cv_worker_views())
		{
			cv_idle_look(lfirst(lc), cv_worker_tail(), !has_more);
			publish_progress(lfirst(lc),
							 has_more ? InvalidXLogRecPtr : flushed);
		}
		cv_worker_release_queue();
		if (must_look())
			break;
	}
	poll_ms = read_upto - before > CV_BUSY_BYTES ||
		XactLastCommitEnd != written_upto ? CV_BUSY_POLL_MS :
		Min(poll_ms * 2, CV_IDLE_POLL_MS);
	has_statistics = !cv_batch_guard_tell_statistics();
	cv_crash_mark_rest();
	cv_memory_use_publish(my_slot);
	cv_activity_show(CV_ACTIVITY_RESTING, NULL);
	return is_busy;
}

/*
 * forgive_clock -- begin the round; if the server's clock was set back since
 * the last one, what is to be waited for is long ago, not far ahead.
 */
static void
forgive_clock(void)
{
	TimestampTz before = round_started_at;
	ListCell   *lc;

	round_started_at = GetCurrentTimestamp();
	if (round_started_at >= before)
		return;
	look_at = 0;
	foreach(lc, cv_worker_views())
	{
		CvFollower *follower = lfirst(lc);

		follower->retry_at = follower->last_flush_at = 0;
		follower->not_before = follower->lag_counted_at = 0;
	}
}

/*
 * has_queued_enough -- leave the WAL alone until there is less to consume.
 *
 * Where batches end early they are many, and each looks at the whole queue
 * behind it.
 */
static bool
has_queued_enough(void)
{
	TimestampTz now = GetCurrentTimestamp();
	ListCell   *lc;

	foreach(lc, cv_worker_views())
	{
		CvFollower *follower = lfirst(lc);

		if (follower->max_xacts > 0 && follower->position != NULL &&
			is_due(follower, now) &&
			cv_tail_last_seq(cv_worker_tail()) >
			follower->seq + CV_SHORT_QUEUE)
			return true;
	}
	return false;
}

/*
 * flush_wal_if_idle -- the tail reads flushed WAL only, but before the wall
 * clock moves a watermark, all that was written until now is to be seen.
 */
static void
flush_wal_if_idle(void)
{
	TimestampTz now = GetCurrentTimestamp();
	ListCell   *lc;

	foreach(lc, cv_worker_views())
	{
		if (cv_idle_next_at(lfirst(lc)) > now)
			continue;
		XLogFlush(cv_wal_insert_lsn());
		return;
	}
}

/*
 * load_positions -- of views that are new to us, or were rebuilt.
 *
 * The tail is opened when all are known, as it serves all of them.
 */
static void
load_positions(void)
{
	bool		has_joined = cv_worker_tail() == NULL;
	List	   *views = list_copy(cv_worker_views());
	ListCell   *lc;

	foreach(lc, views)
	{
		CvFollower *follower = lfirst(lc);
		CvBatchResult result;

		if (follower->position != NULL ||
			!is_due(follower, GetCurrentTimestamp()))
			continue;
		result = cv_batch_guard_run(follower);
		if (result == CV_BATCH_AGAIN)
			result = cv_batch_guard_run(follower);
		if (result == CV_BATCH_LOADED)
			has_joined |= cv_follower_can_go_on(follower);
		else
			handle_result(follower, result);
	}
	list_free(views);
	if (has_joined)
		cv_worker_open_tail();
}

static void
run_due_batches(bool *is_busy)
{
	List	   *views = list_copy(cv_worker_views());
	ListCell   *lc;

	foreach(lc, views)
	{
		CvFollower *follower = lfirst(lc);
		CvBatchResult result;

		CHECK_FOR_INTERRUPTS();
		if (follower->position == NULL ||
			!is_due(follower, GetCurrentTimestamp()))
			continue;
		result = cv_batch_is_needed(follower, cv_worker_tail()) ?
			cv_batch_guard_run(follower) : CV_BATCH_IDLE;
		follower->has_more = result == CV_BATCH_MORE;
		if (result == CV_BATCH_MORE || result == CV_BATCH_AGAIN)
			*is_busy = true;
		handle_result(follower, result);
	}
	list_free(views);
}

/*
 * is_due -- what has begun goes on at once; new transactions wait for the
 * flush interval, unless somebody waits for them in sync().
 */
static bool
is_due(CvFollower *follower, TimestampTz now)
{
	CvViewSlot *slot = follower->slot;
	XLogRecPtr	wanted;

	if (follower->retry_at > now)
		return false;
	if (follower->checks_status)
		return true;
	if (follower->is_paused || follower->is_stopped)
		return false;
	if (follower->position == NULL)
		return true;
	if (follower->position->phase != CV_PHASE_FOLLOW || follower->lost_wal ||
		follower->has_more || follower->has_expired ||
		follower->position->rewrites_windows || cv_worker_is_queue_full())
		return true;
	SpinLockAcquire(&slot->mutex);
	wanted = slot->sync_lsn > slot->consumed_lsn ? slot->sync_lsn : 0;
	SpinLockRelease(&slot->mutex);
	return wanted != 0 || now >= next_flush_at(follower);
}

static TimestampTz
next_flush_at(const CvFollower *follower)
{
	TimestampTz result;

	if (pg_add_s64_overflow(follower->last_flush_at, flush_interval(follower),
							&result))
		return DT_NOEND;
	return Max(result, follower->not_before);
}

/* flush_interval -- of this view, stretched while it leaves dead rows. */
static int64
flush_interval(const CvFollower *follower)
{
	int64		interval_us = follower->flush_interval_us >= 0 ?
		follower->flush_interval_us : (int64) cv_flush_interval_ms * 1000;

	if (follower->stretch <= 1 || interval_us >= CV_MAX_STRETCHED_US)
		return interval_us;
	return Min(interval_us * follower->stretch, CV_MAX_STRETCHED_US);
}

/* shortest_interval_ms -- of all views that are followed; within bounds. */
static long
shortest_interval_ms(void)
{
	int64		interval_us = CV_MAX_NAP_MS * 1000;
	ListCell   *lc;

	foreach(lc, cv_worker_views())
	{
		const CvFollower *follower = lfirst(lc);

		if (!follower->is_paused && !follower->is_stopped)
			interval_us = Min(interval_us, flush_interval(follower));
	}
	return Max(interval_us / 1000, 1);
}

static void
handle_result(CvFollower *follower, CvBatchResult result)
{
	TimestampTz now = GetCurrentTimestamp();
	CvViewState state = CV_VIEW_RUNNING;
	CvPosition *position = follower->position;

	if (result != CV_BATCH_MORE)
		cv_follower_keep_leaf(follower, InvalidOid);
	if (position != NULL && position->phase == CV_PHASE_SCAN)
		state = position->scan->is_backfill ? CV_VIEW_BACKFILL : CV_VIEW_RESCAN;
	switch (result)
	{
		case CV_BATCH_FAILED:
			return;
		case CV_BATCH_GONE:
			cv_worker_views_remove(follower);
			look_at = 0;
			return;
		case CV_BATCH_BUSY:
			state = CV_VIEW_WAITING_LOCK;
			follower->retry_at =
				TimestampTzPlusMilliseconds(now, CV_BUSY_RETRY_MS);
			break;
		case CV_BATCH_NOT_VISIBLE:
			state = CV_VIEW_WAITING_VISIBLE;
			follower->retry_at =
				TimestampTzPlusMilliseconds(now, CV_NOT_VISIBLE_RETRY_MS);
			break;
		case CV_BATCH_PAUSED:
			state = follower->is_stopped ? CV_VIEW_STOPPED : CV_VIEW_PAUSED;
			break;
		case CV_BATCH_NO_POSITION:
			wait_for_restore(follower, now);
			return;
		default:
			break;
	}
	SpinLockAcquire(&follower->slot->mutex);
	follower->slot->state = state;
	follower->slot->retry_at = 0;
	if (result != CV_BATCH_BUSY && result != CV_BATCH_NOT_VISIBLE)
		follower->slot->error[0] = '\0';
	SpinLockRelease(&follower->slot->mutex);
	if (state == CV_VIEW_STOPPED || state == CV_VIEW_PAUSED)
		ConditionVariableBroadcast(&follower->slot->changed);
	cv_activity_note_state(follower, state);
}

/*
 * wait_for_restore -- the view has no position: not yet, or until somebody
 * gives it one.
 */
static void
wait_for_restore(CvFollower *follower, TimestampTz now)
{
	follower->checks_status = false;
	follower->is_stopped = follower->awaits[0] == '\0';
	if (!follower->is_stopped)
		follower->retry_at =
			TimestampTzPlusMilliseconds(now,
										cv_retry_delay_ms(++follower->looks));
	cv_view_slot_report(follower->slot, CV_VIEW_RESTORED,
						follower->is_stopped ? 0 : follower->retry_at,
						follower->awaits);
	ConditionVariableBroadcast(&follower->slot->changed);
	cv_activity_note_state(follower, CV_VIEW_RESTORED);
}

/*
 * publish_progress -- what sync() and continuous.stats look at.
 *
 * flushed: the tail has read all WAL up to here; Invalid: there is more.
 */
static void
publish_progress(CvFollower *follower, XLogRecPtr flushed)
{
	CvViewSlot *slot = follower->slot;
	CvTail	   *tail = cv_worker_tail();
	const CvXact *front = cv_tail_next(tail, follower->seq);
	const CvPosition *position = follower->position;
	XLogRecPtr	consumed = InvalidXLogRecPtr;
	bool		has_moved;
	uint64		lag = 0;

	if (position != NULL && position->phase == CV_PHASE_FOLLOW &&
		!position->needs_scan && !position->rewrites_windows &&
		!follower->lost_wal && !follower->checks_leaves &&
		!follower->checks_status &&
		pg_atomic_read_u32(&my_database->catalog_changes) ==
		seen_catalog_changes)
	{
		consumed = cv_tail_consumed_lsn(tail, follower->seq);
		if (front == NULL && consumed == cv_tail_lsn(tail))
			consumed = Max(consumed, flushed);
	}
	if (front != NULL && position != NULL)
		lag = cv_worker_count_lag(follower, flushed != InvalidXLogRecPtr);
	SpinLockAcquire(&slot->mutex);
	if (position != NULL && position->generation != slot->generation)
	{
		slot->generation = position->generation;
		slot->consumed_lsn = InvalidXLogRecPtr;
	}
	has_moved = consumed > slot->consumed_lsn;
	if (has_moved)
		slot->consumed_lsn = consumed;
	slot->lag_rows = lag;
	slot->has_unseen = cv_tail_has_unseen(tail);
	slot->silent_since = follower->idle.since;
	slot->oldest_waiting = front ? front->commit_time : 0;
	SpinLockRelease(&slot->mutex);
	if (has_moved)
		ConditionVariableBroadcast(&slot->changed);
}

/* time_to_sleep -- until the next thing is due, in milliseconds. */
static long
time_to_sleep(void)
{
	TimestampTz now = GetCurrentTimestamp();
	long		wait_ms = has_statistics ? Min(poll_ms, CV_STATISTICS_MS) : poll_ms;
	TimestampTz next = Min(TimestampTzPlusMilliseconds(now, wait_ms),
						   Max(look_at, now));
	ListCell   *lc;

	foreach(lc, cv_worker_views())
	{
		CvFollower *follower = lfirst(lc);

		if (follower->retry_at > now)
			next = Min(next, follower->retry_at);
		else if (follower->is_paused || follower->is_stopped)
			continue;
		else if (cv_tail_next(cv_worker_tail(), follower->seq) != NULL)
			next = Min(next, Max(next_flush_at(follower), now));
		else if (cv_idle_next_at(follower) != DT_NOEND)
			next = Min(next, Max(Max(cv_idle_next_at(follower),
									 next_flush_at(follower)), now));
	}
	return TimestampDifferenceMilliseconds(now, next);
}

/*
 * nap -- until a commit, a request or a time.
 *
 * Sleep: a waker has set call before it looks at is_sleeping, so whatever it
 * did is either seen here, or wakes us.  Then, if it was no more than a
 * commit, let the rest of the time pass that a round has at least, half of the
 * shortest flush_interval, so that a busy server costs a bounded number of
 * rounds.
 *
 * WAL of which nobody calls, our own or another database's, is read at the next
 * call, or at the next poll: the more often the more of it there is.
 */
static void
nap(void)
{
	long		timeout_ms = time_to_sleep();
	long		rest_ms;

	/* commits that do not wait for their flush are read when it has come */
	if (pg_atomic_read_u64(&my_slot->called_upto) > read_upto)
	{
		timeout_ms = Min(timeout_ms, flush_poll_ms);
		flush_poll_ms = Min(flush_poll_ms * 2, CV_MAX_NAP_MS);
	}
	pg_atomic_write_u32(&my_slot->is_sleeping, 1);
	pg_memory_barrier();
	if (timeout_ms > 0 && !must_go_on(CV_CALLED_BY_COMMIT))
		sleep_for(timeout_ms, CV_WAIT_WORKER_MAIN);
	pg_atomic_write_u32(&my_slot->is_sleeping, 0);

	rest_ms = Max(shortest_interval_ms() / 2, 1) -
		TimestampDifferenceMilliseconds(round_started_at,
										GetCurrentTimestamp());
	if (rest_ms > 0 && !must_go_on(CV_CALLED_AT_ONCE))
		sleep_for(rest_ms, CV_WAIT_WORKER_REST);
}

/* must_go_on -- has it been called so, or is there something else? */
static bool
must_go_on(uint32 call)
{
	return pg_atomic_read_u32(&my_slot->call) >= call || must_look() ||
		cv_worker_is_leaving();
}

static void
sleep_for(long timeout_ms, CvWaitEvent event)
{
	(void) WaitLatch(MyLatch,
					 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
					 timeout_ms, cv_wait_event(event));
	ResetLatch(MyLatch);
	CHECK_FOR_INTERRUPTS();
}
