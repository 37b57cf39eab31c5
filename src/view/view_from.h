/*-------------------------------------------------------------------------
 *
 * view_from.h
 *	  The relations in FROM of a view's query, and which one is the input.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_FROM_H
#define CV_VIEW_FROM_H

#include "view/view_spec.h"

/* The range table index of FROM's relation, if there is but one; or 0. */
extern Index cv_from_only_rti(const Query *query);

/* One that columns of expr come from, 0 if there is none; *more: others too */
extern Index cv_from_rti_of(Query *query, Node *expr, bool *more);

/*
 * cv_from_input_rti -- the one that all columns of the event time come from;
 * 0 if there is none, or several.
 */
extern Index cv_from_input_rti(Query *query);

/* All relations of a join tree, from left to right. */
extern List *cv_from_rti_list(Node *jointree);

/* Is rti in the part of an outer join that may be missing? */
extern bool cv_from_is_nullable(const Query *query, Index rti);

/* Is a table but the input read for the input's rows? */
extern bool cv_from_reads_others(const CvViewSpec *spec);

/* Does it, or a sub-select in it, read a table? */
extern bool cv_from_reads_table(Node *node);

/*
 * cv_from_list -- what of FROM is evaluated for each input row: conditions of
 * joins and WHERE, functions, sub-selects, WITH.
 */
extern List *cv_from_list(const Query *query);

#endif							/* CV_VIEW_FROM_H */
