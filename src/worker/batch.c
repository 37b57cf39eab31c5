/*-------------------------------------------------------------------------
 *
 * batch.c
 *	  One step of one view: the only place that knows the order.
 *
 *	1. lock what is needed, without waiting; know the view anew
 *	2. choose transactions (or a stretch of a scan) that the snapshot shows
 *	3. become the owner; read the rows, add them to their groups
 *	4. write result rows, late rows, the position; commit
 *	5. install the groups in shared memory, remember the position
 *
 * Of the view's definition only what no catalog has changed since outlives the
 * transaction, see kept_view.c.  What else does (follower, state table) changes
 * only in step 5: a batch that fails before has done nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "storage/procarray.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/clock.h"
#include "base/debug_point.h"
#include "input/counter_reset.h"
#include "input/file_change.h"
#include "view/view_catalog.h"
#include "view/view_ddl.h"
#include "worker/activity.h"
#include "worker/anchor.h"
#include "worker/batch.h"
#include "worker/batch_anchor.h"
#include "worker/batch_arrivals.h"
#include "worker/batch_clocks.h"
#include "worker/batch_close.h"
#include "worker/batch_collected.h"
#include "worker/batch_groups.h"
#include "worker/batch_input.h"
#include "worker/batch_joins.h"
#include "worker/batch_keyed.h"
#include "worker/batch_notify.h"
#include "worker/batch_publish.h"
#include "worker/batch_rows.h"
#include "worker/batch_sessions.h"
#include "worker/batch_skip.h"
#include "worker/batch_slices.h"
#include "worker/crash_mark.h"
#include "worker/identity.h"
#include "worker/kept_view.h"
#include "worker/key_check.h"
#include "worker/idle.h"
#include "worker/rebuild.h"
#include "worker/status.h"

/* a flush may be put off by this many intervals, and by 10 s at most */
#define CV_MAX_STRETCH	128

/* a batch after one that had to end takes at least as many transactions */
#define CV_MIN_BATCH_XACTS	64

bool		cv_batch_is_installing = false;

static MemoryContext batch_context = NULL;
static Size largest = 0;

static CvBatch *new_batch(CvFollower *follower, CvTail *tail);
static CvBatchResult begin_batch(CvBatch *batch);
static CvBatchResult load_position(CvBatch *batch);
static CvBatchResult apply_status(CvBatch *batch);
static const CvAdvance *open_advance(const CvBatch *batch);
static XLogRecPtr advance_limit(const CvBatch *batch);
static CvBatchResult lock_position(CvBatch *batch);
static void write_batch(CvBatch *batch);
static void begin_anew(CvBatch *batch);
static void consume(CvBatch *batch);
static bool makes_windows(const CvBatch *batch);
static void attach_states(CvBatch *batch);
static void finish_scan(CvBatch *batch);
static void stretch_interval(CvBatch *batch);
static void save_position(CvBatch *batch);
static bool is_followed(const CvBatch *batch);
static void advance_sets(CvBatch *batch);
static void drop_settled_pending(CvPosition *position);
static void remember(CvBatch *batch);
static void remember_end(CvBatch *batch);
static void end_without_writing(CvBatch *batch);
static bool needs_heartbeat(const CvFollower *follower, const CvTail *tail);

