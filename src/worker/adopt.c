/*-------------------------------------------------------------------------
 *
 * adopt.c
 *	  The position of a view that has just been created, or dropped.
 *
 * A view with backfill begins in phase NEW: its worker makes the cut.  One
 * without begins here: CREATE holds a lock that no writer of the input gets
 * past, so what a snapshot taken now calls finished is what was there before,
 * and all that commits later is new.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/shared_memory.h"
#include "input/counter_reset.h"
#include "input/delta_scan.h"
#include "input/leaves.h"
#include "input/position.h"
#include "output/chunk_table.h"
#include "output/clock_rows.h"
#include "view/owner_code.h"
#include "view/view_ddl.h"
#include "worker/adopt.h"
#include "worker/key_check.h"
#include "worker/rebuild.h"
#include "worker/status.h"

static void add_position(const CvViewRow *row, const CvDials *dials);
static void check_free_slot(void);
static void begin_from_now(const CvViewRow *row, CvPosition *position);
static bool is_new(Oid relid);
static void note_not_counted(CvPosition *position);
static void check_not_written(const CvLeaves *leaves);
static void open_own_xids(CvXidSet *set);
static void remove_position(Oid view);

void
cv_adopt_init(void)
{
	cv_view_created_hook = add_position;
	cv_view_dropped_hook = remove_position;
}

static void
add_position(const CvViewRow *row, const CvDials *dials)
{
	CvPosition *position = palloc0(sizeof(CvPosition));

	check_free_slot();
	position->view = row->view;
	position->generation = 1;
	cv_reset_position(position);
	if (!dials->backfill)
		begin_from_now(row, position);
	cv_position_add(position);
}

/* Those of other databases count, too. */
static void
check_free_slot(void)
{
	bool		is_free = false;

	LWLockAcquire(cv_shared->lock, LW_SHARED);
	for (int i = 0; i < cv_shared->nviews && !is_free; i++)
		is_free = !cv_shared->views[i].in_use;
	LWLockRelease(cv_shared->lock);
	if (!is_free)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("too many continuous views"),
				 errhint("You might need to increase continuous.max_views.")));
}

static void
begin_from_now(const CvViewRow *row, CvPosition *position)
{
	XLogRecPtr	lsn = GetXLogInsertRecPtr();
	Snapshot	snapshot;
	CvLeaves	leaves;
	CvViewSpec *spec = cv_view_load(row->view);

	/* the locks are ours already, or weaker than ours */
	if (!cv_leaves_open(row->input, cv_view_reads_children(spec), NIL,
						&leaves))
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("could not lock the input of the continuous view")));
	check_not_written(&leaves);
	(void) cv_scan_plan(position, &leaves, true);
	cv_leaves_close(&leaves);

	snapshot = RegisterSnapshot(GetLatestSnapshot());
	cv_xid_set_from_snapshot(&position->consumed, snapshot);
	UnregisterSnapshot(snapshot);
	open_own_xids(&position->consumed);
	if (is_new(row->results))
		note_not_counted(position);
	else
		cv_adopt_check_restored(spec, position);
	if (OidIsValid(spec->collected))
		cv_chunk_table_survey(spec->collected, &position->collections);
	position->phase = CV_PHASE_FOLLOW;
	position->restart_lsn = position->consumed_lsn = lsn;
}

/* is_new -- made by this transaction?  Else the view comes from a dump. */
static bool
is_new(Oid relid)
{
	Relation	rel = table_open(relid, NoLock);
	bool		result = rel->rd_createSubid != InvalidSubTransactionId;

	table_close(rel, NoLock);
	return result;
}

/*
 * note_not_counted -- the rows that are there are in no result, and never will
 * be.  Those of a view that was restored were counted before its dump.
 */
static void
note_not_counted(CvPosition *position)
{
	cv_xid_set_copy(&position->not_counted, &position->consumed);
	for (int i = 0; i < position->nleaves; i++)
		position->leaves[i].begins_from_now = true;
}

/*
 * check_not_written -- rows that this transaction has inserted are there
 * already, those that it is going to insert are not, and they cannot be told
 * apart.
 */
static void
check_not_written(const CvLeaves *leaves)
{
	for (int i = 0; i < leaves->n; i++)
	{
		LOCKTAG		tag;

		SET_LOCKTAG_RELATION(tag, MyDatabaseId,
							 RelationGetRelid(leaves->rels[i]));
		if (cv_lock_held(&tag, RowExclusiveLock))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot begin to follow \"%s\" from now in a transaction that has written to it",
							RelationGetRelationName(leaves->rels[i])),
					 errhint("Commit first, or consume the rows that are there (backfill).")));
	}
}

/*
 * cv_adopt_check_restored -- were its keys hashed as they are here, and which
 * sessions are there?
 *
 * What a position says of all sessions that were ever written was not dumped.
 * Hash functions are the owner's choice, and run with his rights.
 */
void
cv_adopt_check_restored(const CvViewSpec *spec, CvPosition *position)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	CvOwnerCode own;

	cv_owner_code_begin(spec->owner, &own);
	if (spec->window.kind == CV_WINDOW_SESSION)
		cv_key_check_sessions(spec, snapshot, &position->sessions);
	else
		cv_key_check_some(spec, snapshot);
	cv_owner_code_end(&own);
	UnregisterSnapshot(snapshot);
}

/* a snapshot says nothing of the transaction that has taken it */
static void
open_own_xids(CvXidSet *set)
{
	FullTransactionId top = GetTopFullTransactionIdIfAny();
	uint64		xid = U64FromFullTransactionId(top);

	if (!FullTransactionIdIsValid(top))
		return;
	for (; xid < set->next; xid++)
	{
		CHECK_FOR_INTERRUPTS();
		if (TransactionIdIsCurrentTransactionId((TransactionId) xid))
			cv_xid_set_add_open(set, xid, xid + 1);
	}
}

static void
remove_position(Oid view)
{
	cv_position_remove(view);
	cv_counter_reset_remove(view);
	cv_clock_rows_remove(view);
	cv_status_remove(view);
}
