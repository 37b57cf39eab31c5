/*-------------------------------------------------------------------------
 *
 * added_columns.h
 *	  Aggregates that OR REPLACE adds to a view: their columns and values.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ADDED_COLUMNS_H
#define CV_ADDED_COLUMNS_H

#include "datatype/timestamp.h"

#include "view/view_ddl.h"

/*
 * cv_added_columns_make -- columns of result and state table for spec's
 * aggregates from first on, and the table of what is collected if one needs it.
 */
extern void cv_added_columns_make(CvViewRow *row, const CvViewSpec *spec,
								  int first);

/*
 * cv_added_columns_compute -- their values, from the rows that are there.
 *
 * The view is complete but for them.
 */
extern void cv_added_columns_compute(const CvViewRow *row, int first);

/* A generation of aggregates, as continuous.generation has it. */
typedef struct CvGenerationRow
{
	TimestampTz added_at;
	int64		complete_from;	/* no window that starts before has all rows;
								 * PG_INT64_MIN: all have, PG_INT64_MAX: nobody
								 * knows */
} CvGenerationRow;

/* number: 0 is that of CREATE, which has no row.  False if there is none. */
extern bool cv_generation_row_lookup(Oid view, int number,
									 CvGenerationRow *row);
extern void cv_generation_rows_remove(Oid view);

/* All aggregates are computed anew from the same rows. */
extern void cv_generation_rows_rebuilt(Oid view);

#endif							/* CV_ADDED_COLUMNS_H */
