#!/bin/bash
# kinds.sh work pg_config [kind ...] -- run the tests in a prepared folder.
#
# Called by run.sh, as the user that may run servers.  Each kind prints what
# failed and adds to the tally; a kind in which nothing ran has failed.
set -u
work=$1
pg_config=$2
shift 2
kinds=("$@")
[ ${#kinds[@]} -gt 0 ] || kinds=(lint static regress isolation pgtap tap acceptance clients core bench package sanitize fuzz)

# seconds that one condition is waited for; a whole kind may take so many of it
limit=${CV_TEST_TIMEOUT:-90}

tree=$work/tree
pg_bin=$work/pg$("$pg_config" --bindir)
pgxs_test=$(dirname "$("$pg_config" --pgxs)")/../test
export PATH=$pg_bin:$PATH
unset PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD PGSERVICE PGOPTIONS PGDATA \
	PGTZ PGDATESTYLE MAKEFLAGS MAKELEVEL
cd "$tree" || exit 2

sockets=$(mktemp -d /tmp/cv_test.XXXXXX)
password=$(od -An -N9 -tx1 /dev/urandom | tr -d ' \n')
passed=0 failed=0

# Stop every server that was left running below our folder.
stop_servers() {
	local pid_file
	find "$work" -name postmaster.pid 2>/dev/null | while read -r pid_file
	do
		pg_ctl -D "$(dirname "$pid_file")" -m immediate -w -t 20 stop >/dev/null 2>&1
	done
}
trap 'stop_servers; rm -rf "$sockets"' EXIT

# tally kind passed failed
tally() {
	local bad=$3
	if [ $(($2 + $3)) -eq 0 ]
	then
		echo "not one test of kind $1 ran"
		bad=1
	fi
	passed=$((passed + $2))
	failed=$((failed + bad))
	echo "== $1: $2 passed, $bad failed"
}

# is_chosen name -- does TESTS pick it?
is_chosen() {
	local pattern
	[ -n "${TESTS:-}" ] || return 0
	for pattern in $TESTS
	do
		case $1 in "$pattern"*) return 0 ;; esac
	done
	return 1
}

# choose folder suffix -- names of the chosen files, without folder and suffix
choose() {
	local file name
	for file in "$1"/*"$2"
	do
		[ -f "$file" ] || continue
		name=$(basename "$file" "$2")
		if is_chosen "$name"; then echo "$name"; fi
	done
}

# choose_any folder suffix ... -- the chosen files with one of these suffixes
choose_any() {
	local folder=$1 suffix name
	shift
	for suffix in "$@"
	do
		for name in $(choose "$folder" "$suffix")
		do
			echo "$folder/$name$suffix"
		done
	done
}

# count pattern file
count() {
	grep -cE "$1" "$2"
}

# start_server name [option ...] -- a server as the regression tests have; sets
# PGHOST etc.  Options are those of postgres.
start_server() {
	local data=$work/$1
	rm -rf "$data"
	initdb -D "$data" -N --auth-local=trust --auth-host=scram-sha-256 --pwfile=<(echo "$password") \
		--username=postgres --encoding=UTF8 --no-locale >/dev/null || return 1
	cat test/regress.conf >>"$data/postgresql.conf"
	echo "listen_addresses = ''" >>"$data/postgresql.conf"
	pg_ctl -D "$data" -l "$work/$1.log" -w -s -o "-k $sockets -p 5432 ${*:2}" start || {
		tail -n 20 "$work/$1.log"
		return 1
	}
	export PGHOST=$sockets PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
}

# stop_server name
stop_server() {
	unset PGHOST PGPORT PGUSER PGDATABASE
	pg_ctl -D "$work/$1" -m fast -w -s stop
}

# check name command... -- one line, and what the command said if it failed
check() {
	local name=$1
	shift
	if "$@" >"$work/check.out" 2>&1
	then
		echo "ok - $name"
		good=$((good + 1))
	else
		echo "not ok - $name"
		head -n 60 "$work/check.out" | sed 's/^/    /'
		bad=$((bad + 1))
	fi
}

run_lint() {
	local name good=0 bad=0
	for name in $(choose test/lint .sh)
	do
		check "$name" bash "test/lint/$name.sh" "$tree"
	done
	tally lint $good $bad
}

# how pg_regress gets at a server that runs; empty: it starts one
regress_server=()

# run_pg_regress kind program names... -- pg_regress or its isolation sister
run_pg_regress() {
	local kind=$1 program=$2 code good bad instance output out=$work/$1.out
	local server=("${regress_server[@]}")
	shift 2
	case $kind in
		regress) instance=tmp_check_reg output=results_reg ;;
		*) instance=tmp_check_iso output=output_iso ;;
	esac
	[ $# -gt 0 ] || { tally "$kind" 0 0; return; }
	[ ${#server[@]} -eq 0 ] || output=${output}_sanitized
	rm -rf "$instance" "$output"
	mkdir -p "$output"
	[ ${#server[@]} -gt 0 ] ||
		server=(--temp-instance="$instance" --temp-config=test/regress.conf)
	timeout -k 10 $((limit * 6)) "$program" --bindir="$pg_bin" "${server[@]}" --outputdir="$output" \
		--load-extension=pg_continuous --encoding=UTF8 --no-locale \
		--inputdir="$([ "$kind" = regress ] && echo . || echo test/isolation)" \
		"$@" >"$out" 2>&1
	code=$?
	# 15 says "test x ... ok", later releases speak TAP
	good=$(count '^(test .* \.\.\. ok|ok [0-9]+ )' "$out")
	bad=$(count '^(test .* \.\.\. (FAILED|failed)|not ok [0-9]+ )' "$out")
	grep -E '^(test |ok |not ok )' "$out"
	if [ $code -ne 0 ]
	then
		[ "$bad" -gt 0 ] || { bad=1; tail -n 30 "$out"; tail -n 30 "$output/log/postmaster.log" 2>/dev/null; }
		[ ! -f "$output/regression.diffs" ] || head -n 400 "$output/regression.diffs"
	fi
	[ ${#regress_server[@]} -gt 0 ] || stop_servers
	tally "$kind" "$good" "$bad"
}

run_regress() {
	run_pg_regress regress "$pgxs_test/regress/pg_regress" $(choose sql .sql | grep -v '^pg_continuous--')
}

run_isolation() {
	export PGISOLATIONTIMEOUT=60
	run_pg_regress isolation "$pgxs_test/isolation/pg_isolation_regress" $(choose test/isolation/specs .spec)
}

# tally_prove kind out code -- count the assertions that prove -v printed
#
# A skipped assertion or file is one that did not run: it counts as failed.
tally_prove() {
	local good bad skipped
	good=$(count '^ok [0-9]+' "$2")
	bad=$(count '^not ok [0-9]+' "$2")
	skipped=$(count '^(ok [0-9]+.*# (SKIP|skip)|1\.\.0 # )' "$2")
	good=$((good - $(count '^ok [0-9]+.*# (SKIP|skip)' "$2")))
	bad=$((bad + skipped))
	# files that ended early
	bad=$((bad + $(count '^test/.*\(Wstat: [1-9].*Failed: 0\)' "$2")))
	if [ "$3" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
	# its files say nothing of that
	if [ "$3" -eq 124 ] || [ "$3" -eq 137 ]
	then
		bad=$((bad + 1))
		echo "not ok - kind $1 has run out of time; CV_TEST_TIMEOUT gives more"
	fi
	grep -E '^(test/.*\(Wstat|not ok|Result|Bailout|ok .*# SKIP|1\.\.0 # )' "$2"
	if [ "$bad" -gt 0 ]
	then
		grep -E -A 15 '^not ok' "$2" | head -n 200
		grep -vE '^ok [0-9]+' "$2" | tail -n 60
	fi
	tally "$1" $good $bad
}

run_pgtap() {
	local names
	names=$(choose test/pgtap .sql)
	[ -n "$names" ] || { tally pgtap 0 0; return; }
	start_server pgtap_server || { tally pgtap 0 1; return; }
	psql -X -q -c 'CREATE EXTENSION pgtap' -c 'CREATE EXTENSION pg_continuous' >"$work/pgtap.out" 2>&1 &&
		timeout -k 10 $((limit * 3)) pg_prove -v --ext .sql $(printf 'test/pgtap/%s.sql ' $names) >>"$work/pgtap.out" 2>&1
	tally_prove pgtap "$work/pgtap.out" $?
	stop_server pgtap_server
}

# prove_stream n names... -- some of the TAP tests, one after the other
prove_stream() {
	local out=$work/tap$1.out
	shift
	: >"$out"
	[ $# -gt 0 ] || return 0
	TESTDIR=$tree TESTDATADIR=$tree/tmp_check TESTLOGDIR=$tree/tmp_check/log \
		PG_REGRESS=$pgxs_test/regress/pg_regress PG_TEST_TIMEOUT_DEFAULT=$limit \
		timeout -k 10 $((limit * 15)) prove -v --timer -I "$pgxs_test/perl" -I test/perl \
		$(printf 'test/t/%s.pl ' "$@") >"$out" 2>&1
}

# They wait more than they work, so there are two streams of them.
run_tap() {
	local names code log other
	names=$(choose test/t .pl)
	[ -n "$names" ] || { tally tap 0 0; return; }
	rm -rf tmp_check
	mkdir -p tmp_check/log
	prove_stream 1 $(printf '%s\n' $names | sed -n 'p;n') &
	other=$!
	prove_stream 2 $(printf '%s\n' $names | sed -n 'n;p')
	code=$?
	wait $other || code=$?
	cat "$work/tap1.out" "$work/tap2.out" >"$work/tap.out"
	tally_prove tap "$work/tap.out" $code
	if [ $code -ne 0 ]
	then
		for log in $(grep -lE '(^| )not ok [0-9]|Bail out|die' tmp_check/log/regress_log_* 2>/dev/null)
		do
			echo "--- end of $log"
			tail -n 40 "$log"
		done
	fi
	stop_servers
}

run_core() {
	bash test/core/run.sh "$work" "$pg_config" "$pg_bin" >"$work/core.out" 2>&1
	grep -v '^ok ' "$work/core.out" | head -n 200
	tally core "$(count '^ok - ' "$work/core.out")" "$(count '^not ok - ' "$work/core.out")"
}

run_acceptance() {
	local names
	names=$(choose test/acceptance .sql | grep -v '^helpers$')
	[ -n "$names" ] || { tally acceptance 0 0; return; }
	start_server acceptance_server || { tally acceptance 0 1; return; }
	bash test/acceptance/run.sh $(printf '%s.sql ' $names) >"$work/acceptance.out" 2>&1
	cat "$work/acceptance.out" | sed '$d' | head -n 200
	tally acceptance $(tail -n 1 "$work/acceptance.out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' | grep . || echo 0 1)
	stop_server acceptance_server
}

# Drivers speak TCP, so this server listens to it; prove runs what is not Perl.
run_clients() {
	local files port
	files=$(choose_any test/clients .py .js .java)
	[ -n "$files" ] || { tally clients 0 0; return; }
	bash test/clients/install.sh "$work/clients" || { tally clients 0 1; return; }
	port=$(. scripts/lib.sh && cv_free_port)
	start_server clients_server -h 127.0.0.1 -p "$port" || { tally clients 0 1; return; }
	CV_CLIENTS=$work/clients PGHOST=127.0.0.1 PGPORT=$port PGPASSWORD=$password \
		timeout -k 10 $((limit * 3)) prove -v --timer --exec 'bash test/clients/run.sh' $files >"$work/clients.out" 2>&1
	tally_prove clients "$work/clients.out" $?
	stop_server clients_server
}

# The measures of make bench with few rows: what they compare, not what they say.
run_bench() {
	SHORT=1 MEASURES=${TESTS:-} timeout -k 10 $((limit * 6)) bash bench/run.sh "$work" "$pg_bin" >"$work/bench.out" 2>&1 ||
		grep -q '^not ok - ' "$work/bench.out" || echo "not ok - the benchmark did not end well" >>"$work/bench.out"
	! grep -q '^not ok - ' "$work/bench.out" || tail -n 40 "$work/bench.out"
	tally bench "$(count '^ok - ' "$work/bench.out")" "$(count '^not ok - ' "$work/bench.out")"
}

run_package() {
	bash test/package/run.sh "$work" "$pg_config" >"$work/package.out" 2>&1
	grep -v '^ok ' "$work/package.out" | head -n 200
	tally package "$(count '^ok - ' "$work/package.out")" "$(count '^not ok - ' "$work/package.out")"
}

. test/checks.sh

for kind in "${kinds[@]}"
do
	echo "== $kind"
	"run_$kind"
done
trap - EXIT
stop_servers
rm -rf "$sockets"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
