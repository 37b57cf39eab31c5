/*-------------------------------------------------------------------------
 *
 * batch_recompute.c
 *	  What is different in a batch that reads rows again.
 *
 * TUMBLE: the groups of the windows are deleted, and come into being again
 * from their rows.
 *
 * HOP and CUMULATE: the windows asked for are made of slices, and rows are
 * read, and slices replaced, over all of their length.  Other windows that
 * share these slices are written anew, too, if they are not sealed: the next
 * row would do that anyway.  Sealed slices are not at rest any more, so they
 * are put there until the windows have been made.
 *
 *	windows		[---- a ----)			sealed: stays as it is
 *				     [---- b ----)		asked for: its start .. its end are read
 *				          [---- c ----)	not sealed: made of the new slices, and
 *										of those at rest behind b
 *
 * The dial fill: gaps are filled from their ends, which may lie outside of the
 * range.  So fillers as far as one can reach are deleted as well, and the
 * groups there look around once more.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "base/time_math.h"
#include "output/chunk_table.h"
#include "worker/batch_close.h"
#include "worker/batch_fill.h"
#include "worker/batch_groups.h"
#include "worker/batch_keyed.h"
#include "worker/batch_publish.h"
#include "worker/batch_recompute.h"
#include "worker/batch_sessions.h"

/* groups that look around before memory is given back */
#define CV_FILL_NOTES	10000

/* Windows that end in (after, upto]. */
typedef struct Ends
{
	int64		after;
	int64		upto;
} Ends;

static void clip_to_retention(CvBatch *batch);
static void widen_by_gap(CvBatch *batch);
static void plan_windows(CvBatch *batch);
static int	list_ends(CvBatch *batch, Ends *ends);
static void delete_windows(CvBatch *batch, const Ends *ends);
static void delete_rows(CvBatch *batch, CvResultTable *table, int64 from,
						int64 to, bool fillers_only);
static void delete_row(CvBatch *batch, CvResultTable *table,
					   TupleTableSlot *row);
static void remove_sealed_slices(CvBatch *batch);
static void remove_sealed_chunks(CvBatch *batch);
static void remove_dropped_keys(CvBatch *batch);
static bool fills(const CvBatch *batch);
static int64 fill_reach(CvBatch *batch, int64 start, int direction);
static void look_around(CvBatch *batch, CvResultTable *table, int64 from,
						int64 to);
static void note_group(CvBatch *batch, TupleTableSlot *row);
static void complete_fillers(CvBatch *batch, CvResultTable *table);
static void complete_filler(CvBatch *batch, CvResultTable *table,
							int64 window_start, int64 cv_key);
static bool is_filler(const CvBatch *batch, TupleTableSlot *row);

/* ---- rows */

/*
 * cv_batch_recompute_row -- if rows are kept, one that is in no group was too
 * late for it, and is left out again.  Of sealed slices nobody knows.
 */
void
cv_batch_recompute_row(CvBatch *batch, CvGroup *group, TupleTableSlot *row,
					   int64 time)
{
	const CvRecomputeWork *work = batch->recompute;

	if (cv_batch_keeps_rows(batch) &&
		(group->is_filler ||
		 (group->place == CV_ROW_NONE &&
		  !(batch->is_sliced && work->has_sealed &&
			group->window_end <= work->sealed))))
		return;
	cv_agg_advance(batch->aggs, cv_group_state(batch->groups, group), row);
	group->is_changed = true;
	batch->position->counters.rows_counted++;
	cv_batch_note_recomputed(batch, time);
}

void
cv_batch_note_recomputed(CvBatch *batch, int64 time)
{
	CvRecomputed *result = batch->recompute->result;

	if (result->has_oldest && result->oldest <= time)
		return;
	result->has_oldest = true;
	result->oldest = time;
}

void
cv_batch_keep_values(CvBatch *batch, TupleTableSlot *old, Datum *values,
					 bool *isnull)
{
	int			first = CV_ATT_FIRST_AGG(batch->nkeys) - 1;
	int			count = batch->recompute->limits.first_agg;

	slot_getsomeattrs(old, first + count);
	memcpy(&values[first], &old->tts_values[first], sizeof(Datum) * count);
	memcpy(&isnull[first], &old->tts_isnull[first], sizeof(bool) * count);
}

/* ---- which windows */

