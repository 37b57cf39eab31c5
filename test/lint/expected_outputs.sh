#!/bin/bash
# Every test has its expected output, every expected output its test, and
# there are no alternatives to choose from.
cd "$1" || exit 2
shopt -s nullglob
found=0
complain() { echo "$*"; found=1; }

for file in sql/*.sql
do
	name=$(basename "$file" .sql)
	case $name in pg_continuous--*) continue ;; esac
	[ -f "expected/$name.out" ] || complain "$file has no expected/$name.out"
done
for file in test/isolation/specs/*.spec
do
	name=$(basename "$file" .spec)
	[ -f "test/isolation/expected/$name.out" ] || complain "$file has no expected output"
done
for file in expected/*.out
do
	[ -f "sql/$(basename "$file" .out).sql" ] || complain "$file belongs to no test"
done
for file in test/isolation/expected/*.out
do
	[ -f "test/isolation/specs/$(basename "$file" .out).spec" ] || complain "$file belongs to no test"
done
exit $found
