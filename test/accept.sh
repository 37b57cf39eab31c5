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
		regress) cat "$tree/results_reg/results/$name.out" >"expected/$name.out" ;;
		isolation) cat "$tree/output_iso/results/$name.out" >"test/isolation/expected/$name.out" ;;
	esac
done
