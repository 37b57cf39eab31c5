/*-------------------------------------------------------------------------
 *
 * index_queue.c
 *	  Entries that wait to be inserted into a btree, in its order.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/sysattr.h"
#include "catalog/index.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "output/index_queue.h"

#define FIRST_ENTRIES	64
#define MAX_ENTRIES		(256 * 1024)

/* entries that have come in order need not wait for more */
#define ENOUGH_IN_ORDER	512

typedef struct QueueEntry
{
	int64		keys[CV_QUEUED_KEYS];	/* as integers they have the order */
	ItemPointerData tid;
	bool		is_update;
} QueueEntry;

struct CvIndexQueue
{
	Relation	table;
	Relation	index;
	MemoryContext context;		/* emptied with each entry */
	IndexInfo  *info;
	int			nkeys;
	AttrNumber	columns[CV_QUEUED_KEYS];	/* of the table */
	bool		is_stable;		/* updates do not change them */
	IndexUniqueCheck check;
	QueueEntry *entries;
	int			nentries;
	int			maxentries;
	bool		in_order;
};

static int	compare_entries(const QueueEntry *a, const QueueEntry *b);

#define ST_SORT sort_entries
#define ST_ELEMENT_TYPE QueueEntry
#define ST_COMPARE(a, b) compare_entries(a, b)
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

CvIndexQueue *
cv_index_queue_create(Relation table, Relation index, const Bitmapset *updated)
{
	CvIndexQueue *queue = palloc0(sizeof(CvIndexQueue));

	queue->table = table;
	queue->index = index;
	queue->context = AllocSetContextCreate(CurrentMemoryContext,
										   "continuous view index queue",
										   ALLOCSET_SMALL_SIZES);
	queue->info = BuildIndexInfo(index);
	queue->is_stable = queue->in_order = true;
	queue->check = index->rd_index->indisunique ? UNIQUE_CHECK_YES :
		UNIQUE_CHECK_NO;
	queue->nkeys = index->rd_index->indnkeyatts;
	Assert(queue->nkeys <= CV_QUEUED_KEYS);
	for (int i = 0; i < queue->nkeys; i++)
	{
		AttrNumber	column = index->rd_index->indkey.values[i];

		queue->columns[i] = column;
		if (bms_is_member(column - FirstLowInvalidHeapAttributeNumber,
						  updated))
			queue->is_stable = false;
	}
	queue->maxentries = FIRST_ENTRIES;
	queue->entries = palloc(FIRST_ENTRIES * sizeof(QueueEntry));
	return queue;
}

Relation
cv_index_queue_index(const CvIndexQueue *queue)
{
	return queue->index;
}

void
cv_index_queue_read(const CvIndexQueue *queue, TupleTableSlot *slot,
					int64 *keys)
{
	bool		isnull;

	for (int i = 0; i < CV_QUEUED_KEYS; i++)
		keys[i] = i >= queue->nkeys ? 0 :
			DatumGetInt64(slot_getattr(slot, queue->columns[i], &isnull));
}

void
cv_index_queue_add(CvIndexQueue *queue, const int64 *keys, ItemPointer tid,
				   bool is_update)
{
	QueueEntry *entry;

	if (queue->nentries == queue->maxentries)
	{
		queue->maxentries *= 2;
		queue->entries = repalloc(queue->entries,
								  queue->maxentries * sizeof(QueueEntry));
	}
	entry = &queue->entries[queue->nentries++];
	memcpy(entry->keys, keys, sizeof(entry->keys));
	entry->tid = *tid;
	entry->is_update = is_update;
	if (queue->in_order && queue->nentries > 1)
		queue->in_order = compare_entries(entry - 1, entry) <= 0;
}

void
cv_index_queue_flush_full(CvIndexQueue *queue)
{
	if (queue->nentries >= (queue->in_order ? ENOUGH_IN_ORDER : MAX_ENTRIES))
		cv_index_queue_flush(queue);
}

void
cv_index_queue_flush(CvIndexQueue *queue)
{
	MemoryContext old;

	if (queue->nentries == 0)
		return;
	if (!queue->in_order)
		sort_entries(queue->entries, queue->nentries);
	old = MemoryContextSwitchTo(queue->context);
	for (int i = 0; i < queue->nentries; i++)
	{
		QueueEntry *entry = &queue->entries[i];
		Datum		values[CV_QUEUED_KEYS];
		bool		isnull[CV_QUEUED_KEYS] = {false};

		CHECK_FOR_INTERRUPTS();
		for (int k = 0; k < CV_QUEUED_KEYS; k++)
			values[k] = Int64GetDatum(entry->keys[k]);
		index_insert(queue->index, values, isnull, &entry->tid, queue->table,
					 queue->check, entry->is_update && queue->is_stable,
					 queue->info);
		MemoryContextReset(queue->context);
	}
	MemoryContextSwitchTo(old);
	queue->nentries = 0;
	queue->in_order = true;
}

static int
compare_entries(const QueueEntry *a, const QueueEntry *b)
{
	for (int i = 0; i < CV_QUEUED_KEYS; i++)
	{
		if (a->keys[i] != b->keys[i])
			return a->keys[i] < b->keys[i] ? -1 : 1;
	}
	return ItemPointerCompare(unconstify(ItemPointerData *, &a->tid),
							  unconstify(ItemPointerData *, &b->tid));
}
