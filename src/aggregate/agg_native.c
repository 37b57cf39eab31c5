/*-------------------------------------------------------------------------
 *
 * agg_native.c
 *	  Aggregates with a state of fixed size.
 *
 * Each one gives what the server's own functions give, to the last digit and
 * bit: additions in row order and in the argument's own float type, ties of
 * min and max going to the newer value, numerics by the server's division.
 *
 * A result that is the state needs nothing beside it in the result row: count,
 * sums, min, max, bool_and and bool_or.  avg needs the count, and the sum if
 * no column shows it.  Counts of sums that no avg looks at only tell whether
 * there is any value, so 1 will do for them after a load.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/fmgroids.h"

#include "aggregate/agg_native_private.h"
#include "base/damage.h"

static const struct
{
	Oid			aggregate;
	NativeOp	op;
	bool		is_avg;
} native_aggregates[] = {
	{F_COUNT_, OP_COUNT_ROWS, false},
	{F_COUNT_ANY, OP_COUNT, false},
	{F_SUM_INT2, OP_SUM_INT2, false},
	{F_SUM_INT4, OP_SUM_INT4, false},
	{F_SUM_INT8, OP_SUM_INT8, false},
	{F_SUM_FLOAT4, OP_SUM_FLOAT4, false},
	{F_SUM_FLOAT8, OP_SUM_FLOAT8, false},
	{F_SUM_NUMERIC, OP_SUM_NUMERIC, false},
	{F_AVG_INT2, OP_SUM_INT2, true},
	{F_AVG_INT4, OP_SUM_INT4, true},
	{F_AVG_INT8, OP_SUM_INT8, true},
	{F_AVG_NUMERIC, OP_SUM_NUMERIC, true},
	{F_MIN_INT2, OP_MIN_INT2, false},
	{F_MIN_INT4, OP_MIN_INT4, false},
	{F_MIN_INT8, OP_MIN_INT8, false},
	{F_MIN_FLOAT4, OP_MIN_FLOAT4, false},
	{F_MIN_FLOAT8, OP_MIN_FLOAT8, false},
	{F_MIN_DATE, OP_MIN_INT4, false},
	{F_MIN_TIME, OP_MIN_INT8, false},
	{F_MIN_TIMESTAMP, OP_MIN_INT8, false},
	{F_MIN_TIMESTAMPTZ, OP_MIN_INT8, false},
	{F_MAX_INT2, OP_MAX_INT2, false},
	{F_MAX_INT4, OP_MAX_INT4, false},
	{F_MAX_INT8, OP_MAX_INT8, false},
	{F_MAX_FLOAT4, OP_MAX_FLOAT4, false},
	{F_MAX_FLOAT8, OP_MAX_FLOAT8, false},
	{F_MAX_DATE, OP_MAX_INT4, false},
	{F_MAX_TIME, OP_MAX_INT8, false},
	{F_MAX_TIMESTAMP, OP_MAX_INT8, false},
	{F_MAX_TIMESTAMPTZ, OP_MAX_INT8, false},
	{F_BOOL_AND, OP_BOOL_AND, false},
	{F_EVERY, OP_BOOL_AND, false},
	{F_BOOL_OR, OP_BOOL_OR, false}
};

static bool lookup_native(Oid aggregate, NativeOp *op, bool *is_avg);
static bool get_outer_var(Expr *expr, AttrNumber *attno);
static Size state_size(NativeOp op);
static Datum finish_sum(NativeOp op, const char *state, bool is_avg,
						bool *isnull);
static void merge_one(const CvNativeSet *set, NativeOp op, char *dst,
					  const char *src);
static void merge_int_value(NativeOp op, IntValue *dst, const IntValue *src);
static void merge_float_value(NativeOp op, FloatValue *dst,
							  const FloatValue *src);
static Datum int_datum(NativeOp op, int64 value);
static void load_value(const CvNativeSet *set, NativeOp op, char *state,
					   Datum value);
static int64 *count_field(NativeOp op, char *state);

CvNativeSet *
cv_native_set_create(MemoryContext context)
{
	CvNativeSet *set = palloc0(sizeof(CvNativeSet));

	set->context = context;
	set->trans = palloc(sizeof(NativeTrans));
	return set;
}

MemoryContext
cv_native_set_context(CvNativeSet *set, MemoryContext context)
{
	MemoryContext before = set->context;

	set->context = context;
	return before;
}

bool
cv_native_set_add(CvNativeSet *set, Aggref *outer_agg, int column,
				  CvNativeResult *result)
{
	NativeTrans new = {0};
	bool		is_avg;
	int			i;

	if (!lookup_native(outer_agg->aggfnoid, &new.op, &is_avg) ||
		!get_outer_var(outer_agg->aggfilter, &new.filter_attno))
		return false;
	if (outer_agg->args != NIL &&
		!get_outer_var(linitial_node(TargetEntry, outer_agg->args)->expr,
					   &new.attno))
		return false;

	for (i = set->first; i < set->count; i++)
	{
		if (set->trans[i].op == new.op &&
			set->trans[i].attno == new.attno &&
			set->trans[i].filter_attno == new.filter_attno)
			break;
	}
	if (i == set->count)
	{
		set->trans = repalloc(set->trans, (i + 1) * sizeof(NativeTrans));
		new.column = -1;
		new.offset = set->size;
		set->trans[set->count++] = new;
		set->size += MAXALIGN(state_size(new.op));
		set->max_attno = Max(set->max_attno,
							 Max(new.attno, new.filter_attno));
		set->has_numeric |= (new.op == OP_SUM_NUMERIC);
	}
	if (is_avg)
		set->trans[i].has_avg = true;
	else if (set->trans[i].column < 0)
		set->trans[i].column = column;
	result->trans = i;
	result->is_avg = is_avg;
	return true;
}

void
cv_native_set_next_generation(CvNativeSet *set)
{
	set->first = set->count;
}

int
cv_native_count(const CvNativeSet *set)
{
	return set->count;
}

Size
cv_native_size(const CvNativeSet *set)
{
	return set->size;
}

void
cv_native_init(const CvNativeSet *set, char *state)
{
	memset(state, 0, set->size);
}

Datum
cv_native_finish(const CvNativeSet *set, const char *state,
				 CvNativeResult result, bool *isnull)
{
	const NativeTrans *trans = &set->trans[result.trans];

	state += trans->offset;
	switch (trans->op)
	{
		case OP_COUNT_ROWS:
		case OP_COUNT:
			*isnull = false;
			return Int64GetDatum(*(const int64 *) state);
		case OP_SUM_INT2:
		case OP_SUM_INT4:
		case OP_SUM_INT8:
		case OP_SUM_NUMERIC:
			return finish_sum(trans->op, state, result.is_avg, isnull);
		case OP_SUM_FLOAT4:
		case OP_MIN_FLOAT4:
		case OP_MAX_FLOAT4:
			*isnull = !((const FloatValue *) state)->is_set;
			return Float4GetDatum((float4) ((const FloatValue *) state)->value);
		case OP_SUM_FLOAT8:
		case OP_MIN_FLOAT8:
		case OP_MAX_FLOAT8:
			*isnull = !((const FloatValue *) state)->is_set;
			return Float8GetDatum(((const FloatValue *) state)->value);
		default:
			*isnull = !((const IntValue *) state)->is_set;
			return int_datum(trans->op, ((const IntValue *) state)->value);
	}
}

static Datum
finish_sum(NativeOp op, const char *state, bool is_avg, bool *isnull)
{
	int64		count = *count_field(op, unconstify(char *, state));
	Numeric		total;

	*isnull = (count == 0);
	if (count == 0)
		return (Datum) 0;
	if (op == OP_SUM_NUMERIC)
		return is_avg ? cv_numeric_sum_avg((const CvNumericSum *) state)
			: cv_numeric_sum_total((const CvNumericSum *) state);
	if (op == OP_SUM_INT8)
		total = cv_int128_to_numeric(((const BigintSum *) state)->sum);
	else if (is_avg)
		total = int64_to_numeric(((const IntSum *) state)->sum);
	else
		return Int64GetDatum(((const IntSum *) state)->sum);
	return is_avg ? cv_numeric_avg(total, count) : NumericGetDatum(total);
}

void
cv_native_merge(const CvNativeSet *set, char *dst, const char *src)
{
	for (int i = 0; i < set->count; i++)
	{
		Size		offset = set->trans[i].offset;

		merge_one(set, set->trans[i].op, dst + offset, src + offset);
	}
}

static void
merge_one(const CvNativeSet *set, NativeOp op, char *dst, const char *src)
{
	switch (op)
	{
		case OP_COUNT_ROWS:
		case OP_COUNT:
			*(int64 *) dst += *(const int64 *) src;
			break;
		case OP_SUM_INT2:
		case OP_SUM_INT4:
			add_int((IntSum *) dst, ((const IntSum *) src)->sum);
			((IntSum *) dst)->count += ((const IntSum *) src)->count - 1;
			break;
		case OP_SUM_INT8:
			((BigintSum *) dst)->sum += ((const BigintSum *) src)->sum;
			((BigintSum *) dst)->count += ((const BigintSum *) src)->count;
			break;
		case OP_SUM_NUMERIC:
			cv_numeric_sum_merge((CvNumericSum *) dst,
								 (const CvNumericSum *) src, set->context);
			break;
		case OP_SUM_FLOAT4:
		case OP_SUM_FLOAT8:
		case OP_MIN_FLOAT4:
		case OP_MIN_FLOAT8:
		case OP_MAX_FLOAT4:
		case OP_MAX_FLOAT8:
			merge_float_value(op, (FloatValue *) dst, (const FloatValue *) src);
			break;
		default:
			merge_int_value(op, (IntValue *) dst, (const IntValue *) src);
			break;
	}
}

static void
merge_int_value(NativeOp op, IntValue *dst, const IntValue *src)
{
	bool		is_better;

	if (!src->is_set)
		return;
	switch (op)
	{
		case OP_MIN_INT2:
		case OP_MIN_INT4:
		case OP_MIN_INT8:
		case OP_BOOL_AND:
			is_better = src->value <= dst->value;
			break;
		default:
			is_better = src->value >= dst->value;
			break;
	}
	put_int(dst, src->value, is_better);
}

static void
merge_float_value(NativeOp op, FloatValue *dst, const FloatValue *src)
{
	if (!src->is_set)
		return;
	switch (op)
	{
		case OP_SUM_FLOAT4:
			add_float4(dst, (float4) src->value);
			break;
		case OP_SUM_FLOAT8:
			add_float8(dst, src->value);
			break;
		case OP_MIN_FLOAT4:
		case OP_MIN_FLOAT8:
			put_float(dst, src->value, !float8_lt(dst->value, src->value));
			break;
		default:
			put_float(dst, src->value, !float8_gt(dst->value, src->value));
			break;
	}
}

/* the i-th sum, if it has outgrown its fixed size; else NULL */
static inline CvNumericSum *
big_sum(const CvNativeSet *set, const char *state, int i)
{
	CvNumericSum *sum;

	if (set->trans[i].op != OP_SUM_NUMERIC)
		return NULL;
	sum = (CvNumericSum *) (unconstify(char *, state) + set->trans[i].offset);
	return (sum->flags & CV_NUMERIC_BIG) ? sum : NULL;
}

