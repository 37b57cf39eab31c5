/*-------------------------------------------------------------------------
 *
 * recompute.c
 *	  Windows computed anew from the rows that are still there.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "worker/recompute.h"

static void recompute_added(Oid view, int first_agg, CvRecomputed *result);

void
cv_recompute_init(void)
{
	cv_view_recompute_hook = recompute_added;
}

static void
recompute_added(Oid view, int first_agg, CvRecomputed *result)
{
	CvRecomputeRange range = {PG_INT64_MIN, PG_INT64_MAX, first_agg};

	cv_recompute(view, &range, result);
}

void
cv_recompute(Oid view, const CvRecomputeRange *range, CvRecomputed *result)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot recompute")));
}
