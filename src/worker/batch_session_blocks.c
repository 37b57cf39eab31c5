/*-------------------------------------------------------------------------
 *
 * batch_session_blocks.c
 *	  Rows of a session view, into their sessions, page by page.
 *
 * What batch_sessions.c does for a row, while nothing is late: before the
 * watermark is set, that is in a backfill.  The keys and sessions of rows that
 * follow each other are all over the memory, so those of a page are fetched
 * together.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "input/input_query.h"
#include "worker/batch_anchor.h"
#include "worker/batch_session_private.h"

/* Rows of a block. */
typedef struct CvSessionBlock
{
	int			nrows;			/* that are in a session */
	int			rows[CV_MAX_BLOCK_ROWS];	/* index in the block */
	uint64		hashes[CV_MAX_BLOCK_ROWS];
	CvSessionKey *keys[CV_MAX_BLOCK_ROWS];
	char	   *states[CV_MAX_BLOCK_ROWS];
} CvSessionBlock;

static int64 choose_rows(CvBatch *batch, const CvRowBlock *block,
						 CvSessionBlock *work);
static void find_keys(CvBatch *batch, const CvRowBlock *block,
					  CvSessionBlock *work);
static void add_rows(CvBatch *batch, const CvRowBlock *block,
					 CvSessionBlock *work);
static void advance(CvBatch *batch, const CvRowBlock *block,
					CvSessionBlock *work, int first, int n);

bool
cv_batch_sessions_take_blocks(const CvBatch *batch)
{
	return batch->input.is_scan && !batch->watermark.is_set &&
		!cv_anchor_is_counting(batch);
}

int64
cv_batch_add_block_to_sessions(CvBatch *batch, const CvRowBlock *block)
{
	CvBatchSessions *sessions = batch->sessions;
	int64		newest;

	if (sessions->block == NULL)
		sessions->block = MemoryContextAlloc(batch->context,
											 sizeof(CvSessionBlock));
	newest = choose_rows(batch, block, sessions->block);
	find_keys(batch, block, sessions->block);
	add_rows(batch, block, sessions->block);
	return newest;
}

static int64
choose_rows(CvBatch *batch, const CvRowBlock *block, CvSessionBlock *work)
{
	CvCounters *counters = &batch->position->counters;
	int64		newest = PG_INT64_MIN;

	work->nrows = 0;
	for (int row = 0; row < block->nrows; row++)
	{
		const Datum *values = block->values + row * block->ncolumns;
		const bool *isnull = block->isnull + row * block->ncolumns;
		int64		time = DatumGetInt64(values[CV_INPUT_TIME - 1]);

		if (isnull[CV_INPUT_TIME - 1] ||
			!cv_batch_session_exists(batch, time))
		{
			counters->rows_no_window++;
			continue;
		}
		if (unlikely(time > batch->future_limit))
			counters->future_rows++;
		else
			newest = Max(newest, time);
		work->hashes[work->nrows] =
			cv_key_hash(batch->keys, values + CV_INPUT_FIRST_KEY - 1,
						isnull + CV_INPUT_FIRST_KEY - 1);
		work->rows[work->nrows++] = row;
	}
	return newest;
}

static void
find_keys(CvBatch *batch, const CvRowBlock *block, CvSessionBlock *work)
{
	CvSessionTable *table = batch->sessions->table;

	for (int i = 0; i < work->nrows; i++)
		cv_session_table_prefetch(table, work->hashes[i]);
	for (int i = 0; i < work->nrows; i++)
		cv_session_table_prefetch_key(table, work->hashes[i]);
	for (int i = 0; i < work->nrows; i++)
	{
		int			first = work->rows[i] * block->ncolumns +
			CV_INPUT_FIRST_KEY - 1;

		work->keys[i] = cv_batch_enter_session_key(batch, work->hashes[i],
												   block->values + first,
												   block->isnull + first);
		if (work->keys[i]->last != NULL)
			cv_session_prefetch_hot(work->keys[i]->last);
	}
}

/* Rows that wait for their aggregates are added before two sessions merge. */
static void
add_rows(CvBatch *batch, const CvRowBlock *block, CvSessionBlock *work)
{
	CvSessionTable *table = batch->sessions->table;
	int			nadded = 0;

	for (int i = 0; i < work->nrows; i++)
	{
		const Datum *values = block->values + work->rows[i] * block->ncolumns;
		int64		time = DatumGetInt64(values[CV_INPUT_TIME - 1]);
		CvSessionKey *key = work->keys[i];
		CvSession  *joined = NULL;
		CvSession  *session;

		session = cv_batch_find_session(batch, key, time, &joined);
		if (session == NULL)
			session = cv_batch_open_session(batch, key, values +
											CV_INPUT_FIRST_KEY - 1, time);
		session->is_changed = true;
		key->last = session;
		work->states[i] = cv_session_state(table, session);
		if (joined == NULL)
			continue;
		advance(batch, block, work, nadded, i + 1 - nadded);
		nadded = i + 1;
		cv_batch_merge_sessions(batch, session, joined);
	}
	advance(batch, block, work, nadded, work->nrows - nadded);
	batch->position->counters.rows_counted += work->nrows;
}

static void
advance(CvBatch *batch, const CvRowBlock *block, CvSessionBlock *work,
		int first, int n)
{
	if (n > 0)
		cv_agg_advance_rows(batch->aggs, work->states + first, block,
							work->rows + first, n);
}
