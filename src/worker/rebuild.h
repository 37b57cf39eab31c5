/*-------------------------------------------------------------------------
 *
 * rebuild.h
 *	  Forget all results of a view, so that it begins anew.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_REBUILD_H
#define CV_REBUILD_H

#include "input/position.h"

/*
 * cv_wipe_results -- delete every row of the view's tables, as their owner.
 */
extern void cv_wipe_results(Oid results, Oid state, Oid collected, Oid late);

/* cv_reset_position -- as new: no watermark, counters zero; same generation. */
extern void cv_reset_position(CvPosition *position);

#endif							/* CV_REBUILD_H */
