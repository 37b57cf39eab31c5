# many.sh -- many views, many inputs, and nothing to do.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# minutes_view n table -- one of views that differ in their windows
minutes_view() {
	revenue_view "v$1" "$2" "tumble(ordered_at, interval '$1 minutes')"
}

# follow_minutes first last -- what views of these minutes cost the worker:
# sets backfill_cpu, following_cpu
follow_minutes() {
	local n views=() syncs=()
	for n in $(seq "$1" "$2")
	do
		views+=("$(minutes_view "$n" followed)")
		syncs+=("SELECT continuous.sync('v$n', '2 hours')")
	done
	empty_table followed
	sql -c "INSERT INTO followed SELECT * FROM orders" -c "VACUUM ANALYZE followed" -c CHECKPOINT
	# they begin together
	workers_off
	cost "${views[@]}" "${workers_on[@]}" "${syncs[@]}"
	backfill_cpu=$worker_cpu
	load_table followed "$work"/parts/*
	following_cpu=$worker_cpu
	cost "${syncs[@]}"
	following_cpu=$(calculate "$following_cpu + $worker_cpu")
	for n in $(seq "$1" "$2")
	do
		same ten_views "TABLE v$n" "$(revenue_query followed "$n minutes")"
		sql -c "DROP VIEW v$n"
	done
	sql -c "DROP TABLE followed"
}

measure_ten_views() {
	local one_backfill one_following
	figure ten_views_backfill "<=" 5 "" "ten views on one input / one view, backlog, processor time of the worker"
	figure ten_views_following "<=" 5 "" "ten views on one input / one view, following COPY in batches of 100k"
	need_files
	for _ in $(seq "$ROUNDS")
	do
		follow_minutes 5 5
		one_backfill=$backfill_cpu one_following=$following_cpu
		follow_minutes 1 10
		sample ten_views_backfill "$(calculate "$backfill_cpu / $one_backfill")"
		sample ten_views_following "$(calculate "$following_cpu / $one_following")"
	done
}

# a hundred views on ten tables, and nobody who writes
measure_idle() {
	local n t tables=10
	[ -z "${SHORT:-}" ] || tables=2
	figure idle "<=" 0.1 "%" "idle server with 100 views, processor time of the worker of one core"
	for t in $(seq "$tables")
	do
		empty_table "quiet_$t"
		for n in $(seq 10)
		do
			revenue_view "quiet_${t}_$n" "quiet_$t" "tumble(ordered_at, interval '$n minutes')"
			echo ";"
		done
	done | sql
	for t in $(seq "$tables")
	do
		sql -c "INSERT INTO quiet_$t $(rows_of_orders 1 10)" -c "SELECT continuous.sync(view) FROM continuous.views WHERE input = 'quiet_$t'::regclass" >/dev/null
	done
	for _ in $(seq "$ROUNDS")
	do
		# what comes after a flush is not idleness
		cost "SELECT pg_sleep($SECONDS_A_RUN)"
		cost "SELECT pg_sleep(3 * $SECONDS_A_RUN)"
		sample idle "$(calculate "100 * $worker_cpu / $elapsed")"
	done
	for t in $(seq "$tables")
	do
		sql -c "DROP TABLE quiet_$t CASCADE"
	done
}

# two inputs, by one worker and by two
measure_workers() {
	local n busiest one one_cpu
	figure workers "<=" 0.6 "" "two inputs, elapsed time with continuous.workers_per_database = 2 / 1"
	figure workers_cpu "<=" 0.6 "" "the same, processor time of the busiest of two / of one alone"
	need_orders
	empty_table second
	sql -c "INSERT INTO second SELECT * FROM orders" -c "VACUUM ANALYZE second" -c CHECKPOINT
	for _ in $(seq "$ROUNDS")
	do
		for n in 1 2
		do
			workers_off
			set_server continuous.workers_per_database "$n"
			sql -c "$(revenue_view v orders)" -c "$(revenue_view w second)"
			cost "${workers_on[@]}" "SELECT continuous.sync('v', '1 hour')" "SELECT continuous.sync('w', '1 hour')"
			# they have just begun
			busiest=$(sql -c "SELECT max(value::float8) FROM jsonb_each_text(bench.worker_cpu())") || exit 1
			echo "  workers: with $n $elapsed s, $worker_cpu s of processor time, the busiest $busiest s"
			[ "$n" = 2 ] || one=$elapsed one_cpu=$busiest
			same "workers, $n" "TABLE v" "$(revenue_query orders)"
			same "workers, $n" "TABLE w" "$(revenue_query second)"
			sql -c "DROP VIEW v" -c "DROP VIEW w"
		done
		sample workers "$(calculate "$elapsed / $one")"
		sample workers_cpu "$(calculate "$busiest / $one_cpu")"
	done
	set_server continuous.workers_per_database RESET
	sql -c "DROP TABLE second"
}
