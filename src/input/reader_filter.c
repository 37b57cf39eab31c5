/*-------------------------------------------------------------------------
 *
 * reader_filter.c
 *	  Whose row a tuple is, judged by its raw xmin.
 *
 * Transactions: xmin is one of their xids (top-level or committed
 * subtransaction), and the leaf's own set does not hold it.  (Of a settled CvXact, which is
 * many transactions in one, the set may hold some.)
 *
 * Scan: what the old set holds was consumed; what the cut holds (and the old
 * set does not) is taken; everything else is unsettled: the scan's snapshot
 * did not call it finished.  Its blocks are remembered, as the WAL that named
 * them may be behind the place where the tail began.
 *
 * Freezing keeps the raw xmin.  Until 2^32 xids have been used that is exact;
 * afterwards a frozen xmin may be that of a transaction 2^32 (or more) xids
 * older, which the page's LSN can rule in, and nothing can rule out.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "port/pg_bitutils.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "input/pending.h"
#include "input/reader_private.h"

/* more than these of one transaction would make too large a hash table */
#define MANY_SUBXIDS	65536

typedef struct PendingEntry
{
	uint64		xid;
	CvPendingBlocks *blocks;
} PendingEntry;

static bool has_subxid(const CvXact *xact, uint64 xid);
static inline uint64 hash_xid(const CvRowFilter *filter, uint64 xid);
static void init_xids(CvRowFilter *filter);
static void add_xid(CvRowFilter *filter, uint64 xid, int xact);
static void init_scan(CvRowFilter *filter);
static uint64 set_floor(const CvXidSet *set);
static uint64 widen_xmin(CvRowFilter *filter, TransactionId xmin);
static int	judge_xid(const CvRowFilter *filter, uint64 xid);
static void create_pending_hash(CvRowFilter *filter);

void
cv_row_filter_init(CvRowFilter *filter, CvInputBatch *batch,
				   MemoryContext context)
{
	FullTransactionId next = ReadNextFullTransactionId();

	memset(filter, 0, sizeof(CvRowFilter));
	filter->batch = batch;
	filter->context = context;
	filter->near_xid = Max(batch->near_xid, U64FromFullTransactionId(next));
	filter->only_xact = -1;

	/* aborted speculative insertions have no xmin; they are nobody's */
	filter->last_xmin = InvalidTransactionId;
	filter->last_verdict = CV_ROW_NOT_OURS;

	if (batch->is_scan)
		init_scan(filter);
	else
		init_xids(filter);
}

/* cv_row_filter_lookup -- the transaction that xid is part of, or NOT_OURS. */
int
cv_row_filter_lookup(const CvRowFilter *filter, uint64 xid)
{
	uint64		i;

	if (xid < filter->min_xid || xid > filter->max_xid)
		return CV_ROW_NOT_OURS;
	for (i = hash_xid(filter, xid);
		 filter->slots[i].xid != 0;
		 i = (i + 1) & filter->mask)
		if (filter->slots[i].xid == xid)
			return filter->slots[i].xact;
	for (int n = 0; n < filter->nlarge; n++)
		if (has_subxid(filter->batch->xacts[filter->large[n]], xid))
			return filter->large[n];
	return CV_ROW_NOT_OURS;
}

static bool
has_subxid(const CvXact *xact, uint64 xid)
{
	int			first = cv_xact_lower_subxid(xact, xid);

	return first < xact->nsubxids && xact->subxids[first] == xid;
}

/* cv_row_filter_set_leaf -- tuples to be judged are now this leaf's. */
void
cv_row_filter_set_leaf(CvRowFilter *filter, int leaf)
{
	const CvInputBatch *batch = filter->batch;

	filter->last_xmin = InvalidTransactionId;
	filter->last_verdict = CV_ROW_NOT_OURS;
	filter->consumed = batch->leaves[leaf].consumed;
}

/* cv_row_filter_judge -- of an xmin other than the last one. */
int
cv_row_filter_judge(CvRowFilter *filter, TransactionId xmin)
{
	int			verdict = CV_ROW_NOT_OURS;

	if (TransactionIdIsValid(xmin))
		verdict = judge_xid(filter, widen_xmin(filter, xmin));
	filter->last_xmin = xmin;
	filter->last_verdict = verdict;
	return verdict;
}

