/*-------------------------------------------------------------------------
 *
 * syntax_hint.c
 *	  A hint for statements that use the word CONTINUOUS where it is none.
 *
 * Who has typed CREATE CONTINUOUS VIEW will type DROP CONTINUOUS VIEW, which is
 * a syntax error, as only CREATE knows the word.  The error is on its way to
 * the client when the log hook sees it, and takes a hint along.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "tcop/tcopprot.h"
#include "utils/elog.h"
#include "utils/memutils.h"

#include "view/keyword.h"
#include "view/syntax_hint.h"

#define WORD			"continuous"

static emit_log_hook_type prev_emit_log = NULL;

static void add_hint(ErrorData *edata);
static const char *choose_hint(const char *text, const char *at);
static const char *find_position(const char *text, int cursor);
static bool is_word(const char *p, const char *word);
static bool is_in_word(char c);
static bool is_any_word(const char *p, const char *const *list);

void
cv_syntax_hint_init(void)
{
	if (!cv_keyword_active())
		return;
	prev_emit_log = emit_log_hook;
	emit_log_hook = add_hint;
}

static void
add_hint(ErrorData *edata)
{
	const char *hint;
	const char *at;

	if (edata->elevel == ERROR &&
		edata->sqlerrcode == ERRCODE_SYNTAX_ERROR && edata->hint == NULL &&
		edata->cursorpos > 0 && debug_query_string != NULL)
	{
		at = find_position(debug_query_string, edata->cursorpos);
		hint = at ? choose_hint(debug_query_string, at) : NULL;
		if (hint != NULL)
			edata->hint = MemoryContextStrdup(edata->assoc_context, hint);
	}
	if (prev_emit_log)
		prev_emit_log(edata);
}

/* NULL if the error is none of our business */
static const char *
choose_hint(const char *text, const char *at)
{
	static const char *const creating[] = {
		"create", "replace", "temp", "temporary", "unlogged", "recursive",
		"materialized", NULL
	};
	const char *next = at + strlen(WORD);
	const char *before = at;

	if (!is_word(at, WORD))
		return NULL;
	while (before > text && isspace((unsigned char) before[-1]))
		before--;
	while (before > text && is_in_word(before[-1]))
		before--;
	if (is_any_word(before, creating))
		return "The syntax is CREATE [ OR REPLACE ] CONTINUOUS VIEW name ... AS SELECT ... GROUP BY tumble(...).";

	while (isspace((unsigned char) *next))
		next++;
	if (!is_word(next, "view"))
		return NULL;
	return "Only CREATE takes the word CONTINUOUS; use DROP VIEW, ALTER VIEW and so on.";
}

/* cursor: in characters, from 1 */
static const char *
find_position(const char *text, int cursor)
{
	while (--cursor > 0 && *text != '\0')
		text += pg_mblen(text);
	return *text == '\0' ? NULL : text;
}

static bool
is_word(const char *p, const char *word)
{
	size_t		length = strlen(word);

	return pg_strncasecmp(p, word, length) == 0 && !is_in_word(p[length]);
}

static bool
is_in_word(char c)
{
	return isalnum((unsigned char) c) || c == '_' || IS_HIGHBIT_SET(c);
}

static bool
is_any_word(const char *p, const char *const *list)
{
	for (; *list != NULL; list++)
	{
		if (is_word(p, *list))
			return true;
	}
	return false;
}
