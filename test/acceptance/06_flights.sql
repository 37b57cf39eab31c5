-- Real input: 20,000 flights in the order in which they were reported, one transaction per reported hour. Lateness is decided by the
-- watermark from before a row's own transaction, so plain SQL over the history of transactions gives the right answer for any dials.
DROP SCHEMA IF EXISTS a06 CASCADE; CREATE SCHEMA a06; SET search_path = a06, public;
CREATE TABLE staged (scheduled_at timestamptz, reported_at timestamptz, origin text, destination text, delay_min int, distance int);
\copy staged FROM PROGRAM 'gzip -dc ../../examples/data/flights.csv.gz' CSV HEADER
CREATE TABLE flights (LIKE staged);
CREATE CONTINUOUS VIEW tight WITH (watermark_delay = '15 minutes', allowed_lateness = '30 minutes', late_rows = 'keep') AS
  SELECT window_start, origin, count(*) AS flights, avg(delay_min) AS mean_delay, max(delay_min) AS worst, sum(distance) AS miles FROM flights GROUP BY tumble(scheduled_at, interval '1 hour'), origin;
CREATE CONTINUOUS VIEW loose WITH (watermark_delay = '1 hour', allowed_lateness = '9 hours') AS
  SELECT window_start, origin, count(*) AS flights, avg(delay_min) AS mean_delay, stddev(delay_min) AS spread, min(destination) AS first_dest FROM flights GROUP BY tumble(scheduled_at, interval '1 hour'), origin;
DO $$ DECLARE h timestamptz; BEGIN
  FOR h IN SELECT DISTINCT date_trunc('hour', reported_at) FROM staged ORDER BY 1 LOOP
    INSERT INTO flights SELECT * FROM staged WHERE date_trunc('hour', reported_at) = h;
    COMMIT;
  END LOOP; END $$;
SELECT continuous.sync('tight'); SELECT continuous.sync('loose');
CREATE FUNCTION counted(delay interval, lateness interval) RETURNS SETOF staged LANGUAGE sql AS $$
  WITH tx AS (SELECT date_trunc('hour', reported_at) AS h, max(scheduled_at) AS newest FROM staged GROUP BY 1),
       w AS (SELECT h, max(newest) OVER (ORDER BY h ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) - delay AS watermark FROM tx)
  SELECT s.* FROM staged s JOIN w ON w.h = date_trunc('hour', s.reported_at)
   WHERE watermark IS NULL OR watermark < date_trunc('hour', scheduled_at) + interval '1 hour' + lateness $$;
SELECT acc.expect('flights per origin and hour, tight dials', 'SELECT * FROM tight',
  $$SELECT date_trunc('hour', scheduled_at), origin, count(*), avg(delay_min), max(delay_min), sum(distance) FROM counted('15 minutes', '30 minutes') GROUP BY 1, 2$$);
SELECT acc.expect('what was too late is counted and kept', $$SELECT rows_too_late, (SELECT count(*) FROM tight_late) FROM continuous.stats WHERE view = 'tight'::regclass$$,
  $$SELECT 20000 - count(*), 20000 - count(*) FROM counted('15 minutes', '30 minutes')$$);
SELECT acc.expect('with nine hours of lateness the view is the batch query', 'SELECT * FROM loose',
  $$SELECT date_trunc('hour', scheduled_at), origin, count(*), avg(delay_min), stddev(delay_min), min(destination) FROM flights GROUP BY 1, 2$$);
