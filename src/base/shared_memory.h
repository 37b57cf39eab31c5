/*-------------------------------------------------------------------------
 *
 * shared_memory.h
 *	  What backends, launcher and workers share: slots for views and
 *	  databases, and the state area.
 *
 * Lock order: cv_shared->lock (slots), then the state pool's lock.  Neither
 * is held over anything that can throw except palloc-free code.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SHARED_MEMORY_H
#define CV_SHARED_MEMORY_H

#include "access/xlogdefs.h"
#include "datatype/timestamp.h"
#include "port/atomics.h"
#include "storage/condition_variable.h"
#include "storage/lwlock.h"
#include "storage/spin.h"

#include "base/delays.h"

/* What a view is doing, as continuous.stats.state says. */
typedef enum CvViewState
{
	CV_VIEW_STARTING,			/* known, nothing done yet */
	CV_VIEW_BACKFILL,			/* reading the rows that were there */
	CV_VIEW_RESCAN,				/* fallback scan: the WAL could not tell */
	CV_VIEW_RUNNING,			/* following the input */
	CV_VIEW_WAITING_LOCK,		/* somebody holds a lock a batch needs */
	CV_VIEW_WAITING_VISIBLE,	/* next transaction committed, not visible */
	CV_VIEW_RETRYING,			/* last batch failed; will be tried again */
	CV_VIEW_PAUSED,
	CV_VIEW_STOPPED,			/* error; waits for resume() */
	CV_VIEW_RESTORED			/* has no position: came from a dump */
} CvViewState;

/* What a scan of the input is for, as continuous.progress.phase says. */
typedef enum CvScanPhase
{
	CV_SCAN_NONE,
	CV_SCAN_BACKFILL,
	CV_SCAN_REBUILD,			/* a backfill of a view that was there */
	CV_SCAN_RESCAN,
	CV_SCAN_MEASURE,			/* of a restored view, see batch_anchor.h */
	CV_SCAN_COUNT
} CvScanPhase;

/* of one database */
#define CV_MAX_WORKERS		16

/* of an error's message, as much as continuous.stats shows */
#define CV_SLOT_ERROR_SIZE	256

/*
 * One view that a worker follows.  As long as the slot is in use nobody else
 * does.  These are guarded by cv_shared->lock, the rest by mutex.
 */
typedef struct CvViewSlot
{
	bool		in_use;
	Oid			database;
	Oid			view;
	Oid			input;
	int			worker;			/* number of the one that has it */

	slock_t		mutex;
	CvViewState state;
	int64		generation;		/* of the position that consumed_lsn goes with;
								 * rebuild() begins a new one */
	XLogRecPtr	consumed_lsn;	/* all that committed before is in the view */
	XLogRecPtr	flushed_lsn;	/* end of the last flush's commit record */
	XLogRecPtr	sync_lsn;		/* somebody waits for consumed_lsn to be this */
	bool		has_unseen;		/* some transactions may become visible without
								 * the WAL saying so */
	int64		lag_rows;		/* estimate of committed rows not consumed */
	TimestampTz oldest_waiting; /* commit time of the front, or 0 */
	int64		state_bytes;	/* in the state area */
	int64		windows_open;
	int64		flushes;
	TimestampTz retry_at;
	TimestampTz silent_since;	/* idle_timeout runs; 0: it does not */
	char		error[CV_SLOT_ERROR_SIZE];	/* why it is retried, or "" */
	/* progress of a scan, blocks */
	CvScanPhase scan_phase;
	TimestampTz scan_started_at;
	int64		scan_done;
	int64		scan_total;
	ConditionVariable changed;	/* consumed_lsn or state moved */

	volatile bool ends_batch;	/* no mutex: a command wants the batch that runs
								 * to end, see worker/give_way.c */
} CvViewSlot;

/* What a worker's memory goes to, as continuous.memory shows it. */
typedef enum CvMemoryKind
{
	CV_MEMORY_QUEUE,			/* block lists that wait to be consumed */
	CV_MEMORY_QUEUED,			/* ... of so many transactions */
	CV_MEMORY_OPEN_XIDS,		/* which transactions are in progress */
	CV_MEMORY_POSITIONS,		/* of the views, between batches */
	CV_MEMORY_VIEWS,			/* ... so many */
	CV_MEMORY_CLOCKS,			/* of watermark_by */
	CV_MEMORY_NCLOCKS,			/* ... so many */
	CV_MEMORY_SHARED_ROWS,		/* that the last batch has left for others */
	CV_MEMORY_NSHARED_ROWS,		/* ... so many */
	CV_MEMORY_BATCH,			/* the largest batch so far */
	CV_MEMORY_WORKER,			/* all of it, what the server needs included */
	CV_MEMORY_KINDS
} CvMemoryKind;

/* Who has called a worker? */
#define CV_NOT_CALLED		0
#define CV_CALLED_BY_COMMIT	1	/* there is WAL to be read */
#define CV_CALLED_AT_ONCE	2	/* somebody waits */

