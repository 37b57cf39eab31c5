-- Time at its limits: cases C05 (infinity and the last instant), C06 (windows
-- of no, negative or absurd size), C07 (rows without a time) and what of C20
-- (the last window never comes) needs no idle_timeout.
CREATE SCHEMA cases_time;
SET search_path = cases_time;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE VIEW counters AS
	SELECT view::text, watermark, rows_read AS read, rows_counted AS counted, rows_no_window AS no_window, rows_too_late AS late, future_rows AS future,
		   rows_read = rows_counted + rows_filtered + rows_no_window + rows_too_late + rows_failed AS adds_up
	  FROM continuous.stats;

-- C05: what is infinite, or in a window that ends after the last timestamp,
-- belongs to no window, is counted, and does not move the watermark
CREATE TABLE c05 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c05_v WITH (watermark_delay = '0 s', allowed_lateness = '0 s') AS
	SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM c05 GROUP BY tumble(ts, interval '5 minutes'), k;
INSERT INTO c05 VALUES ('2024-05-01 00:01Z', 'x', 1);
INSERT INTO c05 VALUES ('infinity', 'x', 2);
INSERT INTO c05 VALUES ('-infinity', 'x', 4);
SELECT continuous.sync('c05_v');
SELECT * FROM counters WHERE view = 'c05_v';
INSERT INTO c05 VALUES ('2024-05-01 00:02Z', 'x', 16);
INSERT INTO c05 VALUES ('2024-05-01 00:30Z', 'zz', 0);
INSERT INTO c05 VALUES ('294276-12-31 23:59:30Z', 'x', 8);
INSERT INTO c05 VALUES ('4714-11-24 00:00:30Z BC', 'x', 8);
SELECT continuous.sync('c05_v');
SELECT * FROM c05_v WHERE k <> 'zz';
SELECT * FROM counters WHERE view = 'c05_v';

-- the same with nothing to hold the watermark back, over timestamp and date,
-- with dials at their own limits
CREATE TABLE c05_local (ts timestamp, d date, v int);
CREATE CONTINUOUS VIEW c05_ts WITH (max_future = none, allowed_lateness = '106000000 days', late_rows = keep) AS
	SELECT window_start, window_end, sum(v) AS s FROM c05_local GROUP BY tumble(ts, interval '5 minutes');
CREATE CONTINUOUS VIEW c05_date WITH (max_future = none, watermark_delay = '106000000 days', emit = final) AS
	SELECT window_start, window_end, sum(v) AS s FROM c05_local GROUP BY tumble(d, interval '7 days');
CREATE CONTINUOUS VIEW c05_keep WITH (max_future = none, retention = '100000 years') AS
	SELECT window_start, window_end, sum(v) AS s FROM c05_local GROUP BY tumble(ts, interval '100000000 days', origin => timestamp '2000-01-01');
CREATE CONTINUOUS VIEW c05_gone WITH (max_future = none, retention = '1 day') AS
	SELECT window_start, window_end, sum(v) AS s FROM c05_local GROUP BY tumble(ts, interval '5 minutes');
INSERT INTO c05_local VALUES ('4713-01-01 BC', '4713-01-01 BC', 1), (NULL, NULL, 2), ('infinity', 'infinity', 4), ('-infinity', '-infinity', 8);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c05_local'::regclass;
SELECT view, watermark, watermark_age > interval '1 day' AS is_old FROM continuous.stats WHERE view::text LIKE 'c05_%' AND view <> 'c05_v'::regclass ORDER BY view::text;
INSERT INTO c05_local VALUES ('2024-05-01', '2024-05-01', 16);
INSERT INTO c05_local VALUES ('294276-12-31 23:49:59.999999', '294276-12-20', 32);
INSERT INTO c05_local VALUES ('294276-12-31 23:59:59.999999', '5874897-12-31', 64);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c05_local'::regclass;
SELECT * FROM c05_ts ORDER BY 1;
SELECT * FROM c05_date ORDER BY 1;
SELECT * FROM c05_keep ORDER BY 1;
SELECT * FROM c05_gone ORDER BY 1;
SELECT view, state, error FROM continuous.stats WHERE error IS NOT NULL;
SELECT * FROM counters WHERE view LIKE 'c05_%' AND view <> 'c05_v' ORDER BY view;

