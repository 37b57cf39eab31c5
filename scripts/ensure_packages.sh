#!/bin/bash
# ensure_packages.sh [test | clients | dashboard] -- install from Debian's packages what
# building (and with "test", testing) needs and this machine lacks.  With
# "dashboard" Node, too, and with "clients" all that the tests of that kind need:
# an interpreter or client for each driver, and a browser.
#
# Asks for nothing when nothing is missing.  Installs as root or by sudo; says
# what is missing if neither is at hand.
set -u
cd "$(dirname "$0")/.." || exit 2
purpose=${1:-build}
PG_CONFIG=${PG_CONFIG:-}

pg_config_path() {
	if [ -n "$PG_CONFIG" ]; then echo "$PG_CONFIG"; else sh scripts/find_pg_config.sh; fi
}

# The newest release that apt offers and that we support.
newest_major() {
	apt-cache search --names-only '^postgresql-server-dev-[0-9]+$' 2>/dev/null |
		sed 's/^postgresql-server-dev-\([0-9]*\) .*/\1/' |
		awk '$1 >= 15 && $1 <= 18' | sort -rn | head -n 1
}

# Prints the packages that are missing, one a line.
missing_packages() {
	local config major
	config=$(pg_config_path)
	if [ -n "$config" ]
	then
		major=$("$config" --version | sed 's/^PostgreSQL \([0-9]*\).*/\1/')
	else
		major=$(newest_major)
		major=${major:-15}
		echo "postgresql-$major"
		echo "postgresql-server-dev-$major"
	fi
	command -v gcc >/dev/null && command -v make >/dev/null || echo build-essential
	command -v gzip >/dev/null || echo gzip
	command -v flock >/dev/null || echo util-linux
	if [ "$purpose" = dashboard ] || [ "$purpose" = clients ]; then node_packages; fi
	[ "$purpose" != clients ] || clients_packages
	[ "$purpose" = test ] || return
	command -v perl >/dev/null || echo perl
	command -v pg_prove >/dev/null || echo libtap-parser-sourcehandler-pgtap-perl
	command -v clang >/dev/null || command -v clang-14 >/dev/null || echo clang
	command -v cppcheck >/dev/null || echo cppcheck
	perl -MIPC::Run -e 1 2>/dev/null || echo libipc-run-perl
	# a build dependency by its name, whatever programs others have of it
	[ "$(dpkg-query -W -f '${db:Status-Status}' postgresql-server-dev-all 2>/dev/null)" = installed ] ||
		echo postgresql-server-dev-all
	command -v dh >/dev/null || echo debhelper
	perl -MYAML::PP -e 1 2>/dev/null || echo libyaml-pp-perl
	local extension
	for extension in pgtap hll tdigest
	do
		[ -n "$config" ] && [ -f "$("$config" --sharedir)/extension/$extension.control" ] ||
			echo "postgresql-$major-$extension"
	done
}

node_packages() {
	command -v node >/dev/null || echo nodejs
	command -v npm >/dev/null || echo npm
}

clients_packages() {
	/usr/bin/python3 -c 'import ensurepip' 2>/dev/null || echo python3-venv
	command -v javac >/dev/null || echo default-jdk-headless
	command -v mvn >/dev/null || echo maven
	command -v chromium >/dev/null || echo chromium
}

as_root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

missing=$(missing_packages)
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null
then
	echo "missing, and there is no apt-get to install it: PostgreSQL 15 to 18 with server headers," >&2
	echo "a C compiler, make" "$([ "$purpose" = test ] && echo ', pgTAP, pg_prove, IPC::Run, YAML::PP')" >&2
	exit 1
fi
if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null
then
	echo "please have an administrator run: apt-get install" $missing >&2
	exit 1
fi

# stale package lists name files that the mirrors no longer have
as_root apt-get -q update || echo "apt-get update failed; trying with the lists at hand" >&2
missing=$(missing_packages)
echo "installing:" $missing
# one that is not to be had does not keep the others from being installed
if [ "$purpose" = clients ]; then at_a_time=1; else at_a_time=1000; fi
xargs -n "$at_a_time" <<<"$missing" | while read -r packages
do
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $packages </dev/null
done
# wanted, not needed: the layout check of the tests
if [ "$purpose" = test ] && ! command -v clang-format-14 >/dev/null
then
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends clang-format-14 ||
		echo "clang-format-14 is not to be had" >&2
fi

still=$(missing_packages)
if [ -n "$still" ]
then
	echo "still missing after the installation:" $still >&2
	exit 1
fi
