-- Calendar windows of a time zone: days of 23 to 25 hours, midnights that come twice or not at all.
BEGIN;
SET LOCAL TimeZone = 'UTC';
SELECT plan(21);

-- the clocks of three zones are set, both ways
SELECT results_eq(
	$$SELECT n, continuous.tumble(t::timestamptz, s::interval, timezone => z) FROM (VALUES
		(1, '2026-03-29 12:00Z', '1 day', 'Europe/Paris'), (2, '2026-10-25 12:00Z', '1 day', 'Europe/Paris'),
		(3, '2026-03-29 22:00Z', '1 day', 'Europe/Paris'), (4, '2026-03-29 21:59:59.999999Z', '1 day', 'Europe/Paris'),
		(5, '2024-03-10 12:00Z', '1 day', 'America/Chicago'), (6, '2024-11-03 06:30Z', '1 day', 'America/Chicago'),
		(7, '2024-11-03 07:30Z', '1 day', 'America/Chicago'), (8, '2024-11-04 05:59:59.999999Z', '1 day', 'America/Chicago'),
		(9, '2024-04-06 14:00Z', '1 day', 'Australia/Lord_Howe'), (10, '2024-10-05 14:00Z', '1 day', 'Australia/Lord_Howe'),
		(11, '2026-03-29 12:00Z', '1 week', 'Europe/Paris'), (12, '2026-10-20 12:00Z', '1 month', 'Europe/Paris'),
		(13, '2026-06-01 00:00Z', '1 year', 'America/Chicago'), (14, '2024-02-29 13:00Z', '1 month', 'Australia/Lord_Howe'),
		(15, '2026-06-01 00:00Z', '100 years', 'Europe/Paris')) v(n, t, s, z) ORDER BY n$$,
	$$SELECT n, tstzrange(a::timestamptz, b::timestamptz) FROM (VALUES
		(1, '2026-03-28 23:00Z', '2026-03-29 22:00Z'), (2, '2026-10-24 22:00Z', '2026-10-25 23:00Z'),
		(3, '2026-03-29 22:00Z', '2026-03-30 22:00Z'), (4, '2026-03-28 23:00Z', '2026-03-29 22:00Z'),
		(5, '2024-03-10 06:00Z', '2024-03-11 05:00Z'), (6, '2024-11-03 05:00Z', '2024-11-04 06:00Z'),
		(7, '2024-11-03 05:00Z', '2024-11-04 06:00Z'), (8, '2024-11-03 05:00Z', '2024-11-04 06:00Z'),
		(9, '2024-04-06 13:00Z', '2024-04-07 13:30Z'), (10, '2024-10-05 13:30Z', '2024-10-06 13:00Z'),
		(11, '2026-03-22 23:00Z', '2026-03-29 22:00Z'), (12, '2026-09-30 22:00Z', '2026-10-31 23:00Z'),
		(13, '2026-01-01 06:00Z', '2027-01-01 06:00Z'), (14, '2024-02-29 13:00Z', '2024-03-31 13:00Z'),
		(15, '1999-12-31 23:00Z', '2099-12-31 23:00Z')) v(n, a, b) ORDER BY n$$,
	'Paris, Chicago and Lord Howe Island');
SELECT results_eq(
	$$SELECT z, upper(w) - lower(w) AS length, count(*) FROM (
		SELECT DISTINCT z, continuous.tumble(t, '1 day', timezone => z) AS w
		FROM unnest(ARRAY['Europe/Paris', 'America/Chicago', 'Australia/Lord_Howe']) z,
			generate_series(timestamptz '2024-01-10Z', '2024-12-20Z', '6 hours') t) x
		WHERE upper(w) - lower(w) <> '24 hours' GROUP BY 1, 2 ORDER BY 1, 2$$,
	$$VALUES ('America/Chicago', interval '23 hours', 1::bigint), ('America/Chicago', '25 hours', 1),
		('Australia/Lord_Howe', '23:30', 1), ('Australia/Lord_Howe', '24:30', 1),
		('Europe/Paris', '23 hours', 1), ('Europe/Paris', '25 hours', 1)$$,
	'two days a year are not of 24 hours');
SELECT is_empty(
	$$SELECT z, t FROM unnest(ARRAY['Europe/Paris', 'America/Chicago', 'Australia/Lord_Howe']) z,
			generate_series(timestamptz '1995-01-01 00:30Z', '2030-01-01', '31 hours') t,
			LATERAL (SELECT date_trunc('day', t AT TIME ZONE z)) x(midnight)
		WHERE continuous.tumble(t, '1 day', timezone => z) <>
			tstzrange(midnight AT TIME ZONE z, (midnight + '1 day') AT TIME ZONE z)$$,
	'days are from midnight to midnight');
