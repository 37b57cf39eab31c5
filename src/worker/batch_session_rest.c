/*-------------------------------------------------------------------------
 *
 * batch_session_rest.c
 *	  Sessions of a batch, to rest: written, and into shared memory.
 *
 * Shared memory is changed after the commit: what rests there of sessions
 * that have grown, or were merged, is removed from where they ended; then
 * what is new is put where it ends.  Windows stay complete that way.
 *
 * Spilling.  If memory is short within a batch, the older sessions are
 * written and forgotten, the newer stay in motion: rows come in the order of
 * time mostly.  The border is one of memory's windows, so that all sessions
 * that are only in the tables are in windows that are not resident then, and
 * newer rows need not look there.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "base/settings.h"
#include "state/arena.h"
#include "worker/batch_session_private.h"

/* what a flush keeps for shared memory; a StringInfo ends at 1 GB */
#define CV_MAX_INSTALL_BYTES	(512 * 1024 * 1024)

/* sessions to look at, to find out where most of them end */
#define SAMPLE_SIZE	1024

typedef struct RowIdentity
{
	int64		start;
	int64		cv_key;
} RowIdentity;

/* A session that stays in motion while states are reset. */
typedef struct KeptSession
{
	const CvSession *session;
	char	   *state;			/* frozen */
	Size		size;
} KeptSession;

static void note_removals(CvBatch *batch, CvSession *session);
static void note_install(CvBatch *batch, CvSession *session);
static bool has_same_row(void *arg, const char *data, Size size);
static bool is_nobody(void *arg, const char *data, Size size);
static int64 bucket_size(const CvBatch *batch);
static void spill(CvBatch *batch, bool everything);
static int64 spill_limit(CvBatch *batch, CvSession **sessions, int64 n,
						 bool everything);
static int	compare_times(const void *a, const void *b);
static void write_ended(CvBatch *batch, CvSession **sessions, int64 n,
						int64 limit);
static void keep_rest(CvBatch *batch, int64 limit);
static void keep_session(CvBatch *batch, CvSessionTable *table,
						 const KeptSession *kept, int64 limit);
static void lose_residency(CvBatch *batch, int64 end);
static void note_removal(CvBatch *batch, const CvSession *session);
static void align(StringInfo data);
static void remove_noted(CvBatch *batch);
static void put_noted(CvBatch *batch);

void
cv_batch_write_sessions(CvBatch *batch)
{
	int64		n;
	CvSession **sessions = cv_session_table_all(batch->sessions->table, true,
												&n);

	cv_batch_write_list(batch, sessions, n, note_removals);
	for (int64 i = 0; i < n; i++)
	{
		cv_session_prefetch(sessions, i, n);
		note_install(batch, sessions[i]);
	}
	pfree(sessions);
}

/* ---- shared memory, after the commit */

static int64
bucket_size(const CvBatch *batch)
{
	return cv_session_bucket_size(batch->spec->window.size.us);
}

static bool
has_same_row(void *arg, const char *data, Size size)
{
	const CvRestingSession *resting = (const CvRestingSession *) data;
	const RowIdentity *row = arg;

	return resting->start == row->start && resting->cv_key == row->cv_key;
}

/* What grows within its window is replaced where it is. */
static void
note_removals(CvBatch *batch, CvSession *session)
{
	int64		size = bucket_size(batch);

	if (batch->follower->states == NULL)
		return;
	if (session->place != CV_ROW_NONE &&
		(session->start != session->rest_start ||
		 cv_session_bucket(session->end, size) !=
		 cv_session_bucket(session->rest_end, size)))
		note_removal(batch, session);
	for (CvSession *other = session->merged; other != NULL;
		 other = other->merged)
		note_removal(batch, other);
}

static void
note_removal(CvBatch *batch, const CvSession *session)
{
	StringInfo	removals = &batch->sessions->removals;
	CvSessionRemoval removal = {
		.hash = session->key->hash,
		.end = session->rest_end,
		.start = session->rest_start,
		.cv_key = session->cv_key
	};

	if (removals->len > CV_MAX_INSTALL_BYTES)
	{
		lose_residency(batch, session->rest_end);
		return;
	}
	if (removals->data == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(batch->install_context);

		initStringInfo(removals);
		MemoryContextSwitchTo(old);
	}
	appendBinaryStringInfo(removals, (char *) &removal, sizeof(removal));
}

