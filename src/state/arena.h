/*-------------------------------------------------------------------------
 *
 * arena.h
 *	  Memory that is carved from chunks and freed all at once.
 *
 * Chunks are small at first, so that a batch of a few rows does not pay for
 * fresh pages, and double.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ARENA_H
#define CV_ARENA_H

#include "utils/palloc.h"

typedef struct CvArena
{
	MemoryContext context;		/* the owner's; all chunks are in it */
	char	   *space;			/* of the current chunk */
	Size		space_left;
	Size		next_chunk_size;
} CvArena;

/* also after the context has been reset */
extern void cv_arena_init(CvArena *arena, MemoryContext context);

/* size is MAXALIGNed. Not zeroed. Larger than a chunk: gets one of its own. */
extern void *cv_arena_alloc(CvArena *arena, Size size);

#endif							/* CV_ARENA_H */
