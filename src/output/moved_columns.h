/*-------------------------------------------------------------------------
 *
 * moved_columns.h
 *	  Rows of a table that OR REPLACE has added columns to, as if all of ours
 *	  were in front.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_MOVED_COLUMNS_H
#define CV_MOVED_COLUMNS_H

#include "executor/tuptable.h"
#include "utils/relcache.h"
#include "view/view_spec.h"

typedef struct CvMovedColumns CvMovedColumns;

/* In the current memory context; to be freed before rel is closed. */
extern CvMovedColumns *cv_moved_columns_create(Relation rel,
											   const CvViewSpec *spec);
extern void cv_moved_columns_free(CvMovedColumns *moved);

/*
 * cv_moved_columns_show -- a row of the table with our columns in order.
 *
 * In a slot that belongs to row's, and is valid as long as that is.
 */
extern TupleTableSlot *cv_moved_columns_show(CvMovedColumns *moved,
											 TupleTableSlot *row);

/* ... and which row that was. */
extern TupleTableSlot *cv_moved_columns_row(CvMovedColumns *moved,
											TupleTableSlot *shown);

/*
 * cv_moved_columns_spread -- *values, *isnull of our columns become those of
 * all columns of the table.
 *
 * Of the others as old has them, which may be NULL.  Valid until the next call.
 */
extern void cv_moved_columns_spread(CvMovedColumns *moved,
									TupleTableSlot *old,
									const Datum **values,
									const bool **isnull);

#endif							/* CV_MOVED_COLUMNS_H */
