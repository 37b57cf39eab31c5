/*-------------------------------------------------------------------------
 *
 * stats.c
 *	  What continuous.stats, progress, views and windows() are made of.
 *
 * The SQL views join the tables with these functions; the tables are read
 * under the caller's snapshot, so that what they say of a view goes with its
 * rows, and shared memory tells what only the worker knows.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/pg_lsn.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "monitor/access.h"
#include "monitor/saved.h"
#include "monitor/stats.h"
#include "state/state_table.h"

#define SLOTS_NATTS				16
#define DIALS_NATTS				18

PG_FUNCTION_INFO_V1(cv_slots);
PG_FUNCTION_INFO_V1(cv_dials);
PG_FUNCTION_INFO_V1(cv_windows);

static bool parse_dials(ArrayType *array, CvDials *dials);
static void put_slot(ReturnSetInfo *rsinfo, CvViewSlot *slot, pid_t pid);
static Datum text_datum(const char *text, bool *isnull);
static Datum interval_datum(int64 us, bool *isnull);

const char *
cv_view_state_name(CvViewState state)
{
	switch (state)
	{
		case CV_VIEW_STARTING:
			return "starting";
		case CV_VIEW_BACKFILL:
			return "backfill";
		case CV_VIEW_RESCAN:
			return "rescan";
		case CV_VIEW_RUNNING:
			return "running";
		case CV_VIEW_WAITING_LOCK:
			return "waiting for lock";
		case CV_VIEW_WAITING_VISIBLE:
			return "waiting for commit";
		case CV_VIEW_RETRYING:
			return "retrying";
		case CV_VIEW_PAUSED:
			return "paused";
		case CV_VIEW_STOPPED:
			return "stopped";
		case CV_VIEW_RESTORED:
			return "restored";
	}
	return "unknown";
}

/*
 * cv_slots -- what shared memory says of this database's views, as far as the
 * caller may know.  SQL: slots().
 */
Datum
cv_slots(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	pid_t		pids[CV_MAX_WORKERS];
	CvViewSlot *slots;
	int			n;

	InitMaterializedSRF(fcinfo, 0);
	cv_check_layout(rsinfo->setDesc, SLOTS_NATTS);
	slots = cv_view_slots_read(pids, &n);
	for (int i = 0; i < n; i++)
	{
		if (!cv_view_may_be_seen(slots[i].view))
			continue;
		if (!cv_access_to_data(slots[i].view))
			slots[i].error[0] = '\0';
		put_slot(rsinfo, &slots[i], pids[slots[i].worker]);
	}
	return (Datum) 0;
}

CvViewSlot *
cv_view_slots_read(pid_t pids[CV_MAX_WORKERS], int *n)
{
	CvDatabaseSlot *database;
	CvViewSlot *slots;

	*n = 0;
	memset(pids, 0, sizeof(pid_t) * CV_MAX_WORKERS);
	if (!cv_is_preloaded())
		return NULL;
	slots = palloc(sizeof(CvViewSlot) * cv_shared->nviews);
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	database = cv_database_slot_lookup(MyDatabaseId);
	for (int k = 0; database != NULL && k < database->nworkers; k++)
		pids[k] = database->workers[k].pid;
	for (int i = 0; i < cv_shared->nviews; i++)
	{
		CvViewSlot *slot = &cv_shared->views[i];

		if (!slot->in_use || slot->database != MyDatabaseId)
			continue;
		SpinLockAcquire(&slot->mutex);
		memcpy(&slots[(*n)++], slot, sizeof(CvViewSlot));
		SpinLockRelease(&slot->mutex);
	}
	LWLockRelease(cv_shared->lock);
	return slots;
}

bool
cv_view_slot_read(Oid view, CvViewSlot *slot)
{
	CvViewSlot *found;

	if (!cv_is_preloaded())
		return false;
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	found = cv_view_slot_lookup(MyDatabaseId, view);
	if (found != NULL)
	{
		SpinLockAcquire(&found->mutex);
		memcpy(slot, found, sizeof(CvViewSlot));
		SpinLockRelease(&found->mutex);
	}
	LWLockRelease(cv_shared->lock);
	return found != NULL;
}

