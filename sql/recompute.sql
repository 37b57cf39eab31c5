-- recompute(): windows computed anew from the rows that are still there.
CREATE SCHEMA recompute;
SET search_path = recompute;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
\set VERBOSITY terse
CREATE TABLE o (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW tum WITH (allowed_lateness = '0', late_rows = keep) AS SELECT window_start, window_end, k, count(*), sum(v), avg(v::numeric), array_agg(v ORDER BY v) AS vs FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW fil WITH (allowed_lateness = '0', fill = zero, fill_windows = 3) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY tumble(ts, '1 min'), k;
CREATE CONTINUOUS VIEW hop WITH (allowed_lateness = '7 min') AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY hop(ts, '3 min', '10 min'), k;
CREATE CONTINUOUS VIEW cum WITH (allowed_lateness = '7 min') AS SELECT window_start, window_end, k, count(*), max(v) FROM o GROUP BY cumulate(ts, '10 min', '30 min'), k;
CREATE CONTINUOUS VIEW ses WITH (allowed_lateness = '0', late_rows = keep) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY session(ts, '20 s'), k;
CREATE CONTINUOUS VIEW tum_final WITH (allowed_lateness = '0', emit = final) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW hop_final WITH (allowed_lateness = '7 min', emit = final) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY hop(ts, '3 min', '10 min'), k;
CREATE CONTINUOUS VIEW ses_final WITH (allowed_lateness = '0', emit = final) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY session(ts, '20 s'), k;
CREATE PROCEDURE sync_all() LANGUAGE sql AS $$ SELECT continuous.sync(view) FROM continuous.view $$;

-- rows of a view that differ from the one-shot query, among windows that have
-- some part in [a, b); and rows that differ from what was there before, among
-- the others.  What is not published yet does not count, nor do fillers.
CREATE FUNCTION differ(v text, a timestamptz, b timestamptz, OUT in_range bigint, OUT outside bigint) LANGUAGE plpgsql AS $$
DECLARE
	query text := continuous.one_shot(v::regclass);
	hit text := format('window_end > coalesce(%L, ''-infinity''::timestamptz) AND window_start < coalesce(%L, ''infinity''::timestamptz)', a, b);
	near text := hit;
	is_there text := 'true';
BEGIN
	-- sessions next to the range are recomputed, too
	IF v ~ 'ses' THEN near := format('window_end > coalesce(%L, ''-infinity''::timestamptz) AND window_start < coalesce(%L, ''infinity''::timestamptz)', a - interval '20 s', b + interval '20 s'); END IF;
	IF v ~ 'final' THEN is_there := format('window_end <= continuous.watermark(%L)', v); END IF;
	EXECUTE format('SELECT count(*) FROM ((SELECT * FROM %1$I WHERE %3$s AND count > 0 EXCEPT ALL SELECT * FROM (%2$s) q WHERE %3$s AND %4$s)
		UNION ALL (SELECT * FROM (%2$s) q WHERE %3$s AND %4$s EXCEPT ALL SELECT * FROM %1$I WHERE %3$s)) x', v, query, hit, is_there) INTO in_range;
	EXECUTE format('SELECT count(*) FROM ((SELECT * FROM %1$I WHERE NOT (%2$s) EXCEPT ALL SELECT * FROM before_%1$s WHERE NOT (%2$s))
		UNION ALL (SELECT * FROM before_%1$s WHERE NOT (%2$s) EXCEPT ALL SELECT * FROM %1$I WHERE NOT (%2$s))) x', v, near) INTO outside;
END $$;
CREATE PROCEDURE remember() LANGUAGE plpgsql AS $$
DECLARE v regclass;
BEGIN
	FOR v IN SELECT view FROM continuous.view LOOP
		EXECUTE format('DROP TABLE IF EXISTS before_%1$s; CREATE TABLE before_%1$s AS TABLE %1$s', v);
	END LOOP;
END $$;

INSERT INTO o SELECT timestamptz '2026-01-01 00:00Z' + i * interval '13 s', 'k' || i * 7 % 5, i FROM generate_series(1, 600) i;
CALL sync_all();
-- too late for most views
INSERT INTO o SELECT timestamptz '2026-01-01 00:00Z' + i * interval '23 s', 'k' || i * 7 % 6, -i FROM generate_series(1, 300) i;
CALL sync_all();
CALL remember();
SELECT view, rows_read, rows_counted > 600 AS some, rows_too_late > 0 AS late FROM continuous.stats ORDER BY view::text;
SELECT view, d.in_range > 0 AS differs FROM continuous.view, differ(view::text, NULL, NULL) d ORDER BY view::text;

-- a part: these windows are right, all others as they were
CREATE TABLE stats_before AS SELECT view, watermark, rows_read, rows_counted, rows_too_late, corrections FROM continuous.stats;
BEGIN;
SELECT view, continuous.recompute(view, '2026-01-01 00:21Z', '2026-01-01 00:33Z') > 0 AS counted FROM continuous.view ORDER BY view::text;
SELECT view, d.* FROM continuous.view, differ(view::text, '2026-01-01 00:21Z', '2026-01-01 00:33Z') d ORDER BY view::text;
SELECT min(event_time) FILTER (WHERE event_time >= '2026-01-01 00:20Z'), max(event_time) FILTER (WHERE event_time < '2026-01-01 00:40Z') FROM tum_late;
ROLLBACK;
-- rolled back, nothing has happened, and the worker goes on
SELECT view, d.* FROM continuous.view, differ(view::text, '2200-01-01Z', NULL) d ORDER BY view::text;
INSERT INTO o VALUES ('2026-01-01 02:10Z', 'k1', 7);
CALL sync_all();
SELECT view, continuous.recompute(view, '2026-01-01 00:21Z', '2026-01-01 00:33Z') > 0 AS counted FROM continuous.view ORDER BY view::text;
SELECT view, d.in_range FROM continuous.view, differ(view::text, '2026-01-01 00:21Z', '2026-01-01 00:33Z') d ORDER BY view::text;
SELECT b.view, s.watermark >= b.watermark AS w, s.rows_read - b.rows_read AS read, s.rows_too_late - b.rows_too_late AS late FROM continuous.stats s JOIN stats_before b USING (view) ORDER BY view::text;
-- of sessions and windows that are open, later rows are added to what was made
INSERT INTO o SELECT timestamptz '2026-01-01 02:10Z' + i * interval '3 s', 'k' || i % 3, i FROM generate_series(1, 100) i;
CALL sync_all();
SELECT view, continuous.recompute(view, '2026-01-01 02:11Z') > 0 AS counted FROM continuous.view ORDER BY view::text;
INSERT INTO o SELECT timestamptz '2026-01-01 02:15Z' + i * interval '3 s', 'k' || i % 3, i FROM generate_series(1, 100) i;
CALL sync_all();
SELECT view, d.in_range FROM continuous.view, differ(view::text, '2026-01-01 02:11Z', NULL) d ORDER BY view::text;
-- all of it
SELECT view, continuous.recompute(view) FROM continuous.view ORDER BY view::text;
SELECT view, d.in_range FROM continuous.view, differ(view::text, NULL, NULL) d ORDER BY view::text;
SELECT (SELECT count(*) FROM tum_late) AS tum_late, (SELECT count(*) FROM ses_late) AS ses_late;
-- fillers are those that a view made anew has
CREATE CONTINUOUS VIEW fil2 WITH (fill = zero, fill_windows = 3) AS SELECT window_start, window_end, k, count(*), sum(v) FROM o GROUP BY tumble(ts, '1 min'), k;
SELECT continuous.sync('fil2');
(TABLE fil EXCEPT ALL TABLE fil2) UNION ALL (TABLE fil2 EXCEPT ALL TABLE fil);

-- rows that were deleted are in no window that is recomputed; gaps are filled anew from both ends
DELETE FROM o WHERE ts >= '2026-01-01 00:25Z' AND ts < '2026-01-01 00:27Z';
CALL remember();
SELECT view, continuous.recompute(view, '2026-01-01 00:25Z', '2026-01-01 00:27Z') IS NOT NULL AS done FROM continuous.view ORDER BY view::text;
SELECT view, d.in_range FROM continuous.view, differ(view::text, '2026-01-01 00:25Z', '2026-01-01 00:27Z') d ORDER BY view::text;
SELECT continuous.rebuild('fil2');
SELECT continuous.sync('fil2');
(TABLE fil EXCEPT ALL TABLE fil2) UNION ALL (TABLE fil2 EXCEPT ALL TABLE fil);
DELETE FROM o WHERE ts >= '2026-01-01 00:31Z' AND ts < '2026-01-01 00:32Z';
SET client_min_messages = notice;
SELECT continuous.recompute('tum');
SET client_min_messages = warning;
SELECT view, continuous.recompute(view) IS NOT NULL AS done FROM continuous.view ORDER BY view::text;
SELECT view, d.in_range FROM continuous.view, differ(view::text, NULL, NULL) d ORDER BY view::text;

DROP VIEW fil, fil2, cum, tum_final, hop_final, ses_final, ses, hop;

-- times: of the view's type, or of the session's zone; nothing at all
CREATE CONTINUOUS VIEW loc AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts::timestamp, '1 hour');
SELECT continuous.sync('loc');
SELECT continuous.recompute('loc', timestamp '2026-01-01 00:00', timestamp '2026-01-01 01:00'), continuous.recompute('loc', timestamptz '2026-01-01 01:00', NULL), continuous.recompute('tum', timestamp '2026-01-01 00:00', NULL);
SELECT continuous.recompute('tum', 'infinity'), continuous.recompute('tum', NULL, '-infinity'), continuous.recompute('tum', '2026-01-02', '2026-01-01'), continuous.recompute('tum', '290000-01-01'), continuous.recompute('tum', '4000-01-01 BC', '3999-01-01 BC'), continuous.recompute(NULL);

