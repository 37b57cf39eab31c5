# What can happen while a scan goes on, a backfill or one because the WAL could
# not tell: the scan is held after its first stretch, or everything is killed.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
wal_keep_size = 0
min_wal_size = '32MB'
max_wal_size = '32MB'
continuous.queue_memory = '1MB'
autovacuum = off
});

# so wide that a stretch of 8192 blocks does not hold them
use constant ROWS => 34_000;
use constant COLUMNS => q{id bigint, at timestamptz, key int, value int, filler text DEFAULT repeat('x', 1900)};
my $next;

sub insert { $node->insert_events('t', $next, $next + 99); $next += 100; return; }

sub make
{
	$node->create_events('t', columns => COLUMNS, view => 0, @_);
	return;
}

sub fill
{
	$node->insert_events('t', 1, ROWS);
	$next = ROWS + 1;
	return;
}

# hold_scan(sql) -- have the worker scan what sql has made it scan, and hold it
# when the first stretch is committed
sub hold_scan
{
	my ($sql) = @_;
	my $log_end = $node->log_end;
	$node->set_enabled(0);
	$node->safe_psql('postgres', $sql) if defined $sql;
	$node->create_events_view('t') unless defined $sql;
	$node->arm_debug_point('batch_after_install', 'wait');
	$node->set_enabled(1);
	$node->wait_for_debug_point('batch_after_install', $log_end);
	return;
}

# go_on(what) -- let it come to its end; the view is complete
sub go_on
{
	my ($what) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	insert();
	$node->disarm_debug_point;
	$node->events_ok('t', $what);
	insert();
	$node->events_ok('t', "$what, afterwards");
	return;
}

# a table; its rows in the first stretch are taken, others not yet
make();
fill();
hold_scan();
cmp_ok($node->stat_of('t_view', 'rows_read'), '<', ROWS, 'held in the middle of the backfill');
insert();
$node->safe_psql('postgres', 'VACUUM FULL t');
insert();
go_on('VACUUM FULL in a backfill');

my $forget = q{ANALYZE t; DELETE FROM t_twin w WHERE NOT EXISTS (SELECT FROM t WHERE t.id = w.id AND t.ctid < '(8192,0)'); };
$node->safe_psql('postgres', 'DROP VIEW t_view');
hold_scan();
$node->safe_psql('postgres', $forget . 'BEGIN; TRUNCATE t; ' . CvNode::events_sql(undef, 't', 50_001, 50_100) . 'COMMIT');
go_on('TRUNCATE in a backfill');

fill();
$node->safe_psql('postgres', 'TRUNCATE t_twin; INSERT INTO t_twin SELECT id, at, key, value FROM t; DROP VIEW t_view');
hold_scan();
$node->safe_psql('postgres', $forget . 'DELETE FROM t; VACUUM t');
go_on('DELETE in a backfill, and the file cut off');

# transactions that are open at the cut, and end in the middle
$node->safe_psql('postgres', 'TRUNCATE t, t_twin; DROP VIEW t_view');
fill();
$node->set_enabled(0);
$node->create_events_view('t');
my @open = map { $node->background_psql('postgres') } 0 .. 2;
$_->query_safe('BEGIN') for @open;
$open[$_]->query_safe(CvNode::events_sql(undef, 't', 60_000 + 100 * $_, 60_050 + 100 * $_)) for 0 .. 2;
$open[1]->query_safe('SAVEPOINT a; ' . CvNode::events_sql(undef, 't', 61_001, 61_100));
$open[1]->query_safe(qq{DO \$\$ BEGIN FOR n IN 1 .. 100 LOOP BEGIN
	INSERT INTO t SELECT 62000 + n, timestamptz '2024-06-03 00:00Z', 1, n; INSERT INTO t_twin SELECT 62000 + n, timestamptz '2024-06-03 00:00Z', 1, n;
	IF n % 3 = 0 THEN RAISE division_by_zero; END IF; EXCEPTION WHEN division_by_zero THEN NULL; END; END LOOP; END \$\$});
$node->safe_psql('postgres', 'BEGIN; ' . CvNode::events_sql(undef, 't', 63_001, 63_100) . q{PREPARE TRANSACTION 'p'});
my $log_end = $node->log_end;
$node->arm_debug_point('batch_after_install', 'wait');
$node->set_enabled(1);
$node->wait_for_debug_point('batch_after_install', $log_end);
$open[0]->query_safe(CvNode::events_sql(undef, 't', 64_001, 64_100));
$open[0]->query_safe('COMMIT');
go_on('a transaction commits between two stretches');
$open[1]->query_safe(CvNode::events_sql(undef, 't', 65_001, 65_100));
$open[1]->query_safe('COMMIT');
$open[2]->query_safe('ROLLBACK');
$_->quit for @open;
$node->events_ok('t', 'one commits after the scan');
$node->safe_psql('postgres', q{COMMIT PREPARED 'p'});
$node->events_ok('t', 'a prepared one commits after the scan');

# errors, death and crash at every point of a scan
for my $point (qw(batch_begin batch_before_write batch_before_position
	batch_before_commit batch_after_commit batch_after_install))
{
	for my $action (qw(error kill kill_server))
	{
		$log_end = $node->log_end;
		# after the first stretch, so that there is something to double
		$node->arm_debug_point('batch_after_install', 'wait');
		$node->safe_psql('postgres', q{SELECT continuous.rebuild('t_view')});
		$node->wait_for_debug_point('batch_after_install', $log_end);
		insert();
		$log_end = $node->log_end;
		$node->arm_debug_point($point, $action);
		$node->wait_for_debug_point($point, $log_end);
		$node->wait_for_recovery($log_end) if $action eq 'kill';
		$node->start_after_kill if $action eq 'kill_server';
		insert();
		$node->events_ok('t', "$action at $point of a scan");
	}
}

