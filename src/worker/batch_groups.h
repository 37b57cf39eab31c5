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

/* fill a group that has just been entered: from memory, tables, or empty */
extern void cv_batch_load_group(CvBatch *batch, CvGroup *group);

/* write changed groups to their tables; keep them for installing */
extern void cv_batch_write_groups(CvBatch *batch);

/* ... because memory is short: forget all groups in motion */
extern void cv_batch_spill_groups(CvBatch *batch);

/* emit = final: rows of windows that are closed now, to the result table */
extern void cv_batch_publish_closed(CvBatch *batch);

/* retention */
extern void cv_batch_remove_expired(CvBatch *batch);

/* after the commit: into shared memory */
extern void cv_batch_install_groups(CvBatch *batch);

#endif							/* CV_BATCH_GROUPS_H */
