/*-------------------------------------------------------------------------
 *
 * agg_collected_rope.c
 *	  What a store holds, as a sequence of pieces.
 *
 * Groups that grow together (slices into windows, sessions into one) are
 * joined, and copied, without a look at their rows: a rope is a tree of pieces
 * that never change, and that any number of ropes share.
 *
 *			 o			window [0, 4)
 *		   /   \
 *		  o		o		[0, 2) and [2, 4): these are in other windows, too
 *		 / \   / \
 *		s0 s1 s2 s3		slices: each rows in memory, or in chunks
 *
 * Ropes may be as deep as they have pieces, so nothing here calls itself.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "aggregate/collected_private.h"
#include "base/damage.h"

const Rope *
cv_rope_piece(const char *data, Size bytes, int64 rows)
{
	Rope	   *rope = palloc0(sizeof(Rope));

	rope->data = data;
	rope->bytes = bytes;
	rope->rows = rows;
	return rope;
}

const Rope *
cv_rope_chunks(int64 collection, int32 nchunks, Size bytes, int64 rows)
{
	Rope	   *rope = palloc0(sizeof(Rope));

	rope->collection = collection;
	rope->nchunks = nchunks;
	rope->bytes = bytes;
	rope->rows = rows;
	return rope;
}

const Rope *
cv_rope_join(const Rope *left, const Rope *right)
{
	Rope	   *rope;

	if (left == NULL)
		return right;
	if (right == NULL)
		return left;
	rope = palloc0(sizeof(Rope));
	rope->left = left;
	rope->right = right;
	rope->bytes = left->bytes + right->bytes;
	rope->rows = left->rows + right->rows;
	return rope;
}

/* The store may not be added to as long as this is used. */
const Rope *
cv_store_rope(const Store *store)
{
	if (store->tail_rows == 0)
		return store->before;
	return cv_rope_join(store->before,
						cv_rope_piece(store->tail, store->tail_len,
									  store->tail_rows));
}

int64
cv_store_rows(const Store *store)
{
	return store->tail_rows + (store->before ? store->before->rows : 0);
}

Size
cv_store_bytes(const Store *store)
{
	return store->tail_len + (store->before ? store->before->bytes : 0);
}

static void
push(RopeWalk *walk, const Rope *rope)
{
	if (walk->depth == walk->allocated)
	{
		walk->allocated *= 2;
		walk->stack =
			repalloc_huge(walk->stack, sizeof(Rope *) * walk->allocated);
	}
	walk->stack[walk->depth++] = rope;
}

void
cv_rope_walk_begin(RopeWalk *walk, const Rope *rope)
{
	walk->depth = 0;
	walk->allocated = 16;
	walk->stack = palloc(sizeof(Rope *) * walk->allocated);
	if (rope != NULL)
		push(walk, rope);
}

const Rope *
cv_rope_walk_next(RopeWalk *walk)
{
	const Rope *rope;

	if (walk->depth == 0)
		return NULL;
	rope = walk->stack[--walk->depth];
	while (rope->left != NULL)
	{
		push(walk, rope->right);
		rope = rope->left;
	}
	return rope;
}

void
cv_rope_walk_end(RopeWalk *walk)
{
	pfree(walk->stack);
}

void
cv_rope_reader_begin(RopeReader *reader, const Rope *rope, CvChunks *chunks)
{
	cv_rope_walk_begin(&reader->walk, rope);
	reader->chunks = chunks;
	reader->piece = NULL;
	reader->next_chunk = 0;
	reader->buffer.data = NULL;
	reader->context = CurrentMemoryContext;
}

bool
cv_rope_reader_next(RopeReader *reader, const char **from, const char **to)
{
	const Rope *piece;

	CHECK_FOR_INTERRUPTS();
	while (reader->piece == NULL)
	{
		piece = cv_rope_walk_next(&reader->walk);
		if (piece == NULL)
			return false;
		if (piece->data != NULL)
		{
			*from = piece->data;
			*to = piece->data + piece->bytes;
			return true;
		}
		if (reader->chunks == NULL)
			cv_damage_report("state", "It has chunks, but there is no table of them.");
		if (piece->nchunks > 0)
			reader->piece = piece;
		reader->next_chunk = 0;
	}

	piece = reader->piece;
	if (reader->buffer.data == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(reader->context);

		initStringInfo(&reader->buffer);
		MemoryContextSwitchTo(old);
	}
	resetStringInfo(&reader->buffer);
	reader->chunks->read(reader->chunks, piece->collection,
						 reader->next_chunk++, &reader->buffer);
	if (reader->next_chunk == piece->nchunks)
		reader->piece = NULL;
	*from = reader->buffer.data;
	*to = reader->buffer.data + reader->buffer.len;
	return true;
}

void
cv_rope_reader_end(RopeReader *reader)
{
	cv_rope_walk_end(&reader->walk);
	if (reader->buffer.data != NULL)
		pfree(reader->buffer.data);
}
