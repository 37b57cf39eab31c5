-- lateness(): how late rows come, of a view and of a table.  Times are far
-- enough from each other for what a bucket rounds and a commit takes.
CREATE SCHEMA lateness;
SET search_path = lateness;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET intervalstyle = postgres;
-- less WAL to be read
CHECKPOINT;

-- no more than a bucket above, and a minute for the test; commits may be quicker
-- than the times that they bring
CREATE FUNCTION is_about(given interval, wanted interval) RETURNS boolean
LANGUAGE sql RETURN given BETWEEN wanted - interval '1 second' AND wanted * 1.07 + '1 minute';

CREATE TABLE o (ts timestamptz, shop text, v int);
CREATE CONTINUOUS VIEW c AS SELECT window_start, window_end, count(*), sum(v) FROM o GROUP BY tumble(ts, '5 min');
CREATE CONTINUOUS VIEW by_row AS SELECT window_start, window_end, shop, string_agg(v::text, ',') FROM o WHERE v IS NOT NULL GROUP BY hop(ts, '5 min', '10 min'), shop;
SELECT continuous.sync('c'), continuous.sync('by_row');

-- nothing has come
SELECT percent, arrival_delay, watermark_delay, rows_late, result_delay, rows, since IS NOT NULL AS is_counting FROM continuous.lateness('c');

-- a thousand transactions: in order, but each hundredth is five minutes behind, and one of them two hours
DO $$
DECLARE
	begun timestamptz := clock_timestamp() - interval '1 hour';
BEGIN
	FOR i IN 1..1000 LOOP
		INSERT INTO o VALUES (begun + i * interval '10 microseconds' - CASE WHEN i = 600 THEN interval '2 hours' WHEN i % 100 = 0 THEN interval '5 minutes' ELSE '0' END, 'a', i);
		COMMIT;
	END LOOP;
END $$;
SELECT continuous.sync('c'), continuous.sync('by_row');
CREATE VIEW shown AS
SELECT percent, CASE WHEN is_about(arrival_delay, '1 hour') THEN '1 hour' WHEN is_about(arrival_delay, '65 minutes') THEN '65 minutes'
			WHEN is_about(arrival_delay, '3 hours') THEN '3 hours' ELSE arrival_delay::text END AS arrival_delay,
	   watermark_delay, rows_late, is_about(result_delay, '1 hour' + watermark_delay) AS is_result_delay, rows FROM continuous.lateness('c');
TABLE shown;

-- the delay that was found lets so many in
SELECT rows_counted, rows_too_late, corrections > 0 AS has_corrections FROM continuous.stats WHERE view = 'c'::regclass;

-- row by row, a row is counted once however many windows it is in, and if WHERE lets it through
SELECT (SELECT rows FROM continuous.lateness('by_row') LIMIT 1) AS rows, count(*) AS different
  FROM continuous.lateness('c') a JOIN continuous.lateness('by_row') b USING (percent)
 WHERE (a.watermark_delay, a.rows_late) IS DISTINCT FROM (b.watermark_delay, b.rows_late) OR a.arrival_delay <> b.arrival_delay;
INSERT INTO o VALUES (clock_timestamp(), 'a', NULL), (NULL, 'a', 1), ('infinity', 'a', 1);
SELECT continuous.sync('c'), continuous.sync('by_row');
SELECT (SELECT rows FROM continuous.lateness('c') LIMIT 1) AS c, (SELECT rows FROM continuous.lateness('by_row') LIMIT 1) AS by_row;

-- rows of one transaction are not late for each other; event times may be ahead, also too far to move the watermark
CREATE TABLE p (ts timestamp, v int);
CREATE CONTINUOUS VIEW ahead AS SELECT window_start, window_end, count(*) FROM p GROUP BY session(ts, '5 min');
SELECT continuous.sync('ahead');
INSERT INTO p SELECT clock_timestamp() AT TIME ZONE 'UTC' + interval '10 days' - i * interval '1 hour', i FROM generate_series(0, 99) i;
SELECT continuous.sync('ahead');
SELECT percent, arrival_delay BETWEEN '-10 days' AND '-5 days 19 hours' AS is_ahead, watermark_delay, rows_late, result_delay, rows FROM continuous.lateness('ahead');

