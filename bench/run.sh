#!/bin/bash
# run.sh -- measure pg_continuous against one-shot SQL, called by make bench.
#
# Each measure is a ratio of two things done in the same run, one after the
# other, ROUNDS times; the median counts.  ROWS rows (10M), event time 1000
# rows a second.  MEASURES names those that are wanted; those that load the
# rows again come last.  Prints what bench/README.md holds.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/lib.sh

ROWS=${ROWS:-10000000}
ROUNDS=${ROUNDS:-3}
MEASURES=${MEASURES:-backfill hop collected sessions wal copy others}

bash scripts/ensure_packages.sh || die "could not install what the benchmark needs"
work=/var/tmp/pg_continuous_bench-$(id -u)
(cv_make_folder "$work") || die "no folder to work in"
cv_prepare "$work"
data=$work/data
trap 'cv_as_user "$pg_bin/pg_ctl" -D "$data" -m fast -w -s stop' EXIT

start_server() {
	[ ! -f "$data/postmaster.pid" ] || cv_as_user "$pg_bin/pg_ctl" -D "$data" -m immediate -w -s stop
	cv_as_user bash -c 'rm -rf "$1" && "$2/initdb" -D "$1" -N --auth=trust --username=postgres --encoding=UTF8 --no-locale >/dev/null &&
		cat >>"$1/postgresql.conf" <<-CONF
			shared_preload_libraries = '\''pg_continuous'\''
			listen_addresses = '\'\''
			unix_socket_directories = '\''$3'\''
			shared_buffers = '\''2GB'\''
			max_wal_size = '\''16GB'\''
			checkpoint_timeout = '\''30min'\''
			work_mem = '\''64MB'\''
			max_parallel_workers_per_gather = 0
			autovacuum = off
			jit = off
			timezone = '\''UTC'\''
		CONF' - "$data" "$pg_bin" "$work" || die "initdb failed"
	cv_as_user "$pg_bin/pg_ctl" -D "$data" -l "$work/server.log" -w -s start || die "the server did not start"
}

sql() {
	cv_as_user env PGOPTIONS='-c client_min_messages=warning' \
		"$pg_bin/psql" -h "$work" -U postgres -d postgres -X -q -A -t -v ON_ERROR_STOP=1 "$@" || die "the benchmark failed"
}

# seconds sql... -- how long it takes
seconds() {
	local start=$EPOCHREALTIME
	sql "$@" >/dev/null
	awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN {printf "%.2f\n", b - a}'
}

# median of the lines of standard input
median() {
	sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'
}

ratio() {
	awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f\n", a / b}'
}

# view [window] -- the statement that creates it
view() {
	echo "CREATE CONTINUOUS VIEW revenue AS SELECT window_start, region, sum(total_gbp) AS revenue_gbp, count(*) AS orders, avg(total_gbp) AS mean FROM orders GROUP BY ${1:-"tumble(ordered_at, interval '5 minutes')"}, region"
}

hop="hop(ordered_at, interval '30 seconds', interval '5 minutes')"
# the windows of a row begin at the last edge before it and at nine more
one_shot_hop="INSERT INTO twin SELECT w, region, sum(total_gbp), count(*), avg(total_gbp) FROM orders, generate_series(date_bin('30 seconds', ordered_at, '2000-01-03Z') - interval '270 seconds', date_bin('30 seconds', ordered_at, '2000-01-03Z'), interval '30 seconds') w GROUP BY 1, 2"
one_shot="INSERT INTO twin SELECT date_bin('5 minutes', ordered_at, '2000-01-03Z'), region, sum(total_gbp), count(*), avg(total_gbp) FROM orders GROUP BY 1, 2"

# collected [further columns] -- the statement that creates a view of them
collected() {
	echo "CREATE CONTINUOUS VIEW collected AS SELECT window_start, region, count(DISTINCT customer_id) AS customers, percentile_cont(0.5) WITHIN GROUP (ORDER BY total_gbp) AS median ${1:-} FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region"
}
one_shot_collected="INSERT INTO twin_collected SELECT date_bin('5 minutes', ordered_at, '2000-01-03Z'), region, count(DISTINCT customer_id), percentile_cont(0.5) WITHIN GROUP (ORDER BY total_gbp) FROM orders GROUP BY 1, 2"

