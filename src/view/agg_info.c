/*-------------------------------------------------------------------------
 *
 * agg_info.c
 *	  What kind of state an aggregate call needs.
 *
 * Looks at the catalogs and at nothing else, so that CREATE can refuse by the
 * same rule by which the worker later works.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "parser/parse_agg.h"
#include "utils/fmgroids.h"
#include "utils/syscache.h"

#include "view/agg_info.h"

static const char *collected_why(const CvAggInfo *info, bool is_merged);
static bool keeps_rows(Oid transfn);

bool
cv_view_collects(const CvViewSpec *spec)
{
	bool		is_merged = cv_window_merges_states(&spec->window);
	ListCell   *lc;

	foreach(lc, spec->aggs)
	{
		if (cv_agg_info_get(lfirst_node(Aggref, lc), is_merged)->kind ==
			CV_AGG_COLLECTED)
			return true;
	}
	return false;
}

int
cv_view_row_count(const CvViewSpec *spec)
{
	for (int i = 0; i < cv_first_aggs(spec); i++)
	{
		Aggref	   *agg = list_nth(spec->aggs, i);

		if (IsA(agg, Aggref) && agg->aggfnoid == F_COUNT_ &&
			agg->aggfilter == NULL)
			return i;
	}
	return -1;
}

CvAggInfo *
cv_agg_info_get(Aggref *aggref, bool is_merged)
{
	CvAggInfo  *info = palloc0_object(CvAggInfo);
	Oid			argtypes[FUNC_MAX_ARGS];
	int			nargs;
	HeapTuple	tuple;
	Form_pg_aggregate form;

	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	form = (Form_pg_aggregate) GETSTRUCT(tuple);

	info->aggref = aggref;
	info->transfn = form->aggtransfn;
	info->finalfn = form->aggfinalfn;
	info->combinefn = form->aggcombinefn;
	info->serialfn = form->aggserialfn;
	info->deserialfn = form->aggdeserialfn;
	info->finalextra = form->aggfinalextra;
	info->finalmodify = form->aggfinalmodify;

	nargs = get_aggregate_argtypes(aggref, argtypes);
	info->transtype = resolve_aggregate_transtype(aggref->aggfnoid,
												  form->aggtranstype,
												  argtypes, nargs);
	ReleaseSysCache(tuple);

	info->collected_why = collected_why(info, is_merged);
	info->kind = info->collected_why ? CV_AGG_COLLECTED : CV_AGG_STATEFUL;
	return info;
}

/*
 * collected_why -- what makes the inputs themselves the state, or NULL.
 *
 * An internal state is a pointer: it can be kept only if it can be written
 * down and read back, and what is read back must never see a transition (see
 * agg_set.h), so it has to be combinable as well.
 */
static const char *
collected_why(const CvAggInfo *info, bool is_merged)
{
	Aggref	   *aggref = info->aggref;

	if (aggref->aggkind != AGGKIND_NORMAL)
		return "WITHIN GROUP";
	if (aggref->aggdistinct != NIL)
		return "DISTINCT";
	if (aggref->aggorder != NIL)
		return "ORDER BY";
	if (info->transtype == INTERNALOID &&
		!(OidIsValid(info->combinefn) && OidIsValid(info->serialfn) &&
		  OidIsValid(info->deserialfn)))
		return "a state that cannot be saved";
	if (keeps_rows(info->transfn))
		return "a state that has all its rows";
	if (is_merged && !OidIsValid(info->combinefn))
		return "no combine function";
	return NULL;
}

/*
 * keeps_rows -- is it array_agg() or string_agg()?
 *
 * Since 16 their states can be saved: all of it at each flush, and array_agg()
 * by the types' send functions, which not all have, and which convert texts to
 * the client's encoding.
 */
static bool
keeps_rows(Oid transfn)
{
	return transfn == F_ARRAY_AGG_TRANSFN ||
		transfn == F_ARRAY_AGG_ARRAY_TRANSFN ||
		transfn == F_STRING_AGG_TRANSFN ||
		transfn == F_BYTEA_STRING_AGG_TRANSFN;
}
