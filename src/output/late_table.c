/*-------------------------------------------------------------------------
 *
 * late_table.c
 *	  Rows that are in no result: too late, or failed.
 *
 * The row's content is kept as jsonb, not as the input's row type: a column
 * of that type would forbid to alter the input.  It has the columns that the
 * parser has noted as read by the view's query, hence those that the owner
 * must have SELECT on, and no others.  Of a virtual column, which is in no
 * tuple, those are kept that it is computed of, if the owner may read them.
 * Names are the parent's; leaves have the same, at other places perhaps.
 *
 * The object is what to_jsonb() makes of a record of these columns.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_type.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "output/late_table.h"
#include "output/row_writer.h"

struct CvLateTable
{
	Relation	rel;
	CvRowWriter *writer;
	MemoryContext context;
	MemoryContext row_context;	/* emptied for each row */
	TupleTableSlot *row;		/* of the leaf, made by the reader */

	TupleDesc	desc;			/* the columns to keep, as a record */
	FmgrInfo	to_jsonb;
	TupleDesc	leaf_desc;		/* of which leaf_atts tells the places */
	AttrNumber *leaf_atts;
};

/* Which rows cv_late_rows_remove() means. */
typedef struct LateRange
{
	int64		from;
	int64		to;
	bool		with_failed;	/* and those without a time */
} LateRange;

static bool is_in_range(TupleTableSlot *row, void *arg);
static Bitmapset *add_sources(Relation input, Oid owner,
							  const Bitmapset *selected);
static bool is_kept(Form_pg_attribute att, const Bitmapset *selected);
static bool is_selected(AttrNumber attnum, const Bitmapset *selected);
static bool row_as_jsonb(CvLateTable *table, CvReader *reader, uint64 tag,
						 Datum *result);
static void find_leaf_columns(CvLateTable *table, TupleDesc leaf);

CvLateTable *
cv_late_table_open(const CvViewSpec *spec)
{
	MemoryContext context;
	MemoryContext old;
	CvLateTable *table;
	Const	   *record;

	if (!OidIsValid(spec->late))
		return NULL;

	context = AllocSetContextCreate(CurrentMemoryContext,
									"continuous view late table",
									ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	table = palloc0(sizeof(CvLateTable));
	table->context = context;
	table->row_context = AllocSetContextCreate(context,
											   "continuous view late row",
											   ALLOCSET_DEFAULT_SIZES);
	table->rel = table_open(spec->late, NoLock);
	table->writer = cv_row_writer_open(table->rel, CV_LATE_NATTS, NULL);
	table->desc = cv_late_columns(spec);
	table->leaf_atts = palloc(table->desc->natts * sizeof(AttrNumber));

	/* to_jsonb() asks the call for the type of its argument */
	record = makeConst(RECORDOID, -1, InvalidOid, -1, (Datum) 0, true, false);
	fmgr_info(F_TO_JSONB, &table->to_jsonb);
	fmgr_info_set_expr((Node *) makeFuncExpr(F_TO_JSONB, JSONBOID,
											 list_make1(record), InvalidOid,
											 InvalidOid, COERCE_EXPLICIT_CALL),
					   &table->to_jsonb);
	MemoryContextSwitchTo(old);
	return table;
}

void
cv_late_table_close(CvLateTable *table)
{
	if (table == NULL)
		return;
	if (table->row != NULL)
		ExecDropSingleTupleTableSlot(table->row);
	cv_row_writer_close(table->writer);
	table_close(table->rel, NoLock);
	MemoryContextDelete(table->context);
}

TupleDesc
cv_late_columns(const CvViewSpec *spec)
{
	RangeTblEntry *rte = rt_fetch(spec->input_rti, spec->query->rtable);
	Relation	input = table_open(spec->input, NoLock);
	TupleDesc	all = RelationGetDescr(input);
	Bitmapset  *selected =
		add_sources(input, spec->owner,
					cv_query_permissions(spec->query, rte)->selectedCols);
	TupleDesc	desc;
	int			n = 0;

	for (int i = 0; i < all->natts; i++)
		n += is_kept(TupleDescAttr(all, i), selected) ? 1 : 0;
	desc = CreateTemplateTupleDesc(n);
	n = 0;
	for (int i = 0; i < all->natts; i++)
	{
		if (is_kept(TupleDescAttr(all, i), selected))
			TupleDescCopyEntry(desc, ++n, all, i + 1);
	}
	table_close(input, NoLock);
	return BlessTupleDesc(desc);
}

/* the columns that selected virtual ones are computed of are selected, too */
static Bitmapset *
add_sources(Relation input, Oid owner, const Bitmapset *selected)
{
	TupleDesc	desc = RelationGetDescr(input);
	Bitmapset  *result = bms_copy(selected);

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Bitmapset  *sources = NULL;
		int			k = -1;

		if (!cv_is_virtual_column(att) || !is_selected(att->attnum, selected))
			continue;
		pull_varattnos(build_column_default(input, att->attnum), 1, &sources);
		while ((k = bms_next_member(sources, k)) >= 0)
		{
			AttrNumber	attnum = k + FirstLowInvalidHeapAttributeNumber;

			if (pg_attribute_aclcheck(RelationGetRelid(input), attnum, owner,
									  ACL_SELECT) == ACLCHECK_OK ||
				pg_class_aclcheck(RelationGetRelid(input), owner,
								  ACL_SELECT) == ACLCHECK_OK)
				result = bms_add_member(result, k);
		}
	}
	return result;
}

