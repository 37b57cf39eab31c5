/*-------------------------------------------------------------------------
 *
 * recompute.c
 *	  Windows computed anew from the rows that are still there.
 *
 * All of it is one transaction, the caller's, in the caller's session, with
 * the rights of the view's owner.  The rows are those that the view has
 * consumed, by its position, and that are still there: each leaf is read like
 * a stretch of a scan whose cut is the consumed set.  What is not consumed yet
 * comes by the worker as ever, so no row is missed or counted twice.
 *
 * Locks.  First members, input and leaves, as batches take them, but waiting;
 * then the position.  A batch never waits for any of them, and sits out until
 * the transaction is over.  Afterwards the snapshot: it shows all that was
 * consumed.
 *
 * Results, states and the position's generation change; watermark, counters
 * and consumed set stay.  The worker sees the new generation before its next
 * flush, and forgets what it knows of groups.  Shared memory is not touched:
 * nobody reads what it has of the old generation.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/clock.h"
#include "base/debug_point.h"
#include "base/progress.h"
#include "input/file_change.h"
#include "view/view_catalog.h"
#include "view/view_check.h"
#include "worker/batch_groups.h"
#include "worker/batch_recompute.h"
#include "worker/batch_rows.h"
#include "worker/batch_sessions.h"
#include "worker/batch_skip.h"
#include "worker/identity.h"
#include "worker/key_check.h"

static void recompute_added(Oid view, int first_agg, CvRecomputed *result);
static void check_allowed(void);
static CvPosition *lock_all(Oid view);
static void lock_input(Oid view);
static bool is_readable(const CvPosition *position, const char *name,
						const CvRecomputeRange *range);
static void run(const CvPosition *position, CvViewSpec *spec,
				const CvRecomputeRange *range, CvRecomputed *result);
static CvBatch *new_batch(CvViewSpec *spec, const CvPosition *position);
static CvRecomputeWork *new_work(const CvPosition *position,
								 const CvRecomputeRange *range,
								 CvRecomputed *result);
static void make_constraints_immediate(const CvViewSpec *spec);
static void write_all(CvBatch *batch, CvPosition *position);
static void do_step(CvBatch *batch, CvPosition *position,
					void (*step) (CvBatch *batch));
static void delete_groups(CvBatch *batch);
static void read_leaf(CvBatch *batch);
static void finish_groups(CvBatch *batch);
static void read_leaves(CvBatch *batch, CvPosition *position);
static void begin_progress(const CvBatch *batch);
static void choose_leaf(CvBatch *batch, const CvPosition *position,
						const CvLeaf *leaf, Relation rel);

void
cv_recompute_init(void)
{
	cv_view_recompute_hook = recompute_added;
}

static void
recompute_added(Oid view, int first_agg, CvRecomputed *result)
{
	CvRecomputeRange range = {PG_INT64_MIN, PG_INT64_MAX, first_agg};

	cv_recompute(view, &range, result);
}

void
cv_recompute(Oid view, const CvRecomputeRange *range, CvRecomputed *result)
{
	CvPosition *position;
	CvViewSpec *spec;

	memset(result, 0, sizeof(CvRecomputed));
	check_allowed();
	position = lock_all(view);
	spec = cv_view_load(view);
	if (spec == NULL)
		elog(ERROR, "continuous view %u is gone", view);
	if (!is_readable(position, spec->name, range))
		return;
	if (spec->window.kind == CV_WINDOW_NONE &&
		(range->from != PG_INT64_MIN || range->to != PG_INT64_MAX))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("continuous view %s has no windows, so that no part of it can be recomputed",
						spec->name),
				 errhint("Leave out the times.")));
	PushActiveSnapshot(GetLatestSnapshot());
	run(position, spec, range, result);
	PopActiveSnapshot();
}

static void
check_allowed(void)
{
	PreventCommandIfReadOnly("continuous.recompute()");
	/* what was consumed since the transaction's snapshot would be lost */
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot recompute a continuous view in a transaction with one snapshot"),
				 errhint("Use READ COMMITTED.")));
}

