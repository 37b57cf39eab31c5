-- Aggregates that need all their inputs: DISTINCT, ORDER BY, WITHIN GROUP, and
-- those whose states cannot be saved or merged; each view against its query.
CREATE SCHEMA collected;
SET search_path = collected, continuous;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE FUNCTION joined(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT $1 || coalesce($2, '-') || ',' $$;
CREATE AGGREGATE joined(text) (SFUNC = joined, STYPE = text, INITCOND = '>');
CREATE AGGREGATE rows_seen(*) (SFUNC = int8inc, STYPE = bigint, INITCOND = 0);
CREATE FUNCTION appended(anyarray, VARIADIC anyarray) RETURNS anyarray IMMUTABLE LANGUAGE sql AS 'SELECT $1 || $2';
CREATE AGGREGATE all_of(VARIADIC anyarray) (SFUNC = appended, STYPE = anyarray, INITCOND = '{}');

CREATE TABLE ev (ts timestamptz, k text, p float8, i int, n numeric, t text, m mood, d date, u uuid, a int[], c pair, q float8, tiny "char");
ALTER TABLE ev ALTER t SET STORAGE EXTERNAL;

CREATE FUNCTION differences(view text) RETURNS bigint LANGUAGE plpgsql SET enable_sort = off SET jit = off AS $$
DECLARE
	n bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT v::text FROM %s v WHERE k::text <> ''end''), q AS (SELECT o::text FROM (%s) o WHERE k::text <> ''end'') SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d',
		view, regexp_replace(continuous.one_shot(view::regclass), 'FROM collected\.ev(?! ev_1)\M', 'FROM (SELECT * FROM collected.ev ORDER BY ts) ev')) INTO n;
	RETURN n;
END $$;
CREATE PROCEDURE sync_all() LANGUAGE plpgsql AS $$
BEGIN
	PERFORM continuous.sync(relid) FROM (SELECT view AS relid FROM continuous.views) v;
END $$;
CREATE FUNCTION check_all() RETURNS TABLE (view text, differences bigint, has_rows boolean) LANGUAGE plpgsql AS $$
BEGIN
	FOR view IN SELECT relname FROM pg_class WHERE relnamespace = 'collected'::regnamespace AND relname ~ '^[vo]_[a-z]+$' AND relkind = 'v' ORDER BY 1 LOOP
		differences := collected.differences(view);
		EXECUTE format('SELECT count(*) > 3 FROM %I', view) INTO has_rows;
		RETURN NEXT;
	END LOOP;
END $$;

-- v: sorted by themselves; o: as the rows come (in the order of time)
\set sorted 'count(DISTINCT i) di, sum(DISTINCT trim_scale(n)) sn, count(DISTINCT t) FILTER (WHERE i > 3) dt, array_agg(DISTINCT m) dm, string_agg(DISTINCT t, \',\' ORDER BY t DESC) s, array_agg(i ORDER BY p, i) ai, string_agg(left(t, 3), \'-\' ORDER BY n, left(t, 3)) FILTER (WHERE m <> \'sad\') st, json_agg(a ORDER BY i, p) ja, percentile_cont(0.5) WITHIN GROUP (ORDER BY p) pc, percentile_cont(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY p) pa, percentile_disc(0.25) WITHIN GROUP (ORDER BY left(t, 9) COLLATE \"C\" DESC) pd, mode() WITHIN GROUP (ORDER BY m) mo, rank(3, \'x\') WITHIN GROUP (ORDER BY i, left(t, 2)) rk, cume_dist(2) WITHIN GROUP (ORDER BY i) cd, percentile_disc(q) WITHIN GROUP (ORDER BY trim_scale(n)) qd, count(DISTINCT (i, m)) dp, array_agg(DISTINCT c) ac, count(DISTINCT u) du, max(DISTINCT d) md, regr_count(DISTINCT i, p) rc, count(DISTINCT tiny) ty, all_of(VARIADIC a ORDER BY i, p) ao, count(DISTINCT 1) one, count(*), sum(i), stddev(n)'
\set unsorted 'array_agg(n) an, array_agg(a) FILTER (WHERE a IS NOT NULL) aa, string_agg(t, \';\') st, json_agg(t) j, jsonb_object_agg(coalesce(tiny, \'z\'), i) jo, jsonb_agg(c) jc, joined(left(t, 2)) jn, rows_seen(*) rs, array_agg(m) am, array_agg(ARRAY[m]) amm, xmlagg(xmlelement(name r, i)) x, array_agg(i) FILTER (WHERE false) nothing, range_agg(int4range(i, i + 2)) ra, count(*)'

