-- Views over each kind of window: types of time, arguments, bounds in all
-- places, keys and what stands over the groups. Each is made, filled in two
-- steps, and compared with the plain query that one_shot() gives.
CREATE SCHEMA windows;
SET search_path = windows;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE TABLE o (id bigserial PRIMARY KEY, ts timestamptz, t timestamp, d date, k text, session int, n int, v numeric, w text);
CREATE TABLE targets (k text PRIMARY KEY, target numeric);
INSERT INTO targets VALUES ('a', 5), ('b', 100);
CREATE PROCEDURE fill() LANGUAGE sql AS $$
	INSERT INTO o (ts, t, d, k, session, n, v, w)
	SELECT ts, ts AT TIME ZONE 'UTC', (ts AT TIME ZONE 'UTC')::date + i % 10, CASE WHEN i % 7 > 0 THEN chr(97 + i % 3) END, i % 2, i % 5, i % 17 / 4.0, 'w' || i % 2
	  FROM (SELECT i, timestamptz '2026-06-01 00:00Z' + i * interval '37 seconds' + i % 4 * interval '11 minutes' FROM generate_series(1, 100) i) s (i, ts);
	INSERT INTO o (ts, t, d) VALUES (NULL, NULL, NULL), ('infinity', 'infinity', 'infinity'), ('-infinity', '-infinity', '-infinity');
$$;
CREATE TABLE forms (n serial PRIMARY KEY, query text, error text, nrows bigint, differences bigint);

