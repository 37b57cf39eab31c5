/*-------------------------------------------------------------------------
 *
 * late_table.h
 *	  Rows that are in no result: too late, or failed.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_LATE_TABLE_H
#define CV_LATE_TABLE_H

#include "datatype/timestamp.h"
#include "input/heap_reader.h"
#include "view/view_spec.h"

typedef struct CvLateTable CvLateTable;

/* The caller has locked spec->late.  NULL is a table that keeps nothing. */
extern CvLateTable *cv_late_table_open(const CvViewSpec *spec);
extern void cv_late_table_close(CvLateTable *table);

/*
 * error NULL: too late.  The row's content: the columns that the view reads.
 * committed_at 0: not known (a scan).
 */
extern void cv_late_table_add(CvLateTable *table, CvReader *reader,
							  uint64 tag, bool has_time, int64 event_time,
							  TimestampTz committed_at, const char *error);

/*
 * cv_late_columns -- the columns of the input that row_data is made of, as a
 * record; the input is locked.
 */
extern TupleDesc cv_late_columns(const CvViewSpec *spec);

/*
 * cv_late_rows_remove -- those that were too late, of event times in [from, to);
 * with_failed: failed ones as well, of which nobody knows a time.
 */
extern void cv_late_rows_remove(Oid late, int64 from, int64 to,
								bool with_failed);

#endif							/* CV_LATE_TABLE_H */
