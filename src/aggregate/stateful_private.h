/*-------------------------------------------------------------------------
 *
 * stateful_private.h
 *	  What the files of the stateful aggregates share.
 *
 *	agg_stateful.c		transitions, results, merging
 *	agg_stateful_rest.c	copies, and to rest and back
 *
 * No other file includes this.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATEFUL_PRIVATE_H
#define CV_STATEFUL_PRIVATE_H

#include "executor/nodeAgg.h"

#include "aggregate/agg_stateful.h"

/* A state of type internal at rest; bytes = NULL: it has seen no rows. */
typedef struct Kept
{
	struct varlena *bytes;
	void	   *live;			/* the same, not serialised, or NULL */
} Kept;

typedef struct StatefulTrans
{
	AggStatePerTrans pertrans;
	const CvAggInfo *info;
	int			column;
	bool		is_internal;
	int			kept;			/* which Kept, if it is */
	FmgrInfo	combine;		/* these: fn_oid not valid = not yet set up */
	FmgrInfo	serial;
	FmgrInfo	deserial;
	bool		is_sent;		/* saved by send, loaded by receive */
	FmgrInfo	send;
	FmgrInfo	receive;
	Oid			receive_param;
} StatefulTrans;

/* State area: AggStatePerGroupData[count], Kept[nkept] */
struct CvStatefulSet
{
	MemoryContext context;		/* of this struct */
	AggState   *aggstate;
	ExprContext *states;		/* aggstate's own */
	ExprContext *scratch;		/* in its place between scratch_begin and _end */
	ExprContext *work;			/* in its place for one call */
	ExprState  *program;
	bool	   *final_changes;	/* per aggno: the function may write */
	int			count;
	int			nkept;
	StatefulTrans *trans;
};

/* as it is before the first row; the context is the one for states */
extern void cv_stateful_init_group(CvStatefulSet *set, StatefulTrans *trans,
								   AggStatePerGroup group);

/* an internal state as bytes, in the current context; NULL: has no rows */
extern struct varlena *cv_stateful_serialize(CvStatefulSet *set,
											 StatefulTrans *trans,
											 Datum live);
extern void cv_stateful_merge_kept(CvStatefulSet *set, StatefulTrans *trans,
								   Kept *dst, const Kept *src);
extern struct varlena *cv_stateful_copy_bytes(const struct varlena *bytes);
extern void cv_stateful_release_value(const StatefulTrans *trans, Datum value);

static inline Kept *
get_kept(const CvStatefulSet *set, const char *state,
		 const StatefulTrans *trans)
{
	const char *first = state + set->count * sizeof(AggStatePerGroupData);

	return &((Kept *) unconstify(char *, first))[trans->kept];
}

#endif							/* CV_STATEFUL_PRIVATE_H */
