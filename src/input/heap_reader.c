/*-------------------------------------------------------------------------
 *
 * heap_reader.c
 *	  Reads the rows of a batch from the heap.
 *
 * The blocks that the batch names are hints, a superset; what counts is the
 * tuple: its raw xmin says whose it is (reader_filter.c), and the batch's
 * snapshot whether it is a row at all.  So deleted, rolled back and locked
 * rows need no code of their own.  The snapshot is registered, hence neither
 * the rows nor their toast can go away before the batch is through.
 *
 * One transaction, or a stretch of a scan, is streamed: page after page, as
 * a sequential scan does it (share lock, collect offsets, unlock, keep the pin
 * while rows of the page are out).  With several transactions a first pass
 * notes the rows of each, in one array of 8 bytes a row, which is then sorted
 * by transaction; the second pass fetches them in that order.
 *
 * Tags.  A row's tag is an item pointer that is given out as its ctid: 32 bits
 * of block number, 16 of offset.  Streaming, it is the running index of the
 * row's block in the batch and its real offset; sorted, the row's ordinal.
 *
 * Everything lives in a context of the reader's own, a child of the one that
 * was current at cv_reader_begin().
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/tableam.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "port/pg_bitutils.h"
#include "storage/bufmgr.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "base/progress.h"
#include "input/row_cache.h"

/* offsets are less than 2^14 with the largest block size */

/* an ordinal in a tag: 15 bits in the offset, as 0 is no valid offset */
#define CV_ORDINAL_BITS		15
#define CV_ORDINAL_MASK		((UINT64CONST(1) << CV_ORDINAL_BITS) - 1)

/* bits of a record that one pass of the radix sort looks at */
#define CV_RADIX_BITS		11
#define CV_RADIX_SIZE		(1 << CV_RADIX_BITS)

static void choose_mode(CvReader *reader);
static bool is_of_xact(const CvReader *reader, TupleTableSlot *slot, int xact);
static void collect_records(CvReader *reader);
static void append_records(CvReader *reader, uint32 index,
						   const OffsetNumber *offsets, const int *xacts,
						   int n);
static void sort_records(CvReader *reader);
static int	bits_needed(uint64 n);
static int	read_page(CvReader *reader, int leaf, BlockNumber block,
					  Buffer buffer, OffsetNumber *offsets, int *xacts);
static inline bool is_taken(CvReader *reader, HeapTuple tuple, Buffer buffer,
							BlockNumber block, bool all_visible, int *xact);
static bool next_streamed(CvReaderCursor *cursor);
static bool next_page(CvReaderCursor *cursor);
static bool next_sorted(CvReaderCursor *cursor);
static inline uint32 record_index(const CvReader *reader, uint64 record);
static void enter_block(CvReaderCursor *cursor, uint32 index);
static void pin_block(CvReaderCursor *cursor);
static void set_tuple(CvReaderCursor *cursor, OffsetNumber offset);
static void set_tag(CvReaderCursor *cursor, uint64 block, OffsetNumber offset);
static bool is_skipped(CvReaderCursor *cursor);

/* tag_ordinal -- of sorted rows: which record it is. */
static inline uint64
tag_ordinal(uint64 tag)
{
	return ((tag >> 16) << CV_ORDINAL_BITS) + (tag & 0xFFFF) - 1;
}

CvReader *
cv_reader_begin(CvInputBatch *batch, Snapshot snapshot)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous heap reader",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CvReader   *reader = palloc0(sizeof(CvReader));

	Assert(IsMVCCSnapshot(snapshot));
	reader->context = context;
	reader->batch = batch;
	reader->snapshot = snapshot;
	cv_row_filter_init(&reader->filter, batch, context);

	if (batch->is_scan)
		cv_reader_blocks_of_stretch(reader);
	else
		reader->filter.only_xact = cv_reader_blocks_of_xacts(reader);
	/* as a sequential scan decides it */
	if (reader->nblocks > NBuffers / 4)
		reader->strategy = GetAccessStrategy(BAS_BULKREAD);
	cv_row_cache_look(reader);
	if (!reader->is_cached)
		choose_mode(reader);
	MemoryContextSwitchTo(old);
	return reader;
}

