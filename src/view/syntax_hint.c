/*-------------------------------------------------------------------------
 *
 * syntax_hint.c
 *	  Hints for statements that PostgreSQL refuses before we see them.
 *
 * Who has typed CREATE CONTINUOUS VIEW will type DROP CONTINUOUS VIEW, which is
 * a syntax error, as only CREATE knows the word.  Others bring the syntax of
 * Flink, ksqlDB, Spark or TimescaleDB along.  The error is on its way to the
 * client when the log hook sees it, and takes a hint along: chosen by SQLSTATE,
 * by the word at the error's position and by those next to it.  No catalog is
 * looked at, as the transaction has failed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "parser/scansup.h"
#include "tcop/tcopprot.h"
#include "utils/elog.h"
#include "utils/memutils.h"
#include "utils/varlena.h"

#include "base/shared_memory.h"
#include "view/foreign_window.h"
#include "view/keyword.h"
#include "view/syntax_hint.h"

#define WORD			"continuous"

/* CONTINOUS, CONTINUOS, CONTINOUOUS */
#define MAX_TYPING_ERRORS	2

/* Where the error is, and the words around it; "" where there is none. */
typedef struct Place
{
	const char *text;
	const char *at;
	const char *before;
	const char *after;
} Place;

typedef const char *(*HintFunction) (const Place *place);

static emit_log_hook_type prev_emit_log = NULL;

static void add_hint(ErrorData *edata);
static bool find_place(const ErrorData *edata, Place *place);
static HintFunction function_for(int sqlerrcode);
static const char *hint_for_syntax(const Place *place);
static const char *hint_for_word(const Place *place);
static const char *hint_for_create(const Place *place);
static const char *hint_for_view(const Place *place);
static const char *hint_for_from(const Place *place);
static bool is_length(const Place *place);
static bool is_in_options(const Place *place);
static bool is_misspelled(const char *word);
static const char *hint_for_function(const Place *place);
static const char *hint_for_column(const Place *place);
static bool is_argument_of_ours(const Place *place);
static const char *hint_for_ungrouped(const Place *place);
static const char *hint_for_literal(const Place *place);
static bool is_in_view(const Place *place);
static const char *find_position(const char *text, int cursor);
static const char *word_before(const char *text, const char *at);
static const char *word_after(const char *at);
static const char *step(const char *p);
static bool is_word(const char *p, const char *word);
static bool is_in_word(char c);
static bool is_any_word(const char *p, const char *const *list);

static const char *const windows[] = {
	"tumble", "hop", "cumulate", "session", NULL
};

static const char *const bounds[] = {"window_start", "window_end", NULL};

void
cv_syntax_hint_init(void)
{
	prev_emit_log = emit_log_hook;
	emit_log_hook = add_hint;
}

static void
add_hint(ErrorData *edata)
{
	HintFunction function = edata->elevel == ERROR ?
		function_for(edata->sqlerrcode) : NULL;
	Place		place;
	const char *hint;

	if (function != NULL && find_place(edata, &place))
	{
		hint = function(&place);
		if (hint != NULL)
			edata->hint = MemoryContextStrdup(edata->assoc_context, hint);
	}
	if (prev_emit_log)
		prev_emit_log(edata);
}

static HintFunction
function_for(int sqlerrcode)
{
	switch (sqlerrcode)
	{
		case ERRCODE_SYNTAX_ERROR:
			return hint_for_syntax;
		case ERRCODE_UNDEFINED_FUNCTION:
			return hint_for_function;
		case ERRCODE_UNDEFINED_COLUMN:
			return hint_for_column;
		case ERRCODE_GROUPING_ERROR:
			return hint_for_ungrouped;
		case ERRCODE_INVALID_DATETIME_FORMAT:
			return hint_for_literal;
		default:
			return NULL;
	}
}

/* in what the client has sent, or in what a function has put together */
static bool
find_place(const ErrorData *edata, Place *place)
{
	bool		is_internal = edata->internalpos > 0 && edata->internalquery;
	const char *text = is_internal ? edata->internalquery : debug_query_string;
	int			cursor = is_internal ? edata->internalpos : edata->cursorpos;

	if (cursor <= 0 || text == NULL)
		return false;
	place->text = text;
	place->at = find_position(text, cursor);
	if (place->at == NULL)
		return false;
	place->before = word_before(text, place->at);
	place->after = word_after(place->at);
	return true;
}

/* ---- syntax errors ---- */

