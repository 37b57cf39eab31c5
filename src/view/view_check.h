/*-------------------------------------------------------------------------
 *
 * view_check.h
 *	  What cannot be a continuous view, and why.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_CHECK_H
#define CV_VIEW_CHECK_H

#include "view/view_catalog.h"
#include "view/view_spec.h"

/* Before analysis: what would otherwise fail with a misleading error. */
extern void cv_check_raw(SelectStmt *raw, const CvDials *dials,
						 const char *source);

/*
 * cv_check_query -- refuse what is not supported, and fill spec.
 *
 * query is as cv_view_parse() gave it and stays as it is; spec gets a copy.
 * source is the text that locations in query are in, or NULL.
 */
extern void cv_check_query(CvViewSpec *spec, Query *query,
						   const char *source);

/* ---- input_side_check.c ---- */

/* What is evaluated per input row; spec is filled. */
extern void cv_check_input_side(const CvViewSpec *spec, const char *source);

/* ---- input_check.c ---- */

/* The table itself, its partitions and children: can they be read? */
extern void cv_check_input(Oid input, bool inherit);

/* If it belongs to a continuous view: do its rows change? */
extern void cv_check_result_table(Oid input);

/* Not while another view reads the results; action: "rebuild" etc. */
extern void cv_refuse_changed_results(const CvViewRow *row,
									  const char *action);

/* May the current user read what the query reads, and guard the input? */
extern void cv_check_privileges(const CvViewSpec *spec, Query *query,
								const char *source);

/* Refuse leaf, or any leaf below it, as a (new) part of the input. */
extern void cv_check_new_leaf(Oid leaf, Oid input);

#endif							/* CV_VIEW_CHECK_H */
