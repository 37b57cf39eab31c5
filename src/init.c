/*-------------------------------------------------------------------------
 *
 * init.c
 *	  Where the server loads us: _PG_init only.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "commands/extension.h"
#include "fmgr.h"
#include "miscadmin.h"

#include "base/settings.h"
#include "base/shared_memory.h"
#include "input/heap_reader.h"
#include "output/row_mover.h"
#include "state/block_pool.h"
#include "state/state_table.h"
#include "view/ddl_hook.h"
#include "view/keyword.h"
#include "view/syntax_hint.h"
#include "worker/adopt.h"
#include "worker/launcher.h"
#include "worker/recompute.h"

PG_MODULE_MAGIC;

extern PGDLLEXPORT void _PG_init(void);

/*
 * _PG_init -- without preloading there is no shared memory and no worker; the
 * SQL functions then say so, and the DDL hook refuses what it cannot serve.
 */
void
_PG_init(void)
{
	if (process_shared_preload_libraries_in_progress)
	{
		cv_settings_init();
		cv_state_table_init();
		cv_pool_init();
		cv_shared_memory_init();
		cv_wakeup_init();
		cv_keyword_init();
		cv_launcher_init();
	}
	else if (creating_extension)
		ereport(WARNING,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("pg_continuous is not preloaded: continuous views are not kept up to date"),
				 errhint("Add pg_continuous to shared_preload_libraries and restart the server.")));
	cv_syntax_hint_init();
	cv_adopt_init();
	cv_recompute_init();
	cv_row_mover_init();
	cv_ddl_hook_init();
	cv_heap_reader_init();
}
