/*-------------------------------------------------------------------------
 *
 * verify.h
 *	  What the files of verify() share.
 *
 *	verify.c			what is compared with what
 *	verify_query.c		the plain query beside the stored groups, and its run
 *	verify_input.c		the rows of the input that the view has consumed
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
/* from here on, for each aggregate, what is stored and what is computed */
#define CV_VERIFY_STORED(agg)	(10 + 2 * (agg))
#define CV_VERIFY_COMPUTED(agg)	(11 + 2 * (agg))

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

#endif							/* CV_VERIFY_H */
