/*-------------------------------------------------------------------------
 *
 * ddl_refuse.c
 *	  Statements about the members of a continuous view that would break it.
 *
 * Result and late table are ordinary tables for indexes, grants, constraints,
 * policies, AFTER triggers, publications and storage.  What their columns are,
 * what is in them, and where they are, is ours.  State and collected table are
 * all ours, but for storage.
 *
 * Superusers are refused nothing while a view is not adopted, that is, while a
 * dump is being restored: pg_restore makes and fills the members itself.  An
 * owner cannot use that time, as the worker trusts what it finds in them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/index.h"
#include "catalog/namespace.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_trigger.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_func.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "view/owner_code.h"
#include "view/restore_session.h"
#include "view/view_ddl.h"

static Oid	lookup_relation(RangeVar *rel);
static bool is_guarded(Oid relid, Oid *view, CvRole *role);
static bool is_guarded_input(Oid relid);
static void refuse_replacement(Oid relid);
static void refuse_alter_view(Oid view, AlterTableCmd *cmd);
static void refuse_if_member(RangeVar *rel, const char *what);
pg_noreturn static void refuse_member(Oid relid, Oid view, const char *what);
pg_noreturn static void refuse_on_view(Oid view, const char *what);
static void refuse_drop_trigger(List *name);
static void refuse_drop_index(List *name);
static bool is_internal(CvRole role);
static const char *forbidden_command(Oid relid, CvRole role,
									 AlterTableCmd *cmd);
static bool may_be_null(CvRole role, const char *column);
static bool is_generated(ColumnDef *column);
static bool is_generated_column(Oid relid, const char *name);
static bool is_primary_key(Oid relid, const char *constraint);

/* CREATE OR REPLACE VIEW, without our option, over one of ours */
void
cv_refuse_replace(ViewStmt *stmt)
{
	if (stmt->replace)
		refuse_replacement(lookup_relation(stmt->view));
}

/* of a view's query, which CREATE RULE can do as well */
static void
refuse_replacement(Oid relid)
{
	Oid			view;
	CvRole		role;

	if (!is_guarded(relid, &view, &role))
		return;
	if (role != CV_ROLE_VIEW)
		refuse_member(relid, view, "replace");
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is a continuous view", get_rel_name(relid)),
			 errhint("Use CREATE OR REPLACE CONTINUOUS VIEW. Column \"definition\" of continuous.views has the query.")));
}

void
cv_refuse_drop(DropStmt *stmt)
{
	ListCell   *lc;

	foreach(lc, stmt->objects)
	{
		Oid			relid;
		Oid			view;
		CvRole		role;

		if (stmt->removeType == OBJECT_TRIGGER)
		{
			refuse_drop_trigger(lfirst(lc));
			continue;
		}
		if (stmt->removeType == OBJECT_INDEX)
		{
			refuse_drop_index(lfirst(lc));
			continue;
		}
		if (stmt->removeType != OBJECT_TABLE &&
			stmt->removeType != OBJECT_VIEW)
			return;
		relid = lookup_relation(makeRangeVarFromNameList(lfirst(lc)));
		if (!is_guarded(relid, &view, &role) || role == CV_ROLE_VIEW)
			continue;
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop \"%s\": it belongs to continuous view \"%s\"",
						get_rel_name(relid), get_rel_name(view)),
				 errhint("Drop the view instead: DROP VIEW %s.",
						 quote_identifier(get_rel_name(view)))));
	}
}

void
cv_refuse_alter(AlterTableStmt *stmt)
{
	Oid			relid = lookup_relation(stmt->relation);
	Oid			view;
	CvRole		role;
	ListCell   *lc;

	foreach(lc, stmt->cmds)
	{
		AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);
		RangeVar   *other = NULL;

		/* a result table is nobody's parent, nor child */
		if (cmd->subtype == AT_AddInherit)
			other = (RangeVar *) cmd->def;
		else if (cmd->subtype == AT_AttachPartition)
			other = ((PartitionCmd *) cmd->def)->name;
		if (other != NULL)
			refuse_if_member(other, "inherit from or attach");
		if (cmd->subtype == AT_AlterColumnType && OidIsValid(relid))
			cv_refuse_row_type(relid);
	}
	if (!is_guarded(relid, &view, &role))
		return;
	if (role == CV_ROLE_DEFINITION)
		refuse_member(relid, view, "alter");
	foreach(lc, role == CV_ROLE_VIEW ? stmt->cmds : NIL)
		refuse_alter_view(relid, lfirst(lc));
	if (role == CV_ROLE_VIEW)
		return;
	foreach(lc, stmt->cmds)
	{
		const char *what = forbidden_command(relid, role, lfirst(lc));

		if (what != NULL)
			refuse_member(relid, view, what);
	}
}

