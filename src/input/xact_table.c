/*-------------------------------------------------------------------------
 *
 * xact_table.c
 *	  The tail's transactions: those in progress, with the blocks in which
 *	  they inserted, and those that committed and wait to be consumed.
 *
 *	   insert of xid            commit of xid                consumed by all
 *	  ---------------> entries ---------------> queue[seq] ------------------>
 *	   (if xid open)    by xid   gathers subxids             release
 *
 * Invariants: an xid below open.next is open until its commit or abort
 * record was read; only open xids have an entry; the queue holds the seqs
 * first_seq to last_seq without a hole.
 *
 * Every function can be called again after it threw (the tail then applies
 * its record once more): whatever allocates comes before whatever changes
 * what a second call would look at.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "input/xact_table.h"

typedef struct XidEntry
{
	uint64		xid;
	char		status;
	CvXactEntry *entry;
} XidEntry;

#define SH_PREFIX			xid_entry
#define SH_ELEMENT_TYPE		XidEntry
#define SH_KEY_TYPE			uint64
#define SH_KEY				xid
#define SH_HASH_KEY(tb, key) \
	((uint32) (((key) * UINT64CONST(0x9E3779B97F4A7C15)) >> 32))
#define SH_EQUAL(tb, a, b)	((a) == (b))
#define SH_SCOPE			static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

#define FIRST_SIZE			64	/* of queue and hash */
#define LARGE_SIZE			4096	/* an empty one of that size shrinks */
#define SMALL_CROWD			256		/* more in progress at a time are, as a rule,
									 * parts of few transactions */

static void shrink(CvXactTable *table);
static void end_crowd(CvXactTable *table);
static bool has_files(const CvXact *xact, const RelFileLocator *locators,
					  int n);
static bool is_crowd_over(const CvXactTable *table);
static bool is_in_crowd(const CvXactTable *table, uint64 xid);
static int	compare_entries(const void *a, const void *b);
static CvXactEntry *create_entry(CvXactTable *table, uint64 xid,
								 XLogRecPtr lsn);
static void free_entry(CvXactTable *table, CvXactEntry *entry);
static CvXactEntry *gather_entries(CvXactTable *table, uint64 xid,
								   int nsubxids, const uint64 *subxids);
static void remove_entry(CvXactTable *table, uint64 xid,
						 const CvXactEntry *keep);
static bool is_any_watched(const CvXactTable *table, uint64 xid, int nsubxids,
						   const uint64 *subxids);
static void remove_open(CvXactTable *table, uint64 xid, int nsubxids,
						const uint64 *subxids);
static void reserve_queue(CvXactTable *table);
static void push_entry(CvXactTable *table, CvXactEntry *entry);
static void push_passed(CvXactTable *table, const CvXidSet *ended,
						XLogRecPtr commit_lsn);
static void push_settled(CvXactTable *table, const uint64 *xids, int n,
						 XLogRecPtr commit_lsn);
static void add_open_xact(CvXidSet *set, const CvXact *xact);
static bool is_any_open(const CvXidSet *set, const CvXact *xact);
static void list_watched(const CvXactTable *table, uint64 below,
						 CvXidSet *xids);
static void drop_ranges(CvXidSet *set, uint64 below);

CvXactTable *
cv_xact_table_create(MemoryContext context, XLogRecPtr start_lsn,
					 const CvXidSet *unconsumed)
{
	MemoryContext old_context = MemoryContextSwitchTo(context);
	CvXactTable *table = palloc0(sizeof(CvXactTable));

	table->memory.context = context;
	table->start_lsn = start_lsn;
	cv_xid_set_copy(&table->open, unconsumed);
	cv_xid_set_copy(&table->watched, unconsumed);
	table->watched.next = PG_UINT64_MAX;
	table->entries = xid_entry_create(context, FIRST_SIZE, NULL);
	table->queue_size = FIRST_SIZE;
	table->queue = palloc(FIRST_SIZE * sizeof(CvXactEntry *));
	table->first_seq = 1;
	MemoryContextSwitchTo(old_context);
	return table;
}

/*
 * cv_xact_table_widen -- a record's xid may be older or newer than all before.
 */
