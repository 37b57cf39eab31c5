/*-------------------------------------------------------------------------
 *
 * delta_scan.c
 *	  Reading the heap where the WAL cannot tell.
 *
 * Everything a scan needs after a crash is in the position that is saved with
 * each stretch: the cut, what was consumed of each leaf before, where it
 * stands.  So stretches commit one by one, and a transaction that the cut
 * calls running cannot be split between scan and tail.
 *
 * The cut becomes the consumed set at once: of the view, if every leaf is
 * scanned, else of the leaves in question.  While the scan runs the view
 * consumes nothing else.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "base/clock.h"
#include "input/delta_scan.h"
#include "input/file_change.h"
#include "input/pending.h"

static void take_over(CvPosition *position, CvScan *scan);
static bool is_unread(const CvScan *scan, Oid relid);
static void add_to_scan(CvScan *scan, Oid relid, const CvXidSet *old,
						XLogRecPtr frozen_before);
static void note_leaf(CvPosition *position, CvScan *scan, Relation rel,
					  bool all);
static void note_missing_leaves(CvPosition *position,
								const CvLeaves *leaves);
static CvLeaf *add_leaf(CvPosition *position, Relation rel);
static CvStretchResult open_current(CvPosition *position, Relation *rel);

CvScan *
cv_scan_plan(CvPosition *position, const CvLeaves *leaves, bool all)
{
	CvScan	   *scan = palloc0(sizeof(CvScan));

	Assert(leaves->is_all);
	scan->is_backfill = position->phase == CV_PHASE_NEW;
	if (position->scan != NULL)
		take_over(position, scan);
	scan->leaves = palloc(sizeof(Oid) * Max(leaves->n, 1));
	scan->old = palloc0(sizeof(CvXidSet) * Max(leaves->n, 1));
	scan->frozen_before = palloc0(sizeof(XLogRecPtr) * Max(leaves->n, 1));
	for (int i = 0; i < leaves->n; i++)
		note_leaf(position, scan, leaves->rels[i],
				  all || scan->is_backfill);
	note_missing_leaves(position, leaves);
	if (scan->nleaves == 0 && !all && !scan->is_backfill &&
		position->scan == NULL)
		return NULL;
	return scan;
}

/*
 * take_over -- the new scan goes on for one that has not come to its end.
 *
 * Of leaves that it has not read, what was consumed before it still counts.
 */
static void
take_over(CvPosition *position, CvScan *scan)
{
	CvScan	   *before = position->scan;

	scan->is_backfill = before->is_backfill;
	scan->has_newest = before->has_newest;
	scan->newest = before->newest;
	scan->blocks_done = scan->blocks_total = before->blocks_done;
	for (int i = before->current; i < before->nleaves; i++)
	{
		CvLeaf	   *leaf = cv_position_lookup_leaf(position,
												   before->leaves[i]);

		if (leaf == NULL)
			continue;
		cv_xid_set_copy(&leaf->consumed, &before->old[i]);
		leaf->has_own_set = true;
	}
}

static bool
is_unread(const CvScan *scan, Oid relid)
{
	if (scan == NULL)
		return false;
	for (int i = scan->current; i < scan->nleaves; i++)
		if (scan->leaves[i] == relid)
			return true;
	return false;
}

/* note_leaf -- bring the position's entry for rel up to date, scan if new. */
static void
note_leaf(CvPosition *position, CvScan *scan, Relation rel, bool all)
{
	CvLeaf	   *leaf = cv_position_lookup_leaf(position,
											   RelationGetRelid(rel));
	XLogRecPtr	frozen_before = InvalidXLogRecPtr;
	bool		truncated;

	if (leaf == NULL)
	{
		CvXidSet	nothing;

		/* all of a new leaf's rows are new, whoever wrote them */
		cv_xid_set_init(&nothing);
		leaf = add_leaf(position, rel);
		add_to_scan(scan, leaf->relid, &nothing, InvalidXLogRecPtr);
		return;
	}
	if (!RelFileLocatorEquals(leaf->locator, rel->rd_locator))
		cv_file_change_check(leaf, rel, &truncated);
	else if (!all && !leaf->is_detached &&
			 !is_unread(position->scan, leaf->relid))
		return;
	/* the restart LSN is about this file, and followed up to now? */
	if (RelFileLocatorEquals(leaf->locator, rel->rd_locator) &&
		!leaf->is_detached && !is_unread(position->scan, leaf->relid))
		frozen_before = position->restart_lsn;
	leaf->is_detached = false;
	leaf->locator = rel->rd_locator;
	add_to_scan(scan, leaf->relid, cv_position_leaf_set(position, leaf),
				frozen_before);
}

static void
add_to_scan(CvScan *scan, Oid relid, const CvXidSet *old,
			XLogRecPtr frozen_before)
{
	scan->leaves[scan->nleaves] = relid;
	scan->frozen_before[scan->nleaves] = frozen_before;
	cv_xid_set_copy(&scan->old[scan->nleaves], old);
	scan->nleaves++;
}

static CvLeaf *
add_leaf(CvPosition *position, Relation rel)
{
	CvLeaf	   *leaf;
	Size		size = sizeof(CvLeaf) * (position->nleaves + 1);

	if (position->leaves == NULL)
		position->leaves = palloc(size);
	else
		position->leaves = repalloc(position->leaves, size);
	leaf = &position->leaves[position->nleaves++];
	memset(leaf, 0, sizeof(CvLeaf));
	leaf->relid = RelationGetRelid(rel);
	leaf->locator = rel->rd_locator;
	cv_xid_set_init(&leaf->consumed);
	return leaf;
}

