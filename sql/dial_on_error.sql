-- on_error: rows whose expressions fail, wherever that is, in large and small
-- transactions; and what stops a view whatever the dial says.
CREATE SCHEMA dial_on_error;
SET search_path = dial_on_error;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE FUNCTION picky(i int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	IF i % 10 = 7 THEN RAISE EXCEPTION 'picky does not like %', i; END IF;
	RETURN i % 3;
END $$;
CREATE TABLE ev (ts timestamptz, at text, k text, v int, n text);
CREATE VIEW counters AS
	SELECT view::text, state, error, watermark, rows_read AS read, rows_counted AS counted, rows_filtered AS filtered, rows_no_window AS no_window, rows_too_late AS late, rows_failed AS failed,
		   rows_read = rows_counted + rows_filtered + rows_no_window + rows_too_late + rows_failed AS adds_up
	  FROM continuous.stats WHERE view::text NOT LIKE '%.%';
-- one view fails in WHERE, one in its time, one in a key, one in an aggregate's
-- argument, one in a FILTER, one in all of them; all must agree with the plain
-- query over the rows that do not fail
CREATE CONTINUOUS VIEW in_where WITH (on_error = skip) AS SELECT window_start, count(*), sum(v) FROM ev WHERE 100 / (v % 5) > 0 GROUP BY tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW in_time WITH (on_error = skip, emit = final) AS SELECT window_start, count(*), sum(v) FROM ev GROUP BY tumble(to_timestamp(n::float8), '1 minute');
CREATE CONTINUOUS VIEW in_key WITH (on_error = skip) AS SELECT window_start, picky(v), count(*), sum(v) FROM ev GROUP BY tumble(ts, '1 minute'), picky(v);
CREATE CONTINUOUS VIEW in_arg WITH (on_error = skip, late_rows = keep, allowed_lateness = '0 s') AS SELECT window_start, k, sum(n::numeric), count(*) FROM ev GROUP BY tumble(ts, '1 minute'), k;
CREATE CONTINUOUS VIEW in_filter WITH (on_error = skip) AS SELECT window_start, sum(v) FILTER (WHERE picky(v) = 1), count(*) FROM ev GROUP BY tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW in_all WITH (on_error = skip) AS SELECT window_start, picky(v), sum(n::numeric) FILTER (WHERE 100 / (v % 5) > 0), count(*) FROM ev WHERE length(at) > 1 / (v % 9) GROUP BY tumble(ts, '1 minute'), picky(v);
CREATE CONTINUOUS VIEW neighbour AS SELECT window_start, count(*), sum(v) FROM ev GROUP BY tumble(ts, '1 minute');
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'ev'::regclass;

CREATE FUNCTION fails(what text, e ev) RETURNS bool IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	CASE what
		WHEN 'in_where' THEN PERFORM 100 / (e.v % 5);
		WHEN 'in_time' THEN PERFORM to_timestamp(e.n::float8);
		WHEN 'in_key', 'in_filter' THEN PERFORM dial_on_error.picky(e.v);
		WHEN 'in_arg' THEN PERFORM e.n::numeric;
		WHEN 'in_all' THEN IF length(e.at) > 1 / (e.v % 9) THEN PERFORM dial_on_error.picky(e.v), e.n::numeric, 100 / (e.v % 5); END IF;
	END CASE;
	RETURN false;
EXCEPTION WHEN OTHERS THEN RETURN true;
END $$;
CREATE FUNCTION wrong() RETURNS TABLE (view text, which text, row_of text) LANGUAGE plpgsql AS $$
DECLARE query text;
BEGIN
	FOREACH view IN ARRAY ARRAY['in_where', 'in_time', 'in_key', 'in_arg', 'in_filter', 'in_all', 'neighbour'] LOOP
		PERFORM continuous.sync(view::regclass);
		query := rtrim(continuous.one_shot(view::regclass), '; ');
		IF view = 'in_time' THEN query := format('SELECT * FROM (%s) q WHERE window_start + interval ''1 minute'' <= continuous.watermark(''in_time'')', query); END IF;
		IF view <> 'neighbour' THEN
			query := replace(query, 'FROM dial_on_error.ev', format('FROM (SELECT * FROM dial_on_error.ev e WHERE NOT dial_on_error.fails(%L, e) OFFSET 0) ev', view));
			query := replace(query, 'FROM ev', format('FROM (SELECT * FROM dial_on_error.ev e WHERE NOT dial_on_error.fails(%L, e) OFFSET 0) ev', view));
		END IF;
		RETURN QUERY EXECUTE format('SELECT %L, ''unexpected'', d::text FROM (SELECT * FROM %I EXCEPT ALL (%s)) d', view, view, query);
		RETURN QUERY EXECUTE format('SELECT %L, ''missing'', d::text FROM ((%s) EXCEPT ALL SELECT * FROM %I) d', view, query, view);
		IF view <> 'neighbour' THEN
			RETURN QUERY EXECUTE format('SELECT %L, ''late'', d::text FROM ((SELECT to_jsonb(e)->>''v'', to_jsonb(e)->>''n'' FROM ev e WHERE fails(%L, e)) EXCEPT ALL (SELECT l.row_data->>''v'', CASE WHEN l.row_data ? ''n'' THEN l.row_data->>''n'' ELSE (SELECT e.n FROM ev e WHERE e.v = (l.row_data->>''v'')::int LIMIT 1) END FROM %I l WHERE reason = ''error'')) d WHERE %L NOT IN (''in_time'', ''in_arg'')',
				view, view, view || '_late', view);
		END IF;
	END LOOP;
	RETURN QUERY SELECT c.view, 'counters', c::text FROM counters c WHERE NOT adds_up OR c.state <> 'running' OR c.read <> (SELECT count(*) FROM ev);
END $$;
CREATE PROCEDURE feed(first int, last int) LANGUAGE sql AS $$
	INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 s', repeat('x', i % 4), 'k' || i % 2, i, CASE WHEN i % 13 = 5 THEN 'no number ' || i ELSE (1714521600 + i)::text END
	  FROM generate_series(first, last) i $$;
-- many small transactions, in one batch or in many
DO $$ BEGIN FOR i IN 1 .. 120 LOOP CALL feed(i, i); COMMIT; END LOOP; END $$;
SELECT * FROM wrong();
-- every row fails somewhere; only failing rows
DO $$ BEGIN CALL feed(127, 127); CALL feed(187, 187); CALL feed(135, 135); COMMIT; CALL feed(197, 197); COMMIT; END $$;
SELECT * FROM wrong();
-- one large transaction, and one that fails in part
CALL feed(201, 3000);
SELECT * FROM wrong();
DO $$
BEGIN
	CALL feed(3001, 3050);
	BEGIN
		CALL feed(3051, 3100);
		RAISE division_by_zero;
	EXCEPTION WHEN division_by_zero THEN NULL;
	END;
	CALL feed(3101, 3150);
END $$;
SELECT * FROM wrong();
SELECT * FROM counters ORDER BY view;
-- what is kept of them
SELECT reason, event_time IS NULL AS no_time, committed_at IS NULL AS no_commit, row_data, error FROM in_key_late WHERE (row_data->>'v')::int < 40 ORDER BY (row_data->>'v')::int;
SELECT reason, row_data, error FROM in_time_late ORDER BY error LIMIT 3;
SELECT reason, row_data, error FROM in_arg_late WHERE row_data->>'v' IS NULL OR reason = 'too late' ORDER BY 2::text LIMIT 2;
SELECT reason, row_data, error FROM in_all_late WHERE (row_data->>'v')::int < 20 ORDER BY (row_data->>'v')::int;
-- late and failing rows in one table
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'xxx', 'late', 3, '3'), ('2024-05-01 00:00Z', 'xxx', 'late', 3, 'three');
SELECT continuous.sync('in_arg');
SELECT reason, event_time, row_data, error FROM in_arg_late WHERE row_data->>'k' = 'late' ORDER BY reason;
SELECT * FROM counters WHERE view = 'in_arg';
-- a backfill with failing rows
CREATE CONTINUOUS VIEW anew WITH (on_error = skip) AS SELECT window_start, picky(v), sum(n::numeric) FILTER (WHERE 100 / (v % 5) > 0), count(*) FROM ev WHERE length(at) > 1 / (v % 9) GROUP BY tumble(ts, '1 minute'), picky(v);
SELECT continuous.sync('anew'), continuous.sync('in_all');
(TABLE anew EXCEPT ALL TABLE in_all) UNION ALL (TABLE in_all EXCEPT ALL TABLE anew);
SELECT (SELECT count(*) FROM anew_late) = rows_failed AS all_kept, rows_failed = (SELECT failed FROM counters WHERE view = 'in_all') AS the_same FROM continuous.stats WHERE view = 'anew'::regclass;

