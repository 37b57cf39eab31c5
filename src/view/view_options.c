/*-------------------------------------------------------------------------
 *
 * view_options.c
 *	  The WITH list of a statement, and the settings that a view is made
 *	  under.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "commands/defrem.h"
#include "nodes/value.h"
#include "utils/guc.h"
#include "utils/varlena.h"

#include "view/view_ddl.h"

#define CONTINUOUS	"continuous"

/* another name with more than these is meant as it is */
#define MAX_TYPING_ERRORS	2

static bool is_stock_option(const DefElem *def);
static void check_is_continuous(DefElem *def);
static bool is_nearly_continuous(const char *name);

/* what the text of a query means and how values are printed depends on */
static const char *const captured_settings[] = {
	"search_path", "TimeZone", "timezone_abbreviations", "DateStyle",
	"IntervalStyle", "extra_float_digits", "bytea_output", "lc_monetary",
	"lc_numeric", "lc_time", "default_text_search_config", "xmloption",
	"xmlbinary",
};

void
cv_options_split(List *defs, List **options, List **stock)
{
	ListCell   *lc;

	*options = NIL;
	*stock = NIL;
	foreach(lc, defs)
	{
		DefElem    *def = lfirst_node(DefElem, lc);
		char	   *option;

		if (def->defnamespace != NULL || is_stock_option(def))
		{
			*stock = lappend(*stock, def);
			continue;
		}
		if (strcmp(def->defname, CONTINUOUS) == 0)
		{
			check_is_continuous(def);
			continue;
		}
		/* a name with = in it could not be told from its value later */
		if (strchr(def->defname, '=') != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid option name \"%s\": must not contain \"=\"",
							def->defname)));
		option = psprintf("%s=%s", def->defname,
						  def->arg ? defGetString(def) : "true");
		*options = lappend(*options, makeString(option));
	}
}

/* CREATE CONTINUOUS VIEW ... WITH (continuous = false) */
static void
check_is_continuous(DefElem *def)
{
	if (!defGetBoolean(def))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" of a continuous view cannot be false",
						CONTINUOUS)));
}

bool
cv_options_is_continuous(List *defs)
{
	ListCell   *lc;

	foreach(lc, defs)
	{
		DefElem    *def = lfirst_node(DefElem, lc);

		if (def->defnamespace == NULL && strcmp(def->defname, CONTINUOUS) == 0)
			return defGetBoolean(def);
	}
	return false;
}

void
cv_options_refuse_elsewhere(List *defs)
{
	ListCell   *lc;

	foreach(lc, defs)
	{
		DefElem    *def = lfirst_node(DefElem, lc);
		const char *name = def->defname;

		if (def->defnamespace != NULL)
			continue;
		if (strcmp(name, CONTINUOUS) == 0 || cv_option_is_known(name))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unrecognized parameter \"%s\"", name),
					 errhint("It is an option of CREATE CONTINUOUS VIEW, or of CREATE VIEW ... WITH (continuous, ...).")));
		if (is_nearly_continuous(name))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unrecognized parameter \"%s\"", name),
					 errhint("Perhaps you meant the option \"%s\".",
							 CONTINUOUS)));
	}
}

static bool
is_nearly_continuous(const char *name)
{
	return strlen(name) < NAMEDATALEN &&
		varstr_levenshtein(name, strlen(name), CONTINUOUS, strlen(CONTINUOUS),
						   1, 1, 1, true) <= MAX_TYPING_ERRORS;
}

List *
cv_settings_capture(void)
{
	List	   *settings = NIL;

	for (int i = 0; i < lengthof(captured_settings); i++)
	{
		const char *value = GetConfigOption(captured_settings[i], true, false);

		if (value != NULL)
			settings = lappend(settings,
							   makeString(psprintf("%s=%s",
												   captured_settings[i],
												   value)));
	}
	return settings;
}

bool
cv_setting_is_captured(const char *name)
{
	for (int i = 0; i < lengthof(captured_settings); i++)
	{
		if (pg_strcasecmp(name, captured_settings[i]) == 0)
			return true;
	}
	return false;
}

/* check_option is known to views, but cannot be kept here */
static bool
is_stock_option(const DefElem *def)
{
	if (strcmp(def->defname, "check_option") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("WITH CHECK OPTION is not supported on a continuous view"),
				 errdetail("Its rows come from the input table only.")));
	return strcmp(def->defname, "security_barrier") == 0 ||
		strcmp(def->defname, "security_invoker") == 0;
}
