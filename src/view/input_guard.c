/*-------------------------------------------------------------------------
 *
 * input_guard.c
 *	  What keeps the input of a continuous view readable: no updates, no
 *	  rewrites, no leaves that cannot be read, and notes of its new files.
 *
 * Commands that give a table a new file but keep its rows (VACUUM FULL,
 * CLUSTER, SET TABLESPACE), or that empty it (TRUNCATE), are noted in
 * continuous.file_change by their own transaction.  The worker stops at a new
 * file without a note, as somebody else must have rewritten the table.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "commands/defrem.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "base/compat.h"
#include "view/view_check.h"
#include "view/view_ddl.h"

/* of continuous.file_change */
#define ATT_RELID		1
#define ATT_OLD_FILE	2
#define ATT_NEW_FILE	3
#define ATT_KIND		4
#define NATTS			4

PG_FUNCTION_INFO_V1(cv_refuse_update);
PG_FUNCTION_INFO_V1(cv_refuse_rewrite);

static char *names_of(List *rows);
static void check_child(RangeVar *child);
static const char *alter_kind(List *cmds);
static RelFileNumber old_file(Oid relid);
static RelFileNumber read_file(Oid relid, Snapshot snapshot);
static void add_note(Oid relid, RelFileNumber from, RelFileNumber to,
					 const char *kind);
static bool reaches_input(TruncateStmt *stmt);

Datum
cv_refuse_update(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = (TriggerData *) fcinfo->context;
	List	   *rows;

	if (!CALLED_AS_TRIGGER(fcinfo))
		elog(ERROR, "refuse_update() was not called as a trigger");
	/* the table alone may have come from a dump, with its triggers */
	rows = cv_view_catalog_list_by_input(RelationGetRelid(trigger->tg_relation));
	if (rows == NIL)
		return PointerGetDatum(trigger->tg_newtuple);
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("cannot update table \"%s\": it is the input of a continuous view, so append-only",
					RelationGetRelationName(trigger->tg_relation)),
			 errdetail("Read by: %s.", names_of(rows)),
			 errhint("Insert new rows instead. DELETE and TRUNCATE are allowed and do not change results; continuous.recompute() computes windows anew from the rows that are there.")));
	PG_RETURN_NULL();
}

static char *
names_of(List *rows)
{
	StringInfoData text;
	ListCell   *lc;

	initStringInfo(&text);
	foreach(lc, rows)
		appendStringInfo(&text, "%s%s", text.len > 0 ? ", " : "",
						 quote_identifier(get_rel_name(((CvViewRow *) lfirst(lc))->view)));
	return text.data;
}

Datum
cv_refuse_rewrite(PG_FUNCTION_ARGS)
{
	Oid			relid;

	if (!CALLED_AS_EVENT_TRIGGER(fcinfo))
		elog(ERROR, "refuse_rewrite() was not called as an event trigger");
	relid = DatumGetObjectId(OidFunctionCall0(F_PG_EVENT_TRIGGER_TABLE_REWRITE_OID));
	if (cv_view_catalog_list_by_input(relid) != NIL)
		cv_refuse_file_change(relid);
	PG_RETURN_NULL();
}

void
cv_refuse_file_change(Oid relid)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("cannot rewrite table \"%s\": it is the input of a continuous view",
					get_rel_name(relid)),
			 errdetail("A rewritten row cannot be told from a new one."),
			 errhint("Drop the view first, or add a new column whose default is a constant.")));
}

/*
 * cv_guard_new_leaves -- after CREATE TABLE or ALTER TABLE: is there a new
 * part of an input?
 */
void
cv_guard_new_leaves(Node *stmt)
{
	AlterTableStmt *alter = (AlterTableStmt *) stmt;
	ListCell   *lc;

	if (IsA(stmt, CreateStmt) || IsA(stmt, CreateForeignTableStmt))
	{
		/* a foreign table's node begins with that of a table */
		if (((CreateStmt *) stmt)->inhRelations != NIL)
			check_child(((CreateStmt *) stmt)->relation);
		return;
	}
	foreach(lc, alter->cmds)
	{
		AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);

		if (cmd->subtype == AT_AttachPartition)
			check_child(((PartitionCmd *) cmd->def)->name);
		else if (cmd->subtype == AT_AddInherit)
			check_child(alter->relation);
	}
}

static void
check_child(RangeVar *child)
{
	Oid			relid = RangeVarGetRelid(child, NoLock, true);
	List	   *rows;
	ListCell   *lc;

	if (!OidIsValid(relid))
		return;
	rows = cv_view_catalog_list_by_input(relid);
	foreach(lc, rows)
	{
		CvViewRow  *row = lfirst(lc);

		if (row->input != relid)
			cv_check_new_leaf(relid, row->input);
	}
	cv_view_guard_child(relid);
}

const char *
cv_file_change_kind(Node *stmt)
{
	ListCell   *lc;

	switch (nodeTag(stmt))
	{
		case T_ClusterStmt:
			return "CLUSTER";
		case T_AlterTableMoveAllStmt:
			return "SET TABLESPACE";
		case T_AlterTableStmt:
			return alter_kind(((AlterTableStmt *) stmt)->cmds);
		case T_VacuumStmt:
			foreach(lc, ((VacuumStmt *) stmt)->options)
			{
				DefElem    *option = lfirst_node(DefElem, lc);

				if (strcmp(option->defname, "full") == 0 &&
					defGetBoolean(option))
					return "VACUUM FULL";
			}
			return NULL;
		default:
			return NULL;
	}
}

