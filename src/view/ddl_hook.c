/*-------------------------------------------------------------------------
 *
 * ddl_hook.c
 *	  Where PostgreSQL's commands meet continuous views.
 *
 * Three hooks, each passing on to whoever was there before:
 *
 *	ProcessUtility		CREATE CONTINUOUS VIEW; ALTER of views and their
 *						members; what must be refused, or noted
 *	object access		views that are dropped by whatever way; files that
 *						are exchanged
 *	ExecutorCheckPerms	writes to result tables by anybody but the worker
 *
 * A statement that cannot concern us is passed on by its kind alone; where
 * there are no views, after two look-ups in the catalog cache.  Nothing is done
 * in pg_upgrade, which restores everything by itself.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "commands/defrem.h"
#include "commands/event_trigger.h"
#include "commands/extension.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "tcop/utility.h"
#include "utils/lsyscache.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "view/added_columns.h"
#include "view/ddl_hook.h"
#include "view/owner_code.h"
#include "view/restore_session.h"
#include "view/statement_text.h"
#include "view/view_ddl.h"

/* One call of the ProcessUtility hook. */
typedef struct UtilityCall
{
	PlannedStmt *pstmt;
	const char *source;
	bool		is_read_only;
	ProcessUtilityContext context;
	ParamListInfo params;
	QueryEnvironment *env;
	DestReceiver *dest;
	QueryCompletion *completion;
} UtilityCall;

void		(*cv_database_leave_hook) (const char *dbname) = NULL;
void		(*cv_database_new_hook) (const char *dbname) = NULL;
void		(*cv_view_dropped_hook) (Oid view) = NULL;
void		(*cv_view_recompute_hook) (Oid view, int first_agg,
								   CvRecomputed *result) = NULL;
void		(*cv_view_move_rows_hook) (const CvViewSpec *spec, Oid from,
									   Oid to, const int64 *after) = NULL;

static ProcessUtility_hook_type prev_process_utility = NULL;
static object_access_hook_type prev_object_access = NULL;
static ExecutorCheckPerms_hook_type prev_check_perms = NULL;

static int	own_commands = 0;	/* subcommands of ours that are running */
static const char *file_change_kind = NULL; /* of the current statement */

static void process_utility(PlannedStmt *pstmt, const char *source,
							bool is_read_only, ProcessUtilityContext context,
							ParamListInfo params, QueryEnvironment *env,
							DestReceiver *dest, QueryCompletion *completion);
static void refuse_ddl(Node *stmt);
static bool is_own_script(void);
static bool is_commit_prepared(Node *stmt);
static void pass_on(UtilityCall *call);
static bool leave_database(Node *stmt);
static const char *string_option(List *options, const char *name);
static bool is_create(UtilityCall *call);
static void refuse_our_options(Node *stmt);
static void run_create(UtilityCall *call);
static bool may_concern_views(Node *stmt);
static void refuse(Node *stmt);
static void run(UtilityCall *call);
static void run_alter(UtilityCall *call);
static bool enables_triggers(AlterTableStmt *stmt);
static void run_rename(UtilityCall *call);
static void run_set_schema(UtilityCall *call);
static void run_truncate(UtilityCall *call);
static void run_aggregate(UtilityCall *call);
static Oid	lookup_view(RangeVar *rel);
static void object_access(ObjectAccessType access, Oid class_id,
						  Oid object_id, int sub_id, void *arg);
static void note_drop(Oid relid);
static void forget_view(Oid view);
static bool check_perms(CV_CHECK_PERMS_PARAMS);
static bool is_foreign_write(CvPermissionInfo *info);

void
cv_ddl_hook_init(void)
{
	prev_process_utility = ProcessUtility_hook;
	ProcessUtility_hook = process_utility;
	prev_object_access = object_access_hook;
	object_access_hook = object_access;
	prev_check_perms = ExecutorCheckPerms_hook;
	ExecutorCheckPerms_hook = check_perms;
}

void
cv_run_subcommand(Node *stmt, const char *source)
{
	PlannedStmt *pstmt = makeNode(PlannedStmt);

	pstmt->commandType = CMD_UTILITY;
	pstmt->utilityStmt = stmt;
	pstmt->stmt_location = -1;
	own_commands++;
	PG_TRY();
	{
		ProcessUtility(pstmt, source, false, PROCESS_UTILITY_SUBCOMMAND, NULL,
					   NULL, None_Receiver, NULL);
	}
	PG_FINALLY();
	{
		own_commands--;
	}
	PG_END_TRY();
	CommandCounterIncrement();
}

