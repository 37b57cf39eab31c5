/*-------------------------------------------------------------------------
 *
 * crash_mark.h
 *	  Which view's batch took the server down, and how often.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CRASH_MARK_H
#define CV_CRASH_MARK_H

#include "base/shared_memory.h"

/* crashes in a row in batches of one view: then it is stopped */
#define CV_MAX_CRASHES	3

/* in the place of a view: this worker was reading the WAL */
#define CV_CRASH_IN_WAL	((Oid) 1)

/* once, at the worker's start, when it has taken its slot */
extern void cv_crash_mark_open(CvDatabaseSlot *database, int number);

/*
 * It leaves.  Caller holds cv_shared->lock.  The last one of the database
 * takes the file away, unless it has something to say.
 */
extern void cv_crash_mark_close(bool is_last);

/* A batch of the view begins; it has ended, in whatever way. */
extern void cv_crash_mark_begin(Oid view);
extern void cv_crash_mark_end(void);

/* No other begins for now: the file says so. */
extern void cv_crash_mark_rest(void);

/* in a row, the last one before this worker began */
extern int	cv_crash_mark_count(Oid view);

/* how long to wait before the view's first batch */
extern long cv_crash_mark_delay_ms(Oid view);

/* A batch of it was committed. */
extern void cv_crash_mark_survived(Oid view);

/* It is stopped now; after resume() one crash is enough. */
extern void cv_crash_mark_stopped(Oid view);

/* It is dropped. */
extern void cv_crash_mark_forget(Oid view);

/* The database is no more. */
extern void cv_crash_mark_forget_database(Oid database);

#endif							/* CV_CRASH_MARK_H */