void
cv_native_copy(const CvNativeSet *set, char *dst, const char *src)
{
	memcpy(dst, src, set->size);
	for (int i = 0; set->has_numeric && i < set->count; i++)
	{
		CvNumericSum *sum = big_sum(set, dst, i);

		if (sum != NULL)
			cv_numeric_sum_own(sum, set->context);
	}
}

void
cv_native_release(const CvNativeSet *set, char *state)
{
	for (int i = 0; set->has_numeric && i < set->count; i++)
	{
		CvNumericSum *sum = big_sum(set, state, i);

		if (sum != NULL)
			pfree(sum->big);
	}
}

void
cv_native_freeze(const CvNativeSet *set, const char *state, StringInfo out)
{
	cv_flat_append_words(out, state, set->size / sizeof(int64));
	for (int i = 0; set->has_numeric && i < set->count; i++)
	{
		CvNumericSum *sum = big_sum(set, state, i);

		if (sum != NULL)
			cv_flat_append(out, NumericGetDatum(sum->big), false, -1);
	}
}

void
cv_native_thaw(const CvNativeSet *set, char *state, CvFlatReader *reader)
{
	MemoryContext old_context;

	cv_flat_read_words(reader, state, set->size / sizeof(int64));
	if (!set->has_numeric)
		return;
	old_context = MemoryContextSwitchTo(set->context);
	for (int i = 0; i < set->count; i++)
	{
		CvNumericSum *sum = big_sum(set, state, i);

		if (sum != NULL)
			sum->big = DatumGetNumeric(cv_flat_read(reader, false, -1));
	}
	MemoryContextSwitchTo(old_context);
}

