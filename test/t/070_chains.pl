# A continuous view that reads the results of another: no row is lost or counted
# twice by restarts, crashes, VACUUM FULL of the results, pg_dump and pg_restore.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");
my $folder = $node->basedir;
my $next = 0;

# rows of the next two hours
sub add_rows
{
	my ($database) = @_;
	$node->safe_psql($database, "INSERT INTO m SELECT timestamptz '2026-06-01 00:00Z' + $next * interval '2 hours' + i * interval '13 seconds', 'k' || i % 3, i FROM generate_series(1, 500) i");
	$next++;
	return;
}

sub all_ok
{
	my ($database, $what) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$node->sync($_, $database) foreach ('days', 'hours');
	my $closed = $node->safe_psql($database, q{SELECT format('SELECT minute, k, total FROM (%s) q WHERE minute + interval ''1 min'' <= %L', continuous.one_shot('minutes'), continuous.watermark('minutes'))});
	$node->oracle_ok('SELECT minute, k, total FROM minutes', $closed, "$what: minutes", $database);
	$node->oracle_ok('TABLE hours', q{SELECT date_bin('1 hour', minute, '2026-01-01Z'), k, sum(total), count(*) FROM minutes GROUP BY 1, 2}, "$what: hours", $database);
	$node->oracle_ok('TABLE days', $node->safe_psql($database, q{SELECT continuous.one_shot('days')}), "$what: days", $database);
	is($node->safe_psql($database, q{SELECT count(*) FROM continuous.stats WHERE error IS NOT NULL}), '0', "$what: no error");
	return;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE m (at timestamptz, k text, v int);
CREATE CONTINUOUS VIEW minutes WITH (emit = final, allowed_lateness = 0) AS SELECT window_start AS minute, k, sum(v) AS total FROM m GROUP BY tumble(at, '1 min'), k;
CREATE CONTINUOUS VIEW hours AS SELECT lower(tumble(minute, '1 hour')) AS hour, k, sum(total) AS total, count(*) AS n FROM minutes GROUP BY tumble(minute, '1 hour'), k;
CREATE CONTINUOUS VIEW days AS SELECT tumble(minute, '1 day') AS day, sum(total) AS total, count(*) AS n FROM minutes GROUP BY day;
});
add_rows('src');
all_ok('src', 'at first');
$node->restart;
add_rows('src');
all_ok('src', 'after a restart');
for my $round (1 .. 3)
{
	add_rows('src');
	$node->stop('immediate');
	$node->start;
	add_rows('src');
	all_ok('src', "after crash $round");
}
$node->safe_psql('src', 'VACUUM FULL minutes_results');
add_rows('src');
all_ok('src', 'after VACUUM FULL of the results');

$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_dump', '-Fc', '-f', "$folder/dump", 'src' ], 'pg_dump');
foreach my $how ('resume', 'rebuild')
{
	$node->safe_psql('postgres', "CREATE DATABASE by_$how");
	$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_restore', '-d', "by_$how", "$folder/dump" ], "pg_restore, for $how()");
	is($node->safe_psql("by_$how", q{SELECT count(*) FROM pg_trigger WHERE tgrelid = 'minutes_results'::regclass}), '2', 'each view that reads it has its trigger');
	$node->safe_psql("by_$how", "SELECT continuous.$how('minutes')");
	$node->safe_psql("by_$how", "SELECT continuous.$how(v) FROM unnest(ARRAY['hours', 'days']::regclass[]) v");
	add_rows("by_$how");
	all_ok("by_$how", "after $how()");
}

$node->stop;
done_testing();
