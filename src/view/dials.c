/*-------------------------------------------------------------------------
 *
 * dials.c
 *	  The options of a continuous view: what they mean, and what is wrong
 *	  with them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "lib/stringinfo.h"
#include "nodes/value.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/varlena.h"

#include "base/compat.h"
#include "base/time_math.h"
#include "view/view_catalog.h"

/* for comparisons of months with fixed durations: the shortest month */
#define DAYS_PER_SHORT_MONTH	28

/* an unknown name further than this from all known ones gets no hint */
#define MAX_HINT_DISTANCE(name)	Min(strlen(name) / 2, 4)

/* fill_windows: a gap of more windows than this is left as it is */
#define DEFAULT_FILL_WINDOWS	100
#define MAX_FILL_WINDOWS		10000

typedef struct Dial
{
	const char *name;
	void		(*parse) (const char *name, const char *value, CvDials *dials);
	bool		is_of_windows;	/* means nothing without their end */
	const char *told_default;	/* NULL: not worth telling */
} Dial;

static void parse_watermark_delay(const char *name, const char *value,
								  CvDials *dials);
static void parse_allowed_lateness(const char *name, const char *value,
								   CvDials *dials);
static void parse_emit(const char *name, const char *value, CvDials *dials);
static void parse_late_rows(const char *name, const char *value,
							CvDials *dials);
static void parse_max_future(const char *name, const char *value,
							 CvDials *dials);
static void parse_flush_interval(const char *name, const char *value,
								 CvDials *dials);
static void parse_backfill(const char *name, const char *value,
						   CvDials *dials);
static void parse_on_error(const char *name, const char *value,
						   CvDials *dials);
static void parse_retention(const char *name, const char *value,
							CvDials *dials);
static void parse_idle_timeout(const char *name, const char *value,
							   CvDials *dials);
static void parse_watermark_by(const char *name, const char *value,
							   CvDials *dials);
static void parse_notify(const char *name, const char *value, CvDials *dials);
static void parse_fill(const char *name, const char *value, CvDials *dials);
static void parse_fill_windows(const char *name, const char *value,
							   CvDials *dials);
static void parse_state_ttl(const char *name, const char *value,
							CvDials *dials);
static void parse_ttl_action(const char *name, const char *value,
							 CvDials *dials);
static void parse_event_time(const char *name, const char *value,
							 CvDials *dials);
static void parse_joins(const char *name, const char *value, CvDials *dials);
static const Dial *lookup_dial(const char *name);
static const char *given_value(List *options, const char *name);
static const char *quote_if_needed(const char *value);
static void refuse_unknown(const char *name);
static const char *nearest_dial(const char *name);
static bool is_word_of(const char *word, const char *name);
static char *list_dials(void);
static void check_retention(const CvDials *dials);
static void check_watermark_by(const CvDials *dials);
static void check_fill(CvDials *dials);
static void check_state_ttl(CvDials *dials, List *options);
static Interval *parse_interval(const char *name, const char *value);
static void explain_interval(void *name);
static int64 parse_duration(const char *name, const char *value);
static bool parse_choice(const char *name, const char *value,
						 const char *if_false, const char *if_true);

static const Dial known_dials[] = {
	{"watermark_delay", parse_watermark_delay, false, "0"},
	{"allowed_lateness", parse_allowed_lateness, true, "1 day"},
	{"emit", parse_emit, true, "update"},
	{"late_rows", parse_late_rows, true, "drop"},
	{"max_future", parse_max_future},
	{"flush_interval", parse_flush_interval},
	{"backfill", parse_backfill},
	{"on_error", parse_on_error},
	{"retention", parse_retention, true},
	{"idle_timeout", parse_idle_timeout},
	{"watermark_by", parse_watermark_by},
	{"notify", parse_notify, true},
	{"fill", parse_fill, true},
	{"fill_windows", parse_fill_windows, true},
	{"state_ttl", parse_state_ttl},
	{"ttl_action", parse_ttl_action},
	{"event_time", parse_event_time},
	{"joins", parse_joins},
};

