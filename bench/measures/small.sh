# small.sh -- few rows at a time: what a batch costs, and how soon it shows.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# Commits of one row each, the next when the view shows the last: each is
# consumed and flushed alone, as the number of flushes says.
measure_small() {
	local flushes commits=$((SECONDS_A_RUN * 40)) before=0
	figure small "<=" 150 "us" "a batch of one row, flush included, processor time of the worker"
	figure small_flushes - - "" "flushes / commits meanwhile"
	empty_table single
	create_view v "$(revenue_view v single "" "WITH (flush_interval = '1 ms')")"
	for _ in $(seq "$ROUNDS")
	do
		flushes=$(sql -c "SELECT flushes FROM continuous.stats WHERE view = 'v'::regclass") || exit 1
		cost "DO \$\$
			  DECLARE n bigint;
			  BEGIN
				FOR i IN $((before + 1))..$((before + commits)) LOOP
					INSERT INTO single VALUES (i, timestamptz '2024-06-03 00:00Z' + i * interval '1 ms', 'region ' || i % 8, i % 100000, i % 100);
					COMMIT;
					LOOP
						SELECT sum(orders) INTO n FROM v;
						EXIT WHEN n = i;
						COMMIT;
						PERFORM pg_sleep(0.001);
					END LOOP;
				END LOOP;
			  END \$\$"
		before=$((before + commits))
		flushes=$(sql -c "SELECT flushes - $flushes FROM continuous.stats WHERE view = 'v'::regclass") || exit 1
		sample small_flushes "$(calculate "$flushes / $commits")"
		sample small "$(calculate "1e6 * $worker_cpu / $flushes")"
	done
	same small "TABLE v" "$(revenue_query single)"
	sql -c "DROP VIEW v" -c "DROP TABLE single"
}

# Four clients make 1000 commits a second together.  Rows count in the order
# in which they commit, so the n-th commit, by the time of its commit record,
# shows when the view first says n.  The probe looks each millisecond, in a
# transaction of its own, and writes down when that had been read: what it says
# is too late by that millisecond at most, never too early.
measure_freshness() {
	local probe began p50 p99
	figure freshness_p50 "<=" 15 ms "commit to visible at 1000 single-row commits a second, flush_interval 10 ms, median"
	figure freshness_p99 "<=" 60 ms "99 of 100 sooner than"
	figure freshness_rate - - tps "commits a second that there were"
	figure freshness_worker - - cores "processor time of the worker meanwhile"
	restart_server "-c track_commit_timestamp=on"
	cv_as_user tee "$work/fresh.sql" >/dev/null <<-'SQL'
		\set id random(1, 1000000000)
		INSERT INTO fresh VALUES (:id, clock_timestamp(), 'region ' || :id % 8, :id % 100000, :id % 1000000 / 100.0);
	SQL
	for _ in $(seq "$ROUNDS")
	do
		empty_table fresh
		sql -c "DROP TABLE IF EXISTS seen" -c "CREATE TABLE seen (n bigint, at timestamptz)"
		create_view v "$(revenue_view v fresh "" "WITH (flush_interval = '10 ms')")"
		sql <<-SQL &
			DO \$\$
			DECLARE
				counts bigint[] := '{}'; times timestamptz[] := '{}'; n bigint; last bigint := 0;
				ends timestamptz := clock_timestamp() + interval '$((SECONDS_A_RUN + 1)) seconds';
			BEGIN
				WHILE clock_timestamp() < ends LOOP
					SELECT sum(orders) INTO n FROM v;
					IF n > last THEN
						counts := counts || n; times := times || clock_timestamp(); last := n;
					END IF;
					COMMIT;
					PERFORM pg_sleep(0.001);
				END LOOP;
				INSERT INTO seen SELECT * FROM unnest(counts, times);
			END \$\$
		SQL
		probe=$!
		began=$(sql -c "SELECT bench.worker_cpu()") || exit 1
		sample freshness_rate "$(pgbench -f "$work/fresh.sql" -c 4 -j 1 -R 1000 -T "$SECONDS_A_RUN" | tps)"
		sample freshness_worker "$(calculate "$(sql -c "SELECT bench.worker_cpu_since('$began')") / $SECONDS_A_RUN")"
		wait "$probe" || exit 1
		read -r p50 p99 < <(sql <<-'SQL'
			CREATE INDEX ON seen (n);
			SELECT string_agg(round(1000 * extract(epoch FROM p), 1)::text, ' ')
			  FROM (SELECT unnest(percentile_disc('{0.5,0.99}'::float8[]) WITHIN GROUP (ORDER BY s.at - f.committed)) AS p
					  FROM (SELECT pg_xact_commit_timestamp(xmin) AS committed, row_number() OVER (ORDER BY pg_xact_commit_timestamp(xmin)) AS n FROM fresh) f,
						   LATERAL (SELECT at FROM seen WHERE seen.n >= f.n ORDER BY seen.n LIMIT 1) s) p
		SQL
		)
		sample freshness_p50 "$p50"
		sample freshness_p99 "$p99"
		sql -c "SELECT continuous.sync('v')" >/dev/null
		same freshness "TABLE v" "$(revenue_query fresh)"
		sql -c "DROP VIEW v"
	done
	sql -c "DROP TABLE fresh, seen"
	restart_server
}
