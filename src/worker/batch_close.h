/*-------------------------------------------------------------------------
 *
 * batch_close.h
 *	  Rows that leave their table by the clock alone: of windows that close,
 *	  expire, or are sealed.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_CLOSE_H
#define CV_BATCH_CLOSE_H

#include "worker/batch.h"

/* emit = final: rows of windows that are closed now, to the result table */
extern void cv_batch_publish_closed(CvBatch *batch);

/* retention */
extern void cv_batch_remove_expired(CvBatch *batch);

/*
 * cv_retention_limit -- windows that end by then are expired at time; false
 * without retention, or if that is before all time.
 */
extern bool cv_retention_limit(const CvViewSpec *spec, int64 time,
							   int64 *limit);

/* The same by what counts: the slower of the wall clock and the watermark. */
extern bool cv_retention_expired(const CvViewSpec *spec, TimestampTz clock,
								 int64 watermark, int64 *limit);

/*
 * cv_batch_done_limit -- windows that end by then are sealed and published, so
 * that nobody needs their state; false: none.
 */
extern bool cv_batch_done_limit(const CvBatch *batch, int64 *limit);

/* slices of which all windows are done */
extern void cv_batch_remove_sealed(CvBatch *batch);

/*
 * cv_batch_published_upto -- emit = final: windows that end by then are in the
 * result table since before this batch, PG_INT64_MIN if none is; and the first
 * one that ends later.
 *
 * The state table has had rows of those that end by then, and its index may
 * still have to be rid of their entries: nobody should pass them each time.
 */
static inline int64
cv_batch_published_upto(const CvBatch *batch)
{
	return batch->begun.is_set ? batch->begun.value : PG_INT64_MIN;
}

extern int64 cv_batch_first_unpublished(const CvBatch *batch);

#endif							/* CV_BATCH_CLOSE_H */
