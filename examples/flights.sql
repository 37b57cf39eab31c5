-- flights.sql: US flights of early 2001, replayed in the order in which they
-- were reported. A flight is reported when it has left, so a delayed one comes
-- behind flights that were scheduled after it: its hour may be closed by then,
-- and the published row is corrected.
--
-- Run from the project's top folder, in a database of a server that has
-- pg_continuous preloaded (make demo does all of it):
--
--		psql -f examples/flights.sql
--		=> CALL replay('2001-01-01', '2001-01-08');
--		=> SELECT continuous.sync('flights_per_hour');
--		=> SELECT * FROM flights_per_hour ORDER BY window_start DESC LIMIT 10;

CREATE EXTENSION IF NOT EXISTS pg_continuous;

-- what will be reported, in order; see examples/data/README.md
CREATE TABLE staged (
	scheduled_at timestamptz,
	reported_at timestamptz,
	origin text,
	destination text,
	delay_min int,
	distance int
);
\copy staged FROM PROGRAM 'gzip -dc examples/data/flights.csv.gz' CSV HEADER
ANALYZE staged;

CREATE TABLE flights (LIKE staged);

-- an hour is closed 15 minutes behind the newest flight; nine hours of
-- lateness are enough for every flight of these data
CREATE CONTINUOUS VIEW flights_per_hour
  WITH (watermark_delay = '15 minutes', allowed_lateness = '9 hours') AS
SELECT window_start, window_end, origin,
	   count(*) AS flights,
	   avg(delay_min) AS mean_delay,
	   max(delay_min) AS worst_delay
  FROM flights
 GROUP BY tumble(scheduled_at, interval '1 hour'), origin;

-- Report the flights of a stretch of time, one transaction a reported hour.
CREATE PROCEDURE replay(since timestamptz, until timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
	reported_hour timestamptz;
BEGIN
	FOR reported_hour IN
		SELECT DISTINCT date_trunc('hour', reported_at) FROM staged
		 WHERE reported_at >= since AND reported_at < until ORDER BY 1
	LOOP
		INSERT INTO flights
		SELECT * FROM staged
		 WHERE reported_at >= reported_hour
		   AND reported_at < least(reported_hour + interval '1 hour', until)
		   AND reported_at >= since;
		COMMIT;
	END LOOP;
END $$;
