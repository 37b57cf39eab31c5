/*-------------------------------------------------------------------------
 *
 * batch_session_recompute.c
 *	  Sessions made anew from rows that are read again.
 *
 * Sessions that have some part in [from, to) are deleted, and the rows that
 * may have been in them are read: those of event times that any of them had.
 * Of these, a row that is in a session that is still there has been counted,
 * and is passed over; all others join and open sessions as ever, only that
 * nothing is too late.  To tell one from the other no session may change
 * meanwhile, so that with bounds all rows are put aside first.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "base/time_math.h"
#include "worker/batch_recompute.h"
#include "worker/batch_session_private.h"

static void delete_sessions(CvBatch *batch, CvResultTable *table);
static bool has_bounds(const CvBatch *batch);

void
cv_batch_recompute_delete_sessions(CvBatch *batch)
{
	delete_sessions(batch, batch->results);
	if (batch->unpublished != NULL)
		delete_sessions(batch, batch->unpublished);
	/* none is left */
	if (!has_bounds(batch))
		memset(&batch->position->sessions, 0, sizeof(CvSessionFacts));
}

static void
delete_sessions(CvBatch *batch, CvResultTable *table)
{
	CvRecomputeWork *work = batch->recompute;
	uint64		longest = batch->position->sessions.longest;
	int64		lowest = longest > PG_INT64_MAX ? PG_INT64_MIN :
		cv_add_saturating(work->from, -(int64) longest);
	TupleTableSlot *row;

	cv_result_table_scan_begin(table, lowest, work->to);
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
	Datum	   *values = row->tts_values + CV_INPUT_FIRST_KEY - 1;
	bool	   *isnull = row->tts_isnull + CV_INPUT_FIRST_KEY - 1;

	if (!has_bounds(batch))
	{
		cv_batch_recompute_join(batch, row, time);
		return;
	}
	/* in between no session is left */
	if ((time < work->from || time >= work->to) &&
		cv_batch_is_in_session(batch,
							   cv_key_hash(batch->keys, values, isnull),
							   values, isnull, time))
		return;
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
