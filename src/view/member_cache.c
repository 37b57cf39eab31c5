/*-------------------------------------------------------------------------
 *
 * member_cache.c
 *	  Which relations belong to continuous views, for hooks that are asked at
 *	  every statement.
 *
 * A copy of continuous.view in this session's memory, as a hash by relation.
 * Whoever changes the table sends a relcache invalidation for it, and every
 * session that receives it throws its copy away.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"

#include "view/view_catalog.h"

typedef struct Member
{
	Oid			relid;			/* hash key */
	CvRole		role;			/* CV_ROLE_NONE: only an input */
	Oid			view;
	bool		is_input;
} Member;

static HTAB *members = NULL;	/* NULL: not read, or thrown away */
static Oid	catalog_table = InvalidOid; /* that it was read from */
static bool has_callback = false;
static bool is_stale = false;

static Member *lookup_member(Oid relid);
static bool read_members(void);
static void add_member(Oid relid, CvRole role, Oid view, void *hash);
static void forget_members(Datum arg, Oid relid);

CvRole
cv_member_role(Oid relid, Oid *view)
{
	Member	   *member = lookup_member(relid);

	if (member == NULL)
		return CV_ROLE_NONE;
	if (view)
		*view = member->view;
	return member->role;
}

bool
cv_is_input(Oid relid)
{
	Member	   *member = lookup_member(relid);

	return member != NULL && member->is_input;
}

bool
cv_is_continuous_view(Oid relid)
{
	return cv_member_role(relid, NULL) == CV_ROLE_VIEW;
}

bool
cv_has_views(void)
{
	return read_members() && hash_get_num_entries(members) > 0;
}

void
cv_member_cache_invalidate(void)
{
	is_stale = true;
	if (cv_extension_exists())
		CacheInvalidateRelcacheByRelid(cv_catalog_table("view", false));
}

static Member *
lookup_member(Oid relid)
{
	if (!read_members())
		return NULL;
	return hash_search(members, &relid, HASH_FIND, NULL);
}

/* false if there is no extension, so no views */
static bool
read_members(void)
{
	HASHCTL		ctl = {0};
	HTAB	   *hash;

	if (!cv_extension_exists())
		return false;
	if (!has_callback)
	{
		CacheRegisterRelcacheCallback(forget_members, (Datum) 0);
		has_callback = true;
	}
	if (members != NULL && !is_stale &&
		catalog_table == cv_catalog_table("view", false))
		return true;

	if (members != NULL)
		hash_destroy(members);
	members = NULL;
	ctl.keysize = sizeof(Oid);
	ctl.entrysize = sizeof(Member);
	ctl.hcxt = CacheMemoryContext;
	hash = hash_create("continuous view members", 32, &ctl,
					   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	/* an invalidation that comes while we read must not be lost */
	members = hash;
	is_stale = false;
	catalog_table = cv_catalog_table("view", false);
	PG_TRY();
	{
		cv_view_catalog_visit_members(add_member, hash);
	}
	PG_CATCH();
	{
		is_stale = true;
		PG_RE_THROW();
	}
	PG_END_TRY();
	return true;
}

static void
add_member(Oid relid, CvRole role, Oid view, void *hash)
{
	Member	   *member;
	bool		found;

	member = hash_search(hash, &relid, HASH_ENTER, &found);
	if (!found)
	{
		member->role = CV_ROLE_NONE;
		member->view = InvalidOid;
		member->is_input = false;
	}
	if (role == CV_ROLE_NONE)
		member->is_input = true;
	else
	{
		member->role = role;
		member->view = view;
	}
}

static void
forget_members(Datum arg, Oid relid)
{
	if (!OidIsValid(relid) || relid == catalog_table)
		is_stale = true;
}
