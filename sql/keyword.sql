-- CREATE CONTINUOUS VIEW parses in every spelling and from everywhere, and
-- "continuous" stays a name like any other.
CREATE SCHEMA keyword;
SET search_path = keyword;
SET client_min_messages = warning;
CREATE TABLE o (ts timestamptz, k text);

-- space, comments and letters of any kind between and in the words
CREATE CONTINUOUS VIEW v1 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
create/**/continuous/* /* nested */ */view v2 as select window_start, count(*) from o group by tumble(ts, '1 hour');
Create -- comment
	Continuous -- view
	View v3 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE
CONTINUOUS
VIEW v4 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
create continuous--
view v5 as select window_start, count(*) from o group by tumble(ts, '1 hour');
CREATE/* ' */OR--;
REPLACE	CONTINUOUS VIEW v6 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
SELECT 1 AS one\; CREATE CONTINUOUS VIEW v7 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');

-- only CREATE knows the word, and says so
DROP CONTINUOUS VIEW v1;
alter  continuous
	view v1 SET (emit = final);
COMMENT ON CONTINUOUS VIEW v1 IS 'é';
SELECT 'é' AS two_bytes\; DROP CONTINUOUS VIEW v1;
CREATE TEMP CONTINUOUS VIEW v1 AS SELECT 1;
CREATE CONTINUOUS MATERIALIZED VIEW v1 AS SELECT 1;
CREATE CONTINUOUS TABLE v1 (a int);
DROP continuous;
SELECT continuous continuous continuous;

-- syntax errors behind it are shown where they are
CREATE CONTINUOUS VIEW IF NOT EXISTS v1 AS SELECT 1;
CREATE OR REPLACE CONTINUOUS /* é */ VIEW "é" AS SELECT window_start, count(*) FROM WHERE o;
SELECT 1 AS one\; CREATE CONTINUOUS VIEW v1 AS SELECT 1 WITH NO DATA;

-- in functions and dynamic SQL
DO $$
BEGIN
	CREATE CONTINUOUS VIEW v8 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
	EXECUTE 'create continuous view v9 as select window_start, count(*) from o group by tumble(ts, ''1 hour'')';
END $$;
CREATE FUNCTION make(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE CONTINUOUS VIEW %I AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, ''1 hour'')', name);
END $$;
SELECT make('v10');

-- a long statement
DO $$
BEGIN
	EXECUTE format('CREATE CONTINUOUS /* %s */ VIEW v11 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, ''1 hour'')', repeat('x', 1000000));
END $$;

SELECT view FROM continuous.views WHERE view::text ~ '^(keyword\.)?v[0-9]+$' ORDER BY substr(view::text, 2)::int;

-- no hit: something else between or behind the words
\set VERBOSITY terse
CREATE CONTINUOUS;
CREATE CONTINUOUS TABLE t (a int);
CREATE CONTINUOUS views AS SELECT 1;
CREATE CONTINUOUS view_ AS SELECT 1;
CREATE CONTINUOUS "view" AS SELECT 1;
CREATE "x" CONTINUOUS VIEW v AS SELECT 1;
CREATE 5 CONTINUOUS VIEW v AS SELECT 1;
"create" CONTINUOUS VIEW v AS SELECT 1;
CREATE OR CONTINUOUS VIEW v AS SELECT 1;
REPLACE CONTINUOUS VIEW v AS SELECT 1;
CREATE averyveryverylongwordindeed CONTINUOUS VIEW v AS SELECT 1;
/* create */ CONTINUOUS VIEW v AS SELECT 1;
-- what was remembered of a statement that failed means nothing to the next one
CREATE 5;
CONTINUOUS VIEW v AS SELECT 1;
CREATE UNLOGGED VIEW v AS SELECT 1;
\set VERBOSITY default

-- continuous as a name
CREATE TABLE continuous (continuous int, "create" int, view int);
INSERT INTO continuous (continuous, "create", view) VALUES (1, 2, 3);
SELECT continuous FROM continuous;
SELECT "create" continuous, continuous view FROM continuous;
SELECT 4 AS create, continuous view FROM continuous;
SELECT continuous.continuous view FROM continuous AS continuous;
CREATE VIEW w AS SELECT continuous AS continuous FROM continuous;
SELECT * FROM w;
PREPARE continuous AS SELECT continuous FROM continuous;
EXECUTE continuous;
EXPLAIN (COSTS OFF) SELECT continuous FROM continuous;
DO $$
DECLARE
	continuous int := 1;
BEGIN
	continuous := continuous + 1;
	RAISE WARNING '%', continuous;
END $$;
SELECT quote_ident(word) FROM unnest('{create,continuous,view,or,replace,continuous}'::text[]) AS word;

DROP SCHEMA keyword CASCADE;
