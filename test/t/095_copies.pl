# Views that come elsewhere with their positions: databases copied as templates,
# with rows that nobody had consumed yet; servers that hash keys differently, as
# the next major version or another architecture may do.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my @views = ('tumbles', 'hops', 'grows', 'visits', 'final', 'keyed');

sub one_shot_ok
{
	my ($database, $what, @only) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	foreach my $view (@only)
	{
		$node->sync($view, $database);
		$node->oracle_ok("TABLE $view", $node->safe_psql($database, "SELECT continuous.one_shot('$view')"), "$what: $view", $database);
		$node->counters_ok($view, $node->safe_psql($database, 'SELECT count(*) FROM c'), "$what: $view has read every row once", $database);
	}
	return;
}

# of days that others have not had, so that what was closed before stays
sub insert_day
{
	my ($database, $day) = @_;
	$node->safe_psql($database, qq{INSERT INTO c SELECT timestamptz '2024-05-01 00:00Z' + $day * interval '1 day' + i * interval '7 min', 'k' || i % 3, i FROM generate_series(1, 40) i});
	return;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE c (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW tumbles AS SELECT window_start, k, sum(v), count(DISTINCT v) FROM c GROUP BY tumble(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW hops AS SELECT window_start, k, sum(v) FROM c GROUP BY hop(ts, '20 min', '1 hour'), k;
CREATE CONTINUOUS VIEW grows AS SELECT window_start, window_end, k, sum(v) FROM c GROUP BY cumulate(ts, '20 min', '2 hours'), k;
CREATE CONTINUOUS VIEW visits AS SELECT window_start, window_end, k, sum(v) FROM c GROUP BY session(ts, '25 min'), k;
CREATE CONTINUOUS VIEW final WITH (emit = final) AS SELECT window_start, k, sum(v) FROM c GROUP BY tumble(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '400 days', event_time = ts) AS SELECT k, sum(v), max(v) FROM c GROUP BY k;
});
insert_day('src', 0);
$node->sync($_, 'src') foreach @views;

# rows that are committed, prepared, or rolled back, and that nobody has consumed
$node->set_enabled(0);
insert_day('src', 1);
$node->safe_psql('src', q{BEGIN; INSERT INTO c VALUES ('2024-05-02 05:00Z', 'k1', 100000); ROLLBACK});
foreach my $strategy ('wal_log', 'file_copy')
{
	$node->safe_psql('postgres', "CREATE DATABASE by_$strategy TEMPLATE src STRATEGY $strategy");
}
$node->set_enabled(1);
foreach my $database ('src', 'by_wal_log', 'by_file_copy')
{
	insert_day($database, 2);
	one_shot_ok($database, $database, grep { $_ ne 'final' } @views);
	$node->safe_psql($database, q{SELECT continuous.advance_watermark('final', '2024-06-01Z')});
	one_shot_ok($database, $database, 'final');
}

# ---- hashes ----

sub with_library
{
	my ($libraries, $statements) = @_;

	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$libraries'");
	$node->restart;
	$node->safe_psql('src', $statements) if defined $statements;
	return;
}

# elsewhere, but hashed alike: looked at once, and on it goes
with_library('', 'UPDATE continuous.position SET platform = 1');
with_library('pg_continuous');
insert_day('src', 3);
one_shot_ok('src', 'hashed alike', grep { $_ ne 'final' } @views);
is($node->safe_psql('src', q{SELECT count(*) FROM continuous.position p WHERE platform = 1 AND view <> 'final'::regclass}), '0', 'it is noted that they are');

# hashed differently: groups that still take rows would be there twice
with_library('', q{
UPDATE continuous.position SET platform = 1 WHERE view <> 'final'::regclass;
UPDATE tumbles_results SET cv_key = cv_key # 1234567890123;
UPDATE grows_results SET cv_key = cv_key # 1234567890123;
UPDATE visits_results SET cv_key = cv_key # 1234567890123;
UPDATE keyed_results SET cv_key = cv_key # 1234567890123;
});
with_library('pg_continuous');
insert_day('src', 4);
foreach my $view ('tumbles', 'grows', 'visits', 'keyed')
{
	$node->wait_for_state($view, 'stopped', 'src');
	like($node->stat_of($view, 'error', 'src'), qr/keys of continuous view "$view" were hashed differently/, "$view: stopped, with the reason");
}
one_shot_ok('src', 'the others go on', 'hops');
$node->safe_psql('src', q{SELECT continuous.resume('tumbles')});
$node->wait_for_state('tumbles', 'stopped', 'src');
foreach my $view ('tumbles', 'grows', 'visits', 'keyed')
{
	$node->safe_psql('src', "SELECT continuous.rebuild('$view')");
	one_shot_ok('src', 'rebuilt', $view);
}

# what takes no more rows does not matter
$node->safe_psql('src', q{SELECT continuous.advance_watermark('tumbles', '2024-06-01Z')});
$node->sync('tumbles', 'src');
with_library('', q{
UPDATE continuous.position SET platform = 1 WHERE view = 'tumbles'::regclass;
UPDATE tumbles_results SET cv_key = cv_key # 1234567890123;
});
with_library('pg_continuous');
insert_day('src', 40);
$node->sync('tumbles', 'src');
is($node->safe_psql('src', q{SELECT sum(sum) FROM tumbles WHERE window_start >= '2024-06-09Z'}), '820', 'sealed windows may have other hashes');

# a dump has no position, so some rows are looked at
$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_dump', '-Fc', '-f', $node->basedir . '/dump', 'src' ], 'pg_dump');
$node->append_conf('postgresql.conf', "continuous.on_restore = 'wait'");
$node->reload;
$node->safe_psql('postgres', 'CREATE DATABASE restored');
$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_restore', '-e', '-d', 'restored', $node->basedir . '/dump' ], 'pg_restore');
$node->psql('restored', q{SELECT continuous.resume('tumbles')}, stderr => \my $err);
like($err, qr/hashed differently.*rebuild/s, 'resume() of a restored view says so, too');
$node->safe_psql('restored', q{SELECT continuous.resume('grows'), continuous.resume('visits'), continuous.resume('hops'), continuous.resume('keyed')});
pass('... of those alone');

$node->stop;
done_testing();
