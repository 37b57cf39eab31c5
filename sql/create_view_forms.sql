-- Forms of queries, types of keys, names and casts: each is made, filled in two
-- steps, and compared with the plain query.
CREATE SCHEMA forms;
SET search_path = forms;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN posint AS int CHECK (value > 0);
CREATE TYPE pair AS (a int, b text);
CREATE TABLE o (
	id bigserial PRIMARY KEY, ts timestamptz, t timestamp, d date, k text, kc text COLLATE "C", m mood, p posint, a int[], j jsonb,
	r pair, rg int4range, v numeric(10,2), n int, f float8, b bool, u uuid, by bytea, iv interval, n2 int GENERATED ALWAYS AS (n * 2) STORED,
	mc macaddr, ip inet, c "char", ch char(5), vc varchar(10), ts0 timestamptz(0), tm time, ttz timetz, x xid, oi oid, nm name);
CREATE TABLE "Ta ble" ("Ti me" timestamptz, "window" int, "group" text, "sum" numeric, "select""" int);
CREATE TABLE targets (k text PRIMARY KEY, target numeric);
INSERT INTO targets VALUES ('a', 5), ('b', 100);
CREATE PROCEDURE fill() LANGUAGE sql AS $$
	INSERT INTO o (ts, t, d, k, kc, m, p, a, j, r, rg, v, n, f, b, u, by, iv, mc, ip, c, ch, vc, ts0, tm, ttz, x, oi, nm)
	SELECT ts, ts AT TIME ZONE 'UTC', (ts AT TIME ZONE 'UTC')::date, CASE WHEN i % 7 > 0 THEN chr(97 + i % 3) END, chr(97 + i % 2),
		(ARRAY['sad', 'ok', 'happy', NULL])[1 + i % 4]::mood, 1 + i % 3, CASE WHEN i % 5 > 0 THEN ARRAY[i % 2, NULL] END,
		jsonb_build_object('z', i % 2, 'arr', ARRAY[1, 2]), ROW(i % 2, 'x')::pair, int4range(i % 3, 5), CASE WHEN i % 11 > 0 THEN i % 17 / 4.0 END,
		i % 6, (ARRAY[0.0, -0.0, 1.5, 'NaN', 'Infinity'])[1 + i % 5]::float8, i % 3 = 0, md5((i % 2)::text)::uuid, decode(md5((i % 2)::text), 'hex'),
		(ARRAY['1 day', '24 hours', '1 mon'])[1 + i % 3]::interval, '08:00:2b:01:02:03', ('10.0.0.' || i % 3)::inet, chr(97 + i % 3)::"char",
		'ab' || CASE WHEN i % 2 = 0 THEN '' ELSE ' ' END, 'v' || i % 3, ts, ts::time, ts::timetz, (i % 3)::text::xid, i % 3, 'nm' || i % 3
	  FROM (SELECT i, timestamptz '2026-06-01 00:00Z' + i * interval '37 seconds' FROM generate_series(1, 100) i) s (i, ts);
	INSERT INTO o (ts) VALUES (NULL), ('infinity'), ('-infinity');
	INSERT INTO "Ta ble" SELECT timestamptz '2026-06-01 00:00Z' + i * interval '37 seconds', i % 3, 'g' || i % 2, i, i % 4 FROM generate_series(1, 50) i;
$$;
CREATE TABLE forms (n serial PRIMARY KEY, query text, error text, nrows bigint, differences bigint);

