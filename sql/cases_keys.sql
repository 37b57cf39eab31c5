-- Which group a row belongs to, and what is shown of it: cases C08 (NULL keys),
-- C30 (NULLs first, then numbers), C32 (HAVING sees the whole group), C37 (odd
-- names and renames), and keys whose hashes collide.
CREATE SCHEMA cases_keys;
SET search_path = cases_keys;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- C08: one row a group, NULLs or not
CREATE TABLE c08 (ts timestamptz, a text, b int, v int);
CREATE CONTINUOUS VIEW c08_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, a, b, sum(v) AS s, count(*) AS n FROM c08 GROUP BY tumble(ts, interval '5 minutes'), a, b;
CREATE CONTINUOUS VIEW c08_hop WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, a, b, sum(v) AS s, count(*) AS n FROM c08 GROUP BY hop(ts, interval '5 minutes', interval '10 minutes'), a, b;
CREATE CONTINUOUS VIEW c08_session WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, window_end, a, b, sum(v) AS s, count(*) AS n FROM c08 GROUP BY session(ts, interval '5 minutes'), a, b;
INSERT INTO c08 VALUES ('2024-05-01 00:01Z', NULL, NULL, 1);
SELECT continuous.sync('c08_v'), continuous.sync('c08_hop'), continuous.sync('c08_session');
INSERT INTO c08 VALUES ('2024-05-01 00:02Z', NULL, NULL, 2);
SELECT continuous.sync('c08_v'), continuous.sync('c08_hop'), continuous.sync('c08_session');
INSERT INTO c08 VALUES ('2024-05-01 00:02Z', 'x', NULL, 4);
SELECT continuous.sync('c08_v'), continuous.sync('c08_hop'), continuous.sync('c08_session');
INSERT INTO c08 VALUES ('2024-05-01 00:03Z', 'x', NULL, 8);
SELECT continuous.sync('c08_v'), continuous.sync('c08_hop'), continuous.sync('c08_session');
INSERT INTO c08 VALUES ('2024-05-01 00:03Z', NULL, 7, 16);
SELECT continuous.sync('c08_v'), continuous.sync('c08_hop'), continuous.sync('c08_session');
INSERT INTO c08 VALUES ('2024-05-01 01:00Z', 'zz', NULL, 0);
SELECT continuous.sync('c08_v'), continuous.sync('c08_hop'), continuous.sync('c08_session');
SELECT * FROM c08_v WHERE a IS DISTINCT FROM 'zz' ORDER BY 1, 2, 3;
SELECT * FROM c08_hop WHERE a IS DISTINCT FROM 'zz' ORDER BY 1, 2, 3;
SELECT * FROM c08_session WHERE a IS DISTINCT FROM 'zz' ORDER BY 1, 3, 4;

-- keys that are equal though they look different: one group, shown as the
-- first of them
CREATE COLLATION ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE equal (ts timestamptz, f float8, n numeric, t text COLLATE ignore_case, c char(5), i interval, v int);
CREATE CONTINUOUS VIEW equal_v AS
	SELECT window_start, f, n, t, c, i, sum(v) AS s FROM equal GROUP BY tumble(ts, interval '5 minutes'), f, n, t, c, i;
INSERT INTO equal VALUES ('2024-05-01 00:01Z', 0, 1.0, 'Abc', 'x', '1 day', 1), ('2024-05-01 00:01Z', 'NaN', 'NaN', NULL, NULL, '1 mon', 1);
SELECT continuous.sync('equal_v');
INSERT INTO equal VALUES ('2024-05-01 00:02Z', '-0', 1.00, 'aBC', 'x  ', '24:00', 2), ('2024-05-01 00:02Z', 'NaN', 'NaN', NULL, NULL, '30 days', 2);
INSERT INTO equal VALUES ('2024-05-01 00:02Z', '-0', 1.00, 'aBC', 'x ', '1 day -0:00', 4), ('2024-05-01 00:02Z', 'NaN', 'NaN', NULL, NULL, '720:00', 4);
SELECT continuous.sync('equal_v');
SELECT * FROM equal_v ORDER BY f;

