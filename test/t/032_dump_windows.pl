# Views over all windows, and one with watermark_by, go through pg_dump and
# pg_restore: members, indexes and the column of watermark_by are what CREATE
# has made, and the views go on, or begin anew.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");
my $folder = $node->basedir;
my @views = ('hops', 'growing', 'visits', 'closed_visits', 'months', 'machines');

# is the view what the plain query gives?
sub one_shot_ok
{
	my ($database, $view, $what) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->oracle_ok("TABLE $view", $node->safe_psql($database, "SELECT continuous.one_shot('$view')"), "$what: $view", $database);
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE c (ts timestamptz, k text, device text, v int);
CREATE CONTINUOUS VIEW hops AS SELECT window_start, window_end, k, sum(v), stddev(v) FROM c GROUP BY hop(ts, '3 min', '10 min'), k;
CREATE CONTINUOUS VIEW growing AS SELECT window_start, window_end, k, sum(v), stddev(v) FROM c GROUP BY cumulate(ts, '5 min', '1 hour'), k HAVING count(*) > 0;
CREATE CONTINUOUS VIEW visits WITH (notify = visits) AS SELECT window_start, window_end, k, sum(v), stddev(v) FROM c GROUP BY session(ts, '10 min'), k;
CREATE CONTINUOUS VIEW closed_visits WITH (emit = final) AS SELECT window_start, window_end, k, sum(v), stddev(v) FROM c GROUP BY session(ts, '10 min'), k;
CREATE CONTINUOUS VIEW months AS SELECT window_start, window_end, k, sum(v) FROM c GROUP BY tumble(ts, '1 month', timezone => 'Europe/London'), k;
CREATE CONTINUOUS VIEW machines WITH (watermark_by = device, idle_timeout = '1 min') AS SELECT window_start, window_end, sum(v) FROM c GROUP BY tumble(ts, '5 min');
ALTER TABLE c RENAME COLUMN device TO machine;
INSERT INTO c SELECT timestamptz '2024-05-01 00:00Z' + i * interval '7 min' + i % 5 * interval '1 min', 'k' || i % 2, 'd' || i % 2, i FROM generate_series(1, 40) i;
});
$node->sync($_, 'src') foreach @views;
one_shot_ok('src', $_, 'before') foreach grep { $_ ne 'closed_visits' } @views;
$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_dump', '-Fc', '-f', "$folder/dump", 'src' ], 'pg_dump');

my $members = q{SELECT string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid::regtype), ';' ORDER BY attrelid::regclass::text, attnum) FROM pg_attribute, continuous.view
	WHERE attrelid IN (definition, results, state, view) AND attnum > 0};
my $indexes = q{SELECT string_agg(pg_get_indexdef(indexrelid), ';' ORDER BY indexrelid::regclass::text) FROM pg_index, continuous.view WHERE indrelid IN (results, state)};

foreach my $how ('rebuild', 'resume')
{
	$node->safe_psql('postgres', "CREATE DATABASE by_$how");
	$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_restore', '-d', "by_$how", "$folder/dump" ], "pg_restore, for $how()");
	is($node->safe_psql("by_$how", $_), $node->safe_psql('src', $_), 'members are the same') foreach $members, $indexes;
	is($node->safe_psql("by_$how", q{SELECT watermark_by FROM continuous.views WHERE view = 'machines'::regclass}), 'machine', 'watermark_by is what the column is called now');
	$node->safe_psql("by_$how", "SELECT continuous.$how(view) FROM continuous.view");
	$node->safe_psql("by_$how", q{INSERT INTO c SELECT timestamptz '2024-05-01 04:50Z' + i * interval '7 min' + i % 5 * interval '1 min', 'k' || i % 2, 'd' || i % 2, i FROM generate_series(1, 10) i});
	$node->sync($_, "by_$how") foreach @views;
	one_shot_ok("by_$how", $_, "after $how()") foreach grep { $_ ne 'closed_visits' } @views;
	$node->safe_psql("by_$how", q{SELECT continuous.advance_watermark('closed_visits', '2024-05-02Z')});
	$node->sync('closed_visits', "by_$how");
	one_shot_ok("by_$how", 'closed_visits', "after $how()");
}

# what somebody has made of the members meanwhile is not taken for ours
$node->safe_psql('postgres', 'CREATE DATABASE tampered');
$node->PostgreSQL::Test::Cluster::command_ok([ 'pg_restore', '-d', 'tampered', "$folder/dump" ], 'restored for somebody who tampers');
foreach my $change (
	[ 'visits', 'DROP INDEX visits_results_window_end_idx' ],
	[ 'visits', 'DROP INDEX visits_state_window_end_idx' ],
	[ 'hops', 'ALTER TABLE hops_state DROP COLUMN k' ],
	[ 'machines', q{CREATE OR REPLACE VIEW machines_definition AS SELECT lower(continuous.tumble(ts, '5 min')) AS window_start, upper(continuous.tumble(ts, '5 min')) AS window_end, sum(v), sum(v) AS cv_watermark_by FROM c GROUP BY continuous.tumble(ts, '5 min')} ],
	[ 'hops', q{CREATE OR REPLACE VIEW hops_definition AS SELECT lower(continuous.hop_window(ts, '3 min', '2 min')) AS window_start, upper(continuous.hop_window(ts, '3 min', '2 min')) AS window_end, k, sum(v), stddev(v) FROM c GROUP BY continuous.hop_window(ts, '3 min', '2 min'), k} ])
{
	my ($view, $statement) = @$change;
	my $err;
	my $code = $node->psql('tampered', "BEGIN; $statement; SELECT continuous.resume('$view')", stderr => \$err);
	isnt($code, 0, "not taken up again after: $statement");
	is($node->safe_psql('tampered', "BEGIN; $statement; SELECT count(watermark_by) >= 0 FROM continuous.views"), 't', '... but shown');
	like($err, qr/cannot be taken up again|query of a continuous view|must not be less than its slide/, '... with the reason');
}

$node->stop;
done_testing();
