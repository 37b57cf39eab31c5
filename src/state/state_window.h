/*-------------------------------------------------------------------------
 *
 * state_window.h
 *	  The groups at rest of one window: hash -> flat bytes.
 *
 * The caller guards window and space.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATE_WINDOW_H
#define CV_STATE_WINDOW_H

#include "lib/stringinfo.h"
#include "state/piece.h"

/* In shared memory; zeroed (but for the links and times) it has no groups. */
typedef struct CvStateWindow
{
	CvPiece		next;			/* windows of the table, newest first */
	CvPiece		prev;
	int64		start;
	int64		end;
	CvPiece		buckets;		/* the bucket, or the directory of them */
	uint32		depth;			/* 2^depth places in the directory */
	uint32		ngroups;
	uint64		bytes;			/* that its pieces take */
} CvStateWindow;

/*
 * A group: its hash, and what tells whether bytes are the group's.  is_same
 * may be called in the middle of the calls that change something, so there it
 * must not throw.
 */
typedef struct CvStateGroup
{
	uint64		hash;
	bool		(*is_same) (void *arg, const char *data, Size size);
	void	   *arg;
} CvStateGroup;

/* NULL if missing. May use buffer to put together a large one. */
extern const char *cv_state_window_lookup(const CvStateWindow *window,
										  const CvStateGroup *group,
										  Size *size, StringInfo buffer);

/*
 * False: the group is not here any more, either for lack of memory (then
 * space->ran_out is set, and another try makes sense) or as it cannot be.
 */
extern bool cv_state_window_put(CvStateWindow *window, CvPieceSpace *space,
								const CvStateGroup *group,
								const char *data, Size size,
								StringInfo buffer);
extern void cv_state_window_remove(CvStateWindow *window, CvPieceSpace *space,
								   const CvStateGroup *group,
								   StringInfo buffer);

/* Give all pieces back. */
extern void cv_state_window_clear(CvStateWindow *window, CvPieceSpace *space);

#endif							/* CV_STATE_WINDOW_H */
