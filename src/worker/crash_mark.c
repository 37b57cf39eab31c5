/*-------------------------------------------------------------------------
 *
 * crash_mark.c
 *	  Which view's batch took the server down, and how often.
 *
 * A function in C that crashes in a batch takes the server down, and would do
 * so again after each restart, as the same rows come again.  Nothing in shared
 * memory lives to tell.  So each worker has a small file in the data directory
 * that says whose batch runs: written at the begin and at the end of each
 * batch, never synced, because it is to survive processes, not the machine.
 * It costs two system calls a batch.
 *
 * When all processes have to leave because another one has crashed, the worker
 * notes that it was not the one.  A worker that was killed, by whomever, is
 * taken for one that crashed: the kernel kills what takes too much memory.
 *
 * A view is innocent again when a batch of it is on disk: then the next begins
 * with other rows.  Reading the WAL stands in the list like a view; there what
 * ends with an error is no crash, as nobody's code runs.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "access/xlog.h"
#include "common/file_perm.h"
#include "libpq/pqsignal.h"
#include "postmaster/interrupt.h"
#include "storage/fd.h"
#include "storage/ipc.h"

#include "worker/batch_guard.h"
#include "worker/crash_mark.h"

#define CV_CRASH_MARK_MAGIC		0x43764372
#define CV_CRASH_MARK_VIEWS		32
#define CV_CRASH_FILE			"continuous_running_%u"
#define CV_CRASH_DELAY_MS		2000

typedef struct CrashedView
{
	Oid			view;			/* InvalidOid: none */
	int32		crashes;
} CrashedView;

/* the file: readable by the next worker of this build only, as it need be */
typedef struct CrashMark
{
	uint32		magic;
	Oid			running;		/* the view whose batch runs */
	uint32		is_bystander;	/* it had to leave because of somebody else */
	CrashedView views[CV_CRASH_MARK_VIEWS];
} CrashMark;

static CrashMark mark;
static char path[MAXPGPATH];
static int	file = -1;			/* no file: nothing is remembered */

static bool read_file(void);
static void write_part(const void *part, Size size, Size offset);
static void count_crash(Oid view);
static CrashedView *find_view(Oid view);
static CrashedView *free_entry(void);
static void leave(int code, Datum arg);
static void leave_as_bystander(SIGNAL_ARGS);

void
cv_crash_mark_open(Oid database)
{
	snprintf(path, sizeof(path), CV_CRASH_FILE, database);
	file = BasicOpenFile(path, O_RDWR | O_CREAT | PG_BINARY);
	if (file < 0)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
		return;
	}
	if (read_file() && OidIsValid(mark.running) && mark.is_bystander == 0)
		count_crash(mark.running);
	mark.running = InvalidOid;
	mark.is_bystander = 0;
	write_part(&mark, sizeof(mark), 0);
	pqsignal(SIGQUIT, leave_as_bystander);
	before_shmem_exit(leave, 0);
}

/* read_file -- false, and an empty mark, if it is not one of ours. */
static bool
read_file(void)
{
	if (pg_pread(file, &mark, sizeof(mark), 0) == sizeof(mark) &&
		mark.magic == CV_CRASH_MARK_MAGIC)
		return true;
	memset(&mark, 0, sizeof(mark));
	mark.magic = CV_CRASH_MARK_MAGIC;
	return false;
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

static void
count_crash(Oid view)
{
	CrashedView *entry = find_view(view);

	if (entry == NULL)
	{
		entry = free_entry();
		entry->view = view;
		entry->crashes = 0;
	}
	entry->crashes++;
	ereport(LOG,
			(view == CV_CRASH_IN_WAL ?
			 errmsg("the last worker crashed when it read the WAL") :
			 errmsg("the last worker crashed in a batch of the continuous view with OID %u",
					view),
			 errdetail("It happened %d times in a row.", entry->crashes)));
}

static CrashedView *
find_view(Oid view)
{
	for (int i = 0; i < CV_CRASH_MARK_VIEWS; i++)
		if (mark.views[i].view == view)
			return &mark.views[i];
	return NULL;
}

/* free_entry -- if there is none, that of the view with the fewest crashes. */
static CrashedView *
free_entry(void)
{
	CrashedView *result = &mark.views[0];

	for (int i = 0; i < CV_CRASH_MARK_VIEWS; i++)
	{
		if (!OidIsValid(mark.views[i].view))
			return &mark.views[i];
		if (mark.views[i].crashes < result->crashes)
			result = &mark.views[i];
	}
	return result;
}

/* leave -- in good order: the file stays only if it has something to say. */
static void
leave(int code, Datum arg)
{
	if (mark.running == CV_CRASH_IN_WAL)
		cv_crash_mark_end();
	if (file < 0 || OidIsValid(mark.running))
		return;
	for (int i = 0; i < CV_CRASH_MARK_VIEWS; i++)
		if (OidIsValid(mark.views[i].view))
			return;
	(void) unlink(path);
}

/* leave_as_bystander -- SIGQUIT: some process has crashed, or all is to end. */
static void
leave_as_bystander(SIGNAL_ARGS)
{
	const uint32 yes = 1;

	if (file >= 0)
		(void) !pwrite(file, &yes, sizeof(yes),
					   offsetof(CrashMark, is_bystander));
	SignalHandlerForCrashExit(postgres_signal_arg);
}

void
cv_crash_mark_begin(Oid view)
{
	mark.running = view;
	write_part(&mark.running, sizeof(Oid), offsetof(CrashMark, running));
}

void
cv_crash_mark_end(void)
{
	if (!OidIsValid(mark.running))
		return;
	mark.running = InvalidOid;
	write_part(&mark.running, sizeof(Oid), offsetof(CrashMark, running));
}

int
cv_crash_mark_count(Oid view)
{
	const CrashedView *entry = find_view(view);

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
	CrashedView *entry = find_view(view);

	if (entry == NULL)
		return;
	entry->view = InvalidOid;
	write_part(&mark, sizeof(mark), 0);
}

void
cv_crash_mark_stopped(Oid view)
{
	CrashedView *entry = find_view(view);

	if (entry == NULL || entry->crashes < CV_MAX_CRASHES)
		return;
	entry->crashes = CV_MAX_CRASHES - 1;
	write_part(&mark, sizeof(mark), 0);
}

void
cv_crash_mark_forget_database(Oid database)
{
	char		name[MAXPGPATH];

	snprintf(name, sizeof(name), CV_CRASH_FILE, database);
	(void) unlink(name);
}