static void
process_utility(PlannedStmt *pstmt, const char *source, bool is_read_only,
				ProcessUtilityContext context, ParamListInfo params,
				QueryEnvironment *env, DestReceiver *dest,
				QueryCompletion *completion)
{
	UtilityCall call = {pstmt, source, is_read_only, context, params, env,
	dest, completion};
	Node	   *stmt = pstmt->utilityStmt;
	const char *outer_kind = file_change_kind;

	if (own_commands == 0 || context != PROCESS_UTILITY_SUBCOMMAND)
		refuse_ddl(stmt);
	if (own_commands > 0 || is_own_script() || IsBinaryUpgrade ||
		leave_database(stmt))
	{
		pass_on(&call);
		if (IsA(stmt, CreatedbStmt) && cv_database_new_hook)
			cv_database_new_hook(((CreatedbStmt *) stmt)->dbname);
		return;
	}
	if (IsA(stmt, ViewStmt) && is_create(&call))
	{
		run_create(&call);
		return;
	}
	refuse_our_options(stmt);
	if (!may_concern_views(stmt) || !cv_has_views())
	{
		pass_on(&call);
		if (is_commit_prepared(stmt) && cv_extension_exists())
			cv_worker_wake_at_commit();
		return;
	}

	refuse(stmt);
	file_change_kind = cv_file_change_kind(stmt);
	PG_TRY();
	{
		run(&call);
	}
	PG_FINALLY();
	{
		file_change_kind = outer_kind;
	}
	PG_END_TRY();
}

/*
 * refuse_ddl -- of an owner's code that a worker runs, or somebody's command.
 *
 * Event triggers never run in a worker, and nothing stays in pg_temp of a
 * session that belongs to nobody.
 */
static void
refuse_ddl(Node *stmt)
{
	if (cv_in_owner_code() && GetCommandLogLevel(stmt) == LOGSTMT_DDL)
		cv_refuse_in_owner_code(GetCommandTagName(CreateCommandTag(stmt)));
}

/* CREATE EXTENSION or ALTER EXTENSION UPDATE of ours: it knows what it does */
static bool
is_own_script(void)
{
	char	   *name;

	if (!creating_extension)
		return false;
	name = get_extension_name(CurrentExtensionObject);
	return name != NULL && strcmp(name, CV_EXTENSION_NAME) == 0;
}

/* It may bring a view that was made long ago, by another session. */
static bool
is_commit_prepared(Node *stmt)
{
	return IsA(stmt, TransactionStmt) &&
		((TransactionStmt *) stmt)->kind == TRANS_STMT_COMMIT_PREPARED;
}

static void
pass_on(UtilityCall *call)
{
	ProcessUtility_hook_type next = prev_process_utility ?
		prev_process_utility : standard_ProcessUtility;

	next(call->pstmt, call->source, call->is_read_only, call->context,
		 call->params, call->env, call->dest, call->completion);
}

/* commands that want a database without sessions; false for all others */
static bool
leave_database(Node *stmt)
{
	const char *dbname = NULL;

	switch (nodeTag(stmt))
	{
		case T_CreatedbStmt:
			dbname = string_option(((CreatedbStmt *) stmt)->options,
								   "template");
			break;
		case T_DropdbStmt:
			dbname = ((DropdbStmt *) stmt)->dbname;
			break;
		case T_AlterDatabaseStmt:
			if (string_option(((AlterDatabaseStmt *) stmt)->options,
							  "tablespace") != NULL)
				dbname = ((AlterDatabaseStmt *) stmt)->dbname;
			break;
		case T_RenameStmt:
			if (((RenameStmt *) stmt)->renameType != OBJECT_DATABASE)
				return false;
			dbname = ((RenameStmt *) stmt)->subname;
			break;
		default:
			return false;
	}
	if (IsA(stmt, CreatedbStmt) && dbname == NULL)
		dbname = "template1";
	if (dbname != NULL && cv_database_leave_hook)
		cv_database_leave_hook(dbname);
	return true;
}

static const char *
string_option(List *options, const char *name)
{
	ListCell   *lc;

	foreach(lc, options)
	{
		DefElem    *def = lfirst_node(DefElem, lc);

		if (strcmp(def->defname, name) == 0 && def->arg != NULL)
			return defGetString(def);
	}
	return NULL;
}

/* ---- CREATE ---- */

