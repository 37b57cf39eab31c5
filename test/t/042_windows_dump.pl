# pg_dump and pg_restore of views of all windows and clocks: what belongs to them
# comes along, indexes included; a restored view can be taken up again, by
# resume() from the states that were saved, or by rebuild() from the rows.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");
my $folder = $node->basedir;
my @views = qw(hops hops_final steps visits visits_final shops filled months);

sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

sub sync_all
{
	my ($database) = @_;
	$node->sync($_, $database) foreach @views;
	return;
}

sub contents
{
	my ($database) = @_;
	return join "\n", map { "$_: " . $node->safe_psql($database, "SELECT v::text FROM $_ v ORDER BY 1") } @views;
}

# every view equals the plain query that it names; closed: what is published
sub plain_ok
{
	my ($database, $name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	foreach my $view (grep { $_ ne 'filled' } @views)
	{
		my $plain = $node->safe_psql($database, "SELECT rtrim(continuous.one_shot('$view'), E'; \\n')");
		$plain = "SELECT * FROM ($plain) p WHERE window_end <= continuous.watermark('$view')" if $view =~ /final/;
		$node->oracle_ok("TABLE $view", $plain, "$name: $view", $database);
	}
	return;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE sales (ts timestamptz, shop text, v int) PARTITION BY LIST (shop);
CREATE TABLE sales_1 PARTITION OF sales FOR VALUES IN ('a', 'b');
CREATE TABLE sales_2 PARTITION OF sales DEFAULT;
CREATE CONTINUOUS VIEW hops WITH (late_rows = keep) AS
	SELECT window_start, window_end, shop, sum(v) AS s, avg(v) AS mean FROM sales GROUP BY hop(ts, '3 minutes', '10 minutes'), shop;
CREATE CONTINUOUS VIEW hops_final WITH (emit = final) AS
	SELECT window_start, window_end, shop, sum(v) AS s, stddev(v) AS sd FROM sales GROUP BY hop(ts, '5 minutes', '10 minutes'), shop HAVING count(*) > 0;
CREATE CONTINUOUS VIEW steps AS
	SELECT window_start, window_end, shop, sum(v) AS s, max(v) - min(v) AS range FROM sales GROUP BY cumulate(ts, '5 minutes', '1 hour'), shop;
CREATE CONTINUOUS VIEW visits AS
	SELECT window_start, window_end, shop, sum(v) AS s, count(*) AS n, stddev(v) AS sd FROM sales GROUP BY session(ts, '4 minutes'), shop;
CREATE CONTINUOUS VIEW visits_final WITH (emit = final) AS
	SELECT window_start, window_end, shop, sum(v) AS s, count(*) AS n, avg(v) AS mean FROM sales GROUP BY session(ts, '4 minutes'), shop;
CREATE CONTINUOUS VIEW shops WITH (watermark_by = shop, idle_timeout = '1000 days') AS
	SELECT window_start, window_end, count(*) AS n FROM sales GROUP BY tumble(ts, '5 minutes');
CREATE CONTINUOUS VIEW filled WITH (fill = zero, fill_windows = 5, notify = closed) AS
	SELECT window_start, window_end, shop, sum(v) AS s FROM sales GROUP BY tumble(ts, '5 minutes'), shop;
CREATE CONTINUOUS VIEW months AS
	SELECT window_start, window_end, count(*) AS n FROM sales GROUP BY hop(ts, '1 month', '3 months', timezone => 'Europe/Paris');
});
sync_all('src');
$node->safe_psql('src', q{INSERT INTO sales SELECT timestamptz '2024-05-01 00:00Z' + i * i % 61 * interval '1 minute', CASE WHEN i % 4 > 0 THEN chr(96 + i % 4) END, i FROM generate_series(1, 60) i});
sync_all('src');
plain_ok('src', 'before');

run_ok([ 'pg_dump', '-f', "$folder/plain.sql", 'src' ], 'pg_dump');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/custom", 'src' ], 'pg_dump -Fc');

