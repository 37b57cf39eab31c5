# Commits that are in the WAL but visible to nobody, because a standby is
# waited for: whoever begins to look then must not miss them.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', streaming => 1, conf => q{
wal_keep_size = 0
min_wal_size = '32MB'
max_wal_size = '32MB'
autovacuum = off
});
my $next = 1;
my @waiting;

# a standby that does not exist
sub set_standby
{
	my ($name) = @_;
	$node->safe_psql('postgres', "SET synchronous_commit = local; ALTER SYSTEM SET synchronous_standby_names = '$name'; SELECT pg_reload_conf()");
	$node->poll_query_until('postgres', "SELECT current_setting('synchronous_standby_names') = '$name'");
	return;
}

sub insert { my ($table) = @_; my $sql = CvNode::events_sql(undef, $table, $next, $next + 99); $next += 100; return $sql; }

# one that commits, and waits
sub commit_waiting
{
	my ($table) = @_;
	my $session = $node->background_psql('postgres');
	my $before = $node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'});
	$session->query_until(qr/inserting/, "\\echo inserting\nBEGIN; " . insert($table) . " COMMIT;\n");
	$node->poll_query_until('postgres', "SELECT count(*) = $before + 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
	push @waiting, $session;
	return;
}

# others do not wait
sub insert_local
{
	my ($table) = @_;
	$node->safe_psql('postgres', 'SET synchronous_commit = local; BEGIN; ' . insert($table) . ' COMMIT');
	return;
}

# all that is visible has been read
sub wait_until_scanned
{
	$node->poll_query_until('postgres', q{SELECT rows_read = (SELECT count(*) FROM a) FROM continuous.stats WHERE view = 'a_view'::regclass})
	  or die $node->explain_view('a_view');
	return;
}

sub release
{
	set_standby('');
	$_->quit for @waiting;
	@waiting = ();
	return;
}

$node->create_events('a');
$node->create_events('b', view => 0);
insert_local('a');
insert_local('b');
$node->events_ok('a', 'before');

# while the worker follows
set_standby('nobody');
commit_waiting('a');
insert_local('a');
$node->wait_for_state('a_view', 'waiting for commit');
cmp_ok($node->stat_of('a_view', 'rows_read'), '==', 100, 'what waits for a standby is not counted, nor is what has come after it');
release();
$node->events_ok('a', 'waited for by the follower');

# a worker that begins when it has committed already
set_standby('nobody');
commit_waiting('a');
$node->set_enabled(0);
$node->set_enabled(1);
$node->wait_for_worker;
insert_local('a');
release();
$node->events_ok('a', 'worker started in between');

# ... and has to scan, as the WAL is gone
set_standby('nobody');
commit_waiting('a');
$node->set_enabled(0);
insert_local('a');
{
	local $ENV{PGOPTIONS} = '-c synchronous_commit=local';
	$node->recycle_wal;
}
$node->set_enabled(1);
$node->wait_for_worker;
wait_until_scanned();
release();
$node->events_ok('a', 'a scan in between');

# a rebuild in between, with the tail running
set_standby('nobody');
commit_waiting('a');
$node->safe_psql('postgres', q{SET synchronous_commit = local; SELECT continuous.rebuild('a_view')});
wait_until_scanned();
insert_local('a');
release();
$node->events_ok('a', 'a rebuild in between');

# CREATE waits for it, as it holds a lock on the input
for my $backfill ('true', 'false')
{
	set_standby('nobody');
	commit_waiting('b');
	my ($code, $out, $err) = $node->psql('postgres', q{
SET lock_timeout = '100ms';
SET synchronous_commit = local;
CREATE CONTINUOUS VIEW b_view AS SELECT window_start, count(*) AS n FROM b GROUP BY tumble(at, interval '1 hour')});
	like($err, qr/lock timeout/, 'CREATE waits for what waits for a standby');
	release();
	$node->create_events_view('b', with => "backfill = $backfill");
	$node->safe_psql('postgres', 'TRUNCATE b_twin') if $backfill eq 'false';
	$node->safe_psql('postgres', 'BEGIN; ' . insert('b') . 'COMMIT');
	$node->events_ok('b', "created afterwards, backfill = $backfill");
	$node->safe_psql('postgres', 'DROP VIEW b_view');
}

# cancelled while it waits: committed all the same
set_standby('nobody');
commit_waiting('a');
$node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'});
insert_local('a');
$node->events_ok('a', 'cancelled while it waited');
release();

# the server goes down while it waits
set_standby('nobody');
commit_waiting('a');
insert_local('a');
$node->stop('immediate');
$_->{run}->kill_kill for @waiting;
@waiting = ();
$node->start;
insert_local('a');
$node->events_ok('a', 'the server went down');
set_standby('');

$node->stop;
done_testing();