visits="CREATE CONTINUOUS VIEW visits AS SELECT window_start, window_end, customer_id, sum(total_gbp) AS spent_gbp, count(*) AS clicks FROM clicks GROUP BY session(clicked_at, interval '65 seconds'), customer_id"

one_shot_sessions="INSERT INTO twin_visits
	SELECT min(clicked_at), max(clicked_at) + interval '65 seconds', customer_id, sum(total_gbp), count(*)
	  FROM (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY customer_id ORDER BY clicked_at) AS visit
			  FROM (SELECT *, coalesce(clicked_at - lag(clicked_at) OVER (PARTITION BY customer_id ORDER BY clicked_at) >= interval '65 seconds', true) AS begins
					  FROM clicks) c) c
	 GROUP BY customer_id, visit"

# Watch the worker's own memory, kB, into $work/memory until stopped.
watch_memory() {
	local pid
	: >"$work/memory"
	while :
	do
		pid=$(cv_as_user "$pg_bin/psql" -h "$work" -U postgres -d postgres -XAtc \
			"SELECT pid FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'" 2>/dev/null)
		[ -z "$pid" ] || awk '/^RssAnon/ {print $2}' "/proc/$pid/status" >>"$work/memory" 2>/dev/null
		sleep 0.2
	done
}

# the rows in a file, to be loaded again
keep_orders() {
	[ ! -f "$work/orders.bin" ] || return 0
	cv_as_user bash -c 'umask 077; "$1" -h "$2" -U postgres -d postgres -XAqtc "COPY orders TO STDOUT (FORMAT binary)" >"$2/orders.bin"' - "$pg_bin/psql" "$work"
}

# the backlog that is there at creation
measure_backfill() {
	local batch ours different round
	: >"$work/ratios"
	for round in $(seq "$ROUNDS")
	do
		batch=$(seconds -c "TRUNCATE twin" -c "$one_shot")
		ours=$(seconds -c "$(view)" -c "SELECT continuous.sync('revenue', '1 hour')")
		echo "  backfill: one-shot SQL $batch s, ours $ours s, ratio $(ratio "$ours" "$batch")"
		ratio "$ours" "$batch" >>"$work/ratios"
		different=$(sql -c "SELECT count(*) FROM ((TABLE revenue EXCEPT ALL TABLE twin) UNION ALL (TABLE twin EXCEPT ALL TABLE revenue)) d")
		[ "$different" = 0 ] || die "the results differ in $different rows"
		sql -c "DROP VIEW revenue"
	done
	echo "backfill / one-shot SQL: $(median <"$work/ratios") (at most 0.6)"
}

# ten windows a row, against one; the plain query only once, as it takes long
measure_hop() {
	local batch ours tumble different round
	: >"$work/ratios"
	batch=$(seconds -c "TRUNCATE twin" -c "$one_shot_hop")
	for round in $(seq "$ROUNDS")
	do
		tumble=$(seconds -c "$(view)" -c "SELECT continuous.sync('revenue', '1 hour')")
		sql -c "DROP VIEW revenue"
		ours=$(seconds -c "$(view "$hop")" -c "SELECT continuous.sync('revenue', '1 hour')")
		echo "  hop: one-shot SQL $batch s, ours $ours s (ratio $(ratio "$ours" "$batch")); tumble $tumble s, ratio $(ratio "$ours" "$tumble")"
		ratio "$ours" "$tumble" >>"$work/ratios"
		different=$(sql -c "SELECT count(*) FROM ((TABLE revenue EXCEPT ALL TABLE twin) UNION ALL (TABLE twin EXCEPT ALL TABLE revenue)) d")
		[ "$different" = 0 ] || die "the results of hop differ in $different rows"
		sql -c "DROP VIEW revenue"
	done
	echo "hop of 5 minutes every 30 seconds / tumble of 5 minutes: $(median <"$work/ratios") (at most 1.5)"
}

