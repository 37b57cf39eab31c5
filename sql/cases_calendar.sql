-- Civil time: cases C01 (the hour that happens twice, the 25-hour local day)
-- and C03 (months are not 30 days), and what else calendars do to windows.
CREATE SCHEMA cases_calendar;
SET search_path = cases_calendar;
SET client_min_messages = warning;
SET datestyle = 'ISO, YMD';

-- C01: fixed sizes go by the instant, whatever the clock on the wall shows
SET timezone = 'America/Chicago';
CREATE TABLE c01 (ts timestamptz, site text, v int);
CREATE CONTINUOUS VIEW c01_h WITH (watermark_delay = '0 s', allowed_lateness = '1 day') AS
	SELECT window_start, site, sum(v) AS s, count(*) AS n FROM c01 GROUP BY tumble(ts, interval '1 hour'), site;
CREATE CONTINUOUS VIEW c01_m WITH (watermark_delay = '0 s', allowed_lateness = '1 day') AS
	SELECT window_start, site, sum(v) AS s FROM c01 GROUP BY tumble(ts, interval '30 minutes'), site;
CREATE CONTINUOUS VIEW c01_hop WITH (allowed_lateness = '1 day') AS
	SELECT window_start, site, sum(v) AS s FROM c01 GROUP BY hop(ts, interval '30 minutes', interval '1 hour'), site;
CREATE CONTINUOUS VIEW c01_s WITH (allowed_lateness = '1 day') AS
	SELECT window_start, window_end, site, sum(v) AS s FROM c01 GROUP BY session(ts, interval '21 minutes'), site;
INSERT INTO c01 VALUES ('2024-11-03 05:50Z', 'n', 1), ('2024-11-03 06:10Z', 'n', 2), ('2024-11-03 06:50Z', 'n', 4),
	('2024-11-03 07:10Z', 'n', 8), ('2024-11-03 07:50Z', 'n', 16), ('2024-11-03 08:10Z', 'n', 32);
INSERT INTO c01 VALUES ('2024-11-04 00:00Z', 'zz', 0);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c01'::regclass;
SELECT to_char(window_start, 'HH24:MI') AS there, window_start AT TIME ZONE 'UTC' AS utc, s, n FROM c01_h WHERE site <> 'zz' ORDER BY window_start;
SELECT to_char(window_start, 'HH24:MI') AS there, window_start AT TIME ZONE 'UTC' AS utc, s FROM c01_m WHERE site <> 'zz' ORDER BY window_start;
SELECT to_char(window_start, 'HH24:MI') AS there, window_start AT TIME ZONE 'UTC' AS utc, s FROM c01_hop WHERE site <> 'zz' ORDER BY window_start;
SELECT window_start AT TIME ZONE 'UTC' AS utc, window_end AT TIME ZONE 'UTC' AS until, s FROM c01_s WHERE site <> 'zz' ORDER BY window_start;
SET timezone = 'UTC';

-- C01, part b: days of Paris, of which one has 25 hours and one 23; by an
-- expression, whose time runs backwards once, and by timezone
CREATE TABLE c01b (ts timestamptz, site text, v int);
CREATE CONTINUOUS VIEW c01_d WITH (watermark_delay = '2 hours', allowed_lateness = '1 day') AS
	SELECT window_start, site, sum(v) AS s, count(*) AS n FROM c01b GROUP BY tumble(ts AT TIME ZONE 'Europe/Paris', interval '1 day'), site;
CREATE CONTINUOUS VIEW c01_z WITH (watermark_delay = '2 hours', allowed_lateness = '1 day') AS
	SELECT window_start, window_end, site, sum(v) AS s, count(*) AS n FROM c01b GROUP BY tumble(ts, interval '1 day', timezone => 'Europe/Paris'), site;
CREATE CONTINUOUS VIEW c01_hop_z WITH (watermark_delay = '2 hours', allowed_lateness = '1 day') AS
	SELECT window_start, window_end, site, sum(v) AS s FROM c01b GROUP BY hop(ts, interval '1 day', interval '2 days', timezone => 'Europe/Paris'), site;