/* choose_mode -- rows of several transactions have to be sorted first. */
static void
choose_mode(CvReader *reader)
{
	reader->mode = reader->batch->is_scan || reader->filter.only_xact >= 0 ?
		CV_READER_STREAM : CV_READER_SORTED;
	if (reader->mode == CV_READER_STREAM)
	{
		reader->xact_shift = CV_OFFSET_BITS + bits_needed(reader->nblocks);
		return;
	}
	collect_records(reader);
	sort_records(reader);
	reader->rows_estimate = reader->nrecords;
}

void
cv_reader_leave_cache(CvReader *reader)
{
	MemoryContext old = MemoryContextSwitchTo(reader->context);

	reader->is_cached = false;
	reader->records = NULL;
	reader->nrecords = 0;
	choose_mode(reader);
	MemoryContextSwitchTo(old);
}

void
cv_reader_end(CvReader *reader)
{
	MemoryContextDelete(reader->context);
}

double
cv_reader_rows_estimate(const CvReader *reader)
{
	return Max(reader->rows_estimate, 1.0);
}

uint64
cv_reader_rows(const CvReader *reader)
{
	return reader->rows;
}

uint64
cv_reader_rows_before(const CvReader *reader, int xact)
{
	const CvInputBatch *batch = reader->batch;
	uint64		lo = 0;
	uint64		hi = reader->nrecords;
	uint64		rows;

	Assert(!batch->is_scan);
	if (reader->mode == CV_READER_STREAM)
		return reader->filter.only_xact < xact ? reader->rows : 0;
	while (lo < hi)
	{
		uint64		mid = lo + (hi - lo) / 2;

		if ((int) (reader->records[mid] >> reader->xact_shift) < xact)
			lo = mid + 1;
		else
			hi = mid;
	}
	rows = lo;
	for (int i = 0; i < batch->nskip && tag_ordinal(batch->skip[i]) < lo; i++)
		rows--;
	return rows;
}

void
cv_reader_finish(CvReader *reader)
{
	CvReaderCursor *cursor;

	if (reader->is_through)
		return;
	cursor = MemoryContextAlloc(reader->context, sizeof(CvReaderCursor));
	cv_reader_cursor_init(cursor, reader);
	while (cv_reader_cursor_next(cursor))
		 /* counting is enough */ ;
	pfree(cursor);
}

uint64
cv_reader_last_tag(const CvReader *reader)
{
	return reader->last_tag;
}

uint64
cv_reader_tag(ItemPointer ctid)
{
	return ((uint64) ItemPointerGetBlockNumberNoCheck(ctid) << 16) |
		ItemPointerGetOffsetNumberNoCheck(ctid);
}

void
cv_reader_locate(const CvReader *reader, uint64 tag, CvRowSource *source)
{
	uint32		index = (uint32) (tag >> 16);
	OffsetNumber offset = (OffsetNumber) (tag & 0xFFFF);
	const CvReaderRun *run;

	source->xact = Max(reader->filter.only_xact, 0);
	if (reader->mode == CV_READER_SORTED)
	{
		uint64		ordinal = tag_ordinal(tag);
		uint64		record;

		Assert(ordinal < reader->nrecords);
		record = reader->records[ordinal];
		source->xact = (int) (record >> reader->xact_shift);
		index = record_index(reader, record);
		offset = (OffsetNumber) (record & CV_OFFSET_MASK);
	}
	run = &reader->runs[cv_reader_find_run(reader, index)];
	source->leaf = run->leaf;
	ItemPointerSet(&source->tid, run->lo + (index - run->first), offset);
}

