/*-------------------------------------------------------------------------
 *
 * wait_event.c
 *	  What our processes wait for, by name.
 *
 * Each process asks the server once for the number of a name.  Where names
 * cannot be had, all are one: Extension.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/wait_event.h"

#include "base/compat.h"
#include "base/wait_event.h"

uint32
cv_wait_event(CvWaitEvent event)
{
	static const char *const names[CV_WAIT_EVENTS] = {
		[CV_WAIT_WORKER_MAIN] = "ContinuousWorkerMain",
		[CV_WAIT_WORKER_REST] = "ContinuousWorkerRest",
		[CV_WAIT_LAUNCHER_MAIN] = "ContinuousLauncherMain",
		[CV_WAIT_LAUNCHER_SCOUT] = "ContinuousLauncherScout",
		[CV_WAIT_WORKERS_LEAVE] = "ContinuousWorkersLeave",
		[CV_WAIT_SYNC] = "ContinuousSync",
		[CV_WAIT_DEBUG_POINT] = "ContinuousDebugPoint",
	};
	static uint32 numbers[CV_WAIT_EVENTS];

	if (numbers[event] == 0)
		numbers[event] = cv_wait_event_new(names[event]);
	return numbers[event];
}
