# Prepared transactions count when they are committed, whenever that is: over
# restarts, crashes, and for views that were created meanwhile.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');

sub prepare
{
	my ($name, $first, $last) = @_;
	$node->safe_psql('postgres', "BEGIN; INSERT INTO orders " . CvNode::orders_query($first, $last)
		  . "; SAVEPOINT a; INSERT INTO orders " . CvNode::orders_query($first + 50_000, $first + 50_009)
		  . "; ROLLBACK TO a; INSERT INTO orders " . CvNode::orders_query($last + 1, $last + 50)
		  . "; PREPARE TRANSACTION '$name'");
}

$node->create_orders;
$node->insert_orders(1, 100);
prepare('p1', 101, 150);
prepare('p2', 201, 250);
$node->insert_orders(301, 400);
$node->orders_ok('two transactions being prepared');

$node->restart;
$node->insert_orders(401, 500);
$node->orders_ok('restarted, still prepared');
$node->safe_psql('postgres', q{COMMIT PREPARED 'p1'});
$node->orders_ok('one committed after the restart');

$node->stop('immediate');
$node->start;
$node->safe_psql('postgres', q{ROLLBACK PREPARED 'p2'});
$node->insert_orders(501, 600);
$node->orders_ok('the other rolled back after a crash');

# committed while no worker runs
prepare('p3', 601, 650);
$node->sync('revenue');
$node->set_enabled(0);
$node->safe_psql('postgres', q{COMMIT PREPARED 'p3'});
$node->restart;
$node->set_enabled(1);
$node->orders_ok('committed while no worker ran');

# a second view, whose backfill meets a prepared transaction
$node->set_enabled(0);
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW second AS
SELECT window_start, count(*) AS n, sum(total) AS total FROM orders GROUP BY tumble(ordered_at, interval '1 hour')});
prepare('p4', 701, 750);
$node->insert_orders(801, 900);
$node->set_enabled(1);
$node->sync('second');
$node->restart;
$node->safe_psql('postgres', q{COMMIT PREPARED 'p4'});
$node->orders_ok('committed after a restart, first view');
$node->sync('second');
$node->oracle_ok('TABLE second', q{SELECT date_bin('1 hour', ordered_at, '2000-01-03Z'), count(*), sum(total) FROM orders GROUP BY 1},
	'prepared before the backfill of the second view, committed after: counted');

# a view that is made in a prepared transaction: nobody told the worker then
$node->safe_psql('postgres', q{
BEGIN;
CREATE CONTINUOUS VIEW third AS
SELECT window_start, count(*) AS n, sum(total) AS total FROM orders GROUP BY tumble(ordered_at, interval '1 hour');
PREPARE TRANSACTION 'made'});
$node->safe_psql('postgres', q{COMMIT PREPARED 'made'});
$node->sync('third');
$node->oracle_ok('TABLE third', q{SELECT date_bin('1 hour', ordered_at, '2000-01-03Z'), count(*), sum(total) FROM orders GROUP BY 1},
	'made in a prepared transaction');

$node->stop;
done_testing();
