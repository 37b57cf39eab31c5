-- hop(), cumulate() and session() where tumble() was tried before: cases C05
-- (infinity and the last instant), C07 (rows without a time) and C19 (the edges
-- of lateness). Each story is told twice: with a flush after each statement, and
-- in one batch; both must end alike.
CREATE SCHEMA cases_windows;
SET search_path = cases_windows;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- tell(window, options, story): s and n of each window of ev, per k
CREATE TABLE told (how text, what text, content text);
CREATE PROCEDURE tell(win text, options text, VARIADIC story text[]) LANGUAGE plpgsql AS $$
DECLARE
	v_how text; statement text;
BEGIN
	TRUNCATE told;
	FOREACH v_how IN ARRAY ARRAY['step by step', 'in one batch'] LOOP
		DROP TABLE IF EXISTS ev CASCADE;
		CREATE TABLE ev (ts timestamptz, k text, v int);
		EXECUTE format('CREATE VIEW v WITH (continuous, flush_interval = %L, late_rows = keep%s) AS
			SELECT window_start, window_end, k, sum(v) AS s, count(*) AS n FROM ev GROUP BY %s, k',
			CASE WHEN v_how = 'step by step' THEN '1 ms' ELSE '1 hour' END, options, win);
		COMMIT;
		PERFORM continuous.sync('v');
		COMMIT;
		FOREACH statement IN ARRAY story LOOP
			EXECUTE statement;
			COMMIT;
			IF v_how = 'step by step' THEN PERFORM continuous.sync('v'); END IF;
			COMMIT;
		END LOOP;
		PERFORM continuous.sync('v');
		COMMIT;
		INSERT INTO told SELECT v_how, 'row', format('[%s, %s) %s: s %s, n %s%s', r.window_start AT TIME ZONE 'UTC', r.window_end AT TIME ZONE 'UTC', r.k, r.s, r.n, ', corrections ' || nullif(r._corrections, 0))
			FROM v JOIN v_results r USING (window_start, window_end, k) WHERE k IS DISTINCT FROM 'zz';
		INSERT INTO told SELECT v_how, 'late', concat_ws(' ', reason, event_time, row_data ->> 'v', error) FROM v_late;
		INSERT INTO told SELECT v_how, 'W and counters', format('W %s, read %s = counted %s + no window %s + too late %s; late windows %s, corrections %s',
				watermark, rows_read, rows_counted, rows_no_window, rows_too_late, late_windows, corrections)
			FROM continuous.stats WHERE view = 'v'::regclass;
	END LOOP;
END $$;
CREATE FUNCTION differing() RETURNS TABLE (how text, what text, content text) LANGUAGE sql AS $$
	SELECT CASE count(DISTINCT how) WHEN 2 THEN 'both' ELSE min(how) END, what, content FROM told GROUP BY 2, 3 ORDER BY 2, 3 $$;

-- C05: the infinite and the last instant are in no window
CALL tell('continuous.hop(ts, ''5 minutes'', ''10 minutes'')', ', allowed_lateness = ''0 s''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('infinity', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('-infinity', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:02Z', 'x', 16)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'zz', 0)$$,
	$$INSERT INTO ev VALUES ('294276-12-31 23:59:59.999999Z', 'x', 8), ('4714-11-24 00:00Z BC', 'x', 8)$$);
SELECT * FROM differing();
CALL tell('continuous.cumulate(ts, ''5 minutes'', ''10 minutes'')', ', allowed_lateness = ''0 s''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('infinity', 'x', 2), ('-infinity', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:02Z', 'x', 16)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'zz', 0)$$,
	$$INSERT INTO ev VALUES ('294276-12-31 23:59:59.999999Z', 'x', 8)$$);
