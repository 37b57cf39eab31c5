/*-------------------------------------------------------------------------
 *
 * clock_table.c
 *	  watermark_by: one clock a value, and which of them hold the watermark.
 *
 *	                     row, not behind W
 *	   idle, or behind  -------------------->  holding: in the heap, the
 *	   W: no influence  <--------------------  slowest on top says where W is
 *	                     idle, or W was moved
 *	                     past it by hand
 *
 * W after a transaction is the greatest of W before it and the slowest clock
 * less watermark_delay, of values that are neither idle nor behind W.  So a
 * value that is silent, new with an old time, or returns with one, holds
 * nothing until it has caught up (HAZARDS-engine S11).  As W only moves on, a
 * clock that has left the heap comes back by a row of its own, and the rest of
 * the heap need not be looked at.
 *
 * The values that are not idle are in a list by the time when they were last
 * seen, so those that fall idle are found at its head.
 *
 * Nothing is allocated for a row: the value of the row before is compared
 * first, then there is a look-up in an open-addressing table of hashes.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#include "base/settings.h"
#include "base/time_math.h"
#include "state/clock_table.h"

#define FIRST_SIZE	64			/* clocks that there is room for */

struct CvClockTable
{
	MemoryContext context;
	bool		is_dirty;
	int			n;
	int			maxclocks;		/* a power of two */
	CvClock   **clocks;			/* by number */
	int		   *buckets;		/* 2 * maxclocks; 1 + index in clocks, or 0 */
	CvClock    *last;			/* of the row before */
	int			ntouched;
	CvClock   **touched;		/* room for maxclocks */
	int64		delay_us;		/* that the heap was made with */
	pairingheap *holding;		/* the one with the least newest first */
	dlist_head	active;			/* not idle, by last_seen */
};

static CvClock *lookup(CvClockTable *table, CvKeySet *keys, uint64 hash,
					   const Datum *value, const bool *isnull);
static void check_count(const CvClockTable *table);
static CvClock *enter(CvClockTable *table, CvKeySet *keys, uint64 hash,
					  const Datum *value, const bool *isnull);
static void grow(CvClockTable *table);
static void put_in_bucket(CvClockTable *table, int index);
static int	compare_newest(const pairingheap_node *a,
						   const pairingheap_node *b, void *arg);
static void see_touched(CvClockTable *table, CvClock *clock,
						TimestampTz seen_at);
static void put_in_order(CvClockTable *table, CvClock *clock);
static void set_idle(CvClockTable *table, CvClock *clock);
static void drop_holding(CvClockTable *table, CvClock *clock);
static void hold_if_not_behind(CvClockTable *table, CvClock *clock,
							   const CvWatermark *w);
static void move_watermark(CvClockTable *table, CvWatermark *w);

CvKeySet *
cv_clock_keys_create(Expr *column)
{
	Oid			type = exprType((Node *) column);
	SortGroupClause *clause = makeNode(SortGroupClause);

	clause->eqop = lookup_type_cache(type, TYPECACHE_EQ_OPR)->eq_opr;
	if (!OidIsValid(clause->eqop))
		elog(ERROR, "type %u has no equality", type);
	clause->hashable = true;
	return cv_key_set_create(list_make1(column), list_make1(clause));
}

CvClockTable *
cv_clock_table_create(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent,
												  "continuous view clocks",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CvClockTable *table = palloc0(sizeof(CvClockTable));

	table->context = context;
	table->maxclocks = FIRST_SIZE;
	table->clocks = palloc(sizeof(CvClock *) * FIRST_SIZE);
	table->touched = palloc(sizeof(CvClock *) * FIRST_SIZE);
	table->buckets = palloc0(sizeof(int) * 2 * FIRST_SIZE);
	table->holding = pairingheap_allocate(compare_newest, NULL);
	dlist_init(&table->active);
	table->delay_us = -1;
	MemoryContextSwitchTo(old);
	return table;
}

void
cv_clock_table_free(CvClockTable *table)
{
	MemoryContextDelete(table->context);
}

bool
cv_clock_table_is_dirty(const CvClockTable *table)
{
	return table->is_dirty;
}

void
cv_clock_table_set_clean(CvClockTable *table)
{
	table->is_dirty = false;
}

int
cv_clock_table_count(const CvClockTable *table)
{
	return table->n;
}

Size
cv_clock_table_memory(const CvClockTable *table)
{
	return MemoryContextMemAllocated(table->context, true);
}

CvClock *
cv_clock_table_get(CvClockTable *table, int i)
{
	if (i < 0 || i >= table->n)
		elog(ERROR, "there is no clock %d", i + 1);
	return table->clocks[i];
}

