/*-------------------------------------------------------------------------
 *
 * batch_session_private.h
 *	  What batch_sessions.c, batch_session_blocks.c, batch_session_load.c,
 *	  batch_session_write.c and batch_session_rest.c share.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_SESSION_PRIVATE_H
#define CV_BATCH_SESSION_PRIVATE_H

#include "state/session_table.h"
#include "utils/hsearch.h"
#include "utils/tuplesort.h"
#include "worker/batch_sessions.h"

struct CvSessionBlock;

/* What is to be removed from shared memory after the commit. */
typedef struct CvSessionRemoval
{
	uint64		hash;			/* of the keys */
	int64		end;
	int64		start;			/* these two tell it from others */
	int64		cv_key;
} CvSessionRemoval;

typedef struct CvBatchSessions
{
	CvSessionTable *table;
	int64		gap;
	Datum	   *values;			/* room for one set of keys */
	bool	   *isnull;

	/* rows of the transaction at hand that are too late at first sight */
	Tuplesortstate *held;
	Tuplesortstate *accepted;	/* of them, to be added: only while they are
								 * judged, and if the order of rows matters */
	TupleTableSlot *held_row;	/* as the sort gives it */
	TupleTableSlot *row;		/* virtual, as the input query gives it */

	/* of the row of the input at hand, which may be in several groups */
	bool		row_is_counted;
	bool		row_is_held;	/* in one of them, or more */
	HTAB	   *counted;		/* tags of rows of the transaction that are both;
								 * NULL: none */

	struct CvSessionBlock *block;	/* see batch_session_blocks.c; or NULL */

	StringInfoData removals;	/* of CvSessionRemoval; what is put there then
								 * is in install_data, see batch_session_rest.c */
} CvBatchSessions;

/* The entry of keys in the table. */
extern CvSessionKey *cv_batch_enter_session_key(CvBatch *batch, uint64 hash,
												const Datum *values,
												const bool *isnull);

/*
 * cv_batch_find_session -- the one that a row is in, made long enough, or NULL;
 * *joined: the row also reaches this one, which is the next.
 */
extern CvSession *cv_batch_find_session(CvBatch *batch, CvSessionKey *key,
										int64 time, CvSession **joined);

/* one that begins with a row with these keys */
extern CvSession *cv_batch_open_session(CvBatch *batch, CvSessionKey *key,
										const Datum *values, int64 time);

/* in the order of time */
extern void cv_batch_merge_sessions(CvBatch *batch, CvSession *into,
									CvSession *from);

/*
 * Sessions rest in shared memory under windows of their own, by their ends:
 * (bucket, bucket + size] is where they end.  So a window is forgotten when
 * all of its sessions are final, and one that is resident has all sessions
 * that end in it.  Size: a power of two, so that a key has about one session
 * in it at most.
 */
extern int64 cv_session_bucket_size(int64 gap);

static inline int64
cv_session_bucket(int64 end, int64 size)
{
	return (end - 1) & ~(size - 1);
}

/* One at rest in memory: this, then keys, then states, each flat. */
typedef struct CvRestingSession
{
	uint64		hash;			/* of the keys */
	int64		start;
	int64		end;
	int64		cv_key;
	ItemPointerData tid;
	uint8		place;
	int32		corrections;
	uint32		states_at;
} CvRestingSession;

#define CV_RESTING_SESSION_KEYS_AT	MAXALIGN(sizeof(CvRestingSession))

/*
 * cv_batch_cover -- all live sessions that are, with some part, in [from, to)
 * are in motion from here on.
 */
extern void cv_batch_cover(CvBatch *batch, CvSessionKey *key, int64 from,
						   int64 to);

/*
 * cv_batch_is_kept -- is a row in a session of the key that stays as it was
 * restored?  Only while cv_anchor_is_counting().
 */
extern bool cv_batch_is_kept(CvBatch *batch, CvSessionKey *key, int64 time);

/* Did a session that ends so rest in the result table, before the batch? */
extern bool cv_batch_is_published(const CvBatch *batch, int64 end);

/*
 * cv_batch_write_list -- afterwards the tids are known, and the list is sorted.
 * before, if not NULL, is called for each session while it still says what rests
 * where.
 */
extern void cv_batch_write_list(CvBatch *batch, CvSession **list, int64 n,
								void (*before) (CvBatch *batch,
												CvSession *session));

#endif							/* CV_BATCH_SESSION_PRIVATE_H */
