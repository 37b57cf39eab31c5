/*-------------------------------------------------------------------------
 *
 * batch_slices.c
 *	  Rows of HOP and CUMULATE: into slices, which several windows share.
 *
 * A row is added to one slice, whatever windows that is in.  It is too late
 * only if all of them are sealed.
 *
 * A window that is sealed has its rows: later ones, added to a slice that it
 * shares with windows still open, must not get into it.  So a batch ends before
 * the first transaction for which the watermark has newly sealed an end of a
 * window, and its flush writes that window as it stands.  Hence all rows of a
 * batch see the same windows sealed: those that end by batch->begun.sealed.
 *
 * Corrections are counted for each slice and window, in a list for each slice
 * of a key that gets one: rows for windows that are closed are few.  A list
 * holds the first windows over the slice that are not sealed, as many as have
 * closed when the last row came, so a row adds one to each of them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "worker/batch_slices.h"

typedef struct WindowCount
{
	CvBounds	window;
	int32		count;
} WindowCount;

struct CvSliceCorrections
{
	int			nwindows;
	int			allocated;
	WindowCount *windows;		/* in order */
	bool		has_next;
	CvBounds	next;			/* the one behind, if it is over the slice */
};

/* What CvBatch.slices points to. */
typedef struct CvSliceWork
{
	MemoryContext context;
	CvGroupTable *corrections;	/* slice and keys -> CvSliceCorrections */
	bool		has_next_end;
	int64		next_end;		/* the first end of a window that is not sealed */
} CvSliceWork;

static void create_corrections(CvBatch *batch, CvSliceWork *work);
static void init_corrections(CvBatch *batch, CvSliceCorrections *corrections);
static void add_closed_windows(CvBatch *batch,
							   CvSliceCorrections *corrections);
static void step(const CvWindowSpec *window, CvSliceCorrections *corrections,
				 int64 slice_end);

void
cv_batch_slices_begin(CvBatch *batch)
{
	CvSliceWork *work;
	CvBounds	window;

	batch->slice.start = batch->slice.end = 0;
	batch->slice_sealed = 0;
	if (!batch->is_sliced)
		return;
	work = palloc0(sizeof(CvSliceWork));
	work->context = AllocSetContextCreate(CurrentMemoryContext,
										  "continuous view corrections",
										  ALLOCSET_DEFAULT_SIZES);
	create_corrections(batch, work);
	work->next_end = PG_INT64_MIN;
	work->has_next_end = true;
	if (batch->begun.has_sealed)
	{
		work->has_next_end = cv_window_ending_after(&batch->spec->window,
												   batch->begun.sealed,
												   &window);
		work->next_end = window.end;
	}
	batch->slices = work;
}

static void
create_corrections(CvBatch *batch, CvSliceWork *work)
{
	MemoryContext old = MemoryContextSwitchTo(work->context);

	work->corrections = cv_group_table_create(batch->keys,
											  sizeof(CvSliceCorrections));
	MemoryContextSwitchTo(old);
}

void
cv_batch_enter_slice(CvBatch *batch)
{
	const CvWindowSpec *spec = &batch->spec->window;
	const CvWatermark *begun = &batch->begun;
	CvBounds	window;

	cv_window_last(spec, &batch->slice, &window);
	batch->slice_end = window.end;
	batch->slice_sealed = 0;
	/* no window over a slice ends before the slice does */
	if (!begun->has_sealed || begun->sealed < batch->slice.end)
		return;
	if (cv_watermark_is_too_late(begun, batch->slice_end))
	{
		batch->slice_sealed = cv_window_count(spec, &batch->slice);
		return;
	}
	cv_window_first(spec, &batch->slice, &window);
	while (window.end <= begun->sealed)
	{
		batch->slice_sealed++;
		if (!cv_window_next(spec, &window))
			break;
	}
}

bool
cv_batch_must_end(const CvBatch *batch)
{
	return batch->is_sliced && !batch->input.is_scan &&
		batch->watermark.has_sealed && batch->slices->has_next_end &&
		batch->watermark.sealed >= batch->slices->next_end;
}

void
cv_batch_end_before(CvBatch *batch, int xact)
{
	batch->left_from = xact;
	batch->seq = batch->input.xacts[xact]->seq - 1;
	batch->has_more = true;
}

