/*-------------------------------------------------------------------------
 *
 * identity.h
 *	  Whose rights and settings a batch runs with.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_IDENTITY_H
#define CV_IDENTITY_H

#include "utils/relcache.h"
#include "view/owner_code.h"
#include "view/view_spec.h"

/* once, at the worker's start: settings of ALTER DATABASE/ROLE undone */
extern void cv_identity_init(void);

/*
 * cv_identity_assume -- become the view's owner, under its settings.
 *
 * Inside a transaction; lasts until cv_identity_commit() or, after an error,
 * cv_identity_abort().
 */
extern void cv_identity_assume(const CvViewSpec *spec, List *settings);

/* those of a view that are not as the worker has them by itself */
extern List *cv_identity_differing(List *settings);

/* commit the transaction, then be the worker again */
extern void cv_identity_commit(void);

/* after AbortCurrentTransaction() */
extern void cv_identity_abort(void);

/*
 * cv_identity_borrow -- in a user's session: the same for a part of a command,
 * until cv_owner_code_end().
 */
extern void cv_identity_borrow(const CvViewSpec *spec, CvOwnerCode *own);

/* before it: constraints of a table that is to be written are immediate */
extern void cv_identity_check_now(Relation rel);

#endif							/* CV_IDENTITY_H */
