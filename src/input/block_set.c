/*-------------------------------------------------------------------------
 *
 * block_set.c
 *	  A sorted set of block numbers without duplicates, kept as ranges.
 *
 * The ranges are sorted and do not touch.  One range is kept in the struct
 * itself, so the set of a transaction that inserted a row, or loaded a table
 * in order, needs no memory of its own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "base/damage.h"
#include "input/block_set.h"
#include "input/varint.h"

static CvBlockRange *get_ranges(CvBlockSet *set);
static void reserve_range(CvBlockSet *set, MemoryContext context);
static int	find_range(const CvBlockRange *ranges, int n, BlockNumber block);
static int	compare_gaps(const void *a, const void *b);
static BlockNumber widest_gap_to_close(const CvBlockRange *ranges, int n,
									   int maxranges);

void
cv_block_set_init(CvBlockSet *set)
{
	memset(set, 0, sizeof(CvBlockSet));
}

/*
 * cv_block_set_add -- add the blocks lo to hi, both included.
 */
void
cv_block_set_add(CvBlockSet *set, BlockNumber lo, BlockNumber hi,
				 MemoryContext context)
{
	CvBlockRange *ranges = get_ranges(set);
	int			n = set->nranges;
	int			first;
	int			end;

	Assert(lo <= hi && hi <= MaxBlockNumber);

	/* by far the most frequent: the block of the row before, or the next */
	if (n > 0 && lo >= ranges[n - 1].lo && lo <= ranges[n - 1].hi + 1)
	{
		ranges[n - 1].hi = Max(ranges[n - 1].hi, hi);
		return;
	}

	/* [first, end) are the ranges that touch or overlap the new one */
	first = find_range(ranges, n, lo == 0 ? 0 : lo - 1);
	for (end = first; end < n && ranges[end].lo <= hi + 1; end++)
	{
		lo = Min(lo, ranges[end].lo);
		hi = Max(hi, ranges[end].hi);
	}
	if (end == first)
	{
		reserve_range(set, context);
		ranges = get_ranges(set);
	}
	memmove(&ranges[first + 1], &ranges[end],
			(n - end) * sizeof(CvBlockRange));
	ranges[first].lo = lo;
	ranges[first].hi = hi;
	set->nranges = n + 1 - (end - first);
}

void
cv_block_set_add_all(CvBlockSet *dst, const CvBlockSet *src,
					 MemoryContext context)
{
	const CvBlockRange *ranges = cv_block_set_ranges(src);
	int			i;

	for (i = 0; i < src->nranges; i++)
		cv_block_set_add(dst, ranges[i].lo, ranges[i].hi, context);
}

/*
 * cv_block_set_widen -- at most maxranges ranges, by closing the narrowest
 * gaps; gives the memory back.
 */
void
cv_block_set_widen(CvBlockSet *set, int maxranges)
{
	CvBlockRange *ranges = get_ranges(set);
	BlockNumber limit;
	int			i;
	int			last = 0;

	Assert(maxranges >= 1);
	if (set->nranges <= maxranges)
		return;

	limit = widest_gap_to_close(ranges, set->nranges, maxranges);
	for (i = 1; i < set->nranges; i++)
	{
		BlockNumber gap = ranges[i].lo - ranges[i - 1].hi;

		if (gap > limit)
			ranges[++last] = ranges[i];
		else
			ranges[last].hi = ranges[i].hi;
	}
	set->nranges = last + 1;
	if (set->nranges == 1)
	{
		CvBlockRange all = ranges[0];

		cv_block_set_free(set);
		set->nranges = 1;
		set->first = all;
		return;
	}
	set->maxranges = set->nranges;
	set->ranges = repalloc(set->ranges,
						   set->maxranges * sizeof(CvBlockRange));
}

void
cv_block_set_free(CvBlockSet *set)
{
	if (set->ranges != NULL)
		pfree(set->ranges);
	cv_block_set_init(set);
}