/* In install_data: for each session its size, then the data; all aligned. */
static void
note_install(CvBatch *batch, CvSession *session)
{
	CvSessionTable *table = batch->sessions->table;
	StringInfo	data = &batch->install_data;
	CvRestingSession resting;
	Size		size = 0;
	int			at;
	MemoryContext old;

	if (batch->follower->states == NULL ||
		cv_watermark_is_too_late(&batch->watermark, session->end))
		return;
	if (data->len > CV_MAX_INSTALL_BYTES)
	{
		lose_residency(batch, session->end);
		return;
	}
	old = MemoryContextSwitchTo(batch->install_context);
	if (data->data == NULL)
		initStringInfo(data);
	appendBinaryStringInfo(data, (char *) &size, sizeof(size));
	at = data->len;

	memset(&resting, 0, sizeof(resting));
	resting.hash = session->key->hash;
	resting.start = session->start;
	resting.end = session->end;
	resting.cv_key = session->cv_key;
	resting.tid = session->tid;
	resting.place = session->place;
	resting.corrections = session->corrections;
	appendBinaryStringInfo(data, (char *) &resting,
						   CV_RESTING_SESSION_KEYS_AT);
	cv_key_write(batch->keys, session->values,
				 cv_session_key_isnull(table, session->key), data);
	align(data);
	resting.states_at = data->len - at;
	memcpy(data->data + at, &resting, sizeof(resting));
	cv_agg_freeze(batch->aggs, cv_session_state(table, session), data);
	size = data->len - at;
	memcpy(data->data + at - sizeof(size), &size, sizeof(size));
	align(data);
	MemoryContextSwitchTo(old);
}

static void
align(StringInfo data)
{
	static const char zeroes[MAXIMUM_ALIGNOF] = {0};

	appendBinaryStringInfo(data, zeroes, MAXALIGN(data->len) - data->len);
}

void
cv_batch_install_sessions(CvBatch *batch)
{
	CvStateTable *states = batch->follower->states;

	if (states == NULL)
		return;
	cv_state_table_begin_install(states);
	if (batch->sessions != NULL)
	{
		remove_noted(batch);
		put_noted(batch);
	}
	if (batch->watermark.has_sealed)
		cv_state_table_forget_ended(states, batch->watermark.sealed);
	cv_state_table_end_install(states, batch->position->generation,
							   batch->position->counters.flushes);
}

static void
remove_noted(CvBatch *batch)
{
	int64		bucket = bucket_size(batch);
	StringInfo	removals = &batch->sessions->removals;
	const CvSessionRemoval *removal = (CvSessionRemoval *) removals->data;
	int			n = removals->len / sizeof(CvSessionRemoval);

	for (; n > 0; n--, removal++)
	{
		RowIdentity row = {removal->start, removal->cv_key};

		cv_state_table_remove(batch->follower->states,
							  cv_session_bucket(removal->end, bucket),
							  removal->hash, has_same_row, &row);
	}
}

static void
put_noted(CvBatch *batch)
{
	int64		bucket = bucket_size(batch);
	StringInfo	data = &batch->install_data;
	Size		at = 0;

	while (at < data->len)
	{
		Size		size = *(Size *) (data->data + at);
		const CvRestingSession *resting =
			(CvRestingSession *) (data->data + at + sizeof(size));
		int64		start = cv_session_bucket(resting->end, bucket);
		RowIdentity row = {resting->start, resting->cv_key};

		cv_state_table_put(batch->follower->states, start, start + bucket,
						   resting->hash, (const char *) resting, size,
						   has_same_row, &row);
		at += sizeof(size) + MAXALIGN(size);
	}
}

void
cv_batch_attach_sessions(CvBatch *batch)
{
	const CvSessionFacts *facts = &batch->position->sessions;

	if (facts->has_any)
		cv_state_table_set_resident_after(batch->follower->states,
										  cv_session_bucket(facts->newest_end,
															bucket_size(batch)));
	else
		cv_state_table_set_all_resident(batch->follower->states);
}

/* ---- spilling */

void
cv_batch_spill_sessions(CvBatch *batch)
{
	spill(batch, false);
	if (cv_batch_sessions_memory(batch) + cv_agg_set_memory(batch->aggs) >
		(Size) cv_batch_memory_kb * 1024 / 8 * 7)
		spill(batch, true);
}

static void
spill(CvBatch *batch, bool everything)
{
	CvSessionTable *table = batch->sessions->table;
	Size		before = cv_session_table_memory(table);
	int64		n;
	CvSession **sessions = cv_session_table_all(table, false, &n);
	int64		limit = spill_limit(batch, sessions, n, everything);

	write_ended(batch, sessions, n, limit);
	pfree(sessions);
	cv_session_table_forget(table, limit);

	/* what is left is of keys, or of states */
	if (cv_session_table_memory(table) > before / 4 * 3 ||
		cv_agg_set_memory(batch->aggs) > (Size) cv_batch_memory_kb * 1024 / 8)
		keep_rest(batch, limit);
}

