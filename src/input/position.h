/*-------------------------------------------------------------------------
 *
 * position.h
 *	  How far a view has come: the row of continuous.position.
 *
 * Written in the transaction that writes the results, by direct heap calls
 * (no privileges are needed, no user code runs).
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_POSITION_H
#define CV_POSITION_H

#include "access/xlogdefs.h"
#include "base/compat.h"
#include "datatype/timestamp.h"
#include "input/block_set.h"
#include "input/xid_set.h"
#include "nodes/pg_list.h"
#include "storage/block.h"
#include "storage/itemptr.h"

typedef enum CvPhase
{
	CV_PHASE_NEW,				/* nothing read yet; backfill comes first */
	CV_PHASE_SCAN,				/* a scan is under way, see scan */
	CV_PHASE_FOLLOW				/* transactions come from the tail */
} CvPhase;

/* A file that is part of the input: the table itself, or a leaf. */
typedef struct CvLeaf
{
	Oid			relid;
	RelFileLocator locator;
	bool		is_detached;	/* no longer a leaf; kept for its set */
	bool		has_own_set;	/* consumed differs from the view's */
	CvXidSet	consumed;		/* only if has_own_set */
	bool		begins_from_now;	/* rows of xids in the view's set not_counted
									 * are consumed, but were never counted */
} CvLeaf;

/*
 * Blocks with rows of transactions that a scan saw unfinished: their inserts
 * are before the place where the tail began, so only this knows them.
 */
typedef struct CvPendingBlocks
{
	uint64		xid;			/* one of the xids from here on ... */
	uint64		end_xid;		/* ... below this; there are many where there
								 * are too many to name, see pending.h */
	Oid			relid;			/* the leaf */
	CvBlockSet	blocks;
} CvPendingBlocks;

/* A scan of some leaves: backfill, or a fallback when the WAL cannot tell. */
typedef struct CvScan
{
	bool		is_backfill;	/* nothing was consumed before */
	bool		is_whole;		/* it reads every leaf */
	int			nleaves;
	Oid		   *leaves;			/* in the order of reading */
	CvXidSet   *old;			/* parallel: consumed of each before the scan */
	XLogRecPtr *frozen_before;	/* parallel: what is frozen on a page with an
								 * older LSN was consumed; 0: not known */
	CvXidSet	cut;			/* what the scan's snapshot calls finished */
	int			current;		/* index of the leaf being read */
	BlockNumber next_block;
	BlockNumber nblocks;		/* of the current leaf */
	int64		blocks_done;	/* over all leaves, for progress */
	int64		blocks_total;
	TimestampTz cut_time;		/* when the cut was made: max_future's clock */
	bool		has_newest;
	int64		newest;			/* greatest event time read so far */
} CvScan;

typedef struct CvCounters
{
	int64		rows_read;		/* = the sum of the next five */
	int64		rows_counted;
	int64		rows_filtered;
	int64		rows_no_window;
	int64		rows_too_late;
	int64		rows_failed;
	int64		late_windows;	/* row-window pairs dropped */
	int64		future_rows;
	int64		corrections;	/* rows added to a closed window */
	int64		flushes;
} CvCounters;

/*
 * What was true of all sessions that were ever written: it bounds where those
 * of a key are looked for.
 */
typedef struct CvSessionFacts
{
	bool		has_any;
	int64		newest_end;
	uint64		longest;		/* end - start */
	bool		has_overlap;	/* late rows made one begin earlier, perhaps
								 * over sessions that were final already: */
	int64		overlap_start;	/* the newest start of such */
	bool		keys_collide;	/* other keys may have its cv_key */
	uint32		cv_key_tries;	/* greatest cv_key - hash */
} CvSessionFacts;

/* What is in v_collected, see aggregate/agg_chunks.h. */
typedef struct CvCollections
{
	int64		next;			/* number of a new one */
	int64		bytes;			/* of all chunks */
} CvCollections;

/*
 * How a view that was restored finds its place in its input, see
 * worker/batch_anchor.h.
 */
