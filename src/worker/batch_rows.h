/*-------------------------------------------------------------------------
 *
 * batch_rows.h
 *	  The rows of a batch, into their groups.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_ROWS_H
#define CV_BATCH_ROWS_H

#include "worker/batch.h"

/*
 * plan the input query over the batch's input, start it, no groups yet; also of
 * a batch without rows that makes windows from what is at rest
 */
extern void cv_batch_begin_reading(CvBatch *batch);
extern void cv_batch_end_reading(CvBatch *batch);

/* read all rows, and add each to its group */
extern void cv_batch_read_rows(CvBatch *batch);

/* is it time to spill what is in motion? */
extern bool cv_batch_needs_memory(const CvBatch *batch);

/* advance_watermark(), as far as it was called before the WAL was there */
extern void cv_batch_advance(CvBatch *batch, XLogRecPtr upto);

/* a row that is too late for all its windows */
extern void cv_batch_note_late_row(CvBatch *batch, uint64 tag, int64 time);

/* the time that max_future is measured against, and late rows' commit time */
extern TimestampTz cv_batch_xact_clock(const CvBatch *batch);

/* ... in the reckoning of the event time */
extern int64 cv_batch_xact_time(const CvBatch *batch);

#endif							/* CV_BATCH_ROWS_H */
