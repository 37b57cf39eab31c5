/*-------------------------------------------------------------------------
 *
 * verify.c
 *	  verify(): does the view say what its query says over the rows at hand?
 *
 * Results, position and input are written together, so one snapshot shows what
 * belongs together: no lock but those against DDL is needed, and neither
 * writers nor the worker are disturbed.  Rows count that the saved position
 * calls consumed; the query over them is run by PostgreSQL alone, see
 * verify_query.c.
 *
 * Not compared:
 *	windows that retention has removed, or is about to;
 *	windows that are kept as a dump had them;
 *	with emit = final, windows that are not closed;
 *	rows that fill has made;
 *	keys of a view without a window that may have been forgotten once, as the
 *		plain query forgets nothing;
 *	aggregates that depend on the order of rows, which is that of commits: a
 *		NOTICE names them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#include "base/clock.h"
#include "base/compat.h"
#include "base/time_math.h"
#include "input/file_change.h"
#include "monitor/access.h"
#include "monitor/saved.h"
#include "monitor/verify.h"
#include "view/agg_info.h"
#include "view/result_columns.h"
#include "worker/batch_close.h"
#include "worker/recompute.h"
#include "worker/row_order.h"

#define VERIFY_NATTS	7

/* A column of the result table that is compared. */
typedef struct VerifyColumn
{
	int			agg;
	char	   *name;
	Oid			type;
	FmgrInfo	output;
	FunctionCallInfo equals;	/* NULL: compared as text */
	const Aggref *of_floats;	/* which may differ a little; else NULL */
} VerifyColumn;

typedef struct Verify
{
	CvViewSpec *spec;
	const CvPosition *position;
	bool		is_keyed;
	int			ncolumns;
	VerifyColumn *columns;
	int			count;			/* which aggregate is count(*), or -1 */
	TupleTableSlot *row;		/* of the joined groups */
	ReturnSetInfo *rsinfo;
} Verify;

PG_FUNCTION_INFO_V1(cv_verify);
PG_FUNCTION_INFO_V1(cv_verify_timestamp);

static Datum verify(FunctionCallInfo fcinfo, Oid given);
static void lock_members(Oid view);
static void check_files(const CvViewSpec *spec, const CvPosition *position);
static CvVerifyLimits find_limits(const Verify *verify, int64 from, int64 to);
static void find_columns(Verify *verify);
static bool is_comparable(Aggref *aggref);
static bool equal_is_same(const SortGroupClause *clause, Expr *arg);
static void init_column(VerifyColumn *column, const CvViewSpec *spec,
						AttrNumber attnum, int agg);
static void compare_all(Verify *verify, Tuplestorestate *rows);
static void compare_group(Verify *verify);
static bool may_have_been_forgotten(const Verify *verify);
static bool differs(VerifyColumn *column, TupleTableSlot *row);
static bool is_close(const VerifyColumn *column, TupleTableSlot *row);
static bool get_double(const VerifyColumn *column, TupleTableSlot *row,
					   int attnum, double *number);
static void report(Verify *verify, const VerifyColumn *column);
static void set_text(Datum *value, bool *isnull, const Verify *verify,
					 const VerifyColumn *column, bool is_stored);
static char *value_text(const VerifyColumn *column, TupleTableSlot *row,
						int attnum);
static char *group_text(const Verify *verify, bool is_stored);
static int64 rows_too_late(const Verify *verify, bool *isnull);

/* SQL: verify(view, from_time timestamptz, to_time timestamptz) */
Datum
cv_verify(PG_FUNCTION_ARGS)
{
	return verify(fcinfo, TIMESTAMPTZOID);
}

/* SQL: verify(view, from_time timestamp, to_time timestamp) */
Datum
cv_verify_timestamp(PG_FUNCTION_ARGS)
{
	return verify(fcinfo, TIMESTAMPOID);
}

