/*-------------------------------------------------------------------------
 *
 * batch_session_write.c
 *	  Sessions of a batch, into the tables.
 *
 * A session that has grown at its end only is updated where its row is: the
 * primary key stays, and so do the indexes.  One that begins earlier now, has
 * taken over others, or moves between result table and state table, gives up
 * its old rows before it gets a new one.  No other session needs their place:
 * what is there now is in this one.
 *
 * cv_key is the hash of the keys.  It is taken already if other keys have the
 * same hash and a session with this very start, or if a final session of
 * these keys has it; then it is the next one free, over both tables.  Where
 * neither can be, nobody looks: other keys with the same hash have been met,
 * in motion or where this key's sessions were looked for, and a final session
 * cannot begin where a row is in time by itself.  Those that look are written
 * behind all others.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "worker/batch_close.h"
#include "worker/batch_collected.h"
#include "worker/batch_groups.h"
#include "worker/batch_recompute.h"
#include "worker/batch_session_private.h"

/* rows that one flush removes for retention */
#define CV_MAX_EXPIRED_ROWS	20000

/* how often to look for them, if W does not move much */
#define CV_EXPIRY_INTERVAL_US	USECS_PER_MINUTE

static void note_facts(CvBatch *batch, const CvSession *session);
static void give_up_rows(CvBatch *batch, CvSession *session);
static void delete_row(CvBatch *batch, CvSession *session);
static CvResultTable *table_of(CvBatch *batch, uint8 place);
static uint8 new_place(CvBatch *batch, const CvSession *session);
static bool must_look(CvBatch *batch, const CvSession *session);
static void write_session(CvBatch *batch, CvSession *session);
static void build_row(CvBatch *batch, CvSession *session, Datum *values,
					  bool *isnull);
static TupleTableSlot *find_row(CvBatch *batch, CvSession *session);
static void choose_cv_key(CvBatch *batch, CvSession *session);
static bool is_taken(CvBatch *batch, const CvSession *session);
static bool is_row_of_others(CvBatch *batch, const CvSession *session,
							 TupleTableSlot *row);
static void flush_tables(CvBatch *batch);

void
cv_batch_write_list(CvBatch *batch, CvSession **list, int64 n,
					void (*before) (CvBatch *batch, CvSession *session))
{
	int64		npostponed = 0;

	cv_session_sort(list, n);
	for (int64 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		cv_session_prefetch(list, i, n);
		if (before != NULL)
			before(batch, list[i]);
		note_facts(batch, list[i]);
		give_up_rows(batch, list[i]);
		if (must_look(batch, list[i]))
			npostponed++;
		else
			write_session(batch, list[i]);
	}
	flush_tables(batch);
	for (int64 i = 0; npostponed > 0; i++)
	{
		if (!list[i]->needs_cv_key)
			continue;
		CHECK_FOR_INTERRUPTS();
		choose_cv_key(batch, list[i]);
		write_session(batch, list[i]);
		flush_tables(batch);
		npostponed--;
	}
}

static void
note_facts(CvBatch *batch, const CvSession *session)
{
	CvSessionFacts *facts = &batch->position->sessions;
	uint64		length = (uint64) session->end - (uint64) session->start;

	if (!facts->has_any || facts->newest_end < session->end)
		facts->newest_end = session->end;
	facts->longest = Max(facts->longest, length);
	facts->keys_collide |= session->key->collides;
	facts->has_any = true;
}

/* give_up_rows -- of those merged into it, and its own if it cannot stay. */
static void
give_up_rows(CvBatch *batch, CvSession *session)
{
	for (CvSession *other = session->merged; other != NULL;
		 other = other->merged)
		delete_row(batch, other);
	session->merged = NULL;

	session->needs_cv_key = session->place == CV_ROW_NONE ||
		session->start != session->rest_start;
	if (session->place != CV_ROW_NONE &&
		(session->needs_cv_key || session->place != new_place(batch, session)))
	{
		delete_row(batch, session);
		session->place = CV_ROW_NONE;
	}
	/* in the other table, its own is free, too */
	if (session->needs_cv_key)
		session->cv_key = (int64) session->key->hash;
}

/* A row that somebody has deleted by hand is not missed. */
static void
delete_row(CvBatch *batch, CvSession *session)
{
	TupleTableSlot *row = find_row(batch, session);

	if (row != NULL)
		cv_result_table_delete(table_of(batch, session->place), row);
}

