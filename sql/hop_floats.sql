-- The last digits of sums of floats do not depend on where batches end: one
-- view takes all transactions at once, another each alone, so that passes over
-- windows begin at other ones.
CREATE SCHEMA hop_floats;
SET search_path = hop_floats;
CREATE TABLE ev (id int, at timestamptz, k int, x float8);
\set columns 'window_start, window_end, k, sum(x) AS sum, avg(x) AS mean, variance(x) AS variance, count(*) AS n FROM ev'
CREATE CONTINUOUS VIEW even_at_once AS SELECT :columns GROUP BY hop(at, interval '2 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW even_one_by_one AS SELECT :columns GROUP BY hop(at, interval '2 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW odd_at_once AS SELECT :columns GROUP BY hop(at, interval '3 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW odd_one_by_one AS SELECT :columns GROUP BY hop(at, interval '3 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW months_at_once AS SELECT :columns GROUP BY hop(at, interval '1 day', interval '1 month', timezone => 'Europe/Paris'), k;
CREATE CONTINUOUS VIEW months_one_by_one AS SELECT :columns GROUP BY hop(at, interval '1 day', interval '1 month', timezone => 'Europe/Paris'), k;
CREATE CONTINUOUS VIEW parts_at_once AS SELECT :columns GROUP BY cumulate(at, interval '3 minutes', interval '30 minutes'), k;
CREATE CONTINUOUS VIEW parts_one_by_one AS SELECT :columns GROUP BY cumulate(at, interval '3 minutes', interval '30 minutes'), k;
CREATE CONTINUOUS VIEW final_at_once WITH (emit = final) AS SELECT :columns GROUP BY hop(at, interval '3 minutes', interval '10 minutes'), k;
CREATE CONTINUOUS VIEW final_one_by_one WITH (emit = final) AS SELECT :columns GROUP BY hop(at, interval '3 minutes', interval '10 minutes'), k;
SELECT continuous.pause(view) FROM continuous.views WHERE view::text LIKE '%at_once';

-- some minutes have no rows, some rows are late
CREATE PROCEDURE feed() LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 40 LOOP
		INSERT INTO ev SELECT i, timestamptz '2026-03-20 09:00Z' + (i * 100 + j * 37 - (i * j * 7 % 11) * 45) * interval '1 second' + (i / 4) * interval '1 day', j % 3, 1 / (i * 1.7 + j)::float8
		  FROM generate_series(1, 9) j WHERE (i + j) % 4 > 0;
		COMMIT;
		PERFORM continuous.sync(view) FROM continuous.views WHERE view::text LIKE '%one_by_one';
	END LOOP;
END $$;
CALL feed();
SELECT continuous.resume(view) FROM continuous.views WHERE view::text LIKE '%at_once';
SELECT continuous.sync(view) FROM continuous.views WHERE view::text LIKE '%at_once';

SELECT 'even', count(*) > 100 AS many, (SELECT count(*) FROM (TABLE even_at_once EXCEPT ALL TABLE even_one_by_one) d) AS differences FROM even_at_once
UNION ALL SELECT 'odd', count(*) > 100, (SELECT count(*) FROM (TABLE odd_at_once EXCEPT ALL TABLE odd_one_by_one) d) FROM odd_at_once
UNION ALL SELECT 'months', count(*) > 100, (SELECT count(*) FROM (TABLE months_at_once EXCEPT ALL TABLE months_one_by_one) d) FROM months_at_once
UNION ALL SELECT 'parts', count(*) > 100, (SELECT count(*) FROM (TABLE parts_at_once EXCEPT ALL TABLE parts_one_by_one) d) FROM parts_at_once
UNION ALL SELECT 'final', count(*) > 100, (SELECT count(*) FROM (TABLE final_at_once EXCEPT ALL TABLE final_one_by_one) d) FROM final_at_once;
SET client_min_messages = warning;
DROP SCHEMA hop_floats CASCADE;