-- who may, and when
SELECT continuous.recompute('o');
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT continuous.recompute('tum');
ROLLBACK;
BEGIN READ ONLY;
SELECT continuous.recompute('tum');
ROLLBACK;
CREATE ROLE recompute_other;
GRANT USAGE ON SCHEMA recompute TO recompute_other;
GRANT ALL ON ALL TABLES IN SCHEMA recompute TO recompute_other;
SET ROLE recompute_other;
SELECT continuous.recompute('recompute.tum');
RESET ROLE;

-- user code runs as the owner, under the view's settings, whoever calls; row
-- security is the owner's; an error leaves all as it was, the identity as well
CREATE ROLE recompute_owner;
GRANT CREATE, USAGE ON SCHEMA recompute TO recompute_owner;
CREATE TABLE divisor (d int);
INSERT INTO divisor VALUES (5);
GRANT SELECT ON divisor TO recompute_owner;
CREATE FUNCTION who() RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN format('%s %s %s', current_user, current_setting('timezone'), 10 / (SELECT d FROM recompute.divisor)); END $$;
CREATE TABLE r (ts timestamptz, v int, hidden bool);
ALTER TABLE r ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON r TO recompute_owner USING (NOT hidden);
GRANT SELECT, TRIGGER ON r TO recompute_owner;
SET ROLE recompute_owner;
SET timezone = 'Asia/Tokyo';
CREATE CONTINUOUS VIEW mine AS SELECT window_start, who(), count(*) FROM r GROUP BY tumble(ts, '1 hour'), who();
SET timezone = 'UTC';
RESET ROLE;
INSERT INTO r VALUES ('2026-01-01 00:01Z', 5, false), ('2026-01-01 00:02Z', 5, true);
SELECT continuous.sync('mine');
TABLE mine;
UPDATE divisor SET d = 0;
SELECT continuous.recompute('mine');
SELECT current_user = session_user AS is_me, current_setting('timezone'), who, count FROM mine;
UPDATE divisor SET d = 2;
BEGIN;
SAVEPOINT s;
ALTER POLICY p ON r USING (true);
SELECT continuous.recompute('mine');
SELECT current_user = session_user AS is_me, current_setting('timezone'), who, count FROM mine;
ROLLBACK TO s;
SELECT continuous.recompute('mine');
COMMIT;
INSERT INTO r VALUES ('2026-01-01 00:05Z', 2, false);
SELECT continuous.sync('mine');
TABLE mine;
DROP VIEW mine;

