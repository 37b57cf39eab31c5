-- A library that meets tables of another version says so, instead of reading
-- what is not there. (Another column stands for another version.)
CREATE SCHEMA layout;
SET search_path = layout;
CREATE TABLE ev (at timestamptz);
\set create 'CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM ev GROUP BY tumble(at, interval \'1 hour\')'
BEGIN;
ALTER TABLE continuous.view ADD COLUMN more int;
:create;
ROLLBACK;
BEGIN;
ALTER TABLE continuous.status ADD COLUMN more int;
:create;
SELECT continuous.pause('v');
ROLLBACK;
CREATE FUNCTION dials(text[], OUT watermark_delay interval, OUT allowed_lateness interval) STRICT LANGUAGE c AS 'pg_continuous', 'cv_dials';
SELECT dials('{}');
CREATE FUNCTION slots(OUT view oid, OUT state text) RETURNS SETOF record LANGUAGE c AS 'pg_continuous', 'cv_slots';
SELECT slots();
DROP SCHEMA layout CASCADE;
