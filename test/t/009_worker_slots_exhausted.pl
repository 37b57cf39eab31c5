# No background worker to be had: the log says which setting to raise, writers
# and readers do not notice, and the view catches up once there is one.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', start => 0, conf => q{
max_worker_processes = 1
max_logical_replication_workers = 0
max_parallel_workers = 0
});
$node->start;
my $log_end = $node->log_end;
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->insert_orders(1, 1000);
ok($node->wait_for_log(qr/could not start worker for database/, $log_end), 'the log says that no worker could be started');
ok($node->wait_for_log(qr/HINT: .*max_worker_processes/, $log_end), '... and what to do');
is($node->worker_pid, '', 'there is no worker');
my $err;
$node->psql('postgres', q{SELECT continuous.sync('revenue', '100 ms')}, stderr => \$err);
like($err, qr/ERROR/, 'sync does not wait for ever');

$node->append_conf('postgresql.conf', 'max_worker_processes = 8');
$node->restart;
$node->insert_orders(1001, 2000);
$node->orders_ok('with slots for workers');

$node->stop;
done_testing();
