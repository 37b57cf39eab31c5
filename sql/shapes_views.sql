-- The input is a view: a simple one stands for its table, a continuous view for
-- its result table, if that is append-only.
CREATE SCHEMA views;
SET search_path = views;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TABLE o (id bigint, at timestamptz, k text, pence numeric, ok boolean);
CREATE TABLE bans (k text);
CREATE FUNCTION differences(view text, query text DEFAULT NULL) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE result bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT x::text FROM %s x), q AS (SELECT x::text FROM (%s) x)
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view,
		coalesce(query, continuous.one_shot(view::regclass))) INTO result;
	RETURN result;
END $$;
CREATE PROCEDURE fill(step int) LANGUAGE sql AS $$
	INSERT INTO o SELECT i, timestamptz '2026-06-01 00:00Z' + (i * 37 + step * 3000) * interval '1 second', chr(97 + i % 3), i % 17 * 100, i % 5 > 0
	  FROM generate_series(1, 80) i;
$$;

-- simple views
CREATE VIEW paid AS SELECT at AS ordered_at, upper(k) AS region, pence / 100 AS pounds FROM o
	WHERE ok AND k NOT IN (SELECT k FROM bans) ORDER BY at;
CREATE VIEW large AS SELECT region AS r, ordered_at AS t, pounds + 1 AS p FROM paid WHERE pounds > 3;
INSERT INTO bans VALUES ('c');
CALL fill(0);
CREATE CONTINUOUS VIEW by_region AS SELECT window_start, region, sum(pounds), count(*) FROM paid GROUP BY tumble(ordered_at, '5 min'), region;
CREATE CONTINUOUS VIEW by_hop AS SELECT window_start, x.region, sum(x.pounds), max(upper(region)) FROM paid x WHERE pounds < 12 GROUP BY hop(ordered_at, '5 min', '10 min'), region;
CREATE CONTINUOUS VIEW by_session AS SELECT window_start, a, sum(c) FROM large AS s (a, b, c) GROUP BY session(b, '2 min'), a;
SELECT replace(pg_get_viewdef('by_hop_definition'), 'x.', '') AS definition;
SELECT continuous.sync(v) FROM unnest(ARRAY['by_region', 'by_hop', 'by_session']::regclass[]) v;
CALL fill(1);
SELECT continuous.sync(v) FROM unnest(ARRAY['by_region', 'by_hop', 'by_session']::regclass[]) v;
SELECT v, differences(v) FROM unnest(ARRAY['by_region', 'by_hop', 'by_session']) v;
SELECT differences('by_region', $$SELECT lower(w), region, sum(pounds), count(*) FROM (SELECT *, continuous.tumble(ordered_at, '5 min') AS w FROM paid) p GROUP BY w, region$$);
-- a later change of the view is none of the definition
CREATE OR REPLACE VIEW paid AS SELECT at AS ordered_at, lower(k) AS region, pence AS pounds FROM o;
CALL fill(2);
SELECT continuous.sync('by_region');
SELECT differences('by_region');
-- rows that are updated: the table itself is guarded
UPDATE o SET pence = 0;

-- views that are more than that
CREATE FUNCTION try(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text;
BEGIN
	EXECUTE 'CREATE CONTINUOUS VIEW e AS ' || query;
	DROP VIEW e;
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, 'DETAIL: ' || nullif(detail, ''), 'HINT: ' || nullif(hint, ''));
END $$;
CREATE VIEW grouped AS SELECT at, count(*) FROM o GROUP BY at;
CREATE VIEW united AS SELECT at FROM o UNION ALL SELECT at FROM o;
CREATE VIEW limited AS SELECT at FROM o LIMIT 5;
CREATE VIEW many AS SELECT at, generate_series(1, 2) FROM o;
CREATE VIEW joined AS SELECT at FROM o JOIN bans USING (k);
CREATE VIEW barred WITH (security_barrier) AS SELECT at FROM o;
CREATE VIEW hidden AS SELECT at, now() AS n FROM o WHERE at < now();
CREATE VIEW twice AS SELECT at FROM o WHERE id = (SELECT max(id) FROM o);
\pset format unaligned
\pset fieldsep '\n\t'
\pset tuples_only on
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT count(*) FROM grouped GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM united GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM limited GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM many GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM joined GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM barred GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM hidden GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(*) FROM twice GROUP BY tumble(at, ''1 hour'')',
	'SELECT count(paid) FROM paid GROUP BY tumble(ordered_at, ''1 hour'')',
	'SELECT count(*) FROM paid JOIN bans ON true GROUP BY tumble(ordered_at, ''1 hour'')']) query;