-- C30: as the plain query says, digit by digit
CREATE TABLE c30 (ts timestamptz, k text, x numeric);
CREATE CONTINUOUS VIEW c30_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(*) AS n, count(x) AS c, sum(x) AS s, avg(x) AS a, min(x) AS lo, max(x) AS hi
	  FROM c30 GROUP BY tumble(ts, interval '5 minutes'), k;
INSERT INTO c30 VALUES ('2024-05-01 00:01Z', 'a', NULL), ('2024-05-01 00:01Z', 'a', NULL);
SELECT continuous.sync('c30_v');
TABLE c30_v;
INSERT INTO c30 VALUES ('2024-05-01 00:01Z', 'b', NULL);
SELECT continuous.sync('c30_v');
INSERT INTO c30 VALUES ('2024-05-01 00:02Z', 'a', 1), ('2024-05-01 00:02Z', 'a', 2);
SELECT continuous.sync('c30_v');
INSERT INTO c30 VALUES ('2024-05-01 00:03Z', 'a', 2);
SELECT continuous.sync('c30_v');
INSERT INTO c30 VALUES ('2024-05-01 00:03Z', 'c', 10);
SELECT continuous.sync('c30_v');
INSERT INTO c30 VALUES ('2024-05-01 00:03Z', 'c', 0.000000000000000001);
INSERT INTO c30 VALUES ('2024-05-01 03:00Z', 'zz', 0);
SELECT continuous.sync('c30_v');
SELECT * FROM c30_v WHERE k <> 'zz' ORDER BY k;

-- C32: DISTINCT and HAVING see the whole group, at each look
CREATE TABLE c32 (ts timestamptz, k text, u text, v int);
CREATE CONTINUOUS VIEW c32_d WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(DISTINCT u) AS d FROM c32 GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE CONTINUOUS VIEW c32_h WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, sum(v) AS s FROM c32 GROUP BY tumble(ts, interval '5 minutes'), k HAVING sum(v) > 100;
INSERT INTO c32 VALUES ('2024-05-01 00:01Z', 'a', 'u1', 60), ('2024-05-01 00:01Z', 'a', 'u2', 0), ('2024-05-01 00:01Z', 'b', 'u1', 150), ('2024-05-01 00:01Z', 'c', 'u1', 10);
SELECT continuous.sync('c32_d'), continuous.sync('c32_h');
SELECT * FROM c32_d ORDER BY 1, 2;
SELECT * FROM c32_h ORDER BY k;
INSERT INTO c32 VALUES ('2024-05-01 00:02Z', 'a', 'u1', 60), ('2024-05-01 00:02Z', 'b', 'u3', -70), ('2024-05-01 00:02Z', 'b', 'u1', 0);
INSERT INTO c32 VALUES ('2024-05-01 03:00Z', 'zz', NULL, 0);
SELECT continuous.sync('c32_d'), continuous.sync('c32_h');
SELECT * FROM c32_d ORDER BY 1, 2;
SELECT * FROM c32_h ORDER BY k;