static TupleTableSlot *
find_row(CvBatch *batch, CvSession *session)
{
	CvResultTable *table = table_of(batch, session->place);
	TupleTableSlot *row = NULL;

	if (ItemPointerIsValid(&session->tid))
		row = cv_result_table_fetch(table,
									&session->tid, session->rest_start, session->cv_key);
	if (row == NULL)
		row = cv_result_table_lookup(table, session->rest_start,
									 session->cv_key);
	return row;
}

static CvResultTable *
table_of(CvBatch *batch, uint8 place)
{
	return place == CV_ROW_RESULTS ? batch->results : batch->unpublished;
}

static uint8
new_place(CvBatch *batch, const CvSession *session)
{
	return batch->spec->dials.emit == CV_EMIT_UPDATE ||
		cv_watermark_is_closed(&batch->watermark, session->end) ?
		CV_ROW_RESULTS : CV_ROW_STATE;
}

bool
cv_batch_is_published(const CvBatch *batch, int64 end)
{
	return batch->spec->dials.emit == CV_EMIT_UPDATE ||
		cv_watermark_is_closed(&batch->begun, end);
}

/* must_look -- may its cv_key be taken? */
static bool
must_look(CvBatch *batch, const CvSession *session)
{
	return session->needs_cv_key &&
		(session->may_clash || session->key->collides ||
		 (batch->recompute != NULL && batch->position->sessions.has_overlap) ||
		 batch->position->sessions.keys_collide);
}

static void
write_session(CvBatch *batch, CvSession *session)
{
	uint8		place = new_place(batch, session);
	CvResultTable *table = table_of(batch, place);
	TupleTableSlot *old = NULL;
	Datum	   *values;
	bool	   *isnull;
	MemoryContext context =
		MemoryContextSwitchTo(cv_agg_result_context(batch->aggs));

	values = palloc(sizeof(Datum) * CV_RESULT_NATTS(batch->nkeys, batch->naggs));
	isnull = palloc0(sizeof(bool) * CV_RESULT_NATTS(batch->nkeys, batch->naggs));
	build_row(batch, session, values, isnull);
	if (session->place != CV_ROW_NONE)
		old = find_row(batch, session);
	if (old != NULL && cv_batch_keeps_rows(batch))
		cv_batch_keep_values(batch, old, values, isnull);
	if (old != NULL)
		cv_result_table_update(table, old, values, isnull, &session->tid);
	else
		cv_result_table_insert(table, values, isnull, &session->tid);
	session->place = place;
	session->rest_start = session->start;
	session->rest_end = session->end;
	session->is_changed = session->needs_cv_key = false;
	MemoryContextSwitchTo(context);
	MemoryContextReset(cv_agg_result_context(batch->aggs));
}

static void
build_row(CvBatch *batch, CvSession *session, Datum *values, bool *isnull)
{
	int			nkeys = batch->nkeys;
	int			naggs = batch->naggs;
	int			first_agg = CV_ATT_FIRST_AGG(nkeys) - 1;
	int			state_at = CV_ATT_STATE(nkeys, naggs) - 1;
	CvSessionTable *table = batch->sessions->table;
	void	   *state = cv_session_state(table, session);

	values[CV_ATT_WINDOW_START - 1] = Int64GetDatum(session->start);
	values[CV_ATT_WINDOW_END - 1] = Int64GetDatum(session->end);
	memcpy(&values[CV_ATT_FIRST_KEY - 1], session->values,
		   sizeof(Datum) * nkeys);
	memcpy(&isnull[CV_ATT_FIRST_KEY - 1],
		   cv_session_key_isnull(table, session->key), sizeof(bool) * nkeys);
	cv_agg_finish(batch->aggs, state, &values[CV_ATT_FIRST_KEY - 1],
				  &isnull[CV_ATT_FIRST_KEY - 1], &values[first_agg],
				  &isnull[first_agg]);
	cv_batch_unload(batch, state, session->start, session->end);
	cv_agg_save(batch->aggs, state, &values[first_agg], &isnull[first_agg],
				&values[state_at], &isnull[state_at]);
	values[CV_ATT_KEY(nkeys, naggs) - 1] = Int64GetDatum(session->cv_key);
	values[CV_ATT_CORRECTIONS(nkeys, naggs) - 1] =
		Int32GetDatum(session->corrections);
	values[CV_ATT_UPDATED_AT(nkeys, naggs) - 1] =
		TimestampTzGetDatum(batch->now);
}

