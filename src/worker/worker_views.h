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
 * cv_worker_views_load -- bring the list of followers in line with the
 * catalog; their status is looked at again.  False: there are no views.
 */
extern bool cv_worker_views_load(void);
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

extern void cv_worker_views_remove(CvFollower *follower);

#endif							/* CV_WORKER_VIEWS_H */