typedef enum CvAnchorStep
{
	CV_ANCHOR_NONE,				/* it has, or was never lost */
	CV_ANCHOR_MEASURE,			/* how far do the rows at hand go back? */
	CV_ANCHOR_COUNT				/* they are counted, but for windows kept */
} CvAnchorStep;

typedef struct CvAnchor
{
	CvAnchorStep step;			/* from its beginning to the end of a scan */
	int64		from;			/* in COUNT: windows that start before are kept */
	bool		has_kept;
	int64		kept;			/* windows that end by then are as they were
								 * restored */
} CvAnchor;

typedef struct CvPosition
{
	Oid			view;
	ItemPointerData tid;		/* of the row, if it is ours: locked or saved by
								 * us; else invalid, or out of date */
	int64		generation;		/* another one in the table: we are fenced */
	CvPhase		phase;
	uint64		system_identifier;
	Oid			database;
	XLogRecPtr	restart_lsn;	/* a new tail begins here */
	XLogRecPtr	consumed_lsn;	/* see cv_tail_consumed_lsn() */
	CvXidSet	consumed;
	CvXidSet	not_counted;	/* what was there when a view without backfill
								 * began */
	int			nleaves;
	CvLeaf	   *leaves;
	List	   *pending;		/* of CvPendingBlocks * */
	bool		needs_scan;		/* the WAL can not tell: scan all leaves */
	CvScan	   *scan;			/* only in CV_PHASE_SCAN */
	bool		has_watermark;
	int64		watermark;		/* microseconds, in the view's time type */
	bool		has_newest;
	int64		newest;			/* greatest event time that moved W */
	bool		has_sealed;
	int64		sealed;			/* windows that end by then are final */
	bool		rewrites_windows;	/* emit has become update: the next batch
									 * is to write all unsealed windows from
									 * their slices */
	CvAnchor	anchor;
	CvSessionFacts sessions;	/* of a session view */
	CvCounters	counters;
	TimestampTz last_flush_at;	/* 0: never */
	CvCollections collections;
	int			platform;		/* where keys were hashed: cv_key_platform() */
} CvPosition;

/* NULL if the view has none (came from a dump, or is gone). */
extern CvPosition *cv_position_load(Oid view);

/* The one that the snapshot shows, so that it goes with the view's rows there. */
extern CvPosition *cv_position_load_at(Oid view, Snapshot snapshot);

/* The same of a view that is not at hand: damage is no error then, but NULL. */
extern CvPosition *cv_position_load_sound(Oid view, bool *is_damaged);

/* A row for a new view: phase NEW, or FOLLOW from the given cut. */
extern void cv_position_add(const CvPosition *position);
extern void cv_position_remove(Oid view);

/*
 * cv_position_lock -- lock the view's row without waiting, as the first thing
 * a flush does.  False if it is locked, gone or of another generation.
 */
typedef enum CvLockPosition
{
	CV_POSITION_LOCKED,
	CV_POSITION_BUSY,			/* a rebuild or another worker has it */
	CV_POSITION_FENCED			/* another generation, or gone: load again */
} CvLockPosition;

extern CvLockPosition cv_position_lock(CvPosition *position);

/*
 * cv_position_lock_wait -- the same, for users' commands: waits for whoever
 * has the row, and gives what it says then; NULL if there is none.  What
 * rebuild() is to forget is not read for it, as it may be damaged.
 */
extern CvPosition *cv_position_lock_wait(Oid view, bool for_rebuild);

/* Write the row; the lock is held. */
extern void cv_position_save(CvPosition *position);

/* Deep copy into the current context / free nothing: contexts do that. */
extern CvPosition *cv_position_copy(const CvPosition *position);

/* The set that counts for one leaf: its own, or the view's. */
extern const CvXidSet *cv_position_leaf_set(const CvPosition *position,
											const CvLeaf *leaf);
extern CvLeaf *cv_position_lookup_leaf(CvPosition *position, Oid relid);

/* this cluster's, to compare with the saved one */
extern uint64 cv_system_identifier(void);

#endif							/* CV_POSITION_H */
