/*-------------------------------------------------------------------------
 *
 * worker.h
 *	  A background worker of one database.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WORKER_H
#define CV_WORKER_H

#include "postgres_ext.h"
#include "nodes/pg_list.h"

extern PGDLLEXPORT void cv_worker_main(Datum database);

/* asked to leave: the batch that runs ends, and no other begins */
extern bool cv_worker_is_leaving(void);

#endif							/* CV_WORKER_H */