uint64
cv_xact_table_widen(const CvXactTable *table, TransactionId xid)
{
	int64		distance = (int32) (xid - (uint32) table->open.next);

	if (distance < 0 && (uint64) -distance > table->open.next)
		return xid;
	return table->open.next + distance;
}

CvXactEntry *
cv_xact_table_get(CvXactTable *table, uint64 xid, XLogRecPtr lsn)
{
	XidEntry   *found;

	if (table->last != NULL && table->last->xact.xid == xid)
		return table->last;

	found = xid_entry_lookup(table->entries, xid);
	if (found != NULL)
		table->last = found->entry;
	else if (xid < table->open.next &&
			 !cv_xid_set_contains(&table->open, xid))
		table->last = create_entry(table, xid, lsn);
	else
		return NULL;
	return table->last;
}

CvXactEntry *
cv_xact_table_commit(CvXactTable *table, const CvCommit *commit)
{
	uint64		newest = commit->xid;
	bool		is_wanted;
	bool		was_in_crowd;
	CvXactEntry *entry;
	int			i;

	/* a subtransaction that wrote nothing appears here for the first time */
	if (commit->nsubxids > 0)
		newest = Max(newest, commit->subxids[commit->nsubxids - 1]);
	cv_xid_set_advance(&table->open, newest + 1);

	is_wanted = !cv_xid_set_contains(&table->open, commit->xid) &&
		(commit->changes_catalog ||
		 is_any_watched(table, commit->xid, commit->nsubxids,
						commit->subxids));
	was_in_crowd = is_in_crowd(table, commit->xid);
	entry = gather_entries(table, commit->xid, commit->nsubxids,
						   commit->subxids);
	if (entry == NULL && !is_wanted && !was_in_crowd)
	{
		remove_open(table, commit->xid, commit->nsubxids, commit->subxids);
		return NULL;
	}

	if (entry == NULL)
		entry = create_entry(table, commit->xid, InvalidXLogRecPtr);
	cv_xact_entry_set_subxids(entry, commit->nsubxids, commit->subxids,
							  &table->memory);
	reserve_queue(table);
	if (was_in_crowd)
		cv_xact_crowd_give(&table->crowd, entry, &table->memory);
	remove_open(table, commit->xid, commit->nsubxids, commit->subxids);

	/* nothing throws from here on */
	remove_entry(table, commit->xid, entry);
	for (i = 0; i < commit->nsubxids; i++)
		remove_entry(table, commit->subxids[i], entry);
	entry->xact.xid = commit->xid;
	entry->xact.commit_time = Max(commit->time, table->last_commit_time);
	entry->xact.end_lsn = commit->end_lsn;
	entry->xact.changes_catalog = commit->changes_catalog;
	entry->commit_lsn = commit->lsn;
	push_entry(table, entry);
	return entry;
}

void
cv_xact_table_abort(CvXactTable *table, uint64 xid, int nsubxids,
					const uint64 *subxids)
{
	uint64		newest = xid;
	int			i;

	if (nsubxids > 0)
		newest = Max(newest, subxids[nsubxids - 1]);
	cv_xid_set_advance(&table->open, newest + 1);
	remove_open(table, xid, nsubxids, subxids);
	remove_entry(table, xid, NULL);
	for (i = 0; i < nsubxids; i++)
		remove_entry(table, subxids[i], NULL);
}

/*
 * cv_xact_table_settle -- every open xid below this has ended without a record.
 *
 * Either it was lost in a crash, or its record was before our start.  What
 * nobody watches was not known before our start, so it is the former.  What
 * is watched is queued without asking the commit log: the snapshot of the
 * batch says which of its rows count, and knows more than a truncated log.
 */
void
cv_xact_table_settle(CvXactTable *table, uint64 below)
{
	xid_entry_iterator iterator;
	XidEntry   *found;
	CvXidSet	ended;

	cv_xid_set_advance(&table->open, below);
	list_watched(table, below, &ended);
	push_passed(table, &ended, table->start_lsn - 1);
	cv_xid_set_free(&ended);

	/* deleting while iterating is allowed for what the iterator is at */
	xid_entry_start_iterate(table->entries, &iterator);
	while ((found = xid_entry_iterate(table->entries, &iterator)) != NULL)
	{
		if (found->xid < below)
			remove_entry(table, found->xid, NULL);
	}
	drop_ranges(&table->open, below);
	drop_ranges(&table->watched, below);
}

