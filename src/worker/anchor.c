/*-------------------------------------------------------------------------
 *
 * anchor.c
 *	  A view that came from a dump is taken up again by its worker.
 *
 * A dump has the results of a view, and what was not finished, but not its
 * position, which means nothing elsewhere.  As soon as all that belongs to the
 * view is there, the worker gives it one, in a batch of its own: one that
 * begins with measuring how far the rows at hand go back (batch_anchor.c), or
 * what else continuous.on_restore says.
 *
 * Is all there?  No session is left that loads a dump (view/restore_session.c), and
 * what comes behind the data is there: primary keys and indexes of the view's
 * tables, the trigger on all of the input, unique indexes of joined tables.
 * Else the view is looked at again, later and later.
 *
 * Nothing is waited for, no lock is taken that a batch would not take (only
 * resume needs to know of all writers), and everything is done as the view's
 * owner: his query is looked at.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "base/debug_point.h"
#include "base/settings.h"
#include "view/added_columns.h"
#include "view/join_check.h"
#include "view/restore_session.h"
#include "view/view_check.h"
#include "view/view_ddl.h"
#include "worker/anchor.h"
#include "worker/batch_anchor.h"
#include "worker/batch_joins.h"
#include "worker/identity.h"
#include "worker/rebuild.h"

static const char *why_not_yet(const CvBatch *batch, const CvViewRow *row);
static bool has_generations(const CvViewSpec *spec);
static CvBatchResult lock_all(const CvBatch *batch, CvOnRestore how);
static CvOnRestore choose_how(const CvViewSpec *spec);
static bool is_followed_on(const CvViewSpec *spec);
static bool has_rows(const CvViewSpec *spec);
static bool try_to_take_up(CvBatch *batch, const CvViewRow *row,
						   CvOnRestore how, char **why_not);
static void take_up(CvBatch *batch, const CvViewRow *row, CvOnRestore how);
static void add_rows_since(CvBatch *batch);
static void begin_anew(CvBatch *batch, const CvViewRow *row, CvOnRestore how);
static bool is_reason(const ErrorData *error);
static CvBatchResult put_off(CvBatch *batch, const char *why);

CvBatchResult
cv_anchor_take_up(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;
	CvViewRow  *row = cv_view_catalog_lookup(spec->view);
	CvOnRestore how = choose_how(spec);
	CvBatchResult result;
	const char *why;
	char	   *refusal;

	if (row == NULL)
		return put_off(batch, "");
	why = why_not_yet(batch, row);
	if (why != NULL)
		return put_off(batch, why);
	result = lock_all(batch, how);
	if (result != CV_BATCH_DONE)
	{
		PopActiveSnapshot();
		CommitTransactionCommand();
		return result;
	}
	cv_identity_assume(spec);
	if (!try_to_take_up(batch, row, how, &refusal))
	{
		PopActiveSnapshot();
		cv_identity_commit();
		strlcpy(batch->follower->awaits, refusal,
				sizeof(batch->follower->awaits));
		return CV_BATCH_NO_POSITION;
	}
	PopActiveSnapshot();
	CV_DEBUG_POINT("anchor_before_commit");
	cv_identity_commit();
	batch->follower->awaits[0] = '\0';
	ereport(DEBUG1,
			(errmsg("continuous view \"%s\" was restored, and is taken up again",
					spec->name)));
	return CV_BATCH_AGAIN;
}

/* why_not_yet -- what can be said without looking at what belongs to it. */
static const char *
why_not_yet(const CvBatch *batch, const CvViewRow *row)
{
	CvStatus	status;

	if (cv_on_restore == CV_RESTORE_WAIT)
		return "";
	cv_status_load(row->view, &status);
	if (status.is_paused)
		return "the view was restored, and is paused";
	if (cv_restore_session_exists())
		return "the view was restored, and a session that has loaded views is still there";
	if (!has_generations(batch->spec))
		return "the view was restored, and waits for its rows of continuous.generation";
	if (!cv_view_is_guarded(row))
		return "the view was restored, and waits for the append-only trigger on its input";
	if (choose_how(batch->spec) == CV_RESTORE_RESUME &&
		!is_followed_on(batch->spec))
		return "the view was restored, and the rows of its input may be still to come: call continuous.resume() or continuous.rebuild()";
	return NULL;
}

