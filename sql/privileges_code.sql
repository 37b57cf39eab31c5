-- What an owner's code may do while a worker, or somebody's command, runs it:
-- no more than the owner, nothing that outlives the batch in a session that is
-- everybody's, and nothing to views themselves.
CREATE ROLE regress_code_owner;
CREATE ROLE regress_code_next;
CREATE SCHEMA code;
GRANT CREATE, USAGE ON SCHEMA code TO regress_code_owner, regress_code_next;
SET search_path = code;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE i (ts timestamptz, k text, v int);
CREATE TABLE other (ts timestamptz, k text, v int);
GRANT SELECT, INSERT, TRIGGER ON i, other TO regress_code_owner, regress_code_next;
CREATE TABLE log (id serial, place text, statement text, outcome text);
GRANT INSERT, SELECT ON log TO PUBLIC;
GRANT USAGE ON log_id_seq TO PUBLIC;
CREATE TABLE statements (id serial, text text);
GRANT SELECT ON statements TO PUBLIC;
INSERT INTO statements (text) VALUES
	-- identity
	('SET ROLE regress_code_next'), ('RESET ROLE'), ('SET LOCAL ROLE regress_code_next'), ('SET SESSION AUTHORIZATION regress_code_next'), ('RESET SESSION AUTHORIZATION'), ('SET SESSION AUTHORIZATION DEFAULT'),
	('SELECT set_config(''role'', ''none'', true)'), ('SELECT set_config(''is_superuser'', ''on'', true)'), ('SET session_replication_role = replica'), ('SET allow_system_table_mods = on'), ('SET continuous.test_now = ''2020-01-01'''),
	('SET continuous.collected_limit = ''1GB'''), ('ALTER ROLE regress_code_owner SUPERUSER'), ('GRANT pg_read_all_data TO regress_code_owner'), ('SELECT pg_read_file(''PG_VERSION'')'), ('COPY code.log TO PROGRAM ''true'''),
	('SELECT pg_cancel_backend(pg_backend_pid())'), ('SELECT pg_terminate_backend(pg_backend_pid())'), ('CHECKPOINT'), ('LOAD ''plpgsql'''), ('INSERT INTO continuous.view SELECT * FROM continuous.view'), ('DELETE FROM continuous.position'), ('SELECT * FROM pg_authid'),
	-- what would be found by the next owner's code, or run when the batch is over
	('CREATE DOMAIN pg_temp.email AS text'), ('CREATE TYPE pg_temp.email AS ENUM (''x'')'), ('CREATE TYPE pg_temp.email AS (x int)'), ('CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS ''SELECT 1'''), ('CREATE TEMP TABLE log (x int)'), ('CREATE TEMP VIEW log AS SELECT 1'),
	('CREATE TEMP SEQUENCE s'), ('SELECT 1 AS x INTO TEMP log'), ('CREATE OPERATOR pg_temp.+ (RIGHTARG = text, FUNCTION = upper)'), ('PREPARE p AS SELECT 1'), ('EXECUTE p'), ('DEALLOCATE ALL'), ('DECLARE c CURSOR WITH HOLD FOR SELECT 1'), ('DECLARE c CURSOR FOR SELECT 1'),
	('CLOSE ALL'), ('LISTEN x'), ('UNLISTEN *'), ('DISCARD ALL'), ('DISCARD TEMP'), ('PREPARE TRANSACTION ''x'''), ('COMMIT'), ('ROLLBACK'), ('SAVEPOINT x'),
	-- DDL, so that event triggers never run in a worker
	('CREATE TABLE code.made (x int)'), ('CREATE TABLE code.made AS SELECT 1 AS x'), ('CREATE VIEW code.made AS SELECT 1 AS x'), ('DROP TABLE IF EXISTS code.nothing'), ('COMMENT ON TABLE code.mine IS ''x'''), ('GRANT SELECT ON code.mine TO regress_code_next'),
	('ALTER TABLE code.mine ADD x int'), ('CREATE INDEX ON code.mine (id)'), ('DO $x$ BEGIN CREATE TABLE code.made (x int); END $x$'), ('REFRESH MATERIALIZED VIEW code.materialized'), ('DROP OWNED BY regress_code_owner'), ('REASSIGN OWNED BY regress_code_owner TO regress_code_next'),
	-- views, and what they consist of
	('UPDATE code.v_results SET n = 0'), ('DELETE FROM code.v_results'), ('INSERT INTO code.v_results SELECT * FROM code.v_results'), ('UPDATE code.w_results SET n = 77'), ('DELETE FROM code.w_results'), ('INSERT INTO code.w_late (reason, noted_at) VALUES (''x'', now())'), ('COPY code.w_results FROM PROGRAM ''true'''),
	('MERGE INTO code.w_results r USING code.w_results s ON r.window_start = s.window_start WHEN MATCHED THEN DELETE'), ('WITH d AS (DELETE FROM code.w_results RETURNING 1) SELECT FROM d'),
	('UPDATE code.restored_results SET n = 77'), ('DELETE FROM code.restored_state'), ('TRUNCATE code.w_results'), ('DROP VIEW code.w'), ('ALTER VIEW code.w SET (emit = final)'), ('ALTER VIEW code.w RENAME TO x'), ('CREATE CONTINUOUS VIEW code.made AS SELECT window_start, count(*) FROM code.other GROUP BY tumble(ts, ''5 min'')'),
	('SELECT continuous.pause(''code.w'')'), ('SELECT continuous.resume(''code.w'')'), ('SELECT continuous.rebuild(''code.v'')'), ('SELECT continuous.recompute(''code.w'')'), ('SELECT continuous.sync(''code.w'')'), ('SELECT continuous.advance_watermark(''code.w'', ''2026-02-01'')'),
	-- what it may
	('SELECT code.must_be_owner()'), ('INSERT INTO code.mine VALUES (1)'), ('NOTIFY regress_code'), ('SET LOCAL work_mem = ''1MB'''), ('SELECT pg_advisory_lock(4712)'), ('SET search_path = nowhere'), ('SELECT count(*) FROM code.w'), ('LOCK TABLE code.mine'), ('SET CONSTRAINTS ALL DEFERRED');