/* NULL if the error is none of our business */
static const char *
hint_for_syntax(const Place *place)
{
	if (is_word(place->at, WORD))
		return hint_for_word(place);
	if (is_word(place->before, WORD) && is_word(place->at, "views"))
		return "Continuous views are listed by SELECT * FROM continuous.views.";
	if (is_word(place->before, WORD) && is_word(place->at, "view"))
		return "Only CREATE takes the words CONTINUOUS VIEW. Write the view's name alone.";
	if ((is_word(place->before, "create") || is_word(place->before, "replace")) &&
		is_word(place->after, "view") && is_misspelled(place->at))
		return "Perhaps you meant CREATE CONTINUOUS VIEW.";
	if (is_word(place->before, "create") && is_word(place->at, "stream"))
		return "Continuous views read ordinary tables. Use CREATE TABLE.";
	if (is_word(place->before, "watermark") && is_word(place->at, "for"))
		return "The watermark is an option of the continuous view: WITH (watermark_delay = '5 seconds').";
	return is_in_view(place) ? hint_for_view(place) : NULL;
}

static const char *
hint_for_word(const Place *place)
{
	static const char *const creating[] = {
		"create", "replace", "temp", "temporary", "unlogged", "recursive",
		"materialized", NULL
	};

	if (is_any_word(place->before, creating))
		return hint_for_create(place);
	if (!is_word(place->after, "view"))
		return NULL;
	if (is_word(place->before, "drop"))
		return "Only CREATE takes the word CONTINUOUS. Use DROP VIEW.";
	if (is_word(place->before, "alter"))
		return "Only CREATE takes the word CONTINUOUS. Use ALTER VIEW.";
	if (is_word(place->before, "refresh"))
		return "A continuous view needs no REFRESH. continuous.sync() waits until all that is committed is in the view.";
	return "Only CREATE takes the word CONTINUOUS. Write VIEW alone.";
}

static const char *
hint_for_create(const Place *place)
{
	if (cv_keyword_active() || !is_word(place->after, "view"))
		return "The syntax is CREATE [ OR REPLACE ] CONTINUOUS VIEW name ... AS SELECT ... GROUP BY tumble(...).";
	if (cv_is_preloaded())
		return "Use CREATE VIEW ... WITH (continuous), or set continuous.syntax to on and restart the server.";
	return "Add pg_continuous to shared_preload_libraries and restart the server.";
}

static bool
is_misspelled(const char *word)
{
	int			length = 0;

	while (is_in_word(word[length]))
		length++;
	return length > 0 && length < NAMEDATALEN &&
		varstr_levenshtein(downcase_identifier(word, length, false, false),
						   length, WORD, strlen(WORD), 1, 1, 1,
						   true) <= MAX_TYPING_ERRORS;
}

/* in a CREATE CONTINUOUS VIEW: what others write there */
static const char *
hint_for_view(const Place *place)
{
	static const char *const kinds[] = {
		"window", "tumbling", "hopping", "session", NULL
	};

	if (is_word(place->before, "if") && is_word(place->at, "not"))
		return "Use CREATE OR REPLACE CONTINUOUS VIEW: a view that is there already keeps what it has counted.";
	if (is_word(place->at, "emit") || is_word(place->before, "emit"))
		return "When rows appear is an option: WITH (emit = update), the default, or WITH (emit = final).";
	if (*place->at == '(' && is_any_word(place->before, kinds))
		return "Write the window into GROUP BY: tumble(ts, size), hop(ts, slide, size) or session(ts, gap).";
	if (is_length(place))
		return "Write a length of time in quotes, its unit as well: '30 seconds', interval '5 minutes'.";
	if (is_in_options(place))
		return "An option is written as name = value: WITH (watermark_delay = '30 seconds').";
	return is_word(place->at, "table") ? hint_for_from(place) : NULL;
}

/* 30 seconds, interval 5 minutes, interval '5' minutes */
static bool
is_length(const Place *place)
{
	static const char *const units[] = {
		"milliseconds", "seconds", "minutes", "hours", "days", "weeks",
		"months", "years", NULL
	};

	return is_any_word(place->at, units) ||
		(is_word(place->before, "interval") && isdigit((unsigned char) *place->at));
}

/* behind WITH (, and before its end */
static bool
is_in_options(const Place *place)
{
	bool		result = false;

	for (const char *p = place->text; p < place->at; p = step(p))
	{
		if (is_word(p, "with") && *word_after(p) == '(')
			result = true;
		else if (*p == ')' || *p == ';')
			result = false;
	}
	return result;
}

static const char *
hint_for_from(const Place *place)
{
	char	   *table;
	char	   *call = cv_foreign_window_in_from(place->text, place->at, &table);

	if (call == NULL)
		return NULL;
	return psprintf("Write FROM %s and GROUP BY %s.", table, call);
}