bool
cv_reader_fetch(const CvReader *reader, uint64 tag, TupleTableSlot **slot)
{
	CvRowSource source;
	Relation	rel;

	cv_reader_locate(reader, tag, &source);
	rel = reader->batch->leaves[source.leaf].rel;
	if (*slot && (*slot)->tts_tupleDescriptor != RelationGetDescr(rel))
	{
		ExecDropSingleTupleTableSlot(*slot);
		*slot = NULL;
	}
	if (*slot == NULL)
		*slot = MakeSingleTupleTableSlot(RelationGetDescr(rel),
										 &TTSOpsBufferHeapTuple);
	ExecClearTuple(*slot);
	return table_tuple_fetch_row_version(rel, &source.tid, reader->snapshot,
										 *slot) &&
		(!reader->is_cached || is_of_xact(reader, *slot, source.xact));
}

/* is_of_xact -- or has another row taken the place of one that is gone? */
static bool
is_of_xact(const CvReader *reader, TupleTableSlot *slot, int xact)
{
	HeapTuple	tuple = ExecFetchSlotHeapTuple(slot, false, NULL);
	uint64		xid =
		cv_xid_widen(HeapTupleHeaderGetRawXmin(tuple->t_data),
					 reader->filter.near_xid);

	return cv_row_filter_lookup(&reader->filter, xid) == xact;
}

/* collect_records -- the first pass over several transactions' blocks. */
static void
collect_records(CvReader *reader)
{
	OffsetNumber offsets[MaxHeapTuplesPerPage];
	int			xacts[MaxHeapTuplesPerPage];
	int			block_bits = bits_needed(reader->nblocks);

	reader->xact_shift = CV_OFFSET_BITS + block_bits;
	if (reader->xact_shift + bits_needed(reader->batch->nxacts) > 64)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many transactions and blocks in one batch of input")));
	reader->maxrecords = (uint64) Max(reader->rows_estimate, 64) + 64;
	reader->records = MemoryContextAllocHuge(reader->context,
											 reader->maxrecords *
											 sizeof(uint64));
	for (int i = 0; i < reader->nruns; i++)
	{
		CvReaderRun *run = &reader->runs[i];
		Relation	rel = reader->batch->leaves[run->leaf].rel;

		if (i == 0 || run->leaf != run[-1].leaf)
			cv_row_filter_set_leaf(&reader->filter, run->leaf);
		for (BlockNumber block = run->lo; block <= run->hi; block++)
		{
			Buffer		buffer;
			int			n;

			CHECK_FOR_INTERRUPTS();
			buffer = ReadBufferExtended(rel, MAIN_FORKNUM, block, RBM_NORMAL,
										reader->strategy);
			n = read_page(reader, run->leaf, block, buffer, offsets, xacts);
			ReleaseBuffer(buffer);
			append_records(reader, run->first + (block - run->lo), offsets,
						   xacts, n);
		}
	}
}

static void
append_records(CvReader *reader, uint32 index, const OffsetNumber *offsets,
			   const int *xacts, int n)
{
	if (reader->nrecords + n > reader->maxrecords)
	{
		reader->maxrecords = reader->maxrecords * 2 + n;
		reader->records = repalloc_huge(reader->records,
										reader->maxrecords * sizeof(uint64));
	}
	for (int i = 0; i < n; i++)
		reader->records[reader->nrecords++] =
			((uint64) xacts[i] << reader->xact_shift) |
			((uint64) index << CV_OFFSET_BITS) | offsets[i];
}

/*
 * sort_records -- by transaction; stable, so physical order stays inside one.
 *
 * Radix sort on the transaction's bits alone.  Transactions that came one
 * after the other have filled the heap in order: nothing to do then.
 */
