/*-------------------------------------------------------------------------
 *
 * xact_crowd.h
 *	  Transactions in progress whose entries were made one, to save memory.
 *
 * One transaction may have ten million subtransactions, and only its commit
 * record says that they are one.  When entries take too much memory, all
 * give their blocks to the crowd: whoever of it commits gets the blocks of all,
 * which is a superset of its own.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_XACT_CROWD_H
#define CV_XACT_CROWD_H

#include "input/xact_entry.h"

typedef struct CvXactCrowd
{
	uint64		below;			/* open xids below this are of it; 0: none */
	CvXactEntry *entry;			/* what they have inserted; NULL: nothing */
} CvXactCrowd;

/* the entry stays the caller's; entries come by ascending xid */
extern void cv_xact_crowd_add(CvXactCrowd *crowd, const CvXactEntry *entry,
							  CvEntryMemory *memory);

/* one of the crowd has committed: its entry gets the blocks */
extern void cv_xact_crowd_give(CvXactCrowd *crowd, CvXactEntry *entry,
							   CvEntryMemory *memory);

/* all of it have ended */
extern void cv_xact_crowd_end(CvXactCrowd *crowd, CvEntryMemory *memory);

#endif							/* CV_XACT_CROWD_H */
