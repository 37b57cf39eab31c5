/*-------------------------------------------------------------------------
 *
 * batch_keyed.c
 *	  Views without a window: one group a key, forgotten some time after its
 *	  last event.
 *
 * A group is alive until window_end, the greatest of its events' times plus
 * state_ttl as it was when they were consumed.  A row is judged by the
 * watermark from before its own transaction: if it has come to the end of the
 * key's life, what the key has added up is forgotten, and the row begins a new
 * life.  So a row is never too late; one that is older than W - state_ttl has
 * a life that is over at once.
 *
 * That needs nothing but window_end and W, both of which are saved, so it does
 * not matter when a row of a forgotten key is removed from the tables, or a
 * batch ends, or memory runs out.  What does matter is the order of rows in a
 * transaction: they come by event time.
 *
 * Rows of dropped keys are found by window_end, and no more are read than
 * leave.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "miscadmin.h"
#include "utils/timestamp.h"

#include "input/input_query.h"
#include "worker/batch_groups.h"
#include "worker/batch_keyed.h"
#include "worker/batch_resting.h"

/* rows that one flush removes */
#define CV_MAX_DROPPED_KEYS	20000

typedef struct CvKeyedWork
{
	CvKeySet   *keys;
	int64		least_end;		/* of all rows that were written */
	bool		are_gone;		/* no row is left of a key forgotten by: */
	int64		gone_upto;
	bool		forgets_all;	/* shared memory is not right any more */
	bool		made_room;
	StringInfoData dropped;		/* CvRowKeys, to be removed from shared memory
								 * after the commit */
} CvKeyedWork;

static bool is_over(const CvBatch *batch, const CvGroup *group);
static void begin_life(CvBatch *batch, CvGroup *group, const Datum *keys,
					   const bool *isnull);
static void drop_row(CvBatch *batch, TupleTableSlot *row);
static void close_gaps(CvBatch *batch);
static int	compare_descending(const void *a, const void *b);
static void close_gap(CvBatch *batch, int64 free_key);
static uint64 hash_of(CvBatch *batch, TupleTableSlot *row);

void
cv_batch_keyed_begin(CvBatch *batch)
{
	CvKeyedWork *work = MemoryContextAllocZero(batch->context,
											   sizeof(CvKeyedWork));

	work->least_end = PG_INT64_MAX;
	batch->keyed = work;
}

bool
cv_batch_keyed_exists(const CvBatch *batch, int64 time)
{
	int64		end;

	return IS_VALID_TIMESTAMP(time) &&
		!pg_add_s64_overflow(time, batch->spec->window.size.us, &end) &&
		IS_VALID_TIMESTAMP(end);
}

void
cv_batch_add_to_key(CvBatch *batch, TupleTableSlot *row, int64 time)
{
	const Datum *keys = &row->tts_values[CV_INPUT_FIRST_KEY - 1];
	const bool *isnull = &row->tts_isnull[CV_INPUT_FIRST_KEY - 1];
	int64		ttl = batch->spec->window.size.us;
	uint64		hash = cv_key_hash(batch->keys, keys, isnull);
	CvGroup    *group;
	bool		is_new;

	group = cv_group_table_enter(batch->groups, DT_NOBEGIN, hash, keys, isnull,
								 &is_new);
	if (is_new)
	{
		cv_batch_load_group(batch, group);
		is_new = group->place == CV_ROW_NONE;
	}
	if (is_new || is_over(batch, group))
	{
		if (!is_new)
			begin_life(batch, group, keys, isnull);
		group->window_end = Min(time, batch->future_limit) + ttl;
	}
	else if (time <= batch->future_limit)
		group->window_end = Max(group->window_end, time + ttl);
	cv_agg_advance(batch->aggs, cv_group_state(batch->groups, group), row);
	group->is_changed = true;
	batch->position->counters.rows_counted++;
}

static bool
is_over(const CvBatch *batch, const CvGroup *group)
{
	return cv_watermark_is_closed(&batch->watermark, group->window_end);
}

bool
cv_batch_begins_life(CvBatch *batch, CvGroup *group)
{
	if (!is_over(batch, group))
		return false;
	cv_agg_init(batch->aggs, cv_group_state(batch->groups, group));
	return true;
}

/* as if it had never been: its keys are written as the first row has them */
static void
begin_life(CvBatch *batch, CvGroup *group, const Datum *keys,
		   const bool *isnull)
{
	void	   *state = cv_group_state(batch->groups, group);
	Datum	   *mine = cv_group_keys(batch->groups, group);

	cv_agg_release(batch->aggs, state);
	cv_agg_init(batch->aggs, state);
	if (!cv_key_identical(batch->keys, mine, keys, isnull))
		cv_key_copy(batch->keys, keys, isnull, mine, batch->context);
	group->is_reborn = true;
}

bool
cv_batch_is_dropped(const CvBatch *batch, const CvGroup *group)
{
	return batch->spec->dials.ttl_action == CV_TTL_DROP &&
		is_over(batch, group);
}

void
cv_batch_keyed_note_end(CvBatch *batch, int64 window_end)
{
	batch->keyed->least_end = Min(batch->keyed->least_end, window_end);
}