\pset format aligned
\pset tuples_only off

-- rights: those of the continuous view's owner, on the table
CREATE ROLE regress_views_user;
GRANT USAGE, CREATE ON SCHEMA views TO regress_views_user;
GRANT SELECT ON paid TO regress_views_user;
GRANT TRIGGER ON o TO regress_views_user;
SET ROLE regress_views_user;
CREATE CONTINUOUS VIEW e AS SELECT count(*) FROM paid GROUP BY tumble(ordered_at, '1 hour');
RESET ROLE;
GRANT SELECT (at) ON o TO regress_views_user;
SET ROLE regress_views_user;
CREATE CONTINUOUS VIEW e AS SELECT sum(pounds) FROM paid GROUP BY tumble(ordered_at, '1 hour');
CREATE CONTINUOUS VIEW e AS SELECT count(*) FROM paid GROUP BY tumble(ordered_at, '1 hour');
RESET ROLE;
-- one owner's view must not show another what row security hides, nor the other way round
ALTER TABLE o ENABLE ROW LEVEL SECURITY;
SET ROLE regress_views_user;
CREATE CONTINUOUS VIEW e2 AS SELECT count(*) FROM paid GROUP BY tumble(ordered_at, '1 hour');
RESET ROLE;
ALTER VIEW paid SET (security_invoker = true);
SET ROLE regress_views_user;
CREATE CONTINUOUS VIEW e2 AS SELECT count(*) FROM paid GROUP BY tumble(ordered_at, '1 hour');
SELECT continuous.sync('e2');
SELECT count(*) FROM e2;
DROP VIEW e, e2;
RESET ROLE;
ALTER TABLE o DISABLE ROW LEVEL SECURITY;

-- results of another view: minutes, and hours of them
CREATE TABLE m (at timestamptz, k text, v int);
CREATE CONTINUOUS VIEW minutes WITH (emit = 'final', allowed_lateness = 0, retention = '2 days') AS
	SELECT window_start AS minute, k, sum(v) AS total, count(*) AS n, sum(v)::numeric / count(*) AS mean FROM m GROUP BY tumble(at, '1 min'), k HAVING count(*) > 1;
CREATE CONTINUOUS VIEW sliding WITH (emit = 'final', allowed_lateness = 0) AS
	SELECT window_end AS until, k, count(*) AS n FROM m GROUP BY hop(at, '1 min', '3 min'), k;
INSERT INTO m SELECT timestamptz '2026-06-01 00:00Z' + i * interval '7 seconds', chr(97 + i % 2), i FROM generate_series(1, 1000) i;
CREATE CONTINUOUS VIEW hours WITH (emit = 'final', allowed_lateness = 0) AS
	SELECT tumble(minute, '1 hour') AS w, k, sum(total) AS total, sum(n) AS n, max(mean) AS top FROM minutes GROUP BY w, k;
