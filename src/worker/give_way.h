/*-------------------------------------------------------------------------
 *
 * give_way.h
 *	  A long batch ends early if somebody waits for its locks, if its view was
 *	  paused or resumed, or if its time is over.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_GIVE_WAY_H
#define CV_GIVE_WAY_H

#include "base/shared_memory.h"
#include "utils/elog.h"

/* Why a batch was ended from outside. */
typedef enum CvGiveWay
{
	CV_GIVE_WAY_NOT,
	CV_GIVE_WAY_TO_LOCK,		/* somebody waits for a lock that it has */
	CV_GIVE_WAY_TO_COMMAND,		/* pause(), resume() or rebuild() of its view */
	CV_GIVE_WAY_TO_TIME			/* it has taken longer than it may */
} CvGiveWay;

/* once, at the worker's start */
extern void cv_give_way_init(CvWorkerSlot *worker);

/* around a batch; limit_ms: 0 means none.  End also after an error. */
extern void cv_give_way_begin(CvViewSlot *view, int limit_ms);
extern void cv_give_way_end(void);

/*
 * cv_give_way_explain -- the reason, if the error came of ending the batch;
 * the error says so then.
 */
extern CvGiveWay cv_give_way_explain(ErrorData *error);

/* the launcher's part: does somebody wait for what a long batch has locked? */
extern void cv_give_way_look(void);

#endif							/* CV_GIVE_WAY_H */
