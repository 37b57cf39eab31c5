/*-------------------------------------------------------------------------
 *
 * wait_event.h
 *	  What our processes wait for, by name, where the server lets us (17 on).
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WAIT_EVENT_H
#define CV_WAIT_EVENT_H

typedef enum CvWaitEvent
{
	CV_WAIT_WORKER_MAIN,		/* there is nothing to do */
	CV_WAIT_WORKER_REST,		/* a round has a least time */
	CV_WAIT_LAUNCHER_MAIN,
	CV_WAIT_LAUNCHER_SCOUT,		/* a look into a database */
	CV_WAIT_WORKERS_LEAVE,		/* a database is to be dropped */
	CV_WAIT_SYNC,				/* until what is committed is in a view */
	CV_WAIT_DEBUG_POINT,
	CV_WAIT_EVENTS
} CvWaitEvent;

/* for WaitLatch() and its kin; not within a critical section */
extern uint32 cv_wait_event(CvWaitEvent event);

#endif							/* CV_WAIT_EVENT_H */
