/*-------------------------------------------------------------------------
 *
 * view_check.c
 *	  What cannot be a continuous view, and why.
 *
 * One function a refusal, called in the order of the lists below; a later one
 * may rely on what the earlier ones let through.
 *
 * Everything under GROUP BY, aggregates, WHERE and FROM is evaluated once per
 * input row, at some time: the input side.  Everything else stays in the view
 * on top, and is as free as in any view.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "catalog/heap.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "base/compat.h"
#include "view/agg_info.h"
#include "view/view_analyze.h"
#include "view/view_catalog.h"
#include "view/view_check.h"
#include "view/view_parse.h"
#include "view/view_top.h"
#include "view/window_call.h"

typedef struct Check
{
	const char *source;
	SelectStmt *raw;			/* in the first list only */
	Query	   *query;
	CvViewSpec *spec;			/* filled in the last list only */
} Check;

typedef void (*CheckFunction) (Check *check);

typedef struct ColumnSearch
{
	int			depth;
	Index		rti;
	Var		   *found;
} ColumnSearch;

typedef struct RelationCount
{
	Oid			relid;
	int			n;
} RelationCount;

typedef struct FunctionSearch
{
	bool		(*matches) (Oid funcid);
	Oid			found;
	const char *keyword;		/* of a SQLValueFunction */
	int			location;
} FunctionSearch;

static void refuse_other_than_select(Check *check);
static void refuse_hop(Check *check);
static void refuse_session(Check *check);
static void refuse_cumulate(Check *check);
static void refuse_into(Check *check);
static void refuse_modifying_with(Check *check);
static void refuse_grouping_sets(Check *check);
static void refuse_row_locks(Check *check);
static void refuse_joins(Check *check);
static void refuse_other_than_table(Check *check);
static void refuse_tablesample(Check *check);
static void refuse_input_kind(Check *check);
static void refuse_temporary(Check *check);
static void refuse_bound_as_key(Check *check);
static void refuse_no_window(Check *check);
static void refuse_two_windows(Check *check);
static void refuse_bad_window(Check *check);
static void refuse_constant_time(Check *check);
static void refuse_input_twice(Check *check);
static void refuse_sub_selects(Check *check);
static void refuse_set_returning(Check *check);
static void refuse_window_in_input(Check *check);
static void refuse_system_columns(Check *check);
static void refuse_now(Check *check);
static void refuse_volatile(Check *check);
static void refuse_volatile_aggs(Check *check);
static void refuse_collected(Check *check);
static void refuse_unhashable(Check *check);
static void refuse_ungrouped(Check *check);

static void run_checks(Check *check, const CheckFunction *list, int n);
static void refuse_call(Check *check, const char *name, const char *message);
static bool find_raw_call(Node *node, FuncCall **found);
static List *input_side(const CvViewSpec *spec);
static bool count_relation(Node *node, RelationCount *count);
static bool find_system_column(Node *node, ColumnSearch *search);
static bool find_function(Node *node, FunctionSearch *search);
static bool function_matches(Oid funcid, void *search);
static bool is_now(Oid funcid);
static bool is_volatile(Oid funcid);
static const char *time_keyword(SQLValueFunction *node);
static char *aggregate_name(Aggref *aggref);

static const CheckFunction raw_checks[] = {
	refuse_other_than_select,
	refuse_into,
	refuse_hop,
	refuse_session,
	refuse_cumulate,
};

static const CheckFunction query_checks[] = {
	refuse_modifying_with,
	refuse_grouping_sets,
	refuse_row_locks,
	refuse_joins,
	refuse_other_than_table,
	refuse_tablesample,
	refuse_input_kind,
	refuse_temporary,
	refuse_bound_as_key,
	refuse_no_window,
	refuse_two_windows,
	refuse_bad_window,
};

static const CheckFunction spec_checks[] = {
	refuse_constant_time,
	refuse_input_twice,
	refuse_sub_selects,
	refuse_set_returning,
	refuse_window_in_input,
	refuse_system_columns,
	refuse_now,
	refuse_volatile,
	refuse_volatile_aggs,
	refuse_collected,
	refuse_unhashable,
	refuse_ungrouped,
};

