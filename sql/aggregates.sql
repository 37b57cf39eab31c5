--
-- Aggregates: whatever the batches, a view's values are those of the plain
-- query, to the last digit as text.
--
-- Rows come in many small transactions, each followed by a flush, so that all
-- states are brought to rest and set in motion again, between rows and from
-- the result table.
--
SET client_min_messages = warning;
SET jit = off;
SET timezone = 'UTC';
SET enable_sort = off;		-- rows of a group in the order of the table

CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE ev (
	ts timestamptz, k int, p bool,
	i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric, n2 numeric(10,2),
	t text, bp char(6), b bool, dt date, tm time, tz timestamptz, iv interval,
	ip inet, m mood, arr int[], mo money, bi bit(8));

-- rows are made of their number alone
CREATE FUNCTION pick(g int, salt text, size int) RETURNS int
LANGUAGE sql IMMUTABLE AS
$$ SELECT abs(('x' || substr(md5(g || salt), 1, 7))::bit(28)::int) % size $$;

CREATE PROCEDURE feed(first int, last int) LANGUAGE sql AS $$
INSERT INTO ev
SELECT timestamptz '2024-05-01Z' + pick(g, 'ts', 180) * interval '1 minute',
	CASE WHEN pick(g, 'k', 9) < 8 THEN pick(g, 'k', 9) END,
	CASE WHEN pick(g, 'p0', 9) > 0 THEN pick(g, 'p', 2) = 0 END,
	CASE WHEN pick(g, 'i2', 9) > 0 THEN pick(g, 'i2v', 60000) - 30000 END,
	CASE WHEN pick(g, 'i4', 9) > 0 THEN pick(g, 'i4v', 200000000) - 100000000 END,
	CASE WHEN pick(g, 'i8', 9) < 2 THEN NULL
		 WHEN pick(g, 'i8', 9) < 4 THEN 9223372036854775807
		 WHEN pick(g, 'i8', 9) < 6 THEN -9223372036854775808
		 ELSE pick(g, 'i8v', 1000) END,
	CASE WHEN pick(g, 'f4', 9) > 0 THEN (pick(g, 'f4v', 2000000) - 1000000) / 777.0 END,
	CASE WHEN pick(g, 'f8', 30) > 2 THEN (pick(g, 'f8v', 2000000) - 1000000) * 10.0 ^ (pick(g, 'f8e', 20) - 10)
		 WHEN pick(g, 'f8', 30) = 1 THEN -0.0
		 WHEN pick(g, 'f8', 30) = 2 THEN 0 END,
	-- k decides what a group gets to see
	CASE WHEN pick(g, 'n', 9) = 0 THEN NULL
		 WHEN pick(g, 'k', 9) = 1 AND pick(g, 'n', 9) = 1 THEN 'NaN'
		 WHEN pick(g, 'k', 9) IN (2, 3) AND pick(g, 'n', 9) = 1 THEN 'Infinity'
		 WHEN pick(g, 'k', 9) = 3 AND pick(g, 'n', 9) = 2 THEN '-Infinity'
		 WHEN pick(g, 'k', 9) = 4 AND pick(g, 'n', 9) = 1 THEN (repeat('9', 1000) || '.' || repeat('7', 40))::numeric
		 WHEN pick(g, 'k', 9) = 5 AND pick(g, 'n', 9) < 5 THEN (repeat('8', pick(g, 'l', 38)) || pick(g, 'nv', 9999))::numeric
		 WHEN pick(g, 'k', 9) = 6 THEN (ARRAY[1, 1.0, 1.00, 1.000])[1 + pick(g, 'nv', 4)]
		 ELSE round((pick(g, 'nv', 1000000) - 500000) / 1000.0, pick(g, 'ns', 7)) END,
	CASE WHEN pick(g, 'n2', 9) > 0 THEN (pick(g, 'n2v', 1000000) - 500000) / 100.0 END,
	CASE WHEN pick(g, 't', 9) > 1 THEN md5(g || 't')
		 WHEN pick(g, 't', 9) = 1 THEN (SELECT string_agg(md5(g || '-' || i), '') FROM generate_series(1, 200) i) END,
	CASE WHEN pick(g, 'bp', 9) > 0 THEN left(md5(g || 'bp'), pick(g, 'bpl', 7)) END,
	CASE WHEN pick(g, 'b', 9) > 0 THEN pick(g, 'bv', 9) > pick(g, 'k', 9) END,
	CASE WHEN pick(g, 'dt', 50) > 1 THEN date '2024-01-01' + pick(g, 'dtv', 1000)
		 WHEN pick(g, 'dt', 50) = 1 THEN 'infinity' END,
	CASE WHEN pick(g, 'tm', 9) > 0 THEN time '00:00' + pick(g, 'tmv', 86400) * interval '1 second' END,
	CASE WHEN pick(g, 'tz', 50) > 1 THEN timestamptz '2024-01-01Z' + pick(g, 'tzv', 1000000) * interval '1 minute'
		 WHEN pick(g, 'tz', 50) = 1 THEN '-infinity' END,
	CASE WHEN pick(g, 'iv', 9) = 0 THEN NULL
		 ELSE (ARRAY['1 mon', '30 days', '720:00:00', '1 day 00:00:01', '-3 days'])[1 + pick(g, 'ivv', 5)]::interval END,
	CASE WHEN pick(g, 'ip', 9) > 0 THEN ('10.1.' || pick(g, 'ipv', 256) || '.1/' || 16 + pick(g, 'ipm', 17))::inet END,
	CASE WHEN pick(g, 'm', 9) > 0 THEN (ARRAY['sad', 'ok', 'happy'])[1 + pick(g, 'mv', 3)]::mood END,
	CASE WHEN pick(g, 'arr', 9) > 0 THEN ARRAY[pick(g, 'a1', 4), NULL, pick(g, 'a3', 4)] END,
	CASE WHEN pick(g, 'mo', 9) > 0 THEN (pick(g, 'mov', 100000) / 100.0)::numeric::money END,
	CASE WHEN pick(g, 'bi', 9) > 0 THEN pick(g, 'biv', 256)::bit(8) END
  FROM generate_series(first, last) g;
