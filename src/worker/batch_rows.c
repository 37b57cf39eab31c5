/*-------------------------------------------------------------------------
 *
 * batch_rows.c
 *	  The rows of a batch, into their groups.
 *
 * The hot path.  For each row: which transaction, which window, in time or
 * not, which group, and on with its aggregates; no allocation, no lock, no
 * system call.  Whether a row is too late is decided by the watermark from
 * before its own transaction, so rows may be cut into batches at will.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

#include "base/settings.h"
#include "base/time_math.h"
#include "view/join_check.h"
#include "input/input_query.h"
#include "output/chunk_table.h"
#include "window/window.h"
#include "worker/batch_anchor.h"
#include "worker/batch_arrivals.h"
#include "worker/batch_blocks.h"
#include "worker/batch_clocks.h"
#include "worker/batch_fill.h"
#include "worker/batch_groups.h"
#include "worker/batch_keyed.h"
#include "worker/batch_notify.h"
#include "worker/batch_recompute.h"
#include "worker/batch_rows_private.h"
#include "worker/batch_sessions.h"
#include "worker/batch_slices.h"
#include "worker/batch_windows.h"
#include "worker/kept_view.h"

static inline TupleTableSlot *next_row(CvBatch *batch);
static inline void consume_row(CvBatch *batch, TupleTableSlot *row,
							   uint64 tag);
static int64 read_row_by_row(CvBatch *batch);
static PlannedStmt *plan_input(CvBatch *batch, List **outer_aggs);
static void finish_xact(CvBatch *batch);
static void move_watermark(CvBatch *batch);
static bool is_filling_up(const CvBatch *batch);
static Size memory_used(const CvBatch *batch);
static void count_once(CvBatch *batch, const CvCounters *before);
static void set_future_limit(CvBatch *batch);

void
cv_batch_read_rows(CvBatch *batch)
{
	CvCounters *counters = &batch->position->counters;
	uint64		nrows;
	int64		npassed;

	npassed = cv_batch_takes_blocks(batch) ? cv_batch_read_blocks(batch) :
		read_row_by_row(batch);
	finish_xact(batch);
	if (batch->left_from >= 0)
		nrows = cv_reader_rows_before(batch->reader, batch->left_from);
	else
	{
		cv_reader_finish(batch->reader);
		nrows = cv_reader_rows(batch->reader);
	}
	counters->rows_read += nrows;
	counters->rows_filtered += nrows - npassed;
}

/* read_row_by_row -- how many of them have passed WHERE */
static int64
read_row_by_row(CvBatch *batch)
{
	CvCounters *counters = &batch->position->counters;
	CvCounters	before;
	TupleTableSlot *row;
	uint64		last_tag = PG_UINT64_MAX;	/* tags are shorter */
	int64		npassed = 0;
	uint64		nrows = 0;

	while ((row = next_row(batch)) != NULL)
	{
		uint64		tag;

		CHECK_FOR_INTERRUPTS();
		tag = cv_reader_tag((ItemPointer)
							DatumGetPointer(row->tts_values[CV_INPUT_TAG - 1]));
		cv_batch_enter_xact(batch, tag);
		if (unlikely(batch->left_from >= 0))
			break;
		batch->is_same_row = (tag == last_tag);
		last_tag = tag;
		npassed += !batch->is_same_row;
		if (unlikely(batch->is_same_row))
			before = *counters;
		consume_row(batch, row, tag);
		if (unlikely(batch->is_same_row))
			count_once(batch, &before);
		if ((++nrows & 1023) == 0 && cv_batch_needs_memory(batch))
			cv_batch_spill_groups(batch);
	}
	return npassed;
}

/*
 * count_once -- a row that was in another group, too, is counted already.
 *
 * What it was counted as is the same in all of them, but for sessions, which
 * see to that themselves.
 */
