/*-------------------------------------------------------------------------
 *
 * rebuild.c
 *	  Forget all results of a view, so that it begins anew.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "input/counter_reset.h"
#include "input/position.h"
#include "output/row_writer.h"
#include "state/group_key.h"
#include "worker/rebuild.h"

void
cv_wipe_results(Oid results, Oid state, Oid collected, Oid late)
{
	Oid			relids[] = {results, state, collected, late};

	for (int i = 0; i < lengthof(relids); i++)
	{
		if (OidIsValid(relids[i]))
			cv_rows_delete(relids[i], NULL, NULL);
	}
}

void
cv_reset_position(CvPosition *position)
{
	position->phase = CV_PHASE_NEW;
	position->restart_lsn = position->consumed_lsn = InvalidXLogRecPtr;
	cv_xid_set_init(&position->consumed);
	cv_xid_set_init(&position->not_counted);
	position->nleaves = 0;
	position->leaves = NULL;
	position->pending = NIL;
	position->needs_scan = false;
	position->scan = NULL;
	position->has_watermark = position->has_newest = false;
	position->has_sealed = false;
	position->rewrites_windows = false;
	memset(&position->anchor, 0, sizeof(CvAnchor));
	position->watermark = position->newest = position->sealed = 0;
	/* numbers go on, so that none ever means two things */
	position->collections.bytes = 0;
	memset(&position->counters, 0, sizeof(CvCounters));
	cv_counter_reset_remove(position->view);
	memset(&position->sessions, 0, sizeof(CvSessionFacts));
	position->system_identifier = cv_system_identifier();
	position->database = MyDatabaseId;
	position->platform = cv_key_platform();
}
