/*-------------------------------------------------------------------------
 *
 * input_query.h
 *	  The query that a batch runs over its rows: time, keys and aggregate
 *	  arguments of those that pass WHERE.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INPUT_QUERY_H
#define CV_INPUT_QUERY_H

#include "input/heap_reader.h"
#include "nodes/plannodes.h"
#include "view/view_spec.h"

/*
 * Columns of the input query's result: 1 = tag (the input's ctid),
 * 2 = event time, then the keys, then the value that has a clock of its own (if
 * spec->clock_expr), then each distinct expression that an aggregate needs
 * (argument or FILTER).
 */
#define CV_INPUT_TAG		1
#define CV_INPUT_TIME		2
#define CV_INPUT_FIRST_KEY	3
#define CV_INPUT_CLOCK(nkeys)	(CV_INPUT_FIRST_KEY + (nkeys))

/*
 * For rows that are read again: those of some event times only; and only for
 * the aggregates from a number on, the others are given no row.
 */
typedef struct CvInputLimits
{
	int64		from;			/* PG_INT64_MIN: no bound */
	int64		to;				/* exclusive; PG_INT64_MAX: no bound */
	int			first_agg;
} CvInputLimits;

/*
 * cv_input_query_build -- the Query, ready for the rewriter, and spec->aggs
 * once more with arguments and filters as Vars (OUTER_VAR, column number) of
 * that result: what an Agg node on top of its plan needs.  Keys in
 * direct arguments are external parameters, numbered from 1 on.  limits: NULL, none.
 */
extern Query *cv_input_query_build(const CvViewSpec *spec,
								   const CvInputLimits *limits,
								   List **outer_aggs);

/*
 * cv_input_query_plan -- rewrite (row security) and plan it, with the reader's
 * batch in place of the input; one CustomScan path, sorted by tag.
 */
extern PlannedStmt *cv_input_query_plan(Query *query, CvReader *reader);

/*
 * cv_input_plan_set_reader -- the same plan for another batch, if it is one of
 * the scan and nothing else.
 */
extern void cv_input_plan_set_reader(PlannedStmt *plan, CvReader *reader);

/*
 * cv_input_query_plan_in_order -- one that reads a row of the input, gives all
 * rows that it becomes, and only then reads the next, so that a row which
 * fails is the last one read.  NULL if there is no such plan.
 */
extern PlannedStmt *cv_input_query_plan_in_order(Query *query,
												 CvReader *reader);

/*
 * cv_input_query_plan_nothing -- a plan with the same columns and no rows, for
 * a batch that reads none: no table is opened or locked for it.
 */
extern PlannedStmt *cv_input_query_plan_nothing(const Query *query);

#endif							/* CV_INPUT_QUERY_H */