void
cv_clock_table_add(CvClockTable *table, CvKeySet *keys, const CvClock *saved)
{
	uint64		hash = cv_key_hash(keys, &saved->value, &saved->isnull);
	CvClock    *clock = enter(table, keys, hash, &saved->value,
							  &saved->isnull);

	if (clock->number != saved->number)
		elog(ERROR, "clock %d is missing", clock->number);
	clock->is_saved = true;
	clock->newest = saved->newest;
	clock->last_seen = saved->last_seen;
	clock->is_idle = saved->is_idle;
	if (!clock->is_idle)
		put_in_order(table, clock);
	table->delay_us = -1;
}

/*
 * cv_clock_table_begin -- with a shorter delay, clocks may have caught up.
 *
 * With a longer one some may be behind; these are dropped when they come to
 * the top.
 */
void
cv_clock_table_begin(CvClockTable *table, const CvWatermark *w)
{
	table->ntouched = 0;
	if (table->delay_us == w->delay_us)
		return;
	table->delay_us = w->delay_us;
	for (int i = 0; i < table->n; i++)
	{
		CvClock    *clock = table->clocks[i];

		drop_holding(table, clock);
		if (!clock->is_idle)
			hold_if_not_behind(table, clock, w);
	}
}

void
cv_clock_table_touch(CvClockTable *table, CvKeySet *keys,
					 const Datum *value, const bool *isnull, int64 time)
{
	CvClock    *clock = table->last;

	if (clock == NULL ||
		!cv_key_equal(keys, value, isnull, &clock->value, &clock->isnull))
	{
		uint64		hash = cv_key_hash(keys, value, isnull);

		clock = lookup(table, keys, hash, value, isnull);
		if (clock == NULL)
		{
			check_count(table);
			clock = enter(table, keys, hash, value, isnull);
		}
		table->last = clock;
	}
	if (clock->is_touched)
	{
		clock->xact_newest = Max(clock->xact_newest, time);
		return;
	}
	table->is_dirty = true;
	table->touched[table->ntouched++] = clock;
	clock->is_touched = true;
	clock->xact_newest = time;
}

static CvClock *
lookup(CvClockTable *table, CvKeySet *keys, uint64 hash,
	   const Datum *value, const bool *isnull)
{
	int			mask = 2 * table->maxclocks - 1;
	int			i = hash & mask;

	for (; table->buckets[i] != 0; i = (i + 1) & mask)
	{
		CvClock    *clock = table->clocks[table->buckets[i] - 1];

		if (clock->hash == hash &&
			cv_key_equal(keys, value, isnull, &clock->value, &clock->isnull))
			return clock;
	}
	return NULL;
}

/* check_count -- one more?  Those that are saved are never too many. */
static void
check_count(const CvClockTable *table)
{
	if (table->n >= cv_max_clocks)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the column of watermark_by has more than %d values",
						cv_max_clocks),
				 errdetail("Each value has a clock of its own, which is kept for as long as the view."),
				 errhint("Use a column that names sources, partitions or devices, and make the view anew; or increase continuous.max_clocks.")));
}

/* enter -- a value that was never seen; its clock says nothing yet. */
static CvClock *
enter(CvClockTable *table, CvKeySet *keys, uint64 hash,
	  const Datum *value, const bool *isnull)
{
	CvClock    *clock;

	table->is_dirty = true;
	if (table->n == table->maxclocks)
		grow(table);
	clock = MemoryContextAllocZero(table->context, sizeof(CvClock));
	cv_key_copy(keys, value, isnull, &clock->value, table->context);
	clock->isnull = *isnull;
	clock->hash = hash;
	clock->number = table->n + 1;
	clock->newest = clock->last_seen = PG_INT64_MIN;
	clock->is_idle = true;
	table->clocks[table->n] = clock;
	put_in_bucket(table, table->n);
	table->n++;
	return clock;
}

static void
grow(CvClockTable *table)
{
	int			maxclocks = table->maxclocks * 2;

	table->clocks = repalloc(table->clocks, sizeof(CvClock *) * maxclocks);
	table->touched = repalloc(table->touched, sizeof(CvClock *) * maxclocks);
	pfree(table->buckets);
	table->buckets = MemoryContextAllocZero(table->context,
											sizeof(int) * 2 * maxclocks);
	table->maxclocks = maxclocks;
	for (int i = 0; i < table->n; i++)
		put_in_bucket(table, i);
}

static void
put_in_bucket(CvClockTable *table, int index)
{
	int			mask = 2 * table->maxclocks - 1;
	int			i = table->clocks[index]->hash & mask;

	while (table->buckets[i] != 0)
		i = (i + 1) & mask;
	table->buckets[i] = index + 1;
}

