/*-------------------------------------------------------------------------
 *
 * leaves.h
 *	  The files that make up the input: the table, or its partitions and
 *	  inheritance children.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_LEAVES_H
#define CV_LEAVES_H

#include "nodes/pg_list.h"
#include "utils/relcache.h"

typedef struct CvLeaves
{
	int			n;
	Relation   *rels;			/* open, AccessShareLock held */
	bool		is_all;			/* every leaf there is, not just those asked */
} CvLeaves;

/*
 * cv_leaves_open -- lock and open the input's leaves without waiting.
 *
 * Only those in wanted (relids), or all if wanted is NIL.  False if a lock
 * is not to be had now.  The locks last until the end of the transaction; an
 * invalidation that was sent before a lock was free has been processed.  So
 * whoever reads what transactions of an earlier snapshot wrote sees at least
 * their changes of files and partitions here.
 */
extern bool cv_leaves_open(Oid input, bool inherit, List *wanted,
						   CvLeaves *leaves);
extern void cv_leaves_close(CvLeaves *leaves);
extern Relation cv_leaves_lookup(const CvLeaves *leaves, Oid relid);

/* lock without waiting; false if it is held otherwise or relid is gone */
extern bool cv_lock_if_free(Oid relid, int lockmode);

/* ... with a table's indexes, which the executor would wait for */
extern bool cv_lock_with_indexes_if_free(Oid relid, int lockmode);

#endif							/* CV_LEAVES_H */
