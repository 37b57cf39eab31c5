/*-------------------------------------------------------------------------
 *
 * session_table.c
 *	  The sessions in motion within one batch: keys -> sessions -> states.
 *
 * Keys are found by open addressing with linear probing over an array of
 * (hash, entry), at most three quarters full.  A key has one live session
 * mostly, but a backfill of a view without keys has all its sessions in one
 * list, in any order of arrival: so the list is a skip list.
 *
 * Pieces of an arena, which never move:
 *
 *	CvSessionKey | Datum keys[n] | bool isnull[n] | pad | by-ref key values
 *	CvSession | state | CvSession *lanes[nlanes]
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_bitutils.h"
#include "utils/memutils.h"

#include "state/arena.h"
#include "state/session_table.h"

#define FIRST_SLOTS	256

typedef struct Slot
{
	uint64		hash;
	CvSessionKey *key;			/* NULL: free */
} Slot;

/* What sessions are sorted by, at hand. */
typedef struct SortEntry
{
	int64		start;
	int64		hash;
	CvSession  *session;
} SortEntry;

struct CvSessionTable
{
	CvKeySet   *keys;
	int			nkeys;
	MemoryContext context;

	Slot	   *slots;
	uint32		nslots;			/* a power of two */
	int			shift;			/* 64 - log2(nslots) */
	uint32		nentries;
	uint32		grow_at;

	CvArena		arena;
	CvSession  *newest;			/* head of the chain of all */
	int64		nsessions;
	CvSession  *free[CV_SESSION_LANES + 1]; /* by lanes; heads of chains */
	Size		free_bytes;
	uint64		random;			/* for the heights of sessions */

	/* offsets in a key's entry, and in a session */
	Size		isnull_offset;
	Size		values_offset;
	Size		lanes_offset;
};

static CvSessionKey *add_key(CvSessionTable *table, uint64 hash,
							 const Datum *values, const bool *isnull);
static void grow(CvSessionTable *table);
static CvSession *copy_session(CvSessionTable *table, CvSessionKey *key,
							   const CvSession *session);
static CvSession *new_session(CvSessionTable *table, CvSessionKey *key,
							  int64 start, int64 end, const Datum *values,
							  int nlanes);
static const Datum *own_values(CvSessionTable *table, CvSessionKey *key,
							   const Datum *values);
static int	choose_height(CvSessionTable *table);
static CvSession **lane(const CvSessionTable *table, CvSessionKey *key,
						CvSession *session, int i);
static void use_lanes(CvSessionTable *table, CvSessionKey *key, int nlanes);
static void unlink_session(CvSessionTable *table, CvSession *session);
static void forget_before(CvSessionKey *key, int64 time);
static bool is_forgotten(const CvSession *session, int64 time);
static int	compare_entries(const SortEntry *a, const SortEntry *b);

#define ST_SORT sort_entries
#define ST_ELEMENT_TYPE SortEntry
#define ST_COMPARE(a, b) compare_entries(a, b)
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

#define KEYS_OFFSET		MAXALIGN(sizeof(CvSessionKey))
#define STATE_OFFSET	MAXALIGN(sizeof(CvSession))

