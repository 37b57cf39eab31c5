# memory.sh -- what groups and transactions take, and what happens without it.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# state_bytes -- what the state of all views takes in shared memory
state_bytes() {
	sql -c "SELECT bytes FROM continuous.memory WHERE what = 'state'"
}

# Groups of an int, all of them open: whatever was rounded up counts.  They come
# in ten transactions, as what one batch cannot hold is not kept.
measure_state() {
	local groups=$((ROWS / 10)) step=$((ROWS / 100))
	figure state "<=" 96 bytes "state memory a group: count, sum(numeric) by an int, index included"
	sql -c "CREATE TABLE many (at timestamptz, k int, v numeric(10,2))"
	create_view v "CREATE CONTINUOUS VIEW v AS SELECT window_start, k, count(*) AS n, sum(v) AS s FROM many GROUP BY tumble(at, interval '1 hour'), k"
	for part in $(seq 0 9)
	do
		sql -c "INSERT INTO many SELECT timestamptz '2024-06-03 00:00Z' + i % 1000 * interval '1 ms', i, i % 100000 / 100.0 FROM generate_series($((step * part + 1)), $((step * (part + 1)))) i" \
			-c "SELECT continuous.sync('v', '1 hour')" >/dev/null
	done
	sample state "$(calculate "$(state_bytes) / $groups")"
	same state "TABLE v" "SELECT date_bin('1 hour', at, '2000-01-03Z'), k, count(*), sum(v) FROM many GROUP BY 1, 2"
	sql -c "DROP VIEW v" -c "DROP TABLE many"
}

random_keys="(hashint8(order_id) & 2147483647) % $((ROWS / 10))"

# random_view table -- each group takes ten rows, which come in no order
random_view() {
	echo "CREATE CONTINUOUS VIEW v AS SELECT window_start, $random_keys AS k, count(*) AS n, sum(total_gbp) AS s FROM $1 GROUP BY tumble(ordered_at, interval '1 day'), k"
}

random_query() {
	echo "SELECT date_bin('1 day', ordered_at, '2000-01-03Z'), $random_keys, count(*), sum(total_gbp) FROM $1 GROUP BY 1, 2"
}

# more groups than continuous.batch_memory holds, in one backlog
measure_random() {
	need_orders
	backlog random "window_start timestamptz, k bigint, n bigint, s numeric, PRIMARY KEY (window_start, k)" \
		"$(random_query orders)" "$(random_view orders)" - "backlog with ten random rows a group"
}

# follow_parts state_memory -- transactions of 100k rows, each a batch; sets
# elapsed, worker_cpu
follow_parts() {
	local file loads=()
	for file in "$work"/parts/*
	do
		loads+=("COPY copied FROM '$file'" "SELECT continuous.sync('v', '1 hour')")
	done
	restart_server "-c continuous.state_memory=$1"
	empty_table copied
	create_view v "$(random_view copied)"
	cost "${loads[@]}"
}

# With a tenth of the memory nine of ten groups are not there when their next
# row comes.
measure_eviction() {
	local need limit cpu unlimited
	figure eviction "<=" 3 "" "following, ten random rows a group, continuous.state_memory a tenth of the need / unlimited, elapsed"
	figure eviction_cpu "<=" 3 "" "the same, processor time"
	need_files
	for _ in $(seq "$ROUNDS")
	do
		follow_parts "$([ -n "${SHORT:-}" ] && echo 64MB || echo 4GB)"
		unlimited=$elapsed cpu=$worker_cpu need=$(state_bytes) || exit 1
		sql -c "CREATE TABLE twin AS TABLE v" -c "DROP VIEW v"
		# the setting begins at 1 MB, so a short run may have more
		limit=$((need / 10 / 1024 > 1024 ? need / 10 / 1024 : 1024))
		follow_parts "${limit}kB"
		echo "  eviction: with $((need / 1024)) kB $unlimited s, $cpu s of processor time; with $limit kB $elapsed s, $worker_cpu s"
		sample eviction "$(calculate "$elapsed / $unlimited")"
		sample eviction_cpu "$(calculate "$worker_cpu / $cpu")"
		same eviction "TABLE v" "TABLE twin"
		same eviction "TABLE v" "$(random_query copied)"
		sql -c "DROP VIEW v" -c "DROP TABLE twin, copied"
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
		stop_watching
		sample transaction_memory "$memory"
		sample transaction_cpu "$worker_cpu"
		same transaction "TABLE v" "SELECT date_bin('5 minutes', ordered_at, '2000-01-03Z'), customer_id, sum(total_gbp), count(*) FROM copied GROUP BY 1, 2"
		sql -c "DROP VIEW v" -c "DROP TABLE copied"
	done
}
