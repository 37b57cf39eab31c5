# What lateness() counts: kept by a worker that begins again and by a server
# that is shut down, lost in a crash, and of no other view; and what the WAL
# tells of a table when its older part is gone, of prepared transactions, and
# on a standby.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', streaming => 1, conf => q{
wal_keep_size = 0
min_wal_size = '32MB'
max_wal_size = '32MB'
checkpoint_timeout = '1h'
});

# what is counted of a view, or of a table; without when that began
sub lateness
{
	my ($arguments, $columns) = @_;
	$columns //= 'percent, arrival_delay, watermark_delay, rows_late, result_delay, rows';
	return $node->safe_psql('postgres', "SELECT $columns FROM continuous.lateness($arguments)");
}

sub rows_of
{
	my ($arguments) = @_;
	return lateness("$arguments", 'DISTINCT rows');
}

sub make_view
{
	my ($name) = @_;
	$node->safe_psql('postgres', "CREATE CONTINUOUS VIEW $name AS SELECT window_start, window_end, count(*) FROM r GROUP BY tumble(at, '1 minute')");
	$node->sync($name);
	return;
}

# each a transaction, out of order
sub insert_rows
{
	my ($first, $last) = @_;
	$node->safe_psql('postgres', join '', map { "INSERT INTO r VALUES ('2026-06-01 UTC'::timestamptz + interval '" . ($_ * 7919 % 1000) . " seconds', $_);\n" } $first .. $last);
	return;
}

$node->safe_psql('postgres', 'CREATE TABLE r (at timestamptz, n int)');
make_view('v');
insert_rows(1, 200);
$node->sync('v');
is(rows_of(q{'v'}), 200, 'all rows are counted');
is(lateness(q{'v'}), lateness(q{'r', 'at'}), 'the WAL tells the same');

# a worker that begins again, a server that is shut down
my $counted = lateness(q{'v'}, '*');
$node->safe_psql('postgres', 'SELECT pg_terminate_backend(' . $node->worker_pid . ')');
$node->poll_query_until('postgres', q{SELECT count(since) = 6 FROM continuous.lateness('v')}) or die 'nobody follows v';
is(lateness(q{'v'}, '*'), $counted, 'a new worker goes on counting');
$node->restart;
$node->wait_for_state('v', 'running');
is(lateness(q{'v'}, '*'), $counted, 'a restart keeps what was counted');
ok(!-e $node->data_dir . '/pg_stat/pg_continuous_delays.stat',
	'the file is gone when it has been read');

# a view takes nothing over from one that is gone
make_view('w');
insert_rows(201, 300);
$node->sync('v');
$node->sync('w');
is(rows_of(q{'v'}) . ' ' . rows_of(q{'w'}), '300 100', 'each view has counts of its own');
$node->safe_psql('postgres', 'DROP VIEW w');
make_view('x');
is(rows_of(q{'x'}), 0, 'a new view begins with none');
is(lateness(q{'v'}), lateness(q{'r', 'at'}), 'over a restart the WAL tells the same');

# that of a prepared transaction comes when it commits
$node->safe_psql('postgres', q{BEGIN; INSERT INTO r VALUES ('2026-06-01 UTC', 301); PREPARE TRANSACTION 'p'});
insert_rows(302, 310);
is(rows_of(q{'r', 'at'}), 309, 'a prepared transaction is not counted');
$node->safe_psql('postgres', q{COMMIT PREPARED 'p'});
$node->sync('v');
is(rows_of(q{'v'}), 310, 'it is when it is committed');
is(lateness(q{'v'}), lateness(q{'r', 'at'}), 'with that time, in the WAL, too');

# a standby
$node->backup('base');
my $standby = CvNode->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
$node->wait_for_catchup($standby);
is($standby->safe_psql('postgres', q{SELECT count(*), max(rows), count(since) FROM continuous.lateness('v')}),
	'6|0|0', 'a standby counts nothing');
my (undef, undef, $refusal) = $standby->psql('postgres', q{SELECT continuous.lateness('r', 'at')});
like($refusal, qr/cannot execute continuous\.lateness\(\) of a table during recovery/, 'nor does it read WAL for it');
$standby->stop;

# a file that is no such
$node->stop;
my $file = $node->data_dir . '/pg_stat/pg_continuous_delays.stat';
my $kept = slurp_file($file);
unlink $file;
append_to_file($file, substr($kept, 1));
$node->start;
$node->wait_for_state('v', 'running');
is(rows_of(q{'v'}), 0, 'what a damaged file says is not used');
like(slurp_file($node->logfile), qr/could not use file ".*pg_continuous_delays.stat"/, 'the log says so');

# a crash; what it has lost of the results is consumed, and counted, again
insert_rows(311, 320);
$node->sync('v');
is(rows_of(q{'v'}), 10, 'counting goes on');
my $since = lateness(q{'v'}, 'DISTINCT since');
$node->stop('immediate');
$node->start;
$node->wait_for_state('v', 'running');
$node->sync('v');
isnt(lateness(q{'v'}, 'DISTINCT since'), $since, 'after a crash counting begins anew');
my $before = rows_of(q{'v'});

# older WAL is gone
$node->recycle_wal;
insert_rows(321, 330);
$node->sync('v');
is(rows_of(q{'r', 'at'}), 10, 'the WAL tells of what has come since');
$node->recycle_wal;
(undef, undef, $refusal) = $node->psql('postgres', q{SELECT continuous.lateness('r', 'at')});
like($refusal, qr/the WAL on disk tells of no row of table "r"/, 'or says that it knows of none');
is(rows_of(q{'v'}), $before + 10, 'the view has counted them');

$node->stop;
done_testing();
