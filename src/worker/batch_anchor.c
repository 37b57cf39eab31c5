/*-------------------------------------------------------------------------
 *
 * batch_anchor.c
 *	  A restored view finds its place in its input.
 *
 * A dump says what the results were, but not which rows are in them.  So as
 * far as the rows at hand go back, results are computed from them; older ones,
 * whose rows were removed from the input since, are kept as they are, and are
 * final.  No row is counted twice, whenever it is loaded.
 *
 *	restored	[--]  [--]  [--]  [--]  [--]
 *	rows		       .          ....  .. ..		one came late to the second
 *	covered			   x   -       x     x
 *						   ^ ue    ^ from
 *	kept		[--]  [--]  [--]		           sealed
 *	computed	                  [--]  [--]		from the rows
 *
 * Two scans with one cut, in chunks as ever.  The first measures: which slices
 * of time have rows?  A restored window without any has lost them, as has one
 * whose count(*) is more than there are, and so, perhaps, have all before it:
 * the rows behind the end of the last of those (ue) are what counts, and the
 * first of them is at from.  Windows that start before from are kept; the last
 * of them ends at kept, and all that end by then are sealed.  Where no window
 * has lost its rows nothing is kept, unless the dial retention hides it.
 *
 * The second counts.  Rows of windows that are kept are in them: they count as
 * counted.  Of sessions, which have no order by time among keys, a row belongs
 * to one that is kept if its key has one that starts before from and ends after
 * the row; they are sealed when the scan is over.
 *
 * What is measured is in memory only: a worker that begins anew measures anew.
 * What a batch has measured counts after its commit, so that rows which it has
 * to read again count once.
 *
 * Rows that were written after the restore, but before the cut, are not rows
 * at hand.  The append-only trigger is made behind the data of a table, so its
 * transaction tells them apart; the cut calls theirs unfinished, and they come
 * as any that a scan has found so.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/debug_point.h"
#include "input/input_query.h"
#include "output/chunk_table.h"
#include "output/late_table.h"
#include "output/row_writer.h"
#include "view/added_columns.h"
#include "window/window.h"
#include "worker/adopt.h"
#include "worker/anchor_rows.h"
#include "worker/anchor_survey.h"
#include "worker/batch_anchor.h"
#include "worker/batch_clocks.h"
#include "worker/batch_rows.h"
#include "worker/batch_sessions.h"
#include "worker/rebuild.h"

/* more transactions than these since the restore are taken as one with it */
#define CV_MAX_BOUNDED_XIDS	1000000

static bool bound_of_leaf(CvBatch *batch, Relation leaf, uint64 *bound);
static CvAnchorRows *create_rows(const CvBatch *batch, MemoryContext context);
static void rewind_scan(CvPosition *position);
static bool slice_of(CvBatch *batch, int64 time, int64 *start);
static void know_kept(CvBatch *batch);
static void wipe(CvBatch *batch);
static bool is_not_kept(TupleTableSlot *row, void *arg);
static bool is_chunk_not_kept(TupleTableSlot *row, void *arg);
static void tell(const CvBatch *batch);
static char *time_text(const CvBatch *batch, int64 time);

/*
 * cv_anchor_bound_cut -- only if all leaves with rows say so: the first row of
 * each is older than its trigger.  In a data-only restore it is not.
 */
void
cv_anchor_bound_cut(CvBatch *batch)
{
	CvPosition *position = batch->position;
	CvXidSet   *cut = &position->scan->cut;
	uint64		bound = 0;

	if (position->anchor.step == CV_ANCHOR_NONE)
		return;
	for (int i = 0; i < batch->leaves.n; i++)
		if (!bound_of_leaf(batch, batch->leaves.rels[i], &bound))
			return;
	if (bound == 0 || bound + 1 >= cut->next ||
		cut->next - bound > CV_MAX_BOUNDED_XIDS)
		return;
	cv_xid_set_add_open(cut, bound + 1, cut->next);
	cv_xid_set_copy(&position->consumed, cut);
}

