-- State without windows: GROUP BY keys alone, with state_ttl.
CREATE SCHEMA keyed;
SET search_path = keyed;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
SET client_min_messages = warning;
CREATE TABLE events (user_id int, at timestamptz, amount int);

-- 1. one group a key; forgotten once W has passed its last event by state_ttl
CREATE CONTINUOUS VIEW totals WITH (state_ttl = '10 minutes') AS
SELECT user_id, count(*) AS n, sum(amount) AS amount
  FROM events GROUP BY user_id;
CREATE CONTINUOUS VIEW kept WITH (state_ttl = '10 minutes', ttl_action = 'keep') AS
SELECT user_id, count(*) AS n, sum(amount) AS amount, array_agg(amount) AS seen
  FROM events GROUP BY user_id;
CREATE FUNCTION both_views() RETURNS TABLE (who int, dropped text, kept text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM continuous.sync('totals'), continuous.sync('kept');
	RETURN QUERY SELECT user_id, t.n || ' ' || t.amount, k.n || ' ' || k.amount || ' ' || k.seen::text
				   FROM totals t FULL JOIN kept k USING (user_id) ORDER BY 1;
END $$;
INSERT INTO events VALUES (1, '2026-11-01 10:00Z', 5), (2, '2026-11-01 10:01Z', 7);
SELECT * FROM both_views();
SELECT window_start, window_end, user_id, n, amount, _corrections
  FROM totals_results ORDER BY user_id;
-- 1 goes on, 2 is silent: at 10:11 it is forgotten, and begins anew later
INSERT INTO events VALUES (1, '2026-11-01 10:09Z', 1);
INSERT INTO events VALUES (1, '2026-11-01 10:12Z', 1);
SELECT * FROM both_views();
INSERT INTO events VALUES (2, '2026-11-01 10:13Z', 100);
SELECT * FROM both_views();
-- what is late is counted, but makes nobody live longer
INSERT INTO events VALUES (1, '2026-11-01 09:00Z', 1000), (1, '2026-11-01 10:01Z', 1000);
SELECT * FROM both_views();
SELECT window_end FROM totals_results WHERE user_id = 1;
-- a row that is older than W - state_ttl begins a life that is over at once
INSERT INTO events VALUES (3, '2026-11-01 10:01Z', 3);
SELECT * FROM both_views();
INSERT INTO events VALUES (3, '2026-11-01 10:02Z', 4);
SELECT * FROM both_views();
-- the rows of one transaction come by their times, wherever they are
INSERT INTO events VALUES (3, '2026-11-01 10:15Z', 1), (3, '2026-11-01 10:00Z', 2), (3, '2026-11-01 10:04Z', 4);
SELECT * FROM both_views();
-- no time, no group
INSERT INTO events VALUES (4, NULL, 1), (4, 'infinity', 2), (4, '-infinity', 3);
SELECT * FROM both_views();
SELECT view, rows_counted, rows_no_window, rows_too_late, windows_open FROM continuous.stats ORDER BY view::text;
SELECT * FROM continuous.windows('totals');
SELECT continuous.is_final('totals', continuous.watermark('totals'));
SELECT replace(definition, 'events.', '') AS definition FROM continuous.views WHERE view = 'totals'::regclass;
SELECT continuous.one_shot('totals');
SELECT view, allowed_lateness, state_ttl, ttl_action, event_time FROM continuous.views ORDER BY view::text;
-- from the rows that are there: what was forgotten, is by the order of commits
SELECT continuous.rebuild('totals'), continuous.rebuild('kept');
SELECT * FROM both_views();
SELECT user_id, count(*), sum(amount) FROM events WHERE isfinite(at) GROUP BY 1 ORDER BY 1;

-- 2. dials
-- each event keeps its key alive for state_ttl as it was when it was consumed
TRUNCATE events;
SELECT continuous.rebuild('totals'), continuous.rebuild('kept');
INSERT INTO events VALUES (1, '2026-11-02 10:00Z', 1), (2, '2026-11-02 10:05Z', 1);
SELECT * FROM both_views();
ALTER VIEW totals SET (state_ttl = '2 minutes');
ALTER VIEW kept SET (state_ttl = '2 minutes');
INSERT INTO events VALUES (3, '2026-11-02 10:08Z', 1);
SELECT * FROM both_views();
INSERT INTO events VALUES (2, '2026-11-02 10:10Z', 1);
SELECT * FROM both_views();
SELECT user_id, window_end FROM totals_results ORDER BY 1;
ALTER VIEW totals SET (state_ttl = '1 hour');
ALTER VIEW kept SET (state_ttl = '1 hour');
INSERT INTO events VALUES (2, '2026-11-02 10:20Z', 1);
SELECT * FROM both_views();
INSERT INTO events VALUES (2, '2026-11-02 10:20Z', 1);
SELECT * FROM both_views();
-- keep, and what is kept goes when it is to be dropped
SELECT indexdef FROM pg_indexes WHERE tablename = 'kept_results' ORDER BY 1;
ALTER VIEW kept SET (ttl_action = drop);
SELECT indexdef FROM pg_indexes WHERE tablename = 'kept_results' ORDER BY 1;
INSERT INTO events VALUES (2, '2026-11-02 10:21Z', 1);
SELECT * FROM both_views();
ALTER VIEW kept SET (ttl_action = keep);
-- a time in the future counts, but neither moves W nor makes a key live longer
INSERT INTO events VALUES (2, '2999-01-01', 1), (5, '2999-01-01', 1);
SELECT * FROM both_views();
SELECT window_end FROM totals_results WHERE user_id = 2;
SELECT window_end BETWEEN now() AND now() + interval '2 hours' AS by_commit FROM totals_results WHERE user_id = 5;
SELECT continuous.watermark('totals');
-- W by hand
SELECT continuous.advance_watermark('totals', '2026-11-02 12:00Z'), continuous.advance_watermark('kept', '2026-11-02 12:00Z');
INSERT INTO events VALUES (5, '2026-11-02 11:59Z', 1);
SELECT * FROM both_views();
-- what stands over the groups may be replaced
CREATE OR REPLACE CONTINUOUS VIEW totals WITH (state_ttl = '1 hour') AS
SELECT user_id, count(*) AS n, sum(amount) AS amount, sum(amount) / count(*) AS mean
  FROM events GROUP BY user_id HAVING count(*) > 0;
SELECT * FROM totals;
ALTER TABLE events ADD COLUMN arrived timestamptz;
ALTER TABLE events RENAME at TO happened;
CREATE OR REPLACE CONTINUOUS VIEW totals WITH (state_ttl = '1 hour', event_time = happened) AS
SELECT user_id, count(*) AS n, sum(amount) AS amount, sum(amount) / count(*) AS mean, 1 AS one
  FROM events GROUP BY user_id;
CREATE OR REPLACE CONTINUOUS VIEW totals WITH (state_ttl = '1 hour') AS
SELECT user_id, count(*) AS n, sum(amount) AS amount, sum(amount) / count(*) AS mean, 2 AS one
  FROM events GROUP BY user_id;
ALTER VIEW totals RENAME one TO two;
SELECT * FROM totals;
SELECT replace(definition, 'events.', '') AS definition FROM continuous.views WHERE view = 'totals'::regclass;
SELECT event_time FROM continuous.views WHERE view = 'totals'::regclass;
CREATE OR REPLACE CONTINUOUS VIEW totals WITH (state_ttl = '1 hour', event_time = arrived) AS
SELECT user_id, count(*) AS n, sum(amount) AS amount, sum(amount) / count(*) AS mean, 2 AS two
  FROM events GROUP BY user_id;
DROP TABLE events CASCADE;

-- 3. other types of time, no key, keys that are written in several ways, sets
CREATE TABLE visits (day date, page numeric, v int);
CREATE CONTINUOUS VIEW by_page WITH (state_ttl = '3 days') AS
	SELECT page, count(DISTINCT v) AS values, max(day) AS last FROM visits GROUP BY page;
CREATE CONTINUOUS VIEW all_pages WITH (state_ttl = '3 days', event_time = day) AS
	SELECT count(*), sum(v), percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS median FROM visits;
SELECT continuous.sync('all_pages');
TABLE all_pages;
INSERT INTO visits VALUES ('2026-11-01', 1.0, 1), ('2026-11-01', 1.00, 2), ('2026-11-02', 2, 1), ('2026-11-02', 2.0, 1);
SELECT continuous.sync('by_page'), continuous.sync('all_pages');
SELECT * FROM by_page ORDER BY page;
TABLE all_pages;
SELECT window_end FROM all_pages_results;
-- a new life has its keys as its first row has them, be the old row still there or not
INSERT INTO visits VALUES ('2026-11-05', 2.00, 5);
INSERT INTO visits VALUES ('2026-11-05', 1.000, 9), ('2026-11-05', 1, 9);
SELECT continuous.sync('by_page'), continuous.sync('all_pages');
SELECT * FROM by_page ORDER BY page;
TABLE all_pages;
SELECT continuous.one_shot('by_page');
DROP TABLE visits CASCADE;

-- 4. watermark_by, a table beside, keys from an expression
CREATE TABLE names (id int PRIMARY KEY, name text);
INSERT INTO names VALUES (1, 'one'), (2, 'two');
CREATE TABLE readings (device text, id int, at timestamptz, v int);
CREATE CONTINUOUS VIEW by_name WITH (state_ttl = '10 minutes', watermark_by = device, idle_timeout = '1 day') AS
	SELECT upper(name) AS name, count(*), max(v) FROM readings JOIN names USING (id) GROUP BY upper(name);
INSERT INTO readings VALUES ('a', 1, '2026-11-01 10:00Z', 1), ('b', 2, '2026-11-01 10:00Z', 2);
INSERT INTO readings VALUES ('a', 1, '2026-11-01 11:00Z', 3);
SELECT continuous.sync('by_name');
SELECT * FROM by_name ORDER BY name;
-- the slower clock holds W
SELECT continuous.watermark('by_name');
INSERT INTO readings VALUES ('b', 1, '2026-11-01 10:30Z', 4);
SELECT continuous.sync('by_name');
SELECT * FROM by_name ORDER BY name;
SELECT definition FROM continuous.views;
DROP TABLE readings CASCADE;

-- 5. keys whose hashes collide: one that is dropped leaves no gap
SET search_path = keyed, public;
CREATE TYPE same_hash;
CREATE FUNCTION same_hash_in(cstring) RETURNS same_hash IMMUTABLE STRICT LANGUAGE internal AS 'textin';
CREATE FUNCTION same_hash_out(same_hash) RETURNS cstring IMMUTABLE STRICT LANGUAGE internal AS 'textout';
CREATE TYPE same_hash (INPUT = same_hash_in, OUTPUT = same_hash_out, LIKE = text, COLLATABLE = true);
CREATE FUNCTION same_hash_eq(same_hash, same_hash) RETURNS bool IMMUTABLE STRICT LANGUAGE internal AS 'texteq';
CREATE FUNCTION same_hash_hash(same_hash) RETURNS int IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42';
CREATE FUNCTION same_hash_hash(same_hash, bigint) RETURNS bigint IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 42::bigint';
CREATE OPERATOR = (LEFTARG = same_hash, RIGHTARG = same_hash, FUNCTION = same_hash_eq, COMMUTATOR = =, HASHES);
CREATE OPERATOR CLASS same_hash_ops DEFAULT FOR TYPE same_hash USING hash AS
	OPERATOR 1 =, FUNCTION 1 same_hash_hash(same_hash), FUNCTION 2 same_hash_hash(same_hash, bigint);
CREATE TABLE collide (at timestamptz, k same_hash, v int);
CREATE CONTINUOUS VIEW collide_v WITH (state_ttl = '10 minutes') AS SELECT k, count(*), sum(v) FROM collide GROUP BY k;
INSERT INTO collide VALUES ('2026-11-01 10:00Z', 'a', 1);
INSERT INTO collide VALUES ('2026-11-01 10:02Z', 'b', 2), ('2026-11-01 10:04Z', 'c', 4), ('2026-11-01 10:00Z', 'd', 8);
SELECT continuous.sync('collide_v');
SELECT count(DISTINCT cv_key) = count(*) AS apart, max(cv_key) - min(cv_key) AS span FROM collide_v_results;
-- a and d go; the others are found all the same, and so are new ones
INSERT INTO collide VALUES ('2026-11-01 10:11Z', 'c', 16);
SELECT continuous.sync('collide_v');
SELECT k::text, count, sum FROM collide_v ORDER BY 1;
INSERT INTO collide VALUES ('2026-11-01 10:11Z', 'b', 32), ('2026-11-01 10:11Z', 'c', 64), ('2026-11-01 10:11Z', 'd', 128);
SELECT continuous.sync('collide_v');
SELECT k::text, count, sum FROM collide_v ORDER BY 1;
SELECT count(DISTINCT cv_key) = count(*) AS apart, max(cv_key) - min(cv_key) AS span FROM collide_v_results;

-- 6. logic of one's own: an alert when a card is used in two countries within a minute
CREATE TYPE card_state AS (country text, used_at timestamptz, alerts text[]);
CREATE FUNCTION card_use(state card_state, country text, used_at timestamptz) RETURNS card_state IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	IF state.country <> country AND used_at <= state.used_at + interval '1 minute' THEN
		state.alerts := state.alerts || format('%s, then %s after %s s', state.country, country, extract(epoch FROM used_at - state.used_at)::int);
	END IF;
	state.country := country;
	state.used_at := used_at;
	RETURN state;
END $$;
CREATE FUNCTION card_alerts_of(state card_state) RETURNS text[] IMMUTABLE LANGUAGE sql AS 'SELECT state.alerts';
CREATE AGGREGATE card_alerts(country text, used_at timestamptz) (SFUNC = card_use, STYPE = card_state, FINALFUNC = card_alerts_of);
CREATE TABLE card_uses (tx int, card text, country text, used_at timestamptz);
CREATE CONTINUOUS VIEW card_watch WITH (state_ttl = '1 hour') AS
	SELECT card, count(*) AS uses, card_alerts(country, used_at) AS alerts FROM card_uses GROUP BY card;
-- what comes before it follows the table would be read as one transaction
SELECT continuous.sync('card_watch');
-- over two transactions, within one that has them in another order, in time, too late
INSERT INTO card_uses VALUES (1, 'a', 'GB', '2026-06-01 09:00:00Z'), (1, 'b', 'GB', '2026-06-01 09:00:00Z'), (1, 'c', 'GB', '2026-06-01 09:00:00Z');
INSERT INTO card_uses VALUES (2, 'a', 'FR', '2026-06-01 09:00:59Z'), (2, 'b', 'FR', '2026-06-01 09:01:01Z'), (2, 'c', 'GB', '2026-06-01 09:00:30Z');
INSERT INTO card_uses VALUES (3, 'd', 'FR', '2026-06-01 09:02:40Z'), (3, 'd', 'GB', '2026-06-01 09:00:00Z'), (3, 'd', 'GB', '2026-06-01 09:02:00Z');
SELECT continuous.sync('card_watch');
SELECT * FROM card_watch ORDER BY card;
-- many cards over many transactions: the alerts that lag() finds, and no others
DO $$
BEGIN
	FOR tx IN 4 .. 60 LOOP
		INSERT INTO card_uses
		SELECT tx, 'card ' || i * 7 % 11, (ARRAY['GB', 'FR', 'US'])[1 + i * i * tx % 3], timestamptz '2026-06-01 09:10Z' + (tx * 20 - i * i % 45) * interval '1 s'
		  FROM generate_series(1, tx % 13) i;
		COMMIT;
	END LOOP;
END $$;
SELECT continuous.sync('card_watch');
SELECT count(*), sum(uses) AS uses, sum(cardinality(alerts)) AS alerts FROM card_watch WHERE card LIKE 'card%';
CREATE VIEW card_plain AS
	SELECT card, count(*) AS uses, array_agg(format('%s, then %s after %s s', last, country, extract(epoch FROM used_at - last_at)::int) ORDER BY tx, used_at, place)
				FILTER (WHERE last <> country AND used_at <= last_at + interval '1 minute') AS alerts
	  FROM (SELECT *, ctid AS place, lag(country) OVER w AS last, lag(used_at) OVER w AS last_at FROM card_uses WINDOW w AS (PARTITION BY card ORDER BY tx, used_at, ctid)) u
	 GROUP BY card;
TABLE card_watch EXCEPT ALL TABLE card_plain;
TABLE card_plain EXCEPT ALL TABLE card_watch;
\set VERBOSITY terse
DROP SCHEMA keyed CASCADE;
