# A standby with views of hop(), session() and cumulate(): it shows the primary's
# results; promoted, it goes on with the slices and sessions that were open.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my @views = qw(hops hops_final steps visits visits_final);
my $primary = CvNode->create('primary', streaming => 1);
$primary->safe_psql('postgres', q{
CREATE TABLE ev (id int, ts timestamptz, k text);
CREATE CONTINUOUS VIEW hops AS SELECT window_start, window_end, k, count(*) AS n, sum(id) AS total FROM ev GROUP BY hop(ts, '3 minutes', '10 minutes'), k;
CREATE CONTINUOUS VIEW hops_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*) AS n, avg(id) AS mean FROM ev GROUP BY hop(ts, '5 minutes', '10 minutes'), k;
CREATE CONTINUOUS VIEW steps AS SELECT window_start, window_end, k, count(*) AS n FROM ev GROUP BY cumulate(ts, '5 minutes', '1 hour'), k;
CREATE CONTINUOUS VIEW visits AS SELECT window_start, window_end, k, count(*) AS n, sum(id) AS total FROM ev GROUP BY session(ts, '1 minute'), k;
CREATE CONTINUOUS VIEW visits_final WITH (emit = final) AS SELECT window_start, window_end, k, count(*) AS n, stddev(id) AS sd FROM ev GROUP BY session(ts, '1 minute'), k;
});

# rows of one transaction: every 37 s, so that two of three keys make sessions
sub insert_sql
{
	my ($first, $last) = @_;
	return "INSERT INTO ev SELECT i, timestamptz '2024-06-03 00:00Z' + i * 37 % 9001 * interval '1 second', 'k' || i % 3 FROM generate_series($first, $last) i;";
}

sub views_ok
{
	my ($node, $name) = @_;
	foreach my $view (@views)
	{
		my $plain = $node->safe_psql('postgres', "SELECT rtrim(continuous.one_shot('$view'), E'; \\n')");
		$plain = "SELECT * FROM ($plain) p WHERE window_end <= continuous.watermark('$view')" if $view =~ /final/;
		$node->oracle_ok("TABLE $view", $plain, "$name: $view");
	}
	return;
}

$primary->sync($_) foreach @views;
$primary->safe_psql('postgres', insert_sql(1, 500));
$primary->sync($_) foreach @views;
views_ok($primary, 'primary');

$primary->backup('base');
my $standby = CvNode->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

$primary->safe_psql('postgres', insert_sql(501, 1000));
$primary->sync($_) foreach @views;
$primary->wait_for_catchup($standby);
views_ok($standby, 'standby');

# consumed by nobody before the promotion
$primary->set_enabled(0);
$primary->safe_psql('postgres', insert_sql(1001, 1300));
$primary->safe_psql('postgres', 'BEGIN; ' . insert_sql(1301, 1400) . q{ PREPARE TRANSACTION 'p'});
$primary->safe_psql('postgres', insert_sql(1401, 1500));
$primary->wait_for_catchup($standby);
$primary->stop;

$standby->promote;
$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
$standby->set_enabled(1);
$standby->sync($_) foreach @views;
views_ok($standby, 'promoted, with what the primary had not consumed');
$standby->safe_psql('postgres', q{COMMIT PREPARED 'p';} . insert_sql(1501, 2000));
$standby->sync($_) foreach @views;
views_ok($standby, 'promoted, with rows of the new timeline');
$standby->counters_ok($_, 2000, "every row was read once by $_") foreach @views;

$standby->stop;
done_testing();