CvBatchResult
cv_batch_run(CvFollower *follower, CvTail *tail)
{
	CvBatch    *batch;
	CvBatchResult result;

	if (!cv_batch_is_needed(follower, tail))
		return CV_BATCH_IDLE;

	cv_batch_is_installing = false;
	cv_crash_mark_begin(follower->view);
	StartTransactionCommand();
	CV_DEBUG_POINT("batch_begin");
	batch = new_batch(follower, tail);
	result = begin_batch(batch);
	if (result == CV_BATCH_NO_POSITION)
		return cv_anchor_take_up(batch);
	if (result == CV_BATCH_DONE)
	{
		batch->must_save = batch->position->rewrites_windows;
		result = cv_batch_choose_input(batch);
	}
	if (result == CV_BATCH_DONE && batch->has_rows &&
		!cv_batch_lock_joined(batch))
		result = CV_BATCH_BUSY;
	if (result == CV_BATCH_DONE && batch->must_wipe &&
		!cv_counters_lock_if_free(follower->view))
		result = CV_BATCH_BUSY;
	if (result == CV_BATCH_DONE && open_advance(batch) != NULL &&
		open_advance(batch)->at <= advance_limit(batch))
		batch->must_save = true;
	if (follower->has_expired)
		batch->must_save = true;
	if (result == CV_BATCH_DONE)
		cv_idle_plan(batch);
	if (result == CV_BATCH_DONE && !batch->must_save &&
		!needs_heartbeat(follower, tail))
	{
		end_without_writing(batch);
		follower->seq = batch->seq;
		return CV_BATCH_IDLE;
	}
	if (result == CV_BATCH_DONE)
		result = lock_position(batch);
	if (result != CV_BATCH_DONE)
	{
		end_without_writing(batch);
		return result;
	}

	write_batch(batch);
	CV_DEBUG_POINT("batch_before_commit");
	cv_identity_commit();
	cv_batch_is_installing = true;
	CV_DEBUG_POINT("batch_after_commit");
	remember(batch);
	CV_DEBUG_POINT("batch_after_install");
	cv_batch_note_memory(batch);
	return batch->has_more || batch->has_expired ?
		CV_BATCH_MORE : CV_BATCH_DONE;
}

bool
cv_batch_is_needed(CvFollower *follower, const CvTail *tail)
{
	return follower->idle.is_due || cv_batch_has_work(follower, tail) ||
		needs_heartbeat(follower, tail);
}

/*
 * new_batch -- its memory outlives the transaction, for what is installed
 * after the commit, and is emptied when the next batch begins.
 */
