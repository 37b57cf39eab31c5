-- The dials idle_timeout, watermark_by, notify and fill: what is shown of them,
-- how they change, and what the column of watermark_by goes through.
CREATE SCHEMA dials;
SET search_path = dials;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TABLE o (id int, ts timestamptz, device text, k text, v int, m money);
CREATE FUNCTION try(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE hint text; detail text;
BEGIN
	EXECUTE statement;
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT, detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, 'DETAIL: ' || nullif(detail, ''), 'HINT: ' || nullif(hint, ''));
END $$;

-- all of them, and none
CREATE CONTINUOUS VIEW none AS SELECT window_start, sum(v) FROM o GROUP BY tumble(ts, '1 h');
CREATE CONTINUOUS VIEW all_of_them WITH (
	watermark_delay = '1 min', allowed_lateness = '2 days', emit = final, late_rows = keep, max_future = '2 days', flush_interval = '1 s', backfill = false,
	on_error = skip, retention = '1 year', idle_timeout = '90 s', watermark_by = device, notify = 'Closed "windows"', fill = 'zero', fill_windows = 24) AS
	SELECT window_start, sum(v) FROM o GROUP BY tumble(ts, '1 h');
\x
-- from 16 on, names of columns come without that of their only table
SELECT (shown).* FROM (SELECT json_populate_record(v, json_build_object('definition', replace(definition, 'o.', ''))) AS shown
	FROM continuous.views v WHERE view IN ('none'::regclass, 'all_of_them') ORDER BY view) v;
\x
SELECT * FROM all_of_them;
SELECT attname FROM pg_attribute WHERE attrelid = 'all_of_them_results'::regclass AND attnum > 0 ORDER BY attnum;
SELECT continuous.one_shot('all_of_them');

-- they change by ALTER VIEW, but for watermark_by
SELECT statement, try(statement) FROM unnest(ARRAY[
	'ALTER VIEW none SET (idle_timeout = ''1 min'', notify = chan, fill = null)', 'ALTER VIEW none SET (fill_windows = 10)', 'ALTER VIEW none RESET (fill)',
	'ALTER VIEW none RESET (fill, fill_windows)', 'ALTER VIEW none SET (fill_windows = 10)', 'ALTER VIEW none SET (notify = '''')', 'ALTER VIEW none SET (watermark_by = device)',
	'ALTER VIEW none RESET (watermark_by)', 'ALTER VIEW none RESET (idle_timeout, notify)', 'ALTER VIEW all_of_them SET (idle_timeout = ''2 min'')', 'ALTER VIEW all_of_them RESET (idle_timeout)',
	'ALTER VIEW all_of_them SET (idle_timeout = none)', 'ALTER VIEW all_of_them SET (watermark_by = device)', 'ALTER VIEW all_of_them SET (watermark_by = k)', 'ALTER VIEW all_of_them RESET (watermark_by)']) statement;
SELECT view, idle_timeout, watermark_by, notify, fill, fill_windows FROM continuous.views ORDER BY view::text;

-- none is no channel
ALTER VIEW none SET (notify = chan);
ALTER VIEW none SET (notify = none);
SELECT notify IS NULL AS no_channel FROM continuous.views WHERE view = 'none'::regclass;

-- fill is for tumble()
SELECT call, try(format('CREATE CONTINUOUS VIEW filled WITH (fill = zero) AS SELECT window_start FROM o GROUP BY %s', call))
	FROM unnest(ARRAY['hop(ts, ''1 h'', ''2 h'')', 'cumulate(ts, ''1 h'', ''2 h'')', 'session(ts, ''1 h'')', 'tumble(ts, ''1 month'')']) call;
CREATE CONTINUOUS VIEW hops WITH (fill = none) AS SELECT window_start FROM o GROUP BY hop(ts, '1 h', '2 h');
SELECT try('ALTER VIEW hops SET (fill = zero)');
SELECT try('CREATE OR REPLACE CONTINUOUS VIEW hops WITH (fill = null) AS SELECT window_start FROM o GROUP BY hop(ts, ''1 h'', ''2 h'')');
DROP VIEW none, hops, filled;

-- watermark_by: the column is renamed and kept with the view
ALTER TABLE o RENAME COLUMN device TO "Gerät";
SELECT watermark_by FROM continuous.views;
SELECT try('ALTER TABLE o DROP COLUMN "Gerät"');
SELECT try('ALTER TABLE o ALTER COLUMN "Gerät" TYPE varchar');
ALTER TABLE o RENAME COLUMN k TO device;
SELECT watermark_by FROM continuous.views;

-- OR REPLACE has the same; a new column of the view comes behind it
SELECT try('CREATE OR REPLACE CONTINUOUS VIEW all_of_them WITH (backfill = false' || options || ') AS SELECT window_start, sum(v), window_end FROM o GROUP BY tumble(ts, ''1 h'') HAVING sum(v) > 0')
	FROM unnest(ARRAY['', ', watermark_by = "Gerät"', ', watermark_by = device, idle_timeout = ''1 min''', ', watermark_by = "Gerät", idle_timeout = ''3 min''']) options;
