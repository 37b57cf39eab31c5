/*-------------------------------------------------------------------------
 *
 * batch_publish.c
 *	  emit = final: how far a scan that is over may close windows at once; and
 *	  windows of HOP and CUMULATE that close.
 *
 * These are made, for all keys that have rows, from the slices in the state
 * table, sorted by key on the way: so memory does not depend on how many there
 * are.
 *
 * A backfill may close years of windows.  It does so in steps of bounded size,
 * each with a watermark of its own, so that what is published and what the
 * watermark says agree after every commit (HAZARDS-engine S14).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_operator.h"
#include "miscadmin.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "base/settings.h"
#include "worker/batch_close.h"
#include "worker/batch_groups.h"
#include "worker/batch_publish.h"
#include "worker/batch_sessions.h"
#include "worker/batch_windows.h"

/* rows of the state table that one batch moves to the result table */
#define CV_PUBLISH_ROWS	50000

/* Slices of keys, key by key: from a sort, or a list of rows. */
typedef struct SliceSource
{
	Tuplesortstate *sort;
	List	   *rows;			/* of MinimalTuple */
	int			next;			/* of rows */
	TupleTableSlot *slot;		/* the slice at hand */
	bool		has_slice;
} SliceSource;

/* The windows that are to be written. */
typedef struct WindowRange
{
	CvBounds	first;
	int64		upto;			/* they end by then */
} WindowRange;

static bool closes_a_window(const CvBatch *batch);
static void sort_slices(CvBatch *batch, const WindowRange *range,
						SliceSource *source);
static Tuplesortstate *begin_sort(CvBatch *batch, TupleDesc desc);
static void next_slice(SliceSource *source);
static List *write_key(CvBatch *batch, const WindowRange *range,
					   SliceSource *source);
static bool add_slice(CvBatch *batch, const WindowRange *range,
					  TupleTableSlot *slice, CvBounds *window,
					  bool has_window);