/* bound_of_leaf -- raises it; false: there is none. */
static bool
bound_of_leaf(CvBatch *batch, Relation leaf, uint64 *bound)
{
	uint64		near_xid = batch->position->scan->cut.next;
	TransactionId guarded = cv_view_guarded_since(RelationGetRelid(leaf));
	TupleTableSlot *row = table_slot_create(leaf, NULL);
	TableScanDesc scan = table_beginscan_strat(leaf, batch->snapshot, 0, NULL,
											   true, false);
	bool		result = true;

	if (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		bool		should_free;
		HeapTuple	tuple = ExecFetchSlotHeapTuple(row, false, &should_free);
		TransactionId xid = HeapTupleHeaderGetRawXmin(tuple->t_data);

		result = TransactionIdIsNormal(guarded) &&
			cv_xid_widen(xid, near_xid) <= cv_xid_widen(guarded, near_xid);
		if (result)
			*bound = Max(*bound, cv_xid_widen(guarded, near_xid));
		if (should_free)
			heap_freetuple(tuple);
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	return result;
}

void
cv_anchor_begin_stretch(CvBatch *batch)
{
	CvFollower *follower = batch->follower;

	if (!cv_anchor_is_measuring(batch))
	{
		/* a command may have ended it */
		cv_anchor_rows_free(&follower->anchor_rows);
		return;
	}
	/* nothing is known until a batch of it is committed */
	if (follower->anchor_rows == NULL)
		rewind_scan(batch->position);
}

static CvAnchorRows *
create_rows(const CvBatch *batch, MemoryContext context)
{
	return cv_anchor_rows_create(context, cv_batch_is_session(batch) ?
								 batch->spec->window.size.us / 2 : 0);
}

/* rewind_scan -- the same cut once more. */
static void
rewind_scan(CvPosition *position)
{
	CvScan	   *scan = position->scan;

	scan->current = 0;
	scan->next_block = 0;
	scan->nblocks = InvalidBlockNumber;
	scan->blocks_done = 0;
	scan->has_newest = false;
	position->pending = NIL;
}

void
cv_anchor_measure(CvBatch *batch)
{
	CvAnchorRows *rows = create_rows(batch, batch->context);

	/* what an attempt that failed has measured does not count: batch_skip.c */
	batch->anchor_rows = rows;
	cv_batch_begin_reading(batch);
	for (;;)
	{
		TupleTableSlot *row;
		int64		time;
		int64		start;

		CHECK_FOR_INTERRUPTS();
		batch->in_input_query = true;
		row = cv_agg_set_next_row(batch->aggs);
		batch->in_input_query = false;
		if (row == NULL)
			break;
		time = DatumGetInt64(row->tts_values[CV_INPUT_TIME - 1]);
		if (!row->tts_isnull[CV_INPUT_TIME - 1] &&
			slice_of(batch, time, &start))
			cv_anchor_rows_add(rows, start, time);
	}
	cv_reader_finish(batch->reader);
	cv_batch_end_reading(batch);
	cv_scan_advance(batch->position, &batch->stretch);
	CV_DEBUG_POINT("anchor_measured");
}

void
cv_anchor_remember(CvBatch *batch)
{
	CvFollower *follower = batch->follower;

	if (batch->anchor_rows == NULL)
		return;
	if (follower->anchor_rows == NULL)
		follower->anchor_rows = create_rows(batch, follower->context);
	cv_anchor_rows_merge(follower->anchor_rows, batch->anchor_rows);
}

/* slice_of -- false: it is in no window.  Sessions have no slices. */
static bool
slice_of(CvBatch *batch, int64 time, int64 *start)
{
	if (batch->sessions != NULL)
	{
		*start = time;
		return cv_batch_session_exists(batch, time);
	}
	if (time < batch->slice.start || time >= batch->slice.end)
	{
		if (!cv_window_slice(&batch->spec->window, time, &batch->slice))
		{
			batch->slice.start = batch->slice.end = 0;
			return false;
		}
	}
	*start = batch->slice.start;
	return true;
}

void
cv_anchor_decide(CvBatch *batch)
{
	CvPosition *position = batch->position;
	CvAnchor   *anchor = &position->anchor;

	if (batch->follower->anchor_rows == NULL)
		batch->follower->anchor_rows =
			create_rows(batch, batch->follower->context);
	cv_anchor_choose_kept(batch);
	wipe(batch);
	cv_batch_clocks_wipe(batch);
	position->collections.bytes = 0;
	if (OidIsValid(batch->spec->collected))
		cv_chunk_table_survey(batch->spec->collected, &position->collections);
	if (anchor->has_kept)
		know_kept(batch);
	else
		cv_generation_rows_rebuilt(batch->spec->view);
	anchor->step = anchor->has_kept ? CV_ANCHOR_COUNT : CV_ANCHOR_NONE;
	rewind_scan(position);
	position->generation++;
	memset(&position->counters, 0, sizeof(CvCounters));
	batch->must_forget = true;
	batch->has_more = true;
	tell(batch);
	CV_DEBUG_POINT("anchor_decided");
	cv_anchor_rows_free(&batch->follower->anchor_rows);
}

/* wipe -- what is not kept, and late rows that come again. */
static void
wipe(CvBatch *batch)
{
	const CvViewSpec *spec = batch->spec;
	const CvAnchor *anchor = &batch->position->anchor;

	if (!anchor->has_kept)
		cv_wipe_results(spec->results, spec->state, spec->collected,
						spec->late);
	else
	{
		cv_rows_delete(spec->results, is_not_kept, batch);
		if (OidIsValid(spec->state))
			cv_rows_delete(spec->state, is_not_kept, batch);
		if (OidIsValid(spec->collected))
			cv_rows_delete(spec->collected, is_chunk_not_kept, batch);
		if (OidIsValid(spec->late) && anchor->from < PG_INT64_MAX)
			cv_late_rows_remove(spec->late, anchor->from, PG_INT64_MAX, true);
	}
}

static bool
is_not_kept(TupleTableSlot *row, void *arg)
{
	CvBatch    *batch = arg;
	const CvAnchor *anchor = &batch->position->anchor;

	slot_getsomeattrs(row, CV_ATT_WINDOW_END);
	if (cv_batch_is_session(batch))
		return DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]) >=
			anchor->from;
	return DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]) >
		anchor->kept;
}

