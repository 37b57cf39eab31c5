/*-------------------------------------------------------------------------
 *
 * batch_input.c
 *	  What a batch reads.
 *
 * Transactions are taken from the front of the tail's queue, in commit order,
 * as long as the batch's snapshot shows them; the first one that it does not
 * show is waited for.  If one of them has changed the catalogs, all leaves are
 * locked and compared with those that the tail tracks, before anything is
 * taken: a batch never moves the consumed set over transactions whose files
 * the tail did not know (HAZARDS-input C5).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "base/settings.h"
#include "view/view_catalog.h"
#include "worker/batch_anchor.h"
#include "worker/batch_input.h"

/* one stretch of a scan: what takes well under a second to read */
#define CV_STRETCH_BLOCKS	8192

/* transactions of one batch */
#define CV_MAX_BATCH_XACTS	50000
/* ... or blocks that they name */
#define CV_MAX_BATCH_BLOCKS	65536
/* ... or their subtransactions */
#define CV_MAX_BATCH_XIDS	1000000

static CvBatchResult choose_front(CvBatch *batch);
static CvBatchResult choose_scan_begin(CvBatch *batch, bool all);
static CvBatchResult choose_stretch(CvBatch *batch);
static CvBatchResult choose_xacts(CvBatch *batch);
static bool collect_xacts(CvBatch *batch, bool *sees_ddl, List **wanted);
static bool is_visible(const CvXact *xact, Snapshot snapshot);
static bool has_told(const CvXact *xact);
static bool is_consumed(const CvPosition *position, const CvXact *xact);
static bool holds_xact(const CvXidSet *set, const CvXact *xact);
static void check_updates(const CvPosition *position, const CvXact *xact);
static bool concerns_view(CvBatch *batch, const CvXact *xact, List **wanted);
static uint64 count_blocks(const CvPosition *position, const CvXact *xact);
static uint64 max_blocks(const CvBatch *batch);
static bool open_wanted(CvBatch *batch, bool all, List *wanted);
static bool leaves_have_changed(CvBatch *batch);
static bool only_adds_leaves(CvBatch *batch);
static void set_batch_leaves(CvBatch *batch);
static void add_pending(CvBatch *batch);
static bool has_pending(const CvXact *xact, const CvPendingBlocks *pending);

bool
cv_batch_has_work(CvFollower *follower, const CvTail *tail)
{
	const CvPosition *position = follower->position;
	const CvXact *xact;

	if (position == NULL || follower->checks_status ||
		follower->checks_leaves || follower->has_expired)
		return true;
	if (position->phase != CV_PHASE_FOLLOW || position->needs_scan ||
		position->rewrites_windows ||
		follower->lost_wal)
		return true;

	/* pass over transactions that are none of this view's business */
	while ((xact = cv_tail_next(tail, follower->seq)) != NULL)
	{
		if (xact->changes_catalog || xact->nupdated > 0 ||
			position->pending != NIL)
			return true;
		for (int i = 0; i < xact->nfiles; i++)
			for (int j = 0; j < position->nleaves; j++)
				if (!position->leaves[j].is_detached &&
					RelFileLocatorEquals(xact->files[i].locator,
										 position->leaves[j].locator))
					return true;
		follower->seq = xact->seq;
	}
	return false;
}

CvBatchResult
cv_batch_choose_input(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	CvPosition *position = batch->position;

	batch->seq = follower->seq;
	batch->input.input = batch->spec->input;
	batch->input.view = batch->spec->view;
	batch->input.near_xid = cv_tail_next_xid(batch->tail);
	switch (position->phase)
	{
		case CV_PHASE_NEW:
			return choose_scan_begin(batch, true);
		case CV_PHASE_SCAN:
			return choose_stretch(batch);
		case CV_PHASE_FOLLOW:
			break;
	}
	if (position->needs_scan || follower->lost_wal)
		return choose_scan_begin(batch, true);
	if (follower->checks_leaves)
		return choose_front(batch);
	return choose_xacts(batch);
}

/*
 * choose_front -- the leaves may have changed: a scan of the new ones is to
 * come.
 *
 * It counts as one transaction, and what was committed before comes first, if
 * it can be found in the files that the tail knows: leaves were added, the
 * others are as they were.  Else the rows of a new partition would close
 * windows for rows that wait in the queue.
 */
