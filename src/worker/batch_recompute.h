/*-------------------------------------------------------------------------
 *
 * batch_recompute.h
 *	  What is different in a batch that reads rows again, see recompute.c.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_RECOMPUTE_H
#define CV_BATCH_RECOMPUTE_H

#include "input/input_query.h"
#include "utils/tuplesort.h"
#include "worker/batch.h"
#include "worker/recompute.h"

/*
 * What CvBatch.recompute points to.
 *
 * The batch's watermark says what is closed, and that nothing is too late.
 */
typedef struct CvRecomputeWork
{
	CvInputLimits limits;		/* event times of the rows that are read */
	int64		from;			/* windows that intersect [from, to) */
	int64		to;
	int64		upto;			/* they end by then (not of sessions) */
	bool		has_sealed;		/* as the position says it */
	int64		sealed;
	List	   *unsettled;		/* of CvPendingBlocks *: not consumed, ignored */
	CvRecomputed *result;
	TimestampTz started_at;
	int64		blocks_done;	/* with the leaf at hand */

	/* rows that are put aside, see batch_recompute_held.c */
	TupleDesc	held_desc;
	Tuplesortstate *held;
	bool		has_last;		/* of those fed: */
	uint64		last_tag;
	int64		last_time;
} CvRecomputeWork;

/* Do aggregates of before stay as they are?  Then no row comes or goes. */
static inline bool
cv_batch_keeps_rows(const CvBatch *batch)
{
	return unlikely(batch->recompute != NULL) &&
		batch->recompute->limits.first_agg > 0;
}

/* the row is in the group, which has just been loaded if it is new */
extern void cv_batch_recompute_row(CvBatch *batch, CvGroup *group,
								   TupleTableSlot *row, int64 time);
extern void cv_batch_note_recomputed(CvBatch *batch, int64 time);

/* values of a row to be written: what stays is as old has it */
extern void cv_batch_keep_values(CvBatch *batch, TupleTableSlot *old,
								 Datum *values, bool *isnull);

/* a row of the results or the state table is deleted: its state goes, too */
extern void cv_batch_recompute_drop_state(CvBatch *batch,
										  TupleTableSlot *row);

/* ---- the steps, in this order; tables are open, aggregates started */

/* which windows, and the event times that are in them */
extern void cv_batch_recompute_plan(CvBatch *batch);

/* their rows, and states of what they are made of, away */
extern void cv_batch_recompute_delete(CvBatch *batch);

/* rows have been read, and groups written: what is made of them */
extern void cv_batch_recompute_finish(CvBatch *batch);

/* ---- the same of session views, see batch_session_recompute.c */

extern void cv_batch_recompute_delete_sessions(CvBatch *batch);
extern void cv_batch_recompute_session_row(CvBatch *batch,
										   TupleTableSlot *row, int64 time);
extern void cv_batch_recompute_finish_sessions(CvBatch *batch);
extern void cv_batch_recompute_join(CvBatch *batch, TupleTableSlot *row,
									int64 time);

/* ---- of keys without windows, and rows put aside */

extern void cv_batch_recompute_key_row(CvBatch *batch, TupleTableSlot *row,
									   int64 time);
extern void cv_batch_recompute_hold_row(CvBatch *batch, TupleTableSlot *row);
extern void cv_batch_recompute_held_rows(CvBatch *batch);

#endif							/* CV_BATCH_RECOMPUTE_H */
