/*-------------------------------------------------------------------------
 *
 * row_cache.c
 *	  The rows that the last batch has read, for other views on the same input.
 *
 * An input is shared if batches of several views take turns in reading it.  Of
 * each input that was read we remember which columns its scans have asked for.
 *
 * Rows lie one behind the other in memory that is kept from batch to batch, as
 * fresh memory is dear.  A row that points to what is stored elsewhere (TOAST)
 * does not fit: what it points to may be gone when the next view reads it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "base/compat.h"
#include "base/settings.h"
#include "input/row_cache.h"

#define WHOLE_ROW		(0 - FirstLowInvalidHeapAttributeNumber)

/* rows of fewer blocks are read as quickly as they are kept */
#define MIN_BLOCKS		4

/* transactions with more are not looked through */
#define MAX_SUBXIDS		1000

/* inputs that are remembered */
#define MAX_INPUTS		256

/* a record for so many bytes of rows */
#define ROW_SIZE_GUESS	48

/* An input that has been read. */
typedef struct CachedInput
{
	Oid			relid;
	Oid			last_view;
	bool		is_shared;
	Bitmapset  *columns;		/* offset as pull_varattnos() has it */
} CachedInput;

typedef struct XactStamp
{
	uint64		xid;
	XLogRecPtr	end_lsn;
} XactStamp;

typedef struct LeafStamp
{
	Oid			relid;
	RelFileLocator locator;
} LeafStamp;

typedef struct RowCache
{
	MemoryContext context;		/* NULL: nothing has been read yet */
	MemoryContext batch_context;	/* of the stamps and columns */
	List	   *inputs;			/* of CachedInput * */

	/* what is in it */
	bool		is_complete;
	Oid			input;
	uint64		xmin;			/* who was finished when it was read is below */
	uint32		nblocks;
	int			nxacts;
	XactStamp  *xacts;
	int			nleaves;
	LeafStamp  *leaves;
	Bitmapset  *asked;			/* columns, as in CachedInput */
	int			ncolumns;
	AttrNumber *columns;
	int			xact_shift;
	uint64		nrows;

	/* its memory */
	char	   *rows;			/* of CvCachedRow */
	Size		used;
	Size		size;
	uint64	   *records;
	uint64		max_records;
} RowCache;

static RowCache cache;

static CachedInput *find_input(Oid relid, bool may_add);
static void note_reader(CachedInput *input, Oid view);
static bool is_fit(const CvReader *reader);
static bool holds_part(const CvXidSet *consumed, const CvXact *xact);
static bool holds_batch(const CvReader *reader);
static bool is_stamped(const XactStamp *stamp, const CvXact *xact);
static void stamp_batch(const CvReader *reader);
static void set_columns(TupleDesc desc, Bitmapset *asked);
static void provide_memory(void);
static void release_memory(void);
static bool copy_row(TupleDesc desc, CvCachedRow *row, const Datum *values,
					 const bool *isnull);

void
cv_row_cache_look(CvReader *reader)
{
	const CvInputBatch *batch = reader->batch;
	CachedInput *input;

	if (!OidIsValid(batch->view))
		return;
	input = find_input(batch->input, true);
	note_reader(input, batch->view);
	if (cache.input == batch->input && !input->is_shared)
		release_memory();
	if (!input->is_shared || reader->nblocks < MIN_BLOCKS || !is_fit(reader))
		return;
	reader->is_cached = holds_batch(reader);
	reader->fills = !reader->is_cached;
	if (!reader->is_cached)
		return;
	reader->mode = CV_READER_SORTED;
	reader->records = cache.records;
	reader->nrecords = cache.nrows;
	reader->xact_shift = cache.xact_shift;
	reader->rows_estimate = cache.nrows;
}

static CachedInput *
find_input(Oid relid, bool may_add)
{
	MemoryContext old;
	CachedInput *input;
	ListCell   *lc;

	foreach(lc, cache.inputs)
	{
		input = lfirst(lc);
		if (input->relid == relid)
			return input;
	}
	if (!may_add)
		return NULL;
	if (cache.context == NULL)
	{
		cache.context = AllocSetContextCreate(TopMemoryContext,
											  "continuous row cache",
											  ALLOCSET_SMALL_SIZES);
		cache.batch_context = AllocSetContextCreate(cache.context,
													"rows of a batch",
													ALLOCSET_SMALL_SIZES);
	}
	old = MemoryContextSwitchTo(cache.context);
	if (list_length(cache.inputs) >= MAX_INPUTS)
	{
		input = linitial(cache.inputs);
		bms_free(input->columns);
		pfree(input);
		cache.inputs = list_delete_first(cache.inputs);
	}
	input = palloc0(sizeof(CachedInput));
	input->relid = relid;
	cache.inputs = lappend(cache.inputs, input);
	MemoryContextSwitchTo(old);
	return input;
}

