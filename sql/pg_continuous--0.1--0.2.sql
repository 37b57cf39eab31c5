/* pg_continuous 0.1 to 0.2 */

\echo Use "ALTER EXTENSION pg_continuous UPDATE TO '0.2'" to load this file. \quit

/* ==== verify =========================================================== */

CREATE FUNCTION continuous.verify(view regclass,
								  from_time timestamptz DEFAULT NULL,
								  to_time timestamptz DEFAULT NULL,
								  OUT window_start timestamptz,
								  OUT window_end timestamptz,
								  OUT keys jsonb, OUT "column" text,
								  OUT stored text, OUT recomputed text,
								  OUT too_late bigint)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_verify'
LANGUAGE C VOLATILE
SET search_path = pg_catalog, pg_temp;

CREATE FUNCTION continuous.verify(view regclass, from_time timestamp,
								  to_time timestamp,
								  OUT window_start timestamptz,
								  OUT window_end timestamptz,
								  OUT keys jsonb, OUT "column" text,
								  OUT stored text, OUT recomputed text,
								  OUT too_late bigint)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_verify_timestamp'
LANGUAGE C VOLATILE
SET search_path = pg_catalog, pg_temp;

/* which rows of the input verify() reads; works within it only */
CREATE FUNCTION continuous.verify_takes(tableoid oid, xmin xid)
RETURNS boolean
AS 'MODULE_PATHNAME', 'cv_verify_takes'
LANGUAGE C VOLATILE STRICT;

COMMENT ON FUNCTION continuous.verify(regclass, timestamptz, timestamptz)
	IS 'what differs between the view and its query over the rows at hand, for windows that have some part in [from_time, to_time): no rows if all is well';
COMMENT ON FUNCTION continuous.verify(regclass, timestamp, timestamp)
	IS 'what differs between the view and its query over the rows at hand, for windows that have some part in [from_time, to_time): no rows if all is well';
COMMENT ON FUNCTION continuous.verify_takes(oid, xid)
	IS 'for verify() only';

/* ==== lateness ========================================================= */

/*
 * Of a view: what its worker has counted since then.  Of a table: what the WAL
 * that is on disk tells of the rows that are still there.
 */
CREATE FUNCTION continuous.lateness(relation regclass,
									time_column text DEFAULT NULL,
									OUT percent numeric,
									OUT arrival_delay interval,
									OUT watermark_delay interval,
									OUT rows_late bigint,
									OUT result_delay interval,
									OUT rows bigint,
									OUT since timestamptz)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_lateness'
LANGUAGE C VOLATILE ROWS 6;

COMMENT ON FUNCTION continuous.lateness(regclass, text)
	IS 'how late rows come, the watermark_delay that lets so many percent of them in on time, and when windows close with it';

/* ==== explain, progress ================================================ */

CREATE FUNCTION continuous.explain(view regclass,
								   OUT "CONTINUOUS VIEW PLAN" text)
RETURNS SETOF text
AS 'MODULE_PATHNAME', 'cv_explain'
LANGUAGE C VOLATILE STRICT
SET search_path = pg_catalog, pg_temp
SET IntervalStyle = 'postgres';

COMMENT ON FUNCTION continuous.explain(regclass)
	IS 'what a continuous view is made of, how it is computed, and where it stands';

/*
 * Scans of inputs that are under way: of workers, and of recompute().  For all
 * to call, as slots() is.
 */
CREATE FUNCTION continuous.scans(OUT view oid, OUT pid int, OUT phase text,
								 OUT started_at timestamptz,
								 OUT blocks_done bigint,
								 OUT blocks_total bigint)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'cv_scans'
LANGUAGE C VOLATILE STRICT;

COMMENT ON FUNCTION continuous.scans()
	IS 'for continuous.progress: scans of the views the caller may read';

