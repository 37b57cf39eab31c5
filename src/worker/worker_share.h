/*-------------------------------------------------------------------------
 *
 * worker_share.h
 *	  Which views of its database a worker follows.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WORKER_SHARE_H
#define CV_WORKER_SHARE_H

#include "base/shared_memory.h"
#include "nodes/pg_list.h"

typedef struct CvWorkerShare
{
	bool		is_wanted;		/* there is work for this worker */
	bool		is_settled;		/* each input has its worker, by fair shares;
								 * else look again soon */
	List	   *rows;			/* of CvViewRow *: what it follows; it has their
								 * slots, if there are enough */
} CvWorkerShare;

/*
 * cv_worker_share -- what falls to the worker of this number.  rows: all that
 * the catalog has of the database.
 *
 * What it follows and is to follow no more keeps its slot until it lets go.
 */
extern void cv_worker_share(CvDatabaseSlot *database, int number, List *rows,
							CvWorkerShare *share);

#endif							/* CV_WORKER_SHARE_H */
