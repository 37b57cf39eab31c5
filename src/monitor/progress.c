/*-------------------------------------------------------------------------
 *
 * progress.c
 *	  Scans that are under way, of what continuous.progress is made.
 *
 * Those of workers are in the slots of their views, those of recompute() in
 * the backends' own places for progress.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/progress.h"
#include "monitor/stats.h"
#include "view/view_catalog.h"
#include "worker/activity.h"

#define SCANS_NATTS		6

PG_FUNCTION_INFO_V1(cv_scans);

typedef struct ScanRow
{
	Oid			view;
	int			pid;			/* 0: nobody goes on with it now */
	const char *phase;
	TimestampTz started_at;
	int64		done;
	int64		total;
} ScanRow;

static void put_recomputes(ReturnSetInfo *rsinfo);
static void put_scan(ReturnSetInfo *rsinfo, const ScanRow *scan);

/*
 * cv_scans -- of this database, as far as the caller may know.  SQL: scans().
 */
Datum
cv_scans(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	pid_t		pids[CV_MAX_WORKERS];
	CvViewSlot *slots;
	int			n;

	InitMaterializedSRF(fcinfo, 0);
	cv_check_layout(rsinfo->setDesc, SCANS_NATTS);
	slots = cv_view_slots_read(pids, &n);
	for (int i = 0; i < n; i++)
	{
		ScanRow		scan = {slots[i].view, pids[slots[i].worker],
			cv_scan_phase_name(slots[i].scan_phase),
			slots[i].scan_started_at, slots[i].scan_done, slots[i].scan_total};

		if (slots[i].scan_phase != CV_SCAN_NONE)
			put_scan(rsinfo, &scan);
	}
	put_recomputes(rsinfo);
	return (Datum) 0;
}

/* put_recomputes -- of a backend that has just ended nothing is left. */
static void
put_recomputes(ReturnSetInfo *rsinfo)
{
	int			n = pgstat_fetch_stat_numbackends();

	for (int i = 1; i <= n; i++)
	{
		LocalPgBackendStatus *local = cv_local_backend_status(i);
		PgBackendStatus *backend;
		ScanRow		scan = {.phase = "recompute"};

		if (local == NULL)
			continue;
		backend = &local->backendStatus;
		if (backend->st_progress_command != CV_PROGRESS_RECOMPUTE ||
			backend->st_databaseid != MyDatabaseId)
			continue;
		scan.view = backend->st_progress_command_target;
		scan.pid = backend->st_procpid;
		scan.started_at = backend->st_progress_param[CV_PROGRESS_STARTED_AT];
		scan.done = backend->st_progress_param[CV_PROGRESS_DONE];
		scan.total = backend->st_progress_param[CV_PROGRESS_TOTAL];
		put_scan(rsinfo, &scan);
	}
}

static void
put_scan(ReturnSetInfo *rsinfo, const ScanRow *scan)
{
	Datum		values[SCANS_NATTS];
	bool		isnull[SCANS_NATTS] = {false};

	if (!cv_view_may_be_seen(scan->view))
		return;
	values[0] = ObjectIdGetDatum(scan->view);
	isnull[1] = scan->pid == 0;
	values[1] = Int32GetDatum(scan->pid);
	values[2] = CStringGetTextDatum(scan->phase);
	values[3] = TimestampTzGetDatum(scan->started_at);
	values[4] = Int64GetDatum(scan->done);
	values[5] = Int64GetDatum(scan->total);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, isnull);
}
