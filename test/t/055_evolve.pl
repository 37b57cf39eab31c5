# OR REPLACE that adds aggregates, between restarts, crashes and dumps: the
# view has all of it or nothing, and goes on from there.
use strict;
use warnings FATAL => 'all';

use CvNode;
use IPC::Run ();
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");
my $folder = $node->basedir;
my %from = (
	days => "tumble(ts, '1 hour'), k",
	hops => "hop(ts, '10 min', '1 hour'), k",
	visits => "session(ts, '3 min'), k");
my @columns = (
	'sum(v), avg(v) AS mean',
	'stddev(v) AS dev, max(v) FILTER (WHERE v % 2 = 0) AS even, count(*)',
	'count(DISTINCT v % 50) AS some, string_agg(k, \',\' ORDER BY k) AS ks');
my $rows = 0;

sub insert_rows
{
	my ($database) = @_;
	my ($first, $last) = ($rows + 1, $rows + 500);
	$rows = $last;
	return $node->safe_psql($database, qq{INSERT INTO c SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 min' - i % 7 * interval '40 s', 'k' || i % 3, i FROM generate_series($first, $last) i});
}

# the statement that gives the view its first n sets of columns
sub statement
{
	my ($view, $n) = @_;
	my $what = $n > 1 ? 'CREATE OR REPLACE' : 'CREATE';
	return "$what CONTINUOUS VIEW $view AS SELECT window_start, window_end, k, " . join(', ', @columns[ 0 .. $n - 1 ]) . " FROM c GROUP BY $from{$view}";
}

# ... in a session of its own
sub start_statement
{
	my ($statement) = @_;
	return IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('src'), '-c', $statement ], '<', '/dev/null', '>', '/dev/null', '2>', '/dev/null',
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
}

sub all_ok
{
	my ($database, $what) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	foreach my $view (sort keys %from)
	{
		$node->sync($view, $database);
		$node->oracle_ok("TABLE $view", $node->safe_psql($database, "SELECT continuous.one_shot('$view')"), "$what: $view", $database);
	}
	return;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', 'CREATE EXTENSION pg_continuous; CREATE TABLE c (ts timestamptz, k text, v int)');
$node->safe_psql('src', statement($_, 1)) foreach sort keys %from;
insert_rows('src');
all_ok('src', 'before');
$node->safe_psql('src', statement($_, 2)) foreach sort keys %from;
insert_rows('src');
all_ok('src', 'evolved');
$node->restart;
insert_rows('src');
all_ok('src', 'evolved, after a restart');

# the statement waits, all is computed; others write; then the worker is killed
foreach my $how ('worker', 'backend')
{
	my $log_end = $node->log_end;
	$node->arm_debug_point('replace_computed', $how eq 'worker' ? 'wait' : 'kill');
	my $session = start_statement(statement('hops', 3));
	$node->wait_for_debug_point('replace_computed', $log_end) if $how eq 'worker';
	if ($how eq 'worker')
	{
		insert_rows('src');
		kill 'KILL', $node->wait_for_worker('src');
	}
	$node->wait_for_recovery($log_end);
	$node->disarm_debug_point;
	$session->finish;
	is($node->safe_psql('src', q{SELECT count(*) FROM pg_attribute WHERE attrelid = 'hops'::regclass AND attname = 'ks'}), '0', "$how killed: nothing was replaced");
	is($node->safe_psql('src', q{SELECT count(*) FROM continuous.generation WHERE view = 'hops'::regclass}), '1', '... or noted');
	insert_rows('src');
	all_ok('src', "$how killed");
}

# others write while the statement computes
{
	my $log_end = $node->log_end;
	$node->arm_debug_point('replace_computed', 'wait');
	my $session = start_statement(statement('hops', 3));
	$node->wait_for_debug_point('replace_computed', $log_end);
	insert_rows('src');
	$node->sync('visits', 'src');
	pass('other views go on meanwhile');
	$node->disarm_debug_point;
	ok($session->finish, 'the statement is done');
	all_ok('src', 'rows were written meanwhile');
}
$node->safe_psql('src', statement($_, 3)) foreach 'days', 'visits';

# kill -9 right after, then a dump
my $log_end = $node->log_end;
kill 'KILL', $node->wait_for_worker('src');
$node->wait_for_recovery($log_end);
insert_rows('src');
all_ok('src', 'two generations, after a crash');
$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_dump', '-Fc', '-f', "$folder/dump", 'src' ], 'pg_dump');
my $members = q{SELECT string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid::regtype), ';' ORDER BY attrelid::regclass::text, attnum) FROM pg_attribute, continuous.view
	WHERE attrelid IN (definition, results, state, view) AND attnum > 0};
my $shown = q{SELECT string_agg(c::text, ';' ORDER BY view::text, "column") FROM continuous.columns c};
foreach my $how ('resume', 'rebuild')
{
	my $database = "by_$how";
	my $before = $rows;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_restore', '-d', $database, "$folder/dump" ], "pg_restore, for $how()");
	is($node->safe_psql($database, $members), $node->safe_psql('src', $members), 'members are the same');
	my $err;
	$node->psql($database, 'CREATE OR REPLACE CONTINUOUS VIEW days AS SELECT window_start, window_end, k, ' . join(', ', @columns) . ", min(v) FROM c GROUP BY $from{days}", stderr => \$err);
	like($err, qr/cannot add aggregates to continuous view "days", which was restored from a dump/, 'before it is taken up again it does not evolve');
	$node->safe_psql($database, "SELECT continuous.$how(view) FROM continuous.view");
	insert_rows($database);
	all_ok($database, "after $how()");
	is($node->safe_psql($database, $shown), $node->safe_psql('src', $shown), 'columns tell the same');
	$node->safe_psql($database, 'CREATE OR REPLACE CONTINUOUS VIEW days AS SELECT window_start, window_end, k, ' . join(', ', @columns) . ", min(v) FROM c GROUP BY $from{days}");
	insert_rows($database);
	all_ok($database, "evolved after $how()");
	$rows = $before;
}

$node->stop;
done_testing();
