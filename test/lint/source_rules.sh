#!/bin/bash
# House rules that a look at the text can check.
cd "$1/src" || exit 2
found=0
# forbid what grep-options: prints what is found, under a heading
forbid() {
	local what=$1 lines
	shift
	lines=$(grep -rnE "$@") || return
	echo "$what:"
	echo "$lines"
	found=1
}

for file in *.c */*.[ch]
do
	[ -f "$file" ] || continue
	lines=$(wc -l <"$file")
	[ "$lines" -le 800 ] || { echo "$file has $lines lines, more than 800"; found=1; }
done
forbid "comments are /* */" --include='*.[ch]' '(^|[^:"])//' .
forbid "only base/compat.h tests the version" --include='*.[ch]' --exclude=compat.h 'PG_VERSION_NUM|CATALOG_VERSION_NO' .
forbid "headers do not include postgres.h" --include='*.h' '#include "postgres\.h"' .
forbid "pg_noreturn stands in front, as in 18" --include="*.[ch]" pg_attribute_noreturn .
forbid "unfinished" --include='*.[ch]' --include='*.md' '\b(TODO|FIXME|XXX)\b' .
forbid "indent with tabs" --include='*.[ch]' '^ +[^ *]' .
forbid "white space at the end of a line" --include='*.[ch]' --include='*.md' '[[:space:]]$' .
forbid "never sleep, wait for a latch" --include='*.c' '\b(pg_usleep|sleep|usleep)\(' .
exit $found
