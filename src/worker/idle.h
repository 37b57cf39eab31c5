/*-------------------------------------------------------------------------
 *
 * idle.h
 *	  idle_timeout: the watermark goes on by the wall clock when there is
 *	  nothing to consume.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_IDLE_H
#define CV_IDLE_H

#include "worker/batch.h"

/*
 * cv_idle_look -- is the view silent?  Before the batches of a round, and after
 * them; has_read_all: the tail has read all WAL that there was.
 */
extern void cv_idle_look(CvFollower *follower, const CvTail *tail,
						 bool has_read_all);

/*
 * cv_idle_next_at -- when, by the clock that timers have, something may be due;
 * DT_NOEND: nothing is.
 */
extern TimestampTz cv_idle_next_at(const CvFollower *follower);

/* in a batch that knows the view */
extern void cv_idle_set_dials(CvFollower *follower, const CvViewSpec *spec);
/* in a batch that has chosen its input: is there a move to be saved? */
extern void cv_idle_plan(CvBatch *batch);
/* ... and make it */
extern void cv_idle_move(CvBatch *batch);
/* ... and after the commit */
extern void cv_idle_remember(CvBatch *batch);

#endif							/* CV_IDLE_H */
