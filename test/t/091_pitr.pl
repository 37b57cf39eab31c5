# pg_basebackup and recovery to a point in the middle: what the point has is in
# the views, once, whether the worker had consumed it by then or not, and the
# server goes on from there on a timeline of its own, and from that on another.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = CvNode->new('primary');
$primary->init(has_archiving => 1, allows_streaming => 1, extra => [ '--encoding=UTF8', '--no-locale' ]);
$primary->append_conf('postgresql.conf', q{
shared_preload_libraries = 'pg_continuous'
continuous.debug_points = on
continuous.flush_interval = '10ms'
continuous.state_memory = '32MB'
max_prepared_transactions = 10
autovacuum_naptime = '10s'
timezone = 'UTC'
});
$primary->start;
$primary->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$primary->create_events('t');
$primary->create_events('u', view => 0);
$primary->insert_events('t', 1, 1000);
$primary->insert_events('u', 1, 1000);
$primary->events_ok('t', 'before the backup');

# the base backup is taken while clients write
sub begin_writer
{
	my ($node) = @_;
	my $session = $node->background_psql('postgres', on_error_stop => 0);

	$session->query_until(qr/started/, q{\echo started
DO $$ BEGIN FOR n IN 1 .. 1000000 LOOP
	INSERT INTO t SELECT n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', 5, n;
	INSERT INTO t_twin SELECT n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', 5, n;
	IF n % 7 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
END LOOP; END $$;
});
	return $session;
}

# some hundred transactions later
sub write_on
{
	my ($node) = @_;
	my $rows = $node->safe_psql('postgres', 'SELECT max(id) FROM t_twin WHERE key = 5');

	$node->poll_query_until('postgres', 'SELECT max(id) > ' . ($rows || 0) . ' + 300 FROM t_twin WHERE key = 5') or die 'nobody writes';
	return;
}

my $writer = begin_writer($primary);
write_on($primary);
$primary->backup('base');
write_on($primary);
$primary->safe_psql('postgres', q{SELECT pg_create_restore_point('busy')});
write_on($primary);

# not consumed, in part not decided; a backfill that is half done
$primary->set_enabled(0);
$primary->create_events_view('u');
$primary->insert_events('u', 1001, 2000);
$primary->safe_psql('postgres', 'BEGIN; ' . CvNode::events_sql(undef, 'u', 2001, 2500) . q{; PREPARE TRANSACTION 'p'});
my $open = $primary->background_psql('postgres', on_error_stop => 0);
$open->query_until(qr/written/, 'BEGIN; ' . CvNode::events_sql(undef, 'u', 2501, 2600) . "\n\\echo written\n");
$primary->safe_psql('postgres', q{SELECT pg_create_restore_point('behind')});
$primary->set_enabled(1);
$open->query_until(qr/committed/, "COMMIT;\n\\echo committed\n");
$open->quit;
$primary->safe_psql('postgres', q{COMMIT PREPARED 'p'});
write_on($primary);
$primary->safe_psql('postgres', q{SELECT pg_create_restore_point('consumed')});
$primary->safe_psql('postgres', q{SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE query LIKE 'DO %'});
$writer->{run}->kill_kill;
$primary->events_ok('t', 'the primary at the end');
$primary->events_ok('u', 'the primary at the end');
my $segment = $primary->safe_psql('postgres', 'SELECT pg_walfile_name(pg_current_wal_insert_lsn())');
$primary->safe_psql('postgres', 'SELECT pg_switch_wal()');
$primary->poll_query_until('postgres', "SELECT last_archived_wal >= '$segment' FROM pg_stat_archiver") or die 'not archived';

sub recover
{
	my ($point, $target) = @_;
	my $node = CvNode->new("to_$point");

	$node->init_from_backup($primary, 'base', has_restoring => 1, standby => 0);
	$node->append_conf('postgresql.conf', "archive_mode = off\nrecovery_target_name = '$point'\nrecovery_target_action = promote");
	$node->start;
	$node->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
	$node->set_enabled(1);
	return $node;
}

my $busy = recover('busy');
$busy->events_ok('t', 'recovered to a busy moment');
cmp_ok($busy->safe_psql('postgres', 'SELECT count(*) FROM t'), '<', $primary->safe_psql('postgres', 'SELECT count(*) FROM t'), 'what came later is not there');
$busy->insert_events('t', 3001, 3500);
$busy->events_ok('t', 'recovered to a busy moment, and more rows');
$busy->stop;

my $behind = recover('behind');
$behind->events_ok('t', 'recovered to a moment when no worker ran');
$behind->events_ok('u', 'a view that had not begun by then');
$behind->safe_psql('postgres', q{COMMIT PREPARED 'p'});
$behind->events_ok('u', 'what was prepared by then');
is($behind->safe_psql('postgres', 'SELECT max(id) FROM u'), '2500', 'what was open then is rolled back');
$behind->insert_events('u', 2501, 2600);

# from its timeline to the next: a copy of it is promoted in turn
$behind->backup('base2');
$behind->insert_events('u', 2601, 2700);
my $third = CvNode->new('third');
$third->init_from_backup($behind, 'base2', has_streaming => 1);
$third->append_conf('postgresql.conf', q{recovery_target_name = ''});
$third->start;
$behind->wait_for_catchup($third);
$behind->insert_events('t', 3001, 3100);
$behind->wait_for_catchup($third);
$behind->stop('immediate');
$third->promote;
$third->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
$third->events_ok('u', 'a timeline further');
$third->insert_events('u', 2701, 2800);
$third->insert_events('t', 3101, 3200);
$third->restart;
$third->events_ok('t', 'a timeline further, restarted');
$third->events_ok('u', 'a timeline further, restarted');
isnt($third->safe_psql('postgres', 'SELECT timeline_id FROM pg_control_checkpoint()'), '2', 'it is a timeline of its own');
$third->stop;

my $consumed = recover('consumed');
$consumed->events_ok('t', 'recovered to a moment when all was consumed');
$consumed->events_ok('u', 'recovered to a moment when all was consumed');
$consumed->stop;

$primary->stop;
done_testing();
