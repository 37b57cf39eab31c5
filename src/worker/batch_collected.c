/*-------------------------------------------------------------------------
 *
 * batch_collected.c
 *	  Aggregates that need all their inputs: where those rest, and what it
 *	  costs to finish them.
 *
 * Where.  What is too large for a row is in chunks, in the table v_collected
 * (aggregate/agg_chunks.h).  They leave by the clock alone: when the window
 * that they are marked with is sealed, nobody loads the group again.
 *
 * What it costs.  A large group is read as a whole for each new result of it,
 * however few rows are new.  So that a worker does not spend its time that way
 * (HAZARDS-engine G8), the next flush of a view is put off by nine times of
 * what finishing has taken in this one: then finishing takes a tenth of the
 * time at most, and more rows come together for the next one.  Results lag
 * behind, but are never inconsistent.  Somebody who waits in sync() does not
 * wait for that.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "utils/timestamp.h"

#include "output/chunk_table.h"
#include "worker/batch_close.h"
#include "worker/batch_collected.h"
#include "worker/batch_sessions.h"

/* finishing takes at most one part in so many of the time ... */
#define CV_FINISHING_SHARE	10
/* ... but no flush is put off for longer */
#define CV_MAX_PUT_OFF_US	(10 * USECS_PER_SEC)

static int64 marked_end(const CvBatch *batch, int64 start, int64 end);

void
cv_batch_open_chunks(CvBatch *batch)
{
	batch->chunks = NULL;
	batch->finishing_us = 0;
	if (OidIsValid(batch->spec->collected))
		batch->chunks = cv_chunk_table_open(batch->spec->collected,
											&batch->position->collections,
											cv_batch_is_session(batch) ||
											batch->spec->window.kind == CV_WINDOW_NONE);
}

void
cv_batch_close_chunks(CvBatch *batch)
{
	if (batch->chunks != NULL)
		cv_chunk_table_close(batch->chunks);
	batch->chunks = NULL;
	if (batch->aggs != NULL)
		batch->finishing_us = Max(cv_agg_collected_us(batch->aggs), 0);
}

void
cv_batch_unload(CvBatch *batch, void *state, int64 start, int64 end)
{
	int64		marked;

	if (batch->chunks == NULL)
		return;
	marked = marked_end(batch, start, end);
	/* of a key that is forgotten at once: not among those that are gone */
	if (batch->begun.has_sealed && marked <= batch->begun.sealed)
		marked = batch->begun.sealed + 1;
	cv_agg_unload(batch->aggs, state, marked);
}

/*
 * marked_end -- what chunks of a group are marked with: its end, or later.
 *
 * A session's end moves with each row, but its chunks should not be written
 * anew each time.  So it is rounded up, to a grid that is the coarser the
 * longer the session is: with each doubling they are written a few times.
 * They leave a little later than they could.
 */
static int64
marked_end(const CvBatch *batch, int64 start, int64 end)
{
	uint64		length = (uint64) end - (uint64) start;
	int64		step = INT64CONST(1) << 20;
	int64		result;

	if (!cv_batch_is_session(batch) &&
		batch->spec->window.kind != CV_WINDOW_NONE)
		return end;
	/* of a key without a window the start means nothing */
	if (batch->spec->window.kind == CV_WINDOW_NONE)
		length = batch->spec->window.size.us;
	while ((uint64) step < length / 4)
		step <<= 1;
	if (pg_add_s64_overflow(end, step - 1, &result))
		return PG_INT64_MAX;
	result &= ~(step - 1);
	return result < END_TIMESTAMP ? result : end;
}

/*
 * cv_batch_remove_chunks -- those that were marked with an end before were
 * looked for when that was sealed, and none comes later.
 */
void
cv_batch_remove_chunks(CvBatch *batch)
{
	const CvFollower *follower = batch->follower;
	int64		gone = follower->has_chunks_gone ?
		follower->chunks_gone : PG_INT64_MIN;
	int64		limit;

	batch->chunks_gone = gone;
	if (batch->chunks == NULL || !cv_batch_done_limit(batch, &limit) ||
		limit <= gone)
		return;
	if (cv_chunk_table_remove_ended(batch->chunks, gone, limit))
		batch->chunks_gone = limit;
	else
		batch->has_expired = true;
}

void
cv_batch_remember_chunks(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	int64		put_off = Min(batch->finishing_us,
							  CV_MAX_PUT_OFF_US) * (CV_FINISHING_SHARE - 1);

	follower->has_chunks_gone = batch->chunks_gone != PG_INT64_MIN;
	follower->chunks_gone = batch->chunks_gone;
	/* a batch in between that finishes nothing does not end the wait */
	if (put_off > 0)
		follower->not_before = Max(follower->not_before,
								   GetCurrentTimestamp() +
								   Min(put_off, CV_MAX_PUT_OFF_US));
}
