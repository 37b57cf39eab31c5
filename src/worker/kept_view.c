/*-------------------------------------------------------------------------
 *
 * kept_view.c
 *	  What a worker keeps of a view's definition from one batch to the next.
 *
 * A small batch would spend most of its time on parsing the hidden view and
 * planning its input query once more.  So the spec and the plan are kept as
 * long as no catalog has changed, see catalog_changes.h; what a batch sees is
 * what it would have seen had it made them itself.
 *
 * A plan depends on more: on how large tables are, and how many rows are to be
 * joined with them.  So only that of a query over the input alone is kept,
 * which has no choice.  What the scan reads is told to it with each batch.
 *
 * Batches do not change what is kept.  The executor opens tables, checks
 * rights and compiles expressions anew each time.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/plannodes.h"
#include "storage/lmgr.h"
#include "utils/memutils.h"

#include "input/input_query.h"
#include "view/catalog_changes.h"
#include "view/view_catalog.h"
#include "worker/identity.h"
#include "worker/kept_view.h"

typedef struct CvKeptView
{
	MemoryContext context;		/* child of the follower's */
	uint64		changes;		/* of catalogs, when it was made */
	CvViewRow  *row;
	CvViewSpec *spec;
	List	   *settings;		/* of it, those that have to be set ... */
	uint64		reloads;		/* ... as of then */
	PlannedStmt *plan;			/* NULL: none is kept */
	uint64		plan_changes;
	MemoryContext plan_context; /* child of context */
	List	   *outer_aggs;
} CvKeptView;

static uint64 reloads = 1;		/* of the server's settings */

static bool is_current(const CvKeptView *kept);
static bool lock_members(const CvViewRow *row);
static bool load(CvBatch *batch, const CvViewRow *row, uint64 changes);
static bool has_plan(CvKeptView *kept);
static void keep_plan(CvKeptView *kept, PlannedStmt *plan,
					  List *outer_aggs, uint64 changes);
static bool reads_input_alone(const PlannedStmt *plan);

CvBatchResult
cv_kept_view_know(CvBatch *batch)
{
	CvFollower *follower = batch->follower;
	const CvViewRow *row;
	uint64		changes;

	if (is_current(follower->kept) && !lock_members(follower->kept->row) &&
		is_current(follower->kept))
		return CV_BATCH_BUSY;
	/* only now: the locks have brought in what was changed before */
	if (!is_current(follower->kept))
	{
		changes = cv_catalog_changes();
		row = cv_view_catalog_lookup(follower->view);
		if (row == NULL)
			return CV_BATCH_GONE;
		if (!lock_members(row))
			return CV_BATCH_BUSY;
		if (!load(batch, row, changes))
			return CV_BATCH_GONE;
	}
	batch->spec = follower->kept->spec;
	return CV_BATCH_DONE;
}

static bool
is_current(const CvKeptView *kept)
{
	return kept != NULL && kept->changes == cv_catalog_changes();
}

static bool
lock_members(const CvViewRow *row)
{
	const Oid	tables[] = {row->results, row->state, row->collected, row->late};

	if (!cv_lock_if_free(row->view, AccessShareLock) ||
		!cv_lock_if_free(row->definition, AccessShareLock))
		return false;
	for (int i = 0; i < lengthof(tables); i++)
		if (OidIsValid(tables[i]) &&
			!cv_lock_with_indexes_if_free(tables[i], RowExclusiveLock))
			return false;
	return true;
}

/* load -- read it anew, and keep it; false: no such view. */
static bool
load(CvBatch *batch, const CvViewRow *row, uint64 changes)
{
	CvFollower *follower = batch->follower;
	/* it goes with the batch if this throws */
	MemoryContext context = AllocSetContextCreate(batch->context,
												  "continuous view kept",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CvKeptView *kept = palloc0_object(CvKeptView);

	if (follower->kept != NULL)
		MemoryContextDelete(follower->kept->context);
	follower->kept = NULL;
	kept->context = context;
	kept->changes = changes;
	kept->row = palloc_object(CvViewRow);
	*kept->row = *row;
	kept->row->options = kept->row->settings = NIL;
	kept->spec = cv_view_load(row->view);
	MemoryContextSwitchTo(old);
	if (kept->spec == NULL)
		return false;
	MemoryContextSetParent(context, follower->context);
	follower->kept = kept;
	return true;
}

List *
cv_kept_view_settings(const CvFollower *follower)
{
	CvKeptView *kept = follower->kept;

	if (kept->reloads != reloads)
	{
		List	   *differing = cv_identity_differing(kept->spec->settings);
		MemoryContext old = MemoryContextSwitchTo(kept->context);

		list_free(kept->settings);
		kept->settings = list_copy(differing);
		kept->reloads = reloads;
		MemoryContextSwitchTo(old);
	}
	return kept->settings;
}

void
cv_kept_view_note_reload(void)
{
	reloads++;
}

PlannedStmt *
cv_kept_view_plan(CvBatch *batch, List **outer_aggs)
{
	CvKeptView *kept = batch->follower->kept;
	uint64		changes;
	PlannedStmt *plan;
	Query	   *query;

	if (has_plan(kept))
	{
		cv_input_plan_set_reader(kept->plan, batch->reader);
		*outer_aggs = copyObject(kept->outer_aggs);
		return kept->plan;
	}
	changes = cv_catalog_changes();
	query = cv_input_query_build(batch->spec, NULL, outer_aggs);
	plan = cv_input_query_plan(query, batch->reader);
	if (reads_input_alone(plan))
		keep_plan(kept, plan, *outer_aggs, changes);
	return plan;
}

/* has_plan -- with the lock on the input, as planning would have taken it. */
static bool
has_plan(CvKeptView *kept)
{
	ListCell   *lc;

	if (kept->plan == NULL || kept->plan_changes != cv_catalog_changes())
		return false;
	foreach(lc, kept->plan->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_RELATION)
			LockRelationOid(rte->relid, rte->rellockmode);
	}
	return kept->plan_changes == cv_catalog_changes();
}

static void
keep_plan(CvKeptView *kept, PlannedStmt *plan, List *outer_aggs,
		  uint64 changes)
{
	MemoryContext old;

	if (kept->plan_context != NULL)
		MemoryContextReset(kept->plan_context);
	else
		kept->plan_context = AllocSetContextCreate(kept->context,
												   "continuous view plan",
												   ALLOCSET_SMALL_SIZES);
	kept->plan = NULL;
	old = MemoryContextSwitchTo(kept->plan_context);
	kept->outer_aggs = copyObject(outer_aggs);
	kept->plan_changes = changes;
	kept->plan = copyObject(plan);
	MemoryContextSwitchTo(old);
}

static bool
reads_input_alone(const PlannedStmt *plan)
{
	return list_length(plan->rtable) == 1 && plan->subplans == NIL &&
		!plan->transientPlan && IsA(plan->planTree, CustomScan);
}