/*
 * cv_xact_table_watch -- somebody knows blocks of what is open in set.
 *
 * An xid whose commit or abort record we have passed is queued now, if it
 * does not wait in the queue anyway.
 */
uint64
cv_xact_table_watch(CvXactTable *table, const CvXidSet *set, XLogRecPtr lsn)
{
	MemoryContext old_context = MemoryContextSwitchTo(table->memory.context);
	uint64		after = table->last_seq;
	CvXidSet	known;
	CvXidSet	passed;
	uint64		seq;
	int			i;

	cv_xid_set_copy(&known, &table->open);
	for (seq = table->last_seq; seq >= table->first_seq; seq--)
	{
		const CvXact *xact = &cv_xact_table_next(table, seq - 1)->xact;

		add_open_xact(&known, xact);
		if (is_any_open(set, xact))
			after = seq - 1;
	}

	/* what is not known has been passed, but for what is yet to be seen */
	cv_xid_set_init(&passed);
	passed.next = PG_UINT64_MAX;
	for (i = 0; i < set->nopen; i++)
	{
		uint64		xid;

		for (xid = set->open[i].lo; xid < set->open[i].hi; xid++)
		{
			CHECK_FOR_INTERRUPTS();
			if (xid >= table->open.next ||
				!cv_xid_set_contains(&table->open, xid))
				cv_xid_set_add_open(&table->watched, xid, xid + 1);
			else if (cv_xid_set_contains(&known, xid))
				cv_xid_set_add_open(&passed, xid, xid + 1);
		}
	}
	push_passed(table, &passed, lsn - 1);
	cv_xid_set_free(&passed);
	cv_xid_set_free(&known);
	MemoryContextSwitchTo(old_context);
	return after;
}

CvXactEntry *
cv_xact_table_next(const CvXactTable *table, uint64 after)
{
	uint64		seq = Max(after + 1, table->first_seq);

	if (seq > table->last_seq)
		return NULL;
	return table->queue[seq & (table->queue_size - 1)];
}

void
cv_xact_table_release(CvXactTable *table, uint64 upto)
{
	upto = Min(upto, table->last_seq);
	while (table->first_seq <= upto)
	{
		CvXactEntry *entry = cv_xact_table_next(table, 0);

		table->first_seq++;
		if (entry->xact.is_settled)
			table->nsettled--;
		free_entry(table, entry);
	}
	end_crowd(table);
	shrink(table);
}

void
cv_xact_table_keep(CvXactTable *table,
				   bool (*keep) (const CvXact *xact, void *arg), void *arg)
{
	uint64		last = table->last_seq;

	while (table->first_seq <= last)
	{
		CvXactEntry *entry = cv_xact_table_next(table, 0);
		bool		is_kept = keep(&entry->xact, arg);

		/* there is room, as there is one less in front */
		table->first_seq++;
		if (entry->xact.is_settled)
			table->nsettled--;
		if (is_kept)
		{
			entry->xact.commit_time = Max(entry->xact.commit_time,
										  table->last_commit_time);
			push_entry(table, entry);
		}
		else
			free_entry(table, entry);
	}
	shrink(table);
}

void
cv_xact_table_consumed(const CvXactTable *table, uint64 consumed,
					   const CvXidSet *base, CvXidSet *result)
{
	CvXidSet	done;
	CvXactEntry *entry;

	cv_xid_set_copy(&done, &table->open);
	while ((entry = cv_xact_table_next(table, consumed)) != NULL)
	{
		add_open_xact(&done, &entry->xact);
		consumed = entry->xact.seq;
	}
	cv_xid_set_union(&done, base, result);
	cv_xid_set_free(&done);
}

XLogRecPtr
cv_xact_table_oldest_lsn(const CvXactTable *table)
{
	xid_entry_iterator iterator;
	XidEntry   *found;
	XLogRecPtr	oldest = InvalidXLogRecPtr;

	if (table->crowd.entry != NULL && !is_crowd_over(table))
		oldest = table->crowd.entry->xact.first_lsn;
	xid_entry_start_iterate(table->entries, &iterator);
	while ((found = xid_entry_iterate(table->entries, &iterator)) != NULL)
	{
		XLogRecPtr	lsn = found->entry->xact.first_lsn;

		if (oldest == InvalidXLogRecPtr || lsn < oldest)
			oldest = lsn;
	}
	return oldest;
}

