/*-------------------------------------------------------------------------
 *
 * rebuild.c
 *	  Forget all results of a view, so that it begins anew.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "input/position.h"
#include "view/view_ddl.h"
#include "worker/rebuild.h"

static void delete_all_rows(Oid relid);

void
cv_wipe_results(Oid results, Oid state, Oid late)
{
	bool		was_in_worker_write = cv_in_worker_write;

	cv_in_worker_write = true;
	PG_TRY();
	{
		if (SPI_connect() != SPI_OK_CONNECT)
			elog(ERROR, "SPI_connect failed");
		delete_all_rows(results);
		delete_all_rows(state);
		delete_all_rows(late);
		if (SPI_finish() != SPI_OK_FINISH)
			elog(ERROR, "SPI_finish failed");
	}
	PG_FINALLY();
	{
		cv_in_worker_write = was_in_worker_write;
	}
	PG_END_TRY();
}

/* DELETE, as TRUNCATE would need a lock that readers wait for. */
static void
delete_all_rows(Oid relid)
{
	char	   *name;
	char	   *command;

	if (!OidIsValid(relid))
		return;
	name = quote_qualified_identifier(get_namespace_name(get_rel_namespace(relid)),
									  get_rel_name(relid));
	command = psprintf("DELETE FROM %s", name);
	if (SPI_execute(command, false, 0) != SPI_OK_DELETE)
		elog(ERROR, "could not delete from %s", name);
}

void
cv_reset_position(CvPosition *position)
{
	position->phase = CV_PHASE_NEW;
	position->restart_lsn = position->consumed_lsn = InvalidXLogRecPtr;
	cv_xid_set_init(&position->consumed);
	position->nleaves = 0;
	position->leaves = NULL;
	position->pending = NIL;
	position->needs_scan = false;
	position->scan = NULL;
	position->has_watermark = position->has_newest = false;
	position->watermark = position->newest = 0;
	memset(&position->counters, 0, sizeof(CvCounters));
	position->system_identifier = cv_system_identifier();
	position->database = MyDatabaseId;
}
