/*-------------------------------------------------------------------------
 *
 * input_query.c
 *	  The query that a batch runs over its rows.
 *
 *		SELECT o.region, sum(o.total), max(o.total) FILTER (WHERE o.ok)
 *		  FROM orders o WHERE o.total > 0
 *		 GROUP BY tumble(o.at, '5 min'), o.region
 * becomes
 *		SELECT o.ctid, o.at, o.region, o.total, o.ok
 *		  FROM orders o WHERE o.total > 0 ORDER BY 1
 *
 * What stands over the aggregates is left to the view on top.  The ctid is the
 * tag that the scan gives each row, not the row's place, so no privilege on it
 * is asked for: an owner who may read just the columns of his view will do.
 *
 * The rewriter adds the input's row security policies, as they are now: the
 * plan is kept no longer than until a catalog changes (kept_view.c).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "jit/jit.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "base/compat.h"
#include "input/input_query.h"
#include "input/reader_private.h"
#include "view/with_clause.h"

static Query *rewrite_query(Query *query, Oid input);
static void drop_upper_clauses(Query *query);
static void add_column(Query *query, Node *expr);
static void sort_by_tag(Query *query);
static Aggref *build_outer_agg(Query *query, Aggref *aggref, List *keys);
static Node *keys_to_params(Node *node, void *keys);
static Aggref *starve(Aggref *aggref);
static void add_bounds(Query *query, const CvViewSpec *spec,
					   const CvInputLimits *limits);
static void add_bound(Query *query, const CvViewSpec *spec, int strategy,
					  int64 time);
static Expr *build_outer_expr(Query *query, Expr *expr);
static Index input_rti(Query *query);
static bool is_read_otherwise(Plan *plan, Index rti);
static Plan *project_rows(Plan *plan);
static bool is_in_order(Plan *plan, Index rti);

Query *
cv_input_query_build(const CvViewSpec *spec, const CvInputLimits *limits,
					 List **outer_aggs)
{
	Query	   *query = copyObject(spec->query);
	ListCell   *lc;

	drop_upper_clauses(query);
	add_column(query, (Node *) makeVar(spec->input_rti,
									   SelfItemPointerAttributeNumber,
									   TIDOID, -1, InvalidOid, 0));
	add_column(query, (Node *) spec->time_expr);
	foreach(lc, spec->keys)
		add_column(query, lfirst(lc));
	if (spec->clock_expr != NULL)
		add_column(query, (Node *) spec->clock_expr);

	*outer_aggs = NIL;
	foreach(lc, spec->aggs)
	{
		Aggref	   *aggref = lfirst_node(Aggref, lc);

		if (limits != NULL && foreach_current_index(lc) < limits->first_agg)
			aggref = starve(aggref);
		*outer_aggs = lappend(*outer_aggs, build_outer_agg(query, aggref,
													  spec->keys));
	}
	if (limits != NULL)
		add_bounds(query, spec, limits);

	sort_by_tag(query);
	query->hasTargetSRFs = expression_returns_set((Node *) query->targetList);
	cv_with_trim(query);
	query->hasSubLinks = checkExprHasSubLink((Node *) query);
	return query;
}

PlannedStmt *
cv_input_query_plan(Query *query, CvReader *reader)
{
	Query	   *rewritten = rewrite_query(query, reader->batch->input);
	CvReader   *before = cv_input_scan_plan_for(reader);
	PlannedStmt *plan;

	PG_TRY();
	{
		plan = planner(rewritten, "continuous view input", 0, NULL);
	}
	PG_FINALLY();
	{
		cv_input_scan_plan_for(before);
	}
	PG_END_TRY();

	if (is_read_otherwise(plan->planTree, input_rti(rewritten)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the plan of a continuous view does not read its input through pg_continuous"),
				 errhint("Another extension replaces scan paths. Name pg_continuous last in shared_preload_libraries.")));

	plan->planTree = project_rows(plan->planTree);
	/* compiling takes longer than most batches */
	plan->jitFlags = PGJIT_NONE;
	return plan;
}