/* note_reader -- two views that read it in turns share it */
static void
note_reader(CachedInput *input, Oid view)
{
	input->is_shared = OidIsValid(input->last_view) &&
		input->last_view != view;
	input->last_view = view;
}

/* is_fit -- is what is read all that these transactions have there? */
static bool
is_fit(const CvReader *reader)
{
	const CvInputBatch *batch = reader->batch;

	if (batch->is_scan || batch->nskip > 0 || batch->skip_upto > 0 ||
		batch->npending > 0)
		return false;
	for (int i = 0; i < batch->nxacts; i++)
		if (batch->xacts[i]->is_settled ||
			batch->xacts[i]->nsubxids > MAX_SUBXIDS)
			return false;
	for (int i = 0; i < batch->nleaves; i++)
	{
		/* most leaves have the same */
		if (i > 0 && batch->leaves[i].consumed == batch->leaves[i - 1].consumed)
			continue;
		for (int j = 0; j < batch->nxacts; j++)
			if (holds_part(batch->leaves[i].consumed, batch->xacts[j]))
				return false;
	}
	return true;
}

/* holds_part -- has some of it been consumed in the leaf? */
static bool
holds_part(const CvXidSet *consumed, const CvXact *xact)
{
	if (consumed == NULL)
		return false;
	if (cv_xid_set_contains(consumed, xact->xid))
		return true;
	for (int i = 0; i < xact->nsubxids; i++)
		if (cv_xid_set_contains(consumed, xact->subxids[i]))
			return true;
	return false;
}

/*
 * holds_batch -- are they all in it, and there yet?
 *
 * An end of a file that VACUUM has cut off has blocks no more, and would change
 * the running index of others.
 */
static bool
holds_batch(const CvReader *reader)
{
	const CvInputBatch *batch = reader->batch;

	if (!cv_row_cache_ends_with(batch->input, batch->xacts, batch->nxacts) ||
		batch->nleaves != cache.nleaves || reader->nblocks != cache.nblocks ||
		batch->last_deleter >= cache.xmin)
		return false;
	for (int i = 0; i < batch->nxacts; i++)
		if (!is_stamped(&cache.xacts[i], batch->xacts[i]))
			return false;
	for (int i = 0; i < batch->nleaves; i++)
		if (batch->leaves[i].relid != cache.leaves[i].relid ||
			!RelFileLocatorEquals(batch->leaves[i].locator,
								  cache.leaves[i].locator))
			return false;
	return true;
}

static bool
is_stamped(const XactStamp *stamp, const CvXact *xact)
{
	return stamp->xid == xact->xid && stamp->end_lsn == xact->end_lsn;
}

void
cv_row_cache_forget(void)
{
	cache.is_complete = false;
}

bool
cv_row_cache_ends_with(Oid input, const CvXact **xacts, int nxacts)
{
	return cache.is_complete && cache.input == input &&
		nxacts == cache.nxacts && nxacts > 0 &&
		is_stamped(&cache.xacts[0], xacts[0]) &&
		is_stamped(&cache.xacts[nxacts - 1], xacts[nxacts - 1]);
}

bool
cv_row_cache_is_shared(Oid relid)
{
	const CachedInput *input = find_input(relid, false);

	return input != NULL && input->is_shared;
}

bool
cv_row_cache_ask(CvReader *reader, TupleDesc desc, const Bitmapset *columns)
{
	CachedInput *input = find_input(reader->batch->input, false);

	if (input == NULL || bms_is_member(WHOLE_ROW, columns))
	{
		reader->fills = false;
		return !reader->is_cached;
	}
	if (!bms_is_subset(columns, input->columns))
	{
		MemoryContext old = MemoryContextSwitchTo(cache.context);

		input->columns = bms_add_members(input->columns, columns);
		MemoryContextSwitchTo(old);
	}
	if (reader->is_cached)
		return bms_is_subset(columns, cache.asked);
	if (reader->fills)
	{
		stamp_batch(reader);
		set_columns(desc, input->columns);
		provide_memory();
	}
	return true;
}

/* stamp_batch -- what is in the cache from now on, once it is complete */
static void
stamp_batch(const CvReader *reader)
{
	const CvInputBatch *batch = reader->batch;

	cache.is_complete = false;
	cache.nrows = 0;
	cache.used = 0;
	MemoryContextReset(cache.batch_context);
	cache.input = batch->input;
	cache.xmin = cv_xid_widen(reader->snapshot->xmin, reader->filter.near_xid);
	cache.nblocks = reader->nblocks;
	cache.nxacts = batch->nxacts;
	cache.xacts = MemoryContextAllocHuge(cache.batch_context,
										 sizeof(XactStamp) *
										 Max(batch->nxacts, 1));
	for (int i = 0; i < batch->nxacts; i++)
	{
		cache.xacts[i].xid = batch->xacts[i]->xid;
		cache.xacts[i].end_lsn = batch->xacts[i]->end_lsn;
	}
	cache.nleaves = batch->nleaves;
	cache.leaves = MemoryContextAlloc(cache.batch_context,
									  sizeof(LeafStamp) *
									  Max(batch->nleaves, 1));
	for (int i = 0; i < batch->nleaves; i++)
	{
		cache.leaves[i].relid = batch->leaves[i].relid;
		cache.leaves[i].locator = batch->leaves[i].locator;
	}
}

