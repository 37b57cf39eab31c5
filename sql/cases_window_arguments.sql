-- Case C06 for all windows: arguments that are none, negative, absurd, swapped,
-- of the wrong kind. Each is refused at CREATE by name and leaves nothing behind.
CREATE SCHEMA window_arguments;
SET search_path = window_arguments;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TABLE c06 (ts timestamptz, t timestamp, d date, k text, i interval, v int);

\set VERBOSITY terse
CREATE CONTINUOUS VIEW c06_a WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '0');
CREATE CONTINUOUS VIEW c06_b WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '-5 minutes');
CREATE CONTINUOUS VIEW c06_c WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY hop(ts, interval '0', interval '1 hour');
CREATE CONTINUOUS VIEW c06_d WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY session(ts, interval '-1 second');
CREATE CONTINUOUS VIEW c06_e WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, NULL::interval);
CREATE CONTINUOUS VIEW c06_f WITH (watermark_delay = '-1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW c06_g WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY hop(ts, interval '1 microsecond', interval '1 day');
CREATE CONTINUOUS VIEW c06_h WITH (watermark_delay = '1 s') AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '300000 years');
\set VERBOSITY default

CREATE FUNCTION try(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
	EXECUTE format('CREATE CONTINUOUS VIEW tried AS SELECT window_start, sum(v) FROM c06 GROUP BY %s', call);
	EXECUTE 'DROP VIEW tried';
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, 'HINT: ' || nullif(hint, ''));
END $$;

-- none, negative, not there, not finite, out of range
SELECT call, try(call) FROM unnest(ARRAY[
	'tumble(ts, ''0'')', 'tumble(ts, ''-1 month'')', 'tumble(ts, ''1 day -25 hours'')', 'tumble(ts, NULL)', 'tumble(ts, ''178956970 years'')',
	'tumble(ts, ''2147483647 days'')', 'tumble(d, ''106751990 days'')', 'tumble(t, ''25 years'', origin => ''infinity'')', 'tumble(d, ''1 day'', origin => ''-infinity'')',
	'hop(ts, ''0'', ''1 hour'')', 'hop(ts, ''-1 s'', ''1 hour'')', 'hop(ts, NULL, ''1 hour'')', 'hop(ts, ''1 hour'', ''0'')', 'hop(ts, ''1 hour'', ''-1 hour'')',
	'hop(ts, ''1 hour'', NULL)', 'hop(ts, ''290000 years'', ''300000 years'')', 'hop(ts, ''2147483647 days'', ''1 day'')', 'hop(ts, ''1 min'', ''1 hour'', ''infinity'')',
	'cumulate(ts, ''0'', ''1 hour'')', 'cumulate(ts, ''-1 s'', ''1 hour'')', 'cumulate(ts, NULL, ''1 hour'')', 'cumulate(ts, ''1 hour'', ''0'')', 'cumulate(ts, ''1 hour'', ''-1 hour'')',
	'cumulate(ts, ''1 hour'', NULL)', 'cumulate(ts, ''150000 years'', ''300000 years'')', 'cumulate(ts, ''1 min'', ''1 hour'', ''-infinity'')',
	'session(ts, ''0'')', 'session(t, ''-1 s'')', 'session(d, NULL)', 'session(ts, ''1 month'')', 'session(ts, ''1 year 1 day'')', 'session(ts, ''2147483647 days'')'])
	AS call;

-- swapped, too fine, no multiples
SELECT call, try(call) FROM unnest(ARRAY[
	'hop(ts, ''1 hour'', ''5 min'')', 'hop(ts, ''1 month'', ''1 day'')', 'hop(ts, ''31 days'', ''1 month'')', 'hop(ts, ''28 days'', ''1 month'')', 'hop(ts, ''1 month'', ''31 days'')',
	'hop(ts, ''1 month'', ''30 days'')', 'hop(ts, ''1 hour'', ''1 hour'')', 'hop(ts, ''1 hour'', ''1 hour 1 us'')', 'hop(ts, ''3 min'', ''10 min'')',
	'hop(ts, ''1 s'', ''1000 s'')', 'hop(ts, ''1 s'', ''1000.000001 s'')', 'hop(ts, ''1 us'', ''1 day'')', 'hop(ts, ''1 day'', ''1000 days'', timezone => ''Europe/London'')',
	'hop(ts, ''1 day'', ''1001 days'', timezone => ''Europe/London'')', 'hop(ts, ''1 month'', ''1000 months'')', 'hop(ts, ''1 month'', ''1001 months'')', 'hop(ts, ''1 hour'', ''1 month'')', 'hop(ts, ''1 day'', ''32 months'')', 'hop(ts, ''1 day'', ''33 months'')',
	'cumulate(ts, ''1 hour'', ''5 min'')', 'cumulate(ts, ''7 min'', ''1 hour'')', 'cumulate(ts, ''1 hour'', ''1 hour'')', 'cumulate(ts, ''1 s'', ''1000 s'')', 'cumulate(ts, ''1 s'', ''1001 s'')',
	'cumulate(ts, ''1 day'', ''1 month'')', 'cumulate(ts, ''1 hour'', ''1 month'')', 'cumulate(ts, ''1 min'', ''1 month'')', 'cumulate(ts, ''7 hours'', ''1 month'')', 'cumulate(ts, ''1 month'', ''1 year'')', 'cumulate(ts, ''5 months'', ''1 year'')'])
	AS call;

