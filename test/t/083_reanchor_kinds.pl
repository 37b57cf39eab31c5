# Every kind of view is restored, and goes on by itself, exactly as in the
# database that was dumped: with all rows of its input, with the older ones
# removed, with none; also if the worker is killed, or a batch fails, on the way.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.collected_inline = 64\n");
my $folder = $node->basedir;

my %views = (
	tumbles => [ q{WITH (late_rows = keep)}, q{sum(v) AS s, stddev(v) AS sd, string_agg(v::text, ',') AS list}, q{tumble(ts, '5 minutes')} ],
	tumbles_final => [ q{WITH (emit = final, allowed_lateness = '10 minutes')}, q{avg(v) AS mean, count(*) AS n}, q{tumble(ts, '5 minutes')} ],
	hops => [ q{WITH (allowed_lateness = '10 minutes')}, q{sum(v) AS s, avg(v) AS mean}, q{hop(ts, '3 minutes', '10 minutes')} ],
	hops_final => [ q{WITH (emit = final)}, q{sum(v) AS s, max(v) AS most}, q{hop(ts, '5 minutes', '15 minutes')} ],
	hops_short => [ q{WITH (emit = final, allowed_lateness = '1 minute')}, q{sum(v) AS s, count(*) AS n}, q{hop(ts, '5 minutes', '15 minutes')} ],
	steps => [ q{}, q{sum(v) AS s, min(v) AS least}, q{cumulate(ts, '5 minutes', '30 minutes')} ],
	visits => [ q{}, q{sum(v) AS s, count(*) AS n, stddev(v) AS sd}, q{session(ts, '4 minutes')} ],
	visits_final => [ q{WITH (emit = final, allowed_lateness = '10 minutes')}, q{sum(v) AS s, avg(v) AS mean}, q{session(ts, '4 minutes')} ],
	days => [ q{}, q{count(*) AS n}, q{tumble(ts, '1 day', timezone => 'Europe/Paris')} ],
	medians => [ q{WITH (allowed_lateness = '10 minutes')}, q{percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS median, count(DISTINCT v) AS n}, q{tumble(ts, '10 minutes')} ],
	medians_hop => [ q{WITH (emit = final)}, q{percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS median}, q{hop(ts, '5 minutes', '15 minutes')} ],
	medians_visits => [ q{}, q{percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS median}, q{session(ts, '4 minutes')} ],
	filled => [ q{WITH (fill = zero, fill_windows = 20)}, q{sum(v) AS s}, q{tumble(ts, '5 minutes')} ],
	expiring => [ q{WITH (retention = '90 minutes', allowed_lateness = '20 minutes')}, q{sum(v) AS s}, q{tumble(ts, '5 minutes')} ],
	careful => [ q{WITH (on_error = skip)}, q{sum(100 / (v - 13)) AS s}, q{tumble(ts, '5 minutes')} ],
	by_shop => [ q{WITH (watermark_by = k, idle_timeout = '1000 days')}, q{count(*) AS n}, q{tumble(ts, '5 minutes')} ],
	named => [ q{}, q{count(*) AS n, max(name) AS name}, q{tumble(ts, '5 minutes')}, q{sales JOIN shops USING (k)} ],
);
my @views = grep { $_ ne 'days' } sort keys %views;

sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

sub contents
{
	my ($database) = @_;
	$node->sync($_, $database) foreach (@views, 'totals', 'days');
	return join "\n", map { "$_:\n" . $node->safe_psql($database, "SELECT v::text FROM $_ v ORDER BY 1") } (@views, 'totals');
}

