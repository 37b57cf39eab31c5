/*-------------------------------------------------------------------------
 *
 * agg_numeric.c
 *	  Sums of numeric in fixed size.
 *
 * The sum is an integer of 128 bits in units of a power of 10000, at the
 * finest scale seen so far.  numeric keeps its digits in base 10000, so
 * adding a value means to read its digits into an integer and to shift it by
 * whole digits: no division, no memory, no function call.
 *
 * A value or sum that does not fit makes the group go over to a numeric that
 * the server's numeric_add() maintains; there is no way back.  Both forms are
 * exact, and both have for display scale the greatest one of all values, as
 * sum(numeric) has it.  NaN and the infinities are flags: no value ever
 * leaves a group, so that they need no counters.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/fmgrprotos.h"

#include "aggregate/agg_numeric.h"
#include "base/compat.h"

#define MAX_SUM_DIGITS	9		/* 10000^9 = 10^36 */
#define INT64_DIGITS	4		/* 10000^4 = 10^16 */
#define INT128_CHARS	39		/* decimal digits of the largest */
#define MAX_INT64_TENTH	(PG_INT64_MAX / 10)

static const int64 power10000[INT64_DIGITS + 1] = {
	INT64CONST(1),
	INT64CONST(10000),
	INT64CONST(100000000),
	INT64CONST(1000000000000),
	INT64CONST(10000000000000000)
};

/*
 * What we know of a numeric as it is stored.  Behind the varlena header
 * stands a word of 16 bits, whose two highest bits tell the form:
 *
 *	00, 01	long form: the second bit is the sign, 14 bits of display scale;
 *			the next word is the weight
 *	10		short form: 1 bit sign, 6 bits display scale, 7 bits weight in
 *			two's complement
 *	11		special: the next two bits are 00 NaN, 01 Infinity, 11 -Infinity
 *
 * Then come the digits, in base 10000, the first of which counts
 * 10000^weight; leading and trailing zeroes are not stored.  The form is part
 * of the on-disk format and the same in all releases we know of.
 */
typedef struct NumericParts
{
	const char *digits;			/* int16s, not aligned */
	int			ndigits;
	int			weight;
	int			dscale;
	bool		is_negative;
	uint8		special;		/* CV_NUMERIC_NAN, ... or 0 */
} NumericParts;

static inline void read_parts(const char *data, Size len,
							  NumericParts *parts);
static inline bool add_finite(CvNumericSum *sum, const NumericParts *parts);
static int128 int128_power(int digits);
static bool rescale(CvNumericSum *sum, int fraction);
static inline bool sum_fits(int128 sum);
static void set_big(CvNumericSum *sum, Numeric big, MemoryContext context);
static void add_big(CvNumericSum *sum, Numeric value, MemoryContext context);
static Numeric finite_total(const CvNumericSum *sum);
static Numeric special_total(uint8 flags);
static Numeric scaled_to_numeric(int128 value, int scale, int dscale);
static Numeric numeric_from_text(char *text);
static char *append_int128(char *to, uint128 value);

void
cv_numeric_sum_add(CvNumericSum *sum, Datum value, MemoryContext context)
{
	struct varlena *data = (struct varlena *) DatumGetPointer(value);
	NumericParts parts;

	if (unlikely(VARATT_IS_EXTERNAL(data) || VARATT_IS_COMPRESSED(data)))
		data = pg_detoast_datum_packed(data);

	read_parts(VARDATA_ANY(data), VARSIZE_ANY_EXHDR(data), &parts);
	sum->count++;
	if (unlikely(parts.special != 0))
	{
		sum->flags |= parts.special;
		return;
	}
	if (parts.dscale > sum->dscale)
		sum->dscale = parts.dscale;
	if (likely((sum->flags & CV_NUMERIC_BIG) == 0 && add_finite(sum, &parts)))
		return;
	add_big(sum, DatumGetNumeric(PointerGetDatum(data)), context);
}

void
cv_numeric_sum_merge(CvNumericSum *dst, const CvNumericSum *src,
					 MemoryContext context)
{
	CvNumericSum right = *src;
	int			fraction = Max(dst->fraction, src->fraction);

	dst->count += right.count;
	dst->flags |= right.flags & CV_NUMERIC_SPECIAL;
	dst->dscale = Max(dst->dscale, right.dscale);

	if (((dst->flags | right.flags) & CV_NUMERIC_BIG) == 0 &&
		rescale(dst, fraction) && rescale(&right, fraction) &&
		sum_fits(dst->sum + right.sum))
	{
		dst->sum += right.sum;
		return;
	}
	add_big(dst, finite_total(&right), context);
}

