/*-------------------------------------------------------------------------
 *
 * stats.h
 *	  What shared memory says of a view.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATS_H
#define CV_STATS_H

#include "base/shared_memory.h"

/* as continuous.stats.state says it */
extern const char *cv_view_state_name(CvViewState state);

/*
 * cv_view_slot_read -- a copy of the view's slot; false: no worker follows it.
 *
 * What it says of an error is data of the input: see cv_access_to_data().
 */
extern bool cv_view_slot_read(Oid view, CvViewSlot *slot);

#endif							/* CV_STATS_H */
