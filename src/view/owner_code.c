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
 * session_user is the owner, too, as in a worker: results must not depend on
 * who called, and nothing that trusts session_user is fooled.
 *
 * That it is an owner's code which is running is a bit of the security context.
 * So it ends with the context, at an error by PostgreSQL's own doing, and a
 * SECURITY DEFINER function that is called does not lose it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/guc.h"

#include "view/owner_code.h"

/* none of PostgreSQL's own, see miscadmin.h */
#define CV_SECURITY_OWNER_CODE	0x10000

/* The session's own, while an owner has taken its place. */
typedef struct SessionUser
{
	bool		is_replaced;
	SubTransactionId subxact;	/* in which it was */
	Oid			user;
	bool		is_superuser;
	Oid			role;			/* of SET ROLE, or InvalidOid */
	bool		role_is_superuser;
} SessionUser;

static SessionUser session;

static void replace_session_user(Oid owner);
static void restore_session_user(void);
static void xact_ends(XactEvent event, void *arg);
static void subxact_ends(SubXactEvent event, SubTransactionId id,
						 SubTransactionId parent, void *arg);

void
cv_owner_code_begin(Oid owner, CvOwnerCode *own)
{
	bool		is_owner = cv_in_owner_code();

	cv_owner_code_begin_ddl(owner, own);
	if (is_owner || session.is_replaced)
		return;
	replace_session_user(owner);
	own->has_session = true;
}

void
cv_owner_code_begin_ddl(Oid owner, CvOwnerCode *own)
{
	own->has_session = false;
	GetUserIdAndSecContext(&own->user, &own->context);
	own->guc_nest_level = NewGUCNestLevel();
	SetUserIdAndSecContext(owner, cv_owner_code_context(own->context));
}

void
cv_owner_code_end(const CvOwnerCode *own)
{
	AtEOXact_GUC(false, own->guc_nest_level);
	if (own->has_session)
		restore_session_user();
	SetUserIdAndSecContext(own->user, own->context);
}

static void
replace_session_user(Oid owner)
{
	static bool is_registered = false;
	Oid			user;
	int			context;

	if (!is_registered)
	{
		RegisterXactCallback(xact_ends, NULL);
		RegisterSubXactCallback(subxact_ends, NULL);
		is_registered = true;
	}
	session.user = GetSessionUserId();
	session.is_superuser = superuser_arg(session.user);
	session.role = GetCurrentRoleId();
	session.role_is_superuser = OidIsValid(session.role) &&
		superuser_arg(session.role);
	session.subxact = GetCurrentSubTransactionId();
	session.is_replaced = true;

	/* it wants an unrestricted context */
	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(user, 0);
	SetSessionAuthorization(owner, superuser_arg(owner));
	SetUserIdAndSecContext(user, context);
}

/* Without a look into the catalogs: the transaction may have failed. */
static void
restore_session_user(void)
{
	Oid			user;
	int			context;

	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(user, 0);
	SetSessionAuthorization(session.user, session.is_superuser);
	if (OidIsValid(session.role))
		SetCurrentRoleId(session.role, session.role_is_superuser);
	SetUserIdAndSecContext(user, context);
	session.is_replaced = false;
}

static void
xact_ends(XactEvent event, void *arg)
{
	if (session.is_replaced && event == XACT_EVENT_ABORT)
		restore_session_user();
}

static void
subxact_ends(SubXactEvent event, SubTransactionId id,
			 SubTransactionId parent, void *arg)
{
	if (session.is_replaced && event == SUBXACT_EVENT_ABORT_SUB &&
		id == session.subxact)
		restore_session_user();
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