-- stop is the default: the error is in stats, nothing of the transaction counts
-- or it is resumed; writers and neighbours do not notice
CREATE TABLE st (ts timestamptz, v int);
CREATE CONTINUOUS VIEW stops AS SELECT window_start, sum(100 / v), count(*) FROM st GROUP BY tumble(ts, '1 minute');
CREATE PROCEDURE sync_stopped(name text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM continuous.sync(name::regclass, '10 s');
	RAISE WARNING 'it did not stop';
EXCEPTION WHEN SQLSTATE '55000' THEN
	RAISE WARNING '%', (SELECT state || ': ' || error FROM continuous.stats WHERE view = name::regclass);
END $$;
INSERT INTO st VALUES ('2024-05-01 00:00Z', 1);
SELECT continuous.sync('stops');
INSERT INTO st VALUES ('2024-05-01 00:00Z', 2), ('2024-05-01 00:00Z', 0);
CALL sync_stopped('stops');
INSERT INTO st VALUES ('2024-05-01 00:00Z', 4);
TABLE stops;
SELECT rows_read, rows_failed FROM continuous.stats WHERE view = 'stops'::regclass;
-- resumed without mending: it stops again
SELECT continuous.resume('stops');
CALL sync_stopped('stops');
-- mended by another dial
ALTER VIEW stops SET (on_error = skip);
SELECT continuous.resume('stops');
SELECT continuous.sync('stops');
TABLE stops;
SELECT row_data, error FROM stops_late;
SELECT state, error, rows_read, rows_counted, rows_failed FROM continuous.stats WHERE view = 'stops'::regclass;
-- ... and back; mended by removing the row
ALTER VIEW stops SET (on_error = stop);
INSERT INTO st VALUES ('2024-05-01 00:00Z', 5), ('2024-05-01 00:00Z', 0);
CALL sync_stopped('stops');
DELETE FROM st WHERE v = 0;
SELECT continuous.resume('stops');
SELECT continuous.sync('stops');
TABLE stops;
SELECT state, error, rows_read, rows_counted, rows_failed FROM continuous.stats WHERE view = 'stops'::regclass;

-- what is not a row's own fault stops also with skip: a transition, the final
-- function, a sum that is too large, a right that is missing
CREATE FUNCTION add_positive(s int, v int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN IF v < 0 THEN RAISE division_by_zero; END IF; RETURN s + v; END $$;
CREATE FUNCTION not_seven(s int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN IF s = 7 THEN RAISE 'seven'; END IF; RETURN s; END $$;
CREATE AGGREGATE add_up(int) (SFUNC = add_positive, STYPE = int, INITCOND = 0);
CREATE AGGREGATE but_seven(int) (SFUNC = int4pl, FINALFUNC = not_seven, STYPE = int, INITCOND = 0);
CREATE TABLE ag (ts timestamptz, v int, b float8);
CREATE CONTINUOUS VIEW in_trans WITH (on_error = skip) AS SELECT window_start, add_up(v) FROM ag GROUP BY tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW in_final WITH (on_error = skip) AS SELECT window_start, but_seven(v) FROM ag GROUP BY tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW overflow WITH (on_error = skip) AS SELECT window_start, sum(b) FROM ag GROUP BY tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW no_right WITH (on_error = skip) AS SELECT window_start, picky(v), count(*) FROM ag GROUP BY tumble(ts, '1 minute'), picky(v);
SELECT continuous.sync('in_trans'), continuous.sync('in_final'), continuous.sync('overflow'), continuous.sync('no_right');
CREATE ROLE cv_error_owner;
GRANT USAGE, CREATE ON SCHEMA dial_on_error TO cv_error_owner;
GRANT SELECT, TRIGGER ON ag TO cv_error_owner;
ALTER VIEW no_right OWNER TO cv_error_owner;
REVOKE EXECUTE ON FUNCTION picky(int) FROM PUBLIC;
INSERT INTO ag VALUES ('2024-05-01 00:00Z', -1);
CALL sync_stopped('in_trans');
CALL sync_stopped('no_right');
GRANT EXECUTE ON FUNCTION picky(int) TO PUBLIC;
SELECT continuous.resume('no_right');
SELECT continuous.sync('no_right');
TABLE no_right;
INSERT INTO ag VALUES ('2024-05-01 00:00Z', 8);
CALL sync_stopped('in_final');
INSERT INTO ag VALUES ('2024-05-01 00:00Z', 1);
SELECT continuous.resume('in_final');
SELECT continuous.sync('in_final');
TABLE in_final;
SELECT continuous.sync('overflow');
INSERT INTO ag VALUES ('2024-05-01 00:00Z', 1, 1e308), ('2024-05-01 00:00Z', 1, 1e308);
CALL sync_stopped('overflow');
TABLE overflow;
SELECT view, rows_failed FROM continuous.stats WHERE view::text IN ('in_trans', 'in_final', 'overflow', 'no_right') ORDER BY view::text;

DROP VIEW no_right;
DROP SCHEMA dial_on_error CASCADE;
DROP ROLE cv_error_owner;
