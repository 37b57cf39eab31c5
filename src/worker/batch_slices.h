/*-------------------------------------------------------------------------
 *
 * batch_slices.h
 *	  Rows of HOP and CUMULATE: into slices, which several windows share.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_SLICES_H
#define CV_BATCH_SLICES_H

#include "worker/batch.h"

/* Rows added to windows of one slice of a key after they had closed. */
typedef struct CvSliceCorrections CvSliceCorrections;

/* with the groups: no row has been read yet */
extern void cv_batch_slices_begin(CvBatch *batch);

/* batch->slice is another one: what windows are over it */
extern void cv_batch_enter_slice(CvBatch *batch);

/*
 * cv_batch_must_end -- is the batch to end before the transaction that comes,
 * as a window has been sealed?  cv_batch_end_before -- it does.
 */
extern bool cv_batch_must_end(const CvBatch *batch);
extern void cv_batch_end_before(CvBatch *batch, int xact);

/*
 * cv_batch_note_corrections -- a row of batch->slice for windows of which some
 * may be closed, but not sealed; false if none is.
 */
extern bool cv_batch_note_corrections(CvBatch *batch, uint64 hash,
									  const Datum *values, const bool *isnull);

/* what was noted of a key's slice, or NULL */
extern CvSliceCorrections *cv_batch_get_corrections(CvBatch *batch,
													int64 slice_start,
													uint64 hash,
													const Datum *values,
													const bool *isnull);
extern int32 cv_corrections_of_window(const CvSliceCorrections *corrections,
									  const CvBounds *window);

/* ... is in the rows of windows that end by upto; batch goes on */
extern void cv_batch_forget_corrections(CvBatch *batch, int64 upto);

/* memory that they take, bytes */
extern Size cv_batch_corrections_memory(const CvBatch *batch);

#endif							/* CV_BATCH_SLICES_H */
