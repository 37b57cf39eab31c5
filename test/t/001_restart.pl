# A server that is stopped and started again: views go on where they stood,
# with what was written while no worker ran, and with their counters.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_orders;
$node->insert_orders(1, 2000);
$node->orders_ok('before the restart');

my $flushes = $node->stat_of('revenue', 'flushes');
$node->restart;
$node->orders_ok('after the restart');
cmp_ok($node->stat_of('revenue', 'flushes'), '>=', $flushes, 'counters survive the restart');

$node->insert_orders(2001, 4000);
$node->orders_ok('rows written after the restart');

# written while no worker runs, read by the next one
$node->set_enabled(0);
is($node->worker_pid, '', 'no worker runs while continuous.enabled is off');
$node->insert_orders(4001, 6000);
$node->restart;
$node->insert_orders(6001, 6500);
$node->set_enabled(1);
$node->orders_ok('rows written while workers were off, over a restart');

# several restarts with a little in between
for my $round (1 .. 3)
{
	my $first = 6501 + 100 * ($round - 1);
	$node->insert_orders($first, $first + 99);
	$node->restart;
}
$node->orders_ok('rows written right before restarts');

# what an idle view has done is nothing
my $saved = $node->safe_psql('postgres', 'SELECT xmin FROM continuous.position');
$node->safe_psql('postgres', 'CREATE TABLE junk AS SELECT generate_series(1, 1000)');
$node->sync('revenue');
is($node->safe_psql('postgres', 'SELECT xmin FROM continuous.position'),
	$saved, 'a position without consumed rows is not saved');

$node->stop('fast');
$node->start;
$node->safe_psql('postgres', 'DROP VIEW revenue');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'revenue%'}),
	'0', 'the view can be dropped after a restart');
is($node->safe_psql('postgres', 'SELECT (SELECT count(*) FROM continuous.view) + (SELECT count(*) FROM continuous.position)'),
	'0', 'its catalog rows are gone');

$node->stop;
done_testing();