void
cv_check_raw(SelectStmt *raw, const char *source)
{
	Check		check = {.raw = raw, .source = source};

	run_checks(&check, raw_checks, lengthof(raw_checks));
}

void
cv_check_query(CvViewSpec *spec, Query *query, const char *source)
{
	Check		check = {.query = copyObject(query), .source = source};

	run_checks(&check, query_checks, lengthof(query_checks));
	cv_view_analyze(spec, check.query);
	check.spec = spec;
	run_checks(&check, spec_checks, lengthof(spec_checks));
	cv_check_privileges(spec, query, source);
}

static void
run_checks(Check *check, const CheckFunction *list, int n)
{
	for (int i = 0; i < n; i++)
		list[i] (check);
}

/* ---- the statement as it was written ---- */

static void
refuse_other_than_select(Check *check)
{
	SelectStmt *raw = check->raw;

	if (IsA(raw, SelectStmt) && raw->op == SETOP_NONE &&
		raw->valuesLists == NIL && raw->fromClause != NIL)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("a continuous view is one SELECT ... FROM table ... GROUP BY"),
			 errhint("Put an ordinary view over it.")));
}

static void
refuse_into(Check *check)
{
	if (check->raw->intoClause != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view must not contain SELECT INTO")));
}

static void
refuse_hop(Check *check)
{
	refuse_call(check, "hop",
				"hop() is not supported yet in a continuous view");
}

static void
refuse_session(Check *check)
{
	refuse_call(check, "session",
				"session() is not supported yet in a continuous view");
}

static void
refuse_call(Check *check, const char *name, const char *message)
{
	FuncCall   *call = cv_raw_window_call(check->raw);

	if (call != NULL && strcmp(strVal(llast(call->funcname)), name) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s", message),
				 errhint("Use tumble(ts, size)."),
				 cv_errposition(check->source, call->location)));
}

/* known from elsewhere; without this it would be an unknown function */
static void
refuse_cumulate(Check *check)
{
	FuncCall   *call = NULL;

	if (find_raw_call((Node *) check->raw->groupClause, &call))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cumulate() is not supported in a continuous view"),
				 errhint("Use tumble(ts, size), and a window function over the groups."),
				 cv_errposition(check->source, call->location)));
}

static bool
find_raw_call(Node *node, FuncCall **found)
{
	FuncCall   *call = (FuncCall *) node;

	if (node == NULL || IsA(node, SelectStmt))
		return false;
	if (IsA(node, FuncCall) && list_length(call->funcname) == 1 &&
		strcmp(strVal(linitial(call->funcname)), "cumulate") == 0)
	{
		*found = call;
		return true;
	}
	return raw_expression_tree_walker(node, find_raw_call, found);
}

/* ---- the query, before it is known to have a window and an input ---- */

static void
refuse_modifying_with(Check *check)
{
	if (check->query->hasModifyingCTE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view must not contain data-modifying statements in WITH")));
}

static void
refuse_grouping_sets(Check *check)
{
	if (check->query->groupingSets != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("GROUPING SETS are not supported in a continuous view"),
				 errhint("Make one view for each set.")));
}

static void
refuse_row_locks(Check *check)
{
	if (check->query->rowMarks != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot use FOR UPDATE or FOR SHARE in a continuous view")));
}

static void
refuse_joins(Check *check)
{
	List	   *from = check->query->jointree->fromlist;

	if (list_length(from) == 1 && IsA(linitial(from), RangeTblRef))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("joins are not supported yet in a continuous view"),
			 errhint("Join in the query that reads the view.")));
}

static void
refuse_other_than_table(Check *check)
{
	RangeTblRef *ref = linitial(check->query->jointree->fromlist);
	RangeTblEntry *rte = rt_fetch(ref->rtindex, check->query->rtable);

	if (rte->rtekind == RTE_RELATION &&
		(rte->relkind != RELKIND_VIEW || cv_is_continuous_view(rte->relid)))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("the input must be a table named in FROM"),
			 rte->rtekind == RTE_RELATION ?
			 errdetail("\"%s\" is a view.", get_rel_name(rte->relid)) : 0));
}

