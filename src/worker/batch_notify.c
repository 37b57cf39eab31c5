/*-------------------------------------------------------------------------
 *
 * batch_notify.c
 *	  The dial notify: a NOTIFY for each window that closes.
 *
 * It is part of the flush's transaction: who gets it sees the window's rows,
 * and a batch that is rolled back has told nobody.  Windows close once, as W
 * never goes back, so each that has rows then is told once: those that end
 * after the W from before the batch, and not after the one from behind it.
 * They are read from the result table in order, by the primary key or, where
 * windows that start together do not end together, by an index on their ends.
 *
 * What is told must not depend on where batches end: so one ends before the
 * transaction for which a window has closed, or that transaction's rows would
 * be among the window's.  (Not with sessions: each row might close some.)
 *
 * What has been told is not forgotten in a crash: the transaction is flushed
 * to disk before anybody hears of it.
 *
 * NOTIFY drops what is said twice in a transaction, so sessions of several
 * keys with the same bounds are told as one window with several rows.
 *
 * A queue that nobody reads must not stop a view: as soon as it is half full,
 * windows close without being told, and the log says so once.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "commands/async.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/fmgrprotos.h"
#include "utils/json.h"
#include "utils/memutils.h"

#include "base/compat.h"
#include "worker/batch_notify.h"

/* how many windows one step of a scan that is over closes */
#define CV_NOTIFY_WINDOWS	10000

/* A batch keeps its notifications in memory until it commits. */
#define CV_NOTIFY_MAX_BYTES	((int64) 256 * 1024 * 1024)

/* what a notification takes beside its channel and payload, and more */
#define NOTIFY_OVERHEAD		64

/* rows that come one after the other, of one window */
typedef struct WindowRun
{
	int64		start;
	int64		rows;
} WindowRun;

/* Windows with one end, as they are read. */
typedef struct Closing
{
	CvBatch    *batch;
	bool		has_end;
	int64		end;
	int			nruns;
	int			max;
	WindowRun  *runs;

	int64		room;			/* bytes that may still be sent */
	bool		is_drained;		/* the queue is far from full */
	int64		ndropped;
	StringInfoData payload;
} Closing;

static bool scan_closing(CvBatch *batch, int64 target);
static bool reads_by_end(const CvBatch *batch);
static void look_at_queue(Closing *closing);
static void add_row(Closing *closing, int64 start, int64 end);
static void end_window(Closing *closing);
static int	compare_runs(const void *a, const void *b);
static void send(Closing *closing, int64 start, int64 rows);
static void append_time(Closing *closing, const char *name, int64 time);
static void warn_once(Closing *closing);

void
cv_batch_notify_begin(CvBatch *batch)
{
	const CvWindowSpec *window = &batch->spec->window;
	CvBounds	next;

	batch->next_close = PG_INT64_MAX;
	if (batch->spec->dials.notify == NULL ||
		window->kind == CV_WINDOW_SESSION || batch->input.is_scan)
		return;
	if (!batch->watermark.is_set)
		batch->next_close = PG_INT64_MIN;
	else if (cv_window_ending_after(window, batch->watermark.value, &next))
		batch->next_close = next.end;
}

bool
cv_batch_notify_must_end(const CvBatch *batch)
{
	return batch->watermark.is_set &&
		batch->watermark.value >= batch->next_close;
}

void
cv_batch_notify(CvBatch *batch)
{
	Closing		closing = {0};
	TupleTableSlot *row;
	MemoryContext context;
	MemoryContext old;

	if (batch->spec->dials.notify == NULL || !batch->watermark.is_set ||
		!scan_closing(batch, batch->watermark.value))
		return;
	context = AllocSetContextCreate(CurrentMemoryContext,
									"continuous view notify",
									ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	closing.batch = batch;
	look_at_queue(&closing);
	initStringInfo(&closing.payload);
	while ((row = cv_result_table_scan_next(batch->results)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		add_row(&closing,
				DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]),
				DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]));
	}
	cv_result_table_scan_end(batch->results);
	end_window(&closing);
	warn_once(&closing);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
}

/*
 * scan_closing -- begin to read the rows of windows that close when W goes
 * from where it was saved to target; false if there can be none.
 */
static bool
scan_closing(CvBatch *batch, int64 target)
{
	const CvPosition *position = batch->position;
	const CvWindowSpec *window = &batch->spec->window;
	CvBounds	first = {PG_INT64_MIN, 0};
	CvBounds	next = {PG_INT64_MAX, 0};

	if (position->has_watermark && target <= position->watermark)
		return false;
	if (reads_by_end(batch))
	{
		cv_result_table_scan_ended_begin(batch->results,
										 position->has_watermark ?
										 position->watermark : PG_INT64_MIN,
										 target);
		return true;
	}
	if (position->has_watermark &&
		!cv_window_ending_after(window, position->watermark, &first))
		return false;
	(void) cv_window_ending_after(window, target, &next);
	if (first.start >= next.start)
		return false;
	cv_result_table_scan_begin(batch->results, first.start, next.start);
	return true;
}

