# A disk that is full, of whatever a view writes: it waits, others go on, and it
# goes on by itself when there is room.
use strict;
use warnings FATAL => 'all';

use CvFaults;
use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $faults = CvFaults->new;
my $node = CvNode->create('main', start => 0, conf => q{
continuous.collected_inline = '1kB'
wal_recycle = off
min_wal_size = '32MB'
max_wal_size = '64MB'
});
$faults->start($node);
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->insert_orders(1, 1000);
$node->orders_ok('before');

my %views = (
	results => [ 'updated', '', 'count(*) AS n, sum(v) AS total', 'count(*), sum(v)' ],
	state => [ 'final', q{, emit = 'final'}, 'count(*) AS n, sum(v) AS total', 'count(*), sum(v)' ],
	late => [ 'kept', q{, late_rows = 'keep'}, 'count(*) AS n, sum(v) AS total', 'count(*), sum(v)' ],
	collected => [ 'gathered', '', q{string_agg(v::text, ',' ORDER BY v) AS n, sum(v) AS total}, q{string_agg(v::text, ',' ORDER BY v), sum(v)} ]);
$node->safe_psql('postgres', 'CREATE TABLE ev (at timestamptz, k int, v int)');
$node->safe_psql('postgres', qq{
CREATE CONTINUOUS VIEW $_->[0] WITH (watermark_delay = '1 minute'$_->[1]) AS
SELECT window_start, k, $_->[2] FROM ev GROUP BY tumble(at, interval '1 hour'), k}) for values %views;

# 12 hours of groups with many keys each, and late rows of the first hour
my $hour = 0;
sub insert_rows
{
	$node->safe_psql('postgres', qq{
INSERT INTO ev SELECT timestamptz '2024-06-03 00:00Z' + $hour * interval '1 hour', i, i FROM generate_series(1, 2000) i;
INSERT INTO ev SELECT timestamptz '2024-06-03 00:00Z' + $hour * interval '1 hour', 0, i FROM generate_series(1, 20000) i});
	$hour++;
	$node->safe_psql('postgres', q{INSERT INTO ev SELECT '2024-06-01 00:00Z', i, i FROM generate_series(1, 2000) i})
	  if $hour > 1;
	return;
}

my $next = 1001;
for my $table (sort keys %views)
{
	my ($view) = @{ $views{$table} };
	insert_rows();
	$node->sync($view);

	# chunks are large: they are in the toast table
	my $file = $table eq 'collected' ? 'reltoastrelid' : 'oid';
	my $path = $node->safe_psql('postgres', "SELECT pg_relation_filepath($file) FROM pg_class WHERE oid = '${view}_$table'::regclass");
	isnt($path, '', "there is a table ${view}_$table");
	$faults->set(full => $path);
	my $log_end = $node->log_end;
	insert_rows();
	$node->wait_for_log(qr/could not (extend|write to) file[^\n]*No space left on device/, $log_end);
	$node->wait_for_state($view, 'retrying');
	like($node->stat_of($view, 'error'), qr/No space left/, "no room for ${view}_$table: the view says why it waits");
	$node->insert_orders($next, $next + 99);
	$next += 100;
	$node->orders_ok("no room for ${view}_$table, the other view");
	$faults->set;
	$node->sync($view);
	unlike($node->stat_of($view, 'state'), qr/retrying|stopped/, "room for ${view}_$table: the view goes on by itself");
}
for my $view (sort { $a->[0] cmp $b->[0] } values %views)
{
	my $closed = $view->[0] eq 'final' ? q{AND at < continuous.watermark('final') - interval '1 hour'} : '';
	$node->sync($view->[0]);
	$node->oracle_ok("TABLE $view->[0]", qq{
SELECT date_bin('1 hour', at, '2000-01-03Z'), k, $view->[3] FROM ev WHERE at >= '2024-06-03' $closed GROUP BY 1, 2}, "$view->[0]: nothing is lost");
	$node->counters_ok($view->[0], $node->safe_psql('postgres', 'SELECT count(*) FROM ev'), "$view->[0]: every row was read once");
}
is($node->safe_psql('postgres', 'SELECT count(*) FROM kept_late'), $node->safe_psql('postgres', q{SELECT count(*) FROM ev WHERE at < '2024-06-03'}), 'late rows are kept, each once');

# no room for WAL is the end of any server; there is life after it
$faults->set(full => '/pg_wal/');
my $log_end = $node->log_end;
eval
{
	for my $round (1 .. 10)
	{
		$node->psql('postgres', 'INSERT INTO orders ' . CvNode::orders_query($next, $next + 99) . '; SELECT pg_switch_wal()');
		$next += 100;
	}
};
$node->wait_for_log(qr/PANIC: [^\n]*No space left on device/, $log_end);
$faults->set;
# it may come back by itself, or have given up
my $deadline = time + $PostgreSQL::Test::Utils::timeout_default;
until (eval { ($node->psql('postgres', 'SELECT 1'))[0] == 0 })
{
	die 'the server did not come back' if time > $deadline;
	next if -e $node->data_dir . '/postmaster.pid';
	$node->{_pid} = undef;
	$faults->start($node);
}
$node->insert_orders($next, $next + 99);
$node->orders_ok('no room for WAL, and room again');

$node->stop;
done_testing();