-- C37: odd names, renamed in use
CREATE SCHEMA "We ird";
CREATE TABLE "We ird"."Meß""Werte" ("Time" timestamptz, "group" text, v int);
SET client_min_messages = notice;
CREATE CONTINUOUS VIEW "We ird"."Summe per 5 Minuten mit einem Namen der deutlich laenger als 63 Zeichen ist" WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start AS "Time", "group", sum(v) AS "sum", count(*) AS "count" FROM "We ird"."Meß""Werte" GROUP BY tumble("Time", interval '5 minutes'), "group";
SET client_min_messages = warning;
INSERT INTO "We ird"."Meß""Werte" VALUES ('2024-05-01 00:01Z', 'x', 1);
SELECT continuous.sync(view) FROM continuous.views WHERE input = '"We ird"."Meß""Werte"'::regclass;
ALTER TABLE "We ird"."Meß""Werte" RENAME COLUMN v TO val;
ALTER TABLE "We ird"."Meß""Werte" ADD COLUMN extra int;
ALTER TABLE "We ird"."Meß""Werte" RENAME TO m2;
ALTER SCHEMA "We ird" RENAME TO w2;
INSERT INTO w2.m2 ("Time", "group", val) VALUES ('2024-05-01 00:02Z', 'x', 2);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'w2.m2'::regclass;
SELECT * FROM w2."Summe per 5 Minuten mit einem Namen der deutlich laenger als 63 Zeichen ist";
SELECT view, results FROM continuous.views WHERE input = 'w2.m2'::regclass;
\set VERBOSITY terse
ALTER TABLE w2.m2 ALTER COLUMN val TYPE bigint;
ALTER TABLE w2.m2 DROP COLUMN val;
DROP TABLE w2.m2;
\set VERBOSITY default
ALTER TABLE w2.m2 DROP COLUMN extra;
DROP TABLE w2.m2 CASCADE;
SELECT relname FROM pg_class WHERE relnamespace = 'w2'::regnamespace;
SELECT count(*) FROM continuous.views WHERE view::text LIKE '%Summe%';
-- a column of that name: the name means the column
CREATE TABLE c37b (ts timestamptz, window_start int, v int);
\set VERBOSITY terse
CREATE CONTINUOUS VIEW c37b_v WITH (watermark_delay = '0 s') AS SELECT window_start, sum(v) AS s FROM c37b GROUP BY tumble(ts, interval '5 minutes');
\set VERBOSITY default
CREATE CONTINUOUS VIEW c37b_v WITH (watermark_delay = '0 s') AS SELECT lower(tumble(ts, interval '5 minutes')) AS w, sum(v) AS s FROM c37b GROUP BY tumble(ts, interval '5 minutes');
INSERT INTO c37b VALUES ('2024-05-01 00:01Z', -7, 3);
SELECT continuous.sync('c37b_v');
TABLE c37b_v;