bool
cv_native_save(const CvNativeSet *set, int trans, const char *state,
			   StringInfo out)
{
	const NativeTrans *which = &set->trans[trans];
	const char *mine = state + which->offset;
	int64		count;

	if (!which->has_avg)
		return false;
	count = *count_field(which->op, unconstify(char *, mine));
	if (count == 0)
		return false;
	appendBinaryStringInfo(out, (char *) &count, sizeof(count));
	if (which->column >= 0)
		return true;
	if (which->op == OP_SUM_NUMERIC)
		cv_flat_append(out, cv_numeric_sum_total((const CvNumericSum *) mine),
					   false, -1);
	else if (which->op == OP_SUM_INT8)
		appendBinaryStringInfo(out, mine, sizeof(int128));
	else
		appendBinaryStringInfo(out, mine, sizeof(int64));
	return true;
}

void
cv_native_load(const CvNativeSet *set, int trans, char *state,
			   const Datum *values, const bool *isnull, CvFlatReader *reader)
{
	const NativeTrans *which = &set->trans[trans];
	char	   *mine = state + which->offset;
	int64		count;

	memset(mine, 0, state_size(which->op));
	if (which->column >= 0 && !isnull[which->column])
		load_value(set, which->op, mine, values[which->column]);
	if (reader == NULL)
		return;

	cv_flat_read_bytes(reader, &count, sizeof(count));
	if (which->column < 0)
	{
		if (which->op == OP_SUM_NUMERIC)
			load_value(set, which->op, mine, cv_flat_read(reader, false, -1));
		else
			cv_flat_read_bytes(reader, mine, which->op == OP_SUM_INT8 ?
							   sizeof(int128) : sizeof(int64));
	}
	*count_field(which->op, mine) = count;
}

