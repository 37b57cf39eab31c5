-- State without windows: GROUP BY keys alone, with state_ttl.
CREATE SCHEMA keyed;
SET search_path = keyed;
CREATE TABLE events (user_id int, at timestamptz, amount int);

CREATE CONTINUOUS VIEW totals WITH (state_ttl = '10 minutes') AS
SELECT user_id, count(*) AS n, sum(amount) AS amount
  FROM events GROUP BY user_id;

INSERT INTO events VALUES (1, '2026-11-01 10:00', 5), (2, '2026-11-01 10:01', 7);
SELECT continuous.sync('totals');
SELECT * FROM totals ORDER BY user_id;
SELECT window_start, window_end, user_id, n, amount, _corrections
  FROM totals_results ORDER BY user_id;

-- 1 goes on, 2 is silent: at 10:11 it is forgotten
INSERT INTO events VALUES (1, '2026-11-01 10:09', 1);
INSERT INTO events VALUES (1, '2026-11-01 10:12', 1);
SELECT continuous.sync('totals');
SELECT * FROM totals ORDER BY user_id;
-- and begins anew
INSERT INTO events VALUES (2, '2026-11-01 10:13', 100);
SELECT continuous.sync('totals');
SELECT * FROM totals ORDER BY user_id;
SELECT view, windows_open FROM continuous.stats;
SELECT * FROM continuous.windows('totals');
SELECT definition FROM continuous.views;
SELECT continuous.one_shot('totals');
DROP VIEW totals;
DROP SCHEMA keyed CASCADE;
