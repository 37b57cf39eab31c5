-- Windows that overlap: C25 (size no multiple of the slide), C05 and C07 with
-- hop (infinite, last and NULL times), lateness of each window on its own (S1 of
-- HAZARDS-engine), keys whose hashes collide, retention.
CREATE SCHEMA cases_hop;
SET search_path = cases_hop;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- C25
CREATE TABLE c25 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c25_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM c25 GROUP BY hop(ts, interval '3 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW c25_eq WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, sum(v) AS s FROM c25 GROUP BY hop(ts, interval '5 minutes', interval '5 minutes'), k;
INSERT INTO c25 VALUES ('2024-05-01 00:00Z', 'x', 1), ('2024-05-01 00:04Z', 'x', 2), ('2024-05-01 00:09Z', 'x', 4);
INSERT INTO c25 VALUES ('2024-05-01 03:00Z', 'zz', 0);
SELECT continuous.sync('c25_v');
SELECT continuous.sync('c25_eq');
SELECT * FROM c25_v WHERE k = 'x' ORDER BY 1;
SELECT * FROM c25_eq WHERE k = 'x' ORDER BY 1;

-- C05
CREATE TABLE c05 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c05_v WITH (watermark_delay = '0 s', allowed_lateness = '0 s') AS
	SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM c05 GROUP BY hop(ts, interval '5 minutes', interval '10 minutes'), k;
INSERT INTO c05 VALUES ('2024-05-01 00:01Z', 'x', 1);
INSERT INTO c05 VALUES ('infinity', 'x', 2);
INSERT INTO c05 VALUES ('-infinity', 'x', 4);
SELECT continuous.sync('c05_v');
INSERT INTO c05 VALUES ('2024-05-01 00:02Z', 'x', 16);
INSERT INTO c05 VALUES ('2024-05-01 00:30Z', 'zz', 0);
-- the first window that it would be in begins before the last that there is
INSERT INTO c05 VALUES ('294276-12-31 23:59:30Z', 'x', 8);
INSERT INTO c05 VALUES ('4713-01-01 00:00:30Z BC', 'x', 32);
SELECT continuous.sync('c05_v');
SELECT * FROM c05_v WHERE k = 'x' ORDER BY 1;
SELECT rows_counted, rows_no_window, rows_too_late, future_rows, continuous.watermark('c05_v') FROM continuous.stats WHERE view = 'c05_v'::regclass;

-- C07
CREATE TABLE c07 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c07_h WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, sum(v) AS s FROM c07 GROUP BY hop(ts, interval '1 minute', interval '2 minutes'), k;
INSERT INTO c07 VALUES ('2024-05-01 00:01Z', 'd', 10), (NULL, 'd', 999), ('2024-05-01 00:02Z', 'd', 20);
INSERT INTO c07 VALUES (NULL, 'd', 999), (NULL, NULL, 999);
INSERT INTO c07 VALUES ('2024-05-01 03:00Z', 'zz', 0);
SELECT continuous.sync('c07_h');
SELECT * FROM c07_h WHERE k = 'd' ORDER BY 1;

-- S1: 00:05 is too late for [00:00, 00:10) and in time for [00:03, 00:13), and
-- goes into a slice that both share; whenever the batches come
CREATE TABLE s1 (ts timestamptz, v int);
CREATE CONTINUOUS VIEW s1_quick WITH (watermark_delay = '0 s', allowed_lateness = '0 s', flush_interval = '0 s') AS
	SELECT window_start, sum(v), count(*) FROM s1 GROUP BY hop(ts, interval '3 minutes', interval '10 minutes');
CREATE CONTINUOUS VIEW s1_slow WITH (watermark_delay = '0 s', allowed_lateness = '0 s', flush_interval = '1 hour') AS
	SELECT window_start, sum(v), count(*) FROM s1 GROUP BY hop(ts, interval '3 minutes', interval '10 minutes');
CREATE CONTINUOUS VIEW s1_quick_final WITH (watermark_delay = '0 s', allowed_lateness = '0 s', flush_interval = '0 s', emit = final) AS
	SELECT window_start, sum(v), count(*) FROM s1 GROUP BY hop(ts, interval '3 minutes', interval '10 minutes');
CREATE CONTINUOUS VIEW s1_slow_final WITH (watermark_delay = '0 s', allowed_lateness = '0 s', flush_interval = '1 hour', emit = final) AS
	SELECT window_start, sum(v), count(*) FROM s1 GROUP BY hop(ts, interval '3 minutes', interval '10 minutes');
SELECT count(continuous.sync(view)) FROM continuous.views WHERE view::text LIKE 's1%';
INSERT INTO s1 VALUES ('2024-05-01 00:04Z', 1);
SELECT continuous.sync('s1_quick'), continuous.sync('s1_quick_final');
INSERT INTO s1 VALUES ('2024-05-01 00:11Z', 2);
SELECT continuous.sync('s1_quick'), continuous.sync('s1_quick_final');
INSERT INTO s1 VALUES ('2024-05-01 00:05Z', 4);
SELECT count(continuous.sync(view)) FROM continuous.views WHERE view::text LIKE 's1%';
TABLE s1_quick ORDER BY 1;
(TABLE s1_quick EXCEPT ALL TABLE s1_slow) UNION ALL (TABLE s1_slow EXCEPT ALL TABLE s1_quick);
TABLE s1_quick_final ORDER BY 1;
(TABLE s1_quick_final EXCEPT ALL TABLE s1_slow_final) UNION ALL (TABLE s1_slow_final EXCEPT ALL TABLE s1_quick_final);
-- the watermark moves by hand: before the first row of a batch, and at its end
SELECT count(continuous.advance_watermark(view, '2024-05-01 00:14Z')) FROM continuous.views WHERE view::text LIKE 's1%';
SELECT continuous.sync('s1_quick'), continuous.sync('s1_quick_final');
INSERT INTO s1 VALUES ('2024-05-01 00:09Z', 8);
SELECT count(continuous.advance_watermark(view, '2024-05-01 00:16Z')) FROM continuous.views WHERE view::text LIKE 's1%';
INSERT INTO s1 VALUES ('2024-05-01 00:10Z', 16);
SELECT count(continuous.sync(view)) FROM continuous.views WHERE view::text LIKE 's1%';
TABLE s1_quick ORDER BY 1;
(TABLE s1_quick EXCEPT ALL TABLE s1_slow) UNION ALL (TABLE s1_slow EXCEPT ALL TABLE s1_quick);
TABLE s1_quick_final ORDER BY 1;
(TABLE s1_quick_final EXCEPT ALL TABLE s1_slow_final) UNION ALL (TABLE s1_slow_final EXCEPT ALL TABLE s1_quick_final);
SELECT view, rows_counted, rows_too_late, late_windows, corrections FROM continuous.stats WHERE view::text LIKE 's1%' ORDER BY view::text;

-- keys whose hashes are all the same, in few windows and in many
CREATE TYPE same_hash;
CREATE FUNCTION same_hash_in(cstring) RETURNS same_hash IMMUTABLE STRICT LANGUAGE internal AS 'textin';
CREATE FUNCTION same_hash_out(same_hash) RETURNS cstring IMMUTABLE STRICT LANGUAGE internal AS 'textout';
CREATE TYPE same_hash (INPUT = same_hash_in, OUTPUT = same_hash_out, LIKE = text, COLLATABLE = true);
CREATE CAST (text AS same_hash) WITHOUT FUNCTION;
CREATE FUNCTION same_hash_eq(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'texteq';
CREATE FUNCTION same_hash_hash(same_hash) RETURNS int IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42';
CREATE FUNCTION same_hash_hash(same_hash, bigint) RETURNS bigint IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42::bigint';
CREATE FUNCTION same_hash_cmp(same_hash, same_hash) RETURNS int IMMUTABLE STRICT LANGUAGE internal AS 'bttextcmp';
CREATE FUNCTION same_hash_lt(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_lt';
CREATE FUNCTION same_hash_le(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_le';
CREATE FUNCTION same_hash_gt(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_gt';
CREATE FUNCTION same_hash_ge(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_ge';
CREATE OPERATOR = (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_eq, COMMUTATOR = =, HASHES, MERGES);
CREATE OPERATOR < (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_lt);
CREATE OPERATOR <= (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_le);
CREATE OPERATOR > (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_gt);
CREATE OPERATOR >= (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_ge);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same_hash USING hash AS
	OPERATOR 1 =, FUNCTION 1 same_hash_hash(same_hash), FUNCTION 2 same_hash_hash(same_hash, bigint);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same_hash USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 same_hash_cmp(same_hash, same_hash);
CREATE TABLE collide (tx int, ts timestamptz, k same_hash, v int);
CREATE CONTINUOUS VIEW collide_h AS SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY hop(ts, interval '3 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW collide_hf WITH (emit = final) AS SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY hop(ts, interval '3 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW collide_c AS SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY cumulate(ts, interval '5 minutes', interval '20 minutes'), k;
CREATE CONTINUOUS VIEW collide_cf WITH (emit = final) AS SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY cumulate(ts, interval '5 minutes', interval '20 minutes'), k;
CREATE VIEW plain_h AS SELECT w AS window_start, w + interval '10 min' AS window_end, k, sum(v) AS s, count(*) AS n
	FROM collide JOIN generate_series(timestamptz '2024-04-30 23:45Z', '2024-05-01 03:00Z', interval '3 minutes') w ON ts >= w AND ts < w + interval '10 min' GROUP BY w, k;
CREATE VIEW plain_c AS SELECT w AS window_start, w + n * interval '5 min' AS window_end, k, sum(v) AS s, count(*) AS n
	FROM collide JOIN generate_series(timestamptz '2024-05-01 00:00Z', '2024-05-01 03:00Z', interval '20 minutes') w ON true
		 JOIN generate_series(1, 4) n ON ts >= w AND ts < w + n * interval '5 min' GROUP BY w, n, k;
CREATE FUNCTION wrong() RETURNS TABLE (view text, which text, row_of text) LANGUAGE plpgsql AS $$
DECLARE
	name text; plain text;
BEGIN
	FOREACH name IN ARRAY ARRAY['h', 'hf', 'c', 'cf'] LOOP
		PERFORM continuous.sync(('collide_' || name)::regclass);
		plain := 'SELECT * FROM plain_' || left(name, 1);
		IF name LIKE '%f' THEN
			plain := plain || format(' WHERE window_end <= continuous.watermark(%L)', 'collide_' || name);
		END IF;
		RETURN QUERY EXECUTE format('SELECT %L, ''unexpected'', d::text FROM (TABLE collide_%s EXCEPT ALL %s) d', name, name, plain);
		RETURN QUERY EXECUTE format('SELECT %L, ''missing'', d::text FROM (%s EXCEPT ALL TABLE collide_%s) d', name, plain, name);
	END LOOP;
END $$;
INSERT INTO collide VALUES (1, '2024-05-01 00:01Z', 'a', 1), (1, '2024-05-01 00:01Z', 'b', 2), (1, '2024-05-01 00:02Z', 'c', 4), (1, '2024-05-01 00:06Z', 'c', 8), (1, '2024-05-01 00:01Z', NULL, 16);
SELECT * FROM wrong();
INSERT INTO collide VALUES (2, '2024-05-01 00:02Z', 'd', 1), (2, '2024-05-01 00:05Z', 'b', 1);
SELECT * FROM wrong();
INSERT INTO collide SELECT 3, timestamptz '2024-05-01 00:03Z' + i % 7 * interval '1 min', ('k' || i % 20)::same_hash, i FROM generate_series(1, 100) i;
SELECT * FROM wrong();
-- some closed, some open; corrections of some keys
INSERT INTO collide VALUES (4, '2024-05-01 00:21Z', 'a', 1), (4, '2024-05-01 00:21Z', 'f', 1);
SELECT * FROM wrong();
INSERT INTO collide VALUES (5, '2024-05-01 00:01Z', 'g', 1), (5, '2024-05-01 00:09Z', 'b', 1), (5, '2024-05-01 00:12Z', 'c', 1);
SELECT * FROM wrong();
ALTER VIEW collide_h SET (emit = final);
ALTER VIEW collide_hf SET (emit = update);
ALTER VIEW collide_c SET (emit = final);
ALTER VIEW collide_cf SET (emit = update);
ALTER VIEW collide_h SET (emit = update);
ALTER VIEW collide_hf SET (emit = final);
ALTER VIEW collide_c SET (emit = update);
ALTER VIEW collide_cf SET (emit = final);
INSERT INTO collide SELECT 6, timestamptz '2024-05-01 00:01Z' + i % 40 * interval '1 min', ('k' || i % 25)::same_hash, i FROM generate_series(1, 100) i;
SELECT * FROM wrong();
SELECT count(*) > 20 AS are_many, count(DISTINCT cv_key) = count(*) AS are_apart FROM collide_c_results WHERE window_start = '2024-05-01 00:00Z';
SELECT continuous.rebuild('collide_h'), continuous.rebuild('collide_hf'), continuous.rebuild('collide_c'), continuous.rebuild('collide_cf');
SELECT * FROM wrong();

-- equal keys that are written in different ways: as the window's earliest slice
-- has them, and that as its first row had them
CREATE TABLE alike (ts timestamptz, k numeric, v int);
CREATE CONTINUOUS VIEW alike_quick WITH (flush_interval = '0 s') AS SELECT window_start, k, sum(v) FROM alike GROUP BY hop(ts, interval '5 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW alike_slow WITH (flush_interval = '1 hour') AS SELECT window_start, k, sum(v) FROM alike GROUP BY hop(ts, interval '5 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW alike_final WITH (flush_interval = '0 s', emit = final) AS SELECT window_start, k, sum(v) FROM alike GROUP BY hop(ts, interval '5 minutes', interval '10 minutes'), k;
SELECT continuous.sync('alike_quick'), continuous.sync('alike_slow'), continuous.sync('alike_final');
INSERT INTO alike VALUES ('2024-05-01 00:06Z', 1.0, 1);
SELECT continuous.sync('alike_quick');
INSERT INTO alike VALUES ('2024-05-01 00:07Z', 1.00, 2), ('2024-05-01 00:11Z', 1.000, 4);
SELECT continuous.sync('alike_quick');
INSERT INTO alike VALUES ('2024-05-01 00:01Z', 1, 8), ('2024-05-01 00:06Z', 1.0000, 16);
SELECT continuous.sync('alike_quick'), continuous.sync('alike_slow');
TABLE alike_quick ORDER BY 1;
TABLE alike_slow ORDER BY 1;
INSERT INTO alike VALUES ('2024-05-01 03:00Z', 2, 32);
SELECT continuous.sync('alike_final'), continuous.sync('alike_quick'), continuous.sync('alike_slow');
TABLE alike_final ORDER BY 1;

-- a change of emit needs no row to come: sync() is enough, whatever the interval
ALTER VIEW alike_slow SET (emit = final);
SELECT count(*) FROM alike_slow;
ALTER VIEW alike_slow SET (emit = update);
SELECT continuous.sync('alike_slow');
(TABLE alike_slow EXCEPT ALL TABLE alike_quick) UNION ALL (TABLE alike_quick EXCEPT ALL TABLE alike_slow);

-- a thousand windows a row
CREATE TABLE many (ts timestamptz, v int);
CREATE CONTINUOUS VIEW many_h WITH (allowed_lateness = '1 hour', watermark_delay = '0 s') AS SELECT window_start, sum(v), count(*) FROM many GROUP BY hop(ts, interval '1 second', interval '1000 seconds');
INSERT INTO many SELECT timestamptz '2024-05-01 00:00Z' + i * interval '7 s', i FROM generate_series(1, 400) i;
INSERT INTO many VALUES ('2024-05-01 00:10:00.5Z', 1);
SELECT continuous.sync('many_h');
SELECT count(*) FROM ((TABLE many_h EXCEPT ALL
	SELECT w, sum(v), count(*) FROM many JOIN generate_series(timestamptz '2024-04-30 23:00Z', '2024-05-01 02:00Z', interval '1 second') w ON ts >= w AND ts < w + interval '1000 seconds' GROUP BY w)
	UNION ALL (SELECT w, sum(v), count(*) FROM many JOIN generate_series(timestamptz '2024-04-30 23:00Z', '2024-05-01 02:00Z', interval '1 second') w ON ts >= w AND ts < w + interval '1000 seconds' GROUP BY w
	EXCEPT ALL TABLE many_h)) d;

-- a final function is not called for a slice, which is no result
CREATE FUNCTION lag_of(int[]) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
	IF cardinality($1) < 2 THEN RAISE 'too few rows'; END IF;
	RETURN $1[2] - $1[1];
END $$;
CREATE AGGREGATE lag_between(int) (SFUNC = array_append, STYPE = int[], FINALFUNC = lag_of, COMBINEFUNC = array_cat, INITCOND = '{}');
CREATE TABLE parts (ts timestamptz, v int);
CREATE CONTINUOUS VIEW parts_v AS SELECT window_start, lag_between(v) AS lag, var_pop(v) AS spread, count(*) FROM parts GROUP BY hop(ts, interval '5 minutes', interval '10 minutes');
CREATE CONTINUOUS VIEW parts_none AS SELECT window_start FROM parts GROUP BY hop(ts, interval '5 minutes', interval '10 minutes');
INSERT INTO parts VALUES ('2024-05-01 00:01Z', 1), ('2024-05-01 00:02Z', 3), ('2024-05-01 00:06Z', 7), ('2024-05-01 00:11Z', 15), ('2024-05-01 00:12Z', 31);
SELECT continuous.sync('parts_v'), continuous.sync('parts_none');
TABLE parts_v ORDER BY 1;
TABLE parts_none ORDER BY 1;

-- retention: windows go one by one, of cumulate when the last of them does
CREATE TABLE old (ts timestamptz, v int);
CREATE CONTINUOUS VIEW old_h WITH (retention = '1 hour', allowed_lateness = '1 hour', watermark_delay = '0 s') AS SELECT window_start, window_end, sum(v) FROM old GROUP BY hop(ts, interval '10 minutes', interval '25 minutes');
CREATE CONTINUOUS VIEW old_c WITH (retention = '1 hour', allowed_lateness = '1 hour', watermark_delay = '0 s') AS SELECT window_start, window_end, sum(v) FROM old GROUP BY cumulate(ts, interval '10 minutes', interval '30 minutes');
INSERT INTO old SELECT timestamptz '2024-05-01 00:00Z' + i * interval '10 minutes', i FROM generate_series(0, 12) i;
SELECT continuous.sync('old_h'), continuous.sync('old_c');
SELECT min(window_end), count(*) FROM old_h;
SELECT min(window_end), count(*) FROM old_c;
SELECT min(window_start) FROM old_h_state;

-- rows that fail, before and behind a place where a window is sealed
CREATE TABLE fails (ts timestamptz, v int);
CREATE CONTINUOUS VIEW fails_v WITH (allowed_lateness = '0 s', watermark_delay = '0 s', flush_interval = '1 hour', on_error = skip) AS
	SELECT window_start, sum(10 / v), count(*) FROM fails WHERE v < 100 GROUP BY hop(ts, interval '5 minutes', interval '10 minutes');
SELECT continuous.sync('fails_v');
INSERT INTO fails VALUES ('2024-05-01 00:01Z', 1), ('2024-05-01 00:02Z', 0), ('2024-05-01 00:02Z', 100);
INSERT INTO fails VALUES ('2024-05-01 00:12Z', 2), ('2024-05-01 00:12Z', 0);
INSERT INTO fails VALUES ('2024-05-01 00:06Z', 5), ('2024-05-01 00:06Z', 0), ('2024-05-01 00:06Z', 100);
INSERT INTO fails VALUES ('2024-05-01 00:31Z', 2), ('2024-05-01 00:12Z', 0);
INSERT INTO fails VALUES ('2024-05-01 00:06Z', 5), ('2024-05-01 00:06Z', 0);
SELECT continuous.sync('fails_v');
TABLE fails_v ORDER BY 1;
SELECT rows_read, rows_counted, rows_filtered, rows_failed, rows_too_late, late_windows FROM continuous.stats WHERE view = 'fails_v'::regclass;
SELECT reason, event_time, row_data, error FROM fails_v_late ORDER BY committed_at, row_data::text;
DROP SCHEMA cases_hop CASCADE;
