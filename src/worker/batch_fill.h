/*-------------------------------------------------------------------------
 *
 * batch_fill.h
 *	  The dial fill: rows for windows of a key that have none.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_FILL_H
#define CV_BATCH_FILL_H

#include "worker/batch.h"

/* with the groups: no group has come into being yet */
extern void cv_batch_fill_begin(CvBatch *batch);

/* A group that had no row so far gets its first. */
extern void cv_batch_fill_note(CvBatch *batch, CvGroup *group);

/*
 * cv_batch_fill -- make fillers around the groups that were noted.
 *
 * They are groups in motion like others, to be written with them.  If memory
 * is short, groups that were in motion are written and forgotten.
 */
extern void cv_batch_fill(CvBatch *batch);

/* the values and the saved state of a filler, in place of an empty group's */
extern void cv_batch_fill_row(CvBatch *batch, Datum *values, bool *isnull,
							  Datum *saved, bool *saved_isnull);

/* cv_state as it was saved: is the row a filler? */
extern bool cv_is_filler_state(Datum saved, bool saved_isnull);

#endif							/* CV_BATCH_FILL_H */
