-- Whose rights count: at CREATE, in the worker, for readers; and what nobody may
-- do to the tables that belong to a view.
CREATE ROLE regress_alice;
CREATE ROLE regress_bob;
CREATE ROLE regress_reader;
CREATE ROLE regress_stats IN ROLE pg_read_all_stats;
CREATE SCHEMA priv;
GRANT CREATE, USAGE ON SCHEMA priv TO regress_alice, regress_bob;
GRANT USAGE ON SCHEMA priv TO regress_reader, regress_stats;
SET search_path = priv;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE o (ts timestamptz, k text, v int);
GRANT SELECT, TRIGGER ON o TO regress_alice;
GRANT SELECT (ts, k), TRIGGER ON o TO regress_bob;

-- SELECT on the columns used, and TRIGGER, are enough
SET ROLE regress_alice;
CREATE CONTINUOUS VIEW av AS SELECT window_start, k, sum(v) FROM o GROUP BY tumble(ts, '5 min'), k;
SET ROLE regress_bob;
CREATE CONTINUOUS VIEW bv AS SELECT window_start, k, count(*) FROM o GROUP BY tumble(ts, '5 min'), k;
CREATE CONTINUOUS VIEW bv2 AS SELECT window_start, sum(v) FROM o GROUP BY tumble(ts, '5 min');
RESET ROLE;
INSERT INTO o VALUES ('2026-01-01 00:01Z', 'x', 1);
SELECT continuous.sync('av'), continuous.sync('bv');

-- readers need SELECT on the view, and see no more than that
CREATE FUNCTION ask() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE statement text;
BEGIN
	FOREACH statement IN ARRAY ARRAY['TABLE av', 'TABLE av_results', 'TABLE av_definition', 'SELECT continuous.sync(''av'')', 'SELECT continuous.watermark(''av'')',
		'SELECT count(*) FROM continuous.windows(''av'')', 'SELECT continuous.one_shot(''av'')', 'SELECT view FROM continuous.stats', 'SELECT view FROM continuous.views',
		'SELECT view FROM continuous.progress', 'SELECT view::regclass FROM continuous.slots()', 'SELECT continuous.pause(''av'')', 'SELECT continuous.resume(''av'')',
		'SELECT continuous.rebuild(''av'')', 'SELECT continuous.advance_watermark(''av'', ''2027-01-01'')', 'TABLE continuous.position', 'TABLE continuous.status',
		'TABLE continuous.file_change', 'INSERT INTO continuous.view SELECT * FROM continuous.view', 'ALTER VIEW av SET (emit = final)', 'ALTER VIEW av RENAME TO z', 'DROP VIEW av'] LOOP
		BEGIN
			EXECUTE statement;
			RETURN NEXT statement || ': ok';
		EXCEPTION WHEN OTHERS THEN
			RETURN NEXT statement || ': ' || SQLERRM;
		END;
	END LOOP;
END $$;
SET ROLE regress_reader;
SELECT ask();
SELECT view FROM continuous.stats;
RESET ROLE;
GRANT SELECT ON av TO regress_reader;
SET ROLE regress_reader;
SELECT ask();
SELECT view, state, error FROM continuous.stats;
SET ROLE regress_stats;
SELECT view, state, watermark AT TIME ZONE 'UTC' AS w FROM continuous.stats ORDER BY view::text;
RESET ROLE;

-- a right that is taken away stops that view alone; who may not see data is not told of it by errors
REVOKE SELECT ON o FROM regress_alice;
INSERT INTO o VALUES ('2026-01-01 00:02Z', 'x', 2);
SELECT continuous.sync('bv');
TABLE bv;
SELECT continuous.sync('av');
SELECT view, state, error, rows_read FROM continuous.stats ORDER BY view::text;
SET ROLE regress_reader;
SELECT view, state, error, rows_read FROM continuous.stats;
RESET ROLE;
GRANT SELECT ON o TO regress_alice;
SET ROLE regress_alice;
SELECT continuous.resume('av');
RESET ROLE;
SELECT continuous.sync('av');
TABLE av;