/*
 * note_missing_leaves -- a detached partition keeps what was consumed of it,
 * in case it comes back; a dropped one is forgotten.
 */
static void
note_missing_leaves(CvPosition *position, const CvLeaves *leaves)
{
	int			nkept = 0;

	for (int i = 0; i < position->nleaves; i++)
	{
		CvLeaf	   *leaf = &position->leaves[i];

		if (cv_leaves_lookup(leaves, leaf->relid) == NULL)
		{
			if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(leaf->relid)))
				continue;
			if (!leaf->is_detached && !leaf->has_own_set)
			{
				cv_xid_set_copy(&leaf->consumed, &position->consumed);
				leaf->has_own_set = true;
			}
			leaf->is_detached = true;
		}
		position->leaves[nkept++] = *leaf;
	}
	position->nleaves = nkept;
}

void
cv_scan_begin(CvPosition *position, CvScan *scan, Snapshot snapshot)
{
	bool		is_whole = true;

	cv_xid_set_from_snapshot(&scan->cut, snapshot);
	scan->cut_time = cv_now();
	for (int i = 0; i < position->nleaves; i++)
	{
		bool		is_scanned = position->leaves[i].is_detached;

		for (int j = 0; j < scan->nleaves; j++)
			is_scanned |= scan->leaves[j] == position->leaves[i].relid;
		is_whole &= is_scanned;
	}
	scan->is_whole = is_whole;
	if (is_whole)
		cv_xid_set_copy(&position->consumed, &scan->cut);
	for (int i = 0; i < scan->nleaves; i++)
	{
		CvLeaf	   *leaf = cv_position_lookup_leaf(position, scan->leaves[i]);
		Relation	rel = table_open(leaf->relid, NoLock);

		scan->blocks_total += RelationGetNumberOfBlocks(rel);
		table_close(rel, NoLock);
		leaf->has_own_set = !is_whole;
		if (!is_whole)
			cv_xid_set_copy(&leaf->consumed, &scan->cut);
	}
	scan->nblocks = InvalidBlockNumber;
	position->scan = scan;
	position->phase = CV_PHASE_SCAN;
	position->needs_scan = false;
}

CvStretchResult
cv_scan_next_stretch(CvPosition *position, BlockNumber max_blocks,
					 CvStretch *stretch)
{
	CvScan	   *scan = position->scan;

	while (scan->current < scan->nleaves)
	{
		CvStretchResult result = open_current(position, &stretch->rel);

		if (result == CV_STRETCH_READY)
		{
			/* rows behind this count are of transactions the tail will bring */
			if (scan->nblocks == InvalidBlockNumber)
				scan->nblocks = RelationGetNumberOfBlocks(stretch->rel);
			if (scan->next_block < scan->nblocks)
			{
				stretch->old = &scan->old[scan->current];
				stretch->frozen_before = scan->frozen_before[scan->current];
				stretch->start = scan->next_block;
				stretch->end = scan->next_block +
					Min(max_blocks, scan->nblocks - scan->next_block);
				return CV_STRETCH_READY;
			}
			table_close(stretch->rel, NoLock);
		}
		else if (result != CV_STRETCH_END)
			return result;
		scan->current++;
		scan->next_block = 0;
		scan->nblocks = InvalidBlockNumber;
	}
	return CV_STRETCH_END;
}

/*
 * open_current -- open the leaf that is being read; END: it is no more.
 *
 * A file that was replaced since the cut has to be tracked, and read with a cut
 * of its own: REPLACED.  If rows of the old one were taken before, block
 * numbers are void now.  After TRUNCATE none of them is left; a backfill begins
 * anew.  Elsewhere it cannot be told which rows were taken.
 */
static CvStretchResult
open_current(CvPosition *position, Relation *rel)
{
	CvScan	   *scan = position->scan;
	Oid			relid = scan->leaves[scan->current];
	CvLeaf	   *leaf = cv_position_lookup_leaf(position, relid);
	bool		truncated;

	if (leaf == NULL || !SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid)))
		return CV_STRETCH_END;
	if (!cv_lock_if_free(relid, AccessShareLock))
		return CV_STRETCH_BUSY;
	*rel = table_open(relid, NoLock);
	if (RelFileLocatorEquals((*rel)->rd_locator, leaf->locator))
		return CV_STRETCH_READY;

	cv_file_change_check(leaf, *rel, &truncated);
	if (!truncated && scan->next_block > 0 && !scan->is_backfill)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the file of table \"%s\" changed while it was scanned",
						RelationGetRelationName(*rel)),
				 errdetail("Rows that were consumed cannot be told from new ones."),
				 errhint("Call continuous.rebuild() for the view.")));
	table_close(*rel, NoLock);
	return truncated || scan->next_block == 0 ?
		CV_STRETCH_REPLACED : CV_STRETCH_RESTART;
}

void
cv_scan_advance(CvPosition *position, const CvStretch *stretch)
{
	position->scan->blocks_done += stretch->end - stretch->start;
	position->scan->next_block = stretch->end;
	position->pending = cv_pending_limit(position->pending, CV_MAX_PENDING,
										 CurrentMemoryContext);
}

void
cv_scan_finish(CvPosition *position)
{
	Assert(position->phase == CV_PHASE_SCAN);
	position->phase = CV_PHASE_FOLLOW;
	position->scan = NULL;
}