SELECT watermark_by, idle_timeout, emit FROM continuous.views;
SELECT attname FROM pg_attribute WHERE attrelid = 'all_of_them_definition'::regclass ORDER BY attnum;
ALTER VIEW all_of_them RENAME COLUMN window_end TO til;
ALTER VIEW all_of_them RENAME COLUMN sum TO "Σ";
SELECT attname FROM pg_attribute WHERE attrelid = 'all_of_them_definition'::regclass ORDER BY attnum;
SELECT continuous.one_shot('all_of_them');
CREATE OR REPLACE CONTINUOUS VIEW all_of_them WITH (watermark_by = "Gerät", idle_timeout = '4 min') AS
	SELECT window_start, sum(v) AS "Σ", window_end AS til, sum(v) + 1 AS more FROM o GROUP BY tumble(ts, '1 h');
SELECT attname FROM pg_attribute WHERE attrelid = 'all_of_them_definition'::regclass ORDER BY attnum;
SELECT * FROM all_of_them;
SELECT try('ALTER VIEW all_of_them RENAME COLUMN more TO cv_watermark_by');
DROP VIEW all_of_them;
ALTER TABLE o DROP COLUMN device;

-- a view without the dial may have a column of that name, one with it may not
CREATE CONTINUOUS VIEW named AS SELECT window_start, count("Gerät") AS cv_watermark_by FROM o GROUP BY tumble(ts, '1 h');
SELECT * FROM named;
SELECT try('CREATE CONTINUOUS VIEW other WITH (watermark_by = v, idle_timeout = ''1 min'') AS SELECT window_start, count(*) AS cv_watermark_by FROM o GROUP BY tumble(ts, ''1 h'')');
SELECT try('CREATE CONTINUOUS VIEW other WITH (watermark_by = m, idle_timeout = ''1 min'') AS SELECT window_start FROM o GROUP BY tumble(ts, ''1 h'')');
SELECT try('CREATE CONTINUOUS VIEW other WITH (watermark_by = device, idle_timeout = ''1 min'') AS SELECT window_start FROM o GROUP BY tumble(ts, ''1 h'')');
SELECT try('CREATE CONTINUOUS VIEW other WITH (watermark_by = v, idle_timeout = ''1 min'') AS SELECT window_start FROM (SELECT * FROM o) o GROUP BY tumble(ts, ''1 h'')');
DROP VIEW named;