void
cv_dials_parse(List *options, CvDials *dials)
{
	ListCell   *lc;

	memset(dials, 0, sizeof(CvDials));
	dials->allowed_lateness_us = USECS_PER_DAY;
	dials->max_future_us = USECS_PER_HOUR;
	dials->flush_interval_us = -1;
	dials->backfill = true;
	dials->idle_timeout_us = -1;
	dials->state_ttl_us = -1;

	cv_options_check_once(options);
	foreach(lc, options)
	{
		char	   *option = strVal(lfirst(lc));
		char	   *name = cv_option_name(option);

		cv_option_check_name(name);
		lookup_dial(name)->parse(name, cv_option_value(option), dials);
	}
	check_retention(dials);
	check_watermark_by(dials);
	check_fill(dials);
	check_state_ttl(dials, options);
}

void
cv_dials_check_window(const CvDials *dials, const CvWindowSpec *window)
{
	if (dials->fill != CV_FILL_NONE && window->kind != CV_WINDOW_TUMBLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("option \"fill\" can be used with tumble() only"),
				 errdetail("Windows of other kinds overlap, or are where rows are.")));
	if (window->kind != CV_WINDOW_NONE &&
		(dials->state_ttl_us >= 0 || dials->ttl_action != CV_TTL_DROP ||
		 dials->event_time != NULL))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"state_ttl\", \"ttl_action\" and \"event_time\" are for views without a window"),
				 errhint("Rows of windows are removed by option \"retention\".")));
	if (window->kind == CV_WINDOW_NONE && dials->state_ttl_us < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a view without a window needs state_ttl"),
				 errdetail("Keys would be kept for ever.")));
}

bool
cv_option_is_known(const char *name)
{
	return lookup_dial(name) != NULL;
}

void
cv_option_check_name(const char *name)
{
	if (lookup_dial(name) == NULL)
		refuse_unknown(name);
}

char *
cv_option_name(const char *option)
{
	return pnstrdup(option, strcspn(option, "="));
}

const char *
cv_option_value(const char *option)
{
	const char *equals = strchr(option, '=');

	return equals ? equals + 1 : "";
}

char *
cv_dials_tell(List *options, const CvDials *dials)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < lengthof(known_dials); i++)
	{
		const Dial *dial = &known_dials[i];
		const char *value = given_value(options, dial->name);

		if (value == NULL && (dials->state_ttl_us < 0 || !dial->is_of_windows))
			value = dial->told_default;
		if (value != NULL)
			appendStringInfo(&text, "%s%s = %s", text.len > 0 ? ", " : "",
							 dial->name, quote_if_needed(value));
	}
	return text.data;
}

static const char *
given_value(List *options, const char *name)
{
	ListCell   *lc;

	foreach(lc, options)
	{
		const char *option = strVal(lfirst(lc));

		if (strcmp(cv_option_name(option), name) == 0)
			return cv_option_value(option);
	}
	return NULL;
}

/* as it may be written after WITH */
static const char *
quote_if_needed(const char *value)
{
	bool		is_number = value[0] != '\0' &&
		strspn(value, "0123456789") == strlen(value);

	if (is_number || strcmp(quote_identifier(value), value) == 0)
		return value;
	return quote_literal_cstr(value);
}

static void
parse_watermark_delay(const char *name, const char *value, CvDials *dials)
{
	dials->watermark_delay_us = parse_duration(name, value);
}

static void
parse_allowed_lateness(const char *name, const char *value, CvDials *dials)
{
	dials->allowed_lateness_us = parse_duration(name, value);
}

static void
parse_emit(const char *name, const char *value, CvDials *dials)
{
	dials->emit = parse_choice(name, value, "update", "final") ?
		CV_EMIT_FINAL : CV_EMIT_UPDATE;
}

static void
parse_late_rows(const char *name, const char *value, CvDials *dials)
{
	dials->keep_late_rows = parse_choice(name, value, "drop", "keep");
}

static void
parse_max_future(const char *name, const char *value, CvDials *dials)
{
	if (pg_strcasecmp(value, "none") == 0)
		dials->max_future_us = -1;
	else
		dials->max_future_us = parse_duration(name, value);
}

static void
parse_flush_interval(const char *name, const char *value, CvDials *dials)
{
	dials->flush_interval_us = parse_duration(name, value);
}

static void
parse_backfill(const char *name, const char *value, CvDials *dials)
{
	if (!parse_bool(value, &dials->backfill))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for boolean option \"%s\": %s",
						name, value)));
}