static Datum
verify(FunctionCallInfo fcinfo, Oid given)
{
	Oid			view = PG_GETARG_OID(0);
	Verify		work = {0};
	CvVerifyLimits limits;
	Tuplestorestate *rows;
	TupleDesc	desc;
	CvViewRow  *row;
	int64		from;
	int64		to;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	row = cv_access_as_owner(view);
	from = cv_saved_bound(fcinfo->args[1], given, row->results, PG_INT64_MIN);
	to = cv_saved_bound(fcinfo->args[2], given, row->results, PG_INT64_MAX);
	lock_members(view);

	work.rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	work.spec = cv_view_load(view);
	if (work.spec == NULL)
		elog(ERROR, "continuous view %u is gone", view);
	work.is_keyed = work.spec->window.kind == CV_WINDOW_NONE;
	if (work.is_keyed && (from != PG_INT64_MIN || to != PG_INT64_MAX))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("continuous view %s has no windows, so that no part of it can be verified",
						work.spec->name),
				 errhint("Leave out the times.")));

	/* behind the locks: what DDL before them has done is in it */
	PushActiveSnapshot(GetLatestSnapshot());
	work.position = cv_position_load_at(view, GetActiveSnapshot());
	cv_check_adopted(work.position);
	cv_check_follows(work.position, work.spec->name);
	check_files(work.spec, work.position);
	find_columns(&work);
	limits = find_limits(&work, from, to);
	rows = cv_verify_run(work.spec, work.position, &limits, &desc);
	work.row = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);
	compare_all(&work, rows);
	ExecDropSingleTupleTableSlot(work.row);
	tuplestore_end(rows);
	PopActiveSnapshot();
	return (Datum) 0;
}

/* lock_members -- so that nobody changes what they are. */
static void
lock_members(Oid view)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	CvViewSpec *spec;

	LockRelationOid(view, AccessShareLock);
	if (row != NULL)
	{
		LockRelationOid(row->definition, AccessShareLock);
		LockRelationOid(row->results, AccessShareLock);
		if (OidIsValid(row->late))
			LockRelationOid(row->late, AccessShareLock);
	}
	spec = cv_view_load(view);
	if (spec == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the continuous view has been dropped")));
	LockRelationOid(spec->input, AccessShareLock);
	if (cv_view_reads_children(spec))
		(void) find_all_inheritors(spec->input, AccessShareLock, NULL);
}

/* check_files -- have rows kept their xmin? */
static void
check_files(const CvViewSpec *spec, const CvPosition *position)
{
	ListCell   *lc;

	foreach(lc, cv_view_input_relids(spec))
	{
		CvLeaf	   *leaf = cv_position_lookup_leaf((CvPosition *) position,
												   lfirst_oid(lc));
		Relation	rel;
		bool		truncated;

		if (leaf == NULL || leaf->is_detached)
			continue;
		rel = table_open(leaf->relid, AccessShareLock);
		if (!RelFileLocatorEquals(leaf->locator, rel->rd_locator))
			cv_file_change_check(leaf, rel, &truncated);
		table_close(rel, NoLock);
	}
}

static CvVerifyLimits
find_limits(const Verify *verify, int64 from, int64 to)
{
	const CvPosition *position = verify->position;
	const CvViewSpec *spec = verify->spec;
	CvVerifyLimits limits = {from, to, PG_INT64_MAX};
	int64		expired;

	if (position->anchor.has_kept)
		limits.ends_after = Max(limits.ends_after, position->anchor.kept);
	if (position->has_watermark &&
		cv_retention_expired(spec, cv_now(), position->watermark, &expired))
		limits.ends_after = Max(limits.ends_after, expired);
	if (spec->dials.emit == CV_EMIT_FINAL || position->rewrites_windows)
		limits.closed = position->has_watermark ? position->watermark :
			PG_INT64_MIN;
	return limits;
}

/* ---- columns --------------------------------------------------------- */