uint64
cv_block_set_count(const CvBlockSet *set)
{
	const CvBlockRange *ranges = cv_block_set_ranges(set);
	uint64		count = 0;
	int			i;

	for (i = 0; i < set->nranges; i++)
		count += (uint64) ranges[i].hi - ranges[i].lo + 1;
	return count;
}

const CvBlockRange *
cv_block_set_ranges(const CvBlockSet *set)
{
	return set->ranges != NULL ? set->ranges : &set->first;
}

void
cv_block_set_write(const CvBlockSet *set, StringInfo out)
{
	const CvBlockRange *ranges = cv_block_set_ranges(set);
	BlockNumber last = 0;
	int			i;

	cv_varint_write(out, set->nranges);
	for (i = 0; i < set->nranges; i++)
	{
		cv_varint_write(out, ranges[i].lo - last);
		cv_varint_write(out, ranges[i].hi - ranges[i].lo);
		last = ranges[i].hi;
	}
}

void
cv_block_set_read(CvBlockSet *set, StringInfo in, MemoryContext context)
{
	uint64		nranges = cv_varint_read(in);
	uint64		last = 0;
	uint64		i;

	cv_block_set_init(set);
	for (i = 0; i < nranges; i++)
	{
		uint64		lo = last + cv_varint_read(in);
		uint64		hi = lo + cv_varint_read(in);

		if (lo < last || hi < lo || hi > MaxBlockNumber)
			cv_damage_report("position", "Its block ranges are out of order.");
		cv_block_set_add(set, (BlockNumber) lo, (BlockNumber) hi, context);
		last = hi;
	}
}

static CvBlockRange *
get_ranges(CvBlockSet *set)
{
	return set->ranges != NULL ? set->ranges : &set->first;
}

/*
 * Make room for one more range.
 */
static void
reserve_range(CvBlockSet *set, MemoryContext context)
{
	CvBlockRange *ranges;

	if (set->nranges == 0)
		return;
	if (set->ranges == NULL)
	{
		ranges = MemoryContextAlloc(context, 4 * sizeof(CvBlockRange));
		ranges[0] = set->first;
		set->ranges = ranges;
		set->maxranges = 4;
	}
	else if (set->nranges == set->maxranges)
	{
		set->ranges = repalloc_huge(set->ranges,
									(Size) set->maxranges * 2 *
									sizeof(CvBlockRange));
		set->maxranges *= 2;
	}
}

/* the first range that ends at block or behind it, or n */
static int
find_range(const CvBlockRange *ranges, int n, BlockNumber block)
{
	int			lo = 0;
	int			hi = n;

	if (n == 0 || ranges[n - 1].hi < block)
		return n;
	while (lo < hi)
	{
		int			mid = lo + (hi - lo) / 2;

		if (ranges[mid].hi < block)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int
compare_gaps(const void *a, const void *b)
{
	BlockNumber x = *(const BlockNumber *) a;
	BlockNumber y = *(const BlockNumber *) b;

	return x < y ? -1 : x > y ? 1 : 0;
}

/*
 * The least width such that closing all gaps up to it leaves at most
 * maxranges ranges.
 */
static BlockNumber
widest_gap_to_close(const CvBlockRange *ranges, int n, int maxranges)
{
	BlockNumber *gaps;
	BlockNumber limit;
	int			i;

	gaps = palloc_extended(n * sizeof(BlockNumber),
						   MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);

	/* widening is what is done when memory is short: then all become one */
	if (gaps == NULL)
		return MaxBlockNumber;
	for (i = 1; i < n; i++)
		gaps[i - 1] = ranges[i].lo - ranges[i - 1].hi;
	qsort(gaps, n - 1, sizeof(BlockNumber), compare_gaps);
	limit = gaps[n - 1 - maxranges];
	pfree(gaps);
	return limit;
}
