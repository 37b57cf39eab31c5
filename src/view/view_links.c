/*-------------------------------------------------------------------------
 *
 * view_links.c
 *	  What holds a continuous view together: dependencies, and the triggers
 *	  that keep its input append-only.
 *
 *	members, triggers	--auto-->	view		DROP VIEW takes them along
 *	rule of the view	--normal-->	results		(PostgreSQL's own)
 *	rule of the view	--normal-->	definition	so that DROP TABLE input
 *												CASCADE takes the view along
 *	members, view		--normal-->	types		see link_to_types()
 *
 * That on the definition hangs on the rule, not on the view: pg_dump can break a loop of
 * dependencies only at the rule of a view.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_func.h"
#include "rewrite/rewriteSupport.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "view/view_ddl.h"

/* longest wait for writers of the input, if the user has set no limit */
#define DEFAULT_LOCK_TIMEOUT	"10s"

static bool is_guarded_always(Oid relid);
static void link_if_restored(Oid view);
static bool is_there(Oid relid);
static void record(Oid class_id, Oid object, Oid on_class, Oid on,
				   DependencyType type);
static void link_to_types(Oid relid);
static bool reads_children(const CvViewRow *row);
static List *input_relids(const CvViewRow *row);
static void link_triggers(const CvViewRow *row);
static void make_trigger(Oid relid, Oid view);
static char *trigger_name(Oid relid, Oid view);
static Oid	lookup_trigger(Oid relid, Oid view);
static bool depends_on_view(Oid trigger, Oid view);
static Oid	refuse_update_function(void);
static void add_lock_context(void *view);

void
cv_view_link(const CvViewRow *row)
{
	Oid			rule = get_rewrite_oid(row->view, "_RETURN", false);
	ListCell   *lc;

	/* pg_restore --clean drops what is not linked yet one by one */
	foreach(lc, cv_member_list(row))
	{
		if (!is_there(lfirst_oid(lc)))
			continue;
		record(RelationRelationId, lfirst_oid(lc), RelationRelationId,
			   row->view, DEPENDENCY_AUTO);
		link_to_types(lfirst_oid(lc));
	}
	link_to_types(row->view);
	if (is_there(row->definition))
		record(RewriteRelationId, rule, RelationRelationId, row->definition,
			   DEPENDENCY_NORMAL);
	if (is_there(row->input))
		link_triggers(row);
}

void
cv_view_adopt(const CvViewRow *row)
{
	cv_view_lock_input(row->input, reads_children(row),
					   get_rel_name(row->view));
	cv_view_take_up(row);
}

void
cv_view_take_up(const CvViewRow *row)
{
	cv_view_verify(row);
	cv_view_link(row);
	CommandCounterIncrement();
	cv_member_cache_invalidate();
}

bool
cv_view_is_guarded(const CvViewRow *row)
{
	ListCell   *lc;

	foreach(lc, input_relids(row))
	{
		Oid			relid = lfirst_oid(lc);

		if (!is_guarded_always(relid) ||
			(!get_rel_relispartition(relid) &&
			 !OidIsValid(lookup_trigger(relid, row->view))))
			return false;
	}
	return true;
}

/* is_guarded_always -- by an append-only trigger that fires whoever writes? */
static bool
is_guarded_always(Oid relid)
{
	Relation	rel = try_table_open(relid, AccessShareLock);
	Oid			function = refuse_update_function();
	bool		result = false;

	if (rel == NULL)
		return false;
	for (int i = 0; rel->trigdesc && i < rel->trigdesc->numtriggers; i++)
		result |= rel->trigdesc->triggers[i].tgfoid == function &&
			rel->trigdesc->triggers[i].tgenabled == TRIGGER_FIRES_ALWAYS;
	table_close(rel, NoLock);
	return result;
}

TransactionId
cv_view_guarded_since(Oid relid)
{
	Relation	rel = table_open(relid, AccessShareLock);
	Oid			function = refuse_update_function();
	TransactionId result = InvalidTransactionId;

	for (int i = 0; rel->trigdesc && i < rel->trigdesc->numtriggers; i++)
	{
		TransactionId xid;

		if (rel->trigdesc->triggers[i].tgfoid != function)
			continue;
		xid = cv_made_by(TriggerRelationId, rel->trigdesc->triggers[i].tgoid);
		if (!TransactionIdIsValid(result) ||
			(TransactionIdIsValid(xid) && TransactionIdPrecedes(xid, result)))
			result = xid;
	}
	table_close(rel, NoLock);
	return result;
}

