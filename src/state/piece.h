/*-------------------------------------------------------------------------
 *
 * piece.h
 *	  Pieces of memory, from 16 bytes to a block, carved from blocks of the
 *	  pool for one state table.
 *
 * A piece is a shared-memory address that every process can use: 0 is none.
 * The caller guards the space.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_PIECE_H
#define CV_PIECE_H

#include "state/block_pool.h"

/* block << 10 | place in it, in units of 8 bytes */
typedef uint64 CvPiece;
#define CV_NO_PIECE		0

#define CV_PIECE_MAX	CV_POOL_BLOCK_SIZE
#define CV_PIECE_CLASSES	27

/* Zeroed is empty. Lives in shared memory. */
typedef struct CvPieceSpace
{
	CvPoolBlock blocks;			/* all of them, linked by the pool's links */
	uint32		nblocks;
	bool		ran_out;		/* a call found the pool empty; for the caller
								 * to reset */
	CvPoolBlock partial[CV_PIECE_CLASSES];	/* blocks with free pieces */
} CvPieceSpace;

/* CV_NO_PIECE if the pool is empty; size <= CV_PIECE_MAX. Not zeroed. */
extern CvPiece cv_piece_alloc(CvPieceSpace *space, Size size);
extern void cv_piece_free(CvPieceSpace *space, CvPiece piece);

/* What a piece of this size really takes, and can be used in full. */
extern Size cv_piece_round_up(Size size);

/* give all blocks back, whatever is in them */
extern void cv_piece_space_clear(CvPieceSpace *space);

static inline void *
cv_piece_address(CvPiece piece)
{
	return (char *) cv_pool_block((CvPoolBlock) (piece >> 10)) +
		(piece & 1023) * 8;
}

#endif							/* CV_PIECE_H */
