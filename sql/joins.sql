-- Joins of the input to other tables: inner, left, LATERAL, functions, views
-- and sub-selects, with every kind of window; what is joined is read as it is
-- when the row is consumed.
CREATE SCHEMA joins;
SET search_path = joins;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';

-- rows that are in one only of the view and its plain query
CREATE FUNCTION differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plain text := rtrim(continuous.one_shot(view), '; ');
	n bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM ((TABLE %1$s EXCEPT ALL (%2$s)) UNION ALL ((%2$s) EXCEPT ALL TABLE %1$s)) d', view, plain) INTO n;
	RETURN n;
END $$;

CREATE TABLE region (id int PRIMARY KEY, name text);
CREATE TABLE customer (id bigint PRIMARY KEY, name varchar(20) UNIQUE, region int, vip boolean);
CREATE TABLE o (ts timestamptz, customer int, v int, tags text[], name varchar(20));
INSERT INTO region VALUES (1, 'north'), (2, 'south');
INSERT INTO customer SELECT i, 'c' || i, i % 4, i % 5 = 0 FROM generate_series(1, 40) i;
ANALYZE region, customer;

-- one NOTICE says what it means
CREATE CONTINUOUS VIEW inner_v AS
	SELECT window_start, r.name AS region, sum(o.v) AS s, count(*) AS n
	FROM o JOIN customer c ON c.id = o.customer JOIN region r ON r.id = c.region
	GROUP BY tumble(o.ts, '10 minutes'), r.name;
SET client_min_messages = warning;
CREATE CONTINUOUS VIEW left_v AS
	SELECT window_start, window_end, r.name AS region, c.vip, sum(o.v) AS s, count(c.id) AS known, count(*) AS n, avg(o.v) AS mean
	FROM o LEFT JOIN customer c ON c.id = o.customer LEFT JOIN region r ON r.id = c.region AND c.vip
	GROUP BY hop(o.ts, '5 minutes', '20 minutes'), r.name, c.vip;
CREATE CONTINUOUS VIEW right_v AS
	SELECT window_start, window_end, region, sum(v) AS s
	FROM (customer c JOIN region r ON r.id = c.region) RIGHT JOIN o ON c.id = o.customer
	GROUP BY session(ts, '30 seconds'), region;
CREATE CONTINUOUS VIEW cumulate_v AS
	SELECT window_start, window_end, c.name, max(o.v) AS m
	FROM o JOIN customer c USING (name)
	GROUP BY cumulate(o.ts, '5 minutes', '20 minutes'), c.name;
CREATE CONTINUOUS VIEW final_v WITH (emit = final) AS
	SELECT window_start, customer.vip, count(*) AS n
	FROM o, customer WHERE customer.id = o.customer AND o.v > 10
	GROUP BY tumble(o.ts, '10 minutes'), customer.vip HAVING count(*) > 1;
CREATE CONTINUOUS VIEW function_v AS
	SELECT window_start, t.tag, t.place, count(*) AS n, sum(o.v) AS s
	FROM o, unnest(o.tags) WITH ORDINALITY AS t(tag, place)
	GROUP BY tumble(o.ts, '10 minutes'), t.tag, t.place;
CREATE CONTINUOUS VIEW values_v AS
	SELECT window_start, k.word, sum(o.v) AS s
	FROM o JOIN (VALUES (0, 'even'), (1, 'odd')) k(rest, word) ON k.rest = o.v % 2
	GROUP BY tumble(o.ts, '10 minutes'), k.word;
CREATE CONTINUOUS VIEW lateral_v AS
	SELECT window_start, c.label, sum(o.v) AS s, sum(last.id) AS last
	FROM o, LATERAL (SELECT upper(name) AS label, x.region FROM customer x WHERE x.id = o.customer) c,
		LATERAL (SELECT r.id FROM region r WHERE r.id <= o.v ORDER BY r.id DESC LIMIT 1) last
	GROUP BY tumble(o.ts, '10 minutes'), c.label;
CREATE VIEW customer_view AS SELECT c.id AS customer, c.name, r.name AS region FROM customer c LEFT JOIN region r ON r.id = c.region;
CREATE VIEW by_region AS SELECT region, count(*) AS customers FROM customer GROUP BY region;
CREATE CONTINUOUS VIEW views_v AS
	WITH vips AS (SELECT DISTINCT region FROM customer WHERE vip)
	SELECT window_start, cv.region, count(vips.region) AS vips, max(b.customers) AS customers, sum(o.v) AS s
	FROM o JOIN customer_view cv USING (customer) JOIN customer c ON c.id = o.customer
		LEFT JOIN by_region b ON b.region = c.region LEFT JOIN vips ON vips.region = c.region
	GROUP BY tumble(o.ts, '10 minutes'), cv.region;
