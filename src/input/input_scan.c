/*-------------------------------------------------------------------------
 *
 * input_scan.c
 *	  The custom scan that stands for the input in the plan of a batch.
 *
 * While a batch is planned (cv_input_scan_plan_for) our pathlist hook puts one
 * CustomPath in the place of all paths to the input.  It knows how many rows
 * there are, so joins are planned for the batch and not for the table, and
 * that they come in the order of their tags, so ORDER BY ctid costs nothing.
 *
 * Rows go through the executor as those of a sequential scan do: a buffer
 * tuple in the scan slot, of which the columns that are needed are decoded.
 * PostgreSQL 15 gives custom scans a virtual slot, so the scan slot is made
 * once more here.  Tuples of leaves whose row type is not the parent's are
 * converted, column by column, into a virtual slot.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/attmap.h"
#include "access/sysattr.h"
#include "access/tupconvert.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/rel.h"

#include "input/input_scan.h"

static void replace_paths(PlannerInfo *root, RelOptInfo *rel, Index rti,
						  RangeTblEntry *rte);
static List *tag_pathkeys(PlannerInfo *root, Index rti);
static Plan *plan_scan(PlannerInfo *root, RelOptInfo *rel,
					   CustomPath *best_path, List *tlist, List *clauses,
					   List *custom_plans);
static Node *create_scan(CustomScan *scan);
static void begin_scan(CustomScanState *node, EState *estate, int eflags);
static void find_copied_columns(CvInputScan *scan, List *tlist);
static TupleTableSlot *exec_scan(CustomScanState *node);
static TupleTableSlot *next_copied_row(CvInputScan *scan);
static void end_scan(CustomScanState *node);
static void rescan(CustomScanState *node);
static TupleTableSlot *next_row(ScanState *node);
static bool recheck_row(ScanState *node, TupleTableSlot *slot);
static void learn_shape(CvInputScan *scan, CvLeafShape *shape, Relation leaf);
static CvRowDecoder *create_decoder(const CvLeafShape *shape, Relation leaf,
									const AttrNumber *columns, int ncolumns);
static CvRowDecoder *create_row_decoder(const CvInputScan *scan,
										const CvLeafShape *shape,
										Relation leaf);
static bool has_missing_values(TupleDesc desc);
static TupleTableSlot *convert_row(CvInputScan *scan);
static void enter_leaf(CvInputScan *scan);
static TupleTableSlot *tuple_slot(CvInputScan *scan);
static void begin_cache(CvInputScan *scan);
static void begin_rows(CvInputScan *scan, EState *estate);
static void leave_row(CvInputScan *scan);
static inline void copy_cached_row(const CvInputScan *scan, Datum *values,
								   bool *isnull);
static inline TupleTableSlot *show_row(CvInputScan *scan);
static TupleTableSlot *show_cached_row(CvInputScan *scan);

static const CustomPathMethods path_methods = {
	.CustomName = "Continuous Input",
	.PlanCustomPath = plan_scan
};

static const CustomScanMethods scan_methods = {
	.CustomName = "Continuous Input",
	.CreateCustomScanState = create_scan
};

static const CustomExecMethods exec_methods = {
	.CustomName = "Continuous Input",
	.BeginCustomScan = begin_scan,
	.ExecCustomScan = exec_scan,
	.EndCustomScan = end_scan,
	.ReScanCustomScan = rescan
};

static set_rel_pathlist_hook_type prev_set_rel_pathlist_hook = NULL;
static CvReader *planned_reader = NULL;

void
cv_heap_reader_init(void)
{
	RegisterCustomScanMethods(&scan_methods);
	prev_set_rel_pathlist_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = replace_paths;
}

CvReader *
cv_input_scan_plan_for(CvReader *reader)
{
	CvReader   *before = planned_reader;

	planned_reader = reader;
	return before;
}

/*
 * replace_paths -- the hook.
 *
 * The input is told by an alias that cv_input_query_plan() gave it, not by its
 * OID alone: functions that the planner evaluates may plan queries of their
 * own, over the same table.  A relation that is proved empty stays so.
 */
