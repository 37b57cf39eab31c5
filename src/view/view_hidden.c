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

#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"

#include "view/view_hidden.h"

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
