# watermark_by against a replay in a few lines of Perl: random histories of
# several sources, over crashes, pauses, changed dials; W, the clocks and what is
# too late must be the same. The wall clock is held far in the past, so all
# depends on commit times, which the replay gets from track_commit_timestamp.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $seed = $ENV{CV_SEED} // time;
srand($seed);
note("seed $seed (set CV_SEED to repeat)");

my $node = CvNode->create('main', conf => q{
track_commit_timestamp = on
wal_keep_size = 0
min_wal_size = '32MB'
max_wal_size = '32MB'
checkpoint_timeout = '1h'
});
my @kinds = (
	[ tumble => q{sum(v)}, q{tumble(at, interval '1 minute')}, '' ],
	[ hop => q{sum(v)}, q{hop(at, interval '30 s', interval '100 s')}, ', emit = final' ],
	[ session => q{sum(v)}, q{session(at, interval '20 s')}, '' ],
	[ skip => q{sum(10 / (v - 5))}, q{tumble(at, interval '1 minute')}, ', on_error = skip' ],
	[ small => q{sum(v), last_of(v)}, q{tumble(at, interval '7 s')}, ', emit = final' ]);
my @views = map { "r_$_->[0]" } @kinds;
my $second = 1_000_000;
my $base = 1559347200 * $second;	# 2019-06-01
my $cut = 1577836800 * $second;	# 2020-01-01
my @sources = ('a' .. 'f', undef);
my %time_of = map { $_ // '' => $base } @sources;
my @events;							# what has happened, see replay()
my $ntx = 0;
my $nidle = 0;						# clocks seen to be idle
my %rows_of;						# of a transaction that may commit

sub sql { return $node->safe_psql('postgres', join(';', @_)); }
sub pick { return $_[ int rand @_ ]; }

# a row of a transaction: source, time, value; some do not pass, some are old,
# some in the future
sub random_row
{
	my $source = rand() < 0.7 ? pick(@sources[ 0 .. 2 ]) : pick(@sources);
	my $key = $source // '';
	my $value = rand() < 0.1 ? 0 : 1 + int rand 8;

	return [ $source, 4102444800 * $second, $value ] if rand() < 0.03;
	return [ $source, $time_of{$key} - int(rand 300 * $second), $value ] if rand() < 0.2;
	$time_of{$key} += int(rand 20 * $second);
	# who was away returns where the others are, or not
	$time_of{$key} = (sort { $b <=> $a } values %time_of)[0] if rand() < 0.02;
	return [ $source, $time_of{$key}, $value ];
}

sub insert_sql
{
	my ($tx, @rows) = @_;
	return 'INSERT INTO r (tx, src, at, v) VALUES ' . join(', ', map {
		my ($source, $time, $value) = @$_;
		sprintf "(%d, %s, to_timestamp(%d) + interval '%d us', %d)", $tx, defined $source ? "'$source'" : 'NULL',
		  int($time / $second), $time % $second, $value } @rows) . ';';
}

# statements of one transaction more; what it has inserted goes to rows_of
sub transaction_sql
{
	my $tx = ++$ntx;
	my @rows = map { random_row() } 1 .. 1 + int rand(rand() < 0.2 ? 20 : 3);
	my $sql = 'BEGIN;' . insert_sql($tx, @rows);

	$sql .= 'SAVEPOINT a;' . insert_sql($tx, random_row()) . 'ROLLBACK TO a;' if rand() < 0.2;
	if (rand() < 0.2)
	{
		my $row = random_row();
		push @rows, $row;
		$sql .= 'SAVEPOINT b;' . insert_sql($tx, $row) . 'RELEASE b;';
	}
	return "$sql ROLLBACK;" if rand() < 0.1;
	$rows_of{$tx} = \@rows;
	return ("$sql PREPARE TRANSACTION 't$tx';", "COMMIT PREPARED 't$tx';") if rand() < 0.1;
	return "$sql COMMIT;";
}

# run n transactions and note them in the order of their commits
sub run
{
	my ($n) = @_;
	my (@sql, @later);

	for (1 .. $n)
	{
		my ($now, $later) = transaction_sql();
		push @sql, $now;
		push @later, $later if defined $later;
		push @sql, shift @later if @later && rand() < 0.3;
	}
	$node->safe_psql('postgres', join("\n", @sql, @later));
	for (split /\n/, sql(q{SELECT DISTINCT tx, (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint FROM r WHERE tx > 0 ORDER BY 2}))
	{
		my ($tx, $committed) = split /\|/;
		my $rows = delete $rows_of{$tx} or next;
		push @events, { at => $committed, rows => $rows };
	}
	return;
}

# replay(passes) -- W, number of rows too late, clocks as clocks() shows them.
sub replay
{
	my ($passes) = @_;
	my ($delay, $timeout) = (0, 0);
	my ($w, %clock);
	my $nlate = 0;

	for my $event (@events)
	{
		$delay = $event->{delay} if defined $event->{delay};
		$timeout = $event->{timeout} if defined $event->{timeout};
		$w = $event->{advance} if defined $event->{advance} && (!defined $w || $event->{advance} > $w);
		my %touched;
		for my $row (@{ $event->{rows} // [] })
		{
			my ($source, $time, $value) = @$row;
			next unless $passes->($value);
			$nlate++ if defined $w && $w >= $time - $time % (60 * $second) + 60 * $second;
			next if $time > $event->{at} + 3600 * $second;
			my $key = $source // '';
			$touched{$key} = $time if !defined $touched{$key} || $touched{$key} < $time;
		}
		next unless %touched;
		for my $key (keys %touched)
		{
			my $c = $clock{$key} //= { newest => $touched{$key}, seen => $event->{at} };
			$c->{newest} = $touched{$key} if $touched{$key} > $c->{newest};
			$c->{seen} = $event->{at} if $event->{at} > $c->{seen};
			$c->{idle} = 0;
		}
		my $slowest;
		for my $c (values %clock)
		{
			$c->{idle} = 1 if $event->{at} - $c->{seen} > $timeout;
			next if $c->{idle} || (defined $w && $c->{newest} - $delay < $w);
			$slowest = $c->{newest} if !defined $slowest || $c->{newest} < $slowest;
		}
		$w = $slowest - $delay if defined $slowest && (!defined $w || $slowest - $delay > $w);
	}
	return ($w, $nlate, join ' ', map { "$_:$clock{$_}{newest}:$clock{$_}{seen}:$clock{$_}{idle}" } sort keys %clock);
}

sub all_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	for my $view (@views)
	{
		$node->sync($view);
		my ($w, $nlate, $clocks) = replay($view eq 'r_skip' ? sub { $_[0] > 0 && $_[0] != 5 } : sub { $_[0] > 0 });
		$nidle += () = $clocks =~ /:1\b/g;
		my $got = sql(qq{
SELECT (extract(epoch FROM watermark) * 1000000)::bigint,
	   (SELECT string_agg(concat_ws(':', coalesce(value, ''), (extract(epoch FROM event_time) * 1000000)::bigint,
				(extract(epoch FROM last_seen) * 1000000)::bigint, is_idle::int), ' ' ORDER BY coalesce(value, '') COLLATE "C")
		  FROM continuous.clocks('$view'))
  FROM continuous.stats WHERE view = '$view'::regclass});
		is($got, "$w|$clocks", "$name: W and the clocks of $view") or diag("seed $seed");
		is($node->stat_of($view, 'rows_too_late'), $nlate, "$name: what is too late in $view") if $view =~ /tumble|skip/;
	}
	return;
}

# how the next transactions meet the worker; afterwards all are consumed
my %ways = (
	'one by one' => sub { for (1 .. 10) { run(1); $node->sync(pick(@views)) } },
	'as they come' => sub { run(60) },
	'paused' => sub { sql(map { "SELECT continuous.pause('$_')" } @views); run(60); sql(map { "SELECT continuous.resume('$_')" } @views) },
	'disabled' => sub { $node->set_enabled(0); run(60); $node->set_enabled(1) },
	'restart' => sub { run(20); $node->restart; run(20) },
	'crash' => sub { run(20); $node->stop('immediate'); $node->start; run(20) },
	# a scan counts as one transaction, of the time when it began
	'recycled' => sub
	{
		my $from = @events;
		$node->set_enabled(0);
		run(30);
		my @rows = map { @{ $_->{rows} } } splice @events, $from;
		push @events, { at => $cut, rows => \@rows };
		$node->recycle_wal;
		$node->set_enabled(1);
		$node->sync($_) for @views;
		run(10);
	},
	'failing' => sub
	{
		my $log_end = $node->log_end;
		my $point = pick(qw(batch_before_write batch_before_position batch_before_commit));
		$node->arm_debug_point($point, 'error');
		run(30);
		$node->wait_for_debug_point($point, $log_end);
		run(10);
	},
	'killed' => sub
	{
		my $log_end = $node->log_end;
		$node->set_enabled(0);
		run(40);
		$node->arm_debug_point(pick(qw(batch_before_write batch_before_commit batch_after_commit)), 'kill');
		$node->set_enabled(1);
		$node->wait_for_recovery($log_end);
		run(10);
	},
	'dials' => sub
	{
		my ($delay, $timeout) = (int(rand 30), 1 + int rand 5);
		$node->sync($_) for @views;
		sql(map { "ALTER VIEW $_ SET (watermark_delay = '$delay s', idle_timeout = '$timeout ms')" } @views);
		push @events, { delay => $delay * $second, timeout => $timeout * 1000 };
		run(40);
	},
	'advanced' => sub
	{
		my $to = $time_of{a} + int(rand 30) * $second;
		$node->sync($_) for @views;
		sql(map { "SELECT continuous.advance_watermark('$_', to_timestamp($to / 1e6))" } @views);
		push @events, { advance => $to };
		run(40);
	});

$node->set_clock('2020-01-01 00:00Z');
# an aggregate that takes rows by event time: they come through a sort
sql(q{CREATE FUNCTION second_of(int, int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $2'},
	q{CREATE AGGREGATE last_of(int) (sfunc = second_of, stype = int)});
sql(q{CREATE TABLE r (tx int, src text, at timestamptz, v int)});
# what is there before: one transaction, of the time of the scan
push @events, { delay => 7 * $second, timeout => 3000 };
my @before = map { random_row() } 1 .. 50;
push @events, { at => $cut, rows => \@before };
sql(insert_sql(0, @before));
for (@kinds)
{
	my ($name, $aggregates, $window, $options) = @$_;
	sql(qq{CREATE CONTINUOUS VIEW r_$name WITH (watermark_by = src, idle_timeout = '3 ms', watermark_delay = '7 s', allowed_lateness = '0 s'$options) AS
		SELECT window_start, window_end, $aggregates FROM r WHERE v > 0 GROUP BY $window});
}
all_ok('backfill');
for my $round (1 .. 2)
{
	for my $way (sort { rand() <=> 0.5 } sort keys %ways)
	{
		$ways{$way}->();
		all_ok("round $round, $way");
	}
}
my ($w, $nlate, $clocks) = replay(sub { $_[0] > 0 });
cmp_ok($nlate, '>', 0, 'some rows were too late');
cmp_ok($nidle, '>', 0, 'some sources were idle');

$node->stop;
done_testing();
