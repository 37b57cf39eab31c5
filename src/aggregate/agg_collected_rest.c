/*-------------------------------------------------------------------------
 *
 * agg_collected_rest.c
 *	  What is collected, to rest and back.
 *
 * A store at rest, in memory as well as in a row:
 *
 *	lengths as of the last removal of duplicates, the number of pieces, and
 *	each piece: rows, bytes, and the rows themselves, or where their chunks are
 *
 * Rows stand as they are in motion, see agg_collected_row.c.  Neighbouring
 * pieces in memory become one.  Numbers are seven bits a byte, lowest first.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "aggregate/collected_private.h"
#include "base/damage.h"
#include "base/settings.h"

#define CHUNK_SIZE (1024 * 1024) /* at most, if rows are not larger */

typedef struct Piece
{
	int64		rows;
	Size		bytes;
	List	   *ropes;			/* in memory */
	const Rope *chunks;			/* or this */
} Piece;

/* What unload makes of a store, piece by piece. */
typedef struct Unloading
{
	CvChunks   *chunks;
	int64		window_end;
	const RowShape *shape;
	int64		collection;
	int32		nchunks;		/* -1: there is no collection yet */
	StringInfoData buffer;
} Unloading;

static List *list_pieces(const Rope *rope);
static void write_store(const Store *store, StringInfo out);
static void read_store(CvCollectedSet *set, Store *store, CvFlatReader *reader);
static void write_number(StringInfo out, uint64 value);
static uint64 read_number(CvFlatReader *reader);
static void move_chunks(CvCollectedSet *set, Store *store, const Rope *rope,
						int64 window_end);
static Size memory_bytes(const Rope *rope);
static void unload(CvCollectedSet *set, StoreKind *kind, Store *store,
				   int64 window_end);
static void unload_memory(Unloading *work, const Piece *piece);
static void add_rows(Unloading *work, const char *rows, Size bytes);
static void append_chunk(Unloading *work);

void
cv_collected_settle(CvCollectedSet *set, char *state)
{
	for (int i = 0; i < set->count; i++)
	{
		Store	   *store = get_store(state, i);

		/* the least that it can be, so that mostly there is nothing to do */
		if (set->kinds[i].is_distinct &&
			cv_store_bytes(store) > 2 * store->unique_memory)
			cv_store_unique_memory(set, &set->kinds[i], store);
	}
}

void
cv_collected_freeze(CvCollectedSet *set, const char *state, StringInfo out)
{
	for (int i = 0; i < set->count; i++)
		write_store(get_store(state, i), out);
}

void
cv_collected_thaw(CvCollectedSet *set, char *state, CvFlatReader *reader)
{
	for (int i = 0; i < set->count; i++)
		read_store(set, get_store(state, i), reader);
}

bool
cv_collected_save(CvCollectedSet *set, int i, const char *state, StringInfo out)
{
	const Store *store = get_store(state, i);

	if (cv_store_rows(store) == 0)
		return false;
	write_store(store, out);
	return true;
}

void
cv_collected_load(CvCollectedSet *set, int i, char *state, CvFlatReader *reader)
{
	Store	   *store = get_store(state, i);

	if (reader != NULL)
		read_store(set, store, reader);
	else
		memset(store, 0, sizeof(Store));
}

/* list_pieces -- those in memory that are neighbours are one. */
static List *
list_pieces(const Rope *rope)
{
	List	   *pieces = NIL;
	Piece	   *last = NULL;
	RopeWalk	walk;
	const Rope *next;

	cv_rope_walk_begin(&walk, rope);
	while ((next = cv_rope_walk_next(&walk)) != NULL)
	{
		bool		is_memory = next->data != NULL;

		if (last == NULL || !is_memory || last->chunks != NULL)
		{
			last = palloc0(sizeof(Piece));
			pieces = lappend(pieces, last);
		}
		last->rows += next->rows;
		last->bytes += next->bytes;
		if (is_memory)
			last->ropes = lappend(last->ropes, unconstify(Rope *, next));
		else
			last->chunks = next;
	}
	cv_rope_walk_end(&walk);
	return pieces;
}

