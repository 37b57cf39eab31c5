# notify, with batches that fail and workers that are killed: a window that
# closes is told of once, together with its rows, or neither is there.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $ear;
my $node = CvNode->create('main', conf => q{wal_writer_delay = '10s'});
$node->safe_psql('postgres', q{
CREATE EXTENSION dblink;
CREATE TABLE ev (ts timestamptz, k int);
CREATE CONTINUOUS VIEW v WITH (notify = 'closed') AS
SELECT window_start, k, count(*) FROM ev GROUP BY tumble(ts, interval '1 minute'), k;
-- another session listens; the worker is done with what sync() has waited for
CREATE PROCEDURE hear_after(statement text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM dblink_connect('ear', 'host=' || split_part(current_setting('unix_socket_directories'), ',', 1)
		|| ' port=' || current_setting('port') || ' dbname=' || current_database());
	PERFORM dblink_exec('ear', 'LISTEN closed');
	EXECUTE statement;
	COMMIT;
	PERFORM continuous.sync('v', '60 s');
	COMMIT;
END $$;
CREATE FUNCTION heard() RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM * FROM dblink('ear', 'SELECT 1') AS t(x int);
	RETURN QUERY SELECT left(extra::jsonb->>'window_start', 16) || '=' || (extra::jsonb->>'rows') FROM dblink_get_notify('ear');
END $$});
$node->sync('v');

# rows of 2024-05-01: one a minute and key, each minute closes the one before
sub rows_sql
{
	my ($first, $last) = @_;
	return "INSERT INTO ev SELECT timestamptz ''2024-05-01 00:00Z'' + i * interval ''1 minute'', k FROM generate_series($first, $last) i, generate_series(0, 1) k";
}

# what is heard of a statement
sub hear
{
	my ($statement) = @_;
	return $node->safe_psql('postgres', "CALL hear_after('$statement');\nSELECT * FROM heard()");
}

# everything dies; the server comes back without workers, so that somebody can
# look, or listen, first
sub kill_all
{
	my $worker = $node->worker_pid;
	$node->safe_psql('postgres', 'ALTER SYSTEM SET continuous.enabled = off');
	$node->kill9;
	kill 'KILL', $worker;
	eval { $ear->quit };
	$node->disarm_debug_point;
	$node->start_after_kill;
	return;
}

sub minutes { return join "\n", map { sprintf '2024-05-01T%02d:%02d=2', $_ / 60, $_ % 60 } @_ }

is(hear(rows_sql(0, 2)), minutes(0, 1), 'windows that close are told of');

# 1. a batch that fails tells nobody; the next one does
my $next = 3;
for my $point (qw(batch_before_write batch_before_position batch_before_commit batch_after_commit batch_after_install))
{
	my $log_end = $node->log_end;

	$node->arm_debug_point($point, 'error');
	my $heard = hear(rows_sql($next, $next + 1));
	ok($node->log_contains(qr/debug point "$point" reached/, $log_end), "$point was reached");
	is($heard, minutes($next - 1, $next), "each window once, although a batch failed at $point");
	$next += 2;
}

# 2. what a worker that is killed has not committed is told by the next one
my $log_end = $node->log_end;
$node->arm_debug_point('batch_before_commit', 'wait');
$ear = $node->background_psql('postgres');
$ear->query_safe('LISTEN closed');
$node->safe_psql('postgres', rows_sql($next, $next) =~ s/''/'/gr);
$node->wait_for_debug_point('batch_before_commit', $log_end);
is($ear->query_safe('SELECT count(*) FROM v') =~ s{\s+\z}{}r, 2 * $next, 'before the commit nothing is told, and no row is there');
kill_all();
is($node->safe_psql('postgres', 'SELECT count(*) FROM v'), 2 * $next, 'nor after the crash');
my $heard = $node->safe_psql('postgres', <<"SQL");
SELECT dblink_connect('ear', 'host=' || split_part(current_setting('unix_socket_directories'), ',', 1) || ' port=' || current_setting('port') || ' dbname=' || current_database()) <> 'OK' OR dblink_exec('ear', 'LISTEN closed') <> 'LISTEN';
ALTER SYSTEM SET continuous.enabled = on;
SELECT NOT pg_reload_conf();
DO \$\$
BEGIN
	-- until a worker has come and knows the view
	LOOP
		BEGIN
			PERFORM continuous.sync('v');
			EXIT;
		EXCEPTION WHEN object_not_in_prerequisite_state OR query_canceled THEN
			PERFORM pg_stat_clear_snapshot();
		END;
	END LOOP;
END \$\$;
SELECT * FROM heard();
SQL
is($heard, "f\nf\n" . minutes($next - 1), 'then its row and its notification come together');
$next++;

# 3. what was told is committed, and on disk
$log_end = $node->log_end;
$node->arm_debug_point('batch_after_commit', 'wait');
$ear = $node->background_psql('postgres');
$ear->query_safe('LISTEN closed');
$node->safe_psql('postgres', rows_sql($next, $next) =~ s/''/'/gr);
$node->wait_for_debug_point('batch_after_commit', $log_end);
like($ear->query_safe('SELECT 1'), qr/Asynchronous notification "closed" with payload .*"rows": 2/, 'told as soon as it is committed');
kill_all();
$next++;
is($node->safe_psql('postgres', 'SELECT count(*) FROM v'), 2 * $next, 'what was told is there after a crash');
$node->set_enabled(1);
$node->sync('v');
is(hear(rows_sql($next, $next)), minutes($next - 1), 'and is not told again');
is($node->safe_psql('postgres', 'SELECT count(*) FROM v'), 2 * ($next + 1), 'nothing was lost or doubled');

done_testing();
