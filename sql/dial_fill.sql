-- fill: rows for windows of a key that have none, between two that have. Which windows
-- get one depends on the windows that have rows, and on nothing else.
CREATE SCHEMA dial_fill;
SET search_path = dial_fill;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE PROCEDURE sync_all() LANGUAGE plpgsql AS $$
DECLARE
	v regclass;
BEGIN
	COMMIT;
	FOR v IN SELECT view FROM continuous.views NATURAL JOIN (SELECT oid AS view FROM pg_class WHERE relnamespace = 'dial_fill'::regnamespace) c LOOP
		PERFORM continuous.sync(v);
	END LOOP;
	COMMIT;
END $$;

-- 1. what they show, and how far they reach
CREATE TABLE ev (ts timestamptz, k text, v int, f float4, m money, i interval);
CREATE CONTINUOUS VIEW z WITH (fill = zero, fill_windows = 3) AS
	SELECT window_start, k, count(*), sum(v), min(v), max(v), avg(v), variance(v::numeric) AS var, sum(f) AS f, sum(m) AS m, sum(i) AS i, max(ts) AS last, bool_or(v > 4) AS big
	  FROM ev GROUP BY tumble(ts, '10 minutes'), k;
CREATE CONTINUOUS VIEW n WITH (fill = null, fill_windows = 3) AS
	SELECT window_start, window_end, k, count(*), sum(v), max(v), avg(v), bool_or(v > 4) AS big
	  FROM ev GROUP BY tumble(ts, '10 minutes'), k;
CALL sync_all();
INSERT INTO ev VALUES ('2024-05-01 00:05Z', 'a', 1, 1, 1, '1 s'), ('2024-05-01 00:30Z', 'b', 10, 1, 1, '1 s');
CALL sync_all();
TABLE z ORDER BY k, window_start;
-- a gap of three windows is filled, one of four is not
INSERT INTO ev VALUES ('2024-05-01 00:40Z', 'a', 2, 1, 1, '1 s'), ('2024-05-01 01:20Z', 'b', 20, 1, 1, '1 s');
CALL sync_all();
TABLE z ORDER BY k, window_start;
TABLE n ORDER BY k, window_start;
-- a row for a window without one; aggregates begin with it, not with the zeros shown before
INSERT INTO ev VALUES ('2024-05-01 00:20Z', 'a', 5, 1, 1, '1 s');
-- a late row splits the gap of four: both halves are filled
INSERT INTO ev VALUES ('2024-05-01 00:59Z', 'b', -3, 1, 1, '1 s');
-- no key left of this, or right of it, within reach
INSERT INTO ev VALUES ('2024-05-01 00:50Z', 'c', 7, 1, 1, '1 s');
-- a window with rows has aggregates that are NULL, which is not a filler's NULL
INSERT INTO ev (ts, k) VALUES ('2024-05-01 00:00Z', NULL), ('2024-05-01 00:20Z', NULL);
CALL sync_all();
TABLE z ORDER BY k, window_start;
TABLE n ORDER BY k, window_start;
-- fillers are no rows, no corrections
SELECT k, window_start, _corrections, length(cv_state) = 0 AS is_filler FROM z_results WHERE _corrections > 0 OR length(cv_state) = 0 ORDER BY k, window_start;
SELECT rows_read, rows_counted, corrections FROM continuous.stats WHERE view = 'z'::regclass;

-- 2. changed on the way: for windows that get their first row from then on
ALTER VIEW n SET (fill = zero);
INSERT INTO ev (ts, k, v) VALUES ('2024-05-01 02:00Z', 'b', 1), ('2024-05-01 01:40Z', 'b', 1);
CALL sync_all();
SELECT window_start, count, sum, avg FROM n WHERE k = 'b' ORDER BY 1;
ALTER VIEW n RESET (fill, fill_windows);
INSERT INTO ev (ts, k, v) VALUES ('2024-05-01 02:30Z', 'b', 1), ('2024-05-01 01:30Z', 'b', 2);
CALL sync_all();
SELECT window_start, count, sum, avg FROM n WHERE k = 'b' AND window_start >= '2024-05-01 01:20Z' ORDER BY 1;
DROP TABLE ev CASCADE;