/* lock_all -- in the order of batches, see src/README.md. */
static CvPosition *
lock_all(Oid view)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	CvPosition *position;

	LockRelationOid(view, AccessShareLock);
	if (row != NULL)
	{
		LockRelationOid(row->definition, AccessShareLock);
		LockRelationOid(row->results, RowExclusiveLock);
		if (OidIsValid(row->collected))
			LockRelationOid(row->collected, RowExclusiveLock);
		if (OidIsValid(row->late))
			LockRelationOid(row->late, ShareRowExclusiveLock);
		if (OidIsValid(row->state))
			LockRelationOid(row->state, RowExclusiveLock);
		row = cv_view_catalog_lookup(view);
	}
	if (row == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the continuous view has been dropped")));
	cv_refuse_changed_results(row, "recompute");
	lock_input(view);
	position = cv_position_lock_wait(view, false);
	cv_check_adopted(position);
	return position;
}

void
cv_check_adopted(const CvPosition *position)
{
	if (position == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the continuous view was restored from a dump, and does not run yet"),
				 errhint("Use continuous.resume() or continuous.rebuild() first.")));
}

static void
lock_input(Oid view)
{
	CvViewSpec *spec = cv_view_load(view);

	LockRelationOid(spec->input, AccessShareLock);
	if (cv_view_reads_children(spec))
		(void) find_all_inheritors(spec->input, AccessShareLock, NULL);
}

/*
 * is_readable -- does the consumed set say what has been counted?
 *
 * In a scan it is ahead of what has been read.  Aggregates that are added to a
 * view that has not begun are part of its beginning.
 */
static bool
is_readable(const CvPosition *position, const char *name,
			const CvRecomputeRange *range)
{
	if (position->phase == CV_PHASE_NEW && range->first_agg > 0)
		return false;
	cv_check_follows(position, name);
	return true;
}

void
cv_check_follows(const CvPosition *position, const char *name)
{
	if (position->phase == CV_PHASE_FOLLOW)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("continuous view %s is still reading the rows that its input has",
					name),
			 errhint("Wait for it with continuous.sync().")));
}

static void
run(const CvPosition *position, CvViewSpec *spec,
	const CvRecomputeRange *range, CvRecomputed *result)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous view recompute",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CvPosition *saved = cv_position_copy(position);
	CvBatch    *batch = new_batch(spec, position);
	CvOwnerCode own;

	batch->recompute = new_work(position, range, result);
	result->rows_before = position->counters.rows_read;
	if (!cv_leaves_open(spec->input, cv_view_reads_children(spec), NIL,
						&batch->leaves))
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("could not lock the input of the continuous view")));
	make_constraints_immediate(spec);
	cv_identity_borrow(spec, &own);
	cv_key_check_live(spec, saved);
	write_all(batch, saved);
	cv_owner_code_end(&own);
	cv_leaves_close(&batch->leaves);
	saved->generation++;
	cv_position_save(saved);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
}

/* new_batch -- of a follower that remembers nothing, and has no tail. */
static CvBatch *
new_batch(CvViewSpec *spec, const CvPosition *position)
{
	CvBatch    *batch = palloc0(sizeof(CvBatch));
	CvWatermark *w = &batch->watermark;

	batch->follower = palloc0(sizeof(CvFollower));
	batch->follower->view = spec->view;
	batch->follower->states_attached = true;
	batch->follower->idle.timeout_us = -1;
	batch->spec = spec;
	spec->dials.notify = NULL;
	batch->nkeys = list_length(spec->keys);
	batch->naggs = list_length(spec->aggs);
	batch->is_sliced = cv_window_is_sliced(&spec->window);
	batch->snapshot = GetActiveSnapshot();
	batch->left_from = -1;
	batch->now = GetCurrentTransactionStartTimestamp();
	batch->clock = cv_now();
	batch->context = AllocSetContextCreate(CurrentMemoryContext,
										   "continuous view recompute step",
										   ALLOCSET_DEFAULT_SIZES);
	batch->position = palloc(sizeof(CvPosition));
	w->is_set = position->has_watermark;
	w->value = position->watermark;
	w->has_newest = position->has_newest;
	w->newest = position->newest;
	w->delay_us = spec->dials.watermark_delay_us;
	w->lateness_us = spec->dials.allowed_lateness_us;
	batch->begun = *w;
	batch->input.input = spec->input;
	return batch;
}

