# The primary dies while clients write and the worker follows; the standby, with
# whatever it has received, takes over, and views are exactly what is there. The
# same with a backfill under way, with transactions open, and twice in a row.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = CvNode->create('n0', streaming => 1, conf => q{
wal_keep_size = '256MB'
hot_standby = on
});
$primary->create_events('t');
$primary->create_events('u', view => 0);
$primary->safe_psql('postgres', 'CREATE SEQUENCE ids CACHE 1');

for my $round (1 .. 2)
{
	$primary->backup("base$round");
	my $standby = CvNode->new("n$round");
	$standby->init_from_backup($primary, "base$round", has_streaming => 1);
	$standby->start;

	my @writers;
	for my $n (1 .. 3)
	{
		my $session = $primary->background_psql('postgres', on_error_stop => 0);
		$session->query_until(qr/started/, qq{\\echo started
DO \$\$ DECLARE x int; BEGIN FOR n IN 1 .. 1000000 LOOP
	x := nextval('ids');
	INSERT INTO t SELECT x, timestamptz '2024-06-03 00:00Z' + x * interval '1 second', $n, n;
	INSERT INTO t_twin SELECT x, timestamptz '2024-06-03 00:00Z' + x * interval '1 second', $n, n;
	INSERT INTO u SELECT x, timestamptz '2024-06-03 00:00Z' + x * interval '1 second', $n, n;
	INSERT INTO u_twin SELECT x, timestamptz '2024-06-03 00:00Z' + x * interval '1 second', $n, n;
	IF n % 11 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
END LOOP; END \$\$;
});
		push @writers, $session;
	}
	my $rows = $primary->safe_psql('postgres', 'SELECT last_value FROM ids');
	$primary->poll_query_until('postgres', "SELECT last_value > $rows + 1000 FROM ids");
	# rows in between, that a backfill meets
	$primary->create_events_view('u', with => $round == 1 ? 'backfill = true' : 'backfill = false');
	$primary->safe_psql('postgres', 'BEGIN; INSERT INTO t SELECT 1, timestamptz \'2024-06-03 00:00Z\', 9, i FROM generate_series(1, 100) i; '
		  . 'INSERT INTO t_twin SELECT 1, timestamptz \'2024-06-03 00:00Z\', 9, i FROM generate_series(1, 100) i; '
		  . "PREPARE TRANSACTION 'p$round'");
	$primary->poll_query_until('postgres', "SELECT last_value > $rows + 2000 FROM ids");
	$primary->wait_for_catchup($standby);
	$primary->stop('immediate');
	$_->{run}->kill_kill for @writers;

	$standby->promote;
	$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
	$standby->events_ok('t', "promotion $round");
	if ($round == 1)
	{
		$standby->events_ok('u', "promotion $round, a backfill");
		$standby->safe_psql('postgres', 'DROP VIEW u_view; TRUNCATE u_twin');
	}
	else
	{
		$standby->sync('u_view');
		$standby->counters_ok('u_view', undef, "promotion $round, from now on");
	}
	$standby->safe_psql('postgres', "COMMIT PREPARED 'p$round'");
	$standby->insert_events('t', 70_001 + 100 * $round, 70_100 + 100 * $round);
	$standby->events_ok('t', "promotion $round, prepared before and committed after it");
	$standby->stop('immediate');
	$standby->start;
	$standby->insert_events('t', 71_001 + 100 * $round, 71_100 + 100 * $round);
	$standby->events_ok('t', "promotion $round, a crash after it");
	$primary = $standby;
}

$primary->stop;
done_testing();