-- the owner is who owns the view now
GRANT SELECT ON o TO regress_bob;
ALTER VIEW av OWNER TO regress_bob;
SELECT relname, relowner::regrole FROM pg_class WHERE relname LIKE 'av%' AND relkind IN ('r', 'v') ORDER BY 1;
REVOKE SELECT ON o FROM regress_alice;
INSERT INTO o VALUES ('2026-01-01 00:02Z', 'x', 4);
SELECT continuous.sync('av');
TABLE av;
DROP VIEW av, bv;

-- row security of the input is that of the view's owner
CREATE TABLE tenants (ts timestamptz, tenant text, v int);
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON tenants USING (tenant = 'b');
GRANT SELECT, TRIGGER ON tenants TO regress_bob;
SET ROLE regress_bob;
CREATE CONTINUOUS VIEW tv WITH (late_rows = keep, allowed_lateness = '1 h') AS SELECT window_start, tenant, sum(v) AS s FROM tenants GROUP BY tumble(ts, '5 min'), tenant;
RESET ROLE;
SELECT continuous.sync('tv');
INSERT INTO tenants VALUES ('2026-01-01 00:01Z', 'a', 100), ('2026-01-01 00:01Z', 'b', 7);
INSERT INTO tenants VALUES ('2026-01-01 09:01Z', 'b', 1);
INSERT INTO tenants VALUES ('2026-01-01 00:01Z', 'a', 200), ('2026-01-01 00:01Z', 'b', 8);
SELECT continuous.sync('tv');
TABLE tv ORDER BY 1;
SELECT reason, row_data FROM tv_late;
SELECT rows_read, rows_counted, rows_filtered, rows_too_late FROM continuous.stats;
DROP VIEW tv;

-- what is evaluated per row: as the owner in every respect, settings as they
-- were at CREATE, and nothing of it left behind for the next view
CREATE TABLE guarded (x int);
INSERT INTO guarded VALUES (42);
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON guarded USING (session_user = (SELECT rolname FROM pg_catalog.pg_roles WHERE oid = 10) OR current_setting('is_superuser')::bool);
CREATE FUNCTION trusting() RETURNS bool SECURITY DEFINER LANGUAGE sql STABLE AS $$ SELECT session_user = (SELECT rolname FROM pg_catalog.pg_roles WHERE oid = 10) $$;
CREATE TABLE seen (id serial, who text);
GRANT SELECT ON guarded TO PUBLIC;
GRANT INSERT ON seen TO PUBLIC;
GRANT USAGE ON seen_id_seq TO PUBLIC;
GRANT SELECT ON o TO regress_alice;
SET SESSION AUTHORIZATION regress_alice;
SET search_path = priv;
SET client_min_messages = warning;
CREATE FUNCTION whoami() RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	RETURN format('%s %s super %s, guarded %s, trusting %s, path %s, zone %s, mine %s, leaked %s, timeouts %s %s, role %s', current_user, session_user, current_setting('is_superuser'),
		(SELECT count(*) FROM priv.guarded), priv.trusting(), current_setting('search_path'), current_setting('TimeZone'), current_setting('priv.mine', true),
		current_setting('priv.leak', true), current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('session_replication_role'));
