# Error, death of the worker and death of the server at every debug point of a
# batch. After each, what was committed is counted once.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_orders;
$node->insert_orders(1, 500);
$node->orders_ok('before all crashes');

my $next = 501;
for my $point (qw(batch_begin batch_before_write batch_before_position
	batch_before_commit batch_after_commit batch_after_install))
{
	for my $action (qw(error kill kill_server))
	{
		my $log_end = $node->log_end;

		$node->arm_debug_point($point, $action);
		# old groups and new ones, several transactions; the server may die
		# at any of them
		for my $part (0 .. 2)
		{
			# psql may be gone before it has read the statement
			eval
			{
				$node->psql('postgres', 'INSERT INTO orders '
					  . CvNode::orders_query($next, $next + 99));
			};
			$next += 100;
		}
		$node->wait_for_debug_point($point, $log_end);
		if ($action eq 'kill')
		{
			$node->wait_for_recovery($log_end);
		}
		elsif ($action eq 'kill_server')
		{
			$node->start_after_kill;
		}
		$node->insert_orders($next, $next + 99);
		$next += 100;
		$node->orders_ok("$action at $point");
	}
}

$node->stop;
done_testing();
