-- is_final(view, window_end): no row that comes later can change windows that end by then.
CREATE SCHEMA is_final;
SET search_path = is_final;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
\set VERBOSITY terse
CREATE TABLE ev (ts timestamptz, v int);
CREATE TABLE evt (ts timestamp, d date, v int);
CREATE CONTINUOUS VIEW f WITH (allowed_lateness = '10 minutes', late_rows = keep) AS SELECT window_start, window_end, sum(v) FROM ev GROUP BY tumble(ts, '10 minutes');
CREATE CONTINUOUS VIEW ft WITH (allowed_lateness = '10 minutes') AS SELECT window_start, window_end, sum(v) FROM evt GROUP BY tumble(ts, '10 minutes');
CREATE CONTINUOUS VIEW fd WITH (allowed_lateness = '1 day') AS SELECT window_start, window_end, sum(v) FROM evt GROUP BY tumble(d, '1 day');
SELECT continuous.sync('f'), continuous.sync('ft'), continuous.sync('fd');
-- nothing is, yet; unknown stays unknown
SELECT continuous.is_final('f', '2024-05-01 00:10Z'), continuous.is_final('f', '-infinity'), continuous.is_final('f', NULL) IS NULL AS is_null;
SELECT continuous.is_final('ev', '2024-05-01 00:10Z');
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1), ('2024-05-01 00:10Z', 2), ('2024-05-01 00:30Z', 4);
SELECT continuous.sync('f');
-- W is 00:30: what ends by 00:20 is final; what ends at 00:30 is closed only
SELECT window_end, sum, window_end <= continuous.watermark('f') AS is_closed, continuous.is_final('f', window_end) FROM f ORDER BY 1;
SELECT continuous.is_final('f', '2024-05-01 00:20Z'), continuous.is_final('f', '2024-05-01 00:20:00.000001Z');
INSERT INTO ev VALUES ('2024-05-01 00:19Z', 1000), ('2024-05-01 00:25Z', 3);
SELECT continuous.sync('f');
SELECT window_end, sum, continuous.is_final('f', window_end) FROM f ORDER BY 1;
-- more lateness does not make what is final open again, less makes more of it final
ALTER VIEW f SET (allowed_lateness = '1 hour');
INSERT INTO ev VALUES ('2024-05-01 00:05Z', 1000), ('2024-05-01 00:45Z', 5);
SELECT continuous.sync('f');
SELECT window_end, sum, continuous.is_final('f', window_end) FROM f ORDER BY 1;
ALTER VIEW f SET (allowed_lateness = '5 minutes');
INSERT INTO ev VALUES ('2024-05-01 00:45Z', 5);
SELECT continuous.sync('f');
SELECT window_end, sum, continuous.is_final('f', window_end) FROM f ORDER BY 1;
SELECT continuous.advance_watermark('f', '2024-05-01 01:00Z');
SELECT continuous.sync('f');
SELECT window_end, sum, continuous.is_final('f', window_end) FROM f WHERE window_end > '2024-05-01 00:30Z' ORDER BY 1;
-- rebuild() begins anew
BEGIN;
SELECT continuous.rebuild('f');
SELECT continuous.is_final('f', '2024-05-01 00:10Z');
COMMIT;
SELECT continuous.sync('f');
SELECT window_end, sum, continuous.is_final('f', window_end) FROM f ORDER BY 1;
-- without zone: as it is written; a time with zone is taken in the session's, a date at midnight
INSERT INTO evt VALUES ('2024-05-01 00:30', '2024-05-01', 1), ('2024-05-01 00:00', '2024-05-04', 1);
SELECT continuous.sync('ft'), continuous.sync('fd');
SET timezone = 'America/New_York';
SELECT window_end, continuous.is_final('ft', window_end), continuous.is_final('ft', window_end::timestamptz) AS with_zone, continuous.is_final('ft', window_end AT TIME ZONE 'UTC') AS utc FROM ft ORDER BY 1;
SELECT window_end, continuous.is_final('fd', window_end), continuous.is_final('fd', window_end::date) AS day FROM fd ORDER BY 1;
SELECT continuous.is_final('f', timestamp '2024-04-30 20:20'), continuous.is_final('f', timestamp '2024-05-01 00:00');
SET timezone = 'UTC';
-- whoever may read the view
CREATE ROLE regress_is_final;
GRANT USAGE ON SCHEMA is_final TO regress_is_final;
SET ROLE regress_is_final;
SELECT continuous.is_final('is_final.f', '2024-05-01 00:20Z');
RESET ROLE;
GRANT SELECT ON f TO regress_is_final;
SET ROLE regress_is_final;
SELECT continuous.is_final('is_final.f', '2024-05-01 00:20Z');
RESET ROLE;
DROP SCHEMA is_final CASCADE;
DROP ROLE regress_is_final;
