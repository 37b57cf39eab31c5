/*-------------------------------------------------------------------------
 *
 * clock_table.h
 *	  watermark_by: one clock a value, and which of them hold the watermark.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CLOCK_TABLE_H
#define CV_CLOCK_TABLE_H

#include "datatype/timestamp.h"
#include "lib/ilist.h"
#include "lib/pairingheap.h"
#include "nodes/primnodes.h"

#include "state/group_key.h"
#include "window/watermark.h"

/* The clock of one value. */
typedef struct CvClock
{
	Datum		value;
	bool		isnull;
	uint64		hash;
	int			number;			/* names its row in continuous.clock */
	bool		is_saved;		/* there is such a row ... */
	bool		is_changed;		/* ... and it says something else */
	int64		newest;			/* greatest event time */
	TimestampTz last_seen;		/* commit time of the last transaction with it */
	bool		is_idle;		/* for more than idle_timeout, until it is seen */

	/* of the transaction being consumed */
	bool		is_touched;
	int64		xact_newest;

	bool		is_holding;		/* neither idle nor behind W: in the heap */
	pairingheap_node by_newest;
	dlist_node	by_last_seen;	/* of those that are not idle */
} CvClock;

typedef struct CvClockTable CvClockTable;

/* how values of the column are told apart: by its own equality */
extern CvKeySet *cv_clock_keys_create(Expr *column);

/* in a context of its own below parent */
extern CvClockTable *cv_clock_table_create(MemoryContext parent);
extern void cv_clock_table_free(CvClockTable *table);

/*
 * A table is changed in place, and is what the last commit has left only while
 * it is clean: who finds it dirty at the begin of a batch makes a new one from
 * the saved rows.  Whatever changes it makes it dirty.
 */
extern bool cv_clock_table_is_dirty(const CvClockTable *table);
extern void cv_clock_table_set_clean(CvClockTable *table);

extern int	cv_clock_table_count(const CvClockTable *table);
extern Size cv_clock_table_memory(const CvClockTable *table);
/* number i + 1 */
extern CvClock *cv_clock_table_get(CvClockTable *table, int i);

/*
 * cv_clock_table_add -- a clock as it was saved: value, number, newest,
 * last_seen and is_idle of it count.  In the order of their numbers.
 */
extern void cv_clock_table_add(CvClockTable *table, CvKeySet *keys,
							   const CvClock *saved);

/* at the begin of a batch: watermark_delay may be another one */
extern void cv_clock_table_begin(CvClockTable *table, const CvWatermark *w);

/*
 * cv_clock_table_touch -- a row of this value with this event time, in the
 * transaction being consumed.  Errors out if there are too many values.
 */
extern void cv_clock_table_touch(CvClockTable *table, CvKeySet *keys,
								 const Datum *value, const bool *isnull,
								 int64 time);

/*
 * cv_clock_table_end_xact -- the transaction is over: clocks go on, values that
 * were not seen for more than idle_timeout are idle, W moves.
 *
 * ..._end_stretch: a part of a scan, W stays.
 */
extern void cv_clock_table_end_xact(CvClockTable *table,
									TimestampTz commit_time,
									int64 idle_timeout_us, CvWatermark *w);
extern void cv_clock_table_end_stretch(CvClockTable *table,
									   TimestampTz seen_at,
									   const CvWatermark *w);

/*
 * cv_clock_table_expire -- by the wall clock, values are idle that were not
 * seen for more than idle_timeout, reckoned from watched_since at the earliest.
 *
 * In the order in which they fell silent, so that W is where it would be had
 * this been called all the time.
 */
extern void cv_clock_table_expire(CvClockTable *table, TimestampTz now,
								  TimestampTz watched_since,
								  int64 idle_timeout_us, CvWatermark *w);

/* when the next will be; DT_NOEND: all are idle */
extern TimestampTz cv_clock_table_next_idle(const CvClockTable *table,
											TimestampTz watched_since,
											int64 idle_timeout_us);

#endif							/* CV_CLOCK_TABLE_H */
