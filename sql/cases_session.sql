-- Sessions: rows that open, extend, prepend and bridge them, in all orders
-- (case C23); gaps to the microsecond; rows without a window (C05, C07); the
-- last session (C20); lateness, by the session that a row ends up in; sessions
-- that are final under new ones; emit = final, and sessions that open again;
-- retention; keys that are written in two ways, or collide; aggregates that
-- see the order.
CREATE SCHEMA cases_session;
SET search_path = cases_session;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- C23: a late row bridges two sessions
CREATE TABLE c23 (ts timestamptz, u text, v int);
CREATE CONTINUOUS VIEW c23_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, window_end, u, sum(v) AS s, count(*) AS n FROM c23 GROUP BY session(ts, interval '10 minutes'), u;
INSERT INTO c23 VALUES ('2024-05-01 00:00Z', 'a', 1);
SELECT continuous.sync('c23_v');
INSERT INTO c23 VALUES ('2024-05-01 00:15Z', 'a', 2);
SELECT continuous.sync('c23_v');
TABLE c23_v ORDER BY u, window_start;
INSERT INTO c23 VALUES ('2024-05-01 00:08Z', 'a', 4);
SELECT continuous.sync('c23_v');
TABLE c23_v ORDER BY u, window_start;
INSERT INTO c23 VALUES ('2024-05-01 00:08Z', 'b', 1), ('2024-05-01 00:15Z', 'b', 2), ('2024-05-01 00:00Z', 'b', 4);
SELECT continuous.sync('c23_v');
CREATE PROCEDURE in_order(u text, VARIADIC minutes int[]) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 3 LOOP
		INSERT INTO c23 VALUES (timestamptz '2024-05-01 00:00Z' + minutes[i] * interval '1 minute', u, CASE minutes[i] WHEN 0 THEN 1 WHEN 15 THEN 2 ELSE 4 END);
		COMMIT;
		PERFORM continuous.sync('c23_v');
		COMMIT;
	END LOOP;
END $$;
CALL in_order('c', 0, 8, 15);
CALL in_order('d', 8, 0, 15);
CALL in_order('e', 8, 15, 0);
CALL in_order('f', 15, 0, 8);
CALL in_order('g', 15, 8, 0);
INSERT INTO c23 VALUES ('2024-05-01 05:00Z', 'zz', 0);
SELECT continuous.sync('c23_v');
TABLE c23_v ORDER BY u, window_start;
SELECT u, _corrections FROM c23_v_results WHERE _corrections > 0 ORDER BY u;
DROP TABLE c23 CASCADE;

-- All orders of six rows, each a transaction of its own: with a flush for
-- each, with many in one batch, and from the tables only. The order is the
-- key. A group of them is one session at last, or two, or four.
CREATE TABLE orders_of (set_no int, ts timestamptz, k int);
CREATE TABLE rows_of (set_no int, place int, second numeric);
INSERT INTO rows_of VALUES
	(1, 1, 0), (1, 2, 9), (1, 3, 18), (1, 4, 27), (1, 5, 36), (1, 6, 45),
	(2, 1, 0), (2, 2, 9.999999), (2, 3, 10), (2, 4, 25), (2, 5, 34), (2, 6, 34),
	(3, 1, 0), (3, 2, 10), (3, 3, 19.999999), (3, 4, 30), (3, 5, 31), (3, 6, 60);
CREATE FUNCTION permutations(n int) RETURNS SETOF int[] LANGUAGE sql AS $$
WITH RECURSIVE p (taken) AS (
	SELECT ARRAY[]::int[]
	UNION ALL SELECT taken || i FROM p, generate_series(1, n) i WHERE NOT i = ANY (taken))
SELECT taken FROM p WHERE cardinality(taken) = n ORDER BY 1 $$;
CREATE CONTINUOUS VIEW at_once WITH (flush_interval = '1 hour') AS
	SELECT window_start, window_end, set_no, k, count(*) AS n, sum(extract(second FROM ts)) AS total FROM orders_of GROUP BY session(ts, interval '10 seconds'), set_no, k;
