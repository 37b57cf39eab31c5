-- What cannot be a continuous view: one case a refusal, in the order of
-- view_check.c, input_side_check.c, input_check.c, dials.c and ddl_hook.c.
-- None of them leaves anything behind.
CREATE SCHEMA errors;
SET search_path = errors;
SET client_min_messages = warning;
CREATE TABLE o (id bigint PRIMARY KEY, ts timestamptz, t timestamp, d date, k text, v numeric, a text[], m money);
CREATE TABLE other (k text PRIMARY KEY, w int);
CREATE VIEW plain AS SELECT * FROM o;

-- statement forms
CREATE TEMP VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW pg_temp.e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE RECURSIVE VIEW e (w, n) WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour') WITH CHECK OPTION;
CREATE VIEW e WITH (continuous, check_option = local) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e (a, b, c) WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start AS x, count(*) AS x FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW other WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE OR REPLACE VIEW plain WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE UNLOGGED VIEW e AS SELECT 1;
CREATE UNLOGGED VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous = false) AS SELECT 1;

-- view_check.c: the statement as it was written
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour') UNION ALL SELECT ts, v FROM o;
CREATE VIEW e WITH (continuous) AS VALUES (1);
CREATE VIEW e WITH (continuous) AS SELECT 1 GROUP BY tumble(now(), '1 hour');

-- bounds of the window where there is none
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY window_start;
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour'), window_start;
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, '1 hour'), date_trunc('day', window_end);
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY k;
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o WHERE window_start > '2020-01-01' GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FILTER (WHERE ts > window_start) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o JOIN other ON window_start IS NOT NULL GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*), (SELECT max(w) FROM other WHERE window_start IS NOT NULL) FROM o GROUP BY tumble(ts, '1 hour');

-- view_check.c: the query
CREATE VIEW e WITH (continuous) AS WITH x AS (DELETE FROM other RETURNING w) SELECT window_start, count(*), (SELECT max(w) FROM x) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 hour'), ROLLUP (k);
CREATE VIEW e WITH (continuous) AS SELECT ts FROM o FOR UPDATE;
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o JOIN other USING (k) GROUP BY tumble(ts + w * interval '1 second', '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM (SELECT * FROM o) x GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS WITH x AS (SELECT * FROM o) SELECT window_start, count(*) FROM x GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM generate_series(now(), now(), '1 hour') ts GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM o TABLESAMPLE system (10) GROUP BY tumble(ts, '1 hour');

-- input_check.c: the input
CREATE TEMP TABLE temporary (ts timestamptz);
CREATE UNLOGGED TABLE unlogged (ts timestamptz);
CREATE MATERIALIZED VIEW stored AS SELECT * FROM o;
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM temporary GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM unlogged GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM stored GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM pg_stat_activity GROUP BY tumble(query_start, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM pg_class GROUP BY tumble(now(), '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM continuous.status GROUP BY tumble(failed_at, '1 hour');
CREATE VIEW ok WITH (continuous) AS SELECT window_start, sum(v) FROM o GROUP BY tumble(ts, '1 minute');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM ok GROUP BY tumble(window_start, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM ok_results GROUP BY tumble(window_start, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM ok_definition GROUP BY tumble(window_start, '1 hour');
DROP VIEW ok;
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE far (ts timestamptz) SERVER nowhere;
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM far GROUP BY tumble(ts, '1 hour');
CREATE TABLE parts (ts timestamptz) PARTITION BY RANGE (ts);
CREATE UNLOGGED TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM parts GROUP BY tumble(ts, '1 hour');
CREATE ACCESS METHOD heap2 TYPE TABLE HANDLER heap_tableam_handler;
CREATE TABLE elsewhere (ts timestamptz) USING heap2;
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*) FROM elsewhere GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT window_start, count(*), (SELECT count(*) FROM temporary) FROM o GROUP BY tumble(ts, '1 hour');

-- view_check.c: the window
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY lower(tumble(ts, '1 hour'));
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o;
CREATE VIEW e WITH (continuous) AS SELECT k, count(*) FROM o GROUP BY k;
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, '1 hour'), tumble(ts, '2 hours');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, '1 hour'), tumble(t, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT tumble(ts, '2 hours') AS w, count(*) FROM o GROUP BY tumble(ts, '1 hour'), ts;
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '0');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '-5 minutes');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, NULL);
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, v * interval '1 second');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '300000 years');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '106751990 days');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '2000000000 days');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '1 hour', origin => ts);
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '1 hour', origin => 'infinity');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, interval '1 hour', timezone => 'Europe/London');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(t, interval '1 hour', timezone => 'Europe/London');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(k, interval '1 hour');

