# Several workers in one database: each input has one of them, whatever the
# setting, views and workers do meanwhile, and results are those of plain SQL.
use strict;
use warnings FATAL => 'all';

use CvNode;
use IPC::Run ();
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.workers_per_database = 2\n");
my $window = q{date_bin('1 hour', at, '2000-01-03Z')};
my %oracles = (
	a_sums => "SELECT $window, k, sum(v), count(*) FROM a GROUP BY 1, 2",
	a_joined => "SELECT $window, name, sum(v) FROM a JOIN dim USING (k) GROUP BY 1, 2",
	b_sums => "SELECT $window, k, sum(v), count(*) FROM b GROUP BY 1, 2",
	parts_sums => "SELECT $window, k, sum(v), count(*) FROM parts GROUP BY 1, 2");
my %inputs = (a_sums => 'a', a_joined => 'a', b_sums => 'b', parts_sums => 'parts');

sub create_sums
{
	my ($input, $database) = @_;
	$node->safe_psql($database // 'postgres', qq{
CREATE CONTINUOUS VIEW ${input}_sums WITH (allowed_lateness = '100 days') AS
SELECT window_start, k, sum(v) AS total, count(*) AS n FROM $input GROUP BY tumble(at, interval '1 hour'), k});
	return;
}

# set_workers(n, wanted) -- and wait until there are as many as there should be
sub set_workers
{
	my ($n, $wanted) = @_;
	$node->safe_psql('postgres', "ALTER SYSTEM SET continuous.workers_per_database = $n");
	$node->reload;
	wait_for_workers($wanted // $n);
	return;
}

# wait_for_workers(n) -- n of them run, and all have something to do
sub wait_for_workers
{
	my ($n) = @_;
	$node->poll_query_until('postgres', qq{
SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker' AND datname = 'postgres') = $n
   AND count(DISTINCT pid) = $n AND count(*) = count(pid) FROM continuous.stats})
	  or die "there are not $n workers: " . $node->safe_psql('postgres', 'SELECT view, pid, state FROM continuous.stats');
	return;
}

# views_ok(description) -- those of %inputs
sub views_ok
{
	my ($what) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	foreach my $view (sort keys %inputs)
	{
		$node->sync($view);
		$node->oracle_ok("TABLE $view", $oracles{$view}, "$what: $view equals plain SQL");
		$node->counters_ok($view, $node->safe_psql('postgres', "SELECT count(*) FROM $inputs{$view}"),
			"$what: every row of $view was read once");
	}
	return;
}

# start_load(transactions) -- of each of two clients, in the background
sub start_load
{
	my ($transactions) = @_;
	my $file = $node->basedir . '/load.sql';
	my %run = (out => '', err => '');

	open my $handle, '>', $file or die "cannot write $file: $!";
	print $handle q{
\set i random(1, 1000)
INSERT INTO a SELECT timestamptz '2024-06-03 00:00Z' + (:i + j) * interval '1 minute', j % 3, :i FROM generate_series(1, 5) j;
INSERT INTO b SELECT timestamptz '2024-06-03 00:00Z' + (:i + j) * interval '1 minute', j % 3, :i FROM generate_series(1, 5) j;
INSERT INTO parts SELECT timestamptz '2024-06-03 00:00Z' + (:i + j) * interval '1 minute', j % 2, :i FROM generate_series(1, 5) j;
};
	close $handle;
	$run{handle} = IPC::Run::start(
		[ 'pgbench', '-n', '-c', 2, '-t', $transactions, '-f', $file,
			'-h', $node->host, '-p', $node->port, '-U', 'postgres', 'postgres' ],
		'>', \$run{out}, '2>', \$run{err});
	return \%run;
}

# finish_load(run) -- what it said of errors
sub finish_load
{
	my ($run) = @_;
	IPC::Run::finish($run->{handle});
	return $run->{err};
}

$node->safe_psql('postgres', q{
CREATE TABLE a (at timestamptz, k int, v bigint);
CREATE TABLE b (at timestamptz, k int, v bigint);
CREATE TABLE parts (at timestamptz, k int, v bigint) PARTITION BY LIST (k);
CREATE TABLE parts_0 PARTITION OF parts FOR VALUES IN (0);
CREATE TABLE parts_1 (at timestamptz, k int, v bigint);
CREATE TABLE dim (k int PRIMARY KEY, name text);
INSERT INTO dim SELECT i, 'n' || i FROM generate_series(0, 2) i;
INSERT INTO a SELECT timestamptz '2024-06-03 00:00Z' + i * interval '1 minute', i % 3, i FROM generate_series(1, 20000) i;
INSERT INTO b SELECT timestamptz '2024-06-03 00:00Z' + i * interval '1 minute', i % 3, i FROM generate_series(1, 20000) i});
create_sums('a');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'}), 1, 'one input has one worker');
create_sums('b');
create_sums('parts');
$node->safe_psql('postgres', q{
ALTER TABLE parts ATTACH PARTITION parts_1 FOR VALUES IN (1);
CREATE CONTINUOUS VIEW a_joined WITH (allowed_lateness = '100 days') AS
SELECT window_start, name, sum(v) AS total FROM a JOIN dim USING (k) GROUP BY tumble(at, interval '1 hour'), name});
wait_for_workers(2);
views_ok('two workers');
is($node->safe_psql('postgres', q{SELECT count(DISTINCT pid) FROM continuous.stats WHERE view::text LIKE 'a\_%'}), 1, 'views of one input have one worker');
is($node->safe_psql('postgres', q{SELECT bytes > 0 AND count = 4 FROM continuous.memory WHERE what = 'views'}), 't', 'memory knows the views of both');
is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT application_name, ', ') FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'}),
	'pg_continuous worker, pg_continuous worker 2', 'they have names of their own');