static void
replace_paths(PlannerInfo *root, RelOptInfo *rel, Index rti,
			  RangeTblEntry *rte)
{
	CustomPath *path;

	if (prev_set_rel_pathlist_hook)
		prev_set_rel_pathlist_hook(root, rel, rti, rte);

	if (planned_reader == NULL ||
		rte->rtekind != RTE_RELATION ||
		rte->relid != planned_reader->batch->input ||
		rel->reloptkind != RELOPT_BASEREL ||
		strcmp(rte->eref->aliasname, CV_INPUT_ALIAS) != 0 ||
		IS_DUMMY_REL(rel))
		return;

	rel->tuples = cv_reader_rows_estimate(planned_reader);
	rel->rows = rel->tuples;
	rel->consider_parallel = false;

	path = makeNode(CustomPath);
	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.rows = rel->rows;
	path->path.startup_cost = 0;
	path->path.total_cost = rel->rows * cpu_tuple_cost;
	path->path.pathkeys = tag_pathkeys(root, rti);
	path->flags = CUSTOMPATH_SUPPORT_PROJECTION;
	path->methods = &path_methods;

	/* survives copyObject(), unlike a bare pointer in the list */
	path->custom_private =
		list_make1(makeConst(INT8OID, -1, InvalidOid, sizeof(int64),
							 Int64GetDatum((int64) (intptr_t) planned_reader),
							 false, FLOAT8PASSBYVAL));

	rel->pathlist = list_make1(path);
	rel->partial_pathlist = NIL;
}

/* tag_pathkeys -- the query's, if it wants nothing but the order of tags */
static List *
tag_pathkeys(PlannerInfo *root, Index rti)
{
	PathKey    *pathkey;
	ListCell   *lc;

	if (list_length(root->query_pathkeys) != 1)
		return NIL;
	pathkey = linitial(root->query_pathkeys);
	foreach(lc, pathkey->pk_eclass->ec_members)
	{
		EquivalenceMember *member = lfirst(lc);
		Var		   *var = (Var *) member->em_expr;

		if (IsA(var, Var) && var->varno == rti &&
			var->varattno == SelfItemPointerAttributeNumber)
			return root->query_pathkeys;
	}
	return NIL;
}

static Plan *
plan_scan(PlannerInfo *root, RelOptInfo *rel, CustomPath *best_path,
		  List *tlist, List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);

	scan->scan.plan.targetlist = tlist;
	scan->scan.plan.qual = extract_actual_clauses(clauses, false);
	scan->scan.scanrelid = rel->relid;
	scan->flags = best_path->flags;
	scan->custom_private = best_path->custom_private;
	scan->methods = &scan_methods;
	return &scan->scan.plan;
}

bool
cv_is_input_scan(const PlanState *node)
{
	return IsA(node, CustomScanState) &&
		((const CustomScanState *) node)->methods == &exec_methods;
}

void
cv_input_scan_set_reader(CustomScan *plan, CvReader *reader)
{
	linitial_node(Const, plan->custom_private)->constvalue =
		Int64GetDatum((int64) (intptr_t) reader);
}

static Node *
create_scan(CustomScan *plan)
{
	CvInputScan *scan = palloc0(sizeof(CvInputScan));
	Const	   *reader = linitial_node(Const, plan->custom_private);

	NodeSetTag(scan, T_CustomScanState);
	scan->css.methods = &exec_methods;
	scan->reader = (CvReader *) (intptr_t) DatumGetInt64(reader->constvalue);
	return (Node *) scan;
}

