/*-------------------------------------------------------------------------
 *
 * watermark.h
 *	  The clock of a view: when a window is closed, and when it is too late.
 *
 * A watermark never moves back.  All arithmetic saturates.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WATERMARK_H
#define CV_WATERMARK_H

#include "postgres_ext.h"

typedef struct CvWatermark
{
	bool		is_set;			/* before the first row there is none, and
								 * nothing is closed or late */
	int64		value;			/* W, microseconds */
	bool		has_newest;
	int64		newest;			/* greatest event time that counted */
	int64		delay_us;
	int64		lateness_us;
} CvWatermark;

/* After a transaction: W = newest - delay, if that is further. */
extern void cv_watermark_advance(CvWatermark *w, int64 newest);

/* W >= end */
extern bool cv_watermark_is_closed(const CvWatermark *w, int64 window_end);

/* W >= end + lateness */
extern bool cv_watermark_is_too_late(const CvWatermark *w, int64 window_end);

#endif							/* CV_WATERMARK_H */
