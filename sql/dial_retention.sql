-- retention: rows of windows that ended long enough before least(watermark,
-- now()) leave the result table; nothing else changes.
CREATE SCHEMA dial_retention;
SET search_path = dial_retention;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE TABLE ev (ts timestamptz, v int);
CREATE CONTINUOUS VIEW hours WITH (retention = '2 hours', allowed_lateness = '1 hour', late_rows = keep) AS
	SELECT window_start, sum(v), count(*) FROM ev GROUP BY tumble(ts, '30 minutes');
CREATE CONTINUOUS VIEW months WITH (retention = '1 month', allowed_lateness = '1 day') AS
	SELECT window_start, sum(v), count(*) FROM ev GROUP BY tumble(ts, '1 day');
CREATE CONTINUOUS VIEW closed WITH (retention = '2 hours', allowed_lateness = '0 s', emit = final, watermark_delay = '1 hour') AS
	SELECT window_start, sum(v), count(*) FROM ev GROUP BY tumble(ts, '30 minutes');
CREATE PROCEDURE sync_all() LANGUAGE plpgsql AS $$ BEGIN PERFORM continuous.sync(view) FROM continuous.views WHERE view::text IN ('hours', 'months', 'closed'); COMMIT; END $$;
CALL sync_all();
INSERT INTO ev SELECT timestamptz '2024-03-31 00:00Z' + i * interval '10 min', 1 FROM generate_series(0, 5) i;
INSERT INTO ev VALUES ('2024-03-31 02:29:59.999999Z', 1);
CALL sync_all();
TABLE hours ORDER BY 1;
TABLE closed ORDER BY 1;
-- the window of 00:00 ended two hours ago, exactly
INSERT INTO ev VALUES ('2024-03-31 02:30Z', 1);
CALL sync_all();
TABLE hours ORDER BY 1;
TABLE closed ORDER BY 1;
-- a row for it is too late, and does not bring it back; the lateness of others is not touched
INSERT INTO ev VALUES ('2024-03-31 00:10Z', 1), ('2024-03-31 01:59Z', 1);
CALL sync_all();
TABLE hours ORDER BY 1;
TABLE closed ORDER BY 1;
SELECT event_time, row_data FROM hours_late;
-- a month back from the 30th of April is the 30th of March
INSERT INTO ev VALUES ('2024-04-30 23:59Z', 1);
CALL sync_all();
TABLE hours ORDER BY 1;
TABLE months ORDER BY 1;
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1);
CALL sync_all();
TABLE months ORDER BY 1;
-- the wall clock holds it back: rows far ahead do not empty the table
ALTER VIEW hours SET (max_future = none);
INSERT INTO ev VALUES (now(), 100);
INSERT INTO ev VALUES (now() + interval '10 years', 1000);
CALL sync_all();
SELECT sum, count FROM hours ORDER BY window_start;
-- given later, changed and taken away
CREATE CONTINUOUS VIEW later AS SELECT window_start, sum(v), count(*) FROM ev GROUP BY tumble(ts, '1 day');
SELECT continuous.sync('later');
SELECT count(*) FROM later;
\set VERBOSITY terse
ALTER VIEW later SET (retention = '1 hour');
\set VERBOSITY default
ALTER VIEW later SET (retention = '30 days');
INSERT INTO ev VALUES (now(), 10000);
SELECT continuous.sync('later');
SELECT count(*) FILTER (WHERE window_start < now() - interval '31 days') AS old, max(sum) >= 1000 AS has_the_newest FROM later;
ALTER VIEW later RESET (retention);
INSERT INTO ev VALUES ('2024-03-31 00:10Z', 1);
SELECT continuous.sync('later');
SELECT retention FROM continuous.views WHERE view = 'later'::regclass;
-- far more rows than one flush removes, and no row comes any more
CREATE TABLE many (ts timestamptz, k int);
CREATE CONTINUOUS VIEW m WITH (retention = '1 day') AS SELECT window_start, k, count(*) FROM many GROUP BY tumble(ts, '1 hour'), k;
INSERT INTO many SELECT timestamptz '2024-03-31 00:00Z', i FROM generate_series(1, 50000) i;
SELECT continuous.sync('m');
SELECT count(*) FROM m;
INSERT INTO many VALUES ('2024-06-30 00:00Z', 1);
SELECT continuous.sync('m');
SET statement_timeout = '30 s';
DO $$ BEGIN LOOP EXIT WHEN (SELECT count(*) = 1 FROM dial_retention.m); COMMIT; END LOOP; END $$;
RESET statement_timeout;
SELECT count(*) FROM m;
SELECT rows_read, rows_counted, rows_too_late FROM continuous.stats WHERE view = 'm'::regclass;
-- of calendar windows each one's own end counts, not that of the longest
CREATE TABLE local (ts timestamptz);
CREATE CONTINUOUS VIEW l WITH (emit = final, retention = '1 day', allowed_lateness = '0 s') AS
	SELECT window_start, count(*) FROM local GROUP BY tumble(ts, '1 day', timezone => 'Europe/Paris');
INSERT INTO local VALUES ('2024-05-01 22:00Z');
SELECT continuous.sync('l');
INSERT INTO local VALUES ('2024-05-02 22:00Z');
SELECT continuous.sync('l');
SELECT * FROM l;
INSERT INTO local VALUES ('2024-05-03 22:00Z');
SELECT continuous.sync('l');
SELECT * FROM l;

DROP SCHEMA dial_retention CASCADE;
