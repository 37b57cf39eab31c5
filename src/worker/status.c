/*-------------------------------------------------------------------------
 *
 * status.c
 *	  What users and errors say of a view: the table continuous.status.
 *
 * Apart from the position, as pause() and resume() are to work while a batch
 * runs.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/pg_lsn.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "base/damage.h"
#include "view/view_catalog.h"
#include "worker/status.h"

#define ATT_VIEW		1
#define ATT_IS_PAUSED	2
#define ATT_ERROR		3
#define ATT_SQLSTATE	4
#define ATT_FAILED_AT	5
#define ATT_ADVANCE_AT	6
#define ATT_ADVANCE_TO	7
#define STATUS_NATTS	7

static void load_advances(HeapTuple tuple, TupleDesc desc, CvStatus *status);
static int	get_array(HeapTuple tuple, int att, TupleDesc desc, Oid type,
					  Datum **elements);
static char *get_text(HeapTuple tuple, int att, TupleDesc desc);
static Datum make_array(Datum *elements, int n, Oid type);
static Relation lock_table(void);

void
cv_status_load(Oid view, CvStatus *status)
{
	Relation	table = table_open(cv_catalog_table("status", false),
								   AccessShareLock);
	TupleDesc	desc = RelationGetDescr(table);
	HeapTuple	tuple = cv_catalog_find(table, ATT_VIEW, view, NULL);
	bool		isnull;

	cv_check_layout(desc, STATUS_NATTS);
	memset(status, 0, sizeof(CvStatus));
	if (HeapTupleIsValid(tuple))
	{
		status->is_paused = DatumGetBool(heap_getattr(tuple, ATT_IS_PAUSED,
													  desc, &isnull));
		status->error = get_text(tuple, ATT_ERROR, desc);
		status->has_error = status->error != NULL;
		status->sqlstate = get_text(tuple, ATT_SQLSTATE, desc);
		status->failed_at =
			DatumGetTimestampTz(heap_getattr(tuple, ATT_FAILED_AT, desc,
											 &isnull));
		load_advances(tuple, desc, status);
	}
	table_close(table, AccessShareLock);
}

static void
load_advances(HeapTuple tuple, TupleDesc desc, CvStatus *status)
{
	Datum	   *at;
	Datum	   *to;

	status->nadvances = get_array(tuple, ATT_ADVANCE_AT, desc, LSNOID, &at);
	if (get_array(tuple, ATT_ADVANCE_TO, desc, INT8OID, &to) !=
		status->nadvances)
		cv_damage_report("status", NULL);
	status->advances = palloc(sizeof(CvAdvance) * Max(status->nadvances, 1));
	for (int i = 0; i < status->nadvances; i++)
	{
		status->advances[i].at = DatumGetLSN(at[i]);
		status->advances[i].to = DatumGetInt64(to[i]);
	}
}

/* get_array -- of a type as wide as int8; the number of elements */
static int
get_array(HeapTuple tuple, int att, TupleDesc desc, Oid type, Datum **elements)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, att, desc, &isnull);
	ArrayType  *array;
	int			n;

	*elements = NULL;
	if (isnull)
		return 0;
	array = DatumGetArrayTypeP(value);
	if (array_contains_nulls(array) || ARR_ELEMTYPE(array) != type)
		cv_damage_report("status", NULL);
	deconstruct_array(array, type, sizeof(int64),
					  FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, elements, NULL, &n);
	return n;
}

static char *
get_text(HeapTuple tuple, int att, TupleDesc desc)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, att, desc, &isnull);

	return isnull ? NULL : TextDatumGetCString(value);
}

static Datum
make_array(Datum *elements, int n, Oid type)
{
	return PointerGetDatum(construct_array(elements, n, type, sizeof(int64),
										   FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
}

/* Writers take turns, so that an update never meets a newer row. */
static Relation
lock_table(void)
{
	return table_open(cv_catalog_table("status", false),
					  ShareRowExclusiveLock);
}

void
cv_status_load_to_change(Oid view, CvStatus *status)
{
	table_close(lock_table(), NoLock);
	cv_status_load(view, status);
}

void
cv_status_save(Oid view, const CvStatus *status)
{
	Relation	table = lock_table();
	HeapTuple	before = cv_catalog_find(table, ATT_VIEW, view, NULL);
	HeapTuple	tuple;
	Datum		values[STATUS_NATTS] = {0};
	bool		isnull[STATUS_NATTS] = {false};

	values[ATT_VIEW - 1] = ObjectIdGetDatum(view);
	values[ATT_IS_PAUSED - 1] = BoolGetDatum(status->is_paused);
	isnull[ATT_ERROR - 1] = !status->has_error;
	isnull[ATT_SQLSTATE - 1] = !status->has_error;
	isnull[ATT_FAILED_AT - 1] = !status->has_error;
	isnull[ATT_ADVANCE_AT - 1] = status->nadvances == 0;
	isnull[ATT_ADVANCE_TO - 1] = status->nadvances == 0;
	if (status->has_error)
	{
		values[ATT_ERROR - 1] = CStringGetTextDatum(status->error);
		values[ATT_SQLSTATE - 1] = CStringGetTextDatum(status->sqlstate);
		values[ATT_FAILED_AT - 1] = TimestampTzGetDatum(status->failed_at);
	}
	if (status->nadvances > 0)
	{
		Datum	   *at = palloc(sizeof(Datum) * status->nadvances);
		Datum	   *to = palloc(sizeof(Datum) * status->nadvances);

		for (int i = 0; i < status->nadvances; i++)
		{
			at[i] = LSNGetDatum(status->advances[i].at);
			to[i] = Int64GetDatum(status->advances[i].to);
		}
		values[ATT_ADVANCE_AT - 1] = make_array(at, status->nadvances, LSNOID);
		values[ATT_ADVANCE_TO - 1] = make_array(to, status->nadvances,
												INT8OID);
	}

	cv_check_layout(RelationGetDescr(table), STATUS_NATTS);
	tuple = heap_form_tuple(RelationGetDescr(table), values, isnull);
	if (HeapTupleIsValid(before))
		CatalogTupleUpdate(table, &before->t_self, tuple);
	else
		CatalogTupleInsert(table, tuple);
	table_close(table, NoLock);
	/* it may be written once more by the same statement */
	CommandCounterIncrement();
}

void
cv_status_remove(Oid view)
{
	Relation	table = lock_table();
	HeapTuple	tuple = cv_catalog_find(table, ATT_VIEW, view, NULL);

	if (HeapTupleIsValid(tuple))
		CatalogTupleDelete(table, &tuple->t_self);
	table_close(table, NoLock);
}
