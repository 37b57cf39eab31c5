/*-------------------------------------------------------------------------
 *
 * leaves.c
 *	  The files that make up the input.
 *
 * A worker never waits for a relation lock: users' DDL goes first, the view
 * sits out the round (HAZARDS-input H8).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "input/leaves.h"

static void check_leaf(Relation rel);

bool
cv_lock_if_free(Oid relid, int lockmode)
{
	if (!ConditionalLockRelationOid(relid, lockmode))
		return false;
	if (SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid)))
		return true;
	UnlockRelationOid(relid, lockmode);
	return false;
}

bool
cv_lock_with_indexes_if_free(Oid relid, int lockmode)
{
	Relation	rel;
	List	   *indexes;
	ListCell   *lc;
	bool		is_locked = true;

	if (!cv_lock_if_free(relid, lockmode))
		return false;
	rel = table_open(relid, NoLock);
	indexes = RelationGetIndexList(rel);
	foreach(lc, indexes)
		is_locked = is_locked && cv_lock_if_free(lfirst_oid(lc), lockmode);
	list_free(indexes);
	table_close(rel, NoLock);
	return is_locked;
}

bool
cv_leaves_open(Oid input, bool inherit, List *wanted, CvLeaves *leaves)
{
	List	   *relids;
	ListCell   *lc;

	leaves->n = 0;
	leaves->is_all = (wanted == NIL);
	if (!cv_lock_if_free(input, AccessShareLock))
		return false;
	if (wanted != NIL)
		relids = wanted;
	else if (inherit && has_subclass(input))
		relids = find_all_inheritors(input, NoLock, NULL);
	else
		relids = list_make1_oid(input);

	leaves->rels = palloc(sizeof(Relation) * list_length(relids));
	foreach(lc, relids)
	{
		Oid			relid = lfirst_oid(lc);
		Relation	rel;

		CHECK_FOR_INTERRUPTS();
		if (!cv_lock_if_free(relid, AccessShareLock))
		{
			cv_leaves_close(leaves);
			return false;
		}
		rel = table_open(relid, NoLock);
		if (rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		{
			table_close(rel, NoLock);
			continue;
		}
		leaves->rels[leaves->n++] = rel;
		check_leaf(rel);
	}
	return true;
}

/*
 * check_leaf -- refuse what the WAL says nothing of (HAZARDS-input H6).
 *
 * Our DDL hook does not let such a leaf in; this is for those that came in
 * while the library was not loaded.
 */
static void
check_leaf(Relation rel)
{
	if (rel->rd_rel->relkind == RELKIND_RELATION &&
		rel->rd_rel->relpersistence == RELPERSISTENCE_PERMANENT)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" cannot be part of the input of a continuous view",
					RelationGetRelationName(rel)),
			 errdetail("Its rows are not in the WAL."),
			 errhint("Detach it, then call continuous.resume().")));
}

void
cv_leaves_close(CvLeaves *leaves)
{
	for (int i = 0; i < leaves->n; i++)
		table_close(leaves->rels[i], NoLock);
	leaves->n = 0;
}

Relation
cv_leaves_lookup(const CvLeaves *leaves, Oid relid)
{
	for (int i = 0; i < leaves->n; i++)
		if (RelationGetRelid(leaves->rels[i]) == relid)
			return leaves->rels[i];
	return NULL;
}
