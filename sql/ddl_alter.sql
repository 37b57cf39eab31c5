-- ALTER of continuous views, their members and their inputs.
CREATE SCHEMA alter_view;
CREATE SCHEMA alter_other;
SET search_path = alter_view;
SET client_min_messages = warning;
CREATE TABLE o (ts timestamptz, k text, v numeric, n int);
CREATE CONTINUOUS VIEW v WITH (watermark_delay = '1 min', security_barrier) AS
	SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE FUNCTION members(OUT view regclass, OUT definition regclass, OUT results regclass, OUT late regclass, OUT state regclass, OUT options text[])
	RETURNS SETOF record LANGUAGE sql AS 'SELECT view, definition, results, late, state, options FROM continuous.view v ORDER BY 1';

-- SET and RESET of dials
ALTER VIEW v SET (allowed_lateness = '2 h', flush_interval = '1 s');
ALTER VIEW v SET (watermark_delay = '2 min', security_barrier = false);
SELECT options FROM members();
SELECT reloptions FROM pg_class WHERE oid = 'v'::regclass;
ALTER VIEW v RESET (allowed_lateness, security_barrier);
ALTER TABLE v SET (retention = '1 month');
SELECT options FROM members();
SELECT reloptions FROM pg_class WHERE oid = 'v'::regclass;
ALTER VIEW v SET (retention = '1 hour');
ALTER VIEW v SET (retenton = '1 hour');
ALTER VIEW v RESET (retenton);
ALTER VIEW v SET (backfill = off);
ALTER VIEW v RESET (backfill);
ALTER VIEW v SET (continuous = false);
ALTER VIEW v SET (check_option = local);
ALTER VIEW v SET (emit = final, emit = update);
BEGIN;
ALTER VIEW v RESET (watermark_delay, retention, flush_interval);
SELECT options FROM members();
ROLLBACK;
SELECT options FROM members();

-- tables come and go as the dials want them
ALTER VIEW v SET (late_rows = keep);
SELECT late FROM members();
ALTER VIEW v SET (late_rows = drop);
SELECT late FROM members();
ALTER VIEW v SET (on_error = skip);
ALTER VIEW v SET (emit = final);
SELECT late, state FROM members();
ALTER VIEW v SET (emit = update);
SELECT late, state, options FROM members();
BEGIN ISOLATION LEVEL REPEATABLE READ;
ALTER VIEW v SET (emit = final);
ROLLBACK;
ALTER VIEW v SET (emit = final);

-- the members follow their view
ALTER VIEW v RENAME TO "We ird";
SELECT * FROM members();
ALTER TABLE "We ird" RENAME TO v;
ALTER VIEW v SET SCHEMA alter_other;
SELECT * FROM members();
SELECT relname FROM pg_class WHERE relnamespace = 'alter_view'::regnamespace;
ALTER VIEW alter_other.v SET SCHEMA alter_view;
CREATE ROLE regress_alter_owner;
GRANT USAGE, CREATE ON SCHEMA alter_view TO regress_alter_owner;
GRANT SELECT, TRIGGER ON o TO regress_alter_owner;
ALTER VIEW v OWNER TO regress_alter_owner;
SELECT relname, relowner::regrole FROM pg_class WHERE relnamespace = 'alter_view'::regnamespace AND relkind IN ('r', 'v') AND relname <> 'o' ORDER BY 1;
CREATE ROLE regress_alter_other;
GRANT USAGE ON SCHEMA alter_view TO regress_alter_other;
SET ROLE regress_alter_other;
ALTER VIEW v SET (allowed_lateness = '2 h');
ALTER VIEW v RENAME TO w;
RESET ROLE;
SET ROLE regress_alter_owner;
ALTER VIEW v SET (allowed_lateness = '2 h');
RESET ROLE;
ALTER VIEW v RENAME COLUMN total TO sum;
ALTER VIEW v RENAME COLUMN sum TO total;
ALTER VIEW v ALTER COLUMN total SET DEFAULT 1;
ALTER VIEW v ALTER COLUMN total DROP DEFAULT;