/*
 * is_create -- does the statement make a continuous view?
 *
 * A statement that says UNLOGGED itself is PostgreSQL's to refuse.
 */
static bool
is_create(UtilityCall *call)
{
	ViewStmt   *stmt = (ViewStmt *) call->pstmt->utilityStmt;
	CvViewWords words;

	if (stmt->view->relpersistence != RELPERSISTENCE_UNLOGGED)
		return cv_options_is_continuous(stmt->options);
	words = cv_view_words_read(call->source, call->pstmt->stmt_location,
							   stmt->view->location);
	return words.is_continuous;
}

/* in a statement that makes no continuous view, but perhaps should */
static void
refuse_our_options(Node *stmt)
{
	if (IsA(stmt, ViewStmt) && ((ViewStmt *) stmt)->view->relpersistence !=
		RELPERSISTENCE_UNLOGGED)
		cv_options_refuse_elsewhere(((ViewStmt *) stmt)->options);
	else if (IsA(stmt, CreateTableAsStmt))
		cv_options_refuse_elsewhere(((CreateTableAsStmt *) stmt)->into->options);
}

/* with what ProcessUtility does for event triggers around a command */
static void
run_create(UtilityCall *call)
{
	ViewStmt   *stmt = copyObject((ViewStmt *) call->pstmt->utilityStmt);
	CvStatement where = {call->source, call->pstmt->stmt_location,
	call->pstmt->stmt_len};
	CvViewWords words;
	bool		is_complete = call->context != PROCESS_UTILITY_SUBCOMMAND;
	bool		needs_cleanup;

	words = cv_view_words_read(call->source, call->pstmt->stmt_location,
							   stmt->view->location);
	if (words.is_recursive)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view cannot be recursive")));

	needs_cleanup = is_complete && EventTriggerBeginCompleteQuery();
	PG_TRY();
	{
		if (is_complete)
			EventTriggerDDLCommandStart((Node *) stmt);
		cv_view_create(stmt, &where);
		if (is_complete)
		{
			EventTriggerSQLDrop((Node *) stmt);
			EventTriggerDDLCommandEnd((Node *) stmt);
		}
	}
	PG_FINALLY();
	{
		if (needs_cleanup)
			EventTriggerEndCompleteQuery();
	}
	PG_END_TRY();
}

/* ---- statements about views and inputs that exist ---- */

static bool
may_concern_views(Node *stmt)
{
	switch (nodeTag(stmt))
	{
		case T_ViewStmt:
			return ((ViewStmt *) stmt)->replace;
		case T_DefineStmt:
			return ((DefineStmt *) stmt)->replace &&
				((DefineStmt *) stmt)->kind == OBJECT_AGGREGATE;
		case T_VacuumStmt:
			return cv_file_change_kind(stmt) != NULL;
		case T_CreateStmt:
		case T_CreateForeignTableStmt:
			return ((CreateStmt *) stmt)->inhRelations != NIL;
		case T_AlterTableMoveAllStmt:
		case T_AlterObjectSchemaStmt:
		case T_AlterTableStmt:
		case T_ClusterStmt:
		case T_CreateTrigStmt:
		case T_DropStmt:
		case T_IndexStmt:
		case T_RefreshMatViewStmt:
		case T_RenameStmt:
		case T_RuleStmt:
		case T_TruncateStmt:
			return true;
		default:
			return false;
	}
}

static void
refuse(Node *stmt)
{
	switch (nodeTag(stmt))
	{
		case T_ViewStmt:
			cv_refuse_replace((ViewStmt *) stmt);
			break;
		case T_DropStmt:
			cv_refuse_drop((DropStmt *) stmt);
			break;
		case T_AlterTableStmt:
			cv_refuse_alter((AlterTableStmt *) stmt);
			break;
		case T_RenameStmt:
			cv_refuse_rename((RenameStmt *) stmt);
			break;
		case T_AlterObjectSchemaStmt:
			cv_refuse_schema((AlterObjectSchemaStmt *) stmt);
			break;
		case T_TruncateStmt:
			cv_refuse_truncate((TruncateStmt *) stmt);
			break;
		case T_CreateTrigStmt:
			cv_refuse_trigger((CreateTrigStmt *) stmt);
			break;
		case T_IndexStmt:
			cv_refuse_index((IndexStmt *) stmt);
			break;
		case T_RuleStmt:
			cv_refuse_rule((RuleStmt *) stmt);
			break;
		case T_RefreshMatViewStmt:
			cv_refuse_refresh((RefreshMatViewStmt *) stmt);
			break;
		case T_CreateStmt:
		case T_CreateForeignTableStmt:
			cv_refuse_child((CreateStmt *) stmt);
			break;
		default:
			break;
	}
}

