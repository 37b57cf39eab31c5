/*-------------------------------------------------------------------------
 *
 * block_set.h
 *	  A sorted set of block numbers without duplicates, kept as ranges.
 *
 * Blocks mostly come in ascending order, which costs nothing; a superset is
 * always harmless to its readers, so it can be widened to save memory.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BLOCK_SET_H
#define CV_BLOCK_SET_H

#include "lib/stringinfo.h"
#include "storage/block.h"

/* [lo, hi] inclusive, as InvalidBlockNumber must not be needed */
typedef struct CvBlockRange
{
	BlockNumber lo;
	BlockNumber hi;
} CvBlockRange;

typedef struct CvBlockSet
{
	int			nranges;
	int			maxranges;
	CvBlockRange first;			/* in place while there is one range */
	CvBlockRange *ranges;		/* NULL: use &first */
} CvBlockSet;

extern void cv_block_set_init(CvBlockSet *set);
extern void cv_block_set_add(CvBlockSet *set, BlockNumber lo, BlockNumber hi,
							 MemoryContext context);
extern void cv_block_set_add_all(CvBlockSet *dst, const CvBlockSet *src,
								 MemoryContext context);
extern void cv_block_set_widen(CvBlockSet *set, int maxranges);
extern void cv_block_set_free(CvBlockSet *set);
extern uint64 cv_block_set_count(const CvBlockSet *set);
extern const CvBlockRange *cv_block_set_ranges(const CvBlockSet *set);

extern void cv_block_set_write(const CvBlockSet *set, StringInfo out);
extern void cv_block_set_read(CvBlockSet *set, StringInfo in,
							  MemoryContext context);

#endif							/* CV_BLOCK_SET_H */