/* a state that has seen just this value */
static void
load_value(const CvNativeSet *set, NativeOp op, char *state, Datum value)
{
	switch (op)
	{
		case OP_COUNT_ROWS:
		case OP_COUNT:
			*(int64 *) state = DatumGetInt64(value);
			break;
		case OP_SUM_INT2:
		case OP_SUM_INT4:
			add_int((IntSum *) state, DatumGetInt64(value));
			break;
		case OP_SUM_INT8:
			{
				CvNumericSum sum = {0};

				/* integers under 10^36 stay in fixed size */
				cv_numeric_sum_add(&sum, value, CurrentMemoryContext);
				if (sum.flags != 0)
					cv_damage_report("result", "A sum is out of range.");
				((BigintSum *) state)->sum = sum.sum;
				((BigintSum *) state)->count = 1;
				break;
			}
		default:
			cv_native_advance_one(set, op, state, value);
			break;
	}
}

/* where sums that avg uses keep their count */
static int64 *
count_field(NativeOp op, char *state)
{
	switch (op)
	{
		case OP_SUM_INT8:
			return &((BigintSum *) state)->count;
		case OP_SUM_NUMERIC:
			return &((CvNumericSum *) state)->count;
		default:
			return &((IntSum *) state)->count;
	}
}

static Datum
int_datum(NativeOp op, int64 value)
{
	switch (op)
	{
		case OP_MIN_INT2:
		case OP_MAX_INT2:
			return Int16GetDatum((int16) value);
		case OP_MIN_INT4:
		case OP_MAX_INT4:
			return Int32GetDatum((int32) value);
		case OP_BOOL_AND:
		case OP_BOOL_OR:
			return BoolGetDatum(value != 0);
		default:
			return Int64GetDatum(value);
	}
}

static bool
lookup_native(Oid aggregate, NativeOp *op, bool *is_avg)
{
	for (int i = 0; i < lengthof(native_aggregates); i++)
	{
		if (native_aggregates[i].aggregate == aggregate)
		{
			*op = native_aggregates[i].op;
			*is_avg = native_aggregates[i].is_avg;
			return true;
		}
	}
	return false;
}

/* 0 for no expression; false if it is anything but a column of the row */
static bool
get_outer_var(Expr *expr, AttrNumber *attno)
{
	*attno = 0;
	if (expr == NULL)
		return true;
	if (!IsA(expr, Var) || ((Var *) expr)->varno != OUTER_VAR)
		return false;
	*attno = ((Var *) expr)->varattno;
	return *attno > 0;
}

static Size
state_size(NativeOp op)
{
	switch (op)
	{
		case OP_COUNT_ROWS:
		case OP_COUNT:
			return sizeof(int64);
		case OP_SUM_INT2:
		case OP_SUM_INT4:
			return sizeof(IntSum);
		case OP_SUM_INT8:
			return sizeof(BigintSum);
		case OP_SUM_NUMERIC:
			return sizeof(CvNumericSum);
		case OP_SUM_FLOAT4:
		case OP_SUM_FLOAT8:
		case OP_MIN_FLOAT4:
		case OP_MIN_FLOAT8:
		case OP_MAX_FLOAT4:
		case OP_MAX_FLOAT8:
			return sizeof(FloatValue);
		default:
			return sizeof(IntValue);
	}
}
