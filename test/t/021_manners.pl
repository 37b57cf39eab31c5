# Users' locks, snapshots and settings: none of them stops a view for longer than
# it lasts, nor its neighbours at all; none of them meets an error of ours.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
autovacuum = off
deadlock_timeout = '200ms'
log_lock_waits = on
});
my $next = 1;
$node->create_events($_) for qw(a b);

sub insert
{
	my (@tables) = @_;
	for my $table (@tables)
	{
		$node->insert_events($table, $next, $next + 99);
		$next += 100;
	}
	return;
}

insert('a', 'b');
$node->events_ok($_, 'before') for qw(a b);

# a lock that somebody holds: this view waits, the neighbour goes on, and
# afterwards it is all there
for my $lock ('LOCK TABLE a IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE a_view_results IN SHARE MODE', 'LOCK TABLE a_view_results IN ACCESS EXCLUSIVE MODE',
	'LOCK TABLE a_view IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE a_view_definition IN ACCESS EXCLUSIVE MODE',
	'SELECT * FROM a_view_results FOR UPDATE', 'SELECT * FROM a_view_results ORDER BY window_start DESC, key DESC LIMIT 1 FOR NO KEY UPDATE',
	'CREATE INDEX ON a_view_results (n)', 'ALTER TABLE a ADD note text')
{
	my $session = $node->background_psql('postgres');
	insert('a') unless $lock =~ /a IN ACCESS|definition|ALTER TABLE/;
	$node->sync('a_view');
	$session->query_safe("BEGIN; $lock");
	insert('a') unless $lock =~ /a IN ACCESS|definition|ALTER TABLE/;
	insert('b');
	$node->events_ok('b', "the neighbour, with $lock");
	$session->query_safe('ROLLBACK');
	$session->quit;
	insert('a');
	$node->events_ok('a', "afterwards, with $lock");
}

# rows of the results locked one by one by two users, as applications do: they
# wait for each other and for us, and none gets an error
my @sessions = map { $node->background_psql('postgres') } 0 .. 1;
$_->query_safe('BEGIN') for @sessions;
$sessions[0]->query_safe('SELECT * FROM a_view_results WHERE key = 1 FOR UPDATE');
insert('a');
$node->wait_for_state('a_view', 'retrying');
$sessions[0]->query_safe("SELECT * FROM a_view_results WHERE key = $_ FOR UPDATE") for 0, 2, 3, 4, 5, 6;
$sessions[0]->query_safe('COMMIT');
$sessions[1]->query_safe('SELECT * FROM a_view_results FOR UPDATE');
$sessions[1]->query_safe('COMMIT');
$_->quit for @sessions;
$node->events_ok('a', 'after row locks');
unlike(slurp_file($node->logfile), qr/deadlock detected/, 'no deadlock');

# a snapshot held elsewhere
my $reader = $node->background_psql('postgres');
$reader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM a');
for (1 .. 5)
{
	insert('a', 'b');
	$node->events_ok('a', 'while somebody holds an old snapshot');
}
$reader->query_safe('COMMIT');
$reader->quit;

# users' DDL does not meet our locks for long, whatever we do at that time
for (1 .. 20)
{
	insert('a');
	$node->safe_psql('postgres', 'SET lock_timeout = 10000; VACUUM FULL a');
}
$node->events_ok('a', 'many VACUUM FULLs');

# what ALTER DATABASE and ALTER ROLE set is for users, not for the worker
$node->safe_psql('postgres', q{
ALTER DATABASE postgres SET default_transaction_isolation = 'serializable';
ALTER DATABASE postgres SET statement_timeout = '1ms';
ALTER DATABASE postgres SET lock_timeout = '1ms';
ALTER DATABASE postgres SET idle_in_transaction_session_timeout = '1ms';
ALTER DATABASE postgres SET session_replication_role = 'replica';
ALTER DATABASE postgres SET synchronous_commit = 'on';
ALTER DATABASE postgres SET enable_seqscan = off;
ALTER DATABASE postgres SET row_security = off;
ALTER DATABASE postgres SET search_path = nowhere;
ALTER DATABASE postgres SET DateStyle = 'German';
ALTER DATABASE postgres SET TimeZone = 'Asia/Kolkata';
ALTER DATABASE postgres SET default_tablespace = 'pg_global';
ALTER DATABASE postgres SET default_transaction_deferrable = on;
ALTER DATABASE postgres SET default_transaction_read_only = on;
});
$node->restart;
{
	local $ENV{PGOPTIONS} = '-c default_transaction_read_only=off -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c search_path=public '
	  . '-c default_transaction_isolation=read\\ committed -c TimeZone=UTC -c DateStyle=ISO -c session_replication_role=origin';
	insert('a', 'b');
	$node->events_ok($_, 'with settings of the database') for qw(a b);
	is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_locks WHERE mode = 'SIReadLock'}), '0', 'the worker takes no predicate locks');
	$node->safe_psql('postgres', 'ALTER DATABASE postgres RESET ALL');
}
$node->restart;
insert('a', 'b');
$node->events_ok($_, 'without them') for qw(a b);

# serializable writers
$node->safe_psql('postgres', 'BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM a; ' . CvNode::events_sql(undef, 'a', $next, $next + 99) . 'COMMIT');
$next += 100;
$node->events_ok('a', 'a serializable writer');

# many views: all are kept, and cost nothing while nothing happens
$node->safe_psql('postgres', join ';', map {
	"CREATE CONTINUOUS VIEW many_$_ AS SELECT window_start, count(*) AS n, sum(value) AS total FROM b GROUP BY tumble(at, interval '1 hour')" } 1 .. 100);
insert('b');
for my $i (1, 50, 100)
{
	$node->sync("many_$i");
	$node->oracle_ok("TABLE many_$i", q{SELECT date_bin('1 hour', at, '2000-01-03Z'), count(*), sum(value) FROM b GROUP BY 1}, "view $i of 100");
}

# ticks of CPU that the worker has used
sub cpu
{
	my ($pid) = @_;
	my @fields = split ' ', slurp_file("/proc/$pid/stat") =~ s/^.*\) //r;
	return $fields[11] + $fields[12];
}

$node->sync("many_$_") for 1 .. 100;
my $pid = $node->worker_pid;
my $from = cpu($pid);
my $lsn = $node->safe_psql('postgres', 'SELECT pg_current_wal_insert_lsn()');
# other sessions that only read, for a while
$node->safe_psql('postgres', 'SELECT count(*) FROM b') for 1 .. 200;
cmp_ok(cpu($pid) - $from, '<=', 10, 'a worker with 102 idle views is idle: at most 0.1 s of CPU while others read 200 times');
cmp_ok($node->safe_psql('postgres', "SELECT pg_current_wal_insert_lsn() - '$lsn'"), '<', 10_000, '... and writes nothing');
is($node->worker_pid, $pid, '... and is the same');

$node->stop;
done_testing();
