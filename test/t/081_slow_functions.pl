# Functions of a view's owner that are slow, never end, or cannot be ended:
# other views have half of the time at least, and what can be done gets done.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_events('quick');
$node->safe_psql('postgres', q{
CREATE FUNCTION slow(v int) RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(v / 1000.0); RETURN v; END $$;
CREATE TABLE slow (ts timestamptz, v int);
CREATE CONTINUOUS VIEW slow_view AS
SELECT window_start, count(*) AS n, sum(slow(v)) AS total FROM slow GROUP BY tumble(ts, '1 hour');
-- one row a page
CREATE TABLE wide (ts timestamptz, v int, filling text);
ALTER TABLE wide ALTER filling SET STORAGE PLAIN;
INSERT INTO wide SELECT '2024-05-01 00:01Z', 50, repeat('x', 7000) FROM generate_series(1, 50)});

sub insert_slow
{
	my ($xacts, $ms) = @_;
	$node->safe_psql('postgres', qq{
DO \$\$ BEGIN FOR i IN 1 .. $xacts LOOP INSERT INTO slow VALUES ('2024-05-01 00:01Z', $ms); COMMIT; END LOOP; END \$\$});
	return;
}

sub slow_ok
{
	my ($name) = @_;
	$node->sync('slow_view');
	return $node->oracle_ok('TABLE slow_view', q{SELECT date_bin('1 hour', ts, '2000-01-03Z'), count(*), sum(v) FROM slow GROUP BY 1}, $name);
}

sub set_timeout
{
	my ($value) = @_;
	$node->safe_psql('postgres', "ALTER SYSTEM SET continuous.batch_timeout = '$value'");
	$node->reload;
	return;
}

# many slow rows: batches take as many transactions as they can in a second
$node->sync('slow_view');
for my $round (1, 2)
{
	$node->safe_psql('postgres', q{SELECT continuous.pause('slow_view')});
	insert_slow(400, 5);
	my $flushes = $node->stat_of('slow_view', 'flushes');
	$node->safe_psql('postgres', q{SELECT continuous.resume('slow_view')});
	slow_ok("slow rows, round $round");
	cmp_ok($node->stat_of('slow_view', 'flushes') - $flushes, '>=', 2, '... in several batches') if $round == 2;
}

# the same of a scan
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW wide_view AS SELECT window_start, count(*) AS n, sum(slow(v)) AS total FROM wide GROUP BY tumble(ts, '1 hour')});
$node->sync('wide_view');
$node->safe_psql('postgres', q{SELECT continuous.rebuild('wide_view')});
$node->sync('wide_view');
cmp_ok($node->stat_of('wide_view', 'flushes'), '>=', 4, 'a scan of slow rows is cut into short stretches');
is($node->safe_psql('postgres', 'SELECT n, total FROM wide_view'), '50|2500', '... and complete');

# what takes longer than batch_timeout is tried with less
set_timeout('1s');
$node->safe_psql('postgres', q{SELECT continuous.pause('slow_view')});
insert_slow(300, 10);
my $log_end = $node->log_end;
$node->safe_psql('postgres', q{SELECT continuous.resume('slow_view')});
slow_ok('more than batch_timeout allows at once');

# one that never ends: its neighbour goes on, and so does it, when mended
set_timeout('2s');
$log_end = $node->log_end;
insert_slow(1, 100_000_000);
$node->wait_for_log(qr/batch has taken longer than 2000 ms/, $log_end);
for my $round (1 .. 3)
{
	$node->insert_events('quick', $round * 10, $round * 10 + 9);
	$node->events_ok('quick', "a neighbour of a function that never ends, round $round");
}
like($node->stat_of('slow_view', 'error'), qr/batch has taken longer than 2000 ms/, '... of which stats tells');
$node->safe_psql('postgres', q{
CREATE OR REPLACE FUNCTION slow(v int) RETURNS int STABLE LANGUAGE sql AS 'SELECT v';
SELECT continuous.resume('slow_view')});
slow_ok('... goes on when its function is mended');

# one that does not let itself be ended takes the worker with it, and is stopped
$node->safe_psql('postgres', q{
CREATE FUNCTION slow(v bigint) RETURNS bigint STABLE LANGUAGE plpgsql AS $$ BEGIN WHILE v > 0 LOOP BEGIN PERFORM pg_sleep(1000); EXCEPTION WHEN query_canceled THEN END; END LOOP; RETURN v; END $$;
CREATE TABLE sticky (ts timestamptz, v bigint);
CREATE CONTINUOUS VIEW sticky_view AS
SELECT window_start, sum(slow(v)) AS total FROM sticky GROUP BY tumble(ts, '1 hour')});
$node->sync('sticky_view');
$node->safe_psql('postgres', q{INSERT INTO sticky VALUES ('2024-05-01 00:01Z', 1)});
$node->wait_for_state('sticky_view', 'stopped');
like($node->stat_of('sticky_view', 'error'), qr/could not be ended. See that none of its functions catches query_canceled/, 'a function that catches every interrupt stops its view');
$node->insert_events('quick', 101, 200);
$node->events_ok('quick', '... and its neighbour goes on');
$node->safe_psql('postgres', q{
CREATE OR REPLACE FUNCTION slow(v bigint) RETURNS bigint STABLE LANGUAGE sql AS 'SELECT v';
SELECT continuous.resume('sticky_view')});
$node->sync('sticky_view');
is($node->safe_psql('postgres', 'SELECT total FROM sticky_view'), '1', '... and so does it, when mended and resumed');

$node->stop;
done_testing();
