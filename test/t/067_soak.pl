# Keys that turn over: every round brings new ones, in new windows, to views of
# every kind, some rows too late, some sessions that merge, DDL in between. The
# worker's memory is that of some rounds, not of all.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

use constant ROUNDS => $ENV{CV_SOAK_ROUNDS} // 12;
use constant KEYS => $ENV{CV_SOAK_KEYS} // 3000;

my $node = CvNode->create('main', conf => q{
continuous.state_memory = '16MB'
continuous.batch_memory = '4MB'
continuous.queue_memory = '4MB'
continuous.collected_inline = 64
synchronous_commit = off
});
my $columns = q{k, count(*) AS n, sum(x) AS total, max(label) AS label};
my %views = (
	tumbled => q{SELECT window_start, COLUMNS FROM ev GROUP BY tumble(at, '1 hour'), k},
	hopped => q{SELECT window_start, COLUMNS FROM ev GROUP BY hop(at, '1 hour', '3 hours'), k},
	sessions => q{SELECT window_start, COLUMNS FROM ev GROUP BY session(at, '20 minutes'), k},
	final_ones => q{SELECT window_start, COLUMNS FROM ev GROUP BY tumble(at, '1 hour'), k},
	keyed => q{SELECT COLUMNS FROM ev GROUP BY k},
	collected => q{SELECT window_start, k % 50 AS k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p, count(DISTINCT label) AS labels FROM ev GROUP BY tumble(at, '1 hour'), k % 50},
	clocks => q{SELECT window_start, k % 20 AS k, count(*) AS n FROM ev GROUP BY tumble(at, '1 hour'), k % 20});
my %with = (
	final_ones => q{, emit = final, notify = closed},
	keyed => q{, state_ttl = '2 hours', event_time = at},
	clocks => q{, watermark_by = source, idle_timeout = '1 day'},
	tumbled => q{, late_rows = keep, retention = '10 hours'});

$node->safe_psql('postgres', 'CREATE TABLE ev (at timestamptz, k int, x int, source int, label text)');
foreach my $view (sort keys %views)
{
	my $lateness = $view eq 'keyed' ? q{watermark_delay = '0 s'} : q{allowed_lateness = '1 hour'};
	my $query = $views{$view} =~ s/COLUMNS/$columns/r;

	$node->safe_psql('postgres', "CREATE CONTINUOUS VIEW $view WITH ($lateness" . ($with{$view} // '') . ") AS $query");
}

# a round is an hour: new keys, in several transactions, some rows ten hours late
sub run_round
{
	my ($round) = @_;
	foreach my $part (0 .. 3)
	{
		$node->safe_psql('postgres', q{INSERT INTO ev SELECT timestamptz '2024-06-03 00:00Z' + } . $round . q{ * interval '1 hour' + i % 60 * interval '1 minute', }
			  . $round * KEYS . ' + i, i % 97, i % 5, repeat(chr(97 + i % 26), i % 40) FROM generate_series(' . $part . ', ' . (KEYS - 1) . q{, 4) i});
	}
	$node->safe_psql('postgres', qq{
BEGIN; SAVEPOINT s; INSERT INTO ev SELECT at, k + 1, x, source, label FROM ev LIMIT 50; ROLLBACK TO s;
INSERT INTO ev SELECT timestamptz '2024-06-02 14:00Z' + $round * interval '1 hour', i, i, 1, 'late' FROM generate_series(1, 50) i; COMMIT;
CREATE CONTINUOUS VIEW coming WITH (backfill = false) AS SELECT window_start, count(*) FROM ev GROUP BY tumble(at, '1 day'); DROP VIEW coming;
ALTER VIEW tumbled SET (retention = '10 hours'); VACUUM ev});
	$node->sync($_) for sort keys %views;
	$node->safe_psql('postgres', 'DELETE FROM ev');
	return;
}

# what is in use: by the memory contexts, and by the kernel (anonymous, kB)
sub measure
{
	my $pid = $node->worker_pid;
	my $status = slurp_file("/proc/$pid/status");
	my ($kb) = $status =~ /^RssAnon:\s+(\d+) kB/m;
	my %memory = map { split /\|/ } split /\n/, $node->safe_psql('postgres', 'SELECT what, bytes FROM continuous.memory');

	$memory{anonymous} = $kb * 1024;
	$memory{pid} = $pid;
	return %memory;
}

run_round($_) for 1 .. ROUNDS;
my %before = measure();
run_round($_) for ROUNDS + 1 .. 2 * ROUNDS;
my %after = measure();
diag(join "\n", map { "$_: $before{$_} -> $after{$_}" } sort keys %after) if exists $ENV{CV_SOAK_ROUNDS};

is($after{pid}, $before{pid}, 'one worker has done it all');
cmp_ok($after{worker}, '<', $before{worker} * 1.1 + 1_000_000, 'memory contexts: no more after twice as many rounds');
cmp_ok($after{anonymous}, '<', $before{anonymous} * 1.1 + 8_000_000, 'the process: no more');
cmp_ok($after{$_}, '<', $before{$_} * 1.2 + 500_000, "$_: no more") for qw(queue views clocks), 'open transactions', 'largest batch';
cmp_ok($after{state}, '<=', 16 * 1024 * 1024, 'the state area keeps to its limit');
my $counted = $node->safe_psql('postgres', q{SELECT view, rows_read, rows_counted, rows_too_late, rows_filtered, rows_no_window FROM continuous.stats
	WHERE view::text <> 'keyed' AND rows_read <> rows_counted + rows_too_late});
is($counted, '', 'every row was counted, or was too late');
is($node->safe_psql('postgres', 'SELECT sum(n) FROM sessions'), $node->stat_of('sessions', 'rows_counted'), 'the sessions hold them');
is($node->stat_of('sessions', 'rows_read'), 2 * ROUNDS * (KEYS + 50), 'not one was missed');
is($node->safe_psql('postgres', q{SELECT count(*) FROM continuous.stats WHERE state <> 'running'}), '0', 'all views run');

$node->stop;
done_testing();
