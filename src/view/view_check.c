/*-------------------------------------------------------------------------
 *
 * view_check.c
 *	  What cannot be a continuous view, and why.
 *
 * One function a refusal, called in the order of the lists below; a later one
 * may rely on what the earlier ones let through.  Refusals of what is
 * evaluated per input row are in input_side_check.c, those of the input itself
 * in input_check.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"

#include "base/compat.h"
#include "view/foreign_window.h"
#include "view/join_check.h"
#include "view/view_analyze.h"
#include "view/view_catalog.h"
#include "view/view_check.h"
#include "view/view_from.h"
#include "view/view_parse.h"
#include "view/window_call.h"

typedef struct Check
{
	const char *source;
	bool		is_keyed;		/* state_ttl: it needs no window */
	SelectStmt *raw;			/* in the first list only */
	Query	   *query;
	FuncExpr   *call;			/* of the window, once it is known to be one */
	Index		input_rti;		/* once it is known */
} Check;

typedef void (*CheckFunction) (Check *check);

static void refuse_other_than_select(Check *check);
static void refuse_grouped_from(Check *check);
static void refuse_into(Check *check);
static void refuse_foreign_window(Check *check);
static void refuse_modifying_with(Check *check);
static void refuse_grouping_sets(Check *check);
static void refuse_row_locks(Check *check);
static void refuse_tablesample(Check *check);
static void refuse_bound_as_key(Check *check);
static void refuse_no_window(Check *check);
static void refuse_two_windows(Check *check);
static void refuse_bad_window(Check *check);
static void refuse_without_input(Check *check);
static void refuse_other_than_table(Check *check);
static void refuse_nullable_input(Check *check);
static void refuse_input_kind(Check *check);
static void refuse_temporary(Check *check);

static bool find_tablesample(Node *node, void *context);

static void refuse_form(void);
static void run_checks(Check *check, const CheckFunction *list, int n);

static const CheckFunction raw_checks[] = {
	refuse_other_than_select,
	refuse_grouped_from,
	refuse_into,
	refuse_foreign_window,
};

static const CheckFunction query_checks[] = {
	refuse_modifying_with,
	refuse_grouping_sets,
	refuse_row_locks,
	refuse_tablesample,
	refuse_bound_as_key,
	refuse_no_window,
	refuse_two_windows,
	refuse_bad_window,
	refuse_without_input,
	refuse_other_than_table,
	refuse_nullable_input,
	refuse_input_kind,
	refuse_temporary,
};

void
cv_check_raw(SelectStmt *raw, const CvDials *dials, const char *source)
{
	Check		check = {.raw = raw, .source = source};

	check.is_keyed = dials->state_ttl_us >= 0;
	run_checks(&check, raw_checks, lengthof(raw_checks));
}

void
cv_check_query(CvViewSpec *spec, Query *query, const char *source)
{
	Check		check = {.query = copyObject(query), .source = source};

	check.is_keyed = spec->dials.state_ttl_us >= 0;
	run_checks(&check, query_checks, lengthof(query_checks));
	cv_view_analyze(spec, check.query);
	cv_check_input_side(spec, source);
	cv_joins_check(spec);
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

	if (!IsA(raw, SelectStmt) || raw->op != SETOP_NONE ||
		raw->valuesLists != NIL || raw->fromClause == NIL)
		refuse_form();
}

/* what is grouped already and alone in FROM */
static void
refuse_grouped_from(Check *check)
{
	RangeSubselect *from = linitial(check->raw->fromClause);

	if (list_length(check->raw->fromClause) == 1 &&
		IsA(from, RangeSubselect) &&
		((SelectStmt *) from->subquery)->groupClause != NIL)
		refuse_form();
}

static void
refuse_form(void)
{
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

/* a window, but not one of ours: say which it would be */
static void
refuse_foreign_window(Check *check)
{
	int			location = -1;
	char	   *call = NULL;

	if (!check->is_keyed)
		call = cv_foreign_window_find(check->raw, check->source, &location);
	if (call != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view needs tumble(), hop(), cumulate() or session() in its GROUP BY"),
				 errhint("Perhaps you meant GROUP BY %s. Its bounds are window_start and window_end.",
						 call),
				 cv_errposition(check->source, location)));
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

/* of other tables as well: it would be another sample for each batch */
static void
refuse_tablesample(Check *check)
{
	if (find_tablesample((Node *) check->query, NULL))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot use TABLESAMPLE in a continuous view")));
}

static bool
find_tablesample(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, TableSampleClause))
		return true;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, find_tablesample, context, 0);
	return expression_tree_walker(node, find_tablesample, context);
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
	if (check->is_keyed)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("a continuous view needs tumble(), hop(), cumulate() or session() in its GROUP BY"),
			 errhint(CV_WINDOW_HINT)));
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
	CvWindowCall call;
	ListCell   *lc;

	foreach(lc, check->query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													check->query->targetList);

		if (cv_is_window_call(expr))
			check->call = (FuncExpr *) expr;
	}
	if (check->call == NULL)
		return;
	cv_window_call_read(check->call, &call);
	if (call.wrong == NULL)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s", call.wrong),
			 call.hint ? errhint("%s", call.hint) : 0,
			 cv_errposition(check->source, exprLocation((Node *) check->call))));
}

/* ---- the input ---- */

/* which relation of FROM is the input */
static void
refuse_without_input(Check *check)
{
	Node	   *time = check->call == NULL ? NULL :
		linitial(cv_window_call_arguments(check->call));

	check->input_rti = cv_from_input_rti(check->query);
	if (check->input_rti == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the event time must come from one table"),
				 errdetail("That table is the input: its rows are counted, and the other tables are joined to them."),
				 cv_errposition(check->source, exprLocation(time))));
}

static void
refuse_other_than_table(Check *check)
{
	RangeTblEntry *rte = rt_fetch(check->input_rti, check->query->rtable);

	if (rte->rtekind == RTE_RELATION &&
		(rte->relkind != RELKIND_VIEW || cv_is_continuous_view(rte->relid)))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("the input must be a table named in FROM"),
			 rte->rtekind == RTE_RELATION ?
			 errdetail("View \"%s\" is not just columns and WHERE over one table, or is read by JOIN or as a whole row.",
					   get_rel_name(rte->relid)) : 0,
			 rte->rtekind == RTE_SUBQUERY || rte->rtekind == RTE_CTE ?
			 errhint("Put the table itself into FROM, and conditions into WHERE.") : 0));
}

static void
refuse_nullable_input(Check *check)
{
	if (cv_from_is_nullable(check->query, check->input_rti))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the input cannot be on the nullable side of an outer join"),
				 errdetail("\"%s\" is the input, as the event time comes from it.",
						   rt_fetch(check->input_rti,
									check->query->rtable)->eref->aliasname)));
}

static void
refuse_input_kind(Check *check)
{
	RangeTblEntry *rte = rt_fetch(check->input_rti, check->query->rtable);

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
