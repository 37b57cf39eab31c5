/*-------------------------------------------------------------------------
 *
 * batch_sessions.h
 *	  Rows of a session view, into their sessions.
 *
 * What batch_groups.h is for the other windows, and the rows themselves.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_SESSIONS_H
#define CV_BATCH_SESSIONS_H

#include "input/input_block.h"
#include "worker/batch.h"

#define cv_batch_is_session(batch) \
	((batch)->spec->window.kind == CV_WINDOW_SESSION)

/* with the aggregates and keys: no sessions in motion yet */
extern void cv_batch_sessions_begin(CvBatch *batch);

/* false: time, or time + gap, is out of range: in no window */
extern bool cv_batch_session_exists(const CvBatch *batch, int64 time);

/*
 * ... without judging it: false, and nothing is done, if it is too late, or (of
 * a batch that keeps rows as they are) in no session that is there
 */
extern bool cv_batch_join_session(CvBatch *batch, TupleTableSlot *row,
								  int64 time);

/* add a row to its session, or hold it back if it is too late */
extern void cv_batch_add_to_session(CvBatch *batch, TupleTableSlot *row,
									uint64 tag, int64 time);

/*
 * cv_batch_add_block_to_sessions -- all rows of a block, if the batch takes
 * them so: nothing can be late in it.  Gives the newest event time that moves
 * the watermark; PG_INT64_MIN: there is none.
 */
extern bool cv_batch_sessions_take_blocks(const CvBatch *batch);
extern int64 cv_batch_add_block_to_sessions(CvBatch *batch,
											const CvRowBlock *block);

/* all rows of a transaction are in: those that were held back */
extern void cv_batch_judge_held_rows(CvBatch *batch);

/* memory that sessions in motion need, bytes */
extern Size cv_batch_sessions_memory(const CvBatch *batch);

/* write what has changed to the tables; note what to install */
extern void cv_batch_write_sessions(CvBatch *batch);

/* ... because memory is short: forget the older ones */
extern void cv_batch_spill_sessions(CvBatch *batch);

/* emit = final: sessions that W has closed, to the result table */
extern void cv_batch_publish_sessions(CvBatch *batch);

/* retention: those that end by limit */
extern void cv_batch_remove_expired_sessions(CvBatch *batch, int64 limit);

/* those that are not made before the rows that are there have been counted */
extern void cv_batch_make_session_indexes(CvBatch *batch);

/* a new table in shared memory: which of its windows are complete */
extern void cv_batch_attach_sessions(CvBatch *batch);

/* after the commit: into shared memory */
extern void cv_batch_install_sessions(CvBatch *batch);

#endif							/* CV_BATCH_SESSIONS_H */
