# backlog.sh -- rows that are there when a view is created, against the twin.
#
# The twin is INSERT INTO a table with the same unique index SELECT ... GROUP
# BY.  Ours is CREATE and sync().  Ratios of elapsed time, which are what users
# wait for, and of processor time (KEY_cpu: the worker's over the backend's),
# which mean something on a machine with other work, too.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# set: plain SQL that takes long is run once
twin_once=

# backlog key columns-of-twin query-of-twin view limit text -- limit - if none
backlog() {
	local key=$1 columns=$2 query=$3 view=$4 limit=$5 text=$6 relation="<=" round twin_elapsed twin_cpu
	[ "$limit" != - ] || relation=-
	figure "$key" "$relation" "$limit" "" "$text / twin, elapsed"
	figure "${key}_cpu" "$relation" "$limit" "" "$text / twin, processor time"
	figure "${key}_s" - - s "$text, elapsed"
	figure "${key}_memory" - - MB "$text, private memory of the worker"
	for round in $(seq "$ROUNDS")
	do
		if [ "$round" = 1 ] || [ -z "$twin_once" ]
		then
			sql -c "DROP TABLE IF EXISTS twin" -c "CREATE TABLE twin ($columns)" -c CHECKPOINT
			cost "INSERT INTO twin $query"
			twin_elapsed=$elapsed twin_cpu=$own_cpu
		fi
		sql -c CHECKPOINT
		watch_memory
		cost "$view" "SELECT continuous.sync('v', '2 hours')"
		stop_watching
		sample "${key}_memory" "$memory"
		echo "  $key: twin $twin_elapsed s ($twin_cpu s of processor time), ours $elapsed s ($worker_cpu s)"
		sample "$key" "$(calculate "$elapsed / $twin_elapsed")"
		sample "${key}_cpu" "$(calculate "$worker_cpu / $twin_cpu")"
		sample "${key}_s" "$elapsed"
		same "$key" "TABLE v" "TABLE twin"
		sql -c "DROP VIEW v"
	done
	sql -c "DROP TABLE twin"
}

columns_of_revenue="window_start timestamptz, region text, revenue_gbp numeric, orders bigint, mean numeric, PRIMARY KEY (window_start, region)"

# reading the rows is what cannot be avoided: count(*) by the same scan
measure_j1() {
	local bare
	need_orders
	backlog j1 "$columns_of_revenue" "$(revenue_query orders)" "$(revenue_view v orders)" 0.35 "J1: sum, count, avg by 5 minutes, region"
	figure reading_share "<=" 2.5 "" "J1's worker / count(*) of the table, processor time"
	for _ in $(seq "$ROUNDS")
	do
		cost "SELECT count(*) FROM orders"
		bare=$own_cpu
		cost "$(revenue_view v orders)" "SELECT continuous.sync('v', '1 hour')"
		sample reading_share "$(calculate "$worker_cpu / $bare")"
		sql -c "DROP VIEW v"
	done
}

measure_j2() {
	need_orders
	backlog j2 "window_start timestamptz, customer_id int, s numeric, c bigint, PRIMARY KEY (window_start, customer_id)" \
		"SELECT date_bin('1 minute', ordered_at, '2000-01-03Z'), customer_id, sum(total_gbp), count(*) FROM orders GROUP BY 1, 2" \
		"CREATE CONTINUOUS VIEW v AS SELECT window_start, customer_id, sum(total_gbp) AS s, count(*) AS c FROM orders GROUP BY tumble(ordered_at, interval '1 minute'), customer_id" \
		0.6 "J2: sum, count by 1 minute, customer_id"
}

# ten windows a row: they begin at the last edge before it and at nine more
measure_j3() {
	local tumble
	need_orders
	local twin_once=1 hop="hop(ordered_at, interval '30 seconds', interval '5 minutes')"
	backlog j3 "$columns_of_revenue" \
		"SELECT w, region, sum(total_gbp), count(*), avg(total_gbp) FROM orders, generate_series(date_bin('30 seconds', ordered_at, '2000-01-03Z') - interval '270 seconds', date_bin('30 seconds', ordered_at, '2000-01-03Z'), interval '30 seconds') w GROUP BY 1, 2" \
		"$(revenue_view v orders "$hop")" 0.1 "J3: hop of 5 minutes every 30 seconds, region"
	figure j3_j1 "<=" 1.3 "" "J3 / J1, processor time of the worker"
	for _ in $(seq "$ROUNDS")
	do
		cost "$(revenue_view v orders)" "SELECT continuous.sync('v', '1 hour')"
		tumble=$worker_cpu
		sql -c "DROP VIEW v"
		cost "$(revenue_view v orders "$hop")" "SELECT continuous.sync('v', '1 hour')"
		sample j3_j1 "$(calculate "$worker_cpu / $tumble")"
		sql -c "DROP VIEW v"
	done
}

measure_j4() {
	need_clicks
	backlog j4 "window_start timestamptz, window_end timestamptz, customer_id int, s numeric, c bigint, PRIMARY KEY (window_start, customer_id)" \
		"SELECT min(clicked_at), max(clicked_at) + interval '65 seconds', customer_id, sum(total_gbp), count(*)
		   FROM (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY customer_id ORDER BY clicked_at) AS visit
				   FROM (SELECT *, coalesce(clicked_at - lag(clicked_at) OVER (PARTITION BY customer_id ORDER BY clicked_at) >= interval '65 seconds', true) AS begins
						   FROM clicks) c) c
		  GROUP BY customer_id, visit" \
		"CREATE CONTINUOUS VIEW v AS SELECT window_start, window_end, customer_id, sum(total_gbp) AS s, count(*) AS c FROM clicks GROUP BY session(clicked_at, interval '65 seconds'), customer_id" \
		0.3 "J4: sessions with a gap of 65 s of each customer_id"
}

measure_wide() {
	need_wide
	backlog wide "$columns_of_revenue" "$(revenue_query wide)" "$(revenue_view v wide)" 0.35 "J1 over 50 columns with wide text"
}

measure_parted() {
	need_parted
	backlog parted "$columns_of_revenue" "$(revenue_query parted)" "$(revenue_view v parted)" 0.35 "J1 over eight partitions"
}

# aggregates whose inputs are their state: sets and medians
measure_collected() {
	local columns="count(DISTINCT customer_id) AS customers, percentile_cont(0.5) WITHIN GROUP (ORDER BY total_gbp) AS median"
	need_orders
	backlog collected "window_start timestamptz, region text, customers bigint, median float8, PRIMARY KEY (window_start, region)" \
		"SELECT date_bin('5 minutes', ordered_at, '2000-01-03Z'), region, $columns FROM orders GROUP BY 1, 2" \
		"CREATE CONTINUOUS VIEW v AS SELECT window_start, region, $columns FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region" \
		1.2 "median and distinct customers by 5 minutes, region"
}
