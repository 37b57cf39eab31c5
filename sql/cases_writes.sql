-- Ways of writing to the input: cases C15 (one write over many partitions) and
-- C16 (changes to rows already counted).
CREATE SCHEMA cases_writes;
SET search_path = cases_writes;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- C15: no row is lost at the edges of partitions
CREATE TABLE c15 (ts timestamptz, k text) PARTITION BY RANGE (ts);
SELECT format('CREATE TABLE c15_%s PARTITION OF c15 FOR VALUES FROM (%L) TO (%L)', to_char(d, 'MMDD'), d, d + interval '1 day')
  FROM generate_series('2024-03-01Z'::timestamptz, '2024-03-20Z', '1 day') d \gexec
CREATE CONTINUOUS VIEW c15_v WITH (watermark_delay = '0 s', allowed_lateness = '60 days') AS
	SELECT window_start, k, count(*) AS n FROM c15 GROUP BY tumble(ts, interval '1 hour'), k;
SELECT continuous.sync('c15_v');
INSERT INTO c15 SELECT t, 'ins' FROM generate_series('2024-03-01 00:00Z'::timestamptz, '2024-03-20 00:00Z', '1 hour') t;
COPY c15 FROM PROGRAM 'i=0; while [ $i -lt 457 ]; do printf "2024-03-%02d %02d:00Z\tcopy\n" $((i / 24 + 1)) $((i % 24)); i=$((i + 1)); done';
INSERT INTO c15_0305 SELECT t, 'leaf' FROM generate_series('2024-03-05 00:00Z'::timestamptz, '2024-03-05 23:00Z', '1 hour') t;
-- columns in another order, dropped ones, rows before the attachment
CREATE TABLE c15_later (dropped int, k text, ts timestamptz);
ALTER TABLE c15_later DROP COLUMN dropped;
INSERT INTO c15_later VALUES ('attached', '2024-03-21 00:00Z');
ALTER TABLE c15 ATTACH PARTITION c15_later FOR VALUES FROM ('2024-03-21Z') TO ('2024-03-22Z');
INSERT INTO c15 VALUES ('2024-03-21 00:30Z', 'attached'), ('2024-03-21 23:59:59.999999Z', 'attached'), ('2024-03-20 23:59:59.999999Z', 'attached');
SELECT continuous.sync('c15_v');
CREATE TABLE c15_push PARTITION OF c15 DEFAULT;
INSERT INTO c15 VALUES ('2024-05-30Z', 'zz');
SELECT continuous.sync('c15_v');
SELECT k, count(*) AS windows, sum(n) AS n, max(n) FROM c15_v GROUP BY k ORDER BY k;
-- away and back again: counted once
ALTER TABLE c15 DETACH PARTITION c15_later;
SELECT continuous.sync('c15_v');
INSERT INTO c15_later VALUES ('detached', '2024-05-29 12:00Z'), ('detached', '2024-03-21 12:00Z');	-- the second will be too late
DELETE FROM c15_push;
ALTER TABLE c15 ATTACH PARTITION c15_later FOR VALUES FROM ('2024-03-21Z') TO ('2024-06-22Z');
SELECT continuous.sync('c15_v');
SELECT k, count(*) AS windows, sum(n) AS n, max(n) FROM c15_v GROUP BY k ORDER BY k;
SELECT rows_read, rows_counted, rows_too_late FROM continuous.stats WHERE view = 'c15_v'::regclass;

-- a partition that comes with newer rows does not make those late that were
-- committed before and wait to be read
CREATE TABLE parts (ts timestamptz, k text) PARTITION BY LIST (k);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('a');
CREATE CONTINUOUS VIEW parts_v WITH (allowed_lateness = '0 s', late_rows = keep) AS SELECT window_start, k, count(*) FROM parts GROUP BY tumble(ts, '1 hour'), k;
SELECT continuous.sync('parts_v');
SELECT continuous.pause('parts_v');
INSERT INTO parts VALUES ('2024-03-01 00:00Z', 'a');
CREATE TABLE parts_b (k text, ts timestamptz);
INSERT INTO parts_b VALUES ('b', '2024-03-01 05:00Z');
ALTER TABLE parts ATTACH PARTITION parts_b FOR VALUES IN ('b');
INSERT INTO parts VALUES ('2024-03-01 00:30Z', 'a'), ('2024-03-01 00:30Z', 'b');
CREATE TABLE parts_c PARTITION OF parts FOR VALUES IN ('c');
INSERT INTO parts VALUES ('2024-03-01 04:30Z', 'c');
INSERT INTO parts VALUES ('2024-03-01 01:30Z', 'a');
SELECT continuous.resume('parts_v');
SELECT continuous.sync('parts_v');
SELECT * FROM parts_v ORDER BY 1, 2;
SELECT row_data FROM parts_v_late;
SELECT rows_read, rows_counted, rows_too_late FROM continuous.stats WHERE view = 'parts_v'::regclass;

