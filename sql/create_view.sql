-- What CREATE CONTINUOUS VIEW accepts, and what it makes.
CREATE SCHEMA make;
SET search_path = make;
-- from 16 on, columns are not qualified where there is only one relation
CREATE FUNCTION definition_of(view regclass) RETURNS text LANGUAGE sql AS $$
	SELECT regexp_replace(pg_get_viewdef(view, true), '\m(v_results|o|w)\.', '', 'g') $$;
CREATE TABLE o (id bigint PRIMARY KEY, ts timestamptz, t timestamp, d date, k text COLLATE "C", v numeric(10,2), n int);

-- literal syntax, however it is spelled
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, interval '5 minutes');
SET client_min_messages = warning;
create /* why */ Continuous -- not
	view
v2 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, interval '1' minute);
CREATE OR REPLACE CONTINUOUS VIEW v3 WITH (allowed_lateness = '2 minutes', backfill = off) AS SELECT window_end, sum(v) FROM o GROUP BY 1, tumble(ts, '1 h');
CREATE OR REPLACE CONTINUOUS VIEW v3 WITH (allowed_lateness = '2 minutes', backfill = off) AS SELECT window_end, sum(v) FROM o GROUP BY tumble(ts, '1 h');
CREATE VIEW v4 WITH (continuous = on) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, interval '5 minutes');
SELECT v.view, definition, results, late, state, input, options FROM continuous.view v ORDER BY v.view::text;
SELECT relname, relkind FROM pg_class WHERE relnamespace = 'make'::regnamespace AND relname <> 'o' ORDER BY 1;
SELECT name FROM continuous.view v, unnest(settings) s, split_part(s, '=', 1) name WHERE v.view = 'v'::regclass;
DROP VIEW v, v2, v3, v4;

-- what is made
CREATE CONTINUOUS VIEW v WITH (late_rows = keep, emit = final, security_barrier) AS
	SELECT window_start, window_end, k, lower(k) AS low, sum(v) AS total, count(*) AS rows, sum(v) / count(*) AS mean, max(n) FILTER (WHERE v > 1) - min(n) AS spread
	  FROM o WHERE v > 0
	 GROUP BY tumble(ts, interval '5 minutes'), k, lower(k), n % 10
	HAVING count(*) > 1 AND max(v) < 10
	 ORDER BY window_start, avg(v);
\d v
SELECT reloptions, definition_of(oid) FROM pg_class WHERE oid IN ('v'::regclass, 'v_definition'::regclass) ORDER BY relname;
\d v_definition
\d v_results
\d v_state
\d v_late
\d o
SELECT relname, reloptions FROM pg_class WHERE relnamespace = 'make'::regnamespace AND reloptions IS NOT NULL ORDER BY 1;
SELECT continuous.one_shot('v');
DROP VIEW v;

-- in PL/pgSQL, DO, EXECUTE, CREATE SCHEMA and the extended protocol
DO $$ BEGIN CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h'); END $$;
DO $$ BEGIN EXECUTE 'CREATE CONTINUOUS VIEW v2 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, ''1 h'')'; END $$;
CREATE FUNCTION make() RETURNS void LANGUAGE plpgsql AS $$ BEGIN CREATE CONTINUOUS VIEW v3 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h'); END $$;
SELECT make();
DROP VIEW v3;
SELECT make();
CREATE SCHEMA make_inner CREATE TABLE o (ts timestamptz) CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM make_inner.o GROUP BY tumble(ts, '1 h');
SELECT v.view FROM continuous.view v ORDER BY v.view::text;
DROP SCHEMA make_inner CASCADE;
DROP VIEW v, v2, v3;

-- several statements in one string
SELECT 1 AS one \; CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h') \; CREATE UNLOGGED VIEW x AS SELECT 'CONTINUOUS';
SELECT count(*) FROM continuous.view;

-- rolled back like any DDL
BEGIN;
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
SELECT count(*) FROM continuous.view;
SAVEPOINT s;
CREATE CONTINUOUS VIEW v2 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
SELECT count(*) FROM continuous.view;
ROLLBACK TO s;
SELECT count(*) FROM continuous.view;
UPDATE o SET n = 1;
INSERT INTO o VALUES (1, '2024-01-01', NULL, NULL, 'a', 1, 1);
SAVEPOINT s;
UPDATE o SET n = 2;
ROLLBACK TO s;
ROLLBACK;
SELECT count(*) FROM continuous.view;
SELECT tgname FROM pg_trigger WHERE tgrelid = 'o'::regclass;