-- C06: refused, nothing left behind, and the table as quick as ever
CREATE TABLE c06 (ts timestamptz, v int);
\set VERBOSITY terse
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '0');
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '-5 minutes');
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, NULL::interval);
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '-1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '300000 years');
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '2147483647 days');
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 day', origin => 'infinity');
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 month') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (allowed_lateness = '-1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (max_future = '1 year') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (flush_interval = '-1 ms') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (retention = '-1 month') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (retention = '23 hours') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (retention = '1 month', allowed_lateness = '29 days') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_a WITH (retention = '1 month -5 days', allowed_lateness = '25 days') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
\set VERBOSITY default
SELECT relname FROM pg_class WHERE relname LIKE 'c06_%';
SELECT count(*) FROM continuous.views WHERE input = 'c06'::regclass;
INSERT INTO c06 VALUES ('2024-05-01 00:00Z', 1);
-- the finest there is
CREATE CONTINUOUS VIEW c06_a AS SELECT window_start, window_end, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 microsecond');
INSERT INTO c06 VALUES ('2024-05-01 00:00:00.000001Z', 2);
SELECT continuous.sync('c06_a');
SELECT * FROM c06_a ORDER BY 1;

-- C07: rows without a time
CREATE TABLE c07 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c07_t WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c07 GROUP BY tumble(ts, interval '1 minute'), k;
INSERT INTO c07 VALUES ('2024-05-01 00:01Z', 'd', 10), (NULL, 'd', 999), ('2024-05-01 00:02Z', 'd', 20);
INSERT INTO c07 VALUES (NULL, 'd', 999), (NULL, NULL, 999);
INSERT INTO c07 VALUES ('2024-05-01 03:00Z', 'zz', 0);
SELECT continuous.sync('c07_t');
SELECT * FROM c07_t WHERE k IS DISTINCT FROM 'zz' ORDER BY 1;
SELECT * FROM counters WHERE view = 'c07_t';

-- C20: open windows can be read, and closed without a made-up row
CREATE TABLE c20 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c20_v WITH (watermark_delay = '30 seconds', allowed_lateness = '0 s') AS
	SELECT window_start, k, sum(v) AS s FROM c20 GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE CONTINUOUS VIEW c20_f WITH (watermark_delay = '30 seconds', allowed_lateness = '0 s', emit = final, late_rows = keep) AS
	SELECT window_start, k, sum(v) AS s FROM c20 GROUP BY tumble(ts, interval '5 minutes'), k;
INSERT INTO c20 VALUES ('2024-05-01 00:01Z', 'x', 1), ('2024-05-01 00:01:20Z', 'x', 2);
SELECT continuous.sync('c20_v'), continuous.sync('c20_f');
SELECT * FROM c20_v;
SELECT * FROM c20_f;
SELECT continuous.watermark('c20_v'), continuous.watermark('c20_f');
SELECT continuous.advance_watermark('c20_f', '2024-05-01 00:04:59Z');
SELECT continuous.sync('c20_f');
SELECT * FROM c20_f;
SELECT continuous.advance_watermark('c20_f', '2024-05-01 00:05Z');
SELECT continuous.sync('c20_f');
SELECT * FROM c20_f;
-- it does not go back
SELECT continuous.advance_watermark('c20_f', '2024-05-01 00:04Z');
INSERT INTO c20 VALUES ('2024-05-01 00:03Z', 'x', 4);
SELECT continuous.sync('c20_v'), continuous.sync('c20_f');
SELECT * FROM c20_v;
SELECT * FROM c20_f;
SELECT reason, event_time, row_data FROM c20_f_late;
SELECT view, watermark, late FROM counters WHERE view LIKE 'c20_%' ORDER BY 1;
\set VERBOSITY terse
SELECT continuous.advance_watermark('c20_f', 'infinity');
SELECT continuous.tumble(date '5874897-12-31', '1 day') IS NULL AS no_window, continuous.tumble(date '294276-12-20', '1 day');

DROP SCHEMA cases_time CASCADE;
