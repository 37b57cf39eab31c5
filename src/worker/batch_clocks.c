/*-------------------------------------------------------------------------
 *
 * batch_clocks.c
 *	  watermark_by: the clocks of values in a batch.
 *
 * The follower keeps them from batch to batch, changed in place; a batch that
 * fails leaves them dirty, and the next one reads what is saved.  The functions
 * of the column's type are looked up for each batch, as all else is.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "output/clock_rows.h"
#include "worker/batch_clocks.h"

void
cv_batch_clocks_begin(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	Expr	   *column = batch->spec->clock_expr;

	batch->clocks = NULL;
	if (column == NULL)
		return;
	batch->clock_keys = cv_clock_keys_create(column);
	if (follower->clocks != NULL && cv_clock_table_is_dirty(follower->clocks))
		cv_follower_forget_clocks(follower);
	if (follower->clocks == NULL)
	{
		follower->clocks = cv_clock_table_create(follower->context);
		cv_clock_rows_load(follower->view, batch->clock_keys,
						   follower->clocks);
		cv_clock_table_set_clean(follower->clocks);
	}
	batch->clocks = follower->clocks;
	cv_clock_table_begin(batch->clocks, &batch->watermark);
}

void
cv_batch_clocks_end_xact(CvBatch *batch)
{
	if (batch->input.is_scan)
	{
		cv_clock_table_end_stretch(batch->clocks,
								   batch->position->scan->cut_time,
								   &batch->watermark);
		return;
	}
	cv_watermark_see(&batch->watermark, batch->xact_newest);
	cv_clock_table_end_xact(batch->clocks,
							batch->input.xacts[batch->xact]->commit_time,
							batch->spec->dials.idle_timeout_us,
							&batch->watermark);
}

/*
 * cv_batch_clocks_end_scan -- all that was read counts as one transaction, of
 * the time when the cut was made.
 *
 * Done again for each step on the way there, it comes to the same.
 */
void
cv_batch_clocks_end_scan(CvBatch *batch, CvWatermark *target)
{
	CvScan	   *scan = batch->position->scan;

	cv_watermark_see(target, scan->newest);
	cv_clock_table_end_xact(batch->clocks, scan->cut_time,
							batch->spec->dials.idle_timeout_us, target);
}

void
cv_batch_clocks_save(CvBatch *batch)
{
	if (batch->clocks != NULL && cv_clock_table_is_dirty(batch->clocks))
		cv_clock_rows_save(batch->spec->view, batch->clock_keys,
						   batch->clocks);
}

void
cv_batch_clocks_wipe(CvBatch *batch)
{
	cv_clock_rows_remove(batch->spec->view);
	cv_follower_forget_clocks(batch->follower);
	batch->clocks = NULL;
}

void
cv_batch_clocks_remember(CvBatch *batch)
{
	if (batch->clocks != NULL)
		cv_clock_table_set_clean(batch->clocks);
}
