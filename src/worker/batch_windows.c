/*-------------------------------------------------------------------------
 *
 * batch_windows.c
 *	  Result rows of HOP and CUMULATE, made of slices.
 *
 * For each key of which slices have changed, the windows over these are gone
 * through in order, with a running merge of the slices they are made of
 * (aggregate/agg_queue.h): a slice is fetched once and merged a few times,
 * however many windows it is in.  Slices that the batch has not touched come
 * from where they rest.  The merge is turned where the window says
 * (cv_window_turn()), so it depends on the window and its slices alone: the
 * last digits of a sum of floats are the same wherever a pass begins.
 *
 * A window's row has the keys as its earliest slice has them, and that as its
 * first row had them: equal keys can be written in different ways, and which
 * is shown must not depend on where batches end.
 *
 * cv_key of CUMULATE's windows, which start together, is the hash of the keys
 * with its last bits replaced by the number of windows from this one on to the
 * last that starts with it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "aggregate/agg_queue.h"
#include "worker/batch_groups.h"
#include "worker/batch_recompute.h"
#include "worker/batch_slices.h"
#include "worker/batch_windows.h"

#define CV_CUMULATE_STEP	(INT64CONST(1) << CV_CUMULATE_BITS)

/* A slice that is in the queue. */
typedef struct Part
{
	int64		start;
	Datum	   *keys;
	bool	   *isnull;
	CvSliceCorrections *corrections;	/* or NULL */
} Part;

/* What CvBatch.windows points to. */
typedef struct CvWindowWork
{
	CvAggQueue *queue;
	Part	   *parts;			/* parallel to it: first .. first + count */
	int			first;
	int			count;
	int			allocated;
	int			ncorrected;		/* parts that have corrections */
	Datum	   *values;			/* of a result row */
	bool	   *isnull;
	Datum	   *resting_keys;	/* of a slice that is fetched */
	bool	   *resting_isnull;

	CvTurn		turn;			/* of the window to be written next */
	bool		is_turned;

	/* of a key */
	MemoryContext key_context;
	uint64		hash;
	Datum	   *keys;
	bool	   *keys_isnull;
	bool		must_look;		/* others of its hash may have rows */

	/* of a pass */
	bool		has_last;
	int64		last_window;	/* the last that had a row before */
	bool		has_greatest;
	int64		greatest_key;	/* of those written */
} CvWindowWork;

typedef CvGroup *GroupPointer;

static inline int64 cv_key_step(const CvBatch *batch);
static int	choose_changed(CvBatch *batch, CvGroup **groups, int64 count);
static void write_hash(CvBatch *batch, CvGroup **slices, int count);
static void write_key(CvBatch *batch, CvGroup **slices, int count);
static bool first_window_over(CvBatch *batch, const CvGroup *group,
							  CvBounds *window);
static int64 add_slices(CvBatch *batch, CvGroup **slices, int count,
						const CvBounds *window, int64 added);
static bool is_wanted(const CvBatch *batch, const CvBounds *window);
static void copy_keys(CvBatch *batch, const Datum *keys, const bool *isnull,
					  Datum **copied, bool **copied_isnull);
static void go_to_window(CvWindowWork *work, const CvWindowSpec *spec,
						 const CvBounds *window);
static void turn_merge(CvWindowWork *work);
static int32 sum_corrections(const CvWindowWork *work,
							 const CvBounds *window);
static void build_row(CvBatch *batch, const CvBounds *window);
static TupleTableSlot *find_row(CvBatch *batch, const CvBounds *window,
								int64 *cv_key);
static int64 first_cv_key(const CvBatch *batch, uint64 hash,
						  const CvBounds *window);
static int	compare_slices(CvGroup *const *a, CvGroup *const *b);

#define ST_SORT sort_slices
#define ST_ELEMENT_TYPE GroupPointer
#define ST_COMPARE(a, b) compare_slices(a, b)
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

