/*-------------------------------------------------------------------------
 *
 * subtransaction.c
 *	  A step that is undone if it fails in a way that is expected.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

#include "worker/subtransaction.h"

ErrorData *
cv_subtransaction_try(void (*step) (void *arg),
					  bool (*is_expected) (const ErrorData *error, void *arg),
					  void *arg)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		step(arg);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	/* with the subtransaction gone, as a session would be left in it */
	if (error != NULL && !is_expected(error, arg))
		ReThrowError(error);
	return error;
}
