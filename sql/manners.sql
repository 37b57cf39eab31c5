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

-- who writes to the view or its tables
INSERT INTO orders VALUES ('2026-06-01 00:00Z', 'north', 1, '4711');
SELECT continuous.sync('revenue');
INSERT INTO revenue VALUES (now(), now(), 'north', 1);
UPDATE revenue SET revenue = 1;
DELETE FROM revenue;
TRUNCATE revenue;
COPY revenue FROM stdin;
\.
INSERT INTO revenue_results (region) VALUES ('north');
DELETE FROM revenue_results;
TRUNCATE revenue_results;
UPDATE "On Time_late" SET error = 'none';
TRUNCATE "On Time_late";
DELETE FROM "On Time_late";
DELETE FROM "On Time_state";
-- ... or updates the input
UPDATE orders SET gbp = 2;
-- what tables can have, and views cannot
CREATE INDEX ON revenue (region);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER note AFTER INSERT ON revenue FOR EACH ROW EXECUTE FUNCTION note();
CREATE TRIGGER note AFTER INSERT ON revenue_results FOR EACH ROW EXECUTE FUNCTION note();
ALTER TABLE revenue ADD COLUMN median numeric;
ALTER TABLE revenue ADD UNIQUE (region);
ALTER TABLE revenue ENABLE ROW LEVEL SECURITY;
CREATE OR REPLACE CONTINUOUS VIEW revenue AS SELECT window_start, window_end, region, sum(gbp) AS revenue FROM orders GROUP BY tumble(at, '5 min'), region;

-- the word CONTINUOUS where it is none
DROP CONTINUOUS VIEW revenue;
ALTER CONTINUOUS VIEW revenue SET (emit = final);
COMMENT ON CONTINUOUS VIEW revenue IS 'by region';
GRANT SELECT ON CONTINUOUS VIEW revenue TO public;
SHOW CONTINUOUS VIEWS;
REFRESH CONTINUOUS VIEW revenue;
REFRESH MATERIALIZED VIEW revenue;
DROP MATERIALIZED VIEW revenue;
CREATE MATERIALIZED CONTINUOUS VIEW v AS SELECT 1;
CREATE CONTINUOUS MATERIALIZED VIEW v AS SELECT 1;
CREATE CONTINUOUS VIEW IF NOT EXISTS v AS SELECT 1;
CREATE Continous VIEW v AS SELECT 1;
CREATE OR REPLACE CONTINUOS VIEW v AS SELECT 1;
CREATE CONTIGUOUS VIEW v AS SELECT 1;
DO $$ BEGIN EXECUTE 'DROP CONTINUOUS VIEW revenue'; END $$;
CREATE OR REPLACE VIEW revenue AS SELECT 1;

-- options
CREATE CONTINUOUS VIEW v WITH (watermark_dealy = '1 min') AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (watermark = '1 min') AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (ttl = '1 min') AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (partitions = 3) AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (watermark_delay = '5 mins or so') AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (emit = changes) AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
ALTER VIEW revenue SET (lateness = '1 min');
ALTER VIEW revenue RESET (alowed_lateness);
ALTER VIEW revenue SET (late_rows = keeep);
CREATE VIEW v WITH (continous) AS SELECT window_start FROM orders GROUP BY tumble(at, '5 min');
CREATE VIEW v WITH (watermark_delay = '1 min') AS SELECT count(*) FROM orders;
CREATE MATERIALIZED VIEW v WITH (continuous) AS SELECT count(*) FROM orders;
CREATE VIEW v WITH (security_barrrier) AS SELECT count(*) FROM orders;

