/* pg_continuous 0.1 */

\echo Use "CREATE EXTENSION pg_continuous" to load this file. \quit

/*
 * What somebody else has made beforehand under one of these names must be an
 * error, so everything is created, nothing replaced or taken over.
 */
CREATE SCHEMA continuous;

/* ---- catalog ---------------------------------------------------------- */

/*
 * A relation by name, as regclass is, but none at all if there is none of that
 * name: a dump may leave out one view, and the rows of the others are read.
 */
CREATE TYPE continuous.relation;

CREATE FUNCTION continuous.relation_in(cstring)
RETURNS continuous.relation
AS 'MODULE_PATHNAME', 'cv_relation_in'
LANGUAGE C STABLE STRICT;

CREATE FUNCTION continuous.relation_out(continuous.relation)
RETURNS cstring
AS 'regclassout'
LANGUAGE internal STABLE STRICT;

CREATE FUNCTION continuous.relation_recv(internal)
RETURNS continuous.relation
AS 'regclassrecv'
LANGUAGE internal STABLE STRICT;

CREATE FUNCTION continuous.relation_send(continuous.relation)
RETURNS bytea
AS 'regclasssend'
LANGUAGE internal STABLE STRICT;

CREATE TYPE continuous.relation (
	INPUT = continuous.relation_in,
	OUTPUT = continuous.relation_out,
	RECEIVE = continuous.relation_recv,
	SEND = continuous.relation_send,
	LIKE = pg_catalog.regclass
);
COMMENT ON TYPE continuous.relation
	IS 'a relation by name; of a name that is not there: none';

CREATE CAST (continuous.relation AS pg_catalog.oid)
	WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (continuous.relation AS pg_catalog.regclass)
	WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (pg_catalog.regclass AS continuous.relation)
	WITHOUT FUNCTION AS ASSIGNMENT;

/* one row a continuous view; written by the DDL hooks only */
CREATE TABLE continuous.view (
	view		continuous.relation NOT NULL,	/* what users read and name;
												 * none: not in the dump */
	definition	continuous.relation NOT NULL,	/* the query as ordinary SQL */
	results		continuous.relation NOT NULL,
	late		continuous.relation,
	state		continuous.relation,
	collected	continuous.relation,
	input		continuous.relation NOT NULL,
	options		text[] NOT NULL,		/* the dials given, name=value */
	settings	text[] NOT NULL			/* captured at creation, name=value */
);
CREATE UNIQUE INDEX view_view_idx ON continuous.view (view)
	WHERE view <> 0::pg_catalog.oid;
SELECT pg_catalog.pg_extension_config_dump('continuous.view', '');

/* aggregates added to a view that was there; number 1, 2, ... */
CREATE TABLE continuous.generation (
	view			continuous.relation NOT NULL,
	number			int NOT NULL,
	added_at		timestamptz NOT NULL,
	complete_from	bigint NOT NULL		/* microseconds since 2000-01-01: windows
										 * that start by then have all rows; the
										 * least number: all, the greatest:
										 * nobody knows */
);
CREATE UNIQUE INDEX generation_view_idx ON continuous.generation (view, number)
	WHERE view <> 0::pg_catalog.oid;
SELECT pg_catalog.pg_extension_config_dump('continuous.generation', '');

/* how far a view has come; not dumped: it means nothing elsewhere */
CREATE TABLE continuous.position (
	view			oid PRIMARY KEY,
	generation		bigint NOT NULL,
	phase			"char" NOT NULL,
	restart_lsn		pg_lsn NOT NULL,
	consumed_lsn	pg_lsn NOT NULL,
	watermark		bigint,				/* microseconds since 2000-01-01 */
	newest			bigint,				/* the same */
	sealed			bigint,				/* the same: windows that end by then
										 * are final */
	rewrites_windows	boolean NOT NULL,	/* from their slices, in the next
											 * batch */
	kept			bigint,				/* microseconds since 2000-01-01:
										 * windows that end by then are as they
										 * came from a dump */
	rows_read		bigint NOT NULL,
	rows_counted	bigint NOT NULL,
	rows_filtered	bigint NOT NULL,
	rows_no_window	bigint NOT NULL,
	rows_too_late	bigint NOT NULL,
	rows_failed		bigint NOT NULL,
	late_windows	bigint NOT NULL,
	future_rows		bigint NOT NULL,
	corrections		bigint NOT NULL,
	flushes			bigint NOT NULL,
	last_flush_at	timestamptz,
	next_collection	bigint NOT NULL,	/* of v_collected */
	collected_bytes	bigint NOT NULL,
	platform		int NOT NULL,		/* where the hashes cv_key were made */
	detail			bytea NOT NULL
) WITH (fillfactor = 10);

