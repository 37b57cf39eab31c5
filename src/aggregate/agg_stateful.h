/*-------------------------------------------------------------------------
 *
 * agg_stateful.h
 *	  Aggregates by their own transition functions: nodeAgg, borrowed.
 *
 * All functions take the state area of a group, of cv_stateful_size() bytes;
 * what it points to lives in cv_stateful_context().
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_STATEFUL_H
#define CV_AGG_STATEFUL_H

#include "nodes/execnodes.h"

#include "aggregate/agg_flat.h"
#include "aggregate/agg_plan.h"

typedef struct CvStatefulSet CvStatefulSet;

/* of the node that cv_stateful_plan_node() made, once it is started */
extern CvStatefulSet *cv_stateful_set_create(CvStatefulPlan *plan,
											 AggState *aggstate);
extern int	cv_stateful_count(const CvStatefulSet *set);
extern Size cv_stateful_size(const CvStatefulSet *set);
extern MemoryContext cv_stateful_context(const CvStatefulSet *set);
extern void cv_stateful_reset(CvStatefulSet *set);

extern void cv_stateful_init(CvStatefulSet *set, char *state);
extern void cv_stateful_advance(CvStatefulSet *set, char *state,
								TupleTableSlot *row);

/*
 * cv_stateful_settle -- bring internal states to rest: into their bytes.
 *
 * To be called before finish, freeze, save and merge (on both sides).
 */
extern void cv_stateful_settle(CvStatefulSet *set, char *state);

/* in the current context */
extern Datum cv_stateful_finish(CvStatefulSet *set, char *state, int aggno,
								bool *isnull);
extern void cv_stateful_merge(CvStatefulSet *set, char *dst, char *src);

/* dst is a state of its own then; src need not be settled */
extern void cv_stateful_copy(CvStatefulSet *set, char *dst, const char *src);
extern void cv_stateful_release(CvStatefulSet *set, char *state);

/* Between these, cv_stateful_context() is another one, emptied at the end. */
extern void cv_stateful_scratch_begin(CvStatefulSet *set);
extern void cv_stateful_scratch_end(CvStatefulSet *set);

extern void cv_stateful_freeze(CvStatefulSet *set, const char *state,
							   StringInfo out);
extern void cv_stateful_thaw(CvStatefulSet *set, char *state,
							 CvFlatReader *reader);

/* As cv_native_save() and cv_native_load(). */
extern bool cv_stateful_save(CvStatefulSet *set, int trans, const char *state,
							 StringInfo out);
extern void cv_stateful_load(CvStatefulSet *set, int trans, char *state,
							 const Datum *values, const bool *isnull,
							 CvFlatReader *reader);

#endif							/* CV_AGG_STATEFUL_H */
