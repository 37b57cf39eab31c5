# lib.sh -- what the measures share: a server, its clocks, samples, the table.
#
# Sourced by run.sh, which says work, pg_bin, ROWS, ROUNDS and SECONDS_A_RUN.
#
# A measure takes samples by sample, one a round, under a key that it has said
# with its target by figure; what has a result goes through same.  Processor
# time is read by the server itself, from the kernel's clock of each process
# (/proc/PID/schedstat, ns), so that other work on the machine matters less.
# shellcheck shell=bash
# run.sh assigns what is not assigned here, measures use what cost sets, and
# what stands in single quotes is for another shell:
# shellcheck disable=SC2154,SC2034,SC2016

data=$work/data

# begin_results -- no figures, no samples
#
# load: of the machine before we begin, which says if times mean anything.
begin_results() {
	load=$(cut -d ' ' -f 1-3 /proc/loadavg)
	rm -rf "$work/results" "$work/watch"
	mkdir -p "$work/results"
	: >"$work/results/figures"
}

# ---- the server ----------------------------------------------------------
#
# It does not inherit run.sh's lock, 9.

start_server() {
	[ ! -f "$data/postmaster.pid" ] || cv_as_user "$pg_bin/pg_ctl" -D "$data" -m immediate -w -s stop
	cv_as_user bash -c 'rm -rf "$1" && "$2/initdb" -D "$1" -N --auth=trust --username=postgres --encoding=UTF8 --no-locale >/dev/null &&
		cat >>"$1/postgresql.conf" <<-CONF
			shared_preload_libraries = '\''pg_continuous'\''
			listen_addresses = '\'\''
			unix_socket_directories = '\''$3'\''
			shared_buffers = '\''$4'\''
			max_wal_size = '\''16GB'\''
			checkpoint_timeout = '\''30min'\''
			work_mem = '\''64MB'\''
			max_parallel_workers_per_gather = 0
			autovacuum = off
			jit = off
			timezone = '\''UTC'\''
		CONF' - "$data" "$pg_bin" "$work" "${SHARED_BUFFERS:-2GB}" || die "initdb failed"
	cv_as_user "$pg_bin/pg_ctl" -D "$data" -l "$work/server.log" -w -s start 9>&- || die "the server did not start"
}

# restart_server [settings...] -- with these instead of those of the file
restart_server() {
	cv_as_user "$pg_bin/pg_ctl" -D "$data" -l "$work/server.log" -m fast -w -s -o "$*" restart 9>&- || die "the server did not start"
}

stop_server() {
	# a watcher ends by itself
	rm -f "$work/watch"
	[ ! -f "$data/postmaster.pid" ] || cv_as_user "$pg_bin/pg_ctl" -D "$data" -m fast -w -s stop
}

psql_quietly() {
	cv_as_user env PGOPTIONS='-c client_min_messages=warning' \
		"$pg_bin/psql" -h "$work" -U postgres -d postgres -X -q -A -t -v ON_ERROR_STOP=1 "$@"
}

sql() {
	psql_quietly "$@" || die "the benchmark failed"
}

# pgbench arguments... -- its report
pgbench() {
	cv_as_user "$pg_bin/pgbench" -n -h "$work" -U postgres "$@" postgres 2>>"$work/pgbench.log" || die "pgbench failed"
}

# tps -- transactions a second, of pgbench's report
tps() {
	sed -n 's/^tps = \([0-9.]*\).*/\1/p'
}

# set_server setting value -- by reload; RESET for the default
set_server() {
	if [ "$2" = RESET ]
	then
		sql -c "ALTER SYSTEM RESET $1" -c "SELECT pg_reload_conf()" >/dev/null
	else
		sql -c "ALTER SYSTEM SET $1 = $2" -c "SELECT pg_reload_conf()" >/dev/null
	fi
}

# workers_off -- no worker works until the statements of workers_on
workers_off() {
	set_server continuous.enabled off
	sql <<-'SQL'
		DO $$ BEGIN
			WHILE EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker') LOOP
				PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
			END LOOP;
		END $$
	SQL
}
workers_on=("ALTER SYSTEM RESET continuous.enabled" "SELECT pg_reload_conf()")

# create_view name statement -- and wait until it has what is there
create_view() {
	sql -c "$2" -c "SELECT continuous.sync('$1', '2 hours')" >/dev/null
}

# ---- clocks ----------------------------------------------------------------

