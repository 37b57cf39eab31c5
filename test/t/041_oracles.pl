# What the random test holds to be true, against each other and against the
# functions of the extension: windows of CvWindows.pm against tumble(), hop()
# and cumulate() at and around edges, clock changes included; sessions of
# CvReplay.pm against lag() and against sessionize().
use strict;
use warnings FATAL => 'all';

use CvNode;
use CvReplay qw(replay_sessions replay_clocks);
use CvWindows qw(random_window zone_days);
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->safe_psql('postgres', $CvWindows::FUNCTIONS);
srand(4711);

# every kind over every type and scale: the bounds of windows around some days,
# and what is a microsecond before and after
foreach my $profile (qw(minutes days months))
{
	foreach my $type (qw(timestamptz timestamp date))
	{
		next if $type eq 'date' && $profile eq 'minutes';
		foreach my $kind ((qw(tumble hop cumulate)) x 2)
		{
			my ($zone, $day) = zone_days();
			my $window = random_window({ type => $type, profile => $profile, zone => $zone }, $kind);
			my $within = { minutes => '2 days', days => '20 days', months => '400 days' }->{$profile};
			$node->safe_psql('postgres', qq{
DROP TABLE IF EXISTS ev;
CREATE TABLE ev AS
SELECT DISTINCT at, CASE WHEN isfinite(at) THEN $window->{time} END AS finite
  FROM (SELECT (timestamptz '$day 00:00Z' + g * interval '$within' / 100 + m * interval '1 us')::$type AS at
		  FROM generate_series(-100, 100) g, generate_series(-1, 1) m
		 UNION ALL SELECT 'infinity' UNION ALL SELECT NULL
		 UNION ALL SELECT (timestamptz '1970-01-01 00:00Z' - g * interval '$within')::$type FROM generate_series(0, 20) g) t;
INSERT INTO ev SELECT (b + m * interval '1 us')::$type, (b + m * interval '1 us')
  FROM (SELECT DISTINCT window_start FROM ev, LATERAL $window->{pairs} w ORDER BY 1 LIMIT 300) w (b), generate_series(-1, 1) m WHERE '$type' <> 'date'});
			$node->oracle_ok(
				"SELECT at, lower(w), upper(w) FROM ev, LATERAL (SELECT continuous.$window->{call} AS w) w WHERE w IS NOT NULL",
				"SELECT at, window_start, window_end FROM ev, LATERAL $window->{pairs} w", "$type: $window->{call}");
		}
	}
}

# where PostgreSQL has a word for it
foreach my $zone ('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo')
{
	foreach my $unit (qw(day month year))
	{
		$node->oracle_ok(
			"SELECT at, lower(continuous.tumble(at, interval '1 $unit', timezone => '$zone')) FROM generate_series(timestamptz '2018-01-01Z', '2019-01-03Z', '53 min') at",
			"SELECT at, date_trunc('$unit', at, '$zone') FROM generate_series(timestamptz '2018-01-01Z', '2019-01-03Z', '53 min') at",
			"tumble() and date_trunc() agree on the $unit in $zone");
	}
}

# sessions, with nothing too late: what comes in which order does not matter
foreach my $gap ('1 s', '10 s', '90 s', '5 min')
{
	$node->safe_psql('postgres', q{
SELECT setseed(0.42);
DROP TABLE IF EXISTS ev;
CREATE TABLE ev AS
SELECT i AS id, i / 7 AS no, i % 13 AS key, timestamptz '2024-06-03 00:00Z' + (random() * 3000)::int * interval '1 s' AS at FROM generate_series(1, 1000) i;
});
	my @rows = map { [ split /\|/ ] } split /\n/, $node->safe_psql('postgres', 'SELECT no, id, key, (extract(epoch FROM at) * 1000000)::bigint FROM ev');
	my $us = $node->safe_psql('postgres', "SELECT (extract(epoch FROM interval '$gap') * 1000000)::bigint");
	my $sessions = join ', ', map { "($_->[0], $_->[1])" } replay_sessions(\@rows, {}, $us);
	my $by_lag = qq{
SELECT key, min(at), max(at) + interval '$gap', count(*)
  FROM (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY key ORDER BY at) AS session
		  FROM (SELECT *, at - lag(at) OVER (PARTITION BY key ORDER BY at) >= interval '$gap' AS begins FROM ev) b) s
 GROUP BY key, session};
	$node->oracle_ok("SELECT key, min(at), max(at) + interval '$gap', count(*) FROM ev JOIN (VALUES $sessions) s (id, session) USING (id) GROUP BY key, session", $by_lag, "gap $gap: the replay and lag() agree");
	$node->oracle_ok("SELECT key, lower(w), upper(w), count(*) FROM (SELECT key, continuous.sessionize(at, '$gap') OVER (PARTITION BY key ORDER BY at) AS w FROM ev) s GROUP BY key, w", $by_lag, "gap $gap: sessionize() and lag() agree");
}

