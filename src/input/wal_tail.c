/*-------------------------------------------------------------------------
 *
 * wal_tail.c
 *	  Follows the WAL and hands out committed transactions in commit order,
 *	  each with the blocks in which it inserted rows.
 *
 * This file owns the reader and answers for the tail as a whole; what a
 * record means is in wal_decode.c, what is known of transactions in
 * xact_table.c.
 *
 * The WAL is read up to the flush pointer and no further: what is flushed
 * survives a crash, so nothing consumed can ever become undone.  No slot
 * holds the WAL for us; when it was removed, the tail is lost and its views
 * scan their inputs.
 *
 * All memory is in one context under TopMemoryContext, because the tail
 * lives longer than any transaction.  The reader allocates in the current
 * context, so that is switched around each read.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "storage/procarray.h"
#include "utils/memutils.h"

#include "input/wal_decode.h"
#include "input/wal_disk.h"
#include "input/wal_tail.h"

/* records are far smaller, but for commits of very many subtransactions */
#define CV_LARGE_RECORD		(1024 * 1024)

struct CvTail
{
	MemoryContext context;
	XLogReaderState *reader;	/* NULL: to be made, at lsn */
	ReadLocalXLogPageNoWaitPrivate wal_end;
	XLogRecPtr	lsn;			/* end of the last record applied */
	XLogRecPtr	flushed;		/* the flush pointer a moment ago */
	bool		has_record;		/* one was read, but not applied */
	bool		is_lost;
	CvXactTable *xacts;
	CvDecoder	decoder;

	/* noted by cv_tail_settle() */
	uint64		settle_xid;		/* 0: nothing noted */
	XLogRecPtr	settle_lsn;
};

typedef enum ReadResult
{
	READ_RECORD,
	READ_END,
	READ_LOST
} ReadResult;

static void open_reader(CvTail *tail);
static void close_reader(CvTail *tail);
static bool may_be_read_later(int sqlerrcode);
static char *take_error(void);
static ReadResult read_record(CvTail *tail);
static void apply_record(CvTail *tail);
static uint64 oldest_running_xid(void);
static XLogRecPtr entry_restart_lsn(const CvXactEntry *entry);

CvTail *
cv_tail_open(XLogRecPtr start, const CvXidSet *consumed)
{
	MemoryContext context;
	CvTail	   *tail;

	if (start < wal_segment_size)
		elog(ERROR, "cannot read WAL from %X/%X", LSN_FORMAT_ARGS(start));

	context = AllocSetContextCreate(TopMemoryContext,
									"continuous WAL tail",
									ALLOCSET_DEFAULT_SIZES);
	tail = MemoryContextAllocZero(context, sizeof(CvTail));
	tail->context = context;
	tail->lsn = start;
	tail->xacts = cv_xact_table_create(context, start, consumed);
	cv_decoder_init(&tail->decoder, context, tail->xacts);
	return tail;
}

void
cv_tail_close(CvTail *tail)
{
	close_reader(tail);
	MemoryContextDelete(tail->context);
}

uint64
cv_tail_watch(CvTail *tail, const CvXidSet *set)
{
	return cv_xact_table_watch(tail->xacts, set, tail->lsn);
}

void
cv_tail_track(CvTail *tail, RelFileLocator locator)
{
	cv_decoder_track(&tail->decoder, locator);
}

void
cv_tail_untrack(CvTail *tail, RelFileLocator locator)
{
	cv_decoder_untrack(&tail->decoder, locator);
}

CvTailStatus
cv_tail_pump(CvTail *tail, uint64 max_bytes)
{
	XLogRecPtr	start = tail->lsn;

	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (tail->is_lost)
			return CV_TAIL_LOST;
		if (!tail->has_record)
		{
			if (tail->lsn - start >= max_bytes)
				return CV_TAIL_MORE;
			switch (read_record(tail))
			{
				case READ_RECORD:
					break;
				case READ_END:
					return CV_TAIL_CAUGHT_UP;
				case READ_LOST:
					tail->is_lost = true;
					return CV_TAIL_LOST;
			}
		}
		apply_record(tail);
	}
}

XLogRecPtr
cv_wal_insert_lsn(void)
{
	XLogRecPtr	lsn = GetXLogInsertRecPtr();
	XLogRecPtr	offset = lsn % XLOG_BLCKSZ;
	bool		is_segment_start =
		XLogSegmentOffset(lsn - offset, wal_segment_size) == 0;

	if (offset == (is_segment_start ? SizeOfXLogLongPHD : SizeOfXLogShortPHD))
		lsn -= offset;
	return lsn;
}

XLogRecPtr
cv_tail_lsn(const CvTail *tail)
{
	return tail->lsn;
}

uint64
cv_tail_next_xid(const CvTail *tail)
{
	return tail->xacts->open.next;
}

uint64
cv_tail_last_deleter(const CvTail *tail, RelFileLocator locator)
{
	return cv_decoder_last_deleter(&tail->decoder, locator);
}

