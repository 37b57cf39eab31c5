/*-------------------------------------------------------------------------
 *
 * window_call.c
 *	  The window call in a view's query.
 *
 * Functions are known by their OID, never by name alone: a user may have a
 * tumble() of his own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "base/compat.h"
#include "base/time_math.h"
#include "view/view_catalog.h"
#include "view/window_args.h"
#include "view/window_call.h"

static bool find_window_call(Node *node, FuncExpr **found);
static bool fold_arguments(Node *node, void *context);
static Node *fold_argument(Node *arg);
static Expr *midnight_of(Expr *date);
static bool read_zone(const CvWindowFunction *function, List *args,
					  CvWindowCall *result);
static bool read_spans(const CvWindowFunction *function, List *args,
					   CvWindowCall *result);
static bool read_span(List *args, int n, const char *name,
					  CvWindowCall *result, CvSpan *span);
static bool read_origin(const CvWindowFunction *function, List *args,
						CvWindowCall *result);
static int	span_count(const CvWindowFunction *function);
static Const *constant_argument(List *args, int n, const char *name,
								CvWindowCall *result);
static bool refuse(CvWindowCall *result, const char *wrong, const char *hint);

/* The functions, as they are in the Query, and their spans after the time. */
static const CvWindowFunction functions[] = {
	{"tumble", "tumble", CV_WINDOW_TUMBLE, {"size"}},
	{"hop_window", "hop", CV_WINDOW_HOP, {"slide", "size"}},
	{"cumulate_window", "cumulate", CV_WINDOW_CUMULATE, {"step", "size"}},
	{"session", "session", CV_WINDOW_SESSION, {"gap"}},
};

const CvWindowFunction *
cv_window_function(Oid funcid)
{
	const CvWindowFunction *result = NULL;
	HeapTuple	tuple;
	Form_pg_proc proc;

	if (!cv_extension_exists())
		return NULL;
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	if (!HeapTupleIsValid(tuple))
		return NULL;
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	for (int i = 0; i < lengthof(functions); i++)
	{
		if (proc->pronamespace == cv_schema_oid() &&
			strcmp(NameStr(proc->proname), functions[i].name) == 0)
			result = &functions[i];
	}
	ReleaseSysCache(tuple);
	return result;
}

const char *
cv_window_kind_name(CvWindowKind kind)
{
	for (int i = 0; i < lengthof(functions); i++)
	{
		if (functions[i].kind == kind)
			return functions[i].written;
	}
	elog(ERROR, "unknown kind of window: %d", (int) kind);
}

bool
cv_is_window_call(Node *node)
{
	return node != NULL && IsA(node, FuncExpr) &&
		cv_window_function(((FuncExpr *) node)->funcid) != NULL;
}

bool
cv_is_window_bound(Node *node, bool *is_lower)
{
	FuncExpr   *func = (FuncExpr *) node;

	if (node == NULL || !IsA(node, FuncExpr) ||
		(func->funcid != F_LOWER_ANYRANGE && func->funcid != F_UPPER_ANYRANGE))
		return false;
	*is_lower = (func->funcid == F_LOWER_ANYRANGE);
	return cv_is_window_call(linitial(func->args));
}

FuncExpr *
cv_window_call_find(Node *node)
{
	FuncExpr   *found = NULL;

	(void) find_window_call(node, &found);
	return found;
}

static bool
find_window_call(Node *node, FuncExpr **found)
{
	if (node == NULL)
		return false;
	if (cv_is_window_call(node))
	{
		*found = (FuncExpr *) node;
		return true;
	}
	return expression_tree_walker(node, find_window_call, found);
}

void
cv_window_calls_fold(Query *query)
{
	(void) query_tree_walker(query, fold_arguments, NULL, 0);
}

/* all but the time */
static bool
fold_arguments(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, fold_arguments, context, 0);
	if (cv_is_window_call(node))
	{
		ListCell   *lc;

		foreach(lc, ((FuncExpr *) node)->args)
		{
			NamedArgExpr *named = lfirst(lc);

			if (!IsA(named, NamedArgExpr))
			{
				if (foreach_current_index(lc) > 0)
					lfirst(lc) = fold_argument(lfirst(lc));
			}
			else if (named->argnumber > 0)
				named->arg = (Expr *) fold_argument((Node *) named->arg);
		}
	}
	return expression_tree_walker(node, fold_arguments, context);
}

static Node *
fold_argument(Node *arg)
{
	Const	   *folded = (Const *) eval_const_expressions(NULL, arg);

	if (!IsA(folded, Const))
		return arg;
	/* with another collation it would be read back as an expression */
	folded->constcollid = get_typcollation(folded->consttype);
	return (Node *) folded;
}

void
cv_window_call_read(FuncExpr *call, CvWindowCall *result)
{
	const CvWindowFunction *function = cv_window_function(call->funcid);
	List	   *args = cv_window_call_arguments(call);
	Expr	   *time = linitial(args);

	memset(result, 0, sizeof(CvWindowCall));
	result->window.kind = function->kind;
	result->window.time_type = exprType((Node *) time);
	if (result->window.time_type == DATEOID)
	{
		result->window.time_type = TIMESTAMPOID;
		time = midnight_of(time);
	}
	result->time_expr = time;

	if (read_zone(function, args, result) &&
		read_spans(function, args, result) &&
		read_origin(function, args, result))
		result->wrong = cv_window_spec_wrong(&result->window, &result->hint);
}

