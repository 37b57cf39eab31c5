/*-------------------------------------------------------------------------
 *
 * batch_joins.h
 *	  Tables that the rows of a batch are joined to, and rows that become
 *	  several.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_JOINS_H
#define CV_BATCH_JOINS_H

#include "worker/batch.h"

/*
 * cv_batch_lock_joined -- lock all tables that the query reads beside the
 * input, with their indexes; false if somebody else holds a lock.
 */
extern bool cv_batch_lock_joined(const CvBatch *batch);

#endif							/* CV_BATCH_JOINS_H */
