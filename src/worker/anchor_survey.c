/*-------------------------------------------------------------------------
 *
 * anchor_survey.c
 *	  What of a restored view's results do the rows at hand not cover?
 *
 * What was restored is read twice.  First it is compared with the rows that
 * were measured: the last window that has lost rows says where those that count
 * begin.  Then it is seen which windows start before.  See batch_anchor.c.
 *
 * What others read of the results stays as it is, whatever the rows say.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/tableam.h"
#include "miscadmin.h"
#include "nodes/primnodes.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/settings.h"
#include "view/agg_info.h"
#include "view/result_columns.h"
#include "view/view_catalog.h"
#include "window/window.h"
#include "worker/anchor_rows.h"
#include "worker/anchor_survey.h"
#include "worker/batch_fill.h"
#include "worker/batch_sessions.h"

/* What was restored, seen twice. */
typedef struct Survey
{
	CvBatch    *batch;
	bool		is_second;		/* then from is known */
	int64		from;
	AttrNumber	state_att;		/* where fillers are told by it, or 0 */
	AttrNumber	count_att;		/* of count(*), or 0 */
	HTAB	   *counts;			/* of windows: NULL if they are not counted */

	bool		has_lost;		/* a window has no rows any more */
	int64		lost_end;		/* the last of those */
	bool		has_results;
	int64		results_end;	/* the last end in the result table */
	bool		has_kept;		/* seen the second time */
	int64		kept_end;
} Survey;

/* How many rows a restored window has, of all keys. */
typedef struct WindowCount
{
	CvBounds	window;			/* hash key */
	int64		count;
} WindowCount;

static void survey_table(Survey *survey, Oid relid);
static HTAB *create_counts(CvBatch *batch);
static bool is_measured(const Survey *survey);
static void add_count(Survey *survey, TupleTableSlot *row);
static void compare_counts(Survey *survey);
static void note_lost(Survey *survey, int64 end);
static void survey_row(Survey *survey, Oid relid, int64 start, int64 end);

void
cv_anchor_choose_kept(CvBatch *batch)
{
	CvViewSpec *spec = batch->spec;
	CvAnchor   *anchor = &batch->position->anchor;
	CvAnchorRows *rows = batch->follower->anchor_rows;
	bool		is_followed = cv_view_catalog_list_by_input(spec->results) != NIL;
	Survey		survey = {.batch = batch, .from = PG_INT64_MIN};

	cv_anchor_rows_sort(rows);
	survey.counts = create_counts(batch);
	survey_table(&survey, spec->results);
	survey_table(&survey, spec->state);
	compare_counts(&survey);
	/* what retention has removed does not tell of rows that were lost */
	if (survey.has_lost ||
		(spec->dials.retention != NULL && !is_measured(&survey)))
		survey.from = cv_anchor_rows_first(rows, survey.has_lost ?
										   survey.lost_end : PG_INT64_MIN);
	/* what others have read of it stays as it is */
	if (is_followed && cv_batch_is_session(batch))
		survey.from = PG_INT64_MAX;

	survey.is_second = true;
	survey_table(&survey, spec->results);
	survey_table(&survey, spec->state);
	if (is_followed && survey.has_results)
	{
		survey.kept_end = survey.has_kept ?
			Max(survey.kept_end, survey.results_end) : survey.results_end;
		survey.has_kept = true;
	}
	anchor->from = survey.from;
	anchor->has_kept = survey.has_kept;
	anchor->kept = survey.kept_end;
}

static void
survey_table(Survey *survey, Oid relid)
{
	const CvViewSpec *spec = survey->batch->spec;
	Relation	rel;
	Snapshot	snapshot;
	TupleTableSlot *row;
	TableScanDesc scan;

	if (!OidIsValid(relid))
		return;
	rel = table_open(relid, NoLock);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	row = table_slot_create(rel, NULL);
	scan = table_beginscan(rel, snapshot, 0, NULL);
	survey->state_att = spec->dials.fill == CV_FILL_NONE ? 0 :
		cv_result_columns(RelationGetDescr(rel), spec)
		[CV_ATT_STATE(survey->batch->nkeys, survey->batch->naggs) - 1];
	survey->count_att = survey->is_second || survey->counts == NULL ||
		(survey->batch->is_sliced && relid == spec->state) ? 0 :
		cv_result_columns(RelationGetDescr(rel), spec)
		[CV_ATT_FIRST_AGG(survey->batch->nkeys) - 1 + cv_view_row_count(spec)];
	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		Datum		saved = (Datum) 0;
		bool		is_null = true;

		CHECK_FOR_INTERRUPTS();
		if (survey->state_att > 0)
			saved = slot_getattr(row, survey->state_att, &is_null);
		slot_getsomeattrs(row, CV_ATT_WINDOW_END);
		if (survey->count_att > 0)
			add_count(survey, row);
		if (!cv_is_filler_state(saved, is_null))
			survey_row(survey, relid,
					   DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]),
					   DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]));
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	UnregisterSnapshot(snapshot);
	table_close(rel, NoLock);
}

