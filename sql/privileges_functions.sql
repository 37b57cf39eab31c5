-- Who may call what: every function and relation of schema continuous is in one
-- of the tables below, so that a new one has to be thought about.
CREATE ROLE regress_functions_owner;
CREATE ROLE regress_functions_member IN ROLE regress_functions_owner;
CREATE ROLE regress_functions_reader;
CREATE ROLE regress_functions_monitor IN ROLE pg_monitor;
CREATE ROLE regress_functions_nobody;
CREATE SCHEMA functions;
GRANT CREATE, USAGE ON SCHEMA functions TO regress_functions_owner;
GRANT USAGE ON SCHEMA functions TO PUBLIC;
SET search_path = functions;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE t (ts timestamptz, k text, v int);
GRANT SELECT, TRIGGER ON t TO regress_functions_owner;

-- the kinds: by owner = checks for its owner; by reader = checks for SELECT on the view; tells = of what the caller may see;
-- pure = works on its arguments only; trigger = cannot be called by hand; revoked = superusers only
CREATE TABLE kinds (function text, kind text);
INSERT INTO kinds VALUES
	('pause', 'by owner'), ('resume', 'by owner'), ('rebuild', 'by owner'), ('recompute', 'by owner'), ('verify', 'by owner'), ('advance_watermark', 'by owner'), ('reset_stats', 'by owner'),
	('sync', 'by reader'), ('watermark', 'by reader'), ('is_final', 'by reader'), ('windows', 'by reader'), ('clocks', 'by reader'), ('lateness', 'by reader'), ('explain', 'by reader'),
	('slots', 'tells'), ('scans', 'tells'), ('memory_use', 'tells'), ('one_shot', 'definition'), ('columns', 'definition'), ('watermark_column', 'definition'), ('event_time_column', 'definition'),
	('tumble', 'pure'), ('hop', 'pure'), ('cumulate', 'pure'), ('session', 'pure'), ('sessionize', 'pure'), ('hop_window', 'pure'), ('cumulate_window', 'pure'), ('dials', 'pure'), ('position_time', 'pure'), ('verify_takes', 'pure'),
	('relation_in', 'pure'), ('relation_out', 'pure'), ('relation_recv', 'pure'), ('relation_send', 'pure'),
	('refuse_update', 'trigger'), ('refuse_rewrite', 'revoked');
SELECT DISTINCT p.proname AS unknown_function FROM pg_proc p WHERE p.pronamespace = 'continuous'::regnamespace AND NOT EXISTS (SELECT FROM kinds WHERE function = p.proname);
SELECT function AS function_that_is_gone FROM kinds WHERE NOT EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND proname = function);
SELECT p.oid::regprocedure AS wrong_execute FROM pg_proc p JOIN kinds ON function = proname
 WHERE pronamespace = 'continuous'::regnamespace AND has_function_privilege('regress_functions_nobody', p.oid, 'EXECUTE') = (kind = 'revoked');
SELECT p.oid::regprocedure AS security_definer FROM pg_proc p WHERE pronamespace = 'continuous'::regnamespace AND prosecdef;
-- C functions, but no others of ours
SELECT p.oid::regprocedure AS other_language FROM pg_proc p WHERE pronamespace = 'continuous'::regnamespace AND probin IS NULL AND proname NOT LIKE 'relation\_%';
-- who may read which relation; nobody writes any
SELECT relname, has_table_privilege('regress_functions_nobody', oid, 'SELECT') AS read FROM pg_class WHERE relnamespace = 'continuous'::regnamespace AND relkind IN ('r', 'v', 'm', 'p', 'f', 'S') ORDER BY 1;
SELECT relname AS written FROM pg_class, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p WHERE relnamespace = 'continuous'::regnamespace AND relkind IN ('r', 'v', 'm', 'p', 'f') AND has_table_privilege('regress_functions_monitor', oid, p);

