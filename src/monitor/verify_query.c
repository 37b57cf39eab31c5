/*-------------------------------------------------------------------------
 *
 * verify_query.c
 *	  verify(): the plain query beside the stored groups, and its run.
 *
 * Of a view
 *
 *	SELECT window_start, k, round(avg(v)) FROM t WHERE v > 0
 *	 GROUP BY tumble(ts, '5 min'), k
 *
 * the query is, in short,
 *
 *	SELECT coalesce(s.ws, r.ws), ..., s.here, r.here, s.a1, r.a1
 *	  FROM (SELECT true AS here, ROW(ws, we, k1) AS k, hash AS h, x.*
 *			  FROM (SELECT lower(tumble(ts, '5 min')), ..., k, avg(v), count(*)
 *					  FROM t WHERE v > 0 GROUP BY tumble(ts, '5 min'), k) x
 *			 WHERE we <= closed) r
 *		   FULL JOIN
 *		   (SELECT true AS here, ROW(ws, we, k1) AS k, hash AS h, x.*
 *			  FROM (SELECT window_start, ..., k, avg FROM v_results) x) s
 *		   ON r.h = s.h AND r.k = s.k
 *
 * It is one_shot()'s query with the columns of the result table, run by
 * PostgreSQL's own executor: nothing of our aggregation is in it.  Records are
 * equal as GROUP BY has it, NULLs and collations included.
 *
 * The query is made as text, and read again.  What the text cannot say is put
 * into it afterwards: which rows of the input count, and that our own tables
 * are read whatever rights and policies on them say.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_aggregate.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/planner.h"
#include "optimizer/tlist.h"
#include "parser/analyze.h"
#include "parser/parser.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

#include "base/compat.h"
#include "monitor/verify.h"
#include "view/one_shot.h"
#include "view/result_columns.h"
#include "view/statement_text.h"
#include "view/window_call.h"
#include "view/with_clause.h"
#include "worker/identity.h"

typedef struct VerifyQuery
{
	const CvViewSpec *spec;
	const CvPosition *position;
	int			nkeys;
	int			naggs;
	bool		is_keyed;
	char	   *time_type;
	AttrNumber *attnums;		/* of the result table */
	List	   *key_types;		/* of Oid */
	StringInfoData text;
} VerifyQuery;

#define NPARAMS	4

static void build_text(VerifyQuery *query, const CvVerifyLimits *limits);
static void append_keys(VerifyQuery *query);
static void append_late(VerifyQuery *query, const char *windows);
static char *late_rows(const VerifyQuery *query);
static char *late_windows(const CvViewSpec *spec);
static void append_side(VerifyQuery *query, const char *inner,
						const CvVerifyLimits *limits, const char *condition);
static char *identity_text(const VerifyQuery *query);
static char *plain_groups(VerifyQuery *query);
static void set_targets(CvViewSpec *spec);
static Expr *window_bound(const CvViewSpec *spec, FuncExpr *call, Oid bound);
static List *add_target(List *targets, Expr *expr);
static List *add_group_targets(const CvViewSpec *spec, List *targets);
static Aggref *make_count(void);
static Aggref *make_first_event(const CvViewSpec *spec);
static char *stored_groups(const VerifyQuery *query);
static char *relation_text(Oid relid);
static Query *read_text(VerifyQuery *query, const CvVerifyLimits *limits);
static bool mark_entries(Node *node, VerifyQuery *query);
static ParamListInfo make_params(const VerifyQuery *query,
								 const CvVerifyLimits *limits);
static Tuplestorestate *run_plan(Query *query, const char *text,
								 ParamListInfo params, TupleDesc *desc);

Tuplestorestate *
cv_verify_run(const CvViewSpec *spec, const CvPosition *position,
			  const CvVerifyLimits *limits, TupleDesc *desc)
{
	VerifyQuery query = {.spec = spec, .position = position};
	ParamListInfo params;
	Tuplestorestate *volatile rows = NULL;
	CvOwnerCode own;
	ListCell   *lc;

	query.nkeys = list_length(spec->keys);
	query.naggs = list_length(spec->aggs);
	query.is_keyed = spec->window.kind == CV_WINDOW_NONE;
	query.time_type = format_type_be(spec->window.time_type);
	query.attnums = cv_result_columns_of(spec->results, spec);
	foreach(lc, spec->keys)
		query.key_types = lappend_oid(query.key_types, exprType(lfirst(lc)));
	params = make_params(&query, limits);

	cv_identity_borrow(spec, &own);
	cv_verify_input_begin(position);
	PG_TRY();
	{
		Query	   *parsed = read_text(&query, limits);

		rows = run_plan(parsed, query.text.data, params, desc);
	}
	PG_FINALLY();
	{
		cv_verify_input_end();
	}
	PG_END_TRY();
	cv_owner_code_end(&own);
	return rows;
}

