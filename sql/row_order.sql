-- Aggregates that depend on the order of rows see transactions in the order of
-- their commits, the rows of one in the order of their event times, whatever
-- the order in which they were written or flushed.
CREATE SCHEMA row_order;
SET search_path = row_order;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE FUNCTION last(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT coalesce($2, $1)';
CREATE AGGREGATE last(text) (SFUNC = last, STYPE = text);
CREATE FUNCTION first(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT coalesce($1, $2)';
CREATE AGGREGATE first(text) (SFUNC = first, STYPE = text);
CREATE AGGREGATE joined(text) (SFUNC = textcat, STYPE = text);
CREATE TABLE ev (ts timestamptz, k int, v text);
CREATE CONTINUOUS VIEW one_by_one WITH (flush_interval = '0 s') AS SELECT window_start, first(v), last(v), joined(v), count(*) FROM ev GROUP BY tumble(ts, '1 hour');
CREATE CONTINUOUS VIEW at_once WITH (emit = final, on_error = skip, watermark_delay = '1 day') AS SELECT window_start, first(v), last(v), joined(v), count(*) FROM ev GROUP BY tumble(ts, '1 hour');
SELECT continuous.sync('one_by_one'), continuous.sync('at_once');
SELECT continuous.pause('at_once');
INSERT INTO ev VALUES ('2024-05-01 00:03Z', 1, 'c'), ('2024-05-01 00:01Z', 2, 'a'), ('2024-05-01 00:02Z', 1, 'b'), ('2024-05-01 00:01Z', 1, 'A');
SELECT continuous.sync('one_by_one');
INSERT INTO ev VALUES ('2024-05-01 00:05Z', 1, 'e'), ('2024-05-01 00:04Z', 2, 'd'), (NULL, 3, 'z'), ('2024-05-01 01:00Z', 1, '2'), ('2024-05-01 00:04:30Z', 2, NULL);
INSERT INTO ev VALUES ('2024-05-01 00:00Z', 1, 'f');
BEGIN;
INSERT INTO ev VALUES ('2024-05-01 00:09Z', 1, 'h');
SAVEPOINT a;
INSERT INTO ev VALUES ('2024-05-01 00:08Z', 1, 'X');
ROLLBACK TO a;
INSERT INTO ev VALUES ('2024-05-01 00:08Z', 1, 'g');
COMMIT;
SELECT continuous.sync('one_by_one');
TABLE one_by_one ORDER BY 1;
-- a large transaction; a transition function of the server
CREATE CONTINUOUS VIEW plain_function AS SELECT window_start, joined(v), count(*) FROM ev WHERE length(v) > 1 GROUP BY tumble(ts, '1 hour');
SELECT continuous.sync('plain_function');
INSERT INTO ev SELECT timestamptz '2024-05-01 03:00Z' + (i * 7919 % 3000) * interval '1 s', 1, i * 7919 % 3000 || ' ' FROM generate_series(1, 2999) i;
SELECT continuous.sync('one_by_one'), continuous.sync('plain_function');
SELECT joined = (SELECT string_agg(i || ' ', '' ORDER BY i) FROM generate_series(1, 2999) i) AS in_order, first, last FROM one_by_one WHERE window_start = '2024-05-01 03:00Z';
SELECT joined = (SELECT string_agg(i || ' ', '' ORDER BY i) FROM generate_series(1, 2999) i) AS in_order, count FROM plain_function WHERE window_start = '2024-05-01 03:00Z';
-- the other view reads all of it in one batch
INSERT INTO ev VALUES ('2024-05-03Z', 0, 'end');
SELECT continuous.resume('at_once');
SELECT continuous.sync('one_by_one'), continuous.sync('at_once');
SELECT * FROM one_by_one WHERE window_start < '2024-05-02' EXCEPT ALL TABLE at_once;
SELECT count(*) FROM at_once;

-- rows of a session that are too late at first sight come behind the others of
-- their transaction, in order
CREATE TABLE se (ts timestamptz, v text);
CREATE CONTINUOUS VIEW session_order WITH (allowed_lateness = '0 s') AS SELECT window_start, joined(v), json_agg(v) FROM se GROUP BY session(ts, '1 min');
SELECT continuous.sync('session_order');
INSERT INTO se VALUES ('2024-05-01 00:10:00Z', 'w');
INSERT INTO se VALUES ('2024-05-01 00:08:45Z', 'c'), ('2024-05-01 00:09:30Z', 'd'), ('2024-05-01 00:07:30Z', 'a'), ('2024-05-01 00:05:30Z', 'x'), ('2024-05-01 00:08:00Z', 'b');
SELECT continuous.sync('session_order');
TABLE session_order;

DROP SCHEMA row_order CASCADE;