/* watermark_by: the clock of each value */
CREATE TABLE continuous.clock (
	view		oid NOT NULL,
	number		int NOT NULL,			/* 1, 2, ... as they came */
	value		bytea NOT NULL,			/* flat, in the column's type */
	newest		bigint NOT NULL,		/* microseconds since 2000-01-01 */
	last_seen	timestamptz NOT NULL,
	is_idle		boolean NOT NULL,
	PRIMARY KEY (view, number)
) WITH (fillfactor = 50);

/* what somebody has to know or to decide about a view */
CREATE TABLE continuous.status (
	view		oid PRIMARY KEY,
	is_paused	boolean NOT NULL,
	error		text,
	sqlstate	text,
	failed_at	timestamptz,
	advance_at	pg_lsn[],			/* advance_watermark() was called here */
	advance_to	bigint[]			/* ... and asks for this */
);

/* changes of an input's files that were recognised */
CREATE TABLE continuous.file_change (
	relid		oid NOT NULL,
	old_file	oid NOT NULL,
	new_file	oid NOT NULL,
	kind		text NOT NULL,
	PRIMARY KEY (relid, new_file)
);

/* ---- windows ---------------------------------------------------------- */

CREATE FUNCTION continuous.tumble(ts timestamptz, size interval,
								  origin timestamptz DEFAULT NULL,
								  timezone text DEFAULT NULL)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_tumble_timestamptz'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.tumble(ts timestamp, size interval,
								  origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_tumble_timestamp'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

