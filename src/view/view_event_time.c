/*-------------------------------------------------------------------------
 *
 * view_event_time.c
 *	  The event time of a view without a window, in its query.
 *
 *	SELECT user_id, sum(v) FROM t GROUP BY user_id
 *
 * WITH (state_ttl = '30 days', event_time = ts) is stored in the hidden view as
 *
 *	SELECT user_id, sum(v), count(t.ts) AS cv_event_time
 *	  FROM t GROUP BY user_id
 *
 * as the column of watermark_by is.  The column is fixed when the view is made:
 * a further time column of the table changes nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_coerce.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "view/view_event_time.h"
#include "view/view_from.h"
#include "view/view_hidden.h"
#include "view/window_call.h"

PG_FUNCTION_INFO_V1(cv_event_time_column);

static bool has_window(Query *query);
static Index choose_input(Query *query, const CvDials *dials);
static AttrNumber choose_column(Query *query, Index rti, const CvDials *dials,
								const CvViewRow *existing);
static AttrNumber only_time_column(Oid relid);
static bool is_time_type(Oid type);
static void refuse_no_aggregate(void);
static Var *column_of_definition(Relation definition, Query **query);

void
cv_event_time_add(Query *query, const CvDials *dials,
				  const CvViewRow *existing)
{
	Index		rti;
	AttrNumber	attnum;

	if (dials->state_ttl_us < 0 || has_window(query))
		return;
	rti = choose_input(query, dials);
	if (rti == 0)
		return;
	if (!query->hasAggs && query->groupClause == NIL)
		refuse_no_aggregate();
	attnum = choose_column(query, rti, dials, existing);
	cv_hidden_count_add(query, CV_EVENT_TIME_COLUMN, rti, attnum, "state_ttl",
						existing ? cv_event_time_place(existing) : 0);
}

static bool
has_window(Query *query)
{
	ListCell   *lc;

	foreach(lc, query->groupClause)
	{
		if (cv_window_call_find(get_sortgroupclause_expr(lfirst(lc),
														 query->targetList)))
			return true;
	}
	return false;
}

/* the first table in FROM, or the first one that has the column */
static Index
choose_input(Query *query, const CvDials *dials)
{
	Index		rti = cv_from_only_rti(query);
	List	   *rtis = rti ? list_make1_int(rti) :
		cv_from_rti_list((Node *) query->jointree);
	Index		first = 0;
	ListCell   *lc;

	foreach(lc, rtis)
	{
		RangeTblEntry *rte = rt_fetch(lfirst_int(lc), query->rtable);

		if (rte->rtekind != RTE_RELATION || rte->relkind == RELKIND_VIEW)
			continue;
		if (first == 0)
			first = lfirst_int(lc);
		if (dials->event_time == NULL ||
			get_attnum(rte->relid, dials->event_time) > 0)
			return lfirst_int(lc);
	}
	return first;
}

static void
refuse_no_aggregate(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("a continuous view is one SELECT ... FROM table ... GROUP BY"),
			 errhint("Group by a key, or select an aggregate.")));
}

static AttrNumber
choose_column(Query *query, Index rti, const CvDials *dials,
			  const CvViewRow *existing)
{
	Oid			relid = rt_fetch(rti, query->rtable)->relid;
	AttrNumber	attnum = InvalidAttrNumber;
	Oid			type;

	if (dials->event_time != NULL)
		attnum = cv_hidden_input_column(query, rti, dials->event_time,
										"event_time");
	else if (existing != NULL)
	{
		Relation	definition = relation_open(existing->definition,
											   AccessShareLock);
		Query	   *old;
		Var		   *column = column_of_definition(definition, &old);

		if (column != NULL &&
			rt_fetch(column->varno, old->rtable)->relid == relid)
			attnum = column->varattno;
		relation_close(definition, NoLock);
	}
	if (attnum == InvalidAttrNumber)
		attnum = only_time_column(relid);
	type = getBaseType(get_atttype(relid, attnum));
	if (!is_time_type(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of event_time is of type %s",
						get_attname(relid, attnum, false),
						format_type_be(get_atttype(relid, attnum))),
				 errdetail("It must be of type timestamptz, timestamp or date.")));
	return attnum;
}

static AttrNumber
only_time_column(Oid relid)
{
	Relation	rel = table_open(relid, AccessShareLock);
	TupleDesc	desc = RelationGetDescr(rel);
	AttrNumber	found = InvalidAttrNumber;
	int			n = 0;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (att->attisdropped || !is_time_type(getBaseType(att->atttypid)))
			continue;
		found = att->attnum;
		n++;
	}
	table_close(rel, NoLock);
	if (n != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"event_time\" is needed"),
				 n == 0 ?
				 errdetail("Table \"%s\" has no column of type timestamptz, timestamp or date.",
						   get_rel_name(relid)) :
				 errdetail("Table \"%s\" has more than one column of type timestamptz, timestamp or date.",
						   get_rel_name(relid)),
				 n == 0 ? 0 :
				 errhint("Name the one that says when an event happened: event_time = 'column'.")));
	return found;
}

static bool
is_time_type(Oid type)
{
	return type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID;
}

void
cv_event_time_take(CvViewSpec *spec)
{
	TargetEntry *tle = cv_hidden_column_find(spec->query,
											 CV_EVENT_TIME_COLUMN);
	Var		   *column = cv_hidden_counted(tle);
	Expr	   *time;
	Oid			type;

	if (column == NULL || column->varno != spec->input_rti ||
		!is_time_type(getBaseType(column->vartype)))
		elog(ERROR, "query of a continuous view has neither a window nor a column %s",
			 CV_EVENT_TIME_COLUMN);
	time = (Expr *) copyObject(column);
	cv_hidden_column_remove(spec->query, tle);

	/* date is taken as timestamp at midnight, as window calls do */
	type = getBaseType(column->vartype) == TIMESTAMPTZOID ?
		TIMESTAMPTZOID : TIMESTAMPOID;
	if (column->vartype != type)
		time = (Expr *) coerce_to_target_type(NULL, (Node *) time,
											  column->vartype, type, -1,
											  COERCION_EXPLICIT,
											  COERCE_IMPLICIT_CAST, -1);
	spec->window.kind = CV_WINDOW_NONE;
	spec->window.time_type = type;
	spec->window.size.us = spec->dials.state_ttl_us;
	spec->time_expr = time;
}

AttrNumber
cv_event_time_place(const CvViewRow *row)
{
	CvDials		dials;

	cv_dials_parse(row->options, &dials);
	return dials.state_ttl_us >= 0 ?
		get_attnum(row->definition, CV_EVENT_TIME_COLUMN) : 0;
}

static Var *
column_of_definition(Relation definition, Query **query)
{
	if (definition->rd_rel->relkind != RELKIND_VIEW)
		return NULL;
	*query = get_view_query(definition);
	return cv_hidden_counted(cv_hidden_column_find(*query,
												   CV_EVENT_TIME_COLUMN));
}

/*
 * cv_event_time_column -- what the column is called now; NULL if there is none.
 *
 * SQL: event_time_column(view).  For all views, as watermark_column().
 */
Datum
cv_event_time_column(PG_FUNCTION_ARGS)
{
	char	   *name =
		cv_hidden_counted_name(cv_view_catalog_lookup(PG_GETARG_OID(0)),
							   CV_EVENT_TIME_COLUMN);

	if (name == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(name));
}
