# What the worker remembers of transactions has bounds: very many
# subtransactions, seen by the tail or met open by a scan; a front that waits for
# a standby while others go on; a view that is paused for long. Nothing is lost
# or doubled, and no neighbour pays.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', streaming => 1, conf => q{
continuous.queue_memory = '1MB'
continuous.batch_memory = '1MB'
autovacuum = off
synchronous_commit = off
});
my $next = 1;
my $columns = 'id, at, key, value';
$node->create_events('a');

# count rows, each in a subtransaction of its own, every third rolled back
sub subtransactions
{
	my ($count) = @_;
	my ($first, $last) = ($next, $next + $count - 1);
	my $row = q{SELECT n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', n % 7, n % 13};

	$next = $last + 1;
	return qq{
DO \$\$
BEGIN
	FOR n IN $first .. $last LOOP
		BEGIN
			INSERT INTO a ($columns) $row;
			INSERT INTO a_twin ($columns) $row;
			IF n % 3 = 0 THEN RAISE division_by_zero; END IF;
		EXCEPTION WHEN division_by_zero THEN NULL;
		END;
	END LOOP;
END \$\$};
}

# count transactions of one row each
sub transactions
{
	my ($count) = @_;
	my ($first, $last) = ($next, $next + $count - 1);

	$next = $last + 1;
	return qq{
DO \$\$
BEGIN
	FOR n IN $first .. $last LOOP
		INSERT INTO a ($columns) SELECT n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', n % 7, n % 13;
		COMMIT;
	END LOOP;
END \$\$;
INSERT INTO a_twin ($columns) SELECT n, timestamptz '2024-06-03 00:00Z' + n * interval '1 second', n % 7, n % 13 FROM generate_series($first, $last) n};
}

sub insert
{
	my ($count) = @_;
	$node->insert_events('a', $next, $next + $count - 1);
	$next += $count;
	return;
}

sub memory_of
{
	my ($what) = @_;
	return $node->safe_psql('postgres', "SELECT bytes FROM continuous.memory WHERE what = '$what'");
}

# how often the log says that the queue was given up
sub times_given_up
{
	my ($view) = @_;
	my $count = () = slurp_file($node->logfile) =~ /LOG: .*continuous view "(?:public\.)?$view" is too far behind/g;
	return $count;
}

# ---- seen by the tail: 20,000 take 4 MB, one by one
my $open = $node->background_psql('postgres');
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(20_000));
insert(100);
# what was inserted behind them has been read, so they have
$node->poll_query_until('postgres', q{SELECT rows_read = 100 FROM continuous.stats WHERE view = 'a_view'::regclass})
  or die $node->explain_view('a_view');
cmp_ok(memory_of('queue'), '<', 1024 * 1024, '20,000 subtransactions in progress take less than the queue may');
$open->query_safe(subtransactions(5_000));
insert(100);
$open->query_safe('COMMIT');
$node->events_ok('a', '25,000 subtransactions');
is(times_given_up('a_view'), 0, 'no scan was needed');
$node->poll_query_until('postgres', q{SELECT bytes < 100000 FROM continuous.memory WHERE what = 'queue'});
pass('all of it is given back');

# ... and rolled back, with others that commit
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(20_000));
my @others = map { $node->background_psql('postgres') } 0 .. 1;
$_->query_safe('BEGIN') for @others;
$others[0]->query_safe(CvNode::events_sql(undef, 'a', $next, $next + 49));
$next += 50;
insert(10);
$node->sync('a_view');
$others[1]->query_safe(CvNode::events_sql(undef, 'a', $next, $next + 49));
$next += 50;
$others[1]->query_safe('COMMIT');
$open->query_safe('ROLLBACK');
insert(10);
$node->events_ok('a', 'rolled back');
$others[0]->query_safe('COMMIT');
$node->events_ok('a', 'one of the crowd committed last');
$_->quit for @others;

# ---- met open by a scan
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(20_000));
insert(10);
$node->safe_psql('postgres', q{SELECT continuous.rebuild('a_view')});
$node->sync('a_view');
cmp_ok($node->safe_psql('postgres', q{SELECT octet_length(detail) FROM continuous.position WHERE view = 'a_view'::regclass}),
	'<', 100_000, 'a scan remembers blocks of neighbours together');
insert(10);
$node->sync('a_view');
insert(10);
$open->query_safe('COMMIT');
$node->events_ok('a', 'a scan that met 20,000 subtransactions open');

# ... the same with another worker, which has read what was saved
$open->query_safe('BEGIN');
$open->query_safe(subtransactions(20_000));
$node->safe_psql('postgres', q{SELECT continuous.rebuild('a_view')});
$node->sync('a_view');
$node->set_enabled(0);
$node->set_enabled(1);
$node->wait_for_worker;
insert(10);
$node->sync('a_view');
$open->query_safe('COMMIT');
$open->quit;
$node->events_ok('a', 'another worker in between');

# ---- a view that is paused: it alone is scanned later
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW neighbour AS SELECT window_start, count(*) AS n, sum(value) AS total FROM a GROUP BY tumble(at, interval '1 hour')});
$node->sync('neighbour');
$node->safe_psql('postgres', q{SELECT continuous.pause('a_view')});
$node->safe_psql('postgres', transactions(8_000));
$node->sync('neighbour');
is(times_given_up('a_view'), 1, 'a paused view is too far behind at last');
is(times_given_up('neighbour'), 0, '... and its neighbour is not');
cmp_ok(memory_of('queue'), '<', 1024 * 1024, '... nor does the queue grow');
$node->safe_psql('postgres', q{SELECT continuous.resume('a_view')});
$node->events_ok('a', 'resumed');

# ---- the front waits for a standby, and others do not
sub set_standby
{
	my ($name) = @_;
	$node->safe_psql('postgres', "SET synchronous_commit = local; ALTER SYSTEM SET synchronous_standby_names = '$name'; SELECT pg_reload_conf()");
	$node->poll_query_until('postgres', "SELECT current_setting('synchronous_standby_names') = '$name'");
	return;
}

set_standby('nobody');
my $waiting = $node->background_psql('postgres');
my $sql = CvNode::events_sql(undef, 'a', $next, $next + 99);
$next += 100;
$waiting->query_until(qr/inserting/, "\\echo inserting\nSET synchronous_commit = on; BEGIN; $sql COMMIT;\n");
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'});
my $given_up = times_given_up('a_view');
my $read = $node->stat_of('a_view', 'rows_read');
$node->safe_psql('postgres', transactions(8_000));
$node->poll_query_until('postgres', q{SELECT bytes < 1024 * 1024 FROM continuous.memory WHERE what = 'queue'});
pass('the queue does not grow while its front waits');
# what has come before the queue was full; the rest waits behind the front
$node->poll_query_until('postgres', "SELECT rows_read >= $read + 2000 FROM continuous.stats WHERE view = 'a_view'::regclass")
  or die $node->explain_view('a_view');
$node->safe_psql('postgres', transactions(100)) for 1 .. 3;
cmp_ok(times_given_up('a_view') - $given_up, '<=', 2, 'one scan, not one after the other');
set_standby('');
$waiting->quit;
$node->events_ok('a', 'what waited for a standby');
$node->sync('neighbour');
$node->oracle_ok('TABLE neighbour', q{SELECT date_bin('1 hour', at, '2000-01-03Z'), count(*), sum(value) FROM a_twin GROUP BY 1}, 'the neighbour as well');

$node->stop;
done_testing();