-- columns of the view have the names that they have now, for OR REPLACE, one_shot() and a new state table
CREATE CONTINUOUS VIEW renamed AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
ALTER VIEW renamed RENAME COLUMN total TO sum;
ALTER TABLE renamed RENAME k TO key;
ALTER VIEW renamed RENAME COLUMN nosuch TO x;
SELECT continuous.one_shot('renamed');
CREATE OR REPLACE CONTINUOUS VIEW renamed AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE OR REPLACE CONTINUOUS VIEW renamed AS SELECT window_start, k AS key, sum(v) AS sum, sum(v) * 2 AS twice FROM o GROUP BY tumble(ts, '5 min'), k;
ALTER VIEW renamed SET (emit = final);
ALTER VIEW renamed SET (emit = update);
\d renamed
\d renamed_results
ALTER VIEW renamed RESET (continuous);
ALTER VIEW renamed SET (foo = 1);
DROP VIEW renamed;

-- OR REPLACE: what stands over the groups, and options
CREATE OR REPLACE CONTINUOUS VIEW v WITH (emit = final, security_barrier) AS
	SELECT window_start, k, sum(v) AS total, sum(v) + 1 AS more FROM o GROUP BY tumble(ts, interval '300 s'), k HAVING sum(v) > 0;
-- from 16 on, columns are not qualified where there is only one relation
SELECT replace(pg_get_viewdef('v'), 'v_results.', '');
SELECT state, options FROM members();
SELECT relname, relowner::regrole, reloptions FROM pg_class WHERE relname IN ('v', 'v_definition') ORDER BY 1;
CREATE OR REPLACE VIEW v WITH (continuous, allowed_lateness = '1 s') AS
	SELECT window_start, k, sum(v) AS total, sum(v) + 2 AS more, window_end FROM o GROUP BY tumble(ts, interval '5 min'), k;
SELECT state, options FROM members();
\set again 'CREATE OR REPLACE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v) AS total, sum(v) + 2 AS more, window_end FROM '
:again o WHERE n > 0 GROUP BY tumble(ts, '5 min'), k;
:again o GROUP BY tumble(ts, '6 min'), k;
:again o GROUP BY tumble(ts + interval '1 min', '5 min'), k;
:again o GROUP BY tumble(ts, '5 min'), k, n;
:again ONLY o GROUP BY tumble(ts, '5 min'), k;
CREATE OR REPLACE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE OR REPLACE CONTINUOUS VIEW v_results AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE OR REPLACE VIEW v AS SELECT 1;
CREATE OR REPLACE VIEW v_definition AS SELECT 1;
-- a view that has been replaced still goes with its input
BEGIN;
DROP TABLE o CASCADE;
SELECT relname FROM pg_class WHERE relnamespace = 'alter_view'::regnamespace;
ROLLBACK;

