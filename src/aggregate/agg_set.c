/*-------------------------------------------------------------------------
 *
 * agg_set.c
 *	  The aggregates of a view, for one batch.
 *
 * Puts the three kinds together: each aggregate call is native
 * (agg_native.c), stateful (agg_stateful.c) or collected (agg_collected.c).  If
 * there are stateful ones, an Agg node that knows only them stands over the input plan; rows are pulled from the plan
 * below it.
 *
 * State area of a group: native part, stateful part, collected part, each
 * MAXALIGNed.
 * Frozen state: the same order, as flat bytes.
 * Saved state: a version byte, the number of transitions of each kind, a bitmap
 * of those that have something to say beyond the row's values, then what they
 * say.
 *
 * Aggregates that OR REPLACE has added share no transition with older ones, so
 * that theirs come behind, in each kind: what was saved before stays true, and
 * says nothing of the new ones.
 *
 * The caller has the snapshot active and is the view's owner.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/objectaccess.h"
#include "catalog/pg_proc.h"
#include "executor/execdesc.h"
#include "executor/executor.h"
#include "jit/jit.h"
#include "miscadmin.h"
#include "tcop/dest.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "aggregate/agg_collected.h"
#include "aggregate/agg_native.h"
#include "aggregate/agg_set.h"
#include "aggregate/agg_stateful.h"
#include "base/compat.h"
#include "base/damage.h"

#ifdef WORDS_BIGENDIAN
#define SAVED_VERSION	0x83
#else
#define SAVED_VERSION	0x03
#endif

typedef enum SetKind
{
	SET_NATIVE,
	SET_STATEFUL,
	SET_COLLECTED
} SetKind;

typedef struct SetAgg
{
	SetKind		kind;
	bool		is_state;		/* the result is the state, or a good part of it */
	CvNativeResult native;
	int			aggno;			/* stateful: in the Agg node */
	CvCollectedResult collected;
} SetAgg;

struct CvAggSet
{
	MemoryContext context;
	MemoryContext row_context;	/* reset with each row */
	MemoryContext result_context;
	MemoryContext native_context; /* numerics beyond fixed size */
	MemoryContext native_scratch; /* the same, of states in scratch */
	QueryDesc  *query;
	PlanState  *input;
	CvNativeSet *native;
	CvStatefulSet *stateful;	/* NULL: none */
	CvCollectedSet *collected;	/* NULL: none */
	int			nnative;		/* transitions */
	int			nstateful;
	int			ncollected;		/* stores */
	Size		native_size;
	Size		stateful_size;
	int			naggs;
	SetAgg	   *aggs;
	int			first;			/* those before are not finished */
};

/* What is saved of a state, while it is read. */
typedef struct SavedState
{
	CvFlatReader reader;
	int			nnative;		/* transitions that were there then */
	int			nstateful;
	int			ncollected;
	char	   *bitmap;
} SavedState;

static CvStatefulPlan *assign_aggregates(CvAggSet *set, List *outer_aggs,
										 List *generations, bool is_merged);
static void next_generation(CvAggSet *set, CvStatefulPlan *plan);
static SetKind assign_aggregate(CvAggSet *set, CvStatefulPlan **plan,
								Aggref *aggref, int column, bool is_merged);
static void check_execute(Oid aggregate);
static void start_executor(CvAggSet *set, PlannedStmt *input_plan, Plan *top,
						   Snapshot snapshot);
static void finish(CvAggSet *set, void *state, const Datum *keys,
				   const bool *keys_isnull, Datum *values, bool *isnull,
				   bool is_part);
static void finish_collected(CvAggSet *set, void *state, const Datum *keys,
							 const bool *keys_isnull, Datum *values,
							 bool *isnull);
static char *stateful_part(const CvAggSet *set, void *state);
static char *collected_part(const CvAggSet *set, void *state);
static CvFlatReader *saved_reader(SavedState *saved, int trans);
static void begin_saved(const CvAggSet *set, Datum bytes, SavedState *saved);

