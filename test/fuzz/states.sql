-- States of every kind of aggregate, in every kind of window.
CREATE SCHEMA fuzz_states;
SET search_path = fuzz_states, public;
CREATE TABLE ev (ts timestamptz NOT NULL, k int, i int, b bigint, n numeric, f float8, t text, a int[]);
CREATE FUNCTION make(name text, what text, dials text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE CONTINUOUS VIEW %I %s AS
		SELECT k, avg(i) ai, avg(b) ab, sum(b) sb, avg(n) an, sum(n) sn, stddev(n) dn, stddev(f) df, corr(f, i) c,
			   max(t) mt, array_agg(a) aa, string_agg(t, %L ORDER BY n) st, count(DISTINCT t) dt,
			   percentile_cont(0.5) WITHIN GROUP (ORDER BY f) p, jsonb_agg(t) j, bit_xor(i) bx
		  FROM ev GROUP BY k %s', name, dials, ',', what);
END $$;
SELECT make('tumbling', $$, continuous.tumble(ts, '1 minute')$$);
SELECT make('final', $$, continuous.tumble(ts, '1 minute')$$, $$WITH (emit = final)$$);
SELECT make('hopping', $$, continuous.hop(ts, '10 s', '1 minute')$$);
SELECT make('sessions', $$, continuous.session(ts, '10 s')$$);
SELECT make('keyed', '', $$WITH (state_ttl = '1 day')$$);
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + g * interval '7 s', g % 3, g, g::bigint * 1000000000, g * 1.25,
		g / 3.0, repeat('x', g % 50), ARRAY[g, NULL, 1] FROM generate_series(1, 60) g;
SELECT continuous.sync(v) FROM unnest('{tumbling,final,hopping,sessions,keyed}'::regclass[]) v;
SELECT v, public.cv_fuzz_states(v, 1, 60) FROM unnest('{tumbling,final,hopping,sessions,keyed}'::regclass[]) v;
