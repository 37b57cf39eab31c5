/*-------------------------------------------------------------------------
 *
 * position_detail.c
 *	  The part of a position that only we read: one bytea.
 *
 *	detail	 := format, system identifier, database, needs_scan,
 *				consumed set, leaves, pending blocks, scan, sessions,
 *				not counted set, anchor step, from, checksum of all that
 *	leaves	 := count, { relid, spc, db, file, flags, [consumed set] }
 *	pending	 := count, { xid - the one before, xids behind it, relid,
 *				block set }
 *	scan	 := 0 | 1, is_backfill, is_whole, cut, cut_time, progress,
 *				count, { relid, frozen_before, old set }
 *	sessions := 0 | 1, newest_end, longest, has_overlap, overlap_start,
 *				keys_collide, cv_key_tries
 *
 * All numbers are varints.  The format's number comes first: whoever changes
 * the layout raises it and goes on reading the older ones.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "base/compat.h"
#include "base/damage.h"
#include "input/position_detail.h"
#include "input/varint.h"

#define FORMAT			6
#define FORMAT_WITH_SESSIONS	2
#define FORMAT_WITH_NOT_COUNTED 3
#define FORMAT_WITH_ANCHOR		4
#define FORMAT_WITH_CHECKSUM	5
#define FORMAT_WITH_PENDING_RANGES	6

/* open ranges of a consumed set, which is saved with each flush */
#define MAX_OPEN_RANGES	1000000

#define LEAF_DETACHED	0x01
#define LEAF_OWN_SET	0x02
#define LEAF_FROM_NOW	0x04

/* with more than this a scan at the next start is cheaper than each save */
#define MAX_PENDING_BYTES	(1024 * 1024)

static void write_leaves(const CvPosition *position, StringInfo out);
static void read_leaves(CvPosition *position, StringInfo in);
static void write_pending(const List *pending, StringInfo out);
static List *read_pending(StringInfo in, bool has_ranges);
static void write_scan(const CvScan *scan, StringInfo out);
static CvScan *read_scan(StringInfo in);
static void write_sessions(const CvSessionFacts *sessions, StringInfo out);
static void read_sessions(CvSessionFacts *sessions, StringInfo in);
static void write_signed(StringInfo out, int64 value);
static int64 read_signed(StringInfo in);
static uint64 read_count(StringInfo in);

bytea *
cv_position_detail_write(const CvPosition *position)
{
	StringInfoData out;
	StringInfoData pending;
	bool		needs_scan = position->needs_scan;

	if (position->consumed.nopen > MAX_OPEN_RANGES)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_RESOURCES),	/* it passes */
				 errmsg("too many subtransactions in progress"),
				 errdetail("More than %d of them began between transactions that have ended, and each has to be remembered.",
						   MAX_OPEN_RANGES),
				 errhint("The view goes on when their transaction ends.")));
	initStringInfo(&pending);
	write_pending(position->pending, &pending);
	if (pending.len > MAX_PENDING_BYTES)
	{
		resetStringInfo(&pending);
		write_pending(NIL, &pending);
		needs_scan = true;
	}

	initStringInfo(&out);
	appendStringInfoSpaces(&out, VARHDRSZ);
	cv_varint_write(&out, FORMAT);
	cv_varint_write(&out, position->system_identifier);
	cv_varint_write(&out, position->database);
	cv_varint_write(&out, needs_scan);
	cv_xid_set_write(&position->consumed, &out);
	write_leaves(position, &out);
	appendBinaryStringInfo(&out, pending.data, pending.len);
	write_scan(position->scan, &out);
	write_sessions(&position->sessions, &out);
	cv_xid_set_write(&position->not_counted, &out);
	cv_varint_write(&out, position->anchor.step);
	write_signed(&out, position->anchor.from);
	pfree(pending.data);
	cv_checksum_append(&out, VARHDRSZ);

	SET_VARSIZE(out.data, out.len);
	return (bytea *) out.data;
}

