# backfill = false: what commits after CREATE is counted, all of it, and nothing
# else, whoever writes at that time and whatever happens next.  And servers that
# log as little as possible.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

for my $conf ("wal_level = replica", "wal_level = minimal\nmax_wal_senders = 0\nwal_skip_threshold = 0")
{
	my ($level) = $conf =~ /wal_level = (\w+)/;
	my $node = CvNode->create($level, conf => $conf);
	my $next = 1;

	# all that is in the input before does not count
	my $create = sub {
		my ($name) = @_;
		$node->create_events_view($name, with => 'backfill = false');
	};
	my $insert = sub {
		my ($name) = @_;
		$node->insert_events($name, $next, $next + 99);
		$next += 100;
	};

	$node->create_events('a', view => 0);
	$insert->('a');
	$node->safe_psql('postgres', 'TRUNCATE a_twin');

	# open transactions that have not written to the input yet
	my @open = map { $node->background_psql('postgres') } 0 .. 3;
	$node->safe_psql('postgres', 'CREATE TABLE other (a int)');
	$_->query_safe('BEGIN; INSERT INTO other VALUES (1)') for @open;
	$open[1]->query_safe('SAVEPOINT a; INSERT INTO other VALUES (2)');
	# has written, and taken it back
	$open[2]->query_safe('SAVEPOINT a; INSERT INTO a VALUES (1); ROLLBACK TO a');
	$create->('a');
	for my $session (@open)
	{
		$session->query_safe(CvNode::events_sql(undef, 'a', $next, $next + 99));
		$next += 100;
	}
	$open[1]->query_safe('RELEASE a');
	$open[0]->query_safe('COMMIT');
	$insert->('a');
	$node->events_ok('a', "$level: transactions that were open at CREATE");
	$open[1]->query_safe('COMMIT');
	$node->stop('immediate');
	$node->start;
	$_->{run}->kill_kill for @open;
	$insert->('a');
	$node->events_ok('a', "$level: others were open at a crash");
	$node->drop_events('a');

	# a crash right after CREATE, before any worker has seen the view
	$node->create_events('a', view => 0);
	$insert->('a');
	$node->safe_psql('postgres', 'TRUNCATE a_twin');
	$node->set_enabled(0);
	$create->('a');
	$insert->('a');
	$node->stop('immediate');
	$node->start;
	$insert->('a');
	$node->set_enabled(1);
	$node->events_ok('a', "$level: a crash right after CREATE");
	# another view joins, with one that follows and one that is paused
	$node->create_events('b', view => 0);
	$insert->('b');
	$node->safe_psql('postgres', q{TRUNCATE b_twin; SELECT continuous.pause('a_view')});
	$insert->('a');
	$create->('b');
	$insert->('b');
	$node->events_ok('b', "$level: a view that joins");
	$node->safe_psql('postgres', q{SELECT continuous.resume('a_view')});
	$node->events_ok('a', "$level: the one that was paused meanwhile");

	# in a transaction block: its own rows from then on, also by subtransactions
	$node->drop_events('b');
	$node->create_events('b', view => 0);
	$insert->('b');
	$node->safe_psql('postgres', 'TRUNCATE b_twin');
	my $view = q{CREATE CONTINUOUS VIEW b_view WITH (backfill = false) AS
SELECT window_start, key, count(*) AS n, sum(value) AS total, min(id) AS first, max(id) AS last
  FROM b GROUP BY tumble(at, interval '1 hour'), key;};
	my $own = join '; ', 'INSERT INTO other VALUES (3)', 'SAVEPOINT x', 'INSERT INTO other VALUES (3)', 'RELEASE x', $view,
	  CvNode::events_sql(undef, 'b', $next, $next + 49), 'SAVEPOINT y', CvNode::events_sql(undef, 'b', $next + 50, $next + 99), 'RELEASE y',
	  'SAVEPOINT z', CvNode::events_sql(undef, 'b', 1, 100), 'ROLLBACK TO z';
	$next += 100;
	# with newer transactions finished meanwhile, its own xid is below xmax
	my $session = $node->background_psql('postgres');
	$session->query_safe('SET client_min_messages = warning; BEGIN; INSERT INTO other VALUES (4); SAVEPOINT w; INSERT INTO other VALUES (5)');
	$node->safe_psql('postgres', 'INSERT INTO other VALUES (6)') for 1 .. 3;
	$session->query_safe("$own; COMMIT");
	$session->quit;
	$node->events_ok('b', "$level: rows of the transaction that creates the view, after it");
	$node->safe_psql('postgres', 'DROP VIEW b_view');
	my ($code, $out, $err) = $node->psql('postgres', "BEGIN; INSERT INTO b VALUES (1, '2024-06-03', 1, 1); $view COMMIT");
	like($err, qr/in a transaction that has written to it/, "$level: not if it has written before");

	# writers all the time, while views come and go
	my $writers = 3;
	my @writers;
	$node->safe_psql('postgres', 'TRUNCATE b, b_twin; CREATE SEQUENCE ids');
	for my $n (1 .. $writers)
	{
		my $session = $node->background_psql('postgres');
		$session->query_until(qr/started/, qq{\\echo started
DO \$\$ BEGIN FOR n IN 1 .. 1500 LOOP
	INSERT INTO b SELECT nextval('ids'), timestamptz '2024-06-03 00:00Z' + n * interval '1 second', $n, txid_current() % 1000000;
	IF n % 7 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
END LOOP; END \$\$;
\\echo finished
});
		push @writers, $session;
	}
	my @views;
	for my $n (1 .. 6)
	{
		# rows that are visible when it has its lock, and only those, are not counted
		$node->safe_psql('postgres', qq{
BEGIN;
LOCK TABLE b IN SHARE ROW EXCLUSIVE MODE;
CREATE TABLE before_$n AS SELECT id FROM b;
CREATE CONTINUOUS VIEW from_now_$n WITH (backfill = false) AS
SELECT window_start, key, count(*) AS n, sum(id) AS ids FROM b GROUP BY tumble(at, interval '1 minute'), key;
COMMIT});
		push @views, $n;
		$node->safe_psql('postgres', q{CREATE CONTINUOUS VIEW passing AS SELECT window_start, count(*) AS n FROM b GROUP BY tumble(at, interval '1 hour'); SELECT continuous.sync('passing'); DROP VIEW passing})
		  if $n % 2;
	}
	$_->query_until(qr/finished/, '') for @writers;
	$_->quit for @writers;
	for my $n (@views)
	{
		$node->sync("from_now_$n");
		$node->oracle_ok("TABLE from_now_$n", "SELECT date_bin('1 minute', at, '2000-01-03Z'), key, count(*), sum(id) FROM b WHERE id NOT IN (SELECT id FROM before_$n) GROUP BY 1, 2",
			"$level: view $n, created while others write");
		$node->counters_ok("from_now_$n", $node->safe_psql('postgres', "SELECT count(*) FROM b WHERE id NOT IN (SELECT id FROM before_$n)"), "$level: view $n, counters");
	}

	# without WAL: files that are made and filled by one transaction
	$node->events_ok('a', "$level: before");
	my $rows = CvNode::events_sql(undef, 'a', $next, $next + 9_999);
	$next += 10_000;
	$node->safe_psql('postgres', "BEGIN; TRUNCATE a; $rows COMMIT");
	$insert->('a');
	$node->events_ok('a', "$level: TRUNCATE and rows in one transaction");
	$node->safe_psql('postgres', 'VACUUM FULL a');
	$insert->('a');
	$node->events_ok('a', "$level: VACUUM FULL");
	$node->set_enabled(0);
	$insert->('a');
	$rows = CvNode::events_sql(undef, 'a', $next, $next + 9_999);
	$next += 10_000;
	$node->safe_psql('postgres', "VACUUM FULL a");
	$node->safe_psql('postgres', "BEGIN; CREATE TABLE c () INHERITS (a); " . CvNode::events_sql('c', 'a', $next, $next + 999) . 'COMMIT');
	$next += 1_000;
	$node->set_enabled(1);
	$node->events_ok('a', "$level: VACUUM FULL and a child while the worker was away");
	$node->safe_psql('postgres', CvNode::events_sql('c', 'a', $next, $next + 99));
	$node->stop('immediate');
	$node->start;
	$node->events_ok('a', "$level: after a crash");
	$node->stop;
}
done_testing();
