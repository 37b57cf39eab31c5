/*-------------------------------------------------------------------------
 *
 * batch_blocks.c
 *	  The rows of a batch, into their groups, page by page.
 *
 * What batch_rows.c does for a row, for all rows of a page at a time: windows
 * first, then hashes, groups, and each aggregate in turn.  Short loops keep
 * what they need in registers, and while one group is fetched from memory the
 * next is on its way.
 *
 * For plain views only: one table, fixed windows, native aggregates.  The
 * others, and rows that are anything but ordinary, go their own way.  What
 * sessions do with a page is in batch_session_blocks.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "input/input_query.h"
#include "worker/batch_blocks.h"
#include "worker/batch_groups.h"
#include "worker/batch_rows_private.h"
#include "worker/batch_sessions.h"

/* more groups than that are not in the processor's caches */
#define MANY_GROUPS	2048

/* Rows of a block that wait to be added. */
typedef struct Waiting
{
	int			nrows;
	int			rows[CV_MAX_BLOCK_ROWS];	/* index in the block */
	int64		starts[CV_MAX_BLOCK_ROWS];	/* of their windows or slices */
	int64		ends[CV_MAX_BLOCK_ROWS];
	uint64		hashes[CV_MAX_BLOCK_ROWS];
	CvGroup    *groups[CV_MAX_BLOCK_ROWS];
	char	   *states[CV_MAX_BLOCK_ROWS];
} Waiting;

/* What becomes of rows in batch->slice. */
typedef enum SliceState
{
	SLICE_UNKNOWN,
	SLICE_OPEN,
	SLICE_CLOSED,				/* a window over it is */
	SLICE_SEALED				/* all of them are */
} SliceState;

static const CvRowBlock *next_block(CvBatch *batch);
static void consume_block(CvBatch *batch, const CvRowBlock *block,
						  Waiting *waiting);
static SliceState slice_state(const CvBatch *batch);
static void note_newest(CvBatch *batch, int64 newest);
static void add_waiting(CvBatch *batch, const CvRowBlock *block,
						Waiting *waiting);
static void add_correction(CvBatch *batch, const CvRowBlock *block,
						   Waiting *waiting, int row);
static void find_groups(CvBatch *batch, const CvRowBlock *block,
						Waiting *waiting);

bool
cv_view_takes_blocks(const CvViewSpec *spec, const CvAggSet *aggs)
{
	return spec->window.kind != CV_WINDOW_NONE && spec->clock_expr == NULL &&
		cv_agg_set_gives_blocks(aggs);
}

bool
cv_batch_takes_blocks(const CvBatch *batch)
{
	return (batch->sessions == NULL || cv_batch_sessions_take_blocks(batch)) &&
		batch->recompute == NULL && batch->order == NULL &&
		cv_view_takes_blocks(batch->spec, batch->aggs);
}

