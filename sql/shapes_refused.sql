-- Every form of query that a continuous view may not have, and what is said of
-- it.
CREATE SCHEMA refused;
SET search_path = refused;
SET client_min_messages = warning;
CREATE TABLE o (
	id bigint PRIMARY KEY, ts timestamptz, t timestamp, k text, v numeric, n int, tags text[], times timestamptz[],
	m money, b bit(3), vb varbit, tv tsvector, tq tsquery, p point, j json, x xml);
CREATE TABLE other (k text PRIMARY KEY, w int);
CREATE TABLE parts (ts timestamptz, k text) PARTITION BY LIST (k);
CREATE TABLE part PARTITION OF parts FOR VALUES IN ('a');
CREATE VIEW over_input AS SELECT k FROM o WHERE v > 0;
CREATE VIEW over_other AS SELECT w FROM other;
CREATE FUNCTION tumble(timestamptz, interval) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS 'SELECT $1';

CREATE FUNCTION try(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
	EXECUTE 'CREATE CONTINUOUS VIEW e AS ' || query;
	DROP VIEW e;
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, 'HINT: ' || nullif(hint, ''));
END $$;
\pset format unaligned
\pset fieldsep '\n\t'
\pset tuples_only on

-- the window
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT count(*) FROM o',
	'SELECT k, count(*) FROM o GROUP BY k',
	'SELECT window_start, count(*) FROM o GROUP BY k',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour''), tumble(ts, ''2 hours'')',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour''), hop(t, ''1 hour'', ''2 hours'')',
	'SELECT tumble(ts, ''1 hour'') AS a, tumble(ts, ''2 hours'') AS b, count(*) FROM o GROUP BY a, ts',
	'SELECT count(*) FROM o GROUP BY refused.tumble(ts, ''1 hour'')',
	'SELECT window_start, count(*) FROM o GROUP BY window_start',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour''), window_end',
	'SELECT lower(tumble(ts, ''1 hour'')), count(*) FROM o GROUP BY 1',
	'SELECT window_start, count(*) FROM o WHERE window_start > ''2026-01-01'' GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o JOIN other ON window_start IS NULL GROUP BY tumble(ts, ''1 hour'')',
	'SELECT max(window_start) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FILTER (WHERE window_start < ts) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE ts < upper(tumble(ts, ''1 hour'')) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE k IN (SELECT k FROM other WHERE window_start IS NULL) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT (SELECT max(w) FROM other WHERE window_start IS NULL), count(*) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT p.window_start, count(*) FROM o AS p (id, window_start) GROUP BY tumble(window_start, ''1 hour'')',
	'SELECT count(*) FROM o GROUP BY tumble(unnest(times), ''1 hour'')',
	'SELECT count(*) FROM o GROUP BY tumble(timestamptz ''2026-01-01'', ''1 hour'')',
	'SELECT count(*) FROM o GROUP BY tumble((SELECT now()), ''1 hour'')',
	'SELECT count(*) FROM o GROUP BY tumble(ts, n * interval ''1 hour'')',
	'SELECT count(*) FROM o GROUP BY tumble(ts, (SELECT max(w) FROM other) * interval ''1 hour'')',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour'', origin => now())',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 day'', timezone => k)',
	'SELECT count(*) FROM o GROUP BY session(ts, ''1 hour'' - (now() - now()))']) query;

