# Cases C07, C10, C11 and C15 with every kind of view at once: rows without a time;
# rows that commit after later ones were read; a view that is made while writers
# are open; one write over many partitions. Always: each view is what plain SQL
# says, and each row is read once.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my $aggregates = q{k, count(*) AS n, sum(x) AS total, max(i) AS last, count(DISTINCT x) AS kinds, string_agg(s, ',' ORDER BY i) AS said};
my %group_by = (
	tumbled => q{tumble(at, '10 minutes'), k},
	hopped => q{hop(at, '10 minutes', '25 minutes'), k},
	cumulated => q{cumulate(at, '20 minutes', '1 hour'), k},
	sessions => q{session(at, '7 minutes'), k},
	local_days => q{tumble(at, '1 day', timezone => 'Europe/Paris'), k},
	months => q{tumble(at, '1 month'), k},
	final_ones => q{tumble(at, '10 minutes'), k},
	final_hops => q{hop(at, '10 minutes', '30 minutes'), k},
	by_value => q{tumble(at, '10 minutes'), k},
	keyed => q{k});
my %with = (
	final_ones => 'emit = final',
	final_hops => 'emit = final',
	by_value => q{watermark_by = k, idle_timeout = '1 day'},
	keyed => q{state_ttl = '10 days', event_time = at});
my @views = sort keys %group_by;
my $next = 1;

# create_views(table, prefix) -- one of each kind
sub create_views
{
	my ($table, $options) = @_;
	foreach my $view (@views)
	{
		# nothing here is to be too late
		my $lateness = $view eq 'keyed' ? undef : q{allowed_lateness = '60 days'};
		my $with = join ', ', grep { defined } $with{$view}, $options, $lateness;
		my $window = $view eq 'keyed' ? '' : 'window_start, window_end, ';

		$with = "WITH ($with)" if $with;
		$node->safe_psql('postgres', "CREATE CONTINUOUS VIEW $view $with AS SELECT $window$aggregates FROM $table GROUP BY $group_by{$view}");
	}
	return;
}

# insert(table, count) -- as SQL: some rows of three keys, 100 s apart, and after
# every tenth some that are in no window
sub insert
{
	my ($table, $count) = @_;
	my ($first, $last) = ($next, $next + $count - 1);

	$next += $count;
	return qq{INSERT INTO $table (i, at, k, x, s)
SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '100 seconds', nullif(i % 3, 0), i * 7919 % 13, 's' || i % 5 FROM generate_series($first, $last) i;};
}

# rows that are in no window, of no use to any clock
sub insert_timeless
{
	my ($table) = @_;
	return qq{INSERT INTO $table (i, at, k, x, s) VALUES (-1, NULL, 1, 999, 'no time'), (-2, NULL, NULL, 999, NULL),
(-3, 'infinity', 1, 999, 'ever'), (-4, '-infinity', 2, 999, 'never');};
}

sub all_ok
{
	my ($table, $name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	my $rows = $node->safe_psql('postgres', "SELECT count(*) FROM $table");

	foreach my $view (@views)
	{
		my $oracle = $node->safe_psql('postgres', "SELECT continuous.one_shot('$view')");

		$node->sync($view);
		$oracle =~ s/;\s*$//;
		$oracle = "SELECT * FROM ($oracle) o WHERE window_end <= continuous.watermark('$view')" if $view =~ /^final/;
		$node->oracle_ok("TABLE $view", $oracle, "$name: $view");
		$node->counters_ok($view, $rows, "$name: $view has read each row once");
	}
	return;
}

sub drop_views
{
	$node->safe_psql('postgres', join ';', map { "DROP VIEW $_" } @views);
	return;
}

my $columns = 'i int, at timestamptz, k int, x int, s text';

# ---- C07
$node->safe_psql('postgres', "CREATE TABLE ev ($columns)");
create_views('ev');
$node->safe_psql('postgres', $_) for insert('ev', 50), insert_timeless('ev'), 'BEGIN;' . insert('ev', 20) . insert_timeless('ev') . 'COMMIT', insert('ev', 20);
all_ok('ev', 'C07');
foreach my $view (@views)
{
	my $window = $view eq 'keyed' ? 'false' : 'window_start IS NULL OR NOT isfinite(window_start)';

	is($node->safe_psql('postgres', "SELECT count(*) FROM $view WHERE $window OR said ~ 'time|ever|never'"), '0', "C07: no row without a time is in $view");
	is($node->stat_of($view, 'rows_no_window'), '8', 'C07: ... and all of them are counted');
}

# ---- C10
my ($a, $c) = map { $node->background_psql('postgres') } 0 .. 1;
$a->query_safe('BEGIN;' . insert('ev', 30));
$node->safe_psql('postgres', insert('ev', 30));
$node->sync($_) for @views;
is($node->stat_of($_, 'rows_read'), '128', "C10: what has committed is in $_, though an older one is open") for @views;
$c->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;' . insert('ev', 30));
$node->safe_psql('postgres', 'BEGIN;' . insert('ev', 30) . q{PREPARE TRANSACTION 'p1'});
$node->safe_psql('postgres', insert('ev', 30));
$node->sync($_) for @views;
$a->query_safe('SAVEPOINT s;' . insert('ev', 10) . 'ROLLBACK TO s;' . insert('ev', 10));
$a->query_safe('COMMIT');
$c->query_safe('COMMIT');
$node->safe_psql('postgres', q{COMMIT PREPARED 'p1'});
all_ok('ev', 'C10');

# ---- C11: the backfill meets an open and a prepared transaction
drop_views();
$node->safe_psql('postgres', 'CREATE CONTINUOUS VIEW first AS SELECT window_start, count(*) FROM ev GROUP BY tumble(at, interval \'1 day\')');
$node->sync('first');
# this one has no rows when the views are made, and an older xid and snapshot
$a->query_safe('BEGIN; SELECT pg_current_xact_id()');
$c->query_safe('BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM ev');
create_views('ev');
$a->query_safe(insert('ev', 30));
$node->safe_psql('postgres', 'BEGIN;' . insert('ev', 30) . q{PREPARE TRANSACTION 'p2'});
$c->query_safe(insert('ev', 10));
$node->safe_psql('postgres', insert('ev', 30));
$node->sync($_) for @views;
$a->query_safe(insert('ev', 5));
$a->query_safe('COMMIT');
$c->query_safe('COMMIT');
$node->safe_psql('postgres', q{COMMIT PREPARED 'p2'});
all_ok('ev', 'C11');
my ($code, $out, $err) = $node->psql('postgres', q{BEGIN; CREATE CONTINUOUS VIEW nothing AS SELECT window_start, count(*) FROM ev GROUP BY tumble(at, interval '1 day'); ROLLBACK;
SELECT count(*) FROM pg_class WHERE relname ~ '^nothing'; SELECT count(*) FROM continuous.position p WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = view)});
is($out, "0\n0", 'C11: CREATE that is rolled back leaves nothing');
# under an old snapshot: rows that it does not see are in the view all the same
$c->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM ev');
$node->safe_psql('postgres', insert('ev', 10));
$c->query_safe(q{SET client_min_messages = warning; CREATE CONTINUOUS VIEW old_snapshot AS SELECT window_start, count(*) AS n FROM ev GROUP BY tumble(at, interval '1 day')});
$c->query_safe('COMMIT');
$node->safe_psql('postgres', insert('ev', 10));
$node->sync('old_snapshot');
$node->oracle_ok('TABLE old_snapshot', q{SELECT date_bin('1 day', at, '2000-01-03Z'), count(*) FROM ev WHERE isfinite(at) GROUP BY 1}, 'C11: CREATE under an old snapshot');
drop_views();
# backfill = false: those that commit afterwards, and no others
$next = 1;
$node->safe_psql('postgres', "CREATE TABLE ev2 ($columns);" . insert('ev2', 20));
create_views('ev2', 'backfill = false');
$a->query_safe('BEGIN;' . insert('ev2', 20));
$node->safe_psql('postgres', insert('ev2', 20));
$node->sync($_) for @views;
$a->query_safe('COMMIT');
$node->sync($_) for @views;
is($node->stat_of($_, 'rows_counted'), '40', "C11: $_ without backfill") for @views;
drop_views();

