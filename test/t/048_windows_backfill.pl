# hop(), cumulate() and session() over what is read by a scan, in many batches
# that count as one transaction: the backfill, killed on its way, and the scan
# that takes the place of WAL that is gone; with little memory, so that slices
# and sessions go to the tables and come back.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
wal_keep_size = 0
max_wal_size = '64MB'
min_wal_size = '32MB'
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
});
my @views = qw(hops hops_final steps visits visits_final);

# a second is a step of a prime: rows come in no order of time
sub insert_rows
{
	my ($first, $last) = @_;
	$node->safe_psql('postgres', "INSERT INTO ev SELECT i, timestamptz '2024-06-03 00:00Z' + i * 7919::bigint % 86399 * interval '1 second', i % 211 FROM generate_series($first, $last) i");
	return;
}

sub views_ok
{
	my ($name) = @_;
	$node->sync($_) foreach @views;
	foreach my $view (@views)
	{
		my $plain = $node->safe_psql('postgres', "SELECT rtrim(continuous.one_shot('$view'), E'; \\n')");
		$plain = "SELECT * FROM ($plain) p WHERE window_end <= continuous.watermark('$view')" if $view =~ /final/;
		$node->oracle_ok("TABLE $view", $plain, "$name: $view");
		$node->counters_ok($view, $node->safe_psql('postgres', 'SELECT count(*) FROM ev'), "$name: every row was read once by $view");
		is($node->stat_of($view, 'rows_too_late + late_windows'), '0', "$name: nothing is late for $view");
	}
	return;
}

$node->safe_psql('postgres', 'CREATE TABLE ev (id int, ts timestamptz, k int)');
insert_rows(1 + $_ * 3000, 3000 + $_ * 3000) foreach 0 .. 9;
my $log_end = $node->log_end;
$node->arm_debug_point('batch_after_commit', 'kill');
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW hops AS SELECT window_start, window_end, k, count(*) AS n, sum(id) AS total FROM ev GROUP BY hop(ts, '20 minutes', '50 minutes'), k;
CREATE CONTINUOUS VIEW hops_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*) AS n, avg(id) AS mean FROM ev GROUP BY hop(ts, '30 minutes', '1 hour'), k;
CREATE CONTINUOUS VIEW steps AS SELECT window_start, window_end, k, count(*) AS n, max(id) AS last FROM ev GROUP BY cumulate(ts, '1 hour', '6 hours'), k;
CREATE CONTINUOUS VIEW visits AS SELECT window_start, window_end, k, count(*) AS n, stddev(id) AS sd FROM ev GROUP BY session(ts, '3 minutes'), k;
CREATE CONTINUOUS VIEW visits_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*) AS n, sum(id) AS total FROM ev GROUP BY session(ts, '5 minutes'), k;
});
$node->wait_for_debug_point('batch_after_commit', $log_end);
$node->wait_for_recovery($log_end);
views_ok('killed in the backfill');

# more in one transaction than memory holds, and killed before its commit
$log_end = $node->log_end;
$node->arm_debug_point('batch_before_commit', 'kill');
insert_rows(30_001, 34_000);
$node->wait_for_debug_point('batch_before_commit', $log_end);
$node->wait_for_recovery($log_end);
views_ok('killed in a batch');

$node->set_enabled(0);
insert_rows(34_001 + $_ * 1000, 35_000 + $_ * 1000) foreach 0 .. 2;
$node->recycle_wal;
$node->set_enabled(1);
views_ok('read by a scan, as the WAL is gone');

# windows close while there are many of them
$node->safe_psql('postgres', qq{SELECT continuous.advance_watermark('$_', '2024-06-03 13:00Z')}) foreach @views;
views_ok('half of them closed by hand');
$node->safe_psql('postgres', "ALTER VIEW $_ SET (emit = final)") foreach qw(hops visits steps);
$node->safe_psql('postgres', "ALTER VIEW $_ SET (emit = update)") foreach qw(hops_final visits_final);
$node->sync($_) foreach @views;
foreach my $view (@views)
{
	my $plain = $node->safe_psql('postgres', "SELECT rtrim(continuous.one_shot('$view'), E'; \\n')");
	$plain = "SELECT * FROM ($plain) p WHERE window_end <= continuous.watermark('$view')" if $view !~ /final/;
	$node->oracle_ok("TABLE $view", $plain, "emit was changed: $view");
}

$node->stop;
done_testing();
