/*-------------------------------------------------------------------------
 *
 * memory_use.c
 *	  Where a worker's memory goes, for continuous.memory.
 *
 * All that a worker keeps between batches is counted where it grows, and all
 * its memory contexts together besides: what grows without being seen shows
 * there.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "base/settings.h"
#include "worker/batch.h"
#include "worker/memory_use.h"
#include "worker/worker_views.h"

#define CV_COUNT_INTERVAL_MS	1000

static void put(CvWorkerSlot *slot, CvMemoryKind kind, uint64 value);
static void put_views(CvWorkerSlot *slot);

/*
 * cv_memory_use_keep -- what a batch frees stays with the process for the next
 * one, up to twice what a batch may take.
 *
 * malloc would give it back to the kernel, and get it again as fresh pages,
 * the first touch of which costs more than the work on them.
 */
void
cv_memory_use_keep(void)
{
#ifdef __GLIBC__
	Size		limit = (Size) cv_batch_memory_kb * 1024 * 2;

	/* groups come in chunks of 1 MB; arrays that grow are better moved */
	(void) mallopt(M_MMAP_THRESHOLD, 2 * 1024 * 1024);
	(void) mallopt(M_TRIM_THRESHOLD, (int) Min(limit, PG_INT32_MAX));
#endif
}

void
cv_memory_use_publish(CvWorkerSlot *slot)
{
	static TimestampTz counted_at = 0;
	const CvTail *tail = cv_worker_tail();
	TimestampTz now = GetCurrentTimestamp();

	if (tail != NULL)
	{
		put(slot, CV_MEMORY_QUEUE, cv_tail_memory(tail));
		put(slot, CV_MEMORY_QUEUED, cv_tail_count(tail));
		put(slot, CV_MEMORY_OPEN_XIDS, cv_tail_set_memory(tail));
	}
	put_views(slot);
	put(slot, CV_MEMORY_SHARED_ROWS, cv_row_cache_memory());
	put(slot, CV_MEMORY_NSHARED_ROWS, cv_row_cache_count());
	put(slot, CV_MEMORY_BATCH, cv_batch_largest());

	/* to visit all contexts would take as long as a small batch */
	if (!TimestampDifferenceExceeds(counted_at, now, CV_COUNT_INTERVAL_MS))
		return;
	counted_at = now;
	put(slot, CV_MEMORY_WORKER,
		MemoryContextMemAllocated(TopMemoryContext, true));
}

static void
put_views(CvWorkerSlot *slot)
{
	uint64		positions = 0;
	uint64		clocks = 0;
	uint64		nclocks = 0;
	ListCell   *lc;

	foreach(lc, cv_worker_views())
	{
		CvFollower *follower = lfirst(lc);
		Size		size = MemoryContextMemAllocated(follower->context, true);

		positions += size;
		if (follower->clocks == NULL)
			continue;
		clocks += cv_clock_table_memory(follower->clocks);
		positions -= cv_clock_table_memory(follower->clocks);
		nclocks += cv_clock_table_count(follower->clocks);
	}
	put(slot, CV_MEMORY_POSITIONS, positions);
	put(slot, CV_MEMORY_VIEWS, list_length(cv_worker_views()));
	put(slot, CV_MEMORY_CLOCKS, clocks);
	put(slot, CV_MEMORY_NCLOCKS, nclocks);
}

void
cv_memory_use_clear(CvWorkerSlot *slot)
{
	for (int i = 0; i < CV_MEMORY_KINDS; i++)
		put(slot, i, 0);
}

static void
put(CvWorkerSlot *slot, CvMemoryKind kind, uint64 value)
{
	pg_atomic_write_u64(&slot->memory[kind], value);
}
