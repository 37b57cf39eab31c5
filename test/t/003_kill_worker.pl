# The worker is killed, terminated, cancelled; it comes back, and nothing is
# lost or doubled.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_orders;
$node->insert_orders(1, 1000);
$node->orders_ok('before the kill');

my $next = 1001;
for my $round (1 .. 3)
{
	my $pid = $node->wait_for_worker;
	my $log_end = $node->log_end;

	$node->insert_orders($next, $next + 499);
	kill 'KILL', $pid;
	$node->wait_for_recovery($log_end);
	$node->insert_orders($next + 500, $next + 999);
	$node->orders_ok("round $round, worker killed with SIGKILL");
	isnt($node->wait_for_worker, $pid, "round $round, another worker has taken over");
	$next += 1000;
}

# a polite request ends the worker, not the server
my $pid = $node->wait_for_worker;
$node->safe_psql('postgres', "SELECT pg_terminate_backend($pid)");
$node->insert_orders($next, $next + 499);
$node->orders_ok('worker terminated');
isnt($node->wait_for_worker, $pid, 'another worker has taken over from the terminated one');
$next += 500;

# a cancel costs one batch
my $log_end = $node->log_end;
$node->arm_debug_point('batch_before_write', 'wait');
$node->insert_orders($next, $next + 499);
$node->wait_for_debug_point('batch_before_write', $log_end);
$pid = $node->wait_for_worker;
$node->safe_psql('postgres', "SELECT pg_cancel_backend($pid)");
$node->wait_for_log(qr/canceling statement/, $log_end);
$node->disarm_debug_point;
$node->orders_ok('batch cancelled');
is($node->wait_for_worker, $pid, 'a cancelled batch does not end the worker');
isnt($node->stat_of('revenue', 'state'), 'stopped', 'nor does it stop the view');

$node->stop;
done_testing();