/* spill_limit -- a border of memory's windows, behind most of the sessions. */
static int64
spill_limit(CvBatch *batch, CvSession **sessions, int64 n, bool everything)
{
	int64		size = bucket_size(batch);
	int64		sample[SAMPLE_SIZE];
	int			nsample = Min(n, SAMPLE_SIZE);
	int64		newest = PG_INT64_MIN + 1;
	int64		limit;
	int64		nended = 0;

	for (int i = 0; i < nsample; i++)
		sample[i] = sessions[n / nsample * i]->end;
	qsort(sample, nsample, sizeof(int64), compare_times);
	limit = nsample == 0 ? 0 :
		cv_session_bucket(sample[nsample / 4 * 3], size);
	for (int64 i = 0; i < n; i++)
	{
		newest = Max(newest, sessions[i]->end);
		nended += sessions[i]->end <= limit;
	}
	if (everything || nended < n / 4)
		return cv_session_bucket(newest, size) + size;
	return limit;
}

static int
compare_times(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return x < y ? -1 : x > y ? 1 : 0;
}

/* write_ended -- those that have changed, which are the list's first then. */
static void
write_ended(CvBatch *batch, CvSession **sessions, int64 n, int64 limit)
{
	int64		nended = 0;

	for (int64 i = 0; i < n; i++)
	{
		if (sessions[i]->is_changed && sessions[i]->end <= limit)
			sessions[nended++] = sessions[i];
	}
	if (nended > 0)
		lose_residency(batch, limit);
	cv_batch_write_list(batch, sessions, nended, NULL);
}

/*
 * lose_residency -- of some that end by then memory says nothing, or what is
 * old: nobody looks there any more.  Before the commit, as it is only a cache.
 */
static void
lose_residency(CvBatch *batch, int64 end)
{
	CvStateTable *states = batch->follower->states;

	if (states == NULL)
		return;
	cv_state_table_evict(states, cv_session_bucket(end, bucket_size(batch)), 0,
						 is_nobody, NULL);
	cv_state_table_forget_ended(states, end);
}

static bool
is_nobody(void *arg, const char *data, Size size)
{
	return false;
}

/*
 * keep_rest -- the others, in a table of their own: then the memory of the
 * old one, and of all states, can be freed.
 */
static void
keep_rest(CvBatch *batch, int64 limit)
{
	CvBatchSessions *work = batch->sessions;
	int64		n;
	CvSession **sessions = cv_session_table_all(work->table, false, &n);
	MemoryContext context = AllocSetContextCreate(batch->context,
												  "continuous view sessions kept",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	KeptSession *kept;
	CvSessionTable *table;
	CvArena		states;
	StringInfoData state;
	int64		nkept = 0;

	for (int64 i = 0; i < n; i++)
		nkept += sessions[i]->end > limit;
	kept = MemoryContextAllocHuge(context, Max(nkept, 1) * sizeof(KeptSession));
	cv_arena_init(&states, context);
	nkept = 0;
	initStringInfo(&state);
	for (int64 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (sessions[i]->end <= limit)
			continue;
		resetStringInfo(&state);
		cv_agg_freeze(batch->aggs, cv_session_state(work->table, sessions[i]),
					  &state);
		kept[nkept].session = sessions[i];
		kept[nkept].size = state.len;
		kept[nkept].state = cv_arena_alloc(&states, MAXALIGN(state.len));
		memcpy(kept[nkept++].state, state.data, state.len);
	}
	cv_agg_set_reset_states(batch->aggs);

	MemoryContextSwitchTo(batch->context);
	table = cv_session_table_create(batch->keys,
									cv_agg_state_size(batch->aggs),
									Min(nkept,
										cv_session_table_keys(work->table)));
	for (int64 i = 0; i < nkept; i++)
		keep_session(batch, table, &kept[i], limit);
	cv_session_table_destroy(work->table);
	work->table = table;
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
}

static void
keep_session(CvBatch *batch, CvSessionTable *table, const KeptSession *kept,
			 int64 limit)
{
	const CvSessionKey *old = kept->session->key;
	CvSessionTable *from = batch->sessions->table;
	CvSessionKey *key;
	CvSession  *session;
	bool		is_new;

	key = cv_session_table_enter(table, old->hash,
								 cv_session_key_values(from, old),
								 cv_session_key_isnull(from, old), &is_new);
	if (is_new && old->covered_to > limit)
	{
		/* what ends before is not in motion any more */
		key->covered_from = Max(old->covered_from, limit);
		key->covered_to = old->covered_to;
	}
	key->collides |= old->collides;
	session = cv_session_copy(table, key, kept->session);
	cv_agg_thaw(batch->aggs, cv_session_state(table, session), kept->state,
				kept->size);
}
