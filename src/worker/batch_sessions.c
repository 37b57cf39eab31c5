/*-------------------------------------------------------------------------
 *
 * batch_sessions.c
 *	  Rows of a session view, into their sessions.
 *
 * The hot path.  A session is [first row, last row + gap) of one key; a row
 * opens one, extends one at either end, or joins two.  Sessions that are not
 * final (end > sealed) are apart from each other, so a row meets at most two:
 * the one that begins before it, and the next.  Final ones are never met,
 * wherever they are.
 *
 * Too late: the session that a row would be in is final, that is, the row
 * meets none, and row + gap <= sealed.  Rows of one transaction count as
 * simultaneous, so that such a row is held back until all others are in, and
 * judged again: it may meet a session then.  From the newest to the oldest,
 * one look each is enough: what a row meets ends after sealed, so a row that
 * comes later in time and would meet this one has met it itself.  A scan is
 * one transaction in many batches: there, rows are held back to the end of
 * the batch.
 *
 * Correction: a row that, when its transaction is over, is in a session that
 * had been closed by W before the transaction.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_operator.h"
#include "common/int.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/hsearch.h"
#include "utils/typcache.h"

#include "input/input_query.h"
#include "worker/batch_anchor.h"
#include "worker/batch_recompute.h"
#include "worker/batch_rows.h"
#include "worker/batch_session_private.h"

static CvSessionKey *find_key(CvBatch *batch, TupleTableSlot *row);
static bool add_row(CvBatch *batch, CvSessionKey *key, TupleTableSlot *row,
					int64 time);
static CvSession *get_session(CvBatch *batch, CvSessionKey *key, int64 time);
static void begin_earlier(CvBatch *batch, CvSession *session, int64 time);
static void count_row(CvBatch *batch, CvSession *session);
static void hold_row(CvBatch *batch, TupleTableSlot *row);
static void note_counted(CvBatch *batch, uint64 tag);
static bool was_counted(const CvBatchSessions *sessions, uint64 tag);
static void drop_held_rows(CvBatchSessions *sessions);
static uint64 row_tag(TupleTableSlot *row);
static void note_late(CvBatch *batch, uint64 tag, int64 time, int64 ngroups);
static void init_held_rows(CvBatch *batch, TupleDesc desc);
static Tuplesortstate *begin_sort(CvBatch *batch, bool newest_first);
static void add_accepted_rows(CvBatch *batch);
static TupleTableSlot *next_held_row(CvBatchSessions *sessions,
									 Tuplesortstate *sort);

void
cv_batch_sessions_begin(CvBatch *batch)
{
	CvBatchSessions *sessions = palloc0(sizeof(CvBatchSessions));

	sessions->gap = batch->spec->window.size.us;
	sessions->table =
		cv_session_table_create(batch->keys, cv_agg_state_size(batch->aggs),
								0);
	sessions->values = palloc(sizeof(Datum) * Max(batch->nkeys, 1));
	sessions->isnull = palloc(sizeof(bool) * Max(batch->nkeys, 1));
	batch->sessions = sessions;
}

bool
cv_batch_session_exists(const CvBatch *batch, int64 time)
{
	int64		end;

	return !TIMESTAMP_NOT_FINITE(time) && IS_VALID_TIMESTAMP(time) &&
		!pg_add_s64_overflow(time, batch->sessions->gap, &end) &&
		IS_VALID_TIMESTAMP(end);
}

/* With half as much again, for what spilling and installing take besides. */
Size
cv_batch_sessions_memory(const CvBatch *batch)
{
	return cv_session_table_memory(batch->sessions->table) / 2 * 3;
}

void
cv_batch_add_to_session(CvBatch *batch, TupleTableSlot *row, uint64 tag,
						int64 time)
{
	CvBatchSessions *sessions = batch->sessions;

	if (likely(!batch->is_same_row))
		sessions->row_is_counted = sessions->row_is_held = false;
	if (unlikely(!cv_batch_join_session(batch, row, time)))
	{
		hold_row(batch, row);
		sessions->row_is_held = true;
	}
	if (unlikely(sessions->row_is_held && sessions->row_is_counted))
		note_counted(batch, tag);
}

bool
cv_batch_join_session(CvBatch *batch, TupleTableSlot *row, int64 time)
{
	return add_row(batch, find_key(batch, row), row, time);
}

