/*-------------------------------------------------------------------------
 *
 * explain.c
 *	  explain(): what a view is made of, how it is computed, where it stands.
 *
 * For all who may ask about the view.  What is planned and evaluated for it,
 * is so with the rights of its owner, as in a batch; nothing is read of the
 * input, and nothing is written.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/ruleutils.h"

#include "access/table.h"
#include "base/shared_memory.h"
#include "monitor/access.h"
#include "monitor/explain.h"
#include "state/state_table.h"
#include "view/owner_code.h"
#include "view/statement_text.h"
#include "view/window_call.h"

#define EXPLAIN_NATTS	1

PG_FUNCTION_INFO_V1(cv_explain);

static void explain_all(CvExplain *explain);
static void explain_window(CvExplain *explain);
static char *window_text(const CvViewSpec *spec);
static void explain_slices(CvExplain *explain);
static void explain_states(CvExplain *explain);
static void explain_tables(CvExplain *explain);
static void explain_table(CvExplain *explain, const char *what, Oid relid,
						  bool has_indexes);

/*
 * cv_explain -- SQL: explain(view), lines of text like those of EXPLAIN.
 */
Datum
cv_explain(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	CvExplain	explain = {0};

	explain.row = cv_access_to_read(view);
	cv_refuse_in_owner_code("continuous.explain()");
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	explain.lines = rsinfo->setResult;
	explain.desc = rsinfo->setDesc;
	LockRelationOid(view, AccessShareLock);
	LockRelationOid(explain.row->definition, AccessShareLock);
	LockRelationOid(explain.row->results, AccessShareLock);
	explain.row = cv_access_view(view);
	/* one that comes from a dump is looked at when it is taken up again */
	if (cv_view_is_adopted(view))
		explain_all(&explain);
	else
		cv_explain_line(&explain, "Continuous View %s",
						cv_explain_name(view));
	explain.depth = 1;
	cv_explain_state(&explain);
	return (Datum) 0;
}

/* explain_all -- but for where it stands. */
static void
explain_all(CvExplain *explain)
{
	explain->spec = cv_view_load(explain->row->view);
	if (explain->spec == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the continuous view has been dropped")));
	cv_explain_line(explain, "Continuous View %s", explain->spec->name);
	explain->depth++;
	explain_window(explain);
	cv_explain_input(explain);
	explain_states(explain);
	explain_tables(explain);
	cv_explain_line(explain, "Options: %s",
					cv_dials_tell(explain->row->options,
								  &explain->spec->dials));
}

void
cv_explain_line(CvExplain *explain, const char *format,...)
{
	StringInfoData line;
	Datum		value;
	bool		isnull = false;

	initStringInfo(&line);
	appendStringInfoSpaces(&line, 2 * explain->depth);
	for (;;)
	{
		va_list		args;
		int			missing;

		va_start(args, format);
		missing = appendStringInfoVA(&line, format, args);
		va_end(args);
		if (missing == 0)
			break;
		enlargeStringInfo(&line, missing);
	}
	value = CStringGetTextDatum(line.data);
	tuplestore_putvalues(explain->lines, explain->desc, &value, &isnull);
	pfree(line.data);
}

char *
cv_explain_name(Oid relid)
{
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(relid)),
									  get_rel_name(relid));
}

/* explain_window -- and the keys of its groups. */
static void
explain_window(CvExplain *explain)
{
	const CvViewSpec *spec = explain->spec;
	StringInfoData keys;
	ListCell   *lc;

	if (spec->window.kind == CV_WINDOW_NONE)
		cv_explain_line(explain, "Window: none, a key is forgotten after state_ttl");
	else
		cv_explain_line(explain, "Window: %s", window_text(spec));
	if (cv_window_is_sliced(&spec->window))
		explain_slices(explain);
	if (spec->keys == NIL)
		return;
	initStringInfo(&keys);
	foreach(lc, spec->keys)
		appendStringInfo(&keys, "%s%s", keys.len > 0 ? ", " : "",
						 cv_expression_text(spec, lfirst(lc)));
	cv_explain_line(explain, "Group Key: %s", keys.data);
}

/* window_text -- as users write it. */
static char *
window_text(const CvViewSpec *spec)
{
	FuncExpr   *call = NULL;
	ListCell   *lc;
	char	   *text;

	foreach(lc, spec->query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		call = cv_window_call_find((Node *) tle->expr);
		if (call != NULL)
			break;
	}
	if (call == NULL)
		return pstrdup(cv_window_kind_name(spec->window.kind));
	text = cv_expression_text(spec, (Expr *) call);
	return psprintf("%s%s", cv_window_function(call->funcid)->written,
					strchr(text, '('));
}

/* explain_slices -- how many states are put together for a window. */
static void
explain_slices(CvExplain *explain)
{
	const CvWindowSpec *window = &explain->spec->window;
	const CvSpan *step = window->kind == CV_WINDOW_CUMULATE ?
		&window->step : &window->grid.step;

	/* of months, and of days of a zone, they vary */
	if (window->size.months != 0 || step->months != 0 || step->us <= 0)
		cv_explain_line(explain, "Slices: shared by the windows that they are in");
	else if (window->size.us % step->us == 0)
		cv_explain_line(explain, "Slices: " INT64_FORMAT " in a window, shared by the windows that they are in",
						window->size.us / step->us);
	else
		cv_explain_line(explain, "Slices: " INT64_FORMAT " in a window, shared by the windows that they are in",
						2 * (window->size.us / step->us) + 1);
}

typedef struct StateSizes
{
	int64		groups;
	int64		bytes;
} StateSizes;

static void
add_window(void *arg, int64 window_start, int64 window_end, int64 groups,
		   int64 bytes)
{
	StateSizes *sizes = arg;

	sizes->groups += groups;
	sizes->bytes += bytes;
}

/* explain_states -- measured, as aggregates may have states of any size. */
static void
explain_states(CvExplain *explain)
{
	StateSizes	sizes = {0};

	if (cv_is_preloaded())
		(void) cv_state_table_visit(MyDatabaseId, explain->spec->view,
									add_window, &sizes);
	if (sizes.groups == 0)
		cv_explain_line(explain, "States: none in shared memory");
	else
		cv_explain_line(explain, "States: " INT64_FORMAT " in shared memory, " INT64_FORMAT " bytes each",
						sizes.groups, sizes.bytes / sizes.groups);
}

static void
explain_tables(CvExplain *explain)
{
	const CvViewSpec *spec = explain->spec;

	explain_table(explain, "Results", spec->results, true);
	explain_table(explain, cv_window_is_sliced(&spec->window) ?
				  "Slices At Rest" : "Open Windows", spec->state, false);
	explain_table(explain, "Collected Inputs", spec->collected, false);
	explain_table(explain, "Late Rows", spec->late, false);
}

static void
explain_table(CvExplain *explain, const char *what, Oid relid,
			  bool has_indexes)
{
	Relation	rel;
	ListCell   *lc;

	if (!OidIsValid(relid))
		return;
	rel = table_open(relid, AccessShareLock);
	cv_explain_line(explain, "%s: %s", what, cv_explain_name(relid));
	explain->depth++;
	if (has_indexes)
		foreach(lc, RelationGetIndexList(rel))
		{
			Oid			index = lfirst_oid(lc);

			cv_explain_line(explain, "Index: %s (%s)", get_rel_name(index),
							pg_get_indexdef_columns(index, false));
		}
	explain->depth--;
	table_close(rel, AccessShareLock);
}
