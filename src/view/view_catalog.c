/*-------------------------------------------------------------------------
 *
 * view_catalog.c
 *	  The table continuous.view: one row a continuous view.
 *
 * Written by direct heap calls: whoever makes a view needs no privilege on
 * the catalog, and no user code runs.  Every change throws away the copies
 * that sessions keep of it, see member_cache.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "nodes/value.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "view/agg_info.h"
#include "view/position_columns.h"
#include "view/view_analyze.h"
#include "view/view_catalog.h"

#define SCHEMA_NAME		"continuous"

#define ATT_VIEW		1
#define ATT_DEFINITION	2
#define ATT_RESULTS		3
#define ATT_LATE		4
#define ATT_STATE		5
#define ATT_COLLECTED	6
#define ATT_INPUT		7
#define ATT_OPTIONS		8
#define ATT_SETTINGS	9
#define NATTS			9

static Oid	member_of(HeapTuple tuple, Relation rel, const char *column);
static CvViewRow *read_row(HeapTuple tuple, TupleDesc desc);
static List *read_texts(HeapTuple tuple, TupleDesc desc, int attnum);
static HeapTuple form_tuple(const CvViewRow *row, TupleDesc desc);
static Datum text_array(List *strings);
static SysScanDesc begin_scan(Relation rel, AttrNumber attnum, const Oid *view);
static void add_ancestors(Oid relid, List **relids);
static int	compare_views(const ListCell *a, const ListCell *b);

/*
 * cv_extension_exists -- is the extension created in this database?
 *
 * Cheap: two cache look-ups.  That the table is the extension's own, and not
 * somebody's look-alike, is looked up once per table.
 */
bool
cv_extension_exists(void)
{
	static Oid	verified = InvalidOid;
	Oid			table = cv_catalog_table("view", true);
	Oid			extension;
	char	   *name;

	if (!OidIsValid(table))
		return false;
	if (table == verified)
		return true;
	extension = getExtensionOfObject(RelationRelationId, table);
	name = OidIsValid(extension) ? get_extension_name(extension) : NULL;
	if (name == NULL || strcmp(name, CV_EXTENSION_NAME) != 0)
		return false;
	verified = table;
	return true;
}

Oid
cv_schema_oid(void)
{
	return get_namespace_oid(SCHEMA_NAME, true);
}

Oid
cv_catalog_table(const char *name, bool missing_ok)
{
	Oid			schema = cv_schema_oid();
	Oid			table = InvalidOid;

	if (OidIsValid(schema))
		table = get_relname_relid(name, schema);
	if (!OidIsValid(table) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("table \"%s.%s\" does not exist", SCHEMA_NAME, name),
				 errhint("Create the extension %s in this database.",
						 CV_EXTENSION_NAME)));
	return table;
}

HeapTuple
cv_catalog_find(Relation table, AttrNumber att, Oid view, Snapshot snapshot)
{
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, att, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(view));
	scan = systable_beginscan(table, InvalidOid, false, snapshot, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	return tuple;
}

void
cv_check_layout(TupleDesc desc, int natts)
{
	bool		is_ours = desc->natts == natts;

	for (int i = 0; is_ours && i < natts; i++)
		is_ours = !TupleDescAttr(desc, i)->attisdropped;
	if (!is_ours)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("extension \"%s\" of this database is of another version than its library",
						CV_EXTENSION_NAME),
				 errhint("Install the library of that version, or update the extension.")));
}