# the WAL goes away in the middle of a scan
$log_end = $node->log_end;
$node->arm_debug_point('batch_after_install', 'wait');
$node->safe_psql('postgres', q{SELECT continuous.rebuild('t_view')});
$node->wait_for_debug_point('batch_after_install', $log_end);
$node->safe_psql('postgres', 'ALTER SYSTEM SET continuous.enabled = off');
insert();
$node->arm_debug_point('batch_before_write', 'kill_server');
$node->start_after_kill;
is($node->worker_pid, '', 'no worker after the crash');
insert();
$node->recycle_wal;
insert();
$node->set_enabled(1);
$node->events_ok('t', 'WAL recycled in the middle of a scan');
insert();
$node->events_ok('t', '... and following afterwards');

# more transactions than the queue may hold, in the middle of a scan and while
# the view is paused
my $many = q{DO $$ BEGIN FOR n IN 1 .. 9000 LOOP
	INSERT INTO t SELECT 70000 + n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', n % 7, n;
	INSERT INTO t_twin SELECT 70000 + n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', n % 7, n;
	COMMIT; END LOOP; END $$};
hold_scan(q{SELECT continuous.rebuild('t_view')});
$node->safe_psql('postgres', $many);
go_on('queue given up in the middle of a scan');
$node->safe_psql('postgres', q{SELECT continuous.pause('t_view')});
$node->safe_psql('postgres', q{CREATE CONTINUOUS VIEW neighbour AS SELECT window_start, count(*) AS n FROM t GROUP BY tumble(at, interval '1 hour')});
$node->safe_psql('postgres', $many);
$node->sync('neighbour');
$node->oracle_ok('TABLE neighbour', q{SELECT date_bin('1 hour', at, '2000-01-03Z'), count(*) FROM t GROUP BY 1}, 'the neighbour of a paused view goes on');
insert();
$node->safe_psql('postgres', q{SELECT continuous.resume('t_view')});
$node->events_ok('t', 'queue given up while the view was paused');
insert();
$node->events_ok('t', '... and following afterwards');

# WAL that only a paused view needs: the others need no scan
$node->safe_psql('postgres', q{SELECT continuous.pause('t_view')});
$node->sync('neighbour');
insert();
$node->set_enabled(0);
insert();
my $position = $node->safe_psql('postgres', q{SELECT restart_lsn FROM continuous.position WHERE view = 't_view'::regclass});
$node->set_enabled(1);
$node->sync('neighbour');
$node->set_enabled(0);
$node->safe_psql('postgres', "SELECT pg_switch_wal(); CHECKPOINT") for 1 .. 3;
ok($node->safe_psql('postgres', "SELECT restart_lsn > '$position' FROM continuous.position WHERE view = 'neighbour'::regclass") eq 't', 'the paused view alone holds an old position');
$node->set_enabled(1);
insert();
$node->sync('neighbour');
$node->oracle_ok('TABLE neighbour', q{SELECT date_bin('1 hour', at, '2000-01-03Z'), count(*) FROM t GROUP BY 1}, 'the neighbour after the restart');
$node->safe_psql('postgres', q{SELECT continuous.resume('t_view')});
$node->events_ok('t', 'paused over a restart');
$node->safe_psql('postgres', 'DROP VIEW neighbour');
$node->drop_events('t');

# several leaves, the first of which is being read
for my $case (['VACUUM FULL', 'VACUUM FULL t2'], ['CLUSTER', 'CLUSTER t2 USING t2_id'],
	['TRUNCATE', 'DELETE FROM t_twin WHERE id IN (SELECT id FROM t2)', 'BEGIN; TRUNCATE t2; ' . CvNode::events_sql('t2', 't', 90_001, 90_100) . 'COMMIT'],
	['DROP', 'DELETE FROM t_twin WHERE id IN (SELECT id FROM t2)', 'DROP TABLE t2; CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (90000) TO (100000)'],
	['DETACH, ATTACH', 'ALTER TABLE t DETACH PARTITION t2', CvNode::events_sql('t2', 't', 95_001, 95_100),
		'ALTER TABLE t ATTACH PARTITION t2 FOR VALUES FROM (90000) TO (100000)'],
	['a new leaf', 'CREATE TABLE t3 PARTITION OF t FOR VALUES FROM (100000) TO (110000); ' . CvNode::events_sql('t3', 't', 100_001, 100_100)],
	['VACUUM FULL of what has been read', 'VACUUM FULL t2', 'VACUUM FULL t2'])
{
	my ($name, @commands) = @$case;
	make(storage => 'PARTITION BY RANGE (id)');
	$node->safe_psql('postgres', q{
CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (0) TO (90000);
CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (90000) TO (100000);
CREATE INDEX t2_id ON t2 (id DESC)});
	fill();
	$node->safe_psql('postgres', CvNode::events_sql(undef, 't', 91_001, 91_100));
	hold_scan();
	$node->safe_psql('postgres', CvNode::events_sql(undef, 't', 92_001, 92_100));
	$node->safe_psql('postgres', $_) for @commands;
	$node->safe_psql('postgres', CvNode::events_sql(undef, 't', 93_001, 93_100));
	go_on("$name of a leaf that the scan comes to later");
	$node->safe_psql('postgres', CvNode::events_sql(undef, 't', 94_001, 94_100));
	$node->events_ok('t', "$name, rows in that leaf afterwards");
	$node->drop_events('t');
}

$node->stop;
done_testing();
