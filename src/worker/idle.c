/*-------------------------------------------------------------------------
 *
 * idle.c
 *	  idle_timeout: the watermark goes on by the wall clock when there is
 *	  nothing to consume.
 *
 *	            silence begins                         a row comes
 *	  W  ...----+-------------------+                  |
 *	            |<- idle_timeout -->|  as fast as the  |  W stays, until rows
 *	            |  W stands         |  wall clock, at  |  or a new silence
 *	            |                   |  most to now -   |  move it on
 *	            |                   |  watermark_delay |
 *
 * Silence: nothing is left to consume, and no transaction that is open or
 * prepared has rows of the input.  It begins anew at the worker's start and at
 * resume(): what was not watched was not silent.  Jumping to now() instead
 * would close everything while data of long ago are being loaded
 * (HAZARDS-engine S12).
 *
 * A move is made by a batch without rows and saved with its flush, so it has a
 * place among the transactions: those consumed later are judged by it.  What
 * is open can only be seen in WAL that was flushed, so the worker flushes it
 * before it looks, see run_round().
 *
 * With watermark_by a value falls idle by itself, by the time when it was last
 * seen, and W goes to the slowest that is left; when none is, it goes on as
 * above.
 *
 * All times here are cv_now()'s.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "nodes/value.h"
#include "utils/timestamp.h"

#include "base/clock.h"
#include "base/settings.h"
#include "base/time_math.h"
#include "view/view_catalog.h"
#include "worker/batch_input.h"
#include "worker/idle.h"

/* from one move to the next, at least */
#define CV_MOVE_US			USECS_PER_SEC
/* ... when all that there is has been sealed */
#define CV_SEALED_MOVE_US	(10 * USECS_PER_SEC)

static bool is_quiet(const CvFollower *follower, const CvTail *tail);
static bool has_waiting_rows(const CvFollower *follower, const CvTail *tail);
static bool has_open_rows(const CvPosition *position, const CvTail *tail);
static bool is_leaf(const CvPosition *position, const RelFileLocator *file);
static TimestampTz due_at(const CvFollower *follower);
static bool are_clocks_known(const CvFollower *follower);
static bool has_idle_value(const CvBatch *batch);
static bool move_limit(const CvBatch *batch, int64 *limit);
static int64 silent_target(const CvBatch *batch);
static int64 pace(const CvBatch *batch);
static bool is_all_sealed(const CvBatch *batch);

void
cv_idle_set_dials(CvFollower *follower, const CvViewSpec *spec)
{
	CvIdle	   *idle = &follower->idle;

	if (idle->timeout_us == spec->dials.idle_timeout_us &&
		idle->delay_us == spec->dials.watermark_delay_us)
		return;
	idle->timeout_us = spec->dials.idle_timeout_us;
	idle->delay_us = spec->dials.watermark_delay_us;
	idle->is_by_value = spec->clock_expr != NULL;
	/* it was reckoned with the others */
	idle->not_before = idle->since;
}

void
cv_idle_look(CvFollower *follower, const CvTail *tail, bool has_read_all)
{
	CvIdle	   *idle = &follower->idle;
	TimestampTz now;

	idle->is_due = false;
	if (follower->is_paused || follower->is_stopped)
		idle->watched_since = 0;
	/* has_work passes over what is none of the view's business */
	if (idle->timeout_us < 0 || !is_quiet(follower, tail) ||
		(cv_batch_has_work(follower, tail) &&
		 has_waiting_rows(follower, tail)))
	{
		idle->since = 0;
		return;
	}
	if (!has_read_all)
		return;
	now = cv_now();
	if (now < idle->looked_at)
		idle->since = idle->watched_since = 0;
	idle->looked_at = now;
	if (idle->watched_since == 0)
		idle->watched_since = now;
	if (idle->since == 0)
	{
		idle->since = now;
		idle->base = follower->position->watermark;
		idle->not_before = now;
	}
	idle->is_due = due_at(follower) <= now;
}