CvAggSet *
cv_agg_set_begin(PlannedStmt *input_plan, List *outer_aggs, List *generations,
				 bool is_merged, Snapshot snapshot)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous aggregates",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CvAggSet   *set = palloc0(sizeof(CvAggSet));
	CvStatefulPlan *plan;

	set->context = context;
	set->row_context = AllocSetContextCreate(context, "aggregated row",
											 ALLOCSET_DEFAULT_SIZES);
	set->result_context = AllocSetContextCreate(context, "aggregate results",
												ALLOCSET_DEFAULT_SIZES);
	set->native_context = AllocSetContextCreate(context, "native aggregates",
												ALLOCSET_DEFAULT_SIZES);
	set->native_scratch = AllocSetContextCreate(context,
												"native aggregates, scratch",
												ALLOCSET_DEFAULT_SIZES);
	plan = assign_aggregates(set, outer_aggs, generations, is_merged);
	if (plan == NULL)
	{
		start_executor(set, input_plan, input_plan->planTree, snapshot);
		set->input = set->query->planstate;
	}
	else
	{
		start_executor(set, input_plan,
					   (Plan *) cv_stateful_plan_node(plan,
													  input_plan->planTree),
					   snapshot);
		set->input = outerPlanState(set->query->planstate);
		set->stateful =
			cv_stateful_set_create(plan,
								   castNode(AggState, set->query->planstate));
		set->nstateful = cv_stateful_count(set->stateful);
		set->stateful_size = MAXALIGN(cv_stateful_size(set->stateful));
	}
	MemoryContextSwitchTo(old);
	return set;
}

/* assign_aggregates -- NULL if none is stateful. */
static CvStatefulPlan *
assign_aggregates(CvAggSet *set, List *outer_aggs, List *generations,
				  bool is_merged)
{
	CvStatefulPlan *plan = NULL;
	ListCell   *generation = list_head(generations);
	int			left = lfirst_int(generation);
	ListCell   *lc;

	set->native = cv_native_set_create(set->native_context);
	set->naggs = list_length(outer_aggs);
	set->aggs = palloc0(set->naggs * sizeof(SetAgg));
	foreach(lc, outer_aggs)
	{
		int			column = foreach_current_index(lc);

		while (left == 0)
		{
			generation = lnext(generations, generation);
			left = lfirst_int(generation);
			next_generation(set, plan);
		}
		left--;
		set->aggs[column].kind = assign_aggregate(set, &plan,
												  lfirst_node(Aggref, lc),
												  column, is_merged);
	}
	set->nnative = cv_native_count(set->native);
	set->native_size = MAXALIGN(cv_native_size(set->native));
	if (set->collected)
		set->ncollected = cv_collected_count(set->collected);
	return plan;
}

/* Those that follow share nothing with those before. */
static void
next_generation(CvAggSet *set, CvStatefulPlan *plan)
{
	cv_native_set_next_generation(set->native);
	if (plan != NULL)
		cv_stateful_plan_next_generation(plan);
	if (set->collected)
		cv_collected_set_next_generation(set->collected);
}

/* assign_aggregate -- those that are not stateful are nobody else's to check */
static SetKind
assign_aggregate(CvAggSet *set, CvStatefulPlan **plan, Aggref *aggref,
				 int column, bool is_merged)
{
	SetAgg	   *agg = &set->aggs[column];
	CvAggInfo  *info = cv_agg_info_get(aggref, is_merged);

	if (info->kind == CV_AGG_COLLECTED)
	{
		check_execute(aggref->aggfnoid);
		if (set->collected == NULL)
			set->collected = cv_collected_set_create();
		agg->collected = cv_collected_set_add(set->collected, aggref, info);
		return SET_COLLECTED;
	}
	if (cv_native_set_add(set->native, aggref, column, &agg->native))
	{
		check_execute(aggref->aggfnoid);
		agg->is_state = !agg->native.is_avg;
		return SET_NATIVE;
	}
	agg->is_state = !OidIsValid(info->finalfn);
	if (*plan == NULL)
		*plan = cv_stateful_plan_create();
	agg->aggno = cv_stateful_plan_add(*plan, aggref, info, column);
	return SET_STATEFUL;
}