CvSessionTable *
cv_session_table_create(CvKeySet *keys, Size state_size, int64 nkeys_expected)
{
	CvSessionTable *table = palloc0(sizeof(CvSessionTable));
	int			nkeys = cv_key_set_count(keys);

	table->keys = keys;
	table->nkeys = nkeys;
	table->isnull_offset = KEYS_OFFSET + nkeys * sizeof(Datum);
	table->values_offset = MAXALIGN(table->isnull_offset + nkeys);
	table->lanes_offset = STATE_OFFSET + MAXALIGN(state_size);
	table->context = AllocSetContextCreate(CurrentMemoryContext,
										   "continuous view sessions",
										   ALLOCSET_DEFAULT_SIZES);
	cv_arena_init(&table->arena, table->context);
	table->nslots = FIRST_SLOTS;
	while (table->nslots / 4 * 3 < nkeys_expected &&
		   table->nslots <= PG_INT32_MAX / 2)
		table->nslots *= 2;
	table->shift = 64 - pg_leftmost_one_pos32(table->nslots);
	table->slots = MemoryContextAllocExtended(table->context,
											  table->nslots * sizeof(Slot),
											  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	table->grow_at = table->nslots / 4 * 3;
	table->random = UINT64CONST(0x9e3779b97f4a7c15);
	return table;
}

void
cv_session_table_destroy(CvSessionTable *table)
{
	MemoryContextDelete(table->context);
	pfree(table);
}

int64
cv_session_table_keys(const CvSessionTable *table)
{
	return table->nentries;
}

Size
cv_session_table_memory(const CvSessionTable *table)
{
	return MemoryContextMemAllocated(table->context, false) -
		table->arena.space_left - table->free_bytes;
}

CvSessionKey *
cv_session_table_enter(CvSessionTable *table, uint64 hash,
					   const Datum *values, const bool *isnull, bool *is_new)
{
	CvSessionKey *key;
	uint32		i;
	bool		collides = false;

	if (unlikely(table->nentries >= table->grow_at))
		grow(table);

	for (i = hash >> table->shift;
		 table->slots[i].key != NULL;
		 i = (i + 1) & (table->nslots - 1))
	{
		if (table->slots[i].hash != hash)
			continue;
		key = table->slots[i].key;
		if (likely(cv_key_equal(table->keys,
								cv_session_key_values(table, key),
								cv_session_key_isnull(table, key),
								values, isnull)))
		{
			*is_new = false;
			return key;
		}
		collides = key->collides = true;
	}

	key = add_key(table, hash, values, isnull);
	key->collides = collides;
	table->slots[i].hash = hash;
	table->slots[i].key = key;
	table->nentries++;
	*is_new = true;
	return key;
}

void
cv_session_table_prefetch(const CvSessionTable *table, uint64 hash)
{
	__builtin_prefetch(&table->slots[hash >> table->shift]);
}

void
cv_session_table_prefetch_key(const CvSessionTable *table, uint64 hash)
{
	const char *key = (const char *) table->slots[hash >> table->shift].key;

	if (key == NULL)
		return;
	__builtin_prefetch(key + offsetof(CvSessionKey, last));
	__builtin_prefetch(key + KEYS_OFFSET);
}

static CvSessionKey *
add_key(CvSessionTable *table, uint64 hash, const Datum *values,
		const bool *isnull)
{
	Size		size = table->values_offset +
		cv_key_copy_size(table->keys, values, isnull);
	CvSessionKey *key = cv_arena_alloc(&table->arena, size);

	memset(key, 0, sizeof(CvSessionKey));
	key->hash = hash;
	key->covered_from = PG_INT64_MAX;
	key->covered_to = PG_INT64_MIN;
	memcpy((char *) key + table->isnull_offset, isnull, table->nkeys);
	cv_key_copy_to(table->keys, values, isnull,
				   (Datum *) ((char *) key + KEYS_OFFSET),
				   (char *) key + table->values_offset);
	return key;
}

static void
grow(CvSessionTable *table)
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

		if (old[k].key == NULL)
			continue;
		i = old[k].hash >> table->shift;
		while (table->slots[i].key != NULL)
			i = (i + 1) & (table->nslots - 1);
		table->slots[i] = old[k];
	}
	pfree(old);
}

const Datum *
cv_session_key_values(const CvSessionTable *table, const CvSessionKey *key)
{
	return (const Datum *) ((const char *) key + KEYS_OFFSET);
}

const bool *
cv_session_key_isnull(const CvSessionTable *table, const CvSessionKey *key)
{
	return (const bool *) ((const char *) key + table->isnull_offset);
}

void *
cv_session_state(const CvSessionTable *table, const CvSession *session)
{
	return (char *) session + STATE_OFFSET;
}

/*
 * lane -- where the session behind session (NULL: the list's head) is noted
 * in lane i; lane -1 is the list itself.
 */
static inline CvSession **
lane(const CvSessionTable *table, CvSessionKey *key, CvSession *session, int i)
{
	if (session == NULL)
		return i < 0 ? &key->first : &key->lanes[i];
	if (i < 0)
		return &session->next;
	return (CvSession **) ((char *) session + table->lanes_offset) + i;
}

CvSession *
cv_session_before(const CvSessionTable *table, const CvSessionKey *key,
				  int64 time)
{
	CvSessionKey *head = unconstify(CvSessionKey *, key);
	CvSession  *before = NULL;

	for (int i = key->nlanes - 1; i >= -1; i--)
	{
		CvSession  *next;

		while ((next = *lane(table, head, before, i)) != NULL &&
			   next->start <= time)
			before = next;
	}
	return before;
}