CREATE CONTINUOUS VIEW with_v AS
	WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3), k AS (SELECT DISTINCT name, id FROM customer)
	SELECT window_start, r.n, k.name, count(*) FROM o, r, k WHERE k.id = o.customer AND k.name = 'c1'
	GROUP BY session(o.ts, '5 minutes'), r.n, k.name HAVING count(*) > (SELECT min(n) FROM r);
-- the watermark of each customer, and the input last in FROM
CREATE CONTINUOUS VIEW clocks_v WITH (watermark_by = customer, idle_timeout = '1 hour') AS
	SELECT window_start, c.region, count(*) AS n
	FROM region r, customer c, o WHERE c.id = o.customer AND r.id = c.region
	GROUP BY tumble(o.ts, '10 minutes'), c.region;

INSERT INTO o SELECT '2026-01-01Z'::timestamptz + i * interval '7 seconds', i % 50, i, ARRAY['a', 't' || i % 3], 'c' || i % 50 FROM generate_series(1, 400) i;
INSERT INTO o VALUES ('2026-01-01Z', NULL, NULL, NULL, NULL), (NULL, 1, 1, NULL, 'c1');
CREATE VIEW all_views AS
	SELECT v.view FROM continuous.view v JOIN pg_class c ON c.oid = v.view WHERE relnamespace = 'joins'::regnamespace;
SELECT count(continuous.sync(view)) FROM all_views;
SELECT * FROM inner_v ORDER BY 1, 2;
SELECT * FROM views_v ORDER BY 1, 2;
SELECT view, differences(view) FROM all_views WHERE view <> 'final_v'::regclass ORDER BY view::regclass::text;
SELECT view, rows_read = rows_counted + rows_filtered + rows_no_window + rows_too_late AS adds_up, rows_read, rows_counted, rows_filtered, rows_no_window FROM continuous.stats WHERE view IN (SELECT view FROM all_views) ORDER BY view::text;
-- the rest goes out with the last window
SELECT continuous.advance_watermark('final_v', '2027-01-01Z');
SELECT count(continuous.sync('final_v'));
SELECT differences('final_v');

-- batches of many rows, and of one: sorts and hash joins must not matter
BEGIN; INSERT INTO o VALUES ('2026-01-01 01:00Z', 3, 5, '{x}', 'c3'); COMMIT;
INSERT INTO o SELECT '2026-01-01 01:00Z'::timestamptz + i % 977 * interval '1 second', i % 50, i, ARRAY['b', 't' || i % 3], 'c' || i % 50 FROM generate_series(1, 20000) i;
INSERT INTO o VALUES ('2026-01-01 01:00Z', 3, 5, '{x}', 'c3');
SELECT count(continuous.sync(view)) FROM all_views;
SELECT view, differences(view) FROM all_views WHERE view <> 'final_v'::regclass ORDER BY view::regclass::text;

-- joined tables do not wake the worker, and what was counted stays: rows see
-- them as they are when they are consumed, with all that their transaction did
CREATE TABLE late_o (ts timestamptz, customer int);
CREATE CONTINUOUS VIEW late_v AS
	SELECT window_start, c.name, count(*) AS n FROM late_o o LEFT JOIN customer c ON c.id = o.customer
	GROUP BY tumble(o.ts, '1 hour'), c.name;
INSERT INTO late_o VALUES ('2026-01-01Z', 100), ('2026-01-01Z', 101);
SELECT continuous.sync('late_v');
INSERT INTO customer VALUES (100, 'late');
SELECT continuous.sync('late_v');
TABLE late_v ORDER BY 2;
BEGIN;
INSERT INTO late_o VALUES ('2026-01-01Z', 100), ('2026-01-01Z', 101);
INSERT INTO customer VALUES (101, 'same transaction');
COMMIT;
SELECT continuous.sync('late_v');
TABLE late_v ORDER BY 2;
UPDATE customer SET name = 'renamed' WHERE id = 100;
DELETE FROM customer WHERE id = 101;
INSERT INTO late_o VALUES ('2026-01-01Z', 100), ('2026-01-01Z', 101);
SELECT continuous.sync('late_v');
TABLE late_v ORDER BY 2;

-- joins = any: rows that are joined to several, and to those that are there
CREATE TABLE any_o (ts timestamptz, customer int);
CREATE TABLE item (customer int, what text);
INSERT INTO item VALUES (1, 'x'), (1, 'x'), (1, 'y'), (2, 'x');
CREATE CONTINUOUS VIEW any_v WITH (joins = 'any', watermark_delay = '0 s', allowed_lateness = '0 s', late_rows = keep) AS
	SELECT window_start, i.what, count(*) AS n FROM any_o o LEFT JOIN item i ON i.customer = o.customer
	GROUP BY tumble(o.ts, '1 hour'), i.what;