void
cv_position_detail_read(CvPosition *position, const bytea *detail)
{
	StringInfoData in;
	uint64		format;

	in.data = (char *) VARDATA_ANY(detail);
	in.len = VARSIZE_ANY_EXHDR(detail);
	in.maxlen = in.len;
	in.cursor = 0;

	format = cv_varint_read(&in);
	if (format < 1 || format > FORMAT)
		cv_damage_report("position",
						 psprintf("Its format is %llu, which this version of pg_continuous does not know.",
								  (unsigned long long) format));
	if (format >= FORMAT_WITH_CHECKSUM)
		in.len = cv_checksum_check(in.data, in.len, 0, "position");
	position->system_identifier = cv_varint_read(&in);
	position->database = (Oid) cv_varint_read(&in);
	position->needs_scan = cv_varint_read(&in) != 0;
	cv_xid_set_read(&position->consumed, &in);
	read_leaves(position, &in);
	position->pending = read_pending(&in,
									 format >= FORMAT_WITH_PENDING_RANGES);
	position->scan = read_scan(&in);
	if (format >= FORMAT_WITH_SESSIONS)
		read_sessions(&position->sessions, &in);
	if (format >= FORMAT_WITH_NOT_COUNTED)
		cv_xid_set_read(&position->not_counted, &in);
	if (format >= FORMAT_WITH_ANCHOR)
	{
		uint64		step = cv_varint_read(&in);

		if (step > CV_ANCHOR_COUNT)
			cv_damage_report("position", "Its step is unknown.");
		position->anchor.step = (CvAnchorStep) step;
		position->anchor.from = read_signed(&in);
	}
	if (in.cursor != in.len)
		cv_damage_report("position", "It is longer than it says.");
}

static void
write_leaves(const CvPosition *position, StringInfo out)
{
	int			i;

	cv_varint_write(out, position->nleaves);
	for (i = 0; i < position->nleaves; i++)
	{
		const CvLeaf *leaf = &position->leaves[i];

		cv_varint_write(out, leaf->relid);
		cv_varint_write(out, leaf->locator.spcOid);
		cv_varint_write(out, leaf->locator.dbOid);
		cv_varint_write(out, leaf->locator.relNumber);
		cv_varint_write(out, (leaf->is_detached ? LEAF_DETACHED : 0) |
						(leaf->has_own_set ? LEAF_OWN_SET : 0) |
						(leaf->begins_from_now ? LEAF_FROM_NOW : 0));
		if (leaf->has_own_set)
			cv_xid_set_write(&leaf->consumed, out);
	}
}

static void
read_leaves(CvPosition *position, StringInfo in)
{
	int			i;

	position->nleaves = (int) read_count(in);
	position->leaves = palloc0(Max(position->nleaves, 1) * sizeof(CvLeaf));
	for (i = 0; i < position->nleaves; i++)
	{
		CvLeaf	   *leaf = &position->leaves[i];
		uint64		flags;

		leaf->relid = (Oid) cv_varint_read(in);
		leaf->locator.spcOid = (Oid) cv_varint_read(in);
		leaf->locator.dbOid = (Oid) cv_varint_read(in);
		leaf->locator.relNumber = (RelFileNumber) cv_varint_read(in);
		flags = cv_varint_read(in);
		leaf->is_detached = (flags & LEAF_DETACHED) != 0;
		leaf->has_own_set = (flags & LEAF_OWN_SET) != 0;
		leaf->begins_from_now = (flags & LEAF_FROM_NOW) != 0;
		if (leaf->has_own_set)
			cv_xid_set_read(&leaf->consumed, in);
	}
}

static void
write_pending(const List *pending, StringInfo out)
{
	uint64		last = 0;
	ListCell   *lc;

	cv_varint_write(out, list_length(pending));
	foreach(lc, pending)
	{
		const CvPendingBlocks *blocks = lfirst(lc);

		CHECK_FOR_INTERRUPTS();
		write_signed(out, (int64) (blocks->xid - last));
		cv_varint_write(out, blocks->end_xid - blocks->xid - 1);
		cv_varint_write(out, blocks->relid);
		cv_block_set_write(&blocks->blocks, out);
		last = blocks->xid;
	}
}

static List *
read_pending(StringInfo in, bool has_ranges)
{
	List	   *pending = NIL;
	uint64		count = read_count(in);
	uint64		last = 0;

	while (count-- > 0)
	{
		CvPendingBlocks *blocks = palloc(sizeof(CvPendingBlocks));

		blocks->xid = last + (uint64) read_signed(in);
		blocks->end_xid = blocks->xid + 1;
		if (has_ranges)
			blocks->end_xid += cv_varint_read(in);
		blocks->relid = (Oid) cv_varint_read(in);
		cv_block_set_read(&blocks->blocks, in, CurrentMemoryContext);
		last = blocks->xid;
		pending = lappend(pending, blocks);
	}
	return pending;
}

