/*-------------------------------------------------------------------------
 *
 * state_table.c
 *	  The groups at rest of one view, in shared memory: a cache over tables.
 *
 * In the segment: an array of table headers, each with the space that its
 * pieces come from (piece.c) and a list of its windows (state_window.c).  In
 * the worker's own memory: where the windows are, by start, and in order of
 * start and of end.  That is built anew when a worker attaches.
 *
 * Locks: the array's (who has which header), then a table's (everything in
 * it), then the pool's.  The worker that follows the view is the only one to
 * write, so it reads without lock.  It is told from one that it has replaced
 * by the header's epoch: what the replaced one still does is ignored.
 *
 * Memory: when the pool has no more blocks, the oldest windows of this table
 * go.  If the one at hand is the oldest, it is not cached itself.
 *
 * Residency: resident_after rises to the start of each window that goes or
 * loses a group, so a window after it has all its groups here.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "lib/pairingheap.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

#include "base/settings.h"
#include "base/shared_memory.h"
#include "state/state_table.h"
#include "state/state_window.h"

/* One table, in shared memory. */
typedef struct TableHeader
{
	LWLock		lock;			/* guards what follows it */

	/* the array's lock, too, to change these */
	bool		in_use;
	Oid			database;
	Oid			view;

	uint32		epoch;			/* of the worker that writes */
	bool		is_changing;	/* between begin_install and end_install */
	int64		generation;		/* of the last install */
	int64		flushes;
	int64		resident_after;
	CvPiece		newest;			/* first of the list of windows */
	uint32		nwindows;
	int64		ngroups;		/* of all windows */
	CvPieceSpace space;
} TableHeader;

typedef struct TableArray
{
	LWLock		lock;
	int			tranche_id;
	int			ntables;
	TableHeader tables[FLEXIBLE_ARRAY_MEMBER];
} TableArray;

/* Where a window is, in the worker's memory. */
typedef struct WindowEntry
{
	int64		start;			/* hash key */
	CvPiece		piece;
	CvStateWindow *window;
	pairingheap_node by_start;
	pairingheap_node by_end;
} WindowEntry;

struct CvStateTable
{
	TableHeader *header;
	uint32		epoch;
	MemoryContext context;
	HTAB	   *windows;
	pairingheap *by_start;
	pairingheap *by_end;
	WindowEntry *last;			/* found last, or NULL */
	StringInfoData buffer;
};

/* What monitoring sees of a window. */
typedef struct WindowSummary
{
	int64		start;
	int64		end;
	int64		ngroups;
	int64		bytes;
} WindowSummary;

static TableArray *array = NULL;

static Size array_size(void);
static void array_attach(void *area, bool found);
static TableHeader *find_header(Oid database, Oid view);
static void drop_header(TableHeader *header);
static TableHeader *add_header(Oid database, Oid view);
static void make_empty(TableHeader *header);
static CvStateTable *make_handle(TableHeader *header);
static void note_windows(CvStateTable *table);
static WindowEntry *note_window(CvStateTable *table, CvPiece piece);
static WindowEntry *find_window(CvStateTable *table, int64 start);
static WindowEntry *add_window(CvStateTable *table, int64 start, int64 end);
static void drop_window(CvStateTable *table, WindowEntry *entry);
static bool make_room(CvStateTable *table, WindowEntry *keep);
static bool lock_for_change(CvStateTable *table);
static void not_resident(CvStateTable *table, int64 window_start);
static void summarize_windows(const TableHeader *header,
							  WindowSummary *summaries);
static int	compare_starts(const pairingheap_node *a,
						   const pairingheap_node *b, void *arg);
static int	compare_ends(const pairingheap_node *a,
						 const pairingheap_node *b, void *arg);

void
cv_state_table_init(void)
{
	cv_pool_add_tables(array_size, array_attach);
}

static Size
array_size(void)
{
	return add_size(offsetof(TableArray, tables),
					mul_size(cv_max_views, sizeof(TableHeader)));
}

