/*-------------------------------------------------------------------------
 *
 * foreign_window.h
 *	  Windows as other systems write them, and what they are here.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_FOREIGN_WINDOW_H
#define CV_FOREIGN_WINDOW_H

#include "nodes/parsenodes.h"

/*
 * cv_foreign_window_find -- the window call that GROUP BY likely means, as text.
 *
 * time_bucket(), date_bin(), date_trunc() and casts to date.  NULL if there is
 * none of them, or a window as we write it.  location is that of what was
 * found.
 */
extern char *cv_foreign_window_find(SelectStmt *raw, const char *source,
									int *location);

/*
 * cv_foreign_window_in_from -- likewise, if at is in FROM TABLE(TUMBLE(TABLE t,
 * DESCRIPTOR(ts), size)), or in one of its shorter forms; table is t then.
 */
extern char *cv_foreign_window_in_from(const char *text, const char *at,
									   char **table);

/* Is one of these functions called in the text? */
extern bool cv_foreign_window_is_called(const char *text,
										const char *const *names);

#endif							/* CV_FOREIGN_WINDOW_H */
