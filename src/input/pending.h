/*-------------------------------------------------------------------------
 *
 * pending.h
 *	  Blocks with rows of transactions that a scan saw unfinished.
 *
 * One entry for each such transaction, or subtransaction, and leaf.  If there
 * are very many, neighbours share one: then all blocks of all of them are read
 * when one of them turns up, which is too many, and never too few.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_PENDING_H
#define CV_PENDING_H

#include "input/position.h"

/* entries of a position; while a scan stretch runs a few times as many */
#define CV_MAX_PENDING	1000

/* a new entry at the end of the list, in the current context */
extern List *cv_pending_add(List *pending, uint64 xid, Oid relid,
							CvPendingBlocks **blocks);

/* at most max entries, not too many ranges in each; the list is sorted anew */
extern List *cv_pending_limit(List *pending, int max, MemoryContext context);

#endif							/* CV_PENDING_H */