static void
array_attach(void *area, bool found)
{
	array = area;
	if (!found)
	{
		memset(array, 0, array_size());
		array->tranche_id = LWLockNewTrancheId();
		array->ntables = cv_max_views;
		LWLockInitialize(&array->lock, array->tranche_id);
		for (int i = 0; i < array->ntables; i++)
			LWLockInitialize(&array->tables[i].lock, array->tranche_id);
	}
	LWLockRegisterTranche(array->tranche_id, "pg_continuous_state");
}

CvStateTable *
cv_state_table_attach(Oid database, Oid view, int64 generation, int64 flushes,
					  bool *is_empty)
{
	TableHeader *header;
	CvStateTable *table;

	if (array == NULL)
		return NULL;
	LWLockAcquire(&array->lock, LW_EXCLUSIVE);
	header = find_header(database, view);
	if (header == NULL)
		header = add_header(database, view);
	if (header == NULL)
	{
		LWLockRelease(&array->lock);
		return NULL;
	}

	LWLockAcquire(&header->lock, LW_EXCLUSIVE);
	LWLockRelease(&array->lock);
	header->epoch++;
	*is_empty = header->is_changing || header->generation != generation ||
		header->flushes != flushes;
	if (*is_empty)
	{
		make_empty(header);
		header->generation = generation;
		header->flushes = flushes;
	}
	LWLockRelease(&header->lock);

	table = make_handle(header);
	note_windows(table);
	return table;
}

/* Caller holds the array's lock. */
static TableHeader *
find_header(Oid database, Oid view)
{
	for (int i = 0; i < array->ntables; i++)
	{
		TableHeader *header = &array->tables[i];

		if (header->in_use && header->database == database &&
			header->view == view)
			return header;
	}
	return NULL;
}

/* Caller holds the array's lock exclusively. */
static TableHeader *
add_header(Oid database, Oid view)
{
	for (int i = 0; i < array->ntables; i++)
	{
		TableHeader *header = &array->tables[i];

		if (header->in_use)
			continue;
		LWLockAcquire(&header->lock, LW_EXCLUSIVE);
		header->in_use = true;
		header->database = database;
		header->view = view;
		header->is_changing = true; /* holds nothing valid */
		LWLockRelease(&header->lock);
		return header;
	}
	return NULL;
}

/* Caller holds the table's lock exclusively. */
static void
make_empty(TableHeader *header)
{
	cv_piece_space_clear(&header->space);
	header->newest = CV_NO_PIECE;
	header->nwindows = 0;
	header->ngroups = 0;
	header->is_changing = false;
	header->resident_after = PG_INT64_MAX;
}

