-- verify(): what differs between a view and its query over the rows at hand.
CREATE SCHEMA verify;
SET search_path = verify;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
\set VERBOSITY terse
CREATE TABLE o (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW tum AS SELECT window_start, window_end, k, count(*), sum(v), avg(v::numeric), array_agg(v ORDER BY v) AS vs FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW fil WITH (fill = zero, fill_windows = 3) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY tumble(ts, '1 min'), k;
CREATE CONTINUOUS VIEW hop AS SELECT window_start, window_end, k, count(*), sum(v::float8), stddev(v) FROM o GROUP BY hop(ts, '3 min', '10 min'), k;
CREATE CONTINUOUS VIEW cum AS SELECT window_start, window_end, k, count(*), max(v) FROM o GROUP BY cumulate(ts, '10 min', '30 min'), k;
CREATE CONTINUOUS VIEW ses AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY session(ts, '20 s'), k;
CREATE CONTINUOUS VIEW tum_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW hop_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY hop(ts, '3 min', '10 min'), k;
CREATE CONTINUOUS VIEW ses_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY session(ts, '20 s'), k;
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '30 days') AS SELECT k, count(*), sum(v) FROM o GROUP BY k;
CREATE CONTINUOUS VIEW total WITH (state_ttl = '30 days') AS SELECT count(*), sum(v) FROM o WHERE v % 2 = 0;
CREATE CONTINUOUS VIEW local AS SELECT window_start, window_end, (ts AT TIME ZONE 'UTC')::date AS day, count(*) FROM o GROUP BY tumble(ts AT TIME ZONE 'UTC', '1 day'), 3;
-- what is on top of groups, and beside the input
CREATE CONTINUOUS VIEW top AS SELECT DISTINCT upper(k) AS key, sum(v) + 1 AS plus, window_start::date AS day, rank() OVER (ORDER BY sum(v)) AS place FROM o GROUP BY tumble(ts, '20 min'), k HAVING count(*) > 3 ORDER BY 1 LIMIT 3;
CREATE TABLE dim (k text PRIMARY KEY, name text, factor int);
INSERT INTO dim VALUES ('k1', 'one', 1), ('k2', 'two', 2);
CREATE CONTINUOUS VIEW joined AS WITH d AS (SELECT * FROM dim) SELECT window_end, d.name, o.k = ANY (ARRAY['k1', 'k4']) AS some, sum(v * d.factor), max(v) FILTER (WHERE d.factor > 1) FROM o LEFT JOIN d USING (k) WHERE v > (SELECT min(factor) FROM dim) GROUP BY tumble(ts, '1 hour', origin => '2000-01-01 00:30Z'), 2, 3;
CREATE CONTINUOUS VIEW spread AS SELECT window_start, unnest(ARRAY[k, v % 3 || '']) AS tag, count(*) FROM o GROUP BY hop(ts, '10 min', '1 hour'), 2;
CREATE TYPE pair AS (n int, t text);
CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE CONTINUOUS VIEW folded AS SELECT window_start, (CASE v % 2 WHEN 0 THEN upper(k) ELSE k END) COLLATE nocase AS k, v % 4 * 1.50 AS n, ('1' || abs(v) % 3)::xid AS x, ROW(v % 2, k)::pair AS r, count(*), min(v::text) FROM o GROUP BY tumble(ts, '2 hours'), 2, 3, 4, 5;
CREATE CONTINUOUS VIEW ordered AS SELECT window_start, array_agg(v) AS vs, string_agg(k, ',' ORDER BY k DESC) AS ks, string_agg(k, ',' ORDER BY v) AS by_v, jsonb_agg(k ORDER BY k) AS jks, jsonb_agg(DISTINCT v * 1.0) AS jns, max(v) FROM o GROUP BY tumble(ts, '1 hour');
CREATE PROCEDURE sync_all() LANGUAGE sql AS $$ SELECT continuous.sync(view) FROM continuous.view $$;
CALL sync_all();