static void
count_once(CvBatch *batch, const CvCounters *before)
{
	CvCounters *counters = &batch->position->counters;

	if (batch->sessions == NULL)
	{
		*counters = *before;
		return;
	}
	counters->rows_no_window = before->rows_no_window;
	counters->future_rows = before->future_rows;
}

bool
cv_batch_needs_memory(const CvBatch *batch)
{
	return memory_used(batch) > (Size) cv_batch_memory_kb * 1024;
}

/*
 * is_filling_up -- better that the batch ends here, and goes to shared memory
 * when it is committed, than that what it has is spilled in the midst of the
 * next transaction: that is read back from the tables.
 */
static bool
is_filling_up(const CvBatch *batch)
{
	return memory_used(batch) > (Size) cv_batch_memory_kb * 1024 / 2;
}

static Size
memory_used(const CvBatch *batch)
{
	Size		used = cv_group_table_memory(batch->groups) +
		cv_agg_set_memory(batch->aggs);

	if (batch->sessions != NULL)
		used += cv_batch_sessions_memory(batch);

	/* of emit = final they cannot be written before their windows close */
	if (batch->is_sliced && batch->spec->dials.emit == CV_EMIT_UPDATE)
		used += cv_batch_corrections_memory(batch);
	return used;
}

/* next_row -- errors in here are the row's own, see batch_skip.c */
static inline TupleTableSlot *
next_row(CvBatch *batch)
{
	TupleTableSlot *row;

	batch->in_input_query = true;
	row = unlikely(batch->order != NULL) ? cv_row_order_next(batch->order) :
		cv_agg_set_next_row(batch->aggs);
	batch->in_input_query = false;
	return row;
}

void
cv_batch_begin_reading(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;
	List	   *outer_aggs;
	PlannedStmt *plan;

	if (batch->has_rows)
	{
		cv_joins_check(spec);
		batch->reader = cv_reader_begin(&batch->input, batch->snapshot);
	}
	plan = plan_input(batch, &outer_aggs);
	batch->aggs = cv_agg_set_begin(plan, outer_aggs, spec->generations,
								   cv_window_merges_states(&spec->window),
								   batch->snapshot);
	if (cv_batch_keeps_rows(batch))
		cv_agg_set_first(batch->aggs, batch->recompute->limits.first_agg);
	if (batch->chunks != NULL)
		cv_agg_set_chunks(batch->aggs, cv_chunk_table_chunks(batch->chunks));
	batch->keys = cv_key_set_create(spec->keys, spec->key_clauses);
	batch->groups = cv_group_table_create(batch->keys,
										  cv_agg_state_size(batch->aggs));
	if (cv_batch_is_session(batch))
		cv_batch_sessions_begin(batch);
	if (cv_batch_is_keyed(batch))
		cv_batch_keyed_begin(batch);
	cv_batch_fill_begin(batch);
	batch->order = batch->has_rows && !batch->input.is_scan &&
		(cv_batch_is_keyed(batch) || cv_row_order_matters(spec)) ?
		cv_row_order_begin(batch->aggs, batch->reader) : NULL;
	cv_batch_slices_begin(batch);
	cv_batch_windows_begin(batch);
	cv_batch_notify_begin(batch);
	cv_batch_arrivals_begin(batch);
	batch->xact = -1;
	batch->xact_has_newest = false;
}

/* plan_input -- and the aggregates over what it gives. */
static PlannedStmt *
plan_input(CvBatch *batch, List **outer_aggs)
{
	Query	   *query;
	PlannedStmt *plan = NULL;

	if (batch->has_rows && batch->recompute == NULL && !batch->is_looking)
		return cv_kept_view_plan(batch, outer_aggs);
	query = cv_input_query_build(batch->spec,
								 batch->recompute == NULL ? NULL :
								 &batch->recompute->limits, outer_aggs);
	if (batch->has_rows && batch->is_looking)
		plan = cv_input_query_plan_in_order(query, batch->reader);
	else if (batch->has_rows)
		plan = cv_input_query_plan(query, batch->reader);
	return plan != NULL ? plan : cv_input_query_plan_nothing(query);
}

