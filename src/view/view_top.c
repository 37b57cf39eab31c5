/*-------------------------------------------------------------------------
 *
 * view_top.c
 *	  The view on top: what stands over the groups, over the result table.
 *
 *	SELECT window_start, region, sum(v) / count(*) AS mean
 *	  FROM t WHERE v > 0 GROUP BY tumble(ts, '5 minutes'), region
 *	HAVING count(*) > 1 ORDER BY mean
 *
 * becomes
 *
 *	SELECT window_start, region, agg_1 / agg_2 AS mean
 *	  FROM t_results WHERE agg_2 > 1 ORDER BY agg_1 / agg_2
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/heap.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_node.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"

#include "base/compat.h"
#include "view/result_columns.h"
#include "view/view_top.h"
#include "view/window_call.h"

/* the result table is the only entry of the top view's range table */
#define RESULTS_RTI		1

/* An expression over the input, and what stands for it in the top view. */
typedef struct Substitute
{
	Node	   *expr;
	Node	   *replacement;
} Substitute;

typedef struct TopContext
{
	List	   *substitutes;	/* of Substitute * */
	int			depth;			/* sub-selects that we are in */
	Var		   *ungrouped;		/* first column of FROM that was met outside
								 * of all substitutes */
} TopContext;

static List *build_substitutes(const CvViewSpec *spec,
							   const AttrNumber *attnums);
static List *add_window(List *list, const CvViewSpec *spec);
static List *add_substitute(List *list, Node *expr, Node *replacement);
static Node *make_column(AttrNumber attnum, Node *like);
static Node *find_substitute(Node *node, TopContext *context);
static Node *substitute(Node *node, TopContext *context);
static List *used_entries(Query *query);
static void add_range_table(Query *query, Oid results);
static const char *output_name(const CvViewSpec *spec, Node *expr);
static bool is_free_name(const char *name, List *taken);
static char *next_free_name(const char *stem, List *taken);

List *
cv_top_column_names(const CvViewSpec *spec)
{
	List	   *names = NIL;
	List	   *exprs = list_concat_copy(spec->keys, spec->aggs);
	int			nkeys = list_length(spec->keys);
	ListCell   *lc;

	/* names that users have given come first, whatever their place */
	foreach(lc, exprs)
	{
		const char *name = output_name(spec, lfirst(lc));

		if (name != NULL && !is_free_name(name, names))
			name = NULL;
		names = lappend(names, name ? makeString(pstrdup(name)) : NULL);
	}
	foreach(lc, names)
	{
		bool		is_key = foreach_current_index(lc) < nkeys;

		if (lfirst(lc) == NULL)
			lfirst(lc) = makeString(next_free_name(is_key ? "key" : "agg",
												   names));
	}
	return names;
}

char *
cv_top_added_name(const CvViewSpec *spec, Node *agg, List *taken)
{
	const char *name = output_name(spec, agg);

	if (name != NULL && is_free_name(name, taken))
		return pstrdup(name);
	return next_free_name("agg", taken);
}

Query *
cv_top_query_build(const CvViewSpec *spec, Oid results)
{
	Query	   *top = copyObject(spec->query);
	TopContext	context = {0};
	Node	   *quals;

	context.substitutes = build_substitutes(spec,
											cv_result_columns_of(results,
																 spec));
	top->targetList = (List *) substitute((Node *) used_entries(top),
										  &context);
	quals = substitute(top->havingQual, &context);
	if (context.ungrouped)
		elog(ERROR, "column %d of the input is not grouped",
			 context.ungrouped->varattno);

	add_range_table(top, results);
	top->jointree = makeFromExpr(list_make1(makeNode(RangeTblRef)), quals);
	((RangeTblRef *) linitial(top->jointree->fromlist))->rtindex = RESULTS_RTI;
	top->groupClause = NIL;
	top->groupDistinct = false;
	top->havingQual = NULL;
	top->constraintDeps = NIL;
	top->hasAggs = false;
	top->hasSubLinks = checkExprHasSubLink((Node *) top->targetList) ||
		checkExprHasSubLink(quals);
	return top;
}

Var *
cv_top_ungrouped_column(const CvViewSpec *spec)
{
	TopContext	context = {0};

	context.substitutes = build_substitutes(spec, NULL);
	(void) substitute((Node *) used_entries(copyObject(spec->query)),
					  &context);
	(void) substitute(spec->query->havingQual, &context);
	return context.ungrouped;
}

/* attnums: of the result table, NULL if that is not there yet */
static List *
build_substitutes(const CvViewSpec *spec, const AttrNumber *attnums)
{
	List	   *list = add_window(NIL, spec);
	List	   *exprs = list_concat_copy(spec->keys, spec->aggs);
	int			attnum = CV_ATT_FIRST_KEY;
	ListCell   *lc;

	foreach(lc, exprs)
	{
		AttrNumber	column = attnums ? attnums[attnum - 1] : attnum;

		list = add_substitute(list, lfirst(lc),
							  make_column(column, lfirst(lc)));
		attnum++;
	}
	return list;
}

