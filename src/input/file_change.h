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

/*
 * cv_file_change_is_noted -- did recognised commands lead from one file of
 * the relation to the other?  *truncated: one of them was TRUNCATE.
 */
extern bool cv_file_change_is_noted(Oid relid, RelFileNumber from,
									RelFileNumber to, bool *truncated);

#endif							/* CV_FILE_CHANGE_H */
