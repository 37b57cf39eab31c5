/*-------------------------------------------------------------------------
 *
 * subtransaction.h
 *	  A step that is undone if it fails in a way that is expected.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SUBTRANSACTION_H
#define CV_SUBTRANSACTION_H

#include "utils/elog.h"

/*
 * cv_subtransaction_try -- run step(arg) in a subtransaction.
 *
 * NULL: it is done.  An error that is_expected(error, arg) takes has undone it,
 * and is what is returned, in the current memory context; others go on.
 */
extern ErrorData *cv_subtransaction_try(void (*step) (void *arg),
										bool (*is_expected) (const ErrorData *error,
															 void *arg),
										void *arg);

#endif							/* CV_SUBTRANSACTION_H */
