/*-------------------------------------------------------------------------
 *
 * agg_set.h
 *	  The aggregates of a view, for one batch: run its input plan, and carry
 *	  the states of groups from rest to motion and back.
 *
 * An Agg node is put over the input plan and started, never run: rows are
 * pulled from the plan below it, and the transition program that the node has
 * compiled is pointed at our groups (stateful aggregates), or the value is
 * added to a fixed-size state without any function call (native ones, see
 * agg_native.c), or it is kept as it is (collected ones, see agg_collected.c).
 *
 * A state in motion is a piece of memory of cv_agg_state_size() bytes,
 * MAXALIGNed, that belongs to the caller; what it points to lives in the
 * set's own context until cv_agg_set_reset_states() or the set's end.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_SET_H
#define CV_AGG_SET_H

#include "executor/tuptable.h"
#include "aggregate/agg_chunks.h"
#include "input/input_block.h"
#include "lib/stringinfo.h"
#include "nodes/plannodes.h"
#include "utils/snapshot.h"

typedef struct CvAggSet CvAggSet;

/*
 * cv_agg_set_begin -- start the executor over the input plan.
 *
 * outer_aggs: from cv_input_query_build(); generations: CvViewSpec's;
 * is_merged: as in agg_info.h.  Checks privileges as any query does.  Lives in a
 * child of the current memory context.
 */
extern CvAggSet *cv_agg_set_begin(PlannedStmt *input_plan, List *outer_aggs,
								  List *generations, bool is_merged,
								  Snapshot snapshot);
extern void cv_agg_set_end(CvAggSet *set);

/* is this one a state of fixed size, added to without any call? */
extern bool cv_agg_set_is_native(const CvAggSet *set, int agg);

/* cv_agg_set_first -- aggregates before this one are not finished: NULL. */
extern void cv_agg_set_first(CvAggSet *set, int first);

/*
 * cv_agg_set_chunks -- where collected inputs rest that are too many for a
 * row; to be set before a state is loaded.  Without it they all stay in rows.
 */
extern void cv_agg_set_chunks(CvAggSet *set, CvChunks *chunks);

/*
 * cv_agg_unload -- before a state is frozen and saved: collected inputs beyond
 * a few kB are moved to chunks, as those of a group that ends at window_end.
 * cv_agg_finish() may be called before, not after.
 */
extern void cv_agg_unload(CvAggSet *set, void *state, int64 window_end);

/* cv_agg_drop -- the state's group is gone: so are its chunks. */
extern void cv_agg_drop(CvAggSet *set, void *state);

/*
 * cv_agg_collected_us -- microseconds that finishing collected aggregates has
 * taken so far, -1 if the view has none.
 */
extern int64 cv_agg_collected_us(const CvAggSet *set);

/* The next row of the input query, or NULL. Valid until the next call. */
extern TupleTableSlot *cv_agg_set_next_row(CvAggSet *set);

/*
 * cv_agg_set_next_block -- the same, page by page, if cv_agg_set_gives_blocks():
 * a plain input query and native aggregates.  Valid until the next call.
 *
 * cv_agg_advance_rows -- add rows of the block, rows[i] to states[i].
 */
extern bool cv_agg_set_gives_blocks(const CvAggSet *set);
extern const CvRowBlock *cv_agg_set_next_block(CvAggSet *set);
extern void cv_agg_advance_rows(CvAggSet *set, char *const *states,
								const CvRowBlock *block, const int *rows,
								int nrows);

extern Size cv_agg_state_size(const CvAggSet *set);

/* A state that has seen no rows. */
extern void cv_agg_init(CvAggSet *set, void *state);

/* Add one row (as cv_agg_set_next_row() gave it). The hot path. */
extern void cv_agg_advance(CvAggSet *set, void *state, TupleTableSlot *row);

/*
 * cv_agg_finish -- the results of all aggregates of the group with these keys
 * (those of spec->keys; direct arguments may name them).
 *
 * The state stays usable.  By-reference results live in the per-tuple context
 * that cv_agg_result_context() names; the caller resets it.
 */
extern void cv_agg_finish(CvAggSet *set, void *state, const Datum *keys,
						  const bool *keys_isnull, Datum *values, bool *isnull);
extern MemoryContext cv_agg_result_context(CvAggSet *set);

/*
 * cv_agg_finish_part -- the same for a state that is not a result, but part of
 * some: NULL for what cv_agg_load() does not need, and no final function is
 * called.
 */
extern void cv_agg_finish_part(CvAggSet *set, void *state,
							   Datum *values, bool *isnull);

/*
 * At rest in memory: flat bytes, all of the state, no pointers.  May grow out;
 * freeze appends at 8-byte alignment to out->data.  The state in motion is
 * used up by freezing (stateful ones with transtype internal are combined).
 * cv_agg_finish() may be called before, not after.
 */
extern void cv_agg_freeze(CvAggSet *set, void *state, StringInfo out);
extern void cv_agg_thaw(CvAggSet *set, void *state, const char *data, Size len);

/*
 * At rest in a row: what the values of the aggregates' columns do not say, as
 * bytea (versioned), or SQL NULL if they say it all.  values/isnull are what
 * cv_agg_finish() or cv_agg_finish_part() gave for this very state, in the same
 * order.
 */
extern void cv_agg_save(CvAggSet *set, void *state,
						const Datum *values, const bool *isnull,
						Datum *saved, bool *saved_isnull);
extern void cv_agg_load(CvAggSet *set, void *state,
						const Datum *values, const bool *isnull,
						Datum saved, bool saved_isnull);

/*
 * cv_agg_merge -- add the rows of src to dst, as if fed behind its own.
 * src stays usable.  (Sessions and slices; every kind here can do it.)
 */
extern void cv_agg_merge(CvAggSet *set, void *dst, void *src);

/*
 * cv_agg_copy -- dst, not initialised, becomes a state of its own that equals
 * src; src stays usable.
 */
extern void cv_agg_copy(CvAggSet *set, void *dst, void *src);

/* cv_agg_release -- free what the state points to; it is void then. */
extern void cv_agg_release(CvAggSet *set, void *state);

/*
 * Scratch: states that are copied, thawed or loaded between begin and end are
 * void after the end, and what they point to is freed.  States from before may
 * be copied meanwhile, and nothing else.  Does not nest.
 */
extern void cv_agg_scratch_begin(CvAggSet *set);
extern void cv_agg_scratch_end(CvAggSet *set);

/* Forget all states in motion: frees what they point to. */
extern void cv_agg_set_reset_states(CvAggSet *set);

/* Memory that states in motion point to, bytes. */
extern Size cv_agg_set_memory(const CvAggSet *set);

#endif							/* CV_AGG_SET_H */
