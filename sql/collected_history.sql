-- Results are a function of the history alone: views that read transaction by
-- transaction, and views that read all of them at once, show the same text,
-- also where the query leaves open which of several values is shown: of equal
-- ones that look different (1.0 and 1.00, -0 and 0),
-- of those that are as frequent, of ties of ORDER BY.
CREATE SCHEMA collected_history;
SET search_path = collected_history, continuous;
SET client_min_messages = warning;
SET timezone = 'UTC';
ALTER SYSTEM SET continuous.collected_inline = '64B';
SELECT pg_reload_conf();

CREATE TABLE ev (id int, at timestamptz, n numeric, f float8, a numeric[]);
\set columns 'array_agg(DISTINCT n)::text AS c1, array_agg(DISTINCT f)::text AS c2, array_agg(DISTINCT n ORDER BY n DESC)::text AS c3, string_agg(DISTINCT n::text, \',\') AS c4, array_agg(DISTINCT a)::text AS c5, count(DISTINCT n) AS c6, max(DISTINCT n)::text AS c7, array_agg(n ORDER BY n)::text AS c8, mode() WITHIN GROUP (ORDER BY n)::text AS c9, percentile_disc(0.5) WITHIN GROUP (ORDER BY n)::text AS c10, array_agg(id)::text AS c11, sum(f) AS c12, count(DISTINCT id) AS c13'
CREATE CONTINUOUS VIEW tumbled AS SELECT window_start, :columns FROM ev GROUP BY tumble(at, '10 min');
CREATE CONTINUOUS VIEW hopped AS SELECT window_start, :columns FROM ev GROUP BY hop(at, '5 min', '15 min');
CREATE CONTINUOUS VIEW cumulated AS SELECT window_start, window_end, :columns FROM ev GROUP BY cumulate(at, '5 min', '20 min');
CREATE CONTINUOUS VIEW sessions AS SELECT window_start, window_end, :columns FROM ev GROUP BY session(at, '90 s');
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '1 day') AS SELECT 1 AS one, :columns FROM ev GROUP BY id < 0;
CREATE CONTINUOUS VIEW tumbled_once WITH (flush_interval = '1 hour') AS SELECT window_start, :columns FROM ev GROUP BY tumble(at, '10 min');
CREATE CONTINUOUS VIEW hopped_once WITH (flush_interval = '1 hour') AS SELECT window_start, :columns FROM ev GROUP BY hop(at, '5 min', '15 min');
CREATE CONTINUOUS VIEW cumulated_once WITH (flush_interval = '1 hour') AS SELECT window_start, window_end, :columns FROM ev GROUP BY cumulate(at, '5 min', '20 min');
CREATE CONTINUOUS VIEW sessions_once WITH (flush_interval = '1 hour') AS SELECT window_start, window_end, :columns FROM ev GROUP BY session(at, '90 s');
CREATE CONTINUOUS VIEW keyed_once WITH (flush_interval = '1 hour', state_ttl = '1 day') AS SELECT 1 AS one, :columns FROM ev GROUP BY id < 0;
SELECT count(continuous.sync(view)) FROM continuous.views WHERE input = 'ev'::regclass;

CREATE PROCEDURE add_rows(tx int) LANGUAGE sql AS $$
INSERT INTO ev
SELECT i, timestamptz '2024-01-01Z' + i * 37 % 1200 * interval '1 s' + tx * interval '1 us',
	round((i * 7919 % 13)::numeric, (i * 31 + tx) % 5), CASE i * 31 % 4 WHEN 0 THEN '-0' WHEN 1 THEN 0 WHEN 2 THEN 'NaN' ELSE 0.1 * i END,
	ARRAY[round((i % 3)::numeric, (i + tx) % 3)]
  FROM generate_series(tx * 7, tx * 7 + 20) i;
$$;
CREATE PROCEDURE add_transactions() LANGUAGE plpgsql AS $$
BEGIN
	FOR tx IN 1 .. 20 LOOP
		CALL collected_history.add_rows(tx);
		COMMIT;
		PERFORM continuous.sync(view) FROM continuous.views v
		  WHERE input = 'collected_history.ev'::regclass AND view::text !~ 'once';
		COMMIT;
	END LOOP;
END $$;
CALL add_transactions();
SELECT count(continuous.sync(view)) FROM continuous.views WHERE input = 'ev'::regclass;
SELECT (SELECT max(chunk) FROM tumbled_collected) > (SELECT max(chunk) FROM tumbled_once_collected) AS in_other_batches;

SELECT name, count(*) FROM (
	SELECT 'tumbled' AS name, v::text FROM tumbled v UNION SELECT 'tumbled', v::text FROM tumbled_once v
	UNION ALL (SELECT 'hopped', v::text FROM hopped v UNION SELECT 'hopped', v::text FROM hopped_once v)
	UNION ALL (SELECT 'cumulated', v::text FROM cumulated v UNION SELECT 'cumulated', v::text FROM cumulated_once v)
	UNION ALL (SELECT 'sessions', v::text FROM sessions v UNION SELECT 'sessions', v::text FROM sessions_once v)
	UNION ALL (SELECT 'keyed', v::text FROM keyed v UNION SELECT 'keyed', v::text FROM keyed_once v)) s GROUP BY 1 ORDER BY 1;
SELECT (SELECT count(*) FROM tumbled) AS tumbled, (SELECT count(*) FROM hopped) AS hopped, (SELECT count(*) FROM cumulated) AS cumulated,
	(SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM keyed) AS keyed;

ALTER SYSTEM RESET continuous.collected_inline;
SELECT pg_reload_conf();
DROP SCHEMA collected_history CASCADE;
