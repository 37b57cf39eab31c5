/*-------------------------------------------------------------------------
 *
 * xact_entry.c
 *	  What the tail knows of one transaction: a CvXact in the making.
 *
 * An entry keeps its only file in itself and that its only range of blocks,
 * so the usual small transaction is one allocation.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "input/xact_entry.h"

static CvXactFile *get_file(CvXactEntry *entry, RelFileLocator locator,
							CvEntryMemory *memory);
static CvXactFile *insert_file(CvXactEntry *entry, int at,
							   RelFileLocator locator, CvEntryMemory *memory);
static int	compare_locators(const RelFileLocator *a, const RelFileLocator *b);
static void add_blocks(CvXactFile *file, const CvBlockSet *blocks,
					   CvEntryMemory *memory);

CvXactEntry *
cv_xact_entry_create(uint64 xid, XLogRecPtr first_lsn, CvEntryMemory *memory)
{
	CvXactEntry *entry;

	entry = MemoryContextAllocZero(memory->context, sizeof(CvXactEntry));
	entry->xact.xid = xid;
	entry->xact.first_lsn = first_lsn;
	entry->xact.files = &entry->file;
	entry->maxfiles = 1;
	memory->bytes += sizeof(CvXactEntry);
	return entry;
}

void
cv_xact_entry_free(CvXactEntry *entry, CvEntryMemory *memory)
{
	int			i;

	memory->bytes -= cv_xact_entry_size(entry);
	for (i = 0; i < entry->xact.nfiles; i++)
		cv_block_set_free(&entry->xact.files[i].blocks);
	if (entry->xact.files != &entry->file)
		pfree(entry->xact.files);
	if (entry->xact.subxids != NULL)
		pfree(entry->xact.subxids);
	if (entry->xact.updated != NULL)
		pfree(entry->xact.updated);
	pfree(entry);
}

Size
cv_xact_entry_size(const CvXactEntry *entry)
{
	Size		size = sizeof(CvXactEntry) +
		entry->xact.nsubxids * sizeof(uint64) +
		entry->xact.nupdated * sizeof(RelFileLocator);

	if (entry->xact.files != &entry->file)
		size += entry->maxfiles * sizeof(CvXactFile);
	for (int i = 0; i < entry->xact.nfiles; i++)
		size += entry->xact.files[i].blocks.maxranges * sizeof(CvBlockRange);
	return size;
}

void
cv_xact_entry_add_block(CvXactEntry *entry, RelFileLocator locator,
						BlockNumber block, int rows, CvEntryMemory *memory)
{
	CvXactFile *file = get_file(entry, locator, memory);
	int			maxranges = file->blocks.maxranges;

	cv_block_set_add(&file->blocks, block, block, memory->context);
	memory->bytes += (file->blocks.maxranges - maxranges) *
		sizeof(CvBlockRange);
	file->rows += rows;
}

void
cv_xact_entry_add_update(CvXactEntry *entry, RelFileLocator locator,
						 CvEntryMemory *memory)
{
	Size		size = (entry->xact.nupdated + 1) * sizeof(RelFileLocator);
	int			i;

	for (i = 0; i < entry->xact.nupdated; i++)
	{
		if (RelFileLocatorEquals(entry->xact.updated[i], locator))
			return;
	}
	if (entry->xact.updated == NULL)
		entry->xact.updated = MemoryContextAlloc(memory->context, size);
	else
		entry->xact.updated = repalloc(entry->xact.updated, size);
	entry->xact.updated[entry->xact.nupdated++] = locator;
	memory->bytes += sizeof(RelFileLocator);
}

void
cv_xact_entry_set_subxids(CvXactEntry *entry, int nsubxids,
						  const uint64 *subxids, CvEntryMemory *memory)
{
	if (nsubxids == 0 || entry->xact.subxids != NULL)
		return;
	entry->xact.subxids = MemoryContextAllocHuge(memory->context,
												 nsubxids * sizeof(uint64));
	memcpy(entry->xact.subxids, subxids, nsubxids * sizeof(uint64));
	entry->xact.nsubxids = nsubxids;
	memory->bytes += nsubxids * sizeof(uint64);
}

void
cv_xact_entry_merge(CvXactEntry *dst, const CvXactEntry *src,
					CvEntryMemory *memory)
{
	int			i;

	for (i = 0; i < src->xact.nfiles; i++)
	{
		const CvXactFile *from = &src->xact.files[i];
		CvXactFile *to = get_file(dst, from->locator, memory);

		add_blocks(to, &from->blocks, memory);
		to->rows += from->rows;
	}
	for (i = 0; i < src->xact.nupdated; i++)
		cv_xact_entry_add_update(dst, src->xact.updated[i], memory);
	if (dst->xact.first_lsn == InvalidXLogRecPtr ||
		(src->xact.first_lsn != InvalidXLogRecPtr &&
		 src->xact.first_lsn < dst->xact.first_lsn))
		dst->xact.first_lsn = src->xact.first_lsn;
}

void
cv_xact_entry_widen(CvXactEntry *entry, int maxranges, CvEntryMemory *memory)
{
	int			i;

	for (i = 0; i < entry->xact.nfiles; i++)
	{
		CvBlockSet *blocks = &entry->xact.files[i].blocks;
		int			before = blocks->maxranges;

		cv_block_set_widen(blocks, maxranges);
		memory->bytes -= (before - blocks->maxranges) * sizeof(CvBlockRange);
	}
}

/*
 * The file of an entry, made if need be.  Files are sorted by locator.
 */
