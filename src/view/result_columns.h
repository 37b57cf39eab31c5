/*-------------------------------------------------------------------------
 *
 * result_columns.h
 *	  Where the columns of result and state tables really are.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_RESULT_COLUMNS_H
#define CV_RESULT_COLUMNS_H

#include "access/tupdesc.h"

#include "view/view_spec.h"

/*
 * cv_result_columns -- the attribute number of each of our columns, which
 * CV_ATT_... count as if all aggregates were in one block: element
 * CV_ATT_... - 1.  0 where the table has none.
 */
extern AttrNumber *cv_result_columns(TupleDesc desc, const CvViewSpec *spec);

/* The same; errors out if one is missing. */
extern AttrNumber *cv_result_columns_of(Oid relid, const CvViewSpec *spec);

/* Has OR REPLACE added columns, so that there is a difference at all? */
extern bool cv_result_columns_moved(const CvViewSpec *spec);

#endif							/* CV_RESULT_COLUMNS_H */
