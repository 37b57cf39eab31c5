# writers.sh -- what a view costs those who write, and those who only read.
#
# With and without take turns, in tables of the same columns.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# load_table name files... -- COPY, each file a transaction; sets elapsed
load_table() {
	local table=$1 file statements=()
	shift
	for file in "$@"
	do
		case $file in
			*.bin) statements+=("COPY $table FROM '$file' (FORMAT binary)") ;;
			*) statements+=("COPY $table FROM '$file'") ;;
		esac
	done
	cost "${statements[@]}"
}

# copy_rounds key files... -- COPY without a view, and with one that follows
copy_rounds() {
	local key=$1 without
	shift
	# the first to write makes files of WAL, which others use again
	empty_table copied
	load_table copied "$@"
	for _ in $(seq "$ROUNDS")
	do
		empty_table copied
		load_table copied "$@"
		without=$elapsed
		empty_table copied
		create_view v "$(revenue_view v copied)"
		sql -c CHECKPOINT
		load_table copied "$@"
		sample "$key" "$(calculate "$without / $elapsed")"
		cost "SELECT continuous.sync('v', '1 hour')"
		sample "${key}_rest" "$elapsed"
		same "$key" "TABLE v" "$(revenue_query copied)"
		sql -c "DROP VIEW v"
	done
	sql -c "DROP TABLE copied"
}

measure_copy() {
	figure copy ">=" 0.95 "" "COPY of all rows in one transaction, speed with a view following / without"
	figure copy_rest - - s "until the view is complete behind it"
	need_files
	copy_rounds copy "$work/orders.bin"
}

measure_batches() {
	figure batches ">=" 0.95 "" "COPY in batches of 100k rows, speed with a view following / without"
	figure batches_rest - - s "until the view is complete behind it"
	need_files
	copy_rounds batches "$work"/parts/*
}

# insert_rate table -- single-row INSERTs a second by two clients
insert_rate() {
	cv_as_user tee "$work/insert.sql" >/dev/null <<-SQL
		\set id random(1, 1000000000)
		INSERT INTO $1 VALUES (:id, clock_timestamp(), 'region ' || :id % 8, :id % 100000, :id % 1000000 / 100.0);
	SQL
	pgbench -f "$work/insert.sql" -c 2 -j 2 -T "$SECONDS_A_RUN" | tps
}

measure_inserts() {
	local n without with began
	figure inserts ">=" 0.9 "" "single-row INSERTs by 2 clients, tps with 10 views on the table / without"
	figure inserts_without - - tps "the latter"
	figure inserts_worker - - cores "processor time of the worker meanwhile"
	empty_table alone
	empty_table followed
	for n in $(seq 10)
	do
		create_view "v$n" "$(revenue_view "v$n" followed "tumble(ordered_at, interval '$n minutes')")"
	done
	insert_rate alone >/dev/null
	for _ in $(seq "$ROUNDS")
	do
		without=$(insert_rate alone) || exit 1
		began=$(sql -c "SELECT bench.worker_cpu()") || exit 1
		with=$(insert_rate followed) || exit 1
		sample inserts_worker "$(calculate "$(sql -c "SELECT bench.worker_cpu_since('$began')") / $SECONDS_A_RUN")"
		sample inserts_without "$without"
		sample inserts "$(calculate "$with / $without")"
	done
	for n in $(seq 10)
	do
		sql -c "SELECT continuous.sync('v$n', '10 min')" >/dev/null
		same inserts "TABLE v$n" "$(revenue_query followed "$n minutes")"
		sql -c "DROP VIEW v$n"
	done
	sql -c "DROP TABLE alone, followed"
}

# select_rate -- single-row SELECTs a second, parsed and planned anew
select_rate() {
	pgbench -S -M simple -c 2 -T "$SECONDS_A_RUN" | tps
}

# what other people's statements pay for a library that is there, with a view
# that waits, against none at all
measure_others() {
	local with without
	figure others - - "" "pgbench -S, tps with the library and a view that waits / without"
	pgbench -i -q -s 10
	empty_table copied
	create_view v "$(revenue_view v copied)"
	for _ in $(seq "$ROUNDS")
	do
		restart_server "-c shared_preload_libraries="
		select_rate >/dev/null
		without=$(select_rate) || exit 1
		restart_server
		select_rate >/dev/null
		with=$(select_rate) || exit 1
		sample others "$(calculate "$with / $without")"
	done
	sql -c "DROP VIEW v" -c "DROP TABLE copied, pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers"
}
