-- The table in which large groups keep what they have collected: made with
-- the view, part of it, and emptied when groups are final.
\set VERBOSITY terse
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA collected;
SET search_path = collected, public;

CREATE TABLE ev (ts timestamptz, k text, x float8, who int);
CREATE AGGREGATE last_of(int) (sfunc = int4larger, stype = int);
CREATE CONTINUOUS VIEW v WITH (allowed_lateness = '1 hour') AS
	SELECT window_start, k, percentile_cont(0.5) WITHIN GROUP (ORDER BY x) AS p50,
		percentile_cont(0.9) WITHIN GROUP (ORDER BY x) AS p90,
		count(DISTINCT who) AS people, sum(x) AS total
	  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;

-- only views that need it have one
CREATE CONTINUOUS VIEW plain AS
	SELECT window_start, sum(x), last_of(who) FROM ev GROUP BY tumble(ts, interval '1 hour');
CREATE CONTINUOUS VIEW merged AS
	SELECT window_start, sum(x), last_of(who) FROM ev GROUP BY session(ts, interval '1 hour');
SELECT view, collected FROM continuous.views ORDER BY view::text;
SELECT attname, atttypid::regtype, attnotnull, attstorage
  FROM pg_attribute WHERE attrelid = 'v_collected'::regclass AND attnum > 0 ORDER BY attnum;
SELECT indexdef FROM pg_indexes WHERE tablename = 'v_collected' ORDER BY 1;
SELECT obj_description('v_collected'::regclass);

-- small groups rest in their rows, large ones beyond
CREATE FUNCTION compare(view regclass) RETURNS TABLE (difference text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT ''unexpected '' || d FROM (TABLE %1$s EXCEPT ALL %2$s) d
		UNION ALL SELECT ''missing '' || d FROM (%2$s EXCEPT ALL TABLE %1$s) d',
		view, '(' || trim(trailing ';' from continuous.one_shot(view)) || ')');
END $$;
INSERT INTO ev SELECT '2024-05-01 00:00Z'::timestamptz + i * interval '1 second', 'small', i, i % 7
  FROM generate_series(1, 100) i;
SELECT continuous.sync('v');
SELECT count(*) FROM v_collected;
INSERT INTO ev SELECT '2024-05-01 00:00Z'::timestamptz + i * interval '100 ms', 'large', i * 7919 % 10007, i * 7919 % 3001
  FROM generate_series(1, 10000) i;
SELECT continuous.sync('v');
SELECT * FROM compare('v') ORDER BY 1;
SELECT count(DISTINCT collection) AS collections, count(*) > 0 AS has_chunks,
	min(window_end), max(window_end), min(length(data)) >= 8192 AS are_large FROM v_collected;
INSERT INTO ev SELECT '2024-05-01 00:20Z'::timestamptz + i * interval '100 ms', 'large', i * 7919 % 10009, i * 7919 % 3001
  FROM generate_series(1, 10000) i;
SELECT continuous.sync('v');
SELECT * FROM compare('v') ORDER BY 1;

-- nobody but the worker changes it
INSERT INTO v_collected VALUES (1, 1, now(), '');
UPDATE v_collected SET data = '';
DELETE FROM v_collected;
TRUNCATE v_collected;
DROP TABLE v_collected;
ALTER TABLE v_collected RENAME TO other;
ALTER TABLE v_collected SET SCHEMA public;
ALTER TABLE v_collected ADD COLUMN other int;
ALTER TABLE v_collected ALTER COLUMN data TYPE text USING '';
ALTER TABLE v_collected SET UNLOGGED;
ALTER TABLE v_collected DROP CONSTRAINT v_collected_pkey;
DROP INDEX v_collected_window_end_idx;
CREATE TABLE child () INHERITS (v_collected);
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER t BEFORE INSERT ON v_collected FOR EACH ROW EXECUTE FUNCTION nothing();
CREATE TRIGGER t AFTER INSERT ON v_collected FOR EACH ROW EXECUTE FUNCTION nothing();
ALTER TABLE v_collected ADD CHECK (length(data) < 10);
ALTER TABLE v_collected ADD EXCLUDE (chunk WITH =);
ALTER TABLE v_collected ADD COLUMN size int GENERATED ALWAYS AS (length(data)) STORED;
ALTER TABLE v_collected ENABLE ROW LEVEL SECURITY;
ALTER TABLE v_collected FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX ON v_collected (window_end);
CREATE INDEX ON v_collected (length(data));
CREATE INDEX ON v_collected (window_end) WHERE chunk > 0;
CREATE RULE r AS ON INSERT TO v_collected DO INSTEAD NOTHING;
CREATE CONTINUOUS VIEW over AS SELECT window_start, count(*) FROM v_collected GROUP BY tumble(window_end, '1 day');

