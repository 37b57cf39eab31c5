/*-------------------------------------------------------------------------
 *
 * batch_clocks.h
 *	  watermark_by: the clocks of values in a batch.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_CLOCKS_H
#define CV_BATCH_CLOCKS_H

#include "input/input_query.h"
#include "worker/batch.h"

/* batch->clocks is as the last flush has left it; NULL without watermark_by */
extern void cv_batch_clocks_begin(CvBatch *batch);

/* the rows of a transaction are in, or those of a stretch of a scan */
extern void cv_batch_clocks_end_xact(CvBatch *batch);

/* the end of a scan: where W goes */
extern void cv_batch_clocks_end_scan(CvBatch *batch, CvWatermark *target);

/* into continuous.clock */
extern void cv_batch_clocks_save(CvBatch *batch);

/* the view begins anew */
extern void cv_batch_clocks_wipe(CvBatch *batch);

/* after the commit */
extern void cv_batch_clocks_remember(CvBatch *batch);

/* a row that passed, and is not in the future */
static inline void
cv_batch_clocks_touch(CvBatch *batch, const Datum *values, const bool *isnull,
					  int64 time)
{
	int			at = CV_INPUT_CLOCK(batch->nkeys) - 1;

	cv_clock_table_touch(batch->clocks, batch->clock_keys, &values[at],
						 &isnull[at], time);
}

#endif							/* CV_BATCH_CLOCKS_H */
