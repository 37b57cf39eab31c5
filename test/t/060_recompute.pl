# recompute() while rows come in, while the server dies, and with little memory:
# nothing is lost or counted twice, and the worker goes on.
use strict;
use warnings FATAL => 'all';

use CvNode;
use IPC::Run ();
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
continuous.batch_memory = '1MB'
continuous.state_memory = '4MB'
deadlock_timeout = '100ms'
});
my %views = (
	tum => q{WITH (allowed_lateness = '0') AS SELECT window_start, window_end, k, count(*), sum(v), max(s) AS s FROM ev GROUP BY tumble(ts, '1 min'), k},
	hop => q{WITH (allowed_lateness = '3 min') AS SELECT window_start, window_end, k, count(*), sum(v), max(s) AS s FROM ev GROUP BY hop(ts, '1 min', '5 min'), k},
	ses => q{WITH (allowed_lateness = '0') AS SELECT window_start, window_end, k, count(*), sum(v), max(s) AS s FROM ev GROUP BY session(ts, '20 s'), k},
	fin => q{WITH (allowed_lateness = '0', emit = final) AS SELECT window_start, window_end, k, count(*), sum(v), max(s) AS s FROM ev GROUP BY tumble(ts, '1 min'), k});
$node->safe_psql('postgres', q{
CREATE TABLE ev (ts timestamptz, k int, v int, s text);
CREATE PROCEDURE feed(first int, last int, step int) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN first .. last BY step LOOP
		INSERT INTO ev SELECT timestamptz '2026-01-01 00:00Z' + j * interval '1 s' - (j % 7) * interval '1 min', j % 50, j, 's' || j
		  FROM generate_series(i, i + step - 1) j;
		IF i % 3 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
	END LOOP;
END $$;
} . join '', map { "CREATE CONTINUOUS VIEW $_ $views{$_};" } sort keys %views);

sub recompute_all
{
	$node->safe_psql('postgres', "SELECT continuous.recompute('$_')") for sort keys %views;
	return;
}

sub views_ok
{
	my ($name) = @_;
	$node->sync($_) for sort keys %views;
	recompute_all();
	for my $view (sort keys %views)
	{
		my $query = $node->safe_psql('postgres', "SELECT rtrim(continuous.one_shot('$view'), '; ')");
		$query = "SELECT * FROM ($query) q WHERE window_end <= continuous.watermark('fin')" if $view eq 'fin';
		$node->oracle_ok("TABLE $view", $query, "$name: $view");
	}
	return;
}

# writers, and recompute() of all and of parts
my @runs;
for my $writer (0 .. 1)
{
	my %run = (out => '', err => '');
	my $first = 10_000 * $writer + 1;
	my $last = 10_000 * ($writer + 1);

	$run{handle} = IPC::Run::start(
		[ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', $node->host, '-p', $node->port, '-U', 'postgres', 'postgres',
			'-c', "CALL feed($first, $last, 100)" ],
		'>', \$run{out}, '2>', \$run{err});
	push @runs, \%run;
}
for my $round (1 .. 6)
{
	$node->safe_psql('postgres', qq{SELECT continuous.recompute('$_', '2026-01-01 00:00Z'::timestamptz + $round * interval '10 min', '2026-01-01 00:00Z'::timestamptz + ($round + 2) * interval '10 min')})
	  for sort keys %views;
	recompute_all() if $round % 3 == 0;
}
for my $run (@runs)
{
	IPC::Run::finish($run->{handle});
	is($run->{err}, '', 'a writer is not disturbed');
}
views_ok('with writers');
# what is in motion goes on behind it
$node->safe_psql('postgres', 'CALL feed(30001, 31000, 100)');
views_ok('once more');

# the server dies in the middle: nothing has happened
for my $point (qw(recompute_deleted recompute_written))
{
	my $log_end = $node->log_end;
	my %before = map { $_ => $node->safe_psql('postgres', "SELECT md5(string_agg(x::text, ',' ORDER BY x::text)) FROM $_ x") } sort keys %views;

	$node->arm_debug_point($point, 'kill');
	$node->psql('postgres', "SELECT continuous.recompute('tum')", on_error_die => 0);
	$node->wait_for_recovery($log_end);
	$node->sync($_) for sort keys %views;
	is($node->safe_psql('postgres', "SELECT md5(string_agg(x::text, ',' ORDER BY x::text)) FROM $_ x"), $before{$_}, "$point, killed: $_ is as before")
	  for sort keys %views;
	$node->arm_debug_point($point, 'error');
	my ($code, $out, $err) = $node->psql('postgres', "SELECT continuous.recompute('hop')");
	like($err, qr/asks for an error/, "$point: an error");
	is($node->safe_psql('postgres', "SELECT md5(string_agg(x::text, ',' ORDER BY x::text)) FROM hop x"), $before{hop}, "$point, failed: hop is as before");
}
$node->safe_psql('postgres', 'CALL feed(40001, 41000, 100)');
views_ok('after crashes');

# a prepared transaction that has rows is not consumed, and comes once
$node->safe_psql('postgres', q{
BEGIN;
INSERT INTO ev VALUES ('2026-01-01 20:00Z', 77, 1, 'prepared');
PREPARE TRANSACTION 'p';
});
recompute_all();
is($node->safe_psql('postgres', 'SELECT count(*) FROM tum WHERE k = 77'), '0', 'a prepared row is not counted');
$node->safe_psql('postgres', "COMMIT PREPARED 'p'");
views_ok('with a transaction that was prepared');
is($node->safe_psql('postgres', 'SELECT count FROM tum WHERE k = 77'), '1', 'a prepared row is counted once');

# freezing makes no difference, nor does a restart of the worker
$node->safe_psql('postgres', 'VACUUM (FREEZE) ev');
views_ok('frozen');
$node->restart;
views_ok('restarted');
$node->counters_ok($_, $node->safe_psql('postgres', 'SELECT count(*) FROM ev'), "$_: every row was read once")
  for sort keys %views;

$node->stop;
done_testing();