CREATE CONTINUOUS VIEW one_by_one AS
	SELECT window_start, window_end, set_no, k, count(*) AS n, sum(extract(second FROM ts)) AS total FROM orders_of GROUP BY session(ts, interval '10 seconds'), set_no, k;
CREATE CONTINUOUS VIEW at_the_end WITH (emit = final) AS
	SELECT window_start, window_end, set_no, k, count(*) AS n, sum(extract(second FROM ts)) AS total FROM orders_of GROUP BY session(ts, interval '10 seconds'), set_no, k;
CREATE VIEW plain AS
	SELECT min(ts) AS window_start, max(ts) + interval '10 seconds' AS window_end, set_no, k, count(*) AS n, sum(extract(second FROM ts)) AS total
	  FROM (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY set_no, k ORDER BY ts) AS session
			  FROM (SELECT *, coalesce(ts - lag(ts) OVER (PARTITION BY set_no, k ORDER BY ts) >= interval '10 seconds', true) AS begins FROM orders_of) s) s
	 GROUP BY set_no, k, session;
-- those of transactions of so many rows
CREATE FUNCTION wrong(rows_each int) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE view text;
BEGIN
	FOREACH view IN ARRAY ARRAY['at_once', 'one_by_one', 'at_the_end'] LOOP
		PERFORM continuous.sync(view::regclass);
		RETURN QUERY EXECUTE format('WITH v AS (SELECT * FROM %1$I WHERE set_no > 0 AND k / 1000 = %2$s), p AS (SELECT * FROM plain WHERE set_no > 0 AND k / 1000 = %2$s)
			SELECT %1$L || '' '' || d FROM ((TABLE v EXCEPT ALL TABLE p) UNION ALL (TABLE p EXCEPT ALL TABLE v)) d LIMIT 5', view, rows_each);
	END LOOP;
END $$;
CREATE PROCEDURE all_orders(rows_each int, sets int[]) LANGUAGE plpgsql AS $$
DECLARE
	taken int[]; k int := 0;
BEGIN
	TRUNCATE orders_of;
	COMMIT;
	FOR taken IN SELECT * FROM permutations(6) LOOP
		k := k + 1;
		FOR i IN 1 .. 6 BY rows_each LOOP
			INSERT INTO orders_of
			SELECT set_no, timestamptz '2024-05-01 00:00Z' + second * interval '1 second', k + 1000 * rows_each
			  FROM unnest(taken[i : i + rows_each - 1]) WITH ORDINALITY t (place, no) JOIN rows_of USING (place)
			 WHERE set_no = ANY (sets) ORDER BY no;
			COMMIT;
			IF k % 100 = 0 THEN PERFORM continuous.sync('one_by_one'); END IF;
			COMMIT;
		END LOOP;
	END LOOP;
	-- closes all
	INSERT INTO orders_of VALUES (0, '2024-05-01 01:00Z', 0);
END $$;
CALL all_orders(1, '{1, 2, 3}');
SELECT set_no, count(DISTINCT k), count(*) FROM plain WHERE set_no > 0 GROUP BY 1 ORDER BY 1;
SELECT * FROM wrong(1);
CALL all_orders(2, '{1, 2}');
SELECT * FROM wrong(2);
CALL all_orders(3, '{2, 3}');
SELECT * FROM wrong(3);
DROP TABLE orders_of CASCADE;

-- C05, C07: rows that are in no session: without time, with an infinite one, or
-- one whose session would end beyond the last
CREATE TABLE c07 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c07_s WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c07 GROUP BY session(ts, interval '5 minutes'), k;
SELECT continuous.sync('c07_s');
INSERT INTO c07 VALUES ('2024-05-01 00:01Z', 'd', 10), (NULL, 'd', 999), ('2024-05-01 00:02Z', 'd', 20);
INSERT INTO c07 VALUES (NULL, 'd', 999), (NULL, NULL, 999);
INSERT INTO c07 VALUES ('infinity', 'd', 999), ('-infinity', 'd', 999);
INSERT INTO c07 VALUES ('294276-12-31 23:55:00Z', 'd', 999), ('294276-12-31 23:59:59.999999Z', 'd', 999);
INSERT INTO c07 VALUES ('2024-05-01 03:00Z', 'zz', 0);
SELECT continuous.sync('c07_s');
TABLE c07_s ORDER BY k;
SELECT rows_read, rows_counted, rows_no_window, rows_too_late, watermark FROM continuous.stats WHERE view = 'c07_s'::regclass;
DROP TABLE c07 CASCADE;
-- the first and the last that there can be, which W does not follow
CREATE TABLE last_ones (ts timestamptz, v int);
CREATE CONTINUOUS VIEW last_v AS SELECT window_start, window_end, sum(v) AS s FROM last_ones GROUP BY session(ts, interval '5 minutes');
INSERT INTO last_ones VALUES ('294276-12-31 23:54:59.999999Z', 1), ('294276-12-31 23:51Z', 2), ('2024-05-01 00:00Z', 4), ('4714-11-24 00:00:00Z BC', 8), ('4714-11-24 00:04:59.999999Z BC', 16);
SELECT continuous.sync('last_v');
TABLE last_v ORDER BY 1;
SELECT watermark, future_rows FROM continuous.stats WHERE view = 'last_v'::regclass;
DROP TABLE last_ones CASCADE;

-- C20: the last session can be read while it is open; and a call closes it
CREATE TABLE c20 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c20_s WITH (watermark_delay = '30 seconds', allowed_lateness = '0 s') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c20 GROUP BY session(ts, interval '1 minute'), k;
CREATE CONTINUOUS VIEW c20_f WITH (watermark_delay = '30 seconds', allowed_lateness = '0 s', emit = final) AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c20 GROUP BY session(ts, interval '1 minute'), k;
INSERT INTO c20 VALUES ('2024-05-01 00:01Z', 'x', 1), ('2024-05-01 00:01:20Z', 'x', 2);
SELECT continuous.sync('c20_s'), continuous.sync('c20_f');
TABLE c20_s;
TABLE c20_f;
SELECT continuous.advance_watermark('c20_f', '2024-05-01 00:02:20Z'), continuous.advance_watermark('c20_s', '2024-05-01 00:02:20Z');
SELECT continuous.sync('c20_s'), continuous.sync('c20_f');
TABLE c20_f;
INSERT INTO c20 VALUES ('2024-05-01 00:01:20Z', 'x', 4), ('2024-05-01 00:01:20.000001Z', 'x', 8);
SELECT continuous.sync('c20_s'), continuous.sync('c20_f');
TABLE c20_s ORDER BY 1;
SELECT view::text, rows_counted, rows_too_late, late_windows, corrections, windows_open FROM continuous.stats WHERE view::text LIKE 'c20%' ORDER BY 1;
DROP TABLE c20 CASCADE;

-- Lateness 0, gap 10 minutes. Each story as it is told, and again as one batch.
CREATE TABLE ev (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW told WITH (allowed_lateness = '0 s', late_rows = keep) AS
	SELECT window_start, window_end, k, sum(v) AS s FROM ev GROUP BY session(ts, interval '10 minutes'), k;
CREATE CONTINUOUS VIEW told_later WITH (allowed_lateness = '0 s', late_rows = keep, flush_interval = '1 hour') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM ev GROUP BY session(ts, interval '10 minutes'), k;
SELECT continuous.sync('told'), continuous.sync('told_later');
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 1);
INSERT INTO ev VALUES ('2024-05-01 00:12Z', 'clock', 0);
SELECT continuous.sync('told');
-- the first one is final: this row begins another, over it
INSERT INTO ev VALUES ('2024-05-01 00:05Z', 'a', 2);
SELECT continuous.sync('told');
TABLE told ORDER BY k, window_start, window_end;
-- too late alone, but not where it ends up; even with the start of the final one
INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'a', 4);
SELECT continuous.sync('told');
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 8);
SELECT continuous.sync('told');
INSERT INTO ev VALUES ('2024-05-01 00:14Z', 'a', 16);
SELECT continuous.sync('told');
TABLE told ORDER BY k, window_start, window_end;
SELECT count(*), max(cv_key) - min(cv_key) AS apart FROM told_results WHERE k = 'a';
-- too late
INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'b', 1), ('2024-05-01 00:02Z', 'b', 2);
SELECT continuous.sync('told');
-- not too late, as they come together; whichever is written first
INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'c', 1), ('2024-05-01 00:02Z', 'c', 2), ('2024-05-01 00:05Z', 'c', 4);
INSERT INTO ev VALUES ('2024-05-01 00:05Z', 'd', 4), ('2024-05-01 00:02Z', 'd', 2), ('2024-05-01 00:01Z', 'd', 1);
INSERT INTO ev VALUES ('2024-04-30 23:45:00.000001Z', 'e', 1), ('2024-05-01 00:05Z', 'e', 4), ('2024-04-30 23:55Z', 'e', 2), ('2024-04-30 23:55:00.000001Z', 'e', 8), ('2024-04-30 23:45Z', 'e', 16);
SELECT continuous.sync('told'), continuous.sync('told_later');
TABLE told ORDER BY k, window_start, window_end;
(TABLE told EXCEPT ALL TABLE told_later) UNION ALL (TABLE told_later EXCEPT ALL TABLE told);
SELECT reason, event_time, row_data FROM told_late ORDER BY event_time;
(SELECT reason, event_time, row_data FROM told_late EXCEPT ALL SELECT reason, event_time, row_data FROM told_later_late);
SELECT view::text, rows_counted, rows_too_late, corrections FROM continuous.stats WHERE view::text LIKE 'told%' ORDER BY 1;
-- what is final stays final when lateness grows
ALTER VIEW told SET (allowed_lateness = '1 hour');
INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'b', 4);
SELECT continuous.sync('told');
SELECT count(*) FROM told WHERE k = 'b';
DROP TABLE ev CASCADE;

