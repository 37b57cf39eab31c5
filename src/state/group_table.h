/*-------------------------------------------------------------------------
 *
 * group_table.h
 *	  The groups in motion within one batch: (window, keys) -> states.
 *
 * Private memory, gone with the batch's context; an open-addressing table of
 * pointers to groups that are carved from large chunks (no palloc a group).
 * A batch that is rolled back simply forgets it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_GROUP_TABLE_H
#define CV_GROUP_TABLE_H

#include "state/group_key.h"
#include "storage/itemptr.h"

/* Where the group's row is, if it has one. */
typedef enum CvRowPlace
{
	CV_ROW_NONE,
	CV_ROW_RESULTS,				/* tid is in the result table */
	CV_ROW_STATE				/* tid is in the state table (not published) */
} CvRowPlace;

typedef struct CvGroup
{
	int64		window_start;
	int64		window_end;
	uint64		hash;			/* of the keys */
	int64		cv_key;			/* in the row: the hash, or a bit more */
	ItemPointerData tid;
	uint8		place;			/* CvRowPlace */
	bool		is_changed;		/* rows were added in this batch */
	bool		collides;		/* other keys of its window have its hash */
	bool		is_filler;		/* has no rows: made by the dial fill */
	bool		is_reborn;		/* a key's new life: its row is another's */
	int32		corrections;	/* rows added after the window closed */
	/* Datum keys[nkeys]; bool isnull[nkeys]; state: see the functions */
} CvGroup;

typedef struct CvGroupTable CvGroupTable;

extern CvGroupTable *cv_group_table_create(CvKeySet *keys, Size state_size);
extern void cv_group_table_reset(CvGroupTable *table);

/*
 * cv_group_table_enter -- the group of window and keys, made if missing.
 *
 * A new group (*is_new) has its keys copied, everything else zeroed, its
 * state not initialised.
 */
extern CvGroup *cv_group_table_enter(CvGroupTable *table,
									 int64 window_start, uint64 hash,
									 const Datum *values, const bool *isnull,
									 bool *is_new);

/* It will be entered soon: let memory fetch its place, which costs nothing. */
extern void cv_group_table_prefetch(const CvGroupTable *table,
									int64 window_start, uint64 hash);

/* The group if it is there, or NULL. */
extern CvGroup *cv_group_table_lookup(const CvGroupTable *table,
									  int64 window_start, uint64 hash,
									  const Datum *values,
									  const bool *isnull);

extern Datum *cv_group_keys(const CvGroupTable *table, CvGroup *group);
extern bool *cv_group_isnull(const CvGroupTable *table, CvGroup *group);
extern void *cv_group_state(const CvGroupTable *table, CvGroup *group);

extern int64 cv_group_table_count(const CvGroupTable *table);
extern Size cv_group_table_memory(const CvGroupTable *table);

/*
 * All groups, sorted by (window_start, hash as int64): in the order of the
 * primary key, so that a flush appends to the end of the index.
 */
extern CvGroup **cv_group_table_sorted(CvGroupTable *table);

/*
 * cv_group_prefetch -- of a list that is gone through in order: the groups are
 * all over the memory, and to wait for each costs more than to write its row.
 */
#define CV_GROUPS_AHEAD		12

/* always inline: a call that does nothing else gcc would leave out */
static pg_attribute_always_inline void
cv_group_prefetch(CvGroup *const *groups, int64 i, int64 count)
{
	if (i + CV_GROUPS_AHEAD < count)
	{
		const char *group = (const char *) groups[i + CV_GROUPS_AHEAD];

		__builtin_prefetch(group);
		__builtin_prefetch(group + PG_CACHE_LINE_SIZE / 2);
		__builtin_prefetch(group + PG_CACHE_LINE_SIZE);
	}
}

#endif							/* CV_GROUP_TABLE_H */
