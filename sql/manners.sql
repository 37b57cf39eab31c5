-- What psql tells who makes, looks at and mistakes continuous views.
CREATE SCHEMA manners;
SET search_path = manners;
CREATE TABLE orders (at timestamptz, region text, gbp numeric, card text);

-- what was made
CREATE CONTINUOUS VIEW revenue AS
	SELECT window_start, window_end, region, sum(gbp) AS revenue, sum(gbp) / count(*) AS mean FROM orders GROUP BY tumble(at, '5 min'), region;
CREATE CONTINUOUS VIEW "On Time" WITH (backfill = off, emit = final, watermark_delay = '30 seconds', late_rows = keep, retention = '3 days', notify = "Ch", fill = zero, fill_windows = 5) AS
	SELECT window_end, count(*) FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW cards WITH (state_ttl = '1 day', watermark_delay = '') AS SELECT card, count(*) FROM orders GROUP BY card;
CREATE CONTINUOUS VIEW cards WITH (state_ttl = '1 day') AS SELECT card, count(*) FROM orders GROUP BY card;
-- as a part of a session that wants to hear less, or of a replacement that makes nothing
SET client_min_messages = warning;
CREATE CONTINUOUS VIEW quiet AS SELECT window_start, count(*) FROM orders GROUP BY tumble(at, '5 min');
RESET client_min_messages;
CREATE OR REPLACE CONTINUOUS VIEW revenue AS
	SELECT window_start, window_end, region, sum(gbp) AS revenue, sum(gbp) / count(*) AS mean, count(*) AS orders FROM orders GROUP BY tumble(at, '5 min'), region;
ALTER VIEW revenue SET (watermark_delay = '1 minute');
-- ... or something
ALTER VIEW revenue SET (on_error = skip);
CREATE OR REPLACE CONTINUOUS VIEW quiet WITH (late_rows = keep) AS SELECT window_start, count(*) FROM orders GROUP BY tumble(at, '5 min');

-- what \dv+ and \d+ say of it
\pset null ''
SELECT relname, obj_description(oid, 'pg_class') FROM pg_class WHERE relnamespace = 'manners'::regnamespace AND relkind IN ('r', 'v') ORDER BY relname;
SELECT relname, attname, col_description(c.oid, attnum) FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
 WHERE c.oid IN ('revenue'::regclass, 'revenue_results'::regclass, 'cards_results'::regclass, 'revenue_late'::regclass, '"On Time"'::regclass) AND attnum > 0
 ORDER BY relname, attnum;

SET client_min_messages = warning;
DROP SCHEMA manners CASCADE;
