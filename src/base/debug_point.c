/*-------------------------------------------------------------------------
 *
 * debug_point.c
 *	  Named places where a test can stop, fail or kill the worker.
 *
 * PostgreSQL 15 has no injection points.  The file is looked at only where
 * continuous.debug_points is on, and removed before its action is done, so
 * that a server that restarts after a kill does not die of it again.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>
#include <unistd.h>

#include "miscadmin.h"
#include "pgstat.h"
#include "storage/fd.h"
#include "storage/latch.h"

#include "base/debug_point.h"
#include "base/wait_event.h"

#define CV_DEBUG_POINT_FILE "continuous_debug_point"

static bool read_debug_point(char *name, char *action);
static void wait_for_release(const char *name);

/*
 * cv_debug_point_reached -- act if the file names this point.
 */
void
cv_debug_point_reached(const char *name)
{
	char		wanted[64];
	char		action[64];

	if (!read_debug_point(wanted, action) || strcmp(wanted, name) != 0)
		return;

	ereport(LOG,
			(errmsg("debug point \"%s\" reached: %s", name, action)));
	if (strcmp(action, "wait") == 0)
	{
		wait_for_release(name);
		return;
	}
	if (strcmp(action, "kill_each") == 0)
		kill(MyProcPid, SIGKILL);
	(void) unlink(CV_DEBUG_POINT_FILE);
	if (strcmp(action, "kill") == 0)
		kill(MyProcPid, SIGKILL);
	else if (strcmp(action, "kill_server") == 0)
	{
		kill(PostmasterPid, SIGKILL);
		kill(MyProcPid, SIGKILL);
	}
	else if (strcmp(action, "error") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("debug point \"%s\" asks for an error", name)));
	else
		elog(ERROR, "unknown debug point action \"%s\"", action);
}

static bool
read_debug_point(char *name, char *action)
{
	FILE	   *file = AllocateFile(CV_DEBUG_POINT_FILE, "r");
	int			found;

	if (file == NULL)
		return false;
	found = fscanf(file, "%63s %63s", name, action);
	FreeFile(file);
	return found == 2;
}

/* wait_for_release -- until the file is gone, or asks for something else. */
static void
wait_for_release(const char *name)
{
	char		wanted[64];
	char		action[64];

	while (read_debug_point(wanted, action) && strcmp(wanted, name) == 0 &&
		   strcmp(action, "wait") == 0)
	{
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 10L, cv_wait_event(CV_WAIT_DEBUG_POINT));
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
	}
}
