-- OR REPLACE of a view with more aggregates, or with others over the groups: old columns keep
-- their values and states, new ones are computed from the rows that are still there.
CREATE SCHEMA evolve;
SET search_path = evolve;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
\set VERBOSITY default
CREATE TABLE o (ts timestamptz, k text, v numeric, n int, f float8);
-- rows of a minute each second, in two keys
CREATE PROCEDURE feed(first int, last int) LANGUAGE sql AS $$
	INSERT INTO o SELECT timestamptz '2026-01-01' + i * interval '20 s', 'k' || i % 2, i % 7 + 0.5, i % 11, i / 4.0
	  FROM generate_series(first, last) i $$;
-- the view against its plain query, both ways
CREATE FUNCTION differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plain text := rtrim(continuous.one_shot(view), ';');
	n bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM ((TABLE %1$s EXCEPT ALL (%2$s)) UNION ALL ((%2$s) EXCEPT ALL TABLE %1$s)) d', view, plain) INTO n;
	RETURN n;
END $$;
CREATE FUNCTION check_all() RETURNS TABLE (view text, differences bigint) LANGUAGE plpgsql AS $$
DECLARE
	r record;
BEGIN
	FOR r IN SELECT c.oid::regclass AS view FROM continuous.views v JOIN pg_class c ON c.oid = v.view AND relnamespace = 'evolve'::regnamespace ORDER BY relname LOOP
		PERFORM continuous.sync(r.view);
	END LOOP;
	FOR r IN SELECT c.oid::regclass AS view FROM continuous.views v JOIN pg_class c ON c.oid = v.view AND relnamespace = 'evolve'::regnamespace ORDER BY relname LOOP
		view := r.view; differences := differences(r.view); RETURN NEXT;
	END LOOP;
END $$;
CREATE FUNCTION try(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text;
BEGIN
	EXECUTE statement;
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(detail, ''), nullif(hint, ''));
END $$;

-- 1. one view of each kind, with rows; then more aggregates, twice; rows in between
CREATE CONTINUOUS VIEW t AS
	SELECT window_start, k, sum(v) AS total, avg(n) AS mean FROM o GROUP BY tumble(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW h AS
	SELECT window_start, window_end, k, sum(v) AS total FROM o GROUP BY hop(ts, '2 minutes', '5 minutes'), k;
CREATE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*) FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
CREATE CONTINUOUS VIEW s AS
	SELECT window_start, window_end, k, count(*) FROM o GROUP BY session(ts, '1 minute'), k;
