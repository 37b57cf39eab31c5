/*-------------------------------------------------------------------------
 *
 * view_generations.c
 *	  The order of a view's aggregates, once OR REPLACE has added some.
 *
 * Columns of the result table and transitions within cv_state follow the
 * order of aggregates, which is that of their first appearance in the query.
 * What rests in tables must keep its place when the query changes, so then
 * the order is written down:
 *
 *	SELECT window_start, max(v) / sum(v) AS r, ... GROUP BY ...
 *
 * which was made with sum(v) alone, and got max(v) later, is stored in the
 * hidden view as
 *
 *	SELECT lower(tumble(...)), max(v) / sum(v) AS r,
 *		   ROW(ROW(sum(v)), ROW(max(v))) IS NULL AS cv_aggregates
 *
 * A generation is what one OR REPLACE has added; the first one is that of
 * CREATE.  An aggregate that the query no longer uses stays.  The value of the
 * column means nothing, and nobody computes it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "utils/lsyscache.h"

#include "view/view_generations.h"
#include "view/view_hidden.h"

static List *generations_of(const CvViewSpec *spec);
static RowExpr *make_row(List *exprs);
static RowExpr *row_of(TargetEntry *tle);

void
cv_generations_check_names(Query *query)
{
	if (cv_hidden_column_find(query, CV_AGGREGATES_COLUMN) != NULL)
		cv_generations_check_name(CV_AGGREGATES_COLUMN);
}

void
cv_generations_check_name(const char *name)
{
	if (strcmp(name, CV_AGGREGATES_COLUMN) != 0)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_RESERVED_NAME),
			 errmsg("column name \"%s\" is reserved in a continuous view",
					CV_AGGREGATES_COLUMN)));
}

void
cv_generations_add(Query *query, const CvViewSpec *old, List *added,
				   int place)
{
	List	   *generations = generations_of(old);
	NullTest   *test = makeNode(NullTest);

	if (added != NIL)
		generations = lappend(generations, make_row(added));
	test->arg = (Expr *) make_row(generations);
	test->nulltesttype = IS_NULL;
	test->argisrow = true;
	test->location = -1;
	cv_hidden_column_add(query, CV_AGGREGATES_COLUMN, (Expr *) test, place);
	query->hasAggs |= old->aggs != NIL || added != NIL;
}

/* of RowExpr */
static List *
generations_of(const CvViewSpec *spec)
{
	List	   *rows = NIL;
	int			first = 0;
	ListCell   *lc;

	foreach(lc, spec->generations)
	{
		List	   *aggs = list_copy_tail(spec->aggs, first);

		rows = lappend(rows, make_row(list_truncate(aggs, lfirst_int(lc))));
		first += lfirst_int(lc);
	}
	return rows;
}

static RowExpr *
make_row(List *exprs)
{
	RowExpr    *row = makeNode(RowExpr);

	row->args = copyObject(exprs);
	row->row_typeid = RECORDOID;
	row->row_format = COERCE_EXPLICIT_CALL;
	for (int i = 1; i <= list_length(exprs); i++)
		row->colnames = lappend(row->colnames, makeString(psprintf("f%d", i)));
	row->location = -1;
	return row;
}

bool
cv_generations_take(CvViewSpec *spec)
{
	TargetEntry *tle = cv_hidden_column_find(spec->query,
											 CV_AGGREGATES_COLUMN);
	RowExpr    *row = row_of(tle);
	ListCell   *lc;

	if (row == NULL)
		return false;
	spec->aggs = spec->generations = NIL;
	foreach(lc, row->args)
	{
		List	   *aggs = castNode(RowExpr, lfirst(lc))->args;

		spec->aggs = list_concat(spec->aggs, copyObject(aggs));
		spec->generations = lappend_int(spec->generations, list_length(aggs));
	}
	cv_hidden_column_remove(spec->query, tle);
	return true;
}

/* NULL if the target is no list of aggregates */
static RowExpr *
row_of(TargetEntry *tle)
{
	NullTest   *test = tle ? (NullTest *) tle->expr : NULL;
	ListCell   *lc;

	if (test == NULL || !IsA(test, NullTest) || !IsA(test->arg, RowExpr) ||
		((RowExpr *) test->arg)->args == NIL)
		return NULL;
	foreach(lc, ((RowExpr *) test->arg)->args)
	{
		ListCell   *lc_agg;

		if (!IsA(lfirst(lc), RowExpr))
			return NULL;
		foreach(lc_agg, ((RowExpr *) lfirst(lc))->args)
		{
			if (!IsA(lfirst(lc_agg), Aggref))
				return NULL;
		}
	}
	return (RowExpr *) test->arg;
}

AttrNumber
cv_generations_place(const CvViewRow *row)
{
	return get_attnum(row->definition, CV_AGGREGATES_COLUMN);
}