INSERT INTO forms (query) SELECT unnest(ARRAY[
	-- group keys
	'SELECT window_start, k, kc, sum(v), count(*) FROM o GROUP BY tumble(ts, interval ''5 minutes''), 2, 3',
	'SELECT window_start, m, count(*), max(m), min(m) FROM o GROUP BY tumble(ts, ''5 min''), m',
	'SELECT window_start, p, sum(p), max(p) FROM o GROUP BY tumble(ts, ''5 min''), p',
	'SELECT window_start, a, count(*) FROM o GROUP BY tumble(ts, ''5 min''), a',
	'SELECT window_start, j, count(*), max(j->>''z'') FROM o GROUP BY tumble(ts, ''5 min''), j',
	'SELECT window_start, r, rg, count(*) FROM o GROUP BY tumble(ts, ''5 min''), r, rg',
	'SELECT window_start, f, count(*), sum(f), avg(f), min(f), max(f) FROM o GROUP BY tumble(ts, ''5 min''), f',
	'SELECT window_start, v, iv, ch, n2, count(*) FROM o GROUP BY tumble(ts, ''5 min''), v, iv, ch, n2',
	'SELECT window_start, b, u, by, mc, ip, c, vc, ts0, tm, ttz, x, oi, nm, count(*) FROM o GROUP BY tumble(ts, ''5 min''), b, u, by, mc, ip, c, vc, ts0, tm, ttz, x, oi, nm',
	'SELECT window_start, lower(k) COLLATE "C" AS l, count(*) FROM o GROUP BY tumble(ts, ''5 min''), lower(k) COLLATE "C"',
	'SELECT window_start, tableoid::regclass AS tbl, count(*) FROM o GROUP BY tumble(ts, ''5 min''), tableoid',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(ts, ''5 min''), ' || (SELECT string_agg(format('(n + %s)', i), ', ') FROM generate_series(1, 40) i),
	-- the window
	'SELECT tumble(t, ''5 min'') AS w, d, count(*) FROM o GROUP BY w, d',
	'SELECT window_start, window_end, d, count(*) FROM o GROUP BY tumble(d, ''1 day''), d',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(ts::timestamp, ''5 min''::interval)',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(ts AT TIME ZONE ''Europe/London'', CAST(''300 s'' AS interval))',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(ts, 5 * interval ''1 minute'')',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(ts, interval ''5'' minute)',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(size => ''5 min'', ts => ts, origin => ''2026-01-01 00:01+02'')',
	'SELECT isempty(tumble(ts, ''5 min'')) AS e, upper(tumble(ts, ''5 min'')) AS u FROM o GROUP BY tumble(ts, ''5 min''), tumble(ts, ''5 min'')',
	'SELECT window_end AS window_start, count(*) FROM forms.o AS oo GROUP BY continuous.tumble(oo.ts, ''5 min'')',
	'SELECT xx.kk, count(*) FROM o AS xx (id, tt, t2, d2, kk) GROUP BY (tumble(xx.tt, ''5 min''), xx.kk)',
	'SELECT window_start, k FROM ONLY o GROUP BY DISTINCT tumble(ts, ''5 min''), (), k, k',
	-- expressions
	'SELECT window_start, k || k AS kk, upper(k), length(k) + count(*) AS x, CASE WHEN k = ''a'' THEN sum(v) ELSE count(*) END AS c, k FROM o GROUP BY tumble(ts, ''5 min''), k',
	'SELECT window_start, sum(v) AS a, sum(v) AS b, sum(v) + 1 AS s1, sum(v + 1) AS s2, sum(v) / nullif(count(*), 0) AS mean FROM o GROUP BY tumble(ts, ''5 min'')',
	'SELECT window_start, ' || (SELECT string_agg(format('sum(n + %s) AS a%s', i, i), ', ') FROM generate_series(1, 100) i) || ' FROM o GROUP BY tumble(ts, ''5 min'')',
	'SELECT window_start, count(*) FILTER (WHERE v > 1) AS a, sum(v) FILTER (WHERE k = ''a'') AS s, bool_and(b), bit_or(n), stddev(v), corr(n, p) FROM o GROUP BY tumble(ts, ''5 min'')',
	'SELECT window_start, abs(min(n) - max(n)) AS spread, greatest(max(n), 3) AS gr, coalesce(sum(v), 0) AS z, sum(CASE WHEN b THEN v ELSE -v END) AS s, count(o.*) AS w FROM o WHERE k IS NOT NULL AND CASE WHEN n = 0 THEN false ELSE 10 / n > 1 END GROUP BY tumble(ts, ''5 min'')',
	'SELECT window_start, sum(v)::int AS i, avg(v)::numeric(5,1) AS a, max(vc)::varchar(1) AS q, max(ts)::date AS d, max(k) COLLATE "C" AS m, max((o).v) AS vv, max((o.r).a) AS ra FROM o GROUP BY tumble((o).ts, ''5 min'')',
	'SELECT window_start, b AND count(*) > 1 AS z, NOT b AS nb, b IS TRUE AS bt, k LIKE ''a%'' AS l, n BETWEEN 1 AND 3 AS bw, ARRAY[k, ''x''] AS ar, grouping(k, n) AS g FROM o GROUP BY tumble(ts, ''5 min''), b, k, n HAVING grouping(k) = 0',
	'SELECT window_start, extract(hour FROM window_start) AS h, window_end - window_start AS len, to_char(window_start, ''HH24:MI'') AS c FROM o GROUP BY tumble(ts, ''5 min'') HAVING window_start >= ''2026-06-01'' AND count(*) > 1',
	'SELECT 1 AS one, ''x'' AS lit, NULL AS nul, now() AS t FROM o WHERE k = ANY (''{a,b}'') OR k IS NULL GROUP BY tumble(ts, ''5 min'')',
	'SELECT window_start, count(*) FROM o WHERE false GROUP BY tumble(ts, ''5 min'')',
	'SELECT FROM o GROUP BY tumble(ts, ''5 min'')',
	-- over the groups
	'SELECT DISTINCT ON (k) k, window_start, count(*) FROM o GROUP BY tumble(ts, ''5 min''), k ORDER BY k, window_start DESC',
	'SELECT DISTINCT k FROM o GROUP BY tumble(ts, ''5 min''), k',
	'SELECT window_start, k, rank() OVER (PARTITION BY window_start ORDER BY sum(v) DESC NULLS LAST), lag(sum(v)) OVER (PARTITION BY k ORDER BY window_start) FROM o GROUP BY tumble(ts, ''5 min''), k',
	'SELECT window_start, k, sum(sum(v)) OVER w, sum(count(*)) OVER w AS c FROM o GROUP BY tumble(ts, ''5 min''), k WINDOW w AS (ORDER BY window_start, k)',
	'SELECT window_start, count(*) FROM o GROUP BY tumble(ts, ''5 min'') ORDER BY 2 DESC, 1 OFFSET 2 ROWS FETCH FIRST 2 ROWS WITH TIES',
	'SELECT window_start, k, (SELECT target FROM targets t WHERE t.k = o.k) AS tg, count(*) FROM o GROUP BY tumble(ts, ''5 min''), k ORDER BY coalesce(k, ''-''), window_start, k COLLATE "C"',
	'SELECT window_start, k, sum(v) FROM o GROUP BY tumble(ts, ''5 min''), k HAVING EXISTS (SELECT FROM targets t WHERE t.k = o.k AND t.target > sum(o.v)) OR k IN (SELECT k FROM targets)',
	'SELECT window_start, (SELECT max(target) FROM targets WHERE target < sum(o.v)) AS x, (WITH q AS (SELECT k AS kk, count(*) AS c) SELECT c FROM q) AS z FROM o GROUP BY tumble(ts, ''5 min''), k',
	'WITH t AS (SELECT * FROM targets) SELECT window_start, k, sum(v) > (SELECT max(target) FROM t) AS z, generate_series(1, 2) AS g FROM o GROUP BY tumble(ts, ''5 min''), k',
	-- names
	'SELECT window_start, "window", "group", sum("sum"), max("select""") AS "a""b" FROM "Ta ble" GROUP BY tumble("Ti me", ''5 min''), "window", "group"',
	'SELECT window_start, sum(n) AS cv_key, k AS cv_state, max(n) AS _corrections, min(n) AS _updated_at, n AS ctid_, count(*) AS window_end FROM o GROUP BY tumble(ts, ''5 min''), k, n',
	'SELECT window_start, k AS agg_1, sum(n) + 1 AS key_1, max(v) AS agg_2, min(v) + 1 FROM o GROUP BY tumble(ts, ''5 min''), k, n']);

