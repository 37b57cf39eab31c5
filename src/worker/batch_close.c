/*-------------------------------------------------------------------------
 *
 * batch_close.c
 *	  Rows that leave their table by the clock alone: of windows that close,
 *	  expire, or are sealed.
 *
 * Each is found by the order of windows, so that no more rows are read than
 * leave.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

#include "worker/batch_close.h"
#include "worker/batch_groups.h"
#include "worker/batch_keyed.h"
#include "worker/batch_publish.h"
#include "worker/batch_sessions.h"

/* rows that one flush removes for retention */
#define CV_MAX_EXPIRED_ROWS	20000

/* slices that one batch removes */
#define CV_MAX_SEALED_ROWS	50000

static bool is_end_between(CvBatch *batch, int64 limit);
static int64 first_window_after(const CvBatch *batch, int64 time);
static bool is_done_anew(const CvBatch *batch, int64 limit, int64 *lo);

/*
 * cv_batch_publish_closed -- emit = final: windows that have closed.
 *
 * Groups of this batch went where they belong; here go the others of their
 * windows.  The state table holds only open windows, so this reads no more
 * than it moves.
 */
void
cv_batch_publish_closed(CvBatch *batch)
{
	TupleTableSlot *row;
	ItemPointerData tid;

	if (batch->is_sliced)
	{
		cv_batch_publish_windows(batch);
		return;
	}
	if (batch->unpublished == NULL || !batch->watermark.is_set)
		return;
	if (cv_batch_is_session(batch))
	{
		cv_batch_publish_sessions(batch);
		return;
	}
	cv_result_table_scan_begin(batch->unpublished,
							   cv_batch_first_unpublished(batch),
							   first_window_after(batch,
												  batch->watermark.value));
	while ((row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		int64		window_start;

		CHECK_FOR_INTERRUPTS();
		slot_getallattrs(row);
		window_start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		row->tts_values[CV_ATT_UPDATED_AT(batch->nkeys, batch->naggs) - 1] =
			TimestampTzGetDatum(batch->now);
		cv_result_table_insert(batch->results, row->tts_values,
							   row->tts_isnull, &tid);
		cv_result_table_delete(batch->unpublished, row);
		cv_batch_forget_window(batch, window_start);
	}
	cv_result_table_scan_end(batch->unpublished);
	cv_result_table_flush(batch->results);
}

int64
cv_batch_first_unpublished(const CvBatch *batch)
{
	return batch->begun.is_set ?
		first_window_after(batch, batch->begun.value) : PG_INT64_MIN;
}

/*
 * cv_batch_remove_expired -- retention: rows of windows that ended long ago,
 * by the slower of the watermark and the wall clock.
 */
void
cv_batch_remove_expired(CvBatch *batch)
{
	TupleTableSlot *row;
	int64		limit;
	int64		start;
	int			nremoved = 0;

	if (cv_batch_is_keyed(batch))
	{
		cv_batch_remove_dropped_keys(batch);
		return;
	}
	if (!batch->watermark.is_set ||
		!cv_retention_expired(batch->spec, batch->clock,
							  batch->watermark.value, &limit))
		return;
	if (cv_batch_is_session(batch))
	{
		cv_batch_remove_expired_sessions(batch, limit);
		return;
	}
	start = first_window_after(batch, limit);
	if (batch->spec->window.kind == CV_WINDOW_CUMULATE)
	{
		if (!is_end_between(batch, limit))
			return;
		/* those that begin together end one by one */
		start += (start < PG_INT64_MAX);
	}
	cv_result_table_scan_begin(batch->results, PG_INT64_MIN, start);
	while (nremoved < CV_MAX_EXPIRED_ROWS &&
		   (row = cv_result_table_scan_next(batch->results)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		if (DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]) > limit)
			continue;
		cv_result_table_delete(batch->results, row);
		nremoved++;
	}
	cv_result_table_scan_end(batch->results);
	batch->has_expired |= nremoved == CV_MAX_EXPIRED_ROWS;
}

/*
 * is_end_between -- has a window ended by limit since it was looked last?
 *
 * Else the rows that begin with one that has not would be read in each batch.
 */
