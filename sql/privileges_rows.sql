-- Row security and column privileges: of the input and of joined tables they
-- are the view's owner's, whoever triggers what; of the results, the reader's
-- where he reads them himself.
CREATE ROLE regress_rows_owner NOLOGIN;
CREATE ROLE regress_rows_reader;
CREATE ROLE regress_rows_maker;
CREATE SCHEMA rows;
GRANT CREATE, USAGE ON SCHEMA rows TO regress_rows_owner;
GRANT USAGE ON SCHEMA rows TO regress_rows_reader, regress_rows_maker;
SET search_path = rows;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE t (ts timestamptz, tenant text, v int, secret text);
CREATE TABLE dim (tenant text PRIMARY KEY, region text);
CREATE TABLE allowed (who name, tenant text);
INSERT INTO dim VALUES ('a', 'north'), ('b', 'south');
INSERT INTO allowed VALUES ('regress_rows_owner', 'b');
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
ALTER TABLE dim ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON t USING (tenant IN (SELECT tenant FROM rows.allowed WHERE who = current_user));
CREATE POLICY p ON dim USING (tenant IN (SELECT tenant FROM rows.allowed WHERE who = session_user));
GRANT SELECT, TRIGGER ON t TO regress_rows_owner;
GRANT SELECT ON dim, allowed TO regress_rows_owner;
CREATE FUNCTION sync_all() RETURNS void LANGUAGE sql AS $$ SELECT continuous.sync(view) FROM continuous.stats WHERE state <> 'stopped' $$;

-- of the input; of a joined table, by session_user too; of a table in a sub-select
SET SESSION AUTHORIZATION regress_rows_owner;
SET search_path = rows;
CREATE CONTINUOUS VIEW v WITH (late_rows = keep, allowed_lateness = '1 hour') AS SELECT window_start, tenant, sum(v) AS s, string_agg(DISTINCT secret, ',') AS secrets FROM t GROUP BY tumble(ts, '5 min'), tenant;
CREATE CONTINUOUS VIEW j AS SELECT window_start, d.region, sum(v) AS s FROM t LEFT JOIN dim d ON d.tenant = t.tenant GROUP BY tumble(ts, '5 min'), d.region;
CREATE CONTINUOUS VIEW sub AS SELECT window_start, sum(v) AS s FROM t WHERE tenant IN (SELECT tenant FROM dim) GROUP BY tumble(ts, '5 min');
RESET SESSION AUTHORIZATION;
INSERT INTO t VALUES ('2026-01-01', 'a', 100, 'secret of a'), ('2026-01-01', 'b', 7, 'secret of b');
SELECT sync_all();
TABLE v; TABLE j; TABLE sub;
-- a superuser's commands do not widen it
SELECT continuous.recompute('v'), continuous.recompute('j');
SELECT continuous.rebuild('sub');
SELECT sync_all();
CREATE OR REPLACE CONTINUOUS VIEW sub AS SELECT window_start, sum(v) AS s, max(tenant) AS last FROM t WHERE tenant IN (SELECT tenant FROM dim) GROUP BY tumble(ts, '5 min');
SELECT sync_all();
TABLE v; TABLE j; TABLE sub;
-- what others own is in no table that he can read, and in no message
INSERT INTO t VALUES ('2026-01-05', 'b', 1, 'secret of b');
INSERT INTO t VALUES ('2026-01-01', 'a', 100, 'secret of a'), ('2026-01-01', 'b', 7, 'secret of b');
SELECT sync_all();
SELECT row_data FROM v_late;
SELECT count(*) FROM v_results WHERE v_results::text LIKE '%secret of a%';
-- policies count as they are when a row is consumed
INSERT INTO allowed VALUES ('regress_rows_owner', 'a');
INSERT INTO t VALUES ('2026-01-05', 'a', 50);
SELECT sync_all();
TABLE v ORDER BY 1, 2;
SELECT view, rows_read, rows_counted, rows_filtered, rows_too_late FROM continuous.stats ORDER BY view::text;

