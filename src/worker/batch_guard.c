/*-------------------------------------------------------------------------
 *
 * batch_guard.c
 *	  A batch whose errors are noted, and which can be cancelled.
 *
 * Whatever happens in a batch of one view, the worker and the other views go
 * on: the view is tried again later and later, or stops with the error in its
 * status if it would come again with the same rows.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>

#include "access/xact.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/condition_variable.h"
#include "storage/latch.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/settings.h"
#include "base/shared_memory.h"
#include "output/row_writer.h"
#include "view/view_ddl.h"
#include "worker/activity.h"
#include "worker/anchor_rows.h"
#include "worker/batch_guard.h"
#include "worker/crash_mark.h"
#include "worker/give_way.h"
#include "worker/identity.h"
#include "worker/status.h"
#include "worker/worker.h"
#include "worker/worker_views.h"

static CvDatabaseSlot *my_database = NULL;
static TimestampTz began_at = 0;
static volatile sig_atomic_t is_in_batch = false;

static void stop_crashing(CvFollower *follower);
static int	limit_of_batch(const CvFollower *follower);
static void undo(void);
static void report(CvFollower *follower, ErrorData *error, CvGiveWay reason);
static void handle_error(CvFollower *follower, ErrorData *error,
						 CvGiveWay reason);
static void be_fair(CvFollower *follower);
static bool is_stopping_error(const ErrorData *error);
static void stop_view(CvFollower *follower, const ErrorData *error);
static volatile Oid *find_stuck(Oid view);
static void stop_stuck_view(CvFollower *follower);
static void add_error_context(void *arg);

void
cv_batch_guard_init(CvDatabaseSlot *database, int number)
{
	my_database = database;
	cv_give_way_init(&database->workers[number]);
}

CvBatchResult
cv_batch_guard_run(CvFollower *follower)
{
	volatile CvBatchResult result = CV_BATCH_FAILED;
	ErrorContextCallback context;

	if (find_stuck(follower->view) != NULL)
	{
		stop_stuck_view(follower);
		return CV_BATCH_FAILED;
	}
	SetCurrentStatementStartTimestamp();
	cv_activity_show(CV_ACTIVITY_BATCH, follower);
	context.callback = add_error_context;
	context.arg = follower;
	context.previous = error_context_stack;
	error_context_stack = &context;
	cv_row_writer_is_busy = false;
	began_at = GetCurrentTimestamp();
	cv_give_way_begin(follower->slot, limit_of_batch(follower));
	is_in_batch = true;
	PG_TRY();
	{
		if (!cv_worker_is_leaving() || follower->saves_position)
		{
			stop_crashing(follower);
			result = cv_batch_run(follower, cv_worker_tail());
			follower->failures = 0;
			follower->retry_at = 0;
			if (result == CV_BATCH_DONE || result == CV_BATCH_MORE)
				cv_crash_mark_survived(follower->view);
			cv_patience_note(&follower->patience,
							 TimestampDifferenceMilliseconds(began_at,
															 GetCurrentTimestamp()));
		}
		is_in_batch = false;
	}
	PG_CATCH();
	{
		ErrorData  *error;
		CvGiveWay	reason;

		HOLD_INTERRUPTS();
		is_in_batch = false;
		cv_give_way_end();
		QueryCancelPending = false;
		MemoryContextSwitchTo(TopMemoryContext);
		error = CopyErrorData();
		reason = cv_give_way_explain(error);
		report(follower, error, reason);
		undo();
		RESUME_INTERRUPTS();
		error_context_stack = context.previous;
		handle_error(follower, error, reason);
		FreeErrorData(error);
	}
	PG_END_TRY();
	cv_crash_mark_end();
	cv_give_way_end();
	QueryCancelPending = false;
	error_context_stack = context.previous;
	cv_batch_forget();
	pgstat_report_stat(false);
	return result;
}

bool
cv_batch_guard_tell_statistics(void)
{
	static TimestampTz untold_since = 0;
	TimestampTz now = GetCurrentTimestamp();
	/* by itself PostgreSQL goes by the time of the last transaction */
	bool		is_time = untold_since != 0 &&
		(now < untold_since ||
		 TimestampDifferenceExceeds(untold_since, now, CV_STATISTICS_MS));

	if (pgstat_report_stat(is_time) == 0)
		untold_since = 0;
	else if (untold_since == 0)
		untold_since = now;
	return untold_since == 0;
}

