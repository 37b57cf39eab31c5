# A restored view goes on by itself: windows that the rows at hand cover are
# computed from them, older ones are kept, and no row is counted twice
# (continuous.on_restore).
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my $folder = $node->basedir;

sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

# ---- C39, word for word: in a database that was dumped, and in one that was not
$node->safe_psql('postgres', 'CREATE ROLE alice LOGIN');
$node->safe_psql('postgres', "CREATE DATABASE $_ OWNER alice") foreach qw(src by_owner);
$node->safe_psql('src', 'CREATE EXTENSION pg_continuous');
$node->safe_psql('src', $_, extra_params => [ '-U', 'alice' ]) foreach
	q{CREATE TABLE c39 (ts timestamptz, k text, v int)},
	q{CREATE CONTINUOUS VIEW c39_v WITH (watermark_delay='0 s', allowed_lateness='10 minutes', late_rows = keep) AS
		SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c39 GROUP BY tumble(ts, interval '5 minutes'), k},
	q{INSERT INTO c39 VALUES ('2024-05-01 00:01Z','x',1)},
	q{INSERT INTO c39 VALUES ('2024-05-01 00:31Z','x',2)};
$node->sync('c39_v', 'src');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/c39", 'src' ], 'C39: pg_dump -Fc');
run_ok([ 'pg_dump', '-f', "$folder/c39.sql", 'src' ], 'C39: pg_dump');
my %c39 = (
	src => [],
	by_j => [ [ 'pg_restore', '-j', '4', "$folder/c39", '-d' ] ],
	by_sections => [ map { [ 'pg_restore', "--section=$_", "$folder/c39", '-d' ] } qw(pre-data data post-data) ],
	by_psql => [ [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/c39.sql", '-d' ] ],
	by_one => [ [ 'pg_restore', '-1', "$folder/c39", '-d' ] ],
	by_parts => [ map { [ 'pg_restore', $_, "$folder/c39", '-d' ] } qw(--schema-only --data-only) ],
);
foreach my $database (sort keys %c39)
{
	$node->safe_psql('postgres', "CREATE DATABASE $database") if $database ne 'src';
	run_ok([ @$_, $database ], "C39 $database: $_->[0] $_->[1]") foreach @{ $c39{$database} };
	$node->sync('c39_v', $database) if $database eq 'by_parts';
	$node->safe_psql($database, $_) foreach
		q{INSERT INTO c39 VALUES ('2024-05-01 00:02Z','x',4)},
		q{INSERT INTO c39 VALUES ('2024-05-01 00:32Z','x',8)};
	$node->sync('c39_v', $database);
	$node->safe_psql($database, q{SELECT continuous.advance_watermark('c39_v', '2024-05-01 03:00Z')});
	$node->sync('c39_v', $database);
	is($node->safe_psql($database, q{SELECT window_start, k, s, n FROM c39_v ORDER BY 1}), "2024-05-01 00:00:00+00|x|1|1\n2024-05-01 00:30:00+00|x|10|2", "C39 $database: as if never dumped");
	is($node->safe_psql($database, q{SELECT rows_read, rows_counted, rows_too_late FROM continuous.stats}), '4|3|1', "C39 $database: one row came late");
	is($node->safe_psql($database, q{SELECT row_data->>'v' FROM c39_v_late}), '4', "C39 $database: ... this one");
	is($node->safe_psql($database, q{SELECT kept_before FROM continuous.views}), '', "C39 $database: nothing had to be kept");
}

$node->stop;
done_testing();
