/*-------------------------------------------------------------------------
 *
 * agg_collected_unique.c
 *	  Duplicates taken out of what an aggregate with DISTINCT collects.
 *
 * Only rows with the same bytes are taken for duplicates, the first one stays.
 * That needs no comparison function, and is never wrong; rows that are equal
 * and have other bytes are left to the aggregation itself.
 *
 * It is done when there is twice as much as after the last time, so that each
 * row is looked at a few times at most.
 *
 * When that is depends on batches and memory, and which of 1.0 and 1.00 the
 * aggregation takes depends on all rows that it sorts.  So where that can be
 * seen, all duplicates are taken out before a result is made: then what is
 * sorted is a function of the history.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "port/pg_bitutils.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "aggregate/collected_private.h"
#include "base/compat.h"

typedef struct SeenRow
{
	uint32		hash;
	uint32		at;				/* where the row is + 1; 0: no row */
} SeenRow;

static bool enter_row(SeenRow *seen, uint32 mask, const char *rows, Size at,
					  Size len);
static void gather(CvCollectedSet *set, StoreKind *kind, Store *store,
				   const Rope *rope);
static char *read_all(CvCollectedSet *set, const Rope *rope);

Size
cv_rows_unique(const RowShape *shape, char *rows, Size len, int64 *nrows)
{
	uint64		size;
	SeenRow	   *seen;
	Size		kept = 0;
	Size		next;
	int64		nlooked = 0;

	if (len >= PG_UINT32_MAX || *nrows < 2)
		return len;
	size = pg_nextpower2_64(*nrows + *nrows / 3 + 1);
	seen = MemoryContextAllocExtended(CurrentMemoryContext,
									  size * sizeof(SeenRow),
									  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	*nrows = 0;
	for (Size at = 0; at < len; at = next)
	{
		Size		row_len = cv_row_length(shape, rows + at);

		next = at + row_len;
		if ((++nlooked & 0xFFFF) == 0)
			CHECK_FOR_INTERRUPTS();
		if (kept != at)
			memmove(rows + kept, rows + at, row_len);
		if (!enter_row(seen, size - 1, rows, kept, row_len))
			continue;
		kept += row_len;
		(*nrows)++;
	}
	pfree(seen);
	return kept;
}

/* enter_row -- false if it is there. */
static inline bool
enter_row(SeenRow *seen, uint32 mask, const char *rows, Size at, Size len)
{
	uint32		hash = hash_bytes((const unsigned char *) rows + at, len);
	uint32		i;

	for (i = hash & mask; seen[i].at != 0; i = (i + 1) & mask)
	{
		/* a row tells its own length, so these bytes say it all */
		if (seen[i].hash == hash &&
			memcmp(rows + seen[i].at - 1, rows + at, len) == 0)
			return false;
	}
	seen[i].hash = hash;
	seen[i].at = at + 1;
	return true;
}

void
cv_store_unique_tail(StoreKind *kind, Store *store)
{
	store->tail_len = cv_rows_unique(&kind->shape, store->tail,
									 store->tail_len, &store->tail_rows);
	store->unique_tail = store->tail_len;
}

/* What is behind the last chunk becomes the tail. */
void
cv_store_unique_memory(CvCollectedSet *set, StoreKind *kind, Store *store)
{
	MemoryContext old = MemoryContextSwitchTo(set->current);
	const Rope *rope = cv_store_rope(store);
	const Rope *chunks = NULL;
	const Rope *memory = NULL;
	const Rope *piece;
	RopeWalk	walk;

	cv_rope_walk_begin(&walk, rope);
	while ((piece = cv_rope_walk_next(&walk)) != NULL)
	{
		if (piece->data != NULL)
		{
			memory = cv_rope_join(memory, piece);
			continue;
		}
		chunks = cv_rope_join(cv_rope_join(chunks, memory), piece);
		memory = NULL;
	}
	cv_rope_walk_end(&walk);
	if (memory != NULL && memory->bytes > 2 * store->unique_memory)
	{
		gather(set, kind, store, memory);
		store->before = chunks;
		store->unique_memory = store->tail_len;
	}
	MemoryContextSwitchTo(old);
}

void
cv_store_unique_all(CvCollectedSet *set, StoreKind *kind, Store *store)
{
	MemoryContext old = MemoryContextSwitchTo(set->current);
	const Rope *rope = cv_store_rope(store);
	const Rope *piece;
	RopeWalk	walk;

	gather(set, kind, store, rope);
	cv_rope_walk_begin(&walk, rope);
	while ((piece = cv_rope_walk_next(&walk)) != NULL)
		if (piece->data == NULL)
			set->chunks->drop(set->chunks, piece->collection);
	cv_rope_walk_end(&walk);
	store->before = NULL;
	store->unique_memory = store->unique_bytes = store->tail_len;
	MemoryContextSwitchTo(old);
}

/* gather -- the rope's rows, once each, into a new tail */
static void
gather(CvCollectedSet *set, StoreKind *kind, Store *store, const Rope *rope)
{
	int64		rows = rope->rows;

	store->tail = read_all(set, rope);
	store->tail_allocated = rope->bytes;
	store->tail_len = cv_rows_unique(&kind->shape, store->tail, rope->bytes,
									 &rows);
	store->tail_rows = rows;
	store->unique_tail = store->tail_len;
}

static char *
read_all(CvCollectedSet *set, const Rope *rope)
{
	RopeReader	reader;
	const char *from;
	const char *to;
	Size		len = 0;
	char	   *rows = MemoryContextAllocHuge(CurrentMemoryContext, rope->bytes);

	cv_rope_reader_begin(&reader, rope, set->chunks);
	while (cv_rope_reader_next(&reader, &from, &to))
	{
		if (len + (to - from) > rope->bytes)
			elog(ERROR, "collected inputs are longer than expected");
		memcpy(rows + len, from, to - from);
		len += to - from;
	}
	cv_rope_reader_end(&reader);
	if (len != rope->bytes)
		elog(ERROR, "collected inputs are shorter than expected");
	return rows;
}

const Rope *
cv_rope_unique(CvCollectedSet *set, StoreKind *kind, const Rope *rope)
{
	char	   *rows = read_all(set, rope);
	int64		nrows = rope->rows;
	Size		len = cv_rows_unique(&kind->shape, rows, rope->bytes, &nrows);

	return cv_rope_piece(rows, len, nrows);
}

bool
cv_distinct_has_choice(const Aggref *aggref)
{
	ListCell   *lc;

	foreach(lc, aggref->aggdistinct)
	{
		SortGroupClause *clause = lfirst_node(SortGroupClause, lc);
		Node	   *value = get_sortgroupclause_expr(clause, aggref->args);
		Oid			family;
		Oid			type;
		Oid			proc = InvalidOid;

		if (cv_ordering_op_properties(clause->sortop, &family, &type))
			proc = get_opfamily_proc(family, type, type, BTEQUALIMAGE_PROC);
		if (!OidIsValid(proc) ||
			!DatumGetBool(OidFunctionCall1Coll(proc, exprCollation(value),
											   ObjectIdGetDatum(type))))
			return true;
	}
	return false;
}
