#!/bin/bash
# The library exports nothing but what bears our prefix: on PostgreSQL 15 any
# other name may clash with another library's.
cd "$1" || exit 2
[ -f pg_continuous.so ] || { echo "pg_continuous.so was not built"; exit 1; }
! nm -D --defined-only pg_continuous.so | awk '{print $3}' |
	grep -vE '^(cv_[a-z0-9_]+|pg_finfo_cv_[a-z0-9_]+|_PG_init|Pg_magic_func|_init|_fini)$'
