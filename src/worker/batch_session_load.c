/*-------------------------------------------------------------------------
 *
 * batch_session_load.c
 *	  Sessions at rest, into motion.
 *
 * A row may meet sessions that have, with some part, a place in [row, row +
 * gap).  Before it is added, all of them must be in motion; a key remembers
 * for which times that is so ("covered").
 *
 * In shared memory they are looked for by their ends, window after window.
 * Where memory is not complete (not resident), or there are too many windows
 * to look at, they are in the tables: back in time from the last one that
 * begins before row + gap.  Final ones are passed over, wherever they are.
 * Facts about all sessions that were ever written (CvSessionFacts) bound both.
 *
 * What is found may be in motion already, or have been merged there: then a
 * session in motion covers its place, as that cannot be so otherwise.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "miscadmin.h"

#include "worker/batch_anchor.h"
#include "worker/batch_session_private.h"

/* windows of memory to look at, before the tables are the better place */
#define MAX_PROBES	64

/* What is looked for in memory, and what comes behind. */
typedef struct Search
{
	CvBatch    *batch;
	CvSessionKey *key;
	int64		from;
	int64		to;
	int64		next_start;		/* of a session that begins at to or later */
} Search;

static bool load_from_memory(Search *search);
static bool take_from_memory(void *arg, const char *data, Size size);
static void load_from_tables(Search *search);
static void find_kept(Search *search, CvResultTable *table, int64 cv_key);
static bool is_kept_start(const CvBatch *batch, int64 start);
static void walk_table(Search *search, CvResultTable *table,
					   CvRowPlace place, int64 cv_key);
static bool is_end_of_walk(const Search *search, int64 lowest, int64 start,
						   int64 end);
static void take_row(Search *search, TupleTableSlot *row, CvRowPlace place);
static bool is_in_motion(const Search *search, int64 start);

static inline int64
subtract_saturating(int64 a, uint64 b)
{
	int64		result;

	if (b > PG_INT64_MAX || pg_sub_s64_overflow(a, (int64) b, &result))
		return PG_INT64_MIN;
	return result;
}

static inline int64
add_saturating(int64 a, uint64 b)
{
	int64		result;

	if (b > PG_INT64_MAX || pg_add_s64_overflow(a, (int64) b, &result))
		return PG_INT64_MAX;
	return result;
}

int64
cv_session_bucket_size(int64 gap)
{
	/* with a tiny gap, a second: each window takes memory of its own */
	int64		size = INT64CONST(1) << 20;

	while (size < gap && size < INT64CONST(1) << 61)
		size <<= 1;
	return size;
}

void
cv_batch_cover(CvBatch *batch, CvSessionKey *key, int64 from, int64 to)
{
	const CvSessionFacts *facts = &batch->position->sessions;
	Search		search = {batch, key, from, to, PG_INT64_MAX};

	if (facts->has_any && !load_from_memory(&search))
	{
		load_from_tables(&search);
		/* one that begins at to or later does not end before to + gap */
		search.next_start =
			subtract_saturating(facts->newest_end, batch->sessions->gap) < to ?
			PG_INT64_MAX : to;
	}
	if (from > key->covered_to || search.next_start < key->covered_from)
	{
		key->covered_from = from;
		key->covered_to = search.next_start;
		return;
	}
	key->covered_from = Min(key->covered_from, from);
	key->covered_to = Max(key->covered_to, search.next_start);
}

/*
 * load_from_memory -- by ends: the first that ends after from, and so on,
 * until one begins at to or later.  False if memory is not complete there.
 */
static bool
load_from_memory(Search *search)
{
	CvBatch    *batch = search->batch;
	const CvSessionFacts *facts = &batch->position->sessions;
	CvStateTable *states = batch->follower->states;
	int64		size = cv_session_bucket_size(batch->sessions->gap);
	int64		bucket = cv_session_bucket(search->from + 1, size);
	int64		newest = Min(facts->newest_end,
							 add_saturating(search->to, facts->longest));
	int64		last = cv_session_bucket(newest, size);

	if (states == NULL || !cv_state_table_is_resident(states, bucket))
		return false;
	if (last >= bucket && (uint64) (last - bucket) / size >= MAX_PROBES)
		return false;
	for (; bucket <= last && search->next_start == PG_INT64_MAX; bucket += size)
	{
		Size		ignored;

		(void) cv_state_table_lookup(states, bucket, search->key->hash,
									 take_from_memory, search, &ignored);
	}
	if (search->next_start == PG_INT64_MAX && newest < facts->newest_end)
		search->next_start = search->to;
	return true;
}

