/*-------------------------------------------------------------------------
 *
 * wal_disk.c
 *	  The WAL that is on disk: how it is read, and where it begins.
 *
 * It begins with segments without a gap, back from where the WAL ends, of the timeline that
 * is written now.  A segment may begin in the midst of a record.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <sys/stat.h>

#include "access/xlog.h"
#include "access/xlog_internal.h"

#include "input/wal_disk.h"

static XLogSegNo first_segment(void);

XLogReaderState *
cv_wal_reader_open(ReadLocalXLogPageNoWaitPrivate *wal_end)
{
	XLogReaderState *reader;

	reader = XLogReaderAllocate(wal_segment_size, NULL,
								XL_ROUTINE(.page_read = read_local_xlog_page_no_wait,
										   .segment_open = wal_segment_open,
										   .segment_close = wal_segment_close),
								wal_end);
	if (reader == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while allocating a WAL reading processor.")));
	return reader;
}

XLogRecPtr
cv_wal_first_record(void)
{
	ReadLocalXLogPageNoWaitPrivate wal_end = {0};
	XLogReaderState *reader = cv_wal_reader_open(&wal_end);
	XLogRecPtr	start;
	XLogRecPtr	result;

	XLogSegNoOffsetToRecPtr(first_segment(), 0, wal_segment_size, start);
	result = XLogFindNextRecord(reader, start);
	XLogReaderFree(reader);
	return result;
}

static XLogSegNo
first_segment(void)
{
	TimeLineID	timeline = GetWALInsertionTimeLine();
	XLogSegNo	segment;
	char		path[MAXPGPATH];
	struct stat status;

	XLByteToSeg(GetFlushRecPtr(NULL), segment, wal_segment_size);
	while (segment > 1)
	{
		XLogFilePath(path, timeline, segment - 1, wal_segment_size);
		if (stat(path, &status) != 0)
			break;
		segment--;
	}
	return segment;
}