/* ---- the text -------------------------------------------------------- */

/* build_text -- columns as CV_VERIFY_... number them. */
static void
build_text(VerifyQuery *query, const CvVerifyLimits *limits)
{
	StringInfo	text = &query->text;
	char	   *windows = late_windows(query->spec);

	initStringInfo(text);
	appendStringInfoString(text,
						   "SELECT coalesce(s.ws, r.ws), coalesce(s.we, r.we), ");
	append_keys(query);
	appendStringInfo(text, ", s.here, r.here, s.filler, r.n, r.first, %s",
					 windows ? psprintf("CASE WHEN (SELECT count(*) FROM %s) = $4 THEN coalesce(l.n, 0) END",
										late_rows(query)) : "NULL::bigint");
	for (int i = 1; i <= query->naggs; i++)
		appendStringInfo(text, ", s.a%d, r.a%d, r.e%d", i, i, i);
	appendStringInfoString(text, " FROM ");
	append_side(query, plain_groups(query), limits,
				limits->closed == PG_INT64_MAX ? "n > 0" : "n > 0 AND we <= $3");
	appendStringInfoString(text, " r FULL JOIN ");
	append_side(query, stored_groups(query), limits, "true");
	appendStringInfoString(text, " s ON r.h = s.h AND r.k = s.k");
	if (windows)
		append_late(query, windows);
}

static void
append_keys(VerifyQuery *query)
{
	StringInfo	text = &query->text;

	if (query->nkeys == 0)
	{
		appendStringInfoString(text, "'{}'::jsonb");
		return;
	}
	appendStringInfoString(text, "(SELECT to_jsonb(x.*) FROM (SELECT ");
	for (int i = 1; i <= query->nkeys; i++)
	{
		AttrNumber	attnum = query->attnums[CV_ATT_FIRST_KEY + i - 2];
		char	   *name = get_attname(query->spec->results, attnum, false);

		appendStringInfo(text, "%scoalesce(s.k%d, r.k%d) AS %s",
						 i > 1 ? ", " : "", i, i, quote_identifier(name));
	}
	appendStringInfoString(text, ") x)");
}

/* append_late -- how many rows each window was too late for. */
static void
append_late(VerifyQuery *query, const char *windows)
{
	appendStringInfo(&query->text,
					 " LEFT JOIN (SELECT lower(%s) AS ws, count(*) AS n FROM %s GROUP BY 1) l ON l.ws = coalesce(s.ws, r.ws)",
					 windows, late_rows(query));
}

/* late_rows -- no WITH: the plain query may read a table of whatever name. */
static char *
late_rows(const VerifyQuery *query)
{
	return psprintf("(SELECT event_time FROM %s WHERE reason = 'too late') late",
					relation_text(query->spec->late));
}

/*
 * late_windows -- the window of late.event_time, as text; NULL if the view
 * keeps no late rows, or not each for all windows that it was too late for.
 */
static char *
late_windows(const CvViewSpec *spec)
{
	FuncExpr   *call;

	if (spec->window.kind != CV_WINDOW_TUMBLE || !OidIsValid(spec->late) ||
		!spec->dials.keep_late_rows)
		return NULL;
	call = cv_spec_window_call(spec);
	linitial(call->args) = makeVar(1, CV_LATE_ATT_EVENT_TIME,
								   spec->window.time_type, -1, InvalidOid, 0);
	return deparse_expression((Node *) call,
							  deparse_context_for("late", spec->late),
							  true, false);
}

/*
 * append_side -- groups with their identity, and those of the limits only.
 *
 * What is no limit is left out: windows would be computed for it once more.
 */
static void
append_side(VerifyQuery *query, const char *inner,
			const CvVerifyLimits *limits, const char *condition)
{
	StringInfo	text = &query->text;
	char	   *identity = identity_text(query);

	/* records cannot be joined by hashing, but by a hash of them */
	appendStringInfo(text,
					 "(SELECT true AS here, %s AS k, hash_record_extended(%s, 0) AS h, x.* FROM %s WHERE %s",
					 identity, identity, inner, condition);
	if (limits->ends_after != PG_INT64_MIN)
		appendStringInfoString(text, " AND we > $1");
	if (limits->starts_before != PG_INT64_MAX)
		appendStringInfoString(text, " AND ws < $2");
	appendStringInfoChar(text, ')');
}

