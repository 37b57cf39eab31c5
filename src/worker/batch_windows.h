/*-------------------------------------------------------------------------
 *
 * batch_windows.h
 *	  Result rows of HOP and CUMULATE, made of slices.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_WINDOWS_H
#define CV_BATCH_WINDOWS_H

#include "worker/batch.h"

/*
 * Last bits of cv_key in the result table of CUMULATE that are not the hash's:
 * windows that start together are at most 1000.
 */
#define CV_CUMULATE_BITS	10

/* with the groups: nothing has been written yet */
extern void cv_batch_windows_begin(CvBatch *batch);

/*
 * cv_batch_write_windows -- the windows over what the groups in motion have
 * changed: all that are not sealed, or (emit = final) those that are published
 * already.
 */
extern void cv_batch_write_windows(CvBatch *batch);

/*
 * One pass writes windows key by key, in ascending order of hashes.  For each
 * key: begin, then slices in order of time, each made in cv_windows_space(),
 * and windows in order, each when all its slices are there.  window: the next
 * that will be written.
 */
extern void cv_windows_begin_pass(CvBatch *batch);
extern void cv_windows_end_pass(CvBatch *batch);
extern void cv_windows_begin_key(CvBatch *batch, uint64 hash,
								 const Datum *keys, const bool *isnull);
extern bool cv_windows_is_key(CvBatch *batch, const Datum *keys,
							  const bool *isnull);
extern void cv_windows_end_key(CvBatch *batch);

extern void *cv_windows_space(CvBatch *batch, const CvBounds *window,
							  int64 slice_start);

/* keys: as the slice has them; copied if they are written in another way */
extern void cv_windows_add_slice(CvBatch *batch, int64 slice_start,
								 const Datum *keys, const bool *isnull);

/* false if no slice of the key is in it: it has no row, nor need one */
extern bool cv_windows_write(CvBatch *batch, const CvBounds *window);

/* start, then end */
static inline bool
cv_window_is_before(const CvBounds *a, const CvBounds *b)
{
	return a->start < b->start || (a->start == b->start && a->end < b->end);
}

#endif							/* CV_BATCH_WINDOWS_H */
