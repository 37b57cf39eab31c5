/*-------------------------------------------------------------------------
 *
 * batch_resting.c
 *	  Groups of a batch at rest in shared memory.
 *
 * An entry is CvRestingGroup, then what few groups have and its flags name
 * (cv_key, corrections; int64), then the keys, then the states, each flat.  Of
 * a view without a window the end of the key's life comes behind.
 *
 * There may be millions, and the first touch of memory is dear: what can be
 * told from the rest is not stored.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "worker/batch_keyed.h"
#include "worker/batch_resting.h"
#include "worker/batch_slices.h"

/* what a flush keeps for shared memory; a StringInfo ends at 1 GB */
#define CV_MAX_INSTALL_BYTES	(512 * 1024 * 1024)

typedef struct CvRestingGroup
{
	ItemPointerData tid;
	uint8		place;
	uint8		flags;
} CvRestingGroup;

#define RESTING_IS_FILLER		0x01
#define RESTING_HAS_CV_KEY		0x02	/* it is not the hash */
#define RESTING_HAS_CORRECTIONS	0x04

StaticAssertDecl(sizeof(CvRestingGroup) == 8, "what follows is aligned");

/* In install_data: this in front of each entry, all aligned. */
typedef struct CvInstallEntry
{
	int64		window_start;
	int64		window_end;
	uint64		hash;
	int64		cv_key;
	Size		size;
	/* the entry follows */
} CvInstallEntry;

typedef struct CvSameKeys
{
	CvKeySet   *keys;
	const Datum *values;
	const bool *isnull;
	bool		collides;		/* met other keys with the same hash */
	Size		states_at;		/* offset in the entry that is the same */
} CvSameKeys;

static bool has_same_keys(void *arg, const char *data, Size size);
static Size resting_extra(const CvRestingGroup *resting, uint64 hash,
						  int64 *cv_key, int64 *corrections);
static void append_resting(CvBatch *batch, CvGroup *group, StringInfo data);
static void align(StringInfo data);

/* the window of shared memory that the group is in */
static inline int64
resting_window(const CvBatch *batch, const CvGroup *group)
{
	return cv_batch_is_keyed(batch) ? CV_KEYED_WINDOW_START :
		group->window_start;
}

static inline CvSameKeys
same_keys(CvBatch *batch, CvGroup *group)
{
	CvSameKeys	same;

	same.keys = batch->keys;
	same.values = cv_group_keys(batch->groups, group);
	same.isnull = cv_group_isnull(batch->groups, group);
	same.collides = false;
	same.states_at = 0;
	return same;
}

bool
cv_resting_load(CvBatch *batch, CvGroup *group, bool with_state)
{
	CvSameKeys	same = same_keys(batch, group);
	Size		size;
	const char *data = cv_state_table_lookup(batch->follower->states,
											 resting_window(batch, group),
											 group->hash, has_same_keys, &same,
											 &size);
	const CvRestingGroup *resting = (const CvRestingGroup *) data;
	int64		corrections;
	Size		keys_at;

	/* the group may rest in the tables only, or has to find a free cv_key */
	group->collides |= same.collides;
	if (data == NULL)
		return false;
	keys_at = resting_extra(resting, group->hash, &group->cv_key,
							&corrections);
	group->tid = resting->tid;
	group->place = resting->place;
	group->corrections = (int32) corrections;
	group->is_filler = (resting->flags & RESTING_IS_FILLER) != 0;
	if (cv_batch_is_keyed(batch))
	{
		size -= sizeof(int64);
		memcpy(&group->window_end, data + size, sizeof(int64));
		with_state &= !cv_batch_begins_life(batch, group);
	}
	if (batch->is_sliced)
	{
		Datum	   *keys = palloc(sizeof(Datum) * Max(batch->nkeys, 1));
		bool	   *isnull = palloc(sizeof(bool) * Max(batch->nkeys, 1));

		cv_key_read(batch->keys, data + keys_at, keys, isnull);
		cv_resting_adopt_keys(batch, group, keys, isnull);
		pfree(keys);
		pfree(isnull);
	}
	if (with_state)
		cv_agg_thaw(batch->aggs, cv_group_state(batch->groups, group),
					data + same.states_at, size - same.states_at);
	return true;
}

bool
cv_resting_may_miss(const CvBatch *batch, const CvGroup *group)
{
	return group->collides ||
		!cv_state_table_is_resident(batch->follower->states,
									resting_window(batch, group));
}

bool
cv_resting_load_slice(CvBatch *batch, int64 slice_start, uint64 hash,
					  const Datum *values, const bool *isnull, void *state,
					  Datum *keys, bool *keys_isnull, bool *may_miss)
{
	CvStateTable *states = batch->follower->states;
	CvSameKeys	same = {batch->keys, values, isnull, false, 0};
	Size		size;
	const char *data = cv_state_table_lookup(states, slice_start, hash,
											 has_same_keys, &same, &size);

	if (data == NULL)
	{
		*may_miss = same.collides ||
			!cv_state_table_is_resident(states, slice_start);
		return false;
	}
	cv_key_read(batch->keys, data +
				resting_extra((const CvRestingGroup *) data, hash, NULL, NULL),
				keys, keys_isnull);
	cv_agg_thaw(batch->aggs, state, data + same.states_at,
				size - same.states_at);
	return true;
}