# up and down, and views that come and go, while rows come
my $load = start_load(1000);
set_workers(1);
set_workers(3);
$node->safe_psql('postgres', 'DROP VIEW b_sums');
wait_for_workers(2);
create_sums('b');
wait_for_workers(3);
set_workers(2);
$node->safe_psql('postgres', q{SELECT continuous.pause('b_sums')});
set_workers(16, 3);
$node->safe_psql('postgres', q{SELECT continuous.resume('b_sums')});
set_workers(2);
is(finish_load($load), '', 'writers have not noticed');
views_ok('settings changed under load');

# one is killed, and takes the server with it
for my $round (1 .. 2)
{
	my $pids = $node->safe_psql('postgres', 'SELECT string_agg(DISTINCT pid::text, $$ $$) FROM continuous.stats');
	my $log_end = $node->log_end;

	$load = start_load(2000);
	$node->poll_query_until('postgres', q{SELECT count(*) > 100 FROM (SELECT FROM a LIMIT 101) q})
	  or die 'no rows';
	kill 'KILL', (split / /, $pids)[ $round - 1 ];
	$node->wait_for_recovery($log_end);
	finish_load($load);
	views_ok("one of two workers killed, round $round");
	wait_for_workers(2);
}

# one ends with an error, one in good order; the other goes on, and they come back
my $error_end = $node->log_end;
$node->arm_debug_point('wal_read', 'error');
$node->safe_psql('postgres', q{INSERT INTO b SELECT '2024-06-04 00:00Z', 1, i FROM generate_series(1, 1000) i});
$node->wait_for_log(qr/background worker "pg_continuous worker[^\n]* exited with exit code 1/, $error_end);
views_ok('one of them has ended with an error');
wait_for_workers(2);
$node->safe_psql('postgres', q{SELECT pg_terminate_backend(pid) FROM continuous.stats WHERE view = 'b_sums'::regclass});
$node->safe_psql('postgres', q{INSERT INTO b SELECT '2024-06-04 00:00Z', 1, i FROM generate_series(1, 1000) i});
views_ok('one of them terminated');
wait_for_workers(2);

# views on the results of others
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW hours WITH (emit = final, watermark_delay = 0, allowed_lateness = 0) AS
SELECT window_start AS hour, k, sum(v) AS total FROM a GROUP BY tumble(at, interval '1 hour'), k;
CREATE CONTINUOUS VIEW days AS SELECT window_start AS day, sum(total) AS total, count(*) AS n
  FROM hours GROUP BY tumble(hour, interval '1 day')});
