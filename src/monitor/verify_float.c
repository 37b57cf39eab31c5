/*-------------------------------------------------------------------------
 *
 * verify_float.c
 *	  verify(): may two floats be one result, added up in another order?
 *
 * Where positive and negative numbers cancel each other out, or all are nearly
 * the same, what remains of a sum or of a variance is the error of each
 * addition, and as large as the result.  So the plain query gives for each
 * aggregate of floats how large its inputs are, and, where something is divided
 * by how much they vary, that as well: a result may be off by a small part of
 * what comes of that.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <float.h>
#include <math.h>

#include "access/transam.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "monitor/verify.h"

/* what may differ, of their size; more if there are so many rows */
#define FLOAT8_TOLERANCE	1e-9
#define FLOAT4_TOLERANCE	1e-5

/* What an aggregate computes; (y, x) are the arguments of those with two. */
typedef enum FloatKind
{
	FLOAT_OTHER,				/* min(), percentile_cont(), ... */
	FLOAT_SUM,
	FLOAT_AVG,
	FLOAT_AVG_Y,
	FLOAT_AVG_X,
	/* from here on, what counts is how much they vary */
	FLOAT_VARIANCE,
	FLOAT_STDDEV,
	FLOAT_SUM_YY,
	FLOAT_SUM_XX,
	FLOAT_SUM_XY,
	FLOAT_COVARIANCE,
	/* ... and something is divided by that */
	FLOAT_SLOPE,
	FLOAT_INTERCEPT,
	FLOAT_CORRELATION
} FloatKind;

/* Of one argument in one group. */
typedef struct FloatScale
{
	double		size;			/* the greatest, without its sign; of sum()
								 * the sum of that, of avg() its avg */
	double		spread;			/* standard deviation; 0: not looked at */
} FloatScale;

#define MAX_ARGS	2

static FloatKind find_kind(const Aggref *aggref);
static Expr *scale_of(Oid function, Expr *arg, const Aggref *aggref);
static bool read_scale(Datum value, FloatKind kind, FloatScale *scale);
static double room(FloatKind kind, const FloatScale *y, const FloatScale *x,
				   double nrows, double part);
static double room_of_slope(const FloatScale *y, const FloatScale *x,
							double part);
static double room_of_product(const FloatScale *y, const FloatScale *x,
							  double part);

double
cv_verify_tolerance(Oid type)
{
	return type == FLOAT8OID ? FLOAT8_TOLERANCE :
		type == FLOAT4OID ? FLOAT4_TOLERANCE : 0;
}

static FloatKind
find_kind(const Aggref *aggref)
{
	static const struct
	{
		const char *name;
		FloatKind	kind;
	}			kinds[] = {
		{"sum", FLOAT_SUM}, {"avg", FLOAT_AVG},
		{"variance", FLOAT_VARIANCE}, {"var_samp", FLOAT_VARIANCE},
		{"var_pop", FLOAT_VARIANCE},
		{"stddev", FLOAT_STDDEV}, {"stddev_samp", FLOAT_STDDEV},
		{"stddev_pop", FLOAT_STDDEV},
		{"regr_avgy", FLOAT_AVG_Y}, {"regr_avgx", FLOAT_AVG_X},
		{"regr_syy", FLOAT_SUM_YY}, {"regr_sxx", FLOAT_SUM_XX},
		{"regr_sxy", FLOAT_SUM_XY},
		{"covar_pop", FLOAT_COVARIANCE}, {"covar_samp", FLOAT_COVARIANCE},
		{"regr_slope", FLOAT_SLOPE}, {"regr_intercept", FLOAT_INTERCEPT},
		{"corr", FLOAT_CORRELATION}, {"regr_r2", FLOAT_CORRELATION}
	};
	const char *name;

	if (aggref->aggfnoid >= FirstGenbkiObjectId ||
		cv_verify_tolerance(aggref->aggtype) == 0)
		return FLOAT_OTHER;
	name = get_func_name(aggref->aggfnoid);
	for (int i = 0; i < lengthof(kinds); i++)
		if (strcmp(name, kinds[i].name) == 0)
			return kinds[i].kind;
	return FLOAT_OTHER;
}

/* cv_verify_scale -- float8[], or NULL where none is needed. */
Expr *
cv_verify_scale(const Aggref *aggref)
{
	FloatKind	kind = find_kind(aggref);
	ArrayExpr  *array = makeNode(ArrayExpr);
	ListCell   *lc;

	if (kind == FLOAT_OTHER)
		return (Expr *) makeNullConst(FLOAT8ARRAYOID, -1, InvalidOid);
	foreach(lc, aggref->args)
	{
		Expr	   *arg = lfirst_node(TargetEntry, lc)->expr;
		Expr	   *size;

		/* ORDER BY has others */
		if (lfirst_node(TargetEntry, lc)->resjunk)
			continue;
		if (exprType((Node *) arg) == FLOAT4OID)
			arg = (Expr *) makeFuncExpr(F_FLOAT8_FLOAT4, FLOAT8OID,
										list_make1(arg), InvalidOid,
										InvalidOid, COERCE_EXPLICIT_CALL);
		size = (Expr *) makeFuncExpr(F_ABS_FLOAT8, FLOAT8OID, list_make1(arg),
									 InvalidOid, InvalidOid,
									 COERCE_EXPLICIT_CALL);
		array->elements = lappend(array->elements,
								  scale_of(kind == FLOAT_SUM ? F_SUM_FLOAT8 :
										   kind == FLOAT_AVG ? F_AVG_FLOAT8 :
										   F_MAX_FLOAT8, size, aggref));
		if (kind >= FLOAT_VARIANCE)
			array->elements = lappend(array->elements,
									  scale_of(F_STDDEV_POP_FLOAT8, arg,
											   aggref));
	}
	array->array_typeid = FLOAT8ARRAYOID;
	array->element_typeid = FLOAT8OID;
	array->location = -1;
	return (Expr *) array;
}

