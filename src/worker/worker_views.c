/*-------------------------------------------------------------------------
 *
 * worker_views.c
 *	  The views that a worker follows, and the tail they share.
 *
 * The tail begins where the view that is furthest behind has to begin.  A view
 * that comes later is backfilled, and one whose files were not tracked all the
 * time is scanned, so the tail never has to go back.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/debug_point.h"
#include "base/settings.h"
#include "view/view_catalog.h"
#include "worker/crash_mark.h"
#include "worker/status.h"
#include "worker/worker_share.h"
#include "worker/worker_views.h"

/* read this much before looking at the views again ... */
#define CV_PUMP_BYTES		(16 * 1024 * 1024)
/* ... or as many transactions, looking now and then */
#define CV_PUMP_XACTS		5000
#define CV_PUMP_STEP_BYTES	(1024 * 1024)

/* counting passes over the whole queue: not more often than this */
#define CV_LAG_INTERVAL_MS	50

static List *followers = NIL;
static CvTail *tail = NULL;
static List *slotless = NIL;	/* views that the log says have no slot */

static bool has_view(List *rows, Oid view);
static CvFollower *find_follower(Oid view);
static CvFollower *add_follower(const CvViewRow *row);
static void insert_follower(CvFollower *follower);
static void delay_after_crash(CvFollower *follower);
static void skip_deadly_wal(void);
static void close_tail(void);
static void visit_sets(const CvPosition *position,
					   void (*visit) (const CvXidSet *set, void *arg),
					   void *arg);
static void intersect_set(const CvXidSet *set, void *arg);
static void watch_set(const CvXidSet *set, void *arg);
static void lose_wal(void);
static bool limit_queue(void);
static bool can_consume(const CvFollower *follower);
static CvFollower *furthest_behind(void);
static bool is_worth_giving_up(Size limit);
static void keep_invisible(void);
static bool is_invisible(const CvXact *xact, void *snapshot);
static uint64 visible_upto(void);

bool
cv_worker_views_load(CvDatabaseSlot *database, int number, bool has_changed,
					 List **surplus, bool *is_settled)
{
	List	   *rows = NIL;
	List	   *gone = NIL;
	CvWorkerShare share;
	ListCell   *lc;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	if (cv_extension_exists())
		rows = cv_view_catalog_list();
	cv_worker_share(database, number, rows, &share);
	*surplus = NIL;
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);
		MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);

		if (!has_view(rows, follower->view))
			gone = lappend(gone, follower);
		else if (!has_view(share.rows, follower->view))
			*surplus = lappend(*surplus, follower);
		MemoryContextSwitchTo(old);
	}
	foreach(lc, share.rows)
	{
		CvViewRow  *row = lfirst(lc);
		CvFollower *follower = find_follower(row->view);

		if (follower != NULL && !has_changed)
			continue;
		if (follower == NULL)
			follower = add_follower(row);
		if (follower == NULL)
			continue;
		follower->checks_status = true;
		follower->retry_at = 0;
		if (follower->position == NULL)
			delay_after_crash(follower);
	}
	*is_settled = share.is_settled;
	PopActiveSnapshot();
	CommitTransactionCommand();

	foreach(lc, gone)
		cv_worker_views_remove(lfirst(lc));
	list_free(gone);
	return share.is_wanted;
}

static bool
has_view(List *rows, Oid view)
{
	ListCell   *lc;

	foreach(lc, rows)
		if (((CvViewRow *) lfirst(lc))->view == view)
			return true;
	return false;
}

List *
cv_worker_views(void)
{
	return followers;
}

CvTail *
cv_worker_tail(void)
{
	return tail;
}

static CvFollower *
find_follower(Oid view)
{
	ListCell   *lc;

	foreach(lc, followers)
		if (((CvFollower *) lfirst(lc))->view == view)
			return lfirst(lc);
	return NULL;
}

