/*-------------------------------------------------------------------------
 *
 * agg_native_advance.c
 *	  Rows into the states of native aggregates.
 *
 * Of a block of rows, one transition takes all rows before the next begins:
 * what it is, is found out once a block.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "aggregate/agg_native_private.h"

static pg_attribute_always_inline void advance_one(const CvNativeSet *set,
												   NativeOp op, char *state,
												   Datum value);
static pg_attribute_always_inline void advance_min_max(NativeOp op,
													   char *state,
													   Datum value);
static void advance_trans(const CvNativeSet *set, const NativeTrans *trans,
						  char *const *states, const CvRowBlock *block,
						  const int *rows, int nrows);

void
cv_native_advance(const CvNativeSet *set, char *state, TupleTableSlot *row)
{
	const NativeTrans *trans = set->trans;
	const NativeTrans *end = trans + set->count;

	slot_getsomeattrs(row, set->max_attno);
	for (; trans < end; trans++)
	{
		int			arg = trans->attno - 1;
		int			filter = trans->filter_attno - 1;

		if (filter >= 0 && (row->tts_isnull[filter] ||
							!DatumGetBool(row->tts_values[filter])))
			continue;
		if (arg < 0)
			advance_one(set, trans->op, state + trans->offset, (Datum) 0);
		else if (!row->tts_isnull[arg])
			advance_one(set, trans->op, state + trans->offset,
						row->tts_values[arg]);
	}
}

static pg_attribute_always_inline void
advance_one(const CvNativeSet *set, NativeOp op, char *state, Datum value)
{
	switch (op)
	{
		case OP_COUNT_ROWS:
		case OP_COUNT:
			(*(int64 *) state)++;
			break;
		case OP_SUM_INT2:
			add_int((IntSum *) state, DatumGetInt16(value));
			break;
		case OP_SUM_INT4:
			add_int((IntSum *) state, DatumGetInt32(value));
			break;
		case OP_SUM_INT8:
			((BigintSum *) state)->sum += DatumGetInt64(value);
			((BigintSum *) state)->count++;
			break;
		case OP_SUM_FLOAT4:
			add_float4((FloatValue *) state, DatumGetFloat4(value));
			break;
		case OP_SUM_FLOAT8:
			add_float8((FloatValue *) state, DatumGetFloat8(value));
			break;
		case OP_SUM_NUMERIC:
			cv_numeric_sum_add((CvNumericSum *) state, value, set->context);
			break;
		case OP_BOOL_AND:
			put_int((IntValue *) state, DatumGetBool(value),
					!DatumGetBool(value));
			break;
		case OP_BOOL_OR:
			put_int((IntValue *) state, DatumGetBool(value),
					DatumGetBool(value));
			break;
		default:
			advance_min_max(op, state, value);
			break;
	}
}

/* a tie goes to the newer value, as the server's functions have it */
static pg_attribute_always_inline void
advance_min_max(NativeOp op, char *state, Datum value)
{
	IntValue   *as_int = (IntValue *) state;
	FloatValue *as_float = (FloatValue *) state;

	switch (op)
	{
		case OP_MIN_INT2:
			put_int(as_int, DatumGetInt16(value),
					DatumGetInt16(value) <= as_int->value);
			break;
		case OP_MIN_INT4:
			put_int(as_int, DatumGetInt32(value),
					DatumGetInt32(value) <= as_int->value);
			break;
		case OP_MIN_INT8:
			put_int(as_int, DatumGetInt64(value),
					DatumGetInt64(value) <= as_int->value);
			break;
		case OP_MIN_FLOAT4:
			put_float(as_float, DatumGetFloat4(value),
					  !float8_lt(as_float->value, DatumGetFloat4(value)));
			break;
		case OP_MIN_FLOAT8:
			put_float(as_float, DatumGetFloat8(value),
					  !float8_lt(as_float->value, DatumGetFloat8(value)));
			break;
		case OP_MAX_INT2:
			put_int(as_int, DatumGetInt16(value),
					DatumGetInt16(value) >= as_int->value);
			break;
		case OP_MAX_INT4:
			put_int(as_int, DatumGetInt32(value),
					DatumGetInt32(value) >= as_int->value);
			break;
		case OP_MAX_INT8:
			put_int(as_int, DatumGetInt64(value),
					DatumGetInt64(value) >= as_int->value);
			break;
		case OP_MAX_FLOAT4:
			put_float(as_float, DatumGetFloat4(value),
					  !float8_gt(as_float->value, DatumGetFloat4(value)));
			break;
		case OP_MAX_FLOAT8:
			put_float(as_float, DatumGetFloat8(value),
					  !float8_gt(as_float->value, DatumGetFloat8(value)));
			break;
		default:
			pg_unreachable();
	}
}

void
cv_native_advance_one(const CvNativeSet *set, NativeOp op, char *state,
					  Datum value)
{
	advance_one(set, op, state, value);
}

void
cv_native_advance_rows(const CvNativeSet *set, char *const *states,
					   const CvRowBlock *block, const int *rows, int nrows)
{
	for (int i = 0; i < set->count; i++)
		advance_trans(set, &set->trans[i], states, block, rows, nrows);
}

/* with op a constant, all of advance_one() but its own case is gone */
static pg_attribute_always_inline void
advance_rows(const CvNativeSet *set, NativeOp op, const NativeTrans *trans,
			 char *const *states, const CvRowBlock *block, const int *rows,
			 int nrows)
{
	int			arg = trans->attno - 1;
	int			filter = trans->filter_attno - 1;
	Size		offset = trans->offset;

	for (int i = 0; i < nrows; i++)
	{
		int			first = rows[i] * block->ncolumns;
		const Datum *values = block->values + first;
		const bool *isnull = block->isnull + first;

		if (filter >= 0 && (isnull[filter] || !DatumGetBool(values[filter])))
			continue;
		if (arg < 0)
			advance_one(set, op, states[i] + offset, (Datum) 0);
		else if (!isnull[arg])
			advance_one(set, op, states[i] + offset, values[arg]);
	}
}

#define ADVANCE_ROWS(op) \
	case op: \
		advance_rows(set, op, trans, states, block, rows, nrows); \
		break

static void
advance_trans(const CvNativeSet *set, const NativeTrans *trans,
			  char *const *states, const CvRowBlock *block, const int *rows,
			  int nrows)
{
	switch (trans->op)
	{
		ADVANCE_ROWS(OP_COUNT_ROWS);
		ADVANCE_ROWS(OP_COUNT);
		ADVANCE_ROWS(OP_SUM_INT2);
		ADVANCE_ROWS(OP_SUM_INT4);
		ADVANCE_ROWS(OP_SUM_INT8);
		ADVANCE_ROWS(OP_SUM_FLOAT8);
		ADVANCE_ROWS(OP_SUM_NUMERIC);
		ADVANCE_ROWS(OP_MIN_INT8);
		ADVANCE_ROWS(OP_MAX_INT8);
		default:
			advance_rows(set, trans->op, trans, states, block, rows, nrows);
			break;
	}
}