static void
parse_on_error(const char *name, const char *value, CvDials *dials)
{
	dials->skip_failed_rows = parse_choice(name, value, "stop", "skip");
}

static void
parse_retention(const char *name, const char *value, CvDials *dials)
{
	Interval   *retention;

	if (pg_strcasecmp(value, "none") == 0)
		return;
	retention = parse_interval(name, value);
	if (retention->month < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must not be negative", name)));
	dials->retention = retention;
}

static void
parse_idle_timeout(const char *name, const char *value, CvDials *dials)
{
	if (pg_strcasecmp(value, "none") != 0)
		dials->idle_timeout_us = parse_duration(name, value);
}

/* which column it is depends on the input, see view_clock.c */
static void
parse_watermark_by(const char *name, const char *value, CvDials *dials)
{
	if (value[0] == '\0' || strlen(value) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be the name of a column", name)));
	dials->watermark_by = pstrdup(value);
}

static void
parse_notify(const char *name, const char *value, CvDials *dials)
{
	if (pg_strcasecmp(value, "none") == 0)
		return;
	if (value[0] == '\0' || strlen(value) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be the name of a channel, of 1 to %d bytes",
						name, NAMEDATALEN - 1)));
	dials->notify = pstrdup(value);
}

static void
parse_fill(const char *name, const char *value, CvDials *dials)
{
	if (pg_strcasecmp(value, "none") == 0)
		dials->fill = CV_FILL_NONE;
	else if (pg_strcasecmp(value, "zero") == 0)
		dials->fill = CV_FILL_ZERO;
	else if (pg_strcasecmp(value, "null") == 0)
		dials->fill = CV_FILL_NULL;
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for option \"%s\": %s", name, value),
				 errhint("Valid values are \"none\", \"zero\" and \"null\".")));
}

static void
parse_fill_windows(const char *name, const char *value, CvDials *dials)
{
	char	   *end;
	long		n = strtol(value, &end, 10);

	if (*end != '\0' || n < 1 || n > MAX_FILL_WINDOWS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a number from 1 to %d", name,
						MAX_FILL_WINDOWS)));
	dials->fill_windows = n;
}

static void
parse_state_ttl(const char *name, const char *value, CvDials *dials)
{
	dials->state_ttl_us = parse_duration(name, value);
	if (dials->state_ttl_us == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be greater than zero", name)));
}

static void
parse_ttl_action(const char *name, const char *value, CvDials *dials)
{
	dials->ttl_action = parse_choice(name, value, "drop", "keep") ?
		CV_TTL_KEEP : CV_TTL_DROP;
}

/* which column it is depends on the input, as with watermark_by */
static void
parse_event_time(const char *name, const char *value, CvDials *dials)
{
	if (value[0] == '\0' || strlen(value) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be the name of a column", name)));
	dials->event_time = pstrdup(value);
}

static void
parse_joins(const char *name, const char *value, CvDials *dials)
{
	dials->any_joins = parse_choice(name, value, "unique", "any");
}

static const Dial *
lookup_dial(const char *name)
{
	for (int i = 0; i < lengthof(known_dials); i++)
	{
		if (strcmp(known_dials[i].name, name) == 0)
			return &known_dials[i];
	}
	return NULL;
}

static void
refuse_unknown(const char *name)
{
	const char *nearest = nearest_dial(name);

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized option \"%s\" of a continuous view", name),
			 nearest ? errhint("Perhaps you meant the option \"%s\".",
							   nearest) :
			 errhint("The options are: %s.", list_dials())));
}

/* a whole word of a name (lateness, ttl) is nearer than any other name */
static const char *
nearest_dial(const char *name)
{
	const char *nearest = NULL;
	int			best = MAX_HINT_DISTANCE(name) + 1;

	for (int i = 0; i < lengthof(known_dials) && strlen(name) < NAMEDATALEN; i++)
	{
		const char *known = known_dials[i].name;
		int			distance = is_word_of(name, known) ? 0 :
			varstr_levenshtein(name, strlen(name), known, strlen(known),
							   1, 1, 1, true);

		if (distance < best)
		{
			best = distance;
			nearest = known;
		}
	}
	return nearest;
}

