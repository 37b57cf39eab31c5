# Whoever wants the worker to be gone, or what it works on, gets it while a
# batch is busy: commands on databases, DROP of everything, a fast shutdown.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes ();

my $node = CvNode->create('main', conf => q{
allow_in_place_tablespaces = on
continuous.flush_interval = '1ms'
});
$node->safe_psql('postgres', q{CREATE TABLESPACE other LOCATION ''});

# a batch of it would take minutes
use constant SLOW => q{
CREATE EXTENSION pg_continuous;
CREATE FUNCTION slow(a int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM pg_sleep(0.01); RETURN a; END $$;
CREATE TABLE slow_input (at timestamptz, value int);
CREATE CONTINUOUS VIEW slow_view AS SELECT window_start, sum(slow(value)) AS total FROM slow_input GROUP BY tumble(at, interval '1 hour');
CREATE TABLE quick_input (at timestamptz, value int);
CREATE CONTINUOUS VIEW quick_view AS SELECT window_start, sum(value) AS total FROM quick_input GROUP BY tumble(at, interval '1 hour');
INSERT INTO quick_input SELECT '2024-06-03 00:00Z', i FROM generate_series(1, 1000) i};
use constant ROWS => 60_000;

sub make_busy
{
	my ($database) = @_;
	$node->safe_psql($database, "INSERT INTO slow_input SELECT '2024-06-03 00:00Z', i FROM generate_series(1, @{[ROWS]}) i");
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = '$database' AND backend_type = 'pg_continuous worker' AND wait_event = 'PgSleep'")
	  or die "no worker is busy in $database";
	return;
}

# soon_ok(what, how) -- it is done long before the batch would be
sub soon_ok
{
	my ($what, $how) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	my $from = Time::HiRes::time();
	$how->();
	cmp_ok(Time::HiRes::time() - $from, '<', 15, "$what does not wait for the batch");
	return;
}

sub make_database
{
	my ($database) = @_;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, SLOW);
	$node->sync('quick_view', $database);
	make_busy($database);
	return;
}

make_database('db');
soon_ok('CREATE DATABASE ... TEMPLATE', sub { $node->safe_psql('postgres', 'CREATE DATABASE copy TEMPLATE db') });
for my $database ('db', 'copy')
{
	$node->safe_psql($database, q{SELECT continuous.pause('slow_view')});
	$node->safe_psql($database, q{INSERT INTO quick_input SELECT '2024-06-03 00:00Z', i FROM generate_series(1, 1000) i});
	$node->sync('quick_view', $database);
	is($node->safe_psql($database, "SELECT total FROM quick_view"), 1_001_000, "views of database $database go on");
	$node->safe_psql($database, q{SELECT continuous.resume('slow_view')});
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = '$database' AND wait_event = 'PgSleep'")
	  or die "no worker is busy in $database";
}
soon_ok('ALTER DATABASE ... RENAME', sub { $node->safe_psql('postgres', 'ALTER DATABASE copy RENAME TO renamed') });
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'renamed' AND wait_event = 'PgSleep'}) or die 'not busy again';
soon_ok('ALTER DATABASE ... SET TABLESPACE', sub { $node->safe_psql('postgres', 'ALTER DATABASE renamed SET TABLESPACE other') });
$node->safe_psql('renamed', q{SELECT continuous.pause('slow_view'); INSERT INTO quick_input SELECT '2024-06-03 00:00Z', i FROM generate_series(1, 1000) i});
$node->sync('quick_view', 'renamed');
is($node->safe_psql('renamed', 'SELECT total FROM quick_view'), 1_501_500, 'views go on in the other tablespace');
$node->safe_psql('renamed', q{SELECT continuous.resume('slow_view')});
soon_ok('a failing RENAME', sub { $node->psql('postgres', 'ALTER DATABASE renamed RENAME TO postgres') });
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'renamed' AND wait_event = 'PgSleep'}) or die 'not busy again';
soon_ok('DROP DATABASE', sub { $node->safe_psql('postgres', 'DROP DATABASE renamed') });
soon_ok('DROP DATABASE ... FORCE', sub { $node->safe_psql('postgres', 'DROP DATABASE db WITH (FORCE)') });

