/*-------------------------------------------------------------------------
 *
 * xact_crowd.c
 *	  Transactions in progress whose entries were made one, to save memory.
 *
 * What is known of the crowd never takes more than MAX_RANGES ranges of blocks
 * a file, however many join it.  Each member that commits is read with all of
 * these blocks, so that costs; but only transactions commit, of which there are
 * no more than connections and prepared ones.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "input/xact_crowd.h"

/* ranges of blocks in a file, and what they are made when there are more */
#define MAX_RANGES		4096
#define FEWER_RANGES	1024

void
cv_xact_crowd_add(CvXactCrowd *crowd, const CvXactEntry *entry,
				  CvEntryMemory *memory)
{
	if (crowd->entry == NULL)
		crowd->entry = cv_xact_entry_create(0, InvalidXLogRecPtr, memory);
	cv_xact_entry_merge(crowd->entry, entry, memory);
	for (int i = 0; i < crowd->entry->xact.nfiles; i++)
		if (crowd->entry->xact.files[i].blocks.nranges > MAX_RANGES)
			cv_xact_entry_widen(crowd->entry, FEWER_RANGES, memory);
}

/* rows, an estimate, are counted for the first to commit */
void
cv_xact_crowd_give(CvXactCrowd *crowd, CvXactEntry *entry,
				   CvEntryMemory *memory)
{
	if (crowd->entry == NULL)
		return;
	cv_xact_entry_merge(entry, crowd->entry, memory);
	for (int i = 0; i < crowd->entry->xact.nfiles; i++)
		crowd->entry->xact.files[i].rows = 0;
}

void
cv_xact_crowd_end(CvXactCrowd *crowd, CvEntryMemory *memory)
{
	if (crowd->entry != NULL)
		cv_xact_entry_free(crowd->entry, memory);
	crowd->entry = NULL;
	crowd->below = 0;
}
