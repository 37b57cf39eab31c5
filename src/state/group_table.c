/*-------------------------------------------------------------------------
 *
 * group_table.c
 *	  The groups in motion within one batch: (window, keys) -> states.
 *
 * Open addressing with linear probing over an array of (tag, group); the tag
 * mixes window and hash, so that nearly every wrong group is told without
 * touching it.  The array is at most three quarters full.
 *
 * A group is one piece of an arena and never moves:
 *
 *	CvGroup | Datum keys[n] | bool isnull[n] | pad | state | by-ref key values
 *
 * All is in a context of the table's own, a child of the one that was current
 * at its creation.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_bitutils.h"
#include "utils/memutils.h"

#include "state/arena.h"
#include "state/group_table.h"

#define FIRST_SLOTS	256
#define SIGN_BIT	(UINT64CONST(1) << 63)

typedef struct Slot
{
	uint64		tag;
	CvGroup    *group;			/* NULL: free */
} Slot;

/*
 * What groups are sorted by: the window, then as much of the cv_key as there
 * is room for.  Read from one array in order, and mostly decisive.
 */
typedef struct SortItem
{
	uint64		prefix;
	CvGroup    *group;
} SortItem;

struct CvGroupTable
{
	CvKeySet   *keys;
	int			nkeys;
	MemoryContext context;

	Slot	   *slots;
	uint32		nslots;			/* a power of two */
	int			shift;			/* 64 - log2(nslots) */
	uint32		ngroups;
	uint32		grow_at;

	CvArena		arena;			/* groups */

	/* offsets in a group */
	Size		keys_offset;
	Size		isnull_offset;
	Size		state_offset;
	Size		group_size;
};

static void start_empty(CvGroupTable *table);
static CvGroup *add_group(CvGroupTable *table, int64 window_start,
						  uint64 hash, const Datum *values,
						  const bool *isnull);
static void grow(CvGroupTable *table);
static uint32 collect_groups(const CvGroupTable *table, SortItem *items);
static int	compare_items(const SortItem *a, const SortItem *b);

#define ST_SORT sort_items
#define ST_ELEMENT_TYPE SortItem
#define ST_COMPARE(a, b) compare_items(a, b)
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

static inline uint64
tag_of(int64 window_start, uint64 hash)
{
	uint64		t = hash ^ ((uint64) window_start *
							UINT64CONST(0x9e3779b97f4a7c15));

	t ^= t >> 32;
	return t * UINT64CONST(0xd6e8feb86659fd93);
}

CvGroupTable *
cv_group_table_create(CvKeySet *keys, Size state_size)
{
	CvGroupTable *table = palloc0(sizeof(CvGroupTable));
	int			nkeys = cv_key_set_count(keys);

	table->keys = keys;
	table->nkeys = nkeys;
	table->keys_offset = MAXALIGN(sizeof(CvGroup));
	table->isnull_offset = table->keys_offset + nkeys * sizeof(Datum);
	table->state_offset = MAXALIGN(table->isnull_offset + nkeys);
	table->group_size = table->state_offset + MAXALIGN(state_size);
	table->context = AllocSetContextCreate(CurrentMemoryContext,
										   "continuous view groups",
										   ALLOCSET_DEFAULT_SIZES);
	start_empty(table);
	return table;
}

void
cv_group_table_reset(CvGroupTable *table)
{
	MemoryContextReset(table->context);
	start_empty(table);
}

static void
start_empty(CvGroupTable *table)
{
	table->nslots = FIRST_SLOTS;
	table->shift = 64 - pg_leftmost_one_pos32(FIRST_SLOTS);
	table->slots = MemoryContextAllocZero(table->context,
										  FIRST_SLOTS * sizeof(Slot));
	table->ngroups = 0;
	table->grow_at = FIRST_SLOTS / 4 * 3;
	cv_arena_init(&table->arena, table->context);
}

CvGroup *
cv_group_table_enter(CvGroupTable *table, int64 window_start, uint64 hash,
					 const Datum *values, const bool *isnull, bool *is_new)
{
	uint64		tag = tag_of(window_start, hash);
	uint32		i;
	CvGroup    *group;
	bool		collides = false;

	if (unlikely(table->ngroups >= table->grow_at))
		grow(table);

	for (i = tag >> table->shift;
		 table->slots[i].group != NULL;
		 i = (i + 1) & (table->nslots - 1))
	{
		if (table->slots[i].tag != tag)
			continue;
		group = table->slots[i].group;
		if (unlikely(group->window_start != window_start ||
					 group->hash != hash))
			continue;
		if (likely(cv_key_equal(table->keys,
								cv_group_keys(table, group),
								cv_group_isnull(table, group),
								values, isnull)))
		{
			*is_new = false;
			return group;
		}
		collides = group->collides = true;
	}

	group = add_group(table, window_start, hash, values, isnull);
	group->collides = collides;
	table->slots[i].tag = tag;
	table->slots[i].group = group;
	table->ngroups++;
	*is_new = true;
	return group;
}

