#!/bin/bash
# test_versions.sh [kind ...] -- run the tests on each release that Debian has.
#
# For each a chroot, made by debootstrap at first and kept; the sources are
# copied into it, and "make test" runs there (these kinds; all, if none is
# named).  Then pg_upgrade is tested from each older release that was tested
# before.  Prints one line a release, and its last line is "N passed, N failed".
#
#	VERSIONS="17 18"		only these; 15 17 18 if not set.  16 is to be had,
#							too, from Ubuntu, with the keyring of its archive
#	CV_VERSIONS_FOLDER		where the chroots and logs are
#	CV_DEBIAN_MIRROR, CV_UBUNTU_MIRROR	where debootstrap finds packages
#
# Needs root.  Mounts and processes are in namespaces of their own, so nothing
# is left behind but the folder.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/lib.sh

folder=${CV_VERSIONS_FOLDER:-/var/tmp/pg_continuous_versions}
mirror=${CV_DEBIAN_MIRROR:-http://deb.debian.org/debian}
ubuntu_mirror=${CV_UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
passed=0 failed=0 summary= before=
# "make test-versions KINDS=upgrade": no more of the tests than builds the library
if [ "$*" = upgrade ]; then set -- lint; fi

# suite_of version -- the release of Debian, or Ubuntu, that has it
suite_of() {
	case $1 in
		15) echo bookworm ;;
		16) echo noble ;;
		17) echo trixie ;;
		18) echo sid ;;
		*) return 1 ;;
	esac
}

# A folder that anybody may have made is not where root builds a system.
make_folder() {
	mkdir -p "$folder"
	[ -d "$folder" ] && [ ! -L "$folder" ] && [ "$(stat -c %U "$folder")" = root ] ||
		cv_fail_tests "folder $folder cannot be used: it does not belong to root"
}

# in_chroot root command ... -- with /proc, /dev/pts and /dev/shm of its own
in_chroot() {
	unshare --mount --pid --fork --kill-child bash -c '
		root=$1
		shift
		mount -t proc proc "$root/proc" &&
			mount -t tmpfs -o mode=1777 shm "$root/dev/shm" &&
			mount --bind /dev/pts "$root/dev/pts" || exit 1
		cp -L /etc/resolv.conf "$root/etc/resolv.conf"
		exec chroot "$root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' - "$@" </dev/null
}

# make_chroot version root -- with that release of PostgreSQL, unless it is there
make_chroot() {
	local suite
	suite=$(suite_of "$1")
	if [ ! -x "$2/usr/bin/apt-get" ]
	then
		rm -rf "$2"
		# no Debian was released with 16, but an Ubuntu was
		if [ "$suite" = noble ]
		then
			debootstrap --variant=minbase --components=main,universe --include=make,ca-certificates \
				--keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg "$suite" "$2" \
				"$ubuntu_mirror" /usr/share/debootstrap/scripts/gutsy || return 1
			# what was released first is 16.2, with faults of its own
			echo "deb $ubuntu_mirror noble-updates main universe" >>"$2/etc/apt/sources.list"
		else
			debootstrap --variant=minbase --include=make,ca-certificates "$suite" "$2" "$mirror" || return 1
			[ "$suite" = sid ] ||
				echo "deb $mirror-security $suite-security main" >>"$2/etc/apt/sources.list"
		fi
	fi
	# packages must not start servers here
	printf '#!/bin/sh\nexit 101\n' >"$2/usr/sbin/policy-rc.d"
	chmod 755 "$2/usr/sbin/policy-rc.d"
	mkdir -p "$2/etc/postgresql-common"
	echo 'create_main_cluster = false' >"$2/etc/postgresql-common/createcluster.conf"
}

# copy_sources root -- to /var/tmp/source there
copy_sources() {
	mkdir -p "$1/var/tmp/source" || return 1
	find "$1/var/tmp/source" -mindepth 1 -delete
	cv_source_files | tar -C "$cv_top" --no-recursion -cf - -T - |
		tar -C "$1/var/tmp/source" --no-same-owner -xf -
}