/* the bounds of the window, and the window itself as a range */
static List *
add_window(List *list, const CvViewSpec *spec)
{
	Query	   *query = spec->query;
	bool		with_zone = spec->window.time_type == TIMESTAMPTZOID;
	Node	   *start = (Node *) makeVar(RESULTS_RTI, CV_ATT_WINDOW_START,
										 spec->window.time_type, -1,
										 InvalidOid, 0);
	Node	   *end = (Node *) makeVar(RESULTS_RTI, CV_ATT_WINDOW_END,
									   spec->window.time_type, -1,
									   InvalidOid, 0);
	ListCell   *lc;

	foreach(lc, query->groupClause)
	{
		Node	   *call = get_sortgroupclause_expr(lfirst(lc),
													query->targetList);
		Oid			func = with_zone ? F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ :
			F_TSRANGE_TIMESTAMP_TIMESTAMP;

		if (!cv_is_window_call(call))
			continue;
		list = add_substitute(list,
							  (Node *) makeFuncExpr(F_LOWER_ANYRANGE,
													spec->window.time_type,
													list_make1(call),
													InvalidOid, InvalidOid,
													COERCE_EXPLICIT_CALL),
							  start);
		list = add_substitute(list,
							  (Node *) makeFuncExpr(F_UPPER_ANYRANGE,
													spec->window.time_type,
													list_make1(call),
													InvalidOid, InvalidOid,
													COERCE_EXPLICIT_CALL),
							  end);
		list = add_substitute(list, call,
							  (Node *) makeFuncExpr(func, exprType(call),
													list_make2(start, end),
													InvalidOid, InvalidOid,
													COERCE_EXPLICIT_CALL));
		break;
	}
	return list;
}

static List *
add_substitute(List *list, Node *expr, Node *replacement)
{
	Substitute *sub = palloc_object(Substitute);

	sub->expr = expr;
	sub->replacement = replacement;
	return lappend(list, sub);
}

static Node *
make_column(AttrNumber attnum, Node *like)
{
	return (Node *) makeVar(RESULTS_RTI, attnum, exprType(like),
							exprTypmod(like), exprCollation(like), 0);
}

static Node *
find_substitute(Node *node, TopContext *context)
{
	ListCell   *lc;

	foreach(lc, context->substitutes)
	{
		Substitute *sub = lfirst(lc);
		Node	   *expr = sub->expr;
		Node	   *replacement;

		if (nodeTag(node) != nodeTag(expr))
			continue;
		if (context->depth > 0)
		{
			expr = copyObject(expr);
			IncrementVarSublevelsUp(expr, context->depth, 0);
		}
		if (!equal(node, expr))
			continue;
		replacement = copyObject(sub->replacement);
		IncrementVarSublevelsUp(replacement, context->depth, 0);
		return replacement;
	}
	return NULL;
}

static Node *
substitute(Node *node, TopContext *context)
{
	Node	   *replacement;

	if (node == NULL)
		return NULL;
	replacement = find_substitute(node, context);
	if (replacement != NULL)
		return replacement;
	/* without GROUPING SETS it is 0, and the top view has no GROUP BY */
	if (IsA(node, GroupingFunc) &&
		((GroupingFunc *) node)->agglevelsup == context->depth)
		return (Node *) makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
								  Int32GetDatum(0), false, true);
	if (IsA(node, Var))
	{
		Var		   *var = (Var *) node;

		if (var->varlevelsup == context->depth && context->ungrouped == NULL)
			context->ungrouped = var;
		return copyObject(node);
	}
	if (IsA(node, Query))
	{
		Query	   *query;

		context->depth++;
		query = query_tree_mutator((Query *) node, substitute, context, 0);
		context->depth--;
		return (Node *) query;
	}
	return expression_tree_mutator(node, substitute, context);
}

/*
 * used_entries -- the target list without what only GROUP BY referred to.
 */
static List *
used_entries(Query *query)
{
	List	   *clauses = list_concat_copy(query->sortClause,
										   query->distinctClause);
	List	   *used = NIL;
	AttrNumber	resno = 0;
	ListCell   *lc;

	foreach(lc, query->windowClause)
	{
		WindowClause *window = lfirst_node(WindowClause, lc);

		clauses = list_concat(clauses, window->partitionClause);
		clauses = list_concat(clauses, window->orderClause);
	}

	foreach(lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		bool		is_used = tle->ressortgroupref != 0 &&
			get_sortgroupref_clause_noerr(tle->ressortgroupref,
										  clauses) != NULL;

		if (!is_used)
			tle->ressortgroupref = 0;
		if (tle->resjunk && !is_used)
			continue;
		tle->resno = ++resno;
		used = lappend(used, tle);
	}
	return used;
}

static void
add_range_table(Query *query, Oid results)
{
	ParseState *pstate = make_parsestate(NULL);
	Relation	rel = table_open(results, AccessShareLock);

	(void) addRangeTableEntryForRelation(pstate, rel, AccessShareLock, NULL,
										 true, true);
	table_close(rel, NoLock);
	cv_query_set_range_table(query, pstate);
}

/* the name of the select list's column that is this key or aggregate alone */
static const char *
output_name(const CvViewSpec *spec, Node *expr)
{
	ListCell   *lc;

	foreach(lc, spec->query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk && tle->resname != NULL && equal(tle->expr, expr))
			return tle->resname;
	}
	return NULL;
}

static bool
is_free_name(const char *name, List *taken)
{
	static const char *const ours[] = {
		"window_start", "window_end", "cv_key", "cv_state", "_corrections",
		"_updated_at",
	};
	ListCell   *lc;

	for (int i = 0; i < lengthof(ours); i++)
	{
		if (strcmp(name, ours[i]) == 0)
			return false;
	}
	if (SystemAttributeByName(name) != NULL)
		return false;
	foreach(lc, taken)
	{
		if (lfirst(lc) != NULL && strcmp(name, strVal(lfirst(lc))) == 0)
			return false;
	}
	return true;
}

static char *
next_free_name(const char *stem, List *taken)
{
	for (int i = 1;; i++)
	{
		char	   *name = psprintf("%s_%d", stem, i);

		if (is_free_name(name, taken))
			return name;
	}
}