void
cv_batch_windows_begin(CvBatch *batch)
{
	int			natts = CV_RESULT_NATTS(batch->nkeys, batch->naggs);
	CvWindowWork *work;

	batch->windows = NULL;
	if (!batch->is_sliced)
		return;
	batch->windows = work = palloc0(sizeof(CvWindowWork));
	work->queue = cv_agg_queue_create(batch->aggs);
	work->values = palloc(sizeof(Datum) * natts);
	work->isnull = palloc(sizeof(bool) * natts);
	work->resting_keys = palloc(sizeof(Datum) * Max(batch->nkeys, 1));
	work->resting_isnull = palloc(sizeof(bool) * Max(batch->nkeys, 1));
	work->key_context = AllocSetContextCreate(CurrentMemoryContext,
											  "continuous view window key",
											  ALLOCSET_DEFAULT_SIZES);
	work->allocated = 64;
	work->parts = palloc(sizeof(Part) * work->allocated);
}

void
cv_batch_write_windows(CvBatch *batch)
{
	CvGroup   **slices;
	int			count;

	/* nothing is published before there is a watermark */
	if (batch->spec->dials.emit == CV_EMIT_FINAL && !batch->begun.is_set)
		return;
	slices = cv_group_table_sorted(batch->groups);
	count = choose_changed(batch, slices,
						   cv_group_table_count(batch->groups));
	sort_slices(slices, count);
	cv_windows_begin_pass(batch);
	for (int lo = 0, hi; lo < count; lo = hi)
	{
		for (hi = lo + 1; hi < count; hi++)
			if (slices[hi]->hash != slices[lo]->hash)
				break;
		write_hash(batch, &slices[lo], hi - lo);
	}
	cv_windows_end_pass(batch);
}

/* choose_changed -- the ones that matter, at the array's beginning. */
static int
choose_changed(CvBatch *batch, CvGroup **groups, int64 count)
{
	int			nchosen = 0;

	for (int64 i = 0; i < count; i++)
	{
		CvBounds	window;

		if (!groups[i]->is_changed)
			continue;
		if (batch->spec->dials.emit == CV_EMIT_FINAL &&
			(!first_window_over(batch, groups[i], &window) ||
			 !is_wanted(batch, &window)))
			continue;
		groups[nchosen++] = groups[i];
	}
	return nchosen;
}

/* write_hash -- mostly the slices of one key; put in the order of keys. */
static void
write_hash(CvBatch *batch, CvGroup **slices, int count)
{
	while (count > 0)
	{
		CvGroup   **others = palloc(sizeof(CvGroup *) * count);
		int			nsame = 0;
		int			nothers = 0;

		for (int i = 0; i < count; i++)
		{
			if (i == 0 ||
				cv_key_equal(batch->keys,
							 cv_group_keys(batch->groups, slices[0]),
							 cv_group_isnull(batch->groups, slices[0]),
							 cv_group_keys(batch->groups, slices[i]),
							 cv_group_isnull(batch->groups, slices[i])))
				slices[nsame++] = slices[i];
			else
				others[nothers++] = slices[i];
		}
		write_key(batch, slices, nsame);
		memcpy(&slices[nsame], others, sizeof(CvGroup *) * nothers);
		pfree(others);
		slices += nsame;
		count = nothers;
	}
}

/* write_key -- the windows over these slices of a key. */
static void
write_key(CvBatch *batch, CvGroup **slices, int count)
{
	CvBounds	window;
	int64		upto = PG_INT64_MIN;	/* slices before it have been added */
	int			i = 0;			/* the first slice not before the window */
	bool		exists;

	cv_windows_begin_key(batch, slices[0]->hash,
						 cv_group_keys(batch->groups, slices[0]),
						 cv_group_isnull(batch->groups, slices[0]));
	exists = first_window_over(batch, slices[0], &window);
	while (exists && is_wanted(batch, &window))
	{
		CHECK_FOR_INTERRUPTS();
		upto = add_slices(batch, &slices[i], count - i,
						  &window, upto);
		cv_windows_write(batch, &window);

		exists = cv_window_next(&batch->spec->window, &window);
		while (i < count && slices[i]->window_start < window.start)
			i++;
		if (i == count)
			break;
		if (exists && slices[i]->window_start >= window.end)
			exists = first_window_over(batch, slices[i], &window);
	}
	cv_windows_end_key(batch);
}