# ---- C15: partitions by time, by key, in two levels, with columns in another order
$next = 1;
$node->safe_psql('postgres', qq{
CREATE TABLE parts ($columns) PARTITION BY RANGE (at);
CREATE TABLE parts_none PARTITION OF parts DEFAULT;
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2024-06-03 00:00Z') TO ('2024-06-03 12:00Z') PARTITION BY LIST (k);
CREATE TABLE parts_1_1 PARTITION OF parts_1 FOR VALUES IN (1);
CREATE TABLE parts_1_2 PARTITION OF parts_1 FOR VALUES IN (2, NULL);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2024-06-03 12:00Z') TO ('2024-06-04 00:00Z') PARTITION BY HASH (i);
CREATE TABLE parts_2_1 PARTITION OF parts_2 FOR VALUES WITH (modulus 2, remainder 0);
CREATE TABLE parts_2_2 (s text, gone int, x int, k int, at timestamptz, i int);
ALTER TABLE parts_2_2 DROP COLUMN gone;
ALTER TABLE parts_2 ATTACH PARTITION parts_2_2 FOR VALUES WITH (modulus 2, remainder 1);
CREATE TABLE parts_3 PARTITION OF parts FOR VALUES FROM ('2024-06-04 00:00Z') TO ('2024-06-05 00:00Z');
});
create_views('parts');
$node->safe_psql('postgres', insert('parts', 1200));
# COPY writes many rows at once to each partition, and one that fails none
$node->safe_psql('postgres', "COPY (SELECT i + 10000, at + interval '1 second', k, x, s FROM parts) TO '" . $node->basedir . "/rows'");
$node->safe_psql('postgres', "COPY parts FROM '" . $node->basedir . "/rows'");
$node->psql('postgres', "COPY parts FROM PROGRAM 'cat " . $node->basedir . "/rows; echo wrong'");
$node->safe_psql('postgres', q{INSERT INTO parts_3 SELECT 20000 + i, timestamptz '2024-06-04 00:00Z' + i * interval '1 hour', 1, i, 'leaf' FROM generate_series(0, 23) i});
# both ends of each partition
$node->safe_psql('postgres', q{INSERT INTO parts SELECT 30000 + d, timestamptz '2024-06-03 00:00Z' + d * interval '12 hours' + e * interval '1 microsecond', 2, d, 'edge'
  FROM generate_series(0, 3) d, generate_series(-1, 0) e});
$node->safe_psql('postgres', "BEGIN; CREATE TABLE parts_new ($columns); INSERT INTO parts_new VALUES (40000, '2024-06-05 01:00Z', 1, 1, 'before'); "
	  . q{ALTER TABLE parts ATTACH PARTITION parts_new FOR VALUES FROM ('2024-06-05 00:00Z') TO ('2024-06-06 00:00Z');
INSERT INTO parts VALUES (40001, '2024-06-05 01:00Z', 1, 1, 'after'); COMMIT});
all_ok('parts', 'C15');
$_->quit for $a, $c;

$node->stop;
done_testing();
