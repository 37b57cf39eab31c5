/*-------------------------------------------------------------------------
 *
 * view_clock.c
 *	  The column that watermark_by names, in the query of a view.
 *
 *	SELECT window_start, sum(v) FROM t GROUP BY tumble(ts, '5 minutes')
 *
 * WITH (watermark_by = device) is stored in the hidden view as
 *
 *	SELECT lower(tumble(...)), sum(v), count(t.device) AS cv_watermark_by
 *	  FROM t GROUP BY tumble(...)
 *
 * so that the column is renamed, kept from being dropped, dumped and restored
 * with it.  The option itself says what the column was called at creation.
 * Whoever analyses the hidden view sees the query without it.
 *
 * The last column, until OR REPLACE adds some: they can only come behind.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/varlena.h"

#include "base/compat.h"
#include "view/view_clock.h"
#include "view/view_hidden.h"

/* a name further than this from all columns gets no hint */
#define MAX_HINT_DISTANCE(name)	Min(strlen(name) / 2, 3)

PG_FUNCTION_INFO_V1(cv_watermark_column);

static AttrNumber find_column(Oid relid, const char *name);
static const char *nearest_column(Oid relid, const char *name);
static Aggref *make_count(Var *column);
static Var *counted_column(TargetEntry *tle);

void
cv_clock_column_add(Query *query, const char *column, int place)
{
	List	   *from = query->jointree->fromlist;
	RangeTblEntry *rte;
	CvPermissionInfo *permissions;
	AttrNumber	attnum;
	Oid			type;
	int32		typmod;
	Oid			collation;
	int			rti;

	if (list_length(from) != 1 || !IsA(linitial(from), RangeTblRef))
		return;
	rti = linitial_node(RangeTblRef, from)->rtindex;
	rte = rt_fetch(rti, query->rtable);
	if (rte->rtekind != RTE_RELATION || rte->relkind == RELKIND_VIEW)
		return;

	attnum = find_column(rte->relid, column);
	if (cv_hidden_column_find(query, CV_CLOCK_COLUMN) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_RESERVED_NAME),
				 errmsg("column name \"%s\" is reserved in a view with watermark_by",
						CV_CLOCK_COLUMN)));
	get_atttypetypmodcoll(rte->relid, attnum, &type, &typmod, &collation);
	permissions = cv_query_permissions(query, rte);
	permissions->selectedCols =
		bms_add_member(permissions->selectedCols,
					   attnum - FirstLowInvalidHeapAttributeNumber);
	cv_hidden_column_add(query, CV_CLOCK_COLUMN,
						 (Expr *) make_count(makeVar(rti, attnum, type, typmod,
													 collation, 0)), place);
	query->hasAggs = true;
}

void
cv_clock_column_take(CvViewSpec *spec)
{
	TargetEntry *tle;
	Var		   *column;

	spec->clock_expr = NULL;
	if (spec->dials.watermark_by == NULL)
		return;
	tle = cv_hidden_column_find(spec->query, CV_CLOCK_COLUMN);
	column = counted_column(tle);
	if (column == NULL || column->varno != spec->input_rti)
		elog(ERROR, "query of a continuous view has no column %s",
			 CV_CLOCK_COLUMN);
	spec->clock_expr = (Expr *) copyObject(column);
	cv_hidden_column_remove(spec->query, tle);
}

AttrNumber
cv_clock_column_place(const CvViewRow *row)
{
	CvDials		dials;

	cv_dials_parse(row->options, &dials);
	return dials.watermark_by ?
		get_attnum(row->definition, CV_CLOCK_COLUMN) : 0;
}

/*
 * cv_watermark_column -- what the column is called now; NULL if there is none.
 *
 * SQL: watermark_column(view).  Shown for all views, so that a restored one
 * that is not what it should be is no error.
 */
Datum
cv_watermark_column(PG_FUNCTION_ARGS)
{
	CvViewRow  *row = cv_view_catalog_lookup(PG_GETARG_OID(0));
	Relation	definition = NULL;
	Var		   *column = NULL;
	char	   *name = NULL;

	if (row != NULL)
		definition = try_relation_open(row->definition, AccessShareLock);
	if (definition == NULL)
		PG_RETURN_NULL();
	if (definition->rd_rel->relkind == RELKIND_VIEW)
	{
		Query	   *query = get_view_query(definition);

		column = counted_column(cv_hidden_column_find(query, CV_CLOCK_COLUMN));
		if (column != NULL)
			name = get_attname(rt_fetch(column->varno, query->rtable)->relid,
							   column->varattno, true);
	}
	relation_close(definition, AccessShareLock);
	if (name == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(name));
}

static AttrNumber
find_column(Oid relid, const char *name)
{
	AttrNumber	attnum = get_attnum(relid, name);
	const char *nearest;

	if (attnum > 0 || attnum == TableOidAttributeNumber)
		return attnum;
	if (attnum < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("system column \"%s\" cannot be used for watermark_by",
						name)));
	nearest = nearest_column(relid, name);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("column \"%s\" of watermark_by does not exist in table \"%s\"",
					name, get_rel_name(relid)),
			 nearest ? errhint("Perhaps you meant the column \"%s\".",
							   nearest) : 0));
}

static const char *
nearest_column(Oid relid, const char *name)
{
	Relation	rel = table_open(relid, AccessShareLock);
	TupleDesc	desc = RelationGetDescr(rel);
	int			best = MAX_HINT_DISTANCE(name) + 1;
	const char *nearest = NULL;

	for (int i = 0; i < desc->natts && strlen(name) < NAMEDATALEN; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		const char *known = NameStr(att->attname);
		int			distance = varstr_levenshtein(name, strlen(name), known,
												  strlen(known), 1, 1, 1,
												  true);

		if (att->attisdropped || distance >= best)
			continue;
		best = distance;
		nearest = pstrdup(known);
	}
	table_close(rel, NoLock);
	return nearest;
}

static Aggref *
make_count(Var *column)
{
	Aggref	   *count = makeNode(Aggref);

	count->aggfnoid = F_COUNT_ANY;
	count->aggtype = INT8OID;
	count->inputcollid = column->varcollid;
	count->aggargtypes = list_make1_oid(column->vartype);
	count->args = list_make1(makeTargetEntry((Expr *) column, 1, NULL, false));
	count->aggkind = AGGKIND_NORMAL;
	count->aggsplit = AGGSPLIT_SIMPLE;
	count->aggno = -1;
	count->aggtransno = -1;
	count->location = -1;
	return count;
}

/* NULL if the target is no count of a column */
static Var *
counted_column(TargetEntry *tle)
{
	Aggref	   *count = tle ? (Aggref *) tle->expr : NULL;
	Expr	   *arg;

	if (count == NULL || !IsA(count, Aggref) ||
		count->aggfnoid != F_COUNT_ANY)
		return NULL;
	arg = linitial_node(TargetEntry, count->args)->expr;
	return IsA(arg, Var) ? (Var *) arg : NULL;
}
