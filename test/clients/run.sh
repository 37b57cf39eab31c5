#!/bin/bash
# run.sh test -- one test, by what its suffix says, with its driver.
#
# CV_CLIENTS is the folder that install.sh has filled, PGHOST and so on name
# the server.
set -u
test=$1

# need name what -- was it installed?
need() {
	[ -f "$CV_CLIENTS/$1.failed" ] || return 0
	echo "1..1"
	echo "not ok 1 - $test was not run: $2 could not be installed"
	sed 's/^/# /' "$CV_CLIENTS/$1.failed"
	exit 1
}

case $test in
	*.py)
		need psycopg "psycopg 3"
		exec "$CV_CLIENTS/psycopg/bin/python" -B "$test" ;;
	*.js)
		need node "node-postgres"
		NODE_PATH=$CV_CLIENTS/node/node_modules exec node "$test" ;;
	*.java)
		need jdbc "the JDBC driver"
		exec java -XX:TieredStopAtLevel=1 -cp "$CV_CLIENTS/jdbc/postgresql.jar" "$test" ;;
esac