static CvBatchResult
choose_front(CvBatch *batch)
{
	CvFollower *follower = batch->follower;

	if (follower->front_lsn == InvalidXLogRecPtr)
		follower->front_lsn = cv_wal_insert_lsn();
	if (cv_tail_consumed_lsn(batch->tail, follower->seq) >=
		follower->front_lsn)
		return choose_scan_begin(batch, false);

	if (!open_wanted(batch, true, NIL))
		return CV_BATCH_BUSY;
	if (leaves_have_changed(batch) && only_adds_leaves(batch))
		return choose_xacts(batch);
	return choose_scan_begin(batch, false);
}

/*
 * choose_scan_begin -- resolve the leaves; begin a scan if one is needed.
 *
 * The order is: leaves (locked), their files into the tail's filter, then the
 * snapshot.  The batch's snapshot, taken before, is replaced by a newer one.
 */
static CvBatchResult
choose_scan_begin(CvBatch *batch, bool all)
{
	CvScan	   *scan;

	if (!open_wanted(batch, true, NIL))
		return CV_BATCH_BUSY;
	scan = cv_scan_plan(batch->position, &batch->leaves, all);
	cv_follower_track(batch->follower, batch->tail, batch->position);
	if (scan == NULL)
	{
		batch->follower->checks_leaves = false;
		batch->follower->front_lsn = InvalidXLogRecPtr;
		batch->must_save = true;
		return choose_xacts(batch);
	}
	PopActiveSnapshot();
	PushActiveSnapshot(GetLatestSnapshot());
	batch->snapshot = GetActiveSnapshot();
	cv_scan_begin(batch->position, scan, batch->snapshot);
	cv_anchor_bound_cut(batch);
	/* what this view has passed over may have rows in a new leaf */
	batch->seq = Min(batch->seq, cv_tail_watch(batch->tail, &scan->cut));
	batch->began_scan = true;
	return choose_stretch(batch);
}

static CvBatchResult
choose_stretch(CvBatch *batch)
{
	CvPosition *position = batch->position;
	CvScan	   *scan = position->scan;
	CvInputBatch *input = &batch->input;
	CvLeaf	   *leaf;

	batch->must_save = true;
	batch->is_in_scan = true;
	cv_anchor_begin_stretch(batch);
	if (batch->leaves.n == 0 &&
		!cv_lock_if_free(batch->spec->input, AccessShareLock))
		return CV_BATCH_BUSY;
	switch (cv_scan_next_stretch(position,
								 cv_pace_limit(&batch->follower->scan_pace,
											   CV_STRETCH_BLOCKS),
								 &batch->stretch))
	{
		case CV_STRETCH_BUSY:
			return CV_BATCH_BUSY;
		case CV_STRETCH_REPLACED:
			if (cv_anchor_is_measuring(batch))
			{
				/* what was measured may be of rows that are gone */
				batch->must_wipe = true;
				return CV_BATCH_DONE;
			}
			return choose_scan_begin(batch, position->needs_scan ||
									 batch->follower->lost_wal);
		case CV_STRETCH_RESTART:
			batch->must_wipe = true;
			return CV_BATCH_DONE;
		case CV_STRETCH_END:
			return CV_BATCH_DONE;
		case CV_STRETCH_READY:
			break;
	}
	batch->follower->scan_pace.taken =
		batch->stretch.end - batch->stretch.start;
	leaf = cv_position_lookup_leaf(position,
								   RelationGetRelid(batch->stretch.rel));
	if (!scan->is_backfill)
		cv_follower_keep_leaf(batch->follower, leaf->relid);
	input->nleaves = 1;
	input->leaves = palloc0(sizeof(CvBatchLeaf));
	input->leaves[0].relid = leaf->relid;
	input->leaves[0].rel = batch->stretch.rel;
	input->leaves[0].locator = leaf->locator;
	input->leaves[0].consumed = batch->stretch.old;
	input->is_scan = true;
	input->scan_leaf = 0;
	input->scan_start = batch->stretch.start;
	input->scan_end = batch->stretch.end;
	input->scan_cut = &scan->cut;
	input->frozen_before = batch->stretch.frozen_before;
	input->scan_pending = &position->pending;
	input->scan_pending_context = batch->context;
	batch->has_rows = true;
	batch->has_more = true;
	return CV_BATCH_DONE;
}

