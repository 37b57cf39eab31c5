/*-------------------------------------------------------------------------
 *
 * wal_decode.c
 *	  From a WAL record to what it says about transactions.
 *
 * Of heap records, inserts into tracked files count, and updates, which an
 * append-only input must not have.  Of deletes it is noted who was the last:
 * what was read before may be gone.  Full page images, hint bits, pruning and
 * the like bring no rows.  A row that is inserted and deleted, locked or part
 * of an aborted speculation needs no care here: a block is only a hint, the
 * snapshot says what is a row.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam_xlog.h"
#include "access/rmgr.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_control.h"
#include "miscadmin.h"
#include "storage/sinval.h"
#include "utils/memutils.h"

#include "input/wal_decode.h"

#define MANY_SUBXIDS	10000

static void decode_heap(CvDecoder *decoder, XLogReaderState *reader,
						uint64 xid);
static void decode_heap2(CvDecoder *decoder, XLogReaderState *reader,
						 uint64 xid);
static void decode_xact(CvDecoder *decoder, XLogReaderState *reader);
static void decode_commit(CvDecoder *decoder, XLogReaderState *reader,
						  uint8 info);
static void decode_abort(CvDecoder *decoder, XLogReaderState *reader,
						 uint8 info);
static void decode_checkpoint(CvDecoder *decoder, XLogReaderState *reader);
static CvTrackedFile *find_file(CvDecoder *decoder,
								const RelFileLocator *locator);
static void note_insert(CvDecoder *decoder, XLogReaderState *reader,
						uint64 xid, int rows);
static void note_update(CvDecoder *decoder, XLogReaderState *reader,
						uint64 xid);
static void note_delete(CvDecoder *decoder, XLogReaderState *reader,
						uint64 xid);
static bool changes_catalog(CvDecoder *decoder,
							const xl_xact_parsed_commit *parsed);
static const uint64 *widen_subxids(CvDecoder *decoder,
								   const TransactionId *subxids, int n);
static void free_subxids(CvDecoder *decoder);
static int	compare_xids(const void *a, const void *b);

void
cv_decoder_init(CvDecoder *decoder, MemoryContext context, CvXactTable *xacts)
{
	HASHCTL		control;

	memset(decoder, 0, sizeof(CvDecoder));
	decoder->context = context;
	decoder->xacts = xacts;

	control.keysize = sizeof(RelFileLocator);
	control.entrysize = sizeof(CvTrackedFile);
	control.hcxt = context;
	decoder->tracked = hash_create("continuous tracked files", 64, &control,
								   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

void
cv_decoder_track(CvDecoder *decoder, RelFileLocator locator)
{
	CvTrackedFile *file;
	bool		found;

	file = hash_search(decoder->tracked, &locator, HASH_ENTER, &found);
	if (!found)
		file->users = file->last_deleter = 0;
	file->users++;
	memset(&decoder->last_locator, 0, sizeof(RelFileLocator));
	decoder->last_file = NULL;
}

void
cv_decoder_untrack(CvDecoder *decoder, RelFileLocator locator)
{
	CvTrackedFile *file;

	file = hash_search(decoder->tracked, &locator, HASH_FIND, NULL);
	if (file == NULL || --file->users > 0)
		return;
	hash_search(decoder->tracked, &locator, HASH_REMOVE, NULL);
	memset(&decoder->last_locator, 0, sizeof(RelFileLocator));
	decoder->last_file = NULL;
}

uint64
cv_decoder_last_deleter(const CvDecoder *decoder, RelFileLocator locator)
{
	CvTrackedFile *file = hash_search(decoder->tracked, &locator, HASH_FIND,
									  NULL);

	return file == NULL ? PG_UINT64_MAX : file->last_deleter;
}

void
cv_decode_record(CvDecoder *decoder, XLogReaderState *reader)
{
	TransactionId raw_xid = XLogRecGetXid(reader);
	uint64		xid = 0;

	if (TransactionIdIsNormal(raw_xid))
	{
		xid = cv_xact_table_widen(decoder->xacts, raw_xid);
		if (xid >= decoder->xacts->open.next)
			cv_xid_set_advance(&decoder->xacts->open, xid + 1);
	}

	switch (XLogRecGetRmid(reader))
	{
		case RM_HEAP_ID:
			decode_heap(decoder, reader, xid);
			break;
		case RM_HEAP2_ID:
			decode_heap2(decoder, reader, xid);
			break;
		case RM_XACT_ID:
			decode_xact(decoder, reader);
			break;
		case RM_XLOG_ID:
			decode_checkpoint(decoder, reader);
			break;
		default:
			break;
	}
}

static void
decode_heap(CvDecoder *decoder, XLogReaderState *reader, uint64 xid)
{
	xl_heap_delete *delete;

	switch (XLogRecGetInfo(reader) & XLOG_HEAP_OPMASK)
	{
		case XLOG_HEAP_INSERT:
			note_insert(decoder, reader, xid, 1);
			break;
		case XLOG_HEAP_UPDATE:
		case XLOG_HEAP_HOT_UPDATE:
			note_update(decoder, reader, xid);
			break;
		case XLOG_HEAP_DELETE:

			/* the first half of an UPDATE that moves the row */
			delete = (xl_heap_delete *) XLogRecGetData(reader);
			if (delete->flags & XLH_DELETE_IS_PARTITION_MOVE)
				note_update(decoder, reader, xid);
			note_delete(decoder, reader, xid);
			break;
		default:
			break;
	}
}