CREATE CONTINUOUS VIEW of_sliding AS SELECT lower(tumble(until, '10 min')) AS t, max(n) AS most, count(*) FROM sliding GROUP BY tumble(until, '10 min');
CREATE CONTINUOUS VIEW of_results AS SELECT cumulate(window_start, '30 min', '1 hour') AS w, count(*) FROM minutes_results WHERE k = 'a' GROUP BY w;
CREATE CONTINUOUS VIEW days AS SELECT tumble(lower(w), '1 day') AS d, sum(total), count(*) FROM hours GROUP BY d;
INSERT INTO m SELECT timestamptz '2026-06-01 02:00Z' + i * interval '7 seconds', chr(97 + i % 2), i FROM generate_series(1, 1000) i;
SELECT continuous.sync('days'), continuous.sync('of_sliding'), continuous.sync('of_results');
SELECT v, differences(v) FROM unnest(ARRAY['of_sliding', 'of_results', 'days']) v ORDER BY v;
SELECT differences('hours', format('SELECT * FROM (%s) q WHERE upper(w) <= %L', continuous.one_shot('hours'), continuous.watermark('hours')));
SELECT * FROM days;
-- more of them, one transaction after the other, and rows that retention removes
INSERT INTO m SELECT timestamptz '2026-06-01 05:00Z' + i * interval '7 seconds', chr(97 + i % 3), i FROM generate_series(1, 1000) i;
INSERT INTO m VALUES ('2026-06-02 05:00Z', 'a', 1), ('2026-06-02 05:00Z', 'a', 1);
SELECT continuous.sync('days'), continuous.sync('of_sliding'), continuous.sync('of_results');
SELECT v, differences(v) FROM unnest(ARRAY['of_sliding', 'of_results', 'days']) v ORDER BY v;
SELECT differences('hours', format('SELECT * FROM (%s) q WHERE upper(w) <= %L', continuous.one_shot('hours'), continuous.watermark('hours')));
CREATE TABLE before AS SELECT * FROM hours;
INSERT INTO m VALUES ('2026-06-05 05:00Z', 'a', 1), ('2026-06-05 05:00Z', 'a', 1), ('2026-06-05 05:02Z', 'a', 1);
SELECT continuous.sync('days');
SELECT count(*) FROM minutes WHERE minute < '2026-06-03';
SELECT count(*) FROM before EXCEPT ALL (SELECT count(*) FROM hours JOIN before USING (w, k, total, n, top));
SELECT view::text, rows_counted, rows_filtered, rows_too_late FROM continuous.stats WHERE view IN ('hours'::regclass, 'days'::regclass) ORDER BY view::text;
-- what would change those rows
UPDATE minutes_results SET total = 0;
ALTER VIEW minutes SET (emit = 'update');
ALTER VIEW minutes SET (allowed_lateness = '1 min');
SELECT continuous.rebuild('minutes');
SELECT continuous.recompute('minutes', NULL, NULL);
CREATE OR REPLACE VIEW minutes WITH (continuous, emit = 'final', allowed_lateness = 0, retention = '2 days') AS
	SELECT window_start AS minute, k, sum(v) AS total, count(*) AS n, sum(v)::numeric / count(*) AS mean, max(v) AS most FROM m GROUP BY tumble(at, '1 min'), k HAVING count(*) > 1;
DROP VIEW minutes;
SELECT continuous.rebuild('days');
SELECT continuous.sync('days');
SELECT differences('days');
-- results that do change
CREATE CONTINUOUS VIEW changing AS SELECT window_start AS t, count(*) FROM m GROUP BY tumble(at, '1 min');
CREATE CONTINUOUS VIEW sessions WITH (emit = 'final', allowed_lateness = 0) AS SELECT window_start AS t, count(*) FROM m GROUP BY session(at, '1 min');
CREATE CONTINUOUS VIEW ranked WITH (emit = 'final', allowed_lateness = 0) AS SELECT window_start AS t, rank() OVER (ORDER BY count(*)) FROM m GROUP BY tumble(at, '1 min');
\pset format unaligned
\pset fieldsep '\n\t'
\pset tuples_only on
SELECT query, try(query) FROM unnest(ARRAY[
	'SELECT count(*) FROM changing GROUP BY tumble(t, ''1 hour'')',
	'SELECT count(*) FROM changing_results GROUP BY tumble(window_start, ''1 hour'')',
	'SELECT count(*) FROM sessions GROUP BY tumble(t, ''1 hour'')',
	'SELECT count(*) FROM ranked GROUP BY tumble(t, ''1 hour'')',
	'SELECT count(*) FROM ranked_definition GROUP BY tumble(t, ''1 hour'')']) query;
DROP VIEW minutes CASCADE;
SELECT view::text FROM continuous.stats WHERE view::text IN ('minutes', 'hours', 'days', 'of_results');
DROP SCHEMA views CASCADE;
DROP ROLE regress_views_user;
