/*-------------------------------------------------------------------------
 *
 * one_shot.c
 *	  continuous.one_shot(): the plain query that a view keeps the answer of.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "view/view_catalog.h"

PG_FUNCTION_INFO_V1(cv_one_shot);

Datum
cv_one_shot(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_view_catalog_lookup(view);
	char	   *name = get_rel_name(view);

	if (row == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 name ?
				 errmsg("\"%s\" is not a continuous view", name) :
				 errmsg("continuous view with OID %u does not exist", view)));
	PG_RETURN_DATUM(OidFunctionCall1(F_PG_GET_VIEWDEF_OID,
									 ObjectIdGetDatum(row->definition)));
}