static void
find_columns(Verify *verify)
{
	CvViewSpec *spec = verify->spec;
	AttrNumber *attnums = cv_result_columns_of(spec->results, spec);
	int			first = CV_ATT_FIRST_AGG(list_length(spec->keys)) - 1;
	ListCell   *lc;

	verify->count = cv_view_row_count(spec);
	verify->columns = palloc0(sizeof(VerifyColumn) *
							  Max(list_length(spec->aggs), 1));
	foreach(lc, spec->aggs)
	{
		int			agg = foreach_current_index(lc);
		AttrNumber	attnum = attnums[first + agg];

		if (is_comparable(lfirst_node(Aggref, lc)))
			init_column(&verify->columns[verify->ncolumns++], spec, attnum,
						agg);
		else
			ereport(NOTICE,
					(errmsg("column \"%s\" of continuous view \"%s\" is not compared, as it depends on the order of rows",
							get_attname(spec->results, attnum, false),
							spec->name)));
	}
}

/*
 * is_comparable -- is the result the same, whatever the order of rows?
 *
 * Values that ORDER BY or DISTINCT calls equal may look different, as 1.0 and
 * 1.00 do: they are equal in an array or a string, too, but not in JSON.
 */
static bool
is_comparable(Aggref *aggref)
{
	List	   *clauses = aggref->aggdistinct ? aggref->aggdistinct :
		aggref->aggorder;
	bool		shows_values = aggref->aggfnoid >= FirstGenbkiObjectId ||
		aggref->aggtype == JSONOID || aggref->aggtype == JSONBOID;
	ListCell   *lc1;
	ListCell   *lc2;

	if (!cv_row_order_matters_to(aggref))
		return true;
	foreach(lc1, aggref->args)
	{
		TargetEntry *arg = lfirst_node(TargetEntry, lc1);
		bool		is_sorted = IsA(arg->expr, Const) || arg->resjunk;

		foreach(lc2, clauses)
		{
			SortGroupClause *clause = lfirst_node(SortGroupClause, lc2);

			if (clause->tleSortGroupRef == arg->ressortgroupref)
				is_sorted = !shows_values || equal_is_same(clause, arg->expr);
		}
		if (!is_sorted)
			return false;
	}
	return true;
}

/* equal_is_same -- as indexes want to know it before they leave out duplicates */
static bool
equal_is_same(const SortGroupClause *clause, Expr *arg)
{
	Oid			family;
	Oid			type;
	Oid			function;

	if (!cv_ordering_op_properties(clause->sortop, &family, &type))
		return false;
	function = get_opfamily_proc(family, type, type, BTEQUALIMAGE_PROC);
	return OidIsValid(function) &&
		DatumGetBool(OidFunctionCall1Coll(function,
										  exprCollation((Node *) arg),
										  ObjectIdGetDatum(type)));
}

static void
init_column(VerifyColumn *column, const CvViewSpec *spec, AttrNumber attnum,
			int agg)
{
	TypeCacheEntry *cache;
	int32		typmod;
	Oid			collation;
	Oid			output;
	bool		is_varlena;

	column->agg = agg;
	column->name = get_attname(spec->results, attnum, false);
	get_atttypetypmodcoll(spec->results, attnum, &column->type, &typmod,
						  &collation);
	getTypeOutputInfo(column->type, &output, &is_varlena);
	fmgr_info(output, &column->output);
	if (cv_verify_tolerance(column->type) > 0)
		column->of_floats = list_nth_node(Aggref, spec->aggs, agg);
	cache = lookup_type_cache(column->type, TYPECACHE_EQ_OPR_FINFO);
	if (!OidIsValid(cache->eq_opr_finfo.fn_oid))
		return;
	column->equals = palloc0(SizeForFunctionCallInfo(2));
	InitFunctionCallInfoData(*column->equals, &cache->eq_opr_finfo, 2,
							 collation, NULL, NULL);
}

/* ---- the comparison -------------------------------------------------- */

/* The slot's row, which may come from disk, is not to go with the context. */
static void
compare_all(Verify *verify, Tuplestorestate *rows)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "continuous verify group",
												  ALLOCSET_DEFAULT_SIZES);

	while (tuplestore_gettupleslot(rows, true, false, verify->row))
	{
		MemoryContext old = MemoryContextSwitchTo(context);

		CHECK_FOR_INTERRUPTS();
		compare_group(verify);
		MemoryContextSwitchTo(old);
		MemoryContextReset(context);
	}
	MemoryContextDelete(context);
}

