/*-------------------------------------------------------------------------
 *
 * batch_resting.h
 *	  Groups of a batch at rest in shared memory: as they are there, fetched,
 *	  and installed after the commit.
 *
 * For sessions see batch_session_rest.c.  The follower has a state table.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_RESTING_H
#define CV_BATCH_RESTING_H

#include "worker/batch.h"

/* A group as its row has it. */
typedef struct CvRowKey
{
	uint64		hash;
	int64		cv_key;
} CvRowKey;

/* cv_resting_load -- false if the group is not there; notes collisions. */
extern bool cv_resting_load(CvBatch *batch, CvGroup *group, bool with_state);

/* May it rest in the tables although it was not found in shared memory? */
extern bool cv_resting_may_miss(const CvBatch *batch, const CvGroup *group);

/*
 * cv_resting_load_slice -- like cv_batch_load_resting(); if it is not found,
 * *may_miss tells whether it may be in the tables.
 */
extern bool cv_resting_load_slice(CvBatch *batch, int64 slice_start,
								  uint64 hash, const Datum *values,
								  const bool *isnull, void *state,
								  Datum *keys, bool *keys_isnull,
								  bool *may_miss);

/* a slice has the keys as its first row had them: windows show them */
extern void cv_resting_adopt_keys(CvBatch *batch, CvGroup *group,
								  const Datum *values, const bool *isnull);

/* forget the group, its row says something else from now on */
extern void cv_resting_evict(CvBatch *batch, CvGroup *group);

/* Written, its tid known: to be installed.  Uses up the group's state. */
extern void cv_resting_keep(CvBatch *batch, CvGroup *group);

/* what was kept, after the commit; nothing here throws */
extern void cv_resting_install(CvBatch *batch);

/*
 * Is data, at rest in shared memory, the group of the CvRowKey that arg points
 * to?  Does not throw.
 */
extern bool cv_resting_has_same_row(void *arg, const char *data, Size size);

#endif							/* CV_BATCH_RESTING_H */
