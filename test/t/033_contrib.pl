# What is in contrib/ goes with the server and with itself: each query of the
# exporters' files runs for a member of pg_monitor and has the columns that it is
# said to have, both exporters make the same metrics, and the dashboard and the
# alerts read no metric and no label that is not among them.
use strict;
use warnings FATAL => 'all';

use CvNode;
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;
use YAML::PP;

my $yaml = YAML::PP->new;
my $postgres_exporter = $yaml->load_file('contrib/postgres_exporter/queries.yaml');
my $sql_exporter = $yaml->load_file('contrib/sql_exporter/pg_continuous.collector.yml');
my $alerts = $yaml->load_file('contrib/prometheus/alerts.yml');
my $dashboard = decode_json(slurp_file('contrib/grafana/pg_continuous.json'));

# name of metric => { type, help, labels, column, query }
sub metrics_of_postgres_exporter
{
	my %metrics;

	while (my ($name, $entry) = each %$postgres_exporter)
	{
		my %columns = map { %$_ } @{ $entry->{metrics} };
		my @labels = grep { $columns{$_}{usage} eq 'LABEL' } sort keys %columns;

		foreach my $column (grep { $columns{$_}{usage} ne 'LABEL' } keys %columns)
		{
			$metrics{"${name}_$column"} = {
				type => lc $columns{$column}{usage}, help => $columns{$column}{description},
				labels => "@labels", column => $column, query => $entry->{query} };
		}
	}
	return \%metrics;
}

sub metrics_of_sql_exporter
{
	my %queries = map { $_->{query_name} => $_->{query} } @{ $sql_exporter->{queries} };
	my %metrics;

	foreach my $metric (@{ $sql_exporter->{metrics} })
	{
		is(scalar @{ $metric->{values} }, 1, "$metric->{metric_name} has one value");
		$metrics{ $metric->{metric_name} } = {
			type => $metric->{type}, help => $metric->{help},
			labels => join(' ', sort @{ $metric->{key_labels} }),
			column => $metric->{values}[0], query => $queries{ $metric->{query_ref} } };
	}
	return \%metrics;
}

my $metrics = metrics_of_postgres_exporter();
is_deeply(metrics_of_sql_exporter(), $metrics, 'both exporters make the same metrics by the same queries');
foreach my $name (sort keys %$metrics)
{
	my $is_total = $name =~ /_total$/;
	is($metrics->{$name}{type}, $is_total ? 'counter' : 'gauge', "type of $name goes with its name");
}

# a view that runs, one that has stopped, one whose name needs quotes
my $node = CvNode->create('main');
$node->create_orders;
$node->safe_psql('postgres', q{
CREATE ROLE watcher LOGIN;
GRANT pg_monitor TO watcher;
CREATE SCHEMA "My App";
CREATE CONTINUOUS VIEW "My App"."odd name" WITH (watermark_delay = '30 seconds') AS
SELECT window_start, count(*) FROM orders WHERE region IS NOT NULL GROUP BY tumble(ordered_at, interval '1 hour');
CREATE CONTINUOUS VIEW failing AS
SELECT window_start, sum(1 / (order_id - 1)) AS x FROM orders GROUP BY tumble(ordered_at, interval '1 hour');
});
$node->insert_orders(1, 100);
$node->sync('revenue');
$node->sync('"My App"."odd name"');
$node->wait_for_state('failing', 'stopped');

# as_watcher(sql) -- what the exporter's role gets
sub as_watcher
{
	my ($sql) = @_;
	return $node->safe_psql('postgres', $sql, extra_params => [ '-U', 'watcher' ]);
}

my %queries = map { $metrics->{$_}{query} => $_ } sort keys %$metrics;
foreach my $query (sort { $queries{$a} cmp $queries{$b} } keys %queries)
{
	my @names = grep { $metrics->{$_}{query} eq $query } sort keys %$metrics;
	my @labels = split / /, $metrics->{ $names[0] }{labels};
	my $rows = as_watcher("SELECT count(*) FROM ($query) q");

	if ($query =~ /continuous\.progress/)
	{
		is($rows, 0, 'nothing is in progress');
	}
	else
	{
		cmp_ok($rows, '>', 0, "the query of @names gives rows");
	}
	# the same labels twice would be an error of the scrape
	is(as_watcher('SELECT count(*) - count(DISTINCT (' . join(', ', @labels) . ")) FROM ($query) q"), 0, '... each with labels of its own');
	is(as_watcher('SELECT count(*) FROM (' . $query . ') q WHERE ' . join(' OR ', map { "$_ IS NULL" } @labels)), 0, '... that are not null');
	foreach my $name (@names)
	{
		my $column = $metrics->{$name}{column};
		like(as_watcher("SELECT string_agg(DISTINCT pg_typeof($column)::text, ' ') FROM (SELECT 1) one LEFT JOIN ($query) q ON true"),
			qr/^(integer|bigint|numeric|double precision)$/, "... and a number for $name");
	}
}