/* identity_text -- may be sorted, too, which not all types can be. */
static char *
identity_text(const VerifyQuery *query)
{
	StringInfoData text;
	ListCell   *lc;

	initStringInfo(&text);
	appendStringInfo(&text, "ROW(%s", query->is_keyed ? "0" : "ws, we");
	foreach(lc, query->key_types)
	{
		TypeCacheEntry *cache = lookup_type_cache(lfirst_oid(lc),
												  TYPECACHE_CMP_PROC);

		appendStringInfo(&text, ", k%d%s", foreach_current_index(lc) + 1,
						 OidIsValid(cache->cmp_proc) ? "" : "::text");
	}
	appendStringInfoChar(&text, ')');
	return text.data;
}

/* plain_groups -- (SELECT ...) x (ws, we, k1, ..., a1, ..., e1, ..., n, first) */
static char *
plain_groups(VerifyQuery *query)
{
	CvViewSpec	spec = *query->spec;
	StringInfoData text;

	spec.query = copyObject(spec.query);
	set_targets(&spec);
	cv_make_one_shot(&spec);
	cv_with_trim(spec.query);
	initStringInfo(&text);
	appendStringInfo(&text, "(%s) x (ws, we",
					 cv_query_text(spec.query, false));
	for (int i = 1; i <= query->nkeys; i++)
		appendStringInfo(&text, ", k%d", i);
	for (int i = 1; i <= query->naggs; i++)
		appendStringInfo(&text, ", a%d", i);
	for (int i = 1; i <= query->naggs; i++)
		appendStringInfo(&text, ", e%d", i);
	appendStringInfoString(&text, ", n, first)");
	return text.data;
}

/* set_targets -- of spec->query: one row for each group, and nothing on top. */
static void
set_targets(CvViewSpec *spec)
{
	Query	   *query = spec->query;
	FuncExpr   *call = cv_spec_window_call(spec);
	List	   *targets = NIL;
	ListCell   *lc;

	targets = add_target(targets, window_bound(spec, call, F_LOWER_ANYRANGE));
	targets = add_target(targets, window_bound(spec, call, F_UPPER_ANYRANGE));
	foreach(lc, spec->keys)
		targets = add_target(targets, copyObject(lfirst(lc)));
	foreach(lc, spec->aggs)
		targets = add_target(targets, copyObject(lfirst(lc)));
	foreach(lc, spec->aggs)
		targets = add_target(targets,
							 cv_verify_scale(lfirst_node(Aggref, lc)));
	targets = add_target(targets, (Expr *) make_count());
	targets = add_target(targets, (Expr *) make_first_event(spec));
	query->targetList = add_group_targets(spec, targets);
	query->hasAggs = true;
	query->hasWindowFuncs = false;
	query->hasDistinctOn = false;
	query->hasTargetSRFs = expression_returns_set((Node *) query->targetList);
	query->havingQual = NULL;
	query->windowClause = NIL;
	query->distinctClause = NIL;
	query->sortClause = NIL;
	query->limitOffset = query->limitCount = NULL;
	query->limitOption = LIMIT_OPTION_COUNT;
}

static Expr *
window_bound(const CvViewSpec *spec, FuncExpr *call, Oid bound)
{
	if (call == NULL)
		return (Expr *) makeNullConst(spec->window.time_type, -1, InvalidOid);
	return (Expr *) makeFuncExpr(bound, spec->window.time_type,
								 list_make1(copyObject(call)), InvalidOid,
								 InvalidOid, COERCE_EXPLICIT_CALL);
}

static List *
add_target(List *targets, Expr *expr)
{
	int			resno = list_length(targets) + 1;

	return lappend(targets, makeTargetEntry(expr, resno,
											psprintf("c%d", resno), false));
}

/* what GROUP BY names, once more, out of sight */
static List *
add_group_targets(const CvViewSpec *spec, List *targets)
{
	ListCell   *lc;

	foreach(lc, spec->query->groupClause)
	{
		TargetEntry *tle = get_sortgroupclause_tle(lfirst(lc),
												   spec->query->targetList);

		tle = copyObject(tle);
		tle->resjunk = true;
		tle->resname = NULL;
		tle->resno = list_length(targets) + 1;
		targets = lappend(targets, tle);
	}
	return targets;
}

static Aggref *
make_count(void)
{
	Aggref	   *count = makeNode(Aggref);

	count->aggfnoid = F_COUNT_;
	count->aggtype = INT8OID;
	count->aggstar = true;
	count->aggkind = AGGKIND_NORMAL;
	count->aggsplit = AGGSPLIT_SIMPLE;
	count->aggno = count->aggtransno = count->location = -1;
	return count;
}

static Aggref *
make_first_event(const CvViewSpec *spec)
{
	Oid			type = spec->window.time_type;
	Aggref	   *first = make_count();

	first->aggfnoid = type == TIMESTAMPTZOID ? F_MIN_TIMESTAMPTZ :
		F_MIN_TIMESTAMP;
	first->aggtype = type;
	first->aggstar = false;
	first->aggargtypes = list_make1_oid(type);
	first->args = list_make1(makeTargetEntry(copyObject(spec->time_expr), 1,
											 NULL, false));
	return first;
}

