/*-------------------------------------------------------------------------
 *
 * one_shot.c
 *	  continuous.one_shot(): the plain query that a view keeps the answer of.
 *
 * That of tumble() is the query of the view, less the rows that are in no
 * window; without a window, less those without a time.  For the others
 *
 *	SELECT lower(hop_window(ts, '1 min', '5 min')), k, sum(v)
 *	  FROM t WHERE v > 0 GROUP BY hop_window(ts, '1 min', '5 min'), k
 *
 * becomes
 *
 *	SELECT lower(w.w), t.k, sum(t.v)
 *	  FROM t, LATERAL hop(t.ts, '1 min', '5 min') w(w)
 *	 WHERE t.v > 0 GROUP BY w.w, t.k
 *
 * and, with session(ts, '5 min'),
 *
 *	SELECT lower(t.session), t.k, sum(t.v)
 *	  FROM (SELECT t.k, t.v, sessionize(t.ts, '5 min')
 *						OVER (PARTITION BY t.k ORDER BY t.ts) AS session
 *			  FROM t WHERE t.v > 0) t
 *	 WHERE t.session IS NOT NULL GROUP BY t.session, t.k
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_clause.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "base/compat.h"
#include "view/one_shot.h"
#include "view/statement_text.h"
#include "view/view_catalog.h"
#include "view/window_call.h"

/* the sub-select that finds sessions is all that is in FROM */
#define SESSIONS_RTI	1

/* What is to be put in place of expressions, and the sub-select they go to. */
typedef struct Swap
{
	List	   *exprs;
	List	   *columns;		/* of Var, parallel to exprs */
	int			depth;			/* sub-selects that we are in */
	CvViewSpec *spec;
	Query	   *inner;			/* the sub-select, or NULL: no column of FROM
								 * is swapped */
} Swap;

PG_FUNCTION_INFO_V1(cv_one_shot);

static void refuse(Oid view);
static void leave_out_null(Query *query, Expr *expr);
static void leave_out_infinite(CvViewSpec *spec);
static void spread_windows(CvViewSpec *spec, FuncExpr *call);
static void find_sessions(CvViewSpec *spec, FuncExpr *call);
static Query *make_inner(const CvViewSpec *spec);
static List *column_names(Query *query);
static void add_sessionize(Swap *swap, FuncExpr *call);
static WindowClause *make_window(Swap *swap, Node *time);
static SortGroupClause *sort_by(TargetEntry *tle, List *targets);
static Var *add_inner_column(Swap *swap, Expr *expr, const char *name);
static const char *column_name(RangeTblEntry *rte, AttrNumber attnum);
static char *free_name(Query *query, const char *name);
static void swap_outer(Swap *swap);
static Node *swap_expr(Node *node, Swap *swap);
static Var *find_column(Node *node, Swap *swap);
static void name_columns(CvViewSpec *spec);

Datum
cv_one_shot(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_view_catalog_lookup(view);
	CvViewSpec *spec = NULL;

	if (row != NULL)
	{
		/* it may be dropped while we wait */
		LockRelationOid(row->definition, AccessShareLock);
		spec = cv_view_load(view);
	}
	if (spec == NULL)
		refuse(view);
	cv_make_one_shot(spec);
	name_columns(spec);
	PG_RETURN_TEXT_P(cstring_to_text(cv_query_text(spec->query, true)));
}

void
cv_make_one_shot(CvViewSpec *spec)
{
	FuncExpr   *call = cv_spec_window_call(spec);

	if (spec->window.kind == CV_WINDOW_NONE)
		leave_out_infinite(spec);
	else if (spec->window.kind == CV_WINDOW_TUMBLE)
		leave_out_null(spec->query, (Expr *) call);
	else if (spec->window.kind == CV_WINDOW_SESSION)
		find_sessions(spec, call);
	else
		spread_windows(spec, call);
}

static void
refuse(Oid view)
{
	char	   *name = get_rel_name(view);

	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", view)));
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a continuous view", name)));
}

FuncExpr *
cv_spec_window_call(const CvViewSpec *spec)
{
	ListCell   *lc;

	foreach(lc, spec->query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													spec->query->targetList);

		if (cv_is_window_call(expr))
			return (FuncExpr *) copyObject(expr);
	}
	return NULL;
}

/* rows in no window are in no group of the view: here they would make one */
static void
leave_out_null(Query *query, Expr *expr)
{
	NullTest   *test = makeNode(NullTest);

	test->arg = copyObject(expr);
	test->nulltesttype = IS_NOT_NULL;
	test->location = -1;
	query->jointree->quals = make_and_qual(query->jointree->quals,
										   (Node *) test);
}

