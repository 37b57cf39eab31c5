/*-------------------------------------------------------------------------
 *
 * counter_reset.h
 *	  Where the counters of continuous.stats begin: reset_stats().
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_COUNTER_RESET_H
#define CV_COUNTER_RESET_H

/* the view's counters begin with what its position says now */
extern void cv_counter_reset_add(Oid view);

/* the position's own counters begin anew, or there is none any more */
extern void cv_counter_reset_remove(Oid view);

#endif							/* CV_COUNTER_RESET_H */
