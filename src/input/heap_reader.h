/*-------------------------------------------------------------------------
 *
 * heap_reader.h
 *	  Reads the rows of a batch from the heap, as a custom scan in the plan
 *	  of the view's input query.
 *
 * A row is taken iff its raw xmin belongs to a transaction of the batch and
 * the batch's snapshot sees it.  Rows come in the order of their
 * transactions, inside one in physical order.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_HEAP_READER_H
#define CV_HEAP_READER_H

#include "input/position.h"
#include "input/wal_tail.h"
#include "nodes/execnodes.h"
#include "storage/itemptr.h"
#include "utils/relcache.h"

/* A leaf that the batch reads; the caller has it locked and open. */
typedef struct CvBatchLeaf
{
	Oid			relid;
	Relation	rel;
	RelFileLocator locator;
	const CvXidSet *consumed;	/* rows of xids in it were consumed before */
} CvBatchLeaf;

/* Blocks that are known only from a scan, for transactions of the batch. */
typedef struct CvBatchPending
{
	int			leaf;			/* index into leaves */
	int			xact;			/* index into xacts; -1: of several */
	const CvBlockSet *blocks;
} CvBatchPending;

/*
 * What to read: either transactions, or a stretch of one leaf (scan).
 */
typedef struct CvInputBatch
{
	Oid			input;			/* relid of the RTE that the scan replaces */
	Oid			view;			/* whose batch it is: shares rows with those of
								 * other views; InvalidOid: it does not */
	int			nleaves;
	CvBatchLeaf *leaves;
	uint64		near_xid;		/* a recent 64-bit xid, to widen raw ones */

	/* transactions, in order; those of which a leaf's set holds the xid are
	 * skipped in that leaf */
	int			nxacts;
	const CvXact **xacts;
	int			npending;
	CvBatchPending *pending;
	bool		passes_updated; /* rows that have replaced others are left out;
								 * else they are an error */
	uint64		last_deleter;	/* newest xid that has deleted rows of a leaf, as
								 * far as the WAL has been read */

	/* or: a stretch of a leaf */
	bool		is_scan;
	int			scan_leaf;		/* index into leaves; its consumed = old set */
	BlockNumber scan_start;
	BlockNumber scan_end;		/* exclusive */
	const CvXidSet *scan_cut;	/* rows of xids in it are taken */
	List	  **scan_pending;	/* CvPendingBlocks * of all others are added;
								 * allocated in scan_pending_context */
	MemoryContext scan_pending_context;
	XLogRecPtr	frozen_before;	/* what is frozen on a page with an older LSN
								 * was finished before the set or the cut: the
								 * restart LSN that goes with the old set if
								 * the file is the same; 0: not known */

	bool		tells_progress; /* of a stretch, as base/progress.h says ... */
	int64		blocks_before;	/* ... behind these many of other leaves */

	/* rows to leave out (on_error = skip): sorted tags */
	int			nskip;
	uint64	   *skip;
	uint64		skip_upto;		/* and all with tags up to this: they were
								 * looked at before (0: none) */
} CvInputBatch;

/* Where a row of the batch came from. */
typedef struct CvRowSource
{
	int			xact;			/* index into xacts; 0 in a scan */
	int			leaf;			/* index into leaves */
	ItemPointerData tid;
} CvRowSource;

/* once, from _PG_init: registers the custom scan methods and the hook */
extern void cv_heap_reader_init(void);

typedef struct CvReader CvReader;

/*
 * cv_reader_begin -- make batch the one that the next planned query reads.
 *
 * First looks at the batch's blocks (transactions: collects their tids and
 * sorts them by transaction; a single transaction or a scan streams instead),
 * so the number of rows is known (streams: an estimate) for the planner.
 * Needs an active, registered snapshot that shows every transaction.
 */
extern CvReader *cv_reader_begin(CvInputBatch *batch, Snapshot snapshot);
extern void cv_reader_end(CvReader *reader);
extern double cv_reader_rows_estimate(const CvReader *reader);

/* Rows that the scan has given out so far (skipped ones not included). */
extern uint64 cv_reader_rows(const CvReader *reader);

/* Of which of transactions before xact, whatever has been given out. */
extern uint64 cv_reader_rows_before(const CvReader *reader, int xact);

/*
 * cv_reader_finish -- read what the plan did not ask for.
 *
 * A plan may stop early: WHERE false, a join partner without rows.  The rows
 * that are left count as read all the same, and a scan has to note the
 * unsettled ones among them.  Call it when the query has given its last row.
 */
extern void cv_reader_finish(CvReader *reader);

/*
 * The tag of a row is what the scan gave as its ctid; see cv_reader_tag().
 * Tags ascend in reading order, hence by transaction.
 */
extern uint64 cv_reader_tag(ItemPointer ctid);
extern uint64 cv_reader_last_tag(const CvReader *reader);
extern void cv_reader_locate(const CvReader *reader, uint64 tag,
							 CvRowSource *source);

/*
 * cv_reader_fetch -- the row again, as a tuple of the leaf's type, into a
 * heap tuple slot of the leaf (for late rows).
 */
extern bool cv_reader_fetch(const CvReader *reader, uint64 tag,
							TupleTableSlot **slot);

/*
 * Views on one input share the rows that the first of them has read, see
 * row_cache.h: as long as several of them read it in turns, batches should be
 * small enough for it, and end where that of the view before has ended.
 */
extern bool cv_row_cache_is_shared(Oid input);
extern bool cv_row_cache_ends_with(Oid input, const CvXact **xacts,
								   int nxacts);

/*
 * cv_row_cache_forget -- a view goes on after a pause: what was deleted
 * meanwhile does not count for it, whoever has read it before.
 */
extern void cv_row_cache_forget(void);

/* bytes that are kept for that, and rows in them */
extern Size cv_row_cache_memory(void);
extern uint64 cv_row_cache_count(void);

/* errors out: rows of the table were replaced by new versions */
extern void cv_reader_refuse_updated(Oid relid);

#endif							/* CV_HEAP_READER_H */
