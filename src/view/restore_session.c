/*-------------------------------------------------------------------------
 *
 * restore_session.c
 *	  Is a dump being restored into this database?
 *
 * Whoever restores one writes continuous.view, by COPY or INSERT, and nobody
 * else does.  From then on until it ends the session holds a lock that stands
 * for nothing but this.  That it is free says that all is loaded: psql and
 * pg_restore use one session, and those of pg_restore -j live until the last
 * table is done.  Of a restore in sections nothing is seen between them, but
 * there constraints and triggers are missing until the last one.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xlog.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lock.h"
#include "utils/guc.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "view/restore_session.h"
#include "view/view_catalog.h"

/* of the lock on continuous.view that is none on the table */
#define RESTORE_SUBID	1

static bool has_callback = false;

static void restore_tag(LOCKTAG *tag);
static void wake_worker(int code, Datum arg);

void
cv_restore_session_begin(void)
{
	LOCKTAG		tag;

	if (RecoveryInProgress())
		return;
	restore_tag(&tag);
	/* only looked at, see below, so never waited for long */
	if (!cv_lock_held(&tag, ShareLock))
		(void) LockAcquire(&tag, ShareLock, true, false);
	/* after ShutdownPostgres(), which gives it up */
	if (!has_callback && cv_is_preloaded())
	{
		on_shmem_exit(wake_worker, 0);
		has_callback = true;
	}
}

static void
wake_worker(int code, Datum arg)
{
	cv_worker_wake_to_look();
}

bool
cv_restore_session_is_own(void)
{
	LOCKTAG		tag;

	restore_tag(&tag);
	return cv_lock_held(&tag, ShareLock);
}

bool
cv_restore_session_is_dump(void)
{
	return !check_function_bodies &&
		(namespace_search_path[0] == '\0' ||
		 strcmp(namespace_search_path, "\"\"") == 0);
}

bool
cv_restore_session_exists(void)
{
	LOCKTAG		tag;

	restore_tag(&tag);
	if (LockAcquire(&tag, ExclusiveLock, false, true) ==
		LOCKACQUIRE_NOT_AVAIL)
		return true;
	(void) LockRelease(&tag, ExclusiveLock, false);
	return false;
}

static void
restore_tag(LOCKTAG *tag)
{
	SET_LOCKTAG_OBJECT(*tag, MyDatabaseId, RelationRelationId,
					   cv_catalog_table("view", false), RESTORE_SUBID);
	/* kept over aborts, and given up at the end of a session */
	tag->locktag_lockmethodid = USER_LOCKMETHOD;
}