List *
cv_view_catalog_list(void)
{
	Relation	rel = table_open(cv_catalog_table("view", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, ATT_VIEW, NULL);
	List	   *rows = NIL;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		CvViewRow  *row = read_row(tuple, RelationGetDescr(rel));

		/* a view that the dump has left out has none */
		if (OidIsValid(row->view))
			rows = lappend(rows, row);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	/* whatever place a row has got by being updated */
	list_sort(rows, compare_views);
	return rows;
}

static int
compare_views(const ListCell *a, const ListCell *b)
{
	Oid			left = ((const CvViewRow *) lfirst(a))->view;
	Oid			right = ((const CvViewRow *) lfirst(b))->view;

	return left < right ? -1 : left > right;
}

/*
 * By name, so that what belongs to views is known whatever version the table
 * is of: statements that do not concern views must work while it is updated.
 */
void
cv_view_catalog_visit_members(void (*visit) (Oid relid, CvRole role, Oid view,
											 void *arg), void *arg)
{
	static const struct
	{
		const char *name;
		CvRole		role;
	}			columns[] = {
		{"view", CV_ROLE_VIEW}, {"definition", CV_ROLE_DEFINITION},
		{"results", CV_ROLE_RESULTS}, {"late", CV_ROLE_LATE},
		{"state", CV_ROLE_STATE}, {"collected", CV_ROLE_COLLECTED},
		{"input", CV_ROLE_NONE}
	};
	Relation	rel = table_open(cv_catalog_table("view", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, ATT_VIEW, NULL);
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Oid			view = member_of(tuple, rel, "view");

		for (int i = 0; OidIsValid(view) && i < lengthof(columns); i++)
		{
			Oid			relid = member_of(tuple, rel, columns[i].name);

			if (OidIsValid(relid))
				visit(relid, columns[i].role,
					  columns[i].role == CV_ROLE_NONE ? InvalidOid : view,
					  arg);
		}
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
}

static Oid
member_of(HeapTuple tuple, Relation rel, const char *column)
{
	TupleDesc	desc = RelationGetDescr(rel);

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		bool		isnull;
		Datum		value;

		if (att->attisdropped || strcmp(NameStr(att->attname), column) != 0)
			continue;
		value = heap_getattr(tuple, i + 1, desc, &isnull);
		return isnull ? InvalidOid : DatumGetObjectId(value);
	}
	return InvalidOid;
}

CvViewRow *
cv_view_catalog_lookup(Oid view)
{
	Relation	rel = table_open(cv_catalog_table("view", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, ATT_VIEW, &view);
	HeapTuple	tuple = systable_getnext(scan);
	CvViewRow  *row = NULL;

	if (HeapTupleIsValid(tuple) && OidIsValid(view))
		row = read_row(tuple, RelationGetDescr(rel));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return row;
}

void
cv_view_catalog_add(const CvViewRow *row)
{
	Relation	rel = table_open(cv_catalog_table("view", false),
								 RowExclusiveLock);

	CatalogTupleInsert(rel, form_tuple(row, RelationGetDescr(rel)));
	table_close(rel, NoLock);
	cv_member_cache_invalidate();
}

void
cv_view_catalog_update(const CvViewRow *row)
{
	Relation	rel = table_open(cv_catalog_table("view", false),
								 RowExclusiveLock);
	SysScanDesc scan = begin_scan(rel, ATT_VIEW, &row->view);
	HeapTuple	old = systable_getnext(scan);
	HeapTuple	new;

	if (!HeapTupleIsValid(old))
		elog(ERROR, "no catalog row of continuous view %u", row->view);
	new = form_tuple(row, RelationGetDescr(rel));
	CatalogTupleUpdate(rel, &old->t_self, new);
	systable_endscan(scan);
	table_close(rel, NoLock);
	cv_member_cache_invalidate();
}

void
cv_view_catalog_remove(Oid view)
{
	Relation	rel = table_open(cv_catalog_table("view", false),
								 RowExclusiveLock);
	SysScanDesc scan = begin_scan(rel, ATT_VIEW, &view);
	HeapTuple	tuple = systable_getnext(scan);

	if (HeapTupleIsValid(tuple))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, NoLock);
	cv_member_cache_invalidate();
}

List *
cv_view_catalog_list_by_input(Oid relid)
{
	List	   *relids = list_make1_oid(relid);
	List	   *result = NIL;
	List	   *rows;
	ListCell   *lc;
	bool		found = false;

	if (!cv_has_views())
		return NIL;
	add_ancestors(relid, &relids);
	foreach(lc, relids)
		found |= cv_is_input(lfirst_oid(lc));
	if (!found)
		return NIL;

	rows = cv_view_catalog_list();
	foreach(lc, rows)
	{
		CvViewRow  *row = lfirst(lc);

		if (list_member_oid(relids, row->input))
			result = lappend(result, row);
	}
	return result;
}

CvViewRow *
cv_view_catalog_lookup_member(Oid relid)
{
	Oid			view;
	CvRole		role = cv_member_role(relid, &view);

	if (role == CV_ROLE_NONE || role == CV_ROLE_VIEW)
		return NULL;
	return cv_view_catalog_lookup(view);
}

bool
cv_view_is_adopted(Oid view)
{
	Relation	rel = table_open(cv_catalog_table("position", false),
								 AccessShareLock);
	SysScanDesc scan = begin_scan(rel, CV_POSITION_VIEW, &view);
	bool		found = HeapTupleIsValid(systable_getnext(scan));

	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

bool
cv_view_reads_children(const CvViewSpec *spec)
{
	return rt_fetch(spec->input_rti, spec->query->rtable)->inh;
}

List *
cv_view_input_relids(const CvViewSpec *spec)
{
	return cv_view_reads_children(spec) ?
		find_all_inheritors(spec->input, NoLock, NULL) :
		list_make1_oid(spec->input);
}

CvViewSpec *
cv_view_load(Oid view)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	CvViewSpec *spec;
	HeapTuple	tuple;
	Form_pg_class form;
	Relation	definition;

	if (row == NULL)
		return NULL;
	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(view));
	if (!HeapTupleIsValid(tuple))
		return NULL;
	form = (Form_pg_class) GETSTRUCT(tuple);
	spec = palloc0_object(CvViewSpec);
	spec->owner = form->relowner;
	spec->name = quote_qualified_identifier(get_namespace_name(form->relnamespace),
											NameStr(form->relname));
	ReleaseSysCache(tuple);

	definition = try_relation_open(row->definition, NoLock);
	if (definition == NULL)
		return NULL;
	/* a restored row may name what was there before, see view_verify.c */
	if (definition->rd_rel->relkind != RELKIND_VIEW)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\", the query of continuous view %s, is not a view",
						RelationGetRelationName(definition), spec->name)));
	spec->view = view;
	spec->definition = row->definition;
	spec->results = row->results;
	spec->input = row->input;
	spec->settings = row->settings;
	cv_dials_parse(row->options, &spec->dials);
	/* the table stays when the dials stop asking for it */
	if (spec->dials.keep_late_rows || spec->dials.skip_failed_rows)
		spec->late = row->late;
	cv_view_analyze(spec, copyObject(get_view_query(definition)));
	if (cv_view_has_state_table(spec))
		spec->state = row->state;
	if (cv_view_collects(spec))
		spec->collected = row->collected;
	relation_close(definition, NoLock);
	return spec;
}

