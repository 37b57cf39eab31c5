#!/bin/bash
# demo_dashboard.sh -- the live dashboard, called by make demo-dashboard.
#
# As demo.sh: a private server with the flights' view.  Then the dashboard's web
# server, and flights that are reported minute by minute, until it is
# interrupted.  PORT picks the web server's port.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/demo_lib.sh

bash scripts/ensure_packages.sh dashboard || die "could not install what the dashboard needs"
cv_demo_start
sql -f examples/flights.sql -f examples/dashboard/setup.sql

# the driver; nothing is fetched when it is there
cv_as_user bash -c '
	mkdir -p "$1/node" && cp "$1"/tree/examples/dashboard/package*.json "$1/node/" && cd "$1/node" &&
		{ npm ls --omit=dev >/dev/null 2>&1 || npm ci --omit=dev --no-audit --no-fund --cache "$1/npm"; }' - "$work" ||
	die "could not install the driver"

echo "interrupt (Ctrl-C) to stop it; the database server stays until make demo-stop"
cv_demo_run env NODE_PATH="$work/node/node_modules" PORT="${PORT:-$(cv_free_port)}" \
	node examples/dashboard/server.js --replay
