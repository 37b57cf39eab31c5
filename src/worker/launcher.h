/*-------------------------------------------------------------------------
 *
 * launcher.h
 *	  The process that starts a worker in each database with views.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_LAUNCHER_H
#define CV_LAUNCHER_H

#include "postgres_ext.h"

/* from _PG_init: register the launcher, and the hook for DROP DATABASE */
extern void cv_launcher_init(void);

extern PGDLLEXPORT void cv_launcher_main(Datum arg);

#endif							/* CV_LAUNCHER_H */