static void
write_store(const Store *store, StringInfo out)
{
	List	   *pieces = list_pieces(cv_store_rope(store));
	ListCell   *lc;
	ListCell   *lc_rope;

	write_number(out, list_length(pieces));
	write_number(out, store->unique_memory);
	write_number(out, store->unique_bytes);
	write_number(out, store->chunks_end);
	foreach(lc, pieces)
	{
		Piece	   *piece = lfirst(lc);

		write_number(out, piece->rows);
		write_number(out, piece->bytes);
		write_number(out, piece->chunks ? piece->chunks->nchunks : 0);
		if (piece->chunks)
			write_number(out, piece->chunks->collection);
		foreach(lc_rope, piece->ropes)
		{
			const Rope *rope = lfirst(lc_rope);

			appendBinaryStringInfo(out, rope->data, rope->bytes);
		}
	}
}

static void
read_store(CvCollectedSet *set, Store *store, CvFlatReader *reader)
{
	MemoryContext old = MemoryContextSwitchTo(set->current);
	uint64		count = read_number(reader);

	memset(store, 0, sizeof(Store));
	store->unique_memory = read_number(reader);
	store->unique_bytes = read_number(reader);
	store->chunks_end = read_number(reader);
	while (count-- > 0)
	{
		int64		rows = read_number(reader);
		Size		bytes = read_number(reader);
		int32		nchunks = read_number(reader);
		const Rope *piece;

		if (nchunks > 0)
			piece = cv_rope_chunks(read_number(reader), nchunks, bytes, rows);
		else
		{
			char	   *data;

			if (bytes > (Size) (reader->end - reader->next))
				cv_damage_report("state", "It is shorter than its rows need.");
			data = MemoryContextAllocHuge(CurrentMemoryContext, bytes);
			cv_flat_read_bytes(reader, data, bytes);
			piece = cv_rope_piece(data, bytes, rows);
		}
		store->before = cv_rope_join(store->before, piece);
	}
	MemoryContextSwitchTo(old);
}

static void
write_number(StringInfo out, uint64 value)
{
	for (; value >= 0x80; value >>= 7)
		appendStringInfoCharMacro(out, (char) (value | 0x80));
	appendStringInfoCharMacro(out, (char) value);
}

static uint64
read_number(CvFlatReader *reader)
{
	uint64		value = 0;

	for (int shift = 0;; shift += 7)
	{
		uint8		byte;

		cv_flat_read_bytes(reader, &byte, 1);
		if (shift < 64)
			value |= (uint64) (byte & 0x7F) << shift;
		if (byte < 0x80)
			return value;
	}
}

/* ---- chunks */

void
cv_collected_unload(CvCollectedSet *set, char *state, int64 window_end)
{
	cv_collected_settle(set, state);
	if (set->chunks == NULL)
		return;
	for (int i = 0; i < set->count; i++)
	{
		StoreKind  *kind = &set->kinds[i];
		Store	   *store = get_store(state, i);
		const Rope *rope = cv_store_rope(store);
		Size		in_memory = memory_bytes(rope);
		Size		bytes = cv_store_bytes(store);

		if (in_memory < bytes)
			move_chunks(set, store, rope, window_end);
		if (in_memory <= cv_collected_inline)
			continue;
		if (kind->is_distinct && in_memory < bytes &&
			bytes > 2 * store->unique_bytes)
		{
			cv_store_unique_all(set, kind, store);
			in_memory = store->tail_len;
		}
		if (in_memory > cv_collected_inline)
			unload(set, kind, store, window_end);
	}
}

void
cv_collected_drop(CvCollectedSet *set, char *state)
{
	if (set->chunks == NULL)
		return;
	for (int i = 0; i < set->count; i++)
	{
		RopeWalk	walk;
		const Rope *piece;

		cv_rope_walk_begin(&walk, get_store(state, i)->before);
		while ((piece = cv_rope_walk_next(&walk)) != NULL)
			if (piece->data == NULL)
				set->chunks->drop(set->chunks, piece->collection);
		cv_rope_walk_end(&walk);
	}
}

