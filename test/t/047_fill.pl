# fill, with restarts, kills, little memory and batches of all sizes: which
# windows are filled depends on the windows that have rows, and on nothing else.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $seed = $ENV{CV_SEED} // time;
srand($seed);
diag("seed $seed");

my $node = CvNode->create('main', conf => q{
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'});

# keys are rare, so that there are gaps of all lengths; every row is in time
$node->safe_psql('postgres', q{
CREATE TABLE ev (id serial, ts timestamptz, k int, v int);
CREATE VIEW oracle AS
	WITH grp AS (
		SELECT date_bin('1 minute', ts, '2000-01-03Z') AS ws, k, count(*), sum(v) FROM ev GROUP BY 1, 2
	), gaps AS (
		SELECT *, lead(ws) OVER (PARTITION BY k ORDER BY ws) AS next FROM grp
	)
	SELECT * FROM grp
	 UNION ALL
	SELECT filled, k, 0, 0 FROM gaps, generate_series(ws + interval '1 minute', next - interval '1 minute', interval '1 minute') filled
	 WHERE next <= ws + interval '31 minutes'});

sub create_view
{
	my ($name, $with) = @_;
	$node->safe_psql('postgres', qq{
CREATE CONTINUOUS VIEW $name WITH (fill = zero, fill_windows = 30, allowed_lateness = '30 days', max_future = none$with) AS
SELECT window_start, k, count(*), sum(v) FROM ev GROUP BY tumble(ts, interval '1 minute'), k});
	return;
}

sub insert_random
{
	my ($rows, $keys) = @_;
	$node->safe_psql('postgres', sprintf(
		q{SELECT setseed(%f); INSERT INTO ev (ts, k, v)
		  SELECT timestamptz '2024-05-01Z' + (random() * 5 * 60 * 60)::int * interval '1 second', (random() * %d)::int, (random() * 100)::int FROM generate_series(1, %d)},
		rand, $keys, $rows));
	return;
}

sub views_ok
{
	my ($name, @views) = @_;
	for my $view (@views)
	{
		$node->sync($view);
		my $upto = $view =~ /final/ ? "WHERE ws + interval '1 minute' <= continuous.watermark('$view')" : '';
		$node->oracle_ok("TABLE $view", "SELECT * FROM oracle $upto", "$name: $view is filled as it should be");
	}
	return;
}

create_view('live', '');
create_view('live_final', ', emit = final');
my @views = qw(live live_final);

for my $round (1 .. 8)
{
	my $how = (qw(restart immediate kill_worker spill))[ $round % 4 ];

	insert_random(int(rand 40) + 1, 20) for 0 .. 5;
	# more groups than there is memory for, in motion and at rest
	insert_random(8000, 800) if $how eq 'spill';
	if ($how eq 'restart')
	{
		$node->restart;
	}
	elsif ($how eq 'immediate')
	{
		$node->stop('immediate');
		$node->start;
	}
	elsif ($how eq 'kill_worker')
	{
		my $log_end = $node->log_end;
		my $pid = $node->wait_for_worker;
		kill 'KILL', $pid;
		$node->wait_for_recovery($log_end);
	}
	insert_random(int(rand 40) + 1, 20) for 0 .. 2;
	views_ok("round $round, $how", @views);
	if ($round == 4)
	{
		# backfill: in physical order, in stretches that memory is short for
		create_view('later', '');
		create_view('later_final', ', emit = final');
		push @views, qw(later later_final);
		views_ok('backfill', @views);
	}
}
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FILTER (WHERE count = 0) - count(*) FILTER (WHERE count > 0) FROM live'), '>', 0,
	'more windows were filled than had rows');
$node->counters_ok($_, $node->safe_psql('postgres', 'SELECT count(*) FROM ev'), "$_: fillers are no rows") for @views;

done_testing();
