/*-------------------------------------------------------------------------
 *
 * session_table.h
 *	  The sessions in motion within one batch: keys -> sessions -> states.
 *
 * The sessions of a key that still take rows ("live") are apart from each
 * other and in one list by time: starts ascend, and ends do.  What is final,
 * or merged into another one, is in no list, but still among the table's.
 *
 * Private memory, gone with the batch's context.  A batch that is rolled back
 * simply forgets it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SESSION_TABLE_H
#define CV_SESSION_TABLE_H

#include "state/group_key.h"
#include "state/group_table.h"
#include "storage/itemptr.h"

/* express lanes of the list (a skip list: each passes 7 of 8 sessions) */
#define CV_SESSION_LANES	6

typedef struct CvSession CvSession;

/* The keys, for which sessions are made.  What each row needs is at the end. */
typedef struct CvSessionKey
{
	uint64		hash;
	CvSession  *first;			/* of the live ones */
	CvSession **lanes;			/* first of each; NULL: none is in use */
	int64		kept_until;		/* earlier rows are in one that is kept */
	bool		kept_is_known;	/* see batch_session_load.c */
	bool		collides;		/* other keys have its hash */
	uint8		nlanes;			/* in use */
	CvSession  *last;			/* touched last, or NULL; is live */

	/*
	 * All live sessions at rest that are, with some part, in [covered_from,
	 * covered_to) are in motion.
	 */
	int64		covered_from;
	int64		covered_to;
	/* Datum keys[nkeys]; bool isnull[nkeys]; by-reference values */
} CvSessionKey;

struct CvSession
{
	CvSession  *chain;			/* all of the table */
	CvSessionKey *key;
	const Datum *values;		/* of the keys, as its first row had them */
	CvSession  *merged;			/* those with rows that it has taken over; of
								 * one that is merged: the next of them */
	CvSession  *last_merged;	/* of those, if there are any */

	/* at rest, unless place is CV_ROW_NONE */
	int64		rest_start;
	int64		rest_end;
	int64		cv_key;
	ItemPointerData tid;		/* or invalid */
	uint8		place;			/* CvRowPlace */

	uint8		nlanes;
	bool		is_live;
	bool		is_merged;		/* into another one: only its row is left */
	bool		is_changed;		/* differs from what rests */
	bool		may_clash;		/* a final one may have its start */
	bool		needs_cv_key;	/* while it is written: gets a new row */
	int32		corrections;
	int32		xact_corrections;	/* of them, by transaction xact */
	int			xact;

	CvSession  *next;			/* live, of the same key, by time */
	int64		start;			/* its first row */
	int64		end;			/* its last row + gap */
	/* state; CvSession *lanes[nlanes] */
};

typedef struct CvSessionTable CvSessionTable;

extern CvSessionTable *cv_session_table_create(CvKeySet *keys,
											   Size state_size,
											   int64 nkeys_expected);
extern int64 cv_session_table_keys(const CvSessionTable *table);
extern void cv_session_table_destroy(CvSessionTable *table);
extern Size cv_session_table_memory(const CvSessionTable *table);

/*
 * cv_session_table_enter -- the keys' entry, made if missing (*is_new).
 *
 * A new one has the values copied, no sessions, and nothing covered.
 */
extern CvSessionKey *cv_session_table_enter(CvSessionTable *table, uint64 hash,
											const Datum *values,
											const bool *isnull, bool *is_new);

/*
 * cv_session_table_prefetch -- an entry that will be entered is on its way;
 * ..._key: where it is, some time after that.
 */
extern void cv_session_table_prefetch(const CvSessionTable *table,
									  uint64 hash);
extern void cv_session_table_prefetch_key(const CvSessionTable *table,
										  uint64 hash);
extern const Datum *cv_session_key_values(const CvSessionTable *table,
										  const CvSessionKey *key);
extern const bool *cv_session_key_isnull(const CvSessionTable *table,
										 const CvSessionKey *key);

/* The last live session that starts at time or before, or NULL. */
extern CvSession *cv_session_before(const CvSessionTable *table,
									const CvSessionKey *key, int64 time);

/*
 * cv_session_add -- a live session; no other one of the key overlaps it.
 *
 * values are the keys', perhaps written otherwise; they are copied if so.
 * Everything else is zeroed, the state not initialised.
 */
extern CvSession *cv_session_add(CvSessionTable *table, CvSessionKey *key,
								 int64 start, int64 end, const Datum *values);

/*
 * cv_session_copy -- session, of another table, and its rows at rest; not its
 * state.
 */
extern CvSession *cv_session_copy(CvSessionTable *table, CvSessionKey *key,
								  const CvSession *session);

/* cv_session_end_until -- those that end by then are not live any more */
extern void cv_session_end_until(const CvSessionTable *table,
								 CvSessionKey *key, int64 time);

/*
 * cv_session_merge -- into, which is live, is followed by from, and takes it
 * over: its end and its rows at rest.  States are the caller's to merge.
 */
extern void cv_session_merge(CvSessionTable *table, CvSession *into,
							 CvSession *from);

/*
 * cv_session_table_forget -- those that end by time and are written, and for
 * each key that times before are covered.  Their memory is used again; that of
 * keys, and what states have outside of the table, is not.
 */
extern void cv_session_table_forget(CvSessionTable *table, int64 time);

extern void *cv_session_state(const CvSessionTable *table,
							  const CvSession *session);

/*
 * cv_session_table_all -- sessions that are changed (or all), not merged into
 * others, in the order in which they came; *n is their number.
 */
extern CvSession **cv_session_table_all(CvSessionTable *table,
										bool only_changed, int64 *n);

/*
 * cv_session_sort -- by (start, hash of the keys): one order for every flush.
 * So the index that is larger than what a batch touches is passed once.
 */
extern void cv_session_sort(CvSession **sessions, int64 n);

/*
 * cv_session_prefetch -- of a list that is gone through in order: sessions and
 * their keys are all over the memory.
 */
#define CV_SESSIONS_AHEAD	8

/* always inline: a call that does nothing else gcc would leave out */
static pg_attribute_always_inline void
cv_session_prefetch(CvSession *const *sessions, int64 i, int64 n)
{
	const char *piece;

	if (i + 2 * CV_SESSIONS_AHEAD >= n)
		return;
	piece = (const char *) sessions[i + 2 * CV_SESSIONS_AHEAD];
	__builtin_prefetch(piece);
	__builtin_prefetch(piece + PG_CACHE_LINE_SIZE / 2);
	__builtin_prefetch(piece + PG_CACHE_LINE_SIZE);
	piece = (const char *) sessions[i + CV_SESSIONS_AHEAD]->key;
	__builtin_prefetch(piece);
	__builtin_prefetch(piece + PG_CACHE_LINE_SIZE / 2);
}

/* ... of one, what each row needs */
static pg_attribute_always_inline void
cv_session_prefetch_hot(const CvSession *session)
{
	__builtin_prefetch(&session->place);
	__builtin_prefetch(session + 1);
}

#endif							/* CV_SESSION_TABLE_H */