/* with loops around the input: joins by sort or hash read ahead */
PlannedStmt *
cv_input_query_plan_in_order(Query *query, CvReader *reader)
{
	bool		by_hash = enable_hashjoin;
	bool		by_merge = enable_mergejoin;
	bool		by_sort = enable_sort;
	Index		rti = input_rti(query);
	PlannedStmt *plan;

	PG_TRY();
	{
		enable_hashjoin = enable_mergejoin = enable_sort = false;
		plan = cv_input_query_plan(query, reader);
	}
	PG_FINALLY();
	{
		enable_hashjoin = by_hash;
		enable_mergejoin = by_merge;
		enable_sort = by_sort;
	}
	PG_END_TRY();
	return is_in_order(plan->planTree, rti) ? plan : NULL;
}

PlannedStmt *
cv_input_query_plan_nothing(const Query *query)
{
	PlannedStmt *plan = makeNode(PlannedStmt);
	Result	   *result = makeNode(Result);
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		TargetEntry *entry = lfirst_node(TargetEntry, lc);
		Node	   *expr = (Node *) entry->expr;
		Const	   *nothing = makeNullConst(exprType(expr), exprTypmod(expr),
											exprCollation(expr));

		result->plan.targetlist =
			lappend(result->plan.targetlist,
					makeTargetEntry((Expr *) nothing, entry->resno, NULL,
									false));
	}
	result->resconstantqual = (Node *) list_make1(makeBoolConst(false, false));
	plan->commandType = CMD_SELECT;
	plan->canSetTag = true;
	plan->planTree = (Plan *) result;
	plan->jitFlags = PGJIT_NONE;
	return plan;
}

/* the scan of the input is the only one that such a plan has */
void
cv_input_plan_set_reader(PlannedStmt *plan, CvReader *reader)
{
	cv_input_scan_set_reader(castNode(CustomScan, plan->planTree), reader);
}

/* rewrite_query -- add row security, then mark the input for our scan */
static Query *
rewrite_query(Query *query, Oid input)
{
	List	   *queries;
	Query	   *result;
	RangeTblEntry *rte;

	AcquireRewriteLocks(query, true, false);
	queries = QueryRewrite(query);
	if (list_length(queries) != 1)
		elog(ERROR, "input query was rewritten to %d queries",
			 list_length(queries));
	result = linitial_node(Query, queries);
	if (result->commandType != CMD_SELECT)
		elog(ERROR, "input query was rewritten to another command");

	/*
	 * The batch's scan knows the leaves.  A plain table to the planner costs
	 * the same however many there are.
	 */
	rte = rt_fetch(input_rti(result), result->rtable);
	if (rte->relid != input)
		elog(ERROR, "input query is over relation %u, not %u", rte->relid,
			 input);
	rte->inh = false;
	rte->relkind = RELKIND_RELATION;
	rte->eref = makeAlias(CV_INPUT_ALIAS, rte->eref->colnames);
	return result;
}

/* What is left is FROM and WHERE. */
static void
drop_upper_clauses(Query *query)
{
	query->commandType = CMD_SELECT;
	query->querySource = QSRC_ORIGINAL;
	query->canSetTag = true;
	query->queryId = 0;
	query->hasAggs = false;
	query->hasWindowFuncs = false;
	query->hasDistinctOn = false;
	query->hasForUpdate = false;
	query->targetList = NIL;
	query->groupClause = NIL;
	query->groupDistinct = false;
	query->groupingSets = NIL;
	query->havingQual = NULL;
	query->windowClause = NIL;
	query->distinctClause = NIL;
	query->sortClause = NIL;
	query->limitOffset = NULL;
	query->limitCount = NULL;
	query->limitOption = LIMIT_OPTION_COUNT;
	query->rowMarks = NIL;
	query->constraintDeps = NIL;
	cv_query_drop_group_entry(query);
}

