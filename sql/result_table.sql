-- The result table is an ordinary table for all but its rows and columns.
CREATE SCHEMA result;
SET search_path = result;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE o (ts timestamptz, k text, v int);
CREATE TABLE regions (k text PRIMARY KEY);
INSERT INTO regions VALUES ('a'), ('b'), ('c');
CREATE CONTINUOUS VIEW r WITH (late_rows = keep) AS SELECT window_start, k, sum(v) AS total, count(*) AS n FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW other AS SELECT window_start, count(*) AS n FROM o GROUP BY tumble(ts, '5 min');
CREATE CONTINUOUS VIEW f WITH (emit = final) AS SELECT window_start, k, sum(v) AS total FROM o GROUP BY tumble(ts, '5 min'), k;
INSERT INTO o VALUES ('2026-01-01 00:01Z', 'a', 1), ('2026-01-01 00:01Z', 'b', 2), ('2026-01-01 00:06Z', 'b', 3);
SELECT continuous.sync('r'), continuous.sync('other'), continuous.sync('f');

-- nobody writes its rows but the worker, superusers and the view on top included
INSERT INTO r VALUES ('2026-01-01', 'a', 1, 1);
INSERT INTO other VALUES ('2026-01-01', 1);
UPDATE r SET total = 0;
DELETE FROM r;
INSERT INTO r_results SELECT * FROM r_results;
UPDATE r_results SET total = 0;
DELETE FROM r_results;
MERGE INTO r_results t USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE;
COPY r_results FROM '/dev/null';
DELETE FROM f_state;
TRUNCATE r_results;
TRUNCATE o, r_results;
SELECT count(*) FROM (SELECT * FROM r_results FOR UPDATE) x;
-- rows that were too late are in no result: they may be thrown away
DELETE FROM r_late;
UPDATE r_late SET reason = '';

-- its columns, its place and its name are the view's
ALTER TABLE r_results ADD COLUMN x int;
ALTER TABLE r_results ADD COLUMN x int DEFAULT 1;
ALTER TABLE r_results DROP COLUMN k;
ALTER TABLE r_results DROP COLUMN cv_state;
ALTER TABLE r_results ALTER COLUMN total TYPE numeric;
ALTER TABLE r_results ALTER COLUMN total SET DEFAULT 1;
ALTER TABLE r_results ALTER COLUMN _updated_at DROP NOT NULL;
ALTER TABLE r_results RENAME COLUMN k TO kk;
ALTER TABLE r_results RENAME TO rr;
ALTER TABLE r_results SET SCHEMA public;
ALTER TABLE r_results OWNER TO CURRENT_USER;
ALTER TABLE r_results SET UNLOGGED;
ALTER TABLE r_results DROP CONSTRAINT r_results_pkey;
DROP INDEX r_results_pkey;
DROP TABLE r_results;
DROP TABLE r_results CASCADE;
DROP TABLE f_state;
DROP TABLE r_late;
DROP VIEW r_definition;
CREATE OR REPLACE VIEW r_definition AS SELECT 1;
CREATE OR REPLACE VIEW r AS SELECT 1;
CREATE OR REPLACE RULE "_RETURN" AS ON SELECT TO r DO INSTEAD SELECT window_start, k, total, n FROM r_results;
CREATE RULE no AS ON INSERT TO r_results DO INSTEAD NOTHING;
CREATE TABLE child () INHERITS (r_results);
CREATE TABLE parts (LIKE r_results) PARTITION BY RANGE (window_start);
ALTER TABLE parts ATTACH PARTITION r_results DEFAULT;
CREATE TABLE parent (k text);
ALTER TABLE r_results INHERIT parent;
CREATE TRIGGER t BEFORE INSERT ON r_results FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE CONSTRAINT TRIGGER t AFTER INSERT ON r_results INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE OR REPLACE TRIGGER t BEFORE UPDATE ON r_results FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

-- indexes, generated columns, foreign keys both ways, checks, triggers, policies,
-- storage, grants, comments, statistics and publications are free
CREATE INDEX ON r_results (k);
CREATE UNIQUE INDEX results_by_group ON r_results (window_start, k);
CREATE INDEX ON r_results ((total + n)) WHERE total > 0;
ALTER TABLE r_results ADD COLUMN twice bigint GENERATED ALWAYS AS (total * 2) STORED;
ALTER TABLE r_results ADD FOREIGN KEY (k) REFERENCES regions;
CREATE TABLE remarks (window_start timestamptz, k text, remark text, FOREIGN KEY (window_start, k) REFERENCES r_results (window_start, k));
INSERT INTO remarks VALUES ('2026-01-01 00:00Z', 'a', 'a start');
ALTER TABLE r_results ADD CONSTRAINT small CHECK (total < 100);
ALTER TABLE r_results ALTER COLUMN k SET STATISTICS 200, SET (autovacuum_enabled = off), REPLICA IDENTITY USING INDEX r_results_pkey;
CREATE STATISTICS r_stats ON k, total FROM r_results;
COMMENT ON COLUMN r_results.total IS 'pounds';
SET client_min_messages = error;
CREATE PUBLICATION regress_everything FOR ALL TABLES;
SET client_min_messages = warning;
ALTER TABLE r_results ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON r_results USING (k <> 'b');
CLUSTER r_results USING r_results_pkey;
VACUUM FULL r_results;
REINDEX TABLE r_results;
ANALYZE r_results;
CREATE TABLE told (what text);
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO result.told VALUES (TG_OP || ' ' || TG_LEVEL || CASE WHEN TG_LEVEL = 'ROW' THEN ' ' || NEW.k || ' ' || NEW.total ELSE '' END); RETURN NULL; END $$;
CREATE TRIGGER tell_rows AFTER INSERT OR UPDATE ON r_results FOR EACH ROW EXECUTE FUNCTION tell();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON r_results EXECUTE FUNCTION tell();
INSERT INTO o VALUES ('2026-01-01 00:02Z', 'a', 10), ('2026-01-01 00:06Z', 'c', 4);
SELECT continuous.sync('r'), continuous.sync('other'), continuous.sync('f');
TABLE r ORDER BY window_start, k;
SELECT k, total, twice, _corrections FROM r_results ORDER BY window_start, k;
TABLE told ORDER BY what;
TABLE f ORDER BY window_start, k;
DELETE FROM regions WHERE k = 'a';

