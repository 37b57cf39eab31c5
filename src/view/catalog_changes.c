/*-------------------------------------------------------------------------
 *
 * catalog_changes.c
 *	  Has anything changed that a spec or a plan is made from?
 *
 * Whatever it is that has changed: what is kept is then made anew, which takes
 * no longer than a batch does.  So nobody has to know what hangs on what.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/inval.h"
#include "utils/syscache.h"

#include "view/catalog_changes.h"

/*
 * Relations, their columns, rules and policies have the relation cache.  Of a
 * database its owner is a role's membership: pg_database_owner.
 */
static const int caches[] = {
	AGGFNOID, AMOPOPID, AMPROCNUM, AUTHMEMMEMROLE, AUTHOID, CASTSOURCETARGET,
	CLAOID, COLLOID, CONSTROID, DATABASEOID, LANGOID, NAMESPACEOID, OPEROID,
	OPFAMILYOID, PROCOID, RANGETYPE, TYPEOID
};

static uint64 changes = 0;
static bool is_watching = false;

static void note_relation(Datum arg, Oid relid);
static void note_object(Datum arg, int cache, uint32 hash);

uint64
cv_catalog_changes(void)
{
	if (is_watching)
		return changes;
	CacheRegisterRelcacheCallback(note_relation, (Datum) 0);
	for (int i = 0; i < lengthof(caches); i++)
		CacheRegisterSyscacheCallback(caches[i], note_object, (Datum) 0);
	is_watching = true;
	return changes;
}

static void
note_relation(Datum arg, Oid relid)
{
	changes++;
}

static void
note_object(Datum arg, int cache, uint32 hash)
{
	changes++;
}
