/*-------------------------------------------------------------------------
 *
 * row_visit.h
 *	  The rows of transactions, one after the other, without a query.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ROW_VISIT_H
#define CV_ROW_VISIT_H

#include "access/htup.h"
#include "input/heap_reader.h"

/* xact and leaf are indexes in the batch; the tuple stays until it returns */
typedef void (*CvRowVisitor) (int xact, int leaf, HeapTuple tuple, void *arg);

/*
 * cv_rows_visit -- in the order of the transactions, those that the snapshot
 * sees; it has to show all transactions of the batch.
 */
extern void cv_rows_visit(CvInputBatch *batch, Snapshot snapshot,
						  CvRowVisitor visit, void *arg);

#endif							/* CV_ROW_VISIT_H */
