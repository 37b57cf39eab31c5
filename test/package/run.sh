#!/bin/bash
# run.sh work pg_config -- the Debian package is built, and what is in it works.
#
# Built as Debian builds it, by dpkg-buildpackage and pg_buildext, from the
# sources that git would hand out; then unpacked over a copy of PostgreSQL that
# has nothing of ours, where debian/tests/live-view.sql is run.
set -u
work=$1
pg_config=$2
tree=$work/tree
build=$work/package
major=$("$pg_config" --version | sed 's/^PostgreSQL \([0-9]*\).*/\1/')
package=postgresql-$major-pg-continuous
bad=0

# check name command... -- one line, and what the command said if it failed
check() {
	local name=$1
	shift
	if "$@" >"$build/check.out" 2>&1
	then
		echo "ok - $name"
	else
		echo "not ok - $name"
		tail -n 40 "$build/check.out" | sed 's/^/    /'
		bad=1
	fi
}

copy_sources() {
	mkdir -p "$build/source" &&
		tar -C "$tree" --exclude='*.o' --exclude='*.d' --exclude='*.so' --exclude='./tmp_check*' \
			--exclude='./results*' --exclude='./output*' --exclude=./.source -cf - . | tar -C "$build/source" -xf -
}

build_package() {
	(cd "$build/source" && env -u MAKEFLAGS -u MAKELEVEL DEB_BUILD_OPTIONS="parallel=$(nproc)" \
		dpkg-buildpackage -us -uc -b)
}

# what a user installs: library, control file, each script; what the licence asks for
has_files() {
	local file sharedir
	sharedir=$("$pg_config" --sharedir)
	dpkg-deb -c "$build"/${package}_*.deb >"$build/contents" || return 1
	for file in "$("$pg_config" --pkglibdir)/pg_continuous.so" "$sharedir/extension/pg_continuous.control" \
		$(cd "$tree/sql" && printf "$sharedir/extension/%s\n" pg_continuous--*.sql) \
		"/usr/share/doc/$package/copyright" "/usr/share/doc/$package/README.md" "/usr/share/doc/$package/doc/quickstart.md"
	do
		grep -q " \.$file$" "$build/contents" || { echo "$file is missing"; return 1; }
	done
}

unpack() {
	local pg=$build/pg
	mkdir -p "$pg" && (cd "$work/pg" && find . -name 'pg_continuous*' -prune -o -type f -print | tar -cf - -T -) |
		tar -C "$pg" -xf - && ! find "$pg" -name 'pg_continuous*' | grep . &&
		dpkg-deb -x "$build"/${package}_*.deb "$pg"
}

follows_input() {
	local bin=$build/pg$("$pg_config" --bindir) data=$build/data sockets code
	sockets=$(mktemp -d /tmp/cv_package.XXXXXX)
	"$bin/initdb" -D "$data" -N --auth=trust --username=postgres --encoding=UTF8 --no-locale >/dev/null &&
		printf '%s\n' "shared_preload_libraries = 'pg_continuous'" "listen_addresses = ''" 'fsync = off' >>"$data/postgresql.conf" &&
		"$bin/pg_ctl" -D "$data" -l "$build/server.log" -w -s -o "-k $sockets -p 5432" start &&
		"$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -h "$sockets" -U postgres postgres \
			-f "$tree/debian/tests/live-view.sql" >"$build/out" 2>"$build/err" &&
		diff "$tree/debian/tests/live-view.out" "$build/out"
	code=$?
	[ $code = 0 ] || cat "$build/err" "$build/server.log"
	"$bin/pg_ctl" -D "$data" -m fast -w -s stop || code=1
	rm -rf "$sockets"
	return $code
}

rm -rf "$build"
mkdir -p "$build"
check "sources are copied" copy_sources
check "$package is built" build_package
check "it has all files" has_files
check "it is unpacked over a PostgreSQL without us" unpack
check "a view of it follows its input" follows_input
[ $bad = 1 ] || rm -rf "$build"
exit $bad
