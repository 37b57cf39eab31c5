/*-------------------------------------------------------------------------
 *
 * view_members.c
 *	  The relations that make up a continuous view.
 *
 *	v				the view on top: what users read
 *	v_results		one row a window and group
 *	v_definition	the query as ordinary SQL; nobody reads it
 *	v_late			rows that are in no result (late_rows, on_error)
 *	v_state			groups not published yet (emit = final), and the slices of
 *					windows that overlap
 *	v_collected		inputs of aggregates that need all of them, of large groups
 *
 * All are made by ordinary commands as parts of the statement, so that event
 * triggers see them, and belong to whoever makes the view.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/tableam.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "commands/comment.h"
#include "commands/defrem.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parser.h"
#include "rewrite/rewriteHandler.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "base/compat.h"
#include "view/statement_text.h"
#include "view/view_ddl.h"
#include "view/view_top.h"

/* What \d+ says of a column that we have made. */
typedef struct ColumnComment
{
	const char *column;
	const char *text;
} ColumnComment;

static Oid	make_view(Oid schema, const char *name, Query *query,
					  List *options, bool replace);
static Oid	make_result_table(Oid schema, const char *name,
							  const CvViewSpec *spec);
static List *column_names(Oid relid);
static Oid	make_table(Oid schema, const char *name, List *columns,
					   List *key, List *options);
static ColumnDef *make_column(const char *name, Oid type, bool is_required);
static ColumnDef *make_column_like(const char *name, Node *expr);
static void set_comment(Oid schema, const char *name, ObjectType type,
						const char *comment);
static void comment_columns(Oid schema, const char *name,
							const ColumnComment *comments, int ncomments);
static void comment_top(RangeVar *view, Oid relid, Oid results);
static void run_comment(ObjectType type, List *name, const char *comment);
static void revoke_from_others(Oid relid, const char *const *privileges,
							   int nprivileges);
static void revoke_from(Oid relid, Oid role, const char *const *privileges,
						int nprivileges);
static const char *suffix(CvRole role);

/* the worker alone writes; reading is the owner's to grant */
static const char *const write_privileges[] = {
	"insert", "update", "delete", "truncate", "references", "trigger",
	CV_NEWER_PRIVILEGES
};

static const char *const all_privileges[] = {
	"select", "insert", "update", "delete", "truncate", "references",
	"trigger", CV_NEWER_PRIVILEGES
};

static const ColumnComment window_comments[] = {
	{"window_start", "start of the window"},
	{"window_end", "end of the window, which is not part of it"},
};

static const ColumnComment life_comments[] = {
	{"window_start", "the key's first event"},
	{"window_end", "when the key is forgotten: its last event + state_ttl"},
};

static const ColumnComment result_comments[] = {
	{"cv_key", "hash of the group's keys; for the worker"},
	{"cv_state", "states of the aggregates; for the worker"},
	{"_corrections", "rows that were counted after the window had closed"},
	{"_updated_at", "when this row was last written"},
};

static const ColumnComment late_comments[] = {
	{"reason", "why the row is in no result: too late, or error"},
	{"event_time", "of the row"},
	{"committed_at", "when the row's transaction was committed"},
	{"noted_at", "when the row was put here"},
	{"row_data", "the row"},
	{"error", "the message, of a row whose expressions failed"},
};

Oid
cv_member_make_definition(Oid schema, const char *view, Query *query)
{
	char	   *name = cv_member_name(view, CV_ROLE_DEFINITION, schema);
	Oid			relid = make_view(schema, name, query, NIL, false);

	set_comment(schema, name, OBJECT_VIEW,
				"query of a continuous view, as ordinary SQL");
	revoke_from_others(relid, all_privileges, lengthof(all_privileges));
	return relid;
}

void
cv_member_replace_definition(Oid definition, Query *query)
{
	(void) make_view(get_rel_namespace(definition), get_rel_name(definition),
					 query, NIL, true);
}

Oid
cv_member_make_results(Oid schema, const char *view, const CvViewSpec *spec)
{
	char	   *name = cv_member_name(view, CV_ROLE_RESULTS, schema);
	Oid			relid = make_result_table(schema, name, spec);

	cv_member_make_indexes(relid, spec, false);
	set_comment(schema, name, OBJECT_TABLE, "results of a continuous view");
	if (spec->window.kind == CV_WINDOW_NONE)
		comment_columns(schema, name, life_comments, lengthof(life_comments));
	else
		comment_columns(schema, name, window_comments,
						lengthof(window_comments));
	comment_columns(schema, name, result_comments, lengthof(result_comments));
	revoke_from_others(relid, write_privileges, lengthof(write_privileges));
	return relid;
}