/*
 * take_from_memory -- called for each entry with the key's hash; says that it
 * is not the one, so that it is called for the next.
 */
static bool
take_from_memory(void *arg, const char *data, Size size)
{
	Search	   *search = arg;
	CvBatch    *batch = search->batch;
	CvBatchSessions *sessions = batch->sessions;
	const CvRestingSession *resting = (const CvRestingSession *) data;
	CvSession  *session;

	if (resting->end <= search->from ||
		cv_watermark_is_too_late(&batch->watermark, resting->end))
		return false;
	cv_key_read(batch->keys, data + CV_RESTING_SESSION_KEYS_AT,
				sessions->values, sessions->isnull);
	if (!cv_key_equal(batch->keys,
					  cv_session_key_values(sessions->table, search->key),
					  cv_session_key_isnull(sessions->table, search->key),
					  sessions->values, sessions->isnull))
	{
		search->key->collides = true;
		return false;
	}
	if (resting->start >= search->to)
	{
		search->next_start = Min(search->next_start, resting->start);
		return false;
	}
	if (is_in_motion(search, resting->start))
		return false;

	session = cv_session_add(sessions->table, search->key, resting->start,
							 resting->end, sessions->values);
	session->rest_start = resting->start;
	session->rest_end = resting->end;
	session->cv_key = resting->cv_key;
	session->corrections = resting->corrections;
	/* W may have closed it since: then the row has moved, and its tid is old */
	session->place = cv_batch_is_published(batch, resting->end) ?
		CV_ROW_RESULTS : CV_ROW_STATE;
	if (session->place == resting->place)
		session->tid = resting->tid;
	else
		ItemPointerSetInvalid(&session->tid);
	cv_agg_thaw(batch->aggs, cv_session_state(sessions->table, session),
				data + resting->states_at, size - resting->states_at);
	return false;
}

/* is_in_motion -- a session that begins there: itself, or one that has it */
static bool
is_in_motion(const Search *search, int64 start)
{
	CvSession  *session =
		cv_session_before(search->batch->sessions->table, search->key, start);

	return session != NULL && start < session->end;
}

/* Under any cv_key that the view has ever used for keys with this hash. */
static void
load_from_tables(Search *search)
{
	CvBatch    *batch = search->batch;

	for (uint32 i = 0; i <= batch->position->sessions.cv_key_tries; i++)
	{
		int64		cv_key = (int64) (search->key->hash + i);

		CHECK_FOR_INTERRUPTS();
		walk_table(search, batch->results, CV_ROW_RESULTS, cv_key);
		if (batch->spec->dials.emit == CV_EMIT_FINAL)
			walk_table(search, batch->unpublished, CV_ROW_STATE, cv_key);
	}
}

/*
 * cv_batch_is_kept -- of a key, the rows before the end of its last session
 * that is kept are in one, or were too late.
 */
bool
cv_batch_is_kept(CvBatch *batch, CvSessionKey *key, int64 time)
{
	const CvAnchor *anchor = &batch->position->anchor;
	Search		search = {batch, key, anchor->from, anchor->from, PG_INT64_MAX};

	if (time >= anchor->kept)
		return false;
	if (!key->kept_is_known)
	{
		key->kept_is_known = true;
		key->kept_until = PG_INT64_MIN;
		for (uint32 i = 0; i <= batch->position->sessions.cv_key_tries; i++)
		{
			int64		cv_key = (int64) (key->hash + i);

			find_kept(&search, batch->results, cv_key);
			if (batch->spec->dials.emit == CV_EMIT_FINAL)
				find_kept(&search, batch->unpublished, cv_key);
		}
	}
	return time < key->kept_until;
}