INSERT INTO o SELECT timestamptz '2026-01-01 00:00Z' + i * interval '13 s', nullif('k' || i * 7 % 5, 'k3'), i FROM generate_series(1, 600) i;
CALL sync_all();
INSERT INTO o SELECT timestamptz '2026-01-01 00:00Z' + i * interval '23 s', 'k' || i * 7 % 6, -i FROM generate_series(1, 300) i;
CALL sync_all();
SELECT view, (SELECT count(*) FROM continuous.verify(view)) AS differences FROM continuous.view ORDER BY view::text;

-- with the groups on disk
SET work_mem = '64kB';
SELECT sum((SELECT count(*) FROM continuous.verify(view))) AS differences FROM continuous.view;
RESET work_mem;

-- rows that are not consumed yet are no difference, neither are others' and
-- one's own that are not committed, a snapshot that is older, frozen rows
SELECT continuous.pause('tum');
INSERT INTO o SELECT timestamptz '2026-01-01 00:00Z' + i * interval '47 s', 'k7', i FROM generate_series(1, 100) i;
SELECT count(*) FROM continuous.verify('tum');
BEGIN ISOLATION LEVEL REPEATABLE READ;
INSERT INTO o VALUES ('2026-01-01 00:01Z', 'mine', 1);
SELECT count(*) FROM continuous.verify('tum');
ROLLBACK;
SELECT continuous.resume('tum');
CALL sync_all();
VACUUM (FREEZE) o;
SELECT sum((SELECT count(*) FROM continuous.verify(view))) AS differences FROM continuous.view;
VACUUM FULL o;
CALL sync_all();
SELECT sum((SELECT count(*) FROM continuous.verify(view))) AS differences FROM continuous.view;

-- what is not compared is said
SET client_min_messages = notice;
SELECT * FROM continuous.verify('ordered');
SET client_min_messages = warning;

-- somebody has written our tables behind our backs
CREATE PROCEDURE unguarded(statement text) LANGUAGE plpgsql AS $$
BEGIN
	CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM continuous.view;
	DELETE FROM continuous.view;
	ANALYZE continuous.view;
	EXECUTE statement;
	INSERT INTO continuous.view SELECT * FROM kept;
	ANALYZE continuous.view;
