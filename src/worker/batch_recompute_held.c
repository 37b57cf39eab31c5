/*-------------------------------------------------------------------------
 *
 * batch_recompute_held.c
 *	  Rows that are read again and put aside, to be fed in the order of their
 *	  event times: of sessions with bounds, and of keys without windows.
 *
 * Of keys.  When a key was forgotten depended on when its rows came.  What can
 * be said of it afterwards is what had come of it if all rows had come in the
 * order of their times, each in a transaction of its own: so the watermark is
 * taken along, from the beginning.  In the end it is what it was, and
 * forgotten keys go.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "base/settings.h"
#include "worker/batch_groups.h"
#include "worker/batch_keyed.h"
#include "worker/batch_recompute.h"
#include "worker/batch_rows.h"

static void feed(CvBatch *batch, TupleTableSlot *row);
static void add_to_key(CvBatch *batch, TupleTableSlot *row, int64 time);

/* in memory that outlives the leaf at hand */
void
cv_batch_recompute_hold_row(CvBatch *batch, TupleTableSlot *row)
{
	CvRecomputeWork *work = batch->recompute;

	if (work->held == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(GetMemoryChunkContext(work));

		work->held_desc = CreateTupleDescCopy(row->tts_tupleDescriptor);
		work->held = cv_row_order_begin_sort(work->held_desc,
											 cv_batch_memory_kb);
		MemoryContextSwitchTo(old);
	}
	tuplesort_puttupleslot(work->held, row);
}

void
cv_batch_recompute_held_rows(CvBatch *batch)
{
	CvRecomputeWork *work = batch->recompute;
	TupleTableSlot *sorted;
	TupleTableSlot *row;
	uint64		nrows = 0;

	if (work->held == NULL)
		return;
	if (cv_batch_is_keyed(batch))
		batch->watermark.is_set = batch->watermark.has_newest = false;
	tuplesort_performsort(work->held);
	sorted = MakeSingleTupleTableSlot(work->held_desc, &TTSOpsMinimalTuple);
	row = MakeSingleTupleTableSlot(work->held_desc, &TTSOpsVirtual);
	while (tuplesort_gettupleslot(work->held, true, false, sorted, NULL))
	{
		int			natts = work->held_desc->natts;

		CHECK_FOR_INTERRUPTS();
		/* transitions are compiled for rows as the input query gives them */
		slot_getallattrs(sorted);
		ExecClearTuple(row);
		memcpy(row->tts_values, sorted->tts_values, natts * sizeof(Datum));
		memcpy(row->tts_isnull, sorted->tts_isnull, natts * sizeof(bool));
		feed(batch, ExecStoreVirtualTuple(row));
		if ((++nrows & 1023) == 0 && cv_batch_needs_memory(batch))
			cv_batch_spill_groups(batch);
	}
	ExecDropSingleTupleTableSlot(sorted);
	ExecDropSingleTupleTableSlot(row);
	tuplesort_end(work->held);
	work->held = NULL;
	batch->watermark = batch->begun;
}

static void
feed(CvBatch *batch, TupleTableSlot *row)
{
	CvRecomputeWork *work = batch->recompute;
	int64		time = DatumGetInt64(row->tts_values[CV_INPUT_TIME - 1]);
	uint64		tag = cv_reader_tag((ItemPointer)
									DatumGetPointer(row->tts_values[CV_INPUT_TAG - 1]));

	/* of one row that is in several groups */
	batch->is_same_row = work->has_last && work->last_tag == tag &&
		work->last_time == time;
	work->has_last = true;
	work->last_tag = tag;
	work->last_time = time;
	if (cv_batch_is_keyed(batch))
		add_to_key(batch, row, time);
	else
		cv_batch_recompute_join(batch, row, time);
}

/* the watermark is from before the row, and what max_future lets pass moves it */
static void
add_to_key(CvBatch *batch, TupleTableSlot *row, int64 time)
{
	CvCounters *counters = &batch->position->counters;
	int64		before = counters->rows_counted;

	cv_batch_add_to_key(batch, row, time);
	if (batch->is_same_row)
		counters->rows_counted = before;
	if (time <= batch->future_limit)
		cv_watermark_advance(&batch->watermark, time);
	batch->watermark.has_sealed = false;
	cv_batch_note_recomputed(batch, time);
}

/*
 * cv_batch_recompute_key_row -- where rows are kept, lives are what they are:
 * all that is still there of a key goes into the one it has.
 */
void
cv_batch_recompute_key_row(CvBatch *batch, TupleTableSlot *row, int64 time)
{
	const Datum *keys = &row->tts_values[CV_INPUT_FIRST_KEY - 1];
	const bool *isnull = &row->tts_isnull[CV_INPUT_FIRST_KEY - 1];
	bool		is_new;
	CvGroup    *group;

	if (!cv_batch_keeps_rows(batch))
	{
		cv_batch_recompute_hold_row(batch, row);
		return;
	}
	group = cv_group_table_enter(batch->groups, DT_NOBEGIN,
								 cv_key_hash(batch->keys, keys, isnull), keys,
								 isnull, &is_new);
	if (is_new)
		cv_batch_load_group(batch, group);
	cv_batch_recompute_row(batch, group, row, time);
}
