# State without windows over pg_dump and restore, and keys that are forgotten
# because the wall clock goes on.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");
my $folder = $node->basedir;
my @views = qw(totals dropped kept);

sub contents
{
	my ($database) = @_;
	$node->sync($_, $database) foreach @views;
	return join '; ', map { "$_: " . join(' ', split /\n/, $node->safe_psql($database, "SELECT concat_ws(',', k, n, list) FROM $_ ORDER BY k")) } @views;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE ev (at timestamptz, k text, v int, arrived date) PARTITION BY LIST (k);
CREATE TABLE ev_a PARTITION OF ev FOR VALUES IN ('a');
CREATE TABLE ev_rest PARTITION OF ev DEFAULT;
} . join '', map { qq{CREATE CONTINUOUS VIEW $_->[0] WITH ($_->[1], event_time = at) AS SELECT k, count(*) AS n, array_agg(v) AS list FROM ev GROUP BY k;} }
	[ totals => q{state_ttl = '1000 days'} ], [ dropped => q{state_ttl = '10 minutes', watermark_by = k, idle_timeout = '1000 days'} ],
	[ kept => q{state_ttl = '10 minutes', ttl_action = keep} ]);
contents('src');
$node->safe_psql('src', $_) foreach
	q{INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a', 1), ('2024-05-01 00:01Z', 'b', 2), ('2024-05-01 00:05Z', 'a', 3)},
	q{INSERT INTO ev VALUES ('2024-05-01 00:12Z', 'a', 4)}, q{INSERT INTO ev VALUES ('2024-05-01 00:13Z', 'b', 5), ('2024-05-01 00:13Z', 'c', 6)};
my $before = contents('src');
is($before, 'totals: a,3,{1,3,4} b,2,{2,5} c,1,{6}; dropped: a,3,{1,3,4} b,2,{2,5} c,1,{6}; kept: a,3,{1,3,4} b,1,{5} c,1,{6}', 'before the dump');

$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_dump', '-f', "$folder/plain.sql", 'src' ], 'pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE dst');
$node->PostgreSQL::Test::Cluster::command_ok([ 'psql', '-X', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/plain.sql", 'dst' ], 'restore');
is($node->safe_psql('dst', q{SELECT string_agg(DISTINCT state, ' ') FROM continuous.stats}), 'restored', 'restored views wait');
my $members = q{SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2};
is($node->safe_psql('dst', $members), $node->safe_psql('src', $members), 'indexes came along');
my $dials = q{SELECT view, state_ttl, ttl_action, event_time, definition FROM continuous.views ORDER BY view::text};
is($node->safe_psql('dst', $dials), $node->safe_psql('src', $dials), 'dials came along');
$node->safe_psql('dst', "SELECT continuous.resume('$_')") foreach @views;
is(contents('dst'), $before, 'taken up again, nothing is counted twice');
$node->safe_psql('dst', q{INSERT INTO ev VALUES ('2024-05-01 00:14Z', 'c', 7)});
is(contents('dst'), $before =~ s/c,1,\{6\}/c,2,{6,7}/gr, 'saved states go on');
$node->safe_psql('dst', q{INSERT INTO ev VALUES ('2024-05-01 00:30Z', 'c', 8)});
is(contents('dst'), 'totals: a,3,{1,3,4} b,2,{2,5} c,3,{6,7,8}; dropped: c,3,{6,7,8}; kept: a,3,{1,3,4} b,1,{5} c,3,{6,7,8}', 'keys are forgotten');
$node->safe_psql('dst', "SELECT continuous.rebuild('$_')") foreach @views;
is(contents('dst'), 'totals: a,3,{1,3,4} b,2,{2,5} c,3,{6,7,8}; dropped: a,3,{1,3,4} b,2,{2,5} c,3,{6,7,8}; kept: a,3,{1,3,4} b,2,{2,5} c,3,{6,7,8}', 'rebuilt from one scan, and the clock of a holds W');

# ---- silence ----
$node->safe_psql('postgres', q{
CREATE TABLE ev (at timestamptz, k text);
CREATE CONTINUOUS VIEW idle WITH (state_ttl = '10 minutes', idle_timeout = '1 minute') AS SELECT k, count(*) FROM ev GROUP BY k});
$node->set_clock('2024-05-01 00:00Z');
$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-05-01 00:00Z', 'a'), ('2024-04-30 23:55Z', 'b')});
$node->sync('idle');
$node->poll_query_until('postgres', q{SELECT silent_since IS NOT NULL FROM continuous.stats WHERE view = 'idle'::regclass});
$node->set_clock('2024-05-01 00:04Z');
is($node->safe_psql('postgres', q{SELECT string_agg(k, ' ' ORDER BY k) FROM idle}), 'a b', 'both are alive');
$node->set_clock('2024-05-01 00:08Z');
is($node->safe_psql('postgres', q{SELECT string_agg(k, ' ' ORDER BY k) FROM idle}), 'a', 'the one is forgotten in silence');
$node->set_clock('2024-05-01 00:15Z');
is($node->safe_psql('postgres', q{SELECT count(*) FROM idle}), '0', '... and the other');
$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-05-01 00:14Z', 'a')});
$node->sync('idle');
is($node->safe_psql('postgres', 'TABLE idle'), 'a|1', 'it begins anew');

# ---- far more keys to drop than one batch takes ----
$node->set_clock(undef);
$node->safe_psql('postgres', q{
CREATE TABLE many (at timestamptz, k int);
CREATE CONTINUOUS VIEW many_view WITH (state_ttl = '10 minutes') AS SELECT k, count(*) FROM many GROUP BY k;
INSERT INTO many SELECT '2024-05-01 00:00Z', k FROM generate_series(1, 50000) k;
INSERT INTO many VALUES ('2024-05-01 01:00Z', 0)});
$node->sync('many_view');
$node->poll_query_until('postgres', 'SELECT count(*) = 1 FROM many_view') or die 'keys are not dropped';
is($node->safe_psql('postgres', q{SELECT groups FROM continuous.windows('many_view')}), '1', 'memory has forgotten them, too');
$node->safe_psql('postgres', q{INSERT INTO many SELECT '2024-05-01 01:00Z', k FROM generate_series(0, 50000) k});
$node->sync('many_view');
is($node->safe_psql('postgres', 'SELECT min(count), max(count), sum(count) FROM many_view'), '1|2|50002', 'they begin anew');

$node->stop;
done_testing();