-- a backfill is not counted: when its rows were committed nobody knows
CREATE CONTINUOUS VIEW later AS SELECT window_start, window_end, count(*) FROM o GROUP BY tumble(ts, '5 min');
SELECT continuous.sync('later');
SELECT count(*) FROM later WHERE count > 0;
SELECT DISTINCT rows FROM continuous.lateness('later');
INSERT INTO o VALUES (clock_timestamp() - interval '1 day', 'a', 1);
SELECT continuous.sync('later');
SELECT DISTINCT is_about(watermark_delay, '23:59'), rows FROM continuous.lateness('later');

-- with a clock for each shop a row is late against the slowest
CREATE TABLE s (ts timestamptz, shop text);
CREATE CONTINUOUS VIEW clocks WITH (watermark_by = shop, idle_timeout = '10000 days') AS SELECT window_start, window_end, count(*) FROM s GROUP BY tumble(ts, '5 min');
SELECT continuous.sync('clocks');
INSERT INTO s VALUES ('2026-06-01 09:00Z', 'slow');
INSERT INTO s VALUES ('2026-06-01 12:00Z', 'fast');
INSERT INTO s VALUES ('2026-06-01 08:58Z', 'slow');
SELECT continuous.sync('clocks');
SELECT percent, watermark_delay, rows_late, rows FROM continuous.lateness('clocks');

-- a table that no view reads: what the WAL tells is what a view has counted
CREATE TABLE t (at timestamptz, day date, local timestamp, n int) PARTITION BY RANGE (n);
CREATE TABLE t1 (n int, local timestamp, gone text, at timestamptz, day date);
ALTER TABLE t1 DROP COLUMN gone;
ALTER TABLE t ATTACH PARTITION t1 FOR VALUES FROM (0) TO (50);
CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (50) TO (1000);
CREATE CONTINUOUS VIEW by_at AS SELECT window_start, window_end, count(*) FROM t GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW by_day AS SELECT window_start, window_end, count(*) FROM t GROUP BY tumble(day, '1 day');
CREATE CONTINUOUS VIEW by_local AS SELECT window_start, window_end, count(*) FROM t GROUP BY tumble(local, '5 min');
SELECT continuous.sync('by_at'), continuous.sync('by_day'), continuous.sync('by_local');
DO $$
DECLARE
	t timestamptz;
BEGIN
	FOR i IN 1..100 LOOP
		t := clock_timestamp() - i % 7 * interval '20 minutes';
		INSERT INTO t VALUES (t, t::date - i % 3, t::timestamp, i), (t - interval '1 day', 'infinity', t, i), (NULL, t, '-infinity', i);
		BEGIN
			INSERT INTO t VALUES (t - interval '1 year', '2000-01-01', '2000-01-01', i);
			RAISE division_by_zero;
		EXCEPTION WHEN division_by_zero THEN
			INSERT INTO t VALUES (t + interval '1 minute', t, t - interval '2 days', i);
		END;
		IF i % 10 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
	END LOOP;
END $$;
SELECT continuous.sync('by_at'), continuous.sync('by_day'), continuous.sync('by_local');
CREATE FUNCTION differs(view regclass, relation regclass, time_column text) RETURNS bigint LANGUAGE sql BEGIN ATOMIC
	SELECT count(*) FROM continuous.lateness(view) a JOIN continuous.lateness(relation, time_column) b USING (percent)
	 WHERE (a.arrival_delay, a.watermark_delay, a.rows_late, a.result_delay, a.rows) IS DISTINCT FROM (b.arrival_delay, b.watermark_delay, b.rows_late, b.result_delay, b.rows);
END;
SELECT differs('by_at', 't', 'at'), differs('by_day', 't', 'day'), differs('by_local', 't', 'local');
SELECT max(rows) FROM continuous.lateness('by_at');
SELECT max(rows) FROM continuous.lateness('by_day');
SELECT max(rows) FROM continuous.lateness('t1', 'local');
SELECT max(rows) FROM continuous.lateness('t2', 'local');