bool
cv_xact_table_has_files(const CvXactTable *table,
						const RelFileLocator *locators, int n)
{
	xid_entry_iterator iterator;
	XidEntry   *found;

	if (table->crowd.entry != NULL && !is_crowd_over(table) &&
		has_files(&table->crowd.entry->xact, locators, n))
		return true;
	xid_entry_start_iterate(table->entries, &iterator);
	while ((found = xid_entry_iterate(table->entries, &iterator)) != NULL)
		if (has_files(&found->entry->xact, locators, n))
			return true;
	return false;
}

static bool
has_files(const CvXact *xact, const RelFileLocator *locators, int n)
{
	for (int i = 0; i < xact->nfiles; i++)
		for (int j = 0; j < n; j++)
			if (RelFileLocatorEquals(xact->files[i].locator, locators[j]))
				return true;
	return false;
}

Size
cv_xact_table_memory(const CvXactTable *table)
{
	return table->memory.bytes +
		table->queue_size * sizeof(CvXactEntry *) +
		table->entries->size * sizeof(XidEntry);
}

Size
cv_xact_table_set_memory(const CvXactTable *table)
{
	return ((Size) table->open.maxopen + table->watched.maxopen) *
		sizeof(CvXidRange);
}

void
cv_xact_table_widen_blocks(CvXactTable *table, int maxranges)
{
	xid_entry_iterator iterator;
	XidEntry   *found;
	uint64		seq = 0;

	xid_entry_start_iterate(table->entries, &iterator);
	for (;;)
	{
		CvXactEntry *entry;

		CHECK_FOR_INTERRUPTS();
		found = xid_entry_iterate(table->entries, &iterator);
		entry = found != NULL ? found->entry : cv_xact_table_next(table, seq);
		if (entry == NULL)
			return;
		if (found == NULL)
			seq = entry->xact.seq;
		cv_xact_entry_widen(entry, maxranges, &table->memory);
	}
}

bool
cv_xact_table_join_crowd(CvXactTable *table)
{
	xid_entry_iterator iterator;
	XidEntry   *found;
	CvXactEntry **members;
	uint64		n = 0;

	end_crowd(table);
	if (table->entries->members <= SMALL_CROWD)
		return false;
	members = palloc_extended(table->entries->members * sizeof(CvXactEntry *),
							  MCXT_ALLOC_HUGE);
	xid_entry_start_iterate(table->entries, &iterator);
	while ((found = xid_entry_iterate(table->entries, &iterator)) != NULL)
		/* who has updated rows is known by name */
		if (found->entry->xact.nupdated == 0)
			members[n++] = found->entry;
	/* older ones have older blocks, so that these come in order */
	qsort(members, n, sizeof(CvXactEntry *), compare_entries);
	table->crowd.below = table->open.next;
	while (n-- > 0)
	{
		CHECK_FOR_INTERRUPTS();
		cv_xact_crowd_add(&table->crowd, members[n], &table->memory);
		remove_entry(table, members[n]->xact.xid, NULL);
	}
	pfree(members);
	shrink(table);
	return true;
}

/* end_crowd -- if nobody of it is left. */
static void
end_crowd(CvXactTable *table)
{
	if (table->crowd.below != 0 && is_crowd_over(table))
		cv_xact_crowd_end(&table->crowd, &table->memory);
}

static bool
is_crowd_over(const CvXactTable *table)
{
	return table->open.nopen == 0 ||
		table->open.open[0].lo >= table->crowd.below;
}

static bool
is_in_crowd(const CvXactTable *table, uint64 xid)
{
	return xid < table->crowd.below &&
		!cv_xid_set_contains(&table->open, xid);
}

static int
compare_entries(const void *a, const void *b)
{
	const CvXactEntry *x = *(CvXactEntry *const *) a;
	const CvXactEntry *y = *(CvXactEntry *const *) b;

	/* the newest first: they are taken from the end */
	return x->xact.xid > y->xact.xid ? -1 : x->xact.xid < y->xact.xid ? 1 : 0;
}

/*
 * Give back what one huge transaction, or a long wait, has made us grow to.
 */
