-- Case C16, its whole kind: each way of changing rows that are counted is
-- refused, or changes nothing.
CREATE SCHEMA cases_changes;
SET search_path = cases_changes;
SET client_min_messages = warning;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
\set VERBOSITY terse

CREATE TABLE parent (id int PRIMARY KEY);
INSERT INTO parent VALUES (1), (2), (3);
CREATE TABLE ev (
	id int, ts timestamptz, k text, v int,
	parent int REFERENCES parent ON UPDATE CASCADE ON DELETE SET NULL,
	doubled int GENERATED ALWAYS AS (v * 2) STORED,
	UNIQUE (id, k)) PARTITION BY LIST (k);
CREATE TABLE ev_a PARTITION OF ev FOR VALUES IN ('a');
CREATE TABLE ev_b PARTITION OF ev FOR VALUES IN ('b') PARTITION BY RANGE (id);
CREATE TABLE ev_b1 PARTITION OF ev_b FOR VALUES FROM (0) TO (100);
CREATE TABLE ev_rest PARTITION OF ev DEFAULT;
CREATE CONTINUOUS VIEW v AS
SELECT window_start, k, sum(v) AS s, sum(doubled) AS d, count(*) AS n FROM ev GROUP BY tumble(ts, '5 minutes'), k;
CREATE VIEW plain AS
SELECT date_bin('5 minutes', ts, '2000-01-03Z') AS window_start, k, sum(v) AS s, sum(doubled) AS d, count(*) AS n FROM ev GROUP BY 1, 2;
CREATE VIEW differs AS
(SELECT 'unexpected', d.* FROM (TABLE v EXCEPT ALL TABLE plain) d)
UNION ALL
(SELECT 'missing', d.* FROM (TABLE plain EXCEPT ALL TABLE v) d);
INSERT INTO ev VALUES (1, '2024-05-01 00:01Z', 'a', 1, 1), (2, '2024-05-01 00:02Z', 'b', 2, 2), (3, '2024-05-01 00:03Z', 'c', 3, 3);
SELECT continuous.sync('v');
TABLE v ORDER BY k;

-- by the table, by its parts, by a view, a cursor, a function, a rule
UPDATE ev SET v = 9;
UPDATE ONLY ev_a SET v = 9;
UPDATE ev_b SET v = 9;
UPDATE ev_b1 SET v = 9 WHERE id = 2;
CREATE VIEW through AS SELECT * FROM ev WHERE v > 0;
UPDATE through SET v = 9 WHERE id = 1;
BEGIN;
DECLARE c CURSOR FOR SELECT * FROM ev_a FOR UPDATE;
FETCH c;
UPDATE ev_a SET v = 9 WHERE CURRENT OF c;
ROLLBACK;
CREATE FUNCTION change() RETURNS void LANGUAGE sql AS 'UPDATE cases_changes.ev SET v = 9';
SELECT change();
PREPARE p (int) AS UPDATE ev SET v = $1;
EXECUTE p (9);
CREATE TABLE relay (v int);
CREATE RULE relay AS ON INSERT TO relay DO ALSO UPDATE ev SET v = new.v;
INSERT INTO relay VALUES (9);
WITH w AS (UPDATE ev SET v = 9 RETURNING v) SELECT * FROM w;
-- from one partition to another: a delete and an insert, but an UPDATE
UPDATE ev SET k = 'a' WHERE id = 2;
UPDATE ev SET ts = ts + interval '1 hour', id = id + 10;
-- what foreign keys do
UPDATE parent SET id = 11 WHERE id = 1;
DELETE FROM parent WHERE id = 2;
-- of what is there and what is not
INSERT INTO ev VALUES (1, '2024-05-01 00:01Z', 'a', 9) ON CONFLICT (id, k) DO UPDATE SET v = excluded.v;
MERGE INTO ev USING (VALUES (1, 'a'), (7, 'a')) s (id, k) ON ev.id = s.id WHEN MATCHED THEN UPDATE SET v = 9 WHEN NOT MATCHED THEN INSERT VALUES (s.id, '2024-05-01 00:01Z', s.k, 9);
SET session_replication_role = replica;
UPDATE ev_a SET v = 9;
UPDATE parent SET id = 11 WHERE id = 1;
UPDATE parent SET id = 1 WHERE id = 11;
RESET session_replication_role;
BEGIN ISOLATION LEVEL SERIALIZABLE;
UPDATE ev SET v = 9;
ROLLBACK;
DO $$
BEGIN
	UPDATE cases_changes.ev SET v = 9;
EXCEPTION WHEN object_not_in_prerequisite_state THEN
	INSERT INTO cases_changes.ev VALUES (4, '2024-05-01 00:04Z', 'a', 4);
END $$;
-- the guard itself
SELECT format('DROP TRIGGER %I ON ev', tgname) FROM pg_trigger WHERE tgrelid = 'ev'::regclass AND NOT tgisinternal \gexec
-- rewriting all rows
ALTER TABLE ev ALTER v TYPE bigint;
ALTER TABLE ev ADD COLUMN drawn float8 DEFAULT random();
ALTER TABLE ev_a SET LOGGED;
ALTER TABLE ev_a SET UNLOGGED;
SELECT continuous.sync('v');
TABLE differs;

-- a BEFORE INSERT trigger decides what the row is; locked rows are as they were;
-- what is frozen, moved by VACUUM FULL or CLUSTER, is the same row
CREATE FUNCTION adjust() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.v = 0 THEN
		RETURN NULL;
	END IF;
	new.v := new.v + 100;
	RETURN new;
END $$;
CREATE TRIGGER adjust BEFORE INSERT ON ev FOR EACH ROW EXECUTE FUNCTION adjust();
INSERT INTO ev SELECT i, '2024-05-01 00:06Z', (ARRAY['a', 'b', 'c'])[i % 3 + 1], i % 4 FROM generate_series(20, 40) i;
SELECT count(*) FROM (SELECT * FROM ev FOR UPDATE) l;
SELECT count(*) FROM (SELECT * FROM ev FOR KEY SHARE) l;
VACUUM (FREEZE) ev;
VACUUM FULL ev_a;
CLUSTER ev_a USING ev_a_id_k_key;
SELECT continuous.sync('v');
TABLE differs;
-- deleted, and the same inserted again: counted again
DELETE FROM ev WHERE id = 1;
INSERT INTO ev VALUES (1, '2024-05-01 00:01Z', 'a', 1, 1);
SELECT continuous.sync('v');
SELECT k, n FROM v WHERE window_start = '2024-05-01Z' ORDER BY k;
SELECT state, rows_read, rows_counted FROM continuous.stats WHERE view = 'v'::regclass;

-- whoever owns the table may disable the guard: the view notices
ALTER TABLE ev DISABLE TRIGGER v_append_only;
UPDATE ev SET v = 9 WHERE id = 3;
ALTER TABLE ev ENABLE TRIGGER ALL;
SELECT tgrelid::regclass, tgenabled FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc AND tgrelid::regclass::text LIKE 'ev%' ORDER BY 1::text;
SELECT continuous.sync('v');
SELECT state, error FROM continuous.stats WHERE view = 'v'::regclass;
SELECT continuous.rebuild('v');
SELECT continuous.sync('v');
TABLE differs;

DROP SCHEMA cases_changes CASCADE;