static void
run(UtilityCall *call)
{
	Node	   *stmt = call->pstmt->utilityStmt;

	switch (nodeTag(stmt))
	{
		case T_DefineStmt:
			run_aggregate(call);
			break;
		case T_AlterTableStmt:
			run_alter(call);
			break;
		case T_RenameStmt:
			run_rename(call);
			break;
		case T_AlterObjectSchemaStmt:
			run_set_schema(call);
			break;
		case T_TruncateStmt:
			run_truncate(call);
			break;
		case T_DropStmt:
			cv_view_link_dropped((DropStmt *) stmt);
			pass_on(call);
			break;
		case T_CreateStmt:
		case T_CreateForeignTableStmt:
			pass_on(call);
			cv_guard_new_leaves(stmt);
			break;
		default:
			pass_on(call);
			break;
	}
}

static void
run_alter(UtilityCall *call)
{
	AlterTableStmt *stmt = (AlterTableStmt *) call->pstmt->utilityStmt;
	Oid			view = lookup_view(stmt->relation);
	ListCell   *lc;

	if (!OidIsValid(view))
	{
		pass_on(call);
		cv_guard_new_leaves((Node *) stmt);
		if (enables_triggers(stmt))
			cv_view_enable_triggers(RangeVarGetRelid(stmt->relation, NoLock,
													 true));
		return;
	}

	call->pstmt = copyObject(call->pstmt);
	call->is_read_only = false;
	stmt = (AlterTableStmt *) call->pstmt->utilityStmt;
	cv_view_alter(view, stmt);
	if (stmt->cmds == NIL)
		return;
	/* it is used up by the command */
	stmt = copyObject(stmt);
	pass_on(call);
	foreach(lc, stmt->cmds)
	{
		AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);

		if (cmd->subtype == AT_ChangeOwner)
			cv_view_carry_owner(view, cmd->newowner);
	}
}

static bool
enables_triggers(AlterTableStmt *stmt)
{
	ListCell   *lc;

	foreach(lc, stmt->cmds)
	{
		switch (lfirst_node(AlterTableCmd, lc)->subtype)
		{
			case AT_EnableTrig:
			case AT_EnableReplicaTrig:
			case AT_EnableTrigAll:
			case AT_EnableTrigUser:
				return true;
			default:
				break;
		}
	}
	return false;
}

static void
run_rename(UtilityCall *call)
{
	RenameStmt *stmt = (RenameStmt *) call->pstmt->utilityStmt;
	bool		is_relation = stmt->renameType == OBJECT_VIEW ||
		stmt->renameType == OBJECT_TABLE;
	bool		is_column = stmt->renameType == OBJECT_COLUMN;
	Oid			view = InvalidOid;
	AttrNumber	attnum = InvalidAttrNumber;

	if (is_relation || is_column)
		view = lookup_view(stmt->relation);
	if (OidIsValid(view) && is_column)
		attnum = get_attnum(view, stmt->subname);
	pass_on(call);
	if (!OidIsValid(view))
		return;
	CommandCounterIncrement();
	if (is_relation)
		cv_view_carry_name(view);
	else if (attnum != InvalidAttrNumber)
		cv_view_carry_column(view, attnum);
}

static void
run_set_schema(UtilityCall *call)
{
	AlterObjectSchemaStmt *stmt =
		(AlterObjectSchemaStmt *) call->pstmt->utilityStmt;
	bool		is_relation = stmt->objectType == OBJECT_VIEW ||
		stmt->objectType == OBJECT_TABLE;
	Oid			view = is_relation ? lookup_view(stmt->relation) : InvalidOid;

	pass_on(call);
	if (!OidIsValid(view))
		return;
	CommandCounterIncrement();
	cv_view_carry_schema(view, stmt->newschema);
}

static void
run_truncate(UtilityCall *call)
{
	CommandId	before = GetCurrentCommandId(false);
	List	   *relids;

	relids = cv_truncate_prepare((TruncateStmt *) call->pstmt->utilityStmt);
	pass_on(call);
	if (relids != NIL)
		cv_truncate_finish(relids, before);
}

