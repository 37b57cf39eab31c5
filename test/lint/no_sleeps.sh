#!/bin/bash
# Tests wait for conditions, never for a time.
cd "$1" || exit 2
! grep -rnE 'pg_sleep|\bsleep\b *\(?[0-9]' sql expected test/isolation test/pgtap test/t test/perl test/acceptance
