/*-------------------------------------------------------------------------
 *
 * worker_views.h
 *	  The views that a worker follows, and the tail they share.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WORKER_VIEWS_H
#define CV_WORKER_VIEWS_H

#include "nodes/pg_list.h"
#include "worker/follower.h"

/*
 * cv_worker_views_load -- bring the list of followers in line with the catalog
 * and this worker's share of it.
 *
 * has_changed: somebody said so, thus their status is looked at again.
 * Views that others are to follow are still there, in *surplus: save their
 * positions and let go.  False: there is no work for this worker.
 */
extern bool cv_worker_views_load(CvDatabaseSlot *database, int number,
								 bool has_changed, List **surplus,
								 bool *is_settled);
extern List *cv_worker_views(void);

/* the tail; NULL before it was opened for the first time */
extern CvTail *cv_worker_tail(void);

/* (re)open it, so that it serves all positions that are known */
extern void cv_worker_open_tail(void);

/*
 * cv_worker_read_wal -- read on, settle, keep the queue within bounds.
 *
 * True if there is more to read.
 */
extern bool cv_worker_read_wal(void);

/* is more queued than may be?  Then nobody waits for his flush interval. */
extern bool cv_worker_is_queue_full(void);

/* rows that wait in the queue for a view; a moment old if that will do */
extern uint64 cv_worker_count_lag(CvFollower *follower, bool exactly);

/* transactions that every view has consumed leave the queue */
extern void cv_worker_release_queue(void);

/* The view is gone; what memory holds of it goes, too. */
extern void cv_worker_views_remove(CvFollower *follower);

/* Another worker may follow it now, and finds its states in shared memory. */
extern void cv_worker_views_let_go(CvFollower *follower);

#endif							/* CV_WORKER_VIEWS_H */