-- a view without backfill: what was there before is not counted
CREATE CONTINUOUS VIEW from_now WITH (backfill = false) AS SELECT window_start, count(*), min(v) FROM o GROUP BY tumble(ts, '1 day');
INSERT INTO o VALUES ('2026-01-01 02:20Z', 'k1', 1000), ('2026-01-01 02:21Z', 'k1', 1001);
SELECT continuous.sync('from_now');
TABLE from_now;
SELECT continuous.recompute('from_now');
TABLE from_now;

-- rows that nobody has consumed yet come once, by the worker
SELECT continuous.pause('tum');
INSERT INTO o VALUES ('2026-01-01 02:22Z', 'paused', 1);
SELECT continuous.recompute('tum', '2026-01-01 02:20Z');
SELECT count(*) FROM tum WHERE k = 'paused';
SELECT continuous.resume('tum');
SELECT continuous.sync('tum');
SELECT continuous.recompute('tum', '2026-01-01 02:20Z');
SELECT k, count FROM tum WHERE k = 'paused';
-- while a view reads what is there it cannot be
BEGIN;
CREATE CONTINUOUS VIEW young AS SELECT window_start, count(*) FROM o GROUP BY tumble(ts, '1 day');
SELECT continuous.recompute('young');
ROLLBACK;

