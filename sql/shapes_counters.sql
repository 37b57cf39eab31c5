-- A row with a set-returning key is in several groups and counts once, also if
-- it is too late; and whose rights sub-selects are read with.
CREATE SCHEMA counters;
SET search_path = counters;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TABLE o (ts timestamptz, tags text[], v int);
CREATE CONTINUOUS VIEW tumbles WITH (allowed_lateness = 0, late_rows = 'keep', max_future = 'none') AS
	SELECT window_start, unnest(tags) AS tag, sum(v), count(*) FROM o GROUP BY tumble(ts, '1 min'), tag;
CREATE CONTINUOUS VIEW hops WITH (allowed_lateness = 0, late_rows = 'keep', max_future = 'none') AS
	SELECT window_start, unnest(tags) AS tag, sum(v), count(*) FROM o GROUP BY hop(ts, '1 min', '2 min'), tag;
CREATE CONTINUOUS VIEW sessions WITH (allowed_lateness = 0, late_rows = 'keep', max_future = 'none') AS
	SELECT window_start, unnest(tags) AS tag, sum(v), count(*) FROM o GROUP BY session(ts, '1 min'), tag;
SELECT continuous.sync(v) FROM unnest(ARRAY['tumbles', 'hops', 'sessions']::regclass[]) v;
INSERT INTO o VALUES ('2026-06-01 00:10:00Z', '{a,b,a}', 1), ('2026-06-01 00:10:10Z', '{}', 2), (NULL, '{a,b}', 3);
SELECT continuous.sync(v) FROM unnest(ARRAY['tumbles', 'hops', 'sessions']::regclass[]) v;
-- too late in all; too late but for b's session; the last two rows take each other along
INSERT INTO o VALUES ('2026-06-01 00:05:00Z', '{a,b}', 4);
INSERT INTO o VALUES ('2026-06-01 00:10:50Z', '{b}', 5);
SELECT continuous.sync(v) FROM unnest(ARRAY['tumbles', 'hops', 'sessions']::regclass[]) v;
INSERT INTO o VALUES ('2026-06-01 00:11:20Z', '{c}', 6);
INSERT INTO o VALUES ('2026-06-01 00:10:05Z', '{a,b,c}', 7);
INSERT INTO o VALUES ('2026-06-01 00:09:40Z', '{d,b,d}', 8), ('2026-06-01 00:10:30Z', '{d}', 9);
SELECT continuous.sync(v) FROM unnest(ARRAY['tumbles', 'hops', 'sessions']::regclass[]) v;
TABLE tumbles ORDER BY window_start, tag;
TABLE hops ORDER BY window_start, tag;
TABLE sessions ORDER BY window_start, tag;
SELECT view::text, rows_read, rows_counted, rows_filtered, rows_no_window, rows_too_late, late_windows FROM continuous.stats ORDER BY view::text;
SELECT 'tumbles' AS view, reason, event_time, row_data FROM tumbles_late UNION ALL SELECT 'hops', reason, event_time, row_data FROM hops_late
	UNION ALL SELECT 'sessions', reason, event_time, row_data FROM sessions_late ORDER BY view, event_time;

-- rows of other tables: by the owner's rights, with row security
CREATE ROLE regress_counters_user;
CREATE ROLE regress_counters_reader;
GRANT USAGE, CREATE ON SCHEMA counters TO regress_counters_user;
GRANT USAGE ON SCHEMA counters TO regress_counters_reader;
GRANT TRIGGER, SELECT ON o TO regress_counters_user;
CREATE TABLE tags (tag text PRIMARY KEY, label text);
INSERT INTO tags VALUES ('a', 'first'), ('b', 'second'), ('c', 'third');
SET ROLE regress_counters_user;
CREATE CONTINUOUS VIEW e AS SELECT window_start, sum(v) FROM o WHERE tags[1] IN (SELECT tag FROM tags) GROUP BY tumble(ts, '1 min');
RESET ROLE;
GRANT SELECT ON tags TO regress_counters_user;
ALTER TABLE tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY most ON tags TO regress_counters_user USING (tag <> 'b');
SET ROLE regress_counters_user;
CREATE CONTINUOUS VIEW labels WITH (security_barrier, security_invoker) AS
	SELECT window_start, (SELECT label FROM tags WHERE tag = tags[1]) AS label, sum(v), count(*) FILTER (WHERE tags && ARRAY(SELECT tag FROM tags)) AS n
	  FROM o GROUP BY tumble(ts, '1 min'), 2;
SELECT continuous.sync('labels');
TABLE labels ORDER BY window_start, label;
GRANT SELECT ON labels TO regress_counters_reader;
SELECT reloptions FROM pg_class WHERE oid = 'labels'::regclass;
SET ROLE regress_counters_reader;
TABLE labels ORDER BY window_start, label;
RESET ROLE;
-- what is taken away stops the view; a change of the other table does not
REVOKE SELECT ON tags FROM regress_counters_user;
INSERT INTO o VALUES ('2026-06-01 00:12:00Z', '{a}', 10);
SELECT continuous.sync('labels');
GRANT SELECT ON tags TO regress_counters_user;
UPDATE tags SET label = 'last' WHERE tag = 'a';
SELECT continuous.resume('labels');
SELECT continuous.sync('labels');
SELECT * FROM labels ORDER BY window_start, label;
DROP SCHEMA counters CASCADE;
DROP ROLE regress_counters_user, regress_counters_reader;