static CvBatchResult
choose_xacts(CvBatch *batch)
{
	List	   *wanted = NIL;
	bool		sees_ddl = false;
	bool		is_waiting = !collect_xacts(batch, &sees_ddl, &wanted);

	/* what will be saved speaks for all that the tail has passed */
	if (batch->input.nxacts > 0 || batch->must_save ||
		batch->seq != batch->follower->seq)
		sees_ddl |= cv_tail_catalog_seq(batch->tail) > batch->follower->seq;
	if (batch->input.nxacts > 0 || sees_ddl)
	{
		/* with wal_level = minimal no record tells of changed catalogs */
		bool		all = sees_ddl || wal_level == WAL_LEVEL_MINIMAL;

		AcceptInvalidationMessages();
		if (!open_wanted(batch, all, wanted))
			return CV_BATCH_BUSY;
		if (leaves_have_changed(batch) &&
			!(batch->follower->checks_leaves && only_adds_leaves(batch)))
		{
			/* nothing is taken before the change has been dealt with */
			batch->follower->checks_leaves = true;
			return CV_BATCH_AGAIN;
		}
	}
	else if (is_waiting && batch->seq == batch->follower->seq &&
			 !batch->must_save)
		return CV_BATCH_NOT_VISIBLE;

	batch->follower->pace.taken = batch->input.nxacts;
	if (batch->input.nxacts > 0)
	{
		set_batch_leaves(batch);
		add_pending(batch);
		batch->has_rows = true;
		batch->must_save = true;
	}
	return CV_BATCH_DONE;
}

/*
 * collect_xacts -- the transactions of the batch; false if the next one is
 * not visible yet.
 */
static bool
collect_xacts(CvBatch *batch, bool *sees_ddl, List **wanted)
{
	CvInputBatch *input = &batch->input;
	const CvXact *xact;
	uint64		nblocks = 0;
	uint64		max_nblocks = max_blocks(batch);
	uint64		nxids = 0;
	int			space = 64;
	int			max_xacts = CV_MAX_BATCH_XACTS;

	if (batch->follower->max_xacts > 0)
		max_xacts = Min(max_xacts, batch->follower->max_xacts);
	max_xacts = (int) cv_pace_limit(&batch->follower->pace, max_xacts);
	input->xacts = palloc(sizeof(CvXact *) * space);
	while ((xact = cv_tail_next(batch->tail, batch->seq)) != NULL)
	{
		if (!is_consumed(batch->position, xact))
		{
			uint64		blocks;

			if (!is_visible(xact, batch->snapshot))
				return false;
			if (batch->follower->checks_leaves &&
				xact->end_lsn > batch->follower->front_lsn)
				return true;
			blocks = count_blocks(batch->position, xact);
			if (input->nxacts >= max_xacts ||
				(nblocks > 0 && nblocks + blocks > max_nblocks) ||
				(nxids > 0 && nxids + xact->nsubxids > CV_MAX_BATCH_XIDS))
			{
				batch->has_more = true;
				return true;
			}
			check_updates(batch->position, xact);
			*sees_ddl |= xact->changes_catalog;
			if (concerns_view(batch, xact, wanted))
			{
				if (input->nxacts == space)
				{
					space *= 2;
					input->xacts = repalloc_huge(input->xacts,
												 sizeof(CvXact *) * space);
				}
				input->xacts[input->nxacts++] = xact;
				nblocks += blocks;
				nxids += xact->nsubxids;
			}
		}
		batch->seq = xact->seq;
		if (cv_row_cache_ends_with(input->input, input->xacts, input->nxacts))
		{
			batch->has_more = cv_tail_next(batch->tail, batch->seq) != NULL;
			return true;
		}
	}
	return true;
}

/*
 * is_visible -- does the snapshot show what it has committed?
 *
 * A settled xact is many, of which some may have aborted: subtransactions of
 * one that still runs seem to run with it, if the snapshot has overflowed.
 */
