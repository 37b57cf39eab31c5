/*-------------------------------------------------------------------------
 *
 * identity.c
 *	  Whose rights and settings a batch runs with.
 *
 * A batch evaluates its owner's code.  session_user and current_user are the
 * owner, so nothing that trusts either is fooled, and SET SESSION
 * AUTHORIZATION inside is refused.  Constraints are immediate, so no deferred
 * trigger is left to run at the commit; the identity is given up only after
 * it.  What the code does to settings or session advisory locks ends with the
 * batch (HAZARDS-engine P1, P2).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_authid.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/parsenodes.h"
#include "nodes/value.h"
#include "storage/lock.h"
#include "utils/guc.h"
#include "utils/guc_tables.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "base/compat.h"
#include "view/view_ddl.h"
#include "worker/identity.h"

/* what the worker is itself */
#define WORKER_USER		BOOTSTRAP_SUPERUSERID

static int	guc_nest_level = 0;
static bool is_assumed = false;

static void keep_setting(const char *name);
static void apply_settings(List *settings);
static void be_worker_again(void);

void
cv_identity_init(void)
{
	static const char *const own_settings[][2] = {
		{"default_transaction_isolation", "read committed"},
		{"default_transaction_read_only", "off"},
		{"default_transaction_deferrable", "off"},
		{"statement_timeout", "0"},
		{"idle_in_transaction_session_timeout", "0"},
		{"lock_timeout", "50ms"},
		{"deadlock_timeout", "100ms"},
		{"session_replication_role", "origin"},
		{"synchronous_commit", "off"},
		{"row_security", "on"},
		{"jit", "off"},
		{"max_parallel_workers_per_gather", "0"},
		{"max_parallel_maintenance_workers", "0"},
		{"maintenance_work_mem", "16MB"},
		{"default_tablespace", ""},
		{"search_path", "pg_catalog, pg_temp"},
		{"exit_on_error", "off"},
		/* which not every release has */
		{"transaction_timeout", "0"},
		{"restrict_nonsystem_relation_kind", ""},
	};

	/* whatever ALTER DATABASE ... SET session_authorization or role says */
	SetSessionAuthorization(WORKER_USER, true);
	SetConfigOption("role", "none", PGC_SUSET, PGC_S_SESSION);
	for (int i = 0; i < lengthof(own_settings); i++)
	{
		if (GetConfigOption(own_settings[i][0], true, false) != NULL)
			SetConfigOption(own_settings[i][0], own_settings[i][1],
							PGC_SUSET, PGC_S_SESSION);
	}
	keep_setting("exit_on_error");
	keep_setting("transaction_timeout");
}

/*
 * keep_setting -- an owner's code must not change it: with these two it could
 * end the worker, of which the other views would have the loss.
 */
static void
keep_setting(const char *name)
{
	int			n;
	struct config_generic **all = cv_guc_variables(&n);

	for (int i = 0; i < n; i++)
	{
		if (strcmp(all[i]->name, name) == 0)
			all[i]->context = PGC_SIGHUP;
	}
}

void
cv_identity_assume(const CvViewSpec *spec, List *settings)
{
	ConstraintsSetStmt *constraints = makeNode(ConstraintsSetStmt);

	Assert(!is_assumed);
	is_assumed = true;
	guc_nest_level = NewGUCNestLevel();
	apply_settings(settings);
	AfterTriggerSetState(constraints);	/* all, immediate */
	SetSessionAuthorization(spec->owner, superuser_arg(spec->owner));
	SetUserIdAndSecContext(spec->owner, cv_owner_code_context(0));
}

/* Those that are captured at CREATE, and no others that stand in the table. */
static void
apply_settings(List *settings)
{
	ListCell   *lc;

	foreach(lc, settings)
	{
		char	   *name = pstrdup(strVal(lfirst(lc)));
		char	   *value = strchr(name, '=');

		if (value == NULL)
			continue;
		*value++ = '\0';
		if (!cv_setting_is_captured(name))
			continue;
		(void) set_config_option(name, value, PGC_SUSET, PGC_S_SESSION,
								 GUC_ACTION_SAVE, true, 0, false);
	}
}

/*
 * cv_identity_differing -- to set once more what is set may take longer than
 * the batch: timezone_abbreviations reads a file.
 */
List *
cv_identity_differing(List *settings)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, settings)
	{
		char	   *setting = strVal(lfirst(lc));
		const char *now = GetConfigOption(cv_option_name(setting), true,
										  false);

		if (now == NULL || strcmp(now, cv_option_value(setting)) != 0)
			result = lappend(result, lfirst(lc));
	}
	return result;
}

void
cv_identity_commit(void)
{
	if (is_assumed)
		AtEOXact_GUC(false, guc_nest_level);
	CommitTransactionCommand();
	be_worker_again();
}

void
cv_identity_abort(void)
{
	be_worker_again();
}

void
cv_identity_borrow(const CvViewSpec *spec, CvOwnerCode *own)
{
	/* what a worker has by itself, and would change results */
	static const char *const settings[][2] = {
		{"session_replication_role", "origin"},
		{"row_security", "on"},
		{"max_parallel_workers_per_gather", "0"},
		{"search_path", "pg_catalog, pg_temp"},
	};

	cv_owner_code_begin(spec->owner, own);
	for (int i = 0; i < lengthof(settings); i++)
		(void) set_config_option(settings[i][0], settings[i][1], PGC_SUSET,
								 PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
								 false);
	apply_settings(spec->settings);
}

/*
 * cv_identity_check_now -- SET CONSTRAINTS may have put off what hangs on the
 * table; within the owner's part, which is restricted, that would be an error.
 */
void
cv_identity_check_now(Relation rel)
{
	ConstraintsSetStmt *stmt = makeNode(ConstraintsSetStmt);
	char	   *schema = get_namespace_name(RelationGetNamespace(rel));

	for (int i = 0; rel->trigdesc != NULL && i < rel->trigdesc->numtriggers; i++)
	{
		const Trigger *trigger = &rel->trigdesc->triggers[i];

		if (trigger->tgdeferrable && OidIsValid(trigger->tgconstraint))
			stmt->constraints =
				lappend(stmt->constraints,
						makeRangeVar(schema,
									 get_constraint_name(trigger->tgconstraint),
									 -1));
	}
	if (stmt->constraints != NIL)
		AfterTriggerSetState(stmt);
}

static void
be_worker_again(void)
{
	if (!is_assumed)
		return;
	is_assumed = false;
	SetUserIdAndSecContext(WORKER_USER, 0);
	SetSessionAuthorization(WORKER_USER, true);
	LockReleaseAll(USER_LOCKMETHOD, true);
}
