-- Large groups in each kind of view: a change of emit, keys without a window,
-- fillers, recompute(), rows that are late; and what is left of their chunks.
\set VERBOSITY terse
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE SCHEMA collected_windows;
SET search_path = collected_windows;

CREATE TABLE ev (ts timestamptz, k text, x int);
CREATE PROCEDURE add_rows(first timestamptz, key text, n int) LANGUAGE sql AS $$
	INSERT INTO ev SELECT first + i * interval '10 ms', key, i * 7919 % 10007 FROM generate_series(1, n) i;
$$;
CREATE FUNCTION compare(view regclass) RETURNS TABLE (difference text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT ''unexpected '' || d FROM (TABLE %1$s EXCEPT ALL %2$s) d
		UNION ALL SELECT ''missing '' || d FROM (%2$s EXCEPT ALL TABLE %1$s) d',
		view, '(' || trim(trailing ';' from continuous.one_shot(view)) || ')');
END $$;

-- emit = final and back, while a window has chunks
CREATE CONTINUOUS VIEW e WITH (max_future = none) AS
	SELECT window_start, window_end, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT x) AS n
	  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;
CREATE CONTINUOUS VIEW es WITH (max_future = none) AS
	SELECT window_start, window_end, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT x) AS n
	  FROM ev GROUP BY session(ts, interval '10 minutes'), k;
CREATE CONTINUOUS VIEW eh WITH (max_future = none) AS
	SELECT window_start, window_end, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT x) AS n
	  FROM ev GROUP BY hop(ts, interval '30 minutes', interval '1 hour'), k;
CALL add_rows('2024-05-01 00:00Z', 'a', 5000);
SELECT continuous.sync('e'), continuous.sync('es'), continuous.sync('eh');
ALTER VIEW e SET (emit = final);
ALTER VIEW es SET (emit = final);
ALTER VIEW eh SET (emit = final);
CALL add_rows('2024-05-01 00:05Z', 'a', 5000);
SELECT continuous.sync('e'), continuous.sync('es'), continuous.sync('eh');
SELECT count(*) FROM e;
ALTER VIEW e SET (emit = update);
ALTER VIEW es SET (emit = update);
ALTER VIEW eh SET (emit = update);
CALL add_rows('2024-05-01 00:06Z', 'a', 5000);
SELECT continuous.sync('e'), continuous.sync('es'), continuous.sync('eh');
SELECT * FROM compare('e') ORDER BY 1;
SELECT * FROM compare('es') ORDER BY 1;
SELECT * FROM compare('eh') ORDER BY 1;
ALTER VIEW e SET (emit = final);
ALTER VIEW es SET (emit = final);
ALTER VIEW eh SET (emit = final);
CALL add_rows('2024-05-01 00:40Z', 'b', 5000);
INSERT INTO ev VALUES ('2024-05-01 03:30Z', 'c', 1);
SELECT continuous.sync('e'), continuous.sync('es'), continuous.sync('eh');
SELECT * FROM compare('e') ORDER BY 1;
SELECT * FROM compare('es') ORDER BY 1;
SELECT * FROM compare('eh') ORDER BY 1;
-- a correction of a closed window
CALL add_rows('2024-05-01 00:40Z', 'a', 3000);
SELECT continuous.sync('e'), continuous.sync('es'), continuous.sync('eh');
SELECT * FROM compare('e') ORDER BY 1;
SELECT * FROM compare('es') ORDER BY 1;
SELECT * FROM compare('eh') ORDER BY 1;
-- the last of them is final, and a row too late for it
ALTER VIEW e SET (allowed_lateness = '10 minutes');
ALTER VIEW es SET (allowed_lateness = '10 minutes');
ALTER VIEW eh SET (allowed_lateness = '10 minutes');
INSERT INTO ev VALUES ('2024-05-01 00:50Z', 'a', -1), ('2024-05-01 03:31Z', 'c', 2);
SELECT continuous.sync('e'), continuous.sync('es'), continuous.sync('eh');
SELECT (SELECT count(*) FROM e_collected) AS tumbled, (SELECT count(*) FROM es_collected) AS sessions, (SELECT count(*) FROM eh_collected) AS hopped;
SELECT DISTINCT n FROM e WHERE k = 'a';
DROP VIEW e, es, eh;
TRUNCATE ev;