static bool
is_visible(const CvXact *xact, Snapshot snapshot)
{
	if (!xact->is_settled)
		return !XidInMVCCSnapshot((TransactionId) xact->xid, snapshot) &&
			(!xact->changes_catalog || has_told(xact));
	for (int i = -1; i < xact->nsubxids; i++)
	{
		TransactionId xid = i < 0 ? xact->xid : xact->subxids[i];

		if (XidInMVCCSnapshot(xid, snapshot) && !TransactionIdDidAbort(xid))
			return false;
	}
	return true;
}

/*
 * has_told -- have its invalidations been sent?
 *
 * A transaction becomes visible before it sends them, and gives up the lock on
 * its xid afterwards.
 */
static bool
has_told(const CvXact *xact)
{
	return cv_conditional_xact_wait((TransactionId) xact->xid);
}

/*
 * is_consumed -- is it consumed in every leaf?
 *
 * Else it is taken, and the reader asks for each leaf.  A settled xact is many
 * transactions in one, so all of its xids count.
 */
static bool
is_consumed(const CvPosition *position, const CvXact *xact)
{
	if (!holds_xact(&position->consumed, xact))
		return false;
	for (int i = 0; i < position->nleaves; i++)
		if (position->leaves[i].has_own_set &&
			!position->leaves[i].is_detached &&
			!holds_xact(&position->leaves[i].consumed, xact))
			return false;
	return true;
}

static bool
holds_xact(const CvXidSet *set, const CvXact *xact)
{
	if (!cv_xid_set_contains(set, xact->xid))
		return false;
	for (int i = 0; xact->is_settled && i < xact->nsubxids; i++)
		if (!cv_xid_set_contains(set, xact->subxids[i]))
			return false;
	return true;
}

/*
 * check_updates -- an UPDATE that got past the trigger has made results wrong
 * that nothing can mend but a rebuild.
 */
static void
check_updates(const CvPosition *position, const CvXact *xact)
{
	for (int i = 0; i < xact->nupdated; i++)
		for (int j = 0; j < position->nleaves; j++)
			if (RelFileLocatorEquals(xact->updated[i],
									 position->leaves[j].locator))
				cv_reader_refuse_updated(position->leaves[j].relid);
}

/* concerns_view -- does it have rows for us?  Adds the leaves to wanted. */
static bool
concerns_view(CvBatch *batch, const CvXact *xact, List **wanted)
{
	CvPosition *position = batch->position;
	bool		result = false;
	ListCell   *lc;

	for (int i = 0; i < position->nleaves; i++)
	{
		CvLeaf	   *leaf = &position->leaves[i];

		if (leaf->is_detached)
			continue;
		for (int j = 0; j < xact->nfiles; j++)
			if (RelFileLocatorEquals(xact->files[j].locator, leaf->locator))
			{
				*wanted = list_append_unique_oid(*wanted, leaf->relid);
				result = true;
			}
	}
	foreach(lc, position->pending)
	{
		CvPendingBlocks *pending = lfirst(lc);

		if (has_pending(xact, pending))
		{
			*wanted = list_append_unique_oid(*wanted, pending->relid);
			result = true;
		}
	}
	return result;
}

static uint64
count_blocks(const CvPosition *position, const CvXact *xact)
{
	uint64		count = 0;
	ListCell   *lc;

	for (int i = 0; i < xact->nfiles; i++)
		count += cv_block_set_count(&xact->files[i].blocks);
	foreach(lc, position->pending)
		if (has_pending(xact, lfirst(lc)))
			count += cv_block_set_count(&((CvPendingBlocks *) lfirst(lc))->blocks);
	return count;
}

/*
 * max_blocks -- of several transactions: each of their rows is remembered, or
 * even kept for other views on the input.
 */
static uint64
max_blocks(const CvBatch *batch)
{
	uint64		memory = (uint64) cv_batch_memory_kb * 1024;

	if (cv_row_cache_is_shared(batch->spec->input))
		return Min(CV_MAX_BATCH_BLOCKS, memory / 2 / BLCKSZ);
	return Min(CV_MAX_BATCH_BLOCKS,
			   memory / (MaxHeapTuplesPerPage * sizeof(uint64)));
}