/* ... and of those without an event time a view counts none */
static void
leave_out_infinite(CvViewSpec *spec)
{
	Query	   *query = spec->query;
	Oid			function = spec->window.time_type == TIMESTAMPTZOID ?
		F_ISFINITE_TIMESTAMPTZ : F_ISFINITE_TIMESTAMP;
	FuncExpr   *test = makeFuncExpr(function, BOOLOID,
									list_make1(copyObject(spec->time_expr)),
									InvalidOid, InvalidOid,
									COERCE_EXPLICIT_CALL);

	query->jointree->quals = make_and_qual(query->jointree->quals,
										   (Node *) test);
}

/* ---- hop, cumulate ---- */

static void
spread_windows(CvViewSpec *spec, FuncExpr *call)
{
	Query	   *query = spec->query;
	Oid			range = call->funcresulttype;
	FuncExpr   *plain = copyObject(call);
	RangeTblFunction *function = makeNode(RangeTblFunction);
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	RangeTblRef *ref = makeNode(RangeTblRef);
	Swap		swap = {.spec = spec};

	plain->funcid = cv_plain_window_function(call,
								   cv_window_function(call->funcid)->written);
	plain->funcretset = true;
	function->funcexpr = (Node *) plain;
	function->funccolcount = 1;
	rte->rtekind = RTE_FUNCTION;
	rte->functions = list_make1(function);
	rte->lateral = true;
	rte->inFromCl = true;
	rte->alias = makeAlias("w", NIL);
	rte->eref = makeAlias("w", list_make1(makeString(pstrdup("w"))));
	query->rtable = lappend(query->rtable, rte);
	ref->rtindex = list_length(query->rtable);

	swap.exprs = list_make1(call);
	swap.columns = list_make1(makeVar(ref->rtindex, 1, range, -1, InvalidOid,
									  0));
	swap_outer(&swap);
	query->jointree->fromlist = lappend(query->jointree->fromlist, ref);
}

/* ---- session ---- */

static void
find_sessions(CvViewSpec *spec, FuncExpr *call)
{
	Query	   *query = spec->query;
	RangeTblEntry *input = rt_fetch(spec->input_rti, query->rtable);
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	RangeTblRef *ref = makeNode(RangeTblRef);
	Swap		swap = {.spec = spec};

	swap.inner = make_inner(spec);
	add_sessionize(&swap, call);
	query->jointree->quals = NULL;
	swap_outer(&swap);
	leave_out_null(query, linitial(swap.columns));

	rte->rtekind = RTE_SUBQUERY;
	rte->subquery = swap.inner;
	rte->inFromCl = true;
	rte->alias = makeAlias(input->eref->aliasname, NIL);
	rte->eref = makeAlias(input->eref->aliasname,
						  column_names(swap.inner));
	query->rtable = list_make1(rte);
	ref->rtindex = SESSIONS_RTI;
	query->jointree->fromlist = list_make1(ref);
}

/* FROM and WHERE */
static Query *
make_inner(const CvViewSpec *spec)
{
	Query	   *inner = makeNode(Query);

	inner->commandType = CMD_SELECT;
	inner->querySource = QSRC_ORIGINAL;
	inner->canSetTag = true;
	inner->rtable = copyObject(spec->query->rtable);
	inner->jointree = copyObject(spec->query->jointree);
	inner->cteList = copyObject(spec->query->cteList);
	inner->hasSubLinks = spec->query->hasSubLinks;
	return inner;
}

static List *
column_names(Query *query)
{
	List	   *names = NIL;
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk)
			names = lappend(names, makeString(tle->resname));
	}
	return names;
}

/* the session of each row is the first column, the keys follow */
static void
add_sessionize(Swap *swap, FuncExpr *call)
{
	List	   *args = cv_window_call_arguments(call);
	WindowFunc *sessionize = makeNode(WindowFunc);
	ListCell   *lc;

	sessionize->winfnoid = cv_plain_window_function(call, "sessionize");
	sessionize->wintype = call->funcresulttype;
	sessionize->args = args;
	sessionize->winref = 1;
	sessionize->location = -1;

	swap->exprs = list_make1(call);
	swap->columns = list_make1(add_inner_column(swap, (Expr *) sessionize,
												"session"));
	foreach(lc, swap->spec->keys)
	{
		Expr	   *key = lfirst(lc);
		Var		   *column = add_inner_column(swap, key, "key");

		swap->exprs = lappend(swap->exprs, key);
		swap->columns = lappend(swap->columns, column);
	}
	swap->inner->hasWindowFuncs = true;
	swap->inner->windowClause = list_make1(make_window(swap,
													   linitial(args)));
}

/* by the columns that are there so far, but for the session */
static WindowClause *
make_window(Swap *swap, Node *time)
{
	Query	   *inner = swap->inner;
	WindowClause *window = makeNode(WindowClause);
	TargetEntry *time_entry;
	ListCell   *lc;

	for_each_from(lc, inner->targetList, 1)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		SortGroupClause *clause = sort_by(tle, inner->targetList);

		window->partitionClause = lappend(window->partitionClause, clause);
	}
	time_entry = makeTargetEntry(copyObject((Expr *) time),
								 list_length(inner->targetList) + 1,
								 "time", true);
	inner->targetList = lappend(inner->targetList, time_entry);
	window->orderClause = list_make1(sort_by(time_entry, inner->targetList));
	window->frameOptions = FRAMEOPTION_DEFAULTS;
	window->winref = 1;
	return window;
}