/*
 * cv_made_by -- by its dependencies, which are written when it is made, and
 * never again; its own row changes with ALTER.
 */
TransactionId
cv_made_by(Oid class_id, Oid object_id)
{
	Relation	rel = table_open(DependRelationId, AccessShareLock);
	TransactionId result = InvalidTransactionId;
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key[0], Anum_pg_depend_classid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(class_id));
	ScanKeyInit(&key[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(object_id));
	scan = systable_beginscan(rel, DependDependerIndexId, true, NULL, 2, key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		TransactionId xid = HeapTupleHeaderGetRawXmin(tuple->t_data);

		if (!TransactionIdIsValid(result) ||
			TransactionIdPrecedes(xid, result))
			result = xid;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

void
cv_view_link_dropped(DropStmt *stmt)
{
	ListCell   *lc;

	/* whatever it is, a view may hang on it */
	if (stmt->behavior == DROP_CASCADE)
	{
		foreach(lc, cv_view_catalog_list())
			link_if_restored(((CvViewRow *) lfirst(lc))->view);
	}
	else if (stmt->removeType == OBJECT_VIEW)
	{
		foreach(lc, stmt->objects)
		{
			RangeVar   *name = makeRangeVarFromNameList(lfirst(lc));

			link_if_restored(RangeVarGetRelid(name, NoLock, true));
		}
	}
}

void
cv_view_enable_triggers(Oid relid)
{
	List	   *names = NIL;
	ListCell   *lc;
	Relation	rel;

	if (!OidIsValid(relid) || cv_view_catalog_list_by_input(relid) == NIL)
		return;
	rel = table_open(relid, AccessShareLock);
	for (int i = 0; rel->trigdesc && i < rel->trigdesc->numtriggers; i++)
	{
		Trigger    *trigger = &rel->trigdesc->triggers[i];

		if (trigger->tgfoid == refuse_update_function() &&
			trigger->tgenabled != TRIGGER_DISABLED &&
			trigger->tgenabled != TRIGGER_FIRES_ALWAYS)
			names = lappend(names, pstrdup(trigger->tgname));
	}
	table_close(rel, NoLock);

	foreach(lc, names)
	{
		AlterTableStmt *stmt = makeNode(AlterTableStmt);
		AlterTableCmd *cmd = makeNode(AlterTableCmd);

		cmd->subtype = AT_EnableAlwaysTrig;
		cmd->name = lfirst(lc);
		stmt->objtype = OBJECT_TABLE;
		stmt->relation = makeRangeVar(get_namespace_name(get_rel_namespace(relid)),
									  get_rel_name(relid), -1);
		stmt->relation->inh = true;
		stmt->cmds = list_make1(cmd);
		cv_run_subcommand((Node *) stmt, "ALTER TABLE");
	}
}

void
cv_view_unadopt(Oid relid, Oid trigger)
{
	ListCell   *lc;

	foreach(lc, cv_view_catalog_list_by_input(relid))
	{
		Oid			view = ((CvViewRow *) lfirst(lc))->view;

		if (!cv_view_is_adopted(view) || !depends_on_view(trigger, view))
			continue;
		cv_view_dropped_hook(view);
		cv_worker_wake_at_commit();
	}
}

static void
link_if_restored(Oid view)
{
	CvViewRow  *row;

	if (!OidIsValid(view) || !cv_is_continuous_view(view) ||
		cv_view_is_adopted(view) || !cv_class_ownercheck(view, GetUserId()))
		return;
	LockRelationOid(view, AccessShareLock);
	row = cv_view_catalog_lookup(view);
	if (row == NULL)
		return;
	cv_view_link(row);
	/* the next one must see which triggers are taken */
	CommandCounterIncrement();
}

/*
 * cv_view_lock_input -- as CREATE TRIGGER does, but not for ever.
 *
 * Open writers are waited for, and new ones queue behind us meanwhile.
 */
void
cv_view_lock_input(Oid input, bool inherit, const char *view)
{
	ErrorContextCallback context = {.callback = add_lock_context};
	int			nest_level = NewGUCNestLevel();

	context.arg = unconstify(char *, view);
	context.previous = error_context_stack;
	error_context_stack = &context;
	if (LockTimeout == 0)
		(void) set_config_option("lock_timeout", DEFAULT_LOCK_TIMEOUT,
								 PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE,
								 true, 0, false);
	if (inherit)
	{
		LockRelationOid(input, ShareRowExclusiveLock);
		(void) find_all_inheritors(input, ShareRowExclusiveLock, NULL);
	}
	else
		LockRelationOid(input, ShareRowExclusiveLock);
	AtEOXact_GUC(true, nest_level);
	error_context_stack = context.previous;
}

void
cv_view_guard_child(Oid child)
{
	List	   *rows = cv_view_catalog_list_by_input(child);
	ListCell   *lc;

	/* partitions get clones of the parent's triggers by themselves */
	if (get_rel_relispartition(child))
		return;
	foreach(lc, rows)
	{
		CvViewRow  *row = lfirst(lc);

		if (cv_view_is_adopted(row->view) && reads_children(row) &&
			!OidIsValid(lookup_trigger(child, row->view)))
			make_trigger(child, row->view);
	}
}

static bool
is_there(Oid relid)
{
	return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid));
}

