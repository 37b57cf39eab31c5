/*-------------------------------------------------------------------------
 *
 * delays.h
 *	  How late rows come: counted in buckets, transaction by transaction.
 *
 * Three things are counted.  Of each row its arrival delay, from its event time
 * to the commit of its transaction; and its disorder, how far it is behind the
 * newest event time of all transactions before its own, which is the
 * watermark_delay that lets it in on time.  Of each transaction that moves
 * that newest time on: how long after the middle of what it has moved over it
 * was committed, which is when a window that ends there can close.
 *
 * Buckets are in milliseconds, sixteen for each doubling: a bucket is no wider
 * than a sixteenth of what is in it, or than a millisecond.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_DELAYS_H
#define CV_DELAYS_H

#include "datatype/timestamp.h"

/* buckets of either sign: up to 70 years; what is beyond is in the last one */
#define CV_DELAY_STEPS		608
#define CV_DELAY_BUCKETS	(2 * CV_DELAY_STEPS)

typedef struct CvDelayHistogram
{
	int64		greatest;		/* of all that was counted, microseconds */
	uint64		count;
	int			first;			/* buckets before and behind are empty */
	int			last;
	uint64		buckets[CV_DELAY_BUCKETS];
} CvDelayHistogram;

typedef struct CvDelays
{
	TimestampTz since;			/* when counting began */
	CvDelayHistogram arrival;
	CvDelayHistogram disorder;
	CvDelayHistogram closing;
} CvDelays;

/*
 * While rows are read.  All times are microseconds in the reckoning of the
 * event time.
 */
typedef struct CvArrivals
{
	/* of the transaction that rows are of now */
	bool		is_counted;
	int64		committed_at;
	bool		has_newest;		/* of the transactions before */
	int64		newest;
	uint64		nrows;			/* since the last look at buckets, with event
								 * times in [from, upto), which share them */
	int64		from;
	int64		upto;
	int			arrival;		/* their buckets */
	int			disorder;
	int64		oldest;			/* event time of them all */

	CvDelays	delays;
} CvArrivals;

extern void cv_delays_clear(CvDelays *delays, TimestampTz since);

/* sum += part, but for since; and part is empty */
extern void cv_delays_move(CvDelays *sum, CvDelays *part);

/*
 * cv_delay_percentile -- the least delay that so many of ten thousand have at
 * most, not less than it is and hardly more.  behind: how many have more.
 */
extern int64 cv_delay_percentile(const CvDelayHistogram *histogram,
								 int per_10000, uint64 *behind);

/* nothing is counted yet, and no transaction entered; forgets what was */
extern void cv_arrivals_begin(CvArrivals *arrivals);

extern void cv_arrivals_begin_xact(CvArrivals *arrivals, int64 committed_at,
								   bool has_newest, int64 newest);

/* ... of one whose rows are not counted */
extern void cv_arrivals_pass_xact(CvArrivals *arrivals);

/* all rows of the transaction are noted, and what is newest now */
extern void cv_arrivals_end_xact(CvArrivals *arrivals, bool has_newest,
								 int64 newest);

extern void cv_arrivals_enter_buckets(CvArrivals *arrivals, int64 time);

/* cv_arrivals_note -- a row with this event time. */
static inline void
cv_arrivals_note(CvArrivals *arrivals, int64 time)
{
	if (unlikely(time < arrivals->from || time >= arrivals->upto))
		cv_arrivals_enter_buckets(arrivals, time);
	arrivals->nrows++;
	arrivals->oldest = Min(arrivals->oldest, time);
}

#endif							/* CV_DELAYS_H */