CREATE OR REPLACE VIEW continuous.progress WITH (security_barrier) AS
SELECT v.view::regclass AS view, w.phase, w.started_at, w.blocks_done,
	   w.blocks_total,
	   pg_catalog.round(100.0 * w.blocks_done / nullif(w.blocks_total, 0), 1)
		 AS percent,
	   pg_catalog.round((w.blocks_done / e.seconds)::numeric, 0)
		 AS blocks_per_second,
	   pg_catalog.make_interval(secs => (w.blocks_total - w.blocks_done)
		 * e.seconds / nullif(w.blocks_done, 0)) AS time_left,
	   w.pid
  FROM continuous.view v
	   JOIN continuous.scans() w ON w.view = v.view,
	   LATERAL (SELECT nullif(extract(epoch FROM pg_catalog.clock_timestamp()
									  - w.started_at), 0)::float8) e(seconds)
 WHERE pg_catalog.has_table_privilege(v.view, 'SELECT')
	OR pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE');

/* ==== counters that begin anew ========================================= */

/*
 * Where the counters of a view's position stood at the last reset_stats(); no
 * row: they count from the beginning.  Not dumped, as positions are not.
 */
CREATE TABLE continuous.counter_reset (
	view			oid PRIMARY KEY,
	reset_at		timestamptz NOT NULL,
	rows_read		bigint NOT NULL,
	rows_counted	bigint NOT NULL,
	rows_filtered	bigint NOT NULL,
	rows_no_window	bigint NOT NULL,
	rows_too_late	bigint NOT NULL,
	rows_failed		bigint NOT NULL,
	late_windows	bigint NOT NULL,
	future_rows		bigint NOT NULL,
	corrections		bigint NOT NULL,
	flushes			bigint NOT NULL
);

CREATE FUNCTION continuous.reset_stats(view regclass DEFAULT NULL)
RETURNS void
AS 'MODULE_PATHNAME', 'cv_reset_stats'
LANGUAGE C VOLATILE;

COMMENT ON FUNCTION continuous.reset_stats(regclass)
	IS 'let the counters of continuous.stats begin anew, of one view or of all that you own';

CREATE OR REPLACE VIEW continuous.stats WITH (security_barrier) AS
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
	   p.rows_read - coalesce(r.rows_read, 0) AS rows_read,
	   p.rows_counted - coalesce(r.rows_counted, 0) AS rows_counted,
	   p.rows_filtered - coalesce(r.rows_filtered, 0) AS rows_filtered,
	   p.rows_no_window - coalesce(r.rows_no_window, 0) AS rows_no_window,
	   p.rows_too_late - coalesce(r.rows_too_late, 0) AS rows_too_late,
	   p.rows_failed - coalesce(r.rows_failed, 0) AS rows_failed,
	   p.late_windows - coalesce(r.late_windows, 0) AS late_windows,
	   p.future_rows - coalesce(r.future_rows, 0) AS future_rows,
	   p.corrections - coalesce(r.corrections, 0) AS corrections,
	   w.windows_open, w.state_bytes,
	   CASE WHEN v.collected IS NOT NULL THEN p.collected_bytes
	   END AS collected_bytes,
	   p.flushes - coalesce(r.flushes, 0) AS flushes,
	   p.last_flush_at, w.pid, w.retry_at, w.silent_since,
	   r.reset_at AS stats_reset
  FROM continuous.view v
	   JOIN pg_catalog.pg_class c ON c.oid = v.view
	   LEFT JOIN continuous.position p ON p.view = v.view
	   LEFT JOIN continuous.counter_reset r ON r.view = v.view
	   LEFT JOIN continuous.status s ON s.view = v.view
	   LEFT JOIN continuous.slots() w ON w.view = v.view
 WHERE pg_catalog.has_table_privilege(v.view, 'SELECT')
	OR pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE');

/* ==== who may do what ================================================== */

/*
 * As in 0.1: nobody but a superuser writes our tables, whatever ALTER DEFAULT
 * PRIVILEGES has granted on those that are new.
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
		   AND c.relname OPERATOR(pg_catalog.=) ANY (ARRAY['counter_reset']::pg_catalog.name[])
		   AND a.grantee OPERATOR(pg_catalog.<>) c.relowner
	LOOP
		EXECUTE pg_catalog.format('REVOKE ALL ON %s FROM %s', grantee.name,
								  CASE WHEN grantee.id OPERATOR(pg_catalog.=) 0::oid THEN 'PUBLIC'
									   ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(grantee.id)) END);
	END LOOP;
END $$;
