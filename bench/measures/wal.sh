# wal.sh -- rows that are found in the WAL, and WAL in which there are none.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# all rows, consumed after the worker was away
measure_wal() {
	local twin
	figure wal - - "" "catching up with all rows through the WAL / twin, elapsed"
	figure wal_cpu - - "" "the same, processor time"
	need_files
	for _ in $(seq "$ROUNDS")
	do
		empty_table copied
		create_view v "$(revenue_view v copied)"
		workers_off
		sql -c "COPY copied FROM '$work/orders.bin' (FORMAT binary)" -c "SELECT count(*) FROM copied" \
			-c "CREATE TABLE twin ($columns_of_revenue)" >/dev/null
		cost "INSERT INTO twin $(revenue_query copied)"
		twin="$elapsed $own_cpu"
		cost "${workers_on[@]}" "SELECT continuous.sync('v', '1 hour')"
		sample wal "$(calculate "$elapsed / ${twin% *}")"
		sample wal_cpu "$(calculate "$worker_cpu / ${twin#* }")"
		same wal "TABLE v" "TABLE twin"
		sql -c "DROP VIEW v" -c "DROP TABLE copied, twin"
	done
}

# rows of others, which are read over; sync() waits until they have been
measure_wal_only() {
	figure wal_only_copy "<=" 0.2 s "1M unrelated rows by COPY (scaled), processor time of the worker"
	figure wal_only_single "<=" 0.2 s "1M unrelated rows one by one in one transaction (scaled), processor time of the worker"
	need_files
	empty_table copied
	create_view v "$(revenue_view v copied)"
	for _ in $(seq "$ROUNDS")
	do
		empty_table elsewhere
		cost "COPY elsewhere FROM '$work/orders.bin' (FORMAT binary)" "SELECT continuous.sync('v')"
		sample wal_only_copy "$(calculate "$worker_cpu * 1000000 / $ROWS")"
		empty_table elsewhere
		cost "DO \$\$ BEGIN
				FOR i IN 1..$((ROWS / 10)) LOOP
					INSERT INTO elsewhere VALUES (i, timestamptz '2024-06-03 00:00Z' + i * interval '1 ms', 'region', i % 100000, i % 1000);
				END LOOP;
			  END \$\$" "SELECT continuous.sync('v')"
		sample wal_only_single "$(calculate "$worker_cpu * 1000000 / ($ROWS / 10)")"
	done
	sql -c "DROP VIEW v" -c "DROP TABLE copied, elsewhere"
}
