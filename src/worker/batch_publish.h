/*-------------------------------------------------------------------------
 *
 * batch_publish.h
 *	  emit = final: how far a scan that is over may close windows at once; and
 *	  windows of HOP and CUMULATE that close.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_PUBLISH_H
#define CV_BATCH_PUBLISH_H

#include "worker/batch.h"

/*
 * cv_batch_publish_limit -- the watermark to go to in this batch, on the way
 * to target: no further than about CV_PUBLISH_ROWS rows that close.
 */
extern int64 cv_batch_publish_limit(CvBatch *batch, int64 target);

/* HOP and CUMULATE, emit = final: windows that have closed in this batch */
extern void cv_batch_publish_windows(CvBatch *batch);

/* ... emit has become update: all that are not closed, before any row is read */
extern void cv_batch_rewrite_windows(CvBatch *batch);

/* for each key, the windows that end in (after, upto], from slices at rest */
extern void cv_batch_write_ending(CvBatch *batch, bool has_after,
								  int64 after, int64 upto);

#endif							/* CV_BATCH_PUBLISH_H */
