-- Functions of users that fail, change, lie or go: the view stops with their
-- error and goes on after resume(), or they cannot go without it.
CREATE SCHEMA function_faults;
SET search_path = function_faults;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
\set VERBOSITY terse

-- each function of an aggregate raises, in every kind of view
CREATE TABLE ev (ts timestamptz, k text, v int);
CREATE TABLE fails (what text);
CREATE FUNCTION check_fault(f text) RETURNS void STABLE LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM function_faults.fails WHERE what = f) THEN
		RAISE '% fails', f;
	END IF;
END $$;
CREATE FUNCTION s(state int, v int) RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM function_faults.check_fault('sfunc'); RETURN state + v; END $$;
CREATE FUNCTION c(a int, b int) RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM function_faults.check_fault('combinefunc'); RETURN a + b; END $$;
CREATE FUNCTION f(state int) RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM function_faults.check_fault('finalfunc'); RETURN state; END $$;
CREATE FUNCTION arg(v int) RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM function_faults.check_fault('argument'); RETURN v; END $$;
CREATE AGGREGATE total(int) (SFUNC = s, STYPE = int, INITCOND = 0, COMBINEFUNC = c, FINALFUNC = f);
CREATE CONTINUOUS VIEW v_tumble AS SELECT window_start, k, count(*) AS n, total(arg(v)) AS t FROM ev GROUP BY tumble(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW v_hop AS SELECT window_start, k, count(*) AS n, total(arg(v)) AS t FROM ev GROUP BY hop(ts, '1 hour', '2 hours'), k;
CREATE CONTINUOUS VIEW v_session AS SELECT window_start, k, count(*) AS n, total(arg(v)) AS t FROM ev GROUP BY session(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW v_final WITH (emit = final) AS SELECT window_start, k, count(*) AS n, total(arg(v)) AS t FROM ev GROUP BY tumble(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW v_keyed WITH (state_ttl = '100 days') AS SELECT k, count(*) AS n, total(arg(v)) AS t FROM ev GROUP BY k;
CREATE CONTINUOUS VIEW neighbour AS SELECT window_start, count(*) AS n FROM ev GROUP BY tumble(ts, '1 hour');
CREATE PROCEDURE sync_all(INOUT errors text DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
	one regclass;
BEGIN
	errors := '';
	FOR one IN SELECT v.view FROM continuous.views v WHERE input = 'function_faults.ev'::regclass ORDER BY v.view::text LOOP
		BEGIN
			PERFORM continuous.sync(one, '1 min');
		EXCEPTION WHEN OTHERS THEN
			errors := errors || format(E'%s: %s\n', one, (SELECT error FROM continuous.stats s WHERE s.view = one));
		END;
	END LOOP;
END $$;
CREATE PROCEDURE try(f text, times text, INOUT errors text DEFAULT NULL, INOUT afterwards text DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO fails VALUES (f);
	INSERT INTO ev SELECT t::timestamptz, 'a', 1 FROM unnest(string_to_array(times, ',')) t;
	COMMIT;
	CALL sync_all(errors);
	DELETE FROM fails;
	PERFORM continuous.resume(view) FROM continuous.stats WHERE view::text ~ '^v_' AND state = 'stopped';
	COMMIT;
	CALL sync_all(afterwards);
END $$;
\pset format unaligned
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 1);
CALL sync_all();
CALL try('argument', '2024-05-01 00:01Z');
CALL try('sfunc', '2024-05-01 00:02Z');
CALL try('combinefunc', '2024-05-01 01:30Z,2024-05-01 00:45Z');
CALL try('finalfunc', '2024-05-01 03:00Z');
SELECT count(*) FROM ev;
SELECT 'tumble' AS view, sum(n), sum(t) FROM v_tumble UNION ALL SELECT 'hop', sum(n), sum(t) FROM v_hop UNION ALL SELECT 'session', sum(n), sum(t) FROM v_session
UNION ALL SELECT 'final', sum(n), sum(t) FROM v_final UNION ALL SELECT 'keyed', sum(n), sum(t) FROM v_keyed UNION ALL SELECT 'neighbour', sum(n), NULL FROM neighbour;

-- replaced: what comes next is computed by the new one
CREATE OR REPLACE FUNCTION arg(v int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT v * 100';
CREATE OR REPLACE FUNCTION arg(v int) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 1::bigint';
INSERT INTO ev VALUES ('2024-05-01 03:10Z', 'a', 1);
CALL sync_all();
SELECT n, t FROM v_tumble ORDER BY window_start DESC LIMIT 1;
-- volatile now, and writes: as its owner may
CREATE OR REPLACE FUNCTION arg(v int) RETURNS int VOLATILE LANGUAGE sql AS 'DELETE FROM function_faults.fails; SELECT v';
INSERT INTO ev VALUES ('2024-05-01 03:10Z', 'a', 1);
CALL sync_all();
SELECT view, state, error FROM continuous.stats WHERE view::text IN ('v_tumble', 'neighbour') ORDER BY view::text;
CREATE OR REPLACE FUNCTION arg(v int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT v';
SELECT count(continuous.resume(view)) FROM continuous.stats WHERE view::text ~ '^v_' AND state = 'stopped';
CALL sync_all();
SELECT n FROM v_tumble ORDER BY window_start DESC LIMIT 1;
-- none goes without the view
DROP FUNCTION arg(int);
DROP FUNCTION s(int, int);
DROP AGGREGATE total(int);

-- one that lies about being immutable: whatever it gives, each row is once in a group
CREATE FUNCTION lies(v int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT (random() * 3)::int';
CREATE TABLE lied (ts timestamptz, v int);
CREATE CONTINUOUS VIEW l_tumble AS SELECT window_start, lies(v) AS k, count(*) AS n, count(DISTINCT lies(v)) AS d FROM lied GROUP BY tumble(ts, '1 hour'), lies(v);
CREATE CONTINUOUS VIEW l_time AS SELECT window_start, count(*) AS n FROM lied GROUP BY tumble(ts + lies(v) * interval '1 hour', '1 hour');
CREATE CONTINUOUS VIEW l_session AS SELECT window_start, lies(v) AS k, count(*) AS n FROM lied GROUP BY session(ts, '1 min'), lies(v);
INSERT INTO lied SELECT timestamptz '2024-05-01Z' + i * interval '1 min', i FROM generate_series(1, 300) i;
SELECT continuous.sync('l_tumble'), continuous.sync('l_time'), continuous.sync('l_session');
INSERT INTO lied SELECT timestamptz '2024-05-01Z' + i * interval '1 min', i FROM generate_series(1, 300) i;
SELECT continuous.sync('l_tumble'), continuous.sync('l_time'), continuous.sync('l_session');
SELECT (SELECT sum(n) FROM l_tumble) AS tumble, (SELECT sum(n) FROM l_time) AS by_time, (SELECT sum(n) FROM l_session) AS session;

DROP SCHEMA function_faults CASCADE;