/* what PostgreSQL would refuse without saying what to do */
static void
refuse_alter_view(Oid view, AlterTableCmd *cmd)
{
	if (cmd->subtype == AT_AddColumn)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot add a column to continuous view \"%s\"",
						get_rel_name(view)),
				 errhint("Use CREATE OR REPLACE CONTINUOUS VIEW with the column at the end of the select list.")));
	if (cmd->subtype == AT_AddConstraint)
		refuse_on_view(view, "a constraint");
	if (cmd->subtype == AT_EnableRowSecurity)
		refuse_on_view(view, "row security");
}

void
cv_refuse_rename(RenameStmt *stmt)
{
	Oid			relid;
	Oid			view;
	CvRole		role;

	if (stmt->relation == NULL)
		return;
	switch (stmt->renameType)
	{
		case OBJECT_TABLE:
		case OBJECT_VIEW:
		case OBJECT_COLUMN:
			break;
		default:
			return;
	}
	relid = lookup_relation(stmt->relation);
	if (!is_guarded(relid, &view, &role) || role == CV_ROLE_VIEW)
		return;
	if (stmt->renameType == OBJECT_COLUMN &&
		is_generated_column(relid, stmt->subname))
		return;
	refuse_member(relid, view, "rename");
}

void
cv_refuse_schema(AlterObjectSchemaStmt *stmt)
{
	if (stmt->objectType == OBJECT_TABLE || stmt->objectType == OBJECT_VIEW)
		refuse_if_member(stmt->relation, "move");
}

void
cv_refuse_truncate(TruncateStmt *stmt)
{
	ListCell   *lc;

	foreach(lc, stmt->relations)
	{
		Oid			relid = lookup_relation(lfirst(lc));
		Oid			view;
		CvRole		role;

		if (is_guarded(relid, &view, &role))
			cv_refuse_write(relid, CMD_UTILITY);
	}
}

/* CMD_UTILITY is TRUNCATE, CMD_UPDATE is DELETE as well */
void
cv_refuse_write(Oid relid, CmdType command)
{
	Oid			view = InvalidOid;
	CvRole		role = cv_member_role(relid, &view);
	const char *what = command == CMD_UTILITY ? "truncate" : "change";
	CvViewRow  *row = cv_view_catalog_lookup(view);
	const char *input = row ? get_rel_name(row->input) : NULL;

	if (role != CV_ROLE_VIEW && role != CV_ROLE_RESULTS)
		input = NULL;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 role == CV_ROLE_VIEW ?
			 errmsg("cannot %s continuous view \"%s\"", what,
					get_rel_name(relid)) :
			 errmsg("cannot %s \"%s\": it belongs to continuous view \"%s\"",
					what, get_rel_name(relid), get_rel_name(view)),
			 input != NULL && command == CMD_INSERT ?
			 errhint("Insert into \"%s\" instead.", input) :
			 input != NULL ?
			 errhint("Its rows are made from those of \"%s\". continuous.recompute() computes them anew, option \"retention\" removes those of old windows.",
					 input) :
			 role == CV_ROLE_LATE ?
			 errhint("Its rows can be deleted with DELETE, but not changed.") :
			 errhint("It is for the worker only.")));
}

void
cv_refuse_refresh(RefreshMatViewStmt *stmt)
{
	Oid			relid = lookup_relation(stmt->relation);
	Oid			view;

	if (!OidIsValid(relid) || cv_member_role(relid, &view) != CV_ROLE_VIEW)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is a continuous view", get_rel_name(relid)),
			 errhint("It is refreshed all the time. continuous.sync() waits until all that is committed is in the view, continuous.recompute() computes windows anew.")));
}

/*
 * A BEFORE trigger could change values that are the state of an aggregate; a
 * deferred one would run after the worker has given up the owner's identity.
 */
void
cv_refuse_trigger(CreateTrigStmt *stmt)
{
	Oid			relid = lookup_relation(stmt->relation);
	Oid			view;
	CvRole		role;

	if (!is_guarded(relid, &view, &role) || role == CV_ROLE_DEFINITION)
		return;
	if (role == CV_ROLE_VIEW)
	{
		if (stmt->row && stmt->timing != TRIGGER_TYPE_INSTEAD)
			refuse_on_view(relid, "a row trigger");
		return;
	}
	if (is_internal(role))
		refuse_member(relid, view, "put a trigger on");
	/* one may come from the dump of a view that reads this one */
	if (stmt->row && stmt->timing == TRIGGER_TYPE_BEFORE &&
		!cv_is_input_trigger(LookupFuncName(stmt->funcname, 0, NULL, true)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" cannot have BEFORE ROW triggers",
						get_rel_name(relid)),
				 errdetail("It belongs to continuous view \"%s\".",
						   get_rel_name(view)),
				 errhint("Use an AFTER trigger.")));
	if (stmt->initdeferred)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" cannot have deferred triggers",
						get_rel_name(relid)),
				 errdetail("It belongs to continuous view \"%s\".",
						   get_rel_name(view)),
				 errhint("Make the trigger INITIALLY IMMEDIATE.")));
}

