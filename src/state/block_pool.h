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

/* from _PG_init: asks for the memory */
extern void cv_pool_init(void);

extern CvPoolBlock cv_pool_alloc(void); /* CV_POOL_NO_BLOCK: none left */
extern void cv_pool_free(CvPoolBlock block);
extern void *cv_pool_block(CvPoolBlock block);
extern uint32 cv_pool_total(void);
extern uint32 cv_pool_free_count(void);

#endif							/* CV_BLOCK_POOL_H */
