# The server's clock is set back and ahead while the worker runs: nobody waits
# for an hour that comes twice, and results stay the same.
use strict;
use warnings FATAL => 'all';

use CvFaults;
use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $faults = CvFaults->new;
my $node = CvNode->create('main', start => 0, conf => q{
continuous.flush_interval = '200ms'
});
$faults->start($node);
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->create_events('a');
$node->create_events('b', with => q{flush_interval = '1 s'});
my $next = 1;

sub insert_rows
{
	$node->insert_orders($next, $next + 99);
	$node->insert_events($_, $next, $next + 99) for qw(a b);
	$next += 100;
	return;
}

sub all_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	# without sync, which would not wait for the flush interval
	$node->poll_query_until('postgres', q{SELECT (SELECT sum(orders) FROM revenue) = (SELECT count(*) FROM orders)
		AND (SELECT sum(n) FROM a_view) = (SELECT count(*) FROM a) AND (SELECT sum(n) FROM b_view) = (SELECT count(*) FROM b)})
	  or die "$name: views do not go on: " . $node->explain_view('revenue') . $node->explain_view('b_view');
	$node->orders_ok($name);
	$node->events_ok($_, "$name, $_") for qw(a b);
	return;
}

insert_rows();
all_ok('before');
for my $hours (-1, -30 * 24, 1, 5 * 365 * 24, 0)
{
	$faults->set(clock => $hours * 3600);
	is($node->safe_psql('postgres', "SELECT abs(extract(epoch FROM clock_timestamp()) - $hours * 3600 - " . time . ') < 600'), 't', "the clock is $hours hours ahead");
	insert_rows();
	all_ok("the clock is $hours hours ahead");
}

# set back while a view waits to be tried again, and while there is no worker
$node->safe_psql('postgres', q{
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
CREATE TRIGGER fail AFTER INSERT OR UPDATE ON a_view_results FOR EACH ROW EXECUTE FUNCTION fail()});
insert_rows();
$node->wait_for_state('a_view', 'retrying');
$node->safe_psql('postgres', 'DROP TRIGGER fail ON a_view_results');
$faults->set(clock => -7200);
insert_rows();
all_ok('set back while a view waits');

$faults->set(clock => 7200);
$node->arm_debug_point('batch_before_commit', 'kill');
my $log_end = $node->log_end;
eval { $node->psql('postgres', 'SELECT 1'); $node->psql('postgres', 'INSERT INTO orders ' . CvNode::orders_query($next, $next)); };
$next += 100;
$node->wait_for_recovery($log_end);
$faults->set(clock => 0);
insert_rows();
all_ok('set back while the worker is away');

# commit times that go back: the watermark does not
my $before = $node->safe_psql('postgres', q{SELECT continuous.watermark('revenue')});
$faults->set(clock => -3600);
insert_rows();
$node->restart;
$faults->set;
insert_rows();
all_ok('commit times go back over a restart');
is($node->safe_psql('postgres', qq{SELECT continuous.watermark('revenue') >= '$before'}), 't', 'the watermark has not gone back');

$node->stop;
done_testing();