-- windows of TimescaleDB, PostgreSQL and RisingWave
CREATE CONTINUOUS VIEW v AS SELECT time_bucket('5 min', at) AS bucket, count(*) FROM orders GROUP BY bucket;
CREATE MATERIALIZED VIEW v WITH (timescaledb.continuous) AS SELECT time_bucket('5 min', at), count(*) FROM orders GROUP BY 1;
CREATE CONTINUOUS VIEW v AS SELECT date_bin('5 min', at, '2026-01-01') AS bin, count(*) FROM orders GROUP BY bin, region;
CREATE CONTINUOUS VIEW v AS SELECT date_trunc('quarter', orders.at), count(*) FROM orders GROUP BY region, 1;
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY date_trunc('day', coalesce(at, '2026-01-01 (none), really'), 'Europe/Paris');
CREATE CONTINUOUS VIEW v AS SELECT at::date, count(*) FROM orders GROUP BY at::date;
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY date_trunc(region, at);
CREATE CONTINUOUS VIEW v AS SELECT date_part('hour', at), count(*) FROM orders GROUP BY 1;
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM tumble(orders, at, interval '5 minutes') GROUP BY window_start, window_end;
-- of Flink, ksqlDB and Spark
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(at), INTERVAL '5' MINUTES)) GROUP BY window_start, window_end;
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM HOP(TABLE orders, DESCRIPTOR(at), INTERVAL '5' MINUTES, INTERVAL '1' HOUR) GROUP BY window_start, window_end;
CREATE CONTINUOUS VIEW v AS SELECT TUMBLE_START(at, INTERVAL '5' MINUTE), count(*) FROM orders GROUP BY TUMBLE(at, INTERVAL '5' MINUTE);
CREATE CONTINUOUS VIEW v AS SELECT session_end(at, INTERVAL '5' MINUTE), count(*) FROM orders GROUP BY session(at, INTERVAL '5' MINUTE);
CREATE TABLE flink (at timestamptz, WATERMARK FOR at AS at - INTERVAL '5' SECOND);
CREATE CONTINUOUS VIEW v AS SELECT region, count(*) FROM orders WINDOW TUMBLING (SIZE 5 MINUTES) GROUP BY region EMIT CHANGES;
CREATE CONTINUOUS VIEW v AS SELECT region, count(*) FROM orders GROUP BY region EMIT CHANGES;
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders EMIT FINAL;
CREATE CONTINUOUS VIEW v AS SELECT window(at, '5 minutes'), count(*) FROM orders GROUP BY window(at, '5 minutes');
CREATE STREAM s (at timestamptz);
-- of ours, but not as they are
CREATE CONTINUOUS VIEW v AS SELECT region, count(*) FROM orders GROUP BY region;
CREATE CONTINUOUS VIEW v AS SELECT region, count(*) FROM orders GROUP BY window_start, region;
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY tumble('5 min', at);
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY hop(at, '5 min');
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY session(at, '5 min', region);
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY tumble(at, interval 5 minutes);
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY tumble(at, interval '5' minutes);
CREATE CONTINUOUS VIEW v AS SELECT count(*) FROM orders GROUP BY tumble(at, '1 day', 'Europe/Paris');
CREATE CONTINUOUS VIEW v WITH (emit = final, watermark_delay = 30 seconds) AS SELECT count(*) FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (watermark_delay = interval '30 seconds') AS SELECT count(*) FROM orders GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (emit: final) AS SELECT count(*) FROM orders GROUP BY tumble(at, '5 min');
CREATE VIEW v AS SELECT window_start, count(*) FROM orders GROUP BY tumble(at, '5 min');
SELECT tumble(at, '5 min') FROM orders;
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM (SELECT * FROM orders WHERE gbp > 1) o GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v AS SELECT window_start, sum(revenue) FROM revenue GROUP BY tumble(window_start, '1 hour');
SELECT continuous.sync(revenue);
SELECT sync('revenue');
SELECT continuous.sync('revenue_results');
SELECT continuous.sync('orders');
-- what is none of our business has PostgreSQL's hints, or none
SELECT window_start FROM orders;
SELECT emit FROM orders;
SELECT time_bucket('5 min', at) FROM orders;
DROP UNLOGGED VIEW revenue;
SELECT no_such_function(at) FROM orders;
SELECT timestamptz 'Europe/Paris';
CREATE CONTINUOUS VIEW v WITH (emit = final) AS SELECT count(*) FROM orders WHERE at > 'noon' GROUP BY tumble(at, '5 min');
CREATE CONTINUOUS VIEW v WITH (emit = final) AS SELECT count(*) FROM orders GROUP tumble(at, '5 min');

SET client_min_messages = warning;
DROP SCHEMA manners CASCADE;
