#!/bin/sh
# find_pg_config.sh -- print the pg_config of the newest PostgreSQL, 15 or
# later, that is installed with its server, headers and PGXS; or nothing.

is_usable() {
	[ -x "$1" ] || return 1
	major=$("$1" --version 2>/dev/null | sed 's/^PostgreSQL \([0-9]*\).*/\1/')
	[ "${major:-0}" -ge 15 ] 2>/dev/null &&
		[ -f "$("$1" --includedir-server)/postgres.h" ] &&
		[ -f "$("$1" --pgxs)" ] &&
		[ -x "$("$1" --bindir)/postgres" ]
}

for candidate in \
	$(ls -d /usr/lib/postgresql/*/bin/pg_config 2>/dev/null | sort -rV) \
	$(command -v pg_config) /usr/local/pgsql/bin/pg_config
do
	if is_usable "$candidate"
	then
		echo "$candidate"
		exit 0
	fi
done
exit 0
