/*-------------------------------------------------------------------------
 *
 * agg_collected.h
 *	  Aggregates whose inputs are their state: DISTINCT, ORDER BY, WITHIN
 *	  GROUP, and those whose states cannot be saved or merged.
 *
 * A store holds the inputs of one group, in the order in which they came, for
 * all calls that have them in common.  All functions take the state area of a
 * group, of cv_collected_size() bytes: one store behind the other.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_COLLECTED_H
#define CV_AGG_COLLECTED_H

#include "executor/tuptable.h"
#include "nodes/primnodes.h"

#include "aggregate/agg_chunks.h"
#include "aggregate/agg_flat.h"
#include "view/agg_info.h"

typedef struct CvCollectedSet CvCollectedSet;

/* Which call of which store. */
typedef struct CvCollectedResult
{
	int			store;
	int			aggno;
} CvCollectedResult;

/* in the current context; nothing is started before it is needed */
extern CvCollectedSet *cv_collected_set_create(void);
extern void cv_collected_set_end(CvCollectedSet *set);

/*
 * cv_collected_set_add -- outer_agg: arguments and filter are Vars of the row,
 * or constants; keys in direct arguments are external parameters.
 */
extern CvCollectedResult cv_collected_set_add(CvCollectedSet *set,
											  Aggref *outer_agg,
											  const CvAggInfo *info);

/* Those that are added from now on share no store with those before. */
extern void cv_collected_set_next_generation(CvCollectedSet *set);
extern void cv_collected_set_chunks(CvCollectedSet *set, CvChunks *chunks);
extern int cv_collected_count(const CvCollectedSet *set);
extern Size cv_collected_size(const CvCollectedSet *set);
extern Size cv_collected_memory(const CvCollectedSet *set);
extern void cv_collected_reset(CvCollectedSet *set);

/* microseconds that finishing has taken so far */
extern int64 cv_collected_finish_us(const CvCollectedSet *set);

extern void cv_collected_init(CvCollectedSet *set, char *state);

/* The hot path.  The current context is one that is reset with each row. */
extern void cv_collected_advance(CvCollectedSet *set, char *state,
								 TupleTableSlot *row);

/*
 * cv_collected_settle -- take out duplicates that DISTINCT allows to, if there
 * may be many; to be called before freeze and save.
 */
extern void cv_collected_settle(CvCollectedSet *set, char *state);

/*
 * cv_collected_finish -- run the aggregates of a store over its rows: their
 * results by aggno, valid until the next call for the same store.
 *
 * keys: of the group.
 */
extern TupleTableSlot *cv_collected_finish(CvCollectedSet *set, char *state,
										   int store, const Datum *keys,
										   const bool *keys_isnull);
extern void cv_collected_merge(CvCollectedSet *set, char *dst, char *src);
extern void cv_collected_copy(CvCollectedSet *set, char *dst, char *src);

extern void cv_collected_scratch_begin(CvCollectedSet *set);
extern void cv_collected_scratch_end(CvCollectedSet *set);

/* As cv_agg_unload() and cv_agg_drop(). */
extern void cv_collected_unload(CvCollectedSet *set, char *state,
								int64 window_end);
extern void cv_collected_drop(CvCollectedSet *set, char *state);

extern void cv_collected_freeze(CvCollectedSet *set, const char *state,
								StringInfo out);
extern void cv_collected_thaw(CvCollectedSet *set, char *state,
							  CvFlatReader *reader);

/* As cv_native_save() and cv_native_load(), store by store. */
extern bool cv_collected_save(CvCollectedSet *set, int store, const char *state,
							  StringInfo out);
extern void cv_collected_load(CvCollectedSet *set, int store, char *state,
							  CvFlatReader *reader);

#endif /* CV_AGG_COLLECTED_H */
