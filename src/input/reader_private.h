/*-------------------------------------------------------------------------
 *
 * reader_private.h
 *	  What the files of the heap reader share.
 *
 *	reader_blocks.c		which blocks, in which order
 *	reader_filter.c		whose row a tuple is
 *	heap_reader.c		pages, sorting by transaction, tags
 *	input_scan.c		the custom scan that hands the rows to the executor
 *	input_block.c		or hands them out page by page
 *
 * Nothing outside of input/ includes this.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_READER_PRIVATE_H
#define CV_READER_PRIVATE_H

#include "access/htup_details.h"
#include "input/heap_reader.h"
#include "storage/bufmgr.h"
#include "utils/hsearch.h"

/* Blocks of one leaf that are read one after the other, [lo, hi]. */
typedef struct CvReaderRun
{
	int			leaf;
	BlockNumber lo;
	BlockNumber hi;
	uint32		first;			/* running index of lo in the batch */
} CvReaderRun;

/* What the filter says of a tuple; else it is an index into xacts. */
#define CV_ROW_NOT_OURS		(-1)	/* of no transaction of the batch */
#define CV_ROW_UNSETTLED	(-2)	/* scan: its xid is not in the cut */

typedef struct CvXidSlot
{
	uint64		xid;			/* 0: free */
	int			xact;
} CvXidSlot;

/*
 * Whose row a tuple is, by its raw xmin alone.  The verdict on the last xmin
 * is remembered: most rows have the same as the one before.
 */
typedef struct CvRowFilter
{
	TransactionId last_xmin;
	int			last_verdict;

	CvInputBatch *batch;
	uint64		near_xid;		/* to widen; moves on when newer xids turn up */
	bool		takes_updated;	/* HEAP_UPDATED tuples count, too */

	/* transactions: xid -> index, open addressing; but those of very many
	 * subtransactions are searched themselves */
	int			nlarge;
	int		   *large;			/* index of each */
	CvXidSlot  *slots;
	uint64		mask;
	int			hash_shift;
	uint64		min_xid;
	uint64		max_xid;
	int			only_xact;		/* if >= 0, no other's rows are taken */
	const CvXidSet *consumed;	/* of the current leaf, or NULL */

	/* scan */
	const CvXidSet *old;		/* NULL: nothing was consumed before */
	uint64		old_floor;		/* all below are in old */
	uint64		cut_floor;		/* all below are in the cut */
	bool		has_aliases;	/* a frozen xmin may be 2^32 xids older */
	int			ancient_verdict;	/* on tuples that are */
	HTAB	   *pending;		/* xid -> CvPendingBlocks */
	int			max_pending;	/* more are made fewer */
	MemoryContext context;
} CvRowFilter;

typedef enum CvReaderMode
{
	CV_READER_STREAM,			/* block after block, as the rows are met */
	CV_READER_SORTED			/* rows collected, sorted by transaction */
} CvReaderMode;

struct CvReader
{
	MemoryContext context;
	CvInputBatch *batch;
	Snapshot	snapshot;
	CvReaderMode mode;
	BufferAccessStrategy strategy;	/* NULL: the batch is small */
	CvRowFilter filter;

	/* blocks in the order of reading */
	int			nruns;
	int			maxruns;
	CvReaderRun *runs;
	uint32		nblocks;

	/*
	 * SORTED: one record a row, in reading order: xact index, running index
	 * of the block and offset, from high to low bits.
	 */
	uint64		nrecords;
	uint64		maxrecords;
	uint64	   *records;
	int			xact_shift;

	double		rows_estimate;

	/* see row_cache.h */
	bool		is_cached;		/* records and rows are those of the cache */
	bool		fills;			/* the cache with the rows that it reads */

	/* how far the scan is */
	uint64		rows;
	uint64		last_tag;
	bool		is_through;		/* the last row has been given out */
};

/* of a record, for the offset; all but these: the page of one transaction */
#define CV_OFFSET_BITS		14
#define CV_OFFSET_MASK		((UINT64CONST(1) << CV_OFFSET_BITS) - 1)

/* A pass over the rows; owns a pin. */
typedef struct CvReaderCursor
{
	CvReader   *reader;

	/* the current row */
	HeapTupleData tuple;		/* t_self is the row's tag */
	Buffer		buffer;			/* not of a reader that is_cached */
	int			leaf;
	struct CvCachedRow *cached; /* or NULL: the tuple is all there is */

	uint64		next_record;	/* SORTED */
	uint32		next_block;		/* STREAM: running index */
	uint32		block_index;	/* of the page that is pinned */
	int			run;			/* in which block_index is */
	Page		page;
	int			noffsets;
	int			next_offset;
	int			next_skip;		/* index into the batch's skip list */
	OffsetNumber offsets[MaxHeapTuplesPerPage];
} CvReaderCursor;

/* reader_blocks.c */
extern int	cv_reader_blocks_of_xacts(CvReader *reader);
extern void cv_reader_blocks_of_stretch(CvReader *reader);
extern int	cv_reader_find_run(const CvReader *reader, uint32 index);

/* reader_filter.c */
extern void cv_row_filter_init(CvRowFilter *filter, CvInputBatch *batch,
							   MemoryContext context);
extern int	cv_row_filter_lookup(const CvRowFilter *filter, uint64 xid);
extern void cv_row_filter_set_leaf(CvRowFilter *filter, int leaf);
extern int	cv_row_filter_judge(CvRowFilter *filter, TransactionId xmin);
extern int	cv_row_filter_judge_frozen(CvRowFilter *filter, int verdict,
									   Page page, BlockNumber block);
extern void cv_row_filter_add_pending(CvRowFilter *filter, TransactionId xmin,
									  BlockNumber block);

/* heap_reader.c */
extern void cv_reader_cursor_init(CvReaderCursor *cursor, CvReader *reader);
extern bool cv_reader_cursor_next(CvReaderCursor *cursor);
extern void cv_reader_cursor_close(CvReaderCursor *cursor);

/* the record of the cursor's row, see CvReader */
extern uint64 cv_reader_cursor_record(const CvReaderCursor *cursor);

/* what was to be taken from the cache is read from the pages */
extern void cv_reader_leave_cache(CvReader *reader);

/* is the next row, if none is skipped, in the same page and of the same xact? */
static inline bool
cv_reader_cursor_stays(const CvReaderCursor *cursor)
{
	const CvReader *reader = cursor->reader;
	uint64		next = cursor->next_record;

	if (reader->mode == CV_READER_STREAM)
		return cursor->next_offset < cursor->noffsets;
	return next > 0 && next < reader->nrecords &&
		((reader->records[next] ^ reader->records[next - 1]) &
		 ~CV_OFFSET_MASK) == 0;
}

/* input_scan.c */
#define CV_INPUT_ALIAS	"*continuous input*"

/*
 * The reader whose rows stand for the relation that is named CV_INPUT_ALIAS
 * in what is planned now; NULL: none.  Gives back what was set before.
 */
extern CvReader *cv_input_scan_plan_for(CvReader *reader);

/* let a plan that was made for another reader read this one */
extern void cv_input_scan_set_reader(CustomScan *plan, CvReader *reader);

static inline int
cv_row_filter_verdict(CvRowFilter *filter, TransactionId xmin)
{
	if (likely(xmin == filter->last_xmin))
		return filter->last_verdict;
	return cv_row_filter_judge(filter, xmin);
}

#endif							/* CV_READER_PRIVATE_H */
