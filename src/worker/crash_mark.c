/*-------------------------------------------------------------------------
 *
 * crash_mark.c
 *	  Which view's batch took the server down, and how often.
 *
 * A function in C that crashes in a batch takes the server down, and would do
 * so again after each restart, as the same rows come again.  Nothing in shared
 * memory lives to tell.  So each database has a small file in the data directory
 * that says whose batches run: each worker has a place of its own there, written
 * at the begin of each batch, and when it comes to rest; never synced, because it
 * is to survive processes, not the machine.  Between two batches it names the one
 * before.
 *
 * What was counted is there, too, and in shared memory, for a view may come to
 * another worker.  The first worker after a crash looks at all places, one that
 * begins beside others at its own.  cv_shared->lock guards the counts.
 *
 * When all processes have to leave because another one has crashed, the worker
 * notes that it was not the one.  A worker that was killed, by whomever, is
 * taken for one that crashed: the kernel kills what takes too much memory.
 *
 * A view is innocent again when a batch of it is on disk: then the next begins
 * with other rows.  Reading the WAL stands in the list like a view, once for
 * each worker, as each reads for itself; there what ends with an error is no
 * crash, as nobody's code runs.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "access/transam.h"
#include "access/xlog.h"
#include "common/file_perm.h"
#include "libpq/pqsignal.h"
#include "postmaster/interrupt.h"
#include "storage/fd.h"
#include "storage/ipc.h"

#include "worker/batch_guard.h"
#include "worker/crash_mark.h"

#define CV_CRASH_MARK_MAGIC		0x43764373
#define CV_CRASH_FILE			"continuous_running_%u"
#define CV_CRASH_DELAY_MS		2000

/* what one worker is at */
typedef struct WorkerMark
{
	Oid			running;		/* the view whose batch runs */
	uint32		is_bystander;	/* it had to leave because of somebody else */
} WorkerMark;

/* the file: readable by the next workers of this build only, as it need be */
typedef struct CrashMark
{
	uint32		magic;
	WorkerMark	workers[CV_MAX_WORKERS];
	CvCrashedView views[CV_CRASHED_VIEWS];
} CrashMark;

static CvDatabaseSlot *my_database = NULL;
static CvCrashedView *views = NULL; /* of the database, in shared memory */
static bool is_running = false; /* does what mark names? */
static WorkerMark mark;			/* ours ... */
static Size mark_offset;		/* ... in the file */
static Oid	wal_entry = CV_CRASH_IN_WAL;
static char path[MAXPGPATH];
static int	file = -1;			/* no file: nothing is remembered */

static int	take_over(int number, Oid *crashed);
static void read_file(CrashMark *content);
static void write_part(const void *part, Size size, Size offset);
static void write_views(void);
static void count_crash(Oid view);
static void report_crash(Oid view);
static Oid	entry_of(Oid view);
static CvCrashedView *find_view(Oid view);
static CvCrashedView *free_entry(void);
static bool has_content(void);
static void set_running(Oid view);
static void leave_as_bystander(SIGNAL_ARGS);

void
cv_crash_mark_open(CvDatabaseSlot *database, int number)
{
	Oid			crashed[CV_MAX_WORKERS];
	int			ncrashed = 0;

	my_database = database;
	views = database->crashed;
	mark_offset = offsetof(CrashMark, workers) + number * sizeof(WorkerMark);
	wal_entry = CV_CRASH_IN_WAL + number;
	snprintf(path, sizeof(path), CV_CRASH_FILE, database->database);
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	file = BasicOpenFile(path, O_RDWR | O_CREAT | PG_BINARY);
	if (file >= 0)
		ncrashed = take_over(number, crashed);
	LWLockRelease(cv_shared->lock);
	if (file < 0)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
		return;
	}
	for (int i = 0; i < ncrashed; i++)
		report_crash(crashed[i]);
	pqsignal(SIGQUIT, leave_as_bystander);
}

/*
 * take_over -- count what those before us were at when they crashed.
 *
 * Returns their number.  Caller holds the lock.
 */
static int
take_over(int number, Oid *crashed)
{
	bool		is_first = !my_database->knows_crashes;
	int			ncrashed = 0;
	CrashMark	content;

	read_file(&content);
	if (is_first)
		memcpy(views, content.views, sizeof(content.views));
	my_database->knows_crashes = true;
	for (int k = 0; k < CV_MAX_WORKERS; k++)
	{
		WorkerMark *other = &content.workers[k];

		/* what other workers say of themselves is true now */
		if (!is_first && k != number)
			continue;
		if (OidIsValid(other->running) && other->is_bystander == 0)
		{
			count_crash(other->running);
			crashed[ncrashed++] = other->running;
		}
		memset(other, 0, sizeof(WorkerMark));
	}
	memcpy(content.views, views, sizeof(content.views));
	if (is_first)
		write_part(&content, sizeof(content), 0);
	else
	{
		write_part(&content.workers[number], sizeof(WorkerMark), mark_offset);
		write_views();
	}
	return ncrashed;
}

/* read_file -- empty if it is not one of ours. */
static void
read_file(CrashMark *content)
{
	if (pg_pread(file, content, sizeof(*content), 0) == sizeof(*content) &&
		content->magic == CV_CRASH_MARK_MAGIC)
		return;
	memset(content, 0, sizeof(*content));
	content->magic = CV_CRASH_MARK_MAGIC;
}