-- each that checks, called by everybody
SET SESSION AUTHORIZATION regress_functions_owner;
SET search_path = functions;
CREATE CONTINUOUS VIEW v WITH (watermark_by = k, idle_timeout = '1 h') AS SELECT window_start, k, sum(v) AS s FROM t GROUP BY tumble(ts, '5 min'), k;
RESET SESSION AUTHORIZATION;
GRANT SELECT ON v TO regress_functions_reader;
INSERT INTO t VALUES ('2026-01-01', 'x', 1);
SELECT continuous.sync('v');
CREATE TABLE calls (id serial, function text, call text);
INSERT INTO calls (function, call) VALUES
	('sync', 'sync(''v'')'), ('watermark', 'watermark(''v'')'), ('is_final', 'is_final(''v'', timestamptz ''2025-01-01'')'), ('is_final', 'is_final(''v'', timestamp ''2025-01-01'')'), ('windows', 'windows(''v'')'), ('clocks', 'clocks(''v'')'), ('lateness', 'lateness(''v'')'), ('explain', 'explain(''v'')'),
	('pause', 'pause(''v'')'), ('resume', 'resume(''v'')'), ('recompute', 'recompute(''v'')'), ('recompute', 'recompute(''v'', timestamptz ''2026-01-01'', ''2026-01-02'')'), ('recompute', 'recompute(''v'', timestamp ''2026-01-01'', ''2026-01-02'')'),
	('advance_watermark', 'advance_watermark(''v'', ''2026-01-02'')'), ('rebuild', 'rebuild(''v'')'), ('verify', 'verify(''v'')'), ('verify', 'verify(''v'', timestamptz ''2026-01-01'', ''2026-01-02'')'), ('verify', 'verify(''v'', timestamp ''2026-01-01'', ''2026-01-02'')'), ('reset_stats', 'reset_stats(''v'')');
