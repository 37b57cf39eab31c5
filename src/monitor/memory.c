/*-------------------------------------------------------------------------
 *
 * memory.c
 *	  memory_use(): where memory goes, and what bounds it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lwlock.h"
#include "utils/builtins.h"

#include "base/compat.h"
#include "base/settings.h"
#include "base/shared_memory.h"
#include "state/block_pool.h"
#include "view/view_catalog.h"

#define MEMORY_NATTS	5

PG_FUNCTION_INFO_V1(cv_memory_use);

/* One row; a count or a limit that it has not is -1. */
typedef struct CvMemoryRow
{
	const char *name;
	int64		bytes;
	int64		count;
	int64		limit;
	const char *setting;
} CvMemoryRow;

static int	copy_use(int64 *use);
static void put_row(ReturnSetInfo *rsinfo, const CvMemoryRow *row);

/*
 * cv_memory_use -- of this database's workers together, and the state area of
 * the server.
 *
 * SQL: memory_use().  Sizes only, nothing of any view: for all to see.
 */
Datum
cv_memory_use(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int64		use[CV_MEMORY_KINDS] = {0};
	int			nworkers;
	uint32		used;

	InitMaterializedSRF(fcinfo, 0);
	cv_check_layout(rsinfo->setDesc, MEMORY_NATTS);
	if (!cv_is_preloaded())
		return (Datum) 0;
	nworkers = copy_use(use);
	used = cv_pool_total() - cv_pool_free_count();

	{
		CvMemoryRow rows[] = {
			{"state", (int64) used * CV_POOL_BLOCK_SIZE, -1,
			cv_state_memory_kb, "continuous.state_memory"},
			{"queue", use[CV_MEMORY_QUEUE], use[CV_MEMORY_QUEUED],
			(int64) cv_queue_memory_kb * nworkers, "continuous.queue_memory"},
			{"open transactions", use[CV_MEMORY_OPEN_XIDS], -1, -1, NULL},
			{"views", use[CV_MEMORY_POSITIONS], use[CV_MEMORY_VIEWS],
			-1, "continuous.max_views"},
			{"clocks", use[CV_MEMORY_CLOCKS], use[CV_MEMORY_NCLOCKS],
			-1, "continuous.max_clocks"},
			{"shared rows", use[CV_MEMORY_SHARED_ROWS],
			use[CV_MEMORY_NSHARED_ROWS], -1, "continuous.batch_memory"},
			{"largest batch", use[CV_MEMORY_BATCH], -1,
			-1, "continuous.batch_memory"},
			{"worker", use[CV_MEMORY_WORKER], -1, -1, NULL},
		};

		for (int i = 0; i < lengthof(rows); i++)
			put_row(rsinfo, &rows[i]);
	}
	return (Datum) 0;
}

/* copy_use -- returns how many workers there are, or would be. */
static int
copy_use(int64 *use)
{
	CvDatabaseSlot *database;
	int			nworkers = 0;

	LWLockAcquire(cv_shared->lock, LW_SHARED);
	database = cv_database_slot_lookup(MyDatabaseId);
	for (int k = 0; database != NULL && k < database->nworkers; k++)
	{
		CvWorkerSlot *worker = &database->workers[k];

		if (worker->pid == 0)
			continue;
		nworkers++;
		for (int i = 0; i < CV_MEMORY_KINDS; i++)
		{
			int64		value = pg_atomic_read_u64(&worker->memory[i]);

			use[i] = i == CV_MEMORY_BATCH ? Max(use[i], value) : use[i] + value;
		}
	}
	LWLockRelease(cv_shared->lock);
	return Max(nworkers, 1);
}

static void
put_row(ReturnSetInfo *rsinfo, const CvMemoryRow *row)
{
	Datum		values[MEMORY_NATTS] = {0};
	bool		isnull[MEMORY_NATTS] = {false};

	values[0] = CStringGetTextDatum(row->name);
	values[1] = Int64GetDatum(row->bytes);
	isnull[2] = row->count < 0;
	values[2] = Int64GetDatum(row->count);
	isnull[3] = row->limit < 0;
	values[3] = Int64GetDatum(row->limit * 1024);
	isnull[4] = row->setting == NULL;
	if (row->setting != NULL)
		values[4] = CStringGetTextDatum(row->setting);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, isnull);
}