static void
refuse_tablesample(Check *check)
{
	RangeTblRef *ref = linitial(check->query->jointree->fromlist);

	if (rt_fetch(ref->rtindex, check->query->rtable)->tablesample != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot use TABLESAMPLE in a continuous view")));
}

static void
refuse_input_kind(Check *check)
{
	RangeTblRef *ref = linitial(check->query->jointree->fromlist);
	RangeTblEntry *rte = rt_fetch(ref->rtindex, check->query->rtable);

	cv_check_input(rte->relid, rte->inh);
}

static void
refuse_temporary(Check *check)
{
	if (isQueryUsingTempRelation(check->query))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view cannot use temporary tables")));
}

static void
refuse_bound_as_key(Check *check)
{
	Query	   *query = check->query;
	ListCell   *lc;

	cv_query_flatten_group(query);
	foreach(lc, query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													query->targetList);
		bool		is_lower;

		if (cv_is_window_bound(expr, &is_lower))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("%s stands for a bound of the window",
							is_lower ? "window_start" : "window_end"),
					 errhint("Write GROUP BY tumble(...)."),
					 cv_errposition(check->source, exprLocation(expr))));
	}
}

static void
refuse_no_window(Check *check)
{
	Query	   *query = check->query;
	ListCell   *lc;

	foreach(lc, query->groupClause)
	{
		if (cv_is_window_call(get_sortgroupclause_expr(lfirst(lc),
													   query->targetList)))
			return;
	}
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("a continuous view needs tumble(), hop() or session() in its GROUP BY")));
}

/* in keys, or in expressions over keys that happen to be its arguments */
static void
refuse_two_windows(Check *check)
{
	Query	   *query = check->query;
	FuncExpr   *first = NULL;
	ListCell   *lc;

	foreach(lc, query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													query->targetList);
		FuncExpr   *call = cv_window_call_find(expr);

		if (call == NULL)
			continue;
		if (first != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("a continuous view has exactly one window"),
					 cv_errposition(check->source, exprLocation(expr))));
		first = call;
	}
	foreach(lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		FuncExpr   *call = cv_window_call_find((Node *) tle->expr);

		if (call != NULL && !equal(call, first))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("a continuous view has exactly one window"),
					 cv_errposition(check->source,
									exprLocation((Node *) call))));
	}
}

static void
refuse_bad_window(Check *check)
{
	FuncExpr   *found = NULL;
	CvWindowCall call;
	ListCell   *lc;

	foreach(lc, check->query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													check->query->targetList);

		if (cv_is_window_call(expr))
			found = (FuncExpr *) expr;
	}
	cv_window_call_read(found, &call);
	if (call.wrong == NULL)
		return;
	ereport(ERROR,
			(errcode(call.is_feature ? ERRCODE_FEATURE_NOT_SUPPORTED :
					 ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s", call.wrong),
			 call.hint ? errhint("%s", call.hint) : 0,
			 cv_errposition(check->source, exprLocation((Node *) found))));
}

/* ---- the query, taken apart ---- */

static void
refuse_constant_time(Check *check)
{
	Node	   *time = (Node *) check->spec->time_expr;

	if (!contain_var_clause(time))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the event time must come from the table in FROM"),
				 cv_errposition(check->source, exprLocation(time))));
}

static void
refuse_input_twice(Check *check)
{
	RelationCount count = {.relid = check->spec->input};

	(void) count_relation((Node *) check->spec->query, &count);
	if (count.n > 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("table \"%s\" appears more than once: rows already read are not seen again",
						get_rel_name(check->spec->input))));
}

static void
refuse_sub_selects(Check *check)
{
	ListCell   *lc;

	foreach(lc, input_side(check->spec))
	{
		if (checkExprHasSubLink(lfirst(lc)))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("sub-selects in WHERE, GROUP BY or aggregates are not supported yet in a continuous view"),
					 errhint("Put them into the query that reads the view.")));
	}
}

static void
refuse_set_returning(Check *check)
{
	ListCell   *lc;

	foreach(lc, lcons(check->spec->time_expr, list_copy(check->spec->keys)))
	{
		Node	   *expr = lfirst(lc);

		if (expression_returns_set(expr))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("set-returning functions in GROUP BY are not supported yet in a continuous view"),
					 cv_errposition(check->source, exprLocation(expr))));
	}
}