/* has_generations -- a row for each that OR REPLACE has added */
static bool
has_generations(const CvViewSpec *spec)
{
	CvGenerationRow row;

	for (int i = 1; i < list_length(spec->generations); i++)
		if (!cv_generation_row_lookup(spec->view, i, &row))
			return false;
	return true;
}

/* choose_how -- state without windows has no part that the rows do not cover. */
static CvOnRestore
choose_how(const CvViewSpec *spec)
{
	if (cv_on_restore == CV_RESTORE_REANCHOR &&
		spec->window.kind == CV_WINDOW_NONE)
		return CV_RESTORE_RESUME;
	return cv_on_restore;
}

/*
 * is_followed_on -- were the rows of the input loaded before now?
 *
 * They count as consumed then; those that come later would be added to results
 * that have them already.  So there must be some; or the view must have been
 * loaded before what comes behind the data of a dump.
 */
static bool
is_followed_on(const CvViewSpec *spec)
{
	Relation	rel = table_open(cv_catalog_table("view", false),
								 AccessShareLock);
	Relation	results = table_open(spec->results, NoLock);
	Oid			index = cv_primary_key_index(results);
	TransactionId made = OidIsValid(index) ?
		cv_made_by(RelationRelationId, index) : InvalidTransactionId;
	TransactionId loaded = InvalidTransactionId;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(spec->view));
	scan = systable_beginscan(rel, InvalidOid, false, NULL, 1, &key);
	if (HeapTupleIsValid(tuple = systable_getnext(scan)))
		loaded = HeapTupleHeaderGetRawXmin(tuple->t_data);
	systable_endscan(scan);
	table_close(rel, NoLock);
	table_close(results, NoLock);
	if (TransactionIdIsNormal(made) && TransactionIdIsNormal(loaded) &&
		TransactionIdPrecedesOrEquals(loaded, made))
		return true;
	return has_rows(spec);
}

static bool
has_rows(const CvViewSpec *spec)
{
	List	   *relids = list_make1_oid(spec->input);
	bool		result = false;
	ListCell   *lc;

	if (rt_fetch(spec->input_rti, spec->query->rtable)->inh)
		relids = find_all_inheritors(spec->input, NoLock, NULL);
	foreach(lc, relids)
	{
		Relation	rel;
		TupleTableSlot *slot;
		TableScanDesc scan;

		if (!cv_lock_if_free(lfirst_oid(lc), AccessShareLock))
			continue;
		rel = table_open(lfirst_oid(lc), NoLock);
		if (rel->rd_rel->relkind == RELKIND_RELATION)
		{
			slot = table_slot_create(rel, NULL);
			scan = table_beginscan(rel, GetActiveSnapshot(), 0, NULL);
			result = table_scan_getnextslot(scan, ForwardScanDirection, slot);
			table_endscan(scan);
			ExecDropSingleTupleTableSlot(slot);
		}
		table_close(rel, NoLock);
		if (result)
			break;
	}
	return result;
}

/*
 * lock_all -- the input and its leaves, and joined tables.
 *
 * What a writer that is open has inserted is not found in the WAL when the
 * view begins with now.
 */
static CvBatchResult
lock_all(const CvBatch *batch, CvOnRestore how)
{
	const CvViewSpec *spec = batch->spec;
	int			lockmode = how == CV_RESTORE_RESUME ? ShareRowExclusiveLock :
		AccessShareLock;
	List	   *relids;
	ListCell   *lc;

	if (!cv_lock_if_free(spec->input, lockmode))
		return CV_BATCH_BUSY;
	relids = rt_fetch(spec->input_rti, spec->query->rtable)->inh ?
		find_all_inheritors(spec->input, NoLock, NULL) : NIL;
	foreach(lc, relids)
		if (!cv_lock_if_free(lfirst_oid(lc), lockmode))
			return CV_BATCH_BUSY;
	return cv_batch_lock_joined(batch) ? CV_BATCH_DONE : CV_BATCH_BUSY;
}

