-- Details of positions: of a view that follows, of one with pending blocks, of
-- one in the middle of a scan.
CREATE SCHEMA fuzz_position;
SET search_path = fuzz_position, public;
CREATE TABLE ev (ts timestamptz NOT NULL, k int, v int) PARTITION BY RANGE (k);
CREATE TABLE ev0 PARTITION OF ev FOR VALUES FROM (0) TO (10);
CREATE TABLE ev1 PARTITION OF ev FOR VALUES FROM (10) TO (20);
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 s', i % 20, i FROM generate_series(1, 2000) i;
CREATE CONTINUOUS VIEW a AS
	SELECT k, sum(v) FROM ev GROUP BY k, continuous.tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW s AS
	SELECT k, count(*) FROM ev GROUP BY k, continuous.session(ts, '1 s');
SELECT continuous.sync('a'), continuous.sync('s');
DROP TABLE ev0;
INSERT INTO ev SELECT timestamptz '2024-05-01 01:00Z' + i * interval '1 s', 10 + i % 10, i FROM generate_series(1, 200) i;
SELECT continuous.sync('a'), continuous.sync('s');
DO $$
DECLARE
	it record;
	said text;
BEGIN
	FOR it IN SELECT detail FROM continuous.position ORDER BY view LOOP
		FOR seed IN 1..10 LOOP
			said := public.cv_fuzz_position(it.detail, seed, 2000);
		END LOOP;
		IF said IS DISTINCT FROM 'some were read, some were refused' THEN
			RAISE EXCEPTION '%', said;
		END IF;
	END LOOP;
END $$;
