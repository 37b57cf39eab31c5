# What README.md says is so: its SQL runs and shows what it shows, its settings,
# dials, functions and views are there, with the defaults that it names.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $readme = slurp_file('README.md');

# the section below "## Title"
sub section
{
	my ($title) = @_;
	my ($text) = $readme =~ /^## \Q$title\E\n(.*?)(?=^## |\z)/ms;
	return $text // die "README.md has no section $title";
}

# the rows of the tables in a text, each a list of cells
sub table_rows
{
	my ($text) = @_;
	my @rows;

	foreach my $line (grep { /^\|/ && !/^\|[-| ]+$/ } split /\n/, $text)
	{
		$line =~ s/^\|\s*|\s*\|\s*$//g;
		push @rows, [ split /\s*\|\s*/, $line ];
	}
	return @rows;
}

sub squeeze
{
	my ($text) = @_;
	return join "\n", grep { /\S/ } map { s/\s+$//r } split /\n/, $text;
}

# as the section "Install" says, and no other setting
my $node = CvNode->create('main', start => 0, preload => 0);
my ($preload) = section('Install') =~ /^\s*(shared_preload_libraries = .*)$/m;
$node->append_conf('postgresql.conf', $preload);
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');

# blocks of SQL, each with the output that follows it
my $nblocks = 0;
while ($readme =~ /^```sql\n(.*?)^```\n(?:```\n(.*?)^```\n)?/msg)
{
	my ($sql, $expected) = ($1, $2);
	my ($code, $out, $err) = $node->psql('postgres', $sql, extra_params => [ '-P', 'format=aligned', '-P', 'footer=off', '-P', 'tuples_only=off' ]);

	$nblocks++;
	is($code, 0, "block $nblocks of SQL runs") or diag($err);
	next unless defined $expected;
	$out = squeeze($out);
	$expected = squeeze($expected);
	is(substr($out, -length($expected)), $expected, '... and shows what README.md shows');
}
cmp_ok($nblocks, '>', 0, 'there was SQL to run');

# settings
my %settings;
foreach my $row (table_rows(section('Settings')))
{
	my ($name, $default, $change) = @$row;
	next unless $name =~ /^`(continuous\.\w+)`$/;
	$name = $1;
	$settings{$name} = 1;
	is($node->safe_psql('postgres', "SHOW $name"), $default, "default of $name");
	is($node->safe_psql('postgres', "SELECT context FROM pg_settings WHERE name = '$name'"),
		{ restart => 'postmaster', reload => 'sighup', superuser => 'superuser' }->{$change}, "when $name can be changed");
}
is(join(' ', sort keys %settings), $node->safe_psql('postgres', q{SELECT string_agg(name, ' ' ORDER BY name COLLATE "C") FROM pg_settings WHERE name LIKE 'continuous.%'}),
	'README.md lists all settings');

# dials
my %dials;
$node->safe_psql('postgres', 'CREATE CONTINUOUS VIEW plain AS SELECT window_start, count(*) FROM orders GROUP BY tumble(ordered_at, interval \'1 hour\')');
foreach my $row (table_rows(section('The dials')))
{
	my ($name, $default) = @$row;
	next unless $name =~ /^`(\w+)`$/;
	$name = $1;
	$default =~ s/`//g;
	$dials{$name} = 1;
	$default = undef if $default eq 'none' || $default =~ /^continuous\./;
	is($node->safe_psql('postgres', "SELECT $name IS NOT DISTINCT FROM " . (defined $default ? "'$default'" : 'NULL') . " FROM continuous.views WHERE view = 'plain'::regclass"),
		't', "default of the dial $name");
	my $before = $name eq 'fill_windows' ? "fill = 'zero', " : '';
	$node->safe_psql('postgres', "ALTER VIEW plain SET ($before$name = '$default')") if defined $default;
}
is(join(' ', sort keys %dials), $node->safe_psql('postgres', q{SELECT string_agg(name, ' ' ORDER BY name COLLATE "C") FROM unnest((SELECT proargnames FROM pg_proc WHERE oid = 'continuous.dials'::regproc)) name WHERE name <> 'options'}),
	'README.md lists all dials');

# functions and views
my $control = section('Monitoring and control');
foreach my $row (table_rows($control))
{
	while ($row->[0] =~ /`(?:continuous\.)?(\w+)(\(?)/g)
	{
		my ($name, $is_function) = ($1, $2);
		my $catalog = $is_function ? 'pg_proc WHERE pronamespace' : 'pg_class WHERE relnamespace';
		my $column = $is_function ? 'proname' : 'relname';
		isnt($node->safe_psql('postgres', "SELECT count(*) FROM $catalog = 'continuous'::regnamespace AND $column = '$name'"), 0, "continuous.$name is there");
	}
}
is($node->safe_psql('postgres', 'SELECT rows_read = rows_counted + rows_filtered + rows_no_window + rows_too_late + rows_failed FROM continuous.stats WHERE view = \'revenue\'::regclass'),
	't', 'the counters add up');

$node->stop;
done_testing();