bool
cv_view_may_be_seen(Oid view)
{
	bool		is_missing = false;

	return pg_class_aclcheck_ext(view, GetUserId(), ACL_SELECT,
								 &is_missing) == ACLCHECK_OK ||
		has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS);
}

static void
put_slot(ReturnSetInfo *rsinfo, CvViewSlot *slot, pid_t pid)
{
	Datum		values[SLOTS_NATTS];
	bool		isnull[SLOTS_NATTS] = {false};
	int			i = 0;

	values[i++] = ObjectIdGetDatum(slot->view);
	values[i++] = CStringGetTextDatum(cv_view_state_name(slot->state));
	isnull[i] = pid == 0;
	values[i++] = Int32GetDatum(pid);
	isnull[i] = slot->consumed_lsn == InvalidXLogRecPtr;
	values[i++] = LSNGetDatum(slot->consumed_lsn);
	values[i++] = Int64GetDatum(slot->lag_rows);
	isnull[i] = slot->oldest_waiting == 0;
	values[i++] = TimestampTzGetDatum(slot->oldest_waiting);
	values[i++] = Int64GetDatum(slot->state_bytes);
	values[i++] = Int64GetDatum(slot->windows_open);
	isnull[i] = slot->retry_at == 0;
	values[i++] = TimestampTzGetDatum(slot->retry_at);
	isnull[i] = slot->error[0] == '\0';
	values[i++] = CStringGetTextDatum(slot->error);
	isnull[i] = slot->scan_started_at == 0;
	values[i++] = TimestampTzGetDatum(slot->scan_started_at);
	values[i++] = Int64GetDatum(slot->scan_done);
	values[i++] = Int64GetDatum(slot->scan_total);
	isnull[i] = slot->flushed_lsn == InvalidXLogRecPtr;
	values[i++] = LSNGetDatum(slot->flushed_lsn);
	values[i++] = Int64GetDatum(slot->flushes);
	isnull[i] = slot->silent_since == 0;
	values[i++] = TimestampTzGetDatum(slot->silent_since);
	Assert(i == SLOTS_NATTS);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, isnull);
}

/*
 * cv_dials -- options as the dials they set, defaults included.
 *
 * SQL: dials(options text[]).  NULL stands for none.
 */
Datum
cv_dials(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	CvDials		dials;
	TupleDesc	desc;
	Datum		values[DIALS_NATTS] = {0};
	bool		isnull[DIALS_NATTS] = {false};

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	cv_check_layout(desc, DIALS_NATTS);
	if (!parse_dials(array, &dials))
	{
		memset(isnull, true, sizeof(isnull));
		PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc),
														  values, isnull)));
	}

	values[0] = interval_datum(dials.watermark_delay_us, &isnull[0]);
	values[1] = interval_datum(dials.allowed_lateness_us, &isnull[1]);
	values[2] = CStringGetTextDatum(dials.emit == CV_EMIT_FINAL ?
									"final" : "update");
	values[3] = CStringGetTextDatum(dials.keep_late_rows ? "keep" : "drop");
	values[4] = interval_datum(dials.max_future_us, &isnull[4]);
	values[5] = interval_datum(dials.flush_interval_us, &isnull[5]);
	values[6] = BoolGetDatum(dials.backfill);
	values[7] = CStringGetTextDatum(dials.skip_failed_rows ? "skip" : "stop");
	isnull[8] = dials.retention == NULL;
	values[8] = IntervalPGetDatum(dials.retention);
	values[9] = interval_datum(dials.idle_timeout_us, &isnull[9]);
	values[10] = text_datum(dials.watermark_by, &isnull[10]);
	values[11] = text_datum(dials.notify, &isnull[11]);
	values[12] = text_datum(dials.fill == CV_FILL_ZERO ? "zero" :
							dials.fill == CV_FILL_NULL ? "null" : NULL,
							&isnull[12]);
	values[13] = Int32GetDatum(dials.fill_windows);
	values[14] = interval_datum(dials.state_ttl_us, &isnull[14]);
	values[15] = CStringGetTextDatum(dials.ttl_action == CV_TTL_KEEP ?
									 "keep" : "drop");
	values[16] = text_datum(dials.event_time, &isnull[16]);
	values[17] = CStringGetTextDatum(dials.any_joins ? "any" : "unique");
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc),
													  values, isnull)));
}

