# WAL that the tail needs is damaged, cut, zeroed, gone, out of reach, or the disk
# cannot read it: a scan finds the rows, and nothing crashes or spins.
use strict;
use warnings FATAL => 'all';

use CvFaults;
use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $faults = CvFaults->new;
my $node = CvNode->create('main', start => 0, conf => q{
checkpoint_timeout = '1h'
wal_keep_size = '1GB'
});
$faults->start($node);
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->create_events('a');
my $next = 1;
my $segment_size = 16 * 1024 * 1024;

sub insert_rows
{
	$node->insert_orders($next, $next + 999);
	$node->insert_events('a', $next, $next + 999);
	$next += 1000;
	return;
}

# patch(file, offset, bytes)
sub patch
{
	my ($file, $offset, $bytes) = @_;
	open my $handle, '+<:raw', $file or die "cannot open $file: $!";
	sysseek $handle, $offset, 0;
	syswrite $handle, $bytes;
	close $handle;
	return;
}

my %harm = (
	'damaged' => sub { patch($_[0], $_[1] + 500 * $_, 'no record at all') for 0 .. 30; },
	'a page is zeroed' => sub { patch($_[0], $_[1] - $_[1] % 8192, "\0" x 16384); },
	'zeroed' => sub { patch($_[0], 0, "\0" x $segment_size); },
	'of another time' => sub { patch($_[0], 0, slurp_file($_[2])); },
	'cut' => sub { truncate $_[0], $_[1] or die "cannot cut: $!"; },
	'empty' => sub { truncate $_[0], 0 or die "cannot cut: $!"; },
	'gone' => sub { unlink $_[0] or die "cannot unlink: $!"; },
	'out of reach' => sub { chmod 0, $_[0]; },
	'on a disk that cannot read' => sub { $faults->set(unreadable => $_[3]); });
insert_rows();
$node->orders_ok('before');
for my $harm (sort keys %harm)
{
	$node->set_enabled(0);
	my ($segment, $offset) = split /\|/, $node->safe_psql('postgres', 'SELECT (pg_walfile_name_offset(pg_current_wal_lsn())).*');
	insert_rows();
	# the server itself does not need this segment any more
	$node->safe_psql('postgres', 'SELECT pg_switch_wal()');
	$node->safe_psql('postgres', 'CHECKPOINT');
	my $other = $node->safe_psql('postgres', 'SELECT pg_walfile_name(pg_current_wal_lsn())');
	my $folder = $node->data_dir . '/pg_wal';
	$harm{$harm}->("$folder/$segment", $offset + 8192, "$folder/$other", $segment);
	insert_rows();
	my $log_end = $node->log_end;
	$node->set_enabled(1);
	$node->wait_for_log(qr/can no longer be read for continuous views/, $log_end);
	$node->orders_ok("WAL is $harm");
	my $pid = $node->wait_for_worker;
	insert_rows();
	$node->orders_ok("WAL was $harm, new rows");
	$node->events_ok('a', "WAL was $harm, another view");
	is($node->worker_pid, $pid, '... by the same worker');
	$faults->set;
	chmod 0600, "$folder/$segment" if $harm eq 'out of reach';
}
unlike(slurp_file($node->logfile), qr/PANIC|terminated by signal|exited with exit code 1.*pg_continuous worker/, 'no worker has crashed');

$node->restart;
insert_rows();
$node->orders_ok('after a restart');

$node->stop;
done_testing();