static int64 limit_of_slices(CvBatch *batch, int64 target);
static void first_window_over(const CvBatch *batch, int64 slice_start,
							  CvBounds *window);

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
	if (batch->is_sliced)
		return limit_of_slices(batch, target);
	if (by_end)
		cv_result_table_scan_ended_begin(batch->unpublished,
										 cv_batch_published_upto(batch),
										 target);
	else
		cv_result_table_scan_begin(batch->unpublished,
								   cv_batch_first_unpublished(batch),
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

/*
 * limit_of_slices -- windows that end where a slice begins have all of theirs;
 * at least one window closes.
 */
static int64
limit_of_slices(CvBatch *batch, int64 target)
{
	CvBounds	first;
	TupleTableSlot *row;
	int64		limit = target;
	int64		nrows = 0;

	if (!cv_window_ending_after(&batch->spec->window,
								batch->watermark.is_set ?
								batch->watermark.value : PG_INT64_MIN, &first))
		return target;
	cv_result_table_scan_begin(batch->unpublished, first.start, target);
	while ((row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		bool		isnull;
		int64		start = DatumGetInt64(slot_getattr(row, CV_ATT_WINDOW_START,
													   &isnull));

		CHECK_FOR_INTERRUPTS();
		if (nrows++ == 0 && !batch->watermark.is_set)
			first_window_over(batch, start, &first);
		if (nrows > CV_PUBLISH_ROWS && start >= first.end)
		{
			limit = start;
			break;
		}
	}
	cv_result_table_scan_end(batch->unpublished);
	return limit;
}

void
cv_batch_publish_windows(CvBatch *batch)
{
	if (batch->spec->dials.emit == CV_EMIT_FINAL && closes_a_window(batch))
		cv_batch_write_ending(batch, batch->begun.is_set, batch->begun.value,
							  batch->watermark.value);
}

/* closes_a_window -- is there an end that the watermark has come to? */
static bool
closes_a_window(const CvBatch *batch)
{
	CvBounds	window;

	if (!batch->watermark.is_set)
		return false;
	if (!batch->begun.is_set)
		return true;
	return cv_window_ending_after(&batch->spec->window, batch->begun.value,
								  &window) &&
		window.end <= batch->watermark.value;
}

void
cv_batch_rewrite_windows(CvBatch *batch)
{
	cv_batch_write_ending(batch, batch->begun.is_set, batch->begun.value,
						  PG_INT64_MAX);
}

void
cv_batch_write_ending(CvBatch *batch, bool has_after, int64 after, int64 upto)
{
	WindowRange range = {.upto = upto};
	SliceSource all = {0};

	if (!cv_window_ending_after(&batch->spec->window,
								has_after ? after : PG_INT64_MIN,
								&range.first))
		return;
	sort_slices(batch, &range, &all);
	if (all.sort == NULL)
		return;
	cv_windows_begin_pass(batch);
	next_slice(&all);
	while (all.has_slice)
	{
		List	   *others = write_key(batch, &range, &all);

		/* of keys that have the same hash */
		while (others != NIL)
		{
			SliceSource source = {.rows = others};

			source.slot = MakeSingleTupleTableSlot(all.slot->tts_tupleDescriptor,
												   &TTSOpsMinimalTuple);
			next_slice(&source);
			others = write_key(batch, &range, &source);
			ExecDropSingleTupleTableSlot(source.slot);
			list_free_deep(source.rows);
		}
	}
	cv_windows_end_pass(batch);
	ExecDropSingleTupleTableSlot(all.slot);
	tuplesort_end(all.sort);
}

/*
 * sort_slices -- those of the windows of the range, by the hash of their keys,
 * then by time.  source->sort stays NULL if there are none.
 */
static void
sort_slices(CvBatch *batch, const WindowRange *range, SliceSource *source)
{
	int			cv_key_at = CV_ATT_KEY(batch->nkeys, batch->naggs) - 1;
	TupleTableSlot *sorted = NULL;
	TupleTableSlot *row;

	cv_result_table_scan_begin(batch->unpublished, range->first.start,
							   range->upto);
	while ((row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		TupleDesc	desc = row->tts_tupleDescriptor;
		uint64		hash;

		CHECK_FOR_INTERRUPTS();
		if (source->sort == NULL)
		{
			source->sort = begin_sort(batch, desc);
			source->slot = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);
			sorted = MakeSingleTupleTableSlot(desc, &TTSOpsVirtual);
		}
		slot_getallattrs(row);
		ExecClearTuple(sorted);
		memcpy(sorted->tts_values, row->tts_values,
			   sizeof(Datum) * desc->natts);
		memcpy(sorted->tts_isnull, row->tts_isnull,
			   sizeof(bool) * desc->natts);
		hash = cv_key_hash(batch->keys,
						   &row->tts_values[CV_ATT_FIRST_KEY - 1],
						   &row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
		sorted->tts_values[cv_key_at] = Int64GetDatum((int64) hash);
		ExecStoreVirtualTuple(sorted);
		tuplesort_puttupleslot(source->sort, sorted);
	}
	cv_result_table_scan_end(batch->unpublished);
	if (source->sort == NULL)
		return;
	ExecDropSingleTupleTableSlot(sorted);
	tuplesort_performsort(source->sort);
}

static Tuplesortstate *
begin_sort(CvBatch *batch, TupleDesc desc)
{
	Oid			time_type = batch->spec->window.time_type;
	AttrNumber	columns[] = {CV_ATT_KEY(batch->nkeys, batch->naggs),
	CV_ATT_WINDOW_START};
	Oid			operators[] = {
		Int8LessOperator,
		lookup_type_cache(time_type, TYPECACHE_LT_OPR)->lt_opr,
	};
	Oid			collations[] = {InvalidOid, InvalidOid};
	bool		nulls_first[] = {false, false};

	return tuplesort_begin_heap(desc, 2, columns, operators, collations,
								nulls_first, cv_batch_memory_kb, NULL,
								TUPLESORT_NONE);
}

static void
next_slice(SliceSource *source)
{
	if (source->sort != NULL)
		source->has_slice = tuplesort_gettupleslot(source->sort, true, false,
												   source->slot, NULL);
	else
	{
		source->has_slice = source->next < list_length(source->rows);
		if (source->has_slice)
			ExecStoreMinimalTuple(list_nth(source->rows, source->next++),
								  source->slot, false);
	}
	if (source->has_slice)
		slot_getallattrs(source->slot);
}

/*
 * write_key -- the windows of the key that is at hand, and on to the next hash.
 *
 * Gives back the slices of other keys with the same hash.
 */
static List *
write_key(CvBatch *batch, const WindowRange *range, SliceSource *source)
{
	int			cv_key_at = CV_ATT_KEY(batch->nkeys, batch->naggs) - 1;
	const Datum *keys = &source->slot->tts_values[CV_ATT_FIRST_KEY - 1];
	const bool *isnull = &source->slot->tts_isnull[CV_ATT_FIRST_KEY - 1];
	Datum		hash = source->slot->tts_values[cv_key_at];
	List	   *others = NIL;
	CvBounds	window = {0};
	bool		has_window = false;

	cv_windows_begin_key(batch, (uint64) DatumGetInt64(hash), keys, isnull);
	do
	{
		CHECK_FOR_INTERRUPTS();
		if (cv_windows_is_key(batch, keys, isnull))
			has_window = add_slice(batch, range, source->slot, &window,
								   has_window);
		else
			others = lappend(others, ExecCopySlotMinimalTuple(source->slot));
		next_slice(source);
	} while (source->has_slice &&
			 source->slot->tts_values[cv_key_at] == hash);

	while (has_window && window.end <= range->upto &&
		   cv_windows_write(batch, &window))
		has_window = cv_window_next(&batch->spec->window, &window);
	cv_windows_end_key(batch);
	return others;
}

/*
 * add_slice -- first the windows that end by its start: they have all of
 * theirs.  window is the next to be written; false if there are no more.
 */
static bool
add_slice(CvBatch *batch, const WindowRange *range, TupleTableSlot *slice,
		  CvBounds *window, bool has_window)
{
	int64		start = DatumGetInt64(slice->tts_values[CV_ATT_WINDOW_START - 1]);

	while (has_window && window->end <= start)
	{
		if (!cv_windows_write(batch, window))
			has_window = false;
		else if (!cv_window_next(&batch->spec->window, window))
			return false;
	}
	/* windows between have no slice of the key */
	if (!has_window)
	{
		first_window_over(batch, start, window);
		if (cv_window_is_before(window, &range->first))
			*window = range->first;
	}

	cv_batch_load_row(batch, slice, cv_windows_space(batch, window, start));
	cv_windows_add_slice(batch, start,
						 &slice->tts_values[CV_ATT_FIRST_KEY - 1],
						 &slice->tts_isnull[CV_ATT_FIRST_KEY - 1]);
	return true;
}

static void
first_window_over(const CvBatch *batch, int64 slice_start, CvBounds *window)
{
	const CvWindowSpec *spec = &batch->spec->window;
	CvBounds	slice;

	if (!cv_window_slice(spec, slice_start, &slice))
		elog(ERROR, "a slice of continuous view %s is in no window",
			 batch->spec->name);
	cv_window_first(spec, &slice, window);
}
