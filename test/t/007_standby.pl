# A streaming standby: results are replicated like any table, no worker runs
# there; promoted, it goes on where the primary's position stood.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = CvNode->create('primary', streaming => 1);
$primary->create_orders;
$primary->insert_orders(1, 1000);
$primary->orders_ok('primary');

$primary->backup('base');
my $standby = CvNode->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

$primary->insert_orders(1001, 2000);
$primary->sync('revenue');
$primary->wait_for_catchup($standby);
$standby->oracle_ok('TABLE revenue', $CvNode::ORDERS_ORACLE, 'the standby shows the same results');
$standby->verify_ok('revenue', 'verify() works there, too');
is($standby->worker_pid, '', 'no worker runs on a standby');
my (undef, undef, $refusal) = $standby->psql('postgres', q{SELECT continuous.sync('revenue')});
like($refusal, qr/cannot execute continuous\.sync\(\) during recovery/, 'nor can one be waited for');
(undef, undef, $refusal) = $standby->psql('postgres', q{SELECT continuous.pause('revenue')});
like($refusal, qr/cannot execute continuous\.pause\(\) in a read-only transaction/, 'nor commanded');
like($standby->safe_psql('postgres', q{SELECT continuous.explain('revenue')}), qr/Hint: This is a standby/, 'explain() says so');

# consumed by nobody before the promotion; one transaction is open in between
$primary->set_enabled(0);
$primary->insert_orders(2001, 3000);
$primary->safe_psql('postgres', 'BEGIN; INSERT INTO orders ' . CvNode::orders_query(3001, 3100) . q{; PREPARE TRANSACTION 'p'});
$primary->insert_orders(3101, 3200);
$primary->wait_for_catchup($standby);
$primary->stop;

$standby->promote;
$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
$standby->set_enabled(1);
$standby->orders_ok('promoted, with what the primary had not consumed');
$standby->safe_psql('postgres', q{COMMIT PREPARED 'p'});
$standby->insert_orders(3201, 4000);
$standby->orders_ok('rows of the new timeline, and of a transaction prepared on the old one');
$standby->restart;
$standby->insert_orders(4001, 4100);
$standby->orders_ok('promoted and restarted');

$standby->stop;
done_testing();