static void
begin_scan(CustomScanState *node, EState *estate, int eflags)
{
	CvInputScan *scan = (CvInputScan *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	Index		rti = plan->scan.scanrelid;
	TupleDesc	desc = RelationGetDescr(node->ss.ss_currentRelation);

	scan->leaf = -1;
	scan->shapes = palloc0(sizeof(CvLeafShape) * scan->reader->batch->nleaves);
	pull_varattnos((Node *) plan->scan.plan.targetlist, rti, &scan->needed);
	pull_varattnos((Node *) plan->scan.plan.qual, rti, &scan->needed);

	/* the slot, and what was compiled for the one before, once more */
	ExecInitScanTupleSlot(estate, &node->ss, desc, &TTSOpsBufferHeapTuple);
	node->ss.ps.scanopsfixed = false;
	ExecAssignScanProjectionInfoWithVarno(&node->ss, rti);
	node->ss.ps.qual = ExecInitQual(plan->scan.plan.qual, (PlanState *) node);
	find_copied_columns(scan, plan->scan.plan.targetlist);
	begin_cache(scan);
	begin_rows(scan, estate);
	scan->cursor = palloc(sizeof(CvReaderCursor));
	cv_reader_cursor_init(scan->cursor, scan->reader);
}

/*
 * find_copied_columns -- is the target list nothing but columns and the tag?
 *
 * The usual case.  Then the rows can be handed up by copying datums, which
 * costs less than half of a projection.
 */
static void
find_copied_columns(CvInputScan *scan, List *tlist)
{
	ListCell   *lc;

	scan->copied = palloc(sizeof(AttrNumber) * Max(list_length(tlist), 1));
	scan->ncopied = 0;
	scan->tag_column = -1;
	foreach(lc, tlist)
	{
		Var		   *var = (Var *) lfirst_node(TargetEntry, lc)->expr;
		bool		is_tag = IsA(var, Var) &&
			var->varattno == SelfItemPointerAttributeNumber;

		if (!IsA(var, Var) || (is_tag && scan->tag_column >= 0) ||
			(var->varattno <= 0 && !is_tag))
		{
			scan->copied = NULL;
			return;
		}
		if (is_tag)
			scan->tag_column = scan->ncopied;
		scan->copied[scan->ncopied++] = var->varattno;
		scan->last_copied = Max(scan->last_copied, var->varattno);
	}
}

static TupleTableSlot *
exec_scan(CustomScanState *node)
{
	CvInputScan *scan = (CvInputScan *) node;

	if (likely(scan->copied != NULL && node->ss.ps.ps_ProjInfo != NULL))
		return next_copied_row(scan);
	return ExecScan(&node->ss, next_row, recheck_row);
}

static TupleTableSlot *
next_copied_row(CvInputScan *scan)
{
	TupleTableSlot *out = scan->css.ss.ps.ps_ResultTupleSlot;

	memset(out->tts_isnull, false, scan->ncopied * sizeof(bool));
	do
	{
		if (!cv_input_scan_next(scan))
			return ExecClearTuple(out);
	} while (!cv_input_scan_copy_row(scan, out->tts_values, out->tts_isnull));

	/* a virtual slot that is filled again and again */
	out->tts_flags &= ~TTS_FLAG_EMPTY;
	out->tts_nvalid = scan->ncopied;
	return out;
}

bool
cv_input_scan_copy_row(CvInputScan *scan, Datum *values, bool *isnull)
{
	PlanState  *node = &scan->css.ss.ps;
	TupleTableSlot *row;

	if (scan->tag_column >= 0)
		values[scan->tag_column] =
			PointerGetDatum(&scan->cursor->tuple.t_self);
	if (node->qual == NULL && scan->cursor->cached != NULL)
	{
		copy_cached_row(scan, values, isnull);
		return true;
	}
	if (node->qual == NULL &&
		likely(cv_row_decode(scan->shape->decoder, scan->cursor->tuple.t_data,
							 values, isnull)))
		return true;

	row = cv_input_scan_slot(scan);
	if (node->qual != NULL)
	{
		ExprContext *econtext = node->ps_ExprContext;

		ResetExprContext(econtext);
		econtext->ecxt_scantuple = row;
		if (!ExecQual(node->qual, econtext))
		{
			InstrCountFiltered1(node, 1);
			return false;
		}
	}
	slot_getsomeattrs(row, scan->last_copied);
	for (int i = 0; i < scan->ncopied; i++)
	{
		if (i == scan->tag_column)
			continue;
		values[i] = row->tts_values[scan->copied[i] - 1];
		isnull[i] = row->tts_isnull[scan->copied[i] - 1];
	}
	return true;
}

/* begin_cache -- are its rows there, or should it leave them there? */
static void
begin_cache(CvInputScan *scan)
{
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);

	if (!cv_row_cache_ask(scan->reader, desc, scan->needed))
		cv_reader_leave_cache(scan->reader);
	if (!scan->reader->is_cached && !scan->reader->fills)
		return;
	scan->ncached = cv_row_cache_columns(&scan->cached);
	for (int i = 0; i < scan->ncached; i++)
		scan->needed = bms_add_member(scan->needed, scan->cached[i] -
									  FirstLowInvalidHeapAttributeNumber);
	scan->cached_values = palloc(sizeof(Datum) * desc->natts);
	scan->cached_isnull = palloc(sizeof(bool) * desc->natts);
	scan->cached_at = palloc0(sizeof(int) * Max(scan->ncopied, 1));
	for (int i = 0; scan->copied != NULL && i < scan->ncopied; i++)
		for (int j = 0; j < scan->ncached; j++)
			if (scan->cached[j] == scan->copied[i])
				scan->cached_at[i] = j;
}