-- emit = final: a session shows when it is closed, goes when a correction
-- makes it end after W, and comes back
CREATE TABLE ev (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW closed WITH (emit = final, allowed_lateness = '1 hour') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM ev GROUP BY session(ts, interval '10 minutes'), k;
CREATE VIEW places AS
	SELECT 'shown' AS place, window_start, window_end, k, s, _corrections FROM closed_results
	UNION ALL SELECT 'hidden', window_start, window_end, k, s, _corrections FROM closed_state;
SELECT continuous.sync('closed');
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 1), ('2024-05-01 00:12Z', 'a', 2);
SELECT continuous.sync('closed');
SELECT * FROM places ORDER BY k, window_start;
INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'b', 1);
SELECT continuous.sync('closed');
SELECT * FROM places ORDER BY k, window_start;
INSERT INTO ev VALUES ('2024-05-01 00:18Z', 'a', 4);
SELECT continuous.sync('closed');
SELECT * FROM places ORDER BY k, window_start;
INSERT INTO ev VALUES ('2024-05-01 00:27Z', 'a', 8);
SELECT continuous.sync('closed');
SELECT * FROM places ORDER BY k, window_start;
-- joins what is shown and what is hidden
INSERT INTO ev VALUES ('2024-05-01 00:09Z', 'a', 16);
SELECT continuous.sync('closed');
SELECT * FROM places ORDER BY k, window_start;
INSERT INTO ev VALUES ('2024-05-01 00:40Z', 'c', 1);
SELECT continuous.sync('closed');
SELECT * FROM places ORDER BY k, window_start;
SELECT k, s FROM closed ORDER BY k;
SELECT corrections FROM continuous.stats WHERE view = 'closed'::regclass;
-- ... and back, with all that was hidden
ALTER VIEW closed SET (emit = update);
INSERT INTO ev VALUES ('2024-05-01 00:45Z', 'c', 2);
SELECT continuous.sync('closed');
SELECT * FROM closed ORDER BY k;
ALTER VIEW closed SET (emit = final);
INSERT INTO ev VALUES ('2024-05-01 00:36:59Z', 'a', 32);
SELECT continuous.sync('closed');
SELECT * FROM closed ORDER BY k;
DROP TABLE ev CASCADE;