/* over the same rows */
static Expr *
scale_of(Oid function, Expr *arg, const Aggref *aggref)
{
	Aggref	   *result = makeNode(Aggref);

	result->aggfnoid = function;
	result->aggtype = FLOAT8OID;
	result->aggargtypes = list_make1_oid(FLOAT8OID);
	result->args = list_make1(makeTargetEntry(copyObject(arg), 1, NULL,
											  false));
	result->aggfilter = copyObject(aggref->aggfilter);
	result->aggkind = AGGKIND_NORMAL;
	result->aggsplit = AGGSPLIT_SIMPLE;
	result->aggno = result->aggtransno = result->location = -1;
	return (Expr *) result;
}

/*
 * cv_verify_is_close -- a and b, one of which may be NULL: with inputs that do
 * not vary, the smallest error decides whether there is a result at all.
 */
bool
cv_verify_is_close(const Aggref *aggref, const double *a, const double *b,
				   const Datum *scale_array, int64 nrows)
{
	FloatKind	kind = find_kind(aggref);
	bool		is_float4 = aggref->aggtype == FLOAT4OID;
	double		part = Max(cv_verify_tolerance(aggref->aggtype),
						   (double) nrows *
						   (is_float4 ? FLT_EPSILON : DBL_EPSILON));
	FloatScale	scale[MAX_ARGS];
	double		off;

	if ((a != NULL && !isfinite(*a)) || (b != NULL && !isfinite(*b)))
		return false;
	if (a != NULL && b != NULL &&
		fabs(*a - *b) <= part * Max(fabs(*a), fabs(*b)))
		return true;
	if (kind == FLOAT_OTHER || scale_array == NULL ||
		!read_scale(*scale_array, kind, scale))
		return false;
	off = room(kind, &scale[0], &scale[1], (double) nrows, part);
	if (a == NULL || b == NULL)
		return isinf(off);
	if (kind == FLOAT_STDDEV)
		return fabs(*a * *a - *b * *b) <= off;
	return fabs(*a - *b) <= off;
}

/* false if there are none, or some that are not finite */
static bool
read_scale(Datum value, FloatKind kind, FloatScale *scale)
{
	int			step = kind >= FLOAT_VARIANCE ? 2 : 1;
	Datum	   *elements;
	bool	   *isnull;
	int			n;

	memset(scale, 0, MAX_ARGS * sizeof(FloatScale));
	deconstruct_array(DatumGetArrayTypeP(value), FLOAT8OID, sizeof(float8),
					  FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, &elements, &isnull,
					  &n);
	for (int i = 0; i < n; i++)
	{
		double		number = isnull[i] ? NAN : DatumGetFloat8(elements[i]);

		if (!isfinite(number))
			return false;
		if (i % step == 0)
			scale[i / step].size = number;
		else
			scale[i / step].spread = number;
	}
	return true;
}

/*
 * room -- how far the result may be off, of stddev() its square; infinite where
 * it may be nothing but error.
 */
static double
room(FloatKind kind, const FloatScale *y, const FloatScale *x, double nrows,
	 double part)
{
	switch (kind)
	{
		case FLOAT_SUM:
		case FLOAT_AVG:
		case FLOAT_AVG_Y:
			return part * y->size;
		case FLOAT_AVG_X:
			return part * x->size;
		case FLOAT_VARIANCE:
		case FLOAT_STDDEV:
			return room_of_product(y, y, part);
		case FLOAT_SUM_YY:
			return nrows * room_of_product(y, y, part);
		case FLOAT_SUM_XX:
			return nrows * room_of_product(x, x, part);
		case FLOAT_SUM_XY:
			return nrows * room_of_product(y, x, part);
		case FLOAT_COVARIANCE:
			return room_of_product(y, x, part);
		case FLOAT_SLOPE:
			return room_of_slope(y, x, part);
		case FLOAT_INTERCEPT:
			return part * y->size + x->size * room_of_slope(y, x, part);
		case FLOAT_CORRELATION:
			if (part * y->size >= y->spread || part * x->size >= x->spread)
				return INFINITY;
			return 2 * part * (y->size / y->spread + x->size / x->spread);
		case FLOAT_OTHER:
			break;
	}
	return 0;
}

static double
room_of_slope(const FloatScale *y, const FloatScale *x, double part)
{
	if (part * x->size >= x->spread)
		return INFINITY;
	return (room_of_product(y, x, part) +
			y->spread / x->spread * room_of_product(x, x, part)) /
		(x->spread * x->spread);
}

/* of the mean of (y - mean of y) * (x - mean of x) */
static double
room_of_product(const FloatScale *y, const FloatScale *x, double part)
{
	return part * (y->size * (x->spread + part * x->size) +
				   x->size * (y->spread + part * y->size));
}
