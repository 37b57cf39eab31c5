# demo_lib.sh -- the server of the demo and of the dashboard, and where it lives.
# Sourced by demo.sh, demo_dashboard.sh and demo_stop.sh.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# cv_demo_folder -- .demo in the clone, if the user that runs servers can work
# there and a socket's name in it is not too long; else one in /var/tmp.
cv_demo_folder() {
	local folder=$cv_top/.demo
	if [ ${#folder} -lt 80 ] && (cv_make_folder "$folder") 2>/dev/null &&
		cv_as_user test -w "$folder" 2>/dev/null
	then
		echo "$folder"
		return
	fi
	rmdir "$folder" 2>/dev/null
	folder=/var/tmp/pg_continuous_demo-$(id -u)
	(cv_make_folder "$folder") || return 1
	echo "$folder"
}

# cv_demo_stop folder -- stop its server, if it runs.
cv_demo_stop() {
	[ -f "$1/data/postmaster.pid" ] || return 1
	cv_as_user "$(cat "$1/pg_bin")/pg_ctl" -D "$1/data" -m fast -w -s stop
}

# cv_demo_start -- build, and start a server with an empty database demo.
#
# A demo that is running ends. Sets work, pg_bin, port and password.
cv_demo_start() {
	bash scripts/ensure_packages.sh || die "could not install what the demo needs"
	work=$(cv_demo_folder) || die "no folder to work in"
	cv_demo_stop "$work" && echo "stopped the demo that was running"
	echo "building in $work ..."
	cv_prepare "$work"
	cv_as_user bash -c 'rm -rf "$1/data" && echo "$2" >"$1/pg_bin"' - "$work" "$pg_bin"

	port=$(cv_free_port) || die "no free port"
	password=$(od -An -N9 -tx1 /dev/urandom | tr -d ' \n')
	cv_as_user bash -c '
		umask 077
		echo "$2" >"$1/password"
		"$3/initdb" -D "$1/data" -N --username=postgres --encoding=UTF8 --no-locale \
			--auth-local=trust --auth-host=scram-sha-256 --pwfile="$1/password" >"$1/initdb.log" 2>&1 || exit 1
		cat >>"$1/data/postgresql.conf" <<-CONF
			shared_preload_libraries = '\''pg_continuous'\''
			listen_addresses = '\''localhost'\''
			unix_socket_directories = '\''$1'\''
			port = $4
			timezone = '\''UTC'\''
		CONF' - "$work" "$password" "$pg_bin" "$port" || die "initdb failed, see $work/initdb.log"
	cv_as_user "$pg_bin/pg_ctl" -D "$work/data" -l "$work/server.log" -w -s start || {
		tail -n 20 "$work/server.log"
		die "the server did not start"
	}
	cv_as_user "$pg_bin/createdb" -h "$work" -p "$port" -U postgres demo || die "could not create the database"
}

# cv_demo_run command ... -- in the copy of the sources, connected to that database
cv_demo_run() {
	cv_as_user bash -c 'cd "$1/tree" && shift && exec "$@"' - "$work" \
		env PGHOST="$work" PGPORT="$port" PGUSER=postgres PGDATABASE=demo "$@"
}

# sql argument ... -- by psql
sql() {
	cv_demo_run env PGOPTIONS='-c client_min_messages=warning' \
		"$pg_bin/psql" -X -q -v ON_ERROR_STOP=1 -P footer=off -P null=- "$@" || die "the demo failed, see $work/server.log"
}