-- other types of time, and gaps of any length
CREATE TABLE days (d date, t timestamp, k int);
INSERT INTO days SELECT date '2024-02-27' + i, timestamp '2024-03-31 01:30' + i * interval '30 minutes', i FROM unnest(ARRAY[0, 1, 3, 7, 9]) i;
CREATE CONTINUOUS VIEW by_date AS SELECT window_start, window_end, count(*) AS n FROM days GROUP BY session(d, interval '3 days');
CREATE CONTINUOUS VIEW by_timestamp AS SELECT window_start, window_end, count(*) AS n FROM days GROUP BY session(t, interval '1 hour 1 microsecond');
CREATE CONTINUOUS VIEW by_century AS SELECT window_start, window_end, count(*) AS n FROM days GROUP BY session(d, interval '36525 days');
CREATE CONTINUOUS VIEW by_microsecond AS SELECT window_start, window_end, count(*) AS n FROM days GROUP BY session(t, interval '1 microsecond');
INSERT INTO days VALUES ('2124-03-07', 'infinity', 0), ('2124-03-06', 'infinity', 0);
SELECT continuous.sync('by_date'), continuous.sync('by_timestamp'), continuous.sync('by_century'), continuous.sync('by_microsecond');
TABLE by_date ORDER BY 1;
TABLE by_timestamp ORDER BY 1;
TABLE by_century ORDER BY 1;
SELECT count(*), max(window_end - window_start) FROM by_microsecond;
DROP TABLE days CASCADE;