SELECT function AS not_called FROM kinds WHERE kind LIKE 'by %' EXCEPT SELECT function FROM calls;
CREATE FUNCTION may(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE path text := current_setting('search_path');
BEGIN
	SET LOCAL search_path = functions;
	EXECUTE 'SELECT count(*) FROM continuous.' || call;
	-- undone, for the next
	RAISE 'yes' USING ERRCODE = 'P0002';
EXCEPTION
	WHEN no_data_found THEN RETURN 'yes';
	WHEN insufficient_privilege THEN RETURN 'no';
	WHEN OTHERS THEN RETURN CASE WHEN SQLERRM LIKE 'is\_final() of a view%' OR SQLERRM LIKE '%wants times with%' OR SQLSTATE IN ('42804', '22023', '42809') THEN 'yes' ELSE SQLSTATE || ' ' || SQLERRM END;
END $$;
CREATE TABLE answers (id int, role text, answer text);
GRANT SELECT ON calls TO PUBLIC;
GRANT INSERT ON answers TO PUBLIC;
SET ROLE regress_functions_owner;
INSERT INTO functions.answers SELECT id, 'owner', functions.may(call) FROM functions.calls;
SET ROLE regress_functions_member;
INSERT INTO functions.answers SELECT id, 'member', functions.may(call) FROM functions.calls;
SET ROLE regress_functions_reader;
INSERT INTO functions.answers SELECT id, 'reader', functions.may(call) FROM functions.calls;
SET ROLE regress_functions_monitor;
INSERT INTO functions.answers SELECT id, 'monitor', functions.may(call) FROM functions.calls;
SET ROLE regress_functions_nobody;
INSERT INTO functions.answers SELECT id, 'nobody', functions.may(call) FROM functions.calls;
RESET ROLE;
SELECT kind, call, string_agg(role, ', ' ORDER BY role) FILTER (WHERE answer = 'yes') AS may, string_agg(role, ', ' ORDER BY role) FILTER (WHERE answer = 'no') AS may_not, string_agg(DISTINCT answer, '; ') FILTER (WHERE answer NOT IN ('yes', 'no')) AS other
  FROM answers JOIN calls USING (id) JOIN kinds USING (function) GROUP BY id, kind, call ORDER BY kind, id;

-- what is told to whom: of stats, and of errors
SET ROLE regress_functions_nobody;
SELECT count(*) FROM continuous.stats;
SELECT count(*) FROM continuous.slots();
SELECT count(*) FROM continuous.progress;
SET ROLE regress_functions_monitor;
SELECT view, state FROM continuous.stats;
RESET ROLE;
-- nor does a function in WHERE see what is not told
SET SESSION AUTHORIZATION regress_functions_owner;
CREATE CONTINUOUS VIEW functions.hidden AS SELECT window_start, count(*) FROM functions.t GROUP BY tumble(ts, '5 min');
CREATE FUNCTION functions.peek(text) RETURNS boolean LANGUAGE plpgsql STRICT COST 0.0001 AS $$ BEGIN RAISE WARNING 'seen'; RETURN true; END $$;
SELECT continuous.sync('functions.hidden');
SET SESSION AUTHORIZATION regress_functions_reader;
SELECT view FROM continuous.stats WHERE functions.peek(rows_read::text);
RESET SESSION AUTHORIZATION;
DROP VIEW hidden;
SELECT relname AS without_barrier FROM pg_class WHERE relnamespace = 'continuous'::regnamespace AND relkind = 'v' AND pg_get_viewdef(oid) LIKE '%\_privilege(%' AND reloptions IS NULL;

-- a row that a superuser's hand, or a damaged dump, has put there hides no other
BEGIN;
INSERT INTO continuous.view (view, definition, results, input, options, settings) VALUES ('t', 't', 't', 't', '{emit=sometimes,=,nothing,NULL}', '{role=regress_functions_owner,x,=}');
SELECT view, emit, watermark_by FROM continuous.views ORDER BY view::text;
SELECT view, state = 'restored' AS is_restored FROM continuous.stats ORDER BY view::text;
SELECT count(DISTINCT view) FROM continuous.columns WHERE view = 'v'::regclass;
SELECT count(*) FROM continuous.progress;
ROLLBACK;
-- nor can a setting that stands there make the worker somebody else, or change what is not captured
UPDATE continuous.view SET settings = settings || '{role=regress_functions_nobody,session_replication_role=replica,work_mem=77kB,x,=}' WHERE view = 'v'::regclass;
SET SESSION AUTHORIZATION regress_functions_owner;
SET search_path = functions;
CREATE TABLE functions.told (what text);
CREATE FUNCTION functions.tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO functions.told VALUES (format('%s, role %s, %s', current_user, current_setting('role'), (current_setting('session_replication_role'), current_setting('work_mem') = '77kB'))); RETURN NULL; END $$;
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION tell();
RESET SESSION AUTHORIZATION;
INSERT INTO t VALUES ('2026-01-01', 'x', 1);
SELECT continuous.sync('v');
SELECT continuous.recompute('v');
SELECT DISTINCT what FROM told;
TABLE v;

-- default privileges give nobody more
ALTER DEFAULT PRIVILEGES FOR ROLE regress_functions_owner GRANT ALL ON TABLES TO PUBLIC, regress_functions_reader;
SET SESSION AUTHORIZATION regress_functions_owner;
SET search_path = functions;
CREATE CONTINUOUS VIEW d WITH (late_rows = keep, emit = final) AS SELECT window_start, k, string_agg(v::text, ',' ORDER BY v) AS s FROM t GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW later AS SELECT window_start, k, sum(v) AS s FROM t GROUP BY tumble(ts, '5 min'), k;
ALTER VIEW later SET (late_rows = keep, emit = final);
RESET SESSION AUTHORIZATION;
SELECT continuous.sync('later');
CREATE OR REPLACE CONTINUOUS VIEW later AS SELECT window_start, k, sum(v) AS s, string_agg(v::text, ',' ORDER BY v) AS all_of_them FROM t GROUP BY tumble(ts, '5 min'), k;
SELECT relname, string_agg(DISTINCT privilege_type, ', ') AS others FROM pg_class LEFT JOIN LATERAL aclexplode(relacl) a ON grantee <> relowner WHERE relnamespace = 'functions'::regnamespace AND relname ~ '^(d|later)(_|$)' AND relkind IN ('r', 'v') GROUP BY relname ORDER BY relname;
ALTER DEFAULT PRIVILEGES FOR ROLE regress_functions_owner REVOKE ALL ON TABLES FROM PUBLIC, regress_functions_reader;

SET client_min_messages = error;
DROP SCHEMA functions CASCADE;
DROP OWNED BY regress_functions_owner, regress_functions_member, regress_functions_reader, regress_functions_monitor, regress_functions_nobody;
DROP ROLE regress_functions_owner, regress_functions_member, regress_functions_reader, regress_functions_monitor, regress_functions_nobody;
