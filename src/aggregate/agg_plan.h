/*-------------------------------------------------------------------------
 *
 * agg_plan.h
 *	  The Agg node that stands over the input plan.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_PLAN_H
#define CV_AGG_PLAN_H

#include "nodes/plannodes.h"

#include "view/agg_info.h"

typedef struct CvPlannedTrans
{
	const CvAggInfo *info;		/* of the first call that uses it */
	char	   *init;			/* as text, or NULL */
	int			column;			/* whose value is the state, -1 = none */
} CvPlannedTrans;

typedef struct CvStatefulPlan
{
	List	   *aggrefs;		/* in order of aggno */
	List	   *infos;			/* parallel */
	List	   *trans;			/* CvPlannedTrans, in order of aggtransno */
	int			first;			/* aggno of the generation being added */
} CvStatefulPlan;

extern CvStatefulPlan *cv_stateful_plan_create(void);

/*
 * cv_stateful_plan_add -- returns the number of the call in the node.
 *
 * column: which of the view's aggregates it is.
 */
extern int	cv_stateful_plan_add(CvStatefulPlan *plan, Aggref *outer_agg,
								 const CvAggInfo *info, int column);

/* Those that are added from now on share no transition with those before. */
extern void cv_stateful_plan_next_generation(CvStatefulPlan *plan);
extern Agg *cv_stateful_plan_node(const CvStatefulPlan *plan, Plan *input);

#endif							/* CV_AGG_PLAN_H */