/*
 * cv_row_filter_judge_frozen -- the verdict on a frozen tuple whose xid may
 * be 2^32 older than it seems, where that would make a difference.
 *
 * On a page that nobody has changed for so long it is older.  Guessing on any
 * other would lose or double rows.
 */
int
cv_row_filter_judge_frozen(CvRowFilter *filter, int verdict, Page page,
						   BlockNumber block)
{
	const CvInputBatch *batch = filter->batch;
	Relation	rel = batch->leaves[batch->scan_leaf].rel;

	if (verdict == filter->ancient_verdict)
		return verdict;
	if (PageGetLSN(page) < batch->frozen_before)
		return filter->ancient_verdict;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
			 errmsg("cannot tell whether rows in block %u of table \"%s\" have been consumed",
					block, RelationGetRelationName(rel)),
			 errdetail("They are frozen, and transaction IDs have wrapped around since some of the table's rows were inserted."),
			 errhint("Use continuous.rebuild() to compute the view from the rows at hand.")));
}

/* cv_row_filter_add_pending -- remember the block of an unsettled row. */
void
cv_row_filter_add_pending(CvRowFilter *filter, TransactionId xmin,
						  BlockNumber block)
{
	CvInputBatch *batch = filter->batch;
	uint64		xid = widen_xmin(filter, xmin);
	PendingEntry *entry;
	bool		found;

	if (filter->pending == NULL)
		create_pending_hash(filter);
	entry = hash_search(filter->pending, &xid, HASH_ENTER, &found);
	if (!found)
	{
		MemoryContext old = MemoryContextSwitchTo(batch->scan_pending_context);

		*batch->scan_pending =
			cv_pending_add(*batch->scan_pending, xid,
						   batch->leaves[batch->scan_leaf].relid,
						   &entry->blocks);
		MemoryContextSwitchTo(old);
	}
	cv_block_set_add(&entry->blocks->blocks, block, block,
					 batch->scan_pending_context);

	/* very many: they are made fewer, and looked up anew */
	if (list_length(*batch->scan_pending) > filter->max_pending)
	{
		*batch->scan_pending = cv_pending_limit(*batch->scan_pending,
												CV_MAX_PENDING,
												batch->scan_pending_context);
		filter->max_pending = Max(list_length(*batch->scan_pending) * 2,
								  10 * CV_MAX_PENDING);
		hash_destroy(filter->pending);
		filter->pending = NULL;
	}
}

/* Fibonacci hashing: runs of xids, the usual case, spread without clashes */
static inline uint64
hash_xid(const CvRowFilter *filter, uint64 xid)
{
	return (xid * UINT64CONST(0x9E3779B97F4A7C15)) >> filter->hash_shift;
}

static void
init_xids(CvRowFilter *filter)
{
	const CvInputBatch *batch = filter->batch;
	uint64		nxids = 1;
	uint64		size;

	filter->large = MemoryContextAlloc(filter->context,
									   sizeof(int) * Max(batch->nxacts, 1));
	for (int i = 0; i < batch->nxacts; i++)
	{
		nxids++;
		if (batch->xacts[i]->nsubxids <= MANY_SUBXIDS)
			nxids += batch->xacts[i]->nsubxids;
		else
			filter->large[filter->nlarge++] = i;
	}
	size = pg_nextpower2_64(nxids * 2);
	filter->hash_shift = 64 - pg_leftmost_one_pos64(size);
	filter->slots = MemoryContextAllocExtended(filter->context,
											   size * sizeof(CvXidSlot),
											   MCXT_ALLOC_HUGE |
											   MCXT_ALLOC_ZERO);
	filter->mask = size - 1;
	filter->min_xid = PG_UINT64_MAX;

	for (int i = 0; i < batch->nxacts; i++)
	{
		const CvXact *xact = batch->xacts[i];

		add_xid(filter, xact->xid, i);
		if (xact->nsubxids <= MANY_SUBXIDS)
		{
			for (int j = 0; j < xact->nsubxids; j++)
				add_xid(filter, xact->subxids[j], i);
			continue;
		}
		filter->max_xid = Max(filter->max_xid,
							  xact->subxids[xact->nsubxids - 1]);
	}
}

