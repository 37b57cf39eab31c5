/*-------------------------------------------------------------------------
 *
 * view_indexes.c
 *	  Indexes that members of a continuous view have beside the primary key.
 *
 *	results, state of a session view	(cv_key, window_start)	sessions of a key
 *	state of a session view				(window_end)			that W closes
 *	results of a session or cumulate	(window_end)			with notify
 *	view
 *	results without a window			(window_end)			keys to be dropped
 *
 * That of the sessions of a key is only needed where memory does not know
 * them, and entries in the order of keys are dear: so beside a large input it
 * is left out at first, and made as a whole when it is needed, or when the
 * rows that are there already have been counted.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "commands/defrem.h"
#include "nodes/makefuncs.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "view/view_ddl.h"

#define MAX_COLUMNS		2

typedef struct IndexColumns
{
	int			n;
	AttrNumber	attnums[MAX_COLUMNS];
} IndexColumns;

#define MAX_INDEXES		2

/* an input with so many blocks is a large one */
#define LARGE_INPUT		1024

/* by which chunks of windows that are final are found */
static const IndexColumns chunk_index = {1, {CV_CHUNK_ATT_WINDOW_END}};

static int	needed_indexes(const CvViewSpec *spec, bool is_state,
						   IndexColumns *needed);
static bool can_wait(const CvViewSpec *spec, int i);
static bool finds_ends(const CvViewSpec *spec);
static bool has_index(Relation rel, const IndexColumns *columns, Oid but);
static bool is_index_on(Relation index, const IndexColumns *columns);
static bool is_large_input(const CvViewSpec *spec);
static void make_index(Oid relid, const IndexColumns *columns);
static IndexStmt *index_statement(Oid relid, const IndexColumns *columns);

void
cv_member_make_indexes(Oid relid, const CvViewSpec *spec, bool is_state)
{
	IndexColumns needed[MAX_INDEXES];
	int			n = needed_indexes(spec, is_state, needed);

	for (int i = 0; i < n; i++)
	{
		Relation	rel = table_open(relid, NoLock);
		bool		is_there = has_index(rel, &needed[i], InvalidOid);

		table_close(rel, NoLock);
		if (!is_there && (!can_wait(spec, i) || !is_large_input(spec)))
			make_index(relid, &needed[i]);
	}
}

bool
cv_member_has_indexes(Relation rel, const CvViewSpec *spec, bool is_state)
{
	IndexColumns needed[MAX_INDEXES];
	int			n = needed_indexes(spec, is_state, needed);

	for (int i = 0; i < n; i++)
	{
		if (!can_wait(spec, i) && !has_index(rel, &needed[i], InvalidOid))
			return false;
	}
	return true;
}

bool
cv_member_needs_index(const CvViewRow *row, Oid relid, Oid index)
{
	IndexColumns needed[MAX_INDEXES];
	CvViewSpec *spec;
	Relation	rel;
	bool		is_needed = false;
	int			n;

	LockRelationOid(row->definition, AccessShareLock);
	spec = cv_view_load(row->view);
	if (spec == NULL || relid == row->late)
		return false;
	if (relid == row->collected)
	{
		needed[0] = chunk_index;
		n = 1;
	}
	else
		n = needed_indexes(spec, relid == row->state, needed);
	rel = table_open(relid, AccessShareLock);
	for (int i = 0; i < n; i++)
		is_needed |= has_index(rel, &needed[i], InvalidOid) &&
			!has_index(rel, &needed[i], index);
	table_close(rel, NoLock);
	return is_needed;
}

Oid
cv_member_make_key_index(Relation rel, AttrNumber cv_key)
{
	Oid			relid = RelationGetRelid(rel);
	IndexColumns columns = {2, {cv_key, CV_ATT_WINDOW_START}};

	if (!ConditionalLockRelationOid(relid, ShareLock))
		return InvalidOid;
	return cv_define_index(relid, index_statement(relid, &columns)).objectId;
}

