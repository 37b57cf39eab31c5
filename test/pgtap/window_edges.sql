-- The edges of windows: times at, before and behind them, and the ends of all time.
BEGIN;
SET LOCAL TimeZone = 'UTC';
SELECT plan(18);

SELECT results_eq(
	$$SELECT n, continuous.tumble(t::timestamp, s::interval) FROM (VALUES
		(1, '1969-12-31 23:59:59.999999', '1 hour'), (2, '1999-12-31 23:59:59.999999', '1 minute'),
		(3, '2000-01-01 00:00:00', '1 minute'), (4, '1999-12-31 23:59:59.999999', '1 microsecond'),
		(5, '0044-03-15 12:00 BC', '1 day'), (6, '0001-12-31 23:59:59.999999 BC', '1 hour'),
		(7, '0001-01-01 00:00', '1 hour'), (8, '2000-01-02 23:59:59.999999', '1 week'),
		(9, '2000-01-03 00:00', '1 week'), (10, '2026-06-01 00:10:00', '7 minutes')) v(n, t, s) ORDER BY n$$,
	$$SELECT n, tsrange(a::timestamp, b::timestamp) FROM (VALUES
		(1, '1969-12-31 23:00', '1970-01-01 00:00'), (2, '1999-12-31 23:59', '2000-01-01 00:00'),
		(3, '2000-01-01 00:00', '2000-01-01 00:01'), (4, '1999-12-31 23:59:59.999999', '2000-01-01 00:00'),
		(5, '0044-03-15 00:00 BC', '0044-03-16 00:00 BC'), (6, '0001-12-31 23:00 BC', '0001-01-01 00:00'),
		(7, '0001-01-01 00:00', '0001-01-01 01:00'), (8, '1999-12-27 00:00', '2000-01-03 00:00'),
		(9, '2000-01-03 00:00', '2000-01-10 00:00'), (10, '2026-06-01 00:07', '2026-06-01 00:14')) v(n, a, b) ORDER BY n$$,
	'before the epoch, before Christ, and weeks from Monday to Monday');

SELECT results_eq(
	$$SELECT n, continuous.tumble(t::timestamp, s::interval) FROM (VALUES
		(1, '1999-12-31 23:59:59.999999', '100 years'), (2, '2000-01-01', '100 years'),
		(3, '2024-02-29 12:00', '1 year'), (4, '2024-02-29 23:59:59.999999', '1 month'),
		(5, '2024-03-01', '1 month'), (6, '1900-02-28 23:59:59.999999', '1 month'),
		(7, '2026-06-01', '7 months'), (8, '0001-01-15 BC', '1 month'), (9, '0001-12-15 BC', '1 year'),
		(10, '1999-11-30', '3 months')) v(n, t, s) ORDER BY n$$,
	$$SELECT n, tsrange(a::timestamp, b::timestamp) FROM (VALUES
		(1, '1900-01-01', '2000-01-01'), (2, '2000-01-01', '2100-01-01'),
		(3, '2024-01-01', '2025-01-01'), (4, '2024-02-01', '2024-03-01'),
		(5, '2024-03-01', '2024-04-01'), (6, '1900-02-01', '1900-03-01'),
		(7, '2026-04-01', '2026-11-01'), (8, '0001-01-01 BC', '0001-02-01 BC'), (9, '0001-01-01 BC', '0001-01-01'),
		(10, '1999-10-01', '2000-01-01')) v(n, a, b) ORDER BY n$$,
	'months and years, with leap days and without, in both directions');

