/*-------------------------------------------------------------------------
 *
 * batch_fill.c
 *	  The dial fill: rows for windows of a key that have none.
 *
 * Between two windows of a key that have rows, with none in between and at
 * most fill_windows windows apart, each window gets a filler: a group without
 * rows.  So the fillers follow from the windows that have rows, and from
 * nothing else: a row that comes later fills up its gap from both ends, or
 * makes an ordinary group of a filler; no order, batch or restart matters.
 *
 *	rows		A  .  .  .  B  .  .  C			fill_windows = 2
 *	fillers		            B  f  f  C			A and B are too far apart
 *	late row	A  .  X  .  B  f  f  C
 *	fillers		A  f  X  f  B  f  f  C
 *
 * A window that gets its first row looks to both sides, one window after the
 * other, for one that has rows.  If it was a filler there is nothing to do:
 * both sides are filled already.  So is a side on which a filler is next.
 * What is found in motion or in memory costs no look into the tables, and
 * beyond the first and the last window that the view has there is nothing.
 *
 * Fillers are derived rows.  They may lie in windows that are closed, or too
 * late; they count as no row of anything.  With retention, a window that was
 * expired by the watermark of the later of two rows does not count as one of
 * the two, whether its row has been removed by then or not.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/cash.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/settings.h"
#include "worker/batch_anchor.h"
#include "worker/batch_close.h"
#include "worker/batch_fill.h"
#include "worker/batch_groups.h"

/* A group that came into being. */
typedef struct FillNote
{
	CvGroup    *group;
	int64		expired;		/* windows that end by then do not count */
} FillNote;

struct CvFillWork
{
	MemoryContext context;
	int64		count;
	int64		max;
	FillNote   *notes;

	int64		watermark;		/* expired was computed for this one */
	int64		expired;

	/* while filling */
	Size		memory_limit;
	CvGroupTable *noted;		/* NULL, or has the groups that were noted,
								 * after those in motion were forgotten */
	CvGroupTable *probe_table;
	CvGroup    *probe;			/* asks for a window of one key */
	int64		first;			/* no window before or after has rows */
	int64		last;
};

typedef enum FillNeighbour
{
	NEIGHBOUR_NONE,
	NEIGHBOUR_ROWS,
	NEIGHBOUR_DONE				/* this side is filled, or will be */
} FillNeighbour;

static int64 expired_by_now(CvBatch *batch);
static void find_ends(CvBatch *batch);
static void fill_around(CvBatch *batch, const FillNote *note);
static int	measure_gap(CvBatch *batch, const FillNote *note, int direction);
static FillNeighbour look_at(CvBatch *batch, int64 window_start,
							 int direction);
static void add_filler(CvBatch *batch, int64 window_start);
static Size memory_in_motion(const CvBatch *batch);
static void spill_if_short(CvBatch *batch);
static Datum zero_of(Oid type, bool *isnull);

void
cv_batch_fill_begin(CvBatch *batch)
{
	struct CvFillWork *work;

	batch->fill = NULL;
	if (batch->spec->dials.fill == CV_FILL_NONE ||
		batch->spec->window.kind != CV_WINDOW_TUMBLE)
		return;
	work = palloc0(sizeof(struct CvFillWork));
	work->context = CurrentMemoryContext;
	work->watermark = work->expired = PG_INT64_MIN;
	work->probe_table = cv_group_table_create(batch->keys,
											  cv_agg_state_size(batch->aggs));
	batch->fill = work;
}

void
cv_batch_fill_note(CvBatch *batch, CvGroup *group)
{
	struct CvFillWork *work = batch->fill;

	if (likely(work == NULL))
		return;
	if (work->count >= work->max)
	{
		work->max = Max(work->max * 2, 64);
		if (work->notes == NULL)
			work->notes = MemoryContextAlloc(work->context,
											 sizeof(FillNote) * work->max);
		else
			work->notes = repalloc_huge(work->notes,
										sizeof(FillNote) * work->max);
	}
	work->notes[work->count].group = group;
	work->notes[work->count++].expired = expired_by_now(batch);
}

/*
 * expired_by_now -- by the watermark alone.
 *
 * Rows are removed by the slower of watermark and wall clock, so those that
 * were removed are among those that do not count, whatever the wall clock.
 */
