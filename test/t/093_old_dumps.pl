# Dumps that released versions have made, states of every kind in them, come to
# life in this one: test/data/make_dump.sql says what is in them.  Inputs are
# empty, so only the states know what was counted; what comes later is added to
# it, as if nothing had happened in between.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
continuous.on_restore = 'wait'
continuous.collected_inline = '16B'
});

# is each view what its plain query gives over all rows that ever were?
sub views_ok
{
	my ($database, $what, @views) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	foreach my $view (@views)
	{
		my $query = $node->safe_psql($database, "SELECT regexp_replace(continuous.one_shot('$view'), 'public\\.ev\\y', 'ev', 'g')");
		$node->oracle_ok("TABLE $view", "WITH ev AS (TABLE public.ev_all) $query", "$what: $view", $database);
	}
	return;
}

foreach my $file (sort glob 'test/data/dump_*.sql')
{
	my ($database) = $file =~ /(dump_\w+)\.sql$/;

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->PostgreSQL::Test::Cluster::command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, '-d', $database ], "$file is restored without an error");
	my @views = split /\n/, $node->safe_psql($database, 'SELECT view FROM continuous.views ORDER BY view::text');
	my @updating = grep { !/^final|months/ } @views;
	cmp_ok(scalar @views, '>=', 13, 'it has views of all kinds');
	is($node->safe_psql($database, 'SELECT count(*) FROM ev'), '0', 'rows that were counted are gone');

	$node->safe_psql($database, "SELECT continuous.resume('$_')") foreach @views;
	$node->sync($_, $database) foreach @views;
	views_ok($database, "$database, as restored", @updating);
	is($node->safe_psql($database, 'SELECT count(*) > 0 FROM visits_collected_collected'), 't', 'what groups have collected is in chunks');

	# windows that the dump has, and new ones
	$node->safe_psql($database, 'SELECT feed(111, 115)');
	$node->sync($_, $database) foreach @views;
	$node->safe_psql($database, 'SELECT feed(116, 160)');
	$node->sync($_, $database) foreach @views;
	views_ok($database, "$database, and more rows", @updating);

	$node->restart;
	$node->safe_psql($database, q{INSERT INTO ev_all SELECT id + 1000, at - interval '1 minute', k, n * 2, v + 1, f, w || 'b' FROM ev_all; INSERT INTO ev SELECT * FROM ev_all WHERE id > 1000});
	$node->sync($_, $database) foreach @views;
	views_ok($database, "$database, and corrections after a restart", @updating);
	$node->safe_psql($database, "SELECT continuous.advance_watermark('$_', '2024-06-04Z')") foreach @views;
	$node->sync($_, $database) foreach @views;
	views_ok($database, "$database, all closed", grep { !/months/ } @views);
	$node->oracle_ok('SELECT k, count, sum FROM months', 'SELECT k, count(*), sum(n) FROM ev_all GROUP BY k', "$database: months", $database);
}

$node->stop;
done_testing();
