/*-------------------------------------------------------------------------
 *
 * one_shot.h
 *	  The plain query that a view keeps the answer of.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ONE_SHOT_H
#define CV_ONE_SHOT_H

#include "view/view_spec.h"

/*
 * cv_make_one_shot -- let spec->query be a plain query over its FROM, with the
 * target list and HAVING that it has; afterwards the spec is good for nothing
 * else.
 */
extern void cv_make_one_shot(CvViewSpec *spec);

/* the window call in GROUP BY, a copy; NULL of a view without a window */
extern FuncExpr *cv_spec_window_call(const CvViewSpec *spec);

/* the function called name, as users write it, with the arguments of call */
extern Oid	cv_plain_window_function(FuncExpr *call, const char *name);

#endif							/* CV_ONE_SHOT_H */
