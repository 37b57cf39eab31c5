/*-------------------------------------------------------------------------
 *
 * agg_native.h
 *	  Aggregates with a state of fixed size, computed without any call.
 *
 * A CvNativeSet holds one transition for each distinct (kind, argument,
 * filter); sum and avg of one column share it.  All functions take the state
 * area of a group, of cv_native_size() bytes.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_NATIVE_H
#define CV_AGG_NATIVE_H

#include "executor/tuptable.h"
#include "nodes/primnodes.h"

#include "aggregate/agg_flat.h"
#include "input/input_block.h"

typedef struct CvNativeSet CvNativeSet;

/* What an aggregate call takes from its transition. */
typedef struct CvNativeResult
{
	int			trans;
	bool		is_avg;
} CvNativeResult;

/* context: for sums that have outgrown their fixed size */
extern CvNativeSet *cv_native_set_create(MemoryContext context);

/* the same, from now on; gives back what was set before */
extern MemoryContext cv_native_set_context(CvNativeSet *set,
										   MemoryContext context);

/*
 * cv_native_set_add -- false if the call is none of ours.
 *
 * outer_agg: argument and filter are Vars of the row; column: which of the
 * aggregates it is.
 */
extern bool cv_native_set_add(CvNativeSet *set, Aggref *outer_agg, int column,
							  CvNativeResult *result);

/* Those that are added from now on share no transition with those before. */
extern void cv_native_set_next_generation(CvNativeSet *set);
extern int	cv_native_count(const CvNativeSet *set);
extern Size cv_native_size(const CvNativeSet *set);

extern void cv_native_init(const CvNativeSet *set, char *state);
extern void cv_native_advance(const CvNativeSet *set, char *state,
							  TupleTableSlot *row);

/*
 * cv_native_advance_rows -- add some rows of a block, rows[i] to states[i], in
 * this order.
 */
extern void cv_native_advance_rows(const CvNativeSet *set,
								   char *const *states,
								   const CvRowBlock *block, const int *rows,
								   int nrows);

/* in the current context */
extern Datum cv_native_finish(const CvNativeSet *set, const char *state,
							  CvNativeResult result, bool *isnull);
extern void cv_native_merge(const CvNativeSet *set, char *dst,
							const char *src);
extern void cv_native_copy(const CvNativeSet *set, char *dst,
						   const char *src);
extern void cv_native_release(const CvNativeSet *set, char *state);

extern void cv_native_freeze(const CvNativeSet *set, const char *state,
							 StringInfo out);
extern void cv_native_thaw(const CvNativeSet *set, char *state,
						   CvFlatReader *reader);

/*
 * What the columns do not say, transition by transition: save appends it, or
 * returns false if there is nothing to append.  load gets reader = NULL then.
 */
extern bool cv_native_save(const CvNativeSet *set, int trans,
						   const char *state, StringInfo out);
extern void cv_native_load(const CvNativeSet *set, int trans, char *state,
						   const Datum *values, const bool *isnull,
						   CvFlatReader *reader);

#endif							/* CV_AGG_NATIVE_H */
