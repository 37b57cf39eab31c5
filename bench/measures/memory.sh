# memory.sh -- what groups and transactions take, and what happens without it.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# state_bytes -- what the state of all views takes in shared memory
state_bytes() {
	sql -c "SELECT bytes FROM continuous.memory WHERE what = 'state'"
}

# groups of an int, all of them open: whatever was rounded up counts
measure_state() {
	local groups=$((ROWS / 10))
	figure state "<=" 96 bytes "state memory a group: count, sum(numeric) by an int, index included"
	sql -c "CREATE TABLE many AS SELECT timestamptz '2024-06-03 00:00Z' + i % 1000 * interval '1 ms' AS at, i AS k, (i % 100000 / 100.0)::numeric(10,2) AS v FROM generate_series(1, $groups) i" -c "VACUUM ANALYZE many"
	create_view v "CREATE CONTINUOUS VIEW v AS SELECT window_start, k, count(*) AS n, sum(v) AS s FROM many GROUP BY tumble(at, interval '1 hour'), k"
	sample state "$(calculate "$(state_bytes) / $groups")"
	same state "TABLE v" "SELECT date_bin('1 hour', at, '2000-01-03Z'), k, count(*), sum(v) FROM many GROUP BY 1, 2"
	sql -c "DROP VIEW v" -c "DROP TABLE many"
}

# Each group takes ten rows, which come in no order: with a tenth of the memory
# nine of ten groups are not there when their next row comes.
measure_eviction() {
	local keys=$((ROWS / 10)) need limit unlimited limited
	local view="CREATE CONTINUOUS VIEW v AS SELECT window_start, (hashint8(order_id) & 2147483647) % $keys AS k, count(*) AS n, sum(total_gbp) AS s FROM orders GROUP BY tumble(ordered_at, interval '1 day'), k"
	figure eviction "<=" 3 "" "ten random rows a group, continuous.state_memory a tenth of the need / unlimited, elapsed"
	figure eviction_cpu "<=" 3 "" "the same, processor time"
	need_orders
	for _ in $(seq "$ROUNDS")
	do
		restart_server "-c continuous.state_memory=$([ -n "${SHORT:-}" ] && echo 256MB || echo 4GB)"
		cost "$view" "SELECT continuous.sync('v', '2 hours')"
		unlimited="$elapsed $worker_cpu" need=$(state_bytes) || exit 1
		sql -c "CREATE TABLE twin AS TABLE v" -c "DROP VIEW v" -c CHECKPOINT
		# the setting begins somewhere, so a short run may have more
		limit=$(sql -c "SELECT greatest($need / 10 / 1024, min_val::bigint) FROM pg_settings WHERE name = 'continuous.state_memory'") || exit 1
		restart_server "-c continuous.state_memory=${limit}kB"
		cost "$view" "SELECT continuous.sync('v', '2 hours')"
		limited="$elapsed $worker_cpu"
		echo "  eviction: with $((need / 1024)) kB ${unlimited/ / s, processor time }, with $limit kB ${limited/ / s, processor time }"
		sample eviction "$(calculate "${limited% *} / ${unlimited% *}")"
		sample eviction_cpu "$(calculate "${limited#* } / ${unlimited#* }")"
		same eviction "TABLE v" "TABLE twin"
		same eviction "TABLE v" "SELECT date_bin('1 day', ordered_at, '2000-01-03Z'), (hashint8(order_id) & 2147483647) % $keys, count(*), sum(total_gbp) FROM orders GROUP BY 1, 2"
		sql -c "DROP VIEW v" -c "DROP TABLE twin"
	done
	restart_server
}

# all rows in one transaction, followed
measure_transaction() {
	figure transaction_memory "<=" 100 MB "all rows in one transaction, into many groups: private memory of the worker"
	figure transaction_cpu - - s "the same, processor time of the worker"
	need_orders
	for _ in $(seq "$ROUNDS")
	do
		empty_table copied
		create_view v "CREATE CONTINUOUS VIEW v AS SELECT window_start, customer_id, sum(total_gbp) AS s, count(*) AS n FROM copied GROUP BY tumble(ordered_at, interval '5 minutes'), customer_id"
		watch_memory
		cost "INSERT INTO copied SELECT * FROM orders" "SELECT continuous.sync('v', '1 hour')"
		sample transaction_memory "$(stop_watching)"
		sample transaction_cpu "$worker_cpu"
		same transaction "TABLE v" "SELECT date_bin('5 minutes', ordered_at, '2000-01-03Z'), customer_id, sum(total_gbp), count(*) FROM copied GROUP BY 1, 2"
		sql -c "DROP VIEW v" -c "DROP TABLE copied"
	done
}