/* first_window_over -- ... the slice that is not sealed. */
static bool
first_window_over(CvBatch *batch, const CvGroup *group, CvBounds *window)
{
	const CvWindowSpec *spec = &batch->spec->window;
	CvBounds	slice;
	CvBounds	open;

	if (!cv_window_slice(spec, group->window_start, &slice))
		return false;
	cv_window_first(spec, &slice, window);
	if (!cv_watermark_is_too_late(&batch->begun, window->end))
		return true;
	if (!cv_window_ending_after(spec, batch->begun.sealed, &open))
		return false;
	*window = open;
	return true;
}

/*
 * add_slices -- those of the window that are not added yet, in order; the ones
 * in motion are among slices.  Gives back where the next one begins.
 */
static int64
add_slices(CvBatch *batch, CvGroup **slices, int count,
		   const CvBounds *window, int64 added)
{
	CvWindowWork *work = batch->windows;
	Datum	   *keys = cv_group_keys(batch->groups, slices[0]);
	bool	   *isnull = cv_group_isnull(batch->groups, slices[0]);
	int64		from = Max(added, window->start);
	CvBounds	slice = {from, from};
	int			i = 0;

	while (slice.end < window->end &&
		   cv_window_slice(&batch->spec->window, slice.end, &slice))
	{
		void	   *state = cv_windows_space(batch, window, slice.start);

		while (i < count && slices[i]->window_start < slice.start)
			i++;
		if (i < count && slices[i]->window_start == slice.start)
		{
			cv_agg_copy(batch->aggs, state,
						cv_group_state(batch->groups, slices[i]));
			cv_windows_add_slice(batch, slice.start,
								 cv_group_keys(batch->groups, slices[i]),
								 cv_group_isnull(batch->groups, slices[i]));
		}
		else if (cv_batch_load_resting(batch, slice.start, slices[0]->hash,
									   keys, isnull, state,
									   work->resting_keys,
									   work->resting_isnull))
			cv_windows_add_slice(batch, slice.start, work->resting_keys,
								 work->resting_isnull);
	}
	return slice.end;
}

/* is_wanted -- is a window over a slice that has changed to be written? */
static bool
is_wanted(const CvBatch *batch, const CvBounds *window)
{
	return batch->spec->dials.emit == CV_EMIT_UPDATE ||
		cv_watermark_is_closed(&batch->begun, window->end);
}

void
cv_windows_begin_pass(CvBatch *batch)
{
	CvWindowWork *work = batch->windows;

	work->has_last = cv_result_table_last_window(batch->results,
												 &work->last_window);
	work->has_greatest = false;
}

void
cv_windows_end_pass(CvBatch *batch)
{
	cv_result_table_flush(batch->results);
}

void
cv_windows_begin_key(CvBatch *batch, uint64 hash, const Datum *keys,
					 const bool *isnull)
{
	CvWindowWork *work = batch->windows;

	work->hash = hash;
	copy_keys(batch, keys, isnull, &work->keys, &work->keys_isnull);
	work->first = work->count = 0;
	work->ncorrected = 0;
	work->turn.until = PG_INT64_MIN;
	cv_agg_queue_clear(work->queue);
	cv_agg_scratch_begin(batch->aggs);

	/* hashes ascend, unless others were in the way of one before */
	work->must_look = work->has_greatest &&
		((int64) hash & ~(cv_key_step(batch) - 1)) <= work->greatest_key;
	if (work->must_look)
		cv_result_table_flush(batch->results);
}

/* into the key's context */
static void
copy_keys(CvBatch *batch, const Datum *keys, const bool *isnull,
		  Datum **copied, bool **copied_isnull)
{
	MemoryContext context = batch->windows->key_context;

	*copied = MemoryContextAlloc(context, sizeof(Datum) * Max(batch->nkeys, 1));
	*copied_isnull = MemoryContextAlloc(context,
										sizeof(bool) * Max(batch->nkeys, 1));
	cv_key_copy(batch->keys, keys, isnull, *copied, context);
	memcpy(*copied_isnull, isnull, sizeof(bool) * batch->nkeys);
}

bool
cv_windows_is_key(CvBatch *batch, const Datum *keys, const bool *isnull)
{
	return cv_key_equal(batch->keys, batch->windows->keys,
						batch->windows->keys_isnull, keys, isnull);
}

void
cv_windows_end_key(CvBatch *batch)
{
	CvWindowWork *work = batch->windows;

	cv_agg_scratch_end(batch->aggs);
	MemoryContextReset(work->key_context);
}