/* the bounds are those of the group: a row does not have them yet */
static void
refuse_window_in_input(Check *check)
{
	ListCell   *lc;

	foreach(lc, input_side(check->spec))
	{
		FuncExpr   *call = cv_window_call_find(lfirst(lc));

		if (call != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("the window cannot be used in WHERE, in other keys of GROUP BY or in the arguments of an aggregate"),
					 errhint("Use the time column there."),
					 cv_errposition(check->source,
									exprLocation((Node *) call))));
	}
}

static void
refuse_system_columns(Check *check)
{
	ColumnSearch search = {.rti = check->spec->input_rti, .depth = -1};
	const FormData_pg_attribute *attribute;

	if (!find_system_column((Node *) check->spec->query, &search))
		return;
	attribute = SystemAttributeDefinition(search.found->varattno);
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("system column \"%s\" cannot be used in a continuous view",
					NameStr(attribute->attname)),
			 cv_errposition(check->source, search.found->location)));
}

static void
refuse_now(Check *check)
{
	FunctionSearch search = {.matches = is_now};

	if (!find_function((Node *) input_side(check->spec), &search))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 search.keyword ?
			 errmsg("%s would depend on when a row is read", search.keyword) :
			 errmsg("%s() would depend on when a row is read",
					get_func_name(search.found)),
			 errhint("Use retention, or filter when reading."),
			 cv_errposition(check->source, search.location)));
}

static void
refuse_volatile(Check *check)
{
	FunctionSearch search = {.matches = is_volatile};

	if (!find_function((Node *) input_side(check->spec), &search))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("volatile function %s() would make results depend on when a row is read",
					OidIsValid(search.found) ?
					get_func_name(search.found) : "nextval"),
			 errhint("If its result depends on its arguments only, mark it IMMUTABLE."),
			 cv_errposition(check->source, search.location)));
}

static void
refuse_volatile_aggs(Check *check)
{
	ListCell   *lc;

	foreach(lc, check->spec->aggs)
	{
		CvAggInfo  *info = cv_agg_info_get(lfirst_node(Aggref, lc));
		Oid			functions[] = {
			info->transfn, info->finalfn, info->combinefn, info->serialfn,
			info->deserialfn,
		};

		for (int i = 0; i < lengthof(functions); i++)
		{
			if (OidIsValid(functions[i]) && is_volatile(functions[i]))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("aggregate %s uses the volatile function %s()",
								aggregate_name(info->aggref),
								get_func_name(functions[i])),
						 errhint("If its result depends on its arguments only, mark it IMMUTABLE."),
						 cv_errposition(check->source,
										info->aggref->location)));
		}
	}
}

static void
refuse_collected(Check *check)
{
	ListCell   *lc;

	foreach(lc, check->spec->aggs)
	{
		CvAggInfo  *info = cv_agg_info_get(lfirst_node(Aggref, lc));

		if (info->kind == CV_AGG_COLLECTED)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("aggregate %s is not supported yet in a continuous view",
							aggregate_name(info->aggref)),
					 errdetail("Because of %s all its inputs would have to be kept.",
							   info->collected_why),
					 cv_errposition(check->source,
									info->aggref->location)));
	}
}

static void
refuse_unhashable(Check *check)
{
	ListCell   *lc1;
	ListCell   *lc2;

	forboth(lc1, check->spec->keys, lc2, check->spec->key_clauses)
	{
		Node	   *key = lfirst(lc1);
		Oid			type = exprType(key);
		TypeCacheEntry *cache = lookup_type_cache(type,
												  TYPECACHE_HASH_EXTENDED_PROC);

		if (lfirst_node(SortGroupClause, lc2)->hashable &&
			OidIsValid(cache->hash_extended_proc) && type != RECORDOID)
			continue;
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("type %s cannot be a group key here: it has no hash function",
						format_type_be(type)),
				 cv_errposition(check->source, exprLocation(key))));
	}
}

