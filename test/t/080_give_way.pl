# A function of a view's owner does not end: commands of users that wait for what
# the batch has locked, and those about the view, end it within about a second.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "log_min_messages = debug1\n");
$node->create_events('quick');
my $next = 1;

sub insert_quick
{
	$node->insert_events('quick', $next, $next + 9);
	$next += 10;
	return;
}

# The function waits while there is a file of its argument's name.
$node->safe_psql('postgres', q{
CREATE FUNCTION slow(v int) RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN WHILE (pg_stat_file('gate_' || v, true)).size IS NOT NULL LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN v; END $$;
CREATE TABLE slow (ts timestamptz, v int);
CREATE CONTINUOUS VIEW slow_view AS
SELECT window_start, count(*) AS n, sum(slow(v)) AS total FROM slow GROUP BY tumble(ts, '1 hour')});
$node->sync('slow_view');

sub wait_until_in_batch
{
	$node->poll_query_until('postgres', q{
SELECT count(*) > 0 FROM pg_locks JOIN pg_stat_activity USING (pid)
 WHERE backend_type = 'pg_continuous worker' AND relation = 'slow_view_results'::regclass})
	  or die 'no batch of slow_view';
	return;
}

sub open_gate { return unlink $node->data_dir . "/gate_$_[0]" }

sub hang
{
	my ($v) = @_;
	append_to_file($node->data_dir . "/gate_$v", '');
	$node->safe_psql('postgres', "INSERT INTO slow VALUES ('2024-05-01 00:01Z', $v)");
	wait_until_in_batch();
	return;
}

# what others want of the view or its input ends the batch
for my $statement (
	'ALTER TABLE slow ADD COLUMN note text; ALTER TABLE slow DROP COLUMN note',
	'VACUUM FULL slow',
	'BEGIN; LOCK TABLE slow_view_results IN SHARE MODE; COMMIT',
	q{SET client_min_messages = warning; DROP VIEW slow_view; CREATE CONTINUOUS VIEW slow_view AS
SELECT window_start, count(*) AS n, sum(slow(v)) AS total FROM slow GROUP BY tumble(ts, '1 hour')},
	'CREATE INDEX ON slow_view_results (n)',
	q{SET client_min_messages = warning; CREATE OR REPLACE CONTINUOUS VIEW slow_view WITH (allowed_lateness = '2 days') AS
SELECT window_start, count(*) AS n, sum(slow(v)) AS total, max(v) AS largest FROM slow GROUP BY tumble(ts, '1 hour')},
	q{SELECT continuous.recompute('slow_view')},
	q{SELECT continuous.rebuild('slow_view')})
{
	my $v = $next++;
	my $log_end = $node->log_end;

	hang($v);
	# what the statement evaluates itself must pass
	my $session = $node->background_psql('postgres');
	$session->query_until(qr/sent/, "\\echo sent\n$statement;\n");
	$node->wait_for_log(qr/DEBUG:  batch (gives way to a command that waits for its locks|ends because its view was)/, $log_end);
	open_gate($v);
	$session->query_safe('SELECT 1');
	$session->quit;
	$node->sync('slow_view');
	$node->oracle_ok('SELECT window_start, n, total FROM slow_view', q{SELECT date_bin('1 hour', ts, '2000-01-03Z'), count(*), sum(v) FROM slow GROUP BY 1}, "afterwards: $statement");
}

# pause() ends it, resume() begins it anew
hang(1000);
my $log_end = $node->log_end;
$node->safe_psql('postgres', q{SELECT continuous.pause('slow_view')});
ok($node->wait_for_log(qr/batch ends because its view was paused, resumed or rebuilt/, $log_end), 'pause() ends a batch');
insert_quick();
$node->events_ok('quick', 'while the slow one is paused');
$log_end = $node->log_end;
$node->safe_psql('postgres', q{SELECT continuous.resume('slow_view')});
wait_until_in_batch();
$node->safe_psql('postgres', q{SELECT continuous.resume('slow_view')});
ok($node->wait_for_log(qr/batch ends because its view was paused, resumed or rebuilt/, $log_end), 'resume() begins a batch anew');
open_gate(1000);
$node->sync('slow_view');

$node->stop;
done_testing();