SELECT is_empty(
	$$SELECT z, t FROM unnest(ARRAY['Europe/Paris', 'America/Chicago', 'Australia/Lord_Howe']) z,
			generate_series(timestamptz '1905-01-01 00:30Z', '2100-01-01', '711 hours') t,
			unnest(ARRAY['month', 'quarter', 'year', 'decade', 'week']) u,
			LATERAL (SELECT CASE u WHEN 'quarter' THEN interval '3 months' ELSE ('1 ' || u)::interval END) s(size),
			LATERAL (SELECT date_trunc(u, t AT TIME ZONE z)) x(trunc)
		WHERE continuous.tumble(t, size, timezone => z) <>
			tstzrange(trunc AT TIME ZONE z, (trunc + size) AT TIME ZONE z)$$,
	'weeks from Monday, months, quarters, years and decades');

-- clocks set at midnight: there it does not come, or it comes twice
SELECT results_eq(
	$$SELECT n, continuous.tumble(t::timestamptz, '1 day', timezone => z) FROM (VALUES
		(1, '2018-11-04 12:00Z', 'America/Sao_Paulo'), (2, '2018-11-03 12:00Z', 'America/Sao_Paulo'),
		(3, '2018-02-17 12:00Z', 'America/Sao_Paulo'), (4, '2024-11-03 04:30Z', 'America/Havana'),
		(5, '2024-11-03 05:30Z', 'America/Havana'), (6, '2024-03-10 12:00Z', 'America/Havana'),
		(7, '2022-03-27 12:00Z', 'Asia/Beirut'), (8, '2022-10-29 12:00Z', 'Asia/Beirut'),
		(9, '2011-12-30 09:59:59.999999Z', 'Pacific/Apia'), (10, '2011-12-30 10:00Z', 'Pacific/Apia')) v(n, t, z) ORDER BY n$$,
	$$SELECT n, tstzrange(a::timestamptz, b::timestamptz) FROM (VALUES
		(1, '2018-11-04 03:00Z', '2018-11-05 02:00Z'), (2, '2018-11-03 03:00Z', '2018-11-04 03:00Z'),
		(3, '2018-02-17 02:00Z', '2018-02-18 03:00Z'), (4, '2024-11-03 04:00Z', '2024-11-04 05:00Z'),
		(5, '2024-11-03 04:00Z', '2024-11-04 05:00Z'), (6, '2024-03-10 05:00Z', '2024-03-11 04:00Z'),
		(7, '2022-03-26 22:00Z', '2022-03-27 21:00Z'), (8, '2022-10-28 21:00Z', '2022-10-29 22:00Z'),
		(9, '2011-12-29 10:00Z', '2011-12-30 10:00Z'), (10, '2011-12-30 10:00Z', '2011-12-31 10:00Z')) v(n, a, b) ORDER BY n$$,
	'a day begins when its date does; Samoa had no 2011-12-30');
