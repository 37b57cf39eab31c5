/*-------------------------------------------------------------------------
 *
 * view_parse.c
 *	  From the text of a continuous view to its analysed Query.
 *
 * Bare names are resolved in the parse tree and by a parser hook, never by
 * looking for words in the text:
 *
 *	SELECT window_start, sum(v) FROM t GROUP BY tumble(ts, '5 minutes')
 *
 * becomes the Query of
 *
 *	SELECT pg_catalog.lower(continuous.tumble(ts, '5 minutes')), sum(v)
 *	  FROM t GROUP BY continuous.tumble(ts, '5 minutes')
 *
 * hop() and cumulate() give sets of windows.  In the Query there are
 * hop_window() and cumulate_window() in their places, which give one, so that
 * all clauses take them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_expr.h"
#include "parser/parse_node.h"

#include "view/view_parse.h"

/* What the column hook needs, and what the walk over the raw tree finds. */
typedef struct WindowNames
{
	FuncCall   *call;			/* the window call, or NULL */
	bool		records_call;	/* note the next one that is met */
	ColumnRef  *key;			/* a bound's name in GROUP BY, or NULL */
	bool		looks_for_key;
} WindowNames;

/* What users write, and what stands for it in the Query. */
static const char *const window_names[][2] = {
	{"tumble", "tumble"},
	{"hop", "hop_window"},
	{"cumulate", "cumulate_window"},
	{"session", "session"},
};

static Query *analyze(RawStmt *raw, const char *source, WindowNames *names);
static void use_written_name(ErrorData *error);
static void find_window_names(SelectStmt *query, WindowNames *names);
static bool walk_raw(Node *node, WindowNames *names);
static void note_call(FuncCall *call, WindowNames *names);
static bool is_bound_name(ColumnRef *ref);
static void setup_parser(ParseState *pstate, void *names);
static Node *resolve_bound(ParseState *pstate, ColumnRef *ref, Node *var);
static Node *transform_bound(ParseState *root, FuncCall *call, ColumnRef *ref);
static void check_bound_place(ParseState *root, ParseState *pstate,
							  ColumnRef *ref);

Query *
cv_view_parse(SelectStmt *query, const char *source, int location, int len)
{
	RawStmt    *raw = makeNode(RawStmt);
	WindowNames names = {0};

	raw->stmt = copyObject((Node *) query);
	raw->stmt_location = location;
	raw->stmt_len = len;
	find_window_names((SelectStmt *) raw->stmt, &names);
	return analyze(raw, source, &names);
}

/* errors name functions as they were written */
static Query *
analyze(RawStmt *raw, const char *source, WindowNames *names)
{
	MemoryContext context = CurrentMemoryContext;
	Query	   *query = NULL;

	PG_TRY();
	{
		query = parse_analyze_withcb(raw, source, setup_parser, names, NULL);
	}
	PG_CATCH();
	{
		ErrorData  *error;

		if (geterrcode() != ERRCODE_UNDEFINED_FUNCTION)
			PG_RE_THROW();
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		use_written_name(error);
		ReThrowError(error);
	}
	PG_END_TRY();
	return query;
}

static void
use_written_name(ErrorData *error)
{
	for (int i = 0; i < lengthof(window_names); i++)
	{
		char	   *ours = psprintf("continuous.%s(", window_names[i][1]);
		char	   *place = strstr(error->message, ours);

		if (place != NULL)
			error->message = psprintf("%.*s%s(%s",
									  (int) (place - error->message),
									  error->message, window_names[i][0],
									  place + strlen(ours));
	}
}

int
cv_errposition(const char *source, int location)
{
	if (location < 0 || source == NULL)
		return 0;
	return errposition(pg_mbstrlen_with_len(source, location) + 1);
}

/* the call in GROUP BY is meant, else that in the select list (GROUP BY 1) */
static void
find_window_names(SelectStmt *query, WindowNames *names)
{
	names->records_call = true;
	names->looks_for_key = true;
	(void) walk_raw((Node *) query->groupClause, names);
	names->looks_for_key = false;
	(void) walk_raw((Node *) query->targetList, names);
	names->records_call = false;
	(void) walk_raw((Node *) query->distinctClause, names);
	(void) walk_raw((Node *) query->fromClause, names);
	(void) walk_raw(query->whereClause, names);
	(void) walk_raw(query->havingClause, names);
	(void) walk_raw((Node *) query->windowClause, names);
	(void) walk_raw((Node *) query->sortClause, names);
	/* analysis changes the tree, and the call is analysed again */
	names->call = copyObject(names->call);
}