-- 3. random rows in random order against plain SQL: updates, and only what is final; no keys, two keys; calendars
CREATE TABLE rnd (id serial, ts timestamptz, a int, b text, v int);
CREATE CONTINUOUS VIEW r_update WITH (fill = null, fill_windows = 4, allowed_lateness = '30 days') AS
	SELECT window_start, a, b, count(*), sum(v) FROM rnd GROUP BY tumble(ts, '1 hour'), a, b;
CREATE CONTINUOUS VIEW r_final WITH (fill = null, fill_windows = 4, allowed_lateness = '30 days', emit = final) AS
	SELECT window_start, a, b, count(*), sum(v) FROM rnd GROUP BY tumble(ts, '1 hour'), a, b;
CREATE CONTINUOUS VIEW r_all WITH (fill = null, fill_windows = 1, allowed_lateness = '30 days') AS
	SELECT window_start, count(*), sum(v) FROM rnd GROUP BY tumble(ts, '5 minutes');
CREATE CONTINUOUS VIEW r_days WITH (fill = null, fill_windows = 2, allowed_lateness = '30 days') AS
	SELECT window_start, window_end, v, count(*), sum(v) FROM rnd GROUP BY tumble(ts, '1 day', timezone => 'Europe/Berlin'), v;
CREATE FUNCTION filled(size interval, zone text, fill_windows int, upto timestamptz, keys text)
RETURNS TABLE (ws timestamptz, a int, b text, count bigint, sum bigint) LANGUAGE sql AS $$
	WITH had AS (
		SELECT CASE zone WHEN 'UTC' THEN date_bin(size, ts, '2000-01-03Z') ELSE date_trunc('day', ts, zone) END AS ws,
			   CASE WHEN keys ~ 'a' THEN a WHEN keys ~ 'v' THEN v END AS a, CASE WHEN keys ~ 'b' THEN b END AS b, v
		  FROM rnd
	), grp AS (
		SELECT ws, a, b, count(*) AS count, sum(v) AS sum FROM had GROUP BY 1, 2, 3
	), numbered AS (
		SELECT *, CASE zone WHEN 'UTC' THEN (extract(epoch FROM ws) / extract(epoch FROM size))::bigint ELSE (ws AT TIME ZONE zone)::date - date '2000-01-01' END AS n FROM grp
	), gaps AS (
		SELECT *, lead(n) OVER (PARTITION BY a, b ORDER BY n) AS next FROM numbered
	)
	SELECT ws, a, b, count, sum FROM grp WHERE ws + size <= upto
	 UNION ALL
	SELECT w.ws, a, b, 0, NULL
	  FROM gaps, generate_series(n + 1, next - 1) i,
		   LATERAL (SELECT CASE zone WHEN 'UTC' THEN to_timestamp(i * extract(epoch FROM size)) ELSE (date '2000-01-01' + i::int)::timestamp AT TIME ZONE zone END) w(ws)
	 WHERE next - n - 1 <= fill_windows AND w.ws + size <= upto $$;
CREATE PROCEDURE insert_random(rounds int) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. rounds LOOP
		INSERT INTO rnd (ts, a, b, v)
			SELECT '2024-03-25 00:00Z'::timestamptz + (random() * 9 * 24 * 60)::int * interval '1 minute', nullif((random() * 3)::int, 0), CASE WHEN random() < 0.5 THEN 'x' END, (random() * 100)::int
			  FROM generate_series(1, (random() * 4)::int);
		COMMIT;
	END LOOP;