my $members = q{SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2};
my $definitions = q{SELECT view, pg_get_viewdef(definition) FROM continuous.view ORDER BY view::text};
my $dials = q{SELECT view, watermark_by, idle_timeout, fill, fill_windows, notify FROM continuous.views ORDER BY view::text};

# later rows: they extend sessions and windows that came with the dump, and bridge
my $more = q{INSERT INTO sales VALUES ('2024-05-01 00:02:30Z', 'a', 1000), ('2024-05-01 01:03Z', 'a', 2000), ('2024-05-01 01:06Z', NULL, 4000);
INSERT INTO sales SELECT timestamptz '2024-05-01 00:30Z' + i * interval '3 minutes', 'b', i FROM generate_series(1, 20) i;
INSERT INTO sales VALUES ('2024-05-01 02:30Z', 'a', 0), ('2024-05-01 02:30Z', 'b', 0), ('2024-05-01 02:31Z', 'c', 0), ('2024-05-01 02:31Z', NULL, 0);};

foreach my $how (qw(plain custom))
{
	foreach my $command (qw(resume rebuild))
	{
		my $database = "${how}_$command";

		$node->safe_psql('postgres', "CREATE DATABASE $database");
		run_ok($how eq 'plain' ? [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/plain.sql", '-d', $database ]
			: [ 'pg_restore', '-j', '2', "$folder/custom", '-d', $database ], "$how: restores without an error");
		is($node->safe_psql($database, "SELECT string_agg(DISTINCT state, ' '), count(*) FROM continuous.stats"), 'restored|' . @views, "$how: all views are restored");
		is(contents($database), contents('src'), "$how: results are there");
		is($node->safe_psql($database, $_), $node->safe_psql('src', $_), "$how: members, definitions and dials are the same") foreach ($members, $definitions, $dials);

		$node->safe_psql($database, "SELECT continuous.$command('$_')") foreach @views;
		sync_all($database);
		# no clock came along: what was published is, but nothing closes by what was
		plain_ok($database, "$how: $command()") if $command eq 'rebuild';
		$node->safe_psql($database, $more);
		sync_all($database);
		plain_ok($database, "$how: $command(), and more rows");
		is($node->safe_psql($database, 'SELECT string_agg(DISTINCT state, \' \') FROM continuous.stats'), 'running', "$how: all views are followed");
		$node->counters_ok('visits', undef, "$how: counters add up", $database);
	}
	is(contents("${how}_resume"), contents("${how}_rebuild"), "$how: resume() and rebuild() come to the same");
}

# nothing is left behind by DROP
$node->safe_psql('custom_resume', 'DROP VIEW ' . join(', ', @views));
is($node->safe_psql('custom_resume', q{SELECT count(*) FROM pg_class WHERE relname ~ '_(results|definition|late|state)$'}), '0', 'DROP VIEW leaves no member behind');

# what is not as it was made is not taken up again
$node->safe_psql('postgres', 'CREATE DATABASE tampered');
run_ok([ 'pg_restore', "$folder/custom", '-d', 'tampered' ], 'restored for somebody who tampers');
foreach my $case (
	[ 'hops', 'ALTER TABLE hops_state DROP COLUMN shop' ],
	[ 'shops', q{CREATE OR REPLACE VIEW shops_definition AS SELECT lower(continuous.tumble(ts, '5 min')) AS window_start, upper(continuous.tumble(ts, '5 min')) AS window_end, count(*) AS n, sum(v) AS cv_watermark_by FROM sales GROUP BY continuous.tumble(ts, '5 min')} ])
{
	my ($view, $change) = @$case;
	my $err;
	my $code = $node->psql('tampered', "BEGIN; $change; SELECT continuous.resume('$view')", stderr => \$err);
	isnt($code, 0, "not taken up again after: $change");
	like($err, qr/ERROR/, '... with an error');
	note($err);
}

$node->stop;
done_testing();