void
cv_batch_recompute_plan(CvBatch *batch)
{
	CvRecomputeWork *work = batch->recompute;

	clip_to_retention(batch);
	if (cv_batch_is_session(batch) && work->from < work->to)
		widen_by_gap(batch);
	work->limits.from = work->from;
	work->limits.to = work->to;
	work->upto = work->to;
	if (work->from < work->to && !cv_batch_is_session(batch) &&
		!cv_batch_is_keyed(batch))
		plan_windows(batch);
	if (work->from >= work->to)
		work->limits.from = work->limits.to = work->upto = work->from;
}

/* clip_to_retention -- what has expired does not come back. */
static void
clip_to_retention(CvBatch *batch)
{
	CvRecomputeWork *work = batch->recompute;
	int64		limit;

	if (batch->watermark.is_set &&
		cv_retention_expired(batch->spec, batch->clock,
							 batch->watermark.value, &limit))
		work->from = Max(work->from, limit);
}

/*
 * widen_by_gap -- rows that were too late may have reached into the range, or
 * make sessions next to it reach into it.
 */
static void
widen_by_gap(CvBatch *batch)
{
	CvRecomputeWork *work = batch->recompute;
	int64		gap = batch->spec->window.size.us;

	work->from = cv_add_saturating(work->from, -gap);
	work->to = cv_add_saturating(work->to, gap);
}

static void
plan_windows(CvBatch *batch)
{
	const CvWindowSpec *spec = &batch->spec->window;
	CvRecomputeWork *work = batch->recompute;
	CvBounds	window;
	CvBounds	slice;

	if (work->from != PG_INT64_MIN)
	{
		if (!cv_window_ending_after(spec, work->from, &window))
		{
			work->to = work->from;
			return;
		}
		work->limits.from = window.start;
	}
	if (work->to == PG_INT64_MAX)
		return;
	if (cv_window_slice(spec, work->to - 1, &slice))
	{
		cv_window_last(spec, &slice, &window);
		work->limits.to = work->upto = window.end;
	}
	else if (work->to > 0)		/* behind all windows that there can be */
		work->limits.to = work->upto = PG_INT64_MAX;
	else
		work->to = work->from;
}

/*
 * list_ends -- windows of HOP and CUMULATE that are written: those asked for,
 * and those not sealed over the same slices.  At most three ranges, in order.
 */
static int
list_ends(CvBatch *batch, Ends *ends)
{
	const CvRecomputeWork *work = batch->recompute;
	int64		open = work->has_sealed ? work->sealed : PG_INT64_MIN;
	int			n = 0;
	CvBounds	slice;
	CvBounds	window;

	if (Max(open, work->limits.from) < work->from)
		ends[n++] = (Ends) {Max(open, work->limits.from), work->from};
	ends[n++] = (Ends) {work->from, work->upto};
	if (work->limits.to != PG_INT64_MAX &&
		cv_window_slice(&batch->spec->window, work->limits.to - 1, &slice))
	{
		cv_window_last(&batch->spec->window, &slice, &window);
		if (Max(open, work->upto) < window.end)
			ends[n++] = (Ends) {Max(open, work->upto), window.end};
	}
	return n;
}

/* ---- what was there */

void
cv_batch_recompute_delete(CvBatch *batch)
{
	CvRecomputeWork *work = batch->recompute;
	int64		from = work->limits.from;
	int64		to = work->limits.to;
	Ends		ends[3];
	int			n;

	if (cv_batch_keeps_rows(batch) || from >= to)
		return;
	if (cv_batch_is_session(batch))
	{
		cv_batch_recompute_delete_sessions(batch);
		return;
	}
	if (batch->unpublished != NULL)
		delete_rows(batch, batch->unpublished, from, to, false);
	if (batch->is_sliced)
	{
		n = list_ends(batch, ends);
		for (int i = 0; i < n; i++)
			delete_windows(batch, &ends[i]);
		return;
	}
	delete_rows(batch, batch->results, from, to, false);
	if (!fills(batch))
		return;
	delete_rows(batch, batch->results, fill_reach(batch, from, -1), from, true);
	delete_rows(batch, batch->results, to, fill_reach(batch, to, 1), true);
	if (batch->unpublished == NULL)
		return;
	delete_rows(batch, batch->unpublished, fill_reach(batch, from, -1), from,
				true);
	delete_rows(batch, batch->unpublished, to, fill_reach(batch, to, 1), true);
}