static void
compare_group(Verify *verify)
{
	TupleTableSlot *row = verify->row;
	bool		is_stored;
	bool		is_computed;

	slot_getallattrs(row);
	is_stored = !row->tts_isnull[CV_VERIFY_IS_STORED - 1];
	is_computed = !row->tts_isnull[CV_VERIFY_IS_COMPUTED - 1];
	if (verify->is_keyed && is_computed && may_have_been_forgotten(verify))
		return;
	if (is_stored && is_computed)
	{
		for (int i = 0; i < verify->ncolumns; i++)
		{
			if (differs(&verify->columns[i], row))
				report(verify, &verify->columns[i]);
		}
	}
	else if (is_computed ||
			 !DatumGetBool(row->tts_values[CV_VERIFY_IS_FILLER - 1]))
		report(verify, NULL);
}

/*
 * may_have_been_forgotten -- can the watermark have come to the end of a life
 * of the key, before its last row?
 *
 * No life ends before the first event's.  Rows far in the future do not live as
 * long as they say.
 */
static bool
may_have_been_forgotten(const Verify *verify)
{
	const CvPosition *position = verify->position;
	int64		first;

	if (!position->has_watermark)
		return false;
	first = DatumGetInt64(verify->row->tts_values[CV_VERIFY_FIRST_EVENT - 1]);
	if (position->counters.future_rows > 0 &&
		(!position->has_newest || first > position->newest))
		return true;
	return cv_add_saturating(first, verify->spec->window.size.us) <=
		position->watermark;
}

static bool
differs(VerifyColumn *column, TupleTableSlot *row)
{
	int			stored = CV_VERIFY_STORED(column->agg) - 1;
	int			computed = CV_VERIFY_COMPUTED(column->agg) - 1;
	Datum		a = row->tts_values[stored];
	Datum		b = row->tts_values[computed];
	FunctionCallInfo equals = column->equals;

	if (row->tts_isnull[stored] || row->tts_isnull[computed])
		return row->tts_isnull[stored] != row->tts_isnull[computed] &&
			!is_close(column, row);
	if (equals == NULL)
		return strcmp(OutputFunctionCall(&column->output, a),
					  OutputFunctionCall(&column->output, b)) != 0;
	equals->args[0].value = a;
	equals->args[1].value = b;
	equals->args[0].isnull = equals->args[1].isnull = equals->isnull = false;
	return !DatumGetBool(FunctionCallInvoke(equals)) &&
		!is_close(column, row);
}

static bool
is_close(const VerifyColumn *column, TupleTableSlot *row)
{
	int			scale = CV_VERIFY_SCALE(column->agg) - 1;
	double		a;
	double		b;
	bool		has_a;
	bool		has_b;

	if (column->of_floats == NULL)
		return false;
	has_a = get_double(column, row, CV_VERIFY_STORED(column->agg), &a);
	has_b = get_double(column, row, CV_VERIFY_COMPUTED(column->agg), &b);
	return cv_verify_is_close(column->of_floats, has_a ? &a : NULL,
							  has_b ? &b : NULL,
							  row->tts_isnull[scale] ? NULL :
							  &row->tts_values[scale],
							  DatumGetInt64(row->tts_values[CV_VERIFY_ROWS - 1]));
}

/* false if it is NULL */
static bool
get_double(const VerifyColumn *column, TupleTableSlot *row, int attnum,
		   double *number)
{
	Datum		value = row->tts_values[attnum - 1];

	if (row->tts_isnull[attnum - 1])
		return false;
	*number = column->type == FLOAT8OID ? DatumGetFloat8(value) :
		DatumGetFloat4(value);
	return true;
}

