/*-------------------------------------------------------------------------
 *
 * activity.c
 *	  What a worker is at: for pg_stat_activity, and for the server's log.
 *
 * The log gets a line for each change of a view's state, and none for what
 * stays as it is: a worker that takes on a view that was running, paused or
 * stopped before says nothing, and an error that comes again in the same
 * series of failures is told once.  Waiting for a lock, or for a transaction
 * to become visible, is no state in this sense.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "pgstat.h"

#include "worker/activity.h"
#include "worker/worker_views.h"

static void show_batch(const CvFollower *follower, bool is_writing);
static const char *phase_of(const CvFollower *follower);
static void log_change(const CvFollower *follower, CvViewState before,
					   CvViewState state);
static void log_going_on(const CvFollower *follower, CvViewState before);

void
cv_activity_show(CvActivity activity, const CvFollower *follower)
{
	static CvActivity shown = CV_ACTIVITY_NONE;
	static Oid	shown_view = InvalidOid;
	static const char *shown_phase = NULL;
	static int	shown_count = 0;
	Oid			view = follower == NULL ? InvalidOid : follower->view;
	const char *phase = follower == NULL ? NULL : phase_of(follower);
	int			count = list_length(cv_worker_views());
	char		text[64];

	if (activity == shown && view == shown_view && phase == shown_phase &&
		(activity != CV_ACTIVITY_RESTING || count == shown_count))
		return;
	shown = activity;
	shown_view = view;
	shown_phase = phase;
	shown_count = count;
	if (activity == CV_ACTIVITY_RESTING)
	{
		snprintf(text, sizeof(text), "following %d view%s", count,
				 count == 1 ? "" : "s");
		pgstat_report_activity(STATE_IDLE, text);
	}
	else if (activity == CV_ACTIVITY_WAL)
		pgstat_report_activity(STATE_RUNNING, "reading WAL");
	else
		show_batch(follower, activity == CV_ACTIVITY_WRITING);
}

static void
show_batch(const CvFollower *follower, bool is_writing)
{
	const char *phase = phase_of(follower);
	char		text[sizeof(follower->name) + 64];
	char		number[32];

	/* its name is known with its first batch */
	snprintf(number, sizeof(number), "view with OID %u", follower->view);
	snprintf(text, sizeof(text), "%s: %s",
			 follower->name[0] != '\0' ? follower->name : number,
			 phase == NULL ? (is_writing ? "writing results" : "reading rows") :
			 phase);
	if (phase != NULL && is_writing)
		strlcat(text, ", writing results", sizeof(text));
	pgstat_report_activity(STATE_RUNNING, text);
}

/* phase_of -- one of a few constants; NULL: it follows its input. */
static const char *
phase_of(const CvFollower *follower)
{
	if (follower->position == NULL)
		return "taking it up";
	if (follower->lost_wal && follower->position->scan == NULL)
		return cv_scan_phase_name(CV_SCAN_RESCAN);
	return cv_scan_phase_name(cv_scan_phase(follower->position));
}

CvScanPhase
cv_scan_phase(const CvPosition *position)
{
	if (position->anchor.step == CV_ANCHOR_MEASURE)
		return CV_SCAN_MEASURE;
	if (position->anchor.step == CV_ANCHOR_COUNT)
		return CV_SCAN_COUNT;
	/* generations of a new view begin with 1 */
	if (position->phase == CV_PHASE_NEW ||
		(position->scan != NULL && position->scan->is_backfill))
		return position->generation > 1 ? CV_SCAN_REBUILD : CV_SCAN_BACKFILL;
	return position->scan != NULL ? CV_SCAN_RESCAN : CV_SCAN_NONE;
}

const char *
cv_scan_phase_name(CvScanPhase phase)
{
	switch (phase)
	{
		case CV_SCAN_NONE:
			break;
		case CV_SCAN_BACKFILL:
			return "backfill";
		case CV_SCAN_REBUILD:
			return "rebuild";
		case CV_SCAN_RESCAN:
			return "rescan";
		case CV_SCAN_MEASURE:
			return "reanchor, measuring";
		case CV_SCAN_COUNT:
			return "reanchor, counting";
	}
	return NULL;
}

void
cv_activity_note_state(CvFollower *follower, CvViewState state)
{
	CvViewState before = follower->told;

	if (state == before || state == CV_VIEW_STARTING ||
		state == CV_VIEW_WAITING_LOCK || state == CV_VIEW_WAITING_VISIBLE)
		return;
	follower->told = state;
	if (state != CV_VIEW_RETRYING)
	{
		follower->last_error = 0;
		log_change(follower, before, state);
	}
}

/* log_change -- what is retried has told its error. */
static void
log_change(const CvFollower *follower, CvViewState before, CvViewState state)
{
	const char *name = follower->name;

	switch (state)
	{
		case CV_VIEW_BACKFILL:
			ereport(LOG,
					(errmsg("continuous view \"%s\" reads the rows that are in its input",
							name)));
			break;
		case CV_VIEW_RESCAN:
			ereport(LOG,
					(errmsg("continuous view \"%s\" scans its input for rows that the WAL has not told of",
							name)));
			break;
		case CV_VIEW_RUNNING:
			log_going_on(follower, before);
			break;
		case CV_VIEW_PAUSED:
			if (before != CV_VIEW_STARTING)
				ereport(LOG,
						(errmsg("continuous view \"%s\" is paused", name)));
			break;
		case CV_VIEW_STOPPED:
			if (before != CV_VIEW_STARTING)
				ereport(LOG,
						(errmsg("continuous view \"%s\" is stopped by an error",
								name),
						 errhint("Mend its cause, then call continuous.resume().")));
			break;
		case CV_VIEW_RESTORED:
			ereport(LOG,
					(errmsg("continuous view \"%s\" came from a dump, and waits",
							name),
					 errhint("It goes on as continuous.on_restore says, or by continuous.resume() or continuous.rebuild().")));
			break;
		default:
			break;
	}
}

static void
log_going_on(const CvFollower *follower, CvViewState before)
{
	const char *name = follower->name;

	if (before == CV_VIEW_RETRYING)
		ereport(LOG,
				(errmsg("continuous view \"%s\" goes on, its batches do not fail any more",
						name)));
	else if (before == CV_VIEW_PAUSED || before == CV_VIEW_STOPPED)
		ereport(LOG,
				(errmsg("continuous view \"%s\" goes on", name)));
	else if (before != CV_VIEW_STARTING ||
			 (follower->position != NULL &&
			  follower->position->counters.flushes <= 1))
		ereport(LOG,
				(errmsg("continuous view \"%s\" follows its input", name)));
}

/*
 * cv_activity_is_known_error -- by the place that raised it, as messages have
 * numbers in them that differ each time.
 */
bool
cv_activity_is_known_error(CvFollower *follower, const ErrorData *error)
{
	uint32		hash = (uint32) error->sqlerrcode ^ (uint32) error->lineno;

	if (error->filename != NULL)
		hash = hash_combine(hash, string_hash(error->filename, PG_INT32_MAX));
	if (hash == follower->last_error)
		return true;
	follower->last_error = hash;
	return false;
}