END $$;
CALL unguarded($$UPDATE tum_results SET sum = sum + 1, avg = NULL WHERE window_start = '2026-01-01 01:00Z' AND k = 'k1'$$);
CALL unguarded($$DELETE FROM tum_results WHERE window_start = '2026-01-01 01:05Z' AND k IS NULL$$);
CALL unguarded($$UPDATE tum_results SET k = 'k9' WHERE window_start = '2026-01-01 01:10Z' AND k = 'k2'$$);
SELECT * FROM continuous.verify('tum') ORDER BY window_start, keys, 4;
-- windows that have some part in the range, in whatever time
SELECT keys FROM continuous.verify('tum', '2026-01-01 01:05Z', '2026-01-01 01:06Z');
SELECT keys FROM continuous.verify('tum', timestamp '2026-01-01 01:09', '2026-01-01 01:10');
SELECT keys FROM continuous.verify('tum', NULL, timestamptz '2026-01-01 01:05Z');
SELECT keys FROM continuous.verify('tum', '2026-01-01 01:15Z');
SELECT keys FROM continuous.verify('tum', '2026-01-01 01:15Z', '2026-01-01 01:00Z');
SELECT continuous.recompute('tum', '2026-01-01 01:00Z', '2026-01-01 01:15Z') > 0 AS mended;
SELECT * FROM continuous.verify('tum');
-- floats may differ in their last digits
CALL unguarded($$UPDATE hop_results SET sum = sum * (1 + 1e-12) WHERE k = 'k1'$$);
SELECT * FROM continuous.verify('hop');
CALL unguarded($$UPDATE hop_results SET sum = sum * (1 + 1e-6) WHERE k = 'k1' AND window_end = '2026-01-01 01:01Z'$$);
CALL unguarded($$UPDATE hop_results SET sum = 'NaN', stddev = stddev + 1 WHERE k = 'k1' AND window_end = '2026-01-01 01:04Z'$$);
SELECT window_start, keys, "column", too_late FROM continuous.verify('hop') ORDER BY window_start, 3;
CALL unguarded($$DELETE FROM cum_results WHERE k = 'k1' AND window_end = '2026-01-01 01:20Z'$$);
CALL unguarded($$UPDATE ses_results SET window_end = window_end + interval '1 s' WHERE k = 'k1' AND window_start = (SELECT max(window_start) FROM ses_results WHERE k = 'k1')$$);
CALL unguarded($$UPDATE tum_final_results SET count = 0 WHERE k = 'k1' AND window_end = '2026-01-01 00:05Z'$$);
CALL unguarded($$UPDATE keyed_results SET count = 0 WHERE k IS NULL$$);
CALL unguarded($$UPDATE total_results SET sum = 0$$);
CALL unguarded($$UPDATE local_results SET count = 0 WHERE window_start = '2026-01-01'$$);
CALL unguarded($$UPDATE folded_results SET min = 'none' WHERE k IS NULL AND window_start = '2026-01-01' AND x = '11' AND n = 1.50$$);
CALL unguarded($$UPDATE joined_results SET max = 0 WHERE name IS NULL AND window_end = '2026-01-01 01:30Z'$$);
SET timezone = 'Asia/Tokyo';
SELECT view, v.* FROM continuous.view, continuous.verify(view) v WHERE view::text NOT IN ('hop', 'tum') ORDER BY view::text, window_start, keys, stored;
SET timezone = 'UTC';
-- rows were deleted from the input
DELETE FROM o WHERE ts = '2026-01-01 00:06:30Z' OR k = 'k0';
SELECT * FROM continuous.verify('tum', NULL, '2026-01-01 00:10Z') ORDER BY window_start, keys, 4;
SELECT * FROM continuous.verify('keyed') ORDER BY keys, 4;
DROP TABLE o CASCADE;

-- sums of floats that cancel each other out, and inputs that do not vary, leave
-- nothing but the errors of additions, which depend on their order
CREATE TABLE f (ts timestamptz, k text, x float8, y real);
CREATE CONTINUOUS VIEW floats AS SELECT window_start, k, count(*), sum(x), avg(x), sum(y) AS real, stddev(x), var_pop(y), corr(x, y), regr_slope(y, x), regr_intercept(x, y), covar_samp(x, y), regr_sxx(x, y), sum(x) FILTER (WHERE y < 0) AS none FROM f GROUP BY hop(ts, '1 min', '7 min'), k;
SELECT continuous.sync('floats');
INSERT INTO f SELECT timestamptz '2026-01-01 00:00Z' + i * interval '1 s', k, CASE k WHEN 'cancel' THEN (ARRAY[0.1, 0.2, -0.3])[1 + i % 3] WHEN 'same' THEN 0.1 ELSE i % 17 END, CASE k WHEN 'vary' THEN 3 * (i % 17) + i % 3 ELSE 1.1 END
  FROM generate_series(1, 900) i, unnest(ARRAY['cancel', 'same', 'vary']) k;
SELECT continuous.sync('floats');
SELECT * FROM continuous.verify('floats');
CALL unguarded($$UPDATE floats_results SET sum = sum + 1e-6, real = real * 1.01, stddev = stddev + 1e-6, corr = corr + 1e-6, regr_slope = regr_slope + 1e-6, covar_samp = covar_samp + 1e-6, none = 0 WHERE window_start = '2026-01-01 00:03Z'$$);
SELECT keys, "column" FROM continuous.verify('floats') ORDER BY 1, 2;
DROP TABLE f CASCADE;

