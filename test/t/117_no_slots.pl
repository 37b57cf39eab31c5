# No worker process and no connection to be had while the server runs: views wait,
# and go on by themselves when there is one.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', start => 0, conf => q{
max_worker_processes = 2
max_logical_replication_workers = 0
max_parallel_workers = 0
max_connections = 6
superuser_reserved_connections = 1
max_wal_senders = 0
});
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->insert_orders(1, 100);
$node->orders_ok('a launcher and a worker');

# a second database: its worker has no place, until the first one leaves
my $log_end = $node->log_end;
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION pg_continuous');
$node->create_orders('other');
$node->insert_orders(1, 1000, 'other');
$node->wait_for_log(qr/could not start worker for database with OID/, $log_end);
$node->insert_orders(101, 200);
$node->orders_ok('no place for a worker elsewhere: the one that runs goes on');
$node->safe_psql('postgres', 'DROP VIEW revenue');
$node->orders_ok('its place is free: the other database goes on by itself', 'other');

# all connections are taken; a worker does not need one
my @sessions = map { $node->background_psql('other') } 1 .. 5;
my $session = pop @sessions;
my $pid = $session->query_safe(q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'});
my $more = $node->background_psql('other');
my $err;
eval { $node->psql('other', 'SELECT 1', stderr => \$err); };
like($err // 'died', qr/connection slots|too many clients|died/, 'no connection is left');
$session->query_safe("SELECT pg_terminate_backend($pid, 10000)");
$session->query_safe('INSERT INTO orders ' . CvNode::orders_query(1001, 2000));
my $sum = 0;
my $deadline = time + $PostgreSQL::Test::Utils::timeout_default;
while ($sum ne '2000')
{
	die "the view has $sum rows" if time > $deadline;
	$sum = $session->query_safe('SELECT sum(orders) FROM revenue');
}
is($sum, '2000', 'a new worker needs no connection');
$_->quit for @sessions, $session, $more;
$node->orders_ok('connections are free again', 'other');

$node->stop;
done_testing();