bool
cv_batch_note_corrections(CvBatch *batch, uint64 hash, const Datum *values,
						  const bool *isnull)
{
	CvGroupTable *table = batch->slices->corrections;
	CvSliceCorrections *corrections;
	CvGroup    *group;
	bool		is_new;

	group = cv_group_table_enter(table, batch->slice.start, hash, values,
								 isnull, &is_new);
	corrections = cv_group_state(table, group);
	if (is_new)
		init_corrections(batch, corrections);
	add_closed_windows(batch, corrections);
	for (int i = 0; i < corrections->nwindows; i++)
		corrections->windows[i].count++;
	return corrections->nwindows > 0;
}

/* init_corrections -- next: the first window over the slice not sealed. */
static void
init_corrections(CvBatch *batch, CvSliceCorrections *corrections)
{
	const CvWindowSpec *spec = &batch->spec->window;

	memset(corrections, 0, sizeof(CvSliceCorrections));
	cv_window_first(spec, &batch->slice, &corrections->next);
	corrections->has_next = true;
	while (corrections->has_next &&
		   cv_watermark_is_too_late(&batch->begun, corrections->next.end))
		step(spec, corrections, batch->slice.end);
}

static void
add_closed_windows(CvBatch *batch, CvSliceCorrections *corrections)
{
	while (corrections->has_next &&
		   cv_watermark_is_closed(&batch->watermark, corrections->next.end))
	{
		WindowCount *added;

		if (corrections->windows == NULL)
		{
			corrections->allocated = 4;
			corrections->windows =
				MemoryContextAlloc(batch->slices->context,
								   sizeof(WindowCount) *
								   corrections->allocated);
		}
		else if (corrections->nwindows == corrections->allocated)
		{
			corrections->allocated *= 2;
			corrections->windows = repalloc(corrections->windows,
											sizeof(WindowCount) *
											corrections->allocated);
		}
		added = &corrections->windows[corrections->nwindows++];
		added->window = corrections->next;
		added->count = 0;
		step(&batch->spec->window, corrections, batch->slice.end);
	}
}

static void
step(const CvWindowSpec *window, CvSliceCorrections *corrections,
	 int64 slice_end)
{
	corrections->has_next = cv_window_next(window, &corrections->next) &&
		corrections->next.start < slice_end;
}

CvSliceCorrections *
cv_batch_get_corrections(CvBatch *batch, int64 slice_start, uint64 hash,
						 const Datum *values, const bool *isnull)
{
	CvGroupTable *table = batch->slices->corrections;
	CvGroup    *group;

	if (cv_group_table_count(table) == 0)
		return NULL;
	group = cv_group_table_lookup(table, slice_start, hash, values, isnull);
	return group ? cv_group_state(table, group) : NULL;
}

int32
cv_corrections_of_window(const CvSliceCorrections *corrections,
						 const CvBounds *window)
{
	int			lo = 0;
	int			hi = corrections->nwindows;

	while (lo < hi)
	{
		int			mid = (lo + hi) / 2;
		const WindowCount *found = &corrections->windows[mid];

		if (found->window.start == window->start &&
			found->window.end == window->end)
			return found->count;
		if (found->window.start < window->start ||
			(found->window.start == window->start &&
			 found->window.end < window->end))
			lo = mid + 1;
		else
			hi = mid;
	}
	return 0;
}

void
cv_batch_forget_corrections(CvBatch *batch, int64 upto)
{
	CvGroupTable *table = batch->slices->corrections;
	CvGroup   **groups;
	int64		count = cv_group_table_count(table);

	if (upto == PG_INT64_MAX)
	{
		MemoryContextReset(batch->slices->context);
		create_corrections(batch, batch->slices);
		return;
	}
	groups = cv_group_table_sorted(table);
	for (int64 i = 0; i < count; i++)
	{
		CvSliceCorrections *corrections = cv_group_state(table, groups[i]);

		for (int j = 0; j < corrections->nwindows; j++)
			if (corrections->windows[j].window.end <= upto)
				corrections->windows[j].count = 0;
	}
}

Size
cv_batch_corrections_memory(const CvBatch *batch)
{
	return MemoryContextMemAllocated(batch->slices->context, true);
}
