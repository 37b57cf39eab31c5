-- DROP takes along all that belongs to a continuous view, by whatever way.
CREATE SCHEMA drop_view;
CREATE ROLE regress_drop_owner;
GRANT ALL ON SCHEMA drop_view TO regress_drop_owner;
SET search_path = drop_view;
SET client_min_messages = warning;
CREATE TABLE o (ts timestamptz, k text, v numeric);
CREATE TABLE parts (ts timestamptz, n int) PARTITION BY RANGE (ts);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
CREATE FUNCTION make() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
	CREATE CONTINUOUS VIEW v WITH (emit = final, late_rows = keep) AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
	CREATE CONTINUOUS VIEW p AS SELECT window_start, count(*) FROM parts GROUP BY tumble(ts, '5 min');
END $$;
CREATE FUNCTION left_over() RETURNS TABLE (what text) LANGUAGE sql AS $$
	SELECT relname::text FROM pg_class WHERE relnamespace = 'drop_view'::regnamespace AND relname NOT IN ('o', 'parts', 'parts_1')
	UNION ALL SELECT 'trigger on ' || tgrelid::regclass FROM pg_trigger WHERE tgrelid IN (to_regclass('o'), to_regclass('parts'), to_regclass('parts_1'))
	UNION ALL SELECT 'row of ' || v.view::oid::regclass FROM continuous.view v
	UNION ALL SELECT 'position' FROM continuous.position
	UNION ALL SELECT 'status' FROM continuous.status
	ORDER BY 1 $$;

-- the view
SELECT make();
SELECT left_over();
DROP VIEW v, p;
SELECT left_over();
DROP VIEW v;
DROP VIEW IF EXISTS v;

-- rolled back
SELECT make();
BEGIN;
DROP VIEW v;
SELECT count(*) FROM continuous.view;
ROLLBACK;
SELECT left_over();

-- something depends on it
CREATE VIEW over AS SELECT * FROM v;
DROP VIEW v;
DROP VIEW v CASCADE;
SELECT left_over();
DROP VIEW p;

-- a member alone
SELECT make();
DROP TABLE v_results;
DROP TABLE v_results CASCADE;
DROP VIEW v_definition CASCADE;
DROP TABLE v_state;
DROP TABLE v_late;
DROP TABLE o, v_late;
DROP INDEX v_results_pkey;
DROP TABLE v;
DROP MATERIALIZED VIEW v;

-- the input
\set VERBOSITY terse
DROP TABLE o;
DROP TABLE parts;
\set VERBOSITY default
ALTER TABLE o DROP COLUMN v;
ALTER TABLE parts DETACH PARTITION parts_1;
SELECT tgrelid::regclass FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc ORDER BY 1;
UPDATE parts_1 SET n = 1;
ALTER TABLE parts ATTACH PARTITION parts_1 FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
DROP TABLE parts_1;
BEGIN;
ALTER TABLE o DROP COLUMN v CASCADE;
DROP TABLE parts CASCADE;
SELECT left_over();
ROLLBACK;
BEGIN;
DROP TABLE o, parts CASCADE;
SELECT left_over();
ROLLBACK;