static void
add_xid(CvRowFilter *filter, uint64 xid, int xact)
{
	uint64		i;

	for (i = hash_xid(filter, xid);
		 filter->slots[i].xid != 0;
		 i = (i + 1) & filter->mask)
		if (filter->slots[i].xid == xid)
			return;
	filter->slots[i].xid = xid;
	filter->slots[i].xact = xact;
	filter->min_xid = Min(filter->min_xid, xid);
	filter->max_xid = Max(filter->max_xid, xid);
}

static void
init_scan(CvRowFilter *filter)
{
	const CvInputBatch *batch = filter->batch;
	const CvXidSet *old = batch->leaves[batch->scan_leaf].consumed;

	/* a set with next = 0 holds nothing: this is a backfill */
	if (old && old->next > 0)
	{
		filter->old = old;
		filter->old_floor = set_floor(old);
	}
	filter->cut_floor = set_floor(batch->scan_cut);
	filter->has_aliases = filter->near_xid > PG_UINT32_MAX;

	filter->max_pending = 10 * CV_MAX_PENDING;

	/* an xid of long ago: consumed long ago, or a row like any other */
	filter->ancient_verdict = filter->old ? CV_ROW_NOT_OURS : 0;

	/*
	 * UPDATE is refused once there is a view, so what an UPDATE has written
	 * is a row that was there before: new to a backfill, and to nobody else.
	 */
	filter->takes_updated = filter->old == NULL;
}

/* all xids below are in the set */
static uint64
set_floor(const CvXidSet *set)
{
	return set->nopen > 0 ? set->open[0].lo : set->next;
}

/*
 * widen_xmin -- the 64-bit xid, which is not newer than the newest now.
 *
 * near_xid may be behind what is in the page: rows are inserted while we read.
 */
static uint64
widen_xmin(CvRowFilter *filter, TransactionId xmin)
{
	if (TransactionIdIsNormal(xmin) &&
		(int32) (xmin - (TransactionId) filter->near_xid) >= 0)
	{
		FullTransactionId next = ReadNextFullTransactionId();

		filter->near_xid = Max(filter->near_xid,
							   U64FromFullTransactionId(next));
	}
	/* older than the counter, which somebody has reset */
	if (xmin > filter->near_xid)
		return FrozenTransactionId;
	return cv_xid_widen(xmin, filter->near_xid);
}

static int
judge_xid(const CvRowFilter *filter, uint64 xid)
{
	int			xact;

	if (filter->batch->is_scan)
	{
		if (filter->old &&
			(xid < filter->old_floor || cv_xid_set_contains(filter->old, xid)))
			return CV_ROW_NOT_OURS;
		if (xid < filter->cut_floor ||
			cv_xid_set_contains(filter->batch->scan_cut, xid))
			return 0;
		return CV_ROW_UNSETTLED;
	}
	xact = cv_row_filter_lookup(filter, xid);
	if (xact < 0 ||
		(filter->only_xact >= 0 && xact != filter->only_xact) ||
		(filter->consumed && cv_xid_set_contains(filter->consumed, xid)))
		return CV_ROW_NOT_OURS;
	return xact;
}

/* with what is known of this leaf from stretches before */
static void
create_pending_hash(CvRowFilter *filter)
{
	const CvInputBatch *batch = filter->batch;
	Oid			relid = batch->leaves[batch->scan_leaf].relid;
	HASHCTL		ctl;
	ListCell   *lc;

	ctl.keysize = sizeof(uint64);
	ctl.entrysize = sizeof(PendingEntry);
	ctl.hcxt = filter->context;
	filter->pending = hash_create("unsettled transactions", 64, &ctl,
								  HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	foreach(lc, *batch->scan_pending)
	{
		CvPendingBlocks *blocks = lfirst(lc);
		PendingEntry *entry;
		bool		found;

		/* those that stand for several take no more blocks */
		if (blocks->relid != relid || blocks->end_xid != blocks->xid + 1)
			continue;
		entry = hash_search(filter->pending, &blocks->xid, HASH_ENTER, &found);
		entry->blocks = blocks;
	}
}