/* ExecInitAgg() does it for those in the Agg node. */
static void
check_execute(Oid aggregate)
{
	AclResult	result = cv_function_aclcheck(aggregate, GetUserId());

	if (result != ACLCHECK_OK)
		aclcheck_error(result, OBJECT_AGGREGATE, get_func_name(aggregate));
	InvokeFunctionExecuteHook(aggregate);
}

static void
start_executor(CvAggSet *set, PlannedStmt *input_plan, Plan *top,
			   Snapshot snapshot)
{
	PlannedStmt *stmt = makeNode(PlannedStmt);

	/* not copyObject: the plan may hold pointers that are no nodes */
	memcpy(stmt, input_plan, sizeof(PlannedStmt));
	stmt->planTree = top;
	stmt->jitFlags = PGJIT_NONE;
	set->query = CreateQueryDesc(stmt, "", snapshot, InvalidSnapshot,
								 None_Receiver, NULL, NULL, 0);
	ExecutorStart(set->query, 0);
}

void
cv_agg_set_end(CvAggSet *set)
{
	if (set->collected)
		cv_collected_set_end(set->collected);
	ExecutorFinish(set->query);
	ExecutorEnd(set->query);
	FreeQueryDesc(set->query);
	MemoryContextDelete(set->context);
}

void
cv_agg_set_first(CvAggSet *set, int first)
{
	set->first = first;
}

bool
cv_agg_set_is_native(const CvAggSet *set, int agg)
{
	return set->aggs[agg].kind == SET_NATIVE;
}

TupleTableSlot *
cv_agg_set_next_row(CvAggSet *set)
{
	MemoryContext old;
	TupleTableSlot *row;

	MemoryContextReset(set->row_context);
	old = MemoryContextSwitchTo(set->query->estate->es_query_cxt);
	row = ExecProcNode(set->input);
	MemoryContextSwitchTo(old);
	if (TupIsNull(row))
		return NULL;
	/* one that has been sorted or joined may be a whole tuple yet */
	slot_getallattrs(row);
	return row;
}

bool
cv_agg_set_gives_blocks(const CvAggSet *set)
{
	return set->stateful == NULL && set->collected == NULL &&
		cv_input_gives_blocks(set->input);
}

const CvRowBlock *
cv_agg_set_next_block(CvAggSet *set)
{
	MemoryContext old;
	const CvRowBlock *block;

	MemoryContextReset(set->row_context);
	old = MemoryContextSwitchTo(set->query->estate->es_query_cxt);
	block = cv_input_next_block(set->input);
	MemoryContextSwitchTo(old);
	return block;
}

Size
cv_agg_state_size(const CvAggSet *set)
{
	return set->native_size + set->stateful_size +
		   (set->collected ? MAXALIGN(cv_collected_size(set->collected)) : 0);
}

void
cv_agg_set_chunks(CvAggSet *set, CvChunks *chunks)
{
	if (set->collected)
		cv_collected_set_chunks(set->collected, chunks);
}

int64
cv_agg_collected_us(const CvAggSet *set)
{
	return set->collected ? cv_collected_finish_us(set->collected) : -1;
}

static char *
stateful_part(const CvAggSet *set, void *state)
{
	return (char *) state + set->native_size;
}

static char *
collected_part(const CvAggSet *set, void *state)
{
	return (char *) state + set->native_size + set->stateful_size;
}

void
cv_agg_init(CvAggSet *set, void *state)
{
	cv_native_init(set->native, state);
	if (set->stateful)
		cv_stateful_init(set->stateful, stateful_part(set, state));
	if (set->collected)
		cv_collected_init(set->collected, collected_part(set, state));
}

void
cv_agg_advance(CvAggSet *set, void *state, TupleTableSlot *row)
{
	if (set->nnative > 0)
	{
		MemoryContext old = MemoryContextSwitchTo(set->row_context);

		cv_native_advance(set->native, state, row);
		MemoryContextSwitchTo(old);
	}
	if (set->stateful)
		cv_stateful_advance(set->stateful, stateful_part(set, state), row);
	if (set->collected)
	{
		MemoryContext old = MemoryContextSwitchTo(set->row_context);

		cv_collected_advance(set->collected, collected_part(set, state), row);
		MemoryContextSwitchTo(old);

		/* rows that were held back do not come by cv_agg_set_next_row() */
		MemoryContextReset(set->row_context);
	}
}