void
cv_numeric_sum_own(CvNumericSum *sum, MemoryContext context)
{
	Size		size = VARSIZE(sum->big);
	Numeric		copy = (Numeric) MemoryContextAlloc(context, size);

	memcpy(copy, sum->big, size);
	sum->big = copy;
}

Datum
cv_numeric_sum_total(const CvNumericSum *sum)
{
	if (sum->flags & CV_NUMERIC_SPECIAL)
		return NumericGetDatum(special_total(sum->flags));
	return NumericGetDatum(finite_total(sum));
}

Datum
cv_numeric_sum_avg(const CvNumericSum *sum)
{
	if (sum->flags & CV_NUMERIC_SPECIAL)
		return NumericGetDatum(special_total(sum->flags));
	return cv_numeric_avg(finite_total(sum), sum->count);
}

Datum
cv_numeric_avg(Numeric sum, int64 count)
{
	return DirectFunctionCall2(numeric_div,
							   NumericGetDatum(sum),
							   NumericGetDatum(int64_to_numeric(count)));
}

Numeric
cv_int128_to_numeric(int128 value)
{
	return scaled_to_numeric(value, 0, 0);
}

static inline void
read_parts(const char *data, Size len, NumericParts *parts)
{
	uint16		header;

	memcpy(&header, data, sizeof(header));
	parts->special = 0;
	if (likely((header & 0xC000) == 0x8000))
	{
		parts->is_negative = (header & 0x2000) != 0;
		parts->dscale = (header & 0x1F80) >> 7;
		/* seven bits, the highest of them counts -64 */
		parts->weight = (int) (header & 0x003F) - (int) (header & 0x0040);
		parts->digits = data + sizeof(uint16);
		parts->ndigits = (len - sizeof(uint16)) / sizeof(int16);
	}
	else if ((header & 0x8000) == 0)
	{
		int16		weight;

		memcpy(&weight, data + sizeof(uint16), sizeof(weight));
		parts->is_negative = (header & 0x4000) != 0;
		parts->dscale = header & 0x3FFF;
		parts->weight = weight;
		parts->digits = data + 2 * sizeof(uint16);
		parts->ndigits = (len - 2 * sizeof(uint16)) / sizeof(int16);
	}
	else if ((header & 0x1000) == 0)
		parts->special = CV_NUMERIC_NAN;
	else if (header & 0x2000)
		parts->special = CV_NUMERIC_NINF;
	else
		parts->special = CV_NUMERIC_PINF;
}

/*
 * add_finite -- false if value or sum do not fit: nothing has been added.
 */
static inline bool
add_finite(CvNumericSum *sum, const NumericParts *parts)
{
	int			ndigits = parts->ndigits;
	int			fraction = ndigits - 1 - parts->weight;
	int			shift;
	int128		value = 0;

	if (unlikely(ndigits == 0))
		return true;
	if (unlikely(fraction > sum->fraction && !rescale(sum, fraction)))
		return false;

	/* zeroes behind the last digit that is stored */
	shift = sum->fraction - fraction;
	if (unlikely(ndigits + shift > MAX_SUM_DIGITS))
		return false;

	if (likely(ndigits + shift <= INT64_DIGITS))
	{
		int64		small = 0;

		for (int i = 0; i < ndigits; i++)
		{
			int16		digit;

			memcpy(&digit, parts->digits + i * sizeof(int16), sizeof(digit));
			small = small * 10000 + digit;
		}
		value = small * power10000[shift];
	}
	else
	{
		for (int i = 0; i < ndigits; i++)
		{
			int16		digit;

			memcpy(&digit, parts->digits + i * sizeof(int16), sizeof(digit));
			value = value * 10000 + digit;
		}
		value *= int128_power(shift);
	}

	/* a value is at most 10^36, a sum 10^37: this cannot overflow */
	value = parts->is_negative ? sum->sum - value : sum->sum + value;
	if (unlikely(!sum_fits(value)))
		return false;
	sum->sum = value;
	return true;
}

/* 10000^digits, for 0 <= digits <= MAX_SUM_DIGITS */
static int128
int128_power(int digits)
{
	int128		power = 1;

	while (digits > INT64_DIGITS)
	{
		power *= power10000[INT64_DIGITS];
		digits -= INT64_DIGITS;
	}
	return power * power10000[digits];
}