/* One worker of a database; guarded by cv_shared->lock but for the atomics. */
typedef struct CvWorkerSlot
{
	pid_t		pid;			/* 0: it does not run */
	int			pgprocno;		/* whose latch to set */
	bool		cannot_start;	/* there is no process for it */
	TimestampTz restart_at;		/* not before this */
	int			failures;		/* in a row */
	pg_atomic_uint32 call;		/* one of CV_CALLED...; cleared before the worker
								 * looks at the WAL */
	pg_atomic_uint64 called_upto;	/* commits that have called end by here */
	pg_atomic_uint32 is_sleeping;	/* set before the last look at call,
									 * cleared by whoever sets the latch */

	/* see worker/give_way.c */
	pg_atomic_uint32 long_batch;	/* the worker's, if it takes long, or 0 */
	pg_atomic_uint32 batch_in_the_way;	/* somebody waits for this one's locks */
	volatile Oid stuck_view;	/* whose batch could not be ended at all */
	pg_atomic_uint64 memory[CV_MEMORY_KINDS];	/* written by the worker */
} CvWorkerSlot;

/* see worker/crash_mark.c */
typedef struct CvCrashedView
{
	Oid			view;			/* InvalidOid: none */
	int32		crashes;
} CvCrashedView;

#define CV_CRASHED_VIEWS	32

/* One database with views; guarded by cv_shared->lock but for the atomics. */
typedef struct CvDatabaseSlot
{
	bool		in_use;
	Oid			database;
	bool		stay_away;		/* DROP DATABASE and kin: no workers, please */
	pid_t		stay_away_for;	/* the backend that asked */
	bool		has_looked;		/* a worker has found views there */
	int			ninputs;		/* of these views, when one looked last */
	bool		knows_crashes;	/* the file was read */
	CvCrashedView crashed[CV_CRASHED_VIEWS];
	pg_atomic_uint32 catalog_changes;	/* raised by DDL on views, and when
										 * workers have to share them anew */
	int			nworkers;		/* none of a higher number runs */
	CvWorkerSlot workers[CV_MAX_WORKERS];
} CvDatabaseSlot;

typedef struct CvShared
{
	LWLock	   *lock;
	pid_t		launcher_pid;
	int			launcher_pgprocno;
	int			nviews;			/* slots, = cv_max_views */
	int			ndatabases;
	CvViewSlot *views;
	CvDelays   *delays;			/* one for each view slot; its worker adds in
								 * shared, reset clears in exclusive mode */
	CvDatabaseSlot *databases;
	void	   *state_pool;		/* owned by state/block_pool.c */
} CvShared;

extern CvShared *cv_shared;

/* Is the library preloaded, so that there is shared memory? */
#define cv_is_preloaded() (cv_shared != NULL)

extern void cv_shared_memory_init(void);

/*
 * A later folder's part of the segment: its size is asked in the request
 * hook, its init called under AddinShmemInitLock when the segment is new
 * (found = false) or attached (EXEC_BACKEND).  Call from _PG_init only.
 */
extern void cv_shared_memory_add_state_pool(Size (*size) (void),
											void (*init) (void *area, bool found));

extern CvViewSlot *cv_view_slot_lookup(Oid database, Oid view);
extern CvViewSlot *cv_view_slot_add(Oid database, Oid view, Oid input,
									int worker);
extern void cv_view_slot_remove(CvViewSlot *slot);

/*
 * How late the view's rows come.  Kept while nobody follows the view, until
 * the slot is forgotten or taken for another one.  cv_view_slot_forget: the
 * view is gone.
 */
extern CvDelays *cv_view_slot_delays(const CvViewSlot *slot);
extern void cv_view_slot_forget(CvViewSlot *slot);

/* what continuous.stats shows: the state, when it is looked at again, and why */
extern void cv_view_slot_report(CvViewSlot *slot, CvViewState state,
								TimestampTz retry_at, const char *error);
extern CvDatabaseSlot *cv_database_slot_lookup(Oid database);
extern CvDatabaseSlot *cv_database_slot_add(Oid database);

/* how many workers it should have: no more than there are inputs */
extern int	cv_workers_wanted(const CvDatabaseSlot *slot);

/*
 * Is this worker the only one there?  Caller holds cv_shared->lock, as for
 * noting that one begins or ends (pid 0).
 */
extern bool cv_worker_slot_is_last(const CvDatabaseSlot *slot, int number);
extern void cv_worker_slot_set(CvDatabaseSlot *slot, int number, pid_t pid);

/*
 * cv_worker_wake -- set the latches of those of the database's workers that
 * sleep.  Takes no lock, allocates nothing, never throws.
 */
extern void cv_worker_wake(Oid database);

/* cv_worker_call -- the same, also while a worker takes a rest. */
extern void cv_worker_call(Oid database);

/* the launcher, if there is one */
extern void cv_launcher_wake(void);

/*
 * cv_worker_wake_at_commit -- after this transaction commits, make sure that
 * the database has a worker and that all of them read the catalog again.
 */
extern void cv_worker_wake_at_commit(void);

/* ... and a batch of this view that takes long ends */
extern void cv_view_interrupt_at_commit(Oid view);

/* ... and what is counted of how late its rows come begins anew */
extern void cv_view_reset_delays_at_commit(Oid view);

/* cv_worker_wake_at_commit, but at once: there is no transaction */
extern void cv_worker_wake_to_look(void);

/* registers the callbacks that wake workers after commits */
extern void cv_wakeup_init(void);

#endif							/* CV_SHARED_MEMORY_H */