-- Keys that are written in two ways: a session shows its first row's; when two
-- become one, those of the earlier one.
CREATE TABLE ev (ts timestamptz, k numeric, v int);
CREATE CONTINUOUS VIEW spelt AS SELECT window_start, window_end, k, count(*) AS n FROM ev GROUP BY session(ts, interval '10 minutes'), k;
CREATE CONTINUOUS VIEW spelt_at_once WITH (flush_interval = '1 hour') AS SELECT window_start, window_end, k, count(*) AS n FROM ev GROUP BY session(ts, interval '10 minutes'), k;
SELECT continuous.sync('spelt'), continuous.sync('spelt_at_once');
INSERT INTO ev VALUES ('2024-05-01 00:20Z', 1.0, 1);
SELECT continuous.sync('spelt');
INSERT INTO ev VALUES ('2024-05-01 00:25Z', 1.00, 1);
SELECT continuous.sync('spelt');
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1.000, 1);
SELECT continuous.sync('spelt');
INSERT INTO ev VALUES ('2024-05-01 00:40Z', 1, 1);
SELECT continuous.sync('spelt');
TABLE spelt ORDER BY 1;
INSERT INTO ev VALUES ('2024-05-01 00:32Z', 1, 1);
SELECT continuous.sync('spelt');
TABLE spelt ORDER BY 1;
INSERT INTO ev VALUES ('2024-05-01 00:09Z', 1, 1), ('2024-05-01 00:15Z', 1, 1);
SELECT continuous.sync('spelt'), continuous.sync('spelt_at_once');
TABLE spelt ORDER BY 1;
TABLE spelt_at_once ORDER BY 1;
DROP TABLE ev CASCADE;