static bool
is_end_between(CvBatch *batch, int64 limit)
{
	CvFollower *follower = batch->follower;
	CvBounds	window;

	if (follower->expiry_looked_at != 0 && !follower->has_expired &&
		cv_window_ending_after(&batch->spec->window, follower->expiry_limit,
							   &window) && window.end > limit)
		return false;
	batch->looked_for_expired = true;
	batch->expiry_limit = limit;
	return true;
}

bool
cv_retention_expired(const CvViewSpec *spec, TimestampTz clock,
					 int64 watermark, int64 *limit)
{
	int64		now = clock;

	if (spec->window.time_type == TIMESTAMPOID)
		now = DatumGetTimestamp(DirectFunctionCall1(timestamptz_timestamp,
													TimestampTzGetDatum(now)));
	return cv_retention_limit(spec, Min(now, watermark), limit);
}

bool
cv_retention_limit(const CvViewSpec *spec, int64 time, int64 *limit)
{
	bool		is_local = spec->window.time_type == TIMESTAMPOID;
	Interval   *retention = spec->dials.retention;

	/* a month has at most 31 days; beyond the range, subtracting throws */
	if (retention == NULL || TIMESTAMP_NOT_FINITE(time) ||
		(double) time - retention->time - (double) USECS_PER_DAY *
		(retention->day + 31.0 * retention->month) < MIN_TIMESTAMP)
		return false;
	*limit = DatumGetInt64(DirectFunctionCall2(is_local ? timestamp_mi_interval :
											   timestamptz_mi_interval,
											   Int64GetDatum(time),
											   IntervalPGetDatum(retention)));
	return true;
}

/*
 * first_window_after -- windows that begin before this end by time, all others
 * later.  (CUMULATE's that begin together may end before and after.)
 */
static int64
first_window_after(const CvBatch *batch, int64 time)
{
	CvBounds	window;

	if (batch->spec->window.kind == CV_WINDOW_SESSION)
		return PG_INT64_MIN;
	return cv_window_ending_after(&batch->spec->window, time, &window) ?
		window.start : PG_INT64_MAX;
}

void
cv_batch_remove_sealed(CvBatch *batch)
{
	TupleTableSlot *row;
	int64		lo;
	int64		limit;
	int			nremoved = 0;

	if (!batch->is_sliced || !cv_batch_done_limit(batch, &limit) ||
		!is_done_anew(batch, limit, &lo))
		return;
	cv_result_table_scan_begin(batch->unpublished, lo, PG_INT64_MAX);
	while (nremoved < CV_MAX_SEALED_ROWS &&
		   (row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		/* their last windows end in order */
		if (DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]) > limit)
			break;
		cv_result_table_delete(batch->unpublished, row);
		nremoved++;
	}
	cv_result_table_scan_end(batch->unpublished);
	batch->has_expired |= nremoved == CV_MAX_SEALED_ROWS;
}

/*
 * cv_batch_done_limit -- of windows that end by then nobody needs the state:
 * they are sealed, and published.
 *
 * Those that were restored may be sealed long before W closes them.
 */
bool
cv_batch_done_limit(const CvBatch *batch, int64 *limit)
{
	const CvWatermark *w = &batch->watermark;

	if (!w->has_sealed)
		return false;
	*limit = w->sealed;
	if (batch->spec->dials.emit == CV_EMIT_UPDATE)
		return true;
	*limit = Min(w->sealed, w->value);
	return w->is_set;
}

/*
 * is_done_anew -- is a window done since what was saved, or is there more to
 * remove?
 *
 * No slice that is there begins before lo: the index has dead entries there.
 */
static bool
is_done_anew(const CvBatch *batch, int64 limit, int64 *lo)
{
	const CvPosition *saved = batch->position;
	int64		before = saved->sealed;
	CvBounds	window;

	*lo = PG_INT64_MIN;
	if (!saved->has_sealed || !batch->follower->sealed_are_gone)
		return true;
	if (batch->spec->dials.emit == CV_EMIT_FINAL)
	{
		if (!saved->has_watermark)
			return true;
		before = Min(before, saved->watermark);
	}
	if (!cv_window_ending_after(&batch->spec->window, before, &window) ||
		window.end > limit)
		return false;
	*lo = window.start;
	return true;
}
