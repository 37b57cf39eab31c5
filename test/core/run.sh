#!/bin/bash
# run.sh work pg_config pg_bin -- PostgreSQL's own regression tests, beside us.
#
# Run twice: on a server without pg_continuous, and on one that has it
# preloaded, with a continuous view followed in the same database.  Each test
# must print the same in both, whether or not that is what it expects: the tests
# may be of another minor release than the server.  What is left out are our own
# objects in lists of all objects: an event trigger, and a type like regclass.
#
# Prints "ok - name" or "not ok - name" for each test.
set -u
work=$1/core
pg_config=$2
pg_bin=$3
here=$(cd "$(dirname "$0")" && pwd)
pg_regress=$(dirname "$("$pg_config" --pgxs)")/../test/regress/pg_regress

mkdir -p "$work/lib" || exit 1
source=$(bash "$here/source.sh" "$work/source" "$pg_config") || exit 1
inputs=$source/src/test/regress

cc -O1 -shared -fPIC -I"$("$pg_config" --includedir-server)" -o "$work/lib/regress.so" "$inputs/regress.c" || exit 1
for module in refint autoinc
do
	ln -sf "$("$pg_config" --pkglibdir)/$module.so" "$work/lib/"
done
for name in first last
do
	cp "$here/$name.sql" "$inputs/sql/cv_$name.sql"
	: >"$inputs/expected/cv_$name.out"
done
(echo "test: cv_first"; cat "$inputs/parallel_schedule"; echo "test: cv_last") >"$work/schedule"

# run name schedule settings...
run() {
	local folder=$work/$1 schedule=$2
	shift 2
	rm -rf "$folder"
	mkdir -p "$folder/out"
	printf '%s\n' "fsync = off" "$@" >"$folder/conf"
	timeout -k 10 600 "$pg_regress" --bindir="$pg_bin" --temp-instance="$folder/data" --temp-config="$folder/conf" \
		--inputdir="$inputs" --outputdir="$folder/out" --dlpath="$work/lib" \
		--max-concurrent-tests=20 --schedule="$schedule" >"$folder/log" 2>&1
	rm -rf "$folder/data"
}

# what a test printed, but for our own objects and the width of columns
printed() {
	sed -E '/pg_continuous_refuse_rewrite|continuous\.relation|relation_(recv|send)/d; s/[ -]+/ /g; s/^\([0-9]+ rows?\)$//' "$1"
}

run plain "$inputs/parallel_schedule"
run with "$work/schedule" "shared_preload_libraries = 'pg_continuous'"

for file in "$work"/plain/out/results/*.out
do
	name=$(basename "$file" .out)
	if difference=$(diff -U3 <(printed "$file") <(printed "$work/with/out/results/$name.out") 2>&1)
	then
		echo "ok - $name"
	else
		echo "not ok - $name"
		head -n 40 <<<"$difference"
	fi
done
ran=$(ls "$work/plain/out/results" 2>/dev/null | wc -l)
[ "$ran" -gt 150 ] && echo "ok - most of PostgreSQL's tests ran" || {
	echo "not ok - most of PostgreSQL's tests ran"
	tail -n 20 "$work/plain/log"
}
if grep -q '^ *239 |  10001$' "$work/with/out/results/cv_last.out" && grep -q '^ running | *$' "$work/with/out/results/cv_last.out"
then
	echo "ok - the view has lived through them"
else
	echo "not ok - the view has lived through them"
	cat "$work/with/out/results/cv_last.out"
fi
