/*-------------------------------------------------------------------------
 *
 * clock_rows.c
 *	  The table continuous.clock: the clocks of watermark_by.
 *
 * Written in the transaction that writes the results, by direct heap calls: no
 * privileges are needed, no user code runs.  Whoever writes has locked the
 * view's position, or the view.
 *
 * A value is kept as flat bytes (cv_key_write()), for its text would cost a
 * call of the type's functions, and may not tell it from another.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "output/clock_rows.h"
#include "view/view_catalog.h"

#define ATT_VIEW		1
#define ATT_NUMBER		2
#define ATT_VALUE		3
#define ATT_NEWEST		4
#define ATT_LAST_SEEN	5
#define ATT_IS_IDLE		6
#define NATTS			6

/* of this many clocks, one that has changed is looked for by itself */
#define CV_FEW			8

typedef struct CvLoad
{
	CvClockTable *table;
	CvKeySet   *keys;
} CvLoad;

typedef struct CvSave
{
	Oid			view;
	CvKeySet   *keys;
	CvClockTable *table;
	Relation	rel;
	CatalogIndexState indexes;
} CvSave;

static void load_clock(void *arg, const CvClock *saved);
static SysScanDesc begin_scan(Relation rel, Oid view, int number,
							  Snapshot snapshot);
static void read_tuple(Relation rel, HeapTuple tuple, CvKeySet *keys,
					   CvClock *clock);
static void update_rows(CvSave *save, int number);
static void write_row(CvSave *save, CvClock *clock, ItemPointer before);

void
cv_clock_rows_load(Oid view, CvKeySet *keys, CvClockTable *table)
{
	CvLoad		load = {table, keys};

	cv_clock_rows_visit(view, keys, NULL, load_clock, &load);
}

static void
load_clock(void *arg, const CvClock *saved)
{
	CvLoad	   *load = arg;

	cv_clock_table_add(load->table, load->keys, saved);
}

void
cv_clock_rows_visit(Oid view, CvKeySet *keys, Snapshot snapshot,
					void (*visit) (void *arg, const CvClock *clock), void *arg)
{
	Relation	rel = table_open(cv_catalog_table("clock", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, view, 0, snapshot);
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		CvClock		clock = {0};

		read_tuple(rel, tuple, keys, &clock);
		visit(arg, &clock);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
}

/* begin_scan -- of all clocks of a view, or of one number. */
static SysScanDesc
begin_scan(Relation rel, Oid view, int number, Snapshot snapshot)
{
	ScanKeyData key[2];

	ScanKeyInit(&key[0], ATT_VIEW, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	ScanKeyInit(&key[1], ATT_NUMBER, BTEqualStrategyNumber, F_INT4EQ,
				Int32GetDatum(number));
	return systable_beginscan(rel, cv_primary_key_index(rel), true, snapshot,
							  number > 0 ? 2 : 1, key);
}

static void
read_tuple(Relation rel, HeapTuple tuple, CvKeySet *keys, CvClock *clock)
{
	Datum		values[NATTS];
	bool		nulls[NATTS];
	bytea	   *flat;
	Size		size;
	char	   *aligned;

	cv_check_layout(RelationGetDescr(rel), NATTS);
	heap_deform_tuple(tuple, RelationGetDescr(rel), values, nulls);
	flat = DatumGetByteaPP(values[ATT_VALUE - 1]);
	size = VARSIZE_ANY_EXHDR(flat);
	aligned = palloc(Max(size, 1));
	memcpy(aligned, VARDATA_ANY(flat), size);
	(void) cv_key_read(keys, aligned, &clock->value, &clock->isnull);
	clock->number = DatumGetInt32(values[ATT_NUMBER - 1]);
	clock->newest = DatumGetInt64(values[ATT_NEWEST - 1]);
	clock->last_seen = DatumGetTimestampTz(values[ATT_LAST_SEEN - 1]);
	clock->is_idle = DatumGetBool(values[ATT_IS_IDLE - 1]);
}

void
cv_clock_rows_save(Oid view, CvKeySet *keys, CvClockTable *table)
{
	Relation	rel = table_open(cv_catalog_table("clock", false),
								 RowExclusiveLock);
	CatalogIndexState indexes = CatalogOpenIndexes(rel);
	CvSave		save = {view, keys, table, rel, indexes};
	int			count = cv_clock_table_count(table);
	int			nchanged = 0;

	for (int i = 0; i < count; i++)
		nchanged += cv_clock_table_get(table, i)->is_changed;
	/* if there are many, going through all is cheaper than looking for each */
	if (nchanged > count / CV_FEW)
		update_rows(&save, 0);
	for (int i = 0; i < count; i++)
	{
		CvClock    *clock = cv_clock_table_get(table, i);

		if (!clock->is_changed)
			continue;
		if (clock->is_saved)
			update_rows(&save, clock->number);
		else
			write_row(&save, clock, NULL);
		if (clock->is_changed)
			elog(ERROR, "clock %d of continuous view %u is gone",
				 clock->number, view);
	}
	CatalogCloseIndexes(indexes);
	table_close(rel, RowExclusiveLock);
	CommandCounterIncrement();
}

/* update_rows -- those of changed clocks, or one (number > 0). */
static void
update_rows(CvSave *save, int number)
{
	SysScanDesc scan = begin_scan(save->rel, save->view, number, NULL);
	TupleDesc	desc = RelationGetDescr(save->rel);
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		bool		isnull;
		CvClock    *clock;

		number = DatumGetInt32(heap_getattr(tuple, ATT_NUMBER, desc, &isnull));
		clock = cv_clock_table_get(save->table, number - 1);
		if (clock->is_changed)
			write_row(save, clock, &tuple->t_self);
	}
	systable_endscan(scan);
}

/* write_row -- in place of the one at before, or a new one (NULL). */
static void
write_row(CvSave *save, CvClock *clock, ItemPointer before)
{
	Datum		values[NATTS];
	bool		nulls[NATTS] = {false};
	StringInfoData flat;
	HeapTuple	tuple;

	initStringInfo(&flat);
	cv_key_write(save->keys, &clock->value, &clock->isnull, &flat);
	values[ATT_VIEW - 1] = ObjectIdGetDatum(save->view);
	values[ATT_NUMBER - 1] = Int32GetDatum(clock->number);
	values[ATT_VALUE - 1] =
		PointerGetDatum(cstring_to_text_with_len(flat.data, flat.len));
	values[ATT_NEWEST - 1] = Int64GetDatum(clock->newest);
	values[ATT_LAST_SEEN - 1] = TimestampTzGetDatum(clock->last_seen);
	values[ATT_IS_IDLE - 1] = BoolGetDatum(clock->is_idle);
	cv_check_layout(RelationGetDescr(save->rel), NATTS);
	tuple = heap_form_tuple(RelationGetDescr(save->rel), values, nulls);
	if (before == NULL)
		CatalogTupleInsertWithInfo(save->rel, tuple, save->indexes);
	else
		CatalogTupleUpdateWithInfo(save->rel, before, tuple, save->indexes);
	clock->is_changed = false;
	clock->is_saved = true;
	heap_freetuple(tuple);
	pfree(DatumGetPointer(values[ATT_VALUE - 1]));
	pfree(flat.data);
}

void
cv_clock_rows_remove(Oid view)
{
	Relation	rel = table_open(cv_catalog_table("clock", false),
								 RowExclusiveLock);
	SysScanDesc scan = begin_scan(rel, view, 0, NULL);
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
	CommandCounterIncrement();
}
