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
#include "port/pg_bitutils.h"

#define CV_DELAY_UNIT_US	1000

/* buckets of either sign: up to 70 years; what is beyond is in the last one */
#define CV_DELAY_STEP_BITS	4
#define CV_DELAY_STEPS		cv_delay_steps(CV_DELAY_STEP_BITS)
#define CV_DELAY_BUCKETS	(2 * CV_DELAY_STEPS)
#define CV_NARROW_STEP_BITS	6
#define CV_NARROW_STEPS		cv_delay_steps(CV_NARROW_STEP_BITS)

/* so many have a doubling in 2 to the power of bits, to 2^41 milliseconds */
#define cv_delay_steps(bits)	((42 - (bits)) << (bits))

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
 *
 * Within a transaction both delays of a row follow from its event time alone,
 * so a row counts once: one that is not behind by its arrival delay, one that
 * is by its disorder, in buckets so narrow that the other can be told.
 */
typedef struct CvArrivals
{
	/* of the transaction that rows are of now */
	bool		is_counted;
	int64		committed_at;
	int64		newest;			/* of the transactions before; PG_INT64_MIN: none */
	int64		oldest;			/* event times of its rows */
	int64		youngest;
	uint64		in_order[CV_DELAY_BUCKETS];
	uint64		behind[CV_NARROW_STEPS];

	CvDelays	delays;
} CvArrivals;

/* of what was read from a file */
extern bool cv_delays_are_valid(const CvDelays *delays);

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

/*
 * cv_delay_step -- the bucket of a time that is not negative, milliseconds.
 *
 * Without a branch: rows come in any order, and it could not be foreseen.
 */
static inline int
cv_delay_step(uint64 ms, int bits)
{
	uint64		limit = (UINT64CONST(1) << 41) - 1;
	int			shift;

	ms = Min(ms, limit);
	shift = pg_leftmost_one_pos64(ms | ((UINT64CONST(2) << bits) - 1)) - bits;
	return (shift << bits) + (int) (ms >> shift);
}

/* cv_delay_bucket -- of either sign, microseconds; zero is the last of its sign. */
static inline int
cv_delay_bucket(int64 us)
{
	uint64		distance = us > 0 ? (uint64) us - 1 : 0 - (uint64) us;
	int			step = cv_delay_step(distance / CV_DELAY_UNIT_US,
									 CV_DELAY_STEP_BITS);

	return us > 0 ? CV_DELAY_STEPS + step : CV_DELAY_STEPS - 1 - step;
}

/* cv_arrivals_step -- of a row that is behind. */
static inline int
cv_arrivals_step(const CvArrivals *arrivals, int64 time)
{
	uint64		behind = (uint64) arrivals->newest - (uint64) time;

	return cv_delay_step((behind - 1) / CV_DELAY_UNIT_US, CV_NARROW_STEP_BITS);
}

/* cv_arrivals_note -- a row with this event time. */
static inline void
cv_arrivals_note(CvArrivals *arrivals, int64 time)
{
	if (!arrivals->is_counted)
		return;
	arrivals->oldest = Min(arrivals->oldest, time);
	arrivals->youngest = Max(arrivals->youngest, time);
	if (time >= arrivals->newest)
		arrivals->in_order[cv_delay_bucket(arrivals->committed_at - time)]++;
	else
		arrivals->behind[cv_arrivals_step(arrivals, time)]++;
}

#endif							/* CV_DELAYS_H */