static int64
expired_by_now(CvBatch *batch)
{
	struct CvFillWork *work = batch->fill;
	int64		watermark = batch->watermark.value;

	if (!batch->watermark.is_set || work->watermark == watermark)
		return work->expired;
	if (cv_retention_limit(batch->spec, watermark, &work->expired))
		work->watermark = watermark;
	return work->expired;
}

void
cv_batch_fill(CvBatch *batch)
{
	struct CvFillWork *work = batch->fill;

	if (work == NULL || work->count == 0)
		return;
	find_ends(batch);
	/* groups may be written because they take what they may: do not spill yet */
	work->memory_limit = memory_in_motion(batch) +
		(Size) cv_batch_memory_kb * 1024 / 2;
	for (int64 i = 0; i < work->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		fill_around(batch, &work->notes[i]);
		spill_if_short(batch);
	}
	work->count = 0;
	cv_group_table_reset(work->probe_table);
	if (work->noted != NULL)
		cv_group_table_reset(work->noted);
}

/* find_ends -- what rests in memory is in the tables, too. */
static void
find_ends(CvBatch *batch)
{
	struct CvFillWork *work = batch->fill;
	CvResultTable *tables[2] = {batch->results, batch->unpublished};
	int64		start;

	work->first = PG_INT64_MAX;
	work->last = PG_INT64_MIN;
	for (int i = 0; i < lengthof(tables); i++)
	{
		if (tables[i] == NULL)
			continue;
		if (cv_result_table_first_window(tables[i], &start))
			work->first = Min(work->first, start);
		if (cv_result_table_last_window(tables[i], &start))
			work->last = Max(work->last, start);
	}
	for (int64 i = 0; i < work->count; i++)
	{
		start = work->notes[i].group->window_start;
		work->first = Min(work->first, start);
		work->last = Max(work->last, start);
	}
}

static void
fill_around(CvBatch *batch, const FillNote *note)
{
	struct CvFillWork *work = batch->fill;
	const CvGrid *grid = &batch->spec->window.grid;
	CvGroup    *group = note->group;
	bool		is_new;

	/* all group tables of a batch lay groups out alike */
	cv_group_table_reset(work->probe_table);
	work->probe = cv_group_table_enter(work->probe_table, group->window_start,
									   group->hash,
									   cv_group_keys(batch->groups, group),
									   cv_group_isnull(batch->groups, group),
									   &is_new);
	for (int direction = -1; direction <= 1; direction += 2)
	{
		int			gap = measure_gap(batch, note, direction);
		int64		start = group->window_start;

		for (int i = 0; i < gap; i++)
		{
			if (!cv_grid_step(grid, start, direction, &start))
				break;
			add_filler(batch, start);
		}
	}
}

/* measure_gap -- how many windows to that side are to be filled? */
static int
measure_gap(CvBatch *batch, const FillNote *note, int direction)
{
	struct CvFillWork *work = batch->fill;
	const CvGrid *grid = &batch->spec->window.grid;
	int64		start = note->group->window_start;

	for (int gap = 0; gap <= batch->spec->dials.fill_windows; gap++)
	{
		int64		next;

		/* going down, where we are is the end of the window to look at */
		if (!cv_grid_step(grid, start, direction, &next) ||
			next < work->first || next > work->last ||
			(direction < 0 && start <= note->expired))
			return 0;
		start = next;
		switch (look_at(batch, start, direction))
		{
			case NEIGHBOUR_NONE:
				break;
			case NEIGHBOUR_ROWS:
				return gap;
			case NEIGHBOUR_DONE:
				return 0;
		}
	}
	return 0;
}

/*
 * look_at -- the window of the key at hand that begins there.
 *
 * Of two that are new in this batch the later one fills what is between them.
 */
