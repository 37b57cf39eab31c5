/*-------------------------------------------------------------------------
 *
 * reader_blocks.c
 *	  Which blocks a batch reads, and in which order.
 *
 * The blocks that the WAL (or a scan) names for the batch's transactions are
 * sorted by leaf and number, without duplicates: a transaction names a block
 * as often as it comes back to it, and a block is read once for all of them.
 * Blocks count through the batch by a running index, which is what a row's tag
 * holds; runs of adjacent blocks keep the way back small.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"
#include "utils/rel.h"

#include "base/compat.h"
#include "input/reader_private.h"

/* more leaves than this are looked up by hash */
#define CV_FEW_LEAVES	16

typedef struct LocatorEntry
{
	RelFileLocator locator;
	int			leaf;
} LocatorEntry;

typedef struct LeafLookup
{
	const CvInputBatch *batch;
	HTAB	   *hash;			/* NULL: few leaves */
	int			last;
} LeafLookup;

static void leaf_lookup_init(LeafLookup *lookup, const CvReader *reader);
static int	find_leaf(LeafLookup *lookup, const RelFileLocator *locator);
static bool is_consumed(const CvReader *reader, int leaf, const CvXact *xact);
static void add_blocks(CvReader *reader, int leaf, const CvBlockSet *blocks);
static void add_run(CvReader *reader, int leaf, BlockNumber lo,
					BlockNumber hi);
static void sort_runs(CvReader *reader);
static void number_runs(CvReader *reader);
static int	compare_runs(const void *a, const void *b);

/*
 * cv_reader_blocks_of_xacts -- the union of the transactions' blocks.
 *
 * Returns the only transaction that has any, -1 if there are several (0 if
 * none).  Blocks for transactions that the leaf's own set holds are left out.
 */
int
cv_reader_blocks_of_xacts(CvReader *reader)
{
	CvInputBatch *batch = reader->batch;
	LeafLookup	lookup;
	int			only = -1;
	bool		has_several = false;

	leaf_lookup_init(&lookup, reader);
	for (int i = 0; i < batch->nxacts; i++)
	{
		const CvXact *xact = batch->xacts[i];

		for (int j = 0; j < xact->nfiles; j++)
		{
			int			leaf = find_leaf(&lookup, &xact->files[j].locator);

			if (leaf < 0 || is_consumed(reader, leaf, xact))
				continue;
			add_blocks(reader, leaf, &xact->files[j].blocks);
			reader->rows_estimate += xact->files[j].rows;
			has_several |= (only >= 0 && only != i);
			only = i;
		}
	}
	for (int i = 0; i < batch->npending; i++)
	{
		const CvBatchPending *pending = &batch->pending[i];
		int			xact = pending->xact;

		if (xact >= 0 &&
			is_consumed(reader, pending->leaf, batch->xacts[xact]))
			continue;
		add_blocks(reader, pending->leaf, pending->blocks);
		reader->rows_estimate += cv_block_set_count(pending->blocks);
		has_several |= (xact < 0 || (only >= 0 && only != xact));
		only = xact;
	}
	if (lookup.hash)
		hash_destroy(lookup.hash);
	sort_runs(reader);
	number_runs(reader);
	return has_several ? -1 : Max(only, 0);
}

/* cv_reader_blocks_of_stretch -- [scan_start, scan_end) of the scan's leaf. */
void
cv_reader_blocks_of_stretch(CvReader *reader)
{
	CvInputBatch *batch = reader->batch;
	Form_pg_class form = batch->leaves[batch->scan_leaf].rel->rd_rel;

	if (batch->scan_start < batch->scan_end)
		add_run(reader, batch->scan_leaf, batch->scan_start,
				batch->scan_end - 1);
	number_runs(reader);
	if (form->relpages > 0 && form->reltuples > 0)
		reader->rows_estimate = reader->nblocks *
			((double) form->reltuples / form->relpages);
	else
		reader->rows_estimate = reader->nblocks * 60.0;
}

/* cv_reader_find_run -- the run that holds the block with this index. */
int
cv_reader_find_run(const CvReader *reader, uint32 index)
{
	int			lo = 0;
	int			hi = reader->nruns - 1;

	Assert(index < reader->nblocks);
	while (lo < hi)
	{
		int			middle = lo + (hi - lo + 1) / 2;

		if (reader->runs[middle].first <= index)
			lo = middle;
		else
			hi = middle - 1;
	}
	return lo;
}

