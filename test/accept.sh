#!/bin/bash
# accept.sh regress|isolation name ... -- take what these tests printed in the
# last run for what they should print.  Read it first: git diff.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/lib.sh

kind=$1
shift
tree=${CV_TEST_FOLDER:-/var/tmp/pg_continuous_test-$(id -u)-$(cksum <<<"$cv_top" | cut -d " " -f 1)}/tree
for name in "$@"
do
	case $kind in
		regress) from=$tree/results_reg/results/$name.out to=expected/$name.out ;;
		isolation) from=$tree/output_iso/results/$name.out to=test/isolation/expected/$name.out ;;
	esac
	[ -f "$from" ] || { echo "$name was not in the last run" >&2; exit 1; }
	cat "$from" >"$to"
done