static void
find_kept(Search *search, CvResultTable *table, int64 cv_key)
{
	CvBatch    *batch = search->batch;
	CvSessionKey *key = search->key;
	CvSessionTable *sessions = batch->sessions->table;
	TupleTableSlot *row;

	cv_result_table_walk_begin(table, cv_key, PG_INT64_MIN, search->to);
	while ((row = cv_result_table_walk_next(table)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getallattrs(row);
		/* none that begins before ends later than the one found */
		if (DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]) <=
			subtract_saturating(key->kept_until,
								batch->position->sessions.longest))
			break;
		if (cv_key_equal(batch->keys,
						 cv_session_key_values(sessions, key),
						 cv_session_key_isnull(sessions, key),
						 &row->tts_values[CV_ATT_FIRST_KEY - 1],
						 &row->tts_isnull[CV_ATT_FIRST_KEY - 1]))
			key->kept_until =
				Max(key->kept_until,
					DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]));
	}
	cv_result_table_walk_end(table);
}

static void
walk_table(Search *search, CvResultTable *table, CvRowPlace place,
		   int64 cv_key)
{
	CvBatch    *batch = search->batch;
	const CvWatermark *w = &batch->watermark;
	CvSessionTable *sessions = batch->sessions->table;
	int64		live_from = search->from;
	int64		lowest;
	TupleTableSlot *row;

	if (w->has_sealed)
		live_from = Max(live_from, w->sealed);
	lowest = subtract_saturating(live_from,
								 batch->position->sessions.longest);
	cv_result_table_walk_begin(table, cv_key, lowest, search->to);
	while ((row = cv_result_table_walk_next(table)) != NULL)
	{
		int64		start;
		int64		end;

		CHECK_FOR_INTERRUPTS();
		slot_getallattrs(row);
		start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		if (!cv_key_equal(batch->keys,
						  cv_session_key_values(sessions, search->key),
						  cv_session_key_isnull(sessions, search->key),
						  &row->tts_values[CV_ATT_FIRST_KEY - 1],
						  &row->tts_isnull[CV_ATT_FIRST_KEY - 1]))
		{
			search->key->collides = true;
			continue;
		}
		if (end > live_from)
		{
			if (!is_in_motion(search, start) && !is_kept_start(batch, start))
				take_row(search, row, place);
		}
		else if (is_end_of_walk(search, lowest, start, end))
			break;
	}
	cv_result_table_walk_end(table);
}

/*
 * is_end_of_walk -- a session that ends too early was met: are all that begin
 * before it of no use, too?
 *
 * If it is not final, those that begin earlier end earlier, or are final.  If
 * it is final, that holds as well, unless late rows have made a session begin
 * earlier since.
 */
static bool
is_end_of_walk(const Search *search, int64 lowest, int64 start, int64 end)
{
	const CvSessionFacts *facts = &search->batch->position->sessions;

	return (search->batch->recompute == NULL &&
			!cv_watermark_is_too_late(&search->batch->watermark, end)) ||
		!facts->has_overlap || facts->overlap_start <= lowest;
}

/* while the rows at hand are counted: it stays as it was restored */
static bool
is_kept_start(const CvBatch *batch, int64 start)
{
	return unlikely(cv_anchor_is_counting(batch)) &&
		start < batch->position->anchor.from;
}

static void
take_row(Search *search, TupleTableSlot *row, CvRowPlace place)
{
	CvBatch    *batch = search->batch;
	Datum	   *values = row->tts_values;
	int			first_agg = CV_ATT_FIRST_AGG(batch->nkeys) - 1;
	int			state_at = CV_ATT_STATE(batch->nkeys, batch->naggs) - 1;
	int			key_at = CV_ATT_KEY(batch->nkeys, batch->naggs) - 1;
	int			corrections_at =
		CV_ATT_CORRECTIONS(batch->nkeys, batch->naggs) - 1;
	CvSession  *session;

	session = cv_session_add(batch->sessions->table, search->key,
							 DatumGetInt64(values[CV_ATT_WINDOW_START - 1]),
							 DatumGetInt64(values[CV_ATT_WINDOW_END - 1]),
							 &values[CV_ATT_FIRST_KEY - 1]);
	session->rest_start = session->start;
	session->rest_end = session->end;
	session->cv_key = DatumGetInt64(values[key_at]);
	session->tid = row->tts_tid;
	session->place = place;
	session->corrections = DatumGetInt32(values[corrections_at]);
	cv_agg_load(batch->aggs, cv_session_state(batch->sessions->table, session),
				&values[first_agg], &row->tts_isnull[first_agg],
				values[state_at], row->tts_isnull[state_at]);
}
