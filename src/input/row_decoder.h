/*-------------------------------------------------------------------------
 *
 * row_decoder.h
 *	  Some columns of heap tuples, straight into an array.
 *
 * What slot_deform_heap_tuple() does for all columns up to the last that is
 * needed, and without a slot between.  Only tuples that hold all of these
 * columns are decoded: what is missing from older ones is for a slot to say.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ROW_DECODER_H
#define CV_ROW_DECODER_H

#include "access/htup_details.h"

typedef struct CvRowDecoder CvRowDecoder;

/*
 * cv_row_decoder_create -- for tuples of desc; in the current context.
 *
 * columns: for each value that is wanted its attribute number; 0 or less is
 * left alone.
 */
extern CvRowDecoder *cv_row_decoder_create(TupleDesc desc,
										   const AttrNumber *columns,
										   int ncolumns);

/*
 * cv_row_decode -- false, and nothing done, if columns are missing.
 *
 * isnull is false all over before the call.  Values by reference point into
 * the tuple.
 */
extern bool cv_row_decode(const CvRowDecoder *decoder, HeapTupleHeader tuple,
						  Datum *values, bool *isnull);

#endif							/* CV_ROW_DECODER_H */
