/*-------------------------------------------------------------------------
 *
 * access.h
 *	  Who may ask about a view, and who may command it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ACCESS_H
#define CV_ACCESS_H

#include "view/view_catalog.h"

/* the view's row; errors if it is no continuous view */
extern CvViewRow *cv_access_view(Oid view);

/* ... and errors unless the caller may read it, or pg_read_all_stats */
extern CvViewRow *cv_access_to_read(Oid view);

/* ... unless he owns it (or is a member of the owner, or superuser) */
extern CvViewRow *cv_access_as_owner(Oid view);

/*
 * May the caller see the messages of the view's errors?  They quote data of
 * the input, which who reads the view need not see.
 */
extern bool cv_access_to_error(Oid view);

/* errors without shared memory */
extern void cv_check_preloaded(void);

#endif							/* CV_ACCESS_H */
