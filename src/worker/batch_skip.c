/*-------------------------------------------------------------------------
 *
 * batch_skip.c
 *	  on_error = skip: go on without the rows whose expressions fail.
 *
 * An executor that has thrown cannot go on, so the batch is consumed in a
 * subtransaction.  If a row fails, it is rolled back, the input query is run
 * once more with its result thrown away, to find every failing row (each ends
 * one run, the next begins behind it), and the batch is consumed without them.
 * So the cost grows with rows plus failures, not with their product.
 *
 * Only errors of the input side are the row's own, and only those that say
 * something of the data: what goes wrong in aggregate functions, or for want
 * of memory, locks or rights, stops the batch as ever (HAZARDS-engine E7).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "worker/batch_rows.h"
#include "worker/batch_skip.h"
#include "worker/subtransaction.h"

/* What is tried. */
typedef struct Attempt
{
	CvBatch    *batch;
	void		(*step) (CvBatch *batch);
} Attempt;

static bool try_step(CvBatch *batch, void (*step) (CvBatch *),
					 char **message);
static void run_step(void *arg);
static void begin_anew(CvBatch *batch, const CvPosition *before,
					   const CvWatermark *watermark);
static void find_failing_rows(CvBatch *batch);
static void look_for_failure(CvBatch *batch);
static bool is_row_error(const ErrorData *error, void *arg);
static void add_failure(CvBatch *batch, uint64 tag, char *message);

void
cv_batch_run_skipping(CvBatch *batch, void (*consume) (CvBatch *batch))
{
	CvPosition *before = cv_position_copy(batch->position);
	CvWatermark watermark = batch->watermark;
	char	   *message;

	while (!try_step(batch, consume, &message))
	{
		int			nfound = batch->input.nskip;

		begin_anew(batch, before, &watermark);
		find_failing_rows(batch);
		begin_anew(batch, before, &watermark);
		if (batch->input.nskip == nfound)
		{
			/* no row of ours: something that they are joined to */
			consume(batch);
			return;
		}
	}
}

void
cv_batch_find_failing_rows(CvBatch *batch)
{
	CvPosition *before = cv_position_copy(batch->position);
	CvWatermark watermark = batch->watermark;

	find_failing_rows(batch);
	begin_anew(batch, before, &watermark);
}

/* begin_anew -- what the batch has changed in memory, back to the start. */
static void
begin_anew(CvBatch *batch, const CvPosition *before,
		   const CvWatermark *watermark)
{
	*batch->position = *cv_position_copy(before);
	batch->watermark = *watermark;
	batch->left_from = -1;
	batch->reader = NULL;
	batch->aggs = NULL;
	batch->groups = NULL;
	batch->sessions = NULL;
	batch->keyed = NULL;
	batch->results = batch->unpublished = NULL;
	batch->late = NULL;
	batch->chunks = NULL;
	batch->forgotten = NIL;
	batch->in_input_query = false;
	memset(&batch->install_data, 0, sizeof(batch->install_data));
	MemoryContextReset(batch->install_context);
}

/* try_step -- false, and undone, if a row failed. */
static bool
try_step(CvBatch *batch, void (*step) (CvBatch *), char **message)
{
	Attempt		attempt = {batch, step};
	ErrorData  *error = cv_subtransaction_try(run_step, is_row_error, &attempt);

	*message = error == NULL ? NULL : pstrdup(error->message);
	if (error == NULL)
		return true;
	FreeErrorData(error);
	return false;
}

static void
run_step(void *arg)
{
	Attempt    *attempt = arg;

	attempt->step(attempt->batch);
}

static bool
is_row_error(const ErrorData *error, void *arg)
{
	const Attempt *attempt = arg;
	int			category = ERRCODE_TO_CATEGORY(error->sqlerrcode);

	return attempt->batch->in_input_query &&
		(category == ERRCODE_DATA_EXCEPTION ||
		 category == ERRCODE_INTEGRITY_CONSTRAINT_VIOLATION ||
		 error->sqlerrcode == ERRCODE_RAISE_EXCEPTION);
}

static void
find_failing_rows(CvBatch *batch)
{
	char	   *message;

	/* there may be as many attempts as rows */
	batch->attempt_context =
		AllocSetContextCreate(batch->context, "continuous view attempt",
							  ALLOCSET_DEFAULT_SIZES);
	batch->input.skip_upto = 0;
	/* tags mean the same in each attempt */
	batch->input.view = InvalidOid;
	batch->is_looking = true;
	while (!try_step(batch, look_for_failure, &message))
	{
		uint64		tag = cv_reader_last_tag(batch->reader);

		CHECK_FOR_INTERRUPTS();
		add_failure(batch, tag, message);
		batch->input.skip_upto = tag;
		batch->in_input_query = false;
	}
	batch->input.skip_upto = 0;
	batch->is_looking = false;
	MemoryContextDelete(batch->attempt_context);
}

static void
look_for_failure(CvBatch *batch)
{
	MemoryContextReset(batch->attempt_context);
	MemoryContextSwitchTo(batch->attempt_context);
	cv_batch_begin_reading(batch);
	batch->in_input_query = true;
	while (cv_agg_set_next_row(batch->aggs) != NULL)
		CHECK_FOR_INTERRUPTS();
	batch->in_input_query = false;
	cv_batch_end_reading(batch);
}

/* add_failure -- found in ascending order of tags, as the reader wants it. */
static void
add_failure(CvBatch *batch, uint64 tag, char *message)
{
	CvInputBatch *input = &batch->input;
	Size		size = sizeof(uint64) * (input->nskip + 1);

	if (input->skip == NULL)
		input->skip = palloc(sizeof(uint64) * 64);
	else if (input->nskip >= 64 && (input->nskip & (input->nskip - 1)) == 0)
		input->skip = repalloc_huge(input->skip, size * 2);
	input->skip[input->nskip++] = tag;
	batch->failures = lappend(batch->failures, message);
}

/* Those that are left to the next batch are found again by it. */
void
cv_batch_keep_failed_rows(CvBatch *batch)
{
	for (int i = 0; i < batch->input.nskip; i++)
	{
		CvRowSource source;

		cv_reader_locate(batch->reader, batch->input.skip[i], &source);
		if (batch->left_from >= 0 && source.xact >= batch->left_from)
			break;
		batch->position->counters.rows_read++;
		batch->position->counters.rows_failed++;
		batch->xact = source.xact;
		cv_late_table_add(batch->late, batch->reader, batch->input.skip[i],
						  false, 0, cv_batch_xact_clock(batch),
						  list_nth(batch->failures, i));
	}
}