static void
decode_heap2(CvDecoder *decoder, XLogReaderState *reader, uint64 xid)
{
	xl_heap_multi_insert *insert;

	if ((XLogRecGetInfo(reader) & XLOG_HEAP_OPMASK) !=
		XLOG_HEAP2_MULTI_INSERT)
		return;
	insert = (xl_heap_multi_insert *) XLogRecGetData(reader);
	note_insert(decoder, reader, xid, insert->ntuples);
}

static void
decode_xact(CvDecoder *decoder, XLogReaderState *reader)
{
	uint8		info = XLogRecGetInfo(reader);

	switch (info & XLOG_XACT_OPMASK)
	{
		case XLOG_XACT_COMMIT:
		case XLOG_XACT_COMMIT_PREPARED:
			decode_commit(decoder, reader, info);
			break;
		case XLOG_XACT_ABORT:
		case XLOG_XACT_ABORT_PREPARED:
			decode_abort(decoder, reader, info);
			break;
		default:
			break;
	}
}

static void
decode_commit(CvDecoder *decoder, XLogReaderState *reader, uint8 info)
{
	xl_xact_parsed_commit parsed;
	CvCommit	commit;
	TransactionId xid = XLogRecGetXid(reader);

	ParseCommitRecord(info, (xl_xact_commit *) XLogRecGetData(reader),
					  &parsed);

	/* that of COMMIT PREPARED is not the one that prepared */
	if ((info & XLOG_XACT_OPMASK) == XLOG_XACT_COMMIT_PREPARED)
		xid = parsed.twophase_xid;

	/* a transaction that only wrote what needs no xid, such as a checkpoint */
	if (!TransactionIdIsNormal(xid))
		return;

	commit.xid = cv_xact_table_widen(decoder->xacts, xid);
	commit.nsubxids = parsed.nsubxacts;
	commit.subxids = widen_subxids(decoder, parsed.subxacts,
								   parsed.nsubxacts);
	commit.lsn = reader->ReadRecPtr;
	commit.end_lsn = reader->EndRecPtr;
	commit.time = parsed.xact_time;
	commit.changes_catalog = changes_catalog(decoder, &parsed);

	(void) cv_xact_table_commit(decoder->xacts, &commit);
	free_subxids(decoder);
}

static void
decode_abort(CvDecoder *decoder, XLogReaderState *reader, uint8 info)
{
	xl_xact_parsed_abort parsed;
	TransactionId xid = XLogRecGetXid(reader);

	ParseAbortRecord(info, (xl_xact_abort *) XLogRecGetData(reader), &parsed);
	if ((info & XLOG_XACT_OPMASK) == XLOG_XACT_ABORT_PREPARED)
		xid = parsed.twophase_xid;
	if (!TransactionIdIsNormal(xid))
		return;

	cv_xact_table_abort(decoder->xacts,
						cv_xact_table_widen(decoder->xacts, xid),
						parsed.nsubxacts,
						widen_subxids(decoder, parsed.subxacts,
									  parsed.nsubxacts));
	free_subxids(decoder);
}

/*
 * A checkpoint tells the next xid in 64 bits: then the xids up to it are open.
 */
static void
decode_checkpoint(CvDecoder *decoder, XLogReaderState *reader)
{
	uint8		info = XLogRecGetInfo(reader) & ~XLR_INFO_MASK;
	CheckPoint	checkpoint;

	if (info != XLOG_CHECKPOINT_ONLINE && info != XLOG_CHECKPOINT_SHUTDOWN)
		return;
	memcpy(&checkpoint, XLogRecGetData(reader), sizeof(CheckPoint));
	cv_xid_set_advance(&decoder->xacts->open,
					   U64FromFullTransactionId(checkpoint.nextXid));
}