static void
shrink(CvXactTable *table)
{
	if (table->entries->members == 0 && table->entries->size > LARGE_SIZE)
	{
		struct xid_entry_hash *entries =
			xid_entry_create(table->memory.context, FIRST_SIZE, NULL);

		xid_entry_destroy(table->entries);
		table->entries = entries;
	}
	if (table->first_seq > table->last_seq && table->queue_size > LARGE_SIZE)
	{
		CvXactEntry **queue =
			MemoryContextAlloc(table->memory.context,
							   FIRST_SIZE * sizeof(CvXactEntry *));

		pfree(table->queue);
		table->queue = queue;
		table->queue_size = FIRST_SIZE;
	}
	cv_xid_set_trim(&table->open);
	cv_xid_set_trim(&table->watched);
}

static CvXactEntry *
create_entry(CvXactTable *table, uint64 xid, XLogRecPtr lsn)
{
	CvXactEntry *entry;
	XidEntry   *slot;
	bool		found;

	entry = cv_xact_entry_create(xid, lsn, &table->memory);
	slot = xid_entry_insert(table->entries, xid, &found);
	Assert(!found);
	slot->entry = entry;
	return entry;
}

static void
free_entry(CvXactTable *table, CvXactEntry *entry)
{
	if (table->last == entry)
		table->last = NULL;
	cv_xact_entry_free(entry, &table->memory);
}

/*
 * The entries of a transaction and its subtransactions in one of them, or
 * NULL.  All stay in the hash.
 */
static CvXactEntry *
gather_entries(CvXactTable *table, uint64 xid, int nsubxids,
			   const uint64 *subxids)
{
	CvXactEntry *entry = NULL;
	XidEntry   *found;
	int			i;

	if (table->entries->members == 0)
		return NULL;
	found = xid_entry_lookup(table->entries, xid);
	if (found != NULL)
		entry = found->entry;
	for (i = 0; i < nsubxids; i++)
	{
		found = xid_entry_lookup(table->entries, subxids[i]);
		if (found == NULL)
			continue;
		if (entry == NULL)
			entry = found->entry;
		else
			cv_xact_entry_merge(entry, found->entry, &table->memory);
	}
	return entry;
}

/* forget an xid, and free its entry unless that is to be kept */
static void
remove_entry(CvXactTable *table, uint64 xid, const CvXactEntry *keep)
{
	XidEntry   *found;
	CvXactEntry *entry;

	if (table->entries->members == 0)
		return;
	found = xid_entry_lookup(table->entries, xid);
	if (found == NULL)
		return;
	entry = found->entry;
	xid_entry_delete_item(table->entries, found);
	if (table->last == entry)
		table->last = NULL;
	if (entry != keep)
		free_entry(table, entry);
}

static bool
is_any_watched(const CvXactTable *table, uint64 xid, int nsubxids,
			   const uint64 *subxids)
{
	int			i;

	if (table->watched.nopen == 0)
		return false;
	if (!cv_xid_set_contains(&table->watched, xid))
		return true;
	for (i = 0; i < nsubxids; i++)
	{
		if (!cv_xid_set_contains(&table->watched, subxids[i]))
			return true;
	}
	return false;
}

static void
remove_open(CvXactTable *table, uint64 xid, int nsubxids,
			const uint64 *subxids)
{
	cv_xid_set_remove_open_all(&table->open, subxids, nsubxids);
	cv_xid_set_remove_open(&table->open, xid);
	if (table->watched.nopen == 0)
		return;
	cv_xid_set_remove_open_all(&table->watched, subxids, nsubxids);
	cv_xid_set_remove_open(&table->watched, xid);
}

static void
reserve_queue(CvXactTable *table)
{
	uint64		size = table->queue_size * 2;
	CvXactEntry **queue;
	uint64		seq;

	if (table->last_seq + 1 - table->first_seq < table->queue_size)
		return;
	queue = MemoryContextAllocHuge(table->memory.context,
								   size * sizeof(CvXactEntry *));
	for (seq = table->first_seq; seq <= table->last_seq; seq++)
		queue[seq & (size - 1)] = table->queue[seq & (table->queue_size - 1)];
	pfree(table->queue);
	table->queue = queue;
	table->queue_size = size;
}