-- a right on a table that only a policy reads, taken away: stops, and comes back
REVOKE SELECT ON allowed FROM regress_rows_owner;
INSERT INTO t VALUES ('2026-01-05', 'a', 50);
SELECT continuous.sync('v');
GRANT SELECT ON allowed TO regress_rows_owner;
SELECT continuous.resume('v');
SELECT continuous.sync('v');
-- of columns: those that the view reads are enough, and one less is not
SELECT continuous.resume(view) FROM continuous.stats;
SELECT sync_all();
REVOKE SELECT ON t FROM regress_rows_owner;
GRANT SELECT (ts, tenant, v) ON t TO regress_rows_owner;
INSERT INTO t VALUES ('2026-01-05', 'a', 50);
SELECT continuous.sync('j'), continuous.sync('sub');
SELECT continuous.sync('v');
-- late rows quote what the view reads, not all of a row
SET SESSION AUTHORIZATION regress_rows_owner;
SET search_path = rows;
CREATE CONTINUOUS VIEW narrow WITH (late_rows = keep, allowed_lateness = '1 hour') AS SELECT window_start, sum(v) AS s FROM t GROUP BY tumble(ts, '5 min');
RESET SESSION AUTHORIZATION;
SELECT continuous.sync('narrow');
INSERT INTO t VALUES ('2026-01-01', 'b', 7, 'secret of b');
SELECT continuous.sync('narrow');
SELECT row_data FROM narrow_late;
-- neither CREATE nor USAGE on the schema, nor TRIGGER on the input, is needed to go on
GRANT SELECT ON t TO regress_rows_owner;
REVOKE TRIGGER ON t FROM regress_rows_owner;
REVOKE ALL ON SCHEMA rows FROM regress_rows_owner;
SELECT continuous.resume('v');
SELECT sync_all();
TABLE v ORDER BY 1, 2;
-- a role that row security does not bind any more
ALTER ROLE regress_rows_owner BYPASSRLS;
DELETE FROM allowed;
INSERT INTO t VALUES ('2026-01-05', 'a', 1000);
SELECT continuous.sync('v');
TABLE v ORDER BY 1, 2;
ALTER ROLE regress_rows_owner NOBYPASSRLS;

-- who may make a view
GRANT CREATE ON SCHEMA rows TO regress_rows_maker;
SET SESSION AUTHORIZATION regress_rows_maker;
SET search_path = rows;
CREATE CONTINUOUS VIEW m AS SELECT window_start, count(*) FROM t GROUP BY tumble(ts, '5 min');
RESET SESSION AUTHORIZATION;
GRANT SELECT ON t TO regress_rows_maker;
SET SESSION AUTHORIZATION regress_rows_maker;
SET search_path = rows;
CREATE CONTINUOUS VIEW m AS SELECT window_start, count(*) FROM t GROUP BY tumble(ts, '5 min');
CREATE CONTINUOUS VIEW m AS SELECT window_start, d.region, count(*) FROM t LEFT JOIN dim d ON d.tenant = t.tenant GROUP BY tumble(ts, '5 min'), d.region;
RESET SESSION AUTHORIZATION;
SELECT count(*) FROM pg_class WHERE relowner = 'regress_rows_maker'::regrole;

-- of the results: readers of the view see what its owner sees, unless it is security_invoker
GRANT USAGE, CREATE ON SCHEMA rows TO regress_rows_owner;
GRANT SELECT, TRIGGER ON t TO regress_rows_owner;
INSERT INTO allowed VALUES ('regress_rows_owner', 'a'), ('regress_rows_owner', 'b');
SELECT continuous.rebuild('v');
SELECT continuous.sync('v');
ALTER TABLE v_results ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON v_results USING (tenant IN (SELECT tenant FROM rows.allowed WHERE who = current_user));
INSERT INTO allowed VALUES ('regress_rows_reader', 'b');
GRANT SELECT ON allowed TO regress_rows_reader;
SET ROLE regress_rows_reader;
TABLE v;
RESET ROLE;
GRANT SELECT ON v TO regress_rows_reader;
SET ROLE regress_rows_reader;
SELECT DISTINCT tenant FROM v ORDER BY 1;
SELECT count(*) FROM v_results;
RESET ROLE;
ALTER VIEW v SET (security_invoker = true);
SET ROLE regress_rows_reader;
SELECT DISTINCT tenant FROM v ORDER BY 1;
RESET ROLE;
GRANT SELECT ON v_results TO regress_rows_reader;
SET ROLE regress_rows_reader;
SELECT DISTINCT tenant FROM v ORDER BY 1;
SELECT DISTINCT tenant FROM v_results ORDER BY 1;
RESET ROLE;
-- forced on the owner: he reads less, the worker still writes all
ALTER VIEW v RESET (security_invoker);
ALTER TABLE v_results FORCE ROW LEVEL SECURITY;
DELETE FROM allowed WHERE who = 'regress_rows_owner' AND tenant = 'b';
INSERT INTO t VALUES ('2026-01-05', 'a', 1);
SELECT continuous.sync('v');
SELECT DISTINCT tenant FROM v ORDER BY 1;
SET ROLE regress_rows_reader;
SELECT DISTINCT tenant FROM v ORDER BY 1;
RESET ROLE;
ALTER TABLE v_results NO FORCE ROW LEVEL SECURITY;
TABLE v ORDER BY 1, 2;

SET client_min_messages = error;
DROP SCHEMA rows CASCADE;
DROP OWNED BY regress_rows_owner, regress_rows_reader, regress_rows_maker;
DROP ROLE regress_rows_owner, regress_rows_reader, regress_rows_maker;
