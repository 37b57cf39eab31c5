/*-------------------------------------------------------------------------
 *
 * delays.c
 *	  How late rows come: counted in buckets, transaction by transaction.
 *
 * Within a transaction both delays of a row follow from its event time alone,
 * so rows whose times are near each other share their buckets: as long as they
 * do, a row costs a comparison and an increment.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_bitutils.h"

#include "base/delays.h"
#include "base/time_math.h"

/* each doubling has 2 to the power of this many buckets */
#define STEP_BITS	4
#define STEPS		(1 << STEP_BITS)

#define US_PER_MS	1000

static void flush_rows(CvArrivals *arrivals);
static void add(CvDelayHistogram *histogram, int bucket, uint64 n);
static void move_histogram(CvDelayHistogram *sum, CvDelayHistogram *part);
static void clear_histogram(CvDelayHistogram *histogram);
static int	find_bucket(int64 us);
static int	find_step(uint64 ms);
static uint64 step_start(int step);
static int64 bucket_end(int bucket);

void
cv_delays_clear(CvDelays *delays, TimestampTz since)
{
	memset(delays, 0, sizeof(CvDelays));
	clear_histogram(&delays->arrival);
	clear_histogram(&delays->disorder);
	clear_histogram(&delays->closing);
	delays->since = since;
}

void
cv_delays_move(CvDelays *sum, CvDelays *part)
{
	move_histogram(&sum->arrival, &part->arrival);
	move_histogram(&sum->disorder, &part->disorder);
	move_histogram(&sum->closing, &part->closing);
}

int64
cv_delay_percentile(const CvDelayHistogram *histogram, int per_10000,
					uint64 *behind)
{
	uint64		count = histogram->count;
	uint64		wanted = count / 10000 * per_10000 +
		(count % 10000 * per_10000 + 9999) / 10000;
	uint64		found = 0;
	int			bucket = histogram->first;

	for (; bucket <= histogram->last; bucket++)
	{
		found += histogram->buckets[bucket];
		if (found >= wanted)
			break;
	}
	/* counts may be read while they grow */
	*behind = count > found ? count - found : 0;
	return Min(bucket_end(bucket), histogram->greatest);
}

void
cv_arrivals_begin(CvArrivals *arrivals)
{
	clear_histogram(&arrivals->delays.arrival);
	clear_histogram(&arrivals->delays.disorder);
	clear_histogram(&arrivals->delays.closing);
	arrivals->is_counted = false;
	cv_arrivals_pass_xact(arrivals);
}

void
cv_arrivals_begin_xact(CvArrivals *arrivals, int64 committed_at,
					   bool has_newest, int64 newest)
{
	flush_rows(arrivals);
	arrivals->is_counted = true;
	arrivals->committed_at = committed_at;
	arrivals->has_newest = has_newest;
	arrivals->newest = newest;
	arrivals->from = arrivals->upto = 0;
	arrivals->oldest = PG_INT64_MAX;
}

void
cv_arrivals_pass_xact(CvArrivals *arrivals)
{
	flush_rows(arrivals);
	arrivals->is_counted = false;
	arrivals->from = PG_INT64_MIN;
	arrivals->upto = PG_INT64_MAX;
}

void
cv_arrivals_end_xact(CvArrivals *arrivals, bool has_newest, int64 newest)
{
	CvDelayHistogram *closing = &arrivals->delays.closing;
	int64		moved;
	int64		delay;

	flush_rows(arrivals);
	if (!arrivals->is_counted || !arrivals->has_newest || !has_newest ||
		newest <= arrivals->newest)
		return;
	moved = cv_add_saturating(newest, -arrivals->newest);
	delay = cv_add_saturating(arrivals->committed_at,
							  -(arrivals->newest + moved / 2));
	add(closing, find_bucket(delay), 1);
	closing->greatest = Max(closing->greatest, delay);
}