-- what its objects say no to is tried again; the others go on
CREATE FUNCTION error_of(view text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	LOOP
		BEGIN
			PERFORM continuous.sync(view::regclass, '50 ms');
			RETURN 'no error';
		EXCEPTION WHEN query_canceled THEN
			GET STACKED DIAGNOSTICS result = PG_EXCEPTION_DETAIL;
			IF result <> '' THEN
				RETURN concat_ws(' ', (SELECT state FROM continuous.stats s WHERE s.view = error_of.view::regclass), result);
			END IF;
		END;
	END LOOP;
END $$;
INSERT INTO o VALUES ('2026-01-01 00:07Z', 'c', 100);
SELECT continuous.sync('other');
SELECT error_of('r');
ALTER TABLE r_results DROP CONSTRAINT small;
SELECT continuous.sync('r');
INSERT INTO o VALUES ('2026-01-01 00:07Z', 'd', 1);
SELECT continuous.sync('other');
SELECT error_of('r');
INSERT INTO regions VALUES ('d');
SELECT continuous.sync('r');
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not today'; END $$;
CREATE TRIGGER refuse AFTER UPDATE ON r_results FOR EACH ROW EXECUTE FUNCTION refuse();
INSERT INTO o VALUES ('2026-01-01 00:07Z', 'd', 1);
SELECT continuous.sync('other');
SELECT error_of('r');
DROP TRIGGER refuse ON r_results;
SELECT continuous.sync('r');
SELECT state, error, rows_read FROM continuous.stats WHERE view = 'r'::regclass;
(TABLE r EXCEPT ALL SELECT date_bin('5 min', ts, '2000-01-01Z'), k, sum(v), count(*) FROM o GROUP BY 1, 2);

-- the worker is not kept from its rows by row security, even where it is the owner's
ALTER TABLE r_results FORCE ROW LEVEL SECURITY;
DROP TABLE remarks;
CREATE ROLE regress_result;
GRANT CREATE, USAGE ON SCHEMA result TO regress_result;
GRANT SELECT, TRIGGER ON o TO regress_result;
GRANT ALL ON regions, told TO regress_result;
ALTER VIEW r OWNER TO regress_result;
SELECT k, total FROM r ORDER BY window_start, k;
SELECT continuous.rebuild('r');
SELECT continuous.sync('r');
ALTER VIEW r SET (emit = final);
ALTER VIEW r SET (emit = update);
ALTER TABLE r_results NO FORCE ROW LEVEL SECURITY;
SELECT k, total FROM r ORDER BY window_start, k;
-- readers of the view read with its owner's rights; security_invoker lets policies see the reader
CREATE ROLE regress_result_reader;
GRANT USAGE ON SCHEMA result TO regress_result_reader;
GRANT SELECT ON r, r_results TO regress_result_reader;
SET ROLE regress_result_reader;
SELECT DISTINCT k FROM r ORDER BY k;
RESET ROLE;
ALTER VIEW r SET (security_invoker = true);
SET ROLE regress_result_reader;
SELECT DISTINCT k FROM r ORDER BY k;
RESET ROLE;

-- triggers hear of all rows, also where functions have subtransactions that are rolled back meanwhile
CREATE FUNCTION careful(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RETURN 1 / 0; EXCEPTION WHEN division_by_zero THEN RETURN $1; END $$;
CREATE AGGREGATE careful_sum(int) (SFUNC = int4pl, STYPE = int, FINALFUNC = careful, INITCOND = '0');
CREATE TABLE p (ts timestamptz, v int);
CREATE CONTINUOUS VIEW careful AS SELECT window_start, careful_sum(v) AS total FROM p GROUP BY tumble(ts, '1 hour');
CREATE TABLE heard (id serial, what text, total int);
CREATE FUNCTION hear() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO heard (what, total) VALUES (TG_OP, coalesce(NEW.total, OLD.total)); RETURN NULL; END $$;
CREATE TRIGGER hear AFTER INSERT OR UPDATE OR DELETE ON careful_results FOR EACH ROW EXECUTE FUNCTION hear();
INSERT INTO p VALUES ('2026-01-01 00:01Z', 1), ('2026-01-01 01:01Z', 2);
SELECT continuous.sync('careful');
INSERT INTO p VALUES ('2026-01-01 01:02Z', 3);
SELECT continuous.sync('careful');
SELECT continuous.recompute('careful');
SELECT continuous.recompute('careful');
SELECT what, total FROM heard ORDER BY id;

DROP PUBLICATION regress_everything;
DROP SCHEMA result CASCADE;
DROP ROLE regress_result, regress_result_reader;
SELECT count(*) FROM continuous.view;
