/*-------------------------------------------------------------------------
 *
 * xact_entry.h
 *	  What the tail knows of one transaction: a CvXact in the making.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_XACT_ENTRY_H
#define CV_XACT_ENTRY_H

#include "input/wal_tail.h"

/* Where entries live, and how much they take there. */
typedef struct CvEntryMemory
{
	MemoryContext context;
	Size		bytes;
} CvEntryMemory;

/*
 * A transaction or subtransaction, from its first insert until it is released.
 * xact comes first: a queued one is given out as that.
 */
typedef struct CvXactEntry
{
	CvXact		xact;
	XLogRecPtr	commit_lsn;		/* start of the commit record; if that was
								 * never seen: it is somewhere before */
	int			maxfiles;
	CvXactFile	file;			/* in place while there is one */
} CvXactEntry;

extern CvXactEntry *cv_xact_entry_create(uint64 xid, XLogRecPtr first_lsn,
										 CvEntryMemory *memory);
extern void cv_xact_entry_free(CvXactEntry *entry, CvEntryMemory *memory);

/* what it takes of memory->bytes */
extern Size cv_xact_entry_size(const CvXactEntry *entry);

extern void cv_xact_entry_add_block(CvXactEntry *entry,
									RelFileLocator locator, BlockNumber block,
									int rows, CvEntryMemory *memory);
extern void cv_xact_entry_add_update(CvXactEntry *entry,
									 RelFileLocator locator,
									 CvEntryMemory *memory);

/* subxids are copied; once set, they stay */
extern void cv_xact_entry_set_subxids(CvXactEntry *entry, int nsubxids,
									  const uint64 *subxids,
									  CvEntryMemory *memory);

/* dst gets all that src has; src stays */
extern void cv_xact_entry_merge(CvXactEntry *dst, const CvXactEntry *src,
								CvEntryMemory *memory);

/* at most maxranges ranges of blocks in each file */
extern void cv_xact_entry_widen(CvXactEntry *entry, int maxranges,
								CvEntryMemory *memory);

#endif							/* CV_XACT_ENTRY_H */
