-- Change of the dial emit: rows of open windows move between the result table
-- and the state table, and nothing is lost or counted twice.
CREATE SCHEMA emit;
SET search_path = emit;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE TABLE o (ts timestamptz, k text, v numeric);
CREATE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v), count(*), avg(v), stddev(v) FROM o GROUP BY tumble(ts, '1 h'), k;
-- a generated column of the user's comes along by itself
ALTER TABLE v_results ADD COLUMN double numeric GENERATED ALWAYS AS (sum * 2) STORED;
CREATE FUNCTION differences(before timestamptz DEFAULT 'infinity') RETURNS bigint LANGUAGE sql AS $$
	WITH q AS (SELECT date_bin('1 h', ts, '2000-01-03Z') AS w, k, sum(v), count(*), avg(v), stddev(v) FROM o GROUP BY 1, 2),
		 good AS (SELECT * FROM q WHERE w < before)
	SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE good) UNION ALL (TABLE good EXCEPT ALL TABLE v)) d $$;
INSERT INTO o SELECT timestamptz '2024-01-01 00:00Z' + i * interval '10 min', 'k' || i % 2, i FROM generate_series(0, 14) i;
SELECT continuous.sync('v');
SELECT differences();

-- the window of 02:00 is open
ALTER VIEW v SET (emit = final);
SELECT differences('2024-01-01 02:00Z');
SELECT window_start, k, sum, count FROM v_state ORDER BY 1, 2;
SELECT window_start, k, double FROM v_results ORDER BY 1, 2;
INSERT INTO o VALUES ('2024-01-01 02:55Z', 'k0', 100), ('2024-01-01 02:58Z', 'k3', 100);
SELECT continuous.sync('v');
SELECT differences('2024-01-01 02:00Z');
SELECT window_start, k, sum, count FROM v_state ORDER BY 1, 2;

-- closed now; a correction of it, too
INSERT INTO o VALUES ('2024-01-01 03:01Z', 'k0', 5);
INSERT INTO o VALUES ('2024-01-01 02:01Z', 'k0', 7);
SELECT continuous.sync('v');
SELECT differences('2024-01-01 03:00Z');

-- back again
ALTER VIEW v SET (emit = update);
SELECT differences();
SELECT to_regclass('v_state');
INSERT INTO o VALUES ('2024-01-01 03:02Z', 'k0', 7), ('2024-01-01 02:01Z', 'k0', 1000), ('2024-01-01 04:01Z', 'k1', 1);
SELECT continuous.sync('v');
SELECT differences();

-- rolled back
BEGIN;
ALTER VIEW v SET (emit = final);
SELECT count(*) FROM v_state;
ROLLBACK;
INSERT INTO o VALUES ('2024-01-01 04:02Z', 'k0', 7);
SELECT continuous.sync('v');
SELECT differences();

-- before the first row
TRUNCATE o;
DROP VIEW v;
CREATE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v), count(*), avg(v), stddev(v) FROM o GROUP BY tumble(ts, '1 h'), k;
ALTER VIEW v SET (emit = final);
INSERT INTO o VALUES ('2024-01-01 04:02Z', 'k0', 7), ('2024-01-01 06:02Z', 'k0', 7);
SELECT continuous.sync('v');
SELECT differences('2024-01-01 06:00Z');

-- sessions: the state table is always there, and has what is not published
CREATE TABLE c (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW s AS SELECT window_start, window_end, k, sum(v), count(*), stddev(v) FROM c GROUP BY session(ts, '10 min'), k;
CREATE FUNCTION differences(view regclass, only_closed boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE result bigint;
BEGIN
	EXECUTE format('WITH v AS (TABLE %s), q AS (SELECT * FROM (%s) q WHERE NOT $1 OR window_end <= continuous.watermark(%L))
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view, continuous.one_shot(view), view) INTO result USING only_closed;
	RETURN result;
END $$;
INSERT INTO c SELECT timestamptz '2024-01-01 00:00Z' + i * interval '9 min' + i / 6 * interval '2 min', 'k' || i % 3 / 2, i FROM generate_series(0, 29) i;
SELECT continuous.sync('s');
SELECT differences('s', false), (SELECT count(*) FROM s_results) AS results, (SELECT count(*) FROM s_state) AS state;
ALTER VIEW s SET (emit = final);
SELECT differences('s', true), (SELECT count(*) FROM s_results) AS results, (SELECT count(*) FROM s_state) AS state;
-- a correction of a closed one, two that become one across the border, a new one
INSERT INTO c VALUES ('2024-01-01 00:01Z', 'k0', 100), ('2024-01-01 04:35Z', 'k1', 100), ('2024-01-01 04:35Z', 'k2', 100);
SELECT continuous.sync('s');
SELECT differences('s', true), (SELECT count(*) FROM s_results) AS results, (SELECT count(*) FROM s_state) AS state;
ALTER VIEW s SET (emit = update);
SELECT differences('s', false), (SELECT count(*) FROM s_results) AS results, (SELECT count(*) FROM s_state) AS state;
INSERT INTO c VALUES ('2024-01-01 04:40Z', 'k0', 1000), ('2024-01-01 04:28Z', 'k2', 1000);
SELECT continuous.sync('s');
SELECT differences('s', false), (SELECT count(*) FROM s_results) AS results, (SELECT count(*) FROM s_state) AS state;
ALTER VIEW s SET (emit = final);
SELECT continuous.advance_watermark('s', '2024-01-02Z');
SELECT continuous.sync('s');
SELECT differences('s', false), (SELECT count(*) FROM s_results) AS results, (SELECT count(*) FROM s_state) AS state;

-- windows made of slices: what is not closed is deleted, and made anew
CREATE CONTINUOUS VIEW h AS SELECT window_start, window_end, k, sum(v), count(*), stddev(v) FROM c GROUP BY hop(ts, '7 min', '30 min'), k;
CREATE CONTINUOUS VIEW u AS SELECT window_start, window_end, k, sum(v), count(*), stddev(v) FROM c GROUP BY cumulate(ts, '10 min', '1 hour'), k;
SELECT continuous.sync('h'), continuous.sync('u');
SELECT differences('h', false), differences('u', false);
ALTER VIEW h SET (emit = final);
ALTER VIEW u SET (emit = final);
SELECT differences('h', true), differences('u', true);
INSERT INTO c VALUES ('2024-01-01 00:01Z', 'k0', 100), ('2024-01-01 04:45Z', 'k1', 100), ('2024-01-01 04:46Z', 'k2', 100);
SELECT continuous.sync('h'), continuous.sync('u');
SELECT differences('h', true), differences('u', true);
-- they appear without a new row
ALTER VIEW h SET (emit = update);
ALTER VIEW u SET (emit = update);
SELECT continuous.sync('h'), continuous.sync('u');
SELECT differences('h', false), differences('u', false);
SELECT rewrites_windows FROM continuous.position p WHERE view IN ('h'::regclass, 'u'::regclass);
INSERT INTO c VALUES ('2024-01-01 04:50Z', 'k1', 7), ('2024-01-01 04:10Z', 'k2', 7);
SELECT continuous.sync('h'), continuous.sync('u');
SELECT differences('h', false), differences('u', false);
-- there and back at once
ALTER VIEW h SET (emit = final);
ALTER VIEW h SET (emit = update);
ALTER VIEW h SET (emit = final);
SELECT continuous.sync('h');
SELECT differences('h', true);

DROP SCHEMA emit CASCADE;
