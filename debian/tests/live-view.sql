CREATE EXTENSION pg_continuous;
CREATE TABLE orders (ordered_at timestamptz, region text, total numeric);
CREATE CONTINUOUS VIEW revenue AS
SELECT window_start AT TIME ZONE 'UTC' AS window_start, region, sum(total) AS total
  FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region;
INSERT INTO orders VALUES ('2026-06-01 09:01Z', 'north', 12.50), ('2026-06-01 09:04Z', 'north', 30), ('2026-06-01 09:07Z', 'south', 8);
SELECT continuous.sync('revenue');
SELECT * FROM revenue ORDER BY window_start, region;
DROP EXTENSION pg_continuous CASCADE;