CREATE TEMP TABLE times AS
	SELECT z, timestamptz '1860-01-01Z' + random() * interval '240 years' AS t
	FROM (SELECT setseed(0.5)) s, generate_series(1, 300), unnest(ARRAY['Europe/Paris', 'America/Chicago', 'Australia/Lord_Howe',
		'America/Sao_Paulo', 'America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'Asia/Kathmandu', 'Africa/Monrovia']) z;
INSERT INTO times SELECT z, generate_series(timestamptz '2018-01-01Z', '2019-03-01Z', '2 hours 7 minutes') FROM
	unnest(ARRAY['America/Sao_Paulo', 'America/Havana', 'Asia/Beirut']) z;
SELECT is_empty(
	$$SELECT z, t, w FROM times, LATERAL (SELECT continuous.tumble(t, '1 day', timezone => z)) x(w),
			LATERAL (SELECT (t AT TIME ZONE z)::date) d(day)
		WHERE NOT w @> t OR (lower(w) AT TIME ZONE z)::date <> day OR ((upper(w) - interval '1 us') AT TIME ZONE z)::date <> day
			OR ((lower(w) - interval '1 us') AT TIME ZONE z)::date = day OR (upper(w) AT TIME ZONE z)::date = day$$,
	'a day holds what has its date, from 1860 to 2100');
SELECT is_empty(
	$$SELECT z, t, w FROM times, LATERAL (SELECT continuous.tumble(t, '1 month', timezone => z)) x(w),
			LATERAL (SELECT date_trunc('month', t AT TIME ZONE z)) d(month)
		WHERE NOT w @> t OR date_trunc('month', lower(w) AT TIME ZONE z) <> month
			OR date_trunc('month', (upper(w) - interval '1 us') AT TIME ZONE z) <> month
			OR date_trunc('month', (lower(w) - interval '1 us') AT TIME ZONE z) = month
			OR date_trunc('month', upper(w) AT TIME ZONE z) = month$$,
	'and a month what is in it');
SELECT is_empty(
	$$SELECT z, t FROM times, unnest(ARRAY[interval '1 day', '10 days', '1 month', '7 months']) s,
			LATERAL (SELECT continuous.tumble(t, s, timezone => z)) x(w)
		WHERE continuous.tumble(lower(w), s, timezone => z) <> w
			OR lower(continuous.tumble(upper(w), s, timezone => z)) <> upper(w)
			OR upper(continuous.tumble(lower(w) - interval '1 us', s, timezone => z)) <> lower(w)$$,
	'where one window ends the next begins');

-- edges at hours that come twice or not at all
SELECT results_eq(
	$$SELECT n, continuous.tumble(t::timestamptz, '1 day', '2020-06-01 02:30+02', 'Europe/Paris') FROM (VALUES
		(1, '2026-03-28 12:00Z'), (2, '2026-03-29 12:00Z'), (3, '2026-10-25 00:15Z'), (4, '2026-10-25 00:30Z'),
		(5, '2026-10-25 01:30Z')) v(n, t) ORDER BY n$$,
	$$SELECT n, tstzrange(a::timestamptz, b::timestamptz) FROM (VALUES
		(1, '2026-03-28 01:30Z', '2026-03-29 01:00Z'), (2, '2026-03-29 01:00Z', '2026-03-30 00:30Z'),
		(3, '2026-10-24 00:30Z', '2026-10-25 00:30Z'), (4, '2026-10-25 00:30Z', '2026-10-26 01:30Z'),
		(5, '2026-10-25 00:30Z', '2026-10-26 01:30Z')) v(n, a, b) ORDER BY n$$,
	'an edge is the first moment at which the clock shows its time or a later one');
SELECT is(continuous.tumble(timestamptz '2026-04-15Z', '1 month', '2020-01-30 23:00Z', 'Europe/Paris'),
	tstzrange('2026-03-30 22:00Z', '2026-04-29 22:00Z'), 'months from the last midnight of each');
SELECT is(continuous.tumble(timestamptz '2026-02-15Z', '1 month', '2020-01-31 23:00Z', 'Europe/Paris'),
	tstzrange('2026-01-31 23:00Z', '2026-02-28 23:00Z'), 'an origin is what clocks show there, not in UTC');

-- offsets of seconds, long ago
SELECT is(continuous.tumble(timestamptz '1900-06-01 12:00Z', '1 day', timezone => 'Europe/Paris'),
	tstzrange('1900-05-31 23:50:39Z', '1900-06-01 23:50:39Z'), 'Paris had 9 minutes and 21 seconds once');
SELECT is(continuous.tumble(timestamptz '0044-03-15 12:00Z BC', '1 month', timezone => 'Europe/Paris'),
	tstzrange('0044-02-28 23:50:39Z BC', '0044-03-31 23:50:39Z BC'), 'and before Christ');

-- rules instead of names, and the ends of all time
SELECT is(continuous.tumble(timestamptz '2026-06-01 12:00Z', '1 day', timezone => 'CST6CDT,M3.2.0,M11.1.0'),
	tstzrange('2026-06-01 05:00Z', '2026-06-02 05:00Z'), 'a rule as POSIX has them');
SELECT is(continuous.tumble(timestamptz '280000-06-01 12:00Z', '1 day', timezone => 'Europe/Paris'),
	tstzrange('280000-05-31 22:00Z', '280000-06-01 22:00Z'), 'far in the future');
SELECT is_empty(
	$$SELECT z, continuous.tumble(t, s, timezone => z) FROM unnest(ARRAY['Asia/Tokyo', 'Etc/GMT+12', 'Etc/GMT-14']) z,
		unnest(ARRAY[timestamptz '4714-11-24 00:00:00Z BC', '294276-12-31 23:59:59.999999Z']) t,
		unnest(ARRAY[interval '1 day', '1 month']) s WHERE continuous.tumble(t, s, timezone => z) IS NOT NULL$$,
	'no window where a bound would be out of range');
SELECT is(continuous.tumble(timestamptz '294276-12-31 11:59:59Z', '1 day', timezone => 'Etc/GMT+12'),
	tstzrange('294276-12-30 12:00Z', '294276-12-31 12:00Z'), 'the last day of a zone');
SELECT is(continuous.tumble(timestamptz '4714-11-24 12:00Z BC', '1 day', timezone => 'Etc/GMT+12'),
	tstzrange('4714-11-24 12:00Z BC', '4714-11-25 12:00Z BC'), 'the first day of a zone');

-- the session's own zone does not matter
CREATE TEMP TABLE answers AS SELECT z, t, continuous.tumble(t, '1 day', timezone => z) AS w, continuous.tumble(t, '1 month') AS m FROM times;
SET LOCAL TimeZone = 'America/Havana';
SELECT is_empty($$SELECT FROM answers WHERE continuous.tumble(t, '1 day', timezone => z) <> w OR continuous.tumble(t, '1 month') <> m$$,
	'windows do not depend on TimeZone');
SET LOCAL TimeZone = 'UTC';

SELECT throws_ok($$SELECT continuous.tumble(timestamptz '2026-06-01Z', '1 day', timezone => 'Europe/Atlantis')$$, '22023',
	'time zone "Europe/Atlantis" not recognized', 'an unknown zone');
SELECT throws_ok($$SELECT continuous.tumble(timestamptz '2026-06-01Z', '1 hour', timezone => 'Europe/Paris')$$, '22023',
	'window size must be in whole days or months if timezone is given', 'hours of a zone');

SELECT * FROM finish();
ROLLBACK;