/* write_part -- if it cannot be written, crashes are not counted. */
static void
write_part(const void *part, Size size, Size offset)
{
	if (file < 0 || pg_pwrite(file, part, size, offset) == (ssize_t) size)
		return;
	ereport(LOG,
			(errcode_for_file_access(),
			 errmsg("could not write file \"%s\": %m", path)));
	close(file);
	file = -1;
}

/* Caller holds the lock. */
static void
write_views(void)
{
	write_part(views, sizeof(CvCrashedView) * CV_CRASHED_VIEWS,
			   offsetof(CrashMark, views));
}

/* Caller holds the lock. */
static void
count_crash(Oid view)
{
	CvCrashedView *entry = find_view(view);

	if (entry == NULL)
	{
		entry = free_entry();
		entry->view = view;
		entry->crashes = 0;
	}
	entry->crashes++;
}

static void
report_crash(Oid view)
{
	ereport(LOG,
			(view < FirstNormalObjectId ?
			 errmsg("the last worker crashed when it read the WAL") :
			 errmsg("the last worker crashed in a batch of the continuous view with OID %u",
					view),
			 errdetail("It happened %d times in a row.",
					   cv_crash_mark_count(view))));
}

/* entry_of -- what stands in the list for it */
static Oid
entry_of(Oid view)
{
	return view == CV_CRASH_IN_WAL ? wal_entry : view;
}

/* By its own worker, without the lock: nobody else changes its entry. */
static CvCrashedView *
find_view(Oid view)
{
	for (int i = 0; i < CV_CRASHED_VIEWS; i++)
		if (views[i].view == view)
			return &views[i];
	return NULL;
}

/* free_entry -- if there is none, that of the view with the fewest crashes. */
static CvCrashedView *
free_entry(void)
{
	CvCrashedView *result = &views[0];

	for (int i = 0; i < CV_CRASHED_VIEWS; i++)
	{
		if (!OidIsValid(views[i].view))
			return &views[i];
		if (views[i].crashes < result->crashes)
			result = &views[i];
	}
	return result;
}

void
cv_crash_mark_close(bool is_last)
{
	if (mark.running == wal_entry)
		cv_crash_mark_end();
	cv_crash_mark_rest();
	if (!is_last || file < 0)
		return;
	my_database->knows_crashes = false;
	if (!has_content())
		(void) unlink(path);
}

static bool
has_content(void)
{
	CrashMark	content;

	read_file(&content);
	for (int k = 0; k < CV_MAX_WORKERS; k++)
		if (OidIsValid(content.workers[k].running))
			return true;
	for (int i = 0; i < CV_CRASHED_VIEWS; i++)
		if (OidIsValid(content.views[i].view))
			return true;
	return false;
}

/* leave_as_bystander -- SIGQUIT: some process has crashed, or all is to end. */
static void
leave_as_bystander(SIGNAL_ARGS)
{
	const uint32 yes = 1;

	if (file >= 0)
		(void) !pwrite(file, &yes, sizeof(yes),
					   mark_offset + offsetof(WorkerMark, is_bystander));
	SignalHandlerForCrashExit(postgres_signal_arg);
}

void
cv_crash_mark_begin(Oid view)
{
	is_running = true;
	set_running(entry_of(view));
}

void
cv_crash_mark_end(void)
{
	is_running = false;
}

void
cv_crash_mark_rest(void)
{
	if (!is_running)
		set_running(InvalidOid);
}

static void
set_running(Oid view)
{
	if (mark.running == view)
		return;
	mark.running = view;
	write_part(&mark.running, sizeof(Oid), mark_offset);
}

int
cv_crash_mark_count(Oid view)
{
	const CvCrashedView *entry = find_view(entry_of(view));

	return entry == NULL ? 0 : entry->crashes;
}

/*
 * cv_crash_mark_delay_ms -- the first crash may be anybody's; then the others
 * get some time before the next.
 */
long
cv_crash_mark_delay_ms(Oid view)
{
	int			crashes = cv_crash_mark_count(view);

	return crashes > 1 && crashes < CV_MAX_CRASHES ? CV_CRASH_DELAY_MS : 0;
}

/*
 * cv_crash_mark_survived -- what was consumed must not come again after the
 * next crash: it would look like the first one for ever.
 */
void
cv_crash_mark_survived(Oid view)
{
	if (find_view(view) == NULL)
		return;
	XLogFlush(XactLastCommitEnd);
	cv_crash_mark_forget(view);
}

void
cv_crash_mark_forget(Oid view)
{
	CvCrashedView *entry = find_view(entry_of(view));

	if (entry == NULL)
		return;
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	entry->view = InvalidOid;
	write_views();
	LWLockRelease(cv_shared->lock);
}

void
cv_crash_mark_stopped(Oid view)
{
	CvCrashedView *entry = find_view(view);

	if (entry == NULL || entry->crashes < CV_MAX_CRASHES)
		return;
	LWLockAcquire(cv_shared->lock, LW_EXCLUSIVE);
	entry->crashes = CV_MAX_CRASHES - 1;
	write_views();
	LWLockRelease(cv_shared->lock);
}

void
cv_crash_mark_forget_database(Oid database)
{
	char		name[MAXPGPATH];

	snprintf(name, sizeof(name), CV_CRASH_FILE, database);
	(void) unlink(name);
}