/* columns that PostgreSQL lets through as they depend on a primary key */
static void
refuse_ungrouped(Check *check)
{
	Var		   *var = cv_top_ungrouped_column(check->spec);
	RangeTblEntry *rte;

	if (var == NULL)
		return;
	rte = rt_fetch(check->spec->input_rti, check->spec->query->rtable);
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("column \"%s\" must be in GROUP BY or in an aggregate",
					get_rte_attribute_name(rte, var->varattno)),
			 errhint("Add \"%s.%s\" to GROUP BY.", rte->eref->aliasname,
					 get_rte_attribute_name(rte, var->varattno)),
			 cv_errposition(check->source, var->location)));
}

/* ---- helpers ---- */

/* all that is evaluated over input rows, the window's constants left out */
static List *
input_side(const CvViewSpec *spec)
{
	List	   *exprs = list_make1(spec->time_expr);

	exprs = list_concat(exprs, spec->keys);
	exprs = list_concat(exprs, spec->aggs);
	if (spec->query->jointree->quals != NULL)
		exprs = lappend(exprs, spec->query->jointree->quals);
	return exprs;
}

static bool
count_relation(Node *node, RelationCount *count)
{
	ListCell   *lc;

	if (node == NULL)
		return false;
	if (!IsA(node, Query))
		return expression_tree_walker(node, count_relation, count);
	foreach(lc, ((Query *) node)->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_RELATION && rte->relid == count->relid)
			count->n++;
	}
	return query_tree_walker((Query *) node, count_relation, count, 0);
}

static bool
find_system_column(Node *node, ColumnSearch *search)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var		   *var = (Var *) node;

		if (var->varlevelsup != search->depth || var->varno != search->rti ||
			var->varattno >= 0 || var->varattno == TableOidAttributeNumber)
			return false;
		search->found = var;
		return true;
	}
	if (IsA(node, Query))
	{
		bool		result;

		search->depth++;
		result = query_tree_walker((Query *) node, find_system_column, search,
								   0);
		search->depth--;
		return result;
	}
	return expression_tree_walker(node, find_system_column, search);
}

static bool
find_function(Node *node, FunctionSearch *search)
{
	if (node == NULL)
		return false;
	if (IsA(node, SQLValueFunction) && search->matches == is_now)
	{
		search->keyword = time_keyword((SQLValueFunction *) node);
		search->location = exprLocation(node);
		return search->keyword != NULL;
	}
	if ((IsA(node, NextValueExpr) && search->matches == is_volatile) ||
		check_functions_in_node(node, function_matches, search))
	{
		search->location = exprLocation(node);
		return true;
	}
	return expression_tree_walker(node, find_function, search);
}

static bool
function_matches(Oid funcid, void *search)
{
	if (!((FunctionSearch *) search)->matches(funcid))
		return false;
	((FunctionSearch *) search)->found = funcid;
	return true;
}

static bool
is_now(Oid funcid)
{
	switch (funcid)
	{
		case F_NOW:
		case F_TRANSACTION_TIMESTAMP:
		case F_STATEMENT_TIMESTAMP:
		case F_CLOCK_TIMESTAMP:
		case F_TIMEOFDAY:
		case F_AGE_TIMESTAMP:
		case F_AGE_TIMESTAMPTZ:
			return true;
		default:
			return false;
	}
}

static bool
is_volatile(Oid funcid)
{
	return func_volatile(funcid) == PROVOLATILE_VOLATILE;
}

static const char *
time_keyword(SQLValueFunction *node)
{
	switch (node->op)
	{
		case SVFOP_CURRENT_DATE:
			return "current_date";
		case SVFOP_CURRENT_TIME:
		case SVFOP_CURRENT_TIME_N:
			return "current_time";
		case SVFOP_CURRENT_TIMESTAMP:
		case SVFOP_CURRENT_TIMESTAMP_N:
			return "current_timestamp";
		case SVFOP_LOCALTIME:
		case SVFOP_LOCALTIME_N:
			return "localtime";
		case SVFOP_LOCALTIMESTAMP:
		case SVFOP_LOCALTIMESTAMP_N:
			return "localtimestamp";
		default:
			return NULL;
	}
}

static char *
aggregate_name(Aggref *aggref)
{
	return psprintf("%s()", get_func_name(aggref->aggfnoid));
}
