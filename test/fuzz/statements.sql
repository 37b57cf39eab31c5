-- Statements, words, dials: nothing but a clean error, and no crash.
CREATE SCHEMA fuzz_statements;
SET search_path = fuzz_statements, public;
SET statement_timeout = '20s';
SET client_min_messages = error;
SET log_statement = none;
SET log_min_messages = fatal;
CREATE TABLE ev (ts timestamptz NOT NULL, at timestamp NOT NULL, k int, v numeric, t text);
CREATE CONTINUOUS VIEW old AS SELECT k, sum(v) FROM ev GROUP BY k, continuous.tumble(ts, '1 minute');
DO $$
DECLARE
	statement text;
	said text;
	ok int := 0;
BEGIN
	FOREACH statement IN ARRAY ARRAY[
		'CREATE CONTINUOUS VIEW x AS SELECT k, sum(v) FROM ev GROUP BY k, continuous.tumble(ts, ''1 minute'')',
		'CREATE OR REPLACE CONTINUOUS VIEW old AS SELECT k, sum(v), max(v) FROM ev GROUP BY k, continuous.tumble(ts, ''1 minute'')',
		'CREATE CONTINUOUS VIEW x WITH (watermark_delay = ''1 min'', allowed_lateness = ''5 min'', late_rows = keep, emit = final, flush_interval = ''1 s'') AS SELECT window_start, t, avg(v) AS a FROM ev WHERE v > 1 GROUP BY t, continuous.hop(ts, ''1 minute'', ''5 minutes'') HAVING count(*) > 1',
		'CREATE CONTINUOUS VIEW x WITH (state_ttl = ''1 day'', on_error = skip) AS SELECT k, string_agg(t, '','' ORDER BY v) FROM ev GROUP BY k',
		'CREATE CONTINUOUS VIEW x AS SELECT t, count(DISTINCT k) FILTER (WHERE v > 0) FROM ev GROUP BY t, continuous.session(at, ''10 s'')',
		'CREATE CONTINUOUS VIEW x AS WITH e AS (SELECT ts, k + 1 AS k FROM ev) SELECT k, count(*) FROM e GROUP BY k, continuous.cumulate(ts, ''1 minute'', ''1 hour'')',
		'ALTER VIEW old SET (flush_interval = ''100 ms'', allowed_lateness = ''1 hour'', retention = ''1 day'')',
		'SELECT continuous.one_shot(''old'')',
		'SELECT * FROM continuous.hop(timestamptz ''2024-05-01 00:00Z'', ''1 minute'', ''1 hour'')',
		'SELECT continuous.tumble(timestamptz ''2024-05-01 00:00Z'', ''1 month'', ''2000-01-01'')',
		'DROP VIEW old CASCADE']
	LOOP
		said := public.cv_fuzz_statement(statement, 1, 400);
		IF said LIKE 'some were read%' THEN ok := ok + 1; END IF;
	END LOOP;
	IF ok < 6 THEN RAISE EXCEPTION 'statements were not run'; END IF;
END $$;
