/*-------------------------------------------------------------------------
 *
 * row_order.h
 *	  The rows of each transaction in the order of their event times.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ROW_ORDER_H
#define CV_ROW_ORDER_H

#include "aggregate/agg_set.h"
#include "input/heap_reader.h"
#include "utils/tuplesort.h"
#include "view/view_spec.h"

/* Does a result of the view depend on the order of rows? */
extern bool cv_row_order_matters(const CvViewSpec *spec);

/* ... that of one aggregate, if its call had no ORDER BY? */
extern bool cv_row_order_matters_to(const Aggref *aggref);

typedef struct CvRowOrder CvRowOrder;

/* Over the rows of aggs; lives in the current memory context. */
extern CvRowOrder *cv_row_order_begin(CvAggSet *aggs, const CvReader *reader);
extern void cv_row_order_end(CvRowOrder *order);

/* The next row, or NULL.  Valid until the next call. */
extern TupleTableSlot *cv_row_order_next(CvRowOrder *order);

/* Of rows of the input query, by event time and then physical order. */
extern Tuplesortstate *cv_row_order_begin_sort(TupleDesc desc, int memory_kb);

#endif							/* CV_ROW_ORDER_H */
