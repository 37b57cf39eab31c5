# wal_level = minimal: what is written to new files leaves no WAL of its rows, and
# no word of changed catalogs; views are exact all the same, over crashes, too.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
wal_level = minimal
max_wal_senders = 0
wal_skip_threshold = 0
});
is($node->safe_psql('postgres', 'SHOW wal_level'), 'minimal', 'wal_level is minimal');
$node->create_orders;
$node->create_events('p', storage => 'PARTITION BY RANGE (at)', columns => 'id bigint, at timestamptz, key int, value int');
$node->safe_psql('postgres', q{
CREATE TABLE p_1 PARTITION OF p FOR VALUES FROM ('2024-06-03 00:00Z') TO ('2024-06-03 01:00Z');
CREATE TABLE p_rest PARTITION OF p DEFAULT});
my $next = 1;

sub insert_rows
{
	$node->insert_events('p', $next, $next + 499);
	$next += 500;
	return;
}

insert_rows();
$node->events_ok('p', 'before');

# a partition that is filled in the transaction that makes it: no record of a row
$node->safe_psql('postgres', 'BEGIN; ' . q{
CREATE TABLE p_2 (LIKE p);
} . CvNode::events_sql('p_2', 'p', 7300, 8300) . q{
ALTER TABLE p ATTACH PARTITION p_2 FOR VALUES FROM ('2024-06-03 02:00Z') TO ('2024-06-03 03:00Z');
COMMIT});
insert_rows();
$node->events_ok('p', 'a partition that was filled when it was made');

# the same with a crash behind it
my $log_end = $node->log_end;
$node->arm_debug_point('batch_before_commit', 'kill');
eval { $node->psql('postgres', 'BEGIN; ' . q{
CREATE TABLE p_3 (LIKE p);
} . CvNode::events_sql('p_3', 'p', 10900, 11900) . q{
ALTER TABLE p ATTACH PARTITION p_3 FOR VALUES FROM ('2024-06-03 03:00Z') TO ('2024-06-03 04:00Z');
COMMIT}); };
$node->wait_for_recovery($log_end);
insert_rows();
$node->events_ok('p', '... and a crash');

# TRUNCATE and COPY in one transaction: results stay, new rows are added
$node->insert_orders(1, 1000);
$node->orders_ok('orders');
$node->safe_psql('postgres', 'BEGIN; TRUNCATE orders; INSERT INTO orders ' . CvNode::orders_query(1001, 2000) . '; COMMIT');
$node->sync('revenue');
is($node->safe_psql('postgres', 'SELECT sum(orders) FROM revenue'), '2000', 'TRUNCATE and reload in one transaction');
$node->safe_psql('postgres', 'VACUUM FULL orders');
$node->insert_orders(2001, 2100);
$node->sync('revenue');
is($node->safe_psql('postgres', 'SELECT sum(orders) FROM revenue'), '2100', 'VACUUM FULL');
$node->stop('immediate');
$node->start;
$node->insert_orders(2101, 2200);
$node->sync('revenue');
is($node->safe_psql('postgres', 'SELECT sum(orders) FROM revenue'), '2200', 'after a crash');

# a view on a table that is made, filled and viewed in one go
$node->safe_psql('postgres', q{
BEGIN;
CREATE TABLE young (at timestamptz, v int);
INSERT INTO young SELECT '2024-06-03', i FROM generate_series(1, 1000) i;
CREATE CONTINUOUS VIEW youth AS SELECT window_start, count(*) AS n, sum(v) AS total FROM young GROUP BY tumble(at, interval '1 hour');
INSERT INTO young SELECT '2024-06-03', i FROM generate_series(1, 1000) i;
COMMIT});
$node->sync('youth');
is($node->safe_psql('postgres', 'SELECT n, total FROM youth'), '2000|1001000', 'made, filled and viewed in one transaction');

$node->stop;
done_testing();
