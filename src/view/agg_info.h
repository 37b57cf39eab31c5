/*-------------------------------------------------------------------------
 *
 * agg_info.h
 *	  What kind of state an aggregate call needs.
 *
 * Here, not in aggregate/, because CREATE refuses by it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_INFO_H
#define CV_AGG_INFO_H

#include "nodes/primnodes.h"

#include "view/view_spec.h"

typedef enum CvAggKind
{
	CV_AGG_STATEFUL,			/* plain transition type, or internal with
								 * combine, serial and deserial functions */
	CV_AGG_COLLECTED			/* DISTINCT, ORDER BY, ordered-set, internal
								 * without serial, or no combine function
								 * where states are merged: the inputs are the
								 * state */
} CvAggKind;

/* Everything of pg_aggregate that we use, with polymorphic types resolved. */
typedef struct CvAggInfo
{
	Aggref	   *aggref;
	CvAggKind	kind;
	Oid			transfn;
	Oid			finalfn;		/* InvalidOid: the state is the result */
	Oid			combinefn;
	Oid			serialfn;
	Oid			deserialfn;
	Oid			transtype;		/* resolved */
	bool		finalextra;
	char		finalmodify;
	const char *collected_why;	/* COLLECTED: "DISTINCT", "ORDER BY", ... */
} CvAggInfo;

/*
 * cv_agg_info_get -- only looks at the catalogs.
 *
 * is_merged: groups are parts that grow together (cv_window_merges_states()).
 * Result in the current memory context.
 */
extern CvAggInfo *cv_agg_info_get(Aggref *aggref, bool is_merged);

/* cv_view_collects -- has the view collected aggregates, so a table of them? */
extern bool cv_view_collects(const CvViewSpec *spec);

/* Which of the aggregates of CREATE is count(*)?  -1: none. */
extern int	cv_view_row_count(const CvViewSpec *spec);

#endif							/* CV_AGG_INFO_H */
