/*-------------------------------------------------------------------------
 *
 * agg_collected.c
 *	  Aggregates whose inputs are their state.
 *
 * A store keeps the inputs of a group in the order in which they came, so that
 * a result is a function of the history: nothing is sorted before the server's
 * own aggregation sorts it, in cv_collected_finish().  Calls that have
 * arguments, DISTINCT and FILTER in common share a store; rows that FILTER
 * leaves out are not in it.
 *
 * On the way of a row there is no allocation but for the buffer's doubling,
 * and no function call unless a value is toasted.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/tupmacs.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "aggregate/collected_private.h"
#include "base/settings.h"

#define FIRST_TAIL_SIZE 64

static int find_kind(const CvCollectedSet *set, const Aggref *aggref);
static int add_kind(CvCollectedSet *set, const Aggref *aggref);
static bool note_params(Node *node, CvCollectedSet *set);
static void reserve(CvCollectedSet *set, StoreKind *kind, Store *store,
					Size size);
static char *write_byval(const RowShape *shape, const TupleTableSlot *row,
						 char *to);
static void seal(Store *store);

CvCollectedSet *
cv_collected_set_create(void)
{
	CvCollectedSet *set = palloc0(sizeof(CvCollectedSet));

	set->context = CurrentMemoryContext;
	set->states = AllocSetContextCreate(CurrentMemoryContext,
										"collected aggregates",
										ALLOCSET_DEFAULT_SIZES);
	set->scratch = AllocSetContextCreate(CurrentMemoryContext,
										 "collected aggregates, scratch",
										 ALLOCSET_DEFAULT_SIZES);
	set->current = set->states;
	return set;
}

void
cv_collected_set_end(CvCollectedSet *set)
{
	for (int i = 0; i < set->count; i++)
	{
		QueryDesc  *query = set->kinds[i].query;

		if (query == NULL)
			continue;
		ExecutorFinish(query);
		ExecutorEnd(query);
		FreeQueryDesc(query);
	}
}

void
cv_collected_set_chunks(CvCollectedSet *set, CvChunks *chunks)
{
	set->chunks = chunks;
}

CvCollectedResult
cv_collected_set_add(CvCollectedSet *set, Aggref *outer_agg,
					 const CvAggInfo *info)
{
	CvCollectedResult result;
	StoreKind  *kind;
	Aggref	   *aggref = copyObject(outer_agg);

	result.store = find_kind(set, outer_agg);
	if (result.store < 0)
		result.store = add_kind(set, outer_agg);
	kind = &set->kinds[result.store];
	kind->shows_choice |= kind->is_distinct &&
		aggref->aggfnoid != F_COUNT_ANY &&
		cv_distinct_has_choice(outer_agg);
	aggref->args =
		(List *) cv_row_shape_map(&kind->shape, (Node *) aggref->args);
	aggref->aggfilter = NULL;
	result.aggno = cv_stateful_plan_add(kind->plan, aggref, info, 0);
	(void) note_params((Node *) aggref->aggdirectargs, set);
	return result;
}

void
cv_collected_set_next_generation(CvCollectedSet *set)
{
	set->first = set->count;
}

static int
find_kind(const CvCollectedSet *set, const Aggref *aggref)
{
	for (int i = set->first; i < set->count; i++)
	{
		const Aggref *other = set->kinds[i].aggref;

		if (equal(aggref->args, other->args) &&
			equal(aggref->aggfilter, other->aggfilter) &&
			equal(aggref->aggdistinct, other->aggdistinct))
			return i;
	}
	return -1;
}

static int
add_kind(CvCollectedSet *set, const Aggref *aggref)
{
	StoreKind  *kind;

	if (set->count == set->allocated)
	{
		set->allocated = Max(4, set->allocated * 2);
		kind = palloc(sizeof(StoreKind) * set->allocated);
		if (set->count > 0)
			memcpy(kind, set->kinds, sizeof(StoreKind) * set->count);
		set->kinds = kind;
	}
	kind = &set->kinds[set->count];
	memset(kind, 0, sizeof(StoreKind));
	kind->plan = cv_stateful_plan_create();
	kind->aggref = copyObject(unconstify(Aggref *, aggref));
	kind->is_distinct = aggref->aggdistinct != NIL;
	cv_row_shape_init(&kind->shape, aggref->args);
	kind->flat = palloc(sizeof(Datum) * Max(kind->shape.ncolumns, 1));

	if (aggref->aggfilter != NULL && IsA(aggref->aggfilter, Const))
	{
		Const	   *filter = (Const *) aggref->aggfilter;

		kind->takes_nothing =
			filter->constisnull || !DatumGetBool(filter->constvalue);
	}
	else if (aggref->aggfilter != NULL)
		kind->filter = castNode(Var, aggref->aggfilter)->varattno;
	return set->count++;
}

/* note_params -- which keys do direct arguments name? */
static bool
note_params(Node *node, CvCollectedSet *set)
{
	Param	   *param = (Param *) node;

	if (node == NULL)
		return false;
	if (!IsA(node, Param))
		return expression_tree_walker(node, note_params, set);
	if (param->paramid > set->nparams)
	{
		Oid		   *types = palloc0(sizeof(Oid) * param->paramid);

		if (set->nparams > 0)
			memcpy(types, set->param_types, sizeof(Oid) * set->nparams);
		set->param_types = types;
		set->nparams = param->paramid;
	}
	set->param_types[param->paramid - 1] = param->paramtype;
	return false;
}

int
cv_collected_count(const CvCollectedSet *set)
{
	return set->count;
}