void *
cv_windows_space(CvBatch *batch, const CvBounds *window, int64 slice_start)
{
	CvWindowWork *work = batch->windows;

	go_to_window(work, &batch->spec->window, window);
	if (slice_start >= work->turn.at)
		turn_merge(work);
	return cv_agg_queue_space(work->queue);
}

/* go_to_window -- what is before it goes. */
static void
go_to_window(CvWindowWork *work, const CvWindowSpec *spec,
			 const CvBounds *window)
{
	while (work->count > 0 && work->parts[work->first].start < window->start)
	{
		work->ncorrected -= work->parts[work->first].corrections != NULL;
		work->first++;
		work->count--;
		cv_agg_queue_pop(work->queue);
	}
	if (window->start >= work->turn.until)
	{
		cv_window_turn(spec, window->start, &work->turn);
		work->is_turned = false;
	}
}

/* turn_merge -- unless it is; all slices that are there are before turn.at. */
static void
turn_merge(CvWindowWork *work)
{
	if (!work->is_turned)
		cv_agg_queue_turn(work->queue);
	work->is_turned = true;
}

void
cv_windows_add_slice(CvBatch *batch, int64 slice_start, const Datum *keys,
					 const bool *isnull)
{
	CvWindowWork *work = batch->windows;
	Part	   *part;

	cv_agg_queue_push(work->queue);
	if (work->first + work->count == work->allocated)
	{
		if (work->first < work->allocated / 2)
		{
			work->allocated *= 2;
			work->parts = repalloc_huge(work->parts,
										sizeof(Part) * work->allocated);
		}
		memmove(work->parts, work->parts + work->first,
				sizeof(Part) * work->count);
		work->first = 0;
	}
	part = &work->parts[work->first + work->count++];
	part->start = slice_start;
	part->keys = work->keys;
	part->isnull = work->keys_isnull;
	if (!cv_key_identical(batch->keys, part->keys, keys, isnull))
		copy_keys(batch, keys, isnull, &part->keys, &part->isnull);
	part->corrections = cv_batch_get_corrections(batch, slice_start,
												 work->hash, keys, isnull);
	work->ncorrected += part->corrections != NULL;
}

bool
cv_windows_write(CvBatch *batch, const CvBounds *window)
{
	CvWindowWork *work = batch->windows;
	int			cv_key_at = CV_ATT_KEY(batch->nkeys, batch->naggs) - 1;
	int			corrections_at =
		CV_ATT_CORRECTIONS(batch->nkeys, batch->naggs) - 1;
	MemoryContext old;
	TupleTableSlot *row;
	ItemPointerData tid;
	int64		cv_key;

	go_to_window(work, &batch->spec->window, window);
	turn_merge(work);
	if (work->count == 0)
		return false;

	old = MemoryContextSwitchTo(cv_agg_result_context(batch->aggs));
	build_row(batch, window);
	row = find_row(batch, window, &cv_key);
	work->values[cv_key_at] = Int64GetDatum(cv_key);
	/* one that came from a dump, whose slices are gone, or are others now */
	if (row != NULL && cv_watermark_is_too_late(&batch->begun, window->end))
	{
		MemoryContextSwitchTo(old);
		MemoryContextReset(cv_agg_result_context(batch->aggs));
		return true;
	}
	if (row != NULL && cv_batch_keeps_rows(batch))
		cv_batch_keep_values(batch, row, work->values, work->isnull);
	if (row == NULL && cv_batch_keeps_rows(batch))
		;						/* it was never there, or is expired */
	else if (row == NULL)
		cv_result_table_insert(batch->results, work->values, work->isnull,
							   NULL);
	else
	{
		work->values[corrections_at] =
			Int32GetDatum(DatumGetInt32(work->values[corrections_at]) +
						  DatumGetInt32(row->tts_values[corrections_at]));
		cv_result_table_update(batch->results, row, work->values,
							   work->isnull, &tid);
	}
	MemoryContextSwitchTo(old);
	MemoryContextReset(cv_agg_result_context(batch->aggs));
	return true;
}

