/*-------------------------------------------------------------------------
 *
 * activity.h
 *	  What a worker is at: for pg_stat_activity, and for the server's log.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ACTIVITY_H
#define CV_ACTIVITY_H

#include "worker/follower.h"

typedef enum CvActivity
{
	CV_ACTIVITY_NONE,			/* nothing was shown yet */
	CV_ACTIVITY_RESTING,
	CV_ACTIVITY_WAL,			/* there is more of it than one look takes */
	CV_ACTIVITY_BATCH,
	CV_ACTIVITY_WRITING
} CvActivity;

/* What does the position say of a scan, under way or to come? */
extern CvScanPhase cv_scan_phase(const CvPosition *position);
extern const char *cv_scan_phase_name(CvScanPhase phase);

/*
 * cv_activity_show -- in pg_stat_activity.query, unless it is there already.
 *
 * follower: the view of a batch, else NULL.
 */
extern void cv_activity_show(CvActivity activity, const CvFollower *follower);

/*
 * cv_activity_note_state -- in the server's log, if the view's state has
 * changed to one that somebody should know of.
 */
extern void cv_activity_note_state(CvFollower *follower, CvViewState state);

/* Was this error of the view logged already, as the last one of a series? */
extern bool cv_activity_is_known_error(CvFollower *follower,
									   const ErrorData *error);

#endif							/* CV_ACTIVITY_H */
