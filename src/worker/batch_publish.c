/*-------------------------------------------------------------------------
 *
 * batch_publish.c
 *	  emit = final: how far a scan that is over may close windows at once.
 *
 * A backfill may close years of windows.  It does so in steps of bounded size,
 * each with a watermark of its own, so that what is published and what the
 * watermark says agree after every commit (HAZARDS-engine S14).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "worker/batch_publish.h"
#include "worker/batch_sessions.h"

/* rows of the state table that one batch moves to the result table */
#define CV_PUBLISH_ROWS	50000

int64
cv_batch_publish_limit(CvBatch *batch, int64 target)
{
	int64		nrows = 0;
	int64		last = PG_INT64_MIN;
	int64		limit = target;
	TupleTableSlot *row;

	bool		by_end = cv_batch_is_session(batch);

	if (batch->unpublished == NULL || batch->spec->dials.emit == CV_EMIT_UPDATE)
		return target;
	if (by_end)
		cv_result_table_scan_ended_begin(batch->unpublished, PG_INT64_MIN,
										 target);
	else
		cv_result_table_scan_begin(batch->unpublished, PG_INT64_MIN,
								   PG_INT64_MAX);
	while ((row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		int64		window;
		int64		window_end;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		window_end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		if (window_end > target)
			break;
		window = by_end ? window_end :
			DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		if (window != last && nrows >= CV_PUBLISH_ROWS)
		{
			/* just before this window closes */
			limit = window_end - 1;
			break;
		}
		last = window;
		nrows++;
	}
	cv_result_table_scan_end(batch->unpublished);
	return limit;
}