-- the members: columns, names, owners, contents are not the user's
ALTER VIEW v SET (emit = final, late_rows = keep);
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
ALTER TABLE v_results ADD COLUMN x int;
ALTER TABLE v_results DROP COLUMN total;
ALTER TABLE v_results ALTER COLUMN total TYPE text;
ALTER TABLE v_results ALTER COLUMN total SET DEFAULT 1;
ALTER TABLE v_results ALTER COLUMN window_end DROP NOT NULL;
ALTER TABLE v_results DROP CONSTRAINT v_results_pkey;
ALTER TABLE v_results SET UNLOGGED;
ALTER TABLE v_results OWNER TO regress_alter_other;
ALTER TABLE v_results RENAME TO x;
ALTER TABLE v_results RENAME COLUMN total TO x;
ALTER TABLE v_results SET SCHEMA alter_other;
CREATE TABLE x (LIKE v_results);
ALTER TABLE v_results INHERIT x;
ALTER TABLE x INHERIT v_results;
CREATE TABLE y () INHERITS (v_results);
TRUNCATE v_results;
TRUNCATE x, v_late;
CREATE RULE r AS ON INSERT TO v_results DO INSTEAD NOTHING;
CREATE TRIGGER t BEFORE UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION nothing();
CREATE CONSTRAINT TRIGGER t AFTER UPDATE ON v_results DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nothing();
ALTER VIEW v_definition RENAME TO x;
ALTER VIEW v_definition SET (security_barrier);
ALTER VIEW v_definition OWNER TO regress_alter_other;
ALTER VIEW v_definition SET SCHEMA alter_other;
ALTER TABLE v_state ADD COLUMN x int;
ALTER TABLE v_late DROP COLUMN reason;
INSERT INTO v_results DEFAULT VALUES;
UPDATE v_results SET total = 1;
DELETE FROM v_results;
INSERT INTO v_state DEFAULT VALUES;
UPDATE v_late SET reason = 'none';
DELETE FROM v_late;
COPY v_results (total) FROM '/dev/null';
MERGE INTO v_results r USING x ON r.k = x.k WHEN MATCHED THEN DELETE;
SELECT * FROM v_results FOR UPDATE;
-- everything else is
CREATE INDEX ON v_results (total);
ALTER TABLE v_results ADD COLUMN total_text text GENERATED ALWAYS AS (total::text) STORED;
ALTER TABLE v_results RENAME COLUMN total_text TO in_words;
ALTER TABLE v_results DROP COLUMN in_words;
ALTER TABLE v_results ADD CHECK (total > 0);
ALTER TABLE v_results SET (fillfactor = 70);
ALTER TABLE v_results REPLICA IDENTITY FULL;
ALTER TABLE v_results ENABLE ROW LEVEL SECURITY;
ALTER TABLE v_results CLUSTER ON v_results_pkey;
CREATE TRIGGER t AFTER INSERT OR UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION nothing();
GRANT SELECT ON v_results TO regress_alter_other;
CLUSTER v_results;
VACUUM FULL v_results;

-- the input: nothing that makes old rows look new
CREATE TABLE parts (ts timestamptz, n int) PARTITION BY RANGE (ts);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
INSERT INTO parts VALUES ('2020-02-01', 1);
CREATE CONTINUOUS VIEW p AS SELECT window_start, count(*) FROM parts GROUP BY tumble(ts, '1 h');
ALTER TABLE o ALTER COLUMN n TYPE bigint;
ALTER TABLE o ALTER COLUMN k TYPE varchar;
ALTER TABLE o ADD COLUMN r float8 DEFAULT random();
ALTER TABLE o ADD COLUMN c int DEFAULT 1;
ALTER TABLE o SET UNLOGGED;
ALTER TABLE parts_1 SET UNLOGGED;
ALTER TABLE parts ALTER COLUMN n TYPE bigint;
SET session_replication_role = replica;
ALTER TABLE o ALTER COLUMN n TYPE bigint;
RESET session_replication_role;
CREATE UNLOGGED TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');
CREATE UNLOGGED TABLE parts_2 (ts timestamptz, n int);
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');
CREATE UNLOGGED TABLE child () INHERITS (o);
CREATE FOREIGN DATA WRAPPER alter_nowhere;
CREATE SERVER alter_nowhere FOREIGN DATA WRAPPER alter_nowhere;
CREATE FOREIGN TABLE far PARTITION OF parts FOR VALUES FROM ('2023-01-01') TO ('2024-01-01') SERVER alter_nowhere;
DROP TRIGGER v_append_only ON o;
DROP TRIGGER p_append_only ON parts_1;

