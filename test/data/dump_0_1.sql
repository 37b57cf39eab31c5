SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE EXTENSION IF NOT EXISTS pg_continuous WITH SCHEMA pg_catalog;
COMMENT ON EXTENSION pg_continuous IS 'continuous views: aggregates over windows of time, kept up to date';
CREATE FUNCTION public.append_v(state integer[], v integer) RETURNS integer[]
    LANGUAGE sql IMMUTABLE
    AS $$SELECT array_append(state, v)$$;
CREATE FUNCTION public.feed(first integer, last integer) RETURNS void
    LANGUAGE sql
    AS $$
	INSERT INTO ev_all SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '17 seconds' - i % 7 * interval '2 minutes', CASE WHEN i % 5 > 0 THEN 'k' || i % 5 END,
		(i % 23) * 1.25 - 7, i * 37 % 101 - 50, i % 64, CASE WHEN i % 11 > 0 THEN 'w' || i * 13 % 17 END
	  FROM generate_series(first, last) i;
	INSERT INTO ev SELECT * FROM ev_all WHERE id BETWEEN first AND last;
$$;
CREATE FUNCTION public.least_mod(a integer, b integer) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$SELECT (a + b) % 1009$$;
CREATE AGGREGATE public.checksum(integer) (
    SFUNC = public.least_mod,
    STYPE = integer,
    INITCOND = '0',
    COMBINEFUNC = public.least_mod,
    PARALLEL = safe
);
CREATE AGGREGATE public.list_of(integer) (
    SFUNC = public.append_v,
    STYPE = integer[],
    INITCOND = '{}'
);
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.ev (
    id integer,
    at timestamp with time zone,
    k text,
    n numeric,
    v integer,
    f double precision,
    w text
);
CREATE TABLE public.ev_all (
    id integer,
    at timestamp with time zone,
    k text,
    n numeric,
    v integer,
    f double precision,
    w text
);
CREATE VIEW public.final AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.final_collected AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::text AS string_agg,
    NULL::double precision AS percentile_cont,
    NULL::text AS mode,
    NULL::integer[] AS array_agg,
    NULL::jsonb AS jsonb_agg,
    NULL::integer[] AS list_of,
    NULL::bigint AS sum;
CREATE TABLE public.final_collected_collected (
    collection bigint NOT NULL,
    chunk integer NOT NULL,
    window_end timestamp with time zone NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.final_collected_collected ALTER COLUMN data SET STORAGE EXTERNAL;
COMMENT ON TABLE public.final_collected_collected IS 'what large groups of a continuous view have collected';
CREATE VIEW public.final_collected_definition AS
 SELECT lower(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_start,
    upper(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_end,
    ev.k,
    count(DISTINCT ev.w) AS count,
    string_agg(ev.w, ','::text ORDER BY ev.id) AS string_agg,
    percentile_cont((0.25)::double precision) WITHIN GROUP (ORDER BY ((ev.v)::double precision)) AS percentile_cont,
    mode() WITHIN GROUP (ORDER BY ev.k) AS mode,
    array_agg(ev.v ORDER BY ev.id DESC) AS array_agg,
    jsonb_agg(ev.n ORDER BY ev.id) AS jsonb_agg,
    public.list_of(ev.v ORDER BY ev.id) AS list_of,
    sum(DISTINCT ev.v) AS sum
   FROM public.ev
  GROUP BY (continuous.tumble(ev.at, '00:10:00'::interval)), ev.k;
COMMENT ON VIEW public.final_collected_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.final_collected_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.final_collected_results IS 'results of a continuous view';
CREATE TABLE public.final_collected_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.final_collected_state IS 'state of a continuous view that is not in its results';
CREATE VIEW public.final_definition AS
 SELECT lower(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_start,
    upper(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n
   FROM public.ev
  GROUP BY (continuous.tumble(ev.at, '00:10:00'::interval)), ev.k;
COMMENT ON VIEW public.final_definition IS 'query of a continuous view, as ordinary SQL';
CREATE VIEW public.final_hops AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.final_hops_definition AS
 SELECT lower(continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)) AS window_start,
    upper(continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n
   FROM public.ev
  GROUP BY (continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)), ev.k;
COMMENT ON VIEW public.final_hops_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.final_hops_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.final_hops_results IS 'results of a continuous view';
CREATE TABLE public.final_hops_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.final_hops_state IS 'state of a continuous view that is not in its results';
CREATE TABLE public.final_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.final_results IS 'results of a continuous view';
CREATE TABLE public.final_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.final_state IS 'state of a continuous view that is not in its results';
CREATE VIEW public.grows AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.grows_definition AS
 SELECT lower(continuous.cumulate_window(ev.at, '00:05:00'::interval, '00:30:00'::interval)) AS window_start,
    upper(continuous.cumulate_window(ev.at, '00:05:00'::interval, '00:30:00'::interval)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n
   FROM public.ev
  GROUP BY (continuous.cumulate_window(ev.at, '00:05:00'::interval, '00:30:00'::interval)), ev.k;
COMMENT ON VIEW public.grows_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.grows_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.grows_results IS 'results of a continuous view';
CREATE TABLE public.grows_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.grows_state IS 'state of a continuous view that is not in its results';
CREATE VIEW public.hops AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.hops_collected AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::text AS string_agg,
    NULL::double precision AS percentile_cont,
    NULL::text AS mode,
    NULL::integer[] AS array_agg,
    NULL::jsonb AS jsonb_agg,
    NULL::integer[] AS list_of,
    NULL::bigint AS sum;
CREATE TABLE public.hops_collected_collected (
    collection bigint NOT NULL,
    chunk integer NOT NULL,
    window_end timestamp with time zone NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.hops_collected_collected ALTER COLUMN data SET STORAGE EXTERNAL;
COMMENT ON TABLE public.hops_collected_collected IS 'what large groups of a continuous view have collected';
CREATE VIEW public.hops_collected_definition AS
 SELECT lower(continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)) AS window_start,
    upper(continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)) AS window_end,
    ev.k,
    count(DISTINCT ev.w) AS count,
    string_agg(ev.w, ','::text ORDER BY ev.id) AS string_agg,
    percentile_cont((0.25)::double precision) WITHIN GROUP (ORDER BY ((ev.v)::double precision)) AS percentile_cont,
    mode() WITHIN GROUP (ORDER BY ev.k) AS mode,
    array_agg(ev.v ORDER BY ev.id DESC) AS array_agg,
    jsonb_agg(ev.n ORDER BY ev.id) AS jsonb_agg,
    public.list_of(ev.v ORDER BY ev.id) AS list_of,
    sum(DISTINCT ev.v) AS sum
   FROM public.ev
  GROUP BY (continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)), ev.k;
COMMENT ON VIEW public.hops_collected_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.hops_collected_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.hops_collected_results IS 'results of a continuous view';
CREATE TABLE public.hops_collected_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.hops_collected_state IS 'state of a continuous view that is not in its results';
CREATE VIEW public.hops_definition AS
 SELECT lower(continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)) AS window_start,
    upper(continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n
   FROM public.ev
  GROUP BY (continuous.hop_window(ev.at, '00:05:00'::interval, '00:15:00'::interval)), ev.k;
COMMENT ON VIEW public.hops_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.hops_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.hops_results IS 'results of a continuous view';
CREATE TABLE public.hops_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.hops_state IS 'state of a continuous view that is not in its results';
CREATE VIEW public.keyed AS
SELECT
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.keyed_collected AS
SELECT
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::text AS string_agg,
    NULL::double precision AS percentile_cont,
    NULL::text AS mode,
    NULL::integer[] AS array_agg,
    NULL::jsonb AS jsonb_agg,
    NULL::integer[] AS list_of,
    NULL::bigint AS sum;
CREATE TABLE public.keyed_collected_collected (
    collection bigint NOT NULL,
    chunk integer NOT NULL,
    window_end timestamp with time zone NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.keyed_collected_collected ALTER COLUMN data SET STORAGE EXTERNAL;
COMMENT ON TABLE public.keyed_collected_collected IS 'what large groups of a continuous view have collected';
CREATE VIEW public.keyed_collected_definition AS
 SELECT ev.k,
    count(DISTINCT ev.w) AS count,
    string_agg(ev.w, ','::text ORDER BY ev.id) AS string_agg,
    percentile_cont((0.25)::double precision) WITHIN GROUP (ORDER BY ((ev.v)::double precision)) AS percentile_cont,
    mode() WITHIN GROUP (ORDER BY ev.k) AS mode,
    array_agg(ev.v ORDER BY ev.id DESC) AS array_agg,
    jsonb_agg(ev.n ORDER BY ev.id) AS jsonb_agg,
    public.list_of(ev.v ORDER BY ev.id) AS list_of,
    sum(DISTINCT ev.v) AS sum,
    count(ev.at) AS cv_event_time
   FROM public.ev
  GROUP BY ev.k;
COMMENT ON VIEW public.keyed_collected_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.keyed_collected_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.keyed_collected_results IS 'results of a continuous view';
CREATE VIEW public.keyed_definition AS
 SELECT ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n,
    count(ev.at) AS cv_event_time
   FROM public.ev
  GROUP BY ev.k;
COMMENT ON VIEW public.keyed_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.keyed_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.keyed_results IS 'results of a continuous view';
CREATE VIEW public.months AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::numeric AS sum;
CREATE VIEW public.months_definition AS
 SELECT lower(continuous.tumble(ev.at, '1 mon'::interval, timezone => 'Europe/Berlin'::text)) AS window_start,
    upper(continuous.tumble(ev.at, '1 mon'::interval, timezone => 'Europe/Berlin'::text)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.n) AS sum,
    count(ev.k) AS cv_watermark_by
   FROM public.ev
  GROUP BY (continuous.tumble(ev.at, '1 mon'::interval, timezone => 'Europe/Berlin'::text)), ev.k;
COMMENT ON VIEW public.months_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.months_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.months_results IS 'results of a continuous view';
CREATE VIEW public.tumbles AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.tumbles_collected AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::text AS string_agg,
    NULL::double precision AS percentile_cont,
    NULL::text AS mode,
    NULL::integer[] AS array_agg,
    NULL::jsonb AS jsonb_agg,
    NULL::integer[] AS list_of,
    NULL::bigint AS sum,
    NULL::integer AS most,
    NULL::text AS words;
CREATE TABLE public.tumbles_collected_collected (
    collection bigint NOT NULL,
    chunk integer NOT NULL,
    window_end timestamp with time zone NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.tumbles_collected_collected ALTER COLUMN data SET STORAGE EXTERNAL;
COMMENT ON TABLE public.tumbles_collected_collected IS 'what large groups of a continuous view have collected';
CREATE VIEW public.tumbles_collected_definition AS
 SELECT lower(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_start,
    upper(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_end,
    ev.k,
    count(DISTINCT ev.w) AS count,
    string_agg(ev.w, ','::text ORDER BY ev.id) AS string_agg,
    percentile_cont((0.25)::double precision) WITHIN GROUP (ORDER BY ((ev.v)::double precision)) AS percentile_cont,
    mode() WITHIN GROUP (ORDER BY ev.k) AS mode,
    array_agg(ev.v ORDER BY ev.id DESC) AS array_agg,
    jsonb_agg(ev.n ORDER BY ev.id) AS jsonb_agg,
    public.list_of(ev.v ORDER BY ev.id) AS list_of,
    sum(DISTINCT ev.v) AS sum,
    max(ev.v) AS most,
    string_agg(ev.w, ''::text ORDER BY ev.id) AS words,
    (ROW(ROW(count(DISTINCT ev.w), string_agg(ev.w, ','::text ORDER BY ev.id), percentile_cont((0.25)::double precision) WITHIN GROUP (ORDER BY ((ev.v)::double precision)), mode() WITHIN GROUP (ORDER BY ev.k), array_agg(ev.v ORDER BY ev.id DESC), jsonb_agg(ev.n ORDER BY ev.id), public.list_of(ev.v ORDER BY ev.id), sum(DISTINCT ev.v)), ROW(max(ev.v), string_agg(ev.w, ''::text ORDER BY ev.id))) IS NULL) AS cv_aggregates
   FROM public.ev
  GROUP BY (continuous.tumble(ev.at, '00:10:00'::interval)), ev.k;
COMMENT ON VIEW public.tumbles_collected_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.tumbles_collected_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL,
    most integer,
    words text
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.tumbles_collected_results IS 'results of a continuous view';
CREATE VIEW public.tumbles_definition AS
 SELECT lower(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_start,
    upper(continuous.tumble(ev.at, '00:10:00'::interval)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n
   FROM public.ev
  GROUP BY (continuous.tumble(ev.at, '00:10:00'::interval)), ev.k;
COMMENT ON VIEW public.tumbles_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.tumbles_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.tumbles_results IS 'results of a continuous view';
CREATE VIEW public.visits AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::bigint AS sum,
    NULL::numeric AS avg,
    NULL::text AS min,
    NULL::timestamp with time zone AS newest,
    NULL::numeric AS sum_n,
    NULL::numeric AS avg_n,
    NULL::numeric AS stddev,
    NULL::numeric AS variance,
    NULL::double precision AS sum_f,
    NULL::double precision AS avg_f,
    NULL::numeric AS corr,
    NULL::boolean AS bool_and,
    NULL::integer AS bit_xor,
    NULL::bigint AS s3,
    NULL::integer AS checksum,
    NULL::numeric AS max_n;
CREATE VIEW public.visits_collected AS
SELECT
    NULL::timestamp with time zone AS window_start,
    NULL::timestamp with time zone AS window_end,
    NULL::text AS k,
    NULL::bigint AS count,
    NULL::text AS string_agg,
    NULL::double precision AS percentile_cont,
    NULL::text AS mode,
    NULL::integer[] AS array_agg,
    NULL::jsonb AS jsonb_agg,
    NULL::integer[] AS list_of,
    NULL::bigint AS sum;
CREATE TABLE public.visits_collected_collected (
    collection bigint NOT NULL,
    chunk integer NOT NULL,
    window_end timestamp with time zone NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.visits_collected_collected ALTER COLUMN data SET STORAGE EXTERNAL;
COMMENT ON TABLE public.visits_collected_collected IS 'what large groups of a continuous view have collected';
CREATE VIEW public.visits_collected_definition AS
 SELECT lower(continuous.session(ev.at, '00:03:00'::interval)) AS window_start,
    upper(continuous.session(ev.at, '00:03:00'::interval)) AS window_end,
    ev.k,
    count(DISTINCT ev.w) AS count,
    string_agg(ev.w, ','::text ORDER BY ev.id) AS string_agg,
    percentile_cont((0.25)::double precision) WITHIN GROUP (ORDER BY ((ev.v)::double precision)) AS percentile_cont,
    mode() WITHIN GROUP (ORDER BY ev.k) AS mode,
    array_agg(ev.v ORDER BY ev.id DESC) AS array_agg,
    jsonb_agg(ev.n ORDER BY ev.id) AS jsonb_agg,
    public.list_of(ev.v ORDER BY ev.id) AS list_of,
    sum(DISTINCT ev.v) AS sum
   FROM public.ev
  GROUP BY (continuous.session(ev.at, '00:03:00'::interval)), ev.k;
COMMENT ON VIEW public.visits_collected_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.visits_collected_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.visits_collected_results IS 'results of a continuous view';
CREATE TABLE public.visits_collected_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    string_agg text,
    percentile_cont double precision,
    mode text,
    array_agg integer[],
    jsonb_agg jsonb,
    list_of integer[],
    sum bigint,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.visits_collected_state IS 'state of a continuous view that is not in its results';
CREATE VIEW public.visits_definition AS
 SELECT lower(continuous.session(ev.at, '00:03:00'::interval)) AS window_start,
    upper(continuous.session(ev.at, '00:03:00'::interval)) AS window_end,
    ev.k,
    count(*) AS count,
    sum(ev.v) AS sum,
    avg(ev.v) AS avg,
    min(ev.w) AS min,
    max(ev.at) AS newest,
    sum(ev.n) AS sum_n,
    avg(ev.n) AS avg_n,
    stddev(ev.n) AS stddev,
    variance(ev.v) AS variance,
    sum(ev.f) AS sum_f,
    avg(ev.f) AS avg_f,
    round((corr(ev.f, (ev.v)::double precision))::numeric, 9) AS corr,
    bool_and((ev.v > 0)) AS bool_and,
    bit_xor(ev.v) AS bit_xor,
    sum(ev.v) FILTER (WHERE ((ev.v % 3) = 0)) AS s3,
    public.checksum(ev.v) AS checksum,
    max(ev.n) AS max_n
   FROM public.ev
  GROUP BY (continuous.session(ev.at, '00:03:00'::interval)), ev.k;
COMMENT ON VIEW public.visits_definition IS 'query of a continuous view, as ordinary SQL';
CREATE TABLE public.visits_results (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.visits_results IS 'results of a continuous view';
CREATE TABLE public.visits_state (
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    k text,
    count bigint,
    sum bigint,
    avg numeric,
    min text,
    newest timestamp with time zone,
    sum_n numeric,
    avg_n numeric,
    stddev numeric,
    variance numeric,
    sum_f double precision,
    avg_f double precision,
    agg_1 double precision,
    bool_and boolean,
    bit_xor integer,
    s3 bigint,
    checksum integer,
    max_n numeric,
    cv_key bigint NOT NULL,
    cv_state bytea,
    _corrections integer NOT NULL,
    _updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE public.visits_state IS 'state of a continuous view that is not in its results';
COPY continuous.generation (view, number, added_at, complete_from) FROM stdin;
public.tumbles_collected	1	2026-11-30 17:05:45.528397+00	-9223372036854775808
\.
COPY continuous.view (view, definition, results, late, state, collected, input, options, settings) FROM stdin;
public.tumbles	public.tumbles_definition	public.tumbles_results	\N	\N	\N	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.hops	public.hops_definition	public.hops_results	\N	public.hops_state	\N	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.grows	public.grows_definition	public.grows_results	\N	public.grows_state	\N	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.visits	public.visits_definition	public.visits_results	\N	public.visits_state	\N	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.final	public.final_definition	public.final_results	\N	public.final_state	\N	public.ev	{emit=final}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.final_hops	public.final_hops_definition	public.final_hops_results	\N	public.final_hops_state	\N	public.ev	{emit=final}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.keyed	public.keyed_definition	public.keyed_results	\N	\N	\N	public.ev	{"state_ttl=400 days",event_time=at}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.hops_collected	public.hops_collected_definition	public.hops_collected_results	\N	public.hops_collected_state	public.hops_collected_collected	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.visits_collected	public.visits_collected_definition	public.visits_collected_results	\N	public.visits_collected_state	public.visits_collected_collected	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.final_collected	public.final_collected_definition	public.final_collected_results	\N	public.final_collected_state	public.final_collected_collected	public.ev	{emit=final}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.keyed_collected	public.keyed_collected_definition	public.keyed_collected_results	\N	\N	public.keyed_collected_collected	public.ev	{"state_ttl=400 days",event_time=at}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.months	public.months_definition	public.months_results	\N	\N	\N	public.ev	{watermark_by=k,"idle_timeout=1000 days",fill=zero,fill_windows=3}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
public.tumbles_collected	public.tumbles_collected_definition	public.tumbles_collected_results	\N	\N	public.tumbles_collected_collected	public.ev	{}	{"search_path=\\"$user\\", public",TimeZone=UTC,timezone_abbreviations=Default,"DateStyle=ISO, MDY",IntervalStyle=postgres,extra_float_digits=1,bytea_output=hex,lc_monetary=C,lc_numeric=C,lc_time=C,default_text_search_config=pg_catalog.english,xmloption=content,xmlbinary=base64}
\.
COPY public.ev (id, at, k, n, v, f, w) FROM stdin;
\.
COPY public.ev_all (id, at, k, n, v, f, w) FROM stdin;
1	2024-06-02 23:58:17+00	k1	-5.75	-13	1	w13
2	2024-06-02 23:56:34+00	k2	-4.50	24	2	w9
3	2024-06-02 23:54:51+00	k3	-3.25	-40	3	w5
4	2024-06-02 23:53:08+00	k4	-2.00	-3	4	w1
5	2024-06-02 23:51:25+00	\N	-0.75	34	5	w14
6	2024-06-02 23:49:42+00	k1	0.50	-30	6	w10
7	2024-06-03 00:01:59+00	k2	1.75	7	7	w6
8	2024-06-03 00:00:16+00	k3	3.00	44	8	w2
9	2024-06-02 23:58:33+00	k4	4.25	-20	9	w15
10	2024-06-02 23:56:50+00	\N	5.50	17	10	w11
11	2024-06-02 23:55:07+00	k1	6.75	-47	11	\N
12	2024-06-02 23:53:24+00	k2	8.00	-10	12	w3
13	2024-06-02 23:51:41+00	k3	9.25	27	13	w16
14	2024-06-03 00:03:58+00	k4	10.50	-37	14	w12
15	2024-06-03 00:02:15+00	\N	11.75	0	15	w8
16	2024-06-03 00:00:32+00	k1	13.00	37	16	w4
17	2024-06-02 23:58:49+00	k2	14.25	-27	17	w0
18	2024-06-02 23:57:06+00	k3	15.50	10	18	w13
19	2024-06-02 23:55:23+00	k4	16.75	47	19	w9
20	2024-06-02 23:53:40+00	\N	18.00	-17	20	w5
21	2024-06-03 00:05:57+00	k1	19.25	20	21	w1
22	2024-06-03 00:04:14+00	k2	20.50	-44	22	\N
23	2024-06-03 00:02:31+00	k3	-7.00	-7	23	w10
24	2024-06-03 00:00:48+00	k4	-5.75	30	24	w6
25	2024-06-02 23:59:05+00	\N	-4.50	-34	25	w2
26	2024-06-02 23:57:22+00	k1	-3.25	3	26	w15
27	2024-06-02 23:55:39+00	k2	-2.00	40	27	w11
28	2024-06-03 00:07:56+00	k3	-0.75	-24	28	w7
29	2024-06-03 00:06:13+00	k4	0.50	13	29	w3
30	2024-06-03 00:04:30+00	\N	1.75	50	30	w16
31	2024-06-03 00:02:47+00	k1	3.00	-14	31	w12
32	2024-06-03 00:01:04+00	k2	4.25	23	32	w8
33	2024-06-02 23:59:21+00	k3	5.50	-41	33	\N
34	2024-06-02 23:57:38+00	k4	6.75	-4	34	w0
35	2024-06-03 00:09:55+00	\N	8.00	33	35	w13
36	2024-06-03 00:08:12+00	k1	9.25	-31	36	w9
37	2024-06-03 00:06:29+00	k2	10.50	6	37	w5
38	2024-06-03 00:04:46+00	k3	11.75	43	38	w1
39	2024-06-03 00:03:03+00	k4	13.00	-21	39	w14
40	2024-06-03 00:01:20+00	\N	14.25	16	40	w10
41	2024-06-02 23:59:37+00	k1	15.50	-48	41	w6
42	2024-06-03 00:11:54+00	k2	16.75	-11	42	w2
43	2024-06-03 00:10:11+00	k3	18.00	26	43	w15
44	2024-06-03 00:08:28+00	k4	19.25	-38	44	\N
45	2024-06-03 00:06:45+00	\N	20.50	-1	45	w7
46	2024-06-03 00:05:02+00	k1	-7.00	36	46	w3
47	2024-06-03 00:03:19+00	k2	-5.75	-28	47	w16
48	2024-06-03 00:01:36+00	k3	-4.50	9	48	w12
49	2024-06-03 00:13:53+00	k4	-3.25	46	49	w8
50	2024-06-03 00:12:10+00	\N	-2.00	-18	50	w4
51	2024-06-03 00:10:27+00	k1	-0.75	19	51	w0
52	2024-06-03 00:08:44+00	k2	0.50	-45	52	w13
53	2024-06-03 00:07:01+00	k3	1.75	-8	53	w9
54	2024-06-03 00:05:18+00	k4	3.00	29	54	w5
55	2024-06-03 00:03:35+00	\N	4.25	-35	55	\N
56	2024-06-03 00:15:52+00	k1	5.50	2	56	w14
57	2024-06-03 00:14:09+00	k2	6.75	39	57	w10
58	2024-06-03 00:12:26+00	k3	8.00	-25	58	w6
59	2024-06-03 00:10:43+00	k4	9.25	12	59	w2
60	2024-06-03 00:09:00+00	\N	10.50	49	60	w15
61	2024-06-03 00:07:17+00	k1	11.75	-15	61	w11
62	2024-06-03 00:05:34+00	k2	13.00	22	62	w7
63	2024-06-03 00:17:51+00	k3	14.25	-42	63	w3
64	2024-06-03 00:16:08+00	k4	15.50	-5	0	w16
65	2024-06-03 00:14:25+00	\N	16.75	32	1	w12
66	2024-06-03 00:12:42+00	k1	18.00	-32	2	\N
67	2024-06-03 00:10:59+00	k2	19.25	5	3	w4
68	2024-06-03 00:09:16+00	k3	20.50	42	4	w0
69	2024-06-03 00:07:33+00	k4	-7.00	-22	5	w13
70	2024-06-03 00:19:50+00	\N	-5.75	15	6	w9
71	2024-06-03 00:18:07+00	k1	-4.50	-49	7	w5
72	2024-06-03 00:16:24+00	k2	-3.25	-12	8	w1
73	2024-06-03 00:14:41+00	k3	-2.00	25	9	w14
74	2024-06-03 00:12:58+00	k4	-0.75	-39	10	w10
75	2024-06-03 00:11:15+00	\N	0.50	-2	11	w6
76	2024-06-03 00:09:32+00	k1	1.75	35	12	w2
77	2024-06-03 00:21:49+00	k2	3.00	-29	13	\N
78	2024-06-03 00:20:06+00	k3	4.25	8	14	w11
79	2024-06-03 00:18:23+00	k4	5.50	45	15	w7
80	2024-06-03 00:16:40+00	\N	6.75	-19	16	w3
81	2024-06-03 00:14:57+00	k1	8.00	18	17	w16
82	2024-06-03 00:13:14+00	k2	9.25	-46	18	w12
83	2024-06-03 00:11:31+00	k3	10.50	-9	19	w8
84	2024-06-03 00:23:48+00	k4	11.75	28	20	w4
85	2024-06-03 00:22:05+00	\N	13.00	-36	21	w0
86	2024-06-03 00:20:22+00	k1	14.25	1	22	w13
87	2024-06-03 00:18:39+00	k2	15.50	38	23	w9
88	2024-06-03 00:16:56+00	k3	16.75	-26	24	\N
89	2024-06-03 00:15:13+00	k4	18.00	11	25	w1
90	2024-06-03 00:13:30+00	\N	19.25	48	26	w14
91	2024-06-03 00:25:47+00	k1	20.50	-16	27	w10
92	2024-06-03 00:24:04+00	k2	-7.00	21	28	w6
93	2024-06-03 00:22:21+00	k3	-5.75	-43	29	w2
94	2024-06-03 00:20:38+00	k4	-4.50	-6	30	w15
95	2024-06-03 00:18:55+00	\N	-3.25	31	31	w11
96	2024-06-03 00:17:12+00	k1	-2.00	-33	32	w7
97	2024-06-03 00:15:29+00	k2	-0.75	4	33	w3
98	2024-06-03 00:27:46+00	k3	0.50	41	34	w16
99	2024-06-03 00:26:03+00	k4	1.75	-23	35	\N
100	2024-06-03 00:24:20+00	\N	3.00	14	36	w8
101	2024-06-03 00:22:37+00	k1	4.25	-50	37	w4
102	2024-06-03 00:20:54+00	k2	5.50	-13	38	w0
103	2024-06-03 00:19:11+00	k3	6.75	24	39	w13
104	2024-06-03 00:17:28+00	k4	8.00	-40	40	w9
105	2024-06-03 00:29:45+00	\N	9.25	-3	41	w5
106	2024-06-03 00:28:02+00	k1	10.50	34	42	w1
107	2024-06-03 00:26:19+00	k2	11.75	-30	43	w14
108	2024-06-03 00:24:36+00	k3	13.00	7	44	w10
109	2024-06-03 00:22:53+00	k4	14.25	44	45	w6
110	2024-06-03 00:21:10+00	\N	15.50	-20	46	\N
\.
COPY public.final_collected_collected (collection, chunk, window_end, data) FROM stdin;
0	0	2024-06-03 00:00:00+00	\\x00077733000977313100077739000777305579a500
1	0	2024-06-03 00:00:00+00	\\x000777330c00000000097731311b000000000777390200000000077730110000005f4421e0
2	0	2024-06-03 00:00:00+00	\\x0000000000000024c0000000000000004440000000000000003840000000000000003bc05eb41304
3	0	2024-06-03 00:00:00+00	\\x00f6ffffff0c00000000280000001b00000000180000000200000000e5ffffff11000000e3efb5bf
4	0	2024-06-03 00:00:00+00	\\x000b008108000c000000000b00a102001b000000000f00a10400881302000000000f00810e00c409110000003381d109
5	0	2024-06-03 00:00:00+00	\\x00f6ffffff0028000000001800000000e5ffffff2765a552
6	0	2024-06-03 00:00:00+00	\\x010b00000000097731351a0000000009773133010000000007773629000000e270e617
7	0	2024-06-03 00:00:00+00	\\x0000000000008047c0000000000000000840000000000000002ac00000000000000048c05da04cf2
8	0	2024-06-03 00:00:00+00	\\x00d1ffffff0b00000000030000001a00000000f3ffffff0100000000d0ffffff2900000031a770a4
9	0	2024-06-03 00:00:00+00	\\x000f008106004c1d0b000000000f00a10300c4091a000000000f00a105004c1d01000000000f00810f008813290000006579f700
10	0	2024-06-03 00:00:00+00	\\x00d1ffffff000300000000f3ffffff00d0ffffffa576a07e
11	0	2024-06-03 00:00:00+00	\\x00097731360d0000000007773503000000000977313312000000012100000019606049
12	0	2024-06-03 00:00:00+00	\\x000000000000003b400000000000000044c00000000000000024400000000000008044c096c813cf
13	0	2024-06-03 00:00:00+00	\\x001b0000000d00000000d8ffffff03000000000a0000001200000000d7ffffff21000000be6cd6a7
14	0	2024-06-03 00:00:00+00	\\x000f00810900c4090d000000000f00a10300c40903000000000f00810f00881312000000000f008105008813210000000f519b92
15	0	2024-06-03 00:00:00+00	\\x001b00000000d8ffffff000a00000000d7ffffff8f2ed2fe
16	0	2024-06-03 00:00:00+00	\\x0007773100077739000777300009773135568b4662
17	0	2024-06-03 00:00:00+00	\\x000777310400000000077739130000000007773022000000000977313509000000d7c387fe
18	0	2024-06-03 00:00:00+00	\\x0000000000000008c00000000000008047400000000000000010c00000000000000034c0937e724f
19	0	2024-06-03 00:00:00+00	\\x00fdffffff04000000002f0000001300000000fcffffff2200000000ecffffff09000000fe8ff018
20	0	2024-06-03 00:00:00+00	\\x000b00a1020004000000000f008110004c1d13000000000f008106004c1d22000000000f00810400c409090000004fb5ea19
21	0	2024-06-03 00:00:00+00	\\x00fdffffff002f00000000fcffffff00ecffffffc9e71cd0
22	0	2024-06-03 00:00:00+00	\\x0009773134000777350009773131000777322082a482
23	0	2024-06-03 00:00:00+00	\\x000977313405000000000777351400000000097731310a0000000007773219000000b6dc1b3c
24	0	2024-06-03 00:00:00+00	\\x0000000000000041400000000000000031c00000000000000031400000000000000041c0eb10112c
25	0	2024-06-03 00:00:00+00	\\x00220000000500000000efffffff1400000000110000000a00000000deffffff19000000a005c7a9
26	0	2024-06-03 00:00:00+00	\\x000b7fa14c1d05000000000b0081120014000000000f0081050088130a000000000f00a10400881319000000704efd54
27	0	2024-06-03 00:00:00+00	\\x002200000000efffffff001100000000deffffffeb69bd89
28	0	2024-06-03 00:10:00+00	\\x0007773800077736000977313601000777370007773500097731334b323cb5
29	0	2024-06-03 00:10:00+00	\\x0007773820000000000777360700000000097731362f0000000116000000000777373e00000000077735250000000009773133340000001a227885
30	0	2024-06-03 00:10:00+00	\\x000000000000003740000000000000001c40000000000000003cc00000000000000046c00000000000000036400000000000000018400000000000008046c0359e294c
31	0	2024-06-03 00:10:00+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b323de9faa9
32	0	2024-06-03 00:10:00+00	\\x00170000002000000000070000000700000000e4ffffff2f00000000d4ffffff1600000000160000003e00000000060000002500000000d3ffffff34000000dcbc0427
33	0	2024-06-03 00:10:00+00	\\x000f00810400c40920000000000f008101004c1d07000000000f00a105004c1d2f000000000f00811400881316000000000b00810d003e000000000f00810a00881325000000000b7f8188133400000006be5688
34	0	2024-06-03 00:10:00+00	\\x0017000000000700000000e4ffffff00d4ffffff0016000000000600000000d3ffffff62fba724
35	0	2024-06-03 00:10:00+00	\\x00077734000977313200077733000777310009773131000777397fff428d
36	0	2024-06-03 00:10:00+00	\\x000777341000000000097731321f000000000777332e000000000777311500000000097731313d0000000007773924000000af2a7ab4
37	0	2024-06-03 00:10:00+00	\\x000000000000804240000000000000002cc0000000000000004240000000000000003440000000000000002ec0000000000000003fc04877ef39
38	0	2024-06-03 00:10:00+00	\\x00076b3100076b3100076b3100076b3100076b3100076b318b75c574
39	0	2024-06-03 00:10:00+00	\\x00250000001000000000f2ffffff1f00000000240000002e00000000140000001500000000f1ffffff3d00000000e1ffffff24000000d9de13fe
40	0	2024-06-03 00:10:00+00	\\x000b00810d0010000000000b008103001f000000000b00a107002e000000000f00811300c40915000000000f00810b004c1d3d000000000f00810900c40924000000c666ff40
41	0	2024-06-03 00:10:00+00	\\x002500000000f2ffffff0024000000001400000000f1ffffff00e1ffffff341d8cfc
42	0	2024-06-03 00:10:00+00	\\x000777320009773132000977313000077731000777390007773700077730a9059682
43	0	2024-06-03 00:10:00+00	\\x000777320800000000097731323000000000097731301700000000077731260000000007773935000000000777371c0000000007773044000000214118a3
44	0	2024-06-03 00:10:00+00	\\x000000000000004640000000000000002240000000000000001cc00000000000008045400000000000000020c00000000000000038c0000000000000004540ae1840aa
45	0	2024-06-03 00:10:00+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b3312eefdd9
46	0	2024-06-03 00:10:00+00	\\x002c0000000800000000090000003000000000f9ffffff17000000002b0000002600000000f8ffffff3500000000e8ffffff1c000000002a000000440000004c350427
47	0	2024-06-03 00:10:00+00	\\x000b0081030008000000000f00a10400881330000000000b00a1070017000000000f00810b004c1d26000000000f008101004c1d35000000000b7fa14c1d1c000000000f0081140088134400000055bc3d77
48	0	2024-06-03 00:10:00+00	\\x002c000000000900000000f9ffffff002b00000000f8ffffff00e8ffffff002a0000005b7c0af7
49	0	2024-06-03 00:10:00+00	\\x0007773600097731340009773132000777350007773300097731330134c9f68a
50	0	2024-06-03 00:10:00+00	\\x000777361800000000097731342700000000097731320e0000000007773536000000000777331d000000000977313345000000012c000000799b5ad6
51	0	2024-06-03 00:10:00+00	\\x000000000000003e400000000000000035c00000000000008042c0000000000000003d40000000000000002a400000000000000036c00000000000000043c0a45b5b1c
52	0	2024-06-03 00:10:00+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b346134d182
53	0	2024-06-03 00:10:00+00	\\x001e0000001800000000ebffffff2700000000dbffffff0e000000001d00000036000000000d0000001d00000000eaffffff4500000000daffffff2c00000063ae12c2
54	0	2024-06-03 00:10:00+00	\\x000f00a105004c1d18000000000b00810d0027000000000f00810a0088130e000000000b0081030036000000000b7f8188131d000000000b00a1070045000000000f00811300c4092c00000018d9b0e0
55	0	2024-06-03 00:10:00+00	\\x001e00000000ebffffff00dbffffff001d000000000d00000000eaffffff00daffffffec6db882
56	0	2024-06-03 00:10:00+00	\\x000977313000077738010009773136000777370009773135000977313362ea9ab4
57	0	2024-06-03 00:10:00+00	\\x000977313028000000000777380f000000013700000000097731361e000000000777372d00000000097731353c000000000977313323000000fb953a65
58	0	2024-06-03 00:10:00+00	\\x0000000000000030400000000000000000000000000000008041c000000000000000494000000000000000f0bf0000000000008048400000000000008040401c254e50
59	0	2024-06-03 00:10:00+00	\\x00100000002800000000000000000f00000000ddffffff3700000000320000001e00000000ffffffff2d00000000310000003c000000002100000023000000bd80f58f
60	0	2024-06-03 00:10:00+00	\\x000f00810e00c40928000000000f00810b004c1d0f000000000f00810400c40937000000000f008101004c1d1e000000000f0081140088132d000000000f00810a0088133c000000000b0081080023000000d2c6320e
61	0	2024-06-03 00:10:00+00	\\x0010000000000000000000ddffffff003200000000ffffffff0031000000002100000000584b83
62	0	2024-06-03 00:20:00+00	\\x0007773443000000000777322a0000000009773130390000001c97d8bb
63	0	2024-06-03 00:20:00+00	\\x0000000000000014400000000000000026c0000000000000804340f148cbc7
64	0	2024-06-03 00:20:00+00	\\x00050000004300000000f5ffffff2a0000000027000000390000004e8fb625
65	0	2024-06-03 00:20:00+00	\\x000f00811300c40943000000000f008110004c1d2a000000000f008106004c1d39000000a9f7f3e7
66	0	2024-06-03 00:20:00+00	\\x000777303300000001420000000009773134380000007bb80302
67	0	2024-06-03 00:20:00+00	\\x0000000000000033400000000000000040c0000000000000000040300ccd9b
68	0	2024-06-03 00:20:00+00	\\x00130000003300000000e0ffffff420000000002000000380000003d892034
69	0	2024-06-03 00:20:00+00	\\x000b7fa14c1d33000000000b0081120042000000000f00810500881338000000e34767e4
70	0	2024-06-03 00:20:00+00	\\x00097731352b000000000777363a000000000777333f000000329d188b
71	0	2024-06-03 00:20:00+00	\\x000000000000003a400000000000000039c00000000000000045c06516957a
72	0	2024-06-03 00:20:00+00	\\x001a0000002b00000000e7ffffff3a00000000d6ffffff3f000000db79fe8b
73	0	2024-06-03 00:20:00+00	\\x000b008112002b000000000b008108003a000000000f00810e00c4093f000000d889c920
74	0	2024-06-03 00:20:00+00	\\x000777323b000000000777383100000000097731364000000038d9f5fe
75	0	2024-06-03 00:20:00+00	\\x0000000000000028400000000000000047400000000000000014c0033c39af
76	0	2024-06-03 00:20:00+00	\\x000c0000003b000000002e0000003100000000fbffffff40000000c21091dd
77	0	2024-06-03 00:20:00+00	\\x000f00810900c4093b000000000f00a10300c40931000000000f00810f008813400000000f8e563b
78	0	2024-06-03 00:20:00+00	\\x000777343200000000097731324100000000077739460000009131aecc
79	0	2024-06-03 00:20:00+00	\\x0000000000000032c0000000000000004040000000000000002e40f230fdf4
80	0	2024-06-03 00:20:00+00	\\x00eeffffff32000000002000000041000000000f0000004600000018326bce
81	0	2024-06-03 00:20:00+00	\\x000b00a1020032000000000f008110004c1d41000000000f00a105004c1d460000000996588f
82	0	2024-06-03 00:20:00+00	\\x0007773400077732000977313000097731320007773300077731000777398a2746c6
62	1	2024-06-03 00:20:00+00	\\x0009773132520000000007773361000000000777314800000000077739570000006076a14a
63	1	2024-06-03 00:20:00+00	\\x0000000000000047c00000000000000010400000000000000028c0000000000000004340e089307a
83	0	2024-06-03 00:20:00+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b32279fe9e8
64	1	2024-06-03 00:20:00+00	\\x00d2ffffff5200000000040000006100000000f4ffffff48000000002600000057000000b64ac3bd
65	1	2024-06-03 00:20:00+00	\\x000f00810900c40952000000000b7fa14c1d61000000000f00a10300c40948000000000f00810f00881357000000a7ef1d5f
84	0	2024-06-03 00:20:00+00	\\x000500000000f5ffffff002700000000d2ffffff000400000000f4ffffff002600000012688c5c
85	0	2024-06-03 00:20:00+00	\\x000777300100097731340009773136000777370007773549f03ba0
66	1	2024-06-03 00:20:00+00	\\x000977313651000000000777376000000000077735470000000270d6f7
67	1	2024-06-03 00:20:00+00	\\x0000000000000032400000000000008040c00000000000008048c0b1e4d42f
86	0	2024-06-03 00:20:00+00	\\x00076b3100076b3100076b3100076b3100076b3100076b315dea6e6d
68	1	2024-06-03 00:20:00+00	\\x00120000005100000000dfffffff6000000000cfffffff470000004a2d304b
69	1	2024-06-03 00:20:00+00	\\x000b0081080051000000000b00a1020060000000000f00a104008813470000007bbb907c
87	0	2024-06-03 00:20:00+00	\\x001300000000e0ffffff0002000000001200000000dfffffff00cfffffffd346215e
88	0	2024-06-03 00:20:00+00	\\x0009773135000777360007773300077738000977313401000977313327bcfb66
70	1	2024-06-03 00:20:00+00	\\x000777385300000000097731344900000001580000000009773133670000009028d3b1
71	1	2024-06-03 00:20:00+00	\\x0000000000000022c0000000000000003940000000000000003ac0000000000000003840b0f11ea0
89	0	2024-06-03 00:20:00+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b33b5a63209
72	1	2024-06-03 00:20:00+00	\\x00f7ffffff5300000000190000004900000000e6ffffff58000000001800000067000000e51134c2
73	1	2024-06-03 00:20:00+00	\\x000f00810a00881353000000000b00a1020049000000000f008110004c1d58000000000f008106004c1d670000005edd7b5d
90	0	2024-06-03 00:20:00+00	\\x001a00000000e7ffffff00d6ffffff00f7ffffff001900000000e6ffffff001800000050809b3d
91	0	2024-06-03 00:20:00+00	\\x000777320007773800097731360009773130000777310007773900077737b598190d
74	1	2024-06-03 00:20:00+00	\\x00097731304a00000000077731590000000007773968000000000777374f000000bb1571cc
75	1	2024-06-03 00:20:00+00	\\x0000000000008043c00000000000000026400000000000000044c00000000000008046407d0a155e
92	0	2024-06-03 00:20:00+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b34e0580698
76	1	2024-06-03 00:20:00+00	\\x00d9ffffff4a000000000b0000005900000000d8ffffff68000000002d0000004f0000000d9a82e7
77	1	2024-06-03 00:20:00+00	\\x000b7fa14c1d4a000000000b0081120059000000000b0081080068000000000f0081050088134f000000489493b5
93	0	2024-06-03 00:20:00+00	\\x000c000000002e00000000fbffffff00d9ffffff000b00000000d8ffffff002d000000ed1997bb
94	0	2024-06-03 00:20:00+00	\\x00077734000977313200077739000777360009773134000777330009773131c26ca08f
78	1	2024-06-03 00:20:00+00	\\x000777364b00000000097731345a000000000777335000000000097731315f00000022ee83ed
79	1	2024-06-03 00:20:00+00	\\x0000000000000000c00000000000000048400000000000000033c0000000000000003f40267c263b
80	1	2024-06-03 00:20:00+00	\\x00feffffff4b00000000300000005a00000000edffffff50000000001f0000005f000000acd6f4d3
81	1	2024-06-03 00:20:00+00	\\x000b7f8188134b000000000f00811300c4095a000000000f008106004c1d50000000000f00a10300c4095f0000000538f1b1
95	0	2024-06-03 00:20:00+00	\\x00eeffffff0020000000000f00000000feffffff003000000000edffffff001f000000de399f6b
96	0	2024-06-03 00:30:00+00	\\x0007773066000000014d000000000777365c00000000097731346b000000995c9956
97	0	2024-06-03 00:30:00+00	\\x000000000000002ac0000000000000003dc0000000000000003540000000000000003ec0ece5eae8
98	0	2024-06-03 00:30:00+00	\\x00f3ffffff6600000000e3ffffff4d00000000150000005c00000000e2ffffff6b00000090594abf
99	0	2024-06-03 00:30:00+00	\\x000f00810500881366000000000b008103004d000000000b00a107005c000000000f00810b004c1d6b000000cf4be763
100	0	2024-06-03 00:30:00+00	\\x00f3ffffff00e3ffffff001500000000e2ffffff0709b40c
101	0	2024-06-03 00:30:00+00	\\x0009773133000777340009773130000777318bb4a51d
102	0	2024-06-03 00:30:00+00	\\x000977313356000000000777346500000000097731305b000000000777316a000000b44b730f
103	0	2024-06-03 00:30:00+00	\\x00000000000000f03f0000000000000049c00000000000000030c0000000000000004140292409db
104	0	2024-06-03 00:30:00+00	\\x00010000005600000000ceffffff6500000000f0ffffff5b00000000220000006a000000869127b7
105	0	2024-06-03 00:30:00+00	\\x000f00810e00c40956000000000f00810400c40965000000000f0081140088135b000000000f00810a0088136a00000010153747
106	0	2024-06-03 00:30:00+00	\\x000100000000ceffffff00f0ffffff00220000004349cd94
107	0	2024-06-03 00:30:00+00	\\x000977313100077732000977313000097731364ea4fe46
108	0	2024-06-03 00:30:00+00	\\x00097731314e000000000777325d00000000097731306c000000000977313662000000f943a7fc
109	0	2024-06-03 00:30:00+00	\\x0000000000000020400000000000008045c0000000000000001c400000000000008044400b5964c8
110	0	2024-06-03 00:30:00+00	\\x00080000004e00000000d5ffffff5d00000000070000006c00000000290000006200000029ea887f
111	0	2024-06-03 00:30:00+00	\\x000f00810400c4094e000000000f00a105004c1d5d000000000b00810d006c000000000b7f818813620000004d3cc2ee
112	0	2024-06-03 00:30:00+00	\\x000800000000d5ffffff00070000000029000000234f46af
113	0	2024-06-03 00:30:00+00	\\x00097731355e000000000777366d0000000007773454000000016300000079cf403a
114	0	2024-06-03 00:30:00+00	\\x0000000000000018c0000000000000004640000000000000003c400000000000000037c00ebf9fe8
115	0	2024-06-03 00:30:00+00	\\x00faffffff5e000000002c0000006d000000001c0000005400000000e9ffffff6300000083bf3f6e
116	0	2024-06-03 00:30:00+00	\\x000f00a1040088135e000000000f00810e00c4096d000000000f00810b004c1d54000000000f008101004c1d63000000cd4b9239
117	0	2024-06-03 00:30:00+00	\\x00faffffff002c000000001c00000000e9ffffffe9442af6
118	0	2024-06-03 00:30:00+00	\\x016e000000000777305500000000077738640000000007773569000000836f9490
119	0	2024-06-03 00:30:00+00	\\x0000000000000034c00000000000000042c0000000000000002c400000000000000008c07280350e
120	0	2024-06-03 00:30:00+00	\\x00ecffffff6e00000000dcffffff55000000000e0000006400000000fdffffff6900000070c8ab3b
121	0	2024-06-03 00:30:00+00	\\x000f00810f0088136e000000000b00810d0055000000000b0081030064000000000f00810900c4096900000033bd6a03
122	0	2024-06-03 00:30:00+00	\\x00ecffffff00dcffffff000e00000000fdffffff3062ccb4
\.
COPY public.final_collected_results (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:40:00+00	2024-06-02 23:50:00+00	k1	1	w10	-30	k1	{-30}	[0.50]	{-30}	-30	-8923776927054126720	\\x030000077f0105000001050000097731300100000001090000097731300600000001000000010900000000000000003ec00100000001040000076b310100000001090000e2ffffff0600000001000000010a00000b7f818813060000000105000001050000e2ffffffa327159d	0	2026-11-30 17:05:45.331511+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k2	4	w9,w3,w0,w11	-14.25	k2	{40,-27,-10,24}	[-4.50, 8.00, 14.25, -2.00]	{24,-10,-27,40}	27	6320120241569505355	\\x030000077f0100118080e4c3fc9daf01041101000100218080e4c3fc9daf01042101010100248080e4c3fc9daf01042401020100000004100000076b3200076b3200076b3200076b320100248080e4c3fc9daf010424010301002c8080e4c3fc9daf01042c01040100148080e4c3fc9daf0104140105d7315853	0	2026-11-30 17:05:45.331511+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k1	3	w13,w15,w6	-47.25	k1	{-48,3,-47,-13}	[-5.75, 6.75, -3.25, 15.50]	{-13,-47,3,-48}	-105	-8923776927054126720	\\x030000077f010f0000040f0001000977313500097731330007773601001f8080e4c3fc9daf01041f01060100248080e4c3fc9daf01042401070100000004100000076b3100076b3100076b3100076b310100248080e4c3fc9daf01042401080100308080e4c3fc9daf01043001090100148080e4c3fc9daf010414010ab419f8a0	0	2026-11-30 17:05:45.331511+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k3	3	w5,w16,w13	-40.25	k3	{-41,10,27,-40}	[-3.25, 9.25, 15.50, 5.50]	{-40,27,10,-41}	-44	-6894211576853267485	\\x030000077f010f0000040f0000097731360007773500097731330101001f8080e4c3fc9daf01041f010b0100248080e4c3fc9daf010424010c0100000004100000076b3300076b3300076b3300076b330100248080e4c3fc9daf010424010d0100308080e4c3fc9daf010430010e0100148080e4c3fc9daf010414010fd2ceec31	0	2026-11-30 17:05:45.331511+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k4	4	w1,w15,w9,w0	-8	k4	{-4,47,-20,-3}	[-2.00, 4.25, 16.75, 6.75]	{-3,-20,47,-4}	20	-4303773977497842951	\\x030000077f0100118080e4c3fc9daf01041101100100218080e4c3fc9daf01042101110100248080e4c3fc9daf01042401120100000004100000076b3400076b3400076b3400076b340100248080e4c3fc9daf010424011301002e8080e4c3fc9daf01042e01140100148080e4c3fc9daf0104140115b04dcbe1	0	2026-11-30 17:05:45.331511+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	\N	4	w14,w11,w5,w2	-21.25	\N	{-34,-17,17,34}	[-0.75, 5.50, 18.00, -4.50]	{34,17,-17,-34}	0	-3559088493156320873	\\x030000077f0100128080e4c3fc9daf01041201160100228080e4c3fc9daf01042201170100248080e4c3fc9daf010424011801000000040400010101010100248080e4c3fc9daf010424011901002c8080e4c3fc9daf01042c011a0100148080e4c3fc9daf010414011bac75fc16	0	2026-11-30 17:05:45.331511+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k2	6	w6,w8,w5,w16,w13,w7	-36	k2	{22,-45,-28,6,23,-44,7}	[1.75, 20.50, 4.25, 10.50, -5.75, 0.50, 13.00]	{7,-44,23,6,-28,-45,22}	-59	6320120241569505355	\\x030000077f01001b808cf1e1fe9daf01071b011c010037808cf1e1fe9daf010737011d01003f808cf1e1fe9daf01073f011e01001c808cf1e1fe9daf01071c011f01003f808cf1e1fe9daf01073f0120010050808cf1e1fe9daf0107500121010023808cf1e1fe9daf0107230122ad3fe981	0	2026-11-30 17:05:45.331511+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k3	7	w2,w10,w7,w1,w12,w9,w0	-7.5	k3	{42,-8,9,43,-24,-7,44}	[3.00, -7.00, -0.75, 11.75, -4.50, 1.75, 20.50]	{44,-7,-24,43,9,-8,42}	99	-6894211576853267485	\\x030000077f01001e808cf1e1fe9daf01071e012a01003a808cf1e1fe9daf01073a012b01003f808cf1e1fe9daf01073f012c01001c808cf1e1fe9daf01071c012d01003f808cf1e1fe9daf01073f012e01004e808cf1e1fe9daf01074e012f010023808cf1e1fe9daf0107230130b7c81378	0	2026-11-30 17:05:45.331511+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k4	6	w12,w6,w3,w14,w5,w13	-29.5	k4	{-22,29,-38,-21,13,30,-37}	[10.50, -5.75, 0.50, 13.00, 19.25, 3.00, -7.00]	{-37,30,13,-21,-38,29,-22}	-46	-4303773977497842951	\\x030000077f01001c808cf1e1fe9daf01071c0131010038808cf1e1fe9daf010738013201003f808cf1e1fe9daf01073f013301001c808cf1e1fe9daf01071c013401003f808cf1e1fe9daf01073f013501004c808cf1e1fe9daf01074c0136010023808cf1e1fe9daf01072301373a647fc1	0	2026-11-30 17:05:45.331511+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k1	7	w4,w1,w12,w9,w3,w11,w2	-14.5	k1	{35,-15,36,-31,-14,20,37}	[13.00, 19.25, 3.00, 9.25, -7.00, 11.75, 1.75]	{37,20,-14,-31,36,-15,35}	68	-8923776927054126720	\\x030000077f02041a808cf1e1fe9daf01061a012301040000077732020032808cf1e1fe9daf0106320124010800000777324c000000020036808cf1e1fe9daf0106360125010900000000000000804140020018808cf1e1fe9daf010618012601040000076b31020036808cf1e1fe9daf010636012701090000230000004c000000020042808cf1e1fe9daf0106420128010c00000f008101004c1d4c00000002051e808cf1e1fe9daf01061e0129010500002300000098f6a935	1	2026-11-30 17:05:45.495973+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	\N	6	w8,w16,w13,w10,w7,w15	-0.5	\N	{49,-35,-1,16,33,50,0}	[11.75, 1.75, 8.00, 14.25, 20.50, 4.25, 10.50]	{0,50,33,16,-1,-35,49}	112	-3559088493156320873	\\x030000077f01001d808cf1e1fe9daf01071d0138010039808cf1e1fe9daf010739013901003f808cf1e1fe9daf01073f013a010000000707000101010101010101003f808cf1e1fe9daf01073f013b010052808cf1e1fe9daf010752013c010023808cf1e1fe9daf010723013d59d27e9b	0	2026-11-30 17:05:45.331511+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k2	7	w2,w10,w4,w1,w12,w9,w3	-11.5	k2	{4,38,-46,-12,5,39,-11}	[16.75, 6.75, 19.25, -3.25, 9.25, 15.50, -0.75]	{-11,39,5,-12,-46,38,4}	17	6320120241569505355	\\x030000077f01001e8098feff809eaf01071e01520100198098feff809eaf01073a023e01001b8098feff809eaf01073f023f01001c8098feff809eaf01071c015301001b8098feff809eaf01073f02400100248098feff809eaf01075202410100238098feff809eaf0107230154413ab8e3	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k1	5	w0,w14,w5,w16,w7	-32.75	k1	{-33,18,-49,-32,2,19}	[-0.75, 5.50, 18.00, -4.50, 8.00, -2.00]	{19,2,-32,-49,18,-33}	-75	-8923776927054126720	\\x030000077f0100178098feff809eaf01061701550100168098feff809eaf01062f024201001b8098feff809eaf01063602430100188098feff809eaf010618015601001b8098feff809eaf01063602440100208098feff809eaf010640024501001e8098feff809eaf01061e01576ba7a2c5	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k3	6	w15,w6,w3,w14,w8,w13	-25.5	k3	{24,-26,-9,25,-42,-25,26}	[18.00, 8.00, 14.25, -2.00, 10.50, 16.75, 6.75]	{26,-25,-42,25,-9,-26,24}	-27	-6894211576853267485	\\x030000077f01001c8098feff809eaf01071c01580100198098feff809eaf010738024601001b8098feff809eaf01073f024701001c8098feff809eaf01071c015901001b8098feff809eaf01073f02480100208098feff809eaf01074e02490100238098feff809eaf010723015a708dca77	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k4	7	w8,w2,w16,w10,w7,w1,w9	-22	k4	{-40,11,45,-39,-5,12,46}	[-3.25, 9.25, 15.50, -0.75, 5.50, 18.00, 8.00]	{46,12,-5,-39,45,11,-40}	30	-4303773977497842951	\\x030000077f01001e8098feff809eaf01071e015b0100198098feff809eaf01073a024a01001b8098feff809eaf01073f024b01001c8098feff809eaf01071c015c01001b8098feff809eaf01073f024c0100248098feff809eaf01074e024d0100238098feff809eaf010723015db8009294	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	\N	7	w4,w12,w9,w6,w3,w14,w11	-10	\N	{31,48,-19,-2,15,32,-18}	[-2.00, 16.75, -5.75, 0.50, 6.75, 19.25, -3.25]	{-18,32,15,-2,-19,48,31}	87	-3559088493156320873	\\x030000077f01001f8098feff809eaf01071f015e0100198098feff809eaf01073b024e01001b8098feff809eaf01073f024f010000000707000101010101010101001b8098feff809eaf01073f02500100228098feff809eaf01075002510100238098feff809eaf010723015f03ce8e8d	0	2026-11-30 17:05:45.495973+00
\.
COPY public.final_collected_state (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k2	3	w6,w0,w14	-29.25	k2	{-30,-13,21,-29}	[3.00, -7.00, 5.50, 11.75]	{-29,21,-13,-30}	-51	6320120241569505355	\\x030000077f010e0000040e00000777300100077736000977313401001e80a48b9e839eaf01041e016001002480a48b9e839eaf01042401610100000004100000076b3200076b3200076b3200076b3201002480a48b9e839eaf010424016201002c80a48b9e839eaf01042c016301001480a48b9e839eaf0104140164d9ddea3c	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k1	4	w13,w10,w4,w1	-24.5	k1	{34,-50,-16,1}	[14.25, 20.50, 4.25, 10.50]	{1,-16,-50,34}	-31	-8923776927054126720	\\x030000077f01001280a48b9e839eaf010412016501002280a48b9e839eaf010422016601002480a48b9e839eaf01042401670100000004100000076b3100076b3100076b3100076b3101002480a48b9e839eaf010424016801003080a48b9e839eaf010430016901001480a48b9e839eaf010414016a12a3ad56	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k3	4	w11,w2,w16,w10	-5.5	k3	{7,41,-43,8}	[4.25, -5.75, 0.50, 13.00]	{8,-43,41,7}	13	-6894211576853267485	\\x030000077f01001380a48b9e839eaf010413016b01002380a48b9e839eaf010423016c01002480a48b9e839eaf010424016d0100000004100000076b3300076b3300076b3300076b3301002480a48b9e839eaf010424016e01002c80a48b9e839eaf01042c016f01001480a48b9e839eaf01041401701f9b7237	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k4	3	w4,w15,w6	-10.25	k4	{44,-23,-6,28}	[11.75, -4.50, 1.75, 14.25]	{28,-6,-23,44}	43	-4303773977497842951	\\x030000077f010e0000040e00000977313500077736000777340101001e80a48b9e839eaf01041e017101002480a48b9e839eaf01042401720100000004100000076b3400076b3400076b3400076b3401002480a48b9e839eaf010424017301003080a48b9e839eaf010430017401001480a48b9e839eaf0104140175a0f447b7	0	2026-11-30 17:05:45.495973+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	\N	3	w0,w8,w5	-24	\N	{-20,-3,14,-36}	[13.00, 3.00, 9.25, 15.50]	{-36,14,-3,-20}	-45	-3559088493156320873	\\x030000077f010d0000040d000100077730000777380007773501001d80a48b9e839eaf01041d017601002480a48b9e839eaf0104240177010000000404000101010101002480a48b9e839eaf010424017801002c80a48b9e839eaf01042c017901001480a48b9e839eaf010414017ac4255223	0	2026-11-30 17:05:45.495973+00
\.
COPY public.final_hops_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:35:00+00	2024-06-02 23:50:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	5	-135	-27.0000000000000000	w10	2024-06-02 23:59:37+00	13.75	2.7500000000000000	8.5421747816349438	486.5000000000000000	85	17	-0.21136668324853478	f	19	-75	-135	15.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k1	6	-82	-13.6666666666666667	w12	2024-06-03 00:02:47+00	29.25	4.8750000000000000	8.5421747816349438	1027.0666666666666667	126	21	-0.2325491684427239	f	38	-45	-82	15.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k3	2	-13	-6.5000000000000000	w16	2024-06-02 23:54:51+00	6.00	3.0000000000000000	8.8388347648318441	2244.5000000000000000	16	8	1	f	-61	27	-13	9.25	-6894211576853267485	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k3	4	-44	-11.0000000000000000	w13	2024-06-02 23:59:21+00	27.00	6.7500000000000000	7.8395365509278247	1208.6666666666666667	67	16.75	-0.15724227579299996	f	30	27	-44	15.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k3	8	45	5.6250000000000000	w1	2024-06-03 00:04:46+00	30.25	3.7812500000000000	8.1814658789590652	1110.2678571428571429	184	23	0.07703191015727377	f	-23	36	45	15.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k3	9	68	7.5555555555555556	w0	2024-06-03 00:09:16+00	45.75	5.0833333333333333	9.2068249141601471	948.2777777777777778	253	28.11111111111111	-0.4248393822739011	f	16	27	68	20.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k4	1	-3	-3.0000000000000000	w1	2024-06-02 23:53:08+00	-2.00	-2.0000000000000000	\N	\N	4	4	\N	f	-3	-3	-3	-2.00	-4303773977497842951	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k4	4	20	5.0000000000000000	w0	2024-06-02 23:58:33+00	25.75	6.4375000000000000	7.7979030300887088	844.6666666666666667	66	16.5	0.20374403617583575	f	-62	-3	20	16.75	-4303773977497842951	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k4	7	-8	-1.1428571428571429	w0	2024-06-03 00:03:58+00	43.50	6.2142857142857143	8.0641032920444357	889.1428571428571429	143	20.428571428571427	0.048591425525766674	f	-20	6	-8	16.75	-4303773977497842951	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k4	10	-23	-2.3000000000000000	w0	2024-06-03 00:08:28+00	61.25	6.1250000000000000	8.8829190022199347	913.3444444444444444	271	27.1	0.17249835293428223	f	49	9	-23	19.25	-4303773977497842951	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	\N	2	17	8.5000000000000000	w14	2024-06-02 23:53:40+00	17.25	8.6250000000000000	13.2582521472477661	1300.5000000000000000	25	12.5	-1	f	-51	\N	17	18.00	-3559088493156320873	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	\N	4	0	0.00000000000000000000	w11	2024-06-02 23:59:05+00	18.25	4.5625000000000000	9.8623336487871875	963.3333333333333333	60	15	-1	f	2	\N	0	18.00	-3559088493156320873	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	\N	8	31	3.8750000000000000	w10	2024-06-03 00:04:30+00	50.25	6.2812500000000000	7.7614402888344672	964.4107142857142857	200	25	-0.39369715721275533	f	-3	0	31	18.00	-3559088493156320873	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k1	11	-37	-3.3636363636363636	w1	2024-06-03 00:09:32+00	64.25	5.8409090909090909	8.8227495199007600	1023.8545454545454545	302	27.454545454545453	-0.13815479639937595	f	37	-24	-37	19.25	-8923776927054126720	\N	1	2026-11-30 17:05:45.409477+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	10	73	7.3000000000000000	w0	2024-06-03 00:14:57+00	76.25	7.6250000000000000	8.3759327838754771	760.9000000000000000	293	29.3	-0.06468822895505565	f	53	39	73	19.25	-8923776927054126720	\N	2	2026-11-30 17:05:45.409477+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	11	116	10.5454545454545455	w0	2024-06-03 00:14:41+00	59.25	5.3863636363636364	9.0735629966703518	710.2727272727272727	331	30.09090909090909	-0.47946067719027813	f	-34	18	116	20.50	-6894211576853267485	\N	2	2026-11-30 17:05:45.409477+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	10	-27	-2.7000000000000000	w10	2024-06-03 00:13:53+00	38.75	3.8750000000000000	8.7410668685235442	1039.5666666666666667	327	32.7	0.5396982460328671	f	-11	-18	-27	19.25	-4303773977497842951	\N	1	2026-11-30 17:05:45.409477+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	\N	9	95	10.5555555555555556	w10	2024-06-03 00:09:55+00	72.00	8.0000000000000000	7.3420875777942066	989.2777777777777778	315	35	0.060940401284456165	f	-33	33	95	20.50	-3559088493156320873	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k2	1	-10	-10.0000000000000000	w3	2024-06-02 23:53:24+00	8.00	8.0000000000000000	\N	\N	12	12	\N	f	-10	\N	-10	8.00	6320120241569505355	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k2	4	27	6.7500000000000000	w0	2024-06-02 23:58:49+00	15.75	3.9375000000000000	8.7425563576488694	940.9166666666666667	58	14.5	0.16443818311625336	f	35	-3	27	14.25	6320120241569505355	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k2	8	-15	-1.8750000000000000	w0	2024-06-03 00:04:14+00	36.50	4.5625000000000000	9.2521715597706343	896.4107142857142857	166	20.75	-0.2090739317927969	f	3	-3	-15	20.50	6320120241569505355	\N	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k2	10	-22	-2.2000000000000000	w0	2024-06-03 00:08:44+00	52.50	5.2500000000000000	8.8545343060929962	966.6222222222222222	305	30.5	-0.16781163481535294	f	54	-42	-22	20.50	6320120241569505355	\N	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	11	172	15.6363636363636364	w10	2024-06-03 00:14:25+00	105.50	9.5909090909090909	7.7478002743300689	843.8545454545454545	368	33.45454545454545	-0.2056124658053886	f	16	63	172	20.50	-3559088493156320873	\N	2	2026-11-30 17:05:45.409477+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	11	-72	-6.5454545454545455	w10	2024-06-03 00:14:09+00	96.75	8.7954545454545455	8.2778455695142847	915.4727272727272727	379	34.45454545454545	0.19500639672500975	f	-26	0	-72	20.50	6320120241569505355	\N	1	2026-11-30 17:05:45.409477+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k1	11	-30	-2.7272727272727273	w0	2024-06-03 00:18:07+00	59.25	5.3863636363636364	8.7759355885595158	922.8181818181818182	341	31	0.21061643587591145	f	-16	6	-30	19.25	-8923776927054126720	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k1	8	-124	-15.5000000000000000	w0	2024-06-03 00:22:37+00	42.75	5.3437500000000000	7.8897961905597681	826.0000000000000000	224	28	0.39802995630840576	f	60	-15	-124	18.00	-8923776927054126720	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k3	10	-17	-1.7000000000000000	w0	2024-06-03 00:19:11+00	93.75	9.3750000000000000	8.0028206832896668	822.0111111111111111	340	34	-0.56085975818151	f	1	-9	-17	20.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k3	10	-55	-5.5000000000000000	w10	2024-06-03 00:24:36+00	83.75	8.3750000000000000	7.8184699412495168	742.5000000000000000	342	34.2	-0.348105695954394	f	-31	-27	-55	18.00	-6894211576853267485	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k4	11	12	1.0909090909090909	w1	2024-06-03 00:18:23+00	68.00	6.1818181818181818	8.7386289750530297	1047.6909090909090909	330	30	0.2582106938296409	f	-34	18	12	19.25	-4303773977497842951	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k4	10	96	9.6000000000000000	w1	2024-06-03 00:23:48+00	73.75	7.3750000000000000	7.9767457162819364	1042.9333333333333333	293	29.3	0.2692513911596315	f	52	12	96	18.00	-4303773977497842951	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	\N	10	168	16.8000000000000000	w11	2024-06-03 00:19:50+00	71.25	7.1250000000000000	9.6113720260024386	652.4000000000000000	281	28.1	0.09571362671024791	f	18	78	168	20.50	-3559088493156320873	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	\N	10	45	4.5000000000000000	w0	2024-06-03 00:24:20+00	63.75	6.3750000000000000	9.1676135874549648	765.8333333333333333	244	24.4	-0.28347779505340404	f	-61	9	45	19.25	-3559088493156320873	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k2	10	0	0.00000000000000000000	w1	2024-06-03 00:18:39+00	87.50	8.7500000000000000	7.7995726378650602	881.3333333333333333	335	33.5	0.20317036808560313	f	16	-12	0	19.25	6320120241569505355	\N	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k2	10	-4	-0.40000000000000000000	w0	2024-06-03 00:24:04+00	65.00	6.5000000000000000	8.8152330277385937	759.6000000000000000	263	26.3	0.4057652243087834	f	-42	48	-4	19.25	6320120241569505355	\N	0	2026-11-30 17:05:45.409477+00
\.
COPY public.final_hops_state (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	1	-30	\N	w10	2024-06-02 23:49:42+00	0.50	\N	\N	\N	6	\N	\N	f	-30	-30	-30	0.50	-8923776927054126720	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000184000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec00000000000000000000000000000184000000000000000000000000000000000c534cfb3	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k2	1	-10	\N	w3	2024-06-02 23:53:24+00	8.00	\N	\N	\N	12	\N	\N	f	-10	\N	-10	8.00	6320120241569505355	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001000000000000000000000002000800000001000000000000000000000004004000000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000000a0000000100000000000000000000000000640030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000284000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000024c00000000000000000000000000000284000000000000000000000000000000000923813df	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k3	2	-13	\N	w16	2024-06-02 23:54:51+00	6.00	\N	\N	\N	16	\N	\N	f	-61	27	-13	9.25	-6894211576853267485	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002000600000002000000000000000000000004006004e200000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000400000000000000d0000000100000000000000000000000009190030000000c00000000100000000000000bd02000003000000010000000000000000000040000000000000304000000000000049400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000002ac0000000000089a140000000000000304000000000000049400000000000f07440389ee90a	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k4	1	-3	\N	w1	2024-06-02 23:53:08+00	-2.00	\N	\N	\N	4	\N	\N	f	-3	-3	-3	-2.00	-4303773977497842951	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001000000000000400000000002000200000001000000000000000000000004000400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000104000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000000104000000000000000000000000000000000fbbb54c2	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	\N	2	17	\N	w14	2024-06-02 23:53:40+00	17.25	\N	\N	\N	25	\N	\N	f	-51	\N	17	18.00	-3559088493156320873	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001109c400000002000000000000000000000004014415f900000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000000039400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003140000000000052944000000000000039400000000000205c400000000000e877c047997975	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k2	3	37	\N	w0	2024-06-02 23:58:49+00	7.75	\N	\N	\N	46	\N	\N	f	-43	-3	37	14.25	6320120241569505355	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200071d4c0000000200000000000000000000000400e30c3500000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000025000000010000000000000000000000000b590030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000004740abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000804240555555555521a3400000000000004740abaaaaaaaaca7340abaaaaaaaa6a59402e6ad5c9	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k1	4	-105	\N	w13	2024-06-02 23:59:37+00	13.25	\N	\N	\N	79	\N	\N	f	-15	-45	-105	15.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c4000000020000000000000000000000040149111700000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000040000000000000690000000100000000000000000000000012530030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c053400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405ac000000000003b9e400000000000c05340ffffffffffb58c400000000000a475c0a44f4d79	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k3	2	-31	\N	w13	2024-06-02 23:59:21+00	21.00	\N	\N	\N	51	\N	\N	f	-35	\N	-31	15.50	-6894211576853267485	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001500000002000000000000000000000004010e138800000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000400000000000001f0000000100000000000000000000000006f50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008049400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003fc0000000000052944000000000008049400000000000205c400000000000e877c0edd2bb79	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k4	3	23	\N	w0	2024-06-02 23:58:33+00	27.75	\N	\N	\N	62	\N	\N	f	63	\N	23	16.75	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001b1d4c000000020000000000000000000000040158075300000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000017000000010000000000000000000000000a410030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000004f40aaaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003740555555555521a3400000000000004f40aaaaaaaaaaca7340a8aaaaaaaa6a5940bf98f077	0	2026-11-30 17:05:45.224564+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	\N	2	-17	\N	w11	2024-06-02 23:59:05+00	1.00	\N	\N	\N	35	\N	\N	f	-49	\N	-17	5.50	-3559088493156320873	\\x030708000a0f0200000000000000020000000000000056000000580100000000000000000002000000010000000000000000000000020001000000020000000000000000000000040032138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000040000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008041400000000000205c400048000000200100000100000000000000bd0200000600000001000000000000000000004000000000000031c0000000000052944000000000008041400000000000205c400000000000e877c0157a282d	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	4	-42	\N	w16	2024-06-03 00:04:14+00	20.75	\N	\N	\N	108	\N	\N	f	32	\N	-42	20.50	6320120241569505355	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200141d4c0000000200000000000000000000000401da111700000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002a000000010000000000000000000000000ce20030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000005b400100000000908a400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000045c0000000000052a6400000000000005b400000000000908a40ffffffffffcf76c02d2c989a	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	2	23	\N	w12	2024-06-03 00:02:47+00	16.00	\N	\N	\N	47	\N	\N	f	-41	\N	23	13.00	-8923776927054126720	\\x030708000a0f02000000000000000200000000000000540000005001000000000000000000020000000100000000000000000000000200100000000100000000000000000000000400b200000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000000000000000001700000001000000000000000000000000061d0030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008047400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003740000000000052944000000000008047400000000000205c400000000000e877c088c23a62	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	4	89	\N	w1	2024-06-03 00:04:46+00	3.25	\N	\N	\N	117	\N	\N	f	-9	9	89	11.75	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000309c40000000200000000000000000000000400d80c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000000000000000000059000000010000000000000000000000000f4b0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000405d400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405640ffffffffff3a9e400000000000405d400000000000b68c400100000000a475c0e769b439	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	3	-28	\N	w12	2024-06-03 00:03:58+00	17.75	\N	\N	\N	77	\N	\N	f	46	9	-28	13.00	-4303773977497842951	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200111d4c0000000200000000000000000000000401380c3500000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000001c000000010000000000000000000000000a960030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000405340aaaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003cc0555555555521a3400000000000405340aaaaaaaaaaca7340a8aaaaaaaa6a594059cfb4df	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	4	31	\N	w10	2024-06-03 00:04:30+00	32.00	\N	\N	\N	140	\N	\N	f	-1	0	31	14.25	-3559088493156320873	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002002000000002000000000000000000000004016a09c400000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000001f000000010000000000000000000000000f8d0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000008061400100000000908a400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003f40ffffffff7f39ad4000000000008061400000000000908a40ffffffffff2f8bc01b5cf305	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k2	3	-17	\N	w13	2024-06-03 00:08:44+00	24.00	\N	\N	\N	151	\N	\N	f	-61	-39	-17	13.00	6320120241569505355	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000000000000000020018000000020000000000000000000000040117138800000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000040000000000000110000000100000000000000000000000009f10030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000e06240abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000031c0555555555521a3400000000000e06240abaaaaaaaaca7340abaaaaaaaa6a59402bea67f8	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k3	3	10	\N	w0	2024-06-03 00:09:16+00	21.50	\N	\N	\N	85	\N	\N	f	58	18	10	20.50	-6894211576853267485	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001513880000000200000000000000000000000401a7222e00000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000000a0000000100000000000000000000000009640030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000405540aaaaaaaaaac292400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000002440555555555585a2400000000000405540aaaaaaaaaac292405555555555ed92c0f7e8110f	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k4	4	-18	\N	w13	2024-06-03 00:08:28+00	15.75	\N	\N	\N	132	\N	\N	f	32	\N	-18	19.25	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000f1d4c0000000200000000000000000000000401ac1fbd00000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000004000000000000012000000010000000000000000000000000b7a0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000806040ffffffffff4795400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000032c0000000000052a6400000000000806040ffffffffff4795400000000000988740d6ff525b	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	\N	3	81	\N	w13	2024-06-03 00:09:55+00	39.00	\N	\N	\N	140	\N	\N	f	-17	33	81	20.50	-3559088493156320873	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000000000000000020027000000020000000000000000000000040252138800000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000051000000010000000000000000000000000da30030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000806140aaaaaaaaaaca73400048000000200100000100000000000000bd02000006000000010000000000000000000840000000000040544000000000006094400000000000806140aaaaaaaaaaca73400000000000e07040b563c089	0	2026-11-30 17:05:45.224564+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k1	5	45	\N	w1	2024-06-03 00:09:32+00	35.00	\N	\N	\N	176	\N	\N	f	3	21	45	19.25	-8923776927054126720	\\x030708000a0f050000000000000005000000000000005600000058010000000000000000000500000001000000000000000000000002002300000002000000000000000000000004028609c400000002000000000000000500000000000000000000000000000000000000000000000030000000c0000000000000000000000500000001000000000000000000000000002d00000001000000000000000000000000100b0030000000c00000000100000000000000bd0200000300000001000000000000000000144000000000000066403433333333cb97400048000000200100000100000000000000bd0200000600000001000000000000000000144000000000008046400000000000ecac4000000000000066403433333333cb974000000000007c91c05e277c36	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k2	4	-13	\N	w10	2024-06-03 00:14:09+00	52.00	\N	\N	\N	120	\N	\N	f	5	39	-13	19.25	6320120241569505355	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002003400000002000000000000000000000004030e09c400000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000000d000000010000000000000000000000000ec70030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000005e400000000000489b400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002ac0000000008039ad400000000000005e400000000000489b400000000000e89440b2bf0bba	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k1	3	5	\N	w0	2024-06-03 00:14:57+00	25.25	\N	\N	\N	70	\N	\N	f	-31	18	5	18.00	-8923776927054126720	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001909c400000002000000000000000000000004018415f900000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000000000000000000050000000100000000000000000000000006ad0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805140abaaaaaaaab293400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000001440aaaaaaaaaa929a400000000000805140abaaaaaaaab29340555555555519914029cb65ed	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k3	4	17	\N	w14	2024-06-03 00:14:41+00	34.50	\N	\N	\N	129	\N	\N	f	19	-9	17	18.00	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002002213880000000200000000000000000000000401f609c400000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000000000000000000110000000100000000000000000000000007d70030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000020604000000000005b97400048000000200100000100000000000000bd02000006000000010000000000000000001040000000000000314000000000003b9e40000000000020604000000000005b97400000000000d289c07c62a48a	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k4	3	19	\N	w10	2024-06-03 00:13:53+00	5.25	\N	\N	\N	118	\N	\N	f	-5	-27	19	9.25	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000509c40000000200000000000000000000000400601adb00000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000013000000010000000000000000000000000ec50030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805d40abaaaaaaaaf294400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003340555555555599ac400000000000805d40aaaaaaaaaaf29440aaaaaaaaaa829c40b529713b	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	\N	4	60	\N	w12	2024-06-03 00:14:25+00	34.50	\N	\N	\N	88	\N	\N	f	0	30	60	19.25	-3559088493156320873	\\x030708000a0f0400000000000000040000000000000058000000600100000000000000000004000000020000000000000000000000020022138800000002000000000000000000000004028f0ea600000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000003c000000010000000000000000000000000e480030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000000564000000000004895400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000004e40000000000088a540000000000000564000000000004895400000000000108ec08feb2da1	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k1	3	-80	\N	w14	2024-06-03 00:18:07+00	-1.00	\N	\N	\N	95	\N	\N	f	18	-33	-80	5.50	-8923776927054126720	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000004000000000020001000000020000000000000000000000040036138800000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000004000000000000050000000010000000000000000000000000da60030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05740aaaaaaaaaac292400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000054c0aaaaaaaaaa4295400000000000c05740aaaaaaaaaac292405555555555799340e84780f2	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k3	3	-44	\N	w13	2024-06-03 00:19:11+00	37.75	\N	\N	\N	126	\N	\N	f	40	-18	-44	16.75	-6894211576853267485	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200251d4c000000020000000000000000000000040211075300000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000002c000000010000000000000000000000000bc80030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805f4000000000003088400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000046c0555555555585a2400000000000805f4000000000003088400000000000607ec0baba191b	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k4	4	11	\N	w1	2024-06-03 00:18:23+00	47.00	\N	\N	\N	80	\N	\N	f	5	45	11	18.00	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002002f000000020000000000000000000000040292138800000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000000b000000010000000000000000000000000ebb0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000054400100000000908a400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002640ffffffff7f39ad4000000000000054400000000000908a40ffffffffff2f8bc095fb8169	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	\N	3	27	\N	w11	2024-06-03 00:19:50+00	-2.25	\N	\N	\N	53	\N	\N	f	-3	15	27	6.75	-3559088493156320873	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000400000000002000209c4000000020000000000000000000000040059075300000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000001b00000001000000000000000000000000060b0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000804a40abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003b4000000000006094400000000000804a40aaaaaaaaaaca73400000000000e07040ebe804a2	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k2	3	30	\N	w1	2024-06-03 00:18:39+00	11.50	\N	\N	\N	64	\N	\N	f	-42	-12	30	15.50	6320120241569505355	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000b13880000000200000000000000000000000400fb0ea600000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000001e0000000100000000000000000000000006440030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000005040abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003e4000000000006094400000000000005040abaaaaaaaaca73400000000000e07040c978ab4c	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k2	3	-21	\N	w0	2024-06-03 00:24:04+00	1.50	\N	\N	\N	79	\N	\N	f	5	21	-21	5.50	6320120241569505355	\\x030708000a0f0300000000000000030000000000000058000000600100000000000000000003000000020000000000000000000000020001138800000002000000000000000000000004005809c400000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000040000000000000150000000100000000000000000000000005ab0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05340abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000035c000000000006094400000000000c05340abaaaaaaaaca73400000000000e0704060ffaf1f	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k1	2	-49	\N	w13	2024-06-03 00:22:37+00	18.50	\N	\N	\N	59	\N	\N	f	-49	\N	-49	14.25	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001213880000000200000000000000000000000400dd04e200000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000040000000000000310000000100000000000000000000000009c50030000000c00000000100000000000000bd020000030000000100000000000000000000400000000000804d400000000000205c400048000000200100000100000000000000bd0200000600000001000000000000000000004000000000008048c000000000005294400000000000804d400000000000205c400000000000e877c08f6eec08	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k3	3	-28	\N	w10	2024-06-03 00:24:36+00	11.50	\N	\N	\N	87	\N	\N	f	-38	\N	-28	13.00	-6894211576853267485	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000b13880000000200000000000000000000000400dc04e200000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000001c0000000100000000000000000000000007aa0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c055400000000000207c400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003cc0aaaaaaaaaa929a400000000000c055400000000000207c400000000000002ec0437042d7	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k4	3	66	\N	w15	2024-06-03 00:23:48+00	21.50	\N	\N	\N	95	\N	\N	f	-54	-6	66	14.25	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001513880000000200000000000000000000000401690ea600000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000042000000010000000000000000000000000ac40030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05740aaaaaaaaaaca73400048000000200100000100000000000000bd02000006000000010000000000000000000840000000000080504000000000006094400000000000c05740aaaaaaaaaaca73400000000000e070404891d8d2	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	\N	3	-42	\N	w0	2024-06-03 00:24:20+00	31.50	\N	\N	\N	103	\N	\N	f	62	-36	-42	15.50	-3559088493156320873	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001f13880000000200000000000000000000000401a209c400000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000002a0000000100000000000000000000000007640030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05940abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000045c000000000006094400000000000c05940abaaaaaaaaca73400000000000e070403a39ba61	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k2	1	-30	\N	w14	2024-06-03 00:26:19+00	11.75	\N	\N	\N	43	\N	\N	f	-30	-30	-30	11.75	6320120241569505355	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000b1d4c00000002000000000000000000000004008a027100000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080454000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec000000000000000000000000000804540000000000000000000000000000000008e813b7f	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k1	2	18	\N	w1	2024-06-03 00:28:02+00	31.00	\N	\N	\N	69	\N	\N	f	-46	\N	18	20.50	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001f000000020000000000000000000000040212138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000120000000100000000000000000000000005840030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000004051400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003240000000000088934000000000004051400000000000205c40000000000070774078e2b85f	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k3	1	41	\N	w16	2024-06-03 00:27:46+00	0.50	\N	\N	\N	34	\N	\N	t	41	\N	41	0.50	-6894211576853267485	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000000000000000000290000000100000000000000000000000006910030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000804440000000000000000000000000000041400000000000000000000000000000000016b09492	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k4	1	-23	\N	\N	2024-06-03 00:26:03+00	1.75	\N	\N	\N	35	\N	\N	f	-23	\N	-23	1.75	-4303773977497842951	\\x030708000a0f01000000000000000100000000000000580000006001000000000000000000010000000200000000000000000000000200011d4c000000020000000000000000000000040003027100000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000170000000100000000000000000000000002110030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000037c00000000000000000000000000080414000000000000000000000000000000000ed97d423	0	2026-11-30 17:05:45.409477+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	\N	1	-3	\N	w5	2024-06-03 00:29:45+00	9.25	\N	\N	\N	41	\N	\N	f	-3	-3	-3	9.25	-3559088493156320873	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000909c400000002000000000000000000000004005515f900000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080444000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000080444000000000000000000000000000000000f6ff7a57	0	2026-11-30 17:05:45.409477+00
\.
COPY public.final_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:40:00+00	2024-06-02 23:50:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000184000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec00000000000000000000000000000184000000000000000000000000000000000c534cfb3	0	2026-11-30 17:05:45.210196+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k2	4	27	6.7500000000000000	w0	2024-06-02 23:58:49+00	15.75	3.9375000000000000	8.7425563576488694	940.9166666666666667	58	14.5	0.16443818311625336	f	35	-3	27	14.25	6320120241569505355	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000f1d4c0000000200000000000000000000000401230c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000001b000000010000000000000000000000000bbd0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000004d40ffffffffff4f74400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003b4000000000800da6400000000000004d40ffffffffff4f74400000000000b06340f5719a6b	0	2026-11-30 17:05:45.210196+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k1	4	-105	-26.2500000000000000	w13	2024-06-02 23:59:37+00	13.25	3.3125000000000000	9.7561412283067462	644.9166666666666667	79	19.75	-0.259704023686933	f	-15	-45	-105	15.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c4000000020000000000000000000000040149111700000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000040000000000000690000000100000000000000000000000012530030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c053400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405ac000000000003b9e400000000000c05340ffffffffffb58c400000000000a475c0a44f4d79	0	2026-11-30 17:05:45.210196+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k3	4	-44	-11.0000000000000000	w13	2024-06-02 23:59:21+00	27.00	6.7500000000000000	7.8395365509278247	1208.6666666666666667	67	16.75	-0.15724227579299996	f	30	27	-44	15.50	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002001b00000002000000000000000000000004016e186a00000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002c00000001000000000000000000000000100e0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c0504000000000004c7d400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000046c0000000000054ac400000000000c0504000000000004c7d400000000000a069c077d62f26	0	2026-11-30 17:05:45.210196+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k4	4	20	5.0000000000000000	w0	2024-06-02 23:58:33+00	25.75	6.4375000000000000	7.7979030300887088	844.6666666666666667	66	16.5	0.20374403617583578	f	-62	-3	20	16.75	-4303773977497842951	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200191d4c00000002000000000000000000000004015c075300000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000000000000000000014000000010000000000000000000000000a4a0030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000080504000000000006880400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000034400000000000cca340000000000080504000000000006880400000000000606d40df185706	0	2026-11-30 17:05:45.210196+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	\N	4	0	0.00000000000000000000	w11	2024-06-02 23:59:05+00	18.25	4.5625000000000000	9.8623336487871875	963.3333333333333333	60	15	-1	f	2	\N	0	18.00	-3559088493156320873	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002001209c400000002000000000000000000000004017702710000000200000000000000040000000000000000000000000000000000000000000000002e000000b8000000000000000000000400000000000000000000000000000000000000010000000000000000000000000b4a0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000004e400000000000406f400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000000000000000000094a6400000000000004e400000000000406f400000000000908ac03ffe3ec1	0	2026-11-30 17:05:45.210196+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k2	7	-59	-8.4285714285714286	w13	2024-06-03 00:08:44+00	44.75	6.3928571428571429	8.8304128145965224	890.9523809523809524	259	37	-0.02089226477049185	f	-29	-39	-59	20.50	6320120241569505355	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002002c1d4c0000000200000000000000000000000402f1249f00000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000400000000000003b0000000100000000000000000000000016d30030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000307040000000000068a0400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000804dc0dcb66ddbb6e1b4400000000000307040000000000068a04000000000008051c0b83db00c	0	2026-11-30 17:05:45.210196+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k3	7	99	14.1428571428571429	w0	2024-06-03 00:09:16+00	24.75	3.5357142857142857	9.5975567327364748	819.8095238095238095	202	28.857142857142858	-0.47303680859276015	f	-51	27	99	20.50	-6894211576853267485	\\x030708000a0f07000000000000000700000000000000580000006001000000000000000000070000000200000000000000000000000200181d4c000000020000000000000000000000040280075300000002000000000000000700000000000000000000000000000000000000000000000030000000c000000000000000000000070000000100000000000000000000000000630000000100000000000000000000000018af0030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000406940dcb66ddbb691a0400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000c058406edbb66ddb36b3400000000000406940dbb66ddbb691a040b66ddbb66ddf97c01c259578	0	2026-11-30 17:05:45.210196+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k4	7	-46	-6.5714285714285714	w12	2024-06-03 00:08:28+00	33.50	4.7857142857142857	9.8387293507899300	890.9523809523809524	209	29.857142857142858	0.298179392686524	f	14	9	-46	19.25	-4303773977497842951	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002002113880000000200000000000000000000000402e504e200000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000400000000000002e0000000100000000000000000000000016100030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000206a40b76ddbb66dab9b400048000000200100000100000000000000bd02000006000000010000000000000000001c4000000000000047c0dcb66ddbb6e1b4400000000000206a40b76ddbb66dab9b40b76ddbb66dab8c4020330c7a	0	2026-11-30 17:05:45.210196+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	\N	7	112	16.0000000000000000	w10	2024-06-03 00:09:55+00	71.00	10.1428571428571429	6.2796913785252066	946.6666666666666667	280	40	-0.07624305226122999	f	16	33	112	20.50	-3559088493156320873	\\x030708000a0f07000000000000000700000000000000560000005801000000000000000000070000000100000000000000000000000200470000000200000000000000000000000403bc1d4c00000002000000000000000700000000000000000000000000000000000000000000000030000000c00000000000000000000007000000010000000000000000000000000070000000010000000000000000000000001d300030000000c00000000100000000000000bd02000003000000010000000000000000001c4000000000008071400100000000e095400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000005c40000000000030b64000000000008071400000000000e09540fdffffffffdf6ac006e3ab98	0	2026-11-30 17:05:45.210196+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k1	7	68	9.7142857142857143	w1	2024-06-03 00:09:32+00	51.00	7.2857142857142857	8.6859903621537925	835.2380952380952381	223	31.857142857142858	-0.5094931323629143	f	-44	21	68	19.25	-8923776927054126720	\\x030708000a0f070000000000000007000000000000005600000058010000000000000000000700000001000000000000000000000002003300000002000000000000000000000004033809c400000002000000000000000700000000000000000000000000000000000000000000000030000000c000000000000000000000070000000100000000000000000000000000440000000100000000000000000000000016280030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000e06b40b66ddbb66d9b9c400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000005140b76ddbb66d93b3400000000000e06b40b66ddbb66d9b9c4092244992241d98c0a7e20989	1	2026-11-30 17:05:45.408014+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k2	7	17	2.4285714285714286	w1	2024-06-03 00:18:39+00	63.50	9.0714285714285714	8.7329766375721487	890.9523809523809524	184	26.285714285714285	0.4122915656631873	f	-45	27	17	19.25	6320120241569505355	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002003f1388000000020000000000000000000000040409186a00000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000000000000000001100000001000000000000000000000000150b0030000000c00000000100000000000000bd02000003000000010000000000000000001c4000000000000067406edbb66ddb1ea1400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000003140dbb66ddbb6e1b44000000000000067406edbb66ddb1ea14049922449920c96402f210555	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k1	6	-75	-12.5000000000000000	w0	2024-06-03 00:18:07+00	24.25	4.0416666666666667	8.3072508489070358	853.1000000000000000	165	27.5	0.6005063259113161	f	-13	-15	-75	18.00	-8923776927054126720	\\x030708000a0f060000000000000006000000000000005800000060010000000000000000000600000002000000000000000000000002001809c40000000200000000000000000000000401bb027100000002000000000000000600000000000000000000000000000000000000000000000030000000c0000000000000000000000600000001000000000000400000000000004b0000000100000000000000000000000014530030000000c00000000100000000000000bd020000030000000100000000000000000018400000000000a0644000000000000ba4400048000000200100000100000000000000bd020000060000000100000000000000000018400000000000c052c00000000080a9b0400000000000a0644000000000000ba44000000000000a9f401982d2c4	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k3	7	-27	-3.8571428571428571	w13	2024-06-03 00:19:11+00	72.25	10.3214285714285714	6.9006555934235422	819.8095238095238095	255	36.42857142857143	-0.47084757253138965	f	59	-27	-27	18.00	-6894211576853267485	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002004809c4000000020000000000000000000000040407111700000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000400000000000001b00000001000000000000000000000000139f0030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000e06f40b76ddbb66dffa2400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000003bc06edbb66ddb36b3400000000000e06f40b76ddbb66dffa240dbb66ddbb67199c031054655	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k4	7	30	4.2857142857142857	w1	2024-06-03 00:18:23+00	52.25	7.4642857142857143	7.8014803235088171	1237.2380952380952381	198	28.285714285714285	0.2341359374872587	f	-2	18	30	18.00	-4303773977497842951	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002003409c40000000200000000000000000000000402f3075300000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000000000000000001e000000010000000000000000000000001d800030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000c068406edbb66ddb1ea6400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000003e40b76ddbb66dffbc400000000000c068406edbb66ddb1ea640dcb66ddbb6c59040f43ac58e	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	\N	7	87	12.4285714285714286	w11	2024-06-03 00:19:50+00	32.25	4.6071428571428571	9.9664616159827327	686.9523809523809524	141	20.142857142857142	-0.24380692992365327	f	-3	45	87	19.25	-3559088493156320873	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002002009c40000000200000000000000000000000402e815f900000002000000000000000700000000000000000000000000000000000000000000000030000000c000000000000000000000070000000100000000000000000000000000570000000100000000000000000000000014530030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000a06140b66ddbb66dbb9a400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000c05540dcb66ddbb619b0400000000000a06140b66ddbb66dbb9a40b76ddbb66d3b84c0c33a57db	0	2026-11-30 17:05:45.408014+00
\.
COPY public.final_state (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k2	4	-51	-12.7500000000000000	w0	2024-06-03 00:26:19+00	13.25	3.3125000000000000	7.7979030300887088	566.9166666666666667	122	30.5	-0.018519879523813305	f	-25	-9	-51	11.75	6320120241569505355	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c40000000200000000000000000000000400e20c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000003300000001000000000000000000000000092f0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000805e4000000000006880400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000008049c00000000000939a400000000000805e40000000000068804000000000008031c010a799ae	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k1	4	-31	-7.7500000000000000	w1	2024-06-03 00:28:02+00	49.50	12.3750000000000000	6.8083894326534133	1224.2500000000000000	128	32	0.16697609286294493	f	29	\N	-31	20.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002003113880000000200000000000000000000000402ef186a00000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000001f000000010000000000000000000000000f490030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000060400000000000406f400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003fc00000000080b1ac4000000000000060400000000000406f40feffffffffff63400d56b9c2	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k3	4	13	3.2500000000000000	w10	2024-06-03 00:27:46+00	12.00	3.0000000000000000	7.8395365509278247	1200.2500000000000000	121	30.25	0.1337388819542307	f	-13	\N	13	13.00	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002000c0000000200000000000000000000000400dc0ea600000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000000d000000010000000000000000000000000e3b0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000405e4000000000004c7d400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002a40000000008021ac400000000000405e4000000000004c7d400000000000b86540d1f21feb	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k4	4	43	10.7500000000000000	w15	2024-06-03 00:26:03+00	23.25	5.8125000000000000	8.7425563576488694	940.9166666666666667	130	32.5	0.16443818311625336	f	35	-6	43	14.25	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002001709c400000002000000000000000000000004016c111700000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000002b000000010000000000000000000000000cd50030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000406040ffffffffff4f74400048000000200100000100000000000000bd02000006000000010000000000000000001040000000000080454000000000800da6400000000000406040ffffffffff4f74400000000000b06340abb9f0df	0	2026-11-30 17:05:45.408014+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	\N	4	-45	-11.2500000000000000	w0	2024-06-03 00:29:45+00	40.75	10.1875000000000000	5.4366618127916203	464.9166666666666667	144	36	0.46515870605807974	f	-61	-39	-45	15.50	-3559088493156320873	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200281d4c0000000200000000000000000000000401f71fbd00000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002d00000001000000000000000000000000076d0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000062400000000000e075400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000008046c00000000000cb954000000000000062400000000000e075400000000000507440127bac9a	0	2026-11-30 17:05:45.408014+00
\.
COPY public.grows_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:30:00+00	2024-06-02 23:50:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054127101	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-02 23:55:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054127102	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-03 00:00:00+00	k1	5	-135	-27.0000000000000000	w10	2024-06-02 23:59:37+00	13.75	2.7500000000000000	8.5421747816349438	486.5000000000000000	85	17	-0.21136668324853478	f	19	-75	-135	15.50	-8923776927054127103	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:05:00+00	k1	2	23	11.5000000000000000	w12	2024-06-03 00:02:47+00	16.00	8.0000000000000000	7.0710678118654752	1300.5000000000000000	47	23.5	-1	f	-41	\N	23	13.00	-8923776927054127098	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-02 23:55:00+00	k3	2	-13	-6.5000000000000000	w16	2024-06-02 23:54:51+00	6.00	3.0000000000000000	8.8388347648318441	2244.5000000000000000	16	8	1	f	-61	27	-13	9.25	-6894211576853268478	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-03 00:00:00+00	k3	4	-44	-11.0000000000000000	w13	2024-06-02 23:59:21+00	27.00	6.7500000000000000	7.8395365509278247	1208.6666666666666667	67	16.75	-0.15724227579299996	f	30	27	-44	15.50	-6894211576853268479	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:05:00+00	k3	4	89	22.2500000000000000	w1	2024-06-03 00:04:46+00	3.25	0.81250000000000000000	8.4394287918871223	644.9166666666666667	117	29.25	-0.25970402368693307	f	-9	9	89	11.75	-6894211576853268474	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k3	7	99	14.1428571428571429	w0	2024-06-03 00:09:16+00	24.75	3.5357142857142857	9.5975567327364748	819.8095238095238095	202	28.857142857142858	-0.4730368085927602	f	-51	27	99	20.50	-6894211576853268475	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-02 23:55:00+00	k4	1	-3	-3.0000000000000000	w1	2024-06-02 23:53:08+00	-2.00	-2.0000000000000000	\N	\N	4	4	\N	f	-3	-3	-3	-2.00	-4303773977497843710	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-03 00:00:00+00	k4	4	20	5.0000000000000000	w0	2024-06-02 23:58:33+00	25.75	6.4375000000000000	7.7979030300887088	844.6666666666666667	66	16.5	0.20374403617583575	f	-62	-3	20	16.75	-4303773977497843711	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k1	7	68	9.7142857142857143	w1	2024-06-03 00:09:32+00	51.00	7.2857142857142857	8.6859903621537925	835.2380952380952381	223	31.857142857142858	-0.5094931323629142	f	-44	21	68	19.25	-8923776927054127099	\N	1	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	10	73	7.3000000000000000	w0	2024-06-03 00:14:57+00	76.25	7.6250000000000000	8.3759327838754771	760.9000000000000000	293	29.3	-0.06468822895505563	f	53	39	73	19.25	-8923776927054127100	\N	2	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:20:00+00	k1	13	-7	-0.53846153846153846154	w0	2024-06-03 00:18:07+00	75.25	5.7884615384615385	8.3253166567943490	905.9358974358974359	388	29.846153846153847	0.10858834206359054	f	39	6	-7	19.25	-8923776927054127101	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:25:00+00	k1	15	-56	-3.7333333333333333	w0	2024-06-03 00:22:37+00	93.75	6.2500000000000000	8.0289654199209075	940.4952380952380952	447	29.8	0.049990603636383725	f	-24	6	-56	19.25	-8923776927054127102	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k1	17	-38	-2.2352941176470588	w0	2024-06-03 00:28:02+00	124.75	7.3382352941176471	8.3047149524337360	918.9411764705882353	516	30.352941176470587	0.1042231679680555	f	58	6	-38	20.50	-8923776927054127103	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	11	116	10.5454545454545455	w0	2024-06-03 00:14:41+00	59.25	5.3863636363636364	9.0735629966703518	710.2727272727272727	331	30.09090909090909	-0.47946067719027813	f	-34	18	116	20.50	-6894211576853268476	\N	2	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:20:00+00	k3	14	72	5.1428571428571429	w0	2024-06-03 00:19:11+00	97.00	6.9285714285714286	8.7686222557330102	843.9780219780219780	457	32.642857142857146	-0.5031165568564869	f	-10	0	72	20.50	-6894211576853268477	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:25:00+00	k3	17	44	2.5882352941176471	w0	2024-06-03 00:24:36+00	108.50	6.3823529411764706	8.6576003671714404	824.3823529411764706	544	32	-0.4233228210125584	f	44	0	44	20.50	-6894211576853268478	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k3	18	85	4.7222222222222222	w0	2024-06-03 00:27:46+00	109.00	6.0555555555555556	8.5127739463372284	857.8594771241830065	578	32.111111111111114	-0.3941452343522725	f	5	0	85	20.50	-6894211576853268479	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:05:00+00	k4	3	-28	-9.3333333333333333	w12	2024-06-03 00:03:58+00	17.75	5.9166666666666667	10.1806597690588469	1224.3333333333333333	77	25.666666666666668	0.11545495456246951	f	46	9	-28	13.00	-4303773977497843706	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k4	7	-46	-6.5714285714285714	w12	2024-06-03 00:08:28+00	33.50	4.7857142857142857	9.8387293507899300	890.9523809523809524	209	29.857142857142858	0.298179392686524	f	14	9	-46	19.25	-4303773977497843707	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-02 23:55:00+00	\N	2	17	8.5000000000000000	w14	2024-06-02 23:53:40+00	17.25	8.6250000000000000	13.2582521472477661	1300.5000000000000000	25	12.5	-1	f	-51	\N	17	18.00	-3559088493156321278	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-03 00:00:00+00	\N	4	0	0.00000000000000000000	w11	2024-06-02 23:59:05+00	18.25	4.5625000000000000	9.8623336487871875	963.3333333333333333	60	15	-1	f	2	\N	0	18.00	-3559088493156321279	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:05:00+00	\N	4	31	7.7500000000000000	w10	2024-06-03 00:04:30+00	32.00	8.0000000000000000	5.9511903571190417	1246.9166666666666667	140	35	-0.48789958359461855	f	-1	0	31	14.25	-3559088493156321274	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	\N	7	112	16.0000000000000000	w10	2024-06-03 00:09:55+00	71.00	10.1428571428571429	6.2796913785252066	946.6666666666666667	280	40	-0.07624305226123	f	16	33	112	20.50	-3559088493156321275	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-02 23:55:00+00	k2	1	-10	-10.0000000000000000	w3	2024-06-02 23:53:24+00	8.00	8.0000000000000000	\N	\N	12	12	\N	f	-10	\N	-10	8.00	6320120241569505282	\N	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:30:00+00	2024-06-03 00:00:00+00	k2	4	27	6.7500000000000000	w0	2024-06-02 23:58:49+00	15.75	3.9375000000000000	8.7425563576488694	940.9166666666666667	58	14.5	0.16443818311625336	f	35	-3	27	14.25	6320120241569505281	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:05:00+00	k2	4	-42	-10.5000000000000000	w16	2024-06-03 00:04:14+00	20.75	5.1875000000000000	11.0573787580963328	952.3333333333333333	108	27	-0.2342223216219448	f	32	\N	-42	20.50	6320120241569505286	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k2	7	-59	-8.4285714285714286	w13	2024-06-03 00:08:44+00	44.75	6.3928571428571429	8.8304128145965224	890.9523809523809524	259	37	-0.020892264770491827	f	-29	-39	-59	20.50	6320120241569505285	\N	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	10	-27	-2.7000000000000000	w10	2024-06-03 00:13:53+00	38.75	3.8750000000000000	8.7410668685235442	1039.5666666666666667	327	32.7	0.5396982460328671	f	-11	-18	-27	19.25	-4303773977497843708	\N	1	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:20:00+00	k4	14	-16	-1.1428571428571429	w1	2024-06-03 00:18:23+00	85.75	6.1250000000000000	8.6428883615819793	1013.9780219780219780	407	29.071428571428573	0.24770470612225332	f	-16	27	-16	19.25	-4303773977497843709	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:25:00+00	k4	17	50	2.9411764705882353	w1	2024-06-03 00:23:48+00	107.25	6.3088235294117647	8.5916608423174948	988.0588235294117647	502	29.529411764705884	0.26575407278380764	f	58	21	50	19.25	-4303773977497843710	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k4	18	27	1.5000000000000000	w1	2024-06-03 00:26:03+00	109.00	6.0555555555555556	8.4041111943691143	967.3235294117647059	537	29.833333333333332	0.24500447786219723	f	-45	21	27	19.25	-4303773977497843711	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	11	172	15.6363636363636364	w10	2024-06-03 00:14:25+00	105.50	9.5909090909090909	7.7478002743300689	843.8545454545454545	368	33.45454545454545	-0.2056124658053886	f	16	63	172	20.50	-3559088493156321276	\N	2	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:20:00+00	\N	14	199	14.2142857142857143	w10	2024-06-03 00:19:50+00	103.25	7.3750000000000000	8.5026862271239362	757.4120879120879121	421	30.071428571428573	-0.09236640639945808	f	-19	78	199	20.50	-3559088493156321277	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:25:00+00	\N	17	157	9.2352941176470588	w0	2024-06-03 00:24:20+00	134.75	7.9264705882352941	8.1065968053620307	819.8161764705882353	524	30.823529411764707	-0.08038177042352956	f	-45	42	157	20.50	-3559088493156321278	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	\N	18	154	8.5555555555555556	w0	2024-06-03 00:29:45+00	144.00	8.0000000000000000	7.8707388097792132	779.9084967320261438	565	31.38888888888889	-0.09367358099256085	f	46	39	154	20.50	-3559088493156321279	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	11	-72	-6.5454545454545455	w10	2024-06-03 00:14:09+00	96.75	8.7954545454545455	8.2778455695142847	915.4727272727272727	379	34.45454545454545	0.19500639672500975	f	-26	0	-72	20.50	6320120241569505284	\N	1	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:20:00+00	k2	14	-42	-3.0000000000000000	w1	2024-06-03 00:18:39+00	108.25	7.7321428571428571	8.5510144954326268	854.1538461538461538	443	31.642857142857142	0.12938143321367299	f	48	-12	-42	20.50	6320120241569505283	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:25:00+00	k2	17	-63	-3.7058823529411765	w0	2024-06-03 00:24:04+00	109.75	6.4558823529411765	8.5413677613889286	777.9705882352941176	522	30.705882352941178	0.15801525150950688	f	53	9	-63	20.50	6320120241569505282	\N	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k2	18	-93	-5.1666666666666667	w0	2024-06-03 00:26:19+00	121.50	6.7500000000000000	8.3797725646519857	770.6176470588235294	565	31.38888888888889	0.11499599150669879	f	-41	-21	-93	20.50	6320120241569505281	\N	0	2026-11-30 17:05:45.392284+00
\.
COPY public.grows_state (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	1	-30	\N	w10	2024-06-02 23:49:42+00	0.50	\N	\N	\N	6	\N	\N	f	-30	-30	-30	0.50	-8923776927054126720	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000184000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec00000000000000000000000000000184000000000000000000000000000000000c534cfb3	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k2	1	-10	\N	w3	2024-06-02 23:53:24+00	8.00	\N	\N	\N	12	\N	\N	f	-10	\N	-10	8.00	6320120241569505355	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001000000000000000000000002000800000001000000000000000000000004004000000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000000a0000000100000000000000000000000000640030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000284000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000024c00000000000000000000000000000284000000000000000000000000000000000923813df	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k3	2	-13	\N	w16	2024-06-02 23:54:51+00	6.00	\N	\N	\N	16	\N	\N	f	-61	27	-13	9.25	-6894211576853267485	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002000600000002000000000000000000000004006004e200000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000400000000000000d0000000100000000000000000000000009190030000000c00000000100000000000000bd02000003000000010000000000000000000040000000000000304000000000000049400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000002ac0000000000089a140000000000000304000000000000049400000000000f07440389ee90a	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k4	1	-3	\N	w1	2024-06-02 23:53:08+00	-2.00	\N	\N	\N	4	\N	\N	f	-3	-3	-3	-2.00	-4303773977497842951	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001000000000000400000000002000200000001000000000000000000000004000400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000104000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000000104000000000000000000000000000000000fbbb54c2	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	\N	2	17	\N	w14	2024-06-02 23:53:40+00	17.25	\N	\N	\N	25	\N	\N	f	-51	\N	17	18.00	-3559088493156320873	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001109c400000002000000000000000000000004014415f900000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000000039400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003140000000000052944000000000000039400000000000205c400000000000e877c047997975	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:55:00+00	2024-06-03 00:00:00+00	k2	3	37	\N	w0	2024-06-02 23:58:49+00	7.75	\N	\N	\N	46	\N	\N	f	-43	-3	37	14.25	6320120241569505355	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200071d4c0000000200000000000000000000000400e30c3500000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000025000000010000000000000000000000000b590030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000004740abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000804240555555555521a3400000000000004740abaaaaaaaaca7340abaaaaaaaa6a59402e6ad5c9	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:55:00+00	2024-06-03 00:00:00+00	k1	4	-105	\N	w13	2024-06-02 23:59:37+00	13.25	\N	\N	\N	79	\N	\N	f	-15	-45	-105	15.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c4000000020000000000000000000000040149111700000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000040000000000000690000000100000000000000000000000012530030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c053400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405ac000000000003b9e400000000000c05340ffffffffffb58c400000000000a475c0a44f4d79	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:55:00+00	2024-06-03 00:00:00+00	k3	2	-31	\N	w13	2024-06-02 23:59:21+00	21.00	\N	\N	\N	51	\N	\N	f	-35	\N	-31	15.50	-6894211576853267485	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001500000002000000000000000000000004010e138800000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000400000000000001f0000000100000000000000000000000006f50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008049400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003fc0000000000052944000000000008049400000000000205c400000000000e877c0edd2bb79	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:55:00+00	2024-06-03 00:00:00+00	k4	3	23	\N	w0	2024-06-02 23:58:33+00	27.75	\N	\N	\N	62	\N	\N	f	63	\N	23	16.75	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001b1d4c000000020000000000000000000000040158075300000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000017000000010000000000000000000000000a410030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000004f40aaaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003740555555555521a3400000000000004f40aaaaaaaaaaca7340a8aaaaaaaa6a5940bf98f077	0	2026-11-30 17:05:45.183564+00
2024-06-02 23:55:00+00	2024-06-03 00:00:00+00	\N	2	-17	\N	w11	2024-06-02 23:59:05+00	1.00	\N	\N	\N	35	\N	\N	f	-49	\N	-17	5.50	-3559088493156320873	\\x030708000a0f0200000000000000020000000000000056000000580100000000000000000002000000010000000000000000000000020001000000020000000000000000000000040032138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000040000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008041400000000000205c400048000000200100000100000000000000bd0200000600000001000000000000000000004000000000000031c0000000000052944000000000008041400000000000205c400000000000e877c0157a282d	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k2	4	-42	\N	w16	2024-06-03 00:04:14+00	20.75	\N	\N	\N	108	\N	\N	f	32	\N	-42	20.50	6320120241569505355	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200141d4c0000000200000000000000000000000401da111700000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002a000000010000000000000000000000000ce20030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000005b400100000000908a400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000045c0000000000052a6400000000000005b400000000000908a40ffffffffffcf76c02d2c989a	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k1	2	23	\N	w12	2024-06-03 00:02:47+00	16.00	\N	\N	\N	47	\N	\N	f	-41	\N	23	13.00	-8923776927054126720	\\x030708000a0f02000000000000000200000000000000540000005001000000000000000000020000000100000000000000000000000200100000000100000000000000000000000400b200000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000000000000000001700000001000000000000000000000000061d0030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008047400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003740000000000052944000000000008047400000000000205c400000000000e877c088c23a62	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k3	4	89	\N	w1	2024-06-03 00:04:46+00	3.25	\N	\N	\N	117	\N	\N	f	-9	9	89	11.75	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000309c40000000200000000000000000000000400d80c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000000000000000000059000000010000000000000000000000000f4b0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000405d400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405640ffffffffff3a9e400000000000405d400000000000b68c400100000000a475c0e769b439	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	k4	3	-28	\N	w12	2024-06-03 00:03:58+00	17.75	\N	\N	\N	77	\N	\N	f	46	9	-28	13.00	-4303773977497842951	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200111d4c0000000200000000000000000000000401380c3500000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000001c000000010000000000000000000000000a960030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000405340aaaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003cc0555555555521a3400000000000405340aaaaaaaaaaca7340a8aaaaaaaa6a594059cfb4df	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:00:00+00	2024-06-03 00:30:00+00	\N	4	31	\N	w10	2024-06-03 00:04:30+00	32.00	\N	\N	\N	140	\N	\N	f	-1	0	31	14.25	-3559088493156320873	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002002000000002000000000000000000000004016a09c400000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000001f000000010000000000000000000000000f8d0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000008061400100000000908a400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003f40ffffffff7f39ad4000000000008061400000000000908a40ffffffffff2f8bc01b5cf305	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:05:00+00	2024-06-03 00:30:00+00	k2	3	-17	\N	w13	2024-06-03 00:08:44+00	24.00	\N	\N	\N	151	\N	\N	f	-61	-39	-17	13.00	6320120241569505355	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000000000000000020018000000020000000000000000000000040117138800000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000040000000000000110000000100000000000000000000000009f10030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000e06240abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000031c0555555555521a3400000000000e06240abaaaaaaaaca7340abaaaaaaaa6a59402bea67f8	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:05:00+00	2024-06-03 00:30:00+00	k3	3	10	\N	w0	2024-06-03 00:09:16+00	21.50	\N	\N	\N	85	\N	\N	f	58	18	10	20.50	-6894211576853267485	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001513880000000200000000000000000000000401a7222e00000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000000a0000000100000000000000000000000009640030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000405540aaaaaaaaaac292400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000002440555555555585a2400000000000405540aaaaaaaaaac292405555555555ed92c0f7e8110f	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:05:00+00	2024-06-03 00:30:00+00	k4	4	-18	\N	w13	2024-06-03 00:08:28+00	15.75	\N	\N	\N	132	\N	\N	f	32	\N	-18	19.25	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000f1d4c0000000200000000000000000000000401ac1fbd00000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000004000000000000012000000010000000000000000000000000b7a0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000806040ffffffffff4795400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000032c0000000000052a6400000000000806040ffffffffff4795400000000000988740d6ff525b	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:05:00+00	2024-06-03 00:30:00+00	\N	3	81	\N	w13	2024-06-03 00:09:55+00	39.00	\N	\N	\N	140	\N	\N	f	-17	33	81	20.50	-3559088493156320873	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000000000000000020027000000020000000000000000000000040252138800000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000051000000010000000000000000000000000da30030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000806140aaaaaaaaaaca73400048000000200100000100000000000000bd02000006000000010000000000000000000840000000000040544000000000006094400000000000806140aaaaaaaaaaca73400000000000e07040b563c089	0	2026-11-30 17:05:45.183564+00
2024-06-03 00:05:00+00	2024-06-03 00:30:00+00	k1	5	45	\N	w1	2024-06-03 00:09:32+00	35.00	\N	\N	\N	176	\N	\N	f	3	21	45	19.25	-8923776927054126720	\\x030708000a0f050000000000000005000000000000005600000058010000000000000000000500000001000000000000000000000002002300000002000000000000000000000004028609c400000002000000000000000500000000000000000000000000000000000000000000000030000000c0000000000000000000000500000001000000000000000000000000002d00000001000000000000000000000000100b0030000000c00000000100000000000000bd0200000300000001000000000000000000144000000000000066403433333333cb97400048000000200100000100000000000000bd0200000600000001000000000000000000144000000000008046400000000000ecac4000000000000066403433333333cb974000000000007c91c05e277c36	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:10:00+00	2024-06-03 00:30:00+00	k2	4	-13	\N	w10	2024-06-03 00:14:09+00	52.00	\N	\N	\N	120	\N	\N	f	5	39	-13	19.25	6320120241569505355	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002003400000002000000000000000000000004030e09c400000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000000d000000010000000000000000000000000ec70030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000005e400000000000489b400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002ac0000000008039ad400000000000005e400000000000489b400000000000e89440b2bf0bba	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:10:00+00	2024-06-03 00:30:00+00	k1	3	5	\N	w0	2024-06-03 00:14:57+00	25.25	\N	\N	\N	70	\N	\N	f	-31	18	5	18.00	-8923776927054126720	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001909c400000002000000000000000000000004018415f900000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000000000000000000050000000100000000000000000000000006ad0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805140abaaaaaaaab293400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000001440aaaaaaaaaa929a400000000000805140abaaaaaaaab29340555555555519914029cb65ed	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:10:00+00	2024-06-03 00:30:00+00	k3	4	17	\N	w14	2024-06-03 00:14:41+00	34.50	\N	\N	\N	129	\N	\N	f	19	-9	17	18.00	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002002213880000000200000000000000000000000401f609c400000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000000000000000000110000000100000000000000000000000007d70030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000020604000000000005b97400048000000200100000100000000000000bd02000006000000010000000000000000001040000000000000314000000000003b9e40000000000020604000000000005b97400000000000d289c07c62a48a	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:10:00+00	2024-06-03 00:30:00+00	k4	3	19	\N	w10	2024-06-03 00:13:53+00	5.25	\N	\N	\N	118	\N	\N	f	-5	-27	19	9.25	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000509c40000000200000000000000000000000400601adb00000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000013000000010000000000000000000000000ec50030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805d40abaaaaaaaaf294400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003340555555555599ac400000000000805d40aaaaaaaaaaf29440aaaaaaaaaa829c40b529713b	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:10:00+00	2024-06-03 00:30:00+00	\N	4	60	\N	w12	2024-06-03 00:14:25+00	34.50	\N	\N	\N	88	\N	\N	f	0	30	60	19.25	-3559088493156320873	\\x030708000a0f0400000000000000040000000000000058000000600100000000000000000004000000020000000000000000000000020022138800000002000000000000000000000004028f0ea600000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000003c000000010000000000000000000000000e480030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000000564000000000004895400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000004e40000000000088a540000000000000564000000000004895400000000000108ec08feb2da1	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k1	3	-80	\N	w14	2024-06-03 00:18:07+00	-1.00	\N	\N	\N	95	\N	\N	f	18	-33	-80	5.50	-8923776927054126720	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000004000000000020001000000020000000000000000000000040036138800000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000004000000000000050000000010000000000000000000000000da60030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05740aaaaaaaaaac292400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000054c0aaaaaaaaaa4295400000000000c05740aaaaaaaaaac292405555555555799340e84780f2	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k3	3	-44	\N	w13	2024-06-03 00:19:11+00	37.75	\N	\N	\N	126	\N	\N	f	40	-18	-44	16.75	-6894211576853267485	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200251d4c000000020000000000000000000000040211075300000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000002c000000010000000000000000000000000bc80030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805f4000000000003088400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000046c0555555555585a2400000000000805f4000000000003088400000000000607ec0baba191b	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k4	4	11	\N	w1	2024-06-03 00:18:23+00	47.00	\N	\N	\N	80	\N	\N	f	5	45	11	18.00	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002002f000000020000000000000000000000040292138800000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000000b000000010000000000000000000000000ebb0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000054400100000000908a400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002640ffffffff7f39ad4000000000000054400000000000908a40ffffffffff2f8bc095fb8169	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	\N	3	27	\N	w11	2024-06-03 00:19:50+00	-2.25	\N	\N	\N	53	\N	\N	f	-3	15	27	6.75	-3559088493156320873	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000400000000002000209c4000000020000000000000000000000040059075300000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000001b00000001000000000000000000000000060b0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000804a40abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003b4000000000006094400000000000804a40aaaaaaaaaaca73400000000000e07040ebe804a2	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k2	3	30	\N	w1	2024-06-03 00:18:39+00	11.50	\N	\N	\N	64	\N	\N	f	-42	-12	30	15.50	6320120241569505355	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000b13880000000200000000000000000000000400fb0ea600000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000001e0000000100000000000000000000000006440030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000005040abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003e4000000000006094400000000000005040abaaaaaaaaca73400000000000e07040c978ab4c	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k2	3	-21	\N	w0	2024-06-03 00:24:04+00	1.50	\N	\N	\N	79	\N	\N	f	5	21	-21	5.50	6320120241569505355	\\x030708000a0f0300000000000000030000000000000058000000600100000000000000000003000000020000000000000000000000020001138800000002000000000000000000000004005809c400000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000040000000000000150000000100000000000000000000000005ab0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05340abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000035c000000000006094400000000000c05340abaaaaaaaaca73400000000000e0704060ffaf1f	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k1	2	-49	\N	w13	2024-06-03 00:22:37+00	18.50	\N	\N	\N	59	\N	\N	f	-49	\N	-49	14.25	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001213880000000200000000000000000000000400dd04e200000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000040000000000000310000000100000000000000000000000009c50030000000c00000000100000000000000bd020000030000000100000000000000000000400000000000804d400000000000205c400048000000200100000100000000000000bd0200000600000001000000000000000000004000000000008048c000000000005294400000000000804d400000000000205c400000000000e877c08f6eec08	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k3	3	-28	\N	w10	2024-06-03 00:24:36+00	11.50	\N	\N	\N	87	\N	\N	f	-38	\N	-28	13.00	-6894211576853267485	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000b13880000000200000000000000000000000400dc04e200000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000001c0000000100000000000000000000000007aa0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c055400000000000207c400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003cc0aaaaaaaaaa929a400000000000c055400000000000207c400000000000002ec0437042d7	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k4	3	66	\N	w15	2024-06-03 00:23:48+00	21.50	\N	\N	\N	95	\N	\N	f	-54	-6	66	14.25	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001513880000000200000000000000000000000401690ea600000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000042000000010000000000000000000000000ac40030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05740aaaaaaaaaaca73400048000000200100000100000000000000bd02000006000000010000000000000000000840000000000080504000000000006094400000000000c05740aaaaaaaaaaca73400000000000e070404891d8d2	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	\N	3	-42	\N	w0	2024-06-03 00:24:20+00	31.50	\N	\N	\N	103	\N	\N	f	62	-36	-42	15.50	-3559088493156320873	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001f13880000000200000000000000000000000401a209c400000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000002a0000000100000000000000000000000007640030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05940abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000045c000000000006094400000000000c05940abaaaaaaaaca73400000000000e070403a39ba61	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:25:00+00	2024-06-03 00:30:00+00	k2	1	-30	\N	w14	2024-06-03 00:26:19+00	11.75	\N	\N	\N	43	\N	\N	f	-30	-30	-30	11.75	6320120241569505355	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000b1d4c00000002000000000000000000000004008a027100000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080454000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec000000000000000000000000000804540000000000000000000000000000000008e813b7f	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:25:00+00	2024-06-03 00:30:00+00	k1	2	18	\N	w1	2024-06-03 00:28:02+00	31.00	\N	\N	\N	69	\N	\N	f	-46	\N	18	20.50	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001f000000020000000000000000000000040212138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000120000000100000000000000000000000005840030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000004051400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003240000000000088934000000000004051400000000000205c40000000000070774078e2b85f	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:25:00+00	2024-06-03 00:30:00+00	k3	1	41	\N	w16	2024-06-03 00:27:46+00	0.50	\N	\N	\N	34	\N	\N	t	41	\N	41	0.50	-6894211576853267485	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000000000000000000290000000100000000000000000000000006910030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000804440000000000000000000000000000041400000000000000000000000000000000016b09492	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:25:00+00	2024-06-03 00:30:00+00	k4	1	-23	\N	\N	2024-06-03 00:26:03+00	1.75	\N	\N	\N	35	\N	\N	f	-23	\N	-23	1.75	-4303773977497842951	\\x030708000a0f01000000000000000100000000000000580000006001000000000000000000010000000200000000000000000000000200011d4c000000020000000000000000000000040003027100000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000170000000100000000000000000000000002110030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000037c00000000000000000000000000080414000000000000000000000000000000000ed97d423	0	2026-11-30 17:05:45.392284+00
2024-06-03 00:25:00+00	2024-06-03 00:30:00+00	\N	1	-3	\N	w5	2024-06-03 00:29:45+00	9.25	\N	\N	\N	41	\N	\N	f	-3	-3	-3	9.25	-3559088493156320873	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000909c400000002000000000000000000000004005515f900000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080444000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000080444000000000000000000000000000000000f6ff7a57	0	2026-11-30 17:05:45.392284+00
\.
COPY public.hops_collected_collected (collection, chunk, window_end, data) FROM stdin;
0	0	2024-06-03 00:05:00+00	\\x00097731360d0000000007773503000000a2dab3ee
1	0	2024-06-03 00:05:00+00	\\x000000000000003b400000000000000044c069cf6d35
2	0	2024-06-03 00:05:00+00	\\x001b0000000d00000000d8ffffff0300000039cf3506
3	0	2024-06-03 00:05:00+00	\\x000f00810900c4090d000000000f00a10300c409030000009f8d06d1
4	0	2024-06-03 00:05:00+00	\\x00097731340500000000077735140000005a8338c5
5	0	2024-06-03 00:05:00+00	\\x0000000000000041400000000000000031c0359689b0
6	0	2024-06-03 00:05:00+00	\\x00220000000500000000efffffff14000000e4ca7ee9
7	0	2024-06-03 00:05:00+00	\\x000b7fa14c1d05000000000b0081120014000000526b01a4
8	0	2024-06-03 00:10:00+00	\\x00097731311b000000000777390200000000077730110000008011bf9c
9	0	2024-06-03 00:10:00+00	\\x000000000000004440000000000000003840000000000000003bc0f885f82a
10	0	2024-06-03 00:10:00+00	\\x00280000001b00000000180000000200000000e5ffffff11000000d900ec77
11	0	2024-06-03 00:10:00+00	\\x000b00a102001b000000000f00a10400881302000000000f00810e00c4091100000055603d20
12	0	2024-06-03 00:10:00+00	\\x010b00000000097731351a00000000097731330100000000077736290000004d9bb35f
13	0	2024-06-03 00:10:00+00	\\x0000000000008047c0000000000000000840000000000000002ac00000000000000048c0846349be
14	0	2024-06-03 00:10:00+00	\\x00d1ffffff0b00000000030000001a00000000f3ffffff0100000000d0ffffff2900000029342863
15	0	2024-06-03 00:10:00+00	\\x000f008106004c1d0b000000000f00a10300c4091a000000000f00a105004c1d01000000000f00810f008813290000008ad9a5d7
16	0	2024-06-03 00:10:00+00	\\x00d1ffffff000300000000f3ffffff00d0ffffff76385b4a
17	0	2024-06-03 00:10:00+00	\\x0000000000000024400000000000008044c0ae7a8676
18	0	2024-06-03 00:10:00+00	\\x000a0000001200000000d7ffffff21000000a30ab6a4
19	0	2024-06-03 00:10:00+00	\\x000f00810f00881312000000000f00810500881321000000f3e04dcf
20	0	2024-06-03 00:10:00+00	\\x00077739130000000007773022000000000977313509000000ed0bdff3
21	0	2024-06-03 00:10:00+00	\\x0000000000008047400000000000000010c00000000000000034c0e7009fdf
22	0	2024-06-03 00:10:00+00	\\x002f0000001300000000fcffffff2200000000ecffffff0900000087e9872c
23	0	2024-06-03 00:10:00+00	\\x000f008110004c1d13000000000f008106004c1d22000000000f00810400c40909000000565e2c2e
24	0	2024-06-03 00:10:00+00	\\x00097731310a0000000007773219000000af911d5a
25	0	2024-06-03 00:10:00+00	\\x0000000000000031400000000000000041c04a1400d7
26	0	2024-06-03 00:10:00+00	\\x00110000000a00000000deffffff19000000e8866af4
27	0	2024-06-03 00:10:00+00	\\x000f0081050088130a000000000f00a1040088131900000054ab25e8
28	0	2024-06-03 00:15:00+00	\\x0007773820000000000777360700000000097731362f0000000116000000324161ff
29	0	2024-06-03 00:15:00+00	\\x000000000000003740000000000000001c40000000000000003cc00000000000000046c0aeab460f
30	0	2024-06-03 00:15:00+00	\\x00170000002000000000070000000700000000e4ffffff2f00000000d4ffffff160000007fe0363d
31	0	2024-06-03 00:15:00+00	\\x000f00810400c40920000000000f008101004c1d07000000000f00a105004c1d2f000000000f008114008813160000006dee5c10
32	0	2024-06-03 00:15:00+00	\\x0017000000000700000000e4ffffff00d4ffffff514aeaa7
33	0	2024-06-03 00:15:00+00	\\x000777341000000000097731321f000000862a564d
34	0	2024-06-03 00:15:00+00	\\x000000000000804240000000000000002cc06bf62f08
35	0	2024-06-03 00:15:00+00	\\x00250000001000000000f2ffffff1f0000004fadef33
36	0	2024-06-03 00:15:00+00	\\x000b00810d0010000000000b008103001f000000efe7b8c9
37	0	2024-06-03 00:15:00+00	\\x0007773200097731320009773130000777316a2cd68e
38	0	2024-06-03 00:15:00+00	\\x0007773208000000000977313230000000000977313017000000000777312600000012a19992
39	0	2024-06-03 00:15:00+00	\\x000000000000004640000000000000002240000000000000001cc0000000000000804540cae52e63
40	0	2024-06-03 00:15:00+00	\\x002c0000000800000000090000003000000000f9ffffff17000000002b00000026000000158233f6
41	0	2024-06-03 00:15:00+00	\\x000b0081030008000000000f00a10400881330000000000b00a1070017000000000f00810b004c1d26000000f3d83883
42	0	2024-06-03 00:15:00+00	\\x002c000000000900000000f9ffffff002b0000005c3758d7
43	0	2024-06-03 00:15:00+00	\\x000777361800000000097731342700000000097731320e000000f6f9ae1f
44	0	2024-06-03 00:15:00+00	\\x000000000000003e400000000000000035c00000000000008042c050340888
45	0	2024-06-03 00:15:00+00	\\x001e0000001800000000ebffffff2700000000dbffffff0e0000007ed43564
46	0	2024-06-03 00:15:00+00	\\x000f00a105004c1d18000000000b00810d0027000000000f00810a0088130e000000b55453d8
47	0	2024-06-03 00:15:00+00	\\x000977313028000000000777380f000000013700000000097731361e0000008164b3d6
48	0	2024-06-03 00:15:00+00	\\x0000000000000030400000000000000000000000000000008041c0000000000000004940ce12bcde
49	0	2024-06-03 00:15:00+00	\\x00100000002800000000000000000f00000000ddffffff3700000000320000001e0000009f8c7b07
50	0	2024-06-03 00:15:00+00	\\x000f00810e00c40928000000000f00810b004c1d0f000000000f00810400c40937000000000f008101004c1d1e00000025f029d7
51	0	2024-06-03 00:15:00+00	\\x0010000000000000000000ddffffff00320000002982bdc7
52	0	2024-06-03 00:20:00+00	\\x000777373e0000000007773525000000000977313334000000ff4592db
53	0	2024-06-03 00:20:00+00	\\x0000000000000036400000000000000018400000000000008046c0799844f5
54	0	2024-06-03 00:20:00+00	\\x00160000003e00000000060000002500000000d3ffffff34000000e202f491
55	0	2024-06-03 00:20:00+00	\\x000b00810d003e000000000f00810a00881325000000000b7f8188133400000058579e0b
56	0	2024-06-03 00:20:00+00	\\x0007773300077731000977313100077739dad58e54
57	0	2024-06-03 00:20:00+00	\\x000777332e000000000777311500000000097731313d000000000777392400000060801a41
58	0	2024-06-03 00:20:00+00	\\x000000000000004240000000000000003440000000000000002ec0000000000000003fc0c5bb330d
59	0	2024-06-03 00:20:00+00	\\x00240000002e00000000140000001500000000f1ffffff3d00000000e1ffffff24000000672d5bde
60	0	2024-06-03 00:20:00+00	\\x000b00a107002e000000000f00811300c40915000000000f00810b004c1d3d000000000f00810900c40924000000e765d717
61	0	2024-06-03 00:20:00+00	\\x0024000000001400000000f1ffffff00e1ffffffe99f5ecf
62	0	2024-06-03 00:20:00+00	\\x0007773935000000000777371c0000000007773044000000d02bddae
63	0	2024-06-03 00:20:00+00	\\x0000000000000020c00000000000000038c00000000000000045406c58cc7f
64	0	2024-06-03 00:20:00+00	\\x00f8ffffff3500000000e8ffffff1c000000002a00000044000000237dbcdb
65	0	2024-06-03 00:20:00+00	\\x000f008101004c1d35000000000b7fa14c1d1c000000000f00811400881344000000f2ef942a
66	0	2024-06-03 00:20:00+00	\\x0007773536000000000777331d000000000977313345000000012c000000644051f7
67	0	2024-06-03 00:20:00+00	\\x000000000000003d40000000000000002a400000000000000036c00000000000000043c079b80cfb
68	0	2024-06-03 00:20:00+00	\\x001d00000036000000000d0000001d00000000eaffffff4500000000daffffff2c000000abb8193b
69	0	2024-06-03 00:20:00+00	\\x000b0081030036000000000b7f8188131d000000000b00a1070045000000000f00811300c4092c0000007dfe9424
70	0	2024-06-03 00:20:00+00	\\x001d000000000d00000000eaffffff00daffffff528f6d31
71	0	2024-06-03 00:20:00+00	\\x000777372d00000000097731353c000000000977313323000000178e3c32
72	0	2024-06-03 00:20:00+00	\\x00000000000000f0bf0000000000008048400000000000008040409e07d6b5
73	0	2024-06-03 00:20:00+00	\\x00ffffffff2d00000000310000003c00000000210000002300000002ce9357
74	0	2024-06-03 00:20:00+00	\\x000f0081140088132d000000000f00810a0088133c000000000b0081080023000000f12de98d
75	0	2024-06-03 00:25:00+00	\\x0007773443000000000777322a00000000097731303900000062463368
76	0	2024-06-03 00:25:00+00	\\x0000000000000014400000000000000026c0000000000000804340608acebb
77	0	2024-06-03 00:25:00+00	\\x00050000004300000000f5ffffff2a0000000027000000390000007d846f71
78	0	2024-06-03 00:25:00+00	\\x000f00811300c40943000000000f008110004c1d2a000000000f008106004c1d39000000e4ee020f
79	0	2024-06-03 00:25:00+00	\\x0000000000000033400000000000000040c0b5c007b3
80	0	2024-06-03 00:25:00+00	\\x00130000003300000000e0ffffff420000001347dc42
81	0	2024-06-03 00:25:00+00	\\x000b7fa14c1d33000000000b008112004200000022f94b22
82	0	2024-06-03 00:25:00+00	\\x00097731352b000000000777363a000000cec3d9f1
83	0	2024-06-03 00:25:00+00	\\x000000000000003a400000000000000039c0e6cf68f4
84	0	2024-06-03 00:25:00+00	\\x001a0000002b00000000e7ffffff3a0000005e6ced85
85	0	2024-06-03 00:25:00+00	\\x000b008112002b000000000b008108003a0000007187c72b
86	0	2024-06-03 00:25:00+00	\\x0000000000000028400000000000000047401cb42d62
87	0	2024-06-03 00:25:00+00	\\x000c0000003b000000002e000000310000009326c096
88	0	2024-06-03 00:25:00+00	\\x000f00810900c4093b000000000f00a10300c4093100000035e1f5be
89	0	2024-06-03 00:25:00+00	\\x00077734320000000009773132410000003ee5e30a
90	0	2024-06-03 00:25:00+00	\\x0000000000000032c0000000000000004040c8033226
91	0	2024-06-03 00:25:00+00	\\x00eeffffff32000000002000000041000000ff997dc7
92	0	2024-06-03 00:25:00+00	\\x000b00a1020032000000000f008110004c1d41000000649dc1e3
93	0	2024-06-03 00:20:00+00	\\x00076b3100076b3100076b3100076b3100076b31a48e041b
94	0	2024-06-03 00:25:00+00	\\x000777340007773200097731300009773132b5769cd8
95	0	2024-06-03 00:25:00+00	\\x000500000000f5ffffff002700000000d2ffffff93567147
96	0	2024-06-03 00:25:00+00	\\x00077730330000000142000000000977313651000000dac173d9
97	0	2024-06-03 00:25:00+00	\\x0009773135000777360007773800097731343ce7e832
82	1	2024-06-03 00:25:00+00	\\x000777385300000000097731344900000026560af9
83	1	2024-06-03 00:25:00+00	\\x0000000000000022c000000000000000394010c381d0
84	1	2024-06-03 00:25:00+00	\\x00f7ffffff5300000000190000004900000016c0be99
85	1	2024-06-03 00:25:00+00	\\x000f00810a00881353000000000b00a102004900000074e18ca2
98	0	2024-06-03 00:25:00+00	\\x001a00000000e7ffffff00f7ffffff0019000000751ad8c5
99	0	2024-06-03 00:25:00+00	\\x000777323b000000000777383100000000097731304a00000073a085e1
100	0	2024-06-03 00:25:00+00	\\x0007773400097731320007773600097731340d2006f9
89	1	2024-06-03 00:25:00+00	\\x000777364b00000000097731345a000000506176db
90	1	2024-06-03 00:25:00+00	\\x0000000000000000c0000000000000004840b71a365b
91	1	2024-06-03 00:25:00+00	\\x00feffffff4b00000000300000005a00000016f87d45
92	1	2024-06-03 00:25:00+00	\\x000b7f8188134b000000000f00811300c4095a00000060af21a6
101	0	2024-06-03 00:25:00+00	\\x00eeffffff002000000000feffffff003000000092482fd7
102	0	2024-06-03 00:30:00+00	\\x000777336100000000077731480000000007773957000000476855ea
103	0	2024-06-03 00:30:00+00	\\x0000000000000010400000000000000028c00000000000000043409d35245c
104	0	2024-06-03 00:30:00+00	\\x00040000006100000000f4ffffff4800000000260000005700000076f150c9
105	0	2024-06-03 00:30:00+00	\\x000b7fa14c1d61000000000f00a10300c40948000000000f00810f00881357000000d5770647
106	0	2024-06-03 00:30:00+00	\\x00097731343800000000077737600000000007773547000000c93b7017
107	0	2024-06-03 00:30:00+00	\\x0000000000000000400000000000008040c00000000000008048c029c58c07
108	0	2024-06-03 00:30:00+00	\\x00020000003800000000dfffffff6000000000cfffffff47000000d5617204
109	0	2024-06-03 00:30:00+00	\\x000f00810500881338000000000b00a1020060000000000f00a10400881347000000425bc485
110	0	2024-06-03 00:30:00+00	\\x000777333f0000000158000000000977313367000000d58bdf17
111	0	2024-06-03 00:30:00+00	\\x0000000000000045c0000000000000003ac000000000000000384040b7d80f
112	0	2024-06-03 00:30:00+00	\\x00d6ffffff3f00000000e6ffffff58000000001800000067000000efdbbe4b
113	0	2024-06-03 00:30:00+00	\\x000f00810e00c4093f000000000f008110004c1d58000000000f008106004c1d67000000ad2ef15d
114	0	2024-06-03 00:30:00+00	\\x000977313600077731000777390007773761e734f0
115	0	2024-06-03 00:30:00+00	\\x00097731364000000000077731590000000007773968000000000777374f0000006ece5b54
116	0	2024-06-03 00:30:00+00	\\x0000000000000014c00000000000000026400000000000000044c0000000000000804640d8fc07a6
117	0	2024-06-03 00:30:00+00	\\x00fbffffff40000000000b0000005900000000d8ffffff68000000002d0000004f00000002f778d8
118	0	2024-06-03 00:30:00+00	\\x000f00810f00881340000000000b0081120059000000000b0081080068000000000f0081050088134f0000009bd189ea
119	0	2024-06-03 00:30:00+00	\\x00fbffffff000b00000000d8ffffff002d000000b8f3ae54
120	0	2024-06-03 00:30:00+00	\\x0007773946000000000777335000000000097731315f0000004d66cb6c
121	0	2024-06-03 00:30:00+00	\\x000000000000002e400000000000000033c0000000000000003f4018cc97b1
122	0	2024-06-03 00:30:00+00	\\x000f0000004600000000edffffff50000000001f0000005f00000039c2bc34
123	0	2024-06-03 00:30:00+00	\\x000f00a105004c1d46000000000f008106004c1d50000000000f00a10300c4095f000000c27104b7
124	0	2024-06-03 00:35:00+00	\\x0007773066000000014d000000000777365c0000002719792d
125	0	2024-06-03 00:35:00+00	\\x000000000000002ac0000000000000003dc00000000000000035404b61d465
126	0	2024-06-03 00:35:00+00	\\x00f3ffffff6600000000e3ffffff4d00000000150000005c00000070d064d9
127	0	2024-06-03 00:35:00+00	\\x000f00810500881366000000000b008103004d000000000b00a107005c000000c6aa168f
128	0	2024-06-03 00:35:00+00	\\x000977313356000000000777346500000039e6d7a4
129	0	2024-06-03 00:35:00+00	\\x00000000000000f03f0000000000000049c0a5a30d66
130	0	2024-06-03 00:35:00+00	\\x00010000005600000000ceffffff6500000066a8f477
131	0	2024-06-03 00:35:00+00	\\x000f00810e00c40956000000000f00810400c40965000000cfbcf906
132	0	2024-06-03 00:35:00+00	\\x00097731314e000000000777325d00000000097731306c000000b3a9c5f2
133	0	2024-06-03 00:35:00+00	\\x0000000000000020400000000000008045c0000000000000001c40b3c17886
134	0	2024-06-03 00:35:00+00	\\x00080000004e00000000d5ffffff5d00000000070000006c0000007fd8d061
135	0	2024-06-03 00:35:00+00	\\x000f00810400c4094e000000000f00a105004c1d5d000000000b00810d006c000000a4ea2f2e
136	0	2024-06-03 00:35:00+00	\\x00097731355e000000000777366d00000000077734540000006fb2174c
137	0	2024-06-03 00:35:00+00	\\x0000000000000018c0000000000000004640000000000000003c4030dc0f6e
138	0	2024-06-03 00:35:00+00	\\x00faffffff5e000000002c0000006d000000001c00000054000000d099d972
139	0	2024-06-03 00:35:00+00	\\x000f00a1040088135e000000000f00810e00c4096d000000000f00810b004c1d540000000c7cff29
140	0	2024-06-03 00:35:00+00	\\x016e0000000007773055000000000777386400000000ca72e9
141	0	2024-06-03 00:35:00+00	\\x0000000000000034c00000000000000042c0000000000000002c40dd54500c
142	0	2024-06-03 00:35:00+00	\\x00ecffffff6e00000000dcffffff55000000000e000000640000007b90233c
143	0	2024-06-03 00:35:00+00	\\x000f00810f0088136e000000000b00810d0055000000000b008103006400000003379f12
144	0	2024-06-03 00:40:00+00	\\x00097731305b000000000777316a000000f729c268
145	0	2024-06-03 00:40:00+00	\\x0000000000000030c00000000000000041401b2e9cd7
146	0	2024-06-03 00:40:00+00	\\x00f0ffffff5b00000000220000006a0000008076eb03
147	0	2024-06-03 00:40:00+00	\\x000f0081140088135b000000000f00810a0088136a0000007daebdd8
\.
COPY public.hops_collected_results (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:35:00+00	2024-06-02 23:50:00+00	k1	1	w10	-30	k1	{-30}	[0.50]	{-30}	-30	-8923776927054126720	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k1	1	w10	-30	k1	{-30}	[0.50]	{-30}	-30	-8923776927054126720	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	4	w13,w10,w15,w6	-47	k1	{-48,3,-47,-30,-13}	[-5.75, 0.50, 6.75, -3.25, 15.50]	{-13,-30,-47,3,-48}	-135	-8923776927054126720	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k1	5	w13,w4,w15,w12,w6	-38.75	k1	{-48,-14,3,37,-47,-13}	[-5.75, 6.75, 13.00, -3.25, 3.00, 15.50]	{-13,-47,37,3,-14,-48}	-82	-8923776927054126720	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k3	2	w5,w16	-23.25	k3	{27,-40}	[-3.25, 9.25]	{-40,27}	-13	-6894211576853267485	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k3	3	w5,w16,w13	-40.25	k3	{-41,10,27,-40}	[-3.25, 9.25, 15.50, 5.50]	{-40,27,10,-41}	-44	-6894211576853267485	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k3	7	w5,w2,w16,w13,w10,w1,w12	-15.25	k3	{9,43,-41,-7,10,27,44,-40}	[-3.25, 3.00, 9.25, 15.50, -7.00, 5.50, 11.75, -4.50]	{-40,44,27,10,-7,-41,43,9}	45	-6894211576853267485	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k3	8	w2,w13,w10,w7,w1,w12,w9,w0	-8	k3	{42,-8,9,43,-41,-24,-7,10,44}	[3.00, 15.50, -7.00, -0.75, 5.50, 11.75, -4.50, 1.75, 20.50]	{44,10,-7,-24,-41,43,9,-8,42}	68	-6894211576853267485	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k1	10	w13,w4,w1,w15,w12,w9,w6,w3,w11,w2	-23	k1	{35,-15,36,-48,-31,-14,3,20,37,-47,-13}	[-5.75, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, 11.75, 1.75]	{-13,-47,37,20,3,-14,-31,-48,36,-15,35}	-37	-8923776927054126720	\N	1	2026-11-30 17:05:45.444622+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	9	w4,w1,w12,w9,w3,w0,w11,w2,w16	-14.75	k1	{18,35,-32,-15,19,36,-31,-14,20,37}	[13.00, 19.25, 3.00, 9.25, -7.00, -0.75, 11.75, 18.00, 1.75, 8.00]	{37,20,-14,-31,36,19,-15,-32,35,18}	73	-8923776927054126720	\N	2	2026-11-30 17:05:45.444622+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k1	10	w1,w9,w3,w0,w14,w11,w5,w2,w16,w7	-31.5	k1	{-33,18,35,-49,-32,-15,2,19,36,-31,20}	[19.25, 9.25, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, -2.00]	{20,-31,36,19,2,-15,-32,-49,35,18,-33}	-30	-8923776927054126720	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k1	7	w0,w14,w5,w16,w13,w7,w4	-37	k1	{-50,-33,1,18,-49,-32,2,19}	[-0.75, 5.50, 18.00, -4.50, 8.00, 14.25, -2.00, 4.25]	{19,2,-32,-49,18,1,-33,-50}	-124	-8923776927054126720	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k1	7	w14,w5,w13,w10,w7,w4,w1	-41	k1	{34,-50,-33,-16,1,-49,2}	[5.50, -4.50, 14.25, 20.50, -2.00, 4.25, 10.50]	{2,-49,1,-16,-33,-50,34}	-111	-8923776927054126720	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k2	9	w2,w10,w4,w1,w12,w9,w6,w3,w0	-12.75	k2	{-13,4,21,38,-46,-29,-12,5,39,-11}	[16.75, 6.75, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50]	{-11,39,5,-12,-29,-46,38,21,4,-13}	-4	6320120241569505355	\N	0	2026-11-30 17:05:45.444622+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k4	1	w1	-3	k4	{-3}	[-2.00]	{-3}	-3	-4303773977497842951	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k4	4	w1,w15,w9,w0	-8	k4	{-4,47,-20,-3}	[-2.00, 4.25, 16.75, 6.75]	{-3,-20,47,-4}	20	-4303773977497842951	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k4	7	w1,w15,w12,w9,w6,w0,w14	-20.5	k4	{-21,-4,30,47,-37,-20,-3}	[-2.00, 4.25, 10.50, 16.75, -5.75, 6.75, 13.00]	{-3,-20,-37,47,30,-4,-21}	-8	-4303773977497842951	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k4	9	w15,w12,w9,w6,w3,w0,w14,w5,w13	-21.75	k4	{-22,29,-38,-21,-4,13,30,47,-37,-20}	[4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, 3.00, -7.00]	{-20,-37,47,30,13,-4,-21,-38,29,-22}	-23	-4303773977497842951	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	\N	2	w14,w5	-4.25	\N	{-17,34}	[-0.75, 18.00]	{34,-17}	17	-3559088493156320873	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	\N	4	w14,w11,w5,w2	-21.25	\N	{-34,-17,17,34}	[-0.75, 5.50, 18.00, -4.50]	{34,17,-17,-34}	0	-3559088493156320873	\N	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	11	w2,w10,w7,w1,w15,w12,w9,w6,w0,w14,w8	-8.5	k3	{-9,25,42,-25,-8,9,26,43,-24,-7,44}	[3.00, -7.00, -0.75, 11.75, 18.00, -4.50, 1.75, 8.00, 20.50, -2.00, 10.50]	{44,-7,-24,43,26,9,-8,-25,42,25,-9}	116	-6894211576853267485	\N	2	2026-11-30 17:05:45.444622+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k3	9	w7,w15,w9,w6,w3,w0,w14,w8,w13	-24.75	k3	{24,-26,-9,25,42,-42,-25,-8,26,-24}	[-0.75, 18.00, 1.75, 8.00, 14.25, 20.50, -2.00, 10.50, 16.75, 6.75]	{-24,26,-8,-25,-42,42,25,-9,-26,24}	-17	-6894211576853267485	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k3	9	w15,w6,w3,w14,w11,w8,w2,w13,w10	-25.75	k3	{7,24,-43,-26,-9,8,25,-42,-25,26}	[18.00, 8.00, 14.25, -2.00, 4.25, 10.50, 16.75, -5.75, 6.75, 13.00]	{26,-25,-42,25,8,-9,-26,-43,24,7}	-55	-6894211576853267485	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k3	6	w3,w11,w2,w16,w13,w10	-34	k3	{7,24,41,-43,-26,8,-42}	[14.25, 4.25, 16.75, -5.75, 0.50, 6.75, 13.00]	{-42,8,-26,-43,41,24,7}	-31	-6894211576853267485	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	9	w12,w6,w3,w14,w8,w5,w2,w13,w10	-33.25	k4	{-39,-22,12,29,46,-38,-21,13,30,-37}	[10.50, -5.75, 0.50, 13.00, 19.25, -3.25, 3.00, 9.25, -7.00, -0.75]	{-37,30,13,-21,-38,46,29,12,-22,-39}	-27	-4303773977497842951	\N	1	2026-11-30 17:05:45.444622+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k4	10	w3,w8,w5,w2,w16,w13,w10,w7,w1,w9	-30	k4	{-40,11,45,-39,-22,-5,12,29,46,-38,13}	[0.50, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 18.00, 8.00]	{13,-38,46,29,12,-5,-22,-39,45,11,-40}	12	-4303773977497842951	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k4	10	w8,w2,w16,w10,w7,w4,w1,w15,w9,w6	-5.75	k4	{44,-40,-6,11,28,45,-39,-5,12,46}	[-3.25, 9.25, 15.50, -0.75, 5.50, 11.75, 18.00, -4.50, 8.00, 14.25]	{46,12,-5,-39,45,28,11,-6,-40,44}	96	-4303773977497842951	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k4	7	w16,w7,w4,w1,w15,w9,w6	-10.25	k4	{44,-40,-23,-6,11,28,45,-5}	[15.50, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25]	{-5,45,28,11,-6,-23,-40,44}	54	-4303773977497842951	\N	0	2026-11-30 17:05:45.444622+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	\N	7	w14,w11,w8,w5,w2,w16,w10	-21.25	\N	{-35,16,50,-34,-17,0,17,34}	[-0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 14.25, 4.25]	{34,17,0,-17,-34,50,16,-35}	31	-3559088493156320873	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	\N	8	w11,w8,w2,w16,w13,w10,w7,w15	-1	\N	{49,-35,-1,16,33,50,-34,0,17}	[5.50, 11.75, -4.50, 1.75, 8.00, 14.25, 20.50, 4.25, 10.50]	{17,0,-34,50,33,16,-1,-35,49}	95	-3559088493156320873	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k2	1	w3	-10	k2	{-10}	[8.00]	{-10}	-10	6320120241569505355	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k2	4	w9,w3,w0,w11	-14.25	k2	{40,-27,-10,24}	[-4.50, 8.00, 14.25, -2.00]	{24,-10,-27,40}	27	6320120241569505355	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k2	7	w9,w6,w3,w0,w11,w8,w16	-27.25	k2	{-28,23,40,-44,-27,-10,7,24}	[-4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, -5.75]	{24,7,-10,-27,-44,40,23,-28}	-15	6320120241569505355	\N	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k2	9	w9,w6,w0,w11,w8,w5,w16,w13,w7	-27.75	k2	{22,-45,-28,6,23,40,-44,-27,7,24}	[-4.50, 1.75, 14.25, 20.50, -2.00, 4.25, 10.50, -5.75, 0.50, 13.00]	{24,7,-27,-44,40,23,6,-28,-45,22}	-22	6320120241569505355	\N	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	10	w8,w16,w13,w10,w7,w4,w15,w12,w6,w14	-1.5	\N	{48,-2,32,49,-35,-18,-1,16,33,50,0}	[11.75, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, 0.50, 19.25]	{0,50,33,16,-1,-18,-35,49,32,-2,48}	172	-3559088493156320873	\N	2	2026-11-30 17:05:45.444622+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	\N	10	w13,w7,w4,w15,w12,w9,w6,w3,w14,w11	-1.75	\N	{31,48,-19,-2,15,32,49,-18,-1,33}	[8.00, 20.50, -2.00, 10.50, 16.75, -5.75, 0.50, 6.75, 19.25, -3.25]	{33,-1,-18,49,32,15,-2,-19,48,31}	168	-3559088493156320873	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	\N	9	w4,w12,w9,w6,w3,w0,w14,w11,w8	-18.75	\N	{-20,14,31,48,-36,-19,-2,15,32,-18}	[-2.00, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 15.50]	{-18,32,15,-2,-19,-36,48,31,14,-20}	45	-3559088493156320873	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	\N	6	w9,w3,w0,w11,w8,w5	-19.5	\N	{-20,-3,14,31,-36,-19,15}	[-5.75, 6.75, 13.00, -3.25, 3.00, 9.25, 15.50]	{15,-19,-36,31,14,-3,-20}	-18	-3559088493156320873	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	10	w6,w8,w5,w2,w16,w13,w10,w7,w4,w12	-36	k2	{-46,5,22,39,-45,-28,-11,6,23,-44,7}	[1.75, 20.50, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, 9.25]	{7,-44,23,6,-11,-28,-45,39,22,5,-46}	-72	6320120241569505355	\N	1	2026-11-30 17:05:45.444622+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k2	10	w5,w2,w13,w10,w7,w4,w1,w12,w9,w3	-11.75	k2	{4,38,-46,-12,5,22,39,-45,-11,6}	[10.50, 16.75, 0.50, 6.75, 13.00, 19.25, -3.25, 9.25, 15.50, -0.75]	{6,-11,-45,39,22,5,-12,-46,38,4}	0	6320120241569505355	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k1	4	w13,w10,w4,w1	-24.5	k1	{34,-50,-16,1}	[14.25, 20.50, 4.25, 10.50]	{1,-16,-50,34}	-31	-8923776927054126720	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k1	2	w10,w1	-3.5	k1	{34,-16}	[20.50, 10.50]	{-16,34}	18	-8923776927054126720	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k3	4	w11,w2,w16,w10	-5.5	k3	{7,41,-43,8}	[4.25, -5.75, 0.50, 13.00]	{8,-43,41,7}	13	-6894211576853267485	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k3	1	w16	41	k3	{41}	[0.50]	{41}	41	-6894211576853267485	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k4	3	w4,w15,w6	-10.25	k4	{44,-23,-6,28}	[11.75, -4.50, 1.75, 14.25]	{28,-6,-23,44}	43	-4303773977497842951	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k4	0	\N	-23	k4	{-23}	[1.75]	{-23}	-23	-4303773977497842951	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	\N	3	w0,w8,w5	-24	\N	{-20,-3,14,-36}	[13.00, 3.00, 9.25, 15.50]	{-36,14,-3,-20}	-45	-3559088493156320873	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	\N	1	w5	-3	\N	{-3}	[9.25]	{-3}	-3	-3559088493156320873	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k2	6	w1,w9,w6,w3,w0,w14	-21	k2	{-30,-13,4,21,38,-29,-12}	[-3.25, 3.00, 15.50, -7.00, -0.75, 5.50, 11.75]	{-12,-29,38,21,4,-13,-30}	-21	6320120241569505355	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k2	3	w6,w0,w14	-29.25	k2	{-30,-13,21,-29}	[3.00, -7.00, 5.50, 11.75]	{-29,21,-13,-30}	-51	6320120241569505355	\N	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k2	1	w14	-30	k2	{-30}	[11.75]	{-30}	-30	6320120241569505355	\N	0	2026-11-30 17:05:45.444622+00
\.
COPY public.hops_collected_state (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f0105000001050000097731300100000001090000097731300600000001000000010900000000000000003ec00100000001040000076b310100000001090000e2ffffff0600000001000000010a00000b7f818813060000000105000001050000e2ffffffa327159d	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f010400000104000007773301000000010800000777330c000000010000000109000000000000000024c00100000001040000076b320100000001090000f6ffffff0c00000001000000010a00000b008108000c0000000105000001050000f6ffffff1ca94376	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f0109000002090000097731360007773501001180c6ead2fd9daf010211010001001280c6ead2fd9daf01021201010100000002080000076b3300076b3301001280c6ead2fd9daf010212010201001880c6ead2fd9daf0102180103010a0000020a00001b00000000d8ffffff1ea045a0	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f0104000001040000077731010000000108000007773104000000010000000109000000000000000008c00100000001040000076b340100000001090000fdffffff0400000001000000010a00000b00a10200040000000105000001050000fdffffff079cf441	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f0109000002090000097731340007773501001180c6ead2fd9daf010211010401001280c6ead2fd9daf010212010501000000020200010101001280c6ead2fd9daf010212010601001480c6ead2fd9daf0102140107010a0000020a00002200000000efffffff68ec1740	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f010d0000030d0000097731310007773900077730010019808cf1e1fe9daf010319010801001b808cf1e1fe9daf01031b010901000000030c0000076b3200076b3200076b3201001b808cf1e1fe9daf01031b010a010022808cf1e1fe9daf010322010b010f0000030f000028000000001800000000e5fffffff859a014	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f010f0000040f0001000977313500097731330007773601001f808cf1e1fe9daf01041f010c010024808cf1e1fe9daf010424010d0100000004100000076b3100076b3100076b3100076b31010024808cf1e1fe9daf010424010e010030808cf1e1fe9daf010430010f010014808cf1e1fe9daf0104140110ab40fb60	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f0106000002060000097731330101000000020e000009773133120000000121000000010012808cf1e1fe9daf01021201110100000002080000076b3300076b33010012808cf1e1fe9daf0102120112010018808cf1e1fe9daf0102180113010a0000020a00000a00000000d7ffffff10c5d059	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f010d0000030d0000077739000777300009773135010019808cf1e1fe9daf010319011401001b808cf1e1fe9daf01031b011501000000030c0000076b3400076b3400076b3401001b808cf1e1fe9daf01031b0116010024808cf1e1fe9daf0103240117010f0000030f00002f00000000fcffffff00ecffffff7d8d4396	0	2026-11-30 17:05:45.280055+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f01090000020900000977313100077732010011808cf1e1fe9daf0102110118010012808cf1e1fe9daf0102120119010000000202000101010012808cf1e1fe9daf010212011a010018808cf1e1fe9daf010218011b010a0000020a00001100000000deffffff81847b97	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f010e0000040e00000777380007773600097731360101001e80d2f7f0ff9daf01041e011c01002480d2f7f0ff9daf010424011d0100000004100000076b3200076b3200076b3200076b3201002480d2f7f0ff9daf010424011e01003080d2f7f0ff9daf010430011f01001480d2f7f0ff9daf0104140120e44c14b0	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f0109000002090000077734000977313201001180d2f7f0ff9daf010211012101001280d2f7f0ff9daf01021201220100000002080000076b3100076b3101001280d2f7f0ff9daf010212012301001480d2f7f0ff9daf0102140124010a0000020a00002500000000f2ffffffcab471be	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f01001280d2f7f0ff9daf010412012501002280d2f7f0ff9daf010422012601002480d2f7f0ff9daf01042401270100000004100000076b3300076b3300076b3300076b3301002480d2f7f0ff9daf010424012801002c80d2f7f0ff9daf01042c012901001480d2f7f0ff9daf010414012a7ac61ce3	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f010e0000030e00000777360009773134000977313201001a80d2f7f0ff9daf01031a012b01001b80d2f7f0ff9daf01031b012c01000000030c0000076b3400076b3400076b3401001b80d2f7f0ff9daf01031b012d01002280d2f7f0ff9daf010322012e010f0000030f00001e00000000ebffffff00dbffffff38b3db93	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f010f0000040f0000097731300007773801000977313601001f80d2f7f0ff9daf01041f012f01002480d2f7f0ff9daf0104240130010000000404000101010101002480d2f7f0ff9daf010424013101003080d2f7f0ff9daf010430013201001480d2f7f0ff9daf010414013331cf2280	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f010d0000030d00000777370007773500097731330100198098feff809eaf010319013401001b8098feff809eaf01031b013501000000030c0000076b3200076b3200076b3201001b8098feff809eaf01031b01360100208098feff809eaf0103200137010f0000030f000016000000000600000000d3ffffffea1f0701	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f010c0000030c000007773900077737000777300100188098feff809eaf010318013e01001b8098feff809eaf01031b013f01000000030c0000076b3300076b3300076b3301001b8098feff809eaf01031b01400100228098feff809eaf0103220141010f0000030f0000f8ffffff00e8ffffff002a00000021a616d2	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f010e0000040e00000777350007773300097731330101001e8098feff809eaf01041e01420100248098feff809eaf01042401430100000004100000076b3400076b3400076b3400076b340100248098feff809eaf010424014401002a8098feff809eaf01042a01450100148098feff809eaf01041401460fe0e5ba	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f0204118098feff809eaf0104110138010400000777320200218098feff809eaf0104210139010800000777324c0000000200248098feff809eaf010424013a0109000000000000008041400100148098feff809eaf010514015d0200248098feff809eaf010424013b01090000230000004c00000002002e8098feff809eaf01042e013c010c00000f008101004c1d4c0000000205148098feff809eaf010414013d010500002300000000ed8cb6	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f010e0000030e00000777370009773135000977313301001a8098feff809eaf01031a014701001b8098feff809eaf01031b01480100000003030001010101001b8098feff809eaf01031b01490100228098feff809eaf010322014a010f0000030f0000ffffffff00310000000021000000d79d56af	0	2026-11-30 17:05:45.280055+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f01001280de848f829eaf010412015e02001980de848f829eaf010319014b01090000097731325200000002001b80de848f829eaf01031b014c0109000000000000000047c00100000004100000076b3200076b3200076b3200076b3202001b80de848f829eaf01031b014d01090000d2ffffff5200000002002480de848f829eaf010324014e010c00000f00810900c4095200000001001480de848f829eaf010414015f9d1c88cd	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f01050000030a000007773001000977313601001680de848f829eaf010316016002001280de848f829eaf010212014f01090000000000000000324001000000030c0000076b3100076b3100076b3102001280de848f829eaf010212015001090000120000005100000002001480de848f829eaf0102140151010a00000b0081080051000000010a0000030f00001300000000e0ffffff0012000000d2d616b0	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f01001280de848f829eaf010412016101001180de848f829eaf010422025201001280de848f829eaf01042402530100000004100000076b3300076b3300076b3300076b3301001280de848f829eaf010424025401001480de848f829eaf01042a025501001480de848f829eaf0104140162754e612b	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f01080000030d000007773200077738000977313001001980de848f829eaf010319016302001280de848f829eaf01021201560109000000000000008043c001000000030c0000076b3400076b3400076b3402001280de848f829eaf010212015701090000d9ffffff4a00000002001880de848f829eaf0102180158010a00000b7fa14c1d4a000000010a0000030f00000c000000002e00000000d9ffffff416af386	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f01001280de848f829eaf010412016401001180de848f829eaf010422025901001280de848f829eaf010424025a010000000404000101010101001280de848f829eaf010424025b01001680de848f829eaf01042c025c01001480de848f829eaf0104140165b5c02d9a	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f010d0000030d000009773134000777370007773501001980a48b9e839eaf010319016a01001b80a48b9e839eaf01031b016b01000000030c0000076b3100076b3100076b3101001b80a48b9e839eaf01031b016c01002280a48b9e839eaf010322016d010f0000030f00000200000000dfffffff00cfffffff31ba5850	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f010a0000030a000007773301000977313301001680a48b9e839eaf010316016e01001b80a48b9e839eaf01031b016f01000000030c0000076b3300076b3300076b3301001b80a48b9e839eaf01031b017001002480a48b9e839eaf0103240171010f0000030f0000d6ffffff00e6ffffff00180000006046a49f	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f01001180a48b9e839eaf010411017201002180a48b9e839eaf010421017301002480a48b9e839eaf01042401740100000004100000076b3400076b3400076b3400076b3401002480a48b9e839eaf010424017501002c80a48b9e839eaf01042c017601001480a48b9e839eaf0104140177af8ee44e	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f010d0000030d000007773900077733000977313101001980a48b9e839eaf010319017801001b80a48b9e839eaf01031b01790100000003030001010101001b80a48b9e839eaf01031b017a01002480a48b9e839eaf010324017b010f0000030f00000f00000000edffffff001f00000026acc449	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f010c0000030c0000077733000777310007773901001880a48b9e839eaf010318016601001b80a48b9e839eaf01031b016701000000030c0000076b3200076b3200076b3201001b80a48b9e839eaf01031b016801002280a48b9e839eaf0103220169010f0000030f00000400000000f4ffffff00260000000e6250ad	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f0109000003090000077730010007773601001580ea91ad849eaf010315017c01001b80ea91ad849eaf01031b017d01000000030c0000076b3200076b3200076b3201001b80ea91ad849eaf01031b017e01002080ea91ad849eaf010320017f010f0000030f0000f3ffffff00e3ffffff001500000029a8a9b0	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f0109000002090000097731330007773401001180ea91ad849eaf01021101800101001280ea91ad849eaf0102120181010100000002080000076b3100076b3101001280ea91ad849eaf01021201820101001880ea91ad849eaf010218018301010a0000020a00000100000000ceffffff27709d33	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f010e0000030e00000977313100077732000977313001001a80ea91ad849eaf01031a01840101001b80ea91ad849eaf01031b01850101000000030c0000076b3300076b3300076b3301001b80ea91ad849eaf01031b01860101002280ea91ad849eaf010322018701010f0000030f00000800000000d5ffffff0007000000d13e36a3	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f010d0000030d000009773135000777360007773401001980ea91ad849eaf01031901880101001b80ea91ad849eaf01031b01890101000000030c0000076b3400076b3400076b3401001b80ea91ad849eaf01031b018a0101002480ea91ad849eaf010324018b01010f0000030f0000faffffff002c000000001c000000d17db070	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f0109000003090001000777300007773801001580ea91ad849eaf010315018c0101001b80ea91ad849eaf01031b018d010100000003030001010101001b80ea91ad849eaf01031b018e0101002080ea91ad849eaf010320018f01010f0000030f0000ecffffff00dcffffff000e000000a1dd9639	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k2	\N	\N	\N	\N	\N	\N	\N	\N	6320120241569505355	\\x030000077f0105000001050000097731340100000001090000097731346b00000001000000010900000000000000003ec00100000001040000076b320100000001090000e2ffffff6b00000001000000010c00000f00810b004c1d6b0000000105000001050000e2ffffff04da68cb	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k1	\N	\N	\N	\N	\N	\N	\N	\N	-8923776927054126720	\\x030000077f0109000002090000097731300007773101001180b098bc859eaf01021101900101001280b098bc859eaf0102120191010100000002080000076b3100076b3101001280b098bc859eaf01021201920101001880b098bc859eaf010218019301010a0000020a0000f0ffffff002200000010e0e881	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k3	\N	\N	\N	\N	\N	\N	\N	\N	-6894211576853267485	\\x030000077f01050000010500000977313601000000010900000977313662000000010000000109000000000000008044400100000001040000076b330100000001090000290000006200000001000000010a00000b7f818813620000000105000001050000290000005d1e530f	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k4	\N	\N	\N	\N	\N	\N	\N	\N	-4303773977497842951	\\x030000077f0101000001010001010000000105000163000000010000000109000000000000000037c00100000001040000076b340100000001090000e9ffffff6300000001000000010c00000f008101004c1d630000000105000001050000e9ffffff81167f61	0	2026-11-30 17:05:45.444622+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	-3559088493156320873	\\x030000077f0104000001040000077735010000000108000007773569000000010000000109000000000000000008c001000000010100010100000001090000fdffffff6900000001000000010c00000f00810900c409690000000105000001050000fdffffff7b551858	0	2026-11-30 17:05:45.444622+00
\.
COPY public.hops_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:35:00+00	2024-06-02 23:50:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	5	-135	-27.0000000000000000	w10	2024-06-02 23:59:37+00	13.75	2.7500000000000000	8.5421747816349438	486.5000000000000000	85	17	-0.21136668324853478	f	19	-75	-135	15.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k1	6	-82	-13.6666666666666667	w12	2024-06-03 00:02:47+00	29.25	4.8750000000000000	8.5421747816349438	1027.0666666666666667	126	21	-0.2325491684427239	f	38	-45	-82	15.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k3	2	-13	-6.5000000000000000	w16	2024-06-02 23:54:51+00	6.00	3.0000000000000000	8.8388347648318441	2244.5000000000000000	16	8	1	f	-61	27	-13	9.25	-6894211576853267485	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k3	4	-44	-11.0000000000000000	w13	2024-06-02 23:59:21+00	27.00	6.7500000000000000	7.8395365509278247	1208.6666666666666667	67	16.75	-0.15724227579299996	f	30	27	-44	15.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k3	8	45	5.6250000000000000	w1	2024-06-03 00:04:46+00	30.25	3.7812500000000000	8.1814658789590652	1110.2678571428571429	184	23	0.07703191015727377	f	-23	36	45	15.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k3	9	68	7.5555555555555556	w0	2024-06-03 00:09:16+00	45.75	5.0833333333333333	9.2068249141601471	948.2777777777777778	253	28.11111111111111	-0.4248393822739011	f	16	27	68	20.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k4	1	-3	-3.0000000000000000	w1	2024-06-02 23:53:08+00	-2.00	-2.0000000000000000	\N	\N	4	4	\N	f	-3	-3	-3	-2.00	-4303773977497842951	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k4	4	20	5.0000000000000000	w0	2024-06-02 23:58:33+00	25.75	6.4375000000000000	7.7979030300887088	844.6666666666666667	66	16.5	0.20374403617583575	f	-62	-3	20	16.75	-4303773977497842951	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k1	11	-37	-3.3636363636363636	w1	2024-06-03 00:09:32+00	64.25	5.8409090909090909	8.8227495199007600	1023.8545454545454545	302	27.454545454545453	-0.13815479639937595	f	37	-24	-37	19.25	-8923776927054126720	\N	1	2026-11-30 17:05:45.377323+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	10	73	7.3000000000000000	w0	2024-06-03 00:14:57+00	76.25	7.6250000000000000	8.3759327838754771	760.9000000000000000	293	29.3	-0.06468822895505565	f	53	39	73	19.25	-8923776927054126720	\N	2	2026-11-30 17:05:45.377323+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k1	11	-30	-2.7272727272727273	w0	2024-06-03 00:18:07+00	59.25	5.3863636363636364	8.7759355885595158	922.8181818181818182	341	31	0.21061643587591145	f	-16	6	-30	19.25	-8923776927054126720	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k1	8	-124	-15.5000000000000000	w0	2024-06-03 00:22:37+00	42.75	5.3437500000000000	7.8897961905597681	826.0000000000000000	224	28	0.39802995630840576	f	60	-15	-124	18.00	-8923776927054126720	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k1	7	-111	-15.8571428571428571	w1	2024-06-03 00:28:02+00	48.50	6.9285714285714286	8.8514526652812354	941.1428571428571429	223	31.857142857142858	0.49510567646227	f	15	-33	-111	20.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	11	116	10.5454545454545455	w0	2024-06-03 00:14:41+00	59.25	5.3863636363636364	9.0735629966703518	710.2727272727272727	331	30.09090909090909	-0.47946067719027813	f	-34	18	116	20.50	-6894211576853267485	\N	2	2026-11-30 17:05:45.377323+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k3	10	-17	-1.7000000000000000	w0	2024-06-03 00:19:11+00	93.75	9.3750000000000000	8.0028206832896668	822.0111111111111111	340	34	-0.56085975818151	f	1	-9	-17	20.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k3	10	-55	-5.5000000000000000	w10	2024-06-03 00:24:36+00	83.75	8.3750000000000000	7.8184699412495168	742.5000000000000000	342	34.2	-0.34810569595439395	f	-31	-27	-55	18.00	-6894211576853267485	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k3	7	-31	-4.4285714285714286	w10	2024-06-03 00:27:46+00	49.75	7.1071428571428571	8.1238552307093588	1086.9523809523809524	247	35.285714285714285	-0.21671020182577092	f	-37	-18	-31	16.75	-6894211576853267485	\N	0	2026-11-30 17:05:45.377323+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k4	7	-8	-1.1428571428571429	w0	2024-06-03 00:03:58+00	43.50	6.2142857142857143	8.0641032920444357	889.1428571428571429	143	20.428571428571427	0.048591425525766674	f	-20	6	-8	16.75	-4303773977497842951	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k4	10	-23	-2.3000000000000000	w0	2024-06-03 00:08:28+00	61.25	6.1250000000000000	8.8829190022199347	913.3444444444444444	271	27.1	0.17249835293428223	f	49	9	-23	19.25	-4303773977497842951	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	\N	2	17	8.5000000000000000	w14	2024-06-02 23:53:40+00	17.25	8.6250000000000000	13.2582521472477661	1300.5000000000000000	25	12.5	-1	f	-51	\N	17	18.00	-3559088493156320873	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	\N	4	0	0.00000000000000000000	w11	2024-06-02 23:59:05+00	18.25	4.5625000000000000	9.8623336487871875	963.3333333333333333	60	15	-1	f	2	\N	0	18.00	-3559088493156320873	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	\N	8	31	3.8750000000000000	w10	2024-06-03 00:04:30+00	50.25	6.2812500000000000	7.7614402888344672	964.4107142857142857	200	25	-0.39369715721275533	f	-3	0	31	18.00	-3559088493156320873	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	\N	9	95	10.5555555555555556	w10	2024-06-03 00:09:55+00	72.00	8.0000000000000000	7.3420875777942066	989.2777777777777778	315	35	0.060940401284456165	f	-33	33	95	20.50	-3559088493156320873	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:40:00+00	2024-06-02 23:55:00+00	k2	1	-10	-10.0000000000000000	w3	2024-06-02 23:53:24+00	8.00	8.0000000000000000	\N	\N	12	12	\N	f	-10	\N	-10	8.00	6320120241569505355	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k2	4	27	6.7500000000000000	w0	2024-06-02 23:58:49+00	15.75	3.9375000000000000	8.7425563576488694	940.9166666666666667	58	14.5	0.16443818311625336	f	35	-3	27	14.25	6320120241569505355	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k2	8	-15	-1.8750000000000000	w0	2024-06-03 00:04:14+00	36.50	4.5625000000000000	9.2521715597706343	896.4107142857142857	166	20.75	-0.2090739317927969	f	3	-3	-15	20.50	6320120241569505355	\N	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k2	10	-22	-2.2000000000000000	w0	2024-06-03 00:08:44+00	52.50	5.2500000000000000	8.8545343060929962	966.6222222222222222	305	30.5	-0.16781163481535294	f	54	-42	-22	20.50	6320120241569505355	\N	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	10	-27	-2.7000000000000000	w10	2024-06-03 00:13:53+00	38.75	3.8750000000000000	8.7410668685235442	1039.5666666666666667	327	32.7	0.5396982460328671	f	-11	-18	-27	19.25	-4303773977497842951	\N	1	2026-11-30 17:05:45.377323+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k4	11	12	1.0909090909090909	w1	2024-06-03 00:18:23+00	68.00	6.1818181818181818	8.7386289750530297	1047.6909090909090909	330	30	0.2582106938296409	f	-34	18	12	19.25	-4303773977497842951	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k4	10	96	9.6000000000000000	w1	2024-06-03 00:23:48+00	73.75	7.3750000000000000	7.9767457162819364	1042.9333333333333333	293	29.3	0.2692513911596314	f	52	12	96	18.00	-4303773977497842951	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k4	8	54	6.7500000000000000	w1	2024-06-03 00:26:03+00	70.25	8.7812500000000000	7.6162860043462128	955.9285714285714286	210	26.25	-0.16244398743900898	f	38	39	54	18.00	-4303773977497842951	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	11	172	15.6363636363636364	w10	2024-06-03 00:14:25+00	105.50	9.5909090909090909	7.7478002743300689	843.8545454545454545	368	33.45454545454545	-0.2056124658053886	f	16	63	172	20.50	-3559088493156320873	\N	2	2026-11-30 17:05:45.377323+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	\N	10	168	16.8000000000000000	w11	2024-06-03 00:19:50+00	71.25	7.1250000000000000	9.6113720260024386	652.4000000000000000	281	28.1	0.09571362671024793	f	18	78	168	20.50	-3559088493156320873	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	\N	10	45	4.5000000000000000	w0	2024-06-03 00:24:20+00	63.75	6.3750000000000000	9.1676135874549648	765.8333333333333333	244	24.4	-0.28347779505340404	f	-61	9	45	19.25	-3559088493156320873	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	\N	7	-18	-2.5714285714285714	w0	2024-06-03 00:29:45+00	38.50	5.5000000000000000	7.9713026957120796	566.9523809523809524	197	28.142857142857142	-0.02014839399036161	f	62	-24	-18	15.50	-3559088493156320873	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	11	-72	-6.5454545454545455	w10	2024-06-03 00:14:09+00	96.75	8.7954545454545455	8.2778455695142847	915.4727272727272727	379	34.45454545454545	0.19500639672500975	f	-26	0	-72	20.50	6320120241569505355	\N	1	2026-11-30 17:05:45.377323+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k2	10	0	0.00000000000000000000	w1	2024-06-03 00:18:39+00	87.50	8.7500000000000000	7.7995726378650602	881.3333333333333333	335	33.5	0.20317036808560307	f	16	-12	0	19.25	6320120241569505355	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k2	10	-4	-0.40000000000000000000	w0	2024-06-03 00:24:04+00	65.00	6.5000000000000000	8.8152330277385937	759.6000000000000000	263	26.3	0.4057652243087834	f	-42	48	-4	19.25	6320120241569505355	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k1	4	-31	-7.7500000000000000	w1	2024-06-03 00:28:02+00	49.50	12.3750000000000000	6.8083894326534133	1224.2500000000000000	128	32	0.16697609286294499	f	29	\N	-31	20.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k1	2	18	9.0000000000000000	w1	2024-06-03 00:28:02+00	31.00	15.5000000000000000	7.0710678118654752	1250.0000000000000000	69	34.5	1	f	-46	\N	18	20.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k3	4	13	3.2500000000000000	w10	2024-06-03 00:27:46+00	12.00	3.0000000000000000	7.8395365509278247	1200.2500000000000000	121	30.25	0.1337388819542307	f	-13	\N	13	13.00	-6894211576853267485	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k3	1	41	41.0000000000000000	w16	2024-06-03 00:27:46+00	0.50	0.50000000000000000000	\N	\N	34	34	\N	t	41	\N	41	0.50	-6894211576853267485	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k4	4	43	10.7500000000000000	w15	2024-06-03 00:26:03+00	23.25	5.8125000000000000	8.7425563576488694	940.9166666666666667	130	32.5	0.1644381831162534	f	35	-6	43	14.25	-4303773977497842951	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k4	1	-23	-23.0000000000000000	\N	2024-06-03 00:26:03+00	1.75	1.75000000000000000000	\N	\N	35	35	\N	f	-23	\N	-23	1.75	-4303773977497842951	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	\N	4	-45	-11.2500000000000000	w0	2024-06-03 00:29:45+00	40.75	10.1875000000000000	5.4366618127916203	464.9166666666666667	144	36	0.46515870605807974	f	-61	-39	-45	15.50	-3559088493156320873	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	\N	1	-3	-3.0000000000000000	w5	2024-06-03 00:29:45+00	9.25	9.2500000000000000	\N	\N	41	41	\N	f	-3	-3	-3	9.25	-3559088493156320873	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k2	7	-21	-3.0000000000000000	w0	2024-06-03 00:26:19+00	24.75	3.5357142857142857	8.0641032920444357	648.6666666666666667	186	26.571428571428573	-0.05360772263565015	f	49	-21	-21	15.50	6320120241569505355	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k2	4	-51	-12.7500000000000000	w0	2024-06-03 00:26:19+00	13.25	3.3125000000000000	7.7979030300887088	566.9166666666666667	122	30.5	-0.018519879523813305	f	-25	-9	-51	11.75	6320120241569505355	\N	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k2	1	-30	-30.0000000000000000	w14	2024-06-03 00:26:19+00	11.75	11.7500000000000000	\N	\N	43	43	\N	f	-30	-30	-30	11.75	6320120241569505355	\N	0	2026-11-30 17:05:45.377323+00
\.
COPY public.hops_state (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:45:00+00	2024-06-03 00:00:00+00	k1	1	-30	\N	w10	2024-06-02 23:49:42+00	0.50	\N	\N	\N	6	\N	\N	f	-30	-30	-30	0.50	-8923776927054126720	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000184000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec00000000000000000000000000000184000000000000000000000000000000000c534cfb3	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k2	1	-10	\N	w3	2024-06-02 23:53:24+00	8.00	\N	\N	\N	12	\N	\N	f	-10	\N	-10	8.00	6320120241569505355	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001000000000000000000000002000800000001000000000000000000000004004000000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000000a0000000100000000000000000000000000640030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000284000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000024c00000000000000000000000000000284000000000000000000000000000000000923813df	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k3	2	-13	\N	w16	2024-06-02 23:54:51+00	6.00	\N	\N	\N	16	\N	\N	f	-61	27	-13	9.25	-6894211576853267485	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002000600000002000000000000000000000004006004e200000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000400000000000000d0000000100000000000000000000000009190030000000c00000000100000000000000bd02000003000000010000000000000000000040000000000000304000000000000049400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000002ac0000000000089a140000000000000304000000000000049400000000000f07440389ee90a	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	k4	1	-3	\N	w1	2024-06-02 23:53:08+00	-2.00	\N	\N	\N	4	\N	\N	f	-3	-3	-3	-2.00	-4303773977497842951	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001000000000000400000000002000200000001000000000000000000000004000400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000104000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000000104000000000000000000000000000000000fbbb54c2	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:50:00+00	2024-06-03 00:05:00+00	\N	2	17	\N	w14	2024-06-02 23:53:40+00	17.25	\N	\N	\N	25	\N	\N	f	-51	\N	17	18.00	-3559088493156320873	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001109c400000002000000000000000000000004014415f900000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000000039400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003140000000000052944000000000000039400000000000205c400000000000e877c047997975	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k2	3	37	\N	w0	2024-06-02 23:58:49+00	7.75	\N	\N	\N	46	\N	\N	f	-43	-3	37	14.25	6320120241569505355	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200071d4c0000000200000000000000000000000400e30c3500000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000025000000010000000000000000000000000b590030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000004740abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000804240555555555521a3400000000000004740abaaaaaaaaca7340abaaaaaaaa6a59402e6ad5c9	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k1	4	-105	\N	w13	2024-06-02 23:59:37+00	13.25	\N	\N	\N	79	\N	\N	f	-15	-45	-105	15.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c4000000020000000000000000000000040149111700000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000040000000000000690000000100000000000000000000000012530030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c053400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405ac000000000003b9e400000000000c05340ffffffffffb58c400000000000a475c0a44f4d79	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k3	2	-31	\N	w13	2024-06-02 23:59:21+00	21.00	\N	\N	\N	51	\N	\N	f	-35	\N	-31	15.50	-6894211576853267485	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001500000002000000000000000000000004010e138800000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000400000000000001f0000000100000000000000000000000006f50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008049400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003fc0000000000052944000000000008049400000000000205c400000000000e877c0edd2bb79	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	k4	3	23	\N	w0	2024-06-02 23:58:33+00	27.75	\N	\N	\N	62	\N	\N	f	63	\N	23	16.75	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001b1d4c000000020000000000000000000000040158075300000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000017000000010000000000000000000000000a410030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000004f40aaaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003740555555555521a3400000000000004f40aaaaaaaaaaca7340a8aaaaaaaa6a5940bf98f077	0	2026-11-30 17:05:45.165393+00
2024-06-02 23:55:00+00	2024-06-03 00:10:00+00	\N	2	-17	\N	w11	2024-06-02 23:59:05+00	1.00	\N	\N	\N	35	\N	\N	f	-49	\N	-17	5.50	-3559088493156320873	\\x030708000a0f0200000000000000020000000000000056000000580100000000000000000002000000010000000000000000000000020001000000020000000000000000000000040032138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000040000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008041400000000000205c400048000000200100000100000000000000bd0200000600000001000000000000000000004000000000000031c0000000000052944000000000008041400000000000205c400000000000e877c0157a282d	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k2	4	-42	\N	w16	2024-06-03 00:04:14+00	20.75	\N	\N	\N	108	\N	\N	f	32	\N	-42	20.50	6320120241569505355	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200141d4c0000000200000000000000000000000401da111700000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002a000000010000000000000000000000000ce20030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000005b400100000000908a400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000045c0000000000052a6400000000000005b400000000000908a40ffffffffffcf76c02d2c989a	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k1	2	23	\N	w12	2024-06-03 00:02:47+00	16.00	\N	\N	\N	47	\N	\N	f	-41	\N	23	13.00	-8923776927054126720	\\x030708000a0f02000000000000000200000000000000540000005001000000000000000000020000000100000000000000000000000200100000000100000000000000000000000400b200000002000000000000000200000000000000000000000000000000000000000000000030000000c0000000000000000000000200000001000000000000000000000000001700000001000000000000000000000000061d0030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000008047400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003740000000000052944000000000008047400000000000205c400000000000e877c088c23a62	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k3	4	89	\N	w1	2024-06-03 00:04:46+00	3.25	\N	\N	\N	117	\N	\N	f	-9	9	89	11.75	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000309c40000000200000000000000000000000400d80c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000000000000000000059000000010000000000000000000000000f4b0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000405d400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405640ffffffffff3a9e400000000000405d400000000000b68c400100000000a475c0e769b439	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	k4	3	-28	\N	w12	2024-06-03 00:03:58+00	17.75	\N	\N	\N	77	\N	\N	f	46	9	-28	13.00	-4303773977497842951	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200111d4c0000000200000000000000000000000401380c3500000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000001c000000010000000000000000000000000a960030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000405340aaaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003cc0555555555521a3400000000000405340aaaaaaaaaaca7340a8aaaaaaaa6a594059cfb4df	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:00:00+00	2024-06-03 00:15:00+00	\N	4	31	\N	w10	2024-06-03 00:04:30+00	32.00	\N	\N	\N	140	\N	\N	f	-1	0	31	14.25	-3559088493156320873	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002002000000002000000000000000000000004016a09c400000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000001f000000010000000000000000000000000f8d0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000008061400100000000908a400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003f40ffffffff7f39ad4000000000008061400000000000908a40ffffffffff2f8bc01b5cf305	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k2	3	-17	\N	w13	2024-06-03 00:08:44+00	24.00	\N	\N	\N	151	\N	\N	f	-61	-39	-17	13.00	6320120241569505355	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000000000000000020018000000020000000000000000000000040117138800000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000040000000000000110000000100000000000000000000000009f10030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000e06240abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000031c0555555555521a3400000000000e06240abaaaaaaaaca7340abaaaaaaaa6a59402bea67f8	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k3	3	10	\N	w0	2024-06-03 00:09:16+00	21.50	\N	\N	\N	85	\N	\N	f	58	18	10	20.50	-6894211576853267485	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001513880000000200000000000000000000000401a7222e00000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000000a0000000100000000000000000000000009640030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000405540aaaaaaaaaac292400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000002440555555555585a2400000000000405540aaaaaaaaaac292405555555555ed92c0f7e8110f	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k4	4	-18	\N	w13	2024-06-03 00:08:28+00	15.75	\N	\N	\N	132	\N	\N	f	32	\N	-18	19.25	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000f1d4c0000000200000000000000000000000401ac1fbd00000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000004000000000000012000000010000000000000000000000000b7a0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000806040ffffffffff4795400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000032c0000000000052a6400000000000806040ffffffffff4795400000000000988740d6ff525b	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	\N	3	81	\N	w13	2024-06-03 00:09:55+00	39.00	\N	\N	\N	140	\N	\N	f	-17	33	81	20.50	-3559088493156320873	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000000000000000020027000000020000000000000000000000040252138800000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000051000000010000000000000000000000000da30030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000806140aaaaaaaaaaca73400048000000200100000100000000000000bd02000006000000010000000000000000000840000000000040544000000000006094400000000000806140aaaaaaaaaaca73400000000000e07040b563c089	0	2026-11-30 17:05:45.165393+00
2024-06-03 00:05:00+00	2024-06-03 00:20:00+00	k1	5	45	\N	w1	2024-06-03 00:09:32+00	35.00	\N	\N	\N	176	\N	\N	f	3	21	45	19.25	-8923776927054126720	\\x030708000a0f050000000000000005000000000000005600000058010000000000000000000500000001000000000000000000000002002300000002000000000000000000000004028609c400000002000000000000000500000000000000000000000000000000000000000000000030000000c0000000000000000000000500000001000000000000000000000000002d00000001000000000000000000000000100b0030000000c00000000100000000000000bd0200000300000001000000000000000000144000000000000066403433333333cb97400048000000200100000100000000000000bd0200000600000001000000000000000000144000000000008046400000000000ecac4000000000000066403433333333cb974000000000007c91c05e277c36	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k2	4	-13	\N	w10	2024-06-03 00:14:09+00	52.00	\N	\N	\N	120	\N	\N	f	5	39	-13	19.25	6320120241569505355	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002003400000002000000000000000000000004030e09c400000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000000d000000010000000000000000000000000ec70030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000005e400000000000489b400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002ac0000000008039ad400000000000005e400000000000489b400000000000e89440b2bf0bba	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k1	3	5	\N	w0	2024-06-03 00:14:57+00	25.25	\N	\N	\N	70	\N	\N	f	-31	18	5	18.00	-8923776927054126720	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001909c400000002000000000000000000000004018415f900000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000000000000000000050000000100000000000000000000000006ad0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805140abaaaaaaaab293400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000001440aaaaaaaaaa929a400000000000805140abaaaaaaaab29340555555555519914029cb65ed	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k3	4	17	\N	w14	2024-06-03 00:14:41+00	34.50	\N	\N	\N	129	\N	\N	f	19	-9	17	18.00	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002002213880000000200000000000000000000000401f609c400000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000000000000000000110000000100000000000000000000000007d70030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000020604000000000005b97400048000000200100000100000000000000bd02000006000000010000000000000000001040000000000000314000000000003b9e40000000000020604000000000005b97400000000000d289c07c62a48a	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	k4	3	19	\N	w10	2024-06-03 00:13:53+00	5.25	\N	\N	\N	118	\N	\N	f	-5	-27	19	9.25	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000509c40000000200000000000000000000000400601adb00000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000013000000010000000000000000000000000ec50030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805d40abaaaaaaaaf294400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003340555555555599ac400000000000805d40aaaaaaaaaaf29440aaaaaaaaaa829c40b529713b	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:10:00+00	2024-06-03 00:25:00+00	\N	4	60	\N	w12	2024-06-03 00:14:25+00	34.50	\N	\N	\N	88	\N	\N	f	0	30	60	19.25	-3559088493156320873	\\x030708000a0f0400000000000000040000000000000058000000600100000000000000000004000000020000000000000000000000020022138800000002000000000000000000000004028f0ea600000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000003c000000010000000000000000000000000e480030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000000564000000000004895400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000004e40000000000088a540000000000000564000000000004895400000000000108ec08feb2da1	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k1	3	-80	\N	w14	2024-06-03 00:18:07+00	-1.00	\N	\N	\N	95	\N	\N	f	18	-33	-80	5.50	-8923776927054126720	\\x030708000a0f0300000000000000030000000000000056000000580100000000000000000003000000010000000000004000000000020001000000020000000000000000000000040036138800000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000004000000000000050000000010000000000000000000000000da60030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05740aaaaaaaaaac292400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000054c0aaaaaaaaaa4295400000000000c05740aaaaaaaaaac292405555555555799340e84780f2	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k3	3	-44	\N	w13	2024-06-03 00:19:11+00	37.75	\N	\N	\N	126	\N	\N	f	40	-18	-44	16.75	-6894211576853267485	\\x030708000a0f03000000000000000300000000000000580000006001000000000000000000030000000200000000000000000000000200251d4c000000020000000000000000000000040211075300000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000002c000000010000000000000000000000000bc80030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000805f4000000000003088400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000046c0555555555585a2400000000000805f4000000000003088400000000000607ec0baba191b	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k4	4	11	\N	w1	2024-06-03 00:18:23+00	47.00	\N	\N	\N	80	\N	\N	f	5	45	11	18.00	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002002f000000020000000000000000000000040292138800000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000000b000000010000000000000000000000000ebb0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000054400100000000908a400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002640ffffffff7f39ad4000000000000054400000000000908a40ffffffffff2f8bc095fb8169	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	\N	3	27	\N	w11	2024-06-03 00:19:50+00	-2.25	\N	\N	\N	53	\N	\N	f	-3	15	27	6.75	-3559088493156320873	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000400000000002000209c4000000020000000000000000000000040059075300000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000001b00000001000000000000000000000000060b0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000804a40abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003b4000000000006094400000000000804a40aaaaaaaaaaca73400000000000e07040ebe804a2	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:15:00+00	2024-06-03 00:30:00+00	k2	3	30	\N	w1	2024-06-03 00:18:39+00	11.50	\N	\N	\N	64	\N	\N	f	-42	-12	30	15.50	6320120241569505355	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000b13880000000200000000000000000000000400fb0ea600000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000000000000000001e0000000100000000000000000000000006440030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000005040abaaaaaaaaca73400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003e4000000000006094400000000000005040abaaaaaaaaca73400000000000e07040c978ab4c	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k2	3	-21	\N	w0	2024-06-03 00:24:04+00	1.50	\N	\N	\N	79	\N	\N	f	5	21	-21	5.50	6320120241569505355	\\x030708000a0f0300000000000000030000000000000058000000600100000000000000000003000000020000000000000000000000020001138800000002000000000000000000000004005809c400000002000000000000000300000000000000000000000000000000000000000000000030000000c000000000000000000000030000000100000000000040000000000000150000000100000000000000000000000005ab0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05340abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000035c000000000006094400000000000c05340abaaaaaaaaca73400000000000e0704060ffaf1f	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k1	2	-49	\N	w13	2024-06-03 00:22:37+00	18.50	\N	\N	\N	59	\N	\N	f	-49	\N	-49	14.25	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001213880000000200000000000000000000000400dd04e200000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000040000000000000310000000100000000000000000000000009c50030000000c00000000100000000000000bd020000030000000100000000000000000000400000000000804d400000000000205c400048000000200100000100000000000000bd0200000600000001000000000000000000004000000000008048c000000000005294400000000000804d400000000000205c400000000000e877c08f6eec08	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k3	3	-28	\N	w10	2024-06-03 00:24:36+00	11.50	\N	\N	\N	87	\N	\N	f	-38	\N	-28	13.00	-6894211576853267485	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002000b13880000000200000000000000000000000400dc04e200000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000001c0000000100000000000000000000000007aa0030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c055400000000000207c400048000000200100000100000000000000bd020000060000000100000000000000000008400000000000003cc0aaaaaaaaaa929a400000000000c055400000000000207c400000000000002ec0437042d7	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	k4	3	66	\N	w15	2024-06-03 00:23:48+00	21.50	\N	\N	\N	95	\N	\N	f	-54	-6	66	14.25	-4303773977497842951	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001513880000000200000000000000000000000401690ea600000002000000000000000300000000000000000000000000000000000000000000000030000000c00000000000000000000003000000010000000000000000000000000042000000010000000000000000000000000ac40030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05740aaaaaaaaaaca73400048000000200100000100000000000000bd02000006000000010000000000000000000840000000000080504000000000006094400000000000c05740aaaaaaaaaaca73400000000000e070404891d8d2	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:20:00+00	2024-06-03 00:35:00+00	\N	3	-42	\N	w0	2024-06-03 00:24:20+00	31.50	\N	\N	\N	103	\N	\N	f	62	-36	-42	15.50	-3559088493156320873	\\x030708000a0f030000000000000003000000000000005800000060010000000000000000000300000002000000000000000000000002001f13880000000200000000000000000000000401a209c400000002000000000000000300000000000000000000000000000000000000000000000030000000c0000000000000000000000300000001000000000000400000000000002a0000000100000000000000000000000007640030000000c00000000100000000000000bd020000030000000100000000000000000008400000000000c05940abaaaaaaaaca73400048000000200100000100000000000000bd0200000600000001000000000000000000084000000000000045c000000000006094400000000000c05940abaaaaaaaaca73400000000000e070403a39ba61	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k2	1	-30	\N	w14	2024-06-03 00:26:19+00	11.75	\N	\N	\N	43	\N	\N	f	-30	-30	-30	11.75	6320120241569505355	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000b1d4c00000002000000000000000000000004008a027100000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080454000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec000000000000000000000000000804540000000000000000000000000000000008e813b7f	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k1	2	18	\N	w1	2024-06-03 00:28:02+00	31.00	\N	\N	\N	69	\N	\N	f	-46	\N	18	20.50	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001f000000020000000000000000000000040212138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000120000000100000000000000000000000005840030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000004051400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003240000000000088934000000000004051400000000000205c40000000000070774078e2b85f	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k3	1	41	\N	w16	2024-06-03 00:27:46+00	0.50	\N	\N	\N	34	\N	\N	t	41	\N	41	0.50	-6894211576853267485	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000000000000000000290000000100000000000000000000000006910030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000804440000000000000000000000000000041400000000000000000000000000000000016b09492	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	k4	1	-23	\N	\N	2024-06-03 00:26:03+00	1.75	\N	\N	\N	35	\N	\N	f	-23	\N	-23	1.75	-4303773977497842951	\\x030708000a0f01000000000000000100000000000000580000006001000000000000000000010000000200000000000000000000000200011d4c000000020000000000000000000000040003027100000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000170000000100000000000000000000000002110030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000037c00000000000000000000000000080414000000000000000000000000000000000ed97d423	0	2026-11-30 17:05:45.377323+00
2024-06-03 00:25:00+00	2024-06-03 00:40:00+00	\N	1	-3	\N	w5	2024-06-03 00:29:45+00	9.25	\N	\N	\N	41	\N	\N	f	-3	-3	-3	9.25	-3559088493156320873	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000909c400000002000000000000000000000004005515f900000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080444000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000080444000000000000000000000000000000000f6ff7a57	0	2026-11-30 17:05:45.377323+00
\.
COPY public.keyed_collected_collected (collection, chunk, window_end, data) FROM stdin;
0	0	2025-08-23 05:02:38.043136+00	\\x000777330009773131000777390007773000077738000777360009773136010007773700077735000977313300077734000777320009773130cb36eadf
1	0	2025-08-23 05:02:38.043136+00	\\x000777330c00000000097731311b000000000777390200000000077730110000000007773820000000000777360700000000097731362f0000000116000000000777373e00000000077735250000000009773133340000000007773443000000000777322a0000000009773130390000007129b0fc
2	0	2025-08-23 05:02:38.043136+00	\\x0000000000000024c0000000000000004440000000000000003840000000000000003bc0000000000000003740000000000000001c40000000000000003cc00000000000000046c00000000000000036400000000000000018400000000000008046c00000000000000014400000000000000026c00000000000008043406a858100
3	0	2025-08-23 05:02:38.043136+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b32ab9fd360
4	0	2025-08-23 05:02:38.043136+00	\\x00f6ffffff0c00000000280000001b00000000180000000200000000e5ffffff1100000000170000002000000000070000000700000000e4ffffff2f00000000d4ffffff1600000000160000003e00000000060000002500000000d3ffffff3400000000050000004300000000f5ffffff2a0000000027000000390000005f552891
5	0	2025-08-23 05:02:38.043136+00	\\x000b008108000c000000000b00a102001b000000000f00a10400881302000000000f00810e00c40911000000000f00810400c40920000000000f008101004c1d07000000000f00a105004c1d2f000000000f00811400881316000000000b00810d003e000000000f00810a00881325000000000b7f81881334000000000f00811300c40943000000000f008110004c1d2a000000000f008106004c1d39000000669bff7a
6	0	2025-08-23 05:02:38.043136+00	\\x00f6ffffff0028000000001800000000e5ffffff0017000000000700000000e4ffffff00d4ffffff0016000000000600000000d3ffffff000500000000f5ffffff00270000004d21c921
7	0	2025-08-23 05:02:38.043136+00	\\x00097731300100097731350009773133000777360007773400097731320007773300077731000977313100077739000777300009773134fdc7fe4b
8	0	2025-08-23 05:02:38.043136+00	\\x000977313006000000010b00000000097731351a0000000009773133010000000007773629000000000777341000000000097731321f000000000777332e000000000777311500000000097731313d000000000777392400000000077730330000000142000000000977313438000000af34504d
9	0	2025-08-23 05:02:38.043136+00	\\x000000000000003ec00000000000008047c0000000000000000840000000000000002ac00000000000000048c0000000000000804240000000000000002cc0000000000000004240000000000000003440000000000000002ec0000000000000003fc00000000000000033400000000000000040c0000000000000000040515d8307
10	0	2025-08-23 05:02:38.043136+00	\\x00076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b31be6b26b8
11	0	2025-08-23 05:02:38.043136+00	\\x00e2ffffff0600000000d1ffffff0b00000000030000001a00000000f3ffffff0100000000d0ffffff2900000000250000001000000000f2ffffff1f00000000240000002e00000000140000001500000000f1ffffff3d00000000e1ffffff2400000000130000003300000000e0ffffff42000000000200000038000000847a0e62
12	0	2025-08-23 05:02:38.043136+00	\\x000b7f81881306000000000f008106004c1d0b000000000f00a10300c4091a000000000f00a105004c1d01000000000f00810f00881329000000000b00810d0010000000000b008103001f000000000b00a107002e000000000f00811300c40915000000000f00810b004c1d3d000000000f00810900c40924000000000b7fa14c1d33000000000b0081120042000000000f008105008813380000008cb23157
13	0	2025-08-23 05:02:38.043136+00	\\x00e2ffffff00d1ffffff000300000000f3ffffff00d0ffffff002500000000f2ffffff0024000000001400000000f1ffffff00e1ffffff001300000000e0ffffff00020000002d04e451
14	0	2025-08-23 05:02:38.043136+00	\\x000977313600077735000977313301000777320009773132000977313000077731000777390007773700077730000977313500077736000777337af591c2
15	0	2025-08-23 05:02:38.043136+00	\\x00097731360d00000000077735030000000009773133120000000121000000000777320800000000097731323000000000097731301700000000077731260000000007773935000000000777371c000000000777304400000000097731352b000000000777363a000000000777333f000000b319f231
16	0	2025-08-23 05:02:38.043136+00	\\x000000000000003b400000000000000044c00000000000000024400000000000008044c0000000000000004640000000000000002240000000000000001cc00000000000008045400000000000000020c00000000000000038c0000000000000004540000000000000003a400000000000000039c00000000000000045c0f5a5c3ff
17	0	2025-08-23 05:02:38.043136+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3356a7a230
18	0	2025-08-23 05:02:38.043136+00	\\x001b0000000d00000000d8ffffff03000000000a0000001200000000d7ffffff21000000002c0000000800000000090000003000000000f9ffffff17000000002b0000002600000000f8ffffff3500000000e8ffffff1c000000002a00000044000000001a0000002b00000000e7ffffff3a00000000d6ffffff3f000000eae5a221
19	0	2025-08-23 05:02:38.043136+00	\\x000f00810900c4090d000000000f00a10300c40903000000000f00810f00881312000000000f00810500881321000000000b0081030008000000000f00a10400881330000000000b00a1070017000000000f00810b004c1d26000000000f008101004c1d35000000000b7fa14c1d1c000000000f00811400881344000000000b008112002b000000000b008108003a000000000f00810e00c4093f000000f88a0d6c
20	0	2025-08-23 05:02:38.043136+00	\\x001b00000000d8ffffff000a00000000d7ffffff002c000000000900000000f9ffffff002b00000000f8ffffff00e8ffffff002a000000001a00000000e7ffffff00d6fffffff7b46b4f
21	0	2025-08-23 05:02:38.043136+00	\\x00077731000777390007773000097731350007773600097731340009773132000777350007773300097731330100077732000777380009773136d2f6257f
22	0	2025-08-23 05:02:38.043136+00	\\x000777310400000000077739130000000007773022000000000977313509000000000777361800000000097731342700000000097731320e0000000007773536000000000777331d000000000977313345000000012c000000000777323b00000000077738310000000009773136400000007e12cfd7
23	0	2025-08-23 05:02:38.043136+00	\\x0000000000000008c00000000000008047400000000000000010c00000000000000034c0000000000000003e400000000000000035c00000000000008042c0000000000000003d40000000000000002a400000000000000036c00000000000000043c00000000000000028400000000000000047400000000000000014c07fcfeeb2
24	0	2025-08-23 05:02:38.043136+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b34e01c8602
25	0	2025-08-23 05:02:38.043136+00	\\x00fdffffff04000000002f0000001300000000fcffffff2200000000ecffffff09000000001e0000001800000000ebffffff2700000000dbffffff0e000000001d00000036000000000d0000001d00000000eaffffff4500000000daffffff2c000000000c0000003b000000002e0000003100000000fbffffff40000000aea29d80
26	0	2025-08-23 05:02:38.043136+00	\\x000b00a1020004000000000f008110004c1d13000000000f008106004c1d22000000000f00810400c40909000000000f00a105004c1d18000000000b00810d0027000000000f00810a0088130e000000000b0081030036000000000b7f8188131d000000000b00a1070045000000000f00811300c4092c000000000f00810900c4093b000000000f00a10300c40931000000000f00810f0088134000000005c947a1
27	0	2025-08-23 05:02:38.043136+00	\\x00fdffffff002f00000000fcffffff00ecffffff001e00000000ebffffff00dbffffff001d000000000d00000000eaffffff00daffffff000c000000002e00000000fbffffff8cda238d
28	0	2025-08-23 05:02:38.043136+00	\\x0009773134000777350009773131000777320009773130000777380100097731360007773700097731350009773133000777340009773132000777399e6e3db6
29	0	2025-08-23 05:02:38.043136+00	\\x000977313405000000000777351400000000097731310a0000000007773219000000000977313028000000000777380f000000013700000000097731361e000000000777372d00000000097731353c00000000097731332300000000077734320000000009773132410000000007773946000000b5c801c4
30	0	2025-08-23 05:02:38.043136+00	\\x0000000000000041400000000000000031c00000000000000031400000000000000041c00000000000000030400000000000000000000000000000008041c000000000000000494000000000000000f0bf0000000000008048400000000000008040400000000000000032c0000000000000004040000000000000002e407f037dd9
31	0	2025-08-23 05:02:38.043136+00	\\x00220000000500000000efffffff1400000000110000000a00000000deffffff1900000000100000002800000000000000000f00000000ddffffff3700000000320000001e00000000ffffffff2d00000000310000003c00000000210000002300000000eeffffff32000000002000000041000000000f000000460000009fb0afdd
32	0	2025-08-23 05:02:38.043136+00	\\x000b7fa14c1d05000000000b0081120014000000000f0081050088130a000000000f00a10400881319000000000f00810e00c40928000000000f00810b004c1d0f000000000f00810400c40937000000000f008101004c1d1e000000000f0081140088132d000000000f00810a0088133c000000000b0081080023000000000b00a1020032000000000f008110004c1d41000000000f00a105004c1d46000000a31b24a6
33	0	2025-08-23 05:02:38.043136+00	\\x002200000000efffffff001100000000deffffff0010000000000000000000ddffffff003200000000ffffffff0031000000002100000000eeffffff0020000000000f000000aec3d206
0	1	2025-08-23 05:02:38.043136+00	\\x000977313200077733000777310007773900077730010007773600097731344b5e9d22
1	1	2025-08-23 05:02:38.043136+00	\\x0009773132520000000007773361000000000777314800000000077739570000000007773066000000014d000000000777365c00000000097731346b00000018b475db
2	1	2025-08-23 05:02:38.043136+00	\\x0000000000000047c00000000000000010400000000000000028c0000000000000004340000000000000002ac0000000000000003dc0000000000000003540000000000000003ec089af9bde
3	1	2025-08-23 05:02:38.043136+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b32ba66e205
4	1	2025-08-23 05:02:38.043136+00	\\x00d2ffffff5200000000040000006100000000f4ffffff4800000000260000005700000000f3ffffff6600000000e3ffffff4d00000000150000005c00000000e2ffffff6b00000054424354
5	1	2025-08-23 05:02:38.043136+00	\\x000f00810900c40952000000000b7fa14c1d61000000000f00a10300c40948000000000f00810f00881357000000000f00810500881366000000000b008103004d000000000b00a107005c000000000f00810b004c1d6b000000e396c99d
6	1	2025-08-23 05:02:38.043136+00	\\x00d2ffffff000400000000f4ffffff002600000000f3ffffff00e3ffffff001500000000e2ffffffb7dc1642
7	1	2025-08-23 05:02:38.043136+00	\\x000777320009773136000777370007773500097731330007773400097731300007773161fa774c
8	1	2025-08-23 05:02:38.043136+00	\\x000777324c00000000097731365100000000077737600000000007773547000000000977313356000000000777346500000000097731305b000000000777316a0000006991e184
9	1	2025-08-23 05:02:38.043136+00	\\x0000000000008041400000000000000032400000000000008040c00000000000008048c000000000000000f03f0000000000000049c00000000000000030c000000000000000414033333044
10	1	2025-08-23 05:02:38.043136+00	\\x00076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b317ee4f326
11	1	2025-08-23 05:02:38.043136+00	\\x00230000004c00000000120000005100000000dfffffff6000000000cfffffff4700000000010000005600000000ceffffff6500000000f0ffffff5b00000000220000006a000000ed034a6a
12	1	2025-08-23 05:02:38.043136+00	\\x000f008101004c1d4c000000000b0081080051000000000b00a1020060000000000f00a10400881347000000000f00810e00c40956000000000f00810400c40965000000000f0081140088135b000000000f00810a0088136a00000067360a73
13	1	2025-08-23 05:02:38.043136+00	\\x0023000000001200000000dfffffff00cfffffff000100000000ceffffff00f0ffffff0022000000b8ca8cad
14	1	2025-08-23 05:02:38.043136+00	\\x00077738000977313401000977313300097731310007773200097731300009773136cd1bf93d
15	1	2025-08-23 05:02:38.043136+00	\\x0007773853000000000977313449000000015800000000097731336700000000097731314e000000000777325d00000000097731306c000000000977313662000000bd2b4e5c
16	1	2025-08-23 05:02:38.043136+00	\\x0000000000000022c0000000000000003940000000000000003ac00000000000000038400000000000000020400000000000008045c0000000000000001c400000000000008044406bb41954
17	1	2025-08-23 05:02:38.043136+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b33999213d5
18	1	2025-08-23 05:02:38.043136+00	\\x00f7ffffff5300000000190000004900000000e6ffffff5800000000180000006700000000080000004e00000000d5ffffff5d00000000070000006c00000000290000006200000005ee5607
19	1	2025-08-23 05:02:38.043136+00	\\x000f00810a00881353000000000b00a1020049000000000f008110004c1d58000000000f008106004c1d67000000000f00810400c4094e000000000f00a105004c1d5d000000000b00810d006c000000000b7f8188136200000094e42200
20	1	2025-08-23 05:02:38.043136+00	\\x00f7ffffff001900000000e6ffffff0018000000000800000000d5ffffff000700000000290000009a2c3602
21	1	2025-08-23 05:02:38.043136+00	\\x000977313000077731000777390007773700097731350007773600077734016164a015
22	1	2025-08-23 05:02:38.043136+00	\\x00097731304a00000000077731590000000007773968000000000777374f00000000097731355e000000000777366d00000000077734540000000163000000e6513949
23	1	2025-08-23 05:02:38.043136+00	\\x0000000000008043c00000000000000026400000000000000044c00000000000008046400000000000000018c0000000000000004640000000000000003c400000000000000037c0db7ccedb
24	1	2025-08-23 05:02:38.043136+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b349f7384eb
25	1	2025-08-23 05:02:38.043136+00	\\x00d9ffffff4a000000000b0000005900000000d8ffffff68000000002d0000004f00000000faffffff5e000000002c0000006d000000001c0000005400000000e9ffffff6300000015222756
26	1	2025-08-23 05:02:38.043136+00	\\x000b7fa14c1d4a000000000b0081120059000000000b0081080068000000000f0081050088134f000000000f00a1040088135e000000000f00810e00c4096d000000000f00810b004c1d54000000000f008101004c1d63000000e01cb9aa
27	1	2025-08-23 05:02:38.043136+00	\\x00d9ffffff000b00000000d8ffffff002d00000000faffffff002c000000001c00000000e9ffffff3d88557a
28	1	2025-08-23 05:02:38.043136+00	\\x000777360009773134000777330009773131010007773000077738000777353107da1d
29	1	2025-08-23 05:02:38.043136+00	\\x000777364b00000000097731345a000000000777335000000000097731315f000000016e0000000007773055000000000777386400000000077735690000005d42f5c4
30	1	2025-08-23 05:02:38.043136+00	\\x0000000000000000c00000000000000048400000000000000033c0000000000000003f400000000000000034c00000000000000042c0000000000000002c400000000000000008c0539afdb1
34	0	2025-08-23 05:02:38.043136+00	\\x01010101010101010101010101010101010101010101690bda9c
31	1	2025-08-23 05:02:38.043136+00	\\x00feffffff4b00000000300000005a00000000edffffff50000000001f0000005f00000000ecffffff6e00000000dcffffff55000000000e0000006400000000fdffffff690000001cb4018b
32	1	2025-08-23 05:02:38.043136+00	\\x000b7f8188134b000000000f00811300c4095a000000000f008106004c1d50000000000f00a10300c4095f000000000f00810f0088136e000000000b00810d0055000000000b0081030064000000000f00810900c4096900000088c813b3
33	1	2025-08-23 05:02:38.043136+00	\\x00feffffff003000000000edffffff001f00000000ecffffff00dcffffff000e00000000fdfffffffb4c69b9
\.
COPY public.keyed_collected_results (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
-infinity	2025-07-08 00:26:19+00	k2	16	w9,w6,w3,w0,w11,w8,w5,w2,w16,w13,w10,w7,w4,w1,w12,w9,w6,w3,w0,w14	-27.75	k2	{-30,-13,4,21,38,-46,-29,-12,5,22,39,-45,-28,-11,6,23,40,-44,-27,-10,7,24}	[-4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75]	{24,7,-10,-27,-44,40,23,6,-11,-28,-45,39,22,5,-12,-29,-46,38,21,4,-13,-30}	-66	6320120241569505355	\\x030000077f010039808080808080b80116580200010071808080808080b80116b001020101007e808080808080b80116c6010202010038808080808080b8011658020301007e808080808080b80116c60102040100a001808080808080b80116fa010205010046808080808080b801166e020661880730	0	2026-11-30 17:05:45.511894+00
-infinity	2025-07-08 00:28:02+00	k1	16	w13,w10,w4,w1,w15,w12,w9,w6,w3,w0,w14,w11,w5,w2,w16,w13,w10,w7,w4,w1	-31.75	k1	{34,-50,-33,-16,1,18,35,-49,-32,-15,2,19,36,-48,-31,-14,3,20,37,-47,-30,-13}	[-5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50]	{-13,-30,-47,37,20,3,-14,-31,-48,36,19,2,-15,-32,-49,35,18,1,-16,-33,-50,34}	-173	-8923776927054126720	\\x030000077f010037808080808080b801155a0207010070808080808080b80116b301020801007e808080808080b80116c6010209010038808080808080b8011658020a01007e808080808080b80116c601020b01009c01808080808080b80116f801020c010046808080808080b801166e020d52db9cd7	0	2026-11-30 17:05:45.511894+00
-infinity	2025-07-08 00:27:46+00	k3	16	w5,w2,w16,w13,w10,w7,w1,w15,w12,w9,w6,w3,w0,w14,w11,w8,w2,w16,w13,w10	-24.75	k3	{7,24,41,-43,-26,-9,8,25,42,-42,-25,-8,9,26,43,-41,-24,-7,10,27,44,-40}	[-3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00]	{-40,44,27,10,-7,-24,-41,43,26,9,-8,-25,-42,42,25,8,-9,-26,-43,41,24,7}	41	-6894211576853267485	\\x030000077f01003a808080808080b801165c020e010072808080808080b80116b401020f01007e808080808080b80116c6010210010038808080808080b8011658021101007e808080808080b80116c601021201009e01808080808080b80116f8010213010046808080808080b801166e02143f7da1d5	0	2026-11-30 17:05:45.511894+00
-infinity	2025-07-08 00:26:03+00	k4	16	w1,w15,w12,w9,w6,w3,w0,w14,w8,w5,w2,w16,w13,w10,w7,w4,w1,w15,w9,w6	-21.75	k4	{44,-40,-23,-6,11,28,45,-39,-22,-5,12,29,46,-38,-21,-4,13,30,47,-37,-20,-3}	[-2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25]	{-3,-20,-37,47,30,13,-4,-21,-38,46,29,12,-5,-22,-39,45,28,11,-6,-23,-40,44}	47	-4303773977497842951	\\x030000077f01003a808080808080b80116590215010072808080808080b80116b101021601007e808080808080b80116c6010217010038808080808080b8011658021801007e808080808080b80116c601021901009e01808080808080b80116f801021a010046808080808080b801166e021bbf58936b	0	2026-11-30 17:05:45.511894+00
-infinity	2025-07-08 00:29:45+00	\N	16	w14,w11,w8,w5,w2,w16,w13,w10,w7,w4,w15,w12,w9,w6,w3,w0,w14,w11,w8,w5	-17.75	\N	{-20,-3,14,31,48,-36,-19,-2,15,32,49,-35,-18,-1,16,33,50,-34,-17,0,17,34}	[-0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50]	{34,17,0,-17,-34,50,33,16,-1,-18,-35,49,32,15,-2,-19,-36,48,31,14,-3,-20}	154	-3559088493156320873	\\x030000077f01003c808080808080b801165b021c010074808080808080b80116b301021d01007e808080808080b80116c601021e010016808080808080b8011616012201007e808080808080b80116c601021f0100a001808080808080b80116fa010220010046808080808080b801166e02215b8be0a3	0	2026-11-30 17:05:45.511894+00
\.
COPY public.keyed_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
-infinity	2025-07-08 00:26:19+00	k2	22	-66	-3.0000000000000000	w0	2024-06-03 00:26:19+00	137.25	6.2386363636363636	8.3064365722094410	780.3809523809523810	623	28.318181818181817	0.043665269038842276	f	-12	-24	-66	20.50	6320120241569505355	\\x030708000a0f160000000000000016000000000000005800000060010000000000000000001600000002000000000000000000000002008909c4000000020000000000000000000000040901075300000002000000000000001600000000000000000000000000000000000000000000000032000000c8000000000000000000001600000001000000000000400000000000004200000002000000010000000000000000000119ba0030000000c00000000100000000000000bd020000030000000100000000000000000036400000000000788340165d74d1c550b9400048000000200100000100000000000000bd0200000600000001000000000000000000364000000000008050c0010000000001d0400000000000788340165d74d1c550b9400100000000207c40ceb801e7	0	2026-11-30 17:05:45.42782+00
-infinity	2025-07-08 00:28:02+00	k1	22	-173	-7.8636363636363636	w0	2024-06-03 00:28:02+00	138.50	6.2954545454545455	8.3856582370893264	905.6471861471861472	601	27.318181818181817	0.1658295594494887	f	41	-69	-173	20.50	-8923776927054126720	\\x030708000a0f160000000000000016000000000000005800000060010000000000000000001600000002000000000000000000000002008a138800000002000000000000000000000004092c186a00000002000000000000001600000000000000000000000000000000000000000000000032000000c800000000000000000000160000000100000000000040000000000000ad000000020000000100000000000000000002017b0030000000c00000000100000000000000bd020000030000000100000000000000000036400000000000c88240185d74d1c550b9400048000000200100000100000000000000bd020000060000000100000000000000000036400000000000a065c0175d74d1a592d2400000000000c88240185d74d1c550b940bce8a28b2ec49c40f4978786	0	2026-11-30 17:05:45.42782+00
-infinity	2025-07-08 00:27:46+00	k3	22	41	1.8636363636363636	w0	2024-06-03 00:27:46+00	136.00	6.1818181818181818	8.2169908965471900	905.6471861471861472	645	29.318181818181817	-0.2576145399136182	f	27	27	41	20.50	-6894211576853267485	\\x030708000a0f16000000000000001600000000000000560000005801000000000000000000160000000100000000000000000000000200880000000200000000000000000000000408d2186a00000002000000000000001600000000000000000000000000000000000000000000000032000000c8000000000000000000001600000001000000000000000000000000002900000002000000010000000000000000000123870030000000c00000000100000000000000bd020000030000000100000000000000000036400000000000288440165d74d1c550b9400048000000200100000100000000000000bd020000060000000100000000000000000036400000000000804440185d74d1a592d2400000000000288440165d74d1c550b9405c74d1451758a6c03045d4f8	0	2026-11-30 17:05:45.42782+00
-infinity	2025-07-08 00:26:03+00	k4	22	47	2.1363636363636364	w0	2024-06-03 00:26:03+00	134.75	6.1250000000000000	8.1169832244908987	905.6471861471861472	603	27.40909090909091	0.21369308303910622	f	17	18	47	19.25	-4303773977497842951	\\x030708000a0f16000000000000001600000000000000580000006001000000000000000000160000000200000000000000000000000200861d4c0000000200000000000000000000000408a0249f00000002000000000000001600000000000000000000000000000000000000000000000032000000c8000000000000000000001600000001000000000000000000000000002f000000020000000100000000000000000001239f0030000000c00000000100000000000000bd020000030000000100000000000000000036400000000000d8824047175d7451bfb7400048000000200100000100000000000000bd020000060000000100000000000000000036400000000000804740185d74d1a592d2400000000000d8824047175d7451bfb7402fbae8a28bf3a1405a6fe6f9	0	2026-11-30 17:05:45.42782+00
-infinity	2025-07-08 00:29:45+00	\N	22	154	7.0000000000000000	w0	2024-06-03 00:29:45+00	162.25	7.3750000000000000	8.1169832244908987	780.3809523809523810	625	28.40909090909091	-0.11521457590882468	f	44	39	154	20.50	-3559088493156320873	\\x030708000a0f16000000000000001600000000000000580000006001000000000000000000160000000200000000000000000000000200a209c4000000020000000000000000000000040a14075300000002000000000000001600000000000000000000000000000000000000000000000032000000c8000000000000000000001600000001000000000000000000000000009a0000000200000001000000000000000000011d2a0030000000c00000000100000000000000bd02000003000000010000000000000000003640000000000088834047175d7451bfb7400048000000200100000100000000000000bd020000060000000100000000000000000036400000000000406340010000000001d040000000000088834047175d7451bfb740fffffffffff791c034ca5b33	0	2026-11-30 17:05:45.42782+00
\.
COPY public.months_results (window_start, window_end, k, count, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-05-31 22:00:00+00	2024-06-30 22:00:00+00	k2	22	137.25	6320120241569505355	\N	0	2026-11-30 17:05:45.514984+00
2024-05-31 22:00:00+00	2024-06-30 22:00:00+00	k1	22	138.50	-8923776927054126720	\N	0	2026-11-30 17:05:45.514984+00
2024-05-31 22:00:00+00	2024-06-30 22:00:00+00	k3	22	136.00	-6894211576853267485	\N	0	2026-11-30 17:05:45.514984+00
2024-05-31 22:00:00+00	2024-06-30 22:00:00+00	k4	22	134.75	-4303773977497842951	\N	0	2026-11-30 17:05:45.514984+00
2024-05-31 22:00:00+00	2024-06-30 22:00:00+00	\N	22	162.25	-3559088493156320873	\N	0	2026-11-30 17:05:45.514984+00
\.
COPY public.tumbles_collected_collected (collection, chunk, window_end, data) FROM stdin;
0	0	2024-06-03 00:00:00+00	\\x00077733000977313100077739000777305579a500
1	0	2024-06-03 00:00:00+00	\\x000777330c00000000097731311b000000000777390200000000077730110000005f4421e0
2	0	2024-06-03 00:00:00+00	\\x0000000000000024c0000000000000004440000000000000003840000000000000003bc05eb41304
3	0	2024-06-03 00:00:00+00	\\x00f6ffffff0c00000000280000001b00000000180000000200000000e5ffffff11000000e3efb5bf
4	0	2024-06-03 00:00:00+00	\\x000b008108000c000000000b00a102001b000000000f00a10400881302000000000f00810e00c409110000003381d109
5	0	2024-06-03 00:00:00+00	\\x00f6ffffff0028000000001800000000e5ffffff2765a552
6	0	2024-06-03 00:00:00+00	\\x010b00000000097731351a0000000009773133010000000007773629000000e270e617
7	0	2024-06-03 00:00:00+00	\\x0000000000008047c0000000000000000840000000000000002ac00000000000000048c05da04cf2
8	0	2024-06-03 00:00:00+00	\\x00d1ffffff0b00000000030000001a00000000f3ffffff0100000000d0ffffff2900000031a770a4
9	0	2024-06-03 00:00:00+00	\\x000f008106004c1d0b000000000f00a10300c4091a000000000f00a105004c1d01000000000f00810f008813290000006579f700
10	0	2024-06-03 00:00:00+00	\\x00d1ffffff000300000000f3ffffff00d0ffffffa576a07e
11	0	2024-06-03 00:00:00+00	\\x00097731360d0000000007773503000000000977313312000000012100000019606049
12	0	2024-06-03 00:00:00+00	\\x000000000000003b400000000000000044c00000000000000024400000000000008044c096c813cf
13	0	2024-06-03 00:00:00+00	\\x001b0000000d00000000d8ffffff03000000000a0000001200000000d7ffffff21000000be6cd6a7
14	0	2024-06-03 00:00:00+00	\\x000f00810900c4090d000000000f00a10300c40903000000000f00810f00881312000000000f008105008813210000000f519b92
15	0	2024-06-03 00:00:00+00	\\x001b00000000d8ffffff000a00000000d7ffffff8f2ed2fe
16	0	2024-06-03 00:00:00+00	\\x0007773100077739000777300009773135568b4662
17	0	2024-06-03 00:00:00+00	\\x000777310400000000077739130000000007773022000000000977313509000000d7c387fe
18	0	2024-06-03 00:00:00+00	\\x0000000000000008c00000000000008047400000000000000010c00000000000000034c0937e724f
19	0	2024-06-03 00:00:00+00	\\x00fdffffff04000000002f0000001300000000fcffffff2200000000ecffffff09000000fe8ff018
20	0	2024-06-03 00:00:00+00	\\x000b00a1020004000000000f008110004c1d13000000000f008106004c1d22000000000f00810400c409090000004fb5ea19
21	0	2024-06-03 00:00:00+00	\\x00fdffffff002f00000000fcffffff00ecffffffc9e71cd0
22	0	2024-06-03 00:00:00+00	\\x0009773134000777350009773131000777322082a482
23	0	2024-06-03 00:00:00+00	\\x000977313405000000000777351400000000097731310a0000000007773219000000b6dc1b3c
24	0	2024-06-03 00:00:00+00	\\x0000000000000041400000000000000031c00000000000000031400000000000000041c0eb10112c
25	0	2024-06-03 00:00:00+00	\\x00220000000500000000efffffff1400000000110000000a00000000deffffff19000000a005c7a9
26	0	2024-06-03 00:00:00+00	\\x000b7fa14c1d05000000000b0081120014000000000f0081050088130a000000000f00a10400881319000000704efd54
27	0	2024-06-03 00:00:00+00	\\x002200000000efffffff001100000000deffffffeb69bd89
28	0	2024-06-03 00:10:00+00	\\x0007773800077736000977313601000777370007773500097731334b323cb5
29	0	2024-06-03 00:10:00+00	\\x0007773820000000000777360700000000097731362f0000000116000000000777373e00000000077735250000000009773133340000001a227885
30	0	2024-06-03 00:10:00+00	\\x000000000000003740000000000000001c40000000000000003cc00000000000000046c00000000000000036400000000000000018400000000000008046c0359e294c
31	0	2024-06-03 00:10:00+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b323de9faa9
32	0	2024-06-03 00:10:00+00	\\x00170000002000000000070000000700000000e4ffffff2f00000000d4ffffff1600000000160000003e00000000060000002500000000d3ffffff34000000dcbc0427
33	0	2024-06-03 00:10:00+00	\\x000f00810400c40920000000000f008101004c1d07000000000f00a105004c1d2f000000000f00811400881316000000000b00810d003e000000000f00810a00881325000000000b7f8188133400000006be5688
34	0	2024-06-03 00:10:00+00	\\x0017000000000700000000e4ffffff00d4ffffff0016000000000600000000d3ffffff62fba724
35	0	2024-06-03 00:10:00+00	\\x00077734000977313200077733000777310009773131000777397fff428d
36	0	2024-06-03 00:10:00+00	\\x000777341000000000097731321f000000000777332e000000000777311500000000097731313d0000000007773924000000af2a7ab4
37	0	2024-06-03 00:10:00+00	\\x000000000000804240000000000000002cc0000000000000004240000000000000003440000000000000002ec0000000000000003fc04877ef39
38	0	2024-06-03 00:10:00+00	\\x00076b3100076b3100076b3100076b3100076b3100076b318b75c574
39	0	2024-06-03 00:10:00+00	\\x00250000001000000000f2ffffff1f00000000240000002e00000000140000001500000000f1ffffff3d00000000e1ffffff24000000d9de13fe
40	0	2024-06-03 00:10:00+00	\\x000b00810d0010000000000b008103001f000000000b00a107002e000000000f00811300c40915000000000f00810b004c1d3d000000000f00810900c40924000000c666ff40
41	0	2024-06-03 00:10:00+00	\\x002500000000f2ffffff0024000000001400000000f1ffffff00e1ffffff341d8cfc
42	0	2024-06-03 00:10:00+00	\\x000777320009773132000977313000077731000777390007773700077730a9059682
43	0	2024-06-03 00:10:00+00	\\x000777320800000000097731323000000000097731301700000000077731260000000007773935000000000777371c0000000007773044000000214118a3
44	0	2024-06-03 00:10:00+00	\\x000000000000004640000000000000002240000000000000001cc00000000000008045400000000000000020c00000000000000038c0000000000000004540ae1840aa
45	0	2024-06-03 00:10:00+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b3312eefdd9
46	0	2024-06-03 00:10:00+00	\\x002c0000000800000000090000003000000000f9ffffff17000000002b0000002600000000f8ffffff3500000000e8ffffff1c000000002a000000440000004c350427
47	0	2024-06-03 00:10:00+00	\\x000b0081030008000000000f00a10400881330000000000b00a1070017000000000f00810b004c1d26000000000f008101004c1d35000000000b7fa14c1d1c000000000f0081140088134400000055bc3d77
48	0	2024-06-03 00:10:00+00	\\x002c000000000900000000f9ffffff002b00000000f8ffffff00e8ffffff002a0000005b7c0af7
49	0	2024-06-03 00:10:00+00	\\x0007773600097731340009773132000777350007773300097731330134c9f68a
50	0	2024-06-03 00:10:00+00	\\x000777361800000000097731342700000000097731320e0000000007773536000000000777331d000000000977313345000000012c000000799b5ad6
51	0	2024-06-03 00:10:00+00	\\x000000000000003e400000000000000035c00000000000008042c0000000000000003d40000000000000002a400000000000000036c00000000000000043c0a45b5b1c
52	0	2024-06-03 00:10:00+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b346134d182
53	0	2024-06-03 00:10:00+00	\\x001e0000001800000000ebffffff2700000000dbffffff0e000000001d00000036000000000d0000001d00000000eaffffff4500000000daffffff2c00000063ae12c2
54	0	2024-06-03 00:10:00+00	\\x000f00a105004c1d18000000000b00810d0027000000000f00810a0088130e000000000b0081030036000000000b7f8188131d000000000b00a1070045000000000f00811300c4092c00000018d9b0e0
55	0	2024-06-03 00:10:00+00	\\x001e00000000ebffffff00dbffffff001d000000000d00000000eaffffff00daffffffec6db882
56	0	2024-06-03 00:10:00+00	\\x000977313000077738010009773136000777370009773135000977313362ea9ab4
57	0	2024-06-03 00:10:00+00	\\x000977313028000000000777380f000000013700000000097731361e000000000777372d00000000097731353c000000000977313323000000fb953a65
58	0	2024-06-03 00:10:00+00	\\x0000000000000030400000000000000000000000000000008041c000000000000000494000000000000000f0bf0000000000008048400000000000008040401c254e50
59	0	2024-06-03 00:10:00+00	\\x00100000002800000000000000000f00000000ddffffff3700000000320000001e00000000ffffffff2d00000000310000003c000000002100000023000000bd80f58f
60	0	2024-06-03 00:10:00+00	\\x000f00810e00c40928000000000f00810b004c1d0f000000000f00810400c40937000000000f008101004c1d1e000000000f0081140088132d000000000f00810a0088133c000000000b0081080023000000d2c6320e
61	0	2024-06-03 00:10:00+00	\\x0010000000000000000000ddffffff003200000000ffffffff0031000000002100000000584b83
62	0	2024-06-03 00:20:00+00	\\x0007773443000000000777322a0000000009773130390000001c97d8bb
63	0	2024-06-03 00:20:00+00	\\x0000000000000014400000000000000026c0000000000000804340f148cbc7
64	0	2024-06-03 00:20:00+00	\\x00050000004300000000f5ffffff2a0000000027000000390000004e8fb625
65	0	2024-06-03 00:20:00+00	\\x000f00811300c40943000000000f008110004c1d2a000000000f008106004c1d39000000a9f7f3e7
66	0	2024-06-03 00:20:00+00	\\x000777303300000001420000000009773134380000007bb80302
67	0	2024-06-03 00:20:00+00	\\x0000000000000033400000000000000040c0000000000000000040300ccd9b
68	0	2024-06-03 00:20:00+00	\\x00130000003300000000e0ffffff420000000002000000380000003d892034
69	0	2024-06-03 00:20:00+00	\\x000b7fa14c1d33000000000b0081120042000000000f00810500881338000000e34767e4
70	0	2024-06-03 00:20:00+00	\\x00097731352b000000000777363a000000000777333f000000329d188b
71	0	2024-06-03 00:20:00+00	\\x000000000000003a400000000000000039c00000000000000045c06516957a
72	0	2024-06-03 00:20:00+00	\\x001a0000002b00000000e7ffffff3a00000000d6ffffff3f000000db79fe8b
73	0	2024-06-03 00:20:00+00	\\x000b008112002b000000000b008108003a000000000f00810e00c4093f000000d889c920
74	0	2024-06-03 00:20:00+00	\\x000777323b000000000777383100000000097731364000000038d9f5fe
75	0	2024-06-03 00:20:00+00	\\x0000000000000028400000000000000047400000000000000014c0033c39af
76	0	2024-06-03 00:20:00+00	\\x000c0000003b000000002e0000003100000000fbffffff40000000c21091dd
77	0	2024-06-03 00:20:00+00	\\x000f00810900c4093b000000000f00a10300c40931000000000f00810f008813400000000f8e563b
78	0	2024-06-03 00:20:00+00	\\x000777343200000000097731324100000000077739460000009131aecc
79	0	2024-06-03 00:20:00+00	\\x0000000000000032c0000000000000004040000000000000002e40f230fdf4
80	0	2024-06-03 00:20:00+00	\\x00eeffffff32000000002000000041000000000f0000004600000018326bce
81	0	2024-06-03 00:20:00+00	\\x000b00a1020032000000000f008110004c1d41000000000f00a105004c1d460000000996588f
82	0	2024-06-03 00:20:00+00	\\x0007773400077732000977313000097731320007773300077731000777398a2746c6
62	1	2024-06-03 00:20:00+00	\\x0009773132520000000007773361000000000777314800000000077739570000006076a14a
63	1	2024-06-03 00:20:00+00	\\x0000000000000047c00000000000000010400000000000000028c0000000000000004340e089307a
83	0	2024-06-03 00:20:00+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b32279fe9e8
64	1	2024-06-03 00:20:00+00	\\x00d2ffffff5200000000040000006100000000f4ffffff48000000002600000057000000b64ac3bd
65	1	2024-06-03 00:20:00+00	\\x000f00810900c40952000000000b7fa14c1d61000000000f00a10300c40948000000000f00810f00881357000000a7ef1d5f
84	0	2024-06-03 00:20:00+00	\\x000500000000f5ffffff002700000000d2ffffff000400000000f4ffffff002600000012688c5c
85	0	2024-06-03 00:20:00+00	\\x000777300100097731340009773136000777370007773549f03ba0
66	1	2024-06-03 00:20:00+00	\\x000977313651000000000777376000000000077735470000000270d6f7
67	1	2024-06-03 00:20:00+00	\\x0000000000000032400000000000008040c00000000000008048c0b1e4d42f
86	0	2024-06-03 00:20:00+00	\\x00076b3100076b3100076b3100076b3100076b3100076b315dea6e6d
68	1	2024-06-03 00:20:00+00	\\x00120000005100000000dfffffff6000000000cfffffff470000004a2d304b
69	1	2024-06-03 00:20:00+00	\\x000b0081080051000000000b00a1020060000000000f00a104008813470000007bbb907c
87	0	2024-06-03 00:20:00+00	\\x001300000000e0ffffff0002000000001200000000dfffffff00cfffffffd346215e
88	0	2024-06-03 00:20:00+00	\\x0009773135000777360007773300077738000977313401000977313327bcfb66
70	1	2024-06-03 00:20:00+00	\\x000777385300000000097731344900000001580000000009773133670000009028d3b1
71	1	2024-06-03 00:20:00+00	\\x0000000000000022c0000000000000003940000000000000003ac0000000000000003840b0f11ea0
89	0	2024-06-03 00:20:00+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b33b5a63209
72	1	2024-06-03 00:20:00+00	\\x00f7ffffff5300000000190000004900000000e6ffffff58000000001800000067000000e51134c2
73	1	2024-06-03 00:20:00+00	\\x000f00810a00881353000000000b00a1020049000000000f008110004c1d58000000000f008106004c1d670000005edd7b5d
90	0	2024-06-03 00:20:00+00	\\x001a00000000e7ffffff00d6ffffff00f7ffffff001900000000e6ffffff001800000050809b3d
91	0	2024-06-03 00:20:00+00	\\x000777320007773800097731360009773130000777310007773900077737b598190d
74	1	2024-06-03 00:20:00+00	\\x00097731304a00000000077731590000000007773968000000000777374f000000bb1571cc
75	1	2024-06-03 00:20:00+00	\\x0000000000008043c00000000000000026400000000000000044c00000000000008046407d0a155e
92	0	2024-06-03 00:20:00+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b34e0580698
76	1	2024-06-03 00:20:00+00	\\x00d9ffffff4a000000000b0000005900000000d8ffffff68000000002d0000004f0000000d9a82e7
77	1	2024-06-03 00:20:00+00	\\x000b7fa14c1d4a000000000b0081120059000000000b0081080068000000000f0081050088134f000000489493b5
93	0	2024-06-03 00:20:00+00	\\x000c000000002e00000000fbffffff00d9ffffff000b00000000d8ffffff002d000000ed1997bb
94	0	2024-06-03 00:20:00+00	\\x00077734000977313200077739000777360009773134000777330009773131c26ca08f
78	1	2024-06-03 00:20:00+00	\\x000777364b00000000097731345a000000000777335000000000097731315f00000022ee83ed
79	1	2024-06-03 00:20:00+00	\\x0000000000000000c00000000000000048400000000000000033c0000000000000003f40267c263b
80	1	2024-06-03 00:20:00+00	\\x00feffffff4b00000000300000005a00000000edffffff50000000001f0000005f000000acd6f4d3
81	1	2024-06-03 00:20:00+00	\\x000b7f8188134b000000000f00811300c4095a000000000f008106004c1d50000000000f00a10300c4095f0000000538f1b1
95	0	2024-06-03 00:20:00+00	\\x00eeffffff0020000000000f00000000feffffff003000000000edffffff001f000000de399f6b
96	0	2024-06-03 00:30:00+00	\\x0007773066000000014d000000000777365c00000000097731346b000000995c9956
97	0	2024-06-03 00:30:00+00	\\x000000000000002ac0000000000000003dc0000000000000003540000000000000003ec0ece5eae8
98	0	2024-06-03 00:30:00+00	\\x00f3ffffff6600000000e3ffffff4d00000000150000005c00000000e2ffffff6b00000090594abf
99	0	2024-06-03 00:30:00+00	\\x000f00810500881366000000000b008103004d000000000b00a107005c000000000f00810b004c1d6b000000cf4be763
100	0	2024-06-03 00:30:00+00	\\x00f3ffffff00e3ffffff001500000000e2ffffff0709b40c
101	0	2024-06-03 00:30:00+00	\\x0009773133000777340009773130000777318bb4a51d
102	0	2024-06-03 00:30:00+00	\\x000977313356000000000777346500000000097731305b000000000777316a000000b44b730f
103	0	2024-06-03 00:30:00+00	\\x00000000000000f03f0000000000000049c00000000000000030c0000000000000004140292409db
104	0	2024-06-03 00:30:00+00	\\x00010000005600000000ceffffff6500000000f0ffffff5b00000000220000006a000000869127b7
105	0	2024-06-03 00:30:00+00	\\x000f00810e00c40956000000000f00810400c40965000000000f0081140088135b000000000f00810a0088136a00000010153747
106	0	2024-06-03 00:30:00+00	\\x000100000000ceffffff00f0ffffff00220000004349cd94
107	0	2024-06-03 00:30:00+00	\\x000977313100077732000977313000097731364ea4fe46
108	0	2024-06-03 00:30:00+00	\\x00097731314e000000000777325d00000000097731306c000000000977313662000000f943a7fc
109	0	2024-06-03 00:30:00+00	\\x0000000000000020400000000000008045c0000000000000001c400000000000008044400b5964c8
110	0	2024-06-03 00:30:00+00	\\x00080000004e00000000d5ffffff5d00000000070000006c00000000290000006200000029ea887f
111	0	2024-06-03 00:30:00+00	\\x000f00810400c4094e000000000f00a105004c1d5d000000000b00810d006c000000000b7f818813620000004d3cc2ee
112	0	2024-06-03 00:30:00+00	\\x000800000000d5ffffff00070000000029000000234f46af
113	0	2024-06-03 00:30:00+00	\\x00097731355e000000000777366d0000000007773454000000016300000079cf403a
114	0	2024-06-03 00:30:00+00	\\x0000000000000018c0000000000000004640000000000000003c400000000000000037c00ebf9fe8
115	0	2024-06-03 00:30:00+00	\\x00faffffff5e000000002c0000006d000000001c0000005400000000e9ffffff6300000083bf3f6e
116	0	2024-06-03 00:30:00+00	\\x000f00a1040088135e000000000f00810e00c4096d000000000f00810b004c1d54000000000f008101004c1d63000000cd4b9239
117	0	2024-06-03 00:30:00+00	\\x00faffffff002c000000001c00000000e9ffffffe9442af6
118	0	2024-06-03 00:30:00+00	\\x016e000000000777305500000000077738640000000007773569000000836f9490
119	0	2024-06-03 00:30:00+00	\\x0000000000000034c00000000000000042c0000000000000002c400000000000000008c07280350e
120	0	2024-06-03 00:30:00+00	\\x00ecffffff6e00000000dcffffff55000000000e0000006400000000fdffffff6900000070c8ab3b
121	0	2024-06-03 00:30:00+00	\\x000f00810f0088136e000000000b00810d0055000000000b0081030064000000000f00810900c4096900000033bd6a03
122	0	2024-06-03 00:30:00+00	\\x00ecffffff00dcffffff000e00000000fdffffff3062ccb4
123	0	2024-06-03 00:00:00+00	\\x0007773902000000000777330c000000000777301100000000097731311b00000046003fd3
124	0	2024-06-03 00:00:00+00	\\x000977313301000000010b00000000097731351a0000000007773629000000b22e3cc4
125	0	2024-06-03 00:00:00+00	\\x000777350300000000097731360d0000000009773133120000000121000000499ea038
126	0	2024-06-03 00:00:00+00	\\x000777310400000000097731350900000000077739130000000007773022000000c71c1365
127	0	2024-06-03 00:00:00+00	\\x00097731340500000000097731310a00000000077735140000000007773219000000c80afca0
128	0	2024-06-03 00:10:00+00	\\x000777360700000001160000000007773820000000000777352500000000097731362f000000000977313334000000000777373e0000000890185a
129	0	2024-06-03 00:10:00+00	\\x0007773410000000000777311500000000097731321f0000000007773924000000000777332e00000000097731313d000000000777324c00000033b4d75d
130	0	2024-06-03 00:10:00+00	\\x0007773208000000000977313017000000000777371c000000000777312600000000097731323000000000077739350000000007773044000000dea150cd
131	0	2024-06-03 00:10:00+00	\\x00097731320e0000000007773618000000000777331d000000000977313427000000012c000000000777353600000000097731334500000064e653fb
132	0	2024-06-03 00:10:00+00	\\x000777380f00000000097731361e000000000977313323000000000977313028000000000777372d000000013700000000097731353c00000090d53fcc
133	0	2024-06-03 00:20:00+00	\\x000777322a0000000009773130390000000007773443000000000777314800000000097731325200000000077739570000000007773361000000eaafc314
134	0	2024-06-03 00:20:00+00	\\x0007773033000000000977313438000000014200000000077735470000000009773136510000000007773760000000b0ba6e9a
135	0	2024-06-03 00:20:00+00	\\x00097731352b000000000777363a000000000777333f000000000977313449000000000777385300000001580000000009773133670000009133bfe7
136	0	2024-06-03 00:20:00+00	\\x0007773831000000000777323b00000000097731364000000000097731304a000000000777374f000000000777315900000000077739680000005af1de88
137	0	2024-06-03 00:20:00+00	\\x00077734320000000009773132410000000007773946000000000777364b000000000777335000000000097731345a00000000097731315f000000bfd9ece6
138	0	2024-06-03 00:30:00+00	\\x014d000000000777365c000000000777306600000000097731346b0000005d0f0347
139	0	2024-06-03 00:30:00+00	\\x00097731335600000000097731305b0000000007773465000000000777316a000000893a1952
140	0	2024-06-03 00:30:00+00	\\x00097731314e000000000777325d00000000097731366200000000097731306c0000007b32fabb
141	0	2024-06-03 00:30:00+00	\\x000777345400000000097731355e0000000163000000000777366d0000005c1d45a4
142	0	2024-06-03 00:30:00+00	\\x000777305500000000077738640000000007773569000000016e000000e5e06f23
\.
COPY public.tumbles_collected_results (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at, most, words) FROM stdin;
2024-06-02 23:40:00+00	2024-06-02 23:50:00+00	k1	1	w10	-30	k1	{-30}	[0.50]	{-30}	-30	-8923776927054126720	\\x03010008fe010105000001050000097731300100000001090000097731300600000001000000010900000000000000003ec00100000001040000076b310100000001090000e2ffffff0600000001000000010a00000b7f818813060000000105000001050000e2ffffff01000000010900000977313006000000cc9b2790	0	2026-11-30 17:05:45.528397+00	-30	w10
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k2	4	w9,w3,w0,w11	-14.25	k2	{40,-27,-10,24}	[-4.50, 8.00, 14.25, -2.00]	{24,-10,-27,40}	27	6320120241569505355	\\x03010008fe010100118080e4c3fc9daf01041101000100218080e4c3fc9daf01042101010100248080e4c3fc9daf01042401020100000004100000076b3200076b3200076b3200076b320100248080e4c3fc9daf010424010301002c8080e4c3fc9daf01042c01040100148080e4c3fc9daf01041401050100218080e4c3fc9daf010421017b58a0f98b	0	2026-11-30 17:05:45.528397+00	40	w9w3w0w11
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k1	3	w13,w15,w6	-47.25	k1	{-48,3,-47,-13}	[-5.75, 6.75, -3.25, 15.50]	{-13,-47,3,-48}	-105	-8923776927054126720	\\x03010008fe01010f0000040f0001000977313500097731330007773601001f8080e4c3fc9daf01041f01060100248080e4c3fc9daf01042401070100000004100000076b3100076b3100076b3100076b310100248080e4c3fc9daf01042401080100308080e4c3fc9daf01043001090100148080e4c3fc9daf010414010a01001f8080e4c3fc9daf01041f017c524a9257	0	2026-11-30 17:05:45.528397+00	3	w13w15w6
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k3	3	w5,w16,w13	-40.25	k3	{-41,10,27,-40}	[-3.25, 9.25, 15.50, 5.50]	{-40,27,10,-41}	-44	-6894211576853267485	\\x03010008fe01010f0000040f0000097731360007773500097731330101001f8080e4c3fc9daf01041f010b0100248080e4c3fc9daf010424010c0100000004100000076b3300076b3300076b3300076b330100248080e4c3fc9daf010424010d0100308080e4c3fc9daf010430010e0100148080e4c3fc9daf010414010f01001f8080e4c3fc9daf01041f017d163280a2	0	2026-11-30 17:05:45.528397+00	27	w5w16w13
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k4	4	w1,w15,w9,w0	-8	k4	{-4,47,-20,-3}	[-2.00, 4.25, 16.75, 6.75]	{-3,-20,47,-4}	20	-4303773977497842951	\\x03010008fe010100118080e4c3fc9daf01041101100100218080e4c3fc9daf01042101110100248080e4c3fc9daf01042401120100000004100000076b3400076b3400076b3400076b340100248080e4c3fc9daf010424011301002e8080e4c3fc9daf01042e01140100148080e4c3fc9daf01041401150100218080e4c3fc9daf010421017eaf509d5c	0	2026-11-30 17:05:45.528397+00	47	w1w15w9w0
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	\N	4	w14,w11,w5,w2	-21.25	\N	{-34,-17,17,34}	[-0.75, 5.50, 18.00, -4.50]	{34,17,-17,-34}	0	-3559088493156320873	\\x03010008fe010100128080e4c3fc9daf01041201160100228080e4c3fc9daf01042201170100248080e4c3fc9daf010424011801000000040400010101010100248080e4c3fc9daf010424011901002c8080e4c3fc9daf01042c011a0100148080e4c3fc9daf010414011b0100228080e4c3fc9daf010422017fcc1b1ca7	0	2026-11-30 17:05:45.528397+00	34	w14w11w5w2
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k2	6	w6,w8,w5,w16,w13,w7	-36	k2	{22,-45,-28,6,23,-44,7}	[1.75, 20.50, 4.25, 10.50, -5.75, 0.50, 13.00]	{7,-44,23,6,-28,-45,22}	-59	6320120241569505355	\\x03010008fe0101001b808cf1e1fe9daf01071b011c010037808cf1e1fe9daf010737011d01003f808cf1e1fe9daf01073f011e01001c808cf1e1fe9daf01071c011f01003f808cf1e1fe9daf01073f0120010050808cf1e1fe9daf0107500121010023808cf1e1fe9daf0107230122010037808cf1e1fe9daf010737018001ee300433	0	2026-11-30 17:05:45.528397+00	23	w6w8w5w16w13w7
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k1	7	w4,w1,w12,w9,w3,w11,w2	-14.5	k1	{35,-15,36,-31,-14,20,37}	[13.00, 19.25, 3.00, 9.25, -7.00, 11.75, 1.75]	{37,20,-14,-31,36,-15,35}	68	-8923776927054126720	\\x03010008fe0102041a808cf1e1fe9daf01061a012301040000077732020032808cf1e1fe9daf0106320124010800000777324c000000020036808cf1e1fe9daf0106360125010900000000000000804140020018808cf1e1fe9daf010618012601040000076b31020036808cf1e1fe9daf010636012701090000230000004c000000020042808cf1e1fe9daf0106420128010c00000f008101004c1d4c00000002051e808cf1e1fe9daf01061e0129010500002300000001003a808cf1e1fe9daf01073a0181017968c967	1	2026-11-30 17:05:45.528397+00	37	w4w1w12w9w3w11w2
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	\N	6	w8,w16,w13,w10,w7,w15	-0.5	\N	{49,-35,-1,16,33,50,0}	[11.75, 1.75, 8.00, 14.25, 20.50, 4.25, 10.50]	{0,50,33,16,-1,-35,49}	112	-3559088493156320873	\\x03010008fe0101001d808cf1e1fe9daf01071d0138010039808cf1e1fe9daf010739013901003f808cf1e1fe9daf01073f013a010000000707000101010101010101003f808cf1e1fe9daf01073f013b010052808cf1e1fe9daf010752013c010023808cf1e1fe9daf010723013d010039808cf1e1fe9daf0107390184018c373529	0	2026-11-30 17:05:45.528397+00	50	w8w16w13w10w7w15
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k2	7	w2,w10,w4,w1,w12,w9,w3	-11.5	k2	{4,38,-46,-12,5,39,-11}	[16.75, 6.75, 19.25, -3.25, 9.25, 15.50, -0.75]	{-11,39,5,-12,-46,38,4}	17	6320120241569505355	\\x03010008fe0101001e8098feff809eaf01071e01520100198098feff809eaf01073a023e01001b8098feff809eaf01073f023f01001c8098feff809eaf01071c015301001b8098feff809eaf01073f02400100248098feff809eaf01075202410100238098feff809eaf010723015401003a8098feff809eaf01073a01850104d2b43d	0	2026-11-30 17:05:45.528397+00	39	w2w10w4w1w12w9w3
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k1	5	w0,w14,w5,w16,w7	-32.75	k1	{-33,18,-49,-32,2,19}	[-0.75, 5.50, 18.00, -4.50, 8.00, -2.00]	{19,2,-32,-49,18,-33}	-75	-8923776927054126720	\\x03010008fe010100178098feff809eaf01061701550100168098feff809eaf01062f024201001b8098feff809eaf01063602430100188098feff809eaf010618015601001b8098feff809eaf01063602440100208098feff809eaf010640024501001e8098feff809eaf01061e015701002f8098feff809eaf01062f018601405c5b1c	0	2026-11-30 17:05:45.528397+00	19	w0w14w5w16w7
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k3	6	w15,w6,w3,w14,w8,w13	-25.5	k3	{24,-26,-9,25,-42,-25,26}	[18.00, 8.00, 14.25, -2.00, 10.50, 16.75, 6.75]	{26,-25,-42,25,-9,-26,24}	-27	-6894211576853267485	\\x03010008fe0101001c8098feff809eaf01071c01580100198098feff809eaf010738024601001b8098feff809eaf01073f024701001c8098feff809eaf01071c015901001b8098feff809eaf01073f02480100208098feff809eaf01074e02490100238098feff809eaf010723015a0100388098feff809eaf010738018701ce3eedba	0	2026-11-30 17:05:45.528397+00	26	w15w6w3w14w8w13
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k4	7	w8,w2,w16,w10,w7,w1,w9	-22	k4	{-40,11,45,-39,-5,12,46}	[-3.25, 9.25, 15.50, -0.75, 5.50, 18.00, 8.00]	{46,12,-5,-39,45,11,-40}	30	-4303773977497842951	\\x03010008fe0101001e8098feff809eaf01071e015b0100198098feff809eaf01073a024a01001b8098feff809eaf01073f024b01001c8098feff809eaf01071c015c01001b8098feff809eaf01073f024c0100248098feff809eaf01074e024d0100238098feff809eaf010723015d01003a8098feff809eaf01073a0188014e139139	0	2026-11-30 17:05:45.528397+00	46	w8w2w16w10w7w1w9
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	\N	7	w4,w12,w9,w6,w3,w14,w11	-10	\N	{31,48,-19,-2,15,32,-18}	[-2.00, 16.75, -5.75, 0.50, 6.75, 19.25, -3.25]	{-18,32,15,-2,-19,48,31}	87	-3559088493156320873	\\x03010008fe0101001f8098feff809eaf01071f015e0100198098feff809eaf01073b024e01001b8098feff809eaf01073f024f010000000707000101010101010101001b8098feff809eaf01073f02500100228098feff809eaf01075002510100238098feff809eaf010723015f01003b8098feff809eaf01073b0189010bf0cb6a	0	2026-11-30 17:05:45.528397+00	48	w4w12w9w6w3w14w11
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k3	7	w2,w10,w7,w1,w12,w9,w0	-7.5	k3	{42,-8,9,43,-24,-7,44}	[3.00, -7.00, -0.75, 11.75, -4.50, 1.75, 20.50]	{44,-7,-24,43,9,-8,42}	99	-6894211576853267485	\\x03010008fe0101001e808cf1e1fe9daf01071e012a01003a808cf1e1fe9daf01073a012b01003f808cf1e1fe9daf01073f012c01001c808cf1e1fe9daf01071c012d01003f808cf1e1fe9daf01073f012e01004e808cf1e1fe9daf01074e012f010023808cf1e1fe9daf010723013001003a808cf1e1fe9daf01073a018201402f4d33	0	2026-11-30 17:05:45.528397+00	44	w2w10w7w1w12w9w0
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k4	6	w12,w6,w3,w14,w5,w13	-29.5	k4	{-22,29,-38,-21,13,30,-37}	[10.50, -5.75, 0.50, 13.00, 19.25, 3.00, -7.00]	{-37,30,13,-21,-38,29,-22}	-46	-4303773977497842951	\\x03010008fe0101001c808cf1e1fe9daf01071c0131010038808cf1e1fe9daf010738013201003f808cf1e1fe9daf01073f013301001c808cf1e1fe9daf01071c013401003f808cf1e1fe9daf01073f013501004c808cf1e1fe9daf01074c0136010023808cf1e1fe9daf0107230137010038808cf1e1fe9daf0107380183018427e3c8	0	2026-11-30 17:05:45.528397+00	30	w12w6w3w14w5w13
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k2	3	w6,w0,w14	-29.25	k2	{-30,-13,21,-29}	[3.00, -7.00, 5.50, 11.75]	{-29,21,-13,-30}	-51	6320120241569505355	\\x03010008fe01010e0000040e00000777300100077736000977313401001e80a48b9e839eaf01041e016001002480a48b9e839eaf01042401610100000004100000076b3200076b3200076b3200076b3201002480a48b9e839eaf010424016201002c80a48b9e839eaf01042c016301001480a48b9e839eaf010414016401001e80a48b9e839eaf01041e018a01b4606af7	0	2026-11-30 17:05:45.528397+00	21	w6w0w14
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k1	4	w13,w10,w4,w1	-24.5	k1	{34,-50,-16,1}	[14.25, 20.50, 4.25, 10.50]	{1,-16,-50,34}	-31	-8923776927054126720	\\x03010008fe0101001280a48b9e839eaf010412016501002280a48b9e839eaf010422016601002480a48b9e839eaf01042401670100000004100000076b3100076b3100076b3100076b3101002480a48b9e839eaf010424016801003080a48b9e839eaf010430016901001480a48b9e839eaf010414016a01002280a48b9e839eaf010422018b01f883baa3	0	2026-11-30 17:05:45.528397+00	34	w13w10w4w1
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k3	4	w11,w2,w16,w10	-5.5	k3	{7,41,-43,8}	[4.25, -5.75, 0.50, 13.00]	{8,-43,41,7}	13	-6894211576853267485	\\x03010008fe0101001380a48b9e839eaf010413016b01002380a48b9e839eaf010423016c01002480a48b9e839eaf010424016d0100000004100000076b3300076b3300076b3300076b3301002480a48b9e839eaf010424016e01002c80a48b9e839eaf01042c016f01001480a48b9e839eaf010414017001002380a48b9e839eaf010423018c0194c3f2cf	0	2026-11-30 17:05:45.528397+00	41	w11w2w16w10
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k4	3	w4,w15,w6	-10.25	k4	{44,-23,-6,28}	[11.75, -4.50, 1.75, 14.25]	{28,-6,-23,44}	43	-4303773977497842951	\\x03010008fe01010e0000040e00000977313500077736000777340101001e80a48b9e839eaf01041e017101002480a48b9e839eaf01042401720100000004100000076b3400076b3400076b3400076b3401002480a48b9e839eaf010424017301003080a48b9e839eaf010430017401001480a48b9e839eaf010414017501001e80a48b9e839eaf01041e018d0190e1b556	0	2026-11-30 17:05:45.528397+00	44	w4w15w6
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	\N	3	w0,w8,w5	-24	\N	{-20,-3,14,-36}	[13.00, 3.00, 9.25, 15.50]	{-36,14,-3,-20}	-45	-3559088493156320873	\\x03010008fe01010d0000040d000100077730000777380007773501001d80a48b9e839eaf01041d017601002480a48b9e839eaf0104240177010000000404000101010101002480a48b9e839eaf010424017801002c80a48b9e839eaf01042c017901001480a48b9e839eaf010414017a01001d80a48b9e839eaf01041d018e014c397bab	0	2026-11-30 17:05:45.528397+00	14	w0w8w5
\.
COPY public.tumbles_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:40:00+00	2024-06-02 23:50:00+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000184000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec00000000000000000000000000000184000000000000000000000000000000000c534cfb3	0	2026-11-30 17:05:45.161431+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k2	4	27	6.7500000000000000	w0	2024-06-02 23:58:49+00	15.75	3.9375000000000000	8.7425563576488694	940.9166666666666667	58	14.5	0.16443818311625336	f	35	-3	27	14.25	6320120241569505355	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000f1d4c0000000200000000000000000000000401230c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000001b000000010000000000000000000000000bbd0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000004d40ffffffffff4f74400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003b4000000000800da6400000000000004d40ffffffffff4f74400000000000b06340f5719a6b	0	2026-11-30 17:05:45.161431+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k1	4	-105	-26.2500000000000000	w13	2024-06-02 23:59:37+00	13.25	3.3125000000000000	9.7561412283067462	644.9166666666666667	79	19.75	-0.259704023686933	f	-15	-45	-105	15.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c4000000020000000000000000000000040149111700000002000000000000000400000000000000000000000000000000000000000000000030000000c000000000000000000000040000000100000000000040000000000000690000000100000000000000000000000012530030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c053400000000000b68c400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000405ac000000000003b9e400000000000c05340ffffffffffb58c400000000000a475c0a44f4d79	0	2026-11-30 17:05:45.161431+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k3	4	-44	-11.0000000000000000	w13	2024-06-02 23:59:21+00	27.00	6.7500000000000000	7.8395365509278247	1208.6666666666666667	67	16.75	-0.15724227579299996	f	30	27	-44	15.50	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002001b00000002000000000000000000000004016e186a00000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002c00000001000000000000000000000000100e0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000c0504000000000004c7d400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000046c0000000000054ac400000000000c0504000000000004c7d400000000000a069c077d62f26	0	2026-11-30 17:05:45.161431+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	k4	4	20	5.0000000000000000	w0	2024-06-02 23:58:33+00	25.75	6.4375000000000000	7.7979030300887088	844.6666666666666667	66	16.5	0.20374403617583578	f	-62	-3	20	16.75	-4303773977497842951	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200191d4c00000002000000000000000000000004015c075300000002000000000000000400000000000000000000000000000000000000000000000030000000c00000000000000000000004000000010000000000000000000000000014000000010000000000000000000000000a4a0030000000c00000000100000000000000bd02000003000000010000000000000000001040000000000080504000000000006880400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000000034400000000000cca340000000000080504000000000006880400000000000606d40df185706	0	2026-11-30 17:05:45.161431+00
2024-06-02 23:50:00+00	2024-06-03 00:00:00+00	\N	4	0	0.00000000000000000000	w11	2024-06-02 23:59:05+00	18.25	4.5625000000000000	9.8623336487871875	963.3333333333333333	60	15	-1	f	2	\N	0	18.00	-3559088493156320873	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002001209c400000002000000000000000000000004017702710000000200000000000000040000000000000000000000000000000000000000000000002e000000b8000000000000000000000400000000000000000000000000000000000000010000000000000000000000000b4a0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000004e400000000000406f400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000000000000000000094a6400000000000004e400000000000406f400000000000908ac03ffe3ec1	0	2026-11-30 17:05:45.161431+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k2	7	-59	-8.4285714285714286	w13	2024-06-03 00:08:44+00	44.75	6.3928571428571429	8.8304128145965224	890.9523809523809524	259	37	-0.02089226477049185	f	-29	-39	-59	20.50	6320120241569505355	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002002c1d4c0000000200000000000000000000000402f1249f00000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000400000000000003b0000000100000000000000000000000016d30030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000307040000000000068a0400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000804dc0dcb66ddbb6e1b4400000000000307040000000000068a04000000000008051c0b83db00c	0	2026-11-30 17:05:45.161431+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k3	7	99	14.1428571428571429	w0	2024-06-03 00:09:16+00	24.75	3.5357142857142857	9.5975567327364748	819.8095238095238095	202	28.857142857142858	-0.47303680859276015	f	-51	27	99	20.50	-6894211576853267485	\\x030708000a0f07000000000000000700000000000000580000006001000000000000000000070000000200000000000000000000000200181d4c000000020000000000000000000000040280075300000002000000000000000700000000000000000000000000000000000000000000000030000000c000000000000000000000070000000100000000000000000000000000630000000100000000000000000000000018af0030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000406940dcb66ddbb691a0400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000c058406edbb66ddb36b3400000000000406940dbb66ddbb691a040b66ddbb66ddf97c01c259578	0	2026-11-30 17:05:45.161431+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k4	7	-46	-6.5714285714285714	w12	2024-06-03 00:08:28+00	33.50	4.7857142857142857	9.8387293507899300	890.9523809523809524	209	29.857142857142858	0.298179392686524	f	14	9	-46	19.25	-4303773977497842951	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002002113880000000200000000000000000000000402e504e200000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000400000000000002e0000000100000000000000000000000016100030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000206a40b76ddbb66dab9b400048000000200100000100000000000000bd02000006000000010000000000000000001c4000000000000047c0dcb66ddbb6e1b4400000000000206a40b76ddbb66dab9b40b76ddbb66dab8c4020330c7a	0	2026-11-30 17:05:45.161431+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	\N	7	112	16.0000000000000000	w10	2024-06-03 00:09:55+00	71.00	10.1428571428571429	6.2796913785252066	946.6666666666666667	280	40	-0.07624305226122999	f	16	33	112	20.50	-3559088493156320873	\\x030708000a0f07000000000000000700000000000000560000005801000000000000000000070000000100000000000000000000000200470000000200000000000000000000000403bc1d4c00000002000000000000000700000000000000000000000000000000000000000000000030000000c00000000000000000000007000000010000000000000000000000000070000000010000000000000000000000001d300030000000c00000000100000000000000bd02000003000000010000000000000000001c4000000000008071400100000000e095400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000005c40000000000030b64000000000008071400000000000e09540fdffffffffdf6ac006e3ab98	0	2026-11-30 17:05:45.161431+00
2024-06-03 00:00:00+00	2024-06-03 00:10:00+00	k1	7	68	9.7142857142857143	w1	2024-06-03 00:09:32+00	51.00	7.2857142857142857	8.6859903621537925	835.2380952380952381	223	31.857142857142858	-0.5094931323629143	f	-44	21	68	19.25	-8923776927054126720	\\x030708000a0f070000000000000007000000000000005600000058010000000000000000000700000001000000000000000000000002003300000002000000000000000000000004033809c400000002000000000000000700000000000000000000000000000000000000000000000030000000c000000000000000000000070000000100000000000000000000000000440000000100000000000000000000000016280030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000e06b40b66ddbb66d9b9c400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000005140b76ddbb66d93b3400000000000e06b40b66ddbb66d9b9c4092244992241d98c0a7e20989	1	2026-11-30 17:05:45.375316+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k2	7	17	2.4285714285714286	w1	2024-06-03 00:18:39+00	63.50	9.0714285714285714	8.7329766375721487	890.9523809523809524	184	26.285714285714285	0.4122915656631873	f	-45	27	17	19.25	6320120241569505355	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002003f1388000000020000000000000000000000040409186a00000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000000000000000001100000001000000000000000000000000150b0030000000c00000000100000000000000bd02000003000000010000000000000000001c4000000000000067406edbb66ddb1ea1400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000003140dbb66ddbb6e1b44000000000000067406edbb66ddb1ea14049922449920c96402f210555	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k1	6	-75	-12.5000000000000000	w0	2024-06-03 00:18:07+00	24.25	4.0416666666666667	8.3072508489070358	853.1000000000000000	165	27.5	0.6005063259113161	f	-13	-15	-75	18.00	-8923776927054126720	\\x030708000a0f060000000000000006000000000000005800000060010000000000000000000600000002000000000000000000000002001809c40000000200000000000000000000000401bb027100000002000000000000000600000000000000000000000000000000000000000000000030000000c0000000000000000000000600000001000000000000400000000000004b0000000100000000000000000000000014530030000000c00000000100000000000000bd020000030000000100000000000000000018400000000000a0644000000000000ba4400048000000200100000100000000000000bd020000060000000100000000000000000018400000000000c052c00000000080a9b0400000000000a0644000000000000ba44000000000000a9f401982d2c4	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k3	7	-27	-3.8571428571428571	w13	2024-06-03 00:19:11+00	72.25	10.3214285714285714	6.9006555934235422	819.8095238095238095	255	36.42857142857143	-0.47084757253138965	f	59	-27	-27	18.00	-6894211576853267485	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002004809c4000000020000000000000000000000040407111700000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000400000000000001b00000001000000000000000000000000139f0030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000e06f40b76ddbb66dffa2400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000003bc06edbb66ddb36b3400000000000e06f40b76ddbb66dffa240dbb66ddbb67199c031054655	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	k4	7	30	4.2857142857142857	w1	2024-06-03 00:18:23+00	52.25	7.4642857142857143	7.8014803235088171	1237.2380952380952381	198	28.285714285714285	0.2341359374872587	f	-2	18	30	18.00	-4303773977497842951	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002003409c40000000200000000000000000000000402f3075300000002000000000000000700000000000000000000000000000000000000000000000030000000c0000000000000000000000700000001000000000000000000000000001e000000010000000000000000000000001d800030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000c068406edbb66ddb1ea6400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000003e40b76ddbb66dffbc400000000000c068406edbb66ddb1ea640dcb66ddbb6c59040f43ac58e	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:10:00+00	2024-06-03 00:20:00+00	\N	7	87	12.4285714285714286	w11	2024-06-03 00:19:50+00	32.25	4.6071428571428571	9.9664616159827327	686.9523809523809524	141	20.142857142857142	-0.24380692992365327	f	-3	45	87	19.25	-3559088493156320873	\\x030708000a0f070000000000000007000000000000005800000060010000000000000000000700000002000000000000000000000002002009c40000000200000000000000000000000402e815f900000002000000000000000700000000000000000000000000000000000000000000000030000000c000000000000000000000070000000100000000000000000000000000570000000100000000000000000000000014530030000000c00000000100000000000000bd02000003000000010000000000000000001c400000000000a06140b66ddbb66dbb9a400048000000200100000100000000000000bd02000006000000010000000000000000001c400000000000c05540dcb66ddbb619b0400000000000a06140b66ddbb66dbb9a40b76ddbb66d3b84c0c33a57db	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k2	4	-51	-12.7500000000000000	w0	2024-06-03 00:26:19+00	13.25	3.3125000000000000	7.7979030300887088	566.9166666666666667	122	30.5	-0.018519879523813305	f	-25	-9	-51	11.75	6320120241569505355	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002000d09c40000000200000000000000000000000400e20c3500000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000003300000001000000000000000000000000092f0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000805e4000000000006880400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000008049c00000000000939a400000000000805e40000000000068804000000000008031c010a799ae	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k1	4	-31	-7.7500000000000000	w1	2024-06-03 00:28:02+00	49.50	12.3750000000000000	6.8083894326534133	1224.2500000000000000	128	32	0.16697609286294493	f	29	\N	-31	20.50	-8923776927054126720	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002003113880000000200000000000000000000000402ef186a00000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000001f000000010000000000000000000000000f490030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000060400000000000406f400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000003fc00000000080b1ac4000000000000060400000000000406f40feffffffffff63400d56b9c2	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k3	4	13	3.2500000000000000	w10	2024-06-03 00:27:46+00	12.00	3.0000000000000000	7.8395365509278247	1200.2500000000000000	121	30.25	0.1337388819542307	f	-13	\N	13	13.00	-6894211576853267485	\\x030708000a0f040000000000000004000000000000005600000058010000000000000000000400000001000000000000000000000002000c0000000200000000000000000000000400dc0ea600000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000000d000000010000000000000000000000000e3b0030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000405e4000000000004c7d400048000000200100000100000000000000bd020000060000000100000000000000000010400000000000002a40000000008021ac400000000000405e4000000000004c7d400000000000b86540d1f21feb	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	k4	4	43	10.7500000000000000	w15	2024-06-03 00:26:03+00	23.25	5.8125000000000000	8.7425563576488694	940.9166666666666667	130	32.5	0.16443818311625336	f	35	-6	43	14.25	-4303773977497842951	\\x030708000a0f040000000000000004000000000000005800000060010000000000000000000400000002000000000000000000000002001709c400000002000000000000000000000004016c111700000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000000000000000002b000000010000000000000000000000000cd50030000000c00000000100000000000000bd020000030000000100000000000000000010400000000000406040ffffffffff4f74400048000000200100000100000000000000bd02000006000000010000000000000000001040000000000080454000000000800da6400000000000406040ffffffffff4f74400000000000b06340abb9f0df	0	2026-11-30 17:05:45.375316+00
2024-06-03 00:20:00+00	2024-06-03 00:30:00+00	\N	4	-45	-11.2500000000000000	w0	2024-06-03 00:29:45+00	40.75	10.1875000000000000	5.4366618127916203	464.9166666666666667	144	36	0.46515870605807974	f	-61	-39	-45	15.50	-3559088493156320873	\\x030708000a0f04000000000000000400000000000000580000006001000000000000000000040000000200000000000000000000000200281d4c0000000200000000000000000000000401f71fbd00000002000000000000000400000000000000000000000000000000000000000000000030000000c0000000000000000000000400000001000000000000400000000000002d00000001000000000000000000000000076d0030000000c00000000100000000000000bd0200000300000001000000000000000000104000000000000062400000000000e075400048000000200100000100000000000000bd0200000600000001000000000000000000104000000000008046c00000000000cb954000000000000062400000000000e075400000000000507440127bac9a	0	2026-11-30 17:05:45.375316+00
\.
COPY public.visits_collected_collected (collection, chunk, window_end, data) FROM stdin;
0	0	2024-06-02 23:57:37.852416+00	\\x0009773134050000000007773514000000ee7411f1
1	0	2024-06-02 23:57:37.852416+00	\\x0000000000000041400000000000000031c0145a32c5
2	0	2024-06-02 23:57:37.852416+00	\\x00220000000500000000efffffff14000000c506c59c
3	0	2024-06-02 23:57:37.852416+00	\\x000b7fa14c1d05000000000b0081120014000000888ce646
4	0	2024-06-03 00:33:25.336064+00	\\x00077731000777390007773000097731350007773600097731340009773132000777350007773300097731330100077732168b6ad4
4	1	2024-06-03 00:33:25.336064+00	\\x00097731300007773800097731360007773100077739000777370009773135000777360007773401e2f20a4f
5	0	2024-06-03 00:33:25.336064+00	\\x000777310400000000077739130000000007773022000000000977313509000000000777361800000000097731342700000000097731320e0000000007773536000000000777331d000000000977313345000000012c000000000777323b000000927638c2
38	0	2024-06-03 00:33:25.336064+00	\\x00077738310000000009773136400000009bb64deb
5	1	2024-06-03 00:33:25.336064+00	\\x00097731304a000000fc970167
38	1	2024-06-03 00:33:25.336064+00	\\x00077731590000000007773968000000000777374f00000000097731355e000000000777366d00000000077734540000000163000000b61207dc
6	0	2024-06-03 00:33:25.336064+00	\\x0000000000000008c00000000000008047400000000000000010c00000000000000034c0000000000000003e400000000000000035c00000000000008042c0000000000000003d40000000000000002a400000000000000036c00000000000000043c00000000000000028402ebcccbf
39	0	2024-06-03 00:33:25.336064+00	\\x0000000000000047400000000000000014c07a00fbf4
6	1	2024-06-03 00:33:25.336064+00	\\x0000000000008043c0f2d1bfa4
39	1	2024-06-03 00:33:25.336064+00	\\x0000000000000026400000000000000044c00000000000008046400000000000000018c0000000000000004640000000000000003c400000000000000037c03172da35
7	0	2024-06-03 00:33:25.336064+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b34b464865b
7	1	2024-06-03 00:33:25.336064+00	\\x00076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3400076b3453e366ab
8	0	2024-06-03 00:33:25.336064+00	\\x00fdffffff04000000002f0000001300000000fcffffff2200000000ecffffff09000000001e0000001800000000ebffffff2700000000dbffffff0e000000001d00000036000000000d0000001d00000000eaffffff4500000000daffffff2c000000000c0000003b000000be239aa3
40	0	2024-06-03 00:33:25.336064+00	\\x002e0000003100000000fbffffff40000000c22308b8
8	1	2024-06-03 00:33:25.336064+00	\\x00d9ffffff4a00000020854329
40	1	2024-06-03 00:33:25.336064+00	\\x000b0000005900000000d8ffffff68000000002d0000004f00000000faffffff5e000000002c0000006d000000001c0000005400000000e9ffffff63000000b332eac7
9	0	2024-06-03 00:33:25.336064+00	\\x000b00a1020004000000000f008110004c1d13000000000f008106004c1d22000000000f00810400c40909000000000f00a105004c1d18000000000b00810d0027000000000f00810a0088130e000000000b0081030036000000000b7f8188131d000000000b00a1070045000000000f00811300c4092c000000000f00810900c4093b0000007a3ac90f
41	0	2024-06-03 00:33:25.336064+00	\\x000f00a10300c40931000000000f00810f00881340000000b6688e3f
9	1	2024-06-03 00:33:25.336064+00	\\x000b7fa14c1d4a00000038f434bf
41	1	2024-06-03 00:33:25.336064+00	\\x000b0081120059000000000b0081080068000000000f0081050088134f000000000f00a1040088135e000000000f00810e00c4096d000000000f00810b004c1d54000000000f008101004c1d63000000c5bcf29f
10	0	2024-06-03 00:33:25.336064+00	\\x00fdffffff002f00000000fcffffff00ecffffff001e00000000ebffffff00dbffffff001d000000000d00000000eaffffff00daffffff000c00000081ba1a35
10	1	2024-06-03 00:33:25.336064+00	\\x00d9ffffff002e00000000fbffffff000b00000000d8ffffff002d00000000faffffff002c000000001c00000000e9ffffffe20ea82a
11	0	2024-06-03 00:33:25.336064+00	\\x000777330009773131000777390007773000077738000777360009773136010007773700077735000977313300077734000777320009773130a87acbd9
11	1	2024-06-03 00:33:25.336064+00	\\x00097731320007773300077731000777390007773001000777360009773134c7230e4b
12	0	2024-06-03 00:33:25.336064+00	\\x000777330c00000000097731311b000000000777390200000000077730110000000007773820000000000777360700000000097731362f0000000116000000000777373e00000000077735250000000009773133340000000007773443000000000777322a000000000977313039000000d011e383
12	1	2024-06-03 00:33:25.336064+00	\\x0009773132520000000007773361000000000777314800000000077739570000000007773066000000014d000000000777365c00000000097731346b0000003642d1aa
13	0	2024-06-03 00:33:25.336064+00	\\x0000000000000024c0000000000000004440000000000000003840000000000000003bc0000000000000003740000000000000001c40000000000000003cc00000000000000046c00000000000000036400000000000000018400000000000008046c00000000000000014400000000000000026c0000000000000804340b29b1c16
13	1	2024-06-03 00:33:25.336064+00	\\x0000000000000047c00000000000000010400000000000000028c0000000000000004340000000000000002ac0000000000000003dc0000000000000003540000000000000003ec00309bab9
14	0	2024-06-03 00:33:25.336064+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b32a6658365
14	1	2024-06-03 00:33:25.336064+00	\\x00076b3200076b3200076b3200076b3200076b3200076b3200076b3200076b32e7989562
15	0	2024-06-03 00:33:25.336064+00	\\x00f6ffffff0c00000000280000001b00000000180000000200000000e5ffffff1100000000170000002000000000070000000700000000e4ffffff2f00000000d4ffffff1600000000160000003e00000000060000002500000000d3ffffff3400000000050000004300000000f5ffffff2a00000000270000003900000004b562ba
15	1	2024-06-03 00:33:25.336064+00	\\x00d2ffffff5200000000040000006100000000f4ffffff4800000000260000005700000000f3ffffff6600000000e3ffffff4d00000000150000005c00000000e2ffffff6b000000cf6aae80
16	0	2024-06-03 00:33:25.336064+00	\\x000b008108000c000000000b00a102001b000000000f00a10400881302000000000f00810e00c40911000000000f00810400c40920000000000f008101004c1d07000000000f00a105004c1d2f000000000f00811400881316000000000b00810d003e000000000f00810a00881325000000000b7f81881334000000000f00811300c40943000000000f008110004c1d2a000000000f008106004c1d390000009328a9ae
16	1	2024-06-03 00:33:25.336064+00	\\x000f00810900c40952000000000b7fa14c1d61000000000f00a10300c40948000000000f00810f00881357000000000f00810500881366000000000b008103004d000000000b00a107005c000000000f00810b004c1d6b000000fb0d088b
17	0	2024-06-03 00:33:25.336064+00	\\x00f6ffffff0028000000001800000000e5ffffff0017000000000700000000e4ffffff00d4ffffff0016000000000600000000d3ffffff000500000000f5ffffff0027000000f505350a
17	1	2024-06-03 00:33:25.336064+00	\\x00d2ffffff000400000000f4ffffff002600000000f3ffffff00e3ffffff001500000000e2ffffff2d23367f
18	0	2024-06-03 00:33:25.336064+00	\\x00077735000977313301000777320009773132000977313000077731000777390007773700077730000977313500077736f0b818d1
18	1	2024-06-03 00:33:25.336064+00	\\x000777380009773134010007773300097731330009773131000777320009773130be22ce27
19	0	2024-06-03 00:33:25.336064+00	\\x00077735030000000009773133120000000121000000000777320800000000097731323000000000097731301700000000077731260000000007773935000000000777371c000000000777304400000000097731352b000000000777363a000000ecec94cd
19	1	2024-06-03 00:33:25.336064+00	\\x00077738530000000009773134490000000158000000000777333f00000000097731336700000000097731314e000000000777325d00000000097731306c000000d2e7dc86
20	0	2024-06-03 00:33:25.336064+00	\\x0000000000000044c00000000000000024400000000000008044c0000000000000004640000000000000002240000000000000001cc00000000000008045400000000000000020c00000000000000038c0000000000000004540000000000000003a400000000000000039c0c30120e2
20	1	2024-06-03 00:33:25.336064+00	\\x0000000000000022c0000000000000003940000000000000003ac00000000000000045c00000000000000038400000000000000020400000000000008045c0000000000000001c40b16f751e
21	0	2024-06-03 00:33:25.336064+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b33e5af25b9
21	1	2024-06-03 00:33:25.336064+00	\\x00076b3300076b3300076b3300076b3300076b3300076b3300076b3300076b33697c211a
22	0	2024-06-03 00:33:25.336064+00	\\x00d8ffffff03000000000a0000001200000000d7ffffff21000000002c0000000800000000090000003000000000f9ffffff17000000002b0000002600000000f8ffffff3500000000e8ffffff1c000000002a00000044000000001a0000002b00000000e7ffffff3a0000007a475c8a
22	1	2024-06-03 00:33:25.336064+00	\\x00f7ffffff5300000000190000004900000000e6ffffff5800000000d6ffffff3f00000000180000006700000000080000004e00000000d5ffffff5d00000000070000006c00000087cd9541
23	0	2024-06-03 00:33:25.336064+00	\\x000f00a10300c40903000000000f00810f00881312000000000f00810500881321000000000b0081030008000000000f00a10400881330000000000b00a1070017000000000f00810b004c1d26000000000f008101004c1d35000000000b7fa14c1d1c000000000f00811400881344000000000b008112002b000000000b008108003a00000051b09922
23	1	2024-06-03 00:33:25.336064+00	\\x000f00810a00881353000000000b00a1020049000000000f008110004c1d58000000000f00810e00c4093f000000000f008106004c1d67000000000f00810400c4094e000000000f00a105004c1d5d000000000b00810d006c000000d5db804b
24	0	2024-06-03 00:33:25.336064+00	\\x00d8ffffff000a00000000d7ffffff002c000000000900000000f9ffffff002b00000000f8ffffff00e8ffffff002a000000001a00000000e7ffffffc8e1b321
24	1	2024-06-03 00:33:25.336064+00	\\x00f7ffffff001900000000e6ffffff00d6ffffff0018000000000800000000d5ffffff00070000004d9afa2e
25	0	2024-06-03 00:33:25.336064+00	\\x010009773135000977313300077736000777340009773132000777330007773100097731310007773900077730bd044018
25	1	2024-06-03 00:33:25.336064+00	\\x000777320009773136000977313400077737000777350009773133000777345dc930fc
26	0	2024-06-03 00:33:25.336064+00	\\x010b00000000097731351a0000000009773133010000000007773629000000000777341000000000097731321f000000000777332e000000000777311500000000097731313d00000000077739240000000007773033000000014200000095869857
26	1	2024-06-03 00:33:25.336064+00	\\x000777324c000000000977313651000000000977313438000000000777376000000000077735470000000009773133560000000007773465000000f66c5af6
27	0	2024-06-03 00:33:25.336064+00	\\x0000000000008047c0000000000000000840000000000000002ac00000000000000048c0000000000000804240000000000000002cc0000000000000004240000000000000003440000000000000002ec0000000000000003fc00000000000000033400000000000000040c02eaab1d4
27	1	2024-06-03 00:33:25.336064+00	\\x0000000000008041400000000000000032400000000000000000400000000000008040c00000000000008048c000000000000000f03f0000000000000049c02d09df13
28	0	2024-06-03 00:33:25.336064+00	\\x00076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b3100076b315355e9c6
28	1	2024-06-03 00:33:25.336064+00	\\x00076b3100076b3100076b3100076b3100076b3100076b3100076b312b9a094a
29	0	2024-06-03 00:33:25.336064+00	\\x00d1ffffff0b00000000030000001a00000000f3ffffff0100000000d0ffffff2900000000250000001000000000f2ffffff1f00000000240000002e00000000140000001500000000f1ffffff3d00000000e1ffffff2400000000130000003300000000e0ffffff420000004aac4e97
29	1	2024-06-03 00:33:25.336064+00	\\x00230000004c00000000120000005100000000020000003800000000dfffffff6000000000cfffffff4700000000010000005600000000ceffffff650000008f354051
30	0	2024-06-03 00:33:25.336064+00	\\x000f008106004c1d0b000000000f00a10300c4091a000000000f00a105004c1d01000000000f00810f00881329000000000b00810d0010000000000b008103001f000000000b00a107002e000000000f00811300c40915000000000f00810b004c1d3d000000000f00810900c40924000000000b7fa14c1d33000000000b0081120042000000cc81040d
30	1	2024-06-03 00:33:25.336064+00	\\x000f008101004c1d4c000000000b0081080051000000000f00810500881338000000000b00a1020060000000000f00a10400881347000000000f00810e00c40956000000000f00810400c4096500000026b7b943
31	0	2024-06-03 00:33:25.336064+00	\\x00d1ffffff000300000000f3ffffff00d0ffffff002500000000f2ffffff0024000000001400000000f1ffffff00e1ffffff001300000000e0ffffffe4342902
31	1	2024-06-03 00:33:25.336064+00	\\x00230000000012000000000200000000dfffffff00cfffffff000100000000ceffffffed8609a9
32	0	2024-06-03 00:33:25.336064+00	\\x0009773131000777320009773130000777380100097731360007773700097731350009773133000777340009773132206214c3
32	1	2024-06-03 00:33:25.336064+00	\\x00077736000977313400077733000977313100077739010007773000077738f2d7c740
33	0	2024-06-03 00:33:25.336064+00	\\x00097731310a0000000007773219000000000977313028000000000777380f000000013700000000097731361e000000000777372d00000000097731353c0000000009773133230000000007773432000000000977313241000000d1be1082
33	1	2024-06-03 00:33:25.336064+00	\\x000777364b00000000097731345a000000000777335000000000097731315f0000000007773946000000016e00000000077730550000000007773864000000b57357aa
34	0	2024-06-03 00:33:25.336064+00	\\x0000000000000031400000000000000041c00000000000000030400000000000000000000000000000008041c000000000000000494000000000000000f0bf0000000000008048400000000000008040400000000000000032c00000000000000040403576c801
34	1	2024-06-03 00:33:25.336064+00	\\x0000000000000000c00000000000000048400000000000000033c0000000000000003f40000000000000002e400000000000000034c00000000000000042c0000000000000002c40fb83cc01
42	0	2024-06-03 00:33:25.336064+00	\\x01010101010101010101010101010101010101c15586ca
35	0	2024-06-03 00:33:25.336064+00	\\x00110000000a00000000deffffff1900000000100000002800000000000000000f00000000ddffffff3700000000320000001e00000000ffffffff2d00000000310000003c00000000210000002300000000eeffffff32000000002000000041000000685cc67b
35	1	2024-06-03 00:33:25.336064+00	\\x00feffffff4b00000000300000005a00000000edffffff50000000001f0000005f000000000f0000004600000000ecffffff6e00000000dcffffff55000000000e000000640000009e2406fe
36	0	2024-06-03 00:33:25.336064+00	\\x000f0081050088130a000000000f00a10400881319000000000f00810e00c40928000000000f00810b004c1d0f000000000f00810400c40937000000000f008101004c1d1e000000000f0081140088132d000000000f00810a0088133c000000000b0081080023000000000b00a1020032000000000f008110004c1d41000000b2df33c9
36	1	2024-06-03 00:33:25.336064+00	\\x000b7f8188134b000000000f00811300c4095a000000000f008106004c1d50000000000f00a10300c4095f000000000f00a105004c1d46000000000f00810f0088136e000000000b00810d0055000000000b00810300640000006da0758b
37	0	2024-06-03 00:33:25.336064+00	\\x001100000000deffffff0010000000000000000000ddffffff003200000000ffffffff0031000000002100000000eeffffff00200000009fc48d8b
37	1	2024-06-03 00:33:25.336064+00	\\x00feffffff003000000000edffffff001f000000000f00000000ecffffff00dcffffff000e0000001077f401
43	0	2024-06-03 00:31:11.118336+00	\\x00097731305b000000000777316a0000008f95dcfa
44	0	2024-06-03 00:31:11.118336+00	\\x0000000000000030c00000000000000041402c2ddfe1
45	0	2024-06-03 00:31:11.118336+00	\\x00f0ffffff5b00000000220000006a000000dfa8838d
46	0	2024-06-03 00:31:11.118336+00	\\x000f0081140088135b000000000f00810a0088136a000000c062ecda
\.
COPY public.visits_collected_results (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:49:42+00	2024-06-02 23:52:42+00	k1	1	w10	-30	k1	{-30}	[0.50]	{-30}	-30	-8923776927054126720	\\x030000077f0105000001050000097731300100000001090000097731300600000001000000010900000000000000003ec00100000001040000076b310100000001090000e2ffffff0600000001000000010a00000b7f818813060000000105000001050000e2ffffffa327159d	0	2026-11-30 17:05:45.31145+00
2024-06-02 23:51:25+00	2024-06-02 23:56:40+00	\N	2	w14,w5	-4.25	\N	{-17,34}	[-0.75, 18.00]	{34,-17}	17	-3559088493156320873	\\x030000077f0109000002090000097731340007773501001180808080fc9daf010211010001001280808080fc9daf010212010101000000020200010101001280808080fc9daf010212010201001480808080fc9daf0102140103010a0000020a00002200000000efffffff2edc0894	0	2026-11-30 17:05:45.31145+00
2024-06-02 23:51:41+00	2024-06-02 23:54:41+00	k3	1	w16	27	k3	{27}	[9.25]	{27}	27	-6894211576853267485	\\x030000077f0105000001050000097731360100000001090000097731360d00000001000000010900000000000000003b400100000001040000076b3301000000010900001b0000000d00000001000000010c00000f00810900c4090d00000001050000010500001b00000019a9b529	0	2026-11-30 17:05:45.31145+00
2024-06-02 23:53:08+00	2024-06-03 00:29:03+00	k4	16	w1,w15,w12,w9,w6,w3,w0,w14,w8,w5,w2,w16,w13,w10,w7,w4,w1,w15,w9,w6	-21.75	k4	{44,-40,-23,-6,11,28,45,-39,-22,-5,12,29,46,-38,-21,-4,13,30,47,-37,-20,-3}	[-2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25]	{-3,-20,-37,47,30,13,-4,-21,-38,46,29,12,-5,-22,-39,45,28,11,-6,-23,-40,44}	47	-4303773977497842951	\\x030000077f01003180808080849eaf011659020402007280808080849eaf010d6a02050947022602007e80808080849eaf010d7502060951022701003080808080849eaf011658020702007e80808080849eaf010d7502080951022802009e0180808080849eaf010d900102090968022901003c80808080849eaf01166e020a6d9993eb	0	2026-11-30 17:05:45.479416+00
2024-06-02 23:53:24+00	2024-06-03 00:29:19+00	k2	16	w9,w6,w3,w0,w11,w8,w5,w2,w16,w13,w10,w7,w4,w1,w12,w9,w6,w3,w0,w14	-27.75	k2	{-30,-13,4,21,38,-46,-29,-12,5,22,39,-45,-28,-11,6,23,40,-44,-27,-10,7,24}	[-4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75]	{24,7,-10,-27,-44,40,23,6,-11,-28,-45,39,22,5,-12,-29,-46,38,21,4,-13,-30}	-66	6320120241569505355	\\x030000077f01003980808080849eaf011658020b01007180808080849eaf0116b001020c01007e80808080849eaf0116c601020d01003880808080849eaf011658020e01007e80808080849eaf0116c601020f0100a00180808080849eaf0116fa01021001004680808080849eaf01166e0211129c45c4	0	2026-11-30 17:05:45.479416+00
2024-06-02 23:54:51+00	2024-06-03 00:27:36+00	k3	15	w5,w2,w13,w10,w7,w1,w15,w12,w9,w6,w3,w0,w14,w11,w8,w2,w13,w10	-25.25	k3	{7,24,-43,-26,-9,8,25,42,-42,-25,-8,9,26,43,-41,-24,-7,10,44,-40}	[-3.25, 3.00, 15.50, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, -5.75, 6.75, 13.00]	{-40,44,10,-7,-24,-41,43,26,9,-8,-25,-42,42,25,8,-9,-26,-43,24,7}	-27	-6894211576853267485	\\x030000077f01003180808080849eaf011452021201006180808080849eaf0114a201021301006c80808080849eaf0114b401021401003080808080849eaf011450021501006c80808080849eaf0114b40102160100860180808080849eaf0114e201021701003c80808080849eaf011464021881e80947	0	2026-11-30 17:05:45.479416+00
2024-06-02 23:55:07+00	2024-06-03 00:25:37+00	k1	15	w13,w4,w1,w15,w12,w9,w6,w3,w0,w14,w11,w5,w2,w16,w13,w7,w4	-32.5	k1	{-50,-33,1,18,35,-49,-32,-15,2,19,36,-48,-31,-14,3,20,37,-47,-13}	[-5.75, 6.75, 13.00, 19.25, -3.25, 3.00, 9.25, 15.50, -7.00, -0.75, 5.50, 11.75, 18.00, -4.50, 1.75, 8.00, 14.25, -2.00, 4.25]	{-13,-47,37,20,3,-14,-31,-48,36,19,2,-15,-32,-49,35,18,1,-33,-50}	-161	-8923776927054126720	\\x030000077f01002d80808080849eaf01124c021901005e80808080849eaf01139901021a01006c80808080849eaf0113ab01021b01003080808080849eaf01134c021c01006c80808080849eaf0113ab01021d0100860180808080849eaf0113d601021e01003c80808080849eaf01135f021f22966dc8	0	2026-11-30 17:05:45.479416+00
2024-06-02 23:56:50+00	2024-06-03 00:27:20+00	\N	15	w11,w8,w2,w16,w13,w10,w7,w4,w15,w12,w9,w6,w3,w0,w14,w11,w8	-18.5	\N	{-20,14,31,48,-36,-19,-2,15,32,49,-35,-18,-1,16,33,50,-34,0,17}	[5.50, 11.75, -4.50, 1.75, 8.00, 14.25, 20.50, -2.00, 4.25, 10.50, 16.75, -5.75, 0.50, 6.75, 13.00, 19.25, -3.25, 3.00, 15.50]	{17,0,-34,50,33,16,-1,-18,-35,49,32,15,-2,-19,-36,48,31,14,-20}	140	-3559088493156320873	\\x030000077f01002f80808080849eaf01134e022001005b80808080849eaf01139a01022101006380808080849eaf0113ab01022201001380808080849eaf011313012a01006380808080849eaf0113ab0102230100800180808080849eaf0113da01022401003780808080849eaf01135f0225b351d4c8	0	2026-11-30 17:05:45.479416+00
2024-06-03 00:25:47+00	2024-06-03 00:31:02+00	k1	2	w10,w1	-3.5	k1	{34,-16}	[20.50, 10.50]	{-16,34}	18	-8923776927054126720	\\x030000077f01090000020900000977313000077731010011808080c0839eaf010211012b010012808080c0839eaf010212012c0100000002080000076b3100076b31010012808080c0839eaf010212012d010018808080c0839eaf010218012e010a0000020a0000f0ffffff002200000076aa342f	0	2026-11-30 17:05:45.479416+00
2024-06-03 00:27:46+00	2024-06-03 00:30:46+00	k3	1	w16	41	k3	{41}	[0.50]	{41}	41	-6894211576853267485	\\x030000077f01050000010500000977313601000000010900000977313662000000010000000109000000000000008044400100000001040000076b330100000001090000290000006200000001000000010a00000b7f818813620000000105000001050000290000005d1e530f	0	2026-11-30 17:05:45.479416+00
2024-06-03 00:29:45+00	2024-06-03 00:32:45+00	\N	1	w5	-3	\N	{-3}	[9.25]	{-3}	-3	-3559088493156320873	\\x030000077f0104000001040000077735010000000108000007773569000000010000000109000000000000000008c001000000010100010100000001090000fdffffff6900000001000000010c00000f00810900c409690000000105000001050000fdffffff7b551858	0	2026-11-30 17:05:45.479416+00
\.
COPY public.visits_collected_state (window_start, window_end, k, count, string_agg, percentile_cont, mode, array_agg, jsonb_agg, list_of, sum, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
\.
COPY public.visits_results (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
2024-06-02 23:49:42+00	2024-06-02 23:52:42+00	k1	1	-30	-30.0000000000000000	w10	2024-06-02 23:49:42+00	0.50	0.50000000000000000000	\N	\N	6	6	\N	f	-30	-30	-30	0.50	-8923776927054126720	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000400000000000001e0000000100000000000000000000000003840030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000184000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003ec00000000000000000000000000000184000000000000000000000000000000000c534cfb3	0	2026-11-30 17:05:45.207923+00
2024-06-02 23:51:25+00	2024-06-02 23:56:40+00	\N	2	17	8.5000000000000000	w14	2024-06-02 23:53:40+00	17.25	8.6250000000000000	13.2582521472477661	1300.5000000000000000	25	12.5	-1	f	-51	\N	17	18.00	-3559088493156320873	\\x030708000a0f020000000000000002000000000000005800000060010000000000000000000200000002000000000000000000000002001109c400000002000000000000000000000004014415f900000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000110000000100000000000000000000000005a50030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000000039400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003140000000000052944000000000000039400000000000205c400000000000e877c047997975	0	2026-11-30 17:05:45.207923+00
2024-06-02 23:51:41+00	2024-06-02 23:54:41+00	k3	1	27	27.0000000000000000	w16	2024-06-02 23:51:41+00	9.25	9.2500000000000000	\N	\N	13	13	\N	t	27	27	27	9.25	-6894211576853267485	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000909c400000002000000000000000000000004005515f900000002000000000000000100000000000000000000000000000000000000000000000030000000c0000000000000000000000100000001000000000000000000000000001b0000000100000000000000000000000002d90030000000c00000000100000000000000bd0200000300000001000000000000000000f03f0000000000002a4000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000003b4000000000000000000000000000002a4000000000000000000000000000000000b347ab74	0	2026-11-30 17:05:45.207923+00
2024-06-02 23:53:08+00	2024-06-03 00:29:03+00	k4	22	47	2.1363636363636364	w0	2024-06-03 00:26:03+00	134.75	6.1250000000000000	8.1169832244908987	905.6471861471861472	603	27.40909090909091	0.21369308303910622	f	17	18	47	19.25	-4303773977497842951	\\x030708000a0f16000000000000001600000000000000580000006001000000000000000000160000000200000000000000000000000200861d4c0000000200000000000000000000000408a0249f00000002000000000000001600000000000000000000000000000000000000000000000032000000c8000000000000000000001600000001000000000000000000000000002f000000020000000100000000000000000001239f0030000000c00000000100000000000000bd020000030000000100000000000000000036400000000000d8824047175d7451bfb7400048000000200100000100000000000000bd020000060000000100000000000000000036400000000000804740175d74d1a592d2400000000000d8824047175d7451bfb7402ebae8a28bf3a140a5d070e8	0	2026-11-30 17:05:45.394629+00
2024-06-02 23:53:24+00	2024-06-03 00:29:19+00	k2	22	-66	-3.0000000000000000	w0	2024-06-03 00:26:19+00	137.25	6.2386363636363636	8.3064365722094410	780.3809523809523810	623	28.318181818181817	0.043665269038842276	f	-12	-24	-66	20.50	6320120241569505355	\\x030708000a0f160000000000000016000000000000005800000060010000000000000000001600000002000000000000000000000002008909c4000000020000000000000000000000040901075300000002000000000000001600000000000000000000000000000000000000000000000032000000c8000000000000000000001600000001000000000000400000000000004200000002000000010000000000000000000119ba0030000000c00000000100000000000000bd020000030000000100000000000000000036400000000000788340165d74d1c550b9400048000000200100000100000000000000bd0200000600000001000000000000000000364000000000008050c0010000000001d0400000000000788340165d74d1c550b9400100000000207c40ceb801e7	0	2026-11-30 17:05:45.394629+00
2024-06-02 23:54:51+00	2024-06-03 00:27:36+00	k3	20	-27	-1.3500000000000000	w0	2024-06-03 00:24:36+00	126.25	6.3125000000000000	8.5096211029510282	876.2394736842105263	598	29.9	-0.2557810422106515	f	41	0	-27	20.50	-6894211576853267485	\\x030708000a0f140000000000000014000000000000005800000060010000000000000000001400000002000000000000000000000002007e09c400000002000000000000000000000004087c1fbd00000002000000000000001400000000000000000000000000000000000000000000000032000000c8000000000000000000001400000001000000000000400000000000001b0000000200000001000000000000000000011a1d0030000000c00000000100000000000000bd020000030000000100000000000000000034400000000000b08240cdcccccccc29b8400048000000200100000100000000000000bd020000060000000100000000000000000034400000000000003bc0353333332342d0400000000000b08240cdcccccccc29b840676666666647a4c0ff4a7edd	0	2026-11-30 17:05:45.394629+00
2024-06-02 23:55:07+00	2024-06-03 00:25:37+00	k1	19	-161	-8.4736842105263158	w0	2024-06-03 00:22:37+00	107.00	5.6315789473684211	8.2168392565767679	927.9298245614035088	526	27.68421052631579	0.07677174853621674	f	25	-39	-161	19.25	-8923776927054126720	\\x030708000a0f130000000000000013000000000000005600000058010000000000000000001300000001000000000000000000000002006b000000020000000000000000000000040719222e00000002000000000000001300000000000000000000000000000000000000000000000032000000c800000000000000000000130000000100000000000040000000000000a10000000200000001000000000000000000011f830030000000c00000000100000000000000bd020000030000000100000000000000000033400000000000708040a2bc86f21ab0b6400048000000200100000100000000000000bd0200000600000001000000000000000000334000000000002064c01bca6b28af4fd0400000000000708040a3bc86f21ab0b64096d7505e43a18740ec42f236	0	2026-11-30 17:05:45.394629+00
2024-06-02 23:56:50+00	2024-06-03 00:27:20+00	\N	19	140	7.3684210526315789	w0	2024-06-03 00:24:20+00	135.75	7.1447368421052632	8.1655253409420788	832.2456140350877193	559	29.42105263157895	-0.06755371946948505	f	28	42	140	20.50	-3559088493156320873	\\x030708000a0f13000000000000001300000000000000580000006001000000000000000000130000000200000000000000000000000200871d4c00000002000000000000000000000004087a027100000002000000000000001300000000000000000000000000000000000000000000000032000000c8000000000000000000001300000001000000000000000000000000008c000000020000000100000000000000000001177c0030000000c00000000100000000000000bd020000030000000100000000000000000033400000000000788140c96b28afa1a2b4400048000000200100000100000000000000bd02000006000000010000000000000000003340000000000080614042790de53542cd400000000000788140c96b28afa1a2b440790de53594c782c06561e782	0	2026-11-30 17:05:45.394629+00
2024-06-03 00:25:47+00	2024-06-03 00:31:02+00	k1	2	18	9.0000000000000000	w1	2024-06-03 00:28:02+00	31.00	15.5000000000000000	7.0710678118654752	1250.0000000000000000	69	34.5	1	f	-46	\N	18	20.50	-8923776927054126720	\\x030708000a0f020000000000000002000000000000005600000058010000000000000000000200000001000000000000000000000002001f000000020000000000000000000000040212138800000002000000000000000200000000000000000000000000000000000000000000000030000000c000000000000000000000020000000100000000000000000000000000120000000100000000000000000000000005840030000000c00000000100000000000000bd0200000300000001000000000000000000004000000000004051400000000000205c400048000000200100000100000000000000bd020000060000000100000000000000000000400000000000003240000000000088934000000000004051400000000000205c40000000000070774078e2b85f	0	2026-11-30 17:05:45.394629+00
2024-06-03 00:27:46+00	2024-06-03 00:30:46+00	k3	1	41	41.0000000000000000	w16	2024-06-03 00:27:46+00	0.50	0.50000000000000000000	\N	\N	34	34	\N	t	41	\N	41	0.50	-6894211576853267485	\\x030708000a0f010000000000000001000000000000005400000050010000000000000000000100000001ffffffff0000000000000002138800000001ffffffff000000000000000409c400000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000000000000000000290000000100000000000000000000000006910030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000000414000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f0000000000804440000000000000000000000000000041400000000000000000000000000000000016b09492	0	2026-11-30 17:05:45.394629+00
2024-06-03 00:29:45+00	2024-06-03 00:32:45+00	\N	1	-3	-3.0000000000000000	w5	2024-06-03 00:29:45+00	9.25	9.2500000000000000	\N	\N	41	41	\N	f	-3	-3	-3	9.25	-3559088493156320873	\\x030708000a0f010000000000000001000000000000005800000060010000000000000000000100000002000000000000000000000002000909c400000002000000000000000000000004005515f900000002000000000000000100000000000000000000000000000000000000000000000030000000c000000000000000000000010000000100000000000040000000000000030000000100000000000000000000000000090030000000c00000000100000000000000bd0200000300000001000000000000000000f03f000000000080444000000000000000000048000000200100000100000000000000bd0200000600000001000000000000000000f03f00000000000008c00000000000000000000000000080444000000000000000000000000000000000f6ff7a57	0	2026-11-30 17:05:45.394629+00
\.
COPY public.visits_state (window_start, window_end, k, count, sum, avg, min, newest, sum_n, avg_n, stddev, variance, sum_f, avg_f, agg_1, bool_and, bit_xor, s3, checksum, max_n, cv_key, cv_state, _corrections, _updated_at) FROM stdin;
\.
ALTER TABLE ONLY public.final_collected_collected
    ADD CONSTRAINT final_collected_collected_pkey PRIMARY KEY (collection, chunk);
ALTER TABLE ONLY public.final_collected_results
    ADD CONSTRAINT final_collected_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.final_collected_state
    ADD CONSTRAINT final_collected_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.final_hops_results
    ADD CONSTRAINT final_hops_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.final_hops_state
    ADD CONSTRAINT final_hops_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.final_results
    ADD CONSTRAINT final_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.final_state
    ADD CONSTRAINT final_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.grows_results
    ADD CONSTRAINT grows_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.grows_state
    ADD CONSTRAINT grows_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.hops_collected_collected
    ADD CONSTRAINT hops_collected_collected_pkey PRIMARY KEY (collection, chunk);
ALTER TABLE ONLY public.hops_collected_results
    ADD CONSTRAINT hops_collected_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.hops_collected_state
    ADD CONSTRAINT hops_collected_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.hops_results
    ADD CONSTRAINT hops_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.hops_state
    ADD CONSTRAINT hops_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.keyed_collected_collected
    ADD CONSTRAINT keyed_collected_collected_pkey PRIMARY KEY (collection, chunk);
ALTER TABLE ONLY public.keyed_collected_results
    ADD CONSTRAINT keyed_collected_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.keyed_results
    ADD CONSTRAINT keyed_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.months_results
    ADD CONSTRAINT months_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.tumbles_collected_collected
    ADD CONSTRAINT tumbles_collected_collected_pkey PRIMARY KEY (collection, chunk);
ALTER TABLE ONLY public.tumbles_collected_results
    ADD CONSTRAINT tumbles_collected_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.tumbles_results
    ADD CONSTRAINT tumbles_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.visits_collected_collected
    ADD CONSTRAINT visits_collected_collected_pkey PRIMARY KEY (collection, chunk);
ALTER TABLE ONLY public.visits_collected_results
    ADD CONSTRAINT visits_collected_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.visits_collected_state
    ADD CONSTRAINT visits_collected_state_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.visits_results
    ADD CONSTRAINT visits_results_pkey PRIMARY KEY (window_start, cv_key);
ALTER TABLE ONLY public.visits_state
    ADD CONSTRAINT visits_state_pkey PRIMARY KEY (window_start, cv_key);
CREATE INDEX final_collected_collected_window_end_idx ON public.final_collected_collected USING btree (window_end);
CREATE INDEX hops_collected_collected_window_end_idx ON public.hops_collected_collected USING btree (window_end);
CREATE INDEX keyed_collected_collected_window_end_idx ON public.keyed_collected_collected USING btree (window_end);
CREATE INDEX keyed_collected_results_window_end_idx ON public.keyed_collected_results USING btree (window_end);
CREATE INDEX keyed_results_window_end_idx ON public.keyed_results USING btree (window_end);
CREATE INDEX tumbles_collected_collected_window_end_idx ON public.tumbles_collected_collected USING btree (window_end);
CREATE INDEX visits_collected_collected_window_end_idx ON public.visits_collected_collected USING btree (window_end);
CREATE INDEX visits_collected_results_cv_key_window_start_idx ON public.visits_collected_results USING btree (cv_key, window_start);
CREATE INDEX visits_collected_state_cv_key_window_start_idx ON public.visits_collected_state USING btree (cv_key, window_start);
CREATE INDEX visits_collected_state_window_end_idx ON public.visits_collected_state USING btree (window_end);
CREATE INDEX visits_results_cv_key_window_start_idx ON public.visits_results USING btree (cv_key, window_start);
CREATE INDEX visits_state_cv_key_window_start_idx ON public.visits_state USING btree (cv_key, window_start);
CREATE INDEX visits_state_window_end_idx ON public.visits_state USING btree (window_end);
CREATE OR REPLACE VIEW public.final AS
 SELECT final_results.window_start,
    final_results.window_end,
    final_results.k,
    final_results.count,
    final_results.sum,
    final_results.avg,
    final_results.min,
    final_results.newest,
    final_results.sum_n,
    final_results.avg_n,
    final_results.stddev,
    final_results.variance,
    final_results.sum_f,
    final_results.avg_f,
    round((final_results.agg_1)::numeric, 9) AS corr,
    final_results.bool_and,
    final_results.bit_xor,
    final_results.s3,
    final_results.checksum,
    final_results.max_n
   FROM public.final_results;
CREATE OR REPLACE VIEW public.final_collected AS
 SELECT final_collected_results.window_start,
    final_collected_results.window_end,
    final_collected_results.k,
    final_collected_results.count,
    final_collected_results.string_agg,
    final_collected_results.percentile_cont,
    final_collected_results.mode,
    final_collected_results.array_agg,
    final_collected_results.jsonb_agg,
    final_collected_results.list_of,
    final_collected_results.sum
   FROM public.final_collected_results;
CREATE OR REPLACE VIEW public.final_hops AS
 SELECT final_hops_results.window_start,
    final_hops_results.window_end,
    final_hops_results.k,
    final_hops_results.count,
    final_hops_results.sum,
    final_hops_results.avg,
    final_hops_results.min,
    final_hops_results.newest,
    final_hops_results.sum_n,
    final_hops_results.avg_n,
    final_hops_results.stddev,
    final_hops_results.variance,
    final_hops_results.sum_f,
    final_hops_results.avg_f,
    round((final_hops_results.agg_1)::numeric, 9) AS corr,
    final_hops_results.bool_and,
    final_hops_results.bit_xor,
    final_hops_results.s3,
    final_hops_results.checksum,
    final_hops_results.max_n
   FROM public.final_hops_results;
CREATE OR REPLACE VIEW public.grows AS
 SELECT grows_results.window_start,
    grows_results.window_end,
    grows_results.k,
    grows_results.count,
    grows_results.sum,
    grows_results.avg,
    grows_results.min,
    grows_results.newest,
    grows_results.sum_n,
    grows_results.avg_n,
    grows_results.stddev,
    grows_results.variance,
    grows_results.sum_f,
    grows_results.avg_f,
    round((grows_results.agg_1)::numeric, 9) AS corr,
    grows_results.bool_and,
    grows_results.bit_xor,
    grows_results.s3,
    grows_results.checksum,
    grows_results.max_n
   FROM public.grows_results;
CREATE OR REPLACE VIEW public.hops AS
 SELECT hops_results.window_start,
    hops_results.window_end,
    hops_results.k,
    hops_results.count,
    hops_results.sum,
    hops_results.avg,
    hops_results.min,
    hops_results.newest,
    hops_results.sum_n,
    hops_results.avg_n,
    hops_results.stddev,
    hops_results.variance,
    hops_results.sum_f,
    hops_results.avg_f,
    round((hops_results.agg_1)::numeric, 9) AS corr,
    hops_results.bool_and,
    hops_results.bit_xor,
    hops_results.s3,
    hops_results.checksum,
    hops_results.max_n
   FROM public.hops_results;
CREATE OR REPLACE VIEW public.hops_collected AS
 SELECT hops_collected_results.window_start,
    hops_collected_results.window_end,
    hops_collected_results.k,
    hops_collected_results.count,
    hops_collected_results.string_agg,
    hops_collected_results.percentile_cont,
    hops_collected_results.mode,
    hops_collected_results.array_agg,
    hops_collected_results.jsonb_agg,
    hops_collected_results.list_of,
    hops_collected_results.sum
   FROM public.hops_collected_results;
CREATE OR REPLACE VIEW public.keyed AS
 SELECT keyed_results.k,
    keyed_results.count,
    keyed_results.sum,
    keyed_results.avg,
    keyed_results.min,
    keyed_results.newest,
    keyed_results.sum_n,
    keyed_results.avg_n,
    keyed_results.stddev,
    keyed_results.variance,
    keyed_results.sum_f,
    keyed_results.avg_f,
    round((keyed_results.agg_1)::numeric, 9) AS corr,
    keyed_results.bool_and,
    keyed_results.bit_xor,
    keyed_results.s3,
    keyed_results.checksum,
    keyed_results.max_n
   FROM public.keyed_results;
CREATE OR REPLACE VIEW public.keyed_collected AS
 SELECT keyed_collected_results.k,
    keyed_collected_results.count,
    keyed_collected_results.string_agg,
    keyed_collected_results.percentile_cont,
    keyed_collected_results.mode,
    keyed_collected_results.array_agg,
    keyed_collected_results.jsonb_agg,
    keyed_collected_results.list_of,
    keyed_collected_results.sum
   FROM public.keyed_collected_results;
CREATE OR REPLACE VIEW public.months AS
 SELECT months_results.window_start,
    months_results.window_end,
    months_results.k,
    months_results.count,
    months_results.sum
   FROM public.months_results;
CREATE OR REPLACE VIEW public.tumbles AS
 SELECT tumbles_results.window_start,
    tumbles_results.window_end,
    tumbles_results.k,
    tumbles_results.count,
    tumbles_results.sum,
    tumbles_results.avg,
    tumbles_results.min,
    tumbles_results.newest,
    tumbles_results.sum_n,
    tumbles_results.avg_n,
    tumbles_results.stddev,
    tumbles_results.variance,
    tumbles_results.sum_f,
    tumbles_results.avg_f,
    round((tumbles_results.agg_1)::numeric, 9) AS corr,
    tumbles_results.bool_and,
    tumbles_results.bit_xor,
    tumbles_results.s3,
    tumbles_results.checksum,
    tumbles_results.max_n
   FROM public.tumbles_results;
CREATE OR REPLACE VIEW public.tumbles_collected AS
 SELECT tumbles_collected_results.window_start,
    tumbles_collected_results.window_end,
    tumbles_collected_results.k,
    tumbles_collected_results.count,
    tumbles_collected_results.string_agg,
    tumbles_collected_results.percentile_cont,
    tumbles_collected_results.mode,
    tumbles_collected_results.array_agg,
    tumbles_collected_results.jsonb_agg,
    tumbles_collected_results.list_of,
    tumbles_collected_results.sum,
    tumbles_collected_results.most,
    tumbles_collected_results.words
   FROM public.tumbles_collected_results;
CREATE OR REPLACE VIEW public.visits AS
 SELECT visits_results.window_start,
    visits_results.window_end,
    visits_results.k,
    visits_results.count,
    visits_results.sum,
    visits_results.avg,
    visits_results.min,
    visits_results.newest,
    visits_results.sum_n,
    visits_results.avg_n,
    visits_results.stddev,
    visits_results.variance,
    visits_results.sum_f,
    visits_results.avg_f,
    round((visits_results.agg_1)::numeric, 9) AS corr,
    visits_results.bool_and,
    visits_results.bit_xor,
    visits_results.s3,
    visits_results.checksum,
    visits_results.max_n
   FROM public.visits_results;
CREATE OR REPLACE VIEW public.visits_collected AS
 SELECT visits_collected_results.window_start,
    visits_collected_results.window_end,
    visits_collected_results.k,
    visits_collected_results.count,
    visits_collected_results.string_agg,
    visits_collected_results.percentile_cont,
    visits_collected_results.mode,
    visits_collected_results.array_agg,
    visits_collected_results.jsonb_agg,
    visits_collected_results.list_of,
    visits_collected_results.sum
   FROM public.visits_collected_results;
CREATE TRIGGER final_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER final_append_only;
CREATE TRIGGER final_collected_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER final_collected_append_only;
CREATE TRIGGER final_hops_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER final_hops_append_only;
CREATE TRIGGER grows_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER grows_append_only;
CREATE TRIGGER hops_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER hops_append_only;
CREATE TRIGGER hops_collected_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER hops_collected_append_only;
CREATE TRIGGER keyed_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER keyed_append_only;
CREATE TRIGGER keyed_collected_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER keyed_collected_append_only;
CREATE TRIGGER months_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER months_append_only;
CREATE TRIGGER tumbles_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER tumbles_append_only;
CREATE TRIGGER tumbles_collected_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER tumbles_collected_append_only;
CREATE TRIGGER visits_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER visits_append_only;
CREATE TRIGGER visits_collected_append_only BEFORE UPDATE ON public.ev FOR EACH ROW EXECUTE FUNCTION continuous.refuse_update();
ALTER TABLE public.ev ENABLE ALWAYS TRIGGER visits_collected_append_only;
