/*-------------------------------------------------------------------------
 *
 * view_verify.c
 *	  Is a restored view what CREATE CONTINUOUS VIEW has made?
 *
 * The worker trusts the members of a view: it runs the query of the hidden
 * view, and takes the columns of the tables for what they should be.  What a
 * dump, or whoever restored it, has made of them is looked at once, when the
 * view is adopted.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/rewriteHandler.h"
#include "storage/lockdefs.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "view/agg_info.h"
#include "view/owner_code.h"
#include "view/result_columns.h"
#include "view/view_check.h"
#include "view/view_ddl.h"

typedef struct Verify
{
	const CvViewRow *row;
	Oid			owner;
} Verify;

static void verify_definition(Verify *verify, CvViewSpec *spec);
static void verify_result_table(Verify *verify, Oid relid,
								const CvViewSpec *spec, bool is_state);
static void verify_late_table(Verify *verify, const CvViewSpec *spec);
static void verify_collected(Verify *verify, const CvViewSpec *spec);
static bool has_primary_key(Relation rel);
static Relation open_table(Verify *verify, Oid relid);
static void verify_columns(Verify *verify, Relation rel, const Oid *types,
						   const AttrNumber *attnums, int n);
pg_noreturn static void refuse_member(Verify *verify, Oid relid);

void
cv_view_verify(const CvViewRow *row)
{
	Verify		verify = {.row = row};
	CvViewSpec	spec = {0};
	Relation	view = relation_open(row->view, AccessShareLock);

	verify.owner = view->rd_rel->relowner;
	relation_close(view, NoLock);
	cv_dials_parse(row->options, &spec.dials);
	verify_definition(&verify, &spec);
	verify_result_table(&verify, row->results, &spec, false);
	if (cv_view_has_state_table(&spec))
		verify_result_table(&verify, row->state, &spec, true);
	if (spec.dials.keep_late_rows || spec.dials.skip_failed_rows)
		verify_late_table(&verify, &spec);
	if (cv_view_collects(&spec))
		verify_collected(&verify, &spec);
}

/*
 * What CREATE would refuse is refused here, with the same messages; and as the
 * owner, since planning evaluates functions, whoever takes the view up.
 */
static void
verify_definition(Verify *verify, CvViewSpec *spec)
{
	Oid			relid = verify->row->definition;
	Relation	rel = try_relation_open(relid, AccessShareLock);
	CvOwnerCode own;

	if (rel == NULL || rel->rd_rel->relkind != RELKIND_VIEW ||
		rel->rd_rel->relowner != verify->owner)
		refuse_member(verify, relid);
	cv_owner_code_begin(verify->owner, &own);
	cv_check_query(spec, copyObject(get_view_query(rel)), NULL);
	cv_owner_code_end(&own);
	if (spec->input != verify->row->input)
		refuse_member(verify, relid);
	relation_close(rel, NoLock);
}

static void
verify_result_table(Verify *verify, Oid relid, const CvViewSpec *spec,
					bool is_state)
{
	Relation	rel = open_table(verify, relid);
	int			nkeys = list_length(spec->keys);
	int			naggs = list_length(spec->aggs);
	Oid		   *types = palloc(sizeof(Oid) * CV_RESULT_NATTS(nkeys, naggs));
	int			n = 0;
	List	   *exprs = list_concat_copy(spec->keys, spec->aggs);
	ListCell   *lc;

	types[n++] = spec->window.time_type;
	types[n++] = spec->window.time_type;
	foreach(lc, exprs)
		types[n++] = exprType(lfirst(lc));
	types[n++] = INT8OID;		/* cv_key */
	types[n++] = BYTEAOID;		/* cv_state */
	types[n++] = INT4OID;		/* _corrections */
	types[n++] = TIMESTAMPTZOID;	/* _updated_at */
	Assert(n == CV_RESULT_NATTS(nkeys, naggs));
	verify_columns(verify, rel, types,
				   cv_result_columns(RelationGetDescr(rel), spec), n);
	if (!has_primary_key(rel) || !cv_member_has_indexes(rel, spec, is_state))
		refuse_member(verify, relid);
	relation_close(rel, NoLock);
}

static void
verify_late_table(Verify *verify, const CvViewSpec *spec)
{
	Relation	rel = open_table(verify, verify->row->late);
	Oid			types[CV_LATE_NATTS] = {
		TEXTOID, spec->window.time_type, TIMESTAMPTZOID, TIMESTAMPTZOID,
		JSONBOID, TEXTOID
	};

	verify_columns(verify, rel, types, NULL, CV_LATE_NATTS);
	relation_close(rel, NoLock);
}

static void
verify_collected(Verify *verify, const CvViewSpec *spec)
{
	Relation	rel = open_table(verify, verify->row->collected);
	Oid			types[CV_CHUNK_NATTS] = {
		INT8OID, INT4OID, spec->window.time_type, BYTEAOID
	};

	verify_columns(verify, rel, types, NULL, CV_CHUNK_NATTS);
	if (!has_primary_key(rel) || !cv_member_has_chunk_index(rel))
		refuse_member(verify, verify->row->collected);
	relation_close(rel, NoLock);
}

static bool
has_primary_key(Relation rel)
{
	return OidIsValid(rel->rd_pkindex) ||
		(RelationGetIndexList(rel) != NIL && OidIsValid(rel->rd_pkindex));
}

static Relation
open_table(Verify *verify, Oid relid)
{
	Relation	rel = OidIsValid(relid) ?
		try_relation_open(relid, AccessShareLock) : NULL;

	if (rel == NULL || rel->rd_rel->relkind != RELKIND_RELATION ||
		rel->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT ||
		rel->rd_rel->relam != HEAP_TABLE_AM_OID ||
		rel->rd_rel->relowner != verify->owner)
		refuse_member(verify, relid);
	return rel;
}

/*
 * verify_columns -- they are there, and all others are users' generated ones.
 *
 * attnums: where they are, NULL: in front.
 */
static void
verify_columns(Verify *verify, Relation rel, const Oid *types,
			   const AttrNumber *attnums, int n)
{
	TupleDesc	desc = RelationGetDescr(rel);
	bool		is_right = desc->natts >= n;
	int			nplain = 0;

	for (int i = 0; is_right && i < n; i++)
	{
		AttrNumber	attnum = attnums ? attnums[i] : i + 1;
		Form_pg_attribute att = attnum > 0 ? TupleDescAttr(desc, attnum - 1) :
			NULL;

		is_right = att != NULL && !att->attisdropped &&
			att->atttypid == types[i] && att->attgenerated == '\0';
	}
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		nplain += !att->attisdropped && att->attgenerated == '\0';
	}
	is_right &= nplain == n;
	if (!is_right)
		refuse_member(verify, RelationGetRelid(rel));
}

static void
refuse_member(Verify *verify, Oid relid)
{
	char	   *name = OidIsValid(relid) ? get_rel_name(relid) : NULL;

	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("continuous view \"%s\" cannot be taken up again",
					get_rel_name(verify->row->view)),
			 name ?
			 errdetail("\"%s\" is not what CREATE CONTINUOUS VIEW has made.",
					   name) :
			 errdetail("A table that belongs to it is missing."),
			 errhint("Drop the view, and create it again.")));
}