/* SET TABLESPACE, unless something with it rewrites the rows */
static const char *
alter_kind(List *cmds)
{
	const char *kind = NULL;
	ListCell   *lc;

	foreach(lc, cmds)
	{
		switch (lfirst_node(AlterTableCmd, lc)->subtype)
		{
			case AT_SetTableSpace:
				kind = "SET TABLESPACE";
				break;
			case AT_AddColumn:
			case AT_AlterColumnType:
			case AT_SetLogged:
			case AT_SetUnLogged:
			case AT_SetAccessMethod:
				return NULL;
			default:
				break;
		}
	}
	return kind;
}

/*
 * cv_file_change_note -- the object access hook's part: pg_class has been
 * changed, but the command counter not yet raised.
 */
void
cv_file_change_note(Oid relid, const char *kind)
{
	RelFileNumber from = old_file(relid);
	RelFileNumber to = read_file(relid, SnapshotSelf);	/* with ours */

	if (from == to)
		return;
	if (kind == NULL)
		cv_refuse_file_change(relid);
	add_note(relid, from, to, kind);
}

/* what TRUNCATE may give a new file to: all inputs, if it reaches one at all */
List *
cv_truncate_prepare(TruncateStmt *stmt)
{
	List	   *relids = NIL;
	List	   *rows;
	ListCell   *lc;

	if (!cv_has_views() || !reaches_input(stmt))
		return NIL;
	rows = cv_view_catalog_list();
	foreach(lc, rows)
		relids = list_concat_unique_oid(relids,
										find_all_inheritors(((CvViewRow *) lfirst(lc))->input,
															NoLock, NULL));
	return relids;
}

/*
 * cv_truncate_finish -- note the new files, also where TRUNCATE has cascaded.
 *
 * What others have truncated meanwhile is theirs to note: only of what is
 * locked by us can the file be ours, and what it was before is looked up as
 * of now but for our own changes since command id before, as we may have
 * waited for somebody else's TRUNCATE.
 */
void
cv_truncate_finish(List *relids, CommandId before)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	ListCell   *lc;

	snapshot->curcid = before;
	foreach(lc, relids)
	{
		Oid			relid = lfirst_oid(lc);
		RelFileNumber from;
		RelFileNumber to;
		LOCKTAG		tag;

		SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
		if (!cv_lock_held(&tag, AccessExclusiveLock))
			continue;
		from = read_file(relid, snapshot);
		to = read_file(relid, SnapshotSelf);
		if (from != to)
			add_note(relid, from, to, "TRUNCATE");
	}
	UnregisterSnapshot(snapshot);
}

void
cv_file_change_forget(Oid relid)
{
	Relation	rel = table_open(cv_catalog_table("file_change", false),
								 RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, ATT_RELID, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	scan = systable_beginscan(rel, InvalidOid, false, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, NoLock);
}

/* with CASCADE it may get anywhere */
static bool
reaches_input(TruncateStmt *stmt)
{
	ListCell   *lc;

	if (stmt->behavior == DROP_CASCADE)
		return true;
	foreach(lc, stmt->relations)
	{
		Oid			relid = RangeVarGetRelid(lfirst(lc), NoLock, true);
		List	   *relids;
		ListCell   *child;

		if (!OidIsValid(relid))
			continue;
		/* an input may also be a part of what is truncated */
		relids = find_all_inheritors(relid, NoLock, NULL);
		foreach(child, relids)
		{
			if (cv_view_catalog_list_by_input(lfirst_oid(child)) != NIL)
				return true;
		}
	}
	return false;
}

/* as the catalog cache has it: before the current command's changes */
static RelFileNumber
old_file(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	RelFileNumber file = InvalidRelFileNumber;

	if (HeapTupleIsValid(tuple))
	{
		file = ((Form_pg_class) GETSTRUCT(tuple))->relfilenode;
		ReleaseSysCache(tuple);
	}
	return file;
}

static RelFileNumber
read_file(Oid relid, Snapshot snapshot)
{
	Relation	rel = table_open(RelationRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	RelFileNumber file = InvalidRelFileNumber;

	ScanKeyInit(&key, Anum_pg_class_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	scan = systable_beginscan(rel, ClassOidIndexId, true, snapshot, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		file = ((Form_pg_class) GETSTRUCT(tuple))->relfilenode;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return file;
}

static void
add_note(Oid relid, RelFileNumber from, RelFileNumber to, const char *kind)
{
	Relation	rel = table_open(cv_catalog_table("file_change", false),
								 RowExclusiveLock);
	Datum		values[NATTS];
	bool		isnull[NATTS] = {0};

	cv_check_layout(RelationGetDescr(rel), NATTS);
	values[ATT_RELID - 1] = ObjectIdGetDatum(relid);
	values[ATT_OLD_FILE - 1] = ObjectIdGetDatum(from);
	values[ATT_NEW_FILE - 1] = ObjectIdGetDatum(to);
	values[ATT_KIND - 1] = CStringGetTextDatum(kind);
	CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values,
											isnull));
	table_close(rel, NoLock);
}
