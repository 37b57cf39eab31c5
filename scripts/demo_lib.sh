# demo_lib.sh -- where the demo lives.  Sourced by demo.sh and demo_stop.sh.

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
