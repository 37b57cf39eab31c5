/*-------------------------------------------------------------------------
 *
 * status.h
 *	  What users and errors say of a view: the table continuous.status.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATUS_H
#define CV_STATUS_H

#include "access/xlogdefs.h"
#include "datatype/timestamp.h"

/*
 * A call of advance_watermark(): the watermark is at least to for those that
 * commit after the WAL was at, whenever their turn comes.
 */
typedef struct CvAdvance
{
	XLogRecPtr	at;
	int64		to;				/* in the view's time type */
} CvAdvance;

typedef struct CvStatus
{
	bool		is_paused;
	bool		has_error;		/* the view is stopped */
	char	   *error;
	char	   *sqlstate;
	TimestampTz failed_at;
	int			nadvances;
	CvAdvance  *advances;		/* ascending in both */
} CvStatus;

/* A view without a row has nothing to say: all zero. */
extern void cv_status_load(Oid view, CvStatus *status);

/* ... and keep others from changing it until the end of the transaction */
extern void cv_status_load_to_change(Oid view, CvStatus *status);

/* insert or update */
extern void cv_status_save(Oid view, const CvStatus *status);
extern void cv_status_remove(Oid view);

#endif							/* CV_STATUS_H */
