# Joined tables: a large one costs a row no more than a look-up; their locks make
# one view wait and no other; a dump has the views, with all that they join.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "autovacuum = off\ncontinuous.on_restore = wait");
$node->safe_psql('postgres', q{
CREATE EXTENSION IF NOT EXISTS pg_continuous;
CREATE TABLE dim (id int PRIMARY KEY, name text);
INSERT INTO dim SELECT i, 'n' || i % 7 FROM generate_series(1, 100000) i;
CREATE TABLE part (id int PRIMARY KEY, name text) PARTITION BY HASH (id);
CREATE TABLE part_0 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE part_1 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO part SELECT i, 'p' || i % 3 FROM generate_series(1, 100) i;
CREATE VIEW dim_view AS SELECT * FROM dim;
ANALYZE dim, part;
CREATE TABLE o (ts timestamptz, id int, v int);
CREATE TABLE neighbour (ts timestamptz);
CREATE CONTINUOUS VIEW joined AS
	SELECT window_start, d.name, p.name AS part, sum(o.v) AS s, count(*) AS n
	FROM o JOIN dim_view d ON d.id = o.id LEFT JOIN part p ON p.id = o.id
	GROUP BY tumble(o.ts, '1 hour'), d.name, p.name;
CREATE CONTINUOUS VIEW beside AS SELECT window_start, count(*) AS n FROM neighbour GROUP BY tumble(ts, '1 hour');
});
my $query = q{SELECT date_trunc('hour', ts), d.name, p.name, sum(v), count(*) FROM o JOIN dim d USING (id) LEFT JOIN part p USING (id) GROUP BY 1, 2, 3};

sub joined_ok
{
	my ($name, $database) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$node->sync('joined', $database // 'postgres');
	$node->oracle_ok('SELECT * FROM joined', $query, $name, $database // 'postgres');
	return;
}

# scans of the dimension table, as the worker has reported them
sub scans
{
	return $node->safe_psql('postgres', "SELECT coalesce(seq_scan, 0) || ' ' || coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'dim'");
}

joined_ok('nothing yet');
$node->safe_psql('postgres', "SELECT pg_stat_reset_single_table_counters('dim'::regclass)");
for my $i (1 .. 5)
{
	$node->safe_psql('postgres', "INSERT INTO o VALUES ('2026-01-01Z', $i, $i)");
	$node->sync('joined');
}
# the worker reports once a second at most, after a batch
ok($node->poll_query_until('postgres', q{
WITH i AS (INSERT INTO o VALUES ('2026-01-01Z', 6, 6) RETURNING id)
SELECT idx_scan > 0 FROM pg_stat_user_tables, i WHERE relname = 'dim'}), 'a row is looked up by index');
like(scans(), qr/^0 /, 'the large table is not read for a batch of few rows');
joined_ok('batches of one row');
$node->safe_psql('postgres', "INSERT INTO o SELECT '2026-01-01Z', i % 120000, i FROM generate_series(1, 40000) i");
joined_ok('a batch of many rows');

# whoever locks a joined table, a partition, an index or a view of it
for my $lock ('LOCK TABLE dim', 'LOCK TABLE part_1', 'LOCK TABLE part', 'LOCK TABLE dim_view',
	'ALTER TABLE dim ADD extra int; ALTER TABLE dim DROP extra', 'REINDEX TABLE part_0', 'TRUNCATE part_0')
{
	my $session = $node->background_psql('postgres');

	$session->query_safe("BEGIN; $lock");
	$node->safe_psql('postgres', "INSERT INTO o VALUES ('2026-01-01 05:00Z', 5, 1); INSERT INTO neighbour VALUES ('2026-01-01Z')");
	$node->sync('beside');
	$node->oracle_ok('SELECT n FROM beside', 'SELECT count(*) FROM neighbour', "the neighbour goes on, with $lock");
	$node->oracle_ok('SELECT sum(n) FROM joined', q{SELECT sum(n) FROM joined_results}, "the view can be read, with $lock");
	$session->query_safe('ROLLBACK');
	$session->quit;
	joined_ok("afterwards, with $lock");
}

# a joined table is no input: its own rows come by the WAL of others, and count nothing
$node->safe_psql('postgres', q{
INSERT INTO dim SELECT i, 'late' FROM generate_series(100001, 100100) i;
VACUUM FULL dim;
DELETE FROM dim WHERE id > 100000;
});
joined_ok('what happens to joined tables changes nothing');
$node->restart;
$node->safe_psql('postgres', "INSERT INTO o VALUES ('2026-01-01 05:00Z', 7, 1)");
joined_ok('after a restart');

# dumps
my $dump = $node->basedir . '/joins.sql';
$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_dump', '-f', $dump, 'postgres' ], 'pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE copy');
$node->PostgreSQL::Test::Cluster::command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $dump, 'copy' ], 'the dump restores');
$node->safe_psql('copy', "SELECT continuous.resume('joined')");
$node->safe_psql('copy', "INSERT INTO o VALUES ('2026-01-01 05:00Z', 8, 1)");
joined_ok('a restored view goes on', 'copy');
$node->safe_psql('copy', "SELECT continuous.rebuild('joined')");
joined_ok('and is rebuilt', 'copy');

$node->safe_psql('postgres', 'DROP TABLE dim CASCADE');
is($node->safe_psql('postgres', "SELECT count(*) FROM pg_class WHERE relname ~ '^joined'"), '0', 'DROP TABLE ... CASCADE takes the view along');
$node->stop;
done_testing();
