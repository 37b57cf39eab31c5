/*-------------------------------------------------------------------------
 *
 * batch.h
 *	  One step of one view: consume what is there, write the results, save
 *	  the position, all in one transaction.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_H
#define CV_BATCH_H

#include "aggregate/agg_set.h"
#include "input/leaves.h"
#include "input/delta_scan.h"
#include "input/heap_reader.h"
#include "output/late_table.h"
#include "output/result_table.h"
#include "state/group_table.h"
#include "view/view_spec.h"
#include "window/watermark.h"
#include "window/window.h"
#include "worker/follower.h"
#include "worker/row_order.h"
#include "worker/status.h"

typedef enum CvBatchResult
{
	CV_BATCH_IDLE,				/* nothing to consume */
	CV_BATCH_DONE,				/* consumed something */
	CV_BATCH_MORE,				/* ... and there is more: call again */
	CV_BATCH_BUSY,				/* a lock is held by somebody else */
	CV_BATCH_NOT_VISIBLE,		/* the front has committed, but is not visible */
	CV_BATCH_AGAIN,				/* something changed under us: call again */
	CV_BATCH_LOADED,			/* knows its position now; see to the tail */
	CV_BATCH_PAUSED,			/* paused, or stopped by an error */
	CV_BATCH_NO_POSITION,		/* it came from a dump */
	CV_BATCH_FAILED,			/* threw; dealt with */
	CV_BATCH_GONE				/* the view does not exist any more */
} CvBatchResult;

/* A batch while it runs; its memory is that of its transaction. */
typedef struct CvBatch
{
	CvFollower *follower;
	CvTail	   *tail;
	CvViewSpec *spec;
	int			nkeys;
	int			naggs;
	bool		is_sliced;		/* its groups are slices of windows */
	MemoryContext context;
	Snapshot	snapshot;

	/* what it consumes */
	CvPosition *position;		/* a copy, to be saved */
	uint64		seq;			/* the queue is consumed up to here, after it */
	CvLeaves	leaves;
	CvStretch	stretch;		/* of a scan */
	CvInputBatch input;
	List	   *used_pending;	/* of CvPendingBlocks *, consumed by it */
	bool		has_rows;		/* input has something to read */
	bool		has_more;
	bool		must_save;		/* even if no row is consumed */
	bool		has_expired;	/* rows that the next batch has to remove */
	bool		looked_for_expired; /* ... sessions, up to this: */
	int64		expiry_limit;
	bool		must_wipe;		/* forget all results, begin anew */
	bool		must_forget;	/* what memory says of states */
	bool		is_in_scan;		/* one stretch, or the end, of a scan */
	bool		began_scan;		/* leaves were resolved, a scan has begun */
	bool		moves_idle;		/* the wall clock moves the watermark */
	int64		idle_base;		/* ... from here, in the silence that lasts */

	/* rows in motion */
	CvReader   *reader;
	CvAggSet   *aggs;
	CvRowOrder *order;			/* NULL: any will do */
	CvKeySet   *keys;
	CvGroupTable *groups;
	struct CvBatchSessions *sessions;	/* of a session view, instead of groups:
										 * see batch_session_private.h */
	struct CvKeyedWork *keyed;	/* see batch_keyed.c */
	struct CvFillWork *fill;	/* NULL: nothing is filled, see batch_fill.c */
	struct CvSliceWork *slices; /* of HOP and CUMULATE, see batch_slices.c */
	struct CvWindowWork *windows;	/* the same, see batch_windows.c */
	struct CvRecomputeWork *recompute;	/* NULL: rows are read for the first
										 * time; see batch_recompute.h */
	CvWatermark watermark;
	CvClockTable *clocks;		/* watermark_by, or NULL */
	CvKeySet   *clock_keys;
	CvWatermark begun;			/* as it was at the batch's begin */
	int			nadvances;		/* of advance_watermark(), in WAL order */
	CvAdvance  *advances;
	int			next_advance;	/* those before it are in the watermark */
	int			xact;			/* the transaction that rows are of now */
	bool		is_same_row;	/* the row at hand and the one before it are of
								 * one row of the input: in several groups */
	bool		xact_has_newest;
	int64		xact_newest;	/* greatest event time in it */
	int			left_from;		/* transactions from here on are left to the next
								 * batch; -1: none */
	int64		next_close;		/* with notify: a W that closes windows */
	CvBounds	slice;			/* of the last row: the next is mostly in it, too */
	int64		slice_end;		/* end of the last window over it */
	int			slice_sealed;	/* windows over it that are sealed */
	int64		future_limit;	/* rows beyond do not move the watermark */
	CvArrivals *arrivals;		/* how late they come */
	bool		in_input_query; /* evaluating the input side of a row */
	bool		is_looking;		/* for rows that fail */
	MemoryContext attempt_context;	/* of looking for rows that fail */
	List	   *failures;		/* on_error = skip: of char *, errors parallel to
								 * input.skip */

	/* where it writes */
	CvResultTable *results;
	CvResultTable *unpublished; /* the state table, or NULL */
	CvLateTable *late;
	struct CvChunkTable *chunks;	/* of aggregates that need all their
									 * inputs, or NULL */
	int64		chunks_gone;	/* those of windows that end by then were
								 * removed */
	int64		finishing_us;	/* that finishing aggregates has taken */
	int64		reading_us;		/* ... and reading rows, and adding them up */
	TimestampTz now;			/* for what is shown, and intervals */
	TimestampTz clock;			/* for what is decided, see cv_now() */
	List	   *forgotten;		/* of int64 *: windows of which memory says
								 * nothing that is true any more */

	struct CvAnchorRows *anchor_rows;	/* of a restored view, what it has
										 * measured, or NULL */

	/* to be installed in shared memory after the commit */
	MemoryContext install_context;
	StringInfoData install_data;
} CvBatch;

/*
 * For those who catch its errors: the commit is over, so what the follower
 * remembers is older than what is saved.
 */
extern bool cv_batch_is_installing;

/*
 * cv_batch_run -- one step of the follower's view.
 *
 * Outside of a transaction.  Throws what goes wrong; the caller aborts the
 * transaction and decides whether to try again.
 */
extern CvBatchResult cv_batch_run(CvFollower *follower, CvTail *tail);

/* Else it would find nothing to do, but for what others ask of it. */
extern bool cv_batch_is_needed(CvFollower *follower, const CvTail *tail);

/*
 * cv_batch_forget -- give back what the last batch has left; outside of one.
 *
 * cv_batch_largest: what one has ever taken in this process, bytes.
 */
extern void cv_batch_forget(void);
extern Size cv_batch_largest(void);

/* before it is given back, by those that give it back early */
extern void cv_batch_note_memory(const CvBatch *batch);

/* ... in parts, for recompute.c: results, state and late table */
extern void cv_batch_open_tables(CvBatch *batch);
extern void cv_batch_close_tables(CvBatch *batch);

#endif							/* CV_BATCH_H */
