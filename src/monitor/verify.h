/*-------------------------------------------------------------------------
 *
 * verify.h
 *	  What the files of verify() share.
 *
 *	verify.c			what is compared with what
 *	verify_query.c		the plain query beside the stored groups, and its run
 *	verify_input.c		the rows of the input that the view has consumed
 *	verify_float.c		may two floats be one result?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VERIFY_H
#define CV_VERIFY_H

#include "access/tupdesc.h"
#include "input/position.h"
#include "utils/tuplestore.h"
#include "view/view_spec.h"

/* Which groups are compared; times are in the view's time type. */
typedef struct CvVerifyLimits
{
	int64		ends_after;		/* window_end > this */
	int64		starts_before;	/* window_start < this */
	int64		closed;			/* window_end <= this has the result table */
} CvVerifyLimits;

/*
 * Columns of what cv_verify_run() gives, one row a group: what the result table
 * and the plain query say, side by side.
 */
#define CV_VERIFY_WINDOW_START	1
#define CV_VERIFY_WINDOW_END	2
#define CV_VERIFY_KEYS			3	/* jsonb */
#define CV_VERIFY_IS_STORED		4	/* NULL: not in the result table */
#define CV_VERIFY_IS_COMPUTED	5	/* NULL: the plain query does not give it */
#define CV_VERIFY_IS_FILLER		6
#define CV_VERIFY_ROWS			7	/* of the input that the plain query counts */
#define CV_VERIFY_FIRST_EVENT	8
#define CV_VERIFY_LATE			9	/* rows of the window that were kept because
									 * they were too late; NULL: not known */
/*
 * From here on, for each aggregate: what is stored, what is computed, and, of
 * floats, float8[] that says how exact that can be.
 */
#define CV_VERIFY_STORED(agg)	(10 + 3 * (agg))
#define CV_VERIFY_COMPUTED(agg)	(11 + 3 * (agg))
#define CV_VERIFY_SCALE(agg)	(12 + 3 * (agg))

/*
 * cv_verify_run -- the groups of both sides, as the active snapshot shows them.
 *
 * Runs as the view's owner, under its settings.
 */
extern Tuplestorestate *cv_verify_run(const CvViewSpec *spec,
									  const CvPosition *position,
									  const CvVerifyLimits *limits,
									  TupleDesc *desc);

/*
 * cv_verify_input_begin -- from now on the function in the conditions below
 * judges by this position, until cv_verify_input_end().
 */
extern void cv_verify_input_begin(const CvPosition *position);
extern void cv_verify_input_end(void);

/*
 * cv_verify_input_conditions -- what a row of the input has to meet, for the
 * range table entry varno: security barriers, so that nothing of the view's
 * query is evaluated for rows that it has not consumed, or that it has skipped.
 */
extern List *cv_verify_input_conditions(const CvViewSpec *spec,
										const CvPosition *position,
										Index varno);

/* what floats of this type may always differ by, of their size; else 0 */
extern double cv_verify_tolerance(Oid type);

/* a column of the plain query: what CV_VERIFY_SCALE has for the aggregate */
extern Expr *cv_verify_scale(const Aggref *aggref);

/* Are two results of it one, but for the order of nrows?  NULL is NULL. */
extern bool cv_verify_is_close(const Aggref *aggref, const double *a,
							   const double *b, const Datum *scale_array,
							   int64 nrows);

#endif							/* CV_VERIFY_H */
