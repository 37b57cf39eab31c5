# More subtransactions than a snapshot can hold (64): committed ones count,
# rolled back ones do not, also if a view's backfill meets them open.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_orders;

# count subtransactions from first on, two rows each, every third rolled back
sub subtransactions
{
	my ($first, $count) = @_;
	return qq{
DO \$\$
BEGIN
	FOR n IN $first .. $first + $count - 1 LOOP
		BEGIN
			INSERT INTO orders } . CvNode::orders_query('n', 'n + 1') . qq{;
			IF n % 3 = 0 THEN RAISE division_by_zero; END IF;
		EXCEPTION WHEN division_by_zero THEN NULL;
		END;
	END LOOP;
END \$\$};
}

$node->safe_psql('postgres', subtransactions(1, 500));
$node->orders_ok('500 subtransactions');

# for the backfill below, which must not have read anything yet
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW second AS
SELECT window_start, count(*) AS n, sum(total) AS total FROM orders GROUP BY tumble(ordered_at, interval '1 hour');
SELECT continuous.pause('second')});

my $open = $node->background_psql('postgres');
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(1001, 300));
$node->insert_orders(2001, 2100);
$node->orders_ok('300 subtransactions being open');

# a scan that begins now has an overflowed snapshot
$node->safe_psql('postgres', q{SELECT continuous.rebuild('second'); SELECT continuous.resume('second')});
$node->sync('second');
my $second = q{SELECT date_bin('1 hour', ordered_at, '2000-01-03Z'), count(*), sum(total) FROM orders GROUP BY 1};
$node->oracle_ok('TABLE second', $second, 'a backfill does not take rows of open subtransactions');

$open->query_safe(subtransactions(1401, 300));
$open->query_safe('COMMIT');
$node->orders_ok('... committed');
$node->sync('second');
$node->oracle_ok('TABLE second', $second, 'committed subtransactions that the backfill met open');

# the same, rolled back, and with a restart of the worker in between
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(3001, 200));
$node->insert_orders(4001, 4100);
$node->sync('revenue');
my $pid = $node->wait_for_worker;
$node->safe_psql('postgres', "SELECT pg_terminate_backend($pid)");
$node->insert_orders(4101, 4200);
$node->orders_ok('another worker, subtransactions being open');
$open->query_safe(subtransactions(5001, 200));
$open->query_safe('COMMIT');
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(6001, 200));
$open->query_safe('ROLLBACK');
$open->quit;
$node->orders_ok('committed, and others rolled back');
$node->sync('second');
$node->oracle_ok('TABLE second', $second, 'the second view as well');

$node->stop;
done_testing();
