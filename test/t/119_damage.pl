# Stored bytes that are damaged: the view waits and says so, others go on, and
# rebuild() mends it.  The tables are changed on a server without the library,
# as with it nobody but the worker writes them.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

# large groups have chunks
my $node = CvNode->create('main', conf => q{continuous.collected_inline = '256B'});
my %group_by = (
	state => q{GROUP BY k, continuous.tumble(ts, '1 minute')},
	collected => q{GROUP BY k, continuous.tumble(ts, '1 hour')},
	position => q{GROUP BY k, continuous.hop(ts, '30 s', '1 minute')},
	sound => q{GROUP BY k, continuous.tumble(ts, '2 minutes')});
my @damaged = qw(state collected position);

$node->safe_psql('postgres', 'CREATE TABLE ev (ts timestamptz NOT NULL, k int, v int)');
for my $name (sort keys %group_by)
{
	$node->safe_psql('postgres', qq{
		CREATE CONTINUOUS VIEW $name AS
			SELECT k, avg(v) AS a, array_agg(v ORDER BY v) AS l, count(DISTINCT v) AS d
			  FROM ev $group_by{$name}});
}

sub insert_rows
{
	$node->safe_psql('postgres', q{
		INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 s', i % 3, i
		  FROM generate_series(1, 400) i});
	return;
}

# preload(library) -- a restart with it, or without any
sub preload
{
	my ($library) = @_;
	$node->stop;
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$library'");
	$node->start;
	return;
}

# flip(column) -- an expression: its bytes, but for one bit in the middle
sub flip
{
	my ($column) = @_;
	return "set_byte($column, length($column) / 2, get_byte($column, length($column) / 2) # 1)";
}

insert_rows();
$node->sync($_) for sort keys %group_by;
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM collected_collected'),
	'>', 0, 'inputs of a large group are in chunks');

preload('');
$node->safe_psql('postgres', 'UPDATE state_results SET cv_state = ' . flip('cv_state'));
$node->safe_psql('postgres', 'UPDATE collected_collected SET data = ' . flip('data'));
$node->safe_psql('postgres', 'UPDATE continuous.position SET detail = ' . flip('detail')
	  . q{ WHERE view = 'position'::regclass});
preload('pg_continuous');

insert_rows();
$node->sync('sound');
for my $name (@damaged)
{
	$node->wait_for_state($name, 'retrying');
	like($node->stat_of($name, 'error'), qr/of a continuous view is damaged/,
		"a view whose $name is damaged says so");
}

$node->safe_psql('postgres', "SELECT continuous.rebuild('$_')") for @damaged;
for my $name (sort keys %group_by)
{
	$node->sync($name);
	$node->oracle_ok("TABLE $name",
		$node->safe_psql('postgres', "SELECT rtrim(continuous.one_shot('$name'), ';')"),
		"$name is exact");
}

$node->stop;
done_testing();
