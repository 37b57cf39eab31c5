/*-------------------------------------------------------------------------
 *
 * piece.c
 *	  Pieces of memory, carved from blocks of the pool for one state table.
 *
 * A block holds pieces of one size only (a slab), or is one piece as a whole.
 * The sizes are those that divide a block well: a window that grows loses at
 * most a third of its last piece, a sixth on average.  A slab without pieces
 * goes back to the pool at once.  As the windows of a time are written
 * together and dropped together, slabs tend to empty as a whole.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "state/piece.h"

#define UNIT		8
#define HEADER_UNITS	((int) sizeof(Slab) / UNIT)

/* In front of the pieces of a slab. Places are in units; 0 is none. */
typedef struct Slab
{
	CvPoolBlock next;			/* in the list of its class, if any is free */
	CvPoolBlock prev;
	uint16		free;			/* first free piece; it holds the next one's
								 * place */
	uint16		carved;			/* from here on nothing was ever used */
	uint16		nused;
	uint16		class;
} Slab;

/* multiples of UNIT, not above (block - slab) / n for some n */
static const uint16 class_sizes[CV_PIECE_CLASSES] = {
	16, 24, 32, 40, 48, 56, 64, 80, 96, 120, 160, 200, 248, 288, 336, 408, 504,
	584, 680, 816, 1016, 1168, 1360, 1632, 2040, 2720, 4088
};

StaticAssertDecl(sizeof(Slab) == 16, "pieces are aligned to 8 bytes");

static int	class_of(Size size);
static CvPoolBlock add_block(CvPieceSpace *space);
static void remove_block(CvPieceSpace *space, CvPoolBlock block);
static void link_partial(CvPieceSpace *space, CvPoolBlock block);
static void unlink_partial(CvPieceSpace *space, CvPoolBlock block);
static bool has_room(const Slab *slab);

/* CV_PIECE_CLASSES: a whole block */
static int
class_of(Size size)
{
	int			lo = 0;
	int			hi = CV_PIECE_CLASSES;

	while (lo < hi)
	{
		int			mid = (lo + hi) / 2;

		if (class_sizes[mid] < size)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

Size
cv_piece_round_up(Size size)
{
	int			class = class_of(size);

	Assert(size <= CV_PIECE_MAX);
	return class < CV_PIECE_CLASSES ? class_sizes[class] : CV_PIECE_MAX;
}

CvPiece
cv_piece_alloc(CvPieceSpace *space, Size size)
{
	int			class = class_of(size);
	CvPoolBlock block;
	Slab	   *slab;
	uint16		place;

	Assert(size <= CV_PIECE_MAX);
	if (class == CV_PIECE_CLASSES)
		return (CvPiece) add_block(space) << 10;

	block = space->partial[class];
	if (block == CV_POOL_NO_BLOCK)
	{
		block = add_block(space);
		if (block == CV_POOL_NO_BLOCK)
			return CV_NO_PIECE;
		slab = cv_pool_block(block);
		memset(slab, 0, sizeof(Slab));
		slab->class = class;
		slab->carved = HEADER_UNITS;
		link_partial(space, block);
	}

	slab = cv_pool_block(block);
	if (slab->free != 0)
	{
		place = slab->free;
		slab->free = *((uint16 *) ((char *) slab + place * UNIT));
	}
	else
	{
		place = slab->carved;
		slab->carved += class_sizes[class] / UNIT;
	}
	slab->nused++;
	if (!has_room(slab))
		unlink_partial(space, block);
	return (CvPiece) block << 10 | place;
}

void
cv_piece_free(CvPieceSpace *space, CvPiece piece)
{
	CvPoolBlock block = (CvPoolBlock) (piece >> 10);
	uint16		place = piece & 1023;
	Slab	   *slab = cv_pool_block(block);

	Assert(piece != CV_NO_PIECE);
	if (place == 0)
	{
		remove_block(space, block);
		return;
	}
	if (!has_room(slab))
		link_partial(space, block);
	*((uint16 *) ((char *) slab + place * UNIT)) = slab->free;
	slab->free = place;
	if (--slab->nused == 0)
	{
		unlink_partial(space, block);
		remove_block(space, block);
	}
}

static bool
has_room(const Slab *slab)
{
	return slab->free != 0 ||
		slab->carved * UNIT + class_sizes[slab->class] <= CV_POOL_BLOCK_SIZE;
}

static void
link_partial(CvPieceSpace *space, CvPoolBlock block)
{
	Slab	   *slab = cv_pool_block(block);
	CvPoolBlock first = space->partial[slab->class];

	slab->prev = CV_POOL_NO_BLOCK;
	slab->next = first;
	if (first != CV_POOL_NO_BLOCK)
		((Slab *) cv_pool_block(first))->prev = block;
	space->partial[slab->class] = block;
}

static void
unlink_partial(CvPieceSpace *space, CvPoolBlock block)
{
	Slab	   *slab = cv_pool_block(block);

	if (slab->prev != CV_POOL_NO_BLOCK)
		((Slab *) cv_pool_block(slab->prev))->next = slab->next;
	else
		space->partial[slab->class] = slab->next;
	if (slab->next != CV_POOL_NO_BLOCK)
		((Slab *) cv_pool_block(slab->next))->prev = slab->prev;
}

static CvPoolBlock
add_block(CvPieceSpace *space)
{
	CvPoolBlock block = cv_pool_alloc();

	if (block == CV_POOL_NO_BLOCK)
	{
		space->ran_out = true;
		return CV_POOL_NO_BLOCK;
	}
	cv_pool_links[block].prev = CV_POOL_NO_BLOCK;
	cv_pool_links[block].next = space->blocks;
	if (space->blocks != CV_POOL_NO_BLOCK)
		cv_pool_links[space->blocks].prev = block;
	space->blocks = block;
	space->nblocks++;
	return block;
}

static void
remove_block(CvPieceSpace *space, CvPoolBlock block)
{
	CvPoolLinks *links = &cv_pool_links[block];

	if (links->prev != CV_POOL_NO_BLOCK)
		cv_pool_links[links->prev].next = links->next;
	else
		space->blocks = links->next;
	if (links->next != CV_POOL_NO_BLOCK)
		cv_pool_links[links->next].prev = links->prev;
	space->nblocks--;
	cv_pool_free(block);
}

void
cv_piece_space_clear(CvPieceSpace *space)
{
	CvPoolBlock block = space->blocks;

	while (block != CV_POOL_NO_BLOCK)
	{
		CvPoolBlock next = cv_pool_links[block].next;

		cv_pool_free(block);
		block = next;
	}
	memset(space, 0, sizeof(CvPieceSpace));
}
