/*-------------------------------------------------------------------------
 *
 * delays.c
 *	  How late rows come: counted in buckets, transaction by transaction.
 *
 * What a transaction counts is moved to the histograms when it is over.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "base/delays.h"
#include "base/time_math.h"

static bool is_valid(const CvDelayHistogram *histogram);
static void count_in_order(CvArrivals *arrivals);
static void count_behind(CvArrivals *arrivals);
static void add(CvDelayHistogram *histogram, int bucket, uint64 n);
static void note_greatest(CvDelayHistogram *histogram, int64 us);
static void move_histogram(CvDelayHistogram *sum, CvDelayHistogram *part);
static void clear_histogram(CvDelayHistogram *histogram);
static uint64 step_start(int step, int bits);
static int64 bucket_end(int bucket);

bool
cv_delays_are_valid(const CvDelays *delays)
{
	return is_valid(&delays->arrival) && is_valid(&delays->disorder) &&
		is_valid(&delays->closing);
}

static bool
is_valid(const CvDelayHistogram *histogram)
{
	return histogram->first >= 0 && histogram->last < CV_DELAY_BUCKETS;
}

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
	memset(arrivals, 0, offsetof(CvArrivals, delays));
	clear_histogram(&arrivals->delays.arrival);
	clear_histogram(&arrivals->delays.disorder);
	clear_histogram(&arrivals->delays.closing);
}

void
cv_arrivals_begin_xact(CvArrivals *arrivals, int64 committed_at,
					   bool has_newest, int64 newest)
{
	arrivals->is_counted = true;
	arrivals->committed_at = committed_at;
	arrivals->newest = has_newest ? newest : PG_INT64_MIN;
	arrivals->oldest = PG_INT64_MAX;
	arrivals->youngest = PG_INT64_MIN;
}

void
cv_arrivals_pass_xact(CvArrivals *arrivals)
{
	arrivals->is_counted = false;
}

/*
 * cv_arrivals_end_xact -- see header.  The middle of what the newest time has
 * moved over is the median of where windows end in it.
 */
void
cv_arrivals_end_xact(CvArrivals *arrivals, bool has_newest, int64 newest)
{
	CvDelayHistogram *closing = &arrivals->delays.closing;
	int64		before = arrivals->newest;
	int64		delay;

	if (!arrivals->is_counted || arrivals->youngest == PG_INT64_MIN)
		return;
	count_in_order(arrivals);
	count_behind(arrivals);
	if (before == PG_INT64_MIN || !has_newest || newest <= before)
		return;
	delay = cv_add_saturating(arrivals->committed_at,
							  -(before + cv_add_saturating(newest, -before) / 2));
	add(closing, cv_delay_bucket(delay), 1);
	note_greatest(closing, delay);
}

/* count_in_order -- their disorder is zero. */
static void
count_in_order(CvArrivals *arrivals)
{
	CvDelays   *delays = &arrivals->delays;
	int64		oldest = Max(arrivals->oldest, arrivals->newest);
	int			last;

	if (arrivals->youngest < oldest)
		return;
	last = cv_delay_bucket(arrivals->committed_at - oldest);
	for (int bucket = cv_delay_bucket(arrivals->committed_at -
									  arrivals->youngest);
		 bucket <= last; bucket++)
	{
		uint64		n = arrivals->in_order[bucket];

		if (n == 0)
			continue;
		add(&delays->arrival, bucket, n);
		add(&delays->disorder, CV_DELAY_STEPS - 1, n);
		arrivals->in_order[bucket] = 0;
	}
	note_greatest(&delays->disorder, 0);
	note_greatest(&delays->arrival,
				  cv_add_saturating(arrivals->committed_at, -arrivals->oldest));
}

/* count_behind -- the arrival delay is what the least of a bucket has. */
static void
count_behind(CvArrivals *arrivals)
{
	CvDelays   *delays = &arrivals->delays;
	int64		newest_delay;
	int64		youngest;
	int			last;

	if (arrivals->oldest >= arrivals->newest)
		return;
	newest_delay = cv_add_saturating(arrivals->committed_at, -arrivals->newest);
	youngest = Min(arrivals->youngest, arrivals->newest - 1);
	last = cv_arrivals_step(arrivals, arrivals->oldest);
	for (int step = cv_arrivals_step(arrivals, youngest); step <= last; step++)
	{
		uint64		n = arrivals->behind[step];
		int64		least;

		if (n == 0)
			continue;
		least = step_start(step, CV_NARROW_STEP_BITS) * CV_DELAY_UNIT_US + 1;
		add(&delays->disorder, cv_delay_bucket(least), n);
		add(&delays->arrival,
			cv_delay_bucket(cv_add_saturating(newest_delay, least)), n);
		arrivals->behind[step] = 0;
	}
	note_greatest(&delays->disorder,
				  cv_add_saturating(arrivals->newest, -arrivals->oldest));
	note_greatest(&delays->arrival,
				  cv_add_saturating(arrivals->committed_at, -arrivals->oldest));
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
note_greatest(CvDelayHistogram *histogram, int64 us)
{
	histogram->greatest = Max(histogram->greatest, us);
}

static void
move_histogram(CvDelayHistogram *sum, CvDelayHistogram *part)
{
	for (int bucket = part->first; bucket <= part->last; bucket++)
		if (part->buckets[bucket] > 0)
			add(sum, bucket, part->buckets[bucket]);
	note_greatest(sum, part->greatest);
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

/* step_start -- the least that is in it, milliseconds */
static uint64
step_start(int step, int bits)
{
	int			nsteps = 1 << bits;

	if (step < nsteps)
		return step;
	return (uint64) (nsteps + step % nsteps) << (step / nsteps - 1);
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
		return (int64) step_start(bucket - CV_DELAY_STEPS + 1,
								   CV_DELAY_STEP_BITS) * CV_DELAY_UNIT_US;
	return -(int64) step_start(CV_DELAY_STEPS - 1 - bucket,
								CV_DELAY_STEP_BITS) * CV_DELAY_UNIT_US;
}