INSERT INTO c01b VALUES ('2025-10-25 22:30Z', 'n', 1), ('2025-10-26 00:30Z', 'n', 2), ('2025-10-26 01:30Z', 'n', 4),
	('2025-10-26 22:30Z', 'n', 8), ('2025-10-26 23:10Z', 'n', 16);
INSERT INTO c01b VALUES ('2026-03-28 22:59:59.999999Z', 'n', 1), ('2026-03-28 23:00Z', 'n', 2), ('2026-03-29 21:59:59.999999Z', 'n', 4), ('2026-03-29 22:00Z', 'n', 8);
INSERT INTO c01b VALUES ('2026-04-15 00:00Z', 'zz', 0);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c01b'::regclass;
SELECT window_start, s, n FROM c01_d WHERE site <> 'zz' ORDER BY 1;
SELECT window_start, window_end, window_end - window_start AS size, s, n FROM c01_z WHERE site <> 'zz' ORDER BY 1;
SELECT window_start, window_end, extract(epoch FROM window_end - window_start) / 3600 AS hours, s FROM c01_hop_z WHERE site <> 'zz' ORDER BY 1;
-- the day is over after 25 hours, not after 24
SELECT continuous.watermark('c01_z');

-- midnight that does not exist, midnight that is there twice, a day that was left out
CREATE TABLE odd (ts timestamptz);
CREATE CONTINUOUS VIEW sao_paulo AS SELECT window_start, window_end, count(*) AS n FROM odd GROUP BY tumble(ts, interval '1 day', timezone => 'America/Sao_Paulo');
CREATE CONTINUOUS VIEW havana AS SELECT window_start, window_end, count(*) AS n FROM odd GROUP BY tumble(ts, interval '1 day', timezone => 'America/Havana');
CREATE CONTINUOUS VIEW apia AS SELECT window_start, window_end, count(*) AS n FROM odd GROUP BY tumble(ts, interval '1 day', timezone => 'Pacific/Apia');
CREATE CONTINUOUS VIEW apia_hop AS SELECT window_start, window_end, count(*) AS n FROM odd GROUP BY hop(ts, interval '1 day', interval '2 days', timezone => 'Pacific/Apia');
INSERT INTO odd SELECT t FROM generate_series(timestamptz '2011-12-29 10:00Z', '2011-12-31 09:59Z', '1 hour') t;
INSERT INTO odd SELECT t FROM generate_series(timestamptz '2018-11-03 03:00Z', '2018-11-05 01:59Z', '1 hour') t;
INSERT INTO odd SELECT t FROM generate_series(timestamptz '2024-11-03 04:00Z', '2024-11-04 04:59Z', '1 hour') t;
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'odd'::regclass;
SELECT * FROM sao_paulo WHERE window_start BETWEEN '2018-11-03' AND '2018-11-06' ORDER BY 1;
SELECT * FROM havana WHERE window_start BETWEEN '2024-11-03' AND '2024-11-05' ORDER BY 1;
SELECT * FROM apia WHERE window_start BETWEEN '2011-12-27' AND '2012-01-02' ORDER BY 1;
SELECT * FROM apia_hop WHERE window_start BETWEEN '2011-12-27' AND '2012-01-02' ORDER BY 1;

-- C03: months begin on the first, before the origin as behind it
CREATE TABLE c03 (ts timestamp, k text, v int);
CREATE CONTINUOUS VIEW c03_v WITH (watermark_delay = '0 s', allowed_lateness = '1 day') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c03 GROUP BY tumble(ts, interval '1 month'), k;
CREATE CONTINUOUS VIEW c03_hop WITH (allowed_lateness = '1 day') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c03 GROUP BY hop(ts, interval '1 month', interval '3 months'), k;
CREATE CONTINUOUS VIEW c03_cumulate WITH (allowed_lateness = '1 day') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c03 GROUP BY cumulate(ts, interval '1 month', interval '3 months'), k;
CREATE CONTINUOUS VIEW c03_fiscal WITH (allowed_lateness = '1 day') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c03 GROUP BY tumble(ts, interval '1 year', origin => timestamp '2000-04-06'), k;
CREATE CONTINUOUS VIEW c03_last WITH (allowed_lateness = '1 day') AS
	SELECT window_start, window_end, k, sum(v) AS s FROM c03 GROUP BY tumble(ts, interval '1 month', origin => timestamp '2000-01-31'), k;
