# The WAL that a view would need is gone: one scan of the table finds what was
# not consumed, and only that.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
wal_keep_size = 0
min_wal_size = '32MB'
max_wal_size = '32MB'
checkpoint_timeout = '1h'
});
$node->safe_psql('postgres', 'CREATE TABLE junk (a int)');

# until the segment in which the view's position is has been removed
sub recycle_wal
{
	my $segment = $node->safe_psql('postgres', 'SELECT pg_walfile_name(restart_lsn) FROM continuous.position');
	my $rounds = 0;
	do
	{
		$node->safe_psql('postgres', 'INSERT INTO junk VALUES (1); SELECT pg_switch_wal()');
		$node->safe_psql('postgres', 'CHECKPOINT');
		die "segment $segment does not go away" if ++$rounds > 20;
	} while ($node->safe_psql('postgres', "SELECT count(*) FROM pg_ls_waldir() WHERE name = '$segment'") ne '0');
	return;
}

$node->create_orders;
$node->insert_orders(1, 1000);
$node->orders_ok('before');

$node->set_enabled(0);
$node->insert_orders(1001, 2000);
recycle_wal();
$node->insert_orders(2001, 3000);
$node->set_enabled(1);
$node->orders_ok('rows in recycled WAL');

# a transaction that was open all the time, with rows before and after
$node->set_enabled(0);
my $open = $node->background_psql('postgres');
$open->query_safe('BEGIN');
$open->query_safe('INSERT INTO orders ' . CvNode::orders_query(3001, 3500));
$open->query_safe('SAVEPOINT a');
$open->query_safe('INSERT INTO orders ' . CvNode::orders_query(70001, 70500));
$node->insert_orders(3501, 4000);
recycle_wal();
$node->set_enabled(1);
$node->orders_ok('rows in recycled WAL, a transaction being open');
$open->query_safe('ROLLBACK TO a');
$open->query_safe('INSERT INTO orders ' . CvNode::orders_query(4001, 4500));
$open->query_safe('COMMIT');
$open->quit;
$node->orders_ok('... and committed');

# the same, and a restart in between: pending blocks are in the position
$node->set_enabled(0);
$node->safe_psql('postgres', 'BEGIN; INSERT INTO orders ' . CvNode::orders_query(4501, 5000) . q{; PREPARE TRANSACTION 'p'});
recycle_wal();
$node->insert_orders(5001, 5100);
$node->set_enabled(1);
$node->orders_ok('rows in recycled WAL, a transaction being prepared');
$node->restart;
$node->safe_psql('postgres', q{COMMIT PREPARED 'p'});
$node->orders_ok('... and committed after a restart');

# the file changed meanwhile
for my $command ('VACUUM FULL orders', 'TRUNCATE orders')
{
	$node->sync('revenue');
	my $before = $node->safe_psql('postgres', 'SELECT sum(orders) FROM revenue');
	$node->set_enabled(0);
	$node->safe_psql('postgres', $command);
	recycle_wal();
	$node->insert_orders(6001, 6100);
	$node->set_enabled(1);
	$node->sync('revenue');
	is($node->safe_psql('postgres', 'SELECT sum(orders) FROM revenue'), $before + 100, "$command while the worker was away");
}

# a worker that leaves in good order takes positions along, also of a view that
# had to wait some time before: the WAL up to there is not needed again
my $locker = $node->background_psql('postgres');
$locker->query_safe('BEGIN');
$locker->query_safe('LOCK TABLE revenue_results');
$node->insert_orders(6101, 6200);
$node->wait_for_state('revenue', 'waiting for lock');
$locker->query_safe('COMMIT');
$locker->quit;
$node->sync('revenue');
my $lsn = $node->safe_psql('postgres', 'SELECT pg_current_wal_insert_lsn()');
$node->safe_psql('postgres', 'INSERT INTO junk VALUES (1)');
$node->sync('revenue');
$node->set_enabled(0);
is($node->safe_psql('postgres', "SELECT restart_lsn >= '$lsn' FROM continuous.position"), 't', 'a view that had to wait needs no old WAL after the next start');
$node->set_enabled(1);

# no worker, no extension to hold it: WAL is not kept for us
is($node->safe_psql('postgres', 'SELECT count(*) FROM pg_replication_slots'), '0', 'no replication slot is used');

$node->stop;
done_testing();
