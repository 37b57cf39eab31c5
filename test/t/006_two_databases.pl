# Two databases with views of the same names: a worker each, nothing mixed up;
# one can be dropped, copied and emptied while workers run.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->safe_psql('postgres', 'CREATE DATABASE second');
$node->safe_psql('second', 'CREATE EXTENSION pg_continuous');
$node->create_orders($_) for qw(postgres second);

$node->insert_orders(1, 1000);
$node->insert_orders(501, 3000, 'second');
$node->orders_ok('first database');
$node->orders_ok('second database', 'second');
isnt($node->wait_for_worker, $node->wait_for_worker('second'), 'each has a worker of its own');

# a rewrite of one does not reach the other
$node->safe_psql('second', 'DELETE FROM orders; VACUUM FULL orders');
$node->insert_orders(1001, 2000);
$node->orders_ok('first database after VACUUM FULL in the second');
$node->sync('revenue', 'second');
is($node->safe_psql('second', 'SELECT sum(orders) FROM revenue'), '2500', 'rows deleted in the second stay counted');

# workers make way for CREATE DATABASE ... TEMPLATE and DROP DATABASE
$node->safe_psql('postgres', 'CREATE DATABASE third TEMPLATE second');
is($node->safe_psql('third', 'SELECT sum(orders) FROM revenue'), '2500', 'a copied database has the results');
$node->insert_orders(3001, 3100, 'third');
$node->sync('revenue', 'third');
is($node->safe_psql('third', 'SELECT sum(orders) FROM revenue'), '2600', 'its views go on');
$node->insert_orders(3001, 3200, 'second');
$node->sync('revenue', 'second');
is($node->safe_psql('second', 'SELECT sum(orders) FROM revenue'), '2700', 'so do those of the original');

$node->safe_psql('postgres', 'ALTER DATABASE third RENAME TO renamed');
$node->insert_orders(3101, 3200, 'renamed');
$node->sync('revenue', 'renamed');
is($node->safe_psql('renamed', 'SELECT sum(orders) FROM revenue'), '2700', 'a renamed database goes on');

$node->safe_psql('postgres', 'DROP DATABASE renamed');
$node->safe_psql('postgres', 'DROP DATABASE second');
$node->insert_orders(2001, 3000);
$node->orders_ok('first database after the second was dropped');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'}),
	'1', 'one worker is left');

# DROP EXTENSION takes the views along, and the worker
$node->safe_psql('postgres', 'DROP EXTENSION pg_continuous CASCADE');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'revenue%'}),
	'0', 'DROP EXTENSION CASCADE drops views and results');
$node->insert_orders(3001, 3100);
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous; DELETE FROM orders');
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW again AS SELECT window_start, count(*) AS n FROM orders GROUP BY tumble(ordered_at, interval '1 hour')});
$node->insert_orders(1, 10);
$node->sync('again');
is($node->safe_psql('postgres', 'SELECT sum(n) FROM again'), '10', 'the extension can be created anew');

$node->stop;
done_testing();
