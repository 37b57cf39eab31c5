/*-------------------------------------------------------------------------
 *
 * worker_share.c
 *	  Which views of its database a worker follows.
 *
 * Views of one input have one worker, as they share its tail and rows.  Inputs
 * are given out one by one: each to the worker that has fewest, so shares differ
 * by one at most.  An input stays where it is as long as that holds.
 *
 * Each worker decides by itself, under cv_shared->lock, from the catalog and
 * from the slots of views, which say who has what.  All decide alike.  It takes
 * what falls to it and is free, and lets go of what is too much; others take
 * that when they look.  A view belongs to whoever has its slot, so what two
 * workers see of the catalog may differ for a moment.
 *
 * A worker that ended with an error begins anew, and so keeps its share; not if
 * no process can be had for it.  One whose batch takes long cannot take anything
 * meanwhile, so it is passed over.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "base/settings.h"
#include "state/state_table.h"
#include "view/view_catalog.h"
#include "worker/worker_share.h"

#define NOBODY	(-1)

typedef struct InputShare
{
	Oid			input;			/* sorted by this */
	int			worker;			/* NOBODY: it is free */
} InputShare;

/* What one worker knows when it decides. */
typedef struct Shares
{
	CvDatabaseSlot *database;
	int			number;			/* its own */
	int			ninputs;
	InputShare *inputs;
	int			counts[CV_MAX_WORKERS]; /* inputs of each worker */
} Shares;

static void list_inputs(Shares *shares, List *rows);
static int	compare_inputs(const void *a, const void *b);
static InputShare *find_input(const Shares *shares, Oid input);
static void note_owners(Shares *shares);
static void take_free(Shares *shares);
static void give_up_surplus(Shares *shares);
static int	least_loaded(const Shares *shares, bool passes_over_busy);
static bool may_take(const Shares *shares, int worker);
static bool is_settled(const Shares *shares);
static void take_slots(const Shares *shares, List *rows);
static bool is_own(const Shares *shares, const CvViewRow *row);
static void drop_states_of_nobody(Oid database, List *rows);

void
cv_worker_share(CvDatabaseSlot *database, int number, List *rows,
				CvWorkerShare *share)
{
	Shares		shares = {database, number};
	ListCell   *lc;

	list_inputs(&shares, rows);
	share->rows = NIL;
	share->is_settled = true;
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	database->ninputs = shares.ninputs;
	share->is_wanted = shares.ninputs > 0 &&
		number < cv_workers_wanted(database);
	note_owners(&shares);
	if (share->is_wanted)
	{
		take_free(&shares);
		give_up_surplus(&shares);
		share->is_settled = is_settled(&shares);
		take_slots(&shares, rows);
	}
	drop_states_of_nobody(database->database, rows);
	LWLockRelease(cv_shared->lock);
	foreach(lc, rows)
		if (share->is_wanted && is_own(&shares, lfirst(lc)))
			share->rows = lappend(share->rows, lfirst(lc));
	pfree(shares.inputs);
}

static void
list_inputs(Shares *shares, List *rows)
{
	InputShare *inputs = palloc(sizeof(InputShare) *
								Max(list_length(rows), 1));
	int			n = 0;
	ListCell   *lc;

	foreach(lc, rows)
	{
		inputs[n].input = ((CvViewRow *) lfirst(lc))->input;
		inputs[n++].worker = NOBODY;
	}
	qsort(inputs, n, sizeof(InputShare), compare_inputs);
	shares->inputs = inputs;
	for (int i = 0; i < n; i++)
		if (i == 0 || inputs[i].input != inputs[i - 1].input)
			inputs[shares->ninputs++] = inputs[i];
}

static int
compare_inputs(const void *a, const void *b)
{
	Oid			x = ((const InputShare *) a)->input;
	Oid			y = ((const InputShare *) b)->input;

	return x < y ? -1 : x > y ? 1 : 0;
}