/* add_follower -- NULL if there is no slot for it, which is told once. */
static CvFollower *
add_follower(const CvViewRow *row)
{
	CvViewSlot *slot;
	MemoryContext context;
	MemoryContext old;
	CvFollower *follower;
	bool		is_known;

	LWLockAcquire(cv_shared->lock, LW_SHARED);
	slot = cv_view_slot_lookup(MyDatabaseId, row->view);
	LWLockRelease(cv_shared->lock);
	if (slot == NULL)
	{
		old = MemoryContextSwitchTo(TopMemoryContext);
		is_known = list_member_oid(slotless, row->view);
		slotless = list_append_unique_oid(slotless, row->view);
		MemoryContextSwitchTo(old);
		if (is_known)
			return NULL;
		ereport(LOG,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("no slot for the continuous view with OID %u",
						row->view),
				 errhint("You might need to increase continuous.max_views.")));
		return NULL;
	}
	slotless = list_delete_oid(slotless, row->view);
	context = AllocSetContextCreate(TopMemoryContext,
									"continuous view follower",
									ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(context);
	follower = palloc0(sizeof(CvFollower));
	follower->view = row->view;
	follower->input = row->input;
	follower->slot = slot;
	follower->context = context;
	follower->idle.timeout_us = -1;
	follower->position_context =
		AllocSetContextCreate(context, "continuous view position",
							  ALLOCSET_SMALL_SIZES);
	MemoryContextSwitchTo(TopMemoryContext);
	insert_follower(follower);
	MemoryContextSwitchTo(old);
	return follower;
}

/* insert_follower -- behind others of its input: they share the rows they read */
static void
insert_follower(CvFollower *follower)
{
	int			place = list_length(followers);
	ListCell   *lc;

	foreach(lc, followers)
		if (((CvFollower *) lfirst(lc))->input == follower->input)
			place = foreach_current_index(lc) + 1;
	followers = list_insert_nth(followers, place, follower);
}

/* delay_after_crash -- let the others go on before it crashes again. */
static void
delay_after_crash(CvFollower *follower)
{
	long		delay_ms = cv_crash_mark_delay_ms(follower->view);

	if (delay_ms == 0)
		return;
	follower->retry_at =
		TimestampTzPlusMilliseconds(GetCurrentTimestamp(), delay_ms);
	cv_view_slot_report(follower->slot, CV_VIEW_RETRYING, follower->retry_at,
						"the worker crashed in a batch of this view");
}

void
cv_worker_views_remove(CvFollower *follower)
{
	cv_follower_detach_states(follower);
	cv_state_table_drop(MyDatabaseId, follower->view);
	cv_crash_mark_forget(follower->view);
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	cv_view_slot_forget(follower->slot);
	LWLockRelease(cv_shared->lock);
	cv_worker_views_let_go(follower);
}

void
cv_worker_views_let_go(CvFollower *follower)
{
	cv_follower_keep_leaf(follower, InvalidOid);
	cv_follower_detach_states(follower);
	if (tail != NULL)
		cv_follower_untrack(follower, tail);
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	cv_view_slot_remove(follower->slot);
	LWLockRelease(cv_shared->lock);
	followers = list_delete_ptr(followers, follower);
	MemoryContextDelete(follower->context);
}

/*
 * cv_worker_open_tail -- from where the view that is furthest behind has to
 * begin.
 *
 * With nothing to go back to it begins now: first the LSN, then a snapshot, so
 * that every transaction that ends before the LSN is finished for the
 * snapshot, or open for the tail.
 *
 * Called again when a view joins that can be followed from a saved position:
 * every view's position is good for beginning there again.
 */
void
cv_worker_open_tail(void)
{
	XLogRecPtr	start = GetXLogInsertRecPtr();
	CvXidSet	consumed;
	ListCell   *lc;

	close_tail();
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	cv_xid_set_from_snapshot(&consumed, GetActiveSnapshot());
	skip_deadly_wal();
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (!cv_follower_can_go_on(follower))
			continue;
		start = Min(start, follower->position->restart_lsn);
		visit_sets(follower->position, intersect_set, &consumed);
	}
	tail = cv_tail_open(start, &consumed);
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->position == NULL)
			continue;
		cv_follower_track(follower, tail, follower->position);
		if (cv_follower_can_go_on(follower))
			visit_sets(follower->position, watch_set, NULL);
	}
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* skip_deadly_wal -- a scan finds the rows, and need not read it. */
static void
skip_deadly_wal(void)
{
	ListCell   *lc;

	if (cv_crash_mark_count(CV_CRASH_IN_WAL) < CV_MAX_CRASHES)
		return;
	ereport(LOG,
			(errmsg("WAL in which workers crashed is passed over"),
			 errdetail("Input tables of continuous views will be scanned.")));
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->position != NULL)
			follower->lost_wal = true;
	}
}

