/*-------------------------------------------------------------------------
 *
 * file_change.h
 *	  Notes of file changes that we understand: continuous.file_change.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_FILE_CHANGE_H
#define CV_FILE_CHANGE_H

#include "base/compat.h"
#include "input/position.h"
#include "utils/relcache.h"

/*
 * cv_file_change_check -- error out unless recognised commands led from the
 * file that the leaf had to the one it has.  *truncated: one of them was
 * TRUNCATE.
 */
extern void cv_file_change_check(const CvLeaf *leaf, Relation rel,
								 bool *truncated);

/*
 * cv_file_change_trim -- if there are many notes of a table, forget those that
 * no view needs to get at the files of this position.  It is about to be saved, and its leaves are locked.
 */
extern void cv_file_change_trim(CvPosition *position);

#endif							/* CV_FILE_CHANGE_H */
