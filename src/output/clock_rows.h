/*-------------------------------------------------------------------------
 *
 * clock_rows.h
 *	  The table continuous.clock: the clocks of watermark_by.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CLOCK_ROWS_H
#define CV_CLOCK_ROWS_H

#include "utils/snapshot.h"

#include "state/clock_table.h"

/* all of a view, into a table that has none yet */
extern void cv_clock_rows_load(Oid view, CvKeySet *keys, CvClockTable *table);

/* those that have changed since they were loaded or saved */
extern void cv_clock_rows_save(Oid view, CvKeySet *keys, CvClockTable *table);

extern void cv_clock_rows_remove(Oid view);

/*
 * cv_clock_rows_visit -- as a snapshot sees them (NULL: as they are now), in
 * the order of their numbers.  Of a clock, what is saved of it is set.
 */
extern void cv_clock_rows_visit(Oid view, CvKeySet *keys, Snapshot snapshot,
								void (*visit) (void *arg, const CvClock *clock),
								void *arg);

#endif							/* CV_CLOCK_ROWS_H */
