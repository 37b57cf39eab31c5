/*-------------------------------------------------------------------------
 *
 * state_table.h
 *	  The groups at rest of one view, in shared memory: a cache over the
 *	  result and state tables.
 *
 * (window, key hash) -> flat bytes, grouped by window: a window's bytes are in
 * pieces of its own, so that dropping it gives memory back.  Only the worker
 * that follows the view writes, under the table's lock in exclusive mode;
 * monitoring reads under it in shared mode.  Survives the worker; a crash of
 * the server empties it.  Nothing here is needed to be right: what is missing
 * is read from the tables.
 *
 * Residency: a window is resident if all its groups are here, so that a miss
 * means that the group is new.  Windows beyond the last one that was ever
 * evicted or left behind are resident.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATE_TABLE_H
#define CV_STATE_TABLE_H

#include "nodes/pg_list.h"
#include "state/block_pool.h"

typedef struct CvStateTable CvStateTable;

/* from _PG_init: the headers are in the pool's part of the segment */
extern void cv_state_table_init(void);

/*
 * cv_state_table_attach -- the view's table, as it was left after the flush
 * numbered flushes of this generation, or else an empty one (*is_empty).
 *
 * NULL if there is no room for one more table.  Of an empty one no window is
 * resident until cv_state_table_set_resident_after().
 */
extern CvStateTable *cv_state_table_attach(Oid database, Oid view,
										   int64 generation, int64 flushes,
										   bool *is_empty);
extern void cv_state_table_detach(CvStateTable *table);
extern void cv_state_table_drop(Oid database, Oid view);
/* those of the database, but for these views */
extern void cv_state_table_drop_others(Oid database, const List *views);

/* only windows that start after this have no rows in the tables */
extern void cv_state_table_set_resident_after(CvStateTable *table,
											  int64 window_start);
extern void cv_state_table_set_all_resident(CvStateTable *table);
extern bool cv_state_table_is_resident(const CvStateTable *table,
									   int64 window_start);

/*
 * cv_state_table_lookup -- the group's bytes, or NULL.
 *
 * is_same(arg, data, size) tells whether an entry with this window and hash
 * is the group's.  Valid until the table is next changed, or the next call
 * (data larger than a block are put together in one buffer).
 */
typedef bool (*CvStateIsSame) (void *arg, const char *data, Size size);
extern const char *cv_state_table_lookup(CvStateTable *table,
										 int64 window_start, uint64 hash,
										 CvStateIsSame is_same, void *arg,
										 Size *size);

/*
 * Installing after a commit: begin_install (the table is not valid if the
 * worker dies now), put/remove..., end_install with the flush's number.
 *
 * That is outside of a transaction, so is_same given to put, evict and
 * remove must
 * not throw: compare cv_key, not keys.  What does not fit into memory is not
 * stored (false), and its window not resident any more.
 */
extern void cv_state_table_begin_install(CvStateTable *table);
extern bool cv_state_table_put(CvStateTable *table,
							   int64 window_start, int64 window_end,
							   uint64 hash, const char *data, Size size,
							   CvStateIsSame is_same, void *arg);
extern void cv_state_table_end_install(CvStateTable *table, int64 generation,
									   int64 flushes);

/* Forget one group (its window is no longer resident), or a whole window. */
extern void cv_state_table_evict(CvStateTable *table, int64 window_start,
								 uint64 hash,
								 CvStateIsSame is_same, void *arg);

/* Remove one that is nowhere any more: its window stays resident. */
extern void cv_state_table_remove(CvStateTable *table, int64 window_start,
								  uint64 hash,
								  CvStateIsSame is_same, void *arg);

/* windows whose window_end <= upto: too late, their groups are not needed */
extern void cv_state_table_forget_ended(CvStateTable *table, int64 upto);
extern void cv_state_table_forget_window(CvStateTable *table,
										 int64 window_start);
/* evict everything (rebuild, result table changed under us) */
extern void cv_state_table_clear(CvStateTable *table);

extern int64 cv_state_table_bytes(const CvStateTable *table);
extern int64 cv_state_table_windows(const CvStateTable *table);
extern int64 cv_state_table_groups(const CvStateTable *table);

/* for monitoring: call f for each window, any process, under the lock */
typedef void (*CvStateWindowVisitor) (void *arg, int64 window_start,
									  int64 window_end, int64 groups,
									  int64 bytes);
extern bool cv_state_table_visit(Oid database, Oid view,
								 CvStateWindowVisitor f, void *arg);

#endif							/* CV_STATE_TABLE_H */
