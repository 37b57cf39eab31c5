/*-------------------------------------------------------------------------
 *
 * agg_collected_finish.c
 *	  Results of collected aggregates: the server's own Agg node, really run,
 *	  over the rows of a store.
 *
 *		Agg (plain, the calls that share the store)
 *		  -> a custom scan that gives out the store's rows
 *
 * So DISTINCT, ORDER BY, WITHIN GROUP, strictness, variadic and polymorphic
 * functions and all else are as in any query.  The node is started when a
 * result is first wanted, and scanned anew for each group.  What direct
 * arguments say of the group's keys are external parameters.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "executor/nodeAgg.h"
#include "jit/jit.h"
#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "portability/instr_time.h"
#include "tcop/dest.h"
#include "utils/snapmgr.h"

#include "aggregate/collected_private.h"

typedef struct StoreScan
{
	CustomScanState css;
	RowShape   *shape;
	RowBuffers *buffers;
	RopeReader	reader;
	const char *next;
	const char *end;
} StoreScan;

static void start(CvCollectedSet *set, StoreKind *kind);
static ParamListInfo make_params(const CvCollectedSet *set);
static Plan *make_scan(const RowShape *shape);
static Node *create_scan(CustomScan *plan);
static void begin_scan(CustomScanState *node, EState *estate, int eflags);
static TupleTableSlot *next_row(CustomScanState *node);
static void end_scan(CustomScanState *node);
static void rescan(CustomScanState *node);

static const CustomScanMethods scan_methods = {.CustomName = "Collected Inputs",
											   .CreateCustomScanState =
												   create_scan};

static const CustomExecMethods exec_methods = {.CustomName = "Collected Inputs",
											   .BeginCustomScan = begin_scan,
											   .ExecCustomScan = next_row,
											   .EndCustomScan = end_scan,
											   .ReScanCustomScan = rescan};

TupleTableSlot *
cv_collected_finish(CvCollectedSet *set, char *state, int i, const Datum *keys,
					const bool *keys_isnull)
{
	StoreKind  *kind = &set->kinds[i];
	const Rope *rope = cv_store_rope(get_store(state, i));
	const Rope *unique = NULL;
	MemoryContext old = MemoryContextSwitchTo(set->context);
	StoreScan  *scan;
	TupleTableSlot *result;
	instr_time	begun;
	instr_time	took;

	INSTR_TIME_SET_CURRENT(begun);
	if (kind->shows_choice && rope != NULL)
		rope = unique = cv_rope_unique(set, kind, rope);
	if (kind->query == NULL)
		start(set, kind);
	for (int n = 0; n < set->nparams; n++)
	{
		set->params->params[n].value = keys[n];
		set->params->params[n].isnull = keys_isnull[n];
	}

	MemoryContextSwitchTo(kind->query->estate->es_query_cxt);
	scan = (StoreScan *) outerPlanState(kind->query->planstate);
	cv_rope_reader_begin(&scan->reader, rope, set->chunks);
	scan->next = scan->end = NULL;
	ExecReScan(kind->query->planstate);
	result = ExecProcNode(kind->query->planstate);
	if (TupIsNull(result))
		elog(ERROR, "collected aggregate has no result");
	slot_getallattrs(result);
	cv_rope_reader_end(&scan->reader);
	if (unique != NULL)
	{
		pfree(unconstify(char *, unique->data));
		pfree(unconstify(Rope *, unique));
	}
	MemoryContextSwitchTo(old);

	INSTR_TIME_SET_CURRENT(took);
	INSTR_TIME_SUBTRACT(took, begun);
	set->finish_us += INSTR_TIME_GET_MICROSEC(took);
	return result;
}

static void
start(CvCollectedSet *set, StoreKind *kind)
{
	PlannedStmt *stmt = makeNode(PlannedStmt);
	StoreScan  *scan;

	if (set->params == NULL && set->nparams > 0)
		set->params = make_params(set);
	stmt->commandType = CMD_SELECT;
	stmt->canSetTag = true;
	stmt->jitFlags = PGJIT_NONE;
	stmt->planTree =
		(Plan *) cv_stateful_plan_node(kind->plan, make_scan(&kind->shape));
	kind->query = CreateQueryDesc(stmt, "", GetActiveSnapshot(),
								  InvalidSnapshot, None_Receiver, set->params,
								  NULL, 0);
	ExecutorStart(kind->query, 0);
	scan = (StoreScan *) outerPlanState(kind->query->planstate);
	scan->shape = &kind->shape;
	scan->buffers = cv_row_buffers_create(&kind->shape);
}

static ParamListInfo
make_params(const CvCollectedSet *set)
{
	ParamListInfo params = makeParamList(set->nparams);

	for (int i = 0; i < set->nparams; i++)
	{
		memset(&params->params[i], 0, sizeof(ParamExternData));
		params->params[i].ptype = set->param_types[i];
	}
	return params;
}

/* Its columns are those of the store; only their types matter. */
static Plan *
make_scan(const RowShape *shape)
{
	CustomScan *scan = makeNode(CustomScan);

	for (int i = 0; i < shape->ncolumns; i++)
	{
		const Column *column = &shape->columns[i];
		Var		   *var = makeVar(INDEX_VAR, i + 1, column->type, column->typmod,
						   column->collation, 0);
		Const *any =
			makeNullConst(column->type, column->typmod, column->collation);

		scan->scan.plan.targetlist =
			lappend(scan->scan.plan.targetlist,
					makeTargetEntry((Expr *) var, i + 1, NULL, false));
		scan->custom_scan_tlist =
			lappend(scan->custom_scan_tlist,
					makeTargetEntry((Expr *) any, i + 1, NULL, false));
	}
	scan->methods = &scan_methods;
	return &scan->scan.plan;
}

static Node *
create_scan(CustomScan *plan)
{
	StoreScan  *scan = palloc0(sizeof(StoreScan));

	NodeSetTag(scan, T_CustomScanState);
	scan->css.methods = &exec_methods;
	return (Node *) scan;
}

static void
begin_scan(CustomScanState *node, EState *estate, int eflags)
{
}

static TupleTableSlot *
next_row(CustomScanState *node)
{
	StoreScan  *scan = (StoreScan *) node;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;

	ExecClearTuple(slot);
	while (unlikely(scan->next == scan->end))
		if (!cv_rope_reader_next(&scan->reader, &scan->next, &scan->end))
			return slot;
	scan->next = cv_row_read(scan->shape, scan->buffers, scan->next,
							 slot->tts_values, slot->tts_isnull);
	return ExecStoreVirtualTuple(slot);
}

static void
end_scan(CustomScanState *node)
{
}

/* cv_collected_finish() says what is read next */
static void
rescan(CustomScanState *node)
{
}