END $$;
CREATE VIEW differences AS
	WITH pairs AS (
		SELECT 'update' AS which, true AS is_ours, window_start, a, b, count, sum FROM r_update
		UNION ALL SELECT 'update', false, * FROM filled('1 hour', 'UTC', 4, 'infinity', 'ab')
		UNION ALL SELECT 'final', true, * FROM r_final
		UNION ALL SELECT 'final', false, * FROM filled('1 hour', 'UTC', 4, continuous.watermark('r_final'), 'ab')
		UNION ALL SELECT 'all', true, window_start, NULL, NULL, count, sum FROM r_all
		UNION ALL SELECT 'all', false, * FROM filled('5 minutes', 'UTC', 1, 'infinity', '')
		UNION ALL SELECT 'days', true, window_start, v, NULL, count, sum FROM r_days
		UNION ALL SELECT 'days', false, * FROM filled('1 day', 'Europe/Berlin', 2, 'infinity', 'v'))
	SELECT which, window_start, a, b, count, sum, count(*) FILTER (WHERE is_ours) AS ours, count(*) FILTER (WHERE NOT is_ours) AS theirs
	  FROM pairs GROUP BY 1, 2, 3, 4, 5, 6 HAVING count(*) FILTER (WHERE is_ours) <> count(*) FILTER (WHERE NOT is_ours);
CALL sync_all();
SELECT setseed(0.25);
CALL insert_random(60); CALL sync_all(); TABLE differences;
CALL insert_random(60); CALL sync_all(); TABLE differences;
-- backfill reads in physical order, groups rest in memory that has to be found
CREATE CONTINUOUS VIEW r_later WITH (fill = null, fill_windows = 4, allowed_lateness = '30 days') AS
	SELECT window_start, a, b, count(*), sum(v) FROM rnd GROUP BY tumble(ts, '1 hour'), a, b;
CALL sync_all();
(TABLE r_later EXCEPT ALL TABLE r_update) UNION ALL (TABLE r_update EXCEPT ALL TABLE r_later);
CALL insert_random(120); CALL sync_all(); TABLE differences;
(TABLE r_later EXCEPT ALL TABLE r_update) UNION ALL (TABLE r_update EXCEPT ALL TABLE r_later);
SELECT continuous.rebuild('r_final');
CALL sync_all(); TABLE differences;
-- what is not published yet has fillers, too, which stay when it is shown
ALTER VIEW r_final SET (emit = update);
CALL sync_all();
(TABLE r_final EXCEPT ALL TABLE r_update) UNION ALL (TABLE r_update EXCEPT ALL TABLE r_final);
ALTER VIEW r_final SET (emit = final);
CALL insert_random(30); CALL sync_all(); TABLE differences;
-- there was something to compare
SELECT count(*) FILTER (WHERE count = 0) > 200 AS fillers, count(*) FILTER (WHERE count > 0) > 200 AS others FROM r_update;
SELECT count(*) FILTER (WHERE count = 0) > 50 AS fillers, count(DISTINCT window_end - window_start) AS lengths FROM r_days;

-- 4. rows that retention takes away fill nothing, and come to the same in one batch or many
CREATE TABLE old (ts timestamptz, k int);
CREATE CONTINUOUS VIEW o_view WITH (fill = zero, retention = '2 hours', allowed_lateness = '2 hours', max_future = none) AS
	SELECT window_start, k, count(*) FROM old GROUP BY tumble(ts, '10 minutes'), k;
CREATE CONTINUOUS VIEW o_slow WITH (fill = zero, retention = '2 hours', allowed_lateness = '2 hours', max_future = none, flush_interval = '10 seconds') AS
	SELECT window_start, k, count(*) FROM old GROUP BY tumble(ts, '10 minutes'), k;
CALL sync_all();
INSERT INTO old VALUES ('2024-05-01 00:00Z', 1), ('2024-05-01 00:00Z', 2);
-- 1 is expired with this, 2 has its row in time
INSERT INTO old VALUES ('2024-05-01 01:00Z', 2), ('2024-05-01 02:10Z', 3);
INSERT INTO old VALUES ('2024-05-01 01:00Z', 1);
CALL sync_all();
TABLE o_view ORDER BY k, window_start;
(TABLE o_view EXCEPT ALL TABLE o_slow) UNION ALL (TABLE o_slow EXCEPT ALL TABLE o_view);

