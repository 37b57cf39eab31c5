/*-------------------------------------------------------------------------
 *
 * follower.h
 *	  What a worker remembers of a view between batches.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_FOLLOWER_H
#define CV_FOLLOWER_H

#include "base/shared_memory.h"
#include "input/position.h"
#include "input/wal_tail.h"
#include "state/clock_table.h"
#include "state/state_table.h"
#include "worker/pace.h"

/* idle_timeout: what a view waits for.  Times are those of cv_now(). */
typedef struct CvIdle
{
	int64		timeout_us;		/* the dial; -1: none */
	int64		delay_us;		/* watermark_delay */
	bool		is_by_value;	/* watermark_by */
	TimestampTz looked_at;		/* last */
	TimestampTz watched_since;	/* first silence since the start */
	TimestampTz since;			/* when silence began; 0: it has not */
	int64		base;			/* W then */
	TimestampTz not_before;		/* the next move */
	bool		is_due;			/* the next batch may move W */
} CvIdle;

typedef struct CvFollower
{
	Oid			view;
	Oid			input;
	CvViewSlot *slot;
	MemoryContext context;		/* holds the follower and what it points to */

	CvPosition *position;		/* as last saved; NULL: load it */
	MemoryContext position_context;
	uint64		seq;			/* the queue is consumed up to here */
	List	   *tracked;		/* of RelFileLocator *, in the tail's filter */
	bool		lost_wal;		/* the queue no longer has all: scan */
	Oid			kept_leaf;		/* of a fallback scan, see below */
	char		name[3 * NAMEDATALEN];	/* for messages */
	struct CvKeptView *kept;	/* see kept_view.c; NULL: nothing */

	CvStateTable *states;
	bool		states_attached;
	CvClockTable *clocks;		/* watermark_by; NULL: load them */

	int64		flush_interval_us;
	TimestampTz last_flush_at;
	TimestampTz not_before;		/* the next flush, see batch_collected.c */
	TransactionId horizon;		/* of rows that can be pruned, at that flush */
	int			stretch;		/* flush intervals to wait, see batch.c */
	uint64		lag_rows;		/* as counted last, at lag_counted_at */
	TimestampTz lag_counted_at;
	int			max_xacts;		/* of the next batch; 0: any number */
	CvPace		pace;			/* ... by the time that they take */
	CvPace		scan_pace;		/* ... and blocks of a scan */
	CvPatience	patience;		/* with a batch */
	TimestampTz retry_at;
	int			failures;		/* in a row */
	CvViewState told;			/* to the server's log; STARTING: nothing yet */
	uint32		last_error;		/* hash of what was logged last, or 0 */
	bool		is_paused;
	bool		is_stopped;
	bool		checks_leaves;	/* resolve leaves at the next look */
	XLogRecPtr	front_lsn;		/* ... but consume what was committed before */
	bool		sealed_are_gone;	/* all slices that are sealed were removed */
	bool		has_chunks_gone;	/* chunks of windows that end ... */
	int64		chunks_gone;	/* ... by then were removed */
	bool		has_more;		/* the last batch has left something to do */
	bool		has_expired;	/* more rows than one batch removes */
	TimestampTz expiry_looked_at;	/* retention, if that is not cheap: when and
								 * up to which time */
	int64		expiry_limit;
	bool		dropped_are_gone;	/* state_ttl: no row is left of a key that
									 * was forgotten by: */
	int64		dropped_upto;
	bool		saves_position; /* even if nothing is consumed */
	bool		drops_notify;	/* the log says so already */
	bool		checks_status;	/* advance_watermark() may have been called, or
								 * its time has not come */
	bool		has_retention;
	char		awaits[CV_SLOT_ERROR_SIZE]; /* of a restored view: what it waits
											 * for, "": for a decision */
	int			looks;			/* in vain, at what is awaited */
	struct CvAnchorRows *anchor_rows;	/* of one that is measured */
	CvIdle		idle;
} CvFollower;

/*
 * cv_follower_load_position -- read the saved position, and check that it is
 * of this server.  False if there is none.  In a transaction.
 *
 * The tail has to be opened anew if it is to be followed on from there.
 */
extern bool cv_follower_load_position(CvFollower *follower);

/*
 * cv_follower_is_current -- is what it remembers still what is saved?
 *
 * Users' commands begin a new generation.  After recompute(), which changes no
 * more than groups, it goes on from where it is; after rebuild(), or if the
 * view was dropped and made anew, it has to load its position again.
 */
extern bool cv_follower_is_current(CvFollower *follower);

/* Can the WAL take it on from where it was saved? */
extern bool cv_follower_can_go_on(const CvFollower *follower);

/* let go of the handle on its state table: it is attached anew when needed */
extern void cv_follower_detach_states(CvFollower *follower);

/* ... and of the clocks of watermark_by: they are loaded anew */
extern void cv_follower_forget_clocks(CvFollower *follower);

/* a copy of this one is what was saved last */
extern void cv_follower_set_position(CvFollower *follower,
									 const CvPosition *position);

/*
 * cv_follower_keep_leaf -- a session lock on the leaf that a fallback scan
 * reads, so that its file is not replaced between two stretches: then it could
 * not be told which rows were taken.  InvalidOid: let go.
 */
extern void cv_follower_keep_leaf(CvFollower *follower, Oid leaf);

/* An abort, also of another view's batch, has released it. */
extern void cv_follower_lost_leaf(CvFollower *follower);

/* the tail's filter follows the leaves of a position */
extern void cv_follower_track(CvFollower *follower, CvTail *tail,
							  const CvPosition *position);
extern void cv_follower_untrack(CvFollower *follower, CvTail *tail);

#endif							/* CV_FOLLOWER_H */