/*
 * rescale -- make the unit finer; false if the sum is too large for that.
 */
static bool
rescale(CvNumericSum *sum, int fraction)
{
	int			more = fraction - sum->fraction;
	int128		limit;

	if (more <= 0)
		return true;
	if (fraction > MAX_SUM_DIGITS)
		return false;
	limit = int128_power(MAX_SUM_DIGITS - more);
	if (sum->sum > limit || sum->sum < -limit)
		return false;
	sum->sum *= int128_power(more);
	sum->fraction = fraction;
	return true;
}

/* within 10^37: two of them, or one and a value, can be added blindly */
static inline bool
sum_fits(int128 sum)
{
	const int128 limit = (int128) INT64CONST(1000000000000000000) *
		INT64CONST(1000000000000000000) * 10;

	return sum <= limit && sum >= -limit;
}

static void
set_big(CvNumericSum *sum, Numeric big, MemoryContext context)
{
	Size		size = VARSIZE(big);
	Numeric		copy = (Numeric) MemoryContextAlloc(context, size);

	memcpy(copy, big, size);
	if (sum->flags & CV_NUMERIC_BIG)
		pfree(sum->big);
	sum->big = copy;
	sum->flags |= CV_NUMERIC_BIG;
	sum->sum = 0;
	sum->fraction = 0;
}

static void
add_big(CvNumericSum *sum, Numeric value, MemoryContext context)
{
	Datum		total;

	total = DirectFunctionCall2(numeric_add,
								NumericGetDatum(finite_total(sum)),
								NumericGetDatum(value));
	set_big(sum, DatumGetNumeric(total), context);
}

static Numeric
finite_total(const CvNumericSum *sum)
{
	if (sum->flags & CV_NUMERIC_BIG)
		return sum->big;
	return scaled_to_numeric(sum->sum, sum->fraction * 4, sum->dscale);
}

static Numeric
special_total(uint8 flags)
{
	if ((flags & CV_NUMERIC_NAN) ||
		((flags & CV_NUMERIC_PINF) && (flags & CV_NUMERIC_NINF)))
		return numeric_from_text("NaN");
	return numeric_from_text((flags & CV_NUMERIC_PINF) ? "Infinity"
							 : "-Infinity");
}

/*
 * scaled_to_numeric -- value * 10^-scale, shown with dscale digits.
 *
 * Digits beyond dscale are zeroes: no value had more.
 */
static Numeric
scaled_to_numeric(int128 value, int scale, int dscale)
{
	char		digits[INT128_CHARS + 1];
	char	   *end;
	char	   *text;
	char	   *to;
	int			ndigits;
	Numeric		result;

	for (; scale > dscale; scale--)
		value /= 10;
	while (scale < dscale && value <= MAX_INT64_TENTH &&
		   value >= -MAX_INT64_TENTH)
	{
		value *= 10;
		scale++;
	}
	if (scale == dscale && value >= PG_INT64_MIN && value <= PG_INT64_MAX)
		return int64_div_fast_to_numeric((int64) value, scale);

	end = append_int128(digits, value < 0 ? -(uint128) value : (uint128) value);
	ndigits = end - digits;
	text = to = palloc(ndigits + scale + dscale + 4);
	if (value < 0)
		*to++ = '-';
	for (int i = Max(ndigits, scale + 1); i > 0; i--)
	{
		if (i == scale)
			*to++ = '.';
		*to++ = i > ndigits ? '0' : digits[ndigits - i];
	}
	if (scale == 0 && dscale > 0)
		*to++ = '.';
	for (; scale < dscale; scale++)
		*to++ = '0';
	*to = '\0';
	result = numeric_from_text(text);
	pfree(text);
	return result;
}

static Numeric
numeric_from_text(char *text)
{
	return DatumGetNumeric(DirectFunctionCall3(numeric_in,
											   CStringGetDatum(text),
											   ObjectIdGetDatum(InvalidOid),
											   Int32GetDatum(-1)));
}

static char *
append_int128(char *to, uint128 value)
{
	char		reversed[INT128_CHARS];
	int			n = 0;

	do
	{
		reversed[n++] = '0' + (int) (value % 10);
		value /= 10;
	} while (value != 0);
	while (n > 0)
		*to++ = reversed[--n];
	*to = '\0';
	return to;
}
