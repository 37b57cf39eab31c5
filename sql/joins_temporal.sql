-- The temporal join: the version of a row that was true at event time, from a
-- table of periods that a constraint keeps from overlapping.
CREATE SCHEMA joins_temporal;
SET search_path = joins_temporal, public;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
SET client_min_messages = warning;
CREATE EXTENSION btree_gist SCHEMA public;

CREATE FUNCTION differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plain text := rtrim(continuous.one_shot(view), '; ');
	n bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM ((TABLE %1$s EXCEPT ALL (%2$s)) UNION ALL ((%2$s) EXCEPT ALL TABLE %1$s)) d', view, plain) INTO n;
	RETURN n;
END $$;
-- tries to make the view e WITH options AS query; what comes of it
CREATE FUNCTION try(query text, options text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text;
BEGIN
	EXECUTE format('CREATE VIEW e WITH (continuous%s) AS SELECT window_start, count(*) FROM %s GROUP BY tumble(o.at, ''1 hour'')', options, query);
	DROP VIEW e;
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(E'\n', message, nullif(detail, ''), nullif(hint, ''));
END $$;

CREATE TABLE o (at timestamptz, currency text, region int, amount numeric);
-- a range
CREATE TABLE rates (currency text, valid tstzrange, rate numeric,
	EXCLUDE USING gist (currency WITH =, valid WITH &&));
-- two columns, with and without an end
CREATE TABLE prices (currency text, valid_from timestamptz NOT NULL, valid_to timestamptz, price numeric,
	PRIMARY KEY (currency, valid_from),
	EXCLUDE USING gist (currency WITH =, tstzrange(valid_from, valid_to) WITH &&));
CREATE TABLE manager (region int, since date, until date, name text,
	EXCLUDE USING gist (region WITH =, daterange(since, until, '[]') WITH &&) WHERE (name IS NOT NULL));
CREATE TABLE unsure (currency text, valid_from timestamptz, valid_to timestamptz, UNIQUE (currency, valid_from));

CREATE VIEW worth WITH (continuous) AS
	SELECT window_start, r.currency, sum(o.amount * r.rate) AS worth, count(*) AS n
	FROM o JOIN rates r ON r.currency = o.currency AND o.at <@ r.valid
	GROUP BY tumble(o.at, '1 hour'), r.currency;
CREATE VIEW priced WITH (continuous) AS
	SELECT window_start, window_end, p.price, sum(o.amount) AS amount, count(p.price) AS priced, count(*) AS n
	FROM o LEFT JOIN prices p ON p.currency = o.currency AND o.at >= p.valid_from AND (p.valid_to IS NULL OR o.at < p.valid_to)
	GROUP BY hop(o.at, '10 minutes', '1 hour'), p.price;
CREATE VIEW managed WITH (continuous) AS
	SELECT window_start, window_end, m.name, count(*) AS n
	FROM o, manager m WHERE m.region = o.region AND m.name IS NOT NULL AND o.at::date BETWEEN m.since AND m.until
	GROUP BY session(o.at, '15 minutes'), m.name;

INSERT INTO rates VALUES
	('EUR', '[2026-01-01, 2026-01-01 06:00)', 1.1), ('EUR', '[2026-01-01 06:00, 2026-01-01 12:00)', 1.2),
	('EUR', '[2026-01-01 12:00,)', 1.3), ('USD', '(,)', 1), ('GBP', 'empty', 7), ('GBP', 'empty', 8);
INSERT INTO prices VALUES
	('EUR', '2026-01-01', '2026-01-01 03:00', 10), ('EUR', '2026-01-01 03:00', NULL, 20), ('USD', '2026-01-01 10:00', '2026-01-01 11:00', 30);
INSERT INTO manager VALUES (0, '2026-01-01', '2026-01-01', 'Ann'), (0, '2026-01-02', '2026-01-31', 'Bob'), (1, '2026-01-01', '2026-01-31', 'Cy'), (1, '2026-01-01', '2026-01-31', NULL);
INSERT INTO o SELECT '2025-12-31 23:00Z'::timestamptz + i * interval '97 seconds', (ARRAY['EUR', 'USD', 'GBP'])[1 + i % 3], i % 3, i FROM generate_series(1, 1000) i;
-- edges of periods
INSERT INTO o VALUES ('2026-01-01 06:00Z', 'EUR', 0, 1), ('2026-01-01 12:00Z', 'EUR', 0, 1), ('2026-01-01 03:00Z', 'EUR', 0, 1), ('2026-01-02Z', 'EUR', 0, 1);
SELECT continuous.sync('worth'), continuous.sync('priced'), continuous.sync('managed');
SELECT differences('worth'), differences('priced'), differences('managed');
SELECT * FROM worth WHERE currency = 'EUR' AND extract(hour FROM window_start) IN (5, 6, 12) ORDER BY 1;
SELECT name, sum(n), min(window_start), max(window_end) FROM managed GROUP BY 1 ORDER BY 1;

-- a correction of the history is seen by what is consumed after it
UPDATE rates SET rate = 100 WHERE currency = 'USD';
INSERT INTO o VALUES ('2026-01-03Z', 'USD', 0, 1), ('2026-01-01Z', 'USD', 0, 1);
SELECT continuous.sync('worth');
SELECT worth FROM worth WHERE window_start = '2026-01-03' AND currency = 'USD';

-- what is one row at most, and what may be more
\pset format unaligned
\pset tuples_only on
SELECT try('o JOIN rates r ON r.currency = o.currency AND r.valid @> o.at');
SELECT try('o JOIN rates r ON o.at <@ r.valid AND r.currency = ''EUR''');
SELECT try('o JOIN rates r ON o.at <@ r.valid');
SELECT try('o JOIN rates r ON r.currency = o.currency AND o.at >= lower(r.valid)');
SELECT try('o JOIN rates r ON r.currency = o.currency AND tstzrange(o.at, o.at) <@ r.valid');
SELECT try('o JOIN rates r ON r.currency <> o.currency AND o.at <@ r.valid');
SELECT try('o JOIN prices p ON p.currency = o.currency AND p.valid_from <= o.at AND p.valid_to > o.at');
SELECT try('o JOIN prices p ON p.currency = o.currency AND p.valid_from < o.at AND (o.at < p.valid_to OR p.valid_to IS NULL)');
SELECT try('o JOIN prices p ON p.currency = o.currency AND o.at <@ tstzrange(p.valid_from, p.valid_to)');
SELECT try('o JOIN prices p ON p.currency = o.currency AND o.at BETWEEN p.valid_from AND p.valid_to');
SELECT try('o JOIN prices p ON p.currency = o.currency AND o.at >= p.valid_from AND o.at + interval ''1 hour'' < p.valid_to');
SELECT try('o JOIN prices p ON p.currency = o.currency AND o.at >= p.valid_from AND (p.valid_to IS NULL OR o.amount > 0)');
SELECT try('o JOIN prices p ON p.currency = o.currency AND p.valid_from = (SELECT max(x.valid_from) FROM prices x WHERE x.currency = o.currency AND x.valid_from <= o.at)');
SELECT try('o JOIN prices p ON p.currency = o.currency AND o.at >= p.valid_from');
SELECT try('o, LATERAL (SELECT * FROM prices p WHERE p.currency = o.currency AND o.at >= p.valid_from AND o.at < p.valid_to) p');
SELECT try('o, LATERAL (SELECT * FROM unsure p WHERE p.currency = o.currency AND o.at >= p.valid_from ORDER BY p.valid_from DESC LIMIT 1) p');
SELECT try('o JOIN manager m ON m.region = o.region AND o.at::date BETWEEN m.since AND m.until');
SELECT try('o JOIN manager m ON m.region = o.region AND m.name IS NOT NULL AND o.at::date BETWEEN m.since AND m.until');
SELECT try('o JOIN unsure u ON u.currency = o.currency AND o.at >= u.valid_from AND o.at < u.valid_to');
SELECT try('o JOIN unsure u ON u.currency = o.currency AND o.at >= u.valid_from AND o.at < u.valid_to', ', joins = ''any''');
ALTER TABLE unsure ADD EXCLUDE USING gist (currency WITH =, tstzrange(valid_from, valid_to) WITH &&) DEFERRABLE;
SELECT try('o JOIN unsure u ON u.currency = o.currency AND o.at >= u.valid_from AND o.at < u.valid_to');
ALTER TABLE unsure ADD EXCLUDE USING gist (currency WITH =, tstzrange(valid_from, valid_to) WITH &&);
SELECT try('o JOIN unsure u ON u.currency = o.currency AND o.at >= u.valid_from AND o.at < u.valid_to');

DROP SCHEMA joins_temporal CASCADE;
DROP EXTENSION btree_gist;