-- months mixed with days, hours with a time zone, zones
SELECT call, try(call) FROM unnest(ARRAY[
	'tumble(ts, ''1 month 2 days'')', 'tumble(ts, ''1 year 1 hour'')', 'tumble(ts, ''2 months -1 us'')', 'hop(ts, ''1 month 1 day'', ''1 year'')', 'hop(ts, ''1 month'', ''1 year 1 s'')', 'cumulate(t, ''1 month 1 day'', ''1 year'')',
	'tumble(ts, ''1 day 12 hours'')', 'tumble(ts, ''1 day 12 hours'', timezone => ''Europe/London'')', 'tumble(ts, ''24 hours'', timezone => ''Europe/London'')', 'tumble(ts, ''7 days'', timezone => ''Europe/London'')',
	'hop(ts, ''1 hour'', ''1 day'', timezone => ''Europe/London'')', 'hop(ts, ''1 day'', ''1 month'', timezone => ''Europe/London'')', 'cumulate(ts, ''1 hour'', ''1 day'', timezone => ''Europe/London'')', 'cumulate(ts, ''1 day'', ''7 days'', timezone => ''Asia/Kolkata'')',
	'tumble(ts, ''1 month'', timezone => ''Mars/Phobos'')', 'tumble(ts, ''1 day'', timezone => '''')', 'tumble(ts, ''1 day'', timezone => NULL)', 'tumble(ts, ''1 day'', timezone => k)',
	'tumble(t, ''1 day'', timezone => ''Europe/London'')', 'tumble(d, ''1 day'', timezone => ''Europe/London'')', 'hop(t, ''1 day'', ''2 days'', timezone => ''UTC'')', 'cumulate(d, ''1 day'', ''2 days'', timezone => ''UTC'')',
	'tumble(t::timestamptz, ''1 day'', timezone => ''Europe/London'')', 'session(ts, ''1 day'', timezone => ''Europe/London'')', 'session(ts, ''1 day'', origin => ''2020-01-01'')'])
	AS call;

-- no constants, no such function, two windows
SELECT call, try(call) FROM unnest(ARRAY[
	'tumble(ts, i)', 'tumble(ts, ''1 h'', ts)', 'hop(ts, i, ''1 day'')', 'hop(ts, ''1 h'', v * interval ''1 day'')', 'hop(ts, ''1 h'', ''2 h'', ts)', 'cumulate(ts, i, ''1 day'')', 'cumulate(ts, ''1 h'', i)', 'session(ts, i)', 'session(t, make_interval(secs => v))',
	'session(ts, 10 * interval ''1 s'')', 'hop(ts, make_interval(mins => 5), make_interval(hours => 1))', 'hop(size => ''1 h'', slide => ''5 min'', ts => ts, origin => ''2020-01-01 00:01Z'')', 'cumulate(ts, step => ''5 min'', size => ''1 h'')', 'session(gap => ''5 min'', ts => d)',
	'hop(ts, ''1 h'')', 'hop(k, ''1 h'', ''2 h'')', 'hop(ts, ''1 h'', width => ''2 h'')', 'cumulate(v, ''1 h'', ''2 h'')', 'session(ts)', 'session(ts, 5)', 'tumble(ts)', 'tumble(ts, ''soon'')',
	'hop(ts, ''1 h'', ''2 h''), tumble(ts, ''1 h'')', 'session(ts, ''1 h''), session(ts, ''2 h'')', 'cumulate(ts, ''1 h'', ''2 h''), cumulate(t, ''1 h'', ''2 h'')', 'session(ts, ''1 h''), k, session(ts, ''1 h'')',
	'hop(ts, ''1 h'', ''2 h''), window_end', 'lower(session(ts, ''1 h''))', 'session(lower(tumble(ts, ''1 h'')), ''2 h'')'])
	AS call;

-- constants of other types and collations are constants; what depends on settings is none
SELECT call, try(call) FROM unnest(ARRAY[
	'tumble(ts, ''1 day'', timezone => name ''Europe/Paris'')', 'tumble(ts, ''1 day'', timezone => ''Europe/Paris'' COLLATE "C")', 'tumble(ts, ''1 year'', origin => ''2000-04-06 00:00 Europe/London'')',
	'tumble(ts, ''1 year'', origin => timestamp ''2000-04-06'')', 'tumble(ts, ''1 year'', origin => date ''2000-04-06'')', 'tumble(ts, ''1 day'', timezone => current_setting(''TimeZone''))', 'session(ts, (SELECT interval ''1 h''))'])
	AS call;

-- aggregates without a combine function are collected where windows grow together
CREATE AGGREGATE my_sum(int) (SFUNC = int4pl, STYPE = int, INITCOND = 0);
CREATE AGGREGATE my_max(int) (SFUNC = int4larger, STYPE = int, COMBINEFUNC = int4larger);
SELECT window_call, agg, try_agg FROM unnest(ARRAY['tumble(ts, ''1 h'')', 'hop(ts, ''1 h'', ''2 h'')', 'cumulate(ts, ''1 h'', ''2 h'')', 'session(ts, ''1 h'')']) window_call,
	unnest(ARRAY['my_sum(v)', 'my_max(v)', 'stddev(v)']) agg, LATERAL try(window_call || ' HAVING ' || agg || ' > 0') try_agg;

-- nothing has been left behind, and the names can be used
SELECT relname FROM pg_class WHERE relnamespace = 'window_arguments'::regnamespace AND relname <> 'c06';
SELECT tgname FROM pg_trigger WHERE tgrelid = 'c06'::regclass;
SELECT count(*) FROM continuous.view;
SELECT count(*) FROM continuous.position;
CREATE CONTINUOUS VIEW c06_a AS SELECT window_start, sum(v) FROM c06 GROUP BY tumble(ts, interval '1 day');
INSERT INTO c06 VALUES ('2024-05-01 00:00Z');
SELECT continuous.sync('c06_a');
SELECT count(*) FROM c06_a;

DROP SCHEMA window_arguments CASCADE;
