/*-------------------------------------------------------------------------
 *
 * progress.h
 *	  How far recompute() has come, in PostgreSQL's own place for progress.
 *
 * A backend has one such place, which is cleared when the command is over or
 * has failed, and which goes with the backend.  Ours has a number of its own,
 * so that none of PostgreSQL's views takes it for something else.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_PROGRESS_H
#define CV_PROGRESS_H

#define CV_PROGRESS_RECOMPUTE	((ProgressCommandType) 4356)

/* its parameters; the target is the view */
#define CV_PROGRESS_STARTED_AT	0
#define CV_PROGRESS_DONE		1	/* blocks */
#define CV_PROGRESS_TOTAL		2

#endif							/* CV_PROGRESS_H */
