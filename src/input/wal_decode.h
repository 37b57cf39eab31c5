/*-------------------------------------------------------------------------
 *
 * wal_decode.h
 *	  From a WAL record to what it says about transactions.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WAL_DECODE_H
#define CV_WAL_DECODE_H

#include "access/xlogreader.h"
#include "input/xact_table.h"
#include "utils/hsearch.h"

/* A file whose inserts and deletes are noted. */
typedef struct CvTrackedFile
{
	RelFileLocator locator;		/* hash key */
	int			users;			/* how often it is tracked */
	uint64		last_deleter;	/* newest xid that deleted rows, 0: none seen */
} CvTrackedFile;

typedef struct CvDecoder
{
	MemoryContext context;
	CvXactTable *xacts;
	HTAB	   *tracked;		/* of CvTrackedFile */
	RelFileLocator last_locator;	/* looked up last */
	CvTrackedFile *last_file;	/* what was found, or NULL */
	uint64	   *subxids;		/* scratch space */
	int			maxsubxids;
} CvDecoder;

extern void cv_decoder_init(CvDecoder *decoder, MemoryContext context,
							CvXactTable *xacts);
extern void cv_decoder_track(CvDecoder *decoder, RelFileLocator locator);
extern void cv_decoder_untrack(CvDecoder *decoder, RelFileLocator locator);

/* of a file that is tracked */
extern uint64 cv_decoder_last_deleter(const CvDecoder *decoder,
									  RelFileLocator locator);

/* the record that reader has just read; may be called again if it throws */
extern void cv_decode_record(CvDecoder *decoder, XLogReaderState *reader);

#endif							/* CV_WAL_DECODE_H */
