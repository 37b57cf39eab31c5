/*-------------------------------------------------------------------------
 *
 * input_side_check.c
 *	  What cannot be evaluated over the rows of the input.
 *
 * Everything under GROUP BY, aggregates, WHERE and FROM is evaluated once per
 * input row, at some time: the input side.  Everything else stays in the view
 * on top, and is as free as in any view.
 *
 * One function a refusal, called in the order of the list below; a later one
 * may rely on what the earlier ones let through.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/sysattr.h"
#include "catalog/heap.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "view/agg_info.h"
#include "view/view_check.h"
#include "view/view_from.h"
#include "view/view_parse.h"
#include "view/view_top.h"
#include "view/window_call.h"
#include "view/with_clause.h"

typedef struct SideCheck
{
	const char *source;
	const CvViewSpec *spec;
} SideCheck;

typedef void (*SideCheckFunction) (const SideCheck *check);

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

typedef struct QuerySearch
{
	bool		(*matches) (Query *query);
} QuerySearch;

typedef struct KeySearch
{
	List	   *keys;
	Var		   *found;
} KeySearch;

typedef struct FunctionSearch
{
	bool		(*matches) (Oid funcid);
	Oid			found;
	const char *keyword;		/* of a SQLValueFunction */
	int			location;
} FunctionSearch;

static void refuse_constant_time(const SideCheck *check);
static void refuse_input_twice(const SideCheck *check);
static void refuse_set_returning_time(const SideCheck *check);
static void refuse_row_locks_below(const SideCheck *check);
static void refuse_tablesample_below(const SideCheck *check);
static void refuse_window_in_input(const SideCheck *check);
static void refuse_system_columns(const SideCheck *check);
static void refuse_now(const SideCheck *check);
static void refuse_volatile(const SideCheck *check);
static void refuse_volatile_aggs(const SideCheck *check);
static void refuse_records(const SideCheck *check);
static void refuse_unhashable(const SideCheck *check);
static void refuse_unhashable_clock(const SideCheck *check);
static void refuse_ungrouped(const SideCheck *check);
static void refuse_direct_selects(const SideCheck *check);

static void refuse_window_in(const SideCheck *check, Node *node,
							 const char *place);
static bool find_bound(Node *node, const char **name);
static Var *ungrouped_direct_argument(const CvViewSpec *spec);
static bool find_ungrouped(Node *node, KeySearch *search);
static List *input_side(const CvViewSpec *spec);
static bool count_relation(Node *node, RelationCount *count);
static bool is_related(Oid relid, Oid input);
static Query *view_query(const RangeTblEntry *rte);
static bool find_direct_select(Node *node, List *keys);
static bool find_query(Node *node, bool (*matches) (Query *query));
static bool find_query_walker(Node *node, QuerySearch *search);
static bool has_row_locks(Query *query);
static bool has_tablesample(Query *query);
static bool find_system_column(Node *node, ColumnSearch *search);
static bool find_function(Node *node, FunctionSearch *search);
static bool function_matches(Oid funcid, void *search);
static bool is_now(Oid funcid);
static bool is_volatile(Oid funcid);
static bool takes_internal(Oid funcid);
static const char *time_keyword(SQLValueFunction *node);
static bool is_untyped_record(Node *expr);
static char *aggregate_name(Aggref *aggref);

static const SideCheckFunction side_checks[] = {
	refuse_constant_time,
	refuse_input_twice,
	refuse_set_returning_time,
	refuse_row_locks_below,
	refuse_tablesample_below,
	refuse_window_in_input,
	refuse_system_columns,
	refuse_now,
	refuse_volatile,
	refuse_volatile_aggs,
	refuse_records,
	refuse_unhashable,
	refuse_unhashable_clock,
	refuse_ungrouped,
	refuse_direct_selects,
};

void
cv_check_input_side(const CvViewSpec *spec, const char *source)
{
	SideCheck	check = {source, spec};

	for (int i = 0; i < lengthof(side_checks); i++)
		side_checks[i] (&check);
}

static void
refuse_constant_time(const SideCheck *check)
{
	Node	   *time = (Node *) check->spec->time_expr;

	if (!contain_var_clause(time))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the event time must come from the table in FROM"),
				 cv_errposition(check->source, exprLocation(time))));
}

static void
refuse_input_twice(const SideCheck *check)
{
	RelationCount count = {.relid = check->spec->input};

	(void) count_relation((Node *) check->spec->query, &count);
	if (count.n > 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("table \"%s\" appears more than once: rows already read are not seen again",
						get_rel_name(check->spec->input))));
}

/* a key may be set-returning: then a row is in several groups */
static void
refuse_set_returning_time(const SideCheck *check)
{
	Node	   *time = (Node *) check->spec->time_expr;

	if (expression_returns_set(time))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the event time cannot be a set: a row has one"),
				 cv_errposition(check->source, exprLocation(time))));
}

static void
refuse_row_locks_below(const SideCheck *check)
{
	if (find_query((Node *) input_side(check->spec), has_row_locks))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot use FOR UPDATE or FOR SHARE in a continuous view")));
}

