/*-------------------------------------------------------------------------
 *
 * foreign_window.c
 *	  Windows as other systems write them, and what they are here.
 *
 *		GROUP BY time_bucket('5 min', ts)			tumble(ts, '5 min')
 *		GROUP BY date_bin('5 min', ts, o)			tumble(ts, '5 min', origin => o)
 *		GROUP BY date_trunc('hour', ts)				tumble(ts, interval '1 hour')
 *		GROUP BY ts::date							tumble(ts, interval '1 day')
 *		FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), a, b))	hop(ts, a, b)
 *
 * All of it is for hints, so arguments are pieces of the text, and what is
 * written in an unusual way gets none.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/namespace.h"
#include "lib/stringinfo.h"
#include "nodes/nodeFuncs.h"
#include "parser/scansup.h"
#include "utils/builtins.h"

#include "view/foreign_window.h"

static Node *grouped_expr(Node *item, List *targets);
static bool has_own_window(Node *node, void *context);
static char *window_for(Node *expr, const char *source);
static char *window_for_call(FuncCall *call, const char *source);
static char *length_of_unit(const char *literal);
static const char *find_call(const char *text, const char *at);
static bool is_own_name(const char *name);
static List *call_arguments(const char *call);
static char *strip_words(const char *argument);
static char *join_spans(List *arguments);
static bool starts_with(const char *text, const char *word);
static bool is_letter(char c);

static const char *const own_names[] = {
	"tumble", "hop", "cumulate", "session"
};

char *
cv_foreign_window_find(SelectStmt *raw, const char *source, int *location)
{
	ListCell   *lc;
	char	   *result = NULL;

	foreach(lc, raw->groupClause)
	{
		Node	   *expr = grouped_expr(lfirst(lc), raw->targetList);

		if (has_own_window(expr, NULL))
			return NULL;
		if (result != NULL)
			continue;
		result = window_for(expr, source);
		*location = exprLocation(expr);
	}
	return result;
}

/* a position, or a name in the select list, stands for what is there */
static Node *
grouped_expr(Node *item, List *targets)
{
	const char *name = NULL;
	int			place = 0;
	ListCell   *lc;

	if (IsA(item, ColumnRef) && list_length(((ColumnRef *) item)->fields) == 1 &&
		IsA(linitial(((ColumnRef *) item)->fields), String))
		name = strVal(linitial(((ColumnRef *) item)->fields));
	else if (IsA(item, A_Const) && IsA(&((A_Const *) item)->val, Integer))
		place = intVal(&((A_Const *) item)->val);
	foreach(lc, targets)
	{
		ResTarget  *target = lfirst_node(ResTarget, lc);

		if (place == foreach_current_index(lc) + 1 ||
			(name && target->name && strcmp(name, target->name) == 0))
			return target->val;
	}
	return item;
}

static bool
has_own_window(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, FuncCall) &&
		is_own_name(strVal(llast(((FuncCall *) node)->funcname))))
		return true;
	return raw_expression_tree_walker(node, has_own_window, context);
}

static char *
window_for(Node *expr, const char *source)
{
	TypeCast   *cast = (TypeCast *) expr;

	if (IsA(expr, FuncCall))
		return window_for_call((FuncCall *) expr, source);
	if (!IsA(expr, TypeCast) || !IsA(cast->arg, ColumnRef) ||
		strcmp(strVal(llast(cast->typeName->names)), "date") != 0)
		return NULL;
	return psprintf("tumble(%s, interval '1 day')",
					NameListToQuotedString(((ColumnRef *) cast->arg)->fields));
}

static char *
window_for_call(FuncCall *call, const char *source)
{
	const char *name = strVal(llast(call->funcname));
	List	   *arguments;
	char	   *length;
	char	   *more = "";

	/* another extension may have put the statement together */
	if (source == NULL || call->location < 0 ||
		call->location >= strlen(source))
		return NULL;
	arguments = call_arguments(source + call->location);
	if (list_length(arguments) < 2)
		return NULL;
	length = linitial(arguments);
	if (strcmp(name, "date_bin") == 0 && list_length(arguments) == 3)
		more = psprintf(", origin => %s", (char *) lthird(arguments));
	else if (strcmp(name, "date_trunc") == 0)
	{
		length = length_of_unit(length);
		if (length == NULL)
			return NULL;
		if (list_length(arguments) == 3)
			more = psprintf(", timezone => %s", (char *) lthird(arguments));
	}
	else if (strcmp(name, "time_bucket") != 0)
		return NULL;
	return psprintf("tumble(%s, %s%s)", (char *) lsecond(arguments), length,
					more);
}

