-- What is taken of a group's parts: cases C30 (NULL first, then numbers) and C32
-- (what only works on the whole group: DISTINCT, HAVING).
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE SCHEMA cases_aggregates;
SET search_path = cases_aggregates;
SET timezone = 'UTC';

-- C30: no state yet is not 0, and the digits are those of the plain query
CREATE TABLE c30 (ts timestamptz, k text, x numeric);
CREATE CONTINUOUS VIEW c30_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(*) AS n, count(x) AS c, sum(x) AS s, avg(x) AS a, min(x) AS lo, max(x) AS hi
	  FROM c30 GROUP BY tumble(ts, interval '5 minutes'), k;
-- the same in parts that are put together, and collected
CREATE CONTINUOUS VIEW c30_hop WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(*) AS n, count(x) AS c, sum(x) AS s, avg(x) AS a, min(x) AS lo, max(x) AS hi
	  FROM c30 GROUP BY hop(ts, interval '1 minute', interval '5 minutes'), k;
CREATE CONTINUOUS VIEW c30_session WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(*) AS n, count(x) AS c, sum(x) AS s, avg(x) AS a, min(x) AS lo, max(x) AS hi
	  FROM c30 GROUP BY session(ts, interval '5 minutes'), k;
CREATE CONTINUOUS VIEW c30_d WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(DISTINCT x) AS c, sum(DISTINCT x) AS s, avg(DISTINCT x) AS a, array_agg(x ORDER BY x) AS list,
		   percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS middle
	  FROM c30 GROUP BY tumble(ts, interval '5 minutes'), k;

CREATE PROCEDURE sync_c30() LANGUAGE sql AS $$
SELECT continuous.sync(view::regclass) FROM unnest(ARRAY['c30_v', 'c30_hop', 'c30_session', 'c30_d']) view;
$$;
INSERT INTO c30 VALUES ('2024-05-01 00:01Z', 'a', NULL), ('2024-05-01 00:01Z', 'a', NULL);
CALL sync_c30();
SELECT * FROM c30_v ORDER BY k;
SELECT * FROM c30_d ORDER BY k;
INSERT INTO c30 VALUES ('2024-05-01 00:01Z', 'b', NULL);
CALL sync_c30();
SELECT * FROM c30_v ORDER BY k;
INSERT INTO c30 VALUES ('2024-05-01 00:02Z', 'a', 1), ('2024-05-01 00:02Z', 'a', 2);
CALL sync_c30();
SELECT * FROM c30_v ORDER BY k;
INSERT INTO c30 VALUES ('2024-05-01 00:03Z', 'a', 2);
CALL sync_c30();
SELECT * FROM c30_v ORDER BY k;
INSERT INTO c30 VALUES ('2024-05-01 00:03Z', 'c', 10);
CALL sync_c30();
SELECT * FROM c30_v ORDER BY k;
INSERT INTO c30 VALUES ('2024-05-01 00:03Z', 'c', 0.000000000000000001);
CALL sync_c30();
SELECT * FROM c30_v ORDER BY k;
SELECT * FROM c30_d ORDER BY k;

-- all of it is as in the plain query
CREATE FUNCTION differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	result bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT x::text FROM %s x), q AS (SELECT x::text FROM (%s) x)
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view, continuous.one_shot(view)) INTO result;
	RETURN result;
END $$;
SELECT view, differences(view::regclass) FROM unnest(ARRAY['c30_v', 'c30_hop', 'c30_session', 'c30_d']) view;
INSERT INTO c30 VALUES ('2024-05-01 03:00Z', 'zz', NULL);
CALL sync_c30();
SELECT view, differences(view::regclass) FROM unnest(ARRAY['c30_v', 'c30_hop', 'c30_session', 'c30_d']) view;

-- C32: of the group, not of a batch
CREATE TABLE c32 (ts timestamptz, k text, u text, v int);
CREATE CONTINUOUS VIEW c32_d WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(DISTINCT u) AS d FROM c32 GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE CONTINUOUS VIEW c32_h WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, sum(v) AS s FROM c32 GROUP BY tumble(ts, interval '5 minutes'), k HAVING sum(v) > 100;
CREATE CONTINUOUS VIEW c32_hop WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(DISTINCT u) AS d, sum(v) AS s
	  FROM c32 GROUP BY hop(ts, interval '1 minute', interval '5 minutes'), k HAVING count(DISTINCT u) > 1;
CREATE CONTINUOUS VIEW c32_session WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
	SELECT window_start, k, count(DISTINCT u) AS d, sum(v) AS s
	  FROM c32 GROUP BY session(ts, interval '5 minutes'), k HAVING count(DISTINCT u) > 1;
CREATE PROCEDURE sync_c32() LANGUAGE sql AS $$
SELECT continuous.sync(view::regclass) FROM unnest(ARRAY['c32_d', 'c32_h', 'c32_hop', 'c32_session']) view;
$$;
INSERT INTO c32 VALUES ('2024-05-01 00:01Z', 'a', 'u1', 60), ('2024-05-01 00:01Z', 'a', 'u2', 0), ('2024-05-01 00:01Z', 'b', 'u1', 150), ('2024-05-01 00:01Z', 'c', 'u1', 10);
CALL sync_c32();
SELECT * FROM c32_d ORDER BY k;
SELECT * FROM c32_h ORDER BY k;
INSERT INTO c32 VALUES ('2024-05-01 00:02Z', 'a', 'u1', 60), ('2024-05-01 00:02Z', 'b', 'u3', -70), ('2024-05-01 00:02Z', 'b', 'u1', 0);
CALL sync_c32();
SELECT * FROM c32_d ORDER BY k;
SELECT * FROM c32_h ORDER BY k;
SELECT * FROM c32_session ORDER BY k;
SELECT view, differences(view::regclass) FROM unnest(ARRAY['c32_d', 'c32_h', 'c32_hop', 'c32_session']) view;

-- and when the window has closed
INSERT INTO c32 VALUES ('2024-05-01 03:00Z', 'zz', NULL, 0);
CALL sync_c32();
SELECT * FROM c32_d WHERE k <> 'zz' ORDER BY k;
SELECT * FROM c32_h WHERE k <> 'zz' ORDER BY k;
SELECT view, differences(view::regclass) FROM unnest(ARRAY['c32_d', 'c32_h', 'c32_hop', 'c32_session']) view;

DROP SCHEMA cases_aggregates CASCADE;
