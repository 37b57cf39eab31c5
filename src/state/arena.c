/*-------------------------------------------------------------------------
 *
 * arena.c
 *	  Memory that is carved from chunks and freed all at once.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "state/arena.h"

#define FIRST_CHUNK_SIZE	((Size) 16 * 1024)
#define LAST_CHUNK_SIZE		((Size) 1024 * 1024)

void
cv_arena_init(CvArena *arena, MemoryContext context)
{
	arena->context = context;
	arena->space = NULL;
	arena->space_left = 0;
	arena->next_chunk_size = FIRST_CHUNK_SIZE;
}

void *
cv_arena_alloc(CvArena *arena, Size size)
{
	void	   *piece;

	Assert(size == MAXALIGN(size));
	if (unlikely(size > arena->space_left))
	{
		if (size > arena->next_chunk_size / 4)
			return MemoryContextAllocHuge(arena->context, size);
		arena->space = MemoryContextAlloc(arena->context,
										  arena->next_chunk_size);
		arena->space_left = arena->next_chunk_size;
		arena->next_chunk_size = Min(arena->next_chunk_size * 2,
									 LAST_CHUNK_SIZE);
	}
	piece = arena->space;
	arena->space += size;
	arena->space_left -= size;
	return piece;
}