Oid
cv_member_make_state(Oid schema, const char *view, const CvViewSpec *spec)
{
	char	   *name = cv_member_name(view, CV_ROLE_STATE, schema);
	Oid			relid = make_result_table(schema, name, spec);

	cv_member_make_indexes(relid, spec, true);
	set_comment(schema, name, OBJECT_TABLE,
				"state of a continuous view that is not in its results");
	revoke_from_others(relid, all_privileges, lengthof(all_privileges));
	return relid;
}

Oid
cv_member_make_collected(Oid schema, const char *view,
						 const CvViewSpec *spec)
{
	char	   *name = cv_member_name(view, CV_ROLE_COLLECTED, schema);
	ColumnDef  *data = make_column("data", BYTEAOID, true);
	List	   *columns;
	Oid			relid;

	/* read back as a whole, and again and again */
	data->storage = TYPSTORAGE_EXTERNAL;
	columns = list_make4(make_column("collection", INT8OID, true),
						 make_column("chunk", INT4OID, true),
						 make_column("window_end", spec->window.time_type,
									 true),
						 data);
	relid = make_table(schema, name, columns,
					   list_make2(makeString("collection"),
								  makeString("chunk")), NIL);
	cv_member_make_chunk_index(relid);
	set_comment(schema, name, OBJECT_TABLE,
				"what large groups of a continuous view have collected");
	revoke_from_others(relid, all_privileges, lengthof(all_privileges));
	return relid;
}

Oid
cv_member_make_late(Oid schema, const char *view, const CvViewSpec *spec)
{
	char	   *name = cv_member_name(view, CV_ROLE_LATE, schema);
	List	   *columns;
	Oid			relid;

	columns = list_make5(make_column("reason", TEXTOID, true),
						 make_column("event_time", spec->window.time_type,
									 false),
						 make_column("committed_at", TIMESTAMPTZOID, false),
						 make_column("noted_at", TIMESTAMPTZOID, true),
						 make_column("row_data", JSONBOID, false));
	columns = lappend(columns, make_column("error", TEXTOID, false));
	relid = make_table(schema, name, columns, NIL, NIL);
	set_comment(schema, name, OBJECT_TABLE,
				"rows that are in no result of a continuous view");
	comment_columns(schema, name, late_comments, lengthof(late_comments));
	revoke_from_others(relid, all_privileges, lengthof(all_privileges));
	return relid;
}

void
cv_member_announce_late(const CvViewRow *row)
{
	ereport(NOTICE,
			(errmsg("continuous view \"%s\" keeps rows that are in no result in table \"%s\"",
					get_rel_name(row->view), get_rel_name(row->late))));
}

void
cv_member_add_columns(Oid relid, const CvViewSpec *spec, int first)
{
	AlterTableStmt *stmt = makeNode(AlterTableStmt);
	List	   *taken = column_names(relid);
	ListCell   *lc;

	stmt->relation = makeRangeVar(get_namespace_name(get_rel_namespace(relid)),
								  get_rel_name(relid), -1);
	stmt->objtype = OBJECT_TABLE;
	for_each_from(lc, spec->aggs, first)
	{
		AlterTableCmd *cmd = makeNode(AlterTableCmd);
		char	   *name = cv_top_added_name(spec, lfirst(lc), taken);

		taken = lappend(taken, makeString(name));
		cmd->subtype = AT_AddColumn;
		cmd->def = (Node *) make_column_like(name, lfirst(lc));
		cmd->behavior = DROP_RESTRICT;
		stmt->cmds = lappend(stmt->cmds, cmd);
	}
	cv_run_subcommand((Node *) stmt, "CREATE CONTINUOUS VIEW");
}

static List *
column_names(Oid relid)
{
	Relation	rel = table_open(relid, AccessShareLock);
	List	   *names = NIL;

	for (int i = 0; i < RelationGetNumberOfAttributes(rel); i++)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), i);

		if (!att->attisdropped)
			names = lappend(names, makeString(pstrdup(NameStr(att->attname))));
	}
	table_close(rel, NoLock);
	return names;
}

void
cv_member_make_top(RangeVar *view, const CvViewSpec *spec, Oid results,
				   List *options, bool replace)
{
	Oid			relid;

	relid = make_view(get_namespace_oid(view->schemaname, false),
					  view->relname, cv_top_query_build(spec, results),
					  options, replace);
	if (replace)
		return;
	comment_top(view, relid, results);
	revoke_from_others(relid, write_privileges, lengthof(write_privileges));
}