/* Another one like ours may take its place; it says no to no row. */
void
cv_refuse_index(IndexStmt *stmt)
{
	Oid			relid = lookup_relation(stmt->relation);
	bool		is_harmless = !stmt->unique && stmt->whereClause == NULL &&
		stmt->excludeOpNames == NIL;
	Oid			view;
	CvRole		role;
	ListCell   *lc;

	if (!is_guarded(relid, &view, &role))
		return;
	if (role == CV_ROLE_VIEW)
		refuse_on_view(relid, "an index");
	if (!is_internal(role))
		return;
	foreach(lc, stmt->indexParams)
		is_harmless &= lfirst_node(IndexElem, lc)->expr == NULL;
	if (!is_harmless)
		refuse_member(relid, view, "put such an index on");
}

void
cv_refuse_rule(RuleStmt *stmt)
{
	if (stmt->event == CMD_SELECT)
		refuse_replacement(lookup_relation(stmt->relation));
	refuse_if_member(stmt->relation, "put a rule on");
}

/* CREATE TABLE ... INHERITS (v_results) */
void
cv_refuse_child(CreateStmt *stmt)
{
	ListCell   *lc;

	foreach(lc, stmt->inhRelations)
		refuse_if_member(lfirst(lc), "inherit from or attach");
}

static Oid
lookup_relation(RangeVar *rel)
{
	if (rel == NULL)
		return InvalidOid;
	return RangeVarGetRelid(rel, NoLock, true);
}

bool
cv_may_restore(void)
{
	/*
	 * Whoever the session has made itself, see SET SESSION AUTHORIZATION; but
	 * what an owner's code does, a worker's session does not answer for.
	 */
	return superuser_arg(GetAuthenticatedUserId()) && !cv_in_owner_code();
}

/* is relid part of a view, and the session not one that restores it? */
static bool
is_guarded(Oid relid, Oid *view, CvRole *role)
{
	if (!OidIsValid(relid))
		return false;
	*role = cv_member_role(relid, view);
	return *role != CV_ROLE_NONE &&
		(cv_view_is_adopted(*view) || !cv_may_restore());
}

/* is relid, or a parent of it, the input of a view that the worker follows? */
static bool
is_guarded_input(Oid relid)
{
	List	   *rows = cv_view_catalog_list_by_input(relid);
	ListCell   *lc;

	foreach(lc, rows)
	{
		if (cv_view_is_adopted(((CvViewRow *) lfirst(lc))->view))
			return true;
	}
	return false;
}

static void
refuse_if_member(RangeVar *rel, const char *what)
{
	Oid			relid = lookup_relation(rel);
	Oid			view;
	CvRole		role;

	if (is_guarded(relid, &view, &role) && role != CV_ROLE_VIEW)
		refuse_member(relid, view, what);
}

static void
refuse_member(Oid relid, Oid view, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("cannot %s \"%s\": it belongs to continuous view \"%s\"",
					what, get_rel_name(relid), get_rel_name(view)),
			 errhint("Alter the view instead.")));
}

/* what its result table can have */
static void
refuse_on_view(Oid view, const char *what)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);

	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot put %s on continuous view \"%s\"", what,
					get_rel_name(view)),
			 errhint("Put it on the table of its results, \"%s\".",
					 get_rel_name(row->results))));
}

/* name: of the table, then of the trigger */
static void
refuse_drop_trigger(List *name)
{
	List	   *table = list_copy_head(name, list_length(name) - 1);
	Oid			relid = lookup_relation(makeRangeVarFromNameList(table));
	Oid			trigger;
	Relation	rel;
	Oid			function = InvalidOid;

	if (!OidIsValid(relid))
		return;
	trigger = get_trigger_oid(relid, strVal(llast(name)), true);
	if (!OidIsValid(trigger))
		return;
	if (!is_guarded_input(relid))
		return;

	rel = RelationIdGetRelation(relid);
	for (int i = 0; rel->trigdesc && i < rel->trigdesc->numtriggers; i++)
	{
		if (rel->trigdesc->triggers[i].tgoid == trigger)
			function = rel->trigdesc->triggers[i].tgfoid;
	}
	RelationClose(rel);
	if (function != LookupFuncName(list_make2(makeString("continuous"),
											  makeString("refuse_update")),
								   0, NULL, true))
		return;
	/* pg_restore --clean begins with it */
	if (cv_may_restore() && cv_restore_session_is_dump())
	{
		cv_restore_session_begin();
		cv_view_unadopt(relid, trigger);
		return;
	}
	ereport(ERROR,
			(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
			 errmsg("cannot drop trigger \"%s\": it keeps \"%s\" append-only for a continuous view",
					strVal(llast(name)), get_rel_name(relid)),
			 errhint("Drop the continuous view instead.")));
}

