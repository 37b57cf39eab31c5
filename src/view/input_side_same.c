/*-------------------------------------------------------------------------
 *
 * input_side_same.c
 *	  Do two queries count the same rows?
 *
 * One is the rule of the hidden view, the other a statement's.  Both were
 * parsed from a text like that of the hidden view, so they have the same shape;
 * what they still differ in is not compared: permissions, names.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/nodeFuncs.h"

#include "base/compat.h"
#include "view/input_side_same.h"

static bool is_same_window(const CvWindowSpec *a, const CvWindowSpec *b);
static bool forget_names(Node *node, void *context);

const char *
cv_input_side_difference(const CvViewSpec *old, const CvViewSpec *new)
{
	if (old->input != new->input || old->input_rti != new->input_rti ||
		!cv_same_expr(old->query->rtable, new->query->rtable) ||
		!cv_same_expr(old->query->cteList, new->query->cteList) ||
		!cv_same_expr(old->query->jointree->fromlist,
					  new->query->jointree->fromlist))
		return "FROM";
	if (!is_same_window(&old->window, &new->window))
		return "window";
	if (!cv_same_expr(old->time_expr, new->time_expr))
		return old->window.kind == CV_WINDOW_NONE ? "event_time" : "window";
	if (!cv_same_expr(old->clock_expr, new->clock_expr))
		return "watermark_by";
	if (!cv_same_expr(old->query->jointree->quals,
					  new->query->jointree->quals))
		return "WHERE";
	if (!cv_same_expr(old->keys, new->keys))
		return "GROUP BY";
	return NULL;
}

static bool
is_same_window(const CvWindowSpec *a, const CvWindowSpec *b)
{
	return a->kind == b->kind && a->time_type == b->time_type &&
		cv_span_equal(&a->grid.step, &b->grid.step) &&
		a->grid.origin == b->grid.origin && a->grid.zone == b->grid.zone &&
		(a->kind == CV_WINDOW_NONE || cv_span_equal(&a->size, &b->size)) &&
		cv_span_equal(&a->step, &b->step);
}

bool
cv_same_expr(const void *a, const void *b)
{
	Node	   *one = copyObject(unconstify(void *, a));
	Node	   *other = copyObject(unconstify(void *, b));

	(void) forget_names(one, NULL);
	(void) forget_names(other, NULL);
	return equal(one, other);
}

static bool
forget_names(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, List))
	{
		ListCell   *lc;

		foreach(lc, (List *) node)
			(void) forget_names(lfirst(lc), context);
		return false;
	}
	if (IsA(node, RangeTblEntry))
	{
		RangeTblEntry *rte = (RangeTblEntry *) node;

		cv_entry_forget_permissions(rte);
		rte->alias = rte->eref = NULL;
		/* tables get more columns; what is joined by says the join itself */
		rte->joinaliasvars = rte->joinleftcols = rte->joinrightcols = NIL;
		return range_table_entry_walker(rte, forget_names, context, 0);
	}
	if (IsA(node, JoinExpr))
		((JoinExpr *) node)->alias = ((JoinExpr *) node)->join_using_alias =
			NULL;
	if (IsA(node, TargetEntry))
		((TargetEntry *) node)->resname = NULL;
	if (IsA(node, Query))
	{
		cv_query_forget_permissions((Query *) node);
		return query_tree_walker((Query *) node, forget_names, context,
								 QTW_EXAMINE_RTES_BEFORE);
	}
	return expression_tree_walker(node, forget_names, context);
}

List *
cv_added_aggs(List *aggs, List *old_aggs)
{
	List	   *added = NIL;
	ListCell   *lc;

	foreach(lc, aggs)
	{
		bool		is_old = false;
		ListCell   *lc_old;

		foreach(lc_old, old_aggs)
			is_old |= cv_same_expr(lfirst(lc), lfirst(lc_old));
		if (!is_old)
			added = lappend(added, lfirst(lc));
	}
	return added;
}
