/*-------------------------------------------------------------------------
 *
 * collected_private.h
 *	  What the files of the collected aggregates share.
 *
 *	agg_collected.c			stores: which there are, rows into them, merging
 *	agg_collected_row.c		how a row is written down
 *	agg_collected_rope.c	what a store holds, as a sequence of pieces
 *	agg_collected_unique.c	duplicates taken out
 *	agg_collected_finish.c	results
 *	agg_collected_rest.c	to rest and back
 *
 * No other file includes this.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_COLLECTED_PRIVATE_H
#define CV_COLLECTED_PRIVATE_H

#include "executor/execdesc.h"
#include "fmgr.h"

#include "aggregate/agg_collected.h"
#include "aggregate/agg_plan.h"

typedef enum ColumnKind
{
	COLUMN_BYVAL,
	COLUMN_FIXED, /* by reference, of fixed size */
	COLUMN_VARLENA,
	COLUMN_CSTRING,
	COLUMN_SENT /* as its type's send function has it */
} ColumnKind;

typedef struct Column
{
	ColumnKind	kind;
	AttrNumber	from;			/* column of the input query */
	Oid			type;
	int32		typmod;
	Oid			collation;
	int16		len;
	char		align;
	bool		may_be_short;	/* COLUMN_VARLENA: header of one byte */
	FmgrInfo	send;
	FmgrInfo	receive;
	Oid			receive_param;
} Column;

/* How the rows of a store are written down. */
typedef struct RowShape
{
	int			ncolumns;
	Column	   *columns;
	int			nulls_size;		/* of the bitmap in front of each row */
	int			fixed_size;		/* of a row without NULLs, or -1 */
	bool		is_byval;		/* all columns are */
} RowShape;

/*
 * Rope -- a sequence of rows that never changes.
 *
 * Either two ropes, or a piece: rows in memory, or in chunks.  Ropes are
 * shared freely; they live as long as the context that they are made in.
 */
typedef struct Rope Rope;
struct Rope
{
	const Rope *left;			/* NULL: a piece */
	const Rope *right;
	int64		rows;
	Size		bytes;
	const char *data;			/* NULL: in chunks */
	int64		collection;
	int32		nchunks;
};

/* What a group has collected for one state: a rope, and what came since. */
typedef struct Store
{
	const Rope *before;			/* NULL: nothing */
	char	   *tail;
	Size		tail_len;
	Size		tail_allocated;
	int64		tail_rows;
	Size		unique_tail;	/* its length when duplicates were taken out
								 * of it last */
	Size		unique_memory;	/* the same of all behind the last chunk */
	Size		unique_bytes;	/* the same of all of it, or when it first had
								 * chunks */
	int64		chunks_end;		/* the window's end that the chunks know of,
								 * PG_INT64_MIN: they differ */
} Store;

/* All calls that have their inputs in common. */
typedef struct StoreKind
{
	CvStatefulPlan *plan;
	Aggref	   *aggref;			/* the first of the calls, as it was given */
	bool		is_distinct;
	bool		shows_choice;	/* of values that are equal and look different,
								 * a result may tell which one was taken */
	AttrNumber	filter;			/* column of the input query, 0: none */
	bool		takes_nothing;	/* FILTER (WHERE false) */
	RowShape	shape;
	Datum	   *flat;			/* by column: of the row at hand */
	QueryDesc  *query;			/* NULL: not started yet */
} StoreKind;

struct CvCollectedSet
{
	MemoryContext context;		/* of this struct, and of executors */
	MemoryContext states;
	MemoryContext scratch;
	MemoryContext current;		/* one of the two */
	CvChunks   *chunks;			/* NULL: all stays in memory */
	int			count;
	int			first;			/* of the generation being added */
	int			allocated;
	StoreKind  *kinds;
	int			nparams;		/* keys that direct arguments may name */
	Oid		   *param_types;	/* InvalidOid: none does */
	ParamListInfo params;		/* the group's keys; NULL: not started yet */
	int64		finish_us;
};

/* ---- agg_collected.c */

/* Error out if a store may not have that many bytes. */
extern void cv_store_check_limit(const StoreKind *kind, Size bytes);

static inline Store *
get_store(const char *state, int i)
{
	return &((Store *) unconstify(char *, state))[i];
}

/* ---- agg_collected_row.c */

/* args: of an Aggref whose Vars are columns of the input query */
extern void cv_row_shape_init(RowShape *shape, List *args);

/* The same expression over the store's columns. */
extern Node *cv_row_shape_map(const RowShape *shape, Node *node);