sub restore
{
	my ($database, $from) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	run_ok([ 'pg_dump', '-Fc', '-f', "$folder/$database", $from ], "$database: pg_dump");
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	run_ok([ 'pg_restore', '-j', '2', "$folder/$database", '-d', $database ], "$database: pg_restore");
	return;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE shops (k text PRIMARY KEY, name text);
INSERT INTO shops SELECT chr(96 + i), 'shop ' || i FROM generate_series(1, 4) i;
CREATE TABLE sales (ts timestamptz, k text, v int) PARTITION BY LIST (k);
CREATE TABLE sales_1 PARTITION OF sales FOR VALUES IN ('a', 'b');
CREATE TABLE sales_2 PARTITION OF sales DEFAULT;
CREATE CONTINUOUS VIEW totals WITH (state_ttl = '1000 days', event_time = ts) AS
	SELECT k, count(*) AS n, sum(v) AS s, array_agg(v) AS list FROM sales GROUP BY k;
} . join '', map { my ($with, $aggs, $window, $from) = @{ $views{$_} };
	"CREATE CONTINUOUS VIEW $_ $with AS SELECT window_start, window_end, k, $aggs FROM " . ($from // 'sales') . " GROUP BY $window, k;\n" } (@views, 'days'));
contents('src');

# minutes first .. last: rows of some keys, with gaps
sub insert
{
	my ($database, $first, $last) = @_;
	for (my $i = $first; $i < $last; $i += 10)
	{
		$node->safe_psql($database, "INSERT INTO sales SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 minute' + i * i % 50 * interval '1 second',
			CASE WHEN i % 7 > 0 THEN chr(97 + i * i % 4) END, i * i % 97 FROM generate_series($i, $i + 9) i WHERE i % 17 < 12");
	}
	return;
}
insert('src', 0, 120);
my $all = contents('src');
$node->safe_psql('src', q{CREATE OR REPLACE CONTINUOUS VIEW tumbles WITH (late_rows = keep) AS SELECT window_start, window_end, k, sum(v) AS s, stddev(v) AS sd, string_agg(v::text, ',') AS list, max(v) AS most FROM sales GROUP BY tumble(ts, '5 minutes'), k});

# ---- all rows are at hand
restore('whole', 'src');
is(contents('whole'), contents('src'), 'whole: all is as it was');
$node->oracle_ok('TABLE days', q{SELECT timestamptz '2024-04-30 22:00Z', timestamptz '2024-05-01 22:00Z', k, count(*) FROM sales GROUP BY k}, 'whole: a window without an end yet, too', 'whole');
$node->verify_ok($_, "whole: verify() of $_ finds nothing", 'whole') foreach (sort keys %views), 'totals', 'days';
is($node->safe_psql('whole', q{SELECT count(*) FROM continuous.views WHERE kept_before IS NOT NULL AND view <> 'expiring'::regclass}), '0', 'whole: nothing had to be kept');

# ---- the older half was removed, but for a row that came late
$node->safe_psql('postgres', 'CREATE DATABASE trim TEMPLATE src');
contents('trim');
$node->safe_psql('trim', q{DELETE FROM sales WHERE ts < '2024-05-01 00:58Z'; INSERT INTO sales VALUES ('2024-04-01 00:00Z', 'a', 1)});
my $trimmed = contents('trim');
restore('half', 'trim');
is(contents('half'), $trimmed, 'half: all is as it was');
$node->verify_ok($_, "half: verify() of $_ finds nothing: windows that are kept are not compared", 'half') foreach (sort keys %views), 'days';
is($node->safe_psql('half', q{SELECT string_agg(DISTINCT v.view::text, ' ') FROM continuous.views v WHERE kept_before IS NULL}), 'totals', 'half: older windows are kept');
is($node->safe_psql('half', q{SELECT kept_before FROM continuous.views WHERE view = 'tumbles'::regclass}), '2024-05-01 01:00:00+00', 'half: ... those that begin before the first row at hand');
is($node->safe_psql('half', q{SELECT count(*) FROM continuous.stats s JOIN continuous.views v USING (view) WHERE v.view <> 'totals'::regclass AND rows_read <> rows_counted + rows_filtered + rows_failed}), '0', 'half: no row counts as late');
is($node->safe_psql('half', 'SELECT * FROM days ORDER BY k'), $node->safe_psql('whole', 'SELECT * FROM days ORDER BY k'), 'half: a window that has lost some of its rows is kept, as its count(*) tells');
insert($_, 120, 180) foreach ('trim', 'half');
is(contents('half'), contents('trim'), 'half: and goes on as the other');

# ---- nothing is left
$node->safe_psql('postgres', 'CREATE DATABASE bare TEMPLATE src');
contents('bare');
$node->safe_psql('bare', 'DELETE FROM sales');
contents('bare');
restore('none', 'bare');
$node->safe_psql('none', q{SELECT continuous.resume('totals')});
is(contents('none'), contents('bare'), 'none: all is kept');
insert($_, 150, 200) foreach ('bare', 'none');
is(contents('none'), contents('bare'), 'none: and goes on as the other');

# ---- the worker is killed on the way
foreach my $point (qw(anchor_before_commit anchor_measured anchor_decided))
{
	my $log_end = $node->log_end;
	$node->safe_psql('postgres', "CREATE DATABASE killed_$point");
	$node->arm_debug_point($point, 'kill');
	$node->PostgreSQL::Test::Cluster::command_checks_all([ 'pg_restore', "$folder/half", '-d', "killed_$point" ], 0, [], [], "killed: pg_restore");
	$node->wait_for_debug_point($point, $log_end);
	$node->wait_for_recovery($log_end);
	is(contents("killed_$point"), $trimmed, "killed at $point: all is as it was");
	$node->safe_psql('postgres', "DROP DATABASE killed_$point");
}

# ---- rows that a batch measures again, as it has failed, are there once only
foreach my $with ('WITH (on_error = skip)', '')
{
	my $name = $with ? 'skipping' : 'failing';
	my $log_end = $node->log_end;
	$node->safe_psql('postgres', "CREATE DATABASE $name");
	$node->safe_psql($name, qq{
CREATE EXTENSION pg_continuous;
CREATE TABLE t (at timestamptz, v int);
CREATE CONTINUOUS VIEW hours $with AS SELECT window_start, window_end, count(*) AS n, sum(12 / v) AS s FROM t GROUP BY tumble(at, '1 hour');
INSERT INTO t SELECT timestamptz '2024-05-01 00:00Z' + i * interval '10 minutes', i % 4 + 1 FROM generate_series(0, 8) i;
SELECT continuous.sync('hours');
DELETE FROM t WHERE at < '2024-05-01 00:20Z';
});
	$node->safe_psql($name, q{INSERT INTO t VALUES ('2024-05-01 01:30Z', 0)}) if $with;
	my $before = $node->safe_psql($name, 'SELECT n, s FROM hours ORDER BY window_start');
	$node->arm_debug_point('anchor_measured', 'error') unless $with;
	restore("${name}_copy", $name);
	$node->sync('hours', "${name}_copy");
	$node->wait_for_debug_point('anchor_measured', $log_end) unless $with;
	is($node->safe_psql("${name}_copy", 'SELECT n, s FROM hours ORDER BY window_start'), $before, "$name: a window that has lost some of its rows is kept");
}

# ---- what another worker had measured is measured again, also if that fails once
$node->safe_psql('postgres', 'CREATE DATABASE parts');
$node->safe_psql('parts', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE t (at timestamptz, v int) PARTITION BY RANGE (at);
CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM ('2024-05-01') TO ('2024-05-02');
CREATE TABLE t_2 PARTITION OF t DEFAULT;
CREATE CONTINUOUS VIEW hours AS SELECT window_start, window_end, count(*) AS n FROM t GROUP BY tumble(at, '1 hour');
INSERT INTO t SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 hour', i FROM generate_series(0, 40) i;
SELECT continuous.sync('hours');
});
my $log_end = $node->log_end;
$node->arm_debug_point('anchor_measured', 'wait');
restore('parts_copy', 'parts');
$node->wait_for_debug_point('anchor_measured', $log_end);
$node->arm_debug_point('batch_after_install', 'wait');
$node->wait_for_debug_point('batch_after_install', $log_end);
my $worker = $node->safe_psql('parts_copy', q{SELECT pid FROM pg_stat_activity WHERE application_name = 'pg_continuous worker' AND datname = current_database()});
$log_end = $node->log_end;
$node->safe_psql('parts_copy', "SELECT pg_terminate_backend($worker)");
$node->arm_debug_point('anchor_measured', 'error');
$node->sync('hours', 'parts_copy');
$node->wait_for_debug_point('anchor_measured', $log_end);
is($node->safe_psql('parts_copy', 'SELECT kept_before IS NULL FROM continuous.views'), 't', 'parts: all windows are computed, as all rows are at hand');
$node->oracle_ok('TABLE hours', q{SELECT at, at + interval '1 hour', 1 FROM t}, 'parts: ... from them', 'parts_copy');

$node->stop;
done_testing();