CREATE FUNCTION one_shot_differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE result bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT x::text FROM %s x), q AS (SELECT x::text FROM (%s) x)
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view, continuous.one_shot(view)) INTO result;
	RETURN result;
END $$;
CALL fill();
DO $$
DECLARE form record;
BEGIN
	FOR form IN SELECT * FROM forms ORDER BY n LOOP
		BEGIN
			EXECUTE format('CREATE CONTINUOUS VIEW v%s AS %s', form.n, form.query);
		EXCEPTION WHEN OTHERS THEN
			UPDATE forms f SET error = SQLERRM WHERE f.n = form.n;
		END;
	END LOOP;
END $$;
DO $$
BEGIN
	PERFORM continuous.sync(view) FROM continuous.view;
	CALL fill();
	COMMIT;
	PERFORM continuous.sync(view) FROM continuous.view;
END $$;
DO $$
DECLARE form record;
BEGIN
	FOR form IN SELECT * FROM forms WHERE error IS NULL ORDER BY n LOOP
		EXECUTE format('UPDATE forms SET nrows = (SELECT count(*) FROM v%1$s), differences = one_shot_differences(''v%1$s'') WHERE n = %1$s', form.n);
	END LOOP;
END $$;
SELECT n, error, nrows, differences FROM forms WHERE error IS NOT NULL OR differences > 0 OR nrows = 0 ORDER BY n;
SELECT count(*) > 40 AS all_there, count(DISTINCT view) = (SELECT count(*) FROM forms) AS all_made FROM continuous.stats;

-- whatever is refused leaves nothing behind
DROP SCHEMA forms CASCADE;
SELECT count(*) FROM continuous.view;