# sessions and lateness, told by hand; times in seconds
sub sessions_are
{
	my ($name, $rows, $watermarks, $gap, $lateness, $want) = @_;
	my %before = map { $_ => [ $watermarks->{$_}, $watermarks->{$_} - $lateness ] } keys %$watermarks;
	my @judged = replay_sessions([ map { [ $_->[0], $_->[1], 'key', $_->[2] ] } @$rows ], \%before, $gap);
	my %sessions;
	push @{ $sessions{ $_->[1] } }, $_->[0] . ($_->[2] eq 'f' ? ' late' : $_->[3] eq 't' ? ' correction' : '') foreach @judged;
	is(join('; ', sort map { join(', ', sort @$_) } values %sessions), $want, $name);
	return;
}
sessions_are('exactly the gap apart are two', [ [ 1, 'a', 0 ], [ 1, 'b', 10 ] ], {}, 10, 0, 'a; b');
sessions_are('a row bridges', [ [ 1, 'a', 0 ], [ 1, 'b', 15 ], [ 2, 'c', 8 ] ], {}, 10, 0, 'a, b, c');
sessions_are('too late', [ [ 1, 'a', 100 ], [ 2, 'b', 5 ] ], { 2 => 15 }, 10, 0, 'a; b late');
sessions_are('in time by the session that it ends up in', [ [ 1, 'a', 9 ], [ 2, 'b', 3 ] ], { 2 => 15 }, 10, 0, 'a, b');
sessions_are('in time by a row of its own transaction, whichever comes first', [ [ 2, 'a', 3 ], [ 2, 'b', 8 ] ], { 2 => 15 }, 10, 0, 'a, b');
sessions_are('... and too late, all of them', [ [ 2, 'a', 3 ], [ 2, 'b', 5 ] ], { 2 => 15 }, 10, 0, 'a late; b late');
sessions_are('a sealed session takes nothing: the row starts another', [ [ 1, 'a', 5 ], [ 2, 'b', 8 ] ], { 2 => 15 }, 10, 0, 'a; b');
sessions_are('corrections', [ [ 1, 'a', 5 ], [ 2, 'b', 4 ], [ 3, 'c', 12 ] ], { 2 => 15, 3 => 15 }, 10, 100, 'a, b correction, c');

# clocks of values, told by hand
sub clocks_are
{
	my ($name, $events, $delay, $want) = @_;
	is(join(' ', map { $_->[1] } replay_clocks($events, $delay)), $want, $name);
	return;
}
clocks_are('the slowest counts', [ [ 1, 'a', 10 ], [ 1, 'b', 20 ], [ 2, 'b', 30 ], [ 3, 'a', 25 ] ], 0, '10 10 25');
clocks_are('what comes late holds nothing back until it has caught up', [ [ 1, 'a', 10 ], [ 2, 'b', 5 ], [ 3, 'a', 12 ], [ 4, 'b', 13 ], [ 5, 'a', 20 ] ], 0, '10 10 12 12 13');
clocks_are('by hand', [ [ 1, 'a', 10 ], [ 2, 15 ], [ 3, 'a', 14 ], [ 4, 'a', 17 ] ], 1, '9 15 15 16');

$node->stop;
done_testing();