/*
 * midnight_of -- the date as a timestamp.
 *
 * Dates go on for longer than timestamps, and the cast of a later one throws.
 * They are in no window, as infinity is.
 */
static Expr *
midnight_of(Expr *date)
{
	DateADT		end = TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE;
	Const	   *limit = makeConst(DATEOID, -1, InvalidOid, sizeof(DateADT),
								  DateADTGetDatum(end), false, true);
	CaseWhen   *is_valid = makeNode(CaseWhen);
	CaseExpr   *midnight = makeNode(CaseExpr);

	is_valid->expr = (Expr *) makeFuncExpr(F_DATE_LT, BOOLOID,
										   list_make2(date, limit),
										   InvalidOid, InvalidOid,
										   COERCE_EXPLICIT_CALL);
	is_valid->result = (Expr *) makeFuncExpr(F_TIMESTAMP_DATE, TIMESTAMPOID,
											 list_make1(copyObject(date)),
											 InvalidOid, InvalidOid,
											 COERCE_EXPLICIT_CAST);
	is_valid->location = -1;
	midnight->casetype = TIMESTAMPOID;
	midnight->args = list_make1(is_valid);
	midnight->defresult = (Expr *) makeNullConst(TIMESTAMPOID, -1, InvalidOid);
	midnight->location = -1;
	return (Expr *) midnight;
}

List *
cv_window_call_arguments(FuncExpr *call)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID,
										ObjectIdGetDatum(call->funcid));
	List	   *args;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", call->funcid);
	args = expand_function_arguments(copyObject(call->args), false,
									 call->funcresulttype, tuple);
	ReleaseSysCache(tuple);
	return args;
}

/* the last argument, if it is one of the function's */
static bool
read_zone(const CvWindowFunction *function, List *args, CvWindowCall *result)
{
	int			n = span_count(function) + 2;
	FuncExpr   *time = linitial(args);
	Const	   *zone;

	if (list_length(args) <= n)
		return true;
	zone = constant_argument(args, n, "timezone", result);
	if (zone == NULL)
		return false;
	if (zone->constisnull)
		return true;
	/* PostgreSQL has looked for a function with a timezone, and found that */
	if (IsA(time, FuncExpr) && time->funcformat == COERCE_IMPLICIT_CAST &&
		(time->funcid == F_TIMESTAMPTZ_TIMESTAMP ||
		 time->funcid == F_TIMESTAMPTZ_DATE))
		return refuse(result,
					  "timezone needs a time with time zone",
					  "Without a zone, windows are in the time's own days and months.");
	result->wrong = cv_zone_read(TextDatumGetCString(zone->constvalue),
								 &result->window.grid.zone, &result->hint);
	return result->wrong == NULL;
}

static bool
read_spans(const CvWindowFunction *function, List *args, CvWindowCall *result)
{
	CvWindowSpec *window = &result->window;
	CvSpan		spans[CV_MAX_WINDOW_SPANS] = {0};

	for (int i = 0; i < span_count(function); i++)
	{
		if (!read_span(args, i + 1, function->spans[i], result, &spans[i]))
			return false;
	}
	switch (function->kind)
	{
		case CV_WINDOW_TUMBLE:
			window->size = window->grid.step = spans[0];
			break;
		case CV_WINDOW_HOP:
			window->grid.step = spans[0];
			window->size = spans[1];
			break;
		case CV_WINDOW_CUMULATE:
			window->step = spans[0];
			window->size = window->grid.step = spans[1];
			break;
		case CV_WINDOW_SESSION:
			window->size = spans[0];
			break;
		case CV_WINDOW_NONE:	/* has no call */
			break;
	}
	return true;
}

static bool
read_span(List *args, int n, const char *name, CvWindowCall *result,
		  CvSpan *span)
{
	bool		has_zone = result->window.grid.zone != NULL;
	Const	   *arg = constant_argument(args, n, name, result);

	if (arg == NULL)
		return false;
	if (arg->constisnull)
		return refuse(result, psprintf("window %s must not be null", name),
					  NULL);
	result->wrong = cv_span_read(DatumGetIntervalP(arg->constvalue), has_zone,
								 name, span, &result->hint);
	return result->wrong == NULL;
}

static bool
read_origin(const CvWindowFunction *function, List *args,
			CvWindowCall *result)
{
	CvGrid	   *grid = &result->window.grid;
	Const	   *origin;

	if (function->kind == CV_WINDOW_SESSION)
		return true;
	origin = constant_argument(args, span_count(function) + 1, "origin",
							   result);
	if (origin == NULL)
		return false;
	grid->origin = origin->constisnull ?
		cv_window_origin_default(&result->window) :
		DatumGetInt64(origin->constvalue);
	return true;
}

static int
span_count(const CvWindowFunction *function)
{
	int			n = 0;

	while (n < CV_MAX_WINDOW_SPANS && function->spans[n] != NULL)
		n++;
	return n;
}

static Const *
constant_argument(List *args, int n, const char *name, CvWindowCall *result)
{
	Node	   *arg = list_nth(args, n);
	const char *hint = NULL;

	/* no evaluation here, see cv_window_calls_fold() */
	if (IsA(arg, Const))
		return (Const *) arg;
	if (!contain_var_clause(arg))
		hint = "Functions and casts that depend on the time or on settings, such as TimeZone, make no constant.";
	(void) refuse(result, psprintf("window %s must be a constant", name),
				  hint);
	return NULL;
}

static bool
refuse(CvWindowCall *result, const char *wrong, const char *hint)
{
	result->wrong = wrong;
	result->hint = hint;
	return false;
}
