/*-------------------------------------------------------------------------
 *
 * saved.h
 *	  What the saved position of a view says, under the caller's snapshot.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SAVED_H
#define CV_SAVED_H

#include "fmgr.h"

/* false before the first row */
extern bool cv_saved_watermark_us(Oid view, int64 *watermark);

/*
 * cv_saved_time -- microseconds in the view's time type as a timestamptz: in
 * the session's zone for views over timestamp or date.
 */
extern Datum cv_saved_time(int64 us, Oid results);

/*
 * cv_saved_bound -- an argument of type given, which is timestamptz or
 * timestamp, as microseconds in the view's time type; none if it is NULL.
 */
extern int64 cv_saved_bound(NullableDatum arg, Oid given, Oid results,
							int64 none);

#endif							/* CV_SAVED_H */