make_clocks() {
	sql <<-'SQL'
		CREATE EXTENSION IF NOT EXISTS pg_continuous;
		CREATE SCHEMA bench;
		-- seconds of processor time; 0 of a process that has gone
		CREATE FUNCTION bench.cpu(process text) RETURNS float8 LANGUAGE sql VOLATILE AS
		$$ SELECT coalesce(split_part(pg_read_file('/proc/' || process || '/schedstat', 0, 100, true), ' ', 1)::float8 / 1e9, 0) $$;
		CREATE FUNCTION bench.worker_cpu() RETURNS jsonb LANGUAGE sql VOLATILE AS
		$$ SELECT coalesce(jsonb_object_agg(pid, bench.cpu(pid::text)), '{}') FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker' $$;
		-- of all workers; one that began later has counted from 0
		CREATE FUNCTION bench.worker_cpu_since(earlier jsonb) RETURNS float8 LANGUAGE sql VOLATILE AS
		$$ SELECT coalesce(sum(value::float8 - coalesce((earlier ->> key)::float8, 0)), 0) FROM jsonb_each_text(bench.worker_cpu()) $$;
	SQL
}

# cost sql... -- run it in one session; sets elapsed, own_cpu, worker_cpu (s)
cost() {
	local figures
	figures=$(sql <<-SQL
		SELECT clock_timestamp() AS began, bench.cpu('self') AS own, bench.worker_cpu() AS workers \gset
		\o /dev/null
		$(printf '%s;\n' "$@")
		\o
		SELECT extract(epoch FROM clock_timestamp() - :'began') || ' ' || bench.cpu('self') - :own || ' ' || bench.worker_cpu_since(:'workers')
	SQL
	) || exit 1
	read -r elapsed own_cpu worker_cpu <<<"$figures"
}

# watch_memory -- the workers' own memory, from now on
watch_memory() {
	local postmaster
	postmaster=$(head -n 1 "$data/postmaster.pid")
	: >"$work/watch"
	(
		most=0
		exec {never}<> <(:)
		while [ -f "$work/watch" ]
		do
			for pid in $(pgrep -P "$postmaster" -f 'pg_continuous worker')
			do
				while read -r name kb _
				do
					[ "$name" = RssAnon: ] || continue
					[ "$kb" -le "$most" ] || most=$kb
				done 2>/dev/null <"/proc/$pid/status"
			done
			read -r -t 0.1 -u "$never"
		done
		echo "$most" >"$work/most"
	) 2>/dev/null &
	watcher=$!
}

# stop_watching -- sets memory, the largest since watch_memory, in MB
#
# Not for a subshell, as the watcher is not its child.
stop_watching() {
	[ -n "${watcher:-}" ] || return 0
	rm -f "$work/watch"
	wait "$watcher" || die "nobody has watched the memory"
	watcher=
	memory=$(($(cat "$work/most") / 1024))
}

# ---- samples and their table -----------------------------------------------

# calculate expression -- of awk
calculate() {
	awk "BEGIN {v = $1; printf (v < 10 && v > -10) ? \"%.4g\n\" : \"%.6g\n\", v}"
}

# figure key relation target unit text -- what samples of this key are
#
# relation is <= or >=, or - without a target; without a unit it is a ratio.
figure() {
	printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-ratio}" "$5" >>"$work/results/figures"
}

# sample key value -- once a round
sample() {
	echo "$2" >>"$work/results/sample.$1"
	echo "  $1: $2"
}

# median of the lines of standard input
median() {
	sort -g | awk '{v[NR] = $1} END {print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'
}

# is_met value relation target
is_met() {
	case $2 in
		-) echo - ;;
		*) awk "BEGIN {print ($1 $2 $3) ? \"yes\" : \"NO\"}" ;;
	esac
}

# print_table -- and the file for machines
print_table() {
	local file=$1 key relation target unit text value
	{
		printf '# %s\t%s\n' date "$(date -u +%FT%TZ)" machine "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores" \
			load "$load" postgresql "$(sql -c 'SHOW server_version')" revision "$revision" rows "$ROWS" rounds "$ROUNDS"
		printf 'measure\ttext\tunit\tmedian\trelation\ttarget\tmet\tvalues\n'
	} >"$file"
	echo
	printf '%-20s %10s  %-17s %-4s %s\n' measure value target met "what (values)"
	while IFS=$'\t' read -r key relation target unit text
	do
		[ -f "$work/results/sample.$key" ] || continue
		value=$(median <"$work/results/sample.$key")
		printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$key" "$text" "$unit" "$value" "$relation" "$target" \
			"$(is_met "$value" "$relation" "$target")" "$(paste -sd ' ' "$work/results/sample.$key")" >>"$file"
		printf '%-20s %10s  %-17s %-4s %s\n' "$key" "$value" "$([ "$relation" = - ] || echo "$relation $target") $unit" \
			"$(is_met "$value" "$relation" "$target")" "$text ($(paste -sd ' ' "$work/results/sample.$key"))"
	done <"$work/results/figures"
	echo "also in $file"
}

# ---- correctness -------------------------------------------------------------

# same name relation-or-query other -- the same rows, or the benchmark ends
same() {
	local a=$2 b=$3 different
	different=$(sql -c "SELECT count(*) FROM (($a EXCEPT ALL $b) UNION ALL ($b EXCEPT ALL $a)) d") || exit 1
	[ "$different" = 0 ] || die "not ok - $1: $different rows differ from those of plain SQL"
	echo "ok - $1: the rows are those of plain SQL"
}
