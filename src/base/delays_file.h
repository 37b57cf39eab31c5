/*-------------------------------------------------------------------------
 *
 * delays_file.h
 *	  What was counted of how late rows come, over a restart of the server.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_DELAYS_FILE_H
#define CV_DELAYS_FILE_H

/* postmaster: the slots are new; they get what the last shutdown has left */
extern void cv_delays_file_load(void);

/* ... for on_shmem_exit: leave it, unless the server has crashed */
extern void cv_delays_file_save(int code, Datum arg);

#endif							/* CV_DELAYS_FILE_H */
