-- When a window is closed, when a row is too late, and what becomes of it:
-- cases C18 (one clock in the future) and C19 (the edges of lateness), and the
-- dials that decide it.
--
-- Results must not depend on when flushes happen. So each story is told three
-- times: with a flush after each statement; with many transactions in one
-- batch (nothing is flushed before the end); and as a view that is paused
-- until the end.
CREATE SCHEMA cases_lateness;
SET search_path = cases_lateness;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- tell(story, options, query): the three, with all that they left behind
CREATE TABLE telling (how text PRIMARY KEY, flush_interval text, syncs bool, pauses bool);
INSERT INTO telling VALUES ('step by step', '1 ms', true, false), ('in one batch', '1 hour', false, false), ('paused meanwhile', '0 s', false, true);
CREATE TABLE told (how text, what text, content text);
CREATE FUNCTION advance(view regclass, w timestamptz) RETURNS void LANGUAGE sql AS 'SELECT continuous.advance_watermark(view, w)';
CREATE PROCEDURE tell(columns text, options text, query text, VARIADIC story text[]) LANGUAGE plpgsql AS $$
DECLARE
	t telling; statement text; n int := 0;
BEGIN
	TRUNCATE told;
	FOR t IN SELECT * FROM telling ORDER BY how LOOP
		DROP TABLE IF EXISTS ev CASCADE;
		EXECUTE format('CREATE TABLE ev (%s)', columns);
		EXECUTE format('CREATE VIEW v WITH (continuous, flush_interval = %L%s) AS %s', t.flush_interval, options, query);
		COMMIT;
		-- the backfill of an empty table is over
		PERFORM continuous.sync('v');
		COMMIT;
		IF t.pauses THEN PERFORM continuous.pause('v'); END IF;
		COMMIT;
		FOREACH statement IN ARRAY story LOOP
			EXECUTE statement;
			COMMIT;
			IF t.syncs THEN PERFORM continuous.sync('v'); END IF;
			COMMIT;
		END LOOP;
		IF t.pauses THEN PERFORM continuous.resume('v'); END IF;
		COMMIT;
		PERFORM continuous.sync('v');
		COMMIT;
		INSERT INTO told SELECT t.how, 'row', v::text FROM v;
		INSERT INTO told SELECT t.how, 'corrections of ' || window_start, _corrections::text FROM v_results WHERE _corrections > 0;
		IF to_regclass('v_late') IS NOT NULL THEN
			INSERT INTO told SELECT t.how, 'late', concat_ws(' ', reason, event_time, row_data, error) FROM v_late;
		END IF;
		IF to_regclass('v_state') IS NOT NULL THEN
			INSERT INTO told SELECT t.how, 'unpublished', window_start::text FROM v_state;
		END IF;
		INSERT INTO told SELECT t.how, 'counters', format('W %s, read %s = counted %s + filtered %s + no window %s + too late %s + failed %s; late windows %s, future %s, corrections %s',
				watermark, rows_read, rows_counted, rows_filtered, rows_no_window, rows_too_late, rows_failed, late_windows, future_rows, corrections)
			FROM continuous.stats WHERE view = 'v'::regclass;
		ASSERT (SELECT rows_read = rows_counted + rows_filtered + rows_no_window + rows_too_late + rows_failed FROM continuous.stats WHERE view = 'v'::regclass);
	END LOOP;
END $$;
CREATE FUNCTION differing() RETURNS TABLE (how text, what text, content text, times bigint) LANGUAGE sql AS $$
	SELECT CASE WHEN count(*) < 3 OR min(n) < max(n) THEN string_agg(how || ': ' || n, ', ' ORDER BY how) ELSE 'all' END, what, content, max(n)
	  FROM (SELECT how, what, content, count(*) AS n FROM told GROUP BY 1, 2, 3) t GROUP BY 2, 3 ORDER BY 2, 3 $$;

-- C19: a correction joins what is stored; exactly the watermark is in time
CALL tell('ts timestamptz, k text, v int', $$, watermark_delay = '0 s', allowed_lateness = '2 minutes', late_rows = keep$$,
	$$SELECT window_start, k, sum(v) AS s, count(*) AS n FROM ev GROUP BY continuous.tumble(ts, '5 minutes'), k$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:01Z', 'x', 10), ('2024-05-01 00:02Z', 'x', 20)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:06Z', 'x', 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:03Z', 'x', 5)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:06Z', 'x', 2)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:08Z', 'x', 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04Z', 'x', 100)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'zz', 0)$$);
SELECT * FROM differing();