static CvXactFile *
get_file(CvXactEntry *entry, RelFileLocator locator, CvEntryMemory *memory)
{
	CvXactFile *files = entry->xact.files;
	int			lo = 0;
	int			hi = entry->xact.nfiles;

	while (lo < hi)
	{
		int			mid = lo + (hi - lo) / 2;
		int			order = compare_locators(&files[mid].locator, &locator);

		if (order == 0)
			return &files[mid];
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return insert_file(entry, lo, locator, memory);
}

static CvXactFile *
insert_file(CvXactEntry *entry, int at, RelFileLocator locator,
			CvEntryMemory *memory)
{
	CvXactFile *files = entry->xact.files;
	int			n = entry->xact.nfiles;

	if (n == entry->maxfiles)
	{
		int			maxfiles = Max(4, n * 2);

		if (files == &entry->file)
		{
			files = MemoryContextAlloc(memory->context,
									   maxfiles * sizeof(CvXactFile));
			files[0] = entry->file;
			memory->bytes += maxfiles * sizeof(CvXactFile);
		}
		else
		{
			files = repalloc(files, maxfiles * sizeof(CvXactFile));
			memory->bytes += (maxfiles - n) * sizeof(CvXactFile);
		}
		entry->xact.files = files;
		entry->maxfiles = maxfiles;
	}
	memmove(&files[at + 1], &files[at], (n - at) * sizeof(CvXactFile));
	memset(&files[at], 0, sizeof(CvXactFile));
	files[at].locator = locator;
	entry->xact.nfiles++;
	return &files[at];
}

static int
compare_locators(const RelFileLocator *a, const RelFileLocator *b)
{
	if (a->relNumber != b->relNumber)
		return a->relNumber < b->relNumber ? -1 : 1;
	if (a->dbOid != b->dbOid)
		return a->dbOid < b->dbOid ? -1 : 1;
	if (a->spcOid != b->spcOid)
		return a->spcOid < b->spcOid ? -1 : 1;
	return 0;
}

static void
add_blocks(CvXactFile *file, const CvBlockSet *blocks, CvEntryMemory *memory)
{
	int			maxranges = file->blocks.maxranges;

	cv_block_set_add_all(&file->blocks, blocks, memory->context);
	memory->bytes += (file->blocks.maxranges - maxranges) *
		sizeof(CvBlockRange);
}

