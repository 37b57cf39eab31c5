/*-------------------------------------------------------------------------
 *
 * wal_first.h
 *	  Where the WAL that is on disk begins.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WAL_FIRST_H
#define CV_WAL_FIRST_H

#include "access/xlogdefs.h"

/* the first record that can be read; InvalidXLogRecPtr if it has just gone */
extern XLogRecPtr cv_wal_first_record(void);

#endif							/* CV_WAL_FIRST_H */