void
cv_agg_advance_rows(CvAggSet *set, char *const *states,
					const CvRowBlock *block, const int *rows, int nrows)
{
	MemoryContext old = MemoryContextSwitchTo(set->row_context);

	cv_native_advance_rows(set->native, states, block, rows, nrows);
	MemoryContextSwitchTo(old);
}

void
cv_agg_finish(CvAggSet *set, void *state, const Datum *keys,
			  const bool *keys_isnull, Datum *values, bool *isnull)
{
	finish(set, state, keys, keys_isnull, values, isnull, false);
}

void
cv_agg_finish_part(CvAggSet *set, void *state, Datum *values, bool *isnull)
{
	finish(set, state, NULL, NULL, values, isnull, true);
}

static void
finish(CvAggSet *set, void *state, const Datum *keys, const bool *keys_isnull,
	   Datum *values, bool *isnull, bool is_part)
{
	MemoryContext old = MemoryContextSwitchTo(set->result_context);

	if (set->stateful)
		cv_stateful_settle(set->stateful, stateful_part(set, state));
	for (int i = 0; i < set->naggs; i++)
	{
		SetAgg	   *agg = &set->aggs[i];

		values[i] = (Datum) 0;
		isnull[i] = true;
		if (i < set->first || (is_part && !agg->is_state))
			continue;
		if (agg->kind == SET_NATIVE)
			values[i] =
				cv_native_finish(set->native, state, agg->native, &isnull[i]);
		else if (agg->kind == SET_STATEFUL)
			values[i] = cv_stateful_finish(set->stateful,
										   stateful_part(set, state),
										   agg->aggno, &isnull[i]);
	}
	if (set->collected && !is_part)
		finish_collected(set, state, keys, keys_isnull, values, isnull);
	MemoryContextSwitchTo(old);
}

/* into the current context */
static void
finish_collected(CvAggSet *set, void *state, const Datum *keys,
				 const bool *keys_isnull, Datum *values, bool *isnull)
{
	TupleTableSlot **results =
		palloc0(sizeof(TupleTableSlot *) * set->ncollected);

	for (int i = set->first; i < set->naggs; i++)
	{
		SetAgg	   *agg = &set->aggs[i];
		int			store = agg->collected.store;
		TupleTableSlot *row;
		Form_pg_attribute att;

		if (agg->kind != SET_COLLECTED)
			continue;
		if (results[store] == NULL)
			results[store] = cv_collected_finish(set->collected,
												 collected_part(set, state),
												 store, keys, keys_isnull);
		row = results[store];
		att = TupleDescAttr(row->tts_tupleDescriptor, agg->collected.aggno);
		isnull[i] = row->tts_isnull[agg->collected.aggno];
		if (!isnull[i])
			values[i] = cv_flat_copy(row->tts_values[agg->collected.aggno],
									 att->attbyval, att->attlen);
	}
}

MemoryContext
cv_agg_result_context(CvAggSet *set)
{
	return set->result_context;
}

void
cv_agg_freeze(CvAggSet *set, void *state, StringInfo out)
{
	static const char zeroes[MAXIMUM_ALIGNOF] = {0};
	MemoryContext old = MemoryContextSwitchTo(set->row_context);

	appendBinaryStringInfo(out, zeroes, MAXALIGN(out->len) - out->len);
	cv_native_freeze(set->native, state, out);
	if (set->stateful)
	{
		cv_stateful_settle(set->stateful, stateful_part(set, state));
		cv_stateful_freeze(set->stateful, stateful_part(set, state), out);
	}
	if (set->collected)
	{
		cv_collected_settle(set->collected, collected_part(set, state));
		cv_collected_freeze(set->collected, collected_part(set, state), out);
	}
	MemoryContextSwitchTo(old);
}