static void
close_tail(void)
{
	ListCell   *lc;

	if (tail == NULL)
		return;
	cv_tail_close(tail);
	tail = NULL;
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		follower->seq = 0;
		list_free_deep(follower->tracked);
		follower->tracked = NIL;
	}
}

/* visit_sets -- all that says what is consumed, of whatever leaf. */
static void
visit_sets(const CvPosition *position,
		   void (*visit) (const CvXidSet *set, void *arg), void *arg)
{
	visit(&position->consumed, arg);
	for (int i = 0; i < position->nleaves; i++)
		if (position->leaves[i].has_own_set && !position->leaves[i].is_detached)
			visit(&position->leaves[i].consumed, arg);
}

static void
intersect_set(const CvXidSet *set, void *arg)
{
	CvXidSet	result;

	cv_xid_set_intersect(arg, set, &result);
	*(CvXidSet *) arg = result;
}

static void
watch_set(const CvXidSet *set, void *arg)
{
	cv_tail_watch(tail, set);
}

bool
cv_worker_read_wal(void)
{
	uint64		first = cv_tail_last_seq(tail);
	CvTailStatus status = CV_TAIL_MORE;

	/* whoever can, makes room first */
	if (cv_worker_is_queue_full() && !limit_queue())
		return true;
	cv_crash_mark_begin(CV_CRASH_IN_WAL);
	CV_DEBUG_POINT("wal_read");
	for (int n = 0; n < CV_PUMP_BYTES && status == CV_TAIL_MORE &&
		 cv_tail_last_seq(tail) <= first + CV_PUMP_XACTS &&
		 (n == 0 || !cv_worker_is_queue_full());
		 n += CV_PUMP_STEP_BYTES)
		status = cv_tail_pump(tail, CV_PUMP_STEP_BYTES);
	cv_crash_mark_end();
	if (status == CV_TAIL_CAUGHT_UP)
		cv_crash_mark_forget(CV_CRASH_IN_WAL);
	if (status == CV_TAIL_LOST)
	{
		lose_wal();
		return true;
	}
	cv_tail_settle(tail);
	return status == CV_TAIL_MORE;
}

uint64
cv_worker_count_lag(CvFollower *follower, bool exactly)
{
	const CvPosition *position = follower->position;
	TimestampTz now = GetCurrentTimestamp();
	RelFileLocator *locators;

	if (!exactly &&
		!TimestampDifferenceExceeds(follower->lag_counted_at, now,
									CV_LAG_INTERVAL_MS))
		return follower->lag_rows;
	locators = palloc(sizeof(RelFileLocator) * Max(position->nleaves, 1));
	for (int i = 0; i < position->nleaves; i++)
		locators[i] = position->leaves[i].locator;
	follower->lag_rows = cv_tail_rows_behind(tail, follower->seq, locators,
											 position->nleaves);
	follower->lag_counted_at = now;
	pfree(locators);
	return follower->lag_rows;
}

/*
 * lose_wal -- what is next in the WAL is gone: views that need it have to be
 * scanned.  Others go on: one that was paused for long must not cost them a
 * scan.
 */
static void
lose_wal(void)
{
	XLogRecPtr	lost = cv_tail_lsn(tail);
	ListCell   *lc;

	ereport(LOG,
			(errmsg("WAL needed by continuous views has been removed"),
			 errdetail("Their input tables will be scanned.")));
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->position != NULL &&
			follower->position->restart_lsn <= lost)
			follower->lost_wal = true;
	}
	cv_worker_open_tail();
}

/*
 * limit_queue -- block lists may be made coarser; a queue that is still too
 * large is given up, and the views that have not consumed it are scanned: the
 * one that is furthest behind first, as the others may need little of it.
 *
 * False if only such views are behind as will go on at once.
 */
static bool
limit_queue(void)
{
	Size		limit = (Size) cv_queue_memory_kb * 1024;
	CvFollower *last;
	ListCell   *lc;

	cv_worker_release_queue();
	if (cv_tail_memory(tail) < limit || cv_tail_widen(tail, limit / 2) ||
		!is_worth_giving_up(limit))
		return true;
	while (cv_tail_memory(tail) >= limit && (last = furthest_behind()) != NULL)
	{
		ereport(LOG,
				(errmsg("continuous view \"%s\" is too far behind",
						last->name),
				 errdetail("The transactions that it has to consume take more than %d kB, so its input will be scanned.",
						   cv_queue_memory_kb),
				 errhint("You might need to increase continuous.queue_memory.")));
		last->lost_wal = true;
		cv_worker_release_queue();
	}
	if (cv_tail_memory(tail) < limit)
		return true;
	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->position != NULL && !follower->lost_wal &&
			can_consume(follower) &&
			cv_tail_next(tail, follower->seq) != NULL)
			return false;
	}
	keep_invisible();
	return true;
}