-- a dimension row came late; another one was put right
CREATE TABLE dim (id int PRIMARY KEY, name text);
INSERT INTO dim VALUES (1, 'one'), (2, 'tow');
CREATE TABLE f (ts timestamptz, id int);
CREATE CONTINUOUS VIEW named AS SELECT window_start, d.name, count(*) FROM f LEFT JOIN dim d ON d.id = f.id GROUP BY tumble(f.ts, '1 hour'), d.name;
INSERT INTO f SELECT timestamptz '2026-01-01 00:00Z' + i * interval '10 min', i % 4 FROM generate_series(0, 23) i;
SELECT continuous.sync('named');
TABLE named ORDER BY 1, 2;
INSERT INTO dim VALUES (3, 'three');
UPDATE dim SET name = 'two' WHERE id = 2;
SELECT continuous.recompute('named', '2026-01-01 01:00Z', '2026-01-01 03:00Z');
TABLE named ORDER BY 1, 2;
INSERT INTO f VALUES ('2026-01-01 02:59Z', 3), ('2026-01-01 03:59Z', 3);
SELECT continuous.sync('named');
TABLE named ORDER BY 1, 2;

-- what retention has removed does not come back
CREATE TABLE old (ts timestamptz);
CREATE CONTINUOUS VIEW kept WITH (allowed_lateness = '0', retention = '2 hours') AS SELECT window_start, count(*) FROM old GROUP BY tumble(ts, '1 hour');
INSERT INTO old SELECT timestamptz '2026-01-01 00:00Z' + i * interval '20 min' FROM generate_series(0, 15) i;
SELECT continuous.sync('kept');
INSERT INTO old VALUES ('2026-01-01 05:00Z');
SELECT continuous.sync('kept');
TABLE kept ORDER BY 1;
SELECT continuous.recompute('kept'), continuous.recompute('kept', NULL, '2026-01-01 02:00Z');
TABLE kept ORDER BY 1;

-- constraints of the results that are put off do not run as whoever calls
CREATE FUNCTION told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'told as %', current_user; RETURN NULL; END $$;
GRANT SELECT, TRIGGER ON old TO recompute_owner;
SET ROLE recompute_owner;
CREATE CONTINUOUS VIEW theirs AS SELECT window_start, count(*) FROM old GROUP BY tumble(ts, '1 day');
CREATE CONSTRAINT TRIGGER told AFTER DELETE ON theirs_results DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION told();
RESET ROLE;
SELECT continuous.sync('theirs');
BEGIN;
SET CONSTRAINTS ALL DEFERRED;
SELECT continuous.recompute('theirs');
COMMIT;
DROP VIEW theirs;

