/*-------------------------------------------------------------------------
 *
 * position_columns.h
 *	  The columns of continuous.position, in the order of the install script.
 *
 * input/position.c reads and writes them.  Others look at single ones, under
 * snapshots of their own.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_POSITION_COLUMNS_H
#define CV_POSITION_COLUMNS_H

enum
{
	CV_POSITION_VIEW = 1,
	CV_POSITION_GENERATION,
	CV_POSITION_PHASE,
	CV_POSITION_RESTART_LSN,
	CV_POSITION_CONSUMED_LSN,
	CV_POSITION_WATERMARK,
	CV_POSITION_NEWEST,
	CV_POSITION_SEALED,
	CV_POSITION_REWRITES_WINDOWS,
	CV_POSITION_KEPT,
	CV_POSITION_ROWS_READ,
	CV_POSITION_ROWS_COUNTED,
	CV_POSITION_ROWS_FILTERED,
	CV_POSITION_ROWS_NO_WINDOW,
	CV_POSITION_ROWS_TOO_LATE,
	CV_POSITION_ROWS_FAILED,
	CV_POSITION_LATE_WINDOWS,
	CV_POSITION_FUTURE_ROWS,
	CV_POSITION_CORRECTIONS,
	CV_POSITION_FLUSHES,
	CV_POSITION_LAST_FLUSH_AT,
	CV_POSITION_NEXT_COLLECTION,
	CV_POSITION_COLLECTED_BYTES,
	CV_POSITION_PLATFORM,
	CV_POSITION_DETAIL,
	CV_POSITION_NATTS = CV_POSITION_DETAIL
};

#endif							/* CV_POSITION_COLUMNS_H */