const CvXact *
cv_tail_next(const CvTail *tail, uint64 after)
{
	CvXactEntry *entry = cv_xact_table_next(tail->xacts, after);

	return entry == NULL ? NULL : &entry->xact;
}

uint64
cv_tail_last_seq(const CvTail *tail)
{
	return tail->xacts->last_seq;
}

uint64
cv_tail_catalog_seq(const CvTail *tail)
{
	return tail->xacts->catalog_seq;
}

void
cv_tail_release(CvTail *tail, uint64 upto)
{
	cv_xact_table_release(tail->xacts, upto);
}

Size
cv_tail_memory(const CvTail *tail)
{
	return cv_xact_table_memory(tail->xacts);
}

Size
cv_tail_set_memory(const CvTail *tail)
{
	return cv_xact_table_set_memory(tail->xacts);
}

bool
cv_tail_widen(CvTail *tail, Size target)
{
	int			maxranges;

	for (maxranges = 256; maxranges > 0; maxranges /= 16)
	{
		if (cv_tail_memory(tail) < target)
			return true;
		cv_xact_table_widen_blocks(tail->xacts, maxranges);
		if (cv_tail_memory(tail) >= target)
			(void) cv_xact_table_join_crowd(tail->xacts);
	}
	return cv_tail_memory(tail) < target;
}

void
cv_tail_keep(CvTail *tail, bool (*keep) (const CvXact *xact, void *arg),
			 void *arg)
{
	cv_xact_table_keep(tail->xacts, keep, arg);
}

Size
cv_tail_size(const CvXact *xact)
{
	return cv_xact_entry_size((const CvXactEntry *) xact);
}

uint64
cv_tail_count(const CvTail *tail)
{
	return tail->xacts->last_seq + 1 - tail->xacts->first_seq;
}

void
cv_tail_consumed(const CvTail *tail, uint64 consumed, const CvXidSet *base,
				 CvXidSet *result)
{
	cv_xact_table_consumed(tail->xacts, consumed, base, result);
}

/*
 * cv_tail_restart_lsn -- the least LSN that matters to what is not consumed.
 *
 * An open transaction matters from its first insert on.  A queued one also
 * with its commit record, if it has no insert: were that not read again, it
 * would be open and have to be settled.
 */
XLogRecPtr
cv_tail_restart_lsn(const CvTail *tail, uint64 consumed)
{
	XLogRecPtr	restart = tail->lsn;
	XLogRecPtr	oldest = cv_xact_table_oldest_lsn(tail->xacts);
	CvXactEntry *entry;

	if (oldest != InvalidXLogRecPtr)
		restart = Min(restart, oldest);
	while ((entry = cv_xact_table_next(tail->xacts, consumed)) != NULL)
	{
		restart = Min(restart, entry_restart_lsn(entry));
		consumed = entry->xact.seq;
	}
	return restart;
}

XLogRecPtr
cv_tail_consumed_lsn(const CvTail *tail, uint64 consumed)
{
	const CvXactTable *xacts = tail->xacts;
	XLogRecPtr	lsn = tail->lsn;
	CvXactEntry *entry = cv_xact_table_next(xacts, consumed);

	if (entry != NULL)
		lsn = Min(lsn, entry->commit_lsn);

	/* those without a known record count as earlier than their neighbours */
	while (xacts->nsettled > 0 && entry != NULL)
	{
		lsn = Min(lsn, entry->commit_lsn);
		entry = cv_xact_table_next(xacts, entry->xact.seq);
	}

	/* one that has ended, though we saw no record, may have committed */
	if (xacts->watched.nopen > 0 &&
		xacts->watched.open[0].lo < oldest_running_xid())
		lsn = Min(lsn, xacts->start_lsn - 1);
	return lsn;
}

bool
cv_tail_has_unseen(const CvTail *tail)
{
	return tail->xacts->watched.nopen > 0;
}

bool
cv_tail_has_open(const CvTail *tail, const RelFileLocator *locators, int n)
{
	return cv_xact_table_has_files(tail->xacts, locators, n);
}

bool
cv_tail_has_open_xid(const CvTail *tail, uint64 xid, uint64 end_xid)
{
	return !cv_xid_set_contains_all(&tail->xacts->open, xid, end_xid);
}

void
cv_tail_settle(CvTail *tail)
{
	CvXactTable *xacts = tail->xacts;
	uint64		oldest = PG_UINT64_MAX;

	if (tail->settle_xid != 0)
	{
		if (tail->lsn < tail->settle_lsn)
			return;
		cv_xact_table_settle(xacts, tail->settle_xid);
		tail->settle_xid = 0;
	}

	if (xacts->open.nopen > 0)
		oldest = xacts->open.open[0].lo;
	if (xacts->watched.nopen > 0)
		oldest = Min(oldest, xacts->watched.open[0].lo);
	if (oldest == PG_UINT64_MAX)
		return;

	/* in this order: what ended before has its record before the LSN */
	tail->settle_xid = oldest_running_xid();
	tail->settle_lsn = cv_wal_insert_lsn();
	if (oldest >= tail->settle_xid)
		tail->settle_xid = 0;
}

