#!/bin/bash
# Tests wait for conditions, never for a time.  (A function named slow is what
# a view has to evaluate, not what a test waits for.)
cd "$1" || exit 2
! grep -rnE 'pg_sleep|\bsleep\b *\(?[0-9]' sql expected test/isolation test/pgtap test/t test/perl test/acceptance |
	grep -v 'CREATE FUNCTION slow('
