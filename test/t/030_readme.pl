# The settings, dials, functions and views that README.md names are there, with
# the defaults that it names.
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

# as the section "Install" says, and no other setting
my $node = CvNode->create('main', start => 0, preload => 0);
my ($preload) = section('Install') =~ /^\s*(shared_preload_libraries = .*)$/m;
$node->append_conf('postgresql.conf', $preload);
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');

$node->safe_psql('postgres', 'CREATE TABLE orders (ordered_at timestamptz)');

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
$node->stop;
done_testing();
