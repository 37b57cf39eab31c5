/*-------------------------------------------------------------------------
 *
 * batch_groups.c
 *	  Groups of a batch: fetched from where they rest, and written back.
 *
 * A group at rest is a row of the result table (or, not published yet, of the
 * state table), and mostly also an entry of the state table in shared memory,
 * which says the same.  A group in motion is a private copy, so a batch that
 * is rolled back leaves both as they were.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "window/window.h"
#include "worker/batch_collected.h"
#include "worker/batch_fill.h"
#include "worker/batch_groups.h"
#include "worker/batch_keyed.h"
#include "worker/batch_recompute.h"
#include "worker/batch_resting.h"
#include "worker/batch_sessions.h"
#include "worker/batch_slices.h"
#include "worker/batch_windows.h"

static bool load_from_tables(CvBatch *batch, CvGroup *group,
							 bool with_state);
static bool load_from_row(CvBatch *batch, CvGroup *group,
						  TupleTableSlot *row, CvRowPlace place,
						  bool with_state);
static bool needs_row(const CvBatch *batch, const CvGroup *group);
static void write_group(CvBatch *batch, CvGroup *group);
static void flush_tables(CvBatch *batch);
static void build_row(CvBatch *batch, CvGroup *group,
					  Datum *values, bool *isnull);
static void update_row(CvBatch *batch, CvGroup *group, CvResultTable *table,
					   Datum *values, bool *isnull);
static void publish_row(CvBatch *batch, CvGroup *group, Datum *values,
						bool *isnull);
static void keep_keys(CvBatch *batch, TupleTableSlot *old, Datum *values,
					  bool *isnull);
static TupleTableSlot *find_row(CvBatch *batch, CvGroup *group,
								CvResultTable *table);
static void choose_cv_key(CvBatch *batch, CvGroup *group);

void
cv_batch_load_group(CvBatch *batch, CvGroup *group)
{
	if (cv_batch_find_group(batch, group, true))
	{
		group->is_filler &= cv_batch_keeps_rows(batch);
		return;
	}
	cv_agg_init(batch->aggs, cv_group_state(batch->groups, group));
	if (!cv_batch_keeps_rows(batch))
		cv_batch_fill_note(batch, group);
}

bool
cv_batch_find_group(CvBatch *batch, CvGroup *group, bool with_state)
{
	CvStateTable *states = batch->follower->states;

	group->cv_key = (int64) group->hash;
	group->place = CV_ROW_NONE;
	ItemPointerSetInvalid(&group->tid);
	if (states != NULL && cv_resting_load(batch, group, with_state))
		return true;
	return (states == NULL || cv_resting_may_miss(batch, group)) &&
		load_from_tables(batch, group, with_state);
}

/*
 * load_from_tables -- by the primary key; false if there is no such group.
 *
 * Groups whose hashes collide have consecutive values of cv_key, over both
 * tables.  Slices rest in the state table only.
 */
static bool
load_from_tables(CvBatch *batch, CvGroup *group, bool with_state)
{
	for (group->cv_key = (int64) group->hash;; group->cv_key++)
	{
		TupleTableSlot *row = NULL;
		CvRowPlace	place = CV_ROW_RESULTS;

		if (!batch->is_sliced)
			row = cv_result_table_lookup(batch->results, group->window_start,
										 group->cv_key);
		if (row == NULL && batch->unpublished != NULL)
		{
			row = cv_result_table_lookup(batch->unpublished,
										 group->window_start, group->cv_key);
			place = CV_ROW_STATE;
		}
		if (row == NULL)
			return false;
		if (load_from_row(batch, group, row, place, with_state))
			return true;
	}
}