/* begin_rows -- where rows are shown as tuples of the input */
static void
begin_rows(CvInputScan *scan, EState *estate)
{
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);

	scan->row = ExecInitExtraTupleSlot(estate, desc, &TTSOpsVirtual);
	scan->not_needed = palloc(sizeof(bool) * desc->natts);
	for (int i = 0; i < desc->natts; i++)
		scan->not_needed[i] =
			!bms_is_member(i + 1 - FirstLowInvalidHeapAttributeNumber,
						   scan->needed);
	memcpy(scan->row->tts_isnull, scan->not_needed,
		   sizeof(bool) * desc->natts);
}

/* show_row -- its columns have been set */
static inline TupleTableSlot *
show_row(CvInputScan *scan)
{
	TupleTableSlot *row = scan->row;

	row->tts_flags &= ~TTS_FLAG_EMPTY;
	row->tts_nvalid = row->tts_tupleDescriptor->natts;
	row->tts_tid = scan->cursor->tuple.t_self;
	row->tts_tableOid = scan->cursor->tuple.t_tableOid;
	return row;
}

/* leave_row -- the cursor's row in the cache, for other views and for us. */
static void
leave_row(CvInputScan *scan)
{
	CvReaderCursor *cursor = scan->cursor;
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);

	memset(scan->cached_isnull, false, sizeof(bool) * scan->ncached);
	if (!cv_row_decode(scan->shape->cache_decoder, cursor->tuple.t_data,
					   scan->cached_values, scan->cached_isnull))
	{
		TupleTableSlot *row = tuple_slot(scan);

		for (int i = 0; i < scan->ncached; i++)
			scan->cached_values[i] = slot_getattr(row, scan->cached[i],
												  &scan->cached_isnull[i]);
	}
	cursor->cached = cv_row_cache_add(scan->reader, desc,
									  cv_reader_cursor_record(cursor),
									  scan->cached_values,
									  scan->cached_isnull);
}

/* copy_cached_row -- isnull is false all over before */
static inline void
copy_cached_row(const CvInputScan *scan, Datum *values, bool *isnull)
{
	const CvCachedRow *row = scan->cursor->cached;

	for (int i = 0; i < scan->ncopied; i++)
	{
		if (i == scan->tag_column)
			continue;
		values[i] = row->values[scan->cached_at[i]];
		isnull[i] = row->isnull[scan->cached_at[i]];
	}
}