CvSession *
cv_session_add(CvSessionTable *table, CvSessionKey *key, int64 start,
			   int64 end, const Datum *values)
{
	int			height = choose_height(table);
	CvSession  *session = new_session(table, key, start, end, values, height);
	CvSession  *before = NULL;

	session->is_live = true;
	if (height > key->nlanes)
		use_lanes(table, key, height);
	for (int i = key->nlanes - 1; i >= -1; i--)
	{
		CvSession **link;

		while (*(link = lane(table, key, before, i)) != NULL &&
			   (*link)->start <= start)
			before = *link;
		if (i >= height)
			continue;
		*lane(table, key, session, i) = *link;
		*link = session;
	}
	Assert(before == NULL || before->end <= start);
	Assert(session->next == NULL || session->next->start >= end);
	return session;
}

static void
use_lanes(CvSessionTable *table, CvSessionKey *key, int nlanes)
{
	if (key->lanes == NULL)
	{
		Size		size = CV_SESSION_LANES * sizeof(CvSession *);

		key->lanes = cv_arena_alloc(&table->arena, size);
		memset(key->lanes, 0, size);
	}
	key->nlanes = nlanes;
}

CvSession *
cv_session_copy(CvSessionTable *table, CvSessionKey *key,
				const CvSession *session)
{
	CvSession  *copy = copy_session(table, key, session);
	CvSession  *last = copy;

	for (const CvSession *other = session->merged; other != NULL;
		 other = other->merged)
	{
		last->merged = copy_session(table, key, other);
		last = last->merged;
	}
	copy->last_merged = last;
	return copy;
}

static CvSession *
copy_session(CvSessionTable *table, CvSessionKey *key,
			 const CvSession *session)
{
	CvSession  *copy;

	if (session->is_live)
		copy = cv_session_add(table, key, session->start, session->end,
							  session->values);
	else
		copy = new_session(table, key, session->start, session->end,
						   session->values, 0);
	copy->rest_start = session->rest_start;
	copy->rest_end = session->rest_end;
	copy->cv_key = session->cv_key;
	copy->tid = session->tid;
	copy->place = session->place;
	copy->is_merged = session->is_merged;
	copy->is_changed = session->is_changed;
	copy->may_clash = session->may_clash;
	copy->corrections = session->corrections;
	copy->xact_corrections = session->xact_corrections;
	copy->xact = session->xact;
	return copy;
}

static inline Size
session_size(const CvSessionTable *table, int nlanes)
{
	return table->lanes_offset + MAXALIGN(nlanes * sizeof(CvSession *));
}

static CvSession *
new_session(CvSessionTable *table, CvSessionKey *key, int64 start, int64 end,
			const Datum *values, int nlanes)
{
	CvSession  *session = table->free[nlanes];

	if (session != NULL)
	{
		table->free[nlanes] = session->chain;
		table->free_bytes -= session_size(table, nlanes);
	}
	else
		session = cv_arena_alloc(&table->arena, session_size(table, nlanes));
	memset(session, 0, sizeof(CvSession));
	session->key = key;
	session->values = own_values(table, key, values);
	session->start = start;
	session->end = end;
	session->nlanes = nlanes;
	session->chain = table->newest;
	table->newest = session;
	table->nsessions++;
	return session;
}

/*
 * Equal keys can differ in how they are written (1.0 and 1.00, texts of some
 * collations): which ones are shown must not depend on where batches end.
 */
static const Datum *
own_values(CvSessionTable *table, CvSessionKey *key, const Datum *values)
{
	const Datum *keys = cv_session_key_values(table, key);
	const bool *isnull = cv_session_key_isnull(table, key);
	char	   *copy;

	if (likely(cv_key_identical(table->keys, keys, values, isnull)))
		return keys;
	copy = cv_arena_alloc(&table->arena,
						  MAXALIGN(table->nkeys * sizeof(Datum)) +
						  cv_key_copy_size(table->keys, values, isnull));
	cv_key_copy_to(table->keys, values, isnull, (Datum *) copy,
				   copy + MAXALIGN(table->nkeys * sizeof(Datum)));
	return (const Datum *) copy;
}

/* One of eight sessions is in the first lane, one of 64 in the second... */
static int
choose_height(CvSessionTable *table)
{
	uint64		random = table->random;
	int			height = 0;

	random ^= random << 13;
	random ^= random >> 7;
	random ^= random << 17;
	table->random = random;
	while (height < CV_SESSION_LANES && (random & 7) == 0)
	{
		height++;
		random >>= 3;
	}
	return height;
}