/* is_quiet -- it follows its input, and no row is under way. */
static bool
is_quiet(const CvFollower *follower, const CvTail *tail)
{
	const CvPosition *position = follower->position;

	return position != NULL && position->phase == CV_PHASE_FOLLOW &&
		!position->needs_scan && !follower->lost_wal &&
		!follower->checks_leaves && !follower->is_paused &&
		!follower->is_stopped && position->has_watermark &&
		!has_open_rows(position, tail);
}

static bool
has_waiting_rows(const CvFollower *follower, const CvTail *tail)
{
	const CvXact *xact;
	uint64		seq = follower->seq;

	while ((xact = cv_tail_next(tail, seq)) != NULL)
	{
		if (follower->position->pending != NIL)
			return true;
		for (int i = 0; i < xact->nfiles; i++)
			if (is_leaf(follower->position, &xact->files[i].locator))
				return true;
		seq = xact->seq;
	}
	return false;
}

static bool
is_leaf(const CvPosition *position, const RelFileLocator *file)
{
	for (int i = 0; i < position->nleaves; i++)
		if (!position->leaves[i].is_detached &&
			RelFileLocatorEquals(position->leaves[i].locator, *file))
			return true;
	return false;
}

static bool
has_open_rows(const CvPosition *position, const CvTail *tail)
{
	RelFileLocator *locators;
	ListCell   *lc;
	bool		result;
	int			n = 0;

	foreach(lc, position->pending)
	{
		CvPendingBlocks *pending = lfirst(lc);

		if (cv_tail_has_open_xid(tail, pending->xid, pending->end_xid))
			return true;
	}
	locators = palloc(sizeof(RelFileLocator) * Max(position->nleaves, 1));
	for (int i = 0; i < position->nleaves; i++)
		if (!position->leaves[i].is_detached)
			locators[n++] = position->leaves[i].locator;
	result = cv_tail_has_open(tail, locators, n);
	pfree(locators);
	return result;
}

/* due_at -- when a value falls idle; if all are, when W goes on. */
static TimestampTz
due_at(const CvFollower *follower)
{
	const CvIdle *idle = &follower->idle;
	TimestampTz since = idle->since;
	TimestampTz at = DT_NOEND;

	if (idle->since == 0)
		return DT_NOEND;
	if (are_clocks_known(follower))
		at = cv_clock_table_next_idle(follower->clocks, idle->watched_since,
									  idle->timeout_us);
	else if (idle->is_by_value)
		since = idle->watched_since;
	/* at the very end of idle_timeout nothing has passed yet */
	if (at == DT_NOEND)
		at = cv_add_saturating(since, cv_add_saturating(idle->timeout_us, 1));
	return Max(at, idle->not_before);
}

/* are_clocks_known -- else the next batch will load them. */
static bool
are_clocks_known(const CvFollower *follower)
{
	return follower->idle.is_by_value && follower->clocks != NULL &&
		!cv_clock_table_is_dirty(follower->clocks);
}

TimestampTz
cv_idle_next_at(const CvFollower *follower)
{
	TimestampTz at = due_at(follower);

	if (at != DT_NOEND && cv_held_clock() != 0)
		return at <= cv_held_clock() ? 0 : DT_NOEND;
	return at;
}

/*
 * cv_idle_plan -- is it due, and does it move anything?
 */
void
cv_idle_plan(CvBatch *batch)
{
	CvIdle	   *idle = &batch->follower->idle;
	int64		target;

	if (!idle->is_due || batch->has_rows || batch->is_in_scan ||
		batch->position->phase != CV_PHASE_FOLLOW ||
		batch->follower->checks_leaves)
		return;
	batch->idle_base = idle->base;
	target = silent_target(batch);
	if (target > batch->watermark.value || has_idle_value(batch))
		batch->moves_idle = batch->must_save = true;
	else if (target == DT_NOBEGIN)
		idle->not_before = DT_NOEND;
	else
	{
		/* nothing gets there faster than the clock */
		int64		missing = cv_add_saturating(batch->watermark.value, -target);

		idle->not_before = cv_add_saturating(batch->clock,
											 Max(pace(batch), missing));
	}
}

