# A view holds nothing back for others: idle, paused, stopped, waiting for a lock,
# and in the middle of a long backfill, VACUUM removes what is dead in the input,
# the results, the catalogs and any other table; no lock is left, no WAL is kept,
# no slot is there.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
autovacuum = off
synchronous_commit = off
});
my $next = 1;
$node->create_events('a');
$node->safe_psql('postgres', 'CREATE TABLE other AS SELECT i FROM generate_series(1, 1000) i');

sub insert
{
	$node->insert_events('a', $next, $next + 99);
	$next += 100;
	return;
}

sub worker_has
{
	my ($what) = @_;
	return "SELECT $what FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker' AND datname = 'postgres'";
}

# nothing_held(name) -- the worker has no snapshot, no xid and no lock, and dead
# rows of every kind can be removed.
sub nothing_held
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	# it may just be trying something
	$node->poll_query_until('postgres', worker_has('backend_xmin IS NULL AND backend_xid IS NULL'))
	  or die "$name: the worker holds a snapshot";
	pass("$name: no snapshot");
	$node->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE a.backend_type = 'pg_continuous worker' AND l.locktype <> 'virtualxid' AND l.database = (SELECT oid FROM pg_database WHERE datname = 'postgres')})
	  or die "$name: the worker holds locks";
	pass("$name: no lock");
	$node->safe_psql('postgres', 'DELETE FROM other; INSERT INTO other SELECT i FROM generate_series(1, 1000) i; '
		  . 'CREATE TABLE gone (a int, b text); DROP TABLE gone');
	my ($code, $out, $err) = $node->psql('postgres', 'VACUUM (VERBOSE, SKIP_LOCKED) other, a, a_view_results, pg_class, pg_attribute, continuous.position');
	is($code, 0, "$name: VACUUM goes through");
	unlike($err, qr/[1-9]\d* are dead but not yet removable/, "$name: ... and removes all that is dead");
	return;
}

insert();
$node->sync('a_view');
nothing_held('idle');
insert();
$node->safe_psql('postgres', q{DELETE FROM a WHERE id < 50});
$node->sync('a_view');
nothing_held('after rows were deleted from the input');

$node->safe_psql('postgres', q{SELECT continuous.pause('a_view')});
$node->wait_for_state('a_view', 'paused');
insert();
nothing_held('paused, with rows to consume');
$node->safe_psql('postgres', q{SELECT continuous.resume('a_view')});
$node->sync('a_view');

# stopped by an error
$node->safe_psql('postgres', q{
CREATE TABLE bad (at timestamptz, v int);
CREATE CONTINUOUS VIEW stopped AS SELECT window_start, sum(1 / v) AS s FROM bad GROUP BY tumble(at, '1 hour');
INSERT INTO bad VALUES ('2024-06-03', 0)});
$node->wait_for_state('stopped', 'stopped');
nothing_held('stopped');

# retrying: an error of the result table's objects
$node->safe_psql('postgres', q{
CREATE TABLE refused (at timestamptz);
CREATE CONTINUOUS VIEW retried AS SELECT window_start, count(*) AS n FROM refused GROUP BY tumble(at, '1 hour');
ALTER TABLE retried_results ADD CHECK (n < 1);
INSERT INTO refused VALUES ('2024-06-03')});
$node->wait_for_state('retried', 'retrying');
nothing_held('retrying');

# waiting for a lock that a user holds; this one needs no xid, which would hold VACUUM up
my $session = $node->background_psql('postgres');
insert();
$node->sync('a_view');
$session->query_safe('BEGIN; LOCK TABLE a_view_results IN SHARE MODE');
insert();
$node->wait_for_state('a_view', 'waiting for lock');
nothing_held('waiting for a lock');
$session->query_safe('ROLLBACK');
$session->quit;
$node->safe_psql('postgres', 'DROP VIEW stopped; DROP VIEW retried');
$node->sync('a_view');

# WAL: the view's position follows, also when nothing of its own comes, and when
# the view is paused nothing is kept for it
is($node->safe_psql('postgres', 'SELECT count(*) FROM pg_replication_slots'), '0', 'no replication slot');
$node->safe_psql('postgres', q{SELECT continuous.pause('a_view')});
my $first = $node->safe_psql('postgres', q{SELECT pg_walfile_name(restart_lsn) FROM continuous.position WHERE view = 'a_view'::regclass});
foreach my $round (1 .. 4)
{
	$node->safe_psql('postgres', q{INSERT INTO other SELECT i FROM generate_series(1, 1000) i; SELECT pg_switch_wal(); CHECKPOINT});
}
is($node->safe_psql('postgres', "SELECT count(*) FROM pg_ls_waldir() WHERE name = '$first'"), '0', 'WAL that a paused view has not read is not kept');
$node->safe_psql('postgres', q{SELECT continuous.resume('a_view')});
insert();
$node->sync('a_view');
$node->oracle_ok('SELECT sum(n) FROM a_view', 'SELECT count(*) FROM a_twin', 'it goes on from a scan');

# a long backfill: each stretch has a snapshot of its own. 3 stretches of 8192
# pages, one row a page
$node->safe_psql('postgres', q{
CREATE TABLE wide (at timestamptz, filler text) WITH (fillfactor = 10);
ALTER TABLE wide ALTER filler SET STORAGE PLAIN;
INSERT INTO wide SELECT timestamptz '2024-06-03' + i * interval '1 second', repeat('x', 1000) FROM generate_series(1, 17000) i});
my $log_end = $node->log_end;
$node->arm_debug_point('batch_before_commit', 'wait');
$node->safe_psql('postgres', q{CREATE CONTINUOUS VIEW backfilled AS SELECT window_start, count(*) AS n FROM wide GROUP BY tumble(at, '1 hour')});
$node->wait_for_debug_point('batch_before_commit', $log_end);
my $oldest = $node->safe_psql('postgres', 'SELECT pg_current_xact_id()::xid');
foreach my $stretch (2 .. 3)
{
	$log_end = $node->log_end;
	$node->arm_debug_point('batch_before_position', 'wait');
	$node->wait_for_debug_point('batch_before_position', $log_end);
	is($node->safe_psql('postgres', worker_has("age(backend_xmin) <= age('$oldest'::xid)")), 't', "the snapshot of stretch $stretch is no older than the end of the one before");
	$oldest = $node->safe_psql('postgres', 'SELECT pg_current_xact_id()::xid');
	last if $stretch == 3;
	$log_end = $node->log_end;
	$node->arm_debug_point('batch_before_commit', 'wait');
	$node->wait_for_debug_point('batch_before_commit', $log_end);
}
$node->disarm_debug_point;
$node->sync('backfilled');
is($node->safe_psql('postgres', 'SELECT sum(n) FROM backfilled'), '17000', 'the backfill is complete');
nothing_held('after the backfill');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_ls_tmpdir()}), '0', 'no temporary file is left');

$node->stop;
done_testing();
