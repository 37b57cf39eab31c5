/*-------------------------------------------------------------------------
 *
 * row_order.c
 *	  The rows of each transaction in the order of their event times.
 *
 * For aggregates whose result depends on the order of rows: between
 * transactions that is the order of commits, inside of one (event time,
 * physical order).  The input query gives rows in physical order, so each
 * transaction of more than one row is sorted.
 *
 * Backfill and fallback scans read in physical order: a sort of all there is
 * would cost more than it is worth.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "catalog/pg_operator.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "input/input_query.h"
#include "worker/row_order.h"

struct CvRowOrder
{
	CvAggSet   *aggs;
	const CvReader *reader;
	MemoryContext context;
	TupleTableSlot *ahead;		/* read, but of the next transaction */
	int			ahead_xact;
	Tuplesortstate *sort;		/* gives out rows; NULL: none */
	TupleTableSlot *sorted;
	TupleTableSlot *row;		/* what is given out */
};

static void init_slots(CvRowOrder *order, TupleDesc desc);
static bool read_ahead(CvRowOrder *order);
static void sort_xact(CvRowOrder *order, int xact);
static TupleTableSlot *give_sorted(CvRowOrder *order);

bool
cv_row_order_matters(const CvViewSpec *spec)
{
	ListCell   *lc;

	foreach(lc, spec->aggs)
		if (cv_row_order_matters_to(lfirst_node(Aggref, lc)))
			return true;
	return false;
}

/*
 * cv_row_order_matters_to -- users' aggregates may do anything with the order.
 * Those of the server do not care, but for these, and for the last digits of
 * floats, which come in physical order.  By name: each release has more of
 * JSON.
 */
bool
cv_row_order_matters_to(const Aggref *aggref)
{
	static const char *const names[] = {
		"any_value", "array_agg", "string_agg", "xmlagg",
	};
	char	   *name;

	if (aggref->aggfnoid >= FirstGenbkiObjectId)
		return true;
	name = get_func_name(aggref->aggfnoid);
	for (int i = 0; i < lengthof(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return strncmp(name, "json", 4) == 0;
}

CvRowOrder *
cv_row_order_begin(CvAggSet *aggs, const CvReader *reader)
{
	CvRowOrder *order = palloc0(sizeof(CvRowOrder));

	order->aggs = aggs;
	order->reader = reader;
	order->context = CurrentMemoryContext;
	return order;
}

void
cv_row_order_end(CvRowOrder *order)
{
	if (order->sort != NULL)
		tuplesort_end(order->sort);
	if (order->ahead == NULL)
		return;
	ExecDropSingleTupleTableSlot(order->ahead);
	ExecDropSingleTupleTableSlot(order->sorted);
	ExecDropSingleTupleTableSlot(order->row);
}

TupleTableSlot *
cv_row_order_next(CvRowOrder *order)
{
	int			xact;

	if (order->sort != NULL)
	{
		TupleTableSlot *row = give_sorted(order);

		if (row != NULL)
			return row;
	}
	if (order->ahead == NULL && !read_ahead(order))
		return NULL;
	if (TTS_EMPTY(order->ahead))
		return NULL;

	/* most transactions have one row */
	xact = order->ahead_xact;
	ExecCopySlot(order->row, order->ahead);
	if (!read_ahead(order) || order->ahead_xact != xact)
		return order->row;
	sort_xact(order, xact);
	return give_sorted(order);
}

/* All rows are virtual, as those that aggs gives, which it was made for. */
static void
init_slots(CvRowOrder *order, TupleDesc desc)
{
	MemoryContext old = MemoryContextSwitchTo(order->context);

	desc = CreateTupleDescCopy(desc);
	order->ahead = MakeSingleTupleTableSlot(desc, &TTSOpsVirtual);
	order->sorted = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);
	order->row = MakeSingleTupleTableSlot(desc, &TTSOpsVirtual);
	MemoryContextSwitchTo(old);
}

/* read_ahead -- the next row of the input, into ahead; false at the end. */
static bool
read_ahead(CvRowOrder *order)
{
	TupleTableSlot *row = cv_agg_set_next_row(order->aggs);
	CvRowSource source;
	uint64		tag;

	if (row == NULL)
	{
		if (order->ahead != NULL)
			ExecClearTuple(order->ahead);
		return false;
	}
	if (order->ahead == NULL)
		init_slots(order, row->tts_tupleDescriptor);
	ExecCopySlot(order->ahead, row);
	tag = cv_reader_tag((ItemPointer)
						DatumGetPointer(order->ahead->tts_values[CV_INPUT_TAG - 1]));
	cv_reader_locate(order->reader, tag, &source);
	order->ahead_xact = source.xact;
	return true;
}

/* sort_xact -- the row at hand, the one ahead, and all behind it. */
static void
sort_xact(CvRowOrder *order, int xact)
{
	order->sort = cv_row_order_begin_sort(order->row->tts_tupleDescriptor,
										  work_mem);
	tuplesort_puttupleslot(order->sort, order->row);
	do
	{
		CHECK_FOR_INTERRUPTS();
		tuplesort_puttupleslot(order->sort, order->ahead);
	} while (read_ahead(order) && order->ahead_xact == xact);
	tuplesort_performsort(order->sort);
}

/* give_sorted -- NULL, and the sort has ended, if there is none left. */
static TupleTableSlot *
give_sorted(CvRowOrder *order)
{
	int			natts = order->row->tts_tupleDescriptor->natts;

	if (!tuplesort_gettupleslot(order->sort, true, false, order->sorted, NULL))
	{
		ExecClearTuple(order->sorted);
		tuplesort_end(order->sort);
		order->sort = NULL;
		return NULL;
	}
	slot_getallattrs(order->sorted);
	ExecClearTuple(order->row);
	memcpy(order->row->tts_values, order->sorted->tts_values,
		   natts * sizeof(Datum));
	memcpy(order->row->tts_isnull, order->sorted->tts_isnull,
		   natts * sizeof(bool));
	return ExecStoreVirtualTuple(order->row);
}

Tuplesortstate *
cv_row_order_begin_sort(TupleDesc desc, int memory_kb)
{
	Oid			time_type = TupleDescAttr(desc, CV_INPUT_TIME - 1)->atttypid;
	AttrNumber	columns[] = {CV_INPUT_TIME, CV_INPUT_TAG};
	Oid			operators[] = {
		lookup_type_cache(time_type, TYPECACHE_LT_OPR)->lt_opr,
		TIDLessOperator,
	};
	Oid			collations[] = {InvalidOid, InvalidOid};
	bool		nulls_first[] = {false, false};

	return tuplesort_begin_heap(desc, 2, columns, operators, collations,
								nulls_first, memory_kb, NULL,
								TUPLESORT_NONE);
}