static void
add_column(Query *query, Node *expr)
{
	int			resno = list_length(query->targetList) + 1;

	query->targetList = lappend(query->targetList,
								makeTargetEntry((Expr *) copyObject(expr),
												resno,
												psprintf("c%d", resno),
												false));
}

static void
sort_by_tag(Query *query)
{
	TargetEntry *tag = linitial_node(TargetEntry, query->targetList);
	SortGroupClause *clause = makeNode(SortGroupClause);

	tag->ressortgroupref = 1;
	clause->tleSortGroupRef = 1;
	clause->eqop = TIDEqualOperator;
	clause->sortop = TIDLessOperator;
	clause->hashable = true;
	query->sortClause = list_make1(clause);
}

static Aggref *
build_outer_agg(Query *query, Aggref *aggref, List *keys)
{
	Aggref	   *result = copyObject(aggref);
	ListCell   *lc;

	foreach(lc, result->args)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		tle->expr = build_outer_expr(query, tle->expr);
	}
	if (result->aggfilter)
		result->aggfilter = build_outer_expr(query, result->aggfilter);
	result->aggdirectargs = (List *)
		expression_planner((Expr *) keys_to_params((Node *) result->aggdirectargs,
												   keys));
	return result;
}

/*
 * keys_to_params -- direct arguments are the group's, not a row's.
 *
 * So they are no columns of the query, and are planned by themselves: functions
 * get their defaults then.
 */
static Node *
keys_to_params(Node *node, void *keys)
{
	ListCell   *lc;

	if (node == NULL)
		return NULL;
	foreach(lc, (List *) keys)
	{
		Node	   *key = lfirst(lc);
		Param	   *param;

		if (IsA(node, List) || !equal(node, key))
			continue;
		param = makeNode(Param);
		param->paramkind = PARAM_EXTERN;
		param->paramid = foreach_current_index(lc) + 1;
		param->paramtype = exprType(key);
		param->paramtypmod = exprTypmod(key);
		param->paramcollid = exprCollation(key);
		param->location = -1;
		return (Node *) param;
	}
	if (IsA(node, Var))
		elog(ERROR, "direct argument of an aggregate is no key");
	return expression_tree_mutator(node, keys_to_params, keys);
}

/*
 * starve -- no row passes its filter.
 *
 * Not a mere false: what is shared with other aggregates because filters are
 * equal, or is not, has to stay so, as the layout of states follows from it.
 */
static Aggref *
starve(Aggref *aggref)
{
	Aggref	   *result = copyObject(aggref);
	Expr	   *filter = result->aggfilter != NULL ? result->aggfilter :
		(Expr *) makeBoolConst(false, false);

	result->aggfilter =
		makeBoolExpr(AND_EXPR,
					 list_make2(filter, makeBoolConst(false, false)), -1);
	return result;
}

/* add_bounds -- to WHERE: rows beyond are not evaluated any further. */
static void
add_bounds(Query *query, const CvViewSpec *spec, const CvInputLimits *limits)
{
	if (limits->from != PG_INT64_MIN)
		add_bound(query, spec, BTGreaterEqualStrategyNumber, limits->from);
	if (limits->to != PG_INT64_MAX)
		add_bound(query, spec, BTLessStrategyNumber, limits->to);
}

static void
add_bound(Query *query, const CvViewSpec *spec, int strategy, int64 time)
{
	Oid			type = spec->window.time_type;
	TypeCacheEntry *cache = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
	Oid			operator = get_opfamily_member(cache->btree_opf, type, type,
											   strategy);
	Const	   *bound = makeConst(type, -1, InvalidOid, sizeof(int64),
								  Int64GetDatum(time), false, FLOAT8PASSBYVAL);
	Expr	   *qual = make_opclause(operator, BOOLOID, false,
									 copyObject(spec->time_expr),
									 (Expr *) bound, InvalidOid, InvalidOid);

	set_opfuncid((OpExpr *) qual);
	query->jointree->quals = make_and_qual(query->jointree->quals,
										   (Node *) qual);
}

