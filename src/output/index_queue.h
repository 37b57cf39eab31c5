/*-------------------------------------------------------------------------
 *
 * index_queue.h
 *	  Entries that wait to be inserted into a btree, in its order.
 *
 * For an index whose order is not that of the rows: in bulk, to pass it once
 * costs a fraction of as many searches at random.  And for one that has their
 * order: to insert into it costs less than by way of the executor.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INDEX_QUEUE_H
#define CV_INDEX_QUEUE_H

#include "executor/tuptable.h"
#include "nodes/bitmapset.h"
#include "storage/itemptr.h"
#include "utils/relcache.h"

#define CV_QUEUED_KEYS	2

typedef struct CvIndexQueue CvIndexQueue;

/*
 * cv_index_queue_create -- in the current context.  index, of table, has all
 * rows; its columns are at most CV_QUEUED_KEYS, of 8 bytes, ascending, NOT NULL.
 * If it is unique, so at once.  updated: columns that updates may change, as
 * cv_row_writer_open() has it.
 */
extern CvIndexQueue *cv_index_queue_create(Relation table, Relation index,
										   const Bitmapset *updated);
extern Relation cv_index_queue_index(const CvIndexQueue *queue);

/* The CV_QUEUED_KEYS keys of a row; then its entry, once the row has a tid. */
extern void cv_index_queue_read(const CvIndexQueue *queue,
								TupleTableSlot *slot, int64 *keys);
extern void cv_index_queue_add(CvIndexQueue *queue, const int64 *keys,
							   ItemPointer tid, bool is_update);

/* Inserts if there is nothing to be gained by waiting for more. */
extern void cv_index_queue_flush_full(CvIndexQueue *queue);

/* Insert what waits.  Before anybody reads the index. */
extern void cv_index_queue_flush(CvIndexQueue *queue);

#endif							/* CV_INDEX_QUEUE_H */
