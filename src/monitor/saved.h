/*-------------------------------------------------------------------------
 *
 * saved.h
 *	  What the saved position of a view says, under the caller's snapshot.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SAVED_H
#define CV_SAVED_H

#include "postgres_ext.h"

/* false before the first row */
extern bool cv_saved_watermark_us(Oid view, int64 *watermark);

/*
 * cv_saved_time -- microseconds in the view's time type as a timestamptz: in
 * the session's zone for views over timestamp or date.
 */
extern Datum cv_saved_time(int64 us, Oid results);

#endif							/* CV_SAVED_H */