/*
 * create_counts -- if there is a count(*), a window that has lost only some of
 * its rows is found by it.  Sessions are by their first row, see survey_row().
 */
static HTAB *
create_counts(CvBatch *batch)
{
	HASHCTL		ctl = {
		.keysize = sizeof(CvBounds),
		.entrysize = sizeof(WindowCount),
		.hcxt = CurrentMemoryContext,
	};

	if (cv_batch_is_session(batch) || cv_view_row_count(batch->spec) < 0)
		return NULL;
	return hash_create("rows of restored windows", 1024, &ctl,
					   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* is_measured -- would the oldest window be found if it has lost some rows? */
static bool
is_measured(const Survey *survey)
{
	const CvBatch *batch = survey->batch;

	return cv_batch_is_session(batch) ||
		(survey->counts != NULL &&
		 cv_anchor_rows_is_exact(batch->follower->anchor_rows) &&
		 !(batch->is_sliced && OidIsValid(batch->spec->state)));
}

static void
add_count(Survey *survey, TupleTableSlot *row)
{
	CvBounds	window = {
		DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]),
		DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1])
	};
	bool		is_null;
	Datum		count = slot_getattr(row, survey->count_att, &is_null);
	bool		found;
	WindowCount *entry;

	if (survey->counts == NULL)
		return;
	entry = hash_search(survey->counts, &window, HASH_ENTER, &found);
	if (!found)
		entry->count = 0;
	if (!is_null)
		entry->count += DatumGetInt64(count);
	if (hash_get_num_entries(survey->counts) * (sizeof(WindowCount) + 24) <=
		(Size) cv_batch_memory_kb * 1024)
		return;
	/* too many: go by windows without any row */
	hash_destroy(survey->counts);
	survey->counts = NULL;
}

static void
compare_counts(Survey *survey)
{
	HASH_SEQ_STATUS status;
	WindowCount *entry;

	if (survey->counts == NULL)
		return;
	hash_seq_init(&status, survey->counts);
	while ((entry = hash_seq_search(&status)) != NULL)
		if (entry->count >
			cv_anchor_rows_count(survey->batch->follower->anchor_rows,
								 entry->window.start, entry->window.end))
			note_lost(survey, entry->window.end);
}

static void
note_lost(Survey *survey, int64 end)
{
	survey->lost_end = survey->has_lost ? Max(survey->lost_end, end) : end;
	survey->has_lost = true;
}

static void
survey_row(Survey *survey, Oid relid, int64 start, int64 end)
{
	const CvAnchorRows *rows = survey->batch->follower->anchor_rows;
	bool		is_state = relid == survey->batch->spec->state;

	if (survey->is_second)
	{
		if (start >= survey->from)
			return;
		survey->kept_end = survey->has_kept ? Max(survey->kept_end, end) : end;
		survey->has_kept = true;
		return;
	}
	if (!is_state)
	{
		survey->results_end = survey->has_results ?
			Max(survey->results_end, end) : end;
		survey->has_results = true;
	}
	/* in the state table of HOP and CUMULATE are slices */
	if (is_state && survey->batch->is_sliced)
	{
		CvBounds	slice;

		if (!cv_window_slice(&survey->batch->spec->window, start, &slice))
			return;
		end = slice.end;
	}
	if (survey->has_lost && end <= survey->lost_end)
		return;
	/* a session begins with its first row */
	if (cv_batch_is_session(survey->batch) ?
		cv_anchor_rows_first(rows, start) != start :
		!cv_anchor_rows_between(rows, start, end))
		note_lost(survey, end);
}
