/*-------------------------------------------------------------------------
 *
 * anchor.h
 *	  A view that came from a dump is taken up again by its worker.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ANCHOR_H
#define CV_ANCHOR_H

#include "worker/batch.h"

/*
 * cv_anchor_take_up -- give the view a position, as continuous.on_restore says.
 *
 * In the transaction of a batch whose view has none; always ends it.  AGAIN: it
 * has one now.  NO_POSITION: not yet, follower->awaits says why; BUSY.
 */
extern CvBatchResult cv_anchor_take_up(CvBatch *batch);

#endif							/* CV_ANCHOR_H */