# ends of what the batch works on; each worker goes away by itself in the end
for my $command ('DROP EXTENSION pg_continuous CASCADE', 'DROP VIEW slow_view', 'DROP TABLE slow_input CASCADE', 'TRUNCATE slow_input',
	'DROP OWNED BY somebody', 'DROP FUNCTION slow CASCADE', 'DROP SCHEMA public CASCADE')
{
	$node->safe_psql('postgres', 'CREATE DATABASE db; CREATE ROLE somebody SUPERUSER');
	$node->safe_psql('db', 'SET ROLE somebody; ' . SLOW);
	make_busy('db');
	soon_ok($command, sub { $node->safe_psql('db', $command) });
	$node->safe_psql('postgres', 'DROP DATABASE db; DROP ROLE somebody');
}

# a batch of one view can be cancelled; the worker can be sent away
make_database('db');
my $pid = $node->worker_pid('db');
my $log_end = $node->log_end;
$node->safe_psql('postgres', "SELECT pg_cancel_backend($pid)");
ok($node->wait_for_log(qr/canceling statement due to user request/, $log_end), 'pg_cancel_backend ends a batch');
$node->safe_psql('db', q{INSERT INTO quick_input VALUES ('2024-06-03 00:00Z', 1)});
$node->sync('quick_view', 'db');
is($node->worker_pid('db'), $pid, '... the worker stays');
$node->safe_psql('db', q{SELECT continuous.pause('slow_view')});
for (1 .. 5)
{
	$node->safe_psql('postgres', "SELECT pg_cancel_backend($pid)");
	$node->safe_psql('db', q{INSERT INTO quick_input VALUES ('2024-06-03 00:00Z', 1)});
}
$node->sync('quick_view', 'db');
is($node->worker_pid('db'), $pid, '... also if it was idle');
$node->safe_psql('db', q{SELECT continuous.resume('slow_view')});
$node->poll_query_until('postgres', "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $pid");
soon_ok('pg_terminate_backend', sub { $node->safe_psql('postgres', "SELECT pg_terminate_backend($pid, 14000)") });
isnt($node->wait_for_worker('db'), $pid, 'another worker takes its place');
$node->safe_psql('db', q{SELECT continuous.pause('slow_view')});
$node->safe_psql('db', q{INSERT INTO quick_input VALUES ('2024-06-03 00:00Z', 1)});
$node->sync('quick_view', 'db');
is($node->safe_psql('db', 'SELECT total FROM quick_view'), 500_500 + 7, 'nothing lost or doubled');

# switched off and on by reload, while a batch runs
$node->safe_psql('db', q{SELECT continuous.resume('slow_view')});
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'db' AND wait_event = 'PgSleep'}) or die 'not busy again';
soon_ok('continuous.enabled = off', sub { $node->set_enabled(0) });
soon_ok('continuous.enabled = on', sub { $node->set_enabled(1) });
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'db' AND wait_event = 'PgSleep'}) or die 'not busy again';

$node->safe_psql('db', qq{
CREATE TABLE slow_input_2 (at timestamptz, value int);
INSERT INTO slow_input_2 SELECT '2024-06-03 00:00Z', i FROM generate_series(1, @{[ROWS]}) i;
CREATE CONTINUOUS VIEW slow_view_2 AS SELECT window_start, max(slow(value)) AS most FROM slow_input_2 GROUP BY tumble(at, interval '1 hour')});
soon_ok('a fast shutdown', sub { $node->stop('fast') });
# two views that are due: the batch of one ends, that of the other does not begin
$node->start;
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'db' AND wait_event = 'PgSleep'}) or die 'not busy again';
soon_ok('a fast shutdown with two busy views', sub { $node->stop('fast') });
$node->start;
$node->safe_psql('db', q{SELECT continuous.pause('slow_view'), continuous.pause('slow_view_2')});
$node->safe_psql('db', q{INSERT INTO quick_input VALUES ('2024-06-03 00:00Z', 1)});
$node->sync('quick_view', 'db');
is($node->safe_psql('db', 'SELECT total FROM quick_view'), 500_500 + 8, 'nothing lost or doubled');

$node->stop;
done_testing();