int64
cv_batch_read_blocks(CvBatch *batch)
{
	Waiting    *waiting = palloc(sizeof(Waiting));
	const CvRowBlock *block;
	int64		npassed = 0;
	int64		nchecked = 0;

	waiting->nrows = 0;
	while ((block = next_block(batch)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (block->nrows == 0)
			continue;
		cv_batch_enter_xact(batch, block->tags[0]);
		if (unlikely(batch->left_from >= 0))
			break;
		npassed += block->nrows;
		if (batch->sessions != NULL)
			note_newest(batch, cv_batch_add_block_to_sessions(batch, block));
		else
			consume_block(batch, block, waiting);
		if (npassed - nchecked >= 1024)
		{
			if (cv_batch_needs_memory(batch))
				cv_batch_spill_groups(batch);
			nchecked = npassed;
		}
	}
	pfree(waiting);
	return npassed;
}

/* next_block -- errors in here are a row's own, see batch_skip.c */
static const CvRowBlock *
next_block(CvBatch *batch)
{
	const CvRowBlock *block;

	batch->in_input_query = true;
	block = cv_agg_set_next_block(batch->aggs);
	batch->in_input_query = false;
	return block;
}

static void
consume_block(CvBatch *batch, const CvRowBlock *block, Waiting *waiting)
{
	CvCounters *counters = &batch->position->counters;
	CvArrivals *arrivals = batch->arrivals;
	SliceState	state = SLICE_UNKNOWN;
	int64		newest = PG_INT64_MIN;

	for (int row = 0; row < block->nrows; row++)
	{
		int			at = row * block->ncolumns + CV_INPUT_TIME - 1;
		int64		time = DatumGetInt64(block->values[at]);

		if (unlikely(block->isnull[at]))
		{
			counters->rows_no_window++;
			continue;
		}
		if (time < batch->slice.start || time >= batch->slice.end)
		{
			state = SLICE_UNKNOWN;
			if (!cv_batch_locate_slice(batch, time))
			{
				counters->rows_no_window++;
				continue;
			}
		}
		cv_arrivals_note(arrivals, time);
		if (unlikely(time > batch->future_limit))
			counters->future_rows++;
		else if (time > newest)
			newest = time;
		if (state == SLICE_UNKNOWN)
			state = slice_state(batch);
		if (unlikely(state == SLICE_SEALED))
			cv_batch_note_sealed_row(batch, block->tags[row], time);
		else if (unlikely(state == SLICE_CLOSED))
			add_correction(batch, block, waiting, row);
		else
		{
			waiting->rows[waiting->nrows] = row;
			waiting->starts[waiting->nrows] = batch->slice.start;
			waiting->ends[waiting->nrows++] = batch->slice_end;
		}
	}
	note_newest(batch, newest);
	add_waiting(batch, block, waiting);
}

static SliceState
slice_state(const CvBatch *batch)
{
	if (cv_watermark_is_too_late(&batch->watermark, batch->slice_end))
		return SLICE_SEALED;
	/* no window over the slice ends before it does */
	return cv_watermark_is_closed(&batch->watermark, batch->slice.end) ?
		SLICE_CLOSED : SLICE_OPEN;
}

/* note_newest -- of the rows of one transaction; PG_INT64_MIN: of none */
static void
note_newest(CvBatch *batch, int64 newest)
{
	if (newest == PG_INT64_MIN)
		return;
	if (!batch->xact_has_newest || newest > batch->xact_newest)
		batch->xact_newest = newest;
	batch->xact_has_newest = true;
}

/* add_correction -- behind those that came before it. */
static void
add_correction(CvBatch *batch, const CvRowBlock *block, Waiting *waiting,
			   int row)
{
	int			first = row * block->ncolumns + CV_INPUT_FIRST_KEY - 1;

	add_waiting(batch, block, waiting);
	waiting->rows[0] = row;
	waiting->starts[0] = batch->slice.start;
	waiting->ends[0] = batch->slice_end;
	waiting->nrows = 1;
	add_waiting(batch, block, waiting);
	cv_batch_note_correction(batch, waiting->groups[0], waiting->hashes[0],
							 block->values + first, block->isnull + first);
}

static void
add_waiting(CvBatch *batch, const CvRowBlock *block, Waiting *waiting)
{
	if (waiting->nrows == 0)
		return;
	find_groups(batch, block, waiting);
	cv_agg_advance_rows(batch->aggs, waiting->states, block, waiting->rows,
						waiting->nrows);
	batch->position->counters.rows_counted += waiting->nrows;
	waiting->nrows = 0;
}

static void
find_groups(CvBatch *batch, const CvRowBlock *block, Waiting *waiting)
{
	bool		is_large = cv_group_table_count(batch->groups) > MANY_GROUPS;

	for (int i = 0; i < waiting->nrows; i++)
	{
		int			first = waiting->rows[i] * block->ncolumns +
			CV_INPUT_FIRST_KEY - 1;

		waiting->hashes[i] = cv_key_hash(batch->keys, block->values + first,
										 block->isnull + first);
	}
	for (int i = 0; is_large && i < waiting->nrows; i++)
		cv_group_table_prefetch(batch->groups, waiting->starts[i],
								waiting->hashes[i]);
	for (int i = 0; i < waiting->nrows; i++)
	{
		int			first = waiting->rows[i] * block->ncolumns +
			CV_INPUT_FIRST_KEY - 1;
		bool		is_new;
		CvGroup    *group;

		group = cv_group_table_enter(batch->groups, waiting->starts[i],
									 waiting->hashes[i],
									 block->values + first,
									 block->isnull + first, &is_new);
		if (unlikely(is_new))
		{
			group->window_end = waiting->ends[i];
			cv_batch_load_group(batch, group);
		}
		group->is_changed = true;
		waiting->groups[i] = group;
		waiting->states[i] = cv_group_state(batch->groups, group);
	}
}
