/*-------------------------------------------------------------------------
 *
 * settings.c
 *	  The continuous.* settings.
 *
 * Those that size shared memory or change the scanner are fixed at server
 * start; the others follow a reload.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <limits.h>

#include "miscadmin.h"
#include "utils/guc.h"

#include "base/clock.h"
#include "base/settings.h"
#include "base/shared_memory.h"

int			cv_state_memory_kb = 256 * 1024;
int			cv_max_views = 256;
int			cv_max_databases = 16;
bool		cv_syntax = true;
bool		cv_debug_points = false;
bool		cv_enabled = true;
int			cv_workers_per_database = 1;
int			cv_flush_interval_ms = 100;
int			cv_batch_timeout_ms = 10 * 60 * 1000;
int			cv_batch_memory_kb = 64 * 1024;
int			cv_queue_memory_kb = 64 * 1024;
int			cv_on_restore = CV_RESTORE_REANCHOR;
int			cv_max_clocks = 10000;
int			cv_collected_limit_kb = 256 * 1024;
int			cv_collected_inline = 8192;
static char *test_now = NULL;	/* what it means is in clock.c */

static const struct config_enum_entry on_restore_options[] = {
	{"reanchor", CV_RESTORE_REANCHOR, false},
	{"rebuild", CV_RESTORE_REBUILD, false},
	{"resume", CV_RESTORE_RESUME, false},
	{"wait", CV_RESTORE_WAIT, false},
	{NULL, 0, false}
};

static void define_memory_settings(void);
static void define_worker_settings(void);
static void define_test_settings(void);

/*
 * cv_settings_init -- define the settings; only while preloading.
 */
void
cv_settings_init(void)
{
	define_memory_settings();
	define_worker_settings();
	define_test_settings();
	MarkGUCPrefixReserved("continuous");
}

static void
define_memory_settings(void)
{
	DefineCustomIntVariable("continuous.state_memory",
							"Sets the shared memory that holds the state of open windows.",
							"State that does not fit is read back from the result tables.",
							&cv_state_memory_kb,
							256 * 1024, 1024, INT_MAX,
							PGC_POSTMASTER, GUC_UNIT_KB, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.max_views",
							"Sets the maximum number of continuous views that are followed at a time.",
							"Counted over all databases of the server.",
							&cv_max_views, 256, 1, 65536,
							PGC_POSTMASTER, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.max_databases",
							"Sets the maximum number of databases with continuous views.",
							"Each takes a background worker (max_worker_processes), or as many as continuous.workers_per_database allows.",
							&cv_max_databases, 16, 1, 4096,
							PGC_POSTMASTER, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.batch_memory",
							"Sets the memory for groups in motion within one batch.",
							"Beyond it, results are written early, in the same transaction.",
							&cv_batch_memory_kb, 64 * 1024, 1024, INT_MAX,
							PGC_SIGHUP, GUC_UNIT_KB, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.queue_memory",
							"Sets the memory for block lists of transactions that wait to be consumed.",
							"Beyond it, the lists are made coarser, then replaced by a scan.",
							&cv_queue_memory_kb, 64 * 1024, 1024, INT_MAX,
							PGC_SIGHUP, GUC_UNIT_KB, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.max_clocks",
							"Sets the maximum number of values that a column of watermark_by may have.",
							"Each has a clock that is kept for as long as the view.",
							&cv_max_clocks, 10000, 1, 10000000,
							PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.collected_limit",
							"Sets the maximum size of what one group collects for an aggregate.",
							"Of aggregates that need all their inputs, such as percentile_cont() or count(DISTINCT ...). A view that has a larger group stops.",
							&cv_collected_limit_kb, 256 * 1024, 1, MAX_KILOBYTES,
							PGC_SUSET, GUC_UNIT_KB, NULL, NULL, NULL);
}

static void
define_worker_settings(void)
{
	DefineCustomBoolVariable("continuous.enabled",
							 "Lets background workers maintain continuous views.",
							 NULL,
							 &cv_enabled, true,
							 PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.workers_per_database",
							"Sets the maximum number of workers that share the views of a database.",
							"Views of one input have one worker, so there are no more of them than inputs.",
							&cv_workers_per_database,
							1, 1, CV_MAX_WORKERS,
							PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomBoolVariable("continuous.syntax",
							 "Makes the server understand CREATE CONTINUOUS VIEW.",
							 "CREATE VIEW ... WITH (continuous) works without.",
							 &cv_syntax, true,
							 PGC_POSTMASTER, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.flush_interval",
							"Sets how often changed results are written.",
							"Default of the view option flush_interval.",
							&cv_flush_interval_ms, 100, 1, INT_MAX,
							PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.batch_timeout",
							"Sets the maximum time that one batch of one view may take.",
							"Zero means no limit.",
							&cv_batch_timeout_ms, 10 * 60 * 1000, 0, INT_MAX,
							PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
	DefineCustomEnumVariable("continuous.on_restore",
							 "Sets what becomes of a continuous view that was restored from a dump.",
							 "By default it is computed anew from the rows at hand; windows that they do not cover stay as they were restored.",
							 &cv_on_restore, CV_RESTORE_REANCHOR,
							 on_restore_options,
							 PGC_SIGHUP, 0, NULL, NULL, NULL);
}

static void
define_test_settings(void)
{
	DefineCustomBoolVariable("continuous.debug_points",
							 "Obeys the file continuous_debug_point in the data directory.",
							 "For tests only.",
							 &cv_debug_points, false,
							 PGC_POSTMASTER, GUC_NOT_IN_SAMPLE,
							 NULL, NULL, NULL);
	DefineCustomIntVariable("continuous.collected_inline",
							"Sets how much of what a group collects stays in its row.",
							"For tests only. What is beyond is moved to chunks of at least this size.",
							&cv_collected_inline, 8192, 16, 1024 * 1024,
							PGC_SUSET, GUC_UNIT_BYTE | GUC_NOT_IN_SAMPLE,
							NULL, NULL, NULL);
	DefineCustomStringVariable("continuous.test_now",
							   "Sets the time that idle_timeout, watermark_by and retention go by.",
							   "For tests only. Empty: the clock.",
							   &test_now, "",
							   PGC_SUSET, GUC_NOT_IN_SAMPLE,
							   cv_clock_check_test_now,
							   cv_clock_assign_test_now, NULL);
}
