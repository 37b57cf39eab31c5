-- continuous.hop and continuous.cumulate: all windows that a time is in, in their order.
BEGIN;
SET LOCAL TimeZone = 'UTC';
SELECT plan(47);

SELECT results_eq($$SELECT continuous.hop(timestamp '2026-06-01 12:07:30', '3 minutes', '10 minutes')$$,
	$$VALUES (tsrange('2026-06-01 12:00', '2026-06-01 12:10')), (tsrange('2026-06-01 12:03', '2026-06-01 12:13')),
		(tsrange('2026-06-01 12:06', '2026-06-01 12:16'))$$, 'size is no multiple of slide: three windows here');
SELECT results_eq($$SELECT continuous.hop(timestamp '2026-06-01 12:09:59.999999', '3 minutes', '10 minutes')$$,
	$$VALUES (tsrange('2026-06-01 12:00', '2026-06-01 12:10')), (tsrange('2026-06-01 12:03', '2026-06-01 12:13')),
		(tsrange('2026-06-01 12:06', '2026-06-01 12:16')), (tsrange('2026-06-01 12:09', '2026-06-01 12:19'))$$, 'and four there');
SELECT results_eq($$SELECT continuous.hop(timestamptz '2026-03-29 12:00Z', '1 day', '3 days', timezone => 'Europe/Paris')$$,
	$$VALUES (tstzrange('2026-03-26 23:00Z', '2026-03-29 22:00Z')), (tstzrange('2026-03-27 23:00Z', '2026-03-30 22:00Z')),
		(tstzrange('2026-03-28 23:00Z', '2026-03-31 22:00Z'))$$, 'days of a zone');
SELECT results_eq($$SELECT continuous.hop(timestamp '2024-03-01', '1 month', '2 months', origin => '2020-01-31')$$,
	$$VALUES (tsrange('2024-01-31', '2024-03-31')), (tsrange('2024-02-29', '2024-04-30'))$$, 'months from the last of each');
SELECT results_eq($$SELECT continuous.hop(timestamptz '2018-11-04 03:00Z', '1 day', '2 days', timezone => 'America/Sao_Paulo')$$,
	$$VALUES (tstzrange('2018-11-03 03:00Z', '2018-11-05 02:00Z')), (tstzrange('2018-11-04 03:00Z', '2018-11-06 02:00Z'))$$,
	'a day without a midnight does not shift the ends');
SELECT results_eq($$SELECT continuous.hop(timestamptz '2011-12-30 12:00Z', '1 day', '2 days', timezone => 'Pacific/Apia')$$,
	$$VALUES (tstzrange('2011-12-30 10:00Z', '2012-01-01 10:00Z'))$$, 'the day that Samoa left out begins no window');
SELECT results_eq($$SELECT continuous.cumulate(timestamp '2026-06-01 12:07:30', '3 minutes', '12 minutes')$$,
	$$VALUES (tsrange('2026-06-01 12:00', '2026-06-01 12:09')), (tsrange('2026-06-01 12:00', '2026-06-01 12:12'))$$,
	'cumulate: those that have grown enough');
SELECT results_eq($$SELECT continuous.cumulate(timestamp '2026-02-27 12:00', '7 days', '1 month')$$,
	$$VALUES (tsrange('2026-02-01', '2026-03-01'))$$, 'cumulate: the last ends with the size');
SELECT results_eq($$SELECT continuous.cumulate(timestamp '2026-03-27 12:00', '7 days', '1 month')$$,
	$$VALUES (tsrange('2026-03-01', '2026-03-29')), (tsrange('2026-03-01', '2026-04-01'))$$, 'also if that cuts a step');
SELECT results_eq(
	$$SELECT count(*), max(upper(w)) FROM continuous.cumulate(timestamptz '2026-03-28 23:00Z', '1 hour', '1 day', timezone => 'Europe/Paris') w
	  UNION ALL SELECT count(*), max(upper(w)) FROM continuous.cumulate(timestamptz '2026-10-24 22:00Z', '1 hour', '1 day', timezone => 'Europe/Paris') w$$,
	$$VALUES (23::bigint, timestamptz '2026-03-29 22:00Z'), (25, '2026-10-25 23:00Z')$$, 'hours of a day of 23 or 25');
