# Memory that is not to be had, of a batch's own and of what all share: the view
# waits, others go on, and it goes on by itself when there is enough.
use strict;
use warnings FATAL => 'all';

use CvFaults;
use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $faults = CvFaults->new;
my $node = CvNode->create('main', start => 0, conf => q{
max_locks_per_transaction = 10
max_connections = 10
max_prepared_transactions = 0
});
$faults->start($node);
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->create_events('a');
my $next = 1;

sub insert_rows
{
	$node->insert_events('a', $next, $next + 99);
	$node->insert_orders($next, $next + 99);
	$next += 100;
	return;
}
insert_rows();
$node->events_ok('a', 'before');
$node->orders_ok('before');

# a function that wants more than there is, or than there ever is
$node->safe_psql('postgres', q{
CREATE TABLE big (at timestamptz, n bigint);
CREATE CONTINUOUS VIEW greedy AS
SELECT window_start, sum(length(repeat('x', n::int))) AS total FROM big GROUP BY tumble(at, interval '1 hour');
INSERT INTO big VALUES ('2024-06-03', 1)});
$node->sync('greedy');
my $total = 1;
for my $case ([ 20_000_000, 'out of memory' ], [ 2_000_000_000, 'requested length too large' ])
{
	my ($size, $error) = @$case;
	$faults->set(malloc => 10_000_000);
	$node->safe_psql('postgres', "INSERT INTO big VALUES ('2024-06-03', $size)");
	if ($error eq 'out of memory')
	{
		$node->wait_for_state('greedy', 'retrying');
	}
	else
	{
		$node->wait_for_state('greedy', 'stopped');
	}
	like($node->stat_of('greedy', 'error'), qr/$error/, "$error: the view says so");
	insert_rows();
	$node->orders_ok("$error, the other view");
	$faults->set;
	if ($error eq 'out of memory')
	{
		$total += $size;
	}
	else
	{
		$node->safe_psql('postgres', "DELETE FROM big WHERE n = $size; SELECT continuous.resume('greedy')");
	}
	$node->sync('greedy');
	is($node->safe_psql('postgres', 'SELECT total FROM greedy'), $total, "$error: afterwards nothing is lost");
}

# the worker itself cannot have the memory that it needs
my $log_end = $node->log_end;
$faults->set(malloc => 8_000);
insert_rows();
$node->wait_for_log(qr/ERROR:  out of memory.*\n.*\n.*maintaining continuous view "public.revenue"/, $log_end);
$faults->set;
$node->events_ok('a', 'no memory for a moment');
$node->orders_ok('no memory for a moment');

# the lock table is full, when a batch has begun, and when a worker begins
my $session = $node->background_psql('postgres');
$log_end = $node->log_end;
$node->arm_debug_point('batch_begin', 'wait');
insert_rows();
$node->wait_for_debug_point('batch_begin', $log_end);
my $pid = $node->worker_pid;
$session->query_safe(q{
DO $$
BEGIN
	FOR i IN 1 .. 100000 LOOP
		PERFORM pg_advisory_lock(i);
	END LOOP;
EXCEPTION WHEN out_of_memory THEN NULL;
END $$});
$node->disarm_debug_point;
$node->wait_for_log(qr/ERROR:  out of shared memory.*?maintaining continuous view/s, $log_end);
kill 'TERM', $pid;
$node->wait_for_log(qr/out of shared memory.*background worker "pg_continuous worker[^\n]* exited with exit code 1/s, $log_end);
$session->query_safe('SELECT pg_advisory_unlock_all()');
$session->quit;
insert_rows();
$node->events_ok('a', 'locks to be had again');
$node->orders_ok('locks to be had again');

$node->stop;
done_testing();
