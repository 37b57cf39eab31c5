/*-------------------------------------------------------------------------
 *
 * agg_plan.c
 *	  The Agg node that stands over the input plan, or over collected inputs.
 *
 * Does for these aggregates what the planner does for those of a query:
 * equal calls become one, and calls that differ in nothing but the final
 * function share a transition.  Arguments and filters are columns of the
 * input already, so that equal ones are the same column.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_aggregate.h"
#include "nodes/makefuncs.h"
#include "utils/builtins.h"
#include "utils/syscache.h"

#include "aggregate/agg_plan.h"

static bool is_same_input(const Aggref *a, const Aggref *b);
static bool is_same_trans(const CvAggInfo *a, const char *a_init,
						  const CvPlannedTrans *b);
static CvPlannedTrans *find_trans(CvStatefulPlan *plan, Aggref *aggref,
								  const CvAggInfo *info, const char *init);
static char *get_init_text(Oid aggregate);

CvStatefulPlan *
cv_stateful_plan_create(void)
{
	return palloc0(sizeof(CvStatefulPlan));
}

int
cv_stateful_plan_add(CvStatefulPlan *plan, Aggref *outer_agg,
					 const CvAggInfo *info, int column)
{
	Aggref	   *aggref = copyObject(outer_agg);
	char	   *init = get_init_text(aggref->aggfnoid);
	CvPlannedTrans *trans;

	aggref->aggtranstype = info->transtype;
	aggref->aggno = -1;
	aggref->aggtransno = -1;
	trans = find_trans(plan, aggref, info, init);
	if (trans == NULL)
	{
		trans = palloc(sizeof(CvPlannedTrans));
		trans->info = info;
		trans->init = init;
		trans->column = -1;
		aggref->aggtransno = list_length(plan->trans);
		plan->trans = lappend(plan->trans, trans);
	}
	if (aggref->aggno < 0)
	{
		aggref->aggno = list_length(plan->aggrefs);
		plan->aggrefs = lappend(plan->aggrefs, aggref);
		plan->infos = lappend(plan->infos, unconstify(CvAggInfo *, info));
	}
	if (!OidIsValid(info->finalfn) && trans->column < 0)
		trans->column = column;
	return aggref->aggno;
}

/*
 * find_trans -- a transition that the call can use, or NULL.
 *
 * Sets aggref's aggtransno, and its aggno if there is an equal call.
 */
static CvPlannedTrans *
find_trans(CvStatefulPlan *plan, Aggref *aggref, const CvAggInfo *info,
		   const char *init)
{
	ListCell   *lc;
	CvPlannedTrans *found = NULL;

	for_each_from(lc, plan->aggrefs, plan->first)
	{
		Aggref	   *other = lfirst_node(Aggref, lc);
		CvAggInfo  *other_info = list_nth(plan->infos, other->aggno);
		CvPlannedTrans *trans = list_nth(plan->trans, other->aggtransno);

		if (!is_same_input(aggref, other))
			continue;
		if (other->aggfnoid == aggref->aggfnoid &&
			other->aggtype == aggref->aggtype &&
			other->aggcollid == aggref->aggcollid &&
			equal(other->aggdirectargs, aggref->aggdirectargs))
		{
			aggref->aggno = other->aggno;
			aggref->aggtransno = other->aggtransno;
			return trans;
		}
		if (info->finalmodify != AGGMODIFY_READ_WRITE &&
			other_info->finalmodify != AGGMODIFY_READ_WRITE &&
			is_same_trans(info, init, trans))
		{
			aggref->aggtransno = other->aggtransno;
			found = trans;
		}
	}
	return found;
}

void
cv_stateful_plan_next_generation(CvStatefulPlan *plan)
{
	plan->first = list_length(plan->aggrefs);
}

Agg *
cv_stateful_plan_node(const CvStatefulPlan *plan, Plan *input)
{
	Agg		   *node = makeNode(Agg);
	ListCell   *lc;

	foreach(lc, plan->aggrefs)
	{
		TargetEntry *entry = makeTargetEntry((Expr *) lfirst(lc),
											 foreach_current_index(lc) + 1,
											 NULL, false);

		node->plan.targetlist = lappend(node->plan.targetlist, entry);
	}
	node->plan.plan_rows = 1;
	node->plan.lefttree = input;
	node->plan.extParam = bms_copy(input->extParam);
	node->plan.allParam = bms_copy(input->allParam);
	node->aggstrategy = AGG_PLAIN;
	node->aggsplit = AGGSPLIT_SIMPLE;
	node->numGroups = 1;
	return node;
}

/* All that decides what the transition function is given. */
static bool
is_same_input(const Aggref *a, const Aggref *b)
{
	return a->inputcollid == b->inputcollid &&
		a->aggtranstype == b->aggtranstype &&
		a->aggstar == b->aggstar &&
		a->aggvariadic == b->aggvariadic &&
		a->aggkind == b->aggkind &&
		equal(a->args, b->args) &&
		equal(a->aggorder, b->aggorder) &&
		equal(a->aggdistinct, b->aggdistinct) &&
		equal(a->aggfilter, b->aggfilter);
}

static bool
is_same_trans(const CvAggInfo *a, const char *a_init, const CvPlannedTrans *b)
{
	if (a->transfn != b->info->transfn ||
		a->combinefn != b->info->combinefn ||
		a->serialfn != b->info->serialfn ||
		a->deserialfn != b->info->deserialfn)
		return false;
	if (a_init == NULL || b->init == NULL)
		return a_init == b->init;
	return strcmp(a_init, b->init) == 0;
}

static char *
get_init_text(Oid aggregate)
{
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggregate));
	Datum		init;
	bool		isnull;
	char	   *result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggregate);
	init = SysCacheGetAttr(AGGFNOID, tuple, Anum_pg_aggregate_agginitval,
						   &isnull);
	result = isnull ? NULL : TextDatumGetCString(init);
	ReleaseSysCache(tuple);
	return result;
}
