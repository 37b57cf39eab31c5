-- continuous.sessionize: session() in ordinary SQL.
BEGIN;
SET LOCAL TimeZone = 'UTC';
SELECT plan(17);

CREATE FUNCTION pg_temp.sessions(times text, gap text) RETURNS SETOF tsrange LANGUAGE sql AS
	$$SELECT continuous.sessionize(t, gap::interval) OVER (ORDER BY t) FROM unnest(times::timestamp[]) t ORDER BY t$$;

SELECT results_eq($$SELECT pg_temp.sessions('{2026-06-01 00:00, 2026-06-01 00:04:59.999999, 2026-06-01 00:09:59.999999}', '5 min')$$,
	$$VALUES (tsrange('2026-06-01 00:00', '2026-06-01 00:09:59.999999')), (tsrange('2026-06-01 00:00', '2026-06-01 00:09:59.999999')),
		(tsrange('2026-06-01 00:09:59.999999', '2026-06-01 00:14:59.999999'))$$, 'less than a gap apart is one, a gap apart is two');
SELECT results_eq($$SELECT pg_temp.sessions('{2026-06-01, 2026-06-01, 2026-06-01}', '1 us')$$,
	$$SELECT tsrange('2026-06-01', '2026-06-01 00:00:00.000001') FROM generate_series(1, 3)$$, 'one time, three rows');
SELECT results_eq($$SELECT pg_temp.sessions('{-infinity, -infinity, 0044-03-15 BC, 0044-03-15 00:30 BC, 2026-06-01, infinity, NULL, NULL}', '1 hour')$$,
	$$VALUES (NULL), (NULL), (tsrange('0044-03-15 BC', '0044-03-15 01:30 BC')), (tsrange('0044-03-15 BC', '0044-03-15 01:30 BC')),
		(tsrange('2026-06-01', '2026-06-01 01:00')), (NULL), (NULL), (NULL)$$, 'no time, no session');
SELECT results_eq($$SELECT pg_temp.sessions('{4714-11-24 BC, 294276-12-31 23:30, 294276-12-31 23:59, 294276-12-31 23:59:59.999999}', '30 min')$$,
	$$VALUES (tsrange('4714-11-24 BC', '4714-11-24 00:30 BC')), (NULL), (NULL), (NULL)$$, 'a session ends in the range of time');
SELECT results_eq($$SELECT pg_temp.sessions('{294276-12-31 23:00, 294276-12-31 23:29:59.999998, 294276-12-31 23:29:59.999999, 294276-12-31 23:30}', '30 min')$$,
	$$VALUES (tsrange('294276-12-31 23:00', '294276-12-31 23:59:59.999999')), (tsrange('294276-12-31 23:00', '294276-12-31 23:59:59.999999')),
		(tsrange('294276-12-31 23:00', '294276-12-31 23:59:59.999999')), (NULL)$$, 'rows in range are not held up by those that are not');
SELECT results_eq($$SELECT pg_temp.sessions('{2026-06-01}', '106745000 days')$$, $$VALUES (NULL::tsrange)$$, 'a gap to the end of time');
SELECT results_eq($$SELECT pg_temp.sessions('{4714-11-24 BC, 2026-06-01}', '106745000 days')$$,
	$$VALUES (tsrange('4714-11-24 BC', timestamp '4714-11-24 BC' + interval '106745000 days')), (NULL)$$, 'and one from its beginning');
SELECT results_eq($$SELECT continuous.sessionize(t, '2 days') OVER (ORDER BY t) FROM
		(VALUES (date '2024-02-28'), ('2024-02-29'), ('2024-03-02'), ('5874897-12-31'), ('infinity'), (NULL)) v(t) ORDER BY t$$,
	$$VALUES (tsrange('2024-02-28', '2024-03-02')), (tsrange('2024-02-28', '2024-03-02')), (tsrange('2024-03-02', '2024-03-04')), (NULL), (NULL), (NULL)$$,
	'dates');