set_workers(4);
$node->safe_psql('postgres', q{INSERT INTO a VALUES ('2024-09-01', 1, 1)});
$node->sync('days');
$node->oracle_ok('TABLE days', q{SELECT date_bin('1 day', at, '2000-01-03Z'), sum(v), count(DISTINCT (date_bin('1 hour', at, '2000-01-03Z'), k)) FROM a WHERE at < '2024-09-01' GROUP BY 1}, 'a view on the results of another');
is($node->safe_psql('postgres', q{SELECT count(DISTINCT pid) FROM continuous.stats WHERE view IN ('hours'::regclass, 'days'::regclass)}), 2, '... with another worker');
views_ok('four workers');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_database WHERE deadlocks > 0}), 0, 'no deadlock');
$node->safe_psql('postgres', 'DROP VIEW days; DROP VIEW hours');
set_workers(2);

# a view that crashes its worker comes to another one, and is known there
my $log_end = $node->log_end;
$node->safe_psql('postgres', q{
CREATE TABLE ev (at timestamptz, v bigint);
CREATE FUNCTION crash(bigint) RETURNS int LANGUAGE internal IMMUTABLE STRICT AS 'textlen';
CREATE CONTINUOUS VIEW fragile AS
SELECT window_start, sum(CASE WHEN v = 13 THEN crash(v) ELSE v END) AS total FROM ev GROUP BY tumble(at, interval '1 hour')});
$node->sync('fragile');
# the session may be gone before it hears that it has committed
eval { $node->psql('postgres', q{INSERT INTO ev VALUES ('2024-06-03 00:00Z', 13)}); };
$node->wait_for_state('fragile', 'stopped');
my $crashes = () = slurp_file($node->logfile, $log_end) =~ /background worker "pg_continuous worker[^\n]* was terminated by signal 11/g;
is($crashes, 3, 'after three crashes the view is stopped');
views_ok('a view that crashed');
$node->safe_psql('postgres', 'DROP TABLE ev CASCADE');

# a view that is dropped while nobody follows it leaves nothing in shared memory
my $state_bytes = q{SELECT bytes FROM continuous.memory WHERE what = 'state'};
my $before = $node->safe_psql('postgres', $state_bytes);
$node->safe_psql('postgres', q{CREATE TABLE c (LIKE a); INSERT INTO c SELECT * FROM a LIMIT 1000});
create_sums('c');
$node->sync('c_sums');
cmp_ok($node->safe_psql('postgres', $state_bytes), '>', $before, 'a view has state in shared memory');
$node->set_enabled(0);
$node->safe_psql('postgres', 'DROP TABLE c CASCADE');
$node->set_enabled(1);
wait_for_workers(2);
is($node->safe_psql('postgres', $state_bytes), $before, '... which is gone when it is dropped while no worker runs');

# databases with several workers can be dropped
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION pg_continuous; CREATE TABLE a (at timestamptz, k int, v bigint); CREATE TABLE b (LIKE a)');
create_sums($_, 'other') foreach ('a', 'b');
$node->sync($_, 'other') foreach ('a_sums', 'b_sums');
$node->poll_query_until('other', q{SELECT count(DISTINCT pid) = 2 FROM continuous.stats}) or die 'not two workers';
$node->safe_psql('postgres', 'DROP DATABASE other');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'}), 2, 'DROP DATABASE ends both of its workers');

# fewer processes than wanted: no database has two where another one has none
$node->append_conf('postgresql.conf', q{
max_worker_processes = 3
max_logical_replication_workers = 0
max_parallel_workers = 0
});
$node->restart;
wait_for_workers(2);
$log_end = $node->log_end;
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION pg_continuous; CREATE TABLE a (at timestamptz, k int, v bigint)');
create_sums('a', 'other');
$node->sync('a_sums', 'other');
ok($node->wait_for_log(qr/could not start worker for database/, $log_end), 'there was no process for another database');
wait_for_workers(1);
$node->safe_psql('postgres', qq{INSERT INTO $_ SELECT '2024-06-05 00:00Z', 1, i FROM generate_series(1, 1000) i}) foreach ('a', 'b', 'parts');
views_ok('what the second worker had is with the first');
$node->stop;
is_deeply([ glob($node->data_dir . '/continuous_running_*') ], [], 'after a shutdown in good order nothing is left in the data directory');
done_testing();
