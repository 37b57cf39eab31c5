-- Every form of query that a continuous view may have, with tumble(), hop() and
-- session(): made, filled in three steps, and compared with the plain query.
CREATE SCHEMA shapes;
SET search_path = shapes;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TABLE o (
	id bigint, ts timestamptz, k text, v numeric, n int, tags text[], twice int GENERATED ALWAYS AS (n * 2) STORED);
CREATE TABLE other (k text PRIMARY KEY, w int, region text);
CREATE TABLE bans (k text, since timestamptz);
INSERT INTO other VALUES ('a', 1, 'north'), ('b', 20, 'south'), ('c', 3, NULL), ('x', 4, 'north');
INSERT INTO bans VALUES ('b', '2026-06-01 00:30Z'), ('c', '2026-06-01 00:10Z'), ('b', '2026-06-01 01:00Z');
CREATE VIEW wide AS SELECT * FROM other WHERE w > 2;
CREATE FUNCTION pair(int) RETURNS SETOF int LANGUAGE sql IMMUTABLE AS 'VALUES ($1), ($1 + 1)';
CREATE FUNCTION region_of(text) RETURNS text LANGUAGE sql STABLE AS 'SELECT region FROM shapes.other WHERE k = $1';
CREATE TABLE parent (ts timestamptz, k text, v int);
CREATE TABLE child (extra int) INHERITS (parent);
CREATE TABLE parts (ts timestamptz, k text, v int) PARTITION BY LIST (k);
CREATE TABLE parts_a (v int, k text, ts timestamptz);
CREATE TABLE parts_b PARTITION OF parts DEFAULT;
ALTER TABLE parts ATTACH PARTITION parts_a FOR VALUES IN ('a');

CREATE PROCEDURE fill(step int) LANGUAGE sql AS $$
	INSERT INTO o SELECT i, timestamptz '2026-06-01 00:00Z' + (i * 37 + step) * interval '1 second' + i / 20 * interval '3 minutes',
		CASE WHEN i % 7 > 0 THEN chr(97 + i % 3) END, CASE WHEN i % 11 > 0 THEN i % 17 / 4.0 END, i % 6,
		(ARRAY[NULL, '{}', '{red}', '{red,blue}', '{blue,NULL,blue}', '{green,red,blue}'])[1 + i % 6]::text[]
	  FROM generate_series(1, 80) i;
	INSERT INTO o (ts, tags) VALUES (NULL, '{red,blue}'), ('infinity', '{red}');
	INSERT INTO parent SELECT ts, k, n FROM o WHERE id % 2 = 0 AND n > 0;
	INSERT INTO child SELECT ts, k, n FROM o WHERE id % 3 = 0;
	INSERT INTO parts SELECT ts, k, n FROM o WHERE id % 2 = 1;
$$;

