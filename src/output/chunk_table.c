/*-------------------------------------------------------------------------
 *
 * chunk_table.c
 *	  The table v_collected: inputs of aggregates that need all of them, of
 *	  groups that have too many for a row.
 *
 * Written by a row writer, as the other members of a view, and found by index.
 * Everything is seen that this transaction has written, so that a state can be
 * read back after it was moved here: before rows are looked for, what is
 * buffered is written out and the snapshot moves on to the newest command.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/genam.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_am.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "base/damage.h"
#include "base/debug_point.h"
#include "output/chunk_table.h"
#include "view/view_ddl.h"
#include "output/row_writer.h"
#include "view/view_spec.h"

/* what one batch removes */
#define MAX_REMOVED_CHUNKS	10000
#define MAX_REMOVED_BYTES	(256 * 1024 * 1024)

struct CvChunkTable
{
	CvChunks	chunks;			/* first, see table_of() */
	Relation	rel;
	MemoryContext context;
	CvCollections *collections;
	bool		moves;

	CvRowWriter *writer;
	Relation	pk;				/* these two are the writer's */
	Relation	by_end;
	Snapshot	snapshot;
	bool		is_dirty;		/* written since snapshot's command */
	IndexScanDesc lookup;		/* by the primary key, of one collection */
	TupleTableSlot *row;
};

static int64 create_collection(CvChunks *chunks);
static void append_chunk(CvChunks *chunks, int64 collection, int32 no,
						 int64 window_end, const char *data, Size len);
static void read_chunk(CvChunks *chunks, int64 collection, int32 no,
					   StringInfo out);
static void drop_collection(CvChunks *chunks, int64 collection);
static void move_collection(CvChunks *chunks, int64 collection,
							int64 window_end);
static void find_indexes(CvChunkTable *table);
static void see_own_writes(CvChunkTable *table);
static void begin_lookup(CvChunkTable *table, int64 collection, int32 no);
static TupleTableSlot *next_row(CvChunkTable *table, IndexScanDesc scan);
static void end_lookup(CvChunkTable *table);
static int64 window_end_of(TupleTableSlot *row);
static Size data_size(TupleTableSlot *row);
static Size delete_row(CvChunkTable *table, TupleTableSlot *row);

CvChunkTable *
cv_chunk_table_open(Oid relid, CvCollections *collections, bool moves)
{
	MemoryContext context;
	MemoryContext old;
	CvChunkTable *table;

	context = AllocSetContextCreate(CurrentMemoryContext,
									"continuous view chunk table",
									ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	table = palloc0(sizeof(CvChunkTable));
	table->chunks.create = create_collection;
	table->chunks.append = append_chunk;
	table->chunks.read = read_chunk;
	table->chunks.drop = drop_collection;
	table->chunks.move = move_collection;
	table->context = context;
	table->collections = collections;
	table->moves = moves;
	table->rel = table_open(relid, NoLock);
	table->writer =
		cv_row_writer_open(table->rel, CV_CHUNK_NATTS,
						   bms_make_singleton(CV_CHUNK_ATT_WINDOW_END -
											  FirstLowInvalidHeapAttributeNumber));
	find_indexes(table);
	table->snapshot = RegisterSnapshot(GetLatestSnapshot());
	table->is_dirty = true;
	table->row = table_slot_create(table->rel, NULL);
	MemoryContextSwitchTo(old);
	return table;
}

static void
find_indexes(CvChunkTable *table)
{
	const ResultRelInfo *rri = cv_row_writer_result_rel(table->writer);

	for (int i = 0; i < rri->ri_NumIndices; i++)
	{
		Relation	index = rri->ri_IndexRelationDescs[i];
		Form_pg_index form = index->rd_index;

		if (!form->indisvalid || index->rd_rel->relam != BTREE_AM_OID ||
			index->rd_indoption[0] != 0 ||
			cv_index_is_partial(index))
			continue;
		if (form->indisprimary && form->indnkeyatts == 2 &&
			form->indkey.values[0] == CV_CHUNK_ATT_COLLECTION &&
			form->indkey.values[1] == CV_CHUNK_ATT_CHUNK)
			table->pk = index;
		else if (form->indkey.values[0] == CV_CHUNK_ATT_WINDOW_END)
			table->by_end = index;
	}
	if (table->pk == NULL || table->by_end == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("table \"%s\" has no index on %s",
						RelationGetRelationName(table->rel),
						table->pk == NULL ? "(collection, chunk)" :
						"window_end"),
				 errhint("Create one again.")));
}

