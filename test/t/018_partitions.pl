# Inputs of many files: partitions and inheritance children that come, go and
# come back, with rows in them, while the worker follows, is away, or the view
# is paused.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my $next = 1;

# statements that insert the next 50 events into a table
sub insert_into
{
	my ($table) = @_;
	my $sql = CvNode::events_sql($table, 'p', $next, $next + 49);
	$next += 50;
	return $sql;
}

# how(sql ...) -- each in a transaction of its own, while the worker follows,
# while it is away, or while the view is paused; then the view is complete
my $mode = 'follow';
sub step
{
	my ($name, @statements) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$node->sync('p_view');
	$node->set_enabled(0) if $mode eq 'away';
	$node->safe_psql('postgres', q{SELECT continuous.pause('p_view')}) if $mode eq 'paused';
	for my $statement (@statements)
	{
		$node->safe_psql('postgres', "BEGIN; $statement; COMMIT");
		# each is seen alone
		$node->sync('p_view') if $mode eq 'step by step';
	}
	$node->set_enabled(1) if $mode eq 'away';
	$node->safe_psql('postgres', q{SELECT continuous.resume('p_view')}) if $mode eq 'paused';
	$node->events_ok('p', "$name ($mode)");
	return;
}

for ('step by step', 'follow', 'paused', 'away')
{
	$mode = $_;
	$next = 1;
	$node->create_events('p', storage => 'PARTITION BY LIST (key)');
	$node->safe_psql('postgres', q{
CREATE TABLE p_rest PARTITION OF p DEFAULT;
CREATE TABLE p_free (note text, value int, gone int, key int, at timestamptz, id bigint);
ALTER TABLE p_free DROP gone;
});
	step('a default partition', insert_into('p'));
	step('a new leaf, with rows in the same transaction',
		'DELETE FROM p_rest; CREATE TABLE p_1 PARTITION OF p FOR VALUES IN (1); ' . insert_into('p'), insert_into('p'));
	step('a leaf with other columns, attached with rows',
		q{DELETE FROM p_rest; ALTER TABLE p_free DROP note; }
		. q{INSERT INTO p_free (id, at, key, value) SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 minute', 2, i FROM generate_series(1, 50) i; }
		. q{INSERT INTO p_twin (id, at, key, value) SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 minute', 2, i FROM generate_series(1, 50) i},
		'ALTER TABLE p ATTACH PARTITION p_free FOR VALUES IN (2)', insert_into('p'));
	step('attached and filled by one transaction', 'CREATE TABLE p_3 (LIKE p); DELETE FROM p_rest; '
		  . q{INSERT INTO p_3 SELECT i, timestamptz '2024-06-03 00:00Z', 3, i FROM generate_series(1, 50) i; INSERT INTO p_twin SELECT i, timestamptz '2024-06-03 00:00Z', 3, i FROM generate_series(1, 50) i;}
		  . 'ALTER TABLE p ATTACH PARTITION p_3 FOR VALUES IN (3); ' . insert_into('p'));
	step('attached, rolled back to, attached', 'SAVEPOINT a; ALTER TABLE p DETACH PARTITION p_3; ROLLBACK TO a; ' . insert_into('p'));

	# comes back with what it had and more; meanwhile it is none of ours
	$node->safe_psql('postgres', insert_into('p'));
	$node->sync('p_view');
	step('detached', 'ALTER TABLE p DETACH PARTITION p_1', 'DELETE FROM p_rest', insert_into('p'));
	# rows of a leaf that leaves before they were consumed do not count, until it
	# is back
	step('attached again, with rows it got meanwhile',
		q{INSERT INTO p_1 SELECT i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i; INSERT INTO p_twin SELECT i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i},
		'DELETE FROM p_rest', 'ALTER TABLE p ATTACH PARTITION p_1 FOR VALUES IN (1)', insert_into('p'));
	if ($mode eq 'follow')
	{
		# detached, it is an ordinary table: nobody sees what happens to its rows
		$node->safe_psql('postgres', 'ALTER TABLE p DETACH PARTITION p_1; UPDATE p_1 SET value = value + 1; ALTER TABLE p ATTACH PARTITION p_1 FOR VALUES IN (1)');
		$node->wait_for_state('p_view', 'stopped');
		like($node->stat_of('p_view', 'error'), qr/append-only/, 'updated while detached: the view stops');
		$node->safe_psql('postgres', q{TRUNCATE p_twin; INSERT INTO p_twin (id, at, key, value) SELECT id, at, key, value FROM p; SELECT continuous.rebuild('p_view')});
		$node->events_ok('p', 'rebuilt');
	}
	step('detached and attached by one transaction', 'ALTER TABLE p DETACH PARTITION p_1; ALTER TABLE p ATTACH PARTITION p_1 FOR VALUES IN (1); ' . insert_into('p'));
	$node->safe_psql('postgres', 'DROP TABLE p_rest');
	step('without a default partition', 'CREATE TABLE p_others PARTITION OF p FOR VALUES IN (0, 4, 5, 6)', insert_into('p'));
	$node->safe_psql('postgres', 'ALTER TABLE p DETACH PARTITION p_1 CONCURRENTLY');
	step('detached concurrently', 'CREATE TABLE p_1b PARTITION OF p FOR VALUES IN (1); ' . insert_into('p'));
	step('dropped, and another made in its place', 'DROP TABLE p_1b; CREATE TABLE p_1c PARTITION OF p FOR VALUES IN (1)', insert_into('p'));

	# partitions of partitions
	step('a tree attached',
		'ALTER TABLE p DETACH PARTITION p_1c; '
		. 'CREATE TABLE p_tree (LIKE p) PARTITION BY RANGE (id); CREATE TABLE p_tree_low PARTITION OF p_tree FOR VALUES FROM (0) TO (1000); '
		. q{INSERT INTO p_tree SELECT i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i; INSERT INTO p_twin SELECT i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i},
		'ALTER TABLE p ATTACH PARTITION p_tree FOR VALUES IN (1)', insert_into('p'));
	step('a leaf more in the tree', 'CREATE TABLE p_tree_high PARTITION OF p_tree FOR VALUES FROM (1000) TO (1000000); '
		  . q{INSERT INTO p SELECT 2000 + i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i; INSERT INTO p_twin SELECT 2000 + i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i},
		insert_into('p'));
	step('the tree detached', 'ALTER TABLE p DETACH PARTITION p_tree',
		q{INSERT INTO p_tree SELECT i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i; INSERT INTO p_twin SELECT i, timestamptz '2024-06-03 00:00Z', 1, i FROM generate_series(1, 50) i},
		'ALTER TABLE p ATTACH PARTITION p_tree FOR VALUES IN (1)');
	step('TRUNCATE of one leaf', 'TRUNCATE p_others; ' . insert_into('p'));
	step('TRUNCATE of all', 'TRUNCATE p; ' . insert_into('p'), insert_into('p'));
	$node->safe_psql('postgres', 'VACUUM FULL p');
	step('VACUUM FULL of all', insert_into('p'));

	# what is made a part of the input must be readable, and is guarded
	for my $what ('CREATE UNLOGGED TABLE p_u PARTITION OF p FOR VALUES IN (8)',
		'CREATE UNLOGGED TABLE p_u (LIKE p); ALTER TABLE p ATTACH PARTITION p_u FOR VALUES IN (8)')
	{
		my ($code, $out, $err) = $node->psql('postgres', "BEGIN; $what");
		like($err, qr/cannot be a part of "p"/, "$what is refused");
	}
	for my $leaf (qw(p p_free p_3 p_tree p_tree_low p_others))
	{
		my ($code, $out, $err) = $node->psql('postgres', "UPDATE $leaf SET value = 0");
		like($err, qr/append-only/, "UPDATE of $leaf is refused");
	}
	my ($code, $out, $err) = $node->psql('postgres', 'UPDATE p SET key = 4 WHERE key = 3');
	like($err, qr/append-only/, 'moving rows is refused');
	$node->drop_events('p');
	$node->safe_psql('postgres', 'DROP TABLE IF EXISTS p_1, p_1c, p_free');
}

# inheritance: children count with FROM t, and do not with FROM ONLY t
for ('step by step', 'away')
{
	$mode = $_;
	$next = 1;
	$node->create_events('p');
	# found through pg_class.relhassubclass, which the first child sets
	step('before the first child', insert_into('p'));
	step('the first child, with rows', 'CREATE TABLE c1 () INHERITS (p); ' . insert_into('c1'), insert_into('c1'), insert_into('p'));
	step('a child with more columns, and a grandchild', 'CREATE TABLE c2 (more text) INHERITS (p); CREATE TABLE c3 () INHERITS (c2); '
		  . insert_into('c3'), insert_into('c2'));
	step('parents become one', 'CREATE TABLE c4 (value int, key int, at timestamptz, id bigint); ' . insert_into('c4'),
		'ALTER TABLE c4 INHERIT p', insert_into('c4'));
	step('no longer a child', 'ALTER TABLE c4 NO INHERIT p', insert_into('p'));
	step('a child again', 'ALTER TABLE c4 INHERIT p', insert_into('c4'));
	step('dropped', 'DROP TABLE c1', insert_into('p'));
	for my $leaf (qw(p c2 c3 c4))
	{
		my ($code, $out, $err) = $node->psql('postgres', "UPDATE ONLY $leaf SET value = 0");
		like($err, qr/append-only/, "UPDATE of $leaf is refused");
	}
	$node->safe_psql('postgres', 'DROP VIEW p_view');
	$node->create_events_view('p', from => 'ONLY p');
	$node->safe_psql('postgres', 'TRUNCATE p_twin; INSERT INTO p_twin SELECT * FROM ONLY p');
	$node->events_ok('p', 'FROM ONLY');
	$node->safe_psql('postgres', 'INSERT INTO c2 (id, at, key) SELECT i, now(), 1 FROM generate_series(1, 100) i; UPDATE c2 SET key = 2');
	step('rows of children do not count with ONLY', insert_into('p'));
	$node->safe_psql('postgres', 'DROP VIEW p_view; DROP TABLE p, p_twin CASCADE');
}

# more transactions than one batch takes, all in one leaf; behind them another
# leaf gets a new file, and rows in that: the first batch must not pass them over
$node->create_events('p', storage => 'PARTITION BY LIST (key)');
$node->safe_psql('postgres', q{
CREATE TABLE p_1 PARTITION OF p FOR VALUES IN (1) WITH (autovacuum_enabled = off);
CREATE TABLE p_2 PARTITION OF p FOR VALUES IN (2);
INSERT INTO p SELECT i, '2024-06-03 00:00Z', 2, i FROM generate_series(1, 100) i;
INSERT INTO p_twin TABLE p;
SELECT continuous.sync('p_view');
SELECT continuous.pause('p_view');
SET synchronous_commit = off;
DO $$ BEGIN FOR n IN 1 .. 50100 LOOP INSERT INTO p_1 SELECT n, '2024-06-03 00:00Z', 1, n; COMMIT; END LOOP; END $$;
INSERT INTO p_twin TABLE p_1;
VACUUM FULL p_2;
INSERT INTO p SELECT i, '2024-06-03 00:00Z', 2, i FROM generate_series(101, 200) i;
INSERT INTO p_twin SELECT i, '2024-06-03 00:00Z', 2, i FROM generate_series(101, 200) i;
SELECT continuous.resume('p_view')});
$node->events_ok('p', 'a new file behind more transactions than a batch takes');
$node->safe_psql('postgres', 'INSERT INTO p SELECT i, \'2024-06-03 00:00Z\', 2, i FROM generate_series(201, 300) i; INSERT INTO p_twin SELECT i, \'2024-06-03 00:00Z\', 2, i FROM generate_series(201, 300) i');
$node->events_ok('p', '... and afterwards');

$node->stop;
done_testing();