CREATE CONTINUOUS VIEW any_session WITH (joins = 'any', watermark_delay = '0 s', allowed_lateness = '0 s', late_rows = keep) AS
	SELECT window_start, window_end, i.what, count(*) AS n FROM any_o o LEFT JOIN item i ON i.customer = o.customer
	GROUP BY session(o.ts, '1 hour'), i.what;
SELECT continuous.sync('any_v'), continuous.sync('any_session');
INSERT INTO any_o VALUES ('2026-01-02Z', 1), ('2026-01-02Z', 2), ('2026-01-02Z', 3);
SELECT continuous.sync('any_v'), continuous.sync('any_session');
INSERT INTO item VALUES (3, 'x'), (1, 'z');
INSERT INTO any_o VALUES ('2026-01-02 00:30Z', 1), ('2026-01-02 05:00Z', 2);
-- too late, for one of the sessions of its keys, or all
INSERT INTO any_o VALUES ('2026-01-02 04:30Z', 1), ('2026-01-02 00:30Z', 1), ('-infinity', 1);
SELECT continuous.sync('any_v'), continuous.sync('any_session');
SELECT * FROM any_v WHERE window_start >= '2026-01-02' ORDER BY 1, 2;
SELECT * FROM any_session WHERE window_start >= '2026-01-02' ORDER BY 1, 2, 3;
-- a row is counted once, however many it is joined to
SELECT view, rows_read, rows_counted, rows_filtered, rows_no_window, rows_too_late FROM continuous.stats WHERE view::text LIKE '%any%' ORDER BY view::text;
SELECT reason, event_time, row_data FROM any_v_late ORDER BY 2;
SELECT reason, event_time, row_data FROM any_session_late ORDER BY 2;

-- on_error = skip finds the rows whose expressions fail, also behind a join
CREATE TABLE rate (id int PRIMARY KEY, divisor int);
INSERT INTO rate SELECT i, i % 4 FROM generate_series(0, 99) i;
ANALYZE rate;
CREATE CONTINUOUS VIEW skip_v WITH (on_error = skip) AS
	SELECT window_start, sum(o.customer / r.divisor) AS s, count(*) AS n FROM late_o o JOIN rate r ON r.id = o.customer
	GROUP BY tumble(o.ts, '1 hour');
INSERT INTO late_o SELECT '2026-02-01Z', i FROM generate_series(1, 99) i;
INSERT INTO late_o VALUES ('2026-02-01Z', 4);
INSERT INTO late_o SELECT '2026-02-01Z', i % 100 FROM generate_series(1, 3000) i;
SELECT continuous.sync('skip_v');
SELECT * FROM skip_v WHERE window_start = '2026-02-01' ;
SELECT sum(o.customer / r.divisor) AS s, count(*) AS n FROM late_o o JOIN rate r ON r.id = o.customer AND r.divisor <> 0 WHERE ts = '2026-02-01';
SELECT rows_failed, rows_read = rows_counted + rows_filtered + rows_no_window + rows_failed AS adds_up FROM continuous.stats WHERE view = 'skip_v'::regclass;
SELECT error, count(*) FROM skip_v_late GROUP BY error;

-- partitioned and inherited tables, one without a unique key for all of it
CREATE TABLE part (id int PRIMARY KEY, k text) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10);
CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (10) TO (1000);
INSERT INTO part SELECT i, 'p' || i % 2 FROM generate_series(0, 999) i;
CREATE TABLE parent (id int PRIMARY KEY, k text);
CREATE CONTINUOUS VIEW part_v AS
	SELECT window_start, p.k, count(*) AS n, count(parent.k) AS parents FROM late_o o JOIN part p ON p.id = o.customer LEFT JOIN parent ON parent.id = p.id
	GROUP BY tumble(o.ts, '1 hour'), p.k;
INSERT INTO late_o SELECT '2026-03-01Z', i FROM generate_series(1, 20) i;
SELECT continuous.sync('part_v');
SELECT * FROM part_v WHERE window_start = '2026-03-01' ORDER BY 2;
SELECT differences('part_v');

-- OR REPLACE: what stands over the groups may change, what is joined not
CREATE OR REPLACE VIEW part_v WITH (continuous) AS
	SELECT window_start, p.k, count(*) AS n, count(parent.k) AS parents FROM late_o o JOIN part p ON p.id = o.customer LEFT JOIN parent ON parent.id = p.id
	GROUP BY tumble(o.ts, '1 hour'), p.k HAVING count(*) > 5;
SELECT differences('part_v');
CREATE OR REPLACE VIEW part_v WITH (continuous) AS
	SELECT window_start, p.k, count(*) AS n, count(parent.k) AS parents FROM late_o o JOIN part p ON p.id = o.customer JOIN parent ON parent.id = p.id
	GROUP BY tumble(o.ts, '1 hour'), p.k;

DROP SCHEMA joins CASCADE;
