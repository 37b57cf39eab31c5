/*-------------------------------------------------------------------------
 *
 * explain_input.c
 *	  explain(): the input, the plan over it, and the aggregates.
 *
 * The plan is made as a batch makes it, for a batch without rows.  What makes
 * batches fail makes this fail, too: then the error is what is said of it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "commands/explain.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

#include "aggregate/agg_set.h"
#include "base/compat.h"
#include "input/heap_reader.h"
#include "input/input_query.h"
#include "monitor/access.h"
#include "monitor/explain.h"
#include "view/agg_info.h"
#include "view/statement_text.h"
#include "worker/batch_blocks.h"
#include "worker/identity.h"
#include "worker/subtransaction.h"

#define MAX_LEAVES_TOLD		10

/* What is found out with the rights of the owner. */
typedef struct InputPlan
{
	CvViewSpec *spec;
	char	   *text;			/* of the plan */
	bool		takes_blocks;
	int			nother_tables;	/* that the plan reads */
	bool	   *is_native;		/* parallel to spec->aggs; NULL: not known */
} InputPlan;

static void explain_leaves(CvExplain *explain);
static void make_plan(void *arg);
static char *plan_text(PlannedStmt *plan);
static bool tells_of_plan(const ErrorData *error, void *arg);
static void explain_plan(CvExplain *explain, const InputPlan *plan);
static const char *why_by_row(const CvExplain *explain, const InputPlan *plan);
static int	count_sharing(const CvExplain *explain);
static void explain_aggregates(CvExplain *explain, const InputPlan *plan);
static char *agg_kind(const CvExplain *explain, Aggref *agg, bool is_native);

void
cv_explain_input(CvExplain *explain)
{
	InputPlan	plan = {0};
	ErrorData  *error;

	plan.spec = explain->spec;
	explain_leaves(explain);
	error = cv_subtransaction_try(make_plan, tells_of_plan, &plan);
	if (error == NULL)
		explain_plan(explain, &plan);
	else if (cv_access_to_data(explain->spec->view))
		cv_explain_line(explain, "Input Plan: cannot be made (%s)",
						error->message);
	else
		cv_explain_line(explain, "Input Plan: cannot be made");
	if (plan.is_native != NULL)
		explain_aggregates(explain, &plan);
}

/* explain_leaves -- the input, and the tables that have its rows. */
static void
explain_leaves(CvExplain *explain)
{
	Oid			input = explain->spec->input;
	List	   *relids = list_make1_oid(input);
	List	   *leaves = NIL;
	ListCell   *lc;

	LockRelationOid(input, AccessShareLock);
	if (cv_view_reads_children(explain->spec))
		relids = find_all_inheritors(input, AccessShareLock, NULL);
	foreach(lc, relids)
		if (get_rel_relkind(lfirst_oid(lc)) != RELKIND_PARTITIONED_TABLE)
			leaves = lappend_oid(leaves, lfirst_oid(lc));
	if (list_length(leaves) == 1 && linitial_oid(leaves) == input)
	{
		cv_explain_line(explain, "Input: %s", cv_explain_name(input));
		return;
	}
	cv_explain_line(explain, "Input: %s, of %d tables", cv_explain_name(input),
					list_length(leaves));
	explain->depth++;
	foreach(lc, leaves)
	{
		if (foreach_current_index(lc) < MAX_LEAVES_TOLD)
			cv_explain_line(explain, "Table: %s",
							cv_explain_name(lfirst_oid(lc)));
	}
	if (list_length(leaves) > MAX_LEAVES_TOLD)
		cv_explain_line(explain, "... and %d more",
						list_length(leaves) - MAX_LEAVES_TOLD);
	explain->depth--;
}

/* make_plan -- as the owner, as it may call his functions. */
static void
make_plan(void *arg)
{
	InputPlan  *result = arg;
	CvViewSpec *spec = result->spec;
	CvInputBatch input = {.input = spec->input};
	CvOwnerCode own;
	CvReader   *reader;
	PlannedStmt *plan;
	List	   *outer_aggs;
	CvAggSet   *aggs;
	Query	   *query;

	cv_identity_borrow(spec, &own);
	reader = cv_reader_begin(&input, GetActiveSnapshot());
	query = cv_input_query_build(spec, NULL, &outer_aggs);
	plan = cv_input_query_plan(query, reader);
	result->nother_tables = list_length(plan->relationOids) - 1;
	result->text = plan_text(plan);
	aggs = cv_agg_set_begin(plan, outer_aggs, spec->generations,
							cv_window_merges_states(&spec->window),
							GetActiveSnapshot());
	result->takes_blocks = cv_view_takes_blocks(spec, aggs);
	result->is_native = palloc(sizeof(bool) * Max(list_length(spec->aggs), 1));
	for (int i = 0; i < list_length(spec->aggs); i++)
		result->is_native[i] = cv_agg_set_is_native(aggs, i);
	cv_agg_set_end(aggs);
	cv_reader_end(reader);
	cv_owner_code_end(&own);
}

