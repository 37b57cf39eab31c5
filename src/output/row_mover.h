/*-------------------------------------------------------------------------
 *
 * row_mover.h
 *	  Rows from the result table to the state table, or back.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ROW_MOVER_H
#define CV_ROW_MOVER_H

/* sets cv_view_move_rows_hook */
extern void cv_row_mover_init(void);

#endif							/* CV_ROW_MOVER_H */
