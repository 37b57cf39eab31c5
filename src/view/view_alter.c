/*-------------------------------------------------------------------------
 *
 * view_alter.c
 *	  ALTER VIEW of a continuous view.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/value.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "view/join_check.h"
#include "view/owner_code.h"
#include "view/view_check.h"
#include "view/view_clock.h"
#include "view/view_ddl.h"
#include "view/view_emit.h"
#include "view/view_event_time.h"
#include "view/view_generations.h"

static void check_joins(const CvViewSpec *spec);
static List *set_options(List *options, AlterTableCmd *cmd);
static List *reset_options(List *options, AlterTableCmd *cmd);
static AttrNumber definition_column(const CvViewRow *row, AttrNumber attnum);
static bool is_fixed(const char *name);
static void refuse_continuous(List *defs);
static void refuse_option(const char *name);
static List *remove_option(List *options, const char *name);
static bool has_option(List *options, const char *name);
static Oid	make_late_table(const CvViewRow *row, const CvViewSpec *spec);
static RangeVar *range_var(Oid relid);
static CvRole role_of(const CvViewRow *row, Oid member);
static ObjectType object_type(Oid relid);

void
cv_view_alter(Oid view, AlterTableStmt *stmt)
{
	CvViewRow  *row;
	List	   *options;
	List	   *cmds = NIL;
	ListCell   *lc;

	LockRelationOid(view, AccessExclusiveLock);
	if (!cv_class_ownercheck(view, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	row = cv_view_catalog_lookup(view);
	LockRelationOid(row->definition, AccessShareLock);

	options = list_copy(row->options);
	foreach(lc, stmt->cmds)
	{
		AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);

		if (cmd->subtype == AT_SetRelOptions)
			options = set_options(options, cmd);
		else if (cmd->subtype == AT_ResetRelOptions)
			options = reset_options(options, cmd);
		else
		{
			cmds = lappend(cmds, cmd);
			continue;
		}
		/* what is left are options that every view has */
		if (cmd->def != NULL)
			cmds = lappend(cmds, cmd);
	}
	stmt->cmds = cmds;
	if (equal(options, row->options))
		return;
	cv_options_replace(row, cv_view_load(view), options);
	cv_worker_wake_at_commit();
}

void
cv_options_replace(CvViewRow *row, CvViewSpec *old, List *options)
{
	CvDials		dials;

	/* what was given at creation stays true */
	if (!has_option(options, "backfill") && !old->dials.backfill)
		options = lappend(options, makeString("backfill=false"));
	cv_dials_parse(options, &dials);
	if (dials.backfill != old->dials.backfill)
		refuse_option("backfill");
	cv_dials_check_window(&dials, &old->window);
	if (dials.emit != old->dials.emit ||
		dials.allowed_lateness_us != old->dials.allowed_lateness_us)
		cv_refuse_changed_results(row, "change emit or allowed_lateness of");

	if ((dials.keep_late_rows || dials.skip_failed_rows) &&
		!OidIsValid(row->late))
	{
		row->late = make_late_table(row, old);
		cv_member_announce_late(row);
	}
	if (dials.emit != old->dials.emit)
		cv_view_change_emit(row, old, dials.emit);
	old->dials = dials;
	check_joins(old);
	cv_member_make_indexes(row->results, old, false);
	row->options = options;
	cv_view_catalog_update(row);
	CommandCounterIncrement();
	cv_view_link(row);
	CommandCounterIncrement();
}

/* as the owner: predicates of indexes have functions in them */
static void
check_joins(const CvViewSpec *spec)
{
	CvOwnerCode own;

	cv_owner_code_begin(spec->owner, &own);
	cv_joins_check(spec);
	cv_owner_code_end(&own);
}

void
cv_view_carry_name(Oid view)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	ListCell   *lc;

	foreach(lc, cv_member_list(row))
	{
		Oid			member = lfirst_oid(lc);
		RenameStmt *stmt = makeNode(RenameStmt);

		stmt->renameType = object_type(member);
		stmt->relationType = stmt->renameType;
		stmt->relation = range_var(member);
		stmt->newname = cv_member_name(get_rel_name(view),
									   role_of(row, member),
									   get_rel_namespace(view));
		stmt->behavior = DROP_RESTRICT;
		cv_run_subcommand((Node *) stmt, "ALTER VIEW");
	}
	cv_worker_wake_at_commit();
}

/* the definition's columns have the names of the view's, for OR REPLACE */
void
cv_view_carry_column(Oid view, AttrNumber attnum)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	RenameStmt *stmt = makeNode(RenameStmt);

	cv_generations_check_name(get_attname(view, attnum, false));
	stmt->renameType = OBJECT_COLUMN;
	stmt->relationType = OBJECT_VIEW;
	stmt->relation = range_var(row->definition);
	stmt->subname = get_attname(row->definition,
								definition_column(row, attnum), false);
	stmt->newname = get_attname(view, attnum, false);
	stmt->behavior = DROP_RESTRICT;
	cv_run_subcommand((Node *) stmt, "ALTER VIEW");
}