/* stored_groups -- (SELECT ...) x, with the same columns */
static char *
stored_groups(const VerifyQuery *query)
{
	Oid			results = query->spec->results;
	int			nkeys = query->nkeys;
	int			naggs = query->naggs;
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfoString(&text,
						   "(SELECT window_start AS ws, window_end AS we");
	for (int i = 1; i <= nkeys + naggs; i++)
	{
		AttrNumber	attnum = query->attnums[CV_ATT_FIRST_KEY + i - 2];
		char	   *name = get_attname(results, attnum, false);

		appendStringInfo(&text, ", %s AS %c%d", quote_identifier(name),
						 i > nkeys ? 'a' : 'k', i > nkeys ? i - nkeys : i);
	}
	/* no bytes are no state, see batch_fill.c */
	appendStringInfo(&text,
					 ", coalesce(octet_length(cv_state) = 0, false) AS filler FROM %s) x",
					 relation_text(results));
	return text.data;
}

static char *
relation_text(Oid relid)
{
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(relid)),
									  get_rel_name(relid));
}

/* ---- the query ------------------------------------------------------- */

/* read_text -- analysed, with what the text does not say. */
static Query *
read_text(VerifyQuery *query, const CvVerifyLimits *limits)
{
	int			nest_level = cv_text_settings_begin();
	Oid			type = query->spec->window.time_type;
	Oid			types[NPARAMS] = {type, type, type, INT8OID};
	Query	   *result;
	List	   *parsed;

	build_text(query, limits);
	parsed = raw_parser(query->text.data, RAW_PARSE_DEFAULT);
	result = parse_analyze_fixedparams(linitial_node(RawStmt, parsed),
									   query->text.data, types, NPARAMS, NULL);
	AtEOXact_GUC(true, nest_level);
	(void) mark_entries((Node *) result, query);
	return result;
}

/*
 * mark_entries -- the input gets conditions; our own tables are read as by a
 * superuser, as the worker reads them.
 */
static bool
mark_entries(Node *node, VerifyQuery *query)
{
	const CvViewSpec *spec = query->spec;
	Query	   *part = (Query *) node;
	ListCell   *lc;

	if (node == NULL)
		return false;
	if (!IsA(node, Query))
		return expression_tree_walker(node, mark_entries, query);
	foreach(lc, part->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind != RTE_RELATION)
			continue;
		if (rte->relid == spec->input)
			rte->securityQuals =
				cv_verify_input_conditions(spec, query->position,
										   foreach_current_index(lc) + 1);
		else if (rte->relid == spec->results || rte->relid == spec->late)
			cv_query_permissions(part, rte)->checkAsUser =
				BOOTSTRAP_SUPERUSERID;
	}
	return query_tree_walker(part, mark_entries, query, 0);
}

static ParamListInfo
make_params(const VerifyQuery *query, const CvVerifyLimits *limits)
{
	int64		values[NPARAMS] = {
		limits->ends_after, limits->starts_before, limits->closed,
		query->position->counters.rows_too_late
	};
	ParamListInfo params = makeParamList(NPARAMS);

	for (int i = 0; i < NPARAMS; i++)
	{
		params->params[i].value = Int64GetDatum(values[i]);
		params->params[i].isnull = false;
		params->params[i].pflags = PARAM_FLAG_CONST;
		params->params[i].ptype = i < 3 ? query->spec->window.time_type :
			INT8OID;
	}
	return params;
}

static Tuplestorestate *
run_plan(Query *query, const char *text, ParamListInfo params,
		 TupleDesc *desc)
{
	Tuplestorestate *rows = tuplestore_begin_heap(false, false, work_mem);
	List	   *queries = QueryRewrite(query);
	PlannedStmt *plan;
	QueryDesc  *run;
	TupleTableSlot *slot;
	MemoryContext old;

	plan = planner(linitial_node(Query, queries), text, 0, params);
	run = CreateQueryDesc(plan, text, GetActiveSnapshot(), InvalidSnapshot,
						  None_Receiver, params, NULL, 0);
	ExecutorStart(run, 0);
	*desc = CreateTupleDescCopy(run->tupDesc);
	old = MemoryContextSwitchTo(run->estate->es_query_cxt);
	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		slot = ExecProcNode(run->planstate);
		if (TupIsNull(slot))
			break;
		tuplestore_puttupleslot(rows, slot);
	}
	MemoryContextSwitchTo(old);
	ExecutorFinish(run);
	ExecutorEnd(run);
	FreeQueryDesc(run);
	return rows;
}