static bool
is_kept(Form_pg_attribute att, const Bitmapset *selected)
{
	/* a virtual column is not in the heap */
	return !att->attisdropped && !cv_is_virtual_column(att) &&
		is_selected(att->attnum, selected);
}

static bool
is_selected(AttrNumber attnum, const Bitmapset *selected)
{
	return bms_is_member(attnum - FirstLowInvalidHeapAttributeNumber,
						 selected) ||
		bms_is_member(InvalidAttrNumber - FirstLowInvalidHeapAttributeNumber,
					  selected);
}

void
cv_late_table_add(CvLateTable *table, CvReader *reader, uint64 tag,
				  bool has_time, int64 event_time, TimestampTz committed_at,
				  const char *error)
{
	Datum		values[CV_LATE_NATTS] = {0};
	bool		isnull[CV_LATE_NATTS] = {0};
	MemoryContext old;

	if (table == NULL)
		return;
	MemoryContextReset(table->row_context);
	old = MemoryContextSwitchTo(table->row_context);

	values[CV_LATE_ATT_REASON - 1] =
		CStringGetTextDatum(error == NULL ? "too late" : "error");
	values[CV_LATE_ATT_EVENT_TIME - 1] = Int64GetDatum(event_time);
	isnull[CV_LATE_ATT_EVENT_TIME - 1] = !has_time;
	values[CV_LATE_ATT_COMMITTED_AT - 1] = TimestampTzGetDatum(committed_at);
	isnull[CV_LATE_ATT_COMMITTED_AT - 1] = committed_at == 0;
	values[CV_LATE_ATT_NOTED_AT - 1] =
		TimestampTzGetDatum(GetCurrentTransactionStartTimestamp());
	isnull[CV_LATE_ATT_ROW_DATA - 1] =
		!row_as_jsonb(table, reader, tag,
					  &values[CV_LATE_ATT_ROW_DATA - 1]);
	isnull[CV_LATE_ATT_ERROR - 1] = error == NULL;
	if (error != NULL)
		values[CV_LATE_ATT_ERROR - 1] = CStringGetTextDatum(error);

	MemoryContextSwitchTo(old);
	cv_row_writer_insert(table->writer, values, isnull, NULL);
}

/* False if the row is not there any more. */
static bool
row_as_jsonb(CvLateTable *table, CvReader *reader, uint64 tag, Datum *result)
{
	int			n = table->desc->natts;
	Datum	   *values = palloc(n * sizeof(Datum));
	bool	   *isnull = palloc(n * sizeof(bool));
	MemoryContext old = MemoryContextSwitchTo(table->context);
	bool		found = cv_reader_fetch(reader, tag, &table->row);
	HeapTuple	tuple;

	if (found && table->leaf_desc != table->row->tts_tupleDescriptor)
		find_leaf_columns(table, table->row->tts_tupleDescriptor);
	MemoryContextSwitchTo(old);
	if (!found)
		return false;

	for (int i = 0; i < n; i++)
		values[i] = slot_getattr(table->row, table->leaf_atts[i], &isnull[i]);
	tuple = heap_form_tuple(table->desc, values, isnull);
	*result = FunctionCall1(&table->to_jsonb, HeapTupleGetDatum(tuple));
	ExecClearTuple(table->row);
	return true;
}

static void
find_leaf_columns(CvLateTable *table, TupleDesc leaf)
{
	for (int i = 0; i < table->desc->natts; i++)
	{
		char	   *name = NameStr(TupleDescAttr(table->desc, i)->attname);
		AttrNumber	found = InvalidAttrNumber;

		for (int k = 0; k < leaf->natts && found == InvalidAttrNumber; k++)
		{
			Form_pg_attribute att = TupleDescAttr(leaf, k);

			if (!att->attisdropped && namestrcmp(&att->attname, name) == 0)
				found = att->attnum;
		}
		if (found == InvalidAttrNumber)
			elog(ERROR, "a leaf of the input has no column \"%s\"", name);
		table->leaf_atts[i] = found;
	}
	table->leaf_desc = leaf;
}

void
cv_late_rows_remove(Oid late, int64 from, int64 to, bool with_failed)
{
	LateRange	range = {from, to, with_failed};

	cv_rows_delete(late, is_in_range, &range);
}

static bool
is_in_range(TupleTableSlot *row, void *arg)
{
	const LateRange *range = arg;
	bool		has_no_time;
	int64		time = DatumGetInt64(slot_getattr(row, CV_LATE_ATT_EVENT_TIME,
												  &has_no_time));

	return has_no_time ? range->with_failed :
		time >= range->from && time < range->to;
}
