/*-------------------------------------------------------------------------
 *
 * input_block.h
 *	  The rows of an input query page by page, if it is a plain one.
 *
 * A plain input query reads one table and nothing else: its plan is our custom
 * scan with a WHERE and a target list of any kind.  Then the rows of a page
 * can be had all at once, which costs less than half of pulling each through
 * the executor.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INPUT_BLOCK_H
#define CV_INPUT_BLOCK_H

#include "nodes/execnodes.h"

/* Rows of one transaction, from one page; all but the tag column is set. */
typedef struct CvRowBlock
{
	int			nrows;
	int			ncolumns;		/* those of the input query */
	Datum	   *values;			/* those of row i begin at i * ncolumns */
	bool	   *isnull;
	uint64	   *tags;
} CvRowBlock;

/* a block has no more rows than that */
#define CV_MAX_BLOCK_ROWS	MaxHeapTuplesPerPage

/*
 * cv_input_gives_blocks -- can the rows of the plan be read that way?  Not if
 * some are to be left out: then row by row.
 */
extern bool cv_input_gives_blocks(PlanState *plan);

/*
 * cv_input_next_block -- the next rows that pass WHERE; NULL at the end.
 *
 * What values point to is there until the next call.  An error is that of the
 * reader's last row.  A block may be empty.
 */
extern const CvRowBlock *cv_input_next_block(PlanState *plan);

#endif							/* CV_INPUT_BLOCK_H */