/* all rows if view is NULL; InvalidOid, which users can pass, has none */
static SysScanDesc
begin_scan(Relation rel, AttrNumber attnum, const Oid *view)
{
	ScanKeyData key;

	if (view != NULL)
		ScanKeyInit(&key, attnum, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(*view));
	return systable_beginscan(rel, InvalidOid, false, NULL,
							  view != NULL ? 1 : 0, &key);
}

static CvViewRow *
read_row(HeapTuple tuple, TupleDesc desc)
{
	CvViewRow  *row = palloc0_object(CvViewRow);
	bool		isnull;
	Datum		value;

	cv_check_layout(desc, NATTS);
	row->view = DatumGetObjectId(heap_getattr(tuple, ATT_VIEW, desc, &isnull));
	row->definition = DatumGetObjectId(heap_getattr(tuple, ATT_DEFINITION,
													desc, &isnull));
	row->results = DatumGetObjectId(heap_getattr(tuple, ATT_RESULTS, desc,
												 &isnull));
	value = heap_getattr(tuple, ATT_LATE, desc, &isnull);
	row->late = isnull ? InvalidOid : DatumGetObjectId(value);
	value = heap_getattr(tuple, ATT_STATE, desc, &isnull);
	row->state = isnull ? InvalidOid : DatumGetObjectId(value);
	value = heap_getattr(tuple, ATT_COLLECTED, desc, &isnull);
	row->collected = isnull ? InvalidOid : DatumGetObjectId(value);
	row->input = DatumGetObjectId(heap_getattr(tuple, ATT_INPUT, desc,
											   &isnull));
	row->options = read_texts(tuple, desc, ATT_OPTIONS);
	row->settings = read_texts(tuple, desc, ATT_SETTINGS);
	row->written_by = HeapTupleHeaderGetRawXmin(tuple->t_data);
	return row;
}