/* cv_arrivals_enter_buckets -- those of a row with this event time. */
void
cv_arrivals_enter_buckets(CvArrivals *arrivals, int64 time)
{
	int64		committed_at = arrivals->committed_at;
	int64		newest = arrivals->has_newest ? arrivals->newest : time;
	int			zero = CV_DELAY_STEPS - 1;

	flush_rows(arrivals);
	arrivals->arrival = find_bucket(cv_add_saturating(committed_at, -time));
	arrivals->from = cv_add_saturating(committed_at,
									   -bucket_end(arrivals->arrival));
	arrivals->upto = cv_add_saturating(committed_at,
									   -bucket_end(arrivals->arrival - 1));

	/* ahead of all before is not behind: that is one bucket */
	arrivals->disorder = time >= newest ? zero :
		find_bucket(cv_add_saturating(newest, -time));
	if (!arrivals->has_newest)
		return;
	arrivals->from = Max(arrivals->from,
						 cv_add_saturating(newest,
										   -bucket_end(arrivals->disorder)));
	if (arrivals->disorder > zero)
		arrivals->upto = Min(arrivals->upto,
							 cv_add_saturating(newest,
											   -bucket_end(arrivals->disorder - 1)));
}

/* flush_rows -- those that were only counted, into their buckets. */
static void
flush_rows(CvArrivals *arrivals)
{
	CvDelays   *delays = &arrivals->delays;
	int64		oldest = arrivals->oldest;
	int64		disorder = 0;

	if (arrivals->nrows > 0 && arrivals->is_counted)
	{
		add(&delays->arrival, arrivals->arrival, arrivals->nrows);
		add(&delays->disorder, arrivals->disorder, arrivals->nrows);
		if (arrivals->has_newest)
			disorder = cv_add_saturating(arrivals->newest, -oldest);
		delays->arrival.greatest =
			Max(delays->arrival.greatest,
				cv_add_saturating(arrivals->committed_at, -oldest));
		delays->disorder.greatest =
			Max(delays->disorder.greatest, Max(disorder, 0));
	}
	arrivals->nrows = 0;
}

static void
add(CvDelayHistogram *histogram, int bucket, uint64 n)
{
	histogram->buckets[bucket] += n;
	histogram->count += n;
	histogram->first = Min(histogram->first, bucket);
	histogram->last = Max(histogram->last, bucket);
}

static void
move_histogram(CvDelayHistogram *sum, CvDelayHistogram *part)
{
	for (int bucket = part->first; bucket <= part->last; bucket++)
		if (part->buckets[bucket] > 0)
			add(sum, bucket, part->buckets[bucket]);
	sum->greatest = Max(sum->greatest, part->greatest);
	clear_histogram(part);
}

static void
clear_histogram(CvDelayHistogram *histogram)
{
	for (int bucket = histogram->first; bucket <= histogram->last; bucket++)
		histogram->buckets[bucket] = 0;
	histogram->greatest = PG_INT64_MIN;
	histogram->count = 0;
	histogram->first = CV_DELAY_BUCKETS;
	histogram->last = -1;
}

/*
 * find_bucket -- which a delay counts in.
 *
 * Those of up to zero come first; each holds (end of the one before, its end].
 */
static int
find_bucket(int64 us)
{
	if (us > 0)
		return CV_DELAY_STEPS + find_step((us - 1) / US_PER_MS);
	return CV_DELAY_STEPS - 1 - find_step((0 - (uint64) us) / US_PER_MS);
}

static int
find_step(uint64 ms)
{
	int			shift;

	if (ms < STEPS)
		return (int) ms;
	shift = pg_leftmost_one_pos64(ms) - STEP_BITS;
	return Min(shift * STEPS + (int) (ms >> shift), CV_DELAY_STEPS - 1);
}

/* step_start -- the least that is in it, milliseconds */
static uint64
step_start(int step)
{
	if (step < STEPS)
		return step;
	return (uint64) (STEPS + step % STEPS) << (step / STEPS - 1);
}

/* bucket_end -- the greatest delay that is in it; also of the one before all */
static int64
bucket_end(int bucket)
{
	if (bucket < 0)
		return -PG_INT64_MAX;
	if (bucket >= CV_DELAY_BUCKETS - 1)
		return PG_INT64_MAX;
	if (bucket >= CV_DELAY_STEPS)
		return (int64) step_start(bucket - CV_DELAY_STEPS + 1) * US_PER_MS;
	return -(int64) step_start(CV_DELAY_STEPS - 1 - bucket) * US_PER_MS;
}
