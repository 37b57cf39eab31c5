# Immediate shutdown in the middle of a load: what was committed is counted
# once, what was not is not.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

use IPC::Run ();

my $node = CvNode->create('main');
$node->create_orders;

# orders first .. first + 3999 by three writers, a few rows a transaction, every
# third one rolled back
sub start_load
{
	my ($first) = @_;
	my @writers;

	for my $writer (0 .. 2)
	{
		my $script = qq{
DO \$\$
BEGIN
	FOR i IN $first + $writer * 1000 .. $first + $writer * 1000 + 999 LOOP
		INSERT INTO orders SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 second', 'w$writer', i % 97
		  FROM generate_series(1, 1 + i % 3);
		IF i % 3 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
	END LOOP;
END \$\$};
		push @writers, IPC::Run::start(
			[ 'psql', '-X', '-q', '-d', $node->connstr('postgres'), '-c', $script ],
			'>', '/dev/null', '2>', '/dev/null',
			IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	}
	return @writers;
}

my $first = 1;
for my $round (1 .. 4)
{
	my @writers = start_load($first);

	# in the middle: some of it is in the view, some is not
	$node->poll_query_until('postgres', qq{
SELECT count(*) > 200 FROM orders WHERE order_id >= $first})
	  or die 'the load does not run';
	$node->stop('immediate');
	$_->finish for @writers;
	$node->start;
	$node->orders_ok("round $round, after an immediate shutdown under load");
	$first += 4000;
}

$node->insert_orders($first, $first + 100);
$node->orders_ok('rows written after all that');

$node->stop;
done_testing();