-- names that need quotes, names that are long, names that are taken
CREATE TABLE "We ird" ("Time" timestamptz, "select" int, "a""b" text);
CREATE CONTINUOUS VIEW "Sum ""per"" 5 min" ("Start", "group", total) AS
	SELECT window_start, "a""b", sum("select") FROM "We ird" GROUP BY tumble("Time", '5 min'), "a""b";
\d "Sum ""per"" 5 min"
\d "Sum ""per"" 5 min_results"
CREATE TABLE v_results ();
CREATE TABLE v_definition ();
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
CREATE CONTINUOUS VIEW a_name_that_is_exactly_as_long_as_a_name_can_be_in_postgresql_12 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
CREATE CONTINUOUS VIEW a_name_that_is_exactly_as_long_as_a_name_can_be_in_postgresql_13 AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
SELECT v.view, definition, results FROM continuous.view v ORDER BY v.view::text;
SELECT tgname FROM pg_trigger WHERE tgrelid = 'o'::regclass ORDER BY 1;
DROP VIEW v, "Sum ""per"" 5 min", a_name_that_is_exactly_as_long_as_a_name_can_be_in_postgresql_12;
DROP TABLE v_results, v_definition;

-- columns of the result table
CREATE CONTINUOUS VIEW v (cv_key, window_start, tableoid_, x, a, b) AS
	SELECT k, window_end, tableoid, n, max(n), max(n) + min(n) FROM o GROUP BY tumble(ts, '1 h'), k, n, tableoid, id % 2;
SELECT attname, format_type(atttypid, atttypmod), collname FROM pg_attribute LEFT JOIN pg_collation c ON c.oid = attcollation
	WHERE attrelid = 'v_results'::regclass AND attnum > 0 ORDER BY attnum;
SELECT definition_of('v');
DROP VIEW v;

-- the window: by position, alias, named arguments, in the select list
CREATE FUNCTION window_of(view text) RETURNS text LANGUAGE sql AS $$
	SELECT substring(definition_of(definition) FROM 'GROUP BY .*') FROM continuous.view v WHERE v.view::text = $1 $$;
CREATE CONTINUOUS VIEW v AS SELECT tumble(ts, '1 h') AS w, count(*) FROM o GROUP BY 1;
SELECT window_of('v'), definition_of('v');
DROP VIEW v;
CREATE CONTINUOUS VIEW v AS SELECT tumble(t, size => '1 day', origin => '2000-01-01') AS w, window_end - window_start AS len, count(*) FROM o GROUP BY w;
SELECT window_of('v'), definition_of('v');
DROP VIEW v;
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY continuous.tumble(d, make_interval(days => 3) * 2);
SELECT window_of('v'), definition_of('v');
SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'v_results'::regclass AND attname = 'window_start';
DROP VIEW v;
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts + interval '1 h', interval '1 minute', timestamptz '2000-01-01 00:00:30Z');
SELECT window_of('v'), definition_of('v');
DROP VIEW v;

-- constants keep their value under all settings
CREATE TABLE exact (ts timestamptz, f float8, iv interval, a text[]);
INSERT INTO exact VALUES ('2026-01-01 00:00Z', 0.1234567890123456789, '1 day -2 hours', '{a,NULL}'), ('2025-12-31 22:00Z', 0.5, '1 day', '{b}');
SET timezone = 'Asia/Kolkata';
SET datestyle = 'Postgres, DMY';
SET intervalstyle = 'sql_standard';
SET extra_float_digits = -5;
CREATE CONTINUOUS VIEW v AS SELECT window_start, f, iv, count(*) FROM exact
	WHERE ts >= timestamptz '2026-01-01 00:00Z' AND f >= float8 '0.1234567890123456789' AND iv = interval '1 day' - interval '2 hours' AND a = '{a,NULL}' AND ts < '02/03/2026'
	GROUP BY tumble(ts, interval '1 h', timestamptz '2026-01-01 00:00:30Z'), f, iv HAVING max(f) >= float8 '0.1234567890123456789' AND window_start < timestamptz '2026-03-02 00:00 IST';