CREATE FUNCTION tumble(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 / 2';

-- $W is the window, $T the same with the time in another column
CREATE TABLE shapes (n serial PRIMARY KEY, query text);
INSERT INTO shapes (query) SELECT unnest(ARRAY[
	-- the window: by position, by its alias, twice the same
	'SELECT $W AS w, count(*) FROM o GROUP BY w',
	'SELECT $W AS span, k, count(*) FROM o GROUP BY 1, 2',
	'SELECT lower($W) AS a, $W AS span, window_end - window_start AS len, count(*) FROM o GROUP BY $W HAVING upper($W) > window_start',
	'SELECT continuous.$W AS w, count(*) FROM o GROUP BY 1',
	'SELECT window_start, k, rank() OVER (PARTITION BY window_start, window_end ORDER BY sum(v) DESC NULLS LAST, k), sum(v) FROM o GROUP BY $W, k HAVING window_start >= ''2026-06-01 00:05Z'' ORDER BY window_end, k',
	-- a column of that name wins
	'SELECT p.window_start, count(*), lower($T) AS l FROM parent AS p (t, window_start) GROUP BY $T, p.window_start',
	-- names of columns
	'SELECT sum(v) AS k, k AS sum, count(*), count(*) AS more, sum(n) + 1 AS "?" FROM o GROUP BY $W, k',
	-- over the groups
	'SELECT DISTINCT ON (k) k, window_start, count(*), sum(v) FROM o GROUP BY $W, k ORDER BY k, count(*) DESC, window_start',
	'SELECT DISTINCT k, count(*) > 2 AS many FROM o GROUP BY $W, k',
	'SELECT window_start, k, count(*) FROM o GROUP BY $W, k ORDER BY 3 DESC, 1, 2 LIMIT 5 OFFSET 1',
	'SELECT window_start, k, sum(count(*)) OVER w AS running, lag(sum(v)) OVER w FROM o GROUP BY $W, k WINDOW w AS (PARTITION BY k ORDER BY window_start, window_end)',
	'SELECT window_start, k, (SELECT w FROM other WHERE other.k = o.k) AS w, count(*) FROM o GROUP BY $W, k',
	'SELECT window_start, now() > window_start AS past, random() < 2 AS r, count(*) FROM o GROUP BY $W',
	'SELECT window_start, k, generate_series(1, count(*)::int) AS g FROM o GROUP BY $W, k',
	-- set-returning keys
	'SELECT window_start, unnest(tags) AS tag, count(*), sum(v), max(n) FROM o GROUP BY $W, tag',
	'SELECT window_start, count(*), sum(v) FROM o GROUP BY $W, unnest(tags)',
	'SELECT window_start, k, upper(unnest(tags)) || ''!'' AS tag, count(*) FROM o WHERE n > 1 GROUP BY $W, 2, 3 HAVING count(*) > 1',
	'SELECT window_start, unnest(tags) AS tag, pair(n) AS p, count(*) FROM o GROUP BY $W, 2, 3',
	'SELECT window_start, unnest(tags) AS tag, generate_series(1, 2) AS g, count(*) FROM o GROUP BY $W, 2',
	'SELECT window_start, generate_series(1, n) AS g, count(*) FROM o GROUP BY $W, g',
	-- sub-selects over other tables, on the input side
	'SELECT window_start, count(*) FROM o WHERE k IN (SELECT k FROM other WHERE w > 2) GROUP BY $W',
	'SELECT window_start, count(*) FROM o WHERE k NOT IN (SELECT k FROM other WHERE w > 2) GROUP BY $W',
	'SELECT window_start, k, sum(v) FROM o WHERE NOT EXISTS (SELECT FROM bans b WHERE b.k = o.k AND b.since <= o.ts) GROUP BY $W, k',
	'SELECT window_start, k, sum(v) FROM o WHERE EXISTS (SELECT FROM bans b WHERE b.k = o.k) GROUP BY $W, k',
	'SELECT window_start, count(*) FROM o WHERE n < (SELECT max(w) FROM other) - 16 GROUP BY $W',
	'SELECT window_start, (SELECT region FROM other WHERE other.k = o.k) AS region, count(*), sum(v) FROM o GROUP BY $W, 2',
	'SELECT window_start, region_of(k) AS region, count(*) FROM o GROUP BY $W, region',
	'SELECT window_start, k, sum((SELECT w FROM other WHERE other.k = o.k)), sum(v * (SELECT max(w) FROM other)) AS s2, count(*) FILTER (WHERE k IN (SELECT k FROM wide)) FROM o GROUP BY $W, k',
	'SELECT window_start, k, (SELECT region FROM other WHERE other.k = o.k) IS NULL AS x, count(*) FROM o GROUP BY $W, k',
	'SELECT window_start, n > ALL (SELECT w FROM other WHERE w < 4) AS x, count(*) FROM o GROUP BY $W, x',
	'SELECT window_start, k, max(ARRAY(SELECT region FROM wide WHERE w > o.n ORDER BY 1)::text) FROM o GROUP BY $W, k',
	-- WITH over other tables
	'WITH big AS (SELECT * FROM other WHERE w > 2) SELECT window_start, k, count(*) FROM o WHERE k IN (SELECT k FROM big) GROUP BY $W, k',
	'WITH big AS (SELECT * FROM other WHERE w > 2), more AS MATERIALIZED (SELECT k FROM big UNION ALL SELECT ''a'') SELECT window_start, k, (SELECT max(w) FROM big) AS top, sum(v) FROM o WHERE k IN (SELECT k FROM more) GROUP BY $W, k',
	'WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 2 FROM r WHERE i < 5), unused AS (SELECT 1) SELECT window_start, n, count(*) FROM o WHERE n IN (TABLE r) GROUP BY $W, n',
	'WITH t AS (SELECT now() AS n) SELECT window_start, (SELECT n FROM t) > window_start AS past, count(*) FROM o GROUP BY $W',
	-- rows, columns
	'SELECT window_start, k, count(o), count(o.*) AS c2, max(o::text), bool_or((o).n > 4) FROM o GROUP BY $W, k',
	'SELECT window_start, twice, sum(twice), min(twice + n) FROM o WHERE twice < 10 GROUP BY $W, twice',
	'SELECT window_start, tableoid::regclass::text AS t, count(*) FROM o GROUP BY $W, tableoid',
	'SELECT window_start, tableoid::regclass::text AS t, count(*), sum(v) FROM parent GROUP BY $W, tableoid',
	'SELECT window_start, tableoid::regclass::text AS t, count(*), max(parts::text) FROM parts GROUP BY $W, tableoid',
	'SELECT window_start, k, count(*), sum(v), max(parent::text) FROM parent GROUP BY $W, k',
	'SELECT window_start, k, count(*), sum(v) FROM ONLY parent GROUP BY $W, k',
	'SELECT window_start, k, count(*), sum(v) FROM child GROUP BY $W, k',
	'SELECT window_start, count(*) FROM o AS x (a, ts, c) WHERE c <> ''a'' GROUP BY $W, c',
	-- keys
	'SELECT window_start, k || ''x'' AS kx, n % 2 = 0 AS even, count(*) FROM o GROUP BY $W, 2, 3',
	'SELECT window_start, CASE WHEN n > 3 THEN k END AS c, ARRAY[n, n + 1] AS arr, ROW(k, n)::text AS r, count(*) FROM o GROUP BY $W, 2, 3, 4',
	'SELECT window_start, count(*), 1 AS one FROM o GROUP BY $W, 3, ()',
	'SELECT window_start, k, n, count(*) FROM o GROUP BY $W, (k, n), k',
	-- users' own functions of those names have a schema
	'SELECT window_start, shapes.tumble(n) AS own, count(*) FROM o GROUP BY $W, own',
	-- aggregates that keep every value
	'SELECT window_start, unnest(tags) AS tag, count(DISTINCT n), percentile_cont(0.5) WITHIN GROUP (ORDER BY v), string_agg(k, '','' ORDER BY k, n) FROM o GROUP BY $W, tag',
	'SELECT window_start, k, count(DISTINCT (SELECT region FROM other WHERE other.k = o.k)), array_agg(DISTINCT n) FILTER (WHERE k IN (SELECT k FROM wide)) FROM o WHERE k NOT IN (SELECT b.k FROM bans b WHERE since > ''2026-06-01 00:45Z'') GROUP BY $W, k']);

CREATE TABLE windows (window_name text, call text);
INSERT INTO windows VALUES ('tumble', 'tumble($C, ''5 min'')'), ('hop', 'hop($C, ''3 min'', ''10 min'')'),
	('cumulate', 'cumulate($C, ''5 min'', ''20 min'')'), ('session', 'session($C, ''2 min'')');
-- and without a window
CREATE TABLE keyed (query text);
INSERT INTO keyed (query) SELECT unnest(ARRAY[
	'SELECT unnest(tags) AS tag, count(*), sum(v), count(DISTINCT n) AS different FROM o WHERE ts < ''infinity'' GROUP BY tag',
	'SELECT (SELECT region FROM other WHERE other.k = o.k) AS region, count(*), max(v) FROM o WHERE k IN (SELECT k FROM wide) GROUP BY region',
	'WITH big AS (SELECT * FROM other WHERE w > 2) SELECT k, sum((SELECT max(w) FROM big WHERE big.k = o.k)) FROM o WHERE ts < ''infinity'' GROUP BY k']);
CREATE TABLE views (n int, window_name text, view text, query text, error text, nrows bigint, differences bigint);
INSERT INTO views (n, window_name, view, query)
	SELECT n, window_name, format('v%s_%s', n, window_name), replace(replace(query, '$W', replace(call, '$C', 'ts')), '$T', replace(call, '$C', 't'))
	  FROM shapes, windows ORDER BY n, window_name;
INSERT INTO views (n, window_name, view, query) SELECT 1000 + row_number() OVER (), 'keyed', format('k%s', row_number() OVER ()), query FROM keyed;

CREATE FUNCTION differences(view text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE result bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT x::text FROM %s x), q AS (SELECT x::text FROM (%s) x)
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view, continuous.one_shot(view::regclass)) INTO result;
	RETURN result;