static TupleTableSlot *
show_cached_row(CvInputScan *scan)
{
	const CvCachedRow *row = scan->cursor->cached;

	for (int i = 0; i < scan->ncached; i++)
	{
		scan->row->tts_values[scan->cached[i] - 1] = row->values[i];
		scan->row->tts_isnull[scan->cached[i] - 1] = row->isnull[i];
	}
	return show_row(scan);
}

static void
end_scan(CustomScanState *node)
{
	CvInputScan *scan = (CvInputScan *) node;

	cv_reader_cursor_close(scan->cursor);
	for (int i = 0; i < scan->reader->batch->nleaves; i++)
		if (scan->shapes[i].slot)
			ExecClearTuple(scan->shapes[i].slot);
}

static void
rescan(CustomScanState *node)
{
	CvInputScan *scan = (CvInputScan *) node;

	/* the cache has the rows of a first pass, or none */
	scan->reader->fills = false;
	cv_reader_cursor_close(scan->cursor);
	cv_reader_cursor_init(scan->cursor, scan->reader);
	scan->leaf = -1;
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	ExecScanReScan(&node->ss);
}

static TupleTableSlot *
next_row(ScanState *node)
{
	CvInputScan *scan = (CvInputScan *) node;

	if (!cv_input_scan_next(scan))
		return ExecClearTuple(node->ss_ScanTupleSlot);
	return cv_input_scan_slot(scan);
}

bool
cv_input_scan_next(CvInputScan *scan)
{
	CvReader   *reader = scan->reader;

	if (unlikely(!cv_reader_cursor_next(scan->cursor)))
	{
		if (reader->fills)
			cv_row_cache_complete(reader);
		return false;
	}
	if (unlikely(scan->cursor->leaf != scan->leaf))
		enter_leaf(scan);
	if (unlikely(reader->fills))
		leave_row(scan);
	return true;
}

TupleTableSlot *
cv_input_scan_slot(CvInputScan *scan)
{
	if (scan->cursor->cached != NULL)
		return show_cached_row(scan);
	return tuple_slot(scan);
}

/* tuple_slot -- the columns of the cursor's tuple that are needed, or all */
static TupleTableSlot *
tuple_slot(CvInputScan *scan)
{
	TupleTableSlot *row = scan->row;

	if (scan->shape->row_decoder != NULL)
	{
		memcpy(row->tts_isnull, scan->not_needed,
			   sizeof(bool) * row->tts_tupleDescriptor->natts);
		if (likely(cv_row_decode(scan->shape->row_decoder,
								 scan->cursor->tuple.t_data,
								 row->tts_values, row->tts_isnull)))
			return show_row(scan);
	}
	if (unlikely(!scan->shape->is_same))
		return convert_row(scan);

	/* t_self is the tag, and becomes the slot's tts_tid */
	return ExecStoreBufferHeapTuple(&scan->cursor->tuple,
									scan->css.ss.ss_ScanTupleSlot,
									scan->cursor->buffer);
}

/* nothing here is ever locked FOR UPDATE */
static bool
recheck_row(ScanState *node, TupleTableSlot *slot)
{
	return true;
}

static void
enter_leaf(CvInputScan *scan)
{
	CvLeafShape *shape = &scan->shapes[scan->cursor->leaf];

	if (!shape->is_known)
	{
		EState	   *estate = scan->css.ss.ps.state;
		MemoryContext old = MemoryContextSwitchTo(estate->es_query_cxt);
		CvBatchLeaf *leaf = &scan->reader->batch->leaves[scan->cursor->leaf];

		learn_shape(scan, shape, leaf->rel);
		if (scan->copied)
			shape->decoder = create_decoder(shape, leaf->rel, scan->copied,
											scan->ncopied);
		if (scan->cached)
			shape->cache_decoder = create_decoder(shape, leaf->rel,
												  scan->cached,
												  scan->ncached);
		shape->row_decoder = create_row_decoder(scan, shape, leaf->rel);
		shape->is_known = true;
		MemoryContextSwitchTo(old);
	}
	scan->leaf = scan->cursor->leaf;
	scan->shape = shape;
}