/* 'hour' to interval '1 hour' */
static char *
length_of_unit(const char *literal)
{
	static const char *const units[][2] = {
		{"'second'", "1 second"}, {"'minute'", "1 minute"},
		{"'hour'", "1 hour"}, {"'day'", "1 day"}, {"'week'", "1 week"},
		{"'month'", "1 month"}, {"'quarter'", "3 months"},
		{"'year'", "1 year"},
	};

	for (int i = 0; i < lengthof(units); i++)
	{
		if (pg_strcasecmp(literal, units[i][0]) == 0)
			return psprintf("interval '%s'", units[i][1]);
	}
	return NULL;
}

/* ---- FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), size)) ---- */

char *
cv_foreign_window_in_from(const char *text, const char *at, char **table)
{
	const char *call = find_call(text, at);
	List	   *arguments = call ? call_arguments(call) : NIL;
	char	   *name;

	if (list_length(arguments) < 3)
		return NULL;
	name = pnstrdup(call, strcspn(call, " ("));
	*table = strip_words(linitial(arguments));
	return psprintf("%s(%s, %s)",
					downcase_identifier(name, strlen(name), false, false),
					strip_words(lsecond(arguments)),
					join_spans(list_copy_tail(arguments, 2)));
}

/* at is TABLE before the call, or is the call's first argument */
static const char *
find_call(const char *text, const char *at)
{
	const char *call = at;
	const char *before;

	if (starts_with(at, "table"))
	{
		call = at + strlen("table");
		call += strspn(call, " \t\n(");
		if (is_own_name(call))
			return call;
		call = at;
	}
	while (call > text && strchr(" \t\n(", call[-1]))
		call--;
	while (call > text && is_letter(call[-1]))
		call--;
	if (!is_own_name(call))
		return NULL;
	before = call;
	while (before > text && strchr(" \t\n(", before[-1]))
		before--;
	while (before > text && is_letter(before[-1]))
		before--;
	return starts_with(before, "from") || starts_with(before, "table") ?
		call : NULL;
}

bool
cv_foreign_window_is_called(const char *text, const char *const *names)
{
	for (; *text != '\0'; text++)
	{
		for (const char *const *name = names; *name != NULL; name++)
		{
			if (starts_with(text, *name) &&
				text[strlen(*name) + strspn(text + strlen(*name), " ")] == '(')
				return true;
		}
	}
	return false;
}

static bool
is_own_name(const char *name)
{
	for (int i = 0; i < lengthof(own_names); i++)
	{
		if (starts_with(name, own_names[i]))
			return true;
	}
	return false;
}

/* ---- pieces of text ---- */

/*
 * call_arguments -- of the call that the text begins with; NIL if it is not
 * one, or has no end.
 */
static List *
call_arguments(const char *call)
{
	const char *begin = strchr(call, '(');
	List	   *result = NIL;
	int			depth = 0;
	char		quote = '\0';

	if (begin++ == NULL)
		return NIL;
	for (const char *p = begin; *p != '\0'; p++)
	{
		bool		is_end = depth == 0 && *p == ')';

		if (quote != '\0')
			quote = *p == quote ? '\0' : quote;
		else if (*p == '\'' || *p == '"')
			quote = *p;
		else if (*p == '(' || *p == '[')
			depth++;
		else if (is_end || (depth == 0 && *p == ','))
		{
			begin += strspn(begin, " \t\n");
			result = lappend(result, pnstrdup(begin, p - begin));
			if (is_end)
				return result;
			begin = p + 1;
		}
		else if (*p == ')' || *p == ']')
			depth--;
	}
	return NIL;
}

/* TABLE t PARTITION BY k: t; DESCRIPTOR(ts): ts */
static char *
strip_words(const char *argument)
{
	if (starts_with(argument, "table"))
		argument += strlen("table");
	else if (starts_with(argument, "descriptor"))
		argument += strlen("descriptor");
	argument += strspn(argument, " \t\n(");
	return pnstrdup(argument, strcspn(argument, " \t\n)"));
}

/* INTERVAL '5' MINUTES is MINUTE in PostgreSQL */
static char *
join_spans(List *arguments)
{
	StringInfoData text;
	ListCell   *lc;

	initStringInfo(&text);
	foreach(lc, arguments)
	{
		char	   *argument = lfirst(lc);

		if (text.len > 0)
			appendStringInfoString(&text, ", ");
		appendStringInfoString(&text, argument);
		if (strchr(argument, '\'') && pg_tolower(text.data[text.len - 1]) == 's')
			text.data[--text.len] = '\0';
	}
	return text.data;
}

/* as a whole word */
static bool
starts_with(const char *text, const char *word)
{
	return pg_strncasecmp(text, word, strlen(word)) == 0 &&
		!is_letter(text[strlen(word)]);
}

static bool
is_letter(char c)
{
	return isalnum((unsigned char) c) || c == '_' || IS_HIGHBIT_SET(c);
}
