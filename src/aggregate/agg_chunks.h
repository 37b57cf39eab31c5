/*-------------------------------------------------------------------------
 *
 * agg_chunks.h
 *	  Where inputs of collected aggregates rest that are too many for a row.
 *
 * A collection is what one group has collected for one state: a sequence of
 * chunks, appended one by one and never changed.  It is known by a number that
 * the state remembers, along with how many chunks are its own; what a batch that
 * is rolled back has appended is gone with it.
 *
 * Whoever runs the aggregates gives these functions (output/chunk_table.c has
 * them over the table v_collected): folders include leftwards only.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_CHUNKS_H
#define CV_AGG_CHUNKS_H

#include "lib/stringinfo.h"

typedef struct CvChunks CvChunks;
struct CvChunks
{
	/* a number that no other collection of the view has */
	int64		(*create) (CvChunks *chunks);

	/* Chunk number no (from 0 on), of a group whose window ends then. */
	void		(*append) (CvChunks *chunks, int64 collection, int32 no,
						   int64 window_end, const char *data, Size len);

	/* ... and back, appended to out.  Errors out if it is not there. */
	void		(*read) (CvChunks *chunks, int64 collection, int32 no,
						 StringInfo out);

	/* The group is written anew, or gone: its chunks are void. */
	void		(*drop) (CvChunks *chunks, int64 collection);

	/*
	 * The group's window ends then, perhaps later than it did (sessions).
	 * Cheap if it does not, so cv_agg_unload() calls it for each collection
	 * that the state has had before.
	 */
	void		(*move) (CvChunks *chunks, int64 collection,
						 int64 window_end);
};

#endif							/* CV_AGG_CHUNKS_H */