uint64
cv_tail_rows_behind(const CvTail *tail, uint64 after,
					const RelFileLocator *locators, int n)
{
	CvXactEntry *entry;
	uint64		rows = 0;

	while ((entry = cv_xact_table_next(tail->xacts, after)) != NULL)
	{
		int			i;
		int			j;

		for (i = 0; i < entry->xact.nfiles; i++)
		{
			const CvXactFile *file = &entry->xact.files[i];

			for (j = 0; j < n; j++)
			{
				if (RelFileLocatorEquals(file->locator, locators[j]))
					rows += file->rows;
			}
		}
		after = entry->xact.seq;
	}
	return rows;
}

static void
open_reader(CvTail *tail)
{
	XLogRecPtr	lsn = tail->lsn;

	tail->reader = cv_wal_reader_open(&tail->wal_end);

	/* no record begins at the start of a page, where its header is */
	if (lsn % XLOG_BLCKSZ == 0)
		lsn += XLogSegmentOffset(lsn, wal_segment_size) == 0 ?
			SizeOfXLogLongPHD : SizeOfXLogShortPHD;
	XLogBeginRead(tail->reader, lsn);
}

/* the reader's file is in nobody's care but ours */
static void
close_reader(CvTail *tail)
{
	if (tail->reader != NULL)
		XLogReaderFree(tail->reader);
	tail->reader = NULL;
}

/*
 * Read the record at tail->lsn.  Whatever goes wrong: next time we start
 * with a new reader.
 */
static ReadResult
read_record(CvTail *tail)
{
	MemoryContext old_context;
	XLogRecord *volatile record = NULL;
	volatile bool is_gone = false;
	char	   *volatile error = NULL;
	char	   *message = NULL;

	/* not for every record: it takes a lock that writers need */
	if (tail->lsn >= tail->flushed)
		tail->flushed = GetFlushRecPtr(NULL);
	if (tail->lsn >= tail->flushed)
		return READ_END;

	old_context = MemoryContextSwitchTo(tail->context);
	if (tail->reader == NULL)
		open_reader(tail);
	tail->wal_end.end_of_wal = false;

	PG_TRY();
	{
		record = XLogReadRecord(tail->reader, &message);
		error = message;
	}
	PG_CATCH();
	{
		close_reader(tail);
		MemoryContextSwitchTo(tail->context);
		if (may_be_read_later(geterrcode()))
			PG_RE_THROW();
		error = take_error();
		is_gone = true;
	}
	PG_END_TRY();
	MemoryContextSwitchTo(old_context);

	if (record != NULL)
	{
		tail->has_record = true;
		return READ_RECORD;
	}
	if (!is_gone && tail->wal_end.end_of_wal)
		return READ_END;
	ereport(LOG,
			(errmsg("WAL at %X/%X can no longer be read for continuous views",
					LSN_FORMAT_ARGS(tail->lsn)),
			 error != NULL ? errdetail_internal("%s", error) : 0));
	return READ_LOST;
}

/*
 * may_be_read_later -- is it us who could not read, and not the file that is
 * removed, cut, damaged, or out of reach?  A scan finds out as much as the WAL
 * would have told.
 */
static bool
may_be_read_later(int sqlerrcode)
{
	return ERRCODE_TO_CATEGORY(sqlerrcode) ==
		ERRCODE_TO_CATEGORY(ERRCODE_OPERATOR_INTERVENTION) ||
		ERRCODE_TO_CATEGORY(sqlerrcode) ==
		ERRCODE_TO_CATEGORY(ERRCODE_INSUFFICIENT_RESOURCES);
}

/* take_error -- the message of the error that was caught. */
static char *
take_error(void)
{
	ErrorData  *error = CopyErrorData();

	FlushErrorState();
	return error->message;
}

/*
 * If this throws, the record is applied again by the next pump.
 */
static void
apply_record(CvTail *tail)
{
	MemoryContext old_context = MemoryContextSwitchTo(tail->context);

	cv_decode_record(&tail->decoder, tail->reader);
	tail->lsn = tail->reader->EndRecPtr;
	tail->has_record = false;
	/* the reader would keep its room for a huge record for ever */
	if (tail->reader->readRecordBufSize > CV_LARGE_RECORD)
		close_reader(tail);
	MemoryContextSwitchTo(old_context);
}

/*
 * All older ones have ended and are visible.  Prepared transactions run.
 */
static uint64
oldest_running_xid(void)
{
	TransactionId xid = GetOldestActiveTransactionId();

	return cv_xid_widen(xid,
						U64FromFullTransactionId(ReadNextFullTransactionId()));
}

static XLogRecPtr
entry_restart_lsn(const CvXactEntry *entry)
{
	XLogRecPtr	lsn = entry->xact.is_settled ? PG_UINT64_MAX :
		entry->commit_lsn;

	if (entry->xact.first_lsn != InvalidXLogRecPtr)
		lsn = Min(lsn, entry->xact.first_lsn);
	return lsn;
}
