/*-------------------------------------------------------------------------
 *
 * input_block.c
 *	  The rows of an input query page by page, if it is a plain one.
 *
 * A page stays pinned until its rows have been used, so that values by
 * reference can point into it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "utils/datum.h"

#include "input/input_scan.h"

#define MAX_BLOCK_BYTES	(1024 * 1024)

static inline bool is_large(CvInputScan *scan);
static void init_block(CvInputScan *scan);
static inline void add_row(CvInputScan *scan);
static bool project_row(CvInputScan *scan, Datum *values, bool *isnull);
static void keep_results(CvInputScan *scan, Datum *values,
						 const bool *isnull);

bool
cv_input_gives_blocks(PlanState *plan)
{
	const CvInputBatch *batch;

	if (!cv_is_input_scan(plan))
		return false;
	batch = ((CvInputScan *) plan)->reader->batch;
	return batch->nskip == 0 && batch->skip_upto == 0;
}

const CvRowBlock *
cv_input_next_block(PlanState *plan)
{
	CvInputScan *scan = (CvInputScan *) plan;

	if (unlikely(scan->block.values == NULL))
		init_block(scan);
	ResetExprContext(plan->ps_ExprContext);
	memset(scan->block.isnull, false,
		   sizeof(bool) * scan->block.nrows * scan->block.ncolumns);
	scan->block.nrows = 0;
	if (!cv_input_scan_next(scan))
		return NULL;
	add_row(scan);
	while (cv_reader_cursor_stays(scan->cursor) && !is_large(scan) &&
		   cv_input_scan_next(scan))
		add_row(scan);
	return &scan->block;
}

/* is_large -- documents of megabytes, of a whole page, would be too much */
static inline bool
is_large(CvInputScan *scan)
{
	MemoryContext context =
		scan->css.ss.ps.ps_ExprContext->ecxt_per_tuple_memory;

	return scan->copied == NULL &&
		MemoryContextMemAllocated(context, false) > MAX_BLOCK_BYTES;
}

static void
init_block(CvInputScan *scan)
{
	EState	   *estate = scan->css.ss.ps.state;
	int			ncolumns = list_length(scan->css.ss.ps.plan->targetlist);

	scan->block.ncolumns = ncolumns;
	scan->block.values = MemoryContextAllocZero(estate->es_query_cxt,
												sizeof(Datum) * ncolumns *
												CV_MAX_BLOCK_ROWS);
	scan->block.isnull = MemoryContextAllocZero(estate->es_query_cxt,
												sizeof(bool) * ncolumns *
												CV_MAX_BLOCK_ROWS);
	scan->block.tags = MemoryContextAlloc(estate->es_query_cxt,
										  sizeof(uint64) * CV_MAX_BLOCK_ROWS);
}

static inline void
add_row(CvInputScan *scan)
{
	CvRowBlock *block = &scan->block;
	int			first = block->nrows * block->ncolumns;
	Datum	   *values = block->values + first;
	bool	   *isnull = block->isnull + first;

	block->tags[block->nrows] = scan->reader->last_tag;
	if (likely(scan->copied != NULL))
		block->nrows += cv_input_scan_copy_row(scan, values, isnull);
	else
		block->nrows += project_row(scan, values, isnull);
}

/*
 * project_row -- what expressions leave in memory is needed until the block has
 * been used.
 */
static bool
project_row(CvInputScan *scan, Datum *values, bool *isnull)
{
	PlanState  *plan = &scan->css.ss.ps;
	ExprContext *econtext = plan->ps_ExprContext;
	TupleTableSlot *row = cv_input_scan_slot(scan);

	econtext->ecxt_scantuple = row;
	if (plan->qual != NULL && !ExecQual(plan->qual, econtext))
		return false;
	if (plan->ps_ProjInfo)
		row = ExecProject(plan->ps_ProjInfo);
	slot_getallattrs(row);
	memcpy(values, row->tts_values, sizeof(Datum) * scan->block.ncolumns);
	memcpy(isnull, row->tts_isnull, sizeof(bool) * scan->block.ncolumns);
	keep_results(scan, values, isnull);
	return true;
}

/*
 * keep_results -- the next row may overwrite what expressions have given, a
 * sub-select's for one; columns are in the page.
 */
static void
keep_results(CvInputScan *scan, Datum *values, const bool *isnull)
{
	PlanState  *plan = &scan->css.ss.ps;
	TupleDesc	desc = plan->ps_ResultTupleDesc;
	MemoryContext old =
		MemoryContextSwitchTo(plan->ps_ExprContext->ecxt_per_tuple_memory);
	ListCell   *lc;

	foreach(lc, plan->plan->targetlist)
	{
		int			i = foreach_current_index(lc);
		Form_pg_attribute attribute = TupleDescAttr(desc, i);

		if (!isnull[i] && !attribute->attbyval &&
			!IsA(lfirst_node(TargetEntry, lc)->expr, Var))
			values[i] = datumCopy(values[i], false, attribute->attlen);
	}
	MemoryContextSwitchTo(old);
}