-- the schema, the owner, the extension
BEGIN;
CREATE SCHEMA drop_inner;
CREATE CONTINUOUS VIEW drop_inner.v AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
DROP SCHEMA drop_inner;
ROLLBACK;
BEGIN;
CREATE SCHEMA drop_inner;
CREATE CONTINUOUS VIEW drop_inner.v AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
DROP SCHEMA drop_inner CASCADE;
SELECT count(*) FROM continuous.view;
SELECT tgname FROM pg_trigger WHERE tgrelid = 'o'::regclass;
ROLLBACK;
DROP VIEW v, p;
GRANT SELECT, TRIGGER ON o TO regress_drop_owner;
SET ROLE regress_drop_owner;
CREATE CONTINUOUS VIEW v WITH (emit = final, late_rows = keep) AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
RESET ROLE;
BEGIN;
REASSIGN OWNED BY regress_drop_owner TO CURRENT_USER;
SELECT DISTINCT relowner = 'regress_drop_owner'::regrole FROM pg_class WHERE relname LIKE 'v%' AND relnamespace = 'drop_view'::regnamespace;
ROLLBACK;
DROP OWNED BY regress_drop_owner;
SELECT left_over();
SELECT make();
\set VERBOSITY terse
DROP EXTENSION pg_continuous;
\set VERBOSITY default
BEGIN;
DROP FUNCTION left_over();
DROP EXTENSION pg_continuous CASCADE;
SELECT relname FROM pg_class WHERE relnamespace = 'drop_view'::regnamespace ORDER BY 1;
SELECT nspname FROM pg_namespace WHERE nspname = 'continuous';
SELECT tgname FROM pg_trigger WHERE tgrelid = 'o'::regclass;
CREATE VIEW v WITH (continuous) AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
ROLLBACK;
BEGIN;
DROP FUNCTION left_over();
DROP EXTENSION pg_continuous CASCADE;
CREATE EXTENSION pg_continuous;
SELECT make();
SELECT v.view FROM continuous.view v ORDER BY v.view::text;
ROLLBACK;
SELECT v.view FROM continuous.view v ORDER BY v.view::text;

-- types, collations and functions that a view is made with
CREATE TABLE typed (ts timestamptz, k text, n int);
CREATE TYPE mood AS ENUM ('a', 'b');
CREATE DOMAIN word AS text;
CREATE TYPE pair AS (a int, b text);
CREATE COLLATION mine FROM "C";
CREATE FUNCTION f(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1';
CREATE FUNCTION make_typed() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	CREATE CONTINUOUS VIEW t1 WITH (emit = final, late_rows = keep) AS SELECT window_start, k::mood AS k, max(k::mood) FROM typed GROUP BY tumble(ts, '5 min'), k::mood;
	CREATE CONTINUOUS VIEW t2 AS SELECT window_start, k::word AS k, count(*) FROM typed GROUP BY tumble(ts, '5 min'), k::word;
	CREATE CONTINUOUS VIEW t3 AS SELECT window_start, ROW(n, k)::pair AS k, count(*) FROM typed GROUP BY tumble(ts, '5 min'), ROW(n, k)::pair;
	CREATE CONTINUOUS VIEW t4 AS SELECT window_start, k COLLATE mine AS k, max(k COLLATE mine) FROM typed GROUP BY tumble(ts, '5 min'), k COLLATE mine;
	CREATE CONTINUOUS VIEW t5 AS SELECT window_start, f(k) AS k, array_agg_of(n) FROM typed GROUP BY tumble(ts, '5 min'), f(k);
END $$;
CREATE AGGREGATE array_agg_of(int) (SFUNC = array_append, STYPE = int[]);
SELECT make_typed();
\set VERBOSITY terse
DROP TYPE mood;
DROP DOMAIN word;
DROP TYPE pair;
DROP COLLATION mine;
DROP FUNCTION f;
DROP AGGREGATE array_agg_of(int);
\set VERBOSITY default
DROP TYPE mood CASCADE;
SELECT array_agg(relname ORDER BY relname) FROM pg_class WHERE relname ~ '^t[1-5]' AND relkind IN ('r', 'v');
DROP DOMAIN word CASCADE;
SELECT array_agg(relname ORDER BY relname) FROM pg_class WHERE relname ~ '^t[1-5]' AND relkind IN ('r', 'v');
DROP TYPE pair CASCADE;
SELECT array_agg(relname ORDER BY relname) FROM pg_class WHERE relname ~ '^t[1-5]' AND relkind IN ('r', 'v');
DROP COLLATION mine CASCADE;
SELECT array_agg(relname ORDER BY relname) FROM pg_class WHERE relname ~ '^t[1-5]' AND relkind IN ('r', 'v');
DROP AGGREGATE array_agg_of(int) CASCADE;
SELECT array_agg(relname ORDER BY relname) FROM pg_class WHERE relname ~ '^t[1-5]' AND relkind IN ('r', 'v');
SELECT tgname FROM pg_trigger WHERE tgrelid = 'typed'::regclass;

DROP SCHEMA drop_view CASCADE;
SELECT count(*) FROM continuous.view;
DROP ROLE regress_drop_owner;