END $$;

CALL fill(0);
DO $$
DECLARE v record;
BEGIN
	FOR v IN SELECT * FROM views ORDER BY n, window_name LOOP
		BEGIN
			EXECUTE format('CREATE CONTINUOUS VIEW %s %s AS %s', v.view, CASE WHEN v.window_name = 'keyed' THEN 'WITH (state_ttl = ''300 days'')' END, v.query);
		EXCEPTION WHEN OTHERS THEN
			UPDATE views SET error = SQLERRM WHERE view = v.view;
		END;
	END LOOP;
END $$;
SELECT n, window_name, error, query FROM views WHERE error IS NOT NULL ORDER BY n, window_name;
DO $$
BEGIN
	FOR i IN 1 .. 3 LOOP
		PERFORM continuous.sync(view) FROM continuous.view;
		CALL fill(i * 100);
		COMMIT;
	END LOOP;
	PERFORM continuous.sync(view) FROM continuous.view;
END $$;
DO $$
DECLARE v record;
BEGIN
	FOR v IN SELECT * FROM views WHERE error IS NULL ORDER BY n, window_name LOOP
		BEGIN
			EXECUTE format('UPDATE views SET nrows = (SELECT count(*) FROM %1$s), differences = differences(%1$L) WHERE view = %1$L', v.view);
		EXCEPTION WHEN OTHERS THEN
			UPDATE views SET error = SQLERRM WHERE view = v.view;
		END;
	END LOOP;
END $$;
SELECT n, window_name, query, error, nrows, differences FROM views WHERE error IS NOT NULL OR differences > 0 OR nrows = 0 ORDER BY n, window_name;
SELECT count(*) FILTER (WHERE nrows > 0 AND differences = 0) = count(*) AS all_equal FROM views;

-- a row counts once, in however many groups it is
SELECT view::text, rows_read, rows_counted, rows_filtered, rows_no_window, rows_too_late FROM continuous.stats
 WHERE view::text = ANY (SELECT view FROM views WHERE n = (SELECT n FROM shapes WHERE query LIKE '%generate_series(1, n)%') OR view = 'k1') ORDER BY view::text;

DROP SCHEMA shapes CASCADE;
