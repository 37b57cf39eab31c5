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

/* ==== what \d+ says of our views ======================================== */

/* as doc/reference/views.md has it, with which test/t/031_reference.pl compares */
COMMENT ON VIEW continuous.views IS 'continuous views, with their options';
COMMENT ON COLUMN continuous.views.view IS 'the continuous view';
COMMENT ON COLUMN continuous.views.input IS 'the table whose rows are counted';
COMMENT ON COLUMN continuous.views.results IS 'the table with the results';
COMMENT ON COLUMN continuous.views.late IS 'the table of rows that are in no result; NULL if there is none';
COMMENT ON COLUMN continuous.views.collected IS 'the table of what large groups have collected; NULL if no aggregate needs it';
COMMENT ON COLUMN continuous.views.watermark_delay IS 'how far the watermark is held back';
COMMENT ON COLUMN continuous.views.allowed_lateness IS 'how long after its close a window takes corrections; 0 for a view with state_ttl';
COMMENT ON COLUMN continuous.views.emit IS 'update or final';
COMMENT ON COLUMN continuous.views.late_rows IS 'drop or keep';
COMMENT ON COLUMN continuous.views.max_future IS 'rows further ahead of their commit than this do not move the watermark; NULL: none';
COMMENT ON COLUMN continuous.views.flush_interval IS 'how often results are written; NULL: as the setting continuous.flush_interval says';
COMMENT ON COLUMN continuous.views.backfill IS 'whether the rows that were there when the view was created are consumed';
COMMENT ON COLUMN continuous.views.on_error IS 'stop or skip';
COMMENT ON COLUMN continuous.views.retention IS 'results are removed this long after the end of their window; NULL: never';
COMMENT ON COLUMN continuous.views.idle_timeout IS 'after this much silence the watermark follows the clock; NULL: never';
COMMENT ON COLUMN continuous.views.watermark_by IS 'the column whose values have a clock each, as it is called now; NULL: one clock for all';
COMMENT ON COLUMN continuous.views.notify IS 'the channel that is told when a window closes; NULL: none';
COMMENT ON COLUMN continuous.views.fill IS 'zero or null; NULL: empty windows get no rows';
COMMENT ON COLUMN continuous.views.fill_windows IS 'gaps of more windows than this are not filled';
COMMENT ON COLUMN continuous.views.state_ttl IS 'of a view without a window: when a key is forgotten; NULL for a view with one';
COMMENT ON COLUMN continuous.views.ttl_action IS 'drop or keep';
COMMENT ON COLUMN continuous.views.event_time IS 'of a view without a window: the column with the event time, as it is called now; NULL for a view with one';
COMMENT ON COLUMN continuous.views.joins IS 'unique or any';
COMMENT ON COLUMN continuous.views.kept_before IS 'results whose window_end is up to this are as they came from a dump; NULL: none are';
COMMENT ON COLUMN continuous.views.definition IS 'the query. continuous.one_shot(view) shows one that runs';
COMMENT ON VIEW continuous.stats IS 'state, lag and counters of continuous views';
COMMENT ON COLUMN continuous.stats.view IS 'the continuous view';
COMMENT ON COLUMN continuous.stats.state IS 'what it does';
COMMENT ON COLUMN continuous.stats.error IS 'why it is stopped, retrying or still restored; NULL for readers who are neither its owner nor in pg_read_all_stats';
COMMENT ON COLUMN continuous.stats.watermark IS 'windows that end up to this are closed; NULL before the first row';
COMMENT ON COLUMN continuous.stats.watermark_age IS 'how far the watermark is behind the clock';
COMMENT ON COLUMN continuous.stats.max_event_time IS 'the newest event time consumed, but for rows too far in the future (max_future)';
COMMENT ON COLUMN continuous.stats.lag_rows IS 'about how many rows are committed and not yet consumed';
COMMENT ON COLUMN continuous.stats.lag_bytes IS 'WAL between what is consumed and the server''s newest, other tables'' included; NULL on a standby';
COMMENT ON COLUMN continuous.stats.lag IS 'how long the oldest transaction that waits has been waiting; 0: none waits';
COMMENT ON COLUMN continuous.stats.rows_read IS 'rows consumed';
COMMENT ON COLUMN continuous.stats.rows_counted IS 'rows that are in at least one result';
COMMENT ON COLUMN continuous.stats.rows_filtered IS 'rows that WHERE, an inner join or row security leaves out';
COMMENT ON COLUMN continuous.stats.rows_no_window IS 'rows without a time, or with an infinite one';
COMMENT ON COLUMN continuous.stats.rows_too_late IS 'rows that were too late for all of their windows';
COMMENT ON COLUMN continuous.stats.rows_failed IS 'rows whose expressions failed, with on_error = skip';
COMMENT ON COLUMN continuous.stats.late_windows IS 'windows that rows were too late for: a row of a hop counts once for each';
COMMENT ON COLUMN continuous.stats.future_rows IS 'rows further in the future than max_future; they are counted in their windows, too';
COMMENT ON COLUMN continuous.stats.corrections IS 'rows that went into a window after it had closed';
COMMENT ON COLUMN continuous.stats.windows_open IS 'windows (of hop and cumulate: slices) with state in shared memory';
COMMENT ON COLUMN continuous.stats.state_bytes IS 'shared memory that the view''s state takes';
COMMENT ON COLUMN continuous.stats.collected_bytes IS 'bytes in its table of collected values; NULL if it has none';
COMMENT ON COLUMN continuous.stats.flushes IS 'how often results were written; a counter, too';
COMMENT ON COLUMN continuous.stats.last_flush_at IS 'when they were written last';
COMMENT ON COLUMN continuous.stats.pid IS 'process of the worker that follows it';
COMMENT ON COLUMN continuous.stats.retry_at IS 'when it is tried again; NULL if nothing has failed';
COMMENT ON COLUMN continuous.stats.silent_since IS 'since when there is nothing to consume, with idle_timeout; NULL: there is, or no such option';
COMMENT ON COLUMN continuous.stats.stats_reset IS 'when continuous.reset_stats() was called for it last; NULL: never, the counters count from the beginning';
COMMENT ON VIEW continuous.progress IS 'scans of inputs that are going on';
COMMENT ON COLUMN continuous.progress.view IS 'the continuous view';
COMMENT ON COLUMN continuous.progress.phase IS 'what the scan is for';
COMMENT ON COLUMN continuous.progress.started_at IS 'when the scan began';
COMMENT ON COLUMN continuous.progress.blocks_done IS 'blocks of 8 kB that are read';
COMMENT ON COLUMN continuous.progress.blocks_total IS 'blocks that there are to read';
COMMENT ON COLUMN continuous.progress.percent IS 'the one in percent of the other';
COMMENT ON COLUMN continuous.progress.blocks_per_second IS 'rate since started_at';
COMMENT ON COLUMN continuous.progress.time_left IS 'what the rest takes at this rate; NULL before the first block';
COMMENT ON COLUMN continuous.progress.pid IS 'the process that scans; NULL: no worker goes on with it now';
COMMENT ON VIEW continuous.columns IS 'columns of continuous views, and what they are computed from';
COMMENT ON COLUMN continuous.columns.view IS 'the continuous view';
COMMENT ON COLUMN continuous.columns."column" IS 'name of the column';
COMMENT ON COLUMN continuous.columns.expression IS 'what it is computed from';
COMMENT ON COLUMN continuous.columns.added_at IS 'when OR REPLACE added the newest aggregate in it; NULL: there from the beginning';
COMMENT ON COLUMN continuous.columns.complete_from IS 'windows that start then or later have all their rows in it; -infinity: all windows have; NULL: not known';
COMMENT ON VIEW continuous.memory IS 'memory that the workers of this database use, and its bounds';
COMMENT ON COLUMN continuous.memory.what IS 'what uses the memory';
COMMENT ON COLUMN continuous.memory.bytes IS 'memory in use now';
COMMENT ON COLUMN continuous.memory.count IS 'how many things are in it, where they can be counted';
COMMENT ON COLUMN continuous.memory."limit" IS 'its bound in bytes; NULL if it has none in bytes';
COMMENT ON COLUMN continuous.memory.setting IS 'the setting that bounds it';

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