/* a date is taken as the timestamp at its midnight */
CREATE FUNCTION continuous.tumble(ts date, size interval,
								  origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_tumble_date'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

COMMENT ON FUNCTION continuous.tumble(timestamptz, interval, timestamptz, text)
	IS 'the window of this size that a time is in';
COMMENT ON FUNCTION continuous.tumble(timestamp, interval, timestamp)
	IS 'the window of this size that a time is in';
COMMENT ON FUNCTION continuous.tumble(date, interval, timestamp)
	IS 'the window of this size that a date is in';

CREATE FUNCTION continuous.hop(ts timestamptz, slide interval, size interval,
	origin timestamptz DEFAULT NULL, timezone text DEFAULT NULL)
RETURNS SETOF tstzrange
AS 'MODULE_PATHNAME', 'cv_hop_timestamptz'
LANGUAGE C IMMUTABLE PARALLEL SAFE ROWS 10;

CREATE FUNCTION continuous.hop(ts timestamp, slide interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS SETOF tsrange
AS 'MODULE_PATHNAME', 'cv_hop_timestamp'
LANGUAGE C IMMUTABLE PARALLEL SAFE ROWS 10;

CREATE FUNCTION continuous.hop(ts date, slide interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS SETOF tsrange
AS 'MODULE_PATHNAME', 'cv_hop_date'
LANGUAGE C IMMUTABLE PARALLEL SAFE ROWS 10;

COMMENT ON FUNCTION continuous.hop(timestamptz, interval, interval, timestamptz, text)
	IS 'the windows of this size, a slide apart, that a time is in';
COMMENT ON FUNCTION continuous.hop(timestamp, interval, interval, timestamp)
	IS 'the windows of this size, a slide apart, that a time is in';
COMMENT ON FUNCTION continuous.hop(date, interval, interval, timestamp)
	IS 'the windows of this size, a slide apart, that a date is in';

CREATE FUNCTION continuous.cumulate(ts timestamptz, step interval, size interval,
	origin timestamptz DEFAULT NULL, timezone text DEFAULT NULL)
RETURNS SETOF tstzrange
AS 'MODULE_PATHNAME', 'cv_cumulate_timestamptz'
LANGUAGE C IMMUTABLE PARALLEL SAFE ROWS 10;

CREATE FUNCTION continuous.cumulate(ts timestamp, step interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS SETOF tsrange
AS 'MODULE_PATHNAME', 'cv_cumulate_timestamp'
LANGUAGE C IMMUTABLE PARALLEL SAFE ROWS 10;

CREATE FUNCTION continuous.cumulate(ts date, step interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS SETOF tsrange
AS 'MODULE_PATHNAME', 'cv_cumulate_date'
LANGUAGE C IMMUTABLE PARALLEL SAFE ROWS 10;

COMMENT ON FUNCTION continuous.cumulate(timestamptz, interval, interval, timestamptz, text)
	IS 'the windows that a time is in and that grow by a step up to this size';
COMMENT ON FUNCTION continuous.cumulate(timestamp, interval, interval, timestamp)
	IS 'the windows that a time is in and that grow by a step up to this size';
COMMENT ON FUNCTION continuous.cumulate(date, interval, interval, timestamp)
	IS 'the windows that a date is in and that grow by a step up to this size';

CREATE FUNCTION continuous.session(ts timestamptz, gap interval)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.session(ts timestamp, gap interval)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.session(ts date, gap interval)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

COMMENT ON FUNCTION continuous.session(timestamptz, interval)
	IS 'the session that a time is in; only in a continuous view';
COMMENT ON FUNCTION continuous.session(timestamp, interval)
	IS 'the session that a time is in; only in a continuous view';
COMMENT ON FUNCTION continuous.session(date, interval)
	IS 'the session that a date is in; only in a continuous view';

/* session() in ordinary SQL: OVER (PARTITION BY keys ORDER BY ts) */
CREATE FUNCTION continuous.sessionize(ts timestamptz, gap interval)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_sessionize_timestamptz'
LANGUAGE C IMMUTABLE WINDOW PARALLEL SAFE;

CREATE FUNCTION continuous.sessionize(ts timestamp, gap interval)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_sessionize_timestamp'
LANGUAGE C IMMUTABLE WINDOW PARALLEL SAFE;

CREATE FUNCTION continuous.sessionize(ts date, gap interval)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_sessionize_date'
LANGUAGE C IMMUTABLE WINDOW PARALLEL SAFE;

COMMENT ON FUNCTION continuous.sessionize(timestamptz, interval)
	IS 'the session that a row is in, OVER (PARTITION BY keys ORDER BY ts)';
COMMENT ON FUNCTION continuous.sessionize(timestamp, interval)
	IS 'the session that a row is in, OVER (PARTITION BY keys ORDER BY ts)';
COMMENT ON FUNCTION continuous.sessionize(date, interval)
	IS 'the session that a row is in, OVER (PARTITION BY keys ORDER BY ts)';

/*
 * What the query of a continuous view has in the place of hop() and
 * cumulate(): one window, not a set.
 */
CREATE FUNCTION continuous.hop_window(ts timestamptz, slide interval, size interval,
	origin timestamptz DEFAULT NULL, timezone text DEFAULT NULL)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.hop_window(ts timestamp, slide interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.hop_window(ts date, slide interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.cumulate_window(ts timestamptz, step interval, size interval,
	origin timestamptz DEFAULT NULL, timezone text DEFAULT NULL)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.cumulate_window(ts timestamp, step interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.cumulate_window(ts date, step interval, size interval,
	origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_window_marker'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

COMMENT ON FUNCTION continuous.hop_window(timestamptz, interval, interval, timestamptz, text)
	IS 'stands for hop() in the query of a continuous view';
COMMENT ON FUNCTION continuous.hop_window(timestamp, interval, interval, timestamp)
	IS 'stands for hop() in the query of a continuous view';
COMMENT ON FUNCTION continuous.hop_window(date, interval, interval, timestamp)
	IS 'stands for hop() in the query of a continuous view';

COMMENT ON FUNCTION continuous.cumulate_window(timestamptz, interval, interval, timestamptz, text)
	IS 'stands for cumulate() in the query of a continuous view';
COMMENT ON FUNCTION continuous.cumulate_window(timestamp, interval, interval, timestamp)
	IS 'stands for cumulate() in the query of a continuous view';
COMMENT ON FUNCTION continuous.cumulate_window(date, interval, interval, timestamp)
	IS 'stands for cumulate() in the query of a continuous view';

/* ---- views ------------------------------------------------------------ */

CREATE FUNCTION continuous.one_shot(view regclass)
RETURNS text
AS 'MODULE_PATHNAME', 'cv_one_shot'
LANGUAGE C STABLE STRICT
SET search_path = pg_catalog, pg_temp
/* constants that mean the same in every session */
SET DateStyle = 'ISO'
SET IntervalStyle = 'postgres'
SET extra_float_digits = 3;

COMMENT ON FUNCTION continuous.one_shot(regclass)
	IS 'the plain query that a continuous view keeps the answer of';

/* ---- guards ----------------------------------------------------------- */

/* on every input and its partitions, ENABLE ALWAYS */
CREATE FUNCTION continuous.refuse_update()
RETURNS trigger
AS 'MODULE_PATHNAME', 'cv_refuse_update'
LANGUAGE C;

CREATE FUNCTION continuous.refuse_rewrite()
RETURNS event_trigger
AS 'MODULE_PATHNAME', 'cv_refuse_rewrite'
LANGUAGE C;

CREATE EVENT TRIGGER pg_continuous_refuse_rewrite ON table_rewrite
	EXECUTE FUNCTION continuous.refuse_rewrite();
ALTER EVENT TRIGGER pg_continuous_refuse_rewrite ENABLE ALWAYS;

/* ==== functions and views of worker and monitor ======================== */

CREATE FUNCTION continuous.sync(view regclass,
								timeout interval DEFAULT '30 seconds')
RETURNS void
AS 'MODULE_PATHNAME', 'cv_sync'
LANGUAGE C VOLATILE;

CREATE FUNCTION continuous.watermark(view regclass)
RETURNS timestamptz
AS 'MODULE_PATHNAME', 'cv_saved_watermark'
LANGUAGE C STABLE STRICT;

CREATE FUNCTION continuous.is_final(view regclass, window_end timestamptz)
RETURNS boolean
AS 'MODULE_PATHNAME', 'cv_is_final'
LANGUAGE C STABLE STRICT;

CREATE FUNCTION continuous.is_final(view regclass, window_end timestamp)
RETURNS boolean
AS 'MODULE_PATHNAME', 'cv_is_final_timestamp'
LANGUAGE C STABLE STRICT;

CREATE FUNCTION continuous.advance_watermark(view regclass,
											 "to" timestamptz)
RETURNS void
AS 'MODULE_PATHNAME', 'cv_advance_watermark'
LANGUAGE C VOLATILE STRICT;

CREATE FUNCTION continuous.pause(view regclass)
RETURNS void
AS 'MODULE_PATHNAME', 'cv_pause'
LANGUAGE C VOLATILE STRICT;

CREATE FUNCTION continuous.resume(view regclass)
RETURNS void
AS 'MODULE_PATHNAME', 'cv_resume'
LANGUAGE C VOLATILE STRICT;

CREATE FUNCTION continuous.rebuild(view regclass)
RETURNS void
AS 'MODULE_PATHNAME', 'cv_rebuild'
LANGUAGE C VOLATILE STRICT
SET search_path = pg_catalog, pg_temp;

CREATE FUNCTION continuous.recompute(view regclass,
									 from_time timestamptz DEFAULT NULL,
									 to_time timestamptz DEFAULT NULL)
RETURNS bigint
AS 'MODULE_PATHNAME', 'cv_recompute_view'
LANGUAGE C VOLATILE
SET search_path = pg_catalog, pg_temp;

CREATE FUNCTION continuous.recompute(view regclass, from_time timestamp,
									 to_time timestamp)
RETURNS bigint
AS 'MODULE_PATHNAME', 'cv_recompute_view_timestamp'
LANGUAGE C VOLATILE
SET search_path = pg_catalog, pg_temp;

CREATE FUNCTION continuous.windows(view regclass,
								   OUT window_start timestamptz,
								   OUT window_end timestamptz,
								   OUT groups bigint,
								   OUT state_bytes bigint)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_windows'
LANGUAGE C VOLATILE STRICT;

/*
 * watermark_by: the clock of each value.  holds: neither idle nor behind the
 * watermark, which is the least event_time of those that hold it, less
 * watermark_delay.
 */
CREATE FUNCTION continuous.clocks(view regclass,
								  OUT value text,
								  OUT event_time timestamptz,
								  OUT last_seen timestamptz,
								  OUT is_idle boolean,
								  OUT holds boolean)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_clocks'
LANGUAGE C STABLE STRICT;

COMMENT ON FUNCTION continuous.sync(regclass, interval)
	IS 'wait until all that is committed is in the continuous view';
COMMENT ON FUNCTION continuous.watermark(regclass)
	IS 'the saved watermark: windows that end at or before it are closed';
COMMENT ON FUNCTION continuous.is_final(regclass, timestamptz)
	IS 'no row that comes later can change windows that end by then';
COMMENT ON FUNCTION continuous.is_final(regclass, timestamp)
	IS 'no row that comes later can change windows that end by then';
COMMENT ON FUNCTION continuous.advance_watermark(regclass, timestamptz)
	IS 'close windows up to a time without waiting for later rows';
COMMENT ON FUNCTION continuous.pause(regclass)
	IS 'stop consuming; results stay';
COMMENT ON FUNCTION continuous.resume(regclass)
	IS 'go on after pause() or an error';
COMMENT ON FUNCTION continuous.rebuild(regclass)
	IS 'forget all results and compute them anew from the rows that are there';
COMMENT ON FUNCTION continuous.recompute(regclass, timestamptz, timestamptz)
	IS 'compute the windows that have some part in [from_time, to_time) anew from the rows that are there';
COMMENT ON FUNCTION continuous.recompute(regclass, timestamp, timestamp)
	IS 'compute the windows that have some part in [from_time, to_time) anew from the rows that are there';
COMMENT ON FUNCTION continuous.windows(regclass)
	IS 'state in shared memory, by windows; by slices of hop() and cumulate(); by stretches of time in which sessions end';
COMMENT ON FUNCTION continuous.clocks(regclass)
	IS 'the clock of each value of watermark_by, and whether it holds the watermark';

/*
 * What only the worker knows, from shared memory.  For all to call, as a view
 * calls functions with its reader's rights; it tells of what he may see.
 */
CREATE FUNCTION continuous.slots(OUT view oid, OUT state text, OUT pid int,
								 OUT consumed_lsn pg_lsn, OUT lag_rows bigint,
								 OUT oldest_waiting timestamptz,
								 OUT state_bytes bigint,
								 OUT windows_open bigint,
								 OUT retry_at timestamptz, OUT error text,
								 OUT scan_started_at timestamptz,
								 OUT scan_done bigint, OUT scan_total bigint,
								 OUT flushed_lsn pg_lsn, OUT flushes bigint,
								 OUT silent_since timestamptz)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_slots'
LANGUAGE C VOLATILE STRICT;

COMMENT ON FUNCTION continuous.slots()
	IS 'for continuous.stats: shared memory of the views the caller may read';

CREATE FUNCTION continuous.dials(options text[],
								 OUT watermark_delay interval,
								 OUT allowed_lateness interval,
								 OUT emit text, OUT late_rows text,
								 OUT max_future interval,
								 OUT flush_interval interval,
								 OUT backfill boolean, OUT on_error text,
								 OUT retention interval,
								 OUT idle_timeout interval,
								 OUT watermark_by text, OUT notify text,
								 OUT fill text, OUT fill_windows int,
								 OUT state_ttl interval, OUT ttl_action text,
								 OUT event_time text, OUT joins text)
RETURNS record
AS 'MODULE_PATHNAME', 'cv_dials'
LANGUAGE C STABLE STRICT;

CREATE FUNCTION continuous.position_time(us bigint, results regclass)
RETURNS timestamptz
AS 'MODULE_PATHNAME', 'cv_position_time'
LANGUAGE C STABLE STRICT;

/* watermark_by's column as it is called now; NULL without */
CREATE FUNCTION continuous.watermark_column(view regclass)
RETURNS text
AS 'MODULE_PATHNAME', 'cv_watermark_column'
LANGUAGE C STABLE STRICT;

COMMENT ON FUNCTION continuous.watermark_column(regclass)
	IS 'for continuous.views: the column that watermark_by names';

/* the event time of a view without a window, likewise */
CREATE FUNCTION continuous.event_time_column(view regclass)
RETURNS text
AS 'MODULE_PATHNAME', 'cv_event_time_column'
LANGUAGE C STABLE STRICT;

COMMENT ON FUNCTION continuous.event_time_column(regclass)
	IS 'for continuous.views: the column that event_time names';

/*
 * NULL in flush_interval: the setting; in other dials: none.  kept_before:
 * windows that end by then are as they came from a dump.
 */
CREATE VIEW continuous.views AS
SELECT v.view::regclass AS view, v.input::regclass AS input,
	   v.results::regclass AS results, v.late::regclass AS late,
	   v.collected::regclass AS collected,
	   d.watermark_delay, d.allowed_lateness, d.emit, d.late_rows,
	   d.max_future, d.flush_interval, d.backfill, d.on_error, d.retention,
	   d.idle_timeout,
	   CASE WHEN d.watermark_by IS NOT NULL
			THEN continuous.watermark_column(v.view) END AS watermark_by,
	   d.notify, d.fill, d.fill_windows, d.state_ttl, d.ttl_action,
	   CASE WHEN d.state_ttl IS NOT NULL
			THEN continuous.event_time_column(v.view) END AS event_time,
	   d.joins,
	   continuous.position_time(p.kept, v.results) AS kept_before,
	   pg_catalog.pg_get_viewdef(v.definition) AS definition
  FROM continuous.view v
	   LEFT JOIN continuous.position p ON p.view = v.view,
	   LATERAL continuous.dials(v.options) d
 WHERE v.view <> 0::pg_catalog.oid;

CREATE FUNCTION continuous.columns(view regclass, OUT "column" text,
								   OUT expression text,
								   OUT added_at timestamptz,
								   OUT complete_from timestamptz)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_columns'
LANGUAGE C STABLE STRICT
SET search_path = pg_catalog, pg_temp;

COMMENT ON FUNCTION continuous.columns(regclass)
	IS 'for continuous.columns: the columns of one view';

/*
 * added_at: NULL of what was there from the beginning.  complete_from: windows
 * that start then or later have all their rows in the column.
 */
CREATE VIEW continuous.columns AS
SELECT v.view::regclass AS view, c."column", c.expression, c.added_at,
	   c.complete_from
  FROM continuous.view v, LATERAL continuous.columns(v.view) c
 WHERE v.view <> 0::pg_catalog.oid;

CREATE VIEW continuous.stats WITH (security_barrier) AS
SELECT v.view::regclass AS view,
	   CASE WHEN p.view IS NULL THEN 'restored'
			WHEN s.error IS NOT NULL THEN 'stopped'
			WHEN s.is_paused THEN 'paused'
			ELSE coalesce(w.state, 'not running') END AS state,
	   CASE WHEN pg_catalog.pg_has_role(c.relowner, 'USAGE')
			  OR pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE')
			THEN coalesce(s.error, w.error) END AS error,
	   continuous.position_time(p.watermark, v.results) AS watermark,
	   CASE WHEN pg_catalog.isfinite(continuous.position_time(p.watermark,
															  v.results))
			THEN pg_catalog.now()
			  - continuous.position_time(p.watermark, v.results)
	   END AS watermark_age,
	   continuous.position_time(p.newest, v.results) AS max_event_time,
	   w.lag_rows,
	   CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN
		 greatest(pg_catalog.pg_wal_lsn_diff(
					pg_catalog.pg_current_wal_insert_lsn(),
					coalesce(w.consumed_lsn, p.consumed_lsn)), 0)::bigint
	   END AS lag_bytes,
	   CASE WHEN w.view IS NULL THEN NULL
			WHEN w.oldest_waiting IS NULL THEN interval '0'
			ELSE pg_catalog.now() - w.oldest_waiting END AS lag,
	   p.rows_read, p.rows_counted, p.rows_filtered, p.rows_no_window,
	   p.rows_too_late, p.rows_failed, p.late_windows, p.future_rows,
	   p.corrections, w.windows_open, w.state_bytes,
	   CASE WHEN v.collected IS NOT NULL THEN p.collected_bytes
	   END AS collected_bytes, p.flushes,
	   p.last_flush_at, w.pid, w.retry_at, w.silent_since
  FROM continuous.view v
	   JOIN pg_catalog.pg_class c ON c.oid = v.view
	   LEFT JOIN continuous.position p ON p.view = v.view
	   LEFT JOIN continuous.status s ON s.view = v.view
	   LEFT JOIN continuous.slots() w ON w.view = v.view
 WHERE pg_catalog.has_table_privilege(v.view, 'SELECT')
	OR pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE');

CREATE VIEW continuous.progress WITH (security_barrier) AS
SELECT v.view::regclass AS view, w.state AS phase, w.scan_started_at AS started_at,
	   w.scan_done AS blocks_done, w.scan_total AS blocks_total,
	   pg_catalog.round(100.0 * w.scan_done / nullif(w.scan_total, 0), 1)
		 AS percent,
	   pg_catalog.round((w.scan_done / e.seconds)::numeric, 0)
		 AS blocks_per_second,
	   pg_catalog.make_interval(secs => (w.scan_total - w.scan_done)
		 * e.seconds / nullif(w.scan_done, 0)) AS time_left
  FROM continuous.view v
	   JOIN continuous.slots() w ON w.view = v.view,
	   LATERAL (SELECT nullif(extract(epoch FROM pg_catalog.clock_timestamp()
									  - w.scan_started_at), 0)::float8) e(seconds)
 WHERE w.scan_started_at IS NOT NULL
   AND (pg_catalog.has_table_privilege(v.view, 'SELECT')
		OR pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE'));

/* sizes only, nothing of any view: for all to call */
CREATE FUNCTION continuous.memory_use(OUT what text, OUT bytes bigint,
									  OUT count bigint,
									  OUT "limit" bigint, OUT setting text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_memory_use'
LANGUAGE C VOLATILE STRICT;

COMMENT ON FUNCTION continuous.memory_use()
	IS 'for continuous.memory: where the memory of this database''s workers goes';

/* limit: in bytes, of those that have one; the others' settings count */
CREATE VIEW continuous.memory AS
SELECT m.what, m.bytes, m.count, m."limit", m.setting
  FROM continuous.memory_use() m;

/* ==== who may do what ================================================== */

/*
 * The library takes what is in our tables for its own, so nobody but a
 * superuser may write them, whatever ALTER DEFAULT PRIVILEGES has granted.
 */
DO $$
DECLARE
	grantee record;
BEGIN
	FOR grantee IN
		SELECT 'TABLE ' OPERATOR(pg_catalog.||) pg_catalog.format('%I.%I', n.nspname, c.relname) AS name, a.grantee AS id
		  FROM pg_catalog.pg_class c
			   JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace,
			   LATERAL pg_catalog.aclexplode(c.relacl) a
		 WHERE n.nspname OPERATOR(pg_catalog.=) 'continuous'
		   AND c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'v']::"char"[])
		   AND a.grantee OPERATOR(pg_catalog.<>) c.relowner
		 UNION
		SELECT 'SCHEMA continuous', a.grantee
		  FROM pg_catalog.pg_namespace n,
			   LATERAL pg_catalog.aclexplode(n.nspacl) a
		 WHERE n.nspname OPERATOR(pg_catalog.=) 'continuous'
		   AND a.grantee OPERATOR(pg_catalog.<>) n.nspowner
	LOOP
		EXECUTE pg_catalog.format('REVOKE ALL ON %s FROM %s', grantee.name,
								  CASE WHEN grantee.id OPERATOR(pg_catalog.=) 0::oid THEN 'PUBLIC'
									   ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(grantee.id)) END);
	END LOOP;
END $$;

GRANT USAGE ON SCHEMA continuous TO PUBLIC;
GRANT SELECT ON continuous.view, continuous.generation TO PUBLIC;
GRANT SELECT ON continuous.views, continuous.columns, continuous.stats,
	continuous.progress, continuous.memory TO PUBLIC;

/*
 * Functions check for themselves what their caller may see or command; as a
 * view calls functions with its reader's rights, that goes for those of our
 * views, too.  This one is for the event trigger alone.
 */
REVOKE EXECUTE ON FUNCTION continuous.refuse_rewrite() FROM PUBLIC;
