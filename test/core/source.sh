#!/bin/bash
# source.sh folder pg_config -- fetch PostgreSQL's own regression tests.
#
# From the Debian source package of the installed server, or the newest one of
# its release that the mirrors still have.  Prints the folder that
# holds the unpacked src/test/regress.  Needs no rights: apt's lists are our
# own, and the package is checked by Debian's signatures as any other.
set -u
folder=$1
pg_config=$2
major=$("$pg_config" --version | sed 's/^PostgreSQL \([0-9]*\).*/\1/')
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

mkdir -p "$folder/lists/partial" "$folder/cache" "$folder/parts" || exit 1
cd "$folder" || exit 1

# what is there from an earlier run will do, if it is of the same server
version=$(dpkg-query -W -f '${source:Version}' "postgresql-$major" 2>/dev/null)
[ -n "$version" ] || { echo "the server is not from a Debian package" >&2; exit 1; }
[ "$(cat fetched 2>/dev/null)" != "$version" ] || { echo "$folder/source"; exit 0; }

apt-get indextargets --format 'deb-src [signed-by='$keyring'] $(REPO_URI) $(RELEASE) $(COMPONENT)' \
	'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u >sources.list
[ -s sources.list ] || { echo "apt knows no Debian mirror" >&2; exit 1; }

options=(-q -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts="$folder/parts"
	-o Dir::State::Lists="$folder/lists" -o Dir::Cache="$folder/cache" -o Debug::NoLocking=1)

# fetch version -- its files, in download/
fetch() {
	rm -rf download && mkdir download &&
		(cd download && apt-get "${options[@]}" source --download-only "postgresql-$major=$1")
}

apt-get "${options[@]}" update >fetch.log 2>&1
found=
for candidate in "$version" $(apt-cache "${options[@]}" showsrc "postgresql-$major" 2>/dev/null |
	sed -n 's/^Version: //p' | sort -rVu)
do
	fetch "$candidate" >>fetch.log 2>&1 && { found=$candidate; break; }
done
[ -n "$found" ] || { tail -n 5 fetch.log >&2; exit 1; }
rm -rf source
mkdir source
tar -C source --strip-components=1 --wildcards -xf download/*.orig.tar.* '*/src/test/regress' || exit 1
rm -rf download cache
echo "$version" >fetched
echo "$folder/source"
