/*-------------------------------------------------------------------------
 *
 * input_side_same.h
 *	  Do two queries count the same rows?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INPUT_SIDE_SAME_H
#define CV_INPUT_SIDE_SAME_H

#include "view/view_spec.h"

/*
 * cv_input_side_difference -- NULL if windows, keys, FROM and WHERE are the
 * same, else the name of what differs.  Aggregates may differ.
 */
extern const char *cv_input_side_difference(const CvViewSpec *old,
											const CvViewSpec *new);

/*
 * cv_same_expr -- do these mean the same, whatever aliases and names of
 * columns were when either was parsed?
 */
extern bool cv_same_expr(const void *a, const void *b);

/* Those of aggs that old_aggs has not. */
extern List *cv_added_aggs(List *aggs, List *old_aggs);

#endif							/* CV_INPUT_SIDE_SAME_H */
