/*-------------------------------------------------------------------------
 *
 * input_view.c
 *	  A simple view in the place of the input: the table behind it.
 *
 *	CREATE VIEW paid AS SELECT at, total / 100 AS pounds FROM orders WHERE ok
 *
 *	SELECT window_start, sum(pounds) FROM paid GROUP BY tumble(at, '5 min')
 *
 * becomes, as PostgreSQL does it for the rules of views,
 *
 *	SELECT window_start, sum(total / 100) FROM orders paid
 *	 WHERE ok GROUP BY tumble(at, '5 min')
 *
 * That is done once, at CREATE, and it is the definition then: a later change
 * of the view does not change it.  The continuous view's owner needs the rights
 * on the table; he reads it as if he had named it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteDefine.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "base/compat.h"
#include "view/input_view.h"
#include "view/view_catalog.h"
#include "view/view_check.h"
#include "view/view_from.h"

typedef struct ColumnUse
{
	Index		rti;
	int			depth;			/* sub-selects that we are in */
	Bitmapset  *columns;		/* offset as permissions have it */
	bool		has_whole_row;
} ColumnUse;

static bool expand(Query *query, Index rti);
static bool has_joins(const Query *query);
static void refuse_hiding(Relation view, Oid table);
static void put_table(Query *query, Index rti, Query *view_query);
static void set_permissions(Query *query, Index rti);
static ColumnUse used_columns(Query *query, Index rti);
static bool find_columns(Node *node, ColumnUse *use);

/* a view may read another one */
void
cv_input_view_expand(Query *query)
{
	Index		rti = cv_from_input_rti(query);

	while (rti != 0 && expand(query, rti))
		 /* once more */ ;
}

static bool
expand(Query *query, Index rti)
{
	RangeTblEntry *rte = rt_fetch(rti, query->rtable);
	Query	   *view_query;
	Relation	view;
	Oid			table;

	if (rte->rtekind != RTE_RELATION || rte->relkind != RELKIND_VIEW ||
		has_joins(query) || used_columns(query, rti).has_whole_row)
		return false;
	view = relation_open(rte->relid, AccessShareLock);
	if (cv_is_continuous_view(rte->relid))
		cv_check_result_table(rte->relid);
	view_query = copyObject(get_view_query(view));
	if (view_query_is_auto_updatable(view_query, false) != NULL)
	{
		relation_close(view, NoLock);
		return false;
	}
	table = rt_fetch(linitial_node(RangeTblRef,
								   view_query->jointree->fromlist)->rtindex,
					 view_query->rtable)->relid;
	LockRelationOid(table, AccessShareLock);
	refuse_hiding(view, table);
	relation_close(view, NoLock);

	/* relations in sub-selects of its WHERE, too, are the owner's to read */
	setRuleCheckAsUser((Node *) view_query, InvalidOid);
	put_table(query, rti, view_query);
	set_permissions(query, rti);
	return true;
}

/* JOIN numbers the columns of what it joins: they would be others */
static bool
has_joins(const Query *query)
{
	ListCell   *lc;

	foreach(lc, query->rtable)
	{
		if (lfirst_node(RangeTblEntry, lc)->rtekind == RTE_JOIN)
			return true;
	}
	return false;
}

static void
refuse_hiding(Relation view, Oid table)
{
	Relation	rel = relation_open(table, NoLock);
	bool		has_policies = rel->rd_rel->relrowsecurity;

	relation_close(rel, NoLock);
	if (RelationIsSecurityView(view))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a view with security_barrier cannot be the input of a continuous view"),
				 errhint("Name the table \"%s\".", get_rel_name(table))));
	if (has_policies && !RelationHasSecurityInvoker(view) &&
		view->rd_rel->relowner != GetUserId())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a view of another owner over a table with row security cannot be the input of a continuous view"),
				 errhint("Name the table \"%s\": its policies then apply to the owner of the continuous view.",
						 get_rel_name(table))));
}

static void
put_table(Query *query, Index rti, Query *view_query)
{
	RangeTblEntry *view = rt_fetch(rti, query->rtable);
	Index		table_rti = linitial_node(RangeTblRef,
										  view_query->jointree->fromlist)->rtindex;
	RangeTblEntry *table = rt_fetch(table_rti, view_query->rtable);
	Query	   *replaced;

	ChangeVarNodes((Node *) view_query->targetList, table_rti, rti, 0);
	ChangeVarNodes(view_query->jointree->quals, table_rti, rti, 0);
	replaced = (Query *)
		cv_replace_vars((Node *) query, rti, view, view_query->targetList);
	*query = *replaced;
	AddQual(query, view_query->jointree->quals);
	query->hasSubLinks |= view_query->hasSubLinks;

	table = copyObject(table);
	table->alias = makeAlias(view->eref->aliasname, NIL);
	table->eref = makeAlias(view->eref->aliasname, table->eref->colnames);
	table->inFromCl = true;
	cv_query_take_permissions(query, table, view);
	lfirst(list_nth_cell(query->rtable, rti - 1)) = table;
}

/* SELECT on the columns that the query has now, for the user */
static void
set_permissions(Query *query, Index rti)
{
	RangeTblEntry *rte = rt_fetch(rti, query->rtable);
	CvPermissionInfo *permissions = cv_query_permissions(query, rte);

	permissions->requiredPerms = ACL_SELECT;
	permissions->checkAsUser = InvalidOid;
	permissions->selectedCols = used_columns(query, rti).columns;
}

static ColumnUse
used_columns(Query *query, Index rti)
{
	ColumnUse	use = {.rti = rti, .depth = -1};

	(void) find_columns((Node *) query, &use);
	return use;
}

static bool
find_columns(Node *node, ColumnUse *use)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var		   *var = (Var *) node;

		if (var->varno != use->rti || var->varlevelsup != use->depth)
			return false;
		use->has_whole_row |= var->varattno == InvalidAttrNumber;
		use->columns = bms_add_member(use->columns,
									  var->varattno -
									  FirstLowInvalidHeapAttributeNumber);
		return false;
	}
	if (IsA(node, Query))
	{
		use->depth++;
		(void) query_tree_walker((Query *) node, find_columns, use, 0);
		use->depth--;
		return false;
	}
	return expression_tree_walker(node, find_columns, use);
}