SELECT * FROM differing();
CALL tell('continuous.session(ts, ''10 minutes'')', ', allowed_lateness = ''0 s''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('infinity', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('-infinity', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:02Z', 'x', 16)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'zz', 0)$$,
	$$INSERT INTO ev VALUES ('294276-12-31 23:59:30Z', 'x', 8)$$);
SELECT * FROM differing();
-- the first and the last that are, with nothing to hold the watermark back
CALL tell('continuous.session(ts, ''10 minutes'')', ', max_future = none',
	$$INSERT INTO ev VALUES ('4714-11-24 00:00Z BC', 'x', 1), ('4714-11-24 00:05Z BC', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('294276-12-31 23:49:59.999999Z', 'x', 4), ('294276-12-31 23:45Z', 'x', 8)$$,
	$$INSERT INTO ev VALUES ('294276-12-31 23:50Z', 'x', 16)$$);
SELECT * FROM differing();

-- C07: rows without a time
CALL tell('continuous.hop(ts, ''1 minute'', ''2 minutes'')', ', allowed_lateness = ''1 hour''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'd', 10), (NULL, 'd', 999), ('2024-05-01 00:02Z', 'd', 20)$$,
	$$INSERT INTO ev VALUES (NULL, 'd', 999), (NULL, NULL, 999)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 03:00Z', 'zz', 0)$$);
SELECT * FROM differing();
CALL tell('continuous.session(ts, ''5 minutes'')', ', allowed_lateness = ''1 hour''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'd', 10), (NULL, 'd', 999), ('2024-05-01 00:02Z', 'd', 20)$$,
	$$INSERT INTO ev VALUES (NULL, 'd', 999), (NULL, NULL, 999)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 03:00Z', 'zz', 0)$$);
SELECT * FROM differing();

-- C19 with hop: too late for one window, in time for the next; the very edge
CALL tell('continuous.hop(ts, ''5 minutes'', ''10 minutes'')', ', allowed_lateness = ''2 minutes''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 10), ('2024-05-01 00:02Z', 'x', 20)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:06:59.999999Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:03Z', 'x', 5)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:07Z', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'x', 100)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:12Z', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'x', 1000)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'zz', 0)$$);
SELECT * FROM differing();
-- S1: what is too late for a window must not come in by a slice that it shares
CALL tell('continuous.hop(ts, ''3 minutes'', ''10 minutes'')', ', allowed_lateness = ''0 s''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:11Z', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:05Z', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'zz', 0)$$);
SELECT * FROM differing();
CALL tell('continuous.cumulate(ts, ''5 minutes'', ''15 minutes'')', ', allowed_lateness = ''1 minute'', emit = final',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:05:59Z', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:02Z', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:06Z', 'x', 8)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:03Z', 'x', 16)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:15:30Z', 'x', 32)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 64)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:16Z', 'zz', 0)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:14:59Z', 'x', 128)$$);
SELECT * FROM differing();

-- C19 with sessions: exactly the gap apart are two; exactly the lateness is too late
CALL tell('continuous.session(ts, ''5 minutes'')', ', allowed_lateness = ''2 minutes''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 10), ('2024-05-01 00:02Z', 'x', 20)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:08:59.999999Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'x', 5)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:09Z', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 100)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'x', 200)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:13:59.999999Z', 'y', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:13:59.999998Z', 'x', 8)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 01:00Z', 'zz', 0)$$);
SELECT * FROM differing();
-- the other rows of its transaction can save a row, whichever comes first
CALL tell('continuous.session(ts, ''5 minutes'')', ', allowed_lateness = ''0 s''',
	$$INSERT INTO ev VALUES ('2024-05-01 00:10Z', 'zz', 0)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'x', 1), ('2024-05-01 00:01Z', 'x', 2), ('2024-05-01 00:06Z', 'x', 4), ('2023-05-01 00:06Z', 'x', 8)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'y', 1), ('2024-05-01 00:01Z', 'y', 2)$$);
SELECT * FROM differing();

DROP SCHEMA cases_windows CASCADE;