/* load_from_row -- false if the row is another group's. */
static bool
load_from_row(CvBatch *batch, CvGroup *group, TupleTableSlot *row,
			  CvRowPlace place, bool with_state)
{
	int			state_at = CV_ATT_STATE(batch->nkeys, batch->naggs) - 1;
	int			corrections_at =
		CV_ATT_CORRECTIONS(batch->nkeys, batch->naggs) - 1;

	slot_getallattrs(row);
	if (!cv_key_equal(batch->keys,
					  cv_group_keys(batch->groups, group),
					  cv_group_isnull(batch->groups, group),
					  &row->tts_values[CV_ATT_FIRST_KEY - 1],
					  &row->tts_isnull[CV_ATT_FIRST_KEY - 1]))
	{
		group->collides = true;
		return false;
	}
	group->tid = row->tts_tid;
	group->place = place;
	group->corrections = DatumGetInt32(row->tts_values[corrections_at]);
	group->is_filler = cv_is_filler_state(row->tts_values[state_at],
										  row->tts_isnull[state_at]);
	if (cv_batch_is_keyed(batch))
	{
		group->window_end =
			DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		with_state &= !cv_batch_begins_life(batch, group);
	}
	if (batch->is_sliced)
		cv_resting_adopt_keys(batch, group,
							  &row->tts_values[CV_ATT_FIRST_KEY - 1],
							  &row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
	if (!with_state)
		return true;
	if (group->is_filler)
		cv_agg_init(batch->aggs, cv_group_state(batch->groups, group));
	else
		cv_batch_load_row(batch, row, cv_group_state(batch->groups, group));
	return true;
}

bool
cv_batch_load_resting(CvBatch *batch, int64 slice_start, uint64 hash,
					  const Datum *values, const bool *isnull, void *state,
					  Datum *keys, bool *keys_isnull)
{
	CvStateTable *states = batch->follower->states;
	bool		may_miss = true;
	const Datum *row_keys;
	const bool *row_isnull;

	if (states != NULL &&
		cv_resting_load_slice(batch, slice_start, hash, values, isnull, state,
							  keys, keys_isnull, &may_miss))
		return true;
	if (!may_miss)
		return false;
	for (int64 cv_key = (int64) hash;; cv_key++)
	{
		TupleTableSlot *row = cv_result_table_lookup(batch->unpublished,
													 slice_start, cv_key);

		if (row == NULL)
			return false;
		slot_getallattrs(row);
		row_keys = &row->tts_values[CV_ATT_FIRST_KEY - 1];
		row_isnull = &row->tts_isnull[CV_ATT_FIRST_KEY - 1];
		if (cv_key_equal(batch->keys, values, isnull, row_keys, row_isnull))
		{
			memcpy(keys, row_keys, sizeof(Datum) * batch->nkeys);
			memcpy(keys_isnull, row_isnull, sizeof(bool) * batch->nkeys);
			cv_batch_load_row(batch, row, state);
			return true;
		}
	}
}

/* cv_batch_load_row -- the state that a row of the tables holds. */
void
cv_batch_load_row(CvBatch *batch, TupleTableSlot *row, void *state)
{
	int			first_agg = CV_ATT_FIRST_AGG(batch->nkeys) - 1;
	int			state_at = CV_ATT_STATE(batch->nkeys, batch->naggs) - 1;

	cv_agg_load(batch->aggs, state, &row->tts_values[first_agg],
				&row->tts_isnull[first_agg], row->tts_values[state_at],
				row->tts_isnull[state_at]);
}

void
cv_batch_write_groups(CvBatch *batch)
{
	CvGroup   **groups;
	int64		count;

	if (cv_batch_is_session(batch))
	{
		cv_batch_write_sessions(batch);
		return;
	}
	cv_batch_fill(batch);
	/* before the slices: what they have collected is still at hand */
	if (batch->is_sliced && batch->recompute == NULL)
		cv_batch_write_windows(batch);
	groups = cv_group_table_sorted(batch->groups);
	count = cv_group_table_count(batch->groups);
	for (int64 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		cv_group_prefetch(groups, i, count);
		if (groups[i]->is_changed && needs_row(batch, groups[i]))
			write_group(batch, groups[i]);
	}
	flush_tables(batch);
	if (batch->follower->states == NULL)
		return;
	/* only now are all tids known */
	for (int64 i = 0; i < count; i++)
	{
		cv_group_prefetch(groups, i, count);
		if (!groups[i]->is_changed || !needs_row(batch, groups[i]))
			continue;
		if (cv_batch_is_keyed(batch))
			cv_resting_keep(batch, groups[i]);
		else if (cv_watermark_is_too_late(&batch->watermark, groups[i]->window_end))
			cv_batch_forget_window(batch, groups[i]->window_start);
		else
			cv_resting_keep(batch, groups[i]);
	}
}

/*
 * cv_batch_forget_window -- what memory says of it is void after the commit.
 *
 * Also if it says nothing, as that would mean that there is nothing: nobody
 * asks again for a window that is too late, but allowed_lateness can grow.
 */
void
cv_batch_forget_window(CvBatch *batch, int64 window_start)
{
	int64	   *window;

	if (batch->forgotten != NIL &&
		*(int64 *) llast(batch->forgotten) == window_start)
		return;
	window = MemoryContextAlloc(batch->context, sizeof(int64));
	*window = window_start;
	batch->forgotten = lappend(batch->forgotten, window);
}

/* flush_tables -- what was inserted can be found, and its tids are known. */
static void
flush_tables(CvBatch *batch)
{
	cv_result_table_flush(batch->results);
	if (batch->unpublished)
		cv_result_table_flush(batch->unpublished);
}

/*
 * Not: a slice that gets no row any more, and is in no window to be published;
 * a key that was forgotten before it was ever seen.
 */
static bool
needs_row(const CvBatch *batch, const CvGroup *group)
{
	if (cv_batch_is_keyed(batch))
		return group->place != CV_ROW_NONE ||
			!cv_batch_is_dropped(batch, group);
	return !batch->is_sliced || batch->recompute != NULL ||
		!cv_watermark_is_too_late(&batch->watermark, group->window_end) ||
		(batch->spec->dials.emit == CV_EMIT_FINAL &&
		 !cv_watermark_is_closed(&batch->begun, group->window_end));
}

static void
write_group(CvBatch *batch, CvGroup *group)
{
	Datum	   *values;
	bool	   *isnull;
	bool		is_published = !batch->is_sliced &&
		(batch->spec->dials.emit == CV_EMIT_UPDATE ||
		 cv_watermark_is_closed(&batch->watermark, group->window_end));
	CvResultTable *table = is_published ? batch->results : batch->unpublished;
	CvRowPlace	place = is_published ? CV_ROW_RESULTS : CV_ROW_STATE;
	MemoryContext old =
		MemoryContextSwitchTo(cv_agg_result_context(batch->aggs));

	values = palloc(sizeof(Datum) * CV_RESULT_NATTS(batch->nkeys, batch->naggs));
	isnull = palloc0(sizeof(bool) * CV_RESULT_NATTS(batch->nkeys, batch->naggs));
	build_row(batch, group, values, isnull);
	if (group->place == CV_ROW_NONE && group->collides)
	{
		choose_cv_key(batch, group);
		values[CV_ATT_KEY(batch->nkeys, batch->naggs) - 1] =
			Int64GetDatum(group->cv_key);
	}

	if (group->place == CV_ROW_STATE && place == CV_ROW_RESULTS)
		publish_row(batch, group, values, isnull);
	else if (group->place == CV_ROW_NONE)
		cv_result_table_insert(table, values, isnull, &group->tid);
	else
		update_row(batch, group, table, values, isnull);
	group->place = place;
	if (cv_batch_is_keyed(batch))
		cv_batch_keyed_note_end(batch, group->window_end);
	MemoryContextSwitchTo(old);
	MemoryContextReset(cv_agg_result_context(batch->aggs));
}

static void
build_row(CvBatch *batch, CvGroup *group, Datum *values, bool *isnull)
{
	int			nkeys = batch->nkeys;
	int			naggs = batch->naggs;
	int			first_agg = CV_ATT_FIRST_AGG(nkeys) - 1;
	int			state_at = CV_ATT_STATE(nkeys, naggs) - 1;
	void	   *state = cv_group_state(batch->groups, group);

	values[CV_ATT_WINDOW_START - 1] = Int64GetDatum(group->window_start);
	values[CV_ATT_WINDOW_END - 1] = Int64GetDatum(group->window_end);
	memcpy(&values[CV_ATT_FIRST_KEY - 1],
		   cv_group_keys(batch->groups, group), sizeof(Datum) * nkeys);
	memcpy(&isnull[CV_ATT_FIRST_KEY - 1],
		   cv_group_isnull(batch->groups, group), sizeof(bool) * nkeys);
	if (batch->is_sliced)
		cv_agg_finish_part(batch->aggs, state, &values[first_agg],
						   &isnull[first_agg]);
	else
		cv_agg_finish(batch->aggs, state, &values[CV_ATT_FIRST_KEY - 1],
					  &isnull[CV_ATT_FIRST_KEY - 1], &values[first_agg],
					  &isnull[first_agg]);
	cv_batch_unload(batch, state, group->window_start, group->window_end);
	cv_agg_save(batch->aggs, state, &values[first_agg], &isnull[first_agg],
				&values[state_at], &isnull[state_at]);
	if (group->is_filler)
		cv_batch_fill_row(batch, &values[first_agg], &isnull[first_agg],
						  &values[state_at], &isnull[state_at]);
	values[CV_ATT_KEY(nkeys, naggs) - 1] = Int64GetDatum(group->cv_key);
	values[CV_ATT_CORRECTIONS(nkeys, naggs) - 1] =
		Int32GetDatum(group->corrections);
	values[CV_ATT_UPDATED_AT(nkeys, naggs) - 1] =
		TimestampTzGetDatum(batch->now);
}

/*
 * update_row -- a row that somebody has deleted by hand comes back.
 */
static void
update_row(CvBatch *batch, CvGroup *group, CvResultTable *table,
		   Datum *values, bool *isnull)
{
	TupleTableSlot *old = find_row(batch, group, table);

	if (old == NULL)
	{
		cv_result_table_insert(table, values, isnull, &group->tid);
		return;
	}
	if (!group->is_reborn)
		keep_keys(batch, old, values, isnull);
	if (cv_batch_keeps_rows(batch))
		cv_batch_keep_values(batch, old, values, isnull);
	cv_result_table_update(table, old, values, isnull, &group->tid);
}

/* publish_row -- from the state table to the result table. */
static void
publish_row(CvBatch *batch, CvGroup *group, Datum *values, bool *isnull)
{
	TupleTableSlot *old = find_row(batch, group, batch->unpublished);

	if (old != NULL)
		keep_keys(batch, old, values, isnull);
	cv_result_table_insert(batch->results, values, isnull, &group->tid);
	if (old != NULL)
		cv_result_table_delete(batch->unpublished, old);
}

/*
 * keep_keys -- as the group's first row had them.
 *
 * Equal keys can differ in how they are written (1.0 and 1.00, texts of some
 * collations): which ones are shown must not depend on where batches end.
 */
static void
keep_keys(CvBatch *batch, TupleTableSlot *old, Datum *values, bool *isnull)
{
	int			state_at = CV_ATT_STATE(batch->nkeys, batch->naggs) - 1;

	slot_getsomeattrs(old, state_at + 1);
	if (cv_is_filler_state(old->tts_values[state_at],
						   old->tts_isnull[state_at]))
		return;
	memcpy(&values[CV_ATT_FIRST_KEY - 1],
		   &old->tts_values[CV_ATT_FIRST_KEY - 1],
		   sizeof(Datum) * batch->nkeys);
	memcpy(&isnull[CV_ATT_FIRST_KEY - 1],
		   &old->tts_isnull[CV_ATT_FIRST_KEY - 1],
		   sizeof(bool) * batch->nkeys);
}

static TupleTableSlot *
find_row(CvBatch *batch, CvGroup *group, CvResultTable *table)
{
	TupleTableSlot *row = NULL;

	if (ItemPointerIsValid(&group->tid))
		row = cv_result_table_fetch(table, &group->tid, group->window_start,
									group->cv_key);
	if (row == NULL)
		row = cv_result_table_lookup(table, group->window_start,
									 group->cv_key);
	return row;
}

/* choose_cv_key -- the next one free, as others have the same hash. */
static void
choose_cv_key(CvBatch *batch, CvGroup *group)
{
	flush_tables(batch);
	group->cv_key = (int64) group->hash;
	while ((!batch->is_sliced &&
			cv_result_table_lookup(batch->results, group->window_start,
								   group->cv_key) != NULL) ||
		   (batch->unpublished &&
			cv_result_table_lookup(batch->unpublished, group->window_start,
								   group->cv_key) != NULL))
		group->cv_key++;
}

/*
 * cv_batch_spill_groups -- memory is short: everything goes to the tables, in
 * this transaction, and is read back from there if it is touched again.
 *
 * What shared memory says of these groups is old from now on.  It can be
 * forgotten before the commit, as it is only a cache.
 */
void
cv_batch_spill_groups(CvBatch *batch)
{
	if (cv_batch_is_session(batch))
	{
		cv_batch_spill_sessions(batch);
		return;
	}
	cv_batch_fill(batch);
	if (batch->is_sliced && batch->recompute == NULL)
		cv_batch_write_windows(batch);
	cv_batch_evict_groups(batch);
	if (batch->is_sliced && batch->recompute == NULL)
		cv_batch_forget_corrections(batch,
									batch->spec->dials.emit == CV_EMIT_UPDATE ?
									PG_INT64_MAX : batch->begun.is_set ?
									batch->begun.value : PG_INT64_MIN);
	cv_group_table_reset(batch->groups);
	cv_agg_set_reset_states(batch->aggs);
}

void
cv_batch_evict_groups(CvBatch *batch)
{
	CvGroup   **groups = cv_group_table_sorted(batch->groups);
	int64		count = cv_group_table_count(batch->groups);

	for (int64 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		cv_group_prefetch(groups, i, count);
		if (!groups[i]->is_changed)
			continue;
		if (batch->follower->states != NULL)
			cv_resting_evict(batch, groups[i]);
		write_group(batch, groups[i]);
	}
	flush_tables(batch);
}

/* cv_batch_install_groups -- after the commit, outside of any transaction. */
void
cv_batch_install_groups(CvBatch *batch)
{
	CvStateTable *states = batch->follower->states;
	ListCell   *lc;

	if (states == NULL)
		return;
	if (cv_batch_is_session(batch))
	{
		cv_batch_install_sessions(batch);
		return;
	}
	cv_state_table_begin_install(states);
	foreach(lc, batch->forgotten)
		cv_state_table_forget_window(states, *(int64 *) lfirst(lc));
	cv_resting_install(batch);
	if (cv_batch_is_keyed(batch))
		cv_batch_forget_dropped_keys(batch);
	else if (batch->watermark.has_sealed)
		cv_state_table_forget_ended(states, batch->watermark.sealed);
	cv_state_table_end_install(states, batch->position->generation,
							   batch->position->counters.flushes);
}