static CvStateTable *
make_handle(TableHeader *header)
{
	MemoryContext context;
	MemoryContext old;
	CvStateTable *table;
	HASHCTL		ctl = {0};

	context = AllocSetContextCreate(TopMemoryContext,
									"continuous view state table",
									ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	table = palloc0(sizeof(CvStateTable));
	table->header = header;
	table->epoch = header->epoch;
	table->context = context;
	ctl.keysize = sizeof(int64);
	ctl.entrysize = sizeof(WindowEntry);
	ctl.hcxt = context;
	table->windows = hash_create("continuous view state windows", 256, &ctl,
								 HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	table->by_start = pairingheap_allocate(compare_starts, NULL);
	table->by_end = pairingheap_allocate(compare_ends, NULL);
	initStringInfo(&table->buffer);
	MemoryContextSwitchTo(old);
	return table;
}

static void
note_windows(CvStateTable *table)
{
	CvPiece		piece = table->header->newest;

	while (piece != CV_NO_PIECE)
		piece = note_window(table, piece)->window->next;
}

static WindowEntry *
note_window(CvStateTable *table, CvPiece piece)
{
	CvStateWindow *window = cv_piece_address(piece);
	WindowEntry *entry = hash_search(table->windows, &window->start,
									 HASH_ENTER, NULL);

	entry->piece = piece;
	entry->window = window;
	pairingheap_add(table->by_start, &entry->by_start);
	pairingheap_add(table->by_end, &entry->by_end);
	return entry;
}

void
cv_state_table_detach(CvStateTable *table)
{
	MemoryContextDelete(table->context);
}

void
cv_state_table_drop(Oid database, Oid view)
{
	TableHeader *header;

	if (array == NULL)
		return;
	LWLockAcquire(&array->lock, LW_EXCLUSIVE);
	header = find_header(database, view);
	if (header != NULL)
		drop_header(header);
	LWLockRelease(&array->lock);
}

void
cv_state_table_drop_others(Oid database, const List *views)
{
	if (array == NULL)
		return;
	LWLockAcquire(&array->lock, LW_EXCLUSIVE);
	for (int i = 0; i < array->ntables; i++)
	{
		TableHeader *header = &array->tables[i];

		if (header->in_use && header->database == database &&
			!list_member_oid(views, header->view))
			drop_header(header);
	}
	LWLockRelease(&array->lock);
}

static void
drop_header(TableHeader *header)
{
	LWLockAcquire(&header->lock, LW_EXCLUSIVE);
	make_empty(header);
	header->epoch++;
	header->in_use = false;
	LWLockRelease(&header->lock);
}

void
cv_state_table_set_resident_after(CvStateTable *table, int64 window_start)
{
	if (!lock_for_change(table))
		return;
	table->header->resident_after = window_start;
	LWLockRelease(&table->header->lock);
}

void
cv_state_table_set_all_resident(CvStateTable *table)
{
	cv_state_table_set_resident_after(table, PG_INT64_MIN);
}

bool
cv_state_table_is_resident(const CvStateTable *table, int64 window_start)
{
	return window_start > table->header->resident_after;
}

const char *
cv_state_table_lookup(CvStateTable *table, int64 window_start, uint64 hash,
					  CvStateIsSame is_same, void *arg, Size *size)
{
	CvStateGroup group = {hash, is_same, arg};
	WindowEntry *entry;

	if (unlikely(table->epoch != table->header->epoch))
		return NULL;
	entry = find_window(table, window_start);
	if (entry == NULL)
		return NULL;
	return cv_state_window_lookup(entry->window, &group, size,
								  &table->buffer);
}

static WindowEntry *
find_window(CvStateTable *table, int64 start)
{
	WindowEntry *entry = table->last;

	if (entry != NULL && entry->start == start)
		return entry;
	entry = hash_search(table->windows, &start, HASH_FIND, NULL);
	if (entry != NULL)
		table->last = entry;
	return entry;
}

/* True with the lock held, or false if another worker has the table now. */
static bool
lock_for_change(CvStateTable *table)
{
	LWLockAcquire(&table->header->lock, LW_EXCLUSIVE);
	if (likely(table->header->epoch == table->epoch))
		return true;
	LWLockRelease(&table->header->lock);
	return false;
}

/* Caller holds the lock. */
static void
not_resident(CvStateTable *table, int64 window_start)
{
	if (table->header->resident_after < window_start)
		table->header->resident_after = window_start;
}

void
cv_state_table_begin_install(CvStateTable *table)
{
	if (!lock_for_change(table))
		return;
	table->header->is_changing = true;
	LWLockRelease(&table->header->lock);
}

void
cv_state_table_end_install(CvStateTable *table, int64 generation,
						   int64 flushes)
{
	if (!lock_for_change(table))
		return;
	table->header->generation = generation;
	table->header->flushes = flushes;
	table->header->is_changing = false;
	LWLockRelease(&table->header->lock);
}

bool
cv_state_table_put(CvStateTable *table, int64 window_start, int64 window_end,
				   uint64 hash, const char *data, Size size,
				   CvStateIsSame is_same, void *arg)
{
	CvStateGroup group = {hash, is_same, arg};
	CvPieceSpace *space = &table->header->space;
	WindowEntry *entry;
	bool		is_stored = false;

	if (!lock_for_change(table))
		return true;
	entry = find_window(table, window_start);
	if (entry == NULL)
		entry = add_window(table, window_start, window_end);
	while (entry != NULL && !is_stored)
	{
		space->ran_out = false;
		table->header->ngroups -= entry->window->ngroups;
		is_stored = cv_state_window_put(entry->window, space, &group, data,
										size, &table->buffer);
		table->header->ngroups += entry->window->ngroups;
		if (!is_stored && (!space->ran_out || !make_room(table, entry)))
			break;
	}
	if (!is_stored)
	{
		not_resident(table, window_start);
		if (entry != NULL && entry->window->ngroups == 0)
			drop_window(table, entry);
	}
	LWLockRelease(&table->header->lock);
	return is_stored;
}

/* Caller holds the lock. NULL if there is no memory. */
static WindowEntry *
add_window(CvStateTable *table, int64 start, int64 end)
{
	TableHeader *header = table->header;
	CvPiece		piece;
	CvStateWindow *window;
	WindowEntry *oldest;

	while ((piece = cv_piece_alloc(&header->space,
								   sizeof(CvStateWindow))) == CV_NO_PIECE)
	{
		if (pairingheap_is_empty(table->by_start))
			return NULL;
		oldest = pairingheap_container(WindowEntry, by_start,
									   pairingheap_first(table->by_start));
		if (oldest->start > start || !make_room(table, NULL))
			return NULL;
	}
	window = cv_piece_address(piece);
	memset(window, 0, sizeof(CvStateWindow));
	window->start = start;
	window->end = end;
	window->next = header->newest;
	if (header->newest != CV_NO_PIECE)
		((CvStateWindow *) cv_piece_address(header->newest))->prev = piece;
	header->newest = piece;
	header->nwindows++;
	return note_window(table, piece);
}

/* Caller holds the lock. */
static void
drop_window(CvStateTable *table, WindowEntry *entry)
{
	TableHeader *header = table->header;
	CvStateWindow *window = entry->window;

	header->ngroups -= window->ngroups;
	cv_state_window_clear(window, &header->space);
	if (window->prev != CV_NO_PIECE)
		((CvStateWindow *) cv_piece_address(window->prev))->next = window->next;
	else
		header->newest = window->next;
	if (window->next != CV_NO_PIECE)
		((CvStateWindow *) cv_piece_address(window->next))->prev = window->prev;
	header->nwindows--;
	cv_piece_free(&header->space, entry->piece);

	pairingheap_remove(table->by_start, &entry->by_start);
	pairingheap_remove(table->by_end, &entry->by_end);
	if (table->last == entry)
		table->last = NULL;
	hash_search(table->windows, &entry->start, HASH_REMOVE, NULL);
}

/*
 * make_room -- evict the oldest window.
 *
 * False if that is the one to keep: it would be the next to go anyway.
 * Caller holds the lock.
 */
static bool
make_room(CvStateTable *table, WindowEntry *keep)
{
	WindowEntry *oldest;

	if (pairingheap_is_empty(table->by_start))
		return false;
	oldest = pairingheap_container(WindowEntry, by_start,
								   pairingheap_first(table->by_start));
	if (oldest == keep)
		return false;
	not_resident(table, oldest->start);
	drop_window(table, oldest);
	return true;
}

void
cv_state_table_evict(CvStateTable *table, int64 window_start, uint64 hash,
					 CvStateIsSame is_same, void *arg)
{
	if (!lock_for_change(table))
		return;
	not_resident(table, window_start);
	LWLockRelease(&table->header->lock);
	cv_state_table_remove(table, window_start, hash, is_same, arg);
}

void
cv_state_table_remove(CvStateTable *table, int64 window_start, uint64 hash,
					  CvStateIsSame is_same, void *arg)
{
	CvStateGroup group = {hash, is_same, arg};
	WindowEntry *entry;

	if (!lock_for_change(table))
		return;
	entry = find_window(table, window_start);
	if (entry != NULL)
	{
		table->header->ngroups -= entry->window->ngroups;
		cv_state_window_remove(entry->window, &table->header->space, &group,
							   &table->buffer);
		table->header->ngroups += entry->window->ngroups;
		if (entry->window->ngroups == 0)
			drop_window(table, entry);
	}
	LWLockRelease(&table->header->lock);
}

/*
 * Not resident from then on, although nothing more is expected of them: a
 * longer allowed_lateness may open them again.
 */
void
cv_state_table_forget_ended(CvStateTable *table, int64 upto)
{
	WindowEntry *entry;

	if (!lock_for_change(table))
		return;
	while (!pairingheap_is_empty(table->by_end))
	{
		entry = pairingheap_container(WindowEntry, by_end,
									  pairingheap_first(table->by_end));
		if (entry->window->end > upto)
			break;
		not_resident(table, entry->start);
		drop_window(table, entry);
	}
	LWLockRelease(&table->header->lock);
}

void
cv_state_table_forget_window(CvStateTable *table, int64 window_start)
{
	WindowEntry *entry;

	if (!lock_for_change(table))
		return;
	not_resident(table, window_start);
	entry = find_window(table, window_start);
	if (entry != NULL)
		drop_window(table, entry);
	LWLockRelease(&table->header->lock);
}

void
cv_state_table_clear(CvStateTable *table)
{
	if (!lock_for_change(table))
		return;
	not_resident(table, PG_INT64_MAX);
	while (!pairingheap_is_empty(table->by_start))
		drop_window(table,
					pairingheap_container(WindowEntry, by_start,
										  pairingheap_first(table->by_start)));
	LWLockRelease(&table->header->lock);
}

int64
cv_state_table_bytes(const CvStateTable *table)
{
	return (int64) table->header->space.nblocks * CV_POOL_BLOCK_SIZE;
}

int64
cv_state_table_windows(const CvStateTable *table)
{
	return table->header->nwindows;
}

int64
cv_state_table_groups(const CvStateTable *table)
{
	return table->header->ngroups;
}

/*
 * What is there is copied under the lock and handed out after: f may do as it
 * likes.
 */
bool
cv_state_table_visit(Oid database, Oid view, CvStateWindowVisitor f, void *arg)
{
	WindowSummary *found = NULL;
	uint32		allocated = 0;
	uint32		n;

	if (array == NULL)
		return false;
	for (;;)
	{
		TableHeader *header;

		LWLockAcquire(&array->lock, LW_SHARED);
		header = find_header(database, view);
		if (header != NULL)
			LWLockAcquire(&header->lock, LW_SHARED);
		LWLockRelease(&array->lock);
		if (header == NULL)
			return false;

		n = header->nwindows;
		if (n <= allocated)
			summarize_windows(header, found);
		LWLockRelease(&header->lock);
		if (n <= allocated)
			break;

		/* more of them may have come when we look again */
		allocated = n + n / 8 + 16;
		if (found != NULL)
			pfree(found);
		found = MemoryContextAllocHuge(CurrentMemoryContext,
									   allocated * sizeof(WindowSummary));
	}
	for (uint32 i = 0; i < n; i++)
		f(arg, found[i].start, found[i].end, found[i].ngroups,
		  found[i].bytes);
	return true;
}

/* Caller holds the table's lock. */
static void
summarize_windows(const TableHeader *header, WindowSummary *summaries)
{
	CvPiece		piece = header->newest;

	for (uint32 i = 0; i < header->nwindows; i++)
	{
		CvStateWindow *window = cv_piece_address(piece);

		summaries[i].start = window->start;
		summaries[i].end = window->end;
		summaries[i].ngroups = window->ngroups;
		summaries[i].bytes = window->bytes + sizeof(CvStateWindow);
		piece = window->next;
	}
}

/* pairing heaps have the greatest on top; ours the least */
static int
compare_starts(const pairingheap_node *a, const pairingheap_node *b, void *arg)
{
	const WindowEntry *x = pairingheap_const_container(WindowEntry, by_start, a);
	const WindowEntry *y = pairingheap_const_container(WindowEntry, by_start, b);

	return x->start < y->start ? 1 : x->start > y->start ? -1 : 0;
}

static int
compare_ends(const pairingheap_node *a, const pairingheap_node *b, void *arg)
{
	int64		x;
	int64		y;

	x = pairingheap_const_container(WindowEntry, by_end, a)->window->end;
	y = pairingheap_const_container(WindowEntry, by_end, b)->window->end;
	return x < y ? 1 : x > y ? -1 : 0;
}