void
cv_batch_remove_dropped_keys(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	int64		from = PG_INT64_MIN;
	int64		upto = batch->watermark.value;
	TupleTableSlot *row;
	int			nremoved = 0;

	if (batch->keyed == NULL)
		cv_batch_keyed_begin(batch);
	if (batch->spec->dials.ttl_action == CV_TTL_KEEP)
		return;
	if (!batch->watermark.is_set)
		return;
	/* the index has dead entries there */
	if (follower->dropped_are_gone)
		from = Min(follower->dropped_upto, batch->keyed->least_end - 1);
	if (from < upto)
	{
		cv_result_table_scan_ended_begin(batch->results, from, upto);
		while (nremoved < CV_MAX_DROPPED_KEYS &&
			   (row = cv_result_table_scan_next(batch->results)) != NULL)
		{
			CHECK_FOR_INTERRUPTS();
			drop_row(batch, row);
			nremoved++;
		}
		cv_result_table_scan_end(batch->results);
		close_gaps(batch);
	}
	batch->has_expired |= nremoved == CV_MAX_DROPPED_KEYS;
	batch->keyed->are_gone = nremoved < CV_MAX_DROPPED_KEYS;
	batch->keyed->gone_upto = upto;
}

bool
cv_batch_keys_are_gone(const CvBatch *batch)
{
	return batch->keyed->are_gone;
}

static void
drop_row(CvBatch *batch, TupleTableSlot *row)
{
	StringInfo	dropped = &batch->keyed->dropped;
	CvRowKey key;

	slot_getallattrs(row);
	key.hash = hash_of(batch, row);
	key.cv_key = DatumGetInt64(row->tts_values[CV_ATT_KEY(batch->nkeys,
														   batch->naggs) - 1]);
	cv_result_table_delete(batch->results, row);
	if (dropped->data == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(batch->install_context);

		initStringInfo(dropped);
		MemoryContextSwitchTo(old);
	}
	appendBinaryStringInfo(dropped, (char *) &key, sizeof(key));
}

/*
 * close_gaps -- keys whose hashes collide have consecutive values of cv_key, and
 * are looked for until one is missing.
 */
static void
close_gaps(CvBatch *batch)
{
	StringInfo	dropped = &batch->keyed->dropped;
	CvRowKey *keys = (CvRowKey *) dropped->data;
	int			n = dropped->len / sizeof(CvRowKey);

	/* backwards: behind one there is no gap any more */
	qsort(keys, n, sizeof(CvRowKey), compare_descending);
	for (int i = 0; i < n; i++)
		close_gap(batch, keys[i].cv_key);
}

static int
compare_descending(const void *a, const void *b)
{
	int64		x = ((const CvRowKey *) a)->cv_key;
	int64		y = ((const CvRowKey *) b)->cv_key;

	return x < y ? 1 : x > y ? -1 : 0;
}

static void
close_gap(CvBatch *batch, int64 free_key)
{
	int			cv_key_at = CV_ATT_KEY(batch->nkeys, batch->naggs) - 1;
	ItemPointerData tid;
	TupleTableSlot *row;

	for (int64 at = free_key + 1;
		 (row = cv_result_table_lookup(batch->results, DT_NOBEGIN, at)) != NULL;
		 at++)
	{
		slot_getallattrs(row);
		/* further from its own place than the one that is free? */
		if ((uint64) at - hash_of(batch, row) <
			(uint64) at - (uint64) free_key)
			continue;
		row->tts_values[cv_key_at] = Int64GetDatum(free_key);
		cv_result_table_insert(batch->results, row->tts_values,
							   row->tts_isnull, &tid);
		cv_result_table_flush(batch->results);
		row = cv_result_table_lookup(batch->results, DT_NOBEGIN, at);
		cv_result_table_delete(batch->results, row);
		batch->keyed->forgets_all = true;
		free_key = at;
	}
}

static uint64
hash_of(CvBatch *batch, TupleTableSlot *row)
{
	CvKeyedWork *work = batch->keyed;

	if (work->keys == NULL)
		work->keys = cv_key_set_create(batch->spec->keys,
									   batch->spec->key_clauses);
	return cv_key_hash(work->keys, &row->tts_values[CV_ATT_FIRST_KEY - 1],
					   &row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
}

void
cv_batch_keyed_make_room(CvBatch *batch)
{
	if (batch->keyed->made_room)
		return;
	batch->keyed->made_room = true;
	cv_state_table_forget_window(batch->follower->states,
								 CV_KEYED_WINDOW_START);
}

void
cv_batch_keyed_remember(CvBatch *batch)
{
	CvFollower *follower = batch->follower;

	/* a batch that wipes all has looked for none */
	follower->dropped_are_gone = batch->keyed != NULL &&
		batch->keyed->are_gone;
	if (follower->dropped_are_gone)
		follower->dropped_upto = batch->keyed->gone_upto;
}

/* Nothing here may throw. */
void
cv_batch_forget_dropped_keys(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	const CvKeyedWork *work = batch->keyed;
	const CvRowKey *dropped;
	int			n;

	if (work == NULL)
		return;
	dropped = (const CvRowKey *) work->dropped.data;
	n = work->dropped.len / sizeof(CvRowKey);
	for (int i = 0; i < n; i++)
	{
		CvRowKey	row = dropped[i];

		cv_state_table_remove(follower->states, CV_KEYED_WINDOW_START,
							  row.hash, cv_resting_has_same_row, &row);
	}
	if (work->forgets_all)
		cv_state_table_forget_window(follower->states, CV_KEYED_WINDOW_START);
}
