/*-------------------------------------------------------------------------
 *
 * catalog_changes.h
 *	  Has anything changed that a spec or a plan is made from?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CATALOG_CHANGES_H
#define CV_CATALOG_CHANGES_H

/*
 * cv_catalog_changes -- grows with every invalidation that this process
 * receives of a relation, or of what expressions, plans and rights depend on.
 *
 * What was made when it had the value that it has now is as good as made now.
 * To be read before the making begins, and to be compared when the locks are
 * held, as they bring invalidations in.  continuous.view is a relation, too:
 * see cv_member_cache_invalidate().
 */
extern uint64 cv_catalog_changes(void);

#endif							/* CV_CATALOG_CHANGES_H */
