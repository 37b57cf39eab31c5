# results.sh -- what updates of results cost.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# A hundred thousand groups are there; each transaction has a row for a tenth
# of them and is flushed alone.  What the worker does besides counts, too.
measure_updates() {
	local groups=$((ROWS / 100)) n steps figures updated hot
	figure updates ">=" 150000 "rows/s" "updates of existing groups, a second of the worker's processor time"
	figure updates_hot ">=" 95 "%" "of these HOT"
	for _ in $(seq "$ROUNDS")
	do
		sql -c "CREATE TABLE hits (at timestamptz, k int, v numeric(10,2))" \
			-c "INSERT INTO hits SELECT '2024-06-03 00:00Z', i, i % 100 FROM generate_series(0, $groups - 1) i"
		create_view v "CREATE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v) AS s, count(*) AS n FROM hits GROUP BY tumble(at, interval '1 hour'), k"
		n=0 steps=()
		while [ $n -lt 100 ]
		do
			steps+=("INSERT INTO hits SELECT '2024-06-03 00:00Z', (i * 7919 + $n) % $groups, i % 100 FROM generate_series(1, $groups / 10) i" "SELECT continuous.sync('v')")
			n=$((n + 1))
		done
		cost "${steps[@]}"
		# the worker tells its figures later, and the last perhaps not at all
		figures=$(sql <<-'SQL'
			DO $$
			DECLARE last bigint := -1; n bigint;
			BEGIN
				LOOP
					SELECT n_tup_upd INTO n FROM pg_stat_user_tables WHERE relname = 'v_results';
					EXIT WHEN n = last AND n > 0;
					last := n;
					PERFORM pg_sleep(1), pg_stat_clear_snapshot();
				END LOOP;
			END $$;
			SELECT n_tup_upd || ' ' || n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'v_results'
		SQL
		) || exit 1
		read -r updated hot <<<"$figures"
		echo "  updates: $((groups * 10)) rows updated in $worker_cpu s of processor time; $hot of $updated told HOT; flushed $(sql -c "SELECT flushes FROM continuous.stats WHERE view = 'v'::regclass") times"
		sample updates "$(calculate "$groups * 10 / $worker_cpu")"
		sample updates_hot "$(calculate "100 * $hot / $updated")"
		same updates "TABLE v" "SELECT date_bin('1 hour', at, '2000-01-03Z'), k, sum(v), count(*) FROM hits GROUP BY 1, 2"
		sql -c "DROP VIEW v" -c "DROP TABLE hits"
	done
}