CREATE OR REPLACE CONTINUOUS VIEW v WITH (emit = update) AS SELECT window_start, f, iv, count(*) FROM exact
	WHERE ts >= timestamptz '2026-01-01 00:00Z' AND f >= float8 '0.1234567890123456789' AND iv = interval '1 day' - interval '2 hours' AND a = '{a,NULL}' AND ts < '02/03/2026'
	GROUP BY tumble(ts, interval '1 h', timestamptz '2026-01-01 00:00:30Z'), f, iv HAVING max(f) >= float8 '0.1234567890123456789';
SELECT continuous.one_shot('v');
RESET extra_float_digits;
RESET intervalstyle;
RESET datestyle;
RESET timezone;
SELECT continuous.sync('v');
SELECT window_start AT TIME ZONE 'UTC' AS ws, count FROM v;
SELECT pg_get_viewdef('v') LIKE '%0.12345678901234568%' AS all_digits;
DROP VIEW v;

-- what stands over the groups stays in the view on top
CREATE TABLE targets (k text, target numeric);
CREATE CONTINUOUS VIEW v AS
	SELECT DISTINCT ON (window_start) window_start, k, sum(v) AS total, rank() OVER w, sum(count(*)) OVER (PARTITION BY window_start ORDER BY k ROWS 2 PRECEDING),
		(SELECT max(target) FROM targets t WHERE t.k = o.k) AS target, now() AS seen, upper(k) AS up, unnest(ARRAY[1, 2]) AS two
	  FROM o GROUP BY tumble(ts, '1 h'), k
	HAVING sum(v) > (SELECT avg(target) FROM targets) OR k IN (SELECT t.k FROM targets t)
	WINDOW w AS (PARTITION BY window_start ORDER BY sum(v) DESC)
	 ORDER BY window_start, max(n) DESC LIMIT 10 OFFSET 1;
SELECT definition_of('v');
SELECT continuous.one_shot('v');
DROP VIEW v;
CREATE CONTINUOUS VIEW v AS WITH x AS (SELECT max(target) AS m FROM targets) SELECT DISTINCT k, count(*) > (SELECT m FROM x) AS many FROM o GROUP BY tumble(ts, '1 h'), k;
SELECT definition_of('v');
DROP VIEW v;

-- columns of the input named as the bounds are what PostgreSQL takes them for
CREATE TABLE w (ts timestamptz, window_start int, v int);
CREATE CONTINUOUS VIEW v AS SELECT window_start, window_end, sum(v) FROM w GROUP BY tumble(ts, '1 h'), window_start;
SELECT definition_of('v');
DROP VIEW v;

-- somebody else's tumble() must be named with its schema
CREATE FUNCTION tumble(timestamptz, interval) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
CREATE CONTINUOUS VIEW v2 AS SELECT window_start, make.tumble(ts, '1 h') AS k, count(*) FROM o GROUP BY tumble(ts, '1 h'), 2;
SELECT window_of('v'), window_of('v2');
DROP VIEW v, v2;
CREATE VIEW plain AS SELECT tumble(ts, '1 h') FROM o;
DROP VIEW plain;
DROP FUNCTION tumble;

-- continuous remains a name like any other
CREATE TABLE continuous (continuous int);
CREATE VIEW continuous_view AS SELECT continuous FROM continuous;
SELECT continuous.continuous FROM continuous;
DROP TABLE continuous CASCADE;

