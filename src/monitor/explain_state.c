/*-------------------------------------------------------------------------
 *
 * explain_state.c
 *	  explain(): where a view stands, and what is to be done about it.
 *
 * The tables are read under the caller's snapshot or later, and shared memory
 * as it is: as in continuous.stats, one may be ahead of the other.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xlog.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

#include "base/settings.h"
#include "input/position.h"
#include "monitor/access.h"
#include "monitor/explain.h"
#include "monitor/saved.h"
#include "monitor/stats.h"
#include "worker/activity.h"
#include "worker/status.h"

/* All that is known of where it stands. */
typedef struct Standing
{
	CvStatus	status;
	CvPosition *position;		/* NULL: none, or it is damaged */
	bool		is_damaged;
	bool		has_slot;
	CvViewSlot	slot;
	const char *state;			/* as in continuous.stats */
} Standing;

static const char *state_of(const Standing *standing);
static void explain_error(CvExplain *explain, const Standing *standing);
static const char *what_to_do(const Standing *standing);
static void explain_scan(CvExplain *explain, const Standing *standing);
static void explain_clock(CvExplain *explain, const Standing *standing);
static char *time_text(const CvExplain *explain, int64 time);

void
cv_explain_state(CvExplain *explain)
{
	Standing	standing = {0};
	Oid			view = explain->row->view;

	cv_status_load(view, &standing.status);
	standing.position = cv_position_load_sound(view, &standing.is_damaged);
	standing.has_slot = cv_view_slot_read(view, &standing.slot);
	standing.state = state_of(&standing);

	cv_explain_line(explain, "State: %s", standing.state);
	explain->depth++;
	explain_error(explain, &standing);
	explain_scan(explain, &standing);
	explain->depth--;
	explain_clock(explain, &standing);
	if (standing.has_slot)
		cv_explain_line(explain, "Rows Waiting: %s" INT64_FORMAT,
						standing.slot.lag_rows > 0 ? "about " : "",
						standing.slot.lag_rows);
}

/* state_of -- by the rule of continuous.stats. */
static const char *
state_of(const Standing *standing)
{
	if (standing->position == NULL && !standing->is_damaged)
		return cv_view_state_name(CV_VIEW_RESTORED);
	if (standing->status.has_error)
		return cv_view_state_name(CV_VIEW_STOPPED);
	if (standing->status.is_paused)
		return cv_view_state_name(CV_VIEW_PAUSED);
	return standing->has_slot ? cv_view_state_name(standing->slot.state) :
		"not running";
}

/* explain_error -- the error quotes data that not all may see. */
static void
explain_error(CvExplain *explain, const Standing *standing)
{
	const char *error = standing->status.has_error ? standing->status.error :
		standing->has_slot ? standing->slot.error : "";
	const char *hint = what_to_do(standing);

	if (error[0] != '\0' && cv_access_to_data(explain->row->view))
		cv_explain_line(explain, "Error: %s", error);
	else if (error[0] != '\0')
		cv_explain_line(explain, "Error: for the owner to see");
	if (standing->is_damaged)
		cv_explain_line(explain, "Hint: The saved position is damaged. Call continuous.rebuild().");
	else if (hint != NULL)
		cv_explain_line(explain, "Hint: %s", hint);
}

/* what_to_do -- NULL: nothing. */
static const char *
what_to_do(const Standing *standing)
{
	if (!cv_is_preloaded())
		return "Add pg_continuous to shared_preload_libraries and restart the server.";
	if (RecoveryInProgress())
		return "This is a standby, where no worker runs. The view goes on after a promotion.";
	if (standing->position == NULL && cv_on_restore == CV_RESTORE_WAIT)
		return "It came from a dump, and waits for continuous.resume() or continuous.rebuild(), as continuous.on_restore says.";
	if (standing->position == NULL)
		return "It came from a dump, and goes on by itself as continuous.on_restore says, or by continuous.resume() or continuous.rebuild().";
	if (standing->status.has_error)
		return "Remove the cause of the error, then call continuous.resume().";
	if (standing->status.is_paused)
		return "continuous.resume() lets it go on.";
	if (!standing->has_slot)
		return "No worker follows it. See the server's log, and the settings continuous.enabled, continuous.max_views and max_worker_processes.";
	switch (standing->slot.state)
	{
		case CV_VIEW_RETRYING:
			return "It is tried again and again, and goes on when the cause of the error is gone.";
		case CV_VIEW_WAITING_LOCK:
			return "Somebody holds a lock on the input, or on a table of the view. See pg_locks.";
		case CV_VIEW_WAITING_VISIBLE:
			return "The next transaction has committed, but nobody can see it yet; it may be waiting for a synchronous standby.";
		default:
			return NULL;
	}
}

static void
explain_scan(CvExplain *explain, const Standing *standing)
{
	const CvScan *scan = standing->position == NULL ? NULL :
		standing->position->scan;

	if (scan == NULL)
		return;
	cv_explain_line(explain, "Scan: %s, " INT64_FORMAT " of " INT64_FORMAT " blocks",
					cv_scan_phase_name(cv_scan_phase(standing->position)),
					scan->blocks_done, scan->blocks_total);
}

/* explain_clock -- which windows are closed, which final, which from a dump. */
static void
explain_clock(CvExplain *explain, const Standing *standing)
{
	const CvPosition *position = standing->position;

	if (position == NULL)
		return;
	if (!position->has_watermark)
		cv_explain_line(explain, "Watermark: none before the first row");
	else
		cv_explain_line(explain, "Watermark: %s",
						time_text(explain, position->watermark));
	if (position->has_sealed)
		cv_explain_line(explain, "Final Up To: %s",
						time_text(explain, position->sealed));
	if (position->anchor.has_kept)
		cv_explain_line(explain, "Restored Up To: %s",
						time_text(explain, position->anchor.kept));
}

static char *
time_text(const CvExplain *explain, int64 time)
{
	return DatumGetCString(DirectFunctionCall1(timestamptz_out,
											   cv_saved_time(time,
															 explain->row->results)));
}
