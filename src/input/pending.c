/*-------------------------------------------------------------------------
 *
 * pending.c
 *	  Blocks with rows of transactions that a scan saw unfinished.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "input/pending.h"

/* of one entry that stands for several */
#define MAX_RANGES	256

static void merge_neighbours(List *pending, int nwanted,
							 MemoryContext context);
static void merge(CvPendingBlocks *to, CvPendingBlocks *from,
				  MemoryContext context);
static int	compare_pending(const ListCell *a, const ListCell *b);

List *
cv_pending_add(List *pending, uint64 xid, Oid relid, CvPendingBlocks **blocks)
{
	*blocks = palloc0(sizeof(CvPendingBlocks));
	(*blocks)->xid = xid;
	(*blocks)->end_xid = xid + 1;
	(*blocks)->relid = relid;
	cv_block_set_init(&(*blocks)->blocks);
	return lappend(pending, *blocks);
}

/*
 * cv_pending_limit -- neighbours become one, as many as need be.
 *
 * An entry a leaf is left at least.
 */
List *
cv_pending_limit(List *pending, int max, MemoryContext context)
{
	ListCell   *lc;
	int			before;

	if (list_length(pending) <= max)
		return pending;
	list_sort(pending, compare_pending);
	do
	{
		List	   *kept = NIL;
		MemoryContext old;

		before = list_length(pending);
		merge_neighbours(pending, before - max, context);
		old = MemoryContextSwitchTo(context);
		foreach(lc, pending)
		{
			CvPendingBlocks *blocks = lfirst(lc);

			if (OidIsValid(blocks->relid))
				kept = lappend(kept, blocks);
			else
				pfree(blocks);
		}
		MemoryContextSwitchTo(old);
		list_free(pending);
		pending = kept;
	} while (list_length(pending) > max && list_length(pending) < before);
	return pending;
}

/* merge_neighbours -- two by two; what has gone has no relid. */
static void
merge_neighbours(List *pending, int nwanted, MemoryContext context)
{
	CvPendingBlocks *last = NULL;
	ListCell   *lc;

	foreach(lc, pending)
	{
		CvPendingBlocks *blocks = lfirst(lc);

		if (nwanted > 0 && last != NULL && last->relid == blocks->relid)
		{
			merge(last, blocks, context);
			last = NULL;
			nwanted--;
		}
		else
			last = blocks;
	}
}

static void
merge(CvPendingBlocks *to, CvPendingBlocks *from, MemoryContext context)
{
	to->end_xid = Max(to->end_xid, from->end_xid);
	cv_block_set_add_all(&to->blocks, &from->blocks, context);
	cv_block_set_widen(&to->blocks, MAX_RANGES);
	cv_block_set_free(&from->blocks);
	from->relid = InvalidOid;
}

static int
compare_pending(const ListCell *a, const ListCell *b)
{
	const CvPendingBlocks *x = lfirst(a);
	const CvPendingBlocks *y = lfirst(b);

	if (x->relid != y->relid)
		return x->relid < y->relid ? -1 : 1;
	return x->xid < y->xid ? -1 : x->xid > y->xid ? 1 : 0;
}