static void
build_row(CvBatch *batch, const CvBounds *window)
{
	CvWindowWork *work = batch->windows;
	const Part *part = &work->parts[work->first];
	int			nkeys = batch->nkeys;
	int			naggs = batch->naggs;
	int			first_agg = CV_ATT_FIRST_AGG(nkeys) - 1;
	Datum	   *values = work->values;
	bool	   *isnull = work->isnull;

	memset(isnull, false, sizeof(bool) * CV_RESULT_NATTS(nkeys, naggs));
	values[CV_ATT_WINDOW_START - 1] = Int64GetDatum(window->start);
	values[CV_ATT_WINDOW_END - 1] = Int64GetDatum(window->end);
	memcpy(&values[CV_ATT_FIRST_KEY - 1], part->keys, sizeof(Datum) * nkeys);
	memcpy(&isnull[CV_ATT_FIRST_KEY - 1], part->isnull, sizeof(bool) * nkeys);
	cv_agg_finish(batch->aggs, cv_agg_queue_total(work->queue),
				  &values[CV_ATT_FIRST_KEY - 1], &isnull[CV_ATT_FIRST_KEY - 1],
				  &values[first_agg], &isnull[first_agg]);
	values[CV_ATT_STATE(nkeys, naggs) - 1] = (Datum) 0;
	isnull[CV_ATT_STATE(nkeys, naggs) - 1] = true;
	values[CV_ATT_CORRECTIONS(nkeys, naggs) - 1] =
		Int32GetDatum(sum_corrections(work, window));
	values[CV_ATT_UPDATED_AT(nkeys, naggs) - 1] =
		TimestampTzGetDatum(batch->now);
}

static int32
sum_corrections(const CvWindowWork *work, const CvBounds *window)
{
	const Part *part = &work->parts[work->first];
	int32		sum = 0;

	if (work->ncorrected == 0)
		return 0;
	for (int i = 0; i < work->count; i++)
		if (part[i].corrections != NULL)
			sum += cv_corrections_of_window(part[i].corrections, window);
	return sum;
}

/*
 * find_row -- the window's row, or NULL and the cv_key that is free for it.
 *
 * Looked for only where there can be one: windows behind the last that had a
 * row have none, but for those of keys with the same hash, just written.
 */
static TupleTableSlot *
find_row(CvBatch *batch, const CvBounds *window, int64 *cv_key)
{
	CvWindowWork *work = batch->windows;
	TupleTableSlot *row = NULL;

	*cv_key = first_cv_key(batch, work->hash, window);
	if (work->must_look ||
		(work->has_last && window->start <= work->last_window))
	{
		while ((row = cv_result_table_lookup(batch->results, window->start,
											 *cv_key)) != NULL)
		{
			slot_getallattrs(row);
			if (cv_key_equal(batch->keys,
							 &work->values[CV_ATT_FIRST_KEY - 1],
							 &work->isnull[CV_ATT_FIRST_KEY - 1],
							 &row->tts_values[CV_ATT_FIRST_KEY - 1],
							 &row->tts_isnull[CV_ATT_FIRST_KEY - 1]))
				break;
			*cv_key += cv_key_step(batch);
		}
	}
	if (!work->has_greatest || *cv_key > work->greatest_key)
		work->greatest_key = *cv_key;
	work->has_greatest = true;
	return row;
}

static int64
first_cv_key(const CvBatch *batch, uint64 hash, const CvBounds *window)
{
	const CvWindowSpec *spec = &batch->spec->window;
	CvBounds	slice;

	if (spec->kind != CV_WINDOW_CUMULATE)
		return (int64) hash;
	cv_window_slice(spec, window->end - 1, &slice);
	return ((int64) hash & ~(CV_CUMULATE_STEP - 1)) |
		cv_window_count(spec, &slice);
}

static inline int64
cv_key_step(const CvBatch *batch)
{
	return batch->spec->window.kind == CV_WINDOW_CUMULATE ?
		CV_CUMULATE_STEP : 1;
}

static int
compare_slices(CvGroup *const *a, CvGroup *const *b)
{
	int64		a_hash = (int64) (*a)->hash;
	int64		b_hash = (int64) (*b)->hash;

	if (a_hash != b_hash)
		return a_hash < b_hash ? -1 : 1;
	if ((*a)->window_start != (*b)->window_start)
		return (*a)->window_start < (*b)->window_start ? -1 : 1;
	return 0;
}
