# Files that cannot be read, of the input, of the results, of our own tables: the
# view waits with that error, others go on; readable again, nothing is lost.
use strict;
use warnings FATAL => 'all';

use CvFaults;
use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $faults = CvFaults->new;
my $node = CvNode->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale', '--data-checksums' ]);
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'pg_continuous'
continuous.flush_interval = '10ms'
continuous.state_memory = '16MB'
autovacuum = off
timezone = 'UTC'
});
$faults->start($node);
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
$node->create_orders;
$node->create_events('a');
my ($next, $next_order) = (1, 1);

sub insert_rows
{
	$node->insert_events('a', $next, $next + 999);
	$next += 1000;
	return;
}

sub neighbour_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$node->insert_orders($next_order, $next_order + 99);
	$next_order += 100;
	$node->orders_ok("$name, the other view");
	return;
}

sub file_of
{
	my ($relation) = @_;
	return $node->safe_psql('postgres', "SELECT pg_relation_filepath('$relation'::regclass)");
}

insert_rows();
$node->events_ok('a', 'before');
neighbour_ok('before');

# the disk says no; a restart, so that nothing is in memory
for my $relation (qw(a a_view_results a_view_results_pkey))
{
	my $path = file_of($relation);
	# rows that are read after the restart; their pages are on disk
	$node->set_enabled(0);
	insert_rows();
	$node->stop;
	$faults->start($node);
	$faults->set(unreadable => $path);
	$node->set_enabled(1);
	$node->wait_for_state('a_view', 'retrying');
	like($node->stat_of('a_view', 'error'), qr/could not read block.*Input\/output error/, "$relation cannot be read: the view says why it waits");
	neighbour_ok("$relation cannot be read");
	$faults->set;
	$node->events_ok('a', "$relation can be read again");
}

sub write_file
{
	my ($file, $content) = @_;
	open my $handle, '>:raw', $file or die "cannot write $file: $!";
	print $handle $content;
	close $handle;
	return;
}

# our own tables: if the worker cannot know its views, it begins anew, and again
for my $relation (qw(continuous.view continuous.position continuous.status))
{
	my $path = file_of($relation);
	$node->safe_psql('postgres', q{SELECT continuous.pause('a_view'); SELECT continuous.resume('a_view')});
	$node->set_enabled(0);
	insert_rows();
	$node->stop;
	$faults->start($node);
	$faults->set(unreadable => $path);
	my $log_end = $node->log_end;
	$node->set_enabled(1);
	$node->wait_for_log(qr/could not read block/, $log_end);
	$faults->set;
	$node->events_ok('a', "$relation can be read again");
}

# damaged and gone; afterwards it comes from a backup
my %harm = (
	damaged => sub {
		my ($file) = @_;
		my $content = slurp_file($file);
		substr($content, $_ * 8192 + 5000, 64, 'this was not there before' x 2 . 'never, never !') for 0 .. length($content) / 8192 - 1;
		write_file($file, $content);
	},
	gone => sub { unlink $_[0] or die "cannot unlink: $!"; });
for my $relation (qw(a a_view_results))
{
	for my $harm (sort keys %harm)
	{
		$node->set_enabled(0);
		my $file = $node->data_dir . '/' . file_of($relation);
		insert_rows();
		$node->stop;
		my $content = slurp_file($file);
		$harm{$harm}->($file);
		$faults->start($node);
		$node->set_enabled(1);
		$node->wait_for_state('a_view', 'retrying');
		like($node->stat_of('a_view', 'error'), qr/invalid page|could not open file/, "$relation is $harm: the view says why it waits");
		neighbour_ok("$relation is $harm");

		$node->stop;
		write_file($file, $content);
		$faults->start($node);
		$node->events_ok('a', "$relation was $harm and is mended");
	}
}

# a file of the input that was cut looks as if VACUUM had cut it: no error, and
# when the rows are there again, only rebuild() can know
$node->set_enabled(0);
insert_rows();
my $file = $node->data_dir . '/' . file_of('a');
$node->stop;
my $content = slurp_file($file);
truncate $file, 8192 or die "cannot cut: $!";
$faults->start($node);
$node->set_enabled(1);
$node->sync('a_view');
neighbour_ok('a is cut');
$node->stop;
write_file($file, $content);
$faults->start($node);
$node->safe_psql('postgres', q{SELECT continuous.rebuild('a_view')});
$node->events_ok('a', 'a was cut, is mended and rebuilt');

# our own rows, spoilt by a superuser
for my $harm (q{position SET detail = '\x00ffffffffffffffffffff'}, q{position SET detail = substr(detail, 1, length(detail) - 1)},
	q{position SET phase = 'x'}, q{status SET advance_at = '{0/1}', advance_to = '{}'}, q{status SET advance_at = '{NULL}', advance_to = '{NULL}'})
{
	my ($table) = $harm =~ /^(\w+)/;
	$node->safe_psql('postgres', q{SELECT continuous.pause('a_view'); SELECT continuous.resume('a_view')});
	$node->set_enabled(0);
	insert_rows();
	$node->safe_psql('postgres', qq{
DROP TABLE IF EXISTS saved;
CREATE TABLE saved AS SELECT * FROM continuous.$table WHERE view = 'a_view'::regclass;
UPDATE continuous.$harm WHERE view = 'a_view'::regclass});
	$node->set_enabled(1);
	$node->wait_for_state('a_view', 'retrying');
	like($node->stat_of('a_view', 'error'), qr/damaged|corrupt|unknown/, "$harm: the view says why it waits: " . $node->stat_of('a_view', 'error'));
	neighbour_ok($harm);
	my ($code, $out, $err) = $node->psql('postgres', q{SELECT * FROM continuous.views; SELECT continuous.watermark('revenue')});
	is($err, '', "$harm: what is known of others can be seen");
	$node->safe_psql('postgres', qq{
BEGIN;
DELETE FROM continuous.$table WHERE view = 'a_view'::regclass;
INSERT INTO continuous.$table SELECT * FROM saved;
COMMIT});
	$node->events_ok('a', "$harm, and mended");

	# what cannot be mended can be rebuilt
	$node->safe_psql('postgres', "UPDATE continuous.$harm WHERE view = 'a_view'::regclass; SELECT continuous.rebuild('a_view')");
	$node->events_ok('a', "$harm, and rebuilt");
}

# gone altogether, under a running worker
$node->safe_psql('postgres', q{DELETE FROM continuous.position WHERE view = 'a_view'::regclass; DELETE FROM continuous.status});
insert_rows();
neighbour_ok('a position is gone');
$node->safe_psql('postgres', q{SELECT continuous.rebuild('a_view')});
$node->events_ok('a', 'a position was gone, and the view is rebuilt');

$node->stop;
done_testing();
