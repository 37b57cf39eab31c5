# Groups that have collected more than their row holds: with tiny chunks, so
# that each batch appends some, under all kinds of windows. Sessions that grow
# and merge, memory that is short, batches that are rolled back, crashes at
# every step, rebuild; what is final leaves nothing behind. Always: the view is
# what plain SQL says.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
continuous.collected_inline = 64
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
});
my @views = qw(tumbled hopped cumulated sessions final_ones);
my $columns = q{k, count(*) AS n, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50,
	percentile_cont(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY x) AS tails, count(DISTINCT s) AS kinds,
	string_agg(DISTINCT s, ',') AS said, array_agg(x ORDER BY x DESC, i) FILTER (WHERE x % 3 = 0) AS thirds};

$node->safe_psql('postgres', qq{
CREATE TABLE ev (i int, at timestamptz, k int, x int, s text);
CREATE CONTINUOUS VIEW tumbled AS SELECT window_start, window_end, $columns FROM ev GROUP BY tumble(at, '10 minutes'), k;
CREATE CONTINUOUS VIEW hopped AS SELECT window_start, window_end, $columns FROM ev GROUP BY hop(at, '10 minutes', '30 minutes'), k;
CREATE CONTINUOUS VIEW cumulated AS SELECT window_start, window_end, $columns FROM ev GROUP BY cumulate(at, '20 minutes', '1 hour'), k;
CREATE CONTINUOUS VIEW sessions AS SELECT window_start, window_end, $columns FROM ev GROUP BY session(at, '100 seconds'), k;
CREATE CONTINUOUS VIEW final_ones WITH (emit = final) AS SELECT window_start, window_end, $columns FROM ev GROUP BY tumble(at, '10 minutes'), k;
});

# rows first .. last, each a minute after the one before, in three groups
my $next = 0;
sub insert_rows
{
	my ($count, $shift) = @_;
	my ($first, $last) = ($next, $next + $count - 1);

	$next += $count;
	$shift //= '0';
	eval
	{
		# psql may be gone before it has read the statement
		$node->psql('postgres', qq{INSERT INTO ev
SELECT i, timestamptz '2024-06-03 00:00Z' + i % 240 * interval '30 seconds' + interval '$shift', i % 3, i * 7919 % 1009,
	repeat(chr(97 + i % 11), 1 + i % 20) FROM generate_series($first, $last) i});
	};
	return;
}

sub all_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	$node->sync($_) foreach @views;
	foreach my $view (@views)
	{
		my $oracle = $node->safe_psql('postgres', "SELECT continuous.one_shot('$view')");

		$oracle =~ s/;\s*$//;
		$oracle = "SELECT * FROM ($oracle) o WHERE window_end <= continuous.watermark('$view')" if $view eq 'final_ones';
		$node->oracle_ok("TABLE $view", $oracle, "$name: $view");
	}
	return;
}

# how many chunks, of how many collections
sub chunks_of
{
	my ($view) = @_;
	return $node->safe_psql('postgres', "SELECT count(DISTINCT collection), count(*) FROM ${view}_collected");
}

insert_rows(600);
all_ok('one batch');
foreach my $view (@views)
{
	my ($collections, $chunks) = split /\|/, chunks_of($view);

	cmp_ok($chunks, '>', 10, "$view has chunks");
	cmp_ok($collections, '>', 5, "... of several collections");
}
insert_rows(17) foreach 1 .. 20;
all_ok('many batches');

# ---- sessions: of rows with gaps, in between, at both ends
$node->safe_psql('postgres', q{INSERT INTO ev
SELECT i, timestamptz '2024-06-03 03:00Z' + i * interval '2 minutes', 7, i * 31 % 101, 's' || i % 5
  FROM generate_series(1, 60) i, generate_series(1, 20) copies});
$node->sync('sessions');
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM sessions WHERE k = 7'), '60|1200', 'sessions apart');
my ($apart) = split /\|/, chunks_of('sessions');
foreach my $i (30, 1, 59, 15, 16, 45)
{
	$node->safe_psql('postgres', qq{INSERT INTO ev
SELECT $i, timestamptz '2024-06-03 03:01Z' + $i * interval '2 minutes', 7, i, 'j' FROM generate_series(1, 10) i});
	$node->sync('sessions');
}
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM sessions WHERE k = 7'), '54|1260', 'some have merged');
all_ok('sessions that merge');
$node->safe_psql('postgres', q{INSERT INTO ev
SELECT 0, timestamptz '2024-06-03 03:01Z' + i * interval '2 minutes', 7, i, 'last' FROM generate_series(0, 60) i});
all_ok('all of them are one');
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM sessions WHERE k = 7'), '1|1321', '... with all rows');

# ---- crashes
$node->restart;
insert_rows(50);
all_ok('after a restart');
foreach my $point (qw(batch_before_write chunk_append batch_before_position
	batch_before_commit batch_after_commit batch_after_install))
{
	foreach my $action (qw(error kill kill_server))
	{
		my $log_end = $node->log_end;

		$node->arm_debug_point($point, $action);
		insert_rows(40) foreach 1 .. 2;
		$node->wait_for_debug_point($point, $log_end);
		$node->wait_for_recovery($log_end) if $action eq 'kill';
		$node->start_after_kill if $action eq 'kill_server';
		insert_rows(20);
		all_ok("$action at $point");
	}
}
foreach my $action (qw(error kill))
{
	my $log_end = $node->log_end;

	# the session of key 0 ends much later now, so its chunks are moved
	$node->arm_debug_point('chunk_move', $action);
	my $end = $action eq 'error' ? 3 : 12;
	$node->psql('postgres', qq{INSERT INTO ev
SELECT i, timestamptz '2024-06-03 02:00Z' + i * interval '1 minute', 0, i, 'later' FROM generate_series(-1, $end * 60) i});
	$node->wait_for_debug_point('chunk_move', $log_end);
	$node->wait_for_recovery($log_end) if $action eq 'kill';
	all_ok("$action at chunk_move");
}

# ---- by other ways to the same state
$node->safe_psql('postgres', "SELECT continuous.rebuild('$_')") foreach @views;
all_ok('rebuilt');
insert_rows(100);
all_ok('... and on');

# ---- what is final
foreach my $action (qw(error kill))
{
	my $log_end = $node->log_end;
	my $day = $action eq 'error' ? '06' : '09';

	$node->arm_debug_point('chunk_remove', $action);
	$node->psql('postgres', qq{INSERT INTO ev SELECT i, timestamptz '2024-06-$day 00:00Z', 1, i, 'new' FROM generate_series(1, 200) i});
	$node->wait_for_debug_point('chunk_remove', $log_end);
	$node->wait_for_recovery($log_end) if $action eq 'kill';
	all_ok("$action at chunk_remove");
	foreach my $view (@views)
	{
		$node->poll_query_until('postgres', "SELECT count(*) = 0 FROM ${view}_collected WHERE window_end < '2024-06-$day 00:00Z'")
		  or die "chunks of $view stay";
	}
	pass('chunks of groups that are final are gone');
}
cmp_ok((split /\|/, chunks_of($_))[1], '>', 0, "those of live groups of $_ stay") foreach @views;

$node->stop;
done_testing();