/*
 * try_to_take_up -- false, and undone, if what belongs to the view is not what
 * it should be.
 */
static bool
try_to_take_up(CvBatch *batch, const CvViewRow *row, CvOnRestore how,
			   char **why_not)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	volatile bool is_done = true;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		take_up(batch, row, how);
		ReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		if (!is_reason(error))
			PG_RE_THROW();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
		*why_not = error->detail == NULL ? pstrdup(error->message) :
			psprintf("%s: %s", error->message, error->detail);
		is_done = false;
	}
	PG_END_TRY();
	return is_done;
}

static void
take_up(CvBatch *batch, const CvViewRow *row, CvOnRestore how)
{
	CvDials		dials;

	cv_view_take_up(row);
	cv_joins_check(batch->spec);
	if (how != CV_RESTORE_RESUME)
	{
		begin_anew(batch, row, how);
		return;
	}
	cv_dials_parse(row->options, &dials);
	dials.backfill = false;
	cv_view_created_hook(row, &dials);
	add_rows_since(batch);
}

/*
 * add_rows_since -- rows that were written after the restore, but before now,
 * are in no result: they are to be found by a scan.
 */
static void
add_rows_since(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;
	CvPosition *position = cv_position_load(spec->view);
	CvScan		scan = {0};
	CvXidSet	before;

	if (!cv_leaves_open(spec->input,
						rt_fetch(spec->input_rti, spec->query->rtable)->inh,
						NIL, &batch->leaves))
		return;
	cv_xid_set_copy(&before, &position->consumed);
	cv_xid_set_copy(&scan.cut, &position->consumed);
	position->scan = &scan;
	position->anchor.step = CV_ANCHOR_MEASURE;
	batch->position = position;
	batch->snapshot = GetActiveSnapshot();
	cv_anchor_bound_cut(batch);
	position->anchor.step = CV_ANCHOR_NONE;
	position->scan = NULL;
	cv_leaves_close(&batch->leaves);
	if (cv_xid_set_covers(&position->consumed, &before))
		return;
	position->needs_scan = true;
	position->restart_lsn = InvalidXLogRecPtr;
	CommandCounterIncrement();
	cv_position_save(position);
}

static void
begin_anew(CvBatch *batch, const CvViewRow *row, CvOnRestore how)
{
	CvPosition *position = palloc0(sizeof(CvPosition));

	if (how == CV_RESTORE_REBUILD)
		cv_refuse_changed_results(row, "rebuild");
	position->view = row->view;
	position->generation = 1;
	cv_reset_position(position);
	if (how == CV_RESTORE_REANCHOR)
		position->anchor.step = CV_ANCHOR_MEASURE;
	cv_position_add(position);
	if (how == CV_RESTORE_REANCHOR)
		return;
	cv_wipe_results(row->results, row->state, row->collected, row->late);
	cv_generation_rows_rebuilt(row->view);
}

/* is_reason -- does it say something of the view, or of the server? */
static bool
is_reason(const ErrorData *error)
{
	switch (ERRCODE_TO_CATEGORY(error->sqlerrcode))
	{
		case MAKE_SQLSTATE('0', 'A', '0', '0', '0'):
		case MAKE_SQLSTATE('2', '2', '0', '0', '0'):
		case MAKE_SQLSTATE('4', '2', '0', '0', '0'):
		case MAKE_SQLSTATE('5', '5', '0', '0', '0'):
			return error->sqlerrcode != ERRCODE_LOCK_NOT_AVAILABLE;
		default:
			return false;
	}
}

static CvBatchResult
put_off(CvBatch *batch, const char *why)
{
	PopActiveSnapshot();
	CommitTransactionCommand();
	strlcpy(batch->follower->awaits, why, sizeof(batch->follower->awaits));
	return CV_BATCH_NO_POSITION;
}