/* room is reserved */
static void
push_entry(CvXactTable *table, CvXactEntry *entry)
{
	entry->xact.seq = ++table->last_seq;
	table->queue[entry->xact.seq & (table->queue_size - 1)] = entry;
	table->last_commit_time = entry->xact.commit_time;
	if (entry->xact.is_settled)
		table->nsettled++;
	if (entry->xact.changes_catalog)
		table->catalog_seq = entry->xact.seq;
}

/*
 * Queue xids that have ended though no commit record was queued, as one
 * transaction: so nothing among them is late because of another of them.
 */
static void
push_passed(CvXactTable *table, const CvXidSet *ended, XLogRecPtr commit_lsn)
{
	uint64	   *xids;
	int			n = 0;
	int			i;

	if (ended->nopen == 0)
		return;
	for (i = 0; i < ended->nopen; i++)
		n += ended->open[i].hi - ended->open[i].lo;
	xids = palloc_extended(n * sizeof(uint64), MCXT_ALLOC_HUGE);
	n = 0;
	for (i = 0; i < ended->nopen; i++)
	{
		uint64		xid;

		for (xid = ended->open[i].lo; xid < ended->open[i].hi; xid++)
			xids[n++] = xid;
	}
	push_settled(table, xids, n, commit_lsn);
	pfree(xids);
}

static void
push_settled(CvXactTable *table, const uint64 *xids, int n,
			 XLogRecPtr commit_lsn)
{
	CvXactEntry *entry;
	uint64		xid = xids[0];

	reserve_queue(table);
	entry = gather_entries(table, xid, n - 1, xids + 1);
	if (entry == NULL)
		entry = create_entry(table, xid, InvalidXLogRecPtr);
	cv_xact_entry_set_subxids(entry, n - 1, xids + 1, &table->memory);
	if (xid < table->crowd.below)
		cv_xact_crowd_give(&table->crowd, entry, &table->memory);
	while (n-- > 0)
		remove_entry(table, xids[n], entry);

	entry->xact.xid = xid;
	entry->xact.commit_time = table->last_commit_time;
	if (entry->xact.commit_time == 0)
		entry->xact.commit_time = GetCurrentTimestamp();
	entry->xact.end_lsn = commit_lsn;
	entry->xact.is_settled = true;
	entry->commit_lsn = commit_lsn;
	push_entry(table, entry);
}

static void
add_open_xact(CvXidSet *set, const CvXact *xact)
{
	int			i = 0;

	cv_xid_set_add_open(set, xact->xid, xact->xid + 1);
	while (i < xact->nsubxids)
	{
		uint64		lo = xact->subxids[i];
		uint64		hi = lo + 1;

		/* subxids are mostly contiguous */
		while (++i < xact->nsubxids && xact->subxids[i] == hi)
			hi++;
		cv_xid_set_add_open(set, lo, hi);
	}
}

static bool
is_any_open(const CvXidSet *set, const CvXact *xact)
{
	int			i;

	if (!cv_xid_set_contains(set, xact->xid))
		return true;
	for (i = 0; i < xact->nsubxids; i++)
	{
		if (!cv_xid_set_contains(set, xact->subxids[i]))
			return true;
	}
	return false;
}

/* xids below, open and watched; there are no xids 0, 1, 2 of an epoch */
static void
list_watched(const CvXactTable *table, uint64 below, CvXidSet *xids)
{
	int			i;

	cv_xid_set_init(xids);
	xids->next = PG_UINT64_MAX;
	for (i = 0; i < table->watched.nopen; i++)
	{
		CvXidRange	range = table->watched.open[i];
		uint64		xid;

		for (xid = range.lo; xid < Min(range.hi, below); xid++)
		{
			if (TransactionIdIsNormal((TransactionId) xid) &&
				!cv_xid_set_contains(&table->open, xid))
				cv_xid_set_add_open(xids, xid, xid + 1);
		}
	}
}

static void
drop_ranges(CvXidSet *set, uint64 below)
{
	int			n = 0;

	while (n < set->nopen && set->open[n].hi <= below)
		n++;
	if (n == 0 && set->nopen == 0)
		return;
	set->nopen -= n;
	memmove(set->open, set->open + n, set->nopen * sizeof(CvXidRange));
	if (set->nopen > 0 && set->open[0].lo < below)
		set->open[0].lo = below;
}