END $$;
CREATE FUNCTION leave_traces(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config(name, value, false) FROM (VALUES ('priv.leak', 'leaked'), ('search_path', 'evil'), ('TimeZone', 'Asia/Tokyo'), ('statement_timeout', '1'), ('lock_timeout', '1'),
		('synchronous_commit', 'on'), ('default_transaction_read_only', 'on')) s (name, value);
	PERFORM pg_advisory_lock(4711);
	RETURN $1;
END $$;
CREATE FUNCTION break_out(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
DECLARE
	result text := '';
	setting text;
BEGIN
	FOREACH setting IN ARRAY ARRAY['role', 'session_authorization'] LOOP
		BEGIN
			PERFORM set_config(setting, rolname, false) FROM pg_roles WHERE oid = 10;
			result := result || ' got out by ' || setting;
		EXCEPTION WHEN OTHERS THEN
			result := result || SQLSTATE || ' ';
		END;
	END LOOP;
	RETURN result;
END $$;
CREATE FUNCTION evil_size() RETURNS interval IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	IF current_user <> 'regress_alice' THEN RAISE 'evil_size() runs as %', current_user; END IF;
	RETURN '5 min';
END $$;
SET timezone = 'Europe/London';
CREATE CONTINUOUS VIEW a1 AS SELECT window_start, leave_traces(k) AS k, count(*) FROM o GROUP BY tumble(ts, evil_size()), leave_traces(k);
CREATE CONTINUOUS VIEW a2 AS SELECT window_start, whoami() AS k, break_out(k) AS b, count(*) FROM o GROUP BY tumble(ts, evil_size(), origin => '2000-01-01'), whoami(), break_out(k);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO priv.seen (who) VALUES (priv.whoami()); RETURN NULL; END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON a1_results FOR EACH ROW EXECUTE FUNCTION note();
CREATE CONSTRAINT TRIGGER note2 AFTER INSERT OR UPDATE ON a1_results INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note();
CREATE CONSTRAINT TRIGGER note2 AFTER INSERT OR UPDATE ON a2_results DEFERRABLE FOR EACH ROW EXECUTE FUNCTION note();
RESET SESSION AUTHORIZATION;
SELECT continuous.sync('a1'), continuous.sync('a2');
INSERT INTO o VALUES ('2026-01-01 00:03Z', 'y', 4);
SELECT continuous.sync('a1'), continuous.sync('a2');
SELECT k, b, sum(count) AS count FROM a2 GROUP BY k, b;
SELECT DISTINCT who FROM seen ORDER BY who;
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory';
-- nor does a superuser's command run any of it as himself
TRUNCATE seen;
SELECT continuous.rebuild('a1');
ALTER VIEW a1 SET (emit = final);
SELECT count(*) FROM continuous.view, LATERAL continuous.one_shot(view) WHERE input = 'o'::regclass;
SELECT continuous.sync('a1');
SELECT DISTINCT substring(who FROM '^\S+') AS who FROM seen;
CREATE OR REPLACE CONTINUOUS VIEW a1 WITH (emit = final) AS SELECT window_start, leave_traces(k) AS k, count(*), sum(v + extract(minute FROM evil_size())) AS total FROM o GROUP BY tumble(ts, evil_size()), leave_traces(k);
SELECT DISTINCT substring(who FROM '^\S+') AS who FROM seen;
-- a trigger that puts itself off does not run at all
SET SESSION AUTHORIZATION regress_alice;
CREATE OR REPLACE FUNCTION priv.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN SET CONSTRAINTS ALL DEFERRED; RETURN NULL; END $$;
CREATE FUNCTION priv.note_later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO priv.seen (who) VALUES ('later, ' || priv.whoami()); RETURN NULL; END $$;
DROP TRIGGER note2 ON priv.a2_results;
CREATE CONSTRAINT TRIGGER z_later AFTER DELETE ON priv.a2_results DEFERRABLE FOR EACH ROW EXECUTE FUNCTION priv.note_later();
CREATE TRIGGER a_note BEFORE DELETE ON priv.a2_results FOR EACH STATEMENT EXECUTE FUNCTION priv.note();
RESET SESSION AUTHORIZATION;
SELECT continuous.rebuild('a2');
BEGIN;
SET CONSTRAINTS ALL DEFERRED;
SELECT continuous.rebuild('a2');
ROLLBACK;
SELECT count(*) FROM seen WHERE who LIKE 'later%';

-- objects that look like those of the server or of the extension are not used
CREATE SCHEMA evil;
CREATE TABLE evil.log (who name, what text);
GRANT ALL ON SCHEMA evil TO PUBLIC;
GRANT ALL ON evil.log TO PUBLIC;
DO $$
DECLARE f text;
BEGIN
	FOREACH f IN ARRAY ARRAY['date_bin(interval, timestamptz, timestamptz)', 'now()', 'lower(tstzrange)', 'upper(tstzrange)', 'count()', 'sum(integer)', 'tumble(timestamptz, interval)', 'jsonb_build_object(text, text)',
		'quote_ident(text)', 'isfinite(timestamptz)', 'timestamptz_lt(timestamptz, timestamptz)', 'pg_get_viewdef(oid)', 'has_table_privilege(oid, text)', 'coalesce(text)', 'to_jsonb(anyelement)'] LOOP
		EXECUTE format('CREATE FUNCTION evil.%s RETURNS %s LANGUAGE plpgsql AS $f$ BEGIN INSERT INTO evil.log VALUES (current_user, %L); RETURN NULL; END $f$',
			replace(f, 'coalesce', '"coalesce"'), CASE WHEN f LIKE '%range)' THEN 'timestamptz' WHEN f ~ 'anyelement' THEN 'jsonb' ELSE 'text' END, f);
	END LOOP;
	EXECUTE 'CREATE FUNCTION evil.compare(timestamptz, timestamptz) RETURNS bool LANGUAGE plpgsql AS ''BEGIN INSERT INTO evil.log VALUES (current_user, ''''operator''''); RETURN NULL; END''';
	FOREACH f IN ARRAY ARRAY['=', '<', '>', '<=', '>='] LOOP
		EXECUTE format('CREATE OPERATOR evil.%s (LEFTARG = timestamptz, RIGHTARG = timestamptz, FUNCTION = evil.compare)', f);
	END LOOP;
	FOREACH f IN ARRAY ARRAY['pg_class', 'pg_proc', 'pg_namespace', 'view', 'position', 'status', 'file_change', 'views', 'stats'] LOOP
		EXECUTE format('CREATE TABLE evil.%I (oid oid, relname name)', f);
		EXECUTE format('CREATE TEMP TABLE %I (oid oid, relname name)', f);
	END LOOP;
END $$;
SET SESSION AUTHORIZATION regress_alice;
SET search_path = evil, pg_temp, priv, pg_catalog;
CREATE CONTINUOUS VIEW priv.ev WITH (late_rows = keep, emit = final, retention = '10 days') AS SELECT window_start, k, pg_catalog.count(*) AS c, pg_catalog.sum(v) AS s FROM priv.o GROUP BY tumble(ts, '5 min'), k HAVING window_start OPERATOR(pg_catalog.>) '2000-01-01';
RESET SESSION AUTHORIZATION;
INSERT INTO priv.o VALUES ('2026-01-01 00:04Z', 'x', 1), ('2026-01-05', 'x', 1);
INSERT INTO priv.o VALUES ('2025-01-01 00:04Z', 'x', 1);
SELECT pg_catalog.count(continuous.sync('priv.ev'));
SELECT pg_catalog.count(*) AS n FROM continuous.stats WHERE view OPERATOR(pg_catalog.=) 'priv.ev'::regclass AND rows_read OPERATOR(pg_catalog.>) 0;
SELECT pg_catalog.count(*) AS n FROM continuous.views;
SELECT pg_catalog.count(*) AS n FROM continuous.progress;
SET SESSION AUTHORIZATION regress_alice;
SET search_path = evil, pg_temp, priv, pg_catalog;
ALTER VIEW ev SET (emit = update);
ALTER VIEW ev RENAME TO ev2;
SELECT pg_catalog.count(continuous.rebuild('priv.ev2'));
SELECT pg_catalog.count(continuous.sync('priv.ev2'));
SELECT pg_catalog.count(continuous.watermark('priv.ev2')), pg_catalog.count(*) AS n FROM continuous.windows('priv.ev2');
DROP VIEW ev2;
RESET SESSION AUTHORIZATION;
SET search_path = priv;
TABLE evil.log;

-- what somebody has made beforehand is not adopted, neither by the script nor by the hooks
BEGIN;
DROP EXTENSION pg_continuous CASCADE;
CREATE SCHEMA continuous AUTHORIZATION regress_alice;
SET SESSION AUTHORIZATION regress_alice;
CREATE TABLE continuous.view (view regclass, definition regclass, results regclass, late regclass, state regclass, input regclass, options text[], settings text[]);
CREATE TABLE continuous.position (view oid);
CREATE TABLE continuous.mine (ts timestamptz, n int);
INSERT INTO continuous.view VALUES ('continuous.mine', 'continuous.mine', 'continuous.mine', NULL, NULL, 'continuous.mine', '{}', '{role=postgres}');
CREATE FUNCTION continuous.tumble(timestamptz, interval) RETURNS tstzrange LANGUAGE sql AS 'SELECT NULL::tstzrange';
INSERT INTO continuous.mine VALUES ('2026-01-01', 1);
UPDATE continuous.mine SET n = 2;
ALTER TABLE continuous.mine ALTER COLUMN n TYPE bigint;
TRUNCATE continuous.mine;
SAVEPOINT s;
CREATE CONTINUOUS VIEW continuous.v AS SELECT window_start, count(*) FROM continuous.mine GROUP BY tumble(ts, '5 min');
ROLLBACK TO s;
RESET SESSION AUTHORIZATION;
-- where in the script it is, 18 says
\set SHOW_CONTEXT never
CREATE EXTENSION pg_continuous;
\set SHOW_CONTEXT errors
ROLLBACK;
SET search_path = priv;

-- the install script, whatever the path of who runs it: nothing of theirs gets into our views
BEGIN;
DROP EXTENSION pg_continuous CASCADE;
CREATE SCHEMA evil_install;
SET search_path = evil_install;
DO $$
DECLARE
	operator text;
	types text[];
BEGIN
	FOREACH types SLICE 1 IN ARRAY ARRAY[['regclass', 'oid'], ['oid', 'regclass'], ['numeric', 'bigint'], ['bigint', 'float8'], ['numeric', 'integer'], ['bigint', 'integer'], ['float8', 'bigint'], ['float8', 'integer']] LOOP
		EXECUTE format('CREATE FUNCTION evil_compare(%s, %s) RETURNS boolean LANGUAGE sql AS ''SELECT true''', types[1], types[2]);
		EXECUTE format('CREATE FUNCTION evil_compute(%s, %s) RETURNS numeric LANGUAGE sql AS ''SELECT 1.0''', types[1], types[2]);
		FOREACH operator IN ARRAY ARRAY['=', '<', '>'] LOOP
			EXECUTE format('CREATE OPERATOR %s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil_compare)', operator, types[1], types[2]);
		END LOOP;
		FOREACH operator IN ARRAY ARRAY['*', '/', '-', '+'] LOOP
			EXECUTE format('CREATE OPERATOR %s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil_compute)', operator, types[1], types[2]);
		END LOOP;
	END LOOP;
END $$;
CREATE EXTENSION pg_continuous;
SELECT DISTINCT r.ev_class::regclass, d.refobjid::regoperator
  FROM pg_depend d JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid OPERATOR(pg_catalog.=) d.objid
 WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_operator'::regclass;
ROLLBACK;
SET search_path = priv;

DROP OWNED BY regress_alice, regress_bob, regress_reader, regress_stats;
DROP SCHEMA priv, evil CASCADE;
DROP ROLE regress_alice, regress_bob, regress_reader, regress_stats;
SELECT count(*) FROM continuous.view;
