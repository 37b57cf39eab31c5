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
	bool		has_sealed;
	int64		sealed;			/* W - lateness at its greatest: windows that
								 * end by then take no row any more, also if
								 * lateness grows */
} CvWatermark;

/* After a transaction: W = the newest of all - delay, if that is further. */
extern void cv_watermark_advance(CvWatermark *w, int64 newest);

/* ... in its parts: the newest time is noted; where W would go by that */
extern void cv_watermark_see(CvWatermark *w, int64 newest);
extern int64 cv_watermark_target(const CvWatermark *w, int64 newest);

/* Is a clock that shows this too slow to have brought W where it is? */
extern bool cv_watermark_is_behind(const CvWatermark *w, int64 newest);

/* W = to, if that is further (advance_watermark(), idle_timeout) */
extern void cv_watermark_move(CvWatermark *w, int64 to);

/* seal windows that end by then, whatever W says */
extern void cv_watermark_seal_upto(CvWatermark *w, int64 window_end);

/* seal what W and lateness say, e.g. as lateness has been made less */
extern void cv_watermark_seal(CvWatermark *w);

/* W >= end */
extern bool cv_watermark_is_closed(const CvWatermark *w, int64 window_end);

/* W >= end + lateness, now or at some time before */
extern bool cv_watermark_is_too_late(const CvWatermark *w, int64 window_end);

#endif							/* CV_WATERMARK_H */