static CvRecomputeWork *
new_work(const CvPosition *position, const CvRecomputeRange *range,
		 CvRecomputed *result)
{
	CvRecomputeWork *work = palloc0(sizeof(CvRecomputeWork));

	work->from = range->from;
	work->to = range->to;
	work->limits.first_agg = range->first_agg;
	work->has_sealed = position->has_sealed;
	work->sealed = position->sealed;
	work->result = result;
	work->started_at = GetCurrentTimestamp();
	return work;
}

/* What the owner checks must not wait until it would run as the caller. */
static void
make_constraints_immediate(const CvViewSpec *spec)
{
	Oid			relids[] = {spec->results, spec->state, spec->late};

	for (int i = 0; i < lengthof(relids); i++)
	{
		Relation	rel;

		if (!OidIsValid(relids[i]))
			continue;
		rel = table_open(relids[i], NoLock);
		cv_identity_check_now(rel);
		table_close(rel, NoLock);
	}
}

static void
write_all(CvBatch *batch, CvPosition *position)
{
	CvRecomputeWork *work = batch->recompute;
	bool		is_all;

	cv_batch_recompute_plan(batch);
	if (work->from >= work->to)
		return;
	is_all = work->from == PG_INT64_MIN && work->to == PG_INT64_MAX;
	do_step(batch, position, delete_groups);
	CV_DEBUG_POINT("recompute_deleted");
	if (batch->spec->late != InvalidOid && !cv_batch_keeps_rows(batch))
	{
		if (cv_batch_is_session(batch))
			cv_late_rows_remove(batch->spec->late, work->from, work->to,
								is_all);
		else
			cv_late_rows_remove(batch->spec->late, work->limits.from,
								work->limits.to, is_all);
	}
	read_leaves(batch, position);
	do_step(batch, position, finish_groups);
	CV_DEBUG_POINT("recompute_written");
	pgstat_progress_end_command();
}

/*
 * do_step -- with memory, tables and aggregates of its own.
 *
 * What is in the position that the step sees is thrown away, but for what is
 * said of all sessions.
 */
static void
do_step(CvBatch *batch, CvPosition *position, void (*step) (CvBatch *batch))
{
	MemoryContext old = MemoryContextSwitchTo(batch->context);
	CvScan		scan = {.cut_time = batch->clock};

	*batch->position = *cv_position_copy(position);
	batch->position->scan = &scan;
	memset(&batch->position->counters, 0, sizeof(CvCounters));
	batch->install_context = AllocSetContextCreate(batch->context,
												   "continuous view install",
												   ALLOCSET_SMALL_SIZES);
	batch->forgotten = NIL;
	step(batch);
	position->sessions = batch->position->sessions;
	position->collections = batch->position->collections;
	batch->recompute->result->rows_read +=
		batch->position->counters.rows_read;
	batch->recompute->result->rows_counted +=
		batch->position->counters.rows_counted;
	batch->groups = NULL;
	batch->sessions = NULL;
	batch->keyed = NULL;
	MemoryContextSwitchTo(old);
	MemoryContextReset(batch->context);
	CommandCounterIncrement();
}

static void
delete_groups(CvBatch *batch)
{
	cv_batch_open_tables(batch);
	cv_batch_begin_reading(batch);
	cv_batch_recompute_delete(batch);
	cv_batch_close_tables(batch);
	cv_batch_end_reading(batch);
}

/*
 * read_leaf -- failing rows are found beforehand: rows that are put aside
 * cannot be taken back.
 */