void
cv_chunk_table_close(CvChunkTable *table)
{
	if (table->lookup != NULL)
		index_endscan(table->lookup);
	ExecDropSingleTupleTableSlot(table->row);
	UnregisterSnapshot(table->snapshot);
	cv_row_writer_close(table->writer);
	table_close(table->rel, NoLock);
	MemoryContextDelete(table->context);
}

CvChunks *
cv_chunk_table_chunks(CvChunkTable *table)
{
	return &table->chunks;
}

static inline CvChunkTable *
table_of(CvChunks *chunks)
{
	return (CvChunkTable *) chunks;
}

/* ---- CvChunks */

static inline uint64
chunk_salt(int64 collection, int32 no)
{
	return ((uint64) collection << 32) ^ (uint32) no;
}

static int64
create_collection(CvChunks *chunks)
{
	return table_of(chunks)->collections->next++;
}

static void
append_chunk(CvChunks *chunks, int64 collection, int32 no, int64 window_end,
			 const char *data, Size len)
{
	CvChunkTable *table = table_of(chunks);
	Datum		values[CV_CHUNK_NATTS];
	bool		isnull[CV_CHUNK_NATTS] = {false};
	bytea	   *bytes;

	if (len > MaxAllocSize - VARHDRSZ - CV_CHECKSUM_SIZE)
		elog(ERROR, "chunk of %zu bytes is too large", len);
	bytes = MemoryContextAlloc(table->context,
							   len + VARHDRSZ + CV_CHECKSUM_SIZE);
	SET_VARSIZE(bytes, len + VARHDRSZ + CV_CHECKSUM_SIZE);
	memcpy(VARDATA(bytes), data, len);
	cv_checksum_write(VARDATA(bytes) + len, data, len,
					  chunk_salt(collection, no));
	values[CV_CHUNK_ATT_COLLECTION - 1] = Int64GetDatum(collection);
	values[CV_CHUNK_ATT_CHUNK - 1] = Int32GetDatum(no);
	values[CV_CHUNK_ATT_WINDOW_END - 1] = Int64GetDatum(window_end);
	values[CV_CHUNK_ATT_DATA - 1] = PointerGetDatum(bytes);
	cv_row_writer_insert(table->writer, values, isnull, NULL);
	table->is_dirty = true;
	table->collections->bytes += len;
	pfree(bytes);
	CV_DEBUG_POINT("chunk_append");
}

static void
read_chunk(CvChunks *chunks, int64 collection, int32 no, StringInfo out)
{
	CvChunkTable *table = table_of(chunks);
	TupleTableSlot *row;
	struct varlena *stored;
	struct varlena *data;
	bool		isnull;
	Size		len;

	begin_lookup(table, collection, no);
	row = next_row(table, table->lookup);
	if (row == NULL)
		cv_damage_report("collection",
						 psprintf("Chunk %d of collection %lld is missing in table \"%s\".",
								  no, (long long) collection,
								  RelationGetRelationName(table->rel)));
	stored = (struct varlena *)
		DatumGetPointer(slot_getattr(row, CV_CHUNK_ATT_DATA, &isnull));
	data = detoast_attr(stored);
	len = cv_checksum_check(VARDATA_ANY(data), VARSIZE_ANY_EXHDR(data),
							chunk_salt(collection, no), "collection");
	appendBinaryStringInfo(out, VARDATA_ANY(data), len);
	if (data != stored)
		pfree(data);
	end_lookup(table);
}

static void
drop_collection(CvChunks *chunks, int64 collection)
{
	CvChunkTable *table = table_of(chunks);
	TupleTableSlot *row;

	begin_lookup(table, collection, -1);
	while ((row = next_row(table, table->lookup)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		(void) delete_row(table, row);
	}
	end_lookup(table);
}

/* The data stay where they are, out of line. */
static void
move_collection(CvChunks *chunks, int64 collection, int64 window_end)
{
	CvChunkTable *table = table_of(chunks);
	TupleTableSlot *row;

	if (!table->moves)
		return;
	begin_lookup(table, collection, -1);
	while ((row = next_row(table, table->lookup)) != NULL)
	{
		Datum		values[CV_CHUNK_NATTS];
		bool		isnull[CV_CHUNK_NATTS];
		ItemPointerData tid;

		CHECK_FOR_INTERRUPTS();
		/* all of a collection end together */
		if (window_end_of(row) == window_end)
			break;
		slot_getallattrs(row);
		memcpy(values, row->tts_values, sizeof(values));
		memcpy(isnull, row->tts_isnull, sizeof(isnull));
		values[CV_CHUNK_ATT_WINDOW_END - 1] = Int64GetDatum(window_end);
		cv_row_writer_update(table->writer, row, table->snapshot, values,
							 isnull, &tid);
		table->is_dirty = true;
		CV_DEBUG_POINT("chunk_move");
	}
	end_lookup(table);
}

/* ---- reading */

static void
see_own_writes(CvChunkTable *table)
{
	if (!table->is_dirty)
		return;
	cv_row_writer_flush(table->writer);
	CommandCounterIncrement();
	table->snapshot->curcid = GetCurrentCommandId(false);
	table->is_dirty = false;
}

/* begin_lookup -- of chunk no, or of all that the collection has (-1). */
static void
begin_lookup(CvChunkTable *table, int64 collection, int32 no)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	ScanKeyData keys[2];

	see_own_writes(table);
	if (table->lookup == NULL)
		table->lookup = cv_index_beginscan(table->rel, table->pk,
										   table->snapshot, 2);
	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_INT8EQ,
				Int64GetDatum(collection));
	ScanKeyInit(&keys[1], 2, no < 0 ? BTGreaterEqualStrategyNumber :
				BTEqualStrategyNumber, no < 0 ? F_INT4GE : F_INT4EQ,
				Int32GetDatum(Max(no, 0)));
	index_rescan(table->lookup, keys, 2, NULL, 0);
	MemoryContextSwitchTo(old);
}