INSERT INTO forms (query) SELECT unnest(ARRAY[
	-- hop
	'SELECT window_start, window_end, k, sum(v), count(*) FROM o GROUP BY hop(ts, interval ''1 minute'', interval ''5 minutes''), k',
	'SELECT window_start, window_end, min(v), max(v), avg(v) FROM o GROUP BY hop(t, ''3 min'', ''10 min'')',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY hop(d, ''2 days'', ''7 days'')',
	'SELECT hop(ts, ''1 min'', ''5 min'') AS win, k, count(*) FROM o GROUP BY win, 2',
	'SELECT window_start, count(*) FROM o GROUP BY hop(size => ''5 min'', ts => o.ts, slide => ''1 min'', origin => ''2026-01-01 00:00:30+02'')',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY continuous.hop(ts, ''1 day'', ''1 month'')',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY hop(d, ''1 month'', ''3 months'')',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY hop(ts, ''1 day'', ''7 days'', timezone => ''Europe/London'')',
	'SELECT window_start, k, sum(v) FROM o WHERE v > 1 GROUP BY hop(ts, ''1 min'', ''5 min''), k HAVING window_end > ''2026-06-01 00:20Z'' AND count(*) > 1 ORDER BY window_start DESC, k LIMIT 7',
	'SELECT window_end AS window_start, lower(hop(ts, ''1 min'', ''5 min'')) AS l, hop(ts, ''1 min'', ''5 min'') && ''[2026-06-01 00:20Z,)'' AS z, upper(w) AS w, sum(v) AS k FROM o GROUP BY upper(w), hop(ts, ''1 min'', ''5 min''), k ORDER BY o.k',
	'SELECT window_start, k, rank() OVER (PARTITION BY window_start ORDER BY sum(v) DESC NULLS LAST, k), sum(sum(v)) OVER (ORDER BY window_start, k) FROM o GROUP BY hop(ts, ''1 min'', ''5 min''), k',
	'SELECT DISTINCT ON (k) k, window_start, (SELECT target FROM targets t WHERE t.k = o.k AND t.target > count(o.v)) AS tg FROM o GROUP BY hop(ts, ''1 min'', ''5 min''), k ORDER BY k, window_start DESC',
	'SELECT window_start, w.kk, count(w.*) FROM ONLY o AS w (id, tt, t2, d2, kk) GROUP BY hop(w.tt, ''1 min'', ''5 min''), w.kk',
	'SELECT window_start, hop.w, count(*) FROM o AS hop GROUP BY hop(hop.ts, ''1 min'', ''5 min''), hop.w',
	-- cumulate
	'SELECT window_start, window_end, k, sum(v), count(*) FROM o GROUP BY cumulate(ts, interval ''1 minute'', interval ''5 minutes''), k',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY cumulate(t, step => ''5 min'', size => ''1 hour'', origin => ''2026-01-01 00:07'')',
	'SELECT cumulate(d, ''1 day'', ''7 days'') AS win, count(*) FROM o GROUP BY 1',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY cumulate(ts, ''1 day'', ''1 month'')',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY cumulate(ts, ''6 hours'', ''1 day'', timezone => ''America/New_York'')',
	'SELECT window_end, k, sum(v) - lag(sum(v)) OVER (PARTITION BY k, window_start ORDER BY window_end) AS x FROM o GROUP BY cumulate(ts, ''1 min'', ''5 min''), k HAVING window_end - window_start > ''2 min'' ORDER BY 1, 2',
	-- session
	'SELECT window_start, window_end, k, sum(v), count(*) FROM o GROUP BY session(ts, interval ''1 minute''), k',
	'SELECT window_start, window_end, min(v), max(v), avg(v) FROM o GROUP BY session(t, ''40 s'')',
	'SELECT window_start, window_end, count(*) FROM o GROUP BY session(d, ''1 day''), k',
	'SELECT session(ts, ''1 min'') AS win, session, k, sum(session), max(v) AS k2 FROM o GROUP BY win, k, 2',
	'SELECT window_start, count(*) FROM o GROUP BY session(gap => ''1 min'', ts => o.ts - interval ''1 hour''), o.k',
	'SELECT window_start, k || w AS kw, upper(k), count(*) FROM o GROUP BY session(ts, ''1 min''), k || w, upper(k), tableoid',
	'SELECT window_start, k, sum(v) FROM o WHERE v > 1 GROUP BY session(ts, ''1 min''), k HAVING window_end > ''2026-06-01 00:20Z'' AND count(*) > 1 ORDER BY window_start DESC, k LIMIT 7',
	'SELECT sum(n) AS session, count(v) AS k, max(n) AS key FROM o GROUP BY session(ts, ''1 min''), k, n + 1 ORDER BY session(ts, ''1 min''), o.k, n + 1',
	'SELECT window_start, k, rank() OVER (PARTITION BY k ORDER BY sum(v) DESC, window_start), upper(session(ts, ''1 min'')) - window_start AS len FROM o GROUP BY session(ts, ''1 min''), k',
	'SELECT DISTINCT k, tableoid::regclass AS t, (SELECT target FROM targets t WHERE t.k = o.k AND t.target > count(o.v)) AS tg FROM o GROUP BY session(ts, ''1 min''), k, tableoid',
	'SELECT window_start, s.kk, count(s.*), max((s).v) FILTER (WHERE s.session > 0) FROM ONLY o AS s (id, tt, t2, d2, kk) GROUP BY session(s.tt, ''1 min''), s.kk',
	-- tumble on calendars
	'SELECT window_start, window_end, k, sum(v) FROM o GROUP BY tumble(ts, ''1 month''), k',
	'SELECT window_start, window_end, k, sum(v) FROM o GROUP BY tumble(t, ''1 year'', origin => ''2026-05-31''), k',
	'SELECT window_start, window_end, k, sum(v) FROM o GROUP BY tumble(d, ''2 months''), k',
	'SELECT window_start, window_end, k, sum(v) FROM o GROUP BY tumble(ts, ''1 day'', timezone => ''Australia/Lord_Howe''), k',
	'SELECT tumble(ts, ''1 month'', timezone => ''Asia/Kolkata'') AS win, sum(v) FROM o GROUP BY 1']);

CREATE FUNCTION one_shot_differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE result bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT x::text FROM %s x), q AS (SELECT x::text FROM (%s) x)
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view, continuous.one_shot(view)) INTO result;
	RETURN result;
END $$;
CALL fill();
DO $$
DECLARE form record;
BEGIN
	FOR form IN SELECT * FROM forms ORDER BY n LOOP
		BEGIN
			EXECUTE format('CREATE CONTINUOUS VIEW v%s WITH (max_future = none, allowed_lateness = ''100000 days'') AS %s', form.n, form.query);
		EXCEPTION WHEN OTHERS THEN
			UPDATE forms f SET error = SQLERRM WHERE f.n = form.n;
		END;
	END LOOP;
END $$;
DO $$
BEGIN
	PERFORM continuous.sync(view) FROM continuous.view;
	CALL fill();
	COMMIT;
	PERFORM continuous.sync(view) FROM continuous.view;
