/*-------------------------------------------------------------------------
 *
 * row_cache.h
 *	  The rows that the last batch has read, for other views on the same input.
 *
 * Views on one input consume the same transactions one after the other.  The
 * first of them reads the pages, looks who sees what, and decodes the columns
 * that any of the views has asked for; it leaves the rows here, and the others
 * take them from here.
 *
 * There is one cache in a worker.  It holds the rows of one batch, if these are
 * few enough, and is used only by a batch that reads the very same
 * transactions from the same files, if the WAL tells of nobody who has deleted
 * rows there meanwhile: a row that is gone does not count.  One that goes just
 * now, while views take turns, may; but not one that went while the view was
 * paused or stopped.
 *
 * Nothing outside of input/ includes this; see heap_reader.h, too.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ROW_CACHE_H
#define CV_ROW_CACHE_H

#include "nodes/bitmapset.h"

#include "input/reader_private.h"

/* A row: the columns of the cache, and what they point to behind them. */
typedef struct CvCachedRow
{
	uint32		size;			/* where the next row begins */
	bool	   *isnull;
	Datum		values[FLEXIBLE_ARRAY_MEMBER];
} CvCachedRow;

/*
 * cv_row_cache_look -- a batch of a view begins to read: are its rows here?
 *
 * Then the reader takes its records from here (is_cached).  Else it may have to
 * leave its rows (fills), as others want them.
 */
extern void cv_row_cache_look(CvReader *reader);

/*
 * cv_row_cache_ask -- a scan needs these columns of the input (offset as
 * pull_varattnos() has it); false if the cache has not all of them, for a
 * reader that is_cached.
 */
extern bool cv_row_cache_ask(CvReader *reader, TupleDesc desc,
							 const Bitmapset *columns);

/* ... the columns that are to be left there, or are there */
extern int	cv_row_cache_columns(const AttrNumber **columns);

/*
 * cv_row_cache_add -- leave a row there: its columns, in this order.
 *
 * NULL if it does not fit: the reader goes on without.
 */
extern CvCachedRow *cv_row_cache_add(CvReader *reader, TupleDesc desc,
									 uint64 record, const Datum *values,
									 const bool *isnull);
extern void cv_row_cache_complete(CvReader *reader);

/* the row behind this one, NULL: the first; there must be one */
extern CvCachedRow *cv_row_cache_next(CvCachedRow *row);

#endif							/* CV_ROW_CACHE_H */