static List *
read_texts(HeapTuple tuple, TupleDesc desc, int attnum)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, attnum, desc, &isnull);
	Datum	   *elements;
	int			n;
	List	   *result = NIL;

	if (isnull)
		return NIL;
	deconstruct_array(DatumGetArrayTypeP(value), TEXTOID, -1, false,
					  TYPALIGN_INT, &elements, NULL, &n);
	for (int i = 0; i < n; i++)
		result = lappend(result, makeString(TextDatumGetCString(elements[i])));
	return result;
}

static HeapTuple
form_tuple(const CvViewRow *row, TupleDesc desc)
{
	Datum		values[NATTS];
	bool		isnull[NATTS] = {0};

	cv_check_layout(desc, NATTS);
	values[ATT_VIEW - 1] = ObjectIdGetDatum(row->view);
	values[ATT_DEFINITION - 1] = ObjectIdGetDatum(row->definition);
	values[ATT_RESULTS - 1] = ObjectIdGetDatum(row->results);
	values[ATT_LATE - 1] = ObjectIdGetDatum(row->late);
	isnull[ATT_LATE - 1] = !OidIsValid(row->late);
	values[ATT_STATE - 1] = ObjectIdGetDatum(row->state);
	isnull[ATT_STATE - 1] = !OidIsValid(row->state);
	values[ATT_COLLECTED - 1] = ObjectIdGetDatum(row->collected);
	isnull[ATT_COLLECTED - 1] = !OidIsValid(row->collected);
	values[ATT_INPUT - 1] = ObjectIdGetDatum(row->input);
	values[ATT_OPTIONS - 1] = text_array(row->options);
	values[ATT_SETTINGS - 1] = text_array(row->settings);
	return heap_form_tuple(desc, values, isnull);
}

static Datum
text_array(List *strings)
{
	Datum	   *elements = palloc_array(Datum, Max(list_length(strings), 1));
	int			n = 0;
	ListCell   *lc;

	foreach(lc, strings)
		elements[n++] = CStringGetTextDatum(strVal(lfirst(lc)));
	return PointerGetDatum(construct_array(elements, n, TEXTOID, -1, false,
										   TYPALIGN_INT));
}

/* parents of a partition or inheritance child, and theirs */
static void
add_ancestors(Oid relid, List **relids)
{
	Relation	rel = table_open(InheritsRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	List	   *parents = NIL;
	ListCell   *lc;

	ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relid));
	scan = systable_beginscan(rel, InheritsRelidSeqnoIndexId, true, NULL, 1,
							  &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		parents = lappend_oid(parents,
							  ((Form_pg_inherits) GETSTRUCT(tuple))->inhparent);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	foreach(lc, parents)
	{
		if (list_member_oid(*relids, lfirst_oid(lc)))
			continue;
		*relids = lappend_oid(*relids, lfirst_oid(lc));
		add_ancestors(lfirst_oid(lc), relids);
	}
}
