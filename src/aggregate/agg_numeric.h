/*-------------------------------------------------------------------------
 *
 * agg_numeric.h
 *	  Sums of numeric in fixed size, and integers of 128 bits as numeric.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_NUMERIC_H
#define CV_AGG_NUMERIC_H

#include "utils/numeric.h"

#include "aggregate/agg_flat.h"

#ifndef HAVE_INT128
#error "pg_continuous needs a compiler with 128-bit integers"
#endif

#define CV_NUMERIC_NAN		0x01	/* a NaN was added */
#define CV_NUMERIC_PINF		0x02	/* an Infinity was added */
#define CV_NUMERIC_NINF		0x04	/* a -Infinity was added */
#define CV_NUMERIC_BIG		0x08	/* the sum is in big, not in sum */
#define CV_NUMERIC_SPECIAL \
	(CV_NUMERIC_NAN | CV_NUMERIC_PINF | CV_NUMERIC_NINF)

/* All zeroes: no rows yet. */
typedef struct CvNumericSum
{
	int128		sum;			/* in units of 10000^-fraction */
	int64		count;			/* of all values, special ones included */
	Numeric		big;			/* in the context given to the functions */
	int16		dscale;			/* greatest of all finite values */
	uint8		fraction;		/* base-10000 digits behind the point */
	uint8		flags;
} CvNumericSum;

/* The hot path. value may be toasted or have a short header. */
extern void cv_numeric_sum_add(CvNumericSum *sum, Datum value,
							   MemoryContext context);
extern void cv_numeric_sum_merge(CvNumericSum *dst, const CvNumericSum *src,
								 MemoryContext context);

/* of a sum that was copied byte by byte, and is CV_NUMERIC_BIG */
extern void cv_numeric_sum_own(CvNumericSum *sum, MemoryContext context);

/* sum and avg of at least one value, as the server's own would say it */
extern Datum cv_numeric_sum_total(const CvNumericSum *sum);
extern Datum cv_numeric_sum_avg(const CvNumericSum *sum);

extern Numeric cv_int128_to_numeric(int128 value);

/* sum / count by the server's own division */
extern Datum cv_numeric_avg(Numeric sum, int64 count);

#endif							/* CV_AGG_NUMERIC_H */
