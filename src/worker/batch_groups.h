/*-------------------------------------------------------------------------
 *
 * batch_groups.h
 *	  Groups of a batch: fetched from where they rest, and written back.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_GROUPS_H
#define CV_BATCH_GROUPS_H

#include "worker/batch.h"

/*
 * cv_batch_load_group -- for a group that has just been entered and is about
 * to get a row: from memory, tables, or empty.
 */
extern void cv_batch_load_group(CvBatch *batch, CvGroup *group);

/*
 * cv_batch_find_group -- ... only if it rests anywhere; with_state false: what
 * it is, not what it has added up.
 */
extern bool cv_batch_find_group(CvBatch *batch, CvGroup *group,
								bool with_state);

/*
 * cv_batch_load_resting -- the state of a slice that is not in motion, into
 * state, and its keys as it has them, valid until tables or memory are asked
 * again.  False if there is no such slice.
 */
extern bool cv_batch_load_resting(CvBatch *batch, int64 slice_start,
								  uint64 hash, const Datum *values,
								  const bool *isnull, void *state,
								  Datum *keys, bool *keys_isnull);

/* the state that a row of the result or state table holds */
extern void cv_batch_load_row(CvBatch *batch, TupleTableSlot *row,
							  void *state);

/* write changed groups to their tables; keep them for installing */
extern void cv_batch_write_groups(CvBatch *batch);

/* ... because memory is short: forget all groups in motion */
extern void cv_batch_spill_groups(CvBatch *batch);

/* ... the first part of it: they stay in motion, but are to be forgotten */
extern void cv_batch_evict_groups(CvBatch *batch);

/* what memory says of the window is void after the commit */
extern void cv_batch_forget_window(CvBatch *batch, int64 window_start);

/* after the commit: into shared memory */
extern void cv_batch_install_groups(CvBatch *batch);

#endif							/* CV_BATCH_GROUPS_H */