void
cv_agg_thaw(CvAggSet *set, void *state, const char *data, Size len)
{
	CvFlatReader reader = {data, data + len};

	cv_native_thaw(set->native, state, &reader);
	if (set->stateful)
		cv_stateful_thaw(set->stateful, stateful_part(set, state), &reader);
	if (set->collected)
		cv_collected_thaw(set->collected, collected_part(set, state), &reader);
	cv_flat_check_end(&reader);
}

void
cv_agg_save(CvAggSet *set, void *state, const Datum *values,
			const bool *isnull, Datum *saved, bool *saved_isnull)
{
	MemoryContext old = MemoryContextSwitchTo(set->result_context);
	int			count = set->nnative + set->nstateful + set->ncollected;
	int			bitmap;
	int			header;
	StringInfoData out;

	if (set->stateful)
		cv_stateful_settle(set->stateful, stateful_part(set, state));
	if (set->collected)
		cv_collected_settle(set->collected, collected_part(set, state));
	initStringInfo(&out);
	out.len = VARHDRSZ;
	appendStringInfoCharMacro(&out, (char) SAVED_VERSION);
	cv_flat_append_count(&out, set->nnative);
	cv_flat_append_count(&out, set->nstateful);
	cv_flat_append_count(&out, set->ncollected);
	bitmap = out.len;
	header = bitmap + (count + 7) / 8;
	enlargeStringInfo(&out, header - bitmap);
	memset(out.data + bitmap, 0, header - bitmap);
	out.len = header;
	for (int i = 0; i < count; i++)
	{
		bool		is_said;

		if (i < set->nnative)
			is_said = cv_native_save(set->native, i, state, &out);
		else if (i < set->nnative + set->nstateful)
			is_said = cv_stateful_save(set->stateful, i - set->nnative,
									   stateful_part(set, state), &out);
		else
			is_said = cv_collected_save(set->collected,
										i - set->nnative - set->nstateful,
										collected_part(set, state), &out);
		if (is_said)
			out.data[bitmap + i / 8] |= 1 << (i % 8);
	}
	*saved_isnull = (out.len == header);
	cv_checksum_append(&out, VARHDRSZ);
	SET_VARSIZE(out.data, out.len);
	*saved = PointerGetDatum(out.data);
	MemoryContextSwitchTo(old);
}

void
cv_agg_load(CvAggSet *set, void *state, const Datum *values,
			const bool *isnull, Datum saved, bool saved_isnull)
{
	MemoryContext old = MemoryContextSwitchTo(set->row_context);
	SavedState	from = {.reader = {NULL, NULL}};
	int			before;

	if (!saved_isnull)
		begin_saved(set, saved, &from);
	for (int i = 0; i < set->nnative; i++)
		cv_native_load(set->native, i, state, values, isnull,
					   i < from.nnative ? saved_reader(&from, i) : NULL);
	before = from.nnative;
	for (int i = 0; i < set->nstateful; i++)
		cv_stateful_load(set->stateful, i, stateful_part(set, state), values,
						 isnull, i < from.nstateful ?
						 saved_reader(&from, before + i) : NULL);
	before += from.nstateful;
	for (int i = 0; i < set->ncollected; i++)
		cv_collected_load(set->collected, i, collected_part(set, state),
						  i < from.ncollected ?
						  saved_reader(&from, before + i) : NULL);
	cv_flat_check_end(&from.reader);
	MemoryContextSwitchTo(old);
	MemoryContextReset(set->row_context);
}

/* NULL if the transition had nothing to say. */
static CvFlatReader *
saved_reader(SavedState *saved, int trans)
{
	bool		is_said = saved->bitmap[trans / 8] & (1 << (trans % 8));

	return is_said ? &saved->reader : NULL;
}