-- C16: conflicting rows are not counted; what changes rows is refused; what
-- removes them changes nothing
CREATE TABLE c16 (id int PRIMARY KEY, ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c16_v WITH (watermark_delay = '0 s', allowed_lateness = '1 day') AS
	SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c16 GROUP BY tumble(ts, interval '5 minutes'), k;
INSERT INTO c16 VALUES (1, '2024-05-01 00:01Z', 'a', 100), (2, '2024-05-01 00:02Z', 'b', 200);
INSERT INTO c16 VALUES (1, '2024-05-01 00:01Z', 'a', 5) ON CONFLICT DO NOTHING;
WITH w AS (INSERT INTO c16 VALUES (2, '2024-05-01 00:01Z', 'b', 5), (3, '2024-05-01 00:03Z', 'b', 1) ON CONFLICT (id) DO NOTHING RETURNING 1) SELECT count(*) FROM w;
SELECT continuous.sync('c16_v');
SELECT * FROM c16_v ORDER BY k;
INSERT INTO c16 VALUES (1, '2024-05-01 00:01Z', 'a', 999) ON CONFLICT (id) DO UPDATE SET v = excluded.v;
UPDATE c16 SET v = 999 WHERE id = 1;
UPDATE c16 SET v = v;
MERGE INTO c16 USING (VALUES (1)) s (id) ON c16.id = s.id WHEN MATCHED THEN UPDATE SET v = 999;
DO $$ BEGIN UPDATE c16 SET v = 999; EXCEPTION WHEN SQLSTATE '55000' THEN RAISE WARNING 'is 55000'; END $$;
SET session_replication_role = replica;
UPDATE c16 SET v = 999 WHERE id = 1;
RESET session_replication_role;
-- no row, no change
UPDATE c16 SET v = 999 WHERE id = 77;
INSERT INTO c16 VALUES (4, '2024-05-01 00:01Z', 'a', 1) ON CONFLICT (id) DO UPDATE SET v = excluded.v;
MERGE INTO c16 USING (VALUES (5)) s (id) ON c16.id = s.id WHEN MATCHED THEN UPDATE SET v = 999 WHEN NOT MATCHED THEN INSERT VALUES (5, '2024-05-01 00:01Z', 'a', 10);
SELECT continuous.sync('c16_v');
SELECT * FROM c16_v ORDER BY k;
MERGE INTO c16 USING (VALUES (1)) s (id) ON c16.id = s.id WHEN MATCHED THEN DELETE;
DELETE FROM c16 WHERE id = 2;
INSERT INTO c16 VALUES (1, '2024-05-01 00:04Z', 'c', 7);
SELECT continuous.sync('c16_v');
SELECT * FROM c16_v ORDER BY k;
TRUNCATE c16;
INSERT INTO c16 VALUES (1, '2024-05-01 00:04Z', 'c', 70);
SELECT continuous.sync('c16_v');
SELECT * FROM c16_v ORDER BY k;
SELECT * FROM c16;
SELECT state, rows_read, rows_counted, rows_too_late FROM continuous.stats WHERE view = 'c16_v'::regclass;

-- rows made by rules, triggers, other tables' writes, and in functions; rows
-- locked; sub-transactions that fail
CREATE TABLE other (ts timestamptz, k text, v int);
CREATE FUNCTION pass_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO cases_writes.c16 SELECT 100 + new.v, new.ts, new.k, new.v;
	BEGIN
		INSERT INTO cases_writes.c16 SELECT 200 + new.v, new.ts, new.k, new.v;
		PERFORM 1 / (new.v % 2);
	EXCEPTION WHEN division_by_zero THEN NULL;
	END;
	RETURN new;
END $$;
CREATE TRIGGER pass_on AFTER INSERT ON other FOR EACH ROW EXECUTE FUNCTION pass_on();
INSERT INTO other SELECT '2024-05-01 00:03Z', 'trigger', i FROM generate_series(1, 10) i;
SELECT count(*) FROM (SELECT * FROM c16 FOR UPDATE) l;
CREATE RULE copy_too AS ON INSERT TO other DO ALSO INSERT INTO c16 VALUES (300 + new.v, new.ts, 'rule', new.v);
INSERT INTO other VALUES ('2024-05-01 00:03Z', 'trigger', 11);
SELECT continuous.sync('c16_v');
SELECT * FROM c16_v WHERE k IN ('trigger', 'rule') ORDER BY k;
SELECT k, sum(v), count(*) FROM c16 WHERE k IN ('trigger', 'rule') GROUP BY k ORDER BY k;

-- pause, resume, rebuild, backfill = false, and counters over all of it
CREATE TABLE p (ts timestamptz, v int);
INSERT INTO p SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 min', i FROM generate_series(1, 10) i;
CREATE CONTINUOUS VIEW p_all AS SELECT window_start, sum(v), count(*) FROM p WHERE v <> 3 GROUP BY tumble(ts, '5 minutes');
CREATE CONTINUOUS VIEW p_new WITH (backfill = false) AS SELECT window_start, sum(v), count(*) FROM p WHERE v <> 3 GROUP BY tumble(ts, '5 minutes');
CREATE CONTINUOUS VIEW p_fin WITH (backfill = false, emit = final, late_rows = keep, allowed_lateness = '0 s') AS
	SELECT window_start, sum(v), count(*) FROM p WHERE v <> 3 GROUP BY tumble(ts, '5 minutes');
CREATE VIEW counters AS SELECT view, state, watermark, rows_read AS read, rows_counted AS counted, rows_filtered AS filtered, rows_too_late AS late FROM continuous.stats WHERE view::text LIKE 'p\_%';
SELECT continuous.sync('p_all'), continuous.sync('p_new'), continuous.sync('p_fin');
TABLE p_new;
INSERT INTO p VALUES ('2024-05-01 00:11Z', 100);
SELECT continuous.sync('p_all'), continuous.sync('p_new'), continuous.sync('p_fin');
TABLE p_all ORDER BY 1;
TABLE p_new ORDER BY 1;
TABLE p_fin ORDER BY 1;
SELECT continuous.pause('p_all');
\set VERBOSITY terse
SELECT continuous.sync('p_all');
\set VERBOSITY default
INSERT INTO p VALUES ('2024-05-01 00:12Z', 1000), ('2024-05-01 00:21Z', 3);
INSERT INTO p VALUES ('2024-05-01 00:22Z', 5), ('2024-05-01 00:05Z', 5);
SELECT continuous.sync('p_new'), continuous.sync('p_fin');
TABLE p_all ORDER BY 1;
SELECT * FROM counters ORDER BY view::text;
SELECT continuous.resume('p_all');
SELECT continuous.sync('p_all');
TABLE p_all ORDER BY 1;
TABLE p_fin ORDER BY 1;
SELECT * FROM counters ORDER BY view::text;
-- begins anew, with what is there; backfill = false says what counts at creation
DELETE FROM p WHERE v = 1000;
SELECT continuous.rebuild('p_all'), continuous.rebuild('p_new'), continuous.rebuild('p_fin');
SELECT continuous.sync('p_all'), continuous.sync('p_new'), continuous.sync('p_fin');
TABLE p_all ORDER BY 1;
TABLE p_new ORDER BY 1;
TABLE p_fin ORDER BY 1;
SELECT count(*) FROM p_fin_late;
SELECT * FROM counters ORDER BY view::text;
-- rolled back: as if it had not been said
BEGIN;
SELECT continuous.rebuild('p_all');
SELECT count(*) FROM p_all;
ROLLBACK;
BEGIN;
SELECT continuous.pause('p_all');
ROLLBACK;
INSERT INTO p VALUES ('2024-05-01 00:23Z', 1);
SELECT continuous.sync('p_all');
TABLE p_all ORDER BY 1;
SELECT * FROM counters WHERE view = 'p_all'::regclass;

DROP SCHEMA cases_writes CASCADE;