static bool
reads_by_end(const CvBatch *batch)
{
	return batch->spec->window.kind == CV_WINDOW_SESSION ||
		batch->spec->window.kind == CV_WINDOW_CUMULATE;
}

static void
look_at_queue(Closing *closing)
{
	double		usage =
		DatumGetFloat8(DirectFunctionCall1(pg_notification_queue_usage,
										   (Datum) 0));

	closing->room = Min((0.5 - usage) * cv_notify_queue_bytes(),
						CV_NOTIFY_MAX_BYTES);
	closing->is_drained = usage < 0.25;
}

static void
add_row(Closing *closing, int64 start, int64 end)
{
	if (!closing->has_end || closing->end != end)
	{
		end_window(closing);
		closing->has_end = true;
		closing->end = end;
	}
	if (closing->nruns > 0 &&
		closing->runs[closing->nruns - 1].start == start)
	{
		closing->runs[closing->nruns - 1].rows++;
		return;
	}
	if (closing->nruns >= closing->max)
	{
		closing->max = Max(closing->max * 2, 16);
		if (closing->runs == NULL)
			closing->runs = palloc(sizeof(WindowRun) * closing->max);
		else
			closing->runs = repalloc_huge(closing->runs,
										  sizeof(WindowRun) * closing->max);
	}
	closing->runs[closing->nruns].start = start;
	closing->runs[closing->nruns++].rows = 1;
}

/* end_window -- all rows with this end are known. */
static void
end_window(Closing *closing)
{
	WindowRun  *runs = closing->runs;

	if (closing->nruns > 1)
		qsort(runs, closing->nruns, sizeof(WindowRun), compare_runs);
	for (int i = 0; i < closing->nruns; i++)
	{
		int64		rows = runs[i].rows;

		while (i + 1 < closing->nruns && runs[i + 1].start == runs[i].start)
			rows += runs[++i].rows;
		send(closing, runs[i].start, rows);
	}
	closing->nruns = 0;
}

static int
compare_runs(const void *a, const void *b)
{
	int64		x = ((const WindowRun *) a)->start;
	int64		y = ((const WindowRun *) b)->start;

	return x < y ? -1 : x > y ? 1 : 0;
}

static void
send(Closing *closing, int64 start, int64 rows)
{
	CvViewSpec *spec = closing->batch->spec;
	StringInfo	payload = &closing->payload;

	/* one that was not sent is as good as many */
	if (closing->ndropped == 0)
	{
		resetStringInfo(payload);
		appendStringInfoString(payload, "{\"view\": ");
		escape_json(payload, spec->name);
		append_time(closing, "window_start", start);
		append_time(closing, "window_end", closing->end);
		appendStringInfo(payload, ", \"rows\": " INT64_FORMAT "}", rows);
		closing->room -= payload->len + strlen(spec->dials.notify) +
			NOTIFY_OVERHEAD;
	}
	if (closing->room < 0)
	{
		closing->ndropped++;
		return;
	}
	Async_Notify(spec->dials.notify, payload->data);
	ForceSyncCommit();
}

/* ISO, timestamptz at UTC, whatever the settings. */
static void
append_time(Closing *closing, const char *name, int64 time)
{
	char		buffer[MAXDATELEN + 1];
	int			utc = 0;
	Oid			type = closing->batch->spec->window.time_type;

	JsonEncodeDateTime(buffer, Int64GetDatum(time), type,
					   type == TIMESTAMPTZOID ? &utc : NULL);
	appendStringInfo(&closing->payload, ", \"%s\": \"%s\"", name, buffer);
}

static void
warn_once(Closing *closing)
{
	CvFollower *follower = closing->batch->follower;

	if (closing->ndropped > 0 && !follower->drops_notify)
		ereport(WARNING,
				(errcode(ERRCODE_INSUFFICIENT_RESOURCES),
				 errmsg("windows of continuous view \"%s\" close without a notification",
						follower->name),
				 errdetail("The notification queue is half full, or too many windows close at once."),
				 errhint("A session that listens may be in a long transaction.")));
	if (closing->ndropped > 0)
		follower->drops_notify = true;
	else if (closing->is_drained)
		follower->drops_notify = false;
}

int64
cv_batch_notify_limit(CvBatch *batch, int64 target)
{
	TupleTableSlot *row;
	int64		nwindows = 0;
	int64		last_end = PG_INT64_MIN;
	int64		limit = target;

	if (batch->spec->dials.notify == NULL || !scan_closing(batch, target))
		return target;
	while ((row = cv_result_table_scan_next(batch->results)) != NULL)
	{
		int64		window_end;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		window_end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		if (window_end == last_end)
			continue;
		if (++nwindows > CV_NOTIFY_WINDOWS)
		{
			limit = last_end;
			break;
		}
		last_end = window_end;
	}
	cv_result_table_scan_end(batch->results);
	return limit;
}
