# lib.sh -- what demo, tests and benchmarks share.  Sourced by bash scripts.
#
# All three work in a folder of their own:
#
#	WORK/tree	a copy of the sources (the clone itself may be in a folder that
#				the user postgres cannot enter), where the extension is built
#	WORK/pg		a private copy of the PostgreSQL installation, with the
#				extension installed; PostgreSQL finds its files relative to its
#				programs, so the copy works from anywhere
#	WORK/...	servers and logs
#
# so nothing of the system's PostgreSQL is touched, and no rights are needed.
# Servers refuse to run as root: root does all of it as the user postgres.

cv_top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

die() {
	echo "$*" >&2
	exit 1
}

# cv_fail_tests message ... -- whatever goes wrong, the last line says so.
cv_fail_tests() {
	echo "$*" >&2
	echo "0 passed, 1 failed"
	exit 1
}

# The user that builds and runs servers.
cv_user() {
	if [ "$(id -u)" = 0 ]; then echo postgres; else id -un; fi
}

# cv_as_user command ... -- run it as that user, in a neutral folder.
cv_as_user() {
	if [ "$(id -u)" = 0 ]
	then
		(cd / && runuser -u postgres -- env HOME=/tmp USER=postgres LOGNAME=postgres "$@")
	else
		"$@"
	fi
}

# cv_make_folder path -- a folder that belongs to that user alone.
#
# The names are easy to guess and /var/tmp is open to all: a folder of
# somebody else's is not ours to use.
cv_make_folder() {
	local user
	user=$(cv_user)
	mkdir -m 700 "$1" 2>/dev/null && { [ "$(id -u)" != 0 ] || chown "$user:" "$1"; }
	[ -d "$1" ] && [ ! -L "$1" ] && [ "$(stat -c %U "$1")" = "$user" ] ||
		die "folder $1 cannot be used: it does not belong to $user"
}

# cv_source_files -- names of the project's files, sorted, below the top.
cv_source_files() {
	(cd "$cv_top" && find . \
		\( -name .git -o -name .demo -o -name 'tmp_check*' -o -name output_iso \
		   -o -name results -o -name log \) -prune -o \
		-type f ! -name '*.o' ! -name '*.d' ! -name '*.so' ! -name '*.bc' \
		! -name 'regression.*' -print | LC_ALL=C sort)
}

# cv_copy_tree work -- make work/tree the same as the sources.
#
# What the last build left there stays, so that the next one is quick.
cv_copy_tree() {
	local work=$1 list
	list=$(cv_source_files)
	# make compares times, which mean nothing between two clones
	cv_as_user bash -c '[ "$(cat "$1/tree/.source" 2>/dev/null)" = "$2" ] || rm -rf "$1/tree"
		mkdir -p "$1/tree" && echo "$2" >"$1/tree/.source"' - "$work" "$cv_top" || return 1
	tar -C "$cv_top" --no-recursion -cf - -T - <<<"$list" |
		cv_as_user tar -C "$work/tree" --no-same-owner -xf - || return 1
	# files that are gone from the sources
	cv_as_user bash -c 'cd "$1/tree" && find . -type f ! -name "*.o" ! -name "*.d" ! -name "*.so" ! -name .source | LC_ALL=C sort' - "$work" |
		LC_ALL=C comm -23 - <(echo "$list") |
		cv_as_user bash -c 'cd "$1/tree" && xargs -r -d "\n" rm -f' - "$work"
}

# cv_copy_postgres work pg_config -- make work/pg a copy of the installation.
cv_copy_postgres() {
	local work=$1 config=$2 what from
	cv_as_user bash -c '
		set -e
		pg=$1/pg config=$2
		# a package may have been added since
		version=$("$config" --version; ls "$("$config" --sharedir)/extension" | cksum)
		[ ! -f "$pg/version" ] || [ "$(cat "$pg/version")" != "$version" ] || exit 0
		rm -rf "$pg"
		for what in --bindir --pkglibdir --sharedir
		do
			from=$("$config" $what)
			mkdir -p "$pg$from"
			tar -C "$from" --exclude=./bitcode --exclude=./pgxs -chf - . | tar -C "$pg$from" -xf -
		done
		echo "$version" >"$pg/version"' - "$work" "$config"
}

# cv_build work pg_config -- compile in work/tree, install into work/pg.
cv_build() {
	local work=$1 config=$2 log=$1/build.log
	# make test may itself run under make -j
	local make="env -u MAKEFLAGS -u MAKELEVEL make -s"
	if ! {
		cv_as_user $make -j "$(nproc)" -C "$work/tree" "PG_CONFIG=$config" all &&
			cv_as_user $make -C "$work/tree" "PG_CONFIG=$config" "DESTDIR=$work/pg" install
	} >"$log" 2>&1
	then
		grep -E 'error:|Error |undefined|No such' "$log" | head -n 40 >&2
		return 1
	fi
}

# cv_prepare work -- all of the above; sets pg_config and pg_bin.
cv_prepare() {
	local work=$1
	pg_config=${PG_CONFIG:-$(sh "$cv_top/scripts/find_pg_config.sh")}
	[ -n "$pg_config" ] || die "no PostgreSQL 15 to 18 with server headers found"
	pg_bin=$work/pg$("$pg_config" --bindir)
	cv_copy_tree "$work" || die "could not copy the sources to $work/tree"
	cv_copy_postgres "$work" "$pg_config" || die "could not copy PostgreSQL to $work/pg"
	cv_build "$work" "$pg_config" || die "the build failed"
}

# cv_free_port -- a port that nobody listens on.
cv_free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50)
	do
		(: </dev/tcp/127.0.0.1/"$port") 2>/dev/null || { echo "$port"; return; }
	done
	return 1
}
