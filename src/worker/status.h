/*-------------------------------------------------------------------------
 *
 * status.h
 *	  What users and errors say of a view: the table continuous.status.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATUS_H
#define CV_STATUS_H

#include "datatype/timestamp.h"

typedef struct CvStatus
{
	bool		is_paused;
	bool		has_error;		/* the view is stopped */
	char	   *error;
	char	   *sqlstate;
	TimestampTz failed_at;
	bool		has_advance;	/* advance_watermark() asks for */
	int64		advance_to;		/* this, in the view's time type */
} CvStatus;

/* A view without a row has nothing to say: all zero. */
extern void cv_status_load(Oid view, CvStatus *status);

/* insert or update; concurrent writers of one row wait for each other */
extern void cv_status_save(Oid view, const CvStatus *status);
extern void cv_status_remove(Oid view);

#endif							/* CV_STATUS_H */
