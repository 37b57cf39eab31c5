/*-------------------------------------------------------------------------
 *
 * columns.c
 *	  columns(): what the columns of a view are, and since when.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "funcapi.h"
#include "nodes/nodeFuncs.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "monitor/access.h"
#include "monitor/saved.h"
#include "view/added_columns.h"
#include "view/statement_text.h"

#define COLUMNS_NATTS	4

PG_FUNCTION_INFO_V1(cv_columns);

typedef struct UsedAggs
{
	const CvViewSpec *spec;
	int			newest;			/* generation; 0: that of CREATE */
	CvGenerationRow added;		/* the newest; complete_from: of all */
} UsedAggs;

static bool note_aggs(Node *node, UsedAggs *used);
static int	generation_of(const CvViewSpec *spec, const Node *agg);

/*
 * cv_columns -- SQL: columns(view).
 *
 * An output column is as new, and as complete, as the aggregates in it.
 */
Datum
cv_columns(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_access_view(view);
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	CvViewSpec *spec;
	ListCell   *lc;

	InitMaterializedSRF(fcinfo, 0);
	/* one that comes from a dump is looked at when it is taken up again */
	if (!cv_view_is_adopted(view))
		return (Datum) 0;
	LockRelationOid(row->definition, AccessShareLock);
	spec = cv_view_load(view);
	if (spec == NULL)
		return (Datum) 0;
	foreach(lc, spec->query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		UsedAggs	used = {spec, 0, {0, PG_INT64_MIN}};
		Datum		values[COLUMNS_NATTS];
		bool		isnull[COLUMNS_NATTS] = {false};

		if (tle->resjunk)
			continue;
		(void) note_aggs((Node *) tle->expr, &used);
		values[0] = CStringGetTextDatum(get_attname(view, tle->resno, false));
		values[1] = CStringGetTextDatum(cv_expression_text(spec, tle->expr));
		values[2] = TimestampTzGetDatum(used.added.added_at);
		isnull[2] = used.newest == 0;
		isnull[3] = used.added.complete_from == PG_INT64_MAX;
		values[3] = isnull[3] ? (Datum) 0 :
			cv_saved_time(used.added.complete_from, row->results);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 isnull);
	}
	return (Datum) 0;
}

static bool
note_aggs(Node *node, UsedAggs *used)
{
	int			generation;
	CvGenerationRow row = {0};

	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, note_aggs, used, 0);
	if (!IsA(node, Aggref))
		return expression_tree_walker(node, note_aggs, used);
	generation = generation_of(used->spec, node);
	if (generation <= 0 ||
		!cv_generation_row_lookup(used->spec->view, generation, &row))
		return false;
	if (generation > used->newest)
		used->added.added_at = row.added_at;
	used->newest = Max(used->newest, generation);
	used->added.complete_from = Max(used->added.complete_from,
									row.complete_from);
	return false;
}

/* -1: none of the view's */
static int
generation_of(const CvViewSpec *spec, const Node *agg)
{
	int			number = 0;
	int			generation = 0;
	ListCell   *lc;

	foreach(lc, spec->generations)
	{
		for (int i = 0; i < lfirst_int(lc); i++)
		{
			if (equal(list_nth(spec->aggs, number++), agg))
				return generation;
		}
		generation++;
	}
	return -1;
}