INSERT INTO c03 VALUES ('1999-12-31 23:00', 'x', 64);
INSERT INTO c03 VALUES ('2000-01-01 10:05', 'x', 32);
INSERT INTO c03 VALUES ('2024-01-01 00:00', 'x', 1), ('2024-01-31 23:59:59', 'x', 2);
INSERT INTO c03 VALUES ('2024-02-01 00:00', 'x', 4), ('2024-02-29 12:00', 'x', 8);
INSERT INTO c03 VALUES ('2024-03-01 00:00', 'x', 16);
INSERT INTO c03 VALUES ('2024-06-01 00:00', 'zz', 0);
SELECT continuous.sync(view) FROM continuous.views WHERE input = 'c03'::regclass;
SELECT window_start, window_end, s FROM c03_v WHERE k <> 'zz' ORDER BY 1;
SELECT window_start, window_end, s FROM c03_hop WHERE k <> 'zz' ORDER BY 1;
SELECT window_start, window_end, s FROM c03_cumulate WHERE k <> 'zz' ORDER BY 1, 2;
SELECT window_start, window_end, s FROM c03_fiscal WHERE k <> 'zz' ORDER BY 1;
SELECT window_start, window_end, s FROM c03_last WHERE k <> 'zz' ORDER BY 1;

-- what has no one length has no place in a dial, nor next to what has
\set VERBOSITY terse
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c03 GROUP BY tumble(ts, interval '1 month 2 days');
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c03 GROUP BY hop(ts, interval '1 month', interval '1 month 12 hours');
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c03 GROUP BY session(ts, interval '1 month');
CREATE CONTINUOUS VIEW no WITH (watermark_delay = '1 month') AS SELECT window_start, count(*) FROM c03 GROUP BY tumble(ts, interval '1 month');
CREATE CONTINUOUS VIEW no WITH (allowed_lateness = '1 month') AS SELECT window_start, count(*) FROM c03 GROUP BY tumble(ts, interval '1 month');
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c01 GROUP BY tumble(ts, interval '1 hour', timezone => 'Europe/Paris');
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c01 GROUP BY tumble(ts, interval '1 day 1 hour', timezone => 'Europe/Paris');
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c01 GROUP BY tumble(ts, interval '1 day', timezone => 'Europe/Atlantis');
CREATE CONTINUOUS VIEW no AS SELECT window_start, count(*) FROM c03 GROUP BY tumble(ts, interval '1 day', timezone => 'Europe/Paris');
\set VERBOSITY default
SELECT relname FROM pg_class WHERE relname LIKE 'no%' AND relnamespace = 'cases_calendar'::regnamespace;

-- the one-shot query has the same windows
SELECT continuous.one_shot('c03_v') AS tumble, continuous.one_shot('c01_hop_z') AS hop, continuous.one_shot('c03_cumulate') AS cumulate, continuous.one_shot('c01_s') AS session \gset
SELECT count(*) AS differing FROM (TABLE c03_v EXCEPT ALL (:tumble)) d;
SELECT count(*) AS differing FROM (TABLE c01_hop_z EXCEPT ALL (:hop)) d;
SELECT count(*) AS differing FROM (TABLE c03_cumulate EXCEPT ALL (:cumulate)) d;
SELECT count(*) AS differing FROM (TABLE c01_s EXCEPT ALL (:session)) d;

DROP SCHEMA cases_calendar CASCADE;