static void
delete_windows(CvBatch *batch, const Ends *ends)
{
	CvBounds	first;
	TupleTableSlot *row;

	if (!cv_window_ending_after(&batch->spec->window, ends->after, &first))
		return;
	cv_result_table_scan_begin(batch->results, first.start, ends->upto);
	while ((row = cv_result_table_scan_next(batch->results)) != NULL)
	{
		int64		window_end;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		window_end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		if (window_end > ends->after && window_end <= ends->upto)
			cv_result_table_delete(batch->results, row);
	}
	cv_result_table_scan_end(batch->results);
}

/* delete_rows -- that begin in [from, to) */
static void
delete_rows(CvBatch *batch, CvResultTable *table, int64 from, int64 to,
			bool fillers_only)
{
	TupleTableSlot *row;

	cv_result_table_scan_begin(table, from, to);
	while ((row = cv_result_table_scan_next(table)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (!fillers_only || is_filler(batch, row))
			delete_row(batch, table, row);
	}
	cv_result_table_scan_end(table);
}

static void
delete_row(CvBatch *batch, CvResultTable *table, TupleTableSlot *row)
{
	cv_batch_recompute_drop_state(batch, row);
	cv_result_table_delete(table, row);
}

/* cv_batch_recompute_drop_state -- what a row's state has in chunks, too */
void
cv_batch_recompute_drop_state(CvBatch *batch, TupleTableSlot *row)
{
	void	   *state;

	if (!OidIsValid(batch->spec->collected) || is_filler(batch, row))
		return;
	state = palloc(cv_agg_state_size(batch->aggs));
	cv_batch_load_row(batch, row, state);
	cv_agg_drop(batch->aggs, state);
	cv_agg_release(batch->aggs, state);
	pfree(state);
}

/* ---- what is made of groups */

void
cv_batch_recompute_finish(CvBatch *batch)
{
	CvRecomputeWork *work = batch->recompute;
	CvResultTable *tables[] = {batch->results, batch->unpublished};
	Ends		ends[3];
	int			n = batch->is_sliced ? list_ends(batch, ends) : 0;

	for (int i = 0; i < n; i++)
	{
		if (batch->spec->dials.emit == CV_EMIT_FINAL)
			ends[i].upto = batch->watermark.is_set ?
				Min(ends[i].upto, batch->watermark.value) : ends[i].after;
		if (ends[i].after < ends[i].upto)
			cv_batch_write_ending(batch, ends[i].after != PG_INT64_MIN,
								  ends[i].after, ends[i].upto);
	}
	if (batch->is_sliced)
		remove_sealed_slices(batch);
	remove_sealed_chunks(batch);
	if (cv_batch_is_keyed(batch) && !cv_batch_keeps_rows(batch))
		remove_dropped_keys(batch);
	if (!fills(batch))
		return;
	for (int i = 0; i < lengthof(tables); i++)
	{
		int64		from = work->limits.from;
		int64		to = work->limits.to;

		if (tables[i] == NULL)
			continue;
		if (cv_batch_keeps_rows(batch))
		{
			complete_fillers(batch, tables[i]);
			continue;
		}
		look_around(batch, tables[i], fill_reach(batch, from, -1), from);
		look_around(batch, tables[i], to, fill_reach(batch, to, 1));
	}
}

static void
remove_sealed_slices(CvBatch *batch)
{
	const CvRecomputeWork *work = batch->recompute;
	TupleTableSlot *row;

	if (!work->has_sealed)
		return;
	cv_result_table_scan_begin(batch->unpublished, work->limits.from,
							   Min(work->limits.to, work->sealed));
	while ((row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		if (DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]) <=
			work->sealed)
			delete_row(batch, batch->unpublished, row);
	}
	cv_result_table_scan_end(batch->unpublished);
}

static void
remove_sealed_chunks(CvBatch *batch)
{
	const CvRecomputeWork *work = batch->recompute;

	if (batch->chunks == NULL || !work->has_sealed)
		return;
	while (!cv_chunk_table_remove_ended(batch->chunks, PG_INT64_MIN,
										work->sealed))
		CHECK_FOR_INTERRUPTS();
}

/* a step of the worker's takes a bounded number of them */
static void
remove_dropped_keys(CvBatch *batch)
{
	if (!batch->watermark.is_set ||
		batch->spec->dials.ttl_action != CV_TTL_DROP)
		return;
	do
	{
		cv_batch_remove_dropped_keys(batch);
	} while (!cv_batch_keys_are_gone(batch));
}

/* ---- the dial fill */

static bool
fills(const CvBatch *batch)
{
	return batch->spec->dials.fill != CV_FILL_NONE &&
		batch->spec->window.kind == CV_WINDOW_TUMBLE;
}

