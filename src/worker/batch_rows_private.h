/*-------------------------------------------------------------------------
 *
 * batch_rows_private.h
 *	  What batch_rows.c and batch_blocks.c share.
 *
 * Nothing else includes this.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_ROWS_PRIVATE_H
#define CV_BATCH_ROWS_PRIVATE_H

#include "worker/batch_rows.h"

/*
 * cv_batch_enter_xact -- the row that comes has this tag.
 *
 * Rows come transaction by transaction; W moves between them.  The batch may
 * have to end before it (left_from).
 */
extern void cv_batch_enter_xact(CvBatch *batch, uint64 tag);

/* batch->slice is to be the one that time is in; false if in no window */
extern bool cv_batch_locate_slice(CvBatch *batch, int64 time);

/* a row that is late, or in a window that was restored with it */
extern void cv_batch_note_sealed_row(CvBatch *batch, uint64 tag, int64 time);

/* a row was added to a group of batch->slice, of which a window is closed */
extern void cv_batch_note_correction(CvBatch *batch, CvGroup *group,
									 uint64 hash, const Datum *keys,
									 const bool *isnull);

#endif							/* CV_BATCH_ROWS_PRIVATE_H */