$$;

-- aggregates of our own: strict and not, with and without a final function,
-- polymorphic, variadic, giving up with NULL, with a composite state
CREATE FUNCTION fade(s numeric, v numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS
$$ BEGIN RETURN round(s * 0.75 + v, 6); END $$;
CREATE AGGREGATE fading(numeric) (sfunc = fade, stype = numeric);
CREATE AGGREGATE fading_from(numeric) (sfunc = fade, stype = numeric, initcond = '7.50');
CREATE FUNCTION join_text(s text, v text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
$$ BEGIN RETURN right(coalesce(s, '-') || coalesce(left(v, 3), '?'), 100); END $$;
CREATE FUNCTION text_size(s text) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT length(s) $$;
CREATE AGGREGATE joined(text) (sfunc = join_text, stype = text);
CREATE AGGREGATE joined_size(text) (sfunc = join_text, stype = text, finalfunc = text_size);
CREATE FUNCTION give_up(s int, v int) RETURNS int LANGUAGE plpgsql IMMUTABLE STRICT AS
$$ BEGIN IF v % 50 = 0 THEN RETURN NULL; END IF; RETURN s + v % 7; END $$;
CREATE AGGREGATE giving_up(int) (sfunc = give_up, stype = int);
CREATE FUNCTION keep_some(s anyarray, v anyelement) RETURNS anyarray LANGUAGE plpgsql IMMUTABLE AS
$$ BEGIN IF array_length(s, 1) >= 20 THEN s := s[15:]; END IF; RETURN array_append(s, v); END $$;
CREATE FUNCTION last_kept(s anyarray) RETURNS anyelement LANGUAGE sql IMMUTABLE AS $$ SELECT s[array_upper(s, 1)] $$;
CREATE FUNCTION describe(s anyarray, v anyelement) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT pg_typeof(v) || ' ' || coalesce(array_length(s, 1), 0) $$;
CREATE AGGREGATE some_of(anyelement) (sfunc = keep_some, stype = anyarray, initcond = '{}');
CREATE AGGREGATE last_of(anyelement) (sfunc = keep_some, stype = anyarray, initcond = '{}', finalfunc = last_kept);
CREATE AGGREGATE described(anyelement) (sfunc = keep_some, stype = anyarray, initcond = '{}', finalfunc = describe, finalfunc_extra);
CREATE FUNCTION take_first(s anyelement, v anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT s $$;
CREATE AGGREGATE first_of(anyelement) (sfunc = take_first, stype = anyelement);
CREATE FUNCTION add_all(s int, VARIADIC v int[]) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (s + coalesce(sum(x % 1000), 0)::int) % 100000 FROM unnest(v) x $$;
CREATE AGGREGATE all_added(VARIADIC int[]) (sfunc = add_all, stype = int, initcond = 0);
CREATE TYPE face AS (m mood, n numeric);
CREATE FUNCTION look(s face, m mood, n numeric) RETURNS face LANGUAGE sql IMMUTABLE AS
$$ SELECT ROW(coalesce(m, s.m), coalesce(s.n, 0) + coalesce(n, 0.5))::face $$;
CREATE AGGREGATE looks(mood, numeric) (sfunc = look, stype = face);
CREATE FUNCTION weigh(s float8[], v float8, w float8) RETURNS float8[] LANGUAGE sql IMMUTABLE STRICT AS
$$ SELECT ARRAY[s[1] + v * w, s[2] + w] $$;
CREATE FUNCTION weighed(s float8[]) RETURNS float8 LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT s[1] / nullif(s[2], 0) $$;
CREATE AGGREGATE weighted(float8, float8) (sfunc = weigh, stype = float8[], initcond = '{0,0}', finalfunc = weighed);
CREATE AGGREGATE weighted_rw(float8, float8) (sfunc = weigh, stype = float8[], initcond = '{0,0}', finalfunc = weighed, finalfunc_modify = read_write);
CREATE AGGREGATE var_rw(numeric) (sfunc = numeric_accum, stype = internal, finalfunc = numeric_var_samp, finalfunc_modify = read_write,
	combinefunc = numeric_combine, serialfunc = numeric_serialize, deserialfunc = numeric_deserialize);

-- fixed-size states
CREATE CONTINUOUS VIEW fixed WITH (allowed_lateness = '10 days') AS
SELECT window_start, k, count(*) AS c, count(t) AS ct, count(*) FILTER (WHERE p) AS cp,
	sum(i2) AS s2, sum(i4) AS s4, sum(i8) AS s8, avg(i2) AS a2, avg(i4) AS a4, avg(i8) FILTER (WHERE p) AS a8,
	sum(f4) AS sf4, sum(f8) AS sf8, sum(f8) FILTER (WHERE p) AS sf8p,
	sum(n) AS sn, avg(n) AS an, avg(n2) AS an2, sum(n) FILTER (WHERE p) AS snp,
	min(i2) AS mini2, max(i2) AS maxi2, min(i4) AS mini4, max(i4) AS maxi4, min(i8) AS mini8, max(i8) AS maxi8,
	min(f4) AS minf4, max(f4) AS maxf4, min(f8) AS minf8, max(f8) AS maxf8,
	min(dt) AS mindt, max(dt) AS maxdt, min(tm) AS mintm, max(tm) AS maxtm,
	min(tz AT TIME ZONE 'UTC') AS mints, max(tz AT TIME ZONE 'UTC') AS maxts, min(tz) AS mintz, max(tz) AS maxtz,
	bool_and(b) AS ba, bool_or(b) AS bo, every(b) AS e
  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;

-- states of the server's own making
CREATE CONTINUOUS VIEW stated WITH (allowed_lateness = '10 days') AS
SELECT window_start, k, sum(iv) AS siv, avg(iv) AS aiv, min(iv) AS miniv, max(iv) AS maxiv, sum(mo) AS smo, max(mo) AS maxmo,
	min(n) AS minn, max(n) AS maxn, min(t) AS mint, max(t) AS maxt, max(t COLLATE "C") AS maxtc, min(bp) AS minbp, max(bp) AS maxbp,
	min(ip) AS minip, max(ip) AS maxip, min(m) AS minm, max(m) AS maxm, min(arr) AS minarr, max(arr) AS maxarr,
	avg(f4) AS af4, avg(f8) AS af8, stddev(f4) AS df4, variance(f4) AS vf4, var_pop(f4) AS vpf4, stddev_pop(i2) AS di2,
	variance(i4) AS vi4, stddev(i8) AS di8, variance(n2) AS vn2, stddev_samp(n2) AS dn2, var_pop(n) AS vn,
	variance(n2) FILTER (WHERE p) AS vn2p,
	bit_and(i4) AS band, bit_or(i8) AS bor, bit_xor(i2) AS bxor, bit_and(bi) AS bandbi, bit_xor(bi) AS bxorbi,
	regr_count(f4, i2) AS rc, regr_sxx(f4, i2) AS rsxx, regr_sxy(f4, i2) AS rsxy, regr_slope(f4, i2) AS rs,
	regr_intercept(f4, i2) AS ri, regr_r2(f4, i2) AS r2, covar_pop(f4, i2) AS cp, covar_samp(f4, i2) AS cs, corr(f4, i2) AS co
  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;

-- states of users' making
CREATE CONTINUOUS VIEW own WITH (allowed_lateness = '10 days') AS
SELECT window_start, k, fading(n2) AS f, fading_from(n2) AS ff, joined(t) AS j, joined_size(t) AS js, giving_up(i4) AS gu,
	some_of(i4) AS soi, some_of(t) AS sot, some_of(m) AS som, last_of(n) AS lon, last_of(m) AS lom, described(m) AS dm,
	described(arr[1]) AS da, first_of(t) AS fot, first_of(m) AS fom, all_added(i2, i4, 3) AS aa, all_added(VARIADIC arr) AS av,
	looks(m, n2) AS l, weighted(f4, i2) AS w, weighted_rw(f4, i2) AS wrw, weighted(f4, i2) FILTER (WHERE p) AS wp,
	var_rw(n2) AS vrw, variance(n2) AS vn2
  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;

-- no aggregate at all; no key; nothing published before its window closes
CREATE CONTINUOUS VIEW none WITH (allowed_lateness = '10 days') AS
SELECT window_start, k FROM ev GROUP BY tumble(ts, interval '1 hour'), k;
CREATE CONTINUOUS VIEW keyless WITH (allowed_lateness = '10 days') AS
SELECT window_start, avg(n2) AS a, count(*) AS c, max(t) AS m FROM ev GROUP BY tumble(ts, interval '1 hour');
CREATE CONTINUOUS VIEW at_close WITH (watermark_delay = '10 days', emit = 'final') AS
SELECT window_start, k, sum(n) AS sn, avg(n) AS an, stddev(n2) AS d, joined(t) AS j, looks(m, n2) AS l, max(f8) AS mf
  FROM ev GROUP BY tumble(ts, interval '1 hour'), k;

-- aggregates that depend on the order see that of the commits
CREATE FUNCTION differences(view regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	-- users' aggregates see a transaction's rows by time, floats by place
	plain text := replace(continuous.one_shot(view), 'FROM public.ev',
		format('FROM (SELECT * FROM ev ORDER BY xmin::text::bigint%s, ctid) ev',
			   CASE WHEN view = 'own'::regclass THEN ', ts' END));
	result bigint;
BEGIN
	EXECUTE format('WITH v AS (SELECT x::text FROM %s x), q AS (SELECT x::text FROM (%s) x)
		SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d', view, plain) INTO result;
	RETURN result;
END $$;
CREATE VIEW check_all AS
SELECT view, differences(view::regclass)
  FROM unnest(ARRAY['fixed', 'stated', 'own', 'none', 'keyless']) view;

CREATE PROCEDURE sync_all() LANGUAGE sql AS $$
SELECT continuous.sync(view::regclass) FROM unnest(ARRAY['fixed', 'stated', 'own', 'none', 'keyless', 'at_close']) view;
$$;
CREATE PROCEDURE feed_in_batches(first int, last int, size int) LANGUAGE plpgsql AS $$
BEGIN
	FOR g IN first .. last BY size LOOP
		CALL feed(g, g + size - 1);
		COMMIT;
		CALL sync_all();
		COMMIT;
	END LOOP;
END $$;

-- a group's first rows
CALL feed_in_batches(1, 40, 1);
TABLE check_all;

-- more rows for groups that are there
CALL feed_in_batches(41, 400, 37);
TABLE check_all;

-- many rows of a group in one batch
CALL feed_in_batches(401, 2400, 1000);
TABLE check_all;

-- groups that see nothing but NULL
INSERT INTO ev (ts, k) SELECT timestamptz '2024-05-01Z', 100 FROM generate_series(1, 5);
CALL sync_all();
INSERT INTO ev (ts, k) VALUES ('2024-05-01Z', 100), ('2024-05-01 01:00Z', 100);
CALL sync_all();
TABLE check_all;

-- and then a value
INSERT INTO ev (ts, k, i4, n, n2, f8, t, m) VALUES ('2024-05-01Z', 100, 1, 1.50, 1, -0.0, '', 'ok');
CALL sync_all();
TABLE check_all;

-- nothing was published of what is open; a row 20 days on closes it all
SELECT count(*) FROM at_close;
INSERT INTO ev (ts, k) VALUES ('2024-05-21 00:30Z', 0);
CALL sync_all();
WITH v AS (SELECT x::text FROM at_close x),
q AS (SELECT x::text FROM (
	SELECT date_bin('1 hour', ts, '2000-01-03Z'), k, sum(n), avg(n), stddev(n2), joined(t), looks(m, n2), max(f8)
	  FROM (SELECT * FROM ev WHERE ts < '2024-05-02Z' ORDER BY xmin::text::bigint, ts, ctid) ev GROUP BY 1, 2) x)
SELECT count(*) FROM ((TABLE v EXCEPT ALL TABLE q) UNION ALL (TABLE q EXCEPT ALL TABLE v)) d;
SELECT count(*) > 20 AS is_full FROM at_close;

-- values that no server can send in binary: their states are not saved so
CREATE TABLE rights (ts timestamptz, may aclitem);
CREATE CONTINUOUS VIEW lists AS SELECT window_start, array_agg(may) AS l, array_agg(ARRAY[may]) AS ll FROM rights GROUP BY tumble(ts, interval '1 hour');
CREATE CONTINUOUS VIEW hop_lists AS SELECT window_start, array_agg(may) AS l FROM rights GROUP BY hop(ts, interval '30 min', interval '1 hour');
INSERT INTO rights VALUES ('2024-05-01 00:01Z', 'pg_monitor=r/pg_monitor'), ('2024-05-01 00:31Z', 'pg_monitor=w/pg_monitor');
SELECT continuous.sync('lists'), continuous.sync('hop_lists');
INSERT INTO rights VALUES ('2024-05-01 00:02Z', 'pg_monitor=a/pg_monitor');
SELECT continuous.sync('lists'), continuous.sync('hop_lists');
SELECT * FROM lists ORDER BY 1;
SELECT * FROM hop_lists ORDER BY 1;
DROP TABLE rights CASCADE;

-- EXECUTE is asked for, of both kinds
CREATE ROLE regress_aggregates;
GRANT CREATE, USAGE ON SCHEMA public TO regress_aggregates;
GRANT SELECT, TRIGGER ON ev TO regress_aggregates;
SET ROLE regress_aggregates;
CREATE CONTINUOUS VIEW allowed AS
SELECT window_start, sum(i4) AS s, fading(n2) AS f FROM ev GROUP BY tumble(ts, interval '1 hour');
RESET ROLE;
SELECT continuous.sync('allowed');
REVOKE EXECUTE ON FUNCTION fading(numeric) FROM PUBLIC;
INSERT INTO ev (ts, n2) VALUES ('2024-05-21 00:30Z', 1);
\set VERBOSITY terse
DO $$
BEGIN
	PERFORM continuous.sync('allowed');
EXCEPTION WHEN OTHERS THEN
	RAISE WARNING 'the view has stopped';
END $$;
GRANT EXECUTE ON FUNCTION fading(numeric) TO PUBLIC;
DROP VIEW allowed;
REVOKE ALL ON SCHEMA public FROM regress_aggregates;
REVOKE ALL ON ev FROM regress_aggregates;
DROP ROLE regress_aggregates;
DROP TABLE ev CASCADE;
