# Files of the input that are replaced or emptied: while rows wait to be
# consumed, while the worker is away, by programs nobody knows.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "allow_in_place_tablespaces = on");
$node->safe_psql('postgres', q{CREATE TABLESPACE other LOCATION ''});
$node->create_events('t');
$node->safe_psql('postgres', 'ALTER TABLE t ADD extra int');
$node->safe_psql('postgres', 'CREATE INDEX t_id ON t (id DESC)');

my $next = 1;
sub insert { $node->insert_events('t', $next, $next + 99); $next += 100; return; }

# the same rows, in one transaction with something before them
sub insert_after
{
	my ($command) = @_;
	$node->safe_psql('postgres', "BEGIN; $command; " . CvNode::events_sql(undef, 't', $next, $next + 99) . ' COMMIT');
	$next += 100;
	return;
}

my %commands = (
	'VACUUM FULL' => ['VACUUM FULL t'],
	'CLUSTER' => ['CLUSTER t USING t_id'],
	'CLUSTER again' => ['CLUSTER'],
	'SET TABLESPACE' => ['ALTER TABLE t SET TABLESPACE other'],
	'SET TABLESPACE back' => ['ALTER TABLE ALL IN TABLESPACE other SET TABLESPACE pg_default'],
	'TRUNCATE' => ['TRUNCATE t'],
	'TRUNCATE, VACUUM FULL, TRUNCATE' => ['TRUNCATE t', 'VACUUM FULL t', 'TRUNCATE t'],
	'DELETE' => ['DELETE FROM t', 'VACUUM t'],
);

# while the worker follows; rows before and after it
insert();
for my $name (sort keys %commands)
{
	$node->events_ok('t', "before $name");
	$node->safe_psql('postgres', $_) for @{ $commands{$name} };
	insert();
	$node->events_ok('t', "$name while the worker follows");
}

# while it is away; what the command does not remove waits to be consumed, as
# do rows that came after
for my $name (sort keys %commands)
{
	$node->events_ok('t', "before $name");
	$node->set_enabled(0);
	insert() unless $name =~ /TRUNCATE|DELETE/;
	$node->safe_psql('postgres', $_) for @{ $commands{$name} };
	insert();
	$node->set_enabled(1);
	$node->events_ok('t', "$name while the worker was away");
}

# while the view is paused, but the worker reads on
for my $name (sort keys %commands)
{
	$node->events_ok('t', "before $name");
	$node->safe_psql('postgres', q{SELECT continuous.pause('t_view')});
	insert() unless $name =~ /TRUNCATE|DELETE/;
	$node->safe_psql('postgres', $_) for @{ $commands{$name} };
	insert();
	$node->safe_psql('postgres', q{SELECT continuous.resume('t_view')});
	$node->events_ok('t', "$name while the view was paused");
}

# in one transaction with rows
for my $command ('TRUNCATE t', 'TRUNCATE t_twin2, t', 'TRUNCATE t; TRUNCATE t',
	'SAVEPOINT a; TRUNCATE t; ROLLBACK TO a', 'TRUNCATE t; SAVEPOINT a; TRUNCATE t; RELEASE a',
	'CLUSTER t USING t_id', 'ALTER TABLE t SET TABLESPACE other')
{
	$node->safe_psql('postgres', 'CREATE TABLE IF NOT EXISTS t_twin2 (a int)');
	insert_after($command);
	insert();
	$node->events_ok('t', "rows in one transaction with $command");
}
insert_after('TRUNCATE t RESTART IDENTITY CASCADE');
$node->events_ok('t', 'TRUNCATE CASCADE');

# unconsumed rows that are gone before anybody looks are not counted, the
# consumed ones stay
for my $command ('TRUNCATE t', 'DELETE FROM t', 'DELETE FROM t; VACUUM t')
{
	$node->events_ok('t', 'before');
	$node->safe_psql('postgres', q{SELECT continuous.pause('t_view')});
	$node->safe_psql('postgres', q{INSERT INTO t SELECT i, '2024-06-03 00:00Z', 1, 1 FROM generate_series(1, 1000) i});
	$node->safe_psql('postgres', $_) for split /; /, $command;
	insert();
	$node->safe_psql('postgres', q{SELECT continuous.resume('t_view')});
	$node->events_ok('t', "$command of rows not consumed");
}

# inserted and deleted by one transaction: never a row
$node->safe_psql('postgres', q{BEGIN; INSERT INTO t SELECT i, '2024-06-03 00:00Z', 1, 1 FROM generate_series(1, 100) i; DELETE FROM t WHERE at = '2024-06-03 00:00Z'; COMMIT});
insert();
$node->events_ok('t', 'inserted and deleted by one transaction');

# many changes: notes of those that every view has seen go away, but not as long
# as one needs them to find its way
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW other AS SELECT window_start, count(*) AS n FROM t GROUP BY tumble(at, interval '1 hour');
SELECT continuous.sync('other');
SELECT continuous.pause('other')});
$node->wait_for_state('other', 'paused');
$node->safe_psql('postgres', 'VACUUM FULL t') for 1 .. 35;
insert();
$node->events_ok('t', 'another view is paused');
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM continuous.file_change'), '>=', 35, 'its notes are kept');
$node->safe_psql('postgres', q{SELECT continuous.resume('other'); SELECT continuous.sync('other')});
$node->oracle_ok('TABLE other', q{SELECT date_bin('1 hour', at, '2000-01-03Z'), count(*) FROM t GROUP BY 1}, 'the other view finds its way from file to file');
is($node->safe_psql('postgres', 'SELECT count(*) FROM continuous.file_change'), '0', 'then no note is left');
$node->safe_psql('postgres', 'DROP VIEW other');