/* choose_cv_key -- the next one free; what is buffered has been written. */
static void
choose_cv_key(CvBatch *batch, CvSession *session)
{
	CvSessionFacts *facts = &batch->position->sessions;
	uint32		tries = 0;

	while (is_taken(batch, session))
		session->cv_key = (int64) (session->key->hash + ++tries);
	facts->cv_key_tries = Max(facts->cv_key_tries, tries);
}

static bool
is_taken(CvBatch *batch, const CvSession *session)
{
	CvResultTable *tables[] = {batch->results, batch->unpublished};

	for (int i = 0; i < lengthof(tables); i++)
	{
		TupleTableSlot *row = tables[i] == NULL ? NULL :
			cv_result_table_lookup(tables[i], session->start, session->cv_key);

		if (row == NULL)
			continue;
		if (is_row_of_others(batch, session, row))
			batch->position->sessions.keys_collide = true;
		return true;
	}
	return false;
}

static bool
is_row_of_others(CvBatch *batch, const CvSession *session,
				 TupleTableSlot *row)
{
	slot_getsomeattrs(row, CV_ATT_FIRST_KEY - 1 + batch->nkeys);
	return !cv_key_equal(batch->keys, session->values,
						 cv_session_key_isnull(batch->sessions->table,
											   session->key),
						 &row->tts_values[CV_ATT_FIRST_KEY - 1],
						 &row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
}

static void
flush_tables(CvBatch *batch)
{
	cv_result_table_flush(batch->results);
	if (batch->unpublished)
		cv_result_table_flush(batch->unpublished);
}

/*
 * cv_batch_publish_sessions -- emit = final: sessions that W has closed.
 *
 * Those of this batch went where they belong; here go the others.  Memory goes
 * on saying that they are in the state table: see cv_batch_is_published().
 */
void
cv_batch_publish_sessions(CvBatch *batch)
{
	int			updated_at = CV_ATT_UPDATED_AT(batch->nkeys, batch->naggs) - 1;
	TupleTableSlot *row;
	ItemPointerData tid;

	if (batch->spec->dials.emit != CV_EMIT_FINAL || !batch->watermark.is_set)
		return;
	cv_result_table_scan_ended_begin(batch->unpublished,
									 cv_batch_published_upto(batch),
									 batch->watermark.value);
	while ((row = cv_result_table_scan_next(batch->unpublished)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getallattrs(row);
		row->tts_values[updated_at] = TimestampTzGetDatum(batch->now);
		cv_result_table_insert(batch->results, row->tts_values,
							   row->tts_isnull, &tid);
		cv_result_table_delete(batch->unpublished, row);
	}
	cv_result_table_scan_end(batch->unpublished);
	cv_result_table_flush(batch->results);
}

void
cv_batch_make_session_indexes(CvBatch *batch)
{
	cv_result_table_make_key_index(batch->results);
	if (batch->unpublished)
		cv_result_table_make_key_index(batch->unpublished);
}

/*
 * cv_batch_remove_expired_sessions -- by their ends, while the only order to
 * look in is that of their starts.
 *
 * Sessions that began early and are not expired yet are passed at each look,
 * so it is not done in every batch: if W or the clock has moved on by a gap,
 * or once a minute.
 */
void
cv_batch_remove_expired_sessions(CvBatch *batch, int64 limit)
{
	CvFollower *follower = batch->follower;
	int			nremoved = 0;
	TupleTableSlot *row;

	if (!follower->has_expired && follower->expiry_looked_at != 0 &&
		batch->now - follower->expiry_looked_at < CV_EXPIRY_INTERVAL_US &&
		limit - follower->expiry_limit < batch->spec->window.size.us)
		return;
	batch->looked_for_expired = true;
	batch->expiry_limit = limit;
	cv_result_table_scan_begin(batch->results, PG_INT64_MIN, limit);
	while (nremoved < CV_MAX_EXPIRED_ROWS &&
		   (row = cv_result_table_scan_next(batch->results)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		if (DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]) > limit)
			continue;
		cv_result_table_delete(batch->results, row);
		nremoved++;
	}
	cv_result_table_scan_end(batch->results);
	batch->has_expired = nremoved == CV_MAX_EXPIRED_ROWS;
}
