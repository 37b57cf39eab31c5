-- explain(): what a view is made of, how it is computed, and where it stands.
CREATE SCHEMA explain;
SET search_path = explain;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE o (ts timestamptz, k text, v int, f numeric);
CREATE TABLE shop (k text PRIMARY KEY, city text);
INSERT INTO o SELECT '2026-01-01'::timestamptz + i * interval '1 min', 'k' || i % 3, i, i FROM generate_series(0, 29) i;
INSERT INTO shop SELECT 'k' || i, 'city' || i % 2 FROM generate_series(0, 2) i;

-- a plain one
CREATE CONTINUOUS VIEW plain AS SELECT window_start, k, count(*), sum(v), avg(f) FROM o WHERE v > 3 GROUP BY tumble(ts, '5 min'), k;
SELECT continuous.sync('plain');
SELECT * FROM continuous.explain('plain');

-- each kind of aggregate, each kind of window
CREATE AGGREGATE last_one(int) (sfunc = int4larger, stype = int);
CREATE CONTINUOUS VIEW kinds WITH (allowed_lateness = '10 min', late_rows = keep) AS
	SELECT window_start, count(DISTINCT k), stddev(v), last_one(v), string_agg(k, ',' ORDER BY v), max(v) FILTER (WHERE k <> 'k1')
	  FROM o GROUP BY tumble(ts, '1 day', timezone => 'Europe/Berlin');
CREATE CONTINUOUS VIEW hops WITH (emit = final) AS SELECT window_start, window_end, last_one(v), sum(v) FROM o GROUP BY hop(ts, '5 min', '1 h');
CREATE CONTINUOUS VIEW uneven AS SELECT window_start, window_end, sum(v) FROM o GROUP BY hop(ts, '10 min', '25 min');
CREATE CONTINUOUS VIEW days AS SELECT window_start, window_end, sum(v) FROM o GROUP BY cumulate(ts, '1 day', '1 month');
CREATE CONTINUOUS VIEW visits AS SELECT window_start, window_end, k, count(*) FROM o GROUP BY session(ts, '2 min'), k;
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '1 h') AS SELECT k, max(v) FROM o GROUP BY k;
CREATE CONTINUOUS VIEW clocks WITH (watermark_by = k, idle_timeout = '3650 days') AS SELECT window_start, max(v) FROM o GROUP BY tumble(ts, '1 h');
CREATE CONTINUOUS VIEW joined AS SELECT window_start, city, sum(v) FROM o JOIN shop USING (k) GROUP BY tumble(ts, '1 h'), city;
SELECT continuous.sync(view) FROM continuous.views ORDER BY view::text;
SELECT * FROM continuous.explain('kinds');
SELECT * FROM continuous.explain('hops');
SELECT line FROM continuous.explain('uneven') line WHERE line ~ 'Window|Slices';
SELECT line FROM continuous.explain('days') line WHERE line ~ 'Window|Slices';
SELECT * FROM continuous.explain('visits');
SELECT * FROM continuous.explain('keyed');
SELECT line FROM continuous.explain('clocks') line WHERE line ~ 'Rows|Options';
SELECT line FROM continuous.explain('joined') line WHERE line !~ 'Index|Rows Shared';

-- partitions
CREATE TABLE p (ts timestamptz, v int) PARTITION BY RANGE (v);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10);
CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (10) TO (20) PARTITION BY LIST (v);
CREATE TABLE p2a PARTITION OF p2 DEFAULT;
CREATE CONTINUOUS VIEW parts AS SELECT window_start, max(v) FROM p GROUP BY tumble(ts, '1 h');
SELECT continuous.sync('parts');
SELECT * FROM continuous.explain('parts');

-- paused, stopped, without its input's rights
SELECT continuous.pause('plain');
SELECT continuous.sync('plain', '10 min');
SELECT line FROM continuous.explain('plain') line WHERE line ~ 'State:|Error|Hint';
CREATE TABLE bad (ts timestamptz, v int);
CREATE CONTINUOUS VIEW stops AS SELECT window_start, sum(1 / v) FROM bad GROUP BY tumble(ts, '1 h');
INSERT INTO bad VALUES ('2026-01-01', 0);
SELECT continuous.sync('stops');
SELECT line FROM continuous.explain('stops') line WHERE line ~ 'State:|Error|Hint';
CREATE ROLE explain_owner;
CREATE ROLE explain_reader;
GRANT USAGE, CREATE ON SCHEMA explain TO explain_owner, explain_reader;
GRANT SELECT, TRIGGER ON o TO explain_owner;
SET ROLE explain_owner;
CREATE CONTINUOUS VIEW owned AS SELECT window_start, sum(v) FROM o GROUP BY tumble(ts, '1 h');
RESET ROLE;
GRANT SELECT ON owned TO explain_reader;
REVOKE SELECT ON o FROM explain_owner;
SELECT line FROM continuous.explain('owned') line WHERE line ~ 'Input|Aggregates|Results';

-- from a dump; damaged
BEGIN;
DELETE FROM continuous.position WHERE view = 'hops'::regclass;
SELECT * FROM continuous.explain('hops');
ROLLBACK;
BEGIN;
UPDATE continuous.position SET detail = '\x00' WHERE view = 'parts'::regclass;
SELECT line FROM continuous.explain('parts') line WHERE line ~ 'State:|Error|Hint|Watermark';
ROLLBACK;

-- an error that is about the session, not about the view, leaves it as any does
CREATE FUNCTION slow(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN $1; END $$;
CREATE CONTINUOUS VIEW cancelled AS SELECT window_start, count(*) FILTER (WHERE v > slow(1)) FROM o GROUP BY tumble(ts, '1 h');
CREATE OR REPLACE FUNCTION slow(int) RETURNS int LANGUAGE plpgsql IMMUTABLE
AS $$ BEGIN RAISE 'cancelled' USING ERRCODE = 'query_canceled'; END $$;
SELECT * FROM continuous.explain('cancelled');
SELECT 'no transaction is open' AS and_then;
DROP VIEW cancelled;

-- who may: whoever reads the view; errors are for the owner
SET ROLE explain_reader;
SELECT * FROM continuous.explain('stops');
RESET ROLE;
GRANT SELECT ON stops TO explain_reader;
SET ROLE explain_reader;
SELECT line FROM continuous.explain('stops') line WHERE line ~ 'State:|Error|Hint';
SELECT line FROM continuous.explain('owned') line WHERE line ~ 'Input';
RESET ROLE;

-- in a transaction that only reads; with another style
BEGIN READ ONLY;
SET LOCAL datestyle = 'SQL, DMY';
SET LOCAL timezone = 'Asia/Kolkata';
SELECT line FROM continuous.explain('hops') line WHERE line ~ 'Window|Watermark';
ROLLBACK;

SELECT continuous.explain('o');
SELECT count(*) FROM continuous.explain(NULL);
DROP SCHEMA explain CASCADE;
DROP ROLE explain_owner, explain_reader;