-- a key's life: what it has collected is void with its end, and goes
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '1 hour', max_future = none, ttl_action = keep) AS
	SELECT k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT x) AS n FROM ev GROUP BY k;
CALL add_rows('2024-05-01 00:00Z', 'a', 5000);
SELECT continuous.sync('keyed');
SELECT count(*) > 0 AS has_chunks FROM keyed_collected;
CALL add_rows('2024-05-01 00:50Z', 'a', 5001);
SELECT continuous.sync('keyed');
SELECT * FROM compare('keyed') ORDER BY 1;
CALL add_rows('2024-05-01 01:30Z', 'a', 2000);
CALL add_rows('2024-05-01 01:40Z', 'b', 5000);
SELECT continuous.sync('keyed');
SELECT * FROM compare('keyed') ORDER BY 1;
INSERT INTO ev VALUES ('2024-05-01 04:00Z', 'b', 1), ('2024-05-01 04:01Z', 'b', 2);
SELECT continuous.sync('keyed');
INSERT INTO ev VALUES ('2024-05-01 04:05Z', 'a', 1), ('2024-05-01 04:06Z', 'c', 2);
SELECT continuous.sync('keyed');
TABLE keyed ORDER BY k;
INSERT INTO ev VALUES ('2024-05-09 04:05Z', 'd', 1);
SELECT continuous.sync('keyed');
SELECT count(*) FROM keyed_collected;
DROP VIEW keyed;
TRUNCATE ev;

-- fillers have none
CREATE CONTINUOUS VIEW filled WITH (fill = zero) AS
	SELECT window_start, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(DISTINCT x) AS n
	  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;
CALL add_rows('2024-05-01 00:00Z', 'a', 5000);
CALL add_rows('2024-05-01 04:00Z', 'a', 5000);
SELECT continuous.sync('filled');
CALL add_rows('2024-05-01 02:00Z', 'a', 5000);
CALL add_rows('2024-05-01 02:10Z', 'a', 5001);
SELECT continuous.sync('filled');
TABLE filled ORDER BY 1;
SELECT window_end, count(*) > 0 AS has_chunks FROM filled_collected GROUP BY 1 ORDER BY 1;
CREATE VIEW sizes AS SELECT collected_bytes = (SELECT coalesce(sum(length(data) - 4), 0) FROM filled_collected) AS is_right
  FROM continuous.stats WHERE view = 'filled'::regclass;
TABLE sizes;

-- recompute() drops what was collected, and collects anew
SELECT array_agg(DISTINCT collection) AS before FROM filled_collected WHERE window_end = '2024-05-01 03:00Z' \gset
DELETE FROM ev WHERE ts > '2024-05-01 02:10Z' AND ts < '2024-05-01 03:00Z';
SELECT rows_read FROM continuous.recompute('filled', '2024-05-01 02:00Z', '2024-05-01 03:00Z') r(rows_read);
SELECT bool_and(collection <> ALL (:'before')) AS anew FROM filled_collected WHERE window_end = '2024-05-01 03:00Z';
CALL add_rows('2024-05-01 02:30Z', 'a', 5002);
SELECT continuous.sync('filled');
SELECT * FROM filled WHERE n > 0 ORDER BY 1;
SELECT * FROM compare('filled') WHERE difference NOT LIKE '%,0)' ORDER BY 1;
TABLE sizes;
ALTER VIEW filled SET (allowed_lateness = '30 minutes');
CALL add_rows('2024-05-01 05:00Z', 'a', 5000);
SELECT continuous.sync('filled');
TABLE sizes;
SELECT continuous.rebuild('filled');
SELECT continuous.sync('filled');
TABLE sizes;

RESET search_path;
SET client_min_messages = error;
DROP SCHEMA collected_windows CASCADE;