static void
leaf_lookup_init(LeafLookup *lookup, const CvReader *reader)
{
	const CvInputBatch *batch = reader->batch;
	HASHCTL		ctl;

	lookup->batch = batch;
	lookup->last = 0;
	lookup->hash = NULL;
	if (batch->nleaves <= CV_FEW_LEAVES)
		return;
	ctl.keysize = sizeof(RelFileLocator);
	ctl.entrysize = sizeof(LocatorEntry);
	ctl.hcxt = reader->context;
	lookup->hash = hash_create("leaves of a batch", batch->nleaves, &ctl,
							   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	for (int i = 0; i < batch->nleaves; i++)
	{
		LocatorEntry *entry;
		bool		found;

		entry = hash_search(lookup->hash, &batch->leaves[i].locator,
							HASH_ENTER, &found);
		entry->leaf = i;
	}
}

/* -1: a file of another table */
static int
find_leaf(LeafLookup *lookup, const RelFileLocator *locator)
{
	const CvInputBatch *batch = lookup->batch;

	if (lookup->last < batch->nleaves &&
		RelFileLocatorEquals(batch->leaves[lookup->last].locator, *locator))
		return lookup->last;
	if (lookup->hash)
	{
		LocatorEntry *entry = hash_search(lookup->hash, locator, HASH_FIND,
										  NULL);

		if (entry == NULL)
			return -1;
		return lookup->last = entry->leaf;
	}
	for (int i = 0; i < batch->nleaves; i++)
		if (RelFileLocatorEquals(batch->leaves[i].locator, *locator))
			return lookup->last = i;
	return -1;
}

static bool
is_consumed(const CvReader *reader, int leaf, const CvXact *xact)
{
	const CvXidSet *consumed = reader->batch->leaves[leaf].consumed;

	return consumed && cv_xid_set_contains(consumed, xact->xid);
}

static void
add_blocks(CvReader *reader, int leaf, const CvBlockSet *blocks)
{
	const CvBlockRange *ranges = cv_block_set_ranges(blocks);

	for (int i = 0; i < blocks->nranges; i++)
		add_run(reader, leaf, ranges[i].lo, ranges[i].hi);
}

static void
add_run(CvReader *reader, int leaf, BlockNumber lo, BlockNumber hi)
{
	CvReaderRun *run;

	if (reader->nruns > 0)
	{
		/* next transaction, same or next block: the usual case */
		run = &reader->runs[reader->nruns - 1];
		if (run->leaf == leaf && lo >= run->lo && lo <= run->hi + 1)
		{
			run->hi = Max(run->hi, hi);
			return;
		}
	}
	if (reader->nruns == reader->maxruns)
	{
		reader->maxruns = reader->maxruns ? reader->maxruns * 2 : 64;
		if (reader->runs)
			reader->runs = repalloc_huge(reader->runs,
										 sizeof(CvReaderRun) * reader->maxruns);
		else
			reader->runs = MemoryContextAlloc(reader->context,
											  sizeof(CvReaderRun) *
											  reader->maxruns);
	}
	run = &reader->runs[reader->nruns++];
	run->leaf = leaf;
	run->lo = lo;
	run->hi = hi;
	run->first = 0;
}

/* sort_runs -- by leaf and block; overlapping and touching ones become one */
static void
sort_runs(CvReader *reader)
{
	CvReaderRun *runs = reader->runs;
	bool		is_sorted = true;
	int			n = 0;

	for (int i = 1; i < reader->nruns && is_sorted; i++)
		is_sorted = compare_runs(&runs[i - 1], &runs[i]) <= 0;
	if (!is_sorted)
		qsort(runs, reader->nruns, sizeof(CvReaderRun), compare_runs);

	for (int i = 1; i < reader->nruns; i++)
	{
		if (runs[i].leaf == runs[n].leaf && runs[i].lo <= runs[n].hi + 1)
			runs[n].hi = Max(runs[n].hi, runs[i].hi);
		else
			runs[++n] = runs[i];
	}
	reader->nruns = Min(reader->nruns, n + 1);
}

/*
 * number_runs -- give blocks their running index.
 *
 * Blocks beyond the end of the file are left out: VACUUM has cut them off
 * since they held (deleted) rows.  Our lock keeps it from cutting more.
 */
static void
number_runs(CvReader *reader)
{
	CvReaderRun *runs = reader->runs;
	BlockNumber nblocks = 0;
	uint64		first = 0;
	int			leaf = -1;
	int			n = 0;

	for (int i = 0; i < reader->nruns; i++)
	{
		CvReaderRun run = runs[i];

		if (run.leaf != leaf)
		{
			leaf = run.leaf;
			nblocks = RelationGetNumberOfBlocks(reader->batch->leaves[leaf].rel);
		}
		if (run.lo >= nblocks)
			continue;
		run.hi = Min(run.hi, nblocks - 1);
		run.first = (uint32) first;
		first += (uint64) run.hi - run.lo + 1;
		runs[n++] = run;
	}
	/* a tag has 32 bits for the index, all ones being no block number */
	if (first >= InvalidBlockNumber)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many blocks in one batch of input")));
	reader->nruns = n;
	reader->nblocks = (uint32) first;
}

static int
compare_runs(const void *a, const void *b)
{
	const CvReaderRun *x = a;
	const CvReaderRun *y = b;

	if (x->leaf != y->leaf)
		return x->leaf < y->leaf ? -1 : 1;
	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	return 0;
}
