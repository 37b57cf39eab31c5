/*-------------------------------------------------------------------------
 *
 * recompute.h
 *	  Windows computed anew from the rows that are still there.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_RECOMPUTE_H
#define CV_RECOMPUTE_H

#include "input/position.h"
#include "view/view_ddl.h"

/* What is to be recomputed; bounds are in the view's time type. */
typedef struct CvRecomputeRange
{
	int64		from;			/* PG_INT64_MIN: no bound */
	int64		to;				/* exclusive; PG_INT64_MAX: no bound */
	int			first_agg;		/* aggregates before it stay as they are, in
								 * results and states, and no row comes or
								 * goes; 0: everything anew */
} CvRecomputeRange;

/*
 * cv_recompute -- all windows that intersect [from, to), in the current
 * transaction, with the rights of the view's owner.
 *
 * The caller has checked that the user may do it.  Waits for the position, and
 * gives it a new generation, so that the worker knows nothing of before.
 */
extern void cv_recompute(Oid view, const CvRecomputeRange *range,
						 CvRecomputed *result);

/* errors out of a view that was restored and has no position yet (NULL) */
extern void cv_check_adopted(const CvPosition *position);

/* ... that scans its input: the consumed set is ahead of what was counted */
extern void cv_check_follows(const CvPosition *position, const char *name);

/* from _PG_init: fills the DDL's hook */
extern void cv_recompute_init(void);

#endif							/* CV_RECOMPUTE_H */