/* limit_of_batch -- in milliseconds, 0: none.  Shorter if others wait. */
static int
limit_of_batch(const CvFollower *follower)
{
	ListCell   *lc;

	foreach(lc, cv_worker_views())
	{
		CvFollower *other = lfirst(lc);

		if (other != follower && !other->is_paused && !other->is_stopped)
			return cv_patience_limit(&follower->patience, cv_batch_timeout_ms);
	}
	return cv_batch_timeout_ms;
}

/* undo -- what the batch has begun, whatever it was at. */
static void
undo(void)
{
	ListCell   *lc;

	/* on_error = skip leaves us in a subtransaction */
	AbortOutOfAnyTransaction();
	foreach(lc, cv_worker_views())
		cv_follower_lost_leaf(lfirst(lc));
	cv_identity_abort();
	FlushErrorState();
}

/*
 * report -- a batch that gives way is no error, and the first error of a
 * series tells of the rest.
 */
static void
report(CvFollower *follower, ErrorData *error, CvGiveWay reason)
{
	if (reason == CV_GIVE_WAY_TO_LOCK || reason == CV_GIVE_WAY_TO_COMMAND)
		ereport(DEBUG1,
				(errmsg_internal("%s", error->message),
				 error->context ? errdetail_internal("%s", error->context) : 0));
	else if (cv_activity_is_known_error(follower, error))
		return;
	else if (reason == CV_GIVE_WAY_TO_TIME)
		ereport(LOG,
				(errcode(error->sqlerrcode),
				 errmsg_internal("%s", error->message),
				 error->context ? errdetail_internal("%s", error->context) : 0,
				 errhint("It is tried again, for longer. If that does not help, increase continuous.batch_timeout.")));
	else
		EmitErrorReport();
}

/*
 * stop_crashing -- a view whose batches take the server down again and again.
 */
static void
stop_crashing(CvFollower *follower)
{
	int			crashes = cv_crash_mark_count(follower->view);

	if (crashes < CV_MAX_CRASHES || follower->is_stopped)
		return;
	cv_batch_is_installing = false;
	ereport(ERROR,
			(errcode(ERRCODE_EXTERNAL_ROUTINE_EXCEPTION),
			 errmsg("the worker crashed %d times in a row in batches of this continuous view",
					crashes),
			 errdetail("The server's log says how; most likely it was a function in C that the view calls."),
			 errhint("Replace what crashes, then call continuous.resume() for the view.")));
}

/*
 * handle_error -- the view stops, or is tried again later and later.
 */
static void
handle_error(CvFollower *follower, ErrorData *error, CvGiveWay reason)
{
	TimestampTz now = GetCurrentTimestamp();
	long		delay_ms;

	/* consumed and saved already: going on from here would double it */
	if (cv_batch_is_installing)
	{
		follower->position = NULL;
		cv_anchor_rows_free(&follower->anchor_rows);
	}
	follower->failures++;
	delay_ms = cv_retry_delay_ms(follower->failures);
	if (error->sqlerrcode == ERRCODE_T_R_SERIALIZATION_FAILURE ||
		error->sqlerrcode == ERRCODE_T_R_DEADLOCK_DETECTED ||
		error->sqlerrcode == ERRCODE_LOCK_NOT_AVAILABLE)
		delay_ms = Min((long) CV_BUSY_RETRY_MS << Min(follower->failures - 1, 6),
					   CV_FIRST_RETRY_MS);
	follower->retry_at = TimestampTzPlusMilliseconds(now, delay_ms);
	if (reason == CV_GIVE_WAY_TO_TIME)
		be_fair(follower);

	cv_view_slot_report(follower->slot, CV_VIEW_RETRYING, follower->retry_at,
						error->message);
	if (reason != CV_GIVE_WAY_TO_LOCK && reason != CV_GIVE_WAY_TO_COMMAND)
		cv_activity_note_state(follower, CV_VIEW_RETRYING);
	if (is_stopping_error(error))
		stop_view(follower, error);
}

/*
 * be_fair -- it had its time: now others have as much, and next time it takes
 * less, or longer.
 */
static void
be_fair(CvFollower *follower)
{
	TimestampTz now = GetCurrentTimestamp();
	/* not more: the server's clock may have been set */
	int64		took_ms = TimestampDifferenceMilliseconds(began_at, now);

	if (cv_batch_timeout_ms > 0)
		took_ms = Min(took_ms, cv_batch_timeout_ms);
	cv_pace_note_timeout(&follower->pace);
	cv_pace_note_timeout(&follower->scan_pace);
	cv_patience_note_timeout(&follower->patience, took_ms);
	follower->retry_at = Max(follower->retry_at,
							 TimestampTzPlusMilliseconds(now, took_ms));
}

