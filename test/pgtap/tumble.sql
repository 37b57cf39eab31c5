-- continuous.tumble: which window a time is in, and which it is not.
BEGIN;
SET LOCAL TimeZone = 'UTC';
SELECT plan(15);

SELECT results_eq(
	$$SELECT t, continuous.tumble(t::timestamptz, s::interval) FROM (VALUES
		(1, '2026-06-01 12:00:00Z', '1 minute'), (2, '2026-06-01 12:00:59.999999Z', '1 minute'),
		(3, '2026-06-01 12:01:00Z', '1 minute'), (4, '2026-06-01 12:07:00Z', '7 minutes'),
		(5, '2026-06-01 12:00:00.000001Z', '1 microsecond'), (6, '2026-06-03 12:00Z', '1 week'),
		(7, '2026-06-01 23:30Z', '1 day')) v(n, t, s) ORDER BY n$$,
	$$SELECT t, w::tstzrange FROM (VALUES
		(1, '2026-06-01 12:00:00Z', '["2026-06-01 12:00Z","2026-06-01 12:01Z")'),
		(2, '2026-06-01 12:00:59.999999Z', '["2026-06-01 12:00Z","2026-06-01 12:01Z")'),
		(3, '2026-06-01 12:01:00Z', '["2026-06-01 12:01Z","2026-06-01 12:02Z")'),
		(4, '2026-06-01 12:07:00Z', '["2026-06-01 12:01Z","2026-06-01 12:08Z")'),
		(5, '2026-06-01 12:00:00.000001Z', '["2026-06-01 12:00:00.000001Z","2026-06-01 12:00:00.000002Z")'),
		(6, '2026-06-03 12:00Z', '["2026-06-01 00:00Z","2026-06-08 00:00Z")'),
		(7, '2026-06-01 23:30Z', '["2026-06-01 00:00Z","2026-06-02 00:00Z")')) v(n, t, w) ORDER BY n$$,
	'a row on the edge belongs to the next window; weeks start on Monday');

SELECT results_eq(
	$$SELECT lower(continuous.tumble(t, s)), upper(continuous.tumble(t, s))
		FROM generate_series(timestamptz '1999-12-20 00:00:07Z', '2000-01-20', '17 hours 3 minutes') t,
			 unnest(ARRAY[interval '7 minutes', '1 hour', '5 days', '90 seconds']) s ORDER BY t, s$$,
	$$SELECT date_bin(s, t, '2000-01-03Z'), date_bin(s, t, '2000-01-03Z') + s
		FROM generate_series(timestamptz '1999-12-20 00:00:07Z', '2000-01-20', '17 hours 3 minutes') t,
			 unnest(ARRAY[interval '7 minutes', '1 hour', '5 days', '90 seconds']) s ORDER BY t, s$$,
	'the same as date_bin, before and after the origin');

SELECT is(continuous.tumble(timestamptz '1999-12-31 23:59:59Z', '1 hour'),
	'["1999-12-31 23:00Z","2000-01-01 00:00Z")'::tstzrange, 'before the epoch');
SELECT is(continuous.tumble(timestamptz '1969-07-20 20:17Z', '1 day'),
	'["1969-07-20 00:00Z","1969-07-21 00:00Z")'::tstzrange, 'before 1970');
SELECT is(continuous.tumble(timestamptz '2026-06-01 12:04Z', '10 minutes', origin => '2026-01-01 00:05Z'),
	'["2026-06-01 11:55Z","2026-06-01 12:05Z")'::tstzrange, 'origin in the past');
SELECT is(continuous.tumble(timestamptz '2026-06-01 12:04Z', '10 minutes', origin => '2030-01-01 00:05Z'),
	'["2026-06-01 11:55Z","2026-06-01 12:05Z")'::tstzrange, 'origin in the future');
SELECT is(continuous.tumble(timestamp '2026-06-01 12:04', '1 hour'),
	'["2026-06-01 12:00","2026-06-01 13:00")'::tsrange, 'timestamp without time zone');
SELECT is(continuous.tumble(date '2026-06-03', '1 week'),
	'["2026-06-01 00:00","2026-06-08 00:00")'::tsrange, 'a date is the timestamp of its midnight');

-- times that are in no window
SELECT is(continuous.tumble(NULL::timestamptz, '1 hour'), NULL, 'NULL is in no window');
SELECT is(continuous.tumble(timestamptz 'infinity', '1 hour'), NULL, 'infinity is in no window');
SELECT is(continuous.tumble(timestamptz '-infinity', '1 hour'), NULL, '-infinity is in no window');
SELECT is(continuous.tumble(timestamptz '294276-12-31 23:59:30Z', '5 minutes'), NULL,
	'nor is a time whose window would end past the last timestamp');

-- sizes that make no window
SELECT throws_ok($$SELECT continuous.tumble(timestamptz '2026-06-01Z', '0 s')$$, '22023', NULL, 'size zero');
SELECT throws_ok($$SELECT continuous.tumble(timestamptz '2026-06-01Z', '-1 hour')$$, '22023', NULL, 'negative size');
SELECT throws_ok($$SELECT continuous.tumble(timestamptz '2026-06-01Z', '1 hour', origin => 'infinity')$$, '22023', NULL, 'infinite origin');

SELECT * FROM finish();
ROLLBACK;