-- rows that were too late: they count in the plain query
CREATE TABLE l (ts timestamptz, k text, v int);
CREATE TABLE late (LIKE l);
CREATE CONTINUOUS VIEW counts WITH (allowed_lateness = 0) AS SELECT window_start, k, count(*), sum(v) FROM l GROUP BY tumble(ts, '1 min'), k;
CREATE CONTINUOUS VIEW keeps WITH (allowed_lateness = 0, late_rows = keep) AS SELECT window_start, k, sum(v) FROM l GROUP BY tumble(ts, '1 min', origin => '2000-01-01 00:00:30Z'), k;
CREATE CONTINUOUS VIEW of_late WITH (allowed_lateness = 0, late_rows = keep) AS SELECT window_start, k, sum(v) FROM late GROUP BY tumble(ts, '1 min'), k;
CREATE CONTINUOUS VIEW drops WITH (allowed_lateness = 0) AS SELECT window_start, k, sum(v) FROM l GROUP BY tumble(ts, '1 min'), k;
CREATE CONTINUOUS VIEW hops WITH (allowed_lateness = 0) AS SELECT window_start, k, count(*) FROM l GROUP BY hop(ts, '1 min', '2 min'), k;
CREATE CONTINUOUS VIEW sessions WITH (allowed_lateness = 0) AS SELECT window_start, k, count(*) FROM l GROUP BY session(ts, '1 min'), k;
CALL sync_all();
INSERT INTO l SELECT timestamptz '2026-01-01 00:00Z' + i * interval '20 s', 'a', i FROM generate_series(0, 30) i;
INSERT INTO l VALUES ('2026-01-01 00:02:10Z', 'a', 100), ('2026-01-01 00:02:20Z', 'a', 0), ('2026-01-01 00:03:20Z', 'b', 7), ('2026-01-01 00:10:30Z', 'a', 1);
INSERT INTO late VALUES ('2026-01-01 00:10Z', 'a', 1);
INSERT INTO late SELECT * FROM l WHERE ts < '2026-01-01 00:00:30Z';
CALL sync_all();
SELECT view, v.* FROM continuous.view, continuous.verify(view) v ORDER BY view::text, window_start, keys, 5;
-- they are in none, or in the results, afterwards
SELECT view, continuous.recompute(view) FROM continuous.view ORDER BY view::text;
SELECT view, v.* FROM continuous.view, continuous.verify(view) v;
DROP TABLE l, late CASCADE;

