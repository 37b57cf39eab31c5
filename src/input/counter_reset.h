/*-------------------------------------------------------------------------
 *
 * counter_reset.h
 *	  Where the counters of continuous.stats begin: reset_stats().
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_COUNTER_RESET_H
#define CV_COUNTER_RESET_H

/* by who calls one of the next two; kept until the commit */
extern void cv_counters_lock(Oid view);
extern bool cv_counters_lock_if_free(Oid view);

/* the view's counters begin with what its position says now */
extern void cv_counter_reset_add(Oid view);

/* the position's own counters begin anew, or there is none any more */
extern void cv_counter_reset_remove(Oid view);

#endif							/* CV_COUNTER_RESET_H */
