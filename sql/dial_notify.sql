-- notify: one NOTIFY for each window that closes, with the rows that it has then.
CREATE SCHEMA dial_notify;
SET search_path = dial_notify;
SET client_min_messages = warning;
SET timezone = 'America/New_York'; SET datestyle = 'SQL, DMY';
-- another session listens: psql would tell the pid of the worker
CREATE EXTENSION dblink;
SELECT dblink_connect('ear', format('host=%s port=%s dbname=%I user=%I', split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), current_database(), current_user));
CREATE FUNCTION listen(channel text) RETURNS text LANGUAGE sql AS $$ SELECT dblink_exec('ear', format('LISTEN %I', channel)) $$;
-- a round trip, so that it has seen all that was sent
CREATE FUNCTION heard() RETURNS TABLE (channel text, payload text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM * FROM dblink('ear', 'SELECT 1') AS t(x int);
	RETURN QUERY SELECT notify_name, extra FROM dblink_get_notify('ear');
END $$;
-- in short
CREATE FUNCTION heard_times() RETURNS TABLE (channel text, window_start text, window_end text, n bigint) LANGUAGE sql AS $$
	SELECT channel, left(payload::jsonb->>'window_start', -3), left(payload::jsonb->>'window_end', -3), (payload::jsonb->>'rows')::bigint FROM heard() $$;
CREATE PROCEDURE sync_all() LANGUAGE plpgsql AS $$
DECLARE
	v regclass;
BEGIN
	COMMIT;
	FOR v IN SELECT view FROM continuous.views NATURAL JOIN (SELECT oid AS view FROM pg_class WHERE relnamespace = 'dial_notify'::regnamespace) c ORDER BY view LOOP
		PERFORM continuous.sync(v);
	END LOOP;
	COMMIT;
END $$;

-- 1. what is said, of views that show all and of one that shows what is final
CREATE TABLE ev (ts timestamptz, k text, local timestamp);
CREATE CONTINUOUS VIEW plain WITH (notify = plain) AS
	SELECT window_start, k, count(*) FROM ev GROUP BY tumble(ts, '10 minutes'), k;
CREATE CONTINUOUS VIEW "Fin""al" WITH (notify = 'Fin''al', emit = final, fill = zero) AS
	SELECT window_start, k, count(*) FROM ev GROUP BY tumble(ts, '10 minutes'), k;
CREATE CONTINUOUS VIEW local WITH (notify = local, max_future = none) AS
	SELECT window_start, count(*) FROM ev GROUP BY tumble(local, '1 month');
SELECT listen('plain'), listen('Fin''al'), listen('local');
CALL sync_all();
INSERT INTO ev VALUES ('2024-05-01 00:05Z', 'a'), ('2024-05-01 00:09Z', 'a'), ('2024-05-01 00:05Z', 'b');
CALL sync_all();
SELECT * FROM heard();
INSERT INTO ev VALUES ('2024-05-01 00:10Z', 'b', '1998-02-28 23:59:59');
CALL sync_all();
SELECT * FROM heard() ORDER BY channel;
-- windows without rows are not told of, fillers are rows; nothing is told twice, not of corrections either
INSERT INTO ev VALUES ('2024-05-01 00:45Z', 'b', '1998-03-01 00:00:00');
INSERT INTO ev VALUES ('2024-05-01 00:09Z', 'b', '1998-02-01 00:00:00');
CALL sync_all();
SELECT * FROM heard_times() ORDER BY channel, window_start;
-- a window that gets its first row after its close is not told of
INSERT INTO ev VALUES ('2024-05-01 00:35Z', 'a');
CALL sync_all();
SELECT * FROM heard();
SELECT count FROM plain WHERE window_start = '2024-05-01 00:30Z';
-- W may be moved by hand
SELECT continuous.advance_watermark('plain', '2024-05-01 00:50Z');
CALL sync_all();
SELECT * FROM heard_times();

-- 2. the same in one batch as in many: rows that come after the close are not among those told
CREATE TABLE b (ts timestamptz, k int);
CREATE CONTINUOUS VIEW quick WITH (notify = quick, watermark_delay = '5 minutes') AS SELECT window_start, k, count(*) FROM b GROUP BY tumble(ts, '1 minute'), k;
CREATE CONTINUOUS VIEW slow WITH (notify = slow, watermark_delay = '5 minutes', flush_interval = '10 seconds') AS SELECT window_start, k, count(*) FROM b GROUP BY tumble(ts, '1 minute'), k;
SELECT listen('quick'), listen('slow');
CALL sync_all();
CREATE PROCEDURE insert_b(is_quick bool) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 0 .. 99 LOOP
		INSERT INTO b SELECT timestamptz '2024-05-01 00:00Z' + (i * 7 % 10 + i) * interval '1 minute', i % 5 + j FROM generate_series(0, i % 3) j;
		COMMIT;
		IF is_quick THEN
			PERFORM continuous.sync('quick');
		END IF;
		COMMIT;
	END LOOP;
END $$;
CALL insert_b(true);
CALL sync_all();
CREATE TEMP TABLE said AS SELECT * FROM heard_times();
SELECT channel, count(*) > 15 AS many, count(*) = count(DISTINCT window_start) AS once FROM said GROUP BY 1 ORDER BY 1;
(SELECT window_start, n FROM said WHERE channel = 'quick' EXCEPT ALL SELECT window_start, n FROM said WHERE channel = 'slow') UNION ALL (SELECT window_start, n FROM said WHERE channel = 'slow' EXCEPT ALL SELECT window_start, n FROM said WHERE channel = 'quick');
-- less than there is now: corrections came
SELECT sum(n) < (SELECT count(*) FROM quick) AS fewer FROM said WHERE channel = 'quick';
-- in order of window
SELECT bool_and(ok) FROM (SELECT window_start > lag(window_start, 1, '') OVER (PARTITION BY channel ORDER BY ctid) AS ok FROM said) x;

-- 3. backfill: all windows that are closed in the end, though they are many
CREATE TABLE many (ts timestamptz);
INSERT INTO many SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 second' FROM generate_series(1, 25000) i;
SELECT listen('update'), listen('final');
CREATE CONTINUOUS VIEW m_update WITH (notify = 'update') AS SELECT window_start, count(*) FROM many GROUP BY tumble(ts, '1 second');
CREATE CONTINUOUS VIEW m_final WITH (notify = 'final', emit = final) AS SELECT window_start, count(*) FROM many GROUP BY tumble(ts, '1 second');
CALL sync_all();
CREATE TEMP TABLE said_many AS SELECT * FROM heard();
SELECT channel, count(*), count(DISTINCT payload), min(payload::jsonb->>'window_start'), max(payload::jsonb->>'window_start') FROM said_many GROUP BY 1 ORDER BY 1;
SELECT flushes > 3 AS in_steps FROM continuous.stats WHERE view = 'm_update'::regclass;
-- a rebuild closes them again
SELECT continuous.rebuild('m_final');
CALL sync_all();
SELECT channel, count(*), count(DISTINCT payload) FROM heard() GROUP BY 1;
-- switched off, another channel
ALTER VIEW m_final RESET (notify);
ALTER VIEW m_update SET (notify = 'other');
SELECT listen('other');
INSERT INTO many VALUES ('2024-06-01 00:00Z');
CALL sync_all();
SELECT * FROM heard_times();

-- 4. all kinds of window: what W has passed, each once
CREATE TABLE w (ts timestamptz, k int);
CREATE CONTINUOUS VIEW w_hop WITH (notify = w_hop) AS SELECT window_start, window_end, k, count(*) FROM w GROUP BY hop(ts, '3 minutes', '10 minutes'), k;
CREATE CONTINUOUS VIEW w_hop_final WITH (notify = w_hop_final, emit = final) AS SELECT window_start, window_end, k, count(*) FROM w GROUP BY hop(ts, '3 minutes', '10 minutes'), k;
CREATE CONTINUOUS VIEW w_cumulate AS SELECT window_start, window_end, k, count(*) FROM w GROUP BY cumulate(ts, '5 minutes', '20 minutes'), k;
CREATE CONTINUOUS VIEW w_cumulate_final WITH (notify = w_cumulate_final, emit = final) AS SELECT window_start, window_end, k, count(*) FROM w GROUP BY cumulate(ts, '5 minutes', '20 minutes'), k;
CREATE CONTINUOUS VIEW w_session AS SELECT window_start, window_end, k, count(*) FROM w GROUP BY session(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW w_session_final WITH (notify = w_session_final, emit = final) AS SELECT window_start, window_end, k, count(*) FROM w GROUP BY session(ts, '5 minutes'), k;
ALTER VIEW w_cumulate SET (notify = w_cumulate);
ALTER VIEW w_session SET (notify = w_session);
SELECT listen(relname) FROM pg_class WHERE relnamespace = 'dial_notify'::regnamespace AND relname LIKE 'w\_%' AND relkind = 'v' AND relname !~ 'definition' ORDER BY 1;
CALL sync_all();
CREATE TABLE heard_w (channel text, window_start timestamptz, window_end timestamptz, n bigint);
CREATE PROCEDURE insert_w(first int, last int) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN first .. last LOOP
		INSERT INTO w VALUES (timestamptz '2024-05-01 00:00Z' + i * interval '1 minute', i % 3);
		COMMIT;
		IF i % 10 = 0 THEN
			CALL sync_all();
			INSERT INTO heard_w SELECT channel, (payload::jsonb->>'window_start')::timestamptz, (payload::jsonb->>'window_end')::timestamptz, (payload::jsonb->>'rows')::bigint FROM heard();
		END IF;
	END LOOP;
END $$;
CALL insert_w(0, 40);
CALL insert_w(60, 100);
CALL insert_w(120, 120);
CREATE VIEW w_all AS
	SELECT 'w_hop' AS channel, * FROM w_hop UNION ALL SELECT 'w_hop_final', * FROM w_hop_final UNION ALL
	SELECT 'w_cumulate', * FROM w_cumulate UNION ALL SELECT 'w_cumulate_final', * FROM w_cumulate_final UNION ALL
	SELECT 'w_session', * FROM w_session UNION ALL SELECT 'w_session_final', * FROM w_session_final;
CREATE VIEW w_closed AS
	SELECT channel, window_start, window_end, count(*) AS n FROM w_all WHERE window_end <= continuous.watermark(channel::regclass) GROUP BY 1, 2, 3;
(TABLE heard_w EXCEPT ALL TABLE w_closed) UNION ALL (TABLE w_closed EXCEPT ALL TABLE heard_w);
SELECT channel, count(*), sum(n) FROM heard_w GROUP BY 1 ORDER BY 1;
-- a session that a correction makes longer, beyond W, closes once more; one that ends before W stays closed
INSERT INTO w VALUES ('2024-05-01 02:20Z', 1), ('2024-05-01 02:26Z', 2), ('2024-05-01 02:15Z', 5);
CALL sync_all();
SELECT * FROM heard_times() WHERE channel ~ 'session' ORDER BY 1, 2;
INSERT INTO w VALUES ('2024-05-01 02:24Z', 1), ('2024-05-01 02:16Z', 5);
CALL sync_all();
SELECT * FROM heard_times() WHERE channel ~ 'session' ORDER BY 1, 2;
INSERT INTO w VALUES ('2024-05-01 02:40Z', 1);
CALL sync_all();
SELECT * FROM heard_times() WHERE channel ~ 'session' ORDER BY 1, 2;

-- 5. a batch that is run again without the rows that fail tells once
CREATE TABLE odd (ts timestamptz, k int);
CREATE CONTINUOUS VIEW odd_view WITH (notify = odd, on_error = skip) AS SELECT window_start, count(*) FROM odd WHERE 1 / k IS NOT NULL GROUP BY tumble(ts, '1 minute');
SELECT listen('odd');
CALL sync_all();
INSERT INTO odd VALUES ('2024-05-01 00:00Z', 1), ('2024-05-01 00:00Z', 0), ('2024-05-01 00:01Z', 1), ('2024-05-01 00:02Z', 0);
CALL sync_all();
SELECT * FROM heard_times();
SELECT dblink_disconnect('ear');
\set VERBOSITY terse
DROP SCHEMA dial_notify CASCADE;
