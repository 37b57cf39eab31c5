/*-------------------------------------------------------------------------
 *
 * lateness.h
 *	  How late the rows of a table come, from the WAL that is on disk.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_LATENESS_H
#define CV_LATENESS_H

#include "base/delays.h"

/*
 * cv_lateness_of_table -- what the WAL tells of rows that are still there.
 *
 * Checks that the caller may read the column, and that there is one.
 */
extern void cv_lateness_of_table(Oid relid, const char *time_column,
								 CvDelays *delays);

#endif							/* CV_LATENESS_H */