/*
 * build_outer_expr -- the column of the query that has expr, as the Agg above
 * it names it.  Columns are shared; constants stay where they are, as in any
 * other plan.  So do rows without a type: one that is kept over a session
 * cannot be read by the next.
 */
static Expr *
build_outer_expr(Query *query, Expr *expr)
{
	AttrNumber	attno = 0;
	ListCell   *lc;

	if (IsA(expr, Const))
		return expr;
	if (IsA(expr, RowExpr) && ((RowExpr *) expr)->row_typeid == RECORDOID)
	{
		foreach(lc, ((RowExpr *) expr)->args)
			lfirst(lc) = build_outer_expr(query, lfirst(lc));
		return expr;
	}
	foreach(lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (equal(tle->expr, expr))
			attno = tle->resno;
	}
	if (attno == 0)
	{
		add_column(query, (Node *) expr);
		attno = list_length(query->targetList);
	}
	return (Expr *) makeVar(OUTER_VAR, attno, exprType((Node *) expr),
							exprTypmod((Node *) expr),
							exprCollation((Node *) expr), 0);
}

/* The input is where the tag comes from. */
static Index
input_rti(Query *query)
{
	TargetEntry *tag = linitial_node(TargetEntry, query->targetList);

	return castNode(Var, tag->expr)->varno;
}

/*
 * is_read_otherwise -- does an ordinary scan stand where ours should?
 *
 * Another extension's hook may run after ours.  That would read the whole
 * table, each time, so it is worth a look at the plan.
 */
static bool
is_read_otherwise(Plan *plan, Index rti)
{
	if (plan == NULL)
		return false;
	switch (nodeTag(plan))
	{
		case T_SeqScan:
		case T_IndexScan:
		case T_IndexOnlyScan:
		case T_BitmapHeapScan:
		case T_TidScan:
		case T_TidRangeScan:
			if (((Scan *) plan)->scanrelid == rti)
				return true;
			break;
		default:
			break;
	}
	return is_read_otherwise(plan->lefttree, rti) ||
		is_read_otherwise(plan->righttree, rti);
}

/*
 * project_rows -- let rows be virtual tuples, which is what those who take them
 * are made for.
 *
 * A sort, which a join may need, gives tuples of its own kind.
 */
static Plan *
project_rows(Plan *plan)
{
	Result	   *result;
	ListCell   *lc;

	if (IsA(plan, ProjectSet) || is_projection_capable_plan(plan))
		return plan;
	result = makeNode(Result);
	result->plan.lefttree = plan;
	result->plan.plan_rows = plan->plan_rows;
	result->plan.plan_width = plan->plan_width;
	result->plan.extParam = bms_copy(plan->extParam);
	result->plan.allParam = bms_copy(plan->allParam);
	foreach(lc, plan->targetlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		Node	   *expr = (Node *) tle->expr;
		Var		   *var = makeVar(OUTER_VAR, tle->resno, exprType(expr),
								  exprTypmod(expr), exprCollation(expr), 0);

		result->plan.targetlist =
			lappend(result->plan.targetlist,
					makeTargetEntry((Expr *) var, tle->resno, tle->resname,
									tle->resjunk));
	}
	return &result->plan;
}

/* Does each step down to the scan of the input take one row at a time? */
static bool
is_in_order(Plan *plan, Index rti)
{
	if (plan == NULL)
		return false;
	switch (nodeTag(plan))
	{
		case T_CustomScan:
			return ((Scan *) plan)->scanrelid == rti;
		case T_Result:

			/* without one below, nothing is read at all */
			return plan->lefttree == NULL || is_in_order(plan->lefttree, rti);
		case T_NestLoop:
		case T_ProjectSet:
			return is_in_order(plan->lefttree, rti);
		default:
			return false;
	}
}