SELECT results_eq($$SELECT continuous.cumulate(timestamp '2025-11-30', '1 month', '1 year', origin => '2024-01-31')$$,
	$$VALUES (tsrange('2025-01-31', '2025-12-31')), (tsrange('2025-01-31', '2026-01-31'))$$, 'months of a year');

-- fixed lengths, against all windows counted in numbers, the ends of time included
CREATE TEMP TABLE times AS
	SELECT timestamp '1990-01-01' + random() * interval '20 years' AS t FROM (SELECT setseed(0.75)) s, generate_series(1, 100);
INSERT INTO times SELECT timestamp '2026-06-01 12:00' + n * interval '1 minute' + d FROM generate_series(0, 20) n,
	unnest(ARRAY[interval '0', '-1 us']) d;
INSERT INTO times SELECT timestamp '294276-12-31 23:59:59.999999' - n * interval '77 seconds' FROM generate_series(0, 25) n;
INSERT INTO times SELECT timestamp '4714-11-24 BC' + n * interval '77 seconds' FROM generate_series(0, 25) n;
INSERT INTO times VALUES ('294276-12-31 23:59:59.999998'), ('4714-11-24 00:00:00.000001 BC');
CREATE TEMP TABLE specs (slide interval, size interval, origin timestamp);
INSERT INTO specs VALUES ('3 minutes', '10 minutes', NULL), ('5 minutes', '5 minutes', NULL), ('1 minute', '7 minutes', '2031-01-01 00:00:17'),
	('7 minutes', '8 minutes', '1970-01-01'), ('1 us', '77 us', NULL), ('1 us', '1 us', NULL), ('90 seconds', '25 minutes', NULL),
	('3 us', '10 us', '294276-12-31 23:59:59.999999'), ('1 hour', '01:00:00.000001', NULL), ('1 day', '1 week', '4714-11-24 BC'),
	('10 minutes', '29 minutes', '294276-12-31 23:59:59.999999'), ('7 minutes', '20 minutes', '4714-11-24 00:00 BC'),
	('100 days', '7777 days', NULL);
CREATE FUNCTION pg_temp.us(interval) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT trunc(extract(epoch FROM $1) * 1000000)';
CREATE FUNCTION pg_temp.us(timestamp) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$SELECT pg_temp.us($1 - timestamp '2000-01-01')$$;
CREATE TEMP TABLE numbers AS
	SELECT t, slide, size, origin, pg_temp.us(t) AS tn, pg_temp.us(slide) AS slide_n, pg_temp.us(size) AS size_n,
		pg_temp.us(coalesce(origin, '2000-01-03')) AS origin_n FROM times, specs;
SELECT results_eq(
	$$SELECT t, slide, size, origin, pg_temp.us(lower(w)) AS s, pg_temp.us(upper(w)) AS e
		FROM times, specs, continuous.hop(t, slide, size, origin) w ORDER BY t, slide, size, origin, s, e$$,
	$$SELECT t, slide, size, origin, s, e FROM numbers,
			generate_series(div(tn - origin_n - size_n, slide_n) - 1, div(tn - origin_n, slide_n)) n,
			LATERAL (SELECT origin_n + n * slide_n, origin_n + n * slide_n + size_n) w(s, e)
		WHERE s <= tn AND tn < e AND s >= pg_temp.us(timestamp '4714-11-24 BC') AND e <= pg_temp.us(timestamp '294276-12-31 23:59:59.999999')
		ORDER BY t, slide, size, origin, s, e$$,
	'hop: every window that covers a time and is in range');
SELECT is_empty(
	$$SELECT t, slide, size FROM times, specs, LATERAL (
			SELECT lower(w) <= lag(lower(w)) OVER o OR upper(w) < lag(upper(w)) OVER o
			FROM continuous.hop(t, slide, size, origin) WITH ORDINALITY h(w, n) WINDOW o AS (ORDER BY n)) x(wrong) WHERE wrong$$,
	'hop: in their order');
