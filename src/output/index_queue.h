/*-------------------------------------------------------------------------
 *
 * index_queue.h
 *	  Entries that wait to be inserted into a btree, in its order.
 *
 * For an index that is large, and whose order is not that of the rows: in
 * bulk, to pass it once costs a fraction of as many searches at random.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INDEX_QUEUE_H
#define CV_INDEX_QUEUE_H

#include "executor/tuptable.h"
#include "nodes/bitmapset.h"
#include "utils/relcache.h"

#define CV_QUEUED_KEYS	2

typedef struct CvIndexQueue CvIndexQueue;

/*
 * cv_index_queue_create -- in the current context.  index, of table, is not
 * unique and has all rows; its columns are at most CV_QUEUED_KEYS, of 8 bytes,
 * ascending, NOT NULL.  updated: columns that updates may change, as
 * cv_row_writer_open() has it.
 */
extern CvIndexQueue *cv_index_queue_create(Relation table, Relation index,
										   const Bitmapset *updated);
extern Relation cv_index_queue_index(const CvIndexQueue *queue);

/* of the row in slot, which is in the table already */
extern void cv_index_queue_add(CvIndexQueue *queue, TupleTableSlot *slot,
							   bool is_update);
extern bool cv_index_queue_is_full(const CvIndexQueue *queue);

/* Insert what waits.  Before anybody reads the index. */
extern void cv_index_queue_flush(CvIndexQueue *queue);

#endif							/* CV_INDEX_QUEUE_H */
