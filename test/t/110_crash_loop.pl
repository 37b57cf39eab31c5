# Code in C that crashes in a batch takes the server down, and the same rows come
# again after the restart: after the third time the view is stopped, and the
# others go on.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_orders;
$node->insert_orders(1, 1000);
$node->orders_ok('before');

# takes a number for a pointer
my $crash = 'CREATE OR REPLACE FUNCTION crash(bigint) RETURNS int LANGUAGE internal IMMUTABLE STRICT AS ';
my $view = 'SELECT window_start, count(*) AS n, sum(CASE WHEN v = 13 THEN crash(v) ELSE v END) AS total FROM ev';
$node->safe_psql('postgres', qq{
CREATE TABLE ev (at timestamptz, v bigint);
$crash 'textlen';
CREATE CONTINUOUS VIEW fragile AS $view GROUP BY tumble(at, interval '1 hour');
INSERT INTO ev SELECT '2024-06-03 00:00Z', i FROM generate_series(1, 12) i});
$node->sync('fragile');

# how often a worker crashed since
sub crashes
{
	my ($log_end) = @_;
	my $log = slurp_file($node->logfile, $log_end);
	return scalar(() = $log =~ /background worker "pg_continuous worker[^\n]* was terminated by signal 11/g);
}

my $log_end = $node->log_end;
# the session may be gone before it hears that it has committed
eval { $node->psql('postgres', q{INSERT INTO ev VALUES ('2024-06-03 00:00Z', 13)}); };
$node->wait_for_state('fragile', 'stopped');
is(crashes($log_end), 3, 'after three crashes the view is stopped');
like($node->stat_of('fragile', 'error'), qr/crashed 3 times in a row .*continuous\.resume\(\)/, '... and says why, and what to do');
$node->insert_orders(1001, 2000);
$node->orders_ok('the other view');

# still the same code
$log_end = $node->log_end;
eval { $node->psql('postgres', q{SELECT continuous.resume('fragile')}); };
$node->wait_for_recovery($log_end);
$node->wait_for_state('fragile', 'stopped');
is(crashes($log_end), 1, 'resumed, one more crash is enough');
$node->restart;
$node->insert_orders(2001, 2100);
$node->orders_ok('the other view, after a restart');
is(crashes($log_end), 1, '... which does not try the stopped one');

$node->safe_psql('postgres', qq{
CREATE OR REPLACE FUNCTION crash(bigint) RETURNS int LANGUAGE sql IMMUTABLE STRICT AS 'SELECT 0';
SELECT continuous.resume('fragile');
INSERT INTO ev VALUES ('2024-06-03 00:00Z', 14)});
$node->sync('fragile');
$node->oracle_ok('TABLE fragile', q{SELECT timestamptz '2024-06-03 00:00Z', 14, 14 * 15 / 2 - 13}, 'mended and resumed: nothing is lost');
$node->counters_ok('fragile', 14, 'every row was read once');

# killed again and again, with a batch that gets through in between
my $next = 2101;
for my $point (qw(batch_before_write batch_before_commit))
{
	for my $round (1 .. 2)
	{
		$log_end = $node->log_end;
		$node->arm_debug_point($point, 'kill');
		eval { $node->psql('postgres', 'INSERT INTO orders ' . CvNode::orders_query($next, $next + 99)); };
		$next += 100;
		$node->wait_for_recovery($log_end);
	}
	$node->orders_ok("worker killed twice at $point");
}
isnt($node->stat_of('revenue', 'state'), 'stopped', 'one that gets on between crashes is not stopped');

# in the WAL: not even a scan of the table needs it
$log_end = $node->log_end;
$node->arm_debug_point('wal_read', 'kill_each');
$node->wait_for_log(qr/the last worker crashed when it read the WAL\n[^\n]* 3 times/, $log_end);
$node->disarm_debug_point;
$node->stop('immediate');
$node->start;
$node->insert_orders($next, $next + 99);
$next += 100;
$node->orders_ok('killed again and again when it read the WAL');
like(slurp_file($node->logfile, $log_end), qr/WAL in which workers crashed is passed over/, '... which is passed over then');

# not its fault
for my $round (1 .. 4)
{
	$log_end = $node->log_end;
	$node->arm_debug_point('batch_before_write', 'wait');
	$node->insert_orders($next, $next + 99);
	$next += 100;
	$node->wait_for_debug_point('batch_before_write', $log_end);
	$node->stop('immediate');
	$node->disarm_debug_point;
	$node->start;
}
$node->orders_ok('four times stopped in the middle of a batch');
isnt($node->stat_of('revenue', 'state'), 'stopped', 'a view is not stopped because the server was');

$node->safe_psql('postgres', 'DROP VIEW fragile');
$node->stop;
is_deeply([ glob($node->data_dir . '/continuous_running_*') ], [], 'after a shutdown in good order nothing is left in the data directory');
done_testing();
