-- cases.md C37: renames, types and odd names, of everything that a view reads
-- and is made of.
CREATE SCHEMA names;
SET search_path = names;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- a name that is too long is cut, as PostgreSQL says it; members find names of their own
CREATE SCHEMA "We ird";
CREATE TABLE "We ird"."Meß""Werte" ("Time" timestamptz, "group" text, v int);
SET client_min_messages = notice;
CREATE CONTINUOUS VIEW "We ird"."Summe per 5 Minuten mit einem Namen der deutlich laenger als 63 Zeichen ist" WITH (watermark_delay = '0 s', allowed_lateness = '1 hour', late_rows = keep) AS
	SELECT window_start AS "Time", "group", sum(v) AS "sum", count(*) AS "count" FROM "We ird"."Meß""Werte" GROUP BY tumble("Time", interval '5 minutes'), "group";
SET client_min_messages = warning;
INSERT INTO "We ird"."Meß""Werte" VALUES ('2024-05-01 00:01Z', 'x', 1);
SELECT relname, length(relname) FROM pg_class WHERE relnamespace = '"We ird"'::regnamespace AND relkind IN ('r', 'v') ORDER BY 1;
SELECT continuous.sync(view) FROM continuous.views WHERE input = '"We ird"."Meß""Werte"'::regclass;
ALTER TABLE "We ird"."Meß""Werte" RENAME COLUMN v TO val;
ALTER TABLE "We ird"."Meß""Werte" RENAME COLUMN "group" TO "select from";
ALTER TABLE "We ird"."Meß""Werte" ADD COLUMN extra int;
ALTER TABLE "We ird"."Meß""Werte" RENAME TO m2;
ALTER SCHEMA "We ird" RENAME TO w2;
INSERT INTO w2.m2 ("Time", "select from", val) VALUES ('2024-05-01 00:02Z', 'x', 2);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'w2.m2'::regclass;
TABLE w2."Summe per 5 Minuten mit einem Namen der deutlich laenger als 63";
-- the view itself, to another odd name, and its columns
ALTER VIEW w2."Summe per 5 Minuten mit einem Namen der deutlich laenger als 63" RENAME TO "x;--"" $$";
ALTER VIEW w2."x;--"" $$" RENAME COLUMN "sum" TO "sum of ""val""";
SELECT relname FROM pg_class WHERE relnamespace = 'w2'::regnamespace AND relkind IN ('r', 'v') ORDER BY 1;
INSERT INTO w2.m2 ("Time", "select from", val) VALUES ('2024-05-01 09:02Z', 'x', 4);
INSERT INTO w2.m2 ("Time", "select from", val) VALUES ('2024-05-01 00:02Z', 'x', 8);
SELECT continuous.sync('w2."x;--"" $$"');
TABLE w2."x;--"" $$" ORDER BY 1;
SELECT row_data FROM w2."x;--"" $$_late";
SELECT continuous.recompute('w2."x;--"" $$"');
TABLE w2."x;--"" $$" ORDER BY 1;
SELECT strpos(one_shot, 'sum of ""val""') > 0 AS is_quoted FROM continuous.one_shot('w2."x;--"" $$"');
CREATE OR REPLACE CONTINUOUS VIEW w2."x;--"" $$" WITH (watermark_delay = '0 s', allowed_lateness = '1 hour', late_rows = keep) AS
	SELECT window_start AS "Time", "select from" AS "group", sum(val) AS "sum of ""val""", count(*) AS "count", max(extra) AS "x'y" FROM w2.m2 GROUP BY tumble("Time", interval '5 minutes'), "select from";
TABLE w2."x;--"" $$" ORDER BY 1;
ALTER VIEW w2."x;--"" $$" SET (emit = final);
ALTER VIEW w2."x;--"" $$" SET (emit = update);
-- types, columns, tables: a dependency error each, nothing half done
\set VERBOSITY terse
ALTER TABLE w2.m2 ALTER COLUMN val TYPE bigint;
ALTER TABLE w2.m2 DROP COLUMN val;
ALTER TABLE w2.m2 DROP COLUMN "select from";
ALTER TABLE w2.m2 DROP COLUMN extra;
DROP TABLE w2.m2;
DROP SCHEMA w2;
SET client_min_messages = error;
ALTER TABLE w2.m2 DROP COLUMN val CASCADE;
SELECT count(*) FROM pg_class WHERE relnamespace = 'w2'::regnamespace AND relname <> 'm2' AND relkind IN ('r', 'v');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'w2.m2'::regclass;
DROP SCHEMA w2 CASCADE;
SET client_min_messages = warning;