/* In our context: btree allocates what it keeps when it needs it. */
static TupleTableSlot *
next_row(CvChunkTable *table, IndexScanDesc scan)
{
	MemoryContext old = MemoryContextSwitchTo(table->context);
	bool		found = index_getnext_slot(scan, ForwardScanDirection,
										   table->row);

	MemoryContextSwitchTo(old);
	return found ? table->row : NULL;
}

/* Lets go of its pages: a pin would keep them from being pruned. */
static void
end_lookup(CvChunkTable *table)
{
	ExecClearTuple(table->row);
	index_rescan(table->lookup, NULL, 0, NULL, 0);
}

static int64
window_end_of(TupleTableSlot *row)
{
	bool		isnull;

	return DatumGetInt64(slot_getattr(row, CV_CHUNK_ATT_WINDOW_END, &isnull));
}

/* without fetching them */
static Size
data_size(TupleTableSlot *row)
{
	bool		isnull;

	return toast_raw_datum_size(slot_getattr(row, CV_CHUNK_ATT_DATA,
											 &isnull)) -
		VARHDRSZ - CV_CHECKSUM_SIZE;
}

/* delete_row -- and say how many bytes it had. */
static Size
delete_row(CvChunkTable *table, TupleTableSlot *row)
{
	Size		bytes = data_size(row);

	cv_row_writer_delete(table->writer, row, table->snapshot);
	table->is_dirty = true;
	table->collections->bytes -= bytes;
	return bytes;
}

bool
cv_chunk_table_remove_ended(CvChunkTable *table, int64 after, int64 upto)
{
	bool		with_zone =
		TupleDescAttr(RelationGetDescr(table->rel),
					  CV_CHUNK_ATT_WINDOW_END - 1)->atttypid == TIMESTAMPTZOID;
	ScanKeyData keys[2];
	IndexScanDesc scan;
	TupleTableSlot *row;
	int			nremoved = 0;
	Size		bytes = 0;

	ScanKeyInit(&keys[0], 1, BTGreaterStrategyNumber,
				with_zone ? F_TIMESTAMPTZ_GT : F_TIMESTAMP_GT,
				Int64GetDatum(after));
	ScanKeyInit(&keys[1], 1, BTLessEqualStrategyNumber,
				with_zone ? F_TIMESTAMPTZ_LE : F_TIMESTAMP_LE,
				Int64GetDatum(upto));
	see_own_writes(table);
	scan = cv_index_beginscan(table->rel, table->by_end, table->snapshot, 2);
	index_rescan(scan, keys, 2, NULL, 0);
	while (nremoved < MAX_REMOVED_CHUNKS && bytes < MAX_REMOVED_BYTES &&
		   (row = next_row(table, scan)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		bytes += delete_row(table, row);
		nremoved++;
		CV_DEBUG_POINT("chunk_remove");
	}
	ExecClearTuple(table->row);
	index_endscan(scan);
	return nremoved < MAX_REMOVED_CHUNKS && bytes < MAX_REMOVED_BYTES;
}

void
cv_chunk_table_survey(Oid relid, CvCollections *collections)
{
	Relation	rel = table_open(relid, AccessShareLock);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TupleTableSlot *row = table_slot_create(rel, NULL);
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);
	bool		isnull;

	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		int64		number =
			DatumGetInt64(slot_getattr(row, CV_CHUNK_ATT_COLLECTION, &isnull));

		CHECK_FOR_INTERRUPTS();
		collections->next = Max(collections->next, number + 1);
		collections->bytes += data_size(row);
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	UnregisterSnapshot(snapshot);
	table_close(rel, NoLock);
}