static void
record(Oid class_id, Oid object, Oid on_class, Oid on, DependencyType type)
{
	ObjectAddress depender;
	ObjectAddress referenced;

	ObjectAddressSet(depender, class_id, object);
	ObjectAddressSet(referenced, on_class, on);
	/* again after a replacement or a restore: one is enough */
	(void) deleteDependencyRecordsForSpecific(class_id, object, type,
											  on_class, on);
	recordDependencyOn(&depender, &referenced, type);
}

/*
 * link_to_types -- let the whole relation depend on what its columns depend on:
 * types and collations.
 *
 * With DROP TYPE ... CASCADE PostgreSQL finds the column of the result table
 * first, from there the view, and by the view the result table, which is then
 * gone when it comes to drop the column.  So it has to find the table first.
 */
static void
link_to_types(Oid relid)
{
	Relation	rel = table_open(DependRelationId, AccessShareLock);
	List	   *linked = NIL;
	List	   *missing = NIL;
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;
	ListCell   *lc;

	ScanKeyInit(&key[0], Anum_pg_depend_classid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(RelationRelationId));
	ScanKeyInit(&key[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	scan = systable_beginscan(rel, DependDependerIndexId, true, NULL, 2, key);
	/* sorted by column, so those of the whole relation come first */
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend form = (Form_pg_depend) GETSTRUCT(tuple);

		if (form->refclassid != TypeRelationId &&
			form->refclassid != CollationRelationId)
			continue;
		if (form->objsubid == 0)
			linked = lappend_oid(linked, form->refobjid);
		else if (!list_member_oid(linked, form->refobjid))
		{
			ObjectAddress *on = palloc(sizeof(ObjectAddress));

			ObjectAddressSet(*on, form->refclassid, form->refobjid);
			missing = lappend(missing, on);
			linked = lappend_oid(linked, form->refobjid);
		}
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	foreach(lc, missing)
	{
		ObjectAddress depender;

		ObjectAddressSet(depender, RelationRelationId, relid);
		recordDependencyOn(&depender, lfirst(lc), DEPENDENCY_NORMAL);
	}
}

/* not if it says FROM ONLY */
static bool
reads_children(const CvViewRow *row)
{
	CvViewSpec *spec;

	LockRelationOid(row->definition, AccessShareLock);
	spec = cv_view_load(row->view);
	return spec != NULL && cv_view_reads_children(spec);
}

/* the input, and what is read with it */
static List *
input_relids(const CvViewRow *row)
{
	return reads_children(row) ?
		find_all_inheritors(row->input, NoLock, NULL) :
		list_make1_oid(row->input);
}

/* on the input; on inheritance children too, which get no clones */
static void
link_triggers(const CvViewRow *row)
{
	ListCell   *lc;

	foreach(lc, input_relids(row))
	{
		Oid			relid = lfirst_oid(lc);
		Oid			trigger;

		if (relid != row->input && get_rel_relispartition(relid))
			continue;
		trigger = lookup_trigger(relid, row->view);
		if (OidIsValid(trigger))
			record(TriggerRelationId, trigger, RelationRelationId, row->view,
				   DEPENDENCY_AUTO);
		else
			make_trigger(relid, row->view);
	}
}

static void
make_trigger(Oid relid, Oid view)
{
	CreateTrigStmt *stmt = makeNode(CreateTrigStmt);
	ObjectAddress trigger;

	stmt->trigname = trigger_name(relid, view);
	stmt->relation = makeRangeVar(get_namespace_name(get_rel_namespace(relid)),
								  get_rel_name(relid), -1);
	stmt->row = true;
	stmt->timing = TRIGGER_TYPE_BEFORE;
	stmt->events = TRIGGER_TYPE_UPDATE;
	/* always: replication writes as a replica, and could update as well */
	trigger = CreateTriggerFiringOn(stmt, NULL, relid, InvalidOid, InvalidOid,
									InvalidOid, refuse_update_function(),
									InvalidOid, NULL, false, false,
									TRIGGER_FIRES_ALWAYS);
	CommandCounterIncrement();
	record(TriggerRelationId, trigger.objectId, RelationRelationId, view,
		   DEPENDENCY_AUTO);
	CommandCounterIncrement();
}

/* "<view>_append_only", free on the table and on all to which it is cloned */
static char *
trigger_name(Oid relid, Oid view)
{
	List	   *relids = find_all_inheritors(relid, NoLock, NULL);
	char		label[NAMEDATALEN];
	char	   *name = makeObjectName(get_rel_name(view), NULL, "append_only");
	bool		is_free = false;

	for (int i = 1; !is_free; i++)
	{
		ListCell   *lc;

		is_free = true;
		foreach(lc, relids)
			is_free &= !OidIsValid(get_trigger_oid(lfirst_oid(lc), name, true));
		if (!is_free)
		{
			snprintf(label, sizeof(label), "append_only%d", i);
			name = makeObjectName(get_rel_name(view), NULL, label);
		}
	}
	return name;
}

/*
 * lookup_trigger -- the table's append-only trigger that is this view's.
 *
 * A dump does not keep the dependency: then the first one of that function
 * which belongs to no other view is taken.
 */
static Oid
lookup_trigger(Oid relid, Oid view)
{
	Oid			function = refuse_update_function();
	Relation	rel = table_open(TriggerRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	Oid			own = InvalidOid;
	Oid			unowned = InvalidOid;

	ScanKeyInit(&key, Anum_pg_trigger_tgrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	scan = systable_beginscan(rel, TriggerRelidNameIndexId, true, NULL, 1,
							  &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_trigger form = (Form_pg_trigger) GETSTRUCT(tuple);

		if (form->tgfoid != function || OidIsValid(form->tgparentid))
			continue;
		if (depends_on_view(form->oid, view))
			own = form->oid;
		else if (!depends_on_view(form->oid, InvalidOid))
			unowned = form->oid;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return OidIsValid(own) ? own : unowned;
}

/* on any view if view is InvalidOid */
static bool
depends_on_view(Oid trigger, Oid view)
{
	Relation	rel = table_open(DependRelationId, AccessShareLock);
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		found = false;

	ScanKeyInit(&key[0], Anum_pg_depend_classid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(TriggerRelationId));
	ScanKeyInit(&key[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(trigger));
	scan = systable_beginscan(rel, DependDependerIndexId, true, NULL, 2, key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend form = (Form_pg_depend) GETSTRUCT(tuple);

		found |= form->refclassid == RelationRelationId &&
			(OidIsValid(view) ? form->refobjid == view :
			 get_rel_relkind(form->refobjid) == RELKIND_VIEW);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

bool
cv_is_input_trigger(Oid function)
{
	return function == refuse_update_function();
}

static Oid
refuse_update_function(void)
{
	List	   *name = list_make2(makeString("continuous"),
								  makeString("refuse_update"));

	return LookupFuncName(name, 0, NULL, false);
}

static void
add_lock_context(void *view)
{
	errcontext("waiting for writers of the input of continuous view \"%s\"",
			   (char *) view);
}
