/*-------------------------------------------------------------------------
 *
 * view_spec.h
 *	  What a continuous view is, as the rest of the code sees it.
 *
 * Types only.  A CvViewSpec is built from the catalog row and from the Query
 * of the hidden view (view_analyze.c), and is not changed after that.  A worker
 * keeps it until a catalog changes (kept_view.c).
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_SPEC_H
#define CV_VIEW_SPEC_H

#include "datatype/timestamp.h"
#include "nodes/parsenodes.h"
#include "nodes/primnodes.h"

#include "base/calendar.h"

typedef enum CvWindowKind
{
	CV_WINDOW_TUMBLE,
	CV_WINDOW_HOP,
	CV_WINDOW_CUMULATE,
	CV_WINDOW_SESSION,
	CV_WINDOW_NONE				/* keyed state: GROUP BY keys only */
} CvWindowKind;

/*
 * The window call.  Times are microseconds since 2000-01-01 in the time
 * type's own reckoning (UTC for timestamptz).  date is taken as timestamp at
 * midnight: time_type is then TIMESTAMPOID and time_expr holds the cast.
 *
 *	TUMBLE		windows [e, next e), e the edges of the grid
 *	HOP			windows [e, e + size); the grid's step is the slide
 *	CUMULATE	windows [e, e + step), [e, e + 2 step) ... [e, next e)
 *	SESSION		size.us is the gap; there is no grid
 *	NONE		no window at all: one group a key, which is forgotten
 *				size.us (dial state_ttl) after its last event.  Its row has
 *				window_start = -infinity and window_end = last event + size
 */
typedef struct CvWindowSpec
{
	CvWindowKind kind;
	Oid			time_type;		/* TIMESTAMPTZOID or TIMESTAMPOID */
	CvGrid		grid;			/* where windows start */
	CvSpan		size;			/* of TUMBLE and CUMULATE: the grid's step */
	CvSpan		step;			/* of CUMULATE */
} CvWindowSpec;

/* Are states kept by slices, parts that several windows share? */
#define cv_window_is_sliced(window) \
	((window)->kind == CV_WINDOW_HOP || (window)->kind == CV_WINDOW_CUMULATE)

typedef enum CvEmit
{
	CV_EMIT_UPDATE,
	CV_EMIT_FINAL
} CvEmit;

/*
 * Do groups grow together, from slices or from sessions?  Then aggregates
 * need a combine function, or else are collected.
 */
#define cv_window_merges_states(window) \
	(cv_window_is_sliced(window) || (window)->kind == CV_WINDOW_SESSION)

/* What becomes of the row of a key that was silent for state_ttl. */
typedef enum CvTtlAction
{
	CV_TTL_DROP,				/* it is deleted */
	CV_TTL_KEEP					/* it stays as it is until the key's next event,
								 * which begins anew */
} CvTtlAction;

/* Rows for windows of a key that have none, between its first and last. */
typedef enum CvFill
{
	CV_FILL_NONE,
	CV_FILL_ZERO,				/* what is NULL over no rows is 0, if a number */
	CV_FILL_NULL				/* what the aggregates are over no rows */
} CvFill;

/* The dials.  Durations in microseconds; -1 = none / not given. */
typedef struct CvDials
{
	int64		watermark_delay_us;
	int64		allowed_lateness_us;
	CvEmit		emit;
	bool		keep_late_rows;
	int64		max_future_us;	/* -1: none */
	int64		flush_interval_us;	/* -1: continuous.flush_interval */
	bool		backfill;
	bool		skip_failed_rows;	/* on_error = skip */
	Interval   *retention;		/* NULL: none; may have months */
	int64		idle_timeout_us;	/* -1: none */
	char	   *watermark_by;	/* NULL: one clock; else a column's name, as
								 * given: see clock_expr */
	char	   *notify;			/* NULL: none; a channel */
	CvFill		fill;
	int			fill_windows;	/* a longer gap between two windows of a key
								 * is not filled */
	int64		state_ttl_us;	/* -1: not given */
	CvTtlAction ttl_action;
	char	   *event_time;		/* NULL: not given; a column's name, as given */
	bool		any_joins;		/* joins = any: not only on unique keys */
} CvDials;