/*
 * learn_shape -- how the leaf's tuples differ from the input's.
 *
 * Values that are missing from old tuples are in the row type of the leaf, so
 * with any of those the tuples must be decoded by it even if the columns are
 * the same.
 */
static void
learn_shape(CvInputScan *scan, CvLeafShape *shape, Relation leaf)
{
	Relation	input = scan->css.ss.ss_currentRelation;
	EState	   *estate = scan->css.ss.ps.state;
	TupleDesc	in = RelationGetDescr(leaf);
	TupleDesc	out = RelationGetDescr(input);
	TupleConversionMap *map = NULL;
	bool		all;

	if (RelationGetRelid(leaf) != RelationGetRelid(input))
		map = convert_tuples_by_name(in, out);
	if (RelationGetRelid(leaf) == RelationGetRelid(input) ||
		(map == NULL && !has_missing_values(in) && !has_missing_values(out)))
	{
		shape->is_same = true;
		return;
	}
	all = bms_is_member(0 - FirstLowInvalidHeapAttributeNumber, scan->needed);
	shape->slot = ExecInitExtraTupleSlot(estate, in, &TTSOpsBufferHeapTuple);
	shape->from = palloc(sizeof(AttrNumber) * out->natts);
	shape->to = palloc(sizeof(AttrNumber) * out->natts);
	for (AttrNumber to = 1; to <= out->natts; to++)
	{
		AttrNumber	from = map ? map->attrMap->attnums[to - 1] : to;

		/* a dropped column has no counterpart */
		if (from == 0 ||
			(!all && !bms_is_member(to - FirstLowInvalidHeapAttributeNumber,
									scan->needed)))
			continue;
		shape->from[shape->ncolumns] = from;
		shape->to[shape->ncolumns++] = to;
		shape->last = Max(shape->last, from);
	}
}

/* create_decoder -- of columns of the input, from tuples of the leaf. */
static CvRowDecoder *
create_decoder(const CvLeafShape *shape, Relation leaf,
			   const AttrNumber *columns, int ncolumns)
{
	AttrNumber *from = palloc(sizeof(AttrNumber) * Max(ncolumns, 1));

	for (int i = 0; i < ncolumns; i++)
	{
		from[i] = columns[i];
		for (int j = 0; j < shape->ncolumns; j++)
			if (shape->to[j] == columns[i])
				from[i] = shape->from[j];
	}
	return cv_row_decoder_create(RelationGetDescr(leaf), from, ncolumns);
}

/* create_row_decoder -- of the columns that are needed; NULL: all of them */
static CvRowDecoder *
create_row_decoder(const CvInputScan *scan, const CvLeafShape *shape,
				   Relation leaf)
{
	int			natts = scan->row->tts_tupleDescriptor->natts;
	AttrNumber *columns = palloc(sizeof(AttrNumber) * natts);

	if (bms_is_member(0 - FirstLowInvalidHeapAttributeNumber, scan->needed))
		return NULL;
	for (int i = 0; i < natts; i++)
		columns[i] = scan->not_needed[i] ? 0 : i + 1;
	return create_decoder(shape, leaf, columns, natts);
}

static bool
has_missing_values(TupleDesc desc)
{
	return desc->constr != NULL && desc->constr->missing != NULL;
}

/* convert_row -- the cursor's tuple in the input's shape */
static TupleTableSlot *
convert_row(CvInputScan *scan)
{
	CvLeafShape *shape = scan->shape;
	TupleTableSlot *in = shape->slot;
	TupleTableSlot *out = scan->row;

	ExecStoreBufferHeapTuple(&scan->cursor->tuple, in, scan->cursor->buffer);
	slot_getsomeattrs(in, shape->last);
	for (int i = 0; i < shape->ncolumns; i++)
	{
		out->tts_values[shape->to[i] - 1] = in->tts_values[shape->from[i] - 1];
		out->tts_isnull[shape->to[i] - 1] = in->tts_isnull[shape->from[i] - 1];
	}
	return show_row(scan);
}
