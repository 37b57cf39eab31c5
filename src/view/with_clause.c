/*-------------------------------------------------------------------------
 *
 * with_clause.c
 *	  The WITH queries of a view, of which one side of it needs a part.
 *
 * The query of a view is split in what is evaluated over input rows and what
 * stands over the groups.  Both have the whole WITH clause at first.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/nodeFuncs.h"

#include "view/with_clause.h"

typedef struct Search
{
	const char *name;
	int			depth;			/* sub-selects that we are in; -1: above all */
	int			nfound;
} Search;

static int	count_references(Query *query, const char *name);
static bool find_references(Node *node, Search *search);

void
cv_with_trim(Query *query)
{
	bool		is_trimmed;

	/* one that is dropped may have been all that read another */
	do
	{
		ListCell   *lc;

		is_trimmed = false;
		foreach(lc, query->cteList)
		{
			CommonTableExpr *with = lfirst_node(CommonTableExpr, lc);

			with->cterefcount = count_references(query, with->ctename);
			if (with->cterefcount > 0)
				continue;
			query->cteList = foreach_delete_current(query->cteList, lc);
			is_trimmed = true;
		}
	} while (is_trimmed);
	query->hasRecursive &= query->cteList != NIL;
}

static int
count_references(Query *query, const char *name)
{
	Search		search = {.name = name, .depth = -1};

	(void) find_references((Node *) query, &search);
	return search.nfound;
}

/* a recursive query's references to itself do not count */
static bool
find_references(Node *node, Search *search)
{
	ListCell   *lc;

	if (node == NULL)
		return false;
	if (!IsA(node, Query))
		return expression_tree_walker(node, find_references, search);
	search->depth++;
	foreach(lc, ((Query *) node)->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_CTE && !rte->self_reference &&
			rte->ctelevelsup == search->depth &&
			strcmp(rte->ctename, search->name) == 0)
			search->nfound++;
	}
	(void) query_tree_walker((Query *) node, find_references, search, 0);
	search->depth--;
	return false;
}
