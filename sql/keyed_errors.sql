-- State without windows: what is refused.
CREATE SCHEMA keyed_errors;
SET search_path = keyed_errors;
SET client_min_messages = warning;
CREATE TABLE events (user_id int, at timestamptz, amount int);
CREATE TABLE two_times (k int, at timestamptz, arrived timestamp);
CREATE TABLE timeless (k int);
CREATE TABLE other (k int PRIMARY KEY, name text);

CREATE CONTINUOUS VIEW v AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (event_time = at) AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (ttl_action = keep) AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '0 s') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '-1 s') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 month') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
-- an interval from 17 on
DO $$ BEGIN
	CREATE VIEW v WITH (continuous, state_ttl = 'infinity') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
EXCEPTION WHEN invalid_parameter_value OR invalid_datetime_format THEN
	RAISE WARNING 'infinity is refused';
END $$;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', ttl_action = freeze) AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT count(*) FROM events GROUP BY tumble(at, '5 minutes');

-- dials of windows
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', allowed_lateness = '1 hour') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', emit = final) AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', late_rows = keep) AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', retention = '1 year') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', notify = channel) AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', fill = zero) AS SELECT user_id, count(*) FROM events GROUP BY user_id;

-- the event time
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT k, count(*) FROM two_times GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT k, count(*) FROM timeless GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', event_time = att) AS SELECT k, count(*) FROM two_times GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', event_time = k) AS SELECT k, count(*) FROM two_times GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', event_time = xmin) AS SELECT k, count(*) FROM two_times GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', event_time = tableoid) AS SELECT k, count(*) FROM two_times GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', event_time = at) AS SELECT k, count(*) AS cv_event_time FROM two_times GROUP BY k;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day', event_time = at) AS SELECT o.k, count(*) FROM other o LEFT JOIN two_times USING (k) GROUP BY o.k;

-- the query
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT user_id FROM events;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT window_start, user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT user_id, count(*) FROM events GROUP BY user_id, tumble(at, '1 day');
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT user_id, count(*) FROM events GROUP BY user_id, window_start;
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT amount, count(*) FROM events GROUP BY user_id;

-- later
CREATE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW w AS SELECT window_start, count(*) FROM events GROUP BY tumble(at, '1 day');
CREATE CONTINUOUS VIEW x WITH (state_ttl = '1 day') AS SELECT user_id, count(*) FROM v GROUP BY user_id;
SELECT continuous.sync('v');
SELECT continuous.recompute('v', '2026-11-01 00:00Z', NULL);
SELECT continuous.recompute('v', NULL::timestamptz, NULL);
ALTER VIEW v RESET (state_ttl);
ALTER VIEW v SET (event_time = at);
ALTER VIEW v RESET (event_time);
ALTER VIEW v SET (allowed_lateness = '1 hour');
ALTER VIEW v SET (emit = final);
ALTER VIEW w SET (state_ttl = '1 day');
CREATE OR REPLACE CONTINUOUS VIEW v WITH (state_ttl = '1 day') AS SELECT user_id, count(*) FROM events WHERE amount > 0 GROUP BY user_id;
CREATE OR REPLACE CONTINUOUS VIEW v AS SELECT user_id, count(*) FROM events GROUP BY user_id;
CREATE OR REPLACE CONTINUOUS VIEW v AS SELECT user_id, count(*) FROM events GROUP BY user_id, tumble(at, '1 day');
CREATE OR REPLACE CONTINUOUS VIEW w WITH (state_ttl = '1 day') AS SELECT NULL::timestamptz AS window_start, count(*) FROM events;
ALTER TABLE events DROP COLUMN at;
ALTER TABLE events ALTER COLUMN at TYPE timestamp;
UPDATE v SET count = 0;
\set VERBOSITY terse
DROP SCHEMA keyed_errors CASCADE;
