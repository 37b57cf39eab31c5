/*-------------------------------------------------------------------------
 *
 * settings.h
 *	  The continuous.* settings.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SETTINGS_H
#define CV_SETTINGS_H

/* postmaster start */
extern int	cv_state_memory_kb;		/* size of the state area, kB */
extern int	cv_max_views;			/* slots for views in shared memory */
extern int	cv_max_databases;		/* slots for workers in shared memory */
extern bool cv_syntax;				/* literal CREATE CONTINUOUS VIEW */
extern bool cv_debug_points;		/* obey the debug point file (tests) */

/* reload */
extern bool cv_enabled;				/* workers run at all */
extern int	cv_workers_per_database;	/* the inputs are shared among them */
extern int	cv_flush_interval_ms;	/* default of the dial flush_interval */
extern int	cv_batch_timeout_ms;	/* longest time one batch may take */
extern int	cv_batch_memory_kb;		/* groups in motion within one batch */
extern int	cv_queue_memory_kb;		/* block lists waiting to be consumed */
extern int	cv_max_clocks;			/* values of one view's watermark_by */

/* What becomes of a view that came from a dump. */
typedef enum CvOnRestore
{
	CV_RESTORE_REANCHOR,		/* computed from the rows at hand, as far as
								 * they go back */
	CV_RESTORE_REBUILD,			/* ... forgetting all results before */
	CV_RESTORE_RESUME,			/* the rows that are there were counted */
	CV_RESTORE_WAIT				/* until somebody decides */
} CvOnRestore;

extern int	cv_on_restore;

/* superusers, or reload */
extern int	cv_collected_limit_kb;	/* of a group, for one collected state */

/* tests */
extern int	cv_collected_inline;	/* bytes of it that stay in a row, and are in
									 * a chunk at least */

extern void cv_settings_init(void);

#endif							/* CV_SETTINGS_H */