/* fill_reach -- as far as a gap that is filled can go from there */
static int64
fill_reach(CvBatch *batch, int64 start, int direction)
{
	const CvGrid *grid = &batch->spec->window.grid;

	if (start == PG_INT64_MIN || start == PG_INT64_MAX)
		return start;
	for (int i = 0; i <= batch->spec->dials.fill_windows; i++)
		if (!cv_grid_step(grid, start, direction, &start))
			return direction < 0 ? PG_INT64_MIN : PG_INT64_MAX;
	return start;
}

/* look_around -- groups that were there fill their gaps once more. */
static void
look_around(CvBatch *batch, CvResultTable *table, int64 from, int64 to)
{
	TupleTableSlot *row;
	int			nnotes = 0;

	cv_result_table_scan_begin(table, from, to);
	while ((row = cv_result_table_scan_next(table)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (is_filler(batch, row))
			continue;
		note_group(batch, row);
		if (++nnotes % CV_FILL_NOTES == 0)
			cv_batch_spill_groups(batch);
	}
	cv_result_table_scan_end(table);
	cv_batch_spill_groups(batch);
}

static void
note_group(CvBatch *batch, TupleTableSlot *row)
{
	Datum	   *values = &row->tts_values[CV_ATT_FIRST_KEY - 1];
	bool	   *isnull = &row->tts_isnull[CV_ATT_FIRST_KEY - 1];
	int64		start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
	bool		is_new;
	CvGroup    *group;

	group = cv_group_table_enter(batch->groups, start,
								 cv_key_hash(batch->keys, values, isnull),
								 values, isnull, &is_new);
	if (!is_new)
		return;
	group->window_end =
		DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
	if (cv_batch_find_group(batch, group, false))
		cv_batch_fill_note(batch, group);
}

/* complete_fillers -- aggregates have been added: their values over no rows. */
static void
complete_fillers(CvBatch *batch, CvResultTable *table)
{
	int			cv_key_at = CV_ATT_KEY(batch->nkeys, batch->naggs) - 1;
	TupleTableSlot *row;

	cv_result_table_scan_begin(table, PG_INT64_MIN, PG_INT64_MAX);
	while ((row = cv_result_table_scan_next(table)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (is_filler(batch, row))
			complete_filler(batch, table,
							DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]),
							DatumGetInt64(row->tts_values[cv_key_at]));
	}
	cv_result_table_scan_end(table);
}

static void
complete_filler(CvBatch *batch, CvResultTable *table, int64 window_start,
				int64 cv_key)
{
	int			natts = CV_RESULT_NATTS(batch->nkeys, batch->naggs);
	int			first_agg = CV_ATT_FIRST_AGG(batch->nkeys) - 1;
	int			state_at = CV_ATT_STATE(batch->nkeys, batch->naggs) - 1;
	TupleTableSlot *old = cv_result_table_lookup(table, window_start, cv_key);
	MemoryContext context =
		MemoryContextSwitchTo(cv_agg_result_context(batch->aggs));
	Datum	   *values = palloc(sizeof(Datum) * natts);
	bool	   *isnull = palloc(sizeof(bool) * natts);
	void	   *state = palloc(cv_agg_state_size(batch->aggs));
	ItemPointerData tid;

	slot_getallattrs(old);
	memcpy(values, old->tts_values, sizeof(Datum) * natts);
	memcpy(isnull, old->tts_isnull, sizeof(bool) * natts);
	cv_agg_init(batch->aggs, state);
	cv_agg_finish(batch->aggs, state, &values[CV_ATT_FIRST_KEY - 1],
				  &isnull[CV_ATT_FIRST_KEY - 1], &values[first_agg],
				  &isnull[first_agg]);
	cv_batch_fill_row(batch, &values[first_agg], &isnull[first_agg],
					  &values[state_at], &isnull[state_at]);
	cv_batch_keep_values(batch, old, values, isnull);
	cv_result_table_update(table, old, values, isnull, &tid);
	MemoryContextSwitchTo(context);
	MemoryContextReset(cv_agg_result_context(batch->aggs));
}

static bool
is_filler(const CvBatch *batch, TupleTableSlot *row)
{
	int			state_at = CV_ATT_STATE(batch->nkeys, batch->naggs) - 1;

	slot_getallattrs(row);
	return cv_is_filler_state(row->tts_values[state_at],
							  row->tts_isnull[state_at]);
}
