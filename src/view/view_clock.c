/*-------------------------------------------------------------------------
 *
 * view_clock.c
 *	  The column that watermark_by names, in the query of a view.
 *
 *	SELECT window_start, sum(v) FROM t GROUP BY tumble(ts, '5 minutes')
 *
 * WITH (watermark_by = device) is stored in the hidden view as
 *
 *	SELECT lower(tumble(...)), sum(v), count(t.device) AS cv_watermark_by
 *	  FROM t GROUP BY tumble(...)
 *
 * so that the column is renamed, kept from being dropped, dumped and restored
 * with it.  The option itself says what the column was called at creation.
 * Whoever analyses the hidden view sees the query without it.
 *
 * The last column, until OR REPLACE adds some: they can only come behind.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "view/view_clock.h"
#include "view/view_hidden.h"

PG_FUNCTION_INFO_V1(cv_watermark_column);

void
cv_clock_column_add(Query *query, const char *column, int place)
{
	Index		rti = cv_hidden_input_rti(query);
	AttrNumber	attnum;

	if (rti == 0)
		return;
	attnum = cv_hidden_input_column(query, rti, column, "watermark_by");
	cv_hidden_count_add(query, CV_CLOCK_COLUMN, rti, attnum, "watermark_by",
						place);
}

void
cv_clock_column_take(CvViewSpec *spec)
{
	TargetEntry *tle;
	Var		   *column;

	spec->clock_expr = NULL;
	if (spec->dials.watermark_by == NULL)
		return;
	tle = cv_hidden_column_find(spec->query, CV_CLOCK_COLUMN);
	column = cv_hidden_counted(tle);
	if (column == NULL || column->varno != spec->input_rti)
		elog(ERROR, "query of a continuous view has no column %s",
			 CV_CLOCK_COLUMN);
	spec->clock_expr = (Expr *) copyObject(column);
	cv_hidden_column_remove(spec->query, tle);
}

AttrNumber
cv_clock_column_place(const CvViewRow *row)
{
	CvDials		dials;

	cv_dials_parse(row->options, &dials);
	return dials.watermark_by ?
		get_attnum(row->definition, CV_CLOCK_COLUMN) : 0;
}

/*
 * cv_watermark_column -- what the column is called now; NULL if there is none.
 *
 * SQL: watermark_column(view).  Shown for all views, so that a restored one
 * that is not what it should be is no error.
 */
Datum
cv_watermark_column(PG_FUNCTION_ARGS)
{
	char	   *name =
		cv_hidden_counted_name(cv_view_catalog_lookup(PG_GETARG_OID(0)),
							   CV_CLOCK_COLUMN);

	if (name == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(name));
}
