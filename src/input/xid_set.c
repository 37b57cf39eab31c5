/*-------------------------------------------------------------------------
 *
 * xid_set.c
 *	  Which transactions are consumed: {next, open}.
 *
 * The open ranges are a sorted array.  Transactions end roughly in the order
 * in which they began, so almost every change is near the array's end and
 * costs next to nothing; changes of many xids at once (a commit with a
 * million subtransactions) are done in one pass.
 *
 * Every function that changes a set reserves its memory first: if it throws,
 * the set is as it was.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "base/damage.h"
#include "input/varint.h"
#include "input/xid_set.h"

/* from so many xids on, one pass is cheaper than a search for each */
#define REMOVE_ONE_BY_ONE	8

/* ranges that may have room without being needed */
#define LARGE_SIZE			4096

#define CV_XID_MAX			PG_UINT64_MAX

static void reserve_ranges(CvXidSet *set, int more);
static int	find_range(const CvXidSet *set, uint64 xid);
static void append_range(CvXidSet *set, uint64 lo, uint64 hi);
static CvXidRange get_gap(const CvXidSet *set, int i);
static uint64 open_until(const CvXidSet *set, uint64 xid);
static void add_running(CvXidSet *set, TransactionId xid);

void
cv_xid_set_init(CvXidSet *set)
{
	set->next = 0;
	set->nopen = 0;
	set->maxopen = 0;
	set->open = NULL;
}

void
cv_xid_set_copy(CvXidSet *dst, const CvXidSet *src)
{
	cv_xid_set_init(dst);
	dst->next = src->next;
	if (src->nopen == 0)
		return;
	reserve_ranges(dst, src->nopen);
	memcpy(dst->open, src->open, src->nopen * sizeof(CvXidRange));
	dst->nopen = src->nopen;
}

void
cv_xid_set_free(CvXidSet *set)
{
	if (set->open != NULL)
		pfree(set->open);
	cv_xid_set_init(set);
}

void
cv_xid_set_trim(CvXidSet *set)
{
	if (set->maxopen <= LARGE_SIZE || set->nopen > set->maxopen / 4)
		return;
	set->maxopen = Max(set->nopen * 2, LARGE_SIZE);
	set->open = repalloc_huge(set->open,
							  (Size) set->maxopen * sizeof(CvXidRange));
}

bool
cv_xid_set_contains(const CvXidSet *set, uint64 xid)
{
	int			i;

	if (xid >= set->next)
		return false;
	i = find_range(set, xid);
	return i == set->nopen || xid < set->open[i].lo;
}

bool
cv_xid_set_contains_all(const CvXidSet *set, uint64 lo, uint64 hi)
{
	int			i;

	if (hi > set->next)
		return false;
	i = find_range(set, lo);
	return i == set->nopen || hi <= set->open[i].lo;
}

void
cv_xid_set_advance(CvXidSet *set, uint64 next)
{
	if (next <= set->next)
		return;
	reserve_ranges(set, 1);
	append_range(set, set->next, next);
	set->next = next;
}

void
cv_xid_set_add_open(CvXidSet *set, uint64 lo, uint64 hi)
{
	int			first;
	int			end;

	Assert(hi <= set->next);
	if (lo >= hi)
		return;
	reserve_ranges(set, 1);

	/* [first, end) are the ranges that touch or overlap the new one */
	first = lo == 0 ? 0 : find_range(set, lo - 1);
	for (end = first; end < set->nopen && set->open[end].lo <= hi; end++)
	{
		lo = Min(lo, set->open[end].lo);
		hi = Max(hi, set->open[end].hi);
	}
	if (end - first != 1)
	{
		memmove(&set->open[first + 1], &set->open[end],
				(set->nopen - end) * sizeof(CvXidRange));
		set->nopen += 1 - (end - first);
	}
	set->open[first].lo = lo;
	set->open[first].hi = hi;
}

void
cv_xid_set_remove_open(CvXidSet *set, uint64 xid)
{
	CvXidRange *range;
	int			i;

	i = find_range(set, xid);
	if (i == set->nopen || xid < set->open[i].lo)
		return;

	reserve_ranges(set, 1);
	range = &set->open[i];
	if (range->lo == xid && range->hi == xid + 1)
	{
		memmove(range, range + 1, (set->nopen - i - 1) * sizeof(CvXidRange));
		set->nopen--;
	}
	else if (range->lo == xid)
		range->lo++;
	else if (range->hi == xid + 1)
		range->hi--;
	else
	{
		memmove(range + 1, range, (set->nopen - i) * sizeof(CvXidRange));
		set->nopen++;
		range[0].hi = xid;
		range[1].lo = xid + 1;
	}
}

