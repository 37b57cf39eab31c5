#!/bin/bash
# run.sh [work pg_bin] -- measure pg_continuous against plain SQL: make bench.
#
# Each measure is a function measure_NAME of a file in measures/; MEASURES
# names those that are wanted, in the order of this file.  What is compared is
# done in the same run, one after the other, ROUNDS times; the median counts.
# ROWS rows (10M).  With SHORT=1 only the results are judged, not the times.
#
# With two arguments the sources are built already: for make test-bench.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/lib.sh

if [ -n "${SHORT:-}" ]
then
	ROWS=${ROWS:-100000} ROUNDS=${ROUNDS:-1} SECONDS_A_RUN=${SECONDS_A_RUN:-1}
	SHARED_BUFFERS=${SHARED_BUFFERS:-128MB}
fi
ROWS=${ROWS:-10000000}
ROUNDS=${ROUNDS:-3}
SECONDS_A_RUN=${SECONDS_A_RUN:-10}
revision=$(git -C "$cv_top" describe --always --dirty 2>/dev/null || echo unknown)

if [ $# -eq 2 ]
then
	work=$1/bench pg_bin=$2
	(cv_make_folder "$work") || die "no folder to work in"
else
	bash scripts/ensure_packages.sh || die "could not install what the benchmark needs"
	# two clones do not disturb each other
	work=${CV_BENCH_FOLDER:-/var/tmp/pg_continuous_bench-$(id -u)-$(cksum <<<"$cv_top" | cut -d ' ' -f 1)}
	(cv_make_folder "$work") || die "no folder to work in"
	exec 9>"$work/lock"
	flock -n 9 || die "a benchmark of this clone is running"
	cv_prepare "$work" 9>&-
fi
. bench/lib.sh
. bench/data.sh

for file in bench/measures/*.sh
do
	# shellcheck source=/dev/null
	. "$file"
done
all="j1 j2 j3 j4 wide parted collected wal wal_only copy batches inserts freshness small ten_views idle updates state random eviction transaction fallback workers others"
# of the last only times could be judged
[ -z "${SHORT:-}" ] || all=${all% others}
MEASURES=${MEASURES:-$all}
for measure in $MEASURES
do
	declare -F "measure_$measure" >/dev/null || die "no measure \"$measure\"; there are: $all"
done

# what takes gigabytes does not stay
forget_data() {
	stop_server
	rm -rf "$data" "$work/orders.bin" "$work/parts"
}

begin_results
trap forget_data EXIT
rm -rf "$work/orders.bin" "$work/parts"
start_server
make_clocks
echo "PostgreSQL $(sql -c 'SHOW server_version'), $(nproc) cores, $ROWS rows, $ROUNDS rounds, revision $revision, load $load"
for measure in $MEASURES
do
	began=$EPOCHSECONDS
	echo "$measure:"
	"measure_$measure"
	echo "  in $((EPOCHSECONDS - began)) s"
done
[ -n "${SHORT:-}" ] || print_table "$work/bench.tsv"
