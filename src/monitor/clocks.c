/*-------------------------------------------------------------------------
 *
 * clocks.c
 *	  clocks(): the values of watermark_by, and which of them hold the
 *	  watermark.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "monitor/access.h"
#include "monitor/saved.h"
#include "output/clock_rows.h"

#define CLOCKS_NATTS	5

PG_FUNCTION_INFO_V1(cv_clocks);

typedef struct CvShownClocks
{
	ReturnSetInfo *rsinfo;
	Oid			results;
	FmgrInfo	output;			/* of the values' type */
	CvWatermark watermark;
} CvShownClocks;

static void show_clock(void *arg, const CvClock *clock);

/*
 * cv_clocks -- what the last flush saved, under the caller's snapshot: it goes
 * with watermark() in one statement.  SQL: clocks(view).
 */
Datum
cv_clocks(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_access_view(view);
	CvShownClocks shown = {0};
	CvViewSpec *spec;
	Oid			output;
	bool		is_varlena;

	/* values are data of the input, of a column that the view may not show */
	if (!cv_access_to_data(view))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	InitMaterializedSRF(fcinfo, 0);
	LockRelationOid(row->definition, AccessShareLock);
	spec = cv_view_load(view);
	if (spec == NULL || spec->clock_expr == NULL)
		return (Datum) 0;
	shown.rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	shown.results = row->results;
	shown.watermark.delay_us = spec->dials.watermark_delay_us;
	shown.watermark.is_set = cv_saved_watermark_us(view,
												   &shown.watermark.value);
	getTypeOutputInfo(exprType((Node *) spec->clock_expr), &output,
					  &is_varlena);
	fmgr_info(output, &shown.output);
	cv_clock_rows_visit(view, cv_clock_keys_create(spec->clock_expr),
						GetActiveSnapshot(), show_clock, &shown);
	return (Datum) 0;
}

static void
show_clock(void *arg, const CvClock *clock)
{
	CvShownClocks *shown = arg;
	Datum		values[CLOCKS_NATTS];
	bool		isnull[CLOCKS_NATTS] = {false};

	isnull[0] = clock->isnull;
	values[0] = clock->isnull ? (Datum) 0 :
		CStringGetTextDatum(OutputFunctionCall(&shown->output, clock->value));
	values[1] = cv_saved_time(clock->newest, shown->results);
	values[2] = TimestampTzGetDatum(clock->last_seen);
	values[3] = BoolGetDatum(clock->is_idle);
	values[4] = BoolGetDatum(!clock->is_idle &&
							 !cv_watermark_is_behind(&shown->watermark,
													 clock->newest));
	tuplestore_putvalues(shown->rsinfo->setResult, shown->rsinfo->setDesc,
						 values, isnull);
}