/*
 * cv_row_measure -- the size that a row takes, and its values flattened into
 * flat[], in the current context if they have to be copied.
 */
extern Size cv_row_measure(RowShape *shape, const TupleTableSlot *row,
						   Datum *flat);
extern char *cv_row_write(const RowShape *shape, const TupleTableSlot *row,
						  const Datum *flat, char *to);

/* The same of one value; gives the end. */
static inline char *
cv_row_write_byval(char *to, Datum value, int16 len)
{
	switch (len)
	{
	case 1:
		*to = DatumGetChar(value);
		return to + 1;
	case 2:
	{
		int16		bytes = DatumGetInt16(value);

		memcpy(to, &bytes, sizeof(bytes));
		return to + sizeof(bytes);
	}
	case 4:
	{
		int32		bytes = DatumGetInt32(value);

		memcpy(to, &bytes, sizeof(bytes));
		return to + sizeof(bytes);
	}
	default:
		memcpy(to, &value, sizeof(Datum));
		return to + sizeof(Datum);
	}
}

static inline Datum
cv_row_read_byval(const char *from, int16 len)
{
	switch (len)
	{
	case 1:
		return CharGetDatum(*from);
	case 2:
	{
		int16		bytes;

		memcpy(&bytes, from, sizeof(bytes));
		return Int16GetDatum(bytes);
	}
	case 4:
	{
		int32		bytes;

		memcpy(&bytes, from, sizeof(bytes));
		return Int32GetDatum(bytes);
	}
	default:
	{
		Datum		bytes;

		memcpy(&bytes, from, sizeof(bytes));
		return bytes;
	}
	}
}

extern Size cv_row_length(const RowShape *shape, const char *row);

/* Fills the values; they point into the row or into buffers.  Gives its end. */
typedef struct RowBuffers RowBuffers;
extern RowBuffers *cv_row_buffers_create(const RowShape *shape);
extern const char *cv_row_read(RowShape *shape, RowBuffers *buffers,
							   const char *row, Datum *values, bool *isnull);

/* ---- agg_collected_rope.c */

extern const Rope *cv_rope_piece(const char *data, Size bytes, int64 rows);
extern const Rope *cv_rope_chunks(int64 collection, int32 nchunks, Size bytes,
								  int64 rows);
extern const Rope *cv_rope_join(const Rope *left, const Rope *right);

/* all that the store has, in the current context; NULL: nothing */
extern const Rope *cv_store_rope(const Store *store);
extern int64 cv_store_rows(const Store *store);
extern Size cv_store_bytes(const Store *store);

/* The pieces of a rope, first to last. */
typedef struct RopeWalk
{
	const Rope **stack;
	int			depth;
	int			allocated;
} RopeWalk;

extern void cv_rope_walk_begin(RopeWalk *walk, const Rope *rope);
extern const Rope *cv_rope_walk_next(RopeWalk *walk);
extern void cv_rope_walk_end(RopeWalk *walk);

/* The bytes of a rope, stretch by stretch; each is of whole rows. */
typedef struct RopeReader
{
	RopeWalk	walk;
	CvChunks   *chunks;
	const Rope *piece;			/* whose chunks are being read, or NULL */
	int32		next_chunk;
	StringInfoData buffer;
	MemoryContext context;		/* of the buffer */
} RopeReader;

extern void cv_rope_reader_begin(RopeReader *reader, const Rope *rope,
								 CvChunks *chunks);
extern bool cv_rope_reader_next(RopeReader *reader, const char **from,
								const char **to);
extern void cv_rope_reader_end(RopeReader *reader);

/* ---- agg_collected_unique.c */

/* In place; gives the new length. */
extern Size cv_rows_unique(const RowShape *shape, char *rows, Size len,
						   int64 *nrows);

/* Of the tail; of what is behind the last chunk; of all there is. */
extern void cv_store_unique_tail(StoreKind *kind, Store *store);
extern void cv_store_unique_memory(CvCollectedSet *set, StoreKind *kind,
								   Store *store);
extern void cv_store_unique_all(CvCollectedSet *set, StoreKind *kind,
								Store *store);

/* Can values with other bytes be equal to this DISTINCT? */
extern bool cv_distinct_has_choice(const Aggref *aggref);

/* The rope with each row once, as a piece whose data the caller frees. */
extern const Rope *cv_rope_unique(CvCollectedSet *set, StoreKind *kind,
								  const Rope *rope);

#endif /* CV_COLLECTED_PRIVATE_H */
