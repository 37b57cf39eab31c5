#!/bin/bash
# run.sh [kind ...] -- the front door of the tests, called by make test.
#
# Installs what is missing, copies the sources to a folder of its own, builds
# there, and runs the kinds of test (all, if none is named) as a user that may
# run servers.  Its last line is "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/lib.sh

bash scripts/ensure_packages.sh test || cv_fail_tests "could not install what the tests need"
# what is not to be had, its tests say
[[ $# -gt 0 && " $* " != *" clients "* ]] || bash scripts/ensure_packages.sh clients

work=${CV_TEST_FOLDER:-/var/tmp/pg_continuous_test-$(id -u)-$(cksum <<<"$cv_top" | cut -d ' ' -f 1)}
(cv_make_folder "$work") || cv_fail_tests "no folder to work in"
exec 9>"$work/lock"
flock 9
# servers must not inherit the lock
(cv_prepare "$work" && echo "$pg_config" >"$work/pg_config") 9>&- || cv_fail_tests "could not build"
pg_config=$(cat "$work/pg_config")

cv_as_user env -u TMPDIR "TESTS=${TESTS:-}" "CV_TEST_TIMEOUT=${CV_TEST_TIMEOUT:-90}" LC_ALL=C \
	bash "$work/tree/test/kinds.sh" "$work" "$pg_config" "$@" 9>&-