# aggregates whose inputs are their state: sets and medians
measure_collected() {
	local batch native alone both different round
	sql -c "CREATE TABLE twin_collected (window_start timestamptz, region text, customers bigint, median float8)"
	: >"$work/ratios"
	for round in $(seq "$ROUNDS")
	do
		batch=$(seconds -c "TRUNCATE twin_collected" -c "$one_shot_collected")
		native=$(seconds -c "$(view)" -c "SELECT continuous.sync('revenue', '1 hour')")
		sql -c "DROP VIEW revenue"
		alone=$(seconds -c "$(collected)" -c "SELECT continuous.sync('collected', '1 hour')")
		different=$(sql -c "SELECT count(*) FROM ((TABLE collected EXCEPT ALL TABLE twin_collected) UNION ALL (TABLE twin_collected EXCEPT ALL TABLE collected)) d")
		[ "$different" = 0 ] || die "the results of collected aggregates differ in $different rows"
		sql -c "DROP VIEW collected"
		both=$(seconds -c "$(collected ", sum(total_gbp), count(*), avg(total_gbp)")" -c "SELECT continuous.sync('collected', '1 hour')")
		sql -c "DROP VIEW collected"
		echo "  collected: one-shot SQL $batch s, ours $alone s, ratio $(ratio "$alone" "$batch"); native ones alone $native s, both $both s"
		ratio "$alone" "$batch" >>"$work/ratios"
	done
	echo "median and distinct customers / one-shot SQL: $(median <"$work/ratios") (at most 1.2)"
}

# sessions of 100k customers, who come in no order: about half of the rows
# open one
measure_sessions() {
	local batch ours different round
	sql <<-SQL
		CREATE TABLE clicks AS
		SELECT ordered_at AS clicked_at, abs(hashint4(order_id::int)) % 100000 AS customer_id, total_gbp FROM orders ORDER BY order_id;
		CREATE TABLE twin_visits (window_start timestamptz, window_end timestamptz, customer_id int, spent_gbp numeric, clicks bigint, PRIMARY KEY (window_start, customer_id));
		VACUUM ANALYZE clicks;
		CHECKPOINT;
	SQL
	: >"$work/ratios"
	for round in $(seq "$ROUNDS")
	do
		batch=$(seconds -c "TRUNCATE twin_visits" -c "$one_shot_sessions")
		ours=$(seconds -c "$visits" -c "SELECT continuous.sync('visits', '1 hour')")
		echo "  sessions: one-shot SQL $batch s, ours $ours s, ratio $(ratio "$ours" "$batch")"
		ratio "$ours" "$batch" >>"$work/ratios"
		different=$(sql -c "SELECT count(*) FROM ((TABLE visits EXCEPT ALL TABLE twin_visits) UNION ALL (TABLE twin_visits EXCEPT ALL TABLE visits)) d")
		[ "$different" = 0 ] || die "the results of session differ in $different rows"
		sql -c "DROP VIEW visits"
	done
	echo "sessions / one-shot SQL: $(median <"$work/ratios") (at most 0.5)"
	sql -c "DROP TABLE clicks, twin_visits"
}

# the same rows through the WAL, consumed after the worker was away
measure_wal() {
	local batch ours
	keep_orders
	sql -c "TRUNCATE orders" -c "$(view)" -c "SELECT continuous.sync('revenue')"
	sql -c "ALTER SYSTEM SET continuous.enabled = off" -c "SELECT pg_reload_conf()" >/dev/null
	sql -c "COPY orders FROM '$work/orders.bin' (FORMAT binary)"
	sql -c "SELECT count(*) FROM orders" >/dev/null
	batch=$(seconds -c "TRUNCATE twin" -c "$one_shot")
	sql -c "ALTER SYSTEM RESET continuous.enabled" -c "SELECT pg_reload_conf()" >/dev/null
	ours=$(seconds -c "SELECT continuous.sync('revenue', '1 hour')")
	echo "catching up through the WAL / one-shot SQL: $(ratio "$ours" "$batch") (one-shot $batch s, ours $ours s)"
	sql -c "DROP VIEW revenue"
}