static CvSessionKey *
find_key(CvBatch *batch, TupleTableSlot *row)
{
	Datum	   *values = row->tts_values + CV_INPUT_FIRST_KEY - 1;
	bool	   *isnull = row->tts_isnull + CV_INPUT_FIRST_KEY - 1;

	return cv_batch_enter_session_key(batch,
									  cv_key_hash(batch->keys, values, isnull),
									  values, isnull);
}

CvSessionKey *
cv_batch_enter_session_key(CvBatch *batch, uint64 hash, const Datum *values,
						   const bool *isnull)
{
	bool		is_new;
	CvSessionKey *key;

	key = cv_session_table_enter(batch->sessions->table, hash, values, isnull,
								 &is_new);
	if (is_new && !batch->position->sessions.has_any)
	{
		/* nothing rests anywhere */
		key->covered_from = PG_INT64_MIN;
		key->covered_to = PG_INT64_MAX;
	}
	return key;
}

/* add_row -- false, and nothing is done, if it is too late. */
static bool
add_row(CvBatch *batch, CvSessionKey *key, TupleTableSlot *row, int64 time)
{
	CvBatchSessions *sessions = batch->sessions;
	CvSession  *joined = NULL;
	CvSession  *session;

	if (unlikely(cv_anchor_is_counting(batch)) &&
		cv_batch_is_kept(batch, key, time))
	{
		batch->position->counters.rows_counted += !sessions->row_is_counted;
		sessions->row_is_counted = true;
		return true;
	}
	session = cv_batch_keeps_rows(batch) ? get_session(batch, key, time) :
		cv_batch_find_session(batch, key, time, &joined);
	if (session == NULL)
	{
		if (cv_batch_keeps_rows(batch) ||
			cv_watermark_is_too_late(&batch->watermark, time + sessions->gap))
			return false;
		session = cv_batch_open_session(batch, key, row->tts_values +
										CV_INPUT_FIRST_KEY - 1, time);
	}
	if (unlikely(sessions->accepted != NULL))
		tuplesort_puttupleslot(sessions->accepted, row);
	else
		cv_agg_advance(batch->aggs,
					   cv_session_state(sessions->table, session), row);
	if (joined != NULL)
		cv_batch_merge_sessions(batch, session, joined);
	session->is_changed = true;
	key->last = session;
	count_row(batch, session);
	return true;
}

CvSession *
cv_batch_find_session(CvBatch *batch, CvSessionKey *key, int64 time,
					  CvSession **joined)
{
	CvBatchSessions *sessions = batch->sessions;
	int64		end = time + sessions->gap;
	CvSession  *session = key->last;
	CvSession  *next;

	/* a row between others of the session that was touched last */
	if (session != NULL && time >= session->start && end <= session->end &&
		!cv_watermark_is_too_late(&batch->watermark, session->end))
		return session;

	if (unlikely(time < key->covered_from || end > key->covered_to))
		cv_batch_cover(batch, key, time, end);
	if (batch->watermark.has_sealed)
		cv_session_end_until(sessions->table, key, batch->watermark.sealed);

	session = key->last;
	if (session == NULL || time < session->start ||
		(session->next != NULL && time >= session->next->start))
		session = cv_session_before(sessions->table, key, time);
	next = session != NULL ? session->next : key->first;
	if (next != NULL && next->start >= end)
		next = NULL;
	if (session != NULL && time < session->end)
	{
		session->end = Max(session->end, end);
		*joined = next;
		return session;
	}
	if (next != NULL)
		begin_earlier(batch, next, time);
	return next;
}

/* get_session -- the one that the row is in, as it is, or NULL. */
static CvSession *
get_session(CvBatch *batch, CvSessionKey *key, int64 time)
{
	CvSession  *session;

	if (time < key->covered_from || time + 1 > key->covered_to)
		cv_batch_cover(batch, key, time, time + 1);
	session = cv_session_before(batch->sessions->table, key, time);
	return session != NULL && time < session->end ? session : NULL;
}

/*
 * begin_earlier -- the session begins with the row.
 *
 * If the row would be too late but for it, there may be final sessions where
 * it is now, even with the same start.
 */
static void
begin_earlier(CvBatch *batch, CvSession *session, int64 time)
{
	CvSessionFacts *facts = &batch->position->sessions;

	session->start = time;
	if (!cv_watermark_is_too_late(&batch->watermark,
								  time + batch->sessions->gap))
		return;
	session->may_clash = true;
	if (!facts->has_overlap || facts->overlap_start < time)
		facts->overlap_start = time;
	facts->has_overlap = true;
}

