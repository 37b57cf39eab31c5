#!/bin/bash
# install.sh folder -- bring the drivers that the tests of this kind need.
#
# Each comes from its registry by the ordinary client, in the version pinned in
# requirements.txt, in examples/dashboard/package.json or here, into a folder of
# its own below folder. They stay there, and nothing is fetched again until a
# pin changes. What is not to be had leaves the reason in folder/NAME.failed,
# and run.sh lets its tests fail with that.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$1
jdbc=org.postgresql:postgresql:42.7.14
maven_plugin=org.apache.maven.plugins:maven-dependency-plugin:3.6.1
mkdir -p "$folder" || exit 1

install_psycopg() {
	/usr/bin/python3 -m venv "$folder/psycopg" &&
		"$folder/psycopg/bin/pip" install -q --cache-dir "$folder/cache/pip" -r test/clients/requirements.txt
}

install_node() {
	mkdir "$folder/node" && cp examples/dashboard/package*.json "$folder/node/" &&
		(cd "$folder/node" && npm ci --no-audit --no-fund --cache "$folder/cache/npm")
}

install_jdbc() {
	mvn -B -q "-Dmaven.repo.local=$folder/cache/maven" "$maven_plugin:copy" \
		"-Dartifact=$jdbc" -Dmdep.stripVersion=true "-DoutputDirectory=$folder/jdbc" &&
		[ -f "$folder/jdbc/postgresql.jar" ]
}

# bring name pin ... -- unless it is there with these pins
bring() {
	local name=$1 pins
	shift
	pins=$(printf '%s\n' "$@")
	[ "$(cat "$folder/$name.pins" 2>/dev/null)" != "$pins" ] || return 0
	rm -rf "${folder:?}/$name" "$folder/$name.pins" "$folder/$name.failed"
	if "install_$name" >"$folder/$name.log" 2>&1 </dev/null
	then
		echo "$pins" >"$folder/$name.pins"
	else
		tail -n 5 "$folder/$name.log" >"$folder/$name.failed"
	fi
}

bring psycopg "$(/usr/bin/python3 -V 2>&1)" "$(cat test/clients/requirements.txt)"
bring node "$(cksum <examples/dashboard/package-lock.json)"
bring jdbc "$jdbc"
exit 0