static void
refuse_tablesample_below(const SideCheck *check)
{
	if (find_query((Node *) input_side(check->spec), has_tablesample))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot use TABLESAMPLE in a continuous view")));
}

/* the bounds are those of the group: a row does not have them yet */
static void
refuse_window_in_input(const SideCheck *check)
{
	const CvViewSpec *spec = check->spec;

	refuse_window_in(check, (Node *) spec->time_expr, "the event time");
	refuse_window_in(check, spec->query->jointree->quals, "WHERE");
	refuse_window_in(check, (Node *) spec->keys, "another key of GROUP BY");
	refuse_window_in(check, (Node *) spec->aggs,
					 "the arguments of an aggregate");
}

static void
refuse_window_in(const SideCheck *check, Node *node, const char *place)
{
	FuncExpr   *call = cv_window_call_find(node);
	const char *name = "the window";

	if (call == NULL)
		return;
	(void) find_bound(node, &name);
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s cannot be used in %s", name, place),
			 errhint("Filter on the time column, or use HAVING."),
			 cv_errposition(check->source, exprLocation((Node *) call))));
}

static bool
find_bound(Node *node, const char **name)
{
	bool		is_lower;

	if (node == NULL)
		return false;
	if (cv_is_window_bound(node, &is_lower))
	{
		*name = is_lower ? "window_start" : "window_end";
		return true;
	}
	return expression_tree_walker(node, find_bound, name);
}

static void
refuse_system_columns(const SideCheck *check)
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
refuse_now(const SideCheck *check)
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
refuse_volatile(const SideCheck *check)
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

/*
 * What takes a state of type internal is C code that nobody can call by hand;
 * as the server never asks how such a function is marked, many are not (those
 * of hll are not).
 */
static void
refuse_volatile_aggs(const SideCheck *check)
{
	ListCell   *lc;

	foreach(lc, check->spec->aggs)
	{
		CvAggInfo  *info = cv_agg_info_get(lfirst_node(Aggref, lc), false);
		Oid			functions[] = {
			info->transfn, info->finalfn, info->combinefn, info->serialfn,
			info->deserialfn,
		};

		for (int i = 0; i < lengthof(functions); i++)
		{
			if (OidIsValid(functions[i]) && is_volatile(functions[i]) &&
				!takes_internal(functions[i]))
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

/*
 * Rows without a type mean something in one session only; ROW(...) itself is
 * taken apart.
 */
static void
refuse_records(const SideCheck *check)
{
	bool		is_merged = cv_window_merges_states(&check->spec->window);
	ListCell   *lc;
	ListCell   *lc_arg;

	foreach(lc, check->spec->aggs)
	{
		Aggref	   *aggref = lfirst_node(Aggref, lc);
		CvAggInfo  *info = cv_agg_info_get(aggref, is_merged);
		bool		is_kept = info->kind == CV_AGG_STATEFUL &&
			(info->transtype == RECORDOID ||
			 info->transtype == RECORDARRAYOID);

		foreach(lc_arg, aggref->args)
		{
			TargetEntry *arg = lfirst_node(TargetEntry, lc_arg);

			is_kept |= info->kind == CV_AGG_COLLECTED &&
				is_untyped_record((Node *) arg->expr);
		}
		if (is_kept)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("aggregate %s cannot keep rows of type record",
							aggregate_name(aggref)),
					 errhint("Cast them to a composite type."),
					 cv_errposition(check->source, aggref->location)));
	}
}

static bool
is_untyped_record(Node *expr)
{
	Oid			type = exprType(expr);
	ListCell   *lc;

	if (type == RECORDARRAYOID)
		return true;
	if (type != RECORDOID)
		return false;
	if (!IsA(expr, RowExpr))
		return !IsA(expr, Const);
	foreach(lc, ((RowExpr *) expr)->args)
		if (is_untyped_record(lfirst(lc)))
			return true;
	return false;
}

static void
refuse_unhashable(const SideCheck *check)
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

static void
refuse_unhashable_clock(const SideCheck *check)
{
	Expr	   *clock = check->spec->clock_expr;
	Oid			type;

	if (clock == NULL)
		return;
	type = exprType((Node *) clock);
	if (OidIsValid(lookup_type_cache(type, TYPECACHE_HASH_EXTENDED_PROC)->hash_extended_proc) &&
		OidIsValid(lookup_type_cache(type, TYPECACHE_EQ_OPR)->eq_opr) &&
		type != RECORDOID)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("a column of type %s cannot be used for watermark_by: it has no hash function",
					format_type_be(type))));
}

/* columns that PostgreSQL lets through as they depend on a primary key */
static void
refuse_ungrouped(const SideCheck *check)
{
	Var		   *var = cv_top_ungrouped_column(check->spec);
	RangeTblEntry *rte;

	if (var == NULL)
		var = ungrouped_direct_argument(check->spec);
	if (var == NULL)
		return;
	rte = rt_fetch(var->varno, check->spec->query->rtable);
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("add \"%s.%s\" to GROUP BY", rte->eref->aliasname,
					get_rte_attribute_name(rte, var->varattno)),
			 errdetail("It depends on a key, but it is none, nor in an aggregate: a continuous view does not keep it."),
			 cv_errposition(check->source, var->location)));
}