static void
sort_records(CvReader *reader)
{
	uint64		n = reader->nrecords;
	int			end = reader->xact_shift + bits_needed(reader->batch->nxacts);
	uint64	   *from = reader->records;
	uint64	   *to;
	uint64		i = 1;

	while (i < n && from[i - 1] < from[i])
		i++;
	if (i >= n)
		return;

	to = MemoryContextAllocHuge(reader->context, n * sizeof(uint64));
	for (int shift = reader->xact_shift; shift < end; shift += CV_RADIX_BITS)
	{
		uint64		places[CV_RADIX_SIZE] = {0};
		uint64		place = 0;
		uint64	   *swap = from;

		CHECK_FOR_INTERRUPTS();
		for (i = 0; i < n; i++)
			places[(from[i] >> shift) & (CV_RADIX_SIZE - 1)]++;
		for (int digit = 0; digit < CV_RADIX_SIZE; digit++)
		{
			uint64		count = places[digit];

			places[digit] = place;
			place += count;
		}
		for (i = 0; i < n; i++)
			to[places[(from[i] >> shift) & (CV_RADIX_SIZE - 1)]++] = from[i];
		from = to;
		to = swap;
	}
	reader->records = from;
	pfree(to);
}

/* bits that numbers less than n need */
static int
bits_needed(uint64 n)
{
	return n > 1 ? pg_leftmost_one_pos64(n - 1) + 1 : 1;
}

/*
 * read_page -- the offsets of the batch's rows in a page that is pinned.
 *
 * xacts, if not NULL, gets the transaction of each.
 */
static int
read_page(CvReader *reader, int leaf, BlockNumber block, Buffer buffer,
		  OffsetNumber *offsets, int *xacts)
{
	Page		page = BufferGetPage(buffer);
	HeapTupleData tuple;
	OffsetNumber last;
	bool		all_visible;
	int			n = 0;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	/* a crash can leave a page that was never written to */
	last = PageIsNew(page) ? 0 : PageGetMaxOffsetNumber(page);
	all_visible = last > 0 && PageIsAllVisible(page) &&
		!reader->snapshot->takenDuringRecovery;
	tuple.t_tableOid = reader->batch->leaves[leaf].relid;

	for (OffsetNumber offset = FirstOffsetNumber; offset <= last; offset++)
	{
		ItemId		item = PageGetItemId(page, offset);
		int			xact;

		if (!ItemIdIsNormal(item))
			continue;
		tuple.t_data = (HeapTupleHeader) PageGetItem(page, item);
		tuple.t_len = ItemIdGetLength(item);
		ItemPointerSet(&tuple.t_self, block, offset);
		if (!is_taken(reader, &tuple, buffer, block, all_visible, &xact))
			continue;
		if (xacts)
			xacts[n] = xact;
		offsets[n++] = offset;
	}
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	return n;
}

/* is_taken -- is the tuple a row of the batch, and of which transaction? */
static inline bool
is_taken(CvReader *reader, HeapTuple tuple, Buffer buffer, BlockNumber block,
		 bool all_visible, int *xact)
{
	CvRowFilter *filter = &reader->filter;
	HeapTupleHeader header = tuple->t_data;
	TransactionId xmin = HeapTupleHeaderGetRawXmin(header);
	int			verdict = cv_row_filter_verdict(filter, xmin);

	if (verdict == CV_ROW_NOT_OURS)
		return false;
	if (unlikely(filter->has_aliases) && HeapTupleHeaderXminFrozen(header))
	{
		verdict = cv_row_filter_judge_frozen(filter, verdict,
											 BufferGetPage(buffer), block);
		if (verdict == CV_ROW_NOT_OURS)
			return false;
	}
	if (verdict == CV_ROW_UNSETTLED)
	{
		/* visible or not: that is for the batch that takes it to say */
		if (!HeapTupleHeaderXminInvalid(header))
			cv_row_filter_add_pending(filter, xmin, block);
		return false;
	}
	*xact = verdict;

	/* the snapshot shows all transactions of the batch */
	if (!all_visible &&
		(header->t_infomask & (HEAP_XMIN_COMMITTED | HEAP_XMAX_INVALID)) !=
		(HEAP_XMIN_COMMITTED | HEAP_XMAX_INVALID) &&
		!HeapTupleSatisfiesVisibility(tuple, reader->snapshot, buffer))
		return false;
	if ((header->t_infomask & HEAP_UPDATED) && !filter->takes_updated)
	{
		if (!reader->batch->passes_updated)
			cv_reader_refuse_updated(tuple->t_tableOid);
		return false;
	}
	return true;
}