/* columns that are just one of the results say what that one says */
static void
comment_top(RangeVar *view, Oid relid, Oid results)
{
	Relation	rel = table_open(relid, AccessShareLock);
	ListCell   *lc;

	set_comment(get_rel_namespace(relid), view->relname, OBJECT_VIEW,
				"continuous view");
	foreach(lc, get_view_query(rel)->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		Var		   *var = (Var *) tle->expr;
		ColumnComment comment = {tle->resname, NULL};

		if (!tle->resjunk && IsA(var, Var))
			comment.text = GetComment(results, RelationRelationId,
									  var->varattno);
		if (comment.text != NULL)
			comment_columns(get_rel_namespace(relid), view->relname, &comment,
							1);
	}
	table_close(rel, NoLock);
}

List *
cv_member_list(const CvViewRow *row)
{
	List	   *members = list_make2_oid(row->definition, row->results);

	if (OidIsValid(row->late))
		members = lappend_oid(members, row->late);
	if (OidIsValid(row->state))
		members = lappend_oid(members, row->state);
	if (OidIsValid(row->collected))
		members = lappend_oid(members, row->collected);
	return members;
}

char *
cv_member_name(const char *view, CvRole role, Oid schema)
{
	return ChooseRelationName(view, NULL, suffix(role), schema, false);
}

static const char *
suffix(CvRole role)
{
	switch (role)
	{
		case CV_ROLE_DEFINITION:
			return "definition";
		case CV_ROLE_RESULTS:
			return "results";
		case CV_ROLE_LATE:
			return "late";
		case CV_ROLE_STATE:
			return "state";
		case CV_ROLE_COLLECTED:
			return "collected";
		default:
			break;
	}
	elog(ERROR, "no member of a continuous view: %d", (int) role);
}

/*
 * make_view -- CREATE [OR REPLACE] VIEW of an analysed query.
 *
 * CREATE VIEW wants a raw parse tree, so the query goes through its text.
 */
static Oid
make_view(Oid schema, const char *name, Query *query, List *options,
		  bool replace)
{
	ViewStmt   *stmt = makeNode(ViewStmt);
	int			nest_level = cv_text_settings_begin();
	char	   *text = cv_query_text(query, false);
	List	   *parsed = raw_parser(text, RAW_PARSE_DEFAULT);

	stmt->view = makeRangeVar(get_namespace_name(schema), pstrdup(name), -1);
	stmt->query = linitial_node(RawStmt, parsed)->stmt;
	stmt->replace = replace;
	stmt->options = options;
	stmt->withCheckOption = NO_CHECK_OPTION;
	cv_run_subcommand((Node *) stmt, text);
	AtEOXact_GUC(true, nest_level);
	return get_relname_relid(name, schema);
}

static Oid
make_result_table(Oid schema, const char *name, const CvViewSpec *spec)
{
	Oid			time_type = spec->window.time_type;
	List	   *columns;
	List	   *added = NIL;
	List	   *options;
	List	   *names = cv_top_column_names(spec);
	List	   *exprs = list_concat_copy(spec->keys, spec->aggs);
	int			nfirst = list_length(spec->keys) + cv_first_aggs(spec);
	ListCell   *lc1;
	ListCell   *lc2;

	columns = list_make2(make_column("window_start", time_type, true),
						 make_column("window_end", time_type, true));
	forboth(lc1, names, lc2, exprs)
	{
		ColumnDef  *column = make_column_like(strVal(lfirst(lc1)),
											  lfirst(lc2));

		if (foreach_current_index(lc1) < nfirst)
			columns = lappend(columns, column);
		else
			added = lappend(added, column);
	}
	columns = lappend(columns, make_column("cv_key", INT8OID, true));
	columns = lappend(columns, make_column("cv_state", BYTEAOID, false));
	columns = lappend(columns, make_column("_corrections", INT4OID, true));
	columns = lappend(columns, make_column("_updated_at", TIMESTAMPTZOID,
										   true));
	columns = list_concat(columns, added);

	/* rows are updated again and again: leave room on the page for that */
	options = list_make2(makeDefElem("fillfactor", (Node *) makeInteger(50),
									 -1),
						 makeDefElem("autovacuum_vacuum_scale_factor",
									 (Node *) makeFloat("0.02"), -1));
	return make_table(schema, name, columns,
					  list_make2(makeString("window_start"),
								 makeString("cv_key")), options);
}