SELECT is_empty(
	$$SELECT t, slide FROM times, specs WHERE ARRAY(SELECT continuous.hop(t, slide, slide, origin)) <>
		array_remove(ARRAY[continuous.tumble(t, slide, origin)], NULL)$$,
	'hop with size = slide is tumble');
CREATE TEMP TABLE steps AS SELECT slide AS step, n * slide AS size, n, origin
	FROM specs, unnest(ARRAY[1, 2, 7]) n;
SELECT results_eq(
	$$SELECT t, step, size, origin, pg_temp.us(lower(w)) AS s, pg_temp.us(upper(w)) AS e
		FROM times, steps, continuous.cumulate(t, step, size, origin) w ORDER BY t, step, size, origin, s, e$$,
	$$SELECT t, step, size, origin, s, e FROM times, steps, LATERAL (SELECT pg_temp.us(t), pg_temp.us(step), pg_temp.us(size),
				pg_temp.us(coalesce(origin, '2000-01-03'))) u(tn, step_n, size_n, origin_n),
			LATERAL (SELECT tn - mod(mod(tn - origin_n, size_n) + size_n, size_n)) x(s), generate_series(1, n) k,
			LATERAL (SELECT s + k * step_n) y(e)
		WHERE tn < e AND s >= pg_temp.us(timestamp '4714-11-24 BC') AND e <= pg_temp.us(timestamp '294276-12-31 23:59:59.999999')
		ORDER BY t, step, size, origin, s, e$$,
	'cumulate: every window that covers a time and is in range');
SELECT is_empty(
	$$SELECT t, step, size FROM times, steps, LATERAL (SELECT count(*), max(upper(w)), count(DISTINCT lower(w))
			FROM continuous.cumulate(t, step, size, origin) w) x(windows, max, starts), LATERAL (SELECT continuous.tumble(t, size, origin)) y(w)
		WHERE windows > 0 AND (starts <> 1 OR max <> upper(w))$$,
	'cumulate: they start together, and end with the size');

-- the calendar, against local times
CREATE TEMP TABLE zone_times AS
	SELECT z, timestamptz '2020-01-01Z' + random() * interval '5 years' AS t FROM (SELECT setseed(0.125)) s, generate_series(1, 200),
		unnest(ARRAY['Europe/Paris', 'America/Chicago', 'Australia/Lord_Howe']) z;
INSERT INTO zone_times SELECT z, (timestamp '2024-01-01' + n * interval '1 day') AT TIME ZONE z + d FROM generate_series(60, 120) n,
	unnest(ARRAY['Europe/Paris', 'America/Chicago', 'Australia/Lord_Howe']) z, unnest(ARRAY[interval '0', '-1 us']) d;
CREATE TEMP TABLE zone_specs (slide interval, size interval, origin timestamp, unit interval);
INSERT INTO zone_specs VALUES ('1 day', '3 days', '2000-01-03', '1 day'), ('3 days', '10 days', '2010-07-01', '3 days'),
	('1 month', '1 month', '2000-01-01', '1 month'), ('1 month', '3 months', '1999-12-31', '1 month'), ('2 months', '5 months', '2000-01-30', '2 months'),
	('1 month', '45 days', '2000-01-31', '1 month'), ('7 days', '1 month', '2000-01-03', '7 days'), ('1 day', '1 month', '2000-01-03', '1 day');
SELECT results_eq(
	$$SELECT z, t, slide, size, w FROM zone_times, zone_specs,
		continuous.hop(t, slide, size, origin AT TIME ZONE z, z) w ORDER BY z, t, slide, size, w$$,
	$$SELECT z, t, slide, size, w FROM zone_times, zone_specs,
			LATERAL (SELECT CASE WHEN extract(month FROM slide) > 0
				THEN ((extract(year FROM t) - extract(year FROM origin)) * 12 / extract(month FROM slide))::int
				ELSE (extract(epoch FROM t - origin AT TIME ZONE 'UTC') / extract(epoch FROM slide))::int END) y(about),
			LATERAL generate_series(about - 15 - (extract(epoch FROM size) / extract(epoch FROM slide))::int, about + 15) n,
			LATERAL (SELECT origin + n * slide) a(s),
			LATERAL (SELECT CASE WHEN extract(month FROM slide) > 0 AND extract(day FROM size) = 0
				THEN origin + (n * slide + size) ELSE s + size END) b(e),
			LATERAL (SELECT tstzrange(s AT TIME ZONE z, e AT TIME ZONE z)) c(w)
		WHERE w @> t ORDER BY z, t, slide, size, w$$,
	'hop: days and months of zones');
