/*-------------------------------------------------------------------------
 *
 * statement_text.c
 *	  What a CREATE VIEW really says in the text.
 *
 * CONTINUOUS comes to us as UNLOGGED (see keyword.c), and a statement that
 * says UNLOGGED itself looks the same: only the text can tell.  It is read
 * with PostgreSQL's own scanner, so comments, strings and a CREATE SCHEMA
 * around the statement are no matter.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "parser/parser.h"
#include "parser/scanner.h"

#include "view/statement_text.h"

static bool is_word(const char *text, const char *word);

CvViewWords
cv_view_words_read(const char *source, int location, int name_location)
{
	CvViewWords words = {0};
	const char *text = source + Max(location, 0);
	int			name = name_location - Max(location, 0);
	int			view = -1;		/* the word before the name */
	int			before = -1;	/* and the one before that */
	core_yyscan_t scanner;
	core_yy_extra_type extra;
	core_YYSTYPE value;
	YYLTYPE		at;

	if (source == NULL || name <= 0)
		return words;
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
