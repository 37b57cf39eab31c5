/*-------------------------------------------------------------------------
 *
 * owner_code.c
 *	  Code of a view's owner that runs within somebody else's command.
 *
 * Functions in the query, triggers on the results, hash functions of keys: all
 * that is the owner's runs with his rights, whoever called, and cannot do what
 * outlives it in a session that is not his: SECURITY_RESTRICTED_OPERATION
 * refuses most of that (SET ROLE, temporary tables, PREPARE, LISTEN, cursors
 * WITH HOLD), settings are put back, and the hook of ddl_hook.c refuses DDL,
 * as objects of other kinds can be made in pg_temp, too: a domain there would
 * be found first by the next one's code.
 *
 * That it is an owner's code which is running is a bit of the security context.
 * So it ends with the context, at an error by PostgreSQL's own doing, and a
 * SECURITY DEFINER function that is called does not lose it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/guc.h"

#include "view/owner_code.h"

/* none of PostgreSQL's own, see miscadmin.h */
#define CV_SECURITY_OWNER_CODE	0x10000

void
cv_owner_code_begin(Oid owner, CvOwnerCode *own)
{
	GetUserIdAndSecContext(&own->user, &own->context);
	own->guc_nest_level = NewGUCNestLevel();
	SetUserIdAndSecContext(owner, cv_owner_code_context(own->context));
}

void
cv_owner_code_end(const CvOwnerCode *own)
{
	AtEOXact_GUC(false, own->guc_nest_level);
	SetUserIdAndSecContext(own->user, own->context);
}

int
cv_owner_code_context(int context)
{
	return context | CV_SECURITY_OWNER_CODE |
		SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION;
}

bool
cv_in_owner_code(void)
{
	Oid			user;
	int			context;

	GetUserIdAndSecContext(&user, &context);
	return (context & CV_SECURITY_OWNER_CODE) != 0;
}

void
cv_refuse_in_owner_code(const char *what)
{
	if (!cv_in_owner_code())
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("cannot execute %s while rows of a continuous view are being written",
					what),
			 errdetail("The view's query, or a trigger on its results, has called it.")));
}
