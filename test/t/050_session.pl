# Sessions against an oracle that tells the history of transactions again: rows
# that come late, bridge, prepend, or are too late; sessions that are final
# with new ones over them; emit = final with sessions that open again; all of
# it with 1 MB of state, and with restarts, kills and crashes between.
#
# CV_SEED (several, with spaces between) repeats runs, CV_ROUNDS makes them
# longer; without, the seeds are always the same.
use strict;
use warnings FATAL => 'all';

use CvNode;
use CvReplay qw(replay_sessions);
use PostgreSQL::Test::Utils;
use Test::More;

my @seeds = split ' ', $ENV{CV_SEED} // '1 2 3 4 5 6';
my $transactions = 120 * ($ENV{CV_ROUNDS} // 1);

sub one_of { return $_[ int(rand(@_)) ]; }
sub chance { return rand() < $_[0]; }

# without its WAL a view is scanned, and that counts as one transaction
my $node = CvNode->create('main', conf => q{
wal_keep_size = '512MB'
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
});

# in seconds
my @views = (
	{ name => 'now', gap => 10, delay => 0, lateness => 0, emit => 'update' },
	{ name => 'soon', gap => 7, delay => 0, lateness => 15, emit => 'update', late_rows => 'keep' },
	{ name => 'later', gap => 30, delay => 20, lateness => 60, emit => 'update' },
	{ name => 'closed', gap => 10, delay => 0, lateness => 0, emit => 'final', late_rows => 'keep' },
	{ name => 'reopened', gap => 20, delay => 5, lateness => 40, emit => 'final' },
	{ name => 'alone', gap => 4, delay => 3, lateness => 12, emit => 'final', keyless => 1 });

sub create_view
{
	my ($view) = @_;
	my $key = $view->{keyless} ? '' : ', k';
	return sprintf(q{
CREATE CONTINUOUS VIEW %s WITH (watermark_delay = '%d s', allowed_lateness = '%d s', emit = %s, late_rows = %s, max_future = none) AS
SELECT window_start, window_end%s, count(*) AS n, sum(id) AS total, max(id) AS last FROM ev GROUP BY session(at, interval '%d seconds')%s;},
		@$view{qw(name delay lateness emit)}, $view->{late_rows} // 'drop', $key, $view->{gap}, $key);
}

# A transaction: [key, time, id]...; most are near the front, some far behind.
my ($next_id, $front);
sub random_transaction
{
	my $rows = one_of(1, 1, 1, 2, 3, 5, 8);
	my $behind = one_of(5, 5, 20, 60, 150);
	my @result;

	$front += int(rand(6));
	push @result, [ int(rand(4)), $front - int(rand($behind)), $next_id++ ] foreach 1 .. $rows;
	return \@result;
}

sub insert_sql
{
	my ($tx, $rows) = @_;
	return 'INSERT INTO ev VALUES '
	  . join(', ', map { "($tx, $_->[2], timestamptz '2024-06-03 00:00Z' + $_->[1] * interval '1 second', " . ($_->[0] ? $_->[0] : 'NULL') . ')' } @$rows) . ";\n";
}

# what the view must show, and its counters, after these transactions
sub expectation
{
	my ($view, $history) = @_;
	my ($newest, %before, @rows, %key, %time);

	for my $tx (0 .. $#$history)
	{
		$before{$tx} = [ $newest - $view->{delay}, $newest - $view->{delay} - $view->{lateness} ] if defined $newest;
		foreach my $row (@{ $history->[$tx] })
		{
			my ($k, $at, $id) = @$row;
			($key{$id}, $time{$id}) = ($view->{keyless} ? '' : $k, $at);
			push @rows, [ $tx, $id, $key{$id}, $at ];
			$newest = $at if !defined $newest || $at > $newest;
		}
	}
	my (%session, %count);
	foreach my $judged (replay_sessions(\@rows, \%before, $view->{gap}))
	{
		my ($id, $number, $in_time, $is_correction) = @$judged;
		$count{ $in_time eq 't' ? 'counted' : 'late' }++;
		next if $in_time ne 't';
		my $session = $session{$number} //= { key => $key{$id}, start => $time{$id}, end => $time{$id}, n => 0, total => 0, last => $id, corrections => 0 };
		$session->{start} = $time{$id} if $time{$id} < $session->{start};
		$session->{end} = $time{$id} if $time{$id} > $session->{end};
		$session->{last} = $id if $id > $session->{last};
		$session->{n}++;
		$session->{total} += $id;
		$session->{corrections}++ if $is_correction eq 't';
		$count{corrections}++ if $is_correction eq 't';
	}
	my @lines;
	foreach my $session (values %session)
	{
		my $end = $session->{end} + $view->{gap};
		next if $view->{emit} eq 'final' && $end > $newest - $view->{delay};
		push @lines, join(' ', $session->{key}, $session->{start}, $end, @$session{qw(n total last corrections)});
	}
	my $counters = join ' ', map { $count{$_} // 0 } qw(counted late corrections);
	return (join("\n", sort @lines), $counters);
}

sub reality
{
	my ($view) = @_;
	my $key = $view->{keyless} ? q{''} : 'coalesce(k, 0)';
	my $lines = $node->safe_psql('postgres', qq{
SELECT concat_ws(' ', $key, extract(epoch FROM window_start - timestamptz '2024-06-03 00:00Z')::int,
				 extract(epoch FROM window_end - timestamptz '2024-06-03 00:00Z')::int, n, total, last, _corrections)
  FROM $view->{name}_results});
	my $counters = $node->safe_psql('postgres', qq{
SELECT concat_ws(' ', rows_counted, rows_too_late, corrections) FROM continuous.stats WHERE view = '$view->{name}'::regclass});
	return (join("\n", sort split /\n/, $lines), $counters);
}

sub check
{
	my ($history, $name) = @_;

	foreach my $view (@views)
	{
		$node->sync($view->{name});
		my ($lines, $counters) = expectation($view, $history);
		my ($lines_seen, $counters_seen) = reality($view);
		is($lines_seen, $lines, "$name: sessions of $view->{name}");
		is($counters_seen, $counters, "$name: counted, too late, corrections of $view->{name}");
		next unless $view->{late_rows};
		my ($late) = $counters =~ / (\d+) /;
		is($node->safe_psql('postgres', "SELECT count(*) FROM $view->{name}_late"), $late, "$name: late rows of $view->{name}");
	}
	return;
}

# what may happen between two transactions; returns when it is over
my %events = (
	sync => sub { $node->sync($_->{name}) foreach @views; },
	pause => sub { $node->safe_psql('postgres', join '; ', map { "SELECT continuous.pause('$_->{name}')" } @views); },
	resume => sub { $node->safe_psql('postgres', join '; ', map { "SELECT continuous.resume('$_->{name}')" } @views); },
	restart => sub { $node->restart; },
	kill => sub { my $pid = $node->worker_pid; my $end = $node->log_end; if ($pid) { kill 9, $pid; $node->wait_for_recovery($end); } },
	crash => sub { $node->stop('immediate'); $node->start; });

sub run_seed
{
	my ($seed) = @_;
	srand $seed;
	($next_id, $front) = (1, 0);
	my @events = (qw(sync sync pause resume resume), $seed % 2 ? qw(restart crash kill) : ());
	my @history = map { random_transaction() } 1 .. $transactions;

	$node->safe_psql('postgres', 'DROP TABLE IF EXISTS ev CASCADE; CREATE TABLE ev (tx int, id int, at timestamptz, k int);'
		. join('', map { create_view($_) } @views));
	# what is there at the creation is one transaction
	$events{sync}->();
	my $script = '';
	for my $tx (0 .. $#history)
	{
		$script .= insert_sql($tx, $history[$tx]);
		next unless chance(0.1) || $tx == $#history;
		$node->safe_psql('postgres', $script);
		$script = '';
		my $event = one_of(@events);
		$events{$event}->() if $tx < $#history && ($event ne 'sync' || $node->safe_psql('postgres', q{SELECT count(*) FROM continuous.stats WHERE state = 'paused'}) eq '0');
	}
	$events{resume}->();
	check(\@history, "seed $seed");
	return;
}

run_seed($_) foreach @seeds;

# a session that late rows have drawn out over final ones, when memory is lost:
# found behind them in the table
$node->safe_psql('postgres', q{
DROP TABLE ev CASCADE;
CREATE TABLE ev (at timestamptz, k text, v int);
CREATE CONTINUOUS VIEW over WITH (allowed_lateness = '0 s') AS
SELECT window_start, window_end, k, sum(v) AS total FROM ev GROUP BY session(at, interval '10 minutes'), k});
$node->sync('over');
foreach my $row ([ '00:00', 1 ], [ '00:02:01', 2 ], [ '00:30', 0, 'clock' ], [ '00:25', 4 ], [ '00:16', 8 ], [ '00:07', 16 ], [ '23:58', 32 ])
{
	my ($time, $value, $key) = @$row;
	my $day = $time =~ /^23/ ? '2024-06-02' : '2024-06-03';
	$node->safe_psql('postgres', "INSERT INTO ev VALUES ('$day $time', '" . ($key // 'a') . "', $value)");
	$node->sync('over');
}
$node->stop('immediate');
$node->start;
$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-06-03 00:34', 'a', 64)});
$node->sync('over');
is($node->safe_psql('postgres', q{SELECT window_start, window_end, total FROM over WHERE k = 'a' ORDER BY 1}),
	"2024-06-02 23:58:00+00|2024-06-03 00:44:00+00|124\n2024-06-03 00:00:00+00|2024-06-03 00:12:01+00|3",
	'a session over final ones is found when memory is lost');

done_testing();