static AttrNumber
definition_column(const CvViewRow *row, AttrNumber attnum)
{
	/* in this order they were made, so this is their order */
	AttrNumber	hidden[] = {
		cv_event_time_place(row), cv_clock_column_place(row),
		cv_generations_place(row)
	};

	for (int i = 0; i < lengthof(hidden); i++)
		attnum += hidden[i] != 0 && attnum >= hidden[i];
	return attnum;
}

void
cv_view_carry_schema(Oid view, const char *schema)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	ListCell   *lc;

	foreach(lc, cv_member_list(row))
	{
		AlterObjectSchemaStmt *stmt = makeNode(AlterObjectSchemaStmt);

		stmt->objectType = object_type(lfirst_oid(lc));
		stmt->relation = range_var(lfirst_oid(lc));
		stmt->newschema = pstrdup(schema);
		cv_run_subcommand((Node *) stmt, "ALTER VIEW");
	}
	cv_worker_wake_at_commit();
}

void
cv_view_carry_owner(Oid view, RoleSpec *owner)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	ListCell   *lc;

	foreach(lc, cv_member_list(row))
	{
		AlterTableStmt *stmt = makeNode(AlterTableStmt);
		AlterTableCmd *cmd = makeNode(AlterTableCmd);

		cmd->subtype = AT_ChangeOwner;
		cmd->newowner = copyObject(owner);
		cmd->behavior = DROP_RESTRICT;
		stmt->objtype = object_type(lfirst_oid(lc));
		stmt->relation = range_var(lfirst_oid(lc));
		stmt->cmds = list_make1(cmd);
		cv_run_subcommand((Node *) stmt, "ALTER VIEW");
	}
	cv_worker_wake_at_commit();
}

/* cmd->def keeps the stock options; NULL if there are none */
static List *
set_options(List *options, AlterTableCmd *cmd)
{
	List	   *given;
	List	   *stock;
	ListCell   *lc;

	refuse_continuous((List *) cmd->def);
	cv_options_split((List *) cmd->def, &given, &stock);
	cv_options_check_once(given);
	foreach(lc, given)
	{
		char	   *name = cv_option_name(strVal(lfirst(lc)));

		if (is_fixed(name))
			refuse_option(name);
		options = remove_option(options, name);
		options = lappend(options, lfirst(lc));
	}
	cmd->def = (Node *) stock;
	return options;
}

static List *
reset_options(List *options, AlterTableCmd *cmd)
{
	List	   *given;
	List	   *stock;
	ListCell   *lc;

	refuse_continuous((List *) cmd->def);
	cv_options_split((List *) cmd->def, &given, &stock);
	foreach(lc, given)
	{
		char	   *name = cv_option_name(strVal(lfirst(lc)));

		cv_option_check_name(name);
		if (strcmp(name, "backfill") == 0 || is_fixed(name))
			refuse_option(name);
		options = remove_option(options, name);
	}
	cmd->def = (Node *) stock;
	return options;
}

/* those that name a column of the input, which is in the definition */
static bool
is_fixed(const char *name)
{
	return strcmp(name, "watermark_by") == 0 || strcmp(name, "event_time") == 0;
}

static void
refuse_continuous(List *defs)
{
	ListCell   *lc;

	foreach(lc, defs)
	{
		DefElem    *def = lfirst_node(DefElem, lc);

		if (def->defnamespace == NULL &&
			strcmp(def->defname, "continuous") == 0)
			refuse_option("continuous");
	}
}

static void
refuse_option(const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("option \"%s\" cannot be altered", name),
			 errdetail("It counts when the view is created only.")));
}

static List *
remove_option(List *options, const char *name)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, options)
	{
		if (strcmp(cv_option_name(strVal(lfirst(lc))), name) != 0)
			result = lappend(result, lfirst(lc));
	}
	return result;
}

static bool
has_option(List *options, const char *name)
{
	return list_length(remove_option(options, name)) < list_length(options);
}

/* whoever alters the view, the table is its owner's */
static Oid
make_late_table(const CvViewRow *row, const CvViewSpec *spec)
{
	CvOwnerCode own;
	Oid			late;

	cv_owner_code_begin_ddl(spec->owner, &own);
	late = cv_member_make_late(get_rel_namespace(row->view),
							   get_rel_name(row->view), spec);
	cv_owner_code_end(&own);
	return late;
}

static RangeVar *
range_var(Oid relid)
{
	return makeRangeVar(get_namespace_name(get_rel_namespace(relid)),
						get_rel_name(relid), -1);
}

static CvRole
role_of(const CvViewRow *row, Oid member)
{
	if (member == row->definition)
		return CV_ROLE_DEFINITION;
	if (member == row->results)
		return CV_ROLE_RESULTS;
	if (member == row->late)
		return CV_ROLE_LATE;
	if (member == row->collected)
		return CV_ROLE_COLLECTED;
	return CV_ROLE_STATE;
}

static ObjectType
object_type(Oid relid)
{
	return get_rel_relkind(relid) == RELKIND_VIEW ? OBJECT_VIEW :
		OBJECT_TABLE;
}