Size
cv_collected_size(const CvCollectedSet *set)
{
	return sizeof(Store) * set->count;
}

Size
cv_collected_memory(const CvCollectedSet *set)
{
	return MemoryContextMemAllocated(set->states, true);
}

int64
cv_collected_finish_us(const CvCollectedSet *set)
{
	return set->finish_us;
}

void
cv_collected_reset(CvCollectedSet *set)
{
	MemoryContextReset(set->states);
}

void
cv_collected_scratch_begin(CvCollectedSet *set)
{
	set->current = set->scratch;
}

void
cv_collected_scratch_end(CvCollectedSet *set)
{
	set->current = set->states;
	MemoryContextReset(set->scratch);
}

void
cv_collected_init(CvCollectedSet *set, char *state)
{
	memset(state, 0, cv_collected_size(set));
}

void
cv_collected_advance(CvCollectedSet *set, char *state, TupleTableSlot *row)
{
	for (int i = 0; i < set->count; i++)
	{
		StoreKind  *kind = &set->kinds[i];
		RowShape   *shape = &kind->shape;
		Store	   *store = get_store(state, i);
		bool		is_byval = shape->is_byval;
		Size		size;
		char	   *to;

		if (kind->takes_nothing ||
			(kind->filter > 0 &&
			 (row->tts_isnull[kind->filter - 1] ||
			  !DatumGetBool(row->tts_values[kind->filter - 1]))))
			continue;
		size = is_byval ? shape->fixed_size :
			cv_row_measure(shape, row, kind->flat);
		if (unlikely(store->tail_allocated - store->tail_len < size))
			reserve(set, kind, store, size);
		to = store->tail + store->tail_len;
		to = is_byval ? write_byval(shape, row, to) :
			cv_row_write(shape, row, kind->flat, to);
		store->tail_len = to - store->tail;
		store->tail_rows++;
	}
}

static inline char *
write_byval(const RowShape *shape, const TupleTableSlot *row, char *to)
{
	uint8	   *nulls = (uint8 *) to;

	memset(nulls, 0, shape->nulls_size);
	to += shape->nulls_size;
	for (int i = 0; i < shape->ncolumns; i++)
	{
		const Column *column = &shape->columns[i];
		Datum		value = row->tts_values[column->from - 1];

		if (unlikely(row->tts_isnull[column->from - 1]))
		{
			nulls[i / 8] |= 1 << (i % 8);
			continue;
		}
		to = cv_row_write_byval(to, value, column->len);
	}
	return to;
}

/* reserve -- room for one more row; duplicates go first, if there may be some */
static void
reserve(CvCollectedSet *set, StoreKind *kind, Store *store, Size size)
{
	Size		before = store->before ? store->before->bytes : 0;
	Size		limit = (Size) cv_collected_limit_kb * 1024;
	Size		allocated = store->tail_allocated;

	if (kind->is_distinct && store->tail_len > 2 * store->unique_tail)
	{
		cv_store_unique_tail(kind, store);
		if (store->tail_len + size <= allocated / 4 * 3)
			return;
	}
	cv_store_check_limit(kind, before + store->tail_len + size);
	allocated = Max(allocated * 2, FIRST_TAIL_SIZE);
	allocated = Min(allocated, limit - before);
	allocated = Max(allocated, store->tail_len + size);
	if (store->tail == NULL)
		store->tail = MemoryContextAllocHuge(set->current, allocated);
	else
		store->tail = repalloc_huge(store->tail, allocated);
	store->tail_allocated = allocated;
}

void
cv_store_check_limit(const StoreKind *kind, Size bytes)
{
	if (bytes <= (Size) cv_collected_limit_kb * 1024)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("group has more inputs for %s() than may be collected",
					get_func_name(kind->aggref->aggfnoid)),
			 errdetail("The inputs take more than %d kB; a group has %zu kB.",
					   cv_collected_limit_kb, bytes / 1024),
			 errhint("Use more or smaller groups, an aggregate that does not need all its inputs, or raise continuous.collected_limit.")));
}

/* seal -- what the store has is a rope now, and may be shared. */
static void
seal(Store *store)
{
	store->before = cv_store_rope(store);
	store->tail = NULL;
	store->tail_len = store->tail_allocated = store->unique_tail = 0;
	store->tail_rows = 0;
}

void
cv_collected_merge(CvCollectedSet *set, char *dst_state, char *src_state)
{
	MemoryContext old = MemoryContextSwitchTo(set->current);

	for (int i = 0; i < set->count; i++)
	{
		Store	   *dst = get_store(dst_state, i);
		Store	   *src = get_store(src_state, i);

		seal(dst);
		seal(src);
		dst->before = cv_rope_join(dst->before, src->before);
		dst->unique_memory += src->unique_memory;
		dst->unique_bytes += src->unique_bytes;
		dst->chunks_end = PG_INT64_MIN;
		cv_store_check_limit(&set->kinds[i], cv_store_bytes(dst));
	}
	MemoryContextSwitchTo(old);
}

/*
 * cv_collected_copy -- in scratch, src may be a state from before, which must
 * not be made to point into scratch; it stays as it is meanwhile.
 */
void
cv_collected_copy(CvCollectedSet *set, char *dst_state, char *src_state)
{
	MemoryContext old = MemoryContextSwitchTo(set->current);

	for (int i = 0; i < set->count; i++)
	{
		Store	   *dst = get_store(dst_state, i);
		Store	   *src = get_store(src_state, i);

		if (set->current != set->scratch)
			seal(src);
		*dst = *src;
		seal(dst);
	}
	MemoryContextSwitchTo(old);
}