/*
 * Direct arguments are evaluated when a group's result is made: there is no row
 * then that a sub-select could be read with.  A key may be one.
 */
static void
refuse_direct_selects(const SideCheck *check)
{
	ListCell   *lc;

	foreach(lc, check->spec->aggs)
	{
		Aggref	   *aggref = lfirst_node(Aggref, lc);

		if (find_direct_select((Node *) aggref->aggdirectargs,
							   check->spec->keys))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("a sub-select cannot be used in direct arguments of %s",
							aggregate_name(aggref)),
					 errhint("Add it to GROUP BY, and use the key."),
					 cv_errposition(check->source, aggref->location)));
	}
}

/* ---- helpers ---- */

static bool
find_direct_select(Node *node, List *keys)
{
	if (node == NULL || (!IsA(node, List) && list_member(keys, node)))
		return false;
	if (IsA(node, SubLink))
		return true;
	return expression_tree_walker(node, find_direct_select, keys);
}

/* those of rank(...) WITHIN GROUP and the like are the group's, not a row's */
static Var *
ungrouped_direct_argument(const CvViewSpec *spec)
{
	KeySearch	search = {spec->keys, NULL};
	ListCell   *lc;

	foreach(lc, spec->aggs)
		if (find_ungrouped((Node *) lfirst_node(Aggref, lc)->aggdirectargs,
						   &search))
			return search.found;
	return NULL;
}

static bool
find_ungrouped(Node *node, KeySearch *search)
{
	if (node == NULL || (!IsA(node, List) && list_member(search->keys, node)))
		return false;
	if (!IsA(node, Var))
		return expression_tree_walker(node, find_ungrouped, search);
	search->found = (Var *) node;
	return true;
}

/*
 * input_side -- all that is evaluated over input rows, the window's constants
 * left out; with it the WITH queries that it reads.
 */
static List *
input_side(const CvViewSpec *spec)
{
	List	   *exprs = list_make1(spec->time_expr);
	Query	   *query = makeNode(Query);

	exprs = list_concat(exprs, spec->keys);
	exprs = list_concat(exprs, spec->aggs);
	if (spec->clock_expr != NULL)
		exprs = lappend(exprs, spec->clock_expr);
	exprs = list_concat(exprs, cv_from_list(spec->query));

	query->targetList = exprs;
	query->rtable = spec->query->rtable;
	query->cteList = copyObject(spec->query->cteList);
	cv_with_trim(query);
	return list_concat(exprs, query->cteList);
}

/* views are looked into: they are read as they are later, too */
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

		if (rte->rtekind != RTE_RELATION)
			continue;
		if (is_related(rte->relid, count->relid))
			count->n++;
		(void) count_relation((Node *) view_query(rte), count);
	}
	return query_tree_walker((Query *) node, count_relation, count, 0);
}

/* the same, or one is a part of the other */
static bool
is_related(Oid relid, Oid input)
{
	return relid == input ||
		(has_subclass(relid) &&
		 list_member_oid(find_all_inheritors(relid, NoLock, NULL), input)) ||
		(has_subclass(input) &&
		 list_member_oid(find_all_inheritors(input, NoLock, NULL), relid));
}

/* NULL if it is no view; OLD and NEW of a view's rule are in no FROM */
static Query *
view_query(const RangeTblEntry *rte)
{
	Relation	rel;
	Query	   *query;

	if (rte->relkind != RELKIND_VIEW || !rte->inFromCl)
		return NULL;
	rel = relation_open(rte->relid, AccessShareLock);
	query = copyObject(get_view_query(rel));
	relation_close(rel, NoLock);
	return query;
}

static bool
find_query(Node *node, bool (*matches) (Query *query))
{
	QuerySearch search = {matches};

	return find_query_walker(node, &search);
}

static bool
find_query_walker(Node *node, QuerySearch *search)
{
	if (node == NULL)
		return false;
	if (!IsA(node, Query))
		return expression_tree_walker(node, find_query_walker, search);
	return search->matches((Query *) node) ||
		query_tree_walker((Query *) node, find_query_walker, search, 0);
}

static bool
has_row_locks(Query *query)
{
	return query->rowMarks != NIL;
}

static bool
has_tablesample(Query *query)
{
	ListCell   *lc;

	foreach(lc, query->rtable)
		if (lfirst_node(RangeTblEntry, lc)->tablesample != NULL)
			return true;
	return false;
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
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, find_function, search, 0);
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

static bool
takes_internal(Oid funcid)
{
	Oid		   *types;
	int			ntypes;

	(void) get_func_signature(funcid, &types, &ntypes);
	for (int i = 0; i < ntypes; i++)
		if (types[i] == INTERNALOID)
			return true;
	return false;
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
