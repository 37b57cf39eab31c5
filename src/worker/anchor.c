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
 * Is all there?  No session is left that loads a dump (restore_session.c), and
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

#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
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
#include "worker/subtransaction.h"

/* What is tried in a subtransaction. */
typedef struct TakeUp
{
	CvBatch    *batch;
	const CvViewRow *row;
	CvOnRestore how;
} TakeUp;

static const char *why_not_yet(const CvBatch *batch, const CvViewRow *row);
static bool has_generations(const CvViewSpec *spec);
static CvBatchResult lock_all(const CvBatch *batch, CvOnRestore how);
static CvOnRestore choose_how(const CvViewSpec *spec);
static bool is_followed_on(const CvViewSpec *spec, const CvViewRow *row);
static bool has_rows(const CvViewSpec *spec);
static void take_up(void *arg);
static void add_rows_since(CvBatch *batch);
static void begin_anew(const CvViewRow *row, CvOnRestore how);
static bool is_reason(const ErrorData *error, void *arg);
static CvBatchResult put_off(CvBatch *batch, const char *why);

CvBatchResult
cv_anchor_take_up(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;
	CvViewRow  *row = cv_view_catalog_lookup(spec->view);
	TakeUp		what = {batch, row, choose_how(spec)};
	CvBatchResult result;
	const char *why;
	ErrorData  *refusal;

	if (row == NULL)
		return put_off(batch, "");
	why = why_not_yet(batch, row);
	if (why != NULL)
		return put_off(batch, why);
	result = lock_all(batch, what.how);
	if (result != CV_BATCH_DONE)
	{
		PopActiveSnapshot();
		CommitTransactionCommand();
		return result;
	}
	cv_identity_assume(spec, spec->settings);
	refusal = cv_subtransaction_try(take_up, is_reason, &what);
	PopActiveSnapshot();
	if (refusal != NULL)
	{
		snprintf(batch->follower->awaits, sizeof(batch->follower->awaits),
				 "%s%s%s", refusal->message, refusal->detail ? ": " : "",
				 refusal->detail ? refusal->detail : "");
		cv_identity_commit();
		return CV_BATCH_NO_POSITION;
	}
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
		!is_followed_on(batch->spec, row))
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
is_followed_on(const CvViewSpec *spec, const CvViewRow *row)
{
	Relation	results = table_open(spec->results, NoLock);
	Oid			index = cv_primary_key_index(results);
	TransactionId made = OidIsValid(index) ?
		cv_made_by(RelationRelationId, index) : InvalidTransactionId;

	table_close(results, NoLock);
	if (TransactionIdIsNormal(made) &&
		TransactionIdIsNormal(row->written_by) &&
		TransactionIdPrecedesOrEquals(row->written_by, made))
		return true;
	return has_rows(spec);
}

static bool
has_rows(const CvViewSpec *spec)
{
	bool		result = false;
	ListCell   *lc;

	foreach(lc, cv_view_input_relids(spec))
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
	ListCell   *lc;

	/* the input first: then no leaf comes or goes */
	if (!cv_lock_if_free(spec->input, lockmode))
		return CV_BATCH_BUSY;
	foreach(lc, cv_view_input_relids(spec))
		if (!cv_lock_if_free(lfirst_oid(lc), lockmode))
			return CV_BATCH_BUSY;
	return cv_batch_lock_joined(batch) ? CV_BATCH_DONE : CV_BATCH_BUSY;
}

static void
take_up(void *arg)
{
	const TakeUp *what = arg;
	CvBatch    *batch = what->batch;
	const CvViewRow *row = what->row;
	CvDials		dials;

	cv_view_take_up(row);
	cv_joins_check(batch->spec);
	if (what->how != CV_RESTORE_RESUME)
	{
		begin_anew(row, what->how);
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

	if (!cv_leaves_open(spec->input, cv_view_reads_children(spec), NIL,
						&batch->leaves))
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
begin_anew(const CvViewRow *row, CvOnRestore how)
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

/*
 * is_reason -- is what belongs to the view not what it should be?  Else the
 * error says something of the server.
 */
static bool
is_reason(const ErrorData *error, void *arg)
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
