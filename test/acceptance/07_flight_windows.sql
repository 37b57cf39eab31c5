-- The same flights through hopping and session windows.
DROP SCHEMA IF EXISTS a07 CASCADE; CREATE SCHEMA a07; SET search_path = a07, public;
CREATE TABLE staged (scheduled_at timestamptz, reported_at timestamptz, origin text, destination text, delay_min int, distance int);
\copy staged FROM PROGRAM 'gzip -dc ../../examples/data/flights.csv.gz' CSV HEADER
CREATE TABLE flights (LIKE staged);
CREATE CONTINUOUS VIEW rolling WITH (watermark_delay = '15 minutes', allowed_lateness = '1 hour') AS
  SELECT window_start, window_end, origin, count(*) AS flights, sum(delay_min) AS delay FROM flights GROUP BY hop(scheduled_at, interval '20 minutes', interval '3 hours'), origin;
CREATE CONTINUOUS VIEW bursts WITH (watermark_delay = '10 hours') AS
  SELECT window_start, window_end, origin, count(*) AS flights, max(distance) AS farthest, avg(delay_min) AS mean_delay FROM flights GROUP BY session(scheduled_at, interval '2 hours'), origin;
DO $$ DECLARE h timestamptz; BEGIN
  FOR h IN SELECT DISTINCT date_trunc('hour', reported_at) FROM staged ORDER BY 1 LOOP
    INSERT INTO flights SELECT * FROM staged WHERE date_trunc('hour', reported_at) = h;
    COMMIT;
  END LOOP; END $$;
SELECT continuous.sync('rolling'); SELECT continuous.sync('bursts');
SELECT acc.expect('hop: late for one window, in time for the next', 'SELECT * FROM rolling',
  $$WITH tx AS (SELECT date_trunc('hour', reported_at) AS h, max(scheduled_at) AS newest FROM staged GROUP BY 1),
         w AS (SELECT h, max(newest) OVER (ORDER BY h ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) - interval '15 minutes' AS watermark FROM tx),
         p AS (SELECT s.*, watermark, ws FROM staged s JOIN w ON w.h = date_trunc('hour', s.reported_at),
                      generate_series(date_bin('20 minutes', s.scheduled_at, '2000-01-03Z') - interval '160 minutes', date_bin('20 minutes', s.scheduled_at, '2000-01-03Z'), interval '20 minutes') ws)
    SELECT ws, ws + interval '3 hours', origin, count(*), sum(delay_min) FROM p WHERE watermark IS NULL OR watermark < ws + interval '4 hours' GROUP BY 1, 2, 3$$);
SELECT acc.expect('sessions per origin', 'SELECT * FROM bursts',
  $$WITH f AS (SELECT *, scheduled_at - lag(scheduled_at) OVER (PARTITION BY origin ORDER BY scheduled_at) >= interval '2 hours' AS starts FROM flights),
         n AS (SELECT *, count(*) FILTER (WHERE starts) OVER (PARTITION BY origin ORDER BY scheduled_at) AS nr FROM f)
    SELECT min(scheduled_at), max(scheduled_at) + interval '2 hours', origin, count(*), max(distance), avg(delay_min) FROM n GROUP BY origin, nr$$);
