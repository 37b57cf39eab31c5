-- pause(), resume(), rebuild(), advance_watermark(), sync(), watermark() and
-- windows(): what they do, and when they say that they cannot.
CREATE SCHEMA control;
SET search_path = control;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TABLE o (ts timestamptz, v int);
CREATE CONTINUOUS VIEW c WITH (allowed_lateness = '10 min') AS SELECT window_start, window_end, count(*), sum(v) FROM o GROUP BY tumble(ts, '5 min');
INSERT INTO o VALUES ('2026-01-01 00:01Z', 1);
SELECT continuous.sync('c');
TABLE c;
SELECT continuous.watermark('c');

-- all take effect with the commit, and not at all after a rollback
BEGIN;
SELECT continuous.pause('c');
ROLLBACK;
BEGIN;
SELECT continuous.rebuild('c');
TABLE c;
ROLLBACK;
BEGIN;
SELECT continuous.advance_watermark('c', '2027-01-01');
ROLLBACK;
INSERT INTO o VALUES ('2026-01-01 00:02Z', 2);
SELECT continuous.sync('c');
TABLE c;

-- more than once in a statement
SELECT continuous.pause('c'), continuous.pause('c'), continuous.resume('c'), continuous.resume('c'), continuous.rebuild('c'), continuous.rebuild('c');
SELECT continuous.pause(view), continuous.resume(view) FROM continuous.view, generate_series(1, 2);

-- paused: results stay, nothing is lost
SELECT continuous.pause('c');
SELECT state FROM continuous.stats;
INSERT INTO o VALUES ('2026-01-01 00:03Z', 4);
SELECT continuous.sync('c');
SELECT continuous.resume('c');
SELECT continuous.sync('c');
TABLE c;

-- the watermark moves forward by hand, never back; late rows are too late then
SELECT continuous.advance_watermark('c', '2026-01-01 00:20Z');
SELECT continuous.sync('c');
SELECT continuous.watermark('c');
SELECT continuous.advance_watermark('c', '2026-01-01 00:10Z');
INSERT INTO o VALUES ('2026-01-01 00:04Z', 8), ('2026-01-01 00:06Z', 16);
SELECT continuous.sync('c');
SELECT continuous.watermark('c');
TABLE c ORDER BY 1;
SELECT rows_read, rows_counted, rows_too_late, corrections, late_windows FROM continuous.stats;
SELECT window_start, window_end, groups FROM continuous.windows('c') ORDER BY 1;
SELECT continuous.advance_watermark('c', 'infinity');
SELECT continuous.advance_watermark('c', NULL);

-- rebuild() forgets results, counters and the watermark
DELETE FROM o WHERE v < 4;
SELECT continuous.rebuild('c');
SELECT continuous.sync('c');
SELECT continuous.watermark('c');
TABLE c ORDER BY 1;
SELECT rows_read, rows_counted, rows_too_late, corrections, late_windows FROM continuous.stats;

-- sync() says at once that it could not return
BEGIN;
CREATE CONTINUOUS VIEW c2 AS SELECT window_start FROM o GROUP BY tumble(ts, '5 min');
SELECT continuous.sync('c2');
ROLLBACK;
BEGIN;
ALTER VIEW c SET (emit = final);
SELECT continuous.sync('c');
ROLLBACK;
BEGIN;
SELECT continuous.rebuild('c');
SELECT continuous.sync('c');
ROLLBACK;
BEGIN;
SELECT continuous.resume('c');
SELECT continuous.sync('c');
ROLLBACK;
BEGIN;
LOCK TABLE o;
SELECT continuous.sync('c');
ROLLBACK;
BEGIN;
LOCK TABLE c_results IN SHARE MODE;
SELECT continuous.sync('c');
ROLLBACK;
-- ... but not of what only looks like it
BEGIN;
INSERT INTO o VALUES ('2026-01-01 00:04Z', 32);
SELECT continuous.sync('c');
ROLLBACK;
BEGIN READ ONLY;
SELECT continuous.sync('c');
COMMIT;
SELECT continuous.sync('c', NULL);
SELECT continuous.sync(NULL);

-- other relations
SELECT continuous.sync('o');
SELECT continuous.watermark('o');
SELECT continuous.windows('o');
SELECT continuous.one_shot('o');
SELECT continuous.pause('c_results');
SELECT continuous.resume('o');
SELECT continuous.rebuild('o');
SELECT continuous.advance_watermark('o', '2026-01-01');
SELECT continuous.sync(0);
SELECT continuous.pause(1);
SELECT continuous.one_shot(0);
SELECT continuous.one_shot(1);
SELECT continuous.rebuild(0);
SELECT continuous.watermark_column(0);

-- a restored row of the catalog that names a table as the view's query
BEGIN;
UPDATE continuous.view SET definition = 'o' WHERE view = 'c'::regclass;
SELECT watermark_by FROM continuous.views WHERE view = 'c'::regclass;
SAVEPOINT s;
SELECT continuous.one_shot('c');
ROLLBACK TO s;
SELECT continuous.clocks('c');
ROLLBACK;

-- a trigger that was switched off and on again is what it was (pg_restore --disable-triggers)
CREATE TABLE parts (ts timestamptz, v int) PARTITION BY RANGE (ts);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE CONTINUOUS VIEW p AS SELECT window_start, count(*) FROM parts GROUP BY tumble(ts, '5 min');
ALTER TABLE parts DISABLE TRIGGER ALL;
ALTER TABLE parts ENABLE TRIGGER ALL;
SELECT tgrelid::regclass, tgenabled FROM pg_trigger WHERE tgname = 'p_append_only' ORDER BY 1;
ALTER TABLE parts_1 ENABLE REPLICA TRIGGER p_append_only;
SELECT tgrelid::regclass, tgenabled FROM pg_trigger WHERE tgname = 'p_append_only' ORDER BY 1;
-- while it is off, an UPDATE stops the view, for only a rebuild can help
ALTER TABLE parts DISABLE TRIGGER ALL;
INSERT INTO parts VALUES ('2026-01-01 00:01Z', 1);
SELECT continuous.sync('p');
UPDATE parts SET ts = '2026-01-01 01:01Z';
SELECT continuous.sync('p');
SELECT state, error FROM continuous.stats WHERE view = 'p'::regclass;
ALTER TABLE parts ENABLE TRIGGER USER;
SELECT continuous.rebuild('p');
SELECT continuous.sync('p');
TABLE p;

DROP SCHEMA control CASCADE;
SELECT count(*) FROM continuous.view;