SELECT results_eq($$SELECT continuous.sessionize(t, '1 day') OVER (ORDER BY t) FROM
		(VALUES (timestamptz '2026-03-29 00:00+01'), ('2026-03-29 23:59:59+02'), ('2026-03-30 23:59:59+02')) v(t) ORDER BY t$$,
	$$VALUES (tstzrange('2026-03-28 23:00Z', '2026-03-30 21:59:59Z')), (tstzrange('2026-03-28 23:00Z', '2026-03-30 21:59:59Z')),
		(tstzrange('2026-03-30 21:59:59Z', '2026-03-31 21:59:59Z'))$$, 'a day is 24 hours');
SELECT is_empty($$SELECT w FROM (SELECT continuous.sessionize(timestamp '2026-06-01', NULL) OVER () AS w) x WHERE w IS NOT NULL$$, 'no gap');

-- against lag(), then the sum of beginnings
CREATE TEMP TABLE rows AS
	SELECT (random() * 5)::int AS key, timestamp '2026-06-01' + round(random()::numeric * 20000) * interval '1 s' AS t
	FROM (SELECT setseed(0.5)) s, generate_series(1, 2000);
INSERT INTO rows SELECT key, t FROM generate_series(0, 6) key, unnest(ARRAY[timestamp 'infinity', '-infinity', NULL]) t;
SELECT is_empty(
	$$WITH marked AS (SELECT key, t, gap, (t - lag(t) OVER (PARTITION BY gap, key ORDER BY t) < gap) IS NOT TRUE AS begins
			FROM rows, unnest(ARRAY[interval '1 s', '30 s', '45 s', '10 min']) gap WHERE isfinite(t)),
		numbered AS (SELECT *, sum(begins::int) OVER (PARTITION BY gap, key ORDER BY t) AS n FROM marked),
		wanted AS (SELECT key, gap, tsrange(min(t), max(t) + gap) AS w, count(*) AS rows FROM numbered GROUP BY key, gap, n),
		had AS (SELECT key, gap, w, count(*) AS rows FROM (
			SELECT key, gap, continuous.sessionize(t, gap) OVER (PARTITION BY gap, key ORDER BY t) AS w
			FROM rows, unnest(ARRAY[interval '1 s', '30 s', '45 s', '10 min']) gap) x WHERE w IS NOT NULL GROUP BY key, gap, w)
	  (TABLE wanted EXCEPT ALL TABLE had) UNION ALL (TABLE had EXCEPT ALL TABLE wanted)$$,
	'as by lag() and sum() over random rows');
SELECT is_empty(
	$$SELECT t FROM (SELECT t, continuous.sessionize(t, '1 min') OVER (PARTITION BY key ORDER BY t NULLS FIRST) AS w FROM rows) x
		WHERE w IS NULL AND isfinite(t) OR w IS NOT NULL AND NOT isfinite(t) OR NOT w @> t$$,
	'each row is in its session');

SELECT throws_ok($$SELECT continuous.sessionize(t, '1 min') OVER (ORDER BY t DESC) FROM rows$$, '22023',
	'rows of sessionize() are not in the order of their times', 'backwards');
SELECT throws_ok($$SELECT continuous.sessionize(t, '1 min') OVER (ORDER BY n) FROM
		(VALUES (1, timestamp '2026-06-01'), (2, NULL), (3, '2026-06-01 00:00:30')) v(n, t)$$, '22023',
	'rows of sessionize() are not in the order of their times', 'a row without a time between others');
SELECT throws_ok($$SELECT continuous.sessionize(timestamp '2026-06-01', '1 month') OVER ()$$, '22023',
	'window gap must not have months or years', 'a gap in months');
SELECT throws_ok($$SELECT continuous.sessionize(timestamp '2026-06-01', '0') OVER ()$$, '22023',
	'window gap must be greater than zero', 'no gap');
SELECT throws_ok($$SELECT continuous.session(timestamp '2026-06-01', '1 min')$$, '0A000',
	'session() works only in a continuous view', 'session() has to know other rows');

SELECT * FROM finish();
ROLLBACK;
