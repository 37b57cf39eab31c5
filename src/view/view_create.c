/*-------------------------------------------------------------------------
 *
 * view_create.c
 *	  CREATE CONTINUOUS VIEW.
 *
 * All that a view is made of is made in the statement's own transaction.  The
 * worker hears of it when that has committed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "base/compat.h"
#include "base/shared_memory.h"
#include "view/agg_info.h"
#include "view/input_view.h"
#include "view/owner_code.h"
#include "view/view_check.h"
#include "view/view_clock.h"
#include "view/view_ddl.h"
#include "view/view_event_time.h"
#include "view/view_from.h"
#include "view/view_generations.h"
#include "view/view_parse.h"
#include "view/window_call.h"

void		(*cv_view_created_hook) (const CvViewRow *row,
									 const CvDials *dials) = NULL;

static void check_ready(void);
static void check_statement(const ViewStmt *stmt);
static Oid	place_view(RangeVar *view, bool replace, Oid *existing);
static CvViewSpec *analyze(ViewStmt *stmt, const CvStatement *where,
						   const CvDials *dials, Oid existing,
						   Query **query);
static Oid	relation_owner(Oid relid);
static void set_column_names(Query *query, List *aliases);
static CvViewRow *make_members(Oid schema, RangeVar *view, CvViewSpec *spec,
							   Query *query, List *stock_options);
static void announce(const CvViewRow *row, const CvDials *dials);

void
cv_view_create(ViewStmt *stmt, const CvStatement *where)
{
	RangeVar   *view = copyObject(stmt->view);
	List	   *options;
	List	   *stock_options;
	CvDials		dials;
	CvViewSpec *spec;
	CvViewRow  *row;
	Query	   *query;
	Oid			schema;
	Oid			existing;

	check_ready();
	check_statement(stmt);
	cv_options_split(stmt->options, &options, &stock_options);
	cv_dials_parse(options, &dials);
	schema = place_view(view, stmt->replace, &existing);
	spec = analyze(stmt, where, &dials, existing, &query);
	if (OidIsValid(existing))
	{
		spec->query = query;
		cv_view_replace(existing, spec, options, stock_options);
		return;
	}

	cv_view_lock_input(spec->input, cv_view_reads_children(spec),
					   view->relname);
	row = make_members(schema, view, spec, query, stock_options);
	row->options = options;
	row->settings = cv_settings_capture();
	cv_view_catalog_add(row);
	CommandCounterIncrement();
	cv_view_link(row);
	CommandCounterIncrement();
	if (cv_view_created_hook)
		cv_view_created_hook(row, &dials);
	CommandCounterIncrement();
	cv_worker_wake_at_commit();
	announce(row, &dials);
	if (cv_from_reads_others(spec))
		ereport(NOTICE,
				(errmsg("joined tables are read as they are when a row is consumed"),
				 errdetail("That is at least as new as the row's own transaction. Later changes of them do not change results.")));
}

static void
check_ready(void)
{
	if (!cv_is_preloaded())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("continuous views need pg_continuous to be loaded when the server starts"),
				 errhint("Add pg_continuous to shared_preload_libraries and restart the server.")));
	if (!cv_extension_exists())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("extension pg_continuous does not exist in this database"),
				 errhint("Use CREATE EXTENSION pg_continuous.")));
	PreventCommandIfReadOnly("CREATE CONTINUOUS VIEW");
	PreventCommandIfParallelMode("CREATE CONTINUOUS VIEW");
	PreventCommandDuringRecovery("CREATE CONTINUOUS VIEW");
}

static void
check_statement(const ViewStmt *stmt)
{
	if (stmt->view->relpersistence == RELPERSISTENCE_TEMP)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view cannot be temporary"),
				 errdetail("It is kept up to date by another process, which cannot see temporary objects.")));
	if (stmt->withCheckOption != NO_CHECK_OPTION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("WITH CHECK OPTION is not supported on a continuous view"),
				 errdetail("Its rows come from the input table only.")));
}

/*
 * place_view -- the schema that the view will be in, with the rights checked.
 *
 * *existing is the continuous view that is there, if it is to be replaced.
 */