static void
begin_saved(const CvAggSet *set, Datum bytes, SavedState *saved)
{
	struct varlena *flat = PG_DETOAST_DATUM_PACKED(bytes);
	CvFlatReader *reader = &saved->reader;
	unsigned char version;
	int			size;

	reader->next = VARDATA_ANY(flat);
	reader->end = reader->next +
		cv_checksum_check(reader->next, VARSIZE_ANY_EXHDR(flat), 0, "state");
	cv_flat_read_bytes(reader, &version, 1);
	if (version != SAVED_VERSION)
		cv_damage_report("state",
						 psprintf("It has version %d, not %d.",
								  version, SAVED_VERSION));
	saved->nnative = cv_flat_read_count(reader);
	saved->nstateful = cv_flat_read_count(reader);
	saved->ncollected = cv_flat_read_count(reader);
	if (saved->nnative > set->nnative || saved->nstateful > set->nstateful ||
		saved->ncollected > set->ncollected)
		cv_damage_report("state",
						 "It has more transitions than its aggregates need.");
	size = (saved->nnative + saved->nstateful + saved->ncollected + 7) / 8;
	saved->bitmap = palloc(size);
	cv_flat_read_bytes(reader, saved->bitmap, size);
}

void
cv_agg_merge(CvAggSet *set, void *dst, void *src)
{
	MemoryContext old = MemoryContextSwitchTo(set->row_context);

	cv_native_merge(set->native, dst, src);
	if (set->stateful)
	{
		cv_stateful_settle(set->stateful, stateful_part(set, dst));
		cv_stateful_settle(set->stateful, stateful_part(set, src));
		cv_stateful_merge(set->stateful, stateful_part(set, dst),
						  stateful_part(set, src));
	}
	if (set->collected)
		cv_collected_merge(set->collected, collected_part(set, dst),
						   collected_part(set, src));
	MemoryContextSwitchTo(old);
	MemoryContextReset(set->row_context);
}

void
cv_agg_copy(CvAggSet *set, void *dst, void *src)
{
	MemoryContext old = MemoryContextSwitchTo(set->row_context);

	cv_native_copy(set->native, dst, src);
	if (set->stateful)
		cv_stateful_copy(set->stateful, stateful_part(set, dst),
						 stateful_part(set, src));
	if (set->collected)
		cv_collected_copy(set->collected, collected_part(set, dst),
						  collected_part(set, src));
	MemoryContextSwitchTo(old);
}

void
cv_agg_release(CvAggSet *set, void *state)
{
	cv_native_release(set->native, state);
	if (set->stateful)
		cv_stateful_release(set->stateful, stateful_part(set, state));

	/* what is collected may be shared: it goes with its context */
}

void
cv_agg_unload(CvAggSet *set, void *state, int64 window_end)
{
	MemoryContext old;

	if (set->collected == NULL)
		return;
	old = MemoryContextSwitchTo(set->result_context);
	cv_collected_unload(set->collected, collected_part(set, state), window_end);
	MemoryContextSwitchTo(old);
}

void
cv_agg_drop(CvAggSet *set, void *state)
{
	if (set->collected)
		cv_collected_drop(set->collected, collected_part(set, state));
}

void
cv_agg_scratch_begin(CvAggSet *set)
{
	cv_native_set_context(set->native, set->native_scratch);
	if (set->stateful)
		cv_stateful_scratch_begin(set->stateful);
	if (set->collected)
		cv_collected_scratch_begin(set->collected);
}

void
cv_agg_scratch_end(CvAggSet *set)
{
	cv_native_set_context(set->native, set->native_context);
	MemoryContextReset(set->native_scratch);
	if (set->stateful)
		cv_stateful_scratch_end(set->stateful);
	if (set->collected)
		cv_collected_scratch_end(set->collected);
}

void
cv_agg_set_reset_states(CvAggSet *set)
{
	MemoryContextReset(set->native_context);
	if (set->stateful)
		cv_stateful_reset(set->stateful);
	if (set->collected)
		cv_collected_reset(set->collected);
}

Size
cv_agg_set_memory(const CvAggSet *set)
{
	Size		size = MemoryContextMemAllocated(set->native_context, true);

	if (set->stateful)
		size +=
			MemoryContextMemAllocated(cv_stateful_context(set->stateful), true);
	if (set->collected)
		size += cv_collected_memory(set->collected);
	return size;
}