/* has_idle_value -- one that has fallen idle? */
static bool
has_idle_value(const CvBatch *batch)
{
	const CvFollower *follower = batch->follower;

	if (!follower->idle.is_by_value)
		return false;
	return !are_clocks_known(follower) ||
		cv_clock_table_next_idle(follower->clocks,
								 follower->idle.watched_since,
								 follower->idle.timeout_us) <= batch->clock;
}

/* move_limit -- now() - watermark_delay, as the view reckons; false: none. */
static bool
move_limit(const CvBatch *batch, int64 *limit)
{
	int64		now = batch->clock;
	const char *zone = NULL;
	ListCell   *lc;

	/* as the view's owner has it, though we are not him yet */
	foreach(lc, batch->spec->settings)
	{
		char	   *setting = strVal(lfirst(lc));

		if (pg_strcasecmp(cv_option_name(setting), "timezone") == 0)
			zone = cv_option_value(setting);
	}
	if (batch->spec->window.time_type == TIMESTAMPOID &&
		!cv_clock_local(batch->clock, zone, &now))
		return false;
	return !pg_sub_s64_overflow(now, batch->watermark.delay_us, limit) &&
		IS_VALID_TIMESTAMP(*limit);
}

/* silent_target -- where the wall clock has brought W, or before all time. */
static int64
silent_target(const CvBatch *batch)
{
	const CvIdle *idle = &batch->follower->idle;
	int64		elapsed = batch->clock - idle->since - idle->timeout_us;
	int64		limit;

	if (!IS_VALID_TIMESTAMP(batch->idle_base) ||
		!move_limit(batch, &limit))
		return DT_NOBEGIN;
	return Min(cv_add_saturating(batch->idle_base, Max(elapsed, 0)), limit);
}

/*
 * cv_idle_move -- values fall idle, and W goes to the slowest that is left; if
 * none is, W goes on from where that has brought it.
 */
void
cv_idle_move(CvBatch *batch)
{
	const CvIdle *idle = &batch->follower->idle;
	CvWatermark *w = &batch->watermark;
	int64		before = w->value;

	if (batch->clocks != NULL)
	{
		cv_clock_table_expire(batch->clocks, batch->clock,
							  idle->watched_since, idle->timeout_us, w);
		if (w->value > before)
			batch->idle_base = w->value;
		if (cv_clock_table_next_idle(batch->clocks, idle->watched_since,
									 idle->timeout_us) != DT_NOEND)
			return;
	}
	cv_watermark_move(w, silent_target(batch));
}

void
cv_idle_remember(CvBatch *batch)
{
	CvIdle	   *idle = &batch->follower->idle;

	if (batch->has_rows)
		idle->since = 0;
	if (batch->moves_idle)
	{
		idle->base = batch->idle_base;
		idle->not_before = cv_add_saturating(batch->clock, pace(batch));
	}
}

static int64
pace(const CvBatch *batch)
{
	int64		flush_us = batch->spec->dials.flush_interval_us >= 0 ?
		batch->spec->dials.flush_interval_us :
		(int64) cv_flush_interval_ms * 1000;

	return Max(flush_us, is_all_sealed(batch) ? CV_SEALED_MOVE_US : CV_MOVE_US);
}

/* is_all_sealed -- whatever window the newest row is in. */
static bool
is_all_sealed(const CvBatch *batch)
{
	const CvWatermark *watermark = &batch->watermark;

	return watermark->has_sealed && watermark->has_newest &&
		watermark->sealed >=
		cv_add_saturating(watermark->newest,
						  cv_span_max_us(&batch->spec->window.size));
}
