-- Six payments, one of them (p5) two minutes late, read through four settings of the two dials.
DROP SCHEMA IF EXISTS a02 CASCADE; CREATE SCHEMA a02; SET search_path = a02, public;
CREATE TABLE pay (id text, ts timestamptz);
CREATE CONTINUOUS VIEW strict   WITH (watermark_delay='0 s',   allowed_lateness='0 s')   AS SELECT window_start, count(*) AS n FROM pay GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW short    WITH (watermark_delay='0 s',   allowed_lateness='1 min') AS SELECT window_start, count(*) AS n FROM pay GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW lenient  WITH (watermark_delay='0 s',   allowed_lateness='2 min') AS SELECT window_start, count(*) AS n FROM pay GROUP BY tumble(ts, interval '1 minute');
CREATE CONTINUOUS VIEW patient  WITH (watermark_delay='2 min', allowed_lateness='0 s', emit='final') AS SELECT window_start, count(*) AS n FROM pay GROUP BY tumble(ts, interval '1 minute');
CREATE FUNCTION sync_all() RETURNS void LANGUAGE sql AS $$ SELECT continuous.sync(v::regclass) FROM unnest(ARRAY['strict','short','lenient','patient']) v $$;
INSERT INTO pay VALUES ('p1','2026-06-01 12:00:10Z');
INSERT INTO pay VALUES ('p2','2026-06-01 12:00:55Z');
INSERT INTO pay VALUES ('p3','2026-06-01 12:01:05Z');
INSERT INTO pay VALUES ('p4','2026-06-01 12:02:10Z');
SELECT sync_all();
SELECT acc.expect('before p5: 12:00 says 2', $$SELECT n FROM lenient WHERE window_start = '2026-06-01 12:00Z'$$, 'VALUES (2::bigint)');
SELECT acc.expect('patient has published nothing yet', 'SELECT count(*) FROM patient', 'VALUES (0::bigint)');
INSERT INTO pay VALUES ('p5','2026-06-01 12:00:30Z');
INSERT INTO pay VALUES ('p6','2026-06-01 12:02:40Z');
SELECT sync_all();
SELECT acc.expect('strict: p5 is too late',          'TABLE strict',  $$VALUES (timestamptz '2026-06-01 12:00Z', 2::bigint), ('2026-06-01 12:01Z', 1), ('2026-06-01 12:02Z', 2)$$);
SELECT acc.expect('1 minute of lateness is too short','TABLE short',   $$VALUES (timestamptz '2026-06-01 12:00Z', 2::bigint), ('2026-06-01 12:01Z', 1), ('2026-06-01 12:02Z', 2)$$);
SELECT acc.expect('lenient: p5 corrects 2 to 3',      'TABLE lenient', $$VALUES (timestamptz '2026-06-01 12:00Z', 3::bigint), ('2026-06-01 12:01Z', 1), ('2026-06-01 12:02Z', 2)$$);
SELECT acc.expect('patient still waits',              'SELECT count(*) FROM patient', 'VALUES (0::bigint)');
SELECT acc.expect('counters tell the two dials apart',
  $$SELECT view::text, rows_too_late, corrections FROM continuous.stats WHERE view::text IN ('strict','lenient','patient')$$,
  $$VALUES ('strict', 1::bigint, 0::bigint), ('lenient', 0, 1), ('patient', 0, 0)$$);
SELECT acc.expect('watermark is newest event time minus the delay', $$SELECT continuous.watermark('strict'), continuous.watermark('patient')$$,
  $$VALUES (timestamptz '2026-06-01 12:02:40Z', timestamptz '2026-06-01 12:00:40Z')$$);
INSERT INTO pay VALUES ('clock','2026-06-01 12:03:00Z');
SELECT sync_all();
SELECT acc.expect('patient publishes 12:00 once, complete', 'TABLE patient', $$VALUES (timestamptz '2026-06-01 12:00Z', 3::bigint)$$);
DELETE FROM pay WHERE id = 'clock';