static void
write_scan(const CvScan *scan, StringInfo out)
{
	int			i;

	cv_varint_write(out, scan != NULL);
	if (scan == NULL)
		return;
	cv_varint_write(out, scan->is_backfill);
	cv_varint_write(out, scan->is_whole);
	cv_xid_set_write(&scan->cut, out);
	write_signed(out, scan->cut_time);
	cv_varint_write(out, scan->current);
	cv_varint_write(out, scan->next_block);
	cv_varint_write(out, scan->nblocks);
	cv_varint_write(out, scan->blocks_done);
	cv_varint_write(out, scan->blocks_total);
	cv_varint_write(out, scan->has_newest);
	if (scan->has_newest)
		write_signed(out, scan->newest);
	cv_varint_write(out, scan->nleaves);
	for (i = 0; i < scan->nleaves; i++)
	{
		cv_varint_write(out, scan->leaves[i]);
		cv_varint_write(out, scan->frozen_before[i]);
		cv_xid_set_write(&scan->old[i], out);
	}
}

static CvScan *
read_scan(StringInfo in)
{
	CvScan	   *scan;
	int			i;

	if (cv_varint_read(in) == 0)
		return NULL;
	scan = palloc0(sizeof(CvScan));
	scan->is_backfill = cv_varint_read(in) != 0;
	scan->is_whole = cv_varint_read(in) != 0;
	cv_xid_set_read(&scan->cut, in);
	scan->cut_time = read_signed(in);
	scan->current = (int) cv_varint_read(in);
	scan->next_block = (BlockNumber) cv_varint_read(in);
	scan->nblocks = (BlockNumber) cv_varint_read(in);
	scan->blocks_done = (int64) cv_varint_read(in);
	scan->blocks_total = (int64) cv_varint_read(in);
	scan->has_newest = cv_varint_read(in) != 0;
	if (scan->has_newest)
		scan->newest = read_signed(in);
	scan->nleaves = (int) read_count(in);
	scan->leaves = palloc(Max(scan->nleaves, 1) * sizeof(Oid));
	scan->old = palloc(Max(scan->nleaves, 1) * sizeof(CvXidSet));
	scan->frozen_before = palloc(Max(scan->nleaves, 1) * sizeof(XLogRecPtr));
	for (i = 0; i < scan->nleaves; i++)
	{
		scan->leaves[i] = (Oid) cv_varint_read(in);
		scan->frozen_before[i] = cv_varint_read(in);
		cv_xid_set_read(&scan->old[i], in);
	}
	return scan;
}

static void
write_sessions(const CvSessionFacts *sessions, StringInfo out)
{
	cv_varint_write(out, sessions->has_any);
	if (!sessions->has_any)
		return;
	write_signed(out, sessions->newest_end);
	cv_varint_write(out, sessions->longest);
	cv_varint_write(out, sessions->has_overlap);
	write_signed(out, sessions->overlap_start);
	cv_varint_write(out, sessions->keys_collide);
	cv_varint_write(out, sessions->cv_key_tries);
}

static void
read_sessions(CvSessionFacts *sessions, StringInfo in)
{
	sessions->has_any = cv_varint_read(in) != 0;
	if (!sessions->has_any)
		return;
	sessions->newest_end = read_signed(in);
	sessions->longest = cv_varint_read(in);
	sessions->has_overlap = cv_varint_read(in) != 0;
	sessions->overlap_start = read_signed(in);
	sessions->keys_collide = cv_varint_read(in) != 0;
	sessions->cv_key_tries = (uint32) cv_varint_read(in);
}

/* small negative numbers are short, too */
static void
write_signed(StringInfo out, int64 value)
{
	cv_varint_write(out, ((uint64) value << 1) ^ (uint64) (value >> 63));
}

static int64
read_signed(StringInfo in)
{
	uint64		value = cv_varint_read(in);

	return (int64) ((value >> 1) ^ (~(value & 1) + 1));
}

/* each of what is counted takes a byte at least */
static uint64
read_count(StringInfo in)
{
	uint64		count = cv_varint_read(in);

	if (count > (uint64) (in->len - in->cursor))
		cv_damage_report("position", "It ends too early.");
	return count;
}