SELECT results_eq(
	$$SELECT z, t, step, size, w FROM zone_times, (VALUES (interval '1 day', interval '1 week'), ('1 day', '1 month'), ('7 days', '1 month'),
			('1 month', '6 months'), ('1 hour', '1 day')) v(step, size), continuous.cumulate(t, step, size, timezone => z) w ORDER BY z, t, step, size, w$$,
	$$SELECT z, t, step, size, w FROM zone_times, (VALUES (interval '1 day', interval '1 week', 'week'), ('1 day', '1 month', 'month'),
			('7 days', '1 month', 'month'), ('1 month', '6 months', 'half'), ('1 hour', '1 day', 'day')) v(step, size, unit),
			LATERAL (SELECT t AT TIME ZONE z) l(local),
			LATERAL (SELECT CASE unit WHEN 'half' THEN date_trunc('year', local) + interval '6 months' * (extract(month FROM local)::int > 6)::int
				ELSE date_trunc(unit, local) END) a(s), generate_series(1, 31) k,
			LATERAL (SELECT CASE WHEN step = '1 hour' THEN s AT TIME ZONE z + k * step ELSE (s + k * step) AT TIME ZONE z END) b(grown),
			LATERAL (SELECT tstzrange(s AT TIME ZONE z, least(grown, (s + size) AT TIME ZONE z))) c(w)
		WHERE w @> t AND grown - step < (s + size) AT TIME ZONE z GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5$$,
	'cumulate: days, months and hours of zones');
SELECT is_empty(
	$$SELECT z, t FROM zone_times, unnest(ARRAY[interval '1 day', '10 days', '1 month', '1 year']) s
		WHERE ARRAY(SELECT continuous.hop(t, s, s, timezone => z)) <> ARRAY[continuous.tumble(t, s, timezone => z)]
			OR ARRAY(SELECT continuous.cumulate(t, s, s, timezone => z)) <> ARRAY[continuous.tumble(t, s, timezone => z)]$$,
	'with one size, all are tumble');

-- what makes no windows
CREATE FUNCTION pg_temp.hop(text, text, text DEFAULT NULL) RETURNS text LANGUAGE sql AS
	$$SELECT format('SELECT continuous.hop(timestamptz ''2026-06-01Z'', %L, %L, timezone => %L)', $1, $2, $3)$$;
CREATE FUNCTION pg_temp.cumulate(text, text, text DEFAULT NULL) RETURNS text LANGUAGE sql AS
	$$SELECT format('SELECT continuous.cumulate(timestamptz ''2026-06-01Z'', %L, %L, timezone => %L)', $1, $2, $3)$$;
SELECT throws_ok(pg_temp.hop('5 min', '3 min'), '22023', 'size of hop must not be less than its slide', 'size and slide the wrong way round');
SELECT throws_ok(pg_temp.hop('1 month', '30 days'), '22023', 'size of hop must not be less than its slide', 'a month may be longer than 30 days');
SELECT throws_ok(pg_temp.hop('29 days', '1 month'), '22023', 'size of hop must not be less than its slide', 'and shorter than 29');
SELECT lives_ok(pg_temp.hop('28 days', '1 month', 'Europe/Paris'), 'but not than 28');
SELECT lives_ok(pg_temp.hop('1 month', '31 days', 'Europe/Paris'), 'nor longer than 31');
SELECT throws_ok(pg_temp.hop('1 us', '1 day'), '22023', 'size of hop must not be more than 1000 times its slide', 'too many windows');
SELECT throws_ok(pg_temp.hop('1 s', '1000.000001 s'), '22023', 'size of hop must not be more than 1000 times its slide', 'one too many');
SELECT throws_ok(pg_temp.hop('1 hour', '1 month'), '22023', 'slide of hop must be in whole days or months if its size is in months',
	'hours of months: a later start could have an earlier end');