/* Nobody loads the state of a session that is kept. */
static bool
is_chunk_not_kept(TupleTableSlot *row, void *arg)
{
	CvBatch    *batch = arg;
	bool		isnull;

	return cv_batch_is_session(batch) ||
		DatumGetInt64(slot_getattr(row, CV_CHUNK_ATT_WINDOW_END, &isnull)) >
		batch->position->anchor.kept;
}

void
cv_anchor_restart(CvBatch *batch)
{
	CvPosition *position = batch->position;
	CvAnchor	anchor = position->anchor;

	if (anchor.step == CV_ANCHOR_COUNT)
		wipe(batch);
	cv_anchor_rows_free(&batch->follower->anchor_rows);
	cv_reset_position(position);
	position->anchor = anchor;
	batch->watermark.has_sealed = false;
	if (anchor.step == CV_ANCHOR_COUNT)
		know_kept(batch);
}

/*
 * know_kept -- sessions that are kept, and slices of windows that are not
 * published yet, are found by the hash of their keys.
 */
static void
know_kept(CvBatch *batch)
{
	bool		is_session = cv_batch_is_session(batch);

	if (is_session ||
		(batch->is_sliced && batch->spec->dials.emit == CV_EMIT_FINAL))
		cv_adopt_check_restored(batch->spec, batch->position);
	if (!is_session)
		cv_watermark_seal_upto(&batch->watermark,
							   batch->position->anchor.kept);
}

void
cv_anchor_finish(CvBatch *batch)
{
	CvAnchor   *anchor = &batch->position->anchor;

	if (anchor->step == CV_ANCHOR_COUNT)
		cv_watermark_seal_upto(&batch->watermark, anchor->kept);
	anchor->step = CV_ANCHOR_NONE;
}

static void
tell(const CvBatch *batch)
{
	const CvAnchor *anchor = &batch->position->anchor;
	const char *name = batch->spec->name;

	if (!anchor->has_kept)
		ereport(LOG,
				(errmsg("continuous view %s was restored: all windows are computed from the rows at hand",
						name)));
	else
		ereport(LOG,
				(errmsg("continuous view %s was restored: windows from %s on are computed from the rows at hand, older ones are kept",
						name,
						time_text(batch, cv_batch_is_session(batch) ?
								  anchor->from : anchor->kept))));
}

static char *
time_text(const CvBatch *batch, int64 time)
{
	if (time == PG_INT64_MAX)
		return pstrdup("now");
	return DatumGetCString(batch->spec->window.time_type == TIMESTAMPOID ?
						   DirectFunctionCall1(timestamp_out,
											   TimestampGetDatum(time)) :
						   DirectFunctionCall1(timestamptz_out,
											   TimestampTzGetDatum(time)));
}