/* ---- names that are not there ---- */

static const char *
hint_for_function(const Place *place)
{
	static const char *const starts[] = {
		"tumble_start", "hop_start", "session_start", NULL
	};
	static const char *const ends[] = {
		"tumble_end", "hop_end", "session_end", NULL
	};
	static const char *const ours[] = {
		"sync", "watermark", "is_final", "pause", "resume", "rebuild",
		"recompute", "advance_watermark", "one_shot", "verify", "lateness",
		"reset_stats", NULL
	};
	bool		is_qualified = place->at > place->text && place->at[-1] == '.';

	if (is_qualified)
		return NULL;
	if (is_any_word(place->at, ours))
		return "Functions of continuous views are in the schema continuous.";
	if (!is_in_view(place))
	{
		if (is_any_word(place->at, windows))
			return "Outside of continuous views, the functions of windows are continuous.tumble(), continuous.hop(), continuous.cumulate() and continuous.sessionize().";
		return NULL;
	}
	if (is_any_word(place->at, starts))
		return "The start of the window is window_start.";
	if (is_any_word(place->at, ends))
		return "The end of the window is window_end.";
	if (is_word(place->at, "time_bucket"))
		return "Write CREATE CONTINUOUS VIEW ... GROUP BY tumble(ts, size).";
	if (is_any_word(place->at, windows))
		return "Windows are tumble(ts, size), hop(ts, slide, size), cumulate(ts, step, size) and session(ts, gap), where ts is a timestamptz, timestamp or date and the others are intervals.";
	return NULL;
}

static const char *
hint_for_column(const Place *place)
{
	const char *hint = is_in_view(place) ? hint_for_from(place) : NULL;

	if (hint != NULL)
		return hint;
	if (is_argument_of_ours(place))
		return "Write the name of a view in quotes: 'name'.";
	if (is_any_word(place->at, bounds) &&
		cv_foreign_window_is_called(place->at, windows))
		return "Windows are known to CREATE CONTINUOUS VIEW. Ordinary queries call continuous.tumble().";
	return NULL;
}

/* continuous.sync(revenue) */
static bool
is_argument_of_ours(const Place *place)
{
	const char *p = place->at;

	while (p > place->text && isspace((unsigned char) p[-1]))
		p--;
	if (p == place->text || *--p != '(')
		return false;
	while (p > place->text && is_in_word(p[-1]))
		p--;
	if (p == place->text || *--p != '.')
		return false;
	return is_word(word_before(place->text, p), WORD);
}

/* the input has a column of that name, perhaps being such a view itself */
static const char *
hint_for_ungrouped(const Place *place)
{
	if (is_in_view(place) && is_any_word(place->at, bounds) &&
		cv_foreign_window_is_called(place->at, windows))
		return "A table in FROM has a column of that name. The bounds of the window are lower(tumble(...)) and upper(tumble(...)).";
	return NULL;
}

/* tumble(ts, size, 'Europe/Paris'): the third argument is the origin */
static const char *
hint_for_literal(const Place *place)
{
	const char *end = place->at + 1;

	if (*place->at != '\'' || !is_in_view(place))
		return NULL;
	while (is_in_word(*end))
		end++;
	if (*end != '/')
		return NULL;
	end += strcspn(end, "'");
	return psprintf("Name the argument: timezone => '%s'.",
					pnstrdup(place->at + 1, end - place->at - 1));
}

/* ---- words ---- */

/* does the statement say CONTINUOUS before the place? */
static bool
is_in_view(const Place *place)
{
	bool		result = false;

	for (const char *p = place->text; p < place->at; p = step(p))
	{
		if (*p == ';')
			result = false;
		if (is_word(p, WORD) && p[strlen(WORD)] != '.')
			result = true;
	}
	return result;
}

/* cursor: in characters, from 1 */
static const char *
find_position(const char *text, int cursor)
{
	while (--cursor > 0 && *text != '\0')
		text += pg_mblen(text);
	return *text == '\0' ? NULL : text;
}

static const char *
word_before(const char *text, const char *at)
{
	const char *end = at;

	while (end > text && isspace((unsigned char) end[-1]))
		end--;
	at = end;
	while (at > text && is_in_word(at[-1]))
		at--;
	return at < end ? at : "";
}

static const char *
word_after(const char *at)
{
	while (is_in_word(*at))
		at++;
	while (isspace((unsigned char) *at))
		at++;
	return at;
}

/* over a word, or a character between words */
static const char *
step(const char *p)
{
	if (!is_in_word(*p))
		return p + 1;
	while (is_in_word(*p))
		p++;
	return p;
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