static bool
walk_raw(Node *node, WindowNames *names)
{
	/* a sub-select has names of its own */
	if (node == NULL || IsA(node, SelectStmt))
		return false;
	if (IsA(node, FuncCall))
		note_call((FuncCall *) node, names);
	if (IsA(node, ColumnRef))
	{
		if (names->looks_for_key && is_bound_name((ColumnRef *) node))
			names->key = (ColumnRef *) node;
		return false;
	}
	return raw_expression_tree_walker(node, walk_raw, names);
}

static void
note_call(FuncCall *call, WindowNames *names)
{
	const char *name = strVal(llast(call->funcname));
	bool		is_bare = list_length(call->funcname) == 1;
	int			i = 0;

	while (i < lengthof(window_names) && strcmp(name, window_names[i][0]) != 0)
		i++;
	if (i == lengthof(window_names))
		return;
	if (!is_bare && strcmp(strVal(linitial(call->funcname)),
						   "continuous") != 0)
		return;
	call->funcname = list_make2(makeString("continuous"),
								makeString(pstrdup(window_names[i][1])));
	if (names->records_call && names->call == NULL)
		names->call = call;
}

static bool
is_bound_name(ColumnRef *ref)
{
	Node	   *field = linitial(ref->fields);

	return list_length(ref->fields) == 1 && IsA(field, String) &&
		(strcmp(strVal(field), "window_start") == 0 ||
		 strcmp(strVal(field), "window_end") == 0);
}

static void
setup_parser(ParseState *pstate, void *names)
{
	pstate->p_post_columnref_hook = resolve_bound;
	pstate->p_ref_hook_state = names;
}

/*
 * resolve_bound -- the hook: what does a column name stand for?
 *
 * Sub-selects inherit the hook.  If a relation in FROM has a column of that
 * name, PostgreSQL's meaning wins.
 */
static Node *
resolve_bound(ParseState *pstate, ColumnRef *ref, Node *var)
{
	WindowNames *names = pstate->p_ref_hook_state;
	ParseState *root = pstate;
	char	   *name;

	if (var != NULL || !is_bound_name(ref))
		return NULL;
	while (root->parentParseState != NULL)
		root = root->parentParseState;

	name = strVal(linitial(ref->fields));
	/* the select list comes first, but GROUP BY is what is wrong */
	if (names->key != NULL && equal(names->key, ref))
		ref = names->key;
	if (names->key == ref || root->p_expr_kind == EXPR_KIND_GROUP_BY)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s stands for a bound of the window", name),
				 errhint("Write GROUP BY tumble(...)."),
				 parser_errposition(pstate, ref->location)));
	if (names->call == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a continuous view needs tumble(), hop(), cumulate() or session() in its GROUP BY"),
				 errdetail("\"%s\" is no column of a table in FROM, and there is no window of which it could be a bound.",
						   name),
				 errhint(CV_WINDOW_HINT),
				 parser_errposition(pstate, ref->location)));
	check_bound_place(root, pstate, ref);
	return transform_bound(root, names->call, ref);
}

static Node *
transform_bound(ParseState *root, FuncCall *call, ColumnRef *ref)
{
	bool		is_start = strcmp(strVal(linitial(ref->fields)),
								  "window_start") == 0;
	List	   *funcname = list_make2(makeString("pg_catalog"),
									  makeString(is_start ? "lower" : "upper"));
	FuncCall   *bound = makeFuncCall(funcname, list_make1(copyObject(call)),
									 COERCE_EXPLICIT_CALL, ref->location);

	/* not by the kind of place we are in: GROUP BY's rules do not apply */
	return transformExpr(root, (Node *) bound, EXPR_KIND_SELECT_TARGET);
}

/* the bounds exist once rows are grouped: not before */
static void
check_bound_place(ParseState *root, ParseState *pstate, ColumnRef *ref)
{
	const char *place = NULL;

	switch (root->p_expr_kind)
	{
		case EXPR_KIND_WHERE:
			place = "WHERE";
			break;
		case EXPR_KIND_JOIN_ON:
			place = "JOIN ... ON";
			break;
		case EXPR_KIND_FILTER:
			place = "FILTER";
			break;
		case EXPR_KIND_FROM_SUBSELECT:
		case EXPR_KIND_FROM_FUNCTION:
			place = "FROM";
			break;
		default:
			if (pstate != root)
				place = "a sub-select";
			break;
	}
	if (place != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s cannot be used in %s",
						strVal(linitial(ref->fields)), place),
				 errhint("Filter on the time column, or use HAVING."),
				 parser_errposition(pstate, ref->location)));
}