CvSession *
cv_batch_open_session(CvBatch *batch, CvSessionKey *key, const Datum *values,
					  int64 time)
{
	CvBatchSessions *sessions = batch->sessions;
	CvSession  *session =
		cv_session_add(sessions->table, key, time, time + sessions->gap,
					   values);

	cv_agg_init(batch->aggs, cv_session_state(sessions->table, session));
	return session;
}

void
cv_batch_merge_sessions(CvBatch *batch, CvSession *into, CvSession *from)
{
	CvSessionTable *table = batch->sessions->table;

	cv_agg_merge(batch->aggs, cv_session_state(table, into),
				 cv_session_state(table, from));
	into->corrections += from->corrections;
	if (from->xact == batch->xact)
	{
		if (into->xact != batch->xact)
			into->xact_corrections = 0;
		into->xact = batch->xact;
		into->xact_corrections += from->xact_corrections;
	}
	cv_session_merge(table, into, from);
}

/*
 * count_row -- and is it a correction?  If so, it is only until another row
 * of its transaction makes the session end after W.
 */
static void
count_row(CvBatch *batch, CvSession *session)
{
	CvCounters *counters = &batch->position->counters;

	counters->rows_counted += !batch->sessions->row_is_counted;
	batch->sessions->row_is_counted = true;
	if (unlikely(batch->recompute != NULL))
		return;
	if (likely(!cv_watermark_is_closed(&batch->watermark, session->end)))
	{
		if (unlikely(session->xact_corrections > 0 &&
					 session->xact == batch->xact))
		{
			counters->corrections -= session->xact_corrections;
			session->corrections -= session->xact_corrections;
			session->xact_corrections = 0;
		}
		return;
	}
	if (session->xact != batch->xact)
		session->xact_corrections = 0;
	session->xact = batch->xact;
	session->xact_corrections++;
	session->corrections++;
	counters->corrections++;
}

/* ---- rows that are too late at first sight */

static void
hold_row(CvBatch *batch, TupleTableSlot *row)
{
	CvBatchSessions *sessions = batch->sessions;

	if (sessions->held == NULL)
		init_held_rows(batch, row->tts_tupleDescriptor);
	tuplesort_puttupleslot(sessions->held, row);
}

static void
init_held_rows(CvBatch *batch, TupleDesc desc)
{
	CvBatchSessions *sessions = batch->sessions;
	MemoryContext old = MemoryContextSwitchTo(batch->context);

	if (sessions->row == NULL)
	{
		desc = CreateTupleDescCopy(desc);
		sessions->held_row = MakeSingleTupleTableSlot(desc,
													  &TTSOpsMinimalTuple);
		sessions->row = MakeSingleTupleTableSlot(desc, &TTSOpsVirtual);
	}
	MemoryContextSwitchTo(old);
	sessions->held = begin_sort(batch, true);
}

/* begin_sort -- several at the same time in physical order, at any rate */
static Tuplesortstate *
begin_sort(CvBatch *batch, bool newest_first)
{
	TupleDesc	desc = batch->sessions->row->tts_tupleDescriptor;
	Oid			time_type = TupleDescAttr(desc, CV_INPUT_TIME - 1)->atttypid;
	TypeCacheEntry *type = lookup_type_cache(time_type, TYPECACHE_LT_OPR |
											 TYPECACHE_GT_OPR);
	AttrNumber	columns[] = {CV_INPUT_TIME, CV_INPUT_TAG};
	Oid			operators[] = {
		newest_first ? type->gt_opr : type->lt_opr,
		TIDLessOperator,
	};
	Oid			collations[] = {InvalidOid, InvalidOid};
	bool		nulls_first[] = {false, false};
	MemoryContext old = MemoryContextSwitchTo(batch->context);
	Tuplesortstate *sort = tuplesort_begin_heap(desc, 2, columns, operators,
												collations, nulls_first,
												work_mem, NULL,
												TUPLESORT_NONE);

	MemoryContextSwitchTo(old);
	return sort;
}

/*
 * cv_batch_judge_held_rows -- a row is too late if it is so in all its groups;
 * those that it has in vain are counted apart.
 */