static CvBatch *
new_batch(CvFollower *follower, CvTail *tail)
{
	CvBatch    *batch;

	if (batch_context == NULL)
		batch_context = AllocSetContextCreate(TopMemoryContext,
											  "continuous view batch",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContextReset(batch_context);
	MemoryContextSwitchTo(batch_context);
	batch = palloc0(sizeof(CvBatch));
	batch->context = batch_context;
	batch->install_context = AllocSetContextCreate(batch_context,
												   "continuous view install",
												   ALLOCSET_DEFAULT_SIZES);
	batch->follower = follower;
	batch->tail = tail;
	batch->seq = follower->seq;
	follower->pace.taken = follower->scan_pace.taken = 0;
	batch->left_from = -1;
	batch->chunks_gone = PG_INT64_MIN;
	batch->now = GetCurrentTransactionStartTimestamp();
	batch->clock = cv_now();
	return batch;
}

void
cv_batch_forget(void)
{
	if (batch_context != NULL)
		MemoryContextReset(batch_context);
}

Size
cv_batch_largest(void)
{
	return largest;
}

void
cv_batch_note_memory(const CvBatch *batch)
{
	largest = Max(largest, MemoryContextMemAllocated(batch->context, true));
}

/* begin_batch -- snapshot, locks, spec, position. */
static CvBatchResult
begin_batch(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	CvBatchResult result;

	PushActiveSnapshot(GetTransactionSnapshot());
	batch->snapshot = GetActiveSnapshot();
	result = cv_kept_view_know(batch);
	if (result != CV_BATCH_DONE)
		return result;
	batch->nkeys = list_length(batch->spec->keys);
	batch->naggs = list_length(batch->spec->aggs);
	batch->is_sliced = cv_window_is_sliced(&batch->spec->window);
	strlcpy(follower->name, batch->spec->name, sizeof(follower->name));
	follower->flush_interval_us = batch->spec->dials.flush_interval_us;
	cv_idle_set_dials(follower, batch->spec);
	follower->has_retention = batch->spec->dials.retention != NULL;

	result = load_position(batch);
	if (result == CV_BATCH_DONE)
		result = apply_status(batch);
	return result;
}

static CvBatchResult
load_position(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	CvPosition *position = follower->position;
	const CvDials *dials = &batch->spec->dials;

	if (position != NULL && follower->checks_status &&
		!cv_follower_is_current(follower))
		return CV_BATCH_AGAIN;
	if (position == NULL)
		return cv_follower_load_position(follower) ?
			CV_BATCH_LOADED : CV_BATCH_NO_POSITION;
	batch->position = position = cv_position_copy(position);
	batch->watermark.is_set = position->has_watermark;
	batch->watermark.value = position->watermark;
	batch->watermark.has_newest = position->has_newest;
	batch->watermark.newest = position->newest;
	batch->watermark.delay_us = dials->watermark_delay_us;
	batch->watermark.lateness_us = dials->allowed_lateness_us;
	batch->watermark.has_sealed = position->has_sealed;
	batch->watermark.sealed = position->sealed;
	cv_watermark_seal(&batch->watermark);
	batch->begun = batch->watermark;
	return CV_BATCH_DONE;
}

/*
 * apply_status -- pause(), resume() and advance_watermark().
 *
 * Looked at in every batch: what was said before a transaction committed must
 * be known when the transaction is consumed, told or not.
 */
static CvBatchResult
apply_status(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	bool		has_waited = follower->is_paused || follower->is_stopped;
	CvStatus	status;

	cv_status_load(follower->view, &status);
	follower->is_paused = status.is_paused;
	follower->is_stopped = status.has_error;
	follower->checks_status = false;
	if (status.is_paused || status.has_error)
		return CV_BATCH_PAUSED;
	if (has_waited)
		cv_row_cache_forget();
	batch->nadvances = status.nadvances;
	batch->advances = status.advances;
	/* until they have come true */
	follower->checks_status = open_advance(batch) != NULL;
	return CV_BATCH_DONE;
}

/* open_advance -- the first that the watermark has not reached, or NULL. */
static const CvAdvance *
open_advance(const CvBatch *batch)
{
	for (int i = 0; i < batch->nadvances; i++)
		if (!batch->watermark.is_set ||
			batch->watermark.value < batch->advances[i].to)
			return &batch->advances[i];
	return NULL;
}

/* advance_limit -- all that was committed before is consumed after the batch */
static XLogRecPtr
advance_limit(const CvBatch *batch)
{
	if (batch->position->phase != CV_PHASE_FOLLOW)
		return InvalidXLogRecPtr;
	return cv_tail_consumed_lsn(batch->tail, batch->seq);
}

static CvBatchResult
lock_position(CvBatch *batch)
{
	switch (cv_position_lock(batch->position))
	{
		case CV_POSITION_LOCKED:
			return CV_BATCH_DONE;
		case CV_POSITION_BUSY:
			return CV_BATCH_BUSY;
		case CV_POSITION_FENCED:
			break;
	}
	(void) cv_follower_is_current(batch->follower);
	return CV_BATCH_AGAIN;
}

/* write_batch -- all that the transaction writes, as the view's owner. */
static void
write_batch(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;

	cv_identity_assume(spec, cv_kept_view_settings(batch->follower));
	if (batch->must_wipe && batch->position->anchor.step != CV_ANCHOR_NONE)
	{
		cv_anchor_restart(batch);
		begin_anew(batch);
	}
	else if (batch->must_wipe)
	{
		cv_wipe_results(spec->results, spec->state, spec->collected,
						spec->late);
		cv_reset_position(batch->position);
		batch->watermark.has_sealed = false;
		begin_anew(batch);
	}
	else if (cv_anchor_is_measuring(batch) && !batch->has_rows)
		cv_anchor_decide(batch);
	else
	{
		void		(*step) (CvBatch *batch) =
			cv_anchor_is_measuring(batch) ? cv_anchor_measure : consume;

		if (spec->dials.skip_failed_rows && batch->has_rows)
			cv_batch_run_skipping(batch, step);
		else
			step(batch);
	}
	CV_DEBUG_POINT("batch_before_position");
	if (batch->began_scan)
		cv_file_change_trim(batch->position);
	save_position(batch);
	cv_leaves_close(&batch->leaves);
	if (batch->input.is_scan)
		table_close(batch->stretch.rel, NoLock);
	PopActiveSnapshot();
}

/* begin_anew -- with what is known of the past, if anything, in the position. */
static void
begin_anew(CvBatch *batch)
{
	CvPosition *position = batch->position;

	cv_batch_clocks_wipe(batch);
	position->generation++;
	batch->watermark.is_set = batch->watermark.has_newest = false;
	batch->must_forget = batch->has_more = true;
}

static void
consume(CvBatch *batch)
{
	cv_key_check_live(batch->spec, batch->position);
	cv_batch_open_tables(batch);
	attach_states(batch);
	cv_batch_clocks_begin(batch);
	batch->next_advance = 0;
	if (batch->has_rows || makes_windows(batch))
		cv_batch_begin_reading(batch);
	if (batch->position->rewrites_windows)
	{
		cv_batch_rewrite_windows(batch);
		batch->position->rewrites_windows = false;
	}
	if (batch->has_rows)
	{
		TimestampTz began_at = GetCurrentTimestamp();

		cv_batch_read_rows(batch);
		batch->reading_us += GetCurrentTimestamp() - began_at;
		cv_batch_advance(batch, advance_limit(batch));
		cv_batch_keep_failed_rows(batch);
		CV_DEBUG_POINT("batch_before_write");
		cv_activity_show(CV_ACTIVITY_WRITING, batch->follower);
		cv_batch_write_groups(batch);
		if (batch->input.is_scan)
			cv_scan_advance(batch->position, &batch->stretch);
	}
	else if (batch->position->phase == CV_PHASE_SCAN)
		finish_scan(batch);
	else
		cv_batch_advance(batch, advance_limit(batch));
	if (batch->moves_idle)
		cv_idle_move(batch);
	cv_batch_clocks_save(batch);
	cv_batch_publish_closed(batch);
	cv_batch_notify(batch);
	cv_batch_remove_expired(batch);
	cv_batch_remove_sealed(batch);
	cv_batch_remove_chunks(batch);
	if (cv_batch_is_session(batch) &&
		batch->position->phase == CV_PHASE_FOLLOW)
		cv_batch_make_session_indexes(batch);
	stretch_interval(batch);
	cv_batch_close_tables(batch);
	if (batch->aggs != NULL)
		cv_batch_end_reading(batch);
}

/* makes_windows -- may it have to, from slices that it does not touch? */
static bool
makes_windows(const CvBatch *batch)
{
	return batch->is_sliced && (batch->spec->dials.emit == CV_EMIT_FINAL ||
								batch->position->rewrites_windows);
}

/*
 * stretch_interval -- while somebody holds an old snapshot, old versions of
 * result rows cannot be pruned, and each flush leaves more of them behind
 * (HAZARDS-engine T7).  As long as the horizon stands still, flush less often.
 */
static void
stretch_interval(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	TransactionId horizon = GetOldestNonRemovableTransactionId(NULL);

	if (horizon != follower->horizon)
		follower->stretch = 1;
	else if (follower->stretch < CV_MAX_STRETCH)
		follower->stretch *= 2;
	follower->horizon = horizon;
}

void
cv_batch_open_tables(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;

	batch->results = cv_result_table_open(spec->results, spec);
	if (OidIsValid(spec->state))
		batch->unpublished = cv_result_table_open(spec->state, spec);
	if (OidIsValid(spec->late))
		batch->late = cv_late_table_open(spec);
	cv_batch_open_chunks(batch);
	if (cv_batch_is_session(batch))
	{
		cv_result_table_queue_indexes(batch->results);
		cv_result_table_queue_indexes(batch->unpublished);
	}
}

void
cv_batch_close_tables(CvBatch *batch)
{
	cv_result_table_close(batch->results);
	if (batch->unpublished)
		cv_result_table_close(batch->unpublished);
	if (batch->late)
		cv_late_table_close(batch->late);
	cv_batch_close_chunks(batch);
}

/*
 * attach_states -- the view's table in shared memory, as the last flush left
 * it.  A new one knows nothing of windows that have rows in the tables.
 */
static void
attach_states(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	int64		last = PG_INT64_MIN;
	int64		window;
	bool		is_empty;
	bool		has_rows;

	if (follower->states_attached)
		return;
	follower->states_attached = true;
	follower->states =
		cv_state_table_attach(MyDatabaseId, follower->view,
							  batch->position->generation,
							  batch->position->counters.flushes, &is_empty);
	if (follower->states == NULL || !is_empty)
		return;
	if (cv_batch_is_session(batch))
	{
		cv_batch_attach_sessions(batch);
		return;
	}
	has_rows = !batch->is_sliced &&
		cv_result_table_last_window(batch->results, &last);
	if (batch->unpublished &&
		cv_result_table_last_window(batch->unpublished, &window))
	{
		has_rows = true;
		last = Max(last, window);
	}
	if (has_rows && cv_batch_is_keyed(batch))
		return;					/* any key may be in the tables */
	if (has_rows)
		cv_state_table_set_resident_after(follower->states, last);
	else
		cv_state_table_set_all_resident(follower->states);
}

/* finish_scan -- all that was read counts as one transaction: now W moves. */
static void
finish_scan(CvBatch *batch)
{
	CvScan	   *scan = batch->position->scan;
	CvWatermark target = batch->watermark;
	int64		limit;

	batch->has_more = true;
	if (scan->has_newest)
	{
		if (batch->clocks != NULL)
			cv_batch_clocks_end_scan(batch, &target);
		else
			cv_watermark_advance(&target, scan->newest);
		limit = cv_batch_publish_limit(batch, target.value);
		limit = cv_batch_notify_limit(batch, limit);
		if (limit < target.value)
		{
			/* one step on the way; the rest comes with the next batches */
			cv_watermark_move(&batch->watermark, limit);
			return;
		}
		batch->watermark = target;
	}
	cv_anchor_finish(batch);
	cv_scan_finish(batch->position);
}

static void
save_position(CvBatch *batch)
{
	CvPosition *position = batch->position;

	position->has_watermark = batch->watermark.is_set;
	position->watermark = batch->watermark.value;
	position->has_newest = batch->watermark.has_newest;
	position->newest = batch->watermark.newest;
	position->has_sealed = batch->watermark.has_sealed;
	position->sealed = batch->watermark.sealed;
	position->counters.flushes++;
	position->last_flush_at = batch->now;
	if (position->phase != CV_PHASE_NEW && is_followed(batch))
		advance_sets(batch);
	cv_position_save(position);
}

/*
 * is_followed -- has the tail queued all that the position does not hold?
 *
 * Else what it has passed over is not consumed, and has to stay open for the
 * scan that will find it: of all leaves if the WAL could not tell, of a file
 * that was made while a scan goes on.
 */
static bool
is_followed(const CvBatch *batch)
{
	if (batch->began_scan)
		return true;
	if (batch->follower->lost_wal || batch->position->needs_scan)
		return false;
	return !batch->is_in_scan ||
		(!batch->follower->checks_leaves &&
		 cv_tail_catalog_seq(batch->tail) <= batch->seq);
}

/*
 * advance_sets -- consumed: all that the queue has brought up to seq, on top
 * of what was before.
 */
static void
advance_sets(CvBatch *batch)
{
	CvPosition *position = batch->position;
	CvXidSet	consumed;

	for (int i = 0; i < position->nleaves; i++)
	{
		CvLeaf	   *leaf = &position->leaves[i];

		if (!leaf->has_own_set || leaf->is_detached)
			continue;
		cv_tail_consumed(batch->tail, batch->seq, &leaf->consumed, &consumed);
		leaf->consumed = consumed;
	}
	cv_tail_consumed(batch->tail, batch->seq, &position->consumed, &consumed);
	position->consumed = consumed;
	for (int i = 0; i < position->nleaves; i++)
	{
		CvLeaf	   *leaf = &position->leaves[i];

		if (leaf->has_own_set && !leaf->is_detached &&
			cv_xid_set_covers(&position->consumed, &leaf->consumed))
			leaf->has_own_set = false;
	}
	position->restart_lsn = cv_tail_restart_lsn(batch->tail, batch->seq);
	position->consumed_lsn = cv_tail_consumed_lsn(batch->tail, batch->seq);
	drop_settled_pending(position);
}

/* Blocks of transactions that are consumed now, or have aborted. */
static void
drop_settled_pending(CvPosition *position)
{
	ListCell   *lc;

	foreach(lc, position->pending)
	{
		CvPendingBlocks *pending = lfirst(lc);
		CvLeaf	   *leaf = cv_position_lookup_leaf(position, pending->relid);

		if (leaf == NULL ||
			cv_xid_set_contains_all(cv_position_leaf_set(position, leaf),
									pending->xid, pending->end_xid))
			position->pending = foreach_delete_current(position->pending, lc);
	}
}

/* remember -- the commit is done: what outlives the batch changes now. */
static void
remember(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	CvViewSlot *slot = follower->slot;
	CvPosition *position = batch->position;

	cv_follower_set_position(follower, position);
	follower->checks_status = open_advance(batch) != NULL;
	follower->has_expired = batch->has_expired;
	cv_anchor_remember(batch);
	cv_batch_clocks_remember(batch);
	cv_batch_arrivals_remember(batch);
	cv_batch_remember_chunks(batch);
	cv_idle_remember(batch);
	cv_batch_keyed_remember(batch);
	if (batch->looked_for_expired)
	{
		follower->expiry_looked_at = batch->now;
		follower->expiry_limit = batch->expiry_limit;
	}
	follower->seq = batch->seq;
	remember_end(batch);
	if (batch->has_rows)
		cv_pace_note(batch->input.is_scan ? &follower->scan_pace :
					 &follower->pace, batch->reading_us);
	follower->last_flush_at = batch->now;
	if (position->scan == NULL)
		cv_follower_keep_leaf(follower, InvalidOid);
	if (batch->began_scan)
	{
		follower->checks_leaves = false;
		follower->front_lsn = InvalidXLogRecPtr;
		if (position->scan == NULL || position->scan->is_whole)
			follower->lost_wal = false;
	}
	if (batch->must_wipe)
		follower->seq = 0;
	if (batch->must_forget)
	{
		cv_follower_detach_states(follower);
		follower->sealed_are_gone = follower->has_chunks_gone = false;
	}
	else
		cv_batch_install_groups(batch);

	SpinLockAcquire(&slot->mutex);
	/* over, and sync() may return before the round ends */
	if (position->scan == NULL && (slot->state == CV_VIEW_WAITING_VISIBLE ||
								   slot->state == CV_VIEW_WAITING_LOCK))
		slot->state = CV_VIEW_RUNNING;
	slot->flushed_lsn = XactLastCommitEnd;
	slot->flushes++;
	slot->scan_phase = position->scan ? cv_scan_phase(position) : CV_SCAN_NONE;
	slot->scan_started_at = position->scan ? position->scan->cut_time : 0;
	slot->scan_done = position->scan ? position->scan->blocks_done : 0;
	slot->scan_total = position->scan ? position->scan->blocks_total : 0;
	if (follower->states)
	{
		slot->state_bytes = cv_state_table_bytes(follower->states);
		slot->windows_open =
			cv_batch_is_session(batch) || cv_batch_is_keyed(batch) ?
			cv_state_table_groups(follower->states) :
			cv_state_table_windows(follower->states);
	}
	SpinLockRelease(&slot->mutex);
}

/*
 * remember_end -- what a batch has prepared behind the place where it had to
 * end is wasted: let the next ones grow from there.
 */
static void
remember_end(CvBatch *batch)
{
	CvFollower *follower = batch->follower;

	follower->sealed_are_gone = !batch->has_expired;
	if (batch->left_from >= 0)
		follower->max_xacts = Max(batch->left_from * 2, CV_MIN_BATCH_XACTS);
	else if (follower->max_xacts > PG_INT32_MAX / 2)
		follower->max_xacts = 0;
	else
		follower->max_xacts *= 2;
}

static void
end_without_writing(CvBatch *batch)
{
	cv_leaves_close(&batch->leaves);
	if (batch->input.is_scan)
		table_close(batch->stretch.rel, NoLock);
	if (ActiveSnapshotSet())
		PopActiveSnapshot();
	CommitTransactionCommand();
}

/*
 * needs_heartbeat -- is the saved position so far behind in the WAL that a
 * restart might not find what it needs?
 */
static bool
needs_heartbeat(const CvFollower *follower, const CvTail *tail)
{
	const CvPosition *position = follower->position;
	uint64		limit = Min((uint64) max_wal_size_mb * 1024 * 1024 / 4,
							UINT64CONST(256) * 1024 * 1024);

	if (follower->saves_position)
		limit = 0;
	return position != NULL && position->phase == CV_PHASE_FOLLOW &&
		cv_tail_lsn(tail) > position->restart_lsn + limit &&
		cv_tail_restart_lsn(tail, follower->seq) >
		position->restart_lsn + limit;
}