static bool
is_word_of(const char *word, const char *name)
{
	size_t		length = strlen(word);
	const char *place = length > 0 ? strstr(name, word) : NULL;

	return place != NULL && (place == name || place[-1] == '_') &&
		(place[length] == '\0' || place[length] == '_');
}

static char *
list_dials(void)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < lengthof(known_dials); i++)
		appendStringInfo(&text, "%s%s", i > 0 ? ", " : "",
						 known_dials[i].name);
	return text.data;
}

void
cv_options_check_once(List *options)
{
	ListCell   *lc;
	List	   *names = NIL;

	foreach(lc, options)
	{
		String	   *name = makeString(cv_option_name(strVal(lfirst(lc))));

		if (list_member(names, name))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("option \"%s\" is given more than once",
							strVal(name))));
		names = lappend(names, name);
	}
}

/* rows that may still be corrected must not be removed */
static void
check_retention(const CvDials *dials)
{
	Interval   *retention = dials->retention;
	int64		days;
	int64		shortest_us;

	if (retention == NULL)
		return;
	days = retention->day + (int64) retention->month * DAYS_PER_SHORT_MONTH;
	if (pg_mul_s64_overflow(days, USECS_PER_DAY, &shortest_us) ||
		pg_add_s64_overflow(shortest_us, retention->time, &shortest_us))
		return;
	if (shortest_us < dials->allowed_lateness_us)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"retention\" must not be less than \"allowed_lateness\""),
				 errhint("Rows of windows that still take corrections cannot be removed.")));
}

static void
check_watermark_by(const CvDials *dials)
{
	if (dials->watermark_by != NULL && dials->idle_timeout_us < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("watermark_by needs idle_timeout"),
				 errdetail("A silent value would hold the watermark for ever.")));
}

static void
check_fill(CvDials *dials)
{
	if (dials->fill == CV_FILL_NONE && dials->fill_windows != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("fill_windows needs fill"),
				 errhint("Windows are filled with fill = 'zero' or fill = 'null'.")));
	if (dials->fill_windows == 0)
		dials->fill_windows = DEFAULT_FILL_WINDOWS;
}

/* what is about the end of windows means nothing without them */
static void
check_state_ttl(CvDials *dials, List *options)
{
	ListCell   *lc;

	if (dials->state_ttl_us < 0)
		return;
	foreach(lc, options)
	{
		char	   *name = cv_option_name(strVal(lfirst(lc)));

		if (lookup_dial(name)->is_of_windows)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" cannot be used with \"state_ttl\"",
							name),
					 errdetail("It is about windows, and a view with state_ttl has none.")));
	}
	/* a key is forgotten when W is there */
	dials->allowed_lateness_us = 0;
}

/* finite, no part of it negative but perhaps the months */
static Interval *
parse_interval(const char *name, const char *value)
{
	ErrorContextCallback callback = {
		error_context_stack, explain_interval, (void *) name
	};
	Interval   *interval;

	error_context_stack = &callback;
	interval = DatumGetIntervalP(DirectFunctionCall3(interval_in,
													 CStringGetDatum(value),
													 ObjectIdGetDatum(InvalidOid),
													 Int32GetDatum(-1)));
	error_context_stack = callback.previous;
	if (INTERVAL_NOT_FINITE(interval))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be finite", name)));
	if (interval->day < 0 || interval->time < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must not be negative", name)));
	return interval;
}

/* the message is PostgreSQL's, which does not know of options */
static void
explain_interval(void *name)
{
	errcontext("option \"%s\"", (const char *) name);
	errhint("Give an interval, such as '30 seconds'.");
}

static int64
parse_duration(const char *name, const char *value)
{
	Interval   *interval = parse_interval(name, value);
	int64		us;

	if (interval->month != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must not have months or years", name),
				 errhint("Months differ in length; give days.")));
	if (pg_mul_s64_overflow(interval->day, USECS_PER_DAY, &us) ||
		pg_add_s64_overflow(us, interval->time, &us))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" is out of range", name)));
	return us;
}

static bool
parse_choice(const char *name, const char *value,
			 const char *if_false, const char *if_true)
{
	if (pg_strcasecmp(value, if_true) == 0)
		return true;
	if (pg_strcasecmp(value, if_false) == 0)
		return false;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for option \"%s\": %s", name, value),
			 errhint("Valid values are \"%s\" and \"%s\".",
					 if_false, if_true)));
}