-- the edges, microsecond by microsecond; rows of one transaction are judged
-- together by the watermark from before it
CALL tell('ts timestamp, v int', $$, watermark_delay = '1 minute', allowed_lateness = '1 minute', late_rows = keep, emit = final$$,
	$$SELECT window_start, window_end, sum(v) AS s FROM ev GROUP BY continuous.tumble(ts, '5 minutes')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:04:59.999999', 1), ('2024-05-01 00:05', 2), ('2024-05-01 00:00', 4), ('2024-04-30 23:59:59.999999', 8)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:05:59.999999', 16)$$,		-- W 00:04:59.999999: 00:00 is open
	$$INSERT INTO ev VALUES ('2024-05-01 00:01', 32), ('2024-05-01 00:06', 64)$$,	-- W 00:05: closed
	$$INSERT INTO ev VALUES ('2024-05-01 00:01', 128)$$,		-- a correction
	$$INSERT INTO ev VALUES ('2024-05-01 00:06:59.999999', 256)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:01', 512), ('2024-05-01 00:07', 1024)$$,	-- still one
	$$INSERT INTO ev VALUES ('2024-05-01 00:01', 2048), ('2024-05-01 00:20', 4096)$$,	-- too late, and not for what comes with it
	$$INSERT INTO ev VALUES ('2024-05-01 00:13', 8192), ('2024-05-01 00:15', 16384)$$);
SELECT * FROM differing();

-- closed and too late in the middle of a batch, for several keys, emit = final
-- or not; a row that opens a window that has never been there, but is too late
CALL tell('ts timestamptz, k int, v numeric', $$, allowed_lateness = '0 s', late_rows = keep, emit = final$$,
	$$SELECT window_start, k, sum(v), avg(v), max(v) FROM ev GROUP BY continuous.tumble(ts, '1 minute'), k HAVING count(*) > 1$$,
	$$INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '11 s', i % 2, i FROM generate_series(0, 20) i$$,
	$$INSERT INTO ev SELECT timestamptz '2024-05-01 00:03Z' + i * interval '11 s', i % 2, i FROM generate_series(0, 10) i$$,
	$$INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '30 s', 1, 1000 FROM generate_series(0, 12) i$$,
	$$INSERT INTO ev VALUES ('2024-04-01 00:00Z', 3, 1), ('2024-04-01 00:00Z', 3, 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 01:00Z', 3, 1), ('2024-05-01 01:00:30Z', 3, 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:59:59.999999Z', 3, 1), ('2024-05-01 01:00:59.999999Z', 3, 1)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 01:01Z', 3, 1)$$);
SELECT * FROM differing();

-- rows that do not pass do not move the watermark; NULLs and infinities neither
CALL tell('ts timestamptz, v int', $$, allowed_lateness = '0 s', late_rows = keep$$,
	$$SELECT window_start, sum(v) AS s FROM ev WHERE v > 0 GROUP BY continuous.tumble(ts, '1 minute')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1), ('2025-01-01 00:00Z', -1), ('infinity', 2), (NULL, 4)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00:01Z', 8), ('2025-01-01 00:00Z', NULL)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:05Z', 16)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00:02Z', 32), ('2024-05-01 00:00:02Z', -32)$$);
SELECT * FROM differing();

-- advance_watermark() counts for what commits after the call, in any batch
CALL tell('ts timestamptz, v int', $$, allowed_lateness = '1 minute', late_rows = keep, emit = final$$,
	$$SELECT window_start, sum(v) AS s FROM ev GROUP BY continuous.tumble(ts, '1 minute')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1)$$,
	$$SELECT advance('v', '2024-05-01 00:01Z')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00Z', 2)$$,
	$$SELECT advance('v', '2024-05-01 00:00:30Z')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00Z', 4)$$,
	$$SELECT advance('v', '2024-05-01 00:02Z')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:00Z', 8), ('2024-05-01 00:01Z', 16)$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:01:30Z', 32)$$,
	$$SELECT advance('v', '2024-05-01 00:03Z')$$,
	$$INSERT INTO ev VALUES ('2024-05-01 00:01:30Z', 64), ('2024-05-01 00:02:30Z', 128)$$,
	$$SELECT advance('v', '2024-05-01 00:03:30Z')$$);
SELECT * FROM differing();

-- C18: a row too far ahead of its own transaction's commit is counted in its
-- window, and moves nothing
CREATE FUNCTION soon(i interval) RETURNS timestamptz LANGUAGE sql AS 'SELECT date_trunc(''minute'', now()) + i';
CREATE TABLE c18 (ts timestamptz, dev text, v int);
CREATE CONTINUOUS VIEW c18_v WITH (watermark_delay = '30 seconds', allowed_lateness = '2 minutes') AS
	SELECT window_start, dev, count(*) AS n FROM c18 GROUP BY tumble(ts, interval '1 minute'), dev;
CREATE CONTINUOUS VIEW c18_off WITH (watermark_delay = '30 seconds', allowed_lateness = '2 minutes', max_future = none) AS
	SELECT window_start, dev, count(*) AS n FROM c18 GROUP BY tumble(ts, interval '1 minute'), dev;
CREATE CONTINUOUS VIEW c18_week WITH (max_future = '7 days', allowed_lateness = '0 s') AS
	SELECT window_start, dev, count(*) AS n FROM c18 GROUP BY tumble(ts, interval '1 minute'), dev;