-- the first and the last timestamps
SELECT results_eq(
	$$SELECT n, continuous.tumble(t::timestamp, s::interval, origin => o::timestamp) FROM (VALUES
		(1, '4714-11-24 00:00 BC', '1 microsecond', NULL), (2, '4714-11-24 00:00 BC', '1 day', NULL),
		(3, '4714-11-24 00:00 BC', '1 week', NULL), (4, '4714-11-24 12:00 BC', '1 month', NULL),
		(5, '4714-12-01 00:00 BC', '1 month', NULL), (6, '4714-12-31 00:00 BC', '1 year', NULL),
		(7, '294276-12-31 23:59:59.999999', '1 microsecond', NULL), (8, '294276-12-31 23:59:59.999998', '1 microsecond', NULL),
		(9, '294276-12-31 23:59:59.999999', '1 month', NULL), (10, '294276-11-30 23:59:59.999999', '1 month', NULL),
		(11, '294275-12-31 23:59:59.999999', '1 year', NULL), (12, '294276-01-01', '1 year', NULL),
		(13, '294276-12-31 23:59:59.999999', '1 year', '294276-12-31 23:59:59.999999'),
		(14, '294276-12-31 23:59:59.999998', '1 year', '294276-12-31 23:59:59.999999'),
		(15, '4714-11-24 00:00 BC', '1 month', '4714-11-24 00:00 BC'),
		(16, '294276-12-31 12:00', '1 day', '4714-11-24 00:00 BC'),
		(17, '4714-11-24 00:00 BC', '1 day', '294276-12-31 23:59:59.999999'),
		(18, '4714-11-25 00:00 BC', '1 day', '294276-12-31 23:59:59.999999'),
		(19, '2026-06-01', '1 microsecond', '294276-12-31 23:59:59.999999')) v(n, t, s, o) ORDER BY n$$,
	$$SELECT n, CASE WHEN a IS NOT NULL THEN tsrange(a::timestamp, b::timestamp) END FROM (VALUES
		(1, '4714-11-24 00:00 BC', '4714-11-24 00:00:00.000001 BC'), (2, '4714-11-24 00:00 BC', '4714-11-25 00:00 BC'),
		(3, '4714-11-24 00:00 BC', '4714-12-01 00:00 BC'), (4, NULL, NULL),
		(5, '4714-12-01 00:00 BC', '4713-01-01 00:00 BC'), (6, NULL, NULL),
		(7, NULL, NULL), (8, '294276-12-31 23:59:59.999998', '294276-12-31 23:59:59.999999'),
		(9, NULL, NULL), (10, '294276-11-01', '294276-12-01'),
		(11, '294275-01-01', '294276-01-01'), (12, NULL, NULL),
		(13, NULL, NULL),
		(14, '294275-12-31 23:59:59.999999', '294276-12-31 23:59:59.999999'),
		(15, '4714-11-24 00:00 BC', '4714-12-24 00:00 BC'),
		(16, NULL, NULL),
		(17, NULL, NULL),
		(18, '4714-11-24 23:59:59.999999 BC', '4714-11-25 23:59:59.999999 BC'),
		(19, '2026-06-01', '2026-06-01 00:00:00.000001')) v(n, a, b) ORDER BY n$$,
	'a window exists if both of its bounds do');

SELECT is_empty(
	$$SELECT t, s FROM unnest(ARRAY[timestamp 'infinity', '-infinity', NULL]) t,
			unnest(ARRAY[interval '1 microsecond', '1 day', '1 month', '100 years', NULL]) s
		WHERE continuous.tumble(t, s) IS NOT NULL$$,
	'no time is in no window');
SELECT is_empty(
	$$SELECT t, s FROM unnest(ARRAY[timestamptz 'infinity', '-infinity', NULL]) t,
			unnest(ARRAY[interval '1 day', '1 month', '100 years']) s
		WHERE continuous.tumble(t, s, timezone => 'Europe/Paris') IS NOT NULL$$,
	'nor in one of a time zone');
SELECT is_empty(
	$$SELECT w FROM unnest(ARRAY[timestamptz 'infinity', '-infinity', NULL]) t,
		LATERAL (SELECT continuous.hop(t, '1 minute', '5 minutes') UNION ALL
				 SELECT continuous.hop(t, '1 month', '1 year') UNION ALL
				 SELECT continuous.cumulate(t, '1 minute', '5 minutes') UNION ALL
				 SELECT continuous.cumulate(t, '1 day', '1 month', timezone => 'Asia/Tokyo')) x(w)$$,
	'nor in one of several');
SELECT is(continuous.tumble(timestamp '2026-06-01', NULL), NULL, 'no size, no window');
SELECT is_empty($$SELECT continuous.hop(timestamp '2026-06-01', NULL, '1 hour')$$, 'no slide, no window');

