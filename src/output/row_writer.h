/*-------------------------------------------------------------------------
 *
 * row_writer.h
 *	  INSERT, UPDATE and DELETE of rows that are complete, without a plan.
 *
 * Triggers (but BEFORE ROW ones, which are refused), indexes, constraints,
 * generated columns and publications work as for any statement; the rows from
 * open to close count as one statement of each kind.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ROW_WRITER_H
#define CV_ROW_WRITER_H

#include "executor/tuptable.h"
#include "nodes/bitmapset.h"
#include "nodes/execnodes.h"
#include "storage/itemptr.h"
#include "utils/snapshot.h"

typedef struct CvRowWriter CvRowWriter;

/*
 * Is a row being written, or its triggers run?  An error leaves it set: then it
 * came from the table's own objects.  Whoever catches errors clears it.
 */
extern bool cv_row_writer_is_busy;

/*
 * cv_row_writer_open -- rel is locked, and stays open until close.
 *
 * natts columns come from the caller, users' generated ones may follow.
 * updated: numbers, less FirstLowInvalidHeapAttributeNumber, of columns that
 * updates may change.  Opens rel's indexes.
 */
extern CvRowWriter *cv_row_writer_open(Relation rel, int natts,
									   Bitmapset *updated);
extern const ResultRelInfo *cv_row_writer_result_rel(const CvRowWriter *writer);

/*
 * cv_row_writer_queue_index -- entries of this one of rel's indexes wait for
 * cv_row_writer_flush_indexes(), see index_queue.h.  Before the first write.
 */
extern void cv_row_writer_queue_index(CvRowWriter *writer, Relation index);

/* ... of one that was made since open; it is closed with the writer */
extern void cv_row_writer_add_index(CvRowWriter *writer, Relation index);
extern void cv_row_writer_flush_indexes(CvRowWriter *writer);

/*
 * cv_row_writer_close -- writes out what is buffered, fires AFTER triggers.
 *
 * With several writers, triggers fire when the last of them is closed.  From
 * the first write on until then the caller must not end a query that was begun
 * before it, nor a subtransaction.  Not called on error.
 */
extern void cv_row_writer_close(CvRowWriter *writer);

/* Buffered; the values are copied. tid, if not NULL, is set by the flush. */
extern void cv_row_writer_insert(CvRowWriter *writer, const Datum *values,
								 const bool *isnull, ItemPointer tid);

/* old was found under snapshot; *tid is where the new version is */
extern void cv_row_writer_update(CvRowWriter *writer, TupleTableSlot *old,
								 Snapshot snapshot, const Datum *values,
								 const bool *isnull, ItemPointer tid);
extern void cv_row_writer_delete(CvRowWriter *writer, TupleTableSlot *old,
								 Snapshot snapshot);

/*
 * cv_rows_delete -- all rows of a table, or those that is_meant takes.
 *
 * Not by TRUNCATE, which would need a lock that readers wait for, nor by a
 * query, which row security would bend.
 */
typedef bool (*CvRowFilter) (TupleTableSlot *row, void *arg);
extern void cv_rows_delete(Oid relid, CvRowFilter is_meant, void *arg);

/* Write out the buffer. Was there anything in it? */
extern bool cv_row_writer_flush(CvRowWriter *writer);

#endif							/* CV_ROW_WRITER_H */