# value(metric, condition) -- one value, as the exporter would tell it
sub value
{
	my ($name, $condition) = @_;
	my $metric = $metrics->{$name} or die "no metric $name";
	return as_watcher("SELECT $metric->{column} FROM ($metric->{query}) q WHERE datname = 'postgres' AND $condition");
}

is(value('pg_continuous_rows_total', q{view = 'public.revenue' AND fate = 'counted'}), 100, 'rows that were counted');
is(value('pg_continuous_rows_total', q{view = '"My App"."odd name"' AND fate = 'filtered'}), 20, 'rows that WHERE left out');
is(value('pg_continuous_view_state_info', q{view = 'public.failing' AND state = 'stopped'}), 1, 'a view that has stopped');
is(value('pg_continuous_view_watermark_delay_seconds', q{view = '"My App"."odd name"'}), 30, 'a dial in seconds');
cmp_ok(value('pg_continuous_view_watermark_age_seconds', q{view = 'public.revenue'}), '>', 3600, 'the age of a watermark in seconds');
cmp_ok(value('pg_continuous_memory_bytes', q{what = 'state'}), '>', 0, 'memory that states take');
is(value('pg_continuous_memory_limit_bytes', q{what = 'state'}), 32 * 1024 * 1024, 'what bounds it');
is(value('pg_continuous_workers', 'true'), 1, 'workers');

# uses_ok(what, expr, texts) -- each metric and label that a query names is there
sub uses_ok
{
	my ($what, $expr, @texts) = @_;
	my %labels;
	my @bad;

	# labels come with the metric's name, and with by, without and ignoring
	foreach my $name ($expr =~ /\b(pg_continuous\w*)/g)
	{
		push @bad, $name unless $metrics->{$name};
		$labels{$_} = 1 foreach split / /, $metrics->{$name}{labels} // '';
	}
	while ($expr =~ /\b(pg_continuous\w*)\{([^}]*)\}/g)
	{
		my ($name, $matchers) = ($1, $2);
		my %own = map { $_ => 1 } split / /, $metrics->{$name}{labels} // '';
		push @bad, map { "$name\{$_\}" } grep { !$own{$_} } $matchers =~ /(\w+)\s*[=!]/g;
	}
	foreach my $list ($expr =~ /\b(?:by|without|ignoring|on)\s*\(([^)]*)\)/g)
	{
		push @bad, grep { !$labels{$_} } split /\s*,\s*/, $list;
	}
	foreach my $text (@texts)
	{
		push @bad, grep { !$labels{$_} } $text =~ /\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g;
	}
	is("@bad", '', "$what reads what there is");
	return;
}

foreach my $rule (map { @{ $_->{rules} } } @{ $alerts->{groups} })
{
	uses_ok("alert $rule->{alert}", $rule->{expr}, values %{ $rule->{annotations} });
}
my %read;
foreach my $panel (@{ $dashboard->{panels} })
{
	foreach my $target (@{ $panel->{targets} })
	{
		uses_ok("panel $panel->{title}, $target->{refId},", $target->{expr}, $target->{legendFormat});
		$read{$_} = 1 foreach $target->{expr} =~ /\b(pg_continuous\w*)/g;
		is($target->{datasource}{uid}, '${datasource}', '... from the chosen source');
	}
}

# panels lie side by side
my (%ids, %taken);
foreach my $panel (@{ $dashboard->{panels} })
{
	my ($x, $y, $w, $h) = @{ $panel->{gridPos} }{qw(x y w h)};

	ok(!$ids{ $panel->{id} }++ && $x + $w <= 24, "panel $panel->{title} has a number and a place");
	is(join(' ', grep { $taken{$_}++ } map { my $column = $_; map { "$column,$_" } $y .. $y + $h - 1 } $x .. $x + $w - 1), '',
		'... of its own');
}
foreach my $variable (grep { $_->{type} eq 'query' } @{ $dashboard->{templating}{list} })
{
	uses_ok("variable $variable->{name}", $variable->{query}{query});
}
$read{$_} = 1 foreach map { $_->{expr} =~ /\b(pg_continuous\w*)/g } map { @{ $_->{rules} } } @{ $alerts->{groups} };
is(join(' ', grep { !$read{$_} } sort keys %$metrics), 'pg_continuous_view_lag_rows pg_continuous_view_last_flush_timestamp_seconds pg_continuous_view_late_windows_total',
	'these alone are for those who ask; all others are on the dashboard or in an alert');

# metrics that are told of in words
my $readme = slurp_file('contrib/README.md');
foreach my $name ($readme =~ /`(pg_continuous_\w+)`/g)
{
	ok($metrics->{$name}, "$name of contrib/README.md is there");
}

$node->stop;
done_testing();