static InputShare *
find_input(const Shares *shares, Oid input)
{
	InputShare	key = {input, NOBODY};

	return bsearch(&key, shares->inputs, shares->ninputs, sizeof(InputShare),
				   compare_inputs);
}

/* note_owners -- who has what, by the slots of the views. */
static void
note_owners(Shares *shares)
{
	for (int i = 0; i < cv_shared->nviews; i++)
	{
		const CvViewSlot *slot = &cv_shared->views[i];
		InputShare *input;

		if (!slot->in_use || slot->database != shares->database->database)
			continue;
		input = find_input(shares, slot->input);
		if (input != NULL)
			input->worker = slot->worker;
	}
	for (int i = 0; i < shares->ninputs; i++)
		if (shares->inputs[i].worker != NOBODY)
			shares->counts[shares->inputs[i].worker]++;
}

/* take_free -- give out what is free; what falls to others is theirs to take. */
static void
take_free(Shares *shares)
{
	for (int i = 0; i < shares->ninputs; i++)
	{
		int			worker;

		if (shares->inputs[i].worker != NOBODY)
			continue;
		worker = least_loaded(shares, true);
		shares->counts[worker]++;
		if (worker == shares->number)
			shares->inputs[i].worker = worker;
	}
}

/* give_up_surplus -- while another one has less by two. */
static void
give_up_surplus(Shares *shares)
{
	int			least = least_loaded(shares, true);

	for (int i = shares->ninputs - 1; i >= 0; i--)
	{
		if (shares->inputs[i].worker != shares->number)
			continue;
		if (shares->counts[shares->number] - shares->counts[least] < 2)
			break;
		shares->inputs[i].worker = NOBODY;
		shares->counts[shares->number]--;
		shares->counts[least]++;
		least = least_loaded(shares, true);
	}
}

static int
least_loaded(const Shares *shares, bool passes_over_busy)
{
	int			result = shares->number;

	for (int k = 0; k < cv_workers_wanted(shares->database); k++)
	{
		CvWorkerSlot *worker = &shares->database->workers[k];

		if (!may_take(shares, k) ||
			(passes_over_busy && k != shares->number &&
			 pg_atomic_read_u32(&worker->long_batch) != 0))
			continue;
		if (shares->counts[k] < shares->counts[result] ||
			(k < result && shares->counts[k] == shares->counts[result]))
			result = k;
	}
	return result;
}

/* may_take -- does it run, or will it? */
static bool
may_take(const Shares *shares, int worker)
{
	const CvWorkerSlot *slot = &shares->database->workers[worker];

	return slot->pid != 0 || !slot->cannot_start;
}

static bool
is_settled(const Shares *shares)
{
	int			least = least_loaded(shares, false);

	for (int i = 0; i < shares->ninputs; i++)
		if (shares->inputs[i].worker == NOBODY)
			return false;
	return shares->counts[shares->number] - shares->counts[least] < 2;
}

/* take_slots -- as far as there are any. */
static void
take_slots(const Shares *shares, List *rows)
{
	ListCell   *lc;

	foreach(lc, rows)
	{
		CvViewRow  *row = lfirst(lc);

		if (is_own(shares, row))
			(void) cv_view_slot_add(shares->database->database, row->view,
									row->input, shares->number);
	}
}

static bool
is_own(const Shares *shares, const CvViewRow *row)
{
	return find_input(shares, row->input)->worker == shares->number;
}

/*
 * drop_states_of_nobody -- of views that were dropped while no worker followed
 * them.  One that rows do not have yet may have a worker already.
 */
static void
drop_states_of_nobody(Oid database, List *rows)
{
	List	   *views = NIL;
	ListCell   *lc;

	foreach(lc, rows)
		views = lappend_oid(views, ((CvViewRow *) lfirst(lc))->view);
	for (int i = 0; i < cv_shared->nviews; i++)
		if (cv_shared->views[i].in_use &&
			cv_shared->views[i].database == database)
			views = lappend_oid(views, cv_shared->views[i].view);
	cv_state_table_drop_others(database, views);
	list_free(views);
}