-- rows before the view; rows that fail; windows that are gone
SET continuous.test_now = '2026-01-01 05:00Z';
CREATE TABLE p (ts timestamptz, v int) PARTITION BY RANGE (ts);
CREATE TABLE p_1 PARTITION OF p FOR VALUES FROM ('2026-01-01 00:00Z') TO ('2026-01-01 01:00Z');
CREATE TABLE p_2 (v int, gone int, ts timestamptz);
ALTER TABLE p_2 DROP COLUMN gone;
ALTER TABLE p ATTACH PARTITION p_2 DEFAULT;
INSERT INTO p SELECT timestamptz '2026-01-01 00:00Z' + i * interval '1 min', i FROM generate_series(0, 99) i;
CREATE CONTINUOUS VIEW from_now WITH (backfill = false) AS SELECT window_start, count(*) FROM p GROUP BY tumble(ts, '10 min');
CREATE CONTINUOUS VIEW skips WITH (on_error = skip) AS SELECT window_start, sum(100 / (v - 50)) FROM p WHERE 100 / (v % 50 - 20) < 1000 GROUP BY tumble(ts, '10 min');
CREATE CONTINUOUS VIEW skips_in_sessions WITH (on_error = skip) AS SELECT window_start, sum(100 / (v - 50)) FROM p GROUP BY session(ts, '2 min');
CREATE CONTINUOUS VIEW stops AS SELECT window_start, sum(100 / v) FROM p WHERE 100 / v > -1 GROUP BY tumble(ts, '10 min');
CREATE CONTINUOUS VIEW expires WITH (retention = '30 min', allowed_lateness = '10 min') AS SELECT window_start, count(*) FROM p GROUP BY tumble(ts, '10 min');
CREATE CONTINUOUS VIEW minutes WITH (emit = final, allowed_lateness = 0) AS SELECT window_start AS minute, sum(v) AS total FROM p GROUP BY tumble(ts, '1 min');
CREATE CONTINUOUS VIEW hours AS SELECT window_start, max(total) FROM minutes GROUP BY tumble(minute, '1 hour');
SELECT continuous.sync(view) FROM continuous.view WHERE view <> 'stops'::regclass;
INSERT INTO p SELECT timestamptz '2026-01-01 02:00Z' + i * interval '1 min', i FROM generate_series(0, 99) i;
SELECT continuous.sync(view) FROM continuous.view WHERE view <> 'stops'::regclass;
SELECT view, v.* FROM continuous.view, continuous.verify(view) v WHERE view <> 'stops'::regclass ORDER BY view::text;
SELECT count(*) FROM expires;
-- what a view cannot consume it does not have to evaluate
SELECT continuous.verify('stops');
CREATE CONTINUOUS VIEW stops_later AS SELECT window_start, sum(100 / (v - 200)) FROM p WHERE 100 / (v - 200) < 1000 GROUP BY tumble(ts, '10 min');
SELECT continuous.sync('stops_later');
INSERT INTO p VALUES ('2026-01-01 00:01Z', 200);
SELECT continuous.sync('stops_later');
SELECT * FROM continuous.verify('stops_later');
-- new columns of OR REPLACE, and what the dials may become
CREATE OR REPLACE CONTINUOUS VIEW from_now AS SELECT window_start, count(*), max(v) FROM p GROUP BY tumble(ts, '10 min');
ALTER VIEW from_now SET (emit = final);
SELECT * FROM continuous.verify('from_now');
ALTER VIEW from_now SET (emit = update);
SELECT * FROM continuous.verify('from_now');
TRUNCATE p_1;
SELECT continuous.sync(view) FROM continuous.view WHERE view::text IN ('from_now', 'expires', 'skips');
SELECT * FROM continuous.verify('from_now');
SELECT window_start, "column", recomputed FROM continuous.verify('expires');
SELECT count(*), count(recomputed) FROM continuous.verify('skips');
DROP TABLE p CASCADE;

-- whose rights
CREATE ROLE verify_owner;
CREATE ROLE verify_other;
GRANT ALL ON SCHEMA verify TO verify_owner, verify_other;
CREATE TABLE r (ts timestamptz, secret text, v int);
GRANT SELECT (ts, v), TRIGGER ON r TO verify_owner;
ALTER TABLE r ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON r TO verify_owner USING (v < 3);
SET ROLE verify_owner;
CREATE CONTINUOUS VIEW mine AS SELECT window_start, count(*), sum(v) FROM r GROUP BY tumble(ts, '1 min');
RESET ROLE;
INSERT INTO r SELECT timestamptz '2026-01-01 00:00Z' + i * interval '20 s', 'x', i FROM generate_series(0, 9) i;
SELECT continuous.sync('mine');
ALTER TABLE mine_results ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT * FROM continuous.verify('mine');
SET ROLE verify_owner;
SELECT * FROM continuous.verify('mine');
SET ROLE verify_other;
SELECT * FROM continuous.verify('mine');
RESET ROLE;
REVOKE SELECT ON r FROM verify_owner;
SELECT * FROM continuous.verify('mine');

-- what cannot be verified
SELECT * FROM continuous.verify('r');
SELECT * FROM continuous.verify(NULL);
SELECT continuous.verify_takes('r'::regclass, '3');
CREATE CONTINUOUS VIEW no_window WITH (state_ttl = '1 day') AS SELECT v, count(*) FROM r GROUP BY v;
SELECT * FROM continuous.verify('no_window', '2026-01-01');