/* set_columns -- those that have been asked for, ever */
static void
set_columns(TupleDesc desc, Bitmapset *asked)
{
	MemoryContext old = MemoryContextSwitchTo(cache.batch_context);
	int			i = -1;

	cache.asked = bms_copy(asked);
	cache.ncolumns = 0;
	cache.columns = palloc(sizeof(AttrNumber) *
						   Max(bms_num_members(asked), 1));
	while ((i = bms_next_member(asked, i)) >= 0)
	{
		AttrNumber	attno = i + FirstLowInvalidHeapAttributeNumber;

		if (attno > 0 && !TupleDescAttr(desc, attno - 1)->attisdropped)
			cache.columns[cache.ncolumns++] = attno;
	}
	MemoryContextSwitchTo(old);
}

static void
provide_memory(void)
{
	Size		size = (Size) cv_batch_memory_kb * 1024 / 2;

	if (cache.size == size)
		return;
	release_memory();
	cache.rows = MemoryContextAllocHuge(cache.context, size);
	cache.max_records = size / ROW_SIZE_GUESS;
	cache.records = MemoryContextAllocHuge(cache.context,
										   cache.max_records * sizeof(uint64));
	cache.size = size;			/* last: there may be no memory */
}

static void
release_memory(void)
{
	if (cache.rows != NULL)
		pfree(cache.rows);
	if (cache.records != NULL)
		pfree(cache.records);
	cache.rows = NULL;
	cache.records = NULL;
	cache.size = 0;
	cache.is_complete = false;
}

int
cv_row_cache_columns(const AttrNumber **columns)
{
	*columns = cache.columns;
	return cache.ncolumns;
}

CvCachedRow *
cv_row_cache_add(CvReader *reader, TupleDesc desc, uint64 record,
				 const Datum *values, const bool *isnull)
{
	CvCachedRow *row = (CvCachedRow *) (cache.rows + cache.used);

	if (cache.nrows >= cache.max_records ||
		!copy_row(desc, row, values, isnull))
	{
		reader->fills = false;
		return NULL;
	}
	cache.used += row->size;
	cache.records[cache.nrows++] = record;
	return row;
}

/* copy_row -- false: it does not fit, or points to what may be gone */
static bool
copy_row(TupleDesc desc, CvCachedRow *row, const Datum *values,
		 const bool *isnull)
{
	Size		space = Min(cache.size - cache.used, PG_INT32_MAX);
	Size		used = MAXALIGN(offsetof(CvCachedRow, values) +
								cache.ncolumns *
								(sizeof(Datum) + sizeof(bool)));

	if (used > space)
		return false;
	row->isnull = (bool *) &row->values[cache.ncolumns];
	memcpy(row->values, values, sizeof(Datum) * cache.ncolumns);
	memcpy(row->isnull, isnull, sizeof(bool) * cache.ncolumns);
	for (int i = 0; i < cache.ncolumns; i++)
	{
		Form_pg_attribute attribute =
			TupleDescAttr(desc, cache.columns[i] - 1);
		Size		size;

		if (isnull[i] || attribute->attbyval)
			continue;
		if (attribute->attlen == -1 &&
			VARATT_IS_EXTERNAL(DatumGetPointer(values[i])))
			return false;
		size = att_addlength_datum(0, attribute->attlen, values[i]);
		if (MAXALIGN(size) > space - used)
			return false;
		row->values[i] = PointerGetDatum((char *) row + used);
		memcpy((char *) row + used, DatumGetPointer(values[i]), size);
		used += MAXALIGN(size);
	}
	row->size = (uint32) used;
	return true;
}

void
cv_row_cache_complete(CvReader *reader)
{
	reader->fills = false;
	cache.xact_shift = reader->xact_shift;
	cache.is_complete = true;
}

CvCachedRow *
cv_row_cache_next(CvCachedRow *row)
{
	return row == NULL ? (CvCachedRow *) cache.rows :
		(CvCachedRow *) ((char *) row + row->size);
}

Size
cv_row_cache_memory(void)
{
	return cache.rows == NULL ? 0 :
		cache.size + cache.max_records * sizeof(uint64);
}

uint64
cv_row_cache_count(void)
{
	return cache.is_complete ? cache.nrows : 0;
}
