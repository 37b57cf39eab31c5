/*-------------------------------------------------------------------------
 *
 * view_from.c
 *	  The relations in FROM of a view's query, and which one is the input.
 *
 * The input is the relation that all columns of the event time come from.  All
 * others are read as they are when a row of it is consumed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "rewrite/rewriteManip.h"

#include "base/compat.h"
#include "view/view_from.h"
#include "view/view_hidden.h"
#include "view/window_call.h"
#include "view/with_clause.h"

static bool contains_rti(Node *jointree, Index rti);
static bool is_nullable(Node *jointree, Index rti);
static bool reads_table(Node *node, void *context);

Index
cv_from_only_rti(const Query *query)
{
	List	   *from = query->jointree->fromlist;

	if (list_length(from) != 1 || !IsA(linitial(from), RangeTblRef))
		return 0;
	return linitial_node(RangeTblRef, from)->rtindex;
}

Index
cv_from_rti_of(Query *query, Node *expr, bool *more)
{
	List	   *vars = pull_vars_of_level(cv_flatten_join_vars(query, expr), 0);
	Index		rti = 0;
	ListCell   *lc;

	*more = false;
	foreach(lc, vars)
	{
		Index		varno = lfirst_node(Var, lc)->varno;

		*more |= rti != 0 && varno != rti;
		rti = varno;
	}
	return rti;
}

Index
cv_from_input_rti(Query *query)
{
	Index		rti = cv_from_only_rti(query);
	Var		   *time;
	ListCell   *lc;

	if (rti != 0)
		return rti;
	/* a copy, which PostgreSQL 18 changes */
	query = copyObject(query);
	cv_query_flatten_group(query);
	foreach(lc, query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													query->targetList);
		bool		more;

		if (!cv_is_window_call(expr))
			continue;
		expr = linitial(cv_window_call_arguments((FuncExpr *) expr));
		rti = cv_from_rti_of(query, expr, &more);
		return more ? 0 : rti;
	}
	time = cv_hidden_counted(cv_hidden_column_find(query,
												   CV_EVENT_TIME_COLUMN));
	return time ? time->varno : 0;
}

List *
cv_from_rti_list(Node *jointree)
{
	List	   *result = NIL;
	ListCell   *lc;

	if (IsA(jointree, RangeTblRef))
		return list_make1_int(((RangeTblRef *) jointree)->rtindex);
	if (IsA(jointree, JoinExpr))
		return list_concat(cv_from_rti_list(((JoinExpr *) jointree)->larg),
						   cv_from_rti_list(((JoinExpr *) jointree)->rarg));
	foreach(lc, castNode(FromExpr, jointree)->fromlist)
		result = list_concat(result, cv_from_rti_list(lfirst(lc)));
	return result;
}

bool
cv_from_is_nullable(const Query *query, Index rti)
{
	return is_nullable((Node *) query->jointree, rti);
}

bool
cv_from_reads_others(const CvViewSpec *spec)
{
	ListCell   *lc;

	foreach(lc, spec->query->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_RELATION && rte->inFromCl &&
			foreach_current_index(lc) + 1 != spec->input_rti)
			return true;
	}
	return cv_from_reads_table((Node *) cv_from_list(spec->query)) ||
		cv_from_reads_table((Node *) spec->keys) ||
		cv_from_reads_table((Node *) spec->aggs);
}

bool
cv_from_reads_table(Node *node)
{
	return reads_table(node, NULL);
}

List *
cv_from_list(const Query *query)
{
	List	   *exprs = list_make1(query->jointree);
	Query	   *side = makeNode(Query);
	ListCell   *lc;

	foreach(lc, query->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		switch (rte->rtekind)
		{
			case RTE_SUBQUERY:
				exprs = lappend(exprs, rte->subquery);
				break;
			case RTE_FUNCTION:
				exprs = lappend(exprs, rte->functions);
				break;
			case RTE_TABLEFUNC:
				exprs = lappend(exprs, rte->tablefunc);
				break;
			case RTE_VALUES:
				exprs = lappend(exprs, rte->values_lists);
				break;
			default:
				break;
		}
	}
	/* those that only HAVING and the select list name are left out */
	side->targetList = exprs;
	side->rtable = query->rtable;
	side->cteList = copyObject(query->cteList);
	cv_with_trim(side);
	return list_concat(exprs, side->cteList);
}

static bool
contains_rti(Node *jointree, Index rti)
{
	ListCell   *lc;

	if (IsA(jointree, RangeTblRef))
		return ((RangeTblRef *) jointree)->rtindex == rti;
	if (IsA(jointree, JoinExpr))
		return contains_rti(((JoinExpr *) jointree)->larg, rti) ||
			contains_rti(((JoinExpr *) jointree)->rarg, rti);
	foreach(lc, castNode(FromExpr, jointree)->fromlist)
	{
		if (contains_rti(lfirst(lc), rti))
			return true;
	}
	return false;
}

static bool
is_nullable(Node *jointree, Index rti)
{
	JoinExpr   *join = (JoinExpr *) jointree;
	ListCell   *lc;
	bool		is_left;
	bool		is_right;

	if (IsA(jointree, RangeTblRef))
		return false;
	if (IsA(jointree, FromExpr))
	{
		foreach(lc, ((FromExpr *) jointree)->fromlist)
		{
			if (is_nullable(lfirst(lc), rti))
				return true;
		}
		return false;
	}
	is_left = contains_rti(castNode(JoinExpr, jointree)->larg, rti);
	is_right = contains_rti(join->rarg, rti);
	if (join->jointype == JOIN_FULL && (is_left || is_right))
		return true;
	if ((join->jointype == JOIN_LEFT && is_right) ||
		(join->jointype == JOIN_RIGHT && is_left))
		return true;
	return is_nullable(join->larg, rti) || is_nullable(join->rarg, rti);
}

/* in sub-selects, at any depth */
static bool
reads_table(Node *node, void *context)
{
	ListCell   *lc;

	if (node == NULL)
		return false;
	if (!IsA(node, Query))
		return expression_tree_walker(node, reads_table, context);
	foreach(lc, ((Query *) node)->rtable)
	{
		if (lfirst_node(RangeTblEntry, lc)->rtekind == RTE_RELATION)
			return true;
	}
	return query_tree_walker((Query *) node, reads_table, context, 0);
}