void
cv_member_make_chunk_index(Oid relid)
{
	make_index(relid, &chunk_index);
}

bool
cv_member_has_chunk_index(Relation rel)
{
	return has_index(rel, &chunk_index, InvalidOid);
}

static int
needed_indexes(const CvViewSpec *spec, bool is_state, IndexColumns *needed)
{
	bool		is_session = spec->window.kind == CV_WINDOW_SESSION;
	int			n = 0;

	if (is_session)
		needed[n++] = (IndexColumns){
		2, {CV_ATT_KEY(list_length(spec->keys), cv_first_aggs(spec)),
		CV_ATT_WINDOW_START}
	};
	if (is_state ? is_session : finds_ends(spec))
		needed[n++] = (IndexColumns){
		1, {CV_ATT_WINDOW_END}
	};
	return n;
}

/* ... of these: see above */
static bool
can_wait(const CvViewSpec *spec, int i)
{
	return spec->window.kind == CV_WINDOW_SESSION && i == 0;
}

/* are result rows looked for by the end of their windows? */
static bool
finds_ends(const CvViewSpec *spec)
{
	switch (spec->window.kind)
	{
		case CV_WINDOW_SESSION:
		case CV_WINDOW_CUMULATE:
			return spec->dials.notify != NULL;
		case CV_WINDOW_NONE:
			return spec->dials.ttl_action == CV_TTL_DROP;
		default:
			return false;
	}
}

static bool
has_index(Relation rel, const IndexColumns *columns, Oid but)
{
	bool		found = false;
	ListCell   *lc;

	foreach(lc, RelationGetIndexList(rel))
	{
		Relation	index;

		if (lfirst_oid(lc) == but)
			continue;
		index = index_open(lfirst_oid(lc), AccessShareLock);
		found |= is_index_on(index, columns);
		index_close(index, NoLock);
	}
	return found;
}

bool
cv_index_is_partial(Relation index)
{
	return !heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL);
}

/* all rows, and these columns first */
static bool
is_index_on(Relation index, const IndexColumns *columns)
{
	Form_pg_index form = index->rd_index;

	if (index->rd_rel->relam != BTREE_AM_OID || !form->indisvalid ||
		form->indnkeyatts < columns->n ||
		cv_index_is_partial(index))
		return false;
	for (int i = 0; i < columns->n; i++)
	{
		if (form->indkey.values[i] != columns->attnums[i])
			return false;
	}
	return true;
}

/* Are there many rows to count? */
static bool
is_large_input(const CvViewSpec *spec)
{
	List	   *leaves = find_all_inheritors(spec->input, AccessShareLock, NULL);
	uint64		nblocks = 0;
	ListCell   *lc;

	foreach(lc, leaves)
	{
		Relation	rel = table_open(lfirst_oid(lc), NoLock);

		if (RELKIND_HAS_STORAGE(rel->rd_rel->relkind))
			nblocks += RelationGetNumberOfBlocks(rel);
		table_close(rel, NoLock);
	}
	return nblocks >= LARGE_INPUT;
}

static void
make_index(Oid relid, const IndexColumns *columns)
{
	cv_run_subcommand((Node *) index_statement(relid, columns),
					  "CREATE CONTINUOUS VIEW");
}

static IndexStmt *
index_statement(Oid relid, const IndexColumns *columns)
{
	IndexStmt  *stmt = makeNode(IndexStmt);

	stmt->relation = makeRangeVar(get_namespace_name(get_rel_namespace(relid)),
								  get_rel_name(relid), -1);
	stmt->accessMethod = pstrdup("btree");
	for (int i = 0; i < columns->n; i++)
	{
		IndexElem  *column = makeNode(IndexElem);

		column->name = get_attname(relid, columns->attnums[i], false);
		column->ordering = SORTBY_DEFAULT;
		column->nulls_ordering = SORTBY_NULLS_DEFAULT;
		stmt->indexParams = lappend(stmt->indexParams, column);
	}
	return stmt;
}
