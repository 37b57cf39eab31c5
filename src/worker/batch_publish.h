/*-------------------------------------------------------------------------
 *
 * batch_publish.h
 *	  emit = final: how far a scan that is over may close windows at once.
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

#endif							/* CV_BATCH_PUBLISH_H */
