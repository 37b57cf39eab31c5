# From each released version to this one: the library of this version follows
# views whose tables are those of the old one, ALTER EXTENSION UPDATE runs while
# rows come in, views go on, and what the update has made is what CREATE
# EXTENSION makes.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

# what there is in schema continuous: names, types, texts, rights, comments
my $objects = q{
SELECT 'function', p.oid::regprocedure::text, concat_ws(' / ', p.prorettype::regtype, p.proretset, p.provolatile, p.proisstrict, p.proargnames, p.proargmodes, pg_get_expr(p.proargdefaults, 0), p.prosrc, p.proconfig, p.proacl, obj_description(p.oid, 'pg_proc'))
  FROM pg_proc p WHERE p.pronamespace = 'continuous'::regnamespace
UNION ALL
SELECT 'relation', c.relname, concat_ws(' / ', c.relkind, c.reloptions, c.relacl, obj_description(c.oid, 'pg_class'), pg_get_viewdef(c.oid))
  FROM pg_class c WHERE c.relnamespace = 'continuous'::regnamespace
UNION ALL
SELECT 'column', c.relname || '.' || a.attname, concat_ws(' / ', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum))
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
 WHERE c.relnamespace = 'continuous'::regnamespace
UNION ALL
SELECT 'member', pg_describe_object(classid, objid, objsubid), '' FROM pg_depend
 WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_continuous') AND deptype = 'e'
UNION ALL
SELECT 'dumped', r::regclass::text, c FROM pg_extension, unnest(extconfig, extcondition) u(r, c) WHERE extname = 'pg_continuous'
 ORDER BY 1, 2, 3};

my $views = q{
CREATE TABLE ev (id int, at timestamptz, key text, n numeric);
CREATE CONTINUOUS VIEW tumbling AS SELECT window_start, key, count(*) AS count, sum(n) AS sum FROM ev GROUP BY tumble(at, '1 hour'), key;
CREATE CONTINUOUS VIEW hopping AS SELECT window_start, key, count(*) AS count, avg(n) AS mean FROM ev GROUP BY hop(at, '20 minutes', '1 hour'), key;
CREATE CONTINUOUS VIEW visits AS SELECT window_start, window_end, key, string_agg(id::text, ',' ORDER BY id) AS ids FROM ev GROUP BY session(at, '7 minutes'), key;
CREATE CONTINUOUS VIEW totals WITH (state_ttl = '1000 days', event_time = 'at') AS SELECT key, count(*) AS count, max(n) AS max FROM ev GROUP BY key;
CREATE CONTINUOUS VIEW clocks WITH (watermark_by = key, idle_timeout = '1000 days', late_rows = keep) AS SELECT window_start, count(*) AS count FROM ev GROUP BY tumble(at, '1 hour')};
my @views = qw(tumbling hopping visits totals clocks);

sub rows
{
	my ($first, $last) = @_;
	return "INSERT INTO ev SELECT i, timestamptz '2026-06-01Z' + i * interval '1 minute' + (i % 3) * interval '5 minutes', 'k' || i % 4, i * 1.5 FROM generate_series($first, $last) i";
}

my $node = CvNode->create('main');

# lines that are in one of two texts only
sub only_one_has
{
	my %count;

	$count{$_}++ foreach map { split /\n/ } @_;
	return join "\n", sort grep { $count{$_} % 2 } keys %count;
}

sub views_ok
{
	my ($database, $what) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	foreach my $view (@views)
	{
		$node->sync($view, $database);
		$node->oracle_ok("TABLE $view", $node->safe_psql($database, "SELECT continuous.one_shot('$view')"), "$what: $view", $database);
	}
	return;
}

my ($current) = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_continuous'});
is($current, $node->safe_psql('postgres', q{SELECT default_version FROM pg_available_extensions WHERE name = 'pg_continuous'}), 'CREATE EXTENSION makes the newest version');
my $fresh = $node->safe_psql('postgres', $objects);

my @released = split /\n/, $node->safe_psql('postgres', q{
SELECT source FROM pg_extension_update_paths('pg_continuous'), (SELECT default_version FROM pg_available_extensions WHERE name = 'pg_continuous') d
 WHERE target = default_version AND path IS NOT NULL ORDER BY source});
cmp_ok(scalar @released, '>', 0, 'there are versions to come from');

foreach my $version (@released)
{
	my $database = "from_$version" =~ s/\W/_/gr;

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, "CREATE EXTENSION pg_continuous VERSION '$version'");
	$node->safe_psql($database, $views);
	$node->safe_psql($database, rows(1, 200));
	views_ok($database, "tables of $version, this library");
	$node->safe_psql($database, q{
SELECT continuous.pause('tumbling'); SELECT continuous.resume('tumbling'); SELECT continuous.rebuild('hopping');
ALTER VIEW visits SET (allowed_lateness = '2 days');
SELECT count(*) FROM continuous.stats; SELECT count(*) FROM continuous.views; SELECT count(*) FROM continuous.columns;
SELECT count(*) FROM continuous.progress; SELECT count(*) FROM continuous.memory; SELECT continuous.windows('tumbling'); SELECT continuous.clocks('clocks')});
	pass("functions and views of $version work");

	my $session = $node->background_psql($database);
	$session->query_until(qr/inserted/, 'BEGIN; ' . rows(201, 300) . ";\n\\echo inserted\n");
	$node->safe_psql($database, 'ALTER EXTENSION pg_continuous UPDATE');
	$node->safe_psql($database, rows(301, 400));
	$session->query_until(qr/committed/, "COMMIT;\n\\echo committed\n");
	$session->quit;
	views_ok($database, "updated from $version");
	is(only_one_has($fresh, $node->safe_psql($database, $objects)), '', "what the update from $version has made is what CREATE EXTENSION makes");

	$node->restart;
	$node->safe_psql($database, rows(401, 500));
	views_ok($database, "updated from $version, after a restart");
}

$node->stop;
done_testing();
