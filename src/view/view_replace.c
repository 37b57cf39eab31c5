/*-------------------------------------------------------------------------
 *
 * view_replace.c
 *	  CREATE OR REPLACE CONTINUOUS VIEW of a view that exists.
 *
 * What has been counted stays, so the view must count the same rows by the
 * same keys.  What stands over the groups, and the options, may change, and
 * aggregates may be added: their columns are added to result and state table,
 * and computed from the rows that are still there, all in the statement's own
 * transaction.  The worker holds a lock on the definition during each batch, so
 * the next one has the new definition; what shared memory remembers of groups is
 * void then, as the position gets a new generation.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "nodes/makefuncs.h"
#include "parser/analyze.h"
#include "parser/parser.h"
#include "storage/lmgr.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"

#include "base/shared_memory.h"
#include "view/added_columns.h"
#include "view/input_side_same.h"
#include "view/statement_text.h"
#include "view/view_analyze.h"
#include "view/view_ddl.h"
#include "view/view_generations.h"

static Query *parse_again(Query *query);
static CvViewSpec *analyze(Query *query, const CvDials *dials);
static Query *write_order(const CvViewRow *row, const CvViewSpec *old,
						  const CvViewSpec *new, Query *query);
static bool is_same_order(const CvViewSpec *old, const CvViewSpec *new);
static void check_same_input_side(const CvViewSpec *old,
								  const CvViewSpec *new);
static void check_columns(const CvViewSpec *old, const CvViewSpec *new);
static int	count_columns(const Query *query);

void
cv_view_replace(Oid view, CvViewSpec *spec, List *options,
				List *stock_options)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	Query	   *query = parse_again(spec->query);
	CvViewSpec *new = analyze(query, &spec->dials);
	CvViewSpec *old;
	RangeVar   *name;
	int			nold;

	LockRelationOid(view, AccessExclusiveLock);
	LockRelationOid(row->definition, AccessExclusiveLock);
	old = cv_view_load(view);
	nold = list_length(old->aggs);
	check_same_input_side(old, new);
	check_columns(old, new);
	query = write_order(row, old, new, query);
	new = analyze(query, &spec->dials);
	new->owner = old->owner;

	cv_options_replace(row, old, options);
	cv_member_replace_definition(row->definition, query);
	if (list_length(new->aggs) > nold)
		cv_added_columns_make(row, new, nold);
	name = makeRangeVar(get_namespace_name(get_rel_namespace(view)),
						get_rel_name(view), -1);
	cv_member_make_top(name, new, row->results, stock_options, true);

	/* a replaced rule has lost what hung on it */
	cv_view_link(row);
	CommandCounterIncrement();
	if (list_length(new->aggs) > nold)
		cv_added_columns_compute(row, nold);
	cv_worker_wake_at_commit();
}

/* by way of its text, as the old one has come to be what it is */
static Query *
parse_again(Query *query)
{
	int			nest_level = cv_text_settings_begin();
	char	   *text = cv_query_text(query, false);
	List	   *parsed = raw_parser(text, RAW_PARSE_DEFAULT);
	Query	   *result;

	result = parse_analyze_fixedparams(linitial_node(RawStmt, parsed), text,
									   NULL, 0, NULL);
	AtEOXact_GUC(true, nest_level);
	return result;
}

static CvViewSpec *
analyze(Query *query, const CvDials *dials)
{
	CvViewSpec *spec = palloc0_object(CvViewSpec);

	spec->dials = *dials;
	cv_view_analyze(spec, copyObject(query));
	return spec;
}

/*
 * write_order -- the query with a column that says the order of aggregates, if
 * it does not say it itself.
 */
static Query *
write_order(const CvViewRow *row, const CvViewSpec *old,
			const CvViewSpec *new, Query *query)
{
	int			place = cv_generations_place(row);
	List	   *added = cv_added_aggs(new->aggs, old->aggs);

	if (place == 0 && is_same_order(old, new))
		return query;
	cv_query_flatten_group(query);
	cv_generations_add(query, old, added, place);
	return parse_again(query);
}

static bool
is_same_order(const CvViewSpec *old, const CvViewSpec *new)
{
	return cv_same_expr(old->aggs, new->aggs);
}

static void
check_same_input_side(const CvViewSpec *old, const CvViewSpec *new)
{
	const char *what = cv_input_side_difference(old, new);

	if (what == NULL)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot replace continuous view \"%s\": its FROM, WHERE or GROUP BY differ",
					get_rel_name(old->view)),
			 errdetail("There is a difference in: %s.", what),
			 errhint("Create a new continuous view and rename it.")));
}

/* later, PostgreSQL would compare with a column that is hidden */
static void
check_columns(const CvViewSpec *old, const CvViewSpec *new)
{
	if (count_columns(new->query) < count_columns(old->query))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("cannot drop columns from continuous view \"%s\"",
						get_rel_name(old->view)),
				 errhint("Create a new continuous view and rename it.")));
}

static int
count_columns(const Query *query)
{
	int			result = 0;
	ListCell   *lc;

	foreach(lc, query->targetList)
		result += !lfirst_node(TargetEntry, lc)->resjunk;
	return result;
}