void
cv_batch_end_reading(CvBatch *batch)
{
	cv_batch_note_memory(batch);
	if (batch->order != NULL)
		cv_row_order_end(batch->order);
	cv_agg_set_end(batch->aggs);
	if (batch->reader != NULL)
		cv_reader_end(batch->reader);
	batch->aggs = NULL;
	batch->reader = NULL;
}

void
cv_batch_enter_xact(CvBatch *batch, uint64 tag)
{
	CvRowSource source;

	if (batch->xact >= 0 && (batch->input.is_scan || batch->input.nxacts == 1))
		return;
	cv_reader_locate(batch->reader, tag, &source);
	if (source.xact == batch->xact)
		return;
	finish_xact(batch);
	batch->xact = source.xact;
	batch->xact_has_newest = false;
	if (!batch->input.is_scan)
		cv_batch_advance(batch, batch->input.xacts[source.xact]->end_lsn - 1);
	if (cv_batch_must_end(batch) || cv_batch_notify_must_end(batch) ||
		(source.xact > 0 && is_filling_up(batch)))
	{
		cv_batch_end_before(batch, source.xact);
		return;
	}
	cv_batch_arrivals_enter_xact(batch);
	set_future_limit(batch);
}

static void
set_future_limit(CvBatch *batch)
{
	batch->future_limit = PG_INT64_MAX;
	if (batch->spec->dials.max_future_us >= 0)
		batch->future_limit = cv_add_saturating(cv_batch_xact_time(batch),
												batch->spec->dials.max_future_us);
}

void
cv_batch_advance(CvBatch *batch, XLogRecPtr upto)
{
	while (batch->next_advance < batch->nadvances &&
		   batch->advances[batch->next_advance].at <= upto)
		cv_watermark_move(&batch->watermark,
						  batch->advances[batch->next_advance++].to);
}

/* what max_future is measured against: nothing that depends on now */
TimestampTz
cv_batch_xact_clock(const CvBatch *batch)
{
	if (batch->input.is_scan)
		return batch->position->scan->cut_time;
	return batch->input.xacts[batch->xact]->commit_time;
}

int64
cv_batch_xact_time(const CvBatch *batch)
{
	TimestampTz clock = cv_batch_xact_clock(batch);

	if (batch->spec->window.time_type != TIMESTAMPOID)
		return clock;
	return DatumGetTimestamp(DirectFunctionCall1(timestamptz_timestamp,
												 TimestampTzGetDatum(clock)));
}

/*
 * finish_xact -- all rows of a transaction are in: the watermark moves.
 *
 * A scan is one transaction in many batches: what it has seen goes into the
 * position, and moves the watermark when the scan is over.
 */
static void
finish_xact(CvBatch *batch)
{
	cv_batch_judge_held_rows(batch);
	if (batch->xact < 0)
		return;
	if (batch->xact_has_newest)
		move_watermark(batch);
	cv_batch_arrivals_leave_xact(batch);
}

static void
move_watermark(CvBatch *batch)
{
	CvScan	   *scan = batch->position->scan;

	if (batch->clocks != NULL)
		cv_batch_clocks_end_xact(batch);
	else if (!batch->input.is_scan)
		cv_watermark_advance(&batch->watermark, batch->xact_newest);
	if (batch->input.is_scan &&
		(!scan->has_newest || scan->newest < batch->xact_newest))
	{
		scan->has_newest = true;
		scan->newest = batch->xact_newest;
	}
}