/*
 * The WAL tells of updates, but not if it is gone, nor of those of a partition
 * that was detached for a while: then the new row does.
 */
void
cv_reader_refuse_updated(Oid relid)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("table \"%s\" was updated although it is append-only",
					get_rel_name(relid)),
			 errhint("Call continuous.rebuild() for the view.")));
}

void
cv_reader_cursor_init(CvReaderCursor *cursor, CvReader *reader)
{
	memset(cursor, 0, offsetof(CvReaderCursor, offsets));
	cursor->reader = reader;
	cursor->leaf = -1;
	cursor->buffer = InvalidBuffer;
	reader->rows = 0;
	reader->last_tag = 0;
	reader->is_through = false;
	if (reader->batch->skip_upto == 0)
		return;
	cursor->next_block = (uint32) (reader->batch->skip_upto >> 16);
	if (reader->mode == CV_READER_SORTED)
		cursor->next_record = tag_ordinal(reader->batch->skip_upto) + 1;
}

/*
 * cv_reader_cursor_next -- the next row of the batch, false if there is none.
 *
 * The tuple stays until the next call, or for who takes a pin of his own.
 */
bool
cv_reader_cursor_next(CvReaderCursor *cursor)
{
	CvReader   *reader = cursor->reader;
	bool		sorted = reader->mode == CV_READER_SORTED;

	while (sorted ? next_sorted(cursor) : next_streamed(cursor))
	{
		if (unlikely(reader->batch->nskip > 0 ||
					 reader->batch->skip_upto > 0) && is_skipped(cursor))
			continue;
		reader->rows++;
		return true;
	}
	cv_reader_cursor_close(cursor);
	reader->is_through = true;
	return false;
}

void
cv_reader_cursor_close(CvReaderCursor *cursor)
{
	if (BufferIsValid(cursor->buffer))
		ReleaseBuffer(cursor->buffer);
	cursor->buffer = InvalidBuffer;
}

static bool
next_streamed(CvReaderCursor *cursor)
{
	OffsetNumber offset;

	while (unlikely(cursor->next_offset >= cursor->noffsets))
		if (!next_page(cursor))
			return false;
	offset = cursor->offsets[cursor->next_offset++];
	set_tuple(cursor, offset);
	set_tag(cursor, cursor->block_index, offset);
	return true;
}

/* next_page -- pin the next block and collect its rows; false at the end */
static bool
next_page(CvReaderCursor *cursor)
{
	CvReader   *reader = cursor->reader;
	int			leaf = cursor->leaf;
	const CvReaderRun *run;

	if (cursor->next_block >= reader->nblocks)
		return false;
	CHECK_FOR_INTERRUPTS();
	enter_block(cursor, cursor->next_block++);
	pin_block(cursor);
	if (cursor->leaf != leaf)
		cv_row_filter_set_leaf(&reader->filter, cursor->leaf);
	run = &reader->runs[cursor->run];
	cursor->noffsets = read_page(reader, cursor->leaf,
								 run->lo + (cursor->block_index - run->first),
								 cursor->buffer, cursor->offsets, NULL);
	cursor->next_offset = 0;
	if (unlikely(reader->batch->tells_progress))
		pgstat_progress_update_param(CV_PROGRESS_DONE,
									 reader->batch->blocks_before +
									 cursor->next_block);
	return true;
}