void
cv_xid_set_remove_open_all(CvXidSet *set, const uint64 *xids, int n)
{
	CvXidSet	left;
	int			i;
	int			x = 0;

	if (n < REMOVE_ONE_BY_ONE)
	{
		reserve_ranges(set, n);
		for (i = 0; i < n; i++)
			cv_xid_set_remove_open(set, xids[i]);
		return;
	}
	if (set->nopen == 0)
		return;

	cv_xid_set_init(&left);
	left.open = MemoryContextAllocHuge(GetMemoryChunkContext(set->open),
									   ((Size) set->nopen + n) *
									   sizeof(CvXidRange));
	left.maxopen = set->nopen + n;
	for (i = 0; i < set->nopen; i++)
	{
		CvXidRange	range = set->open[i];

		while (x < n && xids[x] < range.lo)
			x++;
		for (; x < n && xids[x] < range.hi; x++)
		{
			if (xids[x] > range.lo)
				append_range(&left, range.lo, xids[x]);
			range.lo = xids[x] + 1;
		}
		if (range.lo < range.hi)
			append_range(&left, range.lo, range.hi);
	}
	left.next = set->next;
	cv_xid_set_free(set);
	*set = left;
}

bool
cv_xid_set_covers(const CvXidSet *a, const CvXidSet *b)
{
	int			i;

	/* whatever a leaves open must be open in b */
	for (i = 0; i <= a->nopen; i++)
	{
		CvXidRange	gap = get_gap(a, i);

		if (open_until(b, gap.lo) < gap.hi)
			return false;
	}
	return true;
}

/*
 * cv_xid_set_union -- an xid is open in it if it is so in both.
 */
void
cv_xid_set_union(const CvXidSet *a, const CvXidSet *b, CvXidSet *result)
{
	int			i = 0;
	int			j = 0;

	cv_xid_set_init(result);
	result->next = Max(a->next, b->next);
	while (i <= a->nopen && j <= b->nopen)
	{
		CvXidRange	x = get_gap(a, i);
		CvXidRange	y = get_gap(b, j);
		uint64		lo = Max(x.lo, y.lo);
		uint64		hi = Min(Min(x.hi, y.hi), result->next);

		if (lo < hi)
		{
			reserve_ranges(result, 1);
			append_range(result, lo, hi);
		}
		if (x.hi <= y.hi)
			i++;
		else
			j++;
	}
}

/*
 * cv_xid_set_intersect -- an xid is open in it if it is so in one of them.
 */
void
cv_xid_set_intersect(const CvXidSet *a, const CvXidSet *b, CvXidSet *result)
{
	const CvXidSet *sets[2] = {a, b};
	int			at[2] = {0, 0};

	cv_xid_set_init(result);
	result->next = Min(a->next, b->next);
	for (;;)
	{
		bool		a_left = at[0] < a->nopen;
		bool		b_left = at[1] < b->nopen;
		int			which;
		CvXidRange	range;

		if (!a_left && !b_left)
			break;
		if (a_left && b_left)
			which = a->open[at[0]].lo <= b->open[at[1]].lo ? 0 : 1;
		else
			which = a_left ? 0 : 1;
		range = sets[which]->open[at[which]++];
		range.hi = Min(range.hi, result->next);
		if (range.lo < range.hi)
		{
			reserve_ranges(result, 1);
			append_range(result, range.lo, range.hi);
		}
	}
}

void
cv_xid_set_from_snapshot(CvXidSet *set, Snapshot snapshot)
{
	TransactionId xid;
	uint64		xmax;
	uint32		i;

	Assert(IsMVCCSnapshot(snapshot) && !snapshot->takenDuringRecovery);

	cv_xid_set_init(set);
	set->next = U64FromFullTransactionId(ReadNextFullTransactionId());
	xmax = cv_xid_widen(snapshot->xmax, set->next);
	cv_xid_set_add_open(set, xmax, set->next);

	for (i = 0; i < snapshot->xcnt; i++)
		add_running(set, snapshot->xip[i]);
	if (!snapshot->suboverflowed)
	{
		for (i = 0; i < snapshot->subxcnt; i++)
			add_running(set, snapshot->subxip[i]);
		return;
	}

	/* Then it holds none of the subxids: ask for each xid there is. */
	for (xid = snapshot->xmin; xid != snapshot->xmax;)
	{
		CHECK_FOR_INTERRUPTS();
		if (XidInMVCCSnapshot(xid, snapshot))
			add_running(set, xid);
		TransactionIdAdvance(xid);
	}
}

