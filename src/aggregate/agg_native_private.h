/*-------------------------------------------------------------------------
 *
 * agg_native_private.h
 *	  What the files of the native aggregates share.
 *
 *	agg_native.c			which ones there are, results, states at rest
 *	agg_native_advance.c	rows into states
 *
 * Nothing else includes this.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_NATIVE_PRIVATE_H
#define CV_AGG_NATIVE_PRIVATE_H

#include "common/int.h"
#include "utils/float.h"

#include "aggregate/agg_native.h"
#include "aggregate/agg_numeric.h"

typedef enum NativeOp
{
	OP_COUNT_ROWS,
	OP_COUNT,
	OP_SUM_INT2,
	OP_SUM_INT4,
	OP_SUM_INT8,
	OP_SUM_FLOAT4,
	OP_SUM_FLOAT8,
	OP_SUM_NUMERIC,
	OP_MIN_INT2,
	OP_MIN_INT4,
	OP_MIN_INT8,
	OP_MIN_FLOAT4,
	OP_MIN_FLOAT8,
	OP_MAX_INT2,
	OP_MAX_INT4,
	OP_MAX_INT8,
	OP_MAX_FLOAT4,
	OP_MAX_FLOAT8,
	OP_BOOL_AND,
	OP_BOOL_OR
} NativeOp;

typedef struct IntSum
{
	int64		sum;
	int64		count;
} IntSum;

typedef struct BigintSum
{
	int128		sum;
	int64		count;
} BigintSum;

/* The state is a value or nothing: min, max, bool_and, bool_or, float sums. */
typedef struct IntValue
{
	int64		value;
	bool		is_set;
} IntValue;

typedef struct FloatValue
{
	float8		value;
	bool		is_set;
} FloatValue;

typedef struct NativeTrans
{
	NativeOp	op;
	AttrNumber	attno;			/* argument, 0 = none */
	AttrNumber	filter_attno;	/* 0 = none */
	int			column;			/* whose value is the state, -1 = none */
	bool		has_avg;
	Size		offset;			/* of the state in the area */
} NativeTrans;

struct CvNativeSet
{
	MemoryContext context;
	int			count;
	int			first;			/* of the generation being added */
	NativeTrans *trans;
	Size		size;
	AttrNumber	max_attno;
	bool		has_numeric;
};

/* one value that is not NULL, into its state */
extern void cv_native_advance_one(const CvNativeSet *set, NativeOp op,
								  char *state, Datum value);

static inline void
add_int(IntSum *sum, int64 value)
{
	if (unlikely(pg_add_s64_overflow(sum->sum, value, &sum->sum)))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("bigint out of range")));
	sum->count++;
}

static inline void
put_int(IntValue *state, int64 value, bool is_better)
{
	if (is_better || !state->is_set)
	{
		state->value = value;
		state->is_set = true;
	}
}

static inline void
put_float(FloatValue *state, float8 value, bool is_better)
{
	if (is_better || !state->is_set)
	{
		state->value = value;
		state->is_set = true;
	}
}

/* the first value is taken as it is: 0 + -0.0 would be 0.0 */
static inline void
add_float4(FloatValue *state, float4 value)
{
	state->value = state->is_set ?
		float4_pl((float4) state->value, value) : value;
	state->is_set = true;
}

static inline void
add_float8(FloatValue *state, float8 value)
{
	state->value = state->is_set ? float8_pl(state->value, value) : value;
	state->is_set = true;
}

#endif							/* CV_AGG_NATIVE_PRIVATE_H */