INSERT INTO c18 VALUES (soon('-30 min'), 'good', 1);
INSERT INTO c18 VALUES (soon('1 day'), 'fast', 1);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c18'::regclass;
INSERT INTO c18 SELECT soon('-30 min') + i * interval '1 minute', 'good', 1 FROM generate_series(1, 10) i;
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c18'::regclass;
SELECT dev, count(*) AS windows, sum(n) AS n FROM c18_v GROUP BY dev ORDER BY dev;
SELECT dev, count(*) AS windows, sum(n) AS n FROM c18_off GROUP BY dev ORDER BY dev;
SELECT dev, count(*) AS windows, sum(n) AS n FROM c18_week GROUP BY dev ORDER BY dev;
SELECT view, future_rows, rows_too_late, watermark < now() AS watermark_is_past FROM continuous.stats WHERE view::text LIKE 'c18%' ORDER BY view::text;
-- over timestamp, the clock is that of the TimeZone at creation
CREATE TABLE c18_local (ts timestamp, dev text);
SET timezone = 'Asia/Tokyo';
CREATE CONTINUOUS VIEW c18_tokyo AS SELECT window_start, dev, count(*) AS n FROM c18_local GROUP BY tumble(ts, interval '1 minute'), dev;
SET timezone = 'America/Lima';
CREATE CONTINUOUS VIEW c18_lima AS SELECT window_start, dev, count(*) AS n FROM c18_local GROUP BY tumble(ts, interval '1 minute'), dev;
SET timezone = 'UTC';
INSERT INTO c18_local VALUES (now() AT TIME ZONE 'Asia/Tokyo', 'tokyo');
SELECT continuous.sync('c18_tokyo'), continuous.sync('c18_lima');
SELECT view, future_rows, watermark IS NULL AS stands FROM continuous.stats WHERE view IN ('c18_tokyo'::regclass, 'c18_lima'::regclass) ORDER BY view::text;
-- in a backfill, the time of the scan counts
CREATE CONTINUOUS VIEW c18_back AS SELECT window_start, dev, count(*) AS n FROM c18 GROUP BY tumble(ts, interval '1 minute'), dev;
SELECT continuous.sync('c18_back');
SELECT view, future_rows, rows_too_late, watermark < now() AS watermark_is_past FROM continuous.stats WHERE view = 'c18_back'::regclass;

-- dials turned while rows come: what was judged before stays as it was judged
CREATE TABLE turn (ts timestamptz, v int);
CREATE CONTINUOUS VIEW t WITH (allowed_lateness = '0 s') AS SELECT window_start, sum(v) AS s FROM turn GROUP BY tumble(ts, '1 minute');
CREATE FUNCTION put(at time, v int) RETURNS void LANGUAGE sql AS $$ INSERT INTO turn VALUES (timestamptz '2024-05-01 00:00Z' + at, v) $$;
SELECT continuous.sync('t');					-- else they may be in one backfill
SELECT put('00:00', 1);
SELECT put('00:10', 1);
SELECT put('00:00', 2);							-- too late
SELECT continuous.sync('t');
ALTER VIEW t SET (allowed_lateness = '30 minutes', late_rows = keep);
SELECT put('00:00', 4);							-- too late for ever
SELECT put('00:40', 1);
SELECT put('00:10', 64);						-- was not too late when lateness grew
SELECT continuous.sync('t');
ALTER VIEW t SET (watermark_delay = '1 hour');
SELECT put('00:10', 8);							-- the watermark does not go back
SELECT put('00:41', 2);
SELECT continuous.sync('t');
SELECT * FROM t ORDER BY 1;
SELECT watermark, rows_counted, rows_too_late FROM continuous.stats WHERE view = 't'::regclass;
SELECT reason, event_time, row_data FROM t_late;
ALTER VIEW t SET (late_rows = drop);
SELECT put('00:10', 16);
SELECT continuous.sync('t');
ALTER VIEW t RESET (watermark_delay, allowed_lateness);
SELECT put('00:00', 32);
SELECT continuous.sync('t');
SELECT * FROM t ORDER BY 1;
SELECT watermark, rows_counted, rows_too_late FROM continuous.stats WHERE view = 't'::regclass;
SELECT count(*) FROM t_late;
ALTER VIEW t SET (flush_interval = '1 hour');
SELECT put('00:42', 1);
SELECT continuous.sync('t');
SELECT put('00:42', 2);
SELECT put('00:42', 4);
ALTER VIEW t SET (max_future = none, flush_interval = '1 ms');
SELECT put('00:42', 8);
SELECT continuous.sync('t');
SELECT * FROM t ORDER BY 1;
SELECT watermark_delay, allowed_lateness, max_future, flush_interval, late_rows FROM continuous.views WHERE view = 't'::regclass;

DROP SCHEMA cases_lateness CASCADE;