/*
 * is_stopping_error -- would it come again with the same rows?
 *
 * What the result table's objects say while rows are written may change at any
 * time; want of locks, memory, disk or connections passes.  What is too large
 * stays too large.
 */
static bool
is_stopping_error(const ErrorData *error)
{
	/* a row that is too large for a page, or for an index */
	if (error->sqlerrcode == ERRCODE_PROGRAM_LIMIT_EXCEEDED)
		return true;
	if (cv_batch_is_installing || cv_row_writer_is_busy)
		return false;
	switch (ERRCODE_TO_CATEGORY(error->sqlerrcode))
	{
		case MAKE_SQLSTATE('0', '8', '0', '0', '0'):
		case MAKE_SQLSTATE('4', '0', '0', '0', '0'):
		case MAKE_SQLSTATE('5', '3', '0', '0', '0'):
		case MAKE_SQLSTATE('5', '7', '0', '0', '0'):
		case MAKE_SQLSTATE('5', '8', '0', '0', '0'):
		case MAKE_SQLSTATE('F', '0', '0', '0', '0'):	/* cv_check_layout() */
		case MAKE_SQLSTATE('X', 'X', '0', '0', '0'):
			return false;
		case MAKE_SQLSTATE('5', '5', '0', '0', '0'):
			return error->sqlerrcode == ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
		default:
			return true;
	}
}

/* stop_view -- until resume(); the error is kept for continuous.stats. */
static void
stop_view(CvFollower *follower, const ErrorData *error)
{
	PG_TRY();
	{
		CvStatus	status;

		StartTransactionCommand();
		cv_status_load_to_change(follower->view, &status);
		status.has_error = true;
		status.error = error->hint == NULL ? error->message :
			psprintf("%s. %s", error->message, error->hint);
		status.sqlstate = pstrdup(unpack_sql_state(error->sqlerrcode));
		status.failed_at = GetCurrentTimestamp();
		cv_status_save(follower->view, &status);
		CommitTransactionCommand();
		follower->is_stopped = true;
		follower->retry_at = 0;
		cv_crash_mark_stopped(follower->view);
		SpinLockAcquire(&follower->slot->mutex);
		follower->slot->state = CV_VIEW_STOPPED;
		SpinLockRelease(&follower->slot->mutex);
		ConditionVariableBroadcast(&follower->slot->changed);
		cv_activity_note_state(follower, CV_VIEW_STOPPED);
	}
	PG_CATCH();
	{
		/* could not be written now: the next failure tries again */
		HOLD_INTERRUPTS();
		MemoryContextSwitchTo(TopMemoryContext);
		EmitErrorReport();
		AbortCurrentTransaction();
		FlushErrorState();
		RESUME_INTERRUPTS();
	}
	PG_END_TRY();
}

/*
 * cv_batch_guard_cancel -- SIGINT, pg_cancel_backend(): end the batch that runs.
 *
 * Between batches there is nothing to cancel, and nobody to catch the error.
 */
void
cv_batch_guard_cancel(SIGNAL_ARGS)
{
	int			save_errno = errno;

	if (is_in_batch)
	{
		QueryCancelPending = true;
		InterruptPending = true;
	}
	SetLatch(MyLatch);
	errno = save_errno;
}

/*
 * stop_stuck_view -- its batch could be ended only together with the worker
 * that was before us.
 */
static void
stop_stuck_view(CvFollower *follower)
{
	ErrorData	error = {0};

	error.message = "the batch of the view could not be ended";
	error.hint = "See that none of its functions catches query_canceled.";
	error.sqlerrcode = ERRCODE_QUERY_CANCELED;
	follower->retry_at =
		TimestampTzPlusMilliseconds(GetCurrentTimestamp(), CV_FIRST_RETRY_MS);
	stop_view(follower, &error);
	if (follower->is_stopped)
		*find_stuck(follower->view) = InvalidOid;
}

/* find_stuck -- what says that it was stuck; any worker may have had it then. */
static volatile Oid *
find_stuck(Oid view)
{
	for (int k = 0; k < CV_MAX_WORKERS; k++)
		if (my_database->workers[k].stuck_view == view)
			return &my_database->workers[k].stuck_view;
	return NULL;
}

static void
add_error_context(void *arg)
{
	CvFollower *follower = arg;

	if (follower->name[0] != '\0')
		errcontext("maintaining continuous view \"%s\"", follower->name);
	else
		errcontext("maintaining continuous view with OID %u", follower->view);
}
