/*-------------------------------------------------------------------------
 *
 * view_replace.c
 *	  CREATE OR REPLACE CONTINUOUS VIEW of a view that exists.
 *
 * What has been counted stays, so the input side must be the same; what
 * stands over the groups, and the options, may change.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "nodes/makefuncs.h"
#include "parser/analyze.h"
#include "parser/parser.h"
#include "parser/parsetree.h"
#include "storage/lmgr.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"

#include "base/shared_memory.h"
#include "view/statement_text.h"
#include "view/view_analyze.h"
#include "view/view_ddl.h"
#include "view/view_from.h"

static Query *parse_again(Query *query);
static void check_same_input_side(const CvViewSpec *old,
								  const CvViewSpec *new);
static bool is_same_window(const CvWindowSpec *a, const CvWindowSpec *b);
static void refuse_difference(const CvViewSpec *old, const char *what);

void
cv_view_replace(Oid view, CvViewSpec *spec, List *options,
				List *stock_options)
{
	CvViewRow  *row = cv_view_catalog_lookup(view);
	Query	   *query = spec->query;
	CvViewSpec *new = palloc0_object(CvViewSpec);
	CvViewSpec *old;
	RangeVar   *name;

	LockRelationOid(view, AccessExclusiveLock);
	LockRelationOid(row->definition, AccessExclusiveLock);
	old = cv_view_load(view);
	new->dials = spec->dials;
	cv_view_analyze(new, parse_again(query));
	check_same_input_side(old, new);

	cv_options_replace(row, old, options);
	cv_member_replace_definition(row->definition, query);
	name = makeRangeVar(get_namespace_name(get_rel_namespace(view)),
						get_rel_name(view), -1);
	cv_member_make_top(name, new, row->results, stock_options, true);

	/* a replaced rule has lost what hung on it */
	cv_view_link(row);
	CommandCounterIncrement();
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

static void
check_same_input_side(const CvViewSpec *old, const CvViewSpec *new)
{
	if (old->input != new->input || !cv_from_equal(old->query, new->query))
		refuse_difference(old, "FROM");
	if (!is_same_window(&old->window, &new->window))
		refuse_difference(old, "window");
	if (!equal(old->time_expr, new->time_expr))
		refuse_difference(old, old->window.kind == CV_WINDOW_NONE ?
						  "event_time" : "window");
	if (!equal(old->clock_expr, new->clock_expr))
		refuse_difference(old, "watermark_by");
	if (!equal(old->query->jointree->quals, new->query->jointree->quals))
		refuse_difference(old, "WHERE");
	if (!equal(old->keys, new->keys))
		refuse_difference(old, "GROUP BY");
	if (!equal(old->aggs, new->aggs))
		refuse_difference(old, "aggregates");
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

static void
refuse_difference(const CvViewSpec *old, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot replace continuous view \"%s\": its GROUP BY, WHERE or aggregates differ",
					get_rel_name(old->view)),
			 errdetail("There is a difference in: %s.", what),
			 errhint("Create a new continuous view and rename it.")));
}