static SortGroupClause *
sort_by(TargetEntry *tle, List *targets)
{
	SortGroupClause *clause = makeNode(SortGroupClause);
	Oid			type = exprType((Node *) tle->expr);

	get_sort_group_operators(type, false, true, false, &clause->sortop,
							 &clause->eqop, NULL, &clause->hashable);
	if (!OidIsValid(clause->sortop))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("there is no plain query for sessions by a key of type %s",
						format_type_be(type)),
				 errdetail("Values of that type cannot be sorted.")));
	clause->tleSortGroupRef = assignSortGroupRef(tle, targets);
	return clause;
}

/* a column of the sub-select, as the query around it sees it */
static Var *
add_inner_column(Swap *swap, Expr *expr, const char *name)
{
	Query	   *inner = swap->inner;
	AttrNumber	attnum = list_length(column_names(inner)) + 1;
	ListCell   *lc;

	if (IsA(expr, Var))
		name = column_name(rt_fetch(((Var *) expr)->varno, inner->rtable),
						   ((Var *) expr)->varattno);
	inner->targetList = list_insert_nth(inner->targetList, attnum - 1,
										makeTargetEntry(copyObject(expr),
														attnum,
														free_name(inner, name),
														false));
	/* what it only sorts by stays behind */
	foreach(lc, inner->targetList)
		lfirst_node(TargetEntry, lc)->resno = foreach_current_index(lc) + 1;
	return makeVar(SESSIONS_RTI, attnum, exprType((Node *) expr),
				   exprTypmod((Node *) expr), exprCollation((Node *) expr),
				   0);
}

static const char *
column_name(RangeTblEntry *rte, AttrNumber attnum)
{
	return attnum == InvalidAttrNumber ? rte->eref->aliasname :
		get_rte_attribute_name(rte, attnum);
}

static char *
free_name(Query *query, const char *name)
{
	List	   *taken = column_names(query);
	char	   *result = pstrdup(name);

	for (int i = 1; list_member(taken, makeString(result)); i++)
		result = psprintf("%s_%d", name, i);
	return result;
}

/* ---- both ---- */

Oid
cv_plain_window_function(FuncExpr *call, const char *name)
{
	Oid		   *types;
	int			n;

	(void) get_func_signature(call->funcid, &types, &n);
	return LookupFuncName(list_make2(makeString("continuous"),
									 makeString(pstrdup(name))),
						  n, types, false);
}

/* in all that stands over the groups */
static void
swap_outer(Swap *swap)
{
	Query	   *query = swap->spec->query;

	query->targetList = (List *) swap_expr((Node *) query->targetList, swap);
	query->havingQual = swap_expr(query->havingQual, swap);
}

static Node *
swap_expr(Node *node, Swap *swap)
{
	Var		   *column;

	if (node == NULL)
		return NULL;
	column = find_column(node, swap);
	if (column != NULL)
	{
		column = copyObject(column);
		column->varlevelsup = swap->depth;
		return (Node *) column;
	}
	if (IsA(node, Query))
	{
		Query	   *result;

		swap->depth++;
		result = query_tree_mutator((Query *) node, swap_expr, swap, 0);
		swap->depth--;
		return (Node *) result;
	}
	return expression_tree_mutator(node, swap_expr, swap);
}

static Var *
find_column(Node *node, Swap *swap)
{
	Var		   *var = (Var *) node;
	ListCell   *lc1;
	ListCell   *lc2;

	forboth(lc1, swap->exprs, lc2, swap->columns)
	{
		Node	   *expr = lfirst(lc1);

		if (nodeTag(node) != nodeTag(expr))
			continue;
		if (swap->depth > 0)
		{
			expr = copyObject(expr);
			IncrementVarSublevelsUp(expr, swap->depth, 0);
		}
		if (equal(node, expr))
			return lfirst(lc2);
	}
	if (swap->inner == NULL || !IsA(node, Var) ||
		var->varlevelsup != swap->depth)
		return NULL;

	/* a column that only aggregates have: the sub-select is to have it, too */
	var = copyObject(var);
	var->varlevelsup = 0;
	swap->exprs = lappend(swap->exprs, var);
	swap->columns = lappend(swap->columns,
							add_inner_column(swap, (Expr *) var, ""));
	return llast(swap->columns);
}

/* as they are called now, after ALTER VIEW ... RENAME COLUMN, too */
static void
name_columns(CvViewSpec *spec)
{
	ListCell   *lc;

	foreach(lc, spec->query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk)
			tle->resname = get_attname(spec->view, tle->resno, false);
	}
}
