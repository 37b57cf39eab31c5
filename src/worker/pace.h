/*-------------------------------------------------------------------------
 *
 * pace.h
 *	  How much a batch takes, and for how long it may run, so that no view
 *	  waits for long for another.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_PACE_H
#define CV_PACE_H

#include "c.h"

/* Of transactions, or of the blocks of a scan. */
typedef struct CvPace
{
	int64		limit;			/* of the next batch; 0: none */
	int64		taken;			/* by the batch that runs, or ran last */
	int64		target_us;		/* what it should take to read; 0: the shortest */
	double		rate;			/* a microsecond, when it was limited */
} CvPace;

/* what a batch of at most max units takes */
extern int64 cv_pace_limit(const CvPace *pace, int64 max);

/* its units were read in so many microseconds */
extern void cv_pace_note(CvPace *pace, int64 us);

/* it was ended because it took too long */
extern void cv_pace_note_timeout(CvPace *pace);

/* A batch of a view may run this long, if others wait: see pace.c */
typedef struct CvPatience
{
	int			limit_ms;		/* 0: the shortest */
} CvPatience;

extern int	cv_patience_limit(const CvPatience *patience, int max_ms);
extern void cv_patience_note(CvPatience *patience, int64 took_ms);
extern void cv_patience_note_timeout(CvPatience *patience, int64 took_ms);

#endif							/* CV_PACE_H */
