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
#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "parser/parsetree.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/shared_memory.h"
#include "input/delta_scan.h"
#include "input/leaves.h"
#include "input/position.h"
#include "output/chunk_table.h"
#include "output/clock_rows.h"
#include "state/group_key.h"
#include "view/view_ddl.h"
#include "worker/adopt.h"
#include "worker/rebuild.h"
#include "worker/status.h"

/* no key is further from its hash: others have it by then */
#define MAX_CV_KEY_TRIES	1000

static void add_position(const CvViewRow *row, const CvDials *dials);
static void check_free_slot(void);
static void begin_from_now(const CvViewRow *row, CvPosition *position);
static void find_sessions(const CvViewSpec *spec, CvPosition *position);
static void note_sessions(const CvViewSpec *spec, Oid relid, Snapshot snapshot,
						  CvSessionFacts *facts);
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
	RangeTblEntry *rte = rt_fetch(spec->input_rti, spec->query->rtable);

	/* the locks are ours already, or weaker than ours */
	if (!cv_leaves_open(row->input, rte->inh, NIL, &leaves))
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
	if (spec->window.kind == CV_WINDOW_SESSION)
		find_sessions(spec, position);
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
 * find_sessions -- those of a view that was restored.
 *
 * What a position says of all sessions that were ever written was not dumped.
 * Hash functions are the owner's choice, and run with his rights.
 */
static void
find_sessions(const CvViewSpec *spec, CvPosition *position)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	Oid			user;
	int			context;

	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(spec->owner, context |
						   SECURITY_LOCAL_USERID_CHANGE |
						   SECURITY_RESTRICTED_OPERATION);
	note_sessions(spec, spec->results, snapshot, &position->sessions);
	if (OidIsValid(spec->state))
		note_sessions(spec, spec->state, snapshot, &position->sessions);
	SetUserIdAndSecContext(user, context);
	UnregisterSnapshot(snapshot);
}

static void
note_sessions(const CvViewSpec *spec, Oid relid, Snapshot snapshot,
			  CvSessionFacts *facts)
{
	CvKeySet   *keys = cv_key_set_create(spec->keys, spec->key_clauses);
	int			key_at = CV_ATT_KEY(list_length(spec->keys),
									cv_first_aggs(spec)) - 1;
	Relation	rel = table_open(relid, AccessShareLock);
	TupleTableSlot *row = table_slot_create(rel, NULL);
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);

	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		int64		start;
		int64		end;
		uint64		tries;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, key_at + 1);
		start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		tries = (uint64) DatumGetInt64(row->tts_values[key_at]) -
			cv_key_hash(keys, &row->tts_values[CV_ATT_FIRST_KEY - 1],
						&row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
		if (tries > MAX_CV_KEY_TRIES)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("continuous view \"%s\" was dumped on a server that hashes its keys differently",
							get_rel_name(spec->view)),
					 errhint("Call continuous.rebuild() to compute it from the rows that are there.")));
		facts->newest_end = facts->has_any ? Max(facts->newest_end, end) : end;
		facts->longest = Max(facts->longest, (uint64) end - (uint64) start);
		/* any two may overlap, and keys with one hash collide */
		facts->overlap_start = facts->has_overlap ?
			Max(facts->overlap_start, start) : start;
		facts->cv_key_tries = Max(facts->cv_key_tries, (uint32) tries);
		facts->keys_collide |= tries != 0;
		facts->has_any = facts->has_overlap = true;
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	table_close(rel, NoLock);
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
	cv_clock_rows_remove(view);
	cv_status_remove(view);
}