-- forms of the statement
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour'') UNION ALL SELECT 1',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour'') INTERSECT SELECT 1',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour'') EXCEPT SELECT 1',
	'VALUES (1)',
	'TABLE o',
	'SELECT 1',
	'SELECT max(c) FROM (SELECT window_start, count(*) AS c FROM o GROUP BY tumble(ts, ''1 hour'')) s',
	'SELECT count(*) FROM (SELECT ts FROM o ORDER BY ts LIMIT 10) s GROUP BY tumble(ts, ''1 hour'')',
	'WITH s AS (SELECT * FROM o) SELECT count(*) FROM s GROUP BY tumble(ts, ''1 hour'')',
	'WITH RECURSIVE s AS (SELECT * FROM o UNION ALL SELECT * FROM s) SELECT count(*) FROM s GROUP BY tumble(ts, ''1 hour'')',
	'WITH s AS (DELETE FROM o RETURNING ts) SELECT count(*) FROM s GROUP BY tumble(ts, ''1 hour'')',
	'WITH s AS (INSERT INTO other VALUES (''z'', 1) RETURNING k) SELECT count(*) FROM o WHERE k IN (TABLE s) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM generate_series(timestamptz ''2026-01-01'', ''2026-01-02'', ''1 hour'') ts GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM (VALUES (timestamptz ''2026-01-01'')) s (ts) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o TABLESAMPLE bernoulli (10) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT ts FROM o FOR UPDATE',
	'SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour'') FOR SHARE',
	'SELECT count(*) AS c, max(v) AS c FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*), count(v) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT k, count(*) FROM o GROUP BY GROUPING SETS ((tumble(ts, ''1 hour''), k), (tumble(ts, ''1 hour'')))',
	'SELECT k, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), ROLLUP (k)',
	'SELECT k, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), CUBE (k, n)']) query;

-- the input once, and other tables
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT count(*) FROM o WHERE v > (SELECT avg(v) FROM o) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*), (SELECT count(*) FROM o) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE k IN (SELECT k FROM over_input) GROUP BY tumble(ts, ''1 hour'')',
	'WITH s AS (SELECT max(v) AS v FROM o) SELECT count(*) FROM o WHERE v = (SELECT v FROM s) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM parts WHERE k IN (SELECT k FROM part) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM part WHERE k IN (SELECT k FROM parts) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE k IN (SELECT k FROM other FOR UPDATE) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE k IN (SELECT k FROM other TABLESAMPLE system (10)) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE v > (SELECT max(w) FROM other WHERE now() > o.ts) GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE k IN (SELECT k FROM other WHERE random() > 0.5) GROUP BY tumble(ts, ''1 hour'')',
	'WITH s AS (SELECT now() AS n) SELECT count(*) FROM o WHERE ts > (SELECT n FROM s) GROUP BY tumble(ts, ''1 hour'')']) query;

-- what depends on the moment of reading
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT count(*) FROM o WHERE ts > now() GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE ts > current_date GROUP BY tumble(ts, ''1 hour'')',
	'SELECT max(localtime::text) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT count(*) FROM o WHERE age(t) > ''1 day'' GROUP BY tumble(ts, ''1 hour'')',
	'SELECT gen_random_uuid() AS u, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), u']) query;

-- columns and keys
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT id, k, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), id',
	'SELECT count(*) FROM o AS x GROUP BY tumble(ts, ''1 hour''), id HAVING x.k IS NULL',
	'SELECT id, v + n AS s FROM o GROUP BY tumble(ts, ''1 hour''), id ORDER BY v',
	'SELECT max(ctid) FROM o GROUP BY tumble(ts, ''1 hour'')',
	'SELECT xmin, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), xmin',
	'SELECT count(*) FROM o WHERE cmax IS NULL GROUP BY tumble(ts, ''1 hour'')',
	'SELECT m, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), m',
	'SELECT b, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), b',
	'SELECT vb, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), vb',
	'SELECT tv, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), tv',
	'SELECT tq, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), tq',
	'SELECT ARRAY[m] AS a, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), a',
	'SELECT p, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), p',
	'SELECT j, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), j',
	'SELECT ROW(k, n) AS a, count(*) FROM o GROUP BY tumble(ts, ''1 hour''), a']) query;

-- nothing has been left behind
SELECT relname FROM pg_class WHERE relnamespace = 'refused'::regnamespace AND relkind IN ('r', 'v')
	AND relname NOT IN ('o', 'other', 'over_input', 'over_other', 'part');
SELECT tgname FROM pg_trigger WHERE tgrelid IN ('o'::regclass, 'parts'::regclass);
DROP SCHEMA refused CASCADE;