CREATE CONTINUOUS VIEW v_tumble WITH (allowed_lateness = '9 days') AS SELECT window_start, k, q, :sorted FROM ev GROUP BY tumble(ts, '1 hour'), k, q;
CREATE CONTINUOUS VIEW v_final WITH (emit = final, allowed_lateness = '9 days') AS SELECT window_start, k, q, :sorted FROM ev GROUP BY tumble(ts, '1 hour'), k, q;
CREATE CONTINUOUS VIEW v_hop WITH (allowed_lateness = '9 days') AS SELECT window_start, window_end, k, q, :sorted FROM ev GROUP BY hop(ts, '20 min', '90 min'), k, q;
CREATE CONTINUOUS VIEW v_cumulate WITH (emit = final, allowed_lateness = '9 days') AS SELECT window_start, window_end, k, q, :sorted FROM ev GROUP BY cumulate(ts, '30 min', '2 hours'), k, q;
CREATE CONTINUOUS VIEW v_session WITH (allowed_lateness = '9 days') AS SELECT window_start, window_end, k, q, :sorted FROM ev GROUP BY session(ts, '25 min'), k, q;
CREATE CONTINUOUS VIEW o_tumble AS SELECT window_start, k, :unsorted FROM ev GROUP BY tumble(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW o_hop WITH (emit = final, allowed_lateness = '9 days') AS SELECT window_start, window_end, k, :unsorted FROM ev GROUP BY hop(ts, '20 min', '90 min'), k;
CREATE CONTINUOUS VIEW o_cumulate AS SELECT window_start, window_end, k, :unsorted FROM ev GROUP BY cumulate(ts, '30 min', '2 hours'), k;
CREATE CONTINUOUS VIEW o_session AS SELECT window_start, window_end, k, :unsorted FROM ev GROUP BY session(ts, '25 min'), k;

-- rows in ascending time, seven minutes and a bit apart
CREATE FUNCTION row_of(g int) RETURNS SETOF ev IMMUTABLE LANGUAGE sql AS $$
	SELECT timestamptz '2024-05-01Z' + g * interval '7 min 3 s' + g / 9 * interval '40 min', 'k' || g % 2, nullif(g * 37 % 11, 5) * 1.5, nullif(g * 13 % 7, 2),
		CASE g % 5 WHEN 0 THEN NULL WHEN 1 THEN 1.0 WHEN 2 THEN 1.00 WHEN 3 THEN 'NaN' ELSE g % 3 END,
		CASE g % 6 WHEN 0 THEN NULL WHEN 1 THEN repeat(md5((g % 4)::text), 100) ELSE 'text ' || g % 4 END,
		(enum_range(NULL::mood))[1 + g % 4], CASE WHEN g % 4 > 0 THEN date '2024-01-01' + g % 3 END, CASE WHEN g % 7 > 0 THEN md5((g % 3)::text)::uuid END,
		CASE WHEN g % 8 = 3 THEN NULL ELSE ARRAY[g % 3, NULL] END, CASE WHEN g % 5 > 0 THEN ROW(g % 2, CASE g % 3 WHEN 0 THEN NULL ELSE 'b' END)::pair END,
		CASE WHEN g % 50 > 3 THEN 0.25 * (g / 50 % 4) END, chr(97 + g % 3)::"char"
$$;

-- row by row
DO $$
BEGIN
	FOR g IN 1 .. 30 LOOP
		INSERT INTO ev SELECT * FROM row_of(g);
		COMMIT;
		IF g % 3 = 0 THEN CALL sync_all(); END IF;
		COMMIT;
	END LOOP;
END $$;
CALL sync_all();
SELECT * FROM check_all() WHERE view NOT IN ('v_final', 'v_cumulate', 'o_hop');
-- many at once, and what closes them all
INSERT INTO ev SELECT r.* FROM generate_series(31, 220) g, row_of(g) r;
INSERT INTO ev SELECT r.* FROM generate_series(221, 223) g, row_of(g) r;
INSERT INTO ev (ts, k) VALUES ('2024-05-03Z', 'end');
CALL sync_all();
SELECT * FROM check_all();
SELECT window_start, k, q, di, sn, dm, ai, pc, pd, mo, rk, qd, dp FROM v_tumble ORDER BY 1, 2, 3 LIMIT 3;
-- corrections of windows that have closed
INSERT INTO ev SELECT r.* FROM generate_series(200, 223) g, row_of(g) r;
CALL sync_all();
SELECT * FROM check_all() WHERE view ~ '^v';
-- read anew: little memory, all groups leave it in between, and their inputs
-- are in chunks
ALTER SYSTEM SET continuous.batch_memory = '1MB';
ALTER SYSTEM SET continuous.collected_inline = '16B';
SELECT pg_reload_conf();
INSERT INTO ev SELECT r.* FROM generate_series(1, 220) g, generate_series(1, 12), row_of(g) r ORDER BY 1;
CALL sync_all();
SELECT * FROM check_all() WHERE view ~ '^v';
SELECT continuous.rebuild(view) FROM continuous.views;
CALL sync_all();
SELECT * FROM check_all() WHERE view ~ '^v';
SELECT count(*) > 1000 AS has_chunks FROM v_hop_collected;
ALTER SYSTEM RESET continuous.batch_memory;
ALTER SYSTEM RESET continuous.collected_inline;
SELECT pg_reload_conf();

-- direct arguments: keys, and what is made of them
CREATE TABLE direct (id int PRIMARY KEY, ts timestamptz, q float8);
CREATE CONTINUOUS VIEW v_direct AS SELECT window_start, id % 2 AS k, percentile_cont((id % 2)::float8) WITHIN GROUP (ORDER BY q), rank(id % 2) WITHIN GROUP (ORDER BY id) FROM direct GROUP BY tumble(ts, '1 hour'), id % 2;
INSERT INTO direct SELECT i, timestamptz '2024-05-01Z' + i * interval '20 min', i FROM generate_series(1, 15) i;
CALL sync_all();
SELECT differences('v_direct');
TABLE v_direct ORDER BY 1, 2;
CREATE CONTINUOUS VIEW no AS SELECT percentile_cont(q) WITHIN GROUP (ORDER BY id) FROM direct GROUP BY tumble(ts, '1 hour'), id;

-- and what only planning fills in: defaults and names of their functions' arguments
CREATE FUNCTION share(x int, p float8 DEFAULT 0.25, q float8 DEFAULT 0.5) RETURNS float8 IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN p + q / 10; END';
CREATE FUNCTION share_sql(x int, p float8 DEFAULT 0.25) RETURNS float8 IMMUTABLE LANGUAGE sql AS 'SELECT p';
CREATE CONTINUOUS VIEW v_default AS SELECT window_start, id % 2 AS k, percentile_cont(share(id % 2)) WITHIN GROUP (ORDER BY q) AS a, percentile_cont(share(q => 0.1, x => id % 2)) WITHIN GROUP (ORDER BY q) AS b,
	percentile_cont(share_sql(id % 2)) WITHIN GROUP (ORDER BY q) AS c, percentile_disc(share_sql(p => 0.9, x => 1)) WITHIN GROUP (ORDER BY q) AS d FROM direct GROUP BY tumble(ts, '1 hour'), id % 2;
CALL sync_all();
SELECT differences('v_default');
-- a sub-select has no place among them, unless it is a key
CREATE CONTINUOUS VIEW no AS SELECT percentile_cont((SELECT 0.5)) WITHIN GROUP (ORDER BY id) FROM direct GROUP BY tumble(ts, '1 hour');
CREATE CONTINUOUS VIEW v_select AS SELECT window_start, percentile_cont((SELECT 0.5::float8)) WITHIN GROUP (ORDER BY id) FROM direct GROUP BY tumble(ts, '1 hour'), (SELECT 0.5::float8);
CALL sync_all();
SELECT * FROM v_select ORDER BY 1;

DROP SCHEMA collected CASCADE;