-- whatever the query counts, selects and sorts by itself
CREATE CONTINUOUS VIEW a WITH (watermark_by = v, idle_timeout = '1 min') AS SELECT window_start, count(v), max(v) FROM o GROUP BY tumble(ts, '1 h'), v % 2 HAVING count(v) > 0 ORDER BY count(v);
CREATE CONTINUOUS VIEW b WITH (watermark_by = v, idle_timeout = '1 min') AS SELECT window_start FROM o GROUP BY tumble(ts, '1 h') ORDER BY count(v) DESC, sum(v);
CREATE CONTINUOUS VIEW c WITH (watermark_by = v, idle_timeout = '1 min') AS SELECT DISTINCT window_start, sum(v) FROM o GROUP BY tumble(ts, '1 h'), v % 2;
CREATE CONTINUOUS VIEW d WITH (watermark_by = v, idle_timeout = '1 min') AS SELECT DISTINCT ON (window_start) window_start, rank() OVER (ORDER BY count(v)) FROM o GROUP BY tumble(ts, '1 h'), v % 2 ORDER BY window_start, count(v);
CREATE CONTINUOUS VIEW e WITH (watermark_by = kk, idle_timeout = '1 min') AS SELECT window_start FROM o AS p (nr, tt, kk) GROUP BY tumble(tt, '1 h');
CREATE CONTINUOUS VIEW e WITH (watermark_by = "Gerät", idle_timeout = '1 min') AS SELECT FROM o AS p (nr, tt, id) GROUP BY tumble(tt, '1 h');
CREATE CONTINUOUS VIEW f WITH (watermark_by = tableoid, idle_timeout = '1 min') AS SELECT window_start, sum(v) FROM o GROUP BY session(ts, '1 h'), v % 2;
SELECT view, watermark_by, regexp_replace(pg_get_viewdef(view, true), '\m[a-f]_results\.', '', 'g') AS top FROM continuous.views ORDER BY view::text;
SELECT view, continuous.one_shot(view) FROM continuous.views ORDER BY view::text;
SELECT view, regexp_replace(regexp_replace(definition, '\s+', ' ', 'g'), '\m[op]\.', '', 'g') AS definition FROM continuous.views ORDER BY view::text;

-- whoever makes the view must be allowed to read the column
CREATE ROLE regress_dials_user;
GRANT CREATE, USAGE ON SCHEMA dials TO regress_dials_user;
GRANT SELECT (ts, v), TRIGGER ON o TO regress_dials_user;
SET ROLE regress_dials_user;
SELECT try(format('CREATE CONTINUOUS VIEW mine WITH (watermark_by = %I, idle_timeout = ''1 min'') AS SELECT window_start FROM o GROUP BY tumble(ts, ''1 h'')', col)) FROM unnest(ARRAY['Gerät', 'v']) col;
CREATE CONTINUOUS VIEW own_session AS SELECT window_start, sum(v) FROM o GROUP BY session(ts, '1 h');
CREATE CONTINUOUS VIEW own_hop AS SELECT window_start, sum(v) FROM o GROUP BY hop(ts, '1 h', '2 h');
RESET ROLE;
ALTER VIEW own_session SET (notify = chan, emit = final);
ALTER VIEW own_hop SET (emit = final);
SELECT relname, relowner::regrole FROM pg_class WHERE relname ~ '^own_' ORDER BY 1;

-- a session view that notifies has an index for it, also later
CREATE CONTINUOUS VIEW s WITH (notify = chan) AS SELECT window_start, sum(v) FROM o GROUP BY session(ts, '1 h');
CREATE CONTINUOUS VIEW t AS SELECT window_start, sum(v) FROM o GROUP BY session(ts, '1 h');
SELECT tablename, indexname FROM pg_indexes WHERE tablename IN ('s_results', 't_results') AND indexname NOT LIKE '%pkey' ORDER BY 1, 2;
ALTER VIEW t SET (notify = chan);
ALTER VIEW t SET (notify = other);
SELECT tablename, indexname FROM pg_indexes WHERE tablename = 't_results' AND indexname NOT LIKE '%pkey' ORDER BY 1, 2;
SELECT statement, try(statement) FROM unnest(ARRAY['DROP INDEX t_results_window_end_idx', 'DROP INDEX t_results_cv_key_window_start_idx', 'DROP INDEX t_state_window_end_idx',
	'CREATE INDEX own ON t_results (window_end, sum)', 'DROP INDEX t_results_window_end_idx', 'DROP INDEX own', 'ALTER VIEW t RESET (notify)', 'DROP INDEX own', 'DROP VIEW t']) statement;

DROP SCHEMA dials CASCADE;
DROP ROLE regress_dials_user;
SELECT count(*) FROM continuous.view;
