/*-------------------------------------------------------------------------
 *
 * block_pool.h
 *	  The state area in the main shared memory segment, as a pool of blocks
 *	  of one size.
 *
 * Sized by continuous.state_memory at start.  Blocks are handed to state
 * tables and come back whole, so memory that is freed is really free.  Blocks
 * are addressed by number; cv_pool_block() is a multiplication.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BLOCK_POOL_H
#define CV_BLOCK_POOL_H

#include "c.h"

#define CV_POOL_BLOCK_SIZE	8192

/* block number + 1, so that zeroed memory holds none */
typedef uint32 CvPoolBlock;
#define CV_POOL_NO_BLOCK	0

/* For the list of its blocks that whoever has a block may keep. */
typedef struct CvPoolLinks
{
	CvPoolBlock next;
	CvPoolBlock prev;
} CvPoolLinks;

extern char *cv_pool_base;			/* of block 1, in this process */
extern CvPoolLinks *cv_pool_links;	/* indexed by CvPoolBlock */

/* from _PG_init: asks for the memory */
extern void cv_pool_init(void);

/*
 * The state tables' headers live in front of the blocks: their size, and what
 * sets them up (found = false: the memory is new).  Call from _PG_init only.
 */
extern void cv_pool_add_tables(Size (*size) (void),
							   void (*init) (void *area, bool found));

extern CvPoolBlock cv_pool_alloc(void); /* CV_POOL_NO_BLOCK: none left */
extern void cv_pool_free(CvPoolBlock block);
extern uint32 cv_pool_total(void);
extern uint32 cv_pool_free_count(void);

static inline void *
cv_pool_block(CvPoolBlock block)
{
	return cv_pool_base + (Size) (block - 1) * CV_POOL_BLOCK_SIZE;
}

#endif							/* CV_BLOCK_POOL_H */
