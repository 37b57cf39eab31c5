/*-------------------------------------------------------------------------
 *
 * wal_tail.h
 *	  Reads the local WAL and turns it into committed transactions in commit
 *	  order, each with the blocks in which it inserted rows.
 *
 * One tail a worker; views share it.  The tail never looks at the heap: what
 * it says about blocks is a hint (a superset), and what it says about commit
 * order is exact.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WAL_TAIL_H
#define CV_WAL_TAIL_H

#include "access/xlogdefs.h"
#include "base/compat.h"
#include "datatype/timestamp.h"
#include "input/block_set.h"
#include "input/xid_set.h"

/* The blocks of one file in which a transaction inserted. */
typedef struct CvXactFile
{
	RelFileLocator locator;
	CvBlockSet	blocks;
	uint64		rows;			/* how many inserts the WAL told of */
} CvXactFile;

/* A committed transaction, waiting to be consumed. */
typedef struct CvXact
{
	uint64		seq;			/* place in commit order, 1, 2, ... */
	uint64		xid;			/* top-level */
	int			nsubxids;
	uint64	   *subxids;		/* committed ones, sorted */
	TimestampTz commit_time;	/* never before that of the xact in front */
	XLogRecPtr	first_lsn;		/* of its first insert into a tracked file;
								 * InvalidXLogRecPtr if none was seen */
	XLogRecPtr	end_lsn;		/* end of the commit record */
	bool		changes_catalog;	/* has invalidations or drops files: leaves
									 * must be resolved anew */
	bool		is_settled;		/* no commit record was seen, but it has ended:
								 * the snapshot says which rows count */
	int			nfiles;
	CvXactFile *files;
	int			nupdated;		/* files in which it updated rows, or from which
								 * it moved some to another partition */
	RelFileLocator *updated;
} CvXact;