# run_tests what version log command ... -- in its chroot; adds to the tally
run_tests() {
	local what=$1 version=$2 log=$3 count good bad
	shift 3
	in_chroot "$folder/$(suite_of "$version")" CV_TEST_FOLDER=/var/tmp/test \
		"CV_TEST_TIMEOUT=${CV_TEST_TIMEOUT:-180}" "$@" >>"$log" 2>&1
	count=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
	read -r good bad <<<"${count:-0 1}"
	grep -E '^== [a-z]+: |^(not ok|test .* FAILED|test/.*Wstat)' "$log" | sort -u | sed 's/^/   /'
	[ "$bad" -eq 0 ] || tail -n 40 "$log" | sed 's/^/   | /'
	add_result "$what" "$good" "$bad"
}

# add_result what passed failed
add_result() {
	passed=$((passed + $2))
	failed=$((failed + $3))
	summary+="$1: $2 passed, $3 failed"$'\n'
}

# bring_old old new -- PostgreSQL of the old release with our library, as its
# tests have left it, to /var/tmp/old/OLD in the chroot of the new one; with the
# system's libraries that the new one lacks.
bring_old() {
	local from to file
	from=$folder/$(suite_of "$1")
	to=$folder/$(suite_of "$2")/var/tmp/old/$1
	rm -rf "$to"
	mkdir -p "$to/libraries" || return 1
	cp -a "$from/var/tmp/test/pg/." "$to" || return 1
	# compiled code for JIT is not needed, and its library is huge
	rm -f "$to/usr/lib/postgresql/$1/lib/llvmjit.so"
	in_chroot "$from" bash -c 'ldd "$@" 2>/dev/null' - /var/tmp/test/pg/usr/lib/postgresql/"$1"/bin/{postgres,psql,pg_upgrade} \
		/var/tmp/test/pg/usr/lib/postgresql/"$1"/lib/libpqwalreceiver.so |
		sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u |
		while read -r file
		do
			in_chroot "$folder/$(suite_of "$2")" ldconfig -p | grep -qF "	${file##*/} " ||
				cp -L "$from$file" "$to/libraries/" || return 1
		done
}

# run_version version kinds ... -- all of one release
run_version() {
	local version=$1 root log=$folder/$1.log what old
	shift
	root=$folder/$(suite_of "$version")
	what="PostgreSQL $version ($(suite_of "$version"))"
	echo "== $what, log in $log"
	if ! { make_chroot "$version" "$root" && copy_sources "$root"; } >"$log" 2>&1
	then
		tail -n 20 "$log"
		add_result "$what" 0 1
		return
	fi
	run_tests "$what" "$version" "$log" "TESTS=${TESTS:-}" bash /var/tmp/source/test/run.sh "$@"
	for old in $before
	do
		what="pg_upgrade from $old to $version"
		log=$folder/$old-$version.log
		echo "== $what, log in $log"
		if bring_old "$old" "$version" >"$log" 2>&1
		then
			run_tests "$what" "$version" "$log" TESTS=080_pg_upgrade \
				CV_OLD_INSTALL=/var/tmp/old/"$old/usr/lib/postgresql/$old" LD_LIBRARY_PATH=/var/tmp/old/"$old/libraries" \
				bash /var/tmp/source/test/run.sh tap
		else
			tail -n 20 "$log"
			add_result "$what" 0 1
		fi
	done
	before+=" $version"
}

[ "$(id -u)" = 0 ] || cv_fail_tests "the tests on other releases need root, for chroots"
command -v unshare >/dev/null || cv_fail_tests "unshare (package util-linux) is missing"
command -v debootstrap >/dev/null ||
	{ apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends debootstrap; } >&2 ||
	cv_fail_tests "debootstrap is missing"
make_folder
exec 9>"$folder/lock"
flock 9

for version in ${VERSIONS:-15 17 18}
do
	suite_of "$version" >/dev/null || cv_fail_tests "no suite is known to have PostgreSQL $version"
done
for version in ${VERSIONS:-15 17 18}
do
	run_version "$version" "$@" 9>&-
done
printf '%s' "$summary"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