SELECT throws_ok(pg_temp.hop('1 day', '33 months', 'Europe/Paris'), '22023', 'size of hop must not be more than 1000 times its slide', 'too many in long months');
SELECT results_eq($$SELECT continuous.hop(timestamp '4713-06-01 BC', '1 year', '100 years')$$,
	$$VALUES (tsrange('4713-01-01 BC', '4613-01-01 BC'))$$, 'nor in centuries');
SELECT results_eq($$SELECT min(lower(w)), max(upper(w)), count(*) FROM continuous.hop(timestamp '4714-12-24 BC', '1 day', '2 months') w$$,
	$$VALUES (timestamp '4714-11-24 BC', timestamp '4713-02-24 BC', 31::bigint)$$, 'no windows before the first timestamp');
SELECT throws_ok(pg_temp.hop('0', '1 hour'), '22023', 'window slide must be greater than zero', 'slide zero');
SELECT throws_ok(pg_temp.hop('-1 month', '1 hour'), '22023', 'window slide must be greater than zero', 'negative slide');
SELECT throws_ok(pg_temp.hop('1 hour', '1 month 1 day'), '22023', 'window size must not mix months or years with smaller units', 'mixed size');
SELECT throws_ok(pg_temp.hop('1 hour', '1 day', 'Europe/Paris'), '22023',
	'window slide must be in whole days or months if timezone is given', 'hours of a zone');
SELECT throws_ok(pg_temp.hop('1 day', '1 day 1 hour', 'Europe/Paris'), '22023',
	'window size must be in whole days or months if timezone is given', 'days and hours of a zone');
SELECT throws_ok(pg_temp.hop('300000 years', '300000 years'), '22023', 'window size is larger than the range of time', 'too long');
SELECT throws_ok(pg_temp.hop('1 day', '178000000 years'), '22023', 'size of hop must not be more than 1000 times its slide', 'far too long');
SELECT throws_ok(pg_temp.hop('1 day', '2000000000 days 9000000000000000000 us'), '22023', 'window size is out of range', 'out of range');
SELECT throws_ok(pg_temp.cumulate('7 min', '1 hour'), '22023', 'size of cumulate must be a multiple of its step', 'a step that does not fill the size');
SELECT throws_ok(pg_temp.cumulate('1 month', '31 days'), '22023', 'size of cumulate must be a multiple of its step', 'months of days');
SELECT throws_ok(pg_temp.cumulate('7 hours', '1 month'), '22023', 'size of cumulate must be a multiple of its step', 'hours that do not fill a day');
SELECT is((SELECT count(*) FROM continuous.cumulate(timestamp '2000-01-03', '1 s', '1000 s')), 1000::bigint, 'a thousand steps');
SELECT is((SELECT count(*) FROM continuous.hop(timestamp '2000-01-03', '1 s', '1000 s')), 1000::bigint, 'a thousand windows');
SELECT throws_ok(pg_temp.cumulate('1 s', '1 hour'), '22023', 'size of cumulate must not be more than 1000 times its step', 'too many steps');
SELECT throws_ok(pg_temp.cumulate('1 min', '1 day', 'Europe/Paris'), '22023', 'size of cumulate must not be more than 1000 times its step',
	'too many steps of a day');
SELECT throws_ok($$SELECT continuous.hop_window(timestamp '2026-06-01', '1 hour', '1 hour')$$, '0A000',
	'hop() works only in a continuous view', 'what stands for hop() in a view is no function');
SELECT throws_ok($$SELECT continuous.cumulate_window(date '2026-06-01', '1 hour', '1 hour')$$, '0A000',
	'cumulate() works only in a continuous view', 'nor what stands for cumulate()');

SELECT * FROM finish();
ROLLBACK;
