/*-------------------------------------------------------------------------
 *
 * debug_point.h
 *	  Named places where a test can stop, fail or kill the worker.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_DEBUG_POINT_H
#define CV_DEBUG_POINT_H

#include "base/settings.h"

/*
 * CV_DEBUG_POINT -- do what $PGDATA/continuous_debug_point asks for here.
 *
 * The file holds "name action"; action is error, kill (SIGKILL to this
 * process), kill_server (SIGKILL to the postmaster and this process) or wait
 * (until the file is gone, or asks for something else).  All but wait remove
 * the file first, so each fires once; kill_each is a kill that does not.
 * Costs one test of a bool unless continuous.debug_points is on.
 */
#define CV_DEBUG_POINT(name) \
	do { if (cv_debug_points) cv_debug_point_reached(name); } while (0)

extern void cv_debug_point_reached(const char *name);

#endif							/* CV_DEBUG_POINT_H */
