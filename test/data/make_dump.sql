-- What dump_0_1.sql was made of: states of every kind, at rest in the tables of
-- continuous views.  Rows are taken from the input once they are counted, so
-- that only the states know them; ev_all keeps them all.
--
--   createdb fixture; psql -f make_dump.sql fixture; pg_dump --no-owner fixture
--
-- in a server with continuous.collected_inline = '16B'.  The dump of a released
-- version is never made anew: the next versions must be able to read it.
\set ON_ERROR_STOP 1
CREATE EXTENSION pg_continuous;
CREATE TABLE ev (id int, at timestamptz, k text, n numeric, v int, f float8, w text);
CREATE TABLE ev_all (LIKE ev);

-- without and with a combine function
CREATE FUNCTION append_v(state int[], v int) RETURNS int[] LANGUAGE sql IMMUTABLE AS 'SELECT array_append(state, v)';
CREATE AGGREGATE list_of(int) (SFUNC = append_v, STYPE = int[], INITCOND = '{}');
CREATE FUNCTION least_mod(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT (a + b) % 1009';
CREATE AGGREGATE checksum(int) (SFUNC = least_mod, STYPE = int, COMBINEFUNC = least_mod, INITCOND = '0', PARALLEL = SAFE);

CREATE FUNCTION make_views() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	aggregates text := 'count(*), sum(v), avg(v), min(w), max(at) AS newest, sum(n) AS sum_n, avg(n) AS avg_n, stddev(n), variance(v), sum(f) AS sum_f, avg(f) AS avg_f, round(corr(f, v)::numeric, 9) AS corr, bool_and(v > 0), bit_xor(v),
		sum(v) FILTER (WHERE v % 3 = 0) AS s3, checksum(v), max(n) AS max_n';
	collected text := $c$count(DISTINCT w), string_agg(w, ',' ORDER BY id), percentile_cont(0.25) WITHIN GROUP (ORDER BY v), mode() WITHIN GROUP (ORDER BY k),
		array_agg(v ORDER BY id DESC), jsonb_agg(n ORDER BY id), list_of(v ORDER BY id), sum(DISTINCT v)$c$;
	list text;
BEGIN
	FOREACH list IN ARRAY ARRAY[aggregates, collected] LOOP
		EXECUTE format('CREATE VIEW %s WITH (continuous) AS SELECT window_start, window_end, k, %s FROM ev GROUP BY tumble(at, ''10 minutes''), k', CASE list WHEN aggregates THEN 'tumbles' ELSE 'tumbles_collected' END, list);
		EXECUTE format('CREATE VIEW %s WITH (continuous) AS SELECT window_start, window_end, k, %s FROM ev GROUP BY hop(at, ''5 minutes'', ''15 minutes''), k', CASE list WHEN aggregates THEN 'hops' ELSE 'hops_collected' END, list);
		IF list = aggregates THEN EXECUTE format('CREATE VIEW %s WITH (continuous) AS SELECT window_start, window_end, k, %s FROM ev GROUP BY cumulate(at, ''5 minutes'', ''30 minutes''), k', 'grows', list); END IF;
		EXECUTE format('CREATE VIEW %s WITH (continuous) AS SELECT window_start, window_end, k, %s FROM ev GROUP BY session(at, ''3 minutes''), k', CASE list WHEN aggregates THEN 'visits' ELSE 'visits_collected' END, list);
		EXECUTE format('CREATE VIEW %s WITH (continuous, emit = final) AS SELECT window_start, window_end, k, %s FROM ev GROUP BY tumble(at, ''10 minutes''), k', CASE list WHEN aggregates THEN 'final' ELSE 'final_collected' END, list);
		IF list = aggregates THEN EXECUTE format('CREATE VIEW %s WITH (continuous, emit = final) AS SELECT window_start, window_end, k, %s FROM ev GROUP BY hop(at, ''5 minutes'', ''15 minutes''), k', 'final_hops', list); END IF;
		EXECUTE format('CREATE VIEW %s WITH (continuous, state_ttl = ''400 days'', event_time = at) AS SELECT k, %s FROM ev GROUP BY k', CASE list WHEN aggregates THEN 'keyed' ELSE 'keyed_collected' END, list);
	END LOOP;
END $$;
SELECT make_views();
CREATE CONTINUOUS VIEW months WITH (watermark_by = k, idle_timeout = '1000 days', fill = zero, fill_windows = 3) AS
	SELECT window_start, window_end, k, count(*), sum(n) FROM ev GROUP BY tumble(at, '1 month', timezone => 'Europe/Berlin'), k;
DROP FUNCTION make_views();

CREATE FUNCTION feed(first int, last int) RETURNS void LANGUAGE sql AS $$
	INSERT INTO ev_all SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '17 seconds' - i % 7 * interval '2 minutes', CASE WHEN i % 5 > 0 THEN 'k' || i % 5 END,
		(i % 23) * 1.25 - 7, i * 37 % 101 - 50, i % 64, CASE WHEN i % 11 > 0 THEN 'w' || i * 13 % 17 END
	  FROM generate_series(first, last) i;
	INSERT INTO ev SELECT * FROM ev_all WHERE id BETWEEN first AND last;
$$;
SELECT continuous.sync(view) FROM continuous.view;
SELECT feed(1, 70);
SELECT continuous.sync(view) FROM continuous.view;
SELECT feed(71, 110);
SELECT continuous.sync(view) FROM continuous.view;
-- a generation that came later
CREATE OR REPLACE CONTINUOUS VIEW tumbles_collected AS
	SELECT window_start, window_end, k, count(DISTINCT w), string_agg(w, ',' ORDER BY id), percentile_cont(0.25) WITHIN GROUP (ORDER BY v), mode() WITHIN GROUP (ORDER BY k),
		array_agg(v ORDER BY id DESC), jsonb_agg(n ORDER BY id), list_of(v ORDER BY id), sum(DISTINCT v) AS sum, max(v) AS most, string_agg(w, '' ORDER BY id) AS words
	  FROM ev GROUP BY tumble(at, '10 minutes'), k;
SELECT continuous.sync(view) FROM continuous.view;
DELETE FROM ev;