static bool
open_wanted(CvBatch *batch, bool all, List *wanted)
{
	/* opened before: choose_scan_begin() found nothing to scan */
	if (batch->leaves.is_all)
		return true;
	return cv_leaves_open(batch->spec->input, cv_view_reads_children(batch->spec),
						  all ? NIL : wanted, &batch->leaves);
}

/* Do the files of the open leaves differ from what the tail tracks? */
static bool
leaves_have_changed(CvBatch *batch)
{
	CvPosition *position = batch->position;
	int			nfound = 0;

	for (int i = 0; i < batch->leaves.n; i++)
	{
		Relation	rel = batch->leaves.rels[i];
		CvLeaf	   *leaf = cv_position_lookup_leaf(position,
												   RelationGetRelid(rel));

		if (leaf == NULL || leaf->is_detached ||
			!RelFileLocatorEquals(leaf->locator, rel->rd_locator))
			return true;
		nfound++;
	}
	if (!batch->leaves.is_all)
		return false;
	for (int i = 0; i < position->nleaves; i++)
		if (!position->leaves[i].is_detached)
			nfound--;
	return nfound != 0;
}

/* Are the leaves that we know all there, and their files the same? */
static bool
only_adds_leaves(CvBatch *batch)
{
	CvPosition *position = batch->position;

	if (!batch->leaves.is_all)
		return false;
	for (int i = 0; i < position->nleaves; i++)
	{
		CvLeaf	   *leaf = &position->leaves[i];
		Relation	rel = cv_leaves_lookup(&batch->leaves, leaf->relid);

		if (!leaf->is_detached &&
			(rel == NULL ||
			 !RelFileLocatorEquals(leaf->locator, rel->rd_locator)))
			return false;
	}
	return true;
}

/* set_batch_leaves -- those that are new are left to the scan to come. */
static void
set_batch_leaves(CvBatch *batch)
{
	CvInputBatch *input = &batch->input;

	input->leaves = palloc0(sizeof(CvBatchLeaf) * Max(batch->leaves.n, 1));
	for (int i = 0; i < batch->leaves.n; i++)
	{
		Relation	rel = batch->leaves.rels[i];
		CvLeaf	   *leaf = cv_position_lookup_leaf(batch->position,
												   RelationGetRelid(rel));
		CvBatchLeaf *entry;

		if (leaf == NULL || leaf->is_detached)
			continue;
		entry = &input->leaves[input->nleaves++];
		entry->relid = leaf->relid;
		entry->rel = rel;
		entry->locator = leaf->locator;
		entry->consumed = cv_position_leaf_set(batch->position, leaf);
		input->last_deleter =
			Max(input->last_deleter,
				cv_tail_last_deleter(batch->tail, leaf->locator));
	}
}

/* add_pending -- blocks that only a scan knows, of the batch's transactions. */
static void
add_pending(CvBatch *batch)
{
	CvInputBatch *input = &batch->input;
	List	   *pending = batch->position->pending;
	ListCell   *lc;

	input->pending = palloc(sizeof(CvBatchPending) *
							Max(list_length(pending), 1));
	foreach(lc, pending)
	{
		CvPendingBlocks *blocks = lfirst(lc);
		int			xact = -1;
		int			nxacts = 0;

		for (int i = 0; i < input->nxacts && nxacts < 2; i++)
			if (has_pending(input->xacts[i], blocks))
			{
				xact = i;
				nxacts++;
			}
		for (int i = 0; nxacts > 0 && i < input->nleaves; i++)
			if (input->leaves[i].relid == blocks->relid)
			{
				CvBatchPending *entry = &input->pending[input->npending++];

				entry->leaf = i;
				entry->xact = nxacts == 1 ? xact : -1;
				entry->blocks = &blocks->blocks;
			}
	}
}

/* has_pending -- is one of its xids one of those? */
static bool
has_pending(const CvXact *xact, const CvPendingBlocks *pending)
{
	int			first;

	if (xact->xid >= pending->xid && xact->xid < pending->end_xid)
		return true;
	first = cv_xact_lower_subxid(xact, pending->xid);
	return first < xact->nsubxids && xact->subxids[first] < pending->end_xid;
}
