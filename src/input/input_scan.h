/*-------------------------------------------------------------------------
 *
 * input_scan.h
 *	  The custom scan while it runs: what input_scan.c and input_block.c share.
 *
 * Nothing outside of input/ includes this.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INPUT_SCAN_H
#define CV_INPUT_SCAN_H

#include "input/input_block.h"
#include "input/row_cache.h"
#include "input/row_decoder.h"

/* How the tuples of one leaf get into the shape of the input's. */
typedef struct CvLeafShape
{
	bool		is_known;
	bool		is_same;		/* nothing to do */
	TupleTableSlot *slot;		/* of the leaf */
	int			ncolumns;		/* that the query needs */
	AttrNumber *from;			/* in the leaf */
	AttrNumber *to;				/* in the input */
	AttrNumber	last;			/* greatest of from */
	CvRowDecoder *decoder;		/* of copied columns, or NULL */
	CvRowDecoder *cache_decoder;	/* of the cache's columns, or NULL */
	CvRowDecoder *row_decoder;	/* of all needed columns, into row; or NULL */
} CvLeafShape;

typedef struct CvInputScan
{
	CustomScanState css;
	CvReader   *reader;
	CvReaderCursor *cursor;
	CvLeafShape *shapes;		/* by leaf */
	CvLeafShape *shape;			/* of the current leaf */
	int			leaf;
	TupleTableSlot *row;		/* virtual, in the shape of the input */
	bool	   *not_needed;		/* for each of its columns */
	Bitmapset  *needed;			/* columns; offset as pull_varattnos has it */
	int			ncopied;
	AttrNumber *copied;			/* target list of plain columns, or NULL */
	AttrNumber	last_copied;
	int			tag_column;		/* among them, or -1 */
	CvRowBlock	block;			/* of input_block.c */

	/* of a reader that takes its rows from the cache, or leaves them there */
	int			ncached;
	const AttrNumber *cached;	/* columns of the cache */
	int		   *cached_at;		/* for each one copied, where it is there */
	Datum	   *cached_values;	/* of a row to be left there */
	bool	   *cached_isnull;
} CvInputScan;

/* is the node this scan? */
extern bool cv_is_input_scan(const PlanState *node);

/* the cursor's next row; false if there is none */
extern bool cv_input_scan_next(CvInputScan *scan);

/* the cursor's row as a tuple of the input, in a slot */
extern TupleTableSlot *cv_input_scan_slot(CvInputScan *scan);

/*
 * cv_input_scan_copy_row -- the cursor's row, if copied is set; false if WHERE
 * leaves it out.  isnull is false all over before the call.
 */
extern bool cv_input_scan_copy_row(CvInputScan *scan, Datum *values,
								   bool *isnull);

#endif							/* CV_INPUT_SCAN_H */
