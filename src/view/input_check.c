/*-------------------------------------------------------------------------
 *
 * input_check.c
 *	  What cannot be the input of a continuous view.
 *
 * Rows are found through the WAL and read from the heap: so the input is a
 * permanent heap, or made of permanent heaps.  It has to stay append-only, for
 * which a trigger is put on it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "rewrite/rewriteHandler.h"
#include "tcop/dest.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "base/compat.h"
#include "view/view_catalog.h"
#include "view/view_check.h"

pg_noreturn static void refuse_member(Oid input);
static const char *why_not_readable(Relation rel);
static void check_can_execute(Query *query, const char *source);

void
cv_check_input(Oid input, bool inherit)
{
	Relation	rel;
	const char *why;

	cv_check_result_table(input);
	rel = table_open(input, AccessShareLock);
	why = why_not_readable(rel);
	if (why != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" cannot be the input of a continuous view",
						RelationGetRelationName(rel)),
				 errdetail("%s", why)));
	table_close(rel, NoLock);
	if (inherit)
		cv_check_new_leaf(input, input);
}

void
cv_check_new_leaf(Oid leaf, Oid input)
{
	List	   *relids = find_all_inheritors(leaf, AccessShareLock, NULL);
	ListCell   *lc;

	foreach(lc, relids)
	{
		Relation	rel = table_open(lfirst_oid(lc), NoLock);
		const char *why = why_not_readable(rel);

		if (why != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("\"%s\" cannot be a part of \"%s\", the input of a continuous view",
							RelationGetRelationName(rel),
							get_rel_name(input)),
					 errdetail("%s", why)));
		table_close(rel, NoLock);
	}
}

void
cv_check_privileges(const CvViewSpec *spec, Query *query, const char *source)
{
	check_can_execute(query, source);
	/* of results not even the owner has it */
	if (pg_class_aclcheck(spec->input, GetUserId(), ACL_TRIGGER) !=
		ACLCHECK_OK &&
		!cv_class_ownercheck(spec->input, GetUserId()))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: TRIGGER on \"%s\" is needed to keep it append-only",
						get_rel_name(spec->input)),
				 errhint("Let its owner use GRANT TRIGGER.")));
}

/*
 * cv_check_result_table -- results change for as long as corrections come; those
 * that are published once and for all are as good as any table.
 */
void
cv_check_result_table(Oid input)
{
	Oid			view;
	CvRole		role = cv_member_role(input, &view);
	CvViewRow  *row = NULL;
	CvViewSpec *spec = NULL;

	if (role == CV_ROLE_NONE)
		return;
	if (role == CV_ROLE_RESULTS || role == CV_ROLE_VIEW)
	{
		row = cv_view_catalog_lookup(view);
		LockRelationOid(row->definition, AccessShareLock);
		spec = cv_view_load(view);
	}
	if (spec == NULL)
		refuse_member(input);
	if (spec->window.kind == CV_WINDOW_NONE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" is not append-only: its rows change with each event of their key",
						get_rel_name(input)),
				 errhint("Make the view on \"%s\", which continuous view \"%s\" reads.",
						 get_rel_name(row->input), get_rel_name(view))));
	if (spec->dials.emit != CV_EMIT_FINAL ||
		spec->dials.allowed_lateness_us != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" is not append-only: its rows change until allowed_lateness is over",
						get_rel_name(input)),
				 errhint("Make the view on \"%s\", which continuous view \"%s\" reads, or give that emit = 'final' and allowed_lateness = 0.",
						 get_rel_name(row->input), get_rel_name(view))));
	if (spec->window.kind == CV_WINDOW_SESSION)
		refuse_member(input);
}

static void
refuse_member(Oid input)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("\"%s\" cannot be the input of a continuous view",
					get_rel_name(input)),
			 errdetail("Of what belongs to continuous views only results of tumble(), hop() and cumulate() can.")));
}

void
cv_refuse_changed_results(const CvViewRow *row, const char *action)
{
	ListCell   *lc;

	foreach(lc, cv_view_catalog_list_by_input(row->results))
	{
		Oid			reader = ((CvViewRow *) lfirst(lc))->view;

		if (cv_view_is_adopted(reader))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot %s continuous view \"%s\": continuous view \"%s\" reads its results",
							action, get_rel_name(row->view),
							get_rel_name(reader)),
					 errdetail("Rows that are there already would change, or come a second time.")));
	}
}

static const char *
why_not_readable(Relation rel)
{
	Form_pg_class form = rel->rd_rel;

	switch (form->relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_PARTITIONED_TABLE:
			break;
		case RELKIND_FOREIGN_TABLE:
			return "It is a foreign table.";
		case RELKIND_MATVIEW:
			return "It is a materialized view.";
		case RELKIND_VIEW:
			return "It is a view.";
		default:
			return "It is no table.";
	}
	if (IsSystemRelation(rel) || IsCatalogRelationOid(RelationGetRelid(rel)))
		return "It is a system catalog.";
	if (RelationGetNamespace(rel) == cv_schema_oid())
		return "It belongs to the extension pg_continuous.";
	if (form->relpersistence == RELPERSISTENCE_TEMP)
		return "It is a temporary table.";
	if (form->relpersistence == RELPERSISTENCE_UNLOGGED)
		return "It is an unlogged table.";
	if (form->relkind == RELKIND_RELATION && form->relam != HEAP_TABLE_AM_OID)
		return "Its access method is not heap.";
	return NULL;
}

/*
 * check_can_execute -- let the executor check privileges on relations,
 * columns and functions, as it will for every batch; run nothing.
 */
static void
check_can_execute(Query *query, const char *source)
{
	List	   *queries = QueryRewrite(copyObject(query));
	PlannedStmt *plan;
	QueryDesc  *desc;

	PushActiveSnapshot(GetTransactionSnapshot());
	plan = pg_plan_query(linitial_node(Query, queries), source, 0, NULL);
	desc = CreateQueryDesc(plan, source, GetActiveSnapshot(), InvalidSnapshot,
						   None_Receiver, NULL, NULL, 0);
	ExecutorStart(desc, EXEC_FLAG_EXPLAIN_ONLY);
	ExecutorEnd(desc);
	FreeQueryDesc(desc);
	PopActiveSnapshot();
}