static void
move_chunks(CvCollectedSet *set, Store *store, const Rope *rope,
			int64 window_end)
{
	RopeWalk	walk;
	const Rope *piece;

	if (store->chunks_end == window_end)
		return;
	cv_rope_walk_begin(&walk, rope);
	while ((piece = cv_rope_walk_next(&walk)) != NULL)
		if (piece->data == NULL)
			set->chunks->move(set->chunks, piece->collection, window_end);
	cv_rope_walk_end(&walk);
	store->chunks_end = window_end;
}

static Size
memory_bytes(const Rope *rope)
{
	Size		bytes = 0;
	RopeWalk	walk;
	const Rope *piece;

	cv_rope_walk_begin(&walk, rope);
	while ((piece = cv_rope_walk_next(&walk)) != NULL)
		if (piece->data != NULL)
			bytes += piece->bytes;
	cv_rope_walk_end(&walk);
	return bytes;
}

/*
 * unload -- what is in memory goes behind the chunks that are in front of it,
 * or into a collection of its own.
 */
static void
unload(CvCollectedSet *set, StoreKind *kind, Store *store, int64 window_end)
{
	MemoryContext old = MemoryContextSwitchTo(set->current);
	List	   *pieces = list_pieces(cv_store_rope(store));
	const Rope *all = NULL;
	Piece		last = {0};
	Unloading	work = {set->chunks, window_end, &kind->shape, 0, -1};
	ListCell   *lc;

	initStringInfo(&work.buffer);
	foreach(lc, pieces)
	{
		const Piece *piece = lfirst(lc);

		if (piece->chunks != NULL)
		{
			if (work.nchunks > 0)
				all = cv_rope_join(all,
								   cv_rope_chunks(work.collection,
												  work.nchunks, last.bytes,
												  last.rows));
			memset(&last, 0, sizeof(last));
			work.collection = piece->chunks->collection;
			work.nchunks = piece->chunks->nchunks;
		}
		else
			unload_memory(&work, piece);
		last.rows += piece->rows;
		last.bytes += piece->bytes;
	}
	pfree(work.buffer.data);
	if (work.nchunks > 0)
		all = cv_rope_join(all,
						   cv_rope_chunks(work.collection, work.nchunks,
										  last.bytes, last.rows));
	last.bytes = store->unique_bytes ? store->unique_bytes : all->bytes;
	memset(store, 0, sizeof(Store));
	store->before = all;
	store->unique_bytes = last.bytes;
	store->chunks_end = window_end;
	MemoryContextSwitchTo(old);
}

static void
unload_memory(Unloading *work, const Piece *piece)
{
	ListCell   *lc;

	if (work->nchunks < 0)
	{
		work->collection = work->chunks->create(work->chunks);
		work->nchunks = 0;
	}
	foreach(lc, piece->ropes)
	{
		const Rope *rope = lfirst(lc);

		add_rows(work, rope->data, rope->bytes);
	}
	append_chunk(work);
}

/* add_rows -- chunks are of whole rows */
static void
add_rows(Unloading *work, const char *rows, Size bytes)
{
	const char *end = rows + bytes;

	while (rows < end)
	{
		const char *upto = rows;
		Size		room = CHUNK_SIZE - Min(CHUNK_SIZE, work->buffer.len);

		if (end - rows <= room)
			upto = end;
		else
		{
			Size		len;

			while ((len = cv_row_length(work->shape, upto)) <=
				   room - (upto - rows))
				upto += len;
			if (upto == rows && work->buffer.len == 0)
				upto += len;
		}
		appendBinaryStringInfo(&work->buffer, rows, upto - rows);
		rows = upto;
		if (rows < end)
			append_chunk(work);
	}
}

static void
append_chunk(Unloading *work)
{
	if (work->buffer.len == 0)
		return;
	work->chunks->append(work->chunks, work->collection, work->nchunks++,
						 work->window_end, work->buffer.data,
						 work->buffer.len);
	resetStringInfo(&work->buffer);
}