void
cv_session_end_until(const CvSessionTable *table, CvSessionKey *key,
					 int64 time)
{
	CvSession  *session;

	while ((session = key->first) != NULL && session->end <= time)
	{
		/* the first of the list is the first in its lanes */
		key->first = session->next;
		for (int i = 0; i < session->nlanes; i++)
			key->lanes[i] = *lane(table, key, session, i);
		session->is_live = false;
		if (key->last == session)
			key->last = NULL;
	}
}

void
cv_session_merge(CvSessionTable *table, CvSession *into, CvSession *from)
{
	/* from itself, if it has a row, in front of those it has taken over */
	CvSession  *first = from->place != CV_ROW_NONE ? from : from->merged;
	CvSession  *last = from->merged != NULL ? from->last_merged : from;

	Assert(into->next == from);
	unlink_session(table, from);
	from->is_merged = true;
	into->end = Max(into->end, from->end);
	into->may_clash |= from->may_clash;
	if (into->key->last == from)
		into->key->last = into;

	/* they may be many, so no list of them is walked */
	if (first == NULL)
		return;
	last->merged = into->merged;
	if (into->merged == NULL)
		into->last_merged = last;
	into->merged = first;
}

static void
unlink_session(CvSessionTable *table, CvSession *session)
{
	CvSessionKey *key = session->key;
	CvSession  *before = NULL;

	for (int i = key->nlanes - 1; i >= -1; i--)
	{
		CvSession **link;

		while (*(link = lane(table, key, before, i)) != NULL &&
			   (*link)->start < session->start)
			before = *link;
		if (*link == session)
			*link = *lane(table, key, session, i);
	}
	session->is_live = false;
}

void
cv_session_table_forget(CvSessionTable *table, int64 time)
{
	CvSession **link = &table->newest;
	CvSession  *session;

	for (uint32 i = 0; i < table->nslots; i++)
	{
		if (table->slots[i].key == NULL)
			continue;
		cv_session_end_until(table, table->slots[i].key, time);
		forget_before(table->slots[i].key, time);
	}
	while ((session = *link) != NULL)
	{
		if (!is_forgotten(session, time))
		{
			link = &session->chain;
			continue;
		}
		*link = session->chain;
		session->chain = table->free[session->nlanes];
		table->free[session->nlanes] = session;
		table->free_bytes += session_size(table, session->nlanes);
		table->nsessions--;
	}
}

/* What ends before is not in motion any more. */
static void
forget_before(CvSessionKey *key, int64 time)
{
	if (key->covered_to > time)
	{
		key->covered_from = Max(key->covered_from, time);
		return;
	}
	key->covered_from = PG_INT64_MAX;
	key->covered_to = PG_INT64_MIN;
}

/* Those that others have taken over stay while they have rows to be deleted. */
static bool
is_forgotten(const CvSession *session, int64 time)
{
	if (session->is_merged)
		return session->place == CV_ROW_NONE;
	return session->end <= time;
}

CvSession **
cv_session_table_all(CvSessionTable *table, bool only_changed, int64 *n)
{
	int64		first = table->nsessions;
	CvSession **sessions =
		MemoryContextAllocHuge(table->context,
							   Max(first, 1) * sizeof(CvSession *));

	*n = 0;
	for (CvSession *session = table->newest; session != NULL;
		 session = session->chain)
	{
		if (session->is_merged || (only_changed && !session->is_changed))
			continue;
		sessions[--first] = session;
		(*n)++;
	}
	memmove(sessions, sessions + first, *n * sizeof(CvSession *));
	return sessions;
}

void
cv_session_sort(CvSession **sessions, int64 n)
{
	SortEntry  *entries =
		MemoryContextAllocHuge(CurrentMemoryContext,
							   Max(n, 1) * sizeof(SortEntry));

	for (int64 i = 0; i < n; i++)
	{
		cv_session_prefetch(sessions, i, n);
		entries[i].start = sessions[i]->start;
		entries[i].hash = (int64) sessions[i]->key->hash;
		entries[i].session = sessions[i];
	}
	sort_entries(entries, n);
	for (int64 i = 0; i < n; i++)
		sessions[i] = entries[i].session;
	pfree(entries);
}

static int
compare_entries(const SortEntry *a, const SortEntry *b)
{
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	if (a->session->end != b->session->end)
		return a->session->end < b->session->end ? -1 : 1;
	return 0;
}
