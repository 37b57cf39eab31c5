# A group that collects too much stops its view, and nothing else: until the
# limit is raised. A batch that is rolled back because of rows that fail has
# collected nothing. A dump has what was collected, and numbers go on behind.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
continuous.on_restore = wait
continuous.collected_inline = 64
continuous.collected_limit = '2kB'
});
my $folder = $node->basedir;
my $one_shot = q{SELECT trim(trailing ';' FROM continuous.one_shot('%s'))};

# a program of PostgreSQL, on this server
sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

sub oracle_of
{
	my ($view, $database) = @_;
	return $node->safe_psql($database // 'postgres', sprintf($one_shot, $view));
}

$node->safe_psql('postgres', q{
CREATE TABLE ev (at timestamptz, k text, x int);
CREATE CONTINUOUS VIEW large AS SELECT window_start, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS p50, count(*) AS n
  FROM ev GROUP BY tumble(at, '1 hour'), k;
CREATE CONTINUOUS VIEW other AS SELECT window_start, count(*) AS n FROM ev GROUP BY tumble(at, '1 hour');
INSERT INTO ev SELECT '2024-06-03 00:00Z', 'a', i FROM generate_series(1, 100) i;
});
$node->sync('large');
$node->oracle_ok('TABLE large', oracle_of('large'), 'below the limit');
$node->safe_psql('postgres', q{INSERT INTO ev SELECT '2024-06-03 00:00Z', 'a', i FROM generate_series(1, 10000) i});
$node->wait_for_state('large', 'stopped');
is($node->safe_psql('postgres', q{SELECT sqlstate FROM continuous.status WHERE view = 'large'::regclass}), '54000', 'beyond it the view stops');
like($node->stat_of('large', 'error'), qr/collected_limit/, '... and says which setting it is');
$node->sync('other');
is($node->safe_psql('postgres', 'SELECT n FROM other'), '10100', 'others go on');
is($node->safe_psql('postgres', 'SELECT n FROM large'), '100', 'what was written before stays');

$node->safe_psql('postgres', q{SELECT continuous.resume('large')});
$node->wait_for_state('large', 'stopped');
pass('resume() alone does not help');
$node->safe_psql('postgres', q{ALTER SYSTEM SET continuous.collected_limit = '1MB'});
$node->reload;
# the worker may take note of it after a round
$node->poll_query_until('postgres', q{WITH resumed AS MATERIALIZED (SELECT continuous.resume('large'))
SELECT n = 10100 FROM large, resumed}) or die 'the view does not go on';
$node->sync('large');
$node->oracle_ok('TABLE large', oracle_of('large'), 'after the limit was raised it goes on');

# ---- rows that fail: attempts that are rolled back
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW skipping WITH (on_error = skip) AS
SELECT window_start, k, percentile_disc(0.5) WITHIN GROUP (ORDER BY 1000 / x) AS p50, count(DISTINCT x) AS n
  FROM ev GROUP BY tumble(at, '1 hour'), k});
$node->sync('skipping');
foreach my $i (1 .. 5)
{
	$node->safe_psql('postgres', qq{INSERT INTO ev SELECT '2024-06-03 00:30Z', 'b', (i + $i) % 97 FROM generate_series(1, 300) i});
	$node->sync('skipping');
}
$node->oracle_ok('TABLE skipping', q{SELECT timestamptz '2024-06-03 00:00Z', k, percentile_disc(0.5) WITHIN GROUP (ORDER BY 1000 / x), count(DISTINCT x)
	FROM ev WHERE x <> 0 GROUP BY k}, 'rows that fail are left out');
cmp_ok($node->safe_psql('postgres', q{SELECT rows_failed FROM continuous.stats WHERE view = 'skipping'::regclass}), '>=', 15, '... there are some');
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM skipping_collected'), '>', 0, '... and chunks');

# ---- dump and restore
$node->sync('large');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/custom", 'postgres' ], 'pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE copy');
run_ok([ 'pg_restore', '-d', 'copy', "$folder/custom" ], 'pg_restore without an error');
is($node->safe_psql('copy', q{SELECT md5(string_agg(c::text, '' ORDER BY collection, chunk)) FROM large_collected c}),
	$node->safe_psql('postgres', q{SELECT md5(string_agg(c::text, '' ORDER BY collection, chunk)) FROM large_collected c}),
	'what was collected is there');
my $last = $node->safe_psql('copy', 'SELECT max(collection) FROM large_collected');
$node->safe_psql('copy', q{SELECT continuous.resume('large'), continuous.rebuild('skipping')});
$node->safe_psql('copy', q{INSERT INTO ev SELECT '2024-06-03 00:50Z', CASE WHEN i % 2 = 0 THEN 'a' ELSE 'c' END, i FROM generate_series(1, 1000) i});
$node->sync($_, 'copy') foreach qw(large skipping);
$node->oracle_ok('TABLE large', oracle_of('large', 'copy'), 'a restored group goes on from what it had', 'copy');
cmp_ok($node->safe_psql('copy', 'SELECT max(collection) FROM large_collected'), '>', $last, 'new collections have new numbers');
$node->psql('copy', 'DROP TABLE large_collected', stderr => \my $err);
like($err, qr/belongs to continuous view/, 'the table is guarded again');
$node->psql('copy', q{DELETE FROM large_collected}, stderr => \$err);
like($err, qr/belongs to continuous view/, '... and its rows');
$node->safe_psql('copy', 'DROP VIEW large, other, skipping');
is($node->safe_psql('copy', q{SELECT count(*) FROM pg_class WHERE relname ~ '_collected'}), '0', 'DROP VIEW takes it along');

# ---- a restored table that is not what it was
foreach my $change ('DROP INDEX large_collected_window_end_idx', 'ALTER TABLE large_collected ADD other int',
	'DROP TABLE large_collected')
{
	$node->safe_psql('postgres', 'DROP DATABASE copy');
	$node->safe_psql('postgres', 'CREATE DATABASE copy');
	run_ok([ 'pg_restore', '-d', 'copy', "$folder/custom" ], 'restored again');
	$node->safe_psql('copy', $change);
	$node->psql('copy', q{SELECT continuous.resume('large')}, stderr => \$err);
	like($err, qr/cannot be taken up again/, "refused after $change");
}

$node->stop;
done_testing();
