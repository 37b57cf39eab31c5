/*-------------------------------------------------------------------------
 *
 * lateness.c
 *	  lateness(): how late rows come, and what waiting for them costs.
 *
 * Of a continuous view the worker counts that while it reads, see
 * base/delays.h.  Of a table it is read from the WAL, see lateness_table.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "monitor/access.h"
#include "monitor/lateness.h"

#define LATENESS_NATTS	7

/* the median of when windows close is what a delay is added to */
#define MEDIAN			5000

PG_FUNCTION_INFO_V1(cv_lateness);

static void load_delays_of_view(Oid view, CvDelays *delays);
static void put_percentile(ReturnSetInfo *rsinfo, const CvDelays *delays,
						   int per_10000, const char *percent);
static Datum interval_datum(int64 us);

/* SQL: lateness(relation, time_column) */
Datum
cv_lateness(PG_FUNCTION_ARGS)
{
	static const struct
	{
		int			per_10000;
		const char *percent;
	}			rows[] = {
		{5000, "50"}, {9000, "90"}, {9900, "99"},
		{9990, "99.9"}, {9999, "99.99"}, {10000, "100"}
	};
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	CvDelays   *delays;
	Oid			relid;
	char	   *column;

	InitMaterializedSRF(fcinfo, 0);
	cv_check_layout(rsinfo->setDesc, LATENESS_NATTS);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	relid = PG_GETARG_OID(0);
	column = PG_ARGISNULL(1) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(1));
	delays = palloc(sizeof(CvDelays));
	if (!cv_is_continuous_view(relid))
		cv_lateness_of_table(relid, column, delays);
	else if (column == NULL)
		load_delays_of_view(relid, delays);
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot choose the time column of continuous view \"%s\"",
						get_rel_name(relid)),
				 errhint("Leave the column out: a view goes by the time that its windows go by.")));
	for (int i = 0; i < lengthof(rows); i++)
		put_percentile(rsinfo, delays, rows[i].per_10000, rows[i].percent);
	return (Datum) 0;
}

/* load_delays_of_view -- since = 0: no worker follows it. */
static void
load_delays_of_view(Oid view, CvDelays *delays)
{
	CvViewSlot *slot;

	(void) cv_access_to_read(view);
	cv_check_preloaded();
	cv_delays_clear(delays, 0);
	LWLockAcquire(cv_shared->lock, LW_SHARED);
	slot = cv_view_slot_lookup(MyDatabaseId, view);
	if (slot != NULL)
		memcpy(delays, cv_view_slot_delays(slot), sizeof(CvDelays));
	LWLockRelease(cv_shared->lock);
}

static void
put_percentile(ReturnSetInfo *rsinfo, const CvDelays *delays, int per_10000,
			   const char *percent)
{
	Datum		values[LATENESS_NATTS] = {0};
	bool		isnull[LATENESS_NATTS] = {false};
	uint64		behind = 0;
	bool		is_empty = delays->disorder.count == 0;
	int64		watermark_delay =
		cv_delay_percentile(&delays->disorder, per_10000, &behind);
	uint64		ignored;

	values[0] = DirectFunctionCall3(numeric_in, CStringGetDatum(percent),
									ObjectIdGetDatum(InvalidOid),
									Int32GetDatum(-1));
	isnull[1] = isnull[2] = isnull[3] = is_empty;
	isnull[4] = is_empty || delays->closing.count == 0;
	isnull[6] = delays->since == 0;
	values[5] = Int64GetDatum((int64) delays->arrival.count);
	values[6] = TimestampTzGetDatum(delays->since);
	if (!is_empty)
	{
		values[1] = interval_datum(cv_delay_percentile(&delays->arrival,
													   per_10000, &ignored));
		values[2] = interval_datum(watermark_delay);
		values[3] = Int64GetDatum((int64) behind);
	}
	if (!isnull[4])
		values[4] = interval_datum(watermark_delay +
								   cv_delay_percentile(&delays->closing,
													   MEDIAN, &ignored));
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, isnull);
}

static Datum
interval_datum(int64 us)
{
	Interval   *interval = palloc0(sizeof(Interval));

	interval->day = us / USECS_PER_DAY;
	interval->time = us % USECS_PER_DAY;
	return IntervalPGetDatum(interval);
}
