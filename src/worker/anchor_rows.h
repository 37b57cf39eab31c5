/*-------------------------------------------------------------------------
 *
 * anchor_rows.h
 *	  For which times has the input of a restored view rows?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ANCHOR_ROWS_H
#define CV_ANCHOR_ROWS_H

#include "postgres_ext.h"
#include "utils/palloc.h"

typedef struct CvAnchorRows CvAnchorRows;

/* A child of context; times closer than width may become one. */
extern CvAnchorRows *cv_anchor_rows_create(MemoryContext context, int64 width);

/* NULL is fine; afterwards it is NULL. */
extern void cv_anchor_rows_free(CvAnchorRows **rows);

/* a row at time, in the slice that begins at start */
extern void cv_anchor_rows_add(CvAnchorRows *rows, int64 start, int64 time);

/* what more has, which was created with the same width, is in rows, too */
extern void cv_anchor_rows_merge(CvAnchorRows *rows, const CvAnchorRows *more);

/* when all are added, before the following */
extern void cv_anchor_rows_sort(CvAnchorRows *rows);

/* Are there any in [from, to)?  Says yes more often if memory was short. */
extern bool cv_anchor_rows_between(const CvAnchorRows *rows, int64 from,
								   int64 to);

/* Are they counted?  Not if memory was short. */
extern bool cv_anchor_rows_is_exact(const CvAnchorRows *rows);

/*
 * How many in [from, to), which cuts no slice; PG_INT64_MAX: not known, as
 * memory was short.
 */
extern int64 cv_anchor_rows_count(const CvAnchorRows *rows, int64 from,
								  int64 to);

/* The least time that is not before from; PG_INT64_MAX: none. */
extern int64 cv_anchor_rows_first(const CvAnchorRows *rows, int64 from);

#endif							/* CV_ANCHOR_ROWS_H */
