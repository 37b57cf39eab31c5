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

/*
 * ... unless he owns it (or is a member of the owner, or superuser), and
 * without shared memory: a command is for the worker
 */
extern CvViewRow *cv_access_as_owner(Oid view);

/*
 * May the caller see data of the input: what errors of the view quote, values
 * of watermark_by?  Who reads the view need not.
 */
extern bool cv_access_to_data(Oid view);

/* errors without shared memory */
extern void cv_check_preloaded(void);

#endif							/* CV_ACCESS_H */