END $$;
DO $$
DECLARE form record;
BEGIN
	FOR form IN SELECT * FROM forms WHERE error IS NULL ORDER BY n LOOP
		EXECUTE format('UPDATE forms SET nrows = (SELECT count(*) FROM v%1$s), differences = one_shot_differences(''v%1$s'') WHERE n = %1$s', form.n);
	END LOOP;
END $$;
SELECT n, error, nrows, differences FROM forms WHERE error IS NOT NULL OR differences > 0 OR nrows = 0 ORDER BY n;
SELECT count(DISTINCT view) = (SELECT count(*) FROM forms) AS all_made FROM continuous.stats;

-- the bounds have the time's type, timestamp for date
SELECT attrelid::regclass AS view, attname, atttypid::regtype FROM pg_attribute
 WHERE attrelid = ANY ('{v1,v2,v3,v15,v16,v18,v21,v22,v23,v4,v17,v24,v36,v32,v33,v34}'::regclass[])
   AND attname IN ('window_start', 'window_end', 'win') ORDER BY attrelid, attnum;

-- what a view is made of, and the plain query
SELECT c.relname, pg_get_indexdef(i.indexrelid)
  FROM continuous.view v, pg_index i JOIN pg_class c ON c.oid = indrelid
 WHERE v.view::regclass IN ('v1'::regclass, 'v15', 'v21', 'v32') AND c.oid IN (v.results, v.state) ORDER BY 1, 2;
SELECT replace(pg_get_viewdef('v1_definition', true), 'o.', '') AS definition;
SELECT replace(pg_get_viewdef('v1', true), 'v1_results.', '') AS top;
SELECT continuous.one_shot('v1');
SELECT continuous.one_shot('v15');
SELECT continuous.one_shot('v21');
SELECT continuous.one_shot('v28');

-- sessions by a key that cannot be sorted have no plain query
CREATE CONTINUOUS VIEW unsorted AS SELECT window_start, id::text::xid AS x, count(*) FROM o GROUP BY session(ts, '1 min'), id::text::xid;
SELECT continuous.one_shot('unsorted');

-- OR REPLACE: the window must be the same in all it says
CREATE CONTINUOUS VIEW r AS SELECT window_start, k, sum(v) FROM o GROUP BY hop(ts, '1 min', '5 min'), k;
CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, k, sum(v), window_end FROM o GROUP BY continuous.hop(size => '5 min', slide => '60 s', ts => ts, origin => NULL), k HAVING sum(v) > 1;
CREATE FUNCTION try(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text;
BEGIN
	EXECUTE format('CREATE OR REPLACE CONTINUOUS VIEW r AS SELECT window_start, k, sum(v), window_end FROM o GROUP BY %s, k', call);
	RETURN 'replaced';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, detail);
END $$;
SELECT call, try(call) FROM unnest(ARRAY['hop(ts, ''1 min'', ''5 min'')', 'hop(ts, ''1 min'', ''6 min'')', 'hop(ts, ''30 s'', ''5 min'')', 'hop(ts, ''1 min'', ''5 min'', ''2000-01-03 00:00:01Z'')',
	'hop(t, ''1 min'', ''5 min'')', 'tumble(ts, ''5 min'')', 'cumulate(ts, ''1 min'', ''5 min'')', 'session(ts, ''5 min'')']) call;
DROP VIEW r;
CREATE CONTINUOUS VIEW r AS SELECT window_start, k, sum(v), window_end FROM o GROUP BY tumble(ts, '1 month', timezone => 'Europe/London'), k;
SELECT call, try(call) FROM unnest(ARRAY['tumble(ts, ''1 month'', timezone => ''europe/london'')', 'tumble(ts, ''1 month'', ''2000-01-01 00:00Z'', ''Europe/London'')', 'tumble(ts, ''1 month'', timezone => ''Europe/Dublin'')', 'tumble(ts, ''1 month'')',
	'tumble(ts, ''30 days'', timezone => ''Europe/London'')']) call;
DROP VIEW r;
CREATE CONTINUOUS VIEW r AS SELECT window_start, k, sum(v), window_end FROM o GROUP BY session(ts, '1 min'), k;
SELECT call, try(call) FROM unnest(ARRAY['session(ts, ''60 s'')', 'session(ts, ''61 s'')', 'session(t, ''60 s'')']) call;

-- whatever is refused or dropped leaves nothing behind
DROP SCHEMA windows CASCADE;
SELECT count(*) FROM continuous.view;