-- Keys whose hashes collide, and sessions that start together: found at once
-- in one batch, and against rows in the tables only.
CREATE TYPE same_hash;
CREATE FUNCTION same_hash_in(cstring) RETURNS same_hash IMMUTABLE STRICT LANGUAGE internal AS 'textin';
CREATE FUNCTION same_hash_out(same_hash) RETURNS cstring IMMUTABLE STRICT LANGUAGE internal AS 'textout';
CREATE TYPE same_hash (INPUT = same_hash_in, OUTPUT = same_hash_out, LIKE = text, COLLATABLE = true);
CREATE CAST (same_hash AS text) WITHOUT FUNCTION;
CREATE CAST (text AS same_hash) WITHOUT FUNCTION;
CREATE FUNCTION same_hash_eq(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'texteq';
CREATE FUNCTION same_hash_hash(same_hash) RETURNS int IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42';
CREATE FUNCTION same_hash_hash(same_hash, bigint) RETURNS bigint IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42::bigint';
CREATE OPERATOR = (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_eq, COMMUTATOR = =, HASHES);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same_hash USING hash AS
	OPERATOR 1 =, FUNCTION 1 same_hash_hash(same_hash), FUNCTION 2 same_hash_hash(same_hash, bigint);
CREATE TABLE ev (ts timestamptz, k same_hash, v int);
CREATE CONTINUOUS VIEW collide_u AS SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM ev GROUP BY session(ts, interval '10 minutes'), k;
CREATE CONTINUOUS VIEW collide_f WITH (emit = final) AS SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM ev GROUP BY session(ts, interval '10 minutes'), k;
CREATE VIEW plain AS
	SELECT min(ts) AS window_start, max(ts) + interval '10 minutes' AS window_end, k::same_hash, sum(v) AS s, count(*) AS n
	  FROM (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY k ORDER BY ts) AS session
			  FROM (SELECT ts, v, k::text AS k, coalesce(ts - lag(ts) OVER (PARTITION BY k::text ORDER BY ts) >= interval '10 minutes', true) AS begins FROM ev) s) s
	 GROUP BY k, session;
CREATE FUNCTION collided() RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM continuous.sync('collide_u'), continuous.sync('collide_f');
	RETURN QUERY SELECT 'update ' || d FROM ((TABLE collide_u EXCEPT ALL TABLE plain) UNION ALL (TABLE plain EXCEPT ALL TABLE collide_u)) d;
	RETURN QUERY SELECT 'final ' || d FROM
		((TABLE collide_f EXCEPT ALL SELECT * FROM plain WHERE window_end <= continuous.watermark('collide_f')::timestamptz)
		 UNION ALL (SELECT * FROM plain WHERE window_end <= continuous.watermark('collide_f')::timestamptz EXCEPT ALL TABLE collide_f)) d;
END $$;
SELECT * FROM collided();
-- each in a batch of its own, so that nobody sees it coming
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 1);
SELECT * FROM collided();
INSERT INTO ev VALUES ('2024-05-01 03:00Z', 'c', 1);
SELECT * FROM collided();
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'b', 1);
SELECT * FROM collided();
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 2), ('2024-05-01 00:00Z', 'b', 2), ('2024-05-01 00:00Z', 'c', 2), ('2024-05-01 00:09Z', 'a', 4), ('2024-05-01 03:00Z', 'b', 4);
SELECT * FROM collided();
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + (i % 3) * interval '9 minutes', ('k' || i % 50)::same_hash, i FROM generate_series(1, 300) i;
SELECT * FROM collided();
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + (i % 7) * interval '9 minutes', ('k' || i % 50)::same_hash, i FROM generate_series(1, 300) i;
SELECT * FROM collided();
SELECT count(*), max(cv_key) - min(cv_key) BETWEEN 1 AND 60 FROM collide_u_results;
SELECT view::text, state, error FROM continuous.stats WHERE view::text LIKE 'collide%' ORDER BY 1;
DROP TABLE ev CASCADE;

-- aggregates that see the order of rows, of any kind that can be combined
CREATE AGGREGATE joined(text) (SFUNC = textcat, STYPE = text, COMBINEFUNC = textcat);
CREATE TABLE ev (ts timestamptz, label text, n numeric);
CREATE CONTINUOUS VIEW ordered AS
	SELECT window_start, window_end, joined(label) AS labels, count(*) AS n, avg(n) AS mean, round(variance(n), 3) AS spread, max(label) AS last, bool_and(n > 0) AS positive
	  FROM ev GROUP BY session(ts, interval '10 minutes');
