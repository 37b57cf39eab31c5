/*-------------------------------------------------------------------------
 *
 * state_guard.c
 *	  Statements that would change what the bytes of saved states mean.
 *
 * States of aggregates, and values that aggregates have collected, are kept
 * as bytes, so PostgreSQL does not know of their types there: it would let
 * CREATE OR REPLACE AGGREGATE choose another state type, and ALTER TYPE give
 * the attributes of a composite one other types.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "rewrite/rewriteSupport.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "view/view_ddl.h"

/* What of pg_aggregate says how states are laid out, and what they mean. */
typedef struct Layout
{
	Oid			aggregate;
	Oid			view;
	FormData_pg_aggregate form;
	char	   *init;			/* or NULL */
} Layout;

static List *list_functions(Oid definition);
static bool read_layout(Oid function, Layout *layout);
static bool is_same(const Layout *a, const Layout *b);
static bool keeps(Oid function, Oid row_type);
static bool contains(Oid type, Oid row_type);
static bool has_attribute(Oid type, Oid row_type);

/* the aggregates of all views, as they are now */
List *
cv_state_layouts(void)
{
	List	   *rows = cv_view_catalog_list();
	List	   *result = NIL;
	ListCell   *lc;
	ListCell   *lc_function;

	foreach(lc, rows)
	{
		CvViewRow  *row = lfirst(lc);

		foreach(lc_function, list_functions(row->definition))
		{
			Layout	   *layout = palloc0(sizeof(Layout));

			layout->view = row->view;
			if (read_layout(lfirst_oid(lc_function), layout))
				result = lappend(result, layout);
		}
	}
	return result;
}

void
cv_state_layouts_check(List *layouts)
{
	ListCell   *lc;

	CommandCounterIncrement();
	foreach(lc, layouts)
	{
		Layout	   *before = lfirst(lc);
		Layout		now;

		if (!read_layout(before->aggregate, &now) || is_same(before, &now))
			continue;
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot change the state of aggregate %s: continuous view \"%s\" keeps it",
						format_procedure(before->aggregate),
						get_rel_name(before->view)),
				 errdetail("Only its final function may change."),
				 errhint("Make an aggregate of another name, and a new view with it.")));
	}
}

/* ALTER TYPE ... ALTER ATTRIBUTE ... TYPE, and the same of a table */
void
cv_refuse_row_type(Oid relid)
{
	Oid			row_type = get_rel_type_id(relid);
	List	   *rows;
	ListCell   *lc;
	ListCell   *lc_function;

	if (!OidIsValid(row_type))
		return;
	rows = cv_view_catalog_list();
	foreach(lc, rows)
	{
		CvViewRow  *row = lfirst(lc);

		foreach(lc_function, list_functions(row->definition))
		{
			if (keeps(lfirst_oid(lc_function), row_type))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("cannot alter type \"%s\" because continuous view \"%s\" keeps values of it",
								get_rel_name(relid), get_rel_name(row->view)),
						 errdetail("It uses function %s.",
								   format_procedure(lfirst_oid(lc_function))),
						 errhint("Make a new type, and a new view with it.")));
		}
	}
}

/* what the view's query depends on; nobody can replace what is built in */
static List *
list_functions(Oid definition)
{
	List	   *result = NIL;
	Oid			rule = get_rewrite_oid(definition, ViewSelectRuleName, true);
	Relation	rel = table_open(DependRelationId, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(RewriteRelationId));
	ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(rule));
	scan = systable_beginscan(rel, DependDependerIndexId, true, NULL, 2, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend depend = (Form_pg_depend) GETSTRUCT(tuple);

		if (depend->refclassid == ProcedureRelationId)
			result = list_append_unique_oid(result, depend->refobjid);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* false if it is no aggregate */
static bool
read_layout(Oid function, Layout *layout)
{
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(function));
	Datum		init;
	bool		isnull;

	if (!HeapTupleIsValid(tuple))
		return false;
	layout->aggregate = function;
	layout->form = *(Form_pg_aggregate) GETSTRUCT(tuple);
	init = SysCacheGetAttr(AGGFNOID, tuple, Anum_pg_aggregate_agginitval,
						   &isnull);
	layout->init = isnull ? NULL : TextDatumGetCString(init);
	ReleaseSysCache(tuple);
	return true;
}

/* As for what is shared by calls, and what is collected. */
static bool
is_same(const Layout *a, const Layout *b)
{
	if (a->form.aggtranstype != b->form.aggtranstype ||
		a->form.aggtransfn != b->form.aggtransfn ||
		a->form.aggcombinefn != b->form.aggcombinefn ||
		a->form.aggserialfn != b->form.aggserialfn ||
		a->form.aggdeserialfn != b->form.aggdeserialfn ||
		a->form.aggfinalmodify != b->form.aggfinalmodify ||
		OidIsValid(a->form.aggfinalfn) != OidIsValid(b->form.aggfinalfn))
		return false;
	if (a->init == NULL || b->init == NULL)
		return a->init == b->init;
	return strcmp(a->init, b->init) == 0;
}

/* What a function returns may be collected. */
static bool
keeps(Oid function, Oid row_type)
{
	Layout		layout;

	return contains(get_func_rettype(function), row_type) ||
		(read_layout(function, &layout) &&
		 contains(layout.form.aggtranstype, row_type));
}

static bool
contains(Oid type, Oid row_type)
{
	Oid			part;

	check_stack_depth();
	if (type == row_type)
		return true;
	switch (get_typtype(type))
	{
		case TYPTYPE_DOMAIN:
			return contains(getBaseType(type), row_type);
		case TYPTYPE_RANGE:
			return contains(get_range_subtype(type), row_type);
		case TYPTYPE_MULTIRANGE:
			return contains(get_multirange_range(type), row_type);
		case TYPTYPE_COMPOSITE:
			return has_attribute(type, row_type);
		default:
			part = get_element_type(type);
			return OidIsValid(part) && contains(part, row_type);
	}
}

static bool
has_attribute(Oid type, Oid row_type)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, -1);
	bool		result = false;

	for (int i = 0; i < desc->natts && !result; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		result = !att->attisdropped && contains(att->atttypid, row_type);
	}
	ReleaseTupleDesc(desc);
	return result;
}
