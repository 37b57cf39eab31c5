# fallback.sh -- the WAL is gone: a scan finds what was not consumed.
# shellcheck shell=bash disable=SC2154 # lib.sh assigns them

# recycle_wal -- until the segment in which the view's position is has gone
recycle_wal() {
	local segment
	segment=$(sql -c "SELECT pg_walfile_name(restart_lsn) FROM continuous.position") || exit 1
	while [ "$(sql -c "SELECT count(*) FROM pg_ls_waldir() WHERE name = '$segment'")" != 0 ]
	do
		sql -c "CREATE TABLE switched ()" -c "DROP TABLE switched" -c "SELECT pg_switch_wal()" -c CHECKPOINT >/dev/null
	done
}

measure_fallback() {
	local bare
	figure fallback "<=" 1.2 "" "fallback scan of a table of which 1 % is new / count(*), processor time"
	figure fallback_elapsed "<=" 1.2 "" "the same, elapsed (the worker's start included)"
	need_orders
	for _ in $(seq "$ROUNDS")
	do
		empty_table scanned
		sql -c "INSERT INTO scanned SELECT * FROM orders" -c "VACUUM ANALYZE scanned"
		create_view v "$(revenue_view v scanned)"
		workers_off
		sql -c "INSERT INTO scanned $(rows_of_orders $((ROWS + 1)) $((ROWS + ROWS / 100)))"
		sql -c "ALTER SYSTEM SET min_wal_size = '32MB'" -c "ALTER SYSTEM SET max_wal_size = '32MB'" -c "SELECT pg_reload_conf()" >/dev/null
		recycle_wal
		sql -c "ALTER SYSTEM RESET min_wal_size" -c "ALTER SYSTEM RESET max_wal_size" -c "SELECT pg_reload_conf()" >/dev/null
		sql -c "SELECT count(*) FROM scanned" >/dev/null
		cost "SELECT count(*) FROM scanned"
		bare="$elapsed $own_cpu"
		cost "${workers_on[@]}" "SELECT continuous.sync('v', '1 hour')"
		sample fallback "$(calculate "$worker_cpu / ${bare#* }")"
		sample fallback_elapsed "$(calculate "$elapsed / ${bare% *}")"
		same fallback "TABLE v" "$(revenue_query scanned)"
		sql -c "DROP VIEW v" -c "DROP TABLE scanned"
	done
}