typedef struct CvViewSpec
{
	Oid			view;			/* what users read and name */
	Oid			definition;		/* hidden view: the query as ordinary SQL */
	Oid			results;
	Oid			late;			/* InvalidOid without late_rows = keep and
								 * on_error = skip */
	Oid			state;			/* see below; InvalidOid without need */
	Oid			collected;		/* the same */
	Oid			input;			/* the table that the event time comes from */
	Oid			owner;			/* of the view, now */
	char	   *name;			/* qualified and quoted, for messages */
	CvDials		dials;
	List	   *settings;		/* of String "name=value", captured at CREATE */

	/* from the hidden view's Query */
	Query	   *query;			/* a private copy, analysed, not rewritten */
	Index		input_rti;		/* of the input in query->rtable */
	CvWindowSpec window;
	Expr	   *time_expr;		/* event time, of type window.time_type */
	List	   *keys;			/* of Expr, in GROUP BY order, window left out */
	List	   *key_clauses;	/* of SortGroupClause, parallel to keys: eqop
								 * and hashable are what matters */
	List	   *aggs;			/* of Aggref, distinct ones, in order of first
								 * appearance in target list, then HAVING; if
								 * OR REPLACE has added some: generation by
								 * generation, see view_generations.c */
	List	   *generations;	/* of int: how many of aggs CREATE has made, and
								 * each OR REPLACE that has added some */
	Expr	   *clock_expr;		/* watermark_by: the column, or NULL.  The
								 * definition has count(column) as its last
								 * column CV_CLOCK_COLUMN, so that renames,
								 * dependencies and dumps follow; it is no part
								 * of query, targets and aggs here */
} CvViewSpec;

#define CV_CLOCK_COLUMN		"cv_watermark_by"
#define CV_AGGREGATES_COLUMN	"cv_aggregates"

/* aggregates of CREATE: what was added later has its columns elsewhere */
#define cv_first_aggs(spec)	linitial_int((spec)->generations)

/* of views without a window, see view_event_time.c */
#define CV_EVENT_TIME_COLUMN	"cv_event_time"

/* Does what spec's dials and window say need a state table? */
#define cv_view_has_state_table(spec) \
	((spec)->dials.emit == CV_EMIT_FINAL || \
	 (spec)->window.kind == CV_WINDOW_SESSION || \
	 cv_window_is_sliced(&(spec)->window))

/*
 * Columns of the result table (and of the state table, which is alike):
 *
 *	window_start, window_end, keys..., aggregates...,
 *	cv_key, cv_state, _corrections, _updated_at [, users' generated columns]
 *
 * What rests where, and its primary key (window_start, cv_key):
 *
 *	TUMBLE, SESSION		results; with emit = final those that are not closed in
 *						the state table
 *	NONE				results; window_start is -infinity
 *	HOP, CUMULATE		windows in results (no cv_state); slices in the state
 *						table, always: window_start is the slice's start,
 *						window_end the end of the last window that it is in
 *
 * cv_key is the hash of the keys; of CUMULATE's windows, which start together,
 * its last bits say which of them it is.  Members of a session view have a further index
 * (cv_key, window_start), and its state table one on (window_end).
 */
#define CV_ATT_WINDOW_START		1
#define CV_ATT_WINDOW_END		2
#define CV_ATT_FIRST_KEY		3
#define CV_ATT_FIRST_AGG(nkeys)	(CV_ATT_FIRST_KEY + (nkeys))
#define CV_ATT_KEY(nkeys, naggs)	(CV_ATT_FIRST_AGG(nkeys) + (naggs))
#define CV_ATT_STATE(nkeys, naggs)	(CV_ATT_KEY(nkeys, naggs) + 1)
#define CV_ATT_CORRECTIONS(nkeys, naggs)	(CV_ATT_KEY(nkeys, naggs) + 2)
#define CV_ATT_UPDATED_AT(nkeys, naggs)	(CV_ATT_KEY(nkeys, naggs) + 3)
#define CV_RESULT_NATTS(nkeys, naggs)	(CV_ATT_KEY(nkeys, naggs) + 3)

/*
 * Columns of the late table:
 *	reason text ('too late' | 'error'), event_time (time_type), committed_at
 *	timestamptz, noted_at timestamptz, row_data jsonb, error text
 */
#define CV_LATE_ATT_REASON			1
#define CV_LATE_ATT_EVENT_TIME		2
#define CV_LATE_ATT_COMMITTED_AT	3
#define CV_LATE_ATT_NOTED_AT		4
#define CV_LATE_ATT_ROW_DATA		5
#define CV_LATE_ATT_ERROR			6
#define CV_LATE_NATTS				6

/*
 * Columns of the table of what was collected: inputs of aggregates that need
 * all of them (agg_info.h), of groups that have too many for a row.
 *
 *	collection bigint, chunk int, window_end (time_type), data bytea
 *
 * Primary key (collection, chunk); one index more on (window_end).  See
 * aggregate/agg_chunks.h.
 */
#define CV_CHUNK_ATT_COLLECTION		1
#define CV_CHUNK_ATT_CHUNK			2
#define CV_CHUNK_ATT_WINDOW_END		3
#define CV_CHUNK_ATT_DATA			4
#define CV_CHUNK_NATTS				4

#endif							/* CV_VIEW_SPEC_H */