SELECT continuous.sync('ordered');
INSERT INTO ev VALUES ('2024-05-01 00:20Z', 'd', 4), ('2024-05-01 00:00Z', 'a', 1.5), ('2024-05-01 00:05Z', 'b', 2);
SELECT continuous.sync('ordered');
TABLE ordered ORDER BY 1;
INSERT INTO ev VALUES ('2024-05-01 00:12Z', 'c', 3);
SELECT continuous.sync('ordered');
TABLE ordered ORDER BY 1;
INSERT INTO ev VALUES ('2024-05-01 00:40Z', 'f', -1e30), ('2024-05-01 00:29Z', 'e', NULL);
INSERT INTO ev VALUES ('2024-05-01 00:35Z', '-', 7);
SELECT continuous.sync('ordered');
TABLE ordered ORDER BY 1;
DROP TABLE ev CASCADE;

-- on_error = skip: a row that fails is in no session
CREATE TABLE ev (ts timestamptz, v int);
CREATE CONTINUOUS VIEW skipping WITH (on_error = skip) AS SELECT window_start, window_end, sum(12 / v) AS s FROM ev GROUP BY session(ts, interval '10 minutes');
SELECT continuous.sync('skipping');
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1), ('2024-05-01 00:09Z', 0), ('2024-05-01 00:18Z', 2);
INSERT INTO ev VALUES ('2024-05-01 00:27Z', 3), ('2024-05-01 00:30Z', 0);
SELECT continuous.sync('skipping');
TABLE skipping ORDER BY 1;
SELECT event_time, error FROM skipping_late ORDER BY row_data->>'ts';
SELECT rows_counted, rows_failed FROM continuous.stats WHERE view = 'skipping'::regclass;
DROP TABLE ev CASCADE;

-- retention: by the end; a session that began early and goes on stays, and does
-- not keep those that began after it
CREATE TABLE ev (ts timestamptz, k text);
CREATE CONTINUOUS VIEW kept WITH (retention = '2 hours', allowed_lateness = '1 hour') AS
	SELECT window_start, window_end, k, count(*) AS n FROM ev GROUP BY session(ts, interval '10 minutes'), k;
SELECT continuous.sync('kept');
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '5 minutes', 'long' FROM generate_series(0, 60) i;
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '30 minutes', 'short' FROM generate_series(0, 10) i;
SELECT continuous.sync('kept');
TABLE kept ORDER BY k, window_start;
INSERT INTO ev VALUES ('2024-05-01 07:09:59.999999Z', 'clock');
SELECT continuous.sync('kept');
TABLE kept ORDER BY k, window_start;
INSERT INTO ev VALUES ('2024-05-01 07:20Z', 'clock');
SELECT continuous.sync('kept');
TABLE kept ORDER BY k, window_start;
DROP TABLE ev CASCADE;

-- what is in memory: sessions by when they end, in windows of their own
CREATE TABLE ev (ts timestamptz, k int);
CREATE CONTINUOUS VIEW open_ones WITH (allowed_lateness = '10 minutes') AS SELECT window_start, window_end, k, count(*) AS n FROM ev GROUP BY session(ts, interval '10 minutes'), k;
SELECT continuous.sync('open_ones');
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 minute', i % 7 FROM generate_series(0, 6) i;
SELECT continuous.sync('open_ones');
SELECT sum(groups), min(window_start) < '2024-05-01 00:10Z', max(window_end) >= '2024-05-01 00:16Z', max(window_end - window_start) = min(window_end - window_start) FROM continuous.windows('open_ones');
SELECT windows_open FROM continuous.stats WHERE view = 'open_ones'::regclass;
INSERT INTO ev VALUES ('2024-05-01 02:00Z', 8);
SELECT continuous.sync('open_ones');
SELECT sum(groups) FROM continuous.windows('open_ones');
SELECT windows_open FROM continuous.stats WHERE view = 'open_ones'::regclass;

DROP SCHEMA cases_session CASCADE;
