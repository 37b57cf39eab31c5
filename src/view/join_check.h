/*-------------------------------------------------------------------------
 *
 * join_check.h
 *	  Is there at most one row of each joined table for a row of the input?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_JOIN_CHECK_H
#define CV_JOIN_CHECK_H

#include "view/view_spec.h"

/*
 * cv_joins_check -- refuse joins that are not on a unique key.
 *
 * At creation, and again in each batch, as an index may be dropped and a view
 * replaced.  Nothing is refused with joins = any.
 */
extern void cv_joins_check(const CvViewSpec *spec);

#endif							/* CV_JOIN_CHECK_H */
