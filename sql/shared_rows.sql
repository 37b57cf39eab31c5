-- Views on one input take its rows from the first of them that has read them:
-- whatever their columns, conditions, expressions, windows and kinds.
CREATE SCHEMA shared_rows;
SET search_path = shared_rows;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE TABLE ev (gone int, ts timestamptz, k text, v numeric, n int, note text, arr int[]) PARTITION BY RANGE (ts);
CREATE TABLE ev_1 PARTITION OF ev FOR VALUES FROM ('2024-05-01') TO ('2024-05-02');
-- another order of columns, and dropped ones on both sides
CREATE TABLE ev_2 (arr int[], note text, old text, n int, v numeric, k text, ts timestamptz, gone int);
ALTER TABLE ev_2 DROP COLUMN old;
ALTER TABLE ev ATTACH PARTITION ev_2 FOR VALUES FROM ('2024-05-02') TO ('2024-05-03');
ALTER TABLE ev DROP COLUMN gone;
CREATE TABLE names (k text PRIMARY KEY, name text);
INSERT INTO names SELECT 'k' || i, 'name ' || i % 3 FROM generate_series(0, 6) i;
CREATE FUNCTION twice(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN $1 || $1; END';

CREATE TABLE queries (name text, plain text);
INSERT INTO queries VALUES
	('v_plain', 'SELECT window_start, k, sum(v), count(*), avg(n) FROM ev GROUP BY tumble(ts, ''1 hour''), k'),
	('v_where', 'SELECT window_start, count(*), max(n), min(v) FROM ev WHERE n % 3 = 1 AND note IS NOT NULL GROUP BY tumble(ts, ''30 min'')'),
	('v_expression', 'SELECT window_start, upper(k) || note AS kn, sum(n * 2 + 1), count(v) FILTER (WHERE n > 100) FROM ev GROUP BY tumble(ts, ''2 hours''), upper(k) || note'),
	('v_function', 'SELECT window_start, twice(k), twice(note) AS t2, sum(length(twice(k))) FROM ev GROUP BY tumble(ts, ''1 day''), 2, 3'),
	('v_subselect', 'SELECT window_start, (SELECT name FROM names WHERE names.k = ev.k) AS name, count(*), sum(v) FROM ev GROUP BY tumble(ts, ''1 hour''), 2'),
	('v_join', 'SELECT window_start, name, sum(v), count(*) FROM ev JOIN names USING (k) GROUP BY tumble(ts, ''1 hour''), name'),
	('v_tableoid', 'SELECT window_start, ev.tableoid::regclass::text AS part, count(*), sum(n) FROM ev GROUP BY tumble(ts, ''6 hours''), 2'),
	('v_whole', 'SELECT window_start, count(DISTINCT ev.*::text) AS rows, count(*) FROM ev GROUP BY tumble(ts, ''12 hours'')'),
	('v_collected', 'SELECT window_start, k, count(DISTINCT note), string_agg(note, '','' ORDER BY note, n) FROM ev GROUP BY tumble(ts, ''1 hour''), k'),
	('v_array', 'SELECT window_start, arr, sum(n), bool_and(v > 0), max(ts) FROM ev GROUP BY tumble(ts, ''3 hours''), arr');
SELECT format('CREATE CONTINUOUS VIEW %I WITH (flush_interval = ''0 s'', allowed_lateness = ''2 days'') AS %s', name, plain) FROM queries ORDER BY name COLLATE "C" \gexec
CREATE CONTINUOUS VIEW v_hop WITH (flush_interval = '0 s', allowed_lateness = '2 days') AS SELECT window_start, k, sum(v), count(*) FROM ev GROUP BY hop(ts, '30 min', '2 hours'), k;
CREATE CONTINUOUS VIEW v_session WITH (flush_interval = '0 s', allowed_lateness = '2 days') AS SELECT window_start, window_end, k, sum(v), count(*) FROM ev GROUP BY session(ts, '3 min'), k;

CREATE PROCEDURE see() LANGUAGE plpgsql AS $$
DECLARE
	name regclass;
BEGIN
	FOR name IN SELECT view FROM continuous.views ORDER BY view::text COLLATE "C" LOOP
		PERFORM continuous.sync(name, '5 min');
	END LOOP;
END $$;
CREATE FUNCTION different() RETURNS TABLE (view text, rows bigint) LANGUAGE plpgsql AS $$
DECLARE
	name regclass;
BEGIN
	FOR name IN SELECT v.view FROM continuous.views v ORDER BY v.view::text COLLATE "C" LOOP
		RETURN QUERY EXECUTE format('WITH plain AS (%s) SELECT %L, count(*) FROM ((TABLE plain EXCEPT ALL TABLE %s) UNION ALL (TABLE %3$s EXCEPT ALL TABLE plain)) d HAVING count(*) > 0',
			rtrim(continuous.one_shot(name), ';'), name, name);
	END LOOP;
END $$;
CREATE PROCEDURE add(first int, last int) LANGUAGE sql AS $$
	INSERT INTO ev (ts, k, v, n, note, arr)
	SELECT timestamptz '2024-05-01Z' + (i * 20 + i * 7919 % 40) * interval '1 s', 'k' || i % 8, nullif(i % 11, 3) * 0.37, i,
		   CASE WHEN i % 5 > 0 THEN 'note ' || i % 4 END, CASE WHEN i % 6 > 0 THEN ARRAY[i % 2, i % 3] END
	  FROM generate_series(first, last) i
$$;
CALL see();
CALL add(1, 1000);
CALL see();
-- several transactions at once: those that are read later are behind
CALL add(1001, 2500);
CALL add(2501, 3500);
BEGIN;
CALL add(3501, 4200);
SAVEPOINT a;
CALL add(4000, 5000);
ROLLBACK TO a;
CALL add(4201, 4300);
COMMIT;
CALL see();
SELECT * FROM different();
-- some of it is kept; the worker says so when it has nothing else to do
DO $$
BEGIN
	FOR i IN 1 .. 100000 LOOP
		IF EXISTS (SELECT FROM continuous.memory WHERE what = 'shared rows' AND count > 0 AND bytes > 0) THEN
			RETURN;
		END IF;
	END LOOP;
	RAISE 'no rows are shared';
END $$;

-- a column that is added, with a value for older rows; another that is dropped
DROP VIEW v_array, v_whole;
ALTER TABLE ev ADD COLUMN extra text DEFAULT 'none';
CREATE CONTINUOUS VIEW v_extra WITH (flush_interval = '0 s', allowed_lateness = '2 days') AS SELECT window_start, extra, count(*), sum(n) FROM ev GROUP BY tumble(ts, '1 hour'), extra;
ALTER TABLE ev DROP COLUMN arr;
CALL see();
INSERT INTO ev SELECT timestamptz '2024-05-02Z' + i * interval '9 s', 'k' || i % 8, i, i, repeat('note ' || i, 3), nullif('x' || i % 2, 'x1') FROM generate_series(1, 1500) i;
CALL see();
-- what is stored elsewhere is not kept
ALTER TABLE ev_2 ALTER note SET STORAGE EXTERNAL;
INSERT INTO ev SELECT timestamptz '2024-05-02Z' + i * interval '9 s', 'k' || i % 8, i, i, CASE WHEN i = 700 THEN repeat('long', 2000) ELSE 'short' END, 'y' FROM generate_series(1, 1500) i;
CALL see();
-- a view that goes its own way for a while
SELECT continuous.pause('v_where');
INSERT INTO ev SELECT timestamptz '2024-05-02 06:00Z' + i * interval '1 s', 'k' || i % 8, i, i, 'again', 'y' FROM generate_series(1, 1500) i;
SELECT continuous.sync('v_plain');
INSERT INTO ev SELECT timestamptz '2024-05-02 07:00Z' + i * interval '1 s', 'k' || i % 8, i, i, 'again', 'y' FROM generate_series(1, 1500) i;
SELECT continuous.resume('v_where');
CALL see();
SELECT * FROM different();
SELECT count(*), min(rows_read), max(rows_read), sum(rows_too_late) FROM continuous.stats;

-- rows that are gone before a view has consumed them are not in it
CREATE TABLE gone (ts timestamptz, n int, note text);
CREATE CONTINUOUS VIEW g_first WITH (flush_interval = '0 s') AS SELECT window_start, count(*) AS n FROM gone GROUP BY tumble(ts, '1 day');
CREATE CONTINUOUS VIEW g_second WITH (flush_interval = '0 s', late_rows = keep, allowed_lateness = '0 s') AS SELECT window_start, count(*) AS n FROM gone GROUP BY tumble(ts, '1 day');
CREATE PROCEDURE add_gone(day timestamptz, note text) LANGUAGE sql AS $$
	INSERT INTO gone SELECT day + i * interval '1 s', i, note || repeat('.', 100) FROM generate_series(1, 1000) i
$$;
CALL add_gone('2024-05-01Z', 'first');
SELECT continuous.sync('g_first'), continuous.sync('g_second');
CALL add_gone('2024-05-02Z', 'second');
SELECT continuous.sync('g_first'), continuous.sync('g_second');
SELECT continuous.pause('g_second');
CALL add_gone('2024-05-03Z', 'third');
SELECT continuous.sync('g_first');
DELETE FROM gone WHERE note ^@ 'third' AND n <= 400;
SELECT continuous.resume('g_second');
SELECT continuous.sync('g_second');
SELECT window_start, f.n AS first, s.n AS second FROM g_first f JOIN g_second s USING (window_start) ORDER BY window_start;
-- nor are others in their places
SELECT continuous.pause('g_second');
CALL add_gone('2024-05-01 12:00Z', 'late');
SELECT continuous.sync('g_first');
DELETE FROM gone WHERE note ^@ 'late' AND n <= 800;
VACUUM gone;
SELECT continuous.pause('g_first');
CALL add_gone('2024-05-04Z', 'other');
SELECT continuous.resume('g_second');
SELECT continuous.sync('g_second');
SELECT continuous.resume('g_first');
SELECT count(*), count(*) FILTER (WHERE (row_data->>'ts')::timestamptz = event_time) AS are_right FROM g_second_late;
DROP SCHEMA shared_rows CASCADE;
