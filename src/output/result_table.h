/*-------------------------------------------------------------------------
 *
 * result_table.h
 *	  Rows of the result table (and of the state table, which has the same
 *	  columns), written through the executor's own routines.
 *
 * Row triggers, indexes, constraints, generated columns and publications work
 * as for any INSERT, UPDATE and DELETE; statement triggers fire too.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_RESULT_TABLE_H
#define CV_RESULT_TABLE_H

#include "executor/tuptable.h"
#include "storage/itemptr.h"
#include "utils/snapshot.h"
#include "view/view_spec.h"

typedef struct CvResultTable CvResultTable;

/*
 * cv_result_table_open -- the caller has locked relid and its indexes.
 *
 * Rows that are given out begin with our columns, CV_RESULT_NATTS of them, in
 * the order that CV_ATT_... have; users' generated ones may follow.
 */
extern CvResultTable *cv_result_table_open(Oid relid, const CvViewSpec *spec);

/*
 * cv_result_table_queue_indexes -- before the first write to a member of a
 * session view: entries of its indexes beside the primary key are inserted in
 * bulk, when the index is read, or at the end.
 */
extern void cv_result_table_queue_indexes(CvResultTable *table);

/*
 * cv_result_table_make_key_index -- that walks go by, if it is not there, and
 * nobody else is at the table: see view_indexes.c.
 */
extern void cv_result_table_make_key_index(CvResultTable *table);

/* Inserts what is buffered, fires triggers, closes. Not called on error. */
extern void cv_result_table_close(CvResultTable *table);

/*
 * cv_result_table_fetch -- the row at tid if it is (window_start, cv_key)'s.
 *
 * Under the newest command of this transaction.  The slot is the table's own,
 * valid until its next call.  NULL: not there any more; look up by key.
 */
extern TupleTableSlot *cv_result_table_fetch(CvResultTable *table,
											 ItemPointer tid,
											 int64 window_start, int64 cv_key);

/* By the primary key; NULL if there is none. tts_tid of the slot is its tid. */
extern TupleTableSlot *cv_result_table_lookup(CvResultTable *table,
											  int64 window_start,
											  int64 cv_key);

/* Scan by the primary key: rows with lo <= window_start < hi, in order. */
extern void cv_result_table_scan_begin(CvResultTable *table,
									   int64 lo, int64 hi);
extern TupleTableSlot *cv_result_table_scan_next(CvResultTable *table);
extern void cv_result_table_scan_end(CvResultTable *table);

/*
 * The same of rows with lo < window_end <= hi, in order of window_end: by an
 * index on it, which the table has to have.
 */
extern void cv_result_table_scan_ended_begin(CvResultTable *table,
											 int64 lo, int64 hi);

/*
 * cv_result_table_walk -- back in time over the rows with this cv_key and lo <
 * window_start < hi.  Only members of session views.
 *
 * next gives NULL at the end; its row is valid until the next call.
 */
extern void cv_result_table_walk_begin(CvResultTable *table, int64 cv_key,
									   int64 lo, int64 hi);
extern TupleTableSlot *cv_result_table_walk_next(CvResultTable *table);
extern void cv_result_table_walk_end(CvResultTable *table);

/* least and greatest window_start in the table; false if it is empty */
extern bool cv_result_table_first_window(CvResultTable *table,
										 int64 *window_start);
extern bool cv_result_table_last_window(CvResultTable *table,
										int64 *window_start);

/*
 * cv_result_table_insert -- values/isnull: our natts columns.
 *
 * Buffered where nothing forbids it (row triggers); then *tid is set by the
 * flush of the buffer: tid must stay valid until cv_result_table_flush().
 */
extern void cv_result_table_insert(CvResultTable *table, const Datum *values,
								   const bool *isnull, ItemPointer tid);

/*
 * cv_result_table_update -- of the row that fetch or lookup just gave (its
 * slot is passed back); *tid is where the new version is.
 */
extern void cv_result_table_update(CvResultTable *table,
								   TupleTableSlot *old, const Datum *values,
								   const bool *isnull, ItemPointer tid);
extern void cv_result_table_delete(CvResultTable *table, TupleTableSlot *old);

/* write out buffered inserts; makes them visible to fetch and lookup */
extern void cv_result_table_flush(CvResultTable *table);

#endif							/* CV_RESULT_TABLE_H */
