/*-------------------------------------------------------------------------
 *
 * access.c
 *	  Who may ask about a view, and who may command it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "monitor/access.h"
#include "view/owner_code.h"

CvViewRow *
cv_access_view(Oid view)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	char	   *name;
	Oid			owner = InvalidOid;

	if (row != NULL)
		return row;
	name = get_rel_name(view);
	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", view)));
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a continuous view", name),
			 cv_member_role(view, &owner) != CV_ROLE_NONE ?
			 errhint("It belongs to continuous view \"%s\".",
					 get_rel_name(owner)) : 0));
}

CvViewRow *
cv_access_to_read(Oid view)
{
	CvViewRow  *row = cv_access_view(view);

	if (pg_class_aclcheck(view, GetUserId(), ACL_SELECT) != ACLCHECK_OK &&
		!has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS))
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_VIEW, get_rel_name(view));
	return row;
}

CvViewRow *
cv_access_as_owner(Oid view)
{
	CvViewRow  *row = cv_access_view(view);

	/* one that rebuilds itself in a trigger would never come to an end */
	cv_refuse_in_owner_code("a command about a continuous view");
	if (!cv_class_ownercheck(view, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	cv_check_preloaded();
	return row;
}

bool
cv_access_to_data(Oid view)
{
	return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(view)) &&
		(cv_class_ownercheck(view, GetUserId()) ||
		 has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS));
}

void
cv_check_preloaded(void)
{
	if (!cv_is_preloaded())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("pg_continuous is not preloaded"),
				 errhint("Add pg_continuous to shared_preload_libraries and restart the server.")));
}
