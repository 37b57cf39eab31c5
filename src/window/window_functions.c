/*-------------------------------------------------------------------------
 *
 * window_functions.c
 *	  tumble(), hop() and cumulate() as ordinary SQL functions.
 *
 * A continuous view calls none of them per row; they are what its query says
 * outside of it, and what one_shot() gives.  They stand in this folder, and
 * not with the rest of what users say, because they need window.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#include "base/compat.h"
#include "view/window_args.h"
#include "view/window_call.h"
#include "window/window.h"

/* Behind the time come one span or two, then: */
#define ARG_TIME				0
#define ARG_ORIGIN(nspans)		(1 + (nspans))
#define ARG_TIMEZONE(nspans)	(2 + (nspans))

/* What a call of tumble() need not find out again for the next row. */
typedef struct TumbleCall
{
	TypeCacheEntry *range_type;
	bool		is_constant;	/* arguments other than the time are */
	CvWindowSpec window;
} TumbleCall;

/* Which windows of a row hop() or cumulate() has yet to give. */
typedef struct WindowsCall
{
	TypeCacheEntry *range_type;
	CvWindowSpec window;
	CvBounds	next;
	CvBounds	last;
	bool		is_done;
} WindowsCall;

PG_FUNCTION_INFO_V1(cv_tumble_timestamptz);
PG_FUNCTION_INFO_V1(cv_tumble_timestamp);
PG_FUNCTION_INFO_V1(cv_tumble_date);
PG_FUNCTION_INFO_V1(cv_hop_timestamptz);
PG_FUNCTION_INFO_V1(cv_hop_timestamp);
PG_FUNCTION_INFO_V1(cv_hop_date);
PG_FUNCTION_INFO_V1(cv_cumulate_timestamptz);
PG_FUNCTION_INFO_V1(cv_cumulate_timestamp);
PG_FUNCTION_INFO_V1(cv_cumulate_date);
PG_FUNCTION_INFO_V1(cv_window_marker);

static Datum tumble(FunctionCallInfo fcinfo, Oid time_type);
static TumbleCall *get_tumble_call(FunctionCallInfo fcinfo, Oid time_type);
static Datum all_windows(FunctionCallInfo fcinfo, CvWindowKind kind,
						 Oid time_type);
static WindowsCall *begin_windows(FunctionCallInfo fcinfo, CvWindowKind kind,
								  Oid time_type);
static bool spans_given(FunctionCallInfo fcinfo, int nspans);
static void read_window(FunctionCallInfo fcinfo, CvWindowKind kind,
						CvWindowSpec *window);
static void read_span(FunctionCallInfo fcinfo, int arg, bool has_zone,
					  const char *what, CvSpan *span);
static void read_zone(FunctionCallInfo fcinfo, int arg, pg_tz **zone);
static void refuse(const char *wrong, const char *hint);
static int64 get_time(FunctionCallInfo fcinfo, Oid time_type);
static TypeCacheEntry *get_range_type(Oid time_type);
static Datum make_range_datum(TypeCacheEntry *range_type,
							  const CvBounds *bounds);

Datum
cv_tumble_timestamptz(PG_FUNCTION_ARGS)
{
	return tumble(fcinfo, TIMESTAMPTZOID);
}

Datum
cv_tumble_timestamp(PG_FUNCTION_ARGS)
{
	return tumble(fcinfo, TIMESTAMPOID);
}

Datum
cv_tumble_date(PG_FUNCTION_ARGS)
{
	return tumble(fcinfo, DATEOID);
}

Datum
cv_hop_timestamptz(PG_FUNCTION_ARGS)
{
	return all_windows(fcinfo, CV_WINDOW_HOP, TIMESTAMPTZOID);
}

Datum
cv_hop_timestamp(PG_FUNCTION_ARGS)
{
	return all_windows(fcinfo, CV_WINDOW_HOP, TIMESTAMPOID);
}

Datum
cv_hop_date(PG_FUNCTION_ARGS)
{
	return all_windows(fcinfo, CV_WINDOW_HOP, DATEOID);
}

Datum
cv_cumulate_timestamptz(PG_FUNCTION_ARGS)
{
	return all_windows(fcinfo, CV_WINDOW_CUMULATE, TIMESTAMPTZOID);
}

Datum
cv_cumulate_timestamp(PG_FUNCTION_ARGS)
{
	return all_windows(fcinfo, CV_WINDOW_CUMULATE, TIMESTAMPOID);
}

Datum
cv_cumulate_date(PG_FUNCTION_ARGS)
{
	return all_windows(fcinfo, CV_WINDOW_CUMULATE, DATEOID);
}

/* stands for windows in the query of a view, which never runs as it is */
Datum
cv_window_marker(PG_FUNCTION_ARGS)
{
	const CvWindowFunction *function =
		cv_window_function(fcinfo->flinfo->fn_oid);

	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s() works only in a continuous view",
					function ? function->written : "session")));
	PG_RETURN_NULL();
}

/* NULL if the time is in no window, as for a row that belongs to none */
static Datum
tumble(FunctionCallInfo fcinfo, Oid time_type)
{
	TumbleCall *call;
	CvBounds	bounds;

	if (!spans_given(fcinfo, 1))
		PG_RETURN_NULL();
	call = get_tumble_call(fcinfo, time_type);
	if (PG_ARGISNULL(ARG_TIME) ||
		!cv_window_slice(&call->window, get_time(fcinfo, time_type), &bounds))
		PG_RETURN_NULL();
	return make_range_datum(call->range_type, &bounds);
}