static inline void
consume_row(CvBatch *batch, TupleTableSlot *row, uint64 tag)
{
	CvCounters *counters = &batch->position->counters;
	Datum	   *values = row->tts_values;
	bool	   *isnull = row->tts_isnull;
	int64		time;
	uint64		hash;
	bool		is_new;
	CvGroup    *group;

	time = DatumGetInt64(values[CV_INPUT_TIME - 1]);
	if (isnull[CV_INPUT_TIME - 1] ||
		((time < batch->slice.start || time >= batch->slice.end) &&
		 !cv_batch_locate_slice(batch, time)))
	{
		counters->rows_no_window++;
		return;
	}
	if (likely(!batch->is_same_row))
		cv_arrivals_note(batch->arrivals, time);
	if (likely(time <= batch->future_limit))
	{
		if (!batch->xact_has_newest || time > batch->xact_newest)
			batch->xact_newest = time;
		batch->xact_has_newest = true;
		if (batch->clocks != NULL)
			cv_batch_clocks_touch(batch, values, isnull, time);
	}
	else
		counters->future_rows++;

	if (batch->sessions != NULL)
	{
		if (unlikely(batch->recompute != NULL))
			cv_batch_recompute_session_row(batch, row, time);
		else
			cv_batch_add_to_session(batch, row, tag, time);
		return;
	}
	if (batch->keyed != NULL)
	{
		if (unlikely(batch->recompute != NULL))
			cv_batch_recompute_key_row(batch, row, time);
		else
			cv_batch_add_to_key(batch, row, time);
		return;
	}
	if (unlikely(cv_watermark_is_too_late(&batch->watermark,
										  batch->slice_end)))
	{
		if (!batch->is_same_row)
			cv_batch_note_sealed_row(batch, tag, time);
		return;
	}

	values += CV_INPUT_FIRST_KEY - 1;
	isnull += CV_INPUT_FIRST_KEY - 1;
	hash = cv_key_hash(batch->keys, values, isnull);
	group = cv_group_table_enter(batch->groups, batch->slice.start, hash,
								 values, isnull, &is_new);
	if (unlikely(is_new))
	{
		group->window_end = batch->slice_end;
		cv_batch_load_group(batch, group);
	}
	if (unlikely(batch->recompute != NULL))
	{
		cv_batch_recompute_row(batch, group, row, time);
		return;
	}
	cv_agg_advance(batch->aggs, cv_group_state(batch->groups, group), row);
	group->is_changed = true;
	counters->rows_counted++;
	/* no window over the slice ends before it does */
	if (unlikely(cv_watermark_is_closed(&batch->watermark, batch->slice.end)))
		cv_batch_note_correction(batch, group, hash, values, isnull);
}

void
cv_batch_note_sealed_row(CvBatch *batch, uint64 tag, int64 time)
{
	if (cv_anchor_is_counting(batch))
		batch->position->counters.rows_counted++;
	else
		cv_batch_note_late_row(batch, tag, time);
}

bool
cv_batch_locate_slice(CvBatch *batch, int64 time)
{
	if (batch->sessions != NULL)
		return cv_batch_session_exists(batch, time);
	if (batch->keyed != NULL)
		return cv_batch_keyed_exists(batch, time);
	if (!cv_window_slice(&batch->spec->window, time, &batch->slice))
	{
		batch->slice.start = batch->slice.end = 0;
		return false;
	}
	if (batch->is_sliced)
		cv_batch_enter_slice(batch);
	else
		batch->slice_end = batch->slice.end;
	return true;
}

void
cv_batch_note_correction(CvBatch *batch, CvGroup *group, uint64 hash,
						 const Datum *keys, const bool *isnull)
{
	CvCounters *counters = &batch->position->counters;

	if (!batch->is_sliced)
	{
		group->corrections++;
		counters->corrections++;
		return;
	}
	counters->late_windows += batch->slice_sealed;
	if (cv_batch_note_corrections(batch, hash, keys, isnull))
		counters->corrections++;
}

void
cv_batch_note_late_row(CvBatch *batch, uint64 tag, int64 time)
{
	batch->position->counters.rows_too_late++;
	batch->position->counters.late_windows +=
		batch->is_sliced ? batch->slice_sealed : 1;
	if (batch->late == NULL || !batch->spec->dials.keep_late_rows)
		return;
	cv_late_table_add(batch->late, batch->reader, tag, true, time,
					  cv_batch_xact_clock(batch), NULL);
}
