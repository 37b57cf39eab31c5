# CREATE CONTINUOUS VIEW by every protocol, with other libraries that hook into
# the same places loaded before and after.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', start => 0);
my $folder = $node->basedir;

sub write_script
{
	my ($name, $sql) = @_;
	append_to_file("$folder/$name", "$sql\n");
	return "$folder/$name";
}

foreach my $order ('pg_stat_statements, auto_explain, pg_continuous', 'pg_continuous, pg_stat_statements, auto_explain')
{
	my ($first) = $order =~ /^(\w+)/;

	$node->append_conf('postgresql.conf', <<"CONF");
shared_preload_libraries = '$order'
compute_query_id = on
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_nested_statements = on
pg_stat_statements.track = all
CONF
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION IF NOT EXISTS pg_continuous; CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
	$node->safe_psql('postgres', 'CREATE TABLE o (ts timestamptz, k text, v int)');

	foreach my $protocol (qw(simple extended prepared))
	{
		my $script = write_script("$first.$protocol", <<"SQL");
CREATE OR REPLACE /* comment */ CONTINUOUS VIEW $protocol WITH (allowed_lateness = '2 days') AS SELECT window_start, k, sum(v + 1) AS total FROM o WHERE v > 0 GROUP BY tumble(ts, interval '5 minutes'), k;
SQL
		# twice: the second time an option is changed of a view that is there
		$node->PostgreSQL::Test::Cluster::command_ok([ 'pgbench', '-n', '-t', '2', '-M', $protocol, '-f', $script, 'postgres' ],
			"$first first: by the protocol's form \"$protocol\"");
	}
	$node->safe_psql('postgres', "INSERT INTO o VALUES ('2024-05-01 00:01Z', 'a', 1), ('2024-05-01 00:02Z', 'a', 2), ('2024-05-01 00:02Z', 'b', -1)");
	$node->sync($_) foreach qw(simple extended prepared);
	is($node->safe_psql('postgres', 'SELECT total FROM simple UNION ALL SELECT total FROM extended UNION ALL SELECT total FROM prepared'), "5\n5\n5", "$first first: rows");
	isnt($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_statements WHERE query LIKE 'CREATE OR REPLACE /* comment */ CONTINUOUS VIEW%'}), '0', "$first first: the text of the statement is as it was typed");
	$node->safe_psql('postgres', 'DROP TABLE o CASCADE');
	is($node->safe_psql('postgres', 'SELECT count(*) FROM continuous.view'), '0', "$first first: dropped");
	$node->stop;
}

done_testing();