/* the index of the first subxid that is not below xid; nsubxids: there is none */
static inline int
cv_xact_lower_subxid(const CvXact *xact, uint64 xid)
{
	int			lo = 0;
	int			hi = xact->nsubxids;

	while (lo < hi)
	{
		int			mid = lo + (hi - lo) / 2;

		if (xact->subxids[mid] < xid)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

typedef struct CvTail CvTail;

/*
 * cv_tail_open -- a tail that reads from start.
 *
 * consumed says which xids are of no interest to anybody: the intersection
 * (cv_xid_set_intersect) of the sets of all views, with the sets of leaves
 * that have their own and the cuts of scans under way.  What is open in it
 * and all from its next on is open for the tail, too, until its commit or
 * abort record is read.  What is open in it is also watched, see below.
 * Lives in a context of its own under TopMemoryContext; needs no transaction.
 */
extern CvTail *cv_tail_open(XLogRecPtr start, const CvXidSet *consumed);
extern void cv_tail_close(CvTail *tail);

/*
 * cv_tail_watch -- queue the xids that are open in set in any case.
 *
 * A transaction without an insert that the tail saw is not queued, except
 * for a change of the catalog.  But a scan knows blocks of transactions that
 * inserted before the tail's start, or before the file was tracked: their
 * commits must be queued, too.  So call this, after tracking, with the cut
 * of a new scan at once, and at a restart with every set that went into
 * cv_tail_open().  Xids whose end the tail has already passed are queued at
 * once, with is_settled, unless they wait in the queue.  Result: the seq
 * after which the caller has to look at the queue, also if it was further.
 */
extern uint64 cv_tail_watch(CvTail *tail, const CvXidSet *set);

/* Which files to note inserts of.  Tracking twice needs untracking twice. */
extern void cv_tail_track(CvTail *tail, RelFileLocator locator);
extern void cv_tail_untrack(CvTail *tail, RelFileLocator locator);

typedef enum CvTailStatus
{
	CV_TAIL_CAUGHT_UP,			/* read up to the flush pointer */
	CV_TAIL_MORE,				/* stopped at max_bytes */
	CV_TAIL_LOST				/* the WAL that is next is gone: every view
								 * needs a scan, and this tail is useless */
} CvTailStatus;

/*
 * cv_tail_pump -- read on, up to GetFlushRecPtr() but about max_bytes at most.
 *
 * Usable inside and outside of a transaction.  Calls CHECK_FOR_INTERRUPTS.
 * Leaves the tail usable if it throws.
 */
extern CvTailStatus cv_tail_pump(CvTail *tail, uint64 max_bytes);

/*
 * cv_wal_insert_lsn -- where the WAL ends now, as a tail that has read all
 * of it says.
 *
 * GetXLogInsertRecPtr() can be behind the header of a page that holds no
 * record yet; no tail gets there before there is one.
 */
extern XLogRecPtr cv_wal_insert_lsn(void);

/* end of the last record read */
extern XLogRecPtr cv_tail_lsn(const CvTail *tail);

/* the running 64-bit xid: newest seen + 1 */
extern uint64 cv_tail_next_xid(const CvTail *tail);

/*
 * cv_tail_last_deleter -- the newest xid (a subtransaction's, too) that has
 * deleted rows of a file that is tracked; 0: none that was seen.
 */
extern uint64 cv_tail_last_deleter(const CvTail *tail, RelFileLocator locator);

/* The first queued transaction with seq > after, or NULL. */
extern const CvXact *cv_tail_next(const CvTail *tail, uint64 after);

/* seq of the newest queued transaction (0: none ever) */
extern uint64 cv_tail_last_seq(const CvTail *tail);

/*
 * cv_tail_catalog_seq -- seq of the newest transaction that may have changed
 * which files make up an input (0: none ever).
 *
 * What was inserted behind it into files that it made is not in the queue.  So
 * cv_tail_consumed() is right for those who have seen to its changes only.
 */
extern uint64 cv_tail_catalog_seq(const CvTail *tail);

/* Nobody needs transactions with seq <= upto any more. */
extern void cv_tail_release(CvTail *tail, uint64 upto);

/*
 * Memory, bytes: of the queue and of what is known of transactions in progress
 * / of the sets that say which those are.
 */
extern Size cv_tail_memory(const CvTail *tail);
extern Size cv_tail_set_memory(const CvTail *tail);

/*
 * cv_tail_widen -- make block sets coarser until cv_tail_memory() < target;
 * false if that was not enough.
 */
extern bool cv_tail_widen(CvTail *tail, Size target);

/*
 * cv_tail_keep -- nobody needs what is queued, but for those that keep() wants,
 * which get new seqs.  cv_tail_size: what one of them takes.
 */
extern void cv_tail_keep(CvTail *tail,
						 bool (*keep) (const CvXact *xact, void *arg),
						 void *arg);
extern Size cv_tail_size(const CvXact *xact);

/* how many are queued */
extern uint64 cv_tail_count(const CvTail *tail);

/*
 * cv_tail_consumed -- the set to save for a view that has consumed every
 * queued transaction with seq <= consumed, and before the tail was opened
 * (or by a scan) what base holds: next = the tail's, open = what is open or
 * queued behind, less what base holds.  Result in the current context.
 *
 * base must be the set that was saved last (or the scan's cut): a transaction
 * can be queued for a view that joins late although the tail had passed it.
 */
extern void cv_tail_consumed(const CvTail *tail, uint64 consumed,
							 const CvXidSet *base, CvXidSet *result);

/*
 * cv_tail_restart_lsn -- where a new tail has to begin for a view that has
 * consumed every queued transaction with seq <= consumed.
 */
extern XLogRecPtr cv_tail_restart_lsn(const CvTail *tail, uint64 consumed);

/*
 * cv_tail_consumed_lsn -- all commits that became visible before the WAL got
 * here are in a view that has consumed every transaction up to that seq.
 *
 * The start of the commit record of the first one behind, or cv_tail_lsn().
 * Before the tail's start while a transaction may have committed there
 * unseen; cv_tail_settle() ends that.  So it can go back a little; what was
 * published stays true.
 */
extern XLogRecPtr cv_tail_consumed_lsn(const CvTail *tail, uint64 consumed);

/*
 * cv_tail_has_unseen -- may something become visible that committed before the
 * tail's start?
 *
 * Then cv_tail_consumed_lsn() tells nothing of it until the WAL has grown.
 */
extern bool cv_tail_has_unseen(const CvTail *tail);

/*
 * cv_tail_has_open -- has a transaction that is in progress, or prepared,
 * inserted into one of the files?
 */
extern bool cv_tail_has_open(const CvTail *tail,
							 const RelFileLocator *locators, int n);

/* Is there one from xid on, below end_xid, of which it has not seen the end? */
extern bool cv_tail_has_open_xid(const CvTail *tail, uint64 xid,
								 uint64 end_xid);

/*
 * cv_tail_settle -- xids that are open though they ended without a record
 * that we saw (a crash; a commit record before our start).
 *
 * An open xid older than the oldest one running now is settled once the tail
 * is past an insert LSN taken afterwards: this call notes the two, or, if the
 * tail has passed the LSN noted, queues those watched as one CvXact with
 * is_settled and drops the others.  Cheap if there are none.  Needs no
 * transaction.  Call it in each round, after the pump.
 */
extern void cv_tail_settle(CvTail *tail);

/* estimate: inserts in queued transactions with seq > after into locator */
extern uint64 cv_tail_rows_behind(const CvTail *tail, uint64 after,
								  const RelFileLocator *locators, int n);

#endif							/* CV_WAL_TAIL_H */
