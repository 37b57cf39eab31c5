/*-------------------------------------------------------------------------
 *
 * row_visit.c
 *	  The rows of transactions, one after the other, without a query.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "input/reader_private.h"
#include "input/row_visit.h"

void
cv_rows_visit(CvInputBatch *batch, Snapshot snapshot, CvRowVisitor visit,
			  void *arg)
{
	CvReader   *reader = cv_reader_begin(batch, snapshot);
	CvReaderCursor *cursor = palloc(sizeof(CvReaderCursor));

	cv_reader_cursor_init(cursor, reader);
	while (cv_reader_cursor_next(cursor))
		visit((int) (cv_reader_cursor_record(cursor) >> reader->xact_shift),
			  cursor->leaf, &cursor->tuple, arg);
	pfree(cursor);
	cv_reader_end(reader);
}