void
cv_group_table_prefetch(const CvGroupTable *table, int64 window_start,
						uint64 hash)
{
	__builtin_prefetch(&table->slots[tag_of(window_start, hash) >>
									 table->shift]);
}

CvGroup *
cv_group_table_lookup(const CvGroupTable *table, int64 window_start,
					  uint64 hash, const Datum *values, const bool *isnull)
{
	uint64		tag = tag_of(window_start, hash);

	for (uint32 i = tag >> table->shift;
		 table->slots[i].group != NULL;
		 i = (i + 1) & (table->nslots - 1))
	{
		CvGroup    *group = table->slots[i].group;

		if (table->slots[i].tag == tag &&
			group->window_start == window_start && group->hash == hash &&
			cv_key_equal(table->keys, cv_group_keys(table, group),
						 cv_group_isnull(table, group), values, isnull))
			return group;
	}
	return NULL;
}

static CvGroup *
add_group(CvGroupTable *table, int64 window_start, uint64 hash,
		  const Datum *values, const bool *isnull)
{
	Size		values_size = cv_key_copy_size(table->keys, values, isnull);
	CvGroup    *group = cv_arena_alloc(&table->arena,
										table->group_size + values_size);

	memset(group, 0, table->state_offset);
	group->window_start = window_start;
	group->hash = hash;
	memcpy(cv_group_isnull(table, group), isnull, table->nkeys);
	cv_key_copy_to(table->keys, values, isnull, cv_group_keys(table, group),
				   (char *) group + table->group_size);
	return group;
}

static void
grow(CvGroupTable *table)
{
	Slot	   *old = table->slots;
	uint32		nold = table->nslots;

	if (nold > PG_INT32_MAX / 2)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many groups in one batch of a continuous view")));
	table->nslots = nold * 2;
	table->shift--;
	table->grow_at = table->nslots / 4 * 3;
	table->slots = MemoryContextAllocExtended(table->context,
											  table->nslots * sizeof(Slot),
											  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	for (uint32 k = 0; k < nold; k++)
	{
		uint32		i;

		if (old[k].group == NULL)
			continue;
		i = old[k].tag >> table->shift;
		while (table->slots[i].group != NULL)
			i = (i + 1) & (table->nslots - 1);
		table->slots[i] = old[k];
	}
	pfree(old);
}

Datum *
cv_group_keys(const CvGroupTable *table, CvGroup *group)
{
	return (Datum *) ((char *) group + table->keys_offset);
}

bool *
cv_group_isnull(const CvGroupTable *table, CvGroup *group)
{
	return (bool *) ((char *) group + table->isnull_offset);
}

void *
cv_group_state(const CvGroupTable *table, CvGroup *group)
{
	return (char *) group + table->state_offset;
}

int64
cv_group_table_count(const CvGroupTable *table)
{
	return table->ngroups;
}

Size
cv_group_table_memory(const CvGroupTable *table)
{
	return MemoryContextMemAllocated(table->context, false);
}

CvGroup **
cv_group_table_sorted(CvGroupTable *table)
{
	CvGroup   **sorted;
	SortItem   *items;
	uint32		n;

	items = MemoryContextAllocHuge(table->context,
								   Max(table->ngroups, 1) * sizeof(SortItem));
	n = collect_groups(table, items);
	sort_items(items, n);
	/* in place: a pointer is shorter than an item */
	sorted = (CvGroup **) items;
	for (uint32 i = 0; i < n; i++)
		sorted[i] = items[i].group;
	return sorted;
}

static uint32
collect_groups(const CvGroupTable *table, SortItem *items)
{
	int64		first = PG_INT64_MAX;
	int64		last = PG_INT64_MIN;
	uint32		n = 0;
	int			bits;

	for (uint32 i = 0; i < table->nslots; i++)
	{
		CvGroup    *group = table->slots[i].group;

		if (group == NULL)
			continue;
		items[n++].group = group;
		first = Min(first, group->window_start);
		last = Max(last, group->window_start);
	}
	Assert(n == table->ngroups);
	bits = last <= first ? 0 :
		pg_leftmost_one_pos64((uint64) last - (uint64) first) + 1;
	for (uint32 i = 0; i < n; i++)
	{
		CvGroup    *group = items[i].group;
		uint64		window = (uint64) group->window_start - (uint64) first;
		uint64		key = group->hash ^ SIGN_BIT;

		items[i].prefix = bits == 0 ? key :
			window << (64 - bits) | (bits == 64 ? 0 : key >> bits);
	}
	return n;
}

static int
compare_items(const SortItem *a, const SortItem *b)
{
	const CvGroup *x;
	const CvGroup *y;

	if (likely(a->prefix != b->prefix))
		return a->prefix < b->prefix ? -1 : 1;
	x = a->group;
	y = b->group;
	if (x->window_start != y->window_start)
		return x->window_start < y->window_start ? -1 : 1;
	if (x->hash != y->hash)
		return (int64) x->hash < (int64) y->hash ? -1 : 1;
	if (x->cv_key != y->cv_key)
		return x->cv_key < y->cv_key ? -1 : 1;
	return 0;
}