/* plan_text -- as EXPLAIN (COSTS OFF) has it. */
static char *
plan_text(PlannedStmt *plan)
{
	ExplainState *es = NewExplainState();
	QueryDesc  *query = CreateQueryDesc(plan, "", GetActiveSnapshot(),
										InvalidSnapshot, None_Receiver, NULL,
										NULL, 0);

	es->costs = false;
	ExecutorStart(query, EXEC_FLAG_EXPLAIN_ONLY);
	ExplainPrintPlan(es, query);
	ExecutorEnd(query);
	FreeQueryDesc(query);
	return es->str->data;
}

/* tells_of_plan -- and is not about this session. */
static bool
tells_of_plan(const ErrorData *error, void *arg)
{
	int			category = ERRCODE_TO_CATEGORY(error->sqlerrcode);

	return category != ERRCODE_TO_CATEGORY(ERRCODE_OPERATOR_INTERVENTION) &&
		category != ERRCODE_TO_CATEGORY(ERRCODE_INSUFFICIENT_RESOURCES) &&
		category != ERRCODE_TO_CATEGORY(ERRCODE_INTERNAL_ERROR);
}

static void
explain_plan(CvExplain *explain, const InputPlan *plan)
{
	const char *why = why_by_row(explain, plan);
	int			nsharing = count_sharing(explain);
	char	   *text = pstrdup(plan->text);
	char	   *line;
	char	   *rest;

	cv_explain_line(explain, "Input Plan:");
	explain->depth++;
	for (line = strtok_r(text, "\n", &rest); line != NULL;
		 line = strtok_r(NULL, "\n", &rest))
		cv_explain_line(explain, "%s", line);
	explain->depth--;
	if (why == NULL)
		cv_explain_line(explain, "Rows Read: page by page");
	else
		cv_explain_line(explain, "Rows Read: one by one (%s)", why);
	if (nsharing > 0)
		cv_explain_line(explain, "Rows Shared With: %d other view%s on the input",
						nsharing, nsharing == 1 ? "" : "s");
}

/* why_by_row -- NULL: page by page. */
static const char *
why_by_row(const CvExplain *explain, const InputPlan *plan)
{
	const CvViewSpec *spec = explain->spec;

	if (plan->takes_blocks)
		return spec->window.kind == CV_WINDOW_SESSION ?
			"sessions, but for the first scan" : NULL;
	if (spec->window.kind == CV_WINDOW_NONE)
		return "there is no window";
	if (spec->clock_expr != NULL)
		return "watermark_by";
	if (plan->nother_tables > 0)
		return "other tables are read, too";
	for (int i = 0; i < list_length(spec->aggs); i++)
		if (!plan->is_native[i])
			return "not all aggregates are native";
	return "the plan is not a plain scan";
}

/* count_sharing -- views that the same worker follows, on the same input. */
static int
count_sharing(const CvExplain *explain)
{
	CvViewSlot *own;
	int			count = 0;

	if (!cv_is_preloaded())
		return 0;
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	own = cv_view_slot_lookup(MyDatabaseId, explain->spec->view);
	for (int i = 0; own != NULL && i < cv_shared->nviews; i++)
	{
		const CvViewSlot *other = &cv_shared->views[i];

		if (other->in_use && other != own && other->input == own->input &&
			other->database == own->database && other->worker == own->worker)
			count++;
	}
	LWLockRelease(cv_shared->lock);
	return count;
}

static void
explain_aggregates(CvExplain *explain, const InputPlan *plan)
{
	ListCell   *lc;

	if (explain->spec->aggs == NIL)
		return;
	cv_explain_line(explain, "Aggregates:");
	explain->depth++;
	foreach(lc, explain->spec->aggs)
	{
		Aggref	   *agg = lfirst_node(Aggref, lc);
		bool		is_native = plan->is_native[foreach_current_index(lc)];

		cv_explain_line(explain, "%s: %s",
						cv_expression_text(explain->spec, (Expr *) agg),
						agg_kind(explain, agg, is_native));
	}
	explain->depth--;
}

/* agg_kind -- and what makes it so. */
static char *
agg_kind(const CvExplain *explain, Aggref *agg, bool is_native)
{
	CvAggInfo  *info =
		cv_agg_info_get(agg, cv_window_merges_states(&explain->spec->window));

	if (is_native)
		return "native";
	if (info->kind == CV_AGG_COLLECTED)
		return psprintf("collected (%s)", info->collected_why);
	return OidIsValid(info->combinefn) ? "combinable" :
		"by its own functions (no combine function)";
}
