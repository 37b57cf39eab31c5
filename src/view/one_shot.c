/*-------------------------------------------------------------------------
 *
 * one_shot.c
 *	  continuous.one_shot(): the plain query that a view keeps the answer of.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"

#include "view/view_catalog.h"
#include "view/window_call.h"

PG_FUNCTION_INFO_V1(cv_one_shot);

static void leave_out_rows_without_window(CvViewSpec *spec);
static void name_columns(CvViewSpec *spec);

Datum
cv_one_shot(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	CvViewRow  *row = cv_view_catalog_lookup(view);
	CvViewSpec *spec;
	char	   *name = get_rel_name(view);

	if (row == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 name ?
				 errmsg("\"%s\" is not a continuous view", name) :
				 errmsg("continuous view with OID %u does not exist", view)));
	LockRelationOid(row->definition, AccessShareLock);
	spec = cv_view_load(view);
	leave_out_rows_without_window(spec);
	name_columns(spec);
	PG_RETURN_TEXT_P(cstring_to_text(pg_get_querydef(spec->query, true)));
}

/* they belong to no group of the view; here they would make one of NULLs */
static void
leave_out_rows_without_window(CvViewSpec *spec)
{
	Query	   *query = spec->query;
	NullTest   *test = makeNode(NullTest);
	ListCell   *lc;

	foreach(lc, query->groupClause)
	{
		Node	   *expr = get_sortgroupclause_expr(lfirst(lc),
													query->targetList);

		if (cv_is_window_call(expr))
			test->arg = copyObject((Expr *) expr);
	}
	test->nulltesttype = IS_NOT_NULL;
	test->location = -1;
	query->jointree->quals = make_and_qual(query->jointree->quals,
										   (Node *) test);
}

/* as they are called now, after ALTER VIEW ... RENAME COLUMN, too */
static void
name_columns(CvViewSpec *spec)
{
	ListCell   *lc;

	foreach(lc, spec->query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk)
			tle->resname = get_attname(spec->view, tle->resno, false);
	}
}
