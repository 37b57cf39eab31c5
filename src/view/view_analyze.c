/*-------------------------------------------------------------------------
 *
 * view_analyze.c
 *	  From an analysed Query to the parts of a CvViewSpec.
 *
 * The Query comes from the statement (CREATE) or from the rule of the hidden
 * view (worker, ALTER, OR REPLACE); both give the same parts in the same
 * order, since the columns of the result table follow it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"

#include "base/compat.h"
#include "view/view_analyze.h"
#include "view/view_clock.h"
#include "view/view_event_time.h"
#include "view/view_from.h"
#include "view/view_generations.h"
#include "view/window_call.h"

typedef struct CollectContext
{
	int			depth;			/* sub-selects that we are in */
	List	   *aggs;
} CollectContext;

static void strip_rule_entries(Query *query);
static bool is_rule_entry(Query *query, const char *name);
static void split_group_clause(CvViewSpec *spec);
static bool collect_aggs(Node *node, CollectContext *context);

void
cv_view_analyze(CvViewSpec *spec, Query *query)
{
	CollectContext context = {0};

	strip_rule_entries(query);
	cv_query_flatten_group(query);
	spec->query = query;

	spec->input_rti = cv_from_input_rti(query);
	if (spec->input_rti == 0 ||
		rt_fetch(spec->input_rti, query->rtable)->rtekind != RTE_RELATION)
		elog(ERROR, "query of a continuous view has no input");
	spec->input = rt_fetch(spec->input_rti, query->rtable)->relid;

	cv_clock_column_take(spec);
	split_group_clause(spec);

	if (cv_generations_take(spec))
		return;
	(void) collect_aggs((Node *) query->targetList, &context);
	(void) collect_aggs(query->havingQual, &context);
	spec->aggs = context.aggs;
	spec->generations = list_make1_int(list_length(spec->aggs));
}

/*
 * strip_rule_entries -- take out the range table entries OLD and NEW.
 *
 * Releases before 16 put them before those of a view's query.
 */
static void
strip_rule_entries(Query *query)
{
	if (!is_rule_entry(query, "old"))
		return;
	query->rtable = list_delete_first(query->rtable);
	if (!is_rule_entry(query, "new"))
		elog(ERROR, "rule of a view has OLD without NEW");
	query->rtable = list_delete_first(query->rtable);
	OffsetVarNodes((Node *) query, -2, 0);
}

static bool
is_rule_entry(Query *query, const char *name)
{
	RangeTblEntry *rte;

	/* a query without FROM */
	if (query->rtable == NIL)
		return false;
	rte = linitial(query->rtable);
	return rte->rtekind == RTE_RELATION && rte->relkind == RELKIND_VIEW &&
		!rte->inFromCl && rte->alias != NULL &&
		strcmp(rte->alias->aliasname, name) == 0;
}

static void
split_group_clause(CvViewSpec *spec)
{
	Query	   *query = spec->query;
	bool		has_window = false;
	ListCell   *lc;

	foreach(lc, query->groupClause)
	{
		SortGroupClause *clause = lfirst_node(SortGroupClause, lc);
		TargetEntry *tle = get_sortgroupclause_tle(clause, query->targetList);

		if (cv_is_window_call((Node *) tle->expr))
		{
			CvWindowCall call;

			cv_window_call_read((FuncExpr *) tle->expr, &call);
			if (call.wrong || has_window)
				elog(ERROR, "query of a continuous view has no valid window: %s",
					 call.wrong ? call.wrong : "two windows");
			spec->window = call.window;
			spec->time_expr = call.time_expr;
			has_window = true;
			continue;
		}
		spec->keys = lappend(spec->keys, copyObject(tle->expr));
		spec->key_clauses = lappend(spec->key_clauses, copyObject(clause));
	}
	if (!has_window)
		cv_event_time_take(spec);
}

/* distinct aggregates of the query, also those inside sub-selects of it */
static bool
collect_aggs(Node *node, CollectContext *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Aggref) &&
		((Aggref *) node)->agglevelsup == context->depth)
	{
		Node	   *agg = copyObject(node);

		if (context->depth > 0)
			IncrementVarSublevelsUp(agg, -context->depth, context->depth);
		context->aggs = list_append_unique(context->aggs, agg);
		return false;
	}
	if (IsA(node, Query))
	{
		bool		result;

		context->depth++;
		result = query_tree_walker((Query *) node, collect_aggs, context, 0);
		context->depth--;
		return result;
	}
	return expression_tree_walker(node, collect_aggs, context);
}