static void
read_leaf(CvBatch *batch)
{
	const CvRecomputeWork *work = batch->recompute;

	if (batch->spec->dials.skip_failed_rows)
		cv_batch_find_failing_rows(batch);
	cv_batch_open_tables(batch);
	cv_batch_begin_reading(batch);
	cv_batch_read_rows(batch);
	/* of the others nobody knows whether they were noted before */
	if (work->from == PG_INT64_MIN && work->to == PG_INT64_MAX &&
		!cv_batch_keeps_rows(batch))
		cv_batch_keep_failed_rows(batch);
	cv_batch_write_groups(batch);
	cv_batch_close_tables(batch);
	cv_batch_end_reading(batch);
}

static void
finish_groups(CvBatch *batch)
{
	cv_batch_open_tables(batch);
	cv_batch_begin_reading(batch);
	if (cv_batch_is_session(batch))
		cv_batch_recompute_finish_sessions(batch);
	else
		cv_batch_recompute_held_rows(batch);
	cv_batch_write_groups(batch);
	cv_batch_recompute_finish(batch);
	cv_batch_close_tables(batch);
	cv_batch_end_reading(batch);
}

/*
 * read_leaves -- those that are new to the position were not consumed; those
 * that were detached are no input any more.
 */
static void
read_leaves(CvBatch *batch, CvPosition *position)
{
	for (int i = 0; i < batch->leaves.n; i++)
	{
		Relation	rel = batch->leaves.rels[i];
		CvLeaf	   *leaf = cv_position_lookup_leaf(position,
												   RelationGetRelid(rel));
		bool		truncated;

		CHECK_FOR_INTERRUPTS();
		if (leaf == NULL || leaf->is_detached)
			continue;
		if (!RelFileLocatorEquals(leaf->locator, rel->rd_locator))
			cv_file_change_check(leaf, rel, &truncated);
		choose_leaf(batch, position, leaf, rel);
		begin_progress(batch);
		do_step(batch, position, read_leaf);
	}
	memset(&batch->input, 0, sizeof(CvInputBatch));
	batch->has_rows = false;
}

/*
 * begin_progress -- anew with each leaf, as a subtransaction that was rolled
 * back for a failing row has taken it away.
 */
static void
begin_progress(const CvBatch *batch)
{
	int64		total = 0;

	for (int i = 0; i < batch->leaves.n; i++)
		total += RelationGetNumberOfBlocks(batch->leaves.rels[i]);
	pgstat_progress_start_command(CV_PROGRESS_RECOMPUTE, batch->spec->view);
	pgstat_progress_update_param(CV_PROGRESS_STARTED_AT,
								 batch->recompute->started_at);
	pgstat_progress_update_param(CV_PROGRESS_DONE, batch->input.blocks_before);
	pgstat_progress_update_param(CV_PROGRESS_TOTAL, total);
}

/*
 * choose_leaf -- all of it, as a scan that takes what was consumed; nothing
 * counts as consumed before but what a view without backfill found.
 */
static void
choose_leaf(CvBatch *batch, const CvPosition *position, const CvLeaf *leaf,
			Relation rel)
{
	CvInputBatch *input = &batch->input;

	memset(input, 0, sizeof(CvInputBatch));
	input->input = batch->spec->input;
	input->nleaves = 1;
	input->leaves = palloc0(sizeof(CvBatchLeaf));
	input->leaves[0].relid = leaf->relid;
	input->leaves[0].rel = rel;
	input->leaves[0].locator = rel->rd_locator;
	if (leaf->begins_from_now)
		input->leaves[0].consumed = &position->not_counted;
	input->is_scan = true;
	input->scan_end = RelationGetNumberOfBlocks(rel);
	input->scan_cut = cv_position_leaf_set(position, leaf);
	if (RelFileLocatorEquals(leaf->locator, rel->rd_locator))
		input->frozen_before = position->restart_lsn;
	/* what is not consumed is no concern of ours */
	batch->recompute->unsettled = NIL;
	input->tells_progress = true;
	input->blocks_before = batch->recompute->blocks_done;
	batch->recompute->blocks_done += input->scan_end;
	input->scan_pending = &batch->recompute->unsettled;
	input->scan_pending_context = batch->context;
	batch->failures = NIL;
	batch->has_rows = true;
}