# what a view costs those who write
measure_copy() {
	local round without with rest
	keep_orders
	: >"$work/ratios"
	for round in $(seq "$ROUNDS")
	do
		sql -c "TRUNCATE orders" -c "CHECKPOINT"
		without=$(seconds -c "COPY orders FROM '$work/orders.bin' (FORMAT binary)")
		sql -c "TRUNCATE orders" -c "$(view)" -c "SELECT continuous.sync('revenue')" -c "CHECKPOINT"
		with=$(seconds -c "COPY orders FROM '$work/orders.bin' (FORMAT binary)")
		rest=$(seconds -c "SELECT continuous.sync('revenue', '1 hour')")
		echo "  COPY: $without s without a view, $with s with one; it is complete $rest s later; speed $(ratio "$without" "$with")"
		ratio "$without" "$with" >>"$work/ratios"
		sql -c "DROP VIEW revenue"
	done
	echo "speed of COPY with a view / without: $(median <"$work/ratios") (at least 0.9)"
}

# restart [settings...] -- with these instead of those of the file
restart() {
	cv_as_user "$pg_bin/pg_ctl" -D "$data" -l "$work/server.log" -m fast -w -s -o "$*" restart || die "the server did not start"
}

# transactions a second of single-row SELECTs, parsed and planned anew
select_rate() {
	cv_as_user "$pg_bin/pgbench" -n -S -M simple -c 2 -T "${SECONDS_A_RUN:-10}" -h "$work" -U postgres postgres |
		sed -n 's/^tps = \([0-9.]*\).*/\1/p'
}

# what other people's statements pay for a library that is there, with a view
# that waits, against none at all
measure_others() {
	local round with without
	cv_as_user "$pg_bin/pgbench" -i -q -s 10 -h "$work" -U postgres postgres 2>/dev/null
	sql -c "TRUNCATE orders" -c "$(view)" -c "SELECT continuous.sync('revenue')"
	: >"$work/ratios"
	for round in $(seq $((ROUNDS * 2 + 1)))
	do
		restart "-c shared_preload_libraries="
		select_rate >/dev/null
		without=$(select_rate)
		restart
		select_rate >/dev/null
		with=$(select_rate)
		echo "  others: $without a second without the library, $with with it, ratio $(ratio "$with" "$without")"
		ratio "$with" "$without" >>"$work/ratios"
	done
	echo "pgbench -S with the library and a view that waits / without: $(median <"$work/ratios") ($(sort -n "$work/ratios" | paste -sd ' '))"
	sql -c "DROP VIEW revenue"
}

start_server
cv_as_user rm -f "$work/orders.bin"
echo "PostgreSQL $(sql -c 'SHOW server_version'), $(nproc) cores, $ROWS rows, $ROUNDS rounds"
sql <<-SQL
	CREATE EXTENSION pg_continuous;
	CREATE TABLE orders (order_id bigint, ordered_at timestamptz, region text, customer_id int, total_gbp numeric(10,2));
	CREATE TABLE twin (window_start timestamptz, region text, revenue_gbp numeric, orders bigint, mean numeric);
	INSERT INTO orders
	SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 ms', 'region ' || i % 8, (i * 7919) % 100000, ((i * 104729) % 1000000) / 100.0
	  FROM generate_series(bigint '1', $ROWS) i;
	VACUUM ANALYZE orders;
	CHECKPOINT;
SQL
watch_memory &
watcher=$!
trap 'kill $watcher; cv_as_user "$pg_bin/pg_ctl" -D "$data" -m fast -w -s stop' EXIT

for measure in $MEASURES
do
	"measure_$measure"
done
echo "largest private memory of the worker: $(sort -n "$work/memory" | tail -n 1 | awk '{printf "%d MB", $1 / 1024}') (at most 100 MB beside the state area)"
