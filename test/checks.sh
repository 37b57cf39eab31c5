# checks.sh -- the kinds that look for faults which no result shows: static,
# sanitize, fuzz.  Sourced by kinds.sh.

sanitized=$work/pg_sanitized
sanitized_tree=$work/tree_sanitized
sanitizer_reports=$work/sanitizer_reports

# ---- static

source_files() {
	find src test/modules -name '*.c' | LC_ALL=C sort
}

# The build itself is gcc's part, with -Wall -Wextra -Werror.
# (The headers of the server ask for gnu_printf, which clang does not know.)
check_clang() {
	local clang
	clang=$(command -v clang || command -v clang-14)
	source_files | xargs -P "$(nproc)" -n 12 "$clang" -fsyntax-only -std=gnu99 \
		-Wall -Wextra -Werror -Wno-unused-parameter -Wno-sign-compare \
		-Wno-missing-field-initializers -Wno-ignored-attributes -Isrc -D_GNU_SOURCE \
		-isystem "$("$pg_config" --includedir-server)" -isystem "$("$pg_config" --includedir)"
}

check_cppcheck() {
	cppcheck --quiet --error-exitcode=1 -j "$(nproc)" --std=c99 --platform=unix64 \
		--enable=warning,performance,portability -Isrc \
		--include=test/static/cppcheck_model.h \
		--suppressions-list=test/static/cppcheck.txt \
		--template='{file}:{line}: {severity} {id}: {message}' src test/modules
}

run_static() {
	local name good=0 bad=0
	for name in clang cppcheck
	do
		is_chosen "$name" && check "$name" "check_$name"
	done
	tally static $good $bad
}

# ---- sanitize and fuzz: a build with sanitizers in a stock server

# Asserts are on, too: those of our own code, and of the server's inline
# functions in it.
sanitized_make() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -j "$(nproc)" "PG_CONFIG=$pg_config" LTO= WERROR= \
		COPT="-O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer -DUSE_ASSERT_CHECKING -w -include $sanitized_tree/test/sanitize/small_contexts.h" \
		"$@"
}

# build_sanitized -- in a copy of the tree, into a copy of the installation
build_sanitized() {
	local lib
	mkdir -p "$sanitized_tree" || return 1
	# objects stay, and sources keep their times, so that the next build is quick
	find "$sanitized_tree" -type f ! -name '*.[od]' -delete
	tar -cf - --exclude='*.o' --exclude='*.so' --exclude='*.d' --exclude='./tmp_check*' \
		--exclude='./output_iso' --exclude='./results_reg' . |
		tar -C "$sanitized_tree" -xf - || return 1
	rm -rf "$sanitized"
	cp -al "$work/pg" "$sanitized" || return 1
	lib=$sanitized$("$pg_config" --pkglibdir)
	rm -f "$lib/pg_continuous.so"
	sanitized_make -C "$sanitized_tree" all || return 1
	cp "$sanitized_tree/pg_continuous.so" "$lib/" || return 1
	gcc -shared -fPIC -o "$work/early.so" "$sanitized_tree/test/sanitize/early.c"
}

# start_sanitized name -- as start_server, of that installation
start_sanitized() {
	rm -rf "$sanitizer_reports" "${work:?}/$1"
	mkdir -p "$sanitizer_reports"
	PATH=$sanitized$("$pg_config" --bindir):$PATH
	export PGHOST=$sockets PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
	initdb -D "$work/$1" -N --auth=trust --username=postgres --encoding=UTF8 --no-locale >/dev/null || return 1
	cat test/regress.conf >>"$work/$1/postgresql.conf"
	echo "listen_addresses = ''" >>"$work/$1/postgresql.conf"
	ASAN_OPTIONS=detect_leaks=0:log_path=$sanitizer_reports/report \
	UBSAN_OPTIONS=print_stacktrace=1 \
	LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so) $work/early.so" \
		pg_ctl -D "$work/$1" -l "$work/$1.log" -w -s -o "-k $sockets -p 5432" start || {
		tail -n 20 "$work/$1.log"
		return 1
	}
}

# no_reports name -- did neither a sanitizer nor an assertion complain?
no_reports() {
	local pattern='runtime error:|AddressSanitizer|TRAP: |terminated by signal'
	! grep -hE -A 8 "$pattern" "$work/$1.log" "$sanitizer_reports"/* 2>/dev/null
}

# stop_sanitized name -- and look at its reports
stop_sanitized() {
	pg_ctl -D "$work/$1" -m fast -w -s stop
	check "no report of a sanitizer" no_reports "$1"
}

# The regression and isolation tests once more.
run_sanitize() {
	local good=0 bad=0
	check "build with sanitizers" build_sanitized
	if [ $bad -gt 0 ] || ! start_sanitized sanitized_server
	then
		tally sanitize $good 1
		return
	fi
	# they are slower there
	local limit=$((limit * 3))
	regress_server=(--host="$sockets" --port=5432 --user=postgres)
	run_regress
	run_isolation
	regress_server=()
	stop_sanitized sanitized_server
	unset PGHOST PGPORT PGUSER PGDATABASE
	PATH=$pg_bin:$PATH
	tally sanitize $good $bad
}

run_fuzz() {
	local name good=0 bad=0
	check "build with sanitizers" build_sanitized
	check "build of the fuzz targets" sanitized_make -C "$sanitized_tree/test/modules/cv_fuzz" \
		"DESTDIR=$sanitized" install
	if [ $bad -gt 0 ] || ! start_sanitized fuzz_server
	then
		tally fuzz $good 1
		return
	fi
	psql -X -q -c 'CREATE EXTENSION pg_continuous' -c 'CREATE EXTENSION cv_fuzz'
	for name in $(choose test/fuzz .sql)
	do
		check "$name" timeout -k 10 170 psql -X -q -v ON_ERROR_STOP=1 -f "test/fuzz/$name.sql"
	done
	stop_sanitized fuzz_server
	unset PGHOST PGPORT PGUSER PGDATABASE
	PATH=$pg_bin:$PATH
	tally fuzz $good $bad
}
