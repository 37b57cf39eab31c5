/*-------------------------------------------------------------------------
 *
 * worker.h
 *	  The background worker of one database.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WORKER_H
#define CV_WORKER_H

#include "postgres_ext.h"
#include "nodes/pg_list.h"

extern PGDLLEXPORT void cv_worker_main(Datum database);

#endif							/* CV_WORKER_H */
