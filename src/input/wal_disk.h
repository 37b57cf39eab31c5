/*-------------------------------------------------------------------------
 *
 * wal_disk.h
 *	  The WAL that is on disk: how it is read, and where it begins.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WAL_DISK_H
#define CV_WAL_DISK_H

#include "access/xlogreader.h"
#include "access/xlogutils.h"

/* a reader of what is flushed; wal_end is its own until XLogReaderFree() */
extern XLogReaderState *cv_wal_reader_open(ReadLocalXLogPageNoWaitPrivate *wal_end);

/* the first record that can be read; InvalidXLogRecPtr if it has just gone */
extern XLogRecPtr cv_wal_first_record(void);

#endif							/* CV_WAL_DISK_H */