-- a second index on it is the user's own
CREATE INDEX second ON v_collected (window_end);
DROP INDEX v_collected_window_end_idx;
INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'large', 0.5, -1);
SELECT continuous.sync('v');
SELECT * FROM compare('v') ORDER BY 1;

-- it goes where the view goes
CREATE ROLE regress_collected_owner;
CREATE ROLE regress_collected_reader;
GRANT ALL ON SCHEMA collected TO regress_collected_owner;
GRANT USAGE ON SCHEMA collected TO regress_collected_reader;
GRANT SELECT ON ev TO regress_collected_owner;
CREATE SCHEMA elsewhere;
GRANT ALL ON SCHEMA elsewhere TO regress_collected_owner;
ALTER VIEW v RENAME TO w;
SELECT collected FROM continuous.views WHERE view = 'w'::regclass;
ALTER VIEW w SET SCHEMA elsewhere;
SELECT collected FROM continuous.views WHERE view = 'elsewhere.w'::regclass;
ALTER VIEW elsewhere.w SET SCHEMA collected;
ALTER VIEW w OWNER TO regress_collected_owner;
SELECT relowner::regrole, relacl FROM pg_class WHERE oid = 'w_collected'::regclass;
INSERT INTO ev SELECT '2024-05-01 00:30Z'::timestamptz + i * interval '100 ms', 'large', i, i FROM generate_series(1, 3000) i;
SELECT continuous.sync('w');
SELECT * FROM compare('w') ORDER BY 1;

-- its owner may read it, and nobody else until he is allowed to
SET ROLE regress_collected_owner;
SELECT count(*) > 0 AS has_chunks FROM w_collected;
DELETE FROM w_collected;
SET ROLE regress_collected_reader;
SELECT count(*) FROM w_collected;
RESET ROLE;
ALTER DEFAULT PRIVILEGES IN SCHEMA collected GRANT ALL ON TABLES TO regress_collected_reader;
CREATE CONTINUOUS VIEW granted AS
	SELECT window_start, count(DISTINCT who) FROM ev GROUP BY tumble(ts, interval '1 hour');
SELECT pg_get_userbyid(grantee) FROM pg_class, aclexplode(relacl) WHERE oid = 'granted_collected'::regclass AND grantee <> relowner;
ALTER DEFAULT PRIVILEGES IN SCHEMA collected REVOKE ALL ON TABLES FROM regress_collected_reader;

-- a row of a final group needs them no longer
SELECT window_start, k, p50, people FROM w ORDER BY 1, 2;
INSERT INTO ev VALUES ('2024-05-01 02:30Z', 'next', 1, 1);
SELECT continuous.sync('w');
SELECT count(*) FROM w_collected;
SELECT window_start, k, p50, people FROM w ORDER BY 1, 2;

-- made anew, with numbers of its own
INSERT INTO ev SELECT '2024-05-01 02:30Z'::timestamptz + i * interval '100 ms', 'large', i, i FROM generate_series(1, 5000) i;
SELECT continuous.sync('w');
SELECT max(collection) AS last FROM w_collected \gset
SELECT continuous.rebuild('w');
SELECT continuous.sync('w');
SELECT min(collection) > :last AS are_new FROM w_collected;
SELECT * FROM compare('w') ORDER BY 1;

-- hop() shares slices, sessions grow
CREATE CONTINUOUS VIEW h AS
	SELECT window_start, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT who) AS people
	  FROM ev GROUP BY hop(ts, interval '10 minutes', interval '30 minutes'), k;
CREATE CONTINUOUS VIEW s AS
	SELECT window_start, window_end, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT who) AS people
	  FROM ev GROUP BY session(ts, interval '2 minutes'), k;
SELECT continuous.sync('h'), continuous.sync('s');
SELECT * FROM compare('h') ORDER BY 1;
SELECT * FROM compare('s') ORDER BY 1;
INSERT INTO ev SELECT '2024-05-01 02:38Z'::timestamptz + i * interval '100 ms', 'large', i % 101, i FROM generate_series(1, 5000) i;
SELECT continuous.sync('h'), continuous.sync('s');
SELECT * FROM compare('h') ORDER BY 1;
SELECT * FROM compare('s') ORDER BY 1;
SELECT count(*) > 0 AS has_chunks FROM h_collected;
SELECT count(DISTINCT window_end) > 1 AS ends_differ, count(*) > 0 AS has_chunks FROM s_collected;

-- DROP VIEW takes it along
DROP VIEW w, plain, merged, granted, h, s;
SELECT relname FROM pg_class WHERE relname LIKE '%\_collected%';
RESET search_path;
SET client_min_messages = error;
DROP SCHEMA collected, elsewhere CASCADE;
DROP ROLE regress_collected_owner, regress_collected_reader;
