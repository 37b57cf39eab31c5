/*-------------------------------------------------------------------------
 *
 * batch_session_recompute.c
 *	  Sessions made anew from rows that are read again.
 *
 * Without bounds all sessions are deleted, and rows join and open sessions as
 * ever, only that nothing is too late.
 *
 * With bounds, sessions that have some part in [from, to) are to be deleted.
 * Of the rows with event times that any of them has, those count that are in
 * [from, to), or have been in one of them; others have been in another session,
 * or were too late for one.  So all that count are put aside first, while the
 * sessions are still there to be asked; then these are deleted, and the rows
 * are fed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "base/time_math.h"
#include "worker/batch_recompute.h"
#include "worker/batch_session_private.h"

static void visit_sessions(CvBatch *batch, CvResultTable *table,
						   bool deletes);
static bool has_bounds(const CvBatch *batch);
static bool was_in_session(CvBatch *batch, TupleTableSlot *row, int64 time);
static bool has_session(CvBatch *batch, CvResultTable *table, int64 cv_key,
						const Datum *values, const bool *isnull, int64 time);
static int64 subtract_longest(const CvBatch *batch, int64 time);

void
cv_batch_recompute_delete_sessions(CvBatch *batch)
{
	bool		deletes = !has_bounds(batch);

	visit_sessions(batch, batch->results, deletes);
	visit_sessions(batch, batch->unpublished, deletes);
	/* none is left */
	if (deletes)
		memset(&batch->position->sessions, 0, sizeof(CvSessionFacts));
}

void
cv_batch_recompute_finish_sessions(CvBatch *batch)
{
	if (has_bounds(batch) && !cv_batch_keeps_rows(batch))
	{
		visit_sessions(batch, batch->results, true);
		visit_sessions(batch, batch->unpublished, true);
	}
	cv_batch_recompute_held_rows(batch);
}

/* visit_sessions -- those in the range: delete them, or note where they are. */
static void
visit_sessions(CvBatch *batch, CvResultTable *table, bool deletes)
{
	CvRecomputeWork *work = batch->recompute;
	TupleTableSlot *row;

	cv_result_table_scan_begin(table, subtract_longest(batch, work->from),
							   work->to);
	while ((row = cv_result_table_scan_next(table)) != NULL)
	{
		int64		start;
		int64		end;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		if (end <= work->from)
			continue;
		work->limits.from = Min(work->limits.from, start);
		work->limits.to = Max(work->limits.to, end);
		if (!deletes)
			continue;
		cv_batch_recompute_drop_state(batch, row);
		cv_result_table_delete(table, row);
	}
	cv_result_table_scan_end(table);
}

static bool
has_bounds(const CvBatch *batch)
{
	return batch->recompute->from != PG_INT64_MIN ||
		batch->recompute->to != PG_INT64_MAX;
}

void
cv_batch_recompute_session_row(CvBatch *batch, TupleTableSlot *row,
							   int64 time)
{
	const CvRecomputeWork *work = batch->recompute;

	if (!has_bounds(batch))
		cv_batch_recompute_join(batch, row, time);
	else if ((time >= work->from && time < work->to) ||
			 was_in_session(batch, row, time))
		cv_batch_recompute_hold_row(batch, row);
}

void
cv_batch_recompute_join(CvBatch *batch, TupleTableSlot *row, int64 time)
{
	if (!batch->is_same_row)
		batch->sessions->row_is_counted = false;
	if (cv_batch_join_session(batch, row, time))
		cv_batch_note_recomputed(batch, time);
}

/* was_in_session -- in one that is to be deleted */
static bool
was_in_session(CvBatch *batch, TupleTableSlot *row, int64 time)
{
	const Datum *values = row->tts_values + CV_INPUT_FIRST_KEY - 1;
	const bool *isnull = row->tts_isnull + CV_INPUT_FIRST_KEY - 1;
	uint64		hash = cv_key_hash(batch->keys, values, isnull);

	for (uint32 i = 0; i <= batch->position->sessions.cv_key_tries; i++)
	{
		int64		cv_key = (int64) (hash + i);

		if (has_session(batch, batch->results, cv_key, values, isnull, time) ||
			has_session(batch, batch->unpublished, cv_key, values, isnull,
						time))
			return true;
	}
	return false;
}

static bool
has_session(CvBatch *batch, CvResultTable *table, int64 cv_key,
			const Datum *values, const bool *isnull, int64 time)
{
	const CvRecomputeWork *work = batch->recompute;
	int64		lowest = subtract_longest(batch, time);
	TupleTableSlot *row;
	bool		found = false;

	cv_result_table_walk_begin(table, cv_key, lowest, time + 1);
	while (!found && (row = cv_result_table_walk_next(table)) != NULL)
	{
		int64		start;
		int64		end;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_FIRST_KEY - 1 + batch->nkeys);
		start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		found = end > time && end > work->from && start < work->to &&
			cv_key_equal(batch->keys, values, isnull,
						 &row->tts_values[CV_ATT_FIRST_KEY - 1],
						 &row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
	}
	cv_result_table_walk_end(table);
	return found;
}

/* no session that begins by then has time */
static int64
subtract_longest(const CvBatch *batch, int64 time)
{
	uint64		longest = batch->position->sessions.longest;

	return longest > PG_INT64_MAX ? PG_INT64_MIN :
		cv_add_saturating(time, -(int64) longest);
}
