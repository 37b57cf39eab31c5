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

/* copies of all slots of this database, and the workers' pids, by number */
extern CvViewSlot *cv_view_slots_read(pid_t pids[CV_MAX_WORKERS], int *n);

/* may the caller know that there is something to say of it? */
extern bool cv_view_may_be_seen(Oid view);

#endif							/* CV_STATS_H */
