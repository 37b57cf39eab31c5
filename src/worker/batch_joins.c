/*-------------------------------------------------------------------------
 *
 * batch_joins.c
 *	  Tables that the rows of a batch are joined to.
 *
 * The rewriter, the planner and the executor would wait for their locks, and
 * with them all other views.  So what the query names, and what views in it
 * name, is locked beforehand if it is free.  What only policies of row security
 * name is not known here; for that there is lock_timeout (identity.c).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/rewriteHandler.h"
#include "utils/rel.h"

#include "input/leaves.h"
#include "worker/batch_joins.h"

static bool is_locked(Node *node, void *input);
static bool lock_relation(const RangeTblEntry *rte, Oid *input);
static bool lock_view(Oid view, Oid *input);

bool
cv_batch_lock_joined(const CvBatch *batch)
{
	const Query *query = batch->spec->query;
	Oid			input = batch->spec->input;

	/* most have nothing else */
	if (list_length(query->jointree->fromlist) == 1 &&
		IsA(linitial(query->jointree->fromlist), RangeTblRef) &&
		!query->hasSubLinks && query->cteList == NIL)
		return true;
	return !is_locked((Node *) batch->spec->query, &input);
}

/* a walker: true if something is not free */
static bool
is_locked(Node *node, void *input)
{
	ListCell   *lc;

	if (node == NULL)
		return false;
	if (!IsA(node, Query))
		return expression_tree_walker(node, is_locked, input);
	foreach(lc, ((Query *) node)->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		/* entries like OLD of a view are the view itself */
		if (rte->rtekind == RTE_RELATION && rte->inFromCl &&
			rte->relid != *(Oid *) input && !lock_relation(rte, input))
			return true;
	}
	return query_tree_walker((Query *) node, is_locked, input, 0);
}

static bool
lock_relation(const RangeTblEntry *rte, Oid *input)
{
	List	   *relids;
	ListCell   *lc;

	if (!cv_lock_if_free(rte->relid, AccessShareLock))
		return false;
	if (rte->relkind == RELKIND_VIEW)
		return lock_view(rte->relid, input);
	relids = rte->inh && has_subclass(rte->relid) ?
		find_all_inheritors(rte->relid, NoLock, NULL) :
		list_make1_oid(rte->relid);
	foreach(lc, relids)
	{
		CHECK_FOR_INTERRUPTS();
		if (!cv_lock_with_indexes_if_free(lfirst_oid(lc), AccessShareLock))
			return false;
	}
	return true;
}

static bool
lock_view(Oid view, Oid *input)
{
	Relation	rel;
	bool		result;

	check_stack_depth();
	rel = relation_open(view, NoLock);
	result = !is_locked((Node *) get_view_query(rel), input);
	relation_close(rel, NoLock);
	return result;
}
