/*-------------------------------------------------------------------------
 *
 * view_hidden.c
 *	  Columns of the hidden view that say what users do not select.
 *
 * Being columns of a view they are renamed, guarded, dumped and restored with
 * what they name.  Each is the last column when it is added; those that OR
 * REPLACE adds come behind.  Whoever analyses the hidden view sees the query
 * without them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/varlena.h"

#include "base/compat.h"
#include "view/view_from.h"
#include "view/view_hidden.h"

/* a name further than this from all columns gets no hint */
#define MAX_HINT_DISTANCE(name)	Min(strlen(name) / 2, 3)

static const char *nearest_column(Oid relid, const char *name);
static Aggref *make_count(Var *column);
static bool is_used_in_order(Query *query, Index ref);
static void number_targets(Query *query);

/* before what the query only sorts or groups by */
void
cv_hidden_column_add(Query *query, const char *name, Expr *expr, int place)
{
	int			at = 0;
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		if (!lfirst_node(TargetEntry, lc)->resjunk)
			at++;
	}
	if (place > 0 && place <= at)
		at = place - 1;
	query->targetList = list_insert_nth(query->targetList, at,
										makeTargetEntry(expr, 0,
														pstrdup(name),
														false));
	number_targets(query);
}

TargetEntry *
cv_hidden_column_find(Query *query, const char *name)
{
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk && tle->resname != NULL &&
			strcmp(tle->resname, name) == 0)
			return tle;
	}
	return NULL;
}

Index
cv_hidden_input_rti(Query *query)
{
	Index		rti = cv_from_input_rti(query);
	RangeTblEntry *rte;

	if (rti == 0)
		return 0;
	rte = rt_fetch(rti, query->rtable);
	return rte->rtekind == RTE_RELATION && rte->relkind != RELKIND_VIEW ?
		rti : 0;
}

AttrNumber
cv_hidden_input_column(Query *query, Index rti, const char *name,
					   const char *option)
{
	Oid			relid = rt_fetch(rti, query->rtable)->relid;
	AttrNumber	attnum = get_attnum(relid, name);
	const char *nearest;

	if (attnum > 0 || attnum == TableOidAttributeNumber)
		return attnum;
	if (attnum < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("system column \"%s\" cannot be used for %s",
						name, option)));
	nearest = nearest_column(relid, name);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("column \"%s\" of %s does not exist in table \"%s\"",
					name, option, get_rel_name(relid)),
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

void
cv_hidden_count_add(Query *query, const char *name, Index rti,
					AttrNumber attnum, const char *option, int place)
{
	RangeTblEntry *rte = rt_fetch(rti, query->rtable);
	CvPermissionInfo *permissions;
	Oid			type;
	int32		typmod;
	Oid			collation;

	if (cv_hidden_column_find(query, name) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_RESERVED_NAME),
				 errmsg("column name \"%s\" is reserved in a view with %s",
						name, option)));
	get_atttypetypmodcoll(rte->relid, attnum, &type, &typmod, &collation);
	permissions = cv_query_permissions(query, rte);
	permissions->selectedCols =
		bms_add_member(permissions->selectedCols,
					   attnum - FirstLowInvalidHeapAttributeNumber);
	cv_hidden_column_add(query, name,
						 (Expr *) make_count(makeVar(rti, attnum, type, typmod,
													 collation, 0)), place);
	query->hasAggs = true;
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
Var *
cv_hidden_counted(TargetEntry *tle)
{
	Aggref	   *count = tle ? (Aggref *) tle->expr : NULL;
	Expr	   *arg;

	if (count == NULL || !IsA(count, Aggref) ||
		count->aggfnoid != F_COUNT_ANY)
		return NULL;
	arg = linitial_node(TargetEntry, count->args)->expr;
	return IsA(arg, Var) ? (Var *) arg : NULL;
}

/* the user may sort by the same expression, and DISTINCT has taken it up */
void
cv_hidden_column_remove(Query *query, TargetEntry *tle)
{
	Index		ref = tle->ressortgroupref;

	query->targetList = list_delete_ptr(query->targetList, tle);
	if (ref != 0)
	{
		SortGroupClause *distinct =
			get_sortgroupref_clause_noerr(ref, query->distinctClause);

		query->distinctClause = list_delete_ptr(query->distinctClause,
												distinct);
		if (is_used_in_order(query, ref))
		{
			tle->resjunk = true;
			query->targetList = lappend(query->targetList, tle);
		}
	}
	number_targets(query);
}

char *
cv_hidden_counted_name(const CvViewRow *row, const char *name)
{
	Relation	definition = NULL;
	char	   *result = NULL;

	if (row != NULL)
		definition = try_relation_open(row->definition, AccessShareLock);
	if (definition == NULL)
		return NULL;
	if (definition->rd_rel->relkind == RELKIND_VIEW)
	{
		Query	   *query = get_view_query(definition);
		Var		   *column =
			cv_hidden_counted(cv_hidden_column_find(query, name));

		if (column != NULL)
			result = get_attname(rt_fetch(column->varno, query->rtable)->relid,
								 column->varattno, true);
	}
	relation_close(definition, AccessShareLock);
	return result;
}

static bool
is_used_in_order(Query *query, Index ref)
{
	List	   *clauses = list_copy(query->sortClause);
	ListCell   *lc;

	foreach(lc, query->windowClause)
	{
		WindowClause *window = lfirst_node(WindowClause, lc);

		clauses = list_concat(clauses, window->partitionClause);
		clauses = list_concat(clauses, window->orderClause);
	}
	return get_sortgroupref_clause_noerr(ref, clauses) != NULL;
}

static void
number_targets(Query *query)
{
	AttrNumber	resno = 0;
	ListCell   *lc;

	foreach(lc, query->targetList)
		lfirst_node(TargetEntry, lc)->resno = ++resno;
}