static void
run_aggregate(UtilityCall *call)
{
	List	   *layouts = cv_state_layouts();

	pass_on(call);
	cv_state_layouts_check(layouts);
}

/* the continuous view of that name, or InvalidOid */
static Oid
lookup_view(RangeVar *rel)
{
	Oid			relid = rel ? RangeVarGetRelid(rel, NoLock, true) : InvalidOid;

	if (!OidIsValid(relid) || !cv_is_continuous_view(relid))
		return InvalidOid;
	return relid;
}

/* ---- objects ---- */

static void
object_access(ObjectAccessType access, Oid class_id, Oid object_id,
			  int sub_id, void *arg)
{
	if (prev_object_access)
		prev_object_access(access, class_id, object_id, sub_id, arg);
	if (class_id != RelationRelationId || sub_id != 0 || IsBinaryUpgrade ||
		is_own_script())
		return;
	if (access != OAT_DROP && access != OAT_POST_ALTER)
		return;
	if (!cv_has_views())
		return;
	if (access == OAT_DROP)
		note_drop(object_id);
	else if (cv_view_catalog_list_by_input(object_id) != NIL)
		cv_file_change_note(object_id, file_change_kind);
}

static void
note_drop(Oid relid)
{
	Oid			view;

	if (cv_member_role(relid, &view) == CV_ROLE_VIEW)
		forget_view(view);
	else if (cv_view_catalog_list_by_input(relid) != NIL &&
			 OidIsValid(cv_catalog_table("file_change", true)))
		cv_file_change_forget(relid);
}

/* in DROP EXTENSION some of our tables may be gone before the view */
static void
forget_view(Oid view)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	ListCell   *lc;

	if (row == NULL)
		return;
	if (OidIsValid(cv_catalog_table("file_change", true)) &&
		get_rel_relkind(row->input) != '\0' &&
		list_length(cv_view_catalog_list_by_input(row->input)) == 1)
	{
		foreach(lc, find_all_inheritors(row->input, NoLock, NULL))
			cv_file_change_forget(lfirst_oid(lc));
	}
	if (cv_view_dropped_hook &&
		OidIsValid(cv_catalog_table("position", true)) &&
		OidIsValid(cv_catalog_table("status", true)))
		cv_view_dropped_hook(view);
	cv_generation_rows_remove(view);
	cv_view_catalog_remove(view);
	cv_worker_wake_at_commit();
}

/* ---- writes ---- */

/*
 * check_perms -- only the worker writes the results, superusers included.
 *
 * It does so without a plan (row_writer.c), so whatever comes here is somebody
 * else's, also what an owner's code does while the worker runs it.
 *
 * While a dump is being restored a view is not adopted, and its tables are
 * filled by COPY.
 */
static bool
check_perms(CV_CHECK_PERMS_PARAMS)
{
	ListCell   *lc;

	if (prev_check_perms && !prev_check_perms(CV_CHECK_PERMS_ARGS))
		return false;
	if (IsBinaryUpgrade || is_own_script())
		return true;
	foreach(lc, infos)
	{
		CvPermissionInfo *info = lfirst(lc);

		if (!OidIsValid(info->relid) || !is_foreign_write(info))
			continue;
		if (!is_error)
			return false;
		cv_refuse_write(info->relid,
						(info->requiredPerms & ACL_INSERT) != 0 ?
						CMD_INSERT : CMD_UPDATE);
	}
	return true;
}

/* SELECT FOR UPDATE asks for UPDATE as well, but of no column */
static bool
is_foreign_write(CvPermissionInfo *info)
{
	Oid			view;
	CvRole		role;

	if ((info->requiredPerms & (ACL_INSERT | ACL_DELETE)) == 0 &&
		((info->requiredPerms & ACL_UPDATE) == 0 ||
		 bms_is_empty(info->updatedCols)))
		return false;
	if (!cv_extension_exists())
		return false;
	/* COPY of a dump: other sessions learn of it as well */
	if (info->relid == cv_catalog_table("view", true))
	{
		cv_restore_session_begin();
		cv_member_cache_invalidate();
		cv_worker_wake_at_commit();
	}
	role = cv_member_role(info->relid, &view);
	if (role == CV_ROLE_NONE)
		return false;
	/* who has read the late rows may throw them away */
	if (role == CV_ROLE_LATE &&
		(info->requiredPerms & (ACL_INSERT | ACL_UPDATE)) == 0)
		return false;
	return cv_view_is_adopted(view) || !cv_may_restore();
}