bool
cv_worker_is_queue_full(void)
{
	return cv_tail_memory(tail) >= (Size) cv_queue_memory_kb * 1024;
}

/* can_consume -- does it take from the queue what there is, if it is let? */
static bool
can_consume(const CvFollower *follower)
{
	return !follower->is_paused && !follower->is_stopped &&
		follower->position->phase == CV_PHASE_FOLLOW &&
		follower->failures == 0 &&
		follower->retry_at <= GetCurrentTimestamp();
}

/* furthest_behind -- of those that cannot go on and need what is queued. */
static CvFollower *
furthest_behind(void)
{
	CvFollower *last = NULL;
	ListCell   *lc;

	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->position != NULL && !follower->lost_wal &&
			!can_consume(follower) &&
			cv_tail_next(tail, follower->seq) != NULL &&
			(last == NULL || follower->seq < last->seq))
			last = follower;
	}
	return last;
}

/*
 * is_worth_giving_up -- a scan sees what is visible.  What waits for a standby
 * has to stay, and must not cost one scan after the other.
 */
static bool
is_worth_giving_up(Size limit)
{
	Snapshot	snapshot;
	const CvXact *xact;
	uint64		seq = 0;
	Size		size = 0;

	StartTransactionCommand();
	snapshot = RegisterSnapshot(GetTransactionSnapshot());
	while (size < limit / 4 && (xact = cv_tail_next(tail, seq)) != NULL)
	{
		if (!is_invisible(xact, snapshot))
			size += cv_tail_size(xact);
		seq = xact->seq;
	}
	UnregisterSnapshot(snapshot);
	CommitTransactionCommand();
	return size >= limit / 4;
}

/*
 * keep_invisible -- the front is not visible, and all that came behind it is in
 * nobody's way but ours: those who have not consumed it will be scanned.
 */
static void
keep_invisible(void)
{
	Snapshot	snapshot;

	StartTransactionCommand();
	snapshot = RegisterSnapshot(GetTransactionSnapshot());
	cv_tail_keep(tail, is_invisible, snapshot);
	UnregisterSnapshot(snapshot);
	CommitTransactionCommand();
}

/* is_invisible -- to a snapshot, so to a scan with that cut. */
static bool
is_invisible(const CvXact *xact, void *snapshot)
{
	for (int i = -1; i < (xact->is_settled ? xact->nsubxids : 0); i++)
		if (XidInMVCCSnapshot((TransactionId) (i < 0 ? xact->xid :
											   xact->subxids[i]), snapshot))
			return true;
	return false;
}

/*
 * cv_worker_release_queue -- views that will be scanned need nothing of it
 * that the scan will see; those that are paused need it, until it is full.
 */
void
cv_worker_release_queue(void)
{
	uint64		upto = cv_tail_last_seq(tail);
	bool		is_lost = false;
	ListCell   *lc;

	foreach(lc, followers)
	{
		CvFollower *follower = lfirst(lc);

		if (follower->lost_wal)
			is_lost = true;
		else if (follower->position != NULL)
			upto = Min(upto, follower->seq);
	}
	if (is_lost)
		upto = Min(upto, visible_upto());
	cv_tail_release(tail, upto);
}

/*
 * visible_upto -- all queued transactions up to this are visible to every
 * later snapshot, so to the cut of a scan that is still to come.
 */
static uint64
visible_upto(void)
{
	uint64		upto = 0;
	const CvXact *xact;
	Snapshot	snapshot;

	StartTransactionCommand();
	snapshot = RegisterSnapshot(GetTransactionSnapshot());
	while ((xact = cv_tail_next(tail, upto)) != NULL &&
		   !XidInMVCCSnapshot((TransactionId) xact->xid, snapshot))
		upto = xact->seq;
	UnregisterSnapshot(snapshot);
	CommitTransactionCommand();
	return upto;
}
