-- Joins that are refused, and why; joined tables that are altered, dropped,
-- locked or forbidden while views read them.
CREATE SCHEMA joins_errors;
SET search_path = joins_errors;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
SET client_min_messages = warning;
CREATE FUNCTION try(query text, options text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text;
BEGIN
	EXECUTE format('CREATE VIEW e WITH (continuous%s) AS SELECT window_start, count(*) FROM %s', options, query);
	DROP VIEW e;
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(E'\n', message, nullif(detail, ''), nullif(hint, ''));
END $$;

CREATE TABLE o (ts timestamptz, id int, k text, v int, at2 timestamptz);
CREATE TABLE s (id int PRIMARY KEY, k text UNIQUE, ts timestamptz, x int, a int, b int, UNIQUE (a, b));
CREATE TABLE many (id int, k text, ts timestamptz);
CREATE INDEX ON many (id);
CREATE VIEW over_o AS SELECT * FROM o;
\pset format unaligned
\pset tuples_only on

-- which relation is the input
SELECT try('o JOIN s USING (id) GROUP BY tumble(greatest(o.ts, s.ts), ''1 hour'')');
SELECT try('o JOIN s USING (id) GROUP BY tumble(timestamptz ''2026-01-01'', ''1 hour'')');
SELECT try('over_o o JOIN s USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('(SELECT * FROM o) o JOIN s USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('s LEFT JOIN o USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o RIGHT JOIN s USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o FULL JOIN s USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('s RIGHT JOIN o USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN o o2 USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN over_o o2 USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, LATERAL (SELECT max(v) FROM o o2 WHERE o2.id = o.id) m GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s TABLESAMPLE system (10) USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.id = o.id AND s.ts > now() GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.id = o.id AND random() > 0 GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, LATERAL (SELECT random()) r GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, generate_series(1, (random() * 10)::int) g GROUP BY tumble(o.ts, ''1 hour'')');

-- one row at most of each
SELECT try('o JOIN s USING (k) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o NATURAL JOIN (SELECT id FROM s) s GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.a = o.id AND s.b = o.v GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON (s.a, s.b) = (o.id, 7) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.a = o.id GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.a = o.id AND s.b = s.x GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.id = o.id::bigint GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.id::bigint = o.id GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.id = o.id OR s.k = o.k GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN s ON s.id >= o.id GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, s GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, s WHERE s.id = o.id GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o LEFT JOIN s ON true WHERE s.id = o.id GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o LEFT JOIN s ON s.id = o.id LEFT JOIN s s2 ON s2.id = s.x GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('s LEFT JOIN s s2 ON s2.id = s.x, o WHERE s.id = o.id GROUP BY tumble(o.ts, ''1 hour'')');
-- neither is known without the other
SELECT try('o, s, s s2 WHERE s.id = s2.x AND s2.id = s.x GROUP BY tumble(o.ts, ''1 hour'')');
-- what an outer join requires is not required of its other side
SELECT try('(o JOIN s ON true) LEFT JOIN s s2 ON s2.id = o.id AND s.id = o.id GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o LEFT JOIN (s FULL JOIN s s2 ON s.id = s2.id) ON s.k = o.k GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o LEFT JOIN (s FULL JOIN s s2 ON s.id = s2.id) ON s.k = o.k AND s2.k = o.k GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN many m USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN many m USING (id) GROUP BY tumble(o.ts, ''1 hour'')', ', joins = ''any''');
SELECT try('o JOIN many m USING (id) GROUP BY tumble(o.ts, ''1 hour'')', ', joins = ''some''');
SELECT try('o JOIN (SELECT DISTINCT id FROM many) m USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN (SELECT id, max(k) AS k FROM many GROUP BY id) m USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN (SELECT id, max(k) AS k FROM many GROUP BY id) m USING (k) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, (SELECT count(*) AS n FROM many) m GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, LATERAL (SELECT * FROM many m WHERE m.id = o.id) m GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, LATERAL (SELECT * FROM many m WHERE m.id = o.id LIMIT 1) m GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o, LATERAL (SELECT * FROM many m WHERE m.id = o.id LIMIT 2) m GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN (SELECT id FROM s UNION SELECT id FROM many) u USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN (SELECT id FROM s UNION ALL SELECT id FROM many) u USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN (SELECT id FROM many OFFSET 0) u USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
-- indexes that are none
CREATE UNIQUE INDEX partial ON many (id) WHERE k = 'a';
SELECT try('o JOIN many m USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN many m ON m.id = o.id AND m.k = ''a'' GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o LEFT JOIN many m ON m.id = o.id WHERE m.k = ''a'' GROUP BY tumble(o.ts, ''1 hour'')');
DROP INDEX partial;
CREATE UNIQUE INDEX on_expression ON many (lower(k));
SELECT try('o JOIN many m USING (k) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN many m ON lower(m.k) = o.k GROUP BY tumble(o.ts, ''1 hour'')');
DROP INDEX on_expression;
ALTER TABLE many ADD CONSTRAINT deferred UNIQUE (id) DEFERRABLE;
SELECT try('o JOIN many m USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
ALTER TABLE many DROP CONSTRAINT deferred;
CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
SELECT try('o JOIN s ON s.k = o.k COLLATE ci GROUP BY tumble(o.ts, ''1 hour'')');
CREATE TABLE family (id int PRIMARY KEY);
CREATE TABLE child () INHERITS (family);
SELECT try('o JOIN family USING (id) GROUP BY tumble(o.ts, ''1 hour'')');
SELECT try('o JOIN ONLY family USING (id) GROUP BY tumble(o.ts, ''1 hour'')');

-- C27 and C28: joins of two tables that both grow
CREATE TABLE c27o (id int, k text, ts timestamptz, amt int);
CREATE TABLE c27s (id int, ts timestamptz);
CREATE VIEW c27_v WITH (continuous, watermark_delay = '30 minutes', allowed_lateness = '0 s') AS
	SELECT window_start, o.k, count(*) AS n, count(s.id) AS matched, sum(o.amt) AS amt
	FROM c27o o LEFT JOIN c27s s ON s.id = o.id AND s.ts BETWEEN o.ts AND o.ts + interval '10 minutes'
	GROUP BY tumble(o.ts, interval '1 hour'), o.k;
CREATE TABLE c28a (id int, ts timestamptz);
CREATE TABLE c28b (id int, ts timestamptz);
CREATE VIEW c28_v WITH (continuous, watermark_delay = '0 s', allowed_lateness = '1 minute') AS
	SELECT window_start, count(*) AS n FROM c28a a JOIN c28b b
		ON b.id = a.id AND b.ts BETWEEN a.ts - interval '1 minute' AND a.ts + interval '1 minute'
	GROUP BY tumble(a.ts, interval '1 hour');
-- with joins = any, each row meets what is there when it is consumed, and
-- nothing is kept for those that come later
CREATE VIEW c27_v WITH (continuous, joins = 'any') AS
	SELECT window_start, o.k, count(*) AS n, count(s.id) AS matched, sum(o.amt) AS amt
	FROM c27o o LEFT JOIN c27s s ON s.id = o.id AND s.ts BETWEEN o.ts AND o.ts + interval '10 minutes'
	GROUP BY tumble(o.ts, interval '1 hour'), o.k;
INSERT INTO c27s VALUES (1, '2026-01-01 00:05Z'), (3, '2026-01-01 00:25Z');
INSERT INTO c27o VALUES (1, 'a', '2026-01-01 00:00Z', 10), (2, 'a', '2026-01-01 00:01Z', 20), (3, 'a', '2026-01-01 00:02Z', 40);
SELECT continuous.sync('c27_v');
TABLE c27_v;
INSERT INTO c27s VALUES (2, '2026-01-01 00:05Z'), (1, '2026-01-01 00:06Z');
INSERT INTO c27o VALUES (1, 'a', '2026-01-01 00:03Z', 80);
SELECT continuous.sync('c27_v');
TABLE c27_v;

-- ALTER VIEW cannot take back what the joins need
ALTER VIEW c27_v SET (joins = 'unique');
ALTER VIEW c27_v RESET (joins);
DROP VIEW c27_v;

-- joined tables are held by the view
CREATE VIEW v WITH (continuous) AS
	SELECT window_start, s.x, count(*) AS n FROM o JOIN s ON s.id = o.id GROUP BY tumble(o.ts, '1 hour'), s.x;
CREATE VIEW other_v WITH (continuous) AS
	SELECT window_start, count(*) AS n FROM o GROUP BY tumble(o.ts, '1 hour');
\set VERBOSITY terse
INSERT INTO s (id, x) SELECT i, i % 3 FROM generate_series(1, 9) i;
INSERT INTO o (ts, id) SELECT '2026-01-01Z', i FROM generate_series(1, 12) i;
SELECT continuous.sync('v');
DROP TABLE s;
ALTER TABLE s DROP COLUMN x;
ALTER TABLE s ALTER x TYPE bigint;
-- what is not the input may be updated, rewritten, emptied and renamed
UPDATE s SET x = 7;
ALTER TABLE s RENAME x TO y;
ALTER TABLE s RENAME TO s_new;
VACUUM FULL s_new;
INSERT INTO o (ts, id) SELECT '2026-01-01Z', i FROM generate_series(1, 12) i;
SELECT continuous.sync('v');
TABLE v ORDER BY 2;
TRUNCATE s_new;
INSERT INTO o (ts, id) SELECT '2026-01-01Z', i FROM generate_series(1, 12) i;
SELECT continuous.sync('v');
TABLE v ORDER BY 2;
INSERT INTO s_new (id, y) VALUES (1, 8);

-- without the key that made it one row the view stops, and others go on
ALTER TABLE s_new DROP CONSTRAINT s_pkey;
INSERT INTO o (ts, id) VALUES ('2026-01-01Z', 1);
SELECT continuous.sync('other_v');
SELECT continuous.sync('v');
SELECT state, error FROM continuous.stats WHERE view = 'v'::regclass;
ALTER TABLE s_new ADD PRIMARY KEY (id);
SELECT continuous.resume('v');
SELECT continuous.sync('v');
TABLE v ORDER BY 2;

-- a lock on a joined table makes this view wait, and no other
BEGIN;
LOCK TABLE s_new;
INSERT INTO o (ts, id) VALUES ('2026-01-01Z', 1);
COMMIT;
SELECT continuous.sync('v');

-- privileges and row security of joined tables, as the owner has them
CREATE ROLE regress_joins;
GRANT ALL ON SCHEMA joins_errors TO regress_joins;
GRANT SELECT, TRIGGER ON o TO regress_joins;
SET ROLE regress_joins;
CREATE VIEW mine WITH (continuous) AS
	SELECT window_start, s.y, count(*) AS n FROM o JOIN s_new s ON s.id = o.id GROUP BY tumble(o.ts, '1 hour'), s.y;
RESET ROLE;
GRANT SELECT (id, y) ON s_new TO regress_joins;
SET ROLE regress_joins;
CREATE VIEW mine WITH (continuous) AS
	SELECT window_start, s.y, count(*) AS n FROM o JOIN s_new s ON s.id = o.id GROUP BY tumble(o.ts, '1 hour'), s.y;
CREATE VIEW e WITH (continuous) AS
	SELECT window_start, s.k, count(*) AS n FROM o JOIN s_new s ON s.id = o.id GROUP BY tumble(o.ts, '1 hour'), s.k;
RESET ROLE;
SELECT continuous.sync('mine');
TABLE mine ORDER BY 2;
INSERT INTO s_new (id, y) VALUES (2, 9);
ALTER TABLE s_new ENABLE ROW LEVEL SECURITY;
CREATE POLICY low ON s_new TO regress_joins USING (y < 9);
INSERT INTO o (ts, id) VALUES ('2026-01-01Z', 1), ('2026-01-01Z', 2);
SELECT continuous.sync('mine'), continuous.sync('v');
TABLE mine ORDER BY 2;
TABLE v ORDER BY 2;
REVOKE SELECT ON s_new FROM regress_joins;
REVOKE SELECT (id, y) ON s_new FROM regress_joins;
INSERT INTO o (ts, id) VALUES ('2026-01-01Z', 1);
SELECT continuous.sync('mine');
SELECT state, error FROM continuous.stats WHERE view = 'mine'::regclass;
SELECT continuous.sync('v');

-- CASCADE takes the view along
DROP TABLE s_new CASCADE;
SELECT relname FROM pg_class WHERE relnamespace = 'joins_errors'::regnamespace AND relname ~ '^(v|mine)(_|$)';
SELECT continuous.sync('other_v');
SELECT n FROM other_v;
DROP OWNED BY regress_joins;
DROP ROLE regress_joins;
DROP SCHEMA joins_errors CASCADE;