SET SESSION AUTHORIZATION regress_code_owner;
SET search_path = code;
SET client_min_messages = warning;
CREATE TABLE mine (id int);
CREATE MATERIALIZED VIEW materialized AS SELECT 1 AS x;
CREATE FUNCTION must_be_owner() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF current_user <> 'regress_code_owner' OR session_user <> 'regress_code_owner' OR current_setting('is_superuser')::bool THEN
		RAISE 'this is %, session of %, superuser %', current_user, session_user, current_setting('is_superuser') USING ERRCODE = '55000';
	END IF;
END $$;
CREATE FUNCTION try(place text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE statement text;
BEGIN
	FOR statement IN SELECT text FROM code.statements ORDER BY id LOOP
		BEGIN
			EXECUTE statement;
			INSERT INTO code.log (place, statement, outcome) VALUES (try.place, statement, 'done');
		EXCEPTION WHEN OTHERS THEN
			-- what PostgreSQL says differs between releases
			INSERT INTO code.log (place, statement, outcome) VALUES (try.place, statement, CASE WHEN SQLSTATE = '55000' THEN SQLERRM ELSE SQLSTATE END);
		END;
	END LOOP;
END $$;
CREATE FUNCTION try_once(k text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN IF k = 'try' THEN PERFORM code.try('query'); END IF; RETURN k; END $$;
CREATE FUNCTION trigger_tries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM code.try(TG_ARGV[0]); RETURN NULL; END $$;
CREATE CONTINUOUS VIEW w WITH (late_rows = keep) AS SELECT window_start, count(*) AS n FROM other GROUP BY tumble(ts, '5 min');
-- planning calls it
CREATE FUNCTION checked() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM code.must_be_owner(); RETURN 0; END $$;
CREATE CONTINUOUS VIEW restored WITH (emit = final) AS SELECT window_start, count(*) AS n FROM other WHERE v > checked() GROUP BY tumble(ts, '5 min');
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) AS n FROM i GROUP BY tumble(ts, '5 min');
CREATE CONTINUOUS VIEW q AS SELECT window_start, try_once(k) AS k, count(*) AS n FROM i GROUP BY tumble(ts, '5 min'), try_once(k);
CREATE TRIGGER tries AFTER INSERT ON v_results FOR EACH STATEMENT EXECUTE FUNCTION trigger_tries('trigger');
CREATE TRIGGER tries_again AFTER DELETE ON v_results FOR EACH STATEMENT EXECUTE FUNCTION trigger_tries('command');
RESET SESSION AUTHORIZATION;
INSERT INTO other VALUES ('2026-01-01 00:01Z', 'x', 1);
SELECT continuous.sync('w'), continuous.sync('restored'), continuous.sync('v'), continuous.sync('q');
-- as pg_restore leaves it: a superuser may fill it, but no code that runs for others
SELECT continuous.pause('restored');
DELETE FROM continuous.position WHERE view = 'restored'::regclass;
INSERT INTO i VALUES ('2026-01-01 00:01Z', 'try', 1);
SELECT continuous.sync('v'), continuous.sync('q');
SELECT view, state FROM continuous.stats ORDER BY view::text;
SELECT outcome, string_agg(statement, E'\n ' ORDER BY id) AS statements FROM log WHERE place = 'query' GROUP BY outcome ORDER BY min(id);
-- a trigger gets no further
SELECT statement, string_agg(place || ': ' || outcome, ', ' ORDER BY place) FROM log WHERE place IN ('query', 'trigger') GROUP BY statement HAVING count(DISTINCT outcome) > 1;
SELECT * FROM v;
SELECT * FROM w;

-- nor does it in a superuser's session, and nothing of it stays there
TRUNCATE log;
SELECT continuous.rebuild('v');
SELECT continuous.sync('v');
ALTER VIEW v SET (emit = final);
SELECT statement, string_agg(DISTINCT outcome, ', ') FROM log WHERE place = 'command' GROUP BY statement HAVING bool_or(outcome = 'done') ORDER BY min(id);
SHOW search_path;
SHOW work_mem;
SELECT session_user = current_user AS is_back, current_setting('is_superuser') AS is_superuser;
ALTER VIEW v SET (emit = update);
-- also after an error, in a transaction that goes on, and for whoever it was
SET SESSION AUTHORIZATION regress_code_owner;
CREATE OR REPLACE FUNCTION code.trigger_tries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM code.must_be_owner(); RAISE 'the trigger fails'; END $$;
RESET SESSION AUTHORIZATION;
CREATE FUNCTION rebuild_v() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM continuous.rebuild('code.v');
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	RETURN format('%s: now %s, session of %s, superuser %s', SQLERRM, replace(current_user, (SELECT rolname FROM pg_roles WHERE oid = 10), 'the superuser'), replace(session_user, (SELECT rolname FROM pg_roles WHERE oid = 10), 'the superuser'), current_setting('is_superuser'));
END $$;
SELECT continuous.rebuild('v');
SELECT session_user = current_user AS is_back, current_setting('is_superuser') AS is_superuser;
SELECT rebuild_v();
GRANT regress_code_owner TO regress_code_next;
GRANT USAGE ON SCHEMA code TO regress_code_next;
SET ROLE regress_code_next;
SELECT code.rebuild_v();
SELECT current_user, current_setting('role'), current_setting('is_superuser');
RESET ROLE;
SET SESSION AUTHORIZATION regress_code_next;
SET ROLE regress_code_owner;
SELECT code.rebuild_v();
SELECT continuous.rebuild('code.v');
SELECT current_user, session_user, current_setting('role'), current_setting('is_superuser');
RESET SESSION AUTHORIZATION;
SELECT session_user = current_user AS is_back, current_setting('is_superuser') AS is_superuser;
DROP TRIGGER tries_again ON v_results;
-- what a restored view's query calls when somebody takes it up, and its indexes when somebody looks which are there
SET SESSION AUTHORIZATION regress_code_owner;
CREATE INDEX partial ON code.v_results (window_end, n) WHERE code.checked() = 0;
CREATE INDEX partial_too ON code.restored_results (window_end, n) WHERE code.checked() = 0;
RESET SESSION AUTHORIZATION;
ALTER VIEW v SET (retention = '10 days', allowed_lateness = '5 days');
DROP INDEX partial;
SELECT continuous.rebuild('restored');
SELECT continuous.pause('restored');
DELETE FROM continuous.position WHERE view = 'restored'::regclass;
SELECT continuous.resume('restored');
SELECT continuous.sync('restored');
SELECT count(*) AS temporary_objects FROM pg_type WHERE typnamespace = pg_my_temp_schema();
SELECT count(*) FROM continuous.stats WHERE state = 'paused';

-- a type of its own in pg_temp would be found before that of the next one
SET SESSION AUTHORIZATION regress_code_next;
SET search_path = code;
CREATE DOMAIN email AS text;
CREATE FUNCTION as_email(k text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ DECLARE e email := k; BEGIN RETURN pg_typeof(e)::regtype || ' of ' || (SELECT typnamespace::regnamespace FROM pg_type WHERE oid = pg_typeof(e)); END $$;
CREATE CONTINUOUS VIEW n AS SELECT window_start, as_email(k) AS k, count(*) AS n FROM i GROUP BY tumble(ts, '5 min'), as_email(k);
RESET SESSION AUTHORIZATION;
SELECT continuous.sync('n');
SELECT * FROM n;

-- nor is what a domain checks anybody else's, when a column of its type is added
SET SESSION AUTHORIZATION regress_code_owner;
SET search_path = code;
CREATE TABLE domain_tries (what text);
CREATE FUNCTION in_domain(int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO code.domain_tries VALUES (format('%s, session of %s', current_user, session_user));
	EXECUTE 'CREATE DOMAIN pg_temp.found AS text';
	INSERT INTO code.domain_tries VALUES ('DDL was run');
	RETURN true;
EXCEPTION WHEN object_not_in_prerequisite_state THEN
	INSERT INTO code.domain_tries VALUES (format('%s, session of %s: %s', current_user, session_user, SQLERRM));
	RETURN true;
END $$;
CREATE DOMAIN checked_int AS int;
CREATE FUNCTION add_checked(checked_int, int) RETURNS checked_int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN coalesce($1, 0) + $2; END';
CREATE AGGREGATE checked_sum(int) (SFUNC = add_checked, STYPE = checked_int);
CREATE CONTINUOUS VIEW d AS SELECT window_start, count(*) AS n FROM i GROUP BY tumble(ts, '5 min');
SELECT continuous.sync('d');
ALTER DOMAIN checked_int ADD CHECK (in_domain(value)) NOT VALID;
RESET SESSION AUTHORIZATION;
CREATE OR REPLACE CONTINUOUS VIEW d AS SELECT window_start, count(*) AS n, checked_sum(1) AS s FROM i GROUP BY tumble(ts, '5 min');
SELECT DISTINCT what FROM domain_tries ORDER BY 1;
SELECT bool_and(n = s) AS is_right, session_user = current_user AS is_back, current_setting('is_superuser') AS is_superuser FROM d;

SELECT pg_advisory_unlock_all();
SET client_min_messages = error;
DROP SCHEMA code CASCADE;
DROP OWNED BY regress_code_owner, regress_code_next;
DROP ROLE regress_code_owner, regress_code_next;