static bool
next_sorted(CvReaderCursor *cursor)
{
	CvReader   *reader = cursor->reader;
	uint64		ordinal = cursor->next_record;
	uint64		record;
	uint32		index;

	if (ordinal >= reader->nrecords)
		return false;
	cursor->next_record++;
	record = reader->records[ordinal];
	index = record_index(reader, record);
	if (index != cursor->block_index || cursor->leaf < 0)
	{
		CHECK_FOR_INTERRUPTS();
		enter_block(cursor, index);
		if (!reader->is_cached)
			pin_block(cursor);
	}

	/*
	 * Our snapshot still sees the row, so its line pointer is as it was; and
	 * where it points to stays while the page is pinned.
	 */
	if (reader->is_cached)
		cursor->cached = cv_row_cache_next(cursor->cached);
	else
		set_tuple(cursor, (OffsetNumber) (record & CV_OFFSET_MASK));
	set_tag(cursor, ordinal >> CV_ORDINAL_BITS,
			(OffsetNumber) ((ordinal & CV_ORDINAL_MASK) + 1));
	return true;
}

/* record_index -- the running index of the block that a record names */
static inline uint32
record_index(const CvReader *reader, uint64 record)
{
	return (uint32) ((record >> CV_OFFSET_BITS) &
					 ((UINT64CONST(1) <<
					   (reader->xact_shift - CV_OFFSET_BITS)) - 1));
}

uint64
cv_reader_cursor_record(const CvReaderCursor *cursor)
{
	const CvReader *reader = cursor->reader;

	if (reader->mode == CV_READER_SORTED)
		return reader->records[cursor->next_record - 1];
	return ((uint64) Max(reader->filter.only_xact, 0) << reader->xact_shift) |
		((uint64) cursor->block_index << CV_OFFSET_BITS) |
		cursor->offsets[cursor->next_offset - 1];
}

/* enter_block -- the block with this running index is the current one */
static void
enter_block(CvReaderCursor *cursor, uint32 index)
{
	CvReader   *reader = cursor->reader;
	const CvReaderRun *run = &reader->runs[cursor->run];

	if (index < run->first || index - run->first > run->hi - run->lo)
	{
		cursor->run = cv_reader_find_run(reader, index);
		run = &reader->runs[cursor->run];
	}
	cursor->block_index = index;
	cursor->leaf = run->leaf;
	cursor->tuple.t_tableOid = reader->batch->leaves[run->leaf].relid;
}

static void
pin_block(CvReaderCursor *cursor)
{
	CvReader   *reader = cursor->reader;
	const CvReaderRun *run = &reader->runs[cursor->run];

	cv_reader_cursor_close(cursor);
	cursor->buffer = ReadBufferExtended(reader->batch->leaves[run->leaf].rel,
										MAIN_FORKNUM,
										run->lo +
										(cursor->block_index - run->first),
										RBM_NORMAL, reader->strategy);
	cursor->page = BufferGetPage(cursor->buffer);
}

static inline void
set_tuple(CvReaderCursor *cursor, OffsetNumber offset)
{
	ItemId		item = PageGetItemId(cursor->page, offset);

	Assert(ItemIdIsNormal(item));
	cursor->tuple.t_data = (HeapTupleHeader) PageGetItem(cursor->page, item);
	cursor->tuple.t_len = ItemIdGetLength(item);
}

static inline void
set_tag(CvReaderCursor *cursor, uint64 block, OffsetNumber offset)
{
	Assert(block < InvalidBlockNumber);
	ItemPointerSet(&cursor->tuple.t_self, (BlockNumber) block, offset);
	cursor->reader->last_tag = (block << 16) | offset;
}

/* Tags ascend, and so do those to be skipped. */
static bool
is_skipped(CvReaderCursor *cursor)
{
	const CvInputBatch *batch = cursor->reader->batch;
	uint64		tag = cursor->reader->last_tag;

	if (tag <= batch->skip_upto)
		return true;
	while (cursor->next_skip < batch->nskip &&
		   batch->skip[cursor->next_skip] < tag)
		cursor->next_skip++;
	return cursor->next_skip < batch->nskip &&
		batch->skip[cursor->next_skip] == tag;
}