uint64
cv_xid_widen(TransactionId xid, uint64 near_xid)
{
	uint64		back;

	if (!TransactionIdIsNormal(xid))
		return xid;
	back = (uint32) ((uint32) near_xid - xid);
	return back <= near_xid ? near_xid - back : xid;
}

void
cv_xid_set_write(const CvXidSet *set, StringInfo out)
{
	uint64		last = 0;
	int			i;

	cv_varint_write(out, set->next);
	cv_varint_write(out, set->nopen);
	for (i = 0; i < set->nopen; i++)
	{
		cv_varint_write(out, set->open[i].lo - last);
		cv_varint_write(out, set->open[i].hi - set->open[i].lo);
		last = set->open[i].hi;
	}
}

void
cv_xid_set_read(CvXidSet *set, StringInfo in)
{
	uint64		last = 0;
	uint64		nopen;
	uint64		i;

	cv_xid_set_init(set);
	set->next = cv_varint_read(in);
	nopen = cv_varint_read(in);
	for (i = 0; i < nopen; i++)
	{
		uint64		lo = last + cv_varint_read(in);
		uint64		hi = lo + cv_varint_read(in);

		if (lo < last || hi <= lo || hi > set->next)
			cv_damage_report("position",
							 "Its transaction ranges are out of order.");
		reserve_ranges(set, 1);
		append_range(set, lo, hi);
		last = hi;
	}
}

/*
 * Make room for more ranges, in the context that the set lives in.
 */
static void
reserve_ranges(CvXidSet *set, int more)
{
	Size		size;

	if (set->nopen + more <= set->maxopen)
		return;
	set->maxopen = Max(set->nopen + more, Max(8, set->maxopen * 2));
	size = set->maxopen * sizeof(CvXidRange);
	if (set->open == NULL)
		set->open = MemoryContextAllocHuge(CurrentMemoryContext, size);
	else
		set->open = repalloc_huge(set->open, size);
}

/* the first range that ends behind xid, or nopen */
static int
find_range(const CvXidSet *set, uint64 xid)
{
	int			lo = 0;
	int			hi = set->nopen;

	/* mostly it is the last one, or none */
	if (hi == 0 || set->open[hi - 1].hi <= xid)
		return hi;
	if (hi == 1 || set->open[hi - 2].hi <= xid)
		return hi - 1;
	while (lo < hi)
	{
		int			mid = lo + (hi - lo) / 2;

		if (set->open[mid].hi <= xid)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* room is there; lo is not before the last range's start */
static void
append_range(CvXidSet *set, uint64 lo, uint64 hi)
{
	CvXidRange *last = set->nopen > 0 ? &set->open[set->nopen - 1] : NULL;

	Assert(set->nopen < set->maxopen);
	if (last != NULL && last->hi >= lo)
	{
		last->hi = Max(last->hi, hi);
		return;
	}
	set->open[set->nopen].lo = lo;
	set->open[set->nopen].hi = hi;
	set->nopen++;
}

/* the i-th open range; the one after the last is all from next on */
static CvXidRange
get_gap(const CvXidSet *set, int i)
{
	CvXidRange	rest = {set->next, CV_XID_MAX};

	return i < set->nopen ? set->open[i] : rest;
}

/* where the open stretch that begins at xid ends: xid itself if it is held */
static uint64
open_until(const CvXidSet *set, uint64 xid)
{
	int			i;

	if (xid >= set->next)
		return CV_XID_MAX;
	i = find_range(set, xid);
	if (i == set->nopen || xid < set->open[i].lo)
		return xid;
	return set->open[i].hi == set->next ? CV_XID_MAX : set->open[i].hi;
}

static void
add_running(CvXidSet *set, TransactionId xid)
{
	uint64		wide = cv_xid_widen(xid, set->next);

	cv_xid_set_add_open(set, wide, wide + 1);
}