static Oid
place_view(RangeVar *view, bool replace, Oid *existing)
{
	Oid			schema;

	view->relpersistence = RELPERSISTENCE_PERMANENT;
	schema = RangeVarGetAndCheckCreationNamespace(view, AccessShareLock,
												  existing);
	if (isAnyTempNamespace(schema))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view cannot be temporary"),
				 errdetail("It is kept up to date by another process, which cannot see temporary objects.")));
	view->schemaname = get_namespace_name(schema);
	if (!OidIsValid(*existing))
		return schema;
	if (!replace)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", view->relname)));
	if (!cv_is_continuous_view(*existing))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a continuous view", view->relname),
				 errhint("Drop it first, or choose another name.")));
	if (!cv_class_ownercheck(*existing, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, view->relname);
	return schema;
}

/* *query is the analysed query as it will be that of the hidden view */
static CvViewSpec *
analyze(ViewStmt *stmt, const CvStatement *where, const CvDials *dials,
		Oid existing, Query **query)
{
	CvViewSpec *spec = palloc0_object(CvViewSpec);
	CvViewRow  *row;
	CvOwnerCode own;

	spec->dials = *dials;
	cv_check_raw((SelectStmt *) stmt->query, dials, where->source);
	*query = cv_view_parse((SelectStmt *) stmt->query, where->source,
						   where->location, where->len);
	/* planning evaluates functions: whoever replaces the view, as its owner */
	cv_owner_code_begin(OidIsValid(existing) ? relation_owner(existing) :
						GetUserId(), &own);
	cv_window_calls_fold(*query);
	set_column_names(*query, stmt->aliases);
	cv_input_view_expand(*query);
	row = OidIsValid(existing) ? cv_view_catalog_lookup(existing) : NULL;
	cv_event_time_add(*query, dials, row);
	cv_generations_check_names(*query);
	if (dials->watermark_by != NULL)
		cv_clock_column_add(*query, dials->watermark_by,
							row ? cv_clock_column_place(row) : 0);
	cv_check_query(spec, *query, where->source);
	cv_owner_code_end(&own);
	cv_dials_check_window(dials, &spec->window);
	return spec;
}

static Oid
relation_owner(Oid relid)
{
	Relation	rel = relation_open(relid, NoLock);
	Oid			owner = rel->rd_rel->relowner;

	relation_close(rel, NoLock);
	return owner;
}

static void
set_column_names(Query *query, List *aliases)
{
	ListCell   *alias = list_head(aliases);
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (alias == NULL)
			return;
		if (tle->resjunk)
			continue;
		tle->resname = pstrdup(strVal(lfirst(alias)));
		alias = lnext(aliases, alias);
	}
	if (alias != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("CREATE CONTINUOUS VIEW specifies more column names than columns")));
}

/*
 * The hidden view comes first: the names in its text must not meet a table
 * that we have made in between.
 */
static CvViewRow *
make_members(Oid schema, RangeVar *view, CvViewSpec *spec, Query *query,
			 List *stock_options)
{
	CvViewRow  *row = palloc0_object(CvViewRow);
	const char *name = view->relname;

	row->input = spec->input;
	row->definition = cv_member_make_definition(schema, name, query);
	row->results = cv_member_make_results(schema, name, spec);
	if (spec->dials.keep_late_rows || spec->dials.skip_failed_rows)
		row->late = cv_member_make_late(schema, name, spec);
	if (cv_view_has_state_table(spec))
		row->state = cv_member_make_state(schema, name, spec);
	if (cv_view_collects(spec))
		row->collected = cv_member_make_collected(schema, name, spec);
	cv_member_make_top(view, spec, row->results, stock_options, false);
	row->view = get_relname_relid(name, schema);
	return row;
}

static void
announce(const CvViewRow *row, const CvDials *dials)
{
	const char *input = get_rel_name(row->input);
	const char *told = cv_dials_tell(row->options, dials);

	ereport(NOTICE,
			(errmsg("continuous view \"%s\" keeps its results in table \"%s\"",
					get_rel_name(row->view), get_rel_name(row->results)),
			 dials->backfill ?
			 errdetail("Rows that are in \"%s\" already are counted in the background.\nOptions in force: %s.",
					   input, told) :
			 errdetail("Rows that are in \"%s\" already are not counted.\nOptions in force: %s.",
					   input, told)));
	if (OidIsValid(row->late))
		cv_member_announce_late(row);
}
