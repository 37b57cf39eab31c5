-- reset_stats(): the counters of continuous.stats begin anew, and nothing else.
CREATE SCHEMA reset_stats;
SET search_path = reset_stats;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE o (ts timestamptz, v int);
CREATE CONTINUOUS VIEW c AS SELECT window_start, count(*), sum(v) FROM o WHERE v > 0 GROUP BY tumble(ts, '5 min');
CREATE CONTINUOUS VIEW d AS SELECT window_start, max(v) FROM o GROUP BY tumble(ts, '1 h');
CREATE VIEW counters AS
SELECT view, rows_read, rows_counted, rows_filtered, rows_no_window, rows_too_late, rows_failed, late_windows,
	rows_read = rows_counted + rows_filtered + rows_no_window + rows_too_late + rows_failed AS adds_up,
	stats_reset IS NOT NULL AS is_reset
  FROM continuous.stats ORDER BY view::text;
INSERT INTO o VALUES ('2026-01-01 00:01Z', 1), ('2026-01-01 00:02Z', 0), (NULL, 1);
SELECT continuous.sync('c'), continuous.sync('d');
TABLE counters;

-- of one view; with the commit, or not at all
BEGIN;
SELECT continuous.reset_stats('c');
TABLE counters;
ROLLBACK;
TABLE counters;
SELECT continuous.reset_stats('c');
TABLE counters;
SELECT stats_reset BETWEEN now() - interval '1 min' AND now() FROM continuous.stats WHERE view = 'c'::regclass;

-- results, watermark and states stay; what comes later is counted
INSERT INTO o VALUES ('2026-01-01 00:03Z', 2), ('2026-01-01 00:08Z', 4), ('2026-01-01 00:03Z', 0);
INSERT INTO o VALUES ('2026-01-01 00:01Z', 8);
SELECT continuous.sync('c'), continuous.sync('d');
TABLE counters;
TABLE c ORDER BY 1;
SELECT watermark, max_event_time FROM continuous.stats WHERE view = 'c'::regclass;

-- of all that the caller owns, more than once
SELECT continuous.reset_stats(), continuous.reset_stats();
TABLE counters;

-- rebuild() counts from zero again
SELECT continuous.rebuild('c');
SELECT continuous.sync('c');
TABLE counters;

-- who may
CREATE ROLE reset_other;
GRANT USAGE ON SCHEMA reset_stats TO reset_other;
GRANT SELECT ON c, d TO reset_other;
SET ROLE reset_other;
SELECT continuous.reset_stats('c');
SELECT continuous.reset_stats();
SELECT count(*) FROM continuous.stats WHERE stats_reset IS NOT NULL;
SELECT FROM continuous.counter_reset;
RESET ROLE;
SELECT continuous.reset_stats('o');
SELECT continuous.reset_stats('pg_class');
SET default_transaction_read_only = on;
SELECT continuous.reset_stats('d');
-- nor may any other command about a view write then
SELECT continuous.pause('d');
SELECT continuous.resume('d');
SELECT continuous.advance_watermark('d', '2026-01-02Z');
SELECT continuous.rebuild('d');
SELECT continuous.recompute('d');
RESET default_transaction_read_only;

-- nothing stays of a view that is dropped
DROP VIEW d;
SELECT count(*) FROM continuous.counter_reset;
SELECT continuous.reset_stats();
DROP VIEW c;
SELECT count(*) FROM continuous.counter_reset;
DROP SCHEMA reset_stats CASCADE;
DROP ROLE reset_other;
