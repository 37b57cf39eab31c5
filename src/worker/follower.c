/*-------------------------------------------------------------------------
 *
 * follower.c
 *	  What a worker remembers of a view between batches.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/memutils.h"

#include "worker/follower.h"

static void check_position(CvPosition *position);

bool
cv_follower_load_position(CvFollower *follower)
{
	CvPosition *position = cv_position_load(follower->view);

	if (position == NULL)
		return false;
	check_position(position);
	cv_follower_set_position(follower, position);
	follower->seq = 0;
	follower->has_chunks_gone = false;
	cv_follower_detach_states(follower);
	cv_follower_forget_clocks(follower);
	follower->dropped_are_gone = false;
	/* ALTER DATABASE SET TABLESPACE has moved them without a word in the WAL */
	follower->checks_leaves = true;
	return true;
}

bool
cv_follower_is_current(CvFollower *follower)
{
	const CvPosition *known = follower->position;
	CvPosition *saved = cv_position_load(follower->view);

	if (saved != NULL && saved->generation == known->generation)
		return true;
	cv_follower_detach_states(follower);
	/* rows and chunks of long ago may be there again */
	follower->has_chunks_gone = follower->dropped_are_gone = false;
	follower->sealed_are_gone = false;
	follower->expiry_looked_at = 0;
	if (saved != NULL && known->phase == CV_PHASE_FOLLOW &&
		saved->phase == CV_PHASE_FOLLOW &&
		saved->counters.flushes == known->counters.flushes &&
		saved->consumed_lsn == known->consumed_lsn &&
		saved->restart_lsn == known->restart_lsn)
		cv_follower_set_position(follower, saved);
	else
		follower->position = NULL;
	return false;
}

void
cv_follower_detach_states(CvFollower *follower)
{
	if (follower->states != NULL)
		cv_state_table_detach(follower->states);
	follower->states = NULL;
	follower->states_attached = false;
}

void
cv_follower_forget_clocks(CvFollower *follower)
{
	if (follower->clocks != NULL)
		cv_clock_table_free(follower->clocks);
	follower->clocks = NULL;
}

bool
cv_follower_can_go_on(const CvFollower *follower)
{
	const CvPosition *position = follower->position;

	return position != NULL && position->phase != CV_PHASE_NEW &&
		!position->needs_scan && !follower->lost_wal;
}

/*
 * check_position -- does it speak of this cluster and database?
 *
 * pg_upgrade keeps xids and files, but not the WAL.  A database that was
 * copied as a template keeps xids and file numbers, too, but the WAL speaks of
 * the files of the other one (HAZARDS-input H12).
 */
static void
check_position(CvPosition *position)
{
	if (position->phase == CV_PHASE_NEW)
		return;
	if (position->consumed.next >
		U64FromFullTransactionId(ReadNextFullTransactionId()) ||
		(position->system_identifier == cv_system_identifier() &&
		 position->restart_lsn > GetXLogInsertRecPtr()))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the position of the continuous view is ahead of the server"),
				 errdetail("The server was taken back to an earlier state without the view."),
				 errhint("Call continuous.rebuild() for the view.")));
	if (position->system_identifier == cv_system_identifier() &&
		position->database == MyDatabaseId)
		return;
	for (int i = 0; i < position->nleaves; i++)
	{
		RelFileLocator *locator = &position->leaves[i].locator;

		if (locator->dbOid != position->database)
			continue;
		locator->dbOid = MyDatabaseId;
	}
	position->needs_scan = true;
	position->restart_lsn = InvalidXLogRecPtr;
	position->system_identifier = cv_system_identifier();
	position->database = MyDatabaseId;
}

void
cv_follower_set_position(CvFollower *follower, const CvPosition *position)
{
	MemoryContext old;

	MemoryContextReset(follower->position_context);
	old = MemoryContextSwitchTo(follower->position_context);
	follower->position = cv_position_copy(position);
	MemoryContextSwitchTo(old);
}

void
cv_follower_keep_leaf(CvFollower *follower, Oid leaf)
{
	LockRelId	lock;

	if (follower->kept_leaf == leaf)
		return;
	lock.dbId = MyDatabaseId;
	lock.relId = follower->kept_leaf;
	if (OidIsValid(follower->kept_leaf))
		UnlockRelationIdForSession(&lock, AccessShareLock);
	follower->kept_leaf = InvalidOid;
	if (!OidIsValid(leaf))
		return;
	/* granted at once: the transaction has the lock already */
	lock.relId = leaf;
	LockRelationIdForSession(&lock, AccessShareLock);
	follower->kept_leaf = leaf;
}

void
cv_follower_lost_leaf(CvFollower *follower)
{
	follower->kept_leaf = InvalidOid;
}

void
cv_follower_track(CvFollower *follower, CvTail *tail,
				  const CvPosition *position)
{
	List	   *before = follower->tracked;
	MemoryContext old = MemoryContextSwitchTo(follower->context);

	follower->tracked = NIL;
	for (int i = 0; i < position->nleaves; i++)
	{
		RelFileLocator *locator;

		if (position->leaves[i].is_detached)
			continue;
		locator = palloc(sizeof(RelFileLocator));
		*locator = position->leaves[i].locator;
		cv_tail_track(tail, *locator);
		follower->tracked = lappend(follower->tracked, locator);
	}
	/* the new ones first, so that what stays is never untracked */
	if (before != NIL)
	{
		ListCell   *lc;

		foreach(lc, before)
			cv_tail_untrack(tail, *(RelFileLocator *) lfirst(lc));
		list_free_deep(before);
	}
	MemoryContextSwitchTo(old);
}

void
cv_follower_untrack(CvFollower *follower, CvTail *tail)
{
	ListCell   *lc;

	foreach(lc, follower->tracked)
		cv_tail_untrack(tail, *(RelFileLocator *) lfirst(lc));
	list_free_deep(follower->tracked);
	follower->tracked = NIL;
}