-- rows that fail are left out
CREATE TABLE e (ts timestamptz, v int);
CREATE CONTINUOUS VIEW failing WITH (on_error = skip) AS SELECT window_start, window_end, sum(100 / v) FROM e GROUP BY tumble(ts, '1 hour');
INSERT INTO e SELECT timestamptz '2026-01-01 00:00Z' + i * interval '1 min', i % 10 FROM generate_series(1, 300) i;
SELECT continuous.sync('failing');
SELECT count(*) FROM failing_late;
CREATE TABLE failing_before AS TABLE failing;
SELECT continuous.recompute('failing', '2026-01-01 01:00Z', '2026-01-01 02:00Z');
SELECT continuous.recompute('failing');
SELECT count(*) FROM failing_late;
(TABLE failing EXCEPT ALL TABLE failing_before) UNION ALL (TABLE failing_before EXCEPT ALL TABLE failing);

-- partitions: attached and detached ones
CREATE TABLE p (ts timestamptz, v int) PARTITION BY RANGE (ts);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2026-01-01Z') TO ('2026-01-02Z');
CREATE TABLE p2 PARTITION OF p FOR VALUES FROM ('2026-01-02Z') TO ('2026-01-03Z');
CREATE CONTINUOUS VIEW parts AS SELECT window_start, window_end, count(*), sum(v) FROM p GROUP BY tumble(ts, '12 hours');
INSERT INTO p SELECT timestamptz '2026-01-01 00:00Z' + i * interval '1 hour', i FROM generate_series(0, 47) i;
CREATE TABLE p3 (LIKE p);
INSERT INTO p3 SELECT timestamptz '2026-01-03 00:00Z' + i * interval '1 hour', i FROM generate_series(0, 23) i;
ALTER TABLE p ATTACH PARTITION p3 FOR VALUES FROM ('2026-01-03Z') TO ('2026-01-04Z');
SELECT continuous.sync('parts');
SELECT continuous.recompute('parts');
TABLE parts ORDER BY 1;
ALTER TABLE p DETACH PARTITION p1;
SELECT continuous.recompute('parts', '2026-01-02 06:00Z');
SELECT continuous.sync('parts');
SELECT continuous.recompute('parts', '2026-01-01 06:00Z', '2026-01-01 08:00Z');
TABLE parts ORDER BY 1;
ALTER TABLE p ATTACH PARTITION p1 FOR VALUES FROM ('2026-01-01Z') TO ('2026-01-02Z');
SELECT continuous.sync('parts');
SELECT continuous.recompute('parts');
TABLE parts ORDER BY 1;

-- keys without windows: as if rows had come in the order of their times
CREATE TABLE ke (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '90 s', ttl_action = keep) AS SELECT k, count(*), sum(v) FROM ke GROUP BY k;
CREATE CONTINUOUS VIEW keyed_drop WITH (state_ttl = '90 s') AS SELECT k, count(*), sum(v) FROM ke GROUP BY k;
INSERT INTO ke VALUES ('2026-01-01 00:00Z', 'a', 1);
INSERT INTO ke VALUES ('2026-01-01 00:01Z', 'a', 2), ('2026-01-01 00:01Z', 'b', 3);
INSERT INTO ke VALUES ('2026-01-01 00:03Z', 'a', 4);
INSERT INTO ke VALUES ('2026-01-01 00:04Z', 'a', 5);
SELECT continuous.sync('keyed'), continuous.sync('keyed_drop');
TABLE keyed ORDER BY k;
TABLE keyed_drop ORDER BY k;
SELECT continuous.recompute('keyed'), continuous.recompute('keyed_drop');
TABLE keyed ORDER BY k;
TABLE keyed_drop ORDER BY k;
SELECT continuous.recompute('keyed', '2026-01-01 00:03Z');
INSERT INTO ke VALUES ('2026-01-01 00:04:30Z', 'a', 6), ('2026-01-01 00:04:30Z', 'b', 7);
SELECT continuous.sync('keyed'), continuous.sync('keyed_drop');
TABLE keyed ORDER BY k;
TABLE keyed_drop ORDER BY k;

DROP SCHEMA recompute CASCADE;
DROP ROLE recompute_other, recompute_owner;