-- input_side_check.c: what is evaluated per row
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(timestamptz '2020-01-01', interval '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*), (SELECT count(*) FROM o) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o WHERE v > (SELECT avg(v) FROM o) GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT max(window_start) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o WHERE ts < upper(tumble(ts, '1 hour')) GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT max(ctid) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o WHERE xmin <> '7' GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o WHERE ts > now() - interval '1 hour' GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o WHERE ts > current_date GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT max(localtimestamp - t) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, '1 hour'), statement_timestamp() > ts;
CREATE VIEW e WITH (continuous) AS SELECT count(*) FILTER (WHERE clock_timestamp() > ts) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o WHERE random() > 0.5 GROUP BY tumble(ts, '1 hour');
CREATE FUNCTION add_slowly(numeric, numeric) RETURNS numeric LANGUAGE plpgsql AS 'BEGIN RETURN $1 + $2; END';
CREATE AGGREGATE slow_sum(numeric) (SFUNC = add_slowly, STYPE = numeric, INITCOND = 0);
CREATE VIEW e WITH (continuous) AS SELECT slow_sum(v) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT jsonb_agg(ARRAY[(k, v)]) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT m, count(*) FROM o GROUP BY tumble(ts, '1 hour'), m;
CREATE VIEW e WITH (continuous) AS SELECT id, k, count(*) FROM o GROUP BY tumble(ts, '1 hour'), id;

-- input_check.c: rights
CREATE ROLE regress_errors_user;
GRANT USAGE, CREATE ON SCHEMA errors TO regress_errors_user;
SET ROLE regress_errors_user;
CREATE VIEW e WITH (continuous) AS SELECT count(*) FROM o GROUP BY tumble(ts, '1 hour');
RESET ROLE;
GRANT SELECT (ts, k) ON o TO regress_errors_user;
SET ROLE regress_errors_user;
CREATE VIEW e WITH (continuous) AS SELECT max(v) FROM o GROUP BY tumble(ts, '1 hour');
CREATE VIEW e WITH (continuous) AS SELECT max(k) FROM o GROUP BY tumble(ts, '1 hour');
RESET ROLE;
CREATE FUNCTION secret(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1';
REVOKE EXECUTE ON FUNCTION secret FROM PUBLIC;
GRANT TRIGGER ON o TO regress_errors_user;
SET ROLE regress_errors_user;
CREATE VIEW e WITH (continuous) AS SELECT max(secret(k)) FROM o GROUP BY tumble(ts, '1 hour');
RESET ROLE;
REVOKE CREATE ON SCHEMA errors FROM regress_errors_user;
SET ROLE regress_errors_user;
CREATE VIEW e WITH (continuous) AS SELECT max(k) FROM o GROUP BY tumble(ts, '1 hour');
RESET ROLE;
BEGIN READ ONLY;
CREATE VIEW e WITH (continuous) AS SELECT max(k) FROM o GROUP BY tumble(ts, '1 hour');
ROLLBACK;

-- dials.c
CREATE FUNCTION try(options text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
	EXECUTE format('CREATE VIEW e WITH (continuous, %s) AS SELECT count(*) FROM o GROUP BY tumble(ts, ''1 hour'')', options);
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, 'HINT: ' || nullif(hint, ''));
END $$;
SELECT options, try(options) FROM unnest(ARRAY[
	'watermark_delay = ''-1 s''', 'watermark_delay = ''1 month''', 'watermark_delay = soon',
	'watermark_delay = ''1 day -1 s''', 'watermark_delay = ''2000000000 days''',
	'watermark_delay', 'allowed_lateness = ''-1 day''', 'allowed_lateness = ''1 year''',
	'emit = never', 'late_rows = perhaps', 'max_future = ''-1 h''', 'max_future = ''1 month''',
	'flush_interval = ''-1 s''', 'backfill = maybe', 'on_error = panic',
	'retention = ''-1 day''', 'retention = ''-1 month''', 'retention = ''1 hour''',
	'retention = ''1 month'', allowed_lateness = ''30 days''',
	'idle_timeout = ''-1 min''', 'idle_timeout = ''1 month''', 'idle_timeout = ever',
	'watermark_by = k', 'watermark_by = k, idle_timeout = none', 'watermark_by = '''', idle_timeout = ''1 min''',
	'watermark_by = kk, idle_timeout = ''1 min''', 'watermark_by = nothing_alike, idle_timeout = ''1 min''',
	'watermark_by = ctid, idle_timeout = ''1 min''', 'watermark_by = m, idle_timeout = ''1 min''',
	format('watermark_by = %I, idle_timeout = ''1 min''', repeat('x', 63)),
	'notify = ''''', format('notify = %L', repeat('ß', 32)),
	'fill = maybe', 'fill_windows = 10', 'fill = none, fill_windows = 10', 'fill = zero, fill_windows = 0',
	'fill = zero, fill_windows = 10001', 'fill = null, fill_windows = many', 'fill = null, fill_windows = 1.5', 'joins = some',
	'watermak_delay = ''1 s''', 'something_else = 1', '"a=b" = 1',
	'emit = final, emit = update'])
	AS options;

-- windows outside of a view
SELECT continuous.tumble(timestamptz '2020-01-01', interval '0');
SELECT continuous.tumble(timestamptz '2020-01-01', interval '1 month 1 day');
SELECT continuous.tumble(timestamptz '2020-01-01', interval '1 day', origin => 'infinity');
SELECT continuous.tumble(timestamptz '2020-01-01', interval '1 hour', timezone => 'UTC');
SELECT continuous.hop(timestamptz '2020-01-01', interval '1 day', interval '1 hour');
SELECT continuous.cumulate(timestamptz '2020-01-01', interval '1 day', interval '1 hour');
SELECT continuous.session(timestamptz '2020-01-01', interval '1 day');
SELECT continuous.hop_window(timestamp '2020-01-01', interval '1 day', interval '1 day');
SELECT continuous.cumulate_window(date '2020-01-01', interval '1 day', interval '1 day');
SELECT continuous.one_shot('plain');

-- nothing has been left behind
SELECT relname FROM pg_class WHERE relnamespace = 'errors'::regnamespace AND relkind IN ('r', 'v')
	AND relname NOT IN ('o', 'other', 'plain', 'unlogged', 'elsewhere', 'parts_1');
SELECT tgname FROM pg_trigger WHERE tgrelid = 'o'::regclass;
SELECT count(*) FROM continuous.view;

RESET client_min_messages;
DROP SCHEMA errors CASCADE;
DROP FOREIGN DATA WRAPPER nowhere CASCADE;
DROP ACCESS METHOD heap2;
DROP ROLE regress_errors_user;