-- 5. a batch that is run again without the rows that fail
CREATE TABLE odd (ts timestamptz, k text);
CREATE CONTINUOUS VIEW odd_view WITH (fill = zero, on_error = skip) AS
	SELECT window_start, k, sum(length(k)), count(*) FROM odd WHERE 1 / (length(k) - 3) IS NOT NULL GROUP BY tumble(ts, '10 minutes'), k;
CALL sync_all();
INSERT INTO odd VALUES ('2024-05-01 00:00Z', 'a'), ('2024-05-01 00:10Z', 'bad'), ('2024-05-01 00:30Z', 'a'), ('2024-05-01 00:50Z', 'bad');
CALL sync_all();
SELECT window_start, k, sum, count FROM odd_view ORDER BY 2, 1;

-- 6. keys that share a hash, in windows that fillers share
CREATE TYPE same;
CREATE FUNCTION same_in(cstring) RETURNS same LANGUAGE internal IMMUTABLE STRICT AS 'int4in';
CREATE FUNCTION same_out(same) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'int4out';
CREATE TYPE same (INPUT = same_in, OUTPUT = same_out, LIKE = int4);
CREATE FUNCTION same_eq(same, same) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int4eq';
CREATE FUNCTION same_lt(same, same) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int4lt';
CREATE FUNCTION same_le(same, same) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int4le';
CREATE FUNCTION same_gt(same, same) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int4gt';
CREATE FUNCTION same_ge(same, same) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int4ge';
CREATE FUNCTION same_cmp(same, same) RETURNS int LANGUAGE internal IMMUTABLE STRICT AS 'btint4cmp';
CREATE FUNCTION same_hash(same) RETURNS int LANGUAGE sql IMMUTABLE STRICT AS 'SELECT 1';
CREATE FUNCTION same_hash64(same, bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS 'SELECT 1::bigint';
CREATE OPERATOR = (LEFTARG = same, RIGHTARG = same, FUNCTION = same_eq, HASHES, MERGES);
CREATE OPERATOR < (LEFTARG = same, RIGHTARG = same, FUNCTION = same_lt);
CREATE OPERATOR <= (LEFTARG = same, RIGHTARG = same, FUNCTION = same_le);
CREATE OPERATOR > (LEFTARG = same, RIGHTARG = same, FUNCTION = same_gt);
CREATE OPERATOR >= (LEFTARG = same, RIGHTARG = same, FUNCTION = same_ge);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same USING hash AS OPERATOR 1 =, FUNCTION 1 same_hash(same), FUNCTION 2 same_hash64(same, bigint);
CREATE OPERATOR CLASS same_ops DEFAULT FOR TYPE same USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 same_cmp(same, same);
CREATE TABLE hashed (ts timestamptz, k same);
CREATE CONTINUOUS VIEW h_view WITH (fill = zero) AS
	SELECT window_start, k, count(*) FROM hashed GROUP BY tumble(ts, '10 minutes'), k;
CALL sync_all();
INSERT INTO hashed SELECT timestamptz '2024-05-01 00:00Z' + d * interval '30 minutes', k::text::same FROM generate_series(0, 1) d, generate_series(1, 3) k;
CALL sync_all();
INSERT INTO hashed VALUES ('2024-05-01 00:10Z', '2'), ('2024-05-01 00:10Z', '4'), ('2024-05-01 01:00Z', '4'), ('2024-05-01 01:00Z', '1');
CALL sync_all();
INSERT INTO hashed VALUES ('2024-05-01 00:20Z', '4'), ('2024-05-01 00:20Z', '3');
CALL sync_all();
SELECT k, string_agg(to_char(window_start, 'HH24:MI=') || count, ' ' ORDER BY window_start) FROM h_view GROUP BY k ORDER BY k;
\set VERBOSITY terse
DROP SCHEMA dial_fill CASCADE;