-- rows that are gone, or have replaced others, do not count
CREATE TABLE u (ts timestamptz);
INSERT INTO u SELECT '2026-06-01' FROM generate_series(1, 10);
INSERT INTO u SELECT '2026-05-01' FROM generate_series(1, 10);
SELECT percent, watermark_delay, rows_late, rows FROM continuous.lateness('u', 'ts');
DELETE FROM u WHERE ctid IN (SELECT min(ctid) FROM u GROUP BY ts);
UPDATE u SET ts = '2020-01-01' WHERE ctid IN (SELECT max(ctid) FROM u GROUP BY ts);
SELECT percent, watermark_delay, rows_late, rows FROM continuous.lateness('u', 'ts');
BEGIN;
INSERT INTO u VALUES ('2019-01-01');
SELECT max(watermark_delay), max(rows) FROM continuous.lateness('u', 'ts');
ROLLBACK;

-- in any order: no less than what SQL finds, and no more than a sixteenth above it
CREATE TABLE random (n int GENERATED ALWAYS AS IDENTITY, xact int, ts timestamptz);
CREATE CONTINUOUS VIEW by_chance AS SELECT window_start, window_end, count(*) FROM random GROUP BY tumble(ts, '5 min');
SELECT continuous.sync('by_chance');
SELECT setseed(0.7);
DO $$
BEGIN
	FOR i IN 1..200 LOOP
		INSERT INTO random (xact, ts) SELECT i, '2026-06-01 UTC'::timestamptz + i * interval '1 minute' - exp(random() * 15) * interval '10 ms' FROM generate_series(1, i % 11 + 1);
		COMMIT;
	END LOOP;
END $$;
SELECT continuous.sync('by_chance');
SELECT differs('by_chance', 'random', 'ts');
CREATE VIEW exact AS
SELECT *, greatest(coalesce(max(ts) OVER (ORDER BY xact GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) - ts, '0'), '0') AS disorder FROM random;
SELECT l.percent, l.watermark_delay >= e.disorder AND l.watermark_delay <= e.disorder * (1 + 1 / 16.0) + '1 ms' AS delay_is_right,
	   rows_late = (SELECT count(*) FROM exact WHERE disorder > watermark_delay) AS rows_late_is_right, rows
  FROM continuous.lateness('by_chance') l, LATERAL (SELECT percentile_disc(l.percent::float8 / 100) WITHIN GROUP (ORDER BY disorder) FROM exact) e(disorder);

-- what cannot be told
SELECT FROM continuous.lateness('u');
SELECT FROM continuous.lateness('u', 'nowhere');
SELECT FROM continuous.lateness('u', 'ctid');
SELECT FROM continuous.lateness('t', 'n');
TRUNCATE u;
SELECT FROM continuous.lateness('u', 'ts');
SELECT FROM continuous.lateness('shown', 'percent');
CREATE UNLOGGED TABLE unlogged (ts timestamptz);
SELECT FROM continuous.lateness('unlogged', 'ts');

-- counting begins anew
BEGIN;
SELECT continuous.reset_stats('c');
ROLLBACK;
SELECT max(rows) FROM continuous.lateness('c');
SELECT continuous.reset_stats('c');
SELECT max(rows), max(since) > now() - interval '1 minute' AS is_now FROM continuous.lateness('c');
SELECT max(rows) FROM continuous.lateness('by_row');

-- who may ask
CREATE ROLE lateness_reader;
CREATE ROLE lateness_monitor;
GRANT USAGE ON SCHEMA lateness TO lateness_reader, lateness_monitor;
GRANT pg_read_all_stats TO lateness_monitor;
SET ROLE lateness_reader;
SELECT FROM continuous.lateness('c');
SET ROLE lateness_monitor;
SELECT count(*) FROM continuous.lateness('c');
RESET ROLE;
GRANT SELECT (at) ON t TO lateness_reader;
SET ROLE lateness_reader;
SELECT max(rows) FROM continuous.lateness('t', 'at');
SELECT FROM continuous.lateness('t', 'local');
RESET ROLE;
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
SET ROLE lateness_reader;
SELECT FROM continuous.lateness('t', 'at');
RESET ROLE;
SELECT FROM continuous.lateness('c', 'ts');
SELECT * FROM continuous.lateness(NULL);

DROP SCHEMA lateness CASCADE;
DROP ROLE lateness_reader, lateness_monitor;