-- partitions and children cannot be updated either, nor by replication
CREATE TABLE parts (ts timestamptz, n int) PARTITION BY RANGE (ts);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
CREATE TABLE parent (ts timestamptz, n int);
CREATE TABLE child () INHERITS (parent);
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM parts GROUP BY tumble(ts, '1 h');
CREATE CONTINUOUS VIEW v2 AS SELECT window_start, count(*) FROM parent GROUP BY tumble(ts, '1 h');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');
CREATE TABLE parts_3 (ts timestamptz, n int);
ALTER TABLE parts ATTACH PARTITION parts_3 FOR VALUES FROM ('2022-01-01') TO ('2023-01-01');
CREATE TABLE child_2 (ts timestamptz, n int);
ALTER TABLE child_2 INHERIT parent;
CREATE TABLE child_3 () INHERITS (child);
SELECT tgrelid::regclass, tgname, tgenabled FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc ORDER BY tgrelid::regclass::text;
INSERT INTO parts VALUES ('2020-02-01'), ('2021-02-01'), ('2022-02-01');
INSERT INTO child VALUES ('2020-02-01');
INSERT INTO child_2 VALUES ('2020-02-01');
UPDATE parts_1 SET n = 1;
SET session_replication_role = replica;
UPDATE parts_2 SET n = 1;
UPDATE parts_3 SET n = 1;
UPDATE child SET n = 1;
UPDATE child_2 SET n = 1;
RESET session_replication_role;
DELETE FROM parts_1;
-- ONLY means the parent alone
CREATE CONTINUOUS VIEW v3 AS SELECT window_start, count(*) FROM ONLY parent GROUP BY tumble(ts, '1 h');
DROP VIEW v2;
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc AND tgname LIKE 'v3%';
UPDATE child SET n = 1;
DROP VIEW v, v3;
SELECT tgrelid::regclass FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc;

-- a user without rights beyond his own; default privileges do not reach in
CREATE ROLE regress_make_owner;
CREATE ROLE regress_make_other;
CREATE SCHEMA make_own AUTHORIZATION regress_make_owner;
GRANT USAGE ON SCHEMA make TO regress_make_owner;
GRANT SELECT (ts, v), TRIGGER ON o TO regress_make_owner;
SET ROLE regress_make_owner;
ALTER DEFAULT PRIVILEGES IN SCHEMA make_own GRANT ALL ON TABLES TO regress_make_other;
ALTER DEFAULT PRIVILEGES IN SCHEMA make_own GRANT SELECT, UPDATE ON TABLES TO PUBLIC;
CREATE CONTINUOUS VIEW make_own.v WITH (emit = final, late_rows = keep) AS SELECT window_start, sum(v) FROM o GROUP BY tumble(ts, '1 h');
SELECT relname, relowner::regrole, grantee::regrole, privilege_type
	FROM pg_class, aclexplode(relacl)
	WHERE relnamespace = 'make_own'::regnamespace AND grantee <> relowner AND relname <> 'v' ORDER BY 1, 3, 4;
INSERT INTO make_own.v_results DEFAULT VALUES;
INSERT INTO make_own.v VALUES (now(), 1);
RESET ROLE;
INSERT INTO make_own.v_results DEFAULT VALUES;
DROP OWNED BY regress_make_owner;
DROP SCHEMA IF EXISTS make_own CASCADE;
SELECT count(*) FROM continuous.view;
DROP ROLE regress_make_owner, regress_make_other;

-- event triggers see what is made
CREATE FUNCTION tell() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
	RAISE WARNING '% %', tg_event, tg_tag;
	IF tg_event = 'ddl_command_end' THEN
		FOR r IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP RAISE WARNING '  % %', r.command_tag, r.object_identity; END LOOP;
	END IF;
END $$;
CREATE EVENT TRIGGER tell_start ON ddl_command_start EXECUTE FUNCTION tell();
CREATE EVENT TRIGGER tell_end ON ddl_command_end EXECUTE FUNCTION tell();
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 h');
DROP EVENT TRIGGER tell_start;
DROP EVENT TRIGGER tell_end;
DROP VIEW v;

-- a key, and an output column that has its name but is something else
CREATE CONTINUOUS VIEW v AS SELECT window_start, -sum(v) AS k FROM o GROUP BY tumble(ts, '1 h'), k ORDER BY o.k, window_start;
SELECT definition_of('v');
DROP VIEW v;

-- tumble() is a function like any other
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
SELECT ts, continuous.tumble(ts, interval '1 week'), continuous.tumble(ts, interval '1 week', origin => '2000-01-01Z')
	FROM unnest(ARRAY['2024-05-01 12:00Z', '1999-12-31 23:59:59.999999Z', '2000-01-03Z', '-infinity', '294276-12-31 23:59Z', '4714-11-24 BC', NULL]::timestamptz[]) ts;
SELECT continuous.tumble(timestamp '2024-05-01 12:34', '7 minutes'), continuous.tumble(date '2024-05-01', '2 days', origin => '2024-05-01'), continuous.tumble(timestamp '2024-05-01', NULL);

DROP SCHEMA make CASCADE;