static FillNeighbour
look_at(CvBatch *batch, int64 window_start, int direction)
{
	struct CvFillWork *work = batch->fill;
	CvGroup    *probe = work->probe;
	CvGroup    *group;

	group = cv_group_table_lookup(batch->groups, window_start, probe->hash,
								  cv_group_keys(batch->groups, probe),
								  cv_group_isnull(batch->groups, probe));
	if (group != NULL && !group->is_filler && group->place == CV_ROW_NONE &&
		direction > 0)
		return NEIGHBOUR_DONE;
	if (group == NULL && work->noted != NULL)
		group = cv_group_table_lookup(work->noted, window_start, probe->hash,
									  cv_group_keys(work->noted, probe),
									  cv_group_isnull(work->noted, probe));
	if (group == NULL)
	{
		probe->window_start = window_start;
		probe->collides = probe->is_filler = false;
		if (!cv_batch_find_group(batch, probe, false))
			return NEIGHBOUR_NONE;
		group = probe;
	}
	/* of those that were restored, some may be missing now */
	if (group->is_filler && cv_anchor_is_counting(batch) &&
		window_start < batch->position->anchor.kept)
		return NEIGHBOUR_NONE;
	return group->is_filler ? NEIGHBOUR_DONE : NEIGHBOUR_ROWS;
}

static void
add_filler(CvBatch *batch, int64 window_start)
{
	CvGroup    *probe = batch->fill->probe;
	CvGroup    *group;
	CvBounds	window;
	bool		is_new;

	if (!cv_window_slice(&batch->spec->window, window_start, &window))
		return;
	group = cv_group_table_enter(batch->groups, window_start, probe->hash,
								 cv_group_keys(batch->groups, probe),
								 cv_group_isnull(batch->groups, probe),
								 &is_new);
	if (!is_new)
		return;
	group->window_end = window.end;
	if (cv_batch_find_group(batch, group, false))
		return;
	cv_agg_init(batch->aggs, cv_group_state(batch->groups, group));
	group->is_filler = group->is_changed = true;
}

static Size
memory_in_motion(const CvBatch *batch)
{
	return cv_group_table_memory(batch->groups) +
		cv_agg_set_memory(batch->aggs);
}

/*
 * spill_if_short -- like cv_batch_spill_groups(), but the groups that were
 * noted stay, as their keys are still to be asked for.
 */
static void
spill_if_short(CvBatch *batch)
{
	struct CvFillWork *work = batch->fill;
	CvGroupTable *table = batch->groups;
	MemoryContext old;

	if (memory_in_motion(batch) <= work->memory_limit)
		return;
	cv_batch_evict_groups(batch);
	if (work->noted == NULL)
	{
		old = MemoryContextSwitchTo(work->context);
		work->noted = cv_group_table_create(batch->keys,
											cv_agg_state_size(batch->aggs));
		MemoryContextSwitchTo(old);
	}
	if (cv_group_table_count(work->noted) == 0)
	{
		batch->groups = work->noted;
		work->noted = table;
	}
	else
		cv_group_table_reset(table);
	cv_agg_set_reset_states(batch->aggs);
	work->memory_limit = (Size) cv_batch_memory_kb * 1024;
}

void
cv_batch_fill_row(CvBatch *batch, Datum *values, bool *isnull, Datum *saved,
				  bool *saved_isnull)
{
	ListCell   *lc;
	int			i = 0;

	if (batch->spec->dials.fill == CV_FILL_ZERO)
	{
		foreach(lc, batch->spec->aggs)
		{
			if (isnull[i])
				values[i] = zero_of(exprType((Node *) lfirst(lc)), &isnull[i]);
			i++;
		}
	}
	/* no bytes at all: cv_agg_save() never gives that */
	*saved = PointerGetDatum(cstring_to_text_with_len("", 0));
	*saved_isnull = false;
}

bool
cv_is_filler_state(Datum saved, bool saved_isnull)
{
	return !saved_isnull && VARSIZE_ANY_EXHDR(DatumGetPointer(saved)) == 0;
}

/* zero_of -- of types that say how much; what else is NULL stays NULL. */
static Datum
zero_of(Oid type, bool *isnull)
{
	*isnull = false;
	switch (type)
	{
		case INT2OID:
			return Int16GetDatum(0);
		case INT4OID:
			return Int32GetDatum(0);
		case INT8OID:
			return Int64GetDatum(0);
		case FLOAT4OID:
			return Float4GetDatum(0);
		case FLOAT8OID:
			return Float8GetDatum(0);
		case CASHOID:
			return CashGetDatum(0);
		case NUMERICOID:
			return NumericGetDatum(int64_to_numeric(0));
		case INTERVALOID:
			return IntervalPGetDatum((Interval *) palloc0(sizeof(Interval)));
		default:
			*isnull = true;
			return (Datum) 0;
	}
}