/* report -- a value; without a column, a group that one side lacks. */
static void
report(Verify *verify, const VerifyColumn *column)
{
	TupleTableSlot *row = verify->row;
	Oid			results = verify->spec->results;
	Datum		values[VERIFY_NATTS];
	bool		isnull[VERIFY_NATTS] = {false};

	isnull[0] = isnull[1] = verify->is_keyed;
	if (!verify->is_keyed)
	{
		values[0] = cv_saved_time(DatumGetInt64(row->tts_values[CV_VERIFY_WINDOW_START - 1]),
								  results);
		values[1] = cv_saved_time(DatumGetInt64(row->tts_values[CV_VERIFY_WINDOW_END - 1]),
								  results);
	}
	values[2] = row->tts_values[CV_VERIFY_KEYS - 1];
	isnull[3] = column == NULL;
	if (column != NULL)
		values[3] = CStringGetTextDatum(column->name);
	set_text(&values[4], &isnull[4], verify, column, true);
	set_text(&values[5], &isnull[5], verify, column, false);
	values[6] = Int64GetDatum(rows_too_late(verify, &isnull[6]));
	tuplestore_putvalues(verify->rsinfo->setResult, verify->rsinfo->setDesc,
						 values, isnull);
}

static void
set_text(Datum *value, bool *isnull, const Verify *verify,
		 const VerifyColumn *column, bool is_stored)
{
	char	   *text;

	if (column == NULL)
		text = group_text(verify, is_stored);
	else
		text = value_text(column, verify->row, is_stored ?
						  CV_VERIFY_STORED(column->agg) :
						  CV_VERIFY_COMPUTED(column->agg));
	*isnull = text == NULL;
	if (text != NULL)
		*value = CStringGetTextDatum(text);
}

/* NULL of NULL */
static char *
value_text(const VerifyColumn *column, TupleTableSlot *row, int attnum)
{
	if (row->tts_isnull[attnum - 1])
		return NULL;
	return OutputFunctionCall((FmgrInfo *) &column->output,
							  row->tts_values[attnum - 1]);
}

/* group_text -- all that is compared of it; NULL if that side lacks it. */
static char *
group_text(const Verify *verify, bool is_stored)
{
	StringInfoData text;

	if (verify->row->tts_isnull[(is_stored ? CV_VERIFY_IS_STORED :
								 CV_VERIFY_IS_COMPUTED) - 1])
		return NULL;
	initStringInfo(&text);
	appendStringInfoChar(&text, '(');
	for (int i = 0; i < verify->ncolumns; i++)
	{
		VerifyColumn *column = &verify->columns[i];
		char	   *value = value_text(column, verify->row, is_stored ?
									   CV_VERIFY_STORED(column->agg) :
									   CV_VERIFY_COMPUTED(column->agg));

		appendStringInfo(&text, "%s%s", i > 0 ? ", " : "",
						 value ? value : "NULL");
	}
	appendStringInfoChar(&text, ')');
	return text.data;
}

/*
 * rows_too_late -- that are at hand and belong to the group, but came too late;
 * NULL: it cannot be known.
 *
 * With count(*) the difference says it, as far as so many were too late at all.
 * Sessions are others with the rows that came too late, or where one lies over
 * another that was final.
 */
static int64
rows_too_late(const Verify *verify, bool *isnull)
{
	const CvPosition *position = verify->position;
	const Datum *values = verify->row->tts_values;
	const bool *isnulls = verify->row->tts_isnull;
	bool		is_session = verify->spec->window.kind == CV_WINDOW_SESSION;
	int64		late = 0;

	*isnull = false;
	if (position->counters.late_windows == 0 &&
		!(is_session && position->sessions.has_overlap))
		return 0;
	*isnull = true;
	if (is_session && (isnulls[CV_VERIFY_IS_STORED - 1] ||
					   isnulls[CV_VERIFY_IS_COMPUTED - 1]))
		return 0;
	if (verify->count >= 0)
	{
		int			stored = CV_VERIFY_STORED(verify->count) - 1;

		if (!isnulls[CV_VERIFY_IS_COMPUTED - 1])
			late += DatumGetInt64(values[CV_VERIFY_ROWS - 1]);
		if (!isnulls[stored])
			late -= DatumGetInt64(values[stored]);
		*isnull = late < 0 || late > position->counters.late_windows;
		return late;
	}
	*isnull = isnulls[CV_VERIFY_LATE - 1];
	return *isnull ? 0 : DatumGetInt64(values[CV_VERIFY_LATE - 1]);
}