static Oid
make_table(Oid schema, const char *name, List *columns, List *key,
		   List *options)
{
	CreateStmt *stmt = makeNode(CreateStmt);

	stmt->relation = makeRangeVar(get_namespace_name(schema), pstrdup(name),
								  -1);
	stmt->tableElts = columns;
	stmt->options = options;
	stmt->oncommit = ONCOMMIT_NOOP;
	/* whatever default_table_access_method says */
	stmt->accessMethod = DEFAULT_TABLE_ACCESS_METHOD;
	if (key != NIL)
	{
		Constraint *constraint = makeNode(Constraint);

		constraint->contype = CONSTR_PRIMARY;
		constraint->keys = key;
		constraint->location = -1;
		stmt->tableElts = lappend(stmt->tableElts, constraint);
	}
	cv_run_subcommand((Node *) stmt, "CREATE CONTINUOUS VIEW");
	return get_relname_relid(name, schema);
}

static ColumnDef *
make_column(const char *name, Oid type, bool is_required)
{
	ColumnDef  *column = makeColumnDef(name, type, -1, get_typcollation(type));

	column->is_not_null = is_required;
	return column;
}

static ColumnDef *
make_column_like(const char *name, Node *expr)
{
	Oid			type = exprType(expr);
	Oid			collation = exprCollation(expr);

	if (OidIsValid(get_typcollation(type)) && !OidIsValid(collation))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("could not determine which collation to use for column \"%s\"",
						name),
				 errhint("Use the COLLATE clause to set the collation explicitly.")));
	return makeColumnDef(name, type, exprTypmod(expr), collation);
}

static void
set_comment(Oid schema, const char *name, ObjectType type,
			const char *comment)
{
	run_comment(type, list_make2(makeString(get_namespace_name(schema)),
								 makeString(pstrdup(name))), comment);
}

static void
comment_columns(Oid schema, const char *name, const ColumnComment *comments,
				int ncomments)
{
	for (int i = 0; i < ncomments; i++)
		run_comment(OBJECT_COLUMN,
					list_make3(makeString(get_namespace_name(schema)),
							   makeString(pstrdup(name)),
							   makeString(pstrdup(comments[i].column))),
					comments[i].text);
}

static void
run_comment(ObjectType type, List *name, const char *comment)
{
	CommentStmt *stmt = makeNode(CommentStmt);

	stmt->objtype = type;
	stmt->object = (Node *) name;
	stmt->comment = pstrdup(comment);
	cv_run_subcommand((Node *) stmt, "CREATE CONTINUOUS VIEW");
}

/* undo what default privileges have granted */
static void
revoke_from_others(Oid relid, const char *const *privileges, int nprivileges)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Datum		datum;
	bool		isnull;
	Acl		   *acl;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	datum = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relacl, &isnull);
	acl = isnull ? NULL : DatumGetAclPCopy(datum);
	ReleaseSysCache(tuple);
	if (acl == NULL)
		return;
	for (int i = 0; i < ACL_NUM(acl); i++)
	{
		Oid			grantee = ACL_DAT(acl)[i].ai_grantee;

		if (grantee != GetUserId())
			revoke_from(relid, grantee, privileges, nprivileges);
	}
}

static void
revoke_from(Oid relid, Oid role, const char *const *privileges,
			int nprivileges)
{
	GrantStmt  *stmt = makeNode(GrantStmt);
	RoleSpec   *grantee = makeNode(RoleSpec);
	RangeVar   *rel = makeRangeVar(get_namespace_name(get_rel_namespace(relid)),
								   get_rel_name(relid), -1);

	grantee->location = -1;
	if (role == ACL_ID_PUBLIC)
		grantee->roletype = ROLESPEC_PUBLIC;
	else
	{
		grantee->roletype = ROLESPEC_CSTRING;
		grantee->rolename = GetUserNameFromId(role, false);
	}
	stmt->is_grant = false;
	stmt->targtype = ACL_TARGET_OBJECT;
	stmt->objtype = OBJECT_TABLE;
	stmt->objects = list_make1(rel);
	stmt->grantees = list_make1(grantee);
	stmt->behavior = DROP_CASCADE;
	for (int i = 0; i < nprivileges; i++)
	{
		AccessPriv *privilege = makeNode(AccessPriv);

		privilege->priv_name = pstrdup(privileges[i]);
		stmt->privileges = lappend(stmt->privileges, privilege);
	}
	cv_run_subcommand((Node *) stmt, "CREATE CONTINUOUS VIEW");
}
