-- run before PostgreSQL's own tests: the extension, and a view that lives
SET timezone = 'UTC';
CREATE EXTENSION pg_continuous;
CREATE SCHEMA cv_idle;
CREATE TABLE cv_idle.events (happened_at timestamptz, kind text, amount int);
INSERT INTO cv_idle.events SELECT '2026-01-01Z'::timestamptz + i * interval '1 second', 'k' || i % 7, i FROM generate_series(1, 10000) i;
CREATE CONTINUOUS VIEW cv_idle.amounts AS
	SELECT window_start, kind, sum(amount) AS total, count(*) AS n FROM cv_idle.events GROUP BY tumble(happened_at, '5 minutes'), kind;
SELECT continuous.sync('cv_idle.amounts');
SELECT count(*) AS groups, sum(n) AS events FROM cv_idle.amounts;