static TumbleCall *
get_tumble_call(FunctionCallInfo fcinfo, Oid time_type)
{
	TumbleCall *call = fcinfo->flinfo->fn_extra;

	if (call == NULL)
	{
		call = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
									  sizeof(TumbleCall));
		call->range_type = get_range_type(time_type);
		read_window(fcinfo, CV_WINDOW_TUMBLE, &call->window);
		call->is_constant = true;
		for (int arg = ARG_TIME + 1; arg < PG_NARGS(); arg++)
		{
			if (!get_fn_expr_arg_stable(fcinfo->flinfo, arg))
				call->is_constant = false;
		}
		fcinfo->flinfo->fn_extra = call;
	}
	else if (!call->is_constant)
		read_window(fcinfo, CV_WINDOW_TUMBLE, &call->window);
	return call;
}

/* in their order; none if the time is in no window */
static Datum
all_windows(FunctionCallInfo fcinfo, CvWindowKind kind, Oid time_type)
{
	FuncCallContext *context;
	WindowsCall *call;
	Datum		result;

	if (SRF_IS_FIRSTCALL())
	{
		MemoryContext old;

		context = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(context->multi_call_memory_ctx);
		context->user_fctx = begin_windows(fcinfo, kind, time_type);
		MemoryContextSwitchTo(old);
	}
	context = SRF_PERCALL_SETUP();
	call = context->user_fctx;
	if (call->is_done)
		SRF_RETURN_DONE(context);

	result = make_range_datum(call->range_type, &call->next);
	call->is_done = (call->next.start == call->last.start &&
					 call->next.end == call->last.end) ||
		!cv_window_next(&call->window, &call->next);
	SRF_RETURN_NEXT(context, result);
}

static WindowsCall *
begin_windows(FunctionCallInfo fcinfo, CvWindowKind kind, Oid time_type)
{
	WindowsCall *call = palloc0(sizeof(WindowsCall));
	CvBounds	slice;

	call->is_done = true;
	if (!spans_given(fcinfo, 2))
		return call;
	call->range_type = get_range_type(time_type);
	read_window(fcinfo, kind, &call->window);
	if (PG_ARGISNULL(ARG_TIME) ||
		!cv_window_slice(&call->window, get_time(fcinfo, time_type), &slice))
		return call;
	cv_window_first(&call->window, &slice, &call->next);
	cv_window_last(&call->window, &slice, &call->last);
	call->is_done = false;
	return call;
}

static bool
spans_given(FunctionCallInfo fcinfo, int nspans)
{
	for (int arg = 1; arg <= nspans; arg++)
	{
		if (PG_ARGISNULL(arg))
			return false;
	}
	return true;
}

/* the call without its time; errors if it makes no windows */
static void
read_window(FunctionCallInfo fcinfo, CvWindowKind kind, CvWindowSpec *window)
{
	int			nspans = kind == CV_WINDOW_TUMBLE ? 1 : 2;
	bool		has_zone = PG_NARGS() > ARG_TIMEZONE(nspans) &&
		!PG_ARGISNULL(ARG_TIMEZONE(nspans));
	const char *hint;
	const char *wrong;

	memset(window, 0, sizeof(CvWindowSpec));
	window->kind = kind;
	read_span(fcinfo, nspans, has_zone, "size", &window->size);
	window->grid.step = window->size;
	if (kind == CV_WINDOW_HOP)
		read_span(fcinfo, 1, has_zone, "slide", &window->grid.step);
	if (kind == CV_WINDOW_CUMULATE)
		read_span(fcinfo, 1, has_zone, "step", &window->step);

	if (has_zone)
		read_zone(fcinfo, ARG_TIMEZONE(nspans), &window->grid.zone);
	window->grid.origin = PG_ARGISNULL(ARG_ORIGIN(nspans)) ?
		cv_window_origin_default(window) :
		PG_GETARG_INT64(ARG_ORIGIN(nspans));
	wrong = cv_window_spec_wrong(window, &hint);
	if (wrong != NULL)
		refuse(wrong, hint);
}

static void
read_span(FunctionCallInfo fcinfo, int arg, bool has_zone, const char *what,
		  CvSpan *span)
{
	const char *hint;
	const char *wrong = cv_span_read(PG_GETARG_INTERVAL_P(arg), has_zone,
									 what, span, &hint);

	if (wrong != NULL)
		refuse(wrong, hint);
}

static void
read_zone(FunctionCallInfo fcinfo, int arg, pg_tz **zone)
{
	char	   *name = text_to_cstring(PG_GETARG_TEXT_PP(arg));
	const char *hint;
	const char *wrong = cv_zone_read(name, zone, &hint);

	if (wrong != NULL)
		refuse(wrong, hint);
	pfree(name);
}

static void
refuse(const char *wrong, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s", wrong), hint ? errhint("%s", hint) : 0));
}

static int64
get_time(FunctionCallInfo fcinfo, Oid time_type)
{
	int			overflow;

	if (time_type != DATEOID)
		return PG_GETARG_INT64(ARG_TIME);
	/* dates go on for longer than timestamps: infinity then */
	return date2timestamp_opt_overflow(PG_GETARG_DATEADT(ARG_TIME),
									   &overflow);
}

static TypeCacheEntry *
get_range_type(Oid time_type)
{
	return lookup_type_cache(time_type == TIMESTAMPTZOID ? TSTZRANGEOID :
							 TSRANGEOID, TYPECACHE_RANGE_INFO);
}

static Datum
make_range_datum(TypeCacheEntry *range_type, const CvBounds *bounds)
{
	RangeBound	lower = {0};
	RangeBound	upper = {0};

	lower.val = Int64GetDatum(bounds->start);
	lower.inclusive = true;
	lower.lower = true;
	upper.val = Int64GetDatum(bounds->end);
	return RangeTypePGetDatum(cv_make_range(range_type, &lower, &upper));
}