-- a column that is called as a bound of the window
CREATE TABLE c37b (ts timestamptz, window_start int, v int);
CREATE CONTINUOUS VIEW c37b_v WITH (watermark_delay = '0 s') AS SELECT window_start, sum(v) AS s FROM c37b GROUP BY tumble(ts, interval '5 minutes');
CREATE CONTINUOUS VIEW c37b_v WITH (watermark_delay = '0 s') AS SELECT lower(tumble(ts, interval '5 minutes')) AS start, sum(v) AS s FROM c37b GROUP BY tumble(ts, interval '5 minutes');
INSERT INTO c37b VALUES ('2024-05-01 00:01Z', -7, 3), ('2024-05-01 03:00Z', -8, 0);
SELECT continuous.sync('c37b_v');
TABLE c37b_v ORDER BY 1;
-- one that gets the name later changes nothing
CREATE TABLE c (ts timestamptz, v int);
CREATE CONTINUOUS VIEW c_v AS SELECT window_start, sum(v) AS s FROM c GROUP BY tumble(ts, interval '5 minutes');
ALTER TABLE c ADD COLUMN window_start int DEFAULT -7;
ALTER TABLE c ADD COLUMN cv_key int, ADD COLUMN cv_state text, ADD COLUMN _updated_at text;
INSERT INTO c VALUES ('2024-05-01 00:01Z', 3);
SELECT continuous.sync('c_v');
TABLE c_v;

-- names of columns in the result that are those of ours, of the system, of functions and of keywords
CREATE TABLE k (ts timestamptz, "window_end" text, "tableoid." text, "user" text, "$1" int, "," int);
CREATE CONTINUOUS VIEW k_v AS SELECT "window_end", "tableoid.", "user", sum("$1") AS "cv_key", max(",") AS "_corrections", count(*) AS "cv_state" FROM k GROUP BY tumble(ts, interval '5 minutes'), "window_end", "tableoid.", "user";
CREATE CONTINUOUS VIEW k_v2 AS SELECT lower(tumble(ts, interval '5 minutes')) AS "select", "user" AS "from", string_agg("window_end", ',' ORDER BY ",") AS "group by", count(*) FILTER (WHERE "$1" > 0) AS "A b", max("$1") AS "a B" FROM k GROUP BY tumble(ts, interval '5 minutes'), "user";
INSERT INTO k VALUES ('2024-05-01 00:01Z', 'e', 't', 'u', 1, 2), ('2024-05-01 00:01Z', 'f', 't', 'u', 0, 1);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'k'::regclass;
SELECT * FROM k_v2;
SELECT * FROM k_v ORDER BY 1;

-- the members' names are taken, by a table and by a type
CREATE TABLE taken (ts timestamptz, v int);
CREATE TABLE taken_v_results (x int);
CREATE TYPE taken_v_late AS (x int);
CREATE VIEW taken_v_definition AS SELECT 1 AS x;
CREATE CONTINUOUS VIEW taken_v WITH (late_rows = keep) AS SELECT window_start, sum(v) AS s FROM taken GROUP BY tumble(ts, interval '5 minutes');
SELECT results, late FROM continuous.views WHERE view = 'taken_v'::regclass;
ALTER VIEW taken_v RENAME TO taken_w;
SELECT results, late FROM continuous.views WHERE view = 'taken_w'::regclass;
ALTER VIEW taken_w RENAME TO taken;
INSERT INTO taken VALUES ('2024-05-01 00:01Z', 3);
SELECT continuous.sync('taken_w');
TABLE taken_w;

SET client_min_messages = error;
DROP SCHEMA names CASCADE;
SELECT count(*) FROM continuous.view;
