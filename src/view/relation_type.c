/*-------------------------------------------------------------------------
 *
 * relation_type.c
 *	  The type continuous.relation: regclass, but a name without a relation is
 *	  no error.
 *
 * pg_dump writes continuous.view, which names what belongs to each view.  If a
 * schema or a table is left out of the dump (-N, -T), then regclass would
 * refuse the name, COPY would fail, and no view would come back as continuous
 * one.  So the name is read as none; rows of no view are not looked at.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

PG_FUNCTION_INFO_V1(cv_relation_in);

Datum
cv_relation_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	LOCAL_FCINFO(call, 1);
	Datum		result;

	if (strcmp(text, "-") == 0)
		PG_RETURN_OID(InvalidOid);
	/* what regclass shows of a relation that is gone */
	if (text[0] != '\0' && strspn(text, "0123456789") == strlen(text))
		return DirectFunctionCall1(oidin, CStringGetDatum(text));

	InitFunctionCallInfoData(*call, NULL, 1, InvalidOid, NULL, NULL);
	call->args[0].value = CStringGetTextDatum(text);
	call->args[0].isnull = false;
	result = to_regclass(call);
	PG_RETURN_OID(call->isnull ? InvalidOid : DatumGetObjectId(result));
}