-- dates
SELECT results_eq(
	$$SELECT n, continuous.tumble(t::date, s::interval) FROM (VALUES
		(1, '2024-02-29', '1 month'), (2, '2024-02-29', '1 week'), (3, '2024-02-29', '6 hours'),
		(4, 'infinity', '1 day'), (5, '-infinity', '1 month'), (6, '5874897-12-31', '1 day'),
		(7, '4714-11-24 BC', '1 day'), (8, NULL, '1 day')) v(n, t, s) ORDER BY n$$,
	$$VALUES (1, tsrange('2024-02-01', '2024-03-01')), (2, tsrange('2024-02-26', '2024-03-04')),
		(3, tsrange('2024-02-29 00:00', '2024-02-29 06:00')), (4, NULL), (5, NULL), (6, NULL),
		(7, tsrange('4714-11-24 BC', '4714-11-25 BC')), (8, NULL)$$,
	'a date is the timestamp at its midnight; there are dates where there are no timestamps');
SELECT results_eq($$SELECT continuous.hop(date '2024-02-29', '1 day', '2 days')$$,
	$$VALUES (tsrange('2024-02-28', '2024-03-01')), (tsrange('2024-02-29', '2024-03-02'))$$, 'hop of dates');
SELECT results_eq($$SELECT continuous.cumulate(date '2024-02-29', '1 day', '3 days', origin => '2024-02-28')$$,
	$$VALUES (tsrange('2024-02-28', '2024-03-01')), (tsrange('2024-02-28', '2024-03-02'))$$, 'cumulate of dates');
SELECT is_empty($$SELECT continuous.hop(date '5874897-12-31', '1 day', '2 days')$$, 'a date that is no timestamp');

-- origins
SELECT is(continuous.tumble(timestamp '2024-02-29 05:00', '1 day', origin => '2031-07-07 06:00'),
	tsrange('2024-02-28 06:00', '2024-02-29 06:00'), 'days from six to six');
SELECT is(continuous.tumble(timestamp '2024-03-15', '1 month', origin => '2020-01-31 12:00'),
	tsrange('2024-02-29 12:00', '2024-03-31 12:00'), 'months that end on their last day');
SELECT is(continuous.tumble(timestamp '2024-02-29 11:59:59.999999', '1 month', origin => '2020-01-31 12:00'),
	tsrange('2024-01-31 12:00', '2024-02-29 12:00'), 'until the last microsecond');
SELECT is(continuous.tumble(timestamp '2024-06-01', '1 year', origin => '2020-02-29'),
	tsrange('2024-02-29', '2025-02-28'), 'years from a leap day');

-- random times, against origin + n * size
CREATE TEMP TABLE times AS
	SELECT timestamp '0300-01-01 BC' + random() * interval '4000 years' AS t FROM (SELECT setseed(0.25)) s, generate_series(1, 300);
INSERT INTO times SELECT timestamp '2000-01-31' + n * interval '1 month' + d FROM generate_series(-60, 60) n,
	unnest(ARRAY[interval '0', '1 microsecond', '-1 microsecond', '1 day', '-1 day']) d;
CREATE TEMP TABLE months AS
	SELECT o, m, m * interval '1 month' AS s FROM unnest(ARRAY[1, 5, 12, 1200]) m,
		unnest(ARRAY[timestamp '2000-01-31 06:00', '1999-02-28', '2000-02-29', '2000-01-30']) o;
SELECT results_eq(
	$$SELECT t, o, s, continuous.tumble(t, s, o) FROM times, months ORDER BY t, o, s$$,
	$$SELECT t, o, s, w FROM times, months, LATERAL (SELECT ((extract(year FROM t) - extract(year FROM o)) * 12 / m)::int) y(about),
			generate_series(about - 24 / m - 2, about + 24 / m + 2) n, LATERAL (SELECT tsrange(o + n * s, o + (n + 1) * s)) x(w)
		WHERE w @> t ORDER BY t, o, s$$,
	'months by origin + n * size, for random times and month ends');
SELECT is_empty(
	$$SELECT t, s FROM times, unnest(ARRAY[interval '1 microsecond', '7 seconds', '1 day 1 hour', '1 week']) s
		WHERE continuous.tumble(t, s) <> tsrange(date_bin(s, t, '2000-01-03'), date_bin(s, t, '2000-01-03') + s)$$,
	'others by date_bin');

SELECT * FROM finish();
ROLLBACK;
