# What the worker is at: in pg_stat_activity, in continuous.progress, and in the
# server's log, which has one line for each change of a view's state.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');

sub activity
{
	return $node->safe_psql('postgres', q{SELECT state, query FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'});
}

sub progress
{
	return $node->safe_psql('postgres', q{
SELECT view, phase, blocks_done > 0 AND blocks_done = blocks_total, percent, blocks_per_second > 0 AND time_left = interval '0', backend_type
  FROM continuous.progress LEFT JOIN pg_stat_activity USING (pid)});
}

# stop_at(point, sql, what) -- what the worker says when it comes by there
sub stop_at
{
	my ($point, $sql, $what) = @_;
	my $log_end = $node->log_end;

	$node->arm_debug_point($point, 'wait');
	$node->safe_psql('postgres', $sql);
	$node->wait_for_debug_point($point, $log_end);
	is(activity() =~ s/OID \d+/OID/r, "active|$what", "activity: $what");
	return;
}

# the lines of the log about the view since then, without hints and details
sub told
{
	my ($log_end, $view) = @_;
	my @lines = slurp_file($node->logfile, $log_end) =~ /LOG:  (continuous view "public\.$view".*)/g;
	return join "\n", map { s/continuous view "public\.$view" //r } @lines;
}

my $begin = $node->log_end;
$node->safe_psql('postgres', q{
CREATE TABLE ev (at timestamptz, v int);
INSERT INTO ev SELECT timestamptz '2024-05-01' + i * interval '1 min', i FROM generate_series(1, 100) i});

# ---- in pg_stat_activity and in progress

stop_at('batch_begin', 'CREATE CONTINUOUS VIEW calm AS SELECT window_start, count(*), sum(v) FROM ev GROUP BY tumble(at, \'1 hour\')',
	'view with OID: taking it up');
stop_at('batch_before_write', 'SELECT 1', 'public.calm: backfill');
stop_at('batch_before_position', 'SELECT 1', 'public.calm: backfill, writing results');
stop_at('batch_begin', 'SELECT 1', 'public.calm: backfill');
is(progress(), 'calm|backfill|t|100.0|t|pg_continuous worker', 'progress of a backfill, with the worker');
$node->disarm_debug_point;
$node->sync('calm');
$node->poll_query_until('postgres', q{SELECT state = 'idle' AND query = 'following 1 view' FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'});
is(activity(), 'idle|following 1 view', 'activity: following 1 view');
stop_at('batch_before_write', q{INSERT INTO ev VALUES ('2024-05-01 03:00Z', 1)}, 'public.calm: reading rows');
stop_at('batch_before_position', 'SELECT 1', 'public.calm: writing results');
$node->disarm_debug_point;
$node->sync('calm');

# a rebuild, and windows that are computed anew in a session
stop_at('batch_before_write', q{SELECT continuous.rebuild('calm')}, 'public.calm: rebuild');
stop_at('batch_begin', 'SELECT 1', 'public.calm: rebuild');
is(progress(), 'calm|rebuild|t|100.0|t|pg_continuous worker', 'progress of a rebuild');
is($node->safe_psql('postgres', q{SELECT line FROM continuous.explain('calm') line WHERE line ~ 'State:|Scan:'}), "  State: backfill\n    Scan: rebuild, 1 of 1 blocks", '... as explain() says it');
$node->disarm_debug_point;
$node->sync('calm');
is(progress(), '', 'no scan, no progress');
my $log_end = $node->log_end;
$node->arm_debug_point('recompute_written', 'wait');
my $session = $node->background_psql('postgres');
$session->query_until(qr/sent/, "\\echo sent\nSELECT continuous.recompute('calm');\n");
$node->wait_for_debug_point('recompute_written', $log_end);
is(progress(), 'calm|recompute|t|100.0|t|client backend', 'progress of recompute(), with its session');
$node->safe_psql('postgres', q{CREATE ROLE nobody_special});
is($node->safe_psql('postgres', 'SET ROLE nobody_special; SELECT count(*) FROM continuous.scans()'), '0', '... which is not for all to see');
$node->disarm_debug_point;
$session->query_safe('SELECT 1');
is(progress(), '', '... and is gone when it is over');
$session->quit;

# ---- in the log

is(told($begin, 'calm'), join("\n", ("reads the rows that are in its input\nfollows its input") x 2), 'told: a new view, or one that is rebuilt, reads, then follows');

$log_end = $node->log_end;
$node->safe_psql('postgres', q{SELECT continuous.pause('calm')});
$node->wait_for_state('calm', 'paused');
$node->wait_for_log(qr/is paused/, $log_end);
$node->safe_psql('postgres', q{SELECT continuous.resume('calm')});
$node->sync('calm');
is(told($log_end, 'calm'), "is paused\ngoes on", 'told: pause() and resume()');

# one that fails for a while: its error once, and when it goes on
$log_end = $node->log_end;
$node->safe_psql('postgres', q{
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now, at %', clock_timestamp(); END $$;
CREATE TRIGGER refuse AFTER UPDATE ON calm_results FOR EACH ROW EXECUTE FUNCTION refuse();
INSERT INTO ev VALUES ('2024-05-01 03:00Z', 2)});
$node->wait_for_log(qr/not now/, $log_end);
$node->poll_query_until('postgres', q{SELECT state = 'retrying' FROM continuous.stats});
my $first = $node->stat_of('calm', 'retry_at');
$node->poll_query_until('postgres', qq{SELECT retry_at > '$first'::timestamptz + interval '100 ms' FROM continuous.stats}) or die 'not tried again';
$node->safe_psql('postgres', 'DROP TRIGGER refuse ON calm_results');
$node->sync('calm');
my $errors = () = slurp_file($node->logfile, $log_end) =~ /ERROR:  not now/g;
is($errors, 1, 'the error of a series of failures is told once');
is(told($log_end, 'calm'), 'goes on, its batches do not fail any more', '... and the end of the series');

# one that is stopped
$log_end = $node->log_end;
$node->safe_psql('postgres', q{
CREATE TABLE bad (at timestamptz, v int);
CREATE CONTINUOUS VIEW stops AS SELECT window_start, sum(1 / v) FROM bad GROUP BY tumble(at, '1 hour')});
$node->sync('stops');
$node->safe_psql('postgres', q{INSERT INTO bad VALUES ('2024-05-01', 0)});
$node->wait_for_state('stops', 'stopped');
$node->wait_for_log(qr/is stopped by an error/, $log_end);
$node->safe_psql('postgres', q{SELECT continuous.resume('stops')});
$node->wait_for_log(qr/is stopped by an error.*is stopped by an error/s, $log_end);
$node->safe_psql('postgres', q{DELETE FROM bad; SELECT continuous.resume('stops')});
$node->sync('stops');
is(told($log_end, 'stops'), "follows its input\nis stopped by an error\nis stopped by an error\ngoes on", 'told: stopped, and resumed');

# a server that starts again, and a quiet life, are no news
$node->restart;
$log_end = $node->log_end;
$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-05-01 03:00Z', 3); INSERT INTO bad VALUES ('2024-05-01', 1)});
$node->sync('calm');
$node->sync('stops');
is(told($log_end, '\w+'), '', 'nothing is told of what stays as it is');

$node->stop;
done_testing();
