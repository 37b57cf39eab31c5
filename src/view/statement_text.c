/*-------------------------------------------------------------------------
 *
 * statement_text.c
 *	  Text of statements: what a CREATE VIEW really says in it, and how to
 *	  write a query so that nothing of it is lost.
 *
 * CONTINUOUS comes to us as UNLOGGED (see keyword.c), and a statement that
 * says UNLOGGED itself looks the same: only the text can tell.  It is read
 * with PostgreSQL's own scanner, so comments, strings and a CREATE SCHEMA
 * around the statement are no matter.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "parser/parser.h"
#include "parser/scanner.h"
#include "utils/guc.h"
#include "utils/ruleutils.h"

#include "view/statement_text.h"
#include "view/window_call.h"

/* what the text of a query with one column is made of */
#define TEXT_NULL		"NULL::text"
#define TEXT_NAME		"cv_expression"	/* no column's: so it is in the text */

static bool is_word(const char *text, const char *word);
static char *column_text(const CvViewSpec *spec, Expr *expr);

CvViewWords
cv_view_words_read(const char *source, int location, int name_location)
{
	CvViewWords words = {0};
	const char *text;
	int			name = name_location - Max(location, 0);
	int			view = -1;		/* the word before the name */
	int			before = -1;	/* and the one before that */
	core_yyscan_t scanner;
	core_yy_extra_type extra;
	core_YYSTYPE value;
	YYLTYPE		at;

	if (source == NULL || name <= 0)
		return words;
	text = source + Max(location, 0);
	scanner = scanner_init(text, &extra, &ScanKeywords, ScanKeywordTokens);
	extra.escape_string_warning = false;
	while (core_yylex(&value, &at, scanner) != 0 && at < name)
	{
		before = view;
		view = at;
	}
	scanner_finish(scanner);

	if (before >= 0 && is_word(text + view, "view"))
	{
		words.is_continuous = is_word(text + before, "continuous");
		words.is_recursive = is_word(text + before, "recursive");
	}
	return words;
}

static bool
is_word(const char *text, const char *word)
{
	return pg_strncasecmp(text, word, strlen(word)) == 0;
}

char *
cv_query_text(Query *query, bool is_pretty)
{
	Query	   *copy = copyObject(query);
	RangeTblEntry *rte = makeNode(RangeTblEntry);

	/* one that nothing refers to: full names are for more than one relation */
	rte->rtekind = RTE_RESULT;
	rte->eref = makeAlias("*RESULT*", NIL);
	copy->rtable = lappend(copy->rtable, rte);
	return pg_get_querydef(copy, is_pretty);
}

/*
 * Only whole queries can be made into text, if they read several tables: what
 * two queries that differ in the column alone have in common is not its.
 */
char *
cv_expression_text(const CvViewSpec *spec, Expr *expr)
{
	bool		is_lower;
	char	   *other;
	char	   *text;
	char	   *at;

	if (cv_is_window_bound((Node *) expr, &is_lower))
		return is_lower ? "window_start" : "window_end";
	other = column_text(spec, (Expr *) makeNullConst(TEXTOID, -1, InvalidOid));
	text = column_text(spec, expr);
	at = strstr(other, TEXT_NULL " AS " TEXT_NAME);
	if (at == NULL)
		elog(ERROR, "could not find a column in the text of a query");
	return pnstrdup(text + (at - other),
					strlen(text) - (strlen(other) - strlen(TEXT_NULL)));
}

static char *
column_text(const CvViewSpec *spec, Expr *expr)
{
	Query	   *query = copyObject(spec->query);
	ListCell   *lc;

	/* other clauses refer to them */
	foreach(lc, query->targetList)
		lfirst_node(TargetEntry, lc)->resjunk = true;
	query->targetList = lcons(makeTargetEntry(expr, 1, TEXT_NAME, false),
							  query->targetList);
	return cv_query_text(query, false);
}

int
cv_text_settings_begin(void)
{
	static const char *const settings[][2] = {
		{"DateStyle", "ISO"},
		{"IntervalStyle", "postgres"},
		{"extra_float_digits", "3"},
		{"array_nulls", "on"},
		{"transform_null_equals", "off"},
	};
	int			nest_level = NewGUCNestLevel();

	for (int i = 0; i < lengthof(settings); i++)
		(void) set_config_option(settings[i][0], settings[i][1], PGC_USERSET,
								 PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
								 false);
	return nest_level;
}