static bool
has_same_keys(void *arg, const char *data, Size size)
{
	CvSameKeys *same = arg;
	int			nkeys = cv_key_set_count(same->keys);
	Datum	   *values = palloc(sizeof(Datum) * Max(nkeys, 1));
	bool	   *isnull = palloc(sizeof(bool) * Max(nkeys, 1));
	Size		keys_at = resting_extra((const CvRestingGroup *) data, 0, NULL,
										NULL);
	bool		result;

	same->states_at = keys_at + MAXALIGN(cv_key_read(same->keys, data + keys_at,
													 values, isnull));
	result = cv_key_equal(same->keys, same->values, same->isnull,
						  values, isnull);
	same->collides |= !result;
	pfree(values);
	pfree(isnull);
	return result;
}

void
cv_resting_adopt_keys(CvBatch *batch, CvGroup *group, const Datum *values,
					  const bool *isnull)
{
	Datum	   *mine = cv_group_keys(batch->groups, group);

	if (!cv_key_identical(batch->keys, mine, values, isnull))
		cv_key_copy(batch->keys, values, isnull, mine, batch->context);
}

void
cv_resting_evict(CvBatch *batch, CvGroup *group)
{
	CvSameKeys	same = same_keys(batch, group);

	cv_state_table_evict(batch->follower->states,
						 resting_window(batch, group), group->hash,
						 has_same_keys, &same);
}

/* resting_extra -- what the flags name; gives where the keys are. */
static Size
resting_extra(const CvRestingGroup *resting, uint64 hash, int64 *cv_key,
			  int64 *corrections)
{
	const int64 *next = (const int64 *) (resting + 1);
	int64		its_key = (int64) hash;
	int64		its_corrections = 0;

	if (resting->flags & RESTING_HAS_CV_KEY)
		its_key = *next++;
	if (resting->flags & RESTING_HAS_CORRECTIONS)
		its_corrections = *next++;
	if (cv_key != NULL)
		*cv_key = its_key;
	if (corrections != NULL)
		*corrections = its_corrections;
	return (const char *) next - (const char *) resting;
}

static void
append_resting(CvBatch *batch, CvGroup *group, StringInfo data)
{
	CvRestingGroup resting;
	int64		corrections = group->corrections;

	resting.tid = group->tid;
	resting.place = group->place;
	resting.flags = (group->is_filler ? RESTING_IS_FILLER : 0) |
		(group->cv_key != (int64) group->hash ? RESTING_HAS_CV_KEY : 0) |
		(corrections != 0 ? RESTING_HAS_CORRECTIONS : 0);
	appendBinaryStringInfo(data, (char *) &resting, sizeof(resting));
	if (resting.flags & RESTING_HAS_CV_KEY)
		appendBinaryStringInfo(data, (char *) &group->cv_key, sizeof(int64));
	if (resting.flags & RESTING_HAS_CORRECTIONS)
		appendBinaryStringInfo(data, (char *) &corrections, sizeof(int64));
	cv_key_write(batch->keys, cv_group_keys(batch->groups, group),
				 cv_group_isnull(batch->groups, group), data);
	align(data);
	cv_agg_freeze(batch->aggs, cv_group_state(batch->groups, group), data);
	if (cv_batch_is_keyed(batch))
		appendBinaryStringInfo(data, (char *) &group->window_end,
							   sizeof(int64));
}

static void
align(StringInfo data)
{
	static const char zeroes[MAXIMUM_ALIGNOF] = {0};

	appendBinaryStringInfo(data, zeroes, MAXALIGN(data->len) - data->len);
}

void
cv_resting_keep(CvBatch *batch, CvGroup *group)
{
	StringInfo	data = &batch->install_data;
	CvInstallEntry entry;
	int			at;
	MemoryContext old;

	if (data->len > CV_MAX_INSTALL_BYTES)
	{
		cv_resting_evict(batch, group);
		return;
	}
	old = MemoryContextSwitchTo(batch->install_context);
	if (data->data == NULL)
		initStringInfo(data);
	entry.window_start = resting_window(batch, group);
	entry.window_end = cv_batch_is_keyed(batch) ? CV_KEYED_WINDOW_END :
		group->window_end;
	entry.hash = group->hash;
	entry.cv_key = group->cv_key;
	entry.size = 0;
	at = data->len;
	appendBinaryStringInfo(data, (char *) &entry, sizeof(entry));
	append_resting(batch, group, data);
	entry.size = data->len - at - sizeof(entry);
	memcpy(data->data + at, &entry, sizeof(entry));
	align(data);
	MemoryContextSwitchTo(old);
}

/* cv_key tells the groups of a window apart, however their keys are spelt. */
bool
cv_resting_has_same_row(void *arg, const char *data, Size size)
{
	const CvRowKey *row = arg;
	int64		cv_key;

	resting_extra((const CvRestingGroup *) data, row->hash, &cv_key, NULL);
	return cv_key == row->cv_key;
}

void
cv_resting_install(CvBatch *batch)
{
	CvStateTable *states = batch->follower->states;

	for (int at = 0; at < batch->install_data.len;)
	{
		const CvInstallEntry *entry =
			(const CvInstallEntry *) (batch->install_data.data + at);
		CvRowKey	row = {entry->hash, entry->cv_key};
		bool		is_stored =
			cv_state_table_put(states, entry->window_start, entry->window_end,
							   entry->hash, (const char *) (entry + 1),
							   entry->size, cv_resting_has_same_row, &row);

		if (!is_stored && cv_batch_is_keyed(batch))
			cv_batch_keyed_make_room(batch);
		at += sizeof(CvInstallEntry) + MAXALIGN(entry->size);
	}
}