void
cv_batch_judge_held_rows(CvBatch *batch)
{
	CvBatchSessions *sessions = batch->sessions;
	TupleTableSlot *row;
	int64		nlate = 0;		/* groups of the row */
	uint64		last_tag = PG_UINT64_MAX;	/* tags are shorter */
	int64		last_time = 0;

	if (likely(sessions == NULL || sessions->held == NULL))
		return;
	if (batch->order != NULL)
		sessions->accepted = begin_sort(batch, false);
	tuplesort_performsort(sessions->held);
	while ((row = next_held_row(sessions, sessions->held)) != NULL)
	{
		int64		time = DatumGetInt64(row->tts_values[CV_INPUT_TIME - 1]);
		uint64		tag = row_tag(row);

		CHECK_FOR_INTERRUPTS();
		if (nlate > 0 && tag != last_tag)
			note_late(batch, last_tag, last_time, nlate);
		if (tag != last_tag)
		{
			nlate = 0;
			sessions->row_is_counted = was_counted(sessions, tag);
		}
		last_tag = tag;
		last_time = time;
		nlate += !add_row(batch, find_key(batch, row), row, time);
	}
	if (nlate > 0)
		note_late(batch, last_tag, last_time, nlate);
	drop_held_rows(sessions);
	if (sessions->accepted != NULL)
		add_accepted_rows(batch);
}

/*
 * add_accepted_rows -- where the order of rows matters, those that were judged
 * from the newest to the oldest are added from the oldest on.
 */
static void
add_accepted_rows(CvBatch *batch)
{
	CvBatchSessions *sessions = batch->sessions;
	TupleTableSlot *row;

	tuplesort_performsort(sessions->accepted);
	while ((row = next_held_row(sessions, sessions->accepted)) != NULL)
	{
		CvSessionKey *key = find_key(batch, row);
		int64		time = DatumGetInt64(row->tts_values[CV_INPUT_TIME - 1]);
		CvSession  *session;

		CHECK_FOR_INTERRUPTS();
		session = cv_session_before(sessions->table, key, time);
		if (session == NULL || time >= session->end)
			elog(ERROR, "session of a row that was held back is gone");
		cv_agg_advance(batch->aggs,
					   cv_session_state(sessions->table, session), row);
	}
	tuplesort_end(sessions->accepted);
	sessions->accepted = NULL;
}

static uint64
row_tag(TupleTableSlot *row)
{
	Datum		tag = row->tts_values[CV_INPUT_TAG - 1];

	return cv_reader_tag((ItemPointer) DatumGetPointer(tag));
}

static void
note_late(CvBatch *batch, uint64 tag, int64 time, int64 ngroups)
{
	int64	   *late_windows = &batch->position->counters.late_windows;

	if (batch->sessions->row_is_counted)
		*late_windows += ngroups;
	else
	{
		cv_batch_note_late_row(batch, tag, time);
		*late_windows += ngroups - 1;
	}
}

static void
note_counted(CvBatch *batch, uint64 tag)
{
	CvBatchSessions *sessions = batch->sessions;

	if (sessions->counted == NULL)
	{
		HASHCTL		ctl = {
			.keysize = sizeof(uint64),
			.entrysize = sizeof(uint64),
			.hcxt = batch->context,
		};

		sessions->counted = hash_create("rows in several sessions", 256, &ctl,
										HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}
	(void) hash_search(sessions->counted, &tag, HASH_ENTER, NULL);
}

static bool
was_counted(const CvBatchSessions *sessions, uint64 tag)
{
	return sessions->counted != NULL &&
		hash_search(sessions->counted, &tag, HASH_FIND, NULL) != NULL;
}

static void
drop_held_rows(CvBatchSessions *sessions)
{
	tuplesort_end(sessions->held);
	sessions->held = NULL;
	if (sessions->counted != NULL)
		hash_destroy(sessions->counted);
	sessions->counted = NULL;
}

static TupleTableSlot *
next_held_row(CvBatchSessions *sessions, Tuplesortstate *sort)
{
	TupleTableSlot *row = sessions->row;
	int			natts = row->tts_tupleDescriptor->natts;

	ExecClearTuple(row);
	if (!tuplesort_gettupleslot(sort, true, false, sessions->held_row, NULL))
	{
		ExecClearTuple(sessions->held_row);
		return NULL;
	}
	slot_getallattrs(sessions->held_row);
	memcpy(row->tts_values, sessions->held_row->tts_values,
		   natts * sizeof(Datum));
	memcpy(row->tts_isnull, sessions->held_row->tts_isnull,
		   natts * sizeof(bool));
	return ExecStoreVirtualTuple(row);
}