CREATE CONTINUOUS VIEW f WITH (emit = final, allowed_lateness = 0) AS
	SELECT window_start, k, max(n) FROM o GROUP BY tumble(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW e WITH (state_ttl = '300 days') AS
	SELECT k, sum(n) FROM o GROUP BY k;
CREATE CONTINUOUS VIEW z WITH (fill = zero) AS
	SELECT window_start, k, sum(n) FROM o GROUP BY tumble(ts, '1 minute'), k;
CALL feed(0, 60);
CALL feed(100, 200);
SELECT * FROM check_all() WHERE view NOT IN ('f', 'z');

CREATE OR REPLACE CONTINUOUS VIEW t AS
	SELECT window_start, k, sum(v) AS total, avg(n) AS mean, avg(n) + count(*) AS x, stddev(v) AS dev, min(v) AS low
	  FROM o GROUP BY tumble(ts, '5 minutes'), k;
CREATE OR REPLACE CONTINUOUS VIEW h AS
	SELECT window_start, window_end, k, sum(v) AS total, count(*), variance(n) AS var, max(k) AS last FROM o GROUP BY hop(ts, '2 minutes', '5 minutes'), k;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
CREATE OR REPLACE CONTINUOUS VIEW s AS
	SELECT window_start, window_end, k, count(*), sum(v) AS total, stddev(n) AS dev FROM o GROUP BY session(ts, '1 minute'), k;
CREATE OR REPLACE CONTINUOUS VIEW f WITH (emit = final, allowed_lateness = 0) AS
	SELECT window_start, k, max(n), min(n), avg(v) AS mean FROM o GROUP BY tumble(ts, '5 minutes'), k;
CREATE OR REPLACE CONTINUOUS VIEW e WITH (state_ttl = '300 days') AS
	SELECT k, sum(n), count(*), avg(v) AS mean FROM o GROUP BY k;
CREATE OR REPLACE CONTINUOUS VIEW z WITH (fill = zero) AS
	SELECT window_start, k, sum(n), count(*), max(v) AS high FROM o GROUP BY tumble(ts, '1 minute'), k;
SELECT * FROM check_all() WHERE view NOT IN ('f', 'z');
-- new rows, in windows that were there and in others; corrections, too
CALL feed(150, 260);
SELECT * FROM check_all() WHERE view NOT IN ('f', 'z');
SELECT count(*), count(*) FILTER (WHERE count = 0) AS fillers, count(high) FROM z;
SELECT count(*), count(min), count(mean) FROM f;

CREATE OR REPLACE CONTINUOUS VIEW t AS
	SELECT window_start, k, sum(v) AS total, avg(n) AS mean, avg(n) + count(*) AS x, stddev(v) AS dev, min(v) AS low,
		   count(DISTINCT n) AS distinct_n, percentile_cont(0.5) WITHIN GROUP (ORDER BY f) AS median, avg(v) AS mean_v, sum(n) AS sum_n
	  FROM o GROUP BY tumble(ts, '5 minutes'), k;
CREATE OR REPLACE CONTINUOUS VIEW h AS
	SELECT window_start, window_end, k, sum(v) AS total, count(*), variance(n) AS var, max(k) AS last,
		   percentile_disc(0.9) WITHIN GROUP (ORDER BY n) AS p90
	  FROM o GROUP BY hop(ts, '2 minutes', '5 minutes'), k HAVING count(n) > 0;
CREATE OR REPLACE CONTINUOUS VIEW s AS
	SELECT window_start, window_end, k, count(*), sum(v) AS total, stddev(n) AS dev, array_agg(n ORDER BY n, ts) AS all_n FROM o GROUP BY session(ts, '1 minute'), k;
CREATE OR REPLACE CONTINUOUS VIEW e WITH (state_ttl = '300 days') AS
	SELECT k, sum(n), count(*), avg(v) AS mean, count(DISTINCT n) AS distinct_n FROM o GROUP BY k;
SELECT * FROM check_all() WHERE view NOT IN ('f', 'z');
CALL feed(61, 99);
CALL feed(200, 300);
SELECT * FROM check_all() WHERE view NOT IN ('f', 'z');
SELECT attname, format_type(atttypid, -1) FROM pg_attribute WHERE attrelid = 't_results'::regclass AND attnum > 0 ORDER BY attnum;
SELECT view, "column", expression, added_at IS NOT NULL AS is_added, complete_from FROM continuous.columns WHERE view = 't'::regclass;
SELECT "column", expression, added_at IS NOT NULL AS is_added, complete_from FROM continuous.columns WHERE view = 'h'::regclass;
SELECT replace(ltrim(substring(pg_get_viewdef('t_definition') FROM E'[^\n]*cv_aggregates')), 'o.', '') AS cv_aggregates;
-- nothing was read twice: old states have what they had
SELECT view FROM continuous.stats WHERE rows_read <> (SELECT count(*) FROM o) AND view IN ('t'::regclass, 'h'::regclass, 's'::regclass, 'e'::regclass);

-- 2. other expressions, other orders, aggregates that are not used any more and come back
CREATE CONTINUOUS VIEW r AS SELECT window_start, sum(n)::numeric / count(*) AS q FROM o GROUP BY tumble(ts, '5 minutes');
SELECT continuous.sync('r');
CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, 1.0 / count(*) * sum(n) AS q FROM o GROUP BY tumble(ts, '5 minutes');
CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, max(n)::numeric AS q FROM o GROUP BY tumble(ts, '5 minutes');
CALL feed(0, 20);
CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, sum(n)::numeric AS q, count(*) + max(n) AS m, sum(n) FROM o GROUP BY tumble(ts, '5 minutes') HAVING max(n) > 0;
SELECT * FROM check_all() WHERE view = 'r';
SELECT attname FROM pg_attribute WHERE attrelid = 'r_results'::regclass AND attnum > 0 ORDER BY attnum;
SELECT "column", expression, added_at IS NOT NULL AS is_added FROM continuous.columns WHERE view = 'r'::regclass;
-- names
ALTER VIEW r RENAME COLUMN m TO cv_aggregates;
ALTER VIEW r RENAME COLUMN m TO most;
ALTER VIEW r RENAME COLUMN sum TO total;
SELECT try('CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, sum(n)::numeric AS q, count(*) + max(n) AS m, sum(n) AS total FROM o GROUP BY tumble(ts, ''5 minutes'')');
SELECT try('CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, sum(n)::numeric AS q, count(*) + max(n) AS most, sum(n) AS total, min(n) AS cv_key, min(k) AS agg_1 FROM o GROUP BY tumble(ts, ''5 minutes'')');
SELECT try('CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, sum(n)::numeric AS q, count(*) + max(n) AS most, sum(n) AS total, min(n) AS cv_key, min(k) AS agg_1, max(k) AS cv_aggregates FROM o GROUP BY tumble(ts, ''5 minutes'')');
SELECT * FROM check_all() WHERE view = 'r';
-- a column of users' before and behind those that are added; emit goes back and forth
ALTER TABLE r_results ADD COLUMN twice numeric GENERATED ALWAYS AS (agg_1 * 2) STORED;
CREATE OR REPLACE CONTINUOUS VIEW r WITH (emit = final) AS SELECT window_start, sum(n)::numeric AS q, count(*) + max(n) AS most, sum(n) AS total, min(n) AS cv_key, min(k) AS agg_1, avg(f) AS mean FROM o GROUP BY tumble(ts, '5 minutes');
ALTER TABLE r_results ADD COLUMN half float8 GENERATED ALWAYS AS (mean / 2) STORED;
CALL feed(290, 310);
SELECT continuous.sync('r');
CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, sum(n)::numeric AS q, count(*) + max(n) AS most, sum(n) AS total, min(n) AS cv_key, min(k) AS agg_1, avg(f) AS mean, max(f) AS high FROM o GROUP BY tumble(ts, '5 minutes');
CALL feed(300, 320);
SELECT * FROM check_all() WHERE view = 'r';
SELECT count(*) FROM r_results WHERE half IS DISTINCT FROM mean / 2 OR twice IS DISTINCT FROM agg_1 * 2;
DROP VIEW r;
SELECT count(*) FROM continuous.generation WHERE view::regclass::text = 'r';

-- 3. watermark_by: two hidden columns
CREATE CONTINUOUS VIEW w WITH (watermark_by = k, idle_timeout = '1 hour') AS SELECT window_start, sum(n) FROM o GROUP BY tumble(ts, '5 minutes');
SELECT continuous.sync('w');
CREATE OR REPLACE CONTINUOUS VIEW w WITH (watermark_by = k, idle_timeout = '1 hour') AS SELECT window_start, sum(n), max(n) FROM o GROUP BY tumble(ts, '5 minutes');
CREATE OR REPLACE CONTINUOUS VIEW w WITH (watermark_by = k, idle_timeout = '1 hour') AS SELECT window_start, sum(n), max(n), min(v) AS low FROM o GROUP BY tumble(ts, '5 minutes');
ALTER VIEW w RENAME COLUMN low TO least;
SELECT attname FROM pg_attribute WHERE attrelid = 'w_definition'::regclass ORDER BY attnum;
CALL feed(321, 330);
SELECT * FROM check_all() WHERE view = 'w';
DROP VIEW w;

-- 4. rolled back, it was nothing
BEGIN;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean, max(n) FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
SELECT count(*) = count(max) AS is_filled FROM c;
ROLLBACK;
BEGIN;
SAVEPOINT one;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean, max(n) FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
ROLLBACK TO one;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean, min(n) FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
COMMIT;
CALL feed(331, 335);
SELECT * FROM check_all() WHERE view = 'c';
-- in one transaction with the view, and with rows
BEGIN;
CREATE CONTINUOUS VIEW b AS SELECT window_start, sum(n) FROM o GROUP BY tumble(ts, '5 minutes');
CREATE OR REPLACE CONTINUOUS VIEW b AS SELECT window_start, sum(n), max(n) FROM o GROUP BY tumble(ts, '5 minutes');
CALL feed(336, 340);
CREATE OR REPLACE CONTINUOUS VIEW b AS SELECT window_start, sum(n), max(n), avg(v) AS mean FROM o GROUP BY tumble(ts, '5 minutes');
COMMIT;
SELECT * FROM check_all() WHERE view = 'b';
BEGIN ISOLATION LEVEL REPEATABLE READ;
CREATE OR REPLACE CONTINUOUS VIEW b AS SELECT window_start, sum(n), max(n), avg(v) AS mean, min(n) FROM o GROUP BY tumble(ts, '5 minutes');
ROLLBACK;
DROP VIEW b;

-- 5. what is refused, and why
\set again 'CREATE OR REPLACE CONTINUOUS VIEW t AS SELECT window_start, k, sum(v) AS total, avg(n) AS mean, avg(n) + count(*) AS x, stddev(v) AS dev, min(v) AS low, count(DISTINCT n) AS distinct_n, percentile_cont(0.5) WITHIN GROUP (ORDER BY f) AS median, avg(v) AS mean_v, sum(n) AS sum_n, max(f) AS high FROM '
:again ONLY o GROUP BY tumble(ts, '5 minutes'), k;
:again o GROUP BY tumble(ts, '6 minutes'), k;
:again o GROUP BY tumble(ts, '5 minutes', '2026-01-01 00:01'), k;
:again o GROUP BY hop(ts, '5 minutes', '5 minutes'), k;
:again o GROUP BY tumble(ts + interval '1 s', '5 minutes'), k;
:again o WHERE n > 1 GROUP BY tumble(ts, '5 minutes'), k;
:again o GROUP BY tumble(ts, '5 minutes'), k, n;
:again o JOIN (VALUES (1)) x (i) ON true GROUP BY tumble(ts, '5 minutes'), k;
CREATE OR REPLACE CONTINUOUS VIEW t AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 minutes'), k;
CREATE OR REPLACE CONTINUOUS VIEW t AS SELECT window_start, k, sum(n) AS total FROM o GROUP BY tumble(ts, '5 minutes'), k;
SELECT continuous.sync('t'), differences('t');

-- 6. rows that are gone: new columns have what is left, and say from when on they have all
DELETE FROM o WHERE ts < '2026-01-01 00:31:10';
CREATE OR REPLACE CONTINUOUS VIEW h AS
	SELECT window_start, window_end, k, sum(v) AS total, count(*), variance(n) AS var, max(k) AS last,
		   percentile_disc(0.9) WITHIN GROUP (ORDER BY n) AS p90, count(v) AS left
	  FROM o GROUP BY hop(ts, '2 minutes', '5 minutes'), k HAVING count(n) > 0;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean, min(n), count(v) AS left FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
CREATE OR REPLACE CONTINUOUS VIEW s AS
	SELECT window_start, window_end, k, count(*), sum(v) AS total, stddev(n) AS dev, array_agg(n ORDER BY n, ts) AS all_n, count(v) AS left FROM o GROUP BY session(ts, '1 minute'), k;
CREATE OR REPLACE CONTINUOUS VIEW e WITH (state_ttl = '300 days') AS
	SELECT k, sum(n), count(*), avg(v) AS mean, count(DISTINCT n) AS distinct_n, count(v) AS left FROM o GROUP BY k;
SELECT view, "column", complete_from FROM continuous.columns WHERE complete_from IS DISTINCT FROM '-infinity' AND "column" = 'left' ORDER BY view::text;
SELECT window_start, window_end, k, count, "left" FROM h WHERE count <> "left" OR "left" IS NULL ORDER BY 1 DESC, 2, 3 LIMIT 4;
SELECT count(*) FROM h WHERE count IS DISTINCT FROM "left" AND window_start >= '2026-01-01 00:32:00';
SELECT window_start, window_end, count, "left" FROM c ORDER BY 1, 2;
SELECT k, count, "left" FROM e ORDER BY k;
-- corrections of such windows count on
INSERT INTO o VALUES ('2026-01-01 00:30:00', 'k0', 1, 1, 1), ('2026-01-01 00:10:00', 'k0', 1, 1, 1);
SELECT continuous.sync('c'), continuous.sync('h');
SELECT window_start, window_end, count, "left" FROM c ORDER BY 1, 2;
DELETE FROM o;
SELECT continuous.sync('t');
:again o GROUP BY tumble(ts, '5 minutes'), k;
SELECT "column", complete_from FROM continuous.columns WHERE view = 't'::regclass AND complete_from IS DISTINCT FROM '-infinity';
CALL feed(342, 400);
SELECT continuous.sync('t');
SELECT count(*) FROM (SELECT window_start, k, high FROM t WHERE window_start >= '2026-01-01 01:55' EXCEPT SELECT lower(continuous.tumble(ts, '5 minutes')), k, max(f) FROM o GROUP BY 1, 2) d;
-- rebuilt, all columns have the same rows again
SELECT continuous.rebuild('t');
SELECT * FROM check_all() WHERE view = 't';
SELECT count(*) FROM continuous.columns WHERE view = 't'::regclass AND complete_from IS DISTINCT FROM '-infinity';

-- 7. whoever replaces a view, what is made for it is its owner's
CREATE ROLE regress_evolve;
GRANT USAGE, CREATE ON SCHEMA evolve TO regress_evolve;
GRANT SELECT, TRIGGER ON o TO regress_evolve;
ALTER VIEW c OWNER TO regress_evolve;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean, min(n), count(v) AS left, count(DISTINCT k) AS keys FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
SELECT relname, relowner::regrole FROM pg_class WHERE relname ~ '^c($|_)' AND relkind IN ('r', 'v') ORDER BY 1;
SET ROLE regress_evolve;
CREATE OR REPLACE CONTINUOUS VIEW c AS
	SELECT window_start, window_end, count(*), avg(v) AS mean, min(n), count(v) AS left, count(DISTINCT k) AS keys, max(k) AS last FROM o GROUP BY cumulate(ts, '5 minutes', '15 minutes');
RESET ROLE;
SELECT continuous.sync('c');
SELECT * FROM c ORDER BY 1, 2;
DROP SCHEMA evolve CASCADE;
DROP ROLE regress_evolve;
SELECT count(*) FROM continuous.generation WHERE view NOT IN (SELECT oid FROM pg_class);