-- A type whose hash functions know one value only: all groups of a window
-- collide, and stay apart all the same.
CREATE TYPE same_hash;
CREATE FUNCTION same_hash_in(cstring) RETURNS same_hash IMMUTABLE STRICT LANGUAGE internal AS 'textin';
CREATE FUNCTION same_hash_out(same_hash) RETURNS cstring IMMUTABLE STRICT LANGUAGE internal AS 'textout';
CREATE TYPE same_hash (INPUT = same_hash_in, OUTPUT = same_hash_out, LIKE = text, COLLATABLE = true);
CREATE CAST (same_hash AS text) WITHOUT FUNCTION;
CREATE CAST (text AS same_hash) WITHOUT FUNCTION;
CREATE FUNCTION same_hash_eq(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'texteq';
CREATE FUNCTION same_hash_cmp(same_hash, same_hash) RETURNS int IMMUTABLE STRICT LANGUAGE internal AS 'bttextcmp';
CREATE FUNCTION same_hash_lt(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_lt';
CREATE FUNCTION same_hash_le(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_le';
CREATE FUNCTION same_hash_gt(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_gt';
CREATE FUNCTION same_hash_ge(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'text_ge';
CREATE FUNCTION same_hash_hash(same_hash) RETURNS int IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42';
CREATE FUNCTION same_hash_hash(same_hash, bigint) RETURNS bigint IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42::bigint';
CREATE OPERATOR = (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_eq, COMMUTATOR = =, HASHES, MERGES);
CREATE OPERATOR < (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_lt);
CREATE OPERATOR <= (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_le);
CREATE OPERATOR > (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_gt);
CREATE OPERATOR >= (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_ge);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same_hash USING hash AS
	OPERATOR 1 =, FUNCTION 1 same_hash_hash(same_hash), FUNCTION 2 same_hash_hash(same_hash, bigint);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same_hash USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 same_hash_cmp(same_hash, same_hash);
CREATE TABLE collide (ts timestamptz, k same_hash, v int);
CREATE CONTINUOUS VIEW collide_u AS SELECT window_start, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE CONTINUOUS VIEW collide_f WITH (emit = final, watermark_delay = '5 minutes') AS
	SELECT window_start, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE VIEW collide_plain AS SELECT date_bin('5 min', ts, '2000-01-03Z') AS window_start, k, sum(v) AS s, count(*) AS n FROM collide GROUP BY 1, 2;
CREATE FUNCTION wrong() RETURNS TABLE (view text, which text, row_of text) LANGUAGE plpgsql AS $$
DECLARE closed text := ' WHERE window_start + interval ''5 min'' <= continuous.watermark(''collide_f'')';
BEGIN
	PERFORM continuous.sync('collide_u'), continuous.sync('collide_f');
	RETURN QUERY SELECT 'collide_u', 'unexpected', d::text FROM (TABLE collide_u EXCEPT ALL TABLE collide_plain) d;
	RETURN QUERY SELECT 'collide_u', 'missing', d::text FROM (TABLE collide_plain EXCEPT ALL TABLE collide_u) d;
	RETURN QUERY EXECUTE 'SELECT ''collide_f'', ''unexpected'', d::text FROM (TABLE collide_f EXCEPT ALL SELECT * FROM collide_plain' || closed || ') d';
	RETURN QUERY EXECUTE 'SELECT ''collide_f'', ''missing'', d::text FROM (SELECT * FROM collide_plain' || closed || ' EXCEPT ALL TABLE collide_f) d';
END $$;
-- one batch, several in memory, two windows, NULL
INSERT INTO collide VALUES ('2024-05-01 00:01Z', 'a', 1), ('2024-05-01 00:01Z', 'b', 2), ('2024-05-01 00:01Z', 'c', 4), ('2024-05-01 00:06Z', 'c', 8), ('2024-05-01 00:01Z', NULL, 16);
SELECT * FROM wrong();
INSERT INTO collide VALUES ('2024-05-01 00:02Z', 'd', 1);
SELECT * FROM wrong();
INSERT INTO collide VALUES ('2024-05-01 00:02Z', 'e', 1), ('2024-05-01 00:02Z', 'c', 1), ('2024-05-01 00:02Z', 'a', 1), ('2024-05-01 00:07Z', 'a', 1);
SELECT * FROM wrong();
INSERT INTO collide SELECT '2024-05-01 00:03Z', ('k' || i % 50)::same_hash, i FROM generate_series(1, 200) i;
SELECT * FROM wrong();
-- some closed, some open
INSERT INTO collide VALUES ('2024-05-01 00:11Z', 'a', 1), ('2024-05-01 00:11Z', 'f', 1);
SELECT * FROM wrong();
INSERT INTO collide VALUES ('2024-05-01 00:01Z', 'g', 1), ('2024-05-01 00:01Z', 'b', 1), ('2024-05-01 00:09Z', 'g', 1), ('2024-05-01 00:09Z', 'c', 1);
SELECT * FROM wrong();
-- found again without memory: the tables know
ALTER VIEW collide_u SET (emit = final);
ALTER VIEW collide_u SET (emit = update);
ALTER VIEW collide_f SET (emit = update);
ALTER VIEW collide_f SET (emit = final);
INSERT INTO collide SELECT timestamptz '2024-05-01 00:01Z' + i % 20 * interval '1 min', ('k' || i % 60)::same_hash, i FROM generate_series(1, 200) i;
SELECT * FROM wrong();
SELECT count(DISTINCT cv_key) = count(*) AS apart, count(DISTINCT window_start) AS windows FROM collide_u_results WHERE window_start = '2024-05-01 00:00Z';
SELECT continuous.rebuild('collide_u'), continuous.rebuild('collide_f');
SELECT * FROM wrong();

DROP SCHEMA cases_keys, w2 CASCADE;