# rolled back: the file that was there stays
$node->safe_psql('postgres', q{BEGIN; TRUNCATE t; INSERT INTO t SELECT i, '2024-06-03 00:00Z', 1, 1 FROM generate_series(1, 100) i; ROLLBACK});
insert();
$node->events_ok('t', 'TRUNCATE rolled back');

# who rewrites the table behind our back stops the view, and a rebuild mends it
sub stops_ok
{
	my ($name, $hint) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$node->wait_for_state('t_view', 'stopped');
	like($node->stat_of('t_view', 'error'), $hint, "$name stops the view");
	$node->safe_psql('postgres', q{TRUNCATE t_twin; INSERT INTO t_twin SELECT id, at, key, value FROM t; SELECT continuous.rebuild('t_view')});
	$node->events_ok('t', "$name, rebuilt");
	return;
}

my $rewrite = q{
BEGIN;
CREATE TABLE copy AS TABLE t;
LOCK t;
UPDATE pg_class a SET relfilenode = b.relfilenode, reltablespace = b.reltablespace FROM pg_class b
 WHERE a.relname IN ('t', 'copy') AND b.relname IN ('t', 'copy') AND a.oid <> b.oid;
COMMIT;
};
$node->safe_psql('postgres', "SET allow_system_table_mods = on; $rewrite");
stops_ok('a program that swaps files', qr/replaced by an unknown program/);
$node->safe_psql('postgres', 'DROP TABLE copy');

$node->set_enabled(0);
$node->safe_psql('postgres', "SET allow_system_table_mods = on; $rewrite");
insert();
$node->set_enabled(1);
stops_ok('a program that swaps files while the worker is away', qr/replaced by an unknown program/);
$node->safe_psql('postgres', 'DROP TABLE copy');

# rewrites are refused, also where event triggers do not fire
for my $off ('', 'SET session_replication_role = replica;',
	'ALTER EVENT TRIGGER pg_continuous_refuse_rewrite DISABLE;')
{
	for my $command ('ALTER TABLE t ALTER extra TYPE bigint', 'ALTER TABLE t SET UNLOGGED',
		'ALTER TABLE t ADD x timestamptz DEFAULT clock_timestamp()')
	{
		my ($code, $out, $err) = $node->psql('postgres', "$off $command");
		like($err, qr/cannot (rewrite|change)|append-only|input of a continuous view/, "$off $command is refused");
	}
}
insert();
$node->events_ok('t', 'after refused rewrites');

# UPDATE is refused; who gets past the guard stops the view
for my $off ('', 'SET session_replication_role = replica;')
{
	for my $command ('UPDATE t SET value = 0', 'UPDATE ONLY t SET key = 1 WHERE ctid = (SELECT max(ctid) FROM t)',
		'MERGE INTO t USING (VALUES (1)) v ON true WHEN MATCHED THEN UPDATE SET value = 1')
	{
		my ($code, $out, $err) = $node->psql('postgres', "$off $command", on_error_stop => 1);
		like($err, qr/append-only/, "$off $command is refused");
	}
}
$node->safe_psql('postgres', 'TRUNCATE t_twin; INSERT INTO t_twin SELECT id, at, key, value FROM t; SELECT continuous.rebuild(\'t_view\')');
$node->events_ok('t', 'rebuilt');

my $update = 'ALTER TABLE t DISABLE TRIGGER ALL; UPDATE t SET value = value + 1 WHERE id = (SELECT max(id) FROM t); '
  . 'ALTER TABLE t ENABLE TRIGGER ALL';
my $guard = $node->safe_psql('postgres', q{SELECT quote_ident(tgname) FROM pg_trigger WHERE tgrelid = 't'::regclass AND NOT tgisinternal});
$update .= "; ALTER TABLE t ENABLE ALWAYS TRIGGER $guard" if $guard ne '';
$node->safe_psql('postgres', $update);
stops_ok('UPDATE without the guard', qr/updated although it is append-only/);

$node->safe_psql('postgres', q{SELECT continuous.pause('t_view')});
$node->safe_psql('postgres', $update);
insert();
$node->safe_psql('postgres', q{SELECT continuous.resume('t_view')});
stops_ok('UPDATE while the view was paused', qr/updated although it is append-only/);

$node->set_enabled(0);
$node->safe_psql('postgres', $update);
insert();
$node->set_enabled(1);
stops_ok('UPDATE while the worker was away', qr/updated although it is append-only/);

# rolled back, it has done nothing
$node->safe_psql('postgres', "BEGIN; $update; ROLLBACK");
insert();
$node->events_ok('t', 'UPDATE rolled back');

# a scan that is over keeps no lock; nor does a worker that is gone
$node->safe_psql('postgres', 'VACUUM FULL t');
insert();
$node->events_ok('t', 'scanned once more');
my $locks = q{SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass};
is($node->safe_psql('postgres', $locks), 0, 'no lock is left after the scan');
$node->set_enabled(0);
is($node->safe_psql('postgres', $locks), 0, 'no lock is left of the worker');

$node->stop;
done_testing();