/*
 * parse_dials -- false if options, which a superuser or a dump may have put
 * there, are not those of a continuous view.
 *
 * One bad row must not hide all views.  Its worker says what is wrong with it.
 * Nothing that is called takes locks or opens tables, so that an error leaves
 * nothing behind.
 */
static bool
parse_dials(ArrayType *array, CvDials *dials)
{
	MemoryContext context = CurrentMemoryContext;
	volatile bool is_valid = true;

	PG_TRY();
	{
		List	   *options = NIL;
		Datum	   *elements;
		int			nelements;

		deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT,
						  &elements, NULL, &nelements);
		for (int i = 0; i < nelements; i++)
			options = lappend(options,
							  makeString(TextDatumGetCString(elements[i])));
		cv_dials_parse(options, dials);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		if (geterrcode() == ERRCODE_OUT_OF_MEMORY)
			PG_RE_THROW();
		FlushErrorState();
		is_valid = false;
	}
	PG_END_TRY();
	return is_valid;
}

static Datum
interval_datum(int64 us, bool *isnull)
{
	Interval   *interval = palloc0(sizeof(Interval));

	*isnull = us < 0;
	interval->day = us / USECS_PER_DAY;
	interval->time = us % USECS_PER_DAY;
	return IntervalPGetDatum(interval);
}

static Datum
text_datum(const char *text, bool *isnull)
{
	*isnull = text == NULL;
	return text ? CStringGetTextDatum(text) : (Datum) 0;
}

typedef struct CvWindowRow
{
	int64		window_start;
	int64		window_end;
	int64		groups;
	int64		bytes;
} CvWindowRow;

typedef struct CvWindowRows
{
	int			n;
	int			max;
	CvWindowRow *rows;
} CvWindowRows;

static void
collect_window(void *arg, int64 window_start, int64 window_end,
			   int64 groups, int64 bytes)
{
	CvWindowRows *windows = arg;
	CvWindowRow *row;

	if (windows->n >= windows->max)
		return;
	row = &windows->rows[windows->n++];
	row->window_start = window_start;
	row->window_end = window_end;
	row->groups = groups;
	row->bytes = bytes;
}

/*
 * cv_windows -- windows whose state is in shared memory.  SQL: windows(view).
 */
Datum
cv_windows(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_access_view(view);
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	CvWindowRows windows = {0};

	if (pg_class_aclcheck(view, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_VIEW, get_rel_name(view));
	cv_check_preloaded();
	InitMaterializedSRF(fcinfo, 0);
	/* no allocation under the table's lock */
	windows.max = 1000000;
	windows.rows = palloc_extended(sizeof(CvWindowRow) * windows.max,
								   MCXT_ALLOC_HUGE);
	(void) cv_state_table_visit(MyDatabaseId, view, collect_window, &windows);
	for (int i = 0; i < windows.n; i++)
	{
		CvWindowRow *window = &windows.rows[i];
		Datum		values[4];
		bool		isnull[4] = {false};

		/* only that of a view without windows has no end */
		values[0] = cv_saved_time(TIMESTAMP_IS_NOEND(window->window_end) ?
								  DT_NOBEGIN : window->window_start,
								  row->results);
		values[1] = cv_saved_time(window->window_end, row->results);
		values[2] = Int64GetDatum(window->groups);
		values[3] = Int64GetDatum(window->bytes);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 isnull);
	}
	return (Datum) 0;
}