-- changes of files that are understood are noted
CREATE INDEX o_ts ON o (ts);
VACUUM FULL o;
VACUUM (FULL) o;
VACUUM (FULL false) o;
CLUSTER o USING o_ts;
TRUNCATE o;
TRUNCATE parts;
TRUNCATE parts_1;
BEGIN;
TRUNCATE o;
ROLLBACK;
SET allow_in_place_tablespaces = on;
CREATE TABLESPACE regress_alter_space LOCATION '';
ALTER TABLE o SET TABLESPACE regress_alter_space;
ALTER TABLE ALL IN TABLESPACE regress_alter_space SET TABLESPACE pg_default;
DROP TABLESPACE regress_alter_space;
ALTER TABLE o ALTER COLUMN k SET STATISTICS 10;
SELECT relid::regclass, kind, count(*) FROM continuous.file_change GROUP BY 1, 2 ORDER BY 1, 2;
SELECT relid::regclass FROM continuous.file_change WHERE relid = 'o'::regclass AND new_file = pg_relation_filenode('o');
CREATE TABLE referenced (id int PRIMARY KEY);
CREATE TABLE refers (ts timestamptz, id int REFERENCES referenced);
CREATE CONTINUOUS VIEW r AS SELECT window_start, count(*) FROM refers GROUP BY tumble(ts, '1 h');
TRUNCATE referenced CASCADE;
SELECT kind FROM continuous.file_change WHERE relid = 'refers'::regclass;
DROP TABLE parts_1;
DROP VIEW p, r;
SELECT DISTINCT relid::regclass FROM continuous.file_change;

-- what states are made of: PostgreSQL does not know of the bytes that they are kept as
CREATE TYPE kept AS (n int, t text);
CREATE DOMAIN kept_domain AS kept;
CREATE TABLE kept_table (n int, d kept_domain[]);
CREATE FUNCTION keep(kept_table, int) RETURNS kept_table IMMUTABLE LANGUAGE sql AS 'SELECT ROW(coalesce($1.n, 0) + $2, $1.d)::kept_table';
CREATE FUNCTION kept_of(kept_table) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1.n';
CREATE FUNCTION kept_text(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT -$1';
CREATE FUNCTION make_kept(int) RETURNS kept IMMUTABLE LANGUAGE sql AS 'SELECT ROW($1, NULL)::kept';
CREATE AGGREGATE kept_sum(int) (SFUNC = keep, STYPE = kept_table, FINALFUNC = kept_of);
CREATE AGGREGATE own_sum(int) (SFUNC = int4pl, STYPE = int, INITCOND = '0');
CREATE AGGREGATE unused_sum(int) (SFUNC = int4pl, STYPE = int, INITCOND = '0');
CREATE TABLE s (ts timestamptz, n int);
CREATE CONTINUOUS VIEW w AS SELECT window_start, kept_sum(n) AS k, own_sum(n) AS o FROM s GROUP BY tumble(ts, '1 h');
INSERT INTO s VALUES ('2026-01-01 00:01Z', 1);
SELECT continuous.sync('w');
ALTER TYPE kept ALTER ATTRIBUTE n TYPE text;
ALTER TABLE kept_table ALTER COLUMN n TYPE text;
DROP VIEW w;
ALTER TYPE kept ALTER ATTRIBUTE n TYPE bigint;
ALTER TABLE kept_table DROP COLUMN d;
CREATE CONTINUOUS VIEW w AS SELECT window_start, count(DISTINCT make_kept(n)) AS k, own_sum(n) AS o FROM s GROUP BY tumble(ts, '1 h');
SELECT continuous.sync('w');
ALTER TYPE kept ALTER ATTRIBUTE n TYPE text;
ALTER TYPE kept ADD ATTRIBUTE m int;
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4mul, STYPE = int, INITCOND = '0');
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4pl, STYPE = int);
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4pl, STYPE = int, COMBINEFUNC = int4pl, INITCOND = '0');
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4pl, STYPE = int, FINALFUNC = kept_text, INITCOND = '0');
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4_sum, STYPE = bigint, FINALFUNC = int4);
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4pl, STYPE = int, INITCOND = '0', PARALLEL = safe);
CREATE OR REPLACE AGGREGATE unused_sum(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1');
DROP VIEW w;
CREATE OR REPLACE AGGREGATE own_sum(int) (SFUNC = int4mul, STYPE = int, INITCOND = '0');

DROP VIEW v;
SELECT count(*) FROM continuous.view;
SELECT count(*) FROM continuous.file_change;
DROP FOREIGN DATA WRAPPER alter_nowhere CASCADE;
DROP SCHEMA alter_view CASCADE;
DROP SCHEMA alter_other CASCADE;
DROP ROLE regress_alter_owner, regress_alter_other;