static CvTrackedFile *
find_file(CvDecoder *decoder, const RelFileLocator *locator)
{
	if (RelFileLocatorEquals(decoder->last_locator, *locator))
		return decoder->last_file;
	decoder->last_file = hash_search(decoder->tracked, locator, HASH_FIND,
									 NULL);
	decoder->last_locator = *locator;
	return decoder->last_file;
}

static void
note_insert(CvDecoder *decoder, XLogReaderState *reader, uint64 xid, int rows)
{
	RelFileLocator locator;
	BlockNumber block;
	CvXactEntry *entry;

	XLogRecGetBlockTag(reader, 0, &locator, NULL, &block);
	if (find_file(decoder, &locator) == NULL)
		return;
	entry = cv_xact_table_get(decoder->xacts, xid, reader->ReadRecPtr);
	if (entry != NULL)
		cv_xact_entry_add_block(entry, locator, block, rows,
								&decoder->xacts->memory);
}

static void
note_update(CvDecoder *decoder, XLogReaderState *reader, uint64 xid)
{
	RelFileLocator locator;
	CvXactEntry *entry;

	XLogRecGetBlockTag(reader, 0, &locator, NULL, NULL);
	if (find_file(decoder, &locator) == NULL)
		return;
	entry = cv_xact_table_get(decoder->xacts, xid, reader->ReadRecPtr);
	if (entry != NULL)
		cv_xact_entry_add_update(entry, locator, &decoder->xacts->memory);
}

static void
note_delete(CvDecoder *decoder, XLogReaderState *reader, uint64 xid)
{
	RelFileLocator locator;
	CvTrackedFile *file;

	XLogRecGetBlockTag(reader, 0, &locator, NULL, NULL);
	file = find_file(decoder, &locator);
	if (file != NULL)
		file->last_deleter = Max(file->last_deleter, xid);
}

/*
 * May the transaction have changed which files make up an input?
 *
 * A new, detached or rewritten leaf invalidates the relation cache.  With
 * wal_level = minimal commit records have no invalidations; then any commit
 * may be such a change.
 */
static bool
changes_catalog(CvDecoder *decoder, const xl_xact_parsed_commit *parsed)
{
	int			i;

	if (!XLogStandbyInfoActive())
		return true;
	for (i = 0; i < parsed->nmsgs; i++)
	{
		const SharedInvalidationMessage *message = &parsed->msgs[i];

		if (message->id == SHAREDINVALRELCACHE_ID &&
			message->rc.dbId == MyDatabaseId)
			return true;
	}
	for (i = 0; i < parsed->nrels; i++)
	{
		RelFileLocator locator;

		/* it may be unaligned in the record */
		memcpy(&locator, &parsed->cv_xlocators[i], sizeof(RelFileLocator));
		if (find_file(decoder, &locator) != NULL)
			return true;
	}
	return false;
}

/*
 * Subxids in 64 bits and sorted, in the decoder's scratch space.
 */
static const uint64 *
widen_subxids(CvDecoder *decoder, const TransactionId *subxids, int n)
{
	bool		is_sorted = true;
	int			i;

	if (n > decoder->maxsubxids)
	{
		if (decoder->subxids != NULL)
			pfree(decoder->subxids);
		decoder->subxids = NULL;
		decoder->maxsubxids = 0;
		decoder->subxids = MemoryContextAllocHuge(decoder->context,
												  n * sizeof(uint64));
		decoder->maxsubxids = n;
	}
	for (i = 0; i < n; i++)
	{
		decoder->subxids[i] = cv_xact_table_widen(decoder->xacts, subxids[i]);
		if (i > 0 && decoder->subxids[i] < decoder->subxids[i - 1])
			is_sorted = false;
	}
	if (!is_sorted)
		qsort(decoder->subxids, n, sizeof(uint64), compare_xids);
	return decoder->subxids;
}

/* free_subxids -- much scratch space is not needed often. */
static void
free_subxids(CvDecoder *decoder)
{
	if (decoder->maxsubxids <= MANY_SUBXIDS)
		return;
	pfree(decoder->subxids);
	decoder->subxids = NULL;
	decoder->maxsubxids = 0;
}

static int
compare_xids(const void *a, const void *b)
{
	uint64		x = *(const uint64 *) a;
	uint64		y = *(const uint64 *) b;

	return x < y ? -1 : x > y ? 1 : 0;
}
