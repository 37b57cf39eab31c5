/*-------------------------------------------------------------------------
 *
 * batch_blocks.h
 *	  The rows of a batch, into their groups, page by page.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_BLOCKS_H
#define CV_BATCH_BLOCKS_H

#include "worker/batch.h"

/* is the view plain enough for it, by what it says? */
extern bool cv_view_takes_blocks(const CvViewSpec *spec, const CvAggSet *aggs);

/* ... and the batch? */
extern bool cv_batch_takes_blocks(const CvBatch *batch);

/* read all rows, and add each to its group; gives how many passed WHERE */
extern int64 cv_batch_read_blocks(CvBatch *batch);

#endif							/* CV_BATCH_BLOCKS_H */
