# Case C12: many writers of one group, while sessions sync, read, and create
# and drop another view of the same table. No reader sees a group twice or a sum
# going down, no writer is disturbed, and what a sync() has returned for is in.
use strict;
use warnings FATAL => 'all';

use CvNode;
use IPC::Run ();
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->safe_psql('postgres', q{
CREATE TABLE c12 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c12_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c12 GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE TABLE seen (k text PRIMARY KEY, s bigint, looks int DEFAULT 0);
INSERT INTO seen VALUES ('k0', 0), ('k1', 0);
CREATE PROCEDURE look() LANGUAGE plpgsql AS $$
BEGIN
	ASSERT (SELECT count(*) = count(DISTINCT (window_start, k)) FROM c12_v), 'a group twice';
	UPDATE seen SET s = v.s, looks = looks + 1 FROM c12_v v WHERE v.k = seen.k AND v.s >= seen.s;
	ASSERT NOT EXISTS (SELECT FROM seen JOIN c12_v v USING (k) WHERE v.s < seen.s), 'a sum went down';
END $$;
CREATE PROCEDURE sync_and_look() LANGUAGE plpgsql AS $$
DECLARE committed bigint;
BEGIN
	SELECT count(*) INTO committed FROM c12;
	COMMIT;
	PERFORM continuous.sync('c12_v');
	COMMIT;
	ASSERT (SELECT coalesce(sum(n), 0) >= committed FROM c12_v), 'sync() came back too early';
END $$;
});

# start(name, clients, transactions, script) -- pgbench in the background
sub start
{
	my ($name, $clients, $transactions, $script) = @_;
	my $file = $node->basedir . "/$name.sql";
	my %run = (name => $name, out => '', err => '');

	append_to_file($file, $script);
	$run{handle} = IPC::Run::start(
		[ 'pgbench', '-n', '-c', $clients, '-j', 2, '-t', $transactions, '-f', $file,
			'-h', $node->host, '-p', $node->port, '-U', 'postgres', 'postgres' ],
		'>', \$run{out}, '2>', \$run{err});
	return \%run;
}

$ENV{PGOPTIONS} = '-c client_min_messages=warning';
my @runs = (
	start('write', 8, 200, q{
INSERT INTO c12 VALUES ('2024-05-01 00:01Z', 'k0', 1);
INSERT INTO c12 VALUES ('2024-05-01 00:01Z', 'k1', 1);
}),
	start('sync', 2, 100, "CALL sync_and_look();\n"),
	start('read', 1, 400, "CALL look();\n"),
	start('create', 1, 10, q{
CREATE CONTINUOUS VIEW other AS SELECT window_start, count(*) AS n FROM c12 GROUP BY tumble(ts, interval '1 hour');
SELECT continuous.sync('other');
DROP VIEW other;
}));
for my $run (@runs)
{
	IPC::Run::finish($run->{handle});
	is($run->{err}, '', "no error: $run->{name}");
	unlike($run->{out}, qr/aborted/, "no client gave up: $run->{name}");
}

$node->safe_psql('postgres', q{INSERT INTO c12 VALUES ('2024-05-01 01:00Z', 'zz', 0)});
$node->sync('c12_v');
is($node->safe_psql('postgres', q{SELECT k, s, n FROM c12_v WHERE k <> 'zz' ORDER BY k}),
	"k0|1600|1600\nk1|1600|1600", 'every row was counted once');
$node->counters_ok('c12_v', 3200 + 1, 'and read once');
is($node->safe_psql('postgres', 'SELECT count(*) FROM seen WHERE looks > 10'), 2, 'the reader did look');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_database WHERE datname = 'postgres' AND deadlocks > 0}), 0, 'no deadlock');
$node->stop;
done_testing();