static void
refuse_drop_index(List *name)
{
	Oid			index = lookup_relation(makeRangeVarFromNameList(name));
	Oid			relid = OidIsValid(index) ? IndexGetRelation(index, true) :
		InvalidOid;
	Oid			view;
	CvRole		role;

	if (!is_guarded(relid, &view, &role) || role == CV_ROLE_VIEW ||
		!cv_member_needs_index(cv_view_catalog_lookup(view), relid, index))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
			 errmsg("cannot drop index \"%s\": continuous view \"%s\" needs it",
					get_rel_name(index), get_rel_name(view))));
}

/* a table that nobody but the worker has a use for */
static bool
is_internal(CvRole role)
{
	return role == CV_ROLE_STATE || role == CV_ROLE_COLLECTED;
}

/* what it would do, as a verb, or NULL if it is harmless */
static const char *
forbidden_command(Oid relid, CvRole role, AlterTableCmd *cmd)
{
	switch (cmd->subtype)
	{
		case AT_AddConstraint:
		case AT_AddIndex:
		case AT_AddIndexConstraint:
		case AT_SetNotNull:
			return is_internal(role) ? "add a constraint to" : NULL;
		case AT_EnableRowSecurity:
		case AT_ForceRowSecurity:
			return is_internal(role) ? "enable row security on" : NULL;
		case AT_AddColumn:
			if (is_internal(role))
				return "add a column to";
			return is_generated((ColumnDef *) cmd->def) ? NULL :
				"add a column that is not GENERATED to";
		case AT_DropColumn:
			return is_generated_column(relid, cmd->name) ? NULL :
				"drop a column of";
		case AT_DropNotNull:
			return may_be_null(role, cmd->name) ? NULL : "alter a column of";
		case AT_AlterColumnType:
		case AT_ColumnDefault:
		case AT_DropExpression:
		case AT_AddIdentity:
		case AT_SetIdentity:
		case AT_DropIdentity:
			return "alter a column of";
		case AT_DropConstraint:
			return is_primary_key(relid, cmd->name) ?
				"drop the primary key of" : NULL;
		case AT_SetUnLogged:
			return "make an unlogged table of";
		case AT_SetAccessMethod:
			return "set the access method of";
		case AT_AddInherit:
		case AT_DropInherit:
		case AT_AddOf:
			return "change the parents of";
		case AT_ChangeOwner:
			return "change the owner of";
		default:
			return NULL;
	}
}

/* Whoever has said SET NOT NULL may take it back. */
static bool
may_be_null(CvRole role, const char *column)
{
	static const char *const own[] = {
		"window_start", "window_end", "cv_key", "_corrections", "_updated_at",
	};

	for (int i = 0; i < lengthof(own); i++)
	{
		if (strcmp(column, own[i]) == 0)
			return false;
	}
	return role == CV_ROLE_RESULTS;
}

static bool
is_generated(ColumnDef *column)
{
	ListCell   *lc;

	foreach(lc, column->constraints)
	{
		if (lfirst_node(Constraint, lc)->contype == CONSTR_GENERATED)
			return true;
	}
	return false;
}

static bool
is_generated_column(Oid relid, const char *name)
{
	HeapTuple	tuple = SearchSysCacheAttName(relid, name);
	bool		result;

	if (!HeapTupleIsValid(tuple))
		return true;			/* PostgreSQL will say so */
	result = ((Form_pg_attribute) GETSTRUCT(tuple))->attgenerated != '\0';
	ReleaseSysCache(tuple);
	return result;
}

static bool
is_primary_key(Oid relid, const char *constraint)
{
	Oid			oid = get_relation_constraint_oid(relid, constraint, true);
	HeapTuple	tuple;
	bool		result;

	if (!OidIsValid(oid))
		return false;
	tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tuple))
		return false;
	result = ((Form_pg_constraint) GETSTRUCT(tuple))->contype ==
		CONSTRAINT_PRIMARY;
	ReleaseSysCache(tuple);
	return result;
}