/* the heap has the greatest first, by this */
static int
compare_newest(const pairingheap_node *a, const pairingheap_node *b, void *arg)
{
	int64		left = pairingheap_const_container(CvClock, by_newest, a)->newest;
	int64		right = pairingheap_const_container(CvClock, by_newest, b)->newest;

	return left < right ? 1 : left > right ? -1 : 0;
}

void
cv_clock_table_end_xact(CvClockTable *table, TimestampTz commit_time,
						int64 idle_timeout_us, CvWatermark *w)
{
	cv_clock_table_end_stretch(table, commit_time, w);
	while (!dlist_is_empty(&table->active))
	{
		CvClock    *oldest = dlist_head_element(CvClock, by_last_seen,
												&table->active);

		if (commit_time - oldest->last_seen <= idle_timeout_us)
			break;
		set_idle(table, oldest);
	}
	move_watermark(table, w);
}

void
cv_clock_table_end_stretch(CvClockTable *table, TimestampTz seen_at,
						   const CvWatermark *w)
{
	for (int i = 0; i < table->ntouched; i++)
	{
		see_touched(table, table->touched[i], seen_at);
		hold_if_not_behind(table, table->touched[i], w);
	}
	table->ntouched = 0;
}

static void
see_touched(CvClockTable *table, CvClock *clock, TimestampTz seen_at)
{
	drop_holding(table, clock);
	clock->is_touched = false;
	clock->is_changed = true;
	clock->newest = Max(clock->newest, clock->xact_newest);
	clock->last_seen = Max(clock->last_seen, seen_at);
	if (!clock->is_idle)
		dlist_delete(&clock->by_last_seen);
	clock->is_idle = false;
	put_in_order(table, clock);
}

/* put_in_order -- almost always at the end */
static void
put_in_order(CvClockTable *table, CvClock *clock)
{
	dlist_node *after = table->active.head.prev;

	if (dlist_is_empty(&table->active))
	{
		dlist_push_head(&table->active, &clock->by_last_seen);
		return;
	}
	while (after != &table->active.head &&
		   dlist_container(CvClock, by_last_seen, after)->last_seen >
		   clock->last_seen)
		after = after->prev;
	dlist_insert_after(after, &clock->by_last_seen);
}

static void
set_idle(CvClockTable *table, CvClock *clock)
{
	table->is_dirty = true;
	clock->is_idle = clock->is_changed = true;
	dlist_delete(&clock->by_last_seen);
	drop_holding(table, clock);
}

static void
drop_holding(CvClockTable *table, CvClock *clock)
{
	if (clock->is_holding)
		pairingheap_remove(table->holding, &clock->by_newest);
	clock->is_holding = false;
}

static void
hold_if_not_behind(CvClockTable *table, CvClock *clock, const CvWatermark *w)
{
	if (cv_watermark_is_behind(w, clock->newest))
		return;
	pairingheap_add(table->holding, &clock->by_newest);
	clock->is_holding = true;
}

/* move_watermark -- to the slowest that holds it. */
static void
move_watermark(CvClockTable *table, CvWatermark *w)
{
	while (!pairingheap_is_empty(table->holding))
	{
		CvClock    *slowest =
			pairingheap_container(CvClock, by_newest,
								  pairingheap_first(table->holding));

		if (!cv_watermark_is_behind(w, slowest->newest))
		{
			cv_watermark_move(w, cv_watermark_target(w, slowest->newest));
			return;
		}
		drop_holding(table, slowest);
	}
}

void
cv_clock_table_expire(CvClockTable *table, TimestampTz now,
					  TimestampTz watched_since, int64 idle_timeout_us,
					  CvWatermark *w)
{
	while (cv_clock_table_next_idle(table, watched_since,
									idle_timeout_us) <= now)
	{
		TimestampTz last_seen = dlist_head_element(CvClock, by_last_seen,
												   &table->active)->last_seen;

		/* those that were last seen together */
		while (!dlist_is_empty(&table->active))
		{
			CvClock    *oldest = dlist_head_element(CvClock, by_last_seen,
													&table->active);

			if (oldest->last_seen != last_seen)
				break;
			set_idle(table, oldest);
		}
		move_watermark(table, w);
	}
}

TimestampTz
cv_clock_table_next_idle(const CvClockTable *table, TimestampTz watched_since,
						 int64 idle_timeout_us)
{
	const CvClock *oldest;

	if (table->active.head.next == &table->active.head)
		return DT_NOEND;
	oldest = dlist_container(CvClock, by_last_seen, table->active.head.next);
	/* more than idle_timeout, not just that */
	return cv_add_saturating(Max(oldest->last_seen, watched_since),
							 cv_add_saturating(idle_timeout_us, 1));
}
